"""Bytes that rarely change, as answers: tagged, compressed once, kept in memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

SMALL = 1000
"""Compressing less than this saves nothing."""


class Kept(NamedTuple):
    """A body, as it is and compressed, and the tag by which a browser asks whether it is new."""

    tag: str
    body: bytes
    packed: bytes


@lru_cache(maxsize=256)
def kept(body: bytes) -> Kept:
    """A body ready to be sent."""
    tag = hashlib.blake2b(body, digest_size=12).hexdigest()
    return Kept(f'"{tag}"', body, gzip.compress(body, 6) if len(body) > SMALL else b"")


def answer(
    request: Request, ready: Kept, media_type: str, headers: dict[str, str] | None = None
) -> Response:
    """Something that seldom changes: sent once, then asked about."""
    sent = {"ETag": ready.tag, "Cache-Control": "no-cache", **(headers or {})}
    if ready.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=sent)
    sent["Vary"] = "Accept-Encoding"
    if ready.packed and "gzip" in request.headers.get("accept-encoding", "") and not _near(request):
        sent["Content-Encoding"] = "gzip"
        return Response(ready.packed, media_type=media_type, headers=sent)
    return Response(ready.body, media_type=media_type, headers=sent)


def _near(request: Request) -> bool:
    """Whether the browser is on this machine, where unpacking takes longer than sending."""
    return request.client is not None and request.client.host in ("127.0.0.1", "::1")


def file(request: Request, folder: Path, name: str) -> Response:
    """A file of a folder, read again only when it has changed."""
    try:
        path = (folder / name).resolve()
        found = path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
        raise HTTPException(404)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return answer(request, read(path), "text/javascript" if path.suffix == ".js" else kind)


def read(path: Path) -> Kept:
    """What is in a file now."""
    seen = path.stat()
    return _read(path, seen.st_mtime_ns, seen.st_size)


@lru_cache(maxsize=256)
def _read(path: Path, _changed: int, _size: int) -> Kept:
    return kept(path.read_bytes())


@cache
def document(name: str) -> bytes:
    """One of our documents: beside the package where it is installed, in `docs` of the sources."""
    here = Path(__file__).resolve()
    for folder in (here.parent / "docs", here.parents[3] / "docs"):
        if (folder / name).is_file():
            return (folder / name).read_bytes()
    raise HTTPException(404, f"{name} is not part of this installation")
