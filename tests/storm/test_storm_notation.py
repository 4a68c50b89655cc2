"""Situations of Storm Over Normandy as text: read, written, and read again."""

from __future__ import annotations

import random

import pytest

from beachhead.errors import BeachheadError
from beachhead.storm.notation import read, write, write_for
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from beachhead.suites.notation import NotationConformance, example
from documents import section
from storm_situations import (
    GAME,
    allied_areas,
    at,
    card,
    hand,
    is_spent,
    options,
    play,
    situation,
    unit,
    unit_set,
)


class TestStormNotation(NotationConformance):
    game = GAME
    games = 2
    document = section("notation.md", "## Storm Over Normandy")
    lines = 21
    mistakes = (
        ("turn 3\n16 56 Ind Bd", "line 2: '56': there is no such unit or marker"),
        ("16 69/50 spnt", "did you mean spent"),
        ("16", "say what is there"),
        ("16 spent", "this marker must follow a unit"),
        ("69/50 16", "where is it? Begin with an area, a box, a zone or out"),
        ("35 69/50", "there is no such place or keyword"),
        ("box-golf 69/50", "did you mean box-gold"),
        ("16 69/50\n17 69/50", "line 2: '69/50': is already placed in line 1"),
        ("turn", "say which one after it"),
        ("turn 9", "the turn must be a number from 1 to 8"),
        ("turn 3 lunch", "there is no such phase"),
        ("impulse french", "there is no such side"),
        ("impulse german paused", "there is no such word about an impulse; did you mean passed"),
        ("allied 16 zone-B", "'zone-B': there is no such area"),
        ("lost 192 PzG/21", "only Allied losses count; write out"),
        ("hand", "say allied or german after it"),
        ("hand german jabos-1", "'Jabos': is no german card"),
        ("hand german jabos", "'Jabos': is no german card"),
        ("hand german bocag", "there is no such card; did you mean bocage"),
        ("hand german unknown", "how many cards must be a number from 1 to 27"),
        ("hand german bocage-1; discards german bocage-1", "is already somewhere else, in line 1"),
        ("hand german 88s, 88s, 88s", "all copies are somewhere else"),
        ("played bocag", "there is no such card"),
        ("played bocage-1 twice", "there is no such word about a card"),
        ("support 25", "Support Points must be a number from 0 to 24"),
        ("points many", "victory points must be a number"),
        ("released now", "released stands alone"),
        ("house rules", "there is no such house rule"),
        ("begin lunch", "there is no such beginning"),
        ("agenda impulses.impulse [1", "this is not JSON"),
        ('result {"winners": []}', "this is no result"),
        ("weather = 1", "there is no such field of the table"),
        ("assigned = 7", "its value does not fit"),
    )

    def random_table(self, rng: random.Random) -> StormTable:
        table = situation("turn 3")
        table.where = tuple(rng.randrange(-3, 45) for _ in table.where)
        for name in ("spent", "exploitation", "landed", "delayed", "lost"):
            setattr(table, name, rng.getrandbits(155))
        table.allied_control = rng.getrandbits(34)
        table.stock = [0, 0]
        for card_ in range(54):
            side = GERMAN if card_ < 27 else ALLIED
            rng.choice([table.stock, table.hands, table.discards])[side] |= 1 << card_
        table.known = [rng.getrandbits(54) for _ in "ag"]
        table.assigned = {-1: 3, 4: rng.randrange(12)}
        table.agenda = [("hands.draw", rng.randrange(2)) for _ in range(rng.randrange(5))]
        table.victory, table.played = rng.randrange(-80, 80), rng.randrange(-1, 54)
        return table


again = TestStormNotation().again


# --- what is read


@pytest.mark.parametrize("name", ["16", "Bayeux", "bayeux", "area-16"])
def test_an_area_by_its_number_its_name_or_its_tag(name: str) -> None:
    assert at(situation(f"{name} 56 Ind Bde"), "56 Ind Bde") == "16"


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("box-gold", "box-gold"),
        ("Gold box", "box-gold"),
        ("zone-B", "zone-B"),
        ("Zone B", "zone-B"),
    ],
)
def test_a_box_by_its_name_or_its_tag(name: str, id_: str) -> None:
    assert at(situation(f"{name} 56 Ind Bde"), "56 Ind Bde") == id_


def test_units_by_name_or_id_each_with_its_markers() -> None:
    table = situation("16 56 Ind Bde, br-8a spent, 1 SS Bde (Cdo)\n4 5 Para/6 AB 3 Para/6 AB spent")
    assert table.where[unit("8 Armd Bde")] == table.where[unit("1 SS Bde (Cdo)")] == 15
    assert at(table, "5 Para/6 AB") == at(table, "3 Para/6 AB") == "4"
    assert table.spent == unit_set("8 Armd Bde", "3 Para/6 AB")
    marked = situation("box-gold 56 Ind Bde exploitation; 17 69/50 landed; due 901/Lehr delayed")
    assert marked.exploitation == unit_set("56 Ind Bde")
    assert marked.landed == unit_set("69/50")
    assert marked.delayed == unit_set("901/Lehr")


@pytest.mark.parametrize("name", ["Götz Recon", "Goetz Recon", "gotz recon", "ge-goetz"])
def test_however_it_is_spelled(name: str) -> None:
    assert at(situation(f"16 {name}"), "Götz Recon") == "16"


def test_strongpoints_by_their_face() -> None:
    table = situation("17 2-9, 2-9 spent, 0-7; 18 2-9-f; out 1-8")
    assert (at(table, "2-9-a"), at(table, "2-9-b"), at(table, "0-7-a")) == ("17", "17", "17")
    assert is_spent(table, "2-9-b")
    assert (at(table, "2-9-f"), at(table, "1-8-a")) == ("18", "out")
    assert at(table, "2-9-c") == "unused"
    assert at(situation("turn 1 setup"), "2-9-c") == "nowhere"


def test_units_not_mentioned_are_not_in_play() -> None:
    table = situation("out 69/50; lost 151/50")
    assert (at(table, "56 Ind Bde"), at(table, "69/50"), at(table, "151/50")) == (
        "nowhere",
        "out",
        "out",
    )
    assert table.lost == unit_set("151/50")


def test_control_is_as_at_the_start_but_for_areas_one_side_occupies() -> None:
    assert allied_areas(situation("turn 2")) == {28}
    assert allied_areas(situation("16 69/50; 28 729/709; 11 151/50, 192 PzG/21")) == {16}
    assert allied_areas(situation("16 69/50; allied 11 Gold")) == {11, 17}
    assert allied_areas(situation("allied")) == set()


def test_cards_by_their_id_or_any_copy() -> None:
    table = situation("""
        hand allied jabos, jabos-1 known; discards allied jabos-2; removed where-is-patton
        hand german bocage bocage
    """)
    assert hand(table, "allied") == {"jabos-1", "jabos-3"}
    assert hand(table, "german") == {"bocage-1", "bocage-2"}
    assert table.known[ALLIED] == 1 << card("jabos-1")
    assert table.stock[ALLIED].bit_count() == 27 - 4
    assert table.stock[GERMAN].bit_count() == 25


def test_the_rest_of_the_table() -> None:
    table = situation("""
        turn 5 end; impulse german passed; first german; support 3; points -12
        released; release-rolled; early-panzers; played bocage-2 impulse cancelled
        house chains-across-line
    """)
    assert (table.turn, table.phase, table.impulse, table.first) == (5, "end", GERMAN, GERMAN)
    assert (table.support, table.victory) == (3, -12)
    assert table.passed
    assert table.released
    assert table.release_rolled
    assert table.early_panzers
    assert (table.played, table.played_for_impulse, table.cancelled) == (
        card("bocage-2"),
        True,
        True,
    )
    assert table.house == {"chains-across-line": "alternative"}
    again(table)


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        ("invasion", "support_assigned"),
        ("turn", "draw"),
        ("impulses", "impulse_chosen"),
        ("impulse", "impulse_chosen"),
        ("end", "placed"),
    ],
)
def test_what_begins(what: str, kind: str) -> None:
    state = GAME.situation(f"turn 2; 17 69/50; begin {what}")
    assert state.decision.kind == kind


# --- playing on


def test_a_game_begins_from_a_situation() -> None:
    text = "turn 3; 17 69/50; 5 192 PzG/21; house landing-box-cost; begin impulse"
    state = GAME.situation(text, seed=1)
    assert state.options["landing-box-cost"] == "alternative"
    assert state.start == text
    state.apply("activate-17-commonwealth")
    with pytest.raises(BeachheadError, match="nothing is left to do"):
        GAME.situation("turn 3; 17 69/50")


def test_unknown_cards_are_drawn_in_secret() -> None:
    state = GAME.situation("turn 3; 17 69/50; hand german bocage-1, 3 unknown; begin impulse", 7)
    assert len(hand(state.position, "german")) == 4
    assert state.decision.seat == "allied"
    shown = [event for event in state.news if event.seen_by("allied")]
    assert not any("Bocage" in event.text or "You draw" in event.text for event in shown)
    assert state.view("allied")["table"]["hands"]["german"]["cards"] == 4
    unanswered = situation("hand german 2 unknown; begin impulse; 17 69/50")
    play(unanswered, "card-bocage-1", "card-overcast")
    assert hand(unanswered, "german") == {"bocage-1", "overcast"}


# --- what is written


def test_the_middle_of_anything_comes_back() -> None:
    table = situation("turn 3; 16 69/50, 352 Fus/352; allied; support 4; begin impulse")
    play(table, "activate-16-commonwealth", "fire", "support-2")
    twin = again(table)
    assert options(twin) == options(table)
    assert "attack = {" in write(table)


def test_a_seat_writes_only_what_it_knows() -> None:
    table = situation("""
        turn 3; 17 69/50; begin impulse
        hand allied jabos-1 jabos-2; hand german bocage-1 known overcast 88s-1
    """)
    allied = write_for(table, "allied")
    assert "hand german bocage-1 known 2 unknown\n" in allied
    assert "hand allied jabos-1 jabos-2\n" in allied
    assert "hand allied 2 unknown\n" in write_for(table, "german")
    assert "hand german bocage-1 known 88s-1 overcast" in write(table)
    watching = write_for(table, None)
    assert "hand german 3 unknown\n" in watching
    assert "hand allied 2 unknown\n" in watching
    assert "bocage" not in watching
    again(read(watching))
    assert "overcast" not in allied
    assert "88s" not in allied
    again(read(allied))


def test_the_example_of_the_document_is_as_it_says() -> None:
    table = situation(example(TestStormNotation.document))
    assert (table.turn, table.support, table.victory) == (3, 3, 12)
    assert is_spent(table, "8 Armd Bde")
