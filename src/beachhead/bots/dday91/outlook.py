"""How a table looks to who plays on it: who stands where with what strength, whom they threaten,
what is worth going to. It is worked out once for a position and kept for those that follow."""

from __future__ import annotations

from beachhead.bots.dday91.ground import (
    FAR,
    chance_of_losses,
    hardship,
    kinds,
    nearest,
    prospect,
    shelter,
    strengths,
    ways_to,
    within,
)
from beachhead.bots.dday91.postures import BY_EYE, ways
from beachhead.bots.dday91.temper import GREEN, TEMPER
from beachhead.dday91.movement.supply import sources, supplied_hexes
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import board_of, reconstruction_of
from beachhead.dday91.table.schema import LAST_TURN
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    DDayTable,
    UnitSet,
    enemy,
    occupants,
    side_units,
)
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.answers import Answers
from beachhead.kernel.bits import members, set_of, unpacked
from beachhead.kernel.grid import HexSet

STRONG = 10
"""4b10 No side counts for more."""

FEW_DEPOTS = 2
"""3c With so few sources left, each is worth an army: the last one stops all Germans."""

STAKES = {1: 4.0, 2: 2.5, 3: 1.6}
"""6b3, 6c3 What a corps counts for when so many are left to lose."""

MEETING = 12.0
"""What it is worth to Germans who have not played often to stand before the Allies."""

STRIKERS = 3
"""4b What terrain takes from those who strike together, about."""

TOWARD, ALL = 8.0, 9
"""How many hexes nearer a city seems to whoever goes there above all, and how many armies do."""


class View:
    """What there is to see for both sides."""

    def __init__(self, table: DDayTable, practiced: bool, posture: str) -> None:
        self.practiced = practiced
        self.temper = TEMPER if practiced else GREEN
        self.ways = ways(posture) if practiced else (BY_EYE, BY_EYE)
        self.reduced = table.reduced
        self.unsupplied = table.unsupplied
        self.year = table.year
        self.turn = table.turn
        self.control = table.allied_control
        lost, most = table.corps_lost.bit_count(), charts().scenario[table.year].corps_eliminated
        late = self.temper.garrison_last, self.temper.garrison_late, self.temper.garrison_soon
        left = self.time_left()
        self.guarded = late[left] if left < len(late) else self.temper.garrison_early
        """2e, 6b3, 6c3 What each point in a city that the Allies hold is worth: what is left empty
        on the last Turn is lost."""
        self.stake = STAKES.get(most - lost, 1.0) if practiced else 1.0
        """6b3, 6c3 What the next corps counts for: the fewer the Germans need, the more."""
        there = occupants(table).at
        counted = ~(pieces().strategic_air | pieces().mulberries)
        allied, german = (counted & side_units(side) for side in (ALLIED, GERMAN))
        self.stacks: tuple[dict[int, UnitSet], dict[int, UnitSet]] = (
            {hex_: some for hex_, units in there.items() if (some := units & allied)},
            {hex_: some for hex_, units in there.items() if (some := units & german)},
        )
        self.threats: tuple[list[float] | None, list[float] | None] = (None, None)
        self.supplied = (
            supplied_hexes(table, ALLIED),
            supplied_hexes(table, GERMAN),
        )
        the = self.board = board_of(table)
        self.cities = charts().scenario[table.year].allied_cities
        self.ashore = [hex_ for hex_ in self.stacks[ALLIED] if the.continent >> hex_ & 1]
        self.landed = any(self.stacks[ALLIED][hex_] & pieces().ground for hex_ in self.ashore)
        self.ports = the.ports & the.continent & self.control & sources(table, ALLIED)
        self.beaches = 0
        for invasion in the.invasions.values():
            self.beaches |= invasion.targets
        self.goals = list(members(self.cities & ~self.control))
        self.depots = the.boxed & ~self.cities & ~self.control
        """3c Where else German supply comes from: without any nobody of them moves or attacks."""
        self.last_depots = (the.boxed & ~self.control).bit_count() <= FEW_DEPOTS
        self._strengths: dict[UnitSet, int] = {}
        self.armies = (
            [hex_ for hex_, units in self.stacks[ALLIED].items() if units & pieces().armies],
            [hex_ for hex_, units in self.stacks[GERMAN].items() if units & pieces().armies],
        )
        self.crowds: HexSet = set_of(
            hex_
            for hex_ in self.armies[ALLIED]
            if the.continent >> hex_ & 1
            and self.strength(self.stacks[ALLIED][hex_]) > self.temper.crowd
        )
        self.free_ports = the.ports & the.circled & the.continent & ~self.control
        self._defenses: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._dangers: dict[tuple[int, UnitSet, int], float] = {}
        self._near: tuple[int, ...] | None = None
        self._posts: list[tuple[int, float, list[tuple[int, int, int]]]] | None = None
        self._cuts: dict[int, float] = {}
        self._quarries: list[tuple[int, float]] | None = None
        self._lines: HexSet | None = None
        self.occupied = (set_of(self.stacks[ALLIED]), set_of(self.stacks[GERMAN]))
        self.closed = self.occupied[ALLIED] | (zones(table, ALLIED) & ~self.occupied[GERMAN])
        self.german_zones = zones(table, GERMAN)
        self._aims: list[tuple[int, float, int]] | None = None
        self._sent: dict[int, int] | None = None
        self._aims_from: dict[int, list[tuple[tuple[int, ...], float, float]]] = {}
        self._posts_from: dict[tuple[int, int], list[tuple[tuple[int, ...], float]]] = {}
        self._contacts: tuple[HexSet, HexSet] | None = None
        self.groups = [
            hex_
            for hex_ in self.armies[ALLIED]
            if the.continent >> hex_ & 1
            and self.strength(self.stacks[ALLIED][hex_] & pieces().corps) >= STRONG - 2
        ]
        self.needs: list[tuple[int, float]] | None = None

    # --- strength

    def factor(self, unit: int) -> int:
        """4b1 What a unit counts."""
        return strengths()[unit][self.reduced >> unit & 1]

    def strength(self, units: UnitSet) -> int:
        """4b1 What some units count together."""
        found = self._strengths.get(units)
        if found is None:
            table, reduced = strengths(), self.reduced
            found = sum([table[unit][reduced >> unit & 1] for unit in unpacked(units)])
            self._strengths[units] = found
        return found

    def defense(self, side: int, units: UnitSet, hex_: int) -> int:
        """4b What some units count if they are attacked in a hex."""
        _, leg, wheels = shelter()[side][hex_]
        found = self.strength(units)
        if wheels:
            found += wheels * (units & pieces().ground).bit_count()
        if leg > wheels:
            found += (leg - wheels) * (units & pieces().leg).bit_count()
        return found

    def held(self, side: int, hex_: int) -> int:
        """4b What those who are in a hex count if they are attacked."""
        found = self._defenses[side].get(hex_)
        if found is None:
            found = self.defense(side, self.stacks[side].get(hex_, 0), hex_)
            self._defenses[side][hex_] = found
        return found

    def attack(self, units: UnitSet, here: int, target: int) -> int:
        """4b What some units in a hex count if they attack another."""
        table, reduced, kind = strengths(), self.reduced, kinds()
        less = hardship()[target]
        river = -1 if board().rivers[here] >> target & 1 else 0
        total = 0
        for unit in unpacked(units & ~pieces().headquarters & ~self.unsupplied):
            kind_ = kind[unit]
            total += max(
                0,
                table[unit][reduced >> unit & 1] + less[kind_] + (river if kind_ else 0),
            )
        return total

    # --- danger

    def threat(self, side: int) -> list[float]:
        """What a side could bring against each hex in its next portion."""
        found = self.threats[side]
        if found is None:
            found = [0.0] * len(board().ground)
            corps = (pieces().corps | pieces().divisions) & ~self.unsupplied
            wheels = pieces().mechanized
            for hex_, units in self.stacks[side].items():
                if not board().land >> hex_ & 1 or not units & corps:
                    continue
                quick = self.strength(units & corps & wheels)
                slow = self.strength(units & corps & ~wheels & ~pieces().divisions)
                rest = self.strength(units & corps & pieces().divisions)
                for distance, more in ((1, rest), (3, slow), (4, quick)):
                    if more:
                        for near in within(hex_, distance):
                            found[near] += more
            self.threats = (found, self.threats[1]) if side == ALLIED else (self.threats[0], found)
        return found

    def danger(self, side: int, units: UnitSet, hex_: int) -> float:
        """What some units have to fear in a hex: the losses to expect there, by how much each
        would hurt."""
        if not units or self.threat(enemy(side))[hex_] <= 0:
            return 0.0
        key = (side, units, hex_)
        found = self._dangers.get(key)
        if found is None:
            found = self._dangers[key] = self._danger(side, units, hex_)
        return found

    def _danger(self, side: int, units: UnitSet, hex_: int) -> float:
        threat = self.threat(enemy(side))[hex_]
        attackers = max(1.0, threat / 4)
        found = prospect(threat + attackers * hardship()[hex_][2], self.defense(side, units, hex_))
        lost = found.dealt + (found.wins * 0.7 if self.cornered(side, hex_) else 0)
        return lost * self.fragile(side, units) + found.wins * 0.6

    def cornered(self, side: int, hex_: int) -> bool:
        """4d4 Whether there may be no way to retreat: the sea behind, enemies in front."""
        foes = self.occupied[enemy(side)]
        return (board().ground[hex_] & ~foes).bit_count() <= 1

    def contact(self, side: int) -> HexSet:
        """2c The hexes next to units of a side."""
        if self._contacts is None:
            found = [0, 0]
            for each in (ALLIED, GERMAN):
                for hex_ in self.stacks[each]:
                    found[each] |= board().ground[hex_]
            self._contacts = found[ALLIED], found[GERMAN]
        return self._contacts[side]

    def fragile(self, side: int, units: UnitSet) -> float:
        """4e, 6b3, 6c3 What a loss among some units hurts. Allied corps count for the victory."""
        corps = units & pieces().corps
        if side == GERMAN:
            return 1.0 if corps else 0.4
        if not corps:
            return 0.8 if units & pieces().armies else 0.4
        whole = (corps & ~self.reduced).bit_count()
        hurts = (7.0, 4.0, 2.2, 1.6)[whole] if whole < 4 else 1.3
        return hurts * self.stake * self.temper.fragile

    # --- supply

    def cut_off(self, hex_: int) -> float:
        """3c What it is worth to the Allies to stand in a hex because Germans behind it would be
        without supply: they neither move nor attack, least of all a city."""
        found = self._cuts.get(hex_)
        if found is None:
            found = self._cuts[hex_] = self._cut_off(hex_)
        return found

    def _cut_off(self, hex_: int) -> float:
        quarries = [each for each in self.quarries() if board().distance(each[0], hex_) <= 3]
        if not quarries:
            return 0.0
        the = board()
        closed = self.closed | (the.zone[hex_] & ~self.occupied[GERMAN]) | 1 << hex_
        start = the.boxed & ~self.control & ~closed
        reached = start | the.grid.flood(start, the.land & ~closed)
        return sum(worth for foe, worth in self.quarries() if not reached >> foe & 1)

    def lines(self, side: int) -> HexSet:
        """3c The hexes from which some Germans could be cut off."""
        if side != ALLIED or not self.practiced:
            return 0
        if self._lines is None:
            self._lines = set_of(near for foe, _ in self.quarries() for near in within(foe, 3))
        return self._lines

    def quarries(self) -> list[tuple[int, float]]:
        """3c The Germans that would be worth cutting off: strong ones who are supplied from
        elsewhere, near a city that the Allies hold above all."""
        if self._quarries is None:
            self._quarries = []
            near = nearest(self.cities & self.control)
            for foe, units in self.stacks[GERMAN].items():
                strength = min(14, self.strength(units & pieces().corps))
                if strength < 3 or board().boxed >> foe & 1 or units & self.unsupplied:
                    continue
                if self.supplied[GERMAN] >> foe & 1:
                    each = 0.3 if near[foe] <= 4 else 0.1
                    last = 2.0 if self.time_left() == 0 and near[foe] <= 4 else 1.0
                    self._quarries.append((foe, each * last * strength))
        return self._quarries

    # --- where to go

    def east(self, hex_: int) -> int:
        """6b3, 6c3 How far it is to the far side of the Rhine."""
        return nearest(board().east_of_rhine)[hex_]

    def pull(self, side: int, units: UnitSet, hex_: int, start: int) -> float:
        """What it is worth to some units to be in a hex, but for friends and foes."""
        if side == ALLIED:
            return self._allied_pull(units, hex_, start)
        if self.practiced and units & pieces().corps:
            return self._posted(units, hex_, start)
        return self._german_pull(units, hex_)

    def _allied_pull(self, units: UnitSet, hex_: int, start: int) -> float:
        """6b3, 6c3 First a port, then the cities and the Rhine."""
        the = board()
        if not the.continent >> hex_ & 1:
            return -37.0 if the.ports >> hex_ & 1 else -40.0
        found = -self.temper.east * self.east(hex_) + self._garrison(units, hex_)
        if not self.ports:
            return found - 1.5 * nearest(self.free_ports)[hex_]
        if not units & pieces().corps:
            found += self._watch(units, hex_)
            if self.practiced and units & pieces().armies and self.crowds:
                return found - min(8, max(0, nearest(self.crowds)[hex_] - 1))
            return found * 2
        if self.practiced:
            return found + self._aimed(hex_, start)
        best = -1.6 * FAR
        for goal in self.goals:
            way = ways_to(goal)
            mine = way[start]
            rivals = sum(1 for army in self.armies[ALLIED] if army != start and way[army] < mine)
            best = max(best, -way[hex_] - 5.0 * rivals)
        return found + best if self.goals else found * 2

    def _aimed(self, hex_: int, start: int) -> float:
        """6b3, 6c3 How near a hex is to what somebody who comes from another is sent to, and to
        nothing else; who is sent nowhere goes to whatever is nearest."""
        found = self._aims_from.get(start)
        if found is None:
            mine = self.sent().get(start)
            if mine is None:
                found = [(ways_to(goal), less, 1.0) for goal, less, _ in self.aims()]
            else:
                found = [(ways_to(mine), 0.0, self.temper.pressed if mine in self.goals else 1.0)]
            self._aims_from[start] = found
        best = -2.0 * FAR
        for way, less, pressed in found:
            best = max(best, -pressed * way[hex_] - less)
        return best if found else 0.0

    def sent(self) -> dict[int, int]:
        """6b3, 6c3 What each strong army goes to, but for those that keep a city: cities that are
        missing before anything else, the nearest army first, and no more to a goal than it takes
        as long as there is another."""
        if self._sent is None:
            self._sent = {}
            free = [hex_ for hex_ in self.groups if not self.cities & self.control & 1 << hex_]
            ways = sorted(
                (goal not in self.goals, ways_to(goal)[group] + less, goal, group)
                for goal, less, _ in self.aims()
                for group in free
            )
            room = {goal: enough for goal, _, enough in self.aims()}
            while ways:
                for _, _, goal, group in ways:
                    if group not in self._sent and room.get(goal, 0) > 0:
                        self._sent[group] = goal
                        room[goal] -= 1
                ways = [each for each in ways if each[-1] not in self._sent]
                room = dict.fromkeys(self.goals or room, 1)
        return self._sent

    def aims(self) -> list[tuple[int, float, int]]:
        """6b3, 6c3 What Allied armies go to, what it counts less than a city, and how many armies
        it takes: cities, those that supply the Germans, and Germans near
        those that are held."""
        if self._aims is None:
            self._aims = [
                (city, 0.0, 2 if self.held(GERMAN, city) >= STRONG else 1) for city in self.goals
            ]
            corps = pieces().corps & ~self.unsupplied
            later = self.temper.later if self.goals else 0.0
            for foe, units in self.stacks[GERMAN].items():
                if self.cities >> foe & 1 or self.strength(units & corps) < 4:
                    continue
                near = nearest(self.cities & self.control)[foe]
                if near <= 8:
                    self._aims.append((foe, 2.0 + 0.5 * near + later, 1))
            less = -2.0 if self.last_depots else 1.0 + later
            self._aims += [(city, less, 1) for city in members(self.depots)]
            goal = self.ways[ALLIED].goal
            if goal >= 0:
                self._aims = [each for each in self._aims if each[0] != goal]
                self._aims.append((goal, -TOWARD, ALL))
        return self._aims

    def only(self, units: UnitSet) -> HexSet:
        """The hexes in which nobody stands but some units."""
        return set_of(
            hex_ for hex_, there in self.stacks[ALLIED].items() if there and not there & ~units
        )

    def _garrison(self, units: UnitSet, hex_: int) -> float:
        """2e, 6b3, 6c3 A city that the Allies need is theirs as long as somebody stays in it."""
        if not (self.cities & self.control) >> hex_ & 1:
            return 0.0
        others = self.stacks[ALLIED].get(hex_, 0) & ~units & pieces().ground
        threat = self.threat(GERMAN)[hex_]
        if self.practiced:
            wanting = self.temper.garrison - self.defense(ALLIED, others, hex_)
            kept = max(0.0, min(wanting, self.defense(ALLIED, units, hex_)))
            return kept * self.guarded
        if not others:
            if self.left_behind(units, hex_):
                return 1.0
            return 7.0 + min(5.0, threat)
        lacking = threat - self.strength(others)
        return min(5.0, max(0.0, lacking)) if threat else 0.0

    def _watch(self, units: UnitSet, hex_: int) -> float:
        """2e, 3c A headquarters that has nobody to lead keeps a city from which German supply
        came: nobody walks in."""
        if not self.practiced or not units & pieces().ground:
            return 0.0
        empty = (
            board().boxed
            & ~self.cities
            & self.control
            & ~(self.occupied[ALLIED] & ~self.only(units))
        )
        if not empty:
            return 0.0
        return max(0.0, 5.0 - 0.3 * nearest(empty)[hex_])

    def left_behind(self, units: UnitSet, hex_: int) -> UnitSet:
        """2d1 Whom an army would leave in a city that it must not lose when it goes on: one that
        slows it down or does not fight, and is safe there; nobody if it should stay itself."""
        threat = self.threat(GERMAN)[hex_]
        if not units & pieces().armies or threat > STRONG / 2:
            return 0
        slow = units & pieces().corps & pieces().leg
        idle = units & pieces().round if not threat else 0
        for some in (slow, idle, units & pieces().corps):
            for unit in members(some):
                rest = units & ~(1 << unit)
                strong = self.defense(ALLIED, 1 << unit, hex_) >= threat
                if strong and self.strength(rest & pieces().corps) >= STRONG:
                    return 1 << unit
        return 0

    def _german_pull(self, units: UnitSet, hex_: int) -> float:
        """6b3, 6c3 The cities that the Allies need are kept, and the Allies met."""
        strength = self.strength(units & pieces().corps)
        best = -30.0
        for city, need in self.wanted():
            there = self.stacks[GERMAN].get(city, 0) & ~units
            lacking = max(0.0, need - (self.defense(GERMAN, there, city) if there else 0))
            best = max(best, min(strength + units.bit_count(), lacking) - 0.6 * ways_to(city)[hex_])
        if self.ashore and strength:
            near = self.foes_near()[hex_]
            best = max(best, MEETING - 0.6 * max(0, near - 2))
        return best + self._kept(hex_)

    def _posted(self, units: UnitSet, hex_: int, start: int) -> float:
        """6b3, 6c3 How near a hex is to where some Germans are needed: a city that the Allies must
        have, to keep it or to take it back, or one that supply comes from; others who are nearer
        may be enough there."""
        strength = self.strength(units & pieces().corps)
        found = self._posts_from.get((start, strength))
        if found is None:
            found = self._posts_from[start, strength] = []
            for post, need, nearer in self.posts():
                way = ways_to(post)
                ahead = sum(some for far, at, some in nearer if far < way[start] and at != start)
                found.append((way, max(0.0, min(strength, need - ahead))))
        best = -1.6 * FAR
        for way, useful in found:
            best = max(best, useful - self.temper.german_way * way[hex_])
        return best + self._guard(units, hex_)

    def _guard(self, units: UnitSet, hex_: int) -> float:
        """4b10, 6b3, 6c3 What some Germans are worth in a city that must not be lost."""
        if not (self.cities | board().boxed) & ~self.control & 1 << hex_:
            return 0.0
        guard = self.temper.guard if self.cities >> hex_ & 1 else self.temper.guard_depot
        others = self.stacks[GERMAN].get(hex_, 0) & ~units
        lacking = guard - self.defense(GERMAN, others, hex_)
        kept = min(lacking, float(self.defense(GERMAN, units, hex_)))
        return max(0.0, kept) * self.temper.guarding

    def posts(self) -> list[tuple[int, float, list[tuple[int, int, int]]]]:
        """6b3, 6c3 Where Germans are needed, how strong, and who is how far from there."""
        if self._posts is None:
            there = [
                (hex_, some)
                for hex_, units in self.stacks[GERMAN].items()
                if (some := self.strength(units & pieces().corps & ~self.unsupplied))
            ]
            needs = [(city, self._need(city)) for city in members(self.cities)]
            needs += [
                (city, self.temper.need_depot) for city in members(board().boxed & ~self.cities)
            ]
            needs += [
                (foe, self.temper.hunt * self.stake) for foe in self.ashore if self.is_weak(foe)
            ]
            goal = self.ways[GERMAN].goal
            if goal >= 0:
                needs.append((goal, float(4 * STRONG)))
            self._posts = [
                (post, need, [(ways_to(post)[hex_], hex_, some) for hex_, some in there])
                for post, need in needs
            ]
        return self._posts

    def last_chance(self) -> int:
        """2b-e, 6b3, 6c3 The hex at which all strike who can when nobody moves after this: the
        city where they succeed most likely if the Allies hold every one, else the corps that
        are eliminated most likely; -1 if there is neither."""
        if self.time_left():
            return -1
        chances = {
            hex_: self._loses(hex_) if self.goals else self._falls(hex_)
            for hex_ in (self.ashore if self.goals else members(self.cities))
        }
        best = max(chances, key=lambda hex_: (chances[hex_], -hex_), default=-1)
        return best if best >= 0 and chances[best] > 0 else -1

    def _falls(self, hex_: int) -> float:
        """4c2 How likely a hex falls to all who can strike at it."""
        return prospect(self.threat(GERMAN)[hex_] - STRIKERS, self.held(ALLIED, hex_)).wins

    def _loses(self, hex_: int) -> float:
        """4e How likely somebody there loses a corps to all who can strike at it."""
        units = self.stacks[ALLIED][hex_]
        if not units & pieces().corps:
            return 0.0
        spare = (units & ~(pieces().corps & self.reduced)).bit_count()
        attack = self.threat(GERMAN)[hex_] - STRIKERS
        return chance_of_losses(attack, self.held(ALLIED, hex_), spare + 1)

    def is_lost_without(self) -> bool:
        """6b3, 6c3 Whether a city more changes nothing for practiced Germans: on the last Turn the
        Allies lack another anyway, and only corps count."""
        return self.practiced and not self.time_left() and bool(self.goals)

    def is_weak(self, hex_: int) -> bool:
        """4e, 6b3, 6c3 Whether Allied corps stand in a hex who could be eliminated: hardly anybody
        is with them."""
        corps = self.stacks[ALLIED][hex_] & pieces().corps
        whole, close = (corps & ~self.reduced).bit_count(), self.stake > 1
        weak = self.temper.weak_close if close else self.temper.weak
        return bool(corps) and whole <= 1 + close and self.held(ALLIED, hex_) <= weak

    def _need(self, city: int) -> float:
        """4b10 What Germans should have at a city: the more, the nearer the Allies are."""
        near = min((ways_to(city)[foe] for foe in self.ashore), default=FAR)
        return (
            self.temper.need_near
            if near <= 5
            else self.temper.need
            if near <= 10
            else self.temper.need_far
        )

    def foes_near(self) -> tuple[int, ...]:
        """How far it is from each hex to the nearest Allies ashore."""
        if self._near is None:
            self._near = nearest(set_of(self.ashore))
        return self._near

    def _kept(self, hex_: int) -> float:
        """9b1 Ports that the Allies could use are held, and beaches while they may still land."""
        the = board()
        if (the.ports & the.circled & ~self.control) >> hex_ & 1:
            return 0.5 if self.ports else 1.5
        return 1.0 if self.turn < 4 and the.coastal >> hex_ & 1 else 0.0

    def wanted(self) -> list[tuple[int, float]]:
        """What should stand in each city that the Allies need."""
        if self.needs is None:
            self.needs = []
            for city in members(self.cities):
                way = ways_to(city)
                near = min((way[foe] for foe in self.ashore), default=FAR)
                self.needs.append((city, 14.0 * max(0.3, min(1.0, (18 - near) / 8))))
        return self.needs

    def time_left(self) -> int:
        return LAST_TURN - self.turn


_views: Answers[View] = Answers(256)


def view(table: DDayTable, practiced: bool = False, posture: str = "") -> View:
    """How a table looks, to who plays for the first time or has played often."""
    key = (
        practiced,
        posture,
        tuple(table.hex),
        table.reduced,
        table.unsupplied,
        table.allied_control,
        table.corps_lost.bit_count(),
        table.turn,
        table.year,
        reconstruction_of(table),
    )
    return _views.to(key, View, table, practiced, posture)


def supplied_at(seen: View, side: int, hex_: int) -> bool:
    """3c Whether supply would reach a hex."""
    region: HexSet = seen.supplied[side]
    return bool(region >> hex_ & 1 or board().ground[hex_] & region) or (
        side == ALLIED and bool(board().adjacent[hex_] & board().sea & region)
    )
