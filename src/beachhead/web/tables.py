"""Live games: one record each, read from the store when somebody comes, one change at a time.

A change is made in memory, then written, then told. If it cannot be written it did not happen:
the record is dropped and read again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

import beachhead
from beachhead.bots.reckoning import Reckoning
from beachhead.errors import BeachheadError
from beachhead.kernel.chance import Dealing
from beachhead.kernel.play import CHANCE, UNFORESEEN, Game
from beachhead.kernel.record import Halt, Record, fitted
from beachhead.web import branches, importing
from beachhead.web.messages import (
    Ask,
    BotSeat,
    Carry,
    Change,
    Claim,
    Claimed,
    Founded,
    NewTable,
    Problem,
    Reading,
)
from beachhead.web.opponents import Opponents, check_bots, hired
from beachhead.web.store import (
    Branch,
    ConflictError,
    CorruptError,
    Deed,
    Hired,
    Note,
    Row,
    Store,
    StoreError,
    now,
    seconds_since,
)

LIVE = 64
"""As many games are kept in memory; the others are read again when somebody comes."""
AWAY = 3 * 24 * 3600.0
"""seconds after which a bot may stand in for who does not decide"""
BEHIND = 32
"""As many news wait for a slow listener; then he is told only the last."""
Keep = Callable[[str, int, list[Deed], dict[str, Any]], None]
"""What keeps deeds: of which table, from which number on, with the position after them."""


@dataclass(slots=True)
class Table:
    """One live game and who watches it."""

    row: Row
    record: Record[Any]
    revision: int
    floors: list[tuple[int, int]] = field(default_factory=list)
    """For each undo: its revision, and how many choices it left."""
    awaited: list[str] = field(default_factory=list)
    """The seats that nobody has taken yet."""
    resumed: str = ""
    """Why the game goes on from where it does, if these rules do not lead there any more."""
    pending: list[Deed] = field(default_factory=list)
    """What is to be kept with the next change: that the game was resumed."""
    asking: dict[str, tuple[str, str]] = field(default_factory=dict)
    """How each seat wants to be asked what it may decline, and since which turn."""
    orders: list[tuple[int, int]] = field(default_factory=list)
    """The orders that were carried out, as the choices from one number up to another: they are
    taken back as one."""
    plans: dict[str, list[str]] = field(default_factory=dict)
    """What is left of the order of a seat, while another is asked whether it lets it pass."""
    patient: bool = False
    """Whether that goes on whatever is decided in between."""
    bots: dict[str, Hired] = field(default_factory=dict)
    """The bots that play seats."""
    invited: list[str] = field(default_factory=list)
    """The seats that somebody was invited to."""
    branch: Branch | None = None
    """What it is a branch of, if it is one."""
    notes: list[Note] = field(default_factory=list)
    """What is written on it then."""
    looked: int = 0
    """The newest revision that somebody was shown."""
    changed: str = field(default_factory=now)
    """When something was last done."""
    readings: dict[tuple[int, str | None], tuple[int, Reading]] = field(default_factory=dict)
    """How all stood at moments, by who looks, and as of which revision that was read."""
    reckoned: tuple[int, Reckoning] | None = None
    """What it owes to chance and to choices, and as of which revision."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[asyncio.Queue[Change | None]] = field(default_factory=set)

    @property
    def game(self) -> Game[Any]:
        return self.record.game

    def moment(self) -> Change:
        """How far the game is, as everybody may know."""
        state = self.record.state
        return Change(
            self.row.id,
            self.revision,
            len(self.record.choices),
            self.record.clocks[-1],
            None if state.over else state.decision.seat,
            state.over,
        )

    # --- bots

    def bot(self) -> str | None:
        """The seat of a bot that must decide now."""
        state = self.record.state
        if self.awaited or state.over or state.decision.seat not in self.bots:
            return None
        return state.decision.seat

    @property
    def all_bots(self) -> bool:
        return self.bots.keys() >= {*self.record.state.seats}

    def answer(self, choice: str) -> Deed:
        """A bot's choice."""
        before = len(self.record.choices)
        self.record.choose(choice)
        return self._gone_on("choose", before)

    def absent(self, seats: list[str]) -> str | None:
        """Who must decide and has left, so that these seats may let a bot stand in for him."""
        state = self.record.state
        if not seats or state.over or state.decision.seat in (*seats, *self.bots, *self.awaited):
            return None
        gone = seconds_since(self.changed) >= AWAY
        return state.decision.seat if gone and state.decision.seat != CHANCE else None

    def may_relieve(self, seat: str, bot: BotSeat | None, seats: list[str], idle: float) -> None:
        """Refuse whoever hands over what is not his. A bot may stand in for somebody who decides
        and has left; whoever holds the seat takes it back when he comes."""
        state = self.record.state
        if seat not in state.seats:
            known = ", ".join(state.seats)
            raise Problem(400, "seat", f"there is no {seat!r}; choose one of {known}")
        if state.over:
            raise Problem(400, "seat", "the game is over: there is nothing left to play")
        if seat in seats:
            return
        decides = state.decision.seat == seat
        if not seats or bot is None or not decides or seat in (*self.bots, *self.awaited):
            raise Problem(403, "token", f"{seat!r} is not yours to hand over or to take")
        if idle < AWAY:
            raise Problem(
                403,
                "seat",
                "a bot may stand in for somebody who has not decided for three days; wait, or ask",
            )

    # --- who may do what

    @property
    def contested(self) -> bool:
        """Whether people play against each other by link and it is not over: then nobody is told
        more than the rules tell."""
        shared = self.row.seating == "link" and len(self.invited) > 1
        return shared and not self.record.state.over

    def looking(self, seats: list[str]) -> list[str]:
        """Whose eyes look: a branch is open to whoever has its link."""
        return list(self.record.state.seats) if self.branch is not None else seats

    def may_choose(self, seats: list[str]) -> None:
        """Refuse whoever does not hold the deciding seat."""
        state = self.record.state
        if state.over:
            raise Problem(400, "choice", "the game is over: there is nothing left to decide")
        if state.decision.seat not in seats:
            whose = state.decision.seat
            who = f"{whose} decides now" if seats else "spectators decide nothing"
            raise Problem(403, "token", f"{who}; open the table by the link of that seat to choose")
        if state.decision.seat in self.bots:
            raise Problem(409, "seat", "a bot plays this seat; take it back to choose yourself")

    def undo_floor(self, seats: list[str]) -> int:
        """How far back these seats may go: to the first choice if they are all, else to the last
        outcome of chance, choice of another seat, or thing that was told in private."""
        deciders, news = self.record.deciders, self.record.news
        if set(self.record.state.seats) <= set(seats):
            own = 0 if self.branch is None else self.row.given
            return next(
                (n for n, seat in enumerate(deciders) if seat != CHANCE and n >= own), len(deciders)
            )
        for number in range(len(deciders), 0, -1):
            revealed = any(event.seats is not None for event in news[number])
            if revealed or deciders[number - 1] not in seats:
                return number
        return 0

    def undo_target(self, seats: list[str]) -> int | None:
        """Where taking back one choice leads; None if there is nothing to take back."""
        if not seats or self._is_settled(seats):
            return None
        target = len(self.record.choices) - 1
        while target >= 0 and self.record.deciders[target] == CHANCE:
            target -= 1
        floor = self.undo_floor(seats)
        target = next((a for a, b in self.orders if floor <= a <= target < b), target)
        return target if target >= floor else None

    def _is_settled(self, seats: list[str]) -> bool:
        """Whether the game is over for good: its record is open then, so that whoever shares it
        with others could look and take back."""
        state = self.record.state
        return state.over and not set(state.seats) <= set(seats)

    def was_taken_back(self, made: int, since: int) -> bool:
        """Whether a moment was taken back since a revision, so that it may be another one now."""
        return any(revision >= since and left < made for revision, left in self.floors)

    # --- changes, made in memory

    def claim(self, seat: str, nonce: str) -> Deed:
        """Take a seat; its nonce is mixed into the dealing, and once all are there, cards and dice
        that were waited for are dealt."""
        record, before = self.record, len(self.record.choices)
        if record.dealing is not None:
            record.deal(record.dealing.claim(seat, nonce))
        self.awaited.remove(seat)
        return replace(self._deed("claim", before), seat=seat, nonce=nonce)

    def choose(self, choice: str, seats: list[str]) -> Deed:
        before = len(self.record.choices)
        passes = None if self.record.state.over else self.record.state.decision.passes
        if choice != passes and not self.patient:
            self.plans.clear()  # something else happens
        self._choose(choice, seats)
        return self._gone_on("choose", before)

    def _choose(self, choice: str, seats: list[str], field_: str = "choice") -> None:
        self.may_choose(seats)
        made = len(self.record.choices)
        if made >= importing.LONGEST:
            raise Problem(
                400,
                field_,
                f"this game has {made} choices, and more are not kept; take some back",
            )
        option = self.record.state.decision.find(choice)
        if option is None:
            refusal = self.record.state.refuse(choice)
            raise Problem(400, field_, refusal.text, refusal.rule)
        self.record.choose(option)

    def carry_out(self, asked: Carry, seats: list[str]) -> Deed:
        """Make all choices of an order, or none. What comes later is done when it is asked."""
        self.may_choose(seats)
        before, seat = len(self.record.choices), self.record.state.decision.seat
        undone = list(self.record.undone)
        try:
            for choice in asked.choices:
                if self.record.state.over or self.record.state.decision.seat != seat:
                    text = f"{choice!r} comes when somebody else decides; list it under later"
                    raise Problem(400, "choices", text)
                self._choose(choice, seats, "choices")
        except Problem:
            self.record.restore(before, undone)
            raise
        if asked.later or not self.patient:
            self.plans, self.patient = {seat: list(asked.later)}, asked.patient
        return self._gone_on("order", before)

    def _gone_on(self, kind: str, before: int) -> Deed:
        """What was done by some choices, with what goes by itself after them."""
        self.orders = [each for each in self.orders if each[1] <= before]
        waiting = sum(map(len, self.plans.values()))
        self._go_on()
        ordered = kind == "order" or sum(map(len, self.plans.values())) < waiting
        if ordered:
            self.orders.append((before, len(self.record.choices)))
        return self._deed("order" if ordered else kind, before)

    def undo(self, to: int | None, seats: list[str]) -> Deed:
        self._may_take_back(seats)
        target = self.undo_target(seats)
        floor = self.undo_floor(seats)
        made = len(self.record.choices)
        revealed = (
            "before it nobody chose anything"
            if set(self.record.state.seats) <= set(seats)
            else "what chance or another seat revealed since stands"
        )
        if self._is_settled(seats):
            raise Problem(
                403, "undo", "the game is over and its record open to all, so the end stands"
            )
        if target is None:
            reason = f": {revealed}" if floor and made else ""
            raise Problem(400, "undo", f"there is nothing to take back{reason}")
        if to is not None and to < floor:
            raise Problem(400, "to", f"you can go back to choice {floor}, not {to}: {revealed}")
        if to is not None and to > target:
            raise Problem(400, "to", f"{made} choices have been made; name a number up to {target}")
        left = self.record.undo(target if to is None else to)
        self.plans.clear()
        return self._deed("undo", len(self.record.choices), to=left)

    def redo(self, seats: list[str]) -> Deed:
        self._may_take_back(seats)
        if not self.record.can_redo:
            raise Problem(400, "redo", "nothing has been taken back")
        if not self.may_redo(seats):
            raise Problem(403, "token", "another seat took this back; only it can make it again")
        before = len(self.record.choices)
        self.record.redo()
        while self.record.can_redo and self._goes_with_it(self.record.undone[0]):
            self.record.redo()
        return self._deed("redo", before)

    def _goes_with_it(self, choice: str) -> bool:
        """Whether a choice is made again with the one before: an order is made again as a whole,
        and what a seat declined without being asked."""
        made = len(self.record.choices)
        return any(a < made < b for a, b in self.orders) or self._declines() == choice

    def may_redo(self, seats: list[str]) -> bool:
        """Whether these seats may make again what was taken back: it was theirs."""
        record = self.record
        return record.can_redo and not record.state.over and record.state.decision.seat in seats

    def redo_label(self) -> str:
        option = self.record.state.decision.find(self.record.undone[0])
        return "" if option is None else option.label

    # --- declining for who does not want to be asked

    @property
    def turn(self) -> str:
        """The turn as the clock names it."""
        return self.record.clocks[-1].partition(",")[0]

    def asks(self, seat: str) -> Ask:
        """How a seat wants to be asked now. Only if it says so is it not asked every time: others
        may tell from the pause whether it had anything to answer. Who plays all seats alone has
        nobody to hide it from."""
        usual: Ask = "when-possible" if self.row.seating == "solo" else "always"
        if seat not in self.asking:
            return usual
        ask, since = self.asking[seat]
        if ask == "when-possible" or (ask == "not-this-turn" and since == self.turn):
            return ask  # type: ignore[return-value]
        return "always"

    def _declines(self) -> str | None:
        """The option that declines the present decision, if its seat wants that."""
        if self.record.state.over:
            return None
        decision = self.record.state.decision
        asks = self.asks(decision.seat)
        if asks == "always" or (asks == "when-possible" and len(decision.options) > 1):
            return None
        return decision.passes

    def _planned(self) -> str | None:
        """The next choice of an order that waited for somebody to let it pass."""
        if self.record.state.over:
            return None
        decision = self.record.state.decision
        if decision.seat not in self.plans:
            return None
        rest = self.plans[decision.seat]
        if self.patient:  # what cannot be done any more is passed over
            rest = rest[next((n for n, id_ in enumerate(rest) if decision.find(id_)), 0) :]
        if not rest or decision.find(rest[0]) is None:
            if not self.patient:
                self.plans.clear()
            return None
        self.plans[decision.seat] = rest[1:]
        return rest[0]

    def _go_on(self) -> None:
        """Decline for who does not want to be asked, and go on with what was ordered."""
        while (choice := self._declines() or self._planned()) is not None:
            self.record.choose(choice)

    def prefer(self, seats: list[str], ask: Ask) -> None:
        """From now on these seats want to be asked so."""
        for seat in seats:
            self.asking[seat] = (ask, self.turn)

    def decline(self) -> Deed | None:
        """Decline what waits for a seat that no longer wants to be asked."""
        before = len(self.record.choices)
        self._go_on()
        return self._deed("choose", before) if len(self.record.choices) > before else None

    def _may_take_back(self, seats: list[str]) -> None:
        if not seats:
            raise Problem(403, "token", "spectators take nothing back")

    def _deed(self, kind: str, before: int, to: int | None = None) -> Deed:
        record = self.record
        return Deed(
            kind,
            record.clocks[-1],
            len(record.choices),
            record.state.over,
            tuple(record.choices[before:]),
            to,
            {str(made): mark for made, mark in record.marks.items() if made > before},
            now(),
        )

    def tell(self) -> None:
        """Tell everybody who watches."""
        moment = self.moment()
        for queue in self.listeners:
            if queue.qsize() >= BEHIND:
                while not queue.empty():
                    queue.get_nowait()
            queue.put_nowait(moment)

    @contextmanager
    def listening(self) -> Iterator[asyncio.Queue[Change | None]]:
        """The news of this table, for as long as somebody listens; None: it is closing."""
        queue: asyncio.Queue[Change | None] = asyncio.Queue()
        self.listeners.add(queue)
        try:
            yield queue
        finally:
            self.listeners.discard(queue)


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
            record, resumption = self._replayed(game, row, past, len(deeds))
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

    def _replayed(
        self, game: Game[Any], row: Row, past: Past, revision: int
    ) -> tuple[Record[Any], Resumption | None]:
        """The game as it stands; with a resumption if these rules do not lead there any more: at
        the position that was kept beside the choices, else at the last one they lead to."""

        def begin(rules: Game[Any]) -> Record[Any]:
            begun = Record(rules, row.scenario, row.options, start=row.start)
            if past.position is not None:
                begun.begin_at(dict(past.position), past.drawn)
            return begun

        if row.version == game.version:
            record = begin(game)
            halt = record.play_by_other_rules(past.choices, past.marks)
        else:
            record, halt = fitted(game, past.choices, past.marks, begin)
        stood = self.store.position(row.id)
        if stood is not None and stood[0] == revision:
            with suppress(BeachheadError, *UNFORESEEN):
                position = game.position.from_data(stood[1])
                game.steps.run(position)  # what was still asked there may go by itself
                if halt is None and record.answer_up_to(lambda at: at.position == position):
                    return record, _bridged(record, past)
                drawn = past.drawn + self._draws(record, past, halt)
                record.begin_at(stood[1], drawn)
                where = f"at {game.clock(position)}, where it stood; what led there cannot be shown"
                return record, Resumption(_reason(game, row, halt, where), stood[1], drawn)
        if halt is None:
            return record, _bridged(record, past)
        where = f"after choice {halt.number}, at {halt.clock}"
        return record, Resumption(_reason(game, row, halt, where))

    @staticmethod
    def _draws(record: Record[Any], past: Past, halt: Halt | None) -> int:
        """How many draws all choices of the past were. Whose choices were that no longer replay is
        not known, so all of those count: a draw's number may be skipped, but never used again."""
        drawn = record.deciders.count(CHANCE)
        return drawn if halt is None else drawn + len(past.choices) - halt.number

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
        table.may_relieve(seat, bot, seats, seconds_since(table.changed))
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


@dataclass(slots=True)
class Past:
    """Where deeds lead: the choices that stand, those taken back, the marks, each undo (its
    revision, and how many choices it left), each order, what seats added to the dealing; and, if
    the game was resumed, why, and from which position after how many draws if not from the start.
    """

    choices: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)
    floors: list[tuple[int, int]] = field(default_factory=list)
    orders: list[tuple[int, int]] = field(default_factory=list)
    nonces: dict[str, str] = field(default_factory=dict)
    resumed: str = ""
    position: Mapping[str, Any] | None = None
    drawn: int = 0

    def back_to(self, left: int, revision: int) -> None:
        del self.choices[left:]
        self.marks = {made: mark for made, mark in self.marks.items() if int(made) <= left}
        self.floors.append((revision, left))


def outcome(deeds: list[Deed]) -> Past:
    """Where deeds lead."""
    past = Past()
    for revision, deed in enumerate(deeds):
        if deed.kind == "undo" and deed.to is not None:
            past.undone = past.choices[deed.to :] + past.undone
            past.back_to(deed.to, revision)
        else:
            if deed.kind == "resume":
                past.back_to(0, revision)
            if deed.position is not None:
                past.position, past.drawn = deed.position, deed.drawn
            if deed.kind == "claim":
                assert deed.seat is not None
                assert deed.nonce is not None
                past.nonces[deed.seat] = deed.nonce
            if deed.kind == "redo":
                past.undone = past.undone[len(deed.made) :]
            elif deed.made or deed.kind == "resume":
                past.undone = []
                past.orders = [each for each in past.orders if each[1] <= len(past.choices)]
            if deed.kind == "order":
                past.orders.append((len(past.choices), len(past.choices) + len(deed.made)))
            past.choices += deed.made
            past.resumed = deed.text or past.resumed
        past.marks |= deed.marks or {}
    return past


@dataclass(slots=True, frozen=True)
class Resumption:
    """How a game goes on that does not replay as it was kept: why, if players must know, and from
    which position after how many draws if its choices do not lead there."""

    text: str = ""
    position: dict[str, Any] | None = None
    drawn: int = 0


def _bridged(record: Record[Any], past: Past) -> Resumption | None:
    """How a game goes on that replays, if some of its questions are asked no more, or newly."""
    return None if record.choices == past.choices else Resumption(drawn=past.drawn)


def _reason(game: Game[Any], row: Row, halt: Halt | None, where: str) -> str:
    """What players are told when a game does not replay."""
    kept = "What was kept is untouched: the original record can be downloaded."
    if halt is not None:
        return f"{halt.explain(row.version, game.version, where)} {kept}"
    return (
        f"This game was played by rules {row.version}. By these ({game.version}) its choices lead "
        f"elsewhere, so it goes on {where}. {kept}"
    )
