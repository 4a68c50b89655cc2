"""13.2, 20.2, 20.3 Victory points, and how the game ends when they are counted. 13.22 Which hexes
count as controlled, `control.victory_control` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Result
from beachhead.omaha.engineers.engineer_bases import clears_draw
from beachhead.omaha.germans import armor
from beachhead.omaha.germans.pools import units_left
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    UNITS,
    OmahaTable,
    equipment,
    hex_tag,
    is_extended,
    piece_name,
    piece_tag,
    plays_otherwise,
    position_tag,
    steps,
)
from beachhead.omaha.victory.control import us_communication, victory_control


class Entry(NamedTuple):
    """A line of the victory point sheet: what it counts now, and at best."""

    source: str
    kind: str
    """What the schedule of points calls it; for a variant, `variant`."""
    points: int
    at_best: int
    rule: str
    touches: tuple[str, ...] = ()


def victory_points(table: OmahaTable) -> dict[str, int]:
    """13.2, 20.3 The points as they would be counted now, source by source."""
    return {entry.source: entry.points for entry in sheet(table) if entry.points}


def at_stake(table: OmahaTable) -> dict[str, int]:
    """13.2, 20.3 What each source could still add to the points it counts now."""
    return {
        entry.source: entry.at_best - entry.points
        for entry in sheet(table)
        if entry.at_best > entry.points
    }


def sheet(table: OmahaTable) -> list[Entry]:
    """13.2, 20.3a, 21.2b Every source of victory points; those of the last check, from Turn 17."""
    entries = _extended_sheet(table) if is_extended(table) else _basic_sheet(table)
    return [*entries, *_adjustments(table)]


# --- 13.2 at the end of Turn 16


def _basic_sheet(table: OmahaTable) -> Iterator[Entry]:
    """13.2a to 13.2d, 13.21b, 20.2a Positions and draws under US control."""
    worth = charts().victory_points["basic"]
    the_board = equipment().board
    held = victory_control(table)
    for position in the_board.positions:
        if position.sector in table.sectors:
            kind = _kind_of_position(position)
            points = worth[kind] if position.area & ~held == 0 else 0
            touches = (position_tag(position),)
            yield Entry(position.name, kind, points, worth[kind], "13.2", touches)
    for name, hexes in the_board.draws.items():
        points = worth["draw_controlled"]
        if any(hexes & the_board.sectors[sector] for sector in table.sectors):
            counted = points if hexes & ~held == 0 else 0
            yield Entry(f"Draw {name}", "draw_controlled", counted, points, "13.2")


def _kind_of_position(position: GermanPosition) -> str:
    """13.2a to 13.2c What the schedule of points calls a position."""
    if not position.is_wn:
        return "reinforcement_position_controlled"
    if len(position.hexes) > 1:
        return "two_hex_wn_both_hexes_controlled"
    return "wn_position_controlled"


# --- 20.3 at the end of Turn 32


def _extended_sheet(table: OmahaTable) -> Iterator[Entry]:
    """20.3i, 20.3j, 20.3q What counts at the end of the day."""
    held = victory_control(table)
    yield from _vp_positions(held)
    yield from _draws(table, held)
    yield from _heavy_weapons(table)
    yield from _exits(table)
    yield from _resistance_nests(held)
    kind = "unit_in_kg_meyer_box"
    waiting = units_left(table, "kg_meyer")
    points = waiting * _worth(kind)
    yield Entry("Units in the Kampfgruppe Meyer box", kind, points, 0, "20.3")


def _worth(kind: str) -> int:
    return charts().victory_points["extended"][kind]


def _vp_positions(held: HexSet) -> Iterator[Entry]:
    """20.3b Each reinforcement position marked VP that you control."""
    kind = "vp_position_controlled"
    for position in equipment().board.vp_positions:
        points = _worth(kind) if position.area & ~held == 0 else 0
        touches = (position_tag(position),)
        yield Entry(position.name, kind, points, _worth(kind), "20.3", touches)


def _draws(table: OmahaTable, held: HexSet) -> Iterator[Entry]:
    """20.3c Each draw open to traffic: all of it controlled, all obstacles cleared by engineers."""
    kind = "draw_open_to_traffic"
    for name, hexes in equipment().board.draws.items():
        is_open = hexes & ~held == 0 and clears_draw(table, name)
        points = _worth(kind) if is_open else 0
        yield Entry(f"Draw {name} open to traffic", kind, points, _worth(kind), "20.3")


def _heavy_weapons(table: OmahaTable) -> Iterator[Entry]:
    """20.3d, 20.3f Each unit on the high ground that is neither infantry nor HQ; armor that has
    left by an exit was there and keeps its point (O-53)."""
    kind = "non_infantry_non_hq_unit_on_high_ground"
    gone = {unit for unit, _, _ in table.exited}
    high_ground = equipment().board.high_ground
    for unit in equipment().units:
        if unit.infantry:
            continue
        piece = unit.index
        hex_ = table.hex[piece]
        if hex_ >= 0:
            counts = bool(high_ground >> hex_ & 1)
        elif piece in gone and unit.armored:
            counts = True
        elif table.box[piece] >= 0 or 0 <= table.due[piece] <= table.last_turn:
            counts = False
        else:
            continue
        points = _worth(kind) if counts else 0
        source = f"{unit.name} on the high ground"
        yield Entry(source, kind, points, _worth(kind), "20.3", (piece_tag(piece),))


def _exits(table: OmahaTable) -> Iterator[Entry]:
    """20.3e, 20.3f, O-53 Steps that left by a lettered exit: of armor and regular infantry if US
    communication reaches the exit hex at the end, of rangers only at F and G, and always there."""
    reached = us_communication(table) if table.exited else 0
    for unit, letter, steps_gone in table.exited:
        hex_ = equipment().board.exits[letter]
        kind, needs_communication = _exit_award(table, unit, letter)
        worth = _worth(kind) * steps_gone if kind else 0
        counts = not needs_communication or reached >> hex_ & 1
        source = f"{piece_name(unit)} off the map by exit {letter}"
        touches = (piece_tag(unit), hex_tag(hex_))
        yield Entry(source, kind or "no_award", worth if counts else 0, worth, "20.3", touches)
    ashore = sum(table.steps_left[unit] for unit in range(UNITS) if _may_still_score(table, unit))
    kind = "armor_or_regular_infantry_step_exited_in_communication"
    yield Entry("Steps that can still leave the map", kind, 0, ashore * _worth(kind), "20.3")


RANGER_EXITS = ("F", "G")


def _exit_award(table: OmahaTable, unit: int, letter: str) -> tuple[str, bool]:
    """20.3e, 20.3g What the schedule gives for a unit's steps at an exit ("" is nothing), and
    whether it needs US communication."""
    counter = equipment().units[unit]
    if counter.armored or counter.regular_infantry:
        return "armor_or_regular_infantry_step_exited_in_communication", True
    if counter.type == "ranger" and letter in RANGER_EXITS:
        return "ranger_step_exited_by_f_or_g", False
    if counter.type == "ranger" and plays_otherwise(table, "ranger-exits"):
        return "ranger_step_exited_by_f_or_g", True
    return "", False


def _may_still_score(table: OmahaTable, unit: int) -> bool:
    counter = equipment().units[unit]
    if not (counter.armored or counter.infantry):
        return False
    return table.hex[unit] >= 0 or table.box[unit] >= 0 or 0 <= table.due[unit] <= table.last_turn


def _resistance_nests(held: HexSet) -> Iterator[Entry]:
    """20.3h Each hex of a WN that you do not control costs a point."""
    kind = "wn_hex_not_controlled"
    for post in equipment().posts:
        if post.is_wn:
            points = 0 if held >> post.hex & 1 else _worth(kind)
            touches = (position_tag(post.position), hex_tag(post.hex))
            yield Entry(f"{post.name} not in US control", kind, points, 0, "20.3", touches)


# --- 22, 23.7 adjustments


def _adjustments(table: OmahaTable) -> Iterator[Entry]:
    """22, 23.7 What variants change at the end of the game: not at the check of Turn 16 that
    only decides whether to play on."""
    # 22b, 22.1p, 22.2b, 22.3b, 22.4f
    if table.turn <= FIRST_CHECK < table.last_turn:
        return
    for row in map(variants.rows().__getitem__, table.variants):
        if row["vp"]:
            yield Entry(row["title"], "variant", row["vp"], row["vp"], row["rule"])
    points = armor.victory_points(table)
    if points:
        yield Entry("German armor that entered", "armor_unit_entered", points, points, "23.7")


FIRST_CHECK = 16


# --- the checks


def is_checked(table: OmahaTable) -> bool:
    """13.2, 20.2, 20.3 Whether victory points are counted at the end of this turn."""
    # 4c, 20a, 21.2a
    return (table.scenario, table.turn) in charts().victory_rows


@steps.step("victory.determine")
def determine(table: OmahaTable) -> None:
    """13.2, 20.2, 20.3 Count the points; the level reached ends the game, or play goes on."""
    # 13a, 13.2e, 20a, 20.2b to 20.2d, 21.2a
    counted = [entry for entry in sheet(table) if entry.points]
    total = sum(entry.points for entry in counted)
    for entry in counted:
        said = telling.said("{}: {} VP.", _said(entry), entry.points)
        table.tell(entry.rule, telling.POINTS, said, entry.touches, points=entry.points)
    level = charts().victory(table.scenario, table.turn, total)
    assert level is not None, f"{table.scenario} has no victory level for {total} VP"
    rule = _rule_of_check(table)
    if not level.ends_game:
        said = telling.said("{} VP at the end of Turn {}: the battle goes on.", total, table.turn)
        table.tell(rule, telling.CHECK, said, points=total)
        return
    seats = ["us"] if table.players == 1 else ["1st", "29th"]
    text = f"{level.result[0].upper()}{level.result[1:]} with {total} VP."
    table.tell(rule, telling.END, text, points=total)
    winners = seats if "victory" in level.result else []
    table.finish(Result(winners, text, rule, {"points": total}))


def _said(entry: Entry) -> str:
    """A line of the sheet as somebody would say it."""
    controlled = entry.rule == "13.2" or entry.kind == "vp_position_controlled"
    return f"{entry.source} is in US control" if controlled else entry.source


def _rule_of_check(table: OmahaTable) -> str:
    if table.last_turn == FIRST_CHECK:
        return "13.2"
    if table.turn == FIRST_CHECK:
        return "20.2"
    return "21.2" if table.scenario == "beyond-the-beach" else "20.3"
