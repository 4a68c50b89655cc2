"""Measure speed as ratios in one run: what a figure in seconds says depends on the machine.

Small operations are multiples of `chess.Board.copy()`; whole random games are compared with
random games of chess. All contestants take turns in every round, so that a busy moment of the
machine hits them alike; the median of the rounds and their middle four fifths are shown.
"""

from __future__ import annotations

import argparse
import inspect
import json
import random
import signal
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from types import FrameType
from typing import Any

import chess

import beachhead
from beachhead.kernel.bits import members
from beachhead.kernel.play import Chance, Game, Option, State
from beachhead.omaha.table.board import board

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

TOY = "toy:GAME"
PLAYED: tuple[tuple[str, str | None], ...] = ((TOY, None), ("omaha", "first-waves"))
"""The games whose random play is measured against chess: of one scenario, or of each in turn."""

EARLY = ("omaha", "d-day-at-omaha-beach", 3)
LATE = ("omaha", "beyond-the-beach", 30)
"""A long game must stay quick: the game, scenario and turn of its begin and of its end."""

TURN = 0.002
"""Seconds that a contestant gets in a round."""

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Figure:
    """A ratio: the median of the rounds, and between which values four fifths of them lie."""

    name: str
    ratio: float
    low: float
    high: float


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure speed as ratios in one run.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=_positive, default=200, metavar="N", help="default: 200")
    parser.add_argument(
        "--games",
        type=_positive,
        default=20,
        metavar="N",
        help="random games of each kind in a round of ten (default: 20)",
    )
    parser.add_argument(
        "--where", metavar="GAME", help="only show where the time of a game's random play goes"
    )
    given = parser.parse_args()
    if given.where:
        where_time_goes(given.where, dict(PLAYED).get(given.where), given.games * 10)
        return 0
    costs = compare(chess.Board().copy, operations(), given.rounds)
    speeds = [playing(name, scenario, given.games) for name, scenario in PLAYED]
    slowing = [late_in_the_game(given.games)]
    if given.json:
        figures = {
            "of chess.Board.copy()": costs,
            "of random chess moves a second": speeds,
            "of decisions a second early in the game": slowing,
        }
        data = {what: [asdict(each) for each in found] for what, found in figures.items()}
        print(json.dumps(data, indent=1))
        return 0
    table("time, as a multiple of chess.Board.copy()", costs)
    print()
    table("random decisions a second, as a multiple of random chess moves a second", speeds)
    print()
    table("random decisions a second, as a multiple of those early in the game", slowing)
    return 0


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} should be at least 1")
    return number


def table(title: str, figures: Sequence[Figure]) -> None:
    print(f"{title:74}  median  80 % of rounds")
    for figure in figures:
        print(f"  {figure.name:72}  {figure.ratio:6.2f}  {figure.low:.2f} to {figure.high:.2f}")


# --- small operations


def operations() -> dict[str, Work]:
    """What is measured against the copy of a chess board."""
    the = board()
    grid = the.grid
    edge = grid.set(name for name in grid.numbers if name.startswith(f"{grid.lines:02}"))
    german = grid.all & ~(the.beach & the.sectors["east"])
    reached = len(list(members(grid.flood(edge, german))))
    every = the.positions
    state = beachhead.load(TOY).setup("long", seed=7)
    while state.position.turn < 3:
        state.apply(state.decision.options[-1])
    return {
        f"flood of German communication ({reached} of {len(grid)} hexes)": lambda: grid.flood(
            edge, german
        ),
        f"union of the fields of fire of {len(every)} positions": lambda: the.field_of_fire(every),
        f"copy of a toy state ({len(state.history)} choices)": state.copy,
        "copy of a toy state without its history": lambda: state.copy(history=False),
        **movement_decisions(),
    }


def movement_decisions() -> dict[str, Work]:
    """Listing what may be moved, and where to, in the middle of a game with many units."""
    game = beachhead.load("beachhead.dday91.game:GAME")
    state, rng = game.setup("1944", seed=5), random.Random(5)
    while state.decision.kind != "mover_chosen" or len(state.decision.options) < 30:
        state.apply(random_choice(state, rng))
    moving = state.copy()
    army = [each for each in moving.decision.options if " with " in each.label]
    moving.apply((army or moving.decision.options)[0])
    return {
        f"options of a movement decision of {game.title} ({len(each.decision.options)})": lister(
            each
        )
        for each in (state, moving)
    }


def lister(state: State[Any]) -> Work:
    """Lists the options of a state's decision anew each time."""

    def work() -> object:
        asked = state.game.steps.run(state.position)
        return asked.options if asked is not None else []

    return work


def compare(unit: Work, works: dict[str, Work], rounds: int) -> list[Figure]:
    """How long each takes as a multiple of the unit."""
    contestants = {"": unit, **works}
    repeats = {name: calibrate(work) for name, work in contestants.items()}
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, work in contestants.items():
            taken[name].append(time(work, repeats[name]) / repeats[name])
    return [
        figure(name, [own / ours for own, ours in zip(taken[name], taken[""], strict=True)])
        for name in works
    ]


def calibrate(work: Work) -> int:
    """How often it fits into a turn."""
    repeats = 1
    while time(work, repeats) < TURN / 2:
        repeats *= 2
    return repeats


def time(work: Work, repeats: int) -> float:
    start = perf_counter()
    for _ in range(repeats):
        work()
    return perf_counter() - start


def figure(name: str, ratios: list[float]) -> Figure:
    if len(ratios) == 1:
        return Figure(name, ratios[0], ratios[0], ratios[0])
    tenths = statistics.quantiles(ratios, n=10)
    return Figure(name, statistics.median(ratios), tenths[0], tenths[-1])


# --- whole games


def playing(name: str, scenario: str | None, games: int, rounds: int = 10) -> Figure:
    """Decisions a second in random games, chance included, against random moves in chess."""
    game = beachhead.load(name)
    scenarios = [scenario] if scenario else list(game.scenarios)
    title = f"{game.title}, {game.scenarios[scenario].title}" if scenario else game.title
    for first_use in scenarios:  # charts are read and tables made when they are first needed
        play_game(game, first_use, 0)
    ratios = []
    for number in range(rounds):
        seeds = range(number * games, (number + 1) * games)
        ours = rate(lambda seed: play_game(game, scenarios[seed % len(scenarios)], seed), seeds)
        theirs = rate(play_chess, range(number * 2, number * 2 + 2))
        ratios.append(ours / theirs)
    return figure(f"random games of {title}", ratios)


def rate(play: Callable[[int], int], seeds: Sequence[int]) -> float:
    """How many a second of processor time: a game is long enough to be interrupted."""
    start = process_time()
    decisions = sum(play(seed) for seed in seeds)
    return decisions / (process_time() - start)


def play_game(game: Game[Any], scenario: str, seed: int) -> int:
    """A random game; how many decisions it took. All options are listed, those of chance too."""
    rng = random.Random(seed)
    state = game.setup(scenario)
    while not state.over:
        state.apply(random_choice(state, rng))
    return len(state.history)


def random_choice(state: State[Any], rng: random.Random) -> Option:
    """Any option; chance as likely as it is."""
    decision = state.decision
    if isinstance(decision, Chance) and decision.weights is not None:
        return rng.choices(decision.options, decision.weights)[0]
    return rng.choice(decision.options)


def late_in_the_game(games: int, rounds: int = 20) -> Figure:
    """Decisions a second in a late turn against an early one, from the same few situations."""
    early, late = (situations(*when, count=max(2, games // 2)) for when in (EARLY, LATE))
    ratios = []
    for number in range(rounds + 1):
        slow = rate(lambda seed: play_turn(late, seed), range(number * games, (number + 1) * games))
        quick = rate(
            lambda seed: play_turn(early, seed), range(number * games, (number + 1) * games)
        )
        ratios.append(slow / quick)
    return figure(f"Turn {LATE[-1]} of {LATE[1]}, to Turn {EARLY[-1]} of {EARLY[1]}", ratios[1:])


def situations(name: str, scenario: str, turn: int, count: int) -> list[State[Any]]:
    """Random games that have come to the begin of a turn; most are over before."""
    found: list[State[Any]] = []
    game, seed = beachhead.load(name), 0
    while len(found) < count:
        rng = random.Random(seed)
        state = game.setup(scenario)
        while not state.over and state.position.turn < turn:
            state.apply(random_choice(state, rng))
        if not state.over:
            found.append(state)
        seed += 1
    return found


def play_turn(starts: list[State[Any]], seed: int) -> int:
    """A turn played at random; how many decisions it took."""
    rng = random.Random(seed)
    state = starts[seed % len(starts)].copy(history=False)
    turn, before = state.position.turn, len(state.history)
    while not state.over and state.position.turn == turn:
        state.apply(random_choice(state, rng))
    return len(state.history) - before


def where_time_goes(name: str, scenario: str | None, games: int) -> None:
    """Print what share of the time each module takes, with all that it calls.

    A sample every millisecond counts for the outermost function of the game that was running:
    the step or question that the kernel had called.
    """
    game = beachhead.load(name)
    own = str(Path(inspect.getfile(type(game))).parent)
    samples: Counter[str] = Counter()

    def sample(_signal: int, frame: FrameType | None) -> None:
        files = [each.filename for each in inspect.getouterframes(frame, 0)] if frame else []
        outermost = next((file for file in reversed(files) if file.startswith(own)), None)
        samples[Path(outermost).stem if outermost else "the kernel and the player"] += 1

    scenarios = [scenario] if scenario else list(game.scenarios)
    play_game(game, scenarios[0], 0)
    signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    for seed in range(games):
        play_game(game, scenarios[seed % len(scenarios)], seed)
    signal.setitimer(signal.ITIMER_PROF, 0)
    for module, count in samples.most_common():
        print(f"{count / samples.total():6.1%}  {module}")


def play_chess(seed: int) -> int:
    """A random game of chess; how many moves it took."""
    rng = random.Random(seed)
    position = chess.Board()
    while not position.is_game_over():
        position.push(rng.choice(list(position.legal_moves)))
    return len(position.move_stack)


if __name__ == "__main__":
    sys.exit(main())
