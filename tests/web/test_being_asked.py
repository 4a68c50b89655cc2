"""How a seat wants to be asked what it may decline: always, when it can answer, not this turn."""

from __future__ import annotations

from typing import Any

import pytest

BOCAGE = """
    turn 3
    16 69/50 151/50 231/50 22 Pz/21
    2 AA 21/21
    hand german {}
    begin impulse
"""
"""Whoever fires in 16, the Germans are asked for a Bocage card."""


def found(server, *held: str, **asked: Any) -> tuple[Any, Any]:
    """A table by link: its Allied and its German seat."""
    text = BOCAGE.format(" ".join(held or ["e-boats"]))
    seats = server.found(game="storm", seating="link", seed=5, notation=text, **asked)
    return seats["allied"], seats["german"]


def fire(allied) -> Any:
    """The Allied side fires with a regiment; returns what it then sees."""
    now = allied.get()
    for choice in ("activate-16-commonwealth", "fire", "add-br-50-69", "commit"):
        now = allied.choose(choice, now)
    return now


def asked(seat) -> str | None:
    decision = seat.get()["view"]["decision"]
    return None if decision is None or "options" not in decision else decision["kind"]


def test_at_first_a_seat_is_always_asked(storm) -> None:
    allied, german = found(storm)
    assert german.get()["ask"] == "always"
    fire(allied)
    now = german.get()
    assert [option["id"] for option in now["view"]["decision"]["options"]] == ["no-card"]


@pytest.mark.parametrize(("held", "is_asked"), [("e-boats", False), ("bocage", True)])
def test_asked_when_it_can_answer(storm, held: str, is_asked: bool) -> None:
    allied, german = found(storm, held)
    assert german.post("/preferences", ask="when-possible")["ask"] == "when-possible"
    now = fire(allied)
    assert (now["view"]["decision"]["kind"] == "card_chosen") == is_asked
    assert (asked(german) == "card_chosen") == is_asked
    if not is_asked:
        passed = [each for each in german.get("/history")["choices"] if each["id"] == "no-card"]
        assert len(passed) == 1


def test_not_asked_this_turn(storm) -> None:
    allied, german = found(storm, "bocage")
    german.post("/preferences", ask="not-this-turn")
    now = fire(allied)
    assert now["view"]["decision"]["kind"] != "card_chosen"
    assert german.get()["ask"] == "not-this-turn"
    assert "bocage-1" in german.get()["view"]["table"]["hands"]["german"]


def test_not_this_turn_ends_with_the_turn(storm) -> None:
    allied, german = found(storm, "bocage")
    german.post("/preferences", ask="not-this-turn")
    for _ in range(80):
        if "Turn 4" in german.get()["view"]["clock"]:
            break
        for seat in (allied, german):
            now = seat.get()
            if now["yours"]:
                seat.choose(now["view"]["decision"]["options"][-1]["id"], now)
    assert german.get()["ask"] == "always"


def test_what_waits_is_declined_at_once(storm) -> None:
    allied, german = found(storm, "bocage")
    fire(allied)
    assert asked(german) == "card_chosen"
    before = german.get()["made"]
    now = german.post("/preferences", ask="when-possible")
    assert now["made"] == before  # it can answer
    now = german.post("/preferences", ask="not-this-turn")
    assert now["made"] > before
    assert asked(german) != "card_chosen"


def test_the_answer_brings_what_happened_since(storm) -> None:
    allied, german = found(storm, "bocage")
    begun = german.get()
    fire(allied)
    now = german.post(
        "/preferences", ask="not-this-turn", since=begun["events_total"], revision=begun["revision"]
    )
    assert begun["events"] + now["events"] == german.get()["events"]


def test_a_preference_is_of_one_seat_and_kept(storm, storm_restarted) -> None:
    allied, german = found(storm)
    german.post("/preferences", ask="when-possible")
    assert allied.get()["ask"] == "always"
    again = storm_restarted.client.get(f"/api/tables/{german.table}", headers=german.headers)
    assert again.json()["ask"] == "when-possible"


def test_an_attack_of_ones_own_is_never_declined_if_there_is_a_card_for_it(storm) -> None:
    text = BOCAGE.format("e-boats") + "\nhand allied armor-support"
    allied = storm.found(game="storm", seating="link", seed=5, notation=text)["allied"]
    allied.post("/preferences", ask="not-this-turn")
    now = fire(allied)
    ids = [option["id"] for option in now["view"]["decision"]["options"]]
    assert ids == ["play-armor-support-1", "no-card"]


def test_taking_back_what_was_declined(storm) -> None:
    """Whoever plays both sides may come back to what was declined for him."""
    text = BOCAGE.format("bocage")
    seat = storm.found(game="storm", seating="hotseat", seed=5, notation=text)["allied"]
    seat.post("/preferences", ask="not-this-turn")
    now = fire(seat)
    while now["view"]["decision"]["kind"] != "card_chosen":
        now = seat.post("/undo")
    assert now["view"]["decision"]["seat"] == "german"
    after = seat.post("/redo")
    assert after["view"]["decision"]["kind"] != "card_chosen"


def test_redo_declines_again(storm) -> None:
    text = BOCAGE.format("bocage")
    seat = storm.found(game="storm", seating="hotseat", seed=5, notation=text)["allied"]
    seat.post("/preferences", ask="not-this-turn")
    begun = seat.get()
    after = fire(seat)
    seat.post("/undo", to=begun["made"])
    for _ in range(4):
        now = seat.post("/redo")
    assert now["view"] == after["view"]


def test_what_is_refused(storm, server) -> None:
    allied, german = found(storm)
    assert german.post("/preferences", 400, ask="never")["error"]["field"] == "ask"
    allied.headers = {}
    assert allied.post("/preferences", 403, ask="always")["error"]["field"] == "token"
    assert allied.get()["ask"] is None  # a spectator
    omaha = server.solo(seed=1)
    assert omaha.get()["ask"] is None  # nothing to decline there
    assert omaha.post("/preferences", ask="when-possible")["ask"] is None


# --- secrets of a hand


def test_why_a_card_cannot_be_played_is_for_its_owner_alone(storm) -> None:
    allied, german = found(storm, "bocage")
    assert german.get("/why", 403, card="bocage-1")["error"]["field"] == "card"
    assert allied.get("/why", card="jabos-1")["refusal"]["rule"] == "6.2"
    now = fire(allied)
    # While the Germans are asked, it is the Allied impulse: nothing is said about either hand.
    assert now["view"]["decision"]["seat"] == "german"
    assert german.get("/why", card="jabos-1") == german.get("/why", card="bocage-1")
    assert allied.get("/why", 403, card="bocage-1")


def test_undo_ends_at_what_another_seat_chose(storm) -> None:
    allied, german = found(storm)
    fire(allied)
    german.choose("no-card", german.get())
    now = allied.get()
    assert not now["undo"]["possible"]
    assert allied.post("/undo", 400)["error"]["field"] == "undo"


def test_undo_ends_at_a_look_into_the_other_hand(storm) -> None:
    text = BOCAGE.format("bocage") + "\nhand allied ultra"
    allied = storm.found(game="storm", seating="link", seed=5, notation=text)["allied"]
    now = allied.choose("card-ultra-1", allied.get())
    assert any("Bocage" in event["text"] for event in now["events"])
    assert not now["undo"]["possible"]
    assert allied.post("/undo", 400, to=0)["error"]["field"]


def test_a_seat_gets_no_record_of_a_game_under_way(storm) -> None:
    allied, german = found(storm, "bocage")
    fire(allied)
    for seat in (allied, german):
        assert seat.get("/record", 403)["error"]["field"] == "token"


def test_whatever_the_enemy_holds_a_seat_is_sent_the_same(storm) -> None:
    """Bytes, but for the names of the tables; with an interrupt card and without."""
    sent = []
    for held in ("bocage", "e-boats"):
        allied, german = found(storm, held, title="The same")
        now = fire(allied)
        made = now["made"]
        answers = []
        for who in (allied.headers, {}):
            for rest in [
                "",
                "/history",
                "/log.txt",
                "/report.html",
                "/notation.txt",
                "/problem.json",
            ] + [f"/at/{number}" for number in range(made + 1)]:
                answer = storm.client.get(f"/api/tables/{allied.table}{rest}", headers=who)
                assert answer.status_code == 200, (rest, answer.text)
                answers.append(answer.content.replace(allied.table.encode(), b"TABLE"))
        german.choose("no-card", german.get())
        answers.append(allied.client.get(f"/api/tables/{allied.table}/history").content)
        sent.append(answers)
    for one, other in zip(*sent, strict=True):
        assert one == other
