"""Normandy in latitude and longitude: what the map shows besides the areas of the game.

Drawn by us from the lie of the land; none of it has a meaning in the rules. It is kept in
`geography.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from beachhead.art.style_sheets import sheet_of
from beachhead.storm.table.board import Point

Line = tuple[Point, ...]
Oval = tuple[float, float, float, float]
"""Middle, half height and half width."""

_KEPT: dict[str, Any] = json.loads(sheet_of(__file__, "geography.json"))


def _line(points: Iterable[Point]) -> Line:
    return tuple((north, east) for north, east in points)


COAST_NORTH = _line(_KEPT["coasts"]["north"])
"""Saint-Vaast and Morsalines, down to the first area."""
COAST_EAST = _line(_KEPT["coasts"]["east"])
"""Villers and Deauville."""
COAST_WEST = _line(_KEPT["coasts"]["west"])
"""The west coast of the Cotentin, from Agon to Portbail."""
RIVERS: list[tuple[float, Line]] = [
    (river["width"], _line(river["course"])) for river in _KEPT["rivers"]
]
"""Width on the page and course, from spring to mouth."""
MARSHES: list[Oval] = _KEPT["marshes"]
"""Flooded ground."""
WOODS: list[Oval] = _KEPT["woods"]
"""The first is the forest of Cerisy."""
TOWNS: list[tuple[str, float, float, int]] = _KEPT["towns"]
"""Clusters of roofs: where, and how many."""
ROADS: dict[str, list[Line]] = {
    kind: [_line(road) for road in roads] for kind, roads in _KEPT["roads"].items()
}
PLACES: dict[str, dict[str, Any]] = {
    kind: {name: tuple(place) for name, place in places.items()}
    for kind, places in _KEPT["places"].items()
}
"""Where boxes, Zones and the plates of beaches lie on the page itself."""
HILLS: list[Line] = [_line(crest) for crest in _KEPT["hills"]]
"""Crests with their slope to the south."""
