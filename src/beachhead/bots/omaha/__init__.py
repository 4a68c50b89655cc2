"""D-Day at Omaha Beach, played well: what it knows about the beach, the bluffs and the draws."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from random import Random

from beachhead.bots.mind import Estimate, Mind, best_by
from beachhead.bots.omaha import portfolio, weighing, whims
from beachhead.bots.omaha.claims import FIRST_CHECK, LAST_CHECK, next_count
from beachhead.bots.omaha.features import PRIOR, WORDS, features
from beachhead.bots.omaha.temper import GREEN, POSTURES, USUAL, assumed
from beachhead.bots.values import Values, logistic
from beachhead.kernel.decision import Decision, Option
from beachhead.kernel.orders import Order
from beachhead.kernel.play import Policy, State
from beachhead.kernel.position import Result
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table.state import OmahaTable, is_extended

ACTIONS = "action_chosen"
POSTURES_FROM = {"veteran": (15, 14), "commander": (10, 10)}
"""From which turn on each level chooses a posture: with both sectors, and with one, where a game is
played on in a third of the time."""

MANY = 60
"""So many whims are thought of."""
NODES = {"veteran": (24, 32, 64), "commander": (40, 40, 90, 110, 140, 160, 180)}
"""How many positions each level looks at in the last turns, up to Turn 16, with one sector."""
CERTAIN = 14
SURE, UNSURE = 0.15, 0.4
"""By how much something else must be better with one sector, from that turn on and before: what is
seen is the surer the later."""

HERE = Path(__file__).parent
INLAND = Values.read(HERE / "weights_inland.json")
"""What counts in the extended game; set by hand so far."""
EASY_FOX = Values.read(HERE / "weights_easy_fox.json")
"""What counts where half of the beach is played."""
FITTED = ("easy-fox", "first-waves")
"""Where the chance to win is what the weights say, if they were fitted on it; in the other
scenarios hardly a game was won."""
PROSPECTS = (
    "points",
    "ripe_points",
    "gate",
    "ripe_gate",
    "bluff_strength",
    "ripe_bluff_strength",
    "lost",
    "time",
    "late",
)
"""What the chance to win is fitted on."""


WIN, FIRST_WAVES_WIN, INLAND_WIN = {"easy-fox": 10, "beyond-the-beach": 45}, 19, 40
"""13.2, 20.3, 21.2 How many points win."""
WON = 3.0
"""How many points more it is worth to win."""
STOPPED = -40.0
"""Less than can be counted at the end of the day: 18 nests, and 8 units never sent for."""
BEATEN = -100.0
"""The same to who compares: how those stand who are not stopped differs by twenty."""
EARLY_SPREAD, LATE_SPREAD = 2.5, 1.0
"""How far off the points are, early and late."""


class OmahaMind(Mind[OmahaTable]):
    """What the US player knows. Nobody sits opposite: what the Germans do is chance, and a position
    is judged when the actions of a turn are done, before they fire again."""

    values = Values.read(HERE / "weights.json")
    prior = PRIOR
    ridge = 1000.0
    planning = frozenset({ACTIONS})
    words: Mapping[str, str] = WORDS
    nodes: Mapping[str, int] = {"veteran": 8, "commander": 20}
    looks = 2
    each_option = False
    foresight = 1
    margin = 0.8

    def worths(self, decision: Decision) -> Sequence[float]:
        return weighing.worths(decision)

    def orders(self, state: State[OmahaTable], /) -> list[Order]:
        return portfolio.orders(state.decision)

    def hurries(self, decision: Decision, level: str) -> bool:  # noqa: ARG002
        """Each action alone changes less than can be seen by playing on: what a level looks ahead
        for is the posture of a turn."""
        return True

    postures = tuple(POSTURES)

    def weighs_postures(self, decision: Decision, level: str) -> bool:
        """A level decides turn by turn how to play on, from when on it can look to the count."""
        table: OmahaTable = decision.position
        both, one = POSTURES_FROM.get(level, (LAST_CHECK, LAST_CHECK))
        return (one if len(table.sectors) == 1 else both) <= table.turn <= FIRST_CHECK

    def postures_of(self, decision: Decision) -> Sequence[str]:
        """With one sector, where all is played on sooner, also what somebody might do on a whim."""
        table: OmahaTable = decision.position
        if len(table.sectors) > 1 or table.turn > FIRST_CHECK:
            return self.postures
        ways = self.postures[:1] if table.turn >= CERTAIN else self.postures
        return (*ways, *whims.made_up(table.turn, MANY))

    def nodes_at(self, decision: Decision, level: str) -> int:
        table: OmahaTable = decision.position
        nodes = NODES.get(level, ())
        if len(table.sectors) > 1 or not 0 <= FIRST_CHECK - table.turn < len(nodes):
            return super().nodes_at(decision, level)
        return nodes[table.turn - FIRST_CHECK - 1]

    def looks_at(self, decision: Decision) -> int:
        table: OmahaTable = decision.position
        if len(table.sectors) > 1 or table.turn == FIRST_CHECK:
            return super().looks_at(decision)
        return 4 if table.turn >= CERTAIN else 6

    def start(self, decision: Decision) -> float:
        table: OmahaTable = decision.position
        if len(table.sectors) > 1:
            return super().start(decision)
        return SURE if table.turn >= CERTAIN else UNSURE

    def horizon(self, position: OmahaTable, /) -> int:
        """To where points are counted next."""
        return next_count(position) - position.turn + 1

    def policy(self, rng: Random, *, practiced: bool = False, posture: str = "") -> Policy:
        choose = super().policy(rng, practiced=practiced)
        if (taken := whims.known_as(posture)) is not None:
            return self._on_whim(taken, choose, rng)
        assumes = POSTURES[posture] if posture else USUAL if practiced else GREEN

        def choose_so(decision: Decision) -> Option:
            with assumed(assumes):
                return choose(decision)

        return choose_so

    def _on_whim(self, taken: whims.Whim, choose: Policy, rng: Random) -> Policy:
        """Choosing on a whim in its turn, afterwards as usual."""
        favored = best_by(
            lambda decision: whims.bent(taken.name, decision, self.practiced(decision)), rng
        )

        def choose_so(decision: Decision) -> Option:
            now = decision.position.turn == taken.turn
            with assumed(taken.posture if now else USUAL):
                return favored(decision) if now else choose(decision)

        return choose_so

    def is_quiet(self, decision: Decision) -> bool:
        return bool(decision.position.phase != "action")

    def is_settled(self, decision: Decision) -> bool:
        """Who is to act yet stands worse than he will: in the water, or where nobody stays."""
        return self.is_quiet(decision)

    def estimate(self, position: OmahaTable, seat: str) -> Estimate:
        """The points by the weights of the scenario, from Turn 17 by others; where too few games
        were won to fit a chance, it follows from the points. 20.1, 20.2 Who does not see the end of
        the day has less than whoever does, whatever was counted."""
        if position.result is not None:
            found = self.outcome(position.result, seat)
            return Estimate(0.0, STOPPED) if _is_stopped(position) else found
        return self._expected(position, seat)

    def judged(self, position: OmahaTable, seat: str) -> Estimate:
        """20.1, 20.2 Who is stopped has far less than whoever goes on, however those stand."""
        if position.result is not None and _is_stopped(position):
            return Estimate(0.0, BEATEN + float(position.result.score.get("points", 0)))
        return self.estimate(position, seat)

    def _expected(self, position: OmahaTable, seat: str) -> Estimate:
        found = features(position)
        extended, is_easy_fox = is_extended(position), position.scenario == "easy-fox"
        on_the_beach = EASY_FOX if is_easy_fox else self.values
        values = INLAND if extended else on_the_beach
        points = values.expected(found)
        if not extended:
            points = max(points, _least(position))
        needed = WIN.get(position.scenario, INLAND_WIN if extended else FIRST_WAVES_WIN)
        if values.chance and position.scenario in FITTED:
            return Estimate(values.likely(self.prospects(position, seat, found)), points)
        spread = LATE_SPREAD + EARLY_SPREAD * (1 - found["time"])
        return Estimate(logistic((points - needed) / spread), points)

    def prospects(
        self,
        position: OmahaTable,  # noqa: ARG002
        seat: str,  # noqa: ARG002
        features: Mapping[str, float],
        /,
    ) -> Mapping[str, float]:
        """Few games are won, so that few of the features can be told apart."""
        return {name: features[name] for name in PROSPECTS}

    def features(self, position: OmahaTable, seat: str, /) -> Mapping[str, float]:  # noqa: ARG002
        return features(position)

    def stretch(self, position: OmahaTable, /) -> Hashable:
        return position.turn

    points_are = "victory points; a catastrophic loss counts none"

    def outcome(self, result: Result, seat: str) -> Estimate:
        """13.1 A catastrophic loss counts nothing."""
        return Estimate(float(seat in result.winners), float(result.score.get("points", 0)))

    def utility(self, estimate: Estimate) -> float:
        """Points, and to win besides."""
        return estimate.points + WON * estimate.chance


def _least(position: OmahaTable) -> float:
    """13.1, 13.2, 22 Fewer points than none are counted on the beach only if a variant says so."""
    rows = variants.rows()
    return float(sum(min(0, rows[name]["vp"] or 0) for name in position.variants))


def _is_stopped(position: OmahaTable) -> bool:
    """20.1, 20.2 Whether a game that goes on to Turn 32 was lost before it was counted there."""
    result = position.result
    assert result is not None
    counted = position.turn == LAST_CHECK and "points" in result.score
    return position.last_turn == LAST_CHECK and not counted and not result.winners


MIND = OmahaMind()
