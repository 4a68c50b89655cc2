"""11.4 German fire against leaders."""

from __future__ import annotations

import pytest

from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.table import cards
from beachhead.omaha.table.state import GENERALS, OmahaTable, heroes_with, is_inspired
from situations import decision, events, options, play, run, situation, texts, unit

STAR = 2
"""Double orange, single red with a star, single purple; circle."""
PLAIN = 21
"""Double red, single purple, single blue, no star; circle."""


def fired(text: str, number: int, *choices: str, sector: str = "west") -> State[OmahaTable]:
    s = situation(text)
    run(s, fire_phase.read_card, number, sector)
    play(s, *choices)
    return s


def wounded(s: State[OmahaTable], name: str) -> bool:
    return bool(s.position.wounded >> unit(name) - GENERALS.start & 1)


@rule("omaha", "11.4a", "6.1e")
@pytest.mark.parametrize(
    ("where", "number", "hit"),
    [
        ("0427", STAR, True),  # intense
        ("0527", STAR, True),  # steady
        ("0625", STAR, False),  # sporadic
        ("0427", PLAIN, False),
        ("0433", STAR, False),  # outside
    ],
)
def test_a_starred_color_hits_a_leader_in_intense_and_steady_hexes(
    where: str, number: int, hit: bool
) -> None:
    assert wounded(fired(f"WN70 ? depth?; {where} Cota", number), "Cota") == hit


@rule("omaha", "11.4a")
def test_only_positions_of_the_starred_color_hit_leaders() -> None:
    # 0430 is steady for purple WN72; the star is on red
    assert not wounded(fired("WN72N ?; 0430 Cota", STAR), "Cota")


@rule("omaha", "11.4a")
def test_leaders_are_hit_across_the_boundary_and_with_plunging_fire() -> None:
    assert wounded(fired("WN65N ?; 0520 Cota", STAR, sector="east"), "Cota")
    assert not wounded(fired("WN65N ?; 0520 Cota", STAR, sector="west"), "Cota")
    assert wounded(fired("plunging-fire; WN70 ?; 0625 Cota", STAR), "Cota")


@rule("omaha", "11.4b", "11.42a")
def test_a_hit_hero_is_killed_and_inspires_his_unit() -> None:
    s = fired("WN70 ?; 0527 G/2/116 hero", STAR)  # no circle: the unit itself is not hit
    g = unit("G/2/116")
    assert is_inspired(s.position, g)
    assert not heroes_with(s.position, g)
    assert s.position.steps_left[g] == 3
    assert not s.position.disrupted >> g & 1
    assert any("inspired" in text for text in texts(events(s)))
    # an inspired marker is no leader any more
    s = fired("WN70 ?; 0527 G/2/116 inspired; 0327 Cota", STAR)
    assert wounded(s, "Cota")


@rule("omaha", "11.4c")
def test_a_hit_headquarters_goes_to_the_turn_track_to_land_again() -> None:
    s = fired("turn 6; WN70 ?; 0527 116HQ", STAR)
    hq = unit("116HQ")
    assert s.position.hex[hq] < 0
    assert s.position.due[hq] == 8
    assert s.position.delayed >> hq & 1
    assert not s.position.disrupted >> hq & 1


@rule("omaha", "11.4d", "11.4e", "11.42a")
def test_a_general_is_wounded_then_killed() -> None:
    s = fired("WN70 ?; 0527 Cota", STAR)
    cota = unit("Cota")
    assert wounded(s, "Cota")
    assert s.position.hex[cota] >= 0
    assert not s.position.disrupted >> cota & 1
    run(s, fire_phase.read_card, STAR, "west")
    assert s.position.hex[cota] < 0
    assert s.position.due[cota] < 0
    s = fired("WN70 ?; 0527 Cota wounded", STAR)
    assert s.position.hex[cota] < 0


@rule("omaha", "11.42a")
def test_unrevealed_units_disrupt_those_around_a_leader_but_not_him() -> None:
    # C3, red, face down, with depth: one hit for the unit, one for the leader
    s = fired("C3 T? depth?; 1314 A/1/16, 16HQ", STAR, sector="east")
    assert s.position.disrupted == 1 << unit("A/1/16")
    assert s.position.hex[unit("16HQ")] < 0


@rule("omaha", "11.41a")
def test_a_leader_is_hit_only_with_hits_left_after_all_other_eligible_units() -> None:
    # the unit in the sporadic hex 0625 has the symbol and comes before the leader in 0427
    assert not wounded(fired("WN70 ?; 0427 Cota; 0625 A/1/116", STAR), "Cota")
    assert wounded(fired("WN70 ? depth?; 0427 Cota; 0625 A/1/116", STAR), "Cota")
    assert wounded(fired("WN70 ?; 0427 Cota; 0625 G/2/116", STAR), "Cota")


@rule("omaha", "11.41a")
def test_the_count_of_eligible_units_decides_even_if_one_has_lost_its_step_already() -> None:
    s = fired("WN70 ?; 0427 Cota, A/1/116 lost-step", STAR)
    assert not wounded(s, "Cota")
    assert s.position.steps_left[unit("A/1/116")] == 3


@rule("omaha", "FB.fire-a", "11.4a")
def test_one_leader_a_position_by_dot_and_distance_then_by_choice() -> None:
    two = "WN70 ? depth?"
    s = fired(f"{two}; 0427 Cota; 0527 116HQ", STAR)  # intense before steady, though farther
    assert wounded(s, "Cota")
    assert s.position.hex[unit("116HQ")] >= 0
    s = fired(f"{two}; 0327 Cota; 0527 116HQ", STAR)  # both steady: the nearer
    assert not wounded(s, "Cota")
    assert s.position.hex[unit("116HQ")] < 0
    s = fired(f"{two}; 0527 116HQ, G/2/116 hero; 0626 Cota", STAR)
    asked = decision(s)
    assert asked is not None
    assert asked.rule == "11.4"
    assert len(options(s)) == 3
    play(s, next(option for option in options(s) if "Cota" in option))
    assert wounded(s, "Cota")
    assert s.position.hex[unit("116HQ")] >= 0
    assert heroes_with(s.position, unit("G/2/116"))


@rule("omaha", "FB.fire-a")
def test_by_house_rule_the_player_chooses_freely_among_leaders() -> None:
    text = "WN70 ? depth?; 0427 Cota; 0327 116HQ"
    assert options(fired(text, STAR)) == []
    s = fired(f"{text}; house leader-choice alternative", STAR)
    assert len(options(s)) == 2


@rule("omaha", "11.4a", "11.4b")
def test_the_hero_of_a_dying_unit_may_be_the_leader_who_is_hit() -> None:
    # WN70 hits A/1/116 and then its hero, who is nearer than Cota
    s = fired("WN70 ? depth?; 0527 A/1/116:1 hero; 0327 Cota", STAR)
    assert options(s) == ["sacrifice", "lose-unit"]
    play(s, "lose-unit")
    assert s.position.hex[unit("A/1/116")] < 0
    assert not wounded(s, "Cota")


@rule("omaha", "11.4e")
def test_a_general_may_be_wounded_from_one_sector_and_killed_from_the_other() -> None:
    # 0520 lies before WN65 (east, red) and WN66 (west, brown)
    s = situation("turn 7; WN65N ?; WN66N ?; 0520 Cota")
    run(s, fire_phase.fire_phase)
    play(s, "card-2")
    assert wounded(s, "Cota")
    assert s.position.hex[unit("Cota")] >= 0
    play(s, "card-28")
    assert s.position.hex[unit("Cota")] < 0


@rule("omaha", "FB.fire-a")
def test_every_position_of_the_starred_color_may_hit_a_leader() -> None:
    s = fired("C3 T?; WN65N ?; 1212 16HQ; 0616 Wyman", STAR, sector="east")
    assert s.position.hex[unit("16HQ")] < 0
    assert wounded(s, "Wyman")


@rule("omaha", "6.1e")
def test_no_card_stars_two_colors() -> None:
    stars = [sum(square.action == "star" for square in each.squares) for each in cards.deck()]
    assert set(stars) == {0, 1}
