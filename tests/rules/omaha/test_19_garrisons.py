"""19.3 Garrisons of German positions."""

from __future__ import annotations

from bases import names, phase, with_base

from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from beachhead.omaha.engineers import engineer_bases, garrisons
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.germans import advance, german_actions, reinforcements
from beachhead.omaha.table.board import board
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.state import EMPTY, equipment, german_hexes
from beachhead.omaha.victory import control
from beachhead.omaha.why_not import why_not
from situations import draw, hex_, options, play, post, run, table_of, texts


@rule("omaha", "19.3a", "15.V-a")
def test_garrisons_go_to_empty_positions_in_range():
    table = phase(with_base("turn 20; WN60 ?; A1 T?", space=2))
    # WN60 fires into the base's own hex and into WN61; WN62 is free of fire.
    assert not engineer_bases.operations(table) >> hex_("0711") & 1
    assert not engineer_bases.operations(table) >> hex_("0809") & 1
    assert options(table) == ["all", "garrison-WN62N", "garrison-WN62S", "done"]
    play(table, "garrison-WN62S")
    assert options(table) == ["garrison-WN62N", "done"]
    play(table, "garrison-WN62N")
    assert names(table.garrisons) == ["0812", "0912"]
    assert not any(each.startswith("garrison") for each in options(table))


@rule("omaha", "19.3a")
def test_all_garrisons_at_once_or_none():
    text = "turn 20; 0807 C/1/16"
    table = with_base(text, space=6)
    ground_ = names(garrisons.garrison_ground(table))
    assert {"0807", "0809", "0812", "0912", "1113"} <= set(ground_)
    phase(table)
    while "all" not in options(table):
        play(table, "done")
    play(table, "all")
    assert names(table.garrisons) == ground_
    table = phase(with_base(text, space=6))
    while "all" not in options(table):
        play(table, "done")
    play(table, "done")
    assert table.garrisons == 0


@rule("omaha", "19.3a", "19.32a")
def test_why_a_position_cannot_be_garrisoned():
    table = phase(with_base("turn 20; C1 T?; WN61 ?; 0807 C/1/16", space=4))
    while "garrison-WN62N" not in options(table):
        play(table, "done")

    def why(name: str) -> str | None:
        refusal = why_not(table, action="garrison", hex=name)
        return refusal.rule if refusal else None

    assert why("0812") is None
    assert "C1" in why_not(table, action="garrison", hex="0912").text
    assert why("0912") == "19.32"
    assert why("0809") == "19.3", "a German unit holds it"
    assert why("0811") == "19.3", "no German position"
    assert why("1310") == "19.3", "out of range"
    play(table, "garrison-WN62N")
    assert why("0812") in ("19.3", "15.V")
    # every hex: the refusal and the options agree
    table = phase(with_base("turn 20; C1 T?; WN61 ?; 0807 C/1/16", space=4))
    while "garrison-WN62N" not in options(table):
        play(table, "done")
    offered = garrisons.garrison_ground(table)
    for there in members(board().sectors["east"]):
        refusal = garrisons.refuse_garrison(table, there)
        assert (refusal is None) == bool(offered >> there & 1)


@rule("omaha", "19.3a")
def test_a_position_with_one_of_two_hexes_held_is_not_empty():
    table = with_base("turn 20; WN62S ? disrupted; house disrupted-fields alternative", space=3)
    assert engineer_bases.operations(table) >> hex_("0812") & 1
    assert not garrisons.garrison_ground(table) >> hex_("0812") & 1
    # a US unit in the position is no hindrance
    table = with_base("turn 20; 0812 A/1/16", space=3)
    assert garrisons.garrison_ground(table) >> hex_("0812") & 1


@rule("omaha", "19.3b")
def test_no_reinforcement_appears_in_a_garrisoned_position():
    # C1 is next to a US unit and would be first.
    text = "turn 20; 1112 A/1/16:1"
    table = table_of(text)
    run(table, reinforcements.reinforce, ("C",), "9.3")
    assert table.unit[post("C1")] != EMPTY
    table = table_of(text)
    table.garrisons = 1 << hex_("1113")
    run(table, reinforcements.reinforce, ("C",), "9.3")
    assert table.unit[post("C1")] == EMPTY
    assert german_hexes(table), "it comes elsewhere"


@rule("omaha", "19.3b")
def test_no_german_action_brings_a_unit_to_a_garrisoned_position():
    position = equipment().board.position["WN64"]
    number = next(
        each
        for each in range(1, 55)
        for square in card(each).squares
        if square.color == position.color and square.action == "R"
    )

    def re_occupied(garrison: bool) -> bool:
        table = table_of("turn 20; seen wn-01; 0714 B/1/16")
        if garrison:
            table.garrisons = position.area
        run(table, fire_phase.fire_phase)
        play(table, draw(number))
        return any(event.detail.get("action") == "re_occupy" for event in table.news)

    assert re_occupied(garrison=False)
    assert not re_occupied(garrison=True)


@rule("omaha", "19.3c")
def test_a_garrisoned_position_is_in_us_control_for_victory():
    # The position is out of US communication and in a German field of fire.
    table = table_of("turn 32; C3 T?")
    held = hex_("1113")
    assert not control.victory_control(table) >> held & 1
    table.garrisons = 1 << held
    assert control.victory_control(table) >> held & 1
    assert not control.us_control(table) >> held & 1
    # a marker in one hex of a two-hex WN holds the position
    table.garrisons = 1 << hex_("0812")
    assert control.victory_control(table) & equipment().board.position["WN62"].area == (
        equipment().board.position["WN62"].area
    )


@rule("omaha", "19.3d")
def test_garrisons_are_no_targets():
    table = table_of("turn 20; WN61 ?; WN60 ?; C1 T?")
    table.garrisons = equipment().board.position["WN62"].area | 1 << hex_("1014")
    before = table.garrisons
    for number in range(1, 55):
        run(table, german_actions.act, number, "east")
        assert options(table) == []
    assert table.garrisons == before


@rule("omaha", "19.3e", "19.3f", "FAQ.4a", "FAQ.4b")
def test_an_advance_takes_a_garrisoned_position_and_removes_the_marker():
    # C3's arrow points to C1
    table = table_of("turn 20; C3 T? depth?")
    table.garrisons = 1 << hex_("1113") | 1 << hex_("0812")
    assert advance.destination(table, equipment().board.position["C3"]) == post("C1")
    run(table, advance.attempt, post("C3"), 2)
    assert table.unit[post("C1")] != EMPTY
    assert table.unit[post("C3")] == EMPTY
    assert names(table.garrisons) == ["0812"], "only the one in the destination"
    assert "The garrison in C1 is removed." in texts(table.news)


@rule("omaha", "19.3f", "FAQ.4b")
def test_a_repulsed_advance_leaves_the_garrison():
    table = table_of("turn 20; C3 T? depth?; 1212 A/1/16; 1213 B/1/16; 1113 C/1/16, D/1/16")
    table.garrisons = 1 << hex_("1113")
    number = 2
    run(table, advance.attempt, post("C3"), number)
    assert table.unit[post("C3")] != EMPTY, texts(table.news)
    assert names(table.garrisons) == ["1113"]
