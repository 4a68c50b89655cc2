"""Odds before you commit: what covers a hex, how likely the next German fire hurts there, and what
a barrage may bring."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from beachhead.kernel.bits import members
from beachhead.kernel.plain import replaced
from beachhead.kernel.topic import Reason
from beachhead.omaha.german_fire import german_artillery
from beachhead.omaha.german_fire.fields_of_fire import GRADES, intensity
from beachhead.omaha.german_fire.hits import DISRUPT, LOSE_STEP, hit_limit, volleys
from beachhead.omaha.germans import armor
from beachhead.omaha.germans.armor_fields import armor_position
from beachhead.omaha.odds.action_odds import harm_by_actions, worst_hits
from beachhead.omaha.table import deck
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    NO_DEPTH,
    NOWHERE,
    SECTORS,
    OmahaTable,
    equipment,
    german_actions_on,
    piece_name,
    posts_of,
    put_in_hex,
    steps,
)
from beachhead.omaha.victory.control import fix_communication

# --- which positions cover a hex


def fire_danger(table: OmahaTable, hex_: int) -> list[dict[str, Any]]:
    """6.2 The German positions with a dot in a hex, the most dangerous first.

    `fires_on` names the symbols that make the position fire as it stands: "single", "single or
    double", or nothing while it is empty, disrupted or in smoke.
    """
    found = [_danger(table, position, hex_) for position in covering(table, hex_)]
    return sorted(
        found,
        key=lambda each: (not each["fires_on"], not each["occupied"], GRADES.index(each["dot"])),
    )


def covering(table: OmahaTable, hex_: int) -> tuple[GermanPosition, ...]:
    """6.2 The positions that have a dot in a hex; 23.3 armor where it is."""
    return _printed(hex_) + tuple(
        armor_position(number, here)
        for number, here in enumerate(table.armor_hex)
        if here >= 0 and armor_position(number, here).fire >> hex_ & 1
    )


def fire_reasons(table: OmahaTable, hex_: int) -> list[Reason]:
    """6.1, 6.2 By position, why a hex is in danger: its dot there, and how many of the cards to
    come call it."""
    imagined = next_fire(table)
    drawn = [] if imagined is None else [card(number) for number in members(imagined.deck)]
    found = []
    for each in fire_danger(table, hex_):
        who = f"{each['position']} ({each['color']}, {each['dot']})"
        touches = (f"position-{each['position']}", f"fire-{each['position']}")
        if not each["fires_on"]:
            silent = "in smoke" if each["smoke"] else "disrupted" if each["disrupted"] else "empty"
            found.append(Reason(f"{who}: silent, {silent}", touches))
            continue
        calls = sum(
            any(
                square.color == each["color"]
                and (not square.double or "double" in each["fires_on"])
                for square in drawing.squares
            )
            for drawing in drawn
        )
        many = "hit" if each["hits"] == 1 else "hits"
        found.append(
            Reason(f"{who}: {calls} of {len(drawn)} cards, {each['hits']} {many}", touches)
        )
    return found


@cache
def _printed(hex_: int) -> tuple[GermanPosition, ...]:
    return tuple(position for position, _ in equipment().board.dots(hex_))


def _danger(table: OmahaTable, position: GermanPosition, hex_: int) -> dict[str, Any]:
    held = posts_of(table, position)
    active = posts_of(table, position, active=True)
    smoke = bool(table.smoke >> position.index & 1)
    deep = any(table.depth[post] != NO_DEPTH for post in active)
    able = bool(active) and not smoke
    return {
        "position": position.name,
        "color": position.color,
        "sector": position.sector,
        "dot": intensity(table, position, hex_),
        "occupied": bool(held),
        "disrupted": bool(held) and not active,
        "smoke": smoke,
        "fires_on": ("single or double" if deep else "single") if able else "",
        "hits": hit_limit(table, position) if able else 0,
    }


# --- how likely it hurts


def loss_chance(table: OmahaTable, unit: int, hex_: int) -> float:
    """6.34 The chance that a unit, if it stood in a hex, loses a step in the next German fire."""
    return fire_odds(table, unit, hex_)["loss"]


def fire_odds(table: OmahaTable, unit: int, hex_: int) -> dict[str, float]:
    """6 The chances that a unit, if it stood in a hex, loses a step, is disrupted, or is hit at
    all in the next German Fire Phase.

    Every card that may be drawn is resolved on the table as it is, with the unit moved there:
    concentration, hit limits, the competition of other units and positions, and artillery are
    counted. What the player would choose is taken to fall on the unit, so the chances are
    those of the worst case. Cards drawn before the fire are as unknown as the deck's order and
    change nothing. What may happen in between (events, landings, actions) is left out.
    """
    imagined = next_fire(table, {unit: hex_})
    if imagined is None:
        return {"loss": 0.0, "disrupted": 0.0, "hit": 0.0}
    cards = list(members(imagined.deck))
    harm = [
        {number: _harm(imagined, unit, number, sector) for number in cards}
        for sector in sectors_to_come(imagined)
    ]
    return {
        name: chance_of_one(
            len(cards), [{n for n, what in each.items() if what & kind} for each in harm]
        )
        for name, kind in (
            ("loss", LOSE_STEP),
            ("disrupted", DISRUPT),
            ("hit", LOSE_STEP | DISRUPT),
        )
    }


def next_fire(
    table: OmahaTable, moved: Mapping[int, int] = MappingProxyType({})
) -> OmahaTable | None:
    """The table at the next fire if nothing happens but that some pieces go to hexes; its deck is
    what the fire cards are drawn from. None if there is no fire to come."""
    imagined = table.copy()
    for piece, hex_ in moved.items():
        imagined.box = replaced(imagined.box, piece, NOWHERE)
        imagined.due = replaced(imagined.due, piece, NOWHERE)
        put_in_hex(imagined, piece, hex_)
    imagined.fire_hits = ()
    drawn = [
        table.fire_cards[SECTORS.index(sector)] for sector in SECTORS if sector in table.sectors
    ]
    if all(drawn):
        if table.turn == table.last_turn:
            return None
        if charts().turn(table.turn).shuffle:
            imagined.deck = deck.ALL_CARDS
        imagined.turn += 1
        imagined.fire_cards = (0, 0)
        imagined.lost_step = imagined.smoke = 0
        imagined.plunging_fire = False
    if not imagined.deck:
        imagined.deck = imagined.discards
    imagined.inactive_guns = german_artillery.out_of_action(imagined)
    if german_actions_on(imagined):
        imagined.held_fire = 0
        fix_communication(imagined)
    return imagined


def sectors_to_come(table: OmahaTable) -> list[str]:
    """6 The sectors whose fire cards have not been drawn."""
    return [
        sector
        for sector, drawn in zip(SECTORS, table.fire_cards, strict=True)
        if sector in table.sectors and not drawn
    ]


def _harm(table: OmahaTable, unit: int, number: int, sector: str) -> int:
    """What a card does to a unit: it loses a step, is disrupted, both, or nothing."""
    by = harm_by_actions if german_actions_on(table) else _harm_by_positions
    harm = by(table, unit, number, sector)
    if table.armor_entered:
        harm |= _harm_by_armor(table, unit, number, sector)
    check = card(number).artillery
    if (
        check
        and not harm & LOSE_STEP
        and german_artillery.is_active(table)
        and unit in german_artillery.targets(table, number, sector)
        and german_artillery.guns_in(table, sector, check.calibers) >= check.value
    ):
        harm |= LOSE_STEP
    return harm


def _harm_by_positions(table: OmahaTable, unit: int, number: int, sector: str) -> int:
    called = {square.color for square in card(number).squares}
    if not any(
        position.sector == sector and position.color in called
        for position in covering(table, table.hex[unit])
    ):
        return 0
    return worst_hits(table, unit, volleys(table, card(number), sector))


def _harm_by_armor(table: OmahaTable, unit: int, number: int, sector: str) -> int:
    """23.4 What German armor that a card calls does to a unit: its action is carried out on a copy
    of the table, with every choice falling on the unit."""
    harm, name = 0, piece_name(unit)
    for square in card(number).squares:
        for post in members(armor.called(table, sector, square.color)):
            played = table.copy()
            played.agenda.clear()
            played.then((armor.act, post, number, sector))
            while (asked := steps.run(played)) is not None:
                chosen = next((each for each in asked.options if name in each.id), asked.options[0])
                del played.agenda[-1]
                asked.then(played, chosen.value, *asked.arguments)
            if played.steps_left[unit] < table.steps_left[unit]:
                harm |= LOSE_STEP
            if any(
                each.kind == "disrupted" and each.detail["unit"] == name for each in played.news
            ):
                harm |= DISRUPT
    return harm


def chance_of_one(cards: int, harmful: Sequence[Collection[int]]) -> float:
    """The chance that one of the cards drawn, a different one for each sector, is harmful."""
    if not cards or not harmful:
        return 0.0
    safe = [cards - len(each) for each in harmful]
    if len(harmful) == 1 or cards == 1:
        return 1 - safe[0] / cards
    both_safe = cards - len({*harmful[0], *harmful[1]})
    return 1 - (safe[0] * safe[1] - both_safe) / (cards * (cards - 1))
