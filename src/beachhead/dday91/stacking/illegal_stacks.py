"""2d4, 8a1 No action that forces an illegal one later: what it takes to put stacks right in time.

Stacks are judged at the end of the movement step (2d1). Until then a stack may be illegal if its
excess units can still leave: by land for a Move each, as long as those steps last by port transfer
or invasion, or for nothing while they are being moved; or if an army headquarters can join them
(N-02). An action is refused if more units would have to be given up after it than before. So the
last resort (2d1, N-06) is left for what happens without an action of the owner.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import NamedTuple

from beachhead.dday91.movement.acquiring_and_spending_moves import counted
from beachhead.dday91.movement.ranges import begin_movement, prospects, reach, reach_alone, reach_on
from beachhead.dday91.options.pursuers import pursuers
from beachhead.dday91.stacking.places_to_stay import (
    Exit,
    Stack,
    can_leave,
    exits,
    harbors,
    leave_at_once,
    on_the_move,
    rooms_taken,
    shelters,
    split,
    waiting,
    within,
)
from beachhead.dday91.stacking.stacking_limits import compatriots, may_stay, overstacked
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    WAITING,
    DDayTable,
    UnitSet,
    box_of,
    camp,
    enemy,
    hex_label,
    occupied,
    on_board,
    plays,
    put,
    put_together,
    units_in,
)
from beachhead.kernel.bits import listed, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Refusal

MANY = 99
NEVER = 1000


class Standing(NamedTuple):
    """2d4 What cannot be put right by the end of the movement step."""

    lost: int
    """N-06 The units in stacks that are beyond help that would have to be given up."""
    short: bool
    """Whether there are too few Moves or rooms for all the others together."""


SOUND = Standing(0, short=False)


def refuse_forcing(table: DDayTable, after: DDayTable, dropped: UnitSet = 0) -> Refusal | None:
    """2d4-a Why an action may not be performed: it leads to something that cannot be put right in
    time, and could be before. Nobody counts on picking up units that an army has just left."""
    wrong = illegal_hexes(after, after.side)
    if not wrong or _is_sound(after, dropped):
        return None
    now = standing(table)
    if now != SOUND:
        then = standing(after)
        if now.short or (then.lost <= now.lost and not then.short):
            return None
    left = after.moves[after.side]
    return Refusal("2d4", lambda: _why_forcing(wrong, left))


def _why_forcing(wrong: HexSet, moves: int) -> str:
    where = " or ".join(map(hex_label, listed(wrong)))
    return f"the stack in {where} could not be put right in time with {counted(moves)} left"


def can_be_left(table: DDayTable, hex_: int) -> bool:
    """2d4 Whether the stack in a hex can still be put right with the Moves that are left."""
    others = illegal_hexes(table, table.side) & ~(1 << hex_)
    return _can_mend(table, table.moves[table.side], others)


def refuse_departure(table: DDayTable, unit: int, moves: int) -> Refusal | None:
    """2d4 Why a unit may not leave its hex for so many Moves, wherever it goes: what is left could
    not be put right. An army could mend a stack by joining it, by 14a2 anybody could."""
    if pieces().armies >> unit & 1 or plays(table, "stacking-restrictions"):
        return None
    after = without(table, unit)
    after.moves[table.side] -= moves
    return refuse_forcing(table, after)


def spoken_for(table: DDayTable, moves: int) -> HexSet | None:
    """2d4 If the illegal stacks can be put right with so many Moves, the hexes that one way to do
    it takes. A group that is away may go wherever else it may stay, and who is not in one of them
    need not care. None if they cannot be put right so."""
    if not illegal_hexes(table, table.side):
        return 0 if moves >= 0 else None
    if table.step == "combat":  # much more matters there
        return _mend(table, moves, spare=SPARE)
    answers, question = prospects(table, table.side).answers, _question(table, "room", moves)
    taken: HexSet | None = answers.get(question, NOT_ASKED)
    if taken == NOT_ASKED:
        taken = answers[question] = _mend(table, moves, spare=SPARE)
    return taken


NOT_ASKED = -1


SPARE = 2
"""The rooms that must be left for another: one to stay in, one to pass."""


def spoken_for_without(table: DDayTable, unit: int, moves: int) -> HexSet | None:
    """2d4 The same if a unit leaves its hex for so many Moves, before the movement step."""
    left, here = table.moves[table.side] - moves, table.hex[unit]
    if not pieces().armies >> unit & 1 and not plays(table, "stacking-restrictions"):
        units = units_in(table, here, table.side) & ~pieces().strategic_air
        if units >> unit & 1 and not may_stay(table, units) and not units & pieces().armies:
            taken = _spoken_for_by_leavers(table, left + 1)  # it saves one of them a Move
        else:
            taken = spoken_for(table, left)
        if taken is not None and not taken >> here & 1:
            return taken
    return spoken_for(without(table, unit), left)


def without(table: DDayTable, unit: int) -> DDayTable:
    """The table while a unit is away."""
    after = table.copy()
    put(after, unit, WAITING)
    return after


def _spoken_for_by_leavers(table: DDayTable, moves: int) -> HexSet | None:
    """2d4 The same if all who are too many leave by themselves."""
    answers, question = prospects(table, table.side).answers, _question(table, "leavers", moves)
    taken: HexSet | None = answers.get(question, NOT_ASKED)
    if taken == NOT_ASKED:
        prices = _prices(table, illegal_hexes(table, table.side))
        taken = answers[question] = _all_leave(table, prices, moves, SPARE)
    return taken


def where_of_use(table: DDayTable, away: DDayTable, moves: int) -> HexSet:
    """2d4 Where some units that are away for so many Moves may have to be asked about: everywhere,
    or if the stacks cannot be put right without them, wherever everybody is, only in those."""
    wrong = illegal_hexes(away, away.side)
    beyond = wrong and standing(table) == SOUND and _is_beyond(away, wrong, moves)
    return wrong if beyond else EVERYWHERE


def where_unit_is_of_use(table: DDayTable, unit: int, moves: int) -> HexSet:
    """2d4 The same for a unit that leaves its hex before the movement step. If the stacks cannot be
    put right without it, nobody but an army can help; or by 14a2 whoever joins others."""
    away = without(table, unit)
    found = where_of_use(table, away, table.moves[table.side] - moves)
    if found != EVERYWHERE or pieces().armies >> unit & 1 or standing(table) != SOUND:
        return found
    away.moves[table.side] -= moves
    if not illegal_hexes(away, away.side) or _is_sound(away):
        return EVERYWHERE
    return occupied(table, table.side) if plays(table, "stacking-restrictions") else 0


EVERYWHERE = ~0


def makes_room(away: DDayTable, unit: int, hex_: int, taken: HexSet, *, goes_on: bool) -> bool:
    """2d4 Whether a unit may come to a legal stack with which it may not stay, as for a Move it
    goes on, or somebody leaves who is there; to where nobody else must go. By 14a2 that depends on
    more."""
    if (illegal_hexes(away, away.side) | taken) >> hex_ & 1 or _is_passed(away, hex_):
        return False
    units = units_in(away, hex_, away.side) & ~pieces().strategic_air | 1 << unit
    armies = units & pieces().armies
    if armies and plays(away, "stacking-restrictions"):
        return False
    there, free = shelters(away), board().land & ~taken & ~(1 << hex_)
    leavers = (armies or units) & ~cannot_move(away)
    others = within(away, listed(leavers & ~(1 << unit)))
    if any(any(split(away, each, ways[min(ways)] & free, there)) for each, ways in others):
        return True
    if not goes_on or not leavers >> unit & 1:
        return False
    return any(split(away, unit, reach_on(away, [unit], hex_, [0]) & free, there))


def mends(table: DDayTable, hex_: int) -> bool:
    """2d4 Whether all can be put right once the moving group has joined the stack in a hex."""
    group = set_of(table.moving)
    together = units_in(table, hex_, table.side) | group
    if not may_stay(table, together):
        return False
    moves = table.moves[table.side]
    return _mend(_joined(table, hex_, group), moves, since=hex_) is not None


def _is_beyond(table: DDayTable, wrong: HexSet, moves: int) -> bool:
    """2d4 Whether it takes more than so many Moves to put the stacks right, whoever else comes."""
    settled = table.step == "movement" or not table.finished
    if not wrong or table.step == "combat" or not settled:
        return False
    prices = _prices(table, wrong)
    helpers = _helpers(table, prices)
    helpers.any = True
    least = _least_moves(prices, helpers, -1)
    return least > moves and not _saves_enough(table, moves, _leaving(prices))


def standing(table: DDayTable) -> Standing:
    """2d4-a How things stand for the side that moves, if it does its best from here on."""
    if _is_sound(table):
        return SOUND
    wrong = illegal_hexes(table, table.side)
    moves = table.moves[table.side]
    beyond_help = set_of(
        hex_ for hex_ in listed(wrong) if not _can_mend(table, MANY, wrong & ~(1 << hex_))
    )
    if not beyond_help:
        return Standing(0, short=True)
    lost = sum(stack.excess for stack in fewest_leavers(table, beyond_help))
    return Standing(lost, not _can_mend(table, moves, beyond_help))


def _is_sound(table: DDayTable, dropped: UnitSet = 0) -> bool:
    """2d4-a Whether everything can be put right in time."""
    moves = table.moves[table.side]
    if table.step == "combat":
        return _can_mend(table, moves)
    answers, question = prospects(table, table.side).answers, _question(table, dropped, moves)
    sound: bool | None = answers.get(question)
    if sound is None:  # after an action, the same is asked as before it was chosen
        sound = answers[question] = _can_mend(table, moves) or _can_carry(table, moves, dropped)
    return sound


def _question(table: DDayTable, what: str | UnitSet, moves: int) -> Hashable:
    """All that the answer depends on besides the `prospects`, and what is asked about."""
    return (
        what,
        moves,
        table.step,
        camp(table, table.side).code,
        table.used,
        table.finished,
        table.invaders,
        table.allied_control,
        len(table.moving),
        *table.moving,
        len(table.expended),
        *table.expended,
        *table.expended.values(),
        *table.boxes,
        *table.boxes.values(),
    )


def _can_mend(table: DDayTable, moves: int, aside: HexSet = 0) -> bool:
    return _mend(table, moves, aside) is not None


def _mend(
    table: DDayTable,
    moves: int,
    aside: HexSet = 0,
    since: int = -1,
    spare: int = 0,
    failed: set[Hashable] | None = None,
) -> HexSet | None:
    """2d4-a Whether all illegal stacks but some that are set aside can be put right with so many
    Moves, and with which hexes; armies are tried only for stacks from some hex on, as those before
    have been."""
    if moves < 0:
        return None
    wrong = illegal_hexes(table, table.side) & ~aside
    if not wrong:
        return 0
    prices = _prices(table, wrong)
    if sum(price.leaving for price in prices) <= moves:
        taken = _all_leave(table, prices, moves, spare)
        if taken is not None:
            return taken
    # N-20 When an army leaves, another one in its hex takes over its units and can do more.
    any_order = bool(table.boxes)
    helpers = _helpers(table, prices)
    if _least_moves(prices, helpers, -1 if any_order else since) > moves:
        return None
    wanted = set_of(price.hex for price in prices if price.wants_army and price.hex > since)
    joining = _armies_to(table, wanted)
    if not any_order:
        hopeless = wanted & ~set_of(joining)
        if hopeless and _least_moves(prices, helpers, since, hopeless) > moves:
            return None
    failed = set() if failed is None else failed
    for hex_, armies in joining.items():
        others = [price for price in prices if price.hex != hex_]
        tried = -1 if any_order else hex_
        for price, units in armies:
            if price > moves:
                continue
            here = table.hex[units.bit_length() - 1]
            behind = units_in(table, here, table.side) & ~units
            if not others and may_stay(table, behind):  # that was all
                return 1 << hex_ | 1 << here
            left = not wrong >> here & 1 and _is_crowd(table, behind)
            rest = _least_moves(others, helpers.without(units), tried, left=left)
            if price + rest - bool(helpers.paid & units) > moves:
                continue
            after = _joined(table, hex_, units)
            own = camp(after, after.side).code
            key = own, after.finished, moves - price, tried, *after.boxes.items()
            if key in failed:
                continue
            taken = _mend(after, moves - price, aside, tried, spare, failed)
            if taken is not None:
                return taken | 1 << hex_ | 1 << here
            failed.add(key)
    return None


@dataclass(slots=True)
class PriceOfOrder:
    """2d4 What it takes at least to put the stack in a hex right."""

    hex: int
    wants_army: bool
    leaving: int
    """The Moves until those who are too many have left; NEVER if they cannot."""
    least: int
    """The same if its armies go wherever they like, with those in their boxes."""
    armies: UnitSet
    """Those in it that can still be moved, for a Move."""
    readings: list[tuple[int, list[Stack]]]
    """14a2 Who must leave, and the Moves until they have; where several armies are, that depends on
    which one stays."""
    crowds: list[tuple[int, list[Exit]]]
    """For the cheapest of them, how many must leave, and the first who can."""


def _prices(table: DDayTable, wrong: HexSet) -> list[PriceOfOrder]:
    """2d1 What it takes at least to put each stack right by itself."""
    bound, moving = cannot_move(table), on_the_move(table)
    if table.step == "combat":
        return [_price_in(table, hex_, bound, moving) for hex_ in listed(wrong)]
    answers, step, ports = prospects(table, table.side).answers, table.step, harbors(table)
    found = []
    for hex_ in listed(wrong):
        units = units_in(table, hex_, table.side)
        able = units & ~bound
        spent = [table.expended.get(unit, 0) for unit in listed(able)] if table.expended else ()
        key = step, ports, hex_, units, able, able & moving, able & table.used, *spent
        price: PriceOfOrder | None = answers.get(key)
        if price is None:
            price = answers[key] = _price_in(table, hex_, bound, moving)
        found.append(price)
    return found


def _price_in(table: DDayTable, hex_: int, bound: UnitSet, moving: UnitSet) -> PriceOfOrder:
    """2d1 The same for one stack: it depends on nobody of its side but those who are in it."""
    readings = _stacks_in(table, hex_, bound)
    wants_army = readings[0][0].wants_army
    known: dict[int, Exit | None] = {}
    crowds = [
        [(stack.excess, exits(table, stack, moving, known)) for stack in each] for each in readings
    ]
    costs = [sum(map(_price_of_leaving, each)) for each in crowds]
    leaving = min(costs)
    least = leaving
    able = 0 if wants_army else units_in(table, hex_, table.side) & ~bound
    armies = able & pieces().armies
    if armies and (plays(table, "stacking-restrictions") or _is_passed(table, hex_)):
        least = 0 if able & moving else min(1, leaving)
    return PriceOfOrder(
        hex_,
        wants_army,
        leaving,
        least,
        armies & ~moving,
        [*zip(costs, readings, strict=True)],
        crowds[costs.index(leaving)],
    )


def _price_of_leaving(crowd: tuple[int, list[Exit]]) -> int:
    """3d2, 3e What the cheapest ways out cost; NEVER if not enough can leave."""
    excess, ways = crowd
    costs = sorted([each.moves for each in ways])
    return sum(costs[:excess]) if len(costs) >= excess else NEVER


@dataclass(slots=True)
class Helpers:
    """2d1 The armies that could join a stack without an extra Move."""

    any: bool
    """Whether there are armies that could join one at all."""
    free: UnitSet
    """On the move."""
    useful: UnitSet
    """Those of them in whose reach there is a stack that wants one."""
    paid: UnitSet
    """In illegal stacks that they have to leave."""

    def without(self, units: UnitSet) -> Helpers:
        return Helpers(self.any, self.free & ~units, self.useful & ~units, self.paid & ~units)


def _helpers(table: DDayTable, prices: Iterable[PriceOfOrder]) -> Helpers:
    if table.step == "combat":
        return Helpers(any=False, free=0, useful=0, paid=0)
    armies = on_board(table, table.side) & pieces().armies & ~cannot_move(table)
    free = armies & on_the_move(table)
    paid = wanted = useful = 0
    for price in prices:
        paid |= price.armies
        wanted |= price.wants_army << price.hex
    if free and wanted:
        useful = set_of(army for army, hexes in reach_alone(table, free) if hexes & wanted)
    return Helpers(bool(armies), free, useful, paid)


def _is_crowd(table: DDayTable, behind: UnitSet) -> bool:
    """2d1 Whether those whom an army leaves behind may not stay without it."""
    behind &= ~pieces().strategic_air
    if behind & (pieces().armies | on_the_move(table)):
        return False
    return bool(behind & (behind - 1))


def _least_moves(
    prices: Iterable[PriceOfOrder],
    helpers: Helpers,
    since: int,
    hopeless: HexSet = 0,
    *,
    left: bool = False,
) -> int:
    """2d4 The Moves it takes at least to put stacks right. Each unit is moved once: who leaves a
    stack for a Move joins at most one other, and nobody but an army mends a stack by that."""
    total, wanted = 0, int(left)
    helping = (helpers.free if left else helpers.useful).bit_count()
    for price in prices:
        if not price.wants_army:
            total += price.least
            helping += min(price.least, (price.armies & helpers.paid).bit_count())
        elif price.hex <= since or hopeless >> price.hex & 1 or not helpers.any:
            total += price.leaving
        else:
            wanted += price.leaving > 0
    return total + max(0, wanted - helping)


def _all_leave(
    table: DDayTable, prices: Sequence[PriceOfOrder], moves: int, spare: int = 0
) -> HexSet | None:
    """2d4 If all units that are too many can leave by themselves, the hexes they may need."""
    if leave_at_once(table, [crowd for price in prices for crowd in price.crowds], moves, spare):
        return 0
    for choice in product(*(price.readings for price in prices)):
        if sum(cost for cost, _ in choice) <= moves:
            stacks = [*chain.from_iterable(stacks for _, stacks in choice)]
            taken = rooms_taken(table, stacks, moves, spare)
            if taken is not None:
                return taken
    return None


# --- the stacks


def illegal_hexes(table: DDayTable, side: int) -> HexSet:
    """2d1, 3b3, 14a1 Where the units of a side may not stay: in illegal stacks, and while they are
    on the way over the sea and over enemies."""
    found = overstacked(table, side)
    passing = on_the_move(table) & pieces().air
    if passing:
        closed = occupied(table, enemy(side), ~pieces().strategic_air) | board().sea
        found |= closed & occupied(table, side, passing)
    return found


def illegal_stacks(table: DDayTable, side: int) -> list[Stack]:
    """2d1 The stacks that must be put right."""
    return fewest_leavers(table, illegal_hexes(table, side))


def fewest_leavers(table: DDayTable, wrong: HexSet) -> list[Stack]:
    """2d1 What must leave some hexes, where as few units as possible do."""
    readings = _readings(table, wrong)
    return min(readings, key=lambda stacks: sum(stack.excess for stack in stacks))


def _readings(table: DDayTable, wrong: HexSet) -> Iterator[list[Stack]]:
    """2d1, 14a2 What must leave; where several armies are, that depends on which one stays."""
    bound = cannot_move(table)
    for choice in product(*(_stacks_in(table, hex_, bound) for hex_ in listed(wrong))):
        yield [stack for stacks in choice for stack in stacks]


def cannot_move(table: DDayTable) -> UnitSet:
    """3, 3c, 3e2, 14b2 The units that can no longer be moved in this portion of the Turn."""
    never = pieces().divisions | pieces().strategic_air
    if table.step == "combat":
        return never | ~(on_the_move(table) | pursuers(table))
    return never | table.finished | table.invaders | table.unsupplied


def _stacks_in(table: DDayTable, hex_: int, bound: UnitSet) -> list[list[Stack]]:
    units = units_in(table, hex_, table.side) & ~pieces().strategic_air
    armies = units & pieces().armies
    if _is_passed(table, hex_):
        return [[Stack(hex_, units.bit_count(), units & ~bound, wants_army=False)]]
    if not armies:
        return [[Stack(hex_, units.bit_count() - 1, units & ~bound, wants_army=True)]]
    if not plays(table, "stacking-restrictions"):
        return [[Stack(hex_, armies.bit_count() - 1, armies & ~bound, wants_army=False)]]
    return [
        [
            Stack(hex_, excess, leavers & ~bound, wants_army=False)
            for excess, leavers in _foreigners(army, units)
            if excess
        ]
        for army in listed(armies)
    ]


def _is_passed(table: DDayTable, hex_: int) -> bool:
    """3b3, 14a1 Whether nobody of the side that moves may stay in a hex: the sea, and enemies."""
    there = units_in(table, hex_, enemy(table.side)) & ~pieces().strategic_air
    return bool(there) or board().is_sea(hex_)


def _foreigners(army: int, units: UnitSet) -> Iterator[tuple[int, UnitSet]]:
    """14a2 If one army stays: the other armies, the foreign corps that are too many, and the
    foreign air units."""
    others = units & pieces().armies & ~(1 << army)
    yield others.bit_count(), others
    foreign = units & ~compatriots(army)
    air = foreign & pieces().tactical_air
    yield air.bit_count(), air
    corps = foreign & pieces().corps
    friends = (units & pieces().corps & ~foreign).bit_count()
    yield max(0, corps.bit_count() - friends), corps


def moves_needed(table: DDayTable, side: int, stacks: list[Stack]) -> int:
    """2d4 The Moves it takes to make the units of some stacks leave; MANY if they cannot."""
    assert side == table.side
    excess = sum(stack.excess for stack in stacks)
    able = (moves for moves in range(MANY) if can_leave(table, stacks, moves) == excess)
    return next(able, MANY)


# --- the armies that could join them


def _armies_to(table: DDayTable, wanted: HexSet) -> dict[int, list[tuple[int, UnitSet]]]:
    """2d1 The armies that could join stacks without one, alone or with their boxes, and the Moves
    for it: one, or none for an army on the move. Nobody waits for one that pursues (14b2)."""
    found: dict[int, list[tuple[int, UnitSet]]] = {}
    if table.step == "combat":
        return found
    moving, bound = on_the_move(table), cannot_move(table)
    able = on_board(table, table.side) & pieces().armies & ~bound
    for army, hexes in reach_alone(table, able):
        near = hexes & wanted
        there = near | _by_ship(table, army) & wanted
        if not there:
            continue
        free = moving >> army & 1
        along = box_of(table, army) & ~bound & (moving if free else ~moving | may_be_left(table))
        together = reach(table, [army, *listed(along)]).hexes & near if along else 0
        for hex_ in listed(there):
            units = units_in(table, hex_, table.side) | 1 << army
            if may_stay(table, units):
                price = 1 - free if near >> hex_ & 1 else 1
                found.setdefault(hex_, []).append((price, 1 << army))
            if together >> hex_ & 1 and may_stay(table, units | along):
                found.setdefault(hex_, []).append((1 - free, 1 << army | along))
    return found


def may_be_left(table: DDayTable) -> UnitSet:
    """N-25 The units on the move with an army that have expended nothing: left to another army
    where they stood, they count as not moved."""
    if not table.moving or not pieces().armies >> table.moving[0] & 1:
        return 0
    return set_of(unit for unit in table.moving[1:] if not table.expended.get(unit))


def _by_ship(table: DDayTable, army: int) -> HexSet:
    """3e1 The ports to which an army can still be transferred."""
    found = harbors(table)
    return found if found >> table.hex[army] & 1 and not table.used >> army & 1 else 0


def _joined(table: DDayTable, hex_: int, units: UnitSet) -> DDayTable:
    after = table.copy()
    put_together(after, listed(units), hex_)
    after.finished |= units
    return after


# --- the armies that could carry them off


def _can_carry(table: DDayTable, moves: int, dropped: UnitSet = 0) -> bool:
    """2d1, N-02 Whether all others can leave by themselves once an army has come by a stack in its
    move, picked up those who are too many there and joined another with them."""
    if table.step == "combat" or moves < 0:
        return False
    settled = table.step == "movement" or not table.finished
    prices = _leaving(_prices(table, illegal_hexes(table, table.side)))
    if settled and not _saves_enough(table, moves, prices):
        return False
    start = table
    if table.step != "movement":
        start = _in_movement(table)
        prices = _leaving(_prices(start, illegal_hexes(start, start.side)))
    moving, stacks = on_the_move(start), set_of(prices)
    able = on_board(start, start.side) & pieces().armies & ~cannot_move(start)
    for army, hexes in reach_alone(start, able if moves > 0 else able & moving):
        near = hexes & stacks & ~(1 << start.hex[army])
        if near:
            left = moves - 1 + (moving >> army & 1)
            ways = _carried(start, army, near, dropped, prices, left)
            if any(_others_leave(each, left) for each in ways):
                return True
    return False


def _saves_enough(table: DDayTable, moves: int, leaving: Mapping[int, int]) -> bool:
    """2d4 Whether an army could save enough, for a Move unless it is on the move: the stack that it
    comes by, the one that it joins and the one that it leaves. Before the movement step leaving
    costs no more than in it."""
    armies = on_board(table, table.side) & pieces().armies & ~cannot_move(table)
    left = moves if armies & on_the_move(table) else moves - 1
    if left < 0:
        return False
    saved = 3 if set_of(leaving) & occupied(table, table.side, pieces().armies) else 2
    return sum(sorted(leaving.values())[:-saved]) <= left


def _leaving(prices: Iterable[PriceOfOrder]) -> dict[int, int]:
    """2d4 The Moves until those who are too many have left each stack."""
    return {price.hex: price.leaving for price in prices}


def _in_movement(table: DDayTable) -> DDayTable:
    after = table.copy()
    begin_movement(after)
    return after


def _others_leave(table: DDayTable, moves: int) -> bool:
    """2d4 Whether the stacks that are still illegal can be put right without an army."""
    wrong = illegal_hexes(table, table.side)
    if not wrong:
        return True
    prices = _prices(table, wrong)
    enough = sum(price.leaving for price in prices) <= moves
    return enough and _all_leave(table, prices, moves) is not None


def _carried(
    table: DDayTable,
    army: int,
    near: HexSet,
    dropped: UnitSet,
    prices: Mapping[int, int],
    moves: int,
) -> Iterator[DDayTable]:
    """2d1 The tables after each way in which an army carries off those who are too many from stacks
    that are near, unless those that it does not come by take more Moves than that."""
    here, side = table.hex[army], table.side
    total = sum(prices.values()) - prices.get(here, 0)
    with_it = set_of(table.moving[1:]) if table.moving[:1] == [army] else 0
    for there in (here, *listed(near)):
        left = moves - total + (prices[there] if there != here else 0)
        goals = set_of(
            [hex_ for hex_ in listed(near) if hex_ != there and prices[hex_] + left >= 0]
        )
        if not goals and (there == here or left < 0):
            continue
        for group in {1 << army, 1 << army | with_it}:
            crowd = not may_stay(table, units_in(table, here, side) & ~group)
            back = 1 << here if crowd and there != here and left >= 0 else 0
            loads = _loads(table, there, group, dropped, goals | back)
            cost = _cost_of_coming(table, army, group, there) if loads else None
            if cost is not None:
                for goal, load in _taken_along(table, army, group, there, cost, loads):
                    yield _joined(_arrived(table, army, group, there, cost), goal, load)


def _loads(
    table: DDayTable, there: int, group: UnitSet, dropped: UnitSet, goals: HexSet
) -> list[tuple[UnitSet, HexSet]]:
    """2d1 With whom a group may leave a hex that it comes by, and which of some stacks it may join
    then."""
    side, picked = table.side, waiting(table, there) & ~group & ~dropped
    if not goals or not picked:
        return []
    stay = units_in(table, there, side)
    loads = [group | each for each in _choices(picked) if may_stay(table, stay & ~group & ~each)]
    joined = [
        set_of(
            goal for goal in listed(goals) if may_stay(table, units_in(table, goal, side) | load)
        )
        for load in loads
    ]
    return [(load, open_) for load, open_ in zip(loads, joined, strict=True) if open_]


def _cost_of_coming(table: DDayTable, army: int, group: UnitSet, there: int) -> int | None:
    """3b What it costs an army with some units to come to a hex; None if they cannot."""
    way = reach(table, [army, *listed(group & ~(1 << army))])
    if there == way.start:
        return 0
    return way.cost[there] if way.hexes >> there & 1 else None


def _taken_along(
    table: DDayTable,
    army: int,
    group: UnitSet,
    there: int,
    cost: int,
    loads: Iterable[tuple[UnitSet, HexSet]],
) -> Iterator[tuple[int, UnitSet]]:
    """3b Where an army can go on to with whom, once it has come to a hex with a group."""
    near = reach_on(table, [army], there, [cost])
    if not any(near & goals for _, goals in loads):
        return
    for load, goals in loads:
        units = [army, *listed(load & ~(1 << army))]
        near = reach_on(table, units, there, [cost * (group >> unit & 1) for unit in units])
        for goal in listed(goals & near):
            yield goal, load


def _arrived(table: DDayTable, army: int, group: UnitSet, there: int, cost: int) -> DDayTable:
    """3b An army on its way with some units has come to a hex."""
    after = table.copy()
    units = [army, *listed(group & ~(1 << army))]
    if after.hex[army] != there:
        put_together(after, units, there)
    for unit in units:
        after.expended[unit] = after.expended.get(unit, 0) + cost
    after.used |= group
    return after


def _choices(units: UnitSet) -> Iterator[UnitSet]:
    """All of some units, or all but one."""
    yield units
    for unit in listed(units):
        if units != 1 << unit:
            yield units & ~(1 << unit)
