"""Branches: a game is analyzed from any of its moments, at a table of its own, and kept beside it;
never while people play it against each other."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from typing import Any

import pytest

from beachhead.kernel import record as records
from beachhead.web import analysis, branches, opponents
from beachhead.web.store import Branch, ConflictError, Deed, Note, Row, Store
from toy import GAME as PICKET


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch) -> None:
    """Bots hold still here."""
    monkeypatch.setattr(opponents.Opponents, "wake", lambda *_: None)


def alone(server, **asked: Any):
    """Whoever plays both seats of Picket, after some choices."""
    seat = server.solo(game="picket", scenario="long", seed=5, **asked)
    seat.play(6)
    return seat


def branched(seat, **asked: Any):
    """A branch, as whoever made it holds it."""
    founded = seat.post("/branches", 201, **asked)
    return type(seat)(seat.client, founded["table"], next(iter(founded["tokens"].values())))


def ended(server, seating: str = "link") -> dict[str, Any]:
    """The seats of a game of Picket that is over."""
    seats = server.found(game="picket", seed=5, seating=seating)
    for _ in range(200):
        for seat in [each for name, each in seats.items() if name]:
            if seat.play(1)["view"]["result"] is not None:
                return seats
    raise AssertionError("Picket has no end")


# --- branching off


def test_a_branch_has_the_game_up_to_its_moment_and_goes_its_own_way(server) -> None:
    game = alone(server)
    before = game.get()
    branch = branched(game, at=8, name="What if")
    now = branch.get()
    assert (now["made"], now["title"], now["seats"]) == (8, "What if", ["blue", "red"])
    assert now["analysis"] == {
        "game": game.table,
        "title": "What if",
        "made": 8,
        "clock": game.get("/at/8")["view"]["clock"],
        "supposed": False,
        "since": 8,
        "comments": [],
    }
    assert now["view"]["table"] == game.get("/at/8")["view"]["table"]
    branch.play(3, seed=8)
    assert game.get() == before, "the game itself is as it was"
    assert branch.get("/at/2")["view"]["clock"] == game.get("/at/2")["view"]["clock"]


def test_without_a_moment_a_branch_leaves_the_game_where_it_stands(server) -> None:
    game = alone(server)
    assert branched(game).get()["made"] == game.get()["made"]
    assert branched(game).get()["title"].startswith("From ")


def test_what_the_game_did_is_not_taken_back_in_a_branch(server) -> None:
    game = alone(server)
    branch = branched(game, at=8)
    assert not branch.get()["undo"]["possible"]
    assert branch.play(1)["undo"]["possible"]
    assert branch.post("/undo")["made"] == 8
    assert branch.post("/undo", 400)["error"]["field"] == "undo"


def test_cards_and_dice_of_a_branch_are_not_those_of_the_game(server) -> None:
    """What the game will draw next must not be looked up in a branch."""
    game = alone(server)
    dealings = [each.get()["dealing"] for each in (game, branched(game), branched(game))]
    assert dealings[0]["typed"]
    assert not dealings[1]["typed"]
    assert dealings[1]["commitment"] != dealings[2]["commitment"]


def test_hints_and_the_bar_are_there(server, monkeypatch) -> None:
    from concurrent.futures import ThreadPoolExecutor

    monkeypatch.setattr(opponents, "thinkers", lambda: ThreadPoolExecutor(opponents.THINKERS))
    branch = branched(alone(server), at=9)
    assert branch.get("/advice")["best"]
    assert branch.get("/readings")["readings"]


def test_a_branch_of_a_branch_is_kept_beside_the_same_game(server) -> None:
    game = alone(server)
    first = branched(game, at=9)
    first.play(3)
    first.post("/comments", made=10, text="here")
    first.post("/comments", made=12, text="too late for the second")
    second = branched(first, at=10, name="Second")
    found = second.get()["analysis"]
    assert (found["game"], found["made"], found["since"]) == (game.table, 9, 9)
    assert found["comments"] == [{"made": 10, "text": "here"}]
    earlier = branched(first, at=7).get()["analysis"]
    assert (earlier["made"], earlier["since"]) == (7, 7)
    assert [each["name"] for each in game.get("/branches")["branches"]][1] == "Second"


# --- who may


def test_nobody_analyzes_a_game_against_others_before_it_is_over(server) -> None:
    seats = server.found(game="picket", seed=5, seating="link")
    assert seats["blue"].get()["contested"]
    for seat in seats.values():
        error = seat.post("/branches", 403)["error"]
        assert (error["field"], error["text"]) == ("table", analysis.CONTESTED)
        assert seat.get("/branches") == {"branches": [], "refusal": analysis.CONTESTED}


def test_nor_when_a_bot_plays_for_the_other_for_a_while(server) -> None:
    seats = server.found(game="picket", seed=5, seating="link")
    seats["red"].post("/bots", seat="red", bot={"level": "recruit"})
    assert seats["blue"].post("/branches", 403)["error"]["text"] == analysis.CONTESTED
    for what in ("/advice", "/readings"):
        assert seats["blue"].get(what, 403)["error"]["field"] == "table"


def test_when_it_is_over_everybody_may_and_everything_is_open(server) -> None:
    seats = ended(server)
    for seat in seats.values():
        branch = branched(seat, at=9)
        now = branch.get()
        assert now["seats"] == ["blue", "red"]
        assert not now["analysis"]["supposed"]
    table = Store(server.client.app.state.tables.store.path)
    kept = table.branches(seats["blue"].table)
    table.close()
    assert len(kept) == 3


def test_players_see_each_others_branches_and_change_only_their_own(server) -> None:
    seats = ended(server)
    mine = branched(seats["blue"], at=9, name="Blue's")
    (listed,) = seats["red"].get("/branches")["branches"]
    assert (listed["name"], listed["yours"]) == ("Blue's", False)
    assert seats["blue"].get("/branches")["branches"][0]["yours"]
    assert seats[""].get("/branches")["branches"] == []
    red = type(mine)(mine.client, mine.table, seats["red"].token)
    assert red.post("/comments", 401, made=0, text="!")["error"]["field"] == "token"


def test_spectators_do_not_analyze_a_game_that_is_not_over(server) -> None:
    seats = server.found(game="picket", seed=5)
    error = seats[""].post("/branches", 403)["error"]
    assert error["text"] == "whoever plays analyzes while it is not over; wait for its end"


def test_whoever_has_the_link_reads_a_branch_with_open_eyes_and_changes_nothing(server) -> None:
    branch = branched(alone(server), at=9)
    branch.post("/comments", made=9, text="look")
    reader = type(branch)(branch.client, branch.table, None)
    now, own = reader.get(), branch.get()
    assert now["view"]["table"] == own["view"]["table"]
    assert not now["yours"]
    assert now["seats"] == []
    assert now["analysis"]["comments"] == [{"made": 9, "text": "look"}]
    assert reader.get("/history") == branch.get("/history")
    assert reader.get("/at/2")["view"]["table"] == branch.get("/at/2")["view"]["table"]
    option = own["view"]["decision"]["options"][0]["id"]
    assert reader.choose(option, now, 403)["error"]["field"] == "token"
    for rest, body in (
        ("/comments", {"made": 0, "text": "x"}),
        ("/name", {"name": "x"}),
        ("/remove", {}),
    ):
        assert reader.post(rest, 403, **body)["error"]["field"] == "token"
    copy = branched(reader, name="My own")
    assert copy.play(1)["made"] > now["made"]


# --- secrets


def test_against_a_bot_what_is_hidden_is_dealt_anew(server) -> None:
    """A branch shows what the seat could know; nothing in it follows from what it could not."""
    blue = server.found(game="picket", scenario="long", seed=5, bots={"red": {"level": "recruit"}})[
        "blue"
    ]
    blue.choose("mine-0201", blue.get())
    branch = branched(blue)
    now = branch.get()
    assert now["analysis"]["supposed"]
    assert now["analysis"]["since"] == now["made"] == 0
    assert blue.get()["view"]["clock"] == now["view"]["clock"]
    assert branch.get("/record")["analysis"]["supposed"]


def test_twins_have_the_same_branch(server) -> None:
    """Two games that differ only in what blue cannot see have branches that do not differ."""
    from beachhead.bots.sight import Sight
    from beachhead.kernel.chance import Dealer

    game = alone(server)
    table = server.client.app.state.tables._live[game.table]
    twin = table.record.state.determinize("blue", Dealer.of("twin"))
    assert twin != table.record.state
    true = analysis._supposed(table, ["blue"], len(table.record.choices))
    table.record.snapshots = {len(table.record.choices): twin}
    other = analysis._supposed(table, ["blue"], len(table.record.choices))
    assert true.origin == other.origin == Sight(twin, "blue").deal(0).position.to_data()


# --- writing


def test_a_comment_stands_at_its_moment_until_another_or_nothing_takes_its_place(server) -> None:
    branch = branched(alone(server), at=9)
    branch.play(2)
    assert branch.post("/comments", made=10, text=" A mistake? ")["comments"] == [
        {"made": 10, "text": "A mistake?"}
    ]
    branch.post("/comments", made=9, text="First")
    told = branch.post("/comments", made=10, text="No: forced")["comments"]
    assert told == [{"made": 9, "text": "First"}, {"made": 10, "text": "No: forced"}]
    assert branch.post("/comments", made=10, text="  ")["comments"] == told[:1]
    assert branch.get()["analysis"]["comments"] == told[:1]


def test_what_is_taken_back_takes_its_comments_along_and_brings_them_back(server) -> None:
    branch = branched(alone(server), at=9)
    made = branch.play(1)["made"]
    branch.post("/comments", made=made, text="here")
    branch.post("/undo")
    assert branch.get()["analysis"]["comments"] == []
    branch.post("/redo")
    assert branch.get()["analysis"]["comments"] == [{"made": made, "text": "here"}]
    branch.post("/undo")
    options = branch.get()["view"]["decision"]["options"]
    branch.choose(options[-1]["id"], branch.get())
    assert branch.get()["analysis"]["comments"] == []


def test_a_branch_is_renamed_and_removed(server) -> None:
    game = alone(server)
    branch = branched(game, at=9)
    assert branch.post("/name", name=" Better ")["title"] == "Better"
    assert game.get("/branches")["branches"][0]["name"] == "Better"
    assert branch.get()["title"] == "Better"
    branch.post("/remove")
    assert game.get("/branches")["branches"] == []
    error = branch.get("", 404)["error"]
    assert error["text"] == "this branch was removed; go back to its game"


def test_branches_and_what_is_written_on_them_are_there_after_a_restart(server, restarted) -> None:
    game = alone(server)
    branch = branched(game, at=9, name="Kept")
    made = branch.play(3)["made"]
    branch.post("/comments", made=made, text="to the end")
    again = type(branch)(restarted.client, branch.table, branch.token)
    assert again.get()["analysis"] == branch.get()["analysis"]
    assert again.get()["view"] == branch.get()["view"]
    listed = type(game)(restarted.client, game.table, game.token).get("/branches")["branches"]
    assert [(each["name"], each["made"], each["total"], each["comments"]) for each in listed] == [
        ("Kept", 9, made, 1)
    ]
    assert not again.post("/undo", to=9)["undo"]["possible"]


def test_a_supposed_branch_is_there_after_a_restart(server, restarted) -> None:
    blue = server.found(game="picket", scenario="long", seed=5, bots={"red": {"level": "recruit"}})[
        "blue"
    ]
    branch = branched(blue)
    branch.play(2)
    again = type(branch)(restarted.client, branch.table, branch.token)
    assert again.get()["view"] == branch.get()["view"]


def test_branches_are_not_in_the_list_of_games(server) -> None:
    game = alone(server)
    branched(game)
    listed = server.client.get("/api/tables", headers=game.headers).json()["tables"]
    assert [each["table"] for each in listed] == [game.table]


@pytest.mark.parametrize(
    ("rest", "body", "status", "field"),
    [
        ("/branches", {"at": 4000}, 400, "at"),
        ("/branches", {"name": ""}, 400, "name"),
        ("/branches", {"record": {"format": 2}}, 400, "record.analysis"),
        ("/branches", {"record": {"analysis": {"name": 4}}}, 400, "record.analysis.name"),
        ("/branches", {"color": "red"}, 400, "color"),
        ("/comments", {"made": 0, "text": "x"}, 400, "table"),
        ("/name", {"name": "x"}, 400, "table"),
        ("/remove", {}, 400, "table"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(server, rest, body, status, field) -> None:
    error = alone(server).post(rest, status, **body)["error"]
    assert error["field"] == field
    assert error["text"]


def test_comments_where_there_is_no_choice_and_names_that_are_none_are_refused(server) -> None:
    branch = branched(alone(server), at=7)
    assert branch.post("/comments", 400, made=90, text="x")["error"]["field"] == "made"
    assert branch.post("/comments", 400, made=0, text="x" * 2001)["error"]["field"] == "text"
    assert branch.post("/name", 400, name="   ")["error"]["field"] == "name"


def test_there_are_only_so_many(server, monkeypatch) -> None:
    monkeypatch.setattr(analysis, "MOST_BRANCHES", 1)
    monkeypatch.setattr(branches, "MOST_NOTES", 1)
    game = alone(server)
    branch = branched(game)
    assert game.post("/branches", 409)["error"]["field"] == "branches"
    branch.post("/comments", made=0, text="x")
    assert branch.post("/comments", 409, made=0, text="y")["error"]["field"] == "notes"
    branch.post("/remove")
    branched(game)


# --- as text


def test_a_branch_is_taken_away_as_text_and_brought_back(server) -> None:
    game = alone(server)
    branch = branched(game, at=9, name="Out and in")
    branch.play(3)
    branch.post("/comments", made=10, text="Here it turns.")
    text = json.dumps(branch.get("/record"))
    records.verify(PICKET, records.parse(text))
    branch.post("/remove")
    again = branched(game, record=json.loads(text))
    now = again.get()
    assert now["analysis"]["comments"] == [{"made": 10, "text": "Here it turns."}]
    assert (now["title"], now["analysis"]["made"]) == ("Out and in", 9)
    assert now["analysis"]["game"] == game.table
    assert again.play(1)["made"] > now["made"]


def test_where_its_game_is_not_a_branch_is_opened_on_the_start_page(server) -> None:
    game = alone(server)
    branch = branched(game, at=9, name="Sent")
    branch.post("/comments", made=8, text="before it leaves")
    document = branch.get("/record")
    other = server.solo(game="picket", scenario="long", seed=6)
    error = other.post("/branches", 400, record=document)["error"]
    assert error["field"] == "record.choices"
    opened = server.solo(game="picket", record=document)
    found = opened.get()["analysis"]
    assert (found["game"], found["title"], found["made"]) == (None, "Sent", 9)
    assert found["comments"] == [{"made": 8, "text": "before it leaves"}]
    listed = server.client.get("/api/tables", headers=opened.headers).json()["tables"]
    assert [each["table"] for each in listed] == [opened.table]
    error = server.refused(400, game="picket", record=document, seating="hotseat")
    assert error["field"] == "seating"


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"at": 900}, "record.analysis.at"),
        ({"comments": [{"made": 900, "text": "x"}]}, "record.analysis.comments"),
        ({"comments": [{"made": 1, "text": ""}]}, "record.analysis.comments[0].text"),
        ({"more": 1}, "record.analysis"),
    ],
)
def test_a_text_that_was_changed_is_refused_by_its_field(server, changed, field) -> None:
    game = alone(server)
    document = branched(game, at=9).get("/record")
    document["analysis"] |= changed
    assert game.post("/branches", 400, record=document)["error"]["field"] == field
    assert server.refused(400, game="picket", record=document)["field"] == field


# --- luck and play


@pytest.fixture
def in_threads(monkeypatch) -> None:
    from concurrent.futures import ThreadPoolExecutor

    monkeypatch.setattr(opponents, "thinkers", lambda: ThreadPoolExecutor(opponents.THINKERS))


def test_luck_is_told_from_play_when_everything_is_open(server, in_threads) -> None:
    seats = ended(server)
    told = seats[""].get("/reckoning")
    total = seats[""].get()["made"]
    assert (told["seat"], told["play"].keys()) == ("blue", {"blue", "red"})
    assert len(told["curve"]) == total + 1
    for each in told["strokes"] + told["mistakes"]:
        assert 0 <= each["made"] <= total
        assert each["text"]
    assert all(each["cost"] > 0 and each["better"] for each in told["mistakes"])


def test_nobody_learns_from_luck_and_play_what_is_hidden(server, in_threads) -> None:
    both = alone(server)
    assert both.get("/reckoning")["curve"]
    blue = server.found(game="picket", seed=5, bots={"red": {"level": "recruit"}})["blue"]
    assert blue.get("/reckoning", 403)["error"]["field"] == "token"
    assert branched(blue).get("/reckoning")["curve"]
    link = server.found(game="picket", seed=5, seating="link")["blue"]
    assert link.get("/reckoning", 403)["error"]["field"] == "table"


# --- in the store


def test_a_store_of_an_earlier_version_takes_branches(tmp_path) -> None:
    """What kept games before there were branches opens, and keeps branches from then on."""
    path = tmp_path / "games.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as file:
        for table in ("notes", "branches"):
            file.execute(f"DROP TABLE {table}")
    file.close()
    store = Store(path)
    begin = Deed("begin", "Turn 1", 0, over=False, at="now")
    row = Row("game", "now", "Title", "picket", "1", "long", {}, "solo")
    store.found(row, {"blue": "secret"}, begin, {})
    leaves, note = Branch("game", 4, "Turn 1"), Note("comment", "here", 4, "line", "then")
    branch = replace(row, id="branch", given=4)
    store.found(branch, {"blue": "secret"}, begin, {}, branch=leaves, notes=[note])
    store.write_down("branch", 1, [Note("name", "Called", at="later")])
    with pytest.raises(ConflictError):
        store.write_down("branch", 1, [Note("name", "Lost")])
    store.close()
    again = Store(path)
    assert (again.branch("branch"), again.branch("game")) == (leaves, None)
    assert again.branches("game") == ["branch"]
    assert again.notes("branch") == [note, Note("name", "Called", at="later")]
    again.write_down("branch", 2, [Note("remove")])
    assert again.branches("game") == []
    again.close()


# --- other games


@pytest.mark.parametrize("seat", ["allied", "german"])
def test_storms_hands_are_dealt_anew_in_a_branch(storm, seat: str) -> None:
    """Who sits at a shared screen branches off from what his own seat knows."""
    other = {"allied": "german", "german": "allied"}[seat]
    both = storm.solo(game="storm", seed=3, seating="hotseat")
    tables = storm.client.app.state.tables
    record = tables._live[both.table].record
    while record.state.position.phase in ("setup", "invasion"):
        both.play(10)
    both.play(10)
    founded = both.post(f"/branches?seat={seat}", 201)
    branch = type(both)(both.client, founded["table"], both.token)
    kept = tables._live[branch.table].record
    assert branch.get()["analysis"]["supposed"]
    assert record.state.view(seat)["table"] == kept.at(0).view(seat)["table"]
    assert record.state.view(other)["table"] != kept.at(0).view(other)["table"]
    assert not branched(both).get()["analysis"]["supposed"], "who holds all seats knows all"
