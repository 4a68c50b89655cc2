"""The map, the counters and the cards of Storm Over Normandy as drawings."""

from __future__ import annotations

import re
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest

from beachhead.art.palette import contrast, ink_on, mix
from beachhead.art.svg import view_box
from beachhead.errors import BeachheadError
from beachhead.storm.cards.card_list import card_types, cards
from beachhead.storm.drawing import board_svg
from beachhead.storm.drawing.cards import HIGH, back, face
from beachhead.storm.drawing.counters import (
    LIVERY,
    PALE,
    SPENT,
    STRIPES,
    size,
    spread,
)
from beachhead.storm.drawing.layout import BOTTOM, RIGHT, area_room, rooms, section_room
from beachhead.storm.drawing.pictures import picture
from beachhead.storm.drawing.shapes import border, coast, outline
from beachhead.storm.game import GAME
from beachhead.storm.setup import set_up
from beachhead.storm.table.board import AREAS, BOXES, PLACES, ZONES, board
from beachhead.storm.table.pieces import StormUnit, pieces
from beachhead.storm.table.state import put
from beachhead.suites.drawing import is_whole
from laid_out import storm_cards_laid_out, storm_start, storm_tray
from showing import ShownBoard


class TestStormBoard(ShownBoard):
    game = GAME
    games = 1
    part: ClassVar[dict[str, Any]] = {"around": "16"}
    nowhere = "35"


@pytest.fixture(scope="module")
def plain() -> str:
    return board_svg()


@pytest.fixture(scope="module")
def opening() -> str:
    return board_svg(storm_start())


def crowd() -> list[tuple[int, int, bool]]:
    """Six units of each side in every area, three strongpoints on the beaches, 15 in a box."""
    allied = [unit.index for unit in pieces().units if unit.side == "allied"]
    german = [unit.index for unit in pieces().units if unit.side == "german"][:63]
    bunkers = [unit.index for unit in pieces().strongpoints]
    placed: list[tuple[int, int, bool]] = []
    for area in AREAS:
        for n in range(6):
            placed.append((allied[(area * 6 + n) % len(allied)], area, n % 3 == 2))
            placed.append((german[(area * 6 + n) % len(german)], area, n % 3 == 1))
        if board().beaches >> area & 1:
            placed += [(bunkers[(area + 5 * n) % 20], area, False) for n in range(3)]
    for box in (*BOXES, *ZONES):
        placed += [(allied[(box * 7 + n) % len(allied)], box, False) for n in range(15)]
    return placed


def test_places_and_units_have_their_ids(opening: str) -> None:
    found = is_whole(opening)
    for place in PLACES:
        assert board().tag(place) in found
    for box in BOXES:
        for section in ("invasion", "exploitation"):
            assert f"{board().tag(box)}-{section}" in found
    for area in board().areas:
        assert f"plate-{area.number}" in found
        assert f"control-{area.number}" in found
    for unit in pieces().units:
        on_map = unit.arrival is None and unit.setup is not None
        assert (f"unit-{unit.id}" in found) == on_map


def test_every_place_can_be_lit(plain: str) -> None:
    root = ElementTree.fromstring(plain)
    lit = {
        each.get("id"): each.get("class", "").split()
        for each in root.iter()
        if "place" in each.get("class", "").split()
    }
    assert set(lit) == set(board().tags)
    assert {"bocage", "commonwealth"} <= set(lit["area-16"])
    assert {"open", "american", "beach"} <= set(lit["area-18"])


def test_neighbors_share_their_border() -> None:
    for one, other in ((15, 10), (17, 24), (31, 32)):
        line = border(one, other)
        assert set(line) <= set(outline(one))
        assert set(line) <= set(outline(other))


def test_the_beaches_lie_on_the_coast() -> None:
    shore = set(coast())
    for box in board().boxes:
        assert len(shore & set(outline(box.beach))) > 3


def test_a_red_name_is_told_by_two_shells_as_well(plain: str) -> None:
    for area in board().areas:
        begin = plain.index(f'id="plate-{area.number}"')
        plate = plain[begin : plain.find('id="plate-', begin + 10)]
        if area.number < 34:
            assert plate.count('class="shell"') == area.support_limit
        title = plate[plate.index("<title>") : plate.index("</title>")]
        assert f"area {area.number}," in title


@pytest.mark.parametrize("place", PLACES)
def test_a_crowd_stays_in_its_place(place: int) -> None:
    standing = [(pieces().units[unit], spent) for unit, there, spent in crowd() if there == place]
    room = section_room(place, "invasion") if place in BOXES else rooms()[place]
    drawn = spread(standing, room)
    assert len(drawn) == len(standing)
    for unit, _, (x, y), shrink in drawn:
        half = size(unit) * shrink / 2
        assert 0 <= x - half <= x + half <= RIGHT
        assert 0 <= y - half <= y + half <= BOTTOM
        assert room.left - 40 <= x - half
        assert x + half <= room.left + room.wide + 40
        assert room.top - 1 <= y - half
        assert y + half <= room.top + room.high + 90


def test_a_few_counters_do_not_overlap() -> None:
    few: list[tuple[StormUnit, bool]] = [
        (pieces().unit[name], False) for name in ("16/1", "18/1", "26/1", "916/352", "914/352")
    ]
    for area in AREAS:
        if area_room(area).high < 150:
            continue
        drawn = spread(few, rooms()[area])
        for n, (unit, _, (x, y), shrink) in enumerate(drawn):
            for other, _, (u, v), its_shrink in drawn[:n]:
                apart = (size(unit) * shrink + size(other) * its_shrink) / 2 - 0.1
                rows = abs(y - v) > apart * 0.6
                assert rows or abs(x - u) >= apart, board().name(area)


def overlap(drawn: list[tuple[StormUnit, bool, tuple[float, float], float]]) -> float:
    """The largest part of a counter's height or width that another one covers."""
    worst = 0.0
    for n, (unit, _, (x, y), shrink) in enumerate(drawn):
        for other, _, (u, v), its_shrink in drawn[:n]:
            reach = (size(unit) * shrink + size(other) * its_shrink) / 2
            deep = min(reach - abs(x - u), reach - abs(y - v))
            worst = max(worst, deep / reach)
    return worst


def test_a_landing_box_holds_15_in_its_two_sections() -> None:
    units = [unit for unit in pieces().units if unit.setup == "O"][:15]
    assert len(units) == 15
    for box in BOXES:
        for section, some in (("invasion", units[:7]), ("exploitation", units[7:])):
            drawn = spread([(unit, False) for unit in some], section_room(box, section))
            assert overlap(drawn) < 0.1


def test_a_zone_holds_15() -> None:
    units = [unit for unit in pieces().units if unit.setup in ("C", "D", "B")][:15]
    assert len(units) == 15
    for zone in ZONES:
        assert overlap(spread([(unit, False) for unit in units], rooms()[zone])) < 0.4


def test_ink_can_be_read_on_every_face_and_stripe() -> None:
    for color in LIVERY.values():
        assert contrast(ink_on(color), color) >= 4.5
        pale = mix(color, PALE, SPENT)
        assert contrast(ink_on(pale), pale) >= 4.5
        assert contrast(color, pale) > 1.3
    for stripe in pieces().stripes:
        assert stripe in STRIPES
        assert contrast(ink_on(STRIPES[stripe]), STRIPES[stripe]) >= 4.5


def test_a_table_is_drawn_as_it_stands() -> None:
    table = set_up({})
    table.turn, table.victory = 3, -4
    unit = pieces().unit["16/1"]
    put(table, 1 << unit.index, board().place(16))
    table.spent = 1 << unit.index
    svg = board_svg(table)
    begin = svg.index('id="unit-us-1-16"')
    assert "spent, defense 8" in svg[begin : begin + 300]
    assert "Storm Over Normandy: Turn 3" in svg
    assert "point-marker minus" in svg


def test_a_part_around_an_area_by_number_or_name() -> None:
    assert view_box(board_svg(around="16")) == view_box(board_svg(around="Bayeux"))
    with pytest.raises(BeachheadError, match="not an area"):
        board_svg(around="zone-A")


def test_counters_by_themselves() -> None:
    svg = storm_tray(unit.index for unit in pieces().units)
    ElementTree.fromstring(svg)
    assert svg.count('class="counter ') == len(pieces().units)


def test_every_card_has_a_picture_and_its_text_fits() -> None:
    svg = storm_cards_laid_out(range(54))
    ElementTree.fromstring(svg)
    for kind in card_types():
        assert picture(kind.id)
    for card in cards():
        drawn = face(card)
        assert card.name.replace("&", "&amp;") in drawn
        lines = [float(y) for y in re.findall(r'y="([\d.]+)" class="card-text"', drawn)]
        assert max(lines) < HIGH - 20
        words = re.findall(r'class="card-text"[^>]*>([^<]*)<', drawn)
        assert " ".join(words).split() == card.text.split()


def test_backs_tell_the_decks_apart() -> None:
    assert "card german" in back("german")
    assert "card allied" in back("allied")
    assert back("german") != back("allied")
