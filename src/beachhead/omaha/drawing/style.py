"""One style sheet for the whole board: `board.css`, and the signal colors."""

from __future__ import annotations

from beachhead.art.palette import SIGNAL
from beachhead.art.style_sheets import confined, rule, sheet_of


def style() -> str:
    """The style sheet in one line; every rule is confined to the board, so a page can hold it."""
    sheet = sheet_of(__file__, "board.css")
    filled, drawn = (".badge", ".works", ".dot-half", ".dot-face.full"), (".trench", ".dot-face")
    signal = "".join(
        rule([f"{part}.{name}" for part in filled], fill=color)
        + rule([f"{part}.{name}" for part in drawn], stroke=color)
        for name, color in SIGNAL.items()
    )
    return confined(sheet + signal)


__all__ = ["confined", "style"]
