"""The compiled build: what pyproject.toml lists is compiled, or nothing is, and it says so."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

import beachhead

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from compiled import KEEPS, SOURCE, SUFFIX, copiers, for_compiler, modules


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


def test_compiled_functions_keep_their_answers_themselves() -> None:
    told = for_compiler(
        "from __future__ import annotations\n\n\n"
        "@lru_cache(64)\n"
        "def way(here: int, *more: int, air: bool) -> Way:\n"
        "    return Way()\n\n\n"
        "@cache\n"
        "def board() -> Board:\n"
        "    return Board()\n\n\n"
        "@cache\n"
        "def limit(turn: int) -> int | None:\n"
        "    return None\n"
    ).splitlines()
    assert told[2].startswith("_KEPT_way: ")
    assert told[3] == (
        "def way(here: int, *more: int, air: bool) -> Way: "
        "return found if (found := _KEPT_way.get((here, more, air))) is not None "
        "else _keep_it(_KEPT_way, (here, more, air), _work_out_way(here, *more, air=air), 64)"
    )
    assert told[4] == "def _work_out_way(here: int, *more: int, air: bool) -> Way:"
    assert told[8] == (
        "def board() -> Board: return found if (found := _KEPT_board.made) is not None "
        "else _KEPT_board.keep(_work_out_board())"
    )
    assert told[13] == (
        "def limit(turn: int) -> int | None: return _KEPT_limit[turn] if turn in _KEPT_limit "
        "else _keep_it(_KEPT_limit, turn, _work_out_limit(turn), 0)"
    )


def test_what_is_kept_in_compiled_code_is_forgotten_when_it_grows() -> None:
    scope: dict[str, Any] = {"Any": Any}
    exec(KEEPS, scope)
    known: dict[int, int] = {}
    for number in range(5):
        assert scope["keep"](known, number, number * number, 2) == number * number
    assert known == {4: 16}
    once = scope["Once"]()
    assert once.made is None
    assert once.keep(7) == once.made == 7


def test_positions_are_copied_field_by_field() -> None:
    lines = copiers("beachhead/kernel/position.py").splitlines()
    at = lines.index("def _copy_of_Position(self: Position) -> Position:")
    assert lines[at + 1 : at + 8] == [
        " new = Position.__new__(Position)",
        " new.agenda = self.agenda.copy()",
        " new.result = (None if self.result is None else self.result.copy())",
        " new.news = []",
        " new.quiet = False",
        " return new",
        "_COPIERS[Position] = _copy_of_Position",
    ]
    assert not copiers("beachhead/kernel/bits.py")
