"""4c How combats are likely to end, exactly: a hundred throws of two ten-sided dice."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from beachhead.dday91.charts import DIE
from beachhead.dday91.combat import refuse_attacker
from beachhead.dday91.modifiers import attacker_terms, defender_terms, total
from beachhead.dday91.resolution import losses_by
from beachhead.dday91.state import Combat, Table, UnitSet, on_board
from beachhead.kernel.grid import members, set_of

THROWS = len(DIE) ** 2


class Outcome(NamedTuple):
    """4c2 Who wins, and the losses of the other side."""

    attacker_wins: bool
    losses: int

    @property
    def text(self) -> str:
        if self.attacker_wins:
            lost = f", {_losses(self.losses)}" if self.losses else ""
            return f"the defender retreats{lost}"
        if not self.losses:
            return "the defender holds"
        return f"the attacker takes {_losses(self.losses)}"


def _losses(count: int) -> str:
    return "1 loss" if count == 1 else f"{count} losses"


OUTCOMES = (
    *(Outcome(attacker_wins=True, losses=losses) for losses in (2, 1, 0)),
    *(Outcome(attacker_wins=False, losses=losses) for losses in (0, 1, 2)),
)
"""The best for the attacker first."""


@cache
def outcomes(attack: int, defense: int) -> dict[Outcome, float]:
    """4c1, 4c2 How likely each outcome is, by the total modifiers of both sides."""
    found = dict.fromkeys(OUTCOMES, 0)
    for attacker in DIE:
        for defender in DIE:
            difference = attacker + attack - defender - defense
            found[Outcome(difference > 0, losses_by(abs(difference)))] += 1
    return {outcome: throws / THROWS for outcome, throws in found.items() if throws}


def chances(table: Table, combat: Combat) -> dict[Outcome, float]:
    """4c The same for a combat as it stands."""
    return outcomes(total(attacker_terms(table, combat)), total(defender_terms(table, combat)))


def winning(found: dict[Outcome, float]) -> float:
    """How likely the attacker wins."""
    return sum(chance for outcome, chance in found.items() if outcome.attacker_wins)


def whole_attack(table: Table, target: int) -> UnitSet:
    """4a Everybody who could attack a hex now, those already chosen for it included."""
    able = {
        unit
        for unit in members(on_board(table, table.side))
        if refuse_attacker(table, unit, target) is None
    }
    return set_of(able) | table.building
