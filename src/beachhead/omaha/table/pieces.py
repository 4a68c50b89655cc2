"""2 Components: the counters (2.2), US units and leaders, German units, depth and artillery."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from beachhead.errors import BeachheadError
from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Row
from beachhead.omaha.table import pack
from beachhead.omaha.table.board import Color, Sector

Symbol = Literal["circle", "diamond", "triangle"]
Division = Literal[1, 29]
UNLIMITED = 99
"""2.21g The range of a unit that reaches the whole map."""

INFANTRY_TYPES = ("infantry", "heavy_infantry", "ranger")
REGULAR_INFANTRY_TYPES = ("infantry", "heavy_infantry")


@dataclass(frozen=True, slots=True)
class Side:
    """2.21 One side of a US counter: its steps and what they can do.

    `range` is 1 where none is printed; `weapons` is None where the US weapons chart decides.
    """

    steps: int
    strength: int
    range: int  # 2.21f
    symbol: Symbol
    controls_adjacent: bool  # 2.21h, 2.21i
    weapons: frozenset[str] | None  # 2.21d, 2.21e

    @property
    def ranged(self) -> bool:
        return self.range > 1


@dataclass(frozen=True, slots=True)
class USUnit:
    """2.21 A US combat unit. `sides[steps - 1]` is the side that shows so many steps."""

    index: int
    name: str
    aliases: tuple[str, ...]
    division: Division
    type: str
    armored: bool  # 2.23b, 2.23c
    arrival_turn: int | None  # 2.21j
    landing: str  # 2.21j
    sides: tuple[Side, ...]  # 2.21b, 2.21c, 3t

    @property
    def full_steps(self) -> int:
        # 2.21a As many as the counters have sides.
        return len(self.sides)

    @property
    def infantry(self) -> bool:
        return self.type in INFANTRY_TYPES

    @property
    def regular_infantry(self) -> bool:
        return self.type in REGULAR_INFANTRY_TYPES

    def side(self, steps: int) -> Side:
        return self.sides[steps - 1]


@dataclass(frozen=True, slots=True)
class HQ:
    """11.2, 18 A regimental HQ; its other side is a command post."""

    name: str
    regiment: int
    division: Division
    arrival_turn: int
    landing: str
    weapons: frozenset[str]


@dataclass(frozen=True, slots=True)
class General:
    """11.3 A general; his other side is lightly wounded."""

    name: str
    surname: str
    division: Division
    arrival_turn: int
    landing: str


@dataclass(frozen=True, slots=True)
class Hero:
    """11.1 A hero; his other side is inspired."""

    name: str
    division: Division


@dataclass(frozen=True, slots=True)
class EngineerBase:
    """19 An engineer base."""

    name: str
    aliases: tuple[str, ...]
    division: Division


@dataclass(frozen=True, slots=True)
class GermanUnit:
    """2.22 A German unit. `back` is what it shows while unrevealed."""

    index: int
    name: str
    kind: Literal["wn", "tactical", "division", "kg_meyer", "armor"]  # 2.22f
    back: str
    gun: str | None  # 2.22d
    strength: int
    requirements: frozenset[str]  # 2.22c
    division: Literal[352, 716] | None  # 2.22a, 2.22b
    regiment: int | None
    color: Color | None

    @property
    def spoken(self) -> str:
        """What it is called in a sentence: a counter of a WN has no name of its own."""
        return "WN unit" if self.kind == "wn" else self.name

    @property
    def face(self) -> tuple[str, str, int, tuple[str, ...]]:
        """What tells this counter from others: equal faces are interchangeable."""
        own_name = "" if self.kind == "wn" else self.name
        return own_name, self.back, self.strength, tuple(sorted(self.requirements))


@dataclass(frozen=True, slots=True)
class DepthMarker:
    """2.22, 9.1 A depth marker; a tactical reinforcement marker has no strength."""

    index: int
    name: str
    kind: Literal["wn", "mobile", "building", "armor"]
    strength: int
    requirements: frozenset[str]
    tactical_reinforcement: bool

    @property
    def face(self) -> tuple[str, bool, int, tuple[str, ...]]:
        """What tells this marker from others: equal faces are interchangeable."""
        requirements = tuple(sorted(self.requirements))
        return self.kind, self.tactical_reinforcement, self.strength, requirements


@dataclass(frozen=True, slots=True)
class OffMapArtillery:
    """6.51 A German off-map artillery unit and the positions that observe for it."""

    name: str
    designation: str
    caliber: str
    sector: Sector
    observers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OmahaPieces:
    """Every counter of the game. Units and markers know their own index in their tuple."""

    us_units: tuple[USUnit, ...]
    hqs: tuple[HQ, ...]
    generals: tuple[General, ...]
    heroes: tuple[Hero, ...]
    engineer_bases: tuple[EngineerBase, ...]
    german_units: tuple[GermanUnit, ...]
    depth_markers: tuple[DepthMarker, ...]
    off_map_artillery: tuple[OffMapArtillery, ...]
    names: Mapping[str, str]
    us_unit: Mapping[str, USUnit]
    german_unit: Mapping[str, GermanUnit]
    depth_marker: Mapping[str, DepthMarker]

    def named(self, name: str) -> str:
        """The proper name of a US piece from any way of writing it: A-B/197, Cota, 1-37."""
        try:
            return self.names[name]
        except KeyError:
            raise BeachheadError(f"there is no US piece {name!r}; write it as A/1/16") from None

    def german_units_of(self, kind: str) -> list[GermanUnit]:
        return [unit for unit in self.german_units if unit.kind == kind]

    def depth_markers_of(self, kind: str) -> list[DepthMarker]:
        return [marker for marker in self.depth_markers if marker.kind == kind]


@cache
def pieces() -> OmahaPieces:
    """The counters of the pack in use."""
    return build(pack.load())


def build(components: Pack) -> OmahaPieces:
    """The counters from a component pack."""
    us_units = tuple(_us_unit(index, row) for index, row in enumerate(components.rows("us_units")))
    hqs = tuple(
        HQ(
            row["hq"],
            row["regiment"],
            row["division"],
            row["arrival_turn"],
            row["landing"],
            frozenset(row["sides"][0]["weapons"]),
        )
        for row in components.rows("hqs")
    )
    generals = tuple(
        General(row["general"], row["name"], row["division"], row["arrival_turn"], row["landing"])
        for row in components.rows("generals")
    )
    heroes = tuple(Hero(row["hero"], row["division"]) for row in components.rows("heroes"))
    bases = tuple(
        EngineerBase(row["base"], tuple(row["aliases"]), row["division"])
        for row in components.rows("engineer_bases")
    )
    german_units = tuple(
        _german_unit(index, row) for index, row in enumerate(components.rows("german_units"))
    )
    depth_markers = tuple(
        _depth_marker(index, row) for index, row in enumerate(components.rows("depth_markers"))
    )
    everyone: list[USUnit | HQ | General | Hero | EngineerBase]
    everyone = [*us_units, *hqs, *generals, *heroes, *bases]
    names = {piece.name: piece.name for piece in everyone}
    names |= {alias: unit.name for unit in us_units for alias in unit.aliases}
    names |= {alias: base.name for base in bases for alias in base.aliases}
    names |= {general.surname: general.name for general in generals}
    return OmahaPieces(
        us_units=us_units,
        hqs=hqs,
        generals=generals,
        heroes=heroes,
        engineer_bases=bases,
        german_units=german_units,
        depth_markers=depth_markers,
        off_map_artillery=tuple(
            OffMapArtillery(
                row["unit"],
                row["designation"],
                row["caliber"],
                row["sector"],
                tuple(row["observers"]),
            )
            for row in components.rows("off_map_artillery")
        ),
        names=names,
        us_unit={unit.name: unit for unit in us_units},
        german_unit={unit.name: unit for unit in german_units},
        depth_marker={marker.name: marker for marker in depth_markers},
    )


def _us_unit(index: int, row: Row) -> USUnit:
    sides = [
        Side(
            steps=side["steps"],
            strength=side["strength"],
            range={None: 1, "unlimited": UNLIMITED}.get(side["range"], side["range"]),
            symbol=side["symbol"],
            controls_adjacent=side["control"] == "adjacent",
            weapons=None if side["weapons"] is None else frozenset(side["weapons"]),
        )
        for side in row["sides"]
    ]
    return USUnit(
        index=index,
        name=row["unit"],
        aliases=tuple(row["aliases"]),
        division=row["division"],
        type=row["type"],
        armored=row["armored"],
        arrival_turn=row["arrival_turn"],
        landing=row["landing"],
        sides=tuple(sorted(sides, key=lambda side: side.steps)),
    )


def _german_unit(index: int, row: Row) -> GermanUnit:
    return GermanUnit(
        index=index,
        name=row["unit"],
        kind=row["kind"],
        back=row["back"],
        gun=row["gun"],
        strength=row["strength"],
        requirements=frozenset(row["requirements"]),
        division=row["division"],
        regiment=row["regiment"],
        color=row["color"],
    )


def _depth_marker(index: int, row: Row) -> DepthMarker:
    return DepthMarker(
        index=index,
        name=row["marker"],
        kind=row["kind"],
        strength=row["strength"] or 0,
        requirements=frozenset(row["requirements"]),
        tactical_reinforcement=row["effect"] == "tactical_reinforcement",
    )
