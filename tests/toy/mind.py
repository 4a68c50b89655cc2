"""How Picket is played well: keep off the middle row, play high cards, lead."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from beachhead.bots.mind import Mind
from beachhead.bots.values import Values
from beachhead.kernel.decision import Decision
from toy import GRID, PLAY, SCOUT, SEATS, Picket

MIDDLE = {GRID.at(1, place) for place in range(3)}


class PicketMind(Mind[Picket]):
    planning = frozenset({SCOUT.id, PLAY.id})
    calibrated = {"short": {}, "long": {}}  # noqa: RUF012
    nodes = {"veteran": 16, "commander": 64}  # noqa: RUF012
    values = Values({"lead": 0.4, "cards left": 0.2}, {"lead": 1.0, "cards left": 2.0})
    words = {"lead": "points ahead", "cards left": "cards in hand"}  # noqa: RUF012

    def worths(self, decision: Decision) -> Sequence[float]:
        if decision.kind == SCOUT.id:
            return [-float(option.value in MIDDLE) for option in decision.options]
        return [float(option.value) for option in decision.options]

    def features(self, position: Picket, seat: str, /) -> Mapping[str, float]:
        side = SEATS.index(seat)
        return {
            "lead": position.scores[side] - position.scores[1 - side],
            "cards left": len(position.hands[side]) - len(position.hands[1 - side]),
        }

    def stretch(self, position: Picket, /) -> Hashable:
        return position.turn
