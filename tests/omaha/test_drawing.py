"""The Omaha board as a drawing."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest

from beachhead.art.palette import contrast
from beachhead.art.svg import view_box
from beachhead.commands import show
from beachhead.errors import BeachheadError
from beachhead.omaha.drawing import COLORS, board_svg
from beachhead.omaha.game import GAME
from beachhead.omaha.table import pack
from beachhead.suites.drawing import names_of
from showing import ShownBoard

LAYERS = [
    "terrain",
    "shore",
    "relief",
    "features",
    "sea",
    "tides",
    "roads",
    "hexsides",
    "buildings",
    "mines",
    "hexes",
    "grid",
    "numbers",
    "sectors",
    "lanes",
    "boxes",
    "beach-names",
    "advances",
    "positions",
    "dots",
    "draw-names",
    "names",
    "cartouche",
    "frame",
    "exits",
    "legend",
]


class TestOmahaBoard(ShownBoard):
    game = GAME
    games = 4
    part: ClassVar[dict[str, Any]] = {"around": "0812", "radius": 3}
    nowhere = "9999"
    everything: ClassVar[dict[str, Any]] = {"dots": "all"}
    largest = 1_500_000


@pytest.fixture(scope="module")
def plain() -> str:
    return board_svg()


@pytest.fixture(scope="module")
def dotted() -> str:
    return board_svg(dots="all")


@pytest.fixture(scope="module")
def ids(dotted: str) -> Counter[str]:
    return names_of(dotted)


def rows(table: str) -> list[dict[str, object]]:
    return pack.load().rows(table)


def test_layers_are_drawn_from_the_ground_up(dotted: str) -> None:
    root = ElementTree.fromstring(dotted)
    layers = [e.get("id") for e in root if "layer" in (e.get("class") or "").split()]
    assert layers == LAYERS


def test_everything_on_the_map_can_be_found(ids: Counter[str]) -> None:
    wanted = [f"hex-{row['hex']}" for row in rows("hexes")]
    wanted += [f"position-{row['position']}" for row in rows("positions")]
    wanted += [f"fire-{row['position']}" for row in rows("positions")]
    wanted += [f"box-{row['box']}" for row in rows("landing_boxes")]
    wanted += [f"lane-{row['box']}" for row in rows("landing_boxes")]
    wanted += [f"exit-{row['exit']}" for row in rows("exits") if row["exit"]]
    wanted += [f"mine-{row['from']}-{row['to']}" for row in rows("roads") if row["kind"] == "mined"]
    wanted += [f"tide-{tide}" for tide in ("low", "mid", "high")]
    assert [name for name in wanted if ids[name] != 1] == []
    assert sum(name.startswith("hex-") for name in ids) == 600
    assert sum(name.startswith("position-") for name in ids) == 86
    assert sum(name.startswith("advance-") for name in ids) == 41


def test_every_name_is_printed(plain: str) -> None:
    printed = {e.text for e in ElementTree.fromstring(plain).iter() if e.tag.endswith("}text")}
    assert {row["village"] for row in rows("hexes")} - {None} <= printed
    assert {row["draw"] for row in rows("draws")} <= printed
    assert {row["hex"] for row in rows("hexes")} <= printed
    assert {row["position"] for row in rows("positions") if row["zone"]} <= printed
    numbers = {f"WN {str(row['name']).removeprefix('WN')}" for row in rows("wn_hexes")}
    assert numbers <= printed
    assert {row["box"] for row in rows("landing_boxes") if row["beach"]} <= printed


def test_fire_dots_can_be_switched(plain: str, dotted: str) -> None:
    assert plain.count('class="dot ') == 0
    assert dotted.count('class="dot ') == 1071
    red = board_svg(dots="red")
    per_color = [
        sum(len(row["fire"]) for row in pack.load().rows("positions") if row["color"] == color)
        for color in COLORS
    ]
    assert red.count('class="dot ') == per_color[COLORS.index("red")]
    assert board_svg(dots=["red"]) == board_svg(dots="red")


def test_a_dot_shows_its_intensity(dotted: str) -> None:
    drawn = Counter(re.findall(r'class="dot (\w+)"', dotted))
    told = Counter(how for row in pack.load().rows("positions") for how in row["fire"].values())
    assert drawn == told


def test_dots_of_one_hex_never_cover_each_other(dotted: str) -> None:
    places = re.findall(r'<use href="#dot-[^"]+" x="([^"]+)" y="([^"]+)" class="dot', dotted)
    points = [(float(x), float(y)) for x, y in places]
    assert len(points) == 1071
    near = [
        (a, b)
        for n, a in enumerate(points)
        for b in points[n + 1 :]
        if abs(a[0] - b[0]) < 9 and abs(a[1] - b[1]) < 9
    ]
    assert near == []


def test_without_a_legend_the_sheet_ends_below_the_map() -> None:
    bare = board_svg(legend=False)
    assert view_box(bare)[3] < view_box(board_svg())[3]


def test_a_part_is_cut_out_around_a_hex() -> None:
    left, top, wide, high = view_box(board_svg(around="0812", radius=3))
    assert wide > high > 2 * 3 * 50
    whole = view_box(board_svg())
    assert left > whole[0]
    assert top > whole[1]
    assert left + wide < whole[0] + whole[2]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"dots": "pink"}, "dots.*pink.*orange"),
        ({"around": "9999"}, "hex.*9999.*0812"),
        ({"around": "0812", "radius": 0}, "radius"),
    ],
)
def test_wrong_wishes_are_refused(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(BeachheadError, match=told):
        board_svg(**wrong)  # type: ignore[arg-type]


def test_words_can_be_read_on_their_ground(plain: str) -> None:
    style = plain[plain.index("<style>") : plain.index("</style>")]

    def color(selector: str, what: str = "fill") -> str:
        rule = re.search(rf"\.board {re.escape(selector)}\{{([^}}]*)\}}", style)
        assert rule, selector
        found = re.search(rf"(?:^|;){what}:(#[0-9a-f]{{3,6}})", rule.group(1))
        assert found, selector
        shade = found.group(1)
        return shade if len(shade) == 7 else "#" + "".join(c * 2 for c in shade[1:])

    paper, water = color(".paper"), color(".water")
    assert contrast(color("text"), paper) >= 7
    assert contrast(color(".place"), color(".t-high_ground")) >= 7
    assert contrast(color(".draw-name"), color(".t-draw")) >= 4.5
    assert contrast(color(".plate-label"), color(".plate")) >= 7
    assert contrast(color(".beach-name"), water) >= 4.5
    assert contrast(color(".box-name"), water) >= 4.5


class TestCommand:
    """`beachhead show`"""

    @staticmethod
    def run(*arguments: str) -> int:
        parser = argparse.ArgumentParser()
        show.register(parser.add_subparsers())
        options = parser.parse_args(["show", *arguments])
        code: int = options.run(options)
        return code

    def test_svg_and_png_are_written(self, tmp_path: Path, plain: str) -> None:
        drawing, picture = tmp_path / "board.svg", tmp_path / "board.png"
        assert self.run("omaha", "--svg", str(drawing)) == 0
        assert drawing.read_text(encoding="utf-8") == plain
        assert self.run("omaha", "--png", str(picture), "--hex", "0812", "--radius", "1") == 0
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert {p.name for p in tmp_path.iterdir()} == {"board.svg", "board.png"}

    def test_scale_makes_it_larger(self, tmp_path: Path) -> None:
        sizes = []
        for scale in ("0.5", "2"):
            picture = tmp_path / f"{scale}.png"
            arguments = ("--png", str(picture), "--hex", "0812", "--radius", "1")
            assert self.run("omaha", *arguments, "--scale", scale) == 0
            sizes.append(int.from_bytes(picture.read_bytes()[16:20], "big"))
        assert sizes[1] == pytest.approx(4 * sizes[0], abs=4)

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["utah", "--svg", "x.svg"], "WHAT"),
            (["omaha"], "--svg"),
            (["omaha", "--svg", "x.svg", "--dots", "pink"], "dots"),
            (["omaha", "--svg", "x.svg", "--hex", "zzz"], "hex"),
            (["omaha", "--svg", "x.svg", "--hex", "0812", "--radius", "many"], "--radius"),
            (["omaha", "--svg", "x.svg", "--hex", "0812", "--radius", "2.5"], "--radius"),
            (["omaha", "--svg", "x.svg", "--scale", "2"], "--scale"),
            (["omaha", "--png", "x.png", "--scale", "nan"], "--scale"),
            (["omaha", "--png", "x.png", "--scale", "9"], "--scale"),
            (["omaha", "--svg", "no/such/folder/x.svg"], "--svg"),
        ],
    )
    def test_bad_input_is_told_and_leaves_nothing(
        self,
        arguments: list[str],
        told: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert self.run(*arguments) == 2
        message = capsys.readouterr().err
        assert told in message
        assert message.count("\n") == 1
        assert list(tmp_path.iterdir()) == []

    def test_a_failed_drawing_keeps_the_old_file(self, tmp_path: Path) -> None:
        old = tmp_path / "board.svg"
        old.write_text("old")
        assert self.run("omaha", "--svg", str(old), "--hex", "9999") == 2
        assert old.read_text() == "old"
