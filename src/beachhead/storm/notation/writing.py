"""Writing situations."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.kernel import reconstructions
from beachhead.kernel.bits import members
from beachhead.kernel.notation import write_agenda, written
from beachhead.storm.cards import hands
from beachhead.storm.cards.card_list import cards
from beachhead.storm.notation.reading import read, usual_control
from beachhead.storm.notation.words import FLAGS, MARKERS, short
from beachhead.storm.table import state
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.secrets import hidden_from
from beachhead.storm.table.state import ALLIED, GERMAN, CardSet, StormTable
from beachhead.storm.victory.victory_points import BID


def write_for(table: StormTable, seat: str | None) -> str:
    """Only what a seat may know, or a spectator, who is None: of a hand that is hidden from it the
    number of its cards, which are dealt anew when the text is read."""
    return write(hidden_from(table, seat))


def write(table: StormTable) -> str:
    """A table as text, with all secrets: `read` makes the same table of it."""
    rest = table.copy()
    told = (part(table) for part in (_heading, _units, _rest))
    return written(table, read, *told, _hands(rest), write_agenda(rest))


def _heading(table: StormTable) -> Iterator[str]:
    yield f"turn {table.turn} {table.phase}"
    yield f"impulse {SIDES[table.impulse]}{' passed' if table.passed else ''}"
    if table.first != ALLIED:
        yield f"first {SIDES[table.first]}"
    for switch, reading in sorted(table.house.items()):
        if reading == "alternative":
            yield f"house {switch}"
    if BID in table.house:
        yield f"bid {table.house[BID]}"
    yield from reconstructions.written(table.house)


def _units(table: StormTable) -> Iterator[str]:
    standing: dict[int, list[str]] = {}
    for unit, place in enumerate(table.where):
        if place == state.ELIMINATED and (table.lost & state.side_units(ALLIED)) >> unit & 1:
            standing.setdefault(LOST, []).append(_unit(table, unit))
        elif place == state.NOWHERE and not _has_marker(table, unit):
            continue
        elif place >= state.ELIMINATED:
            standing.setdefault(place, []).append(_unit(table, unit))
    for place, here in sorted(standing.items(), key=lambda each: (each[0] < 0, each[0])):
        name = OFF_MAP[place] if place < 0 else board().id(place)
        yield f"{name} {', '.join(here)}"


LOST = -9
OFF_MAP = {state.NOWHERE: "due", state.ELIMINATED: "out", LOST: "lost"}


def _has_marker(table: StormTable, unit: int) -> bool:
    return any(getattr(table, marker) >> unit & 1 for marker in MARKERS)


def _unit(table: StormTable, unit: int) -> str:
    words = [short(pieces().units[unit])]
    words += [marker for marker in MARKERS if getattr(table, marker) >> unit & 1]
    return " ".join(words)


def _rest(table: StormTable) -> Iterator[str]:
    if table.allied_control != usual_control(table):
        names = [board().id(area) for area in members(table.allied_control)]
        yield " ".join(["allied", *names])
    if table.support:
        yield f"support {table.support}"
    if table.victory:
        yield f"points {table.victory}"
    for name in FLAGS:
        if getattr(table, name.replace("-", "_")):
            yield name
    for side in (ALLIED, GERMAN):
        if table.discards[side]:
            yield f"discards {SIDES[side]} {_cards(table.discards[side])}"
    if table.removed:
        yield f"removed {_cards(table.removed)}"
    if table.played >= 0:
        words = ["played", cards()[table.played].id]
        words += ["impulse"] if table.played_for_impulse else []
        words += ["cancelled"] if table.cancelled else []
        yield " ".join(words)


def _cards(held: CardSet) -> str:
    return " ".join(cards()[card].id for card in members(held))


def _hands(rest: StormTable) -> Iterator[str]:
    """The hands; draws that come next are cards still unknown, and leave the agenda."""
    draws = dict.fromkeys(_next_draws(rest), 0)
    for side in [*draws, *(side for side in (ALLIED, GERMAN) if side not in draws)]:
        words = []
        for card in members(rest.hands[side]):
            words.append(cards()[card].id)
            if rest.known[side] >> card & 1:
                words.append("known")
        count = 0
        while rest.asked(hands.draw) == (side,):
            rest.agenda.pop()
            count += 1
        words += [str(count), "unknown"] if count else []
        if words:
            yield " ".join(["hand", SIDES[side], *words])


def _next_draws(table: StormTable) -> list[int]:
    """The sides whose draws come next, in order."""
    found = []
    for name, *arguments in reversed(table.agenda):
        if name != state.steps.id_of(hands.draw):
            break
        found.append(arguments[0])
    return found
