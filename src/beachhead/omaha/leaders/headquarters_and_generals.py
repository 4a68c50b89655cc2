"""11 Leaders: 11.2 headquarters and 11.3 Generals, whom they command, 11.31 a General alone."""

from __future__ import annotations

from beachhead.kernel.plain import replaced
from beachhead.omaha.german_fire.losses import remove
from beachhead.omaha.leaders.command_posts import commanded_hexes, is_command_post, revert
from beachhead.omaha.table import telling
from beachhead.omaha.table.state import (
    GENERALS,
    HQS,
    LEADERS,
    UNITS,
    OmahaTable,
    hex_tag,
    piece_name,
    piece_tag,
    plays_otherwise,
)

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
        table.commands = replaced(table.commands, leader - UNITS, units)


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
        table.commands = replaced(table.commands, leader - UNITS, 0)
        table.tell(
            "7.33",
            telling.COMMAND,
            lambda: (
                f"{piece_name(leader)} has moved and commands nobody for the rest of the phase."
            ),
            [piece_tag(leader)],
        )


# --- 11.31 a General alone


def capture_general(table: OmahaTable, hex_: int, place: str) -> None:
    """11.31c A General who is alone in a hex is captured when a German unit comes there."""
    for general in GENERALS:
        if table.hex[general] == hex_:
            remove(table, general)
            name, touches = piece_name(general), [piece_tag(general), hex_tag(hex_)]
            text = telling.said("{} is captured in {}.", name, place)
            table.tell("11.31", telling.CAPTURED, text, touches, unit=name)
