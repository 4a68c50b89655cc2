"""Reading situations."""

from __future__ import annotations

from beachhead.omaha.notation.lines import LINES
from beachhead.omaha.notation.places import Reader
from beachhead.omaha.notation.words import scenarios, statements
from beachhead.omaha.state import Table


def read(text: str) -> Table:
    """The table that a text describes."""
    told = list(statements(text))
    scenario = "first-waves"
    for statement in told:
        if statement.keyword == "scenario":
            scenario = statement.argument("which one")
            if scenario not in scenarios():
                raise statement.unknown(scenario, "scenario", scenarios())
    reader = Reader(scenario, LINES)
    for statement in told:
        if statement.rest[:1] == ["="]:
            reader.fields.append(statement)
        elif statement.keyword in LINES:
            LINES[statement.keyword](reader, statement)
        else:
            reader.place(statement)
    return reader.finish()
