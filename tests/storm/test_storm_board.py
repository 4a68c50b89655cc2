"""The map of Storm Over Normandy as places and sets of places."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.storm.table.board import AREAS, BOXES, PLACES, ZONES, board


def numbers(places: int) -> list[int]:
    """The numbers of the areas in a set."""
    return [board().areas[place].number for place in members(places) if place in AREAS]


def test_places_are_areas_then_landing_boxes_then_zones() -> None:
    assert (len(AREAS), len(BOXES), len(ZONES), len(PLACES)) == (34, 6, 5, 45)
    assert [board().place(area.number) for area in board().areas] == list(AREAS)
    assert [box.place for box in board().boxes] == list(BOXES)
    assert [zone.place for zone in board().zones] == list(ZONES)


def test_a_place_is_found_by_number_name_and_tag() -> None:
    bayeux = board().place(16)
    assert board().place("Bayeux") == board().place("area-16") == board().place("16") == bayeux
    assert (board().name(bayeux), board().tag(bayeux), board().id(bayeux)) == (
        "Bayeux",
        "area-16",
        "16",
    )
    gold = board().place("Gold box")
    assert (board().tag(gold), board().id(gold)) == ("box-gold", "box-gold")
    assert board().tag(board().place("Omaha-2 box")) == "box-omaha-2"
    assert board().name(board().place("zone-A")) == "Zone A"
    assert len(set(board().tags)) == len(PLACES)


def test_adjacency_goes_both_ways() -> None:
    for ways in (board().adjacent, board().allied_adjacent):
        for place in PLACES:
            assert not ways[place] >> place & 1
            assert all(ways[other] >> place & 1 for other in members(ways[place]))


def test_the_dividing_line_is_closed_to_the_allies_alone() -> None:
    bayeux = board().place(16)
    assert numbers(board().allied_adjacent[bayeux]) == [11, 15, 17]
    assert numbers(board().adjacent[bayeux]) == [11, 15, 17, 18, 19, 21]
    for one, other in board().dividing_line:
        assert board().areas[one].sector != board().areas[other].sector
        assert board().adjacent[one] >> other & 1
        assert not board().allied_adjacent[one] >> other & 1


def test_nobody_crosses_an_impassable_line() -> None:
    assert board().impassable
    for one, other in board().impassable:
        assert board().map.border(one, other) == "impassable"
        assert not board().adjacent[one] >> other & 1


def test_a_landing_box_touches_its_beach_and_nothing_else() -> None:
    for box in board().boxes:
        assert board().adjacent[box.place] == board().allied_adjacent[box.place] == 1 << box.beach
        assert board().box_of[box.beach] == box.place
        assert board().beach_of[box.place] == box.beach


def test_a_zone_touches_the_areas_it_opens_on() -> None:
    for zone in board().zones:
        assert board().adjacent[zone.place] == zone.areas
    assert numbers(board().zones[2].areas) == [8, 13, 14]


def test_set_up_places_follow_the_letters() -> None:
    assert [board().name(place) for place in board().set_up_places("O")] == [
        "Omaha-1 box",
        "Omaha-2 box",
    ]
    assert board().set_up_places("28") == (board().place(28),)
    assert board().set_up_places("B") == (board().place("zone-B"),)
    assert board().set_up_places(None) == ()


def test_every_area_can_be_reached_by_either_side() -> None:
    everywhere = (1 << len(AREAS)) - 1
    for ways, starts in (
        (board().adjacent, 1 << board().place("zone-A")),
        (board().allied_adjacent, sum(1 << box for box in BOXES)),
    ):
        reached = frontier = starts
        while frontier:
            onward = 0
            for place in members(frontier):
                onward |= ways[place]
            frontier = onward & ~reached
            reached |= frontier
        assert reached & everywhere == everywhere
