"""What Storm Over Normandy adds to the page: board, flipbook, sums, hands, overlays, seats."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from beachhead.storm.cards.card_list import cards
from beachhead.storm.page import StormPage, charts

PAGE = StormPage()

FIREFIGHT = """
    turn 3
    16 69/50, 151/50, 231/50, 22 Pz/21
    11 8 Armd Bde
    hand allied {}
    hand german e-boats, bocage-1
    begin impulse
"""


@pytest.fixture
def seats(storm) -> Any:
    return storm.found(game="storm", seating="link", seed=5)


def firefight(server, *, seating: str = "link", held: str = "armor-support-1") -> Any:
    text = FIREFIGHT.format(held)
    return server.found(game="storm", seating=seating, seed=5, notation=text)


def play_on(seats: Any, choices: int) -> Any:
    """Random choices by whoever is asked; returns the last snapshot of the Allied side."""
    for number in range(choices):
        for name in ("allied", "german"):
            seats[name].play(1, seed=number)
    return seats["allied"].get()


# --- the board


def test_the_board_has_room_for_counters_and_sheets_with_areas(storm) -> None:
    board = storm.client.get("/api/boards/storm.svg").text
    ids = re.findall(r' id="([^"]*)"', board)
    assert len(ids) == len(set(ids))
    assert {"counters", "area-16", "box-gold", "box-gold-invasion", "zone-A"} <= set(ids)
    live = storm.client.get("/api/boards/storm.svg", params={"sheet": "live"}).text
    named = {each.get("id") for each in ElementTree.fromstring(live).iter()}
    assert {"areas", "area-16", "box-gold", "zone-A", "plate-16", "counters"} <= named
    assert "land" not in named  # what never changes is a picture


def test_what_glows_is_on_the_board_or_in_the_hand(storm, seats) -> None:
    board = set(re.findall(r' id="([^"]*)"', PAGE.board()))
    for number in range(30):
        for name in ("allied", "german"):
            now = seats[name].play(1, seed=number)
            if not now["yours"]:
                assert now["glow"] == {}
                continue
            held = {card["id"] for card in now["flipbook"]["hand"]["cards"]}
            there = board | held | set(re.findall(r' id="([^"]*)"', now["counters"]))
            assert set(now["glow"]) == {each["id"] for each in now["view"]["decision"]["options"]}
            assert {tag for lit in now["glow"].values() for tag in lit} <= there


def test_an_activation_lights_the_units_that_could_act(storm) -> None:
    now = firefight(storm)["allied"].get()
    lit = now["glow"]["activate-16-commonwealth"]
    assert {"unit-br-50-69", "unit-br-50-151", "unit-br-50-231", "area-16"} == set(lit)
    assert now["glow"]["pass"] == []


# --- the flipbook


def test_the_sum_of_an_attack_before_and_after_the_dice(storm) -> None:
    seats = firefight(storm)
    allied = seats["allied"]
    now = allied.get()
    for choice in ("activate-16-commonwealth", "fire", "add-all"):
        now = allied.choose(choice, now)
    before = now["flipbook"]["sum"]
    attack, defense = before["sides"]
    assert attack["terms"][0] == {"name": "firepower", "value": 3}
    assert {"name": "division integrity", "value": 1} in attack["terms"]
    assert defense["terms"][0] == {"name": "best defender", "value": 11}
    assert before["dice"] == []
    assert abs(sum(each["chance"] for each in before["chances"]) - 1) < 1e-9
    assert seats["german"].get()["flipbook"]["sum"] == before  # sums are open
    while not now["view"]["decision"]["kind"].startswith(("stage", "impulse", "retreated")):
        for seat in ("allied", "german"):
            found = seats[seat].get()
            if found["yours"]:
                choice = found["view"]["decision"]["options"][-1]["id"]
                now = seats[seat].choose(choice, found)
    rolled = next(e for e in reversed(allied.get(since=0)["events"]) if e["detail"].get("dice"))
    assert 2 <= sum(rolled["detail"]["dice"]) <= 12


def test_victory_points_are_told_item_by_item(storm) -> None:
    book = firefight(storm)["allied"].get()["flipbook"]["victory"]
    groups = {group["id"]: group["points"] for group in book["groups"]}
    assert sum(groups.values()) == book["points"]
    assert groups["german"] < 0
    assert [level["now"] for level in book["checks"][0]["levels"]] == [False, True]


def test_damage_costs_by_size_are_lit_for_who_is_under_fire() -> None:
    rows = {row.head: row.cells for row in charts.damage().rows}
    assert rows["Regiment or brigade, fresh"] == ["1", "3", "5"]
    assert rows["Battalion, spent"] == ["–", "1", "2"]
    assert rows["Strongpoint with defense 9"][-1] == "3"


# --- secrets


def test_a_seat_receives_nothing_of_the_other_hand(storm) -> None:
    seats = firefight(storm)
    allied, german, watching = (seats[name].get(since=0) for name in ("allied", "german", ""))
    hand = [card["name"] for card in allied["flipbook"]["hand"]["cards"]]
    assert hand == ["Armor Support"]
    assert watching["flipbook"]["hand"] is None
    for seen in (german, watching):
        assert "armor-support" not in json.dumps(seen)
    for seen in (allied, watching):
        assert "bocage-1" not in json.dumps(seen)
        assert "e-boats" not in json.dumps(seen)
    for name in ("", "german"):
        assert "armor-support" not in seats[name].get("/notation.txt")


def test_a_spectator_receives_nothing_that_one_side_has_seen_of_the_other(storm) -> None:
    """The Allies look at the German hand, and make the Germans discard one of its cards."""
    text = FIREFIGHT.format("ultra-1").replace("bocage-1", "overcast")
    seats = storm.found(game="storm", seating="link", seed=5, notation=text)
    allied, german, watching = seats["allied"], seats["german"], seats[""]
    allied.choose("card-ultra-1", allied.get())
    while german.get()["yours"]:
        german.choose("no-card", german.get())
    assert "hand german e-boats known overcast known" in allied.get("/notation.txt")
    assert_not_told(watching, "e-boats", "overcast")
    allied.choose("discard-e-boats", allied.get())
    assert "hand german overcast known" in allied.get("/notation.txt")
    assert_not_told(watching, "overcast")
    found = watching.get("/notation.txt")
    assert "hand german 1 unknown" in found
    again = storm.found(game="storm", seating="link", seed=8, notation=found)[""].get()
    assert again["view"]["table"]["hands"]["german"] == {"cards": 1, "known": []}


def assert_not_told(seat: Any, *cards: str) -> None:
    """Nothing that a seat receives names some cards."""
    paths = ("", "/at/1", "/history", "/notation.txt", "/log.txt", "/report.html", "/problem.json")
    for path in paths:
        said = json.dumps(seat.get(path, since=0), ensure_ascii=False).lower()
        assert not any(card in said for card in cards), path


def test_every_snapshot_keeps_the_hands_apart(storm, seats) -> None:
    ids = {card.id for card in cards()}
    for number in range(40):
        play_on(seats, 1)
        mine, theirs = seats["allied"].get(), seats["german"].get()
        for one, other in ((mine, theirs), (theirs, mine)):
            held = {card["id"].removeprefix("card-") for card in other["flipbook"]["hand"]["cards"]}
            said = json.dumps({key: one[key] for key in ("view", "flipbook", "glow", "subject")})
            for card in held & ids:
                assert f'"{card}"' not in said, (number, card)
                assert f"card-{card}" not in said, (number, card)


def test_a_shared_screen_looks_with_the_eyes_of_who_sits_there(storm) -> None:
    both = firefight(storm, seating="hotseat")["allied"]
    mine = both.get(seat="allied", since=0)
    theirs = both.get(seat="german", since=0)
    assert (mine["seat"], mine["yours"]) == ("allied", True)
    assert (theirs["seat"], theirs["yours"], theirs["glow"]) == ("german", False, {})
    assert "armor-support" not in json.dumps(theirs)
    assert "options" not in theirs["view"]["decision"]
    error = both.get(seat="us", status=403)["error"]
    assert error["field"] == "seat"
    refused = both.client.post(
        f"/api/tables/{both.table}/choices?seat=german",
        headers=both.headers,
        json={"choice": "pass", "made": mine["made"]},
    )
    assert refused.status_code == 403


def test_who_holds_both_seats_counts_the_events_of_both(storm) -> None:
    """Whoever decides, the events are the same, or some would be lost and others told twice."""
    solo = storm.solo(game="storm", seed=5)
    known: list[Any] = []
    now = solo.get(since=0)
    for number in range(60):
        known = [*known[: now["events_from"]], *now["events"]]
        assert [event["index"] for event in known] == list(range(len(known)))
        if not now["yours"]:
            break
        option = now["view"]["decision"]["options"][
            number % len(now["view"]["decision"]["options"])
        ]
        now = solo.choose(option["id"], now)
    assert solo.get(since=0)["events_total"] >= len(known)


# --- overlays, odds, reference, report


def test_every_overlay_marks_places_that_are_on_the_board(storm, seats) -> None:
    board = set(re.findall(r' id="([^"]*)"', PAGE.board()))
    now = play_on(seats, 12)
    there = board | set(re.findall(r' id="([^"]*)"', now["counters"]))
    keys = [each.key for each in PAGE.overlays]
    assert len(keys) == len(set(keys))
    for each in PAGE.overlays:
        drawn = seats["allied"].get(f"/overlays/{each.id}")
        assert {mark["id"] for mark in drawn["marks"]} <= there
        classes = {line["class"] for line in drawn["legend"]}
        assert all(set(mark["class"].split()) & classes for mark in drawn["marks"])
    error = seats["allied"].get("/overlays/threats", status=400, side="french")["error"]
    assert error["field"] == "side"


def test_the_range_of_a_unit_says_what_it_costs(storm) -> None:
    allied = firefight(storm)["allied"]
    drawn = allied.get("/overlays/range", unit="8 Armd Bde")
    costs = {mark["id"]: mark["short"] for mark in drawn["marks"]}
    assert any(short.endswith(" MP") for short in costs.values())
    assert "Click a unit" in allied.get("/overlays/range")["hint"]


def test_odds_of_an_attack_and_reach_of_a_unit(storm) -> None:
    allied = firefight(storm)["allied"]
    attack = allied.get("/odds", target="16", units="69/50,151/50")["attack"]
    assert attack["sides"][0]["total"] == 2
    assert allied.get("/odds", unit="8 Armd Bde")["places"]
    assert allied.get("/odds", status=400, target="16")["error"]["field"] == "units"


def test_a_click_that_is_no_option_is_told_why(storm) -> None:
    allied = firefight(storm)["allied"]
    refusal = allied.get("/why", unit="22 Pz/21", action="move")["refusal"]
    assert refusal["rule"] == "7.0"
    assert allied.get("/why", unit="69/50", action="move")["refusal"] is None


def test_the_reference_has_both_decks_all_units_and_areas(storm) -> None:
    found = storm.client.get("/api/reference/storm").json()
    assert {card["facts"]["side"] for card in found["cards"]} == {"allied", "german"}
    assert len(found["units"]) == 155
    assert len(next(chart for chart in found["charts"] if chart["id"] == "areas")["rows"]) == 34
    for entry in (*found["units"], *found["cards"]):
        ElementTree.fromstring(entry["svg"])
        assert ' id="' not in entry["svg"]


def test_the_catalogue_says_who_sits_where_and_what_is_ours(storm) -> None:
    (game,) = storm.client.get("/api/games").json()["games"]
    assert game["secrets"] is True
    assert game["names"] == {"allied": "the Allied player", "german": "the German player"}
    assert set(game["seatings"]) == {"solo", "hotseat", "link"}
    assert "reconstruction" in game["notice"]
    assert "docs/data.md" in game["notice"]
    told = storm.client.get("/docs/data.md")
    assert told.status_code == 200
    assert "Storm Over Normandy" in told.text
    others = [each["id"] for each in game["settings"] if each["group"] != "house rules"]
    assert others == ["bid", "reconstruction"]
    suggested = {each["id"]: each["suggested"] for each in game["settings"] if each["suggested"]}
    assert suggested == {"reconstruction": "refitted"}


def test_the_report_has_a_map_for_each_turn(storm) -> None:
    solo = storm.solo(game="storm", seed=5, notation=FIREFIGHT.format("armor-support-1"))
    solo.play(6)
    report = solo.get("/report.html")
    assert "Victory points" in report
    assert 'href="#the-board"' in report


def test_the_bombardment_is_shared_out_at_once(storm) -> None:
    """All beaches with what each number promises there; the order makes every choice, and the last
    beach gets what is left."""
    seat = storm.found(game="storm", seed=4)["allied"]
    now = seat.get()
    while now["sharing"] is None:
        now = seat.choose(now["view"]["decision"]["options"][0]["id"], now)
    sharing = now["sharing"]
    assert (sharing["total"], sharing["whole"], len(sharing["shares"])) == (24, True, 6)
    assert all(len(share["promises"]) == 13 for share in sharing["shares"])
    assert "%" in sharing["shares"][0]["promises"][12]
    choices = ",".join(f"assign-{number}" for number in (12, 0, 0, 0, 4, 8))
    plan = seat.get("/plan", choices=choices)
    after = seat.post("/orders", choices=plan["now"], made=now["made"])
    assert after["sharing"] is None
    texts = " ".join(event["text"] for event in after["events"])
    assert "12 Support Points are assigned to Sword" in texts
    assert "8 Support Points are assigned to" in texts
