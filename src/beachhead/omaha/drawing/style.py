"""One style sheet for the whole board: `board.css`, and the signal colours."""

from __future__ import annotations

from pathlib import Path

from beachhead.art.palette import SIGNAL
from beachhead.art.sheets import confined


def style() -> str:
    """The style sheet in one line; every rule is confined to the board, so a page can hold it."""
    sheet = Path(__file__).with_name("board.css").read_text(encoding="utf-8")
    signal = "".join(
        f".badge.{name},.works.{name},.dot-half.{name},.dot-face.full.{name}{{fill:{colour}}}"
        f".trench.{name},.dot-face.{name}{{stroke:{colour}}}"
        for name, colour in SIGNAL.items()
    )
    return confined(sheet + signal)


__all__ = ["confined", "style"]
