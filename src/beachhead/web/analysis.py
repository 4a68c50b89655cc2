"""Analysis: branches of a game, from any of its moments, at tables of their own.

Nobody analyzes a game that people play against each other by link before it is over. Whoever plays
against bots sees in a branch what his seat could know: the rest is dealt anew. A branch is changed
by whoever made it and read by whoever has its link.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from beachhead.bots.sight import Sight
from beachhead.kernel.record import Record
from beachhead.web import branches, importing
from beachhead.web.messages import (
    AnalysisInfo,
    Branches,
    BranchInfo,
    Comment,
    NewBranch,
    NewTable,
    Problem,
    Removal,
    Rename,
)
from beachhead.web.requests import answered, asked_for, seated, tables_of, token_of
from beachhead.web.snapshots import analysis, eyes
from beachhead.web.store import Branch, Note, Store
from beachhead.web.table import Table
from beachhead.web.tables import Tables

MOST_BRANCHES = 100
"""As many a game may have."""
CONTESTED = (
    "a game against others is analyzed when it is over; play on, or begin another to try things"
)


# --- what there is


async def list_branches(request: Request) -> Response:
    """GET …/branches"""
    table, seats = await seated(request)
    token, store = token_of(request), tables_of(request).store
    game = _game_of(table)
    mine = bool(token and store.seats(game, token))
    found = [_listed(store, each, token) for each in store.branches(game)] if token else []
    return answered(
        Branches([each for each in found if mine or each.yours], _refused(table, seats))
    )


def _game_of(table: Table) -> str:
    """The table of the game that branches are kept beside."""
    return table.row.id if table.branch is None else table.branch.game or table.row.id


def _listed(store: Store, id_: str, token: str) -> BranchInfo:
    row, branch, last, notes = store.row(id_), store.branch(id_), store.last(id_), store.notes(id_)
    assert row is not None
    assert branch is not None
    assert last is not None
    written = {(note.made, note.line): note.text for note in notes if note.kind == branches.COMMENT}
    return BranchInfo(
        id_,
        branches.name(row.title, notes),
        branch.made,
        branch.clock,
        last.total,
        row.given,
        sum(map(bool, written.values())),
        max([last.at, *(note.at for note in notes)]),
        bool(store.seats(id_, token)),
    )


# --- branching off


async def branch_off(request: Request) -> Response:
    """POST …/branches"""
    asked = await asked_for(request, NewBranch)
    table, seats = await seated(request)
    tables, game = tables_of(request), _game_of(table)
    async with table.lock:
        if (refusal := _refused(table, seats)) is not None:
            raise Problem(403, "table", refusal)
        if len(tables.store.branches(game)) >= MOST_BRANCHES:
            text = f"this game has {MOST_BRANCHES} branches, and more are not kept; remove some"
            raise Problem(409, "branches", text)
        if asked.record is not None:
            founded = await _bring_back(tables, table, asked, asked.record, token_of(request))
        else:
            record, branch = _left(table, seats, asked.at)
            name = asked.name or f"From {branches.clock_words(branch.clock)}"[:80]
            notes = _copied(table, record)
            founded = await tables.branch_off(record, branch, notes, name, token_of(request))
    return answered(founded, 201)


def _refused(table: Table, seats: list[str]) -> str | None:
    """Why a game cannot be analyzed now; None: it can."""
    if table.branch is not None or table.record.state.over:
        return None
    if table.contested:
        return CONTESTED
    return None if seats else "whoever plays analyzes while it is not over; wait for its end"


def _left(table: Table, seats: list[str], at: int | None) -> tuple[Record[Any], Branch]:
    """The game up to a moment as far as these seats may know it, and what is left there."""
    total = len(table.record.choices)
    made = total if at is None else at
    if made > total:
        raise Problem(400, "at", f"there is no choice {made}; {total} have been made")
    clock, state = table.record.clocks[made], table.record.state
    left = table.branch
    if left is not None:
        leaving = left.made if left.supposed else min(made, left.made)
        when = left.clock if left.supposed else table.record.clocks[leaving]
        return table.record.cut(made), Branch(left.game, leaving, when, left.supposed)
    everything = state.over or {*state.seats} <= {*seats} or not table.game.has_secrets
    branch = Branch(table.row.id, made, clock, not everything)
    return (table.record.cut(made) if everything else _supposed(table, seats, made)), branch


def _supposed(table: Table, seats: list[str], made: int) -> Record[Any]:
    """A game that goes on from a moment as one of these seats may know it: what is hidden from it
    is dealt anew, and nothing is known of how it came to that."""
    then = table.record.at(made)
    position = Sight(then, eyes(then, seats)).deal(0).position
    record = Record(table.game, then.scenario, then.options, start=then.start)
    return record.begin_at(position.to_data(), 0)


def _copied(table: Table, record: Record[Any]) -> list[Note]:
    """What is written on a branch that is branched off from, as far as the line goes."""
    if table.branch is None:
        return []
    written = branches.comments(table.notes, record.choices)
    return [branches.comment(record, each.made, each.text) for each in written]


async def _bring_back(
    tables: Tables, table: Table, asked: NewBranch, document: dict[str, Any], token: str
) -> Any:
    """A branch that was taken away as text, beside its game again."""
    given = branches.brought(document)
    if given is None:
        text = "has no `analysis`: it is a game, not a branch; open it on the start page"
        raise Problem(400, "record.analysis", text)
    if asked.at is not None:
        raise Problem(400, "at", "the record says where it leaves the game; leave this out")
    game = table.game
    told = await asyncio.to_thread(importing.opened, game, NewTable(game.name, record=document))
    record, state = told.restored(game), table.record.state
    same = (told.scenario, told.options) == (state.scenario, dict(state.options))
    shared = 0 if given.supposed else given.at
    clock = branches.clock_of(given, record)
    if not same or record.choices[:shared] != table.record.choices[:shared]:
        text = "leaves another game than this; open it on the start page instead"
        raise Problem(400, "record.choices", text)
    branch = Branch(_game_of(table), given.at, clock, given.supposed)
    name = asked.name or given.name
    notes = [*branches.notes_of(given, record), Note(branches.NAME, name)]
    return await tables.branch_off(record, branch, notes, name, token)


# --- writing on a branch


async def write_comment(request: Request) -> Response:
    """POST …/comments"""
    asked = await asked_for(request, Comment)
    table = await _own_branch(request)
    async with table.lock:
        total = len(table.record.choices)
        if asked.made > total:
            raise Problem(400, "made", f"there is no choice {asked.made}; {total} have been made")
        note = branches.comment(table.record, asked.made, asked.text.strip())
        return answered(await _write(request, table, note))


async def rename(request: Request) -> Response:
    """POST …/name"""
    asked = await asked_for(request, Rename)
    table = await _own_branch(request)
    if not asked.name.strip():
        raise Problem(400, "name", "is empty; call it something")
    async with table.lock:
        note = Note(branches.NAME, asked.name.strip())
        return answered(await _write(request, table, note))


async def remove(request: Request) -> Response:
    """POST …/remove"""
    await asked_for(request, Removal)
    table = await _own_branch(request)
    async with table.lock:
        return answered(await _write(request, table, Note(branches.REMOVE)))


async def _own_branch(request: Request) -> Table:
    """The branch that a request is about, for whoever made it."""
    table, seats = await seated(request)
    if table.branch is None:
        raise Problem(400, "table", "this is a game; branch off from it to write something down")
    if not seats:
        raise Problem(403, "token", "only who made a branch changes it; branch off to try your own")
    return table


async def _write(request: Request, table: Table, note: Note) -> AnalysisInfo:
    """Keep a note, then show it."""
    if len(table.notes) >= branches.MOST_NOTES and note.kind != branches.REMOVE:
        text = f"{branches.MOST_NOTES} have been written here; branch off to go on"
        raise Problem(409, "notes", text)
    store = tables_of(request).store
    await asyncio.to_thread(store.write_down, table.row.id, len(table.notes), [note])
    table.notes.append(note)
    found = analysis(table)
    assert found is not None
    return found
