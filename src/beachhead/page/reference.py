"""The reference: every chart, unit and card a player may look at, and where facts are from."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from beachhead.kernel.data import Pack
from beachhead.page.book import Chart

RECONSTRUCTED = (
    "Parts of this game are our own reconstruction ({}); docs/data.md tells what is known and what "
    "is ours, and owners of the printed game can correct it."
)


class UnitEntry(Struct):
    """A unit to look up, drawn; with its back if that differs."""

    id: str
    name: str
    side: str
    text: str
    facts: dict[str, Any]
    svg: str
    back: str = ""


class CardEntry(Struct):
    """A card to look up, drawn."""

    id: str
    number: int | str
    text: list[str]
    facts: dict[str, Any]
    svg: str = ""
    side: str = ""


class Hint(Struct):
    """What a number or a symbol of a drawing is: its name, in which `{}` is what stands there, what
    it means, and under which rule. Whoever points at it is told."""

    name: str
    text: str
    rule: str


class Reference(Struct):
    """What a game adds to its rules in the reference panel. The style is for its drawings, the
    hints for the parts that these mark (`art.svg.hinted`), by their key."""

    charts: list[Chart] = []
    units: list[UnitEntry] = []
    cards: list[CardEntry] = []
    hints: dict[str, Hint] = {}
    notes: list[str] = []
    style: str = ""


def reconstructed(pack: Pack, text: str = RECONSTRUCTED) -> str | None:
    """What of the components is reconstructed, if anything is."""
    tables = [
        name.replace("_", " ")
        for name, table in pack.tables.items()
        if table.provenances().get("reconstructed", 0)
    ]
    return text.format(", ".join(tables)) if tables else None


def notes(pack: Pack) -> list[str]:
    """Where the facts of each table are from, and what is doubtful about them."""
    return [
        f"{table.name.replace('_', ' ')}: {text}"
        for table in pack.tables.values()
        for text in (table.source, *table.doubts)
    ]
