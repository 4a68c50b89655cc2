"""A board taken apart for the page: pictures of what never changes, and what the page touches.

A browser paints a picture as one thing, whatever is in it. The same drawing in the page's own
document would cost its thousands of elements in every frame.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from beachhead.art.paths import num
from beachhead.art.svg import view_box

SVG = "http://www.w3.org/2000/svg"
TOUCHED = ("hexes", "areas", "dots", "counters")
"""Layers that the page lights up, shows and fills."""
PICTURES = ("ground", "land", "numbers", "marks")
"""From below. The layer `numbers` is a picture of its own, as one wants it only from close by; so
is each flood (`tide-layer mid` is `flood-mid`), which lies between the ground and the land. On a
map of areas, which has no such numbers, the marks are what lies above the areas."""

REFERENCE = re.compile(r"#([\w-]+)")

ElementTree.register_namespace("", SVG)


def pictures(board: str) -> dict[str, bytes]:
    """The pictures, and `live`: styles, definitions, the layers that the page touches, and in
    `<g id="places">` whatever else has a name, to be measured and never shown."""
    root = ElementTree.fromstring(board)
    shared = [child for child in root if child.tag in (f"{{{SVG}}}style", f"{{{SVG}}}defs")]
    live: list[Element] = []
    places = Element(f"{{{SVG}}}g", {"id": "places"})
    pictures: dict[str, list[Element]] = {name: [] for name in PICTURES}
    name = "ground"
    for child in root:
        kinds = (child.get("class") or "").split()
        if child.tag != f"{{{SVG}}}g":
            continue
        if child.get("id") in TOUCHED:
            live.append(child)
            if child.get("id") == "areas":
                name = "marks"
        elif "tide-layer" in kinds:
            pictures["flood-" + kinds[-1]] = list(child)
            name = "land"
        elif child.get("id") == "numbers":
            pictures["numbers"].append(child)
            name = "marks"
        else:
            pictures[name].append(child)
            if name == "marks" and any(each.get("id") for each in child):
                places.append(child)
    view, look = view_box(board), root.get("class") or "board"
    drawn = {"live": [*shared, *live, places]}
    drawn |= {each: [*_used(shared, layers), *layers] for each, layers in pictures.items()}
    return {each: _document(view, look, parts) for each, parts in drawn.items()}


def _used(shared: Sequence[Element], layers: Sequence[Element]) -> list[Element]:
    """What some layers use of the styles and definitions; nothing if there are no layers. A browser
    reads each picture by itself."""
    if not layers:
        return []
    found = []
    for child in shared:
        kept = child
        if child.tag == f"{{{SVG}}}defs":
            named = _named([*layers, *(each for each in shared if each is not child)], child)
            kept = Element(child.tag, child.attrib)
            kept.extend(each for each in child if each.get("id") in named)
        found.append(kept)
    return found


def _named(parts: Sequence[Element], definitions: Element) -> set[str]:
    """The names that some parts refer to, and those definitions that they need."""
    by_name = {each.get("id", ""): each for each in definitions}
    found: set[str] = set()
    todo = list(parts)
    while todo:
        names = set(REFERENCE.findall(ElementTree.tostring(todo.pop(), encoding="unicode")))
        todo += [by_name[name] for name in names - found if name in by_name]
        found |= names
    return found


def _document(view: tuple[float, float, float, float], look: str, parts: list[Element]) -> bytes:
    _, _, wide, high = view
    root = Element(
        f"{{{SVG}}}svg",
        {
            "class": look,
            "viewBox": " ".join(num(each) for each in view),
            "width": num(wide),
            "height": num(high),
        },
    )
    root.extend(parts)
    written: bytes = ElementTree.tostring(root, encoding="utf-8")
    return written
