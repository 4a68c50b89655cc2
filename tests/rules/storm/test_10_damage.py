"""10 Applying damage points, and retreats."""

from __future__ import annotations

import random
from itertools import product

import pytest

from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from beachhead.storm.damage import damage_points, retreats
from beachhead.storm.damage.damage_points import ELIMINATE, FLIP, RETREAT
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import ALLIED, GERMAN, Attack, StormTable, enemy, units_at
from beachhead.storm.table.view import see
from storm_situations import (
    allied_areas,
    at,
    decision,
    events,
    in_place,
    is_fresh,
    is_spent,
    options,
    place,
    play,
    run,
    situation,
    unit,
    unit_set,
)

Assignment = frozenset[tuple[int, int]]


def hit(
    text: str, area: int, points: int, *, by: int = ALLIED, cannot_eliminate: bool = False
) -> StormTable:
    """A situation in which the units of an area must bear some damage."""
    table = situation(text)
    table.attack = Attack(by, place(area), damage=points, cannot_eliminate=cannot_eliminate)
    run(table, damage_points.apply)
    return table


def ways(table: StormTable) -> set[Assignment]:
    """Every assignment that the owner can end with, answering in every way."""
    found: set[Assignment] = set()
    seen: set[Assignment] = set()
    waiting = [table]
    while waiting:
        now = waiting.pop()
        now.agenda.clear()
        now.then(damage_points.assign)
        asked = decision(now)
        assigned = frozenset(now.assigning.items())
        if asked is None:
            found.add(assigned)
        elif assigned not in seen:
            seen.add(assigned)
            for option in asked.options:
                if option.id == "done":
                    found.add(assigned)
                    continue
                after = now.copy()
                after.assigning[option.value[0]] = option.value[1]
                waiting.append(after)
    return found


def named(assignments: set[Assignment]) -> set[frozenset[str]]:
    words = {FLIP: "flip", RETREAT: "retreat", ELIMINATE: "eliminate"}
    return {
        frozenset(f"{words[stage]} {pieces().units[each].name}" for each, stage in assignment)
        for assignment in assignments
    }


# --- by the rulebook, without our code

REGIMENT = {FLIP: 1, RETREAT: 3, ELIMINATE: 5}
SPENT_REGIMENT = {RETREAT: 2, ELIMINATE: 4}
BATTALION = {FLIP: 1, RETREAT: 2, ELIMINATE: 3}
SPENT_BATTALION = {RETREAT: 1, ELIMINATE: 2}


def listed_costs(table: StormTable, each: int) -> dict[int, int]:
    """10.0 The whole price of each result, as the rulebook lists them."""
    row = pieces().units[each]
    if row.is_strongpoint:
        return {ELIMINATE: {7: 1, 8: 2, 9: 3}[row.defense]}
    spent = bool(table.spent >> each & 1)
    if row.size == "regiment":
        return SPENT_REGIMENT if spent else REGIMENT
    return SPENT_BATTALION if spent else BATTALION


def brute_force(table: StormTable) -> set[Assignment]:
    """Every assignment that the rules allow, by trying all combinations (S-02, S-03)."""
    attack = table.attack
    assert attack is not None
    bearing = list(members(units_at(table, attack.area, enemy(attack.side))))
    nests = [each for each in bearing if pieces().units[each].is_strongpoint]
    fresh = [each for each in bearing if each not in nests and not table.spent >> each & 1]
    legal: dict[Assignment, int] = {}
    for stages in product(range(4), repeat=len(bearing)):
        chosen = {each: stage for each, stage in zip(bearing, stages, strict=True) if stage}
        costs = {each: listed_costs(table, each) for each in chosen}
        if any(stage not in costs[each] for each, stage in chosen.items()):
            continue
        if any(each not in nests for each in chosen) and not all(each in chosen for each in nests):
            continue
        if attack.cannot_eliminate:
            if ELIMINATE in chosen.values():
                continue
            if RETREAT in chosen.values() and not all(each in chosen for each in fresh):
                continue
        legal[frozenset(chosen.items())] = sum(costs[each][stage] for each, stage in chosen.items())
    best = max(total for total in legal.values() if total <= attack.damage)
    return {way for way, total in legal.items() if total == best or total > attack.damage}


GERMANS = ["22 Pz/21", "125 PzG/21", "AA 21/21", "I/726/716", "916/352", "352 Fus/352"]


@rule("storm", "10.0a", "10.0b", "10.0c", "10.0m", "9.3.5c", "10.2d")
@pytest.mark.parametrize("seed", range(60))
def test_all_legal_assignments_and_only_those(seed: int) -> None:
    rng = random.Random(seed)
    units = rng.sample(GERMANS, rng.randint(1, 3))
    line = " ".join(name + rng.choice(["", " spent"]) for name in units)
    nests = " ".join(rng.choices(["2-9", "1-8", "0-7"], k=rng.choice([0, 0, 1, 2])))
    table = situation(f"turn 3\n18 {line} {nests} 16/1")
    table.attack = Attack(
        ALLIED, place(18), damage=rng.randint(1, 13), cannot_eliminate=rng.random() < 0.4
    )
    expected = brute_force(table)
    assert ways(table) == expected


# --- 10.0 the prices


@rule("storm", "10.0d", "10.0e", "10.0f", "10.0g")
def test_what_a_battalion_stands() -> None:
    table = hit("turn 3\n16 352 Fus/352 AA 21/21 spent 69/50", 16, 1)
    assert damage_points.stage_costs(table, unit("352 Fus/352")) == {
        FLIP: 1,
        RETREAT: 2,
        ELIMINATE: 3,
    }
    assert damage_points.stage_costs(table, unit("AA 21/21")) == {RETREAT: 1, ELIMINATE: 2}


@rule("storm", "10.0h", "10.0i", "10.0j", "10.0k")
def test_what_a_regiment_stands() -> None:
    table = hit("turn 3\n16 22 Pz/21 125 PzG/21 spent 69/50", 16, 1)
    assert damage_points.stage_costs(table, unit("22 Pz/21")) == {FLIP: 1, RETREAT: 3, ELIMINATE: 5}
    assert damage_points.stage_costs(table, unit("125 PzG/21")) == {RETREAT: 2, ELIMINATE: 4}


@rule("storm", "10.0l")
def test_what_a_strongpoint_stands_fresh_or_spent() -> None:
    table = hit("turn 3\n18 2-9 1-8 0-7 spent 16/1", 18, 1)
    costs = [damage_points.stage_costs(table, unit(each)) for each in ("2-9-a", "1-8-a", "0-7-a")]
    assert costs == [{ELIMINATE: 3}, {ELIMINATE: 2}, {ELIMINATE: 1}]


@rule("storm", "10.0c")
def test_strongpoints_shield_the_others_and_points_too_few_for_one_are_lost() -> None:
    table = hit("turn 3\n18 2-9 916/352 16/1", 18, 2)
    assert options(table) == ["eliminate-sp-2-9-a", "done"]
    asked = decision(table)
    assert asked is not None
    assert [option.commits for option in asked.options] == [False, True]
    play(table, "done")
    assert is_fresh(table, "916/352")
    assert at(table, "2-9-a") == "18"


# --- 10.1 the examples


@rule("storm", "10.0a", "10.1a")
def test_first_example_surplus_points_are_ignored() -> None:
    table = hit("turn 3\n16 352 Fus/352 69/50", 16, 5)
    assert at(table, "352 Fus/352") == "out"
    assert options(table) == []


@rule("storm", "10.0b")
def test_second_example_two_fresh_regiments_and_four_points() -> None:
    table = hit("turn 3\n19 16/1 18/1 916/352", 19, 4, by=GERMAN)
    assert decision(table).seat == "allied"
    found = named(ways(table.copy()))
    least = {each for each in found if "eliminate" not in " ".join(each) and len(each) == 2}
    assert frozenset({"flip 16/1", "retreat 18/1"}) in least
    assert frozenset({"flip 18/1", "retreat 16/1"}) in least
    assert frozenset({"eliminate 16/1"}) in found  # five points, the other stays fresh
    assert frozenset({"retreat 16/1"}) not in found  # three only
    assert frozenset({"flip 16/1", "flip 18/1"}) not in found


@rule("storm", "10.1b")
def test_third_example_a_spent_regiment_and_one_point() -> None:
    table = hit("turn 3\n16 22 Pz/21 spent 69/50", 16, 1)
    assert options(table) == ["retreat-ge-21-22", "done"]
    other = table.copy()
    play(table, "done")
    assert at(table, "22 Pz/21") == "16"
    play(other, "retreat-ge-21-22", "done", "to-15")
    assert at(other, "22 Pz/21") == "15"


@rule("storm", "10.0b", "10.0m")
def test_fourth_example_two_fresh_regiments_and_five_points() -> None:
    table = hit("turn 3\n19 16/1 18/1 916/352", 19, 5, by=GERMAN)
    found = named(ways(table))
    assert frozenset({"eliminate 16/1"}) in found
    assert frozenset({"retreat 16/1", "retreat 18/1"}) in found  # six points
    assert frozenset({"flip 16/1", "retreat 18/1"}) not in found  # four


@rule("storm", "10.1c")
def test_results_take_effect_when_all_is_assigned() -> None:
    table = hit("turn 3\n16 22 Pz/21 125 PzG/21 69/50\nallied 11 17", 16, 4)
    play(table, "flip-ge-21-22", "flip-ge-21-125")
    assert is_fresh(table, "22 Pz/21", "125 PzG/21")
    play(table, "retreat-ge-21-125", "done")
    assert is_spent(table, "22 Pz/21", "125 PzG/21")


# --- 10.2 retreats


def retreating(text: str, area: int, name: str, *, cannot_eliminate: bool = False) -> StormTable:
    """A situation in which a unit has to retreat from an area."""
    table = situation(text)
    by = GERMAN if pieces().units[unit(name)].side == "allied" else ALLIED
    table.attack = Attack(by, place(area), cannot_eliminate=cannot_eliminate)
    table.spent |= unit_set(name)
    run(table, retreats.retreat, unit(name), 0)
    return table


@rule("storm", "10.2a", "10.2h")
def test_to_a_neighboring_area_of_ones_own_and_the_owner_chooses() -> None:
    table = retreating("turn 3\n16 69/50 22 Pz/21\nallied 11 15 16", 16, "69/50")
    assert decision(table).seat == "allied"
    assert options(table) == ["to-11", "to-15"]
    play(table, "to-15")
    assert at(table, "69/50") == "15"


@rule("storm", "10.2h")
def test_units_need_not_go_to_the_same_area() -> None:
    table = hit("turn 3\n16 69/50 spent 151/50 spent 22 Pz/21\nallied 11 15 16", 16, 4, by=GERMAN)
    play(table, "retreat-br-50-69", "retreat-br-50-151", "done", "to-11", "to-15")
    assert (at(table, "69/50"), at(table, "151/50")) == ("11", "15")
    assert 16 not in allied_areas(table)


@rule("storm", "10.2h")
def test_everybody_sees_who_still_has_to_retreat() -> None:
    table = hit("turn 3\n16 69/50 spent 151/50 spent 22 Pz/21\nallied 11 15 16", 16, 4, by=GERMAN)
    play(table, "retreat-br-50-69", "retreat-br-50-151", "done")
    assert see(table, None)["attack"]["retreating"] == ["69/50", "151/50"]
    play(table, "to-11")
    assert see(table, None)["attack"]["retreating"] == ["151/50"]


@rule("storm", "10.2b")
def test_without_a_place_to_go_it_is_lost() -> None:
    table = retreating("turn 3\n16 69/50 22 Pz/21\nallied 16", 16, "69/50")
    assert at(table, "69/50") == "out"
    assert table.lost == unit_set("69/50")


@rule("storm", "10.2c", "10.2f", "9.3.4a")
def test_the_retreat_example() -> None:
    """Artillery against a brigade with nowhere to go: 15 against 12, it stays, spent."""
    table = situation("""
        turn 3
        impulse german
        16 56 Ind Bde
        18 16/1
        2 AA 21/21
        hand german german-artillery
        begin impulse
    """)
    table.allied_control |= board().set([18, 19, 21])  # behind the Dividing Line
    play(table, "card-german-artillery-1", "at-16", "dice-5-4")
    told = events(table, "attack")[-1].detail
    assert (told["attack"], told["defense"]) == ({"firepower": 6}, {"best unit": 9, "area": 3})
    assert told["damage"] == 3
    assert at(table, "56 Ind Bde") == "16"
    assert is_spent(table, "56 Ind Bde")
    assert 16 in allied_areas(table)
    assert not table.lost
    assert table.impulse == ALLIED


@rule("storm", "10.2d")
def test_an_attack_that_cannot_eliminate_flips_all_before_anyone_retreats() -> None:
    text = "turn 3\n16 69/50 151/50 spent 22 Pz/21\nallied 11 16"
    table = hit(text, 16, 2, by=GERMAN, cannot_eliminate=True)
    assert named(ways(table.copy())) == {
        frozenset({"flip 69/50"}),
        frozenset({"flip 69/50", "retreat 151/50"}),
        frozenset({"retreat 69/50"}),
        frozenset({"retreat 69/50", "retreat 151/50"}),
    }
    usual = hit(text, 16, 2, by=GERMAN)
    assert frozenset({"retreat 151/50"}) in named(ways(usual))


@rule("storm", "10.2e")
def test_no_retreat_across_an_impassable_line() -> None:
    # 24 touches 26 and 33 across impassable lines.
    table = retreating("turn 3\n24 914/352 115/29\nallied 20 23 25 34 24", 24, "914/352")
    assert at(table, "914/352") == "out"


@rule("storm", "10.2f", "8.0p")
def test_the_dividing_line_stops_allied_retreats_alone() -> None:
    allied = retreating("turn 3\n16 69/50 22 Pz/21\nallied 16 18 19 21", 16, "69/50")
    assert at(allied, "69/50") == "out"
    german = retreating("turn 3\n16 69/50 22 Pz/21\nallied 11 15 17 18 19", 16, "22 Pz/21")
    assert at(german, "22 Pz/21") == "21"


@rule("storm", "10.2g")
def test_the_area_with_fewest_enemies_must_be_taken() -> None:
    table = retreating(
        "turn 3\n16 69/50 22 Pz/21\n11 7/3 Cdn 125 PzG/21 AA 21/21\n15 8/3 Cdn 192 PzG/21\n"
        "allied 11 15 16",
        16,
        "69/50",
    )
    assert at(table, "69/50") == "15"
    free = retreating(
        "turn 3\n16 69/50 22 Pz/21\n11 7/3 Cdn 125 PzG/21\n15 8/3 Cdn 192 PzG/21\n"
        "allied 11 15 16 17",
        16,
        "69/50",
    )
    assert at(free, "69/50") == "17"


@rule("storm", "10.2i", "10.2j", "8.1a")
def test_where_six_are_already_the_unit_retreats_on() -> None:
    six = "8/3 Br 9/3 Br 185/3 Br 7/3 Cdn 8/3 Cdn 9/3 Cdn"
    table = retreating(f"turn 3\n16 69/50 22 Pz/21\n15 {six}\nallied 15 16 12", 16, "69/50")
    # From 15 it may not go back to 16, nor to 11 and 13, which are German.
    assert at(table, "69/50") == "12"
    assert len(in_place(table, 15)) == 6
    assert [event.kind for event in events(table)][:3] == ["retreat", "no-room", "retreat"]


@rule("storm", "10.2i", "10.2k")
def test_a_chain_that_leads_nowhere_ends_the_unit() -> None:
    six = "8/3 Br 9/3 Br 185/3 Br 7/3 Cdn 8/3 Cdn 9/3 Cdn"
    table = retreating(f"turn 3\n16 69/50 22 Pz/21\n15 {six}\nallied 15 16", 16, "69/50")
    assert at(table, "69/50") == "out"


@rule("storm", "10.2c", "10.2i")
def test_a_chain_that_leads_nowhere_ends_where_it_began_if_nobody_can_be_eliminated() -> None:
    six = "8/3 Br 9/3 Br 185/3 Br 7/3 Cdn 8/3 Cdn 9/3 Cdn"
    text = f"turn 3\n16 69/50 22 Pz/21\n15 {six}\nallied 15 16"
    table = retreating(text, 16, "69/50", cannot_eliminate=True)
    assert at(table, "69/50") == "16"
    assert 16 in allied_areas(table)  # it never lost the area


@rule("storm", "10.2j")
def test_never_back_into_the_attacked_area() -> None:
    six = "8/3 Br 9/3 Br 185/3 Br 7/3 Cdn 8/3 Cdn 9/3 Cdn"
    text = f"turn 3\n16 69/50 151/50 22 Pz/21\n15 {six}\nallied 15 16 12"
    table = retreating(text, 16, "69/50")
    assert at(table, "69/50") == "12"
    assert in_place(table, 16) == {"151/50", "22 Pz/21"}


@rule("storm", "10.2l", "12.3e", "12.3d")
def test_no_retreat_into_a_reinforcement_box() -> None:
    german = retreating("turn 3\n1 731/711 8/3 Br\nallied 2 4 1", 1, "731/711")
    assert at(german, "731/711") == "out"
    allied = retreating("turn 3\n1 8/3 Br 731/711\nallied 1", 1, "8/3 Br")
    assert at(allied, "8/3 Br") == "out"


@rule("storm", "10.2m", "12.3c", "12.3b")
def test_a_landing_box_is_for_allied_retreats_alone() -> None:
    allied = retreating("turn 3\n17 69/50 22 Pz/21\nallied 17", 17, "69/50")
    assert at(allied, "69/50") == "box-gold"
    german = retreating("turn 3\n17 69/50 22 Pz/21\nallied 10 11 16 17 18", 17, "22 Pz/21")
    assert at(german, "22 Pz/21") == "out"


@rule("storm", "10.2m", "10.2g")
def test_the_box_counts_as_an_area_without_enemies_or_only_as_the_last_resort() -> None:
    text = "turn 3\n17 69/50 22 Pz/21\nallied 16 17"
    assert options(retreating(text, 17, "69/50")) == ["to-16", "to-box-gold"]
    otherwise = retreating(f"house retreat-to-landing-box\n{text}", 17, "69/50")
    assert at(otherwise, "69/50") == "16"
    last = retreating("house retreat-to-landing-box\nturn 3\n17 69/50 22 Pz/21", 17, "69/50")
    assert at(last, "69/50") == "box-gold"


@rule("storm", "10.2m")
def test_only_the_box_of_that_beach() -> None:
    table = retreating("turn 3\n18 16/1 916/352\nallied 18", 18, "16/1")
    assert at(table, "16/1") == "box-omaha-1"


@rule("storm", "10.2n", "8.0l", "8.0m")
def test_an_airborne_unit_without_its_symbol_to_go_to_is_eliminated() -> None:
    # 3 Sword has the Commonwealth's symbol, 5 Caen none.
    lost = retreating("turn 3\n4 3 Para/6 AB 22 Pz/21\nallied 4 5", 4, "3 Para/6 AB")
    assert at(lost, "3 Para/6 AB") == "out"
    saved = retreating("turn 3\n4 3 Para/6 AB 22 Pz/21\nallied 3 4 5", 4, "3 Para/6 AB")
    assert at(saved, "3 Para/6 AB") == "3"
    beach = retreating("turn 3\n26 502/101 919/709\nallied 26", 26, "502/101")
    assert at(beach, "502/101") == "out"  # a box has no symbol


@rule("storm", "8.0k")
def test_allied_units_may_retreat_from_a_strongpoint() -> None:
    table = retreating("turn 3\n18 16/1 1-8\nallied 19", 18, "16/1")
    assert options(table) == ["to-19", "to-box-omaha-1"]


@rule("storm", "10.2b", "10.0b")
def test_only_the_points_paid_count_for_a_unit_that_cannot_retreat() -> None:
    """S-20: two spent regiments without a way out, 4 damage: two retreats, or one eliminated."""
    table = hit("turn 3\n16 69/50 spent 151/50 spent 22 Pz/21\nallied 16", 16, 4, by=GERMAN)
    found = named(ways(table.copy()))
    assert frozenset({"retreat 69/50"}) not in found  # two points only, whatever becomes of it
    assert frozenset({"eliminate 69/50"}) in found
    play(table, "retreat-br-50-69", "eliminate-br-50-69", "done")
    assert (at(table, "69/50"), at(table, "151/50")) == ("out", "16")
    assert table.spent == unit_set("151/50")


@rule("storm", "13.0b")
def test_control_passes_as_the_last_defender_retreats() -> None:
    table = hit("turn 3\n16 352 Fus/352 spent 69/50\nallied 11 17", 16, 1)
    play(table, "done", "to-15")
    assert 16 in allied_areas(table)


@rule("storm", "10.2i", "10.0a")
@pytest.mark.parametrize("first", ["69/50", "47 RM Cdo"])
def test_the_owner_says_who_takes_the_last_room_where_nobody_is_eliminated(first: str) -> None:
    """N-05: all must retreat, but only one finds room next door."""
    text = (
        "turn 2; 16 69/50, 47 RM Cdo; allied 16 17;"
        " 17 151/50, 231/50, 56 Ind Bde, 8 Armd Bde, 7/3 Cdn"
    )
    table = hit(text, 16, 12, by=GERMAN, cannot_eliminate=True)
    assert options(table) == ["retreat-br-50-69", "retreat-br-47rm"]
    second = "47 RM Cdo" if first == "69/50" else "69/50"
    play(table, f"retreat-{pieces().unit[first].id}")
    assert at(table, first) == "17"
    assert at(table, second) == "box-gold"


@rule("storm", "10.2i", "10.0b")
def test_nobody_is_asked_who_goes_first_where_all_are_eliminated() -> None:
    text = (
        "turn 2; 16 69/50 spent, 47 RM Cdo spent; allied 16 17;"
        " 17 151/50, 231/50, 56 Ind Bde, 8 Armd Bde, 7/3 Cdn"
    )
    table = hit(text, 16, 30, by=GERMAN)
    assert (at(table, "69/50"), at(table, "47 RM Cdo")) == ("out", "out")


@rule("storm", "10.2i")
def test_nobody_is_asked_for_an_order_that_makes_no_difference() -> None:
    table = hit(
        "turn 2; 16 69/50, 47 RM Cdo; allied 16 17", 16, 12, by=GERMAN, cannot_eliminate=True
    )
    assert decision(table) is None
    assert in_place(table, 17) == {"69/50", "47 RM Cdo"}


@rule("storm", "10.0c", "10.0m")
def test_strongpoints_shield_from_an_attack_that_cannot_eliminate() -> None:
    """N-08."""
    table = hit("turn 2; 18 1-8, 916/352", 18, 9, cannot_eliminate=True)
    assert decision(table) is None
    assert is_fresh(table, "916/352")
    told = [(event.rule, event.text) for event in table.news]
    assert told == [
        ("10.0", "The strongpoints take the damage, and this attack cannot eliminate them.")
    ]
