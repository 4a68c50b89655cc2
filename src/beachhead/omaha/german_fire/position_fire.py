"""6.3 Position fire: the hits of a card are assigned and take effect. Whom they can fall on is in
`hits`, what they do in `losses`.

Before Turn 17 all fire of a card happens together (P-25): who is hit is settled for all
positions first, on the table as it was when the card was drawn, and only then do units lose
steps. In the extended game `firing` is one position: its fire takes effect before the next
position is checked (16).
"""

from __future__ import annotations

from functools import cache

from beachhead.kernel.bits import listed
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.german_fire import losses
from beachhead.omaha.german_fire.fields_of_fire import intensity
from beachhead.omaha.german_fire.hits import (
    ALL_CALLED,
    DISRUPT,
    LOSE_STEP,
    FireHit,
    Firing,
    Volley,
    next_disruptions,
    next_hits,
    volleys,
)
from beachhead.omaha.german_fire.losses import disrupt, step_lost
from beachhead.omaha.leaders import leader_fire
from beachhead.omaha.table import telling
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.state import (
    UNITS,
    OmahaTable,
    hex_tag,
    piece_name,
    piece_tag,
    position_by_index,
    position_tag,
    seat_among,
    steps,
)

# --- 6.31, 6.34 Assigning the hits


@steps.step("position_fire.assign_hits")
def assign_hits(table: OmahaTable, number: int, sector: str, firing: Firing = ALL_CALLED) -> None:
    """6.1e, 6.31, GAS.star-a Assign hits as long as nobody has a choice; 11.41 leaders come after
    all units."""
    fired = volleys(table, card(number), sector, firing)
    settled = False
    if len(fired) == 1 and not table.fire_hits:
        table.fire_hits, settled = _hits_alone(fired[0])
    while not settled:
        sure, choices = next_hits_of(table, fired)
        if choices:
            table.then((choose_hit, number, sector, firing), (assign_hits, number, sector, firing))
            return
        table.fire_hits += tuple(sure)
        settled = not sure
    leaders = [
        (leader_fire.hit_leader, volley.position)
        for volley in fired
        if volley.eligible < volley.limit
        and position_by_index(table, volley.position).color in _starred(number)
    ]
    if leaders:
        table.then(*leaders, (open_fire, number, sector, firing))
    else:
        _hits_take_effect(table, sector, fired)


@cache
def _starred(number: int) -> frozenset[str]:
    """GAS.star-a The colors of a card whose fire may hit a leader as well."""
    return frozenset(square.color for square in card(number).squares if square.action == "star")


def _hits_alone(volley: Volley) -> tuple[tuple[FireHit, ...], bool]:
    """6.31b The hits of a position that fires alone, rank by rank, and whether these are all; if
    not, a rank has more units than there are hits left."""
    hits: list[FireHit] = []
    left, position = volley.limit, volley.position
    loss = LOSE_STEP | DISRUPT if volley.also_disrupts else LOSE_STEP
    for ranks, effect in ((volley.losses, loss), (volley.disruptions, DISRUPT)):
        for rank in ranks:
            if not left:
                return tuple(hits), True
            if rank.bit_count() > left:
                return tuple(hits), False
            hits += [(position, unit, effect) for unit in listed(rank)]
            left -= rank.bit_count()
    return tuple(hits), True


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
    if not any(left.values()):
        return [], []
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
    table.fire_hits += (hit,)


# --- 6.32, 6.33 What the hits do


@steps.step("position_fire.open_fire")
def open_fire(table: OmahaTable, number: int, sector: str, firing: Firing = ALL_CALLED) -> None:
    """6.3 Every position's hits take effect, once it is settled which leaders are hit."""
    _hits_take_effect(table, sector, volleys(table, card(number), sector, firing))


def _hits_take_effect(table: OmahaTable, sector: str, fired: list[Volley]) -> None:
    assigned, table.fire_hits = table.fire_hits, ()
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
    if not effect & LOSE_STEP:
        disrupt(table, target, why)
        return
    if effect & DISRUPT:
        table.then((disrupt, target, why))
    step_lost(table, target, "6.32", why)
