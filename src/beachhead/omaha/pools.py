"""9.1 Face-down counters: what they may be, and how likely each is when it is turned up.

A counter nobody has seen is one of those not yet turned up. For WN units, tactical units and
depth markers all of these are equally likely, wherever they lie. The division pool is an urn
into which further units go during play (withdrawn units, Kampfgruppe Meyer), so a unit drawn
earlier cannot be one that went in later. Every way to deal the unseen units that respects this
is equally likely; counting the ways gives the chance of each unit exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, perm
from typing import Any, NamedTuple

from beachhead.kernel.play import Chance, Option
from beachhead.omaha.pieces import DepthMarker, GermanUnit
from beachhead.omaha.state import (
    DEPTH_KIND,
    EMPTY,
    NO_DEPTH,
    UNSEEN_DEPTH,
    UNSEEN_DIVISION,
    UNSEEN_TACTICAL,
    UNSEEN_WN,
    Table,
    lore,
    post_tag,
    steps,
)

KG_MEYER_UNITS = -2
"""In `arrivals`: units of Kampfgruppe Meyer, nobody knows which."""
KG_MEYER_OF_EITHER_BATCH = -3
"""In `arrivals`, counted down: a unit turned up that may have come with either batch of them."""


# --- drawing from the boxes


def draw_unit(table: Table, box: str, post: int) -> None:
    """9.3 Place a face-down unit from a box in a post."""
    table.boxes[box] -= 1
    table.unit[post] = UNSEEN_TACTICAL if box == "tactical" else UNSEEN_DIVISION
    table.drawn_at[post] = len(table.arrivals)
    table.face_down |= 1 << post


def draw_depth(table: Table, kind: str, post: int) -> None:
    """9.21 Place a face-down depth marker beneath a unit."""
    table.boxes[f"{kind}_depth"] -= 1
    table.depth[post] = UNSEEN_DEPTH[kind]


def left(table: Table, box: str) -> int:
    """How many counters lie in a box."""
    return table.boxes.get(box, 0)


def depth_source(table: Table, post: int) -> str | None:
    """9.21 The pool a post's depth marker is drawn from, or None if the Germans have none left.

    9.24 A mobile marker stands in for a building marker.
    """
    here = lore().posts[post]
    kinds = ("wn",) if here.is_wn else ("building", "mobile") if here.building else ("mobile",)
    return next((kind for kind in kinds if left(table, f"{kind}_depth") > 0), None)


def withdraw(table: Table, post: int) -> None:
    """8.33 A withdrawn unit goes face down to the division pool."""
    _enter_division_pool(table, table.unit[post], 1)
    clear_post(table, post)


def release_kg_meyer(table: Table) -> None:
    """9.5 Four units and two mobile depth markers become available."""
    released = min(4, table.boxes["kg_meyer"])
    table.boxes["kg_meyer"] -= released
    _enter_division_pool(table, KG_MEYER_UNITS, released)
    markers = min(2, table.boxes["kg_meyer_depth"])
    table.boxes["kg_meyer_depth"] -= markers
    table.boxes["mobile_depth"] += markers


def _enter_division_pool(table: Table, what: int, count: int) -> None:
    table.boxes["division"] += count
    table.arrivals.append((len(table.arrivals), what, count))


def clear_post(table: Table, post: int) -> None:
    """Take a unit, and any depth marker beneath it, off a post."""
    table.unit[post] = EMPTY
    table.depth[post] = NO_DEPTH
    table.drawn_at[post] = 0
    table.face_down &= ~(1 << post)
    table.german_disrupted &= ~(1 << post)


def remove_depth(table: Table, post: int) -> None:
    """A depth marker leaves play."""
    table.depth[post] = NO_DEPTH


# --- turning up


def reveal_unit(
    post: int, rule: str, then: Callable[..., None] | None = None, *arguments: Any
) -> tuple[Any, ...]:
    """The step that turns a post's unit face up and goes on with another, if there is one."""
    return (reveal, post, rule, steps.name_of(then) if then else "", *arguments)


@steps.step
def reveal(table: Table, post: int, rule: str, step: str, *arguments: Any) -> None:
    """9.1 Turn a unit face up; one that was seen before needs no chance."""
    if step:
        table.agenda.append((step, *arguments))
    if not table.face_down >> post & 1:
        return
    if table.unit[post] >= 0:
        table.face_down &= ~(1 << post)
        _tell_unit(table, post, rule)
    else:
        table.then((which_unit, post, rule))


@steps.question
def which_unit(table: Table, post: int, rule: str) -> Chance[int]:
    """9.1 Which of the units not yet turned up this one is."""
    units, weights = unit_chances(table, post)
    return Chance(
        f"Reveal the German unit in {lore().posts[post].name}.",
        rule,
        unit_revealed,
        units,
        _unit_option,
        weights,
        (post, rule),
        kind="reveal",
    )


def _unit_option(unit: int) -> Option:
    return Option(f"german-{lore().pieces.german_units[unit].name}", _unit_text(unit), unit)


def unit_revealed(table: Table, unit: int, post: int, rule: str) -> None:
    """9.1 The unit is turned face up."""
    if table.unit[post] == UNSEEN_DIVISION:
        _leave_division_pool(table, unit, table.drawn_at[post])
    table.unseen_units &= ~(1 << unit)
    table.unit[post] = unit
    table.face_down &= ~(1 << post)
    _tell_unit(table, post, rule)


def _tell_unit(table: Table, post: int, rule: str) -> None:
    unit = table.unit[post]
    table.tell(
        rule,
        "reveal",
        f"{lore().posts[post].name}: the German unit is revealed: {_unit_text(unit)}.",
        [post_tag(post)],
        post=lore().posts[post].name,
        unit=lore().pieces.german_units[unit].name,
    )


def _unit_text(unit: int) -> str:
    face: GermanUnit = lore().pieces.german_units[unit]
    needs = " ".join(sorted(face.requirements)) or "nothing"
    return f"{face.name}, strength {face.strength}, requires {needs}"


def reveal_depth(
    post: int, rule: str, then: Callable[..., None] | None = None, *arguments: Any
) -> tuple[Any, ...]:
    """The step that turns a post's depth marker face up and goes on with another."""
    return (turn_depth, post, rule, steps.name_of(then) if then else "", *arguments)


@steps.step
def turn_depth(table: Table, post: int, rule: str, step: str, *arguments: Any) -> None:
    """9.1 Turn a depth marker face up, if there is one face down."""
    if step:
        table.agenda.append((step, *arguments))
    if table.depth[post] in DEPTH_KIND:
        table.then((which_depth, post, rule))


@steps.question
def which_depth(table: Table, post: int, rule: str) -> Chance[int]:
    """9.1 Which of the depth markers not yet turned up this one is."""
    kind = DEPTH_KIND[table.depth[post]]
    markers = [
        marker.index
        for marker in lore().pieces.depth_markers
        if marker.kind == kind and table.unseen_depth >> marker.index & 1
    ]
    return Chance(
        f"Reveal the depth marker in {lore().posts[post].name}.",
        rule,
        depth_revealed,
        markers,
        _depth_option,
        arguments=(post, rule),
        kind="reveal",
    )


def _depth_option(marker: int) -> Option:
    return Option(f"depth-{lore().pieces.depth_markers[marker].name}", _depth_text(marker), marker)


def depth_revealed(table: Table, marker: int, post: int, rule: str) -> None:
    """9.1 The depth marker is turned face up."""
    table.unseen_depth &= ~(1 << marker)
    table.depth[post] = marker
    table.tell(
        rule,
        "reveal",
        f"{lore().posts[post].name}: the depth marker is revealed: {_depth_text(marker)}.",
        [post_tag(post)],
        post=lore().posts[post].name,
        depth=lore().pieces.depth_markers[marker].name,
    )


def _depth_text(marker: int) -> str:
    face: DepthMarker = lore().pieces.depth_markers[marker]
    if face.tactical_reinforcement:
        return "Tactical Reinforcement"
    needs = " ".join(sorted(face.requirements)) or "nothing"
    return f"strength {face.strength}, requires {needs}"


# --- how likely each unit is


def unit_chances(table: Table, post: int) -> tuple[list[int], list[int]]:
    """The units a face-down unit may be, and how likely each is, as whole-number weights."""
    code = table.unit[post]
    if code == UNSEEN_DIVISION:
        return _division_chances(table, post)
    kind = "wn" if code == UNSEEN_WN else "tactical"
    gun = lore().posts[post].gun if code == UNSEEN_WN else None
    units = lore().pieces.german_units
    same_back = [unit for unit in _unseen(table, kind) if units[unit].gun == gun]
    return same_back, [1] * len(same_back)


def _unseen(table: Table, kind: str) -> list[int]:
    """The units of a kind that nobody has seen."""
    return [
        unit.index
        for unit in lore().pieces.german_units
        if unit.kind == kind and table.unseen_units >> unit.index & 1
    ]


class Batch(NamedTuple):
    """Units that went into the division pool together and have not been turned up since."""

    entered: int
    """From which draw on they may be drawn, by the count kept in `drawn_at`."""
    names: tuple[int, ...]
    """What these units may be."""
    size: int


def _division_chances(table: Table, post: int) -> tuple[list[int], list[int]]:
    """How likely a unit from the division pool is each of those that it may be.

    A weight is the number of ways to deal all other face-down units of the pool, given that
    this one is that unit. Where nobody knows which units of a kind are in the pool (four of
    Kampfgruppe Meyer), a batch of them is shared among all that are unseen.
    """
    draws = [other for other, code in enumerate(table.unit) if code == UNSEEN_DIVISION]
    others = sorted(table.drawn_at[other] for other in draws if other != post)
    chances: dict[int, int] = {}
    shares = 1
    for sharing in ("division", "kg_meyer"):
        shares *= max(1, len(_unseen(table, sharing)))
    for histories, batches in _histories(table, len(draws)):
        for batch in batches:
            if batch.size > 0 and batch.entered <= table.drawn_at[post]:
                ways = histories * batch.size * _ways(others, batches, batch.entered)
                for name in batch.names:
                    chances[name] = chances.get(name, 0) + ways * shares // len(batch.names)
    possible = [name for name, weight in chances.items() if weight]
    return possible, [chances[name] for name in possible]


def _histories(table: Table, face_down: int) -> list[tuple[int, list[Batch]]]:
    """What may be in the pool or face down on the map, each with its number of ways.

    There is more than one possibility only when a unit of Kampfgruppe Meyer was turned up that
    may have come with either batch: then the first batch may have lost any number of those.
    """
    either = -sum(count for _, what, count in table.arrivals if what == KG_MEYER_OF_EITHER_BATCH)
    original = left(table, "division") + face_down - sum(count for *_, count in table.arrivals)
    division, kg_meyer = tuple(_unseen(table, "division")), tuple(_unseen(table, "kg_meyer"))
    fixed = [Batch(0, division, min(original, len(division)))]
    released: list[Batch] = []
    for when, what, count in table.arrivals:
        if what == KG_MEYER_UNITS:
            released.append(Batch(when + 1, kg_meyer, count))
        elif what != KG_MEYER_OF_EITHER_BATCH:
            fixed.append(Batch(when + 1, (what,), count))
    if not either:
        return [(1, fixed + released)]
    first, second = released
    return [
        (
            comb(either, of_first)
            * perm(first.size, of_first)
            * perm(second.size, either - of_first),
            [
                *fixed,
                first._replace(size=first.size - of_first),
                second._replace(size=second.size - (either - of_first)),
            ],
        )
        for of_first in range(either + 1)
        if of_first <= first.size and either - of_first <= second.size
    ]


def _ways(others: list[int], batches: list[Batch], without: int) -> int:
    """The number of ways to deal the other face-down units when one of a batch is taken."""
    ways = 1
    for taken, drawn_at in enumerate(others):
        there = sum(batch.size for batch in batches if batch.entered <= drawn_at)
        ways *= there - (without <= drawn_at) - taken
    return ways


def _leave_division_pool(table: Table, unit: int, drawn_at: int) -> None:
    """Strike a unit that was turned up from the batch it came with."""
    withdrawn = not table.unseen_units >> unit & 1
    if not withdrawn and lore().pieces.german_units[unit].kind != "kg_meyer":
        return
    wanted = unit if withdrawn else KG_MEYER_UNITS
    came_with = [
        number
        for number, (when, what, count) in enumerate(table.arrivals)
        if what == wanted and count > 0 and when < drawn_at
    ]
    if len(came_with) == 1:
        when, what, count = table.arrivals[came_with[0]]
        table.arrivals[came_with[0]] = (when, what, count - 1)
    elif came_with:
        table.arrivals.append((len(table.arrivals), KG_MEYER_OF_EITHER_BATCH, -1))
