"""The agenda: steps in their order, questions that stop it, questions with nothing to ask."""

from __future__ import annotations

import pytest

from beachhead.kernel.agenda import Steps
from beachhead.kernel.plain import dataclass, field
from beachhead.kernel.play import Decision, Option, Position
from beachhead.kernel.topic import Topic

steps = Steps()
NOTE = Topic("noting", "What to note")


@dataclass(slots=True, eq=False)
class Diary(Position):
    lines: list[str] = field(default_factory=list)

    steps = steps


@steps.step("test_agenda.note")
def note(position: Diary, line: str, times: int = 1) -> None:
    position.lines += [line] * times


@steps.step("test_agenda.interrupt")
def interrupt(position: Diary) -> None:
    note(position, "interrupt")
    position.then((note, "first"), (note, "second", 2))


@steps.question("test_agenda.ask")
def ask(position: Diary, seat: str) -> Decision:
    return Decision(seat, "Well?", "1", note, [Option("yes", "Yes", "yes")], topic=NOTE)


@steps.question("test_agenda.ask_nobody")
def ask_nobody(position: Diary) -> None:
    return None


def run(*entries: object) -> tuple[Diary, Decision | None]:
    position = Diary()
    position.then(*entries)  # type: ignore[arg-type]
    return position, steps.run(position)


def test_steps_are_done_in_the_order_given() -> None:
    position, decision = run((note, "a"), (note, "b", 2), (note, "c"))
    assert position.lines == ["a", "b", "b", "c"]
    assert position.agenda == []
    assert decision is None


def test_what_a_step_puts_on_the_agenda_comes_before_the_rest() -> None:
    position, _ = run((note, "a"), interrupt, (note, "z"))
    assert position.lines == ["a", "interrupt", "first", "second", "second", "z"]


def test_a_question_stops_the_agenda_and_stays_on_it() -> None:
    position, decision = run((note, "a"), (ask, "east"), (note, "z"))
    assert decision is not None
    assert (decision.seat, decision.kind) == ("east", "noting")
    assert position.lines == ["a"]
    assert position.agenda == [("test_agenda.note", "z"), ("test_agenda.ask", "east")]
    again = steps.run(position)
    assert again is not None
    assert again.seat == "east"


def test_a_question_with_nothing_to_ask_is_skipped() -> None:
    position, decision = run((note, "a"), ask_nobody, (note, "b"), (ask, "west"))
    assert position.lines == ["a", "b"]
    assert decision is not None
    assert decision.seat == "west"


def test_the_agenda_is_data() -> None:
    position, _ = run((ask, "east"), (note, "z", 3))
    again = Diary.from_data(position.to_data())
    assert again == position
    del again.agenda[-1]
    assert steps.run(again) is None
    assert again.lines == ["z", "z", "z"]
    assert position.lines == []


def test_a_step_is_known_by_its_id_wherever_its_function_lives() -> None:
    assert steps.id_of(note) == "test_agenda.note"
    assert steps.doing["test_agenda.note"] is note
    assert steps.asking["test_agenda.ask"] is ask


@pytest.mark.parametrize("was", ["", "diary.do"])
def test_two_steps_of_one_id_are_refused(was: str) -> None:
    own = Steps()

    @own.step("diary.act", was="diary.do")
    def act(position: Diary) -> None: ...

    with pytest.raises(ValueError, match=r"two steps have the id 'diary\.(act|do)'"):

        @own.question("diary.act" if not was else "diary.ask", was=was)
        def ask_about(position: Diary) -> None: ...

    assert own.id_of(act) == "diary.act"


def test_only_registered_functions_go_on_the_agenda() -> None:
    with pytest.raises(KeyError):
        Diary().then(run)
