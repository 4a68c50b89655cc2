"""What a click on the map does not choose at once.

Whoever clicks on a counter or a hex may only want to look. What draws, reveals, spends, loses or
ends something is therefore chosen with a button that says so; a click on the map leads to it. What
only picks out a unit or a target goes at once, and so does a move that costs nothing: both can be
taken back, and nobody has learned anything.
"""

from __future__ import annotations

from collections.abc import Callable

from beachhead.kernel.play import Decision, Option
from beachhead.omaha import combat
from beachhead.omaha.allotment import is_free
from beachhead.omaha.arrivals import arrival_placed
from beachhead.omaha.command_posts import is_command_post
from beachhead.omaha.deeds import NO_TARGET, companions, only_deed
from beachhead.omaha.routes import Scene, checks, moves_free
from beachhead.omaha.state import Table, steps

LAST_ARRIVAL = "Nobody else is to be placed: the phase ends, and cards are drawn."


def commits(table: Table, decision: Decision, option: Option) -> str | None:
    """If a click on the map does not choose an option at once, what its label leaves unsaid about
    what follows; else None."""
    if not option.touches or AT_ONCE.get(decision.kind, _never)(table, decision, option):
        return None
    return LAST_ARRIVAL if decision.kind == "arrival_placed" else ""


def _never(_table: Table, _decision: Decision, _option: Option) -> bool:
    return False


def _always(_table: Table, _decision: Decision, _option: Option) -> bool:
    return True


def _picks_out(table: Table, _: Decision, option: Option) -> bool:
    """7, 8.1 A unit that is asked what it does, a target that is asked who attacks it."""
    what, which = option.value
    return what == "attack" or (what == "piece" and not only_deed(table, which))


def _joins(_table: Table, _decision: Decision, option: Option) -> bool:
    """8.3 Whoever joins an attack, naval fire too, is spent only when it is committed."""
    return bool(option.value != combat.COMMIT)


def _goes_freely(table: Table, decision: Decision, option: Option) -> bool:
    """7.1, 7.21 A free move past nobody, or one that others may join and that is asked about."""
    (piece,) = decision.arguments
    action, target, path = option.value
    if target == NO_TARGET or action in ("barrage", "exit"):
        return False
    if companions(table, action, path, (piece,)):
        return True
    free = is_free(table, piece) or moves_free(table, piece, action, path, Scene(table))
    draws = checks(table, table.hex[piece], path, action)
    return free and not draws and not is_command_post(table, piece)


def _another_follows(table: Table, decision: Decision, option: Option) -> bool:
    """5.3 Somebody else is to be placed: with the last one the phase ends."""
    (piece,) = decision.arguments
    after = table.copy()
    del after.agenda[-1]
    arrival_placed(after, option.value, piece)
    following = steps.run(after)
    return following is not None and following.kind == decision.kind


AT_ONCE: dict[str, Callable[[Table, Decision, Option], bool]] = {
    "action_chosen": _picks_out,
    "attack_built": _joins,
    "deed_chosen": _goes_freely,
    "arrival_placed": _another_follows,
    "placed_on_beach": _always,
}
"""Kinds of decisions with options that a click on the map chooses at once, and which those are."""
