"""What every notation owes its users. The tests of a game with a notation inherit it:

    class TestMyNotation(NotationConformance):
        game = my_game
        mistakes = [("turn 99", "the turn must be a number")]
        document = section("notation.md", "## My game")

Positions of random games are written and read, whoever must decide; so are those of
`random_table`, which need not make sense. Mistakes must be named with their line and word.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any, ClassVar

from beachhead.kernel.chance import Dealer
from beachhead.kernel.notation import SituationError
from beachhead.kernel.play import Result, State
from beachhead.suites.conformance import RandomGames


class NotationConformance(RandomGames):
    """The suite. See the module's description."""

    thinking: ClassVar[float] = 0.05
    tables: ClassVar[int] = 40
    """How many random tables are written and read."""
    mistakes: ClassVar[Sequence[tuple[str, str]]]
    """A situation with a mistake in it, and what must be said about it."""
    document: ClassVar[str]
    """What is written about the notation: an example, and tables of lines that can be read."""
    lines: ClassVar[int] = 12
    """At least as many lines stand in those tables."""

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """A test for each game, and one for each mistake."""
        if "number" in metafunc.fixturenames:
            metafunc.parametrize("number", range(self.games))
        if "mistake" in metafunc.fixturenames:
            metafunc.parametrize("mistake", self.mistakes, ids=[text for text, _ in self.mistakes])

    def random_table(self, rng: random.Random) -> Any:
        """A position that need not make sense, every field of it within its range."""
        raise NotImplementedError

    def again(self, position: Any) -> Any:
        """A position written and read, which must be the same."""
        text = self.game.write(position)
        twin = self.game.read(text)[2]
        assert twin == position, text
        assert self.game.write(twin) == text
        return twin

    # --- positions

    def test_positions_of_random_games_come_back(self, number: int) -> None:
        """With their scenario, their options, and what can be chosen; and what a seat writes does
        not depend on what it cannot know."""
        for state, rng, look in self.walk_one(number):
            if look:
                self.look(state, rng)
        self.again(state.position)

    def look(self, state: State[Any], rng: random.Random) -> None:
        text = self.game.write(state.position)
        scenario, options, position = self.game.read(text)
        assert position == state.position, text
        assert self.game.write(position) == text
        twin = State(self.game, *self.game.check(scenario, options), position)
        assert (twin.scenario, twin.options) == (state.scenario, state.options)
        assert _offered(twin) == _offered(state)
        for seat in (*state.seats, None):
            known = self.game.write_for(state.position, seat)
            other = state.determinize(seat, Dealer(rng.random().hex()))
            if other.position != state.position:
                assert self.game.write_for(other.position, seat) == known
            if known != text:
                self.again(self.game.read(known)[2])

    def test_random_tables_come_back(self) -> None:
        for seed in range(self.tables):
            self.again(self.random_table(random.Random(seed)))

    def test_a_finished_game_comes_back(self) -> None:
        state = self.start(0)
        rule = next(iter(self.game.rules.rules))
        text = 'Lost; "badly" # by 3\u2028points\n'
        state.position.finish(Result([state.seats[-1]], text, rule, {"points": -3}))
        assert self.again(state.position).result == state.position.result

    # --- mistakes

    def test_a_mistake_is_named_with_its_line_and_word(self, mistake: tuple[str, str]) -> None:
        text, says = mistake
        complaint = self.complaint(text)
        assert says in complaint
        assert re.match(r"line \d+: '", complaint)

    def complaint(self, text: str) -> str:
        """Why a situation cannot be read; empty if it can."""
        try:
            self.game.read(text)
        except SituationError as error:
            return str(error)
        return ""

    # --- the document

    def test_the_example_of_the_document_comes_back(self) -> None:
        self.again(self.game.read(example(self.document))[2])

    def test_every_line_in_the_tables_of_the_document_can_be_read(self) -> None:
        found = listed(self.document)
        assert len(found) >= self.lines
        for line in found:
            self.again(self.game.read(line)[2])


def example(document: str) -> str:
    """The first situation in a document."""
    found = re.search(r"```situation\n(.*?)```", document, re.DOTALL)
    assert found is not None, "no example"
    return found[1]


def listed(document: str) -> list[str]:
    """The lines of notation in the first columns of a document's tables; … stands for others."""
    rows = [line.split("|")[1] for line in document.splitlines() if line.startswith("| `")]
    return [code for row in rows for code in re.findall(r"`([^`]+)`", row) if "…" not in code]


def _offered(state: State[Any]) -> list[str]:
    return [option.id for option in state.decision.options]
