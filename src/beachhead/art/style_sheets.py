"""Style sheets that a page can hold: in one line, every rule confined to the board.

Rules that are made from data are written by `rule`, with class names by `class_name`: a pack may
come from anybody, and a sheet says more than colors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from beachhead.errors import BeachheadError

_SELECTOR = re.compile(r"[\w .+-]+", re.ASCII)
_VALUE = re.compile(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?|[a-z]+")


def rule(selectors: Iterable[str], **declarations: str) -> str:
    """One rule, for selectors of classes and elements and for values that are colors or words.

    >>> rule([".a", ".b + text"], fill="#fff")
    '.a,.b + text{fill:#fff}'
    """
    listed = list(selectors)
    for selector in listed:
        if not _SELECTOR.fullmatch(selector):
            raise BeachheadError(f"style: {selector!r} is not made of classes; use class_name")
    for value in declarations.values():
        if not _VALUE.fullmatch(value):
            raise BeachheadError(f"style: {value!r} is no color; write it as #5b6b34 or none")
    body = ";".join(f"{name.replace('_', '-')}:{value}" for name, value in declarations.items())
    return f"{','.join(listed)}{{{body}}}"


def sheet_of(module: str, name: str) -> str:
    """The style sheet in the folder of a module."""
    return Path(module).with_name(name).read_text(encoding="utf-8")


def class_name(words: str) -> str:
    """Words as one class, the same in a drawing and in its style sheet.

    >>> class_name("US 1 Inf"), class_name("a{b}")
    ('US-1-Inf', 'a_7b_b_7d_')
    """
    return re.sub(r"[^A-Za-z0-9-]", lambda found: f"_{ord(found[0]):x}_", words.replace(" ", "-"))


def confined(sheet: str) -> str:
    """A style sheet in one line, every rule confined to the board.

    >>> confined(".sea { fill: blue }\\n.land, .dune { fill: tan }")
    '.board .sea{fill:blue}.board .land,.board .dune{fill:tan}'
    """
    bare = re.sub(r"/\*.*?\*/|\n", "", sheet)
    rules = re.sub(r"\s*([{};:,])\s*", r"\1", bare)
    return re.sub(r"(^|\}|,)(?=[^{}]+\{)", r"\1.board ", rules)
