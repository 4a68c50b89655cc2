"""What each option seems worth to who must choose at once, by kind of decision.

Worths are rough: about one for a hex nearer to a goal, a little more for a loss dealt, much for an
Allied corps. What is below 0 is better left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from beachhead.bots.dday91 import combats, crossing, opening
from beachhead.bots.dday91.outlook import STRONG, View, view
from beachhead.bots.dday91.standing import best_stand, opportunity, stand
from beachhead.dday91.combat.losses import eliminates
from beachhead.dday91.movement.normal_movement import group_of
from beachhead.dday91.movement.ranges import reach
from beachhead.dday91.reinforcements.entering import entry_hexes
from beachhead.dday91.stacking.stacking_limits import overstacked
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import charts_of
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable, UnitSet, side_of, units_in
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.decision import Decision, Option

Weigher = Callable[[DDayTable, View, Decision, Sequence[Option]], list[float]]

LAST = -1e6
"""What is done only where nothing else is possible."""


def worths(decision: Decision, *, practiced: bool = False, posture: str = "") -> list[float]:
    """What each option seems worth."""
    table: DDayTable = decision.position
    weigher = BY_KIND.get(decision.kind)
    options = decision.options
    if weigher is None:
        return [0.0] * len(options)
    return weigher(table, view(table, practiced, posture), decision, options)


# --- 6a4 the German set-up

SET_UPS = {"opening-9b": 2.0, "depth-1944": 1.0, "forward-1943": 2.0}
PRACTICED = {"forward-1944": 3.0, "forward-1943": 3.0}
"""9b What the ready-made set-ups seem worth at once, and to who has played often."""


def _is_own(table: DDayTable, seen: View) -> bool:
    """6a4 Whether every unit is placed by itself: where landings beside Hamburg are possible."""
    return seen.practiced and table.year == opening.YEAR and opening.is_open(seen.board)


def _set_up(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    if _is_own(table, seen):
        return [float(not option.value) for option in options]
    worths = PRACTICED if seen.practiced else SET_UPS
    return [worths.get(option.value, 0.0) if option.value else -1.0 for option in options]


def _unit_to_place(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """Who still waits is placed; nobody is taken up again. 2d1 Armies first by those who know whom
    they will lead, else last."""
    found = []
    first = 1.0 if _is_own(table, seen) else -1.0
    for option in options:
        if option.value < 0:
            found.append(10.0)
        elif table.hex[option.value] >= 0:
            found.append(-10.0)
        else:
            found.append(2.0 + first * (pieces().armies >> option.value & 1))
    return found


def _place(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    """9b1 As in the set-up that comes first in the book, or by the sea in a port."""
    unit = decision.arguments[0]
    if _is_own(table, seen):
        return [float(option.value == opening.places().get(unit)) for option in options]
    model = charts_of(table).set_ups_for(table.year)[0].hex_of.get(unit)
    found = []
    for option in options:
        hex_ = option.value
        if hex_ < 0:
            found.append(LAST)
            continue
        worth = 10.0 if hex_ == model else 0.0
        worth += 2.0 * (board().ports >> hex_ & 1) + (board().coastal >> hex_ & 1)
        worth -= 2.0 * bool(units_in(table, hex_, GERMAN))
        found.append(worth)
    return found


# --- 3f reinforcements, 11b replacements


def _reinforce(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """3f1 Everybody comes, armies first, unless one would have to share its hex with another."""
    found = []
    for option in options:
        unit = option.value
        army = unit >= 0 and pieces().armies >> unit & 1
        free = not army or entry_hexes(table, unit) & ~set_of(seen.armies[table.side])
        found.append(0.0 if unit < 0 else 1.0 + army if free else -1.0)
    return found


def _enter(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    unit = decision.arguments[0]
    return [stand(seen, table.side, 1 << unit, option.value, option.value) for option in options]


def _replace(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """11b Losses are made good with what is not needed to move: corps first."""
    side, spare = table.side, table.moves[table.side] - _reserve(table, seen)
    found = []
    for option in options:
        what, unit, price = option.value
        if what == "done":
            found.append(0.0)
            continue
        worth = 2.0 if pieces().corps >> unit & 1 else 0.5
        if what == "return":
            worth = 1.0 if pieces().corps >> unit & 1 else -0.5
            worth += seen.temper.german_back * (side == GERMAN)
        near = what == "restore" and bool(
            seen.threat(1 - side)[table.hex[unit]] if table.hex[unit] >= 0 else 0
        )
        found.append(worth + near - (0.0 if spare >= price else 3.0))
    return found


def _reserve(table: DDayTable, seen: View) -> float:
    """3d Moves that a side keeps for its armies."""
    temper = seen.temper
    return temper.allied_reserve if table.side == ALLIED else temper.german_reserve


# --- 3 movement


def _mover(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """Who gains most by going somewhere goes first."""
    crowded = overstacked(table, table.side)
    waiting = _waiting(table, seen) if table.moves[table.side] <= FEW else 0
    found = []
    for option in options:
        what, unit, *rest = option.value
        if what == "move" and waiting and not waiting >> table.hex[unit] & 1:
            found.append(-3.0 if not crowded >> table.hex[unit] & 1 else 5.0)
        elif what == "done":
            found.append(0.0)
        elif what == "bomb":
            found.append(_bomb(seen, rest[0]))
        elif what == "drop":
            found.append(_drop(table, seen, unit))
        else:
            found.append(_gain(table, seen, unit, crowded))
    return found


FEW = 3
"""3d2 With so few Moves left, those who are to attack come first."""


def _waiting(table: DDayTable, seen: View) -> int:
    """4a The hexes from which somebody should attack who has had no Move: as many as Moves are
    left, or more; else none."""
    side, hexes = table.side, 0
    for hex_, units in seen.stacks[side].items():
        corps = units & pieces().corps & ~table.used
        if corps and board().land >> hex_ & 1 and opportunity(seen, side, corps, hex_) > 1.0:
            hexes |= 1 << hex_
    return hexes if hexes.bit_count() >= table.moves[side] else 0


PLENTY = 12


def cost(seen: View, side: int) -> float:
    """3d2 What a Move is worth to a side."""
    return seen.temper.allied_move if side == ALLIED else seen.temper.german_move


def _gain(table: DDayTable, seen: View, unit: int, crowded: int) -> float:
    """3b What a unit or an army gains by going where it stands best."""
    here, side = table.hex[unit], table.side
    if side == GERMAN and not seen.landed and seen.beaches >> here & 1:
        return -1.0  # 9b1 nobody leaves a beach before the Allies have landed
    if seen.practiced and _armies_share(seen, here) and not pieces().armies >> unit & 1:
        return -1.0  # each army takes some of them along for one Move
    if seen.practiced and not crowded >> here & 1:
        if side == ALLIED and not board().continent >> here & 1:
            return -1.0  # 3b3 no way leads from there
        if pieces().air >> unit & 1:
            return _to_an_army(table, seen, unit)
    group = group_of(table, unit)
    units = set_of(group)
    boxed = units_in(table, here, side) & ~units
    stays = stand(seen, side, units, here, here)
    if crowded >> here & 1:
        stays = -50.0
    elif boxed and not pieces().armies >> unit & 1:
        if seen.practiced and seen.crowds >> here & 1 and pieces().corps >> unit & 1:
            return _to_another_army(table, seen, unit)
        return -5.0  # an army would take it along for its own Move
    hexes = (
        there
        for there in reach(table, group)
        if board().land >> there & 1 and may_join(seen, side, units, there)
    )
    best = best_stand(seen, side, units, hexes, here)
    if seen.practiced and side == GERMAN:
        counts = seen.temper.german_small + seen.temper.german_each * seen.strength(units)
        best = stays + (best - stays) * min(1.0, counts)
    return best - stays - cost(seen, side) * (0.4 if table.moves[side] > PLENTY else 1.0)


def _armies_share(seen: View, hex_: int) -> bool:
    """2d1, 3d2 Whether more Allied armies are in a hex than may stay."""
    return (seen.stacks[ALLIED].get(hex_, 0) & pieces().armies).bit_count() > 1


def _to_an_army(table: DDayTable, seen: View, unit: int) -> float:
    """2d1 An air unit is of use in the box of an army with corps, which takes it along."""
    side, here = table.side, table.hex[unit]
    if seen.stacks[side].get(here, 0) & pieces().armies:
        return -1.0
    led = any(_is_led(seen, side, there) for there in reach(table, [unit]))
    return 1.5 if led else -1.0


def _is_led(seen: View, side: int, hex_: int) -> bool:
    """2d1 Whether an army with corps is in a hex."""
    units = seen.stacks[side].get(hex_, 0)
    return bool(units & pieces().armies and units & pieces().corps)


def _to_another_army(table: DDayTable, seen: View, unit: int) -> float:
    """2d1, 4b10 What is too much for one army goes to another that has hardly anybody."""
    for there in reach(table, [unit]):
        if _has_room(seen, there):
            return 3.0 + 0.1 * seen.factor(unit)
    return -5.0


def _has_room(seen: View, hex_: int) -> bool:
    """4b10 Whether an Allied army has hardly anybody to lead."""
    army = seen.stacks[ALLIED].get(hex_, 0)
    return bool(army & pieces().armies) and seen.strength(army) <= STRONG


def _leaves_a_crowd(seen: View, side: int, units: UnitSet, start: int) -> bool:
    """2d1 Whether somebody leaves an army that has too many."""
    return side == ALLIED and bool(seen.crowds >> start & 1) and not units & pieces().armies


def may_join(seen: View, side: int, units: UnitSet, there: int) -> bool:
    """2d1 Whether units may end in a hex with those who are there, as far as armies decide it."""
    friends = seen.stacks[side].get(there, 0) & ~units
    if not friends:
        return True
    return ((friends | units) & pieces().armies).bit_count() == 1


def _drop(table: DDayTable, seen: View, unit: int) -> float:
    """13d A drop is worth it where it helps a fight."""
    stays = stand(seen, ALLIED, 1 << unit, table.hex[unit], table.hex[unit])
    best = max(
        (
            stand(seen, ALLIED, 1 << unit, hex_, hex_)
            for hex_ in seen.ashore
            if may_join(seen, ALLIED, 1 << unit, hex_)
            and board().distance(table.hex[unit], hex_) <= crossing.RANGE
        ),
        default=-100.0,
    )
    return best - max(stays, -20.0) - cost(seen, ALLIED)


def _bomb(seen: View, hex_: int) -> float:
    """13b1 What will be attacked anyway is bombed; what is bombed must be."""
    found = combats.best(seen, ALLIED, hex_)
    return 0.5 if found > 1.0 else -5.0


def _leg(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """To where the group stands best; it takes along whom it meets."""
    side = side_of(table.moving[0])
    units, start = set_of(table.moving), table.hex[table.moving[0]]
    flying = seen.practiced and not units & ~pieces().air
    leaving = seen.practiced and _leaves_a_crowd(seen, side, units, start)
    found = []
    for option in options:
        what, *rest = option.value
        if what == "stop":
            found.append(stand(seen, side, units, start, start) + 0.01)
        elif what == "path":
            there = rest[-1]
            fits = may_join(seen, side, units, there)
            worth = stand(seen, side, units, there, start) if fits else -500.0
            worth += 50.0 * (flying and _is_led(seen, side, there))
            worth += 50.0 * (leaving and _has_room(seen, there))
            found.append(worth - 0.02 * len(rest))
        elif what == "pick":
            wanted = pieces().corps >> rest[0] & 1 and _as_quick(table, rest[0])
            if seen.practiced and seen.strength(units & pieces().corps) >= seen.temper.full:
                wanted = False
            found.append(LIKELY if wanted else LAST)
        elif (
            what == "recombine"
            or (what in ("leave", "hand") and _stays(table, seen, rest[0]))
            or (what == "hand" and seen.practiced and _too_many(seen, units, rest[0]))
        ):
            found.append(LIKELY)
        else:
            found.append(LAST)
    return found


def _stays(table: DDayTable, seen: View, unit: int) -> bool:
    """2e Whether a unit is left in a city that the Allies need and that nobody else holds."""
    here, units = table.hex[unit], set_of(table.moving)
    if table.side != ALLIED or not seen.cities >> here & 1 or table.expended.get(unit, 0):
        return False
    others = units_in(table, here, ALLIED) & ~units & pieces().ground
    return not others and bool(seen.left_behind(units, here) >> unit & 1)


def _too_many(seen: View, units: UnitSet, unit: int) -> bool:
    """2d1, 4b10 Whether an army can leave a corps to another: it has enough without it."""
    corps = units & pieces().corps & ~(1 << unit)
    return bool(pieces().corps >> unit & 1) and seen.strength(corps) >= seen.temper.led


LIKELY = 1e6
"""What is done at once, where it is possible."""


def _as_quick(table: DDayTable, unit: int) -> bool:
    """2d1 Whether a unit does not hold up the army that takes it along, or has nowhere to go."""
    return pieces().leg >> unit & 1 == 0 or not any(
        pieces().mechanized & pieces().corps >> each & 1 for each in table.moving
    )


# --- 4 combat


def _retreat(
    _table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    """4d To where the beaten stand best."""
    units = decision.arguments[0]
    side = side_of(next(members(units)))
    return [
        stand(seen, side, units, option.value, option.value, attacks=False) for option in options
    ]


def loss_hurts(table: DDayTable, unit: int) -> float:
    """4e What it costs to take a loss with a unit."""
    seen, the = view(table), pieces()
    gone = eliminates(table, unit)
    if the.armies >> unit & 1:
        return 4.0 if units_in(table, table.hex[unit], side_of(unit)).bit_count() > 2 else 2.0
    if the.headquarters >> unit & 1:
        return 2.0 if side_of(unit) == ALLIED else 0.5
    whole = seen.factor(unit)
    if not gone:
        after = the.units[unit].combat_when(True)
        return 1.0 + whole - after - 0.1 * whole
    if the.corps >> unit & 1:
        return whole + (9.0 if side_of(unit) == ALLIED else 1.0)
    return whole + 0.5


def _loss(
    table: DDayTable, _seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    return [-12.0 if option.value < 0 else -loss_hurts(table, option.value) for option in options]


def _given_up(
    _table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """2d1 Who cannot stay: the least."""
    return [
        -seen.factor(option.value) - 5.0 * (pieces().corps >> option.value & 1)
        if option.value >= 0
        else 0.0
        for option in options
    ]


def _advance(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    """4f All go together where they stand better, the army first."""
    target, side = decision.arguments[0], table.side
    movers = set_of(option.value for option in options if option.value >= 0)
    there = units_in(table, target, side)
    at_sea = any(board().is_sea(hex_) for hex_ in decision.arguments[1:])
    found = []
    for option in options:
        unit = option.value
        if unit < 0:
            found.append(0.0)
            continue
        here = table.hex[unit]
        if at_sea and board().is_sea(here):
            found.append(50.0 + 5.0 * (pieces().armies >> unit & 1) + seen.factor(unit))
            continue
        group = movers & units_in(table, here, side)
        gain = stand(seen, side, group | there, target, here, attacks=False)
        gain -= stand(seen, side, group, here, here, attacks=False)
        if seen.practiced and _enough_there(seen, side, there, unit, target):
            found.append(-1.0)
            continue
        if there and not (there | 1 << unit) & pieces().armies:
            gain = -1.0
        found.append(
            gain
            + _worth_taking(seen, side, target)
            + 0.1 * seen.factor(unit)
            + 1.0 * (pieces().armies >> unit & 1)
            if gain + _worth_taking(seen, side, target) > 0
            else -1.0
        )
    return found


def _enough_there(seen: View, side: int, there: UnitSet, unit: int, target: int) -> bool:
    """2d1, 4b10 Whether a unit that could follow is of more use where it is: there is an army
    already, or as much as counts and somebody to lose."""
    if pieces().armies >> unit & 1:
        return bool(there & pieces().armies)
    corps = there & pieces().corps
    full = seen.temper.full
    return seen.strength(corps) >= full and seen.defense(side, there, target) >= full


def _worth_taking(seen: View, side: int, hex_: int) -> float:
    """2e What it is worth to go into a hex, if it is the enemy's."""
    if (seen.control >> hex_ & 1) == (side == ALLIED):
        return 0.0
    return combats.ground_worth(seen, side, hex_)


def _land(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    """3e2 Ashore, the army first and all in one place; 13d or where a drop helps."""
    found = []
    for option in options:
        if isinstance(option.value, int):  # a drop
            unit, hex_ = decision.arguments[0], option.value
            found.append(
                stand(seen, ALLIED, 1 << unit, hex_, hex_)
                if may_join(seen, ALLIED, 1 << unit, hex_)
                else -80.0
            )
            continue
        unit, hex_ = option.value
        if unit < 0:
            found.append(LAST)
            continue
        friends = units_in(table, hex_, ALLIED)
        fleet = units_in(table, table.hex[unit], ALLIED)
        worth = stand(seen, ALLIED, fleet, hex_, hex_, attacks=False)
        worth += 20.0 * (pieces().armies >> unit & 1)
        worth += 30.0 * bool(friends & pieces().armies) + 0.1 * seen.factor(unit)
        found.append(worth)
    return found


# --- 10 tempting fate, 13 air, 14b pursuit


def _initiative(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    """10a Dice that cost much are rolled again."""
    hurt = combats.hurt_by_dice(table, seen, 0 if decision.seat == "allied" else 1)
    return [hurt - 2.5 if option.value else 0.0 for option in options]


def _fight_on(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    """10b Another round for a loss, where much is at stake and the odds are good."""
    gain = combats.gain_by_fighting_on(table, seen, decision.arguments[0])
    return [gain if option.value else 0.0 for option in options]


def _react(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """13a Where it helps the defender most."""
    found = []
    for option in options:
        unit, hex_ = option.value
        if unit < 0:
            found.append(0.0)
            continue
        found.append(combats.helped(table, seen, unit, hex_) - 0.4)
    return found


def _aim(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """13b2 At the strongest corps, or one that a loss eliminates."""
    seen = view(table)
    return [seen.factor(option.value) + 2.0 * eliminates(table, option.value) for option in options]


def _pursue(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """14b2 The beaten are struck again at good odds; else one goes on if it is better there."""
    side = table.side
    found = []
    for option in options:
        what, which = option.value
        if what == "done":
            found.append(0.0)
        elif what == "strike":
            found.append(combats.best_strike(table, seen, which) - 0.5)
        else:
            found.append(_pursuit(table, seen, side, which))
    return found


def _pursuit(table: DDayTable, seen: View, side: int, unit: int) -> float:
    here = table.hex[unit]
    units = 1 << unit
    if pieces().armies >> unit & 1:
        units |= units_in(table, here, side)
    stays = stand(seen, side, units, here, here, attacks=False)
    best = max(
        (
            stand(seen, side, units, there, here, attacks=False)
            for there in members(board().ground[here])
            if there not in seen.stacks[1 - side] and may_join(seen, side, units, there)
        ),
        default=-100.0,
    )
    return best - stays - 1.5


BY_KIND: dict[str, Weigher] = {
    "set_up_chosen": _set_up,
    "unit_chosen": _unit_to_place,
    "placed": _place,
    "reinforcement_chosen": _reinforce,
    "entered": _enter,
    "replaced": _replace,
    "transfer_chosen": crossing.whom_to_transfer,
    "transferred": crossing.where_to_transfer,
    "invader_chosen": crossing.who_invades,
    "sent": crossing.where_to_invade,
    "mover_chosen": _mover,
    "leg_chosen": _leg,
    "target_chosen": combats.which_target,
    "attacker_added": combats.who_joins,
    "combat_chosen": combats.which_first,
    "loss_marked": _loss,
    "stayed": _loss,
    "given_up": _given_up,
    "retreated": _retreat,
    "advanced": _advance,
    "landed": _land,
    "initiative_decided": _initiative,
    "fight_on_decided": _fight_on,
    "reacted": _react,
    "corps_chosen": _aim,
    "pursuit_chosen": _pursue,
    "striker_chosen": combats.who_strikes,
}
