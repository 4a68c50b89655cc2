"""2.0 The dice."""

from __future__ import annotations

FACES = range(1, 7)
PAIRS = [(one, other) for one in FACES for other in FACES]  # 2.0a
