"""What the page shows of Storm Over Normandy beyond the view: board, counters, flipbook, overlays,
reference.

These are the functions that `beachhead.web.pages.Page` describes. Only hands are secret here:
what of them is shown is asked for on behalf of a seat.
"""

from __future__ import annotations

from beachhead.storm.page.board import board_svg, counters, glow, routes, subject
from beachhead.storm.page.flipbook import flipbook, warnings
from beachhead.storm.page.odds import odds
from beachhead.storm.page.overlays import OVERLAYS, overlay
from beachhead.storm.page.reference import notice, reference
from beachhead.storm.page.situations import (
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
