"""The rulings that a table may play otherwise, each a setting of its game."""

from __future__ import annotations

from collections.abc import Collection

from beachhead.kernel.play import Setting
from beachhead.kernel.rulebook import RuleIndex


def settings(rules: RuleIndex, switches: Collection[str]) -> dict[str, Setting]:
    """One setting for each switch that a game has built in: the reading of the ruling, or the
    alternative."""
    found = {}
    for ruling in rules.rulings.values():
        switch = ruling.switch
        if switch is not None and switch.option in switches:
            text = f"{switch.default}; or: {switch.alternative}"
            found[switch.option] = Setting(
                switch.option, text, ("default", "alternative"), "default", ruling.rules[0]
            )
    return found
