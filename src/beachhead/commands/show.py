"""`beachhead show`: draw a board, or a situation on it, as SVG or PNG."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from beachhead.art.png import png
from beachhead.art.svg import view_box
from beachhead.errors import BeachheadError
from beachhead.kernel.files import write_whole

BOARDS = {"omaha": "beachhead.omaha.drawing"}
"""The games whose board can be drawn, and the module with `board_svg`."""

NOTATION = "beachhead.omaha.notation"
"""The module that reads situations."""

LARGEST = 16_000
"""pixels; a wider picture needs gigabytes"""


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `show` command."""
    summary = "draw a board, or a situation on it, as SVG or PNG"
    parser = subparsers.add_parser("show", help=summary, description=summary.capitalize() + ".")
    parser.add_argument(
        "what", metavar="WHAT", help=f"a game ({', '.join(BOARDS)}), or a file with a situation"
    )
    parser.add_argument("--svg", metavar="FILE", help="write an SVG; - prints it")
    parser.add_argument("--png", metavar="FILE", help="write a PNG")
    parser.add_argument(
        "--dots",
        default="none",
        metavar="COLOURS",
        help="fields of fire: none, all, or colours such as red,blue (default: none)",
    )
    parser.add_argument("--hex", metavar="RRCC", help="draw only the part around this hex")
    parser.add_argument(
        "--radius", default="5", metavar="N", help="how many hexes around it (default: 5)"
    )
    parser.add_argument(
        "--scale", default=None, metavar="S", help="PNG size; 1 is 60 pixels a hex (default: 1)"
    )
    parser.add_argument("--no-numbers", action="store_true", help="leave out the hex numbers")
    parser.add_argument("--no-grid", action="store_true", help="leave out the hex grid")
    parser.add_argument("--no-legend", action="store_true", help="leave out the legend")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """`beachhead show`"""
    try:
        _show(options)
    except BeachheadError as error:
        print(f"beachhead show: {error}", file=sys.stderr)
        return 2
    return 0


def _show(options: argparse.Namespace) -> None:
    table = None if options.what in BOARDS else _situation(options.what)
    if not options.svg and not options.png:
        raise BeachheadError("--svg or --png: say where to draw, such as --svg board.svg")
    if options.scale is not None and not options.png:
        raise BeachheadError("--scale: only a PNG has a size in pixels; add --png FILE")
    scale = _number("--scale", options.scale or "1", 0.1, 10.0)
    radius = _number("--radius", options.radius, 1, 40)
    if radius != int(radius):
        raise BeachheadError(f"--radius: {options.radius!r} is not a whole number of hexes")
    drawing = import_module(BOARDS.get(options.what, BOARDS["omaha"]))
    svg: str = drawing.board_svg(
        dots=options.dots,
        numbers=not options.no_numbers,
        grid=not options.no_grid,
        legend=not options.no_legend,
        around=options.hex,
        radius=int(radius),
        table=table,
    )
    if options.png:
        width = round(view_box(svg)[2] * scale)
        if width > LARGEST:
            raise BeachheadError(
                f"--scale: {options.scale} makes {width} pixels; at most {LARGEST} are drawn"
            )
        _write("--png", options.png, png(svg, width=width))
    if options.svg == "-":
        print(svg, end="")
    elif options.svg:
        _write("--svg", options.svg, svg.encode())


def _situation(name: str) -> Any:
    """The table that a file describes; - reads it from the input."""
    try:
        told = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        raise BeachheadError(
            f"WHAT: there is no board {name!r}, nor a file with a situation ({why}); "
            f"choose from {', '.join(BOARDS)}, or write a situation as docs/notation.md says"
        ) from error
    try:
        return import_module(NOTATION).read(told)
    except BeachheadError as error:
        raise BeachheadError(f"{name}: {error}") from error


def _number(option: str, given: str, least: float, most: float) -> float:
    try:
        value = float(given)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise BeachheadError(f"{option}: {given!r} is not a number from {least:g} to {most:g}")
    return value


def _write(option: str, name: str, content: bytes) -> None:
    try:
        write_whole(name, content)
    except BeachheadError as error:
        raise BeachheadError(f"{option}: {error}") from error
    print(f"{name} ({len(content) / 1e6:.1f} MB)", file=sys.stderr)
