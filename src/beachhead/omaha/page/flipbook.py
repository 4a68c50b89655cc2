"""The flipbook: where we are, what must and may be done now, and the tables for it."""

from __future__ import annotations

from functools import cache

from msgspec import structs

from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision
from beachhead.kernel.rulebook import rule_index
from beachhead.omaha import sequence
from beachhead.omaha.landing import landing_checks
from beachhead.omaha.landing.arrivals import assigned_landing
from beachhead.omaha.odds.attack_odds import endings
from beachhead.omaha.odds.costs import divisions
from beachhead.omaha.odds.prospects import AttackProspect, Called, Going
from beachhead.omaha.page import charts as tables
from beachhead.omaha.page import extended
from beachhead.omaha.page.sums import sum_of
from beachhead.omaha.page.victory_sheet import checks, counted, losses, victory
from beachhead.omaha.table import pack
from beachhead.omaha.table.board import board
from beachhead.omaha.table.cards import OmahaCard, card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    PIECES,
    SECTORS,
    UNITS,
    OmahaTable,
    division_name,
    equipment,
    german_actions_on,
    is_extended,
    piece_name,
    plays_variant,
    unit_side,
)
from beachhead.omaha.us_actions.allotment import actions_left
from beachhead.omaha.us_combat.barrages import SHOWN, barrage_targets
from beachhead.page.book import (
    Arrival,
    Budget,
    Chart,
    Deck,
    Drawn,
    Flipbook,
    Gauge,
    Line,
    PhaseNow,
    Section,
    TrackTurn,
    Victory,
    game_over,
    lit,
    now,
    phases,
    tense,
)

DRAWING = ("landing", "event", "fire", "second-event")
"""The phases in which cards decide what happens."""


def flipbook(table: OmahaTable, seat: str | None, decision: Decision | None) -> Flipbook:
    """13, 4 Everything the flipbook shows."""
    turn = charts().turn(table.turn)
    built = None if decision is None else decision.built()
    attack = built if isinstance(built, AttackProspect) else None
    points = victory(table)
    return Flipbook(
        turn=table.turn,
        last_turn=table.last_turn,
        time=turn.time,
        phase=table.phase,
        phases=_phases(table.phase, is_extended(table)),
        now=game_over(table, "13") if decision is None else now(_title(table), decision, seat),
        tables=_tables(table, decision, attack),
        track=_track(table),
        gauges=_gauges(table, points),
        victory=points,
        sum=None if attack is None else sum_of(table, attack),
        deck=_deck(table),
        sections=[*(extended.sections(table) if is_extended(table) else []), _due(table)],
        spaces=extended.tracks(table),
        budgets=_budgets(table),
        flood="" if turn.tide == "low" else turn.tide,
        weather=f"{turn.tide} tide",
    )


# --- where we are


@cache
def _phases(here: str, extended_game: bool) -> list[PhaseNow]:
    """4, 15 The phases of a turn; those before this one are past."""
    known = sequence.EXTENDED_PHASES if extended_game else sequence.PHASES
    number = list(known).index(here) if here in known else -1
    return phases(rule_index("omaha"), list(known.values()), number)


def _title(table: OmahaTable) -> str:
    known = sequence.phases(table)
    if table.phase in known:
        return known[table.phase].name
    set_up = "21.1" if table.scenario == "beyond-the-beach" else "3"
    return rule_index("omaha").rule(set_up).title


# --- the tables


Cells = list[tuple[int, int | None]]
"""Cells of a chart, or whole rows, by number."""


def _tables(
    table: OmahaTable, decision: Decision | None, attack: AttackProspect | None
) -> list[Chart]:
    """The tables of the phase: those needed for the decision, or now, and what lights up."""
    needed = NEEDED.get(table.phase, ()) + (("advance",) if table.advances else ())
    cells = {
        "landing": _landing_rows(table),
        "german-actions": _actions_lit(table, decision) if table.phase == "fire" else [],
        "us-attack": _attack_cells(table, attack),
        "us-barrage": _barrage_columns(table, decision),
    }
    found = [lit(each, decision, cells.get(each.id, [])) for each in _charts(table)]
    return [structs.replace(each, needed=True) if each.id in needed else each for each in found]


NEEDED: dict[str, tuple[str, ...]] = {
    "landing": ("landing",),
    "fire": ("german-fire", "german-actions"),
}
"""The tables that a phase needs, whatever is decided."""


def _charts(table: OmahaTable) -> list[Chart]:
    if table.phase in ("setup", "landing", "event", "second-event"):
        return [tables.landing(table.turn)]
    if table.phase == "action":
        attack = tables.us_attack(table.turn)
        return [attack, tables.us_barrage(), tables.us_weapons(), tables.terrain()]
    if table.phase not in ("fire", "engineer"):
        return []
    fire = tables.german_fire(extended=german_actions_on(table))
    if not german_actions_on(table):
        return [fire, tables.artillery()]
    found = [tables.german_actions(), fire, tables.mortars(), tables.advances(), tables.artillery()]
    return [*found, *([tables.armor_actions()] if plays_variant(table, "german-armor") else [])]


def _actions_lit(table: OmahaTable, decision: Decision | None) -> Cells:
    """GAS The cell that the acting position is in; else the rows of the card in use."""
    called = None if decision is None else decision.built()
    if isinstance(called, Called):
        return [tables.action_cell(*called)]
    number = next((number for number in reversed(table.fire_cards) if number), 0)
    letters = [square.action for square in card(number).squares] if number else []
    return [(tables.action_row(letter), None) for letter in letters]


def _landing_rows(table: OmahaTable) -> Cells:
    """The rows of this turn's landing table that concern units in boxes."""
    units = [
        each
        for sector in table.sectors
        for each in landing_checks.boxed(table, sector, range(UNITS))
    ]
    rows = tables.landing_rows(table.turn)
    found: Cells = []
    for number, row in enumerate(rows):
        for unit in units:
            beach = board().box_row[table.box[unit]].beach
            if (
                equipment().units[unit].type in row["types"]
                and (row["only_on"] is None or beach in row["only_on"])
                and beach not in row["not_on"]
            ):
                found.append((number, None))
                break
    return found


def _barrage_columns(table: OmahaTable, decision: Decision | None) -> Cells:
    """The columns of the barrage table that the unit about to act would use."""
    acting = None if decision is None else decision.built()
    if not isinstance(acting, Going) or not barrage_targets(table, acting.pieces[0]):
        return []
    columns = tables.barrage_columns(unit_side(table, acting.pieces[0]).strength)
    return [(row, column) for column in columns for row in range(len(SHOWN))]


def _attack_cells(table: OmahaTable, attack: AttackProspect | None) -> Cells:
    """The cells from which the outcome of an attack may be read, as its chances have it."""
    if attack is None:
        return []
    found = endings(table, attack.post, attack.attackers, attack.naval)
    return [*dict.fromkeys(tables.attack_cell(*ending.cell) for ending in found)]


# --- the track


def _track(table: OmahaTable) -> list[TrackTurn]:
    due = _arrivals(table)
    return [
        TrackTurn(
            turn.number,
            f"{turn.time} hours, {turn.tide} tide",
            tense(turn.number, table.turn),
            due.get(turn.number, []),
            list(turn.printed),
            turn.number in checks(table),
            turn.shuffle,
            turn.tide,
        )
        for turn in charts().turns[_first_turn(table.scenario) - 1 : table.last_turn]
    ]


@cache
def _first_turn(scenario: str) -> int:
    row = next(row for row in pack.load().rows("scenarios") if row["scenario"] == scenario)
    return int(row["turns"][0])


def _arrivals(table: OmahaTable) -> dict[int, list[Arrival]]:
    """5.3 Who is due, by turn."""
    found: dict[int, list[Arrival]] = {}
    for piece in range(PIECES):
        if table.due[piece] >= 0:
            delayed = bool(table.delayed >> piece & 1)
            arrival = Arrival(piece_name(piece), assigned_landing(piece), delayed=delayed)
            found.setdefault(table.due[piece], []).append(arrival)
    return found


def _due(table: OmahaTable) -> Section:
    """5.3 Who is due this turn and later."""
    due = _arrivals(table)
    here = due.get(table.turn, [])
    lines = [f"This turn: {_named(here)}" if here else "Nobody is due this turn."]
    later = [turn for turn in sorted(due) if table.turn < turn <= table.last_turn]
    lines += [f"Turn {turn}: {_named(due[turn])}" for turn in later]
    title = f"Landing: {len(here)} due now"
    if later:
        title += f", Turn {later[0]}: {len(due[later[0]])}"
    return Section("due", title, "5.3", [Line(line) for line in lines])


def _named(arrivals: list[Arrival]) -> str:
    return ", ".join(
        f"{each.unit} {each.where}{' delayed' if each.delayed else ''}" for each in arrivals
    )


# --- how it stands


def _gauges(table: OmahaTable, points: Victory) -> list[Gauge]:
    """13 The figures to keep in sight."""
    items = ", ".join(f"{entry.source} {entry.points}" for entry in counted(table))
    said = f"{points.points} victory points now: {points.level}"
    return [
        Gauge("VP", str(points.points), points.level, f"{said}\n{items}"),
        *(
            Gauge(
                f"{loss.name.removesuffix(' Division')} losses",
                f"{loss.lost}/{loss.limit}",
                title=loss.said,
                of=(loss.lost, loss.limit),
                danger=loss.lost >= loss.limit - 2,
            )
            for loss in losses(table)
        ),
    ]


def _deck(table: OmahaTable) -> Deck:
    fire = {number: sector for sector, number in zip(SECTORS, table.fire_cards, strict=True)}
    return Deck(
        list(members(table.deck)),
        list(members(table.discards)),
        [
            Drawn(number, fire[number], _fire_said(table, number, fire[number]))
            if number in fire
            else Drawn(number)
            for number in table.track
        ],
        table.phase in DRAWING,
    )


def _fire_said(table: OmahaTable, number: int, sector: str) -> str:
    text = fire_text(card(number), letters=german_actions_on(table))
    return f"Fire in the {sector} sector, card {number}: {text}"


def fire_text(drawn: OmahaCard, *, letters: bool = False) -> str:
    """6.1, 16 What a card says for German fire, or for German actions, in words."""
    squares = []
    for square in drawn.squares:
        otherwise = f" {square.action}" if letters else ""
        star = {"star": ", leaders too", "armor": ", armor too"}.get(square.action, otherwise)
        squares.append(f"{'double ' if square.double else ''}{square.color}{star}")
    said = f"{'; '.join(squares)}. Target {drawn.target}."
    if drawn.artillery:
        calibers = ", ".join(drawn.artillery.calibers)
        said += f" Artillery {drawn.artillery.value} ({calibers})."
    return said


def _budgets(table: OmahaTable) -> list[Budget]:
    """7.2, 8.5 The actions of the division that acts, and naval fire."""
    found = []
    for division in divisions(table):
        if table.acting == division:
            left = actions_left(table, division)
            text = f"{left} action{'' if left == 1 else 's'} left"
            found.append(Budget(division_name(division), text, max(0, left)))
    if table.naval_fire:
        found.append(Budget("Naval fire:", str(table.naval_fire)))
    return found
