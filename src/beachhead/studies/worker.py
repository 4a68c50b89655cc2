"""`python -m beachhead.studies.worker`: plays the games that it is told of, a line of JSON each,
and answers with a line each, until nobody tells it more."""

from __future__ import annotations

import os
import signal
import sys

import msgspec


def main() -> int:
    """Play until standard input ends: then whoever asked is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked decides when to stop
    from beachhead.studies import playing  # noqa: PLC0415 - takes a while, and Ctrl-C may come

    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game or a bot prints is no answer
    for line in sys.stdin:
        task = msgspec.json.decode(line)
        try:
            answers.write(msgspec.json.encode(playing.play(task["arm"], task["seed"])) + b"\n")
            answers.flush()
        except BrokenPipeError:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
