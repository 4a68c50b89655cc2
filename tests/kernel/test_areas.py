"""Area maps against brute force on sets of names."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.kernel.areas import AreaMap

NAMES = ["sea", "beach", "bluff", "wood", "town", "field"]


@dataclass
class Model:
    """A map, and its borders as pairs of names, both ways."""

    map: AreaMap
    borders: dict[tuple[str, str], str | None]

    def near(self, name: str) -> set[str]:
        return {other for one, other in self.borders if one == name}

    def reach(self, starts: set[str], through: set[str]) -> set[str]:
        reached = starts & through
        for _ in self.map.names:
            reached |= set().union(*map(self.near, starts | reached)) & through
        return reached

    def paths(self, start: str) -> list[tuple[str, ...]]:
        """Every path from an area that visits no area twice."""
        return [
            (start, *rest)
            for count in range(len(self.map))
            for rest in permutations([name for name in self.map.names if name != start], count)
            if all(step in self.borders for step in pairwise((start, *rest)))
        ]


@st.composite
def models(draw: st.DrawFn) -> Model:
    names = NAMES[: draw(st.integers(1, len(NAMES)))]
    pairs = [(one, other) for one in names for other in names if one < other]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    labels = draw(st.lists(st.sampled_from([None, "river"]), min_size=15, max_size=15))
    borders: dict[tuple[str, str], str | None] = {}
    given_borders: list[tuple[str, str] | tuple[str, str, str]] = []
    for (one, other), label in zip(chosen, labels, strict=False):
        borders[one, other] = borders[other, one] = label
        given_borders.append((one, other) if label is None else (other, one, label))
    return Model(AreaMap(names, given_borders), borders)


def some_of(model: Model) -> st.SearchStrategy[set[str]]:
    return st.sets(st.sampled_from(model.map.names))


@given(models(), st.data())
def test_neighbors_share_a_border(model: Model, data: st.DataObject) -> None:
    names = data.draw(some_of(model))
    found = model.map.neighbors(model.map.set(names))
    assert set(model.map.names_of(found)) == set().union(*map(model.near, names))


@given(models())
def test_borders_run_both_ways_with_their_label(model: Model) -> None:
    number = model.map.number
    for one in model.map.names:
        for other in model.map.names:
            label = model.borders.get((one, other))
            assert model.map.border(number(one), number(other)) == label
            adjacent = model.map.adjacent[number(one)] >> number(other) & 1
            assert bool(adjacent) == ((one, other) in model.borders)


@given(models(), st.data())
def test_flood_is_a_walk(model: Model, data: st.DataObject) -> None:
    starts, through = data.draw(some_of(model)), data.draw(some_of(model))
    found = model.map.flood(model.map.set(starts), model.map.set(through))
    assert set(model.map.names_of(found)) == model.reach(starts, through)


@given(models(), st.data())
def test_distance_is_the_shortest_path(model: Model, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(model.map.names))
    lengths: dict[str, int] = {}
    for path in model.paths(start):
        lengths[path[-1]] = min(len(path) - 1, lengths.get(path[-1], len(path)))
    for name in model.map.names:
        found = model.map.distance(model.map.number(start), model.map.number(name))
        assert found == lengths.get(name)


@given(models(), st.data(), st.integers(0, 8))
def test_costs_are_those_of_the_cheapest_path(
    model: Model, data: st.DataObject, budget: int
) -> None:
    start = data.draw(st.sampled_from(model.map.names))
    price = st.none() | st.integers(0, 4)
    prices = {step: data.draw(price) for step in sorted(model.borders)}
    names = model.map.names
    cheapest: dict[str, int] = {}
    for path in model.paths(start):
        paid = [prices[step] for step in pairwise(path)]
        total = sum(cost for cost in paid if cost is not None)
        if None not in paid and total <= budget:
            cheapest[path[-1]] = min(total, cheapest.get(path[-1], total))
    found = model.map.costs(
        model.map.number(start), lambda one, other: prices[names[one], names[other]], budget
    )
    assert {names[area]: cost for area, cost in found.items()} == cheapest


@given(models())
def test_names_and_numbers_agree(model: Model) -> None:
    areas = model.map
    assert len(areas) == len(areas.names)
    assert [areas.name(areas.number(name)) for name in areas.names] == areas.names
    assert areas.set(areas.names) == areas.all
    assert areas.names_of(areas.all) == areas.names


def test_two_areas_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        AreaMap(["sea", "sea"], [])


def test_a_border_on_nowhere_is_named() -> None:
    with pytest.raises(ValueError, match="border sea-moon: there is no area 'moon'"):
        AreaMap(["sea", "beach"], [("sea", "moon")])


def test_an_area_does_not_border_on_itself() -> None:
    with pytest.raises(ValueError, match="border sea-sea"):
        AreaMap(["sea"], [("sea", "sea")])


def test_an_unknown_area_has_no_number() -> None:
    with pytest.raises(KeyError, match="moon"):
        AreaMap(["sea"], []).number("moon")
