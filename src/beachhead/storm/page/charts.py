"""The printed tables in our words, as the flipbook and the reference show them."""

from __future__ import annotations

from functools import cache

from beachhead.page.book import Chart, chart
from beachhead.storm.damage.damage_points import COLUMNS
from beachhead.storm.invasion import SCATTERED, row_of
from beachhead.storm.table.board import ZONES, board
from beachhead.storm.table.pieces import pieces

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
def sums() -> Chart:
    """9.3 What counts in an attack."""
    return chart(
        "attack",
        "Attack and defense points",
        "9.3",
        ["counts"],
        [
            ("Two dice", ["their sum"]),
            ("Firepower", ["of all units that fire"]),
            ("Division integrity", ["+1 with three units of one division"]),
            ("Support Points", ["2 where the area's name is red, 1 where it is black"]),
            ("Cards", ["as they say"]),
            ("Less: best defense", ["of one unit under fire"]),
            ("Less: Defensive Value", ["if the defender controls the area"]),
        ],
        "The difference is the damage.",
    )


@cache
def movement() -> Chart:
    """8.0 What a step costs."""
    return chart(
        "movement",
        "Movement points",
        "8.0",
        ["costs"],
        [
            ("Into an area or box", ["1"]),
            ("Into an area with enemies or under enemy control", ["1 more"]),
            ("Out of an area with enemies or under enemy control", ["1 more"]),
        ],
        "A stack moves as far as its slowest unit. Six units of a side at most in an area.",
        "Allied airborne units go only where their symbol is; Allied units never cross the "
        "Operational Dividing Line, and never leave a strongpoint behind.",
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
        (f"Zone {the.zone(zone).letter}, each Allied unit", [_half(the.half_vp[zone])])
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
        "The Allies win with more than 30 points and five or six beaches at the end of Turn 8.",
    )


def _half(halves: int) -> str:
    return f"{halves // 2}{'½' if halves % 2 else ''}" if halves > 1 else "½"


def every_chart() -> list[Chart]:
    """All of them, for the reference."""
    return [damage(), sums(), movement(), hands(), scatter(), worth()]
