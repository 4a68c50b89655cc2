"""Write tests/saves/<version>/: what this version of Beachhead saves, for all later ones to open.

For each game and scenario a finished and an unfinished record and the situation where the
unfinished one stands; and a database with games under way: by link, alone, taken back, begun from
a situation, over. `expected.json` says what a later version must find in them.

Run it once, when a version is finished. What it wrote is never written anew.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sqlite3
import sys
from pathlib import Path
from typing import Any, NamedTuple

import beachhead
from beachhead.kernel import record as records
from beachhead.kernel.record import Record
from beachhead.web.messages import Claim, NewTable
from beachhead.web.store import Store
from beachhead.web.tables import Tables

ROOT = Path(__file__).resolve().parents[1]
SAVES = ROOT / "tests" / "saves"
LATER = 40
TOGGLE = (False, True)
PLAYERS = {"omaha": "greedy", "storm": "bold"}
"""Who plays a game, if not somebody who takes any choice."""
sys.path.insert(0, str(ROOT / "tests"))


class Save(NamedTuple):
    """A game to save: what is played, and how many choices the unfinished one has."""

    file: str
    game: str
    scenario: str
    options: dict[str, Any]
    unfinished: int


def listed() -> list[Save]:
    """Every scenario of every game; with options where a game has them."""
    found = []
    for name in beachhead.OWN:
        game = beachhead.load(name)
        for scenario in game.scenarios:
            found.append(Save(f"{name}-{scenario}", name, scenario, {}, 120))
    dday = [each.id for each in beachhead.load("dday91").settings.values() if each.values == TOGGLE]
    return [
        *found,
        Save("omaha-for-two", "omaha", "first-waves", {"players": 2}, 90),
        Save("dday91-options", "dday91", "1944", dict.fromkeys(dday, True), 300),
    ]


def main() -> int:
    folder = SAVES / beachhead.__version__.rpartition(".")[0]
    if folder.exists():
        print(f"saves: {folder.relative_to(ROOT)} is there already; it is never written anew")
        return 2
    folder.mkdir(parents=True)
    expected = {"records": write_records(folder), "tables": asyncio.run(write_tables(folder))}
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
    return 0


# --- records and situations


def write_records(folder: Path) -> dict[str, Any]:
    expected: dict[str, Any] = {}
    for number, save in enumerate(listed(), 1):
        for kind, most in (("finished", 100_000), ("unfinished", save.unfinished)):
            record = play(save, number, most)
            assert record.state.over == (kind == "finished"), (save, len(record.choices))
            name = f"{save.file}-{kind}"
            record.save(folder / f"{name}.json")
            expected[name] = told(record)
        text = record.game.write_for(record.state.position, record.state.decision.seat)
        (folder / f"{save.file}.txt").write_text(text, encoding="utf-8")
        expected[save.file] = told(Record(record.game, seed=number, start=text))
    return expected


def play(save: Save, seed: int, most: int) -> Record[Any]:
    record = Record(beachhead.load(save.game), save.scenario, save.options, seed=seed)
    rng, player = random.Random(seed), player_of(save.game)
    while not record.state.over and len(record.choices) < most:
        record.choose(player(record.state, rng))
    return record


def player_of(game: str) -> Any:
    """Who plays: one of the players of the tests."""
    from players import PLAYERS as ALL  # noqa: PLC0415
    from storm_players import bold  # noqa: PLC0415

    return (ALL | {"bold": bold})[PLAYERS.get(game, "random")]


def told(record: Record[Any]) -> dict[str, Any]:
    """Where a game stands, and where it stands after its first options: that depends on what is
    dealt there, so it also tells whether the dealer is the same."""
    state = record.state
    later = records.replay(record.game, record.to_data())
    while not later.state.over and len(later.choices) < len(record.choices) + LATER:
        later.choose(later.state.decision.options[0])
    return {
        "choices": len(record.choices),
        "digest": state.digest(),
        "clock": record.game.clock(state.position),
        "over": state.over,
        "later": later.state.digest(),
    }


# --- a database


async def write_tables(folder: Path) -> list[dict[str, Any]]:
    """Link games under way, and the others that a server may hold."""
    file = folder / "games.sqlite"
    server = Tables(Store(file))
    expected = []
    for number, save in enumerate(listed(), 1):
        game = beachhead.load(save.game)
        _, options = game.check(save.scenario, save.options)
        ways = ["link", "solo"] if len(game.seats(save.scenario, options)) > 1 else ["solo"]
        for seating in ways:
            asked = NewTable(save.game, save.scenario, save.options, number, seating)  # type: ignore[arg-type]
            expected.append(await played(server, asked, save.unfinished))
    waves = NewTable("omaha", "easy-fox", {}, "typed by hand", "solo", "Played to the end")
    expected.append(await played(server, waves, 100_000))
    situation = (folder / "storm-storm-over-normandy.txt").read_text(encoding="utf-8")
    begun = NewTable("storm", None, {}, 5, "link", "From a situation", situation)
    expected.append(await played(server, begun, 40))
    document = json.loads((folder / "omaha-first-waves-unfinished.json").read_text())
    given = NewTable("omaha", seed=None, title="From a record", record=document)
    expected.append(await played(server, given, 150))
    await server.prefer(await server.table(expected[-2]["table"]), ["german"], "not-this-turn")
    server.close()
    with sqlite3.connect(file) as closing:
        closing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        closing.execute("PRAGMA journal_mode = DELETE")
    closing.close()
    return expected


async def played(server: Tables, asked: NewTable, most: int) -> dict[str, Any]:
    founded = await server.found(asked)
    tokens = dict(founded.tokens)
    for seat, code in founded.invitations.items():
        claim = Claim(code, secrets.token_hex(16))
        tokens[seat] = (await server.claim(founded.table, claim)).token
    table = await server.table(founded.table)
    row = table.row
    rng, player = random.Random(row.scenario), player_of(row.game)
    seats = list(table.record.state.seats)
    while not table.record.state.over and len(table.record.choices) < most:
        choice = player(table.record.state, rng).id
        await server.change(table, lambda choice=choice: table.choose(choice, seats))
    if not table.record.state.over:  # one taken back, so that it can be made again
        await server.change(table, lambda: table.undo(None, seats))
    return {
        "table": row.id,
        "game": row.game,
        "seating": row.seating,
        "tokens": tokens,
        "undone": len(table.record.undone),
        **told(table.record),
    }


if __name__ == "__main__":
    sys.exit(main())
