"""Cards in tests: somebody fires, cards are played, and what became of them."""

from __future__ import annotations

from typing import Any

from beachhead.kernel.play import Chance
from beachhead.storm.cards.card_list import cards
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import StormTable
from storm_situations import card, decision, events, options, play, situation


def sums(table: StormTable) -> dict[str, Any]:
    told = events(table, "attack")[-1].detail
    return {name: told[name] for name in ("attack", "defense", "damage")}


def is_rolling(table: StormTable) -> bool:
    return isinstance(decision(table), Chance)


def pass_windows(table: StormTable) -> None:
    """Play no card until somebody decides something else."""
    while options(table)[-1:] == ["no-card"]:
        play(table, "no-card")


def is_discarded(table: StormTable, id_: str) -> bool:
    side = SIDES.index(cards()[card(id_)].side)
    return bool(table.discards[side] >> card(id_) & 1)


def is_removed(table: StormTable, id_: str) -> bool:
    return bool(table.removed >> card(id_) & 1)


FIRING = """
    turn 3
    16 69/50 22 Pz/21
    2 AA 21/21
"""
"""A Commonwealth regiment beside the panzers of Bayeux."""


def firing(*lines: str, impulse: str = "allied") -> StormTable:
    """The regiment, or the panzers, open fire."""
    table = situation("\n".join([FIRING, f"impulse {impulse}", *lines, "begin impulse"]))
    nation = "commonwealth" if impulse == "allied" else "german"
    play(table, f"activate-16-{nation}", "fire")
    return table
