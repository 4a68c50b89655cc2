"""Live games: one record each, read from the store when somebody comes, one change at a time.

A change is made in memory, then written, then told. If it cannot be written it did not happen:
the record is dropped and read again.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel import record as records
from beachhead.kernel.play import CHANCE, Event, Game, Option, State
from beachhead.kernel.record import Record, RecordError
from beachhead.web.messages import Ask, Moment, NewTable, Problem
from beachhead.web.store import ConflictError, Deed, Row, Store, StoreError, now

LIVE = 64
"""As many games are kept in memory; the others are read again when somebody comes."""
BEHIND = 32
"""As many news wait for a slow listener; then he is told only the last."""


class Kept(Record[Any]):
    """A record that also remembers the clock and the words of each choice."""

    def __init__(self, state: State[Any]) -> None:
        self.clocks: list[str] = []
        self.labels: list[str] = []
        self._start(state.game, state, None)

    def _start(self, game: Game[Any], state: State[Any], seed: int | str | None) -> None:
        super()._start(game, state, seed)
        self.clocks = [self._clock]

    def _make(self, choice: Option | str) -> list[Event]:
        decision = self.state.decision
        option = decision.find(choice) if isinstance(choice, str) else choice
        events = super()._make(choice)
        self.clocks.append(self._clock)
        self.labels.append("" if option is None else option.label)
        return events

    def undo(self, to: int | None = None) -> int:
        left = super().undo(to)
        del self.clocks[left + 1 :], self.labels[left:]
        return left

    def play(self, choices: list[str], marks: Mapping[str, str]) -> None:
        """Make choices again, chance included; marks that differ are an error."""
        for choice in choices:
            if self.state.over or self.state.decision.find(choice) is None:
                raise RecordError(
                    f"choice {len(self.deciders) + 1} ({choice}) is not possible at {self._clock}"
                )
            self._make(choice)
            mark = marks.get(str(len(self.deciders)))
            if mark is not None and self.marks.get(len(self.deciders), mark) != mark:
                raise RecordError(f"it differs after choice {len(self.deciders)}, at {self._clock}")

    def deal(self, seed: int | str, undone: list[str] | None = None) -> None:
        """From here on a dealer answers for chance; `undone` can be made again."""
        self.seed = seed
        self._undone = list(undone or [])
        self._deal()

    @property
    def undone(self) -> list[str]:
        return self._undone


@dataclass(slots=True)
class Table:
    """One live game and who watches it."""

    row: Row
    record: Kept
    revision: int
    floors: list[tuple[int, int]] = field(default_factory=list)
    """For each undo: its revision, and how many choices it left."""
    asking: dict[str, tuple[str, str]] = field(default_factory=dict)
    """How each seat wants to be asked what it may decline, and since which turn."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[asyncio.Queue[Moment | None]] = field(default_factory=set)

    @property
    def game(self) -> Game[Any]:
        return self.record.game

    def moment(self) -> Moment:
        """How far the game is, as everybody may know."""
        state = self.record.state
        return Moment(
            self.row.id,
            self.revision,
            len(self.record.choices),
            self.record.clocks[-1],
            None if state.over else state.decision.seat,
            state.over,
        )

    # --- who may do what

    def may_choose(self, seats: list[str]) -> None:
        """Refuse whoever does not hold the deciding seat."""
        state = self.record.state
        if state.over:
            raise Problem(400, "choice", "the game is over: there is nothing left to decide")
        if state.decision.seat not in seats:
            whose = state.decision.seat
            who = f"{whose} decides now" if seats else "spectators decide nothing"
            raise Problem(403, "token", f"{who}; open the table by the link of that seat to choose")

    def undo_floor(self, seats: list[str]) -> int:
        """How far back these seats may go: to the start if they are all, else to the last
        outcome of chance, choice of another seat, or thing that was told in private."""
        if set(self.record.state.seats) <= set(seats):
            return 0
        deciders, news = self.record.deciders, self.record.news
        for number in range(len(deciders), 0, -1):
            revealed = any(event.seats is not None for event in news[number])
            if revealed or deciders[number - 1] not in seats:
                return number
        return 0

    def undo_target(self, seats: list[str]) -> int | None:
        """Where taking back one choice leads; None if there is nothing to take back."""
        if not seats:
            return None
        target = len(self.record.choices) - 1
        while target >= 0 and self.record.deciders[target] == CHANCE:
            target -= 1
        return target if target >= self.undo_floor(seats) else None

    # --- changes, made in memory

    def choose(self, choice: str, seats: list[str]) -> Deed:
        self.may_choose(seats)
        before = len(self.record.choices)
        option = self.record.state.decision.find(choice)
        if option is None:
            refusal = self.record.state.refuse(choice)
            raise Problem(400, "choice", refusal.text, refusal.rule)
        self.record.choose(option)
        self._decline()
        return self._deed("choose", before)

    def undo(self, to: int | None, seats: list[str]) -> Deed:
        self._may_take_back(seats)
        target = self.undo_target(seats)
        floor = self.undo_floor(seats)
        made = len(self.record.choices)
        if target is None:
            raise Problem(
                400,
                "undo",
                "there is nothing to take back"
                + (": what chance or another seat revealed since stands" if floor else ""),
            )
        if to is not None and to < floor:
            raise Problem(
                400,
                "to",
                f"you can go back to choice {floor}, not {to}: what chance or another seat "
                "revealed since stands",
            )
        if to is not None and to > target:
            raise Problem(400, "to", f"{made} choices have been made; name a number up to {target}")
        left = self.record.undo(target if to is None else to)
        return self._deed("undo", len(self.record.choices), to=left)

    def redo(self, seats: list[str]) -> Deed:
        self._may_take_back(seats)
        if not self.record.can_redo:
            raise Problem(400, "redo", "nothing has been taken back")
        if not self.may_redo(seats):
            raise Problem(403, "token", "another seat took this back; only it can make it again")
        before = len(self.record.choices)
        self.record.redo()
        while self.record.can_redo and self._declines() == self.record.undone[0]:
            self.record.redo()
        return self._deed("redo", before)

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
        """How a seat wants to be asked now. Only if it says so is it not asked every time:
        others may tell from the pause whether it had anything to answer."""
        ask, since = self.asking.get(seat, ("always", ""))
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
        return self.game.passing(decision)

    def _decline(self) -> None:
        while (choice := self._declines()) is not None:
            self.record.choose(choice)

    def prefer(self, seats: list[str], ask: Ask) -> None:
        """From now on these seats want to be asked so."""
        for seat in seats:
            self.asking[seat] = (ask, self.turn)

    def decline(self) -> Deed | None:
        """Decline what waits for a seat that no longer wants to be asked."""
        before = len(self.record.choices)
        self._decline()
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
    def listening(self) -> Iterator[asyncio.Queue[Moment | None]]:
        """The news of this table, for as long as somebody listens; None: it is closing."""
        queue: asyncio.Queue[Moment | None] = asyncio.Queue()
        self.listeners.add(queue)
        try:
            yield queue
        finally:
            self.listeners.discard(queue)


class Tables:
    """All tables of a store; those that somebody looks at are in memory."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any]] | None = None) -> None:
        self.store = store
        self.games = dict(games) if games else self.all_games()
        self._live: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    @staticmethod
    def all_games() -> dict[str, Game[Any]]:
        """The games that come with the program."""
        return {name: beachhead.load(name) for name in beachhead.games()}

    def game(self, name: str) -> Game[Any]:
        if name not in self.games:
            raise Problem(
                404, "game", f"there is no {name!r}; choose one of {', '.join(self.games)}"
            )
        return self.games[name]

    # --- founding

    async def found(self, asked: NewTable) -> tuple[Row, dict[str, str]]:
        """A new table, kept before it is announced; returns the tokens of its seats."""
        if asked.game not in self.games:
            raise Problem(
                400, "game", f"there is no {asked.game!r}; choose one of {', '.join(self.games)}"
            )
        row, record = await asyncio.to_thread(self._begin, asked)
        seats = record.state.seats
        if asked.seating == "link" and len(seats) < 2:
            raise Problem(
                400,
                "seating",
                "this game has one seat, so there is nobody to send a link to; choose solo"
                + (", or options.players 2" if "players" in self.games[row.game].settings else ""),
            )
        if asked.seating == "link":
            tokens = {seat: secrets.token_urlsafe(24) for seat in seats}
        else:
            tokens = dict.fromkeys(seats, secrets.token_urlsafe(24))
        table = Table(row, record, revision=1)
        deed = table._deed("begin", 0)
        await asyncio.to_thread(self.store.found, row, tokens, deed)
        self._keep(table)
        return row, tokens

    def _begin(self, asked: NewTable) -> tuple[Row, Kept]:
        game = self.games[asked.game]
        seed: int | str = secrets.randbelow(10**9) if asked.seed is None else asked.seed
        start = asked.notation
        choices: list[str] = []
        marks: Mapping[str, str] = {}
        if asked.record is not None:
            if asked.notation is not None:
                raise Problem(400, "notation", "give a record or a notation, not both")
            document = _document(game, asked.record)
            choices, marks = document["choices"], document["marks"]
            scenario, options = document["scenario"], document["options"]
            start = document.get("start")
            if asked.seed is None and document["seed"] is not None:
                seed = document["seed"]
        else:
            scenario, options = asked.scenario, asked.options
        state = game.setup(scenario, options) if start is None else _situation(game, start)
        record = Kept(state)
        try:
            record.play(choices, marks)
        except RecordError as error:
            raise Problem(400, "record.choices", str(error)) from error
        record.deal(seed)
        row = Row(
            id=secrets.token_urlsafe(9),
            created=now(),
            title=asked.title or game.scenarios[state.scenario].title,
            game=asked.game,
            version=game.version,
            scenario=state.scenario,
            options=dict(state.options),
            seed=seed,
            seating=asked.seating,
            start=start,
        )
        return row, record

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
                finally:
                    self._loading.pop(id_, None)
            return self._live[id_]

    def _keep(self, table: Table) -> None:
        self._live[table.row.id] = table
        idle = [
            id_
            for id_, each in self._live.items()
            if not each.listeners and not each.lock.locked() and each is not table
        ]
        for id_ in idle[: max(0, len(self._live) - LIVE)]:
            del self._live[id_]

    def row(self, id_: str) -> Row:
        row = self.store.row(id_)
        if row is None:
            raise Problem(404, "table", f"there is no table {id_!r}; it may be in another store")
        return row

    def _load(self, id_: str) -> Table:
        row = self.row(id_)
        game = self.game(row.game)
        deeds = self.store.deeds(id_)
        choices, undone, marks, floors = outcome(deeds)
        try:
            if row.start is not None:
                state = _situation(game, row.start)
            else:
                state = game.setup(row.scenario, row.options)
            record = Kept(state)
            record.play(choices, marks)
        except (BeachheadError, AssertionError, LookupError, ValueError, TypeError) as error:
            raise Problem(
                409,
                "table",
                f"this game was played by rules {row.version} and does not replay by these "
                f"({game.version}): {error}. Its record can still be downloaded.",
            ) from error
        if row.seed is not None:
            record.deal(row.seed, undone)
        return Table(row, record, len(deeds), floors, self.store.preferences(id_))

    # --- changing

    async def prefer(self, table: Table, seats: list[str], ask: Ask) -> None:
        """Keep how seats want to be asked; what waits for them is declined if they say so."""
        await asyncio.to_thread(self.store.prefer, table.row.id, seats, ask, table.turn)
        table.prefer(seats, ask)
        await self.change(table, table.decline)

    async def change(self, table: Table, deed: Callable[[], Deed | None]) -> None:
        """Make a change, keep it, tell it. The caller holds the table's lock."""
        try:
            done = deed()
        except Problem:
            raise
        except Exception:
            self._forget(table)
            raise
        if done is None:
            return
        writing = asyncio.ensure_future(
            asyncio.to_thread(self.store.append, table.row.id, table.revision, done)
        )
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            # The page left in the middle; the deed is done all the same, or not at all.
            self._forget(table)
            raise
        except ConflictError as error:
            self._forget(table)
            raise Problem(
                409, "made", "the game has moved on elsewhere; look again and choose"
            ) from error
        except StoreError as error:
            self._forget(table)
            raise Problem(503, "store", f"{error}. Try again.") from error
        if done.to is not None:
            table.floors.append((table.revision, done.to))
        table.revision += 1
        table.tell()

    def _forget(self, table: Table) -> None:
        """Read a table again next time; its listeners come back by themselves."""
        if self._live.get(table.row.id) is table:
            del self._live[table.row.id]
        for queue in table.listeners:
            queue.put_nowait(None)

    def send_home(self) -> None:
        """End all streams; pages come back when the server does."""
        for table in list(self._live.values()):
            self._forget(table)

    def close(self) -> None:
        """Nobody comes any more."""
        self.send_home()
        self.store.close()


def outcome(
    deeds: list[Deed],
) -> tuple[list[str], list[str], dict[str, str], list[tuple[int, int]]]:
    """Where deeds lead: the choices that stand, those taken back, the marks, and each undo."""
    choices: list[str] = []
    undone: list[str] = []
    marks: dict[str, str] = {}
    floors: list[tuple[int, int]] = []
    for revision, deed in enumerate(deeds):
        if deed.kind == "undo":
            assert deed.to is not None
            undone = choices[deed.to :] + undone
            del choices[deed.to :]
            marks = {made: mark for made, mark in marks.items() if int(made) <= deed.to}
            floors.append((revision, deed.to))
        else:
            undone = undone[len(deed.made) :] if deed.kind == "redo" else []
            choices += deed.made
        marks |= deed.marks or {}
    return choices, undone, marks, floors


def _document(game: Game[Any], data: dict[str, Any]) -> dict[str, Any]:
    document = records.parse(json.dumps(data))
    if document["game"] != game.name:
        raise Problem(
            400, "record.game", f"this is a record of {document['game']!r}, not of {game.name!r}"
        )
    return document


def _situation(game: Game[Any], text: str) -> State[Any]:
    try:
        return game.situation(text)
    except BeachheadError as error:
        raise Problem(400, "notation", str(error)) from error
