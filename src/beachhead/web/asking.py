"""Questions about a game that change nothing: reasons, odds, orders, plans, advice, figures."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from beachhead.kernel.orders import Order, planned
from beachhead.kernel.play import Decision, Illegal, State
from beachhead.page.book import Line
from beachhead.web import counseling
from beachhead.web.messages import (
    MOST_CHOICES,
    Answer,
    FigureInfo,
    Figures,
    OrderInfo,
    Orders,
    PlanInfo,
    Problem,
)
from beachhead.web.opponents import question
from beachhead.web.requests import answered, parameters, seated, state_at, tables_of
from beachhead.web.snapshots import (
    eyes,
)
from beachhead.web.store import Hired
from beachhead.web.table import Table


async def why(request: Request) -> Response:
    """GET …/why"""
    table, seats = await seated(request)
    question = parameters(request)
    if not question:
        raise Problem(400, "question", "say what you want to do, such as ?unit=A/1/16&to=0512")
    async with table.lock:
        state = table.record.state
        hidden = table.game.secret_questions & question.keys()
        if hidden and (state.over or state.decision.seat not in seats):
            raise Problem(403, min(hidden), "only the seat that decides may ask this")
        try:
            refusal = state.why_not(**question)
        except NotImplementedError as error:
            raise Problem(404, "why", "this game gives no reasons") from error
        except (LookupError, ValueError, TypeError) as error:
            raise Problem(400, "question", f"cannot be understood: {error}") from error
    return answered(Answer(None if refusal is None else {**refusal.to_data()}))


async def odds(request: Request) -> Response:
    """GET …/odds"""
    table, seats = await seated(request)
    asked = parameters(request)
    async with table.lock:
        state = table.record.state.copy(history=False)
    decision = None if state.over else state.decision
    if not asked.keys() - {"option"}:
        if decision is None or decision.seat not in seats:
            raise Problem(403, "token", "odds are for the seat that decides")
        lines = await asyncio.to_thread(state.odds, asked.get("option"))
        return answered({"option": asked.get("option"), "lines": lines})
    return answered(
        await asyncio.to_thread(table.game.page().odds, state.position, decision, asked)
    )


async def list_orders(request: Request) -> Response:
    """GET …/orders: what some pieces can do together, or what can be done to a goal."""
    state = await _decided(request, "orders")
    asked = parameters(request)
    pieces = [piece for piece in asked.get("pieces", "").split(",") if piece]
    if unknown := asked.keys() - {"pieces", "goal"}:
        raise Problem(400, min(unknown), "is not known here; give pieces or a goal")
    if not pieces and not asked.get("goal"):
        raise Problem(400, "pieces", "name some, such as ?pieces=unit-a,unit-b, or a goal")
    if len(pieces) > MOST_CHOICES:
        raise Problem(400, "pieces", f"name at most {MOST_CHOICES}")
    try:
        found = await asyncio.to_thread(state.orders, pieces, asked.get("goal", ""))
    except Illegal as error:
        return answered(Orders([], {**error.refusal.to_data()}))
    return answered(Orders([_told_order(each) for each in found], None))


def _told_order(order: Order) -> OrderInfo:
    return OrderInfo(
        order.text,
        order.rule,
        list(order.choices),
        list(order.pieces),
        list(order.goal),
        list(order.way),
        order.note,
        order.hostile,
        list(order.risks()),
    )


async def plan(request: Request) -> Response:
    """GET …/plan: what an order would do, before it is given."""
    state = await _decided(request, "plans")
    choices = tuple(each for each in parameters(request).get("choices", "").split(",") if each)
    if not 0 < len(choices) <= MOST_CHOICES:
        text = f"name 1 to {MOST_CHOICES} that follow each other, such as ?choices=a,b"
        raise Problem(400, "choices", text)
    order = Order("This", choices, (), (), state.decision.rule)
    try:
        found = await asyncio.to_thread(planned, state, order)
    except Illegal as error:
        raise Problem(400, "choices", error.refusal.text, error.refusal.rule) from error
    return answered(
        PlanInfo(list(found.now), list(found.later), found.commits, found.draws, list(found.odds))
    )


async def _decided(request: Request, what: str) -> State[Any]:
    """A copy of the state, for the seat that decides."""
    table, seats = await seated(request)
    async with table.lock:
        state = table.record.state.copy(history=False)
    if state.over or state.decision.seat not in seats:
        raise Problem(403, "token", f"{what} are for the seat that decides")
    return state


async def advice(request: Request) -> Response:
    """GET …/advice"""
    table, seats = await seated(request)
    counseling.check(table)
    considered = [each for each in request.query_params.get("choices", "").split(",") if each]
    async with table.lock:
        table.may_choose(seats)
        seat = table.record.state.decision.seat
        asked = question(table, seat, Hired("veteran"))
    given = await tables_of(request).opponents.advise(asked, considered[:MOST_CHOICES])
    return answered(counseling.told(table.record.state, seat, given))


async def readings(request: Request) -> Response:
    """GET …/readings"""
    table, seats = await seated(request)
    counseling.check(table)
    async with table.lock:
        return answered(counseling.readings(table, eyes(table.record.state, table.looking(seats))))


async def reckoning(request: Request) -> Response:
    """GET …/reckoning"""
    table, seats = await seated(request)
    counseling.check_open(table, seats)
    found = await tables_of(request).reckoning(table)
    return answered(counseling.reckoned(table.record, found))


async def figures(request: Request) -> Response:
    """GET …/figures: those on the board that take long to work out."""
    table, seats = await seated(request)
    async with table.lock:
        state = table.record.state.copy(history=False)
        before = _before(table, seats)
    if state.over or state.decision.seat not in seats:
        raise Problem(403, "token", "figures are for the seat that decides")
    found = await asyncio.to_thread(state.decision.figures)
    instead = [] if before is None else await asyncio.to_thread(_attacks, *before, state.decision)
    return answered(
        Figures(
            [
                FigureInfo(
                    each.at,
                    each.text,
                    each.words,
                    each.look,
                    [Line(reason.text, list(reason.touches)) for reason in each.reasons],
                )
                for each in found
            ],
            [_told_order(each) for each in instead],
        )
    )


def _before(table: Table, seats: list[str]) -> tuple[State[Any], str] | None:
    """The state before a choice that is unfinished and can be taken back, and that choice."""
    record, state = table.record, table.record.state
    last = len(record.choices) - 1
    if state.over or not state.decision.briefing.part or table.undo_target(seats) != last:
        return None
    return record.at(last).copy(history=False), record.choices[last]


def _attacks(before: State[Any], chosen: str, decision: Decision) -> list[Order]:
    """What the pieces that a decision is about could have attacked instead of what was chosen."""
    pieces = [tag for tag in decision.about if tag.startswith("unit-")]
    if not pieces:
        return []
    try:
        found = [order for order in before.orders(pieces) if order.hostile]
    except Illegal:
        return []
    return [order for order in found if order.choices[0] != chosen]


async def overlay(request: Request) -> Response:
    """GET …/overlays/{name}"""
    table, _ = await seated(request)
    page = table.game.page()
    name = request.path_params["name"]
    names = [each.id for each in page.overlays]
    if name not in names:
        known = f"choose one of {', '.join(names)}" if names else f"{table.game.title} has none"
        raise Problem(404, "overlay", f"there is no {name!r}; {known}")
    given = parameters(request)
    async with table.lock:
        made = given.pop("at", None)
        state = table.record.state if made is None else state_at(table, made)
        state = state.copy(history=False)
    return answered(await asyncio.to_thread(page.overlay, state.position, name, given))
