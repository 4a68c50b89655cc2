"""All live games, read from the store when somebody comes, changed one change at a time.

A change is made in memory, then written, then told. If it cannot be written it did not happen:
the record is dropped and read again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import beachhead
from beachhead.bots.reckoning import Reckoning
from beachhead.errors import BeachheadError
from beachhead.kernel.chance import Dealing
from beachhead.kernel.play import UNFORESEEN, Game
from beachhead.kernel.record import Record
from beachhead.web import branches, importing
from beachhead.web.messages import (
    Ask,
    BotSeat,
    Claim,
    Claimed,
    Founded,
    NewTable,
    Problem,
)
from beachhead.web.opponents import Opponents, check_bots, hired
from beachhead.web.resuming import outcome, replayed
from beachhead.web.store import (
    Branch,
    ConflictError,
    CorruptError,
    Deed,
    Note,
    Row,
    Store,
    StoreError,
    now,
)
from beachhead.web.table import Table

LIVE = 64
"""As many games are kept in memory; the others are read again when somebody comes."""
Keep = Callable[[str, int, list[Deed], dict[str, Any]], None]
"""What keeps deeds: of which table, from which number on, with the position after them."""


class Tables:
    """All tables of a store; those that somebody looks at are in memory."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any]] | None = None) -> None:
        self.store = store
        self.games = dict(games) if games else beachhead.load_all()
        self._live: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self.opponents = Opponents(self._answer)

    def game(self, name: str, status: int = 404) -> Game[Any]:
        if name not in self.games:
            text = f"there is no {name!r}; choose one of {', '.join(self.games)}"
            raise Problem(status, "game", text)
        return self.games[name]

    # --- founding

    async def found(self, asked: NewTable) -> Founded:
        """A new table, kept before it is announced: with tokens for whoever sits at this screen,
        with an invitation for each seat where strangers play by link."""
        self.game(asked.game, 400)
        row, record, halted = await asyncio.to_thread(self._begin, asked)
        if asked.record is not None and (given := branches.brought(asked.record)) is not None:
            if asked.seating != "solo" or asked.bots:
                raise Problem(400, "seating", "a branch is analyzed alone; choose solo, no bots")
            branch = Branch(None, given.at, branches.clock_of(given, record), given.supposed)
            notes = branches.notes_of(given, record)
            return await self.branch_off(record, branch, notes, given.name, None)
        seats = record.state.seats
        bots = {seat: hired(bot) for seat, bot in asked.bots.items()}
        free = [seat for seat in seats if seat not in bots] or seats
        tokens: dict[str, str] = {}
        invitations: dict[str, str] = {}
        if asked.seating == "link":
            invitations = {seat: secrets.token_urlsafe(24) for seat in free}
        else:
            tokens = dict.fromkeys(free, secrets.token_urlsafe(24))
        table = Table(row, record, revision=1, awaited=list(invitations), bots=bots)
        table.resumed, table.invited = halted, list(invitations)
        deed = replace(
            table._deed("begin", 0), text=halted, position=record.origin, drawn=record.drawn
        )
        position = record.state.position.to_data()
        try:
            await asyncio.to_thread(
                self.store.found, row, tokens, deed, position, invitations, bots
            )
        except StoreError as error:
            raise Problem(503, "store", f"{error}. Try again.") from error
        self._keep(table)
        self.opponents.wake(table)
        commitment = None if row.dealing is None else row.dealing.commitment
        return Founded(row.id, tokens, invitations, row.seating, row.title, commitment)

    async def branch_off(
        self,
        record: Record[Any],
        branch: Branch,
        notes: list[Note],
        title: str,
        token: str | None,
    ) -> Founded:
        """A branch at a table of its own: whoever made it holds all its seats, and its cards and
        dice are none of the game's."""
        state = record.state
        given = 0 if branch.supposed else branch.made
        dealing = Dealing.fresh(since=len(record.choices))
        record.deal(dealing)
        row = Row(
            id=secrets.token_urlsafe(9),
            created=now(),
            title=title,
            game=record.game.name,
            version=record.game.version,
            scenario=state.scenario,
            options=dict(state.options),
            seating="solo",
            start=state.start,
            dealing=dealing,
            given=given,
        )
        tokens = dict.fromkeys(state.seats, token or secrets.token_urlsafe(24))
        table = Table(row, record, revision=1, branch=branch, notes=notes)
        deed = replace(table._deed("begin", 0), position=record.origin, drawn=record.drawn)
        position = record.state.position.to_data()
        found = partial(self.store.found, row, tokens, deed, position, branch=branch, notes=notes)
        await asyncio.to_thread(found)
        self._keep(table)
        return Founded(row.id, tokens, {}, row.seating, row.title, dealing.commitment)

    def _begin(self, asked: NewTable) -> tuple[Row, Record[Any], str]:
        game, dealing, halted = self.games[asked.game], None, ""
        if asked.record is not None or asked.notation is not None:
            given = importing.opened(game, asked)
            record = given.restored(game)
            dealing, halted = given.dealing, given.halted
        else:
            record = Record(game, asked.scenario, asked.options)
        state = record.state
        if asked.seating == "link" and len(state.seats) < 2:
            raise Problem(
                400,
                "seating",
                "this game has one seat, so there is nobody to send a link to; choose solo"
                + (", or options.players 2" if "players" in game.settings else ""),
            )
        check_bots(game, asked, state.seats)
        made = len(record.choices)
        if asked.seed is not None:
            dealing = replace(Dealing.of(asked.seed), since=made)
        elif asked.seating == "link":
            dealing = Dealing.fresh(state.seats, since=made)
            for seat in asked.bots:
                dealing = dealing.claim(seat, secrets.token_urlsafe(32))
        elif dealing is None or not dealing.ready:
            dealing = Dealing.fresh(since=made)
        record.deal(dealing)
        row = Row(
            id=secrets.token_urlsafe(9),
            created=now(),
            title=asked.title or game.scenarios[state.scenario].title,
            game=asked.game,
            version=game.version,
            scenario=state.scenario,
            options=dict(state.options),
            seating=asked.seating,
            start=state.start,
            dealing=dealing,
            given=made,
        )
        return row, record, halted

    async def claim(self, id_: str, asked: Claim) -> Claimed:
        """Take the seat that an invitation is for, once. Whoever asks again with the same token,
        because the answer was lost, gets the same answer."""
        table = await self.table(id_)
        token = asked.token or secrets.token_urlsafe(24)
        async with table.lock:
            found = self.store.invitation(id_, asked.invitation)
            if found is None:
                raise Problem(401, "invitation", "is not one of this table; watch without it")
            seat, claimed = found
            if claimed is None:
                keep = partial(self.store.claim, code=asked.invitation, token=token)
                await self.change(table, lambda: table.claim(seat, asked.nonce), keep)
            elif asked.token is None or seat not in self.store.seats(id_, asked.token):
                raise Problem(
                    409,
                    "invitation",
                    f"was used at {claimed}, and can be used once: whoever did holds the seat. If "
                    "it was not you, tell who founded the game, and found another",
                )
            dealing = table.row.dealing
            return Claimed(id_, seat, token, None if dealing is None else dealing.commitment)

    async def reckoning(self, table: Table) -> Reckoning:
        """What a game owes to chance and to its players, told once for each of its revisions."""
        async with table.lock:
            kept, revision = table.reckoned, table.revision
            record = table.record.cut(len(table.record.choices))
        if kept is None or kept[0] != revision:
            kept = table.reckoned = (revision, await self.opponents.reckon(record))
        return kept[1]

    # --- reading

    async def table(self, id_: str) -> Table:
        """A live table, read from the store if need be."""
        if (table := self._live.get(id_)) is not None:
            self._live[id_] = self._live.pop(id_)
            return table
        lock = self._loading.setdefault(id_, asyncio.Lock())
        async with lock:
            if id_ not in self._live:
                try:
                    self._keep(await asyncio.to_thread(self._load, id_))
                    self.opponents.wake(self._live[id_])
                finally:
                    self._loading.pop(id_, None)
            return self._live[id_]

    def _keep(self, table: Table) -> None:
        self._live[table.row.id] = table
        idle = [
            id_
            for id_, each in self._live.items()
            if not each.listeners
            and not each.lock.locked()
            and not self.opponents.is_thinking(id_)
            and each is not table
        ]
        for id_ in idle[: max(0, len(self._live) - LIVE)]:
            del self._live[id_]

    def row(self, id_: str) -> Row:
        try:
            row = self.store.row(id_)
        except CorruptError as error:
            raise Problem(409, "table", f"{error}; the other games are unharmed") from error
        if row is None:
            raise Problem(404, "table", f"there is no table {id_!r}; it may be in another store")
        if branches.is_removed(self.store.notes(id_)):
            raise Problem(404, "table", "this branch was removed; go back to its game")
        return row

    def _load(self, id_: str) -> Table:
        row = self.row(id_)
        game = self.game(row.game)
        try:
            deeds = self.store.deeds(id_)
            past = outcome(deeds)
            position = self.store.position(id_)
            stood = position[1] if position is not None and position[0] == len(deeds) else None
            record, resumption = replayed(game, row, past, stood)
        except (BeachheadError, *UNFORESEEN) as error:
            reason = f": {error}" if isinstance(error, BeachheadError) else ""
            raise Problem(
                409,
                "table",
                f"this game was played by rules {row.version} and cannot be opened by these "
                f"({game.version}){reason}. Its record can still be downloaded.",
            ) from error
        dealing = row.dealing
        for seat, nonce in past.nonces.items():
            dealing = dealing.claim(seat, nonce) if dealing is not None else None
        record.deal(record.by_these_rules(dealing), past.undone if resumption is None else [])
        table = Table(row, record, len(deeds), past.floors, self.store.open_seats(id_))
        table.resumed = past.resumed
        table.changed = deeds[-1].at if deeds else row.created
        table.orders = past.orders if resumption is None else []
        if resumption is not None:
            table.resumed = resumption.text or past.resumed
            table.pending = [replace(table._deed("resume", 0), to=0, **asdict(resumption))]
        table.asking = self.store.preferences(id_)
        table.bots = self.store.bots(id_)
        table.invited = self.store.invited(id_)
        table.branch = self.store.branch(id_)
        table.notes = self.store.notes(id_)
        return table

    # --- changing

    async def prefer(self, table: Table, seats: list[str], ask: Ask) -> None:
        """Keep how seats want to be asked; what waits for them is declined if they say so."""
        await asyncio.to_thread(self.store.prefer, table.row.id, seats, ask, table.turn)
        table.prefer(seats, ask)
        await self.change(table, table.decline)

    async def change(
        self,
        table: Table,
        deed: Callable[[], Deed | None],
        keep: Keep | None = None,
        meanwhile: Callable[[], object] | None = None,
    ) -> None:
        """Make a change, keep it, tell it. The caller holds the table's lock. `meanwhile` is done
        while the disk writes: whatever came of it is not told before all is kept."""
        try:
            done = deed()
        except Problem:
            raise
        except Exception as error:
            self._forget(table)
            if table.row.start is not None and isinstance(error, UNFORESEEN):
                raise Problem(
                    409,
                    "choice",
                    "leads to a situation that the rules cannot handle, since this game began from "
                    "one that somebody wrote; it is as it was, choose otherwise",
                ) from error
            raise
        if done is None:
            if meanwhile is not None:
                meanwhile()
            return
        deeds, revision = [*table.pending, done], table.revision
        position = table.record.state.position.to_data()
        writing = asyncio.ensure_future(
            asyncio.to_thread(keep or self.store.append, table.row.id, revision, deeds, position)
        )
        table.floors += [
            (revision + number, each.to) for number, each in enumerate(deeds) if each.to is not None
        ]
        table.revision += len(deeds)
        table.changed = now()
        table.pending = []
        try:
            if meanwhile is not None:
                await asyncio.sleep(0)  # the writing begins
                meanwhile()
            await asyncio.shield(writing)
        except BaseException as error:
            # If the page left in the middle, the deed is done all the same, or not at all.
            self._forget(table)
            if isinstance(error, ConflictError):
                text = "the game has moved on elsewhere; look again and choose"
                raise Problem(409, "made", text) from error
            raise
        table.tell()
        self.opponents.wake(table)

    async def _answer(self, table: Table, choice: str, revision: int) -> None:
        """Make a bot's choice, if the game has not moved on meanwhile."""
        async with table.lock:
            if table.revision == revision and table.bot() is not None:
                with suppress(Problem):
                    await self.change(table, lambda: table.answer(choice))

    async def relieve(self, table: Table, seat: str, bot: BotSeat | None, seats: list[str]) -> None:
        """Hand a seat to a bot, or take it back. The caller holds the table's lock."""
        table.may_relieve(seat, bot, seats)
        kept = None if bot is None else hired(bot)
        await asyncio.to_thread(self.store.hire, table.row.id, seat, kept)
        table.bots.pop(seat, None)
        if kept is not None:
            table.bots[seat] = kept
        table.tell()
        self.opponents.wake(table)

    def _forget(self, table: Table) -> None:
        """Read a table again next time; its listeners come back by themselves."""
        if self._live.get(table.row.id) is table:
            del self._live[table.row.id]
        for queue in table.listeners:
            queue.put_nowait(None)

    def listeners(self) -> int:
        """How many listen, at all tables."""
        return sum(len(table.listeners) for table in self._live.values())

    def send_home(self) -> None:
        """End all streams; pages come back when the server does."""
        for table in list(self._live.values()):
            self._forget(table)

    def close(self) -> None:
        """Nobody comes any more."""
        self.opponents.close()
        self.send_home()
        self.store.close()
