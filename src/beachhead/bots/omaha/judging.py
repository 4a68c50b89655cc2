"""What units, hexes and German positions are worth, and how a table stands.

Worths are in turns of one unit, roughly. The first turns are survival: off the tide line, out of
intense fire; then the ways lead to where Germans can be attacked from behind, out of their fire.
"""

from __future__ import annotations

import math
import threading
from functools import cache
from typing import Any

from beachhead.bots.omaha import ground
from beachhead.bots.omaha.assaults import Assault, assaults
from beachhead.bots.omaha.claims import (
    FARTHEST,
    FIRST_CHECK,
    LAST_CHECK,
    claims,
    distances,
    next_count,
)
from beachhead.bots.omaha.danger import (
    CONCENTRATED,
    INTENSE,
    STEADY,
    Danger,
    kind_of,
)
from beachhead.bots.omaha.temper import TEMPER, posture
from beachhead.kernel.bits import listed, members
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.occupancy import STACKING_LIMIT
from beachhead.omaha.table.state import (
    ALL_UNITS,
    FIXED_POSTS,
    GENERALS,
    LEADERS,
    NO_DEPTH,
    UNITS,
    OmahaTable,
    equipment,
    is_extended,
    post_hex,
    unit_side,
)
from beachhead.omaha.us_actions import allotment
from beachhead.omaha.us_combat.weapons import FLANKING, own_weapons
from beachhead.omaha.victory.catastrophic_loss import infantry_lost

Arguments = tuple[Any, ...]


Worths = list[float]


FREE = 100.0
"""What costs nothing is done before what does."""


HALF = 0.5


LAST = 0.02
"""7.7 Markers are removed when all else is done: nobody is overlooked then."""


def cost_of_step(table: OmahaTable, unit: int) -> float:
    """13.1 What the next step of a unit is worth: infantry's second step most, the more so the
    nearer its division is to catastrophic loss; who has one left is lost already for that."""
    counter = equipment().units[unit]
    if not counter.infantry:
        return TEMPER.tank_step if counter.type == "tank" else TEMPER.other_step
    if not counter.regular_infantry:
        return TEMPER.ranger_step
    left = table.steps_left[unit]
    if left != SECOND:
        return TEMPER.first_step if left > SECOND else TEMPER.last_step
    return TEMPER.second_step * care(table, counter.division)


SECOND = 2


def care(table: OmahaTable, division: int) -> float:
    """13.1, 20.1 How much a division must mind its losses: how many units it has lost against what
    is usual by now."""
    first, last, spare = 0, FIRST_CHECK, 0
    if table.turn > FIRST_CHECK:
        first, last, spare = FIRST_CHECK, LAST_CHECK, 6
    part = (table.turn - first) / (last - first)
    usual = spare + TEMPER.usual_start + part * (TEMPER.usual_end - TEMPER.usual_start)
    lost = infantry_lost(table, division)
    limit = charts().limit("catastrophic_loss", table.turn) or EXTENDED_LIMIT
    brink = TEMPER.brink * 0.4 ** max(0, limit - 1 - lost)
    return max(LEAST_CARE, math.exp(TEMPER.care * (lost - usual))) + brink


LEAST_CARE = 0.5
"""However few were lost, nobody is thrown away."""


EXTENDED_LIMIT = 14


def _weariness(table: OmahaTable) -> float:
    """How much a step counts toward the first count, when ground must be taken or the game is lost
    (13.2, 20.2)."""
    if is_extended(table):
        return 1.0
    late = max(0.0, (table.turn - TEMPER.late_from) / (FIRST_CHECK - TEMPER.late_from))
    return 1.0 - (1.0 - TEMPER.late_harm) * late


class Weighing:
    """What places and moves are worth on a table as it stands."""

    __slots__ = (
        "assaults",
        "command",
        "costs",
        "danger",
        "doomed",
        "goals",
        "harm",
        "known",
        "lacking",
        "massed",
        "needed",
        "staying",
        "table",
        "volleys",
        "way",
    )

    def __init__(self, table: OmahaTable) -> None:
        self.table = table
        self.danger = Danger(table)
        massing = ground.massing_of(table)
        self.way = ground.way(table, massing)
        self.costs: dict[int, float] = {}
        soon = min(table.turn + 1, table.last_turn)
        self.doomed = board().submerged[charts().turn(soon).tide]
        # After the last turn's actions nobody fires any more.
        over = table.turn == table.last_turn and table.phase == "action"
        # 14.1 Inland a unit may be hit by several positions, and each hits twice as many.
        harm = TEMPER.harm * (TEMPER.inland_harm if is_extended(table) else 1.0)
        self.harm = 0.0 if over else harm * posture().care * _weariness(table)
        self.massed, self.needed, lacking = massing
        self.lacking = [
            (_away(post_hex(table, post)), each) for post, each in lacking.items() if each
        ]
        self.volleys: list[float] | None = None
        self.command: dict[int, float] | None = None
        self.known: dict[tuple[int, int], float] = {}
        self.goals = claims(table)
        self.staying = 0
        self.assaults: dict[int, Assault] = {}
        if table.phase == "action":
            free = allotment.free_pieces(table)
            # 7.63 Nobody makes room who has acted, or who would have to be paid for.
            self.staying = (
                table.acted | table.disrupted | table.climbing | table.climbing_cliff | ~free
            )
            if not is_extended(table) and posture().massing:
                self.assaults = assaults(table, self.volley, self._risk, free)

    def _risk(self, unit: int, hex_: int) -> float:
        return self.harm * self.cost(unit) * self.danger.alone(unit, hex_)

    def volley(self, post: int) -> float:
        """6.31 What a German takes when he is called next: the most that he may hit, those in
        intense fire first."""
        if self.volleys is None:
            self.volleys = self._reckon_volleys()
        gun, share = self.danger.field.of_post.get(post, (-1, 0.0))
        return self.harm * share * self.volleys[gun] if gun >= 0 else 0.0

    def _reckon_volleys(self) -> list[float]:
        field, table = self.danger.field, self.table
        intense = [[0.0, 0.0] for _ in field.guns]
        steady = [[0.0, 0.0] for _ in field.guns]
        for hex_, pieces in table.at.items():
            fired = field.cover.get(hex_)
            if fired:
                for unit in listed(pieces & ALL_UNITS):
                    cost, armored = self.cost(unit), kind_of(unit).armored
                    for gun, grade in fired:
                        if grade == INTENSE:
                            intense[gun][0] += 1
                            intense[gun][1] += cost
                        elif grade == STEADY and not armored:
                            steady[gun][0] += 1 / 3
                            steady[gun][1] += cost / 3
        found = []
        for firing, (many, cost), (some, more) in zip(field.guns, intense, steady, strict=True):
            total = cost * min(1.0, firing.limit / many) if many else 0.0
            left = firing.limit - many
            if left > 0 and some:
                total += more * min(1.0, left / some)
            found.append(total)
        return found

    def cost(self, unit: int) -> float:
        found = self.costs.get(unit)
        if found is None:
            found = self.costs[unit] = cost_of_step(self.table, unit)
        return found

    def place(self, unit: int, hex_: int, company: int = 0) -> float:
        """What it is worth to a unit to be in a hex when the Germans fire; with it may be some
        others who go there too."""
        table = self.table
        others = (table.at.get(hex_, 0) | company) & ALL_UNITS & ~(1 << unit)
        worth = 0.0
        steps = table.steps_left[unit]
        if others:
            if others.bit_count() >= STACKING_LIMIT:
                stay = (others & self.staying).bit_count() >= STACKING_LIMIT
                worth -= TEMPER.surplus if stay else TEMPER.crowded
            for other in listed(others):
                steps += table.steps_left[other]
        loss, disruption = self.danger.of(unit, hex_, concentrated=steps >= CONCENTRATED)
        if self.harm:
            worth -= self.harm * self.cost(unit) * loss + TEMPER.disruption * disruption
        infantry = is_infantry(unit)
        if self.doomed >> hex_ & 1:
            cost = TEMPER.drowned if infantry else TEMPER.sunk * self.cost(unit)
            worth -= cost * TEMPER.harm * table.steps_left[unit] / 2
        far = min(self.way.get(hex_, ground.FAR), ground.FAR)
        if self._attacks(unit):
            assault = self.assaults[unit]
            turns = distances(table, assault.goal).get(hex_, FARTHEST + 1)
            if not turns:
                worth += TEMPER.assault_there * assault.gain
            worth += TEMPER.led * self.led(hex_)
            return worth - (TEMPER.progress + TEMPER.assault_step * assault.gain) * turns
        if unit in self.goals:
            claim = self.goals[unit]
            turns = distances(table, claim.goal).get(hex_, FARTHEST + 1)
            if not turns:
                worth += TEMPER.claim * claim.points
            return worth - (TEMPER.progress + TEMPER.claim_step * claim.points) * turns
        if not self.harm:
            return worth - 0.01 * far
        if not infantry:
            if is_extended(table):
                return worth - TEMPER.to_high_ground * ground.vehicle_way(table).get(
                    hex_, ground.FAR
                )
            worth += TEMPER.assault * self.brings(unit, hex_)
            return worth - TEMPER.vehicle_way * far
        posts = ground.assaulted(hex_) & table.posts
        if posts:
            own = unit_side(table, unit).strength
            here = table.hex[unit]
            best = 0.0
            for post in listed(posts):
                massed = self.massed.get(post, 0)
                if ground.assaulted(here) >> post & 1:
                    massed -= own
                missing = self.needed[post] - massed
                if missing > 0:
                    best = max(best, min(1.0, (massed + own) / self.needed[post]))
                if best < 1 and self.flanks(unit, hex_, post):
                    best = 1.0
            worth += TEMPER.assault * max(best, self.brings(unit, hex_))
        worth += TEMPER.led * self.led(hex_)
        return worth - TEMPER.progress * far

    def _attacks(self, unit: int) -> bool:
        """Whether a unit is sent to attack, and may still get to the ground that it is to hold."""
        if unit not in self.assaults:
            return False
        claim, left = self.goals.get(unit), next_count(self.table) - self.table.turn
        return claim is None or claim.turns < left

    def brings(self, unit: int, hex_: int) -> bool:
        """8.2 Whether a unit has a weapon that those in front of a German lack."""
        reach = 1 if is_infantry(unit) else ground.SHOOTING
        for away_from, weapons in self.lacking:
            away = away_from[hex_]
            if away <= reach and weapons & own_weapons(self.table, unit, away):
                return True
        return False

    def flanks(self, unit: int, hex_: int, post: int) -> bool:
        """8.22 Whether a unit in a hex attacks a German from a side that he is lost by, together
        with others."""
        return FLANKING in ground.requirements(self.table, post) and ground.touches_no(
            hex_, ground.beside(self.table, post, unit)
        )

    def led(self, hex_: int) -> float:
        """7.1, 11.2 How surely a unit in a hex will act for free next turn: a leader is near, who
        moves after those whom he commands."""
        if self.command is None:
            self.command = {}
            for leader in LEADERS:
                if self.table.hex[leader] >= 0:
                    for there, share in _nearby(self.table.hex[leader]):
                        self.command[there] = max(share, self.command.get(there, 0.0))
        return self.command.get(hex_, 0.0)

    def post_of_leader(self, piece: int, hex_: int) -> float:
        """11.2, 11.3 A leader is where he commands most, near the front, out of fire."""
        table = self.table
        near = dict(_nearby(hex_))
        worth, led = 0.0, 0
        for other in LEADERS:
            if other != piece and table.hex[other] >= 0:
                led |= board().grid.adjacent[table.hex[other]] | 1 << table.hex[other]
        for there, pieces in table.at.items():
            if there in near:
                share = near[there] * (0.3 * TEMPER.lead if led >> there & 1 else TEMPER.lead)
                for unit in listed(pieces & ALL_UNITS):
                    steps = 1 + 0.2 * table.steps_left[unit]
                    worth += share * steps * (1.0 if is_infantry(unit) else 0.2)
        worth -= TEMPER.lead_front * min(self.way.get(hex_, ground.FAR), ground.FAR)
        for _, grade in self.danger.field.cover.get(hex_, ()):
            worth -= (TEMPER.lead_danger, TEMPER.lead_danger, 0.0)[grade]
        if self.doomed >> hex_ & 1:
            worth -= TEMPER.drowned
        if piece in GENERALS and not table.ground >> hex_ & 1 and hex_ in equipment().post_at:
            worth -= 3.0
        return worth

    def stand(self, piece: int, hex_: int, company: int = 0) -> float:
        """What it is worth to a piece to be in a hex."""
        if company and piece < UNITS:
            return self.place(piece, hex_, company)
        found = self.known.get((piece, hex_))
        if found is None:
            stands = self.place if piece < UNITS else self.post_of_leader
            found = self.known[piece, hex_] = stands(piece, hex_)
        return found


@cache
def _nearby(hex_: int) -> tuple[tuple[int, float], ...]:
    """11.2 The hexes that a leader commands from a hex, and those that he may soon command."""
    grid, share_of, so_far = board().grid, {hex_: 1.0}, 1 << hex_
    for share in (1.0, TEMPER.near, TEMPER.near * TEMPER.near):
        ring = grid.neighbors(so_far) & ~so_far
        share_of.update(dict.fromkeys(members(ring), share))
        so_far |= ring
    return tuple(sorted(share_of.items()))


def weighing_of(table: OmahaTable) -> Weighing:
    """The weighing of a table, kept until something changes: what a piece does is asked after it
    was chosen."""
    key = (
        table.hex,
        table.steps_left,
        table.depth,
        table.posts,
        table.german_disrupted,
        table.deck,
        table.turn,
        table.phase,
        table.box,
        table.armor_hex,
        table.last_turn,
        table.sectors,
        table.plunging_fire,
        table.fire_cards,
        table.bases,
        table.garrisons,
        table.acted,
        table.commands,
        table.heroes,
        *table.house.items(),
        *posture(),
    )
    if getattr(_last, "key", None) != key:
        _last.key, _last.weighing = key, Weighing(table)
    weighing: Weighing = _last.weighing
    weighing.table = weighing.danger.table = table
    return weighing


_last = threading.local()
"""One for each thread: it is told which table it weighs."""


def standing(table: OmahaTable) -> float:
    """How well all units stand, and what is left to be done to the Germans: what moves and attacks
    are weighed by, added up, before anybody is fired at."""
    weighing = weighing_of(table)
    total = TEMPER.naval * table.naval_fire
    for unit in members(table.on_map & ALL_UNITS):
        total += weighing.stand(unit, table.hex[unit]) + _alive(table, unit)
    for leader in LEADERS:
        if table.hex[leader] >= 0:
            total += HALF * weighing.stand(leader, table.hex[leader])
    prize = ground.prizes(table)
    for post in members(table.posts & FIXED_POSTS):
        total -= GERMAN + TEMPER.prize * prize[post]
        if table.depth[post] != NO_DEPTH:
            total -= TEMPER.no_depth
    return total - TEMPER.disruption * (table.disrupted & table.on_map).bit_count()


GERMAN = 10.0
"""What a German counts: more than the way to the next one that is before those who defeat him."""


def _alive(table: OmahaTable, unit: int) -> float:
    """What the steps of a unit are worth wherever it is."""
    if not is_infantry(unit):
        return TEMPER.harm * cost_of_step(table, unit) * table.steps_left[unit]
    if not equipment().units[unit].regular_infantry:
        return ALIVE + TEMPER.harm * TEMPER.ranger_step * table.steps_left[unit]
    steps = table.steps_left[unit]
    second = TEMPER.second_step * (steps >= SECOND)
    return ALIVE + TEMPER.harm * (TEMPER.last_step + second + TEMPER.first_step * (steps > SECOND))


ALIVE = 8.0
"""What infantry is worth that is alive: more than the way that is still before it."""


@cache
def _away(hex_: int) -> dict[int, int]:
    """How far all hexes are from one."""
    grid = board().grid
    return {there: grid.distance(hex_, there) for there in members(grid.all)}


@cache
def is_infantry(unit: int) -> bool:
    return equipment().units[unit].infantry
