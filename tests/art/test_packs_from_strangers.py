"""Words of a component pack are words in every drawing, whatever they say.

A pack may come from anybody. Here the words of ours are replaced by what would do harm as markup or
as style, wherever the schema allows it, and everything that is drawn is compared with our drawings:
it may say other things, but must not be made of other things.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import beachhead
import drawings
from beachhead.kernel import data
from beachhead.kernel.schema import Schema

HARM = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    "&amp;&lt;&bogus;",
    "</style><script>alert(2)</script>",
    "]]><foreignObject/>",
    "}*{background:url(javascript:alert(1))}",
    "expression(alert(1))",
    ' id="x" </title></text>',
    "\\3c \\22 /*",
)
TITLE = "".join(HARM)[:80]
PLAIN_RULE = re.compile(r"\.board [\w .+-]+\{[a-z-]+:#[0-9a-f]{6}", re.ASCII)

Leaf = tuple[str, ...]
"""A place for a string in a row: names of fields, `*` for any entry of a list."""


@pytest.mark.parametrize("game", beachhead.OWN)
def test_words_of_a_pack_are_words_in_every_drawing(game: str, tmp_path: Path) -> None:
    ours = drawings.drawings(game, "A game")
    harmful_pack(game, tmp_path)
    theirs = drawn_with(game, tmp_path)

    parts = {part for name, drawn in ours.items() for part in parts_of(name, drawn)}
    rules = {rule for name, drawn in ours.items() for rule in rules_of(name, drawn)}
    for name, drawn in theirs.items():
        assert parts_of(name, drawn) <= parts, name
        odd = [rule for rule in rules_of(name, drawn) - rules if not PLAIN_RULE.fullmatch(rule)]
        assert not odd, name
    assert HARM[0] in read(theirs.pop("report")).words
    assert any(HARM[0] in read(drawn).words for drawn in theirs.values())


# --- a pack that means harm


def harmful_pack(game: str, place: Path) -> None:
    """Put such a pack in use for those at home in a place."""
    schema, builtin = components = beachhead.load(game).components()
    directory = data.export_pack(components.load(builtin), place / "copy")
    for table in schema.tables:
        rows = json.loads((directory / f"{table.name}.json").read_text(encoding="utf-8"))["rows"]
        for leaf in dict.fromkeys(leaf for row in rows for leaf in leaves(row)):
            if leaf[0] not in data.ROW_EXTRAS:  # whence a row is; nothing draws that
                any(replaced(directory, schema, table.name, leaf, way) for way in WAYS)
    data.import_pack(directory, schema, place / "home" / "packs" / game)


WAYS: tuple[Callable[[str, int], str], ...] = (
    lambda words, n: harm(n),
    lambda words, n: words + harm(n),
)
"""Instead of the words; after them, where a check wants to see how they begin."""


def harm(number: int) -> str:
    """All of it, with another part first each time; words that differed still do."""
    at = number % len(HARM)
    return " ".join((*HARM[at:], *HARM[:at], f"no. {number}"))


def leaves(value: Any) -> Iterator[Leaf]:
    if isinstance(value, str):
        yield ()
    elif isinstance(value, list):
        yield from (("*", *rest) for entry in value for rest in leaves(entry))
    elif isinstance(value, dict):
        yield from ((name, *rest) for name, entry in value.items() for rest in leaves(entry))


def replaced(
    directory: Path, schema: Schema, name: str, leaf: Leaf, way: Callable[[str, int], str]
) -> bool:
    """Replace the words at a place in the rows of a table, if the pack is sound then: in all rows,
    or else in those where it can be done."""
    file = directory / f"{name}.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    rows: list[data.Row] = content["rows"]
    numbers: dict[str, int] = {}
    harmful = [
        exchanged(row, leaf, lambda words: way(words, numbers.setdefault(words, len(numbers))))
        for row in rows
    ]
    check = schema.table(name).fields.get(leaf[0])
    none: dict[str, frozenset[Any]] = {table.name: frozenset() for table in schema.tables}
    if check and any(any(check(row[leaf[0]], none)) for row in harmful if leaf[0] in row):
        return False

    def sound(now: list[data.Row]) -> bool:
        file.write_text(json.dumps({**content, "rows": now}), encoding="utf-8")
        return not data.validate(directory, schema)

    if sound(harmful):
        return True
    now = rows
    for at in range(len(rows) if len(rows) <= FEW else 0):
        changed = [*now[:at], harmful[at], *now[at + 1 :]]
        now = changed if sound(changed) else now
    sound(now)
    return now != rows


FEW = 60
"""Rows of a table that can be tried one by one in good time."""


def exchanged(value: Any, leaf: Leaf, change: Callable[[str], str]) -> Any:
    if not leaf:
        return change(value) if isinstance(value, str) else value
    name, *rest = leaf
    if isinstance(value, list):
        return [exchanged(entry, tuple(rest), change) for entry in value]
    if isinstance(value, dict) and name in value:
        return {**value, name: exchanged(value[name], tuple(rest), change)}
    return value


def drawn_with(game: str, place: Path) -> dict[str, str]:
    """What is drawn with the pack of those at home in a place."""
    source = Path(beachhead.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, drawings.__file__, game, TITLE],
        env={**os.environ, "BEACHHEAD_HOME": str(place / "home"), "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


# --- what a drawing is made of


class Reader(HTMLParser):
    """Elements with their attributes, and the words between them, as a page would read them."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: set[tuple[str, str]] = set()
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts |= {(tag, "")} | {(tag, name) for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words += data


def read(drawn: str) -> Reader:
    reader = Reader()
    reader.feed(drawn)
    reader.close()
    return reader


def parts_of(name: str, drawn: str) -> set[tuple[str, str]]:
    """Every element with each of its attributes: as XML, and what is put into a page as HTML."""
    if name.startswith("style"):
        return set()
    found = read(drawn).parts if name.startswith(IN_PAGES) else set()
    if name != "report":
        for element in ElementTree.fromstring(drawn).iter():
            found |= {(element.tag, "")} | {(element.tag, each) for each in element.attrib}
            link = element.get("href", "#")
            assert link.startswith("#"), f"{name}: {link}"
    return found


IN_PAGES = ("counters", "svg", "back", "report")


def rules_of(name: str, drawn: str) -> set[str]:
    """Every rule of the style sheets in a drawing."""
    if name.startswith("style"):
        sheets = [drawn]
    elif name == "report":
        sheets = re.findall(r"<style>(.*?)</style>", drawn, re.DOTALL)
    else:
        tree = ElementTree.fromstring(drawn)
        sheets = [each.text or "" for each in tree.iter() if each.tag.endswith("style")]
    return {rule for sheet in sheets for rule in sheet.split("}")}
