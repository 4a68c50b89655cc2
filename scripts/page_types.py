"""Write what the server sends as types of the page's script, from the messages themselves.

python scripts/page_types.py            writes src/beachhead/web/static/js/shapes.js
python scripts/page_types.py --check    exits 1 if the file is not up to date
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import inspect

from beachhead.page import Odds
from beachhead.page.overlays import Shown
from beachhead.page.reference import Reference
from beachhead.web import messages

FILE = Path(__file__).parent.parent / "src/beachhead/web/static/js/shapes.js"
ROOTS = (
    messages.Snapshot,
    messages.Catalogue,
    messages.Founded,
    messages.TableList,
    messages.History,
    messages.Figures,
    messages.Orders,
    messages.CounselInfo,
    messages.Readings,
    messages.Branches,
    messages.Reckoned,
    messages.PlanInfo,
    messages.Error,
    Odds,
    Reference,
    Shown,
)
WIDTH = 100
"""How long a line of the script may be."""
VIEW = ("Snapshot", "view")
"""What a seat may see is made of a game's own data: its types are in types.js."""
HEAD = """\
// What the server sends. Written by scripts/page_types.py from the messages: do not edit.

/** @typedef {import("./types.js").View} View */
"""


def written() -> str:
    """The whole file."""
    found: dict[str, inspect.StructType | inspect.DataclassType] = {}
    for info in inspect.multi_type_info(ROOTS):
        _collect(info, found)
    parts = [HEAD, *(_typedef(found[name]) for name in sorted(found)), "export {};\n"]
    return "\n".join(parts)


def _collect(info: Any, found: dict[str, Any]) -> None:
    """All types that are told of by one."""
    if isinstance(info, inspect.StructType | inspect.DataclassType):
        if info.cls.__name__ in found:
            return
        found[info.cls.__name__] = info
        for each in info.fields:
            _collect(each.type, found)
    for part in _parts(info):
        _collect(part, found)


def _parts(info: Any) -> Iterator[Any]:
    match info:
        case inspect.UnionType():
            yield from info.types
        case inspect.ListType():
            yield info.item_type
        case inspect.TupleType():
            yield from info.item_types
        case inspect.DictType():
            yield info.value_type


def _typedef(info: inspect.StructType | inspect.DataclassType) -> str:
    name = info.cls.__name__
    lines = _wrapped(f"@typedef {{object}} {name} {_first_paragraph(info.cls.__doc__)}")
    for each in info.fields:
        kind = "View" if (name, each.name) == VIEW else _type(each.type)
        omitted = isinstance(info, inspect.StructType) and info.cls.__struct_config__.omit_defaults
        optional = omitted and not each.required
        field = f"[{each.encode_name}]" if optional else each.encode_name
        lines += _wrapped(f"@property {{{kind}}} {field}")
    return "\n".join(["/**", *lines, " */", ""])


def _wrapped(tag: str) -> list[str]:
    """A tag of a comment, on as many lines as it takes."""
    return textwrap.wrap(
        tag, WIDTH, initial_indent=" * ", subsequent_indent=" *   ", break_long_words=False
    )


def _first_paragraph(text: str | None) -> str:
    return " ".join((text or "").strip().split("\n\n")[0].split()).removesuffix(".")


SIMPLE: dict[type, str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "any",
}


def _type(info: Any) -> str:
    """A type as the script's annotations spell it."""
    match info:
        case inspect.StructType() | inspect.DataclassType():
            return str(info.cls.__name__)
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in info.values)
        case inspect.UnionType():
            return " | ".join(_type(each) for each in info.types)
        case inspect.ListType():
            inner = _type(info.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case inspect.TupleType():
            return f"[{', '.join(_type(each) for each in info.item_types)}]"
        case inspect.DictType():
            return f"Record<string, {_type(info.value_type)}>"
    return SIMPLE[type(info)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    text = written()
    if not parser.parse_args().check:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{FILE.name} is not what the messages say; run `make format`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
