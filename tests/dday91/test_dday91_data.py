"""D-Day (1991)'s component pack: checked, sealed, honest about what is reconstructed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from beachhead.cli import main
from beachhead.dday91 import pack
from beachhead.kernel import data

Row = dict[str, Any]


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BEACHHEAD_HOME", str(tmp_path / "home"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return data.export_pack(pack.load(pack.BUILTIN), tmp_path / "copy")


def change(directory: Path, table: str, edit: Callable[[list[Row]], object]) -> None:
    file = directory / f"{table}.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    edit(content["rows"])
    file.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def faults(directory: Path) -> list[str]:
    return [str(problem) for problem in data.validate(directory, pack.SCHEMA)]


def row(rows: list[Row], key: str, value: object) -> Row:
    return next(each for each in rows if each[key] == value)


def test_our_pack_is_sound_and_sealed() -> None:
    assert data.validate(pack.BUILTIN, pack.SCHEMA) == []
    assert (pack.BUILTIN / data.SEAL).exists()


def test_files_are_in_canonical_form() -> None:
    for table in pack.load(pack.BUILTIN).tables.values():
        written = (pack.BUILTIN / table.file).read_text(encoding="utf-8")
        assert written == data.table_text(table)


def test_the_totals_are_those_of_a_complete_game() -> None:
    totals = {total.label: total.actual for total in pack.load(pack.BUILTIN).totals}
    assert totals["counters"] == 110
    assert (totals["Allied armies"], totals["German armies"]) == (9, 9)
    assert (totals["hexes"], totals["turns"], totals["scenarios"]) == (390, 12, 2)
    assert (totals["Mulberry Harbors"], totals["strategic air units"]) == (2, 2)


@pytest.mark.parametrize(
    ("table", "edit", "told"),
    [
        ("hexes", lambda rows: rows[0].update(terrain=None), "land in play has one"),
        ("hexes", lambda rows: rows[0].update(sea="North Sea"), "part of a sea"),
        ("hexes", lambda rows: rows[0].update(terrain="city"), "is in cities"),
        ("hexes", lambda rows: rows[2].update(coastal=True), "only land in play"),
        ("hexes", lambda rows: rows[2].update(country="France"), "sea is not"),
        ("hexes", lambda rows: rows.reverse(), "hexes stand in order"),
        ("cities", lambda rows: rows[0].update(name="London"), "another city has that name"),
        ("cities", lambda rows: rows[0].update(circled=0), "circled"),
        ("hexsides", lambda rows: rows[0].update(to="T19"), "no neighbors"),
        ("hexsides", lambda rows: rows[0].update(name=None), "a river, and only it"),
        ("hexsides", lambda rows: rows[-1].update(kind="river", name="Po"), "needs a border"),
        ("invasion_hexes", lambda rows: rows[0].update(hex="G13"), "not a sea hex"),
        ("invasion_hexes", lambda rows: rows[0].update(targets=["G13"]), "not coastal"),
        ("invasion_hexes", lambda rows: rows[0].update(targets=["S16"]), "too far away"),
        ("units", lambda rows: rows[0].update(size=None), "have one (1b1)"),
        ("units", lambda rows: rows[0].update(nation="german"), "does not fit the side"),
        ("units", lambda rows: rows[0].update(elim=False), "has factors"),
        ("units", lambda rows: row(rows, "unit", "5U").update(reduced_combat=6), "above the front"),
        ("units", lambda rows: row(rows, "unit", "5U").update(combat=None), "asterisk"),
        ("units", lambda rows: rows.pop(), "103 rows found"),
        ("time_track", lambda rows: rows[0].update(turn=12), "same as in row"),
        ("weather_table", lambda rows: rows[0].update(turns=[1, 2, 3]), "listed 0 times"),
        ("weather_table", lambda rows: rows[0].update(bad=[9, 9]), "up to 10"),
        ("carpet_bombing", lambda rows: rows[0].update(rolls=[1, 3]), "4 is there not once"),
        ("appearance", lambda rows: rows[0].update(group=77), "numbered in order"),
        ("appearance", lambda rows: rows[0].update(hex=None), "has a hex"),
        ("appearance", lambda rows: rows[0]["units"].append("SHAEF"), "appears twice"),
        ("appearance", lambda rows: rows[0]["units"].append("66"), "not of that side"),
    ],
)
def test_a_mistake_is_named(
    copy: Path, table: str, edit: Callable[[list[Row]], object], told: str
) -> None:
    change(copy, table, edit)
    found = faults(copy)
    assert found
    assert any(told in fault for fault in found), found


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda places: places.pop("D14"), "66 is not placed exactly once"),
        (lambda places: places["D13"].append("66"), "66 is not placed exactly once"),
        (lambda places: places["D14"].append("13"), "13 is not on board at the start"),
        (lambda places: (places.pop("D14"), places.update(G12=["66"])), "may not be set up in G12"),
        (lambda places: (places.pop("D14"), places["E15"].append("66")), "more than one coastal"),
        (lambda places: (places.pop("D14"), places["C16"].append("66")), "without one army"),
    ],
)
def test_an_illegal_set_up_is_refused(
    copy: Path, edit: Callable[[dict[str, list[str]]], object], told: str
) -> None:
    def spoil(rows: list[Row]) -> None:
        edit(row(rows, "setup", "opening-9b")["places"])

    change(copy, "german_setups", spoil)
    assert any(told in fault for fault in faults(copy)), faults(copy)


def test_what_is_known_is_told_from_what_is_reconstructed() -> None:
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
    for table in tables.values():
        for each in table.rows:
            assert not each.get("known", {}).keys() & each.get("fitted", {}).keys(), each
            for source in each.get("known", {}).values():
                assert source.startswith("rulebook "), each
                assert "reconstructed" not in source
        known = table.known_fields()
        if known is not None and known[0] < known[1]:
            assert table.provenance == "reconstructed", table.name


def test_no_table_names_a_page_of_others() -> None:
    for file in pack.BUILTIN.glob("*.json"):
        written = file.read_text(encoding="utf-8")
        assert "http" not in written
        assert "shared/" not in written


def test_list_export_import_and_go_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = ["--game", "dday91"]
    assert main(["data", "list", *game]) == 0
    assert "fields known" in capsys.readouterr().out
    mine = tmp_path / "mine"
    assert main(["data", "export", *game, str(mine)]) == 0
    change(mine, "cities", lambda rows: rows[0].update(circled=2))
    assert main(["data", "validate", *game, str(mine)]) == 0
    assert main(["data", "import", *game, str(mine)]) == 0
    assert data.active_path("dday91", pack.BUILTIN) != pack.BUILTIN
    assert main(["data", "import", *game, "--reset"]) == 0
    assert data.active_path("dday91", pack.BUILTIN) == pack.BUILTIN


def test_the_seal_names_a_field_that_differs(copy: Path) -> None:
    data.seal_pack(copy, pack.SCHEMA)
    change(copy, "units", lambda rows: row(rows, "unit", "5U").update(combat=4))
    assert any("5U" in fault and "combat" in fault for fault in faults(copy))
