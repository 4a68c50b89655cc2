"""Reading situations: the lines that begin with a keyword."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.kernel.grid import set_of
from beachhead.kernel.play import Result
from beachhead.omaha.notation.places import Place, Reader
from beachhead.omaha.notation.words import PHASES, Statement, landing_boxes
from beachhead.omaha.state import LEADERS, SECTORS, UNITS, lore

LAST_TURN = 32

# --- the game


def scenario(reader: Reader, line: Statement) -> None:
    reader.table.scenario = line.argument("which one")


def players(reader: Reader, line: Statement) -> None:
    reader.table.players = line.number(line.argument("1 or 2"), 1, 2, "players")


def turn(reader: Reader, line: Statement) -> None:
    reader.table.turn = line.number(line.argument("which one"), 1, LAST_TURN, "the turn")
    if len(line.rest) > 1:
        phase = line.rest[1]
        if phase not in ("setup", *PHASES):
            raise line.unknown(phase, "phase", PHASES)
        reader.table.phase = phase


def last_turn(reader: Reader, line: Statement) -> None:
    reader.table.last_turn = line.number(line.argument("which one"), 1, LAST_TURN, "the turn")


def sectors(reader: Reader, line: Statement) -> None:
    for sector in line.rest:
        if sector not in SECTORS:
            raise line.unknown(sector, "sector", SECTORS)
    reader.table.sectors = line.rest


def house(reader: Reader, line: Statement) -> None:
    switch = line.argument("which house rule")
    reader.table.house[switch] = line.rest[1] if len(line.rest) > 1 else "alternative"


# --- pieces off the map


def box(reader: Reader, line: Statement) -> None:
    name = line.argument("which one")
    if name not in landing_boxes():
        raise line.unknown(name, "landing box", landing_boxes())
    reader.items(line, 2, Place(box=landing_boxes()[name]))


def track(reader: Reader, line: Statement) -> None:
    due = line.number(line.argument("which turn"), 1, LAST_TURN, "the turn")
    reader.items(line, 2, Place(due=due))


def out(reader: Reader, line: Statement) -> None:
    reader.items(line, 1, Place())


def boxes(reader: Reader, line: Statement) -> None:
    told = [*line.rest, ""]
    for name, count in zip(told[0:-1:2], told[1::2], strict=True):
        if name not in reader.table.boxes:
            raise line.unknown(name, "box of counters", reader.table.boxes)
        reader.table.boxes[name] = line.number(count, 0, 99, f"the counters in {name}")


def seen(reader: Reader, line: Statement) -> None:
    units, markers = lore().pieces.german_unit, lore().pieces.depth_marker
    for name in line.rest:
        if name in units:
            reader.seen_units |= 1 << units[name].index
        elif name in markers:
            reader.seen_depth |= 1 << markers[name].index
        else:
            raise line.unknown(name, "German counter", [*units, *markers])


# --- cards


def deck(reader: Reader, line: Statement) -> None:
    reader.table.deck = set_of(_cards(line))
    reader.deck_told = True


def discards(reader: Reader, line: Statement) -> None:
    reader.table.discards = set_of(_cards(line))


def card_track(reader: Reader, line: Statement) -> None:
    reader.table.track = _cards(line)


def fire_cards(reader: Reader, line: Statement) -> None:
    if len(line.rest) != 2:
        raise line.wrong(line.text, "write the east and the west card, - for none")
    reader.table.fire_cards = [
        0 if card == "-" else line.number(card, 1, 54, "a card") for card in line.rest
    ]


def _cards(line: Statement) -> list[int]:
    return [line.number(card, 1, 54, "a card") for card in line.rest]


# --- actions and events


def actions(reader: Reader, line: Statement) -> None:
    if len(line.rest) != 2:
        raise line.wrong(line.text, "write how many the 1st and the 29th Division have left")
    reader.table.paid_actions = [line.number(left, 0, 99, "actions left") for left in line.rest]


def acting(reader: Reader, line: Statement) -> None:
    division = line.argument("1 or 29")
    if division not in ("1", "29"):
        raise line.unknown(division, "division", ("1", "29"))
    reader.table.acting = int(division)


def command(reader: Reader, line: Statement) -> None:
    leader = line.piece(line.argument("a leader and the units he commands"))
    if leader not in LEADERS:
        raise line.wrong(line.rest[0], "only leaders command")
    reader.table.commands[leader - UNITS] = set_of(line.piece(name) for name in line.rest[1:])


def naval(reader: Reader, line: Statement) -> None:
    reader.table.naval_fire = line.number(line.argument("how many"), 0, 99, "naval fire")


def cleared(reader: Reader, line: Statement) -> None:
    reader.table.cleared |= set_of(line.hex(name) for name in line.rest)


def smoke(reader: Reader, line: Statement) -> None:
    positions = lore().board.position
    for name in line.rest:
        if name not in positions:
            raise line.unknown(name, "German position", positions)
        reader.table.smoke |= 1 << positions[name].index


def plunging_fire(reader: Reader, line: Statement) -> None:
    reader.table.plunging_fire = not line.rest


def meemies_fired(reader: Reader, line: Statement) -> None:
    reader.table.meemies_fired = not line.rest


def action_change(reader: Reader, line: Statement) -> None:
    change = line.number(line.argument("by how much"), -9, 9, "the change")
    reader.table.action_change = change


# --- what is still to do


def agenda(reader: Reader, line: Statement) -> None:
    step = line.argument("a step such as fire.fire_phase")
    told = line.text.split(step, 1)[1]
    arguments = line.json(told) if told.strip() else []
    if not isinstance(arguments, list):
        raise line.wrong(told.strip(), "write the arguments of a step as a JSON list")
    reader.agenda.append((step, *arguments))


def begin(reader: Reader, line: Statement) -> None:
    phase = line.argument("a phase")
    if phase not in PHASES:
        raise line.unknown(phase, "phase", PHASES)
    phases = list(PHASES)
    reader.agenda += [(PHASES[name],) for name in phases[phases.index(phase) :]]


def result(reader: Reader, line: Statement) -> None:
    told = line.text.removeprefix("result")
    try:
        reader.table.result = Result.from_data(line.json(told))
    except (AttributeError, ValueError) as error:
        raise line.wrong(told.strip(), f"this is no result ({error})") from error


LINES: dict[str, Callable[[Reader, Statement], None]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        scenario,
        players,
        turn,
        last_turn,
        sectors,
        house,
        box,
        track,
        out,
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
        smoke,
        plunging_fire,
        meemies_fired,
        action_change,
        agenda,
        begin,
        result,
    )
}
