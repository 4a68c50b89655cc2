"""5.1 Landing checks: drift, rangers, mines. They open the amphibious phase (5)."""

from __future__ import annotations

from functools import cache, partial

from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.german_fire.losses import (
    eliminate,
    lose_step,
    lose_step_to_german_fire,
    remove,
)
from beachhead.omaha.landing.arrivals import delay
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import LandingBox
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.charts import LandingResult, charts
from beachhead.omaha.table.deck import draw_for
from beachhead.omaha.table.state import (
    GENERALS,
    HQS,
    LEADERS,
    NOWHERE,
    PIECES,
    UNITS,
    OmahaTable,
    box_tag,
    division_of,
    equipment,
    piece_name,
    piece_tag,
    plays_otherwise,
    seat_of,
    seat_of_sector,
    steps,
    tide,
    unit_side,
)

LAST_TURN_OF_TANK_CHECKS = 3
NO_RANGER_OPTION = "C/2R"  # 5.13b


# --- 5.1 landing checks


def boxed(table: OmahaTable, sector: str, pieces: range = range(PIECES)) -> list[int]:
    """The pieces in the landing boxes of a sector."""
    row = equipment().board.box_row
    if table.box.count(NOWHERE) == PIECES:
        return []
    return [
        piece
        for piece, box in enumerate(table.box[pieces.start : pieces.stop], pieces.start)
        if box != NOWHERE and row[box].sector == sector
    ]


@steps.step("landing.check_sector")
def check_sector(table: OmahaTable, sector: str) -> None:
    """5.1a, 5.15b, 5.15c Draw a landing card for a sector if any unit there needs a check."""
    if to_check(table, sector) or exposed_to_mines(table, sector):
        table.then(draw_for(f"{sector} landing", "5.1", apply_landing_card, sector))


def to_check(table: OmahaTable, sector: str) -> list[int]:
    """5.12a, 5.15a The units in a sector's boxes that the landing tables of this turn concern."""
    return [
        unit
        for unit in boxed(table, sector, range(UNITS))
        if not table.checked >> unit & 1 and landing_result(table, unit, "A") is not None
    ]


def landing_result(table: OmahaTable, unit: int, letter: str) -> LandingResult | None:
    """5.1d What a letter means on this turn for a unit of this type in this box."""
    type_ = equipment().units[unit].type
    tank = type_ == "tank"
    turn = variants.landing_turn_of_tanks(table) if tank else variants.landing_turn(table)
    if tank and plays_otherwise(table, "late-tank-landing"):
        turn = min(turn, LAST_TURN_OF_TANK_CHECKS)
    return _landing_chart(turn, type_, equipment().board.box_row[table.box[unit]].beach, letter)


@cache
def _landing_chart(turn: int, type_: str, beach: str | None, letter: str) -> LandingResult | None:
    """LT.1-3, LT.4-14, LT.15+ A line of the landing table."""
    return charts().landing(turn, type_, beach, letter)


@steps.step("landing.apply_landing_card")
def apply_landing_card(table: OmahaTable, number: int, sector: str) -> None:
    """5.1b, 5.1c, 5.14a One card for all units of the sector; mines come after the other
    results."""
    letters = card(number).landing
    results = [
        (apply_landing_result, unit, letters[unit_side(table, unit).symbol])
        for unit in to_check(table, sector)
    ]
    mines = [(mine_explosion, sector)] if card(number).mine else []
    table.then(*results, *mines)


@steps.step("landing.apply_landing_result")
def apply_landing_result(table: OmahaTable, unit: int, letter: str) -> None:
    """5.1d The result for the turn, the unit's type and the letter of its symbol."""
    table.checked |= 1 << unit
    result = landing_result(table, unit, letter)
    if result is None:
        return
    why = f"in its landing check (result {letter})"
    if result.result == "eliminated":
        eliminate(table, unit, "5.1", why)
    elif result.result == "removed":
        _put_off_to_7_june(table, unit)
    elif result.result == "delayed":
        delay(table, unit, table.turn + result.delay, "5.1", f"is held up {why}")
    elif result.result == "no_effect":
        _on_course(table, unit, letter)
    for _ in range(min(result.steps, table.steps_left[unit])):
        lose_step(table, unit, "5.1", why)
    if result.drift and table.box[unit] != NOWHERE:
        table.then((drift, unit, result.drift))


def _on_course(table: OmahaTable, unit: int, letter: str) -> None:
    text = telling.said("{} is on course (result {}).", piece_name(unit), letter)
    table.tell("5.1", telling.LANDING, text, _at(table, unit))
    if _has_ranger_option(table, unit):
        table.then((ranger_option, unit))


def _put_off_to_7_june(table: OmahaTable, unit: int) -> None:
    """5.1 A unit that does not land on this day leaves play."""
    here = _at(table, unit)
    remove(table, unit)
    table.steps_left = replaced(table.steps_left, unit, 0)
    text = telling.said("{} is put off to 7 June and leaves play.", piece_name(unit))
    table.tell("5.1", telling.REMOVED, text, here, unit=piece_name(unit))


# --- 5.11 drift


@steps.step("landing.drift")
def drift(table: OmahaTable, unit: int, boxes: int) -> None:
    """5.11b, 5.12b A unit drifts along the row of boxes; leaders in its box may go along, each of
    them once."""
    box = table.box[unit]
    _move_along_row(table, unit, boxes)
    if table.box[unit] == NOWHERE and plays_otherwise(table, "leader-drifts-off"):
        return
    table.then(
        *[
            (leader_drifts, leader, unit, boxes)
            for leader in LEADERS
            if table.box[leader] == box and not table.checked >> leader & 1
        ]
    )


def _move_along_row(table: OmahaTable, piece: int, boxes: int) -> None:
    """5.11a, 5.11c, 5.11d To the left is east, to the right is west; off the row is a delay."""
    row = equipment().board.box_row
    to = table.box[piece] + boxes
    direction = "east" if boxes < 0 else "west"
    count = f"{abs(boxes)} box{'es' if abs(boxes) > 1 else ''} {direction}"
    if not _drifts_to(table, piece, boxes):
        lost = f"drifts {count}, past any place to land,"
        delay(table, piece, table.turn + drift_delay(table), "5.11", lost)
        return
    table.box = replaced(table.box, piece, to)
    table.tell(
        "5.11",
        telling.DRIFT,
        lambda: f"{piece_name(piece)} drifts {count} to {row[to].name}.",
        [piece_tag(piece), box_tag(to)],
        unit=piece_name(piece),
        box=row[to].name,
    )


def drift_delay(table: OmahaTable) -> int:
    return charts().limit("drift_off_delay", table.turn) or 0


def leads_ashore(table: OmahaTable, box: LandingBox) -> bool:
    """5.11d Whether a box points to a hex of the tide, on the part of the map in play."""
    hex_ = box.lands_in(tide(table))
    return hex_ is not None and equipment().board.sector_of(hex_) in table.sectors


def _piece(_: OmahaTable, piece: int, *__: int) -> list[str]:
    return [piece_tag(piece)]


DRIFTS = Topic(
    "leader_drift_decided", "Whether a leader drifts along", about=_piece, charts=("landing",)
)


@steps.question("landing.leader_drifts")
def leader_drifts(table: OmahaTable, leader: int, unit: int, boxes: int) -> Decision:
    """5.12b A leader may drift with a unit of his box, or stay."""
    name, here = piece_name(leader), _at(table, leader)
    return Decision(
        seat_of(table, division_of(table, leader)),
        f"{piece_name(unit)} drifts. Does {name} go along or stay in his box?",
        "5.12",
        leader_drift_decided,
        [
            Option(
                "along", lambda: f"{name} drifts with {piece_name(unit)}", True, here, commits=True
            ),
            Option(
                "stay",
                lambda: f"{name} stays in his landing box",
                False,
                here,
                commits=True,
                ends=True,
            ),
        ],
        (leader, boxes),
        topic=DRIFTS,
    )


def leader_drift_decided(table: OmahaTable, along: bool, leader: int, boxes: int) -> None:
    """5.12b The leader goes along, off the end of the row too if the unit does, or stays."""
    if along:
        table.checked |= 1 << leader
        _move_along_row(table, leader, boxes)


# --- 5.13 rangers


def _has_ranger_option(table: OmahaTable, unit: int) -> bool:
    """5.13a, 5.13b Rangers on course may drift by choice, except the company of the first wave."""
    return (
        equipment().units[unit].type == "ranger"
        and bool(charts().limit("ranger_drift_option", table.turn))
        and piece_name(unit) != NO_RANGER_OPTION
    )


RANGERS = Topic("ranger_option_decided", "The rangers' choice of beach", about=_piece)


@steps.question("landing.ranger_option")
def ranger_option(table: OmahaTable, unit: int) -> Decision:
    """5.13a A ranger unit on course may drift one to four boxes east."""
    most = charts().limit("ranger_drift_option", table.turn) or 0
    name, far = piece_name(unit), range(1, most + 1)
    return Decision(
        seat_of(table, division_of(table, unit)),
        f"{name} is on course. It may drift up to {most} boxes east.",
        "5.13",
        ranger_option_decided,
        [
            Option("drift-0", "Stay on course", 0, ends=True),
            *(
                Option(
                    f"drift-{boxes}",
                    telling.said("Drift {} east", boxes),
                    boxes,
                    _drifts_to(table, unit, -boxes),
                )
                for boxes in far
            ),
        ],
        (unit,),
        topic=RANGERS,
    )


def _drifts_to(table: OmahaTable, unit: int, boxes: int) -> tuple[str, ...]:
    """5.11a, 5.11d The box that a unit would drift to, if it is one to land from."""
    row, to = equipment().board.box_row, table.box[unit] + boxes
    fits = 0 <= to < len(row) and leads_ashore(table, row[to])
    return (box_tag(to),) if fits else ()


def ranger_option_decided(table: OmahaTable, boxes: int, unit: int) -> None:
    """5.13 The rangers drift by choice."""
    if boxes:
        table.then((drift, unit, -boxes))


# --- 5.14 mines


def mined_on_the_way(table: OmahaTable, box: LandingBox) -> bool:
    """5.14c to 5.14f, 10b Whether a landing from a box meets uncleared obstacles at this tide."""
    uncleared = equipment().board.obstacles & ~table.cleared
    if charts().limit("mines_at_mid_tide", table.turn):
        return bool(uncleared >> box.mid & 1)
    if charts().limit("mines_at_high_tide", table.turn) and box.high is not None:
        return bool(uncleared & (1 << box.low | 1 << box.mid))
    return False


def exposed_to_mines(table: OmahaTable, sector: str) -> list[int]:
    """5.12c, 5.14i The units and HQs in a sector's boxes that a mine could hit."""
    row = equipment().board.box_row
    return [
        piece
        for piece in boxed(table, sector)
        if piece not in GENERALS and mined_on_the_way(table, row[table.box[piece]])
    ]


@steps.step("landing.mine_explosion")
def mine_explosion(table: OmahaTable, sector: str) -> None:
    """5.14d, 5.14e, 5.14g, 5.14h One exposed unit loses a step; an HQ suffers only if no unit is
    exposed."""
    exposed = exposed_to_mines(table, sector)
    units = [piece for piece in exposed if piece < UNITS] or exposed
    if len(units) == 1:
        mine_struck(table, units[0])
    elif units:
        table.then((choose_mine_victim, sector, *units))


MINES = Topic("mine_struck", "A mine")


@steps.question("landing.choose_mine_victim")
def choose_mine_victim(table: OmahaTable, sector: str, *units: int) -> Decision:
    """5.14d, 5.14e The player chooses who strikes the mine."""
    return Decision(
        seat_of_sector(table, sector),
        "A submerged mine explodes. Which unit strikes it?",
        "5.14",
        mine_struck,
        [
            Option(
                f"unit-{piece_name(unit)}",
                partial(_struck, unit),
                unit,
                _at(table, unit),
                commits=True,
            )
            for unit in units
        ],
        topic=MINES,
    )


def _struck(piece: int) -> str:
    what = "is put back" if piece in HQS else "loses a step"
    return f"{piece_name(piece)} strikes the mine and {what}"


def mine_struck(table: OmahaTable, piece: int) -> None:
    """5.14d, 5.14e, 5.14h A unit loses a step; an HQ is put back two turns."""
    if piece in HQS:
        later = charts().limit("hq_mine_delay", table.turn) or 0
        delay(table, piece, table.turn + later, "5.14", "runs into a submerged mine")
    elif plays_otherwise(table, "mine-sacrifice"):
        table.then((lose_step_to_german_fire, piece, "5.14", "in a mine explosion"))
    else:
        lose_step(table, piece, "5.14", "in a mine explosion")


# --- 5.2 landing


def _at(table: OmahaTable, piece: int) -> tuple[str, ...]:
    if table.box[piece] != NOWHERE:
        return (piece_tag(piece), box_tag(table.box[piece]))
    return (piece_tag(piece),)
