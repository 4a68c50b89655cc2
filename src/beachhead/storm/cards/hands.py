"""6 Tactical cards: hands, draws, discards, the new stack."""

from __future__ import annotations

from functools import cache, partial

from beachhead.kernel.bits import members
from beachhead.kernel.play import Chance, Decision, Option
from beachhead.kernel.topic import AS_TOUCHED, Shows, Topic
from beachhead.storm.cards.card_list import cards
from beachhead.storm.table import telling
from beachhead.storm.table.board import board
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    StormTable,
    card_name,
    card_tag,
    controls,
    enemy,
    steps,
)
from beachhead.storm.victory.control import occupied

ALLIED_BASE, ALLIED_LIMIT = 2, 7
GERMAN_BASE, GERMAN_FIRST_TURN = 5, 2


def hand_size(table: StormTable, side: int) -> int:
    """5.0a to 5.0c, 4.0v, 6.1b How many cards a side's hand is filled up to; S-06 fewer Germans on
    Turn 1."""
    bonus = int(has_bonus_card(table, side))
    if side == ALLIED:
        beaches = sum(controls(table, ALLIED, beach) for beach in members(board().beaches))
        return min(ALLIED_BASE + beaches + bonus, ALLIED_LIMIT)
    return (GERMAN_FIRST_TURN if table.turn == 1 else GERMAN_BASE) + bonus


def has_bonus_card(table: StormTable, side: int) -> bool:
    """6.1b, 2.2.1d One more card for the side that controls areas 5 and 7 with no enemy in
    either."""
    wanted = board().bonus_areas
    if any(not controls(table, side, area) for area in members(wanted)):
        return False
    return not occupied(table, enemy(side)) & wanted


# --- 6.1 receiving cards


@steps.step("hands.fill_hand")
def fill_hand(table: StormTable, side: int) -> None:
    """6.1a, 6.3b, 6.4b Draw up to the hand limit; 6.4 with too few cards left, the discards come
    back first."""
    wanted = hand_size(table, side) - table.hands[side].bit_count()
    if wanted <= 0:
        return
    if wanted > table.stock[side].bit_count() and table.discards[side]:
        table.stock[side] |= table.discards[side]
        table.discards[side] = 0
        table.tell(
            "6.4",
            telling.SHUFFLE,
            lambda: f"The {SIDES[side].title()} discards are shuffled into the stack.",
            side=SIDES[side],
        )
    for _ in range(min(wanted, table.stock[side].bit_count())):
        table.then((draw, side))


DRAW = Topic("draw", "Drawing cards")


@steps.question("hands.draw")
def draw(table: StormTable, side: int) -> Chance[int]:
    """6.1a, 3.0l Any card of the stack; only its owner sees which."""
    return Chance(
        lambda _table, side: f"{SIDES[side].title()} draws a card.",
        "6.1",
        card_drawn,
        list(members(table.stock[side])),
        _card_option,
        arguments=(side,),
        topic=DRAW,
    )


@cache
def _card_option(card: int) -> Option:
    return Option(card_tag(card), partial(card_name, card), card)


def card_drawn(table: StormTable, card: int, side: int) -> None:
    """6.1 The card goes to the hand."""
    table.stock[side] &= ~(1 << card)
    table.hands[side] |= 1 << card
    seat = SIDES[side]
    table.tell(
        "6.1",
        telling.DRAW,
        lambda: f"You draw {card_name(card)}.",
        seats=[seat],
        card=cards()[card].id,
    )
    table.tell("6.1", telling.DRAWS, lambda: f"{seat.title()} draws a card.", side=seat, drawn=1)


# --- 6.2, 6.3 leaving the hand


def play(table: StormTable, side: int, card: int, rule: str, what: str) -> None:
    """6.2g, 9.2b A card is played: to the discard pile, or out of play if it says so."""
    _leave(table, side, card)
    if cards()[card].removed_after_play:
        table.removed |= 1 << card
    else:
        table.discards[side] |= 1 << card
    table.tell(
        rule,
        telling.CARD,
        lambda: f"{SIDES[side].title()} plays {card_name(card)}: {what}.",
        card=cards()[card].id,
        face=f"card-{cards()[card].type.id}",
        side=SIDES[side],
    )


def _leave(table: StormTable, side: int, card: int) -> None:
    table.hands[side] &= ~(1 << card)
    table.known[side] &= ~(1 << card)


def discard(table: StormTable, side: int, card: int, rule: str, why: str) -> None:
    """6.3, 6.4a A card goes to the discard pile, face up."""
    _leave(table, side, card)
    table.discards[side] |= 1 << card
    table.tell(
        rule,
        telling.DISCARD,
        lambda: f"{SIDES[side].title()} discards {card_name(card)} {why}.",
        card=cards()[card].id,
        side=SIDES[side],
    )


def as_card(_table: StormTable, option: Option, *_: object) -> Shows:
    """An option whose value is a card; below zero it is none."""
    return Shows(card=card_tag(option.value)) if option.value >= 0 else AS_TOUCHED


KEEP = Topic("discarded_at_end", "Cards to keep", charts=("hands",), shows=as_card)


@steps.question("hands.discard_at_end")
def discard_at_end(table: StormTable, side: int) -> Decision | None:
    """6.3a, 6.3b, 5.1a In the end phase a side may discard any cards it has left; the rest are
    kept."""
    hand = table.hands[side]
    if not hand:
        return None
    return Decision(
        SIDES[side],
        "Discard cards you do not want to keep for the next turn, or keep the rest.",
        "6.3",
        discarded_at_end,
        [
            *map(discard_option, members(hand)),
            Option("keep", partial(_keep, hand.bit_count()), -1, commits=True, ends=True),
        ],
        (side,),
        topic=KEEP,
    )


def _keep(count: int) -> str:
    return f"Discard no more: keep {count} card{'s' if count > 1 else ''}"


@cache
def discard_option(card: int, why: str = "", *, commits: bool = True) -> Option:
    """To discard a card."""
    id_ = f"discard-{cards()[card].id}"
    return Option(id_, lambda: f"Discard {card_name(card)}{why}", card, commits=commits)


def discarded_at_end(table: StormTable, card: int, side: int) -> None:
    """6.3a One card after the other, until the rest are kept."""
    if card >= 0:
        discard(table, side, card, "6.3", "at the end of the turn")
        table.then((discard_at_end, side))
