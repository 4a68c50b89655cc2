"""20.3 Leaving the map by a lettered exit hex (O-53, O-54)."""

from __future__ import annotations

from functools import cache

from beachhead.kernel.bits import set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Refusal
from beachhead.omaha.german_fire.losses import remove
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    OmahaTable,
    equipment,
    hex_tag,
    is_tank,
    is_unit,
    piece_name,
    piece_tag,
    plays_otherwise,
)
from beachhead.omaha.us_actions.routes import (
    Path,
    Scene,
    along_road,
    road_move,
    roads_at,
    safest,
    slow_steps,
)
from beachhead.omaha.us_actions.terrain_effects import mover

RANGER_EXITS = ("F", "G")
"""20.3g The exits at which rangers score."""


@cache
def letters() -> dict[int, str]:
    """The letter of each exit hex."""
    return {hex_: letter for letter, hex_ in board().exits.items()}


@cache
def near_exits() -> HexSet:
    """The hexes from which one action may lead off the map."""
    return board().grid.within(set_of(board().exits.values()), road_move("primary") - 1)


def exit_paths(table: OmahaTable, unit: int, scene: Scene) -> list[Path]:
    """20.3, O-54 The ways to an exit hex with one hex of movement left to leave the map; nothing
    to enter for a unit that is there."""
    here = table.hex[unit]
    if not scene.extended or not near_exits() >> here & 1 or not is_unit(unit):
        return []
    found: list[Path] = []
    if here in letters():
        found = [()]
    elif mover(unit) == "infantry":
        halting = scene.closed | scene.under_fire[1] | slow_steps()[here]
        steps = scene.ways["infantry"].walk[here] & ~halting
        found = [(there,) for there in letters() if steps >> there & 1]
    elif is_tank(unit):
        intense, primary = scene.under_fire[0], board().along["primary"]
        found = [
            path
            for road in roads_at(here, scene)
            for path in along_road(here, road, road_move(road) - 1, scene)
            if path[-1] in letters()
            and not intense >> path[-1] & 1
            and (road == "secondary" or primary[path[-1]])
        ]
    found = [path for path in found if refuse_exit_by(table, unit, _end(here, path)) is None]
    return safest(table, unit, found, scene) if any(found) else found


def _end(here: int, path: Path) -> int:
    return path[-1] if path else here


def refuse_exit_by(table: OmahaTable, unit: int, hex_: int) -> Refusal | None:
    """20.3 Armor and regular infantry leave by any lettered exit, rangers by F or G (O-53)."""
    letter, kind = letters()[hex_], equipment().units[unit]
    if kind.armored or kind.regular_infantry:
        return None
    if kind.type == "ranger":
        if letter in RANGER_EXITS or plays_otherwise(table, "ranger-exits"):
            return None
        return Refusal("20.3", f"rangers leave the map by exit F or G, not by {letter}")
    return Refusal("20.3", f"only armor and infantry leave the map, not {piece_name(unit)}")


def leave(table: OmahaTable, unit: int) -> None:
    """20.3, O-54 A unit leaves the map for good; its steps count at the exit it has used."""
    here, steps_left, name = table.hex[unit], table.steps_left[unit], piece_name(unit)
    letter = letters()[here]
    table.exited += ((unit, letter, steps_left),)
    remove(table, unit)
    table.tell(
        "20.3",
        telling.EXIT,
        lambda: (
            f"{name} leaves the map by exit {letter} with {steps_left} "
            f"step{'' if steps_left == 1 else 's'}."
        ),
        [piece_tag(unit), hex_tag(here)],
        way=[hex_tag(here), f"exit-{letter}"],
        unit=name,
        exit=letter,
        steps=steps_left,
    )
