"""The flipbook: where we are, what must and may be done now, and the tables for it."""

from __future__ import annotations

from functools import cache
from typing import Any

from beachhead.kernel.flipbook import Phase, game_over, phases, shown, tense
from beachhead.kernel.play import Decision
from beachhead.kernel.rulebook import rule_index
from beachhead.omaha import landing, pack
from beachhead.omaha.allotment import actions_left, division_name
from beachhead.omaha.arrivals import assigned_landing
from beachhead.omaha.board import board
from beachhead.omaha.cards import Card, card
from beachhead.omaha.charts import charts
from beachhead.omaha.engineers import hexes_to_clear
from beachhead.omaha.losses import infantry_lost
from beachhead.omaha.movement import STACKING_LIMIT
from beachhead.omaha.page import charts as tables
from beachhead.omaha.page import extended
from beachhead.omaha.page.victory_sheet import checks, victory
from beachhead.omaha.preview import attack_preview
from beachhead.omaha.state import (
    DIVISION_OF_SECTOR,
    PIECES,
    SECTORS,
    UNITS,
    Table,
    division_of,
    german_actions_on,
    hex_tag,
    is_extended,
    lore,
    piece_name,
    piece_tag,
    plays_variant,
    position_by_index,
    stacks,
    submerged,
    tide,
    unit_side,
)

PHASES = {
    "landing": ("amphibious", "4.I"),
    "event": ("event", "4.II"),
    "fire": ("german_fire", "4.III"),
    "engineer": ("engineer", "4.IV"),
    "action": ("us_action", "4.V"),
    "end": ("end_of_turn", "4.VI"),
}
"""4 The phase of the table, its name in the sequence of play, its rule."""
EXTENDED_PHASES = {
    "landing": ("amphibious", "15.I"),
    "event": ("event", "15.II"),
    "fire": ("german_fire", "15.III"),
    "second-event": ("second_event", "15.IV"),
    "engineer": ("engineer_and_hq", "15.V"),
    "action": ("us_action", "15.VI"),
    "end": ("end_of_turn", "15.VII"),
}
"""15 The same from Turn 17."""

STEPS = {
    "arrival_placed": "Arrivals go into landing boxes",
    "ranger_option_decided": "The rangers' choice of beach",
    "mine_victim_chosen": "A mine",
    "hit_chosen": "Who is hit",
    "leader_chosen": "Which leader is hit",
    "target_chosen": "Whom the artillery hits",
    "cleared": "Clearing obstacles",
    "order_chosen": "Order of divisions",
    "action_chosen": "Choosing actions",
    "deed_chosen": "What the unit does",
    "gathered": "Who goes along",
    "attack_built": "Building an attack",
    "consult_table": "What the hero adds",
    "attrition_decided": "Attrition",
    "infiltrator_decided": "Infiltration",
    "surplus_eliminated": "Stacking limits",
    "hero_placed": "A hero",
    "placed_on_beach": "Who is ashore begins on the beach",
    "engineers_chosen": "Engineers: a new base, or more range",
    "headquarters_chosen": "Command posts: a new one, or more range",
    "garrisons_chosen": "Garrisons",
    "mortar_target_chosen": "Whom the mortars hit",
    "patrolled": "Whom the patrol disrupts",
    "ambush_target_chosen": "Whom the ambush hits",
    "loss_chosen": "Who loses a step to the advance",
    "retreated": "Where those go whom the advance drives out",
    "step_added": "A replacement step",
}
MUST = {
    "action_chosen": "Choose units and targets one after the other, or end the division's actions.",
    "attack_built": "Name the units that take part, then attack.",
    "surplus_eliminated": "Eliminate units until no hex holds more than two.",
    "cleared": "Choose hexes to clear, as long as there are any that can be.",
    "hit_chosen": "Choose among the targets that the chart ranks alike.",
    "arrival_placed": "Place each arrival in a landing box that its counter names.",
    "placed_on_beach": "Choose a beach hex above high tide, with room for it.",
    "engineers_chosen": "Set up one base or extend the range of one; not both in a turn.",
    "headquarters_chosen": "Each HQ may become a command post, or raise its range by a space.",
    "garrisons_chosen": "Choose empty German positions within reach of the engineers.",
    "retreated": "Choose an adjacent hex outside the route of the advance.",
}


PARTS = {"deed_chosen", "gathered", "attack_built"}
"""Decisions that are a part of a bigger choice, which can be taken back."""


def flipbook(table: Table, _seat: str | None, decision: Decision | None) -> dict[str, Any]:
    """13, 4 Everything the flipbook shows."""
    turn = charts().turn(table.turn)
    attack = _attack(table, decision)
    return {
        "turn": table.turn,
        "last_turn": table.last_turn,
        "time": turn.time,
        "tide": turn.tide,
        "phase": table.phase,
        "phases": _phases(table.phase, is_extended(table)),
        "now": _now(table, decision),
        "tables": _tables(table, decision, attack),
        "attack": attack,
        "track": _track(table),
        "gauges": _gauges(table),
        "due": _arrivals(table, table.turn),
        "next_due": _next_due(table),
        "losses": _losses(table),
        "victory": victory(table),
        "cards": _cards(table),
        "actions": _actions(table, decision),
        "naval_fire": table.naval_fire,
        "ranges": extended.tracks(table),
        "sections": extended.sections(table) if is_extended(table) else [],
    }


# --- where we are


@cache
def _phases(now: str, extended_game: bool) -> list[dict[str, Any]]:
    """4, 15 The phases of a turn; those before this one are past."""
    known = EXTENDED_PHASES if extended_game else PHASES
    listed = [Phase(id_, _title(rule), rule) for id_, rule in known.values()]
    here = list(known).index(now) if now in known else -1
    return phases(rule_index("omaha"), listed, here)


def _title(rule: str) -> str:
    return rule_index("omaha").rule(rule).title.removesuffix(" (extended)")


def _now(table: Table, decision: Decision | None) -> dict[str, Any]:
    if decision is None:
        return game_over(table, "13")
    known = EXTENDED_PHASES if is_extended(table) else PHASES
    set_up = "21.1" if table.scenario == "beyond-the-beach" else "3"
    rule = known[table.phase][1] if table.phase in known else set_up
    must = [MUST.get(decision.kind, decision.prompt)]
    return {
        "title": _title(rule),
        "step": STEPS.get(decision.kind, ""),
        "rule": decision.rule,
        "must": must,
        "may": _may(table, decision),
        "part": decision.kind in PARTS,
    }


def _may(table: Table, decision: Decision) -> list[str]:
    """What the decision leaves free, in words."""
    if decision.kind == "action_chosen":
        left = actions_left(table, table.acting)
        paid = f"{left} paid action{'' if left == 1 else 's'}" if left else "no paid action"
        said = [
            f"{division_name(table.acting)}: {paid} left, besides free ones (7.1).",
            "Free: rangers, HQs and Generals, units with a hero or in command, units that climb "
            "or are disrupted, infantry that seeks shelter.",
        ]
        if table.naval_fire:
            said.append(f"Spend one of {table.naval_fire} naval fire markers (8.5).")
        return said
    if decision.kind == "attack_built" and any(o.id == "naval-fire" for o in decision.options):
        return ["Add naval fire (8.51)."]
    if decision.kind == "deed_chosen" and decision.arguments[0] < UNITS:
        said = [FIRE_FIGURE]
        if any(option.id.startswith("barrage-") for option in decision.options):
            said.append(BARRAGE_FIGURE)
        return said
    if decision.kind == "cleared":
        return [f"Up to {hexes_to_clear(table)} hexes in each sector this turn (10.12)."]
    return []


FIRE_FIGURE = (
    "The figure on a hex is the chance that the next German fire hits the unit there, if what is "
    "left to choose falls on it; 0% says nothing of mines, tides and events."
)
BARRAGE_FIGURE = "The figure on a target is the chance that the barrage disrupts the German."
"""What the figures on the map are the chances of."""


# --- the tables


def _tables(
    table: Table, decision: Decision | None, attack: dict[str, Any] | None
) -> list[dict[str, Any]]:
    kind = "" if decision is None else decision.kind
    if table.phase in ("setup", "landing", "event", "second-event"):
        waiting = [unit for sector in table.sectors for unit in landing.boxed(table, sector)]
        lit = _landing_rows(table, [unit for unit in waiting if unit < UNITS])
        return [shown(tables.landing(table.turn), table.phase == "landing", lit)]
    if table.phase in ("fire", "engineer"):
        firing = table.phase == "fire"
        fire = shown(tables.german_fire(extended=german_actions_on(table)), firing, [])
        artillery = shown(tables.artillery(), kind == "target_chosen", [])
        if not german_actions_on(table):
            return [fire, artillery]
        summary = shown(tables.german_actions(), firing, _actions_lit(table, decision))
        mortars = shown(tables.mortars(), kind == "mortar_target_chosen", [])
        advancing = firing and (bool(table.advances) or kind in ("loss_chosen", "retreated"))
        found = [summary, fire, mortars, shown(tables.advances(), advancing, []), artillery]
        if plays_variant(table, "german-armor"):
            found.append(shown(tables.armor_actions(), False, []))
        return found
    if table.phase == "action":
        building = attack is not None
        barrages = _barrage_columns(table, decision)
        return [
            shown(tables.us_attack(table.turn), building, _attack_cells(attack)),
            shown(tables.us_barrage(), bool(barrages), barrages),
            shown(tables.us_weapons(), building, []),
            shown(tables.terrain(), kind in ("deed_chosen", "gathered"), []),
        ]
    return []


def _actions_lit(table: Table, decision: Decision | None) -> list[list[int | None]]:
    """GAS The cell that the acting position is in; else the rows of the card in use."""
    if decision is not None and decision.kind in SINGLE_ACTIONS:
        position = position_by_index(table, decision.arguments[0])
        letter, column = SINGLE_ACTIONS[decision.kind]
        kind = "wn" if position.is_wn else "reinforcement"
        return [tables.action_cell(letter, f"{kind}_{column}")]
    number = next((number for number in reversed(table.fire_cards) if number), 0)
    letters = [square.action for square in card(number).squares] if number else []
    return [[tables.action_row(letter), None] for letter in letters]


SINGLE_ACTIONS = {
    "mortar_target_chosen": ("M", "without_targets"),
    "patrolled": ("P", "without_targets"),
    "ambush_target_chosen": ("A", "empty"),
}
"""GAS The row and column of actions that ask whom they hit."""


def _landing_rows(table: Table, units: list[int]) -> list[list[int | None]]:
    """The rows of this turn's landing table that concern units in boxes."""
    rows = tables.landing_rows(table.turn)
    lit = []
    for number, row in enumerate(rows):
        for unit in units:
            beach = board().box_row[table.box[unit]].beach
            if (
                lore().units[unit].type in row["types"]
                and (row["only_on"] is None or beach in row["only_on"])
                and beach not in row["not_on"]
            ):
                lit.append([number, None])
                break
    return lit


def _barrage_columns(table: Table, decision: Decision | None) -> list[list[int | None]]:
    """The columns of the barrage table that the unit about to act would use."""
    if decision is None or decision.kind != "deed_chosen":
        return []
    if not any(option.id.startswith("barrage-") for option in decision.options):
        return []
    strength = unit_side(table, decision.arguments[0]).strength
    rows = range(len(tables.BARRAGE_ROWS))
    return [[row, column] for column in tables.barrage_columns(strength) for row in rows]


def _attack(table: Table, decision: Decision | None) -> dict[str, Any] | None:
    """8.3 The attack being built or decided."""
    if decision is None or decision.kind not in ("attack_built", "consult_table"):
        return None
    post, attackers, naval = decision.arguments
    return attack_preview(table, post, attackers, naval) if attackers else None


def _attack_cells(attack: dict[str, Any] | None) -> list[list[int | None]]:
    """The cells from which the outcome of an attack may be read, as its chances have it."""
    if attack is None:
        return []
    return [
        [*tables.attack_cell(cell["weapons"], cell["comparison"], cell["depth"])]
        for cell in attack["cells"]
    ]


# --- the track


def _track(table: Table) -> list[dict[str, Any]]:
    due: dict[int, list[int]] = {}
    for piece in range(PIECES):
        if table.due[piece] >= 0:
            due.setdefault(table.due[piece], []).append(piece)
    return [
        {
            "turn": turn.number,
            "time": turn.time,
            "when": f"{turn.time} hours, {turn.tide} tide",
            "tide": turn.tide,
            "shuffle": turn.shuffle,
            "state": tense(turn.number, table.turn),
            "arrivals": [_arrival(table, piece) for piece in due.get(turn.number, ())],
            "printed": list(turn.printed),
            "check": turn.number in checks(table),
        }
        for turn in charts().turns[_first_turn(table.scenario) - 1 : table.last_turn]
    ]


@cache
def _first_turn(scenario: str) -> int:
    row = next(row for row in pack.load().rows("scenarios") if row["scenario"] == scenario)
    return int(row["turns"][0])


def _arrivals(table: Table, turn: int) -> list[dict[str, Any]]:
    return [_arrival(table, piece) for piece in range(PIECES) if table.due[piece] == turn]


def _arrival(table: Table, piece: int) -> dict[str, Any]:
    return {
        "unit": piece_name(piece),
        "division": division_of(table, piece),
        "where": assigned_landing(piece),
        "delayed": bool(table.delayed >> piece & 1),
    }


def _next_due(table: Table) -> dict[str, Any] | None:
    later = [due for due in table.due if table.turn < due <= table.last_turn]
    if not later:
        return None
    return {"turn": min(later), "units": _arrivals(table, min(later))}


# --- how it stands


def _gauges(table: Table) -> list[dict[str, Any]]:
    """13 The figures to keep in sight."""
    now = victory(table)
    items = ", ".join(f"{item['name']} {item['points']}" for item in now["items"])
    return [
        {
            "name": "VP",
            "value": str(now["points"]),
            "note": now["level"],
            "title": f"{now['points']} victory points now: {now['level']}\n{items}",
        },
        *(
            {
                "name": f"{loss['name'].removesuffix(' Division')} losses",
                "value": f"{loss['lost']}/{loss['limit']}",
                "note": "",
                "title": f"{loss['name']}: {loss['lost']} of {loss['limit']} infantry units lost; "
                f"{loss['limit']} are a catastrophic loss",
                "of": [loss["lost"], loss["limit"]],
                "danger": loss["lost"] >= loss["limit"] - 2,
            }
            for loss in _losses(table)
        ),
    ]


def _losses(table: Table) -> list[dict[str, Any]]:
    """13.1 Losses towards catastrophe."""
    return [
        {
            "division": division,
            "name": division_name(division),
            "lost": infantry_lost(table, division),
            "limit": charts().limit("catastrophic_loss", table.turn),
        }
        for division in _divisions(table)
    ]


def _divisions(table: Table) -> list[int]:
    return [DIVISION_OF_SECTOR[sector] for sector in SECTORS if sector in table.sectors]


def _cards(table: Table) -> dict[str, Any]:
    return {
        "left": table.deck.bit_count(),
        "discards": table.discards.bit_count(),
        "track": table.track[:],
        "fire": [
            {
                "sector": sector,
                "card": number,
                "text": fire_text(card(number), letters=german_actions_on(table)),
            }
            for sector, number in zip(SECTORS, table.fire_cards, strict=True)
            if number
        ],
    }


def fire_text(drawn: Card, *, letters: bool = False) -> str:
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


def _actions(table: Table, decision: Decision | None) -> list[dict[str, Any]]:
    free = 0
    if decision is not None and decision.kind == "action_chosen":
        free = sum(o.rule == "7.1" and o.id.startswith("act-") for o in decision.options)
    return [
        {
            "division": division,
            "name": division_name(division),
            "left": actions_left(table, division),
            "acting": table.acting == division,
            "free": free if table.acting == division else 0,
        }
        for division in _divisions(table)
    ]


# --- what will cost


def warnings(table: Table, _seat: str | None) -> list[dict[str, Any]]:
    """7.63, 5.21, 13.1 What is allowed for now but will cost."""
    return [*_overstacked(table), *_under_water(table), *_near_catastrophe(table)]


def _overstacked(table: Table) -> list[dict[str, Any]]:
    found = []
    for hex_, pieces in stacks(table).items():
        units = [piece for piece in pieces if piece < UNITS]
        if len(units) > STACKING_LIMIT:
            over = len(units) - STACKING_LIMIT
            found.append(
                {
                    "text": f"{len(units)} units in {board().name(hex_)}: "
                    f"{'one' if over == 1 else over} of them must be eliminated at the end of "
                    "the US Action Phase.",
                    "rule": "7.63",
                    "touches": [hex_tag(hex_), *map(piece_tag, units)],
                }
            )
    return found


def _under_water(table: Table) -> list[dict[str, Any]]:
    water = submerged(table)
    wet = [
        piece
        for piece, hex_ in enumerate(table.hex)
        if hex_ >= 0 and water >> hex_ & 1 and not table.climbing_cliff >> piece & 1
    ]
    if wet:
        return [
            {
                "text": f"{', '.join(map(piece_name, wet))} will be lost to the tide unless "
                "moved by the end of the US Action Phase.",
                "rule": "5.21",
                "touches": [*map(piece_tag, wet)],
            }
        ]
    if table.turn >= table.last_turn:
        return []
    soon = charts().turn(table.turn + 1).tide
    rising = board().submerged[soon] & ~water
    beach = [piece for piece, hex_ in enumerate(table.hex) if hex_ >= 0 and rising >> hex_ & 1]
    if soon == tide(table) or not beach:
        return []
    return [
        {
            "text": f"The tide rises next turn to {soon}: {', '.join(map(piece_name, beach))} will "
            "be under water, and lost if still there at the end of that turn's actions.",
            "rule": "5.21",
            "touches": [*map(piece_tag, beach)],
        }
    ]


def _near_catastrophe(table: Table) -> list[dict[str, Any]]:
    limit = charts().limit("catastrophic_loss", table.turn) or 0
    return [
        {
            "text": f"The {division_name(division)} has lost {lost} infantry units: "
            f"{limit - lost} more and the game is lost.",
            "rule": "20.1" if is_extended(table) else "13.1",
            "touches": [],
        }
        for division in _divisions(table)
        if limit > (lost := infantry_lost(table, division)) >= limit - 2
    ]
