"""What the page shows of D-Day (1991). Nothing is secret here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import ClassVar

from beachhead.dday91 import drawing
from beachhead.dday91.drawing import counters
from beachhead.dday91.page import flipbook, overlays, reference, sums, warnings
from beachhead.dday91.sequence import PHASES
from beachhead.dday91.table import pack
from beachhead.dday91.table.house_rules import HOUSE_RULES
from beachhead.dday91.table.state import DDayTable
from beachhead.kernel.play import Decision
from beachhead.page import Odds, Page, Price
from beachhead.page.book import Flipbook
from beachhead.page.reference import Reference, reconstructed


class DDay91Page(Page[DDayTable]):
    """D-Day (1991) in the browser."""

    overlays = overlays.OVERLAYS
    seatings: ClassVar[Mapping[str, str]] = {
        "solo": "You play both sides, in turn.",
        "hotseat": "One is the Allies, one the Germans; nothing is hidden, so just change places.",
        "link": "One link for each side; play from anywhere that reaches this server.",
    }
    house_rules = HOUSE_RULES
    phases = tuple(PHASES.values())
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")

    def notice(self) -> str | None:
        return reconstructed(pack.load())

    def board(self) -> str:
        return _board()

    def counters(self, position: DDayTable, seat: str | None) -> str:  # noqa: ARG002
        return str(counters.layers(counters.picture_of(position)))

    def flipbook(
        self, position: DDayTable, seat: str | None, decision: Decision | None
    ) -> Flipbook:
        return flipbook.flipbook(position, seat, decision)

    def warnings(self, position: DDayTable, seat: str | None) -> list[Price]:
        return warnings.warnings(position, seat)

    def odds(
        self,
        position: DDayTable,
        decision: Decision | None,  # noqa: ARG002
        asked: Mapping[str, str],
    ) -> Odds:
        return sums.odds(position, asked)

    def reference(self) -> Reference:
        return reference.reference()


@cache
def _board() -> str:
    """The board with an empty layer for counters above everything printed."""
    head, end, tail = drawing.board_svg().rpartition("</svg>")
    return f'{head}<g id="counters"></g>{end}{tail}'
