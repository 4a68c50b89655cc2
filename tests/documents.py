"""The documents beside the code, section by section, and what earlier versions saved."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
SAVES = Path(__file__).parent / "saves"
"""Records and situations, in a folder for each version that wrote them."""


def saved(game: str) -> list[Path]:
    """The records and situations of a game."""
    return sorted(SAVES.glob(f"*/{game}-*"))


def section(name: str, heading: str, until: str = "\n## ") -> str:
    """A document from a heading on, until another begins."""
    text = (DOCS / name).read_text(encoding="utf-8")
    begin = text.index(heading)
    end = text.find(until, begin + 1)
    return text[begin : end if end >= 0 else None]
