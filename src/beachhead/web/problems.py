"""What goes into the file of whoever reports a problem: the record where the seat may have it, else
what the seat itself has seen, chosen and heard."""

from __future__ import annotations

import platform

import beachhead
from beachhead.web.messages import Problem, ProblemFile
from beachhead.web.snapshots import document, history, snapshot_at
from beachhead.web.story import log_text
from beachhead.web.table import Table


def problem(table: Table, seats: list[str], made: int) -> ProblemFile:
    """The file for a moment of a table, as this seat may know it."""
    record, game = table.record, table.game
    state = record.at(made)
    decision = None if state.over else state.decision
    rule = state.result.rule if state.result else decision.rule if decision else ""
    told = ProblemFile(
        beachhead=beachhead.__version__,
        python=platform.python_version(),
        game=table.row.game,
        rules=game.version,
        scenario=table.row.scenario,
        options=dict(record.state.options),
        seating=table.row.seating,
        seats=seats,
        clock=record.clocks[made],
        made=made,
        rule=rule,
        prompt=decision.prompt if decision else "",
    )
    try:
        told.record = document(table, seats)
    except Problem as refused:
        told.without_record = refused.body.error.text
        now = snapshot_at(table, seats, made)
        told.view, told.counters = now.view, now.counters
        told.choices = [each for each in history(table, seats).choices if each.id is not None]
        told.log = log_text(table, seats)
    return told
