"""8.3 The card of an attack: both strengths, what it brings, and how likely each outcome is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beachhead.kernel.plain import Data
from beachhead.omaha.odds.attack_odds import attack_preview
from beachhead.omaha.odds.prospects import AttackProspect
from beachhead.omaha.table.state import OmahaTable, piece_tag, post_tags
from beachhead.page.book import Fact, Likelihood, Sum, SumSide

COMPARED = {"double": "at least double", "greater": "greater", "equal": "equal", "less": "less"}


def sum_of(table: OmahaTable, attack: AttackProspect) -> Sum:
    """8.3 What an attack brings to bear against what may lie there."""
    preview = attack_preview(table, attack.post, attack.attackers, attack.naval)
    german = preview.get("german")
    seen = german is not None and preview["depth"] != "unrevealed"
    caption = "What comes of it" if seen else UNSEEN
    return Sum(
        f"Attack on {preview['post']}",
        "8.3",
        [
            SumSide("US", _named(preview["units"], "nobody yet"), [], preview["strength"]),
            SumSide("German", "face down", [], None)
            if german is None
            else SumSide(
                "German", f"needs {_named(german['requires'], 'nothing')}", [], german["strength"]
            ),
        ],
        [*map(piece_tag, attack.attackers), *post_tags(table, attack.post)],
        versus="against" if german is None else COMPARED[german["comparison"]],
        facts=[*_facts(preview)],
        caption=f"{caption}, the hero helping where it is best" if preview["hero"] else caption,
        chances=[
            Likelihood([in_words(result) for result in each["results"]], each["chance"])
            for each in preview["chances"]
        ],
    )


UNSEEN = "How likely each outcome is, over all that may lie there"


def _facts(preview: dict[str, Data]) -> Iterator[Fact]:
    """8.2 What helps and what is lacking."""
    yield Fact(f"Weapons: {_named(preview['weapons'], 'none')}")
    if missing := preview.get("german", {}).get("missing"):
        yield Fact(f"Missing: {', '.join(missing)}", lacking=True)
    yield Fact(_terrain(preview["terrain"]))
    if preview["flanking"]:
        yield Fact("Flanked")
    if preview["naval"]:
        yield Fact("With naval fire")
    if preview["hero"]:
        yield Fact(f"{preview['hero']} helps")


def in_words(result: str) -> str:
    """A result as the card names it, with little room."""
    return result.replace("_", " ")


def _named(listed: Iterable[str], otherwise: str) -> str:
    return ", ".join(listed) or otherwise


def _terrain(doubled: dict[str, int]) -> str:
    if doubled["unit"] < 2:
        return "Terrain gives no benefit"
    return f"Terrain doubles the unit{' and its depth' if doubled['depth'] > 1 else ''}"
