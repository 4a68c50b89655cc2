"""What the view of the table is made of, for programs that read it as numbers."""

from __future__ import annotations

from functools import cache

from beachhead.kernel.senses import (
    Amount,
    Amounts,
    AtSpaces,
    BySpace,
    Each,
    EitherOf,
    OfPieces,
    OneOf,
    Parts,
    Piece,
    Pieces,
    Senses,
    SomeOf,
    Space,
)
from beachhead.storm.cards.card_list import cards
from beachhead.storm.sequence import PHASES
from beachhead.storm.table.board import AREA_SET, PLACES, board
from beachhead.storm.table.pieces import StormUnit, pieces
from beachhead.storm.table.schema import LAST_TURN, SIDES
from beachhead.storm.table.state import unit_tag

MOST_POINTS = 30  # of an attack or a defense
MOST_IN_HAND = 10


@cache
def senses_of_storm() -> Senses:
    """Areas, landing boxes and Zones; units of both sides; cards."""
    deck = tuple(card.id for card in cards())
    places = tuple(board().name(place) for place in PLACES)
    hand = Parts({"cards": Amount(MOST_IN_HAND), "known": SomeOf(deck)})
    terms = Each(
        ("firepower", "division integrity", "support", "cards", "best unit", "area"),
        Amount(MOST_POINTS),
    )
    return Senses(
        spaces=tuple(_space(place) for place in PLACES),
        options=64,
        table={
            "turn": Amount(LAST_TURN),
            "phase": OneOf(tuple(PHASES)),
            "impulse": OneOf(SIDES),
            "passed": Amount(),
            "units": Pieces(
                tuple(_piece(unit) for unit in pieces().units), ("place",), {"spent": Amount()}
            ),
            "control": BySpace(words=SIDES),
            "hands": Each(SIDES, EitherOf(SomeOf(deck), hand)),
            "stacks": Each(SIDES, Amount(len(deck))),
            "discards": Each(SIDES, SomeOf(deck)),
            "removed": SomeOf(deck),
            "support": Amount(MOST_POINTS),
            "victory points": Amount(100),
            "change": Each((*places, "units beyond the map", "Allied units lost"), Amount(10)),
            "released": Amount(),
            "release rolled": Amount(),
            "exploitation": OfPieces(),
            "lost": OfPieces(),
            "delayed": OfPieces(),
            "early reinforcements": Amount(),
            "bombardment": BySpace(most=MOST_POINTS),
            "action": Parts(
                {
                    "kind": OneOf(("landing", "move", "fire", "assault")),
                    "side": OneOf(SIDES),
                    "units": OfPieces(),
                    "place": AtSpaces(),
                    "points": Amount(MOST_POINTS),
                }
            ),
            "attack": Parts(
                {
                    "side": OneOf(SIDES),
                    "area": AtSpaces(),
                    "units": OfPieces(),
                    "attack": terms,
                    "defense": terms,
                    "dice": Amounts(4, 6),
                    "damage": Amount(MOST_POINTS),
                    "assigned": OfPieces(most=3),
                    "retreating": OfPieces(),
                }
            ),
        },
    )


def _space(place: int) -> Space:
    the, ground = board(), {}
    if AREA_SET >> place & 1:
        area = the.areas[place]
        ground = {
            "defensive value": area.defensive_value / 3,
            "bocage": float(area.bocage),
            "victory points": area.vp / 10,
            "beach": float(the.beaches >> place & 1),
            "American sector": float(area.sector == "american"),
        }
    return Space(the.tag(place), the.name(place), ground)


def _piece(unit: StormUnit) -> Piece:
    printed = {
        "firepower": unit.firepower / 5,
        "defense": unit.defense / 10,
        "movement": unit.movement / 10,
        "strongpoint": float(unit.is_strongpoint),
        "American": float(unit.nationality == "american"),
    }
    return Piece(unit_tag(unit.index), unit.name, unit.side, printed)
