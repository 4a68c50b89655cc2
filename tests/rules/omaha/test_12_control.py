"""12 Control and communication."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from beachhead import omaha
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase, losses
from beachhead.omaha.germans import depth, reinforcements
from beachhead.omaha.table.state import EMPTY, NO_DEPTH, OmahaTable, equipment
from beachhead.omaha.us_combat import resolution
from beachhead.omaha.victory import control
from situations import card, decision, hex_, play, post, run, table_of, unit

GRID = equipment().board.grid


def names(hexes: int) -> set[str]:
    return set(GRID.names_of(hexes))


def around(name: str) -> set[str]:
    return names(GRID.adjacent[hex_(name)])


def controlled(text: str) -> set[str]:
    return names(control.us_control(table_of(text)))


def connected(text: str, *positions: str) -> list[bool]:
    """Whether the German positions are in communication."""
    table = table_of(text)
    network = control.german_network(table)
    hexes = [equipment().posts[post(name)].hex for name in positions]
    return [control.in_german_communication(table, each, network) for each in hexes]


# --- 12.1 US control


@rule("omaha", "12.1a", "2.21i", "FB.control-b")
@pytest.mark.parametrize("name", ["A/1/16:1", "C/2R:1", "A•C/81C", "7FA", "AT/16", "1•2/397"])
def test_weak_infantry_and_guns_control_only_their_own_hex(name: str) -> None:
    assert controlled(f"1416 {name}") == {"1416"}


@rule("omaha", "12.1b", "2.21h", "FB.control-b")
@pytest.mark.parametrize(
    "name", ["A/1/16", "A/1/16:2", "D/1/16:2", "C/2R", "1/A/741:1", "62AFA:1", "A•B/197:1"]
)
@pytest.mark.parametrize("marker", ["", "disrupted"])
def test_strong_infantry_and_armor_control_all_around_them(name: str, marker: str) -> None:
    assert controlled(f"1416 {name} {marker}") == {"1416"} | around("1416")


@rule("omaha", "12.1a", "FB.control-a")
def test_an_hq_controls_its_hex_in_spite_of_the_flipbook() -> None:
    """O-07: the rulebook's list over the flipbook's footnote."""
    assert controlled("1416 16HQ") == {"1416"}


@rule("omaha", "12.1c", "FB.control-a")
def test_generals_and_heroes_control_nothing() -> None:
    assert controlled("1416 Cota") == set()
    assert controlled("1416 A/1/16:1 hero") == {"1416"}


@rule("omaha", "12c")
def test_germans_control_nothing() -> None:
    """P-19: US control reaches even into the hex of a German unit."""
    assert controlled("1115 A/1/16\nC2 T?") == controlled("1115 A/1/16")
    assert "1215" in controlled("1115 A/1/16\nC2 T?")


@rule("omaha", "12.11a")
@pytest.mark.parametrize(
    ("low", "high", "also_low"), [("0910", "0909", "0911"), ("0809", "0909", "0710")]
)
def test_from_the_low_ground_only_low_ground_is_controlled(
    low: str, high: str, also_low: str
) -> None:
    found = controlled(f"{low} A/1/16")
    assert high in around(low)
    assert high not in found
    assert also_low in found


@rule("omaha", "12.11b")
def test_from_the_high_ground_low_ground_is_controlled() -> None:
    assert {"0910", "0809"} <= controlled("0909 A/1/16")
    assert "0731" in controlled("0732 A/1/16"), "a draw hex beside the high ground"


# --- 12.2 German communication

RING = "1115 A/1/16:1\n1116 B/1/16:1\n1214 C/1/16:1\n1216 D/1/16:1\n1315 E/2/16:1\n1316 F/2/16:1"
"""US units all around position C2 in 1215."""
GAP = RING.replace("1316 F/2/16:1", "")


@rule("omaha", "12.2b", "2.1r")
def test_with_nobody_ashore_every_position_has_a_path_to_an_exit() -> None:
    assert all(connected("turn 1", *(each.name for each in equipment().posts if each.hex >= 0)))
    blocked = "\n".join(
        f"{equipment().board.name(exit_)} {name}"
        for exit_, name in zip(
            equipment().board.exits.values(),
            ["A/1/16:1", "B/1/16:1", "C/1/16:1", "D/1/16:1", "E/2/16:1", "F/2/16:1", "G/2/16:1"],
            strict=True,
        )
    )
    assert not any(connected(blocked, *(each.name for each in equipment().posts if each.hex >= 0)))


@rule("omaha", "12a", "12.2c")
def test_us_units_block_the_hexes_they_occupy() -> None:
    assert connected(f"{RING}\nC2 T?", "C2") == [False]
    assert connected(f"{GAP}\nC2 T?", "C2") == [True]


@rule("omaha", "12a", "12.2c", "12.23c")
def test_us_units_block_the_hexes_they_control() -> None:
    """WN64 has ways out over 0915 and 1015, both bocage, and 0917 and 1016 in the draw."""
    assert connected("1015 A/1/16\n0917 B/1/16\nWN64 ?", "WN64") == [False]
    assert connected("1015 A/1/16:1\n0917 B/1/16\nWN64 ?", "WN64") == [True], "0915 is free"


@rule("omaha", "12.2a")
def test_what_communication_is_for() -> None:
    def depth_for(ring: str) -> bool:
        table = table_of(f"turn 9\n{ring}\nC2 T?")
        run(table, depth.place_depth, "east", "9.2")
        return table.depth[post("C2")] != NO_DEPTH

    def reinforcement_for(ring: str) -> bool:
        table = table_of(f"turn 9\n{ring}")
        run(table, reinforcements.reinforce, ("C",), "9.3")
        return table.unit[post("C2")] != EMPTY

    def withdraws(ring: str) -> bool:
        table = table_of(f"turn 9\n{ring}\nC2 7/2/916")
        before = table.boxes["division"]
        run(table, resolution.defeat, post("C2"))
        return table.boxes["division"] > before

    for needs_it in (depth_for, reinforcement_for, withdraws):
        assert not needs_it(RING)
        assert needs_it(GAP)


@rule("omaha", "12.2d", "12.2e")
def test_beach_rough_and_shore_pavilion_bar_the_way() -> None:
    """WN61 in the pavilion can leave it only by 0909 and 0910: not by the beach, nor along the
    pavilion, though no US unit is near."""
    assert connected("0909 A/1/16:1\n0910 B/1/16:1\nWN61 ?", "WN61") == [False]
    assert connected("0909 A/1/16:1\nWN61 ?", "WN61") == [True], "over the draw"
    network = names(control.german_network(table_of("turn 1")))
    board = equipment().board
    assert not network & names(board.features["rough"] | board.beach)
    assert not network & {"0808", "0810", "0811"}


@rule("omaha", "12.2f")
def test_draws_and_the_inner_pavilion_are_open() -> None:
    network = names(control.german_network(table_of("turn 1")))
    assert names(equipment().board.terrain["draw"]) <= network
    assert "0821" in network, "a pavilion hex that does not touch the beach"


def test_where_a_position_stands_does_not_matter_unless_by_house_rule() -> None:
    """P-01."""
    assert connected("WN61 ?", "WN61") == [True]
    assert connected("house trace-from-barred-hex\nWN61 ?", "WN61") == [False]
    assert connected("house trace-from-barred-hex\nWN64 ?", "WN64") == [True]


def test_an_exit_in_us_control_is_closed_unless_by_house_rule() -> None:
    """P-02."""
    names_of_units = ["A/1/16", "B/1/16", "C/1/16", "D/1/16", "E/2/16", "F/2/16", "G/2/16"]
    all_exits = "\n".join(
        f"{equipment().board.name(exit_)} {name}:1"
        for exit_, name in zip(equipment().board.exits.values(), names_of_units, strict=True)
    )
    assert connected(f"{all_exits}\nC2 T?", "C2") == [False]
    assert connected(f"house exit-hex-free\n{all_exits}\nC2 T?", "C2") == [True]


def test_a_two_hex_wn_traces_from_its_occupied_hexes() -> None:
    """P-04: 62N reaches 0913, 62S is shut in."""
    shut_in = "0811 A/1/16:1\n0911 B/1/16:1\n1011 C/1/16:1\n1012 D/1/16:1\n"
    assert connected(f"{shut_in}WN62N ?\nWN62S ?", "WN62N", "WN62S") == [True, True]
    south = f"{shut_in}0913 E/2/16:1\n"
    assert connected(f"{south}WN62N ?\nWN62S ?", "WN62N", "WN62S") == [False, False]
    assert connected("0913 E/2/16\nWN62N ?", "WN62N") == [False], "0912 is empty and controlled"
    assert connected("0913 E/2/16\nWN62N ?\nWN62S ?", "WN62N") == [True]


@rule("omaha", "12.21a")
def test_a_german_unit_lifts_us_control_of_its_hex() -> None:
    """WN60 can only go by way of A3's hex, which both US units control."""
    units = "0806 A/1/16\n0908 B/1/16\nWN60 ?\n"
    assert connected(units, "WN60") == [False]
    assert connected(f"{units}A3 T?", "WN60", "A3") == [True, True]
    beside = f"{units}A3 T?\n1006 C/1/16"
    assert connected(beside, "WN60", "A3") == [False, False], "only the hex it stands in (O-38)"


@rule("omaha", "12.22a")
def test_an_empty_position_may_be_in_us_control() -> None:
    assert connected("1116 A/1/16", "C2") == [True]
    assert connected("1116 A/1/16\n1315 B/1/16", "C2") == [False], "no way leads on from it"


def test_an_empty_position_with_a_us_unit_in_it_has_no_communication() -> None:
    """P-03, 11.31."""
    assert connected("1215 A/1/16:1", "C2") == [False]
    assert connected("1215 16HQ", "C2") == [False]
    assert connected("1215 Cota", "C2") == [True]


EXAMPLE = """
    1512 E/2/16
    1514 M/3/16
    1315 I/3/16
    1212 G/2/16     # printed as a second E/2/16
    1216 L/3/16:2
    1014 F/2/16
"""


SHUT_IN = f"{EXAMPLE}\n1116 K/3/16:1"
"""The example counts 1116 as US-controlled; from the draw in 1216 it is not (12.11)."""


@rule("omaha", "12.23a", "12.23b")
def test_the_example_of_bocage_communication() -> None:
    """The 4-strength unit traces through 1316 and out by 1416; the bocage hexes beside the
    3-strength unit are themselves surrounded by US control."""
    germans = "\nC3 8/2/916\nC2 7/2/916"
    assert connected(EXAMPLE + germans, "C2", "C3") == [True, False]
    assert connected(SHUT_IN + germans, "C2", "C3") == [True, False]


@rule("omaha", "12.23a", "12.23b")
def test_bocage_communication_leads_through_one_controlled_hex_and_no_us_unit() -> None:
    shut_in = f"{SHUT_IN}\nC2 7/2/916"
    assert connected(f"{shut_in}\n1316 A/1/16:1", "C2") == [False]
    assert connected(f"{shut_in}\n1416 A/1/16", "C2") == [False], "1317 is a second such hex"


@rule("omaha", "12.23c")
def test_no_bocage_communication_for_empty_positions_and_wns() -> None:
    assert connected(f"{SHUT_IN}\nC3 8/2/916", "C2") == [False]
    assert connected("1015 A/1/16\n0917 B/1/16\nWN64 ?", "WN64") == [False], "0915 is bocage"


def test_bocage_communication_may_end_in_an_exit() -> None:
    """Exit C is bocage, and C9 is beside it: 12.23 lifts US control of that one hex."""
    ring = sorted(around(equipment().board.name(equipment().posts[post("C9")].hex)) - {"2015"})
    names_of_units = ["A/1/16", "B/1/16", "C/1/16", "D/1/16", "E/2/16", "F/2/16"]
    shut_in = "\n".join(f"{name} {each}" for name, each in zip(ring, names_of_units, strict=False))
    assert connected(f"{shut_in}\nC9 T?", "C9") == [True]
    assert connected(shut_in, "C9") == [False]


@rule("omaha", "12.24a")
def test_for_german_fire_communication_is_fixed_when_the_phase_begins() -> None:
    """All that asks for it are the observers of the off-map guns (6.51)."""
    table = table_of(
        "turn 9\n0807 A/1/16:1\n0809 B/1/16:1\n0812 C/1/16:1\n0912 D/1/16:1\n1309 E/2/16:1"
    )
    run(table, fire_phase.fire_phase)
    gun = next(
        number
        for number, each in enumerate(equipment().pieces.off_map_artillery)
        if each.name == "1/1352 east"
    )
    assert table.inactive_guns >> gun & 1
    losses.eliminate(table, unit("E/2/16"), "6.32", "by fire")
    assert control.in_german_communication(table, hex_("1309"))
    _finish_phase(table)
    assert table.inactive_guns >> gun & 1, "until the phase is over"
    run(table, fire_phase.fire_phase)
    assert not table.inactive_guns >> gun & 1


def _finish_phase(table: OmahaTable) -> None:
    while decision(table) is not None:
        play(table, card(lambda each: bool(table.deck >> each.number & 1) and not each.artillery))


@rule("omaha", "12.24b")
def test_in_an_attack_communication_is_judged_at_that_moment() -> None:
    table = table_of(f"turn 9\n{RING}\nC2 7/2/916")
    assert connected(f"{RING}\nC2 7/2/916", "C2") == [False]
    losses.eliminate(table, unit("F/2/16"), "6.32", "by fire")
    before = table.boxes["division"]
    run(table, resolution.defeat, post("C2"))
    assert table.boxes["division"] == before + 1, "it withdraws through the gap"


# --- 12.3 US communication


def reached(text: str) -> set[str]:
    return names(control.us_communication(table_of(text)))


@rule("omaha", "12.3b")
def test_a_path_of_any_length_to_the_beach() -> None:
    assert {"0714", "1215", "2015", "1001"} <= reached("turn 9")


@rule("omaha", "12b", "12.3c", "12.31a")
@pytest.mark.parametrize("marker", ["", "disrupted"])
def test_german_fire_bars_us_communication(marker: str) -> None:
    fire_of_61 = names(equipment().board.position["WN61"].fire)
    found = reached(f"turn 9\n0710 A/1/16\n0909 B/1/16\nWN61 ? {marker}")
    assert {"0710", "0909"} <= fire_of_61
    assert not found & fire_of_61, "US-occupied hexes included"
    assert "0809" not in found, "nor the hex it holds"


@rule("omaha", "12.31b")
def test_an_empty_position_bars_nothing() -> None:
    assert names(equipment().board.position["WN61"].fire) - names(
        equipment().board.submerged["mid"]
    ) <= (reached("turn 9"))


@rule("omaha", "12.3c")
def test_german_occupied_hexes_bar_the_way() -> None:
    """WN64 does not cover its own hex, nor the high ground beside it."""
    assert {"0915", "0916"} <= reached("turn 9")
    found = reached("turn 9\nWN64 ?")
    assert not equipment().board.position["WN64"].fire >> hex_("0916") & 1
    assert "0915" in found
    assert "0916" not in found


@rule("omaha", "12.3d")
def test_rough_ground_bluffs_and_cliffs_bar_the_way() -> None:
    assert not reached("turn 9") & names(equipment().board.features["rough"])
    found = reached("turn 9\nWN71 ?")
    fire_of_71 = names(equipment().board.position["WN71"].fire)
    assert around("0531") - fire_of_71 == {"0532", "0631"}
    assert "0631" in found
    assert "0531" not in found, "bluffs part it from 0532 and 0631"
    for kind in ("bluff", "scaleable_cliff", "sheer_cliff"):
        assert any(equipment().board.across[kind])
        for here, beyond in enumerate(equipment().board.across[kind]):
            assert not control.open_sides()[here] & beyond


@rule("omaha", "12.3a")
def test_us_units_fight_as_well_without_communication() -> None:
    """Nothing but the count of victory points asks for US communication."""
    askers = set()
    for path in Path(omaha.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name) and node.id in ("us_communication", "victory_control"):
                askers.add(path.stem)
    assert askers <= {"control", "victory", "artillery"}, "artillery: a house rule about 6.51"


def test_a_beach_under_water_is_no_beach_unless_by_house_rule() -> None:
    """P-05."""
    assert "0513" not in reached("turn 16")
    assert "0513" in reached("house submerged-beach\nturn 16")


def test_in_easy_fox_paths_stay_in_the_east() -> None:
    east = names(equipment().board.sectors["east"])
    assert reached("scenario easy-fox\nturn 9") <= east
    table = table_of("scenario easy-fox\nturn 9")
    assert names(control.german_network(table)) <= east
