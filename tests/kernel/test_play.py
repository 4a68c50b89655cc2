"""The protocol: setting up, deciding, refusing, ending, looking, copying."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import Any

import pytest

import beachhead
import toy
from beachhead.errors import BeachheadError
from beachhead.kernel.chance import Dealer
from beachhead.kernel.plain import canonical
from beachhead.kernel.play import (
    CHANCE,
    Chance,
    Decision,
    Event,
    Illegal,
    Option,
    Refusal,
    Setting,
    State,
)
from beachhead.kernel.topic import Topic
from beachhead.kernel.view import known_events

Picket = State[toy.Picket]
DEALT = ["card-1", "card-2", "card-3", "card-7", "card-8", "card-9"]
"""Blue gets 1, 2 and 3, red 7, 8 and 9."""
MINED = [*DEALT, "mine-0201", "mine-0203"]


def play(*choices: str, scenario: str = "short", **options: Any) -> Picket:
    state = toy.GAME.setup(scenario, options)
    for choice in choices:
        state.apply(choice)
    return state


def ids(state: Picket) -> list[str]:
    return [option.id for option in state.decision.options]


def finish(state: Picket) -> Picket:
    while not state.over:
        state.apply(state.decision.options[-1])
    return state


# --- setting up


def test_the_first_scenario_and_the_default_options_are_chosen() -> None:
    state = toy.GAME.setup()
    assert state.scenario == "short"
    assert state.options == {"dice": 6}
    assert toy.GAME.setup("long", {"dice": 4}).position.dice == 4


@pytest.mark.parametrize(
    ("scenario", "options", "complaint"),
    [
        ("medium", {}, r"^scenario: Picket has no 'medium'; choose one of short, long$"),
        ("", {}, r"^scenario: "),
        ("short", {"fog": 1}, r"^options\.fog: Picket has no such option; it has dice$"),
        ("short", {"dice": 5}, r"^options\.dice: 5 is not possible; choose one of 4, 6$"),
        ("short", {"dice": "6"}, r"^options\.dice: '6'"),
        ("short", {"dice": 6.0}, r"^options\.dice: 6\.0"),
        ("short", {"dice": None}, r"^options\.dice: None"),
    ],
)
def test_a_wrong_setup_names_the_field(scenario: str, options: Any, complaint: str) -> None:
    with pytest.raises(BeachheadError, match=complaint):
        toy.GAME.setup(scenario, options)


def test_true_is_not_one() -> None:
    faces = Setting("faces", "Faces.", (1, 2), 1, "3a")
    assert faces.check(1) == 1
    with pytest.raises(BeachheadError, match=r"^options\.faces: True"):
        faces.check(True)
    fog = Setting("fog", "Fog.", (False, True), False, "3a")
    assert fog.check(True) is True
    with pytest.raises(BeachheadError, match=r"^options\.fog: 1 "):
        fog.check(1)


def test_a_game_from_elsewhere_is_loaded_by_module_and_attribute() -> None:
    assert beachhead.load("toy:GAME") is toy.GAME
    for name in ("no-such-game", "toy:NONE", "no_such_module:GAME", "toy:GRID"):
        with pytest.raises(BeachheadError, match=rf"^game: .*{name}"):
            beachhead.load(name)


# --- deciding


def test_without_a_seed_chance_is_asked_like_anybody() -> None:
    state = toy.GAME.setup("short")
    assert state.decision.seat == CHANCE
    assert ids(state) == [f"card-{card}" for card in range(1, 10)]
    state.apply("card-3")
    assert state.position.hands == [[3], []]
    assert "card-3" not in ids(state)


def test_with_a_seed_the_dealer_answers_for_chance() -> None:
    state = toy.GAME.setup("short", seed=7)
    assert state.decision.seat == "blue"
    assert [len(hand) for hand in state.position.hands] == [3, 3]
    assert len(state.history) == 6
    for choice in ("mine-0201", "mine-0201", "move-0101"):
        state.apply(choice)
    card = state.position.hands[0][0]
    events = state.apply(f"play-{card}")
    assert [event.kind for event in events] == ["card", "roll"]
    assert state.history[-1].startswith("die-")
    assert state.decision.seat == "red"


def test_the_same_seed_deals_the_same_and_another_does_not() -> None:
    dealt = {seed: tuple(toy.GAME.setup(seed=seed).history) for seed in (7, "7", 8)}
    assert tuple(toy.GAME.setup(seed=7).history) == dealt[7]
    assert len(set(dealt.values())) == 3


def test_the_dealer_deals_by_the_weights() -> None:
    """The toy's die shows a one as often as it shows a two or a three together."""
    state = play(*MINED, "move-0101", "play-3")
    decision = state.decision
    assert isinstance(decision, Chance)
    dealer = Dealer("die")
    drawn = Counter(decision.draw(dealer).id for _ in range(7000))
    assert drawn["die-1"] == pytest.approx(2000, abs=200)
    assert drawn["die-6"] == pytest.approx(1000, abs=150)
    assert decision.draw(dealer).label.startswith("a ")


def test_a_choice_is_an_option_or_its_id() -> None:
    one, other = play(*DEALT), play(*DEALT)
    events = one.apply(one.decision.options[0])
    assert canonical([event.to_data() for event in events]) == canonical(
        [event.to_data() for event in other.apply("mine-0201")]
    )
    assert one == other
    assert one.history == other.history == [*DEALT, "mine-0201"]


def test_events_tell_what_happened_since_the_choice() -> None:
    state = play(*DEALT, "mine-0201")
    events = state.apply("mine-0203")
    assert [event.text for event in events] == [
        "red lays a mine.",
        "Your mine is in 0203.",
        "Turn 1.",
    ]
    assert state.news == events
    assert state.position.news == []
    assert [event.kind for event in state.apply("move-0102")] == ["move"]
    assert len(events) == 3


def test_a_question_with_nothing_to_ask_is_skipped() -> None:
    """3: a side without cards is not asked for one."""
    state = play(*MINED, scenario="long")
    for card in (1, 2, 3):
        for choice in ("move-0101", f"play-{card}", "die-1", "move-0303", "pass"):
            state.apply(choice)
    assert state.apply("move-0101")[-1].kind == "move"
    assert state.decision.seat == "red"
    assert state.decision.kind == "moved"


def test_options_are_listed_only_when_somebody_looks() -> None:
    listed = []

    def choices(*_: object) -> list[Option]:
        listed.append(1)
        return [Option("a", "A"), Option("b", "B", 2, ("0101",), "2a")]

    def answer() -> None: ...

    decision = Decision("blue", "Well?", "1", answer, choices, topic=Topic("answer", "An answer"))
    assert decision.kind == "answer"
    assert "options" not in decision.to_data(options=False)
    assert listed == []
    found = decision.find("b")
    assert found is not None
    assert found.to_data() == {
        "id": "b",
        "label": "B",
        "touches": ["0101"],
        "rule": "2a",
        "ends": False,
    }
    assert decision.find("c") is None
    assert [option["id"] for option in decision.to_data()["options"]] == ["a", "b"]
    assert listed == [1]


# --- refusing


@pytest.mark.parametrize("choice", ["mine-0101", "", Option("mine-0303", "Mine 0303", 10)])
def test_an_illegal_choice_says_why_and_changes_nothing(choice: str | Option) -> None:
    state = play(*DEALT)
    before, events, history = state.digest(), state.news[:], state.history[:]
    with pytest.raises(Illegal, match=r"is not possible now: .*\(rule 1\)") as caught:
        state.apply(choice)
    assert caught.value.refusal.rule == "1"
    assert (choice if isinstance(choice, str) else choice.id) in caught.value.refusal.text
    assert (state.digest(), state.news, state.history) == (before, events, history)
    state.apply("mine-0201")


def test_an_option_counts_by_its_id_only() -> None:
    """What a caller puts into an option's value never reaches the rules."""
    state = play(*DEALT)
    state.apply(Option("mine-0201", "Mine 0201", 999))
    assert state.position.mines[0] == toy.GRID.hex("0201")


def test_why_not_is_the_rule_that_refuses() -> None:
    state = play(*MINED)
    assert state.why_not(unit="blue", to="0102") is None
    assert state.why_not(unit="blue", to="0303") == Refusal("2b", "the other scout is in 0303")
    refusal = state.why_not(unit="blue", to="0103")
    assert refusal is not None
    assert refusal.to_data() == {"rule": "2a", "text": "0103 is not adjacent to 0101"}


# --- the end


def test_the_end_has_a_result_and_nothing_to_decide() -> None:
    state = play(*MINED)
    assert not state.over
    assert state.result is None
    finish(state)
    assert state.over
    assert state.result is not None
    assert state.result.rule == "4a"
    assert state.view("blue")["result"] == state.result.to_data()
    assert state.view("blue")["decision"] is None
    before = state.digest()
    with pytest.raises(BeachheadError, match="the game is over"):
        state.decision  # noqa: B018
    with pytest.raises(BeachheadError, match="the game is over"):
        state.apply("pass")
    assert state.digest() == before


def test_finishing_forgets_what_was_still_to_do() -> None:
    """2c: the mine ends the game in the middle of a turn."""
    state = play(*DEALT, "mine-0201", "mine-0201", "move-0201")
    assert state.over
    assert state.result is not None
    assert state.result.winners == ["red"]
    assert state.position.agenda == []


def test_after_the_end_nothing_comes_on_the_agenda() -> None:
    """A rule may end the game deep inside another that goes on to plan what comes next."""
    position = play(*DEALT, "mine-0201", "mine-0201", "move-0201").position
    position.then((toy.play_card, 0), toy.next_turn)
    assert position.agenda == []


# --- looking


def test_only_the_decider_sees_the_options() -> None:
    state = play(*DEALT)
    assert [o["id"] for o in state.view("blue")["decision"]["options"]] == ids(state)
    for seat in ("red", None):
        assert state.view(seat)["decision"]["seat"] == "blue"
        assert "options" not in state.view(seat)["decision"]


def test_nobody_sees_the_options_of_chance() -> None:
    state = toy.GAME.setup()
    assert all("options" not in state.view(seat)["decision"] for seat in ("blue", "red", None))


def test_a_view_of_an_unknown_seat_is_refused() -> None:
    for seat in ("green", CHANCE, ""):
        with pytest.raises(BeachheadError, match=rf"^seat: there is no {seat!r}; .* blue, red$"):
            play().view(seat)


def test_a_spectator_sees_no_secrets() -> None:
    """Other hands, other mines, the same public table: the same view."""
    one = play(*DEALT, "mine-0201", "mine-0203")
    other = play(*reversed(DEALT), "mine-0203", "mine-0202")
    assert one != other
    assert canonical(one.view()) == canonical(other.view(None))
    assert one.view()["table"]["hands"] == [3, 3]
    assert one.view("blue")["table"]["hands"] == [[1, 2, 3], 3]
    assert canonical(one.view("blue")) != canonical(other.view("blue"))


def test_a_view_is_apart_from_the_table() -> None:
    state = play(*MINED)
    before, view = state.digest(), state.view("blue")
    view["table"]["hands"][0].clear()
    view["options"].clear()
    view["seats"].clear()
    assert state.digest() == before
    assert state.options == {"dice": 6}


def test_events_are_known_to_their_seats_only() -> None:
    public = Event("1", "turn", "Turn 1.")
    told = (toy.CARD, ("0101", "0102"), ("dice", "row", "column"))
    secret = Event("1", "deal", "Card 3.", ("0101",), {"card": 3}, ("blue",), *told)
    nobody = Event("1", "deal", "Card 4.", seats=())
    assert all(public.seen_by(seat) for seat in ("blue", "red", None))
    assert [secret.seen_by(seat) for seat in ("blue", "red", None)] == [True, False, False]
    events = [public, secret, nobody]
    assert [event["text"] for event in known_events(events, "blue")] == ["Turn 1.", "Card 3."]
    for seat in ("red", None):
        assert [event["text"] for event in known_events(events, seat)] == ["Turn 1."]
    assert known_events([secret], "blue") == [
        {
            "rule": "1",
            "kind": "deal",
            "text": "Card 3.",
            "touches": ["0101"],
            "detail": {"card": 3},
            "manner": asdict(toy.CARD),
            "way": ["0101", "0102"],
            "cell": ["dice", "row", "column"],
        }
    ]
    assert secret.to_data()["seats"] == ["blue"]
    assert Event.from_data(json.loads(json.dumps(secret.to_data()))) == secret
    assert Event.from_data(json.loads(json.dumps(public.to_data()))) == public


def test_a_game_without_drawings_has_none() -> None:
    assert play()._repr_svg_() is None


# --- copying


def test_a_copy_goes_its_own_way() -> None:
    state = play(*DEALT)
    clone = state.copy()
    assert clone == state
    assert (clone.history, clone.news) == (state.history, state.news)
    before = state.digest()
    finish(clone)
    assert clone != state
    assert (state.digest(), state.history) == (before, DEALT)


def test_a_copy_waits_for_the_same_chance() -> None:
    state = play(*DEALT[:2])
    offered = state.decision.options
    clone = state.copy()
    assert isinstance(clone.decision, Chance)
    assert clone.decision.options is offered, "what was listed is not listed again"
    assert clone.decision.position is clone.position
    original = play(*DEALT[:2])
    unlisted = original.copy()
    for each in (state, original):
        each.apply("card-3")
    assert ids(unlisted) == [option.id for option in offered]
    clone.apply("card-5")
    assert "card-5" in ids(state), "the copy's hand is its own"


def test_a_copy_deals_on_from_where_the_dealer_was() -> None:
    state = toy.GAME.setup("long", seed=3)
    for choice in ("mine-0201", "mine-0203", "move-0101"):
        state.apply(choice)
    card = state.decision.options[0]
    clones = [state.copy() for _ in range(3)]
    for each in (*clones, state):
        each.apply(card)
    assert {each.history[-1] for each in clones} == {state.history[-1]}
    assert state.history[-1].startswith("die-")


def test_a_copy_may_leave_the_history_behind() -> None:
    state = toy.GAME.setup(seed=3)
    clone = state.copy(history=False)
    assert clone == state
    assert (clone.history, clone.news) == ([], [])
    clone.apply("mine-0201")
    assert clone.history == ["mine-0201"]
    assert len(state.history) == 6


def test_states_compare_by_what_lies_on_the_table() -> None:
    one, other = play(*DEALT), play("card-3", "card-2", "card-1", *DEALT[3:])
    assert one == other
    assert one.digest() == other.digest()
    assert one != play(*DEALT, scenario="long")
    assert one != play(*DEALT, dice=4)
    assert one != State(toy.GAME, "long", one.options, one.position)
    assert one != State(toy.GAME, "short", {"dice": 4}, one.position)
    assert one != "state"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_determinizing_deals_anew_what_a_seat_cannot_know() -> None:
    state = toy.GAME.setup("long", seed=3)
    for choice in ("mine-0201", "mine-0203"):
        state.apply(choice)
    before, dealer = state.digest(), Dealer("what if")
    others = [state.determinize("blue", dealer) for _ in range(60)]
    assert state.digest() == before
    assert all(canonical(other.view("blue")) == canonical(state.view("blue")) for other in others)
    assert len({tuple(other.position.hands[1]) for other in others}) > 10
    assert {toy.GRID.name(other.position.mines[1]) for other in others} == {"0201", "0202", "0203"}
    assert all(other.position.hands[0] == state.position.hands[0] for other in others)
    assert all(other.dealer is None and other.history == [] for other in others)
    assert state.dealer is not None
