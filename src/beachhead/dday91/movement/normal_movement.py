"""3 Normal movement: which unit or army is moved next, and what it may do on the way.

3a It goes hex by hex in `move_legs`, 3b as far as `ranges` lets it; 3e the special movement of the
Allies, port transfers and invasions, has its own room, `sea`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from beachhead.dday91.air import airborne_drops, strategic_bombers
from beachhead.dday91.movement import armies, move_legs
from beachhead.dday91.movement.acquiring_and_spending_moves import (
    counted,
    moves_left,
    refuse_spending,
    spend,
)
from beachhead.dday91.movement.ranges import (
    air_ways,
    begin_movement,
    ground_ways,
    limits,
    prospects,
    reach,
)
from beachhead.dday91.movement.supply import out_of_supply, unsupplied
from beachhead.dday91.options import divisions, extra_effort
from beachhead.dday91.stacking import illegal_stacks, no_forced_stacks, stacking_limits
from beachhead.dday91.stacking.places_to_stay import Kind, kind, resume
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    DDayTable,
    UnitSet,
    box_of,
    gone_for_good,
    hex_label,
    hex_tag,
    immobile,
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
)
from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.chance import Pick, any_of
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import AS_TOUCHED, Shows, Topic

# --- the step


@steps.step("movement.movement_step")
def movement_step(table: DDayTable) -> None:
    """2b, 3e1-b, 3e2-g Any or all units may be moved; 2d1 at the end every stack must be legal."""
    begin_movement(table)
    table.then(choose_mover, stacking_limits.put_right)


def _how_to_move(table: DDayTable) -> list[str]:
    return [
        f"{moves_left(table, table.side)}; "
        "one moves a unit, or an army with all in its holding box (3d2).",
        "Units that enter no enemy zone of control and do not attack go twice as far (3b1).",
        "Drag a counter to its hex; or click it, then the hex, and agree to spend the Move.",
    ]


def _could_move(table: DDayTable) -> str:
    able = len(movable(table))
    return f"{able} units or armies could still move." if able else ""


def _mover_shown(_table: DDayTable, option: Option) -> Shows:
    return Shows(hostile=option.value[0] == "bomb")


def _who_moves(table: DDayTable) -> str:
    side = table.side
    return (
        f"{side_name(side)} movement: {counted(table.moves[side])} left. "
        "Choose a unit or an army, or end the step."
    )


MOVER = Topic(
    "mover_chosen",
    "Which unit or army moves",
    may=_how_to_move,
    left=_could_move,
    drag=True,
    orders=True,
    shows=_mover_shown,
)


@steps.question("movement.choose_mover")
def choose_mover(table: DDayTable) -> Decision:
    """3-b Which unit or army is moved next."""
    return Decision(
        SIDES[table.side], _who_moves, "3", mover_chosen, movers, topic=MOVER, sample=any_mover
    )


def movers(table: DDayTable) -> list[Option]:
    """3-b Every unit or army that can be moved, dropped or sent to bomb, or the end of the step."""
    options = [_move(unit, table.hex[unit], *group_of(table, unit)[1:]) for unit in movable(table)]
    options += [*airborne_drops.options(table), *strategic_bombers.options(table)]
    if refuse_done(table) is None or not options:  # N-06 if all else fails, units are given up
        options.append(_done(table.moves[table.side]))
    return options


def any_mover(table: DDayTable, pick: Pick) -> tuple[Any, ...]:
    """3-b One of them, each as likely as the others."""
    able = mover(table)
    others = [*airborne_drops.options(table), *strategic_bombers.options(table)]

    def fits(choice: tuple[Any, ...]) -> bool:
        if choice[0] == "done":
            return refuse_done(table) is None
        return choice[0] != "move" or able(choice[1])

    choices: list[tuple[Any, ...]] = [("move", unit) for unit in listed(_not_moved(table))]
    choices += [option.value for option in others]
    found = any_of([*choices, ("done", -1)], fits, pick)
    return ("done", -1) if found is None else found


@lru_cache(4096)
def _move(unit: int, here: int, *along: int) -> Option:
    """2d1 An army takes its holding box along."""
    return Option(
        f"move-{row(unit).id}",
        lambda: (
            f"Move {unit_name(unit)} from {hex_label(here)}"
            f"{f' with {names(along)}' if along else ''} (1 Move)"
        ),
        ("move", unit),
        (unit_tag(unit), hex_tag(here)),
        commits=True,
    )


def _done(moves: int) -> Option:
    return Option(
        "done",
        lambda: f"End the movement step: {counted(moves)} left",
        ("done", -1),
        commits=True,
        ends=True,
    )


def refuse_done(table: DDayTable) -> Refusal | None:
    """2d1-a, 8a1-c The step may not end while there is an illegal stack that can be put right."""
    after = table.copy()
    after.finished |= on_board(table, table.side)
    if no_forced_stacks.refuse_forcing(table, after) is None:
        return None
    wrong = stacking_limits.overstacked(table, table.side)
    where = " and ".join(hex_label(hex_) for hex_ in members(wrong))
    return Refusal("2d1", f"the units in {where} may not end the step together")


def movable(table: DDayTable) -> list[int]:
    """3, 3d2 The units that can still be moved with a Move of their own."""
    able = mover(table)
    return [unit for unit in listed(_not_moved(table)) if able(unit)]


def _not_moved(table: DDayTable) -> UnitSet:
    """3 The units of the side that moves whose movement is not complete."""
    return on_board(table, table.side) & ~table.used & ~table.finished


def mover(table: DDayTable) -> Callable[[int], bool]:
    """3, 3d2 What says whether a unit can still be moved with a Move of its own."""
    answers: dict[Kind | None, bool] = {}
    may_be_moved = _may_be_moved(table)
    wrong = illegal_stacks.illegal_hexes(table, table.side)
    # Who could stay where he is takes nothing from the others but the Move.
    taken = no_forced_stacks.spoken_for(table, table.moves[table.side] - 1)
    # Nor does he help them, if no army can take him along.
    of_use = wrong | occupied(table, table.side, pieces().armies)

    def able(unit: int) -> bool:
        if not may_be_moved >> unit & 1 or not can_go(table, unit):
            return False
        idle = not of_use >> table.hex[unit] & 1 and pieces().ground >> unit & 1
        alike = None if idle else kind(table, unit)
        if alike not in answers:
            stays = taken is not None and not (wrong | taken) >> table.hex[unit] & 1
            answers[alike] = stays or refuse_last_moves(table, unit) is None
        return answers[alike]

    return able


def _may_be_moved(table: DDayTable) -> UnitSet:
    """3, 3c, 3d2 The units that may be moved, whatever the stacks say."""
    if table.step != "movement" or not table.moves[table.side]:
        return 0
    never = table.invaders | table.unsupplied | pieces().strategic_air | immobile(table)
    return _not_moved(table) & ~never


def refuse_mover(table: DDayTable, unit: int) -> Refusal | None:
    """3, 3c, 3d2 Why a unit may not be moved at all now."""
    # 3-a, 3-b, 3b1-c, 3c-f, 13b-a
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
        return unsupplied(unit)
    if not table.moves[table.side]:
        return refuse_spending(table, table.side, 1)
    return refuse_last_moves(table, unit)


def refuse_last_moves(table: DDayTable, unit: int) -> Refusal | None:
    """2d4, 8a1-d The last Moves are for stacks that must be put right."""
    if not stacking_limits.overstacked(table, table.side):
        return None
    return no_forced_stacks.refuse_forcing(table, set_off(table, unit))


def set_off(table: DDayTable, unit: int) -> DDayTable:
    """The table once a unit or an army is on the move."""
    after = table.copy()
    after.moving = group_of(table, unit)
    after.used |= set_of(after.moving)
    after.moves[table.side] -= 1
    return after


def group_of(table: DDayTable, unit: int) -> list[int]:
    """2d1-c The unit, and with an army those of its holding box that go along."""
    along = companions(table, unit) if pieces().armies >> unit & 1 else 0
    return [unit, *listed(along)]


def can_go(table: DDayTable, unit: int) -> bool:
    """3b, 3g, 16 Whether there is anything to do with a Move for a unit in the movement step."""
    here = table.hex[unit]
    if board().edge >> here & 1:
        return True
    answers, key = (
        prospects(table, table.side).answers,
        ("go", unit, here, table.expended.get(unit, 0)),
    )
    free: bool | None = answers.get(key)
    if free is None:
        free = answers[key] = _can_leave(table, unit, here)
    return free or (not limits(table, [unit]).stopped and _can_reform(table, unit))


def _can_leave(table: DDayTable, unit: int, here: int) -> bool:
    """3b Whether there is a hex next to it that a unit can enter."""
    bounds = limits(table, [unit])
    edges = air_ways() if pieces().air >> unit & 1 else ground_ways(table.bad_weather)
    return not bounds.stopped and any(
        cost <= (bounds.into_zone if bounds.zones >> there & 1 else bounds.factors)
        for there, cost in edges[here]
        if not bounds.closed >> there & 1
    )


def _can_reform(table: DDayTable, unit: int) -> bool:
    """16 Whether a corps can detach or take up a division where it is."""
    return plays(table, "divisions") and bool(_division_options(set_off(table, unit)))


def mover_chosen(table: DDayTable, choice: tuple[Any, ...]) -> None:
    """3d2-a, 3d2-b, QRC.expending-a One Move for the unit, or for an army and all in its holding
    box."""
    what, unit, *rest = choice
    if what == "done":
        return
    if what == "drop":
        table.then((airborne_drops.choose_landing, unit, *rest), choose_mover)
        return
    if what == "bomb":
        strategic_bombers.bomber_sent(table, unit, *rest)
        table.then(choose_mover)
        return
    table.moving = group_of(table, unit)
    for each in table.moving:
        table.used |= 1 << each
    spend(table, table.side, 1, "3d2", lambda: f"to move {unit_name(unit)}")
    table.then(choose_leg, choose_mover)


def companions(table: DDayTable, army: int) -> UnitSet:
    """2d1-c Those in a holding box that have not moved and go along with their army."""
    held = box_of(table, army) & ~table.used & ~table.finished & ~table.unsupplied
    return held & ~pieces().armies & ~pieces().strategic_air & ~pieces().divisions


# --- moving on


def _where_to(table: DDayTable, *_picked: int) -> str:
    here = hex_label(table.hex[table.moving[0]])
    return f"{names(table.moving)} in {here}: {_spent(table)} movement factors expended. Where to?"


def _spent(table: DDayTable) -> int:
    """3b What the units of the group have expended, at most."""
    return max(table.expended.get(unit, 0) for unit in table.moving)


def _going(table: DDayTable, *_picked: int) -> list[str]:
    return [unit_tag(unit) for unit in table.moving]


def _not_begun(table: DDayTable, *_picked: int) -> bool:
    """Whether nobody has gone anywhere yet."""
    return not _spent(table)


def _how_far(table: DDayTable, *_picked: int) -> list[str]:
    hexes = len(move_legs.legs(table))
    said = [f"{_spent(table)} movement factors are expended; {hexes} hexes can be reached."]
    if pieces().armies >> table.moving[0] & 1 and len(table.moving) > 1:
        said.append("The army may leave units behind or send them on alone (2d1).")
    return said


def _leg_shown(table: DDayTable, option: Option, *_picked: int) -> Shows:
    """3b The way to a hex, and what it costs; 3b3 in an enemy zone of control the move stops."""
    what, *path = option.value
    if what != "path":
        return AS_TOUCHED
    found, there = reach(table, table.moving), path[-1]
    way = map(hex_tag, (found.start, *path)) if len(path) > 1 else ()
    stop = " stop" if limits(table, table.moving).zones >> there & 1 else ""
    return Shows(way=tuple(way), note=f"{found.cost[there]}{stop}")


def _leg_risks(table: DDayTable, option: Option | None, *_picked: int) -> list[str]:
    """3c Whom a move cuts off, as the table stands. 3g Who leaves the board is gone."""
    if option is None or option.value[0] not in ("path", "exit"):
        return []
    if option.value[0] == "exit":
        return [gone_for_good(set_of(table.moving))]
    after = move_legs.gone(table, option.value[1:])
    for unit in after.moving:
        move_legs.enter(after, [unit], after.hex[unit])
    cut = out_of_supply(after, table.side) & ~out_of_supply(table, table.side)
    return [f"Then out of supply: {names(cut)}."] if cut else []


LEG = Topic(
    "leg_chosen",
    "On the move",
    must="Click the hex to go to, one after the other or at once; then stop.",
    may=_how_far,
    about=_going,
    part=_not_begun,
    drag=True,
    charts=("terrain",),
    shows=_leg_shown,
    risks=_leg_risks,
)


@steps.question("movement.choose_leg")
def choose_leg(table: DDayTable, *picked: int) -> Decision | None:
    """3b The next hex, units left behind or picked up, or the end of the move; N-27 `picked` are
    those the army has picked up in it so far, each as often as it has."""
    if not table.moving:
        return None
    return Decision(
        SIDES[table.side],
        _where_to,
        "3b",
        leg_chosen,
        leg_choices,
        picked,
        topic=LEG,
        forced=True,
        sample=any_leg,
    )


def leg_choices(table: DDayTable, *picked: int) -> list[Option]:
    """3b-a What a moving group may do next."""
    away = move_legs.gone_away(table)
    options = [*ways_on(table, away), *armies.options(table, *picked)]
    refused = move_legs.refuse_stop(table, away)
    if refused is None or (refused.rule == "2d4" and not options):
        options.append(_stop(table.hex[table.moving[0]]))
    return options


def any_leg(table: DDayTable, pick: Pick, *picked: int) -> tuple[Any, ...]:
    """3b-a One of them, each as likely as the others."""
    away = move_legs.gone_away(table)
    may_go = move_legs.goer(table, away)
    others = [*_division_options(table), *extra_effort.options(table)]

    def fits(choice: tuple[Any, ...]) -> bool:
        what, *rest = choice
        if what == "path":
            return may_go(tuple(rest))
        if what in armies.TEXTS:
            return bool(armies.deed(table, what, rest[0], *picked))
        if what == "exit":
            return move_legs.refuse_exit(table) is None
        return what != "stop" or move_legs.refuse_stop(table, away) is None

    choices: list[tuple[Any, ...]] = [("path", *path) for path in move_legs.paths(table)]
    choices += armies.candidates(table)
    choices += [option.value for option in others]
    if board().edge >> table.hex[table.moving[0]] & 1:
        choices.append(("exit", -1))
    found = any_of([*choices, ("stop", -1)], fits, pick)
    if found is None:
        return ("stop", -1)
    return (armies.deed(table, "leave", found[1]), found[1]) if found[0] == "leave" else found


@lru_cache(4096)
def _stop(here: int) -> Option:
    return Option(
        "stop", lambda: f"Stop in {hex_label(here)}: the move ends", ("stop", -1), ends=True
    )


def ways_on(table: DDayTable, away: move_legs.Away | None = None) -> list[Option]:
    """3b, 14c, 14c1-a, 16 Where a group can go, and what its units can do on the way."""
    return [
        *move_legs.options(table, away),
        *_division_options(table),
        *extra_effort.options(table),
    ]


def _division_options(table: DDayTable) -> list[Option]:
    """16a, 16b What corps may do on the way; 2d4 if the stacks can still be put right after it."""
    found = []
    for option in divisions.options(table):
        after = table.copy()
        divisions.division_chosen(after, *option.value)
        if no_forced_stacks.refuse_forcing(table, after) is None:
            found.append(option)
    return found


def leg_chosen(table: DDayTable, choice: tuple[Any, ...], *picked: int) -> None:
    """3b, 8a3-b On along the way chosen; or something else that a moving group may do."""
    what, unit, *_ = choice
    if what == "stop":
        move_legs.stop(table)
        return
    if what == "exit":
        move_legs.leave_board(table)
        return
    if what == "path":
        for there in choice[1:]:
            move_legs.step(table, there)
    elif what == "send":
        army, *others = table.moving
        others.remove(unit)
        table.moving = [unit]
        table.then(choose_leg, (resume, army, *others), (choose_leg, *picked))
        return
    elif what == "leave":
        armies.unit_left_behind(table, unit)
    elif what == "hand":
        armies.handed_over(table, unit)
    elif what == "pick":
        armies.picked_up(table, unit)
        picked = (*picked, unit)
    elif what == "effort":
        extra_effort.effort_made(table, unit)
    else:
        divisions.division_chosen(table, what, unit)
    table.then((choose_leg, *picked))
