"""Everything that leaves the table for a seat: the view, and all that a game's page adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from beachhead.errors import BeachheadError
from beachhead.kernel.plain import canonical
from beachhead.kernel.play import State
from beachhead.page import Page
from beachhead.page.overlays import Offer


def told(state: State[Any], seat: str | None, units: Sequence[str] = ()) -> str:
    """What a seat, or a spectator, is told at a moment, and what it is answered about some units;
    but for what happened before."""
    page = state.game.page()
    said = {
        "view": state.view(seat),
        **open_to_all(state, seat),
        **_snapshot(page, state, seat),
        "odds": [_odds(page, state, unit) for unit in units],
        "why not": [_why_not(state, unit) for unit in units],
    }
    return canonical(msgspec.to_builtins(said))


def open_to_all(state: State[Any], seat: str | None) -> dict[str, Any]:
    """What does not depend on who decides: in a game without secrets it is the same for all."""
    page, position = state.game.page(), state.position
    return {
        "table": state.game.see(position, seat),
        "counters": page.counters(position, seat),
        "notation": state.game.write_for(position, seat),
        "report": page.standing(position, seat),
        "overlays": {
            f"{each.id} {asked}": page.overlay(position, each.id, asked)
            for each in page.overlays
            for asked in _parameters(each.offer)
        },
    }


def _snapshot(page: Page[Any], state: State[Any], seat: str | None) -> dict[str, Any]:
    """What `web.snapshots` asks a page for, whoever decides."""
    position = state.position
    decision = None if state.over else state.decision
    own = decision if decision is not None and decision.seat == seat else None
    options = [] if own is None else own.options
    return {
        "flipbook": page.flipbook(position, seat, decision),
        "shown": [] if own is None else [own.shows(each) for each in options],
        "figures": [] if own is None else own.figures(),
        "subject": [] if decision is None else decision.about,
        "warnings": page.warnings(position, seat),
        "risks": {} if own is None else state.risks(),
        "at stake": [] if own is None else [state.odds(), *map(state.odds, options)],
    }


def _parameters(offer: Offer) -> Iterator[dict[str, str]]:
    """No parameters, and each value that one may have."""
    yield {}
    for parameter in offer.parameters:
        for value in parameter.values:
            yield {parameter.id: value}


def _odds(page: Page[Any], state: State[Any], unit: str) -> Any:
    decision = None if state.over else state.decision
    try:
        return page.odds(state.position, decision, {"unit": unit})
    except BeachheadError as error:
        return str(error)


def _why_not(state: State[Any], unit: str) -> Any:
    refusal = state.why_not(unit=unit)
    return None if refusal is None else refusal.to_data()
