"""7.1, 7.2 Who may act, what it costs, and who pays.

Actions and combat both build on this: an action is refused, made free or paid for here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from beachhead.kernel.bits import set_of, unpacked
from beachhead.kernel.grid import HexSet
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Refusal
from beachhead.omaha.engineers.engineer_bases import traffic
from beachhead.omaha.table import telling
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    ALL_UNITS,
    DIVISIONS,
    LEADERS,
    PIECES,
    SECTOR_OF_DIVISION,
    UNITS,
    OmahaTable,
    UnitSet,
    division_name,
    division_of,
    equipment,
    is_artillery,
    is_extended,
    is_tank,
    is_unit,
    own_division,
    piece_name,
    plays_otherwise,
)
from beachhead.omaha.us_actions.terrain_effects import closed, havens, mover, ways

UNITS_IN_A_STACK = 2
"""7.21 How many units of a stack act together for one action."""

ACTIONS = (
    "move",
    "climb-bluff",
    "climb-cliff",
    "scale",
    "finish-climb",
    "stop-climb",
    "rally",
    "attack",
    "barrage",
    "naval-barrage",
    "exit",
)
"""7c The actions, with the later turns of a climb by themselves."""

WITH_CLIMB_CLIFF_MARKER = ("scale", "stop-climb")


# --- 7 the allotment


def allot(table: OmahaTable) -> None:
    """7a, 4.V-a, 14e, 15.VI-a, 17a Each division's paid actions for the turn, as events change
    them."""
    base = charts().limit("actions_per_division", table.turn) or 0
    table.paid_actions = (max(0, base + table.action_change),) * len(DIVISIONS)


def actions_left(table: OmahaTable, division: int) -> int:
    return table.paid_actions[division != DIVISIONS[0]]


# --- 7.1 free actions


def is_free(table: OmahaTable, piece: int) -> bool:
    """7.1 Whether any action of a piece is free; moves to preserve itself and out of the
    engineers' range (19.3) are beside this."""
    return bool(free_pieces(table) >> piece & 1)


def free_pieces(table: OmahaTable) -> UnitSet:
    """7.1c to 7.1e, 4.V-b, 11.12a, 11.15b, 15.VI-b The pieces whose actions are all free."""
    free = always_free() | table.climbing | table.climbing_cliff | table.disrupted
    return free | _with_heroes(table.heroes) | commanded(table)


@lru_cache(64)
def _with_heroes(heroes: tuple[int, ...]) -> UnitSet:
    return set_of(unit for unit in heroes if unit >= 0)


@cache
def always_free() -> UnitSet:
    """7.1b, 7.1f, 11.2a, 11.3a Rangers, HQs and Generals."""
    rangers = (unit.index for unit in equipment().units if unit.type == "ranger")
    return sum(1 << piece for piece in (*rangers, *LEADERS))


def commanded(table: OmahaTable) -> UnitSet:
    """7.1g, 7.33, 11.2c, 11.3c The units to which a leader who has not moved gives free actions:
    one who has moved commands nobody, unless by the other reading of O-25. M-02: one who only tried
    may."""
    units = 0
    if table.house and plays_otherwise(table, "moved-leader-commands"):
        for leader, in_command in enumerate(table.commands, UNITS):
            if in_command and not table.acted >> leader & 1:
                units |= in_command
        return units
    return _all_of(table.commands)


@lru_cache(64)
def _all_of(commands: tuple[UnitSet, ...]) -> UnitSet:
    units = 0
    for in_command in commands:
        units |= in_command
    return units


def price(table: OmahaTable, pieces: Sequence[int]) -> int:
    """7.21a, 7.21b What it costs when pieces do the same thing: one action for two units of a
    stack."""
    if not pieces:
        return 0
    free = free_pieces(table)
    paying = [table.hex[piece] for piece in pieces if not free >> piece & 1]
    if len(paying) < 2:
        return len(paying)
    return sum([-(-paying.count(hex_) // UNITS_IN_A_STACK) for hex_ in set(paying)])


def price_in_words(table: OmahaTable, pieces: Sequence[int]) -> str:
    """7.21 The same for players, before they pay."""
    cost, left = price(table, pieces), actions_left(table, table.acting)
    if not cost:
        return "free"
    return f"{cost} of {left} actions" if left > 1 else "the last action"


def refuse_price(table: OmahaTable, pieces: Iterable[int]) -> Refusal | None:
    """7 Pieces that do not act for free need actions of the division's allotment."""
    pieces = tuple(pieces)
    needed, left = price(table, pieces), actions_left(table, table.acting)
    if needed <= left:
        return None
    names = " and ".join(piece_name(piece) for piece in pieces if not is_free(table, piece))
    have = "no action" if left == 0 else f"only {left} action{'s' if left > 1 else ''}"
    needs = "need" if len(pieces) > 1 else "needs"
    return Refusal(
        "7",
        f"the {division_name(table.acting)} has {have} left, and {names} {needs} "
        f"{needed if needed > 1 else 'one'}",
    )


def spend(table: OmahaTable, pieces: Iterable[int], rule: str) -> None:
    """7b, 7.1a, 7.2 Pieces have acted together; the acting division pays for those that are not
    free."""
    pieces = tuple(pieces)
    cost = price(table, pieces)
    mark_acted(table, pieces)
    if cost:
        table.paid_actions = replaced(
            table.paid_actions,
            DIVISIONS.index(table.acting),
            table.paid_actions[DIVISIONS.index(table.acting)] - cost,
        )
        division, left = table.acting, actions_left(table, table.acting)
        table.tell(
            rule,
            telling.SPEND,
            lambda: (
                f"The {division_name(division)} spends {cost} action{'s' if cost > 1 else ''}: "
                f"{left} left."
            ),
            division=division,
            spent=cost,
            left=left,
        )


def mark_acted(table: OmahaTable, pieces: Iterable[int]) -> None:
    """7.1a, 7.2b A piece acts once a turn, for free or not."""
    for piece in pieces:
        table.acted |= 1 << piece


# --- 7.2, 7.22 whose turn it is


def acts_with(table: OmahaTable, piece: int, division: int) -> bool:
    """7.22a Whether a piece may act in a division's turn: one of its own, and with one player a
    unit that has moved across the boundary."""
    return bool(pieces_of(table, division) >> piece & 1) or (
        is_unit(piece) and bool(guest_ground(table, division) >> table.hex[piece] & 1)
    )


def pieces_of(table: OmahaTable, division: int) -> UnitSet:
    """5.22 The pieces that a division commands: its own, and those transferred to it."""
    return own_pieces(division) ^ table.transferred


@cache
def own_pieces(division: int) -> UnitSet:
    return set_of(piece for piece in range(PIECES) if own_division(piece) == division)


def guest_ground(table: OmahaTable, division: int) -> HexSet:
    """7.22 Where the other division's units may act with this one: in its sector."""
    return equipment().board.sectors[SECTOR_OF_DIVISION[division]] if table.players == 1 else 0


def ready(table: OmahaTable, division: int) -> UnitSet:
    """7.2b, 7.22a The pieces on the map that have not acted and may act in a division's turn."""
    pieces = pieces_of(table, division)
    if table.players == 1:
        pieces |= (table.east if division == 1 else ~table.east) & ALL_UNITS
    return pieces & table.on_map & ~table.acted


def ready_pieces(table: OmahaTable, division: int) -> list[int]:
    """The same, one after the other."""
    return unpacked(ready(table, division))


def refuse_to_act(table: OmahaTable, piece: int) -> Refusal | None:
    """7.2b Why a piece may do nothing at all now."""
    name = piece_name(piece)
    if table.hex[piece] < 0:
        return Refusal("7", f"{name} is not on the map")
    if table.phase != "action" or not table.acting:
        return Refusal("4.V", "units act only in the US Action Phase")
    if table.acted >> piece & 1:
        return Refusal("7.2", f"{name} has already acted this turn")
    if not acts_with(table, piece, table.acting):
        return Refusal(
            "7.2",
            f"{name} belongs to the {division_name(division_of(table, piece))}, "
            f"and the {division_name(table.acting)} is acting",
        )
    return None


# --- 7.4, 7.5, 7.7 what the markers leave open


def refuse_by_marker(table: OmahaTable, piece: int, action: str) -> Refusal | None:
    """7.4, 7.51, 7.7 A disrupted or climbing unit may do only what its marker allows."""
    # 7.4b, 7.4c, 7.7a, 7.7b, FAQ.5a
    bit, name = 1 << piece, piece_name(piece)
    if table.disrupted & bit:
        if action != "rally":
            rule = "7.4" if table.climbing & bit else "7.7"
            return Refusal(rule, f"{name} is disrupted and may only remove its disruption")
        if table.disrupted_now & bit:
            return Refusal("7.7", f"{name} was disrupted in this Action Phase")
        return None
    if action == "rally":
        return Refusal("7.7", f"{name} is not disrupted")
    if table.climbing & bit:
        if action != "finish-climb":
            return Refusal("7.4", f"{name} is climbing and may only remove its climb marker")
        return None
    if action == "finish-climb":
        return Refusal("7.4", f"{name} has no climb marker")
    if table.climbing_cliff & bit:
        if action not in WITH_CLIMB_CLIFF_MARKER:
            return Refusal(
                "7.51",
                f"{name} has a climb cliff marker: it may only go on up the cliff or give up",
            )
        return None
    if action in WITH_CLIMB_CLIFF_MARKER and not (action == "scale" and is_extended(table)):
        return Refusal("7.51", f"{name} has no climb cliff marker")
    return None


def refuse_by_kind(table: OmahaTable, piece: int, action: str) -> Refusal | None:
    """7c, 7.5a, 8d, 8.14a Which kinds of piece may take which action."""
    name = piece_name(piece)
    infantry = is_unit(piece) and equipment().units[piece].infantry
    if action == "climb-bluff" and is_unit(piece) and not infantry:
        return Refusal("7.4", f"only infantry, HQs and Generals climb bluffs, not {name}")
    if action in ("climb-cliff", "scale") and not infantry:
        return Refusal("7.5", f"only infantry climbs cliffs, not {name}")
    if action == "attack" and not is_unit(piece):
        return Refusal("8.14", f"{name} is a leader and takes no direct part in attacks")
    if action == "barrage" and not is_tank(piece):
        if not is_extended(table):
            return Refusal("8.4", f"only tanks barrage, not {name}")
        if not is_artillery(piece):
            return Refusal("17.3", f"only tanks and artillery barrage, not {name}")
    if action == "naval-barrage" and not table.naval_fire:
        return Refusal("8.5", "there is no naval fire marker to spend")
    return None


def refuse_by_place(table: OmahaTable, piece: int, action: str) -> Refusal | None:
    """7.4, 7.5 A climb needs a bluff or cliff beside the hex, and a way on above it."""
    hex_, routes = table.hex[piece], ways(table, mover(piece))
    here = equipment().board.name(hex_)
    if action == "climb-bluff" and not routes.climb[hex_] & ~closed(table):
        return Refusal("7.4", f"there is no bluff at {here} with an open hex across it")
    if action == "climb-cliff" and not routes.scale[hex_]:
        return Refusal("7.5", f"there is no scaleable cliff at {here}")
    across = ("scale", "climb-cliff") if is_extended(table) else ("scale",)
    if action in across and not routes.scale[hex_] & ~closed(table):
        return Refusal("7.5", f"no hex across the cliff at {here} is open")
    return None


# --- all of it


def refuse_action(table: OmahaTable, piece: int, action: str) -> Refusal | None:
    """7 Why a piece may not take an action now, whatever its target."""
    if action == "naval-barrage":
        if table.phase != "action" or not table.acting:
            return Refusal("4.V", "naval fire is called only in the US Action Phase")
        return refuse_by_kind(table, piece, action)
    refusal = (
        refuse_to_act(table, piece)
        or refuse_by_marker(table, piece, action)
        or refuse_by_kind(table, piece, action)
        or refuse_by_place(table, piece, action)
    )
    if refusal is not None:
        return refusal
    if action == "move" and (preservation(table, piece) or traffic(table) >> table.hex[piece] & 1):
        return None
    return refuse_price(table, (piece,))


def preservation(table: OmahaTable, piece: int) -> HexSet:
    """7.1 The hexes to which infantry may move for free to preserve itself."""
    if mover(piece) != "infantry":
        return 0
    return havens(table, table.hex[piece]) & ~closed(table)
