"""docs/writing-a-game.md: its samples stand in the toy game word for word, and what it names is
there."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

import toy
from beachhead.kernel.play import Game
from beachhead.kernel.topic import Topic
from beachhead.page import Page
from documents import DOCS, examples, text_of

TESTS = Path(__file__).parent
GUIDE = text_of(DOCS / "writing-a-game.md")
SAMPLES = [each.text for each in examples(DOCS / "writing-a-game.md", "python", "json", "toml")]
SOURCES = [
    *(
        path
        for path in sorted((TESTS / "toy").iterdir())
        if path.suffix in (".py", ".json", ".toml")
    ),
    TESTS / "kernel/test_conformance.py",
]
LEFT_OUT = re.compile(r"^ *…\n", re.MULTILINE)
NAMED: dict[str, type] = {"Game": Game, "Page": Page, "Topic": Topic}
LARGEST = 400
"""As many lines a game needs at most for its page, beyond the rules."""


def stands_in(sample: str, text: str) -> bool:
    """Whether the parts of a sample are whole lines of a text, one after the other."""
    places = [f"\n{text}".find(f"\n{part}") for part in LEFT_OUT.split(sample)]
    return -1 not in places and all(before < after for before, after in pairwise(places))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.split("\n")[0][:40])
def test_a_sample_stands_in_the_toy_game(sample: str) -> None:
    assert any(stands_in(sample, path.read_text(encoding="utf-8")) for path in SOURCES)


def test_there_are_samples_of_everything() -> None:
    assert len(SAMPLES) > 15
    assert not stands_in("def moved(position", "    def moved(position")
    assert not stands_in("b\n…\na\n", "a\nb\n")


@pytest.mark.parametrize("owner", NAMED)
def test_what_is_named_is_there(owner: str) -> None:
    names = re.findall(rf"`{owner}\.(\w+)`", GUIDE)
    assert names
    annotated = {
        name for each in NAMED[owner].__mro__ for name in vars(each).get("__annotations__", ())
    }
    assert [name for name in names if name not in annotated | set(dir(NAMED[owner]))] == []


def test_the_entry_point_leads_to_the_game() -> None:
    package = tomllib.loads((TESTS / "toy/pyproject.toml").read_text(encoding="utf-8"))
    ((name, target),) = package["project"]["entry-points"]["beachhead.games"].items()
    assert (name, target) == (toy.GAME.name, "toy:GAME")
    assert package["project"]["version"] == toy.GAME.version


def test_a_page_takes_few_lines() -> None:
    page = (TESTS / "toy/page.py").read_text(encoding="utf-8")
    assert len(page.split("\n")) < LARGEST
