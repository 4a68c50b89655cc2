"""2d4, 8a1 No action that forces an illegal one later: what it takes to put stacks right in time.

Stacks are judged at the end of the movement step (2d1). Until then a stack may be illegal if its
excess units can still leave: by land for a Move each, as long as those steps last by port transfer
or invasion, or for nothing while they are being moved; or if an army headquarters can join them
(N-02). An action is refused if more units would have to be given up after it than before. So the
last resort (2d1, N-06) is left for what happens without an action of the owner.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from beachhead.dday91.movement.acquiring_and_spending_moves import counted
from beachhead.dday91.movement.ranges import begin_movement, prospects, reach, reach_alone, reach_on
from beachhead.dday91.options.pursuers import pursuers
from beachhead.dday91.stacking.places_to_stay import (
    Stack,
    can_leave,
    harbors,
    moving_first,
    on_the_move,
    rooms_taken,
    waiting,
    within,
)
from beachhead.dday91.stacking.stacking_limits import may_stay, nation, overstacked
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    WAITING,
    DDayTable,
    UnitSet,
    box_of,
    enemy,
    hex_label,
    occupied,
    on_board,
    plays,
    put,
    units_in,
)
from beachhead.kernel.bits import members, set_of, unpacked
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
    where = " or ".join(map(hex_label, members(wrong)))
    left = f"{counted(after.moves[after.side])} left"
    return Refusal("2d4", f"the stack in {where} could not be put right in time with {left}")


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
    if table.step == "combat":
        return _mend(table, moves, spare=SPARE)
    question = _question(table, moves)
    if question not in _SPOKEN_FOR:
        if len(_SPOKEN_FOR) >= MOST_ANSWERS:
            _SPOKEN_FOR.clear()
        _SPOKEN_FOR[question] = _mend(table, moves, spare=SPARE)
    return _SPOKEN_FOR[question]


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
    question = _question(table, LEAVERS - moves)
    if question not in _SPOKEN_FOR:
        if len(_SPOKEN_FOR) >= MOST_ANSWERS:
            _SPOKEN_FOR.clear()
        wrong = illegal_hexes(table, table.side)
        _SPOKEN_FOR[question] = _all_leave(table, wrong, moves, SPARE)
    return _SPOKEN_FOR[question]


LEAVERS = -100

_SPOKEN_FOR: dict[Hashable, HexSet | None] = {}


def where_of_use(table: DDayTable, away: DDayTable, moves: int) -> HexSet:
    """2d4 Where some units that are away for so many Moves may have to be asked about: everywhere,
    or if the stacks cannot be put right without them, wherever everybody is, only in those."""
    wrong = illegal_hexes(away, away.side)
    beyond = wrong and standing(table) == SOUND and _is_beyond(away, wrong, moves)
    return wrong if beyond else EVERYWHERE


EVERYWHERE = ~0


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
    helpers = _helpers(table, prices)._replace(any=True)
    return _least_moves(prices, helpers, -1) > moves and not _saves_enough(table, moves)


def standing(table: DDayTable) -> Standing:
    """2d4-a How things stand for the side that moves, if it does its best from here on."""
    if _is_sound(table):
        return SOUND
    wrong = illegal_hexes(table, table.side)
    moves = table.moves[table.side]
    beyond_help = set_of(
        hex_ for hex_ in members(wrong) if not _can_mend(table, MANY, wrong & ~(1 << hex_))
    )
    if not beyond_help:
        return Standing(0, short=True)
    lost = sum(stack.excess for stack in fewest_leavers(table, beyond_help))
    return Standing(lost, not _can_mend(table, moves, beyond_help))


def _is_sound(table: DDayTable, dropped: UnitSet = 0) -> bool:
    """2d4-a Whether everything can be put right in time."""
    moves = table.moves[table.side]
    if table.step == "combat":  # much more matters there
        return _can_mend(table, moves)
    question = _question(table, dropped)
    if question not in _ANSWERS:
        if len(_ANSWERS) >= MOST_ANSWERS:
            _ANSWERS.clear()
        _ANSWERS[question] = _can_mend(table, moves) or _can_carry(table, moves, dropped)
    return _ANSWERS[question]


_ANSWERS: dict[Hashable, bool] = {}
"""What was asked last: after an action, the same is asked as before it was chosen."""
MOST_ANSWERS = 1024


def _question(table: DDayTable, also: int) -> Hashable:
    """All that the answer depends on, and something that is asked about."""
    return (
        table.step,
        table.side,
        also,
        *table.hex,
        table.moves[table.side],
        table.used,
        table.finished,
        table.began_in_zone,
        table.invaders,
        table.efforts,
        table.unsupplied,
        table.reduced,
        table.allied_control,
        table.bad_weather,
        tuple(table.moving),
        tuple(table.expended.items()),
        tuple(table.boxes.items()),
        tuple(table.options),
        tuple(table.house.items()),
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
        taken = _all_leave(table, wrong, moves, spare)
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
            left = _leaves_a_crowd(table, units, wrong)
            rest = _least_moves(others, helpers.without(units), tried, left=left)
            if price > moves or price + rest - bool(helpers.paid & units) > moves:
                continue
            after = _joined(table, hex_, units)
            key = (*after.hex, after.finished, moves - price, tried, *after.boxes.items())
            if key in failed:
                continue
            taken = _mend(after, moves - price, aside, tried, spare, failed)
            if taken is not None:
                return taken | 1 << hex_ | set_of(table.hex[unit] for unit in members(units))
            failed.add(key)
    return None


class PriceOfOrder(NamedTuple):
    """2d4 What it takes at least to put the stack in a hex right."""

    hex: int
    wants_army: bool
    leaving: int
    """The Moves until those who are too many have left; NEVER if they cannot."""
    least: int
    """The same if its armies go wherever they like, with those in their boxes."""
    armies: UnitSet
    """Those in it that can still be moved, for a Move."""


def _prices(table: DDayTable, wrong: HexSet) -> list[PriceOfOrder]:
    """2d1 What it takes at least to put each stack right by itself."""
    bound, moving = cannot_move(table), on_the_move(table)
    if table.step == "combat":
        return [_price_in(table, hex_, bound, moving) for hex_ in members(wrong)]
    answers, when = prospects(table, table.side), (table.step, harbors(table))
    found = []
    for hex_ in members(wrong):
        units = units_in(table, hex_, table.side)
        able = units & ~bound
        spent = tuple(map(table.expended.get, unpacked(able)))
        key = when, hex_, units, able, able & moving, able & table.used, spent
        price: PriceOfOrder | None = answers.get(key)
        if price is None:
            price = answers[key] = _price_in(table, hex_, bound, moving)
        found.append(price)
    return found


def _price_in(table: DDayTable, hex_: int, bound: UnitSet, moving: UnitSet) -> PriceOfOrder:
    """2d1 The same for one stack: it depends on nobody of its side but those who are in it."""
    readings = _stacks_in(table, hex_, bound)
    wants_army = readings[0][0].wants_army
    leaving = least = min(
        sum(_price_of_leaving(table, stack, moving) for stack in stacks) for stacks in readings
    )
    able = 0 if wants_army else units_in(table, hex_, table.side) & ~bound
    armies = able & pieces().armies
    if armies and (plays(table, "stacking-restrictions") or _is_passed(table, hex_)):
        least = 0 if able & moving else min(1, leaving)
    return PriceOfOrder(hex_, wants_army, leaving, least, armies & ~moving)


def _price_of_leaving(table: DDayTable, stack: Stack, moving: UnitSet) -> int:
    """3d2, 3e What the cheapest ways out cost, as if all the others were not there."""
    costs: list[int] = []
    cheap = 0
    for _, ways in within(table, moving_first(stack.leavers, moving)):
        cost = min((moves for moves, hexes in ways.items() if hexes), default=NEVER)
        if cost < NEVER:
            costs.append(cost)
            cheap += cost <= 1
            if cheap == stack.excess:
                break
    return sum(sorted(costs)[: stack.excess]) if len(costs) >= stack.excess else NEVER


class Helpers(NamedTuple):
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


def _leaves_a_crowd(table: DDayTable, units: UnitSet, wrong: HexSet) -> bool:
    """2d1 Whether an army that leaves with some units leaves others behind who may not stay."""
    here = table.hex[next(members(units))]
    behind = units_in(table, here, table.side) & ~units & ~pieces().strategic_air
    if wrong >> here & 1 or behind & (pieces().armies | on_the_move(table)):
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


def _all_leave(table: DDayTable, wrong: HexSet, moves: int, spare: int = 0) -> HexSet | None:
    """2d4 If all units that are too many can leave by themselves, the hexes they may need."""
    for stacks in _readings(table, wrong):
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
    for choice in product(*(_stacks_in(table, hex_, bound) for hex_ in members(wrong))):
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
        for army in members(armies)
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
    foreign = set_of(unit for unit in members(units) if nation(unit) != nation(army))
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
        together = reach(table, [army, *members(along)]).hexes & near if along else 0
        for hex_ in members(there):
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
    for unit in members(units):
        put(after, unit, hex_)
    after.finished |= units
    return after


# --- the armies that could carry them off


def _can_carry(table: DDayTable, moves: int, dropped: UnitSet = 0) -> bool:
    """2d1, N-02 Whether all others can leave by themselves once an army has come by a stack in its
    move, picked up those who are too many there and joined another with them."""
    if table.step == "combat":
        return False
    settled = table.step == "movement" or not table.finished
    if settled and not _saves_enough(table, moves):
        return False
    start = table if table.step == "movement" else _in_movement(table)
    prices = _leaving(start)
    moving = on_the_move(start)
    able = on_board(start, start.side) & pieces().armies & ~cannot_move(start)
    for army, hexes in reach_alone(start, able if moves > 0 else able & moving):
        left = moves - 1 + (moving >> army & 1)
        ways = _carried(start, army, hexes, dropped, prices, left)
        if left >= 0 and any(_others_leave(each, left) for each in ways):
            return True
    return False


def _saves_enough(table: DDayTable, moves: int) -> bool:
    """2d4 Whether an army could save enough, for a Move unless it is on the move: the stack that it
    comes by, the one that it joins and the one that it leaves. Before the movement step leaving
    costs no more than in it."""
    armies = on_board(table, table.side) & pieces().armies & ~cannot_move(table)
    left = moves if armies & on_the_move(table) else moves - 1
    if left < 0:
        return False
    leaving = _leaving(table)
    saved = 3 if set_of(leaving) & occupied(table, table.side, pieces().armies) else 2
    return sum(sorted(leaving.values())[:-saved]) <= left


def _leaving(table: DDayTable) -> dict[int, int]:
    """2d4 The Moves until those who are too many have left each stack."""
    wrong = illegal_hexes(table, table.side)
    return {price.hex: price.leaving for price in _prices(table, wrong)}


def _in_movement(table: DDayTable) -> DDayTable:
    after = table.copy()
    begin_movement(after)
    return after


def _others_leave(table: DDayTable, moves: int) -> bool:
    """2d4 Whether the stacks that are still illegal can be put right without an army."""
    wrong = illegal_hexes(table, table.side)
    if not wrong:
        return True
    enough = sum(price.leaving for price in _prices(table, wrong)) <= moves
    return enough and _all_leave(table, wrong, moves) is not None


def _carried(
    table: DDayTable,
    army: int,
    within_reach: HexSet,
    dropped: UnitSet,
    prices: Mapping[int, int],
    moves: int,
) -> Iterator[DDayTable]:
    """2d1 The tables after each way in which an army carries off those who are too many, unless the
    stacks that it does not come by take more Moves than that."""
    here, side = table.hex[army], table.side
    others = {hex_: price for hex_, price in prices.items() if hex_ != here}
    near = [hex_ for hex_ in others if within_reach >> hex_ & 1]
    if not near:
        return
    total = sum(others.values())
    with_it = set_of(table.moving[1:]) if table.moving[:1] == [army] else 0
    for there in (here, *near):
        left = moves - total + others.get(there, 0)
        goals = [hex_ for hex_ in near if hex_ != there and others[hex_] + left >= 0]
        if there != here and left >= 0:
            goals.append(here)
        if not goals or not waiting(table, there) & ~dropped:
            continue
        if there != here:
            first = reach(table, [army]).cost[there]
            if not reach_on(table, army, there, first) & set_of(goals):
                continue
        for group in {1 << army, 1 << army | with_it}:
            cost = reach(table, [army, *members(group & ~(1 << army))]).cost.get(there)
            if cost is not None:
                arrived = _arrived(table, army, group, there, cost)
                open_ = illegal_hexes(arrived, side) & set_of(goals)
                yield from _picked_up(arrived, army, group, dropped, open_)


def _arrived(table: DDayTable, army: int, group: UnitSet, there: int, cost: int) -> DDayTable:
    """3b An army on its way with some units has come to a hex."""
    after = table.copy()
    for unit in [army, *members(group & ~(1 << army))]:
        if after.hex[unit] != there:
            put(after, unit, there)
        after.expended[unit] = after.expended.get(unit, 0) + cost
    after.used |= group
    return after


def _picked_up(
    table: DDayTable, army: int, group: UnitSet, dropped: UnitSet, goals: HexSet
) -> Iterator[DDayTable]:
    """2d1 Those who are too many in an army's hex go along to where an army is wanted."""
    here, side = table.hex[army], table.side
    if not goals:
        return
    for picked in _choices(waiting(table, here) & ~dropped):
        leaving = group | picked
        if not may_stay(table, units_in(table, here, side) & ~leaving):
            continue
        near = reach(table, [army, *members(leaving & ~(1 << army))]).hexes
        for goal in members(goals & near):
            if may_stay(table, units_in(table, goal, side) | leaving):
                yield _joined(table, goal, leaving)


def _choices(units: UnitSet) -> Iterator[UnitSet]:
    """All of some units, or all but one."""
    yield units
    for unit in members(units):
        if units != 1 << unit:
            yield units & ~(1 << unit)
