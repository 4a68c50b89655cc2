"""2.0 The counters of the reconstruction that a table plays: the first one, or the one refitted to
the play reports, in which other Germans stand at the start and units arrive in other turns. These
are read from `pieces_of` a table, all else from `pieces`."""

from __future__ import annotations

from functools import cache
from typing import Final

from beachhead.kernel import reconstructions
from beachhead.kernel.reconstructions import FIRST
from beachhead.storm.table import pack
from beachhead.storm.table.pieces import StormPieces, build, pieces
from beachhead.storm.table.state import StormTable

REFIT: Final = reconstructions.Refit(pack.BUILTIN / "refitted.json", pack.SCHEMA)


def reconstruction_of(table: StormTable) -> str:
    return reconstructions.chosen(table.house)


def pieces_of(table: StormTable) -> StormPieces:
    """The counters as this table has them: set-up places and turns of arrival may be other ones."""
    return pieces_by(reconstruction_of(table))


@cache
def pieces_by(reconstruction: str) -> StormPieces:
    """The counters of a reconstruction."""
    return pieces() if reconstruction == FIRST else build(REFIT.applied(pack.load()))
