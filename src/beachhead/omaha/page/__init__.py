"""What the page shows of Omaha beyond the view: board, counters, flipbook, overlays, reference.

These are the functions that `beachhead.web.pages.Page` describes. Nothing in this game is known
to one seat and hidden from another, so all seats are shown the same.
"""

from __future__ import annotations

from beachhead.omaha.page.board import board_svg, counters, glow, routes, subject
from beachhead.omaha.page.flipbook import flipbook, warnings
from beachhead.omaha.page.odds import odds
from beachhead.omaha.page.overlays import OVERLAYS, overlay
from beachhead.omaha.page.reference import notice, reference
from beachhead.omaha.page.situations import (
    SEATS,
    SECRETS,
    group_of,
    guided,
    heading,
    report,
    seatings,
    write_position,
)

__all__ = [
    "OVERLAYS",
    "SEATS",
    "SECRETS",
    "board_svg",
    "counters",
    "flipbook",
    "glow",
    "group_of",
    "guided",
    "heading",
    "notice",
    "odds",
    "overlay",
    "reference",
    "report",
    "routes",
    "seatings",
    "subject",
    "warnings",
    "write_position",
]
