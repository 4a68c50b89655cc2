"""21 Beyond the Beach: the set-up at 1000 hours, exactly as listed. 21.2 It ends, and is won, as
`victory.victory_points` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.chance import Pick
from beachhead.kernel.grid import HexSet
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.landing import arrivals
from beachhead.omaha.odds.prospects import Going
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import pack, telling
from beachhead.omaha.table.state import (
    DIVISIONS,
    GENERALS,
    SECTOR_OF_DIVISION,
    UNITS,
    UNSEEN_DEPTH,
    UNSEEN_EITHER,
    OmahaTable,
    division_name,
    division_of,
    equipment,
    heroes_with,
    hex_tag,
    is_unit,
    own_division,
    piece_name,
    piece_tag,
    put_in_hex,
    put_in_post,
    seat_of_sector,
    steps,
    units_in,
)
from beachhead.omaha.victory.catastrophic_loss import infantry_lost

ANY_BEACH_HEX = " high-tide beach"
"""After a sector, where a unit starts that the player places."""
UNITS_IN_A_HEX = 2


def place_germans(table: OmahaTable, scenario: Mapping[str, Any]) -> None:
    """21.1m, 21.1n, 21.1p, 21.1q Twelve reinforcement units, tactical and division mixed, face down
    on the map."""
    drawn = scenario["reinforcements_drawn"]
    table.either = (drawn["tactical"], drawn["division"])
    posts = {post.name: post.index for post in equipment().posts}
    for row in pack.load().rows("scenario_reinforcements"):
        post = posts[row["position"]]
        put_in_post(table, post, UNSEEN_EITHER)
        table.face_down |= 1 << post
        if row["depth"]:
            table.depth = replaced(table.depth, post, UNSEEN_DEPTH[row["depth"]])


def place_us(table: OmahaTable, scenario: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """21.1s to 21.1x, 21.1aa, 21.1ae, 21.1ag Everybody ashore in his hex; the questions where the
    others begin."""
    the = equipment()
    names = {name: piece for piece, name in enumerate(the.names)}
    heroes = {hero.name: number for number, hero in enumerate(the.pieces.heroes)}
    ashore: list[tuple[Any, ...]] = []
    for row in pack.load().rows("scenario_us"):
        if row["scenario"] != table.scenario:
            continue
        piece = names[row["unit"]]
        if piece < UNITS:
            if variants.stays_away(table, piece):
                continue
            table.steps_left = replaced(table.steps_left, piece, row["steps"])
        if row["where"].endswith(ANY_BEACH_HEX):
            ashore.append((place_on_beach, piece, row["where"].removesuffix(ANY_BEACH_HEX)))
        else:
            put_in_hex(table, piece, the.board.hex(row["where"]))
        if row["hero"]:
            table.heroes = replaced(table.heroes, heroes[row["hero"]], piece)
    for unit in scenario["command_transfers"]:
        table.transferred |= 1 << names[unit]
    for unit, turn in scenario["special_arrivals"].items():
        piece = names[unit]
        table.due = replaced(table.due, piece, variants.later(table, turn))
        table.delayed |= 1 << piece
        table.steps_left = replaced(table.steps_left, piece, the.units[piece].full_steps)
    table.cleared = set_of(the.board.hex(hex_) for hex_ in scenario["cleared_obstacles"])
    table.meemies_fired = scenario["screaming_meemies_occurred"]
    return ashore


def tell_ashore(table: OmahaTable) -> None:
    """21.1 Who is ashore and where, the losses so far, and the obstacles that are cleared."""
    for division in DIVISIONS:
        name = division_name(division)
        ashore = [
            piece
            for piece in range(GENERALS.stop)
            if table.hex[piece] >= 0 and own_division(piece) == division
        ]
        pieces = ", ".join(_in_words(table, piece) for piece in ashore)
        text = telling.said("{} ashore: {}.", name, pieces)
        table.tell("21.1", telling.SETUP, text, map(piece_tag, ashore))
    lost = tuple(f"{division_name(each)} {infantry_lost(table, each)}" for each in DIVISIONS)
    text = telling.said("Infantry units in the loss boxes: {}.", ", ".join(lost))
    table.tell("21.1", telling.SETUP, text)
    name_of, cleared = equipment().board.name, tuple(members(table.cleared))
    table.tell(
        "21.1",
        telling.SETUP,
        lambda: f"Beach obstacles are cleared in {', '.join(map(name_of, cleared))}.",
        map(hex_tag, cleared),
    )


def _in_words(table: OmahaTable, piece: int) -> str:
    place = f"{piece_name(piece)} in {equipment().board.name(table.hex[piece])}"
    if not is_unit(piece):
        return place
    left = table.steps_left[piece]
    notes = [f"{left} step{'' if left == 1 else 's'}"]
    notes += [f"with {equipment().pieces.heroes[hero].name}" for hero in heroes_with(table, piece)]
    if division_of(table, piece) != own_division(piece):
        notes.append(f"under the {division_name(division_of(table, piece))}")
    return f"{place} ({', '.join(notes)})"


# --- where the player places units


def _unit(_: OmahaTable, unit: int, __: str) -> list[str]:
    return [piece_tag(unit)]


def _beginning(_: OmahaTable, option: Option | None, unit: int, __: str) -> Going | None:
    return None if option is None else Going((unit,), "begin", option.value)


ASHORE = Topic(
    "placed_on_beach",
    "Who is ashore begins on the beach",
    "Choose a beach hex above high tide, with room for it.",
    about=_unit,
    builds=_beginning,
)


@steps.question("beyond.place_on_beach")
def place_on_beach(table: OmahaTable, unit: int, sector: str) -> Decision:
    """21.1y, 21.1z Choose a high-tide beach hex of the sector for a unit."""
    return Decision(
        seat_of_sector(table, sector),
        f"{piece_name(unit)} is ashore. Choose its beach hex in the {sector} sector.",
        "21.1",
        placed_on_beach,
        _beach_options,
        (unit, sector),
        topic=ASHORE,
        sample=_any_beach,
    )


def _any_beach(table: OmahaTable, pick: Pick, _: int, sector: str) -> int:
    hexes = [*members(open_beach(table, sector))]
    return hexes[pick(len(hexes))]


def _beach_options(table: OmahaTable, _: int, sector: str) -> list[Option]:
    name = equipment().board.name
    return [
        Option(f"hex-{name(hex_)}", telling.said("Hex {}", name(hex_)), hex_, (hex_tag(hex_),))
        for hex_ in members(open_beach(table, sector))
    ]


def open_beach(table: OmahaTable, sector: str) -> HexSet:
    """21.1y, 21.1z The high-tide beach hexes of a sector with room for another unit (7.6)."""
    the_board = equipment().board
    hexes = the_board.beach & the_board.sectors[sector] & ~the_board.submerged["high"]
    for hex_ in members(hexes & table.ground):
        if len(units_in(table, hex_)) >= UNITS_IN_A_HEX:
            hexes &= ~(1 << hex_)
    return hexes


def placed_on_beach(table: OmahaTable, hex_: int, unit: int, _: str) -> None:
    """21.1 The unit begins in that hex."""
    put_in_hex(table, unit, hex_)
    name = equipment().board.name(hex_)
    table.tell(
        "21.1",
        telling.LAND,
        lambda: f"{piece_name(unit)} begins in {name}.",
        [piece_tag(unit), hex_tag(hex_)],
        unit=piece_name(unit),
        hex=name,
    )


@steps.step("beyond.place_in_boxes")
def place_in_boxes(table: OmahaTable, turn: int) -> None:
    """21.1ac The units of Turn 16 begin in landing boxes of their sector, by choice (5.3)."""
    due = [piece for piece in range(GENERALS.stop) if table.due[piece] == turn]
    table.then(*[(choose_box, piece) for piece in due])


@steps.question("beyond.choose_box")
def choose_box(table: OmahaTable, piece: int) -> Decision:
    """21.1ac, 5.3 Choose the landing box in which a piece begins."""
    return Decision(
        seat_of_sector(table, SECTOR_OF_DIVISION[own_division(piece)]),
        f"{piece_name(piece)} is about to land. Choose its landing box.",
        "21.1",
        arrivals.arrival_placed,
        arrivals.box_options,
        (piece,),
        topic=arrivals.ARRIVALS,
    )
