"""2.0, 2.1 The counters: units of both sides, then the strongpoints, as rows with an index. 2.1.2
What the markers show is kept in `state`: control, Support Points, victory points.

>>> pieces().unit["16/1"].values
'1-9-4'
>>> len(pieces().units), len(pieces().strongpoints)
(155, 20)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from beachhead.kernel.bits import set_of
from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Row
from beachhead.storm.table import pack
from beachhead.storm.table.board import Side

Nationality = Literal["american", "commonwealth", "german"]  # 2.1.1h
Size = Literal["regiment", "battalion", "strongpoint"]  # 2.1.1a, 2.1.1b
UnitSet = int
ARMOR_TYPES = ("armor", "heavy_armor")


@dataclass(frozen=True, slots=True)
class StormUnit:
    """2.1.1 A unit or a strongpoint as printed; `id` is its stable name in tags and options.

    `setup` and `arrival` are the circles left and right of the symbol: a landing letter, an area
    number or a Zone letter, and a turn; None where nothing is printed. `stripe` is the division
    for division integrity, None for independent and airborne units. `kind` is a strongpoint's
    face, as `2-9`: strongpoints of one kind are interchangeable.
    """

    index: int
    id: str
    name: str
    side: Side
    nationality: Nationality
    division: str | None
    stripe: str | None  # 2.1.1j, 2.1.1k
    type: str
    size: Size
    airborne: bool  # 2.1.1i
    firepower: int
    defense: int
    spent_defense: int
    movement: int
    setup: str | None  # 2.1.1l
    arrival: int | None  # 2.1.1m
    release_roll: bool
    kind: str | None = None

    @property
    def is_strongpoint(self) -> bool:
        return self.size == "strongpoint"

    @property
    def armor(self) -> bool:
        return self.type in ARMOR_TYPES

    @property
    def by_card(self) -> bool:
        """2.1.1n Whether the unit enters through a card: nothing is printed beside its symbol."""
        return self.setup is None and not self.is_strongpoint

    @property
    def values(self) -> str:
        """2.1.1e, 2.1.1g The numbers on the front: a strongpoint has no movement."""
        numbers = [self.firepower, self.defense, self.movement]
        return "-".join(str(number) for number in numbers[: 2 if self.is_strongpoint else 3])

    @property
    def damage_to_eliminate(self) -> int:
        """10.0l Damage points that eliminate a strongpoint: by its defense."""
        assert self.is_strongpoint, "other units are spent and retreat before"
        return self.defense - 6

    def defense_when(self, *, spent: bool) -> int:
        """2.1.1f The back shows the defense of the spent unit."""
        return self.spent_defense if spent else self.defense


@dataclass(frozen=True, slots=True)
class StormPieces:
    """All counters. Sets of units are ints, one bit a unit."""

    units: tuple[StormUnit, ...]
    """Units first, then the strongpoints."""
    unit: Mapping[str, StormUnit]
    """By name (`16/1`) and by id (`us-1-16`)."""
    strongpoints: tuple[StormUnit, ...]
    sides: Mapping[Side, UnitSet]
    nationalities: Mapping[str, UnitSet]
    airborne: UnitSet
    strongpoint_set: UnitSet
    armor: UnitSet
    awaiting_release: UnitSet
    """14.1 The units that a roll releases."""
    stripes: Mapping[str, UnitSet]
    """9.3.2 The units of each divisional color."""
    markers: Mapping[str, int]

    def set(self, *names: str) -> UnitSet:
        return set_of(self.unit[name].index for name in names)


@cache
def pieces() -> StormPieces:
    """The counters of the pack in use."""
    return build(pack.load())


def build(components: Pack) -> StormPieces:
    """The counters from a component pack."""
    units = [_unit(index, row) for index, row in enumerate(components.rows("units"))]
    for row in components.rows("strongpoints"):
        for letter in "abcdefghijklmnopqrst"[: row["count"]]:
            units.append(_strongpoint(len(units), row, letter))
    by_stripe: dict[str, UnitSet] = {}
    for unit in units:
        if unit.stripe is not None:
            by_stripe[unit.stripe] = by_stripe.get(unit.stripe, 0) | 1 << unit.index
    return StormPieces(
        units=tuple(units),
        unit={unit.id: unit for unit in units} | {unit.name: unit for unit in units},
        strongpoints=tuple(unit for unit in units if unit.is_strongpoint),
        sides={
            side: set_of(unit.index for unit in units if unit.side == side)
            for side in ("allied", "german")
        },
        nationalities={
            nation: set_of(unit.index for unit in units if unit.nationality == nation)
            for nation in ("american", "commonwealth", "german")
        },
        airborne=set_of(unit.index for unit in units if unit.airborne),
        strongpoint_set=set_of(unit.index for unit in units if unit.is_strongpoint),
        armor=set_of(unit.index for unit in units if unit.armor),
        awaiting_release=set_of(unit.index for unit in units if unit.release_roll),
        stripes=by_stripe,
        markers={row["marker"]: row["count"] for row in components.rows("markers")},
    )


def _unit(index: int, row: Row) -> StormUnit:
    return StormUnit(
        index=index,
        id=row["id"],
        name=row["unit"],
        side="german" if row["nationality"] == "german" else "allied",
        nationality=row["nationality"],
        division=row["division"],
        stripe=row["division"] if row["stripe"] else None,
        type=row["type"],
        size=row["size"],
        airborne=row["airborne"],
        firepower=row["firepower"],
        defense=row["defense"],
        spent_defense=row["spent_defense"],
        movement=row["movement"],
        setup=row["setup"],
        arrival=row["arrival"],
        release_roll=row["release_roll"],
    )


def _strongpoint(index: int, row: Row, letter: str) -> StormUnit:
    # 2.1.1g Firepower and defense, and no movement.
    return StormUnit(
        index=index,
        id=f"sp-{row['strongpoint']}-{letter}",
        name=f"Strongpoint {row['strongpoint']} {letter}",
        side="german",
        nationality="german",
        division=None,
        stripe=None,
        type="strongpoint",
        size="strongpoint",
        airborne=False,
        firepower=row["firepower"],
        defense=row["defense"],
        spent_defense=row["spent_defense"],
        movement=0,
        setup=None,
        arrival=None,
        release_roll=False,
        kind=row["strongpoint"],
    )
