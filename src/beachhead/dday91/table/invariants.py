"""What must hold at every decision, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.dday91.setup.placing_units import unused_units
from beachhead.dday91.stacking.stacking_limits import overstacked, refuse_stack
from beachhead.dday91.table import state
from beachhead.dday91.table.board import board
from beachhead.dday91.table.occupants import who_is_where
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.places import Places
from beachhead.dday91.table.reconstructions import board_of
from beachhead.dday91.table.schema import LAST_TURN, SIDES
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable, UnitSet, occupants
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.bits import members, set_of


def invariants(table: DDayTable) -> list[str]:
    """Everything that is wrong with a table; an empty list if it is sound."""
    parts = (_index, _places, _stacks, _boxes, _control, _numbers, _combats)
    return [problem for part in parts for problem in part(table)]


def _index(table: DDayTable) -> Iterator[str]:
    """Who is in which hex, and who is on the board, as one would find it out unit by unit."""
    if state.occupants(table).at != who_is_where(table.hex):
        yield "the index of who is in which hex is wrong"
    for side in (ALLIED, GERMAN):
        slowly = state.side_units(side) & set_of(
            unit for unit, place in enumerate(table.hex) if place >= 0
        )
        if state.on_board(table, side) != slowly:
            yield f"the {SIDES[side]} units on the board are not those that are in a hex"
        if not _is_known(table, side):
            yield f"what is known of the {SIDES[side]} units is wrong"


def _is_known(table: DDayTable, side: int) -> bool:
    """Whether what is kept of a side is what one would find out anew."""
    kept, anew = state.camp(table, side), table.copy()
    anew.hex = Places(table.hex)
    return (
        kept.code == state.camp(anew, side).code
        and overstacked(table, side) == overstacked(anew, side)
        and all(hexes == occupants(anew).holding(side, who) for who, hexes in kept.held.items())
        and zones(table, side) == zones(anew, side)
    )


def _places(table: DDayTable) -> Iterator[str]:
    unused = unused_units(table)
    for unit, place in enumerate(table.hex):
        name = state.unit_name(unit)
        if place not in board().grid and not state.UNUSED <= place <= state.WAITING:
            yield f"{name} is in hex {place}"
        elif place >= 0 and unused >> unit & 1:
            yield f"{name} is on the board but not in the game"
        elif place >= 0 and board().is_sea(place) and not _may_be_at_sea(table, unit):
            yield f"{name} is at sea in {state.hex_label(place)}"
        if table.reduced >> unit & 1 and pieces().units[unit].elim:
            yield f"{name} is reduced but has no reduced side"
        if table.reduced >> unit & 1 and place == state.ELIMINATED:
            yield f"{name} is eliminated and reduced"
    there = ~pieces().strategic_air & ~(set_of(table.moving) & pieces().air)  # 14a1 on the way
    both = state.occupied(table, ALLIED, there) & state.occupied(table, GERMAN, there)
    yield from (f"both sides are in {state.hex_label(hex_)}" for hex_ in members(both))


def _may_be_at_sea(table: DDayTable, unit: int) -> bool:
    """3b3, 3e2 Invaders, until the end of the combat step; air units on the way."""
    if unit in table.moving and pieces().air >> unit & 1:
        return True
    return bool(table.invaders >> unit & 1) and table.hex[unit] in board_of(table).invasions


def _stacks(table: DDayTable) -> Iterator[str]:
    """2d1 The stacks of the attacker after his movement and combat; of the defender all along, but
    for what his own supply step has cost him (15b) or the air units that react (13a)."""
    settled = [table.side] if table.step == "supply" else []
    if table.step in ("new-moves", "reinforcement", "movement", "supply"):
        settled += [] if _may_be_loose(table) else [state.enemy(table.side)]
    if table.step == "setup" or (table.turn == 1 and table.side == GERMAN):
        settled = [side for side in settled if side != GERMAN]
    if table.turn == 1 and table.side == ALLIED:
        settled = [side for side in settled if side != ALLIED]
    for side in settled:
        for hex_, units in who_is_where(table.hex).items():
            refused = refuse_stack(table, units & state.side_units(side), hex_)
            if refused is not None:
                yield refused.text


def _boxes(table: DDayTable) -> Iterator[str]:
    """2d1, N-20 Where several armies are in a hex, each other unit is given to one of them."""
    shared: dict[int, UnitSet] = {}
    for side in (ALLIED, GERMAN):
        for hex_ in members(state.occupied(table, side, pieces().armies)):
            armies = state.armies_in(table, hex_, side)
            if armies & (armies - 1):
                shared |= dict.fromkeys(members(state.others_in(table, hex_, side)), armies)
    for unit, armies in shared.items():
        if unit not in table.boxes or not armies >> table.boxes[unit] & 1:
            yield f"{state.unit_name(unit)} is in the box of no army that is there"
    for unit in table.boxes.keys() - shared:
        yield f"{state.unit_name(unit)} is kept in a box"


def _may_be_loose(table: DDayTable) -> bool:
    options = ("unsupplied-losses", "stacking-restrictions", "air-reaction", "divisions")
    return any(state.plays(table, option) for option in options)


def _control(table: DDayTable) -> Iterator[str]:
    """2e A ground unit in a hex controls it."""
    allied = state.occupied(table, ALLIED, pieces().ground) & board().land
    german = state.occupied(table, GERMAN, pieces().ground)
    wrong = (allied & ~table.allied_control) | (german & table.allied_control)
    yield from (f"{state.hex_label(hex_)} has the wrong owner" for hex_ in members(wrong))
    if table.allied_control & ~board().land:
        yield "a sea hex is under control"


def _numbers(table: DDayTable) -> Iterator[str]:
    if not 1 <= table.turn <= LAST_TURN:
        yield f"turn {table.turn}"
    for side in (ALLIED, GERMAN):
        if not 0 <= table.moves[side] <= state.MOST_MOVES:
            yield f"{table.moves[side]} {SIDES[side]} Moves"
    if table.corps_lost & ~(pieces().corps & state.side_units(ALLIED)):
        yield "something else than Allied corps counts as lost"
    on_board = set_of(unit for unit, place in enumerate(table.hex) if place >= 0)
    if table.step in ("invasion", "movement"):
        gone = members(table.invaders & ~on_board)
        yield from (f"{state.unit_name(unit)} invades from nowhere" for unit in gone)


def _combats(table: DDayTable) -> Iterator[str]:
    """4a1, 4a4 Each unit in one combat, each combat against land; several hexes only from one."""
    seen = 0
    for combat in table.combats:
        if combat.attackers & seen:
            yield "a unit is in two combats"
        seen |= combat.attackers
        if combat.attackers & ~state.side_units(table.side):
            yield "a unit attacks out of turn"
        if combat.hexes & ~board().land:
            yield "a sea hex is attacked"
        sources = {table.hex[unit] for unit in members(combat.attackers)} - {state.ELIMINATED}
        if combat.also and len(sources) > 1:
            yield "attackers of several hexes fight defenders in several"
    if table.step == "movement" and table.combats:
        yield "combats are announced before the combat step"
    own = state.side_units(table.side) & ~pieces().mulberries
    for unit in table.moving:
        if table.hex[unit] >= 0 and not own >> unit & 1:
            yield f"{state.unit_name(unit)} moves out of turn"
