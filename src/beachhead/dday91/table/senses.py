"""What the view of the table is made of, for programs that read it as numbers."""

from __future__ import annotations

from functools import cache

from beachhead.dday91.sequence import PHASES
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import DDayUnit, pieces
from beachhead.dday91.table.schema import LAST_TURN, SIDES
from beachhead.dday91.table.view import OFF
from beachhead.kernel.bits import members
from beachhead.kernel.senses import (
    Amount,
    Amounts,
    AtSpaces,
    Each,
    Given,
    Many,
    OfPieces,
    OneOf,
    Parts,
    Piece,
    Pieces,
    Senses,
    Space,
)

MOST_MOVES = 50


@cache
def senses_of_dday91() -> Senses:
    """The hexes in play; units of both sides."""
    scenarios = charts().scenario
    conditions = {
        name: None
        for year in scenarios
        for name in (
            "Allied ground units east of the Rhine",
            *(f"{board().label(city)} in Allied control" for city in _cities(year)),
            "Allied corps eliminated",
        )
    }
    return Senses(
        spaces=tuple(_space(hex_) for hex_ in board().grid.names),
        options=256,
        table={
            "scenario": OneOf(tuple(scenarios)),
            "turn": Amount(LAST_TURN),
            "month": OneOf(tuple(charts().month(turn) for turn in range(1, LAST_TURN + 1))),
            "side": OneOf(SIDES),
            "step": OneOf(tuple(PHASES)),
            "moves": Each(SIDES, Amount(MOST_MOVES)),
            "units": Pieces(
                tuple(_piece(unit) for unit in pieces().units),
                ("hex",),
                {
                    "place": OneOf(tuple(OFF.values())),
                    "box": Given(),
                    "reduced": Amount(),
                    "unsupplied": Amount(),
                    "moved": Amount(),
                    "invading": Amount(),
                },
            ),
            "allied control": AtSpaces(),
            "combats": Many(
                Parts({"hex": AtSpaces(), "attackers": OfPieces(), "also": AtSpaces()})
            ),
            "initiative": OneOf(SIDES),
            "weather": OneOf(("bad", "good")),
            "victory": Each(tuple(conditions), Amounts(2, 20)),
        },
    )


def _cities(year: int) -> list[int]:
    return list(members(charts().scenario[year].allied_cities))


def _space(hex_: int) -> Space:
    the = board()
    ground = {
        name: float(hexes >> hex_ & 1)
        for name, hexes in (
            *the.terrain.items(),
            ("sea", the.sea),
            ("coast", the.coastal),
            ("city", the.cities),
            ("fortified", the.fortified),
            ("port", the.ports),
            ("Allied supply", the.circled),
            ("German supply", the.boxed),
            ("invasion", the.invasion_hexes),
            ("east of the Rhine", the.east_of_rhine),
        )
    }
    return Space(f"hex-{the.name(hex_)}", the.name(hex_), ground)


def _piece(unit: DDayUnit) -> Piece:
    printed = {
        "combat": (unit.combat or 0) / 10,
        "movement": unit.movement / 10,
        "mechanized": float(unit.mechanized),
        "headquarters": float(unit.headquarters),
        "air": float(unit.air),
    }
    return Piece(pieces().tag(unit.index), unit.id, unit.side, printed)
