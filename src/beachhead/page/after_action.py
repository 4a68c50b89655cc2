"""The after-action report: what a game gives to it, and words to tell it with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Plotted(Struct):
    """A number that is followed from turn to turn. Those of one plot share its axis, so that the
    losses of two sides can be compared; a plot with a single line needs no name for it. Where those
    that `decide` change most is a turning point."""

    plot: str
    value: float
    line: str = ""
    decides: bool = True


class HowItStands(Struct):
    """How it stood at a moment: a style for the board, such as the tide, and what to plot."""

    figures: Sequence[Plotted] = ()
    style: str = ""


def several(count: int, one: str, more: str = "") -> str:
    """So many of something.

    >>> several(1, "unit"), several(3, "unit"), several(0, "city", "cities")
    ('one unit', 'three units', 'no cities')
    """
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {one if count == 1 else more or f'{one}s'}"


def listed(names: Iterable[str], most: int = 5) -> str:
    """Names one after the other, each once; of many only the first.

    >>> listed(["Sword", "Juno", "Gold"]), listed("abcdefgh", most=3)
    ('Sword, Juno and Gold', 'a, b, c and 5 more')
    """
    found = list(dict.fromkeys(names))
    if len(found) > most:
        found = [*found[:most], f"{len(found) - most} more"]
    return " and ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def sentence(*parts: str) -> str:
    """What there is to say of parts, as one sentence.

    >>> sentence("two units landed", "", "one was lost")
    'Two units landed; one was lost.'
    """
    said = "; ".join(filter(None, parts))
    return f"{said[:1].upper()}{said[1:]}." if said else ""
