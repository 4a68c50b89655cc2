"""7 Impulses: unit actions and card actions."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from storm_situations import (
    GAME,
    at,
    decision,
    forced,
    in_place,
    is_fresh,
    is_spent,
    options,
    play,
    situation,
)

GOLD = "turn 2; 17 69/50, 151/50, 8 Armd Bde; box-gold 47 RM Cdo; begin impulse"


@rule("storm", "7.0a")
def test_an_impulse_is_one_action() -> None:
    table = situation(f"{GOLD}; hand allied naval-power-1; 5 125 PzG/21")
    assert options(table) == [
        "activate-17-commonwealth",
        "activate-box-gold-commonwealth",
        "card-naval-power-1",
        "pass",
    ]
    play(table, "activate-17-commonwealth", "add-br-8a", "commit", "to-16", "stop")
    assert decision(table).seat == "german"


@rule("storm", "7.1a", "7.1d", "7.1e")
def test_some_of_the_fresh_units_of_an_area_act_and_are_spent() -> None:
    table = situation(GOLD)
    play(table, "activate-17-commonwealth")
    assert options(table) == ["add-br-50-69", "add-br-50-151", "add-br-8a", "add-all"]
    play(table, "add-br-50-151")
    assert options(table) == ["add-br-50-69", "add-br-8a", "add-all", "commit"]
    play(table, "commit", "to-16", "stop")
    assert (at(table, "151/50"), at(table, "69/50")) == ("16", "17")
    assert is_spent(table, "151/50")
    assert is_fresh(table, "69/50", "8 Armd Bde")


@rule("storm", "7.1a", "7.1d")
def test_or_all_of_them() -> None:
    table = situation(GOLD)
    play(table, "activate-17-commonwealth", "add-all", "to-16", "stop")
    assert in_place(table, 16) == {"69/50", "151/50", "8 Armd Bde"}
    assert is_spent(table, "69/50", "151/50", "8 Armd Bde")


@rule("storm", "7.1a", "2.1.1d")
def test_spent_units_are_not_chosen() -> None:
    table = situation("turn 2; 17 69/50 spent, 151/50, 8 Armd Bde; begin impulse")
    play(table, "activate-17-commonwealth")
    assert options(table) == ["add-br-50-151", "add-br-8a", "add-all"]
    nobody = situation("turn 2; 17 69/50 spent; hand allied jabos-1; begin impulse")
    assert options(nobody) == ["pass"]
    assert GAME.why_not(nobody, unit="69/50", to=16).rule == "7.1"


@rule("storm", "7.1a")
def test_the_actions_are_move_fire_and_assault() -> None:
    table = situation(
        "turn 2; 17 69/50; 11 192 PzG/21; 16 8 Armd Bde, 352 Fus/352; allied 16 17; "
        "hand allied jabos-1; begin impulse"
    )
    play(table, "activate-17-commonwealth")
    assert options(table) == ["move", "assault-11", "assault-16"]
    table = situation(
        "turn 2; 16 8 Armd Bde, 352 Fus/352; allied 16; hand allied jabos-1; begin impulse"
    )
    play(table, "activate-16-commonwealth")
    assert options(table) == ["fire", "move"]  # 11.0 no assault out of an area with enemies


@rule("storm", "7.1b")
def test_all_units_of_an_action_do_the_same() -> None:
    """S-E1: all move into one area, or all assault one area."""
    table = situation(GOLD)
    play(table, "activate-17-commonwealth", "add-br-50-69", "add-br-8a", "commit")
    play(table, "to-11")
    assert at(table, "69/50") == at(table, "8 Armd Bde") == "11"
    table = situation(f"{GOLD}; 16 352 Fus/352; hand allied jabos-1")
    play(table, "activate-17-commonwealth", "assault-16", "add-br-50-69", "add-br-8a", "commit")
    play(table, "dice-1-1")
    assert at(table, "69/50") == at(table, "8 Armd Bde") == "16"


@rule("storm", "7.1c")
def test_americans_and_commonwealth_never_act_together() -> None:
    table = situation("turn 2; 16 69/50, 16/1, 18/1; begin impulse")
    assert options(table)[:2] == ["activate-16-american", "activate-16-commonwealth"]
    play(table, "activate-16-american")
    assert options(table) == ["add-us-1-16", "add-us-1-18", "add-all"]


@rule("storm", "7.1c")
def test_british_and_canadians_are_one_nationality() -> None:
    """S-08."""
    table = situation("turn 2; 10 7/3 Cdn, 48 RM Cdo; begin impulse")
    play(table, "activate-10-commonwealth")
    assert options(table) == ["add-cd-3-7", "add-br-48rm", "add-all"]


@rule("storm", "7.1a", "2.1.1g")
def test_a_strongpoint_may_fire_but_never_move() -> None:
    table = situation("turn 2; impulse german; 17 69/50, I/726/716, 2-9; allied; begin impulse")
    play(table, "activate-17-german", "fire")
    assert options(table) == ["add-ge-716-1-726", "add-sp-2-9-a", "add-all"]
    table = situation("turn 2; impulse german; 17 I/726/716, 441 Ost/716, 2-9; begin impulse")
    assert forced(table, "activate-17-german") == ["move"]
    assert options(table) == ["add-ge-716-1-726", "add-ge-716-441", "add-all"]
    play(table, "add-all")
    assert not table.action.units & 1 << 155
    assert in_place(table, 17) >= {"Strongpoint 2-9 a"}
    refused = GAME.why_not(table, unit="Strongpoint 2-9 a", to=16)
    assert refused.rule == "2.1.1"


@rule("storm", "7.1d")
@pytest.mark.parametrize("way", ["fire", "move", "assault"])
def test_units_are_spent_by_any_action(way: str) -> None:
    table = situation(
        "turn 2; 16 69/50, 352 Fus/352; 17 151/50; allied 16 17; hand allied jabos-1; begin impulse"
    )
    if way == "fire":
        play(table, "activate-16-commonwealth", "fire", "no-card", "dice-1-1")
        assert is_spent(table, "69/50")
    elif way == "move":
        play(table, "activate-16-commonwealth", "move", "to-17", "stop")
        assert is_spent(table, "69/50")
    else:
        play(table, "activate-17-commonwealth", "assault-16", "dice-1-1")
        assert is_spent(table, "151/50")
        assert is_fresh(table, "69/50")  # 7.1e was there already and took no part


@rule("storm", "7.2a")
def test_a_card_action_is_instead_of_a_unit_action() -> None:
    table = situation(
        "turn 2; 16 69/50, 352 Fus/352; hand allied allied-artillery-1; begin impulse"
    )
    play(table, "card-allied-artillery-1", "at-16", "dice-1-1")
    assert is_fresh(table, "69/50")
    assert decision(table).seat == "german"
