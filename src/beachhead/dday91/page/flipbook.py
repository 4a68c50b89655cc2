"""The flipbook: where we are, what must and may be done now, the combat being built, the tray."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from beachhead.dday91 import reinforcements, setup, victory
from beachhead.dday91.board import board
from beachhead.dday91.charts import Group, charts
from beachhead.dday91.moves import income
from beachhead.dday91.page import charts as tables
from beachhead.dday91.page import victory_sheet
from beachhead.dday91.page.chances import chances, whole_attack, winning
from beachhead.dday91.page.sums import combat_of, sum_of
from beachhead.dday91.pieces import pieces
from beachhead.dday91.ranges import reach
from beachhead.dday91.state import (
    ALLIED,
    GERMAN,
    LAST_TURN,
    SIDES,
    WAITING,
    Combat,
    Table,
    hex_tag,
    names,
    plays,
    row,
    side_name,
    unit_name,
    unit_tag,
)
from beachhead.dday91.zones import zones
from beachhead.kernel.flipbook import Phase, capital, game_over, phases, tense
from beachhead.kernel.play import Decision
from beachhead.kernel.rulebook import rule_index

PHASES = {
    "setup": Phase("setup", "Set-up", "6a4", "Set-up"),
    "new-moves": Phase("new-moves", "New Moves", "3d", "Moves"),
    "reinforcement": Phase("reinforcement", "Reinforcements", "3f", "Enter"),
    "replacement": Phase("replacement", "Replacements", "11b", "Replace"),
    "port-transfer": Phase("port-transfer", "Port transfers", "3e1", "Ports"),
    "invasion": Phase("invasion", "Invasions", "3e2", "Invade"),
    "movement": Phase("movement", "Movement", "3", "Move"),
    "combat": Phase("combat", "Combat", "4", "Combat"),
    "supply": Phase("supply", "Supply", "3c", "Supply"),
}
"""2b The steps of a portion of the Turn."""
ALLIED_ONLY = ("port-transfer", "invasion")

STEPS = {
    "set_up_chosen": "How the Germans are set up",
    "unit_chosen": "The German set-up, unit by unit",
    "placed": "The German set-up, unit by unit",
    "reinforcement_chosen": "Reinforcements enter",
    "entered": "A reinforcement enters",
    "replaced": "Moves buy back what was lost",
    "transfer_chosen": "From port to port",
    "transferred": "From port to port",
    "invader_chosen": "Who invades",
    "sent": "Which beach",
    "mover_chosen": "Which unit or army moves",
    "leg_chosen": "On the move",
    "target_chosen": "Announcing combats",
    "attacker_added": "Putting a combat together",
    "reacted": "Air units react",
    "corps_chosen": "Carpet bombing",
    "combat_chosen": "Resolving combats",
    "initiative_decided": "The initiative marker",
    "loss_marked": "Marking losses",
    "fight_on_decided": "Fight on?",
    "retreated": "Retreat",
    "stayed": "No retreat",
    "advanced": "Occupying the hex",
    "pursuit_chosen": "Pursuit",
    "striker_chosen": "Pursuit",
    "landed": "Landing where nobody defends",
    "given_up": "Stacks that may not stay",
}
MUST = {
    "set_up_chosen": "Take a ready-made set-up, or place every unit yourself.",
    "unit_chosen": "Every unit of the tray must be placed where its card allows.",
    "placed": "Drag the counter to a lit hex, or click one.",
    "leg_chosen": "Click the hex to go to, one after the other or at once; then stop.",
    "attacker_added": "Add units one by one, then commit the attack.",
    "loss_marked": "The loser chooses who takes each loss.",
    "retreated": "One hex, together; on only where they may not stack.",
    "given_up": "No two units may stay together without an army headquarters.",
}
PARTS = {"placed", "entered", "transferred", "sent", "leg_chosen", "attacker_added"}
"""Decisions that are a part of a bigger choice, which can be taken back."""
DRAGS = {
    "unit_chosen",
    "placed",
    "reinforcement_chosen",
    "entered",
    "transfer_chosen",
    "transferred",
    "invader_chosen",
    "sent",
    "mover_chosen",
    "leg_chosen",
}
"""Decisions about a unit and where it goes: its counter can be dragged there."""


def flipbook(table: Table, seat: str | None, decision: Decision | None) -> dict[str, Any]:
    """2b Everything the flipbook shows; all of it is open."""
    own = decision if decision is not None and decision.seat == seat else None
    combat = combat_of(table, decision)
    return {
        "turn": table.turn,
        "last_turn": LAST_TURN,
        "time": f"{charts().month(table.turn).title()} {_year(table.year, table.turn)}",
        "die": 10,
        "phase": table.step,
        "phases": _phases(table.side, table.step, "replacements" in table.options),
        "now": _now(table, decision, own),
        "sum": None if combat is None else sum_of(table, combat),
        "tray": _tray(table, own),
        "tables": _tables(table, decision),
        "track": _track(table),
        "gauges": _gauges(table),
        "victory": victory_sheet.sheet(table),
        "sections": _sections(table),
        "labels": [] if own is None else _labels(table, own),
    }


def _year(year: int, turn: int) -> int:
    """TRT June is the first month: from the eighth on it is the next year."""
    return year + (turn > 7)


# --- where we are


@cache
def _phases(side: int, now: str, replacements: bool) -> list[dict[str, Any]]:
    listed = [
        phase
        for name, phase in PHASES.items()
        if (name == "setup") == (now == "setup")
        and (side == ALLIED or name not in ALLIED_ONLY)
        and (replacements or name != "replacement")
    ]
    here = next((number for number, phase in enumerate(listed) if phase.id == now), 0)
    return phases(rule_index("dday91"), listed, here)


def _now(table: Table, decision: Decision | None, own: Decision | None) -> dict[str, Any]:
    if decision is None:
        return game_over(table, "6")
    title = PHASES[table.step].name
    if table.step != "setup":
        title = f"{side_name(table.side)} {title.lower()}"
    return {
        "title": title,
        "step": STEPS.get(decision.kind, ""),
        "rule": decision.rule,
        "must": [] if own is None else [MUST.get(own.kind, own.prompt)],
        "may": [] if own is None else _may(table, own),
        "part": own is not None and own.kind in PARTS and not _spoken(table, own),
        "drag": own is not None and own.kind in DRAGS,
        "hostile": decision.kind == "target_chosen",
        "left": "" if own is None else _left(table, own),
    }


def _spoken(table: Table, own: Decision) -> bool:
    """Whether a part of the choice has been done that one would not take back by the way."""
    if own.kind == "leg_chosen":
        return any(table.expended.get(unit, 0) for unit in table.moving)
    return own.kind == "attacker_added" and table.building.bit_count() > 0


def _may(table: Table, decision: Decision) -> list[str]:
    """What the decision leaves free, in words; for the seat that decides."""
    side = SIDES.index(decision.seat)
    moves = f"{table.moves[side]} Moves are left"
    if decision.kind == "mover_chosen":
        return [
            f"{moves}; one moves a unit, or an army with all in its holding box (3d2).",
            "Units that enter no enemy zone of control and do not attack go twice as far (3b1).",
            "Drag a counter to its hex; or click it, spend the Move, and click the hex.",
        ]
    if decision.kind == "unit_chosen":
        return ["A counter that is placed can be dragged to another hex, or back to the tray."]
    if decision.kind == "leg_chosen":
        return [_factors(table, decision), *_army(table)]
    if decision.kind == "transfer_chosen":
        return [f"{moves}; each transfer costs one (3e1)."]
    if decision.kind == "invader_chosen":
        return [
            f"{moves}; each unit costs two, times the number of its invasion hex (3e2).",
            "Drag a counter to an invasion hex, or click it and then the hex.",
        ]
    if decision.kind == "reinforcement_chosen":
        return ["They may be held back; placing them costs no Moves (3f1)."]
    if decision.kind in ("target_chosen", "attacker_added"):
        said = [f"{moves}; a unit that has had none this Turn needs one to attack (3d2)."]
        return [*said, ALL_FIGURE] if decision.kind == "target_chosen" else said
    if decision.kind == "combat_chosen":
        return [COMBAT_FIGURE]
    return []


ALL_FIGURE = (
    "The figure on a hex is the chance that the attacker wins a throw of the dice there with "
    "everybody who could attack it."
)
COMBAT_FIGURE = (
    "The figure on a hex is the chance that the attacker wins a throw of the dice in that combat."
)
"""4c What the figures on the map are the chances of."""


def _factors(table: Table, decision: Decision) -> str:
    spent = max(table.expended.get(unit, 0) for unit in table.moving)
    hexes = sum(option.value[0] == "path" for option in decision.options)
    return f"{spent} movement factors are expended; {hexes} hexes can be reached."


def _army(table: Table) -> list[str]:
    if not pieces().armies >> table.moving[0] & 1 or len(table.moving) < 2:
        return []
    return ["The army may leave units behind or send them on alone (2d1)."]


def _left(table: Table, decision: Decision) -> str:
    """What would be given up by ending now."""
    if decision.kind == "mover_chosen":
        able = sum(option.id.startswith("move-") for option in decision.options)
        if able and table.moves[table.side]:
            return f"{able} units or armies could still move."
    if decision.kind == "landed":
        return "Whoever does not land now is lost."
    if decision.kind == "target_chosen" and table.invaders & ~table.fought:
        return "Invaders that neither fight nor find an empty beach are lost."
    return ""


# --- the tray


def _tray(table: Table, own: Decision | None) -> dict[str, Any] | None:
    """6a4, 3f The counters beside the board that are to be placed, by where they may go."""
    if own is not None and own.kind == "replaced":
        return _lost_units(table, own)
    if own is None or own.kind not in ("unit_chosen", "placed", "reinforcement_chosen", "entered"):
        return None
    chosen = own.arguments[0] if own.kind in ("placed", "entered") else None
    first = table.step == "setup"
    waiting = setup.unplaced(table) if first else reinforcements.available(table)
    groups: dict[str, list[dict[str, Any]]] = {}
    for unit in waiting:
        group = charts().group_of(table.year, row(unit))
        where = "any city it controls" if group is None or unit in table.returns else group.label
        groups.setdefault(capital(where), []).append(_waiting(unit, group, unit == chosen))
    lifted = first and chosen is not None and table.hex[chosen] >= 0
    hint = "Drag a counter to a lit hex; or click it, then the hex."
    return {
        "title": _tray_title(len(waiting), first),
        "rule": "6a4" if first else "3f",
        "hint": "Put it down in a lit hex; or here, to place it later." if lifted else hint,
        "groups": [{"title": where, "units": units} for where, units in groups.items()],
    }


def _tray_title(count: int, first: bool) -> str:
    if not first:
        return f"{count} may enter"
    return f"{count} still to place" if count else "All are placed"


def _lost_units(table: Table, own: Decision) -> dict[str, Any] | None:
    """11b2 Eliminated units that can be bought back."""
    lost = {tag for option in own.options for tag in option.touches if tag.startswith("unit-")}
    units = [unit for unit in _eliminated(table) if unit_tag(unit) in lost]
    if not units:
        return None
    listed = [_waiting(unit, None, chosen=False) for unit in units]
    return {
        "title": f"{len(units)} can be bought back",
        "rule": "11b2",
        "hint": "Click a counter to buy it back.",
        "groups": [{"title": "Eliminated", "units": listed}],
    }


def _waiting(unit: int, group: Group | None, chosen: bool) -> dict[str, Any]:
    return {
        "id": unit_tag(unit),
        "name": unit_name(unit),
        "reduced": bool(group and group.reduced >> unit & 1),
        "chosen": chosen,
    }


# --- tables


def _tables(table: Table, decision: Decision | None) -> list[dict[str, Any]]:
    kind = "" if decision is None else decision.kind
    fighting = table.step == "combat"
    found = [
        tables.terrain() | {"needed": kind in ("leg_chosen", "attacker_added")},
        tables.moves() | {"needed": False},
    ]
    if fighting:
        found.insert(0, tables.results() | {"needed": kind == "combat_chosen"})
    if plays(table, "weather"):
        found.append(tables.weather() | {"needed": False, "lit": [tables.weather_row(table.turn)]})
    if plays(table, "carpet-bombing"):
        found.append(tables.bombing(table.year) | {"needed": kind == "corps_chosen"})
    return found


# --- the track and what is to come


def _track(table: Table) -> list[dict[str, Any]]:
    coming = _schedule(table)
    return [
        {
            "turn": turn,
            "when": f"{charts().month(turn).title()} {_year(table.year, turn)}",
            "state": tense(turn, table.turn),
            "arrivals": [
                {"unit": unit_name(unit), "side": side, "where": where, "delayed": False}
                for side, unit, where in coming.get(turn, ())
            ],
            "printed": [],
            "check": turn == LAST_TURN,
        }
        for turn in range(1, LAST_TURN + 1)
    ]


def _schedule(table: Table) -> dict[int, list[tuple[str, int, str]]]:
    """3f The units still to come, by the Turn on which they may enter."""
    found: dict[int, list[tuple[str, int, str]]] = {}
    for side in SIDES:
        for group in charts().reinforcements(table.year, side):
            for unit in group.units:
                if table.hex[unit] == WAITING and setup.in_use(table, group, unit):
                    turn = max(group.turn or 1, table.turn)
                    found.setdefault(turn, []).append((side, unit, group.label))
    for unit, turn in table.returns.items():
        entry = (row(unit).side, unit, "any city its side controls")
        found.setdefault(max(turn, table.turn), []).append(entry)
    return found


def _sections(table: Table) -> list[dict[str, Any]]:
    return [_coming(table), _incomes(table), _lost(table)]


def _section(
    id_: str, title: str, rule: str, lines: list[dict[str, Any]], *, opened: bool = False
) -> dict[str, Any]:
    return {"id": id_, "title": title, "rule": rule, "open": opened, "lines": lines}


def _coming(table: Table) -> dict[str, Any]:
    lines = []
    for turn, listed in sorted(_schedule(table).items()):
        for side in SIDES:
            places: dict[str, list[int]] = {}
            for whose, unit, where in listed:
                if whose == side:
                    places.setdefault(where, []).append(unit)
            if places:
                said = "; ".join(f"{names(units)} ({where})" for where, units in places.items())
                text = f"Turn {turn}, {side.title()}: {said}"
                lines.append({"text": text, "touches": []})
    return _section("coming", "Reinforcements due", "3f", lines)


def _incomes(table: Table) -> dict[str, Any]:
    """3d, 11a What the next portion of each side brings, as things stand."""
    lines = []
    for side in (ALLIED, GERMAN):
        items = income(table, side)
        said = ", ".join(f"{count} {name}" for name, count in items.items())
        text = f"{side_name(side)}: {table.moves[side]} now, {sum(items.values())} more ({said})"
        lines.append({"text": text, "touches": []})
    rule = "11a" if plays(table, "acquiring-moves") else "3d"
    return _section("income", "Moves: in hand and to come", rule, lines)


def _lost(table: Table) -> dict[str, Any]:
    lines = []
    for side in (ALLIED, GERMAN):
        units = [
            unit.index
            for unit in pieces().units
            if unit.side == SIDES[side] and table.hex[unit.index] == -2
        ]
        if units:
            lines.append({"text": f"{side_name(side)}: {names(units)}", "touches": []})
    return _section("lost", f"Eliminated units ({len(list(_eliminated(table)))})", "4e1", lines)


def _eliminated(table: Table) -> Iterator[int]:
    return (unit for unit, hex_ in enumerate(table.hex) if hex_ == -2)


# --- how it stands


def _gauges(table: Table) -> list[dict[str, Any]]:
    found = []
    for side in (ALLIED, GERMAN):
        more = sum(income(table, side).values())
        said = f"{side_name(side)} Moves: {table.moves[side]}; {more} more at its next portion"
        value = str(table.moves[side])
        found.append(_gauge(f"{side_name(side)} Moves", value, f"+{more} a Turn", said))
    for name, (have, need) in victory.conditions(table).items():
        if name.startswith("Allied ground units"):
            said = f"{name}: {have}; {need} are needed at the end"
            found.append(_gauge("East of Rhine", f"{have}/{need}", "", said))
        elif name.startswith("Allied corps"):
            said = f"{name}: {have}; {need} are a German victory"
            found.append(
                _gauge("Corps lost", f"{have}/{need}", "", said, danger=have * 3 > need * 2)
            )
    if plays(table, "weather"):
        sky = "bad" if table.bad_weather else "good"
        found.append(_gauge("Weather", sky, "", f"The weather is {sky} this Turn"))
    if plays(table, "initiative"):
        holder = side_name(table.initiative)
        found.append(_gauge("Initiative", holder, "", f"{holder} holds the initiative marker"))
    return found


def _gauge(name: str, value: str, note: str, title: str, *, danger: bool = False) -> dict[str, Any]:
    return {"name": name, "value": value, "note": note, "title": title, "danger": danger}


# --- words on the map


def _labels(table: Table, own: Decision) -> list[dict[str, str]]:
    """What options cost or promise, where they lead; for the seat that decides."""
    if own.kind == "leg_chosen" and table.moving:
        costs, threatened = reach(table, table.moving).cost, zones(table, 1 - table.side)
        return [
            _label(option.value[-1], str(costs[option.value[-1]]), _look(option.value, threatened))
            for option in own.options
            if option.value[0] == "path" and option.value[-1] in costs
        ]
    if own.kind == "target_chosen":
        return [_promise(table, option.value) for option in own.options if option.value >= 0]
    if own.kind == "combat_chosen":
        return [_chance(combat.target, winning(chances(table, combat))) for combat in table.combats]
    if own.kind == "sent":
        return [
            _label(option.value, f"{2 * board().invasions[option.value].number} Moves", "none")
            for option in own.options
        ]
    return []


def _look(value: Any, threatened: int) -> str:
    return "some" if threatened >> value[-1] & 1 else "none"


def _promise(table: Table, target: int) -> dict[str, str]:
    """4c The chance to win with everybody who could attack."""
    combat = Combat(target, whole_attack(table, target))
    return _chance(target, winning(chances(table, combat)))


def _chance(target: int, chance: float) -> dict[str, str]:
    return _label(target, f"{round(100 * chance)}%", "none" if chance >= 0.5 else "high")


def _label(hex_: int, text: str, look: str) -> dict[str, str]:
    return {"id": hex_tag(hex_), "text": text, "class": look}
