"""Recruit: chooses at once what seems worth most; and, for comparison, who chooses anything."""

from __future__ import annotations

from beachhead.bots.bot import Bot
from beachhead.bots.sight import Sight
from beachhead.kernel.decision import Option


class Random(Bot):
    """Any option, all alike."""

    def choose(self, sight: Sight) -> Option:
        return self.rng().choice(sight.options)


class Recruit(Bot):
    """What the game's mind weighs highest, without a look ahead."""

    def choose(self, sight: Sight) -> Option:
        return self.mind.policy(self.rng())(sight.decision)
