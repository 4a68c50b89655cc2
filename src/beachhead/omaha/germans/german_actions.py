"""16 German actions: the positions that a fire card calls act one after the other.

From Turn 17 every result, fire included, takes effect before the next position is checked;
advances wait for the end of the phase. Where German actions begin early (14.2), 6.34 still has
the hits of all positions reach as many units as possible, so before Turn 17 those that fire do
it together and first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from beachhead.kernel.bits import members
from beachhead.omaha.german_fire import german_artillery
from beachhead.omaha.german_fire.fields_of_fire import intensity
from beachhead.omaha.german_fire.position_fire import assign_hits
from beachhead.omaha.germans import armor, depth, mortars_patrols_ambushes, reinforcements
from beachhead.omaha.germans.action_summary import (
    action_of,
    columns_of,
    has_targets,
    order,
    rank_of,
    square_of,
)
from beachhead.omaha.germans.re_occupation import re_occupy
from beachhead.omaha.germans.redeployment import redeployment, relocate
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.cards import Square, card
from beachhead.omaha.table.state import (
    NO_DEPTH,
    OmahaTable,
    PostSet,
    equipment,
    is_extended,
    occupied,
    plays_otherwise,
    position_tag,
    post_tags,
    posts_of,
    steps,
)
from beachhead.omaha.victory.control import in_communication, us_occupied


@steps.step("german_actions.act")
def act(table: OmahaTable, number: int, sector: str) -> None:
    """16 Every position of the card's colors in the sector is checked, the higher numbered first;
    23 armor after them."""
    called, armored = _called(table, number, sector), 0
    if table.armor_entered:
        for square in card(number).squares:
            armored |= armor.called(table, sector, square.color)
    if not armored and not any(_acts(table, index, number) for index in called):
        text = telling.said(
            "No position of these colors in the {} sector has anything to do.", sector
        )
        table.tell("16", telling.NO_FIRE, text, sector=sector)
        return
    table.then(*((armor.act, post, number, sector) for post in members(armored)))
    if is_extended(table):
        table.then(*((check, index, number) for index in called))
    else:
        table.then((fire_together, number, sector))


def _called(table: OmahaTable, number: int, sector: str) -> list[int]:
    """16a The positions with anything to check: an empty one stays so for this card, as far as its
    actions go, and under most letters the summary has nothing for it."""
    germans = occupied(table)
    return [
        index
        for index, posts, acts_empty in _on_card(order(table, number, sector), number)
        if acts_empty or posts & germans
    ]


@lru_cache(256)
def _on_card(called: tuple[int, ...], number: int) -> tuple[tuple[int, PostSet, bool], ...]:
    """16 The positions that a card calls, with their posts, and whether the summary has anything
    for one that is empty."""
    positions, posts_of_each = equipment().board.positions, equipment().posts_of
    squares = {index: square_of(positions[index], number) for index in called}
    return tuple(
        (index, posts_of_each[index], columns_of(index, square.action).empty is not None)
        for index, square in squares.items()
    )


def _acts(table: OmahaTable, index: int, number: int) -> bool:
    position = equipment().board.positions[index]
    return action_of(table, position, square_of(position, number)) is not None


# --- 16 carrying it out


@steps.step("german_actions.check")
def check(table: OmahaTable, index: int, number: int) -> None:
    """16j, 14h Check one position and carry out what it does, before the next is checked."""
    position = equipment().board.positions[index]
    square = square_of(position, number)
    action = action_of(table, position, square)
    if action is not None:
        announce(table, position, square, action)
        ACTIONS[action](table, position, number)


@steps.step("german_actions.fire_together")
def fire_together(table: OmahaTable, number: int, sector: str) -> None:
    """14.2, 6.34 Before Turn 17 the positions that fire on a card do so together, after those
    re-supplied that can be; then the others act one by one."""
    called = order(table, number, sector)
    firing, others = [], []
    for index in called:
        position = equipment().board.positions[index]
        square = square_of(position, number)
        action = action_of(table, position, square)
        if action in ("fire", "re_supply_and_fire"):
            announce(table, position, square, action)
            if action == "fire" or supplied(table, position, number):
                firing.append(index)
        elif action is not None:
            others.append(index)
    table.then(*((check, index, number) for index in others))
    if firing:
        table.then((assign_hits, number, sector, tuple(firing)))


WORDS = {
    "fire": ("6.3", "it fires"),
    "re_supply_and_fire": ("16.2", "re-supply and fire"),
    "redeploy": ("16.3", "redeploy"),
    "reinforce": ("16.4", "reinforce"),
    "re_occupy": ("16.1", "re-occupy"),
    "mortar": ("16.5", "mortar fire"),
    "patrol": ("16.6", "patrol"),
    "artillery_fire": ("16.7", "artillery fire"),
    "advance": ("16.8", "it will try to advance after all other actions"),
    "ambush": ("16.9", "ambush"),
}
"""The rule of each action, and the words for it."""


SITUATIONS = {
    "empty, in communication": "empty",
    "held, with US units in its field of fire": "with_targets",
    "held, with no US unit in its field of fire": "without_targets",
}
"""GAS The situations of a position in words, and the columns of the summary they are."""


INTO_ITS_FIELD = ("fire", "re_supply_and_fire", "mortar", "patrol", "artillery_fire", "ambush")
"""16 What a position does to those in its field of fire, or near it."""


def announce(table: OmahaTable, position: GermanPosition, square: Square, action: str) -> None:
    """16 Say which position acts, and why."""
    if not equipment().posts_of[position.index] & occupied(table):
        state = "empty, in communication"
    elif has_targets(table, position, square):
        state = "held, with US units in its field of fire"
    else:
        state = "held, with no US unit in its field of fire"
    situation = f"{'wn' if position.is_wn else 'reinforcement'}_{SITUATIONS[state]}"
    rule, words = WORDS[action]
    table.tell(
        rule,
        telling.GERMAN_ACTION,
        lambda: f"{position.name} ({square.color} {square.action}) is {state}: {words}.",
        [position_tag(position)],
        way=[f"fire-{position.name}"] if action in INTO_ITS_FIELD else [],
        cell=("german-actions", square.action, situation),
        position=position.name,
        action=action,
        letter=square.action,
        situation=situation,
    )


def fire(table: OmahaTable, position: GermanPosition, number: int) -> None:
    """16, 14.12a, 14.12b The position fires alone: its hits are its own."""
    assign_hits(table, number, position.sector, (position.index,))


# --- 16.2 re-supply


def re_supply_and_fire(table: OmahaTable, position: GermanPosition, number: int) -> None:
    """16.2a A lone unit in communication draws depth, then the position fires."""
    if supplied(table, position, number):
        fire(table, position, number)


def supplied(table: OmahaTable, position: GermanPosition, number: int) -> bool:
    """16.2b to 16.21a Draw the depth marker if there is need; then whether the position may fire:
    on a double symbol not without a marker (O-63)."""
    post = posts_of(table, position)[0]
    if table.depth[post] == NO_DEPTH and in_communication(table, position):
        depth.re_supply(table, post)
    if table.depth[post] != NO_DEPTH or not square_of(position, number).double:
        return True
    if plays_otherwise(table, "lone-double-fire"):
        return True
    text = telling.said(
        "{} gets no depth marker and does not fire on a double symbol.", position.name
    )
    table.tell("16.2", telling.NO_ACTION, text, post_tags(table, post), position=position.name)
    return False


# --- 16.3 redeploy


def redeploy(table: OmahaTable, position: GermanPosition, number: int) -> None:  # noqa: ARG001
    """16.3c A unit with nobody in its field of fire moves to an empty position of its sector that
    has US units in its own."""
    post = posts_of(table, position)[0]
    goal = redeployment(table, position)
    if goal is None:
        why = "has nowhere to redeploy to"
        if not in_communication(table, position):
            why = "is out of communication and does not redeploy"
        text = telling.said("{} {}: no action.", position.name, why)
        table.tell("16.3", telling.NO_ACTION, text, post_tags(table, post), position=position.name)
    else:
        relocate(table, post, goal, "16.3", "redeploys to")


# --- 16.4 reinforce


def reinforce(table: OmahaTable, position: GermanPosition, number: int) -> None:  # noqa: ARG001
    """16.4b to 16.4d A unit with depth appears in a VP position, or in another with US units in its
    intense or steady field of fire."""
    (post,) = members(equipment().posts_of[position.index])
    threatened = members(position.fire & us_occupied(table))
    if position.vp or any(intensity(table, position, hex_) != "sporadic" for hex_ in threatened):
        reinforcements.reinforce_position(table, post)
    else:
        text = telling.said(
            "{} has no US unit in its intense or steady field of fire: no action.", position.name
        )
        table.tell("16.4", telling.NO_ACTION, text, post_tags(table, post), position=position.name)


# --- 16.5 to 16.9


def mortar(table: OmahaTable, position: GermanPosition, number: int) -> None:
    """16.5 Mortar fire."""
    mortars_patrols_ambushes.mortar(table, position.index, number)


def patrol(table: OmahaTable, position: GermanPosition, number: int) -> None:
    """16.6 A patrol."""
    mortars_patrols_ambushes.patrol(table, position.index, number)


def artillery_fire(table: OmahaTable, position: GermanPosition, number: int) -> None:
    """16.7 Artillery fire."""
    german_artillery.artillery_action(table, position.index, number)


def attempt_advance(table: OmahaTable, position: GermanPosition, number: int) -> None:
    """16.85 An advance waits until all other actions of the phase are done."""
    advances = [*table.advances, (posts_of(table, position)[0], number)]
    table.advances = tuple(sorted(advances, key=lambda each: _advance_rank(table, each[0])))


def _advance_rank(table: OmahaTable, post: int) -> tuple[int, int, int]:
    return rank_of(equipment().posts[post].position, plays_otherwise(table, "letter-order"))


def ambush(table: OmahaTable, position: GermanPosition, number: int) -> None:
    """16.9 An ambush."""
    mortars_patrols_ambushes.ambush(table, position.index, number)


ACTIONS: dict[str, Callable[[OmahaTable, GermanPosition, int], None]] = {
    "fire": fire,
    "re_supply_and_fire": re_supply_and_fire,
    "redeploy": redeploy,
    "reinforce": reinforce,
    "re_occupy": re_occupy,
    "mortar": mortar,
    "patrol": patrol,
    "artillery_fire": artillery_fire,
    "advance": attempt_advance,
    "ambush": ambush,
}
"""16e to 16i What the summary calls each action."""
