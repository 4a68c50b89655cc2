"""What a choice costs beyond what its label says: who drowns, is given up or cut off."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.dday91 import legs, occupation
from beachhead.dday91.state import Table, UnitSet, names, row, unit_name
from beachhead.dday91.supply import out_of_supply
from beachhead.kernel.grid import members, set_of
from beachhead.kernel.play import Decision, Option


def risks_of(table: Table, decision: Decision, option: Option | None) -> list[str]:
    """What is lost by an option, or if nothing is done about it; nothing where nothing is."""
    risks = RISKS.get(decision.kind)
    return [] if risks is None else risks(table, decision, option)


# --- 3e2 those at sea


def _occupation(table: Table, decision: Decision, option: Option | None) -> list[str]:
    """4f, 3e2 Who stays at sea is lost; and who would have to, if somebody takes his place."""
    target, *sources = decision.arguments
    if option is None:
        return _drown(table, at_sea(table, *sources), "Whoever stays at sea is lost")
    if option.value < 0:
        return _drown(table, at_sea(table, *sources), "Lost at sea")
    after = table.copy()
    occupation.land(after, option.value, target)
    stranded = set_of(
        unit
        for unit in members(at_sea(after, *sources))
        if occupation.refuse_advance(table, unit, target, *sources) is None
        and occupation.refuse_advance(after, unit, target, *sources) is not None
    )
    return _drown(table, stranded, "There is then no place for these, and they are lost at sea")


def at_sea(table: Table, *sources: int) -> UnitSet:
    """3e2, N-04 Those in some invasion hexes that land now or nowhere."""
    return set_of(
        unit
        for unit in members(table.invaders)
        if table.hex[unit] in sources
        and all(
            occupation.refuse_landing(table, unit, hex_) is not None
            for hex_ in members(occupation.arrows(table, unit))
        )
    )


def _landing(table: Table, _decision: Decision, option: Option | None) -> list[str]:
    """3e2 With no more landings, everybody who is still at sea is lost."""
    if option is None or option.value[0] >= 0:
        return []
    return _drown(table, set_of(occupation.afloat(table)), "Lost at sea")


def _drown(_table: Table, units: UnitSet, text: str) -> list[str]:
    return [f"{text}: {names(units)}."] if units else []


# --- 3c supply, 3g leaving the board


def _leg(table: Table, _decision: Decision, option: Option | None) -> list[str]:
    """3c Whom a move cuts off, as the table stands. 3g Who leaves the board is gone."""
    if option is None or option.value[0] not in ("path", "exit"):
        return []
    if option.value[0] == "exit":
        return [_never(set_of(table.moving))]
    after = legs.gone(table, option.value[1:])
    for unit in after.moving:
        legs.enter(after, [unit], after.hex[unit])
    cut = out_of_supply(after, table.side) & ~out_of_supply(table, table.side)
    return [f"Then out of supply: {names(cut)}."] if cut else []


# --- 4d4 no retreat


def _stay(table: Table, decision: Decision, option: Option | None) -> list[str]:
    """4d4 Whether the extra loss eliminates the unit, or all leave for good."""
    (units,) = decision.arguments
    if option is None:
        return []
    if option.value < 0:
        return [_never(units)]
    unit = option.value
    gone = table.reduced >> unit & 1 or row(unit).elim
    return [f"{unit_name(unit)} is {'eliminated' if gone else 'reduced'}."]


def _never(units: UnitSet) -> str:
    return f"{names(units)} never come{'s' if units.bit_count() == 1 else ''} back."


RISKS: dict[str, Callable[[Table, Decision, Option | None], list[str]]] = {
    "advanced": _occupation,
    "landed": _landing,
    "leg_chosen": _leg,
    "stayed": _stay,
}
"""By what the decision is about."""
