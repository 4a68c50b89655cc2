"""Why not? Answers for a unit and a hex, a unit and a target, a unit and an action."""

from __future__ import annotations

from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Refusal
from beachhead.omaha import actions, combat
from beachhead.omaha.allotment import ACTIONS
from beachhead.omaha.notation import find_piece
from beachhead.omaha.state import EMPTY, Table, lore

WORDS = ("unit", "to", "target", "action")


def why_not(table: Table, **question: Any) -> Refusal | None:
    """Why a unit may not go to a hex, attack a target or take an action; None if it may.

    `unit` with `to` (a hex), with `target` (a German position, and `action` if it is not an
    attack but a barrage), or with `action` alone; `target` alone asks about a naval barrage.
    """
    unknown = question.keys() - set(WORDS)
    if unknown:
        raise BeachheadError(f"why_not: {min(unknown)!r} is not one of {', '.join(WORDS)}")
    action = question.get("action")
    if action is not None and action not in ACTIONS:
        raise BeachheadError(f"action: {action!r} is not one of {', '.join(ACTIONS)}")
    unit = find_piece(question["unit"]) if "unit" in question else None
    if "target" in question:
        return _refuse_target(table, unit, find_post(table, question["target"]), action)
    if unit is None:
        raise BeachheadError("why_not: say which unit; unit='A/1/16'")
    if "to" in question:
        return actions.refuse_move(table, unit, find_hex(question["to"]))
    if action is None:
        raise BeachheadError("why_not: say where to, at which target, or which action")
    return actions.refuse_action(table, unit, action)


def _refuse_target(table: Table, unit: int | None, post: int, action: str | None) -> Refusal | None:
    if unit is None or action == "naval-barrage":
        return combat.refuse_naval_barrage(table, post)
    if action == "barrage":
        return combat.refuse_barrage(table, unit, post)
    if action in (None, "attack"):
        return combat.refuse_attack(table, unit, post)
    raise BeachheadError(f"action: {action!r} has no target; attack, barrage and naval-barrage do")


def find_hex(name: str) -> int:
    """The hex with a number."""
    try:
        return lore().board.hex(name)
    except KeyError:
        raise BeachheadError(f"to: there is no hex {name!r}; write it as 0613") from None


def find_post(table: Table, name: str) -> int:
    """The German-held hex that a name means: WN62N, C3, a hex number, or a position; of a
    position with two hexes the first one that is occupied."""
    the, wanted = lore(), name.replace(" ", "")
    posts = [
        post.index
        for post in the.posts
        if wanted in (post.name, post.position.name, the.board.name(post.hex))
    ]
    if not posts:
        raise BeachheadError(
            f"target: there is no German position {name!r}; write it as WN62N, C3 or 0812"
        )
    return next((post for post in posts if table.unit[post] != EMPTY), posts[0])
