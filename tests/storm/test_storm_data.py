"""Storm Over Normandy's component pack: checked, sealed, honest about what is reconstructed."""

from __future__ import annotations

from typing import Any, ClassVar

from beachhead.storm.cards.card_list import cards
from beachhead.storm.game import GAME
from beachhead.storm.table import pack
from beachhead.storm.table.pieces import pieces
from beachhead.suites.packs import Mistake, PackConformance

Row = dict[str, Any]


def crowd(rows: list[Row]) -> None:
    """Seven units in an area."""
    for row in rows[72:84]:
        row["setup"] = "5"


class TestStormPack(PackConformance):
    game = GAME
    totals: ClassVar[dict[str, int]] = {
        "areas": 34,
        "landing boxes": 6,
        "Zones": 5,
        "strongpoints": 20,
        "German cards": 27,
        "Allied cards": 27,
        "turns": 8,
    }
    sources = ("rulebook ", "play report")
    corrections = (("areas", 0, lambda row: row.update(vp=3), "vp"),)
    mistakes = (
        Mistake("areas", lambda rows: rows[0].update(star=True), "star"),
        Mistake("areas", lambda rows: rows[0].update(name="Troarn"), "another area has that name"),
        Mistake("borders", lambda rows: rows[0].update(to=4), "the same as in row"),
        Mistake(
            "borders",
            lambda rows: rows[2].update({"from": 3, "to": 6}),
            "2 and 4 touch; add the border",
        ),
        Mistake("borders", lambda rows: rows[0].update({"from": 2, "to": 1}), "lower number first"),
        Mistake("borders", lambda rows: rows[0].update(to=34), "share no side"),
        Mistake("borders", lambda rows: rows[0].update(kind="dividing_line"), "inside one sector"),
        Mistake("landing_boxes", lambda rows: rows[0].update(area=10), "another box points there"),
        Mistake("zones", lambda rows: rows[0].update(half_vp=3), "half_vp"),
        Mistake("units", lambda rows: rows[0].update(spent_defense=9), "not below the fresh one"),
        Mistake(
            "units", lambda rows: rows[16].update(setup="19"), "an airborne unit needs its symbol"
        ),
        Mistake("units", lambda rows: rows[16].update(stripe=True), "independent and airborne"),
        Mistake("units", lambda rows: rows[0].update(setup="S"), "the other nation's"),
        Mistake("units", lambda rows: rows[-3].update(setup="O"), "do not come by sea"),
        Mistake("units", lambda rows: rows[72].update(arrival=2), "have a Zone"),
        Mistake("strongpoints", lambda rows: rows[0].update(count=7), "21 found, 20 expected"),
        Mistake("strongpoints", lambda rows: rows[0].update(damage=2), "write 3"),
        Mistake("cards", lambda rows: rows[0].update(copies=5), "28 found, 27 expected"),
        Mistake("cards", lambda rows: rows[0].update(text="Fire."), "For your impulse"),
        Mistake("cards", lambda rows: rows[0]["known"].update(color="rulebook 2.3"), "color"),
        Mistake("turn_track", lambda rows: rows.pop(), "8 expected"),
        Mistake("units", crowd, "more than 6 units there"),
    )


def test_some_fields_of_areas_are_known() -> None:
    tables = pack.load(pack.BUILTIN).tables
    assert tables["areas"].provenance == tables["units"].provenance == "reconstructed"
    areas = {row["area"]: row for row in tables["areas"].rows}
    assert areas[16]["known"]["defensive_value"].startswith("rulebook")
    assert "vp" not in areas[16]["known"]
    known = tables["areas"].known_fields()
    assert known is not None
    assert 0 < known[0] < known[1]
    assert tables["turn_track"].known_fields() is None


def test_some_fields_are_fitted() -> None:
    tables = pack.load(pack.BUILTIN).tables
    units = {row["unit"]: row for row in tables["units"].rows}
    assert "firepower" in units["16/1"]["fitted"]
    areas = {row["area"]: row for row in tables["areas"].rows}
    assert {"defensive_value", "star"} <= areas[25]["fitted"].keys()
    bocage = next(row for row in tables["cards"].rows if row["card"] == "bocage")
    assert "uses" in bocage["fitted"]


def test_units_and_cards_have_ids_of_their_own() -> None:
    assert len({unit.id for unit in pieces().units}) == len(pieces().units) == 155
    assert len({unit.name for unit in pieces().units}) == 155
    assert len({card.id for card in cards()}) == len(cards()) == 54
