"""17.2 Tanks and other vehicles, on roads and off."""

from __future__ import annotations

import pytest
from moving import INFANTRY, OTHERS, TANK, begin, moves, reached, refused, where

from beachhead.kernel.bits import members
from beachhead.kernel.plain import replaced
from beachhead.kernel.rulebook import rule
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import equipment, put_in_hex, put_in_post
from beachhead.omaha.us_actions import routes
from beachhead.omaha.why_not import why_not
from situations import events, hex_, play, table_of, texts, unit


def tank_in(start: str, germans: str = "", turn: int = 20) -> set[str]:
    table = table_of(f"turn {turn} action; acting = 29; actions 3 3; {start} {TANK}; {germans}")
    return reached(table, TANK)


@rule("omaha", "17.2a", "17.21a", "TEC.roads-b", "14f")
def test_from_a_secondary_road_a_tank_moves_two_hexes_on_roads():
    assert routes.road_move("secondary") == 2
    # 1119 lies on secondary roads only: 1120-1220, 1219-1320, and 1118 before the mines.
    assert tank_in("1119") - tank_in("1119", turn=16) == {"1220", "1320"}
    # From 1219 the major road at 1320 is the second hex.
    far = tank_in("1219") - tank_in("1219", turn=16)
    assert far == {"1118", "1319", "1321"} | far & {"1120", "1220"}
    assert refused(TANK, "1219", "1321") is None
    assert refused(TANK, "1219", "1322") == "17.2"
    assert refused(TANK, "1219", "1321", "turn 16") == "7.3"


@rule("omaha", "17.2b", "TEC.roads-b", "14f")
def test_from_a_major_road_a_tank_moves_four_hexes_on_major_roads():
    assert routes.road_move("primary") == 4
    # 1421 lies on the major road only; at 1321 it meets a secondary road to 1220.
    far = tank_in("1421") - tank_in("1421", turn=16)
    assert far == {
        "1320", "1319", "1418", "1323", "1223", "1621", "1721", "1821",
    }  # fmt: skip
    assert refused(TANK, "1421", "1418") is None
    assert refused(TANK, "1421", "1417") == "17.2"
    assert refused(TANK, "1421", "1220") == "17.2"
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1421 {TANK}")
    assert "only along major roads" in why_not(table, unit=TANK, to="1220").text
    # From 1321 itself, on both, the secondary road counts as well.
    assert {"1120", "1223", "1319", "1721"} <= tank_in("1321")
    s = begin(f"turn 20; 1421 {TANK}; 0427 B/1/116")
    play(s, f"act-{TANK}")
    assert moves(s)["move-1418"] == "Move to 1418 by 1321 and 1320 and 1319 (1 of 3 actions)"
    play(s, "move-1418")
    assert where(s, TANK) == "1418"
    assert texts(events(s, "move")) == [
        f"{TANK} moves from 1421 to 1418 by 1321 and 1320 and 1319."
    ]
    assert s.position.paid_actions[1] == 2


@rule("omaha", "17.2c")
def test_a_tank_stops_in_intense_fire():
    # A5 (1004) has intense fire in 1105 and steady fire in 1104 and 1106, all on the major road.
    assert {"1105", "1106"} <= tank_in("1103")
    stopped = tank_in("1103", "A5 T?")
    assert "1105" in stopped
    assert "1106" not in stopped
    assert refused(TANK, "1103", "1106", "A5 T?; turn 20") == "17.2"
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1103 {TANK}; A5 T?")
    text = why_not(table, unit=TANK, to="1106").text
    assert text == f"{TANK} must stop in 1105, in the intense field of fire of A5"
    # A disrupted position stops nobody (O-20), and where the tank sets out is no matter.
    assert "1106" in tank_in("1103", "A5 T? disrupted")
    assert "1206" in tank_in("1105", "A5 T?")


@rule("omaha", "17.2d")
def test_a_tank_does_not_stop_in_steady_or_sporadic_fire():
    assert board().position["A5"].intensity(hex_("1104")) == "steady"
    assert "1105" in tank_in("1103", "A5 T?")
    # D4 (1321) has sporadic fire in 1521 and steady fire in 1421.
    assert {"1521", "1621", "1721"} <= tank_in("1421", "D4 T?")
    assert "1421" in tank_in("1621", "D4 T?")


@rule("omaha", "17.21a")
def test_off_the_road_a_tank_moves_one_hex():
    # 1425 is a field without roads, 1324 has only a trail, and 1523 lies beside the major road.
    assert refused(TANK, "1425", "1527") == "17.21"
    assert refused(TANK, "1324", "1524") == "17.21"
    assert refused(TANK, "1421", "1523") == "17.21"
    assert refused(TANK, "1324", "1423") is None, "one hex along the trail"
    for start in ("1425", "1324"):
        table = table_of(f"turn 20 action; acting = 29; actions 3 3; {start} {TANK}")
        assert routes.farther(table, unit(TANK), routes.Scene(table)) == []
    # Each hex is entered along a road that joins it to the last.
    along = board().along
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1425 {TANK}")
    for here in members(board().high_ground):
        put_in_hex(table, unit(TANK), here)
        for path in routes.farther(table, unit(TANK), routes.Scene(table)):
            joined = list(zip((here, *path), path, strict=False))
            major = all(along["primary"][one] >> other & 1 for one, other in joined)
            roads = all(
                (along["primary"][one] | along["secondary"][one]) >> other & 1
                for one, other in joined
            )
            assert roads
            assert 1 < len(path) <= (4 if major else 2)


@rule("omaha", "17.22a", "TEC.mined-road-a")
def test_mined_roads_are_closed_to_tanks():
    # 1118 is the end of a secondary road; a mined road leads on to 1017 and 0917.
    assert refused(TANK, "1118", "1017") == "TEC.mined-road"
    assert refused(TANK, "1118", "0917") == "17.22"
    assert refused(INFANTRY, "1118", "0917") is None
    assert not {"1017", "0917"} & tank_in("1118")


@rule("omaha", "17.22a")
def test_a_tank_is_not_offered_a_mined_road_until_engineers_have_cleared_it():
    # 1118 and 1119 are on a secondary road, which goes on from 1118 with mines to 1017 and 0917.
    text = f"turn 20; {{}} {TANK}; 0427 B/1/116"
    # One in 1017, where mines lie again (19.32), goes off the road; 1311 is the end of another.
    for start, offered in (
        ("1118", {"1018", "1119", "1120", "1219"}),
        ("1119", {"1018", "1019", "1118", "1120", "1219", "1220", "1320"}),
        ("1017", {"0918", "1018"}),
        ("1018", {"0918", "0919", "1019", "1118", "1119"}),  # nor does one enter it from the side
        ("1311", {"1310", "1312", "1410"}),
    ):
        s = begin(text.format(start))
        play(s, "29th-first", f"act-{TANK}")
        assert {each.removeprefix("move-") for each in moves(s)} == offered
    s = begin(text.format("1118"))
    s.position.bases = replaced(s.position.bases, 2, hex_("0716"))
    s.position.base_spaces = replaced(s.position.base_spaces, 2, 6)
    play(s, "29th-first", f"act-{TANK}")
    assert moves(s)["move-0917"] == "Move to 0917 by 1017 (1 of 3 actions)"
    play(s, "move-0917")
    assert where(s, TANK) == "0917"
    assert texts(events(s, "move")) == [f"{TANK} moves from 1118 to 0917 by 1017."]


@rule("omaha", "17.22a", "TEC.mined-road-b", "19.3h")
def test_a_cleared_mined_road_is_a_road():
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1118 {TANK}")
    table.bases = replaced(table.bases, 2, hex_("0716"))
    table.base_spaces = replaced(table.base_spaces, 2, 6)
    assert {"1017", "0917"} <= reached(table, TANK)
    put_in_hex(table, unit(TANK), hex_("1017"))
    assert {"1118", "1119", "0917", "0816", "0817"} <= reached(table, TANK)
    # German fire drives the engineers off, and the mines are there again (19.32).
    put_in_post(table, equipment().post_at[hex_("1119")], -3)
    put_in_hex(table, unit(TANK), hex_("1118"))
    assert "1017" not in reached(table, TANK)


@rule("omaha", "17.23a")
@pytest.mark.parametrize("piece", OTHERS)
def test_other_vehicles_and_guns_move_one_hex(piece: str):
    assert refused(piece, "1321", "1322") is None
    assert refused(piece, "1321", "1323") == "17.23"
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1321 {piece}")
    assert reached(table, piece) == {"1220", "1320", "1322", "1421", "1221", "1420"} & reached(
        table, piece
    )
