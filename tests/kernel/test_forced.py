"""What goes by itself, what waits for consent, and records of rules that asked everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from beachhead.kernel import record as records
from beachhead.kernel.agenda import Steps
from beachhead.kernel.plain import dataclass
from beachhead.kernel.play import Chance, Decision, Option, Position, Result
from beachhead.kernel.record import Record, RecordError
from beachhead.kernel.telling import Kind
from beachhead.kernel.topic import Topic
from toy import PicketGame

steps = Steps()
WAY, DOOR, ROLLING = (
    Topic("turned", "The way"),
    Topic("opened", "A door"),
    Topic("rolling", "A die"),
)
ROUNDS = 6


@dataclass(slots=True, eq=False)
class Walk(Position):
    """A walk in the dark: left or right, a door that must be opened, a die that must be rolled."""

    round: int = 0
    doors: int = 0
    score: int = 0

    steps = steps


@steps.step("test_forced.next_round")
def next_round(walk: Walk) -> None:
    walk.round += 1
    if walk.round > ROUNDS:
        walk.finish(Result(["blue"], f"{walk.score} points.", "1"))
        return
    walk.then(turn, (open_door, False), roll_or_not, roll, next_round)


@steps.question("test_forced.turn")
def turn(_walk: Walk) -> Decision:
    return Decision(
        "blue", "Where to?", "2", turned, [Option("left", "", 1), Option("right", "")], topic=WAY
    )


def turned(walk: Walk, value: int | None) -> None:
    walk.score += value or 0


@steps.question("test_forced.open_door")
def open_door(walk: Walk, window: bool) -> Decision:
    """In even rounds there is a window too."""
    options = [Option("door", "Through the door")]
    if window or walk.round % 2 == 0:
        options.append(Option("left", "Through the window"))
    return Decision("blue", "How?", "3", opened, options, topic=DOOR, forced=True)


def opened(walk: Walk, _value: None) -> None:
    walk.doors += 1
    walk.tell("3", Kind("door"), "It opens.")


@steps.question("test_forced.roll_or_not")
def roll_or_not(_walk: Walk) -> Decision:
    only = [Option("roll", "Roll the die", commits=True)]
    return Decision("blue", "Well?", "4", lambda *_: None, only, topic=ROLLING, forced=True)


@steps.question("test_forced.roll")
def roll(_walk: Walk) -> Chance[int]:
    return Chance("Roll.", "4", turned, range(1, 7), lambda face: Option(f"die-{face}", "", face))


class WalkGame(PicketGame):
    name = "walk"
    version = "2"
    steps = steps
    position = Walk

    def seats(self, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:
        return ("blue",)

    def begin(self, scenario: str, options: Mapping[str, Any]) -> Any:
        walk = Walk()
        walk.then(next_round)
        return walk

    def clock(self, position: Any) -> str:
        return f"Round {position.round}"


GAME = WalkGame()


def played(game: WalkGame) -> Record[Any]:
    """A game by the last options: it goes right, and through the window where there is one."""
    record: Record[Any] = Record(game, seed=3)
    while not record.state.over:
        record.choose(record.state.decision.options[-1])
    return record


def of_old_rules() -> dict[str, Any]:
    """The same game, as rules that asked everything wrote it down."""
    document = played(GAME.asking_everything()).to_data() | {"version": "1"}
    return document | {"seal": records.seal(document)}


def test_a_forced_step_goes_by_itself_and_is_told() -> None:
    state = GAME.setup()
    told = state.apply("right")
    assert [(event.rule, event.text) for event in told] == [("3", "It opens.")]
    assert state.position.doors == 1
    assert state.history == ["right"]


def test_what_commits_waits_even_where_it_is_the_only_option() -> None:
    state = GAME.setup()
    state.apply("right")
    assert [option.id for option in state.decision.options] == ["roll"]
    assert state.decision.only_way is None


def test_where_there_is_a_choice_it_is_asked() -> None:
    state = GAME.setup()
    for choice in ("right", "roll", "die-1", "right"):
        state.apply(choice)
    assert [option.id for option in state.decision.options] == ["door", "left"]


def test_a_decision_that_does_not_say_it_is_forced_is_asked() -> None:
    decision = Decision("blue", "Well?", "1", turned, [Option("yes", "Yes")], topic=WAY)
    assert decision.only_way is None


def test_the_options_of_a_forced_decision_are_listed_once() -> None:
    listed = []

    def choices(*_: object) -> list[Option]:
        listed.append(1)
        return [Option("a", "A"), Option("b", "B")]

    decision = Decision("blue", "Well?", "1", turned, choices, topic=WAY, forced=True)
    assert decision.only_way is None
    assert len(decision.options) == 2
    assert listed == [1]


def test_rules_can_be_made_to_ask_everything() -> None:
    patient = GAME.asking_everything()
    state = patient.setup()
    state.apply("right")
    assert [option.id for option in state.decision.options] == ["door"]
    assert patient.asking_everything() is patient
    assert not GAME.steps.asks_everything


# --- records of rules that asked everything


def test_an_old_record_is_the_same_game_with_fewer_questions() -> None:
    document, now = of_old_rules(), played(GAME)
    assert len(document["choices"]) == len(now.choices) + ROUNDS // 2
    record, halt = records.resume(GAME, document)
    assert halt is None
    assert (record.choices, record.state) == (now.choices, now.state)
    assert record.marks == now.marks
    assert [event.text for event in record.events] == [event.text for event in now.events]
    assert record.to_data()["version"] == "2"


def test_an_old_record_is_verified_as_it_was_played() -> None:
    document = of_old_rules()
    lines = records.verify(GAME, document)
    assert lines[0].startswith(f"{len(document['choices'])} choices replay")
    assert f"{ROUNDS} draws" in lines[-1]
    document["choices"][2] = "die-6" if document["choices"][2] != "die-6" else "die-5"
    with pytest.raises(RecordError):
        records.verify(GAME, document)


def test_an_answer_that_another_question_knows_too_is_not_mistaken() -> None:
    """`left` is a turn, and a window: an old record has both, one after the other."""
    state = GAME.asking_everything().setup()
    choices = ["left", "door", "roll", "die-2", "left", "left", "roll", "die-2", "left", "door"]
    for choice in choices:
        state.apply(choice)
    old = Record.of(state).to_data() | {"version": "1"}
    record, halt = records.resume(GAME, old)
    assert halt is None
    assert record.choices == [choice for choice in choices if choice != "door"]
    assert record.state.position.doors == 3


def test_a_record_that_goes_on_by_these_rules_opens_again() -> None:
    """A table keeps the version that it was founded by."""
    document = played(GAME).to_data() | {"version": "1"}
    record, halt = records.resume(GAME, document)
    assert halt is None
    assert record.choices == document["choices"]


def test_an_old_record_can_be_taken_back_and_looked_back_at() -> None:
    record, _ = records.resume(GAME, of_old_rules())
    now = played(GAME)
    for made in range(len(now.choices) + 1):
        assert record.at(made) == now.at(made)
        assert [each.text for each in record.news[made]] == [each.text for each in now.news[made]]
    assert record.state == now.state
    left = record.undo(3)
    assert record.state == now.at(left)


def test_an_old_record_that_waits_at_a_forced_step_goes_on() -> None:
    state = GAME.asking_everything().setup()
    state.apply("right")
    old = Record.of(state).to_data() | {"version": "1"}
    record, halt = records.resume(GAME, old)
    assert halt is None
    assert (record.choices, record.state.position.doors) == (["right"], 1)
    assert [each.text for each in record.events] == ["It opens."]
    assert records.verify(GAME, old | {"seal": records.seal(old)})
