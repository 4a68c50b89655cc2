"""How far a long run is: a bar on a terminal, now and then a line elsewhere; on standard error."""

from __future__ import annotations

import sys
import time


class Progress:
    """Shows how many of `total` are done, and how long the rest may take."""

    def __init__(self, total: int, what: str = "games") -> None:
        self.total, self.what = total, what
        self.done = 0
        self.lively = sys.stderr.isatty()
        self.begun = self.shown = time.monotonic()

    def step(self, text: str = "") -> None:
        """One more is done."""
        self.done += 1
        now = time.monotonic()
        if now - self.shown <= (0.2 if self.lively else 20) and self.done != self.total:
            return
        self.shown = now
        left = (now - self.begun) / self.done * (self.total - self.done)
        line = f"{self.done} of {self.total} {self.what}, {_time(left)} left {text}".rstrip()
        if self.lively:
            bar = ("#" * round(30 * self.done / self.total)).ljust(30, ".")
            print(f"\r\x1b[K[{bar}] {line}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line of the bar."""
        if self.lively and self.done:
            print(file=sys.stderr)


def _time(seconds: float) -> str:
    """
    >>> _time(75), _time(8)
    ('1:15', '0:08')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
