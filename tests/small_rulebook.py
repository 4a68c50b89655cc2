"""A rulebook of nine rules and one ruling, to test the index and its citations with."""

import json
import textwrap
from pathlib import Path
from typing import Any


def row(number: str, *texts: str, **more: Any) -> dict[str, Any]:
    labels = [f"{number}{'abcdefgh'[i]}" for i in range(len(texts))]
    statements = [list(pair) for pair in zip(labels, texts, strict=True)]
    cells = {"id": number, "title": f"Rule {number}", "phase": "any", "part": "basic"}
    return {**cells, "statements": statements, **more}


RULES = [
    row("1", "There is a board.", normative=False),
    row("8", "Units fight."),
    row("8.1", "Dice are rolled.", "Six wins."),
    row("8.11", "One loses."),
    row("8.2", "Losers retreat.", conflicts=["T-1"]),
    row("80", "There is no such chapter.", part="extended"),
    row("4b1", "First."),
    row("4b10", "Tenth."),
    row("EV.hero", "A hero comes.", part="extended"),
]
RULING = {
    "id": "T-1",
    "rules": ["8.2"],
    "kind": "ambiguity",
    "confidence": "medium",
    "what": "How far losers retreat.",
    "ruling": "One hex.",
    "why": "It is a small board.",
    "switch": {"option": "long-retreat", "default": "one hex", "alternative": "two hexes"},
}


def write(folder: Path, rules: Any = None, rulings: Any = None) -> Path:
    path = folder / "rules.json"
    chosen = RULES if rules is None else rules
    path.write_text(json.dumps({"chapters": {"EV": "Events"}, "rules": chosen}))
    (folder / "rulings.json").write_text(json.dumps([RULING] if rulings is None else rulings))
    return path


def source(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text))
    return path
