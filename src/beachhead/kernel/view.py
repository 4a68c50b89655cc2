"""What a seat may see: of the table, of the decision, of what happened.

Everything that leaves the table goes through here. A seat is told the options only of its own
decisions, and only the events that it may know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from beachhead.errors import BeachheadError
from beachhead.kernel.checks import brief

if TYPE_CHECKING:
    from beachhead.kernel.plain import Data
    from beachhead.kernel.play import Event, State


def view(state: State[Any], seat: str | None) -> dict[str, Data]:
    """What a seat may see of a game, JSON-able; None stands for a spectator."""
    check_seat(state, seat)
    decision = None
    if not state.over:
        decision = state.decision.to_data(options=seat == state.decision.seat)
    return {
        "game": state.game.name,
        "scenario": state.scenario,
        "options": dict(state.options),
        "seat": seat,
        "seats": list(state.seats),
        "clock": state.game.clock(state.position),
        "decision": decision,
        "result": None if state.result is None else state.result.to_data(),
        "table": state.game.see(state.position, seat),
    }


def check_seat(state: State[Any], seat: str | None) -> None:
    """Refuse a seat that is not at the table; a spectator, None, may always look."""
    if seat is not None and seat not in state.seats:
        known = ", ".join(state.seats)
        raise BeachheadError(f"seat: there is no {brief(seat)}; choose one of {known}")


def known_events(events: Iterable[Event], seat: str | None) -> list[dict[str, Data]]:
    """The events that a seat may know, without word of who else may."""
    visible = []
    for event in events:
        if event.seen_by(seat):
            data = event.to_data()
            del data["seats"]
            visible.append(data)
    return visible
