"""The reference: areas, units, cards of both decks, charts, and where facts are from."""

from __future__ import annotations

from beachhead.art import counters as art
from beachhead.art.style_sheets import confined
from beachhead.art.svg import image, unnamed
from beachhead.kernel.bits import members
from beachhead.kernel.reconstructions import REFITTED
from beachhead.page.book import Chart, chart
from beachhead.page.reference import CardEntry, Reference, UnitEntry, notes
from beachhead.storm.cards.card_list import CardType, cards, copies
from beachhead.storm.drawing import cards as drawn_cards
from beachhead.storm.drawing import counters
from beachhead.storm.drawing.symbols import WORDS
from beachhead.storm.page.charts import every_chart
from beachhead.storm.page.hints import HINTS
from beachhead.storm.table import pack
from beachhead.storm.table.board import AREAS, Area, board
from beachhead.storm.table.pieces import StormUnit, pieces
from beachhead.storm.table.reconstructions import pieces_by
from beachhead.storm.table.state import place_name

HALF = art.HALF * max(counters.SCALES.values()) + 2


def reference() -> Reference:
    """Charts, units, cards, areas and notes."""
    kinds = {card.type.id: card for card in cards()}
    return Reference(
        charts=[*every_chart(), _areas()],
        units=[_unit(unit) for unit in pieces().units],
        cards=[_card(card.type) for card in kinds.values()],
        hints=HINTS,
        notes=notes(pack.load()),
        style=confined(counters.style() + drawn_cards.style()),
    )


# --- areas


def _areas() -> Chart:
    """2.2.1 Every area as printed."""
    return chart(
        "areas",
        "Areas",
        "2.2.1",
        ["value", "ground", "support", "VP", "symbols", "next to"],
        [(f"{area.number} {area.name}", _area(area)) for area in board().areas],
        "* is one more while a strongpoint is there.",
    )


def _area(area: Area) -> list[str]:
    symbols = [f"{nation.title()} airborne" for nation in area.airborne]
    symbols += ["extra card"] if area.bonus_card else []
    near = [
        place_name(place) if place not in AREAS else str(board().areas[place].number)
        for place in members(board().adjacent[area.place])
    ]
    return [
        area.printed_value,
        "bocage" if area.bocage else "open",
        str(area.support_limit),
        str(area.vp or ""),
        ", ".join(symbols),
        ", ".join(near),
    ]


# --- units


def _unit(unit: StormUnit) -> UnitEntry:
    facts = {
        "type": unit.type,
        "size": unit.size,
        "division": unit.stripe,
        "firepower": unit.firepower,
        "defense": unit.defense,
        "defense when spent": unit.spent_defense,
        "movement": None if unit.is_strongpoint else unit.movement,
        "arrives": unit.arrival,
    }
    picture = str(art.picture(counters.counter(unit), HALF, "board storm"))
    id_, text = f"unit-{unit.id}", _unit_text(unit)
    return UnitEntry(id=id_, name=unit.name, side=unit.side, text=text, facts=facts, svg=picture)


def _unit_text(unit: StormUnit) -> str:
    if unit.is_strongpoint:
        return f"Strongpoint {unit.kind}, {unit.damage_to_eliminate} damage points eliminate it"
    said = [unit.nationality.title(), WORDS[unit.type], unit.size, unit.values]
    if unit.stripe:
        said.append(unit.stripe)
    where = " or ".join(place_name(place) for place in board().set_up_places(unit.setup))
    if unit.by_card:
        said.append("comes by card")
    elif unit.arrival:
        said.append(f"Turn {unit.arrival}, {where}")
    elif where:
        said.append(f"begins in {where}")
    return ", ".join(said) + _refitted(unit)


def _refitted(unit: StormUnit) -> str:
    """2.0 Where or when the refitted reconstruction has a unit otherwise."""
    other = pieces_by(REFITTED).units[unit.index]
    if other.arrival != unit.arrival:
        return f"; refitted: Turn {other.arrival}"
    if other.setup != unit.setup:
        where = " or ".join(place_name(place) for place in board().set_up_places(other.setup))
        return f"; refitted: begins in {where}"
    return ""


# --- cards


def _card(kind: CardType) -> CardEntry:
    first = min(members(copies(kind.id)))
    drawn = drawn_cards.face(cards()[first])
    view = f"0 0 {drawn_cards.WIDE + 4} {drawn_cards.HIGH + 5}"
    number = f"{kind.copies} {'copies' if kind.copies > 1 else 'copy'}"
    return CardEntry(
        id=f"card-{kind.id}",
        number=kind.name,
        side=kind.side,
        text=[kind.text, f"{kind.side.title()}, {number}."],
        svg=str(image(unnamed(drawn, most=1), class_="board storm", viewBox=view)),
        facts={
            "side": kind.side,
            "copies": kind.copies,
            "when": kind.timing,
            "leaves play": kind.removed_after_play,
        },
    )
