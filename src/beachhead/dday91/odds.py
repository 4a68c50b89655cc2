"""4c What a combat promises before the dice are rolled, exactly: a hundred throws of two dice."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from beachhead.dday91.combat.modifiers import (
    attacker_terms,
    defender_terms,
    defenders,
    listed,
    losses_by,
    total,
)
from beachhead.dday91.table.charts import DIE
from beachhead.dday91.table.state import Combat, DDayTable, hex_labels
from beachhead.kernel.dice import sums
from beachhead.kernel.play import Decision, Option

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
    # The defender's die is as good as another one read from its other end.
    for thrown, throws in sums(DIE, 2).items():
        difference = thrown - DIE[0] - DIE[-1] + attack - defense
        found[Outcome(difference > 0, losses_by(abs(difference)))] += throws
    return {outcome: throws / THROWS for outcome, throws in found.items() if throws}


def chances(table: DDayTable, combat: Combat) -> dict[Outcome, float]:
    """4c The same for a combat as it stands."""
    return outcomes(total(attacker_terms(table, combat)), total(defender_terms(table, combat)))


def winning(found: dict[Outcome, float]) -> float:
    """How likely the attacker wins."""
    return sum(chance for outcome, chance in found.items() if outcome.attacker_wins)


def percent(chance: float) -> str:
    """A chance on the map: of a hundred throws all percents are whole."""
    return f"{round(100 * chance)}%"


def sentence(table: DDayTable, combat: Combat) -> str:
    """4b, 4c What a combat promises, in one line with every term."""
    attack, defense = attacker_terms(table, combat), defender_terms(table, combat)
    found = chances(table, combat)
    taken, dealt = (
        [f"{round(100 * found.get(Outcome(wins, losses), 0))} %" for losses in (1, 2)]
        for wins in (False, True)
    )
    return (
        f"{hex_labels(combat.hexes)}: +{total(attack)} ({listed(attack)}) against "
        f"+{total(defense)} ({listed(defense)}). The attacker wins "
        f"{round(100 * winning(found))} % of throws. Losses of the attacker: one {taken[0]}, two "
        f"{taken[1]}; of the defender: one {dealt[0]}, two {dealt[1]}."
    )


def odds_of(table: DDayTable, decision: Decision, option: Option | None) -> list[str]:
    """4c The forecast of the combat being put together, chosen or about to be rolled; or of those
    that have been announced."""
    built: Combat | None = decision.built(option)
    combats = [] if built is None else [built]
    if built is None and option is None and table.combat is None:
        combats = table.combats
    return [
        sentence(table, combat)
        for combat in combats
        if combat.attackers and defenders(table, combat)
    ]
