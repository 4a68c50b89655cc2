"""9.3, 9.4, 9.5, 16.4 German reinforcements: who comes, and where he appears.

Fixed priorities decide, as for depth; 9.34, 9.42 what the pools can still give, `pools` says.
"""

from __future__ import annotations

from beachhead.kernel.grid import HexSet
from beachhead.omaha.germans import armor_entry, pools, revealing
from beachhead.omaha.germans.depth import closest, depth_rank, id_number, place_marker, us_units
from beachhead.omaha.leaders import headquarters_and_generals
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import telling
from beachhead.omaha.table.state import (
    EMPTY,
    OmahaTable,
    armor_hexes,
    equipment,
    plays_otherwise,
    post_tags,
    steps,
)
from beachhead.omaha.victory.control import german_network, in_german_communication, us_occupied

# --- 9.3 by event


@steps.step("depth.reinforce")
def reinforce(table: OmahaTable, zones: tuple[str, ...], rule: str) -> None:
    """9.3a, 9.33c to 9.34b A unit for each zone named, in the order named."""
    waiting = list(zones)
    while waiting:
        by_road = _position_for_armor(table, waiting)
        if by_road is not None:
            waiting.remove(str(equipment().posts[by_road].position.zone))
            table.then((armor_entry.enter, by_road), (reinforce, tuple(waiting), rule))
            return
        if not _available(table):
            break
        open_ = {zone: _open_positions(table, zone) for zone in waiting}
        able = [zone for zone in waiting if open_[zone]]
        # 9.34 With too few units for all, the zones compete by the priorities.
        scarce = _available(table) < len(able)
        candidates = [post for zone in (able if scarce else waiting[:1]) for post in open_[zone]]
        if not candidates:
            text = telling.said(
                "No position of zone {} is empty and in communication: nothing comes.", waiting[0]
            )
            table.tell("9.33", telling.NO_REINFORCEMENT, text)
            del waiting[0]
            continue
        us = us_units(table)
        post = min(candidates, key=lambda post: _reinforcement_order(post, us))
        waiting.remove(str(equipment().posts[post].position.zone))
        _bring_up(table, post, "9.34" if scarce else rule)
    for zone in waiting:
        text = telling.said("Zone {}: the Germans have no reinforcements left.", zone)
        table.tell("9.34", telling.NO_REINFORCEMENT, text)


def _position_for_armor(table: OmahaTable, zones: list[str]) -> int | None:
    """23.2, 23.21 Of the positions that 9.3 picks in some zones, the one that armor enters."""
    if not armor_entry.may_enter(table):
        return None
    us = us_units(table)
    picked = [
        min(open_, key=lambda post: _reinforcement_order(post, us))
        for zone in zones
        if (open_ := _open_positions(table, zone))
    ]
    return armor_entry.place_for_armor(table, picked)


def _available(table: OmahaTable) -> int:
    """9.34 How many units an event can still bring."""
    return pools.units_left(table, "tactical") + pools.units_left(table, "division")


def _open_positions(table: OmahaTable, zone: str | None) -> list[int]:
    """9.32a to 9.33b, 9.41b, 2.1k, 19.3b Empty reinforcement positions of a zone in communication;
    None: blank ones too.

    A position that holds a US unit, an HQ or a garrison (19.3) is not empty; a General alone
    does not count (11.31).
    """
    network = german_network(table)
    taken = us_occupied(table) | armor_hexes(table) | table.garrisons
    return [
        post.index
        for post in equipment().posts
        if post.position.kind == "reinforcement"
        and (zone is None or post.position.zone == zone)
        and post.position.sector in table.sectors
        and table.unit[post.index] == EMPTY
        and not taken >> post.hex & 1
        and in_german_communication(table, post.hex, network)
    ]


def _reinforcement_order(post: int, us: HexSet) -> tuple[int, int, str]:
    """9.3b to 9.3d Adjacent to a US unit first, then within two hexes, then the lowest number."""
    grid = equipment().board.grid
    here = equipment().posts[post]
    near = 1 << here.hex
    nearness = next((away for away in (1, 2) if grid.within(near, away) & us), 3)
    return nearness, id_number(here.position), here.position.zone or ""


def _bring_up(table: OmahaTable, post: int, rule: str) -> None:
    """9c, 9d, 9.3a, 9.31, 22.4c A tactical unit without depth, or a division unit with depth."""
    if pools.units_left(table, "tactical") > 0:
        _place_unit(table, "tactical", post, rule)
        if variants.improved_reaction(table):
            place_marker(table, post, "22.4")
        return
    _place_unit(table, "division", post, "9.31")
    place_marker(table, post, "9.31")


def _place_unit(table: OmahaTable, box: str, post: int, rule: str) -> None:
    """9.3 A face-down unit appears; 11.31 it captures a General who is there alone."""
    here = equipment().posts[post]
    pools.draw_unit(table, box, post)
    text = telling.said("A {} reinforcement appears face down in {}.", box, here.name)
    if box == "tactical" and rule != "16.4" and not variants.improved_reaction(table):
        text = telling.said(
            "A tactical reinforcement appears face down, without depth, in {}.", here.name
        )
    table.tell(rule, telling.REINFORCEMENT, text, post_tags(table, post), post=here.name, pool=box)
    capture_general(table, post)


def capture_general(table: OmahaTable, post: int) -> None:
    """11.31c A General who is alone in a position is captured when a German unit comes there."""
    here = equipment().posts[post]
    headquarters_and_generals.capture_general(table, here.hex, here.name)


# --- 9.4 from a WN depth marker


@steps.step("depth.tactical_reinforcement")
def tactical_reinforcement(table: OmahaTable, post: int, face_up: bool) -> None:
    """9.4a to 9.4c, 9.41b to 9.42b A revealed Tactical Reinforcement marker is removed and brings a
    tactical unit to the nearest position; 9.42 only from the tactical pool, without depth."""
    here = equipment().posts[post]
    pools.remove_depth(table, post)
    text = telling.said("The Tactical Reinforcement marker in {} is removed from play.", here.name)
    table.tell("9.4", telling.DEPTH_REMOVED, text, post_tags(table, post), post=here.name)
    if not pools.units_left(table, "tactical"):
        table.tell("9.42", telling.NO_REINFORCEMENT, "The tactical pool is empty: no unit appears.")
        return
    nearest = closest(
        table, closest(table, _open_positions(table, None), 1 << here.hex), us_units(table)
    )
    if not nearest:
        text = "No reinforcement position is empty and in communication: no unit appears."
        table.tell("9.41", telling.NO_REINFORCEMENT, text)
        return
    chosen = min(nearest, key=lambda post: depth_rank(table, post))
    _place_unit(table, "tactical", chosen, "9.4")
    if face_up:
        table.then(revealing.reveal_unit(chosen, "EV.prisoner-talks"))


# --- 16.4 by a German action


def reinforce_position(table: OmahaTable, post: int) -> None:
    """16.4b, 16.4e A unit appears with a depth marker: tactical as long as there are any, then of
    the division pool (O-50)."""
    pool = ("division",) if plays_otherwise(table, "reinforce-pool") else ("tactical", "division")
    box = next((box for box in pool if pools.units_left(table, box) > 0), None)
    if box is None:
        text = telling.said(
            "{}: the Germans have no reinforcements left.", equipment().posts[post].name
        )
        table.tell("16.4", telling.NO_REINFORCEMENT, text, post_tags(table, post))
        return
    _place_unit(table, box, post, "16.4")
    place_marker(table, post, "16.4")
    table.held_fire |= 1 << post


# --- 9.5 Kampfgruppe Meyer


@steps.step("depth.kampfgruppe_meyer")
def kampfgruppe_meyer(table: OmahaTable) -> None:
    """9.5a, 9.5c, 22.4b Four units and two depth markers are released, until all eight units
    are."""
    if variants.improved_reaction(table):
        table.tell(
            "22.4", telling.KG_MEYER, "Kampfgruppe Meyer is in the division pool: no effect."
        )
        return
    if not pools.units_left(table, "kg_meyer"):
        table.tell("9.5", telling.KG_MEYER, "No unit of Kampfgruppe Meyer is left to release.")
        return
    pools.release_kg_meyer(table)
    text = "Four units of Kampfgruppe Meyer join the division pool, two of its depth markers the "
    text += "mobile pool."
    table.tell("9.5", telling.KG_MEYER, text)
