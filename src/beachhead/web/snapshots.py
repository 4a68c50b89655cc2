"""A table as one seat may see it: the snapshot that the page shows.

Everything about the game goes through the kernel's view; what a game's page module adds is asked
for on behalf of the same seat.
"""

from __future__ import annotations

import re
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.orders import planned, proposal
from beachhead.kernel.play import Decision, Event, Game, State
from beachhead.kernel.record import Record
from beachhead.kernel.topic import Shows
from beachhead.kernel.view import view
from beachhead.page import Price
from beachhead.web.messages import (
    Chosen,
    DealingInfo,
    Happened,
    History,
    Origin,
    Problem,
    ProposalInfo,
    Snapshot,
    Step,
    TurningPoint,
)
from beachhead.web.tables import Table

NO_STEP = Step(possible=False, label=None)


def eyes(state: State[Any], seats: list[str]) -> str | None:
    """Whose eyes look: of the seats that a token holds, the one that decides; None: a spectator."""
    if not state.over and state.decision.seat in seats:
        return state.decision.seat
    return seats[0] if seats else None


def snapshot(
    table: Table, seats: list[str], since: int | None = None, revision: int | None = None
) -> Snapshot:
    """The table as it is now, with the events from `since` on, as far as they still stand."""
    record = table.record
    made = len(record.choices)
    seat = eyes(record.state, seats)
    first = 0 if since is None else since
    if since is not None and revision is not None:
        taken_back = [left for number, left in table.floors if number >= revision]
        if taken_back:
            first = min(first, events_until(record, seats, min(taken_back)))
    built = _snapshot(table, record.state, seats, seat, made, first)
    target = table.undo_target(seats)
    if target is not None:
        built.undo = Step(possible=True, label=record.labels[target], to=target)
    if table.may_redo(seats):
        built.redo = Step(possible=True, label=table.redo_label())
    if seats and table.game.declines:
        built.ask = table.asks(seats[0])
    return built


def snapshot_at(table: Table, seats: list[str], made: int, since: int | None = None) -> Snapshot:
    """The table as it was after a number of choices; nothing can be chosen there."""
    record = table.record
    if made > len(record.choices):
        raise Problem(404, "n", f"there is no choice {made}; {len(record.choices)} have been made")
    state = record.at(made)
    seat = eyes(state, seats)
    first = events_until(record, seats, made - 1) if since is None else since
    built = _snapshot(table, state, seats, seat, made, first)
    built.live = built.yours = False
    if built.view["decision"] is not None:
        built.view["decision"].pop("options", None)
    built.glow, built.routes, built.notes, built.looks = {}, {}, {}, {}
    built.risks, built.commits, built.figures, built.proposal = {}, {}, False, None
    return built


def _snapshot(
    table: Table, state: State[Any], seats: list[str], seat: str | None, made: int, first: int
) -> Snapshot:
    record, page = table.record, table.game.page()
    decision: Decision | None = None if state.over else state.decision
    yours = decision is not None and decision.seat in seats
    happened, total = _events(record, seats, first, made)
    shown = {}
    if decision is not None and yours:
        shown = {each.id: (each, decision.shows(each)) for each in decision.options}
    return Snapshot(
        table=table.row.id,
        game=table.row.game,
        scenario=state.scenario,
        title=table.row.title,
        options=dict(state.options),
        dealing=_dealing(table, seats),
        origin=_origin(table),
        awaited=list(table.awaited),
        resumed=table.resumed or None,
        seating=table.row.seating,
        seat=seat,
        seats=seats,
        made=made,
        revision=table.revision,
        live=True,
        total=len(record.choices),
        view=view(state, seat),
        yours=yours,
        events_from=min(first, total),
        events_total=total,
        events=happened,
        undo=NO_STEP,
        redo=NO_STEP,
        counters=page.counters(state.position, seat),
        flipbook=page.flipbook(state.position, seat, decision),
        glow={
            id_: list(each.touches if how.lights is None else how.lights)
            for id_, (each, how) in shown.items()
        },
        routes={id_: list(how.way) for id_, (_, how) in shown.items() if how.way},
        notes={id_: how.note for id_, (_, how) in shown.items() if how.note},
        looks={id_: look for id_, (_, how) in shown.items() if (look := _look(how))},
        figures=decision is not None and yours and decision.topic.figures is not None,
        risks=state.risks() if yours else {},
        commits=state.commits() if yours else {},
        subject=[] if decision is None else list(decision.about),
        around=[] if decision is None else list(decision.around),
        warnings=_warnings(table, state, seat, decision if yours else None),
        proposal=_proposal(state) if yours else None,
        turning_points=turning_points(record),
    )


def _proposal(state: State[Any]) -> ProposalInfo | None:
    order = proposal(state)
    if order is None:
        return None
    plan = planned(state, order)
    return ProposalInfo(order.text, list(plan.now), list(plan.later), order.patient)


def _warnings(
    table: Table, state: State[Any], seat: str | None, decision: Decision | None
) -> list[Price]:
    """What is allowed for now but will cost, and what the own question puts at stake."""
    found = table.game.page().warnings(state.position, seat)
    if decision is None:
        return found
    return [*found, *(Price(text, decision.rule, []) for text in decision.risks())]


def _look(shows: Shows) -> str:
    """How an option looks: what it costs is more important than whom it hurts."""
    flags = {"costly": shows.costly, "hostile": shows.hostile, "free": shows.free}
    return next((look for look, flag in flags.items() if flag), "")


def _dealing(table: Table, seats: list[str]) -> DealingInfo | None:
    """What cards and dice come from; a seed only for who may know all, a secret at the end."""
    dealing, state = table.record.dealing, table.record.state
    if dealing is None:
        return None
    told = state.over or _holds_all(state, seats)
    return DealingInfo(
        dealer=dealing.dealer,
        typed=dealing.secret is None,
        seed=dealing.seed if told else None,
        commitment=dealing.commitment,
        secret=dealing.secret if state.over else None,
        nonces=dict(dealing.nonces),
    )


def _origin(table: Table) -> Origin:
    row = table.row
    if row.given:
        return Origin("record", row.given)
    return Origin("scenario" if row.start is None else "situation", 0)


def _holds_all(state: State[Any], seats: list[str]) -> bool:
    return set(state.seats) <= set(seats)


# --- events


def _knows(seats: list[str], event: Event) -> bool:
    """Whether one of some seats may know an event; a spectator holds none."""
    return any(map(event.seen_by, seats)) if seats else event.seen_by(None)


def _events(
    record: Record[Any], seats: list[str], first: int, until: int
) -> tuple[list[Happened], int]:
    """The events that some seats may know, from the first-th on, up to a number of choices."""
    found: list[Happened] = []
    index = 0
    for made, news in enumerate(record.news[: until + 1]):
        for event in news:
            if _knows(seats, event):
                if index >= first:
                    found.append(_happened(index, made, event))
                index += 1
    return found, index


def _happened(index: int, made: int, event: Event) -> Happened:
    return Happened(
        index,
        made,
        event.rule,
        event.kind,
        event.text,
        list(event.touches),
        event.detail,
        list(event.way),
        None if event.cell is None else list(event.cell),
        event.manner,
    )


def events_until(record: Record[Any], seats: list[str], made: int) -> int:
    """How many events some seats knew after a number of choices."""
    return sum(_knows(seats, event) for news in record.news[: made + 1] for event in news)


# --- the past


def turning_points(record: Record[Any]) -> list[TurningPoint]:
    """The moments at which the clock changed."""
    found: list[TurningPoint] = []
    before, turn = "", ""
    for made, clock in enumerate(record.clocks):
        if clock != before:
            before = clock
            head = clock.partition(",")[0]
            if head == turn:
                found.append(TurningPoint(made, clock, None, None))
                continue
            turn = head
            number = re.search(r"\d+", head)
            found.append(
                TurningPoint(made, clock, int(number[0]) if number else None, f"{head} begins")
            )
    return found


def history(table: Table, seats: list[str]) -> History:
    """The choices so far; what another seat chose is its own business."""
    record = table.record
    every = _holds_all(record.state, seats)
    return History(
        [
            Chosen(
                number + 1,
                seat,
                choice if every or seat in seats else None,
                record.labels[number] if every or seat in seats else None,
                record.clocks[number],
            )
            for number, (seat, choice) in enumerate(
                zip(record.deciders, record.choices, strict=True)
            )
        ]
    )


def document(table: Table, seats: list[str]) -> dict[str, Any]:
    """The record, which tells everything."""
    state = table.record.state
    if not (state.over or _holds_all(state, seats)):
        raise Problem(
            403,
            "token",
            "the record tells what other seats may not know; it is there when the game is over, "
            "or for whoever holds all seats",
        )
    return table.record.to_data()


def with_start(data: dict[str, Any], start: str | None) -> dict[str, Any]:
    return data if start is None else data | {"start": start}


def catalogue_seats(game: Game[Any]) -> dict[str, dict[str, list[str]]]:
    """Who sits at the table, by scenario, as it stands and for each option that changes it."""
    found: dict[str, dict[str, list[str]]] = {}
    for scenario in game.scenarios:
        _, defaults = game.check(scenario, None)
        usual = game.seats(scenario, defaults)
        found[scenario] = {"default": list(usual)}
        for setting in game.settings.values():
            for value in setting.values:
                if value == setting.default:
                    continue
                try:
                    _, options = game.check(scenario, {setting.id: value})
                except BeachheadError:
                    continue
                seats = game.seats(scenario, options)
                if seats != usual:
                    found[scenario][f"{setting.id}={value}"] = list(seats)
    return found
