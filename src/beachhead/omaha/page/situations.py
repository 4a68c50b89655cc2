"""Where a game begins on the page, situations as text, and the figures of the report."""

from __future__ import annotations

from functools import cache
from typing import Any

from beachhead.kernel.rulebook import rule_index
from beachhead.omaha import notation
from beachhead.omaha.house_rules import HOUSE_RULES
from beachhead.omaha.losses import infantry_lost
from beachhead.omaha.state import DIVISION_OF_SECTOR, UNITS, Table, tide
from beachhead.omaha.victory import victory_points

NAMES = {1: "1st Division", 29: "29th Division"}


SECRETS = False
SEATS = {"us": "the US player", "1st": "the 1st Division", "29th": "the 29th Division"}


def seatings() -> dict[str, str]:
    """What each way to sit down means here."""
    return {
        "solo": "Solitaire: the rules run the Germans.",
        "hotseat": "Each commands a division.",
        "link": "One link for each seat; play from anywhere that reaches this server.",
    }


def guided() -> dict[str, Any]:
    """The guided first game."""
    return {"scenario": "easy-fox", "options": {}, "seed": 8}


def group_of(setting: str) -> str:
    """Where a setting stands on the start page."""
    if setting == "players":
        return "seats"
    return "house rules" if setting in HOUSE_RULES else "variants"


def write_position(table: Table, _seat: str | None) -> str:
    return notation.write(table)


PHASES = {
    "us-amphib": "4.I",
    "event": "4.II",
    "german-fire": "4.III",
    "us-engineer": "4.IV",
    "us-action": "4.V",
    "end-turn": "4.VI",
}


@cache
def heading(rule: str) -> str | None:
    """4 The phase that a rule belongs to."""
    rules = rule_index("omaha")
    phase = rules.phase_of(rule)
    return rules.rule(PHASES[phase]).title if phase in PHASES else None


def report(table: Table, _seat: str | None) -> dict[str, Any]:
    """The tide, and the figures to plot."""
    figures = {
        f"{NAMES[DIVISION_OF_SECTOR[sector]]} losses": infantry_lost(
            table, DIVISION_OF_SECTOR[sector]
        )
        for sector in ("east", "west")
        if sector in table.sectors
    }
    return {
        "style": f"--tide-{tide(table)}:inline",
        "figures": {
            "victory points": sum(victory_points(table).values()),
            "US units ashore": sum(hex_ >= 0 for hex_ in table.hex[:UNITS]),
            **figures,
        },
    }
