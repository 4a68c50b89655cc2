"""`beachhead …`: play, look, read the rules, check the components and the records of games."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

import beachhead
from beachhead.commands import data, play, rules, show, verify
from beachhead.errors import BeachheadError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 if it did its job, 2 if something must be put right first."""
    parser = argparse.ArgumentParser(
        prog="beachhead",
        description="Board wargames about D-Day, played by their complete rules.",
    )
    how = "compiled" if beachhead.COMPILED else "pure Python"
    version = f"beachhead {beachhead.__version__} ({how})"
    parser.add_argument("--version", action="version", version=version)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in (play, show, rules, data, verify):
        command.register(subparsers)
    given = parser.parse_args(arguments)
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
