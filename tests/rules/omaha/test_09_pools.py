"""9.1 Face-down counters: how likely each is, against every history of the urn."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.omaha.germans import pools, revealing
from beachhead.omaha.table.state import EMPTY, NO_DEPTH, OmahaTable, equipment
from situations import options, play, post, run, table_of

POSTS = ["C1", "C2", "C3", "C4", "C5", "C6"]
DIVISION = ["2/1/726", "1P/352", "2P/352"]
KG_MEYER = ["1/1/915", "2/1/915", "3/1/915", "4/1/915", "1/Fus/352", "2/Fus/352"]

World = tuple[frozenset[str], frozenset[str], tuple[tuple[str, str], ...]]
"""The pool, the box of Kampfgruppe Meyer, and the unit in each post."""


class Urn:
    """The cardboard game: every way things may have gone, each with its probability."""

    def __init__(self, division: list[str]) -> None:
        start = (frozenset(division), frozenset(KG_MEYER), ())
        self.worlds: dict[World, Fraction] = {start: Fraction(1)}

    def draw(self, where: str) -> None:
        self._branch(
            lambda pool, box, posts: [
                (pool - {unit}, box, (*posts, (where, unit))) for unit in sorted(pool)
            ]
        )

    def release(self) -> None:
        self._branch(
            lambda pool, box, posts: [
                (pool | set(four), box - set(four), posts)
                for four in combinations(sorted(box), min(4, len(box)))
            ]
        )

    def reveal(self, where: str, unit: str) -> None:
        kept = {world: odds for world, odds in self.worlds.items() if (where, unit) in world[2]}
        total = sum(kept.values())
        self.worlds = {world: odds / total for world, odds in kept.items()}

    def withdraw(self, where: str, unit: str) -> None:
        self._branch(
            lambda pool, box, posts: [
                (pool | {unit}, box, tuple(each for each in posts if each[0] != where))
            ]
        )

    def remove(self, where: str) -> None:
        self._branch(
            lambda pool, box, posts: [
                (pool, box, tuple(each for each in posts if each[0] != where))
            ]
        )

    def chances(self, where: str) -> dict[str, Fraction]:
        found: dict[str, Fraction] = {}
        for (_, _, posts), odds in self.worlds.items():
            unit = dict(posts)[where]
            found[unit] = found.get(unit, Fraction(0)) + odds
        return found

    def _branch(self, ways) -> None:
        after: dict[World, Fraction] = {}
        for world, odds in self.worlds.items():
            branches = ways(*world)
            for branch in branches:
                after[branch] = after.get(branch, Fraction(0)) + odds / len(branches)
        self.worlds = after


class Both:
    """The cardboard urn and our table, side by side."""

    def __init__(self, division: list[str] = DIVISION) -> None:
        self.urn = Urn(division)
        units = equipment().pieces.german_unit
        unseen = sum(1 << units[name].index for name in (*division, *KG_MEYER))
        self.table = table_of("turn 12")
        self.table.unseen_units = unseen
        self.table.boxes |= {"division": len(division), "kg_meyer": len(KG_MEYER)}

    def draw(self, where: str) -> None:
        self.urn.draw(where)
        pools.draw_unit(self.table, "division", post(where))

    def release(self) -> None:
        self.urn.release()
        pools.release_kg_meyer(self.table)

    def reveal(self, where: str, unit: str) -> None:
        self.urn.reveal(where, unit)
        run(self.table, revealing.reveal, post(where), "9.1", "")
        play(self.table, f"german-{unit}")

    def withdraw(self, where: str) -> None:
        unit = equipment().pieces.german_units[self.table.unit[post(where)]].name
        self.urn.withdraw(where, unit)
        pools.withdraw(self.table, post(where))

    def remove(self, where: str) -> None:
        self.urn.remove(where)
        pools.clear_post(self.table, post(where))

    def face_down(self) -> list[str]:
        return [where for where in POSTS if self.table.unit[post(where)] < EMPTY]

    def face_up(self) -> list[str]:
        return [where for where in POSTS if self.table.unit[post(where)] >= 0]

    def empty(self) -> list[str]:
        return [where for where in POSTS if self.table.unit[post(where)] == EMPTY]

    def check(self) -> None:
        for where in self.face_down():
            assert chances(self.table, where) == self.urn.chances(where), where


def chances(table: OmahaTable, where: str) -> dict[str, Fraction]:
    units, weights = pools.unit_chances(table, post(where))
    names = equipment().pieces.german_units
    return {
        names[unit].name: Fraction(weight, sum(weights))
        for unit, weight in zip(units, weights, strict=True)
    }


@rule("omaha", "9.5b")
def test_a_unit_drawn_before_the_release_is_none_of_kampfgruppe_meyer():
    both = Both()
    both.draw("C1")
    both.release()
    both.draw("C2")
    assert chances(both.table, "C1") == dict.fromkeys(DIVISION, Fraction(1, 3))
    assert chances(both.table, "C2")["1/1/915"] == Fraction(1, 9)  # 4/6 (pool) x 1/6 (which)
    both.check()


@rule("omaha", "9.5b")
def test_a_unit_of_either_batch_leaves_open_what_was_drawn_between_them():
    both = Both()
    both.release()
    both.draw("C1")
    both.release()
    both.draw("C2")
    both.draw("C3")
    both.check()
    both.reveal("C2", "1/1/915")  # from the first four or the last two: nobody knows
    both.check()
    both.reveal("C3", "2/1/915")
    both.check()
    both.reveal("C1", "3/1/915")  # certainly one of the first four
    both.draw("C4")
    both.check()


@rule("omaha", "8.33a", "9.5b")
def test_a_withdrawn_unit_of_kampfgruppe_meyer_comes_back_as_itself():
    both = Both()
    both.release()
    both.draw("C1")
    both.draw("C2")
    both.reveal("C1", "1/1/915")
    both.withdraw("C1")
    both.draw("C3")
    both.check()
    both.reveal("C3", "1/1/915")
    both.release()
    both.draw("C4")
    both.check()


@rule("omaha", "EF-c")
def test_easy_fox_has_no_division_units_but_those_that_withdrew():
    table = table_of("scenario easy-fox; C1 5/2/916; boxes tactical 8")
    pools.withdraw(table, post("C1"))
    pools.draw_unit(table, "division", post("C2"))
    assert chances(table, "C2") == {"5/2/916": Fraction(1)}


@pytest.mark.parametrize("seed", range(30))
@rule("omaha", "9.1a", "8.33a", "9.5b")
def test_chances_agree_with_every_history_of_the_urn(seed: int):
    chance = random.Random(seed)
    both = Both(DIVISION[: chance.choice((1, 2, 3))])
    released = 0
    for _ in range(11):
        deeds = ["draw"] * (3 if both.empty() and both.table.boxes["division"] else 0)
        deeds += ["release"] * (released < 2)
        deeds += ["reveal"] * (2 if both.face_down() else 0)
        deeds += ["withdraw", "remove"] if both.face_up() else []
        if not deeds or len(both.urn.worlds) > 20_000:
            break
        deed = chance.choice(deeds)
        if deed == "release":
            released += 1
            both.release()
        elif deed == "reveal":
            where = chance.choice(both.face_down())
            both.reveal(where, chance.choice(sorted(both.urn.chances(where))))
        else:
            places = both.empty() if deed == "draw" else both.face_up()
            getattr(both, deed)(chance.choice(places))
        both.check()


@rule("omaha", "9.1a", "9.1c")
def test_revealing_a_unit_leaves_its_depth_face_down():
    table = table_of("WN70 ? depth?")
    before = table.depth[post("WN70")]
    run(table, revealing.reveal, post("WN70"), "8.3", "")
    assert len(options(table)) == 6  # any of the six units with a 75 on the back
    play(table, "german-wn-12")
    assert table.unit[post("WN70")] == equipment().pieces.german_unit["wn-12"].index
    assert not table.face_down >> post("WN70") & 1
    assert table.depth[post("WN70")] == before < NO_DEPTH
    assert options(table) == []
    run(table, revealing.turn_depth, post("WN70"), "8.3", "")
    kinds = Counter(equipment().pieces.depth_marker[each[6:]].kind for each in options(table))
    assert kinds == {"wn": 18}


@rule("omaha", "9.1a")
def test_what_was_turned_up_is_not_turned_up_again():
    table = table_of("WN70 wn-12; WN73 ?; C1 T?; C2 1/1/726")
    run(table, revealing.reveal, post("WN73"), "8.3", "")
    assert "german-wn-12" not in options(table)
    run(table, revealing.reveal, post("C1"), "8.3", "")
    assert "german-1/1/726" not in options(table)
    assert len(options(table)) == 8


@rule("omaha", "9.1d")
def test_a_unit_turned_face_down_again_is_the_same_unit():
    table = table_of("C2 1/1/726 face-down")
    told = run(table, revealing.reveal, post("C2"), "8.3", "")
    assert options(table) == []
    assert [event.detail["unit"] for event in told] == ["1/1/726"]
    assert not table.face_down


@rule("omaha", "9.1d")
def test_revealing_what_lies_face_up_changes_nothing():
    table = table_of('C2 1/1/726 depth "1 AR"')
    before = table.copy()
    assert run(table, revealing.reveal, post("C2"), "8.3", "") == []
    assert run(table, revealing.turn_depth, post("C2"), "8.3", "") == []
    assert table == before
