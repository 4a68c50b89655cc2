"""Bots at tables: they play their seats by themselves, see what these may see, and give way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from beachhead.web import counseling, opponents, table
from toy import GRID


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch) -> None:
    """Bots think in threads here: starting processes takes longer than all the rest."""
    from concurrent.futures import ThreadPoolExecutor

    monkeypatch.setattr(opponents, "thinkers", lambda: ThreadPoolExecutor(opponents.THINKERS))


def until(seat, holds) -> Any:
    """The table as soon as something holds."""
    for _ in range(400):
        snapshot = seat.get()
        if holds(snapshot):
            return snapshot
        time.sleep(0.02)
    raise AssertionError(f"waited in vain at {snapshot['view']['decision']}")


def against(server, level: str = "recruit", **asked: Any):
    """The blue seat of a game against a bot."""
    seats = server.found(
        game="picket", scenario="long", seed=5, bots={"red": {"level": level}}, **asked
    )
    assert set(seats) == {"blue", ""}
    return seats["blue"]


@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_a_game_is_played_to_the_end_against_a_bot(server, level: str) -> None:
    blue = against(server, level)
    snapshot = until(blue, lambda now: now["yours"])
    while snapshot["view"]["result"] is None:
        blue.choose(snapshot["view"]["decision"]["options"][0]["id"], snapshot)
        snapshot = until(blue, lambda now: now["yours"] or now["view"]["result"])
    assert {each["seat"] for each in blue.get("/history")["choices"]} >= {"blue", "red"}


def test_what_the_bot_holds_is_hidden_from_who_plays_against_it(server) -> None:
    blue = against(server)
    blue.choose("mine-0201", blue.get())
    snapshot = until(blue, lambda now: now["yours"])
    assert snapshot["seats"] == ["blue"]
    assert snapshot["view"]["table"]["hands"][1] == 3
    assert snapshot["bots"] == {"red": {"level": "recruit", "seconds": None}}
    assert blue.get("/record", 403)["error"]["field"] == "token"


def test_a_commander_is_told_how_long_to_think_if_nobody_says(server) -> None:
    seats = server.found(game="picket", bots={"red": {"level": "commander"}})
    assert seats["blue"].get()["bots"]["red"]["seconds"] == opponents.SECONDS


def test_a_seat_is_handed_to_a_bot_and_taken_back(server) -> None:
    seats = server.found(game="picket", scenario="long", seed=5, seating="link")
    blue, red = seats["blue"], seats["red"]
    blue.post("/bots", seat="blue", bot={"level": "recruit"})
    until(red, lambda now: now["yours"])
    until(red, lambda now: now["bots"].keys() == {"blue"})
    taken = blue.post("/bots", seat="blue")
    assert taken["bots"] == {}
    snapshot = red.get()
    red.choose(snapshot["view"]["decision"]["options"][0]["id"], snapshot)
    assert until(blue, lambda now: now["yours"])["view"]["decision"]["seat"] == "blue"


def test_while_a_bot_plays_a_seat_its_holder_only_watches(server, monkeypatch) -> None:
    monkeypatch.setattr(opponents.Opponents, "wake", lambda *_: None)
    seats = server.found(game="picket", seed=5, seating="link")
    snapshot = seats["blue"].post("/bots", seat="blue", bot={"level": "recruit"})
    assert not snapshot["yours"]
    choice = seats["blue"].get()
    error = seats["blue"].choose("mine-0201", choice, 409)["error"]
    assert error["text"].startswith("a bot plays this seat; take it back")


def test_nobody_hands_over_the_seat_of_another_who_is_there(server) -> None:
    seats = server.found(game="picket", seed=5, seating="link")
    bot = {"level": "recruit"}
    assert seats["red"].post("/bots", 403, seat="blue", bot=bot)["error"]["field"] == "seat"
    assert seats["blue"].post("/bots", 403, seat="red", bot=bot)["error"]["field"] == "token"
    assert seats[""].post("/bots", 403, seat="blue", bot=bot)["error"]["field"] == "token"
    assert seats["red"].post("/bots", 400, seat="green", bot=bot)["error"]["field"] == "seat"


def test_a_bot_stands_in_for_who_has_left_until_he_comes_back(server, monkeypatch) -> None:
    monkeypatch.setattr(table, "seconds_since", lambda _: table.AWAY + 1)
    seats = server.found(game="picket", scenario="long", seed=5, seating="link")
    seats["red"].post("/bots", seat="blue", bot={"level": "recruit"})
    until(seats["red"], lambda now: now["yours"])
    assert seats["red"].post("/bots", 403, seat="blue")["error"]["field"] == "token"
    assert seats["blue"].post("/bots", seat="blue")["bots"] == {}


def test_an_invited_friend_and_a_bot_share_a_link_game(server) -> None:
    seats = server.found(
        game="picket", seed=None, seating="link", bots={"red": {"level": "recruit"}}
    )
    assert set(seats) == {"blue", ""}
    snapshot = until(seats["blue"], lambda now: now["yours"])
    assert snapshot["dealing"]["nonces"]["red"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"bots": {"green": {"level": "recruit"}}}, "there is no 'green'"),
        ({"bots": {"red": {"level": "general"}}}, "there is no level 'general'"),
        ({"bots": {"red": {"level": "recruit", "seconds": 600}}}, "60"),
        (
            {"seating": "link", "bots": {s: {"level": "recruit"} for s in ("blue", "red")}},
            "nobody is left to invite",
        ),
    ],
)
def test_bots_that_cannot_be_are_refused(server, asked: dict[str, Any], said: str) -> None:
    error = server.refused(400, game="picket", **asked)
    assert error["field"].startswith("bots")
    assert said in error["text"]


def test_bots_are_still_there_after_a_restart(server, restarted) -> None:
    blue = against(server)
    until(blue, lambda now: now["yours"])
    again = type(blue)(restarted.client, blue.table, blue.token)
    snapshot = until(again, lambda now: now["yours"])
    assert snapshot["bots"].keys() == {"red"}
    again.choose(snapshot["view"]["decision"]["options"][0]["id"], snapshot)
    until(again, lambda now: now["yours"] and now["made"] > snapshot["made"] + 1)


def test_a_bot_that_stumbles_is_replaced_by_one_that_plays_at_once(server, monkeypatch) -> None:
    think = opponents.think

    def stumble(asked):
        if asked.level == "veteran":
            raise opponents.BeachheadError("lost its way")
        return think(asked)

    monkeypatch.setattr(opponents, "think", stumble)
    blue = against(server, "veteran")
    snapshot = until(blue, lambda now: now["yours"])
    blue.choose(snapshot["view"]["decision"]["options"][0]["id"], snapshot)
    until(blue, lambda now: now["yours"] and now["made"] > snapshot["made"] + 1)


def test_what_a_bot_is_sent_holds_no_secret_of_others(server, monkeypatch) -> None:
    sent = []
    think = opponents.think
    monkeypatch.setattr(opponents, "think", lambda asked: (sent.append(asked), think(asked))[1])
    blue = against(server)
    before = blue.get()["view"]["table"]["hands"][0]
    for choice in ("mine-0201", "move-0101", "pass"):
        blue.choose(choice, until(blue, lambda now: now["yours"]))
    until(blue, lambda now: now["yours"])
    told = [asked.position["hands"][0] for asked in sent]
    assert len(told) > 1
    assert any(hand != before for hand in told), "the hand was dealt anew for the bot"
    assert {asked.position["mines"][0] for asked in sent} != {GRID.hex("0201")}


# --- thinking


def test_a_bot_that_thinks_is_told_to_move_now(server, monkeypatch) -> None:
    """It has a minute, and is hurried: then it answers with what it has."""
    hurried = []
    think = opponents.think

    def noted(asked):
        begun = time.monotonic()
        answer = think(asked)
        hurried.append((time.monotonic() - begun, Path(asked.hurry).exists()))
        return answer

    monkeypatch.setattr(opponents, "think", noted)
    bot = {"level": "commander", "seconds": 60}
    seats = server.found(game="picket", scenario="long", seed=5, bots={"red": bot})
    blue = seats["blue"]
    for _ in range(400):
        now = blue.get()
        if any(told for _, told in hurried) or now["view"]["result"]:
            break
        if now["yours"]:
            blue.choose(now["view"]["decision"]["options"][0]["id"], now)
        elif now["view"]["decision"]["seat"] == "red":
            path = f"/api/tables/{blue.table}/hurry"
            status = blue.client.post(path, headers=blue.headers, json={}).status_code
            assert status in (200, 409), "it may have chosen meanwhile"
        time.sleep(0.02)
    assert any(told for _, told in hurried), "it ended because it was told to"
    assert max(seconds for seconds, _ in hurried) < 30
    assert seats[""].post("/hurry", 403)["error"]["field"] == "token"


def test_nobody_is_hurried_who_does_not_think(server) -> None:
    blue = against(server)
    until(blue, lambda now: now["yours"])
    assert blue.post("/hurry", 409)["error"]["field"] == "bot"


def test_a_bot_that_takes_its_time_keeps_no_other_game_waiting(server, monkeypatch) -> None:
    done, think = threading.Event(), opponents.think

    def slow(asked):
        if asked.level == "commander":
            done.wait(20)
        return think(asked._replace(level="recruit"))

    monkeypatch.setattr(opponents, "think", slow)
    tables_ = [against(server, level) for level in ("commander", "commander", "veteran")]
    for blue in tables_:
        blue.choose("mine-0201", until(blue, lambda now: now["yours"]))
    until(tables_[2], lambda now: now["yours"])
    assert not tables_[0].get()["yours"]
    done.set()
    until(tables_[0], lambda now: now["yours"])


def test_who_has_left_is_named_to_the_others(server, monkeypatch) -> None:
    seats = server.found(game="picket", scenario="long", seed=5, seating="link")
    assert seats["red"].get()["absent"] is None
    monkeypatch.setattr(table, "seconds_since", lambda _: table.AWAY + 1)
    assert seats["red"].get()["absent"] == "blue"
    assert seats["blue"].get()["absent"] is None
    assert seats[""].get()["absent"] is None
    seats["red"].post("/bots", seat="blue", bot={"level": "recruit"})
    assert until(seats["red"], lambda now: now["yours"])["absent"] is None


def test_bots_that_play_alone_wait_for_who_watches(server, monkeypatch) -> None:
    """A story that is paused fetches nothing, so they do not run away from it."""
    monkeypatch.setattr(opponents, "SHOWING", 0.01)
    monkeypatch.setattr(opponents, "_is_wanted", lambda _: True)
    every = {seat: {"level": "recruit"} for seat in ("blue", "red")}
    blue = server.found(game="picket", scenario="long", seed=5, bots=every)["blue"]
    live = server.client.app.state.tables._live[blue.table]
    time.sleep(0.5)
    stood = live.revision
    time.sleep(0.3)
    assert live.revision == stood
    assert live.record.state.decision.kind in opponents.mind_of(live.game).planning
    until(blue, lambda now: now["revision"] > stood)


# --- advice


def test_a_hint_names_orders_with_their_worth_and_causes(server) -> None:
    blue = against(server)
    blue.choose("mine-0201", blue.get())
    until(blue, lambda now: now["yours"])
    blue.choose("move-0101", blue.get())
    counsel = blue.get("/advice")
    options = {each["id"] for each in blue.get()["view"]["decision"]["options"]}
    assert counsel["seat"] == "blue"
    assert [each["choices"][0] in options for each in counsel["best"]] == [True, True]
    best, second = (each["standing"] for each in counsel["best"])
    assert best["chance"] >= second["chance"]
    considered = blue.get("/advice", choices="pass")["considered"]
    assert considered["choices"] == ["pass"]


def test_a_hint_is_for_who_decides(server) -> None:
    blue = against(server)
    assert blue.get("/advice")["seat"] == "blue"
    spectator = type(blue)(server.client, blue.table, None)
    assert spectator.get("/advice", 403)["error"]["field"] == "token"


def test_who_is_winning_is_told_turn_by_turn_and_at_the_end(server) -> None:
    blue = against(server)
    snapshot = until(blue, lambda now: now["yours"])
    while snapshot["view"]["result"] is None:
        blue.choose(snapshot["view"]["decision"]["options"][0]["id"], snapshot)
        snapshot = until(blue, lambda now: now["yours"] or now["view"]["result"])
    told = blue.get("/readings")["readings"]
    assert len({each["made"] for each in told}) == len(told) > 2
    won = "blue" in snapshot["view"]["result"]["winners"]
    assert told[-1]["standings"]["blue"]["chance"] == float(won)


def test_nobody_is_said_to_win_before_all_are_set_up(storm) -> None:
    """Storm 4.0: what has not landed counts for nothing yet."""
    both = storm.solo(game="storm", options={"reconstruction": "refitted"}, seating="hotseat")
    assert both.get("/readings")["readings"] == []
    counsel = both.get("/advice")
    assert counsel["now"] is None
    assert {each["standing"] for each in counsel["best"]} == {None}


def test_what_was_read_once_is_read_again_only_if_it_was_taken_back(server, monkeypatch) -> None:
    both = server.solo(game="picket", scenario="long", seed=5)
    for choice in ("mine-0201", "mine-0203"):
        now = both.choose(choice, both.get())
    moves = [each["id"] for each in now["view"]["decision"]["options"] if "move" in each["id"]]
    made = both.choose(moves[0], now)["made"]
    read = []
    reading = counseling._reading
    monkeypatch.setattr(
        counseling, "_reading", lambda *given: (read.append(given[1]), reading(*given))[1]
    )
    first = both.get("/readings")
    assert both.get("/readings") == first
    assert read.count(made) == 1
    both.post("/undo")
    assert both.choose(moves[1], both.get())["made"] == made
    both.get("/readings")
    assert read.count(made) == 2, "it is another moment now"
    assert len(read) == len(set(read)) + 1


def test_against_others_there_is_no_advice_until_the_game_is_over(server) -> None:
    seats = server.found(game="picket", seed=5, seating="link")
    for what in ("/advice", "/readings"):
        error = seats["blue"].get(what, 403)["error"]
        assert error["text"] == "there is no advice in a game against others until it is over"


KILLED = """
import os, signal
from beachhead.web import opponents
print(opponents.thinkers().submit(os.getpid).result(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_nobody_thinks_on_when_the_server_was_killed() -> None:
    killed = subprocess.run(
        [sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, check=False, timeout=60
    )
    assert killed.returncode == -signal.SIGKILL
    thinker = int(killed.stdout)
    for _ in range(100):
        try:
            os.kill(thinker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.kill(thinker, signal.SIGKILL)
    raise AssertionError("a process in which bots think is left")
