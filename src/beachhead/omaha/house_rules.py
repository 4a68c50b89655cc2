"""The rulings a table may play otherwise, each a setting of the game.

`docs/rulings.md` lists every ruling with both readings; those named here are built in.
"""

from __future__ import annotations

from beachhead.kernel.play import Setting
from beachhead.kernel.rulebook import RuleIndex

HOUSE_RULES = (
    "artillery-second-step",
    "attack-per-position",
    "clearing-across-boundary",
    "clearing-under-disrupted",
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
    "mine-sacrifice",
    "moved-leader-commands",
    "observer-control",
    "ranged-across-bluff-defense",
    "ranged-across-bluff-flanks",
    "returning-hq-box",
    "rising-tide-entry",
    "spread-disruption",
    "stacked-is-adjacent",
    "submerged-beach",
    "trace-from-barred-hex",
    "trail-over-bluff",
    "woods-behind-slope",
)


def settings(rules: RuleIndex) -> dict[str, Setting]:
    """One setting for each house rule: the reading of the ruling, or the alternative."""
    found = {}
    for ruling in rules.rulings.values():
        switch = ruling.switch
        if switch is not None and switch.option in HOUSE_RULES:
            text = f"{switch.default}; or: {switch.alternative}"
            found[switch.option] = Setting(
                switch.option, text, ("default", "alternative"), "default", ruling.rules[0]
            )
    return found
