"""What every game owes the table. A game's tests inherit it with two lines:

    class TestMyGame(Conformance):
        game = my_game

Each test plays random games and looks at them from one side. Subclasses may set how many games
of which scenarios are played, and add invariants of their own with `check_position`.

What not every game has is looked at by the suites beside this one: `packs`, `notation`, `drawing`
and `saves`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from beachhead.kernel import record as records
from beachhead.kernel.chance import Dealer, picker
from beachhead.kernel.orders import Order, lights, planned, proposal
from beachhead.kernel.plain import canonical
from beachhead.kernel.play import (
    CHANCE,
    Chance,
    Event,
    Game,
    Illegal,
    Option,
    Position,
    Refusal,
    State,
)
from beachhead.kernel.record import Record
from beachhead.kernel.telling import UNTOLD, Text
from beachhead.kernel.view import known_events

LONGEST_GAME = 50_000
"""More choices than any game needs: one that is not over by then never ends."""

SAMPLED, DRAWS, MOST_OPTIONS = 12, 12, 200
"""How samplers are tried: in so many places of a kind, so often for each of at most so many
options."""
UNLIKELY = 5.0
"""How many standard deviations of chi-square are no accident."""


class RandomGames:
    """The random games that a suite looks at."""

    game: ClassVar[Game[Any]]
    games: ClassVar[int] = 3
    """How many random games each test plays."""
    thinking: ClassVar[float] = 0.1
    """In which share of the decisions the costly looks are taken."""
    setups: ClassVar[Sequence[tuple[str, dict[str, Any]]] | None] = None
    """Scenario and options of the games played in turn; all scenarios by default."""

    def pick(self, state: State[Any], rng: random.Random) -> Option:
        """The choice that a random game makes next: any option, all alike."""
        return rng.choice(state.decision.options)

    def start(self, number: int) -> State[Any]:
        """A game before its first choice."""
        setups = self.setups or [(scenario, {}) for scenario in self.game.scenarios]
        scenario, options = setups[number % len(setups)]
        return self.game.setup(scenario, options)

    def starts(self) -> Iterator[tuple[int, State[Any]]]:
        for number in range(self.games):
            yield number, self.start(number)

    def walk_one(self, number: int) -> Iterator[tuple[State[Any], random.Random, bool]]:
        """Every decision of one game, and whether it is time for a costly look."""
        state, rng = self.start(number), random.Random(number)
        for _ in range(LONGEST_GAME):
            if state.over:
                break
            yield state, rng, rng.random() < self.thinking
            state.apply(self.pick(state, rng))
        assert state.over, f"game {number} is not over after {LONGEST_GAME} choices"

    def walk(self) -> Iterator[tuple[State[Any], random.Random, bool]]:
        """The same of all games."""
        for number in range(self.games):
            yield from self.walk_one(number)

    def play_record(self, number: int, state: State[Any]) -> Record[Any]:
        """One random game, with its record, dealt from a seed."""
        record = Record(self.game, state.scenario, dict(state.options), seed=number)
        rng = random.Random(number)
        while not record.state.over:
            record.choose(self.pick(record.state, rng))
        return record


def held_by(text: Text) -> list[Any]:
    """What a text that waits for a reader holds though it may change until then."""
    parts = (
        [text.func, *text.args, *text.keywords.values()] if isinstance(text, partial) else [text]
    )
    cells = [cell for part in parts for cell in getattr(part, "__closure__", None) or ()]
    held = [*parts, *(cell.cell_contents for cell in cells)]
    return [each for each in held if isinstance(each, Position | State | list | dict | set)]


class Conformance(RandomGames):
    """The suite. See the module's description."""

    def check_position(self, state: State[Any]) -> None:
        """Invariants of the game; looked at in every decision."""
        assert self.game.invariants(state.position) == []

    def told(self, state: State[Any], seat: str | None) -> str:
        """Everything that a seat is told at a moment; a game adds what its page tells."""
        return canonical(state.view(seat))

    # --- what decisions and events say about themselves

    def test_decisions_and_events_describe_themselves(self) -> None:
        """Each topic has its words, and answers whatever it is asked; what lists the options is a
        function of the position, since copies share the decision. Each event is of a kind that
        says how it is told."""
        for state, rng, thinking in self.walk():
            for event in state.news:
                assert event.manner is not UNTOLD, f"{event.kind}: nobody tells it"
                assert event.manner.id == event.kind
                assert not (held := held_by(event._text)), f"{event.kind}: its text holds {held}"
            decision = state.decision
            assert decision.topic.step, f"{decision.kind} has no heading"
            for part in (decision._choices, decision._prompt):
                assert not getattr(part, "__closure__", None), f"{decision.kind}: {part}"
            if not thinking or isinstance(decision, Chance):
                continue
            assert decision.briefing.must
            for option in (None, *rng.sample(decision.options, min(9, len(decision.options)))):
                decision.built(option)
                decision.risks(option)
                if option is not None:
                    held = held_by(option._label)
                    assert not held, f"{decision.kind}: the label of {option.id} holds {held}"
                    decision.unsaid(option)
                    decision.shows(option)

    # --- options

    def test_a_random_game_ends_with_a_result(self) -> None:
        for state, _, _ in self.walk():
            self.check_position(state)
            last = state
        assert last.result is not None
        assert last.result.text
        assert self.game.rules.exists(last.result.rule)
        assert set(last.result.winners) <= set(last.seats)

    def test_there_is_always_an_option_and_ids_differ(self) -> None:
        for state, _, _ in self.walk():
            options = state.decision.options
            assert options, f"no options: {state.decision.prompt}"
            ids = [option.id for option in options]
            assert len(set(ids)) == len(ids), f"two options with one id in {sorted(ids)}"
            assert state.decision.seat in (*state.seats, CHANCE)

    def test_every_option_applies(self) -> None:
        for state, _, look in self.walk():
            if look:
                for option in state.decision.options:
                    state.copy().apply(option.id)

    def test_labels_cite_existing_rules(self) -> None:
        for state, _, look in self.walk():
            decision = state.decision
            assert decision.prompt
            assert self.game.rules.exists(decision.rule), f"no rule {decision.rule!r}"
            if look:
                for option in decision.options:
                    assert option.id
                    assert option.label
                    rule = option.rule or decision.rule
                    assert self.game.rules.exists(rule), f"no rule {rule!r} ({option.label})"

    def test_events_cite_existing_rules(self) -> None:
        for number, state in self.starts():
            for event in self.play_record(number, state).events:
                assert event.text
                assert self.game.rules.exists(event.rule), f"no rule {event.rule!r} ({event.text})"

    def test_a_refused_choice_says_why_and_changes_nothing(self) -> None:
        for state, _, look in self.walk():
            if look:
                before = state.digest()
                refusal = _refusal(state, "no such choice")
                assert refusal is not None, "a choice that does not exist was accepted"
                assert refusal.text
                assert self.game.rules.exists(refusal.rule)
                assert state.digest() == before

    # --- plain data

    def test_a_copy_is_independent(self) -> None:
        for state, rng, look in self.walk():
            if look:
                clone, before = state.copy(), state.digest()
                assert clone == state
                for _ in range(12):
                    if not clone.over:
                        clone.apply(rng.choice(clone.decision.options))
                assert state.digest() == before, "playing on in a copy changed the original"

    def test_looking_changes_nothing_and_nothing_is_stale(self) -> None:
        """What a fresh reading of the saved position says is what the table says."""
        for state, _, look in self.walk():
            if look:
                before = state.digest()
                fresh = State(
                    self.game,
                    state.scenario,
                    state.options,
                    self.game.position.from_data(state.position.to_data()),
                )
                assert fresh == state
                assert fresh.digest() == before
                for seat in (*state.seats, None):
                    assert canonical(fresh.view(seat)) == canonical(state.view(seat))
                assert _listed(fresh) == _listed(state), "options depend on more than the position"
                assert state.digest() == before, "looking at the state changed it"

    # --- rollouts

    def test_a_rollout_plays_to_the_end_and_leaves_the_game_alone(self) -> None:
        for number, state in self.starts():
            before = state.digest()
            end = state.rollout(None, random.Random(number))
            assert end.result is not None
            assert end.result.text
            assert self.game.invariants(end.position) == []
            assert end.digest() == state.rollout(None, random.Random(number)).digest()
            assert state.digest() == before

    def test_samples_are_options_each_as_likely_as_the_others(self) -> None:
        """Where a decision can be sampled, in up to `SAMPLED` places of each kind: chi-square."""
        seen: Counter[str] = Counter()
        excess: defaultdict[str, float] = defaultdict(float)
        freedom: Counter[str] = Counter()
        for state, rng, _ in self.walk():
            decision = state.decision
            count, kind = len(decision.options), decision.kind
            if decision.sample is None or seen[kind] >= SAMPLED or count > MOST_OPTIONS:
                continue
            seen[kind] += 1
            before, pick = state.digest(), picker(rng)
            values = [canonical(option.value) for option in decision.options]
            drawn = Counter(canonical(decision.any_value(pick)) for _ in range(DRAWS * count))
            assert state.digest() == before, f"{kind}: drawing changed the position"
            assert drawn.keys() <= set(values), f"{kind}: {drawn.keys() - set(values)} drawn"
            alike = Counter(values)
            for value, options in alike.items():
                expected = DRAWS * options
                excess[kind] += (drawn[value] - expected) ** 2 / expected
            freedom[kind] += len(alike) - 1
        for kind, degrees in freedom.items():
            off = (excess[kind] - degrees) / max(1, 2 * degrees) ** 0.5
            assert off < UNLIKELY, f"{kind}: some options are drawn more often ({off:.1f} sigma)"

    # --- records

    def test_a_record_replays_byte_for_byte(self) -> None:
        for number, state in self.starts():
            record = self.play_record(number, state)
            again = records.replay(self.game, records.parse(record.dumps()))
            assert again.state == record.state
            assert again.state.digest() == record.state.digest()
            assert again.dumps() == record.dumps()
            assert _lines(again.events) == _lines(record.events)

    def test_the_same_seed_deals_the_same_game(self) -> None:
        for number, state in self.starts():
            first, second = self.play_record(number, state), self.play_record(number, state)
            assert first.dumps() == second.dumps()

    def test_undo_then_redo_is_identity(self) -> None:
        for number, state in self.starts():
            record = self.play_record(number, state)
            end, story = record.dumps(), _lines(record.events)
            rng = random.Random(number)
            chosen = [made for made, seat in enumerate(record.deciders) if seat != CHANCE]
            for _ in range(5):
                back = record.undo(rng.choice(chosen))
                assert record.state == record.at(back)
                while record.can_redo:
                    record.redo()
                assert record.dumps() == end
                assert _lines(record.events) == story

    def test_ids_are_stable_across_processes(self) -> None:
        """A fresh process, with another hash seed, plays the same game to the same digest."""
        number, state = next(self.starts())
        record = self.play_record(number, state)
        program = (
            f"import sys; sys.path[:] = {sys.path!r}\n"
            f"from {type(self).__module__} import {type(self).__qualname__} as Suite\n"
            "suite = Suite(); number, state = next(suite.starts())\n"
            "record = suite.play_record(number, state)\n"
            "print(record.state.digest(), len(record.choices))\n"
        )
        hash_seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
        ran = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.split() == [record.state.digest(), str(len(record.choices))]

    # --- orders

    def test_orders_and_proposals_are_what_the_rules_accept(self) -> None:
        """Whatever is proposed can be agreed with, and whatever lights up for a piece can be done,
        choice by choice, by the seat that decides."""
        for state, rng, look in self.walk():
            if look and not isinstance(state.decision, Chance):
                before, seat = state.digest(), state.decision.seat
                for order in self.some_orders(state, rng):
                    plan = planned(state, order)
                    clone = state.copy(history=False)
                    for choice in plan.now:
                        assert clone.decision.seat == seat
                        clone.apply(choice)
                    assert "," not in "".join(plan.now), "ids are listed with commas between them"
                assert state.digest() == before

    def test_orders_and_proposals_leak_nothing(self) -> None:
        """What a seat can order does not depend on what it cannot know."""
        for state, rng, look in self.walk():
            if look and not isinstance(state.decision, Chance):
                seat = state.decision.seat
                other = state.determinize(seat, Dealer(rng.random().hex()))
                seed = rng.random()
                told = [
                    [(order.text, order.note, planned(each, order)) for order in orders]
                    for each in (state, other)
                    for orders in [self.some_orders(each, random.Random(seed))]
                ]
                assert told[0] == told[1], f"what {seat!r} can order depends on what it cannot know"

    def some_orders(self, state: State[Any], rng: random.Random) -> list[Order]:
        """What is proposed, and what a piece and all that light up with it can do."""
        agreed, decision = proposal(state), state.decision
        found = [] if agreed is None else [agreed]
        if not (decision.topic.orders or decision.topic.drag):
            return found
        lit = lights(decision, rng.choice(decision.options))
        for pieces in ([rng.choice(lit)], list(lit)) if lit else ():
            with suppress(Illegal):
                found += rng.sample(orders := state.orders(pieces), min(4, len(orders)))
        return found

    # --- secrets

    def test_views_and_options_leak_nothing(self) -> None:
        """Deal anew what a seat cannot know, the knowledge of the others included: neither its
        view nor its options may change, nor a spectator's."""
        for state, rng, look in self.walk():
            if look:
                for seat in (*state.seats, None):
                    other = state.determinize(seat, Dealer(rng.random().hex()))
                    assert self.told(other, seat) == self.told(state, seat), (
                        f"what {seat!r} is told depends on what it cannot know"
                    )

    def test_events_leak_nothing(self) -> None:
        """Where the view hides from a seat which of two things was done, so do the events."""
        for state, rng, look in self.walk():
            if look:
                options = state.decision.options
                sample = rng.sample(options, min(4, len(options)))
                for seat in (*state.seats, None):
                    told: dict[str, tuple[str, str]] = {}
                    for option in sample:
                        clone = state.copy()
                        words = canonical(known_events(clone.apply(option.id), seat))
                        truth = clone.digest()
                        first = told.setdefault(canonical(clone.view(seat)), (truth, words))
                        assert first[0] == truth or first[1] == words, (
                            f"events tell {seat!r} more than its view does"
                        )

    def test_determinizations_agree_with_the_view_and_play_on(self) -> None:
        for state, rng, look in self.walk():
            if look:
                for seat in (*state.seats, None):
                    other = state.determinize(seat, Dealer(rng.random().hex()))
                    self.check_position(other)
                    for _ in range(12):
                        if not other.over:
                            other.apply(rng.choice(other.decision.options))


def _refusal(state: State[Any], choice: str) -> Refusal | None:
    try:
        state.apply(choice)
    except Illegal as illegal:
        return illegal.refusal
    return None


def _lines(events: list[Event]) -> str:
    return "\n".join(canonical(event.to_data()) for event in events)


def _listed(state: State[Any]) -> list[tuple[str, str]]:
    return [(option.id, option.label) for option in state.decision.options]
