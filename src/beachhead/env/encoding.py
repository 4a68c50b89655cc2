"""A seat's view and its options as arrays: one mechanism for all games.

What the numbers mean follows from what a game says of its view (`Game.senses`). Everything is read
from `Game.see`, which shows a seat what it may know and no more; so nothing hidden gets in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from beachhead.errors import BeachheadError
from beachhead.kernel import senses
from beachhead.kernel.decision import Option
from beachhead.kernel.play import Game, State
from beachhead.kernel.senses import Sense

Floats = npt.NDArray[np.float32]
Observation = dict[str, npt.NDArray[Any]]
Read = Callable[[Any], None]
Put = Callable[[int, float], None]

PARTS = ("planes", "pieces", "scalars", "options")
"""The arrays of an observation, besides the mask of actions."""
MIXED = 32
"""Into how many numbers is mixed what a game does not name."""
VERBS = 16
WORDS = 16
OPTION_COLUMNS = (
    "commits",
    "ends",
    "takes back",
    "piece",
    "second piece",
    "space",
    "second space",
    "number",
    *(f"verb {number}" for number in range(VERBS)),
    *(f"word {number}" for number in range(WORDS)),
)
"""What is said of an option: pieces and spaces by their numbers from 1 on (0: none), the last
number in its id, and the words of its id, spread over some numbers: the first alone, then all."""
PIECE, SPACE, NUMBER, VERB = 3, 5, 7, 8
WORD = VERB + VERBS


class Encoder:
    """How observations of a game are made, and the names of all that is in them.

    `planes` are named in `plane_names`, with a column for each of `spaces`; `pieces` are rows,
    named in `piece_names`, with `piece_columns`; `scalars` are named in `scalar_names`. `ground` is
    what is printed on the board, which never changes and is in no observation: a row for each of
    `ground_names`, a column for each space.
    """

    def __init__(self, game: Game[Any], actions: int, parts: Sequence[str] = PARTS) -> None:
        unknown = [part for part in parts if part not in PARTS]
        if unknown:
            raise BeachheadError(
                f"parts: there is no {unknown[0]!r}; choose among {', '.join(PARTS)}"
            )
        self.game = game
        self.actions = actions
        self.parts = tuple(part for part in PARTS if part in parts)
        self.unnamed: set[str] = set()
        """What was seen that the game's senses do not name."""
        said = game.senses()
        self.spaces = tuple(space.id for space in said.spaces)
        self.ground_names = tuple({name: 0 for space in said.spaces for name in space.ground})
        self.ground: Floats = np.array(
            [[space.ground.get(name, 0.0) for space in said.spaces] for name in self.ground_names],
            dtype=np.float32,
        ).reshape(len(self.ground_names), len(self.spaces))
        self.scalar_names: list[str] = []
        self.plane_names: list[str] = []
        self.piece_columns: list[str] = ["there", "space"]
        self._space = {space.name: number for number, space in enumerate(said.spaces)}
        self._on_board = {space.id: (SPACE, n + 1) for n, space in enumerate(said.spaces)}
        self._row: dict[str, int] = {}
        self._number_pieces(said)
        self._said: dict[tuple[str, tuple[str, ...]], tuple[tuple[int, float], ...]] = {}
        self._at: list[int] = []
        self._is: list[float] = []
        self._reads = {
            name: self._reader(sense, name, self._new_scalar, self._put_scalar)
            for name, sense in said.table.items()
        }
        self._first_mixed = len(self.scalar_names)
        self.scalar_names += [f"mixed {number}" for number in range(MIXED)]
        self._own = self._new_scalar("to decide")
        self._page = self._new_scalar("page")
        self._asked = {id_: self._new_scalar(f"asked {id_}") for id_ in sorted(game.steps.asking)}
        self._lay_out()

    def _number_pieces(self, said: senses.Senses) -> None:
        groups = [each for each in said.table.values() if isinstance(each, senses.Pieces)]
        listed = [piece for group in groups for piece in group.pieces]
        self.piece_names = tuple(piece.name for piece in listed)
        self._row = {piece.name: number for number, piece in enumerate(listed)}
        self._on_board |= {piece.id: (PIECE, n + 1) for n, piece in enumerate(listed)}
        assert len(self._row) == len(listed), "two pieces have one name in the view"

    def _lay_out(self) -> None:
        """All arrays lie one after the other in one vector, so that it is filled in one go."""
        shapes = {
            "planes": (len(self.plane_names), len(self.spaces)),
            "pieces": (len(self.piece_names), len(self.piece_columns)),
            "scalars": (len(self.scalar_names),),
            "options": (self.actions, len(OPTION_COLUMNS)),
        }
        self.shapes: dict[str, tuple[int, ...]] = {}
        self._first: dict[str, int] = {}
        self._size = 0
        for part in self.parts:
            size = int(np.prod(shapes[part]))
            if size:
                self.shapes[part] = shapes[part]
                self._first[part] = self._size
                self._size += size
        self._scalars_at = self._first.get("scalars", -1)
        self._planes_at = self._first.get("planes", -1)
        self._pieces_at = self._first.get("pieces", -1)
        self._wide, self._columns = len(self.spaces), len(self.piece_columns)

    # --- making an observation

    def encode(
        self, state: State[Any], seat: str, options: Sequence[Option] = (), page: int = 0
    ) -> Observation:
        """What a seat sees, and the options that it has, if it must decide."""
        self._at.clear()
        self._is.clear()
        self._look(state, seat, page)
        self._list(options)
        flat = np.bincount(self._at, weights=self._is, minlength=self._size).astype(np.float32)
        return {
            part: flat[first : first + int(np.prod(self.shapes[part]))].reshape(self.shapes[part])
            for part, first in self._first.items()
        }

    def _look(self, state: State[Any], seat: str, page: int) -> None:
        if self.parts == ("options",):
            return
        for name, value in state.game.see(state.position, seat).items():
            read = self._reads.get(name)
            if read is None:
                self._mix(name, value)
            elif value is not None:
                read(value)
        if not state.over:
            self._put_scalar(self._asked[state.position.agenda[-1][0]], 1.0)
            self._put_scalar(self._own, float(state.decision.seat == seat))
            self._put_scalar(self._page, float(page))

    def _list(self, options: Sequence[Option]) -> None:
        first = self._first.get("options")
        if first is None:
            return
        at, is_ = self._at, self._is
        for number, option in enumerate(options):
            row = first + number * len(OPTION_COLUMNS)
            key = (option.id, option.touches)
            told = self._said.get(key)
            if told is None:
                told = self._said[key] = self._told(*key)
            for column, value in told:
                at.append(row + column)
                is_.append(value)
            for column, true in enumerate((option.commits, option.ends, option.takes_back)):
                if true:
                    at.append(row + column)
                    is_.append(1.0)

    def _told(self, id_: str, touches: tuple[str, ...]) -> tuple[tuple[int, float], ...]:
        """What an option's id and what it touches tell of it."""
        found: dict[int, float] = {}
        for touched in touches:
            kind, number = self._on_board.get(touched, (0, 0))
            if number:
                column = kind if kind not in found else kind + 1
                found.setdefault(column, float(number))
        words = re.split(r"[-/ ]", id_)
        numbers = re.findall(r"\d+", id_)
        if numbers:
            found[NUMBER] = min(float(numbers[-1]), 1000.0) / 10
        found[VERB + _spread(words[0], VERBS)] = 1.0
        for word in words:
            column = WORD + _spread(word, WORDS)
            found[column] = found.get(column, 0.0) + 1.0
        return tuple(found.items())

    # --- reading the view

    def _new_scalar(self, name: str) -> int:
        self.scalar_names.append(name)
        return len(self.scalar_names) - 1

    def _put_scalar(self, number: int, value: float) -> None:
        if self._scalars_at >= 0:
            self._at.append(self._scalars_at + number)
            self._is.append(value)

    def _new_plane(self, name: str) -> int:
        self.plane_names.append(name)
        return len(self.plane_names) - 1

    def _put_plane(self, plane: int, space: int, value: float) -> None:
        if self._planes_at >= 0:
            self._at.append(self._planes_at + plane * self._wide + space)
            self._is.append(value)

    def _new_column(self, name: str) -> int:
        if name not in self.piece_columns:
            self.piece_columns.append(name)
        return self.piece_columns.index(name)

    def _put_piece(self, row: int, column: int, value: float) -> None:
        if self._pieces_at >= 0:
            self._at.append(self._pieces_at + row * self._columns + column)
            self._is.append(value)

    def _mix(self, name: str, value: Any) -> None:
        """What nobody named: each word counts 1 and each number itself, somewhere."""
        self.unnamed.add(name)
        if isinstance(value, Mapping):
            for key, each in value.items():
                self._mix(f"{name} {key}", each)
        elif isinstance(value, list | tuple):
            for each in value:
                self._mix(name, each)
        elif isinstance(value, str):
            self._put_scalar(self._first_mixed + _spread(f"{name} {value}", MIXED), 1.0)
        elif value:
            number = max(-1000.0, min(1000.0, float(value)))
            self._put_scalar(self._first_mixed + _spread(name, MIXED), number / 10)

    def _reader(self, sense: Sense, name: str, new: Callable[[str], int], put: Put) -> Read:
        """What reads a value of a sense: a closure that knows where its numbers go."""
        match sense:
            case senses.Amount(most):
                slot = new(name)
                return lambda value: put(slot, value / most)
            case senses.Given():
                slot = new(name)
                return lambda value: put(slot, float(bool(value)))
            case senses.HowMany(most):
                slot = new(name)
                return lambda value: put(slot, len(value) / most)
            case senses.Amounts(count, most):
                return self._amounts([new(f"{name} {n + 1}") for n in range(count)], most, put)
            case senses.OneOf(words) | senses.SomeOf(words):
                return self._words(name, {word: new(f"{name} {word}") for word in words}, put)
            case senses.Rated(figures, ratings):
                return self._rated(name, [new(f"{name} {each}") for each in figures], ratings, put)
            case senses.Each(words, each):
                parts = {word: self._reader(each, f"{name} {word}", new, put) for word in words}
                return self._parts(name, parts)
            case senses.Parts(inside):
                parts = {
                    key: self._reader(each, f"{name} {key}", new, put)
                    for key, each in inside.items()
                }
                return self._parts(name, parts)
            case senses.Many(each):
                return self._many(self._reader(each, name, new, put))
            case senses.EitherOf(listed, mapped):
                one = self._reader(listed, name, new, put)
                other = self._reader(mapped, name, new, put)
                return lambda value: (other if isinstance(value, Mapping) else one)(value)
            case senses.AtSpaces():
                return self._at_spaces(name, self._new_plane(name))
            case senses.BySpace(most, words):
                return self._by_space(name, most, words)
            case senses.OfPieces(most):
                return self._of_pieces(name, self._new_column(name), most)
            case senses.Pieces():
                return self._pieces(sense, name)
            case senses.Unsensed():
                return lambda _: None
            case _:
                raise BeachheadError(f"senses: nobody knows how to read {name!r} by {sense!r}")

    def _amounts(self, slots: list[int], most: float, put: Put) -> Read:
        def read(value: Sequence[float]) -> None:
            for slot, each in zip(slots, value, strict=False):
                put(slot, each / most)

        return read

    def _words(self, name: str, slots: dict[str | int, int], put: Put) -> Read:
        def read(value: Any) -> None:
            for word in value if isinstance(value, list | tuple) else (value,):
                slot = slots.get(word)
                if slot is None:
                    self._mix(name, word)
                else:
                    put(slot, 1.0)

        return read

    def _rated(
        self, name: str, slots: list[int], ratings: Mapping[str, tuple[float, ...]], put: Put
    ) -> Read:
        def read(word: str) -> None:
            if word not in ratings:
                self._mix(name, word)
                return
            for slot, figure in zip(slots, ratings[word], strict=True):
                if figure:
                    put(slot, figure)

        return read

    def _parts(self, name: str, parts: dict[str, Read]) -> Read:
        def read(value: Mapping[str, Any]) -> None:
            for key, each in value.items():
                part = parts.get(key)
                if part is None:
                    self._mix(f"{name} {key}", each)
                elif each is not None:
                    part(each)

        return read

    def _many(self, inner: Read) -> Read:
        def read(value: Sequence[Any]) -> None:
            for each in value:
                inner(each)

        return read

    def _at_spaces(self, name: str, plane: int) -> Read:
        def read(value: Any) -> None:
            for space in (value,) if isinstance(value, str) else value:
                number = self._space.get(space)
                if number is None:
                    self._mix(name, space)
                else:
                    self._put_plane(plane, number, 1.0)

        return read

    def _by_space(self, name: str, most: float, words: tuple[str, ...]) -> Read:
        planes = {word: self._new_plane(f"{name} {word}") for word in words}
        amount = -1 if words else self._new_plane(name)

        def read(value: Mapping[str, Any]) -> None:
            for space, each in value.items():
                number = self._space.get(space)
                plane = planes.get(each, -1) if words else amount
                if number is None or plane < 0:
                    self._mix(f"{name} {space}", each)
                else:
                    self._put_plane(plane, number, 1.0 if words else each / most)

        return read

    def _of_pieces(self, name: str, column: int, most: float) -> Read:
        def read(value: Any) -> None:
            named = {value: 1.0} if isinstance(value, str) else value
            for piece in named:
                row = self._row.get(piece)
                if row is None:
                    self._mix(name, piece)
                else:
                    amount = named[piece] if isinstance(named, Mapping) else 1.0
                    self._put_piece(row, column, amount / most)

        return read

    def _pieces(self, group: senses.Pieces, name: str) -> Read:
        """Pieces are rows, and what they have is added up in planes, side by side: how many there
        are in a space, what is printed on them, what is marked."""
        sides = list(dict.fromkeys(piece.side for piece in group.pieces))
        count = [self._new_plane(f"{side}: pieces") for side in sides]
        columns: list[int] = []
        planes: list[list[int]] = []

        def new(figure: str) -> int:
            columns.append(self._new_column(figure))
            planes.append([self._new_plane(f"{side}: {figure}") for side in sides])
            return len(columns) - 1

        now = [0, 0, 0]  # the row of the piece that is read, its side, and its space or -1

        def put(figure: int, value: float) -> None:
            row, side, space = now
            self._put_piece(row, columns[figure], value)
            if space >= 0:
                self._put_plane(planes[figure][side], space, value)

        marks = {key: self._reader(each, key, new, put) for key, each in group.marks.items()}
        printed_figures = {figure: 0 for piece in group.pieces for figure in piece.printed}
        figures = {figure: new(figure) for figure in printed_figures}
        known = {
            piece.name: (
                sides.index(piece.side),
                [(figures[figure], value) for figure, value in piece.printed.items() if value],
            )
            for piece in group.pieces
        }

        def read(value: Mapping[str, Mapping[str, Any]]) -> None:
            if self._planes_at < 0 and self._pieces_at < 0:
                return
            for piece, told in value.items():
                if piece not in known:
                    self._mix(f"{name} {piece}", told)
                    continue
                side, printed = known[piece]
                row = now[0] = self._row[piece]
                self._put_piece(row, 0, 1.0)
                space = -1
                for where in group.where:
                    if where in told:
                        space = self._space.get(told[where], -1)
                        if space < 0:
                            self._mix(f"{name} {where}", told[where])
                now[1:] = side, space
                if space >= 0:
                    self._put_piece(row, 1, space + 1.0)
                    self._put_plane(count[side], space, 1.0)
                for figure, amount in printed:
                    put(figure, amount)
                for key, each in told.items():
                    mark = marks.get(key)
                    if mark is not None:
                        mark(each)
                    elif key not in group.where:
                        self._mix(f"{name} {key}", each)

        return read


@cache
def _spread(word: str, buckets: int) -> int:
    """A number for a word, the same in every process."""
    return crc32(word.encode()) % buckets
