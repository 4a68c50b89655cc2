"""6.3 Position fire: targets, hits, disruption.

Before Turn 17 all fire of a card happens together (P-25): who is hit is settled for all
positions first, on the table as it was when the card was drawn, and only then do units lose
steps. In the extended game `firing` is one position: its fire takes effect before the next
position is checked (16).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.german_fire import losses
from beachhead.omaha.german_fire.fields_of_fire import (
    GRADES,
    distance_from,
    intensity,
    positions_of,
    reaches,
)
from beachhead.omaha.german_fire.hits import (
    DISRUPT,
    LOSE_STEP,
    FireHit,
    Volley,
    next_disruptions,
    next_hits,
)
from beachhead.omaha.leaders import leader_fire
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import GermanPosition, Intensity
from beachhead.omaha.table.cards import OmahaCard, Square, card
from beachhead.omaha.table.charts import FireResult, charts, limit
from beachhead.omaha.table.state import (
    ALL_UNITS,
    NO_DEPTH,
    UNITS,
    OmahaTable,
    UnitSet,
    active_posts,
    equipment,
    hex_tag,
    is_revealed,
    piece_name,
    piece_tag,
    plays_otherwise,
    position_by_index,
    position_tag,
    posts_of,
    seat_among,
    steps,
    steps_spared,
    unit_side,
    us_hexes,
)

Firing = tuple[int, ...]
"""The positions whose fire is resolved, by their index."""
ALL_CALLED: Firing = ()
"""Every position that the card calls."""

# --- 6.3 Which positions fire at whom


def fires(table: OmahaTable, position: GermanPosition, square: Square) -> bool:
    """6.3 Whether a position of the square's color fires: not when all its units are disrupted
    (6.41), and for a double symbol only with a depth marker."""
    # 6b, 6.1c, 6.1d, 6.21a, 6.3b, 6.41a, 6.41b, 2.1m, 9.1b, EV.smoke-a, FB.fire-b
    if table.smoke >> position.index & 1:
        return False
    active = active_posts(table, position)
    if square.double:
        return any(table.depth[post] != NO_DEPTH for post in members(active))
    return active != 0


def hit_limit(table: OmahaTable, position: GermanPosition) -> int:
    """6.31a, 6.41b, 14d, 14.1a, 14.11a As many hits as the position has units and depth markers
    that are not disrupted."""
    active, markers = active_posts(table, position), 0
    for post in members(active):
        markers += 2 if table.depth[post] != NO_DEPTH else 1
    return markers * (limit("hits_per_marker", table.turn) or 1)


def column(table: OmahaTable, position: GermanPosition) -> str:
    """6.3c The column of the fire chart for the firing position."""
    if position.is_wn or any(is_revealed(table, post) for post in posts_of(table, position)):
        return "wn_or_revealed"
    return "unrevealed"


def volleys(
    table: OmahaTable, drawn: OmahaCard, sector: str, firing: Firing = ALL_CALLED
) -> list[Volley]:
    """6.3, 19.32b The fire of every position that a card calls and that has US pieces in its field;
    or of some positions of which it is settled that they fire (16)."""
    under_fire = us_hexes(table)
    return [
        _volley(table, position, square, drawn.target, reaches(position) & under_fire)
        for position, square in _called(table, drawn, sector, firing, under_fire)
    ]


def _called(
    table: OmahaTable, drawn: OmahaCard, sector: str, firing: Firing, under_fire: HexSet
) -> Iterator[tuple[GermanPosition, Square]]:
    """6.3a The positions that fire into some hexes, each with the square that calls it."""
    if firing == ALL_CALLED:
        for square in drawn.squares:
            for position in positions_of(sector, square.color):
                if position.fire & under_fire and fires(table, position, square):
                    yield position, square
    for index in firing:
        position = position_by_index(table, index)
        called_by = drawn.square(position.color)
        assert called_by is not None, f"the card does not call {position.name}"
        if reaches(position) & under_fire:
            yield position, called_by


def _volley(
    table: OmahaTable, position: GermanPosition, square: Square, symbol: str, hexes: HexSet
) -> Volley:
    """6.31 The units a position can hit, ranked: by dot, then the nearer, then more steps."""
    # 6.1f, 6.2b, 6.3c, 6.3d, 6.31b, 6.31c, 6.34b, 6.35a to 6.37a, 7.62a, 23.41a, 23.41b,
    # GAS.armor-a
    chart = fire_chart(column(table, position))
    hits_armor = square.action == "armor" or position.kind == "armor"  # 6.36, 23.41
    enough = limit("concentrated_target_steps", table.turn) or 0
    # 6.33 A unit already disrupted absorbs a disruption in its turn (O-21).
    spread = plays_otherwise(table, "spread-disruption")
    spared, steps_left, at = steps_spared(table), table.steps_left, table.hex.at
    ranks: dict[tuple[int, int, int, int], UnitSet] = {}
    eligible = 0
    for hex_ in members(hexes):
        here = at[hex_] & ALL_UNITS
        if not here:
            continue
        units = [*members(here)]
        dot = intensity(table, position, hex_)
        assert dot is not None
        grade, away = GRADES.index(dot), distance_from(position, hex_)
        if chart[dot].targets != "any":
            concentrated = sum([steps_left[unit] for unit in units]) >= enough
            if not hits_armor and here & armored_units():
                units = [*members(here & ~armored_units())]  # 6.36
            if not concentrated:
                units = [unit for unit in units if unit_side(table, unit).symbol == symbol]  # 6.35
        eligible += len(units)
        for unit in units:
            shaken = int(spread and dot == "sporadic" and bool(table.disrupted >> unit & 1))
            rank = grade, shaken, away, -steps_left[unit]
            ranks[rank] = ranks.get(rank, 0) | 1 << unit
    order = sorted(ranks)
    costly = [rank for rank in order if chart[GRADES[rank[0]]].lose_step]
    return Volley(
        position.index,
        hit_limit(table, position),
        # 6.34 A hit on a unit that has lost its step is excess and goes to another.
        tuple([left for rank in costly if (left := ranks[rank] & ~spared)]),
        tuple([ranks[rank] for rank in order if rank not in costly]),
        chart["steady"].disrupted,
        eligible,
    )


@cache
def armored_units() -> UnitSet:
    return sum(1 << unit.index for unit in equipment().units if unit.armored)


@cache
def fire_chart(firer: str) -> dict[Intensity, FireResult]:
    """6.3c, GFC.intense, GFC.steady, GFC.sporadic A column of the fire chart, by the grade of
    fire."""
    return {grade: charts().german_fire(grade, firer) for grade in GRADES}


# --- 6.31, 6.34 Assigning the hits


@steps.step("position_fire.assign_hits")
def assign_hits(table: OmahaTable, number: int, sector: str, firing: Firing = ALL_CALLED) -> None:
    """6.1e, 6.31, GAS.star-a Assign hits as long as nobody has a choice; 11.41 leaders come after
    all units."""
    fired = volleys(table, card(number), sector, firing)
    while True:
        sure, choices = next_hits_of(table, fired)
        if choices:
            table.then((choose_hit, number, sector, firing), (assign_hits, number, sector, firing))
            return
        if not sure:
            break
        table.fire_hits += sure
    stars = {square.color for square in card(number).squares if square.action == "star"}
    leaders = [
        (leader_fire.hit_leader, volley.position)
        for volley in fired
        if stars
        and position_by_index(table, volley.position).color in stars
        and volley.eligible < volley.limit
    ]
    if leaders:
        table.then(*leaders, (open_fire, number, sector, firing))
    else:
        _hits_take_effect(table, sector, fired)


def next_hits_of(table: OmahaTable, firing: list[Volley]) -> tuple[list[FireHit], list[FireHit]]:
    """6.33d The next hits that are sure, or those to choose one from: step losses before all
    else."""
    left = {volley.position: volley.limit for volley in firing}
    done = dict.fromkeys(left, 0)
    hit = taken = disrupted = 0
    for position, target, effect in table.fire_hits:
        bit = 1 << target
        hit |= bit
        if effect & LOSE_STEP:
            taken |= bit
        if effect & DISRUPT:
            disrupted |= bit
        if position in left:
            left[position] -= 1
            done[position] |= bit if effect == DISRUPT else 0
    sure, choices = next_hits(firing, [*left.values()], taken)
    if sure or choices:
        return [_loss(firing[each], unit) for each, unit in sure], [
            _loss(firing[each], unit) for each, unit in choices
        ]
    disrupted |= table.disrupted
    shaken, choices = next_disruptions(firing, [*left.values()], hit, [*done.values()], disrupted)
    return [(firing[each].position, unit, DISRUPT) for each, unit in shaken], [
        (firing[each].position, unit, DISRUPT) for each, unit in choices
    ]


def _loss(volley: Volley, unit: int) -> FireHit:
    effect = LOSE_STEP | DISRUPT if volley.also_disrupts else LOSE_STEP
    return volley.position, unit, effect


HITS = Topic(
    "hit_chosen",
    "Who is hit",
    "Choose among the targets that the chart ranks alike.",
    charts=("german-fire",),
)


@steps.question("position_fire.choose_hit")
def choose_hit(
    table: OmahaTable, number: int, sector: str, firing: Firing = ALL_CALLED
) -> Decision | None:
    """6.31c Among equal targets, and between positions with the same targets, you choose."""
    _, choices = next_hits_of(table, volleys(table, card(number), sector, firing))
    if not choices:
        return None
    names = {position: position_by_index(table, position).name for position, _, _ in choices}
    firers = " and ".join(names.values())
    if len(names) == 1:
        what = "be disrupted" if choices[0][2] == DISRUPT else "be hit"
        prompt = f"{firers} has equal targets: choose which unit is to {what}."
    else:
        prompt = f"{firers} fire at the same units: choose the next hit."
    return Decision(
        seat_among(table, [unit for _, unit, _ in choices], sector),
        prompt,
        "6.31" if len(names) == 1 else "6.34",
        hit_chosen,
        [
            Option(
                f"hit-{piece_name(unit)}"
                if len(names) == 1
                else f"{names[position]}-hits-{piece_name(unit)}",
                telling.said("{} hits {}", names[position], losses.name_and_place(table, unit)),
                (position, unit, effect),
                (piece_tag(unit), hex_tag(table.hex[unit])),
                commits=True,
            )
            for position, unit, effect in choices
        ],
        topic=HITS,
    )


def hit_chosen(table: OmahaTable, hit: FireHit) -> None:
    """6.31 The hit is assigned."""
    table.fire_hits.append(hit)


# --- 6.32, 6.33 What the hits do


@steps.step("position_fire.open_fire")
def open_fire(table: OmahaTable, number: int, sector: str, firing: Firing = ALL_CALLED) -> None:
    """6.3 Every position's hits take effect, once it is settled which leaders are hit."""
    _hits_take_effect(table, sector, volleys(table, card(number), sector, firing))


def _hits_take_effect(table: OmahaTable, sector: str, fired: list[Volley]) -> None:
    assigned, table.fire_hits = table.fire_hits, []
    if not fired:
        text = telling.said(
            "No position of these colors in the {} sector has anybody to fire at.", sector
        )
        table.tell("6.3", telling.NO_FIRE, text, sector=sector)
    for volley in reversed(fired):
        own = [(target, effect) for by, target, effect in assigned if by == volley.position]
        table.then(
            (announce, volley.position, _report(table, volley, own), _names(own)),
            *((take_hit, volley.position, target, effect) for target, effect in own),
        )


def _report(table: OmahaTable, volley: Volley, hits: list[tuple[int, int]]) -> str:
    """6.31, 6.34c Whom a position hits, in which grade of fire, and out of how many."""
    position = position_by_index(table, volley.position)
    names = [
        f"{leader_fire.target_name(target)} "
        f"({intensity(table, position, leader_fire.target_hex(table, target))})"
        for target, _ in hits
    ]
    text = f"{position.name} ({position.color}; hit limit {volley.limit}, "
    text += f"eligible targets {volley.eligible}) fires: "
    text += f"{', '.join(names)} hit." if names else "nobody is hit."
    excess = min(volley.limit, volley.eligible) - sum(target < UNITS for target, _ in hits)
    if excess > 0:
        text += f" Excess hits without another target: {excess}."
    return text


def _names(hits: list[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(leader_fire.target_name(target) for target, _ in hits)


@steps.step("position_fire.announce")
def announce(table: OmahaTable, position: int, text: str, hits: tuple[str, ...]) -> None:
    """6c, 6.3 Say who fires; 6 firing does not reveal a unit."""
    firing = position_by_index(table, position)
    shot = [position_tag(firing), *leader_fire.tags_of(table, hits)]
    table.tell("6.3", telling.FIRE, text, shot, way=shot, position=firing.name, hits=list(hits))


@steps.step("position_fire.take_hit")
def take_hit(table: OmahaTable, position: int, target: int, effect: int) -> None:
    """6.32, 6.33a, 6.37b A hit costs a step, 6.33 disrupts, or does both; 11.4 leaders are hit
    otherwise."""
    why = f"under fire from {position_by_index(table, position).name}"
    if target >= UNITS:
        leader_fire.take_leader_hit(table, target, why)
        return
    hit: list[tuple[Any, ...]] = []
    if effect & LOSE_STEP:
        hit.append((step_lost, target, "6.32", why))
    if effect & DISRUPT:
        hit.append((disrupt, target, why))
    table.then(*hit)


@steps.step("position_fire.step_lost")
def step_lost(table: OmahaTable, unit: int, rule: str, why: str) -> None:
    """6.34a A step is lost; it counts as taken even if a hero gives his life for it (11.14)."""
    if table.steps_left[unit]:
        table.lost_step |= 1 << unit
        table.then((losses.lose_step_to_german_fire, unit, rule, why))


@steps.step("position_fire.disrupt")
def disrupt(table: OmahaTable, unit: int, why: str, rule: str = "6.33") -> None:
    """6.33b, 6.33c, 16.6, FAQ.10a A disrupted marker; a second one changes nothing."""
    if table.hex[unit] < 0 or table.disrupted >> unit & 1:
        return
    table.disrupted |= 1 << unit
    name = losses.name_and_place(table, unit)
    table.tell(
        rule,
        telling.DISRUPTED,
        lambda: f"{name} is disrupted {why}.",
        [piece_tag(unit), hex_tag(table.hex[unit])],
        way=losses.line_of_fire(unit, why),
        unit=piece_name(unit),
    )
