"""Storm Over Normandy's component pack: checked, sealed, honest about what is reconstructed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from beachhead.cli import main
from beachhead.kernel import data
from beachhead.storm import pack
from beachhead.storm.cards import cards
from beachhead.storm.pieces import pieces

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


def test_our_pack_is_sound_and_sealed() -> None:
    assert data.validate(pack.BUILTIN, pack.SCHEMA) == []
    assert (pack.BUILTIN / data.SEAL).exists()


def test_files_are_in_canonical_form() -> None:
    for table in pack.load(pack.BUILTIN).tables.values():
        written = (pack.BUILTIN / table.file).read_text(encoding="utf-8")
        assert written == data.table_text(table)


def test_the_totals_are_those_of_a_complete_game() -> None:
    totals = {total.label: total.actual for total in pack.load(pack.BUILTIN).totals}
    assert totals["areas"] == 34
    assert (totals["landing boxes"], totals["Zones"], totals["strongpoints"]) == (6, 5, 20)
    assert (totals["German cards"], totals["Allied cards"]) == (27, 27)
    assert totals["turns"] == 8


@pytest.mark.parametrize(
    ("table", "edit", "told"),
    [
        ("areas", lambda rows: rows[0].update(star=True), "star"),
        ("areas", lambda rows: rows[0].update(name="Troarn"), "another area has that name"),
        ("borders", lambda rows: rows[0].update(to=4), "the same as in row"),
        (
            "borders",
            lambda rows: rows[2].update({"from": 3, "to": 6}),
            "2 and 4 touch; add the border",
        ),
        ("borders", lambda rows: rows[0].update({"from": 2, "to": 1}), "lower number first"),
        ("borders", lambda rows: rows[0].update(to=34), "share no side"),
        ("borders", lambda rows: rows[0].update(kind="dividing_line"), "inside one sector"),
        ("landing_boxes", lambda rows: rows[0].update(area=10), "another box points there"),
        ("zones", lambda rows: rows[0].update(half_vp=3), "half_vp"),
        ("units", lambda rows: rows[0].update(spent_defense=9), "not below the fresh one"),
        ("units", lambda rows: rows[16].update(setup="19"), "an airborne unit needs its symbol"),
        ("units", lambda rows: rows[16].update(stripe=True), "independent and airborne"),
        ("units", lambda rows: rows[0].update(setup="S"), "the other nation's"),
        ("units", lambda rows: rows[-3].update(setup="O"), "do not come by sea"),
        ("units", lambda rows: rows[72].update(arrival=2), "have a Zone"),
        ("strongpoints", lambda rows: rows[0].update(count=7), "21 found, 20 expected"),
        ("strongpoints", lambda rows: rows[0].update(damage=2), "write 3"),
        ("cards", lambda rows: rows[0].update(copies=5), "28 found, 27 expected"),
        ("cards", lambda rows: rows[0].update(text="Fire."), "For your impulse"),
        ("cards", lambda rows: rows[0]["known"].update(color="rulebook 2.3"), "color"),
        ("turn_track", lambda rows: rows.pop(), "8 expected"),
    ],
)
def test_a_mistake_is_named(
    copy: Path, table: str, edit: Callable[[list[Row]], object], told: str
) -> None:
    change(copy, table, edit)
    assert any(told in fault for fault in faults(copy)), faults(copy)


def test_seven_units_in_an_area_are_too_many(copy: Path) -> None:
    def crowd(rows: list[Row]) -> None:
        for row in rows[72:84]:
            row["setup"] = "5"

    change(copy, "units", crowd)
    assert any("more than 6 units there" in fault for fault in faults(copy))


def test_what_is_known_is_told_from_what_is_reconstructed() -> None:
    tables = pack.load(pack.BUILTIN).tables
    assert tables["areas"].provenance == tables["units"].provenance == "reconstructed"
    areas = {row["area"]: row for row in tables["areas"].rows}
    assert areas[16]["known"]["defensive_value"].startswith("rulebook")
    assert "vp" not in areas[16]["known"]
    known = tables["areas"].known_fields()
    assert known is not None
    assert 0 < known[0] < known[1]
    assert tables["turn_track"].known_fields() is None
    for table in tables.values():
        for row in table.rows:
            for source in row.get("known", {}).values():
                assert source.startswith(("rulebook ", "play report")), row


def test_a_fitted_field_is_not_called_known() -> None:
    tables = pack.load(pack.BUILTIN).tables
    for table in tables.values():
        for row in table.rows:
            assert not row.get("known", {}).keys() & row.get("fitted", {}).keys(), row
    units = {row["unit"]: row for row in tables["units"].rows}
    assert "firepower" in units["16/1"]["fitted"]
    areas = {row["area"]: row for row in tables["areas"].rows}
    assert {"defensive_value", "star"} <= areas[25]["fitted"].keys()
    bocage = next(row for row in tables["cards"].rows if row["card"] == "bocage")
    assert "uses" in bocage["fitted"]


def test_a_table_with_guesses_is_called_reconstructed() -> None:
    for table in pack.load(pack.BUILTIN).tables.values():
        known = table.known_fields()
        if known is not None and known[0] < known[1]:
            assert table.provenance == "reconstructed", table.name


def test_no_table_names_a_page_of_others() -> None:
    for file in pack.BUILTIN.glob("*.json"):
        assert "http" not in file.read_text(encoding="utf-8"), file.name


def test_list_shows_how_much_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "list", "--game", "storm"]) == 0
    lines = capsys.readouterr().out.splitlines()
    areas = next(line for line in lines if line.strip().startswith("areas"))
    assert "RECONSTRUCTED" in areas
    assert "fields known" in areas


def test_export_correct_import_and_go_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine"
    assert main(["data", "export", "--game", "storm", str(mine)]) == 0
    change(mine, "areas", lambda rows: rows[0].update(vp=3))
    assert main(["data", "validate", "--game", "storm", str(mine)]) == 0
    assert main(["data", "import", "--game", "storm", str(mine)]) == 0
    assert data.active_path("storm", pack.BUILTIN) != pack.BUILTIN
    assert main(["data", "import", "--game", "storm", "--reset"]) == 0
    assert data.active_path("storm", pack.BUILTIN) == pack.BUILTIN
    capsys.readouterr()


def test_units_and_cards_have_ids_of_their_own() -> None:
    assert len({unit.id for unit in pieces().units}) == len(pieces().units) == 155
    assert len({unit.name for unit in pieces().units}) == 155
    assert len({card.id for card in cards()}) == len(cards()) == 54
