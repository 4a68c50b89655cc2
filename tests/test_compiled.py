"""The compiled build: what pyproject.toml lists is compiled, or nothing is, and it says so."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

import pytest

import beachhead

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from compiled import SOURCE, SUFFIX, for_compiler, modules


@pytest.mark.parametrize("name", modules())
def test_the_flag_is_right(name: str) -> None:
    module = importlib.import_module(name.removesuffix(".py").replace("/", "."))
    assert module.__file__ is not None
    assert module.__file__.endswith(SUFFIX) == beachhead.COMPILED


def test_the_compiler_sees_the_lines_of_the_source() -> None:
    text = (SOURCE / "beachhead/kernel/plain.py").read_text("utf-8")
    told = for_compiler(text)
    ours, theirs = (
        {
            f"{type(node).__name__} {node.name}": node.lineno
            for node in ast.walk(ast.parse(each))
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        for each in (text, told)
    )
    assert ours == theirs
    assert "\n@mypyc_attr(allow_interpreted_subclasses=True)\nclass Plain:" in told


def test_compiled_dataclasses_keep_their_annotations_and_what_is_no_field() -> None:
    told = for_compiler(
        "from __future__ import annotations\n\n\n"
        "@dataclass(slots=True)\n"
        "class Table(Position):\n"
        "    where: list[int] = field(default_factory=list)\n"
        "    steps = steps\n"
    )
    assert told.splitlines()[6:] == [
        "",
        "",
        "Table.steps = steps",
        """setattr(Table, "__annotations__", {'where': 'list[int]'})""",
    ]
