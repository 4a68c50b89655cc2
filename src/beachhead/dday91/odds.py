"""What a combat promises before the dice are rolled."""

from __future__ import annotations

from typing import Any, NamedTuple

from beachhead.dday91.charts import DIE
from beachhead.dday91.modifiers import attacker_terms, defender_terms, defenders, total
from beachhead.dday91.resolution import losses_by
from beachhead.dday91.state import Combat, Table, hex_labels
from beachhead.kernel.play import Decision, Option

THROWS = len(DIE) ** 2


class Forecast(NamedTuple):
    """4c Every term of a combat, and of the hundred throws how many come out which way."""

    attack: dict[str, int]
    defense: dict[str, int]
    wins: int
    """Throws in which the attacker wins."""
    attacker_losses: tuple[int, int, int]
    """Throws that cost the attacker no, one or two losses."""
    defender_losses: tuple[int, int, int]

    def to_data(self) -> dict[str, Any]:
        return self._asdict()


def chances(attack: int, defense: int) -> tuple[int, tuple[int, int, int], tuple[int, int, int]]:
    """4c2 Wins of the attacker and losses on both sides, of a hundred throws."""
    wins, attacker, defender = 0, [0, 0, 0], [0, 0, 0]
    for own in DIE:
        for other in DIE:
            difference = own + attack - other - defense
            won = difference > 0
            lost = losses_by(abs(difference))
            wins += won
            attacker[0 if won else lost] += 1
            defender[lost if won else 0] += 1
    return wins, (attacker[0], attacker[1], attacker[2]), (defender[0], defender[1], defender[2])


def forecast(table: Table, combat: Combat) -> Forecast:
    """4b, 4c What a combat promises as it stands."""
    attack, defense = attacker_terms(table, combat), defender_terms(table, combat)
    return Forecast(attack, defense, *chances(total(attack), total(defense)))


def sentence(table: Table, combat: Combat) -> str:
    """4c The same in one line."""
    seen = forecast(table, combat)
    return (
        f"{hex_labels(combat.hexes)}: +{total(seen.attack)} ({_terms(seen.attack)}) against "
        f"+{total(seen.defense)} ({_terms(seen.defense)}). The attacker wins {seen.wins} % of "
        f"throws. Losses of the attacker: one {seen.attacker_losses[1]} %, two "
        f"{seen.attacker_losses[2]} %; of the defender: one {seen.defender_losses[1]} %, two "
        f"{seen.defender_losses[2]} %."
    )


def _terms(terms: dict[str, int]) -> str:
    return ", ".join(f"{name} {points:+d}" for name, points in terms.items())


def odds_of(table: Table, decision: Decision, option: Option | None) -> list[str]:
    """The forecast of the combat being announced, chosen or about to be rolled."""
    if decision.kind == "attacker_added":
        target, also = decision.arguments
        units = table.building
        if option is not None and isinstance(option.value, tuple):
            also |= 1 << option.value[1]
        elif option is not None and option.value >= 0:
            units |= 1 << option.value
        return [sentence(table, Combat(target, units, also=also))] if units else []
    if decision.kind == "striker_chosen":
        (quarry,) = decision.arguments
        units = table.building
        if option is not None and option.value >= 0:
            units |= 1 << option.value
        return [sentence(table, Combat(quarry, units, pursuit=True))] if units else []
    if decision.kind == "combat_chosen":
        chosen = table.combats if option is None else [table.combats[option.value]]
        return [sentence(table, combat) for combat in chosen if defenders(table, combat)]
    if decision.kind == "dice" and table.combat is not None:
        return [sentence(table, table.combat)]
    return []
