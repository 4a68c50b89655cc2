"""The suite passes an honest game and catches dishonest ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import toy
from beachhead.kernel.chance import Generator
from beachhead.kernel.plain import dataclass
from beachhead.kernel.play import Decision, State
from beachhead.kernel.rulebook import rule
from beachhead.suites.conformance import Conformance
from beachhead.suites.saves import SaveConformance

DATA = Path(__file__).parents[1] / "data"


class TestPicket(Conformance):
    game = toy.GAME
    games = 8
    thinking = 0.5

    def told(self, state: State[Any], seat: str | None) -> str:
        page, decision = self.game.page(), None if state.over else state.decision
        counters = page.counters(state.position, seat)
        book = page.flipbook(state.position, seat, decision)
        return f"{super().told(state, seat)} {counters} {book}"


class TestPicketSaves(SaveConformance):
    game = toy.GAME
    games = 4
    kept = (DATA / "picket-short.json",)


def suite_for(game: toy.PicketGame) -> Conformance:
    class Suite(Conformance):
        games = 6
        thinking = 1.0

    Suite.game = game
    return Suite()


def broken(**steps: Callable[..., Any]) -> toy.PicketGame:
    """Picket with some of its steps replaced."""
    game = toy.PicketGame()
    game.steps = toy.Steps()
    for kind in ("doing", "asking"):
        for name, step in getattr(toy.steps, kind).items():
            getattr(game.steps, kind)[name] = steps.get(name.partition(".")[2], step)
    return game


def test_a_leaking_view_is_caught() -> None:
    class Leaking(toy.PicketGame):
        def see(self, position: toy.Picket, seat: str | None) -> dict[str, Any]:
            return super().see(position, seat) | {"debug": position.mines[:]}

    with pytest.raises(AssertionError, match="depends on what it cannot know"):
        suite_for(Leaking()).test_views_and_options_leak_nothing()


def test_a_view_that_tells_spectators_a_secret_is_caught() -> None:
    class Leaking(toy.PicketGame):
        def see(self, position: toy.Picket, seat: str | None) -> dict[str, Any]:
            secret = position.mines[:] if seat is None else []
            return super().see(position, seat) | {"debug": secret}

    with pytest.raises(AssertionError, match="None is told depends on what it cannot know"):
        suite_for(Leaking()).test_views_and_options_leak_nothing()


@dataclass(slots=True, eq=False)
class Spied(toy.Picket):
    """Red may have seen where blue's mine lies, and nobody else knows whether he has."""

    spied: bool = False


class SpyGame(toy.PicketGame):
    position = Spied

    def begin(self, scenario: str, options: Any) -> Spied:
        position = super().begin(scenario, options)
        return Spied.from_data(position.to_data() | {"spied": True})

    def see(self, position: Any, seat: str | None) -> dict[str, Any]:
        mine = position.mines[0] if seat == "red" and position.spied else None
        return super().see(position, seat) | {"seen": mine}

    def redeal(self, position: Any, seat: str | None, generator: Generator) -> None:
        mine = position.mines[0]
        super().redeal(position, seat, generator)
        if seat != "red":
            position.spied = bool(generator.pick(2))
        elif position.spied:
            position.mines[0] = mine


def test_what_another_seat_knows_may_be_dealt_anew() -> None:
    suite_for(SpyGame()).test_views_and_options_leak_nothing()


@pytest.mark.parametrize("told", ["blue", None])
def test_a_view_that_tells_what_another_seat_knows_is_caught(told: str | None) -> None:
    class Leaking(SpyGame):
        def see(self, position: Any, seat: str | None) -> dict[str, Any]:
            knows = position.spied if seat == told else None
            return super().see(position, seat) | {"red knows": knows}

    with pytest.raises(AssertionError, match=f"{told!r} is told depends on what it cannot know"):
        suite_for(Leaking()).test_views_and_options_leak_nothing()


def test_a_page_that_tells_a_secret_is_caught() -> None:
    class Suite(Conformance):
        game = toy.GAME
        thinking = 1.0

        def told(self, state: State[Any], seat: str | None) -> str:
            return f"{super().told(state, seat)} {state.position.mines}"

    with pytest.raises(AssertionError, match="depends on what it cannot know"):
        Suite().test_views_and_options_leak_nothing()


def test_a_leaking_option_label_is_caught() -> None:
    def telling_move(position: toy.Picket, side: int) -> Decision:
        decision = toy.move(position, side).on(position)
        for option in decision.options:
            if option.value == position.mines[1 - side]:
                option._label = option.label + " (careful)"
        return decision

    with pytest.raises(AssertionError, match="depends on what it cannot know"):
        suite_for(broken(move=telling_move)).test_views_and_options_leak_nothing()


def test_a_text_that_will_read_another_position_is_caught() -> None:
    def waiting_lay_mine(position: toy.Picket, side: int) -> Decision:
        decision = toy.lay_mine(position, side)

        def tell_later(position: toy.Picket, hex_: int, side: int) -> None:
            toy.mine_laid(position, hex_, side)
            position.tell("1b", toy.MINE, lambda: f"Mines: {position.mines}.")

        decision.then = tell_later
        return decision

    suite = suite_for(broken(lay_mine=waiting_lay_mine))
    with pytest.raises(AssertionError, match="its text holds"):
        suite.test_decisions_and_events_describe_themselves()


def test_a_leaking_event_is_caught() -> None:
    def telling_lay_mine(position: toy.Picket, side: int) -> Decision:
        decision = toy.lay_mine(position, side)

        def tell_all(position: toy.Picket, hex_: int, side: int) -> None:
            toy.mine_laid(position, hex_, side)
            position.tell("1b", toy.MINE, f"It lies in {toy.GRID.name(hex_)}.")

        decision.then = tell_all
        return decision

    with pytest.raises(AssertionError, match="events tell"):
        suite_for(broken(lay_mine=telling_lay_mine)).test_events_leak_nothing()


def test_a_nondeterministic_step_is_caught() -> None:
    def restless_next_turn(position: toy.Picket) -> None:
        position.scores[0] += random.SystemRandom().randrange(1000)
        toy.next_turn(position)

    with pytest.raises((AssertionError, toy.RecordError)):
        suite_for(broken(next_turn=restless_next_turn)).test_a_record_replays_byte_for_byte()


def test_a_stale_cache_is_caught() -> None:
    reachable: dict[int, list[Any]] = {}
    held: list[toy.Picket] = []  # else another position may come to lie in the same place

    def cached_move(position: toy.Picket, side: int) -> Decision:
        held.append(position)
        decision = toy.move(position, side).on(position)
        stale = reachable.setdefault(id(position), decision.options)
        return Decision("blue", decision.prompt, "2", toy.moved, stale, (side,), topic=toy.SCOUT)

    with pytest.raises(AssertionError):
        suite_for(broken(move=cached_move)).test_looking_changes_nothing_and_nothing_is_stale()


def test_a_question_that_changes_the_position_is_caught() -> None:
    def greedy_move(position: toy.Picket, side: int) -> Decision:
        position.scores[side] += 1
        return toy.move(position, side)

    with pytest.raises(AssertionError):
        suite_for(broken(move=greedy_move)).test_looking_changes_nothing_and_nothing_is_stale()


def test_a_shared_copy_is_caught() -> None:
    class Sharing(toy.Picket):
        def copy(self) -> toy.Picket:
            clone = super().copy()
            clone.scores = self.scores
            return clone

    class SharingGame(toy.PicketGame):
        position = Sharing

        def begin(self, scenario: str, options: Any) -> toy.Picket:
            position = super().begin(scenario, options)
            return Sharing(
                **{name: getattr(position, name) for name in position.to_data()}
                | {"agenda": position.agenda}
            )

    with pytest.raises(AssertionError, match="changed the original"):
        suite_for(SharingGame()).test_a_copy_is_independent()


def test_an_unknown_rule_is_caught() -> None:
    def citing_move(position: toy.Picket, side: int) -> Decision:
        decision = toy.move(position, side).on(position)
        decision.rule = "99"
        return decision

    with pytest.raises(AssertionError, match="no rule '99'"):
        suite_for(broken(move=citing_move)).test_labels_cite_existing_rules()


def test_the_mark_keeps_the_function() -> None:
    marked = rule("picket", "1")(toy.move)
    assert marked is toy.move


def test_a_sampler_with_a_favorite_is_caught() -> None:
    def lay_anywhere(position: toy.Picket, side: int) -> Decision:
        decision = toy.lay_mine(position, side)
        values = [option.value for option in decision.options]
        decision.sample = lambda _position, pick, _side: values[min(pick(4), 2)]
        return decision

    with pytest.raises(AssertionError, match="some options are drawn more often"):
        suite_for(
            broken(lay_mine=lay_anywhere)
        ).test_samples_are_options_each_as_likely_as_the_others()


def test_a_sampler_that_draws_what_is_no_option_is_caught() -> None:
    def lay_outside(position: toy.Picket, side: int) -> Decision:
        decision = toy.lay_mine(position, side)
        decision.sample = lambda _position, pick, _side: pick(9)
        return decision

    with pytest.raises(AssertionError, match="drawn"):
        suite_for(
            broken(lay_mine=lay_outside)
        ).test_samples_are_options_each_as_likely_as_the_others()


def test_an_even_sampler_passes() -> None:
    def lay_somewhere(position: toy.Picket, side: int) -> Decision:
        decision = toy.lay_mine(position, side)
        values = [option.value for option in decision.options]
        decision.sample = lambda _position, pick, _side: values[pick(len(values))]
        return decision

    suite_for(
        broken(lay_mine=lay_somewhere)
    ).test_samples_are_options_each_as_likely_as_the_others()
