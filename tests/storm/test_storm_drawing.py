"""The map, the counters and the cards of Storm Over Normandy as drawings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest

from beachhead.art.curves import sides
from beachhead.art.palette import contrast, ink_on, mix
from beachhead.art.svg import view_box
from beachhead.errors import BeachheadError
from beachhead.storm.cards.card_list import card_types, cards
from beachhead.storm.drawing import board_svg
from beachhead.storm.drawing.areas import plate_box
from beachhead.storm.drawing.cards import HIGH, back, face
from beachhead.storm.drawing.counters import (
    LIVERY,
    PALE,
    SPENT,
    STRIPES,
    size,
    spread,
)
from beachhead.storm.drawing.layout import BOTTOM, RIGHT, section_box
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


def test_sections_of_boxes_say_their_names(plain: str) -> None:
    for box in BOXES:
        tag, name = board().tag(box), board().box(box).name
        for section in ("invasion", "exploitation"):
            said = f"<title>{name}, {section} section</title>"
            assert f'<g id="{tag}-{section}">{said}' in plain


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


Drawn = list[tuple[StormUnit, bool, tuple[float, float]]]
VALUES = 0.36
"""The part of a counter, at its foot, that its values take up."""


def foot(unit: StormUnit, at: tuple[float, float]) -> tuple[float, float, float, float]:
    """Where a counter's values are: left, top, right, bottom."""
    (x, y), half = at, size(unit) / 2
    return x - half, y + half - 2 * half * VALUES, x + half, y + half


def covered(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two rectangles overlap by more than a hair."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    return wide > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


def whole(unit: StormUnit, at: tuple[float, float]) -> tuple[float, float, float, float]:
    (x, y), half = at, size(unit) / 2
    return x - half, y - half, x + half, y + half


def hidden_values(drawn: Drawn) -> list[str]:
    """Whose values are covered by what is drawn later."""
    return [
        unit.name
        for n, (unit, _, at) in enumerate(drawn)
        if any(covered(foot(unit, at), whole(other, there)) for other, _, there in drawn[n + 1 :])
    ]


def inside(shape: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a point lies in a shape: a ray to the right leaves it once more than it enters."""
    crossings = (
        ax + (bx - ax) * (y - ay) / (by - ay) > x
        for (ax, ay), (bx, by) in sides(shape)
        if (ay < y) != (by < y)
    )
    return sum(crossings) % 2 == 1


@pytest.mark.parametrize("area", AREAS)
def test_six_of_each_side_stand_in_their_area_and_show_their_values(area: int) -> None:
    everybody = [(pieces().units[unit], spent) for unit, there, spent in crowd() if there == area]
    drawn = spread(everybody, area)
    assert len(drawn) == len(everybody)
    for unit, _, (x, y) in drawn:
        half = size(unit) / 2
        assert 0 <= x - half <= x + half <= RIGHT
        assert 0 <= y - half <= y + half <= BOTTOM
        assert inside(outline(area), x, y), unit.name
    fighting = [each for each in everybody if not each[0].is_strongpoint]
    if board().name(area) not in SMALL:
        assert hidden_values(spread(fighting, area)) == []


SMALL = ("Carpiquet", "Tilly-sur-Seulles", "Caen", "Lingèvres", "Troarn", "Sainte-Mère-Église")
"""No map of this scale has room for twelve regiments there."""


@pytest.mark.parametrize("area", AREAS)
def test_a_few_counters_hide_neither_each_other_nor_a_plate(area: int) -> None:
    few: list[tuple[StormUnit, bool]] = [
        (pieces().unit[name], False) for name in ("16/1", "18/1", "914/352")
    ]
    for some in (few[:1], few[:2], few[1:], few):
        drawn = spread(some, area)
        assert hidden_values(drawn) == []
        for unit, _, at in drawn:
            for other in AREAS:
                left, top, wide, high = plate_box(other)
                plate = (left, top, left + wide, top + high)
                assert not covered(plate, whole(unit, at)), (unit.name, board().name(other))


def test_a_landing_box_holds_15_in_its_two_sections() -> None:
    units = [unit for unit in pieces().units if unit.setup == "O"][:15]
    assert len(units) == 15
    for box in BOXES:
        for section, some in (("invasion", units[:12]), ("exploitation", units[12:])):
            left, top, wide, high = section_box(box, section)
            drawn = spread([(unit, False) for unit in some], box, section)
            assert hidden_values(drawn) == []
            for unit, _, at in drawn:
                x, y, right, bottom = whole(unit, at)
                assert left - 12 <= x < right <= left + wide + 12
                assert top - 12 <= y < bottom <= top + high + 12


def test_a_zone_holds_ten() -> None:
    units = [unit for unit in pieces().units if unit.setup in ("C", "D", "B")][:10]
    assert len(units) == 10
    for zone in ZONES:
        assert hidden_values(spread([(unit, False) for unit in units], zone)) == []


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
