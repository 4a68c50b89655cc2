"""5 Sequence of play: hands, Support Points, impulses and passes, the end phase."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.storm import sequence
from beachhead.storm.cards import hands
from beachhead.storm.impulses import choosing_impulses
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from storm_situations import (
    at,
    decision,
    events,
    hand,
    is_fresh,
    options,
    play,
    run,
    situation,
    texts,
)

BOTH_CAN_ACT = "17 56 Ind Bde; 2 125 PzG/21"
ACTS = {
    "allied": ("activate-17-commonwealth", "to-box-gold", "stop"),
    "german": ("activate-2-german", "to-1", "stop"),
}
"""How they do."""


def draws(table: StormTable) -> list[str]:
    """Answer the draws of cards, always the first one; whose they were."""
    found = []
    while (asked := decision(table)) is not None and asked.kind == "draw":
        found.append(asked.prompt.split()[0].lower())
        play(table, options(table)[0])
    return found


def seat(table: StormTable) -> str:
    asked = decision(table)
    assert asked is not None
    return asked.seat


# --- 5.0 hands


@rule("storm", "5.0a")
@pytest.mark.parametrize(
    ("beaches", "cards"), [("", 2), ("3 10", 4), ("3 10 17 18", 6), ("3 10 17 18 25 26", 7)]
)
def test_the_allied_hand_is_two_and_one_for_each_beach_up_to_seven(
    beaches: str, cards: int
) -> None:
    table = situation(f"turn 2; allied {beaches}")
    assert hands.hand_size(table, ALLIED) == cards
    assert draws(run_turn(table)).count("allied") == cards


def run_turn(table: StormTable) -> StormTable:
    run(table, sequence.play_turn)
    return table


@rule("storm", "5.0a", "6.3b")
def test_cards_kept_count_toward_the_hand() -> None:
    table = run_turn(situation("turn 2; allied 3 10; hand allied jabos-1 jabos-2 jabos-3"))
    assert draws(table).count("allied") == 1
    full = run_turn(situation("turn 2; allied; hand allied jabos-1 jabos-2 jabos-3"))
    assert draws(full).count("allied") == 0
    assert hand(full, "allied") == {"jabos-1", "jabos-2", "jabos-3"}


@rule("storm", "5.0b", "5.0c")
@pytest.mark.parametrize(
    ("situation_", "german", "allied"),
    [
        ("", 6, 2),
        ("allied 5", 5, 2),
        ("allied 7", 5, 2),
        ("allied 5 7", 5, 3),
        ("allied 5 7 3 10 17 18", 5, 7),
        ("allied 5 7 3 10 17 18 25 26", 5, 7),  # seven at most
        ("5 56 Ind Bde, 192 PzG/21; allied", 5, 2),  # an Allied unit in Caen
        ("7 56 Ind Bde, 192 PzG/21; allied 5 7", 5, 2),
    ],
)
def test_the_german_hand_is_five_and_one_for_caen_and_bourguebus(
    situation_: str, german: int, allied: int
) -> None:
    table = situation(f"turn 3; {situation_}")
    assert hands.hand_size(table, GERMAN) == german
    assert hands.hand_size(table, ALLIED) == allied


@rule("storm", "4.0v")
def test_on_turn_1_the_germans_draw_two_and_the_bonus_card() -> None:
    """S-06: the third card is the bonus for 5 and 7."""
    assert hands.hand_size(situation("turn 1"), GERMAN) == 3
    assert hands.hand_size(situation("turn 1; allied 5"), GERMAN) == 2


@rule("storm", "5.0a", "5.0b", "5.0d", "9.3.3d", "9.3.3e")
def test_allied_cards_then_german_cards_then_four_support_points() -> None:
    table = run_turn(situation("turn 2; support 1; 17 56 Ind Bde"))
    assert table.support == 1  # drawn after the cards, up to four, not four more
    assert draws(table) == ["allied"] * 3 + ["german"] * 6
    assert table.support == 4


# --- 5.0 impulses


@rule("storm", "5.0e", "5.0f")
def test_impulses_alternate_and_the_allies_begin() -> None:
    table = situation(f"turn 2; {BOTH_CAN_ACT}; begin impulses")
    assert seat(table) == "allied"
    play(table, "activate-17-commonwealth", "to-box-gold", "stop")
    assert (seat(table), options(table)[:1]) == ("german", ["activate-2-german"])


@rule("storm", "5.0f", "6.2e")
def test_a_card_lets_the_germans_begin() -> None:
    table = situation(f"turn 2; {BOTH_CAN_ACT}; hand german rommel-returns; begin impulses")
    assert (seat(table), options(table)) == ("german", ["play-rommel-returns", "no-card"])
    play(table, "play-rommel-returns")
    assert (decision(table).kind, seat(table)) == ("impulse_chosen", "german")
    let_go = situation(f"turn 2; {BOTH_CAN_ACT}; hand german rommel-returns; begin impulses")
    play(let_go, "no-card")
    assert seat(let_go) == "allied"


@rule("storm", "5.0g", "5.0e")
@pytest.mark.parametrize(("side", "other"), [("allied", "german"), ("german", "allied")])
def test_either_side_may_pass_though_it_could_act_and_act_again_later(
    side: str, other: str
) -> None:
    hand = "hand german german-artillery-1"
    table = situation(f"turn 2; impulse {side}; {BOTH_CAN_ACT}; {hand}; begin impulse")
    before = table.copy()
    own, others = ACTS[side], ACTS[other]
    assert own[0] in options(table)
    play(table, "pass")
    assert (table.where, table.spent, table.hands) == (before.where, before.spent, before.hands)
    assert seat(table) == other
    if other == "german":  # 5.0i
        play(table, "discard-german-artillery-1")
    play(table, *others)
    assert seat(table) == side
    assert {own[0], "pass"} <= set(options(table)), "it passed for that impulse only"
    play(table, *own)
    assert (at(table, "56 Ind Bde"), at(table, "125 PzG/21")) == ("box-gold", "1")


@rule("storm", "5.0g")
def test_a_side_with_nothing_but_a_card_may_pass_and_keep_it() -> None:
    table = situation("turn 2; impulse german; 17 56 Ind Bde; hand german german-artillery-1")
    run(table, choosing_impulses.impulse)
    assert options(table) == ["card-german-artillery-1", "pass"]
    play(table, "pass")
    assert hand(table, "german") == {"german-artillery-1"}
    assert seat(table) == "allied"


@rule("storm", "5.0l")
def test_two_passes_in_a_row_end_the_impulses() -> None:
    table = situation(f"turn 2; {BOTH_CAN_ACT}; begin impulse")
    table.hands[GERMAN] = 1  # an Artillery card
    play(table, "pass")
    assert table.phase == "impulses"
    play(table, "pass")
    assert table.phase == "end"


@rule("storm", "5.0l", "5.0i")
def test_the_passes_of_the_last_turn_do_not_count() -> None:
    table = situation(
        f"turn 3; impulse german passed; {BOTH_CAN_ACT}; hand german iron-cross-1; begin impulses"
    )
    play(table, "no-card", "pass")
    assert table.phase == "impulses"
    assert seat(table) == "german"


@rule("storm", "5.0l")
def test_a_pass_is_forgotten_when_the_other_side_acts() -> None:
    table = situation(f"turn 2; impulse german; {BOTH_CAN_ACT}; begin impulse")
    play(table, "pass", "activate-17-commonwealth", "to-box-gold", "stop", "pass")
    assert texts(events(table, "pass")) == [
        "German passes.",
        "German passes.",
        "Allied has nothing left to act with and passes.",
    ]


@rule("storm", "5.0h")
def test_who_has_neither_units_nor_cards_passes_by_himself() -> None:
    table = situation("turn 2; 17 56 Ind Bde spent; 2 125 PzG/21; begin impulse")
    assert texts(events_of(table, "pass")) == [
        "Allied has nothing left to act with and passes.",
        "German has no card to go on with and passes.",
    ]
    with_card = situation("turn 2; 17 56 Ind Bde spent; hand allied jabos-1; begin impulse")
    assert options(with_card) == ["pass"]


def events_of(table: StormTable, kind: str) -> list:
    decision(table)
    return events(table, kind)


@rule("storm", "5.0h", "14.1b")
def test_the_release_roll_is_something_left_to_do() -> None:
    table = situation("turn 2; impulse german; 1 731/711, 744/711; begin impulse")
    assert options(table) == ["release", "pass"]


# --- 5.0 after an Allied pass


@rule("storm", "5.0i")
def test_after_an_allied_pass_the_germans_pay_a_card_to_go_on() -> None:
    table = situation(
        f"turn 2; {BOTH_CAN_ACT}; hand german german-artillery-1 iron-cross-1; begin impulse"
    )
    play(table, "pass")
    assert options(table) == ["discard-german-artillery-1", "discard-iron-cross-1", "pass"]
    play(table, "discard-iron-cross-1")
    assert hand(table, "german") == {"german-artillery-1"}
    assert table.discards[GERMAN].bit_count() == 1
    assert options(table) == ["activate-2-german", "card-german-artillery-1", "pass"]


@rule("storm", "5.0j")
def test_without_a_discard_the_germans_pass_too() -> None:
    table = situation(f"turn 2; {BOTH_CAN_ACT}; hand german iron-cross-1; begin impulse")
    play(table, "pass", "pass")
    assert table.phase == "end"
    assert hand(table, "german") == {"iron-cross-1"}
    empty = situation(f"turn 2; {BOTH_CAN_ACT}; begin impulse")
    play(empty, "pass")
    assert empty.phase == "end"


@rule("storm", "5.0k")
def test_after_the_paid_impulse_the_allies_may_act_or_pass_again() -> None:
    table = situation(
        f"turn 2; {BOTH_CAN_ACT}; hand german iron-cross-1 iron-cross-2; begin impulse"
    )
    play(table, "pass", "discard-iron-cross-1", "activate-2-german", "to-6", "stop")
    assert seat(table) == "allied"
    assert options(table) == ["activate-17-commonwealth", "pass"]
    play(table, "pass")
    assert options(table) == ["discard-iron-cross-2", "pass"]  # and pays again


@rule("storm", "5.0i")
def test_after_a_german_pass_the_allies_go_on_for_nothing() -> None:
    """S-07."""
    table = situation(f"turn 2; impulse german; {BOTH_CAN_ACT}; hand allied jabos-1; begin impulse")
    play(table, "pass")
    assert options(table) == ["activate-17-commonwealth", "pass"]
    play(table, "pass")
    assert table.phase == "end"


@rule("storm", "5.0l")
def test_a_german_pass_after_the_discard_ends_the_impulses() -> None:
    table = situation(f"turn 2; {BOTH_CAN_ACT}; hand german iron-cross-1; begin impulse")
    play(table, "pass", "discard-iron-cross-1", "pass")
    assert table.phase == "end"


# --- 5.1


@rule("storm", "5.1a", "6.3a", "6.3b")
def test_the_allies_discard_first() -> None:
    table = situation("turn 2; hand allied jabos-1 ultra-1; hand german overcast; begin end")
    assert (seat(table), options(table)) == (
        "allied",
        ["discard-jabos-1", "discard-ultra-1", "keep"],
    )
    play(table, "discard-ultra-1", "keep")
    assert (seat(table), options(table)) == ("german", ["discard-overcast", "keep"])
    assert hand(table, "allied") == {"jabos-1"}


@rule("storm", "5.1b", "5.1c", "5.1d", "5.1e")
def test_discards_then_fresh_units_then_points_then_reinforcements_then_the_next_turn() -> None:
    table = situation("""
        turn 5; 16 56 Ind Bde spent, 2-9 spent; 17 8 Armd Bde; 2 125 PzG/21 spent
        hand german overcast; release-rolled; support 2; begin end
    """)
    assert decision(table).kind == "discarded_at_end"
    assert not is_fresh(table, "56 Ind Bde")
    play(table, "keep")
    answer_all(table)
    assert is_fresh(table, "56 Ind Bde", "125 PzG/21", "2-9-a")
    order = [event.kind for event in events(table) if event.kind in ORDER]
    assert [kind for at_, kind in enumerate(order) if kind not in order[:at_]] == list(ORDER)
    arrived = [event.detail["unit"] for event in events(table, "reinforcement")]
    sides = [pieces().unit[name].side for name in arrived]
    assert sides == sorted(sides)  # the Allies first
    assert table.support == 0  # 9.3.3 none are carried over
    assert table.turn == 6
    assert not table.release_rolled


ORDER = ("phase", "refresh", "points", "total", "reinforcement", "turn")


@rule("storm", "5.1f", "1.0b")
def test_the_game_ends_after_turn_8() -> None:
    table = situation("turn 7; begin end")
    answer_all(table)
    assert (table.turn, table.result) == (8, None)
    last = situation("turn 8; begin end")
    answer_all(last)
    assert last.result is not None
    assert last.turn == 8


def answer_all(table: StormTable) -> None:
    """Units for Omaha go to the first box, and nobody plays a card."""
    while (asked := decision(table)) is not None and asked.kind in ("placed", "card_chosen"):
        play(table, "no-card" if asked.kind == "card_chosen" else options(table)[0])


@rule("storm", "4.0b", "4.0w")
def test_after_the_invasion_turn_1_goes_on_like_any_other() -> None:
    table = situation("turn 1 invasion; 17 56 Ind Bde; 2 125 PzG/21")
    table.agenda = [("invasion.end_of_invasion",)]
    assert draws(table) == ["german"] * 3 + ["allied"] * 3
    assert table.phase == "impulses"
    assert table.support == 0
    play(table, *(["no-card"] if "no-card" in options(table) else []))
    assert (decision(table).kind, seat(table)) == ("impulse_chosen", "allied")
    play(table, "pass", "pass", "keep", "keep")
    answer_all(table)
    assert table.turn == 2
    assert at(table, "25 SS/12SS") == "zone-B"


def test_an_impulse_without_anything_to_do_is_not_asked() -> None:
    table = situation("turn 2; 17 56 Ind Bde spent; 2 125 PzG/21 spent")
    run(table, choosing_impulses.impulse)
    assert [event.kind for event in table.news].count("pass") == 2
