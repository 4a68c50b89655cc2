"""20 Winning and losing the extended game."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.engineers.engineer_bases import clears_draw
from beachhead.omaha.german_fire import losses
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import HQS, OmahaTable, equipment
from beachhead.omaha.victory import catastrophic_loss, control, victory_points
from situations import decision, post, run, table_of, texts, unit
from situations import events as told

DAY = "scenario d-day-at-omaha-beach\n"
FIRST = [each.name for each in equipment().units if each.division == 1 and each.regular_infantry]
WN_HEXES = sum(post.is_wn for post in equipment().posts)


def points(text: str, turn: int = 32) -> dict[str, int]:
    return victory_points.victory_points(table_of(f"{DAY}turn {turn}\n{text}"))


def of_kind(table: OmahaTable, kind: str) -> dict[str, int]:
    """The points of the sheet's entries of a kind, zeros included."""
    return {each.source: each.points for each in victory_points.sheet(table) if each.kind == kind}


def guard(letter: str) -> str:
    """A position that fires into the hex of an exit."""
    exit_hex = equipment().board.exits[letter]
    return next(each.name for each in equipment().posts if each.position.fire >> exit_hex & 1)


# --- 20.1


def weakened(turn: int, count: int) -> OmahaTable:
    lines = [f"0714 {name}:1" for name in FIRST[: count - 1]]
    table = table_of(f"{DAY}turn {turn}\n" + "\n".join(lines) + f"\n0715 {FIRST[count - 1]}:2")
    losses.lose_step(table, unit(FIRST[count - 1]), "6.32", "to German fire")
    return table


@rule("omaha", "20.1a", "20.1b", "20a")
@pytest.mark.parametrize(
    ("turn", "count", "lost"),
    [
        (16, 7, False),
        (16, 8, True),
        (17, 8, False),
        (17, 13, False),
        (17, 14, True),
        (32, 14, True),
    ],
)
def test_catastrophic_loss_by_turn(turn: int, count: int, lost: bool) -> None:
    table = weakened(turn, count)
    assert (table.result is not None) == lost
    if lost:
        assert table.result is not None
        assert (table.result.winners, table.result.rule) == ([], "20.1")
        assert decision(table) is None, "the game ends at once"


@rule("omaha", "20.1b", "13.1a")
def test_a_unit_that_left_the_map_counts_as_lost_only_with_its_last_step() -> None:
    table = table_of(f"{DAY}turn 20\nexit A A/1/16:1\nexit B B/1/16:2\n0613 C/1/16:1")
    assert catastrophic_loss.infantry_lost(table, 1) == 2


# --- 20.2

TAKEN = """
    0910 A/1/16
    0911 B/1/16
    1011 C/1/16
    1112 D/1/16
    1211 E/2/16
    1311 F/2/16
    1312 G/2/16
    1411 H/2/16
    1013 I/3/16
    1115 K/3/16
    0813 L/3/16
    0714 M/3/16
"""


@rule("omaha", "20.2a", "20.2c", "20a")
def test_the_first_check_counts_as_in_the_first_waves() -> None:
    table = table_of(f"{DAY}turn 16\n{TAKEN}")
    basic = victory_points.victory_points(table_of(f"scenario first-waves\nturn 16\n{TAKEN}"))
    total = sum(basic.values())
    assert 11 <= total <= 24
    assert victory_points.victory_points(table) == basic
    run(table, sequence.end_of_turn)
    assert table.result is None
    assert table.turn == 17
    check = told(table, "check")
    assert texts(check) == [f"{total} VP at the end of Turn 16: the battle goes on."]
    assert check[0].rule == "20.2"


@rule("omaha", "20.2b", "20.2c", "20.2d")
@pytest.mark.parametrize(
    ("total", "result", "ends"),
    [
        (99, "decisive US victory", True),
        (25, "decisive US victory", True),
        (24, "play on", False),
        (11, "play on", False),
        (10, "decisive US defeat", True),
        (0, "decisive US defeat", True),
    ],
)
def test_the_levels_of_the_first_check(total: int, result: str, ends: bool) -> None:
    level = charts().victory("d-day-at-omaha-beach", 16, total)
    assert level is not None
    assert (level.result, level.ends_game) == (result, ends)


@rule("omaha", "20.2d", "20a")
def test_a_bad_morning_ends_the_day() -> None:
    table = table_of(f"{DAY}turn 16\n0613 A/1/16\nWN62N ?\nWN62S ?")
    run(table, sequence.end_of_turn)
    assert table.result is not None
    assert table.result.text.startswith("Decisive US defeat with ")
    assert table.result.rule == "20.2"
    assert table.turn == 16


@rule("omaha", "20.2b")
def test_a_splendid_morning_ends_the_day_too(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = equipment().board.grid.all
    monkeypatch.setattr(victory_points, "victory_control", lambda _: everything)
    table = table_of(f"{DAY}turn 16\nplayers 2")
    run(table, sequence.end_of_turn)
    assert table.result is not None
    assert table.result.winners == ["1st", "29th"]
    assert table.result.text.startswith("Decisive US victory")


# --- 20.3


@rule("omaha", "20.3a")
def test_the_schedule_of_the_end_replaces_the_other() -> None:
    empty = table_of(f"{DAY}turn 32")
    kinds = {entry.kind for entry in victory_points.sheet(empty)}
    basic = set(charts().victory_points["basic"])
    assert not kinds & basic
    assert {entry.kind for entry in victory_points.sheet(table_of(f"{DAY}turn 16"))} == basic


@rule("omaha", "20.3b", "20.3q")
def test_a_point_for_each_vp_position_in_control() -> None:
    table = table_of(f"{DAY}turn 32\n1310 A/1/16\n1004 I/3/16")
    kind = "vp_position_controlled"
    assert len(of_kind(table, kind)) == 42
    held = control.victory_control(table)
    for position in equipment().board.positions:
        expected = int(position.vp and position.area & ~held == 0)
        assert of_kind(table, kind).get(position.name, 0) == expected
    assert set(of_kind(table, kind).values()) == {0, 1}
    assert "WN62" not in of_kind(table, kind)


@rule("omaha", "20.3q", "13.22")
def test_control_for_points_is_that_of_13_22() -> None:
    """The same position with a German field of fire on it, a disrupted German's too."""
    assert points("1310 A/1/16")["A4"] == 1
    guard = next(
        post.name
        for post in equipment().posts
        if post.position.fire >> equipment().board.hex("1310") & 1 and not post.is_wn
    )
    assert "A4" not in points(f"1310 A/1/16\n{guard} T? disrupted")


@rule("omaha", "20.3c")
def test_four_points_for_a_draw_held_and_cleared() -> None:
    """D-1 has a wall and mines in two hexes; a base next to it clears them."""
    held = "0630 A/1/116\n0731 B/1/116\n0529 C/1/116"
    name = "Draw D-1 open to traffic"
    assert points(held).get(name, 0) == 0, "held, but the obstacles are there"
    cleared = held + "\nbase 112•149 0530 3"
    assert points(cleared)[name] == 4
    short = held + "\nbase 112•149 0530 0"
    assert points(short).get(name, 0) == 0, "range 0 reaches only its own hex and its sides"
    lost = cleared.replace("0731 B/1/116", "WN71 ?")
    assert points(lost).get(name, 0) == 0, "neither held nor cleared"
    alone = table_of(f"{DAY}turn 32\nbase 112•149 0530 3")
    assert clears_draw(alone, "D-1")
    assert victory_points.victory_points(alone).get(name, 0) == 0, "cleared, but not held"


@rule("omaha", "20.3d")
@pytest.mark.parametrize(
    ("piece", "counts"),
    [
        ("1/A/741", True),
        ("62AFA", True),
        ("7FA", True),
        ("AT/16", True),
        ("1•2/397", True),
        ("A•B/197", True),
        ("A/1/16", False),
        ("A•B/5R", False),
        ("D/1/16", False),
        ("16HQ", False),
        ("Wyman", False),
    ],
)
def test_a_point_for_each_heavy_weapon_on_the_high_ground(piece: str, counts: bool) -> None:
    high, low = points(f"1113 {piece}"), points(f"0714 {piece}")
    name = f"{equipment().names[unit(piece)]} on the high ground"
    assert high.get(name, 0) == int(counts)
    assert name not in low


@rule("omaha", "20.3e", "20.3f")
def test_steps_that_left_score_only_with_communication_to_the_exit() -> None:
    gone = "exit C 1/A/741:2\nexit C A/1/16:3\nexit C B/1/16:1"
    open_road = points(gone)
    assert open_road["1/A/741 off the map by exit C"] == 2
    assert open_road["A/1/16 off the map by exit C"] == 3
    assert open_road["B/1/16 off the map by exit C"] == 1
    assert open_road["1/A/741 on the high ground"] == 1, "armor scores for both"
    assert "A/1/16 on the high ground" not in open_road
    cut_off = points(f"{gone}\n{guard('C')} T? disrupted")
    assert "A/1/16 off the map by exit C" not in cut_off
    assert "1/A/741 off the map by exit C" not in cut_off
    assert cut_off["1/A/741 on the high ground"] == 1


@rule("omaha", "20.3e")
def test_guns_that_are_not_armored_score_nothing_off_the_map() -> None:
    assert "7FA off the map by exit C" not in points("exit C 7FA:4")
    assert "7FA on the high ground" not in points("exit C 7FA:4")


@rule("omaha", "20.3g")
@pytest.mark.parametrize(("letter", "counts"), [("F", 2), ("G", 2), ("E", 0), ("A", 0)])
def test_rangers_score_at_f_and_g_without_communication(letter: str, counts: int) -> None:
    name = f"A•B/5R off the map by exit {letter}"
    assert points(f"exit {letter} A•B/5R:2").get(name, 0) == counts
    if letter != "F":  # no position fires into the exit hex of F
        assert points(f"exit {letter} A•B/5R:2\n{guard(letter)} T?").get(name, 0) == counts


@rule("omaha", "20.3g")
def test_rangers_like_other_infantry_as_a_house_rule() -> None:
    house = "house ranger-exits\n"
    assert points(house + "exit C A•B/5R:2")["A•B/5R off the map by exit C"] == 2
    cut_off = points(f"{house}exit C A•B/5R:2\n{guard('C')} T?")
    assert "A•B/5R off the map by exit C" not in cut_off


@rule("omaha", "20.3h", "20.3q")
def test_a_point_less_for_each_wn_hex_not_in_control() -> None:
    nobody = table_of(f"{DAY}turn 32")
    costs = of_kind(nobody, "wn_hex_not_controlled")
    assert len(costs) == WN_HEXES
    held = control.victory_control(nobody)
    for each in equipment().posts:
        if each.is_wn:
            expected = 0 if held >> each.hex & 1 else -1
            assert costs[f"{each.name} not in US control"] == expected
    taken = equipment().board.name(equipment().posts[post("WN60")].hex)
    assert "WN60 not in US control" not in points(f"{taken} A/1/16")
    everywhere = table_of(f"{DAY}turn 32\nWN62N ?\nWN62S ?")
    both = of_kind(everywhere, "wn_hex_not_controlled")
    assert both["WN62N not in US control"] == both["WN62S not in US control"] == -1, "by hexes"


@rule("omaha", "20.3i", "20.3j")
def test_units_that_wait_in_the_box_of_kampfgruppe_meyer() -> None:
    name = "Units in the Kampfgruppe Meyer box"
    assert points("")[name] == -8
    assert points("boxes kg_meyer 4 kg_meyer_depth 4")[name] == -4
    assert name not in points("boxes kg_meyer 0 kg_meyer_depth 4"), "depth costs nothing"


@rule("omaha", "20.3k", "20.3l", "20.3m", "20.3n", "20.3o", "20.3p")
@pytest.mark.parametrize(
    ("total", "result"),
    [
        (-20, "decisive US defeat"),
        (19, "decisive US defeat"),
        (20, "operational US defeat"),
        (29, "operational US defeat"),
        (30, "tactical US defeat"),
        (39, "tactical US defeat"),
        (40, "tactical US victory"),
        (49, "tactical US victory"),
        (50, "operational US victory"),
        (59, "operational US victory"),
        (60, "decisive US victory"),
        (99, "decisive US victory"),
    ],
)
def test_the_levels_of_the_second_check(
    total: int, result: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = victory_points.Entry("Everything", "variant", total, total, "20.3")
    monkeypatch.setattr(victory_points, "sheet", lambda _: [entry])
    table = table_of(f"{DAY}turn 32")
    run(table, sequence.end_of_turn)
    assert table.result is not None
    assert table.result.text == f"{result[0].upper()}{result[1:]} with {total} VP."
    assert table.result.rule == "20.3"
    assert bool(table.result.winners) == (total >= 40)
    assert table.result.score == {"points": total}


@rule("omaha", "20a", "20.3a")
def test_every_source_is_told_when_the_points_are_counted() -> None:
    table = table_of(f"{DAY}turn 32\n1113 A/1/16, 1/A/741\nexit D B/1/16:2\nboxes kg_meyer 4")
    expected = victory_points.victory_points(table)
    run(table, victory_points.determine)
    counted = told(table, "points")
    assert sum(int(event.detail["points"]) for event in counted) == sum(expected.values())
    assert len(counted) == len(expected)
    words = " ".join(texts(counted))
    assert "1/A/741 on the high ground: 1 VP." in words
    assert "Units in the Kampfgruppe Meyer box: -4 VP." in words


# --- what is at stake


def test_what_could_still_be_won() -> None:
    table = table_of(f"{DAY}turn 30\n0714 1/A/741\n0813 A/1/16:2\nexit C B/1/16:2")
    stake = victory_points.at_stake(table)
    assert stake["Units in the Kampfgruppe Meyer box"] == 8
    assert stake["1/A/741 on the high ground"] == 1
    assert stake["Steps that can still leave the map"] == 4
    assert stake["Draw D-1 open to traffic"] == 4
    points_now = victory_points.victory_points(table)
    for entry in victory_points.sheet(table):
        assert entry.at_best - entry.points == stake.get(entry.source, 0)
        assert entry.points == points_now.get(entry.source, 0)
        assert entry.at_best >= entry.points


def test_every_hq_is_left_out() -> None:
    assert not [name for name in points("") if any(equipment().names[hq] in name for hq in HQS)]
