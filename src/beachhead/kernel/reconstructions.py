"""Which reconstruction a table plays: the pack as it first was, or one refitted to how the real
game is told to go.

The refitted one is the pack with other values in a few fields that are ours; a row whose name
becomes empty is gone. Tables of both are played in one process, so a game reads what may differ
with the table at hand. Where a field is known, or an owner of the game has corrected it in a pack
of his own, it stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from beachhead.kernel.data import Pack
from beachhead.kernel.notation import NotationLine, Reader
from beachhead.kernel.play import Setting
from beachhead.kernel.schema import Row, Schema

RECONSTRUCTION: Final = "reconstruction"
"""The setting, and its name in `house`, where the first goes without saying."""
FIRST: Final = "first"
REFITTED: Final = "refitted"
RECONSTRUCTIONS: Final = (REFITTED, FIRST)
GONE: Final = ""
"""What a row is called that the refitted pack does without."""


def setting(text: str, rule: str) -> Setting:
    """The choice between the two, which new games for people begin with refitted."""
    return Setting(
        RECONSTRUCTION, text, RECONSTRUCTIONS, FIRST, rule, unsaid=True, suggested=REFITTED
    )


def chosen(house: Mapping[str, str]) -> str:
    """Which one a table plays, by what it plays otherwise."""
    return house.get(RECONSTRUCTION, FIRST)


class Refit:
    """What the refitted reconstruction of a game changes, and why."""

    def __init__(self, file: Path, schema: Schema) -> None:
        self.file = file
        self.schema = schema

    @cached_property
    def changes(self) -> list[Row]:
        """Each field with its table and row, what it was and is, and why."""
        rows: list[Row] = json.loads(self.file.read_text(encoding="utf-8"))["rows"]
        return rows

    def applied(self, components: Pack) -> Pack:
        """A pack with the changes, but where a field is known or was corrected."""
        for name in dict.fromkeys(change["table"] for change in self.changes):
            components = self._changed(components, name)
        return components

    def _changed(self, components: Pack, name: str) -> Pack:
        table, schema = components.table(name), self.schema.table(name)
        rows = {schema.key_text(row): row for row in table.rows}
        for change in self.changes:
            row, field = rows.get(change["row"]), change["field"]
            if change["table"] != name or row is None or field in row.get("known", ()):
                continue
            if row[field] == change["was"]:
                fitted = row.get("fitted", {}) | {field: change["fitted"]}
                rows[change["row"]] = row | {field: change["value"], "fitted": fitted}
        left = [row for row in rows.values() if GONE not in _key(schema.key_of(row))]
        return replace(components, tables={**components.tables, name: replace(table, rows=left)})


def _key(found: object) -> tuple[object, ...]:
    return found if isinstance(found, tuple) else (found,)


# --- in situations


def reconstruction(reader: Reader[Any, NotationLine], line: NotationLine) -> None:
    """Which one is played; the first goes without saying."""
    which = line.choice("which reconstruction", "reconstruction", RECONSTRUCTIONS)
    if which != FIRST:
        reader.table.house[RECONSTRUCTION] = which


def written(house: Mapping[str, str]) -> Iterator[str]:
    """The line that says so."""
    if RECONSTRUCTION in house:
        yield f"{RECONSTRUCTION} {house[RECONSTRUCTION]}"
