"""Why not? Answers about what only the optional rules allow."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.dday91.air import air_reaction, airborne_drops, strategic_bombers
from beachhead.dday91.options import divisions, extra_effort, pursuit
from beachhead.dday91.reinforcements import replacements
from beachhead.dday91.table.state import DDayTable, plays, unit_name
from beachhead.kernel.bits import members
from beachhead.kernel.play import Refusal


def _drop(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """13d Why a unit cannot be dropped, or not into a hex."""
    refused = airborne_drops.refuse_drop(table, unit)
    if refused is not None:
        return refused
    if there is None:
        return airborne_drops.refuse_everywhere(table, unit)
    return airborne_drops.refuse_landing(table, unit, there)


def _bomb(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """13b1 Why a strategic air unit cannot be sent out, or not to a hex."""
    refused = strategic_bombers.refuse_bomber(table, unit)
    if refused is not None or there is None:
        return refused
    return strategic_bombers.refuse_target(table, there)


def _react(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """13a Why an air unit cannot react to the attack on a hex."""
    assert there is not None
    if table.step != "combat":
        return Refusal("13a", "air units react in the combat step of the other side")
    return air_reaction.refuse_reaction(table, unit, there)


def _strike(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """14b2 Why a unit cannot attack beaten units again."""
    if not plays(table, "pursuit") or table.combat is None or table.combat.pursuit:
        return Refusal("14b2", "no combat has just been won")
    if not table.combat.occupiers >> unit & 1:
        return Refusal("14b2", f"{unit_name(unit)} has not occupied the hex that was won")
    quarry = next(members(pursuit.quarries(table)), None) if there is None else there
    if quarry is None or not pursuit.quarries(table) >> quarry & 1:
        return Refusal("14b2", "only the beaten units are attacked again")
    return pursuit.refuse_striker(table, unit, quarry)


def _while_moving(
    option: str, refuse: Callable[[DDayTable, int], Refusal | None]
) -> Callable[[DDayTable, int, int | None], Refusal | None]:
    """14c, 16 What a unit may do only while it is being moved."""

    def answer(table: DDayTable, unit: int, _there: int | None) -> Refusal | None:
        rule = "14c" if option == "extra-effort" else "16"
        if not plays(table, option):
            return Refusal(rule, "that optional rule is not in use")
        if unit not in table.moving:
            return Refusal(rule, f"{unit_name(unit)} is not being moved")
        return refuse(table, unit)

    return answer


ACTIONS: dict[str, Callable[[DDayTable, int, int | None], Refusal | None]] = {
    "drop": _drop,
    "bomb": _bomb,
    "react": _react,
    "strike": _strike,
    "extra-effort": _while_moving("extra-effort", extra_effort.refuse_effort),
    "detach": _while_moving("divisions", divisions.refuse_detach),
    "recombine": _while_moving("divisions", divisions.refuse_recombine),
    "replace": lambda table, unit, _: replacements.refuse_replacement(table, unit),  # 11b
}
NEEDS_PLACE = ("react",)
