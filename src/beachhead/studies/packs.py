"""Components that a study amends: a game's pack with other values in some fields.

A game reads its pack once in a process, so whoever plays with another pack is a process of its own
that finds it in its home (`beachhead.kernel.data.home`).
"""

from __future__ import annotations

import difflib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel import data
from beachhead.kernel.data import Pack, PackError, TableData
from beachhead.kernel.play import Game
from beachhead.kernel.schema import Row, TableSchema, show

Files = Mapping[str, str]
"""A pack as its files, by name; none for the one that comes with the game."""


@dataclass(slots=True, frozen=True)
class Amendment:
    """Other values in one row of a table, or in all rows that have some values: `put` puts values
    into fields, `add` adds to numbers that are there; or these rows are taken out."""

    table: str
    row: str | None = None
    where: Mapping[str, Any] = field(default_factory=dict)
    put: Mapping[str, Any] = field(default_factory=dict)
    add: Mapping[str, float] = field(default_factory=dict)
    remove: bool = False

    def __str__(self) -> str:
        rows = self.row or ", ".join(f"{name} {show(value)}" for name, value in self.where.items())
        values = [f"{name} {show(value)}" for name, value in self.put.items()]
        values += [f"{name} {value:+g}" for name, value in self.add.items()]
        values += ["taken out"] * self.remove
        return f"{self.table}, {rows or 'all rows'}: {', '.join(values)}"


def amended(
    game: Game[Any], amendments: Sequence[Amendment], base: Path | None = None, name: str = ""
) -> tuple[Files | None, str]:
    """The files of a game's pack with some amendments, checked as any pack is, and its digest. The
    pack in use unless a directory is named; no files where that is the one that comes with us."""
    components = game.components()
    pack = components.load(base)
    if not amendments and pack.path == components.builtin:
        return None, pack.digest
    tables = {each.name: replace(each, rows=deepcopy(each.rows)) for each in pack.tables.values()}
    for number, amendment in enumerate(amendments):
        _amend(components.schema.tables, tables, amendment, f"{name or 'amendment'}[{number}]")
    files = _files(replace(pack, tables=tables))
    with tempfile.TemporaryDirectory(prefix="beachhead-amended-") as directory:
        write(files, Path(directory))
        try:
            checked = components.load(directory)
        except PackError as error:
            faults = "\n".join(f"  {problem}" for problem in error.problems)
            raise BeachheadError(
                f"{name or 'amendments'}: {game.title} cannot be played with these "
                f"components:\n{faults}"
            ) from error
    return files, checked.digest


def write(files: Files, directory: Path) -> None:
    """Put the files of a pack into a directory."""
    directory.mkdir(parents=True, exist_ok=True)
    for file, content in files.items():
        (directory / file).write_text(content, encoding="utf-8")


def furnish(home: Path, game: str, files: Files | None) -> None:
    """Make a home in which a game finds this pack, or none of its own."""
    if files is not None:
        write(files, home / "packs" / game)


def _files(pack: Pack) -> dict[str, str]:
    manifest = data.manifest_text(pack.game, pack.title, pack.version, pack.tables.values())
    return {
        data.MANIFEST: manifest,
        **{table.file: data.table_text(table) for table in pack.tables.values()},
    }


def _amend(
    schemas: Sequence[TableSchema],
    tables: Mapping[str, TableData],
    amendment: Amendment,
    name: str,
) -> None:
    schema = {each.name: each for each in schemas}.get(amendment.table)
    if schema is None:
        raise BeachheadError(f"{name}.table: {_unknown(amendment.table, tables)}")
    for part in ("put", "add", "where"):
        for column in getattr(amendment, part):
            if column not in schema.fields:
                raise BeachheadError(
                    f"{name}.{part}.{column}: {_unknown(column, schema.fields)} in {schema.name}"
                )
    if bool(amendment.put or amendment.add) == amendment.remove:
        raise BeachheadError(
            f"{name}.put: say which fields get which values, or else that rows are removed"
        )
    rows = tables[amendment.table].rows
    for row in list(_rows(schema, rows, amendment, name)):
        if amendment.remove:
            rows.remove(row)
        row.update(deepcopy(dict(amendment.put)))
        for column, more in amendment.add.items():
            if isinstance(row[column], bool) or not isinstance(row[column], int | float):
                raise BeachheadError(
                    f"{name}.add.{column}: {show(row[column])} in {schema.key_text(row)} is no "
                    "number; use put"
                )
            row[column] += more


def _rows(
    schema: TableSchema, rows: Sequence[Row], amendment: Amendment, name: str
) -> Iterator[Row]:
    """The rows that an amendment is about; there must be some."""
    by_key = {schema.key_text(row): row for row in rows}
    if amendment.row is not None:
        if amendment.row not in by_key:
            raise BeachheadError(f"{name}.row: {_unknown(amendment.row, by_key)} in {schema.name}")
        rows = [by_key[amendment.row]]
    found = [
        row
        for row in rows
        if all(row[column] == value for column, value in amendment.where.items())
    ]
    if not found:
        raise BeachheadError(
            f"{name}.where: no row of {schema.name} is like that; look with `beachhead data export`"
        )
    yield from found


def _unknown(given: str, known: Mapping[str, Any]) -> str:
    """That something is not there, and what is meant perhaps."""
    near = difflib.get_close_matches(given, known, n=3, cutoff=0.5) or list(known)[:12]
    return f"there is no {show(given)}; did you mean {', '.join(near)}?"
