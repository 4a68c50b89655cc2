"""Reading situations: the lines that begin with a keyword."""

from __future__ import annotations

from beachhead.kernel.bits import set_of
from beachhead.kernel.notation import lines
from beachhead.kernel.plain import replaced
from beachhead.omaha.notation.places import OmahaReader, Place
from beachhead.omaha.notation.words import OmahaLine, bases, landing_boxes
from beachhead.omaha.scenarios.variants import rows as optional_rules
from beachhead.omaha.sequence import EXTENDED_PHASES
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.names import plain
from beachhead.omaha.table.schema import LAST_TURN
from beachhead.omaha.table.state import LEADERS, SECTORS, UNITS, equipment

PHASES = tuple(EXTENDED_PHASES)
LATEST_DELAY = 9
"""5.11, 5.34 So many turns after the end of the day a piece may be due."""

# --- the game


def scenario(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.scenario = line.argument("which one")


def players(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.players = line.number(line.argument("1 or 2"), 1, 2, "players")


def turn(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.turn = line.number(line.argument("which one"), 1, LAST_TURN, "the turn")
    if len(line.rest) > 1:
        phase = line.rest[1]
        reader.table.phase = phase if phase == "setup" else line.among(phase, "phase", PHASES)


def last_turn(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.last_turn = line.number(line.argument("which one"), 1, LAST_TURN, "the turn")


def sectors(reader: OmahaReader, line: OmahaLine) -> None:
    for sector in line.rest:
        line.among(sector, "sector", SECTORS)
    reader.table.sectors = tuple(line.rest)


def house(reader: OmahaReader, line: OmahaLine) -> None:
    switch = line.argument("which house rule")
    reader.table.house[switch] = line.rest[1] if len(line.rest) > 1 else "alternative"


def variants(_reader: OmahaReader, line: OmahaLine) -> None:
    """The reader knows them already: they change what is in the boxes."""
    for name in line.rest:
        line.among(name, "variant", optional_rules())


# --- pieces off the map


def box(reader: OmahaReader, line: OmahaLine) -> None:
    name = line.choice("which one", "landing box", landing_boxes())
    reader.items(line, 2, Place(box=landing_boxes()[name]))


def track(reader: OmahaReader, line: OmahaLine) -> None:
    due = line.number(line.argument("which turn"), 1, LAST_TURN + LATEST_DELAY, "the turn")
    reader.items(line, 2, Place(due=due))


def out(reader: OmahaReader, line: OmahaLine) -> None:
    reader.items(line, 1, Place())


def exit_(reader: OmahaReader, line: OmahaLine) -> None:
    letter = line.choice("which one, and who left by it", "exit", equipment().board.exits)
    for name in line.rest[1:]:
        unit, _, steps = name.partition(":")
        piece = line.piece(unit)
        if piece >= UNITS:
            raise line.wrong(name, "only units leave by an exit")
        full = equipment().units[piece].full_steps
        left = line.number(steps, 1, full, f"the steps of {unit}") if steps else full
        reader.us_piece(line, piece, Place(), str(left))
        reader.table.exited += ((piece, letter, left),)


def boxes(reader: OmahaReader, line: OmahaLine) -> None:
    told = [*line.rest, ""]
    for name, count in zip(told[0:-1:2], told[1::2], strict=True):
        line.among(name, "box of counters", reader.table.boxes)
        reader.table.boxes[name] = line.number(count, 0, 99, f"the counters in {name}")


def seen(reader: OmahaReader, line: OmahaLine) -> None:
    units, markers = equipment().pieces.german_unit, equipment().pieces.depth_marker
    for name in line.rest:
        if name in units:
            reader.seen_units |= 1 << units[name].index
        elif name in markers:
            reader.seen_depth |= 1 << markers[name].index
        else:
            raise line.unknown(name, "German counter", [*units, *markers])


# --- cards


def deck(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.deck = set_of(_cards(line))
    reader.deck_told = True


def discards(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.discards = set_of(_cards(line))


def card_track(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.track = tuple(_cards(line))


def fire_cards(reader: OmahaReader, line: OmahaLine) -> None:
    if len(line.rest) != 2:
        raise line.wrong(line.text, "write the east and the west card, - for none")
    reader.table.fire_cards = tuple(
        0 if card == "-" else line.number(card, 1, 54, "a card") for card in line.rest
    )


def _cards(line: OmahaLine) -> list[int]:
    return [line.number(card, 1, 54, "a card") for card in line.rest]


# --- actions and events


def actions(reader: OmahaReader, line: OmahaLine) -> None:
    if len(line.rest) != 2:
        raise line.wrong(line.text, "write how many the 1st and the 29th Division have left")
    left = [line.number(each, 0, 99, "actions left") for each in line.rest]
    reader.table.paid_actions = tuple(left)


def acting(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.acting = int(line.choice("1 or 29", "division", ("1", "29")))


def command(reader: OmahaReader, line: OmahaLine) -> None:
    leader = line.piece(line.argument("a leader and the units he commands"))
    if leader not in LEADERS:
        raise line.wrong(line.rest[0], "only leaders command")
    reader.table.commands = replaced(
        reader.table.commands, leader - UNITS, set_of(line.piece(name) for name in line.rest[1:])
    )


def naval(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.naval_fire = line.number(line.argument("how many"), 0, 99, "naval fire")


def cleared(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.cleared |= set_of(line.hex(name) for name in line.rest)


def garrison(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.garrisons |= set_of(line.hex(name) for name in line.rest)


def base(reader: OmahaReader, line: OmahaLine) -> None:
    name = line.argument("which one, its hex, and the space of its marker")
    if plain(name) not in bases():
        known = [each.name for each in equipment().pieces.engineer_bases]
        raise line.unknown(name, "engineer base", known)
    if len(line.rest) < 2:
        raise line.wrong(line.text, "say in which hex it is")
    number, last = bases()[plain(name)], len(charts().engineer_ranges) - 1
    reader.table.bases = replaced(reader.table.bases, number, line.hex(line.rest[1]))
    if len(line.rest) > 2:
        space = line.number(line.rest[2], 0, last, "the space on the range track")
        reader.table.base_spaces = replaced(reader.table.base_spaces, number, space)


def smoke(reader: OmahaReader, line: OmahaLine) -> None:
    positions = equipment().board.position
    for name in line.rest:
        line.among(name, "German position", positions)
        reader.table.smoke |= 1 << positions[name].index


def plunging_fire(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.plunging_fire = not line.rest


def meemies_fired(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.meemies_fired = not line.rest


def second_event(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.second_event = not line.rest


def snipers(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.snipers = set_of(line.piece(name) for name in line.rest)


def engineers_limited(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.engineers_limited = not line.rest


def shelled(reader: OmahaReader, line: OmahaLine) -> None:
    for sector in line.rest:
        line.among(sector, "sector", SECTORS)
    reader.table.shelled = tuple(sector in line.rest for sector in SECTORS)


def armor_entered(reader: OmahaReader, line: OmahaLine) -> None:
    reader.armor_told = line.number(line.argument("how many"), 0, 4, "the armor that entered")


def armor_this_turn(reader: OmahaReader, line: OmahaLine) -> None:
    reader.table.armor_this_turn = not line.rest


def either(reader: OmahaReader, line: OmahaLine) -> None:
    if len(line.rest) != 2:
        raise line.wrong(line.text, "write how many tactical, then how many division units")
    told = [line.number(left, 0, 9, "face-down units") for left in line.rest]
    reader.either_told = tuple(told)


def action_change(reader: OmahaReader, line: OmahaLine) -> None:
    change = line.number(line.argument("by how much"), -9, 9, "the change")
    reader.table.action_change = change


# --- what is still to do


def begin(reader: OmahaReader, line: OmahaLine) -> None:
    reader.begin = line.choice("a phase", "phase", PHASES)


LINES = lines(
    scenario,
    players,
    turn,
    last_turn,
    sectors,
    house,
    variants,
    box,
    track,
    out,
    exit_,
    boxes,
    seen,
    deck,
    discards,
    card_track,
    fire_cards,
    actions,
    acting,
    command,
    naval,
    cleared,
    garrison,
    base,
    smoke,
    plunging_fire,
    meemies_fired,
    second_event,
    snipers,
    engineers_limited,
    shelled,
    armor_entered,
    armor_this_turn,
    either,
    action_change,
    begin,
)
