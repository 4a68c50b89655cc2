"""9.1, 16.34, 22.4 Chances stay exact when depth markers go back to their box.

The rules are played beside a table of real counters: every way the counters may lie is kept with
its chance, and what a face-down marker may be must agree with `strays`.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from beachhead.kernel.plain import replaced
from beachhead.kernel.rulebook import rule
from beachhead.omaha.germans import chances_of_depth, pools, revealing
from beachhead.omaha.table.state import DEPTH_KIND, NO_DEPTH, OmahaTable, equipment
from situations import play, post, run, table_of

MOBILE = [each.index for each in equipment().pieces.depth_markers_of("mobile")]
POSTS = [post(name) for name in ("A3", "C2", "D1", "F1")]

Lie = tuple[tuple[tuple[int, int], ...], frozenset[int], frozenset[int]]
"""How the counters lie: which is beneath which post, which are in the box, which are out."""


class Counters:
    """Every way that the real counters may lie, and how likely it is."""

    def __init__(self, unseen: list[int], eliminated: list[int]) -> None:
        self.ways: dict[Lie, Fraction] = {
            ((), frozenset(unseen), frozenset(eliminated)): Fraction(1)
        }

    def _each(self, change: object) -> None:
        found: dict[Lie, Fraction] = {}
        for lie, chance in self.ways.items():
            for after, share in change(lie):  # type: ignore[operator]
                found[after] = found.get(after, Fraction(0)) + chance * share
        self.ways = found

    def draw(self, at: int) -> None:
        def change(lie: Lie) -> list[tuple[Lie, Fraction]]:
            map_, box, out = lie
            return [
                ((tuple(sorted((*map_, (at, one)))), box - {one}, out), Fraction(1, len(box)))
                for one in box
            ]

        self._each(change)

    def leave(self, at: int, where: str) -> None:
        def change(lie: Lie) -> list[tuple[Lie, Fraction]]:
            map_, box, out = lie
            one = dict(map_)[at]
            rest = tuple(pair for pair in map_ if pair[0] != at)
            lie = (rest, box | {one}, out) if where == "box" else (rest, box, out | {one})
            return [(lie, Fraction(1))]

        self._each(change)

    def come_back(self, count: int) -> None:
        def change(lie: Lie) -> list[tuple[Lie, Fraction]]:
            map_, box, out = lie
            five = list(combinations(sorted(out), count))
            return [
                ((map_, box | set(each), out - set(each)), Fraction(1, len(five))) for each in five
            ]

        self._each(change)

    def chances(self, at: int) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for (map_, _, _), chance in self.ways.items():
            one = dict(map_)[at]
            found[one] = found.get(one, Fraction(0)) + chance
        total = sum(found.values())
        return {one: chance / total for one, chance in found.items()}

    def turn_up(self, at: int, marker: int) -> None:
        self.ways = {lie: chance for lie, chance in self.ways.items() if dict(lie[0])[at] == marker}

    @property
    def in_box(self) -> int:
        return len(next(iter(self.ways))[1])

    @property
    def out(self) -> int:
        return len(next(iter(self.ways))[2])


def told(table: OmahaTable, at: int) -> dict[int, Fraction]:
    markers, weights = chances_of_depth.chances(table, at, "mobile")
    weights = weights or [1] * len(markers)
    return {
        marker: Fraction(weight, sum(weights))
        for marker, weight in zip(markers, weights, strict=True)
        if weight
    }


@rule("omaha", "16.34a", "16.83a", "9.1", "22.4d")
@pytest.mark.parametrize("number", range(60))
def test_chances_agree_with_real_counters(number: int) -> None:
    """Seven markers of which some are known to be out; draws, removals, exchanges at random."""
    rng = random.Random(number)
    alert = number % 2
    names = [equipment().pieces.depth_markers[each].name for each in MOBILE]
    variant = "variants improved-reaction\n" if alert else ""
    gone = 19 + number % 3
    table = table_of(
        f"scenario d-day-at-omaha-beach\n{variant}turn 20\n"
        f"seen {' '.join(names[:gone])}\nboxes mobile_depth {24 - gone} building_depth 8 "
        "kg_meyer_depth 0\n" + "\n".join(f"{equipment().posts[at].name} T?" for at in POSTS)
    )
    known_out = rng.sample(MOBILE[:gone], 3)
    for each in MOBILE[:gone]:  # those that take no part lie face up somewhere else
        if each not in known_out:
            table.depth = replaced(table.depth, _elsewhere(table), each)
    real = Counters(MOBILE[gone:], known_out)
    came_back = False
    for _ in range(14):
        empty = [at for at in POSTS if table.depth[at] == NO_DEPTH]
        face_down = [at for at in POSTS if table.depth[at] in DEPTH_KIND]
        face_up = [at for at in POSTS if table.depth[at] >= 0]
        deed = rng.choice(["draw", "draw", "draw", "remove", "exchange", "turn up"])
        if deed == "draw" and empty and real.in_box:
            at = rng.choice(empty)
            real.draw(at)
            pools.draw_depth(table, "mobile", at)
            if alert and not real.in_box and not came_back:
                came_back = True
                real.come_back(min(5, real.out))
        elif deed == "turn up" and face_down:
            at = rng.choice(face_down)
            chances = real.chances(at)
            marker = rng.choice(sorted(chances))
            run(table, revealing.turn_depth, at, "9.1", "")
            play(table, f"depth-{equipment().pieces.depth_markers[marker].name}")
            real.turn_up(at, marker)
        elif deed in ("remove", "exchange") and face_down + face_up:
            at = rng.choice(face_down + face_up)
            real.leave(at, "box" if deed == "exchange" else "out")
            if deed == "remove":
                pools.remove_depth(table, at)
            else:
                pools.exchange_depth(table, at, "building")
                table.depth = replaced(
                    table.depth, at, NO_DEPTH
                )  # the building marker takes no part
                table.boxes["building_depth"] += 1
        assert table.boxes["mobile_depth"] == real.in_box
        for at in POSTS:
            if table.depth[at] in DEPTH_KIND:
                assert told(table, at) == real.chances(at)


def _elsewhere(table: OmahaTable) -> int:
    return next(
        each.index
        for each in equipment().posts
        if table.depth[each.index] == NO_DEPTH and each.index not in POSTS
    )


@rule("omaha", "16.34a")
def test_a_marker_that_went_back_is_not_one_that_was_drawn_before() -> None:
    table = table_of("scenario d-day-at-omaha-beach\nturn 20\nA3 T?\nC2 T?\nD1 T?")
    pools.draw_depth(table, "mobile", post("A3"))
    pools.draw_depth(table, "mobile", post("C2"))
    run(table, revealing.turn_depth, post("A3"), "9.1", "")
    marker = equipment().pieces.depth_markers[MOBILE[0]]
    play(table, f"depth-{marker.name}")
    pools.exchange_depth(table, post("A3"), "building")
    pools.draw_depth(table, "mobile", post("D1"))
    assert marker.index not in told(table, post("C2"))
    assert told(table, post("D1"))[marker.index] == Fraction(1, table.boxes["mobile_depth"] + 1)


def test_without_strays_nothing_is_kept() -> None:
    table = table_of("turn 9\nC3 T?")
    pools.draw_depth(table, "mobile", post("C3"))
    pools.remove_depth(table, post("C3"))
    assert (table.strays, table.hypotheses, table.eliminated) == ((), (), ())
    assert chances_of_depth.chances(table, post("C3"), "mobile")[1] is None
