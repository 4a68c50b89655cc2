"""Dependencies point one way: the kernel and the artist know no game, games no command or page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import beachhead
from beachhead.kernel.rulebook import PACKAGE, games_with_rules

GAMES = games_with_rules()
NAMES = re.compile("omaha|storm|dday|normandy", re.IGNORECASE)
ABOVE = {"bots", "cli", "commands", "env", "study", "web"}
"""What stands above the games."""


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py"))]


def imported(source: str, package: str) -> Iterator[str]:
    """The names of the modules that a source in a package imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            above = parts[: len(parts) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{name.name}" for name in node.names)


def reaches(source: str, package: str, forbidden: set[str]) -> set[str]:
    """Which of these parts of the package a source imports."""
    modules = [name.split(".") for name in imported(source, package)]
    return {parts[1] for parts in modules if parts[0] == "beachhead" and len(parts) > 1} & forbidden


def package_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).parent.parts)


def label(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def test_the_games_are_known_here() -> None:
    assert set(beachhead.games()) <= set(GAMES)
    assert all(NAMES.search(game) for game in GAMES), "add the new game to NAMES"
    assert len(sources("kernel", "art")) > 15


@pytest.mark.parametrize("path", sources("kernel", "art"), ids=label)
def test_kernel_and_art_name_no_game(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    named = [f"{number}: {line}" for number, line in enumerate(lines, 1) if NAMES.search(line)]
    assert named == []


@pytest.mark.parametrize("path", sources("kernel", "art"), ids=label)
def test_kernel_and_art_import_no_game_and_nothing_above(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert reaches(source, package_of(path), {*GAMES, *ABOVE}) == set()


@pytest.mark.parametrize("path", sources(*GAMES), ids=label)
def test_games_import_no_other_game_and_nothing_above(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0]
    source = path.read_text(encoding="utf-8")
    assert reaches(source, package_of(path), {*GAMES, *ABOVE} - {own}) == set()


@pytest.mark.parametrize(
    "source",
    [
        "import beachhead.web.server",
        "from beachhead.web import server",
        "from beachhead import web",
        "from ..web import server",
        "from .. import web",
        "def later():\n    import beachhead.web",
        "if TYPE_CHECKING:\n    from beachhead.web.server import Server",
    ],
)
def test_every_way_to_import_is_seen(source: str) -> None:
    assert reaches(source, "beachhead.kernel", {"web", "omaha"}) == {"web"}
    assert reaches(source, "beachhead.kernel", {"omaha"}) == set()
