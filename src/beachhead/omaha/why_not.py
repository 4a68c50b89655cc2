"""Why not? Answers for a unit and a hex, a unit and a target, a unit and an action, for engineers
and a hex, and for command posts and engineer bases."""

from __future__ import annotations

from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Refusal
from beachhead.omaha.engineers import beach_obstacles, engineer_bases, garrisons
from beachhead.omaha.leaders import command_posts
from beachhead.omaha.table.names import find_piece
from beachhead.omaha.table.state import EMPTY, OmahaTable, equipment, post_hex
from beachhead.omaha.us_actions import action_phase
from beachhead.omaha.us_actions.allotment import ACTIONS
from beachhead.omaha.us_combat import attacks, weapons

WORDS = ("unit", "to", "target", "action", "hex")
SITES = ("clear", "base", "garrison")
"""What engineers do in a hex (10.1, 19.1, 19.3)."""
ESTABLISHMENTS = {
    "command-post": command_posts.refuse_command_post,
    "raise": command_posts.refuse_raise,
}
"""What HQs do before the Action Phase: become a command post, raise its range (18.1, 18.2)."""
EXTEND = "extend"
"""What an engineer base does: extend its range (19.2)."""
EVERY_ACTION = (*ACTIONS, *SITES, *ESTABLISHMENTS, EXTEND)


def why_not(table: OmahaTable, /, **question: Any) -> Refusal | None:
    """Why a unit may not go to a hex, attack a target or take an action; None if it may.

    `unit` with `to` (a hex), with `target` (a German position, and `action` if it is not an
    attack but a barrage), or with `action` alone; `target` alone asks about naval fire. `hex`
    goes with what engineers do there: `action="clear"`, `"base"` or `"garrison"`; an HQ may be
    asked about `"command-post"` and `"raise"`, an engineer base about `"extend"`. While an attack
    is being built, questions about its target are asked of the units chosen so far.
    """
    unknown = question.keys() - set(WORDS)
    if unknown:
        raise BeachheadError(f"why_not: {min(unknown)!r} is not one of {', '.join(WORDS)}")
    action = question.get("action")
    if action is not None and action not in EVERY_ACTION:
        raise BeachheadError(f"action: {action!r} is not one of {', '.join(EVERY_ACTION)}")
    if ("hex" in question) != (action in SITES):
        raise BeachheadError(
            f"why_not: 'hex' goes with what engineers do there: {', '.join(SITES)}; say both"
        )
    if action in SITES:
        return _refuse_site(table, find_hex(question["hex"], "hex"), action)
    if action == EXTEND:
        return engineer_bases.refuse_growth(table, find_base(question.get("unit", "")))
    unit = find_unit(question["unit"]) if "unit" in question else None
    if "target" in question:
        return _refuse_target(table, unit, find_post(table, question["target"]), action)
    if unit is None:
        raise BeachheadError("why_not: say which unit; unit='A/1/16'")
    if "to" in question:
        return action_phase.refuse_move(table, unit, find_hex(question["to"]))
    if action is None:
        raise BeachheadError("why_not: say where to, at which target, or which action")
    if action == "exit":
        return action_phase.refuse_exit(table, unit)
    if action in ESTABLISHMENTS:
        return ESTABLISHMENTS[action](table, unit)
    return action_phase.refuse_action(table, unit, action)


def _refuse_target(
    table: OmahaTable, unit: int | None, post: int, action: str | None
) -> Refusal | None:
    attackers = attacks.attackers_so_far(table, post)
    if action == "naval-barrage" or (unit is None and not attackers):
        return attacks.refuse_naval_barrage(table, post)
    if unit is None:
        return weapons.refuse_naval_fire(table, post, attackers)
    if action == "barrage":
        return attacks.refuse_barrage(table, unit, post)
    if action in (None, "attack"):
        return attacks.refuse_attack(table, unit, post, attackers)
    raise BeachheadError(f"action: {action!r} has no target; attack, barrage and naval-barrage do")


def _refuse_site(table: OmahaTable, hex_: int, action: str) -> Refusal | None:
    if action == "base":
        return engineer_bases.refuse_base(table, hex_)
    if action == "garrison":
        return garrisons.refuse_garrison(table, hex_)
    if table.phase != "engineer":
        return Refusal("4.IV", "engineers clear obstacles only in the US Engineer Phase")
    return beach_obstacles.refuse_clearing(table, hex_)


def find_unit(name: str) -> int:
    """The US piece with a name."""
    try:
        return find_piece(name)
    except BeachheadError as error:
        raise BeachheadError(f"unit: {error}") from error


def find_hex(name: str, word: str = "to") -> int:
    """The hex with a number."""
    try:
        return equipment().board.hex(name)
    except KeyError:
        raise BeachheadError(f"{word}: there is no hex {name!r}; write it as 0613") from None


def find_base(name: str) -> int:
    """The engineer base with a name."""
    bases = equipment().pieces.engineer_bases
    for base in range(len(bases)):
        if name in (bases[base].name, *bases[base].aliases):
            return base
    raise BeachheadError(f"unit: there is no engineer base {name!r}; write it as {bases[0].name}")


def find_post(table: OmahaTable, name: str) -> int:
    """The German-held hex that a name means: WN62N, C3, a hex number, or a position; of a
    position with two hexes the first one that is occupied."""
    the, wanted = equipment(), name.replace(" ", "")
    names = the.board.grid.names
    posts = [
        post.index
        for post in the.posts
        if wanted in (post.name, post.position.name, names.get(post_hex(table, post.index)))
    ]
    if not posts:
        raise BeachheadError(
            f"target: there is no German position {name!r}; write it as WN62N, C3 or 0812"
        )
    return next((post for post in posts if table.unit[post] != EMPTY), posts[0])
