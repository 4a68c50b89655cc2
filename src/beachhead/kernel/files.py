"""Writing files so that they are never half there."""

from __future__ import annotations

import os
from pathlib import Path

from beachhead.errors import BeachheadError


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file: afterwards it is either the old one or the whole new one."""
    target = Path(path)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    data = content.encode() if isinstance(content, str) else content
    try:
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BeachheadError(
            f"{path}: cannot be written ({error.strerror}); choose another place"
        ) from error
