"""Omaha through the suite every game passes, with its invariants at every decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

import beachhead
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Event, Option, State
from beachhead.kernel.record import Record
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table.house_rules import HOUSE_RULES
from beachhead.omaha.table.ledger import ledger_problems
from beachhead.omaha.table.occupancy import Spots, posts_held, spots_of
from beachhead.omaha.table.state import OmahaTable, equipment, put_in_hex, put_in_post
from beachhead.suites.conformance import Conformance
from beachhead.suites.saves import SaveConformance
from documents import saved
from players import PLAYERS, busy_random
from situations import table_of, unit

GAME = beachhead.load("omaha")
HOUSE = dict.fromkeys(HOUSE_RULES, "alternative")
VARIANTS = dict.fromkeys(variants.rows(), True)


class TestOmaha(Conformance):
    game = GAME
    games = 7
    thinking = 0.1
    setups: ClassVar[list[tuple[str, dict[str, Any]]]] = [
        ("easy-fox", {}),
        ("first-waves", {"players": 2}),
        ("easy-fox", HOUSE),
        ("first-waves", {"players": 1, **dict(list(HOUSE.items())[::2])}),
        ("d-day-at-omaha-beach", VARIANTS),
        ("beyond-the-beach", {"players": 2}),
        ("beyond-the-beach", {**HOUSE, **VARIANTS, "early-german-actions": False}),
    ]

    def pick(self, state: State[Any], rng: random.Random) -> Option:
        return busy_random(state, rng)


class TestOmahaSaves(SaveConformance):
    game = GAME
    games = 4
    setups = TestOmaha.setups
    kept = saved("omaha")[:2]  # tests/test_saves.py opens them all


# --- a sample of the long runs


def played(number: int, player: str) -> Record[Any]:
    """A whole game: half of them with two players, half with house rules."""
    rng = random.Random(number)
    options: dict[str, Any] = {"players": 1 + number // 2 % 2}
    if number % 2:
        options |= {name: rng.choice(("default", "alternative")) for name in HOUSE}
    scenario = "easy-fox" if options["players"] == 1 and number % 4 else "first-waves"
    if number % 5 == 3:
        scenario = "beyond-the-beach"
    record = Record(GAME, scenario, options, seed=number)
    while not record.state.over:
        record.choose(PLAYERS[player](record.state, rng))
    return record


@pytest.mark.parametrize("player", PLAYERS)
def test_the_events_of_whole_games_agree_with_the_table(player: str) -> None:
    for number in range(5):
        record = played(number, player)
        assert ledger_problems(record) == []
        assert GAME.invariants(record.state.position) == []


# --- the ledger notices


@pytest.fixture(scope="module")
def game() -> Record[Any]:
    return played(1, "busy random")


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("step-loss", "steps, by the events"),
        ("eliminated", "by the events"),
        ("move", "is in hex"),
        ("land", "in box"),
        ("delay", "by the events in"),
        ("card", "cards are in the deck"),
    ],
)
def test_an_event_that_was_not_told_is_missed(
    game: Record[Any], kind: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless a later one puts right what somebody missed."""
    events = game.events
    numbers = [number for number, event in enumerate(events) if event.kind == kind]

    def is_missed(number: int) -> bool:
        monkeypatch.setattr(Record, "events", events[:number] + events[number + 1 :])
        return any(problem in text for text in ledger_problems(game))

    assert any(is_missed(number) for number in numbers[-9:])


def test_an_event_without_a_rule_is_noticed(
    game: Record[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Record, "events", [*game.events, Event("99.9", "odd", "Odd.")])
    assert "no rule '99.9': Odd." in ledger_problems(game)


# --- the invariants notice


def test_a_crowd_after_the_action_phase_is_noticed() -> None:
    table = GAME.setup("first-waves").position
    for name in ("A/1/16", "B/1/16", "C/1/16"):
        table.due = replaced(table.due, unit(name), -1)
        put_in_hex(table, unit(name), 200)
    assert not any("more than two" in text for text in GAME.invariants(table))
    table.phase = "end"
    assert any("more than two units" in text for text in GAME.invariants(table))


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda table: table.at.popitem(), "the pieces in each hex"),
        (lambda table: setattr(table, "ground", 1), "the hexes with US units"),
        (lambda table: setattr(table, "full", 1), "the hexes that are full"),
        (lambda table: setattr(table, "on_map", 0), "the pieces on the map"),
        (lambda table: setattr(table, "east", 0), "the pieces in the east"),
        (lambda table: setattr(table, "hex", (200, *table.hex[1:])), "the pieces in each hex"),
        (lambda table: setattr(table, "posts", 0), "the posts with German units"),
        (lambda table: setattr(table, "post_hexes", 0), "their hexes"),
        (lambda table: setattr(table, "unit", (7, *table.unit[1:])), "the posts with German units"),
    ],
)
def test_a_wrong_index_is_noticed(spoil: Callable[[Any], object], problem: str) -> None:
    table = GAME.setup("beyond-the-beach").position
    assert not any("are kept as" in text for text in GAME.invariants(table))
    spoil(table)
    assert any(f"{problem} are kept as" in text for text in GAME.invariants(table))


def test_whoever_is_put_somewhere_is_found_there() -> None:
    rng = random.Random(4)
    table = GAME.setup("beyond-the-beach").position
    for _ in range(300):
        put_in_hex(table, rng.randrange(90), rng.choice([-1, 200, 201, 202]))
        put_in_post(table, rng.randrange(95), rng.choice([-1, -2, 7]))
        assert kept(table) == (*spots_of(table.hex), *posts_held(table.unit))
    copied = table.copy()
    assert kept(copied) == kept(table)
    put_in_hex(copied, 89, 205)
    put_in_post(copied, 94, 5)
    assert copied.at[205] == 1 << 89
    assert 205 not in table.at
    assert kept(table) == (*spots_of(table.hex), *posts_held(table.unit))


def test_what_was_read_knows_who_is_where() -> None:
    table = GAME.setup("beyond-the-beach").position
    read = OmahaTable.from_data(table.to_data())
    assert kept(read) == kept(table)
    assert "at" not in table.to_data()


def kept(table: OmahaTable) -> tuple[Any, ...]:
    spots = Spots(table.at, table.ground, table.full, table.on_map, table.east)
    return (*spots, table.posts, table.post_hexes)


def test_a_unit_out_of_its_pool_is_noticed() -> None:
    table = GAME.setup("first-waves").position
    table.boxes["tactical"] -= 1
    assert any("tactical units" in text for text in GAME.invariants(table))


def test_a_game_that_goes_on_after_catastrophic_loss_is_noticed() -> None:
    table = GAME.setup("first-waves").position
    infantry = [each for each in equipment().units if each.regular_infantry and each.division == 1]
    for each in infantry[:8]:
        table.steps_left = replaced(table.steps_left, each.index, 1)
    assert any("has lost 8 infantry" in text for text in GAME.invariants(table))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("garrison 0711", "a garrison in 0711, which is no German position"),
        ("WN60 ?\ngarrison 0807", "a garrison and Germans in WN60"),
        ("base 1•37 1113 0", "engineer base 1•37 is not on the beach"),
        ("base_spaces = [99,0,0,0]", "is beyond its range track"),
        ("command_posts = [1,-1,-1,-1]", "16 HQ is a command post but not on the map"),
        ("0814 16HQ\ncommand_posts = [99,-1,-1,-1]", "beyond the command range track"),
        ("turn 12\nbase 1•37 0711 0", "something of the extended game on Turn 12"),
        ("exited = [[0,'Q',2]]", "which is no exit"),
        ("exited = [[0,'C',9]]", "has left with 9 steps"),
        ("0714 A/1/16\nexited = [[0,'C',2]]", "is still in play"),
        ("exited = [[0,'C',2],[0,'D',2]]", "has left the map twice"),
        ("1321 1/1/352PzJ", "German armor without the variant"),
        ("variants german-armor\n0714 1/1/352PzJ", "is off the road"),
        ("variants german-armor\n1321 1/1/352PzJ\narmor-entered 0", "1 armor units on the map"),
        ("armor_hex = [300,-1,-1,-1]", "is on the map or not"),
        ("scenario beyond-the-beach\nA3 TD?\neither 3 3", "units of set-up unseen"),
    ],
)
def test_trouble_of_the_extended_game_is_noticed(text: str, problem: str) -> None:
    lines = f"scenario d-day-at-omaha-beach\nturn 20\n{text}".replace("'", '"')
    assert any(problem in found for found in GAME.invariants(table_of(lines)))


@pytest.mark.parametrize("kind", ["garrison", "engineer-base", "command-post", "german-moved"])
def test_events_of_the_extended_game_are_missed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(3)
    for seed in range(9):
        record = Record(GAME, "beyond-the-beach", {}, seed=seed)
        while not record.state.over:
            record.choose(PLAYERS["greedy"](record.state, rng))
        last = [number for number, event in enumerate(record.events) if event.kind == kind]
        if last:
            break
    events = record.events

    def is_missed(number: int) -> bool:
        monkeypatch.setattr(Record, "events", events[:number] + events[number + 1 :])
        return ledger_problems(record) != []

    assert any(is_missed(number) for number in last[-5:]), "a range may stay as it is"
