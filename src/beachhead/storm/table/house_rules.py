"""The rulings a table may play otherwise, each a setting of the game."""

from __future__ import annotations

HOUSE_RULES = (
    "airborne-spent-choice",
    "chains-across-line",
    "defensive-fire-return",
    "invasion-support",
    "landing-box-cost",
    "overstacked-reinforcement-loss",
    "reinforcement-turn",
    "retreat-to-landing-box",
)
