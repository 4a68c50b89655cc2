"""Storm Over Normandy: the game, as the table speaks it.

Where the chapters of the rulebook are: 2 components `table`, 3 `setup`, 4 `invasion`, 5 `sequence`,
6 and the cards `cards`, 7 and 14 `impulses`, 8 `movement`, 9 and 11 `attacks`, 10 `damage`,
12 `reinforcements`, 13 and 15 `victory`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.kernel import house_rules, reconstructions
from beachhead.kernel.data import Components
from beachhead.kernel.play import Game, Scenario, Setting
from beachhead.kernel.reconstructions import RECONSTRUCTION
from beachhead.kernel.rulebook import rule_index
from beachhead.kernel.senses import Senses
from beachhead.page import Page
from beachhead.storm import notation, odds, orders, setup, why_not
from beachhead.storm.cards import interrupt_effects
from beachhead.storm.table import invariants, ledger, pack, secrets, view
from beachhead.storm.table.board import board
from beachhead.storm.table.house_rules import HOUSE_RULES
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import StormTable, side_of, steps
from beachhead.storm.victory.victory_points import BID, BIDS, POINTS_TO_BEAT

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
    settings: dict[str, Setting] = {  # noqa: RUF012
        **house_rules.settings(rule_index("storm"), HOUSE_RULES),
        BID: Setting(
            BID,
            "The Allies need more Victory Points than this to win. Bid for the side you want: who "
            "asks more of the Allies, or takes them at more, has it.",
            BIDS,
            POINTS_TO_BEAT,
            "15.0",
            unsaid=True,
        ),
        RECONSTRUCTION: reconstructions.setting(
            "Which reconstruction of the counters: refitted so that equal players are about even, "
            "or as it first was, which is harder on the Allies.",
            "2.0",
        ),
    }
    steps = steps
    rules = rule_index("storm")
    position = StormTable
    seat_names: Mapping[str, str] = {"allied": "the Allied player", "german": "the German player"}
    see = staticmethod(view.see)
    redeal = staticmethod(secrets.redeal)
    why_not = staticmethod(why_not.why_not)
    odds = staticmethod(odds.odds_of)
    orders = staticmethod(orders.orders)
    write = staticmethod(notation.write)
    write_for = staticmethod(notation.write_for)
    invariants = staticmethod(invariants.invariants)
    ledger = staticmethod(ledger.ledger_problems)

    def seats(self, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:  # noqa: ARG002
        return SIDES

    def begin(self, scenario: str, options: Mapping[str, Any]) -> StormTable:  # noqa: ARG002
        return setup.set_up(options)

    secret_questions = frozenset({"card"})

    declines = True  # 6.2 a card for the moment

    def clock(self, position: StormTable) -> str:
        return f"Turn {position.turn}, {position.phase}"

    def components(self) -> Components:
        return Components(pack.SCHEMA, pack.BUILTIN)

    def read(self, text: str) -> tuple[str, dict[str, Any], StormTable]:
        table = notation.read(text)
        options: dict[str, Any] = dict(table.house)
        if BID in options:
            options[BID] = int(options[BID])
        return "storm-over-normandy", options, table

    attacks = frozenset({"attack"})
    captures = frozenset({"control"})

    def owner(self, piece: str, /) -> str:
        unit = pieces().unit.get(piece.removeprefix("unit-"))
        return "" if unit is None else SIDES[side_of(unit.index)].title()

    def called(self, id_: str, /) -> str:
        if id_ in board().tags:
            return board().name(board().tags.index(id_))
        unit = pieces().unit.get(id_.removeprefix("unit-"))
        return super().called(id_) if unit is None else unit.name

    board_part = "area"

    def svg(self, position: StormTable | None, seat: str | None = None, **wanted: Any) -> str:  # noqa: ARG002
        from beachhead.storm import drawing  # noqa: PLC0415 - only who draws waits for it

        return drawing.board_svg(position, **wanted)

    def senses(self) -> Senses:
        from beachhead.storm.table.senses import senses_of_storm  # noqa: PLC0415 - only environments read it

        return senses_of_storm()

    def page(self) -> Page[StormTable]:
        from beachhead.storm.page import StormPage  # noqa: PLC0415 - only the browser shows it

        return StormPage()


GAME = Storm()
