"""`beachhead tune`: fit the values of a game to how games ended."""

from __future__ import annotations

import argparse
import datetime
import inspect
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import beachhead
from beachhead.bots import kept, ladder, tuning
from beachhead.bots.ladder import Terms
from beachhead.bots.mind import mind_of
from beachhead.bots.tuning import Judgment, PlayedOut
from beachhead.bots.values import Values
from beachhead.commands import choosing
from beachhead.commands.progress import Progress
from beachhead.errors import BeachheadError
from beachhead.kernel.play import Game
from beachhead.kernel.whole_files import write_whole


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `tune` command."""
    parser = subparsers.add_parser(
        "tune",
        help="fit the bots' values to how games ended",
        description="Let a level play games against itself, note how positions stood, fit weights "
        "to how the games ended, and print how well they foretell games that were held out. What "
        "was played is kept in --samples: the same command goes on with it.",
    )
    parser.add_argument(
        "game", metavar="GAME", help=f"{', '.join(beachhead.games())}, or module:attribute"
    )
    parser.add_argument(
        "--level", default="recruit", metavar="L", help="who plays (default: recruit)"
    )
    parser.add_argument(
        "--stray",
        type=float,
        default=0.02,
        metavar="P",
        help="how often any option at all is chosen instead (default: 0.02)",
    )
    parser.add_argument(
        "--samples",
        type=Path,
        metavar="FILE",
        help="default: build/tune-GAME-SCENARIO-LEVEL.jsonl, with the options in its name",
    )
    parser.add_argument(
        "--weights",
        type=Path,
        metavar="FILE",
        help="where to write the weights (default: beside the game's mind; - to write none)",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="fit nothing: hold what the values in use say against all games",
    )
    parser.add_argument(
        "--chance-only",
        action="store_true",
        help="fit the chance to win, and leave the weights for the points as they are",
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw what was said and how often it came (SVG)"
    )
    choosing.add_terms(parser)
    choosing.add_games(parser, 400)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """`beachhead tune`"""
    game = choosing.game(given.game)
    scenario, options = game.check(given.scenario, choosing.proposed(game, given.option))
    choosing.check_games(given, 10, "every fifth is held out")
    if not 0 <= given.stray <= 1:
        raise BeachheadError("--stray: must be between 0 and 1")
    ladder.check_level(game, given.level)
    mind = mind_of(game)
    if not mind.planning:
        raise BeachheadError(f"GAME: {game.title} has no mind of its own to be tuned")
    samples = given.samples or Path("build") / _name(game, scenario, options, given)
    terms = Terms(given.game, scenario, options, given.workers)
    games = _play(terms, given, samples)
    if given.check:
        return _judged(tuning.judge(tuning.as_played(mind), games), given.plot)
    fitted_on, held_out = tuning.split(games)
    if not fitted_on or not held_out:
        print("too few games to fit anything", file=sys.stderr)
        return 1
    made_by: dict[str, Any] = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": f"beachhead tune {given.game} --level {given.level} --games {given.games} "
        f"--stray {given.stray:g} --scenario {scenario} --seed {given.seed}"
        + "".join(f" --option {each}" for each in given.option)
        + " --chance-only" * given.chance_only,
        "games": len(fitted_on),
        "held out": len(held_out),
        "learning curve": tuning.learning_curve(mind, fitted_on, held_out),
    }
    values = tuning.fitted(mind, fitted_on, made_by)
    if given.chance_only:
        made_by = {**mind.values.provenance, "chance": made_by}
        values = Values(values.chance, mind.values.points, made_by)
    _judged(tuning.judge(tuning.by_weights(values), held_out), given.plot)
    weights = given.weights or Path(inspect.getfile(type(mind))).with_name("weights.json")
    if str(weights) != "-":
        values.write(weights)
        print(f"weights written to {weights}", file=sys.stderr)
    return 0


def _name(
    game: Game[Any], scenario: str, options: Mapping[str, Any], given: argparse.Namespace
) -> str:
    """The file for what is played, by all that it depends on but the seeds."""
    parts = [game.name, scenario, given.level, f"stray={given.stray:g}"]
    parts += [
        f"{name}={value}"
        for name, value in sorted(options.items())
        if value != game.settings[name].default
    ]
    return f"tune-{'-'.join(parts)}.jsonl"


def _play(terms: Terms, given: argparse.Namespace, samples: Path) -> list[PlayedOut]:
    """The games that were asked for: those that were kept, and the rest, kept as they end."""
    wanted = range(given.seed, given.seed + given.games)
    kept_before = map(tuning.read_game, kept.read_lines(samples))
    found = [each for each in kept_before if each.seed in wanted]
    done = {each.seed for each in found}
    todo = [seed for seed in wanted if seed not in done]
    progress = Progress(len(todo))
    with kept.gone_on_with(samples, "--samples", [tuning.to_data(each) for each in found]) as file:
        try:
            for game in tuning.play_all(terms, given.level, given.stray, todo):
                found.append(game)
                kept.write_line(file, tuning.to_data(game))
                progress.step()
        except KeyboardInterrupt:
            print("\nstopped: fitting what was played", file=sys.stderr)
    progress.end()
    return sorted(found, key=lambda each: each.seed)


def _judged(found: Judgment, plot: Path | None) -> int:
    """Print, and perhaps draw, how well games are foretold that weights never saw."""
    print(f"{found.games} games that nothing was fitted on, one position each")
    gain = 1 - found.brier / found.base if found.base else 0.0
    print(f"Brier score {found.brier:.3f}, base rate {found.base:.3f}: {100 * gain:.0f} % better")
    print(f"points off by {found.points:.1f} on average")
    print("| said | won | positions |\n| --- | --- | --- |")
    for band in found.bands:
        won = (
            f"{100 * band.won.value:.0f} % ({100 * band.won.low:.0f} to {100 * band.won.high:.0f})"
        )
        print(f"| {100 * band.said:.0f} % | {won} | {band.positions} |")
    print(f"calibrated: {'yes' if found.calibrated else 'no'}")
    if plot is not None:
        try:
            write_whole(plot, tuning.reliability(found).encode())
        except OSError as error:
            raise BeachheadError(f"--plot: cannot write {plot}: {error.strerror}") from error
    return 0
