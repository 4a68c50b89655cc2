"""Plain data: what lies on the table can be copied, compared, hashed, saved and read back.

A `Plain` class is a slotted dataclass whose fields are numbers, strings, booleans, None, tuples
of these, other `Plain` classes, and lists and dicts of all these. A list of numbers may be of a
class of its own, which keeps something beside them. How to copy, write and read each field follows
from its annotation, so a game only declares what it keeps.

>>> @dataclass(slots=True, eq=False)
... class Hand(Plain):
...     cards: list[int] = field(default_factory=list)
...     owner: str = ""
>>> hand = Hand([3, 1], "east")
>>> Hand.from_data(hand.to_data()) == hand
True
"""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from typing import Any, Self, TypeVar, Union, get_args, get_origin, get_type_hints

__all__ = ["Plain", "canonical", "dataclass", "digest", "field", "replaced"]

SCALARS = (int, str, bool, float, type(None))

Data = Any
"""What `json` reads and writes."""


Item = TypeVar("Item")


def replaced(row: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """A row with another item in a place. Copies of a position share rows that are tuples.

    >>> replaced((7, 8, 9), 1, 0)
    (7, 0, 9)
    """
    changed = [*row]
    changed[place] = item
    return tuple(changed)


def canonical(data: Data) -> str:
    """The one way to write some data as JSON: sorted keys, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(data: Data) -> str:
    """A short, stable fingerprint of some data."""
    return hashlib.blake2b(canonical(data).encode(), digest_size=10).hexdigest()


class Plain:
    """Base of the dataclasses that hold plain data; see the module's description.

    Fields whose metadata say `transient` are neither saved nor compared: they start anew. Those
    that say `index` are not either, but a copy takes them along: they hold what can be worked out
    from the others, and `settle` works it out when the object has been read. Those that say
    `settled` do not change once a game has begun: copies share them.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """A compiled class has its fields without slots, so that a subclass which is not compiled
        would have them a second time."""
        for name in vars(cls).get("__slots__", ()):
            if isinstance(getattr(cls.__base__, name, None), types.GetSetDescriptorType):
                delattr(cls, name)

    def copy(self) -> Self:
        """An independent copy."""
        copier = COPIERS.get(type(self))
        if copier is None:
            copier = COPIERS[type(self)] = _copier(type(self))
        return copier(self)  # type: ignore[no-any-return]

    def to_data(self) -> dict[str, Data]:
        """JSON-able data with everything that matters."""
        return {name: encode(getattr(self, name)) for name, encode, _ in _codecs(type(self))}

    @classmethod
    def from_data(cls, data: dict[str, Data]) -> Self:
        """The object that `to_data` wrote."""
        codecs = _codecs(cls)
        if data.keys() != {name for name, _, _ in codecs}:
            wrong = data.keys() ^ {name for name, _, _ in codecs}
            raise ValueError(f"{cls.__name__}: missing or unknown fields {sorted(wrong)}")
        made = cls(**{name: decode(data[name]) for name, _, decode in codecs})
        made.settle()
        return made

    def settle(self) -> None:
        """What is left to do when the object has been read; nothing for most."""

    def digest(self) -> str:
        """A fingerprint: equal data, equal digest, in every process."""
        return digest(self.to_data())

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name) for name, _, _ in _codecs(type(self))
        )

    __hash__ = None  # type: ignore[assignment]


# --- what the annotations say

Encode = Callable[[Any], Data]
Decode = Callable[[Data], Any]

Made = TypeVar("Made")


def _once_a_class(make: Callable[[type[Any]], Made]) -> Callable[[Any], Made]:
    return cache(make)


@_once_a_class
def _hints(cls: type[Any]) -> dict[str, Any]:
    return get_type_hints(cls)


@_once_a_class
def _codecs(cls: type[Any]) -> list[tuple[str, Encode, Decode]]:
    hints = _hints(cls)
    return [
        (entry.name, *_codec(hints[entry.name], f"{cls.__name__}.{entry.name}"))
        for entry in fields(cls)
        if not entry.metadata.get("transient") and not entry.metadata.get("index")
    ]


def _same(value: Any) -> Any:
    return value


def _codec(hint: Any, where: str) -> tuple[Encode, Decode]:
    """How to write and read a value of an annotated type."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in SCALARS or hint is Any:
        return (_freeze_out, _freeze_in) if hint is Any else (_same, _same)
    if isinstance(hint, type) and issubclass(hint, Plain):
        return Plain.to_data, hint.from_data
    if isinstance(hint, type) and issubclass(hint, list) and hint is not list:
        return list, hint
    if origin in (Union, types.UnionType):
        inner = [arg for arg in args if arg is not type(None)]
        if all(arg in SCALARS for arg in inner):
            return _same, _same
        if len(inner) == 1:
            encode, decode = _codec(inner[0], where)
            return (
                lambda value: None if value is None else encode(value),
                lambda data: None if data is None else decode(data),
            )
    if origin is list:
        encode, decode = _codec(args[0], where)
        if encode is _same:
            return list, list
        return (
            lambda value: [encode(item) for item in value],
            lambda data: [decode(item) for item in data],
        )
    if origin is tuple and all(arg in SCALARS or arg is ... for arg in args):
        return list, tuple
    if origin is tuple and args[-1] is ... and get_origin(args[0]) is tuple:
        encode, decode = _codec(args[0], where)
        return (
            lambda value: [encode(item) for item in value],
            lambda data: tuple([decode(item) for item in data]),
        )
    if origin is tuple and all(map(_is_frozen, args)):
        return _freeze_out, _freeze_in
    if origin is dict and args[0] in (int, str):
        encode, decode = _codec(args[1], where)
        key = args[0]
        return (
            lambda value: {str(name): encode(item) for name, item in sorted(value.items())},
            lambda data: {name: decode(data[str(name)]) for name in sorted(map(key, data))},
        )
    raise TypeError(f"{where}: {hint} is not plain data; use ints, strings, lists, dicts, tuples")


def _is_frozen(hint: Any) -> bool:
    """Whether values of a type cannot change: what a tuple may hold."""
    if get_origin(hint) in (tuple, Union, types.UnionType):
        return all(map(_is_frozen, get_args(hint)))
    return hint in SCALARS or hint is Any or hint is ...


def _freeze_out(value: Any) -> Data:
    """A tuple, of tuples perhaps, as lists."""
    return [_freeze_out(item) for item in value] if isinstance(value, tuple) else value


def _freeze_in(data: Data) -> Any:
    return tuple(_freeze_in(item) for item in data) if isinstance(data, list) else data


# --- copying

_Copier = Callable[[Any], Any]

COPIERS: dict[type[Any], _Copier] = {}
"""What copies objects of a class, once it has been written."""


def _copier(cls: type[Any]) -> _Copier:
    """A function that copies objects of a class, written out like dataclasses' own methods."""
    _codecs(cls)  # refuses what is not plain data
    scope: dict[str, Any] = {"make": cls.__new__, "cls": cls}
    exec("\n".join(["def copier(self):", " new = make(cls)", *copying(cls), " return new"]), scope)
    copier: _Copier = scope["copier"]
    return copier


def copying(cls: type[Any]) -> list[str]:
    """The lines that give a `new` object of a class what `self` has, field by field."""
    return [f" new.{entry.name} = {_value_of_copy(cls, entry)}" for entry in fields(cls)]


def _value_of_copy(cls: type[Any], entry: Field[Any]) -> str:
    """What a copy has in a field: the first value where it starts anew."""
    if entry.metadata.get("transient"):
        return repr(entry.default if entry.default_factory is MISSING else entry.default_factory())
    if entry.metadata.get("settled"):
        return f"self.{entry.name}"
    return _copied(f"self.{entry.name}", _hints(cls)[entry.name])


def _copied(value: str, hint: Any, depth: int = 0) -> str:
    """The expression that copies a value; what cannot change is shared."""
    origin, args = get_origin(hint), get_args(hint)
    item = f"item{depth}"
    if isinstance(hint, type) and issubclass(hint, Plain | list):
        return f"{value}.copy()"
    if origin in (Union, types.UnionType):
        inner = [arg for arg in args if arg is not type(None)]
        copied = _copied(value, inner[0], depth) if len(inner) == 1 else value
        return value if copied == value else f"(None if {value} is None else {copied})"
    if origin is list:
        copied = _copied(item, args[0], depth + 1)
        return f"{value}.copy()" if copied == item else f"[{copied} for {item} in {value}]"
    if origin is dict:
        copied = _copied(item, args[1], depth + 1)
        if copied == item:
            return f"{value}.copy()"
        return f"{{key: {copied} for key, {item} in {value}.items()}}"
    return value
