"""What lies on the Omaha board, as a drawing."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from beachhead.art import counters as art
from beachhead.art.palette import contrast, ink_on, mix
from beachhead.art.png import png
from beachhead.art.symbols import framed
from beachhead.commands import show
from beachhead.omaha.drawing import board_svg
from beachhead.omaha.drawing.counters import LIVERY, SYMBOLS, german_counter, us_counter
from beachhead.omaha.table.state import equipment, piece_tag
from situations import post, table_of, unit

SVG = "{http://www.w3.org/2000/svg}"
SITUATION = """
    turn 7 action
    0612 A/1/16, B/1/16:2 disrupted
    0613 C/1/16:1 hero=Barrett, 16HQ, Wyman, Cota wounded
    0611 D/1/16:2 climb acted; 0610 A/1/116 climb-cliff inspired=Bingham
    box ER3 K/3/16; track 9 L/3/16; out M/3/16
    WN60 ?; WN61 ? depth?; WN62N "1 BG" depth "1 AR" disrupted
    A1 T?; A2 D? depth?; A4 9/3/726 depth?
    cleared 0609; naval 2; smoke WN61; command 16HQ A/1/16
"""


@pytest.fixture(scope="module")
def drawn() -> str:
    return board_svg(table=table_of(SITUATION))


@pytest.fixture(scope="module")
def groups(drawn: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(drawn)
    return {found.attrib["id"]: found for found in root.iter() if "id" in found.attrib}


def texts(found: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in found.iter(f"{SVG}text")]


def title(found: ElementTree.Element) -> str:
    return found.findtext(f"{SVG}title", "")


def classes(found: ElementTree.Element) -> Counter[str]:
    return Counter(name for each in found.iter() for name in each.get("class", "").split())


# --- where things are


def test_every_piece_on_the_map_or_in_a_box_can_be_found_by_its_id(groups):
    table = table_of(SITUATION)
    for piece in range(len(equipment().names)):
        there = table.hex[piece] >= 0 or table.box[piece] >= 0
        assert (piece_tag(piece) in groups) == there


def test_every_german_unit_can_be_found_by_its_post(groups):
    for place in equipment().posts:
        manned = place.name in ("WN60", "WN61", "WN62N", "A1", "A2", "A4")
        assert (f"post-{place.name}" in groups) == manned


def test_ids_are_unique(drawn):
    ids = [each.get("id") for each in ElementTree.fromstring(drawn).iter() if each.get("id")]
    assert len(ids) == len(set(ids))


def test_a_stack_leans_up_and_to_the_right(groups):
    def place(name: str) -> tuple[float, float]:
        moved = groups[f"unit-{name}"].attrib["transform"]
        x, y = moved[moved.index("(") + 1 : moved.index(")")].split()
        return float(x), float(y)

    (ax, ay), (bx, by) = place("A/1/16"), place("B/1/16")
    assert bx > ax
    assert by < ay


def test_the_same_table_is_drawn_the_same(drawn):
    assert board_svg(table=table_of(SITUATION)) == drawn


def test_a_board_without_a_table_has_no_counters():
    assert 'class="counter' not in board_svg()


# --- US pieces


def test_a_counter_shows_what_is_printed_on_its_side():
    table = table_of("0612 B/1/16:2, A/1/18, 1/A/741, 62AFA")
    shown = {name: _one(us_counter(table, unit(name))) for name in ("B/1/16", "1/A/741", "62AFA")}
    b = unit("B/1/16")
    side = equipment().units[b].sides[1]
    assert texts(shown["B/1/16"]) == ["B/1/16", *sorted(side.weapons), str(side.strength)]
    assert texts(shown["1/A/741"]) == ["1/A/741", "45"]  # strength 4, range 5
    assert texts(shown["62AFA"]) == ["62AFA", "9∞"]
    assert classes(shown["B/1/16"])["pip"] == 3
    assert classes(shown["B/1/16"])["gone"] == 1


def test_infantry_at_full_strength_has_no_chips():
    table = table_of("0612 A/1/16")
    assert not classes(_one(us_counter(table, unit("A/1/16"))))["chip"]


def test_the_target_symbol_is_filled_if_the_unit_controls_around_it():
    table = table_of("0612 A/1/16; 0613 B/1/16:1")
    assert not classes(_one(us_counter(table, unit("A/1/16"))))["open"]
    assert classes(_one(us_counter(table, unit("B/1/16"))))["open"]


def test_disrupted_counters_are_tilted_and_crossed_by_a_zigzag(groups):
    disrupted, sound = groups["unit-B/1/16"], groups["unit-A/1/16"]
    assert "rotate" in disrupted.attrib["transform"]
    assert classes(disrupted)["zigzag"]
    assert "rotate" not in sound.attrib["transform"]
    assert not classes(sound)["zigzag"]


def test_markers_are_drawn_and_told(groups):
    assert classes(groups["unit-C/1/16"])["medal"]
    assert "with Barrett" in title(groups["unit-C/1/16"])
    assert classes(groups["unit-A/1/116"])["fallen"]
    assert "inspired by Bingham" in title(groups["unit-A/1/116"])
    assert "climbing the cliff" in title(groups["unit-A/1/116"])
    assert classes(groups["unit-D/1/16"])["tag"]
    assert classes(groups["unit-D/1/16"])["flap"]
    assert "has acted" in title(groups["unit-D/1/16"])
    assert classes(groups["unit-A/1/16"])["halo"]
    assert not classes(groups["unit-B/1/16"])["halo"]


def test_leaders(groups):
    assert texts(groups["unit-16 HQ"])[-2:] == ["16", "RD"]
    assert texts(groups["unit-Gen. Wyman"])[0] == "Wyman"
    crosses = [classes(groups[f"unit-Gen. {name}"])["ink"] for name in ("Wyman", "Cota")]
    assert crosses == [1, 2]  # a star; a star and a wound


def test_every_kind_of_unit_has_a_symbol_of_its_own():
    kinds = {each.type for each in equipment().units}
    assert kinds == set(SYMBOLS)
    assert len({framed(SYMBOLS[kind], (0, 0)) for kind in kinds}) == len(kinds)


# --- German units


def test_a_face_down_unit_shows_only_its_kind(groups):
    assert texts(groups["post-WN60"]) == ["WN60", equipment().posts[post("WN60")].gun, "WN"]
    assert texts(groups["post-A1"]) == ["A1", "TACTICAL"]
    assert texts(groups["post-A2"]) == ["A2", "DIVISION"]


def test_a_unit_turned_face_down_again_hides_its_name():
    table = table_of("A1 9/3/726 face-down; A2 5/2/915 face-down")
    shown = [german_counter(table, equipment().posts[post(name)]) for name in ("A1", "A2")]
    assert [texts(_one(each))[-1] for each in shown] == ["TACTICAL", "DIVISION"]
    assert not any("9/3/726" in each or "5/2/915" in each for each in shown)


def test_a_revealed_unit_shows_its_face_and_its_depth(groups):
    revealed = groups["post-WN62N"]
    assert texts(revealed) == ["+1 AR", "WN62N", "1", "BG"]
    assert title(revealed).endswith("strength 1, requires BG, depth +1 AR, disrupted")
    assert texts(groups["post-A4"])[:2] == ["A4", "9/3/726"]


def test_depth_shows_as_an_edge_beneath(groups):
    assert classes(groups["post-WN61"])["under"]
    assert not classes(groups["post-WN60"])["under"]
    assert title(groups["post-WN61"]) == "WN61: a face-down WN unit, face-down WN depth"


def test_a_german_counter_carries_the_color_and_the_shape_of_its_position(groups):
    for name in ("WN60", "A1"):
        assert classes(groups[f"post-{name}"])[equipment().posts[post(name)].position.color]


# --- the rest


def test_smoke_cleared_obstacles_tide_and_status(groups):
    assert "smoke-WN61" in groups
    assert "cleared-0609" in groups
    assert "flood" in groups
    assert texts(groups["status"]) == ["Turn 7", "07:45", "Mid tide, action phase", "Naval fire"]
    assert classes(groups["status"])["shell"] == 2


def test_at_low_tide_the_beach_is_dry():
    assert 'id="flood"' not in board_svg(table=table_of("turn 3"))


@pytest.mark.parametrize("share", [0, 0.42, 0.6])
def test_ink_can_be_read_on_every_livery(share: float):
    for color in LIVERY.values():
        face = mix(color, art.DULL, share)
        assert contrast(face, ink_on(face)) >= 4.5


def test_titles_are_escaped():
    assert "<title>1 &lt; 2 &amp; 3</title>" in art.counter("x", (0, 0), title="1 < 2 & 3")


def test_it_can_be_rasterised(drawn):
    assert png(drawn, width=400).startswith(b"\x89PNG")


# --- beachhead show FILE


def _show(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    show.register(parser.add_subparsers())
    options = parser.parse_args(["show", *arguments])
    return options.run(options)


def test_show_draws_a_situation(tmp_path: Path, drawn: str):
    (tmp_path / "situation.txt").write_text(SITUATION)
    target = tmp_path / "situation.svg"
    assert _show(str(tmp_path / "situation.txt"), "--svg", str(target)) == 0
    assert target.read_text() == drawn


def test_show_names_the_file_and_the_line_of_a_mistake(tmp_path: Path, capsys):
    (tmp_path / "wrong.txt").write_text("turn 7\n0612 A/1/99")
    assert _show(str(tmp_path / "wrong.txt"), "--svg", str(tmp_path / "x.svg")) == 2
    told = capsys.readouterr().err
    assert "wrong.txt: line 2: 'A/1/99'" in told
    assert not (tmp_path / "x.svg").exists()


def test_show_says_what_it_can_draw(tmp_path: Path, capsys):
    assert _show(str(tmp_path / "nothing"), "--svg", "-") == 2
    assert "choose from omaha, storm, dday91, or write a situation" in capsys.readouterr().err


def _one(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>')[0]
