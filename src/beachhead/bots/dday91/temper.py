"""How much things count: in hexes of the way, roughly. What counts for who has played often was
tried in whole games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class DDayTemper:
    """What is wanted, and how much."""

    # --- the Germans
    guard: float = 10.0
    """4b10 What should stay in a city that must not be lost."""
    guard_depot: float = 10.0 / 3
    """3c The same where supply comes from."""
    guarding: float = 1.2
    """What each point of that is worth."""
    need_near: float = 16.0
    need: float = 11.0
    need_far: float = 6.0
    """What should come to a city, by how near the Allies are."""
    need_depot: float = 3.0
    german_way: float = 0.8
    """A hex of the way to where somebody is needed."""
    hunt: float = 11.0
    """4b, 9a What hunts Allies who are too weak for where they stand."""
    weak: float = 7.0
    weak_close: float = 10.0
    """Who is so weak; and when few corps are left to lose."""
    german_eager: float = 2.0
    """What could be struck at from a hex: Germans go to their posts, but not past that."""
    german_fear: float = 1.0
    """4e The losses to expect in a hex."""
    german_promise: float = 0.1
    """4c What an attack must promise."""
    german_price: float = 1.0
    """4e A loss among the attackers."""
    german_prize: float = 1.3
    """4e, 6b3, 6c3 A loss that an Allied corps takes."""
    german_move: float = 0.6
    """3d2 A Move."""
    german_small: float = 0.3
    german_each: float = 0.06
    """How much of what they gain counts for those who move: at least, and for each point."""
    retake: float = 8.0
    retake_late: float = 16.0
    """2e A city that the Allies hold; and in the last Turns."""
    retake_ground: float = 0.6
    german_near_city: float = 2.0
    together: float = 1.0
    """4a Each point beside the city that all are to strike at."""
    german_joined: float = 0.4
    german_crowd: float = 0.3
    """4b10 A point with friends, until it is enough; and beyond that."""
    german_back: float = 1.5
    """11b How much more it counts that a unit comes back."""
    german_reserve: float = 5.0
    """3d Moves that are kept for armies when losses are made good."""

    # --- the Allies
    crowd: float = 22.0
    """4b10 Who is stronger than this in a hex would do more in two."""
    pressed: float = 2.0
    """What a hex nearer to a city that is missing counts for the army that is sent there."""
    later: float = 4.0
    """By how many hexes farther everything else seems while a city is left that they need."""
    garrison: float = 10.0
    garrison_last: float = 5.0
    garrison_late: float = 2.5
    garrison_soon: float = 1.8
    garrison_early: float = 1.2
    """2e What should stay in a city; and what each point is worth, by the Turns before the end."""
    allied_eager: float = 0.8
    allied_fear: float = 1.0
    allied_promise: float = 0.1
    allied_price: float = 1.0
    """4e A loss among the attackers, beside what is usual."""
    allied_prize: float = 1.2
    fragile: float = 1.0
    """6b3, 6c3 What the loss of a corps hurts, beside what is usual."""
    allied_move: float = 0.4
    take: float = 8.0
    take_late: float = 16.0
    """2e A city that the Allies need; and in the last Turns."""
    take_ground: float = 1.2
    near_city: float = 2.0
    depot: float = 4.0
    last_depot: float = 9.0
    """3c A place from which German supply comes; and one of the last."""
    east: float = 0.5
    """6b3, 6c3 A hex nearer to the far side of the Rhine."""
    cut: float = 1.0
    """3c Germans cut off from supply."""
    allied_joined: float = 0.4
    allied_crowd: float = 0.3
    drowned: float = 10.0
    """3e2 A corps lost at sea."""
    fleet: float = 15.0
    """4b10 What the corps of a landing count: ten against a beach, and somebody to lose."""
    safe: float = 0.8
    """3e2 The chance that a second landing must have."""
    good: float = 2.0
    """3e2 What a landing must be worth."""
    port_way: float = 0.7
    """3e2 A hex from a beach to a port."""
    spared: float = 2.0
    """3d2 The Moves that are left for other things than the armies ashore."""
    led: float = 14.0
    """4b10 What an army leads: ten against a city, and somebody to lose."""
    full: float = 16.0
    """4b10 With so much an army takes nobody along."""
    allied_reserve: float = 5.0


TEMPER = DDayTemper()
GREEN = DDayTemper(
    german_promise=0.35,
    german_eager=0.8,
    german_prize=1.0,
    allied_promise=0.35,
    take_ground=0.6,
    fragile=0.6,
    fleet=28.0,
    safe=0.0,
)
"""What counts for who has never played."""
