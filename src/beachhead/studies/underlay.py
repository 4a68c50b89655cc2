"""A board as a quiet picture beneath a heat map: few colors, pale, small enough to go into a report
that stands alone."""

from __future__ import annotations

import base64
import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator

from beachhead.art import png
from beachhead.art.paths import Box, num

WIDE = 1100
"""pixels"""
COLORS = 16
PAPER = (243, 238, 226)
PALE = 0.42
"""How much of the paper shines through."""

Color = tuple[int, int, int]


def underlay(board: str, view: Box) -> str:
    """A part of a board, pale and in few colors, as the address of a picture."""
    _, _, wide, high = view
    shown = " ".join(num(each) for each in view)
    head = re.search(r"<svg[^>]*>", board)
    assert head is not None
    opened = re.sub(r' (?:viewBox|width|height)="[^"]*"', "", head[0])
    size = f' viewBox="{shown}" width="{num(wide)}" height="{num(high)}">'
    part = board.replace(head[0], opened[:-1] + size, 1)
    width, height, pixels = _pixels(png.png(part, width=WIDE))
    told = base64.b64encode(_few_colors(width, height, pixels)).decode()
    return f"data:image/png;base64,{told}"


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length


def _pixels(data: bytes) -> tuple[int, int, list[Color]]:
    """Width, height and colors of a PNG of 8 bits a channel, with or without alpha."""
    parts = list(_chunks(data))
    width, height, depth, kind = struct.unpack(">IIBB", parts[0][1][:10])
    assert depth == 8, "resvg writes 8 bits a channel"
    channels = {2: 3, 6: 4}[kind]
    raw = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    long = width * channels
    above = bytearray(long)
    found: list[Color] = []
    for row in range(height):
        begin = row * (long + 1)
        line = bytearray(raw[begin + 1 : begin + 1 + long])
        _unfilter(raw[begin], line, above, channels)
        found += zip(line[0::channels], line[1::channels], line[2::channels], strict=True)
        above = line
    return width, height, found


def _unfilter(kind: int, line: bytearray, above: bytearray, step: int) -> None:
    """Undo the filter of a line, in place, as PNG's specification has it."""
    if kind == 1:
        for at in range(step, len(line)):
            line[at] = (line[at] + line[at - step]) & 255
    elif kind == 2:
        for at, up in enumerate(above):
            line[at] = (line[at] + up) & 255
    elif kind == 3:
        for at, up in enumerate(above):
            left = line[at - step] if at >= step else 0
            line[at] = (line[at] + (left + up) // 2) & 255
    elif kind == 4:
        for at, up in enumerate(above):
            left, corner = (line[at - step], above[at - step]) if at >= step else (0, 0)
            guess = left + up - corner
            far_left, far_up, far_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
            if far_left <= far_up and far_left <= far_corner:
                line[at] = (line[at] + left) & 255
            else:
                line[at] = (line[at] + (up if far_up <= far_corner else corner)) & 255


def _few_colors(width: int, height: int, pixels: list[Color]) -> bytes:
    """A PNG in a palette of few pale colors."""
    counted = Counter((r >> 3, g >> 3, b >> 3) for r, g, b in pixels)
    palette = _palette(counted)
    nearest = {each: _nearest(each, palette) for each in counted}
    numbers = bytes(nearest[r >> 3, g >> 3, b >> 3] for r, g, b in pixels)
    lines = bytearray()
    for row in range(height):
        line = numbers[row * width : (row + 1) * width] + b"\0" * (width % 2)
        lines += b"\0" + bytes(a << 4 | b for a, b in zip(line[0::2], line[1::2], strict=True))
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(bytes(_pale(color)) for color in palette)),
            _chunk(b"IDAT", zlib.compress(bytes(lines), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _nearest(color: Color, palette: list[Color]) -> int:
    def far(number: int) -> int:
        return sum((a * 8 - b) ** 2 for a, b in zip(color, palette[number], strict=True))

    return min(range(len(palette)), key=far)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _palette(counted: Counter[Color]) -> list[Color]:
    """Colors that stand for all, by median cut: the widest box is cut in two, again and again."""
    boxes = [list(counted)]
    while len(boxes) < COLORS:
        box = max(boxes, key=lambda each: _width(each)[0] * sum(counted[c] for c in each) ** 0.5)
        wide, channel = _width(box)
        if not wide:
            break
        box.sort(key=lambda color: color[channel])
        at, heard, half = 0, 0, sum(counted[color] for color in box) / 2
        while at < len(box) - 1 and heard < half:
            heard += counted[box[at]]
            at += 1
        boxes.remove(box)
        boxes += [box[:at], box[at:]]
    return [_mean(counted, box) for box in boxes]


def _width(box: list[Color]) -> tuple[int, int]:
    spans = [max(c[n] for c in box) - min(c[n] for c in box) for n in range(3)]
    return max(spans), spans.index(max(spans))


def _mean(counted: Counter[Color], box: list[Color]) -> Color:
    total = sum(counted[color] for color in box)
    red, green, blue = (
        round(sum(color[n] * counted[color] for color in box) / total * 8 + 4) for n in range(3)
    )
    return red, green, blue


def _pale(color: Color) -> Color:
    """A color as it shows through thin paper."""
    gray = sum(color) / 3
    red, green, blue = (
        round((0.75 * each + 0.25 * gray) * (1 - PALE) + paper * PALE)
        for each, paper in zip(color, PAPER, strict=True)
    )
    return min(255, red), min(255, green), min(255, blue)
