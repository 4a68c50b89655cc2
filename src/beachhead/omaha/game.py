"""D-Day at Omaha Beach: the game, as the table speaks it.

Where the chapters of the rulebook are:

- 2 Components: `table`. 3, 21, 22 Set-up and scenarios: `scenarios`. 4, 15 Sequence: `sequence`.
- 5 Landing: `landing`. 6, 14 German fire: `german_fire`. 7, 17 US actions: `us_actions`, and
  8 attacks: `us_combat`. 9, 16, 23 German depth, actions and armor: `germans`.
- 10, 19 Engineers: `engineers`. 11, 18 Leaders: `leaders`. 12, 13, 20 Victory: `victory`.
- Charts: TEC in `us_actions.terrain_effects` and `us_combat.terrain_and_defense`, GFC in
  `german_fire.hits`, UAT in `us_combat.resolution`, GAS in `germans.action_summary`, EV in
  `events`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel import house_rules
from beachhead.kernel.data import Components
from beachhead.kernel.play import Game, Scenario, Setting
from beachhead.kernel.rulebook import rule_index
from beachhead.kernel.senses import Senses
from beachhead.omaha import notation, why_not
from beachhead.omaha.odds import option_odds
from beachhead.omaha.scenarios import setup, variants
from beachhead.omaha.table import invariants, ledger, pack, view
from beachhead.omaha.table.board import board
from beachhead.omaha.table.house_rules import HOUSE_RULES
from beachhead.omaha.table.state import OmahaTable, steps
from beachhead.omaha.us_actions import orders
from beachhead.page import Page


class Omaha(Game[OmahaTable]):
    """D-Day at Omaha Beach: the first waves, the whole day, and the fight inland."""

    name = "omaha"
    title = "D-Day at Omaha Beach"
    version = "0.3"
    scenarios: Mapping[str, Scenario] = setup.SCENARIOS
    steps = steps
    rules = rule_index("omaha")
    position = OmahaTable
    seat_names: Mapping[str, str] = {
        "us": "the US player",
        "1st": "the 1st Division",
        "29th": "the 29th Division",
    }
    all_on_one_side = True
    see = staticmethod(view.see)
    why_not = staticmethod(why_not.why_not)
    odds = staticmethod(option_odds.odds_of)
    orders = staticmethod(orders.orders)
    write = staticmethod(notation.write)
    invariants = staticmethod(invariants.invariants)
    ledger = staticmethod(ledger.ledger_problems)

    @cached_property
    def settings(self) -> Mapping[str, Setting]:
        # Read when asked for: a pack that is damaged must not keep its game from being found.
        return {
            "players": Setting(
                "players", "One player, or two who share the beach by division.", (1, 2), 1, "1"
            ),
            **variants.settings(),
            **house_rules.settings(self.rules, HOUSE_RULES),
        }

    def seats(
        self,
        scenario: str,  # noqa: ARG002
        options: Mapping[str, Any],
    ) -> tuple[str, ...]:
        # 1a, 1e One player, or one for each division.
        return ("us",) if options["players"] == 1 else ("1st", "29th")

    def check(
        self, scenario: str | None, options: Mapping[str, Any] | None
    ) -> tuple[str, dict[str, Any]]:
        name, chosen = super().check(scenario, options)
        if name == "easy-fox" and chosen["players"] == 2:
            raise BeachheadError(
                "options.players: Easy Fox has only the 1st Division; choose 1, "
                "or play first-waves with two"
            )
        variants.check(name, chosen)
        return name, chosen

    def begin(self, scenario: str, options: Mapping[str, Any]) -> OmahaTable:
        return setup.set_up(scenario, options)

    def clock(self, position: OmahaTable) -> str:
        return f"Turn {position.turn}, {position.phase}"

    def components(self) -> Components:
        return Components(pack.SCHEMA, pack.BUILTIN)

    def read(self, text: str) -> tuple[str, dict[str, Any], OmahaTable]:
        table = notation.read(text)
        chosen = {"players": table.players, **table.house, **dict.fromkeys(table.variants, True)}
        return table.scenario, chosen, table

    attacks = frozenset({"fire", "artillery", "overrun", "attack", "barrage", "naval-barrage"})
    captures = frozenset({"german-eliminated", "german-removed", "withdrawal"})

    def owner(self, piece: str, /) -> str:
        kind = piece.partition("-")[0]
        return {"unit": "US", "post": "German", "position": "German"}.get(kind, "")

    def called(self, id_: str, /) -> str:
        """A hex with its nest, or with the beach that it is a part of."""
        name = super().called(id_)
        if not id_.startswith("hex-"):
            return name
        hex_ = board().grid.hex(name)
        nest = board().wn_hex_at.get(hex_)
        known = nest.name if nest else _beach(hex_)
        return f"{name} ({known})" if known else name

    board_part = "hex"
    board_options = frozenset({"radius", "grid", "numbers", "dots"})

    def svg(self, position: OmahaTable | None, seat: str | None = None, **wanted: Any) -> str:  # noqa: ARG002
        from beachhead.omaha import drawing  # noqa: PLC0415 - only who draws waits for it

        return drawing.board_svg(table=position, **wanted)

    def senses(self) -> Senses:
        from beachhead.omaha.table.senses import senses_of_omaha  # noqa: PLC0415 - only environments read it

        return senses_of_omaha()

    def page(self) -> Page[OmahaTable]:
        from beachhead.omaha.page import OmahaPage  # noqa: PLC0415 - only the browser shows it

        return OmahaPage()


def _beach(hex_: int) -> str:
    """What a hex where boats land is called on the map; empty for all others."""
    from beachhead.omaha.drawing.sea import BEACHES  # noqa: PLC0415 - only who tells of it waits

    for box in board().boxes.values():
        if box.beach is not None and hex_ in (box.low, box.mid, box.high):
            return BEACHES[box.beach]
    return ""


GAME = Omaha()
