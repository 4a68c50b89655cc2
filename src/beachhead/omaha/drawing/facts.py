"""The board's facts in the form the drawing wants them."""

from __future__ import annotations

from dataclasses import dataclass

from beachhead.art.hexes import Cell
from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Row
from beachhead.omaha.table import pack


@dataclass(frozen=True)
class HexFacts:
    """One hex of the map."""

    name: str
    cell: Cell
    terrain: str
    feature: str | None
    tide: str | None
    sector: str
    village: str | None
    exit: str | None


@dataclass(frozen=True)
class DrawnPosition:
    """One German position; a two-hex WN is one position."""

    name: str
    wn: bool
    color: str
    hexes: tuple[str, ...]
    vp: bool
    advance: tuple[str, ...]
    fire: tuple[tuple[str, str], ...]
    """hex and intensity"""
    works: tuple[tuple[str, str, str], ...]
    """hex, printed number and gun (or nothing) of each hex of a WN"""


@dataclass(frozen=True)
class DrawnLandingBox:
    """One box in the sea and where it lands at each tide."""

    name: str
    order: int
    beach: str | None
    lands: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """Everything that is printed on the map."""

    hexes: dict[str, HexFacts]
    hexsides: list[tuple[str, str, str]]
    roads: list[tuple[str, str, str]]
    roads_out: list[tuple[str, str]]
    """hex and class of roads that leave the map"""
    boxes: list[DrawnLandingBox]
    draws: dict[str, list[str]]
    positions: dict[str, DrawnPosition]
    at: dict[Cell, str]

    def where(self, **wanted: str) -> list[HexFacts]:
        """The hexes with the given terrain, feature, tide or sector."""
        return [
            h
            for h in self.hexes.values()
            if all(getattr(h, key) == value for key, value in wanted.items())
        ]


def cell(name: str) -> Cell:
    """Row and column of a hex."""
    return int(name[:2]), int(name[2:])


def facts(tables: Pack | None = None) -> Facts:
    """Read a component pack; by default the one in use."""
    tables = tables or pack.load()
    exits = {row["hex"]: row["exit"] for row in tables.rows("exits")}
    hexes = {row["hex"]: _hex(row, exits.get(row["hex"])) for row in tables.rows("hexes")}
    works: dict[str, list[tuple[str, str, str]]] = {}
    for row in tables.rows("wn_hexes"):
        number = row["name"].removeprefix("WN")
        works.setdefault(row["position"], []).append((row["hex"], number, row["gun"] or ""))
    return Facts(
        hexes=hexes,
        hexsides=[(row["from"], row["to"], row["kind"]) for row in tables.rows("hexsides")],
        roads=[(row["from"], row["to"], row["kind"]) for row in tables.rows("roads")],
        roads_out=[(row["hex"], row["road"]) for row in tables.rows("exits")],
        boxes=[_box(row) for row in tables.rows("landing_boxes")],
        draws={row["draw"]: row["hexes"] for row in tables.rows("draws")},
        positions={
            row["position"]: _position(row, works.get(row["position"], []))
            for row in tables.rows("positions")
        },
        at={h.cell: h.name for h in hexes.values()},
    )


def _hex(row: Row, exit_letter: str | None) -> HexFacts:
    return HexFacts(
        name=row["hex"],
        cell=cell(row["hex"]),
        terrain=row["terrain"],
        feature=row["feature"],
        tide=row["tide"],
        sector=row["sector"],
        village=row["village"],
        exit=exit_letter,
    )


def _position(row: Row, works: list[tuple[str, str, str]]) -> DrawnPosition:
    return DrawnPosition(
        name=row["position"],
        wn=row["kind"] == "wn",
        color=row["color"],
        hexes=tuple(row["hexes"]),
        vp=row["vp"],
        advance=tuple(row["advance"]),
        fire=tuple(sorted(row["fire"].items())),
        works=tuple(works),
    )


def _box(row: Row) -> DrawnLandingBox:
    return DrawnLandingBox(
        name=row["box"],
        order=row["order"],
        beach=row["beach"],
        lands=tuple(row[tide] for tide in ("low", "mid", "high") if row[tide]),
    )
