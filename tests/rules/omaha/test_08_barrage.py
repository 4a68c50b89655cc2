"""8.4 Tank barrages, 8.5 naval fire markers and naval barrages."""

from __future__ import annotations

import pytest
from attacks import at, attack, has, in_action

from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.scenarios import setup
from beachhead.omaha.table.cards import OmahaCard
from beachhead.omaha.table.state import EMPTY, NO_DEPTH, PIECES, equipment
from beachhead.omaha.us_combat import attacks, barrages, weapons
from situations import card, decision, draw, events, options, play, post, run, table_of, unit

# WN61 (0809) is orange; 0612 is three hexes away in its field of fire, 0813 four away and not.
# 1/A/741 has the triangle, and strength 4, or 2 with one step left.


def refused(table, name: str, target: str) -> str | None:
    refusal = attacks.refuse_barrage(table, unit(name), post(target))
    return None if refusal is None else refusal.rule


def naval_refused(table, target: str) -> str | None:
    refusal = attacks.refuse_naval_barrage(table, post(target))
    return None if refusal is None else refusal.rule


def shows(color: bool, symbol: bool, *, of: str = "orange", target: str = "triangle"):
    """A card by whether it shows a position's color and a target symbol."""

    def fits(each: OmahaCard) -> bool:
        return (each.square(of) is not None) == color and (each.target == target) == symbol

    return card(fits)


def barraged(text: str, chosen: str, name: str = "1/A/741"):
    table = in_action(text)
    run(table, attacks.barrage, unit(name), post("WN61"))
    play(table, chosen)
    return table


# --- 8.4 who may barrage


@rule("omaha", "8.4a", "8c")
def test_a_tank_barrages_from_within_range_but_not_next_to_the_target():
    assert refused(in_action("0612 1/A/741; WN61 ?"), "1/A/741", "WN61") is None
    assert refused(in_action("0710 1/A/741; WN61 ?"), "1/A/741", "WN61") == "8.4"
    assert refused(in_action("0815 1/A/741; WN61 ?"), "1/A/741", "WN61") == "8.11"
    assert refused(in_action("0612 1/A/741"), "1/A/741", "WN61") == "8"


@rule("omaha", "8.4a", "8.4b")
@pytest.mark.parametrize(
    ("observer", "command", "answer"),
    [
        ("", "", "8.4"),
        ("0710 A/1/16", "", "8.4"),
        ("0710 A/1/16", "command 16HQ A/1/16", None),
        ("0710 A/1/16", "command Wyman A/1/16", None),
        ("0710 A/1/16", "command 16HQ 1/A/741", None),
        ("0710 A/1/16", "command Wyman 1/A/741", None),
        ("0710 A/1/16", "command 16HQ B/1/16", "8.4"),
        ("0710 A/1/16 disrupted", "command 16HQ 1/A/741", "8.4"),
        ("0710 AT/16", "command 16HQ 1/A/741", "8.4"),
        ("", "command 16HQ 1/A/741", "8.4"),
    ],
)
def test_a_tank_out_of_sight_needs_an_observer_and_a_leader(observer, command, answer):
    # B/1/16 stands outside the field of fire of WN61.
    table = in_action(f"0813 1/A/741; {observer}; 0814 16HQ, Wyman, B/1/16; {command}; WN61 ?")
    assert refused(table, "1/A/741", "WN61") == answer


@rule("omaha", "8.4a")
@pytest.mark.parametrize(("house", "answer"), [("", "8.4"), ("alternative", None)])
def test_a_disrupted_target_has_no_field_of_fire(house, answer):
    text = "0612 1/A/741; WN61 ? disrupted"
    table = in_action(text + (f"; house disrupted-observed {house}" if house else ""))
    assert refused(table, "1/A/741", "WN61") == answer


@rule("omaha", "8.4c")
def test_observing_is_not_an_action():
    text = "0813 1/A/741; 0710 A/1/16; 0814 16HQ; command 16HQ A/1/16; WN61 ?"
    table = in_action(text)
    run(table, attacks.barrage, unit("1/A/741"), post("WN61"))
    play(table, shows(color=False, symbol=False))
    assert has(table.acted, "1/A/741")
    assert not has(table.acted, "A/1/16")
    # Nor must the observer be able to act.
    tired = in_action(text.replace("A/1/16;", "A/1/16 acted;", 1))
    assert refused(tired, "1/A/741", "WN61") is None


@rule("omaha", "8d")
@pytest.mark.parametrize("name", ["62AFA", "7FA", "AT/16", "A-B/197", "D/1/16"])
def test_only_tanks_barrage(name):
    assert refused(in_action(f"0612 {name}; WN61 ?"), name, "WN61") == "8.4"


@rule("omaha", "8.4a")
def test_a_barrage_is_an_action():
    assert refused(in_action("0612 1/A/741 acted; WN61 ?"), "1/A/741", "WN61") == "7.2"
    assert refused(in_action("0612 1/A/741 disrupted; WN61 ?"), "1/A/741", "WN61") == "7.7"
    assert refused(in_action("0612 1/A/741; WN61 ?; actions 0 2"), "1/A/741", "WN61") == "7"
    table = barraged("0612 1/A/741; WN61 ?", shows(color=False, symbol=False))
    assert table.paid_actions == (1, 2)


# --- 8.4 the table


@rule("omaha", "8.4d", "8.4e", "UBT-a")
@pytest.mark.parametrize("marker", ["", "depth?"])
@pytest.mark.parametrize("steps", [1, 2])
def test_a_card_that_shows_neither_has_no_effect(marker, steps):
    table = in_action(f"0612 1/A/741:{steps}; WN61 ? {marker}")
    run(table, attacks.barrage, unit("1/A/741"), post("WN61"))
    assert decision(table).kind == "draw"
    assert len(options(table)) == 54
    chosen = shows(color=False, symbol=False)
    play(table, chosen)
    assert [draw(number) for number in table.track] == [chosen]
    assert not at(table.german_disrupted, "WN61")


@rule("omaha", "UBT-b", "UBT-d", "UBT-e", "UBT-f", "UBT-g", "UBT-h", "UBT-i", "8.4d")
@pytest.mark.parametrize(
    ("color", "symbol", "steps", "marker", "disrupted"),
    [
        (False, True, 1, "depth?", False),
        (False, True, 2, "depth?", False),
        (False, True, 1, "", False),
        (False, True, 2, "", True),
        (True, False, 1, "depth?", False),
        (True, False, 2, "depth?", True),
        (True, False, 1, "", True),
        (True, False, 2, "", True),
        (True, True, 1, "depth?", True),
        (True, True, 2, "depth?", True),
        (True, True, 1, "", True),
        (True, True, 2, "", True),
    ],
)
def test_the_barrage_table_for_tanks(color, symbol, steps, marker, disrupted):
    table = barraged(f"0612 1/A/741:{steps}; WN61 ? {marker}", shows(color=color, symbol=symbol))
    assert at(table.german_disrupted, "WN61") == disrupted
    assert (table.depth[post("WN61")] != NO_DEPTH) == bool(marker)
    assert at(table.face_down, "WN61")


@rule("omaha", "UBT-c", "UBT-e", "UBT-g", "UBT-j")
@pytest.mark.parametrize(
    ("color", "symbol", "marker", "disrupted", "removed"),
    [
        (False, False, "depth?", False, False),
        (False, True, "depth?", True, False),
        (False, True, "", True, False),
        (True, False, "depth?", True, False),
        (True, True, "depth?", True, True),
    ],
)
def test_the_barrage_table_for_strength_six_and_more(color, symbol, marker, disrupted, removed):
    # No tank is that strong: read the table for armored artillery (circle, strength 9).
    table = in_action(f"0513 62AFA; WN61 ? {marker}")
    number = int(shows(color=color, symbol=symbol, target="circle").removeprefix("card-"))
    run(table, barrages.resolve_barrage, number, unit("62AFA"), post("WN61"))
    assert at(table.german_disrupted, "WN61") == disrupted
    assert (table.depth[post("WN61")] == NO_DEPTH) == (removed or not marker)


@rule("omaha", "8.4e")
def test_a_double_square_shows_the_color_too():
    def double(each: OmahaCard) -> bool:
        square = each.square("orange")
        return square is not None and square.double and each.target != "triangle"

    table = barraged("0612 1/A/741; WN61 ?", card(double))
    assert at(table.german_disrupted, "WN61")


# --- 8.41 limits


@rule("omaha", "8.41a", "8.41b", "8.41c", "FAQ.2a")
def test_several_tanks_barrage_one_hex_each_with_its_own_card():
    # Two tanks of strength 2 are not a strength of 4: symbol only, no depth, no effect.
    table = in_action("0612 1/A/741:1; 0611 2/B/741:1; WN61 ?")
    chosen = shows(color=False, symbol=True)
    run(table, attacks.barrage, unit("1/A/741"), post("WN61"))
    play(table, chosen)
    assert refused(table, "2/B/741", "WN61") is None
    run(table, attacks.barrage, unit("2/B/741"), post("WN61"))
    assert chosen not in options(table)
    second = card(
        lambda each: each.square("orange") is None and each.target == "triangle", but=(chosen,)
    )
    play(table, second)
    assert [draw(number) for number in table.track] == [chosen, second]
    assert not at(table.german_disrupted, "WN61")
    assert at(table.barraged, "WN61")


@rule("omaha", "8.41b")
def test_the_cards_of_the_fire_phase_do_not_count():
    fire = shows(color=True, symbol=True).removeprefix("card-")
    table = in_action(f"0612 1/A/741; WN61 ?; fire-cards {fire} -; card-track {fire}")
    run(table, attacks.barrage, unit("1/A/741"), post("WN61"))
    play(table, shows(color=False, symbol=False))
    assert not at(table.german_disrupted, "WN61")


@rule("omaha", "8.41c", "8.53b", "FAQ.1a")
def test_an_attacked_hex_is_not_barraged():
    table = in_action('0612 1/A/741; 0808 A/1/16; naval 1; WN61 "2 BG MO" depth "3 AR"')
    attack(table, "WN61", "A/1/16")
    assert refused(table, "1/A/741", "WN61") == "8.41"
    assert naval_refused(table, "WN61") == "8.41"


@rule("omaha", "8.41d")
def test_a_barrage_concerns_one_hex_of_a_wn():
    table = in_action("0613 1/A/741; WN62N ?; WN62S ?")
    run(table, attacks.barrage, unit("1/A/741"), post("WN62N"))
    play(table, shows(color=True, symbol=True, of="green"))
    assert at(table.german_disrupted, "WN62N")
    assert not at(table.german_disrupted, "WN62S")
    assert not at(table.barraged, "WN62S")


# --- 8.42 targets


@rule("omaha", "8.42a", "8.12b")
def test_the_high_ground_restriction_holds_for_barrages():
    # C3 has no field of fire on the beach; 1311 is low and 1412 high, both in its field of fire.
    for place, answer in (("1311", "8.12"), ("1315", None)):
        table = in_action(f"{place} 1/A/741; C3 3R/352")
        assert refused(table, "1/A/741", "C3") == answer
    # WN64 overlooks the beach.
    assert refused(in_action("0715 1/A/741; WN64 ?"), "1/A/741", "WN64") is None


@rule("omaha", "8.42b", "8.42c")
def test_face_down_reinforcements_are_safe_from_tanks():
    assert refused(in_action("1315 1/A/741; C3 T?"), "1/A/741", "C3") == "8.42"
    assert refused(in_action("1315 1/A/741; C3 3R/352 face-down"), "1/A/741", "C3") == "8.42"
    assert refused(in_action("1315 1/A/741; C3 3R/352"), "1/A/741", "C3") is None
    assert refused(in_action("0612 1/A/741; WN61 ?"), "1/A/741", "WN61") is None
    assert refused(in_action('0612 1/A/741; WN61 "2 BG MO"'), "1/A/741", "WN61") is None


# --- 8.5 naval fire markers


@rule("omaha", "8.5a")
def test_there_are_no_markers_before_an_event_brings_one():
    table = setup.set_up("first-waves", {"players": 1})
    assert table.naval_fire == 0
    bare = in_action("0710 A/1/16; WN61 ?")
    assert naval_refused(bare, "WN61") == "8.5"
    assert weapons.refuse_naval_fire(bare, post("WN61"), (unit("A/1/16"),)).rule == "8.5"
    stocked = in_action("0710 A/1/16; WN61 ?; naval 1")
    assert naval_refused(stocked, "WN61") is None
    assert weapons.refuse_naval_fire(stocked, post("WN61"), (unit("A/1/16"),)) is None


@rule("omaha", "8.52a", "8.52e")
def test_what_a_naval_barrage_may_hit():
    def answer(german, target="C3", place="1212"):
        return naval_refused(in_action(f"{place} A/1/16; naval 1; {target} {german}"), target)

    assert answer("?", "WN61", "0710") is None
    assert answer('"2 BG MO"', "WN61", "0710") is None
    assert answer("3R/352") is None
    assert answer("T?") == "8.52"
    assert answer("3R/352 face-down") == "8.52"
    # Anywhere: the observer may be far from the target, and inland positions are no exception.
    assert answer("?", "WN61", "0507") is None
    assert naval_refused(in_action("1212 A/1/16; naval 1"), "C3") == "8"


@rule("omaha", "8.52b")
@pytest.mark.parametrize(
    ("observer", "command", "answer"),
    [
        ("0710 A/1/16", "", None),
        ("0710 A/1/16:2", "", None),  # BG BZ RD
        ("0710 C/1/16:2", "", "8.52"),  # BG BR MO
        ("0710 C/1/16:2", "command 16HQ C/1/16", None),
        ("0710 C/1/16:2", "command Wyman C/1/16", "8.52"),
        ("0710 A/1/16 disrupted", "", "8.52"),
        ("0710 A/1/16 acted", "", None),
        ("0813 A/1/16", "", "8.52"),  # not in the field of fire
        ("0710 1/A/741", "command 16HQ 1/A/741", "8.52"),
    ],
)
def test_a_naval_barrage_needs_infantry_with_a_radio_in_the_field_of_fire(
    observer, command, answer
):
    table = in_action(f"{observer}; 0814 16HQ, Wyman; {command}; naval 1; WN61 ?")
    assert naval_refused(table, "WN61") == answer


@rule("omaha", "8.52b")
@pytest.mark.parametrize(("house", "answer"), [("", "8.52"), ("alternative", None)])
def test_a_disrupted_target_cannot_be_observed_for_naval_fire(house, answer):
    text = "0710 A/1/16; naval 1; WN61 ? disrupted"
    table = in_action(text + (f"; house disrupted-observed {house}" if house else ""))
    assert naval_refused(table, "WN61") == answer


@rule("omaha", "8.52c", "8.52d", "8.53a", "8.53b", "8.54b")
def test_a_naval_barrage_disrupts_and_removes_depth_for_free():
    table = in_action("0710 A/1/16; naval 2; WN61 ? depth?; WN60 ?; actions 1 1")
    run(table, attacks.naval_barrage, post("WN61"))
    assert at(table.german_disrupted, "WN61")
    assert table.depth[post("WN61")] == NO_DEPTH
    assert table.unit[post("WN61")] != EMPTY
    assert at(table.face_down, "WN61")
    assert not at(table.german_disrupted, "WN60")
    assert table.naval_fire == 1
    assert table.acted == 0
    assert table.paid_actions == (1, 1)
    assert options(table) == []
    # The hex may not be attacked any more.
    refusal = attacks.refuse_attack(table, unit("A/1/16"), post("WN61"))
    assert refusal.rule == "8.41"


@rule("omaha", "8.52c", "8.52d")
def test_a_lone_unit_is_only_disrupted():
    table = in_action("1212 A/1/16; naval 1; C3 1/1/726")
    run(table, attacks.naval_barrage, post("C3"))
    assert table.unit[post("C3")] != EMPTY
    assert at(table.german_disrupted, "C3")
    assert [event.kind for event in events(table)] == ["naval-barrage", "german-disrupted"]


@rule("omaha", "8.53a")
def test_naval_barrages_belong_to_the_action_phase():
    table = in_action("0710 A/1/16; naval 1; WN61 ?")
    assert naval_refused(table, "WN61") is None
    for phase in ("fire", "engineer", "event"):
        table.phase = phase
        assert naval_refused(table, "WN61") == "8.53"
    # At any moment of it, whatever the infantry has done and with no action left.
    late = in_action("0710 A/1/16 acted; naval 1; WN61 ?; actions 0 0")
    assert naval_refused(late, "WN61") is None


@rule("omaha", "8.54a")
def test_markers_are_kept_from_turn_to_turn():
    table = table_of("turn 3 end; naval 2")
    run(table, sequence.end_of_turn)
    assert table.turn == 4
    assert table.naval_fire == 2


@rule("omaha", "8.4a")
def test_leaders_are_no_tanks():
    table = in_action("0612 16HQ; WN61 ?")
    assert all(
        refused(table, name, "WN61") in ("8.4", "7") for name in equipment().names[84:PIECES]
    )
