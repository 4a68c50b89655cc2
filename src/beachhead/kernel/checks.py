"""What callers give us, checked where it comes in: the error names the parameter and what it
should have been. Nothing further in looks again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

from beachhead.errors import BeachheadError

Kind = TypeVar("Kind")

LONGEST_WORD = 200
"""characters; more than any name in any game has"""
LONGEST_PATH = 4096
"""bytes; no system takes more"""
DIGITS = 100
"""as many has a seed, or characters if it is a text"""
LARGEST = 10**DIGITS


def brief(value: object) -> str:
    """A value as an error shows it, cut short."""
    try:
        shown = repr(value)
    except (RecursionError, ValueError):  # nested too deep, or thousands of digits
        shown = f"so big a {type(value).__name__}"
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


def named(key: object) -> str:
    """A key as part of the name of a field."""
    return brief(key).strip("'")


def wrong(name: str, expected: str, value: object) -> BeachheadError:
    """The error about a parameter."""
    return BeachheadError(f"{name}: should be {expected}, not {brief(value)}")


def of_kind(value: object, kind: type[Kind], name: str, expected: str) -> Kind:
    """A value of a class."""
    if not isinstance(value, kind):
        raise wrong(name, expected, value)
    return value


def mapping(value: object, name: str, expected: str) -> Mapping[Any, Any]:
    """A dict, or what can be read like one."""
    if not isinstance(value, Mapping):
        raise wrong(name, expected, value)
    return value


def text(value: object, name: str, expected: str) -> str:
    """A text that a file can hold."""
    found = of_kind(value, str, name, expected)
    if not is_writable(found):
        raise BeachheadError(
            f"{name}: half a character (a lone surrogate) is in {brief(found)}; leave it out"
        )
    return found


def word(value: object, name: str, expected: str, longest: int = LONGEST_WORD) -> str:
    """A text that is neither empty nor long."""
    found = text(value, name, expected)
    if not 1 <= len(found) <= longest:
        raise wrong(name, f"{expected} of 1 to {longest} characters", found)
    return found


def word_or_number(value: object, name: str) -> str:
    """A word, also of what goes by its number."""
    small = is_whole(value) and abs(value) < LARGEST
    return word(str(value) if small else value, name, "a text or a number")


def whole_number(value: object, name: str) -> int:
    """A whole number; True and False are none."""
    if not is_whole(value):
        raise wrong(name, "a whole number", value)
    return value


def seed(value: object, name: str = "seed") -> int | str:
    """What a dealer can deal from."""
    if is_whole(value) and abs(value) < LARGEST:
        return value
    expected = f"a whole number of at most {DIGITS} digits, or a text"
    return word(value, name, expected, longest=DIGITS)


def path(value: object, name: str, *, home: bool = False) -> Path:
    """A path that the system can be asked about; with `home`, a ~ in front is somebody's home."""
    if not isinstance(value, str | os.PathLike):
        raise wrong(name, "a path", value)
    try:
        found = Path(value)
        if not _can_be_named(found):
            raise BeachheadError(f"{name}: {brief(value)} cannot be the name of a file")
        return found.expanduser() if home else found
    except TypeError as error:  # a path of bytes
        raise wrong(name, "a path", value) from error
    except RuntimeError as error:
        raise BeachheadError(
            f"{name}: {brief(value)} is in a home that does not exist; write the whole path"
        ) from error


def _can_be_named(path: Path) -> bool:
    """Whether the system can be told the name at all."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return b"\0" not in name and len(name) <= LONGEST_PATH


# --- asking without an error


def is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def is_writable(text: str) -> bool:
    """Whether a file can hold a text: a lone surrogate, half a character, has no UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def unwritable(data: object) -> str | None:
    """Where in what was read from JSON a text is that no file can hold; None if nowhere."""
    waiting = [("", data)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, str):
            if not is_writable(value):
                return place.lstrip(".")
        elif isinstance(value, dict):
            for key, part in value.items():
                waiting += [(f"{place}.{named(key)}", each) for each in (key, part)]
        elif isinstance(value, list):
            waiting += [(f"{place}[{number}]", part) for number, part in enumerate(value)]
    return None
