"""Who sits where, situations as text, and the figures of the report."""

from __future__ import annotations

from functools import cache
from typing import Any

from beachhead.dday91 import notation, victory
from beachhead.dday91.board import board
from beachhead.dday91.house_rules import HOUSE_RULES
from beachhead.dday91.state import ALLIED, ELIMINATED, GERMAN, Table, side_units
from beachhead.kernel.grid import members
from beachhead.kernel.rulebook import rule_index

SECRETS = False
SEATS = {"allied": "the Allied player", "german": "the German player"}


def seatings() -> dict[str, str]:
    """What each way to sit down means here."""
    return {
        "solo": "You play both sides, in turn.",
        "hotseat": "One is the Allies, one the Germans; nothing is hidden, so just change places.",
        "link": "One link for each side; play from anywhere that reaches this server.",
    }


def guided() -> dict[str, Any] | None:
    """There is no guided first game yet."""
    return None


def group_of(setting: str) -> str:
    """Where a setting stands on the start page."""
    return "house rules" if setting in HOUSE_RULES else "variants"


def write_position(table: Table, _seat: str | None) -> str:
    """The position as text; nothing of it is secret."""
    return notation.write(table)


HEADINGS = {
    "setup": "Set-up",
    "new-moves": "New Moves",
    "weather": "Weather",
    "reinforcement": "Reinforcements",
    "replacement": "Replacements",
    "port-transfer": "Port transfers",
    "invasion": "Invasions",
    "movement": "Movement",
    "combat": "Combat",
    "reaction": "Combat",
    "supply": "Supply",
    "victory": "Victory",
}


@cache
def heading(rule: str) -> str | None:
    """2b The step that a rule belongs to."""
    return HEADINGS.get(rule_index("dday91").phase_of(rule) or "")


def report(table: Table, _seat: str | None) -> dict[str, Any]:
    """The figures to plot."""
    lost = sum(1 << unit for unit, hex_ in enumerate(table.hex) if hex_ == ELIMINATED)
    cities = board().cities & board().continent
    return {
        "style": "",
        "figures": {
            "cities of the continent under Allied control": (
                table.allied_control & cities
            ).bit_count(),
            "Allied ground units east of the Rhine": victory.beyond_the_rhine(table).bit_count(),
            "Allied Moves": table.moves[ALLIED],
            "German Moves": table.moves[GERMAN],
            "Allied units lost": len([*members(lost & side_units(ALLIED))]),
            "German units lost": len([*members(lost & side_units(GERMAN))]),
        },
    }
