"""What it is worth to units to stand in a hex: goals, friends, foes and supply together."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.bots.dday91 import combats
from beachhead.bots.dday91.outlook import STRONG, View, supplied_at
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import ALLIED, GERMAN, UnitSet, enemy
from beachhead.kernel.bits import members

ENOUGH = 16
"""4b10 What a stack is worth keeping together for: ten, and losses."""


def stand(
    seen: View,
    side: int,
    units: UnitSet,
    hex_: int,
    start: int,
    *,
    attacks: bool = True,
) -> float:
    """What it is worth to some units, who come from another hex, to be in a hex."""
    if seen.practiced and side == GERMAN and not seen.time_left():
        return (
            _last_stand(seen, units, hex_, start)
            if attacks
            else seen.pull(side, units, hex_, start)
        )
    friends = seen.stacks[side].get(hex_, 0) & ~units
    together = units | friends
    found = seen.pull(side, units, hex_, start)
    if not board().continent >> hex_ & 1:
        return found + (0.5 if together & pieces().armies else 0.0)
    way = seen.ways[side]
    found += way.whim(units, hex_)
    temper, allied = seen.temper, side == ALLIED
    fear = temper.allied_fear if allied else temper.german_fear
    found -= way.fear * fear * seen.danger(side, together, hex_)
    if friends:
        found += way.fear * seen.danger(side, friends, hex_)
    corps = units & pieces().corps
    if corps and not together & pieces().armies:
        found -= 3.0 if side == ALLIED else 0.5
    if friends and corps:
        own, theirs = seen.strength(corps), seen.strength(friends)
        apart = max(own, theirs)
        joined = temper.allied_joined if allied else temper.german_joined
        crowd = temper.allied_crowd if allied else temper.german_crowd
        found += joined * (min(own + theirs, ENOUGH) - min(apart, ENOUGH))
        found -= crowd * max(0, own + theirs - max(apart, ENOUGH))
    if not supplied_at(seen, side, hex_):
        found -= 6.0
    if seen.practiced and corps and side == ALLIED:
        found += way.cut * temper.cut * seen.cut_off(hex_)
    if attacks and corps:
        eager = temper.allied_eager if allied else temper.german_eager
        found += way.eager * eager * opportunity(seen, side, units, hex_)
    return found


def best_stand(seen: View, side: int, units: UnitSet, hexes: Iterable[int], start: int) -> float:
    """What it is worth to some units to be in the best of some hexes. Where neither friends nor
    foes are near, nothing is better than what draws them there."""
    last = seen.practiced and side == GERMAN and not seen.time_left()
    near = ~0 if last else seen.contact(enemy(side)) | seen.occupied[side] | seen.lines(side)
    best, quiet = -100.0, []
    for hex_ in hexes:
        if near >> hex_ & 1:
            best = max(best, stand(seen, side, units, hex_, start))
        else:
            drawn = seen.pull(side, units, hex_, start) + seen.ways[side].whim(units, hex_)
            quiet.append((drawn, hex_))
    quiet.sort(reverse=True)
    for most, hex_ in quiet:
        if most + HOME <= best:
            break
        best = max(best, stand(seen, side, units, hex_, start))
    return best


HOME = 0.5
"""What an army makes of staying at home."""


def _last_stand(seen: View, units: UnitSet, hex_: int, start: int) -> float:
    """2b-e, 6c3 Nobody moves after the last German portion: all that counts is what can be struck
    at from a hex, and that it is the best moment for it."""
    found = opportunity(seen, GERMAN, units, hex_) if units & pieces().corps else 0.0
    goal = seen.ways[GERMAN].goal
    goal = seen.last_chance() if goal < 0 else goal
    if goal >= 0 and goal in seen.stacks[ALLIED] and board().ground[hex_] >> goal & 1:
        found += seen.temper.together * min(STRONG, seen.attack(units, hex_, goal))
    whim = seen.ways[GERMAN].whim(units, hex_)
    return 2.0 * found + 0.1 * seen.pull(GERMAN, units, hex_, start) + whim


def opportunity(seen: View, side: int, units: UnitSet, hex_: int) -> float:
    """4a What the best attack from a hex would be worth, with those who stand ready; to practiced
    Allies, how much more than without who comes: nobody waits behind others."""
    foes = seen.stacks[enemy(side)]
    best = 0.0
    for target in members(board().ground[hex_]):
        if target in foes:
            others, attack = combats.ready(seen, side, target, units)
            attack += seen.attack(units, hex_, target)
            defense = seen.held(enemy(side), target)
            found = combats.worth(seen, side, target, units | others, attack, defense)
            if seen.practiced and side == ALLIED and others:
                found -= max(0.0, combats.best(seen, side, target, units))
            best = max(best, found)
    return best
