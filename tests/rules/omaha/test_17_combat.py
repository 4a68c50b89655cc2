"""17.3 Artillery barrages, and the attack table from Turn 17."""

from __future__ import annotations

import pytest
from attacks import at, attack, comparison, has

from beachhead.kernel.plain import replaced
from beachhead.kernel.rulebook import rule
from beachhead.omaha.table.board import board
from beachhead.omaha.table.cards import OmahaCard
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import EMPTY, NO_DEPTH, OmahaTable, equipment, put_in_hex
from beachhead.omaha.us_actions import action_phase
from beachhead.omaha.us_combat import attacks
from beachhead.omaha.why_not import why_not
from situations import (
    card,
    events,
    hex_,
    options,
    play,
    post,
    run,
    situation,
    table_of,
    texts,
    unit,
)

# WN61 (0809) is orange and overlooks the beach; 0710 and 0808 are next to it, 0711 in its steady
# fire two hexes away, 0813 and 0814 outside it. 7FA is not armored, 62AFA is.


def in_action(text: str, turn: int = 20) -> OmahaTable:
    return table_of(f"turn {turn} action; acting = 1; actions 3 3\n{text}")


def refused(text: str, name: str, target: str = "WN61", turn: int = 20) -> str | None:
    refusal = why_not(in_action(text, turn), unit=name, target=target, action="barrage")
    return None if refusal is None else refusal.rule


def shows(color: bool, symbol: bool, *, of: str = "orange", target: str = "diamond") -> str:
    """A card by whether it shows a position's color and a target symbol."""

    def fits(each: OmahaCard) -> bool:
        return (each.square(of) is not None) == color and (each.target == target) == symbol

    return card(fits)


OBSERVED = "0813 7FA; 0711 A/1/16; 0814 16HQ; command 16HQ 7FA A/1/16"


# --- 17.3 who may barrage


@rule("omaha", "17.3a", "14i", "17a")
@pytest.mark.parametrize("name", ["7FA", "62AFA", "Can/16", "A-C/81C"])
def test_artillery_barrages_from_turn_17(name: str):
    text = OBSERVED.replace("7FA", name) + "; WN61 ?"
    assert refused(text, name) is None
    assert refused(text, name, turn=16) == "8.4"
    table = in_action(text)
    assert attacks.barrage_targets(table, unit(name)) == [post("WN61")]
    table.turn = 16
    assert attacks.barrage_targets(table, unit(name)) == []


@rule("omaha", "17.3a")
@pytest.mark.parametrize("name", ["AT/16", "1-2/397", "A-B/197", "A/1/16", "16HQ"])
def test_nobody_else_barrages(name: str):
    text = f"0813 {name}; 0711 B/1/16; 0814 18HQ; command 18HQ B/1/16; WN61 ?"
    assert refused(text, name) == "17.3"


@rule("omaha", "17.3a")
def test_artillery_is_in_range_and_not_adjacent():
    near = "0711 A/1/16; 0814 16HQ; command 16HQ 62AFA A/1/16; WN61 ?"
    assert refused(f"0710 62AFA; {near}", "62AFA") == "17.3"
    assert refused(f"0711 62AFA; {near}", "62AFA") is None
    # Its range is unlimited: it reaches from the other end of the map.
    assert refused(f"0635 62AFA; {near}", "62AFA") is None


@rule("omaha", "17.3b", "FAQ.3a")
def test_what_artillery_may_barrage():
    # C2 (1215) has fire in 1115 and 1116; the guns are on the high ground.
    base = "1114 7FA; 1115 A/1/16; 1113 16HQ; command 16HQ 7FA A/1/16"
    assert refused(f"{base}; C2 T?", "7FA", "C2") == "17.3"
    assert refused(f"{base}; C2 2/1/726 face-down", "7FA", "C2") == "17.3"
    assert refused(f"{base}; C2 1/1/726", "7FA", "C2") is None
    assert refused(base, "7FA", "C2") == "8"
    table = in_action(f"{base}; C2 1/1/726; WN64 ?")
    assert attacks.barrage_targets(table, unit("7FA")) == [post("C2")]
    # A WN may lie face down or not.
    assert refused(f"{OBSERVED}; WN61 ?", "7FA") is None
    assert refused(f"{OBSERVED}; WN61 wn-05", "7FA") is None


@rule("omaha", "17.3c", "17.3d")
@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("command 16HQ 7FA A/1/16", None),
        ("command 16HQ A/1/16", "17.3"),
        ("command 16HQ 7FA", "17.3"),
        ("command Wyman 7FA A/1/16", "17.3"),
        ("command Wyman 7FA A/1/16; command 16HQ A/1/16", "17.3"),
        ("", "17.3"),
    ],
)
def test_an_hq_commands_the_guns_not_a_general(command: str, answer: str | None):
    text = f"0813 7FA; 0711 A/1/16; 0814 16HQ, Wyman; {command}; WN61 ?"
    assert refused(text, "7FA") == answer


@rule("omaha", "17.3c", "18.3b")
def test_a_command_post_commands_guns_and_observer():
    s = situation("turn 20; 0815 7FA; 0711 A/1/16; 0813 16HQ; WN61 ?; 1110 B/1/16")
    run(s, action_phase.action_phase)
    assert why_not(s.position, unit="7FA", target="WN61", action="barrage").rule == "17.3"
    s.position.command_posts = replaced(s.position.command_posts, unit("16HQ") - 84, 5)
    assert charts().hq_ranges[5] == 3
    run(s, action_phase.action_phase)
    assert why_not(s.position, unit="7FA", target="WN61", action="barrage") is None
    play(s, "act-7FA")
    assert "barrage-WN61" in options(s)
    play(s, "barrage-WN61", shows(color=True, symbol=True))
    assert at(s.position.german_disrupted, "WN61")
    assert s.position.paid_actions[0] == 3, "in command it acts for free"


@rule("omaha", "17.3c", "7.33a")
def test_an_hq_that_has_moved_directs_no_barrage():
    s = situation("turn 20; 0813 7FA; 0712 16HQ; 0711 A/1/16; WN61 ?; 1110 B/1/16")
    put_in_hex(s.position, unit("7FA"), hex_("0713"))
    run(s, action_phase.action_phase)
    assert why_not(s.position, unit="7FA", target="WN61", action="barrage") is None
    play(s, "act-16 HQ", "move-0812")
    assert why_not(s.position, unit="7FA", target="WN61", action="barrage").rule == "17.3"


@rule("omaha", "17.3e")
@pytest.mark.parametrize(
    ("observer", "answer"),
    [
        ("0711 A/1/16", None),
        ("0711 A/1/16:1", None),
        ("0808 A/1/16", None),
        ("0711 A/1/16 acted", None),
        ("0711 A/1/16 disrupted", "17.3"),
        ("0812 A/1/16", "17.3"),
        ("0711 AT/16", "17.3"),
    ],
)
def test_infantry_observes(observer: str, answer: str | None):
    text = f"0813 7FA; {observer}; 0814 16HQ; command 16HQ 7FA A/1/16 AT/16; WN61 ?"
    assert refused(text, "7FA") == answer


@rule("omaha", "17.3e", "17.3c", "17.3d")
def test_armored_artillery_observes_for_itself():
    alone = "0711 62AFA; 0814 16HQ; command 16HQ 62AFA; WN61 ?"
    assert refused(alone, "62AFA") is None
    assert refused(alone.replace("0711", "0813"), "62AFA") == "17.3"
    # Even so an HQ must command it, and a General will not do.
    assert refused("0711 62AFA; WN61 ?", "62AFA") == "17.3"
    assert refused("0711 62AFA; 0710 Wyman; command Wyman 62AFA; WN61 ?", "62AFA") == "17.3"
    # P-16: a disrupted target has no field of fire to stand in, unless the table says so.
    assert refused(alone.replace("WN61 ?", "WN61 ? disrupted"), "62AFA") == "17.3"
    seen = "house disrupted-observed alternative; " + alone.replace("WN61 ?", "WN61 ? disrupted")
    assert refused(seen, "62AFA") is None


@rule("omaha", "17.3f")
def test_the_observer_is_in_command_of_the_same_hq():
    text = "0813 7FA; 0711 A/1/16; 0814 16HQ, 18HQ"
    assert refused(f"{text}; command 16HQ 7FA; command 18HQ A/1/16; WN61 ?", "7FA") == "17.3"
    both = "command 16HQ 7FA; command 18HQ 7FA A/1/16"
    assert refused(f"{text}; {both}; WN61 ?", "7FA") is None
    # Of two observers one is enough.
    two = "0711 B/1/16; command 16HQ 7FA B/1/16; command 18HQ A/1/16"
    assert refused(f"{text}; {two}; WN61 ?", "7FA") is None


@rule("omaha", "17.3g")
@pytest.mark.parametrize("name", ["7FA", "Can/16", "A-C/81C"])
def test_guns_without_armor_stay_out_of_german_fields_of_fire(name: str):
    text = f"0711 {name}, A/1/16; 0814 16HQ; command 16HQ {name} A/1/16; WN61 ?"
    assert refused(text, name) == "17.3"
    # Any German counts: 0814 is in the field of fire of WN62, not of WN61.
    other = f"0814 {name}; 0711 A/1/16; 0815 16HQ; command 16HQ {name} A/1/16; WN61 ?"
    assert board().position["WN62"].fire >> hex_("0814") & 1
    assert refused(other, name) is None
    assert refused(f"{other}; WN62N ?", name) == "17.3"
    assert refused(f"{other}; WN62N ? disrupted", name) is None


@rule("omaha", "17.3h")
def test_from_the_low_ground_only_positions_above_the_beach():
    # C2 has no dot on the beach; WN60 (0807), on the high ground, has.
    low = "0813 7FA; 1115 A/1/16; 0814 16HQ; command 16HQ 7FA A/1/16; C2 1/1/726"
    assert refused(low, "7FA", "C2") == "8.12"
    assert refused(low.replace("0813", "1114"), "7FA", "C2") is None
    assert board().high_ground >> hex_("0807") & 1
    assert refused(OBSERVED.replace("0711", "0709") + "; WN60 ?", "7FA", "WN60") is None


# --- 17.3 the barrage


@rule("omaha", "17.3i", "UBT-j")
@pytest.mark.parametrize(
    ("color", "symbol", "disrupted", "removed"),
    [
        (False, False, False, False),
        (False, True, True, False),
        (True, False, True, False),
        (True, True, True, True),
    ],
)
def test_a_card_is_drawn_for_the_barrage_table(color, symbol, disrupted, removed):
    table = in_action(f"{OBSERVED}; WN61 ? depth?")
    run(table, attacks.barrage, unit("7FA"), post("WN61"))
    assert options(table)[0] == "card-1"
    play(table, shows(color=color, symbol=symbol))
    assert at(table.german_disrupted, "WN61") == disrupted
    assert (table.depth[post("WN61")] == NO_DEPTH) == removed
    assert has(table.acted, "7FA")
    assert not has(table.acted, "A/1/16"), "observing is no action"
    (declared,) = events(table, "barrage")
    assert (declared.rule, declared.text) == ("17.3", "7FA barrages WN61.")


@rule("omaha", "17.3j", "8.41c")
def test_a_hex_is_not_both_barraged_and_attacked():
    text = f"{OBSERVED}; 0710 B/1/16; WN61 ?"
    table = in_action(text)
    run(table, attacks.barrage, unit("7FA"), post("WN61"))
    play(table, shows(color=False, symbol=False))
    assert why_not(table, unit="B/1/16", target="WN61").rule == "8.41"
    assert refused(text.replace("WN61 ?", "WN61 ? attacked"), "7FA") == "8.41"
    # It may be barraged again, by another unit with another card.
    table.commands = replaced(table.commands, 0, table.commands[0] | 1 << unit("62AFA"))
    put_in_hex(table, unit("62AFA"), hex_("0815"))
    table.steps_left = replaced(table.steps_left, unit("62AFA"), 4)
    assert why_not(table, unit="62AFA", target="WN61", action="barrage") is None
    run(table, attacks.barrage, unit("62AFA"), post("WN61"))
    assert shows(color=False, symbol=False) not in options(table)


@rule("omaha", "17.3j", "8.41a", "8.41b")
def test_strengths_are_not_added():
    # Two batteries of strength 4 are no strength of 6: symbol only, with depth, no effect.
    text = "0813 7FA:2; 0711 A/1/16; 0814 16HQ; command 16HQ 7FA A/1/16; WN61 ? depth?"
    table = in_action(text)
    assert equipment().units[unit("7FA")].sides[1].strength == 4
    run(table, attacks.barrage, unit("7FA"), post("WN61"))
    play(table, shows(color=False, symbol=True))
    assert not at(table.german_disrupted, "WN61")


@rule("omaha", "17.3j", "8.41d")
def test_only_the_target_hex_of_a_two_hex_wn_is_affected():
    table = in_action(
        "0718 7FA; 0711 A/1/16; 0717 16HQ; command 16HQ 7FA A/1/16; WN62N ? depth?; WN62S ? depth?"
    )
    assert why_not(table, unit="7FA", target="WN62N", action="barrage") is None
    run(table, attacks.barrage, unit("7FA"), post("WN62N"))
    color = board().position["WN62"].color
    play(table, shows(color=True, symbol=True, of=color))
    assert at(table.german_disrupted, "WN62N")
    assert not at(table.german_disrupted, "WN62S")
    assert table.depth[post("WN62S")] != NO_DEPTH


@rule("omaha", "17.3i")
def test_the_odds_of_an_artillery_barrage():
    s = situation("turn 20; 0713 7FA; 0712 16HQ; 0711 A/1/16; WN61 ?; 1110 B/1/16")
    run(s, action_phase.action_phase)
    play(s, "act-7FA")
    option = s.decision.find("barrage-WN61")
    assert (option.rule, option.label) == ("17.3", "Barrage WN61 (0809): free, draws a card")
    (first, *_) = s.odds("barrage-WN61")
    assert first.startswith("7FA, strength 9, against WN61 (orange) without depth")


# --- 14, UAT.extended


@rule("omaha", "UAT.extended-a", "14g")
@pytest.mark.parametrize("turn", [16, 17, 32])
def test_double_strength_removes_unit_and_depth_from_turn_17(turn: int):
    # Strength 4 with BR and MO against strength 1 and 1 that need BR and MO.
    text = f'turn {turn} action; acting = 1; actions 3 3; 1725 C/1/16:2; E9 1/1/726 depth "1 MO"'
    table = table_of(text)
    attack(table, "E9", "C/1/16")
    seen = comparison(table)
    assert (seen["weapons"], seen["comparison"]) == (True, "double")
    assert table.depth[post("E9")] == NO_DEPTH
    assert (table.unit[post("E9")] == EMPTY) == (turn >= 17)
    assert at(table.german_disrupted, "E9") == (turn < 17)
    if turn >= 17:
        assert "defeated and removed" in texts(events(table, "german-eliminated"))[0]


@rule("omaha", "UAT.extended-a", "14g")
def test_an_unseen_marker_falls_in_the_same_attack():
    text = "turn 20 action; acting = 1; actions 3 3; 1725 C/1/16; E9 1/1/726 depth?"
    table = table_of(text)
    attack(table, "E9", "C/1/16")
    marker = next(
        option
        for option in options(table)
        if (face := equipment().pieces.depth_markers[_marker(option)]).strength <= 2
        and face.requirements <= {"MO"}
        and not face.tactical_reinforcement
    )
    play(table, marker)
    assert [each.detail["comparison"] for each in events(table, "comparison")] == ["double"] * 2
    assert table.unit[post("E9")] == EMPTY
    assert table.depth[post("E9")] == NO_DEPTH


def _marker(option: str) -> int:
    names = [marker.name for marker in equipment().pieces.depth_markers]
    return names.index(option.removeprefix("depth-"))


@rule("omaha", "UAT.extended-a")
def test_only_that_cell_of_the_table_changes():
    for ready in (True, False):
        for row in ("less", "equal", "greater", "double"):
            for depth in ("none", "unrevealed", "revealed"):
                before, after = (
                    charts().us_attack(turn, weapons=ready, comparison=row, depth=depth)
                    for turn in (16, 17)
                )
                changed = (ready, row, depth) == (True, "double", "revealed")
                assert (before != after) == changed


@rule("omaha", "UAT.extended-a", "8.33a")
def test_a_unit_of_the_352nd_withdraws_without_its_marker():
    text = 'turn 20 action; acting = 1; actions 3 3; 1725 C/1/16, B/1/16; E9 3R/352 depth "1 MO"'
    table = table_of(text)
    before = table.boxes["division"]
    attack(table, "E9", "C/1/16", "B/1/16")
    assert comparison(table)["comparison"] == "double"
    assert table.boxes["division"] == before + 1
    assert (table.unit[post("E9")], table.depth[post("E9")]) == (EMPTY, NO_DEPTH)
    assert events(table, "withdrawal")
