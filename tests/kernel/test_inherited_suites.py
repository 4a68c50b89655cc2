"""The suites of notations, drawings and saves pass an honest game and catch dishonest ones."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, ClassVar

import pytest

import toy
from beachhead.errors import BeachheadError
from beachhead.kernel.notation import SituationError
from beachhead.kernel.plain import canonical
from beachhead.suites.drawing import DrawingConformance
from beachhead.suites.notation import NotationConformance
from beachhead.suites.saves import SaveConformance

HEXES = [*toy.GRID.numbers]


class Drawn(toy.PicketGame):
    """Picket with a board: the hexes, and the scouts on them."""

    board_part = "hex"

    def svg(self, position: toy.Picket | None, seat: str | None = None, **wanted: Any) -> str:
        around = wanted.get("around")
        if around not in (None, *HEXES):
            raise BeachheadError(f"around: there is no {around}")
        wide = 90 if around is None else 30
        tags = [f"hex-{each}" for each in HEXES]
        tags += ["legend"] if wanted.get("legend", True) else []
        tags += [] if position is None else self.tags(position, seat)
        shapes = "".join(f'<g id="{tag}"/>' for tag in tags)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {wide}">'
        return f"{head}{shapes}</svg>"

    def tags(self, position: toy.Picket, seat: str | None) -> list[str]:
        return [f"scout-{side}-{hex_}" for side, hex_ in enumerate(position.scouts)]


class PicketBoard(DrawingConformance):
    game = Drawn()
    games = 3
    thinking = 1.0
    part: ClassVar[dict[str, Any]] = {"around": "0101"}
    nowhere = "0909"


class TestPicketBoard(PicketBoard):
    pass


def board(game: Drawn) -> PicketBoard:
    class Suite(PicketBoard):
        pass

    Suite.game = game
    return Suite()


def test_a_drawing_that_tells_a_secret_is_caught() -> None:
    class Leaking(Drawn):
        def tags(self, position: toy.Picket, seat: str | None) -> list[str]:
            return [f"mine-{side}-{mine}" for side, mine in enumerate(position.mines)]

    with pytest.raises(AssertionError, match=r"the drawing tells .* too much"):
        board(Leaking()).test_positions_of_random_games_are_drawn(1)


def test_an_id_given_twice_is_caught() -> None:
    class Twice(Drawn):
        def tags(self, position: toy.Picket, seat: str | None) -> list[str]:
            return ["scout", "scout"]

    with pytest.raises(AssertionError, match=r"named more than once: \['scout'\]"):
        board(Twice()).test_positions_of_random_games_are_drawn(0)


def test_a_drawing_without_what_an_option_touches_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(globals(), "HEXES", ["0101"])
    with pytest.raises(AssertionError, match="which is not drawn"):
        board(Drawn()).test_positions_of_random_games_are_drawn(0)


def test_a_drawing_that_differs_from_time_to_time_is_caught() -> None:
    class Fickle(Drawn):
        def tags(self, position: toy.Picket, seat: str | None) -> list[str]:
            return [f"at-{id(position)}"]

    with pytest.raises(AssertionError):
        board(Fickle()).test_positions_of_random_games_are_drawn(0)


# --- notations


class Written(toy.PicketGame):
    """Picket with a notation: what is on the table, as JSON."""

    def write(self, position: toy.Picket) -> str:
        return canonical(position.to_data())

    def write_for(self, position: toy.Picket, seat: str | None) -> str:
        known = position.copy()
        for side, name in enumerate(toy.SEATS):
            if name != seat:
                known.deck = sorted(known.deck + known.hands[side])
                known.hands[side], known.mines[side] = [], -1
        return self.write(known)

    def read(self, text: str) -> tuple[str, dict[str, Any], toy.Picket]:
        try:
            position = toy.Picket.from_data(json.loads(text))
        except ValueError as error:
            raise SituationError(f"line 1: {text!r}: this is not JSON") from error
        return "short" if position.turns == 2 else "long", {"dice": position.dice}, position


class PicketNotation(NotationConformance):
    game = Written()
    games = 4
    thinking = 0.5
    tables = 5
    mistakes = (("nonsense", "this is not JSON"),)
    start_of_all = canonical(toy.Picket().to_data())
    document = f"```situation\n{start_of_all}\n```\n| `{start_of_all}` |"
    lines = 1

    def random_table(self, rng: random.Random) -> toy.Picket:
        return toy.Picket(turn=rng.randrange(9), scores=[rng.randrange(99), 0])


class TestPicketNotation(PicketNotation):
    pass


def notation(game: Written) -> PicketNotation:
    class Suite(PicketNotation):
        pass

    Suite.game = game
    return Suite()


def test_a_notation_that_forgets_something_is_caught() -> None:
    class Forgetful(Written):
        def write(self, position: toy.Picket) -> str:
            return canonical({**position.to_data(), "scores": [0, 0]})

    suite = notation(Forgetful())
    with pytest.raises(AssertionError):
        suite.test_random_tables_come_back()
    with pytest.raises(AssertionError):
        suite.test_positions_of_random_games_come_back(1)


def test_a_notation_that_tells_a_secret_is_caught() -> None:
    class Leaking(Written):
        def write_for(self, position: toy.Picket, seat: str | None) -> str:
            return self.write(position)

    with pytest.raises(AssertionError):
        notation(Leaking()).test_positions_of_random_games_come_back(0)


def test_a_mistake_that_is_not_named_is_caught() -> None:
    suite = notation(Written())
    for text, says in ((PicketNotation.start_of_all, "this is not JSON"), ("nonsense", "turn")):
        with pytest.raises(AssertionError):
            suite.test_a_mistake_is_named_with_its_line_and_word((text, says))


# --- saves


def test_a_game_that_goes_on_otherwise_is_caught(tmp_path: Path) -> None:
    class Forgetful(toy.PicketGame):
        def begin(self, scenario: str, options: Any) -> toy.Picket:
            position = super().begin(scenario, options)
            self.begun = getattr(self, "begun", 0) + 1
            position.turns += self.begun
            return position

    class Suite(SaveConformance):
        game = Forgetful()

    with pytest.raises((AssertionError, BeachheadError)):
        Suite().test_a_game_saved_and_opened_goes_on_as_if_it_had_not_been(0, tmp_path)


def test_a_kept_record_that_was_changed_is_caught(tmp_path: Path) -> None:
    kept = Path(__file__).parents[1] / "data" / "picket-short.json"
    changed = tmp_path / "picket.json"
    content = json.loads(kept.read_text(encoding="utf-8"))
    content["choices"].pop()
    changed.write_text(json.dumps(content), encoding="utf-8")

    class Suite(SaveConformance):
        game = toy.GAME

    Suite().test_what_was_kept_opens(kept)
    with pytest.raises((AssertionError, BeachheadError)):
        Suite().test_what_was_kept_opens(changed)
