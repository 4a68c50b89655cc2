"""The printed tables in our words, as the flipbook and the reference show them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from beachhead.dday91.drawing.cities import supply_words
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import DIE, TURNS, Modifier, charts
from beachhead.dday91.table.reconstructions import board_by
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.reconstructions import REFITTED
from beachhead.page.book import Chart, ChartKeys, chart, charts_beside

KEPT = charts_beside(__file__)
"""Those that never change: 4c2 what the difference means, 3d2 what costs Moves."""

EACH = {
    "unit": "each unit",
    "ground": "each ground unit",
    "leg": "each leg unit",
    "mechanized": "each mechanized unit",
}


@cache
def terrain() -> Chart:
    """TC What terrain costs, and what it counts in combat."""
    rows = []
    for name, entry in charts().terrain.items():
        cost = str(entry.cost) if entry.cost else f"+{entry.extra_cost}" if entry.extra_cost else ""
        cells = [cost, _modifier(entry.defender), _modifier(entry.attacker)]
        rows.append((name.replace("_", " ").capitalize(), cells))
    bonus = {year: scenario.invasion_bonus for year, scenario in charts().scenario.items()}
    said = ", ".join(f"{points:+d} in {year}" for year, points in bonus.items())
    return chart(
        "terrain",
        "Terrain chart",
        "3b2",
        ["cost", "defender", "attacker"],
        rows,
        f"Coastal hex, all attackers invading: {said} for each defending unit.",
        "Each side's total is never less than 0 nor more than 10.",
    )


def _modifier(modifier: Modifier | None) -> str:
    if modifier is None or not modifier.points:
        return ""
    whose = "German: " if modifier.german_only else ""
    return f"{whose}{modifier.points:+d} {EACH[modifier.each]}".replace("-", "−")


def _keyed(shown: Chart, rows: Iterable[int], column: str) -> Chart:
    """A chart with what events that were read from it call its rows and its column."""
    shown.keys = ChartKeys([str(row) for row in rows], [column])
    return shown


@cache
def weather() -> Chart:
    """WT When the weather is bad."""
    rows = []
    for turn in TURNS:
        bad = charts().bad_rolls[turn - 1]
        said = "never" if not bad else f"{bad[0]} to {bad[-1]}" if len(bad) > 1 else str(bad[0])
        rows.append((f"{turn} {charts().month(turn).title()}", [said]))
    shown = chart("weather", "Weather", "12", ["bad on a roll of"], rows)
    return _keyed(shown, TURNS, "bad")


@cache
def bombing(year: int) -> Chart:
    """13b2 Carpet bombing."""
    rows = []
    for face in DIE:
        found = charts().bomb(year, face)
        said = [f"{found.losses} loss{'es' if found.losses != 1 else ''}"] if found.losses else []
        said += ["terrain does not count"] if found.cancels_terrain else []
        rows.append((f"die {face}", [", ".join(said) or "no effect"]))
    title = f"Carpet bombing in {year}"
    return _keyed(chart(f"bombing-{year}", title, "13b2", ["effect"], rows), DIE, "effect")


@cache
def scenarios() -> Chart:
    """6b, 6c What a scenario begins with, brings, and asks for."""
    rows = []
    for year, scenario in charts().scenario.items():
        cells = [
            " / ".join(map(str, scenario.starting_moves.values())),
            " / ".join(map(str, scenario.moves_each_turn.values())),
            f"{scenario.allied_units_east} units east of the Rhine, "
            + _labels(scenario.allied_cities),
            f"{scenario.corps_eliminated} Allied corps eliminated",
        ]
        rows.append((str(year), cells))
    columns = ["Moves at start", "Moves a Turn", "Allies win with", "Germans win with"]
    return chart("scenarios", "Scenarios", "6", columns, rows, "Allied / German.")


def _labels(hexes: HexSet) -> str:
    return ", ".join(map(board().label, members(hexes)))


@cache
def cities() -> Chart:
    """1a Every city as printed."""
    rows = []
    for city in sorted(board().city_at.values(), key=lambda each: each.name):
        marks = [mark for mark in ("fortified", "port") if getattr(city, mark)]
        marks += supply_words(city)
        rows.append((city.name, [board().name(city.hex), city.country, ", ".join(marks)]))
    return chart("cities", "Cities", "1a", ["hex", "country", "what"], rows)


@cache
def invasions() -> Chart:
    """3e2 The invasion hexes."""
    rows = []
    for hex_, invasion in board().invasions.items():
        number, price = f"{invasion.sea}: {invasion.number}", str(2 * invasion.number)
        cells = [number, price, _labels(invasion.targets), invasion.base]
        rows.append((board().name(hex_), [*cells, _refitted(hex_)]))
    columns = ["number", "Moves a unit", "against", "from a port in", "refitted"]
    return chart("invasions", "Invasion hexes", "3e2", columns, rows)


def _refitted(hex_: int) -> str:
    """The number in the refitted reconstruction, where it is another."""
    other = board_by(REFITTED).invasions.get(hex_)
    if other is None:
        return "open sea"
    return "" if other == board().invasions[hex_] else str(other.number)


def every_chart() -> list[Chart]:
    """All of them, for the reference."""
    return [
        terrain(),
        *KEPT.values(),
        weather(),
        *map(bombing, charts().scenario),
        *(each() for each in (scenarios, cities, invasions)),
    ]
