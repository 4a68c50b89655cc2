"""`beachhead …`: play, look, read the rules, check the components and the records of games."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

import beachhead
from beachhead.commands import (
    data,
    dataset,
    ladder,
    play,
    rules,
    show,
    simulate,
    study,
    tune,
    verify,
    watch,
)
from beachhead.errors import BeachheadError

COMMANDS = (play, watch, simulate, study, ladder, tune, show, rules, data, dataset, verify)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 if it did its job, 2 if something must be put right first."""
    parser = command_line()
    given, more = parser.parse_known_args(arguments)
    if more and not hasattr(given, "more"):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    given.more = more
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        # The name of a file need not be text, and not every terminal can show all text.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        status: int = given.run(given)
        sys.stdout.flush()
    except BeachheadError as error:
        print(f"beachhead {given.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has had enough; leave nothing for the interpreter to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def command_line() -> argparse.ArgumentParser:
    """What can be typed after `beachhead`."""
    parser = argparse.ArgumentParser(
        prog="beachhead",
        description="Board wargames about D-Day, played by their complete rules.",
    )
    how = "compiled" if beachhead.COMPILED else "pure Python"
    version = f"beachhead {beachhead.__version__} ({how})"
    parser.add_argument("--version", action="version", version=version)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.register(subparsers)
    return parser
