"""4.II The Event Phase and the event descriptions, for Turns 2 to 16 and some beyond."""

from __future__ import annotations

import random

import pytest

from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.events import event_phase
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.scenarios import setup
from beachhead.omaha.table import cards, invariants
from beachhead.omaha.table.state import EMPTY, NO_DEPTH, OmahaTable, equipment, put_in_hex
from beachhead.omaha.us_actions import movement
from beachhead.omaha.victory import catastrophic_loss
from situations import (
    decision,
    draw,
    hex_,
    options,
    play,
    post,
    run,
    table_of,
    texts,
    unit,
)


def event(text: str, number: int, *choices: str) -> OmahaTable:
    """The table after a card was drawn as an event, and some choices were made."""
    table = table_of(text)
    run(table, event_phase.event_phase)
    play(table, draw(number), *choices)
    return table


def steps_of(table: OmahaTable, name: str) -> int:
    return table.steps_left[unit(name)]


def unchanged(text: str, table: OmahaTable) -> bool:
    """Whether nothing but the draw itself happened."""
    before = table_of(text)
    after = table.copy()
    after.phase, after.deck, after.track = before.phase, before.deck, before.track
    return after == before


# --- 4.II


@rule("omaha", "4.II-a")
def test_one_card_is_drawn_and_its_entry_for_the_turn_carried_out():
    table = event("turn 10", 14)  # smoke until Turn 10, naval fire from Turn 11
    assert (bool(table.smoke), table.naval_fire) == (True, 0)
    assert table.track == (14,)
    assert options(table) == []
    table = event("turn 11", 14)
    assert (bool(table.smoke), table.naval_fire) == (False, 1)
    # On Turn 2 card 4 brings naval fire and a reinforcement, on Turn 12 only stragglers.
    table = event("turn 12; 0728 A/1/116:1", 4)
    assert (steps_of(table, "A/1/116"), table.naval_fire) == (2, 0)


@rule("omaha", "4.II-b")
def test_there_is_no_event_on_turn_1():
    table = table_of("turn 1; WN62N ?")
    run(table, event_phase.event_phase)
    assert options(table) == []
    assert table.track == ()


@rule("omaha", "4.II-a")
def test_a_card_with_two_effects_has_both():
    table = event("turn 2", 4)  # naval fire, and a reinforcement in zone E
    assert table.naval_fire == 1
    assert table.unit[post("E1")] != EMPTY


def test_every_event_that_can_occur_is_known():
    kinds = {
        effect.kind.name
        for card in cards.deck()
        for turn in range(2, 17)
        for effect in card.effects(turn)
    }
    assert kinds <= event_phase.EVENTS.keys()


@pytest.mark.parametrize("scenario", ["first-waves", "easy-fox"])
def test_every_card_can_be_carried_out_on_every_turn(scenario: str):
    chance = random.Random(3)
    start = setup.set_up(scenario, {"players": 1})
    ashore = [piece for piece in range(90) if start.steps_left[piece] or piece in (84, 85, 88)]
    east = ["0714", "0808", "0915", "1013", "0608", "1118"]
    west = ["0720", "0727", "0926"] if scenario == "first-waves" else []
    hexes = [hex_(name) for name in east + west]
    for piece in ashore[::3]:
        put_in_hex(start, piece, chance.choice(hexes))
        start.box, start.due = replaced(start.box, piece, -1), replaced(start.due, piece, -1)
        start.steps_left = replaced(
            start.steps_left, piece, min(start.steps_left[piece], chance.choice((1, 3)))
        )
    for card in cards.deck():
        for turn in (2, 9, 11, 16):
            table = start.copy()
            table.turn = turn
            run(table, event_phase.event_phase)
            play(table, draw(card.number))
            while (asked := decision(table)) is not None:
                play(table, chance.choice(asked.options).id)
            table.phase = "end"
            problems = [each for each in invariants.invariants(table) if "two units" not in each]
            assert problems == [] or table.result is not None
            for each in equipment().posts:
                in_play = each.position.sector in table.sectors
                assert in_play or table.unit[each.index] == EMPTY


# --- kept, or for the turn


@rule("omaha", "8.5a", "8.54a")
def test_naval_fire_markers_are_kept():
    assert event("turn 12; naval 1", 39).naval_fire == 2


@rule("omaha", "7a")
def test_events_change_the_number_of_actions_for_the_turn():
    table = event("turn 2", 8)
    assert table.action_change == 1
    run(table, sequence.end_of_turn)
    assert table.action_change == 0
    assert event("turn 2", 39).action_change == -1


@rule("omaha", "6.4b")
def test_the_germans_recover():
    table = event("turn 12; WN62N ? disrupted; C1 T? disrupted", 5)
    assert table.german_disrupted == 0


@rule("omaha", "EV.smoke-a", "EV.smoke-b")
def test_smoke_keeps_the_wns_named_from_firing_for_the_turn():
    text = "turn 2; WN72N ? depth?; WN72S ?; 0330 A/1/116"
    clear, smoked = table_of(text), event(text, 3)
    for table in (clear, smoked):
        run(table, fire_phase.fire_phase)
        play(table, draw(40), draw(22))  # nothing for the east; double purple for the west
    assert (steps_of(clear, "A/1/116"), steps_of(smoked, "A/1/116")) == (2, 3)
    run(smoked, sequence.end_of_turn)
    assert smoked.smoke == 0


MANNED = "; ".join(f"{each.name} ? depth?" for each in equipment().posts if each.is_wn)
UNDER_FIRE = "0427 A/1/116; 0330 B/1/116; 0523 C/1/116; 0616 E/2/16; 0611 F/2/16; 0609 G/2/16"


def who_fires(table: OmahaTable, number: int) -> set[str]:
    """The positions of both sectors that fire on a card."""
    told = []
    for sector in ("east", "west"):
        told += run(table, fire_phase.read_card, number, sector)
        while asked := options(table):
            told += play(table, asked[0])
    return {each.detail["position"] for each in told if each.kind == "fire"}


@rule("omaha", "EV.smoke-a")
@pytest.mark.parametrize("number", [3, 9, 10, 11, 14, 16])
def test_smoke_keeps_every_wn_named_from_firing_and_nobody_else(number: int):
    (smoke,) = cards.card(number).effects(2)
    named = set(smoke["positions"])
    assert named
    text = f"turn 2; {MANNED}; {UNDER_FIRE}"
    silenced = set()
    for drawn in range(1, 55, 3):
        clear = who_fires(table_of(text), drawn)
        assert who_fires(event(text, number), drawn) == clear - named
        silenced |= clear & named
    assert silenced == named


@rule("omaha", "EF-a")
def test_easy_fox_has_no_smoke_in_the_west():
    assert event("scenario easy-fox; turn 2", 3).smoke == 0
    assert event("scenario easy-fox; turn 2", 11).smoke.bit_count() == 2


@rule("omaha", "EV.smoke-c")
def test_infiltration_past_a_smoked_wn_still_needs_a_card():
    text = "turn 2; WN64 ?; 0815 A/1/16"
    past = [equipment().board.position["WN64"].index]
    for table in (table_of(text), event(text, 11)):
        here, there = hex_("0815"), hex_("0816")
        assert movement.infiltrated(table, here, there, "move") == past


@pytest.mark.parametrize(("where", "loses"), [("0711", True), ("0606", False)])
@rule("omaha", "EV.plunging-fire-a")
def test_plunging_fire_makes_sporadic_fire_steady_behind_a_protective_hexside(
    where: str, loses: bool
):
    # Both hexes are in the sporadic fire of WN60; only 0711 borders a protective hexside.
    text = f"turn 12; WN60 ?; {where} A/1/16"
    plain, plunging = table_of(text), event(text, 2)
    for table in (plain, plunging):
        run(table, fire_phase.fire_phase)
        play(table, draw(13), draw(40))  # purple and diamond for the east
        assert table.disrupted >> unit("A/1/16") & 1 or table is plunging
    assert steps_of(plain, "A/1/16") == 3
    assert steps_of(plunging, "A/1/16") == (2 if loses else 3)
    run(plunging, sequence.end_of_turn)
    assert not plunging.plunging_fire


def test_artillery_has_no_engineers_to_limit_before_turn_17():
    text = "turn 12; WN60 ?"
    table = event(text, 12)
    assert unchanged(text, table)
    assert "no effect" in texts(table.news)[-1]


# --- EV.hero


@rule("omaha", "EV.hero-a", "11.11a")
def test_a_hero_joins_any_unit_of_the_division():
    table = table_of("turn 2; 0714 A/1/16; box ER1 1/A/741; 0808 A/1/116 transferred; 0728 B/1/116")
    run(table, event_phase.event_phase)
    play(table, draw(34))
    assert set(options(table)) == {"unit-A/1/16", "unit-1/A/741", "unit-A/1/116"}
    play(table, "unit-A/1/116")
    assert unit("A/1/116") in table.heroes


# --- EV.add-step


@rule("omaha", "EV.add-step-a", "13.1b")
def test_a_one_step_infantry_unit_gains_a_step_and_leaves_the_loss_box():
    text = "turn 12; 0728 A/1/116:1; 0627 B/1/116:1; 0626 C/1/116:2; 0714 A/1/16:1; "
    text += "0530 1/A/743:1; 0333 C/2R:1; 0629 E/2/116:1 transferred"
    table = table_of(text)
    run(table, event_phase.event_phase)
    play(table, draw(4))
    # Regular infantry under the division's command, with one step.
    assert set(options(table)) == {"unit-A/1/116", "unit-B/1/116"}
    lost = catastrophic_loss.infantry_lost(table, 29)
    play(table, "unit-B/1/116")
    assert steps_of(table, "B/1/116") == 2
    assert catastrophic_loss.infantry_lost(table, 29) == lost - 1


@rule("omaha", "EV.add-step-a")
def test_the_only_unit_gains_the_step_without_a_question():
    table = event("turn 12; 0728 A/1/116:1; 0714 A/1/16:1", 4)
    assert (steps_of(table, "A/1/116"), steps_of(table, "A/1/16")) == (2, 1)


@rule("omaha", "EV.add-step-b")
def test_without_one_in_the_division_one_of_the_other_may_gain_the_step():
    text = "turn 12; players 2; 0728 A/1/116:2; 0714 A/1/16:1; out B/1/116"
    table = table_of(text)
    run(table, event_phase.event_phase)
    play(table, draw(4))
    asked = decision(table)
    assert asked is not None
    assert asked.seat == "1st"
    assert options(table) == ["unit-A/1/16", "none"]
    play(table, "unit-A/1/16")
    assert steps_of(table, "A/1/16") == 2
    assert steps_of(event(text, 4, "none"), "A/1/16") == 1


@rule("omaha", "EV.add-step-c")
def test_without_any_one_step_infantry_nothing_happens():
    text = "turn 12; 0728 A/1/116:2; 0333 C/2R:1; out B/1/116"
    assert unchanged(text, event(text, 4))


# --- EV.screaming-meemies, EV.rocket-destroyed

BEACH = "0821 B/1/116; 0522 C/1/116; 0421 E/2/116; 1021 F/2/116; 1020 G/2/116; 0721 A/1/116:2; "
"""Three steps: at four and seven hexes from WN69, too far, too near, on high ground; two steps."""


@rule("omaha", "EV.screaming-meemies-a", "EV.screaming-meemies-b", "EV.screaming-meemies-c")
def test_rockets_hit_a_unit_with_most_steps_on_low_ground_three_to_seven_hexes_away():
    table = table_of(f"turn 2; WN69 ?; {BEACH} 0722 116HQ")
    run(table, event_phase.event_phase)
    play(table, draw(5))
    assert set(options(table)) == {"unit-B/1/116", "unit-C/1/116"}
    play(table, "unit-C/1/116")
    assert steps_of(table, "C/1/116") == 2
    assert table.meemies_fired


@rule("omaha", "EV.screaming-meemies-a")
def test_rockets_reach_draws_and_pavilions_from_three_hexes_on():
    assert equipment().board.grid.distance(hex_("1222"), hex_("0923")) == 3
    table = event("turn 2; WN69 ?; 0923 A/1/116:1; 1121 B/1/116", 5)
    assert steps_of(table, "A/1/116") == 0
    assert steps_of(table, "B/1/116") == 3


@rule("omaha", "EV.screaming-meemies-d", "6.53b")
def test_a_disrupted_or_eliminated_rocket_unit_does_not_fire():
    for text in (f"turn 2; WN69 ? disrupted; {BEACH}", f"turn 2; WN67 ?; {BEACH}"):
        table = event(text, 5)
        assert unchanged(text, table)
        assert not table.meemies_fired


@rule("omaha", "11.14a")
def test_a_hero_may_save_his_unit_from_the_rockets():
    table = event("turn 2; WN69 ?; 0821 A/1/116:1 hero", 5, "sacrifice")
    assert steps_of(table, "A/1/116") == 1


@rule("omaha", "EV.screaming-meemies-a", "EV.rocket-destroyed-a")
def test_rockets_that_hit_nobody_have_fired():
    table = event("turn 2; WN69 ?; 0421 E/2/116", 5)
    assert steps_of(table, "E/2/116") == 3
    assert table.meemies_fired
    table.turn = 12
    run(table, event_phase.event_phase)
    play(table, draw(33))
    assert table.unit[post("WN69")] == EMPTY


@rule("omaha", "EV.rocket-destroyed-a")
def test_a_rocket_unit_that_has_fired_is_destroyed():
    table = event("turn 12; meemies-fired; WN69 ? depth? disrupted", 33)
    assert table.unit[post("WN69")] == EMPTY
    assert table.depth[post("WN69")] == NO_DEPTH
    rocket = equipment().pieces.german_unit["wn-18"].index
    assert not table.unseen_units >> rocket & 1


@rule("omaha", "EV.rocket-destroyed-b")
def test_a_rocket_unit_that_has_not_fired_is_safe():
    for text in ("turn 12; WN69 ? depth?", "turn 12; meemies-fired; WN67 ?"):
        assert unchanged(text, event(text, 33))


# --- EV.prisoner-talks, EV.patrol-report


@rule("omaha", "EV.prisoner-talks-a")
def test_a_prisoner_betrays_a_unit_of_your_choice_and_its_depth():
    table = table_of("turn 12; players 2; WN62N ?; C1 T? depth?; A1 1/1/726; WN70 ?; C2 T?")
    run(table, event_phase.event_phase)
    play(table, draw(53))
    assert options(table) == ["reveal-WN62N", "reveal-C1", "reveal-C2"]
    asked = decision(table)
    assert asked is not None
    assert asked.seat == "1st"
    play(table, "reveal-C1", "german-3/1/726")
    marker = equipment().pieces.depth_markers_of("building")[2]
    play(table, f"depth-{marker.name}")
    assert not table.face_down >> post("C1") & 1
    assert table.depth[post("C1")] == marker.index
    assert options(table) == []


@rule("omaha", "EV.prisoner-talks-b")
def test_without_one_in_the_sector_you_may_choose_in_the_other():
    text = "turn 12; A1 1/1/726; WN70 ?; E1 T?"
    table = table_of(text)
    run(table, event_phase.event_phase)
    play(table, draw(53))
    assert options(table) == ["reveal-WN70", "reveal-E1", "none"]
    play(table, "none")
    assert table.face_down == 1 << post("WN70") | 1 << post("E1")
    table = event("turn 12; A1 1/1/726", 53)
    assert options(table) == []


@rule("omaha", "EV.prisoner-talks-c", "9.4a")
def test_a_tactical_reinforcement_a_prisoner_betrays_appears_face_up():
    table = event("turn 12; WN60 ? depth?", 53, "german-wn-10", "depth-wn-depth-02")
    assert table.depth[post("WN60")] == NO_DEPTH
    assert "german-9/3/726" in options(table)
    play(table, "german-9/3/726")
    assert table.unit[post("A3")] == equipment().pieces.german_unit["9/3/726"].index
    assert not table.face_down >> post("A3") & 1


@rule("omaha", "EV.patrol-report-a")
def test_a_patrol_reveals_the_unit_closest_to_the_sectors_units_even_across_the_boundary():
    # WN60 is next to a unit of the east sector; the west's unit in 0720 is closest to WN65N.
    text = "turn 12; 0808 A/1/16; 0720 A/1/116:1; WN60 ?; WN70 ?; WN65N ? depth?"
    table = event(text, 36, "german-wn-01", "depth-wn-depth-08")
    assert not table.face_down >> post("WN65N") & 1
    assert table.face_down == 1 << post("WN60") | 1 << post("WN70")


@rule("omaha", "EV.patrol-report-a")
def test_a_patrol_counts_units_by_the_sector_they_are_in():
    table = event("turn 12; 0808 A/1/116; 0728 A/1/16; WN60 ?; WN71 ?", 36, "german-wn-04")
    assert table.face_down == 1 << post("WN60")
    text = "turn 12; 0808 A/1/116; 0728 Cota; WN60 ?; WN71 ?"  # no unit in the west
    assert unchanged(text, event(text, 36))


@rule("omaha", "EV.patrol-report-b")
def test_among_equally_close_units_you_choose():
    table = event("turn 12; players 2; 1121 A/1/116:1; WN67 ?; D1 T?; E1 T?", 36)
    assert options(table) == ["reveal-WN67", "reveal-D1"]
    asked = decision(table)
    assert asked is not None
    assert asked.seat == "29th"
    play(table, "reveal-D1")
    assert isinstance(decision(table), Chance)


@rule("omaha", "9.4b")
def test_a_tactical_reinforcement_that_a_patrol_finds_is_face_down():
    table = event("turn 12; 0728 A/1/116:1; WN71 ? depth?", 36, "german-wn-04", "depth-wn-depth-03")
    assert table.face_down == 1 << post("0828")
    assert options(table) == []


# --- later than Turn 16


@rule("omaha", "EV.germans-concealed")
def test_concealed_germans_disrupt_units_with_the_symbols():
    text = "turn 22; C3 T?; C6 1/1/726; WN62N ?; "
    text += "1312 C/1/16; 1314 A/1/16; 1412 B/1/16; 1611 G/2/16; 0813 L/3/16; 1314 16HQ"
    table = event(text, 9)  # circle and diamond
    assert table.disrupted == 1 << unit("C/1/16") | 1 << unit("A/1/16")


@rule(
    "omaha",
    "EV.unexpected-naval-fire-a",
    "EV.unexpected-naval-fire-b",
    "EV.unexpected-naval-fire-c",
    "EV.unexpected-naval-fire-h",
)
def test_unexpected_naval_fire_disrupts_a_german_unit():
    text = "turn 22; naval 1; WN62S ? depth?; WN62N ? depth?; A4 T? depth?"
    table = event(text, 7, draw(1))  # diamond: WN62S
    assert table.german_disrupted == 1 << post("WN62S")
    assert table.depth[post("WN62S")] == NO_DEPTH
    assert table.depth[post("WN62N")] != NO_DEPTH
    assert table.naval_fire == 1
    assert event(text, 7, draw(3)).german_disrupted == 1 << post("A4")  # triangle


@rule(
    "omaha",
    "EV.unexpected-naval-fire-d",
    "EV.unexpected-naval-fire-e",
    "EV.unexpected-naval-fire-f",
    "EV.unexpected-naval-fire-g",
)
def test_unexpected_naval_fire_may_hit_us_units():
    text = "turn 22; C1 A/1/16, I/3/16, 16HQ"
    table = event(text, 7, draw(2), draw(1))  # circle: C1; then diamond
    assert options(table) == ["unit-A/1/16", "unit-I/3/16"]
    play(table, "unit-I/3/16")
    assert (steps_of(table, "A/1/16"), steps_of(table, "I/3/16")) == (3, 2)
    assert table.hex[unit("16HQ")] == hex_("1113")
    missed = event(text, 7, draw(2), draw(3))
    assert (steps_of(missed, "A/1/16"), steps_of(missed, "I/3/16")) == (3, 3)
    assert options(missed) == []
    mixed = event("turn 22; C1 A/1/16, C/1/16", 7, draw(2), draw(1))
    assert (steps_of(mixed, "A/1/16"), steps_of(mixed, "C/1/16")) == (2, 3)
    for nobody in ("turn 22; C2 A/1/16", "turn 22; C1 16HQ"):
        empty = event(nobody, 7, draw(2))
        assert options(empty) == []
        assert "no effect" in texts(empty.news)[-1]


@rule("omaha", "EV.screaming-meemies-d", "EV.rocket-destroyed-b")
def test_a_crew_that_has_re_occupied_wn69_has_no_rockets() -> None:
    text = "turn 20\nWN69 wn-01\n0622 A/1/116\nmeemies-fired"
    rockets, destroyed = (
        next(each for each in cards.deck() if each.effects(20)[0].kind.name == kind)
        for kind in ("screaming_meemies", "rocket_destroyed")
    )
    table = event(text, rockets.number)
    assert steps_of(table, "A/1/116") == 3
    table = event(text, destroyed.number)
    assert table.unit[post("WN69")] != EMPTY
