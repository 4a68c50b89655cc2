"""`beachhead show`: draw a board, or a situation on it, as SVG or PNG."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import beachhead
from beachhead.art.png import png
from beachhead.art.svg import view_box
from beachhead.errors import BeachheadError
from beachhead.kernel.play import Game
from beachhead.kernel.whole_files import write_whole

PARTS = ("hex", "area")
"""What a part of a board can be cut out around."""

NEEDS = {"radius": "hexes", "numbers": "hexes", "grid": "hexes", "dots": "fields of fire"}
"""What a board must have for what not every board can show."""

LARGEST = 16_000
"""pixels; a wider picture needs gigabytes"""


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `show` command."""
    summary = "draw a board, or a situation on it, as SVG or PNG"
    games = beachhead.games()
    parser = subparsers.add_parser("show", help=summary, description=summary.capitalize() + ".")
    parser.add_argument(
        "what", metavar="WHAT", help=f"a game ({', '.join(games)}), or a file with a situation"
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        default=games[0],
        help=f"the game of a situation: {', '.join(games)} (default: {games[0]})",
    )
    parser.add_argument("--svg", metavar="FILE", help="write an SVG; - prints it")
    parser.add_argument("--png", metavar="FILE", help="write a PNG")
    parser.add_argument(
        "--dots",
        metavar="COLORS",
        help="fields of fire: none, all, or colors such as red,blue (default: none)",
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
    empty = options.what in beachhead.games()
    game = beachhead.load(options.what if empty else options.game)
    position = None if empty else _situation(options.what, game)
    if not options.svg and not options.png:
        raise BeachheadError("--svg or --png: say where to draw, such as --svg board.svg")
    if options.scale is not None and not options.png:
        raise BeachheadError("--scale: only a PNG has a size in pixels; add --png FILE")
    scale = _number("--scale", options.scale or "1", 0.1, 10.0)
    svg = game.svg(position, **_wanted(options, game))
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


def _wanted(options: argparse.Namespace, game: Game[Any]) -> dict[str, Any]:
    """What the board of a game shall show, if it has it."""
    for part in PARTS:
        if part != game.board_part and getattr(options, part):
            instead = f"use --{game.board_part}" if game.board_part else "leave it out"
            raise BeachheadError(f"--{part}: the board of {game.name} has no {part}; {instead}")
    wanted: dict[str, Any] = {"legend": not options.no_legend}
    if game.board_part:
        wanted["around"] = getattr(options, game.board_part)
    for name, (flag, value) in _asked(options).items():
        if name not in game.board_options:
            raise BeachheadError(f"{flag}: {game.name} has no {NEEDS[name]}; leave it out")
        wanted[name] = value
    return wanted


def _asked(options: argparse.Namespace) -> dict[str, tuple[str, Any]]:
    """What was asked for that not every board can show, with the flag that asked for it."""
    asked: dict[str, tuple[str, Any]] = {}
    if options.dots:
        asked["dots"] = "--dots", options.dots
    if options.radius:
        asked["radius"] = "--radius", _radius(options.radius)
    if options.no_numbers:
        asked["numbers"] = "--no-numbers", False
    if options.no_grid:
        asked["grid"] = "--no-grid", False
    return asked


def _radius(given: str) -> int:
    radius = _number("--radius", given, 1, 40)
    if radius != int(radius):
        raise BeachheadError(f"--radius: {given!r} is not a whole number of hexes")
    return int(radius)


def _situation(name: str, game: Game[Any]) -> Any:
    """The position of a game that a file describes; - reads it from the input."""
    try:
        told = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        raise BeachheadError(
            f"WHAT: there is no board {name!r}, nor a file with a situation ({why}); "
            f"choose from {', '.join(beachhead.games())}, "
            "or write a situation as docs/notation.md says"
        ) from error
    try:
        return game.read(told)[2]
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
