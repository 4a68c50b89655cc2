"""The reference panel: rules, rulings and answers, charts, units and cards, as one document."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from beachhead.kernel.play import Game
from beachhead.kernel.rulebook import Rule, Ruling

QUESTIONS = "FAQ"
"""The chapter of a rule index that holds questions and answers."""


@cache
def reference(game: Game[Any]) -> bytes:
    """Everything to look up, as JSON."""
    index = game.rules
    return msgspec.json.encode(
        {
            "game": game.name,
            "title": game.title,
            "version": game.version,
            "chapters": [{"id": each.id, "title": each.title} for each in index.chapters()],
            "rules": [_rule(rule) for rule in index.rules.values()],
            "rulings": [_ruling(ruling) for ruling in index.rulings.values()],
            **msgspec.structs.asdict(game.page().reference()),
        }
    )


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "number": rule.id,
        "title": rule.title,
        "chapter": rule.chapter,
        "depth": _depth(rule.id),
        "part": rule.part,
        "phase": rule.phase,
        "faq": rule.chapter == QUESTIONS,
        "text": [statement.text for statement in rule.statements],
        "statements": [{"id": each.label, "text": each.text} for each in rule.statements],
        "rulings": list(rule.conflicts),
        "see": [],
    }


def _depth(number: str) -> int:
    """How far a rule is nested: 6.31 and 3b1 are two levels below their chapter."""
    if "." in number:
        return len(number.partition(".")[2])
    return max(0, len(re.findall(r"\d+|[a-z]+", number)) - 1) if number[0].isdigit() else 0


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "rules": list(ruling.rules),
        "kind": ruling.kind,
        "confidence": ruling.confidence,
        "question": ruling.what,
        "ruling": ruling.ruling,
        "why": ruling.why,
        "faq": any(number.startswith(f"{QUESTIONS}.") for number in ruling.rules),
        "switch": ruling.switch,
    }
