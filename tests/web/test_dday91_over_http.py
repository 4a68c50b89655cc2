"""What D-Day (1991) adds to the page: board, tray, flipbook, sums, overlays, warnings."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from beachhead.dday91.odds import OUTCOMES, outcomes, winning
from beachhead.dday91.page import DDay91Page

BREAKOUT = Path(__file__).parents[2] / "docs" / "gallery" / "dday-breakout.txt"

PAGE = DDay91Page()


def solo(server: Any, **asked: Any) -> Any:
    return server.solo(game="dday91", scenario="1944", seed=5, **asked)


def breakout(server: Any) -> Any:
    return server.solo(game="dday91", seed=5, notation=BREAKOUT.read_text(encoding="utf-8"))


def choose(seat: Any, *choices: str) -> Any:
    now = seat.get()
    for choice in choices:
        now = seat.choose(choice, now)
    return now


# --- the board and the tray


def test_the_board_has_room_for_counters_and_a_sheet_with_hexes_and_boxes(dday) -> None:
    board = dday.client.get("/api/boards/dday91.svg").text
    ids = re.findall(r' id="([^"]*)"', board)
    assert len(ids) == len(set(ids))
    live = dday.client.get("/api/boards/dday91.svg", params={"sheet": "live"}).text
    named = {each.get("id") for each in ElementTree.fromstring(live).iter()}
    assert {"hexes", "hex-G13", "box-1-US", "counters"} <= named
    assert "land" not in named  # what never changes is a picture
    assert "G13: city Paris" in live


def test_the_tray_holds_what_is_still_to_be_set_up(dday) -> None:
    german = solo(dday)
    now = choose(german, "own")
    tray = now["flipbook"]["tray"]
    units = [unit["id"] for group in tray["groups"] for unit in group["units"]]
    options = {option["id"] for option in now["view"]["decision"]["options"]}
    assert {f"place-{unit.removeprefix('unit-')}" for unit in units} == options
    assert now["flipbook"]["now"]["drag"] is True
    now = choose(german, "place-1SS")
    chosen = [u["id"] for g in now["flipbook"]["tray"]["groups"] for u in g["units"] if u["chosen"]]
    assert chosen == now["subject"] == ["unit-1SS"]
    refusal = german.get("/why", unit="1SS", to="B12")["refusal"]
    assert refusal["rule"] == "6a4"
    assert "France" in refusal["text"]
    now = choose(german, "at-F13")
    left = [u["id"] for g in now["flipbook"]["tray"]["groups"] for u in g["units"]]
    assert left == [unit for unit in units if unit != "unit-1SS"]


def test_one_click_takes_a_ready_made_set_up(dday) -> None:
    now = choose(solo(dday), "ready-opening-9b")
    assert now["flipbook"]["tray"] is None
    assert now["view"]["decision"]["seat"] == "allied"


def test_what_glows_is_on_the_board_or_in_the_tray(dday) -> None:
    board = set(re.findall(r' id="([^"]*)"', PAGE.board()))
    seat, dice = solo(dday, options={"replacements": True, "weather": True}), random.Random(3)
    now = choose(seat, "ready-opening-9b")
    for _ in range(120):
        tray = now["flipbook"]["tray"] or {"groups": []}
        there = board | {unit["id"] for group in tray["groups"] for unit in group["units"]}
        there |= set(re.findall(r' id="([^"]*)"', now["counters"]))
        assert {tag for lit in now["glow"].values() for tag in lit} <= there
        assert {tag for way in now["routes"].values() for tag in way} <= there
        assert set(now["notes"]) <= set(now["glow"])
        now = seat.choose(dice.choice(now["view"]["decision"]["options"])["id"], now)


# --- the flipbook


def test_a_combat_is_shown_with_every_modifier_and_its_odds(dday) -> None:
    now = choose(breakout(dday), "done", "attack-F13", "add-5U", "add-7U")
    combat = now["flipbook"]["sum"]
    attack, defense = combat["sides"]
    assert attack["terms"] == [
        {"name": "combat factors", "value": 10},
        {"name": "river", "value": -2},
    ]
    assert defense["terms"][0] == {"name": "combat factors", "value": 7}
    assert (attack["total"], defense["total"]) == (8, 7)
    assert attack["roll"] is None
    assert abs(sum(each["chance"] for each in combat["chances"]) - 1) < 1e-9
    assert set(now["subject"]) >= {"unit-5U", "unit-7U", "unit-1-US", "hex-F13"}
    assert "unit-1-US" in now["glow"]["add-19U"]


def test_chances_of_a_combat_are_exact() -> None:
    even = outcomes(3, 3)
    assert winning(even) == pytest.approx(0.45)  # the defender wins ties
    assert winning(outcomes(10, 0)) == 1
    assert list(even) == [outcome for outcome in OUTCOMES if outcome in even]
    assert sum(even.values()) == pytest.approx(1)


def test_a_move_tells_its_costs_and_ways(dday) -> None:
    now = choose(breakout(dday), "move-15U")
    costs = {tag: note for id_, note in now["notes"].items() for tag in now["glow"][id_]}
    assert costs["hex-D17"] == "1"
    assert now["routes"]["go-C18"][0] == "hex-E17"
    assert now["flipbook"]["now"]["part"] is True


def test_victory_conditions_are_told_with_their_state(dday) -> None:
    book = breakout(dday).get()["flipbook"]
    states = {each["text"]: (each["state"], each["met"]) for each in book["victory"]["conditions"]}
    assert states["Allied ground units east of the Rhine"] == ("0 of 20", False)
    assert book["victory"]["level"] == "draw"
    assert {gauge["name"]: gauge["value"] for gauge in book["gauges"]}["Initiative"] == "Allied"


# --- warnings


def test_an_illegal_stack_is_warned_of_with_its_price(dday) -> None:
    text = "turn 3 allied movement; moves 9 0; begin movement; E15 5U, 7U; C16 12U"
    found = dday.solo(game="dday91", seed=1, notation=text).get()["warnings"]
    assert [each["rule"] for each in found] == ["2d1"]
    assert "1 of 2 units must leave" in found[0]["text"]
    assert "(1 Move)" in found[0]["text"]


def test_what_a_move_costs_stands_beside_it(dday) -> None:
    """5U keeps open 7U's way to the coast: wherever it goes, 7U is out of supply."""
    text = (
        "turn 3 allied movement; moves 9 9; begin movement; G14 7U; F14 5U; G15 66; H13 67; F12 81"
    )
    seat = dday.solo(game="dday91", seed=1, notation=text)
    assert seat.get()["risks"] == {}
    now = choose(seat, "move-5U")
    options = [option["id"] for option in now["view"]["decision"]["options"]]
    goals = [id_ for id_ in options if id_.startswith(("to-", "go-"))]
    assert goals
    assert sorted(now["risks"]) == sorted(goals)
    for lines in now["risks"].values():
        assert lines[0].endswith("out of supply: U.S. 7 Motorized Corps.")


def test_who_stays_at_sea_is_warned_of_when_the_beach_is_won(dday) -> None:
    text = (
        "turn 3 allied combat; moves 20 20; begin combat; "
        "C14 1-US invading, 5U invading, 7U invading; D14 66 reduced"
    )
    seat = dday.solo(game="dday91", seed=1, notation=text)
    choose(seat, "attack-D14", "add-5U", "add-7U", "commit")
    now = won(seat)
    assert [each["rule"] for each in now["warnings"] if "at sea" in each["text"]] == ["4f"]
    assert "Lost at sea" in now["risks"]["stay"][0]
    assert "they are lost at sea: U.S. 7" in now["risks"]["advance-5U"][0]
    assert "advance-1-US" not in now["risks"]


def won(seat: Any) -> Any:
    """Let the first option be taken until somebody may occupy the hex."""
    now = seat.get()
    for _ in range(30):
        options = [option["id"] for option in now["view"]["decision"]["options"]]
        if "stay" in options:
            return now
        now = seat.choose(options[0], now)
    raise AssertionError


# --- overlays, odds, reference, report


def test_every_overlay_marks_places_that_are_on_the_board(dday) -> None:
    board = set(re.findall(r' id="([^"]*)"', PAGE.board()))
    seat = breakout(dday)
    there = board | set(re.findall(r' id="([^"]*)"', seat.get()["counters"]))
    keys = [each.key for each in PAGE.overlays]
    assert len(keys) == len(set(keys))
    for each in PAGE.overlays:
        asked = {"unit": "1-US"} if "unit" in each.parameters else {}
        drawn = seat.get(f"/overlays/{each.id}", **asked)
        assert drawn["marks"] or each.id == "odds"
        assert {mark["id"] for mark in drawn["marks"]} <= there
        classes = {line["class"] for line in drawn["legend"]}
        assert all(set(mark["class"].split()) & classes for mark in drawn["marks"])
    error = seat.get("/overlays/zones", status=400, side="french")["error"]
    assert error["field"] == "side"


def test_the_range_of_an_army_is_that_of_its_slowest_unit(dday) -> None:
    seat = breakout(dday)
    drawn = seat.get("/overlays/range", unit="1-US")
    costs = {mark["id"]: mark["short"] for mark in drawn["marks"]}
    assert costs["hex-F15"] == "1"
    assert max(int(cost) for cost in costs.values() if cost) == 6
    assert "Click a unit" in seat.get("/overlays/range")["hint"]


def test_odds_of_an_attack_and_reach_of_a_unit(dday) -> None:
    seat = breakout(dday)
    attack = seat.get("/odds", target="F13", units="5U,7U")["attack"]
    assert attack["sides"][0]["total"] == 8
    assert seat.get("/odds", unit="15U")["places"]["D17"] == 1
    assert seat.get("/odds", status=400, target="F13", units="1SS")["error"]["field"] == "units"


def test_a_click_that_is_no_option_is_told_why(dday) -> None:
    seat = breakout(dday)
    assert seat.get("/why", unit="1SS", action="move")["refusal"]["rule"] == "2b"
    assert seat.get("/why", unit="15U", to="I1")["refusal"]["rule"] == "3b1"
    assert seat.get("/why", unit="15U", to="box-1-US")["refusal"] is None


def test_the_reference_has_all_units_on_both_sides_and_the_cities(dday) -> None:
    found = dday.client.get("/api/reference/dday91").json()
    assert found["cards"] == []
    assert len(found["units"]) == 106
    assert len(next(chart for chart in found["charts"] if chart["id"] == "cities")["rows"]) == 44
    for entry in found["units"]:
        for svg in (entry["svg"], entry["back"]):
            assert ' id="' not in svg
            assert not svg or ElementTree.fromstring(svg) is not None
    assert next(rule for rule in found["rules"] if rule["number"] == "3b1")["depth"] == 2


def test_the_catalogue_groups_options_and_says_what_is_ours(dday) -> None:
    (game,) = dday.client.get("/api/games").json()["games"]
    assert game["secrets"] is False
    assert [scenario["id"] for scenario in game["scenarios"]] == ["1944", "1943"]
    groups = {setting["id"]: setting["group"] for setting in game["settings"]}
    assert groups["weather"] == "variants"
    assert groups["rhine-count"] == "house rules"
    assert "reconstruction" in game["notice"]


def test_the_position_and_the_report_can_be_had(dday) -> None:
    seat = breakout(dday)
    assert "F14 1-US" in seat.get("/notation.txt")
    choose(seat, "done", "done")
    assert "east of the Rhine" in seat.get("/report.html")
