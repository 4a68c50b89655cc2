"""Environments as the packages that define them check them, for every game and scenario."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import beachhead
from beachhead import bots, env
from beachhead.env.encoding import OPTION_COLUMNS, PARTS
from beachhead.errors import BeachheadError
from beachhead.kernel.chance import Dealer

IDS = env.ids()
ALONE = {id_: (game, scenario) for id_, (game, scenario) in IDS.items() if game == "omaha"}
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:We recommend agents to be named",
    "ignore:Action mask numpy array is all zeros",
)
"""Agents are named as the seats, observe dictionaries, and have no action when the game is over;
PettingZoo would warn of its own board games if it did not know their names."""


def any_action(observation: dict[str, Any], rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


@pytest.mark.parametrize(("game", "scenario"), IDS.values(), ids=IDS)
def test_pettingzoo_accepts_it(game: str, scenario: str) -> None:
    api_test(env.aec(game, scenario), num_cycles=300)


@pytest.mark.parametrize(("game", "scenario"), IDS.values(), ids=IDS)
def test_a_seed_is_a_game(game: str, scenario: str) -> None:
    seed_test(lambda: env.aec(game, scenario), num_cycles=60)


@pytest.mark.parametrize(("game", "scenario"), ALONE.values(), ids=ALONE)
def test_pettingzoo_accepts_it_in_parallel(game: str, scenario: str) -> None:
    parallel_api_test(env.parallel(game, scenario), num_cycles=300)
    parallel_seed_test(lambda: env.parallel(game, scenario), num_cycles=60)


def test_two_who_share_a_side_win_and_lose_together() -> None:
    shared = env.aec("omaha", "first-waves", options={"players": 2})
    api_test(shared, num_cycles=100)
    seed_test(lambda: env.aec("omaha", "first-waves", options={"players": 2}), num_cycles=30)
    assert shared.possible_agents == ["1st", "29th"]
    shared.reset(seed=4)
    rng, gained = Random(4), set()
    for agent in shared.agent_iter():
        seen, reward, over, _, _ = shared.last()
        if over:
            gained.add((agent, reward))
        shared.step(None if over else any_action(seen, rng))
    assert gained == {("1st", -1.0), ("29th", -1.0)}


def test_two_seats_take_turns() -> None:
    with pytest.raises(BeachheadError, match=r"use env\.aec"):
        env.parallel("storm")


@pytest.mark.parametrize("id_", IDS)
def test_gymnasium_accepts_it(id_: str) -> None:
    made = gymnasium.make(id_, render_mode="svg")
    check_env(made.unwrapped, skip_render_check=True)
    made.close()


@pytest.mark.parametrize(("game", "scenario"), IDS.values(), ids=IDS)
def test_all_that_is_seen_has_a_name_and_is_in_bounds(game: str, scenario: str) -> None:
    rng = Random(5)
    for number in range(2):
        playing = env.aec(game, scenario)
        playing.reset(seed=number)
        for _ in range(400):
            if playing.session.state.over:
                break
            seen = playing.observe(playing.agent_selection)
            assert playing.observation_space(playing.agent_selection).contains(seen)
            playing.step(any_action(seen, rng))
        assert playing.encoder.unnamed == set()
        assert playing.encoder.shapes["planes"][0] == len(playing.encoder.plane_names)
        assert playing.encoder.shapes["scalars"][0] == len(playing.encoder.scalar_names)


@pytest.mark.parametrize(("game", "scenario"), [*IDS.values(), ("toy:GAME", "long")])
def test_twins_look_the_same(game: str, scenario: str) -> None:
    """What differs only in what a seat cannot see gives it the same arrays and the same text."""
    rng = Random(6)
    playing = env.aec(game, scenario)
    playing.reset(seed=6)
    differed = 0
    for made in range(300):
        state = playing.session.state
        if state.over:
            break
        if made % 10 == 0:
            for seat in playing.possible_agents:
                playing.session._state = state
                seen, text = playing.observe(seat), playing.observation_text(seat)
                twin = state.determinize(seat, Dealer.of(made))
                differed += twin != state
                playing.session._state = twin
                again = playing.observe(seat)
                assert all(np.array_equal(seen[part], again[part]) for part in seen)
                assert playing.observation_text(seat) == text
            playing.session._state = state
        playing.step(any_action(playing.observe(playing.agent_selection), rng))
    assert differed or not state.game.has_secrets


def test_a_game_that_says_nothing_is_an_environment_all_the_same() -> None:
    api_test(env.aec("toy:GAME"), num_cycles=100)
    seed_test(lambda: env.aec("toy:GAME"), num_cycles=30)
    check_env(env.gym("toy:GAME"), skip_render_check=True)
    playing = env.aec("toy:GAME")
    playing.reset(seed=1)
    mixed = playing.observe("blue")["scalars"]
    assert playing.encoder.unnamed == set(playing.session.state.view("blue")["table"])
    assert set(playing.encoder.shapes) == {"scalars", "options"}
    playing.step(0)
    playing.step(0)
    playing.step(0)
    assert not np.array_equal(playing.observe("blue")["scalars"], mixed)


def test_who_does_not_decide_has_no_options() -> None:
    playing = env.aec("storm")
    playing.reset(seed=1)
    other = "german" if playing.agent_selection == "allied" else "allied"
    seen = playing.observe(other)
    assert not seen["action_mask"].any()
    assert not seen["options"].any()
    assert playing.observe(playing.agent_selection)["options"].any()


def test_an_action_is_the_option_of_its_number() -> None:
    playing = env.gym("omaha", "easy-fox")
    playing.reset(seed=7)
    state = beachhead.load("omaha").setup("easy-fox", seed=7)
    rng = Random(7)
    for _ in range(60):
        assert playing.option_ids() == [option.id for option in state.decision.options]
        action = rng.randrange(len(state.decision.options))
        state.apply(state.decision.options[action])
        playing.step(action)
        assert playing.state == state


def test_an_option_says_what_it_touches() -> None:
    playing = env.aec("omaha", "easy-fox")
    playing.reset(seed=7)
    encoder = playing.encoder
    rows = playing.observe("us")["options"]
    options = playing.session.state.decision.options
    number, acting = next((n, each) for n, each in enumerate(options) if len(each.touches) == 2)
    told = dict(zip(OPTION_COLUMNS, rows[number], strict=True))
    assert f"unit-{encoder.piece_names[int(told['piece']) - 1]}" == acting.touches[0]
    assert encoder.spaces[int(told["space"]) - 1] == acting.touches[1]
    assert told["ends"] == 0
    assert rows[playing.option_ids().index("done")][OPTION_COLUMNS.index("ends")] == 1


def test_pieces_are_where_they_are() -> None:
    playing = env.aec("omaha", "easy-fox")
    playing.reset(seed=7)
    seen, encoder = playing.observe("us"), playing.encoder
    table = playing.session.state.view("us")["table"]
    for name, told in table["pieces"].items():
        row = seen["pieces"][encoder.piece_names.index(name)]
        assert row[0] == 1
        if "hex" in told:
            assert encoder.spaces[int(row[1]) - 1] == f"hex-{told['hex']}"
        if "steps" in told:
            assert row[encoder.piece_columns.index("steps")] == pytest.approx(told["steps"] / 4)
    tanks = sum("741" in name and "hex" in told for name, told in table["pieces"].items())
    plane = seen["planes"][encoder.plane_names.index("US: armor")]
    on_hexes = sum(plane[n] for n, id_ in enumerate(encoder.spaces) if id_.startswith("hex-"))
    assert on_hexes == tanks > 0


def test_pages_lose_no_option() -> None:
    playing = env.gym("omaha", "easy-fox", actions=4)
    playing.reset(seed=7)
    while len(playing.state.decision.options) <= 4:
        playing.step(0)
    options = [option.id for option in playing.state.decision.options]
    found: list[str] = []
    for _ in range(-(-len(options) // 3)):
        found += playing.option_ids()
        observation, reward, over, _, info = playing.step(3)
        assert observation["action_mask"][3]
        assert (reward, over, info["refused"]) == (0.0, False, False)
    assert found == options
    assert playing.option_ids() == options[:3]
    playing.step(3)
    made = len(playing.state.history)
    playing.step(1)
    assert playing.state.history[made] == options[4]


def test_a_masked_action_changes_nothing_for_one_seat_and_is_refused_for_several() -> None:
    alone = env.gym("omaha", "easy-fox")
    before, _ = alone.reset(seed=1)
    for action in (63, -1, 64):
        after, reward, over, _, info = alone.step(action)
        assert info["refused"]
        assert (reward, over) == (0.0, False)
        assert all(np.array_equal(before[part], after[part]) for part in before)
    turns = env.aec("storm")
    turns.reset(seed=1)
    with pytest.raises(BeachheadError, match="action: 63 is not possible now"):
        turns.step(63)


@pytest.mark.parametrize("reward", ["win", "points"])
def test_the_reward_comes_at_the_end(reward: str) -> None:
    rng = Random(2)
    playing = env.aec("dday91", "1944", reward=reward)
    playing.reset(seed=2)
    for agent in playing.agent_iter():
        seen, gained, over, _, _ = playing.last()
        if not over:
            assert gained == 0
        elif reward == "win":
            result = playing.session.state.result
            won = agent in result.winners
            assert gained == (1.0 if won else -1.0 if result.winners else 0.0)
        playing.step(None if over else any_action(seen, rng))


def test_shaping_adds_up_to_what_changed() -> None:
    rng = Random(3)
    playing = env.gym("omaha", "easy-fox", reward="points", shaping=1.0)
    seen, _ = playing.reset(seed=3)
    mind = bots.mind.mind_of(playing.session.game)
    began = mind.estimate(playing.state.position, "us").points
    total, over = 0.0, False
    while not over:
        seen, gained, over, _, _ = playing.step(any_action(seen, rng))
        total += gained
    final = mind.estimate(playing.state.position, "us").points
    assert total == pytest.approx(final + final - began)


def test_a_bot_sits_in_the_other_seat() -> None:
    rng = Random(4)
    first, second = (env.gym("storm", seat="german", opponent="recruit") for _ in range(2))
    one, _ = first.reset(seed=9)
    other, _ = second.reset(seed=9)
    for _ in range(40):
        assert first.state.decision.seat == "german"
        assert first.state.history == second.state.history
        action = any_action(one, rng)
        one, *_ = first.step(action)
        other, *_ = second.step(action)
        assert all(np.array_equal(one[part], other[part]) for part in one)
    assert len(first.state.history) > 100


def test_games_without_a_seed_follow_from_the_one_with_a_seed() -> None:
    def dealt() -> list[str]:
        playing = env.gym("omaha", "easy-fox")
        playing.reset(seed=11)
        playing.reset()
        first = playing.state.digest()
        playing.reset()
        return [first, playing.state.digest()]

    assert dealt() == dealt()
    assert len(set(dealt())) == 2


@pytest.mark.parametrize("mode", ["async", "sync"])
def test_many_at_once(mode: str) -> None:
    made = gymnasium.make_vec(
        "beachhead/omaha-easy-fox-v0", num_envs=2, vectorization_mode=mode, parts=("options",)
    )
    try:
        seen, _ = made.reset(seed=5)
        assert seen["options"].shape == (2, 64, len(OPTION_COLUMNS))
        rng = Random(5)
        ended: set[int] = set()
        while len(ended) < 2:
            masks = seen["action_mask"]
            some = [np.flatnonzero(mask) for mask in masks]
            actions = [int(rng.choice(each)) if len(each) else 0 for each in some]
            seen, rewards, over, _, _ = made.step(np.array(actions))
            assert (rewards[~over] == 0).all()
            ended |= set(np.flatnonzero(over))
        assert isinstance(made, AsyncVectorEnv) == (mode == "async")
    finally:
        made.close()


@pytest.mark.parametrize("game", beachhead.OWN)
def test_pictures(game: str) -> None:
    pixels = env.aec(game, render_mode="rgb_array")
    pixels.reset(seed=1)
    picture = pixels.render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (1200, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
    drawing = env.gym(game, render_mode="svg")
    drawing.reset(seed=1)
    assert "<svg" in drawing.render()[:60]
    assert env.gym(game).render() is None


def test_the_text_is_what_a_seat_knows_and_may_do() -> None:
    playing = env.gym("omaha", "easy-fox", render_mode="ansi")
    playing.reset(seed=7)
    text = playing.observation_text()
    assert text.startswith("us: Turn 1, action")
    for number, option in enumerate(playing.state.decision.options):
        assert f"\n{number}: {option.id}: {option.label}" in text
    assert playing.render() == text


def test_only_the_parts_that_are_asked_for() -> None:
    for part in PARTS:
        playing = env.gym("storm", parts=(part,))
        seen, _ = playing.reset(seed=1)
        assert set(seen) == {part, "action_mask"}
        whole, _ = env.gym("storm").reset(seed=1)
        assert np.array_equal(seen[part], whole[part])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"scenario": "atlantis"}, "scenario: "),
        ({"seat": "navy"}, "seat: there is no 'navy'"),
        ({"opponent": "genius"}, "level: there is no 'genius'"),
        ({"reward": "glory"}, "reward: there is no 'glory'; choose one of win, points"),
        ({"render_mode": "oil"}, "render_mode: there is no 'oil'"),
        ({"parts": ("smells",)}, "parts: there is no 'smells'"),
        ({"actions": 1}, "actions: 1 are too few"),
        ({"rewards": "win"}, "rewards: there is nothing of that name; choose of options, actions,"),
    ],
)
def test_errors_name_the_field(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BeachheadError, match=said):
        env.gym("storm", **wrong)


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo", "PIL"])
def test_what_is_missing_is_named_with_the_extra(missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; import beachhead.env"
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ran.stderr.rstrip().endswith(
        f"beachhead.env: {missing} is missing; install it with `pip install beachhead[research]`"
    )
