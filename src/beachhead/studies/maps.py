"""Heat maps on a game's own board: places and positions shaded by what happened there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from beachhead.art.paths import Box, Point, num
from beachhead.art.svg import Markup, element, html, image, joined, text, view_box
from beachhead.kernel.play import Game
from beachhead.studies.underlay import underlay

SVG = "{http://www.w3.org/2000/svg}"
LABELED = 8
"""As many places say their figure."""
MARGIN = 40.0
BROAD = 1.7
"""A map that is so many times as wide as high is broad."""
_PART = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+")
CURVES = {"C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}

Shape = Sequence[Point]


@dataclass(slots=True)
class Ground:
    """The part of a board that a report shows, and the shapes of what is on it."""

    game: Game[Any]
    shapes: Mapping[str, Shape]
    view: Box
    picture: str

    @classmethod
    def of(cls, game: Game[Any], shown: Iterable[str]) -> Ground | None:
        """The part of a game's board where something happened; None where it has no such board."""
        board = game.page().board()
        shapes = _shapes(board, set(shown))
        if not shapes:
            return None
        corners = [corner for shape in shapes.values() for corner in shape]
        left, top, wide, high = view_box(board)
        first = (
            max(left, min(x for x, _ in corners) - MARGIN),
            max(top, min(y for _, y in corners) - MARGIN),
        )
        last = (
            min(left + wide, max(x for x, _ in corners) + MARGIN),
            min(top + high, max(y for _, y in corners) + MARGIN),
        )
        view = (*first, last[0] - first[0], last[1] - first[1])
        return cls(game, shapes, view, underlay(board, view))

    @property
    def layout(self) -> str:
        """How maps stand on the page: broad ones below each other, others in pairs."""
        return "maps broad" if self.view[2] > BROAD * self.view[3] else "maps"

    def sheet(self) -> Markup:
        """The board, once, to be used by each map."""
        left, top, wide, high = self.view
        picture = element(
            "image", id="ground", href=self.picture, x=left, y=top, width=wide, height=high
        )
        return image(element("defs", picture), width=0, height=0, aria_hidden="true")

    def heat(self, values: Mapping[str, float], caption: str, unit: str, **looks: Any) -> Markup:
        """A map with places shaded by their values, the highest of which say theirs; values below
        zero are shaded in the other color."""
        here = {place: value for place, value in values.items() if place in self.shapes and value}
        if not here:
            return Markup()
        most = max(abs(value) for value in here.values())
        ranked = sorted(here, key=lambda place: (-abs(here[place]), place))
        size = self.view[2] / (72 if self.layout.endswith("broad") else 46)
        drawn = [
            self._shade(place, here[place], most, unit, looks.get("digits", 1))
            for place in reversed(ranked)
        ]
        labels = [
            self._label(place, here[place], size, looks.get("digits", 1))
            for place in _apart(ranked, self.shapes, size * 2.4)
        ]
        said = ", ".join(
            f"{self.game.called(place)} {_figure(here[place], looks.get('digits', 1))}"
            for place in ranked[:LABELED]
        )
        shown = image(
            element("use", href="#ground", class_="ground"),
            *drawn,
            *labels,
            viewBox=" ".join(map(num, self.view)),
            role="img",
            aria_label=f"{caption}: {said}",
        )
        most_of_all = html("p", html("b", "Most: "), f"{said} ({unit})", class_="most")
        return html(
            "figure", shown, html("figcaption", joined([caption, most_of_all])), class_="map"
        )

    def _shade(self, place: str, value: float, most: float, unit: str, digits: int) -> Markup:
        depth = 0.15 + 0.7 * (abs(value) / most) ** 0.6
        points = " ".join(f"{num(x)},{num(y)}" for x, y in _thinned(self.shapes[place]))
        told = f"{self.game.called(place)}: {_figure(value, digits)} {unit}"
        return element(
            "polygon",
            element("title", told),
            points=points,
            class_="hot" if value > 0 else "cold",
            fill_opacity=depth,
        )

    def _label(self, place: str, value: float, size: float, digits: int) -> Markup:
        x, y = middle(self.shapes[place])
        return text(
            _figure(value, digits), x, y + size * 0.35, class_="figure", font_size=num(size)
        )


def _figure(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace("-", "−")


def _apart(ranked: Sequence[str], shapes: Mapping[str, Shape], gap: float) -> list[str]:
    """The first places, of those that are close to each other the first alone."""
    found: list[str] = []
    for place in ranked:
        x, y = middle(shapes[place])
        if all(max(abs(x - a), abs(y - b)) > gap for a, b in (middle(shapes[f]) for f in found)):
            found.append(place)
        if len(found) == LABELED:
            break
    return found


def middle(shape: Shape) -> Point:
    """The middle of the box around a shape."""
    across, down = [x for x, _ in shape], [y for _, y in shape]
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def _thinned(shape: Shape, most: int = 60) -> Shape:
    """A shape with fewer corners: heat needs no fine coast."""
    return shape[:: max(1, len(shape) // most)]


def _shapes(board: str, wanted: set[str]) -> Mapping[str, Shape]:
    """The outlines of some parts of a drawing, by their ids."""
    root = ElementTree.fromstring(board)
    defined = {each.get("id"): each for each in root.iter() if each.get("id")}
    found = {}
    for id_ in sorted(wanted):
        part = defined.get(id_)
        shape = [] if part is None else _outline(part, defined)
        if len(shape) > 2:
            found[id_] = shape
    return found


def _outline(part: Element, defined: Mapping[str | None, Element]) -> list[Point]:
    """The corners of a path, of a symbol that is used, or of the first path in a group."""
    if part.tag == f"{SVG}use":
        symbol = defined.get((part.get("href") or "").removeprefix("#"))
        x, y = float(part.get("x") or 0), float(part.get("y") or 0)
        return [] if symbol is None else [(a + x, b + y) for a, b in _outline(symbol, defined)]
    if part.tag == f"{SVG}g":
        inside = next(iter(part.iter(f"{SVG}path")), None)
        return [] if inside is None else _outline(inside, defined)
    return corners(part.get("d") or "")


def corners(d: str) -> list[Point]:
    """The corners of the first part of a path; of curves where they end.

    >>> corners("M10 10l5 0 0 5h-5z")
    [(10.0, 10.0), (15.0, 10.0), (15.0, 15.0), (10.0, 15.0)]
    """
    found: list[Point] = []
    x = y = 0.0
    for letter, rest in _PART.findall(d):
        numbers = [float(each) for each in _NUMBER.findall(rest)]
        kind, relative = letter.upper(), letter.islower()
        if kind == "Z" or (kind == "M" and found):
            break
        step = CURVES.get(kind, 1 if kind in "HV" else 2)
        for at in range(0, len(numbers) - step + 1, step):
            if kind == "H":
                x = numbers[at] + x * relative
            elif kind == "V":
                y = numbers[at] + y * relative
            else:
                to_x, to_y = numbers[at + step - 2 : at + step]
                x, y = to_x + x * relative, to_y + y * relative
            found.append((x, y))
    return found
