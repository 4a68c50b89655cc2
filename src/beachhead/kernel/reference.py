"""The reference: what it says about a pack of components."""

from __future__ import annotations

from beachhead.kernel.data import Pack

RECONSTRUCTED = (
    "Parts of this game are our own reconstruction ({}); docs/data.md tells what is known and what "
    "is ours, and owners of the printed game can correct it."
)


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
