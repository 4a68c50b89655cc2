"""4 The special invasion phase of Turn 1."""

from __future__ import annotations

from functools import cache, partial

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.dice import die
from beachhead.kernel.play import Chance, Decision, Option
from beachhead.kernel.topic import Share, Sharing, Topic
from beachhead.storm import odds, sequence
from beachhead.storm.attacks import fire_attacks
from beachhead.storm.attacks.attack_points import hostile
from beachhead.storm.impulses.unit_actions import ALL, ENOUGH, add_option, with_option
from beachhead.storm.reinforcements import arriving
from beachhead.storm.table import telling
from beachhead.storm.table.board import BOXES, board
from beachhead.storm.table.dice import FACES
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    NOWHERE,
    Action,
    Attack,
    StormTable,
    UnitSet,
    fresh,
    is_area,
    names,
    place_name,
    place_tag,
    plays_otherwise,
    put,
    steps,
    strongpoints,
    tags,
    unit_name,
    unit_tag,
    units_at,
)
from beachhead.storm.victory import control

SUPPORT_POINTS = 24  # 4.0h
SUPPORT_LIMIT = 12  # 4.0j, 9.3.3c
BEACHES_BOMBARDED = 2
"""4.0i At least as many are given points."""
SCATTERED = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}
"""4.0d to 4.0f How many airborne units of an area become spent, by the die."""
NO_ATTACK = -3


def row_of(face: int) -> str:
    """4.0 The row of a die in the chart of the airborne landing."""
    alike = [str(each) for each, units in SCATTERED.items() if units == SCATTERED[face]]
    return f"die {' or '.join(alike)}"


@steps.step("invasion.invade")
def invade(table: StormTable) -> None:
    """4.0a, 4.0b Airborne landings, bombardment, landing, strongpoint fire, the attack from the
    beach; then Turn 1 goes on like any other."""
    table.phase = "invasion"
    table.tell("4.0", telling.PHASE, "The invasion.")
    control.update(table)
    drops = sorted({table.where[unit] for unit in members(_american_airborne(table))})
    beaches = list(members(board().beaches))
    table.then(
        *((scatter, area) for area in drops),
        *((assign_support, beach) for beach in beaches),
        *((bombard, beach) for beach in beaches),
        land,
        strongpoints_fire,
        *((attack_from_beach, beach, 0) for beach in beaches),
        end_of_invasion,
    )


# --- the airborne landing


def _american_airborne(table: StormTable, area: int | None = None) -> UnitSet:
    # 4.0c, 4.0g Only Americans are scattered.
    return set_of(
        unit.index
        for unit in pieces().units
        if unit.airborne
        and unit.nationality == "american"
        and is_area(table.where[unit.index])
        and area in (None, table.where[unit.index])
    )


def _where_they_land(_table: StormTable, area: int) -> list[str]:
    return [place_tag(area)]


AIRBORNE_LANDING = Topic("die", "Airborne landing", about=_where_they_land, charts=("scatter",))


@steps.question("invasion.scatter")
def scatter(_table: StormTable, area: int) -> Chance[int]:
    """4.0c A die for each area with American airborne units."""
    return Chance(
        _roll_for_landing,
        "4.0",
        scattered,
        FACES,
        die,
        arguments=(area,),
        topic=AIRBORNE_LANDING,
    )


def _roll_for_landing(_table: StormTable, area: int) -> str:
    return f"Roll a die for the American airborne landing in {place_name(area)}."


def scattered(table: StormTable, face: int, area: int) -> None:
    """4.0d to 4.0f None, one or two of the units are spent."""
    units = _american_airborne(table, area)
    count = min(SCATTERED[face], units.bit_count())
    table.tell(
        "4.0",
        telling.DIE,
        lambda: f"Airborne landing in {place_name(area)}: the die shows {face}, {count} spent.",
        tags(units, area),
        cell=("scatter", row_of(face), "units spent"),
        dice=[face],
    )
    if count == units.bit_count():
        for unit in members(units):
            scattered_unit_chosen(table, unit)
    else:
        table.then(*((choose_scattered, area) for _ in range(count)))


SCATTERED_UNIT = Topic("scattered_unit_chosen", "Airborne landing", charts=("scatter",))
SCATTERED_BY_CHANCE = Topic("pick", "Airborne landing", charts=("scatter",))


@steps.question("invasion.choose_scattered")
def choose_scattered(table: StormTable, area: int) -> Decision:
    """4.0 Which unit is spent is for the Allied player to say (S-05)."""
    units = fresh(table, _american_airborne(table, area))
    if plays_otherwise(table, "airborne-spent-choice"):
        return Chance(
            f"Pick an airborne unit in {place_name(area)} that is spent.",
            "4.0",
            scattered_unit_chosen,
            list(members(units)),
            _spend_option,
            topic=SCATTERED_BY_CHANCE,
        )
    return Decision(
        SIDES[ALLIED],
        f"The landing in {place_name(area)} is scattered. Which unit is spent?",
        "4.0",
        scattered_unit_chosen,
        [_spend_option(unit) for unit in members(units)],
        topic=SCATTERED_UNIT,
    )


def _spend_option(unit: int) -> Option:
    id_ = f"spend-{pieces().units[unit].id}"
    return Option(id_, lambda: f"Spend {unit_name(unit)}", unit, (unit_tag(unit),))


def scattered_unit_chosen(table: StormTable, unit: int) -> None:
    table.spent |= 1 << unit
    table.tell(
        "4.0",
        telling.SPENT,
        lambda: f"{unit_name(unit)} lands scattered and is spent.",
        [unit_tag(unit)],
        unit=unit_name(unit),
    )


# --- the bombardment


@steps.step("invasion.assign_support")
def assign_support(table: StormTable, beach: int) -> None:
    """4.0h The Allied player shares out the points, beach by beach."""
    possible = points_for(table, beach)
    if len(possible) == 1:
        support_assigned(table, possible[0], beach)
    else:
        table.then((choose_points, beach))


def points_for(table: StormTable, beach: int) -> range:
    """4.0h to 4.0k All 24 points go to at least two beaches, at most 12 to one (S-04)."""
    left = SUPPORT_POINTS - _assigned(table)
    later = sum(other > beach for other in members(board().beaches))
    least = max(0, left - SUPPORT_LIMIT * later)
    if plays_otherwise(table, "invasion-support"):
        least = int(_bombarded(table) + later < BEACHES_BOMBARDED)
    return range(least, min(left, SUPPORT_LIMIT) + 1)


def _bombarded_beach(_table: StormTable, beach: int) -> list[str]:
    return [place_tag(beach)]


def _shared_out(table: StormTable, beach: int) -> Sharing:
    """4.0h to 4.0k What is left for this beach and those after it, with what it promises there."""
    left = SUPPORT_POINTS - _assigned(table)
    most = min(left, SUPPORT_LIMIT)
    shares = (
        Share(
            place_tag(each),
            place_name(each),
            ("", *(_promise(table, each, points) for points in range(1, most + 1))),
        )
        for each in members(board().beaches)
        if each >= beach
    )
    whole = not plays_otherwise(table, "invasion-support")
    return Sharing(left, whole, "assign-", "Bombard so", tuple(shares))


def _promise(table: StormTable, beach: int, points: int) -> str:
    """9.3 The chance of any damage, and the damage on average."""
    attack = Attack(ALLIED, beach, support=points, support_allowed=False)
    return odds.figures(table, attack) if units_at(table, beach, GERMAN) else "nobody there"


BOMBARDMENT = Topic(
    "support_assigned",
    "Naval and air bombardment",
    must="All 24 points, to two beaches or more, at most 12 to one.",
    about=_bombarded_beach,
    shares=_shared_out,
)


@steps.question("invasion.choose_points")
def choose_points(table: StormTable, beach: int) -> Decision:
    """4.0 How many points bombard a beach."""
    return Decision(
        SIDES[ALLIED],
        _how_many,
        "4.0",
        support_assigned,
        [_assign(points, beach) for points in points_for(table, beach)],
        (beach,),
        topic=BOMBARDMENT,
    )


def _how_many(table: StormTable, beach: int) -> str:
    left = SUPPORT_POINTS - _assigned(table)
    return f"{left} Support Points are left. How many bombard {place_name(beach)}?"


@cache
def _assign(points: int, beach: int) -> Option:
    touches = (place_tag(beach),)
    return Option(f"assign-{points}", lambda: f"{points} Support Points", points, touches)


def _bombarded(table: StormTable) -> int:
    """4.0 How many beaches have been given points."""
    return sum(beach != NOWHERE and points > 0 for beach, points in table.assigned.items())


def _assigned(table: StormTable) -> int:
    return sum(points for beach, points in table.assigned.items() if beach != NOWHERE)


def support_assigned(table: StormTable, points: int, beach: int) -> None:
    """4.0 Points not assigned are lost, unless by the other reading of S-04."""
    table.assigned[beach] = points
    table.assigned[NOWHERE] = SUPPORT_POINTS - _assigned(table)
    if points:
        table.tell(
            "4.0",
            telling.SUPPORT,
            lambda: f"{points} Support Points are assigned to {place_name(beach)}.",
            [place_tag(beach)],
            points=points,
        )


@steps.step("invasion.bombard")
def bombard(table: StormTable, beach: int) -> None:
    """4.0l An attack by the Support Points alone."""
    points = table.assigned.pop(beach, 0)
    if points and units_at(table, beach, GERMAN):
        fire_attacks.open_fire(table, Attack(ALLIED, beach, support=points, support_allowed=False))


# --- the landing and the strongpoints' fire


@steps.step("invasion.land")
def land(table: StormTable) -> None:
    """4.0m, 4.0n, 2.2.1g The Invasion sections go ashore, fresh; the Exploitation sections stay
    aboard."""
    for box in BOXES:
        beach = board().beach_of[box]
        units = units_at(table, box, ALLIED) & ~table.exploitation
        put(table, units, beach)
        table.landed |= units
        if units:
            table.tell(
                "4.0",
                telling.LANDING,
                partial(_landed, units, beach),
                tags(units, beach),
                units=[unit_name(unit) for unit in members(units)],
                place=place_name(beach),
            )
    table.exploitation = 0
    control.update(table)


def _landed(units: UnitSet, beach: int) -> str:
    return f"{names(units)} land in {place_name(beach)}."


@steps.step("invasion.strongpoints_fire")
def strongpoints_fire(table: StormTable) -> None:
    """4.0o, 4.0q Every beach's strongpoints fire; the Allied player says in which order."""
    waiting = firing_beaches(table)
    if len(waiting) == 1:
        strongpoints_chosen(table, waiting[0])
    elif waiting:
        table.then(choose_beach)


def fire_of_strongpoints(table: StormTable, beach: int) -> Attack:
    """4.0o Only strongpoints fire, only at what landed, whatever their firepower."""
    firing = units_at(table, beach, GERMAN) & strongpoints()
    return Attack(GERMAN, beach, firing, targets=units_at(table, beach, ALLIED) & table.landed)


def _fire_on_beach(table: StormTable, option: Option | None) -> Attack | None:
    return None if option is None else fire_of_strongpoints(table, option.value)


STRONGPOINTS = Topic(
    "strongpoints_chosen",
    "Strongpoints fire at the landing",
    builds=_fire_on_beach,
    shows=hostile,
)


@steps.question("invasion.choose_beach")
def choose_beach(table: StormTable) -> Decision:
    """4.0q Where the strongpoints fire next."""
    return Decision(
        SIDES[ALLIED],
        "The strongpoints fire at the landing. Which beach is next?",
        "4.0",
        strongpoints_chosen,
        [_fire_next(beach) for beach in firing_beaches(table)],
        topic=STRONGPOINTS,
    )


def _fire_next(beach: int) -> Option:
    return Option(
        f"at-{board().id(beach)}",
        lambda: f"{place_name(beach)}: its strongpoints fire",
        beach,
        (place_tag(beach),),
        commits=True,
    )


def firing_beaches(table: StormTable) -> list[int]:
    """4.0o Beaches with fresh strongpoints and units that have just landed."""
    return [
        beach
        for beach in members(board().beaches)
        if fresh(table, units_at(table, beach, GERMAN) & strongpoints())
        and units_at(table, beach, ALLIED) & table.landed
    ]


def strongpoints_chosen(table: StormTable, beach: int) -> None:
    """4.0o, 4.0r The strongpoints fire; units that must retreat go back to their box."""
    attack = fire_of_strongpoints(table, beach)
    table.action = Action(
        kind="landing",
        side=ALLIED,
        units=attack.targets,
        origins=dict.fromkeys(members(attack.targets), board().box_of[beach]),
        place=beach,
    )
    table.tell(
        "4.0",
        telling.FIRE,
        lambda: f"The strongpoints in {place_name(beach)} fire.",
        tags(attack.units, beach),
    )
    table.then(landing_fire_over, strongpoints_fire)
    fire_attacks.open_fire(table, attack)


@steps.step("invasion.landing_fire_over")
def landing_fire_over(table: StormTable) -> None:
    """4.0 The strongpoints are spent; the landing is over for their targets."""
    table.action = Action()


# --- the attack from the beach


def ready_to_attack(table: StormTable, beach: int) -> UnitSet:
    """4.0s, 4.0t Units that landed and are still fresh."""
    return fresh(table, units_at(table, beach, ALLIED) & table.landed)


def _attackers(_table: StormTable, beach: int, chosen: UnitSet) -> list[str]:
    return tags(chosen, beach)


def _attack_by_landed(
    table: StormTable, option: Option | None, beach: int, chosen: UnitSet
) -> Attack | None:
    units = with_option(option, chosen)
    if option is not None and option.value == ALL:
        units = ready_to_attack(table, beach)
    return Attack(ALLIED, beach, units) if units else None


ATTACKERS = Topic(
    "attackers_chosen",
    "The attack from the beach",
    about=_attackers,
    part=True,
    charts=("attack",),
    builds=_attack_by_landed,
)


@steps.question("invasion.attack_from_beach")
def attack_from_beach(table: StormTable, beach: int, chosen: UnitSet) -> Decision | None:
    """4.0s, 4.0t Units that landed and are still fresh may attack, all together or some of them."""
    if not ready_to_attack(table, beach) or not units_at(table, beach, GERMAN):
        return None
    return Decision(
        SIDES[ALLIED],
        _who_attacks,
        "4.0",
        attackers_chosen,
        _attackers_to_add,
        (beach, chosen),
        topic=ATTACKERS,
    )


def _who_attacks(_table: StormTable, beach: int, _chosen: UnitSet) -> str:
    return f"{place_name(beach)}: which of the units that landed attack?"


def _attackers_to_add(table: StormTable, beach: int, chosen: UnitSet) -> list[Option]:
    units = ready_to_attack(table, beach)
    rest = units & ~chosen
    options = [add_option(unit) for unit in members(rest)]
    if rest:
        text = partial(_attack_with, units, "all, ")
        options.append(Option("add-all", text, ALL, commits=True))
    if chosen:
        text = partial(_attack_with, chosen)
        options.append(Option("commit", text, ENOUGH, commits=True, ends=True))
    else:
        options.append(
            Option(
                "no-attack",
                lambda: f"Do not attack in {place_name(beach)}",
                NO_ATTACK,
                commits=True,
                ends=True,
            )
        )
    return options


def _attack_with(units: UnitSet, all_: str = "") -> str:
    return f"Attack with {all_}{names(units)} (spent after it)"


def attackers_chosen(table: StormTable, choice: int, beach: int, chosen: UnitSet) -> None:
    """4.0s The attack from the beach, or none."""
    if choice >= 0:
        table.then((attack_from_beach, beach, chosen | 1 << choice))
        return
    if choice == NO_ATTACK:
        return
    units = ready_to_attack(table, beach) if choice == ALL else chosen
    table.action = Action(kind="fire", side=ALLIED, units=units, place=beach)
    fire_attacks.open_fire(table, Attack(ALLIED, beach, units))


@steps.step("invasion.end_of_invasion")
def end_of_invasion(table: StormTable) -> None:
    """4.0b Hands are drawn and normal impulses begin."""
    table.landed = 0
    table.support = table.assigned.pop(NOWHERE, 0)
    if plays_otherwise(table, "reinforcement-turn"):
        table.then(arriving.arrive_before_turn_1, sequence.play_turn)
    else:
        table.then(sequence.play_turn)
