"""9.1, 16.34, 16.83, 22.4 How likely a depth marker is which, once some lie face down again.

As long as every face-down marker comes from the same mix, all that nobody has seen are equally
likely everywhere, and there is nothing to keep. A marker that was seen and went back cannot be
one that was drawn before; and of the markers that come back from the eliminated ones (22.4) some
were seen and some were not. Such *strays* are followed: a hypothesis says where each may be, with
a whole-number weight, and every draw, move, removal and turning-up changes the hypotheses as the
counters themselves would move. So the chances stay exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import gcd, lcm

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.plain import replaced
from beachhead.omaha.table.state import OmahaTable, equipment

# Where a stray may be, besides beneath a unit (the number of its post).
BOX = -1
OUT = -2
ELIMINATED = -3
"""Out of play, and among those that five were drawn from (22.4)."""
KNOWN = -4
"""Turned up, or found to be another one: no longer a stray."""
NEW = -5
"""For one of the five: turned up as a marker that nobody had seen before."""

ONE_OF_FIVE = -1
"""In `strays`, in place of a marker: one of those drawn from the eliminated ones (22.4)."""

Places = list[int]


def unseen(table: OmahaTable, kind: str) -> list[int]:
    """The depth markers of a kind that nobody has ever seen."""
    return [
        marker.index
        for marker in equipment().pieces.depth_markers_of(kind)
        if table.unseen_depth >> marker.index & 1
    ]


# --- what happens to markers


def depth_drawn(table: OmahaTable, kind: str, post: int, in_box: int) -> None:
    """9.21 One of the markers in a box is placed beneath a unit: any of them, equally likely."""

    def outcomes(places: Places) -> Iterator[tuple[Fraction, Places]]:
        strays = [
            number
            for number, place in enumerate(places)
            if place == BOX and _kind(table.strays[number]) == kind
        ]
        yield Fraction(in_box - len(strays)), places
        for number in strays:
            yield Fraction(1), _with(places, number, post)

    _follow(table, outcomes)


def depth_moved(table: OmahaTable, post: int, place: int) -> None:
    """The face-down marker beneath a unit goes somewhere: to another post, its box, or out."""
    _follow(table, lambda places: [(Fraction(1), [place if at == post else at for at in places])])


def returned(table: OmahaTable, marker: int) -> None:
    """16.34, 16.83 A marker that was seen goes back into its box, face down."""
    table.strays += (marker,)
    table.hypotheses = tuple((*each, BOX) for each in table.hypotheses or [(1,)])


def five_returned(table: OmahaTable, seen: Iterable[int], unseen_ones: int, count: int) -> None:
    """22.4 Some of the eliminated markers, seen and unseen ones, go back into the empty box."""
    table.eliminated = (set_of(seen), unseen_ones)
    eliminated: Callable[[Places], list[tuple[Fraction, Places]]] = lambda places: [  # noqa: E731
        (Fraction(1), [ELIMINATED if at == OUT else at for at in places])
    ]
    _follow(table, eliminated)
    for _ in range(count):
        returned(table, ONE_OF_FIVE)


def turned_up(table: OmahaTable, post: int, kind: str, marker: int) -> None:
    """9.1 A marker is turned up: hypotheses that do not fit are dropped."""

    def outcomes(places: Places) -> Iterator[tuple[Fraction, Places]]:
        for chance, found, after in _identities(table, post, kind, places):
            if found == marker:
                yield chance, after

    _follow(table, outcomes)
    if table.eliminated:
        table.eliminated = replaced(table.eliminated, 0, table.eliminated[0] & ~(1 << marker))


def chances(table: OmahaTable, post: int, kind: str) -> tuple[list[int], list[int] | None]:
    """9.1 The markers that a face-down one may be, and how likely each is, as whole numbers; None
    if they are alike."""
    if not table.strays:
        return unseen(table, kind), None
    found: dict[int, Fraction] = {}
    for weight, *places in table.hypotheses:
        for chance, marker, _ in _identities(table, post, kind, places):
            found[marker] = found.get(marker, Fraction(0)) + weight * chance
    scale = lcm(*(chance.denominator for chance in found.values()))
    return list(found), [int(chance * scale) for chance in found.values()]


# --- hypotheses


def _identities(
    table: OmahaTable, post: int, kind: str, places: Places
) -> Iterator[tuple[Fraction, int, Places]]:
    """What the marker beneath a unit may be if the strays are in some places: how likely, which
    one, and where the strays are then."""
    names = unseen(table, kind)
    here = next((number for number, place in enumerate(places) if place == post), None)
    if here is None:
        for marker in names:
            yield Fraction(1, len(names)), marker, places
        return
    if table.strays[here] != ONE_OF_FIVE:
        yield Fraction(1), table.strays[here], _with(places, here, KNOWN)
        return
    seen, unseen_ones = table.eliminated
    known = list(members(seen))
    new = unseen_ones - places.count(NEW)
    among = len(known) + new
    for marker in known:
        yield Fraction(1, among), marker, _with(places, here, KNOWN)
    again = [number for number, place in enumerate(places) if place == ELIMINATED]
    for number in again:
        after = _with(_with(places, here, NEW), number, KNOWN)
        yield Fraction(1, among), table.strays[number], after
    for marker in names if new > len(again) else ():
        chance = Fraction(new - len(again), among * len(names))
        yield chance, marker, _with(places, here, NEW)


def _follow(
    table: OmahaTable, outcomes: Callable[[Places], Iterable[tuple[Fraction, Places]]]
) -> None:
    """Each hypothesis becomes those that may follow from it; what is the same is added up."""
    if not table.strays:
        return
    found: dict[tuple[int, ...], Fraction] = {}
    for weight, *places in table.hypotheses:
        for chance, after in outcomes(places):
            key = _alike(table, after)
            found[key] = found.get(key, Fraction(0)) + weight * chance
    found = {places: weight for places, weight in found.items() if weight}
    scale = lcm(*(weight.denominator for weight in found.values()))
    weights = [int(weight * scale) for weight in found.values()]
    common = gcd(*weights)
    table.hypotheses = tuple(
        (weight // common, *places) for weight, places in zip(weights, found, strict=True)
    )
    _forget(table)


def _alike(table: OmahaTable, places: Places) -> tuple[int, ...]:
    """The five of 22.4 are alike: it only matters where some of them are."""
    five = sorted(
        place for place, stray in zip(places, table.strays, strict=True) if stray == ONE_OF_FIVE
    )
    return tuple(
        five.pop(0) if stray == ONE_OF_FIVE else place
        for place, stray in zip(places, table.strays, strict=True)
    )


def _forget(table: OmahaTable) -> None:
    """Strays that are known in every hypothesis are strays no longer."""
    kept = [
        number
        for number in range(len(table.strays))
        if any(each[number + 1] != KNOWN for each in table.hypotheses)
    ]
    if len(kept) < len(table.strays):
        table.strays = tuple(table.strays[number] for number in kept)
        merged: dict[tuple[int, ...], int] = {}
        for weight, *places in table.hypotheses:
            key = tuple(places[number] for number in kept)
            merged[key] = merged.get(key, 0) + weight
        table.hypotheses = tuple((weight, *key) for key, weight in merged.items()) if kept else ()


def _with(places: Places, number: int, place: int) -> Places:
    return [*places[:number], place, *places[number + 1 :]]


def _kind(stray: int) -> str:
    return "mobile" if stray == ONE_OF_FIVE else equipment().pieces.depth_markers[stray].kind
