"""What a server finds in a store that another server left."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from beachhead.web import server as routes
from beachhead.web.store import Store, StoreError


def test_a_restarted_server_goes_on(server, restarted) -> None:
    seat = server.solo(scenario="first-waves", seed=5)
    seat.play(40)
    now = seat.post("/undo")
    seat.client = restarted.client
    again = seat.get()
    for name in (
        "view",
        "made",
        "revision",
        "events",
        "undo",
        "redo",
        "turning_points",
        "counters",
    ):
        assert again[name] == (now | {"events": again["events"]})[name], name
    assert again["events_total"] == now["events_total"]
    assert seat.post("/redo")["made"] > now["made"]


@pytest.mark.parametrize(
    ("trouble", "status", "field"),
    [
        (StoreError("the store cannot be written (disk full)"), 503, "store"),
        (TypeError("a fault of ours"), 500, "server"),
    ],
)
def test_a_choice_that_cannot_be_kept_did_not_happen(
    server, monkeypatch: pytest.MonkeyPatch, trouble: Exception, status: int, field: str
) -> None:
    seat = server.solo(seed=5)
    before = seat.play(4)

    def full(*_: object) -> None:
        raise trouble

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", full)
        choice = before["view"]["decision"]["options"][0]["id"]
        error = seat.choose(choice, before, status)["error"]
        assert error["field"] == field
    after = seat.get()
    assert (after["view"], after["revision"]) == (before["view"], before["revision"])
    seat.choose(choice, after)


def test_the_answer_is_made_while_the_disk_writes_and_told_when_all_is_kept(
    server, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = server.solo(seed=5)
    before = seat.play(4)
    append, snapshot = Store.append, routes.snapshot
    making, kept = threading.Event(), threading.Event()

    def slowly(*given: Any) -> None:
        assert making.wait(20), "nothing was made meanwhile"
        append(*given)
        kept.set()

    def made(*given: Any) -> Any:
        assert not kept.is_set()
        making.set()
        return snapshot(*given)

    monkeypatch.setattr(Store, "append", slowly)
    monkeypatch.setattr(routes, "snapshot", made)
    answer = seat.choose(before["view"]["decision"]["options"][0]["id"], before)
    assert kept.is_set()
    monkeypatch.undo()
    assert answer["revision"] == before["revision"] + 1
    assert seat.get()["view"] == answer["view"]


def test_two_servers_on_one_store(server, restarted) -> None:
    """The slower of two servers notices that the game went on without it."""
    seat = server.solo(seed=5)
    now = seat.play(3)
    here, there = seat.client, restarted.client
    seat.client = there
    seat.play(1)
    seat.client = here
    choice = now["view"]["decision"]["options"][0]["id"]
    assert seat.choose(choice, now, 409)["error"]["field"] == "made"
    assert seat.get()["revision"] == now["revision"] + 1
