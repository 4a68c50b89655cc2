"""A game as a story: its turns and phases, what happened in each, and the log as plain text."""

from __future__ import annotations

from typing import NamedTuple

from beachhead.kernel.play import Event
from beachhead.web.snapshots import eyes
from beachhead.web.table import Table


class StoryTurn(NamedTuple):
    """One turn of the story: its name, the last choice in it, and what happened by phase."""

    name: str
    last: int
    phases: list[tuple[str, list[Event]]]


def story(table: Table, seat: str | None) -> list[StoryTurn]:
    """What happened as a seat may know it, turn by turn: an event says that one begins; where a
    game tells none, the clock does."""
    record, page = table.record, table.game.page()
    announced = any(event.manner.begins == "turn" for event in record.events)
    chapters: list[StoryTurn] = []
    for made, news in enumerate(record.news):
        head = record.clocks[made].partition(",")[0]
        for event in news:
            begins = event.manner.begins == "turn"
            fresh = begins if announced else chapters[-1:] and head != chapters[-1].name
            if not chapters or (fresh and chapters[-1].name != head):
                chapters.append(StoryTurn(head, made, []))
            if event.seen_by(seat):
                phases = chapters[-1].phases
                name = page.heading(table.game.rules, event.rule)
                if not phases or (name is not None and name != phases[-1][0]):
                    phases.append((name or "", []))
                phases[-1][1].append(event)
        if chapters:
            chapters[-1] = chapters[-1]._replace(last=made)
    return chapters


def log_text(table: Table, seats: list[str]) -> str:
    """Everything that happened, as a seat may know it, in plain lines."""
    record, game = table.record, table.game
    lines = [f"{game.title}: {game.scenarios[table.row.scenario].title}"]
    for chapter in story(table, eyes(record.state, seats)):
        lines += ["", chapter.name]
        for phase, events in chapter.phases:
            lines += [f"  {phase}"] if phase else []
            lines += [f"    {event.text} [{event.rule}]" for event in events]
    result = record.state.result
    if result is not None:
        lines += ["", f"The game is over: {result.text} [{result.rule}]"]
    return "\n".join(lines) + "\n"
