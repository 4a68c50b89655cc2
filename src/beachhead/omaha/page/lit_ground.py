"""What overlays light up: ground, and the German positions that are asked about."""

from __future__ import annotations

from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.state import OmahaTable, equipment, posts_of
from beachhead.page.overlays import Parameters, Shade


def lit_hexes(hexes: HexSet, value: float, label: str, look: str) -> dict[str, Shade]:
    """Hexes of one look."""
    name = equipment().board.name
    return {name(hex_): Shade(value, label, look) for hex_ in members(hexes)}


def firing_positions(table: OmahaTable, parameters: Parameters) -> list[GermanPosition]:
    """The position that is asked about, else all that are occupied."""
    the_board = equipment().board
    if "position" not in parameters:
        return [
            position
            for position in the_board.positions
            if position.sector in table.sectors and posts_of(table, position)
        ]
    name = parameters["position"]
    if name not in the_board.position:
        raise BeachheadError(f"position: there is no {name!r}; write it as WN62 or C3")
    return [the_board.position[name]]
