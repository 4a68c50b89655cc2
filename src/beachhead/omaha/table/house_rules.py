"""The rulings a table may play otherwise, each a setting of the game.

`docs/rulings.md` lists every ruling with both readings; those named here are built in.
"""

from __future__ import annotations

HOUSE_RULES = (
    "armor-entry-path",
    "armor-junction-1321",
    "artillery-fire-occurs",
    "artillery-second-step",
    "attack-per-position",
    "clearing-across-boundary",
    "clearing-under-disrupted",
    "concentrated-mortars",
    "depth-gain-priority",
    "disrupted-fields",
    "disrupted-observed",
    "exit-hex-free",
    "fire-up-the-bluff",
    "general-distance",
    "heavy-infantry-downhill",
    "hero-calls-naval-fire",
    "hero-saves-infiltrator",
    "infiltration-climbing",
    "infiltration-two-hex-wn",
    "late-tank-landing",
    "leader-choice",
    "leader-drifts-off",
    "letter-order",
    "lone-double-fire",
    "mine-sacrifice",
    "moved-leader-commands",
    "observer-control",
    "ranged-across-bluff-defense",
    "ranged-across-bluff-flanks",
    "ranger-exits",
    "reinforce-pool",
    "returning-hq-box",
    "rising-tide-entry",
    "spread-disruption",
    "stacked-is-adjacent",
    "submerged-beach",
    "trace-from-barred-hex",
    "trail-over-bluff",
    "two-hex-move-into-fire",
    "woods-behind-slope",
)
