"""6.5, 16.7 German artillery fire."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.german_fire import losses
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import telling
from beachhead.omaha.table.cards import ArtilleryCheck, card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    ALL_UNITS,
    NOWHERE,
    SECTORS,
    UNITS,
    UNSEEN_WN,
    OmahaTable,
    box_tag,
    counter_tag,
    equipment,
    german_hexes,
    hex_tag,
    piece_name,
    piece_tag,
    plays_otherwise,
    position_tag,
    posts_of,
    seat_among,
    steps,
    steps_spared,
    unit_side,
)
from beachhead.omaha.victory.control import (
    german_network,
    in_german_communication,
    us_control,
    victory_control,
)


def is_active(table: OmahaTable) -> bool:
    """6.5a, 22.1m Whether German artillery fires on this turn."""
    if variants.before(table, "german_artillery_from_turn"):
        return False
    return charts().limit("german_artillery", table.turn) is not None


@steps.step("artillery.artillery_fire")
def artillery_fire(table: OmahaTable, number: int, sector: str) -> None:
    """6.5d, 6.5k From Turn 4: enough guns of the card's calibers in the sector cost one unit a
    step."""
    check = card(number).artillery
    if check is None or not is_active(table):
        return
    guns, symbol = guns_in(table, sector, check.calibers), card(number).target
    candidates: list[int] = []
    outcome = "No artillery fire"
    if guns >= check.value:
        candidates = targets(table, number, sector)
        _note_shelling(table, sector, hit=bool(candidates))
        outcome = "Artillery fire" + ("" if candidates else f" finds no {symbol} target")
    table.tell("6.5", telling.ARTILLERY, partial(_in_words, outcome, check, sector, guns))
    if len(candidates) == 1:
        target_chosen(table, candidates[0])
    elif candidates:
        table.then((choose_target, number, sector))


def _in_words(outcome: str, check: ArtilleryCheck, sector: str, guns: int) -> str:
    needed = f"{check.value} guns ({', '.join(check.calibers)})"
    return f"{outcome}: {needed} are needed in the {sector} sector, {guns} can fire."


def _note_shelling(table: OmahaTable, sector: str, *, hit: bool) -> None:
    """19.33 Artillery fire hinders the engineers of the sector it falls in, hit or no hit
    (O-52)."""
    if hit or not plays_otherwise(table, "artillery-fire-occurs"):
        table.shelled = replaced(table.shelled, SECTORS.index(sector), True)


# --- the guns


def guns_in(table: OmahaTable, sector: str, calibers: Sequence[str]) -> int:
    """6.5c, 6.51a, 6.52a, 6.53a The undisrupted guns of some calibers in a sector, on the map and
    off it. Rockets are of no such caliber (6.53)."""
    on_map = sum(
        1
        for post in members(_gun_posts(sector))
        if gun_at(table, post) in calibers and not table.german_disrupted >> post & 1
    )
    off_map = sum(
        1
        for number, gun in enumerate(equipment().pieces.off_map_artillery)
        if gun.sector == sector
        and gun.caliber in calibers
        and not table.inactive_guns >> number & 1
    )
    return on_map + off_map


@cache
def _gun_posts(sector: str) -> int:
    return sum(
        1 << post.index
        for post in equipment().posts
        if post.gun is not None and post.position.sector == sector
    )


def gun_at(table: OmahaTable, post: int) -> str | None:
    """6.5, 2.22e The gun of the WN unit in a post: a face-down one has what the map shows, and one
    that came later (16.1) has none."""
    unit = table.unit[post]
    if unit == UNSEEN_WN:
        return equipment().posts[post].gun
    return equipment().pieces.german_units[unit].gun if unit >= 0 else None


def any_gun_left(table: OmahaTable) -> bool:
    """EV.artillery-limits-engineers-b Whether a WN artillery unit is in play, disrupted or not, or
    an off-map one is active. Rockets are no artillery in this sense (6.53)."""
    on_map = _gun_posts("east") | _gun_posts("west")
    if any(gun_at(table, post) in ("75", "88") for post in members(on_map)):
        return True
    return out_of_action(table) != (1 << len(equipment().pieces.off_map_artillery)) - 1


def out_of_action(table: OmahaTable) -> int:
    """6.51b, 6.51c The off-map guns that are inactive: every observer position is US-controlled,
    holds no German unit and is not in German communication (O-24). A position is all its hexes
    (P-29)."""
    if plays_otherwise(table, "observer-control"):
        controlled = victory_control(table)
    else:
        controlled = us_control(table)
    inactive = 0
    network = None
    for number, area in enumerate(_observing()):
        if area & ~controlled or area & german_hexes(table):
            continue
        if network is None:
            network = german_network(table)
        if not any(in_german_communication(table, hex_, network) for hex_ in members(area)):
            inactive |= 1 << number
    return inactive


@cache
def _observing() -> tuple[HexSet, ...]:
    """6.51 The hexes of the positions that observe for each off-map gun."""
    position = equipment().board.position
    return tuple(
        sum(position[name].area for name in gun.observers)
        for gun in equipment().pieces.off_map_artillery
    )


# --- the target


def targets(table: OmahaTable, number: int, sector: str) -> list[int]:
    """6.5e to 6.5i The units that may be the one hit: with the card's symbol, first in the
    priorities, and of those with most steps. A concentrated target means nothing here (O-22)."""
    found = _in_reach(table, number, sector)
    for priority in charts().artillery_targets:
        if priority in found:
            return _with_most_steps(table, found[priority])
    return []


def _in_reach(table: OmahaTable, number: int, sector: str) -> dict[tuple[bool, str], list[int]]:
    """6.5, 19.3d The units with the card's symbol that artillery can hit in a sector, by
    priority."""
    symbol = card(number).target
    the_board = equipment().board
    spared = 0 if plays_otherwise(table, "artillery-second-step") else steps_spared(table)
    found: dict[tuple[bool, str], list[int]] = {}
    exposed = set_of(unit for unit, box in enumerate(table.box[:UNITS]) if box != NOWHERE)
    for hex_ in members(table.ground & the_board.beach & the_board.sectors[sector]):
        exposed |= table.at[hex_]
    for unit in members(exposed & ALL_UNITS):
        where = _place(table, unit, sector)
        if where and not spared >> unit & 1 and unit_side(table, unit).symbol == symbol:
            found.setdefault((equipment().units[unit].infantry, where), []).append(unit)
    return found


def _with_most_steps(table: OmahaTable, units: list[int]) -> list[int]:
    most = max(table.steps_left[unit] for unit in units)
    return [unit for unit in units if table.steps_left[unit] == most]


def _place(table: OmahaTable, unit: int, sector: str) -> str | None:
    """6.5l Where artillery finds a unit: in a landing box or a beach hex of the sector."""
    the_board = equipment().board
    if table.box[unit] != NOWHERE:
        box = the_board.box_row[table.box[unit]]
        return "landing_box" if box.sector == sector else None
    hex_ = table.hex[unit]
    if hex_ >= 0 and the_board.beach & the_board.sectors[sector] & 1 << hex_:
        return "beach"
    return None


SHELLED = Topic("target_chosen", "Whom the artillery hits", charts=("artillery-targets",))


@steps.question("artillery.choose_target")
def choose_target(table: OmahaTable, number: int, sector: str) -> Decision | None:
    """6.5j Among equal targets you choose."""
    candidates = targets(table, number, sector)
    if len(candidates) < 2:
        return None
    return Decision(
        seat_among(table, candidates, sector),
        "Artillery hits one of several equal targets: choose which.",
        "6.5",
        target_chosen,
        [_hit_option(table, unit) for unit in candidates],
        topic=SHELLED,
    )


def _hit_option(table: OmahaTable, unit: int) -> Option:
    there = hex_tag(table.hex[unit]) if table.hex[unit] >= 0 else box_tag(table.box[unit])
    return Option(
        f"hit-{piece_name(unit)}",
        lambda: f"Artillery hits {piece_name(unit)}",
        unit,
        (piece_tag(unit), there),
        commits=True,
    )


def target_chosen(table: OmahaTable, unit: int) -> None:
    """6.5 The unit loses a step."""
    table.lost_step |= 1 << unit
    table.then((losses.lose_step_to_german_fire, unit, "6.5", "under artillery fire"))


# --- 16.7 the action of a WN


@steps.step("artillery.artillery_action")
def artillery_action(table: OmahaTable, position: int, number: int) -> None:
    """16.7c, 16.7i, 16.7j A WN with a gun and nobody in its field of fire shells a beach or a
    landing box, in communication or not."""
    candidates = action_targets(table, position, number) if has_gun(table, position) else []
    if len(candidates) == 1:
        action_target_chosen(table, candidates[0], position)
    elif candidates:
        table.then((choose_action_target, position, number))
    else:
        here = equipment().board.positions[position]
        text = telling.said("{} has no gun that could shell the beach: no action.", here.name)
        if has_gun(table, position):
            target = card(number).target
            text = telling.said("The guns of {} find no {} target: no action.", here.name, target)
        table.tell("16.7", telling.NO_ACTION, text, [position_tag(here)], position=here.name)


def has_gun(table: OmahaTable, position: int) -> bool:
    """16.7a, 16.7b Whether a WN has an undisrupted 75 or 88; rockets do not count."""
    return any(
        gun_at(table, post) in ("75", "88")
        for post in posts_of(table, equipment().board.positions[position], active=True)
    )


def action_targets(table: OmahaTable, position: int, number: int) -> list[int]:
    """16.7c to 16.7h The units that may be the one hit: first in the priorities over both sectors,
    then in the sector of the WN, then with most steps."""
    own = equipment().board.positions[position].sector
    sectors = sorted(table.sectors, key=lambda sector: sector != own)
    found = [_in_reach(table, number, sector) for sector in sectors]
    for priority in charts().artillery_targets:
        for there in found:
            if priority in there:
                return _with_most_steps(table, there[priority])
    return []


def _guns(table: OmahaTable, position: int) -> list[str]:
    posts = posts_of(table, equipment().board.positions[position], active=True)
    return [counter_tag(post) for post in posts if gun_at(table, post)]


GUNS = Topic(
    "action_target_chosen",
    "Whom the guns of a WN hit",
    about=_guns,
    charts=("artillery-targets",),
)


@steps.question("artillery.choose_action_target")
def choose_action_target(table: OmahaTable, position: int, number: int) -> Decision:
    """16.7h Among equal targets you choose."""
    candidates = action_targets(table, position, number)
    firing = equipment().board.positions[position]
    return Decision(
        seat_among(table, candidates, firing.sector),
        f"The guns of {firing.name} hit one of several equal targets: choose which.",
        "16.7",
        action_target_chosen,
        [_hit_option(table, unit) for unit in candidates],
        (position,),
        topic=GUNS,
    )


def action_target_chosen(table: OmahaTable, unit: int, position: int) -> None:
    """16.7 The unit loses a step; 19.33 the fire hinders the engineers where it falls."""
    the_board = equipment().board
    if table.hex[unit] >= 0:
        sector = the_board.sector_of(table.hex[unit])
    else:
        sector = the_board.box_row[table.box[unit]].sector
    _note_shelling(table, sector, hit=True)
    table.lost_step |= 1 << unit
    why = f"under artillery fire from {the_board.positions[position].name}"
    table.then((losses.lose_step_to_german_fire, unit, "16.7", why))
