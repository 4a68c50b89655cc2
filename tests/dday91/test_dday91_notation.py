"""Situations of D-Day (1991) as text: read, written, and read again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from beachhead.dday91.notation import write
from beachhead.dday91.table.board import board
from beachhead.dday91.table.places import Places
from beachhead.dday91.table.state import GERMAN, DDayTable
from beachhead.errors import BeachheadError
from beachhead.suites.notation import NotationConformance, example
from dday91_situations import GAME, at, hexes, options, play, situation, unit, unit_set
from documents import section


def chosen(seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    return {setting.id: rng.choice(setting.values) for setting in GAME.settings.values()}


class TestDDay91Notation(NotationConformance):
    game = GAME
    setups = (("1944", chosen(0)), ("1943", chosen(1)), ("1944", chosen(2)))
    tables = 30
    document = section("notation.md", "## D-Day (1991)")
    lines = 13
    mistakes = (
        ("turn 3\nG13 5X", "line 2: '5X': there is no such unit or marker"),
        ("G13 5U redced", "did you mean reduced"),
        ("G13", "say what is there"),
        ("G13 reduced", "this marker must follow a unit"),
        ("5U G13", "where is it? Begin with a hex"),
        ("Z9 5U", "there is no such hex or keyword"),
        ("G13 5U\nG12 5U", "line 2: '5U': is already placed in line 1"),
        ("turn", "say which one after it"),
        ("turn 13", "the Turn must be a number from 1 to 12"),
        ("turn 3 lunch", "there is no such side or step"),
        ("scenario 1945", "there is no such scenario"),
        ("moves 3", "say how many Allied and how many German Moves"),
        ("moves 28 1", "Moves must be a number from 0 to 27"),
        ("options wether", "did you mean weather"),
        ("house rules", "there is no such house rule"),
        ("control french G13", "there is no such side"),
        ("control allied C14", "there is no such land hex"),
        ("initiative nobody", "there is no such side"),
        ("weather foul", "there is no such weather"),
        ("begin lunch", "there is no such beginning"),
        ("agenda movement.choose_leg [1", "this is not JSON"),
        ('result {"winners": []}', "this is no result"),
        ("fog = 1", "there is no such field of the table"),
        ("moves = 7", "its value does not fit"),
    )

    def random_table(self, rng: random.Random) -> DDayTable:
        table = situation("turn 3")
        places = [*board().grid.names, -1, -2, -3, -4]
        table.hex = Places([rng.choice(places) for _ in table.hex])
        for name in ("reduced", "used", "finished", "fought", "corps_lost", "pursued", "grounded"):
            setattr(table, name, rng.getrandbits(len(table.hex)))
        table.allied_control = board().land & rng.getrandbits(500)
        table.expended = {3: rng.randrange(9)}
        table.agenda = [("movement.choose_leg",), ("retreat.retreat", 3, 4, 5)]
        return table


again = TestDDay91Notation().again


# --- what is read


@pytest.mark.parametrize("name", ["G13", "Paris", "hex-G13"])
def test_a_hex_by_its_number_its_city_or_its_tag(name: str) -> None:
    assert at(situation(f"{name} 5U"), "5U") == "G13"
    assert at(situation('"Le Havre" 5u'), "5U") == "D14"


def test_units_with_their_markers() -> None:
    table = situation(
        "G13 5U 7U reduced unsupplied, 1-US used moved; eliminated 8U lost; exited 66"
    )
    assert table.reduced == table.unsupplied == unit_set("7U")
    assert table.used == table.finished == unit_set("1-US")
    assert table.corps_lost == unit_set("8U")
    assert (at(table, "8U"), at(table, "66"), at(table, "15U")) == (
        "eliminated",
        "exited",
        "waiting",
    )
    assert at(table, "2U") == "unused"  # not in 1944
    assert at(situation("scenario 1943"), "2U") == "waiting"


def test_who_is_in_whose_box_where_two_armies_share_a_hex() -> None:
    """N-20: a line for each army; without, the first army of a unit's nation has it."""
    table = again(situation("G13 1-US, 5U; G13 3-US, 7U"))
    assert [table.boxes[unit(name)] for name in ("5U", "7U")] == [unit("1-US"), unit("3-US")]
    assert "G13 1-US, 5U\nG13 3-US, 7U\n" in write(table)
    table = again(situation("G13 1-US, 2-British, 5U, 30B; G12 3-US, 8U"))
    assert table.boxes == {unit("5U"): unit("1-US"), unit("30B"): unit("2-British")}
    assert again(situation("G13 1-US, 3-US")).boxes == {}
    assert again(GAME.setup("1944", {"mulberries": True}).position).boxes


def test_control_is_as_at_the_start_but_for_ground_units() -> None:
    home = board().start_allied
    assert situation("turn 2").allied_control == home
    text = "G13 5U; E11 air-9U; C12 66; control allied D14; control german B12"
    expected = (home | hexes("G13 D14")) & ~hexes("B12 C12")
    assert situation(text).allied_control == expected


def test_the_rest_of_the_table() -> None:
    table = situation("""
        scenario 1943; turn 5 german combat; moves 12 5; initiative allied; weather bad
        options weather pursuit; house rhine-count
    """)
    assert (table.year, table.turn, table.side, table.step) == (1943, 5, GERMAN, "combat")
    assert table.moves == [12, 5]
    assert table.initiative == 0
    assert table.bad_weather
    assert table.options == ["weather", "pursuit"]
    assert table.house == {"rhine-count": "alternative"}
    again(table)
    assert situation("scenario 1943").moves == [18, 8]


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        ("setup", "set_up_chosen"),
        ("turn", "transfer_chosen"),
        ("portion", "transfer_chosen"),
        ("port-transfer", "transfer_chosen"),
        ("invasion", "invader_chosen"),
        ("movement", "mover_chosen"),
        ("combat", "target_chosen"),
    ],
)
def test_what_begins(what: str, kind: str) -> None:
    text = f"turn 2 allied; A14 1-US; G13 5U; G12 66; control allied C16; begin {what}"
    state = GAME.situation(text, seed=1)
    while state.decision.kind == "reinforcement_chosen":
        state.apply("done")
    assert state.decision.kind == kind


def test_a_game_begins_from_a_situation() -> None:
    text = "turn 3; options weather; house rhine-count; G13 5U; begin movement"
    state = GAME.situation(text, seed=1)
    assert state.options["weather"] is True
    assert state.options["rhine-count"] == "alternative"
    state.apply("move-5U")
    with pytest.raises(BeachheadError, match="nothing is left to do"):
        GAME.situation("turn 3; G13 5U")


# --- what is written


def test_the_middle_of_anything_comes_back() -> None:
    table = situation("turn 3 allied combat; moves 9 9; G12 5U; G13 66; begin combat")
    play(table, "attack-G13", "add-5U", "commit", "resolve-G13", "dice-9-2")
    twin = again(table)
    assert options(twin) == options(table)
    assert "combat = {" in write(table)


def test_the_example_of_the_document_is_as_it_says() -> None:
    table = situation(example(TestDDay91Notation.document))
    assert (table.turn, table.moves) == (3, [12, 5])
    assert table.reduced == unit_set("7U")
