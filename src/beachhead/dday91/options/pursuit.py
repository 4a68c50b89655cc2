"""14b Winning attacker pursuit."""

from __future__ import annotations

from beachhead.dday91.air.air_attack_restriction import refuse_air_alone
from beachhead.dday91.combat.combat_reach import reach
from beachhead.dday91.movement import normal_movement
from beachhead.dday91.movement.acquiring_and_spending_moves import (
    cost_of_attack,
    refuse_spending,
    spend,
)
from beachhead.dday91.movement.supply import unsupplied
from beachhead.dday91.options import weather
from beachhead.dday91.options.pursuers import pursuers, white
from beachhead.dday91.stacking import no_forced_stacks
from beachhead.dday91.stacking.stacking_limits import overstacked
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    Combat,
    DDayTable,
    UnitSet,
    box_of,
    enemy,
    hex_label,
    hex_labels,
    hex_tag,
    holder,
    movement_factor,
    names,
    plays,
    row,
    steps,
    tags_of_combat,
    tags_of_unit,
    tags_on_map,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import AS_TOUCHED, Shows, Topic


@steps.step("pursuit.begin")
def begin(table: DDayTable) -> None:
    """14b1-a, 14b2-c Units that have occupied the hex, as in 4f, may go on at once, but not after a
    second combat."""
    combat = table.combat
    if plays(table, "pursuit") and combat is not None and not combat.pursuit:
        table.then(choose_pursuit)


def refuse_pursuit(table: DDayTable, unit: int) -> Refusal | None:
    """14b2-a, 14c1, 2d4, 3d1 Why a unit may not move on now: there must be something to do with a
    Move, and the stack in the hex must still be put right."""
    name = unit_name(unit)
    if not pursuers(table) >> unit & 1:
        return Refusal("14b2", f"{name} does not pursue from {hex_labels(_combat(table).hexes)}")
    refused = refuse_spending(table, table.side, 1)
    if refused is not None:
        return refused
    after = set_off(table, unit)
    if not normal_movement.ways_on(after):
        return Refusal("3b", f"{name} can go no farther")
    return no_forced_stacks.refuse_forcing(table, after)


def _combat(table: DDayTable) -> Combat:
    assert table.combat is not None, "pursuit follows a combat"
    return table.combat


def _winners(table: DDayTable) -> list[str]:
    combat = _combat(table)
    return [*tags_on_map(table, combat.attackers), *map(hex_tag, members(combat.hexes))]


def _pursuit_shown(table: DDayTable, option: Option) -> Shows:
    what, which = option.value
    return (
        Shows(tags_of_unit(table, which)) if what == "pursue" else Shows(hostile=what == "strike")
    )


def _pursue_from(table: DDayTable) -> str:
    where = hex_labels(_combat(table).hexes)
    return f"Pursuit from {where} ({table.moves[table.side]} Moves left)?"


PURSUIT = Topic("pursuit_chosen", "Pursuit", about=_winners, shows=_pursuit_shown)


@steps.question("pursuit.choose_pursuit")
def choose_pursuit(table: DDayTable) -> Decision | None:
    """14b2 Move on, strike the beaten units again, or be content: once the stack in the hex is
    legal (2d4, N-28)."""
    options = [
        _pursue(*_group(table, unit))
        for unit in members(pursuers(table))
        if refuse_pursuit(table, unit) is None
    ]
    for quarry in members(quarries(table)):
        if strikers(table, quarry):
            id_ = "strike" if 1 << quarry == quarries(table) else f"strike-{board().name(quarry)}"
            options.append(_strike(id_, quarry, units_in(table, quarry, enemy(table.side))))
    if not options:
        return None
    if _refuse_crowd(table) is None:
        text = "No more pursuit: the combat is over"
        options.append(Option("done", text, ("done", -1), commits=True, ends=True))
    return Decision(
        SIDES[table.side],
        _pursue_from,
        "14b2",
        pursuit_chosen,
        options,
        topic=PURSUIT,
    )


def _pursue(*group: int) -> Option:
    return Option(
        f"pursue-{row(group[0]).id}",
        lambda: f"{names(group)} pursue{'s' if len(group) == 1 else ''} (1 Move)",
        ("pursue", group[0]),
        (unit_tag(group[0]),),
        commits=True,
    )


def _strike(id_: str, quarry: int, foes: UnitSet) -> Option:
    return Option(
        id_,
        lambda: f"Strike {names(foes)} in {hex_label(quarry)}",
        ("strike", quarry),
        (hex_tag(quarry),),
    )


def _refuse_crowd(table: DDayTable) -> Refusal | None:
    """2d4, N-28 Why the pursuit may not end yet: winners who may not stay together are to part."""
    crowded = overstacked(table, table.side) & _combat(table).hexes
    if not crowded:
        return None
    return Refusal("2d4", f"the stack in {hex_labels(crowded)} must be put right first")


def _group(table: DDayTable, unit: int) -> list[int]:
    """2d1, 3d2 An army takes along those in its box that may pursue too, for its Move."""
    if not pieces().armies >> unit & 1:
        return [unit]
    return [unit, *members(box_of(table, unit) & pursuers(table))]


def set_off(table: DDayTable, unit: int) -> DDayTable:
    """The table once a unit or an army is in pursuit."""
    after = table.copy()
    _set_off(after, unit)
    after.moves[table.side] -= 1
    return after


def _set_off(table: DDayTable, unit: int) -> None:
    """14b2, N-08 A new movement begins, not bound by where the last one began (3b3)."""
    table.moving = _group(table, unit)
    group = set_of(table.moving)
    table.pursued |= group
    table.began_in_zone &= ~group


def pursuit_chosen(table: DDayTable, choice: tuple[str, int]) -> None:
    """14b-b, 14b2-b Pursuit movement costs a Move; a strike ends the pursuit (N-14)."""
    what, which = choice
    if what == "pursue":
        spend(table, table.side, 1, "14b2", lambda: f"for {unit_name(which)} to pursue")
        _set_off(table, which)
        table.then(normal_movement.choose_leg, choose_pursuit)
    elif what == "strike":
        table.building = 0
        table.then((choose_strikers, which), choose_pursuit)


# --- 14b2 the second combat


def quarries(table: DDayTable) -> HexSet:
    """14b2-a Where the beaten units have gone."""
    beaten = members(_combat(table).beaten)
    return set_of(table.hex[unit] for unit in beaten if table.hex[unit] >= 0)


def strikers(table: DDayTable, quarry: int) -> UnitSet:
    """14b2 The units that may join a second combat against the hex of the beaten units."""
    able = _combat(table).occupiers & ~table.building
    return set_of(unit for unit in members(able) if refuse_striker(table, unit, quarry) is None)


def refuse_striker(table: DDayTable, unit: int, quarry: int) -> Refusal | None:
    """14b2-a, N-09, N-28 Why a unit in the occupied hex may not attack the beaten units again."""
    name = unit_name(unit)
    if table.hex[unit] < 0 or not (white(table) & ~pieces().headquarters) >> unit & 1:
        return Refusal("14b2", f"{name} does not attack again")
    if not reach(table, unit) >> quarry & 1:
        return Refusal("4a2", f"{hex_label(quarry)} is not in the zone of control of {name}")
    beyond = table.expended.get(unit, 0) > movement_factor(table, unit)
    if beyond or table.overspent >> unit & 1:
        return Refusal("3b1", f"{name} has moved farther than its printed factors")
    if table.unsupplied >> unit & 1:
        return unsupplied(unit)
    if table.grounded >> unit & 1:
        return Refusal("12c5", f"the weather keeps {name} from attacking")
    refused = _refuse_crowd(table) or refuse_air_alone(table, unit, table.building, quarry)
    return refused or refuse_spending(table, table.side, price(table, unit))


def price(table: DDayTable, unit: int) -> int:
    """14b2 A Move for a unit that has not expended one for pursuit."""
    return 0 if table.pursued >> unit & 1 else 1


def _striking(table: DDayTable, quarry: int) -> list[str]:
    return [*tags_on_map(table, table.building), hex_tag(quarry)]


def _strike_with(table: DDayTable, option: Option | None, quarry: int) -> Combat:
    """14b2 The second combat, with one unit more."""
    added = 0 if option is None or option.value < 0 else 1 << option.value
    return Combat(quarry, table.building | added, pursuit=True)


def _striker_shown(table: DDayTable, option: Option, _quarry: int) -> Shows:
    return Shows(tags_of_unit(table, option.value)) if option.value >= 0 else AS_TOUCHED


def _who_strikes(_table: DDayTable, quarry: int) -> str:
    return f"Who strikes {hex_label(quarry)}?"


STRIKERS = Topic(
    "striker_chosen",
    "Who strikes again",
    about=_striking,
    charts=("terrain",),
    builds=_strike_with,
    shows=_striker_shown,
)


@steps.question("pursuit.choose_strikers")
def choose_strikers(table: DDayTable, quarry: int) -> Decision | None:
    """14b2 Who attacks the beaten units again; everybody in their hex defends."""
    options = [
        _add(unit, weather.must_roll(table, unit), price(table, unit))
        for unit in members(strikers(table, quarry))
    ]
    if table.building:
        options.append(_commit(quarry, table.building))
    if not options:
        return None
    return Decision(
        SIDES[table.side],
        _who_strikes,
        "14b2",
        striker_chosen,
        options,
        (quarry,),
        topic=STRIKERS,
        forced=True,
    )


def _add(unit: int, rolls: bool, moves: int) -> Option:
    return Option(
        f"add-{row(unit).id}",
        lambda: f"Add {unit_name(unit)}{cost_of_attack(rolls, moves)}",
        unit,
        (unit_tag(unit),),
        commits=rolls or moves > 0,
    )


def _commit(quarry: int, units: UnitSet) -> Option:
    return Option(
        "commit",
        lambda: f"Roll for {names(units)} against {hex_label(quarry)}",
        -1,
        commits=True,
        ends=True,
    )


def striker_chosen(table: DDayTable, unit: int, quarry: int) -> None:
    if unit < 0:
        strike(table, quarry)
    elif weather.must_roll(table, unit):
        table.then((weather.roll_for_air, unit), (add_striker, unit, quarry))
    else:
        table.then((add_striker, unit, quarry))


@steps.step("pursuit.add_striker")
def add_striker(table: DDayTable, unit: int, quarry: int) -> None:
    """14b2 One unit more, unless the weather keeps it from attacking (12c5)."""
    if not table.grounded >> unit & 1:
        pay(table, unit)
        table.building |= 1 << unit
    table.then((choose_strikers, quarry))


def pay(table: DDayTable, unit: int) -> None:
    """14b2-b, 3d2, QRC.expending-f A Move for the unit, or for an army that has come along and all
    in its box."""
    if not price(table, unit):
        return
    army = holder(table, unit)
    lead = unit if army is None or not pursuers(table) >> army & 1 else army
    spend(table, table.side, 1, "14b2", lambda: f"for {unit_name(lead)} to strike")
    table.pursued |= set_of(_group(table, lead))


def strike(table: DDayTable, quarry: int) -> None:
    """14b2 The second combat."""
    attackers, table.building = table.building, 0
    table.combat = Combat(quarry, attackers, pursuit=True)
    foes = units_in(table, quarry, enemy(table.side))
    table.tell(
        "14b2",
        telling.PURSUIT,
        lambda: f"{names(attackers)} strike {names(foes)} in {hex_label(quarry)} again.",
        tags_of_combat(table, table.combat),
    )
