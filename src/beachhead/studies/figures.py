"""What the games of a study add up to, arm by arm: what its report plots and tells."""

from __future__ import annotations

import re
import statistics as plain
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from beachhead.bots import intervals
from beachhead.bots.intervals import Interval
from beachhead.kernel.play import Game
from beachhead.studies import statistics
from beachhead.studies.arms import Arm
from beachhead.studies.crew import PlayedGame
from beachhead.studies.plan import Milestone, Study
from beachhead.studies.statistics import Difference
from beachhead.studies.store import Done

LAST_TURN = "last turn"
SURE = 0.05
"""A corrected p-value below this is called a difference."""
FEW = 5
"""In as many games at least something must have happened, and not happened, to be compared."""


class Measure(NamedTuple):
    """Something that arms are compared by."""

    name: str
    values: Callable[[ArmGames], Sequence[float]]
    compare: Callable[[Sequence[float], Sequence[float]], Difference]
    percent: bool = False
    milestone: str = ""
    """What happens in the turn that it counts."""


class Compared(NamedTuple):
    """How an arm differs from the baseline by a measure, with its corrected p-value."""

    arm: str
    measure: Measure
    difference: Difference
    corrected: float

    @property
    def is_sure(self) -> bool:
        return self.corrected < SURE


class Decisive(NamedTuple):
    """How games in which a place was taken differ in points from those in which it was not."""

    place: str
    games: int
    """in which it was taken"""
    difference: Difference
    corrected: float


@dataclass(slots=False)
class ArmGames:
    """An arm and the games that were played of it."""

    arm: Arm
    played: Sequence[PlayedGame]
    seat: str
    """Whose chance to win is told."""

    @property
    def name(self) -> str:
        return self.arm.name

    @cached_property
    def games(self) -> list[dict[str, Any]]:
        return [each["game"] for each in self.played]

    @property
    def won(self) -> list[float]:
        return [each["won"][self.seat] for each in self.games]

    @property
    def points(self) -> list[float]:
        return [each["points"] for each in self.games]

    @property
    def lengths(self) -> list[int]:
        """The last turn of each game."""
        return [turn_number(each["turns"][-1]) for each in self.played]

    @property
    def chance(self) -> Interval:
        return intervals.share(sum(self.won), len(self.games))

    @property
    def mean_points(self) -> Interval:
        return sure_mean(self.points)

    @cached_property
    def endings(self) -> Counter[str]:
        return Counter(each["ending"] for each in self.games)

    @cached_property
    def turns(self) -> list[dict[str, Any]]:
        return [turn for each in self.played for turn in each["turns"]]

    @cached_property
    def attacks(self) -> list[dict[str, Any]]:
        return [attack for each in self.played for attack in each["attacks"]]

    def course(self, figure: str, last: int) -> list[float]:
        """What a figure is on average after each turn; a game that is over stays as it ended."""
        sums = [0.0] * last
        for each in self.played:
            stood = {turn_number(turn): turn["figures"].get(figure) for turn in each["turns"]}
            value = 0.0
            for number in range(last):
                found = stood.get(number + 1)
                value = value if found is None else found
                sums[number] += value
        return [value / len(self.played) for value in sums]

    def reached(self, milestone: Milestone, last: int) -> list[int]:
        """The turn after which a milestone is reached, game by game; one more than the last turn
        where it never is."""
        return [
            next(
                (
                    turn_number(turn)
                    for turn in each["turns"]
                    if turn["figures"].get(milestone.figure, 0.0) >= milestone.at_least
                ),
                last + 1,
            )
            for each in self.played
        ]

    def deaths(self, owner: str) -> dict[str, float]:
        """How many of a side's pieces are lost in each place, a game."""
        found: Counter[str] = Counter()
        for turn in self.turns:
            for place, whose in zip(turn["lost_at"], turn["lost_by"], strict=True):
                if whose == owner and place:
                    found[place] += 1
        return _a_game(found, len(self.games))

    def owners(self) -> list[str]:
        """The sides that lose pieces, who loses most first."""
        lost = Counter(whose for turn in self.turns for whose in turn["lost_by"])
        return [each for each, _ in lost.most_common() if each]

    def attacks_by(self, field: str) -> dict[str, float]:
        """How many attacks a game each source makes, or each place suffers."""
        found = Counter(each[field] for each in self.attacks if each[field])
        return _a_game(found, len(self.games))

    def harm_by(self, field: str) -> dict[str, float]:
        """How many hits and losses the attacks of each source, or on each place, cost a game."""
        found: Counter[str] = Counter()
        for each in self.attacks:
            found[each[field]] += each["hits"] + each["losses"]
        return _a_game(found, len(self.games))


def turn_number(turn: Mapping[str, Any]) -> int:
    """The number of a turn as the game counts, for some begin later than others; where a turn has
    none, as they were played.

    >>> turn_number({"turn": "Turn 7", "number": 4}), turn_number({"turn": "Dusk", "number": 2})
    (7, 2)
    """
    found = re.search(r"\d+$", turn["turn"])
    return int(found[0] if found else turn["number"])


def _a_game(found: Mapping[str, int], games: int) -> dict[str, float]:
    ordered = sorted(found.items(), key=lambda each: (-each[1], each[0]))
    return {name: count / games for name, count in ordered}


def sure_mean(values: Sequence[float]) -> Interval:
    """A mean with its interval; of a single value nothing is sure, but it is drawn as a point."""
    if len(values) > 1:
        return intervals.mean(values)
    value = values[0] if values else 0.0
    return Interval(value, value, value)


MEASURES = (
    Measure("chance to win", lambda arm: arm.won, statistics.shares, percent=True),
    Measure("points", lambda arm: arm.points, statistics.means),
    Measure(LAST_TURN, lambda arm: arm.lengths, statistics.means),
)


@dataclass(slots=False)
class Findings:
    """All that a study found."""

    study: Study
    arms: list[ArmGames]
    poisoned: int

    @classmethod
    def of(cls, study: Study, done: Done) -> Findings:
        """What was played of a study, those of its arms of which anything was."""
        seat = study.game.seats(study.arms[0].scenario, study.arms[0].options)[0]
        arms, poisoned = [], 0
        for arm in study.arms:
            key = arm.key
            found = [done[key, seed] for seed in study.seeds if (key, seed) in done]
            poisoned += sum("poisoned" in each for each in found)
            whole = [each for each in found if "game" in each]
            if whole:
                arms.append(ArmGames(arm, whole, seat))
        return cls(study, arms, poisoned)

    @property
    def game(self) -> Game[Any]:
        return self.study.game

    @property
    def baseline(self) -> ArmGames:
        named = (each for each in self.arms if each.name == self.study.baseline)
        return next(named, self.arms[0])

    @property
    def others(self) -> list[ArmGames]:
        return [each for each in self.arms if each is not self.baseline]

    @property
    def hero(self) -> str:
        """Who is told of, as people say it."""
        seat = self.baseline.seat
        return self.game.seat_names.get(seat, seat)

    @property
    def last(self) -> int:
        """The most turns that a game had."""
        return max(length for arm in self.arms for length in arm.lengths)

    @property
    def measures(self) -> list[Measure]:
        """What arms are compared by: chances, points, length, and when milestones are reached."""
        last = self.last

        def turns_of(milestone: Milestone) -> Callable[[ArmGames], list[int]]:
            return lambda arm: arm.reached(milestone, last)

        dated = (
            Measure(f"turn when {each.name}", turns_of(each), statistics.means, milestone=each.name)
            for each in self.study.milestones
        )
        return [*MEASURES, *dated]

    @cached_property
    def compared(self) -> list[Compared]:
        """Each arm against the baseline by each measure that is not the same in every game,
        corrected together."""
        found = []
        for arm in self.others:
            for measure in self.measures:
                one, other = list(measure.values(arm)), list(measure.values(self.baseline))
                if one != other and len({*one, *other}) > 1:
                    paired = measure.percent and self.are_the_same_games(arm)
                    compare = statistics.paired_shares if paired else measure.compare
                    found.append((arm.name, measure, compare(one, other)))
        corrected = statistics.holm([each[2].p for each in found])
        return [Compared(*each, p) for each, p in zip(found, corrected, strict=True)]

    def are_the_same_games(self, arm: ArmGames) -> bool:
        """Whether the games of an arm are those of the baseline, turn by turn: then they differ in
        nothing but what counts as winning."""
        mine, theirs = arm.played, self.baseline.played
        return len(mine) == len(theirs) and all(
            one["turns"] == other["turns"] and one["attacks"] == other["attacks"]
            for one, other in zip(mine, theirs, strict=True)
        )

    @cached_property
    def all_the_same_games(self) -> bool:
        return bool(self.others) and all(map(self.are_the_same_games, self.others))

    @cached_property
    def figures(self) -> list[str]:
        """What a game lets follow from turn to turn."""
        named = (name for arm in self.arms for turn in arm.turns for name in turn["figures"])
        return list(dict.fromkeys(named))

    @cached_property
    def decisive(self) -> list[Decisive]:
        """The places whose capture goes with more or fewer points, over all arms; which of them is
        cause and which effect, this does not say."""
        # A game that two arms play in the same way is one game.
        different = dict.fromkeys(
            (each["seed"], each["game"]["points"], frozenset(_held(each, arm.seat)))
            for arm in self.arms
            for each in arm.played
        )
        points = [value for _, value, _ in different]
        taken = [held for _, _, held in different]
        least = max(FEW, len(points) // 20)
        found = []
        for place in sorted({place for each in taken for place in each}):
            mine = [value for value, held in zip(points, taken, strict=True) if place in held]
            rest = [value for value, held in zip(points, taken, strict=True) if place not in held]
            if len(mine) >= least and len(rest) >= least:
                found.append((place, len(mine), statistics.means(mine, rest)))
        corrected = statistics.holm([each[2].p for each in found])
        ranked = [Decisive(*each, p) for each, p in zip(found, corrected, strict=True)]
        return sorted(ranked, key=lambda each: -abs(each.difference.effect))

    def even(self) -> tuple[str, float] | None:
        """Where arms differ by one number alone: what it is called, and where along it the chance
        is one half, between neighbors."""
        names = {name for arm in self.arms for name in arm.arm.factors}
        if len(names) != 1 or len(self.arms) < 2:
            return None
        (name,) = names
        try:
            line = sorted((float(arm.arm.factors[name]), arm.chance.value) for arm in self.arms)
        except (KeyError, ValueError):
            return None
        for (low, before), (high, after) in pairwise(line):
            if before != after and min(before, after) <= 0.5 <= max(before, after):
                return name, low + (high - low) * (0.5 - before) / (after - before)
        return None

    def median_length(self, arm: ArmGames) -> int:
        return round(plain.median(arm.lengths))


def _held(played: PlayedGame, seat: str) -> Iterator[str]:
    """The places that were taken from others and, where two sides take from each other, held by
    the seat in the end."""
    last: dict[str, str] = {}
    for turn in played["turns"]:
        last.update(zip(turn["taken"], turn["taken_by"], strict=True))
    yield from (place for place, side in last.items() if side in ("", seat))
