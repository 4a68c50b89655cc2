"""D-Day (1991): the game, as the table speaks it.

Where the chapters of the rulebook are:

- 1 Equipment: `table`. 2 General rules: 2a `setup`, 2b `sequence`, 2c and 2e
  `table.zones_of_control`, 2d `stacking`.
- 3 Movement: `movement`, `sea`, `reinforcements`. 4 Combat: `combat`. 5 End of turn: `sequence`.
- 6 Scenarios: `setup`. 10 to 16 Options: `options`, and where they add to a room its own, as `air`.
- 7 Weapons and 9 Hints are no rules; the set-ups of 9b can be chosen (`charts().set_ups`).
- 8 Examples: played in `tests/rules/dday91/test_08_examples.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.dday91 import notation, odds, orders
from beachhead.dday91.setup import placing_units
from beachhead.dday91.table import invariants, ledger, pack, view
from beachhead.dday91.table.board import board
from beachhead.dday91.table.house_rules import HOUSE_RULES
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import OPTION_TEXTS, OPTIONS, DDayTable, side_of, steps
from beachhead.dday91.why_not import units_and_hexes
from beachhead.kernel import house_rules, reconstructions
from beachhead.kernel.data import Components
from beachhead.kernel.play import Game, Scenario, Setting
from beachhead.kernel.reconstructions import RECONSTRUCTION
from beachhead.kernel.rulebook import rule_index
from beachhead.kernel.senses import Senses
from beachhead.page import Page

RULES = rule_index("dday91")


class DDay91(Game[DDayTable]):
    """D-Day, the 1991 edition: June 1944 to May 1945, or a year earlier."""

    name = "dday91"
    title = "D-Day (1991)"
    version = "0.3"
    # 2a-a The scenario is chosen before the game.
    scenarios: dict[str, Scenario] = {  # noqa: RUF012
        "1944": Scenario("1944", "1944", "The historical invasion, Turns 1 to 12.", "6c"),
        "1943": Scenario("1943", "1943", "What if it had come a year earlier?", "6b"),
    }
    settings: dict[str, Setting] = {  # noqa: RUF012
        **{
            name: Setting(
                name, f"{RULES.rule(rule).title}: {OPTION_TEXTS[name]}", (False, True), False, rule
            )
            for name, rule in OPTIONS.items()
        },
        **house_rules.settings(RULES, HOUSE_RULES),
        RECONSTRUCTION: reconstructions.setting(
            "Which reconstruction of the board and cards: refitted to the course of the war that "
            "the rulebook tells, or as it first was, with landings beside Hamburg.",
            "6c",
        ),
    }
    steps = steps
    rules = RULES
    position = DDayTable
    seat_names: Mapping[str, str] = {"allied": "the Allied player", "german": "the German player"}
    see = staticmethod(view.see)
    why_not = staticmethod(units_and_hexes.why_not)
    odds = staticmethod(odds.odds_of)
    orders = staticmethod(orders.orders)
    write = staticmethod(notation.write)
    invariants = staticmethod(invariants.invariants)
    ledger = staticmethod(ledger.ledger_problems)

    def seats(self, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:  # noqa: ARG002
        # 2a-a, 17-a The sides; one person may sit at both.
        return SIDES

    def begin(self, scenario: str, options: Mapping[str, Any]) -> DDayTable:
        # 2a-b The set-up of the scenario.
        return placing_units.set_up(int(scenario), options)

    def clock(self, position: DDayTable) -> str:
        return f"Turn {position.turn}, {SIDES[position.side]} {position.step}"

    def components(self) -> Components:
        return Components(pack.SCHEMA, pack.BUILTIN)

    def read(self, text: str) -> tuple[str, dict[str, Any], DDayTable]:
        table = notation.read(text)
        options = dict.fromkeys(table.options, True) | dict(table.house)
        return str(table.year), options, table

    attacks = frozenset({"combat"})
    captures = frozenset({"control"})

    def owner(self, piece: str, /) -> str:
        unit = pieces().unit.get(piece.removeprefix("unit-"))
        return "" if unit is None else SIDES[side_of(unit.index)].title()

    def called(self, id_: str, /) -> str:
        name = super().called(id_)
        if id_.startswith("hex-"):
            return board().label(board().hex(name))
        return pieces().unit[name].name if name in pieces().unit else name

    board_part = "hex"
    board_options = frozenset({"radius", "grid", "numbers"})

    def svg(self, position: DDayTable | None, seat: str | None = None, **wanted: Any) -> str:  # noqa: ARG002
        from beachhead.dday91 import drawing  # noqa: PLC0415 - only who draws waits for it

        return drawing.board_svg(position, **wanted)

    def senses(self) -> Senses:
        from beachhead.dday91.table.senses import senses_of_dday91  # noqa: PLC0415 - only environments read it

        return senses_of_dday91()

    def page(self) -> Page[DDayTable]:
        from beachhead.dday91.page import DDay91Page  # noqa: PLC0415 - only the browser shows it

        return DDay91Page()


GAME = DDay91()
