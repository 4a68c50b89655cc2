"""3a, 3b Normal movement: legs from hex to hex, by single units and by armies."""

from __future__ import annotations

from typing import Any

from beachhead.dday91 import bombers, divisions, drops, repairs, stacking
from beachhead.dday91.board import board
from beachhead.dday91.losses import eliminate
from beachhead.dday91.moves import refuse_spending, spend
from beachhead.dday91.pieces import pieces
from beachhead.dday91.ranges import (
    Limits,
    Reach,
    air_ways,
    allowance,
    entry_cost,
    ground_ways,
    limits,
    reach,
    spread,
    ways,
)
from beachhead.dday91.state import (
    EXITED,
    GERMAN,
    SIDES,
    WAITING,
    Table,
    UnitSet,
    box_of,
    enemy,
    hex_label,
    hex_tag,
    movement_factor,
    names,
    occupied,
    on_board,
    plays,
    row,
    side_name,
    side_of,
    steps,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.dday91.zones import take_control, zones
from beachhead.kernel.grid import HexSet, members, set_of
from beachhead.kernel.play import Decision, Option, Refusal

# --- the step


@steps.step
def movement_step(table: Table) -> None:
    """2b Any or all units may be moved."""
    table.step = "movement"
    table.expended = {}
    table.finished = table.invaders
    table.efforts = 0
    table.used = table.invaders
    threatened = zones(table, enemy(table.side))
    table.began_in_zone = set_of(
        unit for unit in members(on_board(table, table.side)) if threatened >> table.hex[unit] & 1
    )
    table.then(choose_mover, end_of_movement)


@steps.question
def choose_mover(table: Table) -> Decision:
    """3 Which unit or army is moved next."""
    side = table.side

    def choices() -> list[Option]:
        options = [
            Option(
                f"move-{row(unit).id}",
                f"Move {unit_name(unit)} from {hex_label(table.hex[unit])}{_with(table, unit)}",
                ("move", unit),
                (unit_tag(unit), hex_tag(table.hex[unit])),
            )
            for unit in movable(table)
        ]
        options += [*drops.options(table), *bombers.options(table)]
        if refuse_done(table) is None or not options:
            options.append(Option("done", "End the movement step", ("done", -1)))
        return options

    moves = table.moves[side]
    return Decision(
        SIDES[side],
        f"{side_name(side)} movement: {moves} Move{'s' if moves != 1 else ''} left. "
        "Choose a unit or an army, or end the step.",
        "3",
        mover_chosen,
        choices,
    )


def refuse_done(table: Table) -> Refusal | None:
    """2d1 The step may not end while there is an illegal stack that can be put right."""
    wrong = stacking.overstacked(table, table.side)
    if not wrong or repairs.refuse_forced(table, table.side) is not None:
        return None
    where = " and ".join(hex_label(hex_) for hex_ in members(wrong))
    return Refusal("2d1", f"the units in {where} may not end the step together")


def _with(table: Table, unit: int) -> str:
    """2d1 An army takes its holding box along."""
    if not pieces().armies >> unit & 1:
        return ""
    box = companions(table, unit)
    return f" with {names(box)}" if box else ""


def movable(table: Table) -> list[int]:
    """3, 3d2 The units that can still be moved with a Move of their own."""
    wrong = stacking.overstacked(table, table.side)
    answers: dict[tuple[int, ...], bool] = {}
    found = []
    for unit in members(on_board(table, table.side) & ~table.used & ~table.finished):
        if refuse_mover(table, unit, stacks=False) is not None:
            continue
        if wrong:
            kind = repairs.kind(table, unit)
            if kind not in answers:
                can_go = _can_go(table, unit, wrong)
                answers[kind] = can_go and refuse_last_moves(table, unit) is None
            if answers[kind]:
                found.append(unit)
        elif _can_go(table, unit, wrong):
            found.append(unit)
    return found


def refuse_mover(table: Table, unit: int, *, stacks: bool = True) -> Refusal | None:
    """3, 3c, 3d2 Why a unit may not be moved at all now."""
    name = unit_name(unit)
    if table.hex[unit] < 0:
        return Refusal("3", f"{name} is not on the board")
    if table.step != "movement" or side_of(unit) != table.side:
        return Refusal("2b", f"{name} moves only in its own side's movement step")
    if table.invaders >> unit & 1:
        return Refusal("3e2", f"{name} is invading and cannot move otherwise")
    if (table.finished | table.used) >> unit & 1:
        return Refusal("3", f"{name} has completed its movement")
    if pieces().strategic_air >> unit & 1:
        return Refusal("13b", "strategic air units only go on carpet bombing")
    if not movement_factor(table, unit):
        return Refusal("3b1", f"{name} has a movement factor of 0")
    if table.unsupplied >> unit & 1:
        return Refusal("3c", f"{name} is unsupplied, and Moves may not be used for it")
    if not table.moves[table.side]:
        return refuse_spending(table, table.side, 1)
    return refuse_last_moves(table, unit) if stacks else None


def refuse_last_moves(table: Table, unit: int) -> Refusal | None:
    """2d4, 8a1 The last Moves are for stacks that must be put right."""
    if not stacking.overstacked(table, table.side):
        return None
    after = table.copy()
    after.used |= set_of(group_of(table, unit))
    return repairs.refuse_spending_on(table, table.side, 1, after)


def group_of(table: Table, unit: int) -> list[int]:
    """2d1 The unit, and with an army those of its holding box that go along."""
    along = companions(table, unit) if pieces().armies >> unit & 1 else 0
    return [unit, *members(along)]


def _can_go(table: Table, unit: int, wrong: HexSet) -> bool:
    """3b Whether a unit can go anywhere at all; in an illegal stack, whether it can stay there."""
    here = table.hex[unit]
    group = group_of(table, unit)
    if wrong >> here & 1:
        return bool(legs(table, group))
    if board().edge >> here & 1:
        return True
    bounds = limits(table, [unit])
    if bounds.stopped:
        return False
    edges = air_ways() if pieces().air >> unit & 1 else ground_ways(table.bad_weather)
    free = any(
        cost <= (bounds.into_zone if bounds.zones >> there & 1 else bounds.factors)
        for there, cost in edges[here]
        if not bounds.closed >> there & 1
    )
    return free or _can_reform(table, group)


def _can_reform(table: Table, group: list[int]) -> bool:
    """16 Whether a corps can detach or take up a division where it is."""
    if not plays(table, "divisions"):
        return False
    there = table.copy()
    there.moving = group
    return bool(_division_options(there))


def mover_chosen(table: Table, choice: tuple[Any, ...]) -> None:
    """3d2 One Move for the unit, or for an army and all in its holding box."""
    what, unit, *rest = choice
    if what == "done":
        return
    if what == "drop":
        table.then((drops.choose_landing, unit, *rest), choose_mover)
        return
    if what == "bomb":
        bombers.sent(table, unit, *rest)
        table.then(choose_mover)
        return
    table.moving = group_of(table, unit)
    for each in table.moving:
        table.used |= 1 << each
    spend(table, table.side, 1, "3d2", f"to move {unit_name(unit)}")
    table.then(choose_leg, choose_mover)


def companions(table: Table, army: int) -> UnitSet:
    """2d1 Those in a holding box that have not moved and go along with their army."""
    held = box_of(table, army) & ~table.used & ~table.finished & ~table.unsupplied
    return held & ~pieces().armies & ~pieces().strategic_air & ~pieces().divisions


# --- moving on


@steps.question
def choose_leg(table: Table) -> Decision | None:
    """3b The next hex, units left behind or picked up, or the end of the move."""
    if not table.moving:
        return None
    lead = table.moving[0]
    spent = max(table.expended.get(unit, 0) for unit in table.moving)
    return Decision(
        SIDES[table.side],
        f"{names(table.moving)} in {hex_label(table.hex[lead])}: {spent} movement factors "
        "expended. Where to?",
        "3b",
        leg_chosen,
        lambda: leg_choices(table),
    )


def leg_choices(table: Table) -> list[Option]:
    """3b What a moving group may do next."""
    options = [*ways_on(table), *_army_options(table)]
    if stop_refused(table) is None or not options:
        here = hex_label(table.hex[table.moving[0]])
        options.append(Option("stop", f"Stop in {here}", ("stop", -1)))
    return options


def ways_on(table: Table) -> list[Option]:
    """3b, 14c, 16 Where a group can go, and what its units can do on the way."""
    return [*_legs(table), *_division_options(table), *_extra_effort(table)]


def stop_refused(table: Table) -> Refusal | None:
    """3b3, 2d4 Why the move may not end here."""
    return refuse_stop(table, table.moving, table.hex[table.moving[0]])


def refuse_stop(table: Table, group: list[int], hex_: int) -> Refusal | None:
    """3b3, 2d1, 2d4 Why the move of a group may not end in a hex."""
    if board().is_sea(hex_):
        return Refusal("3b3", "air units may not end their movement in a sea hex")
    if units_in(table, hex_, enemy(table.side)) & ~pieces().strategic_air:
        return Refusal("14a1", "an air unit may not remain with enemy units")
    units = units_in(table, hex_, table.side) | set_of(group)
    refused = stacking.refuse_stack(table, units, hex_)
    if table.step == "combat":
        return refused
    after = table.copy()
    for unit in group:
        after.hex[unit] = hex_
    forced = repairs.refuse_forced(after, table.side, set_of(group))
    if forced is None or repairs.refuse_forced(table, table.side) is not None:
        return None
    return forced if refused is None else Refusal(forced.rule, f"{refused.text}, and {forced.text}")


def refuse_leaving(table: Table, group: list[int]) -> Refusal | None:
    """2d4 Why a group may not leave its hex: what it leaves behind could not stay together."""
    here = table.hex[group[0]]
    rest = units_in(table, here, table.side) & ~set_of(group)
    refused = stacking.refuse_stack(table, rest, here)
    if refused is None or table.step == "combat":
        return refused
    after = table.copy()
    for unit in group:
        after.hex[unit] = WAITING
    forced = repairs.refuse_forced(after, table.side)
    if forced is None or repairs.refuse_forced(table, table.side) is not None:
        return None
    return forced


def legs(table: Table, group: list[int]) -> list[tuple[int, ...]]:
    """3b The ways a group can go: to each hex where it may stop or go on, the cheapest; and the
    next hex directly."""
    if refuse_leaving(table, group) is not None:
        return []
    bounds = limits(table, group)
    here = table.hex[group[0]]
    found = spread(table, group, here, 0, bounds)
    others = occupied(table, table.side, ~set_of(group) & ~pieces().strategic_air)
    others |= occupied(table, enemy(table.side), ~pieces().strategic_air) | board().sea
    needed = _is_needed(table, group)
    ways_there: list[tuple[int, ...]] = []
    for there in found:
        if others >> there & 1 and not _may_be_there(table, group, there, found, bounds):
            continue
        if needed and refuse_stop(table, group, there) is not None:
            continue
        if found.before[there] != here and _direct(table, group, here, there, bounds):
            ways_there.append((there,))
        ways_there.append(found.path(there))
    return ways_there


def _is_needed(table: Table, group: list[int]) -> bool:
    """2d4 Whether the stacks elsewhere can only be put right by this very group."""
    if table.step == "combat":
        return False
    after = table.copy()
    for unit in group:
        after.hex[unit] = WAITING
    if not stacking.overstacked(after, table.side):
        return False
    return (
        repairs.refuse_forced(after, table.side) is not None
        and repairs.refuse_forced(table, table.side) is None
    )


def _may_be_there(table: Table, group: list[int], there: int, found: Reach, bounds: Limits) -> bool:
    """2d2, 2d4 In a hex with friends: whether the group may stop there or can still go on."""
    if board().is_sea(there):
        return False  # on the way only
    if refuse_stop(table, group, there) is None:
        return True
    if bounds.zones >> there & 1:
        return False
    beyond = spread(table, group, there, found.cost[there], bounds)
    return any(
        board().is_land(hex_)
        and not units_in(table, hex_, enemy(table.side)) & ~pieces().strategic_air
        and stacking.refuse_stack(table, units_in(table, hex_, table.side) | set_of(group), hex_)
        is None
        for hex_ in beyond
    )


def _direct(table: Table, group: list[int], here: int, there: int, bounds: Limits) -> bool:
    """3a Whether the next hex can be entered directly although a detour is cheaper."""
    if not ways(group[0], here) >> there & 1:
        return False
    cost = entry_cost(table, group[0], here, there)
    return cost <= (bounds.into_zone if bounds.zones >> there & 1 else bounds.factors)


def _legs(table: Table) -> list[Option]:
    """3b The hexes the whole group can enter next, and farther ones by the cheapest way."""
    options = []
    for path in legs(table, table.moving):
        there = path[-1]
        name, far = board().name(there), len(path) > 1
        text = f"Go {'on ' if far else ''}to {hex_label(there)}"
        options.append(
            Option(f"{'go' if far else 'to'}-{name}", text, ("path", *path), (f"hex-{name}",))
        )
    here = table.hex[table.moving[0]]
    if board().edge >> here & 1 and refuse_exit(table) is None:
        options.append(Option("exit", "Leave the board", ("exit", -1), (hex_tag(here),), "3g"))
    return options


def refuse_exit(table: Table) -> Refusal | None:
    """3g Leaving the board from an edge hex costs each unit one movement factor."""
    here = table.hex[table.moving[0]]
    if not board().edge >> here & 1 or not board().is_land(here):
        return Refusal("3g", f"{hex_label(here)} is not at the edge of the board")
    if limits(table, table.moving).stopped:
        return Refusal("3b3", f"{names(table.moving)} must stop in an enemy zone of control")
    for unit in table.moving:
        if table.expended.get(unit, 0) + 1 > allowance(table, unit, into_zone=False):
            return Refusal("3g", f"{unit_name(unit)} has no movement factor left to leave")
    if _is_needed(table, table.moving):
        return Refusal("2d4", f"{names(table.moving)} must put a stack right")
    return refuse_leaving(table, table.moving)


def _division_options(table: Table) -> list[Option]:
    """16a, 16b What corps may do on the way; 2d4 if the move can still end somewhere after it."""
    found = []
    for option in divisions.options(table):
        after = table.copy()
        divisions.chosen(after, *option.value)
        forced = repairs.refuse_spending_on(table, table.side, 0, after)
        if forced is None and (stop_refused(after) is None or legs(after, after.moving)):
            found.append(option)
    return found


def _army_options(table: Table) -> list[Option]:
    """2d1 A moving army leaves units behind, sends them on by themselves, or picks units up."""
    army, *others = table.moving
    if not pieces().armies >> army & 1:
        return []
    here = table.hex[army]
    options = []
    for unit in others:
        name, touches = unit_name(unit), (unit_tag(unit),)
        if refuse_left(table, unit) is None:
            id_, text = f"leave-{row(unit).id}", f"Leave {name} here"
            options.append(Option(id_, text, ("leave", unit), touches, "2d1"))
        options.append(
            Option(f"send-{row(unit).id}", f"Send {name} on alone", ("send", unit), touches, "2d1")
        )
    for unit in members(_pick_up(table, here)):
        id_, text = f"pick-{row(unit).id}", f"Pick up {unit_name(unit)}"
        options.append(Option(id_, text, ("pick", unit), (unit_tag(unit),), "2d1"))
    return options


def refuse_left(table: Table, unit: int) -> Refusal | None:
    """2d4 Why an army may not leave a unit here: it would have to leave the stack again."""
    if not stacking.overstacked(table, table.side):
        return None
    after = table.copy()
    after.moving.remove(unit)
    after.finished |= 1 << unit
    forced = repairs.refuse_forced(after, table.side)
    if forced is None or repairs.refuse_forced(table, table.side) is not None:
        return None
    return forced


def _pick_up(table: Table, here: int) -> UnitSet:
    """2d1 The units in a hex that an army can take along: not moved yet, not headquarters of an
    army, not divisions, and able to have Moves used for them; nobody joins a pursuit (14b2)."""
    if table.step != "movement":
        return 0
    there = units_in(table, here, table.side) & ~table.used & ~table.finished
    there &= ~pieces().armies & ~pieces().strategic_air & ~pieces().divisions
    return there & ~table.unsupplied


def _extra_effort(table: Table) -> list[Option]:
    """14c The units that may go three factors further, for another Move each (D-12)."""
    if not plays(table, "extra-effort") or not table.moves[table.side]:
        return []
    able = [unit for unit in table.moving if refuse_effort(table, unit) is None]
    if not able or repairs.refuse_spending_on(table, table.side, 1, table.copy()) is not None:
        return []
    return [
        Option(
            f"extra-effort-{row(unit).id}",
            f"Extra effort: 3 more movement factors for {unit_name(unit)} (1 Move)",
            ("effort", unit),
            (unit_tag(unit),),
            "14c",
        )
        for unit in able
    ]


def refuse_effort(table: Table, unit: int) -> Refusal | None:
    """14c, 14c3 Why a unit cannot make an extra effort: only ground units with white factors, once
    they have been moved as far as they can."""
    name = unit_name(unit)
    if not pieces().mechanized >> unit & 1:
        return Refusal("14c", f"{name} is not a ground unit with white factors")
    if table.efforts >> unit & 1:
        return Refusal("14c", f"{name} has made an extra effort already")
    if limits(table, [unit]).stopped:
        return Refusal("3b3", f"{name} is in an enemy zone of control and must stop")
    if not table.expended.get(unit, 0) or reach(table, [unit]).hexes:
        return Refusal("14c3", f"{name} has not been moved as far as it can be")
    return None


def leg_chosen(table: Table, choice: tuple[Any, ...]) -> None:
    """3b On along the way chosen; or something else that a moving group may do."""
    what, unit, *_ = choice
    if what == "path":
        for there in choice[1:]:
            step(table, table.moving, there)
        table.then(choose_leg)
    elif what == "stop":
        stop(table)
    elif what == "exit":
        leave_board(table)
    elif what == "leave":
        table.moving.remove(unit)
        table.finished |= 1 << unit
        text = f"{unit_name(unit)} stays in {hex_label(table.hex[unit])}."
        table.tell("2d1", "left", text, [unit_tag(unit)])
        table.then(choose_leg)
    elif what == "send":
        army, *others = table.moving
        others.remove(unit)
        table.moving = [unit]
        table.then(choose_leg, (resume, army, *others), choose_leg)
    elif what == "pick":
        table.moving.append(unit)
        table.used |= 1 << unit
        text = f"{unit_name(unit)} is picked up in {hex_label(table.hex[unit])}."
        table.tell("2d1", "picked-up", text, [unit_tag(unit)])
        table.then(choose_leg)
    elif what == "effort":
        spend(table, table.side, 1, "14c", f"for an extra effort of {unit_name(unit)}")
        table.efforts |= 1 << unit
        table.then(choose_leg)
    else:
        divisions.chosen(table, what, unit)
        table.then(choose_leg)


@steps.step
def resume(table: Table, *group: int) -> None:
    """2d1 The army goes on after a unit it has sent ahead."""
    table.moving = list(group)


def step(table: Table, group: list[int], there: int) -> None:
    """3b A group enters a hex: each unit pays by itself, 2e ground units take control."""
    here = table.hex[group[0]]
    for unit in group:
        table.expended[unit] = table.expended.get(unit, 0) + entry_cost(table, unit, here, there)
    enter(table, group, there)
    table.tell(
        "3b",
        "move",
        f"{names(group)} move{'s' if len(group) == 1 else ''} from {hex_label(here)} to "
        f"{hex_label(there)}.",
        [*map(unit_tag, group), hex_tag(here), hex_tag(there)],
        units=[row(unit).id for unit in group],
        start=board().name(here),
        end=board().name(there),
    )


def enter(table: Table, group: list[int], there: int) -> None:
    """2e, 14a1, 15a4 Units are in a hex: they control it, and what cannot stay is gone."""
    for unit in group:
        table.hex[unit] = there
        take_control(table, unit, there)
    side = side_of(group[0])
    if not any(pieces().ground >> unit & 1 for unit in group):
        return
    for foe in members(units_in(table, there, enemy(side)) & pieces().air):
        if not pieces().strategic_air >> foe & 1:
            eliminate(table, foe, "14a1", "by ground units that enter its hex")
    if side == GERMAN:
        for marker in members(pieces().mulberries):
            if table.hex[marker] == there:
                eliminate(table, marker, "15a4", "by Germans that enter its hex")


def stop(table: Table) -> None:
    """3 Once moved, a unit's movement is complete."""
    for unit in table.moving:
        table.finished |= 1 << unit
    table.moving = []


def leave_board(table: Table) -> None:
    """3g Units that leave the board never come back."""
    group, table.moving = table.moving, []
    for unit in group:
        here = table.hex[unit]
        table.hex[unit] = EXITED
        table.tell(
            "3g",
            "exit",
            f"{unit_name(unit)} leaves the board from {hex_label(here)}.",
            [unit_tag(unit), hex_tag(here)],
            unit=row(unit).id,
        )


# --- the end of the step


@steps.question
def put_right(table: Table) -> Decision | None:
    """2d1, 2d4 If all else has failed, units that may not stay together are given up."""
    for hex_ in members(stacking.overstacked(table, table.side)):
        units = units_in(table, hex_, table.side) & ~pieces().strategic_air
        return Decision(
            SIDES[table.side],
            f"The units in {hex_label(hex_)} may not stay together. Which one is given up?",
            "2d4",
            given_up,
            [
                Option(f"give-up-{row(unit).id}", f"Give up {unit_name(unit)}", unit)
                for unit in members(units)
            ],
        )
    return None


def given_up(table: Table, unit: int) -> None:
    eliminate(table, unit, "2d4", "because it may not stay where it is")
    table.then(put_right)


@steps.step
def end_of_movement(table: Table) -> None:
    """2d1 At the end of the step every stack must be legal."""
    table.moving = []
    table.then(put_right)
