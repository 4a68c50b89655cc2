"""6.2 Cards for an impulse that make spent units fresh, some to fire at once."""

from __future__ import annotations

from functools import partial

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Shows, Topic
from beachhead.storm.attacks import fire_attacks
from beachhead.storm.cards.card_list import Use, use_of
from beachhead.storm.table import telling
from beachhead.storm.table.board import AREAS, board
from beachhead.storm.table.pieces import StormUnit, pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    Attack,
    StormTable,
    UnitSet,
    card_name,
    fresh,
    names,
    place_name,
    place_tag,
    steps,
    tags,
    unit_name,
    unit_tag,
)


def groups(table: StormTable, side: int, use: Use) -> list[tuple[int, str]]:
    """12.3g The areas and divisions (or nationalities) with spent units that could become fresh."""
    spent = ((table.where[unit], pieces().units[unit]) for unit in members(table.spent))
    return sorted(
        {
            (area, group)
            for area, row in spent
            if row.side == SIDES[side] and area in AREAS and (group := _group_of(row, use))
        }
    )


def _group_of(row: StormUnit, use: Use) -> str | None:
    """The division, or the nationality, with which a unit may become fresh: no strongpoint may."""
    if row.is_strongpoint:
        return None
    return row.division if use["group"] == "division" else row.nationality


def in_group(table: StormTable, use: Use, area: int, group: str) -> UnitSet:
    return set_of(
        unit
        for unit in members(table.spent)
        if table.where[unit] == area and _group_of(pieces().units[unit], use) == group
    )


def refuse_refresh(table: StormTable, side: int, use: Use) -> Refusal | None:
    if not groups(table, side, use):
        return Refusal("6.2", f"no unit of a {use['group']} in an area is spent")
    return None


def refresh(table: StormTable, side: int, _use: Use, card: int) -> None:
    table.then((choose_group, side, card))


GROUP = Topic("group_chosen", "Who becomes fresh")


@steps.question("effects.choose_group")
def choose_group(table: StormTable, side: int, card: int) -> Decision:
    """6.2 Whose spent units become fresh."""
    use = use_of(card)
    return Decision(
        SIDES[side],
        lambda _table, _side, card: f"{card_name(card)}: which units become fresh?",
        "6.2",
        group_chosen,
        [
            _group(area, group, in_group(table, use, area, group))
            for area, group in groups(table, side, use)
        ],
        (side, card),
        topic=GROUP,
        forced=True,
    )


def _group(area: int, group: str, units: UnitSet) -> Option:
    return Option(
        f"refresh-{board().id(area)}-{group.lower().replace(' ', '-')}",
        lambda: f"{names(units)} in {place_name(area)}",
        (area, group),
        (place_tag(area),),
    )


def group_chosen(table: StormTable, choice: tuple[int, str], side: int, card: int) -> None:
    """6.2 All of them, or as many as the card says, chosen one by one; then they may fire."""
    use = use_of(card)
    units = in_group(table, use, *choice)
    if use["units"] is None or units.bit_count() <= use["units"]:
        made_fresh(table, units)
        table.then((offer_fire, side, choice[0], units))
    else:
        table.then((choose_to_refresh, side, choice[0], units, use["units"], 0))


def _made_fresh_so_far(
    _table: StormTable, _side: int, _area: int, _units: UnitSet, _left: int, chosen: UnitSet
) -> list[str]:
    return tags(chosen)


REFRESH = Topic("unit_to_refresh_chosen", "Who becomes fresh", about=_made_fresh_so_far)


@steps.question("effects.choose_to_refresh")
def choose_to_refresh(
    _table: StormTable, side: int, area: int, units: UnitSet, left: int, chosen: UnitSet
) -> Decision:
    """6.2 One unit after the other."""
    return Decision(
        SIDES[side],
        lambda _table, _side, area, *_: f"Which unit in {place_name(area)} becomes fresh?",
        "6.2",
        unit_to_refresh_chosen,
        [_refresh(unit) for unit in members(units & ~chosen)],
        (side, area, units, left, chosen),
        topic=REFRESH,
    )


def _refresh(unit: int) -> Option:
    id_ = f"refresh-{pieces().units[unit].id}"
    return Option(id_, partial(unit_name, unit), unit, (unit_tag(unit),))


def unit_to_refresh_chosen(
    table: StormTable, unit: int, side: int, area: int, units: UnitSet, left: int, chosen: UnitSet
) -> None:
    chosen |= 1 << unit
    if left > 1:
        table.then((choose_to_refresh, side, area, units, left - 1, chosen))
        return
    made_fresh(table, chosen)
    table.then((offer_fire, side, area, chosen))


def made_fresh(table: StormTable, units: UnitSet) -> None:
    table.spent &= ~units
    table.tell(
        "6.2",
        telling.FRESH,
        lambda: f"{names(units)} {'are' if units.bit_count() > 1 else 'is'} fresh again.",
        tags(units),
        units=[unit_name(unit) for unit in members(units)],
    )


def _who_may_fire(_table: StormTable, _side: int, area: int, units: UnitSet) -> list[str]:
    return tags(units, area)


def _fire_at_once(
    table: StormTable, option: Option | None, side: int, area: int, units: UnitSet
) -> Attack | None:
    if option is not None and not option.value:
        return None
    return Attack(side, area, fresh(table, units))


def _fire_shown(_table: StormTable, option: Option, *_: object) -> Shows:
    return Shows(hostile=option.value)


FIRE_AT_ONCE = Topic(
    "fire_decided",
    "Firing at once",
    about=_who_may_fire,
    charts=("attack",),
    builds=_fire_at_once,
    shows=_fire_shown,
)


@steps.question("effects.offer_fire")
def offer_fire(table: StormTable, side: int, area: int, units: UnitSet) -> Decision | None:
    """6.2b The units may make a fire attack at once."""
    if fire_attacks.refuse_fire(table, units, side, area) is not None:
        return None
    return Decision(
        SIDES[side],
        lambda _table, _side, _area, units: f"{names(units)} may fire at once.",
        "6.2",
        fire_decided,
        [
            Option(
                "fire",
                lambda: f"Fire in {place_name(area)}",
                True,
                (place_tag(area),),
                commits=True,
            ),
            Option("hold", "Hold fire", False, commits=True, ends=True),
        ],
        (side, area, units),
        topic=FIRE_AT_ONCE,
    )


def fire_decided(table: StormTable, fires: bool, side: int, area: int, units: UnitSet) -> None:
    if fires:
        table.then((fire_attacks.begin, side, area, fresh(table, units), False))
