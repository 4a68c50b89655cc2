"""Orders over HTTP: listed, planned, carried out as a whole or not at all, taken back as one."""

from __future__ import annotations

from typing import Any

MOVE = """
    turn 3
    16 69/50 151/50
    2 AA 21/21
    hand german {}
    begin impulse
"""
BOTH = "unit-br-50-69,unit-br-50-151"


def found(server, seating: str = "link", held: str = "e-boats") -> tuple[Any, Any]:
    text = MOVE.format(held)
    seats = server.found(game="storm", seating=seating, seed=5, notation=text)
    return seats["allied"], seats["german"]


def furthest(seat) -> dict[str, Any]:
    """The order that leads furthest, as it would be carried out."""
    orders = seat.get("/orders", pieces=BOTH)["orders"]
    order = max(orders, key=lambda each: len(each["way"]))
    assert len(order["way"]) > 2
    plan = seat.get("/plan", choices=",".join(order["choices"]))
    return {"goal": order["goal"][0].removeprefix("area-"), **plan}


def carry(seat, plan, status: int = 200, **other: Any) -> Any:
    now = seat.get()
    body = {"choices": plan["now"], "later": plan["later"], "made": now["made"], **other}
    return seat.post("/orders", status, **body)


def chosen(seat) -> list[str]:
    return [each["id"] for each in seat.get("/history")["choices"] if each["id"]]


def test_an_order_is_one_request_and_reaches_the_record_choice_by_choice(storm) -> None:
    allied, _ = found(storm, "solo")
    plan = furthest(allied)
    carry(allied, plan)
    made = chosen(allied)
    assert made[0] == "activate-16-commonwealth"
    assert "add-all" in made
    assert f"to-{plan['goal']}" in made
    assert allied.get()["view"]["decision"]["seat"] == "german"


def test_what_comes_later_waits_until_the_others_have_let_it_pass(storm) -> None:
    allied, german = found(storm, held="bocage")
    plan = furthest(allied)
    assert plan["later"], "the Germans are asked when the units set out"
    carry(allied, plan)
    waiting = german.get()
    assert waiting["yours"]
    assert f"to-{plan['goal']}" not in chosen(allied)
    while german.get()["view"]["decision"]["kind"] == "card_chosen":
        now = german.get()
        german.choose("no-card", now)
    assert f"to-{plan['goal']}" in chosen(allied)


def test_all_of_it_is_done_or_nothing(storm) -> None:
    allied, _ = found(storm)
    before = allied.get()
    plan = furthest(allied)
    plan["now"].append("to-1")
    refused = carry(allied, plan, 400)
    assert refused["error"]["field"] == "choices"
    after = allied.get()
    assert (after["made"], after["revision"]) == (before["made"], before["revision"])
    assert after["view"] == before["view"]


def test_an_order_is_taken_back_and_made_again_as_one(storm) -> None:
    allied, _ = found(storm, "solo")
    before = allied.get()
    carry(allied, furthest(allied))
    after = allied.get()
    assert after["made"] > before["made"] + 3
    undone = allied.post("/undo")
    assert undone["made"] == before["made"]
    again = allied.post("/redo")
    assert (again["made"], again["view"]) == (after["made"], after["view"])


def test_orders_are_for_the_seat_that_decides(storm) -> None:
    _, german = found(storm)
    for address in ("/orders?pieces=unit-ge-21-aa21", "/plan?choices=pass"):
        assert german.get(address, 403)["error"]["field"] == "token"
    german.post("/orders", 403, choices=["pass"], made=0)


def test_bad_questions_name_the_field(storm) -> None:
    allied, _ = found(storm)
    assert allied.get("/orders", 400)["error"]["field"] == "pieces"
    assert allied.get("/orders", 400, shade="red")["error"]["field"] == "shade"
    assert allied.get("/plan", 400)["error"]["field"] == "choices"
    assert allied.get("/plan", 400, choices="to-the-moon")["error"]["field"] == "choices"
    allied.post("/orders", 400, choices=[], made=0)


def test_who_cannot_act_together_is_told_why(storm) -> None:
    allied, _ = found(storm)
    answer = allied.get("/orders", pieces="unit-br-50-69,unit-ge-21-aa21")
    assert answer["orders"] == []
    assert answer["refusal"]["rule"] == "7.0"


def test_an_end_that_chance_or_others_follow_is_told_from_one_that_is_taken_back(server) -> None:
    text = "turn 5; 0624 A/1/116 hero; 0612 A/1/16 hero; begin action"
    seat = server.solo(notation=text, seed=5)
    first = seat.choose("29th-first", seat.get())
    assert first["flipbook"]["now"]["left"]
    assert not first["final"], "the other division is still to act"
    last = seat.choose("done", first)
    assert last["flipbook"]["now"]["left"]
    assert last["final"], "cards are drawn then"
