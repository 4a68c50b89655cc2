"""Component packs: the facts of a game as checked, correctable data files.

A pack is a directory with a manifest ``pack.json``, which lists the tables and how many rows each
has, and one JSON file per table, one row a line.
The table file is the single home of its provenance; a row may override it with a ``provenance``
field of its own, and where a reconstructed row holds facts as well, its ``known`` field says which
fields they are and where each comes from. ``fitted`` names fields that are still reconstructed,
and the evidence their value was made to fit. A game describes its tables with a ``Schema`` made of
small checks.
A ``seal.json`` beside the manifest holds a short hash of every field, so that a value that is wrong
but plausible is found too.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.schema import (
    Check,
    Fault,
    Keys,
    Row,
    Schema,
    TableSchema,
    Total,
    check_fields,
    integer,
    json_object,
    list_of,
    mapping,
    matches,
    one_of,
    record,
    show,
    text,
)
from beachhead.kernel.whole_files import write_whole

__all__ = [
    "MANIFEST",
    "PROVENANCES",
    "SEAL",
    "Pack",
    "PackError",
    "PackProblem",
    "Row",
    "TableData",
    "active_path",
    "export_pack",
    "home",
    "import_pack",
    "imported_path",
    "load",
    "loader",
    "manifest_text",
    "seal_pack",
    "seal_text",
    "table_text",
    "validate",
]

MANIFEST = "pack.json"
SEAL = "seal.json"
PROVENANCES = ("rulebook", "components", "reconstructed")
ROW_EXTRAS = ("provenance", "known", "fitted", "note")
"""Fields that any row may carry besides those of its table."""
WHOLE_ROW = "(the whole row)"

AnyPath = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class PackProblem:
    """One thing wrong with a pack: where, and what to do about it."""

    file: str
    text: str
    row: int | None = None
    key: str | None = None
    field: str | None = None

    def __str__(self) -> str:
        where = self.file
        if self.row is not None:
            where += f", row {self.row}"
        if self.key is not None:
            where += f" ({self.key})"
        if self.field is not None:
            where += f", field {self.field}"
        return f"{where}: {self.text}"

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "row": self.row,
            "key": self.key,
            "field": self.field,
            "text": self.text,
        }


class PackError(BeachheadError):
    """A pack that cannot be used, with everything that is wrong with it."""

    def __init__(self, path: Path, problems: Sequence[PackProblem]) -> None:
        self.path = path
        self.problems = list(problems)
        count = "1 problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        lines = "\n".join(f"  {problem}" for problem in self.problems)
        super().__init__(f"component pack {path} has {count}:\n{lines}")


# --- Packs ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableData:
    """A table as loaded: where its facts come from, how sure they are, and its rows."""

    name: str
    file: str
    provenance: str
    source: str
    doubts: tuple[str, ...]
    rows: list[Row]

    def provenances(self) -> dict[str, int]:
        """Number of rows by provenance, overrides counted."""
        counts: dict[str, int] = {}
        for row in self.rows:
            provenance = row.get("provenance", self.provenance)
            counts[provenance] = counts.get(provenance, 0) + 1
        return counts or {self.provenance: 0}

    def known_fields(self) -> tuple[int, int] | None:
        """How many fields of how many are known, where the rows tell facts from reconstruction."""
        if not any("known" in row for row in self.rows):
            return None
        known = sum(len(row.get("known", ())) for row in self.rows)
        return known, sum(len(row.keys() - set(ROW_EXTRAS)) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Pack:
    """A component pack that passed its schema."""

    path: Path
    game: str
    title: str
    version: str
    tables: Mapping[str, TableData]
    totals: Sequence[Total] = field(default_factory=tuple)

    def table(self, name: str) -> TableData:
        return self.tables[name]

    def rows(self, name: str) -> list[Row]:
        return self.tables[name].rows

    @property
    def digest(self) -> str:
        """A hash of the facts: the same however the files are laid out."""
        facts = {name: table.rows for name, table in self.tables.items()}
        canonical = json.dumps([self.game, facts], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()


def load(path: AnyPath, schema: Schema, *, sealed: bool = False) -> Pack:
    """The pack in a directory, or a PackError that lists everything wrong with it.

    With ``sealed`` it is also held against its seal, if it has one.
    """
    place = checks.path(path, "path")
    pack, problems = _read(place, schema, sealed)
    if problems or pack is None:
        raise PackError(place, problems)
    return pack


def validate(path: AnyPath, schema: Schema) -> list[PackProblem]:
    """Everything that is wrong with the pack in a directory, its seal included."""
    return _read(checks.path(path, "path"), schema, sealed=True)[1]


def _read(path: Path, schema: Schema, sealed: bool) -> tuple[Pack | None, list[PackProblem]]:
    checks.of_kind(schema, Schema, "schema", "the Schema of a game's pack")
    problems: list[PackProblem] = []
    manifest, tables = _read_files(path, schema, problems)
    totals: list[Total] = []
    if len(tables) == len(schema.tables):
        totals = _check_tables(schema, tables, problems)
    if sealed and tables and os.path.exists(path / SEAL):
        problems += _check_seal(path, schema, tables, problems)
    if problems:
        return None, problems
    head = (manifest["game"], manifest["title"], manifest["version"])
    return Pack(path, *head, tables, tuple(totals)), []


def _read_files(
    path: Path, schema: Schema, problems: list[PackProblem]
) -> tuple[Any, dict[str, TableData]]:
    """The manifest, and those tables that could be read."""
    manifest = _read_json(path / MANIFEST, MANIFEST, problems)
    if problems:
        return None, {}
    file_name = matches(
        r"(?!(pack|seal)\.json)[\w-]+\.json", 'the name of a table file; write it as "name.json"'
    )
    header = record(
        {
            "game": one_of(schema.game),
            "title": text,
            "version": matches(r"\d+\.\d+\.\d+", 'a version; write it as "1.0.0"'),
            "tables": mapping(
                one_of(*(table.name for table in schema.tables)),
                record({"file": file_name, "rows": integer(0, 1_000_000)}),
            ),
        }
    )
    problems += _problems(MANIFEST, header(manifest, {}))
    listed = manifest.get("tables") if isinstance(manifest, dict) else None
    if not isinstance(listed, dict):
        return None, {}
    for table in schema.tables:
        if table.name not in listed:
            problems.append(
                PackProblem(MANIFEST, "is missing; list its file", field=f"tables.{table.name}")
            )
    if problems:
        return None, {}
    loaded = {
        table.name: _read_table(path, table, listed[table.name], problems)
        for table in schema.tables
    }
    return manifest, {name: data for name, data in loaded.items() if data is not None}


def _check_tables(
    schema: Schema, tables: Mapping[str, TableData], problems: list[PackProblem]
) -> list[Total]:
    """Check every row, then, if all are sound, what must hold between them."""
    keys = {
        table.name: frozenset(table.key_of(row) for row in tables[table.name].rows)
        for table in schema.tables
    }
    for table in schema.tables:
        problems += _check_rows(table, tables[table.name], keys)
    if problems:
        return []
    rows = {name: data.rows for name, data in tables.items()}
    for cross_check in schema.checks:
        for name, index, place, fault in cross_check(rows):
            row = None if index is None else index + 1
            key = None if index is None else schema.table(name).key_text(rows[name][index])
            problems.append(PackProblem(tables[name].file, fault, row, key, place))
    totals = list(schema.totals(rows)) if schema.totals else []
    for total in totals:
        if total.expected is not None and total.actual != total.expected:
            fault = f"{total.label}: {total.actual} found, {total.expected} expected"
            problems.append(PackProblem(tables[total.table].file, fault, field=total.field))
    return totals


def _read_json(path: Path, name: str, problems: list[PackProblem]) -> Any:
    def refuse(constant: str) -> Any:
        raise ValueError(f"{constant} is not allowed; write a whole number or null")

    try:
        told = path.read_text(encoding="utf-8")
        found = json.loads(told, object_pairs_hook=json_object, parse_constant=refuse)
        # Only an escape can tell half a character, and few files have any escapes.
        half = checks.unwritable(found) if re.search(r"\\u[dD]", told) else None
        if half is None:
            return found
        fault = "half a character (a lone surrogate) is in it; write it anew"
        problems.append(PackProblem(name, fault, field=half))
    except json.JSONDecodeError as error:
        fault = f"not JSON at line {error.lineno}, column {error.colno}: {error.msg}; mend it there"
        problems.append(PackProblem(name, fault))
    except UnicodeDecodeError as error:
        problems.append(
            PackProblem(name, f"not UTF-8 text at byte {error.start}; save it as UTF-8")
        )
    except (ValueError, RecursionError) as error:
        problems.append(PackProblem(name, f"not usable JSON: {error}"))
    except OSError as error:
        reason = error.strerror or str(error)
        problems.append(PackProblem(name, f"cannot be read ({reason}); is this a pack directory?"))
    return None


def _read_table(
    path: Path, table: TableSchema, entry: Mapping[str, Any], problems: list[PackProblem]
) -> TableData | None:
    before = len(problems)
    file = entry["file"]
    content = _read_json(path / file, file, problems)
    if len(problems) > before:
        return None
    header = record(
        {
            "table": one_of(table.name),
            "provenance": one_of(*PROVENANCES),
            "source": text,
            "doubts": list_of(text),
            "rows": list_of(_row, repeats=True),
        }
    )
    problems += _problems(file, header(content, {}))
    if len(problems) > before:
        return None
    rows = content["rows"]
    if len(rows) != entry["rows"]:
        fault = (
            f"{len(rows)} rows found, {entry['rows']} expected; restore the row, "
            f"or change the number in {MANIFEST} if you meant it"
        )
        problems.append(PackProblem(file, fault, field="rows"))
    return TableData(
        table.name,
        file,
        content["provenance"],
        content["source"],
        tuple(content["doubts"]),
        rows,
    )


def _row(value: Any, _keys: Keys) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield "", f"{show(value)} is not a row; write an object in {{ }}"


def _check_rows(table: TableSchema, data: TableData, keys: Keys) -> Iterator[PackProblem]:
    extras: dict[str, Check] = {
        "provenance": one_of(*PROVENANCES),
        "known": mapping(one_of(*table.fields), text, low=1),
        "fitted": mapping(one_of(*table.fields), text, low=1),
        "note": text,
    }
    seen: dict[Any, int] = {}
    for number, row in enumerate(data.rows, start=1):
        key = table.key_text(row)
        given = {name: extras[name] for name in ROW_EXTRAS if name in row}
        faults = check_fields(row, {**table.fields, **given}, keys)
        yield from _problems(data.file, faults, number, key)
        first = seen.setdefault(table.key_of(row), number)
        if first != number:
            named = table.key if isinstance(table.key, str) else ", ".join(table.key)
            fault = f"the same as in row {first}; every row needs its own"
            yield PackProblem(data.file, fault, number, key, named)


def _problems(
    file: str, faults: Iterable[Fault], row: int | None = None, key: str | None = None
) -> list[PackProblem]:
    problems = []
    for place, fault in faults:
        named = place.lstrip(".")
        entry = re.fullmatch(r"rows\[(\d+)\]", named)
        if entry:
            problems.append(PackProblem(file, fault, int(entry[1]) + 1, None, WHOLE_ROW))
        else:
            problems.append(PackProblem(file, fault, row, key, named or None))
    return problems


# --- Seals ---------------------------------------------------------------------------------------

DIGITS = 6
"""Hex digits of a field's hash."""
ABSENT = "-" * DIGITS
RESEAL = "or run `beachhead data seal DIR` if the change is meant"


def seal_text(schema: Schema, tables: Mapping[str, TableData]) -> str:
    """A seal in canonical form: for every row, on a line, its key and the hashes of its fields."""
    content: dict[str, Any] = {}
    for table in schema.tables:
        rows = tables[table.name].rows
        extras = [name for name in ROW_EXTRAS if any(name in row for row in rows)]
        names = [*table.fields, *extras]
        sealed = [
            [table.key_text(row), "".join(_field_hash(row, name) for name in names)] for row in rows
        ]
        content[table.name] = {"fields": names, "rows": sealed}
    parts = []
    for name, entry in content.items():
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in entry["rows"])
        listed = f"[\n{lines}\n]" if lines else "[]"
        parts.append(f'"{name}": {{"fields": {json.dumps(entry["fields"])}, "rows": {listed}}}')
    head = f'"format": 1,\n"checksum": "{_hash(content, 32)}",\n"tables": {{\n'
    return "{\n" + head + ",\n".join(parts) + "\n}\n}\n"


def seal_pack(path: AnyPath, schema: Schema) -> Pack:
    """Seal the pack in a directory as it is now, if it is sound."""
    pack = load(path, schema)
    write_whole(pack.path / SEAL, seal_text(schema, pack.tables))
    return pack


def _hash(value: Any, digits: int) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(canonical.encode()).hexdigest()[:digits]


def _field_hash(row: Row, name: str) -> str:
    return _hash(row[name], DIGITS) if name in row else ABSENT


def _check_seal(
    path: Path, schema: Schema, tables: Mapping[str, TableData], known: Sequence[PackProblem]
) -> list[PackProblem]:
    """What differs from the seal, leaving out the fields that are known to be wrong."""
    unreadable: list[PackProblem] = []
    seal = _read_json(path / SEAL, SEAL, unreadable)
    damage = [(problem.field, problem.text) for problem in unreadable] or _seal_damage(schema, seal)
    if damage:
        place, fault = damage[0]
        advice = "restore it, or run `beachhead data seal DIR` to seal the pack as it is"
        return [PackProblem(SEAL, f"the seal is damaged ({fault}); {advice}", field=place)]
    told = {(p.file, p.row, re.split(r"[.\[]", p.field or "")[0]) for p in known}
    return [
        problem
        for table in schema.tables
        if table.name in tables
        for problem in _unlike_seal(table, tables[table.name], seal["tables"][table.name])
        if (problem.file, problem.row, problem.field) not in told
    ]


def _seal_damage(schema: Schema, seal: Any) -> list[tuple[str | None, str]]:
    entry = record({"fields": list_of(text), "rows": list_of(_sealed_row, repeats=True)})
    check = record(
        {
            "format": one_of(1),
            "checksum": matches(r"[0-9a-f]{32}", "a checksum"),
            "tables": record({table.name: entry for table in schema.tables}),
        }
    )
    faults = [(place.lstrip(".") or None, fault) for place, fault in check(seal, {})]
    if not faults and _hash(seal["tables"], 32) != seal["checksum"]:
        faults.append(("checksum", "it does not fit its own checksum"))
    return faults


def _sealed_row(value: Any, _keys: Keys) -> Iterator[Fault]:
    pair = isinstance(value, list) and len(value) == 2
    if not pair or not all(isinstance(part, str) for part in value):
        yield "", f"{show(value)} is not a key and its hashes"


def _unlike_seal(
    table: TableSchema, data: TableData, seal: Mapping[str, Any]
) -> Iterator[PackProblem]:
    names: list[str] = seal["fields"]
    keys = [table.key_text(row) for row in data.rows]
    sealed_keys = [key for key, _ in seal["rows"]]
    pairs, moved = _align(sealed_keys, keys)
    for index, row in enumerate(data.rows):
        place = (index + 1, keys[index])
        if index not in pairs:
            fault = f"is not in the seal; remove it, {RESEAL}"
            yield PackProblem(data.file, fault, *place, WHOLE_ROW)
            continue
        if index in moved:
            fault = f"was sealed as row {pairs[index] + 1}; move it back, {RESEAL}"
            yield PackProblem(data.file, fault, *place, WHOLE_ROW)
        hashes: str = seal["rows"][pairs[index]][1]
        sealed = {name: hashes[at * DIGITS :][:DIGITS] for at, name in enumerate(names)}
        for name in {**sealed, **row}:
            before = sealed.get(name, ABSENT)
            if _field_hash(row, name) == before:
                continue
            if name not in row:
                fault = f"is missing, and was there when the pack was sealed; restore it, {RESEAL}"
            elif before == ABSENT:
                fault = f"was not there when the pack was sealed; remove it, {RESEAL}"
            else:
                fault = f"{show(row[name])} differs from the sealed value; restore it, {RESEAL}"
            yield PackProblem(data.file, fault, *place, name)
    for index in sorted(set(range(len(sealed_keys))) - set(pairs.values())):
        fault = f"is in the seal and not in the file; restore it, {RESEAL}"
        yield PackProblem(data.file, fault, index + 1, sealed_keys[index], WHOLE_ROW)


def _align(sealed: Sequence[str], found: Sequence[str]) -> tuple[dict[int, int], set[int]]:
    """Which sealed row each row that was found is, and which of the rows have moved."""
    pairs = {at: at for at, (one, two) in enumerate(zip(sealed, found, strict=False)) if one == two}
    if len(pairs) == len(sealed) == len(found):
        return pairs, set()
    blocks = SequenceMatcher(None, sealed, found, autojunk=False).get_matching_blocks()
    shifted = {block.b + at: block.a + at for block in blocks for at in range(block.size)}
    if len(shifted) > len(pairs):
        pairs = shifted
    left = {sealed[at]: at for at in set(range(len(sealed))) - set(pairs.values())}
    moved = set()
    for at, key in enumerate(found):
        if at not in pairs and key in left:
            pairs[at] = left.pop(key)
            moved.add(at)
    # A row whose key was changed still follows the row that it followed.
    free = set(left.values())
    for at in range(len(found)):
        if at not in pairs and (follows := pairs.get(at - 1, -1) + 1) in free:
            pairs[at] = follows
            free.remove(follows)
    return pairs, moved


# --- Writing, exporting, importing ---------------------------------------------------------------


def table_text(table: TableData) -> str:
    """A table file in canonical form, one row a line."""

    def lines(entries: Iterable[Any]) -> str:
        listed = ",\n".join(" " + json.dumps(entry, ensure_ascii=False) for entry in entries)
        return f"[\n{listed}\n]" if listed else "[]"

    head = {"table": table.name, "provenance": table.provenance, "source": table.source}
    parts = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in head.items()]
    parts += [f'"doubts": {lines(table.doubts)}', f'"rows": {lines(table.rows)}']
    return "{\n" + ",\n".join(parts) + "\n}\n"


def manifest_text(game: str, title: str, version: str, tables: Iterable[TableData]) -> str:
    """A manifest in canonical form, one table a line."""
    head = {"game": game, "title": title, "version": version}
    parts = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in head.items()]
    entries = ",\n".join(
        f' "{table.name}": ' + json.dumps({"file": table.file, "rows": len(table.rows)})
        for table in tables
    )
    return "{\n" + ",\n".join(parts) + ',\n"tables": {\n' + entries + "\n}\n}\n"


def export_pack(pack: Pack, directory: AnyPath) -> Path:
    """Write a pack to a new directory, whole or not at all, without a seal: it is to be edited."""
    checks.of_kind(pack, Pack, "pack", "a pack, such as `load` gives")
    target = checks.path(directory, "directory")
    with _explaining(target):
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise BeachheadError(f"{target} is not empty; choose a new directory to export to")
        _write(pack, target)
    return target


def import_pack(directory: AnyPath, schema: Schema, into: AnyPath) -> Pack:
    """Check the pack in ``directory``, then put it at ``into``, whole or not at all.

    A pack that has a seal must agree with it, and keeps it.
    """
    target = checks.path(into, "into")
    pack = load(checks.path(directory, "directory"), schema, sealed=True)
    if pack.path.resolve() == target.resolve():
        raise BeachheadError(f"{pack.path} is where imported packs live; import from elsewhere")
    sealed = (pack.path / SEAL).exists()
    with _explaining(target):
        _write(pack, target, seal_text(schema, pack.tables) if sealed else None)
    return load(target, schema)


@contextmanager
def _explaining(directory: Path) -> Iterator[None]:
    """Tell what keeps a directory from being written."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise BeachheadError(
            f"{directory}: cannot be written ({reason}); choose another place"
        ) from error


def _write(pack: Pack, directory: Path, seal: str | None = None) -> None:
    directory.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{directory.name}-", dir=directory.parent))
    try:
        new = temporary / "new"
        new.mkdir()
        manifest = manifest_text(pack.game, pack.title, pack.version, pack.tables.values())
        (new / MANIFEST).write_text(manifest, encoding="utf-8")
        for table in pack.tables.values():
            (new / table.file).write_text(table_text(table), encoding="utf-8")
        if seal is not None:
            (new / SEAL).write_text(seal, encoding="utf-8")
        # The old directory steps aside first, because a rename onto a full one is refused.
        if directory.exists():
            directory.rename(temporary / "old")
        try:
            new.rename(directory)
        except OSError:
            if (temporary / "old").exists():
                (temporary / "old").rename(directory)
            raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def home() -> Path:
    """Where a user's own things live: ``BEACHHEAD_HOME``, or the platform's place for them."""
    chosen = os.environ.get("BEACHHEAD_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        chosen = os.environ.get("LOCALAPPDATA")
        return (Path(chosen) if chosen else _of_user("AppData", "Local")) / "beachhead"
    if sys.platform == "darwin":
        return _of_user("Library", "Application Support", "beachhead")
    chosen = os.environ.get("XDG_DATA_HOME")
    return (Path(chosen) if chosen else _of_user(".local", "share")) / "beachhead"


def _of_user(*parts: str) -> Path:
    """A place in the user's home directory."""
    try:
        return Path.home().joinpath(*parts)
    except RuntimeError as error:
        raise BeachheadError(
            "BEACHHEAD_HOME: you have no home directory; set it to a directory of your own"
        ) from error


def imported_path(game: str) -> Path:
    """Where the user's imported pack of a game lives, if there is one."""
    return home() / "packs" / checks.word(game, "game", "the name of a game")


def active_path(game: str, builtin: Path) -> Path:
    """The pack in use: the user's imported one if there is one, else the one that comes with us."""
    imported = imported_path(game)
    return imported if os.path.exists(imported / MANIFEST) else builtin


class Components(NamedTuple):
    """What a component pack of a game must be, and where the one that comes with the game is."""

    schema: Schema
    builtin: Path

    def load(self, path: AnyPath | None = None, *, sealed: bool = False) -> Pack:
        """The pack in a directory, or the one in use."""
        return load(path or active_path(self.schema.game, self.builtin), self.schema, sealed=sealed)


def loader(schema: Schema, builtin: Path) -> Callable[..., Pack]:
    """Loads, once, the pack in a directory, or the one in use: the user's, else the built-in."""

    @cache
    def load_once(directory: Path | None = None) -> Pack:
        return load(directory or active_path(schema.game, builtin), schema)

    return load_once
