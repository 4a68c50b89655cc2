"""Overlays of a board: which there are, and one of them drawn for a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

import msgspec
from msgspec import Struct

from beachhead.errors import BeachheadError
from beachhead.kernel.play import P

Parameters = Mapping[str, str]

SIGNS = {
    "here": "◎",
    "near": "●",
    "last": "○",
    "extreme": "▰▰▰",
    "high": "▰▰",
    "medium": "▰",
    "low": "▱",
}
"""A sign for each look that games share: how far something gets, and grades."""


class Mark(Struct):
    """A mark on a place or piece. `fire` is the id of a field of fire to show with it."""

    id: str
    look: str = msgspec.field(name="class")
    label: str
    short: str = ""
    value: float = 1
    waiting: list[str] = []
    due: list[str] = []
    fire: str = ""


class Shade(Struct):
    """How a hex is shaded."""

    value: float
    label: str
    look: str = msgspec.field(name="class")


class Legend(Struct):
    """What a look means, with its sign: color is never the only carrier of meaning."""

    look: str = msgspec.field(name="class")
    text: str
    mark: str


class Arrow(Struct):
    """An arrow from one place to another."""

    start: str = msgspec.field(name="from")
    to: str
    look: str = msgspec.field(name="class")
    label: str = ""


class Laid(Struct):
    """What lies over the board. `listed` are lines beside it, `hint` what to do next; the labels of
    hexes are drawn if it is `labeled`."""

    marks: list[Mark] = []
    legend: list[Legend] = []
    hexes: dict[str, Shade] = {}
    arrows: list[Arrow] = []
    listed: list[str] = []
    hint: str = ""
    labeled: bool = False


class Shown(Laid, kw_only=True):
    """An overlay that was asked for."""

    name: str
    title: str
    rule: str
    parameters: dict[str, str]


class Parameter(Struct):
    """What an overlay may be asked for; no values: any name."""

    id: str
    values: list[str]


class Offer(Struct):
    """An overlay that the board can show, and the key that shows it."""

    id: str
    title: str
    key: str
    rule: str
    parameters: list[Parameter] = []


@dataclass(frozen=True, slots=True)
class Overlay(Generic[P]):
    """Something that can be laid over the board, the key for it, and who draws it."""

    id: str
    title: str
    key: str
    rule: str
    draw: Callable[[P, Parameters], Laid]
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The values of each; none where they are too many to list."""

    @property
    def offer(self) -> Offer:
        """What a page needs to offer it."""
        listed = [Parameter(name, list(values)) for name, values in self.parameters.items()]
        return Offer(self.id, self.title, self.key, self.rule, listed)

    def show(self, position: P, parameters: Parameters) -> Shown:
        """It for a position."""
        unknown = parameters.keys() - self.parameters.keys()
        if unknown:
            raise BeachheadError(
                f"{min(unknown)}: this overlay has no such parameter; it has "
                f"{', '.join(sorted(self.parameters)) or 'none'}"
            )
        laid = self.draw(position, parameters)
        return Shown(
            **msgspec.structs.asdict(laid),
            name=self.id,
            title=self.title,
            rule=self.rule,
            parameters=dict(parameters),
        )


GREEN, GRAY, RED = ("#3f7a1f", "#2d4d18"), ("#2f3a33", "#1d241f"), ("#c0272d", "#7d1015")
"""Colors that overlays share: of the fill and of the line around it."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a look is drawn: on the board filled so deep, with a line so wide around it; as a swatch
    in the legend with an alpha of its own. Without a fill it only changes another look."""

    fill: str
    line: str
    depth: float
    alpha: str = "80"
    width: float | None = None
    dashes: str = ""


def style(looks: Mapping[str, Look]) -> str:
    """The style sheet of looks, by the selector of their classes."""
    rules = ""
    for selector, look in looks.items():
        rules += f".overlay .shape{selector}{{fill-opacity:{look.depth};stroke:{look.line};"
        rules += f"fill:{look.fill};" * bool(look.fill)
        rules += f"stroke-width:{look.width};" * bool(look.width)
        rules += f"stroke-dasharray:{look.dashes}" * bool(look.dashes)
        background = f"{look.fill}{look.alpha}" if look.fill else "none"
        border = f";border:2px dashed {look.line}" * bool(look.dashes)
        rules += f"}}.legend-swatch{selector}{{background:{background}{border}}}"
    return rules


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
    look: str,
    label: str,
    short: str = "",
    value: float = 1,
) -> Mark:
    """A mark on a place, which a game knows by a tag and a name."""
    return Mark(tag(place), look, f"{name(place)}: {label}", short, value)


def legend(signs: Mapping[str, str], *entries: tuple[str, str]) -> list[Legend]:
    """What looks mean, each with its sign."""
    return [Legend(look, text, signs[look]) for look, text in entries]


def laid(
    signs: Mapping[str, str],
    marks: Iterable[Mark],
    *entries: tuple[str, str],
    arrows: Sequence[Arrow] = (),
    listed: Sequence[str] = (),
    hint: str = "",
    **looks: str,
) -> Laid:
    """Marks over the board, and what each of their looks means."""
    legend_ = legend(signs, *entries, *looks.items())
    return Laid(list(marks), legend_, arrows=list(arrows), listed=list(listed), hint=hint)


def grade(grades: Iterable[tuple[str, float]], value: float) -> str:
    """The look of a value, among looks with the least value of each, the highest first."""
    return next(look for look, least in grades if value >= least)
