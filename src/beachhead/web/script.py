"""The page's modules as one script: sixty requests take longer than one.

The modules stay as they are written, and as their tests import them. Here each becomes a function
that gives what the module exports, after those that it imports. That needs nothing but the forms
that our modules use: named imports at their beginning, and declarations that are exported.
"""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export (?=(?:async function|function\*?|class|const) ([\w$]+))", re.MULTILINE
)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def in_one(folder: Path, main: str = "main") -> str:
    """A module and all that it imports, as one script."""
    return '"use strict";\n' + "".join(
        f"const {_name(name)} = {_function(folder, name)};\n" for name in _in_order(folder, main)
    )


def _in_order(folder: Path, main: str) -> list[str]:
    """A module after those that it imports."""
    found: dict[str, None] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"{' imports '.join((*above, name))}: modules go around in a circle")
        if name not in found:
            for _, other in IMPORT.findall(_source(folder, name)):
                visit(other, (*above, name))
            found[name] = None

    visit(main, ())
    return list(found)


def _function(folder: Path, name: str) -> str:
    source = _source(folder, name)
    exported = [match[1] for match in EXPORT.finditer(source)]
    body = EXPORT.sub("", IMPORT.sub(lambda match: _taken(*match.groups()), source))
    if left := LEFT.search(body):
        raise ValueError(f"{name}.js: {left[0]!r} is a form that cannot be put into one script")
    return f"(() => {{\n{body}return {{ {', '.join(exported)} }};\n}})()"


def _taken(names: str, module: str) -> str:
    return f"const {{{names.replace(' as ', ': ')}}} = {_name(module)};\n"


def _name(module: str) -> str:
    return f"module_{module}"


def _source(folder: Path, name: str) -> str:
    return (folder / f"{name}.js").read_text(encoding="utf-8")
