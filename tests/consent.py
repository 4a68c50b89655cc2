"""What a game may ask with a single option, and what an option may do that does not commit."""

from __future__ import annotations

from typing import Any

from beachhead.kernel.play import CHANCE, Event, Option, State


def asked_in_vain(state: State[Any]) -> str:
    """A question with a single option that neither commits nor keeps a secret, in words."""
    decision = state.decision
    if decision.seat == CHANCE or len(decision.options) != 1:
        return ""
    (only,) = decision.options
    if only.commits or decision.passes == only.id:
        return ""
    return f"{decision.kind}: {decision.prompt} {only.label}"


def apply_and_watch(state: State[Any], option: Option, *spending: str) -> list[str]:
    """Make a choice; returns what was spent without an option that commits, in words. To decline a
    card may let go on what the other side has committed itself to."""
    may_spend = option.commits or state.decision.passes is not None
    happened: list[Event] = state.apply(option)
    return [] if may_spend else [each.text for each in happened if each.kind in spending]
