"""What the page shows of Omaha's extended game: phases, tracks, points, overlays, markers."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

NEW = ("engineers", "garrisons", "exits", "armor", "advances", "potential-fire", "mortars")
LATE = """
    scenario beyond-the-beach; turn 25 action; begin action
    variants german-armor
    0812 A/1/16; 0708 B/1/16; 0711 16HQ cp=4; 1013 C/1/16; 1916 1/A/741
    base 1•37 0710 5
    garrison 0807
    C2 T? depth?
    1120 2/2/352PzJ depth?
    exit C D/1/16:2
"""


@pytest.fixture
def seat(server) -> Any:
    return server.solo(scenario="beyond-the-beach", options={"german-armor": True}, seed=3)


def ids(text: str) -> set[str]:
    return set(re.findall(r' id="([^"]*)"', text))


# --- the whole game, moment by moment


def test_every_moment_of_beyond_the_beach_can_be_shown(client, seat) -> None:
    board = ids(client.get("/api/boards/omaha.svg").text)
    now, phases, needed, routes = seat.get(), set(), set(), 0
    while now["yours"] and now["made"] < 400:
        book, there = now["flipbook"], board | ids(now["counters"])
        phases |= {phase["id"] for phase in book["phases"] if phase["state"] == "now"}
        for table in book["tables"]:
            needed |= {table["id"]} if table["needed"] else set()
            for row, column in table["lit"]:
                assert row < len(table["rows"])
                assert column is None or column < len(table["columns"])
        victory = book["victory"]
        assert victory["points"] == sum(group["points"] for group in victory["groups"])
        assert [check["turn"] for check in victory["checks"]] == [32]
        missing = {tag for lit in now["glow"].values() for tag in lit} - there
        assert all(tag.startswith("unit-") for tag in missing), missing
        options = {option["id"] for option in now["view"]["decision"]["options"]}
        assert set(now["routes"]) <= options
        assert {tag for way in now["routes"].values() for tag in way} <= there
        routes += len(now["routes"])
        assert set(now["subject"]) - there <= {f"unit-{name}" for name in unplaced(now)}
        now = seat.play(1, seed=now["made"], snapshot=now)
    assert {"landing", "fire", "action"} <= phases
    assert "german-actions" in needed
    assert routes


def unplaced(now: Any) -> set[str]:
    """Who is on the board neither in a hex nor in a box: units that are about to be placed."""
    pieces = now["view"]["table"]["pieces"]
    return (
        {name for name, piece in pieces.items() if "due" in piece}
        | {option["label"].partition(" ")[0] for option in now["view"]["decision"]["options"]}
        | {now["view"]["decision"]["prompt"].partition(" ")[0]}
    )


# --- one situation


def test_markers_of_a_late_turn(server) -> None:
    now = server.solo(notation=LATE).get()
    root = ElementTree.fromstring(f"<svg>{now['counters']}</svg>")
    there = {each.get("id") for each in root.iter()}
    assert {"base-1•37", "base-range-1•37", "garrison-WN60", "exited-C"} <= there
    assert {"post-2/2/352PzJ", "range-tracks", "cleared-ways"} <= there
    title = next(each for each in root.iter() if each.get("id") == "unit-16 HQ")[0].text
    assert title is not None
    assert "command post, range 3" in title
    book = now["flipbook"]
    assert {section["id"] for section in book["sections"]} == {
        "armor",
        "garrisons",
        "exits",
        "due",
    }
    command, engineers = book["spaces"]
    assert command["markers"][0]["space"] == 4
    assert engineers["spaces"][engineers["markers"][0]["space"]] == 3


@pytest.mark.parametrize("name", NEW)
def test_new_overlays(client, server, name: str) -> None:
    seat = server.solo(notation=LATE)
    there = ids(client.get("/api/boards/omaha.svg").text) | ids(seat.get()["counters"])
    shown = seat.get(f"/overlays/{name}")
    assert shown["hexes"]
    classes = {entry["class"] for entry in shown["legend"]}
    assert all(entry["mark"] and entry["text"] for entry in shown["legend"])
    assert {look["class"] for look in shown["hexes"].values()} <= classes
    assert {f"hex-{hex_}" for hex_ in shown["hexes"]} <= there
    assert {mark["id"] for mark in shown["marks"]} <= there
    assert {
        tag for arrow in shown.get("arrows", []) for tag in (arrow["from"], arrow["to"])
    } <= there


def test_overlays_tell_what_the_rules_say(server) -> None:
    seat = server.solo(notation=LATE)
    command = seat.get("/overlays/command")["hexes"]
    assert "0713" in command  # two hexes off, within range three
    assert seat.get("/overlays/garrisons")["hexes"]["0807"]["class"] == "kept"
    assert seat.get("/overlays/exits")["hexes"]["2015"]["label"] == "C: 2 out"
    (mark,) = seat.get("/overlays/advances")["marks"]
    assert mark["id"] == "post-C2"
    assert "US strength" in mark["label"]
    assert seat.get("/overlays/advances", 400, position="A8")["error"]["field"] == "position"
    assert seat.get("/overlays/mortars", position="C2")["hexes"]


# --- victory


def test_both_checks_of_the_whole_day(server) -> None:
    seat = server.solo(
        notation="scenario d-day-at-omaha-beach; turn 16 action; begin action; 0812 A/1/16"
    )
    book = seat.get()["flipbook"]
    checks = {check["turn"]: check for check in book["victory"]["checks"]}
    assert [checks[16]["state"], checks[32]["state"]] == ["now", "next"]
    assert [level["result"] for level in checks[16]["levels"]] == [
        "decisive US victory",
        "play on",
        "decisive US defeat",
    ]
    assert [turn["turn"] for turn in book["track"] if turn["check"]] == [16, 32]
    assert len(book["track"]) == 32


def test_what_can_no_longer_be_lost_is_secured(server) -> None:
    rangers = LATE.replace("C D/1/16:2", "F C•D/5R:2")
    victory = server.solo(notation=rangers).get()["flipbook"]["victory"]
    group = next(each for each in victory["groups"] if each["id"] == "ranger_step_exited_by_f_or_g")
    assert (group["points"], group["secured"]) == (2, 2)
    secured = sum(each["secured"] for each in victory["groups"])
    assert secured >= 2
    assert f"{secured} of them cannot be lost any more" in victory["said"]


# --- two seats


def test_two_seats_share_the_afternoon(server) -> None:
    seats = server.found(
        scenario="beyond-the-beach", options={"players": 2}, seating="link", seed=4
    )
    first, second = seats["1st"], seats["29th"]
    decided = set()
    for number in range(60):
        now = first.get()
        holder = first if now["yours"] else second
        now = holder.get()
        assert now["yours"]
        decided.add(now["view"]["decision"]["seat"])
        holder.play(1, seed=number, snapshot=now)
    assert decided == {"1st", "29th"}
