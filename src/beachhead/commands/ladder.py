"""`beachhead ladder`: how strong the levels are, by games that anybody can play again."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

import beachhead
from beachhead.bots import kept, ladder
from beachhead.bots.intervals import Interval
from beachhead.bots.ladder import Duel, Pairing, Played, Solo, Terms
from beachhead.commands import choosing
from beachhead.commands.progress import Progress
from beachhead.errors import BeachheadError

DUELS = (
    "level",
    "against",
    "games",
    "share",
    "draws",
    "rating",
    "points a game",
    "seconds",
    "share by seat",
)
SOLOS = ("level", "games", "wins", "points", "seconds")


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `ladder` command."""
    parser = subparsers.add_parser(
        "ladder",
        help="how strong the bots are",
        description="Play games between levels and print how strong each is, with 95 % intervals. "
        "Between two sides each level meets the one before it, every deal twice with sides "
        "swapped, and a draw counts half; on one side alone all play the same deals. The same "
        "command gives the same results, however many processes there are. Ctrl-C prints what "
        "there is so far.",
    )
    parser.add_argument(
        "game", metavar="GAME", help=f"{', '.join(beachhead.games())}, or module:attribute"
    )
    parser.add_argument(
        "--levels",
        default="random,recruit,veteran",
        metavar="L,L",
        help="from weak to strong; a level may have a number of positions to look at, which makes "
        "a curve: veteran@8,veteran@32,veteran@128 (default: random,recruit,veteran)",
    )
    parser.add_argument("--all-pairs", action="store_true", help="each level against all before it")
    parser.add_argument("--mirror", action="store_true", help="each level against itself too")
    choosing.add_terms(parser)
    choosing.add_games(parser, 12, "games a pair")
    parser.add_argument(
        "--kept",
        type=Path,
        metavar="FILE",
        help="keep games here as they end: the same command goes on with those of the same bots",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """`beachhead ladder`"""
    game = choosing.game(given.game)
    scenario, options = game.check(given.scenario, choosing.proposed(game, given.option))
    choosing.check_games(given)
    levels = list(dict.fromkeys(filter(None, given.levels.split(","))))
    if not levels:
        raise BeachheadError("--levels: name at least one, such as recruit,veteran")
    for level in levels:
        ladder.check_level(game, level)
    seats = game.seats(scenario, options)
    terms = Terms(given.game, scenario, options, given.workers)
    alone = len(seats) != 2 or game.all_on_one_side
    pairs = [(level, level) for level in levels] if alone else _pairs(levels, given)
    if not pairs:
        raise BeachheadError("--levels: name two or more, or add --mirror")
    todo = [
        (
            ladder.solos(first, len(seats), given.games, given.seed)
            if alone
            else ladder.duels(first, second, given.games, given.seed)
        )
        for first, second in pairs
    ]
    played = _play(terms, [each for part in todo for each in part], given.kept)
    found: list[Duel | Solo] = []
    for (first, second), part in zip(pairs, todo, strict=True):
        wanted = {(each.levels, each.seed) for each in part}
        games = [each for each in played if (each.levels, each.seed) in wanted]
        if games:
            found.append(
                ladder.solo(first, games) if alone else ladder.duel(first, second, seats, games)
            )
    if given.json:
        print(
            json.dumps(
                {
                    "game": game.name,
                    "scenario": scenario,
                    "options": options,
                    "results": [ladder.to_data(each) for each in found],
                },
                indent=2,
            )
        )
    else:
        _print(found)
    return 0


def _pairs(levels: Sequence[str], given: argparse.Namespace) -> list[tuple[str, str]]:
    """Who meets whom, the stronger one first."""
    found = []
    for at, level in enumerate(levels):
        before = levels[:at] if given.all_pairs else levels[max(at - 1, 0) : at]
        found += [(level, other) for other in before]
        if given.mirror:
            found.append((level, level))
    return found


def _play(terms: Terms, pairings: Sequence[Pairing], file: Path | None) -> list[Played]:
    """The games that were played before somebody had enough, in order; those that a file keeps
    are not played again."""
    lines = [] if file is None else kept.read_lines(file)
    key = [terms.game, terms.scenario, dict(terms.options), kept.players()]
    ours = [ladder.from_data(game) for told, game in lines if told == key]
    known = {Pairing(each.levels, each.seed): each for each in ours}
    played = [known[each] for each in pairings if each in known]
    todo = [each for each in pairings if each not in known]
    progress = Progress(len(todo))
    with kept.gone_on_with(file, "--kept", lines) if file else nullcontext() as keeping:
        try:
            for each in ladder.play_all(terms, todo):
                played.append(each)
                if keeping is not None:
                    kept.write_line(keeping, [key, asdict(each)])
                progress.step()
        except KeyboardInterrupt:
            print("\nstopped: this is what was played", file=sys.stderr)
    progress.end()
    return sorted(played, key=lambda each: (each.levels, each.seed))


def _print(found: Sequence[Duel | Solo]) -> None:
    """The table, as Markdown."""
    if not found:
        return
    columns = DUELS if isinstance(found[0], Duel) else SOLOS
    print(f"| {' | '.join(columns)} |\n|{' --- |' * len(columns)}")
    for each in found:
        if isinstance(each, Duel):
            by_seat = ", ".join(f"{seat} {_percent(won)}" for seat, won in each.by_side.items())
            cells: tuple[str, ...] = (
                each.level,
                each.other,
                str(each.games),
                _percent(each.won),
                str(each.draws),
                _number(each.rating, 0),
                _number(each.points, 1),
                f"{each.seconds:.1f}",
                by_seat,
            )
        else:
            cells = (
                each.level,
                str(each.games),
                _percent(each.won),
                _number(each.points, 1),
                f"{each.seconds:.1f}",
            )
        print(f"| {' | '.join(cells)} |")


def _percent(share: Interval) -> str:
    return f"{100 * share.value:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _number(figure: Interval, digits: int) -> str:
    return f"{figure.value:.{digits}f} ({figure.low:.{digits}f} to {figure.high:.{digits}f})"
