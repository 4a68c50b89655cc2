"""20.3 Leaving the map by a move."""

from __future__ import annotations

from moving import INFANTRY, RANGER, TANK, begin, moves

from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import losses
from beachhead.omaha.table.board import board
from beachhead.omaha.victory import catastrophic_loss
from beachhead.omaha.why_not import why_not
from situations import events, options, play, table_of, texts, unit


def leaving(piece: str, start: str, extra: str = "", division: int = 29) -> str | None:
    text = f"turn 20 action; acting = {division}; actions 3 3; {start} {piece}; {extra}"
    refusal = why_not(table_of(text), unit=piece, action="exit")
    return None if refusal is None else refusal.rule


@rule("omaha", "20.3e")
def test_a_unit_in_an_exit_hex_leaves_the_map_by_a_move():
    s = begin("turn 20; 1902 A/1/16:2; 1110 B/1/16")
    lost = catastrophic_loss.infantry_lost(s.position, 1)
    play(s, "act-A/1/16")
    assert moves(s)["exit-B"] == "Leave the map by exit B (1 of 3 actions)"
    play(s, "exit-B")
    table, left = s.position, unit("A/1/16")
    assert table.exited == ((left, "B", 2),)
    assert (table.hex[left], table.box[left], table.due[left]) == (-1, -1, -1)
    assert texts(events(s, "exit")) == ["A/1/16 leaves the map by exit B with 2 steps."]
    assert table.paid_actions[0] == 2, "it is a move, and a move is an action"
    assert catastrophic_loss.infantry_lost(table, 1) == lost, "it is not lost"
    assert options(s) == ["act-B/1/16", "done"]


@rule("omaha", "20.3e", "20.3g")
def test_who_leaves_the_map_and_where():
    for letter, there in board().exits.items():
        where = board().name(there)
        assert leaving(INFANTRY, where) is None
        assert leaving(TANK, where) is None
        assert leaving("58AFA", where) is None
        assert leaving("A-B/467", where) is None
        assert leaving(RANGER, where) == (None if letter in "FG" else "20.3")
        assert leaving(RANGER, where, "house ranger-exits alternative") is None
        for piece in ("111FA", "AT/116", "116HQ", "Cota"):
            assert leaving(piece, where) == "20.3"
    for there in members(board().unlettered_exits):
        assert leaving(INFANTRY, board().name(there)) == "20.3"
    assert leaving(INFANTRY, "1226") == "20.3"
    assert leaving(INFANTRY, "1902", "turn 16 action; actions 2 2") == "14"
    table = table_of("turn 20 action; acting = 29; actions 0 0; 1902 A/1/116")
    assert why_not(table, unit=INFANTRY, action="exit").rule == "7"
    table = table_of("turn 20 action; acting = 29; actions 3 3; 1902 A/1/116 disrupted")
    assert why_not(table, unit=INFANTRY, action="exit").rule == "7.7"


@rule("omaha", "20.3e", "17.1a", "17.2b")
def test_leaving_takes_one_hex_of_a_longer_move():
    # 2022 is exit D at the end of the major road 1821-1921-1922-2022.
    for start, leaves in [("1922", True), ("1921", True), ("1821", True), ("1721", False)]:
        assert (leaving(TANK, start) is None) == leaves
    assert leaving(INFANTRY, "1923") is None
    assert leaving(INFANTRY, "1922") is None
    assert leaving(INFANTRY, "1921") == "20.3"
    assert leaving("58AFA", "1922") == "20.3", "it moves only one hex"
    s = begin(f"turn 20; 1821 {TANK}; 0427 B/1/116")
    play(s, f"act-{TANK}")
    assert (
        moves(s)["exit-D"]
        == "Leave the map by exit D by way of 1921 and 1922 and 2022 (1 of 3 actions)"
    )
    play(s, "exit-D")
    assert s.position.exited == ((unit(TANK), "D", 2),)
    # E11 (2024) has intense fire in the exit hex 2025: whoever enters it stops there.
    assert leaving(TANK, "1925") is None
    assert leaving(TANK, "1925", "E11 T?") == "20.3"
    assert leaving(INFANTRY, "1926", "E11 T?") == "17.1"
    assert leaving(TANK, "2025", "E11 T?") is None
    # 2015, exit C, is bocage; only the road lets infantry through in one move.
    assert leaving(INFANTRY, "1916") is None
    assert leaving(INFANTRY, "1915") == "17.1"
    # Exit A is near enough, but not for rangers.
    near = table_of(f"turn 20 action; acting = 29; actions 3 3; 1002 {RANGER}")
    assert "by exit F or G, not by A" in str(why_not(near, unit=RANGER, action="exit"))


@rule("omaha", "20.3e", "7.21a")
def test_a_stack_leaves_for_one_action_and_its_hero_with_it():
    s = begin("turn 20; 1902 A/1/16 hero, B/1/16, C/1/16; 1110 E/2/16")
    play(s, "act-B/1/16", "exit-B", "with-C/1/16")
    assert [each[0] for each in s.position.exited] == [unit("B/1/16"), unit("C/1/16")]
    assert s.position.paid_actions[0] == 2
    play(s, "act-A/1/16", "exit-B")
    assert s.position.heroes[0] == losses.OUT
    assert s.position.paid_actions[0] == 2, "a hero's unit acts for free"
