"""The flipbook: where we are, what must and may be done now, sums, hands, points, arrivals."""

from __future__ import annotations

from functools import cache
from typing import Any

from beachhead.kernel.flipbook import Phase, game_over, phases, shown, tense
from beachhead.kernel.grid import members
from beachhead.kernel.play import Decision
from beachhead.kernel.rulebook import rule_index
from beachhead.storm import hands, movement, victory
from beachhead.storm.activation import stacks_that_can_act
from beachhead.storm.arrivals import due
from beachhead.storm.attack import attack_terms, defense_terms, targets
from beachhead.storm.board import board
from beachhead.storm.cards import cards
from beachhead.storm.page import charts, victory_sheet
from beachhead.storm.page.board import card_of, card_tag
from beachhead.storm.page.overlays import strongest
from beachhead.storm.page.schedule import schedule
from beachhead.storm.page.sums import attack_of, expected, sum_of
from beachhead.storm.pieces import Unit, pieces
from beachhead.storm.secrets import seen
from beachhead.storm.special import held_back
from beachhead.storm.state import (
    ALLIED,
    GERMAN,
    LAST_TURN,
    SIDES,
    Attack,
    CardSet,
    Table,
    enemy,
    is_area,
    names,
    place_name,
    place_tag,
    unit_name,
)

PHASES = {
    "setup": Phase("setup", "Set-up", "3.0"),
    "invasion": Phase("invasion", "Invasion", "4.0"),
    "impulses": Phase("impulses", "Impulses", "5.0"),
    "end": Phase("end", "End phase", "5.1"),
}
"""5.0 The phases of a turn. Set-up and invasion are of Turn 1."""

STEPS = {
    "plan_chosen": "The landing plan",
    "section_chosen": "The landing plan",
    "scattered_unit_chosen": "Airborne landing",
    "support_assigned": "Naval and air bombardment",
    "strongpoints_chosen": "Strongpoints fire at the landing",
    "attackers_chosen": "The attack from the beach",
    "impulse_chosen": "What to do with the impulse",
    "continued": "Going on after an Allied pass",
    "action_chosen": "What the units do",
    "unit_chosen": "Who takes part",
    "shock_unit_chosen": "Who takes part",
    "destination_chosen": "Moving, area by area",
    "discard_chosen": "The price of an assault",
    "support_chosen": "Support Points",
    "card_chosen": "A card for the moment",
    "stage_chosen": "Assigning damage",
    "retreated": "Retreat",
    "placed": "Reinforcements",
    "discarded_at_end": "Cards to keep",
}
MUST = {
    "plan_chosen": "Take the ready plan, or place every unit of the landing yourself.",
    "section_chosen": "One to six units in each Invasion section; the others land later.",
    "support_assigned": "All 24 points, to two beaches or more, at most 12 to one.",
    "impulse_chosen": "One action is the whole impulse.",
    "unit_chosen": "All units of an action are of one nationality and do the same thing.",
    "stage_chosen": "Assign as much damage as can be assigned without going over.",
    "discard_chosen": "An assault from an area costs a card.",
    "retreated": "To an own area next to it, with the fewest enemies.",
    "card_chosen": "Play a card that fits the moment, or let it pass.",
}
PARTS = {"action_chosen", "unit_chosen", "shock_unit_chosen", "attackers_chosen"}
"""Decisions that are a part of a bigger choice, which can be taken back."""


def flipbook(table: Table, seat: str | None, decision: Decision | None) -> dict[str, Any]:
    """5.0 Everything the flipbook shows to a seat."""
    own = decision if decision is not None and decision.seat == seat else None
    attack = attack_of(table, decision)
    return {
        "turn": table.turn,
        "last_turn": LAST_TURN,
        "time": board().dates[table.turn - 1],
        "phase": table.phase,
        "phases": _phases(table.turn, table.phase),
        "now": _now(table, decision, own),
        "sum": None if attack is None else sum_of(table, attack),
        "tables": _tables(table, decision),
        "track": _track(table),
        "gauges": _gauges(table),
        "victory": victory_sheet.sheet(table),
        "hand": _hand(table, seat, own),
        "piles": _piles(table, seat),
        "sections": [_coming(table)],
        "labels": _labels(table, own),
    }


# --- where we are


@cache
def _phases(turn: int, now: str) -> list[dict[str, Any]]:
    listed = [each for name, each in PHASES.items() if turn == 1 or name in ("impulses", "end")]
    return phases(rule_index("storm"), listed, listed.index(PHASES[now]))


def _now(table: Table, decision: Decision | None, own: Decision | None) -> dict[str, Any]:
    if decision is None:
        return game_over(table, "15.0")
    title = PHASES[table.phase].name
    if table.phase == "impulses":
        title = f"{SIDES[table.impulse].title()} impulse"
    return {
        "title": title,
        "step": STEPS.get(decision.kind, ""),
        "rule": decision.rule,
        "must": [] if own is None else [MUST.get(own.kind, own.prompt)],
        "may": [] if own is None else _may(table, own),
        "part": own is not None and own.kind in PARTS,
        "left": "" if own is None else _left(table, own),
    }


def _may(table: Table, decision: Decision) -> list[str]:
    """What the decision leaves free, in words; for the seat that decides."""
    side = SIDES.index(decision.seat)
    if decision.kind == "impulse_chosen":
        stacks = sum(option.id.startswith("activate-") for option in decision.options)
        said = [f"Activate units: {stacks} {'places' if stacks != 1 else 'place'} can act (7.1)."]
        playable = sum(option.id.startswith("card-") for option in decision.options)
        if playable:
            said.append(f"Play a card: {playable} can be the impulse (7.2).")
        if any(option.id == "release" for option in decision.options):
            said.append(f"Roll to release {names(held_back(table))} (14.1).")
        return [*said, *_passing(table, side)]
    if decision.kind == "support_chosen":
        return [f"{table.support} Support Points are left this turn."]
    if decision.kind == "action_chosen" and len(decision.options) > 1:
        return [FIGURE]
    if decision.kind == "card_chosen":
        return ["Several cards may be played one after the other (6.2)."]
    return []


FIGURE = (
    "The figures on an area: the chance that two dice bring any damage with all who can attack "
    "together, and the damage on average (⌀), before cards and Support Points."
)
"""9.3 What the figures on the map are."""


def _passing(table: Table, side: int) -> list[str]:
    """5.0 What a pass would mean now."""
    if table.passed:
        return ["Pass: the other side has passed, so the impulses of this turn end (5.0)."]
    if side == ALLIED:
        return ["Pass: the Germans pay a card for another impulse, or the turn ends (5.0)."]
    return ["Pass: if the Allies pass too, the turn ends (5.0)."]


def _left(table: Table, decision: Decision) -> str:
    """What would be given up by passing now."""
    if decision.kind != "impulse_chosen":
        return ""
    stacks = len(stacks_that_can_act(table, SIDES.index(decision.seat)))
    if not stacks:
        return ""
    places = f"Units in {stacks} places" if stacks > 1 else "Units in one place"
    return f"{places} could still act{'; the turn would end' if table.passed else ''}."


# --- tables


def _tables(table: Table, decision: Decision | None) -> list[dict[str, Any]]:
    kind = "" if decision is None else decision.kind
    damaged = table.attack is not None and table.attack.damage > 0
    building = kind in ("unit_chosen", "support_chosen", "attackers_chosen", "shock_unit_chosen")
    moving = kind == "destination_chosen"
    found = [
        shown(charts.damage(), damaged, _damage_rows(table) if damaged else []),
        shown(charts.sums(), building, []),
    ]
    if table.phase == "invasion":
        found.append(shown(charts.scatter(), kind == "scattered_unit_chosen", []))
    if table.phase == "impulses":
        found.append(shown(charts.movement(), moving, []))
    if table.phase == "end":
        found.append(shown(charts.hands(), kind == "discarded_at_end", []))
    return found


def _damage_rows(table: Table) -> list[list[int | None]]:
    """10.0 The rows of the units under fire."""
    assert table.attack is not None
    rows = set()
    for unit in members(targets(table, table.attack)):
        row = pieces().units[unit]
        rows.add(charts.damage_row(row.size, bool(table.spent >> unit & 1), row.defense))
    return [[row, None] for row in sorted(rows)]


# --- the track, arrivals


def _track(table: Table) -> list[dict[str, Any]]:
    coming = schedule(table)
    return [
        {
            "turn": turn,
            "when": date,
            "state": tense(turn, table.turn),
            "arrivals": [_arrival(unit) for unit in coming.get(turn, ())],
            "printed": [],
        }
        for turn, date in enumerate(board().dates, start=1)
    ]


def _arrival(unit: Unit) -> dict[str, Any]:
    where = " or ".join(place_name(place) for place in board().set_up_places(unit.setup))
    return {"unit": unit.name, "side": unit.side, "where": where, "delayed": False}


def _coming(table: Table) -> dict[str, Any]:
    """12.1 The reinforcements of both sides, turn by turn."""
    lines = []
    for turn, units in sorted(schedule(table).items()):
        for side in SIDES:
            listed = [unit for unit in units if unit.side == side]
            if listed:
                said = ", ".join(f"{unit.name} ({_arrival(unit)['where']})" for unit in listed)
                lines.append(
                    {
                        "text": f"End of Turn {turn}, {side.title()}: {said}",
                        "touches": sorted({place_tag(p) for u in listed for p in _places(u)}),
                    }
                )
    return {
        "id": "coming",
        "title": "Reinforcements to come",
        "rule": "12.1",
        "open": False,
        "lines": lines,
    }


def _places(unit: Unit) -> tuple[int, ...]:
    return board().set_up_places(unit.setup)


# --- how it stands


def _gauges(table: Table) -> list[dict[str, Any]]:
    change = victory_sheet.signed(sum(victory_sheet.change(table).values()))
    held = victory.beaches_held(table)
    beaches = f"{held} of 6 beaches are Allied; 5 are needed"
    return [
        {
            "name": "VP",
            "value": str(table.victory),
            "note": f"{change} this turn",
            "title": f"{table.victory} victory points; as things stand {change} at the "
            f"end of this turn. The Allies need more than 30. {beaches}.",
        },
        {"name": "Beaches", "value": f"{held}/6", "note": "", "title": f"{beaches}."},
        {
            "name": "Support",
            "value": str(table.support),
            "note": "",
            "title": f"{table.support} Allied Support Points left this turn",
        },
        *(
            {
                "name": f"{side.title()} cards",
                "value": str(table.hands[number].bit_count()),
                "note": f"{table.stock[number].bit_count()} to draw",
                "title": f"{side.title()} hand: {table.hands[number].bit_count()} cards; "
                f"{hands.hand_size(table, number)} at the start of a turn as things stand",
            }
            for number, side in enumerate(SIDES)
        ),
    ]


# --- hands


def _hand(table: Table, seat: str | None, own: Decision | None) -> dict[str, Any] | None:
    """6.2 The seat's own cards, and those of the enemy that it has looked at."""
    if seat not in SIDES:
        return None
    side = SIDES.index(seat)
    usable: dict[int, list[str]] = {}
    for option in own.options if own is not None else ():
        card = card_of(own, option) if own is not None else -1
        if card >= 0:
            usable.setdefault(card, []).append(option.id)
    return {
        "title": "Your hand",
        "cards": [_card(card, usable) for card in members(table.hands[side])],
        "seen": [_card(card, usable) for card in members(seen(table, enemy(side), seat))],
        "seen_title": "Cards you have seen in the enemy hand",
    }


def _card(card: int, usable: dict[int, list[str]]) -> dict[str, Any]:
    row = cards()[card]
    return {
        "id": card_tag(card),
        "face": f"card-{row.type.id}",
        "name": row.name,
        "text": row.text,
        "options": usable.get(card, []),
    }


def _piles(table: Table, seat: str | None) -> list[dict[str, Any]]:
    """6.4 What everybody may see of the cards of both sides."""
    found = []
    for number, side in enumerate(SIDES):
        whose = "Your" if side == seat else f"{side.title()}"
        found.append(
            {
                "title": f"{whose} discards",
                "hand": table.hands[number].bit_count(),
                "left": table.stock[number].bit_count(),
                "side": side.title(),
                "cards": _faces(table.discards[number]),
            }
        )
    if table.removed:
        title = "Out of play"
        faces = _faces(table.removed)
        found.append({"title": title, "hand": None, "left": None, "side": "", "cards": faces})
    return found


def _faces(held: CardSet) -> list[str]:
    return [f"card-{cards()[card].type.id}" for card in members(held)]


# --- words on the map


def _labels(table: Table, own: Decision | None) -> list[dict[str, str]]:
    """What options cost or promise, where they lead; for the seat that decides."""
    if own is None:
        return []
    if own.kind == "destination_chosen":
        action = table.action
        return [
            _label(
                option.value,
                f"{movement.cost(table, action.side, action.place, option.value)} MP",
                "none",
            )
            for option in own.options
            if option.id != "stop"
        ]
    if own.kind == "action_chosen":
        place, nation = own.arguments
        return [
            _promise(table, option.value[0], option.value[1], place, nation)
            for option in own.options
            if option.id != "move"
        ]
    return []


def _promise(table: Table, kind: str, there: int, place: int, nation: str) -> dict[str, str]:
    """9.3 The chance that all who can attack do damage."""
    area = place if kind == "fire" else there
    units = strongest(table, table.impulse, kind, place, area, nation)
    attack = Attack(table.impulse, area, units, assault=kind == "assault")
    points, against = attack_terms(attack), defense_terms(table, attack)
    some, average = expected(sum(points.values()), sum(against.values()))
    look = "none" if average >= 2 else "some"
    return _label(area, f"{round(100 * some)}%, ⌀ {average:.1f}", look)


def _label(place: int, text: str, look: str) -> dict[str, str]:
    return {"id": place_tag(place), "text": text, "class": look}


# --- what will cost


def warnings(table: Table, _seat: str | None) -> list[dict[str, Any]]:
    """12.2 Reinforcements that would find no room."""
    if table.result is not None or table.phase in ("setup", "invasion"):
        return []
    found = []
    coming: dict[int, list[int]] = {}
    for side in (ALLIED, GERMAN):
        for unit in members(due(table, side)):
            places = board().set_up_places(pieces().units[unit].setup)
            if len(places) == 1 and is_area(places[0]):
                coming.setdefault(places[0], []).append(unit)
    for place, units in coming.items():
        side = SIDES.index(pieces().units[units[0]].side)
        room = movement.STACKING_LIMIT - movement.stack(table, side, place).bit_count()
        if len(units) > room:
            who = ", ".join(map(unit_name, units))
            found.append(
                {
                    "text": f"{who} arrive{'s' if len(units) == 1 else ''} in {place_name(place)} "
                    f"at the end of the turn, where there is room for {max(0, room)}: the others "
                    "would be eliminated.",
                    "rule": "12.2",
                    "touches": [place_tag(place)],
                }
            )
    return found
