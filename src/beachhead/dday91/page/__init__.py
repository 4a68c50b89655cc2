"""What the page shows of D-Day (1991). Nothing is secret here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from beachhead.dday91 import drawing
from beachhead.dday91.drawing import counters, sea
from beachhead.dday91.page import after_action, flipbook, overlays, reference, sums, warnings
from beachhead.dday91.page.lessons import GUIDED
from beachhead.dday91.sequence import PHASES
from beachhead.dday91.table import pack
from beachhead.dday91.table.house_rules import HOUSE_RULES
from beachhead.dday91.table.reconstructions import board_of
from beachhead.dday91.table.state import DDayTable
from beachhead.page import Page, seated
from beachhead.page.reference import reconstructed


class DDay91Page(Page[DDayTable]):
    """D-Day (1991) in the browser."""

    guided = GUIDED
    style = overlays.STYLE
    overlays = overlays.OVERLAYS
    seatings = seated(
        "You play both sides, in turn.",
        "One is the Allies, one the Germans; nothing is hidden, so just change places.",
        a_link_for_each="side",
    )
    house_rules = HOUSE_RULES
    phases = tuple(PHASES.values())
    colors: ClassVar[Mapping[str, str]] = {"allied": "#5b6b34", "german": "#7f8a83"}

    flipbook = staticmethod(flipbook.flipbook)
    warnings = staticmethod(warnings.warnings)
    odds = staticmethod(sums.odds)
    reference = staticmethod(reference.reference)
    standing = staticmethod(after_action.standing)
    chronicle = staticmethod(after_action.chronicle)

    def notice(self) -> str | None:
        return reconstructed(pack.load())

    def board(self) -> str:
        return _board()

    def counters(self, position: DDayTable, seat: str | None) -> str:  # noqa: ARG002
        printed = sea.invasions(board_of(position))
        return str(printed + counters.layers(position))


@cache
def _board() -> str:
    """The board with an empty layer for counters above everything printed; invasion hexes, which
    differ between reconstructions, lie among the counters."""
    head, end, tail = drawing.board_svg(invasions=False).rpartition("</svg>")
    return f'{head}<g id="counters"></g>{end}{tail}'
