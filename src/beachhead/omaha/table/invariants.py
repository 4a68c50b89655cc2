"""What must hold at every decision, whatever was played. Used by tests and by long runs; see also
`ledger`."""

from __future__ import annotations

from collections import Counter

from beachhead.kernel.bits import members
from beachhead.omaha.german_fire.losses import OUT
from beachhead.omaha.table import pack
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.deck import ALL_CARDS
from beachhead.omaha.table.occupancy import posts_held, spots_of
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    DEPTH_KIND,
    DIVISIONS,
    EMPTY,
    EXTENDED_FROM,
    HQS,
    NO_DEPTH,
    NOWHERE,
    PIECES,
    UNITS,
    UNSEEN_DIVISION,
    UNSEEN_EITHER,
    UNSEEN_TACTICAL,
    OmahaTable,
    equipment,
    german_hexes,
    is_unit,
    piece_name,
    stacks,
)
from beachhead.omaha.victory.catastrophic_loss import infantry_lost
from beachhead.omaha.victory.control import map_in_play


def invariants(table: OmahaTable) -> list[str]:
    """Everything that is wrong with a table; an empty list if it is sound."""
    return [
        *_occupancy(table),
        *_places(table),
        *_steps(table),
        *_stacking(table),
        *_losses(table),
        *_germans(table),
        *_pools(table),
        *_cards(table),
        *_command_posts_and_bases(table),
        *_exits(table),
        *_armor(table),
    ]


def _occupancy(table: OmahaTable) -> list[str]:
    """What is kept beside the lists of places is what they say."""
    spots, (posts, post_hexes) = spots_of(table.hex), posts_held(table.unit)
    kept = {
        "the pieces in each hex": (table.at, spots.at),
        "the hexes with US units": (table.ground, spots.ground),
        "the hexes that are full": (table.full, spots.full),
        "the pieces on the map": (table.on_map, spots.on_map),
        "the pieces in the east": (table.east, spots.east),
        "the posts with German units": (table.posts, posts),
        "their hexes": (table.post_hexes, post_hexes),
    }
    return [
        f"{what} are kept as {one}, and are {other}"
        for what, (one, other) in kept.items()
        if one != other
    ]


def _places(table: OmahaTable) -> list[str]:
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


def _is_there(table: OmahaTable, piece: int) -> bool:
    return max(table.hex[piece], table.box[piece], table.due[piece]) != NOWHERE


def _steps(table: OmahaTable) -> list[str]:
    problems = []
    gone = {unit for unit, _, _ in table.exited}
    for unit in range(UNITS):
        left = table.steps_left[unit]
        if not 0 <= left <= equipment().units[unit].full_steps:
            problems.append(f"{piece_name(unit)} has {left} steps")
        there = _is_there(table, unit) or unit in gone
        if there != (left > 0) and table.phase != "setup":
            problems.append(f"{piece_name(unit)} has {left} steps but is in play or out")
    return problems


def _stacking(table: OmahaTable) -> list[str]:
    """7.6 At most two units in a hex once the Action Phase is over."""
    if table.phase != "end":
        return []
    return [
        f"{equipment().board.name(hex_)} holds more than two units"
        for hex_, pieces in stacks(table).items()
        if sum(is_unit(piece) for piece in pieces) > 2
    ]


def _losses(table: OmahaTable) -> list[str]:
    """13.1 Nobody plays on after a catastrophic loss."""
    limit = charts().limit("catastrophic_loss", table.turn) or 0
    return [
        f"Division {division} has lost {infantry_lost(table, division)} infantry units"
        for division in DIVISIONS
        if table.result is None and infantry_lost(table, division) >= limit
    ]


def _germans(table: OmahaTable) -> list[str]:
    problems = []
    known = Counter(unit for unit in table.unit if unit >= 0)
    problems += [f"German unit {unit} is in two posts" for unit, n in known.items() if n > 1]
    for post in equipment().posts:
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


def _pools(table: OmahaTable) -> list[str]:
    """Counters are conserved: never more are in boxes and face down than nobody has seen."""
    problems = [f"box {name} holds {count}" for name, count in table.boxes.items() if count < 0]
    the = equipment().pieces
    for kind in ("wn", "building", "mobile"):
        unseen = sum(
            1
            for marker in the.depth_markers
            if marker.kind == kind and table.unseen_depth >> marker.index & 1
        )
        unseen += _seen_but_face_down(table, kind)
        face_down = sum(DEPTH_KIND.get(depth) == kind for depth in table.depth)
        boxed = table.boxes[f"{kind}_depth"]
        boxed += table.boxes["kg_meyer_depth"] if kind == "mobile" else 0
        if face_down + boxed > unseen:
            problems.append(f"{face_down} {kind} depth markers face down, {boxed} in the box")
    unseen_tactical = sum(
        1 for unit in the.german_units_of("tactical") if table.unseen_units >> unit.index & 1
    )
    tactical = table.boxes["tactical"] + table.unit.count(UNSEEN_TACTICAL)
    tactical += table.either[0]
    if tactical != unseen_tactical - _tactical_removed(table):
        problems.append(f"{tactical} tactical units unseen in play of {unseen_tactical}")
    entered = sum(count for _, _, count in table.arrivals)
    division = table.boxes["division"] + table.unit.count(UNSEEN_DIVISION)
    unseen_division = sum(
        1 for unit in the.german_units_of("division") if table.unseen_units >> unit.index & 1
    )
    expected = entered + unseen_division - table.either[1]
    if _starts_with(table, "division") and division != expected:
        problems.append(f"{division} division units in play, {expected} expected")
    if table.unit.count(UNSEEN_EITHER) != sum(table.either):
        problems.append(f"{table.either} units of set-up unseen")
    return problems


def _seen_but_face_down(table: OmahaTable, kind: str) -> int:
    """16.34, 22.4 How many markers of a kind that have been seen may lie face down again."""
    markers = equipment().pieces.depth_markers
    named = sum(stray >= 0 and markers[stray].kind == kind for stray in table.strays)
    if kind == "mobile" and table.eliminated:
        named += table.eliminated[0].bit_count()
    return named


def _tactical_removed(table: OmahaTable) -> int:
    rows = pack.load().rows("scenario_pools")
    return sum(
        row["removed"]
        for row in rows
        if row["scenario"] == table.scenario and row["pool"] == "tactical"
    )


def _starts_with(table: OmahaTable, pool: str) -> int:
    rows = pack.load().rows("scenario_pools")
    return sum(
        row["count"] for row in rows if row["scenario"] == table.scenario and row["pool"] == pool
    )


def _cards(table: OmahaTable) -> list[str]:
    """2.3 Deck, discards and the cards drawn this turn are the 54 cards, each once."""
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


# --- the extended game


def _command_posts_and_bases(table: OmahaTable) -> list[str]:
    """18, 19 Only from Turn 17; a command post is on the map, a base on the beach, a garrison in
    a German position without Germans."""
    the = equipment()
    problems = []
    for hq, space in zip(HQS, table.command_posts, strict=True):
        if space != NOWHERE and table.hex[hq] == NOWHERE:
            problems.append(f"{piece_name(hq)} is a command post but not on the map")
        if not NOWHERE <= space < len(charts().hq_ranges):
            problems.append(f"{piece_name(hq)} is beyond the command range track: {space}")
    for base, hex_, space in zip(
        the.pieces.engineer_bases, table.bases, table.base_spaces, strict=True
    ):
        if hex_ != NOWHERE and not the.board.beach >> hex_ & 1:
            problems.append(f"engineer base {base.name} is not on the beach")
        if not 0 <= space < len(charts().engineer_ranges):
            problems.append(f"engineer base {base.name} is beyond its range track: {space}")
    for hex_ in members(table.garrisons):
        post = the.post_at.get(hex_)
        if post is None:
            problems.append(f"a garrison in {the.board.name(hex_)}, which is no German position")
        elif table.unit[post] != EMPTY:
            problems.append(f"a garrison and Germans in {the.posts[post].name}")
    early = [space for space in (*table.command_posts, *table.bases) if space != NOWHERE]
    if table.turn < EXTENDED_FROM and (early or table.garrisons or table.exited):
        problems.append(f"something of the extended game on Turn {table.turn}")
    return problems


def _exits(table: OmahaTable) -> list[str]:
    """20.3 Who has left the map is gone, once, with steps that can have been his."""
    problems = []
    for unit, letter, steps in table.exited:
        if _is_there(table, unit):
            problems.append(f"{piece_name(unit)} has left by {letter} and is still in play")
        if not 1 <= steps <= equipment().units[unit].full_steps:
            problems.append(f"{piece_name(unit)} has left with {steps} steps")
        if letter not in equipment().board.exits:
            problems.append(f"{piece_name(unit)} has left by {letter}, which is no exit")
    units = [unit for unit, _, _ in table.exited]
    if len(set(units)) < len(units):
        problems.append("a unit has left the map twice")
    return problems


OPEN_TO_ARMOR = ("primary", "secondary", "mined")
"""23.52, 23.53 The roads that armor may use; trails are none."""


def _armor(table: OmahaTable) -> list[str]:
    """23 An armor unit is on the map with its hex, on a road; no more entered than there are."""
    problems = []
    roads = equipment().board.along
    for post, hex_ in zip(ARMOR_POSTS, table.armor_hex, strict=True):
        name = equipment().posts[post].name
        if (hex_ == NOWHERE) != (table.unit[post] == EMPTY):
            problems.append(f"armor unit {name} is on the map or not")
        if hex_ != NOWHERE and not any(roads[kind][hex_] for kind in OPEN_TO_ARMOR):
            problems.append(f"armor unit {name} is off the road")
    there = sum(hex_ != NOWHERE for hex_ in table.armor_hex)
    if not there <= table.armor_entered <= len(ARMOR_POSTS):
        problems.append(f"{there} armor units on the map, {table.armor_entered} entered")
    if there and "german-armor" not in table.variants:
        problems.append("German armor without the variant")
    return problems
