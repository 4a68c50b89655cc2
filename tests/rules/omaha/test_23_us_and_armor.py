"""23.6 US actions against German armor, and armor as a German post everywhere else."""

from __future__ import annotations

import pytest
from armor_tables import BLUE, GREEN, PURPLE, RED, armored
from attacks import at, attack, comparison

from beachhead.kernel.rulebook import rule
from beachhead.omaha import why_not
from beachhead.omaha.drawing import counters
from beachhead.omaha.events import bombardments, reports
from beachhead.omaha.germans import depth, reinforcements
from beachhead.omaha.germans.armor_fields import armor_fire
from beachhead.omaha.notation import read, write
from beachhead.omaha.odds import fire_danger
from beachhead.omaha.table import cards, view
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    EMPTY,
    NO_DEPTH,
    NOWHERE,
    UNSEEN_DEPTH,
    OmahaTable,
    equipment,
    post_in,
)
from beachhead.omaha.us_actions import action_phase
from beachhead.omaha.us_combat import attacks, barrages, terrain_and_defense
from beachhead.omaha.victory import control
from situations import decision, events, hex_, options, play, post, run, texts, unit


def in_action(text: str, division: int = 29) -> OmahaTable:
    """A table of the variant in the Action Phase of a division."""
    return armored(f'acting = {division}; phase = "action"; actions 3 3\n{text}')


# --- 23.6 attacks


@rule("omaha", "23.6a")
def test_armor_can_be_attacked_and_defeated() -> None:
    table = in_action(f"1223 {GREEN}; 1224 A/1/116, B/1/116; 1323 2/B/743, 1/B/743")
    assert attacks.targets(table) == [post(GREEN)]
    attack(table, GREEN, "A/1/116", "B/1/116", "2/B/743", "1/B/743")
    seen = comparison(table)
    assert (seen["german"], seen["weapons"], seen["comparison"]) == (6, True, "double")
    assert table.unit[post(GREEN)] == EMPTY
    assert table.armor_hex == (NOWHERE,) * 4
    assert post_in(table, hex_("1223")) == post("E3")
    assert attacks.targets(table) == []
    assert table.armor_entered == 1


@rule("omaha", "23.6b")
def test_defeated_armor_does_not_withdraw() -> None:
    table = in_action(f"1223 {GREEN}; 1224 A/1/116, B/1/116; 1323 2/B/743, 1/B/743")
    assert equipment().pieces.german_unit[GREEN].division == 352
    assert control.in_german_communication(table, hex_("1223"))
    division, armor_box = table.boxes["division"], table.boxes["armor"]
    happened = attack(table, GREEN, "A/1/116", "B/1/116", "2/B/743", "1/B/743")
    assert [event.kind for event in happened if "German unit" in event.text][-1:] == [
        "german-eliminated"
    ]
    assert (table.boxes["division"], table.boxes["armor"]) == (division, armor_box)
    assert table.arrivals == ()


@rule("omaha", "23.6a")
def test_armor_can_be_disrupted_by_an_attack_and_is_never_turned_face_down() -> None:
    found = set()
    for who in ("A/1/116:1", "A/1/116", "A/1/116, B/1/116"):
        for german in (f"{GREEN}", f"{GREEN} depth?"):
            table = in_action(f"1223 {german}; 1224 {who}")
            attack(table, GREEN, *[name.partition(":")[0] for name in who.split(", ")])
            assert not table.face_down >> post(GREEN) & 1
            for event in events(table, "comparison"):
                found |= set(event.detail["results"])
            if "german_disrupted" in comparison(table)["results"]:
                assert at(table.german_disrupted, GREEN)
    assert "german_disrupted" in found


@rule("omaha", "23.6c")
@pytest.mark.parametrize(
    ("place", "feature", "start"),
    [
        ("1223", "bocage", "1224"),
        ("1321", "buildings", "1420"),
        ("1521", "woods", "1420"),
        ("0911", None, "0912"),
    ],
)
def test_terrain_never_doubles_armor(place: str, feature: str | None, start: str) -> None:
    if feature:
        assert board().features[feature] >> hex_(place) & 1
        assert terrain_and_defense.hex_defense(hex_(place)) != terrain_and_defense.NO_BENEFIT
    else:
        assert (
            terrain_and_defense.side_defense(hex_(start), hex_(place))
            != terrain_and_defense.NO_BENEFIT
        )
    table = in_action(f"{place} {GREEN}; {start} A/1/116")
    assert (
        terrain_and_defense.terrain_defense(table, post(GREEN), (unit("A/1/116"),))
        == terrain_and_defense.NO_BENEFIT
    )
    attack(table, GREEN, "A/1/116")
    assert comparison(table)["german"] == equipment().pieces.german_unit[GREEN].strength


@rule("omaha", "23.6a")
def test_the_depth_marker_of_armor_is_turned_up_from_its_own_kind() -> None:
    table = in_action(f"1223 {GREEN} depth?; 1224 A/1/116, B/1/116; 1323 2/B/743, 1/B/743")
    attack(table, GREEN, "A/1/116", "B/1/116", "2/B/743", "1/B/743")
    asked = decision(table)
    assert asked is not None
    assert [option.id for option in asked.options] == [
        f"depth-armor-depth-0{number}" for number in (1, 2, 3, 4)
    ]
    assert asked.prompt == f"Reveal the depth marker of {GREEN}."
    play(table, "depth-armor-depth-03")
    assert comparison(table)["german"] == 6 + 3


@rule("omaha", "23.6a")
def test_armor_can_be_barraged() -> None:
    table = in_action(f"1223 {GREEN} depth?; 1225 2/B/743; 1224 A/1/116")
    # 1225 is in its field of fire, two hexes away.
    assert armor_fire(hex_("1223"))[1] >> hex_("1225") & 1
    assert barrages.barrage_targets(table, unit("2/B/743")) == [post(GREEN)]
    assert attacks.refuse_barrage(table, unit("2/B/743"), post(GREEN)) is None
    table.naval_fire = 1
    table.commands = (0,) * 6
    offered = attacks.refuse_naval_barrage(table, post(GREEN))
    assert offered is None
    run(table, attacks.naval_barrage, post(GREEN))
    assert at(table.german_disrupted, GREEN)
    assert table.depth[post(GREEN)] == NO_DEPTH
    assert f"The German armor unit {GREEN} is disrupted." in texts(events(table))
    # Where it no longer is, nothing can be barraged.
    table = in_action(f"1323 {GREEN}; 1225 2/B/743")
    assert barrages.barrage_targets(table, unit("2/B/743")) == []


@rule("omaha", "23.6a")
def test_the_color_of_the_counter_counts_in_a_barrage() -> None:
    def result(name: str, number: int) -> str:
        table = in_action(f"1223 {name}; 1225 2/B/743")
        return barrages.result_of(table, number, unit("2/B/743"), post(name))

    only_green = [each for each in cards.deck() if each.square("green") and not each.square("blue")]
    both = [each for each in cards.deck() if each.square("green") and each.square("blue")]
    assert any(result(GREEN, each.number) != result(BLUE, each.number) for each in only_green)
    assert all(result(GREEN, each.number) == result(BLUE, each.number) for each in both)


@rule("omaha", "23.6a", "7.31")
def test_us_units_may_not_enter_its_hex() -> None:
    table = in_action(f"1223 {GREEN}; 1224 A/1/116")
    refusal = action_phase.refuse_move(table, unit("A/1/116"), hex_("1223"))
    assert refusal is not None
    assert refusal.rule == "7.31"
    assert (
        action_phase.refuse_move(in_action("1224 A/1/116"), unit("A/1/116"), hex_("1223")) is None
    )


# --- 23.6 infantry against armor


def act_with(table: OmahaTable, name: str) -> list[str]:
    """What an infantry unit can do in the Action Phase when no paid action is left."""
    run(table, action_phase.action_phase)
    decision(table)
    table.paid_actions = (0, 0)
    if f"act-{name}" not in options(table):
        return []
    play(table, f"act-{name}")
    return options(table)


@rule("omaha", "23.6d")
def test_infantry_escapes_from_armor_for_free() -> None:
    # 1224 is adjacent to armor in 1223 and under its intense fire.
    table = armored(f"1223 {GREEN}; 1224 A/1/116; 0830 D/1/116")
    intense, _ = armor_fire(hex_("1223"))
    adjacent = board().grid.adjacent[hex_("1223")]
    assert intense & adjacent & 1 << hex_("1224")
    found = act_with(table, "A/1/116")
    around = board().grid.adjacent[hex_("1224")] & ~intense & ~adjacent & ~(1 << hex_("1223"))
    expected = {f"move-{board().name(each)}" for each in range(900) if around >> each & 1}
    assert set(found) == expected
    assert "move-1225" in expected, "steady fire is no hindrance"
    play(table, "move-1225")
    assert table.hex[unit("A/1/116")] == hex_("1225")
    assert table.paid_actions == (0, 0)


@rule("omaha", "23.6d")
@pytest.mark.parametrize(
    "text",
    [
        f"1223 {GREEN} disrupted; 1224 A/1/116",  # 6.4 no field of fire
        f"1223 {GREEN}; 1124 A/1/116",  # steady fire only
        f"1223 {GREEN}; 1225 A/1/116",  # not adjacent
        f"1223 {GREEN}; 1224 2/B/743",  # not infantry
        "E3 D?; 1224 A/1/116",  # not armor
    ],
)
def test_who_does_not_escape_for_free(text: str) -> None:
    table = armored(f"{text}; 0830 D/1/116")
    name = "2/B/743" if "2/B/743" in text else "A/1/116"
    assert act_with(table, name) == []


@rule("omaha", "23.6d")
def test_the_start_of_the_action_phase_decides() -> None:
    """Armor that is knocked out later in the phase has threatened its neighbors all the same."""
    table = armored(f"1223 {GREEN}; 1224 A/1/116; 0830 D/1/116")
    before = act_with(table.copy(), "A/1/116")
    run(table, action_phase.action_phase)
    decision(table)
    table.german_disrupted |= 1 << post(GREEN)
    table.paid_actions = (0, 0)
    play(table, "act-A/1/116")
    assert options(table) == before
    # And when the phase is over nothing of it is left.
    run(table, action_phase.close_action_phase)
    assert table.armor_at_start == (NOWHERE,) * 4


@rule("omaha", "23.6d")
def test_from_two_armor_units_infantry_escapes_only_out_of_reach_of_both() -> None:
    table = armored(f"1223 {GREEN}; 1325 {RED}; 1224 A/1/116; 0830 D/1/116")
    near = armor_fire(hex_("1223"))[0] | armor_fire(hex_("1325"))[0]
    near |= board().grid.adjacent[hex_("1223")] | board().grid.adjacent[hex_("1325")]
    for id_ in act_with(table, "A/1/116"):
        assert not near >> hex_(id_.removeprefix("move-")) & 1


# --- depth, events, communication


@rule("omaha", "2.24f")
def test_armor_gains_depth_from_its_own_pool() -> None:
    table = armored(f"1223 {GREEN}; 1224 A/1/116; boxes armor_depth 1")
    run(table, depth.place_depth, "west", "9.2")
    assert table.depth[post(GREEN)] == UNSEEN_DEPTH["armor"]
    assert table.boxes["armor_depth"] == 0
    # With its pool empty it is passed over.
    table = armored(f"1223 {GREEN}; E9 D?; 1224 A/1/116; boxes armor_depth 0")
    run(table, depth.place_depth, "west", "9.2")
    assert table.depth[post(GREEN)] == NO_DEPTH
    assert table.depth[post("E9")] != NO_DEPTH


def test_no_reinforcement_appears_where_armor_stands() -> None:
    table = armored(f"1612 {GREEN}; C1 D?; C2 D?; C3 D?; C4 D?; C5 D?")
    run(table, reinforcements.reinforce, ("C",), "9.3")
    assert table.unit[post("C6")] == EMPTY
    assert table.unit[post("C7")] != EMPTY


def test_the_communication_of_armor_is_that_of_its_hex() -> None:
    table = armored(f"1323 {GREEN}; 1224 A/1/116; 1324 B/1/116; 1423 C/1/116; 1322 D/1/116")
    assert board().position_at.get(hex_("1323")) is None
    assert control.in_german_communication(table, hex_("1323")) == (
        control.in_german_communication(table, hex_("1323"), control.german_network(table))
    )
    free = armored(f"1323 {GREEN}")
    assert control.in_german_communication(free, hex_("1323"))
    ring = "1222 A/1/116; 1223 B/1/116; 1322 C/1/116; 1324 D/1/116; 1422 E/2/116; 1423 F/2/116"
    assert not control.in_german_communication(armored(f"1323 {GREEN}; {ring}"), hex_("1323"))
    assert not control.us_communication(free) >> hex_("1323") & 1


def test_prisoners_and_patrols_do_not_report_armor() -> None:
    """It is always revealed."""
    table = armored(f"1223 {GREEN} depth?; E9 D?; 1224 A/1/116")
    assert reports.found_by_patrol(table, "west") == [post("E9")]


def test_stray_naval_fire_hits_armor_in_a_listed_position() -> None:
    table = armored(f"1321 {GREEN} depth?")
    listed = (post("D4"),) * 3
    run(table, bombardments.naval_fire_falls, 1, *listed)
    assert at(table.german_disrupted, GREEN)
    assert table.depth[post(GREEN)] == NO_DEPTH


# --- seeing it, writing it, asking about it


def test_armor_can_be_written_seen_drawn_and_asked_about() -> None:
    table = in_action(f"1323 {PURPLE} disrupted depth?; 1224 A/1/116")
    text = write(table)
    assert f"1323 {PURPLE} disrupted depth?" in text
    assert read(text).to_data() == table.to_data()
    assert view.see(table)["germans"][PURPLE] == {
        "hex": "1323",
        "unit": PURPLE,
        "face down": False,
        "depth": "armor",
        "disrupted": True,
    }
    assert f'id="post-{PURPLE}"' in counters.layers(table)
    assert why_not.find_post(table, PURPLE) == why_not.find_post(table, "1323")
    assert why_not.find_post(table, "1323") == post(PURPLE)


def test_the_notation_refuses_two_units_of_the_same_name() -> None:
    with pytest.raises(Exception, match="already somewhere else"):
        armored(f"1323 {PURPLE}; 1321 {PURPLE}")


def test_the_odds_of_a_hex_count_armor() -> None:
    """23.4 In its field of fire a unit is at risk of its fire, on its road of an overrun."""
    calm, table = armored("1417 A/1/16"), armored(f"1516 {GREEN} depth?; 1417 A/1/16")
    before, after = (
        fire_danger.fire_odds(each, unit("A/1/16"), hex_("1417")) for each in (calm, table)
    )
    assert after["loss"] > before["loss"]
    assert after["disrupted"] > before["disrupted"]
    danger = fire_danger.fire_danger(table, hex_("1417"))
    assert [each["position"] for each in danger if each["occupied"]] == [GREEN]
    assert [each["fires_on"] for each in danger if each["occupied"]] == ["single or double"]


@rule("omaha", "9.2c")
def test_armor_and_a_position_without_an_id_go_by_the_lower_hex_for_depth() -> None:
    """P-31: armor has no place of its own and no number, so it is where it stands that counts."""
    for german, first in (
        (f"1014 T?; 1113 {GREEN}", "1014"),
        (f"1321 {GREEN}; 1119 T?", "1119"),
        (f"1119 T?; 1018 {GREEN}", GREEN),
        (f"1514 {GREEN}; 1516 {PURPLE}", GREEN),
        (f"1516 {GREEN}; 1514 {PURPLE}", PURPLE),
    ):
        table = armored(german)  # nobody is near: all are equally close
        run(table, depth.place_depth, depth.WHOLE_MAP, "9.2")
        assert table.depth[post(first)] != NO_DEPTH, german
        assert sum(each != NO_DEPTH for each in table.depth) == 1
