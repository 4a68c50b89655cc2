"""What the page shows of D-Day at Omaha Beach: nothing is known to one seat and hidden from
another, so all seats are shown the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from beachhead.kernel.play import Decision
from beachhead.omaha.drawing import counters as drawn
from beachhead.omaha.odds.costs import costs
from beachhead.omaha.page import board, flipbook, odds, overlays, reference
from beachhead.omaha.page.lessons import GUIDED
from beachhead.omaha.sequence import EXTENDED_PHASES, PHASES
from beachhead.omaha.table import charts as printed
from beachhead.omaha.table import pack
from beachhead.omaha.table.house_rules import HOUSE_RULES
from beachhead.omaha.table.state import OmahaTable
from beachhead.page import Page, Price, StackTerm
from beachhead.page.book import Flipbook
from beachhead.page.reference import Reference, reconstructed

RECONSTRUCTED = (
    "A few facts in these components are our own reconstruction ({}); docs/data.md tells what is "
    "known, and owners of the printed game can correct them."
)


class OmahaPage(Page[OmahaTable]):
    """D-Day at Omaha Beach in the browser."""

    overlays = overlays.OVERLAYS
    seatings: ClassVar[Mapping[str, str]] = {
        "solo": "Solitaire: the rules run the Germans.",
        "hotseat": "Each commands a division.",
        "link": "One link for each seat; play from anywhere that reaches this server.",
    }
    guided = GUIDED
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

    def board(self) -> str:
        return board.board_svg()

    def counters(self, position: OmahaTable, seat: str | None) -> str:  # noqa: ARG002
        return str(drawn.layers(position))

    def flipbook(
        self, position: OmahaTable, seat: str | None, decision: Decision | None
    ) -> Flipbook:
        return flipbook.flipbook(position, seat, decision)

    def warnings(self, position: OmahaTable, seat: str | None) -> list[Price]:  # noqa: ARG002
        return [Price(*cost) for cost in costs(position)]

    def odds(
        self, position: OmahaTable, decision: Decision | None, asked: Mapping[str, str]
    ) -> odds.OmahaOdds:
        return odds.odds(position, decision, asked)

    def reference(self) -> Reference:
        return reference.reference()
