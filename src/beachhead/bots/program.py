"""A program that plays: it reads a line of JSON for every decision and answers with a line.

What it reads is what its seat may know: `{"view": …, "options": [{"id": …, "label": …}, …]}`. What
it writes is `{"choice": "the id of one of them"}`.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from contextlib import suppress

from beachhead.bots.bot import Bot
from beachhead.bots.sight import Sight
from beachhead.errors import BeachheadError
from beachhead.kernel.decision import Option


class Program(Bot):
    """Somebody else's program, by its command line."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.thoughts = []
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except (OSError, ValueError, IndexError) as error:
            raise BeachheadError(f"level: cannot start the program {command!r}: {error}") from error

    def choose(self, sight: Sight) -> Option:
        asked = {"view": sight.view, "options": [each.to_data() for each in sight.options]}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(asked) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError as error:
            raise self._wrong(f"went away: {error}") from error
        if not line:
            raise self._wrong("ended without an answer")
        try:
            choice = json.loads(line)["choice"]
        except (ValueError, LookupError, TypeError) as error:
            raise self._wrong(f'wrote {line.strip()[:80]!r}, not {{"choice": "…"}}') from error
        option = sight.decision.find(choice) if isinstance(choice, str) else None
        if option is None:
            raise self._wrong(f"chose {choice!r}, which is none of its options")
        return option

    def _wrong(self, what: str) -> BeachheadError:
        return BeachheadError(f"program {self.command!r} {what}")

    def close(self) -> None:
        self.process.kill()
        with suppress(OSError):
            self.process.communicate()
