"""Writing situations."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.dday91.notation.reading import read, usual_control
from beachhead.dday91.notation.words import MARKERS, OFF_BOARD
from beachhead.dday91.setup.placing_units import unused_units
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import UNUSED, WAITING, DDayTable, row
from beachhead.kernel import reconstructions
from beachhead.kernel.notation import write_agenda, written


def write(table: DDayTable) -> str:
    """A table as text: `read` makes the same table of it."""
    parts = (_heading, _units, _control, write_agenda)
    return written(table, read, *(part(table) for part in parts))


def _heading(table: DDayTable) -> Iterator[str]:
    yield f"scenario {table.year}"
    yield f"turn {table.turn} {SIDES[table.side]} {table.step}"
    if table.options:
        yield f"options {' '.join(table.options)}"
    for switch, reading in sorted(table.house.items()):
        if reading == "alternative":
            yield f"house {switch}"
    yield from reconstructions.written(table.house)
    yield f"moves {table.moves[0]} {table.moves[1]}"
    if SIDES[table.initiative] != charts().scenario[table.year].initiative:
        yield f"initiative {SIDES[table.initiative]}"
    if table.bad_weather:
        yield "weather bad"


def _units(table: DDayTable) -> Iterator[str]:
    standing: dict[tuple[int, int], list[str]] = {}
    unused = unused_units(table)
    for unit, place in enumerate(table.hex):
        usual = UNUSED if unused >> unit & 1 else WAITING
        told = _unit(table, unit)
        if place != usual or told != row(unit).id:
            standing.setdefault((place, _box(table, unit)), []).append(told)
    off = {place: word for word, place in OFF_BOARD.items()}
    for (place, _), here in sorted(standing.items(), key=lambda each: (each[0][0] < 0, each[0])):
        yield f"{off[place] if place < 0 else board().name(place)} {', '.join(here)}"


def _box(table: DDayTable, unit: int) -> int:
    """2d1, N-20 In a hex with several armies, each is told with those in its box."""
    return table.boxes.get(unit, unit if unit in table.boxes.values() else -1)


def _unit(table: DDayTable, unit: int) -> str:
    words = [row(unit).id]
    words += [word for word, name in MARKERS.items() if getattr(table, name) >> unit & 1]
    return " ".join(words)


def _control(table: DDayTable) -> Iterator[str]:
    usual = usual_control(table)
    for side, hexes in (
        ("allied", table.allied_control & ~usual),
        ("german", usual & ~table.allied_control),
    ):
        if hexes & board().land:
            yield f"control {side} {' '.join(board().names_of(hexes & board().land))}"
