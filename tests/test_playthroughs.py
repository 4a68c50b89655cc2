"""Complete games that are kept: they replay, and their story is the same word for word.

A difference is a bug, or a change to be read and accepted: `make playthroughs`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import beachhead
from beachhead.kernel import record as records
from story import story

KEPT = sorted(Path(__file__).parent.joinpath("playthroughs").glob("*.json"))


def test_some_are_kept() -> None:
    assert len(KEPT) >= 2


@pytest.mark.parametrize("file", KEPT, ids=[file.stem for file in KEPT])
def test_a_kept_game_replays_and_tells_the_same_story(file: Path) -> None:
    document = records.read(file)
    record = records.replay(beachhead.load(document["game"]), document)
    assert record.state.over
    assert record.dumps() == file.read_text(encoding="utf-8")
    assert story(record) == file.with_suffix(".txt").read_text(encoding="utf-8")
