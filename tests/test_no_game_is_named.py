"""Kernel, page, studies, environments, server and script name no game, decision or event."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import beachhead
from beachhead.kernel.telling import Kind
from beachhead.kernel.topic import Topic

PACKAGE = Path(beachhead.__file__).parent
SHARED = ("kernel", "page", "studies", "web", "env")
FILES = sorted(
    path
    for folder in SHARED
    for path in (PACKAGE / folder).rglob("*")
    if path.suffix in (".py", ".js", ".css", ".html")
)
GAMES = re.compile(r"\b(omaha|storm|dday91|normandy|picket|german|germans|allied|allies)\b", re.I)
KIND = re.compile(r"(?<!origin)(?<!deed)(?<!param)\.kind\s*(?:===?|!==?|in\b)\s*[\"'(\[{]")
TOLD = re.compile(
    r"\b(?:strength|firepower|defen[cs]e|concentrated|diamond|triangle)\b"
    r"|[+)}\d] steps\b|[Tt]itles?(?:\(\w*\))?\.(?:match|search)|(?:exec|test)\([\w.]*[Tt]itle",
    re.I,
)
"""Words on the counters of a game, and reading them out of a counter's title."""
LOOKED_UP = re.compile(r"(?:\.get\(|\[)\w*(?:event|decision|own|asked)\w*\.kind\b")


def game_modules(name: str) -> Iterator[object]:
    """The modules of a game that are loaded with it."""
    import sys

    beachhead.load(name).page()
    prefix = f"beachhead.{name}."
    yield from (module for key, module in sys.modules.items() if key.startswith(prefix))


def kinds() -> set[str]:
    """Every kind of decision and event that a game declares, if it is more than a plain word."""
    found = set()
    for name in beachhead.games():
        for module in game_modules(name):
            for each in vars(module).values():
                if isinstance(each, Topic | Kind):
                    found.add(each.id)
    return {kind for kind in found if re.search(r"[-_]", kind)}


def literals(path: Path) -> set[str]:
    """The strings in a file's code; of Python without docstrings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return set(re.findall(r"[\"'`]([\w-]+)[\"'`]", text)) | set(re.findall(r"\.([\w-]+)", text))
    said = {
        node.body[0].value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return {
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_game_is_named(path: Path) -> None:
    named = [line for line in path.read_text(encoding="utf-8").split("\n") if GAMES.search(line)]
    assert not named


def test_no_kind_is_named() -> None:
    known = kinds()
    assert len(known) > 100, "the games' topics and kinds were not found"
    assert {path.name: found for path in FILES if (found := literals(path) & known)} == {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_is_looked_up_by_its_kind(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not KIND.findall(text)
    assert not LOOKED_UP.findall(text)


def test_no_counter_is_read() -> None:
    """What counters have together is the game's to say (`Page.stack`)."""
    shown = [path for path in FILES if path.relative_to(PACKAGE).parts[0] in ("page", "web")]
    found = {path.name: TOLD.findall(path.read_text(encoding="utf-8")) for path in shown}
    assert len(found) > 50
    assert {name: words for name, words in found.items() if words} == {}


def test_what_was_read_off_counters_would_be_found() -> None:
    """As the script once did it."""
    assert TOLD.search(r"/(\d+) of \d+ steps/.exec(words)")
    assert TOLD.search(r"/(\w+) (\d+)/.exec(title)")
    assert TOLD.search("`${steps} steps, ${total}`")
    assert TOLD.search('h("strong", null, "concentrated target")')
