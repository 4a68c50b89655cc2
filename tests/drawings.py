"""Everything that is drawn of a game, with the pack that is in use: run as a program, for a pack is
loaded once, it prints the drawings as JSON."""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from starlette.testclient import TestClient

import beachhead
from beachhead.kernel.play import Game
from beachhead.page.reference import Reference
from beachhead.web.board_pictures import pictures
from beachhead.web.server import create_app
from beachhead.web.store import Store
from laid_out import storm_cards_laid_out

CHOICES, EVERY = 80, 40
"""How long a game goes on, and how often one looks at the table."""


def drawings(name: str, title: str) -> dict[str, str]:
    """SVG drawings by name; `style…` are style sheets, `report` is a page of the game so called."""
    game = beachhead.load(name)
    page = game.page()
    found = {"board": game.svg(None), "page board": page.board()}
    found |= {f"sheet {each}": drawn.decode() for each, drawn in pictures(page.board()).items()}
    found |= dict(_reference(page.reference()))
    for scenario in game.scenarios:
        for at, position in _positions(game, scenario):
            counters = page.counters(position, None)
            found[f"counters of {scenario} at {at}"] = f"<svg>{counters}</svg>"
    found[scenario] = game.svg(position)
    if name == "storm":
        found["cards"] = storm_cards_laid_out(range(54))
    found["report"] = _report(name, game, title)
    return {each: str(drawn) for each, drawn in found.items()}


def _reference(told: Reference) -> Iterator[tuple[str, str]]:
    yield "style of the reference", told.style
    listed = msgspec.to_builtins({"units": told.units, "cards": told.cards, "charts": told.charts})
    for table, entries in listed.items():
        for number, entry in enumerate(entries):
            for side in ("svg", "back"):
                if entry.get(side):
                    yield f"{side} of {table} {number}", entry[side]


def _positions(game: Game[Any], scenario: str) -> Iterator[tuple[int, Any]]:
    state, rng = game.setup(scenario=scenario, seed=1), random.Random(1)
    for at in range(CHOICES + 1):
        if at % EVERY == 0:
            yield at, state.position
        if state.over:
            return
        assert state.decision
        state.apply(rng.choice(state.decision.options))


def _report(name: str, game: Game[Any], title: str) -> str:
    """The after-action report of a game that has hardly begun."""
    with tempfile.TemporaryDirectory() as place:
        store = Store(Path(place) / "games.sqlite")
        with TestClient(create_app(store, {name: game}), base_url="http://localhost") as client:
            asked = {"game": name, "title": title, "seed": 1}
            made = client.post("/api/tables", json=asked).json()
            address, rng = f"/api/tables/{made['table']}", random.Random(1)
            token = next(iter(made["tokens"].values()))
            headers = {"Authorization": f"Bearer {token}"}
            now = client.get(address, headers=headers).json()
            for _ in range(EVERY):
                if not now["yours"]:
                    break
                choice = rng.choice(now["view"]["decision"]["options"])["id"]
                deed = {"choice": choice, "made": now["made"], "revision": now["revision"]}
                now = client.post(f"{address}/choices", json=deed, headers=headers).json()
            answer = client.get(f"{address}/report.html", headers=headers)
            assert answer.status_code == 200, answer.text
            return answer.text


if __name__ == "__main__":
    print(json.dumps(drawings(*sys.argv[1:])))
