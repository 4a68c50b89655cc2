"""What each option of a decision seems worth, by the kind of decision, in Victory Points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from beachhead.bots.storm.attacking import (
    firepower,
    harm_of,
    odds_by_units,
    prices,
    promise,
    worth_by_units,
    worth_under_way,
)
from beachhead.bots.storm.cards import (
    cheapest,
    fire_by_card,
    keep_worth,
    price,
    worth_of_play,
)
from beachhead.bots.storm.ground import (
    FAR,
    lost_if_held,
    prize,
    strength,
    unit_worths,
    ways_in,
)
from beachhead.bots.storm.marching import (
    DRAWN,
    TIRED,
    best_march,
    lay_of,
    lay_without,
    leave,
    reach,
    stand,
    way_to,
    weakest,
)
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.decision import Decision
from beachhead.storm.attacks.attack_points import defense_terms, targets, under_way
from beachhead.storm.cards import card_actions, refresh_cards, shock_assault
from beachhead.storm.cards.card_list import Use, use_of
from beachhead.storm.damage import damage_points, retreats
from beachhead.storm.damage.damage_points import ELIMINATE, FLIP, RETREAT
from beachhead.storm.impulses import unit_actions
from beachhead.storm.impulses.unit_actions import ALL, ENOUGH
from beachhead.storm.invasion import NO_ATTACK, ready_to_attack
from beachhead.storm.odds import ROLLS, THROWS
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import STACKING_LIMIT
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    NOWHERE,
    Attack,
    StormTable,
    UnitSet,
    controls,
    counted,
    is_area,
    is_box,
    occupancy,
    side_of,
    side_units,
    strongpoints,
    units_at,
)

Weigher = Callable[[StormTable, Decision], list[float]]

EXPOSED = 0.12
"""11.0 What it costs that a unit stands spent among the enemies that it assaulted."""
WEIGHERS: dict[str, Weigher] = {}


def weighs(kind: str) -> Callable[[Weigher], Weigher]:
    """Register who weighs the options of a kind of decision."""

    def register(weigher: Weigher) -> Weigher:
        WEIGHERS[kind] = weigher
        return weigher

    return register


def worths(decision: Decision) -> list[float]:
    """What each option seems worth to who must choose."""
    weigher = WEIGHERS.get(decision.kind)
    if weigher is None:
        return [0.0] * len(decision.options)
    return weigher(decision.position, decision)


# --- 7.0 the impulse


@weighs("impulse_chosen")
def _impulse(table: StormTable, decision: Decision) -> list[float]:
    return [worth_of_impulse(table, table.impulse, *each.value) for each in decision.options]


def worth_of_impulse(table: StormTable, side: int, what: str, which: int, nation: str) -> float:
    """7.0 What units, a card, or the release roll promise as the impulse; a pass, nothing."""
    if what == "activate":
        units = unit_actions.able(table, which, nation)
        return max((worth for worth, _, _ in deeds(table, side, which, units)), default=0.0)
    if what == "card":
        return worth_of_card(table, side, which) - price(table, side, which)
    if what == "release":
        return 0.25 * (table.turn - 1) / 6
    return 0.0


def deeds(
    table: StormTable, side: int, place: int, units: UnitSet
) -> Iterator[tuple[float, tuple[str, int], UnitSet]]:
    """7.1 What fresh units of one nationality in a place could do, what it is worth, and who takes
    part."""
    for (kind, there), able in unit_actions.actions_of(table, side, place, units).items():
        if kind == "move":
            march = best_march(lay_of(table, side), place, able)
            yield march.worth, (kind, there), march.units
        else:
            worth, taking_part = best_attack(table, side, kind, place, there, able)
            yield worth, (kind, there), taking_part


def best_attack(
    table: StormTable, side: int, kind: str, place: int, there: int, able: UnitSet
) -> tuple[float, UnitSet]:
    """9.1, 11.0 What an attack is worth, and who makes it: all who add to it, or all but the
    weakest, who holds what the others leave."""
    units = attackers(table, side, kind, place, there, able)
    worth = worth_of_deed(table, side, kind, place, there, units)
    if kind == "assault" and units.bit_count() > 2 and is_area(place):
        fewer = units & ~(1 << weakest(units))
        if (other := worth_of_deed(table, side, kind, place, there, fewer)) > worth:
            return other, fewer
    return worth, units


def best_parting(
    table: StormTable, side: int, kind: str, place: int, there: int, able: UnitSet
) -> tuple[float, UnitSet]:
    """9.1, 11.0 The same by who looks ahead and may part a stack: as many assault as it takes, the
    strongest first, and the others hold what they hold."""
    units = attackers(table, side, kind, place, there, able)
    worth = worth_of_deed(table, side, kind, place, there, units)
    if kind != "assault" or not is_area(place):
        return worth, units
    best, rows = (worth, units), pieces().units
    worths_ = unit_worths()
    some = 0
    for unit in sorted(members(units), key=lambda unit: (-rows[unit].firepower, worths_[unit])):
        some |= 1 << unit
        if some != units:
            found = worth_of_deed(table, side, kind, place, there, some)
            best = max(best, (found, some))
    cleared = odds_by_units(table, side, there, best[1], _support(table, side, there)).cleared
    return best[0] + cleared * _relief(table, side, place, there, best[1]), best[1]


def _relief(table: StormTable, side: int, place: int, there: int, units: UnitSet) -> float:
    """11.0 What those who leave a place need not fear for it, if the only enemies beside it are
    driven out."""
    if occupancy(table).held[1 - side] & ways_in(1 - side)[place] != 1 << there:
        return 0.0
    lay = lay_of(table, side)
    rest = max(0.0, lay.holding[place] - strength(units))
    far, near = FAR, lay.dangers[place]
    return lay.stakes[place] * (
        (lost_if_held(near, rest) - lost_if_held(near, lay.holding[place]))
        - (lost_if_held(far, rest) - lost_if_held(far, lay.holding[place]))
    )


def worth_of_deed(
    table: StormTable, side: int, kind: str, place: int, there: int, units: UnitSet
) -> float:
    """9.1, 11.0 What an attack by some units is worth, with what it costs them."""
    support = _support(table, side, there)
    worth = worth_by_units(table, side, there, units, extra=support)
    count = units.bit_count()
    if kind == "assault":
        lay = lay_of(table, side)
        worth += (DRAWN * lay.draws[there] - EXPOSED) * count - leave(lay, place, units)
        if not is_box(place):
            worth -= cheapest(table, side)
    return worth - 0.12 * support - TIRED * count


def _support(table: StormTable, side: int, area: int) -> int:
    """9.3.3 The Support Points that would be added."""
    if side != ALLIED or not table.support:
        return 0
    return min(table.support, board().areas[area].support_limit)


def attackers(
    table: StormTable, side: int, kind: str, place: int, there: int, able: UnitSet
) -> UnitSet:
    """7.1 Who of those that could should take part in an attack: all that add to it."""
    adding = set_of(unit for unit in members(able) if pieces().units[unit].firepower) or able
    if kind != "assault" or unit_actions.can_together(table, side, kind, place, there, adding):
        return adding
    chosen = 0
    rows = pieces().units
    for unit in sorted(members(adding), key=lambda unit: -rows[unit].firepower):
        together = chosen | 1 << unit
        if unit_actions.can_together(table, side, kind, place, there, together):
            chosen = together
    return chosen or able & -able


@weighs("action_chosen")
def _action(table: StormTable, decision: Decision) -> list[float]:
    place, nation = decision.arguments
    units = unit_actions.able(table, place, nation)
    found = {deed: worth for worth, deed, _ in deeds(table, table.impulse, place, units)}
    return [found.get(each.value, 0.0) for each in decision.options]


@weighs("unit_chosen")
def _unit(table: StormTable, decision: Decision) -> list[float]:
    kind, place, there, nation, chosen = decision.arguments
    side = table.impulse
    able = unit_actions.candidates(table, kind, place, there, nation)
    if kind == "move":
        wanted = best_march(lay_of(table, side), place, able).units
    else:
        _, wanted = best_attack(table, side, kind, place, there, able)
    return [_part(each.value, wanted, chosen, able) for each in decision.options]


def _part(choice: int, wanted: UnitSet, chosen: UnitSet, able: UnitSet) -> float:
    """Whether a unit more, all, or enough is what is wanted."""
    if choice == ENOUGH:
        return 1.0 if not wanted & ~chosen else 0.2
    if choice == ALL:
        return 2.0 if wanted | chosen == able else -1.0
    return 1.0 if wanted >> choice & 1 else 0.0


@weighs("destination_chosen")
def _destination(table: StormTable, decision: Decision) -> list[float]:
    action = table.action
    side, units = action.side, action.units
    lay = lay_without(table, side, units)
    best: dict[int, float] = {}
    before = reach(lay, units, action.place, action.points)
    for there in before:
        first = way_to(before, action.place, there)[0]
        worth = stand(lay, there, units)
        if first == there:
            worth += 0.001
        best[first] = max(worth, best.get(first, -99.0))
    here = stand(lay, action.place, units)
    return [
        here if each.value == NOWHERE else best.get(each.value, -99.0) for each in decision.options
    ]


@weighs("continued")
def _continued(table: StormTable, decision: Decision) -> list[float]:
    prices = {card: price(table, GERMAN, card) for card in members(table.hands[GERMAN])}
    least = min(prices.values())
    pays = any(worth > least + GOING_ON for worth in impulses(table, GERMAN))
    return [
        0.0 if each.value < 0 else 1.0 + least - prices[each.value] if pays else -1.0
        for each in decision.options
    ]


GOING_ON = 0.1
"""5.0 What an impulse must be worth beyond the card that it costs."""


def impulses(table: StormTable, side: int) -> Iterator[float]:
    """7.0 What impulses of a side would be worth."""
    for place, nation in unit_actions.stacks_that_can_act(table, side):
        yield worth_of_impulse(table, side, "activate", place, nation)
    for card in card_actions.playable(table, side):
        yield worth_of_impulse(table, side, "card", card, "")


# --- 7.2 cards for the impulse


def worth_of_card(table: StormTable, side: int, card: int) -> float:
    """7.2 What a card promises as the impulse."""
    use = use_of(card)
    return FOR_IMPULSE[use.effect](table, side, use)


def _card_fires(table: StormTable, side: int, use: Use) -> float:
    areas = card_actions.areas_under_fire(table, side, use)
    return max((fire_by_card(table, side, area, use) for area in members(areas)), default=0.0)


def _units_fire(table: StormTable, side: int, _use: Use) -> float:
    return max(
        (
            worth_by_units(table, side, place, units)
            for place, _, units in unit_actions.ready(table, side)
            if units_at(table, place, 1 - side)
        ),
        default=0.0,
    )


def _shocks(table: StormTable, side: int, use: Use) -> float:
    goals = shock_assault.shock_targets(table, side, use)
    return max((_shock(table, side, there, nation)[0] for there, nation in goals), default=0.0)


def _shock(table: StormTable, side: int, there: int, nation: str) -> tuple[float, UnitSet]:
    """CARD.shock-assault What an assault from the two best areas is worth, and who makes it: all
    for whom there is room, or all but the weakest of each area."""
    stacks = sorted(
        shock_assault.assaulters(table, side, there, nation).values(), key=firepower, reverse=True
    )[:2]
    room = STACKING_LIMIT - (units_at(table, there) & counted(side)).bit_count()
    rows, lay, support = pieces().units, lay_of(table, side), _support(table, side, there)
    found = []
    for staying in (0, 1):
        parts = [
            stack & ~(1 << weakest(stack)) if staying and stack.bit_count() > 1 else stack
            for stack in stacks
        ]
        firsts = set_of(max(members(part), key=lambda unit: rows[unit].firepower) for part in parts)
        others = sorted(members((parts[0] | parts[1]) & ~firsts), key=lambda u: -rows[u].firepower)
        units = firsts | set_of(others[: room - 2])
        left = sum(leave(lay, table.where[next(members(part))], part & units) for part in parts)
        worth = worth_by_units(table, side, there, units, extra=support)
        found.append((worth - left - 0.12 * support - EXPOSED * units.bit_count(), units))
    return max(found)


def _fewer_points(table: StormTable, _side: int, use: Use) -> float:
    fresh = (side_units(ALLIED) & ~table.spent).bit_count()
    lost: int = min(use["points"], table.support)
    return 0.3 * lost * min(1.0, fresh / 12)


def _look(table: StormTable, side: int, _use: Use) -> float:
    return 0.25 + 0.07 * table.hands[1 - side].bit_count()


def _refreshed(table: StormTable, side: int, use: Use) -> float:
    return max(
        (
            _group(table, side, use, area, group)
            for area, group in refresh_cards.groups(table, side, use)
        ),
        default=0.0,
    )


def _group(table: StormTable, side: int, use: Use, area: int, group: str) -> float:
    units = refresh_cards.in_group(table, use, area, group)
    if use["units"] is not None:
        strongest = sorted(members(units), key=lambda unit: -unit_worths()[unit])
        units = set_of(strongest[: use["units"]])
    worth = 0.15 * units.bit_count() + 0.1 * firepower(units)
    if units_at(table, area, 1 - side):
        worth += worth_by_units(table, side, area, units)
    return worth


def _hasten(table: StormTable, _side: int, _use: Use) -> float:
    return 6.0 if table.turn < 7 else 0.5


def _placed_by_card(_table: StormTable, _side: int, _use: Use) -> float:
    return 1.5


FOR_IMPULSE: Mapping[str, Callable[[StormTable, int, Use], float]] = {
    "fire_attack": _card_fires,
    "unit_fire_attack": _units_fire,
    "shock_assault": _shocks,
    "lose_support": _fewer_points,
    "look_and_discard": _look,
    "refresh": _refreshed,
    "hasten_reinforcements": _hasten,
    "place_unit": _placed_by_card,
}


@weighs("target_chosen")
def _target(table: StormTable, decision: Decision) -> list[float]:
    side, card = decision.arguments
    use = use_of(card)
    return [fire_by_card(table, side, each.value, use) for each in decision.options]


@weighs("firing_area_chosen")
def _firing_area(table: StormTable, decision: Decision) -> list[float]:
    side = table.impulse
    return [
        worth_by_units(table, side, place, unit_actions.able(table, place, nation))
        for place, nation in (each.value for each in decision.options)
    ]


@weighs("enemy_card_discarded")
def _enemy_card(_table: StormTable, decision: Decision) -> list[float]:
    return [keep_worth(each.value) for each in decision.options]


@weighs("unit_placed")
def _placed(table: StormTable, decision: Decision) -> list[float]:
    (card,) = decision.arguments
    unit = 1 << pieces().unit[use_of(card)["unit"]].index
    lay = lay_of(table, GERMAN)
    return [stand(lay, each.value, unit) for each in decision.options]


@weighs("shock_target_chosen")
def _shock_target(table: StormTable, decision: Decision) -> list[float]:
    (side,) = decision.arguments
    return [_shock(table, side, *each.value)[0] for each in decision.options]


@weighs("shock_unit_chosen")
def _shock_unit(table: StormTable, decision: Decision) -> list[float]:
    side, there, nation, chosen = decision.arguments
    _, wanted = _shock(table, side, there, nation)
    return [_part(each.value, wanted, chosen, -1) for each in decision.options]


@weighs("group_chosen")
def _group_to_refresh(table: StormTable, decision: Decision) -> list[float]:
    side, card = decision.arguments
    use = use_of(card)
    return [_group(table, side, use, *each.value) for each in decision.options]


@weighs("unit_to_refresh_chosen")
def _to_refresh(_table: StormTable, decision: Decision) -> list[float]:
    return [unit_worths()[each.value] for each in decision.options]


@weighs("fire_decided")
def _fire_at_once(table: StormTable, decision: Decision) -> list[float]:
    side, area, units = decision.arguments
    worth = worth_by_units(table, side, area, units & ~table.spent) - TIRED * 4
    return [worth if each.value else 0.0 for each in decision.options]


# --- 6.2 cards for a moment, 6.3 and 11.0 discards


@weighs("card_chosen")
def _card(table: StormTable, decision: Decision) -> list[float]:
    side = decision.arguments[0]
    return [
        0.0 if each.value[0] < 0 else worth_of_play(table, side, *each.value)
        for each in decision.options
    ]


@weighs("discard_chosen")
def _discard(_table: StormTable, decision: Decision) -> list[float]:
    return [-keep_worth(each.value) for each in decision.options]


POOR = 0.55
"""6.3 A card that is worth less than this is discarded for another."""


@weighs("discarded_at_end")
def _discard_at_end(_table: StormTable, decision: Decision) -> list[float]:
    return [0.0 if each.value < 0 else POOR - keep_worth(each.value) for each in decision.options]


@weighs("stopped_unit_chosen")
def _stopped(_table: StormTable, decision: Decision) -> list[float]:
    return [-unit_worths()[each.value] for each in decision.options]


# --- 9.3.3 Support Points


@weighs("support_chosen")
def _support_points(table: StormTable, decision: Decision) -> list[float]:
    attack = under_way(table)
    fresh = (side_units(ALLIED) & ~table.spent).bit_count()
    cost = 0.05 + 0.01 * min(20, fresh)
    found = []
    for option in decision.options:
        helped = attack.copy()
        helped.support += option.value
        found.append(worth_under_way(table, helped) - cost * option.value)
    return found


# --- 10.1 damage


@weighs("stage_chosen")
def _stage(table: StormTable, decision: Decision) -> list[float]:
    wanted = least_harm(table)
    assigned = table.assigning
    found = []
    for option in decision.options:
        unit, stage = option.value
        if unit < 0:
            found.append(1.0)
        elif stage <= wanted.get(unit, 0) and stage > assigned.get(unit, 0):
            found.append(3.0 - 0.1 * stage)
        else:
            found.append(-harm_of(table, unit)[stage - 1])
    return found


def least_harm(table: StormTable) -> dict[int, int]:
    """10.1 The assignment of damage that costs its owner least: spent units rather than ground, and
    ground rather than units, unless it is worth more."""
    attack = under_way(table)
    under_fire = targets(table, attack)
    damage, best = attack.damage, damage_points.best_total(table)
    nests = under_fire & strongpoints()
    others = under_fire & ~nests
    area, side = attack.area, 1 - attack.side
    ways: dict[tuple[int, bool], tuple[float, dict[int, int]]] = {(0, False): (0.0, {})}
    for unit in members(nests):
        ways = _with(table, ways, unit, 0)
    only_nests = {key: way for key, way in ways.items() if len(way[1]) < nests.bit_count()}
    on = {key: way for key, way in ways.items() if len(way[1]) == nests.bit_count()}
    stuck = 0
    for unit in members(others):
        if not retreats.destinations(table, unit, 0):
            stuck |= 1 << unit
    for unit in members(others):
        on = _with(table, on, unit, stuck)
    own = controls(table, side, area)
    at_stake = 0.0
    if own:
        others_there = bool(units_at(table, area, attack.side))
        at_stake = prize(table, side, area) * (1.0 if others_there else 0.25)
        if units_at(table, area, side) & ~under_fire:
            at_stake = 0.0
    best_harm, chosen = 1e9, {}
    for (points, stays), (harm, assigned) in (only_nests | on).items():
        if points != best and points <= damage:
            continue
        gone = not stays and len(assigned) == under_fire.bit_count()
        total = harm + (at_stake if gone else 0.0)
        if total < best_harm:
            best_harm, chosen = total, assigned
    return chosen


def _with(
    table: StormTable,
    ways: Mapping[tuple[int, bool], tuple[float, dict[int, int]]],
    unit: int,
    stuck: UnitSet,
) -> dict[tuple[int, bool], tuple[float, dict[int, int]]]:
    """The least harm for each total and whether anybody stays, with one unit more."""
    found: dict[tuple[int, bool], tuple[float, dict[int, int]]] = {}
    flip, out, lost = harm_of(table, unit)
    cannot = under_way(table).cannot_eliminate
    harms = {FLIP: flip, RETREAT: out, ELIMINATE: lost}
    if stuck >> unit & 1:
        harms[RETREAT] = flip if cannot else lost
    costs = damage_points.stage_costs(table, unit)
    for (points, stays), (harm, assigned) in ways.items():
        key = points, True
        if key not in found or harm < found[key][0]:
            found[key] = harm, assigned
        for stage, cost in costs.items():
            remains = stage == FLIP or (stage == RETREAT and cannot and bool(stuck >> unit & 1))
            key = points + cost, stays or remains
            worse = harm + harms[stage]
            if key not in found or worse < found[key][0]:
                found[key] = worse, {**assigned, unit: stage}
    return found


@weighs("retreated")
def _retreat(table: StormTable, decision: Decision) -> list[float]:
    unit, _ = decision.arguments
    side = side_of(unit)
    lay = lay_of(table, side)
    return [stand(lay, each.value, 1 << unit) for each in decision.options]


# --- 3.0, 4.0 set-up and invasion


@weighs("plan_chosen")
def _plan(_table: StormTable, decision: Decision) -> list[float]:
    return [float(not each.value) for each in decision.options]


@weighs("section_chosen")
def _section(table: StormTable, decision: Decision) -> list[float]:
    """3.0 As many as can land at once do, the armor among them: the best defense counts for all
    (9.3.4)."""
    found = []
    for option in decision.options:
        box, section = option.value
        here = units_at(table, box) & ~table.exploitation
        beside = sum(min(2, pieces().units[each].firepower) for each in members(here))
        worth = 1.0 if section == "invasion" else 0.0
        found.append(worth - 0.05 * beside - 0.1 * here.bit_count())
    return found


@weighs("scattered_unit_chosen")
def _scattered(_table: StormTable, decision: Decision) -> list[float]:
    return [-unit_worths()[each.value] for each in decision.options]


@weighs("support_assigned")
def _bombardment(table: StormTable, decision: Decision) -> list[float]:
    """4.0 The share of the points that promises most, with the best for the beaches to come."""
    (beach,) = decision.arguments
    later = [each for each in members(board().beaches) if each > beach]
    given = sum(points for each, points in table.assigned.items() if each != NOWHERE)
    left = 24 - given
    rest = _best_shares(tuple(_beach_key(table, each) for each in later), left)
    key = _beach_key(table, beach)
    return [
        _bombarded(key, each.value) + rest[max(0, left - each.value)] for each in decision.options
    ]


BeachKey = tuple[int, int, int, int]


def _beach_key(table: StormTable, beach: int) -> BeachKey:
    """4.0 What counts in the bombardment of a beach: defense, damage to clear it, who lands."""
    under_fire = units_at(table, beach, GERMAN)
    defense = sum(defense_terms(table, Attack(ALLIED, beach)).values())
    need, _ = prices(under_fire, under_fire)
    box = board().box_of[beach]
    landing = units_at(table, box, ALLIED) & ~table.exploitation
    return defense, need, firepower(landing), under_fire.bit_count()


@lru_cache(maxsize=4096)
def _bombarded(key: BeachKey, points: int) -> float:
    """4.0 What so many points are worth: damage, and the chance that those who land then clear the
    beach."""
    defense, need, landing, _ = key
    worth = 0.0
    for total, throws in ROLLS.items():
        damage = max(0, total + points - defense) if points else 0
        left = max(0, need - damage)
        chance = 1.0 if not left else promise(landing + 1 - defense, left, left).cleared
        worth += throws * (0.2 * min(damage, need) + 5.0 * chance)
    return worth / THROWS


@lru_cache(maxsize=256)
def _best_shares(keys: tuple[BeachKey, ...], left: int) -> tuple[float, ...]:
    """4.0 The most that the beaches to come can be worth for each number of points left."""
    best = [0.0] * (left + 1)
    for number, key in enumerate(keys):
        best = [
            max(
                _bombarded(key, points) + best[total - points]
                for points in range(min(12, total) + 1)
                if total - points <= 12 * number
            )
            if total <= 12 * (number + 1)
            else -99.0
            for total in range(left + 1)
        ]
    return tuple(best)


@weighs("strongpoints_chosen")
def _order_of_fire(table: StormTable, decision: Decision) -> list[float]:
    """4.0q The weakest fire first: what happens elsewhere is no reason to wait."""
    return [-float(units_at(table, each.value, GERMAN).bit_count()) for each in decision.options]


@weighs("attackers_chosen")
def _attackers(table: StormTable, decision: Decision) -> list[float]:
    beach, chosen = decision.arguments
    able = ready_to_attack(table, beach)
    wanted = attackers(table, ALLIED, "fire", beach, beach, able)
    worth = worth_by_units(table, ALLIED, beach, wanted)
    return [
        (0.05 - worth) if each.value == NO_ATTACK else _part(each.value, wanted, chosen, able)
        for each in decision.options
    ]


@weighs("placed")
def _reinforcement(table: StormTable, decision: Decision) -> list[float]:
    """12.2 Where the beach is open and not crowded."""
    found = []
    for option in decision.options:
        beach = board().beach_of[option.value]
        open_ = controls(table, ALLIED, beach)
        found.append(float(open_) - 0.1 * units_at(table, beach, ALLIED).bit_count())
    return found
