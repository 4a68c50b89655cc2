"""Writing files so that they are never half there."""

from __future__ import annotations

import os

from beachhead.errors import BeachheadError
from beachhead.kernel import checks


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file: afterwards it is either the old one or the whole new one."""
    target = checks.path(path, "path")
    if not target.name:
        raise BeachheadError(f"path: {checks.brief(path)} names no file; choose another place")
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
