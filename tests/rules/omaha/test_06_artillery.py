"""6.5 German artillery fire."""

from __future__ import annotations

import pytest

from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase, german_artillery
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.state import OmahaTable, equipment, put_in_hex
from situations import decision, events, options, play, post, run, situation, table_of, texts, unit

EAST_GUNS = "WN60 ?; WN61 ?; WN62S ?; WN65S ?"
"""Three 75s and an 88; with the two off-map guns six."""


def shelled(text: str, number: int, sector: str = "east") -> State[OmahaTable]:
    """A situation after the artillery check of a fire card."""
    s = situation(text)
    run(s, german_artillery.artillery_fire, number, sector)
    return s


def left(s: State[OmahaTable], name: str) -> int:
    return s.position.steps_left[unit(name)]


@rule("omaha", "6.5a")
@pytest.mark.parametrize(("turn", "steps_left"), [(1, 3), (3, 3), (4, 2), (16, 2)])
def test_no_artillery_before_turn_4(turn: int, steps_left: int) -> None:
    assert left(shelled(f"turn {turn}; {EAST_GUNS}; 0606 C/1/16", 4), "C/1/16") == steps_left


@rule("omaha", "6.5b")
def test_a_card_without_a_value_brings_no_artillery() -> None:
    s = shelled(f"turn 5; {EAST_GUNS}; 0606 C/1/16", 2)
    assert left(s, "C/1/16") == 3
    assert not events(s)


@rule("omaha", "6.5c", "2.22d", "2.22e")
def test_guns_are_counted_by_caliber_on_the_map_and_off_it() -> None:
    table = table_of(EAST_GUNS)
    assert german_artillery.guns_in(table, "east", ("75",)) == 3
    assert german_artillery.guns_in(table, "east", ("88",)) == 2
    assert german_artillery.guns_in(table, "east", ("105",)) == 1
    assert german_artillery.guns_in(table, "west", ("75", "88", "105")) == 2
    table = table_of("WN60 ? disrupted; WN61 ? disrupted; WN62S ?; WN65S ?; WN62N ?; WN73 ?")
    assert german_artillery.guns_in(table, "east", ("75", "88", "105")) == 4
    assert german_artillery.guns_in(table, "west", ("75",)) == 1


@rule("omaha", "6.5d", "6.5c")
def test_the_artillery_value_examples() -> None:
    assert card(4).artillery is not None
    assert (card(4).artillery.value, card(4).artillery.calibers) == (3, ("75", "88", "105"))
    assert left(shelled("turn 5; WN60 ?; 0606 C/1/16", 4), "C/1/16") == 2
    assert left(shelled("turn 5; WN60 ? disrupted; 0606 C/1/16", 4), "C/1/16") == 3
    assert left(shelled("turn 5; 0606 C/1/16", 4), "C/1/16") == 3
    # two or more of 88 and 105; 75s do not count
    assert card(6).artillery is not None
    assert (card(6).artillery.value, card(6).artillery.calibers) == (2, ("88", "105"))
    assert left(shelled("turn 5; 0606 B/1/16", 6), "B/1/16") == 2
    observers_taken = "0916 A/1/18; 0817 D/1/18; 0918 F/2/18; 1220 L/3/18"
    s = situation(f"turn 5; WN60 ?; WN62S ?; {observers_taken}; 0606 B/1/16")
    s.position.inactive_guns = german_artillery.out_of_action(s.position)
    run(s, german_artillery.artillery_fire, 6, "east")
    assert left(s, "B/1/16") == 3


@rule("omaha", "6.5d")
def test_exactly_one_unit_with_the_symbol_in_the_sector_loses_a_step() -> None:
    s = shelled(f"turn 5; {EAST_GUNS}; 0606 C/1/16:2; 0506 L/3/16; 0607 A/1/16; 0523 A/1/116", 4)
    assert [left(s, name) for name in ("C/1/16", "L/3/16", "A/1/16", "A/1/116")] == [2, 2, 3, 3]
    # a concentrated target means nothing to artillery
    s = shelled(f"turn 5; {EAST_GUNS}; 0606 A/1/16, B/1/16", 4)
    assert [left(s, name) for name in ("A/1/16", "B/1/16")] == [3, 3]


@rule("omaha", "6.5e", "6.5f", "6.5g", "6.5h")
def test_the_order_of_targets() -> None:
    order = [
        "box ER1 C/1/16:1",
        "0606 2/A/741:1",
        "box ER2 1/C/741:2",
        "0607 L/3/16:3",
    ]
    for first in range(4):
        names = ["C/1/16", "2/A/741", "1/C/741", "L/3/16"][first:]
        s = shelled(f"turn 5; {EAST_GUNS}; {'; '.join(order[first:])}", 4)
        before = [1, 1, 2, 3][first:]
        assert decision(s) is None
        assert [was - left(s, name) for name, was in zip(names, before, strict=True)] == [
            1,
            *[0] * (3 - first),
        ]


@rule("omaha", "6.5i", "6.5j")
def test_the_unit_with_most_steps_then_the_players_choice() -> None:
    s = shelled(f"turn 5; {EAST_GUNS}; box ER1 C/1/16:2; box ER2 G/2/16; box ER2 L/3/16", 4)
    assert options(s) == ["hit-G/2/16", "hit-L/3/16"]
    play(s, "hit-L/3/16")
    assert [left(s, name) for name in ("C/1/16", "G/2/16", "L/3/16")] == [2, 3, 2]


@rule("omaha", "6.5k", "6.5l")
def test_only_beach_hexes_and_landing_boxes_are_shelled() -> None:
    board = equipment().board
    for terrain in ("pavilion", "draw", "high_ground"):
        where = board.grid.names_of(board.terrain[terrain] & board.sectors["east"])[0]
        s = shelled(f"turn 5; {EAST_GUNS}; {where} C/1/16", 4)
        assert left(s, "C/1/16") == 3
        assert "finds no circle target" in texts(events(s, "artillery"))[0]
    s = shelled(f"turn 5; {EAST_GUNS}; 0606 A/1/16", 4)
    assert left(s, "A/1/16") == 3
    s = shelled(f"turn 5; {EAST_GUNS}; 0421 C/1/16; box DR2 L/3/16", 4)  # in the west
    assert (left(s, "C/1/16"), left(s, "L/3/16")) == (3, 3)


@rule("omaha", "6.34a", "6.5d")
def test_a_unit_that_lost_a_step_to_a_position_is_spared_by_artillery() -> None:
    text = f"turn 5; {EAST_GUNS}; 0606 C/1/16 lost-step; 0506 L/3/16:1"
    s = shelled(text, 4)
    assert [left(s, name) for name in ("C/1/16", "L/3/16")] == [3, 0]
    s = shelled(f"{text}; house artillery-second-step alternative", 4)
    assert [left(s, name) for name in ("C/1/16", "L/3/16")] == [2, 1]


@rule("omaha", "6.34a")
def test_a_step_lost_to_artillery_is_the_one_of_the_phase() -> None:
    # 0618 is an east hex in the field of WN66, which fires for the west
    s = situation(f"turn 5; {EAST_GUNS}; WN66N ?; 0618 C/1/16")
    run(s, fire_phase.fire_phase)
    play(s, "card-47", "card-8")  # three guns and a circle; then a single brown and a circle
    assert left(s, "C/1/16") == 2


@rule("omaha", "6.5d")
def test_only_boxes_of_the_sector_are_shelled() -> None:
    assert left(shelled(f"turn 5; {EAST_GUNS}; box DG1 A/1/116", 4), "A/1/116") == 3
    assert left(shelled(f"turn 5; {EAST_GUNS}; box ER1 A/1/116", 4), "A/1/116") == 2


@rule("omaha", "6.4d", "6.5c", "4.III-b")
def test_a_gun_restored_by_the_card_does_not_count_in_its_check() -> None:
    # card 4 shows orange: WN61's 88 recovers, but only after the check
    s = situation("turn 5; WN61 ? disrupted; 0606 C/1/16")
    run(s, fire_phase.read_card, 4, "east")
    assert left(s, "C/1/16") == 3
    assert not s.position.german_disrupted


# --- 6.51 to 6.53


@rule("omaha", "6.51a")
def test_an_eliminated_gun_no_longer_counts() -> None:
    assert german_artillery.guns_in(table_of("WN61 ?"), "east", ("88",)) == 2
    assert german_artillery.guns_in(table_of(""), "east", ("88",)) == 1


FLAK_EAST = 1 << 1
OBSERVERS = "0916 A/1/18; 0817 D/1/18; 0918 F/2/18; 1220 L/3/18"


@rule("omaha", "6.51b")
def test_an_off_map_gun_is_inactive_when_all_observer_positions_are_controlled() -> None:
    assert [gun.name for gun in equipment().pieces.off_map_artillery][1] == "1 Flak east"
    assert german_artillery.out_of_action(table_of(OBSERVERS)) == FLAK_EAST
    table = table_of(OBSERVERS)
    table.inactive_guns = german_artillery.out_of_action(table)
    assert german_artillery.guns_in(table, "east", ("88", "105")) == 1
    # every one of them, and both hexes of a two-hex position; these units control only their own
    for missing in range(4):
        others = [
            f"{each}:1" for number, each in enumerate(OBSERVERS.split("; ")) if number != missing
        ]
        assert german_artillery.out_of_action(table_of("; ".join(others))) == 0


@rule("omaha", "6.51b")
def test_control_for_victory_is_needed_by_house_rule() -> None:
    house = "house observer-control alternative"
    assert german_artillery.out_of_action(table_of(f"{OBSERVERS}; {house}")) == FLAK_EAST
    # D4's field of fire over 1220 denies control for victory, but not control
    assert german_artillery.out_of_action(table_of(f"{OBSERVERS}; D4 T?")) == FLAK_EAST
    assert german_artillery.out_of_action(table_of(f"{OBSERVERS}; D4 T?; {house}")) == 0


@rule("omaha", "6.51c")
def test_a_german_unit_in_an_observer_position_or_communication_with_it_wakes_the_gun() -> None:
    without = OBSERVERS.replace("; 1220 L/3/18", "")
    assert german_artillery.out_of_action(table_of(f"{without}; WN67 ?")) == 0
    assert german_artillery.out_of_action(table_of(without)) == 0
    # controlled from 1120, but an exit can be reached from it
    assert german_artillery.out_of_action(table_of(f"{without}; 1120 L/3/18")) == 0


@rule("omaha", "6.51c")
def test_a_surrounded_german_in_an_observer_position_keeps_the_gun_active() -> None:
    around = "1120 G/2/18; 1121 E/2/18; 1219 I/3/18; 1221 K/3/18; 1320 B/1/18; 1321 C/1/18"
    ring = OBSERVERS.replace("1220 L/3/18", around)
    assert german_artillery.out_of_action(table_of(ring)) == FLAK_EAST
    assert german_artillery.out_of_action(table_of(f"{ring}; WN67 ?")) == 0


@rule("omaha", "6.51c", "12.24a")
def test_what_fire_does_in_the_phase_wakes_no_gun() -> None:
    s = situation(f"turn 5; {OBSERVERS.replace('L/3/18', 'L/3/18:1')}; 0606 B/1/16")
    run(s, fire_phase.fire_phase)
    assert s.position.inactive_guns == FLAK_EAST
    put_in_hex(s.position, unit("L/3/18"), -1)
    assert german_artillery.out_of_action(s.position) == 0
    play(s, "card-14")  # one 88 is enough; only the flak gun would be one
    assert left(s, "B/1/16") == 3


@rule("omaha", "6.52a")
def test_a_gun_may_fire_from_its_position_and_count_for_artillery() -> None:
    s = situation("turn 5; WN61 ?; 0611 A/1/16; 0606 C/1/16")
    run(s, fire_phase.read_card, 4, "east")
    assert (left(s, "A/1/16"), left(s, "C/1/16")) == (2, 2)


@rule("omaha", "6.53a", "6.53b")
def test_rockets_are_no_part_of_artillery_fire() -> None:
    assert equipment().posts[post("WN69")].gun == "rocket"
    calibers = ("75", "88", "105")
    assert german_artillery.guns_in(table_of("WN69 ?"), "west", calibers) == 2
    for rocket in ("?", "wn-18"):  # face down, and revealed
        # card 4 needs three guns, and two are off the map in the west
        assert left(shelled(f"turn 5; WN69 {rocket}; 0523 A/1/116", 4, "west"), "A/1/116") == 3
        s = shelled(f"turn 5; WN69 {rocket}; WN73 ?; 0523 A/1/116", 4, "west")
        assert left(s, "A/1/116") == 2, "a real gun is the third"


@rule("omaha", "6.5j")
def test_with_two_players_the_owner_of_the_targets_chooses() -> None:
    s = shelled(f"players 2; turn 5; {EAST_GUNS}; box ER2 G/2/16; box ER2 L/3/16", 4)
    asked = decision(s)
    assert asked is not None
    assert asked.seat == "1st"
