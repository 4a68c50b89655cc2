"""The flipbook: where we are, what must and may be done now, the combat being built, the tray."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from beachhead.dday91.drawing.counters import standing
from beachhead.dday91.movement.acquiring_and_spending_moves import income
from beachhead.dday91.page import charts as tables
from beachhead.dday91.page import victory_sheet
from beachhead.dday91.page.sums import sum_of
from beachhead.dday91.reinforcements import entering
from beachhead.dday91.sequence import ALLIED_ONLY, PHASES
from beachhead.dday91.setup import how_to_win, placing_units
from beachhead.dday91.table import state
from beachhead.dday91.table.charts import DIE, Group, charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import charts_of
from beachhead.dday91.table.schema import LAST_TURN, SIDES
from beachhead.dday91.table.state import ALLIED, GERMAN, Combat, DDayTable
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Decision
from beachhead.kernel.rulebook import rule_index
from beachhead.page import book


def flipbook(table: DDayTable, seat: str | None, decision: Decision | None) -> book.Flipbook:
    """2b Everything the flipbook shows; all of it is open."""
    own = decision if decision is not None and decision.seat == seat else None
    combat: Combat | None = (decision and decision.built()) or table.combat
    return book.Flipbook(
        turn=table.turn,
        last_turn=LAST_TURN,
        time=_month(table.year, table.turn),
        die=len(DIE),
        phase=table.step,
        phases=_phases(table.side, table.step, "replacements" in table.options),
        now=book.game_over(table, "6")
        if decision is None
        else book.now(_title(table), decision, seat),
        sum=None if combat is None else sum_of(table, combat),
        tray=None if own is None else _tray(table, own),
        roster=_armies(table),
        tables=_tables(table, decision),
        track=_track(table),
        gauges=[*_gauges(table)],
        victory=victory_sheet.sheet(table),
        sections=[_coming(table), _incomes(table), _lost(table)],
    )


def _month(year: int, turn: int) -> str:
    """TRT June is the first month: from the eighth on it is the next year."""
    return f"{charts().month(turn).title()} {year + (turn > 7)}"


# --- where we are


@cache
def _phases(side: int, step: str, replacements: bool) -> list[book.PhaseNow]:
    listed = [
        phase
        for phase in PHASES.values()
        if (phase.id == "setup") == (step == "setup")
        and (side == ALLIED or phase.id not in ALLIED_ONLY)
        and (replacements or phase.id != "replacement")
    ]
    here = next((number for number, phase in enumerate(listed) if phase.id == step), 0)
    return book.phases(rule_index("dday91"), listed, here)


def _title(table: DDayTable) -> str:
    title = PHASES[table.step].name
    return title if table.step == "setup" else f"{state.side_name(table.side)} {title.lower()}"


# --- the tray


def _tray(table: DDayTable, own: Decision) -> book.Tray | None:
    """6a4, 3f The counters beside the board that are to be placed, by where they may go."""
    if table.step == "replacement":
        return _lost_units(table, own)
    if table.step not in ("setup", "reinforcement") or not own.topic.drag:
        return None
    about = own.about
    first = table.step == "setup"
    waiting = placing_units.unplaced(table) if first else entering.available(table)
    groups: dict[str, list[book.TrayUnit]] = {}
    for unit in waiting:
        group = charts_of(table).group_of(table.year, state.row(unit))
        where = "any city it controls" if group is None or unit in table.returns else group.label
        listed = groups.setdefault(book.capital(where), [])
        listed.append(_waiting(unit, group, state.unit_tag(unit) in about))
    lifted = first and about and about[0] not in map(state.unit_tag, waiting)
    hint = "Drag a counter to a lit hex; or click it, then the hex."
    to_place = f"{len(waiting)} still to place" if waiting else "All are placed"
    return book.Tray(
        to_place if first else f"{len(waiting)} may enter",
        "6a4" if first else "3f",
        "Put it down in a lit hex; or here, to place it later." if lifted else hint,
        [book.TrayGroup(where, units) for where, units in groups.items()],
    )


def _lost_units(table: DDayTable, own: Decision) -> book.Tray | None:
    """11b2 Eliminated units that can be bought back."""
    lost = {tag for option in own.options for tag in option.touches if tag.startswith("unit-")}
    units = [unit for unit in _eliminated(table) if state.unit_tag(unit) in lost]
    if not units:
        return None
    group = book.TrayGroup("Eliminated", [_waiting(unit, None, chosen=False) for unit in units])
    hint = "Click a counter to buy it back."
    return book.Tray(f"{len(units)} can be bought back", "11b2", hint, [group])


def _waiting(unit: int, group: Group | None, chosen: bool) -> book.TrayUnit:
    reduced = bool(group and group.reduced >> unit & 1)
    return book.TrayUnit(state.unit_tag(unit), state.unit_name(unit), reduced, chosen)


# --- the armies


def _armies(table: DDayTable) -> book.Roster:
    """2d1 Every army on the map, where it is, and who is in its holding box."""
    _, boxed = standing(table)
    found = []
    for army in members(pieces().armies):
        here = table.hex[army]
        if here < 0:
            continue
        held = boxed.get(army, [])
        combat = sum(unit.combat_when(reduced) for unit, reduced in held)
        note = f"in {state.hex_label(here)}"
        note += f", combat factors {combat}" if held else ", nobody in its box"
        units = [
            book.TrayUnit(f"unit-{unit.id}", unit.name, reduced)
            for unit, reduced in sorted(held, key=lambda one: one[0].index)
        ]
        touches = [state.unit_tag(army), state.hex_tag(here)]
        found.append(book.RosterGroup(state.unit_name(army), note, units, touches))
    return book.Roster("Armies", found)


# --- tables


def _tables(table: DDayTable, decision: Decision | None) -> list[book.Chart]:
    found = [book.lit(each, decision) for each in (tables.terrain(), tables.KEPT["moves"])]
    if table.step == "combat":
        found.insert(0, book.lit(tables.KEPT["results"], decision))
    if state.plays(table, "weather"):
        found.append(book.lit(tables.weather(), None, [(min(table.turn, LAST_TURN) - 1, 0)]))
    if state.plays(table, "carpet-bombing"):
        found.append(book.lit(tables.bombing(table.year), decision))
    return found


# --- the track and what is to come


def _track(table: DDayTable) -> list[book.TrackTurn]:
    coming = _schedule(table)
    return [
        book.TrackTurn(
            turn,
            _month(table.year, turn),
            book.tense(turn, table.turn),
            [
                book.Arrival(state.unit_name(unit), where, side)
                for side, unit, where in coming.get(turn, ())
            ],
            check=turn == LAST_TURN,
        )
        for turn in range(1, LAST_TURN + 1)
    ]


def _schedule(table: DDayTable) -> dict[int, list[tuple[str, int, str]]]:
    """3f The units still to come, by the Turn on which they may enter."""
    found: dict[int, list[tuple[str, int, str]]] = {}
    for side in SIDES:
        for group, units in placing_units.awaited(table, side):
            turn = max(group.turn or 1, table.turn)
            found.setdefault(turn, []).extend((side, unit, group.label) for unit in units)
    for unit, turn in table.returns.items():
        entry = (state.row(unit).side, unit, "any city its side controls")
        found.setdefault(max(turn, table.turn), []).append(entry)
    return found


def _coming(table: DDayTable) -> book.Section:
    lines = []
    for turn, listed in sorted(_schedule(table).items()):
        for side in SIDES:
            places: dict[str, list[int]] = {}
            for whose, unit, where in listed:
                if whose == side:
                    places.setdefault(where, []).append(unit)
            if places:
                said = "; ".join(
                    f"{state.names(units)} ({where})" for where, units in places.items()
                )
                lines.append(book.Line(f"Turn {turn}, {side.title()}: {said}"))
    return book.Section("coming", "Reinforcements due", "3f", lines)


def _incomes(table: DDayTable) -> book.Section:
    """3d, 11a What the next portion of each side brings, as things stand."""
    lines = []
    for side in (ALLIED, GERMAN):
        items = income(table, side)
        said = ", ".join(f"{count} {name}" for name, count in items.items())
        now = f"{state.side_name(side)}: {table.moves[side]} now"
        lines.append(book.Line(f"{now}, {sum(items.values())} more ({said})"))
    rule = "11a" if state.plays(table, "acquiring-moves") else "3d"
    return book.Section("income", "Moves: in hand and to come", rule, lines)


def _lost(table: DDayTable) -> book.Section:
    lost = set_of(_eliminated(table))
    lines = [
        book.Line(f"{state.side_name(side)}: {state.names(lost & state.side_units(side))}")
        for side in (ALLIED, GERMAN)
        if lost & state.side_units(side)
    ]
    return book.Section("lost", f"Eliminated units ({lost.bit_count()})", "4e1", lines)


def _eliminated(table: DDayTable) -> Iterator[int]:
    return (unit for unit, hex_ in enumerate(table.hex) if hex_ == state.ELIMINATED)


# --- how it stands


def _gauges(table: DDayTable) -> Iterator[book.Gauge]:
    for side in (ALLIED, GERMAN):
        name, have = f"{state.side_name(side)} Moves", table.moves[side]
        more = sum(income(table, side).values())
        said = f"{name}: {have}; {more} more at its next portion"
        yield book.Gauge(name, str(have), f"+{more} a Turn", said)
    for name, (have, need) in how_to_win.conditions(table).items():
        if name.startswith("Allied ground units"):
            said = f"{name}: {have}; {need} are needed at the end"
            yield book.Gauge("East of Rhine", f"{have}/{need}", "", said)
        elif name.startswith("Allied corps"):
            said, danger = f"{name}: {have}; {need} are a German victory", have * 3 > need * 2
            yield book.Gauge("Corps lost", f"{have}/{need}", "", said, danger=danger)
    if state.plays(table, "weather"):
        sky = "bad" if table.bad_weather else "good"
        yield book.Gauge("Weather", sky, "", f"The weather is {sky} this Turn")
    if state.plays(table, "initiative"):
        holder = state.side_name(table.initiative)
        yield book.Gauge("Initiative", holder, "", f"{holder} holds the initiative marker")
