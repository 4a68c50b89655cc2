"""9.1 Revealing: units and depth markers are turned up, by chance if nobody has seen them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Chance, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.germans import chances_of_depth, division_pool
from beachhead.omaha.germans.pools import of_either, unit_chances
from beachhead.omaha.table import telling
from beachhead.omaha.table.pieces import DepthMarker, GermanUnit
from beachhead.omaha.table.state import (
    DEPTH_KIND,
    UNSEEN_DIVISION,
    UNSEEN_EITHER,
    OmahaTable,
    depth_at,
    equipment,
    post_tags,
    put_in_post,
    steps,
)


def reveal_unit(
    post: int, rule: str, then: Callable[..., None] | None = None, *arguments: Any
) -> tuple[Any, ...]:
    """The step that turns a post's unit face up and goes on with another, if there is one."""
    return (reveal, post, rule, steps.id_of(then) if then else "", *arguments)


@steps.step("pools.reveal")
def reveal(table: OmahaTable, post: int, rule: str, step: str, *arguments: Any) -> None:
    """9.1c Turn a unit face up; one that was seen before needs no chance."""
    if step:
        table.agenda.append((step, *arguments))
    if not table.face_down >> post & 1:
        return
    if table.unit[post] >= 0:
        table.face_down &= ~(1 << post)
        _tell_unit(table, post, rule)
    else:
        table.then((which_unit, post, rule))


@steps.question("pools.which_unit")
def which_unit(table: OmahaTable, post: int, rule: str) -> Chance[int]:
    """9.1, 2b Which of the units not yet turned up this one is."""
    units, weights = unit_chances(table, post)
    return Chance(
        _asked_unit, rule, unit_revealed, units, _unit_option, weights, (post, rule), topic=REVEALS
    )


def _asked_unit(_: OmahaTable, post: int, __: str) -> str:
    return f"Reveal the German unit in {equipment().posts[post].name}."


def _unit_option(unit: int) -> Option:
    name = equipment().pieces.german_units[unit].name
    return Option(f"german-{name}", partial(unit_text, unit), unit)


def unit_revealed(table: OmahaTable, unit: int, post: int, rule: str) -> None:
    """9.1d The unit is turned face up."""
    if table.unit[post] == UNSEEN_DIVISION:
        division_pool.leave(table, unit, table.drawn_at[post])
    elif table.unit[post] == UNSEEN_EITHER:
        table.either = replaced(table.either, of_either(unit), table.either[of_either(unit)] - 1)
    table.unseen_units &= ~(1 << unit)
    put_in_post(table, post, unit)
    table.face_down &= ~(1 << post)
    _tell_unit(table, post, rule)


def _tell_unit(table: OmahaTable, post: int, rule: str) -> None:
    unit = table.unit[post]
    table.tell(
        rule,
        telling.REVEAL,
        lambda: f"{equipment().posts[post].name}: the German unit is revealed: {unit_text(unit)}.",
        post_tags(table, post),
        post=equipment().posts[post].name,
        unit=equipment().pieces.german_units[unit].name,
    )


def unit_text(unit: int) -> str:
    face: GermanUnit = equipment().pieces.german_units[unit]
    needs = " ".join(sorted(face.requirements)) or "nothing"
    return f"{face.spoken}, strength {face.strength}, requires {needs}"


def reveal_depth(
    post: int, rule: str, then: Callable[..., None] | None = None, *arguments: Any
) -> tuple[Any, ...]:
    """The step that turns a post's depth marker face up and goes on with another."""
    return (turn_depth, post, rule, steps.id_of(then) if then else "", *arguments)


@steps.step("pools.turn_depth")
def turn_depth(table: OmahaTable, post: int, rule: str, step: str, *arguments: Any) -> None:
    """9.1 Turn a depth marker face up, if there is one face down."""
    if step:
        table.agenda.append((step, *arguments))
    if table.depth[post] in DEPTH_KIND:
        table.then((which_depth, post, rule))


@steps.question("pools.which_depth")
def which_depth(table: OmahaTable, post: int, rule: str) -> Chance[int]:
    """9.1 Which of the depth markers not yet turned up this one is."""
    markers, weights = chances_of_depth.chances(table, post, DEPTH_KIND[table.depth[post]])
    return Chance(
        _asked_depth,
        rule,
        depth_revealed,
        markers,
        _depth_option,
        weights,
        (post, rule),
        topic=REVEALS,
    )


def _asked_depth(_: OmahaTable, post: int, __: str) -> str:
    return f"Reveal the {depth_at(post)}."


def _depth_option(marker: int) -> Option:
    name = equipment().pieces.depth_markers[marker].name
    return Option(f"depth-{name}", partial(_depth_text, marker), marker)


def depth_revealed(table: OmahaTable, marker: int, post: int, rule: str) -> None:
    """9.1 The depth marker is turned face up."""
    chances_of_depth.turned_up(table, post, DEPTH_KIND[table.depth[post]], marker)
    table.unseen_depth &= ~(1 << marker)
    table.depth = replaced(table.depth, post, marker)
    table.tell(
        rule,
        telling.REVEAL,
        lambda: (
            f"{equipment().posts[post].name}: the depth marker is revealed: {_depth_text(marker)}."
        ),
        post_tags(table, post),
        post=equipment().posts[post].name,
        depth=equipment().pieces.depth_markers[marker].name,
    )


def _depth_text(marker: int) -> str:
    face: DepthMarker = equipment().pieces.depth_markers[marker]
    if face.tactical_reinforcement:
        return "Tactical Reinforcement"
    needs = " ".join(sorted(face.requirements)) or "nothing"
    return f"strength {face.strength}, requires {needs}"


REVEALS = Topic("reveal", "A counter is turned up")
