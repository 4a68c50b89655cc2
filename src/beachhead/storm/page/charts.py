"""The printed tables in our words, as the flipbook and the reference show them."""

from __future__ import annotations

from functools import cache

from beachhead.page.book import Chart, chart, charts_beside
from beachhead.storm.damage.damage_points import COLUMNS
from beachhead.storm.drawing.margin import HALVES
from beachhead.storm.invasion import SCATTERED, row_of
from beachhead.storm.table.board import ZONES, board
from beachhead.storm.table.pieces import pieces

KEPT = charts_beside(__file__)
"""Those that never change: 9.3 what counts in an attack, 8.0 what a step costs."""

DAMAGE_ROWS = (
    ("Regiment or brigade, fresh", ("1", "3", "5")),
    ("Regiment or brigade, spent", ("–", "2", "4")),
    ("Battalion, fresh", ("1", "2", "3")),
    ("Battalion, spent", ("–", "1", "2")),
)


@cache
def damage() -> Chart:
    """10.0 Damage points by size."""
    kinds = sorted({unit.defense for unit in pieces().strongpoints})
    nests = (
        (f"Strongpoint with defense {defense}", ("–", "–", str(defense - 6))) for defense in kinds
    )
    return chart(
        "damage",
        "Damage points, in all",
        "10.0",
        list(COLUMNS.values()),
        [*DAMAGE_ROWS, *nests],
        "Strongpoints take damage before all others.",
        "Assign as much as can be assigned without going over; more is allowed.",
    )


@cache
def hands() -> Chart:
    """5.0, 6.1 How large hands are."""
    bonus = board().names_of(board().bonus_areas)
    return chart(
        "hands",
        "Cards in the hand",
        "6.1",
        ["cards"],
        [
            ("Allied", ["2, and 1 for each beach held; at most 7"]),
            ("German", ["5 (2 on Turn 1)"]),
            (f"{' and '.join(bonus)} both held, no enemy there", ["1 more"]),
        ],
    )


@cache
def scatter() -> Chart:
    """4.0 The American airborne landing."""
    rows = {row_of(face): [str(units)] for face, units in SCATTERED.items()}
    return chart("scatter", "American airborne landing", "4.0", ["units spent"], list(rows.items()))


@cache
def worth() -> Chart:
    """15.0 What areas, units beyond the map and losses are worth."""
    the = board()
    rows = [(area.name, [str(area.vp)]) for area in the.areas if area.vp]
    rows += [
        (f"Zone {the.zone(zone).letter}, each Allied unit", [HALVES[the.half_vp[zone]]])
        for zone in ZONES
    ]
    rows += [("Allied unit lost", ["−2"]), ("Allied airborne unit lost", ["−1"])]
    return chart(
        "worth",
        "Victory points, each turn",
        "15.0",
        ["VP"],
        rows,
        "An area counts for the Allies if a line of their areas leads to a beach, against them if "
        "a line of German areas leads to a reinforcement box.",
        "The Allies win with more than 30 points, or what was bid, and five or six beaches at the "
        "end of Turn 8.",
    )


def every_chart() -> list[Chart]:
    """All of them, for the reference."""
    return [damage(), *KEPT.values(), hands(), scatter(), worth()]
