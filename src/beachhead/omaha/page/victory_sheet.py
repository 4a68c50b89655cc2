"""13.2, 20.2, 20.3 The victory point sheet: every source, what is secured, what could change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beachhead.omaha.odds.costs import divisions
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import OmahaTable, division_name, piece_tag
from beachhead.omaha.victory.catastrophic_loss import infantry_lost
from beachhead.omaha.victory.victory_points import Entry, sheet
from beachhead.page.book import Check, Level, PointGroup, PointLine, Victory

SOURCES = {
    "wn_position_controlled": ("WN positions", "if you control them at the check"),
    "two_hex_wn_both_hexes_controlled": ("WNs of two hexes", "if you control both hexes"),
    "reinforcement_position_controlled": ("Reinforcement positions", "if you control them"),
    "draw_controlled": ("Draws", "if you control every hex of the draw"),
    "vp_position_controlled": ("Positions marked VP", "if you control them at the end"),
    "draw_open_to_traffic": (
        "Draws open to traffic",
        "if you control the draw and engineers have cleared it",
    ),
    "non_infantry_non_hq_unit_on_high_ground": (
        "Vehicles and guns on the high ground",
        "one each that is there at the end",
    ),
    "armor_or_regular_infantry_step_exited_in_communication": (
        "Steps off the map",
        "if US communication reaches the exit at the end",
    ),
    "ranger_step_exited_by_f_or_g": ("Ranger steps off by F or G", "whatever happens"),
    "no_award": ("Off the map without points", "not at that exit"),
    "wn_hex_not_controlled": ("WN hexes not in US control", "each costs until you control it"),
    "unit_in_kg_meyer_box": ("Kampfgruppe Meyer held back", "each unit still in its box"),
    "variant": ("Optional rules in use", "as the variant says"),
    "armor_unit_entered": ("German armor that entered", "eliminated or not"),
}
"""The sources of points in words, and when they count."""

FOR_GOOD = {"ranger_step_exited_by_f_or_g", "variant", "armor_unit_entered"}


class Loss(NamedTuple):
    """13.1 What a division has lost toward catastrophe."""

    name: str
    lost: int
    limit: int

    @property
    def said(self) -> str:
        """It in words."""
        return (
            f"{self.name}: {self.lost} of {self.limit} infantry units lost; {self.limit} are a "
            "catastrophic loss"
        )


def losses(table: OmahaTable) -> list[Loss]:
    """13.1 The losses of each division."""
    limit = charts().limit("catastrophic_loss", table.turn) or 0
    return [
        Loss(division_name(division), infantry_lost(table, division), limit)
        for division in divisions(table)
    ]


def counted(table: OmahaTable) -> list[Entry]:
    """13.2 What counts now, or costs."""
    return [entry for entry in sheet(table) if entry.points]


def victory(table: OmahaTable) -> Victory:
    """13.2, 20.2, 20.3 Points as they would be counted now, at the next check."""
    entries = sheet(table)
    total = sum(entry.points for entry in entries)
    turn = next_check(table)
    now = charts().victory(table.scenario, turn, total)
    level = now.result if now else ""
    groups = _groups(table, entries)
    return Victory(
        title=f"Victory: {total} points now, {level}",
        level=level,
        points=total,
        said=_said(table, sum(group.secured for group in groups)),
        groups=groups,
        checks=[
            Check(
                each,
                "now" if each == turn else "past" if each < table.turn else "next",
                "20.2" if each < table.last_turn else "20.3",
                _levels(table, each, total if each == turn else None),
            )
            for each in checks(table)
        ],
        notes=[" ".join(f"{loss.said}." for loss in losses(table))],
        empty="Nothing is in US control yet.",
    )


def _said(table: OmahaTable, secured: int) -> str:
    """What stands behind the number of points."""
    if table.result is not None:
        return " points as the game ended."
    kept = f"; {secured} of them cannot be lost any more" if secured > 0 else ""
    return f" points if they were counted now{kept}."


def checks(table: OmahaTable) -> list[int]:
    """20.2, 20.3 The turns at whose end points are counted."""
    return sorted(turn for scenario, turn in charts().victory_rows if scenario == table.scenario)


def next_check(table: OmahaTable) -> int:
    return next((turn for turn in checks(table) if turn >= table.turn), table.last_turn)


def _levels(table: OmahaTable, turn: int, points: int | None) -> list[Level]:
    now = None if points is None else charts().victory(table.scenario, turn, points)
    return [
        Level(level.result, level is now, least=level.least, most=level.most)
        for level in charts().victory_rows.get((table.scenario, turn), ())
    ]


def _groups(table: OmahaTable, entries: Sequence[Entry]) -> list[PointGroup]:
    """The sheet by source: what counts now, and what does not yet."""
    gone, over = {piece_tag(unit) for unit, _, _ in table.exited}, table.result is not None
    by_kind: dict[str, list[Entry]] = {}
    for entry in entries:
        by_kind.setdefault(entry.kind, []).append(entry)
    return [
        PointGroup(
            kind,
            *SOURCES[kind],
            of_kind[0].rule,
            sum(entry.points for entry in of_kind),
            0 if over else sum(entry.at_best - entry.points for entry in of_kind),
            sum(entry.points for entry in of_kind if _is_secured(entry, gone)),
            [_line(entry) for entry in of_kind if entry.points],
            []
            if over
            else [_line(entry) for entry in of_kind if not entry.points and entry.at_best > 0],
        )
        for kind, of_kind in by_kind.items()
        if any(entry.points or entry.at_best for entry in of_kind)
    ]


def _is_secured(entry: Entry, gone: set[str]) -> bool:
    """Whether nothing can take these points away any more."""
    if entry.kind in FOR_GOOD:
        return True
    return entry.kind == "non_infantry_non_hq_unit_on_high_ground" and entry.touches[0] in gone


def _line(entry: Entry) -> PointLine:
    name = entry.source
    for said in (" on the high ground", " open to traffic", " not in US control"):
        name = name.removesuffix(said)
    return PointLine(name, entry.points, list(entry.touches))
