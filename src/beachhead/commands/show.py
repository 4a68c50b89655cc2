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

BOARDS = {
    "omaha": "beachhead.omaha.drawing",
    "storm": "beachhead.storm.drawing",
    "dday91": "beachhead.dday91.drawing",
}
"""The games whose board can be drawn, and the module with `board_svg`."""

PARTS = {"omaha": "hex", "storm": "area", "dday91": "hex"}
"""What a part of the board is cut out around."""

HEX_OPTIONS = ("dots", "radius", "no_numbers", "no_grid")
"""What only a board of hexes can show."""

NOTATIONS = {
    "omaha": "beachhead.omaha.notation",
    "storm": "beachhead.storm.notation",
    "dday91": "beachhead.dday91.notation",
}
"""The modules that read situations; one is of the first unless --game says otherwise."""

LARGEST = 16_000
"""pixels; a wider picture needs gigabytes"""


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `show` command."""
    summary = "draw a board, or a situation on it, as SVG or PNG"
    parser = subparsers.add_parser("show", help=summary, description=summary.capitalize() + ".")
    parser.add_argument(
        "what", metavar="WHAT", help=f"a game ({', '.join(BOARDS)}), or a file with a situation"
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        default=next(iter(NOTATIONS)),
        help=f"the game of a situation: {', '.join(NOTATIONS)} (default: omaha)",
    )
    parser.add_argument("--svg", metavar="FILE", help="write an SVG; - prints it")
    parser.add_argument("--png", metavar="FILE", help="write a PNG")
    parser.add_argument(
        "--dots",
        metavar="COLOURS",
        help="fields of fire: none, all, or colours such as red,blue (default: none)",
    )
    parser.add_argument("--hex", metavar="HEX", help="draw only the part around this hex")
    parser.add_argument("--radius", metavar="N", help="how many hexes around it (default: 5)")
    parser.add_argument("--area", metavar="N", help="draw only the part around this area")
    parser.add_argument("--scale", metavar="S", help="PNG size; 1 is 60 pixels a hex (default: 1)")
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
    table = None if options.what in BOARDS else _situation(options.what, options.game)
    if not options.svg and not options.png:
        raise BeachheadError("--svg or --png: say where to draw, such as --svg board.svg")
    if options.scale is not None and not options.png:
        raise BeachheadError("--scale: only a PNG has a size in pixels; add --png FILE")
    scale = _number("--scale", options.scale or "1", 0.1, 10.0)
    svg = _drawing(options, options.what if options.what in BOARDS else options.game, table)
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


def _drawing(options: argparse.Namespace, game: str, table: Any) -> str:
    """The board of a game with what is wanted on it."""
    for part in dict.fromkeys(PARTS.values()):
        if part != PARTS[game] and getattr(options, part):
            raise BeachheadError(
                f"--{part}: the board of {game} has no {part}; use --{PARTS[game]}"
            )
    wanted: dict[str, Any] = {"legend": not options.no_legend, "table": table}
    wanted["around"] = getattr(options, PARTS[game])
    if PARTS[game] == "hex":
        radius = _number("--radius", options.radius or "5", 1, 40)
        if radius != int(radius):
            raise BeachheadError(f"--radius: {options.radius!r} is not a whole number of hexes")
        wanted |= {
            "radius": int(radius),
            "numbers": not options.no_numbers,
            "grid": not options.no_grid,
        }
        if game == "omaha":
            wanted["dots"] = options.dots or "none"
        elif options.dots:
            raise BeachheadError(f"--dots: {game} has no fields of fire; leave it out")
    else:
        for name in HEX_OPTIONS:
            if getattr(options, name):
                shown = name.replace("_", "-")
                raise BeachheadError(f"--{shown}: {game} has no hexes; leave it out")
    svg: str = import_module(BOARDS[game]).board_svg(**wanted)
    return svg


def _situation(name: str, game: str) -> Any:
    """The table of a game that a file describes; - reads it from the input."""
    if game not in NOTATIONS:
        raise BeachheadError(
            f"--game: situations of {game!r} cannot be read; choose from {', '.join(NOTATIONS)}"
        )
    try:
        told = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        raise BeachheadError(
            f"WHAT: there is no board {name!r}, nor a file with a situation ({why}); "
            f"choose from {', '.join(BOARDS)}, or write a situation as docs/notation.md says"
        ) from error
    try:
        return import_module(NOTATIONS[game]).read(told)
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
