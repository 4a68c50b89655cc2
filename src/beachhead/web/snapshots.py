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
from beachhead.web import branches
from beachhead.web.messages import (
    AnalysisInfo,
    BotSeat,
    Chosen,
    DealingInfo,
    Happened,
    History,
    Origin,
    Problem,
    ProposalInfo,
    ShareInfo,
    SharingInfo,
    Snapshot,
    Step,
    TurningPoint,
)
from beachhead.web.table import Table

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
    table.looked = max(table.looked, table.revision)
    looking = table.looking(seats)
    seat = eyes(record.state, looking)
    first = 0 if since is None else since
    if since is not None and revision is not None:
        taken_back = [left for number, left in table.floors if number >= revision]
        if taken_back:
            first = min(first, events_until(record, looking, min(taken_back)))
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
    state, looking = record.at(made), table.looking(seats)
    seat = eyes(state, looking)
    first = events_until(record, looking, made - 1) if since is None else since
    built = _snapshot(table, state, seats, seat, made, first)
    built.live = built.yours = False
    if built.view["decision"] is not None:
        built.view["decision"].pop("options", None)
    built.glow, built.routes, built.notes, built.looks = {}, {}, {}, {}
    built.risks, built.commits, built.figures = {}, {}, False
    built.sharing = built.proposal = None
    return built


def _snapshot(
    table: Table, state: State[Any], seats: list[str], seat: str | None, made: int, first: int
) -> Snapshot:
    record, page = table.record, table.game.page()
    decision: Decision | None = None if state.over else state.decision
    yours = decision is not None and decision.seat in seats and decision.seat not in table.bots
    happened, total = _events(record, table.looking(seats), first, made)
    shown = {}
    if decision is not None and yours:
        shown = {each.id: (each, decision.shows(each)) for each in decision.options}
    return Snapshot(
        table=table.row.id,
        game=table.row.game,
        scenario=state.scenario,
        title=branches.name(table.row.title, table.notes),
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
        sharing=_sharing(decision) if decision is not None and yours else None,
        proposal=_proposal(state) if yours else None,
        final=yours and _is_final(state),
        turning_points=turning_points(record),
        bots={seat: BotSeat(each.level, each.seconds) for seat, each in table.bots.items()},
        contested=table.contested,
        absent=table.absent(seats),
        analysis=analysis(table),
    )


def analysis(table: Table) -> AnalysisInfo | None:
    """What a table is a branch of; None: it is a game."""
    if (branch := table.branch) is None:
        return None
    return AnalysisInfo(
        branch.game,
        branches.name(table.row.title, table.notes),
        branch.made,
        branch.clock,
        branch.supposed,
        table.row.given,
        branches.comments(table.notes, table.record.choices),
    )


def _sharing(decision: Decision) -> SharingInfo | None:
    shares = decision.topic.shares
    if shares is None:
        return None
    found = shares(decision.position, *decision.arguments)
    each = [ShareInfo(share.at, share.name, list(share.promises)) for share in found.shares]
    return SharingInfo(found.total, found.whole, found.id_, found.label, each)


def _proposal(state: State[Any]) -> ProposalInfo | None:
    order = proposal(state)
    if order is None:
        return None
    plan = planned(state, order)
    return ProposalInfo(order.text, list(plan.now), list(plan.later), order.patient)


def _is_final(state: State[Any]) -> bool:
    """Whether chance or another seat decides once what closes the decision is chosen, so that it is
    not lightly taken back."""
    decision = state.decision
    closing = next((each for each in decision.options if each.ends), None)
    if closing is None or not decision.briefing.left:
        return False
    after = state.copy(history=False)
    after.dealer = None
    after.apply(closing)
    return after.over or after.decision.seat != decision.seat


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
    if row.given or table.branch is not None:
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
    seats = table.looking(seats)
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
    if (branch := analysis(table)) is not None:
        remarks = [branches.Remark(each.made, each.text) for each in branch.comments]
        brought = branches.Brought(
            branch.title, branch.made, branch.clock, branch.supposed, remarks
        )
        return branches.taken_away(table.record.to_data(), brought)
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
