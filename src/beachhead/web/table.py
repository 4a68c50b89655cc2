"""One live game: what may be done at it, and who watches it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from beachhead.bots.reckoning import Reckoning
from beachhead.kernel.play import CHANCE, Game
from beachhead.kernel.record import Record
from beachhead.web import importing
from beachhead.web.messages import Ask, BotSeat, Carry, Change, Problem, Reading
from beachhead.web.store import Branch, Deed, Hired, Note, Row, now, seconds_since

AWAY = 3 * 24 * 3600.0
"""seconds after which a bot may stand in for who does not decide"""
BEHIND = 32
"""As many news wait for a slow listener; then he is told only the last."""


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

    def may_relieve(self, seat: str, bot: BotSeat | None, seats: list[str]) -> None:
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
        if seconds_since(self.changed) < AWAY:
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
