"""How much things count for who decides at once: in turns of one unit, roughly. They were tried
against each other in whole games."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(slots=True)
class Temper:
    """What is wanted, and how much."""

    progress: float = 1.2
    """A turn's way toward the Germans."""
    harm: float = 7.0
    """A step that counts one."""
    late_harm: float = 0.5
    late_from: float = 8.0
    """How much of that is left in the last turn, and from when on it grows less."""
    inland_harm: float = 2.5
    """How much more in the extended game."""
    first_step: float = 1.0
    """What the first, the second and the last step of regular infantry count."""
    second_step: float = 2.0
    last_step: float = 0.5
    ranger_step: float = 1.0
    tank_step: float = 0.5
    other_step: float = 0.15
    care: float = 0.35
    """How much more the second step counts for each unit that is lost beyond what is usual."""
    usual_start: float = 0.5
    usual_end: float = 6.0
    """How many infantry units are usually lost at the beginning, and at the end, of the eight that
    are a catastrophe (13.1)."""
    brink: float = 6.0
    """How much more it counts when one more unit is a catastrophe; for each unit that may still be
    lost, 0.4 of that."""
    disruption: float = 0.35
    crowded: float = 9.0
    surplus: float = 40.0
    """One more than two in a hex: of whom some may still leave, and of whom none will (7.63)."""
    drowned: float = 4.0
    sunk: float = 4.0
    """What the tide takes: infantry, and vehicles by what their steps count (5.21)."""
    paid: float = 1.0
    """An action of the allotment."""
    spared: float = 1.6
    """How much more that is for who could find shelter for free."""
    vehicles: float = 0.4
    """How much a paid move of a vehicle counts beside one of infantry."""
    march: float = 1.0
    """How much a paid move of infantry counts beside a barrage."""
    together: float = 1.4
    """How much more a paid move is worth that two of a stack can make (7.21)."""
    along: float = 1.0
    """How much more it is worth to go along with another, for who would have to pay himself."""
    joins: float = 0.3
    """What a unit that attacks might do instead."""
    good_attack: float = 0.6
    """What an attack must promise."""
    defeat: float = 3.0
    prize: float = 1.0
    """A victory point that a German keeps from counting (12.3, 13.22)."""
    attrition: float = 0.4
    """What more a depth marker is worth for each of these, in steps (UAT.results)."""
    remote: float = 1.0
    """How much harder it is to remove a German whom hardly anybody is near."""
    inland: float = 0.8
    """How much less it counts for each hex inland."""
    stride: float = 0.15
    """A hex of the way from the beach, against a German who bars it."""
    alone: float = 1.5
    """How much less it counts the more Germans keep it."""
    no_depth: float = 2.8
    disrupted: float = 0.6
    we_disrupted: float = -0.6
    more_depth: float = -0.8
    reinforced: float = -1.0
    naval: float = 1.5
    assault: float = 1.5
    """To be where an attack can be made with strength enough."""
    assault_prize: float = 1.3
    """A victory point that a German keeps from counting, to who is sent against him."""
    assault_volley: float = 8.0
    """How much it counts at most that a German fires no more."""
    assault_turn: float = 0.7
    assault_joins: float = 0.4
    assault_paid: float = 0.4
    """What it costs to send a unit against a German: for each turn of its way, at all, and when
    nobody leads it."""
    assault_bared: float = 0.4
    assault_silenced: float = 0.1
    assault_part: float = 0.1
    """What a German without his depth marker is worth beside one defeated, one silenced, and a
    force as strong as it takes but without the weapons."""
    assault_step: float = 0.3
    assault_there: float = 0.5
    """How much of what a unit adds to an attack counts for each turn's way to it, and there."""
    climbing: float = 1.0
    scaling: float = 2.0
    infiltration: float = 0.8
    claim: float = 3.0
    """A victory point that a move brings, when the end is near."""
    claim_from: float = 8.0
    claim_turns: float = 2.0
    claim_pace: float = 2.0
    """So many turns before points are counted infantry goes to hold ground: at the earliest, at the
    latest, and so many more for each hex of the way."""
    claim_step: float = 1.0
    """A victory point to hold, for each turn's way to it."""
    claim_way: float = 0.1
    """A turn's way to hold ground, in points."""
    beside: float = 0.08
    """How much less ground counts beside a unit than below it, for each turn to come (9.3)."""
    cut_off: float = 0.4
    """How much ground counts that no communication leads to yet."""
    led: float = 1.0
    """To be where a leader commands (7.1)."""
    near: float = 0.3
    """How much of that two hexes from him; at three, that of that."""
    lead: float = 0.7
    lead_front: float = 0.25
    lead_danger: float = 0.4
    vehicle_way: float = 0.15
    barrage: float = 0.9
    """How much of what a German would hit is saved who is silent once."""
    calls: float = 0.3
    calls_most: float = 2.5
    """How often in a turn a German would still be called who is defeated, and how often at most."""
    to_high_ground: float = 0.8
    """A vehicle's way to the high ground, in the extended game (20.3)."""
    fire: float = 6.0
    """How many turns a step that would surely be lost on the way is worth."""
    wn: float = 0.0
    reinforcement: float = 2.0
    aside: float = 6.0
    """The same for Germans who bar nothing that counts; less, the more they bar."""
    ground: float = 5.0
    open_ground: float = 2.5
    """What there is to attack, and what there is to hold, as turns more to go."""
    depth: float = 1.5
    cover: float = 2.5
    thin: float = 4.0
    """To a German whom those near him are too weak to defeat, for each company that is missing."""


TEMPER = Temper()


class Posture(NamedTuple):
    """How a turn is played: what is wanted more or less than usual."""

    care: float = 1.0
    """How much more a step counts."""
    nerve: float = 0.0
    """How much more an attack must promise."""
    prize: float = 1.0
    """How much more ground counts that a German keeps."""
    haste: float = 0.0
    """How many turns earlier infantry goes to hold ground."""
    massing: float = 1.0
    """How much more it counts that those near a German are too weak to defeat him."""


USUAL = Posture()
POSTURES = {
    "as usual": USUAL,
    "carefully": Posture(care=2.0),
    "boldly": Posture(care=0.5, nerve=-0.3),
    "for ground": Posture(haste=3.0, nerve=0.5),
    "for a breach": Posture(prize=2.0),
}


GREEN = Posture(massing=0.0)
"""How who has never played plays: everybody goes to the nearest German, alone or not."""


def posture() -> Posture:
    """The posture in which whoever chooses now weighs things."""
    found: Posture = getattr(_assumed, "posture", USUAL)
    return found


@contextmanager
def assumed(taken: Posture) -> Iterator[None]:
    """Weighing things in a posture."""
    before = posture()
    _assumed.posture = taken
    try:
        yield
    finally:
        _assumed.posture = before


_assumed = threading.local()
