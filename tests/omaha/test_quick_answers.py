"""What is answered for many pieces or positions at once is what each of them answers by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import beachhead
from beachhead.omaha.german_fire import position_fire
from beachhead.omaha.german_fire.hits import volleys
from beachhead.omaha.table.cards import deck
from beachhead.omaha.table.state import (
    FIXED_POSTS,
    OmahaTable,
    equipment,
    occupied,
)
from beachhead.omaha.us_actions import action_phase
from beachhead.omaha.us_actions.allotment import actions_left, is_free, ready_pieces
from beachhead.omaha.us_actions.piece_actions import can_do_something
from beachhead.omaha.us_actions.routes import scene_of
from beachhead.omaha.us_combat import barrages
from beachhead.omaha.victory import control

HOUSE = {"disrupted-observed": "alternative", "trace-from-barred-hex": "alternative"}
VARIANTS = {"german-armor": True, "effective-bombardment": True}


@pytest.fixture(scope="module", params=[({}, 3), (VARIANTS, 4), (HOUSE, 5)], ids=str)
def tables(request: Any) -> list[OmahaTable]:
    """The table at every third decision of a random game that goes on into the evening."""
    return [*_tables(*request.param)]


def _tables(options: dict[str, Any], seed: int) -> Iterator[OmahaTable]:
    rng, state = random.Random(seed), beachhead.load("omaha").setup("beyond-the-beach", options)
    while not state.over:
        if len(state.history) % 3 == 0:
            yield state.copy(history=False).position
        state.apply(rng.choice(state.decision.options))


def test_the_pieces_that_can_act(tables: list[OmahaTable]) -> None:
    acting = [table for table in tables if table.acting]
    for table in acting:
        payable, scene = actions_left(table, table.acting) > 0, scene_of(table)
        assert [
            piece
            for piece in ready_pieces(table, table.acting)
            if can_do_something(table, piece, scene, anything=payable or is_free(table, piece))
        ] == [
            option.value[1]
            for option in action_phase.possible_actions(table)
            if option.value[0] == "piece"
        ]
    assert len(acting) > 40


def test_the_targets_of_naval_fire(tables: list[OmahaTable]) -> None:
    for table in tables:
        if table.acting:
            table.naval_fire = 1
            assert barrages.naval_targets(table) == sum(
                1 << post.index
                for post in equipment().posts
                if barrages.refuse_naval_barrage(table, post.index) is None
            )


def test_the_hits_of_a_position_that_fires_alone(tables: list[OmahaTable]) -> None:
    asked = 0
    for table in tables:
        table.fire_hits = ()
        for card in deck()[::5]:
            for square in card.squares:
                for position in equipment().board.positions:
                    if position.color != square.color or not position.fire & table.ground:
                        continue
                    fired = volleys(table, card, position.sector, (position.index,))
                    hits, settled = position_fire._hits_alone(fired[0])
                    table.fire_hits = ()
                    while True:
                        sure, choices = position_fire.next_hits_of(table, fired)
                        if choices or not sure:
                            break
                        table.fire_hits += tuple(sure)
                    asked += bool(choices)
                    assert table.fire_hits[: len(hits)] == hits
                    if settled:
                        assert table.fire_hits == hits
                        assert not choices
                    table.fire_hits = ()
    assert asked


def test_the_posts_in_communication(tables: list[OmahaTable]) -> None:
    the = equipment()
    for table in tables:
        control.fix_communication(table)
        reach, germans = control.german_reach(table), occupied(table)
        for post in the.posts:
            if not FIXED_POSTS >> post.index & 1 or post.position.sector not in table.sectors:
                continue
            held = the.posts_of[post.position.index] & germans
            expected = bool(reach >> post.hex & 1)
            if held and not (expected and held >> post.index & 1):
                expected = control.in_german_communication(table, post.hex)
            assert bool(table.network_at_fire >> post.index & 1) == expected, post.name
