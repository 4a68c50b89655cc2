"""`beachhead play`: the page in the browser, or any game in the terminal, in plain lines."""

from __future__ import annotations

import argparse
import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import beachhead
from beachhead.commands import choosing
from beachhead.commands.terminal import Terminal, open_record
from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.chance import Dealing
from beachhead.kernel.play import Game
from beachhead.kernel.record import Record


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `play` command."""
    games = beachhead.games()
    parser = subparsers.add_parser(
        "play",
        help="play a game",
        description="Play a game in the browser: serves the page until interrupted, and keeps "
        "every choice. With --terminal, play here; type `help` at the prompt to see what can be "
        "typed there.",
    )
    parser.add_argument(
        "game",
        nargs="?",
        default=games[0],
        metavar="GAME",
        help=f"{', '.join(games)}, or module:attribute for a game from elsewhere "
        f"(default: {games[0]})",
    )
    choosing.add_terms(parser)
    parser.add_argument(
        "--seed", type=int, metavar="N", help="deal from this seed; left out, from a new secret"
    )
    parser.add_argument(
        "--port", type=int, metavar="N", help="serve the page at this port (default: 1944)"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="serve the page at this address; 0.0.0.0 lets others on your network in "
        "(default: 127.0.0.1, this computer only)",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="answer requests to this host name too, such as that of a proxy; may be given again",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--db",
        metavar="URL",
        help="keep the page's games in this file, a path or sqlite:///path "
        "(default: games.sqlite in your data directory)",
    )
    parser.add_argument("--terminal", action="store_true", help="play in the terminal")
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=Path,
        help="keep the game in this file after every choice; if the file is there, go on with it",
    )
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """`beachhead play`"""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    game = choosing.game(given.game)
    if given.seed is not None:
        checks.seed(given.seed, "--seed")
    if not given.terminal:
        return _serve(game, given)
    record, file = _begin(game, given)
    terminal = Terminal(record, file)
    if file is not None:
        record.save(file)
    with suppress(EOFError):
        terminal.play()
    return 0


def _serve(game: Game[Any], given: argparse.Namespace) -> int:
    """Serve the page; at a new table if a scenario, options or a seed were given."""
    from beachhead.web.messages import NewTable  # noqa: PLC0415 - the terminal needs none of it
    from beachhead.web.serve import serve  # noqa: PLC0415

    if given.record is not None:
        raise BeachheadError("--record: is for --terminal; the page keeps its games in --db")
    if given.port is not None and not 0 <= given.port <= 65535:
        raise BeachheadError(f"--port: {checks.brief(given.port)} is not between 0 and 65535")
    _check_host(given.host)
    table = None
    options = choosing.settings(game, given.option)
    game.check(given.scenario, options)
    if given.scenario is not None or options or given.seed is not None:
        options = choosing.proposed(game, given.option)
        table = NewTable(game.name, given.scenario, options, given.seed)
    serve(
        game,
        table,
        host=given.host,
        port=given.port,
        database=given.db,
        browser=not given.no_browser,
        allowed=given.allow_host,
    )
    return 0


def _check_host(host: str) -> None:
    """What cannot be written as a domain name is none, and breaks whoever looks it up."""
    try:
        if b"\0" in host.encode("idna"):
            raise UnicodeError
    except UnicodeError as error:
        raise BeachheadError(
            f"--host: {checks.brief(host)} is not an address; write one such as 127.0.0.1"
        ) from error


def _begin(game: Game[Any], given: argparse.Namespace) -> tuple[Record[Any], Path | None]:
    """A new game, or the one in the file that was named; and where it is kept from now on."""
    if given.record is not None and os.path.exists(given.record):
        if given.scenario is not None or given.option or given.seed is not None:
            raise BeachheadError(
                f"--record: {given.record} holds a game already; name another file for a new one, "
                "or leave out --scenario, --option and --seed to go on with it"
            )
        return open_record(game, given.record)
    seed = Dealing.fresh() if given.seed is None else given.seed
    return Record(game, given.scenario, choosing.proposed(game, given.option), seed), given.record
