"""Everything that leaves the table for a seat: the view, and all that a game's page adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.plain import canonical
from beachhead.kernel.play import State
from beachhead.web.pages import Page, page_of


def told(state: State[Any], seat: str | None, units: Sequence[str] = ()) -> str:
    """What a seat, or a spectator, is told at a moment, and what it is answered about some units;
    but for what happened before."""
    page = page_of(state.game)
    assert page is not None
    said = {
        "view": state.view(seat),
        **open_to_all(state, seat),
        **_snapshot(page, state, seat),
        "odds": [_odds(page, state, seat, unit) for unit in units],
        "why not": [_why_not(state, unit) for unit in units],
    }
    return canonical(said)


def open_to_all(state: State[Any], seat: str | None) -> dict[str, Any]:
    """What does not depend on who decides: in a game without secrets it is the same for all."""
    page, position = page_of(state.game), state.position
    assert page is not None
    return {
        "table": state.game.see(position, seat),
        "counters": page.counters(position, seat),
        "notation": state.game.write_for(position, seat),
        "report": state.game.report(position, seat),
        "overlays": {
            f"{each['id']} {asked}": page.overlay(position, seat, each["id"], asked)
            for each in page.OVERLAYS
            for asked in _parameters(each["parameters"])
        },
    }


def _snapshot(page: Page, state: State[Any], seat: str | None) -> dict[str, Any]:
    """What `web.snapshots` asks a page for, whoever decides."""
    position = state.position
    decision = None if state.over else state.decision
    own = decision if decision is not None and decision.seat == seat else None
    options = [] if own is None else own.options
    return {
        "flipbook": page.flipbook(position, seat, decision),
        "glow": page.glow(position, decision, options),
        "routes": page.routes(position, decision, options),
        "subject": page.subject(position, decision),
        "warnings": page.warnings(position, seat),
        "risks": {} if own is None else state.risks(),
        "at stake": [] if own is None else [state.odds(), *map(state.odds, options)],
    }


def _parameters(listed: Sequence[Any]) -> Iterator[dict[str, str]]:
    """No parameters, and each value that one may have."""
    yield {}
    for parameter in listed:
        for value in parameter["values"]:
            yield {parameter["id"]: value}


def _odds(page: Page, state: State[Any], seat: str | None, unit: str) -> Any:
    decision = None if state.over else state.decision
    try:
        return page.odds(state.position, seat, decision, {"unit": unit})
    except BeachheadError as error:
        return str(error)


def _why_not(state: State[Any], unit: str) -> Any:
    refusal = state.why_not(unit=unit)
    return None if refusal is None else refusal.to_data()
