"""What the page shows of Storm Over Normandy: all is open but the hands, each for its seat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from beachhead.page import Page, StackTerm, seated
from beachhead.page.reference import reconstructed
from beachhead.storm import drawing
from beachhead.storm.drawing import counters
from beachhead.storm.page import after_action, flipbook, overlays, reference, sums
from beachhead.storm.page.lessons import GUIDED
from beachhead.storm.sequence import PHASES
from beachhead.storm.table import pack
from beachhead.storm.table.house_rules import HOUSE_RULES
from beachhead.storm.table.state import StormTable


class StormPage(Page[StormTable]):
    """Storm Over Normandy in the browser."""

    guided = GUIDED
    style = overlays.STYLE
    overlays = overlays.OVERLAYS
    secrets = True
    house_rules = HOUSE_RULES
    phases = tuple(PHASES.values())
    colors: ClassVar[Mapping[str, str]] = {"allied": "#5b6b34", "german": "#7f8a83"}
    seatings = seated(
        "You play both sides; each hand is shown when its side decides.",
        "One is the Allies, one the Germans; hands are covered when you change places.",
        a_link_for_each="side",
    )

    warnings = staticmethod(flipbook.warnings)
    flipbook = staticmethod(flipbook.flipbook)
    odds = staticmethod(sums.odds)
    reference = staticmethod(reference.reference)
    standing = staticmethod(after_action.standing)
    chronicle = staticmethod(after_action.chronicle)

    def notice(self) -> str | None:
        return reconstructed(pack.load())

    def stack(self) -> list[StackTerm]:
        return [
            StackTerm("{} units", "total"),
            StackTerm("firepower {}", "total"),
            StackTerm("best defense {}", "best"),
        ]

    def board(self) -> str:
        return _board()

    def counters(self, position: StormTable, seat: str | None) -> str:  # noqa: ARG002
        return str(counters.layers(position))


@cache
def _board() -> str:
    svg = drawing.board_svg()
    empty = counters.layers(None)
    assert svg.count(empty) == 1, "the board should have the layers of counters once"
    return svg.replace(empty, '<g id="counters"></g>')
