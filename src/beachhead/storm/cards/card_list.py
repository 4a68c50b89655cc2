"""2.3 The tactical cards: 27 German, then 27 Allied, as copies of card types.

>>> cards()[0].name, cards()[27].name, len(cards())
('Artillery', 'Artillery', 54)
>>> [use.when for use in card_type("bocage").uses]
['enemy_leaves_bocage', 'enemy_attacks_in_bocage']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from beachhead.kernel.bits import set_of
from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Row
from beachhead.storm.table import pack
from beachhead.storm.table.board import Side

CardSet = int
IMPULSE = "impulse"


@dataclass(frozen=True, slots=True)
class Use:
    """One way to play a card: at which moment, what it does, and with which numbers."""

    when: str
    effect: str
    details: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.details[name]


@dataclass(frozen=True, slots=True)
class CardType:
    """6.2 A card as printed, in our words. A card with several uses is played for one of them."""

    id: str
    side: Side
    name: str
    copies: int
    removed_after_play: bool
    text: str
    uses: tuple[Use, ...]

    @property
    def timing(self) -> str:
        """`impulse`, `reaction` or `impulse or reaction`."""
        moments = {"impulse" if use.when == IMPULSE else "reaction" for use in self.uses}
        return " or ".join(sorted(moments))

    def use(self, when: str) -> Use | None:
        """The use for a moment, if the card has one."""
        return next((use for use in self.uses if use.when == when), None)


@dataclass(frozen=True, slots=True)
class StormCard:
    """One of the 54 cards; `id` tells copies apart, `artillery` of one side from the other."""

    index: int
    id: str
    type: CardType

    @property
    def side(self) -> Side:
        return self.type.side

    @property
    def name(self) -> str:
        return self.type.name

    @property
    def text(self) -> str:
        return self.type.text

    @property
    def uses(self) -> tuple[Use, ...]:
        return self.type.uses

    @property
    def removed_after_play(self) -> bool:
        return self.type.removed_after_play


@cache
def cards() -> tuple[StormCard, ...]:
    """The cards of the pack in use."""
    return build(pack.load())


@cache
def impulse_use(card: int) -> Use | None:
    """6.2 What a card does for the impulse, if it can be played for one."""
    return cards()[card].type.use(IMPULSE)


def use_of(card: int) -> Use:
    """6.2 What a card that was played for the impulse does."""
    use = impulse_use(card)
    assert use is not None
    return use


@cache
def deck(side: str) -> CardSet:
    """2.3a The 27 cards of a side."""
    return set_of(card.index for card in cards() if card.side == side)


@cache
def copies(type_id: str) -> CardSet:
    """All copies of a card."""
    return set_of(card.index for card in cards() if card.type.id == type_id)


@cache
def card_types() -> tuple[CardType, ...]:
    """The 26 kinds of card, in the order of the pack."""
    return tuple({card.type.id: card.type for card in cards()}.values())


def card_type(type_id: str) -> CardType:
    """A kind of card by its id."""
    return next(kind for kind in card_types() if kind.id == type_id)


def build(components: Pack) -> tuple[StormCard, ...]:
    """The cards from a component pack: German ones first, copies side by side."""
    found: list[StormCard] = []
    rows = components.rows("cards")
    for row in sorted(rows, key=lambda row: bool(row["side"] != "german")):
        kind = _card_type(row)
        for copy in range(1, kind.copies + 1):
            suffix = f"-{copy}" if kind.copies > 1 else ""
            found.append(StormCard(len(found), kind.id + suffix, kind))
    return tuple(found)


def _card_type(row: Row) -> CardType:
    return CardType(
        id=row["card"],
        side=row["side"],
        name=row["name"],
        copies=row["copies"],
        removed_after_play=row["removed"],
        text=row["text"],
        uses=tuple(_use(use) for use in row["uses"]),
    )


def _use(row: Row) -> Use:
    details = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in row.items()
        if name not in ("when", "effect")
    }
    return Use(row["when"], row["effect"], details)
