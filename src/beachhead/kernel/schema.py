"""What the tables of a component pack may hold, in small checks that say what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import category

Row = dict[str, Any]
Tables = Mapping[str, list[Row]]
Keys = Mapping[str, frozenset[Any]]
Fault = tuple[str, str]
"""Where inside a value (``""`` for the value itself), and what is wrong and what to do."""
Check = Callable[[Any, Keys], Iterator[Fault]]


# --- Checks: what a field may hold ---------------------------------------------------------------


_UNREADABLE = ("Cc", "Cs")
"""Control characters, and halves of characters, which no file can hold."""


def show(value: Any) -> str:
    """A value as it stands in the file, cut short."""
    written = json.dumps(value, ensure_ascii=False, default=str)
    shown = written.encode(errors="backslashreplace").decode()
    return shown if len(shown) <= 60 else shown[:57] + "..."


def text(value: Any, _keys: Keys) -> Iterator[Fault]:
    """A string with at least a letter in it, of characters that can be written and read."""
    if not isinstance(value, str) or not any(character.isalpha() for character in value):
        yield "", f"{show(value)} is not a text; write it in words"
    elif odd := next((each for each in value if category(each) in _UNREADABLE), None):
        yield "", f"{show(value)} holds U+{ord(odd):04X}, which nobody can read; leave it out"


def flag(value: Any, _keys: Keys) -> Iterator[Fault]:
    """true or false."""
    if not isinstance(value, bool):
        yield "", f"{show(value)} is not a yes or no; write true or false"


def integer(low: int, high: int) -> Check:
    """A whole number from ``low`` to ``high``."""
    return _between(low, high, (int,), "a whole number")


def number(low: float, high: float) -> Check:
    """A number, with decimals or without, from ``low`` to ``high``."""
    return _between(low, high, (int, float), "a number")


def _between(low: float, high: float, kind: tuple[type[float], ...], what: str) -> Check:
    def check(value: Any, _keys: Keys) -> Iterator[Fault]:
        if not isinstance(value, kind) or isinstance(value, bool):
            yield "", f"{show(value)} is not {what}; write one from {low} to {high}"
        elif not low <= value <= high:
            yield "", f"{value} is out of range; write a number from {low} to {high}"

    return check


def one_of(*choices: str | int | None) -> Check:
    """One of a few values."""

    def check(value: Any, _keys: Keys) -> Iterator[Fault]:
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            listed = ", ".join(show(choice) for choice in choices)
            yield "", f"{show(value)} is not allowed here; write one of {listed}"

    return check


def matches(pattern: str, what: str) -> Check:
    """A string of a certain form, described by ``what``."""
    compiled = re.compile(pattern)

    def check(value: Any, _keys: Keys) -> Iterator[Fault]:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            yield "", f"{show(value)} is not {what}"

    return check


def ref(*tables: str) -> Check:
    """The key of a row in one of the tables."""

    def check(value: Any, keys: Keys) -> Iterator[Fault]:
        hashable = isinstance(value, str | int) and not isinstance(value, bool)
        if not hashable or not any(value in keys[table] for table in tables):
            listed = " or ".join(tables)
            yield "", f"{show(value)} is not in {listed}; use one that is there, or add it there"

    return check


def either(*checks: Check) -> Check:
    """What at least one of the checks accepts."""

    def check(value: Any, keys: Keys) -> Iterator[Fault]:
        faults = [list(inner(value, keys)) for inner in checks]
        if all(faults):
            yield "", "; or else ".join(fault[0][1] for fault in faults)

    return check


def optional(inner: Check) -> Check:
    """The inner check, or null. The field itself must still be present."""

    def check(value: Any, keys: Keys) -> Iterator[Fault]:
        if value is not None:
            yield from inner(value, keys)

    return check


def list_of(inner: Check, *, low: int = 0, high: int | None = None, repeats: bool = False) -> Check:
    """A list with a certain number of entries, none twice unless ``repeats``."""

    def check(value: Any, keys: Keys) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield "", f"{show(value)} is not a list; put it in [ ]"
            return
        if len(value) < low:
            yield "", f"has {len(value)} entries; at least {low} are needed"
        if high is not None and len(value) > high:
            yield "", f"has {len(value)} entries; at most {high} are allowed"
        for index, entry in enumerate(value):
            if not repeats and entry in value[:index]:
                yield f"[{index}]", f"{show(entry)} is listed twice; keep one"
            for place, fault in inner(entry, keys):
                yield f"[{index}]{place}", fault

    return check


def span(low: int, high: int) -> Check:
    """A range ``[first, last]`` within ``low`` to ``high``."""
    ends = list_of(integer(low, high), low=2, high=2, repeats=True)

    def check(value: Any, keys: Keys) -> Iterator[Fault]:
        faults = list(ends(value, keys))
        yield from faults
        if not faults and value[0] > value[1]:
            yield "", f"{show(value)} runs backwards; write the lower number first"

    return check


def mapping(key: Check, inner: Check, *, low: int = 0) -> Check:
    """An object whose names and values all pass a check."""

    def check(value: Any, keys: Keys) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield "", f"{show(value)} is not an object; put it in {{ }}"
            return
        if len(value) < low:
            yield "", f"has {len(value)} entries; at least {low} are needed"
        yield from _given_twice(value)
        for name, entry in value.items():
            for _, fault in key(name, keys):
                yield f".{name}", fault
            for place, fault in inner(entry, keys):
                yield f".{name}{place}", fault

    return check


def record(fields: Mapping[str, Check]) -> Check:
    """An object with exactly these fields."""

    def check(value: Any, keys: Keys) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield "", f"{show(value)} is not an object; put it in {{ }}"
            return
        yield from check_fields(value, fields, keys)

    return check


def tagged(tag: str, kinds: Mapping[str, Mapping[str, Check]]) -> Check:
    """An object whose ``tag`` field says which other fields it has."""

    def check(value: Any, keys: Keys) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield "", f"{show(value)} is not an object; put it in {{ }}"
        elif tag not in value:
            yield f".{tag}", f"is missing; write one of {', '.join(kinds)}"
        elif not isinstance(value[tag], str) or value[tag] not in kinds:
            yield f".{tag}", f"{show(value[tag])} is unknown; write one of {', '.join(kinds)}"
        else:
            yield from check_fields(value, {tag: text, **kinds[value[tag]]}, keys)

    return check


def check_fields(value: Row, fields: Mapping[str, Check], keys: Keys) -> Iterator[Fault]:
    """Every field present, none unknown, each as its check wants it."""
    yield from _given_twice(value)
    for name, inner in fields.items():
        if name not in value:
            yield f".{name}", "is missing; add it (null where the schema allows it)"
            continue
        for place, fault in inner(value[name], keys):
            yield f".{name}{place}", fault
    for name in value:
        if name not in fields:
            yield f".{name}", f"is unknown; remove it (known: {', '.join(fields)})"


class JSONObject(dict[str, Any]):
    """A JSON object that remembers which of its names were given more than once."""

    twice: tuple[str, ...] = ()


def json_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    names = [name for name, _ in pairs]
    remembered = JSONObject(plain)
    remembered.twice = tuple(sorted({name for name in names if names.count(name) > 1}))
    return remembered


def _given_twice(value: dict[str, Any]) -> Iterator[Fault]:
    if isinstance(value, JSONObject):
        for name in value.twice:
            yield f".{name}", "is given twice; keep one"


# --- Schema: what a pack must hold ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableSchema:
    """A table: its name, the field (or fields) that identify a row, and a check for each field."""

    name: str
    key: str | tuple[str, ...]
    fields: Mapping[str, Check]

    def key_of(self, row: Row) -> Any:
        """The row's key: a value, or a tuple where the key has several fields."""
        if isinstance(self.key, str):
            return _hashable(row.get(self.key))
        return tuple(_hashable(row.get(name)) for name in self.key)

    def key_text(self, row: Row) -> str:
        names = (self.key,) if isinstance(self.key, str) else self.key
        parts = [row.get(name) for name in names]
        return " ".join(part if isinstance(part, str) else show(part) for part in parts)


def table(
    name: str, /, *, key: str | tuple[str, ...] | None = None, **fields: Check
) -> TableSchema:
    """A table whose rows are identified by their first field, or as told."""
    return TableSchema(name, key or next(iter(fields)), fields)


@dataclass(frozen=True, slots=True)
class Total:
    """Something that is counted: what it should be (None: whatever it is) and what it is."""

    label: str
    table: str
    field: str
    expected: int | None
    actual: int


def row_total(tables: Tables, label: str, table: str, expected: int | None) -> Total:
    """How many rows a table has."""
    return Total(label, table, "rows", expected, len(tables[table]))


def sum_total(
    tables: Tables, label: str, table: str, field: str, expected: int | None = None, of: Any = None
) -> Total:
    """What a field adds up to; or in how many rows it holds a value."""
    values = (row[field] for row in tables[table])
    number = sum((value or 0) if of is None else value == of for value in values)
    return Total(label, table, field, expected, number)


CrossCheck = Callable[[Tables], Iterator[tuple[str, int | None, str, str]]]
"""Yields (table, index of the row or None, field, what is wrong and what to do)."""


@dataclass(frozen=True, slots=True)
class Schema:
    """All tables of a game's pack, checks across tables, and totals."""

    game: str
    tables: Sequence[TableSchema]
    checks: Sequence[CrossCheck] = ()
    totals: Callable[[Tables], Iterable[Total]] | None = None

    def table(self, name: str) -> TableSchema:
        return next(table for table in self.tables if table.name == name)


def _hashable(value: Any) -> Any:
    return value if isinstance(value, str | int | None) else json.dumps(value, default=str)
