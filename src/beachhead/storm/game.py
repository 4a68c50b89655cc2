"""Storm Over Normandy: the game, as the table speaks it.

Where the chapters of the rulebook are: 2 components `table`, 3 `setup`, 4 `invasion`, 5 `sequence`,
6 and the cards `cards`, 7 and 14 `impulses`, 8 `movement`, 9 and 11 `attacks`, 10 `damage`,
12 `reinforcements`, 13 and 15 `victory`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.kernel import house_rules
from beachhead.kernel.chance import Generator
from beachhead.kernel.data import Components
from beachhead.kernel.play import Decision, Game, Option, Refusal, Scenario, Setting
from beachhead.kernel.record import Record
from beachhead.kernel.rulebook import rule_index
from beachhead.page import Page
from beachhead.storm import notation, odds, setup, why_not
from beachhead.storm.cards import interrupt_effects
from beachhead.storm.page import after_action
from beachhead.storm.table import invariants, ledger, pack, secrets, view
from beachhead.storm.table.house_rules import HOUSE_RULES
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import StormTable, steps

__all__ = ["GAME", "interrupt_effects"]


class Storm(Game[StormTable]):
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
    position = StormTable
    seat_names: Mapping[str, str] = {"allied": "the Allied player", "german": "the German player"}

    def seats(self, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:  # noqa: ARG002
        return SIDES

    def begin(self, scenario: str, options: Mapping[str, Any]) -> StormTable:  # noqa: ARG002
        return setup.set_up(options)

    def see(self, position: StormTable, seat: str | None) -> dict[str, Any]:
        return view.see(position, seat)

    def redeal(self, position: StormTable, seat: str | None, generator: Generator) -> None:
        secrets.redeal(position, seat, generator)

    def why_not(self, position: StormTable, /, **question: Any) -> Refusal | None:
        return why_not.why_not(position, **question)

    secret_questions = frozenset({"card"})

    declines = True  # 6.2 a card for the moment

    def odds(self, position: StormTable, decision: Decision, option: Option | None) -> list[str]:
        return odds.odds_of(position, decision, option)

    def clock(self, position: StormTable) -> str:
        return f"Turn {position.turn}, {position.phase}"

    def components(self) -> Components:
        return Components(pack.SCHEMA, pack.BUILTIN)

    def read(self, text: str) -> tuple[str, dict[str, Any], StormTable]:
        table = notation.read(text)
        return "storm-over-normandy", dict(table.house), table

    def write(self, position: StormTable) -> str:
        return notation.write(position)

    def write_for(self, position: StormTable, seat: str | None) -> str:
        return notation.write_for(position, seat)

    board_part = "area"

    def svg(self, position: StormTable | None, seat: str | None = None, **wanted: Any) -> str:  # noqa: ARG002
        from beachhead.storm import drawing  # noqa: PLC0415 - only who draws waits for it

        return drawing.board_svg(position, **wanted)

    def page(self) -> Page[StormTable]:
        from beachhead.storm.page import StormPage  # noqa: PLC0415 - only the browser shows it

        return StormPage()

    def invariants(self, position: StormTable) -> list[str]:
        return invariants.invariants(position)

    def ledger(self, record: Record[StormTable]) -> list[str]:
        return ledger.ledger_problems(record)

    def report(self, position: StormTable, seat: str | None) -> dict[str, Any]:  # noqa: ARG002
        return after_action.report(position)


GAME = Storm()
