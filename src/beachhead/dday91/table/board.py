"""1a The gameboard: hexes by their printed names, and sets of them as ints.

Rows are lettered A to T, hexes numbered along the row; even rows (B, D, ...) begin half a hex
further in. The grid holds the hexes in play: Switzerland, Spain and the other countries that the
rules never name are drawn, but nothing can be there. The terrain chart and the time record track
(TRT) are in `charts`.

>>> board().city["Paris"].hex == board().hex("G13")
True
>>> board().names_of(board().adjacent[board().hex("J10")])
['I10', 'I11', 'J9', 'J11', 'K10', 'K11']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from beachhead.dday91.table import checks, pack
from beachhead.dday91.table.schema import COUNTRIES, SEAS
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.data import Pack
from beachhead.kernel.grid import HexGrid, HexSet
from beachhead.kernel.schema import Row

Side = Literal["allied", "german"]
Terrain = Literal["clear", "city", "fortified_city", "forest", "marsh", "mountain"]
Base = Literal["Great Britain", "Mediterranean Base"]
"""3e2 From where an invasion comes."""
Point = tuple[float, float]

MEDITERRANEAN = "Mediterranean Sea"


@dataclass(frozen=True, slots=True)
class City:
    """1a-d A city; `circled` and `boxed` are its Allied and German supply numbers, 0 for none."""

    hex: int
    name: str
    port: bool  # TC.b-a
    fortified: bool
    circled: int
    boxed: int
    country: str
    at: Point
    """Where it is drawn: along its row and across the rows, in hexes."""


@dataclass(frozen=True, slots=True)
class InvasionHex:
    """3e2-a, TC.e-a A sea hex with a number and arrows; `base` is where its units must come
    from."""

    hex: int
    number: int
    targets: HexSet
    sea: str
    base: Base


@dataclass(frozen=True, slots=True)
class DDayBoard:
    """The map. Names lead to sets of hexes; sequences are indexed by hex.

    `adjacent` is every neighbor in play: what air units fly by. `ground` leaves out sea hexes and
    neighbors across a hexside that is all sea: how ground units move, retreat and trace supply on
    land. `all_sea`, `rivers` and `borders` hold the neighbors across such a hexside.
    """

    grid: HexGrid
    land: HexSet  # 1a-b
    sea: HexSet  # 1a-a
    coastal: HexSet
    terrain: Mapping[Terrain, HexSet]  # 1a-c
    fortified: HexSet
    """4b5 Fortified hexes that are not cities."""
    cities: HexSet
    """City hexes, fortified or not."""
    ports: HexSet
    circled: HexSet
    """1a-d Allied supply source hexes."""
    boxed: HexSet
    """1a-d German supply source hexes."""
    countries: Mapping[str, HexSet]
    seas: Mapping[str, HexSet]
    east_of_rhine: HexSet
    continent: HexSet
    """11a All land but Great Britain and the Mediterranean Base."""
    edge: HexSet
    """3g Hexes from which a unit may leave the board."""
    start_allied: HexSet
    """6b1-c, 6c1-c, 2e-c Land the Allies control at the start; the Germans control the rest."""
    base_ports: Mapping[Base, HexSet]
    """3e2-b, 3e2-c The port cities invasions start from."""
    city_at: Mapping[int, City]
    city: Mapping[str, City]
    invasions: Mapping[int, InvasionHex]
    invasion_hexes: HexSet
    adjacent: Sequence[HexSet]
    ground: Sequence[HexSet]
    zone: Sequence[HexSet]
    """2c-a Where a corps there has its zone of control: `ground`, and where its arrows point for an
    invasion hex (N-22)."""
    rivers: Sequence[HexSet]
    all_sea: Sequence[HexSet]
    borders: Sequence[HexSet]
    river_names: Mapping[tuple[int, int], str]
    """The river along a hexside, by its two hexes, the lower one first."""
    features: Mapping[int, str]
    """What a forest, mountain or marsh is called."""
    out_of_play: Mapping[str, str]
    """The hexes that are not in play, and their countries."""
    coast: tuple[tuple[Point, ...], ...]

    def hex(self, name: str) -> int:
        return self.grid.hex(name)

    def name(self, hex_: int) -> str:
        return self.grid.name(hex_)

    def label(self, hex_: int) -> str:
        """A hex as a person says it: `G13 (Paris)`."""
        city = self.city_at.get(hex_)
        return f"{self.name(hex_)} ({city.name})" if city else self.name(hex_)

    def tag(self, hex_: int) -> str:
        """What a hex is called in the drawing: `hex-G13`."""
        return f"hex-{self.name(hex_)}"

    def set(self, names: Iterable[str]) -> HexSet:
        return self.grid.set(names)

    def names_of(self, hexes: HexSet) -> list[str]:
        return self.grid.names_of(hexes)

    def distance(self, one: int, other: int) -> int:
        return self.grid.distance(one, other)

    def terrain_of(self, hex_: int) -> Terrain | None:
        """The terrain of a land hex (a fortified hex has another terrain too); None at sea."""
        return next((kind for kind, hexes in self.terrain.items() if hexes >> hex_ & 1), None)

    def country_of(self, hex_: int) -> str | None:
        return next((name for name, hexes in self.countries.items() if hexes >> hex_ & 1), None)

    def river_between(self, one: int, other: int) -> bool:
        return bool(self.rivers[one] >> other & 1)

    def is_land(self, hex_: int) -> bool:
        return bool(self.land >> hex_ & 1)

    def is_sea(self, hex_: int) -> bool:
        return bool(self.sea >> hex_ & 1)

    def flood(self, start: HexSet, through: HexSet) -> HexSet:
        """Every hex of `through` that a path on land reaches from `start`, which is included
        where it lies in `through`; hexsides that are all sea stop it."""
        reached = start & through
        frontier = start
        while frontier:
            beyond = 0
            for hex_ in members(frontier):
                beyond |= self.ground[hex_]
            frontier = beyond & through & ~reached
            reached |= frontier
        return reached


@cache
def board() -> DDayBoard:
    """The map of the pack in use."""
    return build(pack.load())


def build(components: Pack) -> DDayBoard:
    """The map from a component pack."""
    rows = components.rows("hexes")
    in_play = [row for row in rows if row["kind"] != "out_of_play"]
    whole = checks.whole_grid()
    grid = HexGrid(
        whole.lines,
        whole.length,
        "odd",
        name=checks.hex_name,
        present=[row["hex"] for row in in_play],
    )

    def where(field: str, value: object) -> HexSet:
        return grid.set(row["hex"] for row in in_play if row[field] == value)

    land, sea = where("kind", "land"), where("kind", "sea")
    hexsides = {
        kind: _across(grid, components.rows("hexsides"), kind)
        for kind in ("river", "all_sea", "border")
    }
    countries = {name: where("country", name) for name in COUNTRIES}
    ground = {row["hex"]: row for row in in_play}
    cities = tuple(_city(grid, row, ground[row["hex"]]) for row in components.rows("cities"))
    ports = set_of(city.hex for city in cities if city.port)
    home = countries["Great Britain"] | countries["Mediterranean Base"]
    invasions = tuple(_invasion(grid, row) for row in components.rows("invasion_hexes"))
    adjacent = tuple(grid.adjacent)
    by_land = tuple(
        (near & land & ~hexsides["all_sea"][hex_]) if land >> hex_ & 1 else 0
        for hex_, near in enumerate(adjacent)
    )
    arrows = {invasion.hex: invasion.targets for invasion in invasions}
    return DDayBoard(
        grid=grid,
        land=land,
        sea=sea,
        coastal=where("coastal", True),
        terrain={terrain: where("terrain", terrain) for terrain in get_args(Terrain)},
        fortified=where("fortified", True),
        cities=set_of(city.hex for city in cities),
        ports=ports,
        circled=set_of(city.hex for city in cities if city.circled),
        boxed=set_of(city.hex for city in cities if city.boxed),
        countries=countries,
        seas={name: where("sea", name) for name in SEAS},
        east_of_rhine=where("east_of_rhine", True),
        continent=land & ~home,
        edge=_edge(whole) & grid.all,
        start_allied=home,
        base_ports={
            "Great Britain": ports & countries["Great Britain"],
            "Mediterranean Base": ports & countries["Mediterranean Base"],
        },
        city_at={city.hex: city for city in cities},
        city={city.name: city for city in cities},
        invasions={invasion.hex: invasion for invasion in invasions},
        invasion_hexes=set_of(invasion.hex for invasion in invasions),
        adjacent=adjacent,
        ground=by_land,
        zone=tuple(arrows.get(hex_, near) for hex_, near in enumerate(by_land)),
        rivers=hexsides["river"],
        all_sea=hexsides["all_sea"],
        borders=hexsides["border"],
        river_names={
            (one, other): row["name"]
            for row, one, other in _pairs(grid, components.rows("hexsides"), "river")
        },
        features={grid.hex(row["hex"]): row["feature"] for row in in_play if row["feature"]},
        out_of_play={row["hex"]: row["country"] for row in rows if row["kind"] == "out_of_play"},
        coast=tuple(tuple((x, y) for x, y in row["outline"]) for row in components.rows("coast")),
    )


def _city(grid: HexGrid, row: Row, ground: Row) -> City:
    return City(
        hex=grid.hex(row["hex"]),
        name=row["name"],
        port=row["port"],
        fortified=ground["terrain"] == "fortified_city",
        circled=row["circled"] or 0,
        boxed=row["boxed"] or 0,
        country=ground["country"],
        at=(row["at"][0], row["at"][1]),
    )


def _invasion(grid: HexGrid, row: Row) -> InvasionHex:
    # 3e2-b, 3e2-c The base is by the sea.
    return InvasionHex(
        hex=grid.hex(row["hex"]),
        number=row["number"],
        targets=grid.set(row["targets"]),
        sea=row["sea"],
        base="Mediterranean Base" if row["sea"] == MEDITERRANEAN else "Great Britain",
    )


def _edge(whole: HexGrid) -> HexSet:
    """Hexes on the rim of the board: they have fewer than six neighbors."""
    return set_of(hex_ for hex_ in whole.names if whole.adjacent[hex_].bit_count() < 6)


def _pairs(grid: HexGrid, rows: Iterable[Row], kind: str) -> Iterator[tuple[Row, int, int]]:
    """Hexsides of a kind between hexes in play."""
    for row in rows:
        if row["kind"] == kind and row["from"] in grid.numbers and row["to"] in grid.numbers:
            yield row, grid.hex(row["from"]), grid.hex(row["to"])


def _across(grid: HexGrid, rows: Iterable[Row], kind: str) -> tuple[HexSet, ...]:
    """For each hex, the neighbors across a hexside of a kind."""
    across = [0] * (grid.lines * grid.width)
    for _, one, other in _pairs(grid, rows, kind):
        across[one] |= 1 << other
        across[other] |= 1 << one
    return tuple(across)
