"""8.3 Resolving an attack: the hero's help, the attack table, its results, 8.33 withdrawal.

8.32 Of a two-hex WN only the hex attacked is judged. The rows of the table, from Turn 17 those of
UAT.extended, are read in `terrain_and_defense`.
"""

from __future__ import annotations

from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Shows, Topic
from beachhead.omaha.german_fire import losses
from beachhead.omaha.germans import pools, revealing
from beachhead.omaha.germans.depth import gain_depth
from beachhead.omaha.germans.reinforcements import tactical_reinforcement
from beachhead.omaha.odds.prospects import AttackProspect
from beachhead.omaha.table import telling
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    OmahaTable,
    counter_tag,
    depth_at,
    equipment,
    hex_tag,
    piece_name,
    piece_tag,
    post_hex,
    post_tags,
    seat_of,
    steps,
    target_tags,
)
from beachhead.omaha.us_combat.attack_reach import is_adjacent, post_name
from beachhead.omaha.us_combat.barrages import disrupt_german, remove_depth
from beachhead.omaha.us_combat.terrain_and_defense import (
    NEITHER,
    STRENGTH,
    WEAPON,
    Attackers,
    Fight,
    fight,
    read_table,
)
from beachhead.omaha.us_combat.weapons import Weapons, hero_in_attack
from beachhead.omaha.victory.control import in_german_communication

REVEAL = "reveal_depth_and_recheck"


# --- 8.3 steps 2 to 4


@steps.step("resolution.compare_forces")
def compare_forces(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> None:
    """8.3 Steps 2 to 4. O-29: a hero's help is chosen for each comparison anew."""
    helps = hero_choices(table, post, attackers, naval)
    if len(helps) > 1:
        table.then((choose_benefit, post, attackers, naval))
    else:
        consult_table(table, helps[0], post, attackers, naval)


def hero_choices(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> list[str]:
    """8.23, 8.3e The kinds of help a hero can give, if there is one."""
    if hero_in_attack(table, post, attackers, naval) is None:
        return [NEITHER]
    return hero_helps(table, fight(table, post, attackers, naval))


def hero_helps(table: OmahaTable, now: Fight) -> list[str]:
    """8.23c, 11.13a The kinds of help that change the result of a comparison, each in its own way.
    To do without is a choice of its own where his help would turn up the depth marker."""
    results = {help_: read_table(table, *now, help_)[2] for help_ in (NEITHER, WEAPON, STRENGTH)}
    helps = [
        help_
        for help_ in (WEAPON, STRENGTH)
        if results[help_] != results[NEITHER]
        and (help_ == WEAPON or results[help_] != results[WEAPON])
    ]
    if not helps or any(results[help_] == (REVEAL,) for help_ in helps):
        helps.append(NEITHER)
    return helps


def _as_it_stands(
    _: OmahaTable, option: Option | None, post: int, attackers: Attackers, naval: bool
) -> AttackProspect | None:
    return AttackProspect(post, attackers, naval) if option is None else None


def attack_tags(_: OmahaTable, post: int, attackers: Attackers, __: bool) -> list[str]:
    """8.3 Who attacks, and whom."""
    return [*map(piece_tag, attackers), counter_tag(post)]


BENEFITS = Topic(
    "consult_table",
    "What the hero adds",
    about=attack_tags,
    charts=("us-attack", "us-weapons"),
    builds=_as_it_stands,
)


@steps.question("resolution.choose_benefit")
def choose_benefit(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> Decision:
    """8.23a, 8.23c, 8.3e A weapon, or one more strength, or nothing."""
    hero = hero_in_attack(table, post, attackers, naval)
    assert hero is not None
    name = equipment().pieces.heroes[hero].name
    now, target = fight(table, post, attackers, naval), target_tags(table, post)
    labels = {
        WEAPON: lambda: f"{name} stands in for {_weapon_names(now.missing)}",
        STRENGTH: lambda: f"{name} adds 1 to the strength",
        NEITHER: lambda: f"Attack without the help of {name}",
    }
    return Decision(
        seat_of(table, table.acting),
        f"How does {name} help the attack on {post_name(post)}?",
        "8.23",
        consult_table,
        [
            Option(f"hero-{help_}", labels[help_], help_, target, "8.23", commits=True)
            for help_ in hero_choices(table, post, attackers, naval)
        ],
        (post, attackers, naval),
        topic=BENEFITS,
    )


RESULTS = {
    "us_disrupted": "the attackers are disrupted",
    "german_gains_depth": "the German gains depth",
    "german_unit_unrevealed": "the German unit is turned face down",
    "german_disrupted": "the German is disrupted",
    "depth_eliminated": "the depth marker is eliminated",
    "optional_attrition": "attrition is possible",
    "german_defeated": "the German is defeated",
    REVEAL: "the depth marker is revealed and forces are compared again",
}

COMPARISONS = {
    "less": "less than",
    "equal": "equal to",
    "greater": "greater than, but not double,",
    "double": "at least double",
}


def consult_table(
    table: OmahaTable, benefit: str, post: int, attackers: Attackers, naval: bool
) -> None:
    """8.3g Steps 4 and 5: read the attack table and apply the result."""
    now = fight(table, post, attackers, naval)
    comparison, ready, results = read_table(table, *now, benefit)
    _tell_hero(table, benefit, post, attackers, naval, now.missing)
    us, german, missing = now.us + (benefit == STRENGTH), now.force.strength, now.missing
    table.tell(
        "UAT.yes" if ready else "UAT.no",
        telling.COMPARISON,
        lambda: (
            f"US strength {us} is {COMPARISONS[comparison]} the German {german}; "
            + ("all required weapons are there" if ready else f"{_weapon_names(missing)} missing")
            + f": {' and '.join(RESULTS[each] for each in results) or 'no effect'}."
        ),
        post_tags(table, post),
        post=post_name(post),
        us=us,
        german=german,
        missing=sorted(missing),
        weapons=ready,
        comparison=comparison,
        results=list(results),
        cell=("us-attack", f"{'all' if ready else 'missing'}-{comparison}", now.depth),
    )
    for result in results:
        apply_result(table, result, post, attackers, naval)


def _tell_hero(
    table: OmahaTable, benefit: str, post: int, attackers: Attackers, naval: bool, missing: Weapons
) -> None:
    hero = hero_in_attack(table, post, attackers, naval)
    if hero is None or benefit == NEITHER:
        return
    name = equipment().pieces.heroes[hero].name
    what = f"stands in for {_weapon_names(missing)}" if benefit == WEAPON else "adds 1 strength"
    table.tell(
        "8.23",
        telling.HERO,
        lambda: f"{name} {what}.",
        [piece_tag(table.heroes[hero])],
        help=benefit,
    )


def _weapon_names(weapons: Weapons) -> str:
    return " and ".join(f"{charts().weapons[each]} ({each})" for each in sorted(weapons))


# --- 8.3 step 5: results


def apply_result(
    table: OmahaTable, result: str, post: int, attackers: Attackers, naval: bool
) -> None:
    """UAT.results What a result of the attack table does."""
    rule = "UAT.results"
    match result:
        case "us_disrupted":
            disrupt_attackers(table, post, attackers)
        case "german_gains_depth":
            gain_depth(table, post, rule)
        case "german_unit_unrevealed":
            turn_face_down(table, post)
        case "german_disrupted":
            disrupt_german(table, post, rule)
        case "depth_eliminated":
            remove_depth(table, post, rule)
        case "optional_attrition":
            table.then((offer_attrition, post, attackers))
        case "german_defeated":
            defeat(table, post)
        case _:
            assert result == REVEAL, result
            table.then(revealing.reveal_depth(post, "8.3", depth_turned_up, post, attackers, naval))


def disrupt_attackers(table: OmahaTable, post: int, attackers: Attackers) -> None:
    """UAT.results-a, UAT.results-b Every unit that attacks from an adjacent hex is disrupted
    (7.7)."""
    for unit in attackers:
        if is_adjacent(table, unit, post):
            table.disrupted |= 1 << unit
            table.disrupted_now |= 1 << unit
            name, here = piece_name(unit), [piece_tag(unit), hex_tag(table.hex[unit])]
            text = telling.said(
                "{} is disrupted by its attack.", losses.name_and_place(table, unit)
            )
            table.tell("UAT.results", telling.DISRUPTED, text, here, unit=name)


def turn_face_down(table: OmahaTable, post: int) -> None:
    """UAT.results-d, 9.1d The German unit is turned face down; 23.41 armor never is."""
    if post in ARMOR_POSTS:
        return
    table.face_down |= 1 << post
    name = post_name(post)
    text = telling.said("The German unit in {} is turned face down.", name)
    table.tell("UAT.results", telling.UNREVEALED, text, post_tags(table, post), post=name)


def _german(_: OmahaTable, post: int) -> list[str]:
    return [counter_tag(post)]


def _costs_a_step(_: OmahaTable, option: Option, __: int) -> Shows:
    return Shows(costly=option.value >= 0)


ATTRITION = Topic("attrition_decided", "Attrition", about=_german, shows=_costs_a_step)


@steps.question("resolution.offer_attrition")
def offer_attrition(table: OmahaTable, post: int, attackers: Attackers) -> Decision:
    """UAT.results-e One step of an adjacent attacker for the depth marker, or not."""
    target, marker = target_tags(table, post), depth_at(post)
    options = [
        Option(
            f"unit-{piece_name(unit)}",
            telling.said("{} loses a step, and the {} is eliminated", piece_name(unit), marker),
            unit,
            (piece_tag(unit), *target),
            commits=True,
        )
        for unit in attackers
        if is_adjacent(table, unit, post)
    ]
    decline = Option("decline", "Leave the depth marker", -1, target, commits=True, ends=True)
    return Decision(
        seat_of(table, table.acting),
        f"Take a step loss to eliminate the {depth_at(post)}?",
        "UAT.results",
        attrition_decided,
        [*options, decline],
        (post,),
        topic=ATTRITION,
    )


def attrition_decided(table: OmahaTable, unit: int, post: int) -> None:
    """UAT.results-e The unit loses a step and the marker leaves play."""
    if unit < 0:
        text = telling.said("No attrition: the {} stays.", depth_at(post))
        table.tell("UAT.results", telling.NO_ATTRITION, text, post_tags(table, post))
        return
    remove_depth(table, post, "UAT.results")
    losses.lose_step(table, unit, "UAT.results", "by attrition")


@steps.step("resolution.depth_turned_up")
def depth_turned_up(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> None:
    """8.3h, 9.4, UAT.results-h Compare again; a Tactical Reinforcement marker goes, and the unit is
    defeated."""
    if equipment().pieces.depth_markers[table.depth[post]].tactical_reinforcement:
        table.then((tactical_reinforcement, post, False), (defeat, post))
    else:
        table.then((compare_forces, post, attackers, naval))


@steps.step("resolution.defeat")
def defeat(table: OmahaTable, post: int) -> None:
    """8.33a to 8.34a, 12.24b, 23.6a, 23.6b, UAT.results-g A reinforcement unit of the 352nd
    Division withdraws to the division pool if it is in communication now (12.24); every other unit
    is removed from play, armor too (23.6)."""
    where, touched = equipment().posts[post], post_tags(table, post)
    place = where.name if post not in ARMOR_POSTS else equipment().board.name(post_hex(table, post))
    unit = equipment().pieces.german_units[table.unit[post]]
    withdraws = (
        unit.kind not in ("wn", "armor")
        and unit.division == 352
        and in_german_communication(table, post_hex(table, post))
    )
    if withdraws:
        pools.withdraw(table, post)
    else:
        pools.clear_post(table, post)
    goes = "withdraws" if withdraws else "removed from play"
    who = unit.spoken if unit.kind == "wn" else f"unit {unit.name}"
    table.tell(
        "8.33",
        telling.WITHDRAWAL if withdraws else telling.GERMAN_ELIMINATED,
        lambda: f"The German {who} in {place} is defeated and {goes}.",
        touched,
        post=where.name,
        unit=unit.name,
    )
