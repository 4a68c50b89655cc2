"""Every decision of Omaha describes itself, and what happens is told in a manner of its own."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import beachhead
from beachhead.kernel.figures import percent
from beachhead.kernel.play import Chance, Decision, Event, Option, State
from beachhead.kernel.telling import Kind
from beachhead.omaha.german_fire.losses import line_of_fire
from beachhead.omaha.odds.attack_odds import attack_preview
from beachhead.omaha.odds.prospects import AttackProspect, Barrage, Going, Landing
from beachhead.omaha.page import OmahaPage
from beachhead.omaha.page.charts import every_chart
from beachhead.omaha.table import telling
from beachhead.omaha.table.state import OmahaTable
from players import PLAYERS
from situations import play, situation, unit

KINDS = [each for each in vars(telling).values() if isinstance(each, Kind)]
PAGE = OmahaPage()
BOARD = set(re.findall(r' id="([^"]*)"', PAGE.board()))
CHARTS = {each.id: each for each in every_chart()}
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("easy-fox", {}),
    ("first-waves", {"players": 2}),
    ("beyond-the-beach", {"german-armor": True}),
    ("d-day-at-omaha-beach", {"german-armor": True, "early-german-actions": True}),
)


def sample(decision: Decision, rng: random.Random) -> list[Option]:
    options = decision.options
    return options if len(options) <= 30 else rng.sample(options, 30)


def unplaced(table: OmahaTable, tags: set[str]) -> set[str]:
    """Pieces that are on the board only once they are placed."""
    return {tag for tag in tags if tag.startswith("unit-")} if table.phase != "action" else set()


def check_decision(state: State[OmahaTable], there: set[str], rng: random.Random) -> None:
    decision, table = state.decision, state.position
    told = decision.briefing
    assert told.step, decision.kind
    assert told.must, decision.kind
    assert set(told.charts) <= CHARTS.keys()
    about = set(decision.about)
    assert about <= there | unplaced(table, about), (decision.kind, about - there)
    assert set(decision.around) <= there, decision.kind
    decision.risks()
    decision.built()
    for listed in (decision._choices, decision._prompt):
        assert getattr(listed, "__closure__", None) is None, decision.kind
    for option in sample(decision, rng):
        shown = decision.shows(option)
        lights = set(option.touches if shown.lights is None else shown.lights)
        assert lights <= there | unplaced(table, lights), (option.id, lights - there)
        assert set(shown.way) <= there, option.id
        decision.risks(option)
        decision.unsaid(option)
        decision.built(option)


def check_event(event: Event) -> None:
    assert event.manner in KINDS, event
    assert event.kind == event.manner.id
    assert all(tag.partition("-")[0] in TAGS for tag in (*event.touches, *event.way)), event
    if event.manner.motion == "shoot":
        assert event.way, event
    if event.manner.motion in ("travel", "leave", "aim", "hit", "loss"):
        assert any(tag.startswith(("unit-", "post-")) for tag in event.touches), event
    if event.cell is not None:
        chart, row, column = event.cell
        keys = CHARTS[chart].keys
        assert keys is not None, event
        assert row in keys.rows, event
        assert column in keys.columns, event


TAGS = ("unit", "post", "position", "hex", "box", "exit", "fire")


@pytest.mark.parametrize(("scenario", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_every_decision_describes_itself(scenario: str, options: dict[str, Any]) -> None:
    state, rng = beachhead.load("omaha").setup(scenario, options, seed=11), random.Random(11)
    kinds: set[str] = set()
    while not state.over:
        assert not isinstance(state.decision, Chance)
        if state.decision.kind not in kinds or rng.random() < 0.15:
            kinds.add(state.decision.kind)
            there = BOARD | set(re.findall(r' id="([^"]*)"', PAGE.counters(state.position, None)))
            check_decision(state, there, rng)
        for event in state.apply(PLAYERS["busy random"](state, rng)):
            check_event(event)
    assert len(kinds) > 5


def test_kinds_of_events_have_ids_of_their_own() -> None:
    assert len({kind.id for kind in KINDS}) == len(KINDS)


def test_chance_has_a_topic_too() -> None:
    state = beachhead.load("omaha").setup("first-waves")
    assert isinstance(state.decision, Chance)
    assert (state.decision.kind, state.decision.briefing.step) == ("draw", "A card is drawn")


# --- what is being put together


BEACH = """
    turn 7 action; begin action
    0711 A/1/16, B/1/16; 0712 C/1/16, 16HQ; 0513 1/B/741
    WN62N ? depth?; WN62S ?; naval 1
"""


def test_what_an_option_leads_to() -> None:
    state = situation(BEACH)
    play(state)
    built = {each.id: state.decision.built(each) for each in state.decision.options}
    assert isinstance(built["act-A/1/16"], Going)
    assert isinstance(built["attack-WN62N"], AttackProspect)
    assert built["attack-WN62N"].by_all
    assert built["naval-WN62N"] == Barrage(built["attack-WN62N"].post)
    assert built["done"] is None
    play(state, "attack-WN62N")
    attack = state.decision.built()
    (joining, *_) = [each for each in state.decision.options if each.id.startswith("unit-")]
    assert state.decision.built(joining).attackers == (*attack.attackers, joining.value)
    by_ships = state.decision.find("naval-fire")
    assert by_ships is not None
    assert state.decision.built(by_ships).naval


def test_all_who_can_join_are_those_who_are_offered_one_after_the_other() -> None:
    state = situation(BEACH)
    play(state)
    option = state.decision.find("attack-WN62N")
    assert option is not None
    everybody = state.decision.built(option).attackers
    play(state, "attack-WN62N")
    while joining := [each for each in state.decision.options if each.id.startswith("unit-")]:
        state.apply(joining[0])
    assert {*state.decision.built().attackers} == {*everybody}


def test_a_piece_in_a_box_is_to_land() -> None:
    state = beachhead.load("omaha").setup("first-waves", seed=3)
    while state.decision.kind != "arrival_placed":
        state.apply(state.decision.options[0])
    assert isinstance(state.decision.built(state.decision.options[0]), Landing)


def test_a_barrage_carries_its_chance() -> None:
    state = situation(BEACH)
    play(state, "act-1/B/741")
    option = state.decision.find("barrage-WN62N")
    assert option is not None
    assert state.decision.shows(option).hostile
    figure = next(each for each in state.decision.figures() if each.text.startswith("barrage"))
    assert figure.at in option.touches
    chance = figure.text.removeprefix("barrage\n")
    assert chance in "".join(state.odds(option)).replace(" ", "")
    assert chance in figure.words


# --- the page reads it


def test_the_page_shows_what_decisions_say() -> None:
    state = situation(BEACH)
    play(state)
    table, decision = state.position, state.decision
    assert PAGE.flipbook(table, "us", decision).now.step == "Choosing actions"
    assert not any(decision.shows(option).way for option in decision.options)
    assert decision.about == ()
    assert PAGE.odds(table, decision, {"unit": "A/1/16"}).hexes.keys() == {"0711"}


def test_ending_too_early_says_what_is_given_up() -> None:
    """7.1, 7.2, 7.63 Free actions, paid ones, and what will cost; nothing once nothing is left."""
    state = situation(f"{BEACH}; 0612 D/1/16, E/2/16, F/2/16")
    play(state)
    left = state.decision.briefing.left
    assert re.match(r"\d+ free actions are left\. 1st Division: 2 actions left\. ", left)
    assert "one of them must be eliminated at the end of the US Action Phase." in left
    alone = situation("turn 7 action; begin action; 0711 A/1/16 disrupted; 0612 B/1/16")
    play(alone)
    assert alone.decision.briefing.left.startswith("1 free action is left. 1st Division: ")
    while not alone.decision.find("end"):
        alone.apply(alone.decision.options[0])
    assert alone.decision.kind == "action_chosen"
    assert alone.decision.briefing.left == ""


def test_engineers_say_what_could_be_cleared() -> None:
    state = situation("turn 4 engineer; begin engineer; 0612 A/1/16")
    play(state)
    assert re.fullmatch(r"\d+ more hex(es)? can be cleared\.", state.decision.briefing.left)


def test_the_danger_in_a_hex_is_that_of_the_next_fire() -> None:
    state = situation(BEACH)
    play(state, "act-A/1/16")
    (here, *_), told = (
        state.decision.figures(),
        PAGE.odds(state.position, state.decision, {"unit": "A/1/16"}),
    )
    danger = told.hexes["0711"]
    assert here.at == "hex-0711"
    assert here.text == percent(danger.hit, "%")
    assert here.look == ("high" if danger.loss >= 0.25 else "some" if danger.hit else "none")
    assert here.words == (
        f"next German fire there: {percent(danger.loss, '%')} to lose a step, "
        f"{percent(danger.disrupted, '%')} to be disrupted"
    )


def test_leaders_have_no_figures() -> None:
    state = situation(BEACH)
    play(state, "act-16 HQ")
    assert state.decision.kind == "deed_chosen"
    assert state.decision.figures() == []


# --- the card of an attack


def test_the_card_of_an_attack_on_a_german_who_lies_face_down() -> None:
    state = situation(BEACH)
    play(state, "attack-WN62N")
    told = PAGE.flipbook(state.position, "us", state.decision).sum
    assert told is not None
    us, german = told.sides
    assert (told.title, us.name, german.name) == ("Attack on WN62N", "US", "German")
    assert (german.total, german.who, told.versus) == (None, "face down", "against")
    assert us.who.split(", ") == [tag[5:] for tag in told.touches if tag.startswith("unit-")]
    assert told.facts[0].text.startswith("Weapons: ")
    assert told.caption == "How likely each outcome is, over all that may lie there"
    assert sum(each.chance for each in told.chances) == pytest.approx(1)


def test_the_card_of_an_attack_on_a_german_who_is_known() -> None:
    state = situation(
        BEACH.replace("WN62N ? depth?", 'WN62N "1 BG"').replace("B/1/16", "B/1/16 hero")
    )
    play(state, "attack-WN62N")
    for choice in ("unit-B/1/16", "naval-fire"):
        if state.decision.find(choice):
            state.apply(choice)
    told = PAGE.flipbook(state.position, "us", state.decision).sum
    assert told is not None
    preview = attack_preview(state.position, *state.decision.arguments)
    _, german = told.sides
    assert german.total == preview["german"]["strength"]
    assert german.who == "needs BG"
    assert told.versus in ("at least double", "greater", "equal", "less")
    facts = {fact.text: fact.lacking for fact in told.facts}
    assert ("Missing: BG" in facts) == bool(preview["german"]["missing"])
    assert facts.get("Missing: BG", True)
    assert ("Flanked" in facts) == preview["flanking"]
    assert ("With naval fire" in facts) == preview["naval"]
    assert any(text.startswith("Terrain ") for text in facts)
    assert any(text.endswith(" helps") for text in facts) == bool(preview["hero"])
    hero = ", the hero helping where it is best" if preview["hero"] else ""
    assert told.caption == f"What comes of it{hero}"


# --- what cards are drawn for


def test_cards_say_what_they_are_drawn_for() -> None:
    """2.3d Landings and events use their sections, all else that for fire."""
    state, rng = beachhead.load("omaha").setup("first-waves", seed=3), random.Random(3)
    uses: dict[str, set[str]] = {}
    while not state.over:
        for event in state.apply(PLAYERS["busy random"](state, rng)):
            if event.manner is telling.CARD:
                kind = event.text.partition("drawn as the ")[2].removesuffix(" card.")
                uses.setdefault(event.detail["use"], set()).add(kind)
    assert uses["landing"] == {"east landing", "west landing"}
    assert uses["event"] == {"event"}
    assert {"east fire", "west fire"} <= uses["fire"]
    assert uses.keys() == {"landing", "event", "fire"}


# --- what happens, on the map


def test_a_hit_comes_from_the_position_that_fires() -> None:
    state = situation("turn 7 fire; begin fire; 0611 A/1/16, B/1/16; WN61 ? depth?; WN62N ?")
    events = state.advance()
    while state.position.phase == "fire":
        events += state.apply(state.decision.options[0])
    fired = [event for event in events if event.kind == "fire" and event.detail["hits"]]
    hurt = [event for event in events if event.kind in ("step-loss", "disrupted", "eliminated")]
    lines = {(event.way[0], tag) for event in fired for tag in event.way[1:]}
    assert hurt
    assert {event.way for event in hurt} == lines


@pytest.mark.parametrize(
    ("why", "way"),
    [
        ("under mortar fire from C3", ("position-C3", "unit-A/1/16")),
        ("by a patrol from 0828", ("position-0828", "unit-A/1/16")),
        ("under fire from WN61 and WN62", ("position-WN61", "unit-A/1/16")),
        ("under fire from 2/2/352PzJ", ("post-2/2/352PzJ", "unit-A/1/16")),
        ("under artillery fire", ()),
        ("by the rising tide", ()),
    ],
)
def test_where_losses_come_from(why: str, way: tuple[str, ...]) -> None:
    assert line_of_fire(unit("A/1/16"), why) == way
