"""The little pictures on the cards: silhouettes in a box of 120 by 80."""

from __future__ import annotations

from math import cos, pi, sin

from beachhead.art import curves
from beachhead.art.palette import cross, placed, star
from beachhead.art.paths import num, polyline


def _wheel(x: float, y: float, r: float) -> str:
    """A wheel with a hole, so that even-odd filling shows its hub."""
    ring = ""
    for radius in (r, r * 0.62, r * 0.24):
        ring += (
            f"M{num(x - radius)} {num(y)}a{num(radius)} {num(radius)} 0 1 0 {num(2 * radius)} 0"
            f"a{num(radius)} {num(radius)} 0 1 0 {num(-2 * radius)} 0z"
        )
    return ring


def _burst(x: float, y: float, rays: int, outer: float, inner: float) -> str:
    points = []
    for n in range(rays * 2):
        radius = inner if n % 2 else outer * (0.8 + 0.2 * ((n * 7) % 5) / 4)
        angle = n * pi / rays
        points.append((x + cos(angle) * radius, y + sin(angle) * radius))
    return polyline(points, closed=True)


def _tree(x: float, y: float, r: float) -> str:
    shape = [
        (x + cos(n * pi / 9) * r * (1.0 if n % 2 else 0.84), y + sin(n * pi / 9) * r * 0.86)
        for n in range(18)
    ]
    return polyline(shape, closed=True) + f"M{num(x - 2)} {num(y + r * 0.8)}h4v{num(r * 0.6)}h-4z"


def _arrow(x: float, y: float, reach: float, turn: float, half: float = 6.0) -> str:
    head = reach - half * 2.6
    side = [(0.0, half), (head, half), (head, half * 2.2), (reach, 0.0)]
    return polyline(curves.arrow((x, y), (cos(turn), sin(turn)), side), closed=True)


def _cross(x: float, y: float, r: float, waist: float) -> str:
    """A cross pattée."""
    return polyline(placed(cross(r * 0.42, r, r * waist), (x, y)), closed=True)


GROUND = "M0 76h120v2.4h-120z"
GUN = "M44 50L112 22l2 5-64 31zM30 50l24-6 6 10-10 10h-18zM36 60L8 74l2 3 34-12z"
TANK_HULL = "M14 58l8-12h74l10 12-6 12h-80zM38 46l4-14h32l6 14zM74 35h40v4h-40z"
TRACK = "M12 66h94l-8 10h-78z"
PLANE = (
    "M8 44l64-8 28-2c8 0 14 3 14 6s-6 6-14 6l-28 0zM40 40l-12-30h8l26 28zM46 44l-10 26h8l22-26z"
    "M10 42l-4-16h6l10 15z"
)
SHIP = (
    "M4 54h112l-10 18h-92zM26 54v-10h58v10zM40 44v-12h26v12zM48 32v-22h4v22zM58 32v-16h8v16z"
    "M84 48l26-6 .8 3-26 6zM26 48l-20-5 .8-3 20 5z"
)
BOAT = "M6 52h92l18-8-12 24h-88zM44 52l6-14h22l8 14zM60 38v-18h3v18zM12 46h18v6h-18z"
EYE = (
    "M8 42c22-32 82-32 104 0-22 32-82 32-104 0zM18 42c20 24 64 24 84 0-20-24-64-24-84 0z"
    "M60 24a18 18 0 1 0 .1 0zM60 36a6 6 0 1 1-.1 0z"
)
CLOUD = (
    "M22 60c-18 0-18-24 0-24 2-20 32-22 38-8 10-10 30-4 30 10 18-2 20 22 2 22zM30 66l-4 10h4l4-10z"
    "M50 66l-4 10h4l4-10zM70 66l-4 10h4l4-10zM90 66l-4 10h4l4-10z"
)
RIFLE = "M14 66L92 14l3 4-50 36 6 8-10 6-6-7-18 12z"
LORRAINE = "M94 34h5v7h9v5h-9v6h13v5h-13v19h-5v-19h-13v-5h13v-6h-9v-5h9z"
HEAD = "M48 74v-14c-14-8-14-34 0-42 18-10 40 2 38 22l6 12-8 2v10h-12v10z"
HELMET = "M34 34c2-28 54-30 58-2l6 4-66 2z"

PICTURES: dict[str, str] = {
    "artillery": GUN + _wheel(40, 58, 16) + GROUND,
    "bocage": "".join(_tree(12 + n * 16, 46 - (n % 3) * 7, 15) for n in range(7))
    + "M0 62c20-8 40 4 60-2s40 4 60 0v16h-120z",
    "defensive-fire": "M6 56h44v18h-44zM24 46l60-8v6l-58 12zM20 46h18v12h-18z"
    + _burst(98, 38, 9, 22, 9)
    + GROUND,
    "shock-assault": _arrow(8, 12, 58, 0.55)
    + _arrow(8, 68, 58, -0.55)
    + _burst(88, 40, 12, 28, 13),
    "88s": "M34 46L118 12l1.4 4L42 54zM26 40l22-8 8 18-22 8zM10 64l60 0 22 10h-94z"
    + _wheel(30, 62, 12),
    "nebelwerfer": "".join(
        f"M{num(20 + n * 9)} {num(56 - n * 3)}l58-34 3 5-58 34z" for n in range(3)
    )
    + _wheel(34, 62, 13)
    + GROUND,
    "iron-cross": _cross(60, 40, 36, 0.13),
    "e-boats": BOAT + "M0 68q8-6 15 0t15 0 15 0 15 0 15 0 15 0 15 0 15 0v8h-120z",
    "german-intelligence": EYE,
    "heil-hitler": _arrow(60, 66, 34, -pi / 2, 8)
    + "M22 40a38 38 0 0 1 20-33l4 8a29 29 0 0 0-15 25z"
    + "M98 40a38 38 0 0 0-20-33l-4 8a29 29 0 0 1 15 25zM22 66h76v8h-76z",
    "hitler-commits-panzers": TANK_HULL + TRACK + GROUND,
    "goetz-recon": "M14 54l14-16h44l22 16 12 4v10h-96zM44 38l4-12h20l6 12zM66 29h34v4h-34z"
    + _wheel(34, 66, 11)
    + _wheel(82, 66, 11),
    "composite-force": "M14 20h40v40h-40zM20 30v20h28v-20zM66 20h40v40h-40zM72 30v20h28v-20z"
    + "M20 30l28 20 1-2-28-20zM48 30L20 50l1 2 28-20zM72 40h28v3h-28zM30 66h60v6h-60z",
    "rommel-returns": "M14 66L96 16l8 12L22 76zM88 14l12-8 12 18-12 8z" + _burst(30, 24, 8, 15, 7),
    "overcast": CLOUD,
    "armor-support": TANK_HULL + TRACK + GROUND,
    "engineer-support": "M14 70L74 14l7 7L22 77zM66 8l12-6 26 22-8 12-10-8-8-2-6-8z"
    + _burst(96, 58, 9, 18, 8),
    "naval-power": SHIP + "M0 72q8-5 15 0t15 0 15 0 15 0 15 0 15 0 15 0 15 0v6h-120z",
    "jabos": PLANE,
    "ultra": "M18 14h84v52h-84zM24 20v26h72v-26z"
    + "".join(_wheel(34 + n * 17, 33, 8) for n in range(4))
    + "".join(f"M{26 + n * 10} 52h6v6h-6z" for n in range(7)),
    "where-is-patton": HEAD + HELMET,
    "heavy-bombers": PLANE
    + "".join(f"M{62 + n * 16} {60 + n * 4}q4-4 8 0v9l-4 5-4-5z" for n in range(3)),
    "french-resistance": RIFLE + LORRAINE,
    "follow-me": HELMET + HEAD + _arrow(4, 60, 30, -0.2, 5),
    "star": polyline(star((60, 42), 34), closed=True),
    "beam-cross": "M52 10h16v22h22v16h-22v22h-16v-22h-22v-16h22z",
}
"""By the card's id; both sides' Artillery and Shock Assault share theirs."""
