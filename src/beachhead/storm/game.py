"""Storm Over Normandy: the game, as the table speaks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.kernel import house_rules
from beachhead.kernel.chance import Generator
from beachhead.kernel.play import Decision, Game, Option, Refusal, Scenario, Setting
from beachhead.kernel.record import Record
from beachhead.kernel.rulebook import rule_index
from beachhead.storm import (
    interrupts,
    invariants,
    ledger,
    notation,
    odds,
    questions,
    reactions,
    secrets,
    setup,
    view,
)
from beachhead.storm.house_rules import HOUSE_RULES
from beachhead.storm.state import SIDES, Table, steps

__all__ = ["GAME", "reactions"]


class Storm(Game[Table]):
    """Storm Over Normandy, 6 to 13 June 1944."""

    name = "storm"
    title = "Storm Over Normandy"
    version = "0.2"
    scenarios: dict[str, Scenario] = {  # noqa: RUF012
        "storm-over-normandy": Scenario(
            "storm-over-normandy",
            "Storm Over Normandy",
            "The landing and the first week ashore, Turns 1 to 8.",
            "1.0",
        )
    }
    settings: dict[str, Setting] = house_rules.settings(rule_index("storm"), HOUSE_RULES)
    steps = steps
    rules = rule_index("storm")
    position = Table

    def seats(self, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:  # noqa: ARG002
        return SIDES

    def begin(self, scenario: str, options: Mapping[str, Any]) -> Table:  # noqa: ARG002
        return setup.set_up(options)

    def read(self, text: str) -> tuple[str, dict[str, Any], Table]:
        table = notation.read(text)
        return "storm-over-normandy", dict(table.house), table

    def see(self, position: Table, seat: str | None) -> dict[str, Any]:
        return view.see(position, seat)

    def redeal(self, position: Table, seat: str | None, generator: Generator) -> None:
        secrets.redeal(position, seat, generator)

    def why_not(self, position: Table, /, **question: Any) -> Refusal | None:
        return questions.why_not(position, **question)

    secret_questions = frozenset({"card"})

    def passing(self, decision: Decision) -> str | None:
        """6.2 No card, when one could be played at a moment of the game; in an attack of one's
        own only if there is none to play."""
        if decision.kind != interrupts.card_chosen.__name__:
            return None
        own = interrupts.OWN_ATTACK in decision.arguments
        return None if own and len(decision.options) > 1 else interrupts.NO_CARD

    def odds(self, position: Table, decision: Decision, option: Option | None) -> list[str]:
        return odds.odds_of(position, decision, option)

    def invariants(self, position: Table) -> list[str]:
        """Everything that is wrong with a position; an empty list if it is sound."""
        return invariants.invariants(position)

    def ledger(self, record: Record[Table]) -> list[str]:
        """Where the events of a game and its table disagree; an empty list if they agree."""
        return ledger.ledger_problems(record)

    def clock(self, position: Table) -> str:
        return f"Turn {position.turn}, {position.phase}"


GAME = Storm()
