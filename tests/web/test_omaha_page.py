"""What Omaha adds to the page: board, flipbook, overlays, odds, reference, report."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from beachhead import web

ATTACK = """
    turn 7 action; begin action
    0711 A/1/16, B/1/16; 0712 C/1/16, 16HQ
    WN62N ? depth?
    naval 1
"""


@pytest.fixture
def seat(server) -> Any:
    return server.solo(scenario="first-waves", seed=5)


# --- the board and its counters


def test_the_board_has_room_for_counters(client) -> None:
    answer = client.get("/api/boards/omaha.svg")
    root = ElementTree.fromstring(answer.text)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    assert {"counters", "flood-mid", "flood-high", "fire-WN62", "hex-0612", "box-ER3"} <= set(ids)
    assert ids.index("positions") < ids.index("counters") < ids.index("frame")
    symbols = answer.text.partition("<defs>")[2].partition("</defs>")[0]
    assert "<g " in symbols
    assert '<g id="' not in symbols  # a used symbol is styled only if it is a board itself
    tag = answer.headers["etag"]
    again = client.get("/api/boards/omaha.svg", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_what_glows_is_on_the_board(client, seat) -> None:
    board = set(re.findall(r' id="([^"]*)"', client.get("/api/boards/omaha.svg").text))
    for number in range(60):
        now = seat.play(1, seed=number)
        there = board | set(re.findall(r' id="([^"]*)"', now["counters"]))
        options = {option["id"] for option in now["view"]["decision"]["options"]}
        assert set(now["glow"]) == options
        missing = {tag for lit in now["glow"].values() for tag in lit} - there
        # Arrivals are on the turn track, not on the board, until they are placed.
        assert all(tag.startswith("unit-") for tag in missing), missing


def test_counters_are_well_formed_and_keep_their_ids(seat) -> None:
    now = seat.play(30)
    root = ElementTree.fromstring(f"<svg>{now['counters']}</svg>")
    ids = {each.get("id") for each in root.iter()}
    afloat_or_ashore = [
        name for name, piece in now["view"]["table"]["pieces"].items() if "due" not in piece
    ]
    assert afloat_or_ashore
    assert all(f"unit-{name}" in ids for name in afloat_or_ashore)


# --- the flipbook


def test_the_flipbook_of_every_moment(seat) -> None:
    now = seat.get()
    needed = set()
    while now["yours"] and now["made"] < 150:
        book = now["flipbook"]
        assert book["now"]["title"]
        assert book["now"]["must"]
        assert len([turn for turn in book["track"] if turn["state"] == "now"]) == 1
        assert len([phase for phase in book["phases"] if phase["state"] == "now"]) == 1
        (check,) = [check for check in book["victory"]["checks"] if check["state"] == "now"]
        (level,) = [level for level in check["levels"] if level["now"]]
        assert level["result"] == book["victory"]["level"]
        groups = book["victory"]["groups"]
        assert book["victory"]["points"] == sum(group["points"] for group in groups)
        for table in book["tables"]:
            assert all(len(row["cells"]) == len(table["columns"]) for row in table["rows"])
            for row, column in table["lit"]:
                assert row < len(table["rows"])
                assert column is None or column < len(table["columns"])
            needed |= {table["id"]} if table["needed"] else set()
        now = seat.play(1, seed=now["made"], snapshot=now)
    assert {"us-barrage", "terrain"} & needed
    over = seat.play(2000)["flipbook"]
    assert over["now"]["title"] == "The game is over"


def test_an_attack_being_built_lights_the_cells_that_its_chances_come_from(server) -> None:
    seat = server.solo(notation=ATTACK.replace("WN62N ? depth?", 'WN62N "1 BG" depth?'))
    now = seat.choose("attack-WN62N", seat.get())
    while now["flipbook"]["sum"] is None:
        options = [o["id"] for o in now["view"]["decision"]["options"]]
        now = seat.choose(next(o for o in options if o.startswith("unit-")), now)
    table = next(each for each in now["flipbook"]["tables"] if each["id"] == "us-attack")
    assert table["needed"]
    rows, columns = table["rows"], table["columns"]
    lit = {columns[column]: rows[row]["cells"][column] for row, column in table["lit"]}
    assert "the depth marker is revealed" in lit["depth, unrevealed"]  # a Tactical Reinforcement
    assert set(lit) == {"depth, unrevealed", "depth, revealed"}
    chances = now["flipbook"]["sum"]["chances"]
    assert sum(each["chance"] for each in chances) == pytest.approx(1)


def test_warnings_name_the_price(server) -> None:
    seat = server.solo(
        notation="turn 7 action; begin action; 0612 A/1/16, B/1/16, C/1/16; 0511 D/1/16"
    )
    rules = {each["rule"] for each in seat.get()["warnings"]}
    assert {"7.63", "5.21"} <= rules


# --- overlays


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("fields-of-fire", {}),
        ("fields-of-fire", {"color": "red"}),
        ("fields-of-fire", {"position": "WN62"}),
        ("danger", {}),
        ("danger", {"sector": "east"}),
        ("german-communication", {}),
        ("us-control", {}),
        ("us-communication", {}),
        ("command", {}),
        ("obstacles", {}),
        ("boxes", {}),
    ],
)
def test_overlays(client, seat, name: str, query: dict[str, str]) -> None:
    board = client.get("/api/boards/omaha.svg").text
    now = seat.play(40)
    shown = seat.get(f"/overlays/{name}", **query)
    assert shown["legend"]
    assert all(entry["mark"] and entry["text"] for entry in shown["legend"])
    classes = {entry["class"] for entry in shown["legend"]}
    assert {look["class"] for look in shown["hexes"].values()} <= classes
    assert all(f'id="hex-{hex_}"' in board for hex_ in shown["hexes"])
    assert all(f'id="{m["id"]}"' in board + now["counters"] for m in shown["marks"])
    assert seat.get(f"/overlays/{name}", at=now["made"], **query) == shown


def test_overlays_that_cannot_be(seat) -> None:
    for name, query in (
        ("fields-of-fire", {"color": "pink"}),
        ("fields-of-fire", {"position": "WN99"}),
        ("danger", {"sector": "north"}),
        ("obstacles", {"color": "red"}),
    ):
        (field,) = query
        assert seat.get(f"/overlays/{name}", 400, **query)["error"]["field"] == field


def test_danger_counts_the_cards(server) -> None:
    """Smoke over the only position leaves nothing to fear."""
    calm = server.solo(notation="turn 7 fire; begin fire; 0612 A/1/16; WN62N ?; smoke WN62")
    armed = server.solo(notation="turn 7 engineer; begin engineer; 0612 A/1/16; WN62N ?; WN62S ?")
    assert calm.get("/overlays/danger", at=0)["hexes"] == {}
    danger = armed.get("/overlays/danger")["hexes"]
    assert all(0 < look["value"] < 1 for look in danger.values())


# --- odds


def test_odds_of_a_unit(server) -> None:
    seat = server.solo(notation=ATTACK)
    told = seat.get("/odds", unit="A/1/16", hexes="0711,0612")
    assert set(told["hexes"]) == {"0711", "0612"}
    assert 0 <= told["hexes"]["0711"]["loss"] <= 1
    assert told["hexes"]["0711"]["covered"]
    assert list(seat.get("/odds", unit="A/1/16")["hexes"]) == ["0711"]
    assert seat.get("/odds", 400, unit="16HQ")["error"]["field"] == "unit"
    assert seat.get("/odds", 400, unit="A/1/16", hexes="9999")["error"]["text"]


def test_odds_of_an_attack(server) -> None:
    seat = server.solo(notation=ATTACK)
    told = seat.get("/odds", target="WN62N", units="A/1/16,B/1/16", naval="1")["attack"]
    assert told["sides"][0]["who"] == "A/1/16, B/1/16"
    assert {"text": "With naval fire", "lacking": False} in told["facts"]
    assert sum(each["chance"] for each in told["chances"]) == pytest.approx(1)
    assert seat.get("/odds", target="WN62N")["attack"]["sides"][0]["who"] != "nobody yet"
    assert seat.get("/odds", 400, target="WN99")["error"]["field"] == "target"
    assert seat.get("/odds", 400, target="WN60")["error"]["field"] == "target"


def test_a_target_of_a_barrage_carries_the_chance_of_the_barrage(server) -> None:
    seat = server.solo(
        notation="turn 5 action; begin action; 0513 1/B/741; 0610 A/1/16; WN62N ? depth?; WN62S ?"
    )
    now = seat.choose("act-1/B/741", seat.get())
    options = [each["id"] for each in now["view"]["decision"]["options"]]
    assert "barrage-WN62N" in options
    told = seat.get("/odds", unit="1/B/741")
    barrage = told["barrages"]["WN62N"]
    assert barrage["hex"] not in told["hexes"], "the tank does not stand there"
    assert set(told["barrages"]) == {each[8:] for each in options if each.startswith("barrage-")}
    lines = seat.get("/odds", option="barrage-WN62N")["lines"]
    assert f"the German is disrupted {100 * barrage['disrupted']:.0f} %" in lines[0]
    assert 0 == barrage["depth_removed"] < barrage["disrupted"] < 1


def test_odds_of_an_option(seat) -> None:
    option = seat.get()["view"]["decision"]["options"][0]["id"]
    assert isinstance(seat.get("/odds", option=option)["lines"], list)
    assert seat.get("/odds", 400, option="fly")["error"]["field"] == "choice"


# --- reference and report


def test_the_reference(client) -> None:
    told = client.get("/api/reference/omaha").json()
    numbers = {rule["number"] for rule in told["rules"]}
    assert {"6.31", "8.3", "FAQ.1"} <= numbers
    assert all(set(ruling["rules"]) <= numbers for ruling in told["rulings"])
    assert all(chart["rule"] in numbers | {"4"} or chart["rule"] for chart in told["charts"])
    assert len(told["cards"]) == 54
    assert len([unit for unit in told["units"] if unit["side"] == "us"]) == 90
    for unit in told["units"]:
        if unit["svg"]:
            ElementTree.fromstring(unit["svg"])
            assert ' id="' not in unit["svg"]


def test_every_rule_in_a_log_is_in_the_reference(client, seat) -> None:
    told = client.get("/api/reference/omaha").json()
    numbers = {rule["number"] for rule in told["rules"]}
    seat.play(2000)
    assert {event["rule"] for event in seat.get()["events"]} <= numbers


def test_the_report_is_one_file(seat) -> None:
    now = seat.play(2000)
    text = seat.get("/report.html")
    assert now["view"]["result"]["text"] in text
    assert text.count("The situation at the end of") == now["flipbook"]["turn"]
    assert "src=" not in text
    assert not re.search(r'(href|src)="(?!#)', text)
    assert "Victory points" in text
    tides = re.findall(r'style="--tide-(\w+):inline"', text)
    # The final map, the turning points, and one map for each turn in the log.
    final, *points, first = tides[: len(tides) - now["flipbook"]["turn"] + 1]
    assert len(points) == 3
    assert (final, first) == (tides[-1], "low")
    assert f"{tides[-1]} tide" == now["flipbook"]["weather"]
    assert now["flipbook"]["flood"] == ("" if tides[-1] == "low" else tides[-1])
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    for event in seat.get()["events"][:50]:
        assert event["text"].replace("'", "&#x27;") in text


# --- what a decision is about


TWO_HEXES = """
    turn 7 action; begin action
    0711 A/1/16, B/1/16; 0712 C/1/16, 16HQ
    WN62N ? depth?; WN62S ?
    naval 1
"""


def test_the_subject_is_the_unit_that_acts_then_the_attack(server) -> None:
    seat = server.solo(notation=TWO_HEXES)
    assert seat.get()["subject"] == []
    now = seat.choose("act-A/1/16", seat.get())
    assert now["subject"] == ["unit-A/1/16"]
    seat.post("/undo")
    now = seat.choose("attack-WN62N", seat.get())
    assert now["subject"] == ["unit-C/1/16", "post-WN62N"]
    assert seat.get(f"/at/{now['made']}")["subject"] == now["subject"]


def test_what_spends_or_draws_is_not_chosen_by_a_click_on_the_map(server) -> None:
    seat = server.solo(notation=TWO_HEXES)
    now = seat.get()
    ids = {option["id"] for option in now["view"]["decision"]["options"]}
    assert now["commits"]
    assert now["commits"].keys() == {id_ for id_ in ids if id_.startswith("naval-")}
    now = seat.choose("attack-WN62N", now)
    assert now["commits"] == {"commit": ""}


def test_of_a_position_with_two_hexes_only_the_attacked_one_glows(server) -> None:
    seat = server.solo(notation=TWO_HEXES)
    now = seat.choose("attack-WN62N", seat.get())
    assert now["glow"]["commit"] == ["position-WN62", "hex-0812", "post-WN62N"]


def test_fire_names_whom_it_hits(seat) -> None:
    now = seat.play(2000)
    pieces = set(now["view"]["table"]["pieces"])
    fire = [event for event in seat.get()["events"] if event["kind"] == "fire"]
    hit = [event for event in fire if event["detail"]["hits"]]
    assert hit
    for event in fire:
        assert all(name in event["text"] for name in event["detail"]["hits"])
        assert ("nobody is hit" in event["text"]) == (not event["detail"]["hits"])
    assert {name for event in hit for name in event["detail"]["hits"]} & pieces


def test_every_overlay_has_a_key_that_means_nothing_else(client) -> None:
    """A plain letter; the few for which none is left, one with Shift."""
    keys = re.findall(
        r'case "([a-z])"', (Path(web.__file__).parent / "static/js/keys.js").read_text("utf-8")
    )
    assert len(keys) > 10
    overlays = [each["key"] for each in client.get("/api/games").json()["games"][0]["overlays"]]
    assert len(set(overlays)) == len(overlays)
    assert not set(overlays) & {*keys, "N", "T"}  # with Shift: back among the choices, the table
    assert all(re.fullmatch("[a-zA-Z]", key) for key in overlays)
    assert sum(key.isupper() for key in overlays) <= max(0, len(overlays) + len(keys) - 26) + 1
