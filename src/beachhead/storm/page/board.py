"""The board with room for counters, the counters, and what lights up for an option."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from beachhead.kernel.grid import members
from beachhead.kernel.play import Decision, Option
from beachhead.storm import drawing
from beachhead.storm.activation import able, actions, who_can
from beachhead.storm.board import board
from beachhead.storm.cards import cards
from beachhead.storm.drawing import counters as drawn
from beachhead.storm.state import (
    SIDES,
    Table,
    UnitSet,
    enemy,
    place_tag,
    unit_tag,
    units_at,
)


@cache
def board_svg() -> str:
    """The board with an empty `<g id="counters">`."""
    svg = drawing.board_svg()
    empty = drawn.layers(drawn.Shown((), board().start_allied))
    assert svg.count(empty) == 1, "the board should have the layers of counters once"
    return svg.replace(empty, '<g id="counters"></g>')


def counters(table: Table, _seat: str | None) -> str:
    """What lies on the board; all of it is open."""
    return str(drawn.layers(drawn.shown(table)))


# --- what lights up


def glow(
    table: Table, decision: Decision | None, options: Sequence[Option]
) -> dict[str, list[str]]:
    """What lights up for each option: the units that an activation means, the cards that are
    played or discarded, sections of boxes, and whatever else it touches."""
    if decision is None:
        return {}
    return {option.id: _lit(table, decision, option) for option in options}


def _lit(table: Table, decision: Decision, option: Option) -> list[str]:
    if decision.kind == "impulse_chosen":
        return _impulse(table, option)
    if decision.kind == "action_chosen":
        return _action(table, decision, option)
    if decision.kind == "section_chosen":
        box, section = option.value
        return [f"{place_tag(box)}-{section}"]
    card = card_of(decision, option)
    if card >= 0:
        return [card_tag(card), *option.touches]
    return list(option.touches)


def _impulse(table: Table, option: Option) -> list[str]:
    what, which, nation = option.value
    if what == "activate":
        can = acting(table, table.impulse, which, nation)
        return [*map(unit_tag, members(can)), place_tag(which)]
    return [card_tag(which)] if what == "card" else list(option.touches)


def acting(table: Table, side: int, place: int, nation: str) -> UnitSet:
    """7.1 The units that could take part in some action of an activation."""
    units = able(table, place, nation)
    found = 0
    for kind, there in actions(table, side, place, nation):
        found |= who_can(table, side, kind, place, there, units)
    return found


def _action(table: Table, decision: Decision, option: Option) -> list[str]:
    kind, _ = option.value
    place, nation = decision.arguments
    if kind == "fire":
        return [*map(unit_tag, members(units_at(table, place, enemy(table.impulse))))]
    if kind == "move":
        own = able(table, place, nation)
        return [*map(unit_tag, members(who_can(table, table.impulse, kind, place, -1, own)))]
    return list(option.touches)


DISCARDS = {"continued", "discard_chosen", "discarded_at_end", "enemy_card_discarded"}
"""Kinds of decisions whose options are cards."""


def card_of(decision: Decision, option: Option) -> int:
    """The card that an option plays or discards; -1 if it is about none."""
    if decision.kind in DISCARDS and isinstance(option.value, int):
        return option.value
    if decision.kind == "card_chosen":
        return int(option.value[0])
    if decision.kind == "impulse_chosen" and option.value[0] == "card":
        return int(option.value[1])
    return -1


def card_tag(card: int) -> str:
    return f"card-{cards()[card].id}"


def routes(
    _table: Table, _decision: Decision | None, _options: Sequence[Option]
) -> dict[str, list[str]]:
    """8.0 Movement is decided area by area, so no option leads farther than a step."""
    return {}


# --- what it is about


def subject(table: Table, decision: Decision | None) -> list[str]:
    """The units that a decision is about, and the area under attack."""
    if decision is None:
        return []
    return [*map(unit_tag, members(_units_of(table, decision))), *_place_of(table, decision)]


SETS = {"unit_chosen": 4, "attackers_chosen": 1, "shock_unit_chosen": 3, "fire_decided": 2}
"""Kinds of decisions with a set of units, and which of their arguments it is."""
SINGLES = {"section_chosen", "retreated", "placed"}


def _units_of(table: Table, decision: Decision) -> UnitSet:
    if decision.kind in SETS:
        return int(decision.arguments[SETS[decision.kind]])
    if decision.kind in SINGLES:
        return 1 << int(decision.arguments[0])
    if decision.kind == "action_chosen":
        return acting(table, SIDES.index(decision.seat), *decision.arguments)
    if decision.kind == "stage_chosen":
        return sum(1 << unit for unit in table.assigning)
    if table.attack is not None:
        return table.attack.units
    return table.action.units


def _place_of(table: Table, decision: Decision) -> list[str]:
    if decision.kind in ("unit_chosen", "attackers_chosen", "shock_unit_chosen"):
        place = {"unit_chosen": 2, "attackers_chosen": 0, "shock_unit_chosen": 1}[decision.kind]
        return [place_tag(decision.arguments[place])] if decision.arguments[place] >= 0 else []
    if decision.kind == "support_assigned":
        return [place_tag(decision.arguments[0])]
    if table.attack is not None:
        return [place_tag(table.attack.area)]
    if table.action.kind == "assault":
        return [place_tag(table.action.place)]
    return []
