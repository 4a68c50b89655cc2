"""7.32 Infiltration."""

from __future__ import annotations

import pytest

from beachhead.kernel.bits import members
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.table import cards
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import OmahaTable
from beachhead.omaha.us_actions import action_phase, infiltration, terrain_effects
from beachhead.omaha.why_not import why_not
from situations import card, options, play, run, situation, table_of, unit


def begin(text: str) -> State[OmahaTable]:
    s = situation(text)
    run(s, action_phase.action_phase)
    return s


def where(s: State[OmahaTable], piece: str) -> str:
    return board().name(s.position.hex[unit(piece)])


ORANGE_DIAMOND = card(
    lambda each: (
        each.target == "diamond"
        and (square := each.square("orange")) is not None
        and not square.double
    )
)
DOUBLE_ORANGE_DIAMOND = card(
    lambda each: (
        each.target == "diamond" and (square := each.square("orange")) is not None and square.double
    )
)
ORANGE_ONLY = card(
    lambda each: (
        each.target != "diamond"
        and (square := each.square("orange")) is not None
        and not square.double
    )
)
DIAMOND_ONLY = card(lambda each: each.target == "diamond" and each.square("orange") is None)

EXAMPLE = "turn 5; 0710 I/3/16; WN61 ?; 0515 E/2/16"


@rule("omaha", "7.32a", "7.32b")
def test_infiltration_example_of_the_rulebook():
    s = begin(EXAMPLE)
    play(s, "act-I/3/16")
    labels = {option.id: option.label for option in s.decision.options}
    assert {id_ for id_, label in labels.items() if "infiltration" in label} == {
        "move-0709",
        "move-0810",
    }
    assert {"move-0711", "move-0609", "move-0610"} < labels.keys()
    assert (
        labels["move-0709"] == "Move to 0709 (1 of 2 actions, infiltration past WN61, draws a card)"
    )
    plain = s.copy()
    play(plain, "move-0711")
    assert where(plain, "I/3/16") == "0711"
    play(s, "move-0709")
    assert options(s)[0] == "card-1", "a fire card is drawn at once"
    assert where(s, "I/3/16") == "0710"


@rule("omaha", "7.32c", "7.32d", "7.32e", "7.32f")
def test_a_single_symbol_of_the_color_and_the_units_symbol_cost_a_step():
    s = begin(EXAMPLE)
    play(s, "act-I/3/16", "move-0709", ORANGE_DIAMOND)
    assert s.position.steps_left[unit("I/3/16")] == 2
    assert options(s) == ["go", "stay"]
    on = s.copy()
    play(on, "go")
    assert where(on, "I/3/16") == "0709"
    play(s, "stay")
    assert where(s, "I/3/16") == "0710"
    for each in (on, s):
        assert each.position.acted >> unit("I/3/16") & 1
        assert each.position.paid_actions[0] == 1
        assert "act-I/3/16" not in options(each)


@rule("omaha", "7.32c", "7.32d", "7.32f")
@pytest.mark.parametrize("number", [DOUBLE_ORANGE_DIAMOND, ORANGE_ONLY, DIAMOND_ONLY])
def test_other_cards_do_no_harm(number: str):
    s = begin(EXAMPLE)
    play(s, "act-I/3/16", "move-0709", number)
    assert s.position.steps_left[unit("I/3/16")] == 3
    assert where(s, "I/3/16") == "0709"
    assert s.position.acted >> unit("I/3/16") & 1


@rule("omaha", "7.32d")
def test_with_depth_a_double_symbol_counts():
    s = begin("turn 5; 0710 I/3/16; WN61 ? depth?; 0515 E/2/16")
    play(s, "act-I/3/16", "move-0709", DOUBLE_ORANGE_DIAMOND)
    assert s.position.steps_left[unit("I/3/16")] == 2


@rule("omaha", "7.32d", "6.41b")
def test_depth_with_the_disrupted_unit_of_a_two_hex_wn_does_not_count():
    position = board().position["WN62"]
    number = card(
        lambda each: (
            each.target == "diamond"
            and (square := each.square(position.color)) is not None
            and square.double
        )
    )
    for germans, steps in [
        ("WN62N ? depth? disrupted; WN62S ?", 3),
        ("WN62N ? disrupted; WN62S ? depth?", 2),
    ]:
        s = begin(f"turn 8; 0911 E/2/16; {germans}; 0515 F/2/16")
        play(s, "act-E/2/16", "move-0811", number)
        assert s.position.steps_left[unit("E/2/16")] == steps


@rule("omaha", "7.32a")
def test_no_infiltration_past_disrupted_or_empty_positions_or_outside_the_field_of_fire():
    for text in (
        "turn 5; 0710 I/3/16; WN61 ? disrupted; 0515 E/2/16",
        "turn 5; 0710 I/3/16; 0515 E/2/16",
    ):
        s = begin(text)
        play(s, "act-I/3/16", "move-0709")
        assert where(s, "I/3/16") == "0709"
    table = table_of("WN61 ?; WN62N ?; WN62S ?; C3 T?; A1 D?; WN70 ? disrupted")
    assert len(infiltration.watched(table)) == 4
    for position, beside in infiltration.watched(table).items():
        the = board().positions[position]
        assert beside == board().grid.neighbors(the.area) & the.fire


@rule("omaha", "7.32a")
def test_smoke_does_not_spare_the_card():
    s = begin(EXAMPLE + "; smoke WN61")
    play(s, "act-I/3/16", "move-0709")
    assert options(s)[0] == "card-1"


@rule("omaha", "7.32g")
def test_five_steps_in_the_hex_entered_make_no_concentrated_target():
    s = begin("turn 5; 0710 I/3/16; 0709 L/3/16; WN61 ?; 0515 E/2/16")
    play(s, "act-I/3/16", "move-0709", ORANGE_ONLY)
    assert s.position.steps_left[unit("I/3/16")] == 3
    assert s.position.steps_left[unit("L/3/16")] == 3
    assert where(s, "I/3/16") == "0709"
    hit = begin("turn 5; 0710 I/3/16; 0709 L/3/16; WN61 ?; 0515 E/2/16")
    play(hit, "act-I/3/16", "move-0709", ORANGE_DIAMOND)
    assert hit.position.steps_left[unit("I/3/16")] == 2
    assert hit.position.steps_left[unit("L/3/16")] == 3


@rule("omaha", "7.32h", "7.32i", "7.33a")
def test_leaders_infiltrate_only_with_a_unit():
    s = begin("turn 8; 0710 I/3/16; 0710 16HQ; WN61 ?; 0515 E/2/16")
    assert why_not(s.position, unit="16HQ", to="0709").rule == "7.32"
    assert why_not(s.position, unit="16HQ", to="0711") is None
    assert why_not(s.position, unit="I/3/16", to="0709") is None
    play(s, "act-I/3/16", "move-0709")
    assert options(s) == ["with-16 HQ", "go"]
    play(s, "with-16 HQ", ORANGE_ONLY)
    assert where(s, "I/3/16") == where(s, "16HQ") == "0709"
    assert s.position.commands == (0,) * 6


@rule("omaha", "7.32i")
def test_leaders_stay_if_their_unit_stays_or_dies():
    s = begin("turn 8; 0710 I/3/16; 0710 16HQ; WN61 ?; 0711 E/2/16; 0615 F/2/16")
    play(s, "act-I/3/16", "move-0709", "with-16 HQ", ORANGE_DIAMOND, "stay")
    assert where(s, "16HQ") == "0710"
    # M-02 He has used his action, but he has not moved: his command holds.
    assert "act-16 HQ" not in options(s)
    play(s, "act-E/2/16", "move-0712")
    assert s.position.paid_actions[0] == 2
    s = begin("turn 8; 0710 I/3/16:1; 0710 16HQ; WN61 ?; 0615 E/2/16")
    play(s, "act-I/3/16", "move-0709", "with-16 HQ", ORANGE_DIAMOND)
    assert s.position.hex[unit("I/3/16")] == -1
    assert where(s, "16HQ") == "0710"


def two_positions() -> tuple[str, str, str, str]:
    """Two hexes that lie next to and under the fire of two WNs at once, and the WNs."""
    the = board()
    zones = [(each, the.grid.neighbors(each.area) & each.fire) for each in the.positions]
    for one, first in zones:
        for other, second in zones:
            if one.index < other.index and one.color != other.color:
                both = first & second & ~one.area & ~other.area
                for here in members(both):
                    for there in members(
                        terrain_effects.all_ways(False)["infantry"].walk[here] & both
                    ):
                        return the.name(here), the.name(there), one.name, other.name
    raise AssertionError("no such hexes")


@rule("omaha", "7.32j", "7.32k", "FAQ.9")
def test_past_two_positions_one_card_is_drawn_and_one_step_lost_at_most():
    here, there, one, other = two_positions()
    first, second = board().position[one].color, board().position[other].color

    def single(each: cards.OmahaCard, color: str) -> bool:
        square = each.square(color)
        return square is not None and not square.double

    fits = {
        "both": lambda each: single(each, first) and single(each, second),
        "one": lambda each: single(each, first) and each.square(second) is None,
        "other": lambda each: each.square(first) is None and single(each, second),
        "neither": lambda each: each.square(first) is None and each.square(second) is None,
    }
    for which, fit in fits.items():
        found = next(each for each in cards.deck() if fit(each))
        # A unit whose symbol the card shows.
        name = {"diamond": "A/1/16", "triangle": "B/1/16", "circle": "C/1/16"}[found.target]
        s = begin(f"turn 8; {here} {name} hero; 0615 E/2/16; {_post(one)}; {_post(other)}")
        if options(s) == ["1st-first", "29th-first"]:
            play(s, "1st-first")
        play(s, f"act-{name}")
        label = next(o.label for o in s.decision.options if o.id == f"move-{there}")
        assert " and " in label
        play(s, f"move-{there}", f"card-{found.number}")
        lost = 3 - s.position.steps_left[unit(name)]
        assert lost == (0 if which == "neither" else 1), which
        assert s.position.track == (found.number,)


def _post(name: str) -> str:
    position = board().position[name]
    if not position.is_wn:
        return f"{name} T?"
    return f"{board().wn_hex_at[position.hexes[0]].name} ?"


@rule("omaha", "FAQ.8a", "7.32c")
def test_a_hero_changes_nothing_in_the_draw_but_may_be_sacrificed():
    s = begin("turn 8; 0710 I/3/16 hero; WN61 ?; 0615 E/2/16")
    play(s, "act-I/3/16", "move-0709", ORANGE_DIAMOND)
    assert s.position.steps_left[unit("I/3/16")] == 2
    s = begin("turn 8; 0710 I/3/16:1 hero; WN61 ?; 0615 E/2/16")
    play(s, "act-I/3/16", "move-0709", ORANGE_DIAMOND)
    assert options(s) == ["sacrifice", "lose-unit"]
    play(s, "sacrifice", "go")
    assert where(s, "I/3/16") == "0709"
    house = "house hero-saves-infiltrator alternative; "
    s = begin(house + "turn 8; 0710 I/3/16:1 hero; WN61 ?; 0615 E/2/16")
    play(s, "act-I/3/16", "move-0709", ORANGE_DIAMOND)
    assert s.position.hex[unit("I/3/16")] == -1


@rule("omaha", "7.32b", "7.21a")
def test_a_stack_that_infiltrates_for_one_action_draws_one_card():
    s = begin("turn 8; 0710 I/3/16; 0710 L/3/16; WN61 ?; 0615 E/2/16")
    play(s, "act-I/3/16", "move-0709", "with-L/3/16", ORANGE_DIAMOND)
    assert len(s.position.track) == 1
    assert s.position.steps_left[unit("I/3/16")] == 2
    assert s.position.steps_left[unit("L/3/16")] == 3
    assert where(s, "L/3/16") == "0709"
    play(s, "stay")
    assert where(s, "I/3/16") == "0710"
    assert s.position.paid_actions[0] == 1


@rule("omaha", "7.32a")
def test_climbing_a_bluff_can_be_an_infiltration():
    the = board()
    found = next(
        (here, there, position)
        for position in the.positions
        for beside in [the.grid.neighbors(position.area) & position.fire]
        for here in members(beside)
        for there in members(the.across["bluff"][here] & beside & ~position.area)
        if the.sector_of(here) == "west" and position.is_wn
    )
    here, there, position = the.name(found[0]), the.name(found[1]), found[2]
    post = board().wn_hex_at[position.hexes[0]].name
    text = f"turn 5; {here} A/1/116; {post} ?; 0427 B/1/116"
    s = begin(text)
    play(s, "act-A/1/116", f"climb-bluff-{there}")
    assert options(s)[0] == "card-1"
    s = begin("house infiltration-climbing alternative; " + text)
    play(s, "act-A/1/116", f"climb-bluff-{there}")
    assert where(s, "A/1/116") == there


@rule("omaha", "7.32a")
def test_next_to_a_two_hex_wn_is_next_to_either_hex():
    the = board()
    position = the.position["WN62"]
    north, south = position.hexes
    only_south = the.grid.adjacent[south] & position.fire & ~the.grid.adjacent[north]
    table = table_of("WN62N ?")
    assert only_south
    assert infiltration.watched(table)[position.index] & only_south == only_south
    other = table_of("house infiltration-two-hex-wn alternative; WN62N ?")
    assert not infiltration.watched(other)[position.index] & only_south
