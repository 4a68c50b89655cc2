"""Games for long runs and to be kept: where they begin, and the story of one in plain lines, what
was decided and what happened under which rule."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from beachhead.kernel.play import CHANCE
from beachhead.kernel.record import Record

DATA = Path(__file__).parent / "data"


def beginning(file: str, options: Mapping[str, Any]) -> str:
    """A situation of the tests, as the text of a game that is played from there with options."""
    lines = [(DATA / file).read_text(encoding="utf-8"), f"players {options.get('players', 1)}"]
    lines += [f"house {name}" for name, value in options.items() if value == "alternative"]
    lines += [f"variants {name}" for name, value in options.items() if value is True]
    return "\n".join(lines)


def story(record: Record[Any]) -> str:
    """The printed log of a record: the clock, each choice of a player, and every event."""
    state = record.at(0)
    title = record.game.scenarios[state.scenario].title
    lines = [f"{record.game.title}: {title}. Dealt from seed {record.seed}."]
    clock = ""
    for made, news in enumerate(record.news):
        if made:
            decision = state.decision
            option = decision.find(record.choices[made - 1])
            assert option is not None
            if decision.seat != CHANCE:
                lines.append(f"> {decision.seat}: {decision.prompt}")
                lines.append(f"  {option.label} [{option.id}]")
            state.apply(option)
        lines += [f"- {event.text} ({event.rule})" for event in news]
        now = record.game.clock(state.position)
        if now != clock and not state.over:
            lines += ["", f"== {now}"]
            clock = now
    result = record.state.result
    assert result is not None
    won = " and ".join(result.winners) or "nobody"
    lines += ["", f"{result.text} Won by {won}. ({result.rule})"]
    return "\n".join(lines) + "\n"
