"""A hand that plays the choices of a record on the page, with as few gestures as it can.

A click, a drag, a key or a pick from a list is one gesture. What the hand knows is what a player
sees: which pieces can be selected, where they can go, what is offered below the map.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from playwright.sync_api import Page

from beachhead.kernel import record as records
from beachhead.kernel.decision import CHANCE, Illegal
from beachhead.kernel.orders import Order, Plan, lights, planned, proposal
from beachhead.kernel.play import Game, State
from pages import settled

POINT = """id => {
    const shape = document.querySelector(`.board-frame #${CSS.escape(id)}`);
    const box = shape?.getBoundingClientRect();
    if (!box) return null;
    const frame = document.querySelector(".board-frame").getBoundingClientRect();
    const piece = /^(unit|post)-/.test(id);
    const found = [];
    for (let n = 1; n < 12; n += 1) for (let m = 1; m < 12; m += 1) {
        const x = box.left + box.width * n / 12, y = box.top + box.height * m / 12;
        if (x < frame.left + 4 || x > frame.right - 4) continue;
        if (y < frame.top + 4 || y > frame.bottom - 4) continue;
        const top = document.elementFromPoint(x, y);
        if (!top?.closest(".board-frame") || top.closest("[data-still]")) continue;
        const over = top.closest(".counter")?.id;
        if (piece && over !== id) continue;
        if (!piece && shape.isPointInFill) {
            const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
            if (!shape.isPointInFill(at)) continue;
        } else if (!piece && Math.hypot(n - 6, m - 6) > 5) continue; // the corners of a hex's box
        found.push([Math.hypot(n - 6, m - 6) + (!piece && over ? 100 : 0), x, y]);
    }
    found.sort((a, b) => a[0] - b[0]);
    return found.length ? [found[0][1], found[0][2]] : null;
}"""
"""Where something on the board can be touched: a piece where it shows, a place beside those."""


STACK = """id => {
    const where = /translate\\(([-\\d.]+)[ ,]+([-\\d.]+)/;
    const at = (each) => where.exec(each.getAttribute("transform"));
    const all = [...document.querySelectorAll('.board-frame #counters .counter[id^="unit-"]')];
    const here = at(all.find((each) => each.id === id));
    return all.filter((each) => {
        const there = at(each);
        return Math.hypot(there[1] - here[1], there[2] - here[2]) < 26;
    }).map((each) => each.id);
}"""
"""The pieces that lie together with one."""

REACHED = "made => Number(document.querySelector('.play').dataset.made) >= made"
STILL = ".board-frame:not([data-flying]) .plane:not(.moving)"
"""The map has come to rest."""
SOON = 20_000
"""What a gesture leads to is there before that, in milliseconds."""


class Gestures(NamedTuple):
    """An order as a hand gives it, and how many choices it makes."""

    order: Order
    plan: Plan
    selecting: int
    """Clicks until its pieces are selected; 0 for one that is dragged at once, or with its stack
    while Shift is held."""
    proposed: bool = False
    """Whether a click on its goal proposes it."""

    @property
    def cost(self) -> int:
        if self.proposed:
            return 1 + int(len(self.order.pieces) > 1 or self.plan.commits)
        return self.selecting + 1 + int(self.plan.draws)


class Hand:
    """Plays what is left of a record on a page that shows the same game."""

    def __init__(self, page: Page, game: Game[Any], document: dict[str, Any], first: int) -> None:
        self.page = page
        self.choices: list[str] = [*document["choices"]]
        self.made = first
        self.state: State[Any] = game.setup(document["scenario"], document["options"])
        for choice in self.choices[:first]:
            self.state.apply(choice)
        self.gestures: Counter[str] = Counter()
        """By the seat that decides."""
        self.log: list[str] = []
        self._chance()

    def play(self, until: int) -> Counter[str]:
        """Play up to a number of choices; how many gestures it took, by seat."""
        while self.made < until and not self.state.over:
            self._step()
        return self.gestures

    def _count(self, gestures: int, what: str) -> None:
        self.gestures[self.state.decision.seat] += gestures
        self.log.append(f"{gestures} {what}")

    def _step(self) -> None:
        found, agreed = self._ordered(), self._agreed()
        if agreed:
            self.page.keyboard.press(";")
            self._count(1, f"agree: {[*agreed]}")
            self._reorder(agreed)
            self._follow(len(agreed))
        elif found is not None and found.cost < len(found.plan.now):
            self._give(found)
            self._reorder(found.plan.now)
            self._follow(len(found.plan.now))
        else:
            self._choose(self.choices[self.made])
            self._follow(1)
        self._wait()

    # --- what the record does next

    def _agreed(self) -> tuple[str, ...]:
        """The choices that it makes to agree with what is proposed."""
        order = proposal(self.state)
        if order is None:
            return ()
        plan = planned(self.state, order)
        matches = self._does_all(plan) if order.patient else self._matches(plan)
        return plan.now if matches and len(plan.now) + len(plan.later) > 1 else ()

    def _does_all(self, plan: Plan) -> bool:
        """Whether the record makes the choices of a patient plan in their order."""
        wanted = [*plan.now, *plan.later]
        return [each for each in self.choices[self.made :] if each in wanted][
            : len(wanted)
        ] == wanted

    def _ordered(self) -> Gestures | None:
        """The order that makes the most of the next choices."""
        decision = self.state.decision
        if not (decision.topic.orders or decision.topic.drag):
            return None
        option = decision.find(self.choices[self.made])
        assert option is not None
        touched = lights(decision, option)
        own = [id_ for id_ in touched if id_.startswith("unit-")]
        found: list[Gestures] = []
        for order in self.state.orders((), touched[0])[:1] if touched and not own else []:
            plan = planned(self.state, order)
            if self._matches(plan):
                found.append(Gestures(order, plan, 0, proposed=True))
        for pieces, selecting in self._selections(own):
            try:
                orders = self.state.orders(pieces)
            except Illegal:
                continue
            for order in orders:
                if all(id_.startswith("unit-") for id_ in order.goal):
                    continue  # it is dropped on a place
                try:
                    plan = planned(self.state, order)
                except Illegal:
                    continue
                if self._matches(plan):
                    found.append(Gestures(order, plan, selecting))
                    best = self.state.orders((), order.goal[0])[:1] if order.hostile else []
                    if [each.pieces for each in best] == [order.pieces]:
                        found.append(Gestures(order, plan, 0, proposed=True))
        return max(found, key=lambda each: len(each.plan.now) - each.cost, default=None)

    def _selections(self, own: Sequence[str]) -> list[tuple[list[str], int]]:
        """The pieces that could be meant, and the clicks to select them: one is dragged at once,
        all of a place are selected by a click on it."""
        named = [
            id_
            for choice in self.choices[self.made : self.made + 8]
            for id_ in own
            if choice.endswith(id_.removeprefix("unit-"))
        ]
        some = list(dict.fromkeys(named))
        found = [([id_], 0) for id_ in own]
        decision = self.state.decision
        can = {id_ for option in decision.options for id_ in lights(decision, option)}
        for id_ in some:
            together = [each for each in self._stack(id_) if each in can and each != id_]
            found += [([id_, *together], 0)] if together else []
        if len(some) > 1:
            found.append((some, len(some)))
        if len(own) > 1:
            found.append((list(own), 1 if self.state.decision.topic.orders else len(own)))
        return found

    def _stack(self, piece: str) -> list[str]:
        found: list[str] = self.page.evaluate(STACK, piece)
        return found

    def _matches(self, plan: Plan) -> bool:
        """Whether a plan makes the next choices of the record, and no others later; in what order
        does not matter where it all comes to the same."""
        now = tuple(self.choices[self.made : self.made + len(plan.now)])
        if now == plan.now:
            return tuple(self._later(len(plan.now), len(plan.later))) == plan.later
        return (
            not plan.later
            and sorted(now) == sorted(plan.now)
            and self._after(now) == self._after(plan.now)
        )

    def _after(self, choices: Sequence[str]) -> str:
        state = self.state.copy(history=False)
        for choice in choices:
            state.apply(choice)
        return state.digest()

    def _reorder(self, choices: Sequence[str]) -> None:
        """The record goes on with the same choices, in the order in which they were made here."""
        self.choices[self.made : self.made + len(choices)] = choices

    def _later(self, skipped: int, wanted: int) -> list[str]:
        """What the same seat chooses after the next choices, while others let it pass."""
        if not wanted:
            return []
        state = self.state.copy(history=False)
        seat, found = state.decision.seat, []
        for number, choice in enumerate(self.choices[self.made :]):
            if number >= skipped and state.decision.seat == seat:
                found.append(choice)
            state.apply(choice)
            if state.over or len(found) == wanted:
                break
        return found

    def _follow(self, choices: int) -> None:
        for choice in self.choices[self.made : self.made + choices]:
            self.state.apply(choice)
        self.made += choices
        self._chance()

    def _chance(self) -> None:
        """The dealer has dealt the same."""
        while not self.state.over and self.state.decision.seat == CHANCE:
            self.state.apply(self.choices[self.made])
            self.made += 1

    def _wait(self) -> None:
        """The page is where the record is; what went by itself there has been done here too."""
        self.page.wait_for_function(REACHED, arg=self.made, timeout=SOON)
        settled(self.page)
        shown = int(self.page.get_attribute(".play", "data-made") or 0)
        while self.made < shown:
            self.state.apply(self.choices[self.made])
            self.made += 1
        if not self.state.over:
            asked = self.page.locator("#sentence").inner_text()
            assert asked.startswith(self.state.decision.prompt), (
                f"after {self.log[-1]!r} the page asks {asked!r}, and the record goes on with "
                f"{self.state.decision.prompt!r}"
            )

    # --- gestures

    def _point(self, id_: str) -> tuple[float, float]:
        self.page.wait_for_selector(STILL)
        before, at = [0.0, 0.0], self.page.evaluate(POINT, id_)
        while at != before:  # counters may still be moving
            self.page.wait_for_timeout(60)
            before, at = at, self.page.evaluate(POINT, id_)
        if at is None:
            assert id_.startswith("unit-"), f"{id_} cannot be touched"
            return self._fanned_out(id_)
        return at[0], at[1]

    def _fanned_out(self, piece: str) -> tuple[float, float]:
        """Where a piece under others can be touched: whoever rests on the stack fans it out."""
        name = piece.replace("\\", "\\\\").replace('"', '\\"')
        box = self.page.locator(f'.board-frame [id="{name}"]').bounding_box()
        assert box is not None, f"{piece} is not on the board"
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        fanned = self.page.locator(f'.fan-counter[data-unit="{name}"]')
        fanned.wait_for()
        box = fanned.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _give(self, found: Gestures) -> None:
        page, order = self.page, found.order
        page.keyboard.press("0")  # the whole map is in view; looking is no deed
        page.mouse.move(2, 2)
        if found.proposed:
            page.mouse.click(*self._point(order.goal[0]))
            if found.cost > 1:
                page.locator(".spot.pinned .spot-options button").click()
        else:
            self._drag(found)
        self._count(found.cost, order.text)

    def _drag(self, found: Gestures) -> None:
        """The pieces are selected, and dragged to the goal."""
        page, order = self.page, found.order
        if found.selecting == 1:
            place = self._place_of(order.pieces[0])
            page.mouse.click(*self._point(place))
        elif found.selecting:
            for number, piece in enumerate(order.pieces):
                if number:
                    page.keyboard.down("Shift")
                page.mouse.click(*self._point(piece))
                page.keyboard.up("Shift")
        x, y = self._point(order.pieces[0])
        page.mouse.move(x, y)
        if len(order.pieces) > 1 and not found.selecting:
            page.keyboard.down("Shift")
        page.mouse.down()
        page.mouse.move(x + 12, y)  # lifted; the stack it was in closes
        x, y = self._target(order)
        page.mouse.move(x + 9, y + 9)
        page.mouse.move(x, y, steps=3)
        page.mouse.up()
        page.keyboard.up("Shift")
        if found.plan.draws:
            page.locator(".spot.pinned .spot-options button").click()

    def _target(self, order: Order) -> tuple[float, float]:
        """Where an order is dropped: on an enemy that shows, if it is an attack on some."""
        enemies = [id_ for id_ in order.goal if order.hostile and id_.startswith("unit-")]
        found = (self.page.evaluate(POINT, id_) for id_ in enemies)
        at = next(filter(None, found), None)
        return self._point(order.goal[0]) if at is None else (at[0], at[1])

    def _place_of(self, piece: str) -> str:
        decision = self.state.decision
        option = decision.find(self.choices[self.made])
        assert option is not None
        return next(id_ for id_ in lights(decision, option) if not id_.startswith("unit-"))

    def _choose(self, choice: str) -> None:
        """A pick from the list below the map, or its closing button."""
        page = self.page
        chip = page.locator(f'.chips [data-option="{choice}"]')
        if chip.count():
            chip.first.click()
        else:
            page.locator(f'.end[data-option="{choice}"], [data-option="{choice}"]').first.click()
            if page.locator(".end.sure").count():
                page.locator(".end.sure").click()
                self._count(1, "sure")
        self._count(1, choice)


def table_at(address: str, game: Game[Any], document: dict[str, Any], first: int) -> str:
    """Where a page shows a record as it stood after some choices, with what is dealt as then."""
    record = records.replay(game, document, verify=False)
    record.undo(first)
    body = {"game": game.name, "record": record.to_data(), "seating": "solo"}
    asked = Request(
        f"{address}api/tables",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urlopen(asked) as answer:
        founded = json.load(answer)
    token = next(iter(founded["tokens"].values()))
    return f"{address}#/table/{founded['table']}?token={token}"
