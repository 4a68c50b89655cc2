"""One style sheet for the whole map: `board.css`."""

from __future__ import annotations

from pathlib import Path

from beachhead.art.sheets import confined


def style() -> str:
    """The style sheet in one line; every rule is confined to the board, so a page can hold it."""
    return confined(Path(__file__).with_name("board.css").read_text(encoding="utf-8"))


__all__ = ["confined", "style"]
