"""How Omaha is played by its mind: every decision weighed, danger, levels in order, a book."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

import beachhead
from beachhead import bots
from beachhead.bots import Effort
from beachhead.bots.mind import mind_of
from beachhead.bots.omaha import assaults, claims, ground, whims
from beachhead.bots.omaha.danger import Danger
from beachhead.bots.omaha.features import WORDS
from beachhead.bots.omaha.judging import weighing_of
from beachhead.bots.omaha.temper import GREEN, POSTURES, assumed
from beachhead.bots.omaha.weighing import WORTHS
from beachhead.bots.sight import Sight
from beachhead.bots.values import Values
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.decision import Option
from beachhead.kernel.play import Policy, State
from beachhead.omaha.odds.attack_odds import winning
from beachhead.omaha.odds.fire_danger import loss_chance
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import OmahaTable, equipment, in_play

GAME = beachhead.load("omaha")
MIND = mind_of(GAME)
BOOK = tomllib.loads((Path(__file__).parent / "book_omaha.toml").read_text(encoding="utf-8"))
VARIANTS = [
    "effective-bombardment",
    "first-wave-tanks-safe",
    "rangers-to-pointe-du-hoc",
    "improved-reaction",
    "german-armor",
    "early-german-actions",
]
WAYS_TO_PLAY: list[tuple[str, dict[str, Any]]] = [
    ("easy-fox", {}),
    ("first-waves", {"players": 2}),
    ("first-waves", dict.fromkeys(VARIANTS[:3], True)),
    ("d-day-at-omaha-beach", {VARIANTS[5]: True}),
    ("beyond-the-beach", dict.fromkeys(VARIANTS[3:5], True)),
    ("beyond-the-beach", {"players": 2}),
]


@pytest.mark.parametrize(("scenario", "options"), WAYS_TO_PLAY)
def test_every_decision_is_weighed(scenario: str, options: dict[str, Any]) -> None:
    """A third of the choices at random, so that positions come up that nobody would seek."""
    rng = random.Random(scenario)
    choose = MIND.policy(rng)
    state = GAME.setup(scenario, options, seed=5)
    while not state.over:
        decision = state.decision
        assert decision.kind in WORTHS
        worths = MIND.worths(decision)
        assert len(worths) == len(decision.options)
        assert all(abs(worth) < 1000 for worth in worths)
        if decision.kind == "action_chosen" and rng.random() < 0.05:
            _look_closely(state)
        option = rng.choice(decision.options) if rng.random() < 0.3 else choose(decision)
        state.apply(option.id)


def _look_closely(state: State[OmahaTable]) -> None:
    """Features have words, and orders can be given."""
    features = MIND.features(state.position, state.decision.seat)
    assert features.keys() <= WORDS.keys()
    begins = {option.id for option in state.decision.options}
    assert all(order.choices[0] in begins for order in MIND.orders(state))


def test_danger_is_about_what_the_odds_room_says() -> None:
    """6 The quick figure against the exact one, over a game: near it on average, seldom far off."""
    state = GAME.setup("first-waves", seed=3)
    choose = MIND.policy(random.Random(3))
    off = []
    turn = 0
    while not state.over and state.position.turn < 10:
        table = state.position
        if state.decision.kind == "action_chosen" and table.turn != turn:
            turn, danger = table.turn, Danger(table)
            for unit in in_play(table):
                exact = loss_chance(table, unit, table.hex[unit])
                off.append(abs(danger.of(unit, table.hex[unit])[0] - exact))
        state.apply(choose(state.decision).id)
    assert sum(off) / len(off) < 0.06
    assert sum(each > 0.2 for each in off) < len(off) / 10


def test_the_nearest_way_off_the_beach_is_past_one_nest() -> None:
    """12.3 In the east nobody bars the way from 0713 but WN62, and its depth makes it harder."""
    table = GAME.setup("first-waves", seed=1).position
    east, west = ground.gates(table)
    names = {post.name for post in equipment().posts if east.bars >> post.index & 1}
    assert names == {"WN62N", "WN62S"}
    assert east.hardness < west.hardness


def test_ways_lead_behind_the_nests() -> None:
    """8.15 Where a nest cannot see is where one attacks it from."""
    way = ground.way(GAME.setup("first-waves", seed=1).position)
    behind, before = (way[board().hex(name)] for name in ("0915", "0715"))
    assert behind < before < way[board().hex("0514")]


def test_nobody_waits_alone_before_a_nest() -> None:
    """8.3 One spent company between two nests has a longer way than those who are three before
    one; who has never played thinks that it is there."""
    text = """turn 9; 0710 L/3/16:2; 0713 A/1/16 B/1/16; 0714 C/1/16
    WN60 ? depth?; WN61 ? depth?; WN62N ? depth?; WN62S ?; begin action"""
    table = GAME.situation(text, seed=1).position
    alone, together = (board().hex(name) for name in ("0710", "0713"))
    with assumed(GREEN):
        green = ground.way(table)[alone] - ground.way(table)[together]
    practiced = ground.way(table)[alone] - ground.way(table)[together]
    assert practiced > green + 1


def test_more_points_are_a_better_chance() -> None:
    """13.2 Who holds nineteen points when the last turn begins is about to win; who holds none is
    not."""
    text = "turn 16; 0812 A/1/16; 0912 B/1/16; 1113 C/1/16; begin action"
    held = GAME.situation(text, seed=1).position
    lost = GAME.situation(f"{text}; WN62N ? depth?; WN62S ? depth?", seed=1).position
    more, less = (MIND.estimate(each, "us") for each in (held, lost))
    assert more.points > less.points
    assert more.chance > less.chance


def test_nobody_expects_fewer_points_than_can_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """13.1, 13.2 A catastrophe counts nothing, and so does a beach on which nothing is held; 22.1
    after an effective bombardment ten points are taken from that."""
    monkeypatch.setattr(MIND, "values", Values(points={"constant": -20.0}))
    position = GAME.setup("first-waves", seed=1).position
    assert MIND.estimate(position, "us").points == 0
    position.variants = ("effective-bombardment",)
    assert MIND.estimate(position, "us").points == -10


def test_to_be_stopped_is_worse_than_to_play_on() -> None:
    """20.2 In the long game whoever holds ten points or fewer at Turn 16 has lost; before this was
    weighed, to be stopped with a few points seemed better than the long way to forty."""
    text = "scenario d-day-at-omaha-beach; turn 16; 0714 A/1/16; WN62N ? depth?; begin action"
    state = GAME.situation(text, seed=1)
    choose = MIND.policy(random.Random(1))
    while not state.over:
        state.apply(choose(state.decision).id)
    assert state.position.turn == 16
    going_on = GAME.setup("beyond-the-beach", seed=1).position
    stopped, still = (MIND.estimate(each, "us") for each in (state.position, going_on))
    assert MIND.utility(stopped) < MIND.utility(still)
    compared = MIND.judged(state.position, "us"), MIND.judged(going_on, "us")
    assert MIND.utility(compared[0]) + 50 < MIND.utility(compared[1])
    assert _points(state) >= 0


@pytest.mark.parametrize(
    ("scenario", "level", "first"),
    [
        ("first-waves", "veteran", 15),
        ("easy-fox", "veteran", 14),
        ("first-waves", "commander", 10),
        ("easy-fox", "commander", 10),
    ],
)
def test_a_level_looks_ahead_from_when_it_can_see_the_count(
    scenario: str, level: str, first: int
) -> None:
    """The fewer forces, the sooner; nobody does in the extended game."""
    weighing = [
        turn
        for turn in range(1, 20)
        if MIND.weighs_postures(_actions_of(scenario, turn).decision, level)
    ]
    assert weighing == list(range(first, 17))


def _actions_of(scenario: str, turn: int) -> State[OmahaTable]:
    long = "d-day-at-omaha-beach" if scenario == "first-waves" else scenario
    where = "0713 A/1/16; WN62N ? depth?; begin action"
    if turn > 16 and scenario == "easy-fox":
        turn = 1
    return GAME.situation(f"scenario {long}; turn {turn}; {where}", seed=1)


def play(level: str, seed: int, scenario: str = "first-waves") -> State[OmahaTable]:
    state = GAME.setup(scenario, seed=seed)
    bot = bots.load(GAME, level, seed=seed)
    while not state.over:
        state.apply(bot.choose(Sight(state, "us")).id)
    return state


def test_recruit_holds_out_longer_than_random() -> None:
    recruit = [play("recruit", seed) for seed in range(5)]
    anything = [play("random", seed) for seed in range(5)]
    assert all(state.position.turn < 16 for state in anything)
    assert sum(state.position.turn == 16 for state in recruit) >= 2
    assert sum(state.position.turn for state in recruit) > sum(
        state.position.turn for state in anything
    )


def test_levels_are_in_order() -> None:
    """A few deals of the smallest scenario, in which luck is worth more than a level: nobody is
    far behind who should be ahead, and random is far behind."""
    anything, recruit, veteran = (_points_of(level, range(40, 46)) for level in LADDER)
    assert anything == 0
    assert recruit > 0
    assert veteran > recruit / 2


@pytest.mark.soak
def test_veteran_has_more_points_than_recruit() -> None:
    _, recruit, veteran = (_points_of(level, range(100, 180)) for level in LADDER)
    assert veteran > recruit


LADDER = ("random", "recruit", "veteran")


def _points_of(level: str, deals: range) -> float:
    return sum(_points(play(level, deal, "easy-fox")) for deal in deals)


def _points(state: State[OmahaTable]) -> float:
    assert state.result is not None
    return MIND.outcome(state.result, "us").points


def test_a_level_plays_the_same_game_again() -> None:
    one, again = (play("recruit", 4).digest() for _ in range(2))
    assert one == again


@pytest.mark.parametrize("position", BOOK["position"], ids=lambda each: each["name"])
def test_veteran_plays_by_the_book(position: dict[str, Any]) -> None:
    """What a division does before the phase ends is what a strong player would accept."""
    state = GAME.situation(position["text"], seed=3)
    bot = bots.load(GAME, "veteran", seed=1)
    made: list[str] = []
    turn = state.position.turn
    while (
        not state.over
        and state.position.turn == turn
        and state.position.phase == position.get("phase", "action")
    ):
        option = bot.choose(Sight(state, state.decision.seat))
        made.append(option.id)
        state.apply(option.id)
    fits = [each for each in position["accepts"] if _in_order(each, made)]
    assert fits, f"{made[:20]} instead of {position['accepts']}: {position['why']}"
    refused = set(position.get("refuses", [])) & set(made)
    assert not refused, f"{refused}: {position['why']}"


def _in_order(wanted: list[str], made: list[str]) -> bool:
    """Whether some choices were made, one after the other."""
    rest = iter(made)
    return all(choice in rest for choice in wanted)


# --- who acts


def test_who_cannot_be_paid_for_is_not_sent_where_only_a_paid_move_leads() -> None:
    """7.1, 7.63 All that A/1/16 may do for free is to crowd into a full hex; better places nobody
    pays for any more."""
    text = """turn 8; 0613 A/1/16; 0713 B/1/16 C/1/16; 0714 G/2/16 F/2/16
        WN62N ? depth?; WN62S ?; WN61 ? depth?; begin action"""
    assert _worth_of("act-A/1/16", text, paid=2) > 0
    assert _worth_of("act-A/1/16", text, paid=0) < 0


def _worth_of(choice: str, text: str, paid: int) -> float:
    """What a choice seems worth to a division with so many actions left."""
    state = GAME.situation(text, seed=1)
    state.position.paid_actions = (paid, paid)
    decision = state.decision
    names = [option.id for option in decision.options]
    return MIND.worths(decision)[names.index(choice)]


# --- assaults


def test_an_assault_promises_what_the_odds_room_says() -> None:
    """8.3 For infantry beside a German the quick figure is the exact chance to defeat him."""
    state = GAME.setup("easy-fox", seed=4)
    choose = MIND.policy(random.Random(4), practiced=True)
    compared = 0
    while not state.over and compared < 200:
        table = state.position
        if state.decision.kind == "action_chosen":
            for post, near in assaults.reach(table, lambda *_: 0.0, 0).items():
                there = [one for one in near if not one.turns and not one.hero]
                force = assaults.NOBODY
                for one in there:
                    force = force.joined_by(one)
                if there and not any(table.commands):
                    units = tuple(one.unit for one in there)
                    promise = assaults.lair_of(table, post).promise(force)
                    assert promise.beaten == pytest.approx(winning(table, post, units))
                    compared += 1
        state.apply(choose(state.decision).id)
    assert compared > 20


def test_who_must_be_flanked_is_attacked_from_two_sides() -> None:
    """8.22 The company in 1113 has to be flanked: of those in 1013, somebody goes round."""
    text = "turn 12; 1013 A/1/16 B/1/16 16HQ; 1014 C/1/16; C1 9/3/726; begin action"
    table = GAME.situation(text, seed=1).position
    sent = weighing_of(table).assaults
    goals = set_of(assault.goal for assault in sent.values())
    assert any(ground.touches_no(goal, goals) for goal in members(goals))


def test_who_has_never_played_sends_nobody() -> None:
    text = "turn 12; 1013 A/1/16; 1014 B/1/16; 0914 C/1/16 16HQ; C1 T?; begin action"
    table = GAME.situation(text, seed=1).position
    with assumed(GREEN):
        assert not weighing_of(table).assaults
    assert weighing_of(table).assaults


# --- claims and postures


def test_infantry_goes_to_ground_that_counts_and_no_two_claim_the_same() -> None:
    """13.2, 12.1 Who has two steps holds two positions from between them, if nobody may come there
    any more; each goes to ground that is open."""
    text = "turn 16; 1027 A/1/116; 0929 B/1/116; 1012 C/1/16; begin action"
    table = GAME.situation(text, seed=1).position
    found = claims.claims(table)
    assert found
    assert all(claim.turns <= 1 for claim in found.values())
    assert max(claim.points for claim in found.values()) >= 2
    assert len({claim.goal for claim in found.values()}) == len(found)


def test_ground_beside_a_unit_is_less_sure_than_ground_below_it() -> None:
    """9.3 Germans come to positions beside us first."""
    text = "1013 A/1/16; begin action"
    early, late = (
        next(iter(claims.claims(GAME.situation(f"turn {turn}; {text}", seed=1).position).values()))
        for turn in (15, 16)
    )
    assert early.points < late.points or early.goal != late.goal


def test_in_easy_fox_nobody_goes_to_the_west() -> None:
    """Only the eastern half is played, and counts."""
    choose, east = MIND.policy(random.Random(3)), board().sectors["east"]
    state = GAME.setup("easy-fox", seed=3)
    while not state.over:
        goals = {claim.goal for claim in claims.claims(state.position).values()}
        assert all(east >> goal & 1 for goal in goals)
        state.apply(choose(state.decision).id)


def test_a_posture_changes_what_is_worth_doing() -> None:
    state = GAME.setup("first-waves", seed=2)
    choose = MIND.policy(random.Random(2))
    while state.position.turn < 6 or state.decision.kind != "action_chosen":
        state.apply(choose(state.decision).id)
    usual = MIND.worths(state.decision)
    for name in MIND.postures:
        with assumed(POSTURES[name]):
            weighed = MIND.worths(state.decision)
        assert (weighed == usual) == (name == MIND.postures[0]) or name.startswith("for ")
    assert MIND.worths(state.decision) == usual


def test_a_whim_changes_its_turn_alone() -> None:
    """With one sector other ways to play a turn are made up: different ones, the same every time,
    and the next turn goes on as usual."""
    state = GAME.setup("easy-fox", seed=3)
    usual = MIND.policy(random.Random(3), practiced=True)
    while state.position.turn < 14 or state.decision.kind != "action_chosen":
        state.apply(usual(state.decision).id)
    ways = MIND.postures_of(state.decision)
    assert ways[0] == MIND.postures[0]
    assert len(set(ways)) == len(ways) > 40

    def chosen(way: str) -> list[str]:
        return [each.id for each in _turn_of(state, MIND.policy(random.Random(1), posture=way))]

    assert len({tuple(chosen(way)) for way in ways[:10]}) > 5
    assert chosen(ways[3]) == chosen(ways[3])
    other = whims.made_up(13, 3)[-1]
    assert chosen(other) == chosen(ways[0])


def _turn_of(state: State[OmahaTable], choose: Policy) -> list[Option]:
    """What somebody chooses up to the end of a turn's actions."""
    state, turn, found = state.copy(), state.position.turn, []
    while not state.over and state.position.turn == turn and state.position.phase == "action":
        found.append(choose(state.decision))
        state.apply(found[-1].id)
    return found


@pytest.mark.parametrize(
    ("scenario", "level", "turn", "nodes"),
    [
        ("first-waves", "veteran", 15, 8),
        ("first-waves", "commander", 15, 20),
        ("easy-fox", "veteran", 15, 32),
    ],
)
def test_with_one_sector_more_is_looked_at(
    scenario: str, level: str, turn: int, nodes: int
) -> None:
    """Where a game is over sooner, there is time for more, unless somebody says otherwise."""
    state = _actions_of(scenario, turn)
    for told in (None, 8):
        effort = None if told is None else Effort(nodes=told)
        bot = bots.load(GAME, level, seed=1, effort=effort)
        bot.choose(Sight(state, "us"))
        allowed = told or nodes
        assert allowed * 3 / 4 <= sum(thought.nodes for thought in bot.thoughts) <= allowed


@pytest.mark.parametrize("nodes", [8, 20, 40])
def test_commander_looks_at_as_many_positions_as_it_may(nodes: int) -> None:
    """It looks at each posture twice at least: at all five, and more often, when it may."""
    text = "turn 15; 0913 A/1/16; 0813 16HQ; WN62N ? depth?; WN62S ?; begin action"
    bot = bots.load(GAME, "commander", seed=1, effort=Effort(nodes=nodes))
    bot.choose(Sight(GAME.situation(text, seed=1), "us"))
    assert {thought.text for thought in bot.thoughts} == set(MIND.postures[: nodes // 2])
    assert nodes * 3 / 4 <= sum(thought.nodes for thought in bot.thoughts) <= nodes


def test_commander_takes_a_posture_for_a_turn_and_keeps_it() -> None:
    """It chooses one when the turn's actions begin, and whoever goes on for it knows which."""
    state = GAME.setup("first-waves", seed=2)
    choose = MIND.policy(random.Random(2))
    while state.position.turn < 15 or state.decision.kind != "action_chosen":
        state.apply(choose(state.decision).id)
        assert not state.over
    bot = bots.load(GAME, "commander", seed=1, effort=Effort(nodes=10))
    sight = Sight(state, "us")
    first = bot.choose(sight)
    assert {thought.text for thought in bot.thoughts} == set(MIND.postures)
    other = bots.load(GAME, "commander", seed=1, effort=Effort(nodes=10))
    other.go_on(bot.asked, bot.left)
    state.apply(first.id)
    sight = Sight(state, "us")
    assert other.choose(sight).id == bot.choose(sight).id
    assert other.thoughts == []
