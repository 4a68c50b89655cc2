"""The refitted reconstruction changes only what is ours, and games of the first stay the same."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from beachhead.cli import main
from beachhead.commands import choosing
from beachhead.errors import BeachheadError
from beachhead.kernel import data
from beachhead.kernel.reconstructions import FIRST, REFITTED
from beachhead.kernel.record import Record, replay
from beachhead.storm.game import GAME
from beachhead.storm.reinforcements.schedule import schedule
from beachhead.storm.table import pack
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.reconstructions import REFIT, pieces_by

OTHERWISE = {"reconstruction": REFITTED}
ORIGINAL = pack.load(pack.BUILTIN)


def test_no_known_field_is_changed() -> None:
    changed = REFIT.applied(ORIGINAL)
    for name, table in ORIGINAL.tables.items():
        for was, row in zip(table.rows, changed.rows(name), strict=True):
            for known in was.get("known", ()):
                assert row[known] == was[known], (name, row)
            assert row.get("known") == was.get("known")


def test_only_german_places_and_turns_of_arrival_are_changed() -> None:
    first, other = pieces_by(FIRST), pieces_by(REFITTED)
    assert first == pieces()
    changed = set()
    for was, unit in zip(first.units, other.units, strict=True):
        if was == unit:
            continue
        changed.add((unit.name, "arrival" if was.arrival != unit.arrival else "setup"))
        if was.arrival is None:
            assert unit.side == "german"
            assert board().set_up_places(unit.setup)[0] < len(board().areas)
        moved = dataclasses.replace(unit, arrival=was.arrival) if was.arrival else unit
        assert dataclasses.replace(moved, setup=was.setup) == was
        assert (was.arrival is None) == (unit.arrival is None)
        assert was.arrival is None or was.setup == unit.setup
    assert changed == {(row["row"], row["field"]) for row in REFIT.changes}
    assert changed


def test_every_change_says_what_it_was_and_why() -> None:
    units = {row["unit"]: row for row in ORIGINAL.rows("units")}
    for row in REFIT.changes:
        assert units[row["row"]][row["field"]] == row["was"] != row["value"]
        assert row["fitted"].startswith(("History: ", "["))
    changed = {row["unit"]: row for row in REFIT.applied(ORIGINAL).rows("units")}
    assert all(row["field"] in changed[row["row"]]["fitted"] for row in REFIT.changes)


def test_the_refitted_pack_is_sound(tmp_path: Path) -> None:
    exported = data.export_pack(REFIT.applied(ORIGINAL), tmp_path / "refitted")
    assert data.validate(exported, pack.SCHEMA) == []


def test_what_an_owner_has_corrected_stays() -> None:
    change = REFIT.changes[0]
    corrected = REFIT.applied(ORIGINAL)
    for row in corrected.rows("units"):
        if row["unit"] == change["row"]:
            row[change["field"]] = 8
    (kept,) = [
        row for row in REFIT.applied(corrected).rows("units") if row["unit"] == change["row"]
    ]
    assert kept[change["field"]] == 8


def test_the_first_goes_without_saying() -> None:
    usual = GAME.setup(seed=7)
    assert "reconstruction" not in usual.options
    assert GAME.setup(options={"reconstruction": FIRST}, seed=7).digest() == usual.digest()
    assert GAME.setup(options=OTHERWISE, seed=7).digest() != usual.digest()


def test_tables_of_both_are_played_side_by_side() -> None:
    usual, other = GAME.setup(seed=7).position, GAME.setup(options=OTHERWISE, seed=7).position
    for table, counters in ((usual, pieces()), (other, pieces_by(REFITTED))):
        for unit in counters.units:
            if unit.arrival:
                assert unit in schedule(table)[unit.arrival]
            elif unit.side == "german" and unit.setup:
                assert table.where[unit.index] == board().set_up_places(unit.setup)[0]


def test_a_record_and_a_situation_say_which_is_played() -> None:
    record = Record(GAME, options=OTHERWISE, seed=3)
    record.choose("ready-plan")
    again = replay(GAME, record.to_data())
    assert again.state.options["reconstruction"] == REFITTED
    text = GAME.write(record.state.position)
    assert "reconstruction refitted" in text
    assert GAME.situation(text).position.house == {"reconstruction": REFITTED}


@pytest.mark.parametrize("chosen", [FIRST, REFITTED])
def test_a_counter_shows_where_it_begins(chosen: str) -> None:
    from beachhead.storm.drawing import counters

    state = GAME.setup(options={"reconstruction": chosen}, seed=7)
    moved = next(row["row"] for row in REFIT.changes if row["field"] == "setup")
    unit = pieces_by(chosen).unit[moved]
    drawn = str(counters.layers(state.position))
    _, _, counter = drawn.partition(f'id="unit-{unit.id}"')
    assert f">{unit.setup}</text>" in counter.partition('id="unit-')[0]


def test_games_for_people_begin_with_what_is_suggested() -> None:
    assert choosing.proposed(GAME, []) == OTHERWISE
    assert choosing.proposed(GAME, ["reconstruction=first"]) == {"reconstruction": FIRST}
    assert choosing.settings(GAME, []) == {}
    assert GAME.setup(seed=7).position.house == {}


@pytest.mark.parametrize("command", ["watch", "ladder", "simulate", "tune", "dataset"])
@pytest.mark.parametrize(
    ("said", "played"),
    [([], OTHERWISE), (["--option", "reconstruction=first"], {"reconstruction": FIRST})],
)
def test_bots_play_what_people_play(
    command: str, said: list[str], played: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that what is measured is of the game that the start page proposes."""
    checked = []

    def check(_game: object, _scenario: str | None, options: dict[str, str]) -> None:
        checked.append(options)
        raise BeachheadError("that is all that was asked")

    monkeypatch.setattr(type(GAME), "check", check)
    assert main([command, "storm", *said]) == 2
    assert checked == [played]
