"""The reference: units on both sides, charts, cities, and where facts are from."""

from __future__ import annotations

from beachhead.art import counters as art
from beachhead.art.style_sheets import confined
from beachhead.dday91.drawing import counters
from beachhead.dday91.page.charts import every_chart
from beachhead.dday91.page.hints import HINTS
from beachhead.dday91.table import pack
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import DDayUnit, pieces
from beachhead.page.reference import Reference, UnitEntry, notes

HALF = art.HALF * max(counters.SCALES.values()) + 2


def reference() -> Reference:
    """Charts, units and notes; this game has no cards."""
    return Reference(
        charts=every_chart(),
        units=[_unit(unit) for unit in pieces().units],
        hints=HINTS,
        notes=notes(pack.load()),
        style=confined(counters.style()),
    )


def _unit(unit: DDayUnit) -> UnitEntry:
    return UnitEntry(
        id=f"unit-{unit.id}",
        name=unit.name,
        side=unit.side,
        text=_text(unit),
        facts={
            "type": unit.type,
            "size": unit.size,
            "nationality": unit.nation,
            "front": unit.factors,
            "back": unit.reduced_factors,
            "mechanized": unit.mechanized,
            "airborne drops": unit.drops,
        },
        svg=_svg(unit, reduced=False),
        back="" if unit.elim else _svg(unit, reduced=True),
    )


def _text(unit: DDayUnit) -> str:
    said = [counters.words(unit, reduced=False)]
    if not unit.is_marker:
        said.append(f"on its back {unit.reduced_factors}")
    for year in charts().scenario:
        group = charts().group_of(year, unit)
        if group is not None:
            when = "begins" if group.turn is None else f"Turn {group.turn},"
            said.append(f"{year}: {when} in {group.label}")
    return "; ".join(said)


def _svg(unit: DDayUnit, *, reduced: bool) -> str:
    return str(art.picture(counters.counter(unit, reduced=reduced), HALF, "board dday91"))
