"""Games that are kept as they end, a line of JSON each, so that a long run can be stopped, even
killed, and gone on with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from beachhead.errors import BeachheadError
from beachhead.kernel.whole_files import write_whole


def read_lines(path: Path) -> list[Any]:
    """What a file holds; a line that was not finished is left out."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise BeachheadError(f"{path}: cannot be read: {error}") from error
    found = []
    for line in text.splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


@contextmanager
def gone_on_with(path: Path, flag: str, kept: list[Any]) -> Iterator[TextIO]:
    """A file that begins with what is kept of it, for further lines."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, "".join(map(_line, kept)))
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise BeachheadError(f"{flag}: cannot write {path}: {error.strerror}") from error
    with file:
        yield file


def write_line(file: TextIO, data: Any) -> None:
    """Keep one more, at once."""
    file.write(_line(data))
    file.flush()


def _line(data: Any) -> str:
    return json.dumps(data) + "\n"


@cache
def players() -> str:
    """A fingerprint of all that our bots are made of, weights included: games of other bots are
    not their games."""
    folder, digest = Path(__file__).parent, hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".py", ".json"):
            digest.update(file.relative_to(folder).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
