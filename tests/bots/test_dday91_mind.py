"""How D-Day (1991) is played by its mind: every decision weighed, levels in order, a book."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from beachhead import bots
from beachhead.bots import Effort
from beachhead.bots.commander import Commander
from beachhead.bots.dday91 import combats, postures
from beachhead.bots.dday91.features import WORDS
from beachhead.bots.dday91.outlook import STRONG, view
from beachhead.bots.dday91.standing import opportunity
from beachhead.bots.dday91.weighing import BY_KIND
from beachhead.bots.mind import mind_of
from beachhead.bots.sight import Sight
from beachhead.dday91.table.board import board
from beachhead.dday91.table.house_rules import HOUSE_RULES
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import ALLIED, GERMAN, OPTIONS
from beachhead.kernel.play import State
from dday91_situations import GAME

MIND = mind_of(GAME)
BOOK = tomllib.loads((Path(__file__).parent / "book_dday91.toml").read_text(encoding="utf-8"))
EVERYTHING = {**dict.fromkeys(OPTIONS, True), **dict.fromkeys(HOUSE_RULES, "alternative")}
REFITTED = {"reconstruction": "refitted"}


@pytest.mark.parametrize("scenario", ["1944", "1943"])
@pytest.mark.parametrize(
    "options", [{}, REFITTED, dict.fromkeys(OPTIONS, True), EVERYTHING, EVERYTHING | REFITTED]
)
def test_every_decision_of_a_game_is_weighed(scenario: str, options: dict[str, Any]) -> None:
    """A third of the choices at random, so that positions come up that nobody would seek."""
    rng = random.Random(5)
    choose, practiced = MIND.policy(rng), MIND.policy(rng, practiced=True)
    state = GAME.setup(scenario, options, seed=4)
    while not state.over:
        decision = state.decision
        assert decision.kind in BY_KIND
        assert len(MIND.worths(decision)) == len(decision.options)
        if decision.kind == "mover_chosen" and rng.random() < 0.1:
            _look_closely(state)
        at_random = rng.random() < 1 / 3
        chooses = choose if decision.seat == "allied" else practiced
        option = rng.choice(decision.options) if at_random else chooses(decision)
        state.apply(option.id)


def _look_closely(state: State[Any]) -> None:
    """Features have words and mirror each other; orders begin as the rules allow."""
    allied, german = (MIND.features(state.position, seat) for seat in ("allied", "german"))
    assert allied.keys() == WORDS.keys()
    assert all(value == -allied[name] for name, value in german.items())
    begins = {option.id for option in state.decision.options}
    assert all(order.choices[0] in begins for order in MIND.orders(state))


def result(allied: str, german: str, seed: int, options: Mapping[str, Any] | None = None) -> str:
    """6c3 Who won a game between two levels, or `draw`."""
    seats = {"allied": bots.load(GAME, allied, seed=1), "german": bots.load(GAME, german, seed=2)}
    state = GAME.setup(options=options, seed=seed)
    while not state.over:
        seat = state.decision.seat
        state.apply(seats[seat].choose(Sight(state, seat)).id)
    assert state.result is not None
    return next(iter(state.result.winners), "draw")


def test_recruit_beats_random_on_either_side() -> None:
    assert [result("recruit", "random", seed) for seed in (1, 2)] == ["allied"] * 2
    assert [result("random", "recruit", seed) for seed in (1, 2)] == ["german"] * 2


def test_levels_are_in_order_on_the_refitted_board() -> None:
    """Every deal from both sides, a draw counting half."""
    share = 0.0
    for seed in DEALS:
        share += {"allied": 1.0, "german": 0.0, "draw": 0.5}[
            result("veteran", "recruit", seed, REFITTED)
        ]
        share += {"allied": 0.0, "german": 1.0, "draw": 0.5}[
            result("recruit", "veteran", seed, REFITTED)
        ]
    assert share > len(DEALS)


DEALS = (24, 25, 26)


def test_no_bot_looks_at_the_dice_to_come() -> None:
    """The same position, other dice: the same choice."""
    text = BOOK["position"][0]["text"]
    for level in ("recruit", "veteran", "commander"):
        chosen = set()
        for seed in (1, 2):
            state = GAME.situation(text, seed=seed)
            bot = bots.load(GAME, level, seed=5, effort=Effort(nodes=6))
            chosen.add(bot.choose(Sight(state, state.decision.seat)).id)
        assert len(chosen) == 1, level


def test_each_army_is_sent_to_a_goal_of_its_own() -> None:
    """The nearest to each, and those who are left to what the Allies still need."""
    text = """
turn 9 allied movement; moves 9 0
Hamburg 1-Canadian, 2C; G7 1-French, 1F; N6 1-US, 5U, 7U; N8 2-British, 12B, 30B
L5 3-US, 12U, 20U; J2 7-US, 8U, 15U; K5 9-US, 19U, 13U; J6 15-US, 16U, 21U, 22U
Munich div-G3; control allied D14; begin movement"""
    seen = view(GAME.situation(text, seed=3).position, practiced=True)
    sent = {board().name(army): board().name(goal) for army, goal in seen.sent().items()}
    assert sent.keys() == {"N6", "N8", "L5", "J2", "K5", "J6"}
    assert sent["N6"] == "O6"
    assert set(sent.values()) == {"O6", "I1", "M2", "R1"}


TWO_FRONTS = """
turn 10 allied movement; moves 20 4
D3 2-British, 8B, 12B, 30B; F5 7-US, 13U, 16U, 19U; G6 3-US, 8U, 15U, 20U; Essen 1-US, 5U, 7U, 12U
Hamburg 15-Infantry, 1SS, 47, 80; Munich div-G3; H7 1-Infantry, 58, 82
control allied D14; begin movement"""


def test_an_army_goes_to_what_it_is_sent_to_though_another_city_is_nearer() -> None:
    seen = view(GAME.situation(TWO_FRONTS, seed=3).position, practiced=True)
    here, on_the_way, munich = (board().hex(name) for name in ("G6", "I5", "O6"))
    army = seen.stacks[ALLIED][here]
    assert seen.sent()[here] == munich
    assert seen.pull(ALLIED, army, on_the_way, here) > seen.pull(ALLIED, army, here, here)


def test_no_army_waits_behind_others_who_are_enough() -> None:
    """4b10 More than ten does not count: who comes third to Hamburg is worth nothing there."""
    position = GAME.situation(TWO_FRONTS, seed=3).position
    there, beside = board().hex("F5"), board().hex("F3")
    seen = view(position, practiced=True)
    army = seen.stacks[ALLIED][there]
    others = combats.ready(seen, ALLIED, board().hex("E3"), army)[1]
    assert others >= STRONG
    assert opportunity(seen, ALLIED, army, beside) < 0.1
    assert opportunity(view(position), ALLIED, army, beside) > 1


def test_armies_in_a_port_leave_with_their_corps() -> None:
    """2d1, 3d2 Nobody leaves alone while an army could take him along for its own Move."""
    text = """
turn 3 allied movement; moves 9 0
Cherbourg 1-US, 2-British, 5U, 7U, 12U, 20U, 12B, 30B; control allied C16; begin movement"""
    decision = GAME.situation(text, seed=3).decision
    worths = dict(
        zip((each.id for each in decision.options), MIND.practiced(decision), strict=True)
    )
    assert min(worths["move-1-US"], worths["move-2-British"]) > 0
    assert all(worths[f"move-{corps}"] < 0 for corps in ("5U", "7U", "12U", "12B"))


def test_who_has_never_played_judges_distances_by_eye() -> None:
    """By three hexes either way at most, and the same way every time."""
    position = GAME.situation(TWO_FRONTS, seed=3).position
    beginner, practiced = view(position), view(position, practiced=True)
    hexes = range(len(board().ground))
    for side in (ALLIED, GERMAN):
        errors = [beginner.ways[side].whim(1 << 9, hex_) for hex_ in hexes]
        assert -3 <= min(errors) < -2
        assert 2 < max(errors) <= 3
        assert errors == [view(position).ways[side].whim(1 << 9, hex_) for hex_ in hexes]
        assert not any(practiced.ways[side].whim(1 << 9, hex_) for hex_ in hexes)


def test_a_posture_is_of_one_side() -> None:
    for side, name in enumerate(SIDES):
        usual, *others = postures.postures(side, 1944)
        assert usual == name
        assert postures.ways(usual) == postures.ways("") == (postures.USUAL, postures.USUAL)
        for posture in others:
            mine, theirs = postures.ways(posture)[side], postures.ways(posture)[1 - side]
            assert mine != postures.USUAL == theirs


def test_commander_decides_how_to_play_its_portion() -> None:
    text = next(each["text"] for each in BOOK["position"] if each["name"] == "a walk into Munich")
    state = GAME.situation(text, seed=3)
    bot = Commander(GAME, seed=1, effort=Effort(nodes=12))
    bot.choose(Sight(state, "allied"))
    assert {thought.text for thought in bot.thoughts} <= set(postures.postures(0, 1944))
    assert bot.posture == bot.thoughts[0].text
    assert bot.left[0].startswith("|")


@pytest.mark.parametrize("position", BOOK["position"], ids=lambda each: each["name"])
def test_veteran_plays_by_the_book(position: dict[str, Any]) -> None:
    """What it does in its portion is what a strong player would accept."""
    state = GAME.situation(position["text"], seed=3)
    seat = state.decision.seat
    portion = MIND.stretch(state.position)
    bot = bots.load(GAME, "veteran", seed=1)
    choose = MIND.policy(random.Random(1))
    made = []
    while not state.over and MIND.stretch(state.position) == portion:
        decision = state.decision
        if decision.seat == seat:
            option = bot.choose(Sight(state, seat))
            made.append(option.id)
        else:
            option = choose(decision)
        state.apply(option.id)
    told = f"{made}: {position['why']}"
    assert any(set(each) <= set(made) for each in position["accepts"]), told
    assert not set(position.get("refuses", ())) & set(made), told
