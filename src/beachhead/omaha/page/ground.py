"""What overlays light up: ground, and the German positions that are asked about."""

from __future__ import annotations

from beachhead.errors import BeachheadError
from beachhead.kernel.grid import HexSet, members
from beachhead.kernel.overlays import Parameters, Shown
from beachhead.omaha.board import Position
from beachhead.omaha.state import Table, lore, posts_of


def lit_hexes(hexes: HexSet, value: float, label: str, class_: str) -> Shown:
    """Hexes of one class."""
    name = lore().board.name
    return {
        name(hex_): {"value": value, "label": label, "class": class_} for hex_ in members(hexes)
    }


def firing_positions(table: Table, parameters: Parameters) -> list[Position]:
    """The position that is asked about, else all that are occupied."""
    the_board = lore().board
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
