"""The reference: units on both sides, charts, cities, and where facts are from."""

from __future__ import annotations

from typing import Any

from beachhead.art import counters as art
from beachhead.art.sheets import confined
from beachhead.dday91 import pack
from beachhead.dday91.charts import charts
from beachhead.dday91.drawing import counters
from beachhead.dday91.page.charts import every_chart
from beachhead.dday91.pieces import Unit, pieces


def notice() -> str | None:
    """What of the components is reconstructed."""
    tables = {
        name: table.provenances().get("reconstructed", 0)
        for name, table in pack.load().tables.items()
    }
    found = [name.replace("_", " ") for name, rows in tables.items() if rows]
    if not found:
        return None
    return (
        f"Parts of this game are our own reconstruction ({', '.join(found)}); docs/data.md tells "
        "what is known and what is ours, and owners of the printed game can correct it."
    )


def reference() -> dict[str, Any]:
    """Charts, units and notes; this game has no cards."""
    return {
        "charts": every_chart(),
        "style": confined(counters.style()),
        "units": [_unit(unit) for unit in pieces().units],
        "cards": [],
        "notes": [
            f"{table.name.replace('_', ' ')}: {text}"
            for table in pack.load().tables.values()
            for text in (table.source, *table.doubts)
        ],
    }


def _unit(unit: Unit) -> dict[str, Any]:
    return {
        "id": f"unit-{unit.id}",
        "name": unit.name,
        "side": unit.side,
        "text": _text(unit),
        "facts": {
            "type": unit.type,
            "size": unit.size,
            "nationality": unit.nation,
            "front": unit.factors,
            "back": unit.reduced_factors,
            "mechanized": unit.mechanized,
            "airborne drops": unit.drops,
        },
        "svg": _svg(unit, reduced=False),
        "back": "" if unit.elim else _svg(unit, reduced=True),
    }


def _text(unit: Unit) -> str:
    said = [counters.words(unit, reduced=False)]
    if not unit.is_marker:
        said.append(f"on its back {unit.reduced_factors}")
    for year in charts().scenario:
        group = charts().group_of(year, unit)
        if group is not None:
            when = "begins" if group.turn is None else f"Turn {group.turn},"
            said.append(f"{year}: {when} in {group.label}")
    return "; ".join(said)


def _svg(unit: Unit, *, reduced: bool) -> str:
    """A counter as a picture, without ids: it may be on the page more than once."""
    before, _, rest = counters.counter(unit, reduced=reduced).partition(' id="')
    half = art.HALF * max(counters.SCALES.values()) + 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board dday91" aria-hidden="true" '
        f'viewBox="{-half} {-half} {2 * half} {2 * half}">'
        f"{before}{rest.partition(chr(34))[2]}</svg>"
    )
