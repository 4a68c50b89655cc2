"""What all bots have in common: they see what their seat may see, choose what is legal, and choose
the same again."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

import beachhead
from beachhead import bots
from beachhead.bots import Effort, Sight, intervals, kept, ladder, matches, tuning
from beachhead.bots.ladder import Pairing, Played, Terms
from beachhead.bots.mind import mind_of
from beachhead.bots.reckoning import reckon
from beachhead.bots.searching import Searcher
from beachhead.bots.values import Sample, Values, fit_chance, fit_points
from beachhead.errors import BeachheadError
from beachhead.kernel.chance import Dealer
from beachhead.kernel.record import Record
from documents import DOCS, examples
from toy import GAME

LEVELS = list(bots.LEVELS)
TERMS = Terms("toy:GAME", "long", {"dice": 6}, workers=1)


def positions(game=GAME, seed: int = 1):
    """The decisions of a random game."""
    rng = Random(seed)
    state = game.setup("long" if game is GAME else None, seed=seed)
    while not state.over:
        yield state
        state.apply(rng.choice(state.decision.options))


@pytest.mark.parametrize("level", LEVELS)
def test_twins_that_differ_in_what_a_seat_cannot_see_get_the_same_choice(level: str) -> None:
    differed = 0
    for seed in range(6):
        for number, state in enumerate(positions(seed=seed)):
            seat = state.decision.seat
            twin = state.determinize(seat, Dealer.of(number))
            differed += twin != state
            one, other = (bots.load(GAME, level, seed=number) for _ in range(2))
            assert one.choose(Sight(state, seat)).id == other.choose(Sight(twin, seat)).id
    assert differed > 20


def test_a_sight_holds_nothing_that_its_seat_may_not_know() -> None:
    for state in positions():
        sight = Sight(state, "blue")
        assert sight.view == state.view("blue")
        dealt = {str(sight.deal(number).position.hands[1]) for number in range(12)}
        if state.position.hands[1]:
            assert len(dealt) > 1
        supposed = sight.deal(0)
        assert supposed.dealer is None
        assert supposed.history == []


def test_a_sight_of_somebody_elses_decision_tells_no_options_of_his() -> None:
    state = GAME.setup("long", seed=3)
    assert state.decision.seat == "blue"
    assert "options" not in Sight(state, "red").view["decision"]


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_and_number_of_positions_choose_the_same_game(level: str) -> None:
    def game() -> list[str]:
        players = {
            seat: bots.load(GAME, level, seed=seat, effort=Effort(nodes=20))
            for seat in ("blue", "red")
        }
        return matches.play(GAME, players, 5, scenario="long").state.history

    assert game() == game()


def test_a_searcher_looks_at_no_more_positions_than_it_may(monkeypatch) -> None:
    from beachhead.bots import searching

    count = 0
    look = searching.carry_out

    def counted(*given, **more):
        nonlocal count
        count += 1
        return look(*given, **more)

    monkeypatch.setattr(searching, "carry_out", counted)
    for state in positions(seed=4):
        count = 0
        bot = bots.load(GAME, "commander", effort=Effort(nodes=10))
        bot.choose(Sight(state, state.decision.seat))
        assert count <= 10


def test_a_veteran_looks_at_the_better_half_again_after_the_reply(monkeypatch) -> None:
    from beachhead.bots import searching

    near, far = Counter(), Counter()
    look = searching.carry_out

    def counted(sight, state, order, mind, rng, halt, **more):
        (near if halt == mind.is_quiet else far)[order.choices] += 1
        return look(sight, state, order, mind, rng, halt, **more)

    monkeypatch.setattr(searching, "carry_out", counted)
    monkeypatch.setattr(type(mind_of(GAME)), "awaits_reply", True, raising=False)
    seen = 0
    for state in positions(seed=4):
        near.clear()
        far.clear()
        bot = bots.load(GAME, "veteran", effort=Effort(nodes=24))
        option = bot.choose(Sight(state, state.decision.seat))
        assert near.total() + searching.FARTHER * far.total() <= 24
        if len(near) > 2:
            seen += 1
            assert len(far) == -(-len(near) // 2)
            assert min(far.values()) >= searching.ROUNDS
            assert any(option.id in choices for choices in far)
    assert seen


def test_who_is_granted_time_awaits_the_reply_too(monkeypatch) -> None:
    from beachhead.bots import searching

    far, look = 0, Searcher._look

    def counted(self, sight, state, order, salt, number, farther):
        nonlocal far
        far += farther
        return look(self, sight, state, order, salt, number, farther)

    monkeypatch.setattr(Searcher, "_look", counted)
    monkeypatch.setattr(type(mind_of(GAME)), "awaits_reply", True, raising=False)
    monkeypatch.setattr(searching, "time", SimpleNamespace(monotonic=time.process_time))
    state = next(each for each in positions(seed=4) if len(each.decision.options) > 3)
    bot = bots.load(GAME, "commander", effort=Effort(seconds=0.3))
    bot.choose(Sight(state, state.decision.seat))
    assert far > 10


def test_who_has_no_time_to_look_again_keeps_what_was_seen(monkeypatch) -> None:
    from beachhead.bots import searching

    monkeypatch.setattr(type(mind_of(GAME)), "awaits_reply", True, raising=False)
    monkeypatch.setattr(Searcher, "_look", _seen_until_the_reply(monkeypatch, searching))
    state = next(each for each in positions(seed=4) if len(each.decision.options) > 3)
    bot = bots.load(GAME, "veteran", effort=Effort(nodes=24, seconds=3600))
    bot.choose(Sight(state, state.decision.seat))
    worths = [bot.mind.utility(each.estimate) for each in bot.thoughts]
    assert worths[0] == max(worths)


def _seen_until_the_reply(monkeypatch, searching):
    """Looks that take no time until one goes on to the reply, which takes hours."""
    look = Searcher._look

    def slow(self, sight, state, order, salt, number, farther):
        if farther:
            monkeypatch.setattr(searching.time, "monotonic", lambda: 1e12)
        return look(self, sight, state, order, salt, number, farther)

    return slow


def test_thoughts_tell_what_was_weighed_the_best_first() -> None:
    state = next(each for each in positions(seed=4) if each.decision.kind == "play")
    bot = bots.load(GAME, "veteran")
    option = bot.choose(Sight(state, state.decision.seat))
    assert bot.thoughts[0].choices == (option.id,)
    worths = [bot.mind.utility(each.estimate) for each in bot.thoughts]
    assert worths[0] == max(worths)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(BeachheadError, match="level: there is no 'general'; choose one of random"):
        bots.load(GAME, "general")


# --- programs from elsewhere

(FIRST,) = (each.text for each in examples(DOCS / "bots.md", "python") if not each.runs)
"""The program that the document shows."""


def program(tmp_path: Path, text: str) -> str:
    file = tmp_path / "player.py"
    file.write_text(text, encoding="utf-8")
    return f"program:{sys.executable} {file}"


def test_a_program_plays_by_lines_of_json(tmp_path: Path) -> None:
    state = GAME.setup("long", seed=3)
    bot = bots.load(GAME, program(tmp_path, FIRST))
    assert len(FIRST.splitlines()) <= 10
    assert bot.choose(Sight(state, "blue")).id == state.decision.options[0].id
    bot.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("print('hello')", "wrote 'hello'"),
        ('print(\'{"choice": "fly"}\')', "chose 'fly', which is none of its options"),
        ("", "ended without an answer|went away"),
    ],
)
def test_a_program_that_talks_nonsense_is_told_so(tmp_path: Path, text: str, said: str) -> None:
    state = GAME.setup("long", seed=3)
    bot = bots.load(GAME, program(tmp_path, text))
    with pytest.raises(BeachheadError, match=said):
        bot.choose(Sight(state, "blue"))
    bot.close()


def test_a_program_that_is_not_there_is_refused() -> None:
    with pytest.raises(BeachheadError, match="cannot start the program"):
        bots.load(GAME, "program:/nowhere/at/all")


# --- ladder


def test_pairs_play_each_deal_with_sides_swapped() -> None:
    pairs = ladder.duels("a", "b", 4, 7)
    assert pairs == [
        Pairing(("a", "b"), 7),
        Pairing(("b", "a"), 7),
        Pairing(("a", "b"), 8),
        Pairing(("b", "a"), 8),
    ]


def test_levels_are_in_order_on_the_ladder() -> None:
    played = [ladder.play(TERMS, each) for each in ladder.duels("commander", "random", 40, 0)]
    found = ladder.duel("commander", "random", ("blue", "red"), played)
    assert found.won.low > 0.5
    assert found.rating.low > 0
    assert found.by_side.keys() == {"blue", "red"}


def test_a_draw_counts_half() -> None:
    drawn = Played(("a", "b"), 1, (0.5, 0.5), (0.0, 0.0), (0.1, 0.1), (1, 1), "0 to 0.")
    won = Played(("b", "a"), 1, (0.0, 1.0), (-3.0, 3.0), (0.1, 0.1), (1, 1), "0 to 3.")
    found = ladder.duel("a", "b", ("blue", "red"), [drawn, won])
    assert (found.won.value, found.draws) == (0.75, 1)
    assert found.points.value == 1.5


def test_a_ladder_is_the_same_however_many_processes_play(monkeypatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{Path(__file__).parents[1]}")
    pairs = ladder.duels("recruit", "random", 6, 0)
    alone = [ladder.play(TERMS, each) for each in pairs]
    two = Terms(TERMS.game, TERMS.scenario, TERMS.options, workers=2)
    shared = sorted(ladder.play_all(two, pairs), key=lambda each: (each.seed, each.levels))
    as_told = [(each.levels, each.seed, each.won, each.points) for each in shared]
    assert as_told == sorted(
        ((each.levels, each.seed, each.won, each.points) for each in alone),
        key=lambda each: (each[1], each[0]),
    )


def test_a_level_with_a_number_looks_at_so_many_positions() -> None:
    bot = ladder.player(GAME, "veteran@7", 0)
    assert bot.effort == Effort(7)
    with pytest.raises(BeachheadError, match="levels: 'veteran@many'"):
        ladder.player(GAME, "veteran@many", 0)


def test_intervals_hold_what_they_promise() -> None:
    """The share that is true lies in the interval of 95 % of the samples."""
    rng = Random(1)
    inside = 0
    for _ in range(400):
        found = intervals.share(sum(rng.random() < 0.7 for _ in range(50)), 50)
        inside += found.low <= 0.7 <= found.high
    assert 0.92 <= inside / 400 <= 0.98


# --- values


def test_weights_that_made_the_outcomes_are_found_again() -> None:
    rng, samples = Random(2), []
    true = Values({"constant": -0.5, "guns": 1.5, "mud": -1.0}, {"constant": 3.0, "guns": 2.0})
    for _ in range(3000):
        features = {"guns": rng.gauss(0, 1), "mud": rng.random()}
        chance, points = true.likely(features), true.expected(features)
        won = float(rng.random() < chance)
        samples.append(Sample(features, features, chance, won, points + rng.gauss(0, 1)))
    found = Values(fit_chance(samples), fit_points(samples))
    assert found.chance["guns"] == pytest.approx(1.5, abs=0.15)
    assert found.chance["mud"] == pytest.approx(-1.0, abs=0.3)
    assert found.points["guns"] == pytest.approx(2.0, abs=0.1)
    assert found.points["mud"] == pytest.approx(0.0, abs=0.2)


def test_weights_are_kept_with_where_they_come_from(tmp_path: Path) -> None:
    values = Values({"guns": 1.0}, {"guns": 2.0}, {"games": 7})
    values.write(tmp_path / "weights.json")
    assert Values.read(tmp_path / "weights.json") == values
    assert Values.read(tmp_path / "nowhere.json") == Values()


def test_tuning_foretells_games_it_never_saw() -> None:
    lessons = [tuning.play(TERMS, "recruit", 0.1, seed) for seed in range(150)]
    fitted_on, held_out = tuning.split(lessons)
    assert {each.seed for each in fitted_on} & {each.seed for each in held_out} == set()
    judged = tuning.judge(tuning.by_weights(tuning.fitted(mind_of(GAME), fitted_on, {})), held_out)
    assert judged.brier < judged.base
    assert sum(band.positions for band in judged.bands) == judged.games


# --- the commands


def test_the_ladder_command_prints_a_table(capsys) -> None:
    arguments = ["ladder", "toy:GAME", "--levels", "random,recruit", "--games", "4"]
    assert beachhead_main([*arguments, "--workers", "1", "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert (result["level"], result["other"], result["games"]) == ("recruit", "random", 4)
    assert beachhead_main([*arguments, "--workers", "1"]) == 0
    assert "| recruit | random | 4 |" in capsys.readouterr().out


def test_a_ladder_goes_on_where_it_was_stopped(tmp_path: Path, capsys, monkeypatch) -> None:
    games = tmp_path / "games.jsonl"
    arguments = ["ladder", "toy:GAME", "--levels", "random,recruit", "--workers", "1"]
    arguments += ["--kept", str(games), "--games", "6"]
    assert beachhead_main(arguments) == 0
    whole = capsys.readouterr().out
    lines = games.read_text(encoding="utf-8").splitlines()
    games.write_text("\n".join(lines[:4]) + "\n[[", encoding="utf-8")
    assert beachhead_main(arguments) == 0
    assert _without_seconds(capsys.readouterr().out) == _without_seconds(whole)
    assert games.read_text(encoding="utf-8").splitlines()[:4] == lines[:4]
    assert len(games.read_text(encoding="utf-8").splitlines()) == 6
    monkeypatch.setattr(kept, "players", lambda: "other bots")
    assert beachhead_main(arguments) == 0
    assert len(games.read_text(encoding="utf-8").splitlines()) == 12


def _without_seconds(table: str) -> list[str]:
    return [cell for at, cell in enumerate(table.split("|")) if at % 10 != 8]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ladder", "toy:GAME", "--levels", "random,general"], "there is no 'general'"),
        (["ladder", "toy:GAME", "--games", "0"], "--games: must be at least 1"),
        (["ladder", "toy:GAME", "--workers", "0"], "--workers: must be at least 1"),
        (["tune", "toy:GAME", "--workers", "-1"], "--workers: must be at least 1"),
        (["simulate", "toy:GAME", "--workers", "0"], "--workers: must be at least 1"),
        (["ladder", "toy:GAME", "--levels", "random"], "name two or more"),
        (["watch", "toy:GAME", "--green", "recruit"], "--green: there is no such seat"),
        (["watch", "toy:GAME", "--blue"], "--blue: say which level"),
        (["tune", "toy:GAME", "--games", "3"], "--games: must be at least 10"),
        (["tune", "toy:GAME", "--stray", "3"], "--stray: must be between 0 and 1"),
    ],
)
def test_what_cannot_be_is_said_and_exits_with_2(arguments: list[str], said: str, capsys) -> None:
    assert beachhead_main(arguments) == 2
    assert said in capsys.readouterr().err


def test_watching_tells_the_game_and_its_end(capsys) -> None:
    assert beachhead_main(["watch", "toy:GAME", "--blue", "recruit", "--red=random"]) == 0
    told = capsys.readouterr()
    assert "== Turn 1" in told.out
    assert "(4a)" in told.out or "(2c)" in told.out
    assert "blue: recruit" in told.err


def test_tuning_goes_on_where_it_was_stopped(tmp_path: Path, capsys) -> None:
    samples, weights = tmp_path / "samples.jsonl", tmp_path / "weights.json"
    arguments = ["tune", "toy:GAME", "--workers", "1", "--samples", str(samples)]
    arguments += ["--weights", str(weights), "--games"]
    assert beachhead_main([*arguments, "12"]) == 0
    first = samples.read_text(encoding="utf-8").splitlines()
    samples.write_text("\n".join(first[:5]) + "\n[7, [{", encoding="utf-8")
    assert beachhead_main([*arguments, "12"]) == 0
    again = samples.read_text(encoding="utf-8").splitlines()
    assert sorted(first) == sorted(again)
    assert Values.read(weights).provenance["games"] == 9
    assert "nothing was fitted on" in capsys.readouterr().out


def test_a_chance_is_shown_only_where_it_was_held_against_games() -> None:
    mind = mind_of(GAME)
    assert mind.knows_chance(GAME.setup("long", seed=1))
    assert not mind.knows_chance(GAME.setup("long", {"dice": 4}, seed=1))
    for name in beachhead.games():
        game = beachhead.load(name)
        for scenario, options in mind_of(game).calibrated.items():
            assert mind_of(game).knows_chance(game.setup(scenario, options, seed=1))


def test_what_was_played_is_kept_by_what_it_depends_on(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    otherwise = ["--scenario", "first-waves", "--option", "first-wave-tanks-safe=true"]
    for more in ([], [*otherwise, "--stray", "0"]):
        arguments = ["tune", "omaha", "--level", "random", "--workers", "1", "--games", "10"]
        beachhead_main([*arguments, "--weights", "-", *more])
    assert sorted(path.name for path in Path("build").iterdir()) == [
        "tune-omaha-easy-fox-random-stray=0.02.jsonl",
        "tune-omaha-first-waves-random-stray=0-first-wave-tanks-safe=True.jsonl",
    ]


def test_what_cannot_be_read_is_said(tmp_path: Path, capsys) -> None:
    for samples in (tmp_path, tmp_path / ("x" * 300)):
        arguments = ["tune", "toy:GAME", "--samples", str(samples), "--weights", "-"]
        assert beachhead_main(arguments) == 2
        assert "cannot be read" in capsys.readouterr().err


def test_what_the_values_say_is_held_against_games(tmp_path: Path, capsys) -> None:
    plot = tmp_path / "reliability.svg"
    arguments = ["tune", "toy:GAME", "--workers", "1", "--games", "12", "--check"]
    arguments += ["--samples", str(tmp_path / "samples.jsonl"), "--plot", str(plot)]
    assert beachhead_main(arguments) == 0
    said = capsys.readouterr().out
    assert "12 games that nothing was fitted on" in said
    assert "calibrated: no" in said  # twelve games are too few to say so
    assert plot.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("said", "won", "holds"), [(0.55, 55, True), (0.62, 55, True), (0.7, 55, False)]
)
def test_a_band_holds_if_it_is_won_as_often_as_was_said(said, won, holds) -> None:
    assert tuning.Band(said, intervals.share(won, 100), 100).holds == holds


def test_a_chance_is_calibrated_by_enough_games_that_it_tells_apart() -> None:
    def judged(positions: int, brier: float, said: float = 0.2) -> tuning.Judgment:
        bands = [tuning.Band(said, intervals.share(positions // 5, positions), positions)]
        return tuning.Judgment(positions, brier, 0.25, 0.0, bands)

    assert judged(100, 0.2).calibrated
    assert not judged(50, 0.2).calibrated
    assert not judged(100, 0.24).calibrated
    assert not judged(100, 0.2, said=0.5).calibrated


def beachhead_main(arguments: list[str]) -> int:
    from beachhead.cli import main

    return main(arguments)


# --- luck and play


def test_luck_is_zero_on_average_and_adds_up_with_play() -> None:
    lucks = []
    for seed in range(60):
        record = Record(GAME, "long", {}, seed)
        rng = Random(seed)
        while not record.state.over:
            record.choose(rng.choice(record.state.decision.options))
        found = reckon(record)
        lucks.append(found.luck)
        assert found.play.keys() == {"blue", "red"}
    assert intervals.mean(lucks).low < 0 < intervals.mean(lucks).high


def test_a_lucky_throw_is_told() -> None:
    record = Record(GAME, "short", {})
    for choice in ("card-9", "card-1", "card-2", "card-3", "card-4", "card-5"):
        record.choose(choice)
    for choice in ("mine-0201", "mine-0203", "move-0101", "play-2", "die-1"):
        record.choose(choice)
    found = reckon(record)
    best = max(found.strokes, key=lambda each: each.points)
    assert "The die shows 1" in best.text
    assert best.points > 0


# --- time


def at_an_impulse():
    """Storm where the first order is due."""
    game = beachhead.load("storm")
    state = game.setup(seed=5)
    player = bots.load(game, "recruit", seed=5)
    while state.decision.kind not in player.mind.planning:
        state.apply(player.choose(Sight(state, state.decision.seat)).id)
    return state


@pytest.mark.parametrize("seconds", [0.4, 0.8])
def test_who_is_granted_time_takes_it_and_not_more(seconds: float) -> None:
    state = at_an_impulse()
    bot = bots.load(state.game, "veteran", seed=1, effort=Effort(seconds=seconds))
    begun = time.monotonic()
    bot.choose(Sight(state, state.decision.seat))
    taken = time.monotonic() - begun
    assert taken >= 0.8 * seconds
    assert taken < 5 * seconds, "on a machine that does nothing else it is much closer"


def test_who_is_hurried_chooses_by_what_it_has_seen() -> None:
    state = at_an_impulse()
    bot = bots.load(state.game, "veteran", seed=1, effort=Effort(seconds=60))
    bot.is_hurried = lambda: True
    begun = time.monotonic()
    option = bot.choose(Sight(state, state.decision.seat))
    assert time.monotonic() - begun < 30
    assert state.decision.find(option.id) is not None
    assert all(thought.nodes == 1 for thought in bot.thoughts)


def test_luck_is_told_from_play_since_it_can_be_said_who_is_winning() -> None:
    """Storm: what is set up and lands counts for nothing before the invasion is over (4.0)."""
    game = beachhead.load("storm")
    mind, rng = mind_of(game), Random(3)
    record = Record(game, options={"reconstruction": "refitted"}, seed=3)
    choose = mind.policy(rng)
    while not mind.has_begun(record.state.position):
        record.choose(choose(record.state.decision))
    before = len(record.choices)
    found = reckon(record)
    assert not any(found.play.values())
    assert abs(found.luck) < 1  # the hands are dealt
    assert len(set(found.curve[: before // 2])) == 1
    assert found.curve[-1] == mind.estimate(record.state.position, "allied").points
    for _ in range(40):
        record.choose(choose(record.state.decision))
    assert len(reckon(record).curve) == len(record.choices) + 1
