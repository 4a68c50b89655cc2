"""What is said to people has no ids in it: no `fortified_city`, no `wn-17`."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import beachhead
from beachhead.kernel.record import Record

ID = re.compile(r"[a-z]_[a-z]|\bwn-?\d|\b(?:unit|hex|area|position|zone|card|post)-[a-z0-9]")
NOT_SAID = {
    "id",
    "touches",
    "style",
    "class",
    "look",
    "keys",
    "fire",
    "face",
    "facts",
    "svg",
    "back",
    "cards",
}
"""Fields that hold ids, names of classes or drawings, and are not read by people."""
CHOICES = 120
LOOKED_AT = 10


def said(data: Any) -> Iterator[str]:
    """Everything in a message that somebody reads."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for name, value in data.items():
            if name not in NOT_SAID:
                yield from said(value)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from said(each)


def told(record: Record[Any], dice: random.Random) -> Iterator[str]:
    """What a table says while it is played at random."""
    page = record.state.game.page()
    for made in range(CHOICES):
        if record.state.over:
            return
        state, decision = record.state, record.state.decision
        yield decision.prompt
        yield from (option.label for option in decision.options)
        if made % LOOKED_AT == 0:
            yield from said(
                msgspec.to_builtins(page.flipbook(state.position, decision.seat, decision))
            )
            counters = page.counters(state.position, decision.seat)
            yield from re.findall(r"<title>([^<]*)</title>", counters)
        before = len(record.news)
        record.choose(dice.choice(decision.options))
        yield from (event.text for news in record.news[before:] for event in news)


@pytest.mark.parametrize("name", beachhead.OWN)
def test_no_id_stands_in_prose(name: str) -> None:
    game = beachhead.load(name)
    lines = [
        line
        for scenario in game.scenarios
        for line in told(Record(game, scenario, seed=2), random.Random(2))
    ]
    lines += said(msgspec.to_builtins(game.page().reference()))
    assert len(lines) > 1000
    assert [line for line in lines if ID.search(line)] == []
