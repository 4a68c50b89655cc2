"""What the view of the table is made of, for programs that read it as numbers."""

from __future__ import annotations

from functools import cache

from beachhead.kernel.senses import (
    Amount,
    Amounts,
    AtSpaces,
    Each,
    Given,
    HowMany,
    Many,
    OfPieces,
    OneOf,
    Parts,
    Piece,
    Pieces,
    Rated,
    Senses,
    SomeOf,
    Space,
    Unsensed,
)
from beachhead.omaha.sequence import EXTENDED_PHASES
from beachhead.omaha.table.board import board
from beachhead.omaha.table.schema import LAST_TURN, SECTORS, TERRAINS, TIDES
from beachhead.omaha.table.state import DEPTH_KIND, HQS, LEADERS, PIECES, equipment
from beachhead.omaha.table.view import BACKS, PIECE_MARKERS

CARDS = tuple(range(1, 55))
MOST_COUNTERS = 20
MOST_STEPS = 4
MOST_STRENGTH = 10
BOXES = (
    "armor",
    "armor_depth",
    "building_depth",
    "division",
    "kg_meyer",
    "kg_meyer_depth",
    "mobile_depth",
    "tactical",
    "wn_depth",
)


@cache
def senses_of_omaha() -> Senses:
    """Hexes and landing boxes; US pieces, German posts and engineer bases; boxes, cards, losses."""
    the = equipment()
    german_units = tuple(unit.name for unit in the.pieces.german_units)
    markers = tuple(marker.name for marker in the.pieces.depth_markers)
    return Senses(
        spaces=(
            *(_space(hex_) for hex_ in the.board.grid.names),
            *(Space(f"box-{box.name}", box.name, {"landing box": 1.0}) for box in board().box_row),
        ),
        options=64,
        table={
            "turn": Amount(LAST_TURN),
            "last turn": Amount(LAST_TURN),
            "phase": OneOf(("setup", *EXTENDED_PHASES)),
            "tide": OneOf(TIDES),
            "sectors": SomeOf(SECTORS),
            "pieces": Pieces(
                tuple(_piece(piece) for piece in range(PIECES)),
                ("hex", "box"),
                {
                    "division": OneOf((1, 29)),
                    "due": Amount(LAST_TURN),
                    "steps": Amount(MOST_STEPS),
                    "heroes": HowMany(),
                    "inspired": Amount(),
                    "wounded": Amount(),
                    "command post": Parts({"space": Amount(10), "range": Amount(10)}),
                    "commands": HowMany(10),
                    **{name.replace("_", " "): Amount() for name in PIECE_MARKERS},
                },
            ),
            "germans": Pieces(
                tuple(Piece(f"post-{post.name}", post.name, "German") for post in the.posts),
                ("hex",),
                {
                    "unit": _german_units(),
                    "face down": Amount(),
                    "depth": _depth(),
                    "disrupted": Amount(),
                    "attacked": Amount(),
                    "barraged": Amount(),
                    "held fire": Amount(),
                },
            ),
            "boxes": Each(BOXES, Amount(MOST_COUNTERS)),
            "seen": Parts({"units": SomeOf(german_units), "depth": SomeOf(markers)}),
            "silent guns": SomeOf(tuple(gun.name for gun in the.pieces.off_map_artillery)),
            "cards": Parts(
                {
                    "left": SomeOf(CARDS),
                    "discards": SomeOf(CARDS),
                    "track": SomeOf((0, *CARDS)),
                    "fire": SomeOf((0, *CARDS)),
                }
            ),
            "actions": Amounts(2, 5),
            "action change": Amount(5),
            "naval fire": Amount(5),
            "cleared": AtSpaces(),
            "smoke": SomeOf(tuple(position.name for position in the.board.positions)),
            "plunging fire": Amount(),
            "screaming meemies fired": Amount(),
            "losses": Each(("1", "29"), Amount(10)),
            "variants": Unsensed("it never changes in a game"),
            "bases": Pieces(
                tuple(
                    Piece(f"base-{base.name}", base.name, "base")
                    for base in the.pieces.engineer_bases
                ),
                ("hex",),
                {"range": Amount(10)},
            ),
            "garrisons": AtSpaces(),
            "exited": Many(
                Parts(
                    {
                        "unit": OfPieces(),
                        "exit": OneOf(tuple(the.board.exits)),
                        "steps": Amount(MOST_STEPS),
                    }
                )
            ),
            "armor entered": Amount(MOST_COUNTERS),
            "armor this turn": Amount(MOST_COUNTERS),
            "second event": Given(),
            "snipers": OfPieces(),
            "engineers limited": Amount(),
            "shelled": SomeOf(SECTORS),
            "to advance": OfPieces(),
            "tactical or division": Amounts(4, MOST_COUNTERS),
            "strays": HowMany(MOST_COUNTERS),
            "where strays may be": Unsensed("chances for counters that lie in a wrong box"),
            "eliminated depth": HowMany(MOST_COUNTERS),
        },
    )


def _space(hex_: int) -> Space:
    the = board()
    ground = {terrain: float(the.terrain[terrain] >> hex_ & 1) for terrain in TERRAINS}
    ground |= {name: float(hexes >> hex_ & 1) for name, hexes in the.features.items()}
    ground |= {f"{tide} tide": float(the.tides[tide] >> hex_ & 1) for tide in TIDES}
    ground["dots"] = len(the.dots(hex_)) / MOST_COUNTERS
    return Space(f"hex-{the.name(hex_)}", the.name(hex_), ground)


def _piece(piece: int) -> Piece:
    name = equipment().names[piece]
    if piece in LEADERS:
        return Piece(f"unit-{name}", name, "US", {"HQ" if piece in HQS else "General": 1.0})
    unit = equipment().units[piece]
    full = unit.side(unit.full_steps)
    return Piece(
        f"unit-{name}",
        name,
        "US",
        {
            "infantry": float(unit.infantry),
            "armor": float(unit.armored),
            "strength": full.strength / MOST_STRENGTH,
            "range": min(full.range, MOST_STRENGTH) / MOST_STRENGTH,
        },
    )


def _german_units() -> Rated:
    """What is known of a German unit; of one that nobody has seen, what its back shows."""
    figures = ("strength", "requirements", *(f"unseen {back}" for back in BACKS.values()))
    blank = (0.0,) * len(BACKS)
    ratings = {
        unit.name: (unit.strength / MOST_STRENGTH, len(unit.requirements) / 3, *blank)
        for unit in equipment().pieces.german_units
    }
    for back in BACKS.values():
        ratings[back] = (0.0, 0.0, *(float(each == back) for each in BACKS.values()))
    return Rated(figures, ratings)


def _depth() -> Rated:
    """The same of a depth marker."""
    figures = ("marker", "strength", *(f"unseen {kind}" for kind in DEPTH_KIND.values()))
    blank = (0.0,) * len(DEPTH_KIND)
    ratings = {
        marker.name: (1.0, marker.strength / MOST_STRENGTH, *blank)
        for marker in equipment().pieces.depth_markers
    }
    for kind in DEPTH_KIND.values():
        ratings[kind] = (1.0, 0.0, *(float(each == kind) for each in DEPTH_KIND.values()))
    return Rated(figures, ratings)
