"""11 Leaders: 11.1 heroes, how they enter, and how they end as the inspiration of their unit.

What they do in between is done where it counts: 11.12 their unit acts for free by
`us_actions.allotment`, 11.13 their help in an attack is in `us_combat.weapons` and `resolution`,
11.14 they may be sacrificed in `german_fire.losses`, 11.4 and be hit in `leader_fire`.
"""

from __future__ import annotations

from functools import partial

from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    NOWHERE,
    UNITS,
    OmahaTable,
    division_of,
    equipment,
    piece_name,
    piece_tag,
    seat_of,
    steps,
)


@steps.step("leaders.place_hero")
def place_hero(table: OmahaTable, division: int) -> None:
    """11.11a A hero enters play with a unit of the division that the event names."""
    units = hero_units(table, division)
    if next_hero(table, division) is None or not units:
        why = "no unit is there to lead" if not units else "all its heroes have appeared"
        table.tell(
            "11.11",
            telling.HERO,
            lambda: f"No hero of the {_ordinal(division)} Division appears: {why}.",
        )
    elif len(units) == 1:
        hero_placed(table, units[0], division)
    else:
        table.then((choose_hero_unit, division))


HEROES = Topic("hero_placed", "A hero")


@steps.question("leaders.choose_hero_unit")
def choose_hero_unit(table: OmahaTable, division: int) -> Decision:
    """11.11 Which unit the hero joins."""
    hero = next_hero(table, division)
    assert hero is not None, "place_hero has checked that a hero is left"
    name = equipment().pieces.heroes[hero].name
    return Decision(
        seat_of(table, division),
        f"{name} of the {_ordinal(division)} Division becomes a hero. With which unit?",
        "11.11",
        hero_placed,
        [
            Option(
                f"unit-{piece_name(unit)}",
                partial(_hero_label, unit, table.hex[unit], table.box[unit]),
                unit,
                (piece_tag(unit),),
                commits=True,
            )
            for unit in hero_units(table, division)
        ],
        (division,),
        topic=HEROES,
    )


def hero_placed(table: OmahaTable, unit: int, division: int) -> None:
    """11.11b The hero belongs to that unit as long as it is in play."""
    hero = next_hero(table, division)
    assert hero is not None, "place_hero has checked that a hero is left"
    table.heroes = replaced(table.heroes, hero, unit)
    table.tell(
        "11.11",
        telling.HERO,
        lambda: f"{equipment().pieces.heroes[hero].name} becomes a hero with {piece_name(unit)}.",
        [piece_tag(unit)],
        hero=equipment().pieces.heroes[hero].name,
        unit=piece_name(unit),
    )


def hero_units(table: OmahaTable, division: int) -> list[int]:
    """11.11a The units of a division that are ashore or about to land."""
    return [
        unit
        for unit in range(UNITS)
        if (table.hex[unit] >= 0 or table.box[unit] >= 0) and division_of(table, unit) == division
    ]


def next_hero(table: OmahaTable, division: int) -> int | None:
    """11.1 The next hero of a division: all are alike, so they come in the counters' order."""
    for hero, counter in enumerate(equipment().pieces.heroes):
        if counter.division == division and table.heroes[hero] == NOWHERE:
            return hero
    return None


def _hero_label(unit: int, hex_: int, box: int) -> str:
    where = board().name(hex_) if hex_ >= 0 else f"box {board().box_row[box].name}"
    return f"{piece_name(unit)} in {where}"


def _ordinal(division: int) -> str:
    return "1st" if division == 1 else "29th"


def kill_hero(table: OmahaTable, hero: int, rule: str, what: str) -> None:
    """11.14a, 11.15a A killed or sacrificed hero's marker is turned to its inspired side."""
    table.inspired |= 1 << hero
    unit = table.heroes[hero]
    table.tell(rule, telling.HERO, lambda: f"{what}; the unit is inspired.", [piece_tag(unit)])
