"""16.5, 16.6, 16.7, 16.9 Mortar fire, patrols, artillery fire and ambushes."""

from __future__ import annotations

import pytest
from german import actions, called, disrupted, steps_left

from beachhead.kernel.rulebook import rule
from beachhead.omaha.germans.mortars_patrols_ambushes import mortar_range
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import equipment
from situations import decision, events, hex_, options, play, unit

EARLY = "scenario d-day-at-omaha-beach; turn 12; variants early-german-actions"


def reach(position: str, *names: str) -> list[bool]:
    """Whether the mortars of a position reach some hexes."""
    hexes = mortar_range(equipment().board.position[position].index)
    return [bool(hexes >> hex_(name) & 1) for name in names]


# --- 16.5 mortars


@rule("omaha", "16.5b", "GAS.M-e")
def test_mortars_of_a_reinforcement_position_reach_three_hexes() -> None:
    board = equipment().board
    for name in ("C3", "G1", "A3"):
        position = board.position[name]
        assert mortar_range(position.index) == board.grid.within(position.area, 3)


@rule("omaha", "16.5c", "16.5d", "GAS.M-b")
def test_mortars_of_a_wn_reach_far_on_the_beach_and_two_hexes_elsewhere() -> None:
    board, grid = equipment().board, equipment().board.grid
    position = board.position["WN62"]
    near, far = grid.within(position.area, 2), grid.within(position.area, 5)
    reached = mortar_range(position.index)
    shore = board.terrain["pavilion"] & grid.neighbors(board.beach)
    inland = board.terrain["pavilion"] & ~shore
    assert reached & board.beach == far & board.beach
    assert reached & shore == far & shore
    assert far & ~near & shore, "there are such hexes"
    for terrain in (inland, board.terrain["draw"], board.high_ground):
        assert reached & terrain == near & terrain
        assert far & ~near & terrain or terrain == inland


@rule("omaha", "16.5a", "16.5e", "16.5f")
def test_mortars_hit_units_with_the_symbol_armor_too_without_disruption() -> None:
    # C3 is red; card 6 has a single red M and the triangle; no one is in C3's field of fire
    s = called("C3 T?; 1115 B/1/16, A/1/16:1", 6)
    assert actions(s)["C3"] == "mortar"
    assert steps_left(s, "B/1/16", "A/1/16") == [2, 1]
    assert disrupted(s, "B/1/16") == [False]
    assert steps_left(called("C3 T?; 1115 1/A/741", 6), "1/A/741") == [1]
    # with somebody in its field of fire it fires instead
    s = called("C3 T?; 1115 B/1/16; 1314 A/1/16", 6)
    assert actions(s)["C3"] == "fire"
    assert steps_left(s, "B/1/16") == [3]


@rule("omaha", "16.5e", "6.35a")
@pytest.mark.parametrize(("house", "left"), [("default", [2, 3]), ("alternative", [3, 3])])
def test_mortars_hit_concentrated_targets(house: str, left: list[int]) -> None:
    text = f"C3 T?; 1115 A/1/16, C/1/16; house concentrated-mortars {house}"
    s = called(text, 6)  # triangle
    if house == "default":
        play(s, "hit-A/1/16")
    assert steps_left(s, "A/1/16", "C/1/16") == left


@rule("omaha", "16.5g", "16.5h")
def test_one_hit_without_depth_two_with_most_steps_first() -> None:
    text = "1115 B/1/16:2; 1316 F/2/16; 1112 K/3/16:1"
    s = called(f"C3 T?; {text}", 6)
    assert steps_left(s, "B/1/16", "F/2/16", "K/3/16") == [2, 2, 1]
    s = called(f"C3 T? depth?; {text}", 6)
    assert steps_left(s, "B/1/16", "F/2/16", "K/3/16") == [1, 2, 1]
    # the limit is not doubled, not even for two units with depth
    both = "WN65N ? depth?; WN65S ? depth?; 0613 B/1/16; 0514 F/2/16; 0521 K/3/16"
    s = called(both, 24)  # no artillery check
    assert actions(s)["WN65"] == "mortar"
    play(s, "hit-B/1/16", "hit-K/3/16")
    assert steps_left(s, "B/1/16", "F/2/16", "K/3/16") == [2, 3, 2]


@rule("omaha", "16.5h")
def test_among_equal_targets_you_choose() -> None:
    s = called("players 2; C3 T?; 1115 B/1/16; 1316 F/2/116", 6)
    asked = decision(s)
    assert asked is not None
    assert (asked.rule, asked.seat) == ("16.5", "1st")  # of both divisions: the sector's player
    assert options(s) == ["hit-B/1/16", "hit-F/2/116"]
    play(s, "hit-F/2/116")
    assert steps_left(s, "B/1/16", "F/2/116") == [3, 2]
    s = called("players 2; C3 T?; 1115 F/2/116; 1316 M/3/116", 6)
    asked = decision(s)
    assert asked is not None
    assert asked.seat == "29th"
    # two hits for two equal units leave no choice
    s = called("C3 T? depth?; 1115 B/1/16; 1316 F/2/16", 6)
    assert not options(s)
    assert steps_left(s, "B/1/16", "F/2/16") == [2, 2]


@rule("omaha", "16.51a")
def test_without_a_target_in_range_nothing_happens() -> None:
    s = called("C3 T?; 1115 A/1/16", 6)  # diamond
    assert steps_left(s, "A/1/16") == [3]
    (told,) = [event for event in events(s, "no-action") if event.rule == "16.51"]
    assert "C3" in told.text
    assert steps_left(called("C3 T?; 1116 B/1/16", 6), "B/1/16") == [3]  # four hexes away


@rule("omaha", "6.34a", "14.2a", "16.5g")
def test_when_actions_begin_early_mortars_spare_units_that_lost_a_step() -> None:
    # A2 is blue; card 21 has a single blue M and the circle
    text = "A2 T?; 1112 C/1/16 lost-step; 1012 G/2/16:1"
    assert steps_left(called(text, 21, start=EARLY), "C/1/16", "G/2/16") == [3, 0]
    assert steps_left(called(text, 21), "C/1/16", "G/2/16") == [2, 1]


@rule("omaha", "16.5f", "11.14a")
def test_a_hero_may_be_sacrificed_under_mortar_fire() -> None:
    s = called("C3 T?; 1115 B/1/16:1 hero", 6)
    play(s, "sacrifice")
    assert steps_left(s, "B/1/16") == [1]


# --- 16.6 patrols


@rule("omaha", "16.6a", "16.6b", "16.6c", "16.6d", "GAS.P-c")
def test_a_patrol_disrupts_everybody_in_intense_and_steady_fire() -> None:
    # C3 is red; card 49 has a single red P and the circle
    text = "C3 T?; 1314 A/1/16, 1/A/741; 1213 B/1/16; 1214 C/1/16"
    s = called(text, 49)
    assert actions(s)["C3"] == "patrol"
    assert disrupted(s, "A/1/16", "1/A/741", "B/1/16", "C/1/16") == [True, True, True, False]
    assert steps_left(s, "A/1/16", "1/A/741", "B/1/16", "C/1/16") == [3, 2, 3, 3]
    # WNs do not patrol
    s = called("WN65N ?; 0617 A/1/16", 49)
    assert actions(s)["WN65"] == "fire"
    assert disrupted(s, "A/1/16") == [False]


@rule("omaha", "16.6e", "GAS.P-d")
def test_without_such_units_it_disrupts_one_within_three_hexes() -> None:
    def found(text: str) -> list[str]:
        s = called(text, 49)  # circle
        while options(s):
            play(s, options(s)[0])
        told = [event for event in events(s, "disrupted") if event.rule == "16.6"]
        return [str(event.detail["unit"]) for event in told]

    # in sporadic fire only: they do not count as in the field, but they are near
    assert found("C3 T?; 1214 A/1/16") == ["A/1/16"]
    # the closest, whatever its symbol
    assert found("C3 T?; 1114 A/1/16:1; 1115 C/1/16") == ["A/1/16"]
    # then with the card's symbol, whatever its strength
    assert found("C3 T?; 1114 A/1/16; 1112 C/1/16:1") == ["C/1/16"]
    # then the strongest
    assert found("C3 T?; 1114 C/1/16:2; 1112 G/2/16") == ["G/2/16"]
    # three hexes, not four
    assert found("C3 T?; 1115 A/1/16") == ["A/1/16"]
    assert found("C3 T?; 1116 A/1/16") == []


@rule("omaha", "16.6e")
def test_of_equal_units_you_choose_whom_the_patrol_finds() -> None:
    s = called("C3 T?; 1114 C/1/16; 1112 G/2/16", 49, cut_off=("1014",))
    assert options(s) == ["hit-C/1/16", "hit-G/2/16"]
    asked = decision(s)
    assert asked is not None
    assert asked.rule == "16.6"
    play(s, "hit-G/2/16")
    assert disrupted(s, "C/1/16", "G/2/16") == [False, True]


@rule("omaha", "16.6f")
def test_with_nobody_near_a_patrol_does_nothing() -> None:
    s = called("C3 T?; 0609 A/1/16", 49)
    assert disrupted(s, "A/1/16") == [False]
    assert any(event.rule == "16.6" for event in events(s, "no-action"))


@rule("omaha", "16.61a")
def test_headquarters_and_generals_are_not_disrupted() -> None:
    s = called("C3 T?; 1314 16HQ, Cota; 1115 A/1/16", 49)
    assert not s.position.disrupted >> unit("16HQ") & 1
    assert not s.position.disrupted >> unit("Cota") & 1
    assert disrupted(s, "A/1/16") == [True]  # leaders are nobody to a patrol


# --- 16.7 artillery fire

GUN = "WN60 ? depth?"
"""Purple, with a 75; card 49 has a double purple A and the circle."""


def shelled(text: str, number: int = 49) -> list[str]:
    """Whom the guns of WN60 hit on a double purple A with the circle."""
    s = called(f"{GUN}; {text}", number)
    while options(s):
        play(s, options(s)[0])
    return [str(e.detail["unit"]) for e in events(s) if e.rule == "16.7" and "unit" in e.detail]


@rule("omaha", "16.7a", "16.7c", "GAS.A-b")
def test_a_wn_with_a_gun_and_no_targets_hits_one_unit_on_the_beach() -> None:
    assert shelled("0615 C/1/16; 0616 G/2/16:2") == ["C/1/16"]
    # with targets it fires
    s = called(f"{GUN}; 0609 C/1/16; 0616 G/2/16", 49)
    assert actions(s)["WN60"] == "fire"
    assert steps_left(s, "G/2/16") == [3]


@rule("omaha", "16.7a", "16.7b", "16.7i")
def test_without_a_gun_or_a_target_there_is_no_action() -> None:
    assert shelled("0615 A/1/16") == []  # a diamond
    assert shelled("1013 C/1/16") == []  # not on the beach
    # WN62 has its 75 in the south; green A and the triangle on card 27
    target = "0606 B/1/16"
    assert steps_left(called(f"WN62N ? depth?; {target}", 27), "B/1/16") == [3]
    assert steps_left(called(f"WN62N ? depth?; WN62S ?; {target}", 27), "B/1/16") == [2]
    text = f"WN62N ? depth?; WN62S ? disrupted; {target}"
    assert steps_left(called(text, 27), "B/1/16") == [3]
    # a crew that re-occupied the place of a gun has none
    text = f"WN62N ? depth?; WN62S wn-04; {target}"
    assert steps_left(called(text, 27), "B/1/16") == [3]
    # the rockets of WN69 (brown)
    s = called("WN69 ? depth?; 0523 C/1/16", 17, "west")
    assert actions(s)["WN69"] == "artillery_fire"
    assert steps_left(s, "C/1/16") == [3]
    assert any("no gun" in event.text for event in events(s, "no-action"))
    # an 88 will do: WN72 (purple) in the west
    s = called("WN72S ? depth?; 0523 C/1/16", 49, "west")
    assert steps_left(s, "C/1/16") == [2]


@rule("omaha", "16.7c", "16.7d", "16.7e", "16.7f", "16.7g")
def test_the_order_of_targets_over_both_sectors() -> None:
    ordered = [
        ("box DR2 A/1/116:1", "A/1/116"),  # infantry in a box, though in the other sector
        ("0615 2/A/741:1", "2/A/741"),
        ("box ER2 1/C/741", "1/C/741"),
        ("0616 C/1/16", "C/1/16"),
    ]
    assert charts().artillery_targets == (
        (True, "landing_box"),
        (False, "beach"),
        (False, "landing_box"),
        (True, "beach"),
    )
    for first in range(4):
        text = "; ".join(text for text, _ in ordered[first:])
        assert shelled(text) == [ordered[first][1]]


@rule("omaha", "16.7h")
def test_within_a_priority_the_own_sector_then_most_steps_then_your_choice() -> None:
    assert shelled("0523 A/1/116; 0616 C/1/16:1") == ["C/1/16"]
    assert shelled("0615 G/2/16:2; 0616 C/1/16") == ["C/1/16"]
    s = called(f"players 2; {GUN}; 0615 G/2/16; 0616 A/1/116; 0523 B/1/116", 49)
    assert options(s) == ["hit-G/2/16", "hit-A/1/116"]
    asked = decision(s)
    assert asked is not None
    assert (asked.rule, asked.seat) == ("16.7", "1st")
    play(s, "hit-A/1/116")
    assert steps_left(s, "G/2/16", "A/1/116", "B/1/116") == [3, 2, 3]
    # a concentrated target means nothing to artillery
    assert shelled("0615 A/1/16, B/1/16") == []


@rule("omaha", "16.7j")
def test_the_guns_need_no_communication() -> None:
    s = called(f"{GUN}; 0615 C/1/16", 49, cut_off=("WN60",))
    assert steps_left(s, "C/1/16") == [2]


@rule("omaha", "19.33a", "16.7c")
@pytest.mark.parametrize(
    ("text", "house", "sectors"),
    [
        (f"{GUN}; 0615 C/1/16", "default", (True, False)),
        (f"{GUN}; 0523 C/1/16", "default", (False, True)),
        (f"{GUN}; box DR2 C/1/16", "default", (False, True)),
        (f"{GUN}; 0523 A/1/16", "default", (False, False)),
    ],
)
def test_artillery_fire_is_noted_for_the_sector_it_falls_in(
    text: str, house: str, sectors: tuple[bool, bool]
) -> None:
    assert called(f"{text}; house artillery-fire-occurs {house}", 49).position.shelled == sectors


@rule("omaha", "19.33a", "6.5d")
@pytest.mark.parametrize(
    ("guns", "target", "house", "noted"),
    [
        ("WN60 ?", "0606 C/1/16", "default", True),
        ("WN60 ?", "0606 A/1/16", "default", True),
        ("WN60 ?", "0606 A/1/16", "alternative", False),
        ("WN60 ?", "0606 C/1/16", "alternative", True),
        ("WN60 ? disrupted", "0606 C/1/16", "default", False),
    ],
)
def test_a_check_that_succeeds_is_artillery_fire_hit_or_no_hit(
    guns: str, target: str, house: str, noted: bool
) -> None:
    # card 4 needs three guns; two are off the map
    s = called(f"{guns}; {target}; house artillery-fire-occurs {house}", 4)
    assert s.position.shelled == (noted, False)


# --- 16.9 ambushes


@rule("omaha", "16.9a", "16.9b", "GFC.ambush-a", "GAS.A-f", "2.1n")
def test_an_ambush_costs_one_unit_in_intense_fire_a_step() -> None:
    # C3 (red) is empty; card 26 has a double red A and the circle
    s = called("1314 C/1/16:2", 26)
    assert actions(s)["C3"] == "ambush"
    assert steps_left(s, "C/1/16") == [1]
    assert disrupted(s, "C/1/16") == [False]
    assert s.position.unit[equipment().post_at[hex_("1313")]] == -1
    # without the symbol nobody is hit
    s = called("1314 A/1/16:2", 26)
    assert steps_left(s, "A/1/16") == [2]
    assert disrupted(s, "A/1/16") == [False]
    assert any(event.rule == "16.9" for event in events(s, "no-action"))


@rule("omaha", "16.9c", "GFC.ambush-b")
def test_with_nobody_in_intense_fire_one_unit_is_disrupted() -> None:
    for where in ("1213", "1214"):  # steady, sporadic
        s = called(f"{where} C/1/16:2", 26)
        assert steps_left(s, "C/1/16") == [2]
        assert disrupted(s, "C/1/16") == [True]
    # one in intense fire goes first, though another is as near
    s = called("1314 C/1/16:1; 1213 G/2/16:2", 26)
    assert steps_left(s, "C/1/16", "G/2/16") == [0, 2]
    assert disrupted(s, "G/2/16") == [False]
    # one without the symbol in intense fire does not stop it
    s = called("1314 A/1/16:1; 1213 G/2/16:2", 26)
    assert disrupted(s, "G/2/16") == [True]


@rule("omaha", "16.91a")
def test_an_ambush_hits_the_closest_then_more_steps_then_your_choice() -> None:
    # the closest: C3 has steady dots next to it and sporadic ones two hexes away
    s = called("1213 C/1/16:1; 1214 G/2/16:2", 26)
    assert disrupted(s, "C/1/16", "G/2/16") == [True, False]
    s = called("1513 C/1/16:1; 1213 G/2/16:1", 26)
    assert disrupted(s, "C/1/16", "G/2/16") == [False, True]
    # more steps: B4 (orange) has intense dots next to it; card 41: double orange A, diamond
    s = called("1504 A/1/16:1; 1506 E/2/16:2", 41)
    assert steps_left(s, "A/1/16", "E/2/16") == [1, 1]
    s = called("1504 A/1/16:1; 1506 E/2/16:1", 41)
    assert options(s) == ["hit-A/1/16", "hit-E/2/16"]
    asked = decision(s)
    assert asked is not None
    assert asked.rule == "16.91"
    play(s, "hit-A/1/16")
    assert steps_left(s, "A/1/16", "E/2/16") == [0, 1]
    # steady and sporadic are alike: more steps count, not the dot
    s = called("1513 C/1/16:1; 1214 G/2/16:2", 26)
    assert disrupted(s, "C/1/16", "G/2/16") == [False, True]


@rule("omaha", "16.9b", "6.35a")
@pytest.mark.parametrize(("house", "lost"), [("default", 1), ("alternative", 0)])
def test_an_ambush_hits_concentrated_targets(house: str, lost: int) -> None:
    text = f"1314 A/1/16, B/1/16:2; house concentrated-mortars {house}"
    s = called(text, 26)  # circle
    assert steps_left(s, "A/1/16", "B/1/16") == [3 - lost, 2]


@rule("omaha", "16.9b")
def test_an_ambush_does_not_spare_armor() -> None:
    """N-53: red has no armor bonus on this card, and yet armor is hit in every grade of fire."""
    assert [each.action for each in card(26).squares if each.color == "red"] == ["A"]
    assert steps_left(called("1314 2/A/741", 26), "2/A/741") == [1]
    for where in ("1213", "1214"):  # steady, sporadic
        s = called(f"{where} 2/A/741", 26)
        assert steps_left(s, "2/A/741") == [2]
        assert disrupted(s, "2/A/741") == [True]
