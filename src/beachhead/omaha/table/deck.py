"""2.3 Drawing cards.

A deck is the set of cards not yet drawn. A draw asks chance for one of them, lays it on the
card track, and goes on with the step that needed it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from beachhead.kernel.bits import unpacked
from beachhead.kernel.play import Chance, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.table import telling
from beachhead.omaha.table.state import OmahaTable, steps

ALL_CARDS = sum(1 << number for number in range(1, 55))  # 2.3a


def draw_for(
    purpose: str, rule: str, step: Callable[..., None], *arguments: Any
) -> tuple[Any, ...]:
    """The step that draws a card for a purpose and passes its number to another step.

    The purpose is a word or two ("east fire"), and if need be who draws it for what ("fire: A/1/16
    slips past WN61").
    """
    return (draw, purpose, rule, steps.id_of(step), *arguments)


DRAWS = Topic("draw", "A card is drawn")


@steps.question("deck.draw")
def draw(table: OmahaTable, purpose: str, rule: str, step: str, *arguments: Any) -> Chance[int]:
    """2a, 2b, 2.3 Draw a card for one purpose."""
    return Chance(
        _asked,
        rule,
        card_drawn,
        cards_to_come(table),
        card_option,
        arguments=(purpose, rule, step, *arguments),
        topic=DRAWS,
    )


def _asked(_: OmahaTable, purpose: str, *__: Any) -> str:
    kind, colon, what = purpose.partition(":")
    return f"Draw {'an' if kind[0] in 'aeiou' else 'a'} {kind} card{colon}{what}."


def cards_to_come(table: OmahaTable) -> list[int]:
    """2.3 The cards of which the next one drawn is one."""
    return unpacked(table.deck or table.discards)


@cache
def card_option(number: int) -> Option:
    """2.3 The outcome that a card is drawn."""
    return Option(f"card-{number}", lambda: f"card {number}", number)


def card_drawn(
    table: OmahaTable, number: int, purpose: str, rule: str, step: str, *arguments: Any
) -> None:
    """2.1s, 2.3d Lay the card on the card track and use the one section it was drawn for."""
    if not table.deck:
        table.deck, table.discards = table.discards, 0
        count = table.deck.bit_count()
        text = telling.said("The deck has run out: the {} discards are shuffled.", count)
        table.tell("4.VI", telling.SHUFFLE, text, cards=count)
    table.deck &= ~(1 << number)
    table.track += (number,)
    kind, _, _ = purpose.partition(":")
    table.tell(
        rule,
        telling.CARD,
        lambda: f"Card {number} is drawn as the {kind} card.",
        card=number,
        use=_use(kind),
    )
    table.agenda.append((step, number, *arguments))


def _use(kind: str) -> str:
    """2.3d The section of a card that is used; all but landings and events use that for fire."""
    last = kind.rsplit(maxsplit=1)[-1]
    return last if last in ("landing", "event") else "fire"


def discard_track(table: OmahaTable) -> None:
    """4.VI-a, 2.1s All cards on the card track go to the discard pile."""
    for number in table.track:
        table.discards |= 1 << number
    table.track = ()


def shuffle(table: OmahaTable) -> None:
    """4.VI-b The discards go back into the deck."""
    table.deck |= table.discards
    table.discards = 0
    count = table.deck.bit_count()
    text = telling.said("The discards are shuffled back into the deck: {} cards.", count)
    table.tell("4.VI", telling.SHUFFLE, text, cards=count)
