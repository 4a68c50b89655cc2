"""6.2 Who may know which cards: a hand is for its owner, and for the enemy as far as he has looked.

A card that lets a side look shows it the whole hand, and everybody hears of it: the owner of a hand
knows which of its cards the enemy has seen. A spectator hears of it and sees nothing.
"""

from __future__ import annotations

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.chance import Generator
from beachhead.storm.cards import card_actions, hands
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import ALLIED, GERMAN, CardSet, StormTable, enemy, steps


def seen(table: StormTable, side: int, seat: str | None) -> CardSet:
    """6.2 The cards in a side's hand that a seat may know; None stands for a spectator."""
    if seat is None:
        return 0
    return table.hands[side] if SIDES[side] == seat else table.known[side]


def hidden_from(table: StormTable, seat: str | None) -> StormTable:
    """The table with the cards that a seat has not seen back in the stack, to be drawn."""
    shown = table.copy()
    for side in (GERMAN, ALLIED):
        unseen = table.hands[side] & ~seen(table, side, seat)
        shown.hands[side] &= ~unseen
        shown.known[side] &= ~unseen
        shown.stock[side] |= unseen
        shown.agenda += [(steps.id_of(hands.draw), side)] * unseen.bit_count()
    return shown


def redeal(table: StormTable, seat: str | None, generator: Generator) -> None:
    """Deal anew, in place, the cards that a seat has not seen; and for a spectator, which of them
    the enemy has looked at."""
    for side in (ALLIED, GERMAN):
        hand = seen(table, side, seat)
        size = table.hands[side].bit_count()
        rest = list(members((table.hands[side] | table.stock[side]) & ~hand))
        while hand.bit_count() < size:
            hand |= 1 << rest.pop(generator.pick(len(rest)))
        table.hands[side] = hand
        table.stock[side] = set_of(rest)
        if seat is None and table.known[side]:
            table.known[side] = _looked_at(table, side, generator)


def _looked_at(table: StormTable, side: int, generator: Generator) -> CardSet:
    """6.2 What the enemy may know of a hand that he has looked at: any of its cards, since some
    may have been drawn later; all of them while he still chooses the one to discard."""
    if table.asked(card_actions.choose_to_discard) == (enemy(side),):
        return table.hands[side]
    hand = list(members(table.hands[side]))
    drawn_later = generator.pick(len(hand) + 1)
    for _ in range(drawn_later):
        hand.pop(generator.pick(len(hand)))
    return set_of(hand)
