"""10 US engineers clear beach obstacles; 15.V the phase that engineers and HQs share later."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Proposal, Topic
from beachhead.omaha.engineers.engineer_bases import engineer_work
from beachhead.omaha.engineers.garrisons import place_garrisons
from beachhead.omaha.german_fire.fields_of_fire import posts_called
from beachhead.omaha.leaders.command_posts import headquarters_work
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import telling
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    DIVISIONS,
    SECTOR_OF_DIVISION,
    SECTORS,
    OmahaTable,
    PostSet,
    equipment,
    fire_of,
    hex_tag,
    occupied,
    plays_otherwise,
    seat_of_sector,
    steps,
)

ALL_CLEARED_FROM = 23
"""19.4, 5.14f, O-01 The first turn without beach obstacles."""


@steps.step("engineers.engineer_phase")
def engineer_phase(table: OmahaTable) -> None:
    """4.IV-a, 4.IV-b, 10.12 Each sector may clear some hexes; none on Turn 1 and from Turn 16."""
    table.phase = "engineer"
    limit = hexes_to_clear(table)
    table.then(*((clear_obstacles, sector, limit) for sector in table.sectors if limit))


@steps.step("engineers.engineer_and_hq_phase")
def engineer_and_hq_phase(table: OmahaTable) -> None:
    """15.V-a, 15.V-b Engineer bases, then garrisons, then command posts; no actions are spent
    (O-41)."""
    table.phase = "engineer"
    divisions = [each for each in DIVISIONS if SECTOR_OF_DIVISION[each] in table.sectors]
    table.then(
        *((engineer_work, division) for division in divisions),
        *((place_garrisons, sector) for sector in table.sectors),
        *((headquarters_work, division, 0) for division in divisions),
    )


def hexes_to_clear(table: OmahaTable) -> int:
    """10.12a to 10.12c, 22.1l How many hexes of each sector may be cleared in a turn, by the
    tide."""
    if variants.before(table, "engineers_from_turn"):
        return 0
    return charts().limit("obstacles_cleared_per_sector", table.turn) or 0


def _may_clear(table: OmahaTable, *_: object) -> list[str]:
    return [f"Up to {hexes_to_clear(table)} hexes in each sector this turn (10.12)."]


def _uncleared(table: OmahaTable, sector: str, left: int) -> str:
    count = min(left, clearable(table, sector).bit_count())
    return f"{count} more hex{'' if count == 1 else 'es'} can be cleared."


def _all_there_is(table: OmahaTable, sector: str, left: int) -> Proposal | None:
    """10.1, 10.12 All hexes are cleared where that is no more than may be, in the other sector
    too."""
    name = equipment().board.name
    following = [(entry[0], entry[1]) for entry in table.to_do(clear_obstacles)]
    found: list[str] = []
    for each, most in dict.fromkeys([(sector, left), *following]):
        hexes = [name(hex_) for hex_ in members(clearable(table, each))]
        if len(hexes) > most:
            break
        found += hexes
    if len(found) < 2:
        return None
    return Proposal(f"Clear {', '.join(found)}", tuple(f"clear-{hex_}" for hex_ in found))


CLEARING = Topic(
    "cleared",
    "Clearing obstacles",
    "Choose hexes to clear, as long as there are any that can be.",
    _may_clear,
    _uncleared,
    proposes=_all_there_is,
)


@steps.question("engineers.clear_obstacles")
def clear_obstacles(table: OmahaTable, sector: str, left: int) -> Decision | None:
    """10.1a Choose a hex to clear, or stop."""
    hexes = clearable(table, sector)
    if not hexes:
        return None
    name = equipment().board.name
    still = f"1 of {left} hexes" if left > 1 else "the last hex"
    options = [
        Option(
            f"clear-{name(hex_)}",
            telling.said("Clear {} ({})", name(hex_), still),
            hex_,
            (hex_tag(hex_),),
            "10.1",
            commits=True,
        )
        for hex_ in members(hexes)
    ]
    more = f"up to {left} hexes" if left > 1 else "one hex"
    stop = Option(
        "done", lambda: f"Clear no more in the {sector} sector", -1, rule="10.1", ends=True
    )
    return Decision(
        seat_of_sector(table, sector),
        f"Engineers in the {sector} sector can clear {more}. Choose one, or stop.",
        "10.1",
        cleared,
        [*options, stop],
        (sector, left),
        topic=CLEARING,
    )


def cleared(table: OmahaTable, hex_: int, sector: str, left: int) -> None:
    """10.11 A cleared marker is placed."""
    if hex_ < 0:
        return
    table.cleared |= 1 << hex_
    name = equipment().board.name(hex_)
    text = telling.said("Engineers clear the obstacles in {}.", name)
    table.tell("10.11", telling.CLEARED, text, [hex_tag(hex_)], hex=name)
    if left > 1:
        table.then((clear_obstacles, sector, left - 1))


# --- 10.1 where


def clearable(table: OmahaTable, sector: str) -> HexSet:
    """10.1b The obstacle hexes of a sector that may be cleared now."""
    the_board = equipment().board
    hexes = the_board.obstacles & the_board.sectors[sector] & ~table.cleared
    return hexes & ~under_fire(table, sector)


def under_fire(table: OmahaTable, sector: str) -> HexSet:
    """10.1b The field of fire of every undisrupted position whose color its sector's card shows,
    single or double, with depth or without; it reaches across the boundary."""
    own_only = plays_otherwise(table, "clearing-across-boundary")
    called = 0
    for own, number in zip(SECTORS, table.fire_cards, strict=True):
        if number and not (own_only and own != sector):
            for square in card(number).squares:
                called |= posts_called(own, square.color)
    return fire_of(table, called & _active(table))


def _active(table: OmahaTable) -> PostSet:
    """10.1 The units that were not disrupted when the fire card was drawn: the card itself
    restores them before the engineers work."""
    disrupted = table.silent_at_fire
    if plays_otherwise(table, "clearing-under-disrupted"):
        disrupted = table.german_disrupted
    return occupied(table) & ~disrupted


def refuse_clearing(table: OmahaTable, hex_: int) -> Refusal | None:
    """10.1 Why the obstacles in a hex cannot be cleared this turn."""
    the_board = equipment().board
    name = the_board.name(hex_)
    if not hexes_to_clear(table):
        return Refusal("10.12", f"no obstacles can be cleared on Turn {table.turn}")
    if not the_board.obstacles >> hex_ & 1:
        return Refusal("10.1", f"there are no obstacles in {name}")
    if table.cleared >> hex_ & 1:
        return Refusal("10.11", f"{name} is cleared already")
    if the_board.sector_of(hex_) not in table.sectors:
        return Refusal("10.1", f"{name} is in a sector that is not played")
    if under_fire(table, the_board.sector_of(hex_)) >> hex_ & 1:
        return Refusal("10.1", f"{name} is under fire of a color on this turn's fire card")
    return None


# --- 19.4 the end of the obstacles


@steps.step("engineers.demolition")
def demolition(table: OmahaTable) -> None:
    """19.4 From Turn 23 (O-01) all obstacles count as cleared, with or without engineer bases."""
    left = equipment().board.obstacles & ~table.cleared
    if table.turn >= ALL_CLEARED_FROM and left:
        table.cleared |= left
        text = "The last beach obstacles are cleared."
        table.tell("19.4", telling.CLEARED, text, [hex_tag(hex_) for hex_ in members(left)])
