"""5.3 Placing units in landing boxes, 5.34 putting their arrival off: it ends the amphibious phase
(5), after the landing (5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.odds.prospects import Landing
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import LandingBox
from beachhead.omaha.table.state import (
    GENERALS,
    HQS,
    NOWHERE,
    PIECES,
    SECTOR_OF_DIVISION,
    UNITS,
    OmahaTable,
    box_tag,
    division_of,
    equipment,
    hex_tag,
    own_division,
    piece_name,
    piece_tag,
    plays_otherwise,
    seat_of,
    steps,
)

LAST_TURN_IN_ASSIGNED_BOX = 10
FIRST_TURN_OF_VOLUNTARY_DELAY = 7
UNITS_IN_A_BOX = 2


@steps.step("arrivals.place_arrivals")
def place_arrivals(table: OmahaTable) -> None:
    """5.3a, 5.31c, 4.I-c, 4.I-d Pieces due this turn go into landing boxes, those with the fewest
    boxes to choose from first, Generals last: then a General's company is known (5.31)."""
    due = [piece for piece in range(PIECES) if table.due[piece] == table.turn]
    due.sort(key=lambda piece: (piece in GENERALS, len(permitted_boxes(table, piece))))
    table.then(*[(arrive, piece) for piece in due])


@steps.step("arrivals.arrive")
def arrive(table: OmahaTable, piece: int) -> None:
    """5.3 A piece with only one place to go goes there; for others it is chosen."""
    options = arrival_options(table, piece)
    if len(options) == 1:
        arrival_placed(table, options[0].value, piece)
    else:
        table.then((place_arrival, piece))


def _piece(_: OmahaTable, piece: int) -> list[str]:
    return [piece_tag(piece)]


def _landing(_: OmahaTable, option: Option | None, piece: int) -> Landing | None:
    return None if option is None or option.value < 0 else Landing(piece, option.value)


def _last(table: OmahaTable, option: Option, piece: int) -> str | None:
    """5.3 A box can be taken back while somebody else is to be placed: with the last one the phase
    ends."""
    if option.value < 0:
        return None
    after = table.copy()
    del after.agenda[-1]
    arrival_placed(after, option.value, piece)
    following = steps.run(after)
    return None if following is not None and following.topic is ARRIVALS else LAST_ARRIVAL


def _beach(table: OmahaTable, piece: int) -> list[str]:
    """2.1q The beach that the boxes point at: who lands looks there, not at the sea."""
    row = equipment().board.box_row
    grid = equipment().board.grid
    boxes = [row[box] for box in open_boxes(table, piece)]
    beach = [grid.place(box.mid if box.high is None else box.high) for box in boxes]
    return [hex_tag(grid.at(line + INLAND, place)) for line, place in beach]


INLAND = 4
"""So many hexes above the beach are in view."""
LAST_ARRIVAL = "Nobody else is to be placed: the phase ends, and cards are drawn."

ARRIVALS = Topic(
    "arrival_placed",
    "Arrivals go into landing boxes",
    "Place each arrival in a landing box that its counter names.",
    about=_piece,
    around=_beach,
    charts=("landing",),
    builds=_landing,
    unsaid=_last,
)


@steps.question("arrivals.place_arrival")
def place_arrival(table: OmahaTable, piece: int) -> Decision:
    """5.3, 5.34 Choose the box of an arriving piece, or put its arrival off."""
    return Decision(
        seat_of(table, division_of(table, piece)),
        _asked,
        "5.3",
        arrival_placed,
        arrival_options,
        (piece,),
        topic=ARRIVALS,
    )


def _asked(table: OmahaTable, piece: int) -> str:
    name = piece_name(piece)
    what = f"{name} arrives. Choose its landing box"
    if not open_boxes(table, piece):
        what = f"{name} arrives, but no landing box is free. Put it off"
    elif may_be_put_off(table):
        what += ", or put it off"
    return f"{what}."


def arrival_options(table: OmahaTable, piece: int) -> list[Option]:
    """5.3, 5.34a The boxes of an arriving piece, and the turns to which it may be put off."""
    boxes = box_options(table, piece)
    if may_be_put_off(table):
        later = range(table.turn + 1, table.last_turn + 2)
    else:
        later = range(0) if boxes else range(table.turn + 1, table.turn + 2)
    return boxes + [_delay_option(turn, turn > table.last_turn) for turn in later]


def box_options(table: OmahaTable, piece: int) -> list[Option]:
    """5.3 The boxes of an arriving piece."""
    return [_box_option(box) for box in open_boxes(table, piece)]


@cache
def _box_option(box: int) -> Option:
    name = equipment().board.box_row[box].name
    return Option(f"box-{name}", lambda: f"Landing box {name}", box, (box_tag(box),))


def may_be_put_off(table: OmahaTable) -> bool:
    """5.34a, 5.34b Whether arrivals may be put off by choice."""
    return table.turn >= FIRST_TURN_OF_VOLUNTARY_DELAY


@cache
def _delay_option(turn: int, over: bool) -> Option:
    """5.34 Any later turn will do; those after the end of the game are all the same."""
    label = "Put off beyond the end" if over else telling.said("Put off to Turn {}", turn)
    return Option(f"delay-{turn}", label, -turn, rule="5.34")


def arrival_placed(table: OmahaTable, choice: int, piece: int) -> None:
    """5.3, 5.34 The piece waits in its box, or on the turn track."""
    if choice < 0:
        why = "waits" if may_be_put_off(table) else "finds its landing box full"
        delay(table, piece, -choice, "5.34" if may_be_put_off(table) else "5.31", why)
        return
    table.due = replaced(table.due, piece, NOWHERE)
    table.box = replaced(table.box, piece, choice)
    name = equipment().board.box_row[choice].name
    table.tell(
        "5.3",
        telling.PLACE,
        lambda: f"{piece_name(piece)} goes into landing box {name}.",
        [piece_tag(piece), box_tag(choice)],
        unit=piece_name(piece),
        box=name,
    )


def open_boxes(table: OmahaTable, piece: int) -> Sequence[int]:
    """5.31a to 5.31c The boxes an arriving piece may be placed in now: with room for a unit, and
    with company for a General if he can have it."""
    permitted = permitted_boxes(table, piece)
    if piece in GENERALS:
        with_company = {table.box[other] for other in range(GENERALS.start)}
        return [box for box in permitted if box in with_company] or permitted
    if piece in HQS:
        return permitted
    unit_boxes = [box for box in table.box[:UNITS] if box >= 0]
    return [box for box in permitted if unit_boxes.count(box) < UNITS_IN_A_BOX]


def permitted_boxes(table: OmahaTable, piece: int) -> tuple[int, ...]:
    """5.3, 5.32, 5.33, 5.34c, 5.34d The boxes a piece's counter, or its delay, lets it use."""
    anywhere = bool(table.delayed >> piece & 1) and table.turn > LAST_TURN_IN_ASSIGNED_BOX
    if piece in HQS and plays_otherwise(table, "returning-hq-box"):
        anywhere = False
    return _boxes(piece, tuple(table.sectors), anywhere)


@cache
def _boxes(piece: int, sectors: tuple[str, ...], anywhere: bool) -> tuple[int, ...]:
    """5.3, 5.32a to 5.33b The boxes of some sectors that a counter names, or `anywhere`; 5.33 only
    rangers land at Charlie."""
    the = equipment()
    ranger = piece < UNITS and the.units[piece].type == "ranger"
    assigned = assigned_landing(piece)
    return tuple(
        number
        for number, box in enumerate(the.board.box_row)
        if box.lettered
        and box.sector in sectors
        and (anywhere or _is_assigned(piece, assigned, box))
        and (box.beach != "CH" or ranger)
    )


def assigned_landing(piece: int) -> str:
    """5.3 The box, beach or division that a counter names."""
    pieces = equipment().pieces
    if piece < UNITS:
        return pieces.us_units[piece].landing
    if piece in HQS:
        return pieces.hqs[piece - HQS.start].landing
    return pieces.generals[piece - GENERALS.start].landing


def _is_assigned(piece: int, assigned: str, box: LandingBox) -> bool:
    """5.3b to 5.3d A counter names a box, a beach or a division."""
    if assigned in ("1st", "29th"):
        return box.sector == SECTOR_OF_DIVISION[own_division(piece)]
    return assigned in (box.name, box.beach)


def delay(table: OmahaTable, piece: int, turn: int, rule: str, what: str) -> None:
    """5.11, 5.34 A piece goes on the turn track, on a later turn."""
    here = [] if table.box[piece] == NOWHERE else [box_tag(table.box[piece])]
    table.box = replaced(table.box, piece, NOWHERE)
    table.due = replaced(table.due, piece, turn)
    table.delayed |= 1 << piece
    when = f"to Turn {turn}" if turn <= table.last_turn else "beyond the end of the game"
    table.tell(
        rule,
        telling.DELAY,
        lambda: f"{piece_name(piece)} {what} and is put off {when}.",
        [piece_tag(piece), *here],
        unit=piece_name(piece),
        turn=turn,
    )
