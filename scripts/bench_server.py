"""Measure the server alone: how long it takes to answer a choice, and how much processor time that
costs it, in a game whose choices are drawn by lot.

python scripts/bench_server.py dday91 --choices 100
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from bench_page import percentile, rested, used

from pages import Server, serving


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how soon the server answers a choice.")
    parser.add_argument("game")
    parser.add_argument("--choices", type=int, default=100, help="at most (default: 100)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "games.db") as server:
        times, spent = play(server, given.game, given.choices)
    print(
        f"{given.game}, {len(times)} choices: answered in {statistics.median(times):.1f} ms, "
        f"95th percentile {percentile(times, 95):.1f} ms; processor time of the server "
        f"{spent / len(times):.1f} ms each"
    )


def play(server: Server, game: str, most: int) -> tuple[list[float], float]:
    """The time until each answer, and the processor time of all, in milliseconds."""
    founded = ask(server, "POST", "/api/tables", {"game": game, "seed": 7})
    table, token = f"/api/tables/{founded['table']}", next(iter(founded["tokens"].values()))
    snapshot = ask(server, "GET", table, token=token)
    rested(server)
    dice, times, before = random.Random(3), [], used(server)
    while len(times) < most and snapshot["view"]["decision"]:
        option = dice.choice(snapshot["view"]["decision"]["options"])
        chosen = {
            "choice": option["id"],
            "made": snapshot["made"],
            "since": snapshot["events_total"],
        }
        begun = time.perf_counter()
        snapshot = ask(server, "POST", f"{table}/choices", chosen, token)
        times.append(1000 * (time.perf_counter() - begun))
    return times, used(server) - before


def ask(server: Server, method: str, path: str, body: Any = None, token: str = "") -> Any:
    """What the server answers."""
    connection = HTTPConnection(server.address.removeprefix("http://").rstrip("/"))
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


if __name__ == "__main__":
    main()
