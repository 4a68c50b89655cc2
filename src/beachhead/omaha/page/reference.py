"""The reference: every chart, unit and card a player may look at, and where facts are from."""

from __future__ import annotations

from typing import Any

from beachhead.art import counters as art
from beachhead.art.svg import Markup, markup
from beachhead.kernel.plain import replaced
from beachhead.omaha.drawing import cards, counters
from beachhead.omaha.drawing.style import confined
from beachhead.omaha.notation import empty_map
from beachhead.omaha.page.charts import TYPES, every_chart
from beachhead.omaha.page.flipbook import fire_text
from beachhead.omaha.page.hints import hints
from beachhead.omaha.table import pack
from beachhead.omaha.table.cards import OmahaCard, deck
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.pieces import HQ, UNLIMITED, DepthMarker, General, GermanUnit, USUnit
from beachhead.omaha.table.state import GENERALS, HQS, OmahaTable, equipment, put_in_post
from beachhead.page.reference import CardEntry, Reference, UnitEntry, notes


def reference() -> Reference:
    """Charts, units, cards and notes."""
    return Reference(
        charts=every_chart(),
        units=[*_us_units(), *_leaders(), *_germans(), *_depth()],
        cards=[_card(card) for card in deck()],
        hints=hints(),
        notes=notes(pack.load()),
        style=confined(counters.style() + cards.style()),
    )


# --- units


def _fresh() -> OmahaTable:
    table = empty_map("first-waves")
    for unit in equipment().units:
        table.steps_left = replaced(table.steps_left, unit.index, unit.full_steps)
    return table


def _svg(drawn: str) -> str:
    return str(art.picture(drawn, art.HALF + 4, "board"))


def _us_units() -> list[UnitEntry]:
    table = _fresh()
    return [
        UnitEntry(
            id=f"unit-{unit.name}",
            name=unit.name,
            side="us",
            text=_us_text(unit),
            facts=_us_facts(unit),
            svg=_svg(counters.us_counter(table, unit.index)),
        )
        for unit in equipment().units
    ]


def _us_text(unit: USUnit) -> str:
    when = f"arrives on Turn {unit.arrival_turn} at {unit.landing}" if unit.arrival_turn else ""
    division = "1st" if unit.division == 1 else "29th"
    return ", ".join(filter(None, (f"{division} Division", TYPES[unit.type], when)))


def _us_facts(unit: USUnit) -> dict[str, Any]:
    return {
        "type": TYPES[unit.type],
        "division": unit.division,
        "armored": unit.armored,
        "arrival turn": unit.arrival_turn,
        "landing": unit.landing,
        "sides": [
            {
                "steps": side.steps,
                "strength": side.strength,
                "range": "unlimited" if side.range == UNLIMITED else side.range,
                "symbol": side.symbol,
                "controls adjacent hexes": side.controls_adjacent,
                "weapons": None if side.weapons is None else sorted(side.weapons),
            }
            for side in reversed(unit.sides)
        ],
    }


def _leaders() -> list[UnitEntry]:
    table, pieces = _fresh(), equipment().pieces
    found = []
    leaders: tuple[HQ | General, ...] = (*pieces.hqs, *pieces.generals)
    for piece, leader in zip((*HQS, *GENERALS), leaders, strict=True):
        division = "1st" if leader.division == 1 else "29th"
        kind = "headquarters" if piece in HQS else "General"
        found.append(
            UnitEntry(
                id=f"unit-{leader.name}",
                name=leader.name,
                side="us",
                text=f"{division} Division, {kind}, arrives on Turn {leader.arrival_turn} at "
                f"{leader.landing}",
                facts={
                    "type": kind,
                    "division": leader.division,
                    "arrival turn": leader.arrival_turn,
                    "landing": leader.landing,
                },
                svg=_svg(counters.us_counter(table, piece)),
            )
        )
    return found


def _germans() -> list[UnitEntry]:
    kinds = {
        "wn": "WN unit",
        "tactical": "tactical reinforcement",
        "division": "division reinforcement",
        "kg_meyer": "Kampfgruppe Meyer",
        "armor": "armor",
    }
    table = _fresh()
    post = equipment().posts[0]
    found = []
    for unit in equipment().pieces.german_units:
        put_in_post(table, post.index, unit.index)
        drawn = counters.german_counter(table, post)
        found.append(
            UnitEntry(
                id=f"german-{unit.name}",
                name=unit.spoken,
                side="german",
                text=f"{kinds[unit.kind]}, {_face(unit)}",
                facts={
                    "type": kinds[unit.kind],
                    "strength": unit.strength,
                    "requires": sorted(unit.requirements),
                    "gun": unit.gun,
                    "division": unit.division,
                },
                svg=_svg(_without_post(drawn, post.name)),
            )
        )
    return found


def _without_post(drawn: str, name: str) -> str:
    """A counter that lies nowhere: without the name of the post it was drawn at."""
    written = markup(name)
    return Markup(markup(drawn).replace(f">{written}<", "><").replace(f">{written}: ", ">"))


def _face(unit: GermanUnit | DepthMarker) -> str:
    needs = ", ".join(f"{each} {charts().weapons[each]}" for each in sorted(unit.requirements))
    return f"strength {unit.strength}, requires {needs or 'nothing'}"


def _depth() -> list[UnitEntry]:
    return [
        UnitEntry(
            id=f"depth-{marker.name}",
            name=marker.name,
            side="german",
            text=f"{marker.kind} depth marker, "
            + ("Tactical Reinforcement" if marker.tactical_reinforcement else _face(marker)),
            facts={
                "type": f"{marker.kind} depth marker",
                "strength": marker.strength,
                "requires": sorted(marker.requirements),
            },
            svg="",
        )
        for marker in equipment().pieces.depth_markers
    ]


# --- cards


def _card(card: OmahaCard) -> CardEntry:
    landing = ", ".join(f"{symbol} {letter}" for symbol, letter in card.landing.items())
    text = [f"Landing: {landing}{'; mine' if card.mine else ''}.", f"Fire: {fire_text(card)}"]
    for entry in card.events:
        turns = f"Turns {entry.first_turn}–{entry.last_turn}"
        text.append(f"{turns}: {cards.event_words(entry)}.")
    return CardEntry(
        id=f"card-{card.number}",
        number=card.number,
        text=text,
        svg=str(cards.card_svg(card)),
        facts={
            "landing": dict(card.landing),
            "mine": card.mine,
            "squares": [
                {"color": each.color, "double": each.double, "action": each.action}
                for each in card.squares
            ],
            "target": card.target,
            "artillery": None
            if card.artillery is None
            else {"value": card.artillery.value, "calibers": list(card.artillery.calibers)},
            "events": [
                {
                    "turns": [entry.first_turn, entry.last_turn],
                    "effects": [
                        {"title": effect.kind.title, "rule": effect.kind.rule}
                        for effect in entry.effects
                    ],
                }
                for entry in card.events
            ],
        },
    )
