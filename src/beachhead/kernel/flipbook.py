"""The flipbook: the parts that those of all games are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from beachhead.kernel.play import Position
from beachhead.kernel.rulebook import RuleIndex

Chart = dict[str, Any]
"""`{"id", "title", "rule", "columns": [text], "rows": [{"head", "cells": [text]}], "notes"}`."""


class Phase(NamedTuple):
    """A phase of a turn, under the rule that tells what is done in it."""

    id: str
    name: str
    rule: str
    short: str = ""


def phases(rules: RuleIndex, listed: Sequence[Phase], here: int) -> list[dict[str, Any]]:
    """The phases of a turn; those before this one are past."""
    return [
        {
            "id": phase.id,
            "name": phase.name,
            "rule": phase.rule,
            **({"short": phase.short} if phase.short else {}),
            "text": " ".join(each.text for each in rules.rule(phase.rule).statements),
            "state": tense(number, here),
        }
        for number, phase in enumerate(listed)
    ]


def tense(one: int, now: int) -> str:
    """How a turn or phase stands to the one it is now."""
    return "now" if one == now else "past" if one < now else "next"


def game_over(position: Position, rule: str) -> dict[str, Any]:
    """What is to be done when nothing is."""
    said = position.result.text if position.result else ""
    return {"title": "The game is over", "step": said, "rule": rule, "must": [], "may": []}


def victory_level(head: str, result: str, now: bool) -> dict[str, Any]:
    """A level of victory that is told in words, not by points."""
    return {"from": None, "to": None, "head": head, "result": result, "now": now}


def chart(
    id_: str,
    title: str,
    rule: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[str]]],
    *notes: str,
) -> Chart:
    """A printed chart as a table that the page can show, light up and search."""
    return {
        "id": id_,
        "title": title,
        "rule": rule,
        "columns": list(columns),
        "rows": [{"head": head, "cells": list(cells)} for head, cells in rows],
        "notes": list(notes),
    }


def shown(chart_: Chart, needed: bool, lit: list[list[int | None]]) -> Chart:
    """A chart in the flipbook: whether it is needed now, and the rows and cells that light up."""
    return {**chart_, "needed": needed, "lit": lit}


def capital(text: str) -> str:
    """A text that begins with a capital; the rest stays as it is."""
    return text[:1].upper() + text[1:]
