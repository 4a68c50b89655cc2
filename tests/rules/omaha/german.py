"""German actions in tests: a fire card is read in a situation, and who did what."""

from __future__ import annotations

from typing import Any

from beachhead.kernel.play import State
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.germans import advance
from beachhead.omaha.table.state import OmahaTable
from beachhead.omaha.victory.control import fix_communication
from situations import decision, events, post, situation, unit

EXTENDED = "scenario d-day-at-omaha-beach; turn 17"


def called(
    text: str,
    number: int,
    sector: str = "east",
    start: str = EXTENDED,
    cut_off: tuple[str, ...] = (),
) -> State[OmahaTable]:
    """A situation in the German Fire Phase after a sector's card, up to the first decision: all
    positions that it calls have acted, and advances have been attempted. Posts may have been cut
    off from German communication when the phase began."""
    s = situation(f"{start}; {text}")
    table = s.position
    fix_communication(table)
    for name in cut_off:
        table.network_at_fire &= ~(1 << post(name))
    table.agenda.clear()
    table.then((fire_phase.read_card, number, sector), advance.advances)
    decision(s)
    return s


def actions(s: State[OmahaTable]) -> dict[str, Any]:
    """What each position that acted has done, in order."""
    told = events(s, "german-action")
    return {str(event.detail["position"]): event.detail["action"] for event in told}


def steps_left(s: State[OmahaTable], *names: str) -> list[int]:
    return [s.position.steps_left[unit(name)] for name in names]


def disrupted(s: State[OmahaTable], *names: str) -> list[bool]:
    return [bool(s.position.disrupted >> unit(name) & 1) for name in names]


def in_post(s: State[OmahaTable], name: str) -> int:
    """What lies in a German post."""
    return s.position.unit[post(name)]


def depth_in(s: State[OmahaTable], name: str) -> int:
    return s.position.depth[post(name)]
