"""Bots at tables: whoever plays a seat that a bot holds thinks in a process of its own.

A thinking bot blocks nobody. What it is sent is a sight: the game as its seat may know it. When the
game has moved on meanwhile, because somebody took something back or took the seat, its answer is
thrown away. What it may decline it answers after a fixed time, so that nobody learns from a pause
whether it had anything to answer.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import beachhead
from beachhead import bots
from beachhead.bots import Effort, Sight
from beachhead.bots.advice import Counsel, counsel
from beachhead.bots.mind import mind_of
from beachhead.bots.reckoning import Reckoning, reckon
from beachhead.errors import BeachheadError
from beachhead.kernel import record as records
from beachhead.kernel.decision import Decision
from beachhead.kernel.orders import Order
from beachhead.kernel.play import Game, State
from beachhead.kernel.record import Record
from beachhead.web.importing import address
from beachhead.web.messages import BotSeat, LevelInfo, NewTable, Problem
from beachhead.web.store import Hired

if TYPE_CHECKING:
    from beachhead.web.table import Table

log = logging.getLogger(__name__)

Done = TypeVar("Done")

THINKERS = max(8, 2 * (os.cpu_count() or 2))
"""As many bots think at the same time: more than there are processors, so that one that takes its
time keeps no other game waiting. Processes are started as they are needed."""
AT_ONCE = "recruit"
"""The level that needs no process of its own."""
DECLINING = 0.15
"""seconds after which a bot answers what it may decline, whether or not it could do more"""
SHOWING = 0.1
"""seconds between two orders where bots play all seats, so that one can follow"""
SECONDS = 5.0
"""How long a bot that thinks as long as one lets it thinks, if nobody says."""
LONGEST = 90.0
"""seconds after which a bot that has not answered is given up"""


LEVELS = (
    LevelInfo("recruit", "Recruit", "Plays at once, by rules of thumb.", patient=False),
    LevelInfo("veteran", "Veteran", "Weighs its orders by where they lead.", patient=False),
    LevelInfo(
        "commander",
        "Commander",
        "Plays on in its mind, both sides, as long as you let it think.",
        patient=True,
    ),
)
"""The levels that one can choose to play against."""


# --- who may be hired


def hired(bot: BotSeat) -> Hired:
    """A bot as it is kept: one that thinks as long as one lets it must be told how long."""
    patient = any(level.id == bot.level and level.patient for level in LEVELS)
    return Hired(bot.level, bot.seconds or (SECONDS if patient else None))


def check_bots(game: Game[Any], asked: NewTable, seats: Sequence[str]) -> None:
    """Refuse bots for seats that there are not, of levels that there are not, or in a game that
    they do not know."""
    for seat, bot in asked.bots.items():
        if seat not in seats:
            raise Problem(400, "bots", f"there is no {seat!r}; choose one of {', '.join(seats)}")
        check_bot(game, bot, "bots")
    if asked.seating == "link" and len(asked.bots) >= len(seats):
        raise Problem(400, "bots", "nobody is left to invite; choose solo to watch bots play")


def check_bot(game: Game[Any], bot: BotSeat, field_: str) -> None:
    """Refuse a level that there is not, and a game that bots do not know."""
    known = [level.id for level in LEVELS]
    if bot.level not in known:
        text = f"there is no level {bot.level!r}; choose one of {', '.join(known)}"
        raise Problem(400, field_, text)
    if not mind_of(game).planning:
        raise Problem(400, field_, f"bots do not know how to play {game.title}")


# --- thinking


class Thinking(NamedTuple):
    """What a process is asked: the game as a seat may know it, who plays, and what it was doing."""

    game: str
    scenario: str
    options: dict[str, Any]
    position: dict[str, Any]
    seat: str
    level: str
    seed: str
    seconds: float | None
    asked: int
    left: tuple[str, ...]
    hurry: str = ""
    """The file that is there when somebody wants it to choose now."""


class Choice(NamedTuple):
    """What a bot chose, and the rest of the order that this begins."""

    choice: str
    left: tuple[str, ...]


def think(asked: Thinking) -> Choice:
    """Choose, in a process of its own."""
    sight = _sight(asked)
    effort = None if asked.seconds is None else Effort(seconds=asked.seconds)
    bot = bots.load(sight.game, asked.level, seed=asked.seed, effort=effort)
    bot.go_on(asked.asked, asked.left)
    if asked.hurry:
        bot.is_hurried = Path(asked.hurry).exists
    option = bot.choose(sight)
    return Choice(option.id, bot.left)


def _sight(asked: Thinking) -> Sight:
    game = beachhead.load(asked.game)
    position = game.position.from_data(asked.position)
    return Sight(State(game, asked.scenario, asked.options, position), asked.seat)


def advise(asked: Thinking, considered: tuple[str, ...]) -> Counsel:
    """Give advice, in a process of its own."""
    return counsel(_sight(asked), considered, seed=asked.seed)


def reckon_elsewhere(game: str, document: dict[str, Any]) -> Reckoning:
    """Tell luck from play, in a process of its own."""
    return reckon(records.resume(beachhead.load(game), document)[0])


class Opponents:
    """All bots at all tables."""

    def __init__(self, answer: Callable[[Table, str, int], Coroutine[Any, Any, None]]) -> None:
        self._answer = answer
        """Makes a bot's choice at a table, if it still has so many revisions."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """Who sees to a table."""
        self._left: dict[tuple[str, str], tuple[str, ...]] = {}
        """What is left of an order, by table and seat."""
        self._pool: ProcessPoolExecutor | None = None
        self._hurries = tempfile.TemporaryDirectory(prefix="beachhead-")
        """Where it is noted that somebody wants a bot to choose now."""

    def hurry(self, table: Table) -> None:
        """Let the bot that thinks at a table choose now."""
        if self.is_thinking(table.row.id):
            self._hurry(table).touch()

    def _hurry(self, table: Table) -> Path:
        return Path(self._hurries.name) / f"{table.row.id}-{table.revision}"

    def wake(self, table: Table) -> None:
        """If a bot decides at a table and nobody sees to it yet, let it think."""
        if table.row.id in self._tasks or table.bot() is None or not _is_wanted(table):
            return
        task = asyncio.get_running_loop().create_task(self._see_to(table))
        self._tasks[table.row.id] = task

    def is_thinking(self, table: str) -> bool:
        return table in self._tasks

    async def _see_to(self, table: Table) -> None:
        try:
            await self._play(table)
        finally:
            del self._tasks[table.row.id]

    async def _play(self, table: Table) -> None:
        """Choice for the bots of a table as long as one of them decides."""
        loop = asyncio.get_running_loop()
        while _is_wanted(table) and (seat := table.bot()) is not None:
            begun = loop.time()
            async with table.lock:
                if table.bot() != seat:
                    continue
                revision, decision = table.revision, table.record.state.decision
                declines = not table.all_bots and decision.passes is not None
                left = self._left.get((table.row.id, seat), ())
                answer = _without_thinking(decision, left)
                asked = None if answer else question(table, seat, table.bots[seat], left)
                hurry = self._hurry(table)
            if asked is not None:
                asked = asked._replace(hurry=str(hurry))
                answer = await self._thought(table, asked, declines)
                hurry.unlink(missing_ok=True)
            assert answer is not None
            self._left[table.row.id, seat] = answer.left
            if declines:
                await asyncio.sleep(max(0.0, DECLINING - (loop.time() - begun)))
            elif table.all_bots and decision.kind in mind_of(table.game).planning:
                await self._shown(table)
            await self._answer(table, answer.choice, revision)

    async def _shown(self, table: Table) -> None:
        """Wait until whoever watches has seen how the table stands, and a moment longer: a story
        that is paused pauses the bots."""
        await asyncio.sleep(SHOWING)
        while _is_wanted(table) and table.looked < table.revision:
            await asyncio.sleep(SHOWING)

    async def _thought(self, table: Table, asked: Thinking, declines: bool) -> Choice:
        """What a bot answers; what it may decline it answers in time. If it stumbles, one that
        chooses at once does it."""
        if declines:
            asked = asked._replace(seconds=DECLINING / 2)
        at_once = asked._replace(level=AT_ONCE, left=())
        if asked.level != AT_ONCE:
            try:
                return await self._elsewhere(think, asked)
            except (BeachheadError, BrokenProcessPool, TimeoutError) as error:
                log.warning("a bot at table %s stumbled: %s", table.row.id, error)
        return await asyncio.to_thread(think, at_once)

    async def advise(self, asked: Thinking, considered: Sequence[str]) -> Counsel:
        """What a veteran would do in a seat, and what he thinks of something else."""
        return await self._elsewhere(advise, asked, tuple(considered))

    async def reckon(self, record: Record[Any]) -> Reckoning:
        """What a game owes to chance and to its players."""
        return await self._elsewhere(reckon_elsewhere, address(record.game), record.to_data())

    async def _elsewhere(self, task: Callable[..., Done], *given: Any) -> Done:
        """Do something in a process of its own."""
        if self._pool is None:
            self._pool = thinkers()
        future = asyncio.wrap_future(self._pool.submit(task, *given))
        try:
            return await asyncio.wait_for(future, LONGEST)
        except BrokenProcessPool:
            self._pool = None
            raise

    def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._hurries.cleanup()


def thinkers() -> ProcessPoolExecutor:
    """Processes in which bots think, and which end with the server, even one that is killed."""
    return ProcessPoolExecutor(
        THINKERS,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_end_with_the_server,
    )


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _without_thinking(decision: Decision, left: tuple[str, ...]) -> Choice | None:
    """What there is nothing to think about: the only option, or what was decided on before."""
    if len(decision.options) == 1:
        return Choice(decision.options[0].id, left)
    found = Order("", left, (), (), decision.rule).answer(decision)
    return None if found is None else Choice(found[0].id, found[1].choices)


def _is_wanted(table: Table) -> bool:
    """Where bots play all seats they wait until somebody watches."""
    return not table.all_bots or bool(table.listeners)


def question(table: Table, seat: str, hired: Hired, left: tuple[str, ...] = ()) -> Thinking:
    """What a bot is asked: nothing of it is hidden from its seat."""
    state = table.record.state
    return Thinking(
        address(table.game),
        state.scenario,
        dict(state.options),
        Sight(state, seat).deal(0).position.to_data(),
        seat,
        hired.level,
        f"{table.row.id} {seat}",
        hired.seconds,
        len(table.record.choices),
        left,
    )
