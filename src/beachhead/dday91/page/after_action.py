"""What the after-action report plots and tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from beachhead.dday91.setup import how_to_win
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    ALLIED,
    ELIMINATED,
    GERMAN,
    DDayTable,
    side_units,
    unit_name,
    unit_tag,
)
from beachhead.kernel.play import Event
from beachhead.page.after_action import HowItStands, Plotted, listed, sentence, several


def standing(table: DDayTable, _: str | None) -> HowItStands:
    """6b3, 6c3 What wins, and what it costs."""
    lost = sum(1 << unit for unit, hex_ in enumerate(table.hex) if hex_ == ELIMINATED)
    cities = table.allied_control & board().cities & board().continent
    beyond = how_to_win.beyond_the_rhine(table).bit_count()
    return HowItStands(
        [
            Plotted("cities of the continent under Allied control", cities.bit_count()),
            Plotted("Allied ground units east of the Rhine", beyond),
            Plotted("Allied corps lost, which count for the Germans", table.corps_lost.bit_count()),
            Plotted("units lost", (lost & side_units(ALLIED)).bit_count(), "Allied"),
            Plotted("units lost", (lost & side_units(GERMAN)).bit_count(), "German"),
            Plotted("Moves in hand", table.moves[ALLIED], "Allied", decides=False),
            Plotted("Moves in hand", table.moves[GERMAN], "German", decides=False),
        ]
    )


def chronicle(events: Sequence[Event]) -> list[str]:
    """Where the Allies land, what is fought for, what changes hands, and what it costs."""
    kinds = Counter(event.kind for event in events)
    ashore = _places(events, "landing")
    invaded = _places(events, "invasion")
    battles = Counter(each.touches[-1] for each in events if each.kind == "combat")
    fought = [_place(tag) for tag, _ in battles.most_common(3)]
    holders = {
        _place(event.touches[0]): event.detail["side"]
        for event in events
        if event.kind == "control"
    }
    taken = {
        side: listed(place for place, holder in holders.items() if holder == side)
        for side in ("allied", "german")
    }
    allied, german = (_lost(events, side) for side in (ALLIED, GERMAN))
    told = [
        sentence(
            f"invasion fleets sailed for {listed(invaded)}" if invaded else "",
            f"without a fight the Allies landed in {listed(ashore)}" if ashore else "",
            f"{several(kinds['drop'], 'unit')} jumped from the sky" if kinds["drop"] else "",
        ),
        sentence(
            f"the two sides fought {several(battles.total(), 'battle')} around {listed(fought)}"
            if battles
            else "",
            f"{several(kinds['held'], 'defender')} held" if kinds["held"] else "",
        ),
        sentence(
            f"{taken['allied']} passed to the Allies" if taken["allied"] else "",
            f"the Germans regained {taken['german']}" if taken["german"] else "",
        ),
        sentence(
            f"the Allies lost {listed(allied)}" if allied else "",
            f"the Germans lost {listed(german)}" if german else "",
        ),
        sentence(
            f"{several(kinds['reinforcement'], 'reinforcement')} came"
            if kinds["reinforcement"]
            else "",
            f"{several(kinds['exit'], 'unit')} left the board" if kinds["exit"] else "",
        ),
        *(event.text for event in events if event.kind == "end"),
    ]
    return [each for each in told if each] or ["Both sides moved up; nothing was fought for."]


def _places(events: Iterable[Event], kind: str) -> list[str]:
    """Where something of a kind went, each place once."""
    found = (_place(each.touches[-1]) for each in events if each.kind == kind)
    return list(dict.fromkeys(found))


def _lost(events: Iterable[Event], side: int) -> list[str]:
    """4e1 The units of a side that left the game, by name."""
    units = (_units()[each.touches[0]] for each in events if each.kind == "eliminated")
    return [unit_name(unit) for unit in units if side_units(side) >> unit & 1]


@cache
def _units() -> dict[str, int]:
    return {unit_tag(unit): unit for unit in range(len(pieces().units))}


def _place(tag: str) -> str:
    """A hex by its city, if it has one."""
    hex_ = board().hex(tag.removeprefix("hex-"))
    city = board().city_at.get(hex_)
    return city.name if city else board().name(hex_)
