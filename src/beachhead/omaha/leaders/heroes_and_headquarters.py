"""11 Heroes, headquarters and Generals: how they enter and whom they command."""

from __future__ import annotations

from functools import partial

from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.leaders.command_posts import commanded_hexes, is_command_post, revert
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    HQS,
    LEADERS,
    NOWHERE,
    UNITS,
    OmahaTable,
    division_of,
    equipment,
    hex_tag,
    piece_name,
    piece_tag,
    plays_otherwise,
    seat_of,
    steps,
)

# --- 11.1 heroes


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
    table.heroes[hero] = unit
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


# --- 11.2, 11.3 command


def set_command(table: OmahaTable) -> None:
    """11.2b, 11.3b, 7.1g, 18.3b Each HQ and General commands the units in his own and adjacent
    hexes as the Action Phase begins, whatever their regiment or division; 18.3 a command post those
    within its range."""
    for leader in LEADERS:
        units = 0
        if table.hex[leader] >= 0:
            reach = commanded_hexes(table, leader)
            for unit in range(UNITS):
                if table.hex[unit] >= 0 and reach >> table.hex[unit] & 1:
                    units |= 1 << unit
            _tell_command(table, leader, units)
        table.commands[leader - UNITS] = units


def _tell_command(table: OmahaTable, leader: int, units: int) -> None:
    names = tuple(piece_name(unit) for unit in range(UNITS) if units >> unit & 1)
    if names:
        rule = "11.2" if leader in HQS else "11.3"
        table.tell(
            "18.3" if is_command_post(table, leader) else rule,
            telling.COMMAND,
            lambda: f"{piece_name(leader)} commands {', '.join(names)}.",
            [piece_tag(leader), hex_tag(table.hex[leader])],
            leader=piece_name(leader),
            units=list(names),
        )


def leader_moved(table: OmahaTable, leader: int) -> None:
    """7.33, 18b, 18.11a A leader who has moved commands nobody for the rest of the phase.

    By the other reading of O-25 he gives no more free actions, but keeps his radio and his say
    in ranged fire: that he has acted is enough for the former. 18.11 A command post that moves
    is abandoned.
    """
    if is_command_post(table, leader):
        revert(table, leader, "18.11", "is abandoned")
    if table.commands[leader - UNITS] and not plays_otherwise(table, "moved-leader-commands"):
        table.commands[leader - UNITS] = 0
        table.tell(
            "7.33",
            telling.COMMAND,
            lambda: (
                f"{piece_name(leader)} has moved and commands nobody for the rest of the phase."
            ),
            [piece_tag(leader)],
        )
