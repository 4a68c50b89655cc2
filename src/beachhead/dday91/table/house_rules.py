"""The rulings a table may play otherwise, each a setting of the game."""

from __future__ import annotations

HOUSE_RULES = (
    "air-reaction-stacking",
    "army-leaves-fighters",
    "drop-keeps-invasion-bonus",
    "land-after-combat",
    "mediterranean-port",
    "multi-hex-defense",
    "pursuit-allowance",
    "rhine-count",
)
