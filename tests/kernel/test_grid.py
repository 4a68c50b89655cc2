"""Hex grids against a brute-force model: hexes are points, neighbors are one apart."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import DIRECTIONS, HexGrid, two_digits

Parity = Literal["odd", "even"]


@dataclass
class Model:
    """A grid and the centers of its hexes, in half hexes along and lines across."""

    grid: HexGrid
    centers: dict[str, tuple[int, int]]

    def squared(self, one: str, other: str) -> int:
        """Four times the square of the distance; lines are √3/2 apart."""
        (x1, y1), (x2, y2) = self.centers[one], self.centers[other]
        return (x1 - x2) ** 2 + 3 * (y1 - y2) ** 2

    def near(self, name: str) -> set[str]:
        return {other for other in self.centers if self.squared(name, other) == 4}

    def reach(self, starts: set[str], through: set[str]) -> dict[str, int]:
        """Every hex of `through` that a walk from the starts gets to, and in how many steps."""
        steps = dict.fromkeys(starts & through, 0)
        queue = deque((start, 0) for start in sorted(starts))
        while queue:
            here, taken = queue.popleft()
            for onward in (self.near(here) & through) - steps.keys():
                steps[onward] = taken + 1
                queue.append((onward, taken + 1))
        return steps

    def names(self, hexes: int) -> set[str]:
        found = self.grid.names_of(hexes)
        assert len(set(found)) == len(found)
        return set(found)


@st.composite
def models(draw: st.DrawFn, *, ragged: bool = True) -> Model:
    lines, length = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    parity: Parity = draw(st.sampled_from(["odd", "even"]))
    centers = {
        two_digits(line, place): (2 * place + (line % 2 == (parity == "odd")), line)
        for line in range(lines)
        for place in range(length)
    }
    if not ragged or draw(st.booleans()):
        return Model(HexGrid(lines, length, parity), centers)
    present = draw(st.lists(st.sampled_from(sorted(centers)), unique=True))
    kept = {name: centers[name] for name in present}
    return Model(HexGrid(lines, length, parity, present=present), kept)


def some_of(model: Model) -> st.SearchStrategy[set[str]]:
    return st.sets(st.sampled_from(sorted(model.centers))) if model.centers else st.just(set())


@given(models())
def test_neighbors_of_a_hex_are_one_apart(model: Model) -> None:
    for name in model.centers:
        hex_ = model.grid.hex(name)
        assert model.names(model.grid.neighbors(1 << hex_)) == model.near(name)
        assert model.names(model.grid.adjacent[hex_]) == model.near(name)


@given(models())
def test_neighbors_are_symmetric(model: Model) -> None:
    adjacent = model.grid.adjacent
    for hex_ in members(model.grid.all):
        assert all(adjacent[other] >> hex_ & 1 for other in members(adjacent[hex_]))
    assert all(adjacent[gap] == 0 for gap in range(len(adjacent)) if gap not in model.grid)


@given(models(), st.data())
def test_neighbors_of_a_set_are_those_of_its_hexes(model: Model, data: st.DataObject) -> None:
    names = data.draw(some_of(model))
    found = model.grid.neighbors(model.grid.set(names))
    assert model.names(found) == set().union(*map(model.near, names))


@given(models(), st.data(), st.integers(0, 5))
def test_within_is_so_many_steps(model: Model, data: st.DataObject, distance: int) -> None:
    names = data.draw(some_of(model))
    walk = model.reach(names, set(model.centers))
    found = model.grid.within(model.grid.set(names), distance)
    assert model.names(found) == {name for name, steps in walk.items() if steps <= distance}


@given(models(ragged=False), st.data())
def test_distance_is_the_shortest_walk(model: Model, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(sorted(model.centers)))
    walk = model.reach({start}, set(model.centers))
    for name, steps in walk.items():
        assert model.grid.distance(model.grid.hex(start), model.grid.hex(name)) == steps
    assert walk.keys() == model.centers.keys()


@given(models(), st.data())
def test_distance_is_a_metric(model: Model, data: st.DataObject) -> None:
    assume(model.centers)
    hexes = st.sampled_from(sorted(model.grid.names))
    one, other, third = data.draw(hexes), data.draw(hexes), data.draw(hexes)
    distance = model.grid.distance
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, other) == distance(other, one)
    assert distance(one, third) <= distance(one, other) + distance(other, third)


@given(models())
def test_axial_coordinates_lead_back(model: Model) -> None:
    for hex_ in members(model.grid.all):
        assert model.grid.from_axial(model.grid.axial(hex_)) == hex_


@given(models(), st.integers(-3, 9), st.integers(-3, 9))
def test_axial_coordinates_off_the_map_have_no_hex(model: Model, along: int, line: int) -> None:
    found = model.grid.from_axial((along, line))
    axials = {model.grid.axial(hex_): hex_ for hex_ in members(model.grid.all)}
    assert found == axials.get((along, line))


@given(models())
def test_a_step_goes_the_same_way_everywhere(model: Model) -> None:
    """The six directions, in order around the hex: each the same shift of the center."""
    around = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
    by_center = {center: name for name, center in model.centers.items()}
    for name, (x, y) in model.centers.items():
        for direction, (right, down) in zip(DIRECTIONS, around, strict=True):
            stepped = model.grid.step(model.grid.hex(name), direction)
            expected = by_center.get((x + right, y + down))
            assert stepped == (None if expected is None else model.grid.hex(expected))


@given(models(), st.data())
def test_flood_is_a_walk(model: Model, data: st.DataObject) -> None:
    starts, through = data.draw(some_of(model)), data.draw(some_of(model))
    found = model.grid.flood(model.grid.set(starts), model.grid.set(through))
    assert model.names(found) == model.reach(starts, through).keys()


def test_flood_from_outside_enters_but_leaves_the_start_out() -> None:
    grid = HexGrid(1, 5, "odd")
    start, through = grid.set(["0101", "0105"]), grid.set(["0102", "0103", "0105"])
    assert grid.names_of(grid.flood(start, through)) == ["0102", "0103", "0105"]
    assert grid.flood(start, 0) == 0
    assert grid.flood(0, through) == 0


@given(models())
def test_names_numbers_and_places_agree(model: Model) -> None:
    grid = model.grid
    assert len(grid) == len(model.centers)
    for name in model.centers:
        hex_ = grid.hex(name)
        assert grid.name(hex_) == name
        assert two_digits(*grid.place(hex_)) == name
        assert grid.at(*grid.place(hex_)) == hex_
    assert grid.set(model.centers) == grid.all
    assert model.names(grid.all) == model.centers.keys()


@given(models())
def test_only_hexes_of_the_map_are_in_it(model: Model) -> None:
    grid = model.grid
    for line in range(-3, grid.lines + 3):
        for place in range(-3, 2 * grid.length + 3):
            exists = line >= 0 and two_digits(line, place) in model.centers
            assert (grid.at(line, place) in grid) == exists


@given(st.sets(st.integers(0, 900)))
def test_members_and_set_of_are_inverse(hexes: set[int]) -> None:
    assert list(members(set_of(hexes))) == sorted(hexes)


def test_a_map_may_number_its_hexes_itself() -> None:
    grid = HexGrid(2, 2, "even", name=lambda line, place: f"{'AB'[line]}{place}")
    assert grid.names_of(grid.all) == ["A0", "A1", "B0", "B1"]
    assert grid.names_of(grid.adjacent[grid.hex("B0")]) == ["A0", "B1"]


@pytest.mark.parametrize(("lines", "length"), [(0, 3), (3, 0), (-1, 3)])
def test_a_grid_without_hexes_is_refused(lines: int, length: int) -> None:
    with pytest.raises(ValueError, match="at least one hex"):
        HexGrid(lines, length, "odd")


def test_a_parity_that_is_neither_is_refused() -> None:
    with pytest.raises(ValueError, match="shifted: 'Odd'"):
        HexGrid(3, 3, "Odd")  # type: ignore[arg-type]


def test_two_hexes_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        HexGrid(2, 2, "odd", name=lambda line, place: str(line + place))


def test_a_present_hex_that_is_off_the_grid_is_named() -> None:
    with pytest.raises(ValueError, match="no hex '0909'"):
        HexGrid(2, 2, "odd", present=iter(["0101", "0909"]))


def test_an_unknown_hex_has_no_number() -> None:
    with pytest.raises(KeyError, match="0909"):
        HexGrid(2, 2, "odd").hex("0909")
