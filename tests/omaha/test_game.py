"""The game as the table speaks it: settings, views, invariants."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import beachhead
from beachhead import omaha
from beachhead.errors import BeachheadError
from beachhead.kernel.plain import replaced
from beachhead.kernel.record import Record, RecordError, parse, replay
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table.house_rules import HOUSE_RULES
from beachhead.omaha.table.invariants import invariants
from beachhead.omaha.table.state import OmahaTable
from situations import table_of, unit

GAME = beachhead.load("omaha")


# --- settings


def test_every_house_rule_in_the_code_can_be_chosen_and_no_other() -> None:
    used = {
        slug
        for path in Path(omaha.__file__).parent.rglob("*.py")
        for slug in re.findall(
            r'plays_otherwise\(\s*table,\s*"([a-z0-9-]+)"', path.read_text(encoding="utf-8")
        )
    }
    assert used == set(HOUSE_RULES)
    assert set(GAME.settings) == {"players", *variants.rows(), *HOUSE_RULES}


def test_only_what_is_played_otherwise_is_noted_on_the_table() -> None:
    state = GAME.setup("first-waves", {"mine-sacrifice": "alternative"})
    assert state.position.house == {"mine-sacrifice": "alternative"}
    assert state.options["exit-hex-free"] == "default"
    with pytest.raises(BeachheadError, match=r"options\.mine-sacrifice"):
        GAME.setup("first-waves", {"mine-sacrifice": "sometimes"})


def test_the_seats() -> None:
    assert GAME.setup("first-waves").seats == ("us",)
    assert GAME.setup("first-waves", {"players": 2}).seats == ("1st", "29th")


# --- the view


def test_everybody_sees_the_same_table() -> None:
    state = GAME.setup("first-waves", {"players": 2}, seed=3)
    for _ in range(40):
        state.apply(state.decision.options[0])
    tables = [json.dumps(state.view(seat)["table"]) for seat in ("1st", "29th", None)]
    assert tables[0] == tables[1] == tables[2]


def test_what_is_seen_of_a_table() -> None:
    state = GAME.setup("first-waves")
    state.position = table_of(
        """
        turn 9 action
        0714 A/1/16:2 disrupted hero=Spalding
        0715 Wyman wounded
        box ER2 B/1/16 delayed
        track 11 16HQ
        WN62S ? depth? disrupted
        C2 7/2/916
        """
    )
    seen = GAME.see(state.position, None)
    assert seen["pieces"]["A/1/16"] == {
        "division": 1,
        "hex": "0714",
        "steps": 2,
        "heroes": ["Spalding"],
        "disrupted": True,
    }
    assert seen["pieces"]["Gen. Wyman"]["wounded"]
    assert seen["pieces"]["B/1/16"]["box"] == "ER2"
    assert seen["pieces"]["16 HQ"]["due"] == 11
    assert seen["germans"]["WN62S"] == {
        "hex": "0912",
        "unit": "WN",
        "face down": True,
        "depth": "wn",
        "disrupted": True,
    }
    assert seen["germans"]["C2"]["unit"] == "7/2/916"
    assert "E/2/18" not in seen["pieces"]
    assert seen["tide"] == "mid"


# --- invariants


def test_a_sound_table_has_no_problems() -> None:
    assert invariants(GAME.setup("first-waves").position) == []
    assert invariants(GAME.setup("easy-fox").position) == []


@pytest.mark.parametrize(
    ("field", "number", "value", "problem"),
    [
        ("box", "A/1/16", 3, "two places"),
        ("steps_left", "E/2/16", 0, "steps"),
        ("steps_left", "E/2/16", 4, "steps"),
    ],
)
def test_broken_pieces_are_noticed(field: str, number: str, value: int, problem: str) -> None:
    table = GAME.setup("first-waves").position
    setattr(table, field, replaced(getattr(table, field), unit(number), value))
    assert any(problem in text for text in invariants(table))


def test_broken_sets_are_noticed() -> None:
    table = GAME.setup("first-waves").position
    table.disrupted |= 1 << unit("A/1/16")
    table.discards |= 1 << 7
    table.boxes["mobile_depth"] += 1
    table.depth = replaced(table.depth, 90, -4)
    problems = " ".join(invariants(table))
    for words in ("disrupted but not on the map", "card is in two places", "depth but no unit",
                  "mobile depth markers"):  # fmt: skip
        assert words in problems


# --- games that begin from a situation


LANDED = "turn 7 action; begin action; 0711 A/1/16, B/1/16; 0712 C/1/16, 16HQ; WN62N ? depth?"


def played(record: Record[OmahaTable], choices: int) -> Record[OmahaTable]:
    dice = random.Random(2)
    for _ in range(choices):
        record.choose(dice.choice(record.state.decision.options))
    return record


def test_a_game_that_began_from_a_situation_replays_and_is_taken_back() -> None:
    record = played(Record(GAME, start=LANDED, seed=4), 12)
    document = parse(record.dumps())
    assert document["start"] == LANDED
    again = replay(GAME, document)
    assert again.state == record.state
    assert again.dumps() == record.dumps()
    again.undo(0)
    assert again.state == GAME.situation(LANDED)
    while again.can_redo:
        again.redo()
    assert again.dumps() == record.dumps()


def test_a_state_from_a_situation_has_a_record() -> None:
    state = GAME.situation(LANDED, seed=4)
    for _ in range(8):
        state.apply(state.decision.options[0])
    assert replay(GAME, Record.of(state.copy()).to_data()).state == state


def test_a_record_that_lost_its_start_does_not_replay() -> None:
    document = played(Record(GAME, start=LANDED, seed=4), 12).to_data()
    del document["start"]
    with pytest.raises(RecordError, match="is not possible"):
        replay(GAME, document)


def test_a_situation_in_which_nothing_begins_is_no_game() -> None:
    with pytest.raises(BeachheadError, match="begin action"):
        GAME.situation("turn 3")
