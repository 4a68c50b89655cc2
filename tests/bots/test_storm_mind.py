"""How Storm is played by its mind: every decision weighed, levels in order, a book."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from beachhead import bots
from beachhead.bots import ladder
from beachhead.bots.bot import Effort
from beachhead.bots.commander import Commander
from beachhead.bots.mind import Estimate, mind_of
from beachhead.bots.sight import Sight
from beachhead.bots.storm.breakout import ways_out
from beachhead.bots.storm.contests import (
    ground_under_fire,
    ground_within_reach,
    worth_of_closing_in,
)
from beachhead.bots.storm.features import WORDS
from beachhead.bots.storm.ground import prize
from beachhead.bots.storm.marching import groups, lay_of, reach
from beachhead.bots.storm.portfolio import different
from beachhead.bots.storm.weighing import WEIGHERS, best_attack, best_parting
from beachhead.bots.veteran import Veteran
from beachhead.kernel.decision import CHANCE, Decision
from beachhead.kernel.orders import Order
from beachhead.kernel.play import State
from beachhead.storm import movement
from beachhead.storm.impulses import unit_actions
from beachhead.storm.table.board import BOXES, board
from beachhead.storm.table.house_rules import HOUSE_RULES
from beachhead.storm.table.state import ALLIED, units_at
from storm_situations import GAME

MIND = mind_of(GAME)
BOOK = tomllib.loads((Path(__file__).parent / "book_storm.toml").read_text(encoding="utf-8"))
KINDS = {
    "action_chosen",
    "attackers_chosen",
    "card_chosen",
    "continued",
    "destination_chosen",
    "discard_chosen",
    "discarded_at_end",
    "enemy_card_discarded",
    "fire_decided",
    "firing_area_chosen",
    "group_chosen",
    "impulse_chosen",
    "placed",
    "plan_chosen",
    "retreated",
    "scattered_unit_chosen",
    "section_chosen",
    "shock_target_chosen",
    "shock_unit_chosen",
    "stage_chosen",
    "stopped_unit_chosen",
    "strongpoints_chosen",
    "support_assigned",
    "support_chosen",
    "target_chosen",
    "unit_chosen",
    "unit_placed",
    "unit_to_refresh_chosen",
}


def test_every_kind_of_decision_is_weighed() -> None:
    assert WEIGHERS.keys() == KINDS


@pytest.mark.parametrize("options", [{}, {**dict.fromkeys(HOUSE_RULES, "alternative"), "bid": 60}])
def test_every_decision_of_random_games_is_weighed(options: dict[str, Any]) -> None:
    """Half of the choices at random, so that positions come up that nobody would seek."""
    rng = random.Random(7)
    choose = MIND.policy(rng)
    seen = set()
    for seed in range(2):
        state = GAME.setup(options=options, seed=seed)
        while not state.over:
            decision = state.decision
            assert decision.kind in KINDS
            seen.add(decision.kind)
            worths = MIND.worths(decision)
            assert len(worths) == len(decision.options)
            assert all(abs(worth) < 1000 for worth in worths)
            if decision.kind == "impulse_chosen" and rng.random() < 0.1:
                _look_closely(state)
            option = rng.choice(decision.options) if rng.random() < 0.5 else choose(decision)
            state.apply(option.id)
    assert len(seen) > 20


def _look_closely(state: State[Any]) -> None:
    """Features have words and mirror each other, orders begin with an option, and marches go where
    the rules say."""
    table = state.position
    allied, german = (MIND.features(table, seat) for seat in ("allied", "german"))
    assert allied.keys() == german.keys() == WORDS.keys()
    assert all(value == -german[name] for name, value in allied.items())
    chances = [MIND.estimate(table, seat).chance for seat in ("allied", "german")]
    assert sum(chances) == pytest.approx(1)
    begins = {option.id for option in state.decision.options}
    assert all(order.choices[0] in begins for order in MIND.orders(state))
    side = table.impulse
    for place, _, units in unit_actions.ready(table, side):
        for points, group in groups(units):
            goals = set(movement.ways_from(table, group, place, points))
            assert set(reach(lay_of(table, side), group, place, points)) == goals - set(BOXES)


def test_orders_are_carried_out_as_they_are_given() -> None:
    state = GAME.setup(seed=2)
    choose = MIND.policy(random.Random(1))
    while state.position.turn < 2 or state.decision.kind != "impulse_chosen":
        state.apply(choose(state.decision).id)
    seat = state.decision.seat
    for order in MIND.orders(state)[:30]:
        after = state.copy()
        rest = order
        while rest.choices and not after.over and after.decision.seat == seat:
            found = rest.answer(after.decision)
            if found is None:
                break
            option, rest = found
            after.apply(option.id)
        assert rest.choices != order.choices, order.text


def played_out(state: State[Any], allied: str, german: str) -> int:
    """15.0 The Allied total when two levels have played a game to its end."""
    state = state.copy()
    seats = {"allied": ladder.player(GAME, allied, 1), "german": ladder.player(GAME, german, 2)}
    while not state.over:
        seat = state.decision.seat
        state.apply(seats[seat].choose(Sight(state, seat)).id)
    assert state.result is not None
    return int(state.result.score["points"])


def difference(first: str, second: str, state: State[Any]) -> int:
    """By how many points a level has more than another, with sides swapped."""
    return played_out(state, first, second) - played_out(state, second, first)


def test_recruit_beats_random_on_either_side() -> None:
    assert difference("recruit", "random", GAME.setup(seed=1)) > 200


def test_levels_are_in_order_over_whole_games() -> None:
    """Three deals with sides swapped; `beachhead ladder` has more to say."""
    deals = [GAME.setup(options={"reconstruction": "refitted"}, seed=seed) for seed in (1, 2, 3)]
    assert sum(difference("veteran@16", "recruit", deal) for deal in deals) > 0


def test_marches_and_orders_differ_by_what_is_at_stake() -> None:
    """15.0 What an area carries is at stake with it: a door is worth most when many are beyond."""
    empty = GAME.situation("turn 5; allied 18 19 20 23 25; 19 18/1; begin impulse").position
    many = GAME.situation(
        "turn 5; allied 18 19 20 23 25; 19 18/1; zone-D 115/29 116/29 175/29; begin impulse"
    ).position
    door, beside = board().place(23), board().place(24)
    assert prize(many, ALLIED, door) == prize(empty, ALLIED, door) + 3 * 2 * 4
    assert prize(many, ALLIED, beside) == prize(empty, ALLIED, beside)


def test_more_who_went_in_may_take_more_ground() -> None:
    """9.1, 9.3 Fire next turn takes what one assault cannot; without enemies there is nothing to
    fire at."""

    def under_fire(inside: str) -> float:
        text = f"turn 4; allied 17 18 19; 16 915/352 (Meyer){inside}; begin impulse"
        return ground_under_fire(GAME.situation(text).position, ALLIED)

    brigades = ", 69/50, 151/50, 231/50"
    assert 0 == under_fire("") < under_fire(brigades) < under_fire(f"{brigades}, 8 Armd Bde")


def test_a_stack_beside_the_enemy_reaches_farther_than_a_brigade() -> None:
    """11.0 What those beside an area may take together; if fresh, this turn already."""

    def reach(beside: str) -> float:
        text = f"turn 4; allied 17 18 19; 16 915/352 (Meyer); 17 69/50{beside}; begin impulse"
        return ground_within_reach(GAME.situation(text).position, ALLIED)

    some = ", 151/50, 231/50, 8 Armd Bde, 56 Ind Bde"
    assert 0 == reach("") < reach(some.replace(",", " spent,") + " spent") < reach(some)


def test_going_in_is_worth_more_where_nobody_can_fire_back() -> None:
    def worth(spent: str) -> float:
        text = f"turn 4; allied 17 18 19; 17 69/50, 151/50, 231/50; 16 915/352 (Meyer){spent}"
        table = GAME.situation(f"{text}; begin impulse").position
        area = board().place(16)
        units = units_at(table, board().place(17), ALLIED)
        return worth_of_closing_in(table, ALLIED, area, units, at_stake=10.0)

    assert worth(" spent") > worth("") > 0


def test_one_stack_does_not_crowd_out_all_others() -> None:
    def order(text: str) -> Order:
        return Order(text, (text,), (), (), "7.1")

    of_one = [(2.9, order("second")), (3.0, order("first")), (2.8, order("third"))]
    of_another = [(2.6, order("another's"))]
    ranked = different([of_one, of_another])
    assert [each.text for each in ranked] == ["first", "another's", "second", "third"]
    assert [each.worth for each in ranked] == [3.0, 2.6, 2.9, 2.8]


def test_the_chance_follows_from_the_points_and_the_bid() -> None:
    def chance(bid: int, beaches: str = "3 10 17 18 25 26") -> float:
        text = f"turn 8; points 40; bid {bid}; allied {beaches}; begin impulse"
        return MIND.estimate(GAME.situation(text).position, "allied").chance

    assert chance(10) > chance(30) > chance(60)
    assert chance(10) > 2 * chance(10, "3 10 17")


def test_the_chance_falls_with_a_beach_that_may_be_lost() -> None:
    """15.0g Five beaches are needed at the end, so the fifth is worth more than points."""

    def chance(omaha: str, turn: int = 8) -> float:
        text = f"turn {turn}; points 90; allied 3 10 17 18 25; 25 {omaha}; 19 916/352, 914/352"
        return MIND.estimate(GAME.situation(f"{text}; begin impulse").position, "allied").chance

    alone = chance("115/29")
    assert chance("115/29, 116/29, 175/29") > alone > chance("115/29", turn=5)
    assert alone > chance("115/29, III/726/716")


def test_who_is_spent_holds_less_firmly_this_turn() -> None:
    """10.0 A blow less drives out who is spent, so a second attack has more to gain."""

    def danger(spent: str) -> float:
        text = f"turn 5; allied 3 5; 5 8/3 Br{spent}, 9/3 Br{spent}; 3 185/3 Br; 9 22 Pz/21"
        table = GAME.situation(f"{text}; begin impulse").position
        return MIND.features(table, "allied")["Allied ground in danger"]

    assert danger(" spent") < danger("") < 0


def test_a_way_out_is_open_until_somebody_stands_in_it() -> None:
    """8.0, 12.3 Six movement points take armor from Trévières through empty areas to a Zone; where
    Germans stand in all ways no line would be left behind (15.0). Who is held by a strongpoint may
    go when it is gone."""

    def out(german: str, spent: str = "") -> tuple[float, float, float]:
        text = f"turn 4; allied 3 18 19 25; 3 3 Para/6 AB; 19 66 (CCA)/2A{spent}{german}"
        return ways_out(GAME.situation(f"{text}; begin impulse").position)

    now, later, two = out("")
    assert now > 0 == later
    assert out("", " spent") == (0, now, two)
    assert out("; 20 914/352")[0] > 0
    assert out("; 20 914/352; 21 916/352; 24 352 Fus/352") == (0, 0, 0)
    pinned = ways_out(
        GAME.situation("turn 2; allied 18; 18 26/1; 25 741 Tk, 0-7-a; begin impulse").position
    )
    assert pinned[0] == 0 < pinned[2]


def test_a_look_ahead_plays_on_by_the_rules() -> None:
    """What is answered at once is the value of an option, whoever is asked."""
    state = GAME.setup(options={"reconstruction": "refitted"}, seed=5)
    answer = MIND.answers(random.Random(5))
    asked = 0

    def checked(decision: Decision) -> Any:
        nonlocal asked
        asked += 1
        value = decision.any_value(lambda _: 0) if decision.seat == CHANCE else answer(decision)
        assert value in [option.value for option in decision.options], decision.kind
        return value

    over = state.played_on(checked)
    assert over.position.result is not None
    assert asked > 500


def test_who_assaults_leaves_enough_behind() -> None:
    """11.0 An armored brigade drives a weak battalion out of Creully, and Germans stand on both
    sides of Gold: to part the stack is worth more than to leave the beach to one of five."""
    text = (
        "turn 3; allied 17; 17 69/50, 151/50, 231/50, 8 Armd Bde, 56 Ind Bde; 11 441 Ost/716; "
        "16 915/352 (Meyer), 914/352; 10 II/736/716, 22 Pz/21; hand allied armor-support; "
        "begin impulse"
    )
    table = GAME.situation(text).position
    gold, creully = board().place(17), board().place(11)
    able = unit_actions.able(table, gold, "commonwealth")
    all_or_one_less, _ = best_attack(table, ALLIED, "assault", gold, creully, able)
    worth, units = best_parting(table, ALLIED, "assault", gold, creully, able)
    assert worth > all_or_one_less
    assert 0 < units.bit_count() < able.bit_count() - 1


def test_a_shock_assault_leaves_no_beach_to_whoever_comes() -> None:
    """CARD.shock-assault Omaha-1 has Germans beside it, so not all leave it for Omaha-2."""
    text = (
        "turn 7; points 60; allied 3 10 17 18 24 26; 18 26/1, 116/29, 175/29; 24 9/2, 5 Ranger; "
        "25 1-8-a, 0-7-a; 16 902/Lehr; hand allied allied-shock-assault; begin impulse"
    )
    state = GAME.situation(text)
    bot = bots.load(GAME, "recruit", seed=1)
    card = next(each.id for each in state.decision.options if each.value[0] == "card")
    state.apply(card)
    while state.decision.kind.startswith("shock"):
        state.apply(bot.choose(Sight(state, "allied")).id)
    assert units_at(state.position, board().place(18), ALLIED)


def test_to_end_the_turn_is_judged_by_how_things_stand() -> None:
    """5.0 The second pass in a row brings fresh units and points that come anyhow: when it was
    judged by what comes after it, Veteran marched two dozen units to and fro rather than end the
    turn. Without a German card an Allied pass ends it too. The last turn is judged by its end."""

    def thoughts(turn: int, card: str, *choices: str) -> tuple[State[Any], dict[str, Any]]:
        text = (
            f"turn {turn}; points 30; allied 3 10 17 18 26; 3 8/3 Br, 9/3 Br; 10 7/3 Cdn; "
            f"5 22 Pz/21; 17 69/50; 18 26/1; 26 8/4{card}; begin impulse"
        )
        state = GAME.situation(text)
        for choice in choices:
            state.apply(choice)
        assert state.decision.kind == "impulse_chosen"
        bot = bots.load(GAME, "veteran", seed=1)
        bot.choose(Sight(state, state.decision.seat))
        return state, {each.choices[0]: each for each in bot.thoughts}

    def is_judged_as_it_stands(turn: int, card: str, *choices: str) -> bool:
        state, found = thoughts(turn, card, *choices)
        estimate: Estimate = found["pass"].estimate
        return estimate == MIND.judged(state.position, state.decision.seat)

    on, off = "; hand german e-boats", ""
    assert is_judged_as_it_stands(5, on, "pass", "discard-e-boats")
    assert is_judged_as_it_stands(5, off)
    assert not is_judged_as_it_stands(5, on)
    assert not is_judged_as_it_stands(8, off)


def test_a_veteran_looks_at_every_way_to_begin_once() -> None:
    """What no order begins with is looked at besides: the pass, but nothing else twice."""
    state = GAME.setup(seed=2)
    choose = MIND.policy(random.Random(1))
    while state.position.turn < 2 or state.decision.kind != "impulse_chosen":
        state.apply(choose(state.decision).id)
    bot = Veteran(GAME, effort=Effort(nodes=96))
    found = bot.candidates(Sight(state, state.decision.seat), random.Random(1))
    assert len({each.choices for each in found}) == len(found) > 5
    assert next(each.choices for each in found if len(each.choices) == 1) == ("pass",)
    begins = [each.choices[0] for each in found if len(each.choices) > 1]
    assert all(each.choices[0] not in begins for each in found if len(each.choices) == 1)


def test_a_commander_looks_at_the_best_orders_as_often_as_it_may() -> None:
    """What comes of the last few differs by less than two looks can tell."""
    state = GAME.setup(seed=2)
    choose = MIND.policy(random.Random(1))
    while state.position.turn < 2 or state.decision.kind != "impulse_chosen":
        state.apply(choose(state.decision).id)
    bot = Commander(GAME, seed=1, effort=Effort(nodes=300))
    bot.choose(Sight(state, state.decision.seat))
    looks = [each.nodes for each in bot.thoughts]
    again = [each for each in looks if each > 1]
    assert min(looks[:2]) > 3 * min(again)
    assert 250 < len(looks) + 2 * sum(again) <= 300


@pytest.mark.parametrize("position", BOOK["position"], ids=lambda each: each["name"])
def test_veteran_plays_by_the_book(position: dict[str, Any]) -> None:
    """What it does with the impulse is what a strong player would accept."""
    state = GAME.situation(position["text"], seed=3)
    seat = state.decision.seat
    bot = bots.load(GAME, "veteran", seed=1)
    made = []
    begun = False
    while not state.over and not (begun and state.decision.kind == "impulse_chosen"):
        decision = state.decision
        begun = True
        if decision.seat == seat:
            option = bot.choose(Sight(state, seat))
            made.append(option.id)
            state.apply(option.id)
        else:
            state.apply(decision.passes or decision.options[-1].id)
    fits = [each for each in position["accepts"] if set(each) <= set(made)]
    assert fits, f"{made[:6]} instead of {position['accepts']}: {position['why']}"
