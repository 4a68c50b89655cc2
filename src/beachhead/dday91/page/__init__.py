"""What the page shows of D-Day (1991) beyond the view: board, counters, flipbook, overlays,
reference.

These are the functions that `beachhead.web.pages.Page` describes. Nothing is secret here.
"""

from __future__ import annotations

from beachhead.dday91.page.board import board_svg, counters, glow, routes, subject
from beachhead.dday91.page.flipbook import flipbook
from beachhead.dday91.page.odds import odds
from beachhead.dday91.page.overlays import OVERLAYS, overlay
from beachhead.dday91.page.reference import notice, reference
from beachhead.dday91.page.situations import (
    SEATS,
    SECRETS,
    group_of,
    guided,
    heading,
    report,
    seatings,
    write_position,
)
from beachhead.dday91.page.warnings import warnings

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
