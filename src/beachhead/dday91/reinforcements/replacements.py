"""11b Using Moves to replace losses."""

from __future__ import annotations

from beachhead.dday91.movement.acquiring_and_spending_moves import counted, refuse_spending, spend
from beachhead.dday91.movement.supply import unsupplied
from beachhead.dday91.stacking.no_forced_stacks import refuse_forcing
from beachhead.dday91.table import telling
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ELIMINATED,
    DDayTable,
    plays,
    row,
    side_units,
    steps,
    unit_name,
    unit_tag,
)
from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic

FLIP = 1
HEADQUARTERS, CORPS, AIR = 2, 3, 4


@steps.step("replacements.replacement_step")
def replacement_step(table: DDayTable) -> None:
    """11b-a, QRC.sequence-b Only in the side's replacement step."""
    if plays(table, "replacements"):
        table.step = "replacement"
        table.then(choose_replacement)


def price_of_return(unit: int) -> int | None:
    """11b2-a What it costs to bring an eliminated unit back; None for what cannot return."""
    counter = row(unit)
    if counter.headquarters:
        return HEADQUARTERS
    if counter.corps:
        return CORPS
    return AIR if counter.air and not counter.strategic else None


def refuse_replacement(table: DDayTable, unit: int) -> Refusal | None:
    """11b-a Why no loss of a unit can be replaced now."""
    name = unit_name(unit)
    if not plays(table, "replacements") or table.step != "replacement":
        return Refusal("11b", "losses are replaced in the replacement step")
    if not side_units(table.side) >> unit & 1:
        return Refusal("11b", f"it is not the replacement step of {name}")
    refused = _refuse_price(table, unit)
    return _refuse_last_moves(table, unit) if refused is None else refused


def _refuse_price(table: DDayTable, unit: int) -> Refusal | None:
    """11b1, 11b2, 3c-f, 3d1 What is not lost, or cannot be paid for."""
    name = unit_name(unit)
    if table.hex[unit] == ELIMINATED:
        return _refuse_return(table, unit)
    if table.hex[unit] < 0 or not table.reduced >> unit & 1:
        return Refusal("11b1", f"{name} is not reduced")
    if table.unsupplied >> unit & 1:
        return unsupplied(unit)
    return refuse_spending(table, table.side, FLIP)


def _refuse_return(table: DDayTable, unit: int) -> Refusal | None:
    """11b2 Why an eliminated unit cannot be bought back."""
    price = price_of_return(unit)
    if price is None:
        return Refusal("11b2", f"{unit_name(unit)} cannot be replaced")
    if unit in table.returns:
        return Refusal("11b2", f"{unit_name(unit)} has been replaced already")
    return refuse_spending(table, table.side, price)


def _refuse_last_moves(table: DDayTable, unit: int) -> Refusal | None:
    """2d4, 8a1-d Moves must be left to put illegal stacks right."""
    after = table.copy()
    after.moves[table.side] -= _price(table, unit)
    after.reduced &= ~(1 << unit)
    return refuse_forcing(table, after)


def _price(table: DDayTable, unit: int) -> int:
    """11b1, 11b2, QRC.expending-d What it costs to restore a unit, or to bring it back."""
    returning = price_of_return(unit) if table.hex[unit] == ELIMINATED else None
    return FLIP if returning is None else returning


def purchases(table: DDayTable) -> list[tuple[str, int, int]]:
    """11b1, 11b2 What can be replaced now, and for how many Moves."""
    found = []
    for unit in members(side_units(table.side)):
        if refuse_replacement(table, unit) is None:
            what = "return" if table.hex[unit] == ELIMINATED else "restore"
            found.append((what, unit, _price(table, unit)))
    return found


REPLACEMENT = Topic("replaced", "Moves buy back what was lost")


def _what_to_replace(table: DDayTable) -> str:
    return f"Replace losses with Moves ({table.moves[table.side]} left), or go on."


@steps.question("replacements.choose_replacement")
def choose_replacement(table: DDayTable) -> Decision | None:
    """11b Which loss is replaced, or none."""
    options = [_replace(*purchase) for purchase in purchases(table)]
    if not options:
        return None
    return Decision(
        SIDES[table.side],
        _what_to_replace,
        "11b",
        replaced,
        [*options, _done(table.moves[table.side])],
        topic=REPLACEMENT,
    )


def _replace(what: str, unit: int, cost: int) -> Option:
    does = "Restore" if what == "restore" else "Bring back"
    return Option(
        f"{what}-{row(unit).id}",
        lambda: f"{does} {unit_name(unit)} for {counted(cost)}",
        (what, unit, cost),
        (unit_tag(unit),),
        commits=True,
    )


def _done(moves: int) -> Option:
    return Option(
        "done",
        lambda: f"Replace no more: the step ends, {counted(moves)} left",
        ("done", -1, 0),
        commits=True,
        ends=True,
    )


def replaced(table: DDayTable, choice: tuple[str, int, int]) -> None:
    # 11b2-b A unit bought back returns on the next Turn.
    what, unit, cost = choice
    if what == "done":
        return
    spend(table, table.side, cost, "11b", lambda: f"for {unit_name(unit)}")
    if what == "restore":
        table.reduced &= ~(1 << unit)
        table.tell(
            "11b1",
            telling.RESTORED,
            lambda: f"{unit_name(unit)} is at full strength again.",
            [unit_tag(unit)],
            unit=row(unit).id,
        )
    else:
        turn = table.turn + 1
        table.returns[unit] = turn
        table.tell(
            "11b2",
            telling.BOUGHT_BACK,
            lambda: f"{unit_name(unit)} returns on Turn {turn} or later.",
            [unit_tag(unit)],
            unit=row(unit).id,
            turn=turn,
        )
    table.then(choose_replacement)
