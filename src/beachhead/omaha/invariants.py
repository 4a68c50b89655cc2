"""What must hold at every decision, whatever was played. Used by tests and by long runs."""

from __future__ import annotations

from collections import Counter

from beachhead.omaha import pack
from beachhead.omaha.charts import charts
from beachhead.omaha.control import map_in_play
from beachhead.omaha.deck import ALL_CARDS
from beachhead.omaha.losses import OUT, infantry_lost
from beachhead.omaha.state import (
    DEPTH_KIND,
    DIVISIONS,
    EMPTY,
    NO_DEPTH,
    NOWHERE,
    PIECES,
    UNITS,
    UNSEEN_DIVISION,
    UNSEEN_TACTICAL,
    Table,
    german_hexes,
    is_unit,
    lore,
    piece_name,
    stacks,
)


def invariants(table: Table) -> list[str]:
    """Everything that is wrong with a table; an empty list if it is sound."""
    return [
        *_places(table),
        *_steps(table),
        *_stacking(table),
        *_losses(table),
        *_germans(table),
        *_pools(table),
        *_cards(table),
    ]


def _places(table: Table) -> list[str]:
    problems = []
    germans = german_hexes(table)
    for piece in range(PIECES):
        places = [table.hex[piece], table.box[piece], table.due[piece]]
        if sum(place != NOWHERE for place in places) > 1:
            problems.append(f"{piece_name(piece)} is in two places: {places}")
        if table.hex[piece] != NOWHERE and not map_in_play(table) >> table.hex[piece] & 1:
            problems.append(f"{piece_name(piece)} is off the map")
        if table.hex[piece] != NOWHERE and germans >> table.hex[piece] & 1:
            problems.append(f"{piece_name(piece)} is in a hex with a German unit")
        elsewhere = table.hex[piece] == NOWHERE
        for marker in ("disrupted", "climbing", "climbing_cliff"):
            if elsewhere and getattr(table, marker) >> piece & 1:
                problems.append(f"{piece_name(piece)} is {marker} but not on the map")
    for hero, unit in enumerate(table.heroes):
        if unit not in (NOWHERE, OUT) and not _is_there(table, unit):
            problems.append(f"hero {hero} is with {piece_name(unit)}, which is out of play")
    return problems


def _is_there(table: Table, piece: int) -> bool:
    return max(table.hex[piece], table.box[piece], table.due[piece]) != NOWHERE


def _steps(table: Table) -> list[str]:
    problems = []
    for unit in range(UNITS):
        left = table.steps_left[unit]
        if not 0 <= left <= lore().units[unit].full_steps:
            problems.append(f"{piece_name(unit)} has {left} steps")
        if _is_there(table, unit) != (left > 0):
            problems.append(f"{piece_name(unit)} has {left} steps but is in play or out")
    return problems


def _stacking(table: Table) -> list[str]:
    """7.6 At most two units in a hex once the Action Phase is over."""
    if table.phase != "end":
        return []
    return [
        f"{lore().board.name(hex_)} holds more than two units"
        for hex_, pieces in stacks(table).items()
        if sum(is_unit(piece) for piece in pieces) > 2
    ]


def _losses(table: Table) -> list[str]:
    """13.1 Nobody plays on after a catastrophic loss."""
    limit = charts().limit("catastrophic_loss", table.turn) or 0
    return [
        f"Division {division} has lost {infantry_lost(table, division)} infantry units"
        for division in DIVISIONS
        if table.result is None and infantry_lost(table, division) >= limit
    ]


def _germans(table: Table) -> list[str]:
    problems = []
    known = Counter(unit for unit in table.unit if unit >= 0)
    problems += [f"German unit {unit} is in two posts" for unit, n in known.items() if n > 1]
    for post in lore().posts:
        bit = 1 << post.index
        if table.unit[post.index] == EMPTY:
            if table.depth[post.index] != NO_DEPTH:
                problems.append(f"{post.name} has depth but no unit")
            if (table.face_down | table.german_disrupted) & bit:
                problems.append(f"{post.name} is empty but face down or disrupted")
        elif table.unit[post.index] < 0 and not table.face_down & bit:
            problems.append(f"{post.name} is face up but nobody has seen it")
        elif table.unit[post.index] >= 0 and table.unseen_units >> table.unit[post.index] & 1:
            problems.append(f"{post.name} holds a unit that was seen and was not")
    return problems


def _pools(table: Table) -> list[str]:
    """Counters are conserved: never more are in boxes and face down than nobody has seen."""
    problems = [f"box {name} holds {count}" for name, count in table.boxes.items() if count < 0]
    the = lore().pieces
    for kind in ("wn", "building", "mobile"):
        unseen = sum(
            1
            for marker in the.depth_markers
            if marker.kind == kind and table.unseen_depth >> marker.index & 1
        )
        face_down = sum(DEPTH_KIND.get(depth) == kind for depth in table.depth)
        boxed = table.boxes[f"{kind}_depth"]
        boxed += table.boxes["kg_meyer_depth"] if kind == "mobile" else 0
        if face_down + boxed > unseen:
            problems.append(f"{face_down} {kind} depth markers face down, {boxed} in the box")
    unseen_tactical = sum(
        1 for unit in the.german_units_of("tactical") if table.unseen_units >> unit.index & 1
    )
    tactical = table.boxes["tactical"] + table.unit.count(UNSEEN_TACTICAL)
    if tactical != unseen_tactical - _tactical_removed(table):
        problems.append(f"{tactical} tactical units unseen in play of {unseen_tactical}")
    entered = sum(count for _, _, count in table.arrivals)
    division = table.boxes["division"] + table.unit.count(UNSEEN_DIVISION)
    unseen_division = sum(
        1 for unit in the.german_units_of("division") if table.unseen_units >> unit.index & 1
    )
    if _starts_with(table, "division") and division != entered + unseen_division:
        problems.append(f"{division} division units in play, {entered + unseen_division} expected")
    return problems


def _tactical_removed(table: Table) -> int:
    return 9 - _starts_with(table, "tactical")


def _starts_with(table: Table, pool: str) -> int:
    rows = pack.load().rows("scenario_pools")
    return sum(
        row["count"] for row in rows if row["scenario"] == table.scenario and row["pool"] == pool
    )


def _cards(table: Table) -> list[str]:
    track = 0
    for number in table.track:
        track |= 1 << number
    if len(set(table.track)) != len(table.track):
        return ["a card lies twice on the track"]
    if table.deck & table.discards or track & (table.deck | table.discards):
        return ["a card is in two places"]
    if table.deck | table.discards | track != ALL_CARDS:
        return ["a card is missing"]
    return []
