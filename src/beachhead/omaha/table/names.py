"""The names of US pieces, in every way that people write them."""

from __future__ import annotations

import re
from functools import cache

from beachhead.kernel.notation import SituationError, hint
from beachhead.omaha.table.state import equipment


def plain(name: str) -> str:
    """A name without what people write in different ways."""
    return re.sub(r"[\s.•·-]", "", name).lower()


@cache
def us_pieces() -> dict[str, int]:
    """Every way of writing a US piece."""
    found: dict[str, int] = {}
    for piece, name in enumerate(equipment().names):
        spellings = [name]
        if name.endswith(" HQ"):
            spellings.append(f"HQ/{name[:-3]}")
        if name.startswith("Gen. "):
            spellings += [name[5:], f"Gen/{name[5:]}"]
        for spelling in spellings:
            found[plain(spelling)] = piece
    return found


def find_piece(name: str) -> int:
    """The number of a US piece, from any way of writing it."""
    piece = us_pieces().get(plain(name))
    if piece is None:
        raise SituationError(f"there is no US piece {name!r}{hint(name, equipment().names)}")
    return piece
