"""1b The playing pieces: units of both sides, then the Mulberry Harbors, with an index each.

What they stand for, the armies and weapons of chapter 7, is background without rules.

>>> pieces().unit["5U"].factors
'5-3'
>>> pieces().unit["5U"].reduced_factors, pieces().unit["1-US"].reduced_factors
('3-3', 'Elim')
>>> len(pieces().units)
106
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from beachhead.dday91.table import pack
from beachhead.dday91.table.board import Side
from beachhead.kernel.bits import set_of
from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Row

Nation = Literal["us", "british", "canadian", "french", "allied", "german"]
Type = Literal[
    "motorized",
    "panzer",
    "infantry",
    "airborne",
    "mountain",
    "luftwaffe",
    "division",
    "headquarters",
    "air",
    "strategic_air",
    "mulberry",
]
Size = Literal["division", "corps", "army", "army_group", "supreme"]
UnitSet = int

LETTERS: Mapping[Size, str] = {
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "army_group": "XXXXX",
    "supreme": "XXXXXX",
}
"""1b1-c How a size is printed."""
NATION_LETTERS: Mapping[Nation, str] = {
    "us": "U",
    "british": "B",
    "canadian": "C",
    "french": "F",
    "allied": "",
    "german": "",
}
"""14a2 The letter of a nationality in an identification."""


@dataclass(frozen=True, slots=True)
class DDayUnit:
    """1b1 A unit as printed, or a Mulberry Harbor; `id` is its stable name in tags and options.

    `label` is the identification on the counter. `combat` is None for an asterisk. `elim` is a
    back that shows Elim: one loss eliminates the unit. `drops` marks the three units that can make
    airborne drops (13d).
    """

    index: int
    id: str
    label: str
    name: str
    side: Side
    nation: Nation
    type: Type
    size: Size | None
    mechanized: bool  # 1b1-d
    combat: int | None
    movement: int
    elim: bool  # 1b1-f
    reduced_combat: int | None
    reduced_movement: int | None
    drops: bool  # 13d-a

    @property
    def is_marker(self) -> bool:
        return self.type == "mulberry"

    @property
    def air(self) -> bool:
        return self.type in ("air", "strategic_air")

    @property
    def strategic(self) -> bool:
        return self.type == "strategic_air"

    @property
    def ground(self) -> bool:
        """1b1-a All units but air units, headquarters included."""
        return not self.air and not self.is_marker

    @property
    def leg(self) -> bool:
        """1b1-d A ground unit with black factors."""
        return self.ground and not self.mechanized

    @property
    def headquarters(self) -> bool:
        return self.type == "headquarters"

    @property
    def army(self) -> bool:
        """2d1, 1b1-c An army headquarters: it has a holding box."""
        return self.size == "army"

    @property
    def round(self) -> bool:
        """1b1-c An army group or supreme headquarters."""
        return self.size in ("army_group", "supreme")

    @property
    def corps(self) -> bool:
        # 1b1-b A combat unit.
        return self.size == "corps"

    @property
    def division(self) -> bool:
        # 1b1-b A combat unit.
        return self.size == "division"

    @property
    def factors(self) -> str:
        return _factors(self.combat, self.movement)

    @property
    def reduced_factors(self) -> str:
        if self.elim:
            return "Elim"
        return _factors(self.reduced_combat, self.reduced_movement or 0)

    def combat_when(self, reduced: bool) -> int:
        """4b1 The combat factor on the side that shows; an asterisk counts 0."""
        return (self.reduced_combat if reduced else self.combat) or 0

    def movement_when(self, reduced: bool) -> int:
        if reduced and self.reduced_movement is not None:
            return self.reduced_movement
        return self.movement


@dataclass(frozen=True, slots=True)
class PrintedMarker:
    """1b2 A marker; `option` is the optional rule it is only used with."""

    id: str
    name: str
    side: Side | None
    option: str | None


@dataclass(frozen=True, slots=True)
class DDayPieces:
    """All counters. Sets of units are ints, one bit a unit; Mulberries are in `mulberries` and in
    their side, in no other set."""

    units: tuple[DDayUnit, ...]
    """Allied units, German units, then the two Mulberry Harbors."""
    unit: Mapping[str, DDayUnit]
    """By id."""
    markers: Mapping[str, PrintedMarker]
    sides: Mapping[Side, UnitSet]
    nations: Mapping[Nation, UnitSet]
    ground: UnitSet
    air: UnitSet
    """Air units, strategic ones included."""
    tactical_air: UnitSet
    strategic_air: UnitSet
    mechanized: UnitSet
    leg: UnitSet
    headquarters: UnitSet
    armies: UnitSet
    round: UnitSet
    """1b1 Army group and supreme headquarters."""
    corps: UnitSet
    divisions: UnitSet
    drops: UnitSet
    mulberries: UnitSet
    boxes: tuple[DDayUnit, ...]
    """2d1 The armies with a holding box, as the board lists them: Allied, then German."""

    def set(self, *ids: str) -> UnitSet:
        return set_of(self.unit[id_].index for id_ in ids)

    def tag(self, unit: int) -> str:
        """What a unit is called in the drawing: `unit-5U`."""
        return f"unit-{self.units[unit].id}"

    def box_tag(self, army: int) -> str:
        """What an army's holding box is called in the drawing: `box-1-US`."""
        return f"box-{self.units[army].id}"


@cache
def pieces() -> DDayPieces:
    """The counters of the pack in use."""
    return build(pack.load())


def build(components: Pack) -> DDayPieces:
    """The counters from a component pack."""
    rows = components.rows("units")
    markers = {
        row["marker"]: PrintedMarker(row["marker"], row["name"], row["side"], row["option"])
        for row in components.rows("markers")
    }
    harbors = [marker for marker in markers.values() if marker.id.startswith("mulberry")]
    units = tuple(_unit(index, row) for index, row in enumerate(rows)) + tuple(
        _mulberry(len(rows) + index, marker) for index, marker in enumerate(harbors)
    )

    def those(wanted: str) -> UnitSet:
        return set_of(unit.index for unit in units if getattr(unit, wanted))

    return DDayPieces(
        units=units,
        unit={unit.id: unit for unit in units},
        markers=markers,
        sides={
            side: set_of(unit.index for unit in units if unit.side == side)
            for side in ("allied", "german")
        },
        nations={
            nation: set_of(
                unit.index for unit in units if unit.nation == nation and not unit.is_marker
            )
            for nation in NATION_LETTERS
        },
        ground=those("ground"),
        air=those("air"),
        tactical_air=those("air") & ~those("strategic"),
        strategic_air=those("strategic"),
        mechanized=those("mechanized"),
        leg=those("leg"),
        headquarters=those("headquarters"),
        armies=those("army"),
        round=those("round"),
        corps=those("corps"),
        divisions=those("division"),
        drops=those("drops"),
        mulberries=those("is_marker"),
        boxes=tuple(unit for unit in units if unit.army),
    )


def _factors(combat: int | None, movement: int) -> str:
    return f"{'*' if combat is None else combat}-{movement}"


def _unit(index: int, row: Row) -> DDayUnit:
    return DDayUnit(
        index=index,
        id=row["unit"],
        label=row["label"],
        name=row["name"],
        side=row["side"],
        nation=row["nation"],
        type=row["type"],
        size=row["size"],
        mechanized=row["mechanized"],
        combat=row["combat"],
        movement=row["movement"],
        elim=row["elim"],
        reduced_combat=row["reduced_combat"],
        reduced_movement=row["reduced_movement"],
        drops=row["drops"],
    )


def _mulberry(index: int, marker: PrintedMarker) -> DDayUnit:
    return DDayUnit(
        index=index,
        id=marker.id,
        label="Mulberry",
        name=f"{marker.name} {marker.id[-1]}",
        side="allied",
        nation="allied",
        type="mulberry",
        size=None,
        mechanized=False,
        combat=0,
        movement=0,
        elim=True,
        reduced_combat=None,
        reduced_movement=None,
        drops=False,
    )
