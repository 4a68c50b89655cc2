"""10 Applying damage points.

Damage is assigned step by step: each step takes one unit one stage further (flip, retreat,
eliminate). It may end when the total is the greatest that does not exceed the damage received,
or when it is above it (S-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import cache, lru_cache

from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Proposal, Shows, Topic
from beachhead.storm.attacks.attack_points import standing, targets, under_way
from beachhead.storm.damage import retreats
from beachhead.storm.damage.eliminations import eliminate
from beachhead.storm.movement import stack
from beachhead.storm.table import telling
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES, STACKING_LIMIT
from beachhead.storm.table.state import (
    StormTable,
    UnitSet,
    is_area,
    place_name,
    side_of,
    steps,
    strongpoints,
    tags,
    unit_name,
    unit_tag,
)
from beachhead.storm.victory import control

FLIP, RETREAT, ELIMINATE = 1, 2, 3
STAGES = {FLIP: "flip", RETREAT: "retreat", ELIMINATE: "eliminate"}
WORDS = {FLIP: "is spent", RETREAT: "retreats", ELIMINATE: "is eliminated"}
COLUMNS = {FLIP: "spent", RETREAT: "retreats", ELIMINATE: "eliminated"}
"""10.0 The stages in the chart of damage points."""


# --- 10.0 what each stage costs


def stage_costs(table: StormTable, unit: int) -> Mapping[int, int]:
    """10.0d to 10.0k, 10.0m The stages a unit can be taken to and the points each takes from the
    start."""
    return _costs(unit, table.spent >> unit & 1, under_way(table).cannot_eliminate)


@cache
def _costs(unit: int, spent: int, cannot_eliminate: bool) -> Mapping[int, int]:
    row = pieces().units[unit]
    if row.is_strongpoint:
        return {} if cannot_eliminate else {ELIMINATE: row.damage_to_eliminate}
    step = 2 if row.size == "regiment" else 1
    costs = {} if spent else {FLIP: 1}
    so_far = 0 if spent else 1
    costs[RETREAT] = so_far + step
    if not cannot_eliminate:
        costs[ELIMINATE] = so_far + 2 * step
    return costs


def row_of(table: StormTable, unit: int) -> str:
    """10.0 The row of a unit in the chart of damage points."""
    row = pieces().units[unit]
    if row.is_strongpoint:
        return f"Strongpoint with defense {row.defense}"
    size = "Regiment or brigade" if row.size == "regiment" else "Battalion"
    return f"{size}, {'spent' if table.spent >> unit & 1 else 'fresh'}"


def total(table: StormTable, assigned: dict[int, int]) -> int:
    """10.1 The points that an assignment uses."""
    return sum(stage_costs(table, unit)[stage] for unit, stage in assigned.items())


# --- 10.0 which units may take damage


def bearers(table: StormTable, assigned: dict[int, int]) -> UnitSet:
    """10.0c, 4.0u While a strongpoint is left, only strongpoints take damage."""
    under_fire = targets(table, under_way(table))
    nests = under_fire & strongpoints()
    gone = sum(1 << unit for unit in assigned if nests >> unit & 1)
    return nests if nests & ~gone else under_fire


def next_stages(table: StormTable, assigned: dict[int, int]) -> list[tuple[int, int]]:
    """10.0m, 10.2d Every unit that can be taken further, and the stage it would reach."""
    found = []
    attack = under_way(table)
    for unit in members(bearers(table, assigned)):
        spent = table.spent >> unit & 1
        stage = _next_stage(unit, spent, attack.cannot_eliminate, assigned.get(unit, 0))
        if stage:
            found.append((unit, stage))
    if attack.cannot_eliminate and any(stage == FLIP for _, stage in found):
        # 10.2 Where nobody can be eliminated, all fresh units are flipped before any retreats.
        return [each for each in found if each[1] == FLIP]
    return found


@cache
def _next_stage(unit: int, spent: int, cannot_eliminate: bool, reached: int) -> int:
    stages = _costs(unit, spent, cannot_eliminate)
    return min((stage for stage in stages if stage > reached), default=0)


# --- 10.1 how much must be assigned


def best_total(table: StormTable) -> int:
    """10.1a, 10.1b, 9.3.5c The greatest total of points that can be assigned without exceeding the
    damage."""
    damage = under_way(table).damage
    return max(each for each in _totals(table) if each <= damage)


def most(table: StormTable) -> int:
    """10.1 The points that could be assigned at most."""
    return max(_totals(table))


def _totals(table: StormTable) -> Set[int]:
    """10.0c, 10.2d The totals of all legal assignments."""
    attack = under_way(table)
    under_fire = targets(table, attack)
    return _totals_of(under_fire, under_fire & table.spent, attack.cannot_eliminate)


@lru_cache(64)  # asked again at every step of an assignment
def _totals_of(under_fire: UnitSet, spent: UnitSet, cannot_eliminate: bool) -> Set[int]:
    units = members(under_fire)
    costs = {unit: _costs(unit, spent >> unit & 1, cannot_eliminate) for unit in units}
    nests, others = under_fire & strongpoints(), under_fire & ~strongpoints()
    found = _sums(costs[unit] for unit in members(nests))
    if nests and cannot_eliminate:
        return found
    if not cannot_eliminate:
        all_nests = sum(costs[unit][ELIMINATE] for unit in members(nests))
        return found | {all_nests + each for each in _sums(costs[unit] for unit in members(others))}
    fresh = (others & ~spent).bit_count()
    retreats = {0}
    for unit in members(others):
        step = costs[unit][RETREAT] - costs[unit].get(FLIP, 0)
        retreats |= {each + step for each in retreats}
    return {*range(fresh + 1), *(fresh + each for each in retreats)}


def _sums(costs: Iterable[Mapping[int, int]]) -> set[int]:
    sums = {0}
    for stages in costs:
        sums = {each + cost for each in sums for cost in (0, *stages.values())}
    return sums


def may_stop(table: StormTable, assigned: dict[int, int]) -> bool:
    """10.0b, 10.1a, 10.1b, 9.3.5c, S-02 Whether an assignment is enough."""
    attack = under_way(table)
    points = total(table, assigned)
    return points == best_total(table) or points > attack.damage


# --- 10.1 the owner assigns


@steps.step("damage.apply")
def apply(table: StormTable) -> None:
    """10.1 The owner of the units under fire assigns the damage, then it takes effect."""
    attack = under_way(table)
    table.assigning = {}
    if attack.damage and targets(table, attack):
        table.then(assign, take_effect)


@steps.step("damage.assign")
def assign(table: StormTable) -> None:
    """10.1 Unit by unit, stage by stage; where there is only one way it is taken."""
    further = next_stages(table, table.assigning)
    if not further:
        return
    one_way = len(further) == 1 or _takes_all(table, further)
    if one_way and not may_stop(table, table.assigning):
        stage_chosen(table, further[0])
    else:
        table.then(choose_stage)


def _takes_all(table: StormTable, further: list[tuple[int, int]]) -> bool:
    """10.1 Whether there is damage for everything, in whatever order."""
    return most(table) <= under_way(table).damage and not _order_matters(table, further)


def _order_matters(table: StormTable, further: list[tuple[int, int]]) -> bool:
    """10.2 Where several units retreat and none is eliminated, who goes first may find the last
    room (N-05)."""
    going = [unit for unit, stage in further if stage == RETREAT]
    if not under_way(table).cannot_eliminate or len(going) < 2:
        return False
    places = {place for unit in going for place in retreats.destinations(table, unit, 0)}
    return any(
        stack(table, side_of(going[0]), place).bit_count() + len(going) > STACKING_LIMIT
        for place in places
        if is_area(place)
    )


def _who_is_damaged(table: StormTable) -> list[str]:
    return tags(sum(1 << unit for unit in table.assigning), under_way(table).area)


def _stage_shown(_table: StormTable, option: Option) -> Shows:
    return Shows(costly=option.value[1] == ELIMINATE)


# --- 10.1 what most owners would do


def proposed(table: StormTable) -> Proposal | None:
    """10.1 The assignment that hurts least: units are spent rather than driven out, and driven out
    rather than lost, the weakest first."""
    if table.assigning:
        return None
    assigned = least_harm(table)
    choices = [
        _stage(unit, stage, 0).id
        for unit, last in sorted(assigned.items(), key=lambda each: _in_turn(*each))
        for stage in stage_costs(table, unit)
        if stage <= last
    ]
    told = ", ".join(f"{unit_name(unit)} {WORDS[last]}" for unit, last in assigned.items())
    return Proposal(f"Take it so: {told or 'nobody'}", (*choices, "done"))


def _in_turn(unit: int, stage: int) -> tuple[bool, int, int]:
    """10.0c First strongpoints; 10.2 who is spent before who retreats."""
    return not strongpoints() >> unit & 1, stage, unit


def least_harm(table: StormTable) -> dict[int, int]:
    """10.1a The legal assignment of the greatest total that does the least harm."""
    under_fire = targets(table, under_way(table))
    nests = under_fire & strongpoints()
    ways: dict[int, tuple[int, dict[int, int]]] = {0: (0, {})}
    for unit in members(nests):
        ways = _with_unit(table, ways, unit)
    on = {points: way for points, way in ways.items() if len(way[1]) == nests.bit_count()}
    for unit in members(under_fire & ~nests):
        on = _with_unit(table, on, unit)
    return (ways | on)[best_total(table)][1]


def _with_unit(
    table: StormTable, ways: Mapping[int, tuple[int, dict[int, int]]], unit: int
) -> dict[int, tuple[int, dict[int, int]]]:
    """The least harm for each total, with one unit more that may take damage."""
    found = dict(ways)
    worth = 1 + pieces().units[unit].firepower
    for points, (harm, assigned) in ways.items():
        for stage, cost in stage_costs(table, unit).items():
            worse = harm + HARM[stage] * worth
            if points + cost not in found or worse < found[points + cost][0]:
                found[points + cost] = worse, {**assigned, unit: stage}
    return found


HARM = {FLIP: 1, RETREAT: 4, ELIMINATE: 12}
"""How bad each stage is, as our players see it."""


STAGE = Topic(
    "stage_chosen",
    "Assigning damage",
    must="Assign as much damage as can be assigned without going over.",
    about=_who_is_damaged,
    charts=("damage",),
    builds=standing,
    shows=_stage_shown,
    proposes=proposed,
)


@steps.question("damage.choose_stage")
def choose_stage(table: StormTable) -> Decision:
    """10.0a, 10.0b, 10.1 The owner chooses; more than the damage received is allowed."""
    attack = under_way(table)
    further = next_stages(table, table.assigning)
    options = [_stage(unit, stage, _price(table, unit, stage)) for unit, stage in further]
    if may_stop(table, table.assigning):
        options.append(_done(total(table, table.assigning), attack.damage))
    return Decision(
        SIDES[side_of(further[0][0])],
        _prompt,
        "10.1",
        stage_chosen,
        options,
        topic=STAGE,
    )


def _prompt(table: StormTable) -> str:
    attack, used = under_way(table), total(table, table.assigning)
    return f"{place_name(attack.area)} takes {attack.damage} damage: {used} assigned. Choose."


def _price(table: StormTable, unit: int, stage: int) -> int:
    costs = stage_costs(table, unit)
    return costs[stage] - costs.get(table.assigning.get(unit, 0), 0)


@cache
def _stage(unit: int, stage: int, points: int) -> Option:
    return Option(
        f"{STAGES[stage]}-{pieces().units[unit].id}",
        lambda: f"{unit_name(unit)} {WORDS[stage]} ({points} point{'s' if points > 1 else ''})",
        (unit, stage),
        (unit_tag(unit),),
    )


def _done(used: int, damage: int) -> Option:
    return Option(
        "done",
        lambda: f"That is all: the damage takes effect ({used} of {damage} assigned)",
        (-1, 0),
        commits=True,
        ends=True,
    )


def stage_chosen(table: StormTable, choice: tuple[int, int]) -> None:
    """10.1 One unit one stage further; or enough."""
    unit, stage = choice
    if unit >= 0:
        if under_way(table).cannot_eliminate and stage == RETREAT:
            # N-05 All were flipped before, so the order of the retreats is what the owner gives.
            table.assigning.pop(unit, None)
        table.assigning[unit] = stage
        table.then(assign)


def _is_shielded(table: StormTable) -> bool:
    """10.0c Strongpoints that cannot be eliminated keep all damage from the others (N-08)."""
    attack = under_way(table)
    return attack.cannot_eliminate and bool(targets(table, attack) & strongpoints())


@steps.step("damage.take_effect")
def take_effect(table: StormTable) -> None:
    """10.1c When all is assigned, units are flipped, eliminated and retreat."""
    assigned, table.assigning = table.assigning, {}
    if not assigned:
        _tell_no_effect(table)
    cells = {
        unit: ("damage", row_of(table, unit), COLUMNS[stage]) for unit, stage in assigned.items()
    }
    for unit, stage in assigned.items():
        if stage in (FLIP, RETREAT) and not table.spent >> unit & 1:
            _flip(table, unit, cells[unit])
    for unit, stage in assigned.items():
        if stage == ELIMINATE:
            eliminate(table, unit, "10.0", "by the attack", cells[unit])
    table.retreating = [unit for unit, stage in assigned.items() if stage == RETREAT]
    control.update(table)
    if table.retreating:
        table.then(retreats.retreat_all)


def _flip(table: StormTable, unit: int, cell: tuple[str, str, str]) -> None:
    where = table.where[unit]
    table.spent |= 1 << unit
    table.tell(
        "10.0",
        telling.SPENT,
        lambda: f"{unit_name(unit)} in {place_name(where)} is spent.",
        [unit_tag(unit)],
        cell=cell,
        unit=unit_name(unit),
    )


def _tell_no_effect(table: StormTable) -> None:
    attack = under_way(table)
    under_fire = tags(targets(table, attack), attack.area)
    if _is_shielded(table):
        text = "The strongpoints take the damage, and this attack cannot eliminate them."
        table.tell("10.0", telling.NO_DAMAGE, text, under_fire)
    else:
        text = "The damage is too little to have an effect."
        table.tell("10.1", telling.NO_DAMAGE, text, under_fire)
