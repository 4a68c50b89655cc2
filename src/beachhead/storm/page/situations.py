"""Who sits where, situations as text, and the figures of the report."""

from __future__ import annotations

from functools import cache
from typing import Any

from beachhead.kernel.rulebook import rule_index
from beachhead.storm import notation, victory
from beachhead.storm.control import areas
from beachhead.storm.house_rules import HOUSE_RULES
from beachhead.storm.state import (
    ALLIED,
    ELIMINATED,
    GERMAN,
    Table,
    side_units,
    strongpoints,
)

SECRETS = True
"""6.2 Hands are secret: a shared screen is covered when it changes hands."""
SEATS = {"allied": "the Allied player", "german": "the German player"}


def seatings() -> dict[str, str]:
    """What each way to sit down means here."""
    return {
        "solo": "You play both sides; each hand is shown when its side decides.",
        "hotseat": "One is the Allies, one the Germans; hands are covered when you change places.",
        "link": "One link for each side; play from anywhere that reaches this server.",
    }


def guided() -> dict[str, Any] | None:
    """There is no guided first game yet."""
    return None


def group_of(setting: str) -> str:
    """Where a setting stands on the start page."""
    return "house rules" if setting in HOUSE_RULES else "variants"


def write_position(table: Table, seat: str | None) -> str:
    """The position as a seat may know it; a spectator knows neither hand."""
    return notation.write_for(table, seat)


PHASES = {
    "setup": "3.0",
    "invasion": "4.0",
    "draw": "5.0",
    "impulse": "7.0",
    "end-phase": "5.1",
    "victory": "15.0",
}
HEADINGS = {"draw": "Cards and Support Points", "impulse": "Impulses"}


@cache
def heading(rule: str) -> str | None:
    """5.0 The phase that a rule belongs to."""
    rules = rule_index("storm")
    phase = rules.phase_of(rule)
    if phase not in PHASES:
        return None
    return HEADINGS.get(phase, rules.rule(PHASES[phase]).title.partition(" (")[0])


def report(table: Table, _seat: str | None) -> dict[str, Any]:
    """The figures to plot."""
    nests = side_units(GERMAN) & strongpoints()
    on_map = sum(1 << unit for unit, place in enumerate(table.where) if place >= 0)
    lost = sum(1 << unit for unit, place in enumerate(table.where) if place == ELIMINATED)
    return {
        "style": "",
        "figures": {
            "victory points": table.victory,
            "areas under Allied control": (table.allied_control & areas()).bit_count(),
            "beaches under Allied control": victory.beaches_held(table),
            "Allied units lost": (lost & side_units(ALLIED)).bit_count(),
            "German units lost": (lost & side_units(GERMAN) & ~nests).bit_count(),
            "strongpoints standing": (on_map & nests).bit_count(),
        },
    }
