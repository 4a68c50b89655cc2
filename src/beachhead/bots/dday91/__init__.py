"""How D-Day (1991) is played well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from beachhead.bots.dday91 import portfolio, postures, weighing
from beachhead.bots.dday91.features import PRIOR, WORDS, features
from beachhead.bots.mind import Estimate, Mind, best_by
from beachhead.bots.values import Values
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.schema import LAST_TURN
from beachhead.dday91.table.state import DDayTable
from beachhead.kernel.decision import Decision
from beachhead.kernel.orders import Order
from beachhead.kernel.play import Policy, State
from beachhead.kernel.position import Result

NEAR = 4
"""So many portions before the end of the game, what comes of one can be seen."""


class DDay91Mind(Mind[DDayTable]):
    """Land where it is safe, take a port, keep armies together, and drive for the Rhine; or hold
    the cities that the Allies need, and strike whoever stands alone."""

    values = Values.read(Path(__file__).with_name("weights.json"))
    prior = PRIOR
    ridge = 3000.0
    planning = frozenset({"mover_chosen", "invader_chosen", "transfer_chosen"})
    at_once = frozenset(
        {
            "mover_chosen",
            "transfer_chosen",
            "transferred",
            "attacker_added",
            "target_chosen",
            "combat_chosen",
            "leg_chosen",
            "sent",
            "loss_marked",
            "reinforcement_chosen",
            "entered",
            "landed",
            "unit_chosen",
            "placed",
            "set_up_chosen",
            "stayed",
            "given_up",
            "replaced",
            "corps_chosen",
            "striker_chosen",
            "invader_chosen",
            "advanced",
            "retreated",
            "fight_on_decided",
            "initiative_decided",
            "pursuit_chosen",
            "reacted",
        }
    )
    nodes = {"veteran": 16, "commander": 54}  # noqa: RUF012
    margin = 0.1
    words = WORDS

    def worths(self, decision: Decision) -> Sequence[float]:
        return weighing.worths(decision)

    def practiced(self, decision: Decision) -> Sequence[float]:
        return weighing.worths(decision, practiced=True)

    def policy(self, rng: Random, *, practiced: bool = False, posture: str = "") -> Policy:
        def weigh(decision: Decision) -> Sequence[float]:
            return weighing.worths(decision, practiced=practiced, posture=posture)

        return best_by(weigh, rng)

    postures = ("usual",)

    def postures_of(self, decision: Decision) -> Sequence[str]:
        return postures.postures(decision.position.side, decision.position.year)

    def weighs_postures(self, decision: Decision, level: str) -> bool:  # noqa: ARG002
        """2b Commander decides portion by portion how to play it."""
        return level == "commander"

    def horizon(self, position: DDayTable, /) -> int:
        """2b Through the enemy's next portion; to the end of the game when that is near."""
        left = 2 * (LAST_TURN - position.turn) + 2 - position.side
        return left if left <= NEAR else 2

    def orders(self, state: State[DDayTable], /) -> list[Order]:
        return portfolio.orders(state)

    def is_quiet(self, decision: Decision) -> bool:
        """2b Positions are judged where a side begins its portion, before anybody moves: what was
        attacked has been fought out, and what stands badly will be attacked next."""
        table: DDayTable = decision.position
        if decision.kind not in self.planning:
            return False
        return table.step != "movement" or (not table.expended and table.used == table.invaders)

    def has_begun(self, position: DDayTable, /) -> bool:
        """6a4 When the Germans are set up."""
        return position.step != "setup"

    def features(self, position: DDayTable, seat: str, /) -> Mapping[str, float]:
        return features(position, seat)

    def stretch(self, position: DDayTable, /) -> tuple[int, int]:
        """2b A side's portion of a Turn."""
        return position.turn, position.side

    def utility(self, estimate: Estimate) -> float:
        """A win, and as long as that is far, points."""
        return estimate.chance + 0.03 * estimate.points

    calibrated = {"1944": {"reconstruction": "refitted"}}  # noqa: RUF012
    chance_is = "to win, a draw counting half"
    points_are = (
        "not of the rulebook, but what bots play for: the Allied units east of the Rhine, as many "
        "again as must be there if the Allies win, less the share of these that each corps lost "
        "is of a German victory"
    )

    def outcome(self, result: Result, seat: str) -> Estimate:
        """6b3, 6c3 A draw is half a win. The points are the Allied units east of the Rhine, and as
        many again for the cities of a victory, less what the corps lost have cost of that; the
        Germans' are the opposite."""
        scenario = charts().scenario[1943 if result.rule == "6b3" else 1944]
        whole = scenario.allied_units_east
        points: float = result.score["east of the Rhine"] + whole * ("allied" in result.winners)
        points -= whole / scenario.corps_eliminated * result.score["corps lost"]
        chance = 0.5 if not result.winners else float(seat in result.winners)
        return Estimate(chance, points if seat == "allied" else -points)


MIND = DDay91Mind()
