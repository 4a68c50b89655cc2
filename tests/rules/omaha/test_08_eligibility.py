"""8.1 Units eligible to attack, and building an attack."""

from __future__ import annotations

import pytest
from attacks import at, attack, comparison, has, in_action, refused, why_not

from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from beachhead.omaha.table.state import equipment, piece_name
from beachhead.omaha.us_combat import attack_reach, attacks, weapons
from situations import decision, options, play, post, run, unit

WITH_HQ = "0713 16HQ; command 16HQ"


def target_names(table):
    return [equipment().posts[each].name for each in attacks.targets(table)]


# --- 8, 8.1 infantry


@rule("omaha", "8a", "8.1a")
def test_without_adjacent_infantry_there_is_no_attack():
    table = in_action("0709 1/A/741; 0710 2/A/741; WN61 ?")
    assert target_names(table) == []
    assert refused(table, "1/A/741", "WN61") == "8.1"
    near = in_action("0709 1/A/741; 0710 A/1/16; WN61 ?; WN62N ?")
    assert target_names(near) == ["WN61"]
    assert refused(near, "A/1/16", "WN61") is None


@rule("omaha", "8.1a")
def test_rangers_are_infantry_enough():
    table = in_action("0710 A-B/5R; WN61 ?", division=29)
    assert target_names(table) == ["WN61"]


@rule("omaha", "8.1a")
def test_heavy_infantry_two_hexes_off_cannot_attack_alone():
    table = in_action("0711 D/1/16; WN61 ?")
    assert target_names(table) == []
    assert refused(table, "D/1/16", "WN61") == "8.1"


@rule("omaha", "8b")
@pytest.mark.parametrize("place", ["0709", "0711"])
def test_other_units_join_from_adjacent_and_farther_hexes(place):
    table = in_action(f"0710 A/1/16; {place} 1/A/741; WN61 ?")
    assert refused(table, "1/A/741", "WN61", "A/1/16") is None


@rule("omaha", "8.1b")
def test_ordinary_infantry_attacks_from_adjacent_hexes_only():
    table = in_action("0710 A/1/16; 0808 B/1/16; 0711 C/1/16; WN61 ?")
    assert refused(table, "B/1/16", "WN61", "A/1/16") is None
    assert refused(table, "C/1/16", "WN61", "A/1/16") == "8.1"


@rule("omaha", "8.1c", "8.26c")
def test_heavy_infantry_joins_from_two_hexes_while_at_full_strength():
    table = in_action("0710 A/1/16; 0711 D/1/16; 0712 H/2/16; 0610 M/3/16:2; WN61 ?")
    assert refused(table, "D/1/16", "WN61", "A/1/16") is None
    assert refused(table, "H/2/16", "WN61", "A/1/16") == "8.11"
    assert attack_reach.distance(table, unit("M/3/16"), post("WN61")) == 2
    assert refused(table, "M/3/16", "WN61", "A/1/16") == "8.1"


# --- 8.1 tanks, anti-tank, anti-air


@rule("omaha", "8.1d", "8.11")
@pytest.mark.parametrize(
    ("name", "within", "beyond"),
    [("1/A/741", "0814", "0815"), ("AT/16", "0814", "0815"), ("1-2/397", "0812", "0813")],
)
def test_supporting_units_must_be_within_range(name, within, beyond):
    for place, answer in ((within, None), (beyond, "8.11")):
        table = in_action(f"0710 A/1/16; {place} {name}; {WITH_HQ} A/1/16; WN61 ?")
        assert refused(table, name, "WN61", "A/1/16") == answer
    # The target hex counts, the unit's own does not: range 5 is five hexes along the row.
    table = in_action("0814 1/A/741; WN61 ?")
    assert attack_reach.distance(table, unit("1/A/741"), post("WN61")) == 5


@rule("omaha", "8.1e")
def test_a_tank_next_to_the_target_joins():
    table = in_action("0710 A/1/16; 0808 1/A/741; WN61 ?")
    assert refused(table, "1/A/741", "WN61", "A/1/16") is None


@rule("omaha", "8.1f")
def test_a_tank_next_to_attacking_infantry_joins():
    table = in_action("0710 A/1/16; 0711 1/A/741; 0712 2/A/741; WN61 ?")
    assert refused(table, "1/A/741", "WN61", "A/1/16") is None
    assert refused(table, "2/A/741", "WN61", "A/1/16") == "8.1"


@rule("omaha", "8.1f")
@pytest.mark.parametrize(("house", "answer"), [("", "8.1"), ("alternative", None)])
def test_stacked_with_attacking_infantry_away_from_the_target_is_not_adjacent(house, answer):
    # D/1/16 attacks from two hexes; the tank with it is next to no other attacker.
    text = "0808 A/1/16; 0711 D/1/16, 1/A/741; WN61 ?"
    table = in_action(text + (f"; house stacked-is-adjacent {house}" if house else ""))
    assert refused(table, "1/A/741", "WN61", "A/1/16", "D/1/16") == answer


@rule("omaha", "8.1g")
@pytest.mark.parametrize("leader", ["16HQ", "Wyman"])
def test_a_tank_in_command_joins(leader):
    text = f"0710 A/1/16; 0713 1/A/741, {leader}; WN61 ?"
    assert refused(in_action(text), "1/A/741", "WN61", "A/1/16") == "8.1"
    table = in_action(f"{text}; command {leader} 1/A/741")
    assert refused(table, "1/A/741", "WN61", "A/1/16") is None


@rule("omaha", "8.1h")
@pytest.mark.parametrize("leader", ["16HQ", "Wyman"])
def test_a_tank_joins_infantry_in_command(leader):
    text = f"0710 A/1/16; 0812 B/1/18; 0713 1/A/741, {leader}; WN61 ?"
    table = in_action(f"{text}; command {leader} A/1/16")
    assert refused(table, "1/A/741", "WN61", "A/1/16") is None
    elsewhere = in_action(f"{text}; command {leader} B/1/18")
    assert refused(elsewhere, "1/A/741", "WN61", "A/1/16") == "8.1"


@rule("omaha", "8.1e", "8.1f")
@pytest.mark.parametrize("name", ["AT/16", "A-B/197", "1-2/397"])
def test_anti_tank_and_anti_air_units_coordinate_like_tanks(name):
    for place, answer in (("0808", None), ("0711", None), ("0712", "8.1")):
        table = in_action(f"0710 A/1/16; {place} {name}; WN61 ?")
        assert refused(table, name, "WN61", "A/1/16") == answer


# --- 8.1 artillery


@rule("omaha", "8.1i")
def test_artillery_next_to_the_target_cannot_join():
    table = in_action(f"0710 A/1/16; 0808 62AFA; {WITH_HQ} A/1/16 62AFA; WN61 ?")
    assert refused(table, "62AFA", "WN61", "A/1/16") == "8.1"
    assert "artillery" in why_not(table, "62AFA", "WN61", "A/1/16")
    away = in_action(f"0710 A/1/16; 0613 62AFA; {WITH_HQ} A/1/16 62AFA; WN61 ?")
    assert refused(away, "62AFA", "WN61", "A/1/16") is None


@rule("omaha", "8.1j")
@pytest.mark.parametrize(
    ("commands", "answer"),
    [
        ("command 16HQ A/1/16 62AFA", None),
        ("command 16HQ 62AFA; command 18HQ A/1/16", "8.1"),
        ("command 16HQ 62AFA", "8.1"),
        ("command 16HQ A/1/16", "8.1"),
        ("command Wyman A/1/16 62AFA", "8.1"),
    ],
)
def test_artillery_shares_an_hq_with_attacking_infantry(commands, answer):
    table = in_action(f"0710 A/1/16; 0613 62AFA, 16HQ, 18HQ, Wyman; {commands}; WN61 ?")
    assert refused(table, "62AFA", "WN61", "A/1/16") == answer


@rule("omaha", "8.1k")
def test_unarmored_artillery_stays_out_of_german_sight():
    # 0612 is in the field of fire of WN61, 0613 is not.
    def answer(place, name, marker=""):
        text = f"0710 A/1/16; {place} {name}; {WITH_HQ} A/1/16 {name}; WN61 ? {marker}"
        return refused(in_action(text), name, "WN61", "A/1/16")

    assert answer("0612", "7FA") == "8.1"
    assert answer("0613", "7FA") is None
    assert answer("0612", "7FA", "disrupted") is None
    assert answer("0612", "62AFA") is None


# --- 8.1 naval fire


@rule("omaha", "8.1l", "8.51a")
@pytest.mark.parametrize(
    ("who", "command", "allowed"),
    [
        ("A/1/16", "", True),  # full strength: a radio by the chart
        ("A/1/16:2", "", True),  # BG BZ RD
        ("C/1/16:2", "", False),  # BG BR MO
        ("C/1/16:2", "command 16HQ C/1/16", True),
        ("C/1/16:2", "command Wyman C/1/16", False),
    ],
)
def test_naval_fire_needs_a_radio_or_an_hq(who, command, allowed):
    table = in_action(f"0710 {who}; 0713 16HQ, Wyman; {command}; naval 1; WN61 ?")
    attackers = (unit(who.partition(":")[0]),)
    refusal = weapons.refuse_naval_fire(table, post("WN61"), attackers)
    assert (refusal is None) == allowed
    assert refusal is None or refusal.rule == "8.51"
    table.naval_fire = 0
    assert weapons.refuse_naval_fire(table, post("WN61"), attackers).rule == "8.5"


@rule("omaha", "8.51a")
def test_a_tank_under_an_hq_cannot_call_naval_fire():
    table = in_action("0710 C/1/16:2; 0711 1/A/741, 16HQ; command 16HQ 1/A/741; naval 1; WN61 ?")
    attackers = (unit("C/1/16"), unit("1/A/741"))
    assert weapons.refuse_naval_fire(table, post("WN61"), attackers).rule == "8.51"


@rule("omaha", "FB.naval-a")
def test_a_hero_calls_naval_fire_only_by_the_house_rule():
    text = '0710 C/1/16:2 hero; naval 1; WN61 "2 BZ MG"'
    table = in_action(text)
    attackers = (unit("C/1/16"),)
    assert weapons.refuse_naval_fire(table, post("WN61"), attackers).rule == "8.51"
    other = in_action(f"{text}; house hero-calls-naval-fire alternative")
    assert weapons.refuse_naval_fire(other, post("WN61"), attackers) is None
    # The wild card is then used up: he adds nothing to the comparison.
    attack(other, "WN61", "C/1/16", naval=True)
    assert comparison(other)["us"] == 4 + 9


# --- 8.12 high ground


@rule("omaha", "8.12a", "8.12b")
def test_from_the_low_ground_ranged_fire_reaches_only_the_bluff():
    # WN67 has no field of fire on the beach; 1021 is low, 1218 high, both two hexes away.
    text = "1120 A/1/16; 1021 1/A/741; 1218 2/A/741; 1121 1/B/741; command Wyman A/1/16"
    table = in_action(f"{text}; 1119 Wyman; WN67 ?")
    assert refused(table, "1/A/741", "WN67", "A/1/16") == "8.12"
    assert refused(table, "2/A/741", "WN67", "A/1/16") is None
    # 1121 is on the low ground too, but adjacent: no ranged fire.
    assert refused(table, "1/B/741", "WN67", "A/1/16") is None
    # WN64 overlooks the beach.
    bluff = in_action("0915 A/1/16; 0715 1/A/741; 0914 Wyman; command Wyman A/1/16; WN64 ?")
    assert refused(bluff, "1/A/741", "WN64", "A/1/16") is None
    # A pavilion position is not on the high ground.
    low = in_action("0710 A/1/16; 0711 1/A/741; WN61 ?")
    assert refused(low, "1/A/741", "WN61", "A/1/16") is None


@rule("omaha", "8.12b")
def test_the_restriction_does_not_bind_naval_fire():
    table = in_action("1120 A/1/16; naval 1; WN67 ?")
    assert weapons.refuse_naval_fire(table, post("WN67"), (unit("A/1/16"),)) is None


@rule("omaha", "8.12a")
@pytest.mark.parametrize(("house", "answer"), [("", None), ("alternative", "8.12")])
def test_a_disrupted_position_still_overlooks_the_beach(house, answer):
    text = "0915 A/1/16; 0715 1/A/741; 0914 Wyman; command Wyman A/1/16; WN64 ? disrupted"
    table = in_action(text + (f"; house disrupted-fields {house}" if house else ""))
    assert refused(table, "1/A/741", "WN64", "A/1/16") == answer


@rule("omaha", "8.12a", "8.15c")
@pytest.mark.parametrize(("house", "answer"), [("", None), ("alternative", "8.12")])
def test_fire_straight_up_a_bluff_is_not_barred(house, answer):
    # C3 has no field of fire on the beach; 1312 is just below its bluff.
    text = "1212 A/1/16; 1312 D/1/16; C3 T?"
    table = in_action(text + (f"; house fire-up-the-bluff {house}" if house else ""))
    assert refused(table, "D/1/16", "C3", "A/1/16") == answer


# --- 8.13, 8.14


@rule("omaha", "8.13a")
def test_every_attacker_uses_its_action():
    table = in_action('0710 A/1/16; 0711 1/A/741; 0709 B/1/16; WN61 "2 BG MO"')
    attack(table, "WN61", "A/1/16", "1/A/741")
    assert has(table.acted, "A/1/16")
    assert has(table.acted, "1/A/741")
    assert not has(table.acted, "B/1/16")
    assert table.paid_actions == (0, 2)


@rule("omaha", "8.13a")
def test_units_of_a_stack_attack_together_for_one_action():
    table = in_action('0710 A/1/16, B/1/16; 0709 C/1/16 acted; WN61 "2 BG MO"')
    attack(table, "WN61", "A/1/16", "B/1/16")
    assert table.paid_actions == (1, 2)


@rule("omaha", "8.13b")
@pytest.mark.parametrize(
    ("marker", "cited"),
    [("acted", "7.2"), ("disrupted", "7.7"), ("climb", "7.4"), ("climb-cliff", "7.51")],
)
def test_a_unit_that_cannot_act_cannot_attack(marker, cited):
    table = in_action(f"0710 A/1/16 {marker}; WN61 ?")
    assert refused(table, "A/1/16", "WN61") == cited
    assert attacks.targets(table) == []


@rule("omaha", "8.13b")
def test_a_unit_that_cannot_be_paid_for_is_not_offered():
    table = in_action("0710 A/1/16; 0808 B/1/16; WN61 ?; 0810 C/1/16; actions 1 2")
    run(table, attacks.begin_attack, post("WN61"))
    assert options(table) == ["unit-A/1/16", "unit-B/1/16", "unit-C/1/16"]
    play(table, "unit-B/1/16")
    # Nobody else can be paid for.
    assert options(table) == ["commit"]
    play(table, "commit")
    assert table.paid_actions == (0, 2)
    assert decision(table).kind == "reveal"


@rule("omaha", "8.13b")
def test_without_actions_only_those_who_act_for_free_attack():
    table = in_action("0710 A/1/16; 0808 B/1/16 hero; WN61 ?; actions 0 0")
    assert refused(table, "A/1/16", "WN61") == "7"
    assert refused(table, "B/1/16", "WN61") is None
    assert target_names(table) == ["WN61"]


@rule("omaha", "8.14a")
def test_leaders_take_no_part_and_are_not_touched():
    # A lone C/1/16:1 is too weak: its attackers are disrupted, Wyman and the HQ are not.
    table = in_action('0710 C/1/16:1, Wyman, 16HQ; WN61 "2 BZ MG"')
    assert refused(table, "Wyman", "WN61", "C/1/16") == "8.14"
    assert refused(table, "16HQ", "WN61", "C/1/16") == "8.14"
    attack(table, "WN61", "C/1/16")
    assert has(table.disrupted, "C/1/16")
    assert not has(table.disrupted, "Wyman")
    assert not has(table.disrupted, "16HQ")
    assert not has(table.acted, "Wyman")


# --- 8.15 bluffs and cliffs


@rule("omaha", "8.15a", "TEC.bluff-d", "TDT-d")
def test_nobody_attacks_up_a_bluff_without_ranged_fire():
    table = in_action("0815 A/1/16, 1/A/741, M/3/16:2; 0915 B/1/16; WN64 ?")
    assert refused(table, "A/1/16", "WN64", "B/1/16") == "8.15"
    assert refused(table, "M/3/16", "WN64", "B/1/16") == "8.15"
    assert refused(table, "1/A/741", "WN64", "B/1/16") is None
    alone = in_action("0815 A/1/16; WN64 ?")
    assert attacks.targets(alone) == []


@rule("omaha", "8.15b", "TEC.bluff-d", "TEC.5a")
def test_from_above_a_bluff_can_be_attacked_across():
    table = in_action("0921 A/1/116; 0922 1/A/743; WN66N ?", division=29)
    assert target_names(table) == ["WN66N"]
    assert refused(table, "A/1/116", "WN66N") is None
    assert refused(table, "1/A/743", "WN66N", "A/1/116") is None


@rule("omaha", "8.15b", "TEC.scaleable-cliff-c", "TEC.sheer-cliff-a")
def test_from_above_no_cliff_can_be_attacked_across():
    the_board = equipment().board
    for kind in ("scaleable_cliff", "sheer_cliff"):
        pairs = [
            (high, low)
            for high in members(the_board.high_ground)
            for low in members(the_board.across[kind][high])
        ]
        assert pairs
        assert not any(attack_reach.assault_sides()[high] >> low & 1 for high, low in pairs)


@rule("omaha", "8.15a", "8.15c", "TEC.scaleable-cliff-c", "TEC.sheer-cliff-a", "TDT-d")
@pytest.mark.parametrize(
    ("below", "above", "target"), [("0432", "0433", "WN73"), ("0334", "0433", "0434")]
)
def test_a_cliff_is_attacked_across_by_ranged_fire_from_below(below, above, target):
    german = "?" if target == "WN73" else "T?"
    table = in_action(
        f"{below} A/1/116, D/1/116, 1/A/743; {above} B/1/116; {target} {german}", division=29
    )
    assert refused(table, "A/1/116", target, "B/1/116") == "8.15"
    assert refused(table, "1/A/743", target, "B/1/116") is None
    assert refused(table, "D/1/116", target, "B/1/116") is None
    assert refused(table, "D/1/116", target) == "8.15"
    assert target_names(in_action(f"{below} A/1/116; {target} {german}", 29)) == []


@rule("omaha", "8.15c")
def test_heavy_infantry_below_a_bluff_needs_infantry_at_an_open_hexside():
    table = in_action("0815 D/1/16; 0816 H/2/16; 0915 A/1/16; WN64 ?")
    assert refused(table, "D/1/16", "WN64") == "8.15"
    assert refused(table, "D/1/16", "WN64", "H/2/16") == "8.15"
    assert refused(table, "D/1/16", "WN64", "A/1/16") is None


@rule("omaha", "8.15b", "8.15c")
@pytest.mark.parametrize(("house", "alone"), [("", None), ("alternative", "8.15")])
def test_heavy_infantry_above_a_bluff(house, alone):
    text = "0921 D/1/116; 0820 A/1/116; WN66N ?"
    text += f"; house heavy-infantry-downhill {house}" if house else ""
    table = in_action(text, division=29)
    assert refused(table, "D/1/116", "WN66N") == alone
    assert refused(table, "D/1/116", "WN66N", "A/1/116") is None


# --- 8.16, FAQ.1


@rule("omaha", "8.16a")
def test_a_hex_is_attacked_once_in_a_phase():
    table = in_action('0710 A/1/16; 0808 B/1/16; WN61 "2 BG MO" depth "1 AR"')
    attack(table, "WN61", "A/1/16")
    assert at(table.attacked, "WN61")
    assert refused(table, "B/1/16", "WN61") == "8.16"
    assert attacks.targets(table) == []


@rule("omaha", "8.16a", "8.32a")
@pytest.mark.parametrize(("house", "answer"), [("", None), ("alternative", "8.16")])
def test_each_hex_of_a_two_hex_position_is_a_target_of_its_own(house, answer):
    text = "0811 B/1/16; WN62N ? attacked; WN62S ?"
    table = in_action(text + (f"; house attack-per-position {house}" if house else ""))
    assert refused(table, "B/1/16", "WN62N") == "8.16"
    assert refused(table, "B/1/16", "WN62S") == answer
    assert target_names(table) == ([] if answer else ["WN62S"])


@rule("omaha", "8.41c", "8.53b", "FAQ.1a")
def test_a_barraged_hex_is_not_attacked():
    table = in_action("0710 A/1/16; WN61 ? barraged")
    assert refused(table, "A/1/16", "WN61") == "8.41"
    assert attacks.targets(table) == []


# --- building an attack


@rule("omaha", "8.31a", "8.1a")
def test_an_attack_is_built_unit_by_unit():
    table = in_action(
        "0710 A/1/16; 0808 B/1/16; 0711 1/A/741; naval 1; WN61 ?; actions 9 0; 0712 C/1/16"
    )
    run(table, attacks.begin_attack, post("WN61"))
    assert options(table) == ["unit-A/1/16", "unit-B/1/16"]
    play(table, "unit-B/1/16")
    # The tank is next to A/1/16 only, which does not attack yet.
    assert options(table) == ["unit-A/1/16", "naval-fire", "commit"]
    play(table, "unit-A/1/16")
    assert options(table) == ["unit-1/A/741", "naval-fire", "commit"]
    assert table.acted == 0
    play(table, "naval-fire")
    assert options(table) == ["unit-1/A/741", "commit"]
    assert table.naval_fire == 1
    play(table, "commit")
    assert table.naval_fire == 0
    assert has(table.acted, "A/1/16", "B/1/16")
    assert not has(table.acted, "1/A/741")


@rule("omaha", "8.1a")
def test_decisions_of_an_attack_belong_to_the_acting_division():
    table = in_action("players 2; 0710 A/1/116; 0808 B/1/116; WN61 ?", division=29)
    run(table, attacks.begin_attack, post("WN61"))
    assert decision(table).seat == "29th"


@rule("omaha", "8.13a")
def test_units_of_the_other_division_do_not_join():
    table = in_action("players 2; 0710 A/1/16; 0808 A/1/116; WN61 ?")
    assert refused(table, "A/1/116", "WN61", "A/1/16") == "7.2"


@rule("omaha", "8.1b")
def test_refusals_name_the_unit():
    table = in_action("0711 C/1/16; WN61 ?")
    assert piece_name(unit("C/1/16")) in why_not(table, "C/1/16", "WN61")
    assert refused(in_action("0710 A/1/16"), "A/1/16", "WN61") == "8"
