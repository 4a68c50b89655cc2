"""4a Separating combats: the attacker announces who attacks which hex."""

from __future__ import annotations

from beachhead.dday91.air import air_reaction, carpet_bombing, strategic_bombers
from beachhead.dday91.air.air_attack_restriction import refuse_air_alone
from beachhead.dday91.combat import resolution_and_tempting_fate
from beachhead.dday91.combat.combat_reach import reach
from beachhead.dday91.movement.acquiring_and_spending_moves import cost_of_attack, moves_left, spend
from beachhead.dday91.movement.supply import unsupplied
from beachhead.dday91.odds import chances, percent, winning
from beachhead.dday91.options import weather
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
    occupied,
    on_board,
    plays_otherwise,
    row,
    side_name,
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


@steps.step("combat.combat_step")
def combat_step(table: DDayTable) -> None:
    """2b, 4a Combats are announced, the other side may react, then they are resolved."""
    table.step = "combat"
    table.combats = []
    table.fought = 0
    table.efforts = 0
    table.overspent = set_of(
        unit for unit, spent in table.expended.items() if spent > movement_factor(table, unit)
    )
    table.building = 0
    table.then(
        choose_target,
        air_reaction.react,
        carpet_bombing.bomb,
        resolution_and_tempting_fate.choose_combat,
        resolution_and_tempting_fate.end_of_combats,
    )


# --- 4a2 who may attack what


def refuse_attacker(table: DDayTable, unit: int, target: int) -> Refusal | None:
    """4a, 3b1, 3c, 3d2 Why a unit may not take part in a combat."""
    # 4a1-a to 4a2-b, 3b1-a, 3b1-c, 3c-f, 12c5-b, 15a1-b
    name = unit_name(unit)
    if table.hex[unit] < 0:
        return Refusal("4a", f"{name} is not on the board")
    if pieces().headquarters >> unit & 1 or row(unit).is_marker:
        return Refusal("4a2", f"{name} may never attack")
    if pieces().strategic_air >> unit & 1:
        return Refusal("13b", f"{name} only bombs")
    if (table.fought | table.building) >> unit & 1:
        return Refusal("4a1", f"{name} is in another combat already")
    if not reach(table, unit) >> target & 1:
        return Refusal("4a2", f"{hex_label(target)} is not in the zone of control of {name}")
    if table.unsupplied >> unit & 1:
        return unsupplied(unit)
    if table.expended.get(unit, 0) > movement_factor(table, unit) and not row(unit).division:
        return Refusal("3b1", f"{name} has moved farther than its printed factors")
    if table.grounded >> unit & 1:
        return Refusal("12c5", f"the weather keeps {name} from attacking")
    if price(table, unit) > table.moves[table.side]:
        return Refusal("3d1", f"no Move is left to use {name}")
    return None


def price(table: DDayTable, unit: int) -> int:
    """3d2-a, 3d2-b A Move for a unit that has not had one; one for an army and all in its box."""
    if table.used >> unit & 1:
        return 0
    army = holder(table, unit)
    return 0 if army is not None and table.used >> army & 1 else 1


def targets(table: DDayTable) -> HexSet:
    """4a The hexes that can be attacked now."""
    foes = occupied(table, enemy(table.side), ~pieces().strategic_air)
    announced = _announced(table)
    found = 0
    for unit in members(on_board(table, table.side) & ~table.fought & ~pieces().headquarters):
        near = reach(table, unit) & foes & ~announced & ~found
        for target in members(near):
            if refuse_first(table, unit, target) is None:
                found |= 1 << target
    return found


def _announced(table: DDayTable) -> HexSet:
    """4a3-b The hexes that are attacked already."""
    found = 0
    for combat in table.combats:
        found |= combat.hexes
    return found


def refuse_first(table: DDayTable, unit: int, target: int) -> Refusal | None:
    """4a, 13c Why a unit may not be the first to attack a hex."""
    refused = refuse_attacker(table, unit, target)
    return refuse_air_alone(table, unit, 0, target) if refused is None else refused


def whole_attack(table: DDayTable, target: int) -> UnitSet:
    """4a Everybody who could attack a hex now, those already chosen for it included."""
    able = members(on_board(table, table.side))
    return table.building | set_of(
        unit for unit in able if refuse_attacker(table, unit, target) is None
    )


# --- announcing


def _price_of_attacks(table: DDayTable, *_: int) -> list[str]:
    side = table.side
    return [
        f"{moves_left(table, side)}; a unit that has had none this Turn needs one to attack (3d2)."
    ]


def _target_may(table: DDayTable) -> list[str]:
    figure = "The figure on a hex is the chance that the attacker wins a throw of the dice there "
    return [*_price_of_attacks(table), f"{figure}with everybody who could attack it."]


def _target_left(table: DDayTable) -> str:
    """3e2 Those at sea fight or are lost."""
    if table.invaders & ~table.fought:
        return "Invaders that neither fight nor find an empty beach are lost."
    return ""


def _target_shown(table: DDayTable, option: Option) -> Shows:
    """4c The chance to win with everybody who could attack."""
    if option.value < 0:
        return AS_TOUCHED
    chance = winning(chances(table, Combat(option.value, whole_attack(table, option.value))))
    return Shows(note=percent(chance), hostile=True, costly=chance < EVEN)


def _which_target(table: DDayTable) -> str:
    side = table.side
    return f"{side_name(side)} attacks ({table.moves[side]} Moves left). Which hex is attacked?"


EVEN = 0.5

TARGET = Topic(
    "target_chosen",
    "Announcing combats",
    may=_target_may,
    left=_target_left,
    orders=True,
    shows=_target_shown,
)


@steps.question("combat.choose_target")
def choose_target(table: DDayTable) -> Decision | None:
    """4a-a Which hex is attacked next, or no more."""
    possible = targets(table)
    if not possible:
        return None
    return Decision(
        SIDES[table.side],
        _which_target,
        "4a",
        target_chosen,
        [
            *(
                _attack(hex_, units_in(table, hex_, enemy(table.side)))
                for hex_ in members(possible)
            ),
            *_done(table, possible),
        ],
        topic=TARGET,
        forced=True,
    )


def _attack(hex_: int, foes: UnitSet) -> Option:
    return Option(
        f"attack-{board().name(hex_)}",
        lambda: f"Attack {names(foes)} in {hex_label(hex_)}",
        hex_,
        (hex_tag(hex_),),
    )


def _done(table: DDayTable, possible: HexSet) -> list[Option]:
    """4-a, 4a5-b, 13b1-a Combat is voluntary; 13b1 but a hex to be bombed is one that is
    attacked."""
    if possible & strategic_bombers.aims(table):
        return []
    text = "Attack nobody: the combat step ends"
    if len(table.combats) > 1:
        text = "Announce no more: the attacks announced are resolved"
    elif table.combats:
        text = "Announce no more: the attack announced is resolved"
    return [Option("done", text, -1, commits=True, ends=True)]


def target_chosen(table: DDayTable, hex_: int) -> None:
    if hex_ >= 0:
        table.building = 0
        table.then((choose_attackers, hex_), choose_target)


def _announcing(table: DDayTable, target: int, also: HexSet) -> list[str]:
    return [*tags_on_map(table, table.building), *map(hex_tag, members(1 << target | also))]


def _nobody_yet(table: DDayTable, _target: int, _also: HexSet) -> bool:
    return not table.building


def _announced_with(
    table: DDayTable, option: Option | None, target: int, also: HexSet
) -> Combat | None:
    """4a The combat that is being announced, with one unit or hex more."""
    units = table.building
    if option is not None and isinstance(option.value, tuple):
        also |= 1 << option.value[1]
    elif option is not None and option.value >= 0:
        units |= 1 << option.value
    return Combat(target, units, also=also) if units else None


def _attacker_shown(table: DDayTable, option: Option, _target: int, _also: HexSet) -> Shows:
    """2d1 An army stands on the map for those in its box."""
    if isinstance(option.value, tuple):
        return Shows(hostile=True)
    return Shows(tags_of_unit(table, option.value)) if option.value >= 0 else AS_TOUCHED


def _spent_by_joining(_table: DDayTable, option: Option, _target: int, _also: HexSet) -> str | None:
    """4a Who joins may cost a Move or a roll; to announce costs nothing, and can be taken back
    until dice are rolled."""
    return "" if option.commits and not option.ends else None


def _who_attacks(_table: DDayTable, target: int, also: HexSet) -> str:
    return f"Who attacks {hex_labels(1 << target | also)}?"


ATTACKERS = Topic(
    "attacker_added",
    "Putting a combat together",
    must="Add units one by one, then commit the attack.",
    may=_price_of_attacks,
    about=_announcing,
    part=_nobody_yet,
    charts=("terrain",),
    builds=_announced_with,
    shows=_attacker_shown,
    unsaid=_spent_by_joining,
)


@steps.question("combat.choose_attackers")
def choose_attackers(table: DDayTable, target: int, also: HexSet = 0) -> Decision:
    """4a, 4a3-a, 4a4-b Units are added one by one; D-01 by a house rule hexes too."""
    able = [
        unit
        for unit in members(on_board(table, table.side))
        if refuse_joining(table, unit, Combat(target, table.building, also=also)) is None
    ]
    options = [
        _add(unit, table.hex[unit], weather.must_roll(table, unit), price(table, unit))
        for unit in able
    ]
    options += [
        _also(hex_, units_in(table, hex_, enemy(table.side)))
        for hex_ in members(more_targets(table, target, also))
    ]
    if table.building:
        options.append(_commit(1 << target | also, table.building))
    return Decision(
        SIDES[table.side],
        _who_attacks,
        "4a",
        attacker_added,
        options,
        (target, also),
        topic=ATTACKERS,
        forced=True,
    )


def _add(unit: int, here: int, rolls: bool, moves: int) -> Option:
    return Option(
        f"add-{row(unit).id}",
        lambda: f"Add {unit_name(unit)} in {hex_label(here)}{cost_of_attack(rolls, moves)}",
        unit,
        (unit_tag(unit),),
        commits=rolls or moves > 0,
    )


def _also(hex_: int, foes: UnitSet) -> Option:
    return Option(
        f"also-{board().name(hex_)}",
        lambda: f"Fight {names(foes)} in {hex_label(hex_)} too",
        ("also", hex_),
        (hex_tag(hex_),),
        "4a4",
    )


def _commit(hexes: HexSet, units: UnitSet) -> Option:
    return Option(
        "commit",
        lambda: f"Attack {hex_labels(hexes)} with {names(units)}",
        -1,
        commits=True,
        ends=True,
    )


def refuse_joining(table: DDayTable, unit: int, combat: Combat) -> Refusal | None:
    """4a, 4a4-c, 13c Why a unit may not join the others in a combat; 4a4, D-01 against several
    hexes all attackers are in one."""
    refused = refuse_attacker(table, unit, combat.target)
    if refused is not None:
        return refused
    for hex_ in members(combat.also):
        if not reach(table, unit) >> hex_ & 1:
            text = f"{hex_label(hex_)} is not in the zone of control of {unit_name(unit)}"
            return Refusal("4a2", text)
    here = {table.hex[each] for each in members(combat.attackers)}
    if combat.also and here != {table.hex[unit]}:
        return Refusal("4a4", "attackers of several hexes may not fight defenders in several")
    return refuse_alone(table, unit, combat)


def refuse_alone(table: DDayTable, unit: int, combat: Combat) -> Refusal | None:
    """13c Why an air unit may not attack one of the hexes with those who attack it."""
    others = combat.attackers & ~(1 << unit)
    for hex_ in members(combat.hexes):
        refused = refuse_air_alone(table, unit, others, hex_)
        if refused is not None:
            return refused
    return None


def more_targets(table: DDayTable, target: int, also: HexSet) -> HexSet:
    """4a4-c, 8b1-b, D-01 By the house rule, the hexes that attackers in one hex may fight as
    well."""
    attackers = list(members(table.building))
    if not plays_otherwise(table, "multi-hex-defense") or not attackers:
        return 0
    if len({table.hex[unit] for unit in attackers}) > 1:
        return 0
    found = occupied(table, enemy(table.side), ~pieces().strategic_air)
    found &= ~_announced(table) & ~also & ~(1 << target)
    for unit in attackers:
        found &= reach(table, unit)
    return set_of(
        hex_
        for hex_ in members(found)
        if all(
            refuse_alone(table, unit, Combat(hex_, table.building)) is None for unit in attackers
        )
    )


def attacker_added(
    table: DDayTable, choice: int | tuple[str, int], target: int, also: HexSet
) -> None:
    """4a One unit more, or one hex, or the combat stands."""
    if isinstance(choice, tuple):
        table.then((choose_attackers, target, also | 1 << choice[1]))
    elif choice < 0:
        announce(table, target, also)
    elif weather.must_roll(table, choice):
        table.then((weather.roll_for_air, choice), (add_attacker, choice, target, also))
    else:
        add(table, choice, target, also)


def add(table: DDayTable, unit: int, target: int, also: HexSet) -> None:
    """3d2 The Move is expended if it has not been."""
    pay(table, unit)
    table.building |= 1 << unit
    table.then((choose_attackers, target, also))


def pay(table: DDayTable, unit: int) -> None:
    """3d2-a, 3d2-b, QRC.expending-a A Move for the unit; an army's Move serves everybody in its
    box."""
    if not price(table, unit):
        table.used |= 1 << unit
        return
    army = holder(table, unit)
    if army is not None and not table.used >> army & 1 and not table.unsupplied >> army & 1:
        spend(table, table.side, 1, "3d2", lambda: f"for {unit_name(army)} and its units to fight")
        table.used |= 1 << army | box_of(table, army)
    else:
        spend(table, table.side, 1, "3d2", lambda: f"for {unit_name(unit)} to fight")
    table.used |= 1 << unit


def announce(table: DDayTable, target: int, also: HexSet) -> None:
    """4a-a, 4a5-a The combat is announced."""
    units, hexes = table.building, 1 << target | also
    combat = Combat(target, units, also=also)
    table.combats.append(combat)
    table.fought |= units
    table.building = 0
    table.tell(
        "4a",
        telling.ANNOUNCED,
        lambda: f"{names(units)} will attack {hex_labels(hexes)}.",
        tags_of_combat(table, combat),
    )


@steps.step("combat.add_attacker")
def add_attacker(table: DDayTable, unit: int, target: int, also: HexSet) -> None:
    """12c5 The air unit takes part if the weather lets it."""
    if not table.grounded >> unit & 1:
        add(table, unit, target, also)
    elif table.building or targets(table) >> target & 1:
        table.then((choose_attackers, target, also))
