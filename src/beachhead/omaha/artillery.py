"""6.5 German artillery fire."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from beachhead.kernel.grid import members
from beachhead.kernel.play import Decision, Option
from beachhead.omaha import losses
from beachhead.omaha.cards import card
from beachhead.omaha.charts import charts
from beachhead.omaha.control import (
    german_network,
    in_german_communication,
    us_control,
    victory_control,
)
from beachhead.omaha.state import (
    EMPTY,
    NOWHERE,
    UNITS,
    Table,
    box_tag,
    hex_tag,
    lore,
    piece_name,
    piece_tag,
    plays_otherwise,
    seat_among,
    steps,
    unit_side,
)


@steps.step
def artillery_fire(table: Table, number: int, sector: str) -> None:
    """6.5 From Turn 4: enough guns of the card's calibers in the sector cost one unit a step."""
    check = card(number).artillery
    if check is None or charts().limit("german_artillery", table.turn) is None:
        return
    guns = guns_in(table, sector, check.calibers)
    calibers = ", ".join(check.calibers)
    result = f"{check.value} guns ({calibers}) are needed in the {sector} sector, {guns} can fire"
    candidates = targets(table, number, sector) if guns >= check.value else []
    if guns < check.value:
        table.tell("6.5", "artillery", f"No artillery fire: {result}.")
    elif not candidates:
        symbol = card(number).target
        table.tell("6.5", "artillery", f"Artillery fire finds no {symbol} target: {result}.")
    else:
        table.tell("6.5", "artillery", f"Artillery fire: {result}.")
        if len(candidates) == 1:
            target_chosen(table, candidates[0])
        else:
            table.then((choose_target, number, sector))


# --- the guns


def guns_in(table: Table, sector: str, calibers: Sequence[str]) -> int:
    """6.5 The undisrupted guns of some calibers in a sector, on the map and off it. Rockets are
    of no such caliber (6.53)."""
    on_map = sum(
        1
        for post in members(_gun_posts(sector))
        if lore().posts[post].gun in calibers
        and table.unit[post] != EMPTY
        and not table.german_disrupted >> post & 1
    )
    off_map = sum(
        1
        for number, gun in enumerate(lore().pieces.off_map_artillery)
        if gun.sector == sector
        and gun.caliber in calibers
        and not table.inactive_guns >> number & 1
    )
    return on_map + off_map


@cache
def _gun_posts(sector: str) -> int:
    return sum(
        1 << post.index
        for post in lore().posts
        if post.gun is not None and post.position.sector == sector
    )


def out_of_action(table: Table) -> int:
    """6.51 The off-map guns that are inactive: every observer position is US-controlled, holds
    no German unit and is not in German communication (O-24). A position is all its hexes
    (P-29)."""
    if plays_otherwise(table, "observer-control"):
        controlled = victory_control(table)
    else:
        controlled = us_control(table)
    inactive = 0
    network = None
    for number, gun in enumerate(lore().pieces.off_map_artillery):
        observers = [lore().board.position[name] for name in gun.observers]
        if any(each.area & ~controlled for each in observers):
            continue
        posts = [lore().post_at[hex_] for each in observers for hex_ in each.hexes]
        if any(table.unit[post] != EMPTY for post in posts):
            continue
        if network is None:
            network = german_network(table)
        hexes = [lore().posts[post].hex for post in posts]
        if not any(in_german_communication(table, hex_, network) for hex_ in hexes):
            inactive |= 1 << number
    return inactive


# --- the target


def targets(table: Table, number: int, sector: str) -> list[int]:
    """6.5 The units that may be the one hit: with the card's symbol, first in the priorities,
    and of those with most steps. A concentrated target means nothing here (O-22)."""
    symbol = card(number).target
    spared = 0 if plays_otherwise(table, "artillery-second-step") else table.lost_step
    found: dict[tuple[bool, str], list[int]] = {}
    for unit in range(UNITS):
        where = _place(table, unit, sector)
        if where and not spared >> unit & 1 and unit_side(table, unit).symbol == symbol:
            found.setdefault((lore().units[unit].infantry, where), []).append(unit)
    for priority in charts().artillery_targets:
        if priority in found:
            most = max(table.steps_left[unit] for unit in found[priority])
            return [unit for unit in found[priority] if table.steps_left[unit] == most]
    return []


def _place(table: Table, unit: int, sector: str) -> str | None:
    """Where artillery finds a unit: in a landing box or a beach hex of the sector."""
    the_board = lore().board
    if table.box[unit] != NOWHERE:
        box = the_board.box_row[table.box[unit]]
        return "landing_box" if box.sector == sector else None
    hex_ = table.hex[unit]
    if hex_ >= 0 and the_board.beach & the_board.sectors[sector] & 1 << hex_:
        return "beach"
    return None


@steps.question
def choose_target(table: Table, number: int, sector: str) -> Decision | None:
    """6.5 Among equal targets you choose."""
    candidates = targets(table, number, sector)
    if len(candidates) < 2:
        return None
    return Decision(
        seat_among(table, candidates, sector),
        "Artillery hits one of several equal targets: choose which.",
        "6.5",
        target_chosen,
        [
            Option(
                f"hit-{piece_name(unit)}",
                f"Artillery hits {piece_name(unit)}",
                unit,
                (
                    piece_tag(unit),
                    hex_tag(table.hex[unit]) if table.hex[unit] >= 0 else box_tag(table.box[unit]),
                ),
            )
            for unit in candidates
        ],
    )


def target_chosen(table: Table, unit: int) -> None:
    """6.5 The unit loses a step."""
    table.lost_step |= 1 << unit
    table.then((losses.lose_step_to_german_fire, unit, "6.5", "under artillery fire"))
