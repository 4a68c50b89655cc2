"""Hex geometry, and sets of hexes as plain ints: one bit a hex.

A grid is made of *lines* of hexes, every other line shifted by half a hex. With pointy-top
hexes a line is a row of the map, with flat-top hexes a column: the algebra is the same, so it
is written once. Lines and places count from 0; a map's own numbers are given by `name`.

A hex is a small int (its bit number), a set of hexes an int. Union, intersection and
difference are `|`, `&` and `& ~`. One unused bit at the end of every line keeps shifts from
wrapping round the edge.

>>> grid = HexGrid(lines=3, length=4, shifted="odd")
>>> corner = grid.at(0, 0)
>>> [grid.name(hex) for hex in members(grid.neighbors(1 << corner))]
['0102', '0201']
>>> grid.distance(corner, grid.at(2, 3))
4
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from beachhead.kernel.bits import members, set_of

HexSet = int
"""A set of hexes: bit *n* stands for hex *n*."""

Axial = tuple[int, int]
"""A step or place in axial coordinates: (along the line, across the lines)."""

DIRECTIONS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbors of a hex, in order around it."""


def two_digits(line: int, place: int) -> str:
    """The usual map number: line and place as two digits each, counting from 1."""
    return f"{line + 1:02}{place + 1:02}"


class HexGrid:
    """The geometry of one hex map.

    `shifted` says which lines begin half a hex further in: "odd" or "even" by index, counting
    from 0. `present` names the hexes that exist where the map is not a full rectangle.
    """

    def __init__(
        self,
        lines: int,
        length: int,
        shifted: Literal["odd", "even"],
        name: Callable[[int, int], str] = two_digits,
        present: Iterable[str] | None = None,
    ) -> None:
        if lines < 1 or length < 1:
            raise ValueError(f"a grid needs at least one hex, not {lines} lines of {length}")
        if shifted not in ("odd", "even"):
            raise ValueError(f"shifted: {shifted!r} should be 'odd' or 'even'")
        self.lines = lines
        self.length = length
        self.shifted_parity = 1 if shifted == "odd" else 0
        self.width = length + 1
        names = {
            name(line, place): line * self.width + place
            for line in range(lines)
            for place in range(length)
        }
        if len(names) != lines * length:
            raise ValueError("two hexes have the same name: give every hex a name of its own")
        if present is not None:
            present = list(present)
            missing = [hex_name for hex_name in present if hex_name not in names]
            if missing:
                raise ValueError(f"present: the grid has no hex {missing[0]!r}")
            names = {hex_name: names[hex_name] for hex_name in present}
        self.numbers: dict[str, int] = names
        self.names: dict[int, str] = {number: hex_name for hex_name, number in names.items()}
        self.all: HexSet = set_of(names.values())
        full_line = (1 << length) - 1
        shifted_lines = 0
        for line in range(self.shifted_parity, lines, 2):
            shifted_lines |= full_line << (line * self.width)
        self._shifted: HexSet = shifted_lines & self.all
        self._straight: HexSet = self.all & ~self._shifted
        self.adjacent: Sequence[HexSet] = [
            self.neighbors(1 << hex_) if hex_ in self else 0
            for hex_ in range(self.lines * self.width)
        ]
        """The neighbors of each hex as a set, indexed by hex."""

    # --- names and places

    def at(self, line: int, place: int) -> int:
        """The hex at a line and place; whether it exists is `hex in grid`."""
        return line * self.width + place if 0 <= place < self.length else -1

    def place(self, hex_: int) -> tuple[int, int]:
        """Line and place of a hex."""
        return divmod(hex_, self.width)

    def name(self, hex_: int) -> str:
        return self.names[hex_]

    def hex(self, name: str) -> int:
        return self.numbers[name]

    def set(self, names: Iterable[str]) -> HexSet:
        """The set of the named hexes."""
        return set_of(self.numbers[name] for name in names)

    def names_of(self, hexes: HexSet) -> list[str]:
        return [self.names[hex_] for hex_ in members(hexes)]

    def __contains__(self, hex_: int) -> bool:
        return hex_ >= 0 and bool(self.all >> hex_ & 1)

    def __len__(self) -> int:
        return len(self.numbers)

    def axial(self, hex_: int) -> Axial:
        """Axial coordinates: steps along the line and lines across."""
        line, place = divmod(hex_, self.width)
        return place - self._lean(line), line

    def _lean(self, line: int) -> int:
        """How far an axial column has leaned along the line by the time it crosses this line."""
        return line // 2 if self.shifted_parity else (line + 1) // 2

    def from_axial(self, axial: Axial) -> int | None:
        """The hex at axial coordinates, or None where the map has none."""
        along, line = axial
        place = along + self._lean(line)
        if not (0 <= line < self.lines and 0 <= place < self.length):
            return None
        hex_ = line * self.width + place
        return hex_ if self.all >> hex_ & 1 else None

    # --- one hex

    def distance(self, one: int, other: int) -> int:
        """The number of hexes one must move from one to the other."""
        along_1, line_1 = self.axial(one)
        along_2, line_2 = self.axial(other)
        along, across = along_2 - along_1, line_2 - line_1
        return max(abs(along), abs(across), abs(along + across))

    def step(self, hex_: int, direction: Axial) -> int | None:
        """The hex one step in a direction, or None off the map."""
        along, line = self.axial(hex_)
        return self.from_axial((along + direction[0], line + direction[1]))

    # --- sets of hexes

    def neighbors(self, hexes: HexSet) -> HexSet:
        """Every hex adjacent to a hex of the set."""
        width = self.width
        shifted = hexes & self._shifted
        straight = hexes & self._straight
        return (
            hexes << 1
            | hexes >> 1
            | hexes << width
            | hexes >> width
            | shifted << width + 1
            | shifted >> width - 1
            | straight << width - 1
            | straight >> width + 1
        ) & self.all

    def within(self, hexes: HexSet, distance: int) -> HexSet:
        """Every hex at most so far from a hex of the set, itself included."""
        for _ in range(distance):
            hexes |= self.neighbors(hexes)
        return hexes

    def flood(self, start: HexSet, through: HexSet) -> HexSet:
        """Every hex of `through` that can be reached from `start` by way of `through`.

        Hexes of `start` outside `through` begin a path but are not part of the answer.
        """
        reached = start & through
        frontier = start
        while frontier:
            frontier = self.neighbors(frontier) & through & ~reached
            reached |= frontier
        return reached
