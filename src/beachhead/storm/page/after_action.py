"""What the after-action report plots and tells; none of it is secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from beachhead.kernel.play import Event
from beachhead.page.after_action import HowItStands, Plotted, listed, sentence, several
from beachhead.storm.table import state
from beachhead.storm.table.board import AREA_SET
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from beachhead.storm.victory import victory_points


def standing(table: StormTable, _: str | None) -> HowItStands:
    """13.0, 15.0 The points, the losses, the ground."""
    nests = state.side_units(GERMAN) & state.strongpoints()
    on_map = sum(1 << unit for unit, place in enumerate(table.where) if place >= 0)
    lost = sum(1 << unit for unit, place in enumerate(table.where) if place == state.ELIMINATED)
    allied, german = (lost & state.side_units(side) & ~nests for side in (ALLIED, GERMAN))
    return HowItStands(
        [
            Plotted("victory points", table.victory),
            Plotted("units lost", allied.bit_count(), "Allied"),
            Plotted("units lost", german.bit_count(), "German"),
            Plotted("under Allied control", (table.allied_control & AREA_SET).bit_count(), "areas"),
            Plotted("under Allied control", victory_points.beaches_held(table), "beaches"),
            Plotted("strongpoints standing", (on_map & nests).bit_count(), decides=False),
        ]
    )


def chronicle(events: Sequence[Event]) -> list[str]:
    """Who came, what was fought for, what changed hands, what it cost and what it counted."""
    fresh = sum(event.kind == "reinforcement" for event in events)
    landings = [str(event.detail["place"]) for event in events if event.kind == "landing"]
    battles = Counter(str(each.detail["area"]) for each in events if each.kind == "attack")
    fought = [area for area, _ in battles.most_common(3)]
    holders = {
        str(event.detail["area"]): event.detail["side"]
        for event in events
        if event.kind == "control"
    }
    gained = {
        side: listed(area for area, holder in holders.items() if holder == side)
        for side in ("allied", "german")
    }
    nests, allied, german = (
        [str(event.detail["unit"]) for event in events if _who(event) == who]
        for who in ("nest", ALLIED, GERMAN)
    )
    total = next((each for each in reversed(events) if each.kind == "total"), None)
    told = [
        sentence(f"The Allies landed in {listed(landings, 6)}" if landings else ""),
        sentence(
            f"the two sides made {several(battles.total(), 'attack')}, most in {listed(fought)}"
            if battles.total() > len(fought)
            else f"there was fighting in {listed(fought)}"
            if battles
            else ""
        ),
        sentence(
            f"{gained['allied']} fell to the Allies" if gained["allied"] else "",
            f"the Germans took {gained['german']}" if gained["german"] else "",
        ),
        sentence(
            f"the Allies lost {listed(allied)}" if allied else "",
            f"the Germans lost {listed(german)}" if german else "",
            f"the attacks destroyed {several(len(nests), 'strongpoint')}" if nests else "",
        ),
        sentence(f"{several(fresh, 'reinforcement')} arrived" if fresh else ""),
        sentence(
            f"victory points stood at {total.detail['points']}".replace("-", "−") if total else ""
        ),
        *(event.text for event in events if event.kind == "end"),
    ]
    return [each for each in told if each]


def _who(event: Event) -> object:
    """2.1 Whose unit is lost: a side's, or a strongpoint."""
    if event.kind != "eliminated":
        return None
    unit = _units()[event.touches[0]]
    if state.strongpoints() >> unit & 1:
        return "nest"
    return ALLIED if state.side_units(ALLIED) >> unit & 1 else GERMAN


@cache
def _units() -> dict[str, int]:
    return {state.unit_tag(unit): unit for unit in range(len(pieces().units))}
