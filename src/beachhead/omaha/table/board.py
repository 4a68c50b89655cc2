"""2.1 The map: hexes, hexsides, roads, landing boxes and German positions, as bitsets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from beachhead.kernel.bits import set_of
from beachhead.kernel.data import Pack
from beachhead.kernel.grid import HexGrid, HexSet
from beachhead.kernel.schema import Row
from beachhead.omaha.table import checks, pack
from beachhead.omaha.table.schema import (
    FEATURES,
    HEXSIDES,
    INTENSITIES,
    ROADS,
    SECTORS,
    SYMBOLS,
    TERRAINS,
    TIDES,
)

Sector = Literal["east", "west"]
Tide = Literal["low", "mid", "high"]
Intensity = Literal["intense", "steady", "sporadic"]
Color = Literal["red", "orange", "brown", "green", "blue", "purple"]  # 2.1f


@dataclass(frozen=True, slots=True)
class LandingBox:
    """5.3 A landing box; `order` counts along the row from east to west."""

    name: str
    order: int
    beach: str | None
    sector: Sector
    low: int
    mid: int
    high: int | None

    @property
    def lettered(self) -> bool:
        return self.beach is not None

    def lands_in(self, tide: Tide) -> int | None:
        """2.1q The beach hex the box points at, or None where there is none at that tide."""
        return {"low": self.low, "mid": self.mid, "high": self.high}[tide]


@dataclass(frozen=True, slots=True)
class WNHex:
    """2.1g A hex of a WN and the gun symbol printed there."""

    name: str
    position: str
    hex: int
    gun: str | None  # 2.1h, 3i to 3l


@dataclass(frozen=True, slots=True)
class GermanPosition:
    """2.1 A German position with its field of fire; a two-hex WN is one position."""

    index: int
    name: str
    kind: Literal["wn", "reinforcement", "armor"]
    color: Color
    sector: Sector
    zone: str | None  # 2.1j
    number: int | None
    vp: bool
    hexes: tuple[int, ...]
    area: HexSet
    intense: HexSet
    steady: HexSet
    sporadic: HexSet
    fire: HexSet  # 2.1p, 6.2a
    advance: tuple[str, ...]  # 2.1l, 16.86a

    @property
    def is_wn(self) -> bool:
        # 2.1i Whatever its place on the map, a WN is one in every respect.
        return self.kind == "wn"

    def field_of_fire(self, intensity: Intensity) -> HexSet:
        return {"intense": self.intense, "steady": self.steady, "sporadic": self.sporadic}[
            intensity
        ]

    def intensity(self, hex_: int) -> Intensity | None:
        """The dot this position has in a hex."""
        if self.intense >> hex_ & 1:
            return "intense"
        if self.steady >> hex_ & 1:
            return "steady"
        return "sporadic" if self.sporadic >> hex_ & 1 else None


@dataclass(frozen=True, slots=True)
class ArmorMap:
    """23.5 Movement orders for German armor."""

    next_hex: Mapping[int, int]
    junctions: Mapping[int, Mapping[str, int]]  # 23.5e, 23.5f
    ends: HexSet
    entries: Mapping[str, tuple[int, ...]]

    def orders(self, hex_: int, symbol: str) -> int | None:
        """The hex that armor here moves to next, by the card's target symbol at a junction."""
        if self.ends >> hex_ & 1:
            return None
        junction = self.junctions.get(hex_)
        return junction[symbol] if junction else self.next_hex.get(hex_)


@dataclass(frozen=True, slots=True)
class OmahaBoard:
    """The map. Names lead to sets of hexes; `across` and `along` are indexed by hex number."""

    grid: HexGrid
    terrain: Mapping[str, HexSet]
    features: Mapping[str, HexSet]
    tides: Mapping[str, HexSet]
    submerged: Mapping[str, HexSet]
    sectors: Mapping[str, HexSet]
    villages: Mapping[str, HexSet]
    low_ground: HexSet  # 2.1a
    draws: Mapping[str, HexSet]  # 13.21a
    across: Mapping[str, Sequence[HexSet]]
    along: Mapping[str, Sequence[HexSet]]
    exits: Mapping[str, int]  # 2.1r
    unlettered_exits: HexSet
    boxes: Mapping[str, LandingBox]
    box_row: tuple[LandingBox, ...]
    positions: tuple[GermanPosition, ...]
    position: Mapping[str, GermanPosition]
    position_at: Mapping[int, GermanPosition]
    wn_hexes: Mapping[str, WNHex]
    wn_hex_at: Mapping[int, WNHex]
    routes: Mapping[tuple[int, int], tuple[tuple[int, int], ...]]  # 16.82a to 16.82c
    armor: ArmorMap

    @property
    def beach(self) -> HexSet:
        return self.terrain["beach"]

    @property
    def high_ground(self) -> HexSet:
        # 2.1b All that is not low ground.
        return self.terrain["high_ground"]

    @property
    def obstacles(self) -> HexSet:
        # 10a The mid-tide hexes with obstacles.
        return self.features["obstacle"]

    @property
    def vp_positions(self) -> list[GermanPosition]:
        return [position for position in self.positions if position.vp]

    def hex(self, name: str) -> int:
        return self.grid.hex(name)

    def name(self, hex_: int) -> str:
        return self.grid.names[hex_]

    def sector_of(self, hex_: int) -> Sector:
        return "east" if self.sectors["east"] >> hex_ & 1 else "west"

    def hexside(self, one: int, other: int) -> tuple[str, ...]:
        """What lies on the side between two neighboring hexes, as the chart lists it."""
        return tuple(kind for kind in HEXSIDES if self.across[kind][one] >> other & 1)

    def road(self, one: int, other: int) -> str | None:
        """The road that joins two neighboring hexes."""
        return next((kind for kind in ROADS if self.along[kind][one] >> other & 1), None)

    def hexes_with_side(self, *kinds: str) -> HexSet:
        """Every hex that borders such a hexside."""
        return set_of(
            hex_ for hex_ in self.grid.names if any(self.across[kind][hex_] for kind in kinds)
        )

    def field_of_fire(self, positions: Iterable[GermanPosition]) -> HexSet:
        """Every hex with a dot of one of the positions."""
        fire = 0
        for position in positions:
            fire |= position.fire
        return fire

    def dots(self, hex_: int) -> list[tuple[GermanPosition, Intensity]]:
        """The dots printed in a hex, and the positions they belong to."""
        found = ((position, position.intensity(hex_)) for position in self.positions)
        return [(position, intensity) for position, intensity in found if intensity]

    def advance_route(self, origin: int, destination: int) -> HexSet:
        """16.82a to 16.82c The route of advance, origin and destination included."""
        along, across = self.grid.axial(origin)
        to_along, to_across = self.grid.axial(destination)
        steps = self.routes[to_along - along, to_across - across]
        hexes = (self.grid.from_axial((along + step[0], across + step[1])) for step in steps)
        return set_of(hex_ for hex_ in hexes if hex_ is not None)


@cache
def board() -> OmahaBoard:
    """The board of the pack in use."""
    return build(pack.load())


def build(components: Pack) -> OmahaBoard:
    """A board from a component pack."""
    grid = checks.grid({"hexes": components.rows("hexes")})
    hexes = components.rows("hexes")

    def by(field: str, values: Iterable[str]) -> dict[str, HexSet]:
        return {
            value: grid.set(row["hex"] for row in hexes if row[field] == value) for value in values
        }

    terrain = by("terrain", TERRAINS)
    floods = by("floods", ("mid", "high"))
    positions = tuple(
        _position(grid, index, row) for index, row in enumerate(components.rows("positions"))
    )
    boxes = {row["box"]: _box(grid, row) for row in components.rows("landing_boxes")}
    wn_hexes = {
        row["name"]: WNHex(row["name"], row["position"], grid.hex(row["hex"]), row["gun"])
        for row in components.rows("wn_hexes")
    }
    exits = components.rows("exits")
    return OmahaBoard(
        grid=grid,
        terrain=terrain,
        features=by("feature", FEATURES),
        tides=by("tide", TIDES),
        submerged={"low": 0, "mid": floods["mid"], "high": floods["mid"] | floods["high"]},
        sectors=by("sector", SECTORS),
        villages=by("village", sorted({row["village"] for row in hexes if row["village"]})),
        low_ground=terrain["beach"] | terrain["pavilion"] | terrain["draw"],
        draws={row["draw"]: grid.set(row["hexes"]) for row in components.rows("draws")},
        across=_joined(grid, components.rows("hexsides"), HEXSIDES),
        along=_joined(grid, components.rows("roads"), ROADS),
        exits={row["exit"]: grid.hex(row["hex"]) for row in exits if row["exit"]},
        unlettered_exits=grid.set(row["hex"] for row in exits if not row["exit"]),
        boxes=boxes,
        box_row=tuple(sorted(boxes.values(), key=lambda box: box.order)),
        positions=positions,
        position={position.name: position for position in positions},
        position_at={hex_: position for position in positions for hex_ in position.hexes},
        wn_hexes=wn_hexes,
        wn_hex_at={wn_hex.hex: wn_hex for wn_hex in wn_hexes.values()},
        routes={
            (row["destination"][0], row["destination"][1]): tuple(
                (step[0], step[1]) for step in row["route"]
            )
            for row in components.rows("advance_routes")
        },
        armor=_armor_map(grid, components),
    )


def _position(grid: HexGrid, index: int, row: Row) -> GermanPosition:
    dots = {
        intensity: grid.set(hex_ for hex_, dot in row["fire"].items() if dot == intensity)
        for intensity in INTENSITIES
    }
    return GermanPosition(
        index=index,
        name=row["position"],
        kind=row["kind"],
        color=row["color"],
        sector=row["sector"],
        zone=row["zone"],
        number=row["number"],
        vp=row["vp"],
        hexes=tuple(grid.hex(hex_) for hex_ in row["hexes"]),
        area=grid.set(row["hexes"]),
        intense=dots["intense"],
        steady=dots["steady"],
        sporadic=dots["sporadic"],
        fire=dots["intense"] | dots["steady"] | dots["sporadic"],
        advance=tuple(row["advance"]),
    )


def _box(grid: HexGrid, row: Row) -> LandingBox:
    return LandingBox(
        name=row["box"],
        order=row["order"],
        beach=row["beach"],
        sector=row["sector"],
        low=grid.hex(row["low"]),
        mid=grid.hex(row["mid"]),
        high=grid.hex(row["high"]) if row["high"] else None,
    )


def _joined(
    grid: HexGrid, rows: Iterable[Row], kinds: Iterable[str]
) -> dict[str, tuple[HexSet, ...]]:
    """For each kind and hex, the neighbors on the other side."""
    size = grid.lines * grid.width
    joined = {kind: [0] * size for kind in kinds}
    for row in rows:
        one, other = grid.hex(row["from"]), grid.hex(row["to"])
        joined[row["kind"]][one] |= 1 << other
        joined[row["kind"]][other] |= 1 << one
    return {kind: tuple(neighbors) for kind, neighbors in joined.items()}


def _armor_map(grid: HexGrid, components: Pack) -> ArmorMap:
    junctions = {
        grid.hex(row["hex"]): {symbol: grid.hex(row[symbol]) for symbol in SYMBOLS}
        for row in components.rows("armor_junctions")
    }
    steps = (
        (grid.hex(start), grid.hex(to))
        for row in components.rows("armor_roads")
        for start, to in pairwise(row["hexes"])
    )
    return ArmorMap(
        next_hex={start: to for start, to in steps if start not in junctions},
        junctions=junctions,
        ends=grid.set(row["hex"] for row in components.rows("armor_ends")),
        entries={
            row["exit"]: tuple(grid.hex(hex_) for hex_ in row["hexes"])
            for row in components.rows("armor_entries")
        },
    )
