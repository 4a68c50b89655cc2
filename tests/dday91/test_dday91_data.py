"""D-Day (1991)'s component pack: checked, sealed, honest about what is reconstructed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from beachhead.dday91.game import GAME
from beachhead.dday91.table import pack
from beachhead.suites.packs import Mistake, PackConformance

Row = dict[str, Any]


def row(rows: list[Row], key: str, value: object) -> Row:
    return next(each for each in rows if each[key] == value)


def set_up(edit: Callable[[dict[str, list[str]]], object], told: str) -> Mistake:
    """An illegal set-up."""
    return Mistake(
        "german_setups", lambda rows: edit(row(rows, "setup", "opening-9b")["places"]), told
    )


FIFTH = next(
    number
    for number, each in enumerate(pack.load(pack.BUILTIN).rows("units"))
    if each["unit"] == "5U"
)


class TestDDay91Pack(PackConformance):
    game = GAME
    totals: ClassVar[dict[str, int]] = {
        "counters": 110,
        "Allied armies": 9,
        "German armies": 9,
        "hexes": 390,
        "turns": 12,
        "scenarios": 2,
        "Mulberry Harbors": 2,
        "strategic air units": 2,
    }
    corrections = (
        ("cities", 0, lambda row: row.update(circled=2), "circled"),
        ("units", FIFTH, lambda row: row.update(combat=4), "combat"),
    )
    mistakes = (
        Mistake("hexes", lambda rows: rows[0].update(terrain=None), "land in play has one"),
        Mistake("hexes", lambda rows: rows[0].update(sea="North Sea"), "part of a sea"),
        Mistake("hexes", lambda rows: rows[0].update(terrain="city"), "is in cities"),
        Mistake("hexes", lambda rows: rows[2].update(coastal=True), "only land in play"),
        Mistake("hexes", lambda rows: rows[2].update(country="France"), "sea is not"),
        Mistake("hexes", lambda rows: rows.reverse(), "hexes stand in order"),
        Mistake("cities", lambda rows: rows[0].update(name="London"), "another city has that name"),
        Mistake("cities", lambda rows: rows[0].update(circled=0), "circled"),
        Mistake("hexsides", lambda rows: rows[0].update(to="T19"), "no neighbors"),
        Mistake("hexsides", lambda rows: rows[0].update(name=None), "a river, and only it"),
        Mistake(
            "hexsides", lambda rows: rows[-1].update(kind="river", name="Po"), "needs a border"
        ),
        Mistake("invasion_hexes", lambda rows: rows[0].update(hex="G13"), "not a sea hex"),
        Mistake("invasion_hexes", lambda rows: rows[0].update(targets=["G13"]), "not coastal"),
        Mistake("invasion_hexes", lambda rows: rows[0].update(targets=["S16"]), "too far away"),
        Mistake("units", lambda rows: rows[0].update(size=None), "have one (1b1)"),
        Mistake("units", lambda rows: rows[0].update(nation="german"), "does not fit the side"),
        Mistake("units", lambda rows: rows[0].update(elim=False), "has factors"),
        Mistake(
            "units",
            lambda rows: row(rows, "unit", "5U").update(reduced_combat=6),
            "above the front",
        ),
        Mistake("units", lambda rows: row(rows, "unit", "5U").update(combat=None), "asterisk"),
        Mistake("units", lambda rows: rows.pop(), "103 rows found"),
        Mistake("time_track", lambda rows: rows[0].update(turn=12), "same as in row"),
        Mistake("weather_table", lambda rows: rows[0].update(turns=[1, 2, 3]), "listed 0 times"),
        Mistake("weather_table", lambda rows: rows[0].update(bad=[9, 9]), "up to 10"),
        Mistake("carpet_bombing", lambda rows: rows[0].update(rolls=[1, 3]), "4 is there not once"),
        Mistake("appearance", lambda rows: rows[0].update(group=77), "numbered in order"),
        Mistake("appearance", lambda rows: rows[0].update(hex=None), "has a hex"),
        Mistake("appearance", lambda rows: rows[0]["units"].append("SHAEF"), "appears twice"),
        Mistake("appearance", lambda rows: rows[0]["units"].append("66"), "not of that side"),
        set_up(lambda places: places.pop("D14"), "66 is not placed exactly once"),
        set_up(lambda places: places["D13"].append("66"), "66 is not placed exactly once"),
        set_up(lambda places: places["D14"].append("13"), "13 is not on board at the start"),
        set_up(
            lambda places: (places.pop("D14"), places.update(G12=["66"])),
            "may not be set up in G12",
        ),
        set_up(
            lambda places: (places.pop("D14"), places["E15"].append("66")), "more than one coastal"
        ),
        set_up(lambda places: (places.pop("D14"), places["C16"].append("66")), "without one army"),
    )


def test_what_is_known_and_what_is_fitted() -> None:
    tables = pack.load(pack.BUILTIN).tables
    hexes = {each["hex"]: each for each in tables["hexes"].rows}
    assert hexes["M9"]["known"] == {"terrain": "rulebook 8a3"}
    assert "known" not in hexes["M10"]
    units = {each["unit"]: each for each in tables["units"].rows}
    assert units["5U"]["known"]["combat"] == "rulebook 9b2"
    assert "combat" not in units["6U"]["known"]
    cities = {each["name"]: each for each in tables["cities"].rows}
    assert "hex" in cities["Essen"]["fitted"]
    assert "known" not in cities["Toulon"]
