"""What the page shows of D-Day at Omaha Beach: nothing is known to one seat and hidden from
another, so all seats are shown the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from beachhead.omaha.drawing import counters
from beachhead.omaha.odds.costs import costs
from beachhead.omaha.page import after_action, board, flipbook, odds, overlays, reference
from beachhead.omaha.page.lessons import GUIDED
from beachhead.omaha.sequence import EXTENDED_PHASES, PHASES
from beachhead.omaha.table import charts as printed
from beachhead.omaha.table import pack
from beachhead.omaha.table.house_rules import HOUSE_RULES
from beachhead.omaha.table.state import OmahaTable
from beachhead.page import Page, Price, StackTerm, seated
from beachhead.page.reference import reconstructed

RECONSTRUCTED = (
    "A few facts in these components are our own reconstruction ({}); docs/data.md tells what is "
    "known, and owners of the printed game can correct them."
)


class OmahaPage(Page[OmahaTable]):
    """D-Day at Omaha Beach in the browser."""

    overlays = overlays.OVERLAYS
    seatings = seated(
        "Solitaire: the rules run the Germans.",
        "Each commands a division.",
        a_link_for_each="seat",
    )
    guided = GUIDED
    colors: ClassVar[Mapping[str, str]] = {"us": "#5b6b34", "1st": "#4c5b2a", "29th": "#8a9a58"}
    signs: ClassVar[Mapping[str, str]] = {
        "orange": "▲",
        "red": "◆",
        "purple": "■",
        "blue": "●",
        "green": "✚",
        "brown": "⬢",
    }
    house_rules = HOUSE_RULES
    phases = (*PHASES.values(), *EXTENDED_PHASES.values())
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")

    board = staticmethod(board.board_svg)
    flipbook = staticmethod(flipbook.flipbook)
    odds = staticmethod(odds.odds)
    reference = staticmethod(reference.reference)
    standing = staticmethod(after_action.standing)
    chronicle = staticmethod(after_action.chronicle)

    def notice(self) -> str | None:
        return reconstructed(pack.load(), RECONSTRUCTED)

    def stack(self) -> list[StackTerm]:
        """6.35 Enough steps together are a concentrated target."""
        enough = printed.charts().limit("concentrated_target_steps", 1)
        return [
            StackTerm("{} steps", "total", enough, "concentrated target"),
            StackTerm("strength {}", "total"),
            StackTerm("{}", "each"),
        ]

    def group_of(self, setting: str) -> str:
        return "seats" if setting == "players" else super().group_of(setting)

    def counters(self, position: OmahaTable, seat: str | None) -> str:  # noqa: ARG002
        return str(counters.layers(position))

    def warnings(self, position: OmahaTable, seat: str | None) -> list[Price]:  # noqa: ARG002
        return [Price(*cost) for cost in costs(position)]
