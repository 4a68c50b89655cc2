"""8 US combat actions: who may attack what, and building an attack unit by unit.

An attack begins with an infantry unit that can attack by itself from an adjacent hex; then
units join one by one, and naval fire, until the player commits. Nothing is spent or revealed
before that. 8.31 All of them make one attack, with one strength and common weapons.
"""

from __future__ import annotations

from functools import lru_cache

from beachhead.kernel.bits import listed, members
from beachhead.kernel.chance import Pick
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Proposal, Shows, Topic
from beachhead.omaha.germans import revealing
from beachhead.omaha.odds.attack_odds import attack_preview
from beachhead.omaha.odds.prospects import AttackProspect
from beachhead.omaha.table import state, telling
from beachhead.omaha.table.state import (
    EMPTY,
    HQS,
    UNITS,
    OmahaTable,
    equipment,
    german_hexes,
    hex_tag,
    in_command,
    piece_name,
    piece_tag,
    plays_otherwise,
    post_in,
    post_tags,
    projecting,
    seat_of,
    steps,
    target_tags,
)
from beachhead.omaha.us_actions import allotment
from beachhead.omaha.us_combat import resolution
from beachhead.omaha.us_combat.attack_reach import (
    all_infantry,
    assault_sides,
    assaults,
    attacking_sides,
    in_range,
    is_adjacent,
    is_infantry,
    post_name,
    refuse_hexside,
    refuse_high_ground,
    refuse_range,
)
from beachhead.omaha.us_combat.barrages import (
    barrage,
    barrage_targets,
    marker_in_words,
    naval_barrage,
    naval_targets,
    observed,
    refuse_barrage,
    refuse_naval_barrage,
)
from beachhead.omaha.us_combat.terrain_and_defense import Attackers
from beachhead.omaha.us_combat.weapons import refuse_naval_fire

__all__ = [
    "all_who_can_join",
    "attack_preview",
    "attackers_so_far",
    "barrage",
    "barrage_targets",
    "begin_attack",
    "naval_barrage",
    "naval_targets",
    "observed",
    "refuse_attack",
    "refuse_barrage",
    "refuse_naval_barrage",
    "refuse_naval_fire",
    "refuse_target",
    "targets",
    "who_can_join",
]

COMMIT = -1
NAVAL_FIRE = -2


# --- 8.1 what may be attacked


def targets(table: OmahaTable) -> list[int]:
    """8.1, 8.15, 23.6a The posts that the acting division may attack now, with what it has left to
    pay: to ready infantry at a side that it may attack across, only the target can be in the
    way."""
    germans, at = german_hexes(table), table.at
    beside = before(germans) & table.ground
    if not table.acting or not beside:
        return []
    sides, ready = assault_sides(), allotment.ready(table, table.acting)
    ready &= all_infantry() & ~_stopped(table)
    if not allotment.actions_left(table, table.acting):
        ready &= allotment.free_pieces(table)
    reached: HexSet = 0
    for hex_ in listed(beside):
        units = at[hex_] & ready
        if units and table.house:  # which look closer
            for target in members(sides[hex_] & germans & ~reached):
                if any(_may_assault(table, unit, target) for unit in members(units)):
                    reached |= 1 << target
        elif units:
            reached |= sides[hex_]
    found = []
    for target in listed(reached & germans):
        post = post_in(table, target)
        if post is not None and refuse_target(table, post) is None:
            found.append(post)
    return sorted(found)


def _may_assault(table: OmahaTable, unit: int, target: int) -> bool:
    post = post_in(table, target)
    return post is not None and refuse_attack(table, unit, post) is None


@lru_cache(64)
def before(germans: HexSet) -> HexSet:
    """8.15 The hexes next to Germans from which infantry may attack them."""
    found, sides = 0, attacking_sides()
    for hex_ in members(germans):
        found |= sides[hex_]
    return found


def refuse_target(table: OmahaTable, post: int) -> Refusal | None:
    """8.16, 8.32a, 8.41c, 8.53b, FAQ.1a A German-occupied hex is attacked once in a phase, and not
    if barraged."""
    bit = 1 << post
    if table.posts & ~(table.barraged | table.attacked) & bit and not table.house:
        return None
    name = post_name(post)
    if table.unit[post] == EMPTY:
        return Refusal("8", f"there is no German unit in {name}")
    if table.barraged & bit:
        return Refusal("8.41", f"{name} has been barraged in this phase")
    if table.attacked & bit:
        return Refusal("8.16", f"{name} has already been attacked in this phase")
    # O-26 Each hex of a two-hex WN once, unless the table counts by position.
    position = equipment().posts_of[equipment().posts[post].position.index]
    if table.attacked & position and plays_otherwise(table, "attack-per-position"):
        return Refusal("8.16", f"the other hex of {name} has already been attacked in this phase")
    return None


def _stopped(table: OmahaTable) -> int:
    """Units that cannot attack now, whatever the target."""
    return table.acted | table.disrupted | table.climbing | table.climbing_cliff


# --- 8.1 which units may join


def refuse_attack(
    table: OmahaTable, unit: int, post: int, attackers: Attackers = ()
) -> Refusal | None:
    """8b, 8.1, 8.13b, 8.14a Whether a piece, no leader, may take part in an attack together with
    those already chosen."""
    refusal = (
        refuse_target(table, post)
        or allotment.refuse_to_act(table, unit)
        or allotment.refuse_by_kind(table, unit, "attack")
        or allotment.refuse_by_marker(table, unit, "attack")
    )
    if refusal is not None:
        return refusal
    if unit in attackers:
        return Refusal("8.13", f"{piece_name(unit)} already takes part in the attack")
    return (
        refuse_range(table, unit, post)
        or refuse_high_ground(table, unit, post)
        or refuse_hexside(table, unit, post, attackers)
        or _refuse_without_infantry(table, unit, post, attackers)
        or _refuse_coordination(table, unit, post, attackers)
        or allotment.refuse_price(table, (*attackers, unit))
    )


def _refuse_without_infantry(
    table: OmahaTable, unit: int, post: int, attackers: Attackers
) -> Refusal | None:
    """8a, 8.1a At least one infantry unit must attack from an adjacent hex."""
    if any(assaults(table, each, post) for each in (unit, *attackers)):
        return None
    return Refusal("8.1", f"no infantry unit attacks {post_name(post)} from an adjacent hex")


def _refuse_coordination(
    table: OmahaTable, unit: int, post: int, attackers: Attackers
) -> Refusal | None:
    """8.1e to 8.1h, 11.2e, 11.3d What units other than infantry need besides range."""
    if is_infantry(unit):
        return None
    infantry = [each for each in attackers if is_infantry(each)]
    if state.is_artillery(unit):
        return _refuse_artillery(table, unit, post, infantry)
    if (
        is_adjacent(table, unit, post)
        or any(_is_beside(table, unit, each) for each in infantry)
        or in_command(table, unit)
        or any(in_command(table, each) for each in infantry)
    ):
        return None
    return Refusal(
        "8.1",
        f"{piece_name(unit)} is not next to {post_name(post)} or to attacking infantry, and "
        "neither it nor attacking infantry is in command of an HQ or General",
    )


def _is_beside(table: OmahaTable, unit: int, infantry: int) -> bool:
    """P-14 Adjacent to attacking infantry means in a neighboring hex."""
    here, there = table.hex[unit], table.hex[infantry]
    if here == there:
        return plays_otherwise(table, "stacked-is-adjacent")
    return bool(equipment().board.grid.adjacent[here] >> there & 1)


def _refuse_artillery(
    table: OmahaTable, unit: int, post: int, infantry: list[int]
) -> Refusal | None:
    """8.1i to 8.1k, 11.2e, 11.3e Artillery fires from afar, under an HQ that also commands
    attacking infantry, and if it is not armored out of sight."""
    name = piece_name(unit)
    if is_adjacent(table, unit, post):
        return Refusal("8.1", f"{name} is artillery and may not be next to {post_name(post)}")
    commands = [table.commands[headquarters - UNITS] for headquarters in HQS]
    if not any(
        units >> unit & 1 and any(units >> each & 1 for each in infantry) for units in commands
    ):
        return Refusal("8.1", f"no HQ commands both {name} and an attacking infantry unit")
    if not equipment().units[unit].armored and projecting(table) >> table.hex[unit] & 1:
        return Refusal("8.1", f"{name} is not armored and in a German field of fire")
    return None


# --- building an attack


@steps.step("combat.begin_attack")
def begin_attack(table: OmahaTable, post: int) -> None:
    """8.3 Declare an attack on a German-occupied hex."""
    table.then((build_attack, post, (), False))


@steps.step("combat.build_attack")
def build_attack(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> None:
    """8.3 Choose the next unit, naval fire, or commit. Who alone can begin is not asked for, but
    whether to attack always is."""
    choices = [] if attackers else _choices(table, post, attackers, naval)
    if len(choices) == 1:
        attack_built(table, choices[0], post, attackers, naval)
    else:
        table.then((choose_attackers, post, attackers, naval))


def _may_call(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> list[str]:
    if not attackers or naval or refuse_naval_fire(table, post, attackers) is not None:
        return []
    return ["Add naval fire (8.51)."]


def _with(
    _: OmahaTable, option: Option | None, post: int, attackers: Attackers, naval: bool
) -> AttackProspect | None:
    """8.3 The attack as an option would leave it."""
    choice = COMMIT if option is None else option.value
    if choice == NAVAL_FIRE:
        return AttackProspect(post, attackers, True)
    attackers = attackers if choice == COMMIT else (*attackers, choice)
    return AttackProspect(post, attackers, naval) if attackers else None


def _shown(_: OmahaTable, option: Option, *__: object) -> Shows:
    return Shows(hostile=option.value in (COMMIT, NAVAL_FIRE))


def _by_all(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> Proposal | None:
    """8.13 Everybody who can joins, then the attack is made."""
    joined = all_who_can_join(table, post, attackers)
    if joined == attackers:
        return None
    names = ", ".join(map(piece_name, joined))
    return Proposal(
        f"Attack {post_name(post)} with {names}: {_price(table, post, joined, naval)}",
        (*(f"unit-{piece_name(unit)}" for unit in joined[len(attackers) :]), "commit"),
    )


ATTACKS = Topic(
    "attack_built",
    "Building an attack",
    "Name the units that take part, then attack.",
    _may_call,
    about=resolution.attack_tags,
    part=True,
    charts=("us-attack", "us-weapons"),
    builds=_with,
    shows=_shown,
    proposes=_by_all,
)


@steps.question("combat.choose_attackers")
def choose_attackers(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> Decision:
    """8.3 Who takes part in the attack."""
    return Decision(
        seat_of(table, table.acting),
        _asked,
        "8.1",
        attack_built,
        _options,
        (post, attackers, naval),
        topic=ATTACKS,
        sample=_any_choice,
    )


def _any_choice(table: OmahaTable, pick: Pick, post: int, attackers: Attackers, naval: bool) -> int:
    choices = _choices(table, post, attackers, naval)
    return choices[pick(len(choices))]


def _asked(_: OmahaTable, post: int, attackers: Attackers, naval: bool) -> str:
    if not attackers:
        return f"Choose the first infantry unit to attack {post_name(post)}."
    names = ", ".join(piece_name(unit) for unit in attackers)
    fire = " with naval fire" if naval else ""
    return f"{names}{fire} will attack {post_name(post)}. Add who can join, or attack."


def _options(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> list[Option]:
    choices = _choices(table, post, attackers, naval)
    return [_option(table, choice, post, attackers, naval) for choice in choices]


def attackers_so_far(table: OmahaTable, post: int) -> Attackers:
    """8.3 The units chosen so far for the attack on a post that is being built, if one is."""
    asked = table.asked(choose_attackers)
    return tuple(asked[1]) if asked and asked[0] == post else ()


def who_can_join(table: OmahaTable, post: int, attackers: Attackers) -> list[int]:
    """8.1 The units that may take part in an attack together with those already chosen."""
    return _who_of(table, _within_range(table, post), post, attackers)


def _who_of(table: OmahaTable, units: list[int], post: int, attackers: Attackers) -> list[int]:
    return [
        unit
        for unit in units
        if unit not in attackers and refuse_attack(table, unit, post, attackers) is None
    ]


def _within_range(table: OmahaTable, post: int) -> list[int]:
    """8.11 The units that could attack a post, if only they may join."""
    if refuse_target(table, post) is not None or not table.acting:
        return []
    stopped = _stopped(table)
    return [
        unit
        for unit in allotment.ready_pieces(table, table.acting)
        if unit < UNITS and not stopped >> unit & 1 and in_range(table, unit, post)
    ]


def all_who_can_join(table: OmahaTable, post: int, attackers: Attackers = ()) -> Attackers:
    """8.1 The units that may attack a post together, if they join one by one, infantry first."""
    units = _within_range(table, post)
    while others := _who_of(table, units, post, attackers):
        attackers += (min(others, key=lambda unit: not is_infantry(unit)),)
    return attackers


def _choices(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> list[int]:
    choices = who_can_join(table, post, attackers)
    if attackers:
        if not naval and refuse_naval_fire(table, post, attackers) is None:
            choices.append(NAVAL_FIRE)
        choices.append(COMMIT)
    return choices


def _option(table: OmahaTable, choice: int, post: int, attackers: Attackers, naval: bool) -> Option:
    target = target_tags(table, post)
    if choice == COMMIT:
        price = _price(table, post, attackers, naval)
        what = telling.said("Attack {}: {}", post_name(post), price)
        return Option("commit", what, choice, target, "8.3", commits=True, ends=True)
    if choice == NAVAL_FIRE:
        what = telling.said("Add naval fire ({}, spent when you attack)", marker_in_words(table))
        return Option("naval-fire", what, choice, target, "8.51")
    here = table.hex[choice]
    return Option(
        f"unit-{piece_name(choice)}",
        lambda: f"Add {piece_name(choice)} in {equipment().board.name(here)}",
        choice,
        (piece_tag(choice), hex_tag(here)),
        "8.1",
    )


def _price(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> str:
    """8.3, 8.13 What an attack costs, and that it turns the German unit up."""
    prices = [marker_in_words(table)] if naval else []
    if allotment.price(table, attackers) or not naval:
        prices.insert(0, allotment.price_in_words(table, attackers))
    reveals = ", reveals the German unit" if table.unit[post] < 0 else ""
    return " and ".join(prices) + reveals


def attack_built(
    table: OmahaTable, choice: int, post: int, attackers: Attackers, naval: bool
) -> None:
    """8.3 Another unit joins, or the attack is committed."""
    if choice == COMMIT:
        commit(table, post, attackers, naval)
    elif choice == NAVAL_FIRE:
        table.then((build_attack, post, attackers, True))
    else:
        table.then((build_attack, post, (*attackers, choice), naval))


def commit(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> None:
    """8.13a, 8.3a, 8.3b, 8.54b The attackers act, naval fire is spent, and the German unit is
    revealed."""
    table.tell(
        "8.3",
        telling.ATTACK,
        lambda: (
            f"{' and '.join(map(piece_name, attackers))} "
            f"attack{'s' if len(attackers) == 1 else ''} {post_name(post)}"
            f"{' with naval fire' if naval else ''}."
        ),
        [*map(piece_tag, attackers), *post_tags(table, post)],
        post=post_name(post),
        units=[piece_name(unit) for unit in attackers],
        naval=naval,
    )
    allotment.spend(table, attackers, "8.13")
    table.attacked |= 1 << post
    if naval:
        table.naval_fire -= 1
        left = table.naval_fire
        table.tell(
            "8.54",
            telling.NAVAL_FIRE,
            lambda: f"A naval fire marker is spent: {left} left.",
            left=left,
        )
    compare = (resolution.compare_forces, post, attackers, naval)
    table.then(revealing.reveal_unit(post, "8.3", *compare))
