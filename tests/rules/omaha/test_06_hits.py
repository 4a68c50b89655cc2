"""6.34 The assignment that hits the most units, against every possible assignment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire.hits import Volley, most_hits, next_disruptions, next_hits


def volley(limit: int, *ranks: tuple[int, ...], spare: int = 0, shakes: bool = False) -> Volley:
    """A position that ranks some units."""
    losses = tuple(sum(1 << unit for unit in rank) for rank in ranks)
    disruptions = tuple(1 << 40 + unit for unit in range(spare))
    return Volley(0, limit, losses, disruptions, shakes, sum(map(len, ranks)) + spare)


Result = tuple[tuple[int, ...], ...]
"""The units each volley hits."""


def played(volleys: list[Volley], choices: random.Random | None = None) -> Result:
    """What comes of it when choices are made at random, or must not arise."""
    left = [each.limit for each in volleys]
    hits: list[list[int]] = [[] for _ in volleys]
    while True:
        taken = sum(1 << unit for each in hits for unit in each)
        sure, possible = next_hits(volleys, left, taken)
        assert not (sure and possible)
        assert len(possible) != 1
        if possible:
            assert choices is not None, "there should be nothing to choose"
            sure = [choices.choice(possible)]
        if not sure:
            return tuple(tuple(sorted(each)) for each in hits)
        for number, unit in sure:
            assert left[number] > 0
            assert not any(unit in each for each in hits)
            hits[number].append(unit)
            left[number] -= 1


def every_assignment(volleys: list[Volley], taken: int = 0) -> Iterator[Result]:
    """Every way to give each volley at most its limit of units, no unit twice."""
    if not volleys:
        yield ()
        return
    first, *others = volleys
    units = [unit for rank in first.losses for unit in members(rank & ~taken)]
    for count in range(min(first.limit, len(units)) + 1):
        for own in combinations(units, count):
            then = taken | sum(1 << unit for unit in own)
            for rest in every_assignment(others, then):
                yield (tuple(sorted(own)), *rest)


def rank_of(each: Volley, unit: int) -> int:
    return next(number for number, rank in enumerate(each.losses) if rank >> unit & 1)


def in_order(volleys: list[Volley], result: Result) -> bool:
    """6.31 Whether no volley passes over a unit nobody hits for one later in its order."""
    taken = {unit for own in result for unit in own}
    for each, own in zip(volleys, result, strict=True):
        spared = [
            rank_of(each, unit)
            for rank in each.losses
            for unit in members(rank)
            if unit not in taken
        ]
        if spared and (
            len(own) < each.limit or min(spared) < max((rank_of(each, u) for u in own), default=-1)
        ):
            return False
    return True


def wasted(volleys: list[Volley], result: Result) -> int:
    return sum(
        max(0, each.limit - len(own) - sum(rank.bit_count() for rank in each.disruptions))
        for each, own in zip(volleys, result, strict=True)
    )


def some_volleys(numbers: random.Random) -> list[Volley]:
    units = range(numbers.randint(2, 6))
    volleys = []
    for _ in range(numbers.randint(2, 4)):
        targets = numbers.sample(units, numbers.randint(1, len(units)))
        ranks: list[tuple[int, ...]] = []
        while targets:
            size = numbers.randint(1, 2)
            ranks.append(tuple(targets[:size]))
            targets = targets[size:]
        spare = numbers.randint(0, 2)
        volleys.append(volley(numbers.randint(1, 3), *ranks, spare=spare))
    return volleys


@rule("omaha", "6.34a", "6.34d", "6.31c")
def test_as_many_units_as_possible_are_hit_and_every_position_keeps_its_order() -> None:
    numbers = random.Random(6)
    for _ in range(120):
        volleys = some_volleys(numbers)
        all_results = list(every_assignment(volleys))
        most = max(sum(map(len, result)) for result in all_results)
        best = [result for result in all_results if sum(map(len, result)) == most]
        least_waste = min(wasted(volleys, result) for result in best)
        good = {
            result
            for result in best
            if in_order(volleys, result) and wasted(volleys, result) == least_waste
        }
        got = {played(volleys, random.Random(each)) for each in range(12)}
        assert got <= good, volleys


@rule("omaha", "6.34d")
def test_every_set_of_units_that_may_be_hit_can_be_chosen() -> None:
    numbers = random.Random(34)
    for _ in range(30):
        volleys = some_volleys(numbers)[:3]
        most = max(sum(map(len, result)) for result in every_assignment(volleys))
        good = [
            result
            for result in every_assignment(volleys)
            if sum(map(len, result)) == most and in_order(volleys, result)
        ]
        least = min(wasted(volleys, result) for result in good)
        wanted = {
            frozenset(unit for own in result for unit in own)
            for result in good
            if wasted(volleys, result) == least
        }
        got = {
            frozenset(unit for own in played(volleys, random.Random(each)) for unit in own)
            for each in range(80)
        }
        assert got == wanted, volleys


@rule("omaha", "6.34d")
def test_the_example_of_the_rule_leaves_nothing_to_choose() -> None:
    a, b = volley(2, (1, 2, 3)), volley(1, (1,))
    assert played([a, b]) == ((2, 3), (1,))
    assert played([volley(2, (1,), (2,), (3,)), b]) == ((2, 3), (1,))


@rule("omaha", "6.34d")
def test_a_chain_of_positions_gives_way() -> None:
    # only if the first leaves 1 to the third, and 2 to the second, are all three hit
    assert played([volley(1, (2,), (3,)), volley(1, (1,), (2,)), volley(1, (1,))]) == (
        (3,),
        (2,),
        (1,),
    )


@rule("omaha", "6.34d", "6.31c")
def test_nothing_is_asked_where_the_outcome_is_the_same() -> None:
    one, two = volley(1, (1,), (2,), (3,)), volley(1, (1,), (2,))
    hit = {unit for own in played([one, two]) for unit in own}
    assert hit == {1, 2}
    # unless one of them also disrupts
    sure, choices = next_hits([one, two._replace(also_disrupts=True)], [1, 1], 0)
    assert (sure, choices) == ([], [(0, 1), (1, 1)])


@rule("omaha", "6.34b", "6.34d")
def test_hits_are_lost_only_where_they_must_be() -> None:
    assert most_hits([0b10, 0b110], [1, 2], [1, 0]) == (2, 1)
    assert played([volley(1, (1,), spare=1), volley(2, (1,), (2,))]) == ((), (1, 2))


# --- 6.34d disruptions count too, as far as each position's order leaves a choice (P-26)


def ranked(numbers: random.Random, units: list[int]) -> tuple[int, ...]:
    ranks = []
    while units:
        size = numbers.randint(1, 3)
        ranks.append(sum(1 << unit for unit in units[:size]))
        units = units[size:]
    return tuple(ranks)


def volleys_that_also_only_disrupt(numbers: random.Random) -> list[Volley]:
    units = range(numbers.randint(2, 5))
    volleys = []
    for position in range(numbers.randint(2, 3)):
        targets = numbers.sample(units, numbers.randint(1, len(units)))
        costly = numbers.randint(0, len(targets))
        volleys.append(
            Volley(
                position,
                numbers.randint(1, 3),
                ranked(numbers, targets[:costly]),
                ranked(numbers, targets[costly:]),
                also_disrupts=False,
                eligible=len(targets),
            )
        )
    return volleys


Outcome = tuple[frozenset[int], frozenset[int]]
"""Who loses a step, and who is only disrupted or disrupted as well."""


def played_out(volleys: list[Volley], choices: random.Random) -> Outcome:
    """What comes of it when all choices, of losses and of disruptions, are made at random."""
    losses = played(volleys, choices)
    left = [each.limit - len(own) for each, own in zip(volleys, losses, strict=True)]
    hit = sum(1 << unit for own in losses for unit in own)
    done = [0] * len(volleys)
    disrupted = 0
    while True:
        sure, possible = next_disruptions(volleys, left, hit, done, disrupted)
        assert not (sure and possible)
        assert len(possible) != 1
        if possible:
            sure = [choices.choice(possible)]
        if not sure:
            lost = frozenset(unit for own in losses for unit in own)
            return lost, frozenset(members(disrupted))
        for number, unit in sure:
            assert left[number] > 0
            assert not done[number] >> unit & 1
            left[number] -= 1
            done[number] |= 1 << unit
            hit |= 1 << unit
            disrupted |= 1 << unit


def every_disruption(each: Volley, left: int) -> Iterator[tuple[int, ...]]:
    """6.31 Every way for one position to spend the hits it has left, in its order."""
    whole: tuple[int, ...] = ()
    for rank in each.disruptions:
        if rank.bit_count() > left:
            for some in combinations(members(rank), left):
                yield whole + some
            return
        whole += tuple(members(rank))
        left -= rank.bit_count()
    yield whole


def best_outcomes(volleys: list[Volley]) -> set[Outcome]:
    """6.34d Every outcome that costs most units a step, wastes least, and then hits the most."""
    ordered = [result for result in every_assignment(volleys) if in_order(volleys, result)]
    most = max(sum(map(len, result)) for result in every_assignment(volleys))
    ordered = [result for result in ordered if sum(map(len, result)) == most]
    least = min(wasted(volleys, result) for result in ordered)
    outcomes = {
        (
            frozenset(unit for own in result for unit in own),
            frozenset(unit for own in shaken for unit in own),
        )
        for result in ordered
        if wasted(volleys, result) == least
        for shaken in product(
            *(
                list(every_disruption(each, each.limit - len(own)))
                for each, own in zip(volleys, result, strict=True)
            )
        )
    }
    hit = max(len(lost | shaken) for lost, shaken in outcomes)
    return {(lost, shaken) for lost, shaken in outcomes if len(lost | shaken) == hit}


@rule("omaha", "6.34d", "6.31c", "6.33d")
def test_as_many_units_as_possible_are_hit_those_that_are_only_disrupted_included() -> None:
    numbers = random.Random(12)
    choices_made = 0
    for _ in range(150):
        volleys = volleys_that_also_only_disrupt(numbers)
        wanted = best_outcomes(volleys)
        got = {played_out(volleys, random.Random(each)) for each in range(40)}
        assert got == wanted, volleys
        choices_made += len(got) > 1
    assert choices_made > 10


@rule("omaha", "6.34d")
def test_a_step_loss_leaves_the_shared_unit_to_the_position_that_can_only_disrupt_it() -> None:
    free = Volley(0, 1, (0b11,), (), also_disrupts=False, eligible=2)
    bound = Volley(1, 1, (), (0b01,), also_disrupts=False, eligible=1)
    assert next_hits([free, bound], [1, 1], 0) == ([(0, 1)], [])
    # but a position never leaves its order for it
    first = free._replace(losses=(0b01, 0b10))
    assert next_hits([first, bound], [1, 1], 0) == ([(0, 0)], [])


@rule("omaha", "6.34d")
def test_equal_positions_with_equal_targets_disrupt_them_all_without_a_question() -> None:
    pair = Volley(0, 1, (), (0b11,), also_disrupts=False, eligible=2)
    assert next_disruptions([pair, pair], [1, 1], 0, [0, 0], 0) == ([(0, 0)], [])
    assert next_disruptions([pair, pair], [0, 1], 0b01, [0b01, 0], 0b01) == ([(1, 1)], [])
    # one that is alone may choose, unless one of them is hit already
    assert next_disruptions([pair], [1], 0, [0], 0) == ([], [(0, 0), (0, 1)])
    assert next_disruptions([pair], [1], 0b01, [0], 0) == ([(0, 1)], [])


@rule("omaha", "6.34a")
def test_positions_that_share_no_target_are_settled_one_pair_after_the_other() -> None:
    volleys = [volley(1, (1, 2, 3)), volley(1, (1, 2, 3)), volley(2, (11, 12, 13, 14))]
    volleys.append(volleys[2])
    sure, possible = next_hits(volleys, [1, 1, 2, 2], 0)
    assert not sure
    assert {number for number, _ in possible} == {0, 1}
