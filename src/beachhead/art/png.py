"""SVG to PNG."""

from __future__ import annotations

from functools import cache

from beachhead.errors import BeachheadError

_BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9">{}</svg>'


def png(svg: str, *, width: int) -> bytes:
    """Rasterise a drawing, `width` pixels wide."""
    if not _can_write():
        raise BeachheadError(
            "png: no fonts were found, so the picture would have no words; "
            "install some, for example `apt install fonts-liberation`, or write --svg instead"
        )
    return _render(svg, width)


@cache
def _can_write() -> bool:
    """Whether letters leave a mark: without system fonts they are left out silently."""
    return _render(_BLANK.format('<text y="9">M</text>'), 9) != _render(_BLANK.format(""), 9)


def _render(svg: str, width: int) -> bytes:
    try:
        import resvg_py  # noqa: PLC0415 - only pictures need it
    except ImportError as error:
        raise BeachheadError(
            "png: the rasteriser is missing; install it with `pip install resvg_py`, "
            "or write --svg instead"
        ) from error
    try:
        return resvg_py.svg_to_bytes(svg_string=svg, width=width)
    except ValueError as error:
        raise BeachheadError(f"png: the drawing could not be rasterised: {error}") from error
