"""2.2 The map: areas, landing boxes and Zones as numbered places, and sets of them as ints.

Places are numbered: the 34 areas (area 1 is place 0), then the six landing boxes, then the five
Zones (reinforcement boxes).

>>> board().name(board().place("area-16"))
'Bayeux'
>>> board().names_of(board().allied_adjacent[board().place(16)])
['Creully', 'Lingèvres', 'Gold']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from beachhead.kernel.areas import AreaMap, AreaSet
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Row
from beachhead.storm.table import pack
from beachhead.storm.table.schema import AREA_COUNT

Side = Literal["allied", "german"]
AlliedNation = Literal["american", "commonwealth"]
Point = tuple[float, float]
"""Latitude and longitude."""

AREAS = range(AREA_COUNT)
BOXES = range(AREA_COUNT, AREA_COUNT + 6)
ZONES = range(AREA_COUNT + 6, AREA_COUNT + 11)
PLACES = range(AREA_COUNT + 11)
AREA_SET: AreaSet = set_of(AREAS)
BOX_SET: AreaSet = set_of(BOXES)


@dataclass(frozen=True, slots=True)
class Area:
    """2.2.1a An area as printed."""

    place: int
    number: int
    name: str
    sector: AlliedNation
    defensive_value: int
    star: bool
    bocage: bool  # 2.2.1c
    red_name: bool
    vp: int
    bonus_card: bool
    airborne: tuple[AlliedNation, ...]
    start_control: Side
    center: Point
    outline: tuple[Point, ...]

    @property
    def support_limit(self) -> int:
        """9.3.3a How many Support Points may be added to an attack here."""
        return 2 if self.red_name else 1

    @property
    def printed_value(self) -> str:
        """The Defensive Value as it stands on the map."""
        return f"+{self.defensive_value}{'*' if self.star else ''}"


@dataclass(frozen=True, slots=True)
class StormLandingBox:
    """2.2.1 A landing box; `letter` is the set-up letter of the units that may start in it."""

    place: int
    name: str
    beach: int
    nationality: AlliedNation
    letter: str


@dataclass(frozen=True, slots=True)
class Zone:
    """2.2.1 A reinforcement box; `half_vp` counts half Victory Points for each Allied unit."""

    place: int
    letter: str
    name: str
    areas: AreaSet
    half_vp: int


@dataclass(frozen=True, slots=True)
class StormBoard:
    """The map. Sets of places are ints; tuples are indexed by place.

    `adjacent` joins every two places that units may pass between: areas but not across an
    impassable line, a landing box and its beach, a Zone and the areas it opens on.
    `allied_adjacent` leaves out the borders on the Dividing Line.
    """

    map: AreaMap
    areas: tuple[Area, ...]
    boxes: tuple[StormLandingBox, ...]
    zones: tuple[Zone, ...]
    adjacent: tuple[AreaSet, ...]
    allied_adjacent: tuple[AreaSet, ...]
    dividing_line: tuple[tuple[int, int], ...]
    impassable: tuple[tuple[int, int], ...]
    beaches: AreaSet  # 2.2.1e
    bocage: AreaSet
    red_names: AreaSet
    bonus_areas: AreaSet
    airborne: Mapping[AlliedNation, AreaSet]
    """8.0 The places with a nation's airborne symbol."""
    start_allied: AreaSet
    box_of: Mapping[int, int]
    """The landing box of each beach."""
    beach_of: Mapping[int, int]
    """The beach of each landing box."""
    boxes_by_letter: Mapping[str, tuple[int, ...]]
    half_vp: Mapping[int, int]
    """15.0c Half Victory Points for each Allied unit in a Zone."""
    dates: tuple[str, ...]
    tags: tuple[str, ...]
    """`area-16`, `box-gold`, `zone-A`: what a place is called in the drawing."""
    numbers: Mapping[str, int]

    def place(self, name: str | int) -> int:
        """The place with a tag (`area-16`), an area number (16) or a name (`Bayeux`)."""
        return self.numbers[str(name)]

    def name(self, place: int) -> str:
        return self.map.names[place]

    def id(self, place: int) -> str:
        """A place in an option's id: an area by its number, a box or Zone by its tag."""
        return self.tags[place].removeprefix("area-")

    def tag(self, place: int) -> str:
        return self.tags[place]

    def names_of(self, places: AreaSet) -> list[str]:
        return self.map.names_of(places)

    def set(self, names: Iterable[str | int]) -> AreaSet:
        return set_of(self.place(name) for name in names)

    def zone(self, place: int) -> Zone:
        return self.zones[place - ZONES.start]

    def box(self, place: int) -> StormLandingBox:
        return self.boxes[place - BOXES.start]

    def set_up_places(self, printed: str | None) -> tuple[int, ...]:
        """3.0h, 2.1.1l Where the circle left of a unit's symbol sends it: O leads to two boxes."""
        if not printed:
            return ()
        if printed in self.boxes_by_letter:
            return self.boxes_by_letter[printed]
        return (self.place(printed if printed.isdigit() else f"zone-{printed}"),)


@cache
def board() -> StormBoard:
    """The map of the pack in use."""
    return build(pack.load())


def build(components: Pack) -> StormBoard:
    """The map from a component pack."""
    shapes = {row["area"]: row for row in components.rows("area_shapes")}
    areas = tuple(_area(row, shapes[row["area"]]) for row in components.rows("areas"))
    boxes = tuple(
        StormLandingBox(
            BOXES[at], f"{row['box']} box", row["area"] - 1, row["nationality"], row["letter"]
        )
        for at, row in enumerate(components.rows("landing_boxes"))
    )
    zones = tuple(
        Zone(
            ZONES[at],
            row["zone"],
            row["name"],
            set_of(area - 1 for area in row["areas"]),
            row["half_vp"],
        )
        for at, row in enumerate(components.rows("zones"))
    )
    names = [area.name for area in areas] + [box.name for box in boxes]
    names += [f"Zone {zone.letter}" for zone in zones]
    tags = [f"area-{area.number}" for area in areas]
    tags += [
        f"box-{name.removesuffix(' box').lower()}" for name in names[BOXES.start : ZONES.start]
    ]
    tags += [f"zone-{zone.letter}" for zone in zones]
    numbers = {str(area.number): area.place for area in areas}
    for listed in (names, tags):
        numbers |= {name: place for place, name in enumerate(listed)}

    borders = [
        (row["from"] - 1, row["to"] - 1, str(row["kind"])) for row in components.rows("borders")
    ]
    area_map = _map(names, borders, boxes, zones)
    across = {
        kind: tuple((one, other) for one, other, is_kind in borders if is_kind == kind)
        for kind in ("dividing_line", "impassable")
    }
    return StormBoard(
        map=area_map,
        areas=areas,
        boxes=boxes,
        zones=zones,
        adjacent=_joined(area_map, {"impassable"}),
        allied_adjacent=_joined(area_map, {"impassable", "dividing_line"}),
        dividing_line=across["dividing_line"],
        impassable=across["impassable"],
        beaches=set_of(box.beach for box in boxes),
        bocage=set_of(area.place for area in areas if area.bocage),
        red_names=set_of(area.place for area in areas if area.red_name),
        bonus_areas=set_of(area.place for area in areas if area.bonus_card),
        airborne={
            nation: set_of(area.place for area in areas if nation in area.airborne)
            for nation in ("american", "commonwealth")
        },
        start_allied=set_of(area.place for area in areas if area.start_control == "allied"),
        box_of={box.beach: box.place for box in boxes},
        beach_of={box.place: box.beach for box in boxes},
        boxes_by_letter={
            letter: tuple(box.place for box in boxes if box.letter == letter)
            for letter in sorted({box.letter for box in boxes})
        },
        half_vp={zone.place: zone.half_vp for zone in zones},
        dates=tuple(row["date"] for row in components.rows("turn_track")),
        tags=tuple(tags),
        numbers=numbers,
    )


def _area(row: Row, shape: Row) -> Area:
    return Area(
        place=row["area"] - 1,
        number=row["area"],
        name=row["name"],
        sector=row["sector"],
        defensive_value=row["defensive_value"],
        star=row["star"],
        bocage=row["bocage"],
        red_name=row["name_color"] == "red",
        vp=row["vp"],
        bonus_card=row["bonus_card"],
        airborne=tuple(row["airborne"]),
        start_control=row["start_control"],
        center=(shape["center"][0], shape["center"][1]),
        outline=tuple((corner[0], corner[1]) for corner in shape["outline"]),
    )


def _map(
    names: list[str],
    borders: list[tuple[int, int, str]],
    boxes: tuple[StormLandingBox, ...],
    zones: tuple[Zone, ...],
) -> AreaMap:
    """8.0i, 12.3a Everything that touches, with the kind of every border."""
    labeled = [(names[one], names[other], kind) for one, other, kind in borders]
    labeled += [(names[box.place], names[box.beach], "landing") for box in boxes]
    labeled += [
        (names[zone.place], names[area], "zone") for zone in zones for area in members(zone.areas)
    ]
    return AreaMap(names, labeled)


def _joined(area_map: AreaMap, barred: set[str]) -> tuple[AreaSet, ...]:
    """For each place, those across a border that is of none of the barred kinds."""
    return tuple(
        set_of(
            there
            for there in members(area_map.adjacent[here])
            if area_map.border(here, there) not in barred
        )
        for here in PLACES
    )
