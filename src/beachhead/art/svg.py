"""A tiny SVG writer: elements are strings, numbers are short, attributes keep their order.

Drawings hold words from component packs, and a pack may come from anybody. So what is markup has a
type of its own, `Markup`, which only the functions here make; any other string is words, and is
escaped where it meets markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape

from beachhead.art.paths import Box, Point, num, patch, polyline

LONG = 3000
"""Path data of so many letters are cut along patches of ground."""
_START = re.compile(r"(-?\d*\.?\d+) ?(-?\d*\.?\d+)")
_UNWRITABLE = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""What no XML file may hold: control characters and halves of characters."""
_SAFE = re.compile(r"[\w #%()*+,./:;=?@|~-]*", re.ASCII).fullmatch
"""Most attributes are written as they are."""
_ID = re.compile(r'(<[^<>]*?) id="[^"]*"')
"""An id and what is before it in its tag; words hold no `<`, and attributes no quotes."""


class Markup(str):
    """Elements as they are written. A string that is not such is words, and added as words.
    A drawing that leaves for a page does so as a plain string, by `str`.

    >>> element("b", "1 < 2") + " & so on"
    '<b>1 &lt; 2</b> &amp; so on'
    """

    __slots__ = ()

    def __add__(self, other: str) -> Markup:
        return Markup(f"{self}{markup(other)}")

    def __radd__(self, other: str) -> Markup:
        return Markup(f"{markup(other)}{self}")


def markup(content: str) -> Markup:
    """Markup as it is; words escaped."""
    if isinstance(content, Markup):
        return content
    return Markup(escape(_writable(content), quote=False))


def joined(parts: Iterable[str]) -> Markup:
    """Markup and words one after the other."""
    return Markup("".join(map(markup, parts)))


def stacked(parts: Iterable[str]) -> Markup:
    """Those that are not empty, each on a line of its own."""
    return Markup("\n".join(markup(part) for part in parts if part))


def _writable(words: str) -> str:
    return _UNWRITABLE.sub("\ufffd", words)


def element(name: str, *children: str, **attributes: str | float | None) -> Markup:
    """One element; `class_` writes `class`, `stroke_width` writes `stroke-width`.

    >>> element("circle", class_="dot", cx=1.0, r=2.5)
    '<circle class="dot" cx="1" r="2.5"/>'
    >>> element("g", element("title", "Bath & Wells"), id='"')
    '<g id="&quot;"><title>Bath &amp; Wells</title></g>'
    """
    head, inside = _head(name, attributes), joined(children)
    return Markup(f"{head}>{inside}</{name}>" if inside else f"{head}/>")


def html(name: str, *children: str, **attributes: str | float | None) -> Markup:
    """One element of a page, which is closed even if there is nothing in it."""
    return Markup(f"{_head(name, attributes)}>{joined(children)}</{name}>")


def _head(name: str, attributes: Mapping[str, str | float | None]) -> str:
    written = []
    for key, value in attributes.items():
        if value is None:
            continue
        if not isinstance(value, str):
            shown = num(value, 2)
        elif _SAFE(value):
            shown = value
        else:
            shown = escape(_writable(value))
        written.append(f' {_attribute(key)}="{shown}"')
    return f"<{name}{''.join(written)}"


@cache
def _attribute(key: str) -> str:
    """How an attribute is written."""
    return key.rstrip("_").replace("_", "-")


def group(id_: str | None, *children: str, **attributes: str | float | None) -> Markup:
    """A group; the page finds it by its id."""
    return element("g", *children, id=id_, **attributes)


def titled(id_: str | None, title: str, *children: str, **attributes: str | float | None) -> Markup:
    """A group with a title that tells it in words."""
    return group(id_, element("title", title), *children, **attributes)


def hint(key: str, value: str | float = "") -> str:
    """The mark of a part that the game's reference explains: a key, and what stands there."""
    shown = value if isinstance(value, str) else num(value)
    return f"{key} {shown}".strip()


def hinted(key: str, *children: str, value: str | float = "") -> Markup:
    """A part of a drawing that the game's reference explains."""
    return group(None, *children, data_hint=hint(key, value))


def figures(*printed: tuple[str, str | float]) -> Markup:
    """Figures in a row with dashes between them, each of which the reference explains by its key.

    >>> figures(("combat", 5), ("movement", 3))
    '<tspan data-hint="combat 5">5</tspan>-<tspan data-hint="movement 3">3</tspan>'
    """
    marked = (
        element(
            "tspan", value if isinstance(value, str) else num(value), data_hint=hint(key, value)
        )
        for key, value in printed
    )
    return Markup("-".join(marked))


def layer(id_: str, *children: str, class_: str = "") -> Markup:
    """A group that can be switched on and off as a whole."""
    lines = Markup("".join(f"{markup(child)}\n" for child in children if child))
    return group(id_, lines, class_=f"layer {class_}".strip())


def text(content: str, x: float, y: float, **attributes: str | float | None) -> Markup:
    """A line of text."""
    return element("text", content, x=x, y=y, **attributes)


def rect(box: Box, class_: str | None, rx: float | None = None) -> Markup:
    """A rectangle, its corners rounded by `rx`."""
    left, top, wide, high = box
    return element("rect", class_=class_, x=left, y=top, width=wide, height=high, rx=rx)


def circle(at: Point, r: float, class_: str) -> Markup:
    """A circle around a point."""
    return element("circle", class_=class_, cx=at[0], cy=at[1], r=r)


def use(href: str, x: float, y: float, **attributes: str | float | None) -> Markup:
    """A copy of something defined once."""
    return element("use", href=f"#{href}", x=num(x), y=num(y), **attributes)


def path(d: str, **attributes: str | float | None) -> Markup:
    """A path, or nothing at all where there is nothing to draw."""
    return element("path", **attributes, d=d) if d else Markup()


def shape(points: Sequence[Point], class_: str) -> Markup:
    """A closed shape of straight lines."""
    return path(polyline(points, closed=True), class_=class_)


def bedded(d: str, kind: str) -> Markup:
    """A line on a bed: a broader one beneath it, from which it stands out."""
    return path(d, class_=f"{kind}-bed") + path(d, class_=kind)


def patches(d: str, **attributes: str | float | None) -> Markup:
    """A path of many separate strokes; where it is long, a group of paths, one for each patch of
    ground. Whoever paints a part of the drawing then need not trace all of it, and a style that
    holds for the whole (an opacity) still does."""
    if len(d) < LONG:
        return path(d, **attributes)
    ground: dict[tuple[int, int], list[str]] = {}
    for stroke in d.split("M")[1:]:
        start = _START.match(stroke)
        assert start, f"a stroke should begin with a point: {stroke[:20]}"
        x, y = float(start[1]), float(start[2])
        ground.setdefault(patch((x, y)), []).append(stroke)
    return element("g", *(path("M" + "M".join(each)) for each in ground.values()), **attributes)


def image(*children: str, **attributes: str | float | None) -> Markup:
    """A drawing that a page can hold."""
    return element("svg", *children, xmlns="http://www.w3.org/2000/svg", **attributes)


def document(
    view: Box, *, title: str, style: str, defs: str, body: str, width: float, class_: str = "board"
) -> Markup:
    """A whole SVG file. `width` is the natural width in pixels."""
    left, top, wide, high = view
    return (
        Markup('<?xml version="1.0" encoding="UTF-8"?>\n')
        + image(
            Markup(f"\n<title>{markup(title)}</title>\n"),
            Markup(f"<style>{markup(style)}</style>\n<defs>{markup(defs)}</defs>\n"),
            body,
            class_=class_,
            role="img",
            viewBox=f"{num(left)} {num(top)} {num(wide)} {num(high)}",
            width=num(width, 0),
            height=num(width * high / wide, 0),
        )
        + "\n"
    )


def unnamed(drawn: str, *, most: int = 0) -> Markup:
    """A drawing without its ids, or without the first of them, for it may be on a page more than
    once.

    >>> unnamed(group("a", element("title", 'is id="a"'), group("b", "b")), most=1)
    '<g><title>is id="a"</title><g id="b">b</g></g>'
    """
    return Markup(_ID.sub(r"\1", markup(drawn), count=most))


def boards(definitions: str) -> Markup:
    """Symbols that are styled where they are used: browsers match the style of a used symbol within
    the symbol alone, so that each must be a board of its own for `.board .crown` to hold in it."""
    return Markup(markup(definitions).replace("<g id=", '<g class="board" id='))


def view_box(svg: str) -> Box:
    """The part of the page that a document shows.

    >>> view_box(document((0, -1, 30, 20), title="", style="", defs="", body="", width=60))
    (0.0, -1.0, 30.0, 20.0)
    """
    start = svg.index('viewBox="') + len('viewBox="')
    left, top, wide, high = svg[start : svg.index('"', start)].split()
    return float(left), float(top), float(wide), float(high)
