"""Ports for the servers of the tests."""

from __future__ import annotations

import os
import random
import socket

WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
ROOM = 500


def free_port() -> int:
    """A port that is free and stays so while a server is killed and started again.

    Systems hand out ports from 32768 on, to whoever asks for any and to every connection that is
    made: one of those could be gone a moment later. Each worker has its own below.
    """
    first = 20_000 + ROOM * (WORKER % 20)
    for port in random.SystemRandom().sample(range(first, first + ROOM), ROOM):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError(f"no port is free from {first} on")
