"""The refitted reconstruction changes only what is ours, and games of the first stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from beachhead.commands import choosing
from beachhead.dday91.game import GAME
from beachhead.dday91.page import DDay91Page
from beachhead.dday91.table import pack
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import (
    REFIT,
    board_by,
    board_of,
    charts_by,
    charts_of,
)
from beachhead.dday91.table.state import ALLIED, DDayTable
from beachhead.kernel import data
from beachhead.kernel.reconstructions import FIRST, GONE, REFITTED
from beachhead.kernel.record import Record, replay

OTHERWISE = {"reconstruction": REFITTED}
ORIGINAL = pack.load(pack.BUILTIN)
TABLES = {"invasion_hexes", "german_setups", "appearance"}
"""What may differ: read with the table at hand."""


def _by_key(components: data.Pack, name: str) -> dict[str, data.Row]:
    return {pack.SCHEMA.table(name).key_text(row): row for row in components.rows(name)}


def test_no_known_field_is_changed() -> None:
    changed = REFIT.applied(ORIGINAL)
    for name in ORIGINAL.tables:
        others = _by_key(changed, name)
        for key, was in _by_key(ORIGINAL, name).items():
            if "known" in was:
                assert all(others[key][known] == was[known] for known in was["known"])
                assert others[key]["known"] == was["known"]


def test_every_change_says_what_it_was_and_why() -> None:
    assert {row["table"] for row in REFIT.changes} <= TABLES
    for row in REFIT.changes:
        was = _by_key(ORIGINAL, row["table"])[row["row"]]
        assert was[row["field"]] == row["was"] != row["value"]
        assert row["fitted"].startswith(("History: ", "Rulebook "))
        if row["value"] != GONE:
            now = _by_key(REFIT.applied(ORIGINAL), row["table"])[row["row"]]
            assert (now[row["field"]], now["fitted"][row["field"]]) == (row["value"], row["fitted"])


def test_the_refitted_pack_is_sound(tmp_path: Path) -> None:
    exported = data.export_pack(REFIT.applied(ORIGINAL), tmp_path / "refitted")
    assert data.validate(exported, pack.SCHEMA) == []


def test_nobody_lands_in_germany_or_beyond_the_rhine() -> None:
    first, other = board_by(FIRST), board_by(REFITTED)
    assert first is board()
    beaches = 0
    for invasion in other.invasions.values():
        beaches |= invasion.targets
    assert beaches & ~other.countries["France"] & ~other.countries["Belgium"] == 0
    assert beaches & other.east_of_rhine == 0
    for name in ("C14", "C15"):
        assert other.invasions[other.hex(name)] == first.invasions[first.hex(name)]


def kept_by(thing: object) -> list[str]:
    """What is kept of a board or charts; compiled, they have no slots."""
    names = [name for name in dir(thing) if not name.startswith("__")]
    return [name for name in names if not callable(getattr(thing, name))]


def test_only_what_is_read_with_the_table_differs() -> None:
    first, other = board_by(FIRST), board_by(REFITTED)
    differ = {"grid", "invasions", "invasion_hexes", "zone"}
    for name in kept_by(first):
        if name not in differ:
            assert getattr(first, name) == getattr(other, name), name
    assert first.grid.numbers == other.grid.numbers
    for name in kept_by(charts()):
        if name not in ("appearance", "set_ups", "_at_start", "_later", "_group_of"):
            assert getattr(charts(), name) == getattr(charts_by(REFITTED), name), name


def test_what_an_owner_has_corrected_stays() -> None:
    change = next(row for row in REFIT.changes if row["field"] == "number")
    corrected = REFIT.applied(ORIGINAL)
    (row,) = [row for row in corrected.rows(change["table"]) if row["hex"] == change["row"]]
    row["number"] = 9
    assert _by_key(REFIT.applied(corrected), change["table"])[change["row"]]["number"] == 9


def test_the_first_goes_without_saying() -> None:
    usual = GAME.setup(seed=7)
    assert "reconstruction" not in usual.options
    assert usual.position.house == {}
    assert GAME.setup(options={"reconstruction": FIRST}, seed=7).digest() == usual.digest()
    assert GAME.setup(options=OTHERWISE, seed=7).digest() != usual.digest()


def _landing(options: dict[str, str]) -> tuple[DDayTable, dict[str, str]]:
    """The table as an army chooses where to invade, and what it may choose."""
    state = GAME.setup(options=options, seed=7)
    state.apply("ready-opening-9b")
    while state.decision.kind != "invader_chosen":
        state.apply(
            next(each.id for each in state.decision.options if each.id.startswith(("done", "end")))
        )
    state.apply("invade-1-US")
    return state.position, {option.id: str(option.label) for option in state.decision.options}


def test_tables_of_both_are_played_side_by_side() -> None:
    usual, first = _landing({})
    other, refitted = _landing(dict(OTHERWISE))
    assert board_of(usual) is board()
    assert {"at-C4", "at-C5", "at-B6"} <= first.keys()
    assert {"at-C14", "at-C15", "at-B15"} <= refitted.keys() <= first.keys()
    assert not {"at-C4", "at-C5", "at-B6"} & refitted.keys()
    assert first["at-C10"] == "C10 for 4 Moves"
    assert refitted["at-C10"] == "C10 for 6 Moves"
    for table in (usual, other):
        for unit, hex_ in charts_of(table).set_ups["opening-9b"].hex_of.items():
            if table.hex[unit] >= 0:
                assert table.hex[unit] == hex_


def test_a_record_and_a_situation_say_which_is_played() -> None:
    record = Record(GAME, options=OTHERWISE, seed=3)
    record.choose("ready-forward-1944")
    again = replay(GAME, record.to_data())
    assert again.state.options["reconstruction"] == REFITTED
    text = GAME.write(record.state.position)
    assert "reconstruction refitted" in text
    assert GAME.situation(text).position.house == {"reconstruction": REFITTED}
    assert GAME.write(GAME.situation(text).position) == text


@pytest.mark.parametrize("chosen", [FIRST, REFITTED])
def test_board_and_page_show_the_invasion_hexes_that_are_played(chosen: str) -> None:
    state = GAME.setup(options={"reconstruction": chosen}, seed=7)
    for drawn in (GAME.svg(state.position), DDay91Page().counters(state.position, None)):
        assert ('id="invasion-C5"' in drawn) == (chosen == FIRST)
        assert 'id="invasion-C14"' in drawn
    assert 'id="invasion-' not in DDay91Page().board()
    assert "C5: invasion hex 3, against D4, D5; refitted: open sea" in DDay91Page().board()


def test_games_for_people_begin_with_what_is_suggested() -> None:
    assert choosing.proposed(GAME, []) == OTHERWISE
    assert choosing.settings(GAME, []) == {}


def test_both_have_the_same_counters() -> None:
    for year in (1943, 1944):
        for side in ("allied", "german"):
            units = [
                {unit for group in cards.appearance[year, side] for unit in group.units}
                for cards in (charts_by(FIRST), charts_by(REFITTED))
            ]
            if side == "allied":
                assert units[0] == units[1]
            assert units[0] <= units[1]
    assert pieces().corps & pieces().sides["allied"]
    assert ALLIED == 0
