"""What Omaha shows beside options, against games that are played out: docs/odds.md."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any

import pytest
from msgspec.structs import asdict

from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Event, State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.odds import fire_danger
from beachhead.omaha.page import OmahaPage
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.state import ARMOR_POSTS, OmahaTable, equipment, piece_name
from beachhead.omaha.us_combat.barrages import barrage_odds
from playing_out import Figures, Played, play_out
from situations import hex_, post, situation, unit

PAGE = OmahaPage()

# --- 8.4 barrages


BARRAGES = (
    "turn 5 action; 0513 1/B/741; 0610 A/1/16; WN62N ? depth?; WN62S ?; WN61 ?",
    "turn 9 action; 0513 1/B/741; 0610 A/1/16; WN62N ? depth?; WN61 ? disrupted; discards 1 4 9 13",
    "turn 20 action; scenario beyond-the-beach; 0711 1/B/741; 0712 A/1/16; WN64 ? depth?; C3 T?",
)


def begun(text: str) -> State[OmahaTable]:
    state = situation(text)
    state.advance()
    return state


@rule("omaha", "8.4d", "UBT-a")
def test_barrages_come_out_as_often_as_foretold() -> None:
    figures = Figures()
    for text in BARRAGES:
        state = begun(f"{text}; acting = 1; actions 2 2; 0709 16HQ; begin action")
        state.apply("act-1/B/741")
        (tank,) = state.decision.arguments
        told = PAGE.odds(state.position, state.decision, {"unit": "1/B/741"})
        targets = [each.id for each in state.decision.options if each.id.startswith("barrage-")]
        assert {each.removeprefix("barrage-") for each in targets} == set(told.barrages)
        for choice in targets:
            name = choice.removeprefix("barrage-")
            games = list(play_out(state, (choice,), 250, seat="us", seed=f"{text} {choice}"))
            chances = barrage_odds(state.position, tank, post(name))
            figures.count(choice, chances, iter(games), barrage_result)
            disrupted = told.barrages[name].disrupted
            figures.count(choice, {True: disrupted, False: 1 - disrupted}, iter(games), disrupts)
            assert_told(state, choice, chances)
    figures.check()


def barrage_result(played: Played) -> str:
    return next(e.detail["result"] for e in played.events if e.kind == "barrage-result")


def disrupts(played: Played) -> bool:
    return any(event.kind == "german-disrupted" for event in played.events)


def assert_told(state: State[OmahaTable], choice: str, chances: dict[str, float]) -> None:
    (line, *_) = state.odds(choice)
    said = [int(each) for each in re.findall(r"(\d+) %", line)]
    assert said == [round(100 * chance) for chance in chances.values()]


# --- 7.32 infiltration


INFILTRATIONS = (
    "turn 7 action; WN61 ?; 0709 A/1/16",
    "turn 7 action; WN61 ? depth?; 0709 A/1/16; discards 2 3 5 8 20 21",
    "turn 7 action; WN62N ? depth?; WN62S ? disrupted; 0712 B/1/16:2",
)


@rule("omaha", "7.32d")
def test_infiltrators_are_hit_as_often_as_foretold() -> None:
    figures = Figures()
    for text in INFILTRATIONS:
        state = begun(f"{text}; acting = 1; actions 2 2; 0603 16HQ; begin action")
        name = re.search(r"(\w/\d/16)", text)[1]  # type: ignore[index]
        state.apply(f"act-{name}")
        for option in state.decision.options:
            if "infiltration" not in option.label:
                continue
            (line, *_) = state.odds(option)
            fitting, cards = re.search(r"with (\d+) of the (\d+) cards left", line).groups()  # type: ignore[union-attr]
            chance = int(fitting) / int(cards)
            assert f"({100 * chance:.0f} %)" in line
            games = play_out(state, (option.id,), 250, seat="us", seed=f"{text} {option.id}")
            foretold = {True: chance, False: 1 - chance}
            figures.count(f"{text} {option.id}", foretold, games, loses_step(name))
    figures.check()


def loses_step(name: str) -> Callable[[Played], bool]:
    return lambda played: hurt(played.events, name)[0]


# --- 6 the next German fire


def hurt(events: list[Event], name: str) -> tuple[bool, bool]:
    """Whether a unit loses a step, and whether it is disrupted."""
    found = {event.kind for event in events if event.detail.get("unit") == name}
    return bool(found & {"step-loss", "eliminated"}), "disrupted" in found


def fire(events: list[Event]) -> list[Event]:
    """What happened in the German Fire Phase that a game began with."""
    return list(takewhile(lambda event: not _begins_something_else(event), events))


def _begins_something_else(event: Event) -> bool:
    return event.kind == "card" and "fire card" not in event.text


def falls_on(name: str) -> Callable[[State[Any]], str | None]:
    """What is chosen in the fire falls on a unit; the figures end with the phase."""

    def answer(state: State[Any]) -> str | None:
        if state.position.phase != "fire":
            return None
        ids = [option.id for option in state.decision.options]
        return next((each for each in ids if name in each), ids[0])

    return answer


FIRES = (
    "turn 5; WN65N ?; WN66N ? depth?; 0520 G/2/116, H/2/116",
    "turn 5; WN61 ?; WN60 ?; WN62N ? depth?; 0606 C/1/16; 0607 L/3/16:2; 0611 1/B/741",
    "turn 7; WN61 ? disrupted; WN62N ?; WN62S ?; 0611 A/1/16; 0612 B/1/16; discards 1 2 3 4 5",
    "turn 5; WN70 ?; WN71 ? depth?; WN72N ?; 0427 C/1/116; 0428 G/2/116",
)
EXTENDED_FIRES = (
    "turn 18; C3 T? depth?; 1314 A/1/16; 1213 B/1/16",
    "turn 18; WN60 ? depth?; 0615 C/1/16; A2 T?; 1009 A/1/16, B/1/16",
)


def fires() -> Iterator[tuple[str, str]]:
    """Fire Phases about to begin, and a unit in each."""
    for text in FIRES:
        yield f"{text}; 0603 16HQ; begin fire", re.findall(r"\w/\d/1{1,2}6", text)[0]
    for text in EXTENDED_FIRES:
        start = "scenario d-day-at-omaha-beach"
        yield f"{start}; {text}; 0603 16HQ; begin fire", re.findall(r"\w/\d/1{1,2}6", text)[0]


@rule("omaha", "6.31a", "16d")
def test_the_next_fire_hurts_as_often_as_foretold() -> None:
    figures = Figures()
    for text, name in fires():
        state = begun(text)
        here = state.position.hex[unit(name)]
        told = PAGE.odds(state.position, None, {"unit": name}).hexes
        chances = asdict(told[equipment().board.name(here)])
        games = list(play_out(state, (), 400, answer=falls_on(name), seed=text))
        for number, figure in enumerate(("loss", "disrupted")):
            foretold = {True: chances[figure], False: 1 - chances[figure]}
            figures.count(
                f"{text}: {figure}",
                foretold,
                iter(games),
                lambda played, number=number: hurt(fire(played.events), name)[number],  # noqa: B023
            )
        foretold = {True: chances["hit"], False: 1 - chances["hit"]}
        figures.count(
            f"{text}: hit",
            foretold,
            iter(games),
            lambda played: any(hurt(fire(played.events), name)),  # noqa: B023
        )
    figures.check()


# --- the overlay of danger


def danger(state: State[OmahaTable], where: str, **parameters: str) -> float:
    shown = PAGE.overlay(state.position, "danger", parameters).hexes.get(where)
    return 0.0 if shown is None else shown.value


ALONE = (
    ("turn 5; WN65N ?; WN66N ? depth?", "0520"),
    ("turn 5; WN65N ? depth?; WN65S ?; WN66N ?; WN66S ? disrupted; WN64 ?", "0520"),
    ("turn 5; WN61 ?; WN62N ? depth?; WN60 ?; smoke WN61", "0611"),
    ("scenario d-day-at-omaha-beach; turn 18; C3 T? depth?; C2 T?", "1314"),
    ("scenario d-day-at-omaha-beach; turn 18; WN60 ? depth?; A2 1/1/726", "1009"),
)


@rule("omaha", "6.3a")
def test_positions_fire_into_a_hex_as_often_as_the_overlay_says() -> None:
    figures = Figures()
    for text, where in ALONE:
        state = begun(f"{text}; {where} A/1/16; 0603 16HQ; begin fire")
        covering = {each.name for each in fire_danger.covering(state.position, hex_(where))}

        def under_fire(played: Played, covering: set[str] = covering) -> bool:
            fired = [event for event in fire(played.events) if event.kind == "fire"]
            return any(event.detail["position"] in covering for event in fired)

        chance = danger(state, where)
        assert 0 < chance < 1, text
        games = play_out(state, (), 400, answer=falls_on("A/1/16"), seed=text)
        figures.count(text, {True: chance, False: 1 - chance}, games, under_fire)
    figures.check()


def test_two_fire_cards_are_never_the_same() -> None:
    """With two cards left, one of which brings fire in both sectors, fire is certain."""
    calls = {number: (_calls(number, "WN65N"), _calls(number, "WN66N")) for number in range(1, 55)}
    kept = {
        next(number for number, each in calls.items() if all(each)),
        next(number for number, each in calls.items() if not any(each)),
    }
    gone = " ".join(str(number) for number in range(1, 55) if number not in kept)
    state = begun(f"turn 5; WN65N ?; WN66N ?; 0520 A/1/16; discards {gone}; begin fire")
    assert danger(state, "0520") == 1
    assert danger(state, "0520", sector="east") == 0.5


def _calls(number: int, name: str) -> bool:
    square = card(number).square(equipment().posts[post(name)].position.color)
    return square is not None and not square.double


def test_the_danger_is_that_of_the_next_fire_to_come() -> None:
    """After this turn's fire, smoke is gone by the next; on the last turn there is none."""
    text = "WN61 ?; 0611 A/1/16; smoke WN61; fire-cards 1 2; card-track 1 2; begin action"
    assert danger(begun(f"turn 5; {text}"), "0611") > 0
    assert danger(begun("turn 5; WN61 ?; 0611 A/1/16; smoke WN61; begin fire"), "0611") == 0
    assert danger(begun(f"turn 16; {text}"), "0611") == 0


# --- what does not lead anywhere


def test_where_a_unit_leaves_the_map_it_does_not_stand() -> None:
    state = begun(
        "scenario d-day-at-omaha-beach; turn 20 action; acting = 1; actions 2 2\n"
        "1002 A/1/16; 0709 16HQ; begin action"
    )
    state.apply("act-A/1/16")
    asked = state.decision
    leaving = [option for option in asked.options if option.id.startswith("exit-")]
    assert any("hex-1001" in option.touches for option in leaving)
    only = Decision(
        asked.seat,
        asked.prompt,
        asked.rule,
        asked.then,
        leaving,
        asked.arguments,
        topic=asked.topic,
    ).on(state.position)
    told = PAGE.odds(state.position, only, {"unit": "A/1/16"}).hexes
    assert list(told) == ["1002"]


# --- many


@pytest.mark.soak
@rule("omaha", "6.31a", "16d")
def test_the_next_fire_hurts_as_often_as_foretold_in_many_places() -> None:
    figures = Figures()
    for number in range(100):
        state, name = _random_fire(number)
        chances = fire_danger.fire_odds(state.position, unit(name), state.position.hex[unit(name)])
        games = play_out(state, (), 1000, answer=falls_on(name), seed=str(number))
        foretold = {True: chances["hit"], False: 1 - chances["hit"]}
        figures.count(
            f"fire {number} at {name}",
            foretold,
            games,
            lambda played: any(hurt(fire(played.events), name)),  # noqa: B023
        )
    figures.check()


def _random_fire(number: int) -> tuple[State[OmahaTable], str]:
    rng = random.Random(f"fire {number}")
    the = equipment()
    while True:
        held = rng.sample(the.posts[: ARMOR_POSTS.start], 5)
        lines = [
            f"{each.name} {'?' if each.is_wn else 'T?'}{rng.choice(('', ' depth?'))}"
            for each in held
        ]
        around = [hex_ for each in held for hex_ in members(each.position.fire)]
        units = rng.sample([each.name for each in the.units if each.infantry], 4)
        lines += [f"{the.board.name(rng.choice(around))} {each}" for each in units]
        try:
            state = begun("\n".join([f"turn {rng.randint(4, 15)}", *lines, "begin fire"]))
        except BeachheadError:
            continue
        name = piece_name(unit(units[0]))
        if fire_danger.covering(state.position, state.position.hex[unit(name)]):
            return state, name
