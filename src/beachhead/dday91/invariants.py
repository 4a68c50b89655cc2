"""What must hold at every decision, whatever was played."""

from __future__ import annotations

from beachhead.dday91.board import board
from beachhead.dday91.pieces import pieces
from beachhead.dday91.setup import unused_units
from beachhead.dday91.stacking import refuse_stack
from beachhead.dday91.state import (
    ALLIED,
    ELIMINATED,
    GERMAN,
    LAST_TURN,
    MOST_MOVES,
    SIDES,
    UNUSED,
    WAITING,
    Table,
    UnitSet,
    armies_in,
    enemy,
    hex_label,
    occupants,
    occupied,
    others_in,
    plays,
    side_units,
    unit_name,
    units_in,
)
from beachhead.kernel.grid import members, set_of


def invariants(table: Table) -> list[str]:
    """Everything that is wrong with a table; an empty list if it is sound."""
    return [
        *_places(table),
        *_stacks(table),
        *_boxes(table),
        *_control(table),
        *_numbers(table),
        *_combats(table),
    ]


def _places(table: Table) -> list[str]:
    problems = []
    unused = unused_units(table)
    for unit, place in enumerate(table.hex):
        name = unit_name(unit)
        if place not in board().grid and not UNUSED <= place <= WAITING:
            problems.append(f"{name} is in hex {place}")
        elif place >= 0 and unused >> unit & 1:
            problems.append(f"{name} is on the board but not in the game")
        elif place >= 0 and board().is_sea(place) and not _may_be_at_sea(table, unit):
            problems.append(f"{name} is at sea in {hex_label(place)}")
        if table.reduced >> unit & 1 and pieces().units[unit].elim:
            problems.append(f"{name} is reduced but has no reduced side")
        if table.reduced >> unit & 1 and place == ELIMINATED:
            problems.append(f"{name} is eliminated and reduced")
    there = ~pieces().strategic_air & ~(set_of(table.moving) & pieces().air)  # 14a1 on the way
    both = occupied(table, ALLIED, there) & occupied(table, GERMAN, there)
    problems += [f"both sides are in {hex_label(hex_)}" for hex_ in members(both)]
    return problems


def _may_be_at_sea(table: Table, unit: int) -> bool:
    """3b3, 3e2 Invaders, until the end of the combat step; air units on the way."""
    if unit in table.moving and pieces().air >> unit & 1:
        return True
    return bool(table.invaders >> unit & 1) and table.hex[unit] in board().invasions


def _stacks(table: Table) -> list[str]:
    """2d1 The stacks of the attacker after his movement and combat; of the defender all along, but
    for what his own supply step has cost him (15b) or the air units that react (13a)."""
    problems = []
    settled = [table.side] if table.step == "supply" else []
    if table.step in ("new-moves", "reinforcement", "movement", "supply"):
        settled += [] if _may_be_loose(table) else [enemy(table.side)]
    if table.step == "setup" or (table.turn == 1 and table.side == GERMAN):
        settled = [side for side in settled if side != GERMAN]
    if table.turn == 1 and table.side == ALLIED:
        settled = [side for side in settled if side != ALLIED]
    for side in settled:
        for hex_, units in occupants(tuple(table.hex)).items():
            refused = refuse_stack(table, units & side_units(side), hex_)
            if refused is not None:
                problems.append(refused.text)
    return problems


def _boxes(table: Table) -> list[str]:
    """2d1, N-20 Where several armies are in a hex, each other unit is given to one of them."""
    shared: dict[int, UnitSet] = {}
    for side in (ALLIED, GERMAN):
        for hex_ in members(occupied(table, side, pieces().armies)):
            armies = armies_in(table, hex_, side)
            if armies & (armies - 1):
                shared |= dict.fromkeys(members(others_in(table, hex_, side)), armies)
    problems = [
        f"{unit_name(unit)} is in the box of no army that is there"
        for unit, armies in shared.items()
        if unit not in table.boxes or not armies >> table.boxes[unit] & 1
    ]
    return problems + [
        f"{unit_name(unit)} is kept in a box" for unit in table.boxes.keys() - shared
    ]


def _may_be_loose(table: Table) -> bool:
    options = ("unsupplied-losses", "stacking-restrictions", "air-reaction", "divisions")
    return any(plays(table, option) for option in options)


def _control(table: Table) -> list[str]:
    """2e A ground unit in a hex controls it."""
    allied = occupied(table, ALLIED, pieces().ground) & board().land
    german = occupied(table, GERMAN, pieces().ground)
    wrong = (allied & ~table.allied_control) | (german & table.allied_control)
    problems = [f"{hex_label(hex_)} has the wrong owner" for hex_ in members(wrong)]
    if table.allied_control & ~board().land:
        problems.append("a sea hex is under control")
    return problems


def _numbers(table: Table) -> list[str]:
    problems = []
    if not 1 <= table.turn <= LAST_TURN:
        problems.append(f"turn {table.turn}")
    for side in (ALLIED, GERMAN):
        if not 0 <= table.moves[side] <= MOST_MOVES:
            problems.append(f"{table.moves[side]} {SIDES[side]} Moves")
    if table.corps_lost & ~(pieces().corps & side_units(ALLIED)):
        problems.append("something else than Allied corps counts as lost")
    on_board = set_of(unit for unit, place in enumerate(table.hex) if place >= 0)
    if table.step in ("invasion", "movement"):
        gone = members(table.invaders & ~on_board)
        problems += [f"{unit_name(unit)} invades from nowhere" for unit in gone]
    return problems


def _combats(table: Table) -> list[str]:
    """4a1, 4a4 Each unit in one combat, each combat against land; several hexes only from one."""
    problems, seen = [], 0
    for combat in table.combats:
        if combat.attackers & seen:
            problems.append("a unit is in two combats")
        seen |= combat.attackers
        if combat.attackers & ~side_units(table.side):
            problems.append("a unit attacks out of turn")
        if combat.hexes & ~board().land:
            problems.append("a sea hex is attacked")
        sources = {table.hex[unit] for unit in members(combat.attackers)} - {ELIMINATED}
        if combat.also and len(sources) > 1:
            problems.append("attackers of several hexes fight defenders in several")
    if table.step == "movement" and table.combats:
        problems.append("combats are announced before the combat step")
    for unit in table.moving:
        if table.hex[unit] >= 0 and not units_in(table, table.hex[unit], table.side) >> unit & 1:
            problems.append(f"{unit_name(unit)} moves out of turn")
    return problems
