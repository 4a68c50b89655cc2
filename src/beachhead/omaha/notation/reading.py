"""Reading situations."""

from __future__ import annotations

from beachhead.omaha.notation.lines import LINES
from beachhead.omaha.notation.places import OmahaReader
from beachhead.omaha.notation.words import scenarios, statements
from beachhead.omaha.scenarios.variants import rows as optional_rules
from beachhead.omaha.table.state import OmahaTable


def read(text: str) -> OmahaTable:
    """The table that a text describes."""
    told = list(statements(text))
    scenario = "first-waves"
    for statement in told:
        if statement.keyword == "scenario":
            scenario = statement.choice("which one", "scenario", scenarios())
    named = [
        name for statement in told if statement.keyword == "variants" for name in statement.rest
    ]
    reader = OmahaReader(scenario, [name for name in optional_rules() if name in named], LINES)
    return reader.read(told, LINES)
