"""Who may see and do what: tokens, spectators, links."""

from __future__ import annotations

import json

import pytest

from toy import GAME as PICKET

OMAHA = {"scenario": "first-waves", "options": {"players": 2}, "seed": 3}
"""The 1st Division decides first."""


def test_a_token_of_another_table_is_refused(server) -> None:
    one, other = server.solo(seed=1), server.solo(seed=1)
    one.headers = other.headers
    assert one.get("", 401)["error"]["field"] == "token"
    one.headers = {"Authorization": "Basic abc"}
    assert one.get("", 401)["error"]["field"] == "token"
    one.headers = {}
    assert one.get("", 401, token="nonsense")["error"]["field"] == "token"


def test_a_token_in_the_address(server) -> None:
    seat = server.solo(seed=1)
    seat.headers = {}
    assert seat.get("", token=seat.token)["seats"] == ["us"]


def test_spectators_watch_and_do_nothing(server) -> None:
    watching = server.found(seed=1)[""]
    now = watching.get()
    assert (now["seat"], now["seats"], now["yours"]) == (None, [], False)
    assert "options" not in now["view"]["decision"]
    assert now["glow"] == {}
    assert not now["undo"]["possible"]
    assert now["dealing"]["seed"] is None
    assert now["dealing"]["secret"] is None
    assert watching.post("/choices", 403, choice="1st-first", made=now["made"])
    assert watching.post("/undo", 403)["error"]["field"] == "token"
    assert watching.post("/redo", 403)["error"]["field"] == "token"
    assert watching.get("/record", 403)["error"]["field"] == "token"
    assert watching.get("/odds", 403)["error"]["field"] == "token"


def test_two_seats_by_link(server) -> None:
    seats = server.found(seating="link", **OMAHA)
    first, second = seats["1st"], seats["29th"]
    assert first.token != second.token
    now = first.get()
    assert (now["seat"], now["seats"], now["yours"]) == ("1st", ["1st"], True)
    other = second.get()
    assert (other["seat"], other["yours"]) == ("29th", False)
    assert "options" not in other["view"]["decision"]
    choice = now["view"]["decision"]["options"][0]["id"]
    assert second.choose(choice, other, 403)["error"]["field"] == "token"
    first.choose(choice, now)
    assert second.get()["made"] > other["made"]


def test_on_one_screen_the_view_is_of_who_decides(server) -> None:
    seats = server.found(seating="hotseat", **OMAHA)
    assert seats["1st"].token == seats["29th"].token
    now = seats["1st"].play(60)
    assert now["seats"] == ["1st", "29th"]
    assert now["yours"]
    assert now["seat"] == now["view"]["decision"]["seat"]


def test_undo_by_link_ends_at_what_was_revealed(server) -> None:
    seats = server.found(seating="link", **OMAHA)
    first, second = seats["1st"], seats["29th"]
    begun = first.get()
    floor = begun["made"]
    assert first.post("/undo", 400)["error"]["field"] == "undo"
    assert first.post("/undo", 400, to=0)["error"]["field"]
    choice = begun["view"]["decision"]["options"][0]["id"]
    now = first.choose(choice, begun)
    assert now["undo"]["to"] == floor
    assert not second.get()["undo"]["possible"]
    assert second.post("/undo", 400)["error"]["field"] == "undo"
    assert first.post("/undo", 400, to=floor - 1)["error"]["field"] == "to"
    assert first.post("/undo", to=floor)["view"] == begun["view"]
    assert second.get()["redo"]["possible"] is False
    assert second.post("/redo", 403)["error"]["field"] == "token"
    assert first.post("/redo")["made"] == now["made"]


# --- secrets: Picket has mines and hands


@pytest.fixture
def picket(server):
    return server.found(game="picket", seating="link", seed=3)


def everything(seat) -> str:
    """All that a seat can get, but for the bare board, which names every hex."""
    made = seat.get()["made"]
    board = PICKET.page().board().partition("<svg")[2]
    report = seat.get("/report.html").replace(board, "")
    found = [
        seat.get(),
        seat.get("/log.txt"),
        seat.get("/history"),
        seat.get("/problem.json"),
        report,
    ]
    found += [seat.get(f"/at/{number}") for number in range(made + 1)]
    return json.dumps(found)


def test_no_seat_is_told_the_others_secrets(picket) -> None:
    blue, red, watching = picket["blue"], picket["red"], picket[""]
    begun = blue.get()
    blue.choose("mine-0202", begun)
    own = [event["text"] for event in blue.get()["events"] if event["text"].startswith("You")]
    assert any("0202" in text for text in own)
    assert any("dealt" in text for text in own)
    assert "0202" not in everything(watching)
    assert "mine-blue" not in everything(watching)
    assert "mine-blue" in everything(blue)
    assert "You" not in watching.get("/log.txt")
    assert not {event["text"] for event in red.get()["events"]} & set(own)
    assert "0202" not in red.get("/log.txt")
    assert "mine-0202" not in json.dumps(red.get("/history"))
    for other in (red, watching):
        assert other.get("/record", 403)["error"]["field"] == "token"


def test_spectators_of_different_secrets_see_the_same(server) -> None:
    looks = []
    for mine in ("mine-0202", "mine-0203"):
        seats = server.found(game="picket", seating="link", seed=3)
        blue, watching = seats["blue"], seats[""]
        now = blue.get()
        ids = [option["id"] for option in now["view"]["decision"]["options"]]
        assert mine in ids, ids
        blue.choose(mine, now)
        seen = [watching.get(), watching.get("/history"), seats["red"].get()]
        for each in seen:
            for name in ("table", "title"):
                each.pop(name, None)
        looks.append(json.dumps(seen))
    assert looks[0] == looks[1]
