"""2d1 What a moving army leaves behind, sends on alone and picks up."""

from __future__ import annotations

from functools import lru_cache

from beachhead.dday91.stacking import no_forced_stacks
from beachhead.dday91.stacking.places_to_stay import resume, waiting
from beachhead.dday91.table import telling
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    DDayTable,
    hand_over,
    hex_label,
    hex_tag,
    next_holder,
    row,
    unit_name,
    unit_tag,
)
from beachhead.kernel.bits import members
from beachhead.kernel.play import Option, Refusal

MOST_PICKED = 3
"""N-27 How often an army picks up a unit in one move."""


def options(table: DDayTable, *picked: int) -> list[Option]:
    """2d1-e Some or all units may be dropped off or picked up by a moving army, which has picked up
    some already."""
    found = []
    for what, unit in candidates(table):
        does = deed(table, what, unit, *picked)
        if does == "hand":
            found.append(_leave_to(unit, next_holder(table, unit)))
        elif does:
            found.append(_option(what, unit, TEXTS[what]))
    return found


TEXTS = {"leave": "Leave {} here", "send": "Send {} on alone", "pick": "Pick up {}"}


def candidates(table: DDayTable) -> list[tuple[str, int]]:
    """2d1-e What a moving army could do with whom, whatever the stacks say."""
    army, *others = table.moving
    if not pieces().armies >> army & 1:
        return []
    found = [(what, unit) for unit in others for what in ("leave", "send")]
    return found + [("pick", unit) for unit in members(waiting(table, table.hex[army]))]


def deed(table: DDayTable, what: str, unit: int, *picked: int) -> str:
    """2d1-e, N-20 What comes of it: a unit may be handed over instead of left; empty if nothing."""
    if what == "pick":
        refused = refuse_picked_up(table, unit, *picked)
    elif what == "send":
        refused = refuse_sent(table, unit)
    elif refuse_handed_over(table, unit) is None:
        return "hand"
    else:
        refused = refuse_left(table, unit)
    return what if refused is None else ""


@lru_cache(4096)
def _option(what: str, unit: int, text: str) -> Option:
    return Option(
        f"{what}-{row(unit).id}",
        lambda: text.format(unit_name(unit)),
        (what, unit),
        (unit_tag(unit),),
        "2d1",
    )


def _leave_to(unit: int, army: int) -> Option:
    return Option(
        f"leave-{row(unit).id}",
        lambda: f"Leave {unit_name(unit)} to {unit_name(army)}",
        ("hand", unit),
        (unit_tag(unit),),
        "2d1",
    )


# --- dropping off


def refuse_left(table: DDayTable, unit: int) -> Refusal | None:
    """2d4 Why an army may not leave a unit here: it would have to leave the stack again."""
    after = table.copy()
    _leave(after, unit)
    return no_forced_stacks.refuse_forcing(table, after, dropped=1 << unit)


def _leave(table: DDayTable, unit: int) -> None:
    """3 A unit that has come along has been moved; one left where it stood has not (N-25)."""
    table.moving.remove(unit)
    if table.step == "movement" and not table.expended.get(unit, 0):
        table.used &= ~(1 << unit)
    else:
        table.finished |= 1 << unit
    hand_over(table, unit)


def unit_left_behind(table: DDayTable, unit: int) -> None:
    """2d1-e, 8a3-b The army goes on without a unit."""
    _leave(table, unit)
    here = table.hex[unit]
    table.tell(
        "2d1",
        telling.LEFT,
        lambda: f"{unit_name(unit)} stays in {hex_label(here)}.",
        [unit_tag(unit), hex_tag(here)],
    )


def refuse_handed_over(table: DDayTable, unit: int) -> Refusal | None:
    """N-20 Before it has gone anywhere, an army may leave units of its own box to another army in
    the hex: they have not been moved. 16a, N-25 One that has expended a factor there has been."""
    army = table.moving[0]
    if table.step != "movement" or table.expended.get(army, 0) or table.expended.get(unit, 0):
        return Refusal("3", f"{unit_name(unit)} has been moved")
    if table.boxes.get(unit) != army:
        return Refusal("2d1", f"no other army in the hex takes {unit_name(unit)}")
    after = table.copy()
    _hand_over(after, unit)
    return no_forced_stacks.refuse_forcing(table, after)


def _hand_over(table: DDayTable, unit: int) -> None:
    table.moving.remove(unit)
    table.used &= ~(1 << unit)
    hand_over(table, unit)


def handed_over(table: DDayTable, unit: int) -> None:
    """N-20 Another army takes a unit into its box."""
    _hand_over(table, unit)
    army = table.boxes[unit]
    table.tell(
        "2d1",
        telling.HANDED_OVER,
        lambda: f"{unit_name(unit)} stays with {unit_name(army)}.",
        [unit_tag(unit), unit_tag(army)],
    )


def refuse_sent(table: DDayTable, unit: int) -> Refusal | None:
    """2d4 Why an army may not send a unit on alone: they must mend a stack together."""
    after = table.copy()
    army, *others = after.moving
    others.remove(unit)
    after.moving = [unit]
    after.then((resume, army, *others))
    return no_forced_stacks.refuse_forcing(table, after)


# --- picking up


def refuse_picked_up(table: DDayTable, unit: int, *picked: int) -> Refusal | None:
    """2d4 Why an army may not pick a unit up: together they could no longer mend a stack."""
    refused = refuse_again(table, unit, *picked)
    if refused is not None:
        return refused
    after = table.copy()
    _pick_up(after, unit)
    return no_forced_stacks.refuse_forcing(table, after)


def refuse_again(table: DDayTable, unit: int, *picked: int) -> Refusal | None:
    """2d1, N-27 Why an army may not pick a unit up once more: nothing comes of it."""
    if picked.count(unit) < MOST_PICKED:
        return None
    name, army = unit_name(unit), unit_name(table.moving[0])
    return Refusal("2d1", f"{army} has picked up {name} {MOST_PICKED} times in this move (N-27)")


def _pick_up(table: DDayTable, unit: int) -> None:
    table.moving.append(unit)
    table.used |= 1 << unit


def picked_up(table: DDayTable, unit: int) -> None:
    """2d1-e, 3d2-b, 8a3-b A unit goes along for the army's Move."""
    _pick_up(table, unit)
    here = table.hex[unit]
    table.tell(
        "2d1",
        telling.PICKED_UP,
        lambda: f"{unit_name(unit)} is picked up in {hex_label(here)}.",
        [unit_tag(unit), hex_tag(here)],
    )
