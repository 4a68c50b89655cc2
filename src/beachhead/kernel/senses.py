"""What a game's view is made of, said once, so that a program can read it as numbers.

`Game.see` shows the table as words and numbers. A game's `Senses` name the spaces of its board,
its pieces, and what may stand under each word of that view; an environment makes arrays of it
(`beachhead.env`). Nothing here looks at a position: what a seat may not see cannot be sensed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Space:
    """A hex, area or box: its id on the board, its name in the view, and what is printed there,
    such as `{"woods": 1}`."""

    id: str
    name: str
    ground: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter: its id on the board, its name in the view, the side that it is counted with, and
    what is printed on it."""

    id: str
    name: str
    side: str
    printed: Mapping[str, float] = field(default_factory=dict)


class Sense:
    """How something in a view is read."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Amount(Sense):
    """A number, counted in parts of `most`; what is true counts 1."""

    most: float = 1.0


@dataclass(frozen=True, slots=True)
class Amounts(Sense):
    """A list of at most `count` numbers."""

    count: int
    most: float = 1.0


@dataclass(frozen=True, slots=True)
class Given(Sense):
    """Whether there is anything at all."""


@dataclass(frozen=True, slots=True)
class HowMany(Sense):
    """The length of a list, in parts of `most`."""

    most: float = 1.0


@dataclass(frozen=True, slots=True)
class OneOf(Sense):
    """One word of several, or none."""

    words: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class SomeOf(Sense):
    """A list of words, each of which counts."""

    words: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Rated(Sense):
    """A word that stands for several figures, such as the name of a unit for its strength."""

    figures: tuple[str, ...]
    ratings: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Each(Sense):
    """A mapping of known words, each read alike."""

    words: tuple[str, ...]
    sense: Sense


@dataclass(frozen=True, slots=True)
class Parts(Sense):
    """A mapping of known words, each read in its own way; what is missing counts nothing."""

    senses: Mapping[str, Sense]


@dataclass(frozen=True, slots=True)
class Many(Sense):
    """A list of things that are read alike and added up."""

    sense: Sense


@dataclass(frozen=True, slots=True)
class EitherOf(Sense):
    """What one seat sees as a list, such as the cards in its hand, and another as a mapping."""

    listed: Sense
    mapped: Sense


@dataclass(frozen=True, slots=True)
class AtSpaces(Sense):
    """The name of a space, or a list of some: a plane over the board."""


@dataclass(frozen=True, slots=True)
class BySpace(Sense):
    """A mapping of names of spaces to numbers, in parts of `most`, or to one of some words: a
    plane, or one for each word."""

    most: float = 1.0
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OfPieces(Sense):
    """A list of names of pieces, or a mapping of such names to numbers: a mark on each."""

    most: float = 1.0


@dataclass(frozen=True, slots=True)
class Pieces(Sense):
    """A mapping of names of pieces to what is known of each: where it is, under one of the words
    `where`, and marks, each of them a number, a word, or nothing."""

    pieces: tuple[Piece, ...]
    where: tuple[str, ...]
    marks: Mapping[str, Sense]


@dataclass(frozen=True, slots=True)
class Unsensed(Sense):
    """What is not read, and why not."""

    why: str


@dataclass(frozen=True, slots=True)
class Senses:
    """All that a view may hold. What is not named here is still sensed, but nobody can say by which
    number: it is mixed into a few."""

    spaces: tuple[Space, ...] = ()
    table: Mapping[str, Sense] = field(default_factory=dict)
    options: int = 256
    """How many options of a decision are listed at once; those beyond are on further pages."""
