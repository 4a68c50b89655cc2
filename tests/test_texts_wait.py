"""Labels and texts that take work wait for a reader: the rules give no f-string as one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import beachhead

PACKAGE = Path(beachhead.__file__).parent
WORDS = {"Option": (1, "label"), "tell": (2, "text")}
"""Which argument of each holds the words."""


def eager(source: str) -> list[int]:
    """The lines where an option or an event is given words that are formed at once: an f-string, or
    a local name bound to one, unless a result, which is kept in words, is given it as well."""
    tree = ast.parse(source)
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return sorted({line for function in functions for line in _eager_in(function)})


def _eager_in(function: ast.FunctionDef) -> Iterator[int]:
    formed: set[str] = set()
    kept: set[str] = set()
    for node in _own(function):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if _is_formed(node.value, set()):
                formed |= {each.id for each in targets if isinstance(each, ast.Name)}
        elif isinstance(node, ast.Call) and _called(node) == "Result":
            kept |= {each.id for each in node.args if isinstance(each, ast.Name)}
    for node in _own(function):
        if isinstance(node, ast.Call) and _called(node) in WORDS:
            place, name = WORDS[_called(node)]
            given = [*node.args[place : place + 1]]
            given += [each.value for each in node.keywords if each.arg == name]
            if any(_is_formed(each, formed - kept) for each in given):
                yield node.lineno


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """What a function does itself, not what functions within it do."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield child
            yield from _own(child)


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_formed(value: ast.expr, formed: set[str]) -> bool:
    match value:
        case ast.JoinedStr():
            return True
        case ast.Name(name):
            return name in formed
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            return _is_formed(one, formed) or _is_formed(other, formed)
    return False


@pytest.mark.parametrize("game", beachhead.games())
def test_labels_and_texts_wait_for_a_reader(game: str) -> None:
    files = sorted((PACKAGE / game).rglob("*.py"))
    assert files
    found = {path.name: eager(path.read_text(encoding="utf-8")) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_words_formed_at_once_are_noticed() -> None:
    assert eager(
        """
def options(table, name):
    label = f"Move {name}"
    table.tell("1", MOVE, f"{name} moves.")
    table.tell("1", MOVE, "It moves" + (f" {name}." if name else "."))
    return [Option("move", label), Option("go", label=f"Go {name}")]
"""
    ) == [4, 5, 6]


def test_words_that_wait_pass() -> None:
    source = """
def options(table, name):
    label = partial("Move {}".format, name)
    end = f"{name} wins."
    table.tell("1", END, end)
    table.finish(Result([], end, "1"))
    table.tell("1", MOVE, lambda: f"{name} moves.")
    return [Option(f"move-{name}", label), Option("stay", "Stay")]
"""
    assert eager(source) == []
