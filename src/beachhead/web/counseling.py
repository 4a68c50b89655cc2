"""Advice at a table, and who is winning: never while others are played against by link."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from beachhead.bots.advice import Advice, Counsel, estimate
from beachhead.bots.mind import Estimate, mind_of
from beachhead.bots.reckoning import Reckoning
from beachhead.bots.sight import Sight
from beachhead.kernel.play import State
from beachhead.kernel.record import Record
from beachhead.web.messages import (
    AdviceInfo,
    CauseInfo,
    CounselInfo,
    MistakeInfo,
    Problem,
    Reading,
    Readings,
    Reckoned,
    StandingInfo,
    StrokeInfo,
)
from beachhead.web.snapshots import turning_points
from beachhead.web.table import Table


def check(table: Table) -> None:
    """Refuse advice in a game against others, and where nobody has any."""
    if not mind_of(table.game).planning:
        raise Problem(404, "table", f"nobody here knows how to play {table.game.title} well")
    if table.contested:
        raise Problem(403, "table", "there is no advice in a game against others until it is over")


def told(state: State[Any], seat: str, counsel: Counsel) -> CounselInfo:
    """Advice as the page shows it."""
    considered = None if counsel.considered is None else _advice(state, counsel.considered)
    return CounselInfo(
        seat,
        _since_begun(state, counsel.now),
        [_advice(state, each) for each in counsel.best],
        considered,
    )


def _advice(state: State[Any], given: Advice) -> AdviceInfo:
    return AdviceInfo(
        given.text,
        list(given.choices),
        list(given.pieces),
        list(given.goal),
        _since_begun(state, given.estimate),
        list(given.odds),
        [CauseInfo(each.text, each.good) for each in given.causes],
    )


def _since_begun(state: State[Any], given: Estimate) -> StandingInfo | None:
    has_begun = mind_of(state.game).has_begun(state.position)
    return _standing(state, given) if has_begun else None


def _standing(state: State[Any], given: Estimate) -> StandingInfo:
    mind = mind_of(state.game)
    chance = round(given.chance, 4) if mind.knows_chance(state) else None
    return StandingInfo(chance, mind.chance_is, round(given.points, 2))


def readings(table: Table, seat: str | None) -> Readings:
    """How all stood since it can be said, when each turn began, and stand now, by what a seat may
    know."""
    record, has_begun = table.record, mind_of(table.game).has_begun
    last = len(record.choices)
    if not has_begun(record.state.position):
        return Readings([])
    turns = [each.made for each in turning_points(record) if each.turn is not None]
    before = next((each for each in turns[1:] if has_begun(record.at(each).position)), last)
    first = bisect_left(range(before), 1, key=lambda made: has_begun(record.at(made).position))
    found = []
    for made in dict.fromkeys([first, *(each for each in turns if each > first), last]):
        kept = table.readings.get((made, seat))
        if kept is None or table.was_taken_back(made, kept[0]):
            kept = table.readings[made, seat] = (table.revision, _reading(table, made, seat))
        found.append(kept[1])
    return Readings(found)


def _reading(table: Table, made: int, seat: str | None) -> Reading:
    """How all stood at a moment, by what a seat may know."""
    state, mind = table.record.at(made), mind_of(table.game)
    if state.result is not None:
        estimates = {each: mind.outcome(state.result, each) for each in state.seats}
    else:
        sight = Sight(state, seat)
        estimates = {each: estimate(sight, each) for each in state.seats}
    standings = {each: _standing(state, known) for each, known in estimates.items()}
    return Reading(made, table.record.clocks[made], standings)


def check_open(table: Table, seats: list[str]) -> None:
    """Refuse what is told of everything while something is hidden from who asks."""
    check(table)
    state = table.record.state
    if not state.over and not {*state.seats} <= {*table.looking(seats)}:
        raise Problem(403, "token", "luck is told from play when the game is over")


def reckoned(record: Record[Any], found: Reckoning) -> Reckoned:
    """Luck and play as the page shows them: what changed most first."""
    clocks = record.clocks
    return Reckoned(
        record.state.seats[0],
        round(found.luck, 2),
        {seat: round(points, 2) for seat, points in found.play.items()},
        [
            StrokeInfo(each.made, clocks[each.made - 1], each.text, round(each.points, 2))
            for each in found.strokes
        ],
        [
            MistakeInfo(
                each.made,
                clocks[each.made],
                each.seat,
                each.text,
                round(each.cost, 2),
                each.better,
            )
            for each in found.mistakes
        ],
        [round(points, 2) for points in found.curve],
    )
