"""8.2 Attack weapons: the weapons chart, flanking, heroes, radios, naval fire."""

from __future__ import annotations

import pytest
from attacks import at, attack, comparison, has, in_action

from beachhead.kernel.rulebook import rule
from beachhead.omaha.table.state import EMPTY, equipment
from beachhead.omaha.us_combat import weapons
from situations import decision, events, options, play, post, texts, unit

INFANTRY = {"BZ", "BG", "BR", "DE", "MO", "RD"}


def brings(text: str, name: str, target: str = "WN61", division: int = 1) -> set[str]:
    """The weapons of a unit in an attack on a post."""
    return set(weapons.weapons_of(in_action(text, division), unit(name), post(target)))


# --- 8.2 what is needed


@rule("omaha", "8.2a", "8.3d")
def test_unit_and_depth_marker_ask_for_weapons_together():
    # C/1/16:2 has BG BR MO; A/1/16:2 has BG BZ RD.
    text = '0808 C/1/16:2; 0810 A/1/16:2; actions 9 9; WN61 "2 BG MO" depth "2 RD"'
    table = in_action(text)
    attack(table, "WN61", "C/1/16")
    assert comparison(table)["missing"] == ["RD"]
    both = in_action(text)
    attack(both, "WN61", "C/1/16", "A/1/16")
    assert comparison(both)["missing"] == []


@rule("omaha", "8.2a")
def test_a_weapon_asked_for_twice_is_needed_once():
    # One machine gun will do for both (O-30).
    table = in_action('0913 D/1/16; WN62S "2 BG MG" mobile-depth-12')
    attack(table, "WN62S", "D/1/16")
    assert comparison(table)["missing"] == []


@rule("omaha", "8.2b")
def test_weapons_choose_the_half_of_the_table():
    ready = in_action("1725 C/1/16:2; E9 3R/352")
    attack(ready, "E9", "C/1/16")
    assert (comparison(ready)["weapons"], comparison(ready)["comparison"]) == (True, "greater")
    assert ready.unit[post("E9")] == EMPTY
    lacking = in_action("1725 A/1/16:2; E9 3R/352")
    attack(lacking, "E9", "A/1/16")
    assert (comparison(lacking)["weapons"], comparison(lacking)["comparison"]) == (
        False,
        "greater",
    )
    assert lacking.unit[post("E9")] != EMPTY


@rule("omaha", "8.21a")
@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("A/1/16:2", {"BG", "BZ", "RD"}),
        ("C/1/16:1", {"BG"}),
        ("D/1/16:2", {"DE", "MG", "MO"}),
        ("D/1/16:1", {"MG"}),
    ],
)
def test_reduced_infantry_has_what_its_counter_shows(name, printed):
    assert brings(f"0808 {name}; WN61 ?", name.partition(":")[0]) == printed


@rule("omaha", "8.21a")
def test_reduced_rangers_have_what_their_counter_shows():
    assert brings("0808 C/2R:1; WN61 ?", "C/2R", division=29) == {"BG", "BR"}


# --- UWC


@rule("omaha", "UWC-a")
def test_full_strength_infantry_and_rangers():
    assert brings("0808 A/1/16; WN61 ?", "A/1/16") == INFANTRY
    assert brings("0808 A-B/5R; WN61 ?", "A-B/5R", division=29) == INFANTRY


@rule("omaha", "UWC-b", "8.26a")
def test_heavy_infantry_next_to_the_target():
    assert brings("0808 D/1/16; WN61 ?", "D/1/16") == INFANTRY | {"MG"}


@rule("omaha", "UWC-c", "8.26b")
def test_heavy_infantry_farther_off_or_across_a_bluff():
    reduced = {"BZ", "MO", "RD", "BR", "MG"}
    assert brings("0711 D/1/16; WN61 ?", "D/1/16") == reduced
    assert brings("0815 D/1/16; WN64 ?", "D/1/16", "WN64") == reduced
    assert brings("0432 D/1/16; WN73 ?", "D/1/16", "WN73") == reduced
    assert brings("0915 D/1/16; WN64 ?", "D/1/16", "WN64") == INFANTRY | {"MG"}


@rule("omaha", "8.26c")
def test_heavy_infantry_that_lost_a_step_is_ordinary():
    for place in ("0808", "0709"):
        assert brings(f"{place} D/1/16:2; WN61 ?", "D/1/16") == {"DE", "MG", "MO"}


@rule("omaha", "8.27a", "UWC-d", "UWC-e")
@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("0810", {"AR", "BZ", "BR", "MG"}),
        ("0812", {"AR", "BZ", "BR", "MG"}),
        ("0813", {"AR", "BZ"}),
        ("0814", {"AR", "BZ"}),
        ("0815", set()),
    ],
)
def test_tanks_by_distance(place, expected, steps):
    assert brings(f"{place} 1/A/741:{steps}; WN61 ?", "1/A/741") == expected


@rule("omaha", "UWC-f", "UWC-g", "UWC-h")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("1-2/397", {"MG", "BR"}),
        ("A-B/197", {"MG", "BR"}),
        ("62AFA", {"AR", "MO", "DE"}),
        ("7FA", {"AR", "MO", "DE"}),
        ("A-C/81C", {"AR", "MO", "DE"}),
        ("AT/16", {"AR", "BZ"}),
    ],
)
def test_supporting_arms(name, expected):
    assert brings(f"0711 {name}; WN61 ?", name) == expected


# --- 8.22 flanking


@rule("omaha", "8.22a")
@pytest.mark.parametrize(
    ("first", "second", "flanked"),
    [("1725", "1726", False), ("1725", "1826", True), ("1725", "1926", True)],
)
def test_flanking_needs_two_hexes_that_do_not_touch(first, second, flanked):
    table = in_action(f"{first} A/1/16; {second} B/1/16; actions 9 9; E9 1R/352")
    attack(table, "E9", "A/1/16", "B/1/16")
    assert comparison(table)["missing"] == ([] if flanked else ["FL"])


@rule("omaha", "8.22a")
def test_two_units_in_one_hex_do_not_flank():
    table = in_action("1725 A/1/16, B/1/16; 1726 C/1/16 acted; E9 1R/352")
    attack(table, "E9", "A/1/16", "B/1/16")
    assert comparison(table)["missing"] == ["FL"]


@rule("omaha", "8.22a")
def test_a_unit_farther_off_does_not_flank():
    table = in_action("1725 A/1/16; 1827 D/1/16; E9 1R/352")
    attack(table, "E9", "A/1/16", "D/1/16")
    assert comparison(table)["missing"] == ["FL"]


@rule("omaha", "8.22b")
@pytest.mark.parametrize(
    ("places", "flanked"),
    [(("1725", "1926"), False), (("1725", "1726", "1826"), True)],
)
def test_flanking_asked_for_twice_needs_three_hexes(places, flanked):
    names = ("A/1/16", "B/1/16", "C/1/16")[: len(places)]
    stand = "; ".join(f"{place} {name}" for place, name in zip(places, names, strict=True))
    table = in_action(f"{stand}; actions 9 9; E9 1R/352 mobile-depth-21")
    attack(table, "E9", *names)
    assert comparison(table)["missing"] == ([] if flanked else ["FL"])


@rule("omaha", "8.22a", "8.22b")
def test_flanking_asked_for_by_the_marker_alone_needs_two():
    table = in_action("1725 A/1/16; 1926 B/1/16; actions 9 9; E9 3R/352 mobile-depth-21")
    attack(table, "E9", "A/1/16", "B/1/16")
    assert comparison(table)["missing"] == []


@rule("omaha", "8.22c")
def test_no_unit_owns_flanking():
    for each in equipment().units:
        for side in each.sides:
            assert weapons.FLANKING not in (side.weapons or ())
        table = in_action(f"0711 {each.name}")
        for hexes in range(1, 6):
            assert weapons.FLANKING not in weapons.own_weapons(table, each.index, hexes)
    assert weapons.FLANKING not in weapons.naval_weapons()


@rule("omaha", "8.22a")
@pytest.mark.parametrize(("house", "missing"), [("", []), ("alternative", ["FL"])])
def test_the_hex_of_a_unit_firing_up_a_bluff_counts_for_flanking(house, missing):
    # C3 from 1212, and from 1312 below its bluff; 1413 would touch neither.
    text = "1213 A/1/16; 1312 D/1/16; actions 9 9; C3 1R/352"
    text += f"; house ranged-across-bluff-flanks {house}" if house else ""
    table = in_action(text)
    attack(table, "C3", "A/1/16", "D/1/16")
    assert comparison(table)["missing"] == missing


# --- 8.23 heroes


@rule("omaha", "8.23a", "8.3e", "UWC-k")
def test_a_hero_stands_in_for_a_missing_weapon():
    # WN64 needs BZ and BR; C/1/16:2 has no BZ, and nobody is asked: nothing else would help.
    table = in_action('0915 C/1/16:2 hero; WN64 "2 BR BZ"')
    attack(table, "WN64", "C/1/16")
    assert comparison(table)["missing"] == ["BZ"]
    assert comparison(table)["weapons"]
    assert table.unit[post("WN64")] == EMPTY
    assert any("stands in for bazooka (BZ)" in text for text in texts(events(table, "hero")))


@rule("omaha", "8.23a", "8.3e")
def test_a_hero_stands_in_for_one_missing_weapon_only():
    table = in_action('0915 C/1/16:1 hero; WN64 "2 BR BZ"')
    attack(table, "WN64", "C/1/16")
    assert comparison(table)["missing"] == ["BR", "BZ"]
    assert not comparison(table)["weapons"]


@rule("omaha", "8.23a")
def test_a_hero_away_from_the_target_is_no_help():
    away = in_action("0915 C/1/16:2; 0914 D/1/16 hero; WN64 ?")
    attackers = (unit("C/1/16"), unit("D/1/16"))
    assert weapons.hero_in_attack(away, post("WN64"), attackers, naval=False) is None
    beside = in_action("0915 C/1/16:2; 1015 D/1/16 hero; WN64 ?")
    assert weapons.hero_in_attack(beside, post("WN64"), attackers, naval=False) is not None


@rule("omaha", "8.23a")
def test_an_inspired_unit_has_no_hero():
    table = in_action('0915 C/1/16:2 inspired; WN64 "2 BR BZ"')
    attack(table, "WN64", "C/1/16")
    assert not comparison(table)["weapons"]


@rule("omaha", "8.23b")
def test_a_hero_cannot_stand_in_for_flanking():
    table = in_action("1725 A/1/16 hero; E9 1R/352")
    attack(table, "E9", "A/1/16")
    assert comparison(table)["missing"] == ["FL"]
    assert not comparison(table)["weapons"]


@rule("omaha", "8.23c")
def test_a_hero_adds_one_strength_where_no_weapon_is_missing():
    # 4 to 4 would only disrupt; with the hero the German is defeated.
    table = in_action("1725 C/1/16:2 hero; E9 4/1/915")
    attack(table, "E9", "C/1/16")
    assert comparison(table)["us"] == 5
    assert table.unit[post("E9")] == EMPTY
    # One, and no more: 4 to 5 becomes equal.
    deeper = in_action('1725 C/1/16:2 hero; E9 4/1/915 depth "1 MO"')
    attack(deeper, "E9", "C/1/16")
    assert (comparison(deeper)["us"], comparison(deeper)["comparison"]) == (5, "equal")
    assert comparison(deeper)["results"] == ["german_disrupted"]


@rule("omaha", "8.23a", "8.23c")
@pytest.mark.parametrize(
    ("choice", "us", "results"),
    [
        ("hero-weapon", 3, ["reveal_depth_and_recheck"]),
        ("hero-strength", 4, ["german_disrupted"]),
        ("hero-neither", 3, ["us_disrupted"]),
    ],
)
def test_weapon_or_strength_is_the_players_choice_once_the_unit_is_revealed(choice, us, results):
    # C•D/5R:1 has strength 3 and no BG.
    table = in_action("0915 C-D/5R:1 hero; WN64 ? depth?", division=29)
    attack(table, "WN64", "C-D/5R")
    assert decision(table).kind == "reveal"
    play(table, "german-wn-07")
    assert options(table) == ["hero-weapon", "hero-strength", "hero-neither"]
    play(table, choice)
    assert comparison(table)["us"] == us
    assert comparison(table)["results"] == results


@rule("omaha", "8.23d")
def test_two_heroes_give_one_benefit():
    # BR and BZ are missing: one hero cannot be both, and two are no more than one.
    table = in_action('0915 C/1/16:1 hero; 1015 H/2/16:1 hero; WN64 "2 BR BZ"; actions 9 9')
    attack(table, "WN64", "C/1/16", "H/2/16")
    assert comparison(table)["missing"] == ["BR", "BZ"]
    assert not comparison(table)["weapons"]
    # Nor do they add two to the strength: 4 to 5 becomes equal.
    text = '1725 G/2/16:1 hero; 1726 L/3/16:1 hero; E9 4/1/915 depth "1 MO"; actions 9 9'
    table = in_action(text)
    attack(table, "E9", "G/2/16", "L/3/16")
    assert comparison(table)["missing"] == []
    assert (comparison(table)["us"], comparison(table)["comparison"]) == (5, "equal")
    assert comparison(table)["results"] == ["german_disrupted"]
    # Nor is one the weapon and the other the strength: 4 to 4, BR missing.
    for choice, us, results in [
        ("hero-weapon", 4, ["german_disrupted"]),
        ("hero-strength", 5, ["german_gains_depth"]),
    ]:
        table = in_action("1725 C/1/16:1 hero; 1726 H/2/16:1 hero; E9 4/1/915; actions 9 9")
        attack(table, "E9", "C/1/16", "H/2/16")
        assert options(table) == ["hero-weapon", "hero-strength"]
        play(table, choice)
        assert (comparison(table)["us"], comparison(table)["results"]) == (us, results)


@rule("omaha", "8.23a", "8.3h")
def test_the_hero_is_free_again_when_the_depth_marker_is_revealed():
    # First +1 (5 to 4) turns up the marker; then he stands in for the radio (O-29).
    table = in_action("1725 K/3/16:2 hero; E9 4/1/915 depth?")
    attack(table, "E9", "K/3/16")
    assert options(table) == ["hero-strength", "hero-neither"]
    play(table, "hero-strength", "depth-mobile-depth-05")
    assert comparison(table) == {
        "post": "E9",
        "us": 4,
        "german": 5,
        "missing": ["RD"],
        "weapons": True,
        "comparison": "less",
        "results": [],
    }
    assert not has(table.disrupted, "K/3/16")


# --- 8.24, 8.25


@rule("omaha", "8.24a", "UWC-i")
def test_an_hq_lends_its_radio_to_adjacent_attackers():
    text = "0808 C/1/16:1; 0711 1/A/741; 0712 16HQ, Wyman; WN61 ?"
    assert "RD" not in brings(text, "C/1/16")
    assert "RD" in brings(f"{text}; command 16HQ C/1/16", "C/1/16")
    assert "RD" not in brings(f"{text}; command Wyman C/1/16", "C/1/16")
    assert "RD" not in brings(f"{text}; command 16HQ 1/A/741", "1/A/741")


@rule("omaha", "8.25a", "8.51b", "UWC-j")
@pytest.mark.parametrize("marker", ["2 NA", "2 AR", "2 DE"])
def test_naval_fire_meets_its_requirements_and_adds_nine(marker):
    text = f'0808 A/1/16:2; WN61 "2 BZ MG" depth "{marker}"; naval 1; 0711 D/1/16'
    table = in_action(text)
    attack(table, "WN61", "A/1/16", "D/1/16", naval=True)
    assert comparison(table)["us"] == 4 + 7 + 9
    assert comparison(table)["missing"] == []
    without = in_action(text)
    attack(without, "WN61", "A/1/16", "D/1/16")
    assert comparison(without)["missing"] == [marker[2:]]


@rule("omaha", "8.25a")
def test_a_hero_meets_the_naval_requirement_without_a_marker():
    table = in_action('0808 A/1/16 hero; WN61 "2 BG MO" depth "2 NA"')
    attack(table, "WN61", "A/1/16")
    assert comparison(table)["missing"] == ["NA"]
    assert comparison(table)["weapons"]


@rule("omaha", "8.5a", "8.54b")
def test_a_marker_spent_in_an_attack_is_gone():
    table = in_action('0808 A/1/16; WN61 "2 BG MO"; naval 2')
    attack(table, "WN61", "A/1/16", naval=True)
    assert table.naval_fire == 1
    assert at(table.attacked, "WN61")
