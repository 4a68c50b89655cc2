"""Style sheets that a page can hold: in one line, every rule confined to the board."""

from __future__ import annotations

import re


def confined(sheet: str) -> str:
    """A style sheet in one line, every rule confined to the board.

    >>> confined(".sea { fill: blue }\\n.land, .dune { fill: tan }")
    '.board .sea{fill:blue}.board .land,.board .dune{fill:tan}'
    """
    bare = re.sub(r"/\*.*?\*/|\n", "", sheet)
    rules = re.sub(r"\s*([{};:,])\s*", r"\1", bare)
    return re.sub(r"(^|\}|,)(?=[^{}]+\{)", r"\1.board ", rules)
