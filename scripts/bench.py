"""Measure speed as ratios in one run: what a figure in seconds says depends on the machine.

python scripts/bench.py                     the whole table (make bench)
python scripts/bench.py --only storm        of one game
python scripts/bench.py --check             fail where a ratio has fallen by more than a fifth
python scripts/bench.py --record            keep the ratios that --check compares with
python scripts/bench.py --against 0745fc6   how much faster than a commit
python scripts/bench.py --builds build/fast  pure and compiled, in turns with catanatron
python scripts/bench.py --longest dday91    the decisions that take longest to list
python scripts/bench.py --where dday91      where the time of random play goes

Random games take turns with random games of catanatron and of chess (python-chess), so that a busy
moment of the machine hits all alike; times are processor times. All figures are such that more is
better, but for the costs of single operations.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import beachhead
from beachhead.kernel.play import Chance, Game, Option, State

ROOT = Path(__file__).resolve().parents[1]
KEPT = Path(__file__).with_suffix(".json")
TOLERATED = 0.8
"""How much of a recorded ratio must be reached."""

PLAYED: tuple[tuple[str, str, bool], ...] = (
    ("omaha", "easy-fox", False),
    ("omaha", "first-waves", False),
    ("omaha", "d-day-at-omaha-beach", False),
    ("omaha", "beyond-the-beach", False),
    ("storm", "storm-over-normandy", False),
    ("dday91", "1944", False),
    ("dday91", "1943", False),
    ("dday91", "1944", True),
)
"""Game, scenario, and whether with all its optional rules."""

EARLY, LATE = ("d-day-at-omaha-beach", 3), ("beyond-the-beach", 30)
"""A long game must stay quick: scenario and turn of Omaha's morning and of its evening."""

Play = Callable[[int], int]
"""Plays the game of a seed; how many decisions that took."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure speed as ratios in one run.")
    parser.add_argument("--rounds", type=_positive, default=10, metavar="N", help="default: 10")
    parser.add_argument("--only", metavar="GAME", help="only this game")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quick", action="store_true", help="without memory and processes")
    parser.add_argument("--check", action="store_true", help="fail where a ratio has fallen")
    parser.add_argument("--record", action="store_true", help="keep the ratios for --check")
    parser.add_argument("--against", metavar="COMMIT", help="compare with a commit instead")
    parser.add_argument(
        "--builds", metavar="FOLDER", help="compare with the build that scripts/compiled.py made"
    )
    parser.add_argument("--longest", metavar="GAME", help="time a game's longest lists instead")
    parser.add_argument("--where", metavar="GAME", help="show where a game's time goes instead")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        return work()
    if given.where:
        return where_time_goes(given.where, given.rounds)
    if given.longest:
        return longest_lists(given.longest, given.rounds)
    played = [Setup(*each) for each in PLAYED if given.only in (None, each[0])]
    if not played:
        games = ", ".join(sorted({name for name, _, _ in PLAYED}))
        parser.error(f"--only: there is no {given.only}; choose one of {games}")
    if given.against:
        return compare_with(given.against, played, given.rounds)
    if given.builds:
        return compare_builds(Path(given.builds), played, given.rounds)
    figures = measure(played, given.rounds, quick=given.quick)
    if given.json:
        print(json.dumps([asdict(each) for each in figures], indent=1))
    if given.record:
        kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
        kept |= {each.name: round(each.ratio, 3) for each in figures if each.compared}
        KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
    return check(figures) if given.check else 0


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} should be at least 1")
    return number


# --- figures


@dataclass(frozen=True, slots=True)
class Figure:
    """A ratio, between which values four fifths of the rounds lie, and whether `--check` looks."""

    name: str
    ratio: float
    low: float
    high: float
    compared: bool = True


def figure(name: str, ratios: Sequence[float], *, compared: bool = True) -> Figure:
    if len(ratios) == 1:
        return Figure(name, ratios[0], ratios[0], ratios[0], compared)
    tenths = statistics.quantiles(ratios, n=10)
    return Figure(name, statistics.median(ratios), tenths[0], tenths[-1], compared)


def show(title: str, figures: Sequence[Figure]) -> list[Figure]:
    """Print some figures, and hand them on."""
    print(f"{title:72}  median  80 % of rounds", file=sys.stderr)
    for each in figures:
        print(
            f"  {each.name:70}  {each.ratio:6.2f}  {each.low:.2f} to {each.high:.2f}",
            file=sys.stderr,
        )
    return list(figures)


def check(figures: Sequence[Figure]) -> int:
    """Whether no ratio has fallen by more than a fifth."""
    kept = json.loads(KEPT.read_text())
    fallen = [
        f"{each.name}: {each.ratio:.2f}, and {kept[each.name]:.2f} when it was recorded"
        for each in figures
        if each.compared and each.ratio < TOLERATED * kept.get(each.name, 0)
    ]
    print("\n".join(fallen) or "no ratio has fallen by more than a fifth", file=sys.stderr)
    return 1 if fallen else 0


def measure(played: Sequence[Setup], rounds: int, *, quick: bool) -> list[Figure]:
    """All of it."""
    figures = random_play(played, rounds)
    for setup in played:
        title = f"{setup.title}: single operations, in multiples of chess.Board.copy()"
        figures += show(title, operations(setup, rounds))
    figures += show("the last tenth of a game to the first", [slowing(each) for each in played])
    if any(each.game == "omaha" for each in played):
        figures += show("the evening to the morning, kind by kind", [late_in_the_day(rounds)])
    figures += show("import and load, in multiples of importing chess", loading(played))
    if not quick:
        figures += show("memory after 100 games to memory after 300", memory(played))
        figures += show("two processes to one, by the clock", two_processes(played[-1]))
    return figures


# --- random games


@dataclass(frozen=True)
class Setup:
    """A game, set up in one way."""

    game: str
    scenario: str
    everything: bool = False

    @property
    def title(self) -> str:
        game = beachhead.load(self.game)
        title = f"{game.title}, {game.scenarios[self.scenario].title}"
        return f"{title}, all options" if self.everything else title

    def start(self) -> State[Any]:
        game = beachhead.load(self.game)
        return game.setup(self.scenario, all_options(game) if self.everything else None)

    def play(self, seed: int) -> int:
        """A random game; all options are listed, those of chance too."""
        rng, state = random.Random(seed), self.start()
        while not state.over:
            state.apply(random_choice(state, rng))
        return len(state.history)

    def roll_out(self, seed: int) -> int:
        """The same without listing what need not be; counts the game."""
        self.start().rollout(None, random.Random(seed))
        return 1


def all_options(game: Game[Any]) -> dict[str, Any]:
    """Every optional rule that can be switched on."""
    return {
        setting.id: True for setting in game.settings.values() if setting.values == (False, True)
    }


def random_choice(state: State[Any], rng: random.Random) -> Option:
    """Any option; chance as likely as it is."""
    decision = state.decision
    if isinstance(decision, Chance) and decision.weights is not None:
        return rng.choices(decision.options, decision.weights)[0]
    return rng.choice(decision.options)


def play_catan(seed: int) -> int:
    """A random game of catanatron's four players; how many actions it took."""
    from catanatron import Color, RandomPlayer  # noqa: PLC0415 - only what measures needs it
    from catanatron import Game as Catan  # noqa: PLC0415

    random.seed(seed)
    game = Catan([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)


def play_chess(seed: int) -> int:
    """A random game of chess; how many moves it took."""
    import chess  # noqa: PLC0415 - only what measures needs it

    rng, position = random.Random(seed), chess.Board()
    while not position.is_game_over():
        position.push(rng.choice(list(position.legal_moves)))
    return len(position.move_stack)


def offered(state: State[Any]) -> list[Option]:
    """The options of the next decision, if there is one."""
    return [] if state.over else state.decision.options


def rate(play: Play, seeds: Sequence[int]) -> tuple[int, float]:
    """How many decisions, and how many a second of processor time."""
    start = process_time()
    decisions = sum(play(seed) for seed in seeds)
    return decisions, decisions / (process_time() - start)


def random_play(played: Sequence[Setup], rounds: int) -> list[Figure]:
    """Decisions a second, listed and sampled, against catanatron's and against chess."""
    listed: defaultdict[Setup, list[tuple[float, float]]] = defaultdict(list)
    sampled: defaultdict[Setup, list[float]] = defaultdict(list)
    for setup in played:  # charts are read and tables made when they are first needed
        setup.play(0)
    catan: list[float] = []
    chess: list[float] = []
    for number in range(rounds):
        catan.append(rate(play_catan, range(number * 4, number * 4 + 4))[1])
        chess.append(rate(play_chess, range(number * 4, number * 4 + 4))[1])
        for setup in played:
            games = GAMES_A_ROUND[setup.game]
            seeds = range(number * games, (number + 1) * games)
            decisions, speed = rate(setup.play, seeds)
            listed[setup].append((decisions / games, speed))
            sampled[setup].append(rate(setup.roll_out, seeds)[1])
    figures = []
    for name, theirs in (("catanatron", catan), ("chess", chess)):
        ratios = []
        for setup in played:
            length = statistics.mean(each for each, _ in listed[setup])
            pairs = zip(listed[setup], sampled[setup], theirs, strict=True)
            rows = [(one / yard, length * games / yard) for (_, one), games, yard in pairs]
            listing, rollout = zip(*rows, strict=True)
            ratios += [
                figure(f"{setup.title}: listing, to {name}", listing),
                figure(f"{setup.title}: rollout, to {name}", rollout),
            ]
        figures += show(f"decisions a second in random games, to those of {name}", ratios)
    return figures


GAMES_A_ROUND = {"omaha": 8, "storm": 1, "dday91": 1}


# --- single operations


def operations(setup: Setup, rounds: int) -> list[Figure]:
    """What a search does at every node: list, apply, copy, and all three."""
    import chess  # noqa: PLC0415 - only what measures needs it

    taken: defaultdict[str, list[float]] = defaultdict(list)
    yard = chess.Board()
    unit = min(timed(yard.copy, 200) for _ in range(9)) / 200
    for seed in range(max(1, rounds // 4)):
        rng, state = random.Random(seed), setup.start()
        while not state.over:
            start = process_time()
            options = state.decision.options
            taken["list"].append(process_time() - start)
            if rng.random() < SEARCHED:
                option = rng.choice(options)
                start = process_time()
                clone = state.copy(history=False)
                copied = process_time()
                clone.apply(option)
                offered(clone)
                done = process_time()
                taken["copy"].append(copied - start)
                taken["copy, apply and list"].append(done - start)
            chosen = random_choice(state, rng)
            start = process_time()
            state.apply(chosen)
            taken["apply"].append(process_time() - start)
    found = []
    for name, times in taken.items():
        hundredths = [each / unit for each in statistics.quantiles(times, n=100)]
        middle, most = hundredths[49], hundredths[98]
        longest = 1000 * max(times)
        found.append(
            Figure(f"{name} (median, 99 %; longest {longest:.1f} ms)", middle, middle, most, False)
        )
    return found


SEARCHED = 0.2
"""In which share of the decisions the operations of a search are timed."""


def timed(what: Callable[[], object], times: int) -> float:
    start = process_time()
    for _ in range(times):
        what()
    return process_time() - start


# --- long games


def slowing(setup: Setup, games: int = 4) -> Figure:
    """Decisions a second in the last tenth of a game to those in the first."""
    ratios = []
    for seed in range(games):
        rng, state, times = random.Random(seed), setup.start(), []
        while not state.over:
            start = process_time()
            state.apply(random_choice(state, rng))
            times.append(process_time() - start)
        tenth = len(times) // 10
        ratios.append(sum(times[:tenth]) / sum(times[-tenth:]))
    return figure(setup.title, ratios, compared=False)


def late_in_the_day(rounds: int) -> Figure:
    """Decisions a second on Turn 30 to those on Turn 3, of the same kinds: each kind of decision
    that both have counts as often as it comes on Turn 3."""
    taken: list[defaultdict[str, list[float]]] = [defaultdict(list), defaultdict(list)]
    starts = [situations("omaha", *when, count=6) for when in (EARLY, LATE)]
    for seed in range(rounds * 12):
        for times, there in zip(taken, starts, strict=True):
            play_turn(there[seed % len(there)], seed, times)
    both = taken[0].keys() & taken[1].keys()
    early, late = (
        sum(statistics.mean(times[kind]) * len(taken[0][kind]) for kind in both) for times in taken
    )
    return figure("Omaha, Turn 30 to Turn 3", [early / late])


def situations(name: str, scenario: str, turn: int, count: int) -> list[State[Any]]:
    """Random games that have come to the begin of a turn; most are over before."""
    found: list[State[Any]] = []
    game, seed = beachhead.load(name), 0
    while len(found) < count:
        state = game.setup(scenario).rollout(
            None, random.Random(seed), until=lambda position: position.turn >= turn
        )
        if not state.over:
            found.append(state)
        seed += 1
    return found


def play_turn(start: State[Any], seed: int, times: defaultdict[str, list[float]]) -> None:
    """A turn played at random; how long each decision took, by its kind."""
    rng, state = random.Random(seed), start.copy(history=False)
    turn = state.position.turn
    while not state.over and state.position.turn == turn:
        kind, began = state.decision.kind, process_time()
        state.apply(random_choice(state, rng))
        times[kind].append(process_time() - began)


# --- processes


def python(program: str, tree: Path = ROOT) -> str:
    """What a program prints in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": f"{tree / 'src'}:{Path(__file__).parent}"}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        encoding="utf-8",
        env=environment,
    )
    return ran.stdout


def loading(played: Sequence[Setup], times: int = 5) -> list[Figure]:
    """Processor time of importing, and of the first position of each game."""
    timer = "from time import process_time as now; start = now(); {}; print(now() - start)"

    def quickest(what: str) -> float:
        return min(float(python(timer.format(what))) for _ in range(times))

    yard = quickest("import chess")
    names = sorted({each.game for each in played})
    found = {"import beachhead": quickest("import beachhead")}
    for name in names:
        first = f"import beachhead; beachhead.load('{name}').setup().decision.options"
        found[f"import, load and set up {name}"] = quickest(first)
    return [figure(name, [taken / yard], compared=False) for name, taken in found.items()]


RESIDENT = """
import bench
def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
setup, sizes = bench.Setup{}, []
for number in range(300):
    setup.play(number)
    if number in (99, 299):
        sizes.append(resident())
print(*sizes)
"""


def memory(played: Sequence[Setup]) -> list[Figure]:
    """Resident memory after 100 random games to that after 300: 1 does not grow."""
    found = []
    for setup in played:
        given = (setup.game, setup.scenario, setup.everything)
        after_100, after_300 = map(int, python(RESIDENT.format(given)).split())
        name = f"{setup.title} ({after_100 // 1024} MB, then {after_300 // 1024} MB)"
        found.append(figure(name, [after_100 / after_300], compared=False))
    return found


def two_processes(setup: Setup, rounds: int = 5) -> list[Figure]:
    """Decisions that two processes make in a time to those that one makes; and the same of
    catanatron, in turns, which shows what the machine gives to a second process."""
    begun = f"setup = bench.Setup{(setup.game, setup.scenario, setup.everything)}"
    players = {setup.title: "setup.play", "catanatron": "bench.play_catan"}
    ratios = defaultdict[str, list[float]](list)
    for _ in range(rounds):
        for name, play in players.items():
            alone, *both = (sum(_paces(begun, play, processes)) for processes in (1, 2, 1))
            ratios[name].append(2 * both[0] / (alone + both[1]))
    return [figure(name, each, compared=False) for name, each in ratios.items()]


PACE = """
import bench
from time import perf_counter as now
{}
play, made, seed = {}, 0, 0
play(0)
start = now()
while now() - start < 3:
    made, seed = made + play(seed), seed + 1
print(made / (now() - start))
"""


def _paces(begun: str, play: str, processes: int) -> list[float]:
    """Decisions a second by the clock, of processes that run side by side."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{Path(__file__).parent}"}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PACE.format(begun, play)],
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=environment,
        )
        for _ in range(processes)
    ]
    return [float(each.communicate()[0]) for each in running]


# --- two commits


def compare_with(commit: str, played: Sequence[Setup], rounds: int) -> int:
    """The same games on this code and on an earlier one, in turns."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
        then, now = (worker(tree / "src") for tree in (Path(folder), ROOT))
        for setup in played:
            ratios: defaultdict[str, list[float]] = defaultdict(list)
            for number in range(rounds):
                told = task(setup, number, LISTING, SEARCH)
                before, after = (each.send(told) for each in (then, now))
                for name in (LISTING, SEARCH):
                    ratios[name].append(before[name] / after[name])
            figures = [figure(name, each) for name, each in ratios.items()]
            show(f"{setup.title}: times faster than {commit}", figures)
    return 0


def compare_builds(folder: Path, played: Sequence[Setup], rounds: int) -> int:
    """Pure Python, a compiled build and catanatron, game by game in turns: decisions a second in
    all of the time, to those of catanatron. The ratios are printed as a table, too."""
    rows = [f"| | {' | '.join(f'{build}: {what}' for build in BUILDS for what in PLAYS)} |"]
    rows.append("| --- " * (1 + len(BUILDS) * len(PLAYS)) + "|")
    builds = dict(zip(BUILDS, map(worker, (ROOT / "src", folder.resolve())), strict=True))
    for setup in played:
        taken: defaultdict[str, list[float]] = defaultdict(list)
        made, yard, theirs = list[float](), list[float](), 0
        for number in range(rounds):
            start = process_time()
            theirs += sum(play_catan(number * 2 + each) for each in range(2))
            yard.append(process_time() - start)
            for build, each in builds.items():
                told = each.send(task(setup, number, *PLAYS))
                for what in PLAYS:
                    taken[f"{build}: {what}"].append(told[what])
            made.append(told["decisions"])
        pace = theirs / sum(yard)
        figures = [
            Figure(name, sum(made) / sum(each) / pace, *_spread(made, each, pace))
            for name, each in taken.items()
        ]
        show(f"{setup.title}: decisions a second, to those of catanatron", figures)
        rows.append(f"| {setup.title} | {' | '.join(f'{each.ratio:.3f}' for each in figures)} |")
    print("\n".join(rows))
    return 0


def _spread(made: Sequence[float], taken: Sequence[float], pace: float) -> tuple[float, float]:
    """Between which values the ratios of four fifths of the rounds lie."""
    ratios = [each / time / pace for each, time in zip(made, taken, strict=True)]
    found = figure("", ratios)
    return found.low, found.high


def task(setup: Setup, number: int, *wanted: str) -> str:
    """What a worker is told: the games of a round, and what is to be timed."""
    games = GAMES_A_ROUND[setup.game]
    return json.dumps([*asdict(setup).values(), number * games, games, *wanted])


def worker(source: Path) -> Any:
    """A process that times games on the code of a folder, when it is told which."""

    def talk() -> Iterator[dict[str, float]]:
        with subprocess.Popen(
            [sys.executable, __file__, "--work"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(source)},
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            told = yield {}
            while told is not None:
                print(told, file=process.stdin, flush=True)
                told = yield json.loads(process.stdout.readline())
            process.stdin.close()

    talking = talk()
    next(talking)
    return talking


def work() -> int:
    """Time what standard input names: random play, rollouts, a search's copy, apply, list."""
    warm = set()
    for line in sys.stdin:
        name, scenario, everything, first, games, *wanted = json.loads(line)
        setup, seeds = Setup(name, scenario, everything), range(first, first + games)
        if setup not in warm:
            warm.add(setup)
            setup.play(0)
        told: dict[str, float] = {}
        if LISTING in wanted:
            start = process_time()
            told["decisions"] = sum(setup.play(seed) for seed in seeds)
            told[LISTING] = process_time() - start
        if ROLLOUT in wanted:
            told[ROLLOUT] = timed(lambda: [setup.roll_out(seed) for seed in seeds], 1)  # noqa: B023
        if SEARCH in wanted:
            told[SEARCH] = sum(search(setup, seed) for seed in seeds)
        print(json.dumps(told), flush=True)
    return 0


LISTING, ROLLOUT, SEARCH = "listing", "rollout", "copy, apply, list"
PLAYS = (LISTING, ROLLOUT)
BUILDS = ("pure", "compiled")


def search(setup: Setup, seed: int) -> float:
    """How long copying, applying an option and listing the next decision takes in a game."""
    rng, state, taken = random.Random(seed), setup.start(), 0.0
    for number in count():
        if state.over:
            break
        options = state.decision.options
        if number % 5 == 0:
            option = rng.choice(options)
            start = process_time()
            clone = state.copy(history=False)
            clone.apply(option)
            offered(clone)
            taken += process_time() - start
        state.apply(random_choice(state, rng))
    return taken


# --- the longest lists


def longest_lists(name: str, games: int) -> int:
    """Print how long the decisions of random games with all options take from the choice before to
    the last option: the median, the 99th percentile, and of the longest the best of five tries, as
    other processes and the garbage collector make any decision long now and then."""
    setup = Setup(name, next(iter(beachhead.load(name).scenarios)), everything=True)
    times: list[float] = []
    slowest: list[tuple[float, int, State[Any], str]] = []
    for seed in range(games):
        rng, state = random.Random(seed), setup.start()
        while not state.over:
            before, option = state.copy(history=False), random_choice(state, rng)
            times.append(timed(lambda: (state.apply(option), offered(state)), 1))  # noqa: B023
            slowest.append((times[-1], len(times), before, option.id))
            if len(slowest) > 2 * LONGEST:
                slowest = sorted(slowest, reverse=True)[:LONGEST]
    hundredths = [1000 * each for each in statistics.quantiles(times, n=100)]
    slowest = sorted(slowest, reverse=True)[:LONGEST]
    again = [_best_of(5, before, id_) for _, _, before, id_ in slowest]
    print(f"{setup.title}: {games} games, {len(times)} decisions")
    print(f"median {hundredths[49]:.2f} ms, 99 % {hundredths[98]:.2f} ms")
    print(f"longest of the {len(again)} longest, the best of five: {1000 * max(again):.1f} ms")
    return 0


LONGEST = 40
"""How many decisions are timed again."""


def _best_of(tries: int, before: State[Any], id_: str) -> float:
    """How long an option and the next list take when nothing is known of the position."""
    found = []
    for _ in range(tries):
        anew = before.copy(history=False)
        anew.position = type(before.position).from_data(before.position.to_data())
        anew.advance()
        found.append(timed(lambda: (anew.apply(id_), offered(anew)), 1))  # noqa: B023
    return min(found)


# --- a profile


def where_time_goes(name: str, games: int) -> int:
    """Print what share of the time each module takes, with all that it calls.

    A sample every millisecond counts for the outermost function of the game that was running:
    the step or question that the kernel had called.
    """
    game = beachhead.load(name)
    own = str(Path(inspect.getfile(type(game))).parent)
    samples: Counter[str] = Counter()

    def sample(_signal: int, frame: FrameType | None) -> None:
        outermost = None
        while frame is not None:
            file, frame = frame.f_code.co_filename, frame.f_back
            outermost = file if file.startswith(own) else outermost
        samples[Path(outermost).stem if outermost else "the kernel and the player"] += 1

    setups = [Setup(name, scenario) for scenario in game.scenarios]
    setups[0].play(0)
    signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    for seed in range(games):
        setups[seed % len(setups)].play(seed)
    signal.setitimer(signal.ITIMER_PROF, 0)
    for module, number in samples.most_common():
        print(f"{number / samples.total():6.1%}  {module}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
