"""Overlays of a board: which there are, and one of them drawn for a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from beachhead.errors import BeachheadError
from beachhead.kernel.play import P

Parameters = Mapping[str, str]
Shown = dict[str, Any]

SIGNS = {
    "here": "◎",
    "near": "●",
    "last": "○",
    "extreme": "▰▰▰",
    "high": "▰▰",
    "medium": "▰",
    "low": "▱",
}
"""A sign for each class that games share: how far something gets, and grades."""


@dataclass(frozen=True, slots=True)
class Overlay(Generic[P]):
    """Something that can be laid over the board, the key for it, and who draws it."""

    id: str
    title: str
    key: str
    rule: str
    draw: Callable[[P, Parameters], Shown]
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The values of each; none where they are too many to list."""


def menu(overlays: Iterable[Overlay[P]]) -> list[Shown]:
    """What a page needs to offer them."""
    return [
        {
            "id": each.id,
            "title": each.title,
            "key": each.key,
            "rule": each.rule,
            "parameters": [
                {"id": name, "values": list(values)} for name, values in each.parameters.items()
            ],
        }
        for each in overlays
    ]


def drawn(overlays: Iterable[Overlay[P]], position: P, name: str, parameters: Parameters) -> Shown:
    """One overlay by its name."""
    found = next(each for each in overlays if each.id == name)
    unknown = parameters.keys() - found.parameters.keys()
    if unknown:
        raise BeachheadError(
            f"{min(unknown)}: this overlay has no such parameter; it has "
            f"{', '.join(sorted(found.parameters)) or 'none'}"
        )
    return {
        "name": name,
        "title": found.title,
        "rule": found.rule,
        "hexes": {},
        "marks": [],
        "legend": [],
        "parameters": dict(parameters),
        **found.draw(position, parameters),
    }


def asked_sides(names: Sequence[str], parameters: Parameters) -> list[int]:
    """The side that is asked for, else all."""
    if "side" not in parameters:
        return list(range(len(names)))
    if parameters["side"] not in names:
        raise BeachheadError(f"side: choose one of {', '.join(names)}")
    return [names.index(parameters["side"])]


def mark(
    tag: Callable[[int], str],
    name: Callable[[int], str],
    place: int,
    class_: str,
    label: str,
    short: str = "",
    value: float = 1,
) -> Shown:
    """A mark on a place, which a game knows by a tag and a name."""
    text = f"{name(place)}: {label}"
    return {"id": tag(place), "class": class_, "label": text, "short": short, "value": value}


def legend(signs: Mapping[str, str], *entries: tuple[str, str]) -> list[dict[str, str]]:
    """What classes mean, each with its sign: color is never the only carrier of meaning."""
    return [{"class": class_, "text": text, "mark": signs[class_]} for class_, text in entries]


def grade(grades: Iterable[tuple[str, float]], value: float) -> str:
    """The class of a value, among classes with the least value of each, the highest first."""
    return next(class_ for class_, least in grades if value >= least)
