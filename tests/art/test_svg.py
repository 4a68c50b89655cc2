"""The SVG writer, hex geometry, pens and palette."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest
import resvg_py

from beachhead.art import curves, fields, ink, paths, png, style_sheets, svg
from beachhead.art.hexes import HexLayout, chains, threads
from beachhead.art.palette import GLYPHS, SIGNAL, contrast, ink_on, lower_half
from beachhead.errors import BeachheadError

LAYOUTS = [
    HexLayout(10.0, pointy=pointy, shifted=shifted, upward=upward, origin=(7.0, -3.0))
    for pointy in (True, False)
    for shifted in (0, 1)
    for upward in (True, False)
]


def test_text_and_attributes_are_escaped() -> None:
    written = svg.text('A < B & "C"', 1, 2, class_='x"y')
    read = ElementTree.fromstring(written)
    assert read.text == 'A < B & "C"'
    assert read.get("class") == 'x"y'


def test_what_is_not_markup_is_words_wherever_it_meets_markup() -> None:
    words = "<b>"
    for written in (
        svg.element("g", words),
        svg.element("g", svg.joined([words])),
        svg.element("g", svg.Markup() + words),
        svg.element("g", words + svg.Markup()),
        svg.element("g", svg.stacked([words])),
        svg.layer("a", words),
        svg.element("title", f"{words}"),
    ):
        read = ElementTree.fromstring(written)
        assert list(read) == [], written
        assert (read.text or "").strip() == words, written


def test_a_style_sheet_is_words_in_a_document() -> None:
    drawn = svg.document(
        (0, 0, 1, 1), title="</title>", style="</style>&", defs="<a/>", body="<b/>", width=1
    )
    read = ElementTree.fromstring(drawn)
    assert [each.tag.rpartition("}")[2] for each in read.iter()] == [
        "svg",
        "title",
        "style",
        "defs",
    ]


@pytest.mark.parametrize("odd", ["\0", "\x1b", "\ud800", "\uffff"])
def test_what_no_file_can_hold_is_shown_as_missing(odd: str) -> None:
    written = svg.text(f"a{odd}b", 0, 0, id=f"c{odd}")
    read = ElementTree.fromstring(written.encode())
    assert (read.text, read.get("id")) == ("a\ufffdb", "c\ufffd")


def test_only_attributes_are_unnamed() -> None:
    drawn = svg.group(
        "a", svg.element("title", 'x id="y" z'), svg.group("b", "c"), class_=' id="q"'
    )
    assert svg.unnamed(drawn) == drawn.replace(' id="a"', "").replace(' id="b"', "")
    assert svg.unnamed(drawn, most=1) == drawn.replace(' id="a"', "")


@pytest.mark.parametrize(
    ("selector", "value"),
    [(".a}*", "#fff"), (".a", "url(x)"), (".a", "red}"), (".a", "red;x:y"), ("</style>", "red")],
)
def test_a_rule_says_nothing_but_a_color(selector: str, value: str) -> None:
    with pytest.raises(BeachheadError, match="style"):
        style_sheets.rule([selector], fill=value)


def test_different_words_are_different_classes() -> None:
    assert (
        len({style_sheets.class_name(each) for each in ("a{", "a}", "a<", "é", "a_7b_", "a b")})
        == 6
    )
    assert style_sheets.rule([f".{style_sheets.class_name('</style>{}')}"], fill="red")


def test_attributes_without_value_are_left_out() -> None:
    assert svg.element("g", id=None, class_="a") == '<g class="a"/>'


def test_relative_steps_do_not_drift() -> None:
    """Rounding errors of many short steps must not add up."""
    points = [(n * 0.333, n * 0.777) for n in range(1000)]
    x, y = (float(v) for v in re.findall(r"-?[\d.]+", paths.polyline(points[:1])))
    body = paths.polyline(points).split("l")[1]
    steps = [float(v) for v in re.findall(r"-?\d*\.?\d+", body)]
    x, y = x + sum(steps[0::2]), y + sum(steps[1::2])
    assert dist((x, y), points[-1]) < 0.1


def test_a_long_path_is_cut_into_patches_and_loses_nothing() -> None:
    strokes = [paths.polyline([(n * 9.0, n * 5.0), (n * 9.0 + 4, n * 5.0 + 3)]) for n in range(300)]
    group = ElementTree.fromstring(svg.patches("".join(strokes), class_="row"))
    assert (group.tag, group.get("class")) == ("g", "row")
    assert len(group) > 3
    cut = ["M" + each for path in group for each in path.attrib["d"].split("M")[1:]]
    assert sorted(cut) == sorted(strokes)
    assert svg.patches(strokes[0], class_="row") == svg.path(strokes[0], class_="row")


def test_dots_stay_where_they_are_in_patches() -> None:
    points = [(n * 37.0 % 500, n * 91.0 % 400) for n in range(200)]
    found = []
    for run in paths.dots(points).split("M")[1:]:
        steps = [[float(v) for v in re.findall(r"-?\d*\.?\d+", step)] for step in run.split("h0m")]
        x = y = 0.0
        for dx, dy, *_ in steps:
            x, y = x + dx, y + dy
            found.append((round(x), round(y)))
    assert sorted(found) == sorted(points)


def test_curves_end_where_they_should() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (20.0, 10.0)]
    flat = curves.flatten(points)
    assert flat[0] == points[0]
    assert flat[-1] == points[-1]
    loop = curves.flatten(points, closed=True)
    assert loop[0] == pytest.approx(loop[-1])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_hex_has_six_neighbors_that_know_it(layout: HexLayout) -> None:
    for here in [(4, 4), (4, 5), (5, 4), (5, 5)]:
        neighbors = layout.neighbors(here)
        assert len(set(neighbors)) == 6
        for there in neighbors:
            assert here in layout.neighbors(there)
            assert dist(layout.center(here), layout.center(there)) == pytest.approx(layout.across)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_side_joins_the_corners_of_both_hexes(layout: HexLayout) -> None:
    here = (5, 4)
    for there in layout.neighbors(here):
        for end in layout.side(here, there):
            assert any(dist(end, corner) < 1e-9 for corner in layout.corners(here))
            assert any(dist(end, corner) < 1e-9 for corner in layout.corners(there))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_point_is_found_in_its_hex(layout: HexLayout) -> None:
    for row in range(1, 8):
        for column in range(1, 8):
            x, y = layout.center((row, column))
            assert layout.at((x + 4, y - 3)) == (row, column)


def test_regions_merge_into_loops() -> None:
    layout = LAYOUTS[0]
    middle = (5, 5)
    around = layout.neighbors(middle)
    assert [len(loop) for loop in layout.outline([middle])] == [6]
    assert [len(loop) for loop in layout.outline([middle, *around])] == [18]
    assert sorted(len(loop) for loop in layout.outline(around)) == [6, 18]
    assert len(layout.outline([(2, 2), (8, 8)])) == 2


def test_sides_join_into_lines() -> None:
    a, b, c, d = (0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (20.0, 0.0)
    assert chains([(b, c), (a, b)]) == [[a, b, c]]
    assert sorted(len(line) for line in threads([(a, b), (c, b), (b, d)])) == [2, 2, 2]
    assert threads([(a, b), (c, b)]) == [[a, b, c]]


def test_fields_tile_the_ground() -> None:
    """Every side between two fields is seen alike from both."""
    rng = ink.pen("fields")
    seeds = ink.sprinkle((0, 0), rng, 60, 100)
    found = fields.fields(seeds, len(seeds), 120.0)
    sides = {(n, behind): (a, b) for n, field in enumerate(found) for a, b, behind in field}
    shared = [
        (sides[behind, n], side)
        for (n, behind), side in sides.items()
        if dist(*side) > 1e-6 and max(dist(end, (0, 0)) for end in side) < 70
    ]
    assert len(shared) > 100
    for (c, d), (a, b) in shared:
        assert dist(a, d) < 1e-6
        assert dist(b, c) < 1e-6


def test_a_pen_repeats_itself() -> None:
    assert ink.blob((0, 0), 5, ink.pen("0513")) == ink.blob((0, 0), 5, ink.pen("0513"))
    assert ink.blob((0, 0), 5, ink.pen("0513")) != ink.blob((0, 0), 5, ink.pen("0514"))


def test_signal_colors_are_told_apart_without_color() -> None:
    """Each has a shape of its own: number of corners, or how wide it is at the top, differs."""
    assert set(GLYPHS) == set(SIGNAL)
    for one, other in combinations(GLYPHS.values(), 2):
        assert _mask(one) ^ _mask(other)
        overlap = len(_mask(one) & _mask(other)) / len(_mask(one) | _mask(other))
        assert overlap < 0.93


def test_half_filled_is_half_of_it() -> None:
    for shape in GLYPHS.values():
        low = lower_half(shape, 0.0)
        assert min(y for _, y in low) == pytest.approx(0.0)
        assert 0.3 < _area(low) / _area(shape) < 0.75


@pytest.mark.parametrize("color", SIGNAL.values())
def test_labels_on_signal_colors_can_be_read(color: str) -> None:
    assert contrast(ink_on(color), color) >= 4.5


def test_a_drawing_that_is_none_is_refused() -> None:
    with pytest.raises(BeachheadError, match="png"):
        png.png("not a drawing", width=10)


def test_a_picture_without_words_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without system fonts the rasteriser leaves all text out and says nothing."""
    render = resvg_py.svg_to_bytes

    def without_fonts(**options: object) -> bytes:
        return render(**options, skip_system_fonts=True)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", without_fonts)
    png._can_write.cache_clear()
    with pytest.raises(BeachheadError, match=r"fonts.*install"):
        png.png('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', width=9)
    png._can_write.cache_clear()


def _area(shape: list[paths.Point]) -> float:
    turned = [*shape[1:], shape[0]]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(shape, turned, strict=True))) / 2


def _mask(shape: list[paths.Point]) -> frozenset[tuple[int, int]]:
    """The cells of a fine grid inside a shape."""
    inside = set()
    for i in range(-30, 31):
        for j in range(-30, 31):
            x, y = i / 22 + 1e-4, j / 22 + 1e-4
            odd = False
            for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
                if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                    odd = not odd
            if odd:
                inside.add((i, j))
    return frozenset(inside)
