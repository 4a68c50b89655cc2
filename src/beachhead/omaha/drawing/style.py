"""One style sheet for the whole board: `board.css`, and the signal colours."""

from __future__ import annotations

import re
from pathlib import Path

from beachhead.art.palette import SIGNAL


def style() -> str:
    """The style sheet in one line; every rule is confined to the board, so a page can hold it."""
    sheet = Path(__file__).with_name("board.css").read_text(encoding="utf-8")
    signal = "".join(
        f".badge.{name},.works.{name},.dot-half.{name},.dot-face.full.{name}{{fill:{colour}}}"
        f".trench.{name},.dot-face.{name}{{stroke:{colour}}}"
        for name, colour in SIGNAL.items()
    )
    return confined(sheet + signal)


def confined(sheet: str) -> str:
    """A style sheet in one line, every rule confined to the board."""
    bare = re.sub(r"/\*.*?\*/|\n", "", sheet)
    rules = re.sub(r"\s*([{};:,])\s*", r"\1", bare)
    return re.sub(r"(^|\}|,)(?=[^{}]+\{)", r"\1.board ", rules)
