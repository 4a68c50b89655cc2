"""2.0 What one die shows, and two, as options."""

from __future__ import annotations

from beachhead.kernel.play import Option

FACES = range(1, 7)
PAIRS = [(one, other) for one in FACES for other in FACES]  # 2.0a


def die(face: int) -> Option:
    return Option(f"die-{face}", lambda: f"a {face}", face)


def two_dice(faces: tuple[int, int]) -> Option:
    one, other = faces
    return Option(f"dice-{one}-{other}", lambda: f"{one} and {other}", faces)
