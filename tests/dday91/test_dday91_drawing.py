"""The map and the counters of D-Day (1991) as drawings."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest

from beachhead.art.palette import contrast, ink_on
from beachhead.art.svg import view_box
from beachhead.dday91.drawing import board_svg, words
from beachhead.dday91.drawing.counters import LIVERY, size, spread, standing
from beachhead.dday91.drawing.layout import PAGE, SHEET, cell, cell_of, center, spot
from beachhead.dday91.drawing.margin import ARMY_HEAD, army_box, moves_box, turn_box
from beachhead.dday91.drawing.sea import coast_path
from beachhead.dday91.game import GAME
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, unit_tag
from beachhead.kernel.bits import members
from beachhead.kernel.play import State
from beachhead.suites.drawing import is_whole
from laid_out import dday_tray, units_in
from laid_out import opening as start
from showing import ShownBoard


class TestDDay91Board(ShownBoard):
    game = GAME
    games = 2
    part: ClassVar[dict[str, Any]] = {"around": "G13", "radius": 3}
    nowhere = "Z99"
    largest = 900_000

    def beside(self, state: State[Any], tag: str) -> bool:
        """Units that are still to be set up lie in a tray."""
        placed = {unit_tag(unit) for unit, hex_ in enumerate(state.position.hex) if hex_ >= 0}
        return tag == "tray" or (tag.startswith("unit-") and tag not in placed)


@pytest.fixture(scope="module")
def plain() -> str:
    return board_svg()


@pytest.fixture(scope="module")
def opening() -> str:
    return board_svg(start(1944, options=("10a", "13b", "15a")).table)


def part(svg: str, name: str) -> str:
    begin = svg.index(f'id="{name}"')
    return svg[begin : begin + 2500]


def test_things_have_their_ids(opening: str) -> None:
    found = is_whole(opening)
    for hex_ in board().grid.names:
        assert board().tag(hex_) in found
    for hex_ in board().city_at:
        name = board().name(hex_)
        assert {f"city-{name}", f"plate-{name}", f"control-{name}"} <= found.keys()
    for hex_ in board().invasions:
        assert f"invasion-{board().name(hex_)}" in found
    for army in pieces().boxes:
        assert pieces().box_tag(army.index) in found
    assert {"turn-12", "moves-0", "moves-27", "river-Rhine", "all-sea-D14-D15"} <= found.keys()
    assert {"unit-5U", "unit-85", "unit-mulberry-1", "unit-bombers-8U"} <= found.keys()
    assert {"turn-marker", "moves-allied", "moves-german", "initiative"} <= found.keys()
    assert "unit-13" not in found


def test_every_hex_can_be_lit(plain: str) -> None:
    root = ElementTree.fromstring(plain)
    lit = {
        each.get("id"): each.get("class", "").split()
        for each in root.iter()
        if "hex" in each.get("class", "").split()
    }
    assert len(lit) == len(board().grid)
    assert {"forest", "coastal"} <= set(lit["hex-D15"])
    assert "sea" in lit["hex-C14"]
    for name in board().out_of_play:
        assert f"hex-{name}" not in lit


def test_a_hex_says_nothing_twice() -> None:
    for hex_ in members(board().land | board().sea):
        said = words(hex_, board()).partition(": ")[2].split(", ")
        assert len(set(said)) == len(said)
        city = board().city_at.get(hex_)
        assert city is None or sum(city.name in part for part in said) == 1


def test_hexes_lie_as_the_grid_has_them() -> None:
    for hex_ in board().grid.names:
        x, y = center(hex_)
        assert cell(hex_) == cell_of(board().name(hex_))
        for other in members(board().adjacent[hex_]):
            u, v = center(other)
            assert (x - u) ** 2 + (y - v) ** 2 == pytest.approx(3600)


def inside(x: float, y: float) -> bool:
    """Whether a spot is on the drawn land."""
    crossed = False
    for outline in board().coast:
        corners = [spot(corner) for corner in outline]
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossed = not crossed
    return crossed


def drawn_land(hex_: int) -> int:
    """How many of some spots of a hex are drawn as land."""
    x, y = center(hex_)
    steps = (-24, -16, -8, 0, 8, 16, 24)
    return sum(inside(x + dx, y + dy) for dx in steps for dy in steps if abs(dx) + abs(dy) < 36)


def test_sea_hexes_are_all_blue_and_coastal_hexes_are_not() -> None:
    for hex_ in members(board().sea):
        assert drawn_land(hex_) == 0, board().name(hex_)
    for hex_ in members(board().coastal):
        assert drawn_land(hex_) > 0, board().name(hex_)
    assert coast_path().startswith("M")


def test_cities_stand_on_drawn_land_in_their_hex() -> None:
    for city in board().city_at.values():
        x, y = spot(city.at)
        u, v = center(city.hex)
        assert max(abs(x - u), abs(y - v)) < 28
        near = [(0, 0), (9, 0), (-9, 0), (0, 9), (0, -9)]
        assert any(inside(x + dx, y + dy) for dx, dy in near), city.name


def test_tracks_and_boxes_do_not_overlap() -> None:
    spaces = [army_box(army) for army in pieces().boxes]
    spaces += [turn_box(turn) for turn in range(1, 13)] + [moves_box(n) for n in range(28)]
    for n, (left, top, wide, high) in enumerate(spaces):
        assert PAGE[0] <= left
        assert left + wide <= PAGE[0] + PAGE[2]
        assert top + high <= PAGE[1] + PAGE[3]
        for a, b, c, d in spaces[:n]:
            apart = left >= a + c - 0.01 or a >= left + wide - 0.01
            assert apart or top >= b + d - 0.01 or b >= top + high - 0.01


@pytest.mark.parametrize("count", [1, 4, 8, 14, 20])
def test_a_crowd_stays_in_its_holding_box(count: int) -> None:
    army = pieces().unit["3-US"]
    crowd = [(unit, False) for unit in pieces().units if unit.side == "allied" and not unit.army]
    left, top, wide, high = army_box(army)
    drawn = spread(crowd[:count], (left, top, wide, high))
    assert len(drawn) == count
    for unit, _, (x, y), shrink in drawn:
        half = size(unit) * shrink / 2
        assert left <= x - half
        assert x + half <= left + wide
        assert top + ARMY_HEAD <= y - half
        assert y + half <= top + high + 1
    for n, (unit, _, (x, y), shrink) in enumerate(drawn):
        for other, _, (u, v), its in drawn[:n]:
            apart = (size(unit) * shrink + size(other) * its) / 2
            assert max(abs(x - u), abs(y - v)) >= apart - 0.1


def test_ink_can_be_read_on_every_face() -> None:
    for color in LIVERY.values():
        assert contrast(ink_on(color), color) >= 4.5


def _factors(svg: str) -> str:
    """What stands on the plate of a counter."""
    found = re.search(r'class="factor">(.*?)</text>', svg)
    return re.sub("<[^>]*>", "", found[1]) if found else ""


def test_the_reduced_side_has_a_white_stripe_and_its_factors() -> None:
    unit = pieces().unit["47"]
    front, back = dday_tray([(unit.index, False)]), dday_tray([(unit.index, True)])
    assert 'class="white-stripe"' not in front
    assert 'class="white-stripe"' in back
    assert _factors(front) == "4-3"
    assert _factors(back) == "2-3"
    assert "reduced, combat 2" in back


def test_white_factors_are_mechanized_and_black_ones_leg() -> None:
    for name, kind in (("5U", "mechanized"), ("1SS", "mechanized"), ("66", "leg"), ("18U", "leg")):
        svg = dday_tray([(pieces().unit[name].index, False)])
        assert f'class="plate {kind}"' in svg, name


def test_a_table_is_drawn_as_it_stands() -> None:
    corps, army = pieces().unit["5U"].index, pieces().unit["1-US"].index
    paris = board().hex("G13")
    table = DDayTable(
        reduced=1 << corps,
        allied_control=1 << paris,
        turn=5,
        moves=[27, 0],
        bad_weather=True,
        unsupplied=1 << corps,
    )
    table.hex[army] = table.hex[corps] = paris
    svg = board_svg(table)
    assert "D-Day: Turn 5" in svg
    assert "Paris is under Allied control" in svg
    assert "Berlin is under German control" in svg
    assert "Turn 5, bad weather" in svg
    assert "unsupplied" in part(svg, "held")
    assert 'class="stack-text">1<' in svg
    small = board_svg(table, panels=False)
    assert view_box(small) == pytest.approx(SHEET, abs=0.1)
    assert 'id="box-1-US"' not in small
    assert 'id="unit-1-US"' in small
    assert 'id="unit-5U"' not in small


@pytest.mark.parametrize("year", [1943, 1944])
def test_each_army_has_its_own_box_where_two_begin_in_a_hex(year: int) -> None:
    """2d1, N-20 A game begins as the picture of its start shows it."""
    table = GAME.setup(str(year), {"mulberries": True}).position
    allied = pieces().sides["allied"]
    drawn = {unit: army for unit, army, _ in units_in(standing(table)[1])}
    printed = {unit: army for unit, army, _ in start(year, options=["15a"]).boxed}
    assert drawn == {unit: army for unit, army in printed.items() if allied >> unit & 1}
    if year == 1944:
        armies = Counter(pieces().units[army].id for army in drawn.values())
        assert armies == {"1-US": 4, "3-US": 5, "1-Canadian": 3, "2-British": 5}


def test_counters_by_themselves() -> None:
    svg = dday_tray([(unit.index, False) for unit in pieces().units])
    ElementTree.fromstring(svg)
    assert svg.count('class="counter ') == len(pieces().units)
    for unit in pieces().units:
        assert unit.name in svg
