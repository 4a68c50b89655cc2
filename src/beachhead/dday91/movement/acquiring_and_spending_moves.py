"""3d Moves: what each side may spend, and 11a how they may be acquired.

6b2, 6c2 What a scenario brings each Turn is printed on its card (`charts().scenario`).
"""

from __future__ import annotations

from collections.abc import Callable

from beachhead.dday91.options.weather import AIR_ATTACKS, mulberries_closed
from beachhead.dday91.sea.mulberries import mulberry_hexes
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    MOST_MOVES,
    DDayTable,
    controlled,
    on_board,
    plays,
    side_name,
    steps,
)
from beachhead.kernel.bits import members
from beachhead.kernel.play import Refusal


@steps.step("moves.new_moves")
def new_moves(table: DDayTable) -> None:
    """3d-a, 3d1-b, 9b2-a New Moves, by the scenario or by 11a; 3d1 what exceeds 27 is lost."""
    table.step = "new-moves"
    side = table.side
    items = tuple(income(table, side).items())
    gained = sum(count for _, count in items)
    table.bombed = 0 if side == GERMAN else table.bombed
    most = table.moves[side] + gained
    left = table.moves[side] = min(MOST_MOVES, most)
    table.tell(
        "11a" if plays(table, "acquiring-moves") else "3d",
        telling.MOVES,
        lambda: (
            f"{side_name(side)} gains {gained} Moves "
            f"({', '.join(f'{name} {count}' for name, count in items)}): {left} now"
            f"{f', {most - left} beyond 27 are lost' if most > left else ''}."
        ),
        side=SIDES[side],
        gained=gained,
        left=left,
    )


def income(table: DDayTable, side: int) -> dict[str, int]:
    """3d-a, 6b2, 6c2, 11a-a, 11a-f, 13b4-a, QRC.acquiring-a The Moves a side gains at the start of
    its portion, by their source."""
    found = {}
    if plays(table, "acquiring-moves"):
        found = _acquired(table, side)
    else:
        found["by the scenario"] = charts().scenario[table.year].moves_each_turn[SIDES[side]]
    if side == GERMAN and table.bombed:
        found["Allied bombers away from Germany"] = table.bombed
    return found


def _acquired(table: DDayTable, side: int) -> dict[str, int]:
    """11, 11a-b to 11a-e, 12c4-a, QRC.acquiring-b Round headquarters on the continent, the numbers
    of supply cities, Mulberries."""
    the = board()
    leaders = on_board(table, side) & pieces().round & ~table.unsupplied
    ashore = sum(the.continent >> table.hex[unit] & 1 for unit in members(leaders))
    held = controlled(table, side)
    numbers = sum(
        city.circled if side == ALLIED else city.boxed
        for city in the.city_at.values()
        if held >> city.hex & 1
    )
    found = {"headquarters on the continent": ashore, "supply cities": numbers}
    if side == ALLIED and not mulberries_closed(table):
        found["Mulberry Harbors"] = mulberry_hexes(table).bit_count()
    return {name: count for name, count in found.items() if count}


# --- 3d2 spending


def counted(moves: int) -> str:
    """Moves in words: `1 Move`, `3 Moves`."""
    return f"{moves} Move{'' if moves == 1 else 's'}"


def moves_left(table: DDayTable, side: int) -> str:
    """3d What a side has to spend, in words."""
    return f"{table.moves[side]} Moves are left"


def refuse_spending(table: DDayTable, side: int, moves: int) -> Refusal | None:
    """3d1-a Nobody spends Moves he does not have."""
    if moves > table.moves[side]:
        have = table.moves[side]
        return Refusal(
            "3d1", f"that takes {moves} Moves, and the {side_name(side)} side has {have}"
        )
    return None


def spend(table: DDayTable, side: int, moves: int, rule: str, what: Callable[[], str]) -> None:
    """3d-b, 3d2, QRC.expending Moves are expended at once; who calls this knows how many."""
    if moves:
        table.moves[side] -= moves
        left = table.moves[side]
        table.tell(
            rule,
            telling.SPEND,
            lambda: f"{side_name(side)} expends {counted(moves)} {what()}: {left} left.",
            side=SIDES[side],
            moves=moves,
            left=left,
        )


def cost_of_attack(rolls: bool, moves: int) -> str:
    """3d2, 12c5 What it takes to attack with a unit, in words: a roll for the weather, a Move."""
    found = [f"a roll of {AIR_ATTACKS} or less"] if rolls else []
    found += [counted(moves)] if moves else []
    return f" ({', then '.join(found)})" if found else ""
