"""The house stays easy to see: rooms, names and words."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

import beachhead

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "beachhead"
ENTRIES = 20
BRITISH = re.compile(
    r"(?:col|neighb|behavi|fav|hon|rum)our|centre|defence|offence|gre[y]|towards"
    r"|(?:recogn|organ|real|serial|normal|initial|optim|minim|maxim|summar)is(?:e|ing|ation)\b",
    re.IGNORECASE,
)
PICTURE = re.compile(r"base64,[\w+/=]+")
"""A picture within a page, whose letters spell nothing."""
TEXTS = (".py", ".md", ".toml", ".js", ".css", ".html", ".sh")


def python_files() -> list[Path]:
    return sorted(SOURCES.rglob("*.py"))


@pytest.mark.parametrize("game", beachhead.OWN)
def test_the_folder_of_a_game_fits_a_glance(game: str) -> None:
    folders = [SOURCES / game, *(path for path in (SOURCES / game).rglob("*") if path.is_dir())]
    for folder in folders:
        shown = [path.name for path in folder.iterdir() if path.name != "__pycache__"]
        assert len(shown) <= ENTRIES or folder.name == "data", f"{folder}: {len(shown)} entries"


def test_no_two_public_classes_share_a_name() -> None:
    named: dict[str, list[str]] = defaultdict(list)
    for path in python_files():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named[node.name].append(str(path.relative_to(SOURCES)))
    assert {name: files for name, files in named.items() if len(files) > 1} == {}


def test_every_room_says_what_it_is() -> None:
    for path in SOURCES.rglob("__init__.py"):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


def test_the_spelling_is_american() -> None:
    kept = ("saves", "playthroughs", "data", "__pycache__")
    folders = ("src", "tests", "scripts", "docs")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    for path in [*files, *ROOT.glob("*.md")]:
        if path.suffix not in TEXTS or set(path.parts) & set(kept) or path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            words = PICTURE.sub("", line)
            assert not BRITISH.search(words), f"{path.relative_to(ROOT)}:{number}: {words.strip()}"
