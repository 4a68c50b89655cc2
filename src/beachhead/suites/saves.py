"""What every save of a game owes its players. The tests of a game inherit it:

    class TestMySaves(SaveConformance):
        game = my_game
        kept = sorted(Path("saves").glob("mygame-*"))

Games are saved and opened again at random moments, ever rarer because it takes ever longer, and go
on as if nothing had happened. What was kept by earlier versions, records as .json and situations as
.txt, still opens.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from beachhead.kernel import record as records
from beachhead.kernel.play import MissingError
from beachhead.kernel.record import Record
from beachhead.suites.conformance import RandomGames


class SaveConformance(RandomGames):
    """The suite. See the module's description."""

    kept: ClassVar[Sequence[Path]] = ()
    """Records and situations that were kept, by any version."""

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """A test for each game, and one for each kept file."""
        if "number" in metafunc.fixturenames:
            metafunc.parametrize("number", range(self.games))
        if "file" in metafunc.fixturenames:
            metafunc.parametrize("file", self.kept, ids=[each.name for each in self.kept])

    def test_a_game_saved_and_opened_goes_on_as_if_it_had_not_been(
        self, number: int, tmp_path: Path
    ) -> None:
        whole, state = tmp_path / "whole.json", self.start(number)
        record = Record(self.game, state.scenario, dict(state.options), seed=number)
        kept = Record(self.game, state.scenario, dict(state.options), seed=number)
        rng = random.Random(number)
        moment = rng.randint(0, 9)
        while not record.state.over:
            if len(record.choices) >= moment:
                moment = len(record.choices) + rng.randint(1, 10 + 2 * len(record.choices))
                kept.save(whole)
                kept = records.replay(self.game, records.read(whole))
                assert kept.state == record.state
                assert kept.dumps() == record.dumps()
                self.look(record)
            choice = self.pick(record.state, rng).id
            record.choose(choice)
            kept.choose(choice)
        assert kept.dumps() == record.dumps()
        assert records.verify(self.game, records.parse(kept.dumps()))

    def look(self, record: Record[Any]) -> None:
        """A game that begins from the situation at this moment asks the same."""
        try:
            text = self.game.write(record.state.position)
        except MissingError:
            return
        state = Record(self.game, start=text).state
        assert state.digest() == record.state.digest()
        assert [each.id for each in state.decision.options] == [
            each.id for each in record.state.decision.options
        ]

    def test_what_was_kept_opens(self, file: Path) -> None:
        if file.suffix == ".txt":
            record = Record(self.game, seed=1, start=file.read_text(encoding="utf-8"))
        else:
            document = records.read(file)
            record, halt = records.resume(self.game, document)
            assert halt is None
            assert records.verify(self.game, document)
        again = records.replay(self.game, records.parse(record.dumps()))
        assert again.state == record.state
        assert again.dumps() == record.dumps()
