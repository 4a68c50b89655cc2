"""How far a long run is: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time


class Progress:
    """Shows how many of `total` are done."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.lively = sys.stdout.isatty()
        self.shown = time.monotonic()
        self.open = False

    def show(self, done: int, text: str) -> None:
        """If it is time again, or all are done."""
        now = time.monotonic()
        if now - self.shown <= (0.2 if self.lively else 10) and done != self.total:
            return
        self.shown = now
        if self.lively:
            bar = ("#" * round(30 * done / self.total)).ljust(30, ".")
            print(f"\r[{bar}] {text}", end="", flush=True)
            self.open = True
        else:
            print(text, flush=True)

    def end(self) -> None:
        """Leave the line of the bar."""
        if self.open:
            print()
            self.open = False
