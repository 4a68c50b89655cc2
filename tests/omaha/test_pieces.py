"""The counters."""

from __future__ import annotations

import pytest

from beachhead.errors import BeachheadError
from beachhead.omaha.table.pieces import UNLIMITED, OmahaPieces, pieces


@pytest.fixture(scope="module")
def counters() -> OmahaPieces:
    return pieces()


def test_how_many_there_are(counters: OmahaPieces) -> None:
    assert len(counters.us_units) == 84
    assert len(counters.hqs) == 4
    assert len(counters.generals) == 2
    assert len(counters.heroes) == 10
    assert len(counters.engineer_bases) == 4
    kinds = ("wn", "tactical", "division", "kg_meyer", "armor")
    assert [len(counters.german_units_of(kind)) for kind in kinds] == [18, 9, 11, 8, 4]
    depths = ("wn", "building", "mobile", "armor")
    assert [len(counters.depth_markers_of(kind)) for kind in depths] == [18, 8, 24, 4]
    assert len(counters.off_map_artillery) == 4


def test_a_company_loses_steps(counters: OmahaPieces) -> None:
    company = counters.us_unit["A/1/16"]
    assert [company.side(steps).strength for steps in (3, 2, 1)] == [6, 4, 2]
    assert company.side(3).weapons is None
    assert company.side(2).weapons == frozenset({"BZ", "BG", "RD"})
    assert company.side(2).controls_adjacent
    assert not company.side(1).controls_adjacent
    assert not company.side(3).ranged
    assert company.regular_infantry


def test_ranges(counters: OmahaPieces) -> None:
    assert counters.us_unit["D/1/16"].side(3).range == 2
    assert counters.us_unit["D/1/16"].side(2).range == 1
    assert counters.us_unit["62AFA"].side(4).range == UNLIMITED
    assert counters.us_unit["1/A/741"].side(2).range == 5


def test_can_16_changes_its_symbol(counters: OmahaPieces) -> None:
    cannon = counters.us_unit["Can/16"]
    assert [cannon.side(steps).symbol for steps in (2, 1)] == ["circle", "triangle"]


def test_rangers_are_infantry_but_not_regular(counters: OmahaPieces) -> None:
    ranger = counters.us_unit["C/2R"]
    assert ranger.infantry
    assert not ranger.regular_infantry


def test_sides_stand_by_their_steps_and_indexes_by_their_place(counters: OmahaPieces) -> None:
    for index, unit in enumerate(counters.us_units):
        assert unit.index == index
        assert [side.steps for side in unit.sides] == list(range(1, unit.full_steps + 1))
    assert [unit.index for unit in counters.german_units] == list(range(50))
    assert [marker.index for marker in counters.depth_markers] == list(range(54))


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("A-B/197", "A•B/197"),
        ("AB/197", "A•B/197"),
        ("A•B/197", "A•B/197"),
        ("Cota", "Gen. Cota"),
        ("1-37", "1•37"),
        ("Pinder", "Pinder"),
    ],
)
def test_ways_to_write_a_name(counters: OmahaPieces, written: str, name: str) -> None:
    assert counters.named(written) == name


def test_an_unknown_name_is_told(counters: OmahaPieces) -> None:
    with pytest.raises(BeachheadError, match="Z/9/99"):
        counters.named("Z/9/99")


def test_german_units(counters: OmahaPieces) -> None:
    unit = counters.german_unit["7/2/916"]
    assert (unit.kind, unit.strength, unit.division) == ("tactical", 4, 352)
    assert unit.requirements == {"FL", "BZ"}
    assert counters.german_unit["1/2/352PzJ"].color == "red"
    guns = sorted(unit.gun or "plain" for unit in counters.german_units_of("wn"))
    assert guns == ["75"] * 6 + ["88"] * 2 + ["plain"] * 9 + ["rocket"]


def test_equal_faces(counters: OmahaPieces) -> None:
    faces = [unit.face for unit in counters.german_units]
    alike = [unit.name for unit in counters.german_units if faces.count(unit.face) > 1]
    assert alike == ["wn-01", "wn-02", "wn-03"]


def test_depth_markers(counters: OmahaPieces) -> None:
    tactical = [marker for marker in counters.depth_markers if marker.tactical_reinforcement]
    assert [marker.kind for marker in tactical] == ["wn"] * 4
    assert all(marker.strength == 0 and not marker.requirements for marker in tactical)
    assert all(marker.strength for marker in counters.depth_markers if marker not in tactical)


def test_wn_67_observes_for_the_east(counters: OmahaPieces) -> None:
    east_flak = next(u for u in counters.off_map_artillery if u.name == "1 Flak east")
    assert east_flak.caliber == "88"
    assert "WN67" in east_flak.observers
