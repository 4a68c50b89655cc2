"""7 Orders: pieces go somewhere together, each by its own action or as the company of another, or
8 attack together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from beachhead.kernel.figures import percent
from beachhead.kernel.orders import Order, by_two_choices
from beachhead.kernel.play import State
from beachhead.omaha.odds.attack_odds import winning
from beachhead.omaha.table.state import (
    UNITS,
    OmahaTable,
    division_name,
    equipment,
    piece_name,
    piece_tag,
    target_tags,
)
from beachhead.omaha.us_actions.action_phase import ACTIONS, NOTHING_LEFT
from beachhead.omaha.us_combat import attacks
from beachhead.omaha.us_combat.attack_reach import is_infantry
from beachhead.omaha.us_combat.terrain_and_defense import Attackers


def orders(state: State[OmahaTable], chosen: Sequence[str], _: str) -> list[Order]:
    """7, 7.21 Where some pieces can go, one after the other; whoever may go along for nothing
    does. 7.2 A piece of the next division acts when the first has nothing left to do. 8 What they
    can attack."""
    found = [
        each._replace(choices=_with_company(each.choices)) for each in by_two_choices(state, chosen)
    ]
    if state.decision.kind != ACTIONS.id:
        return found
    acting = division_name(state.position.acting)
    moves = [
        order._replace(label=partial(_after_the_end, acting, order.text))
        if order.choices[0] == NOTHING_LEFT
        else order
        for order in found
    ]
    return moves + _attacks(state.position, chosen)


def _with_company(choices: Sequence[str]) -> tuple[str, ...]:
    """7.21 Before a second piece acts by itself, it is asked whether it goes along."""
    found: list[str] = []
    for choice in choices:
        if choice.startswith(ACT) and any(each.startswith(ACT) for each in found):
            found += [f"with-{choice.removeprefix(ACT)}", "go"]
        found.append(choice)
    return tuple(found)


ACT = "act-"


def _after_the_end(division: str, text: str) -> str:
    return f"End the {division}'s actions. {text}"


# --- 8 attacks


def _attacks(table: OmahaTable, chosen: Sequence[str]) -> list[Order]:
    """8.1 What some units can attack together."""
    by_tag = {piece_tag(unit): unit for unit in range(UNITS)}
    units = [by_tag[tag] for tag in chosen if tag in by_tag]
    if not units or len(units) < len(chosen):
        return []
    infantry_first = tuple(sorted(units, key=lambda unit: not is_infantry(unit)))
    return [
        _attack(table, post, infantry_first)
        for post in attacks.targets(table)
        if _may_together(table, post, infantry_first)
    ]


def _may_together(table: OmahaTable, post: int, units: Attackers) -> bool:
    """8.1 Whether units may join an attack one by one."""
    return all(
        attacks.refuse_attack(table, unit, post, units[:number]) is None
        for number, unit in enumerate(units)
    )


def _attack(table: OmahaTable, post: int, units: Attackers) -> Order:
    return Order(
        partial(_attacking, post, units),
        (
            f"attack-{equipment().posts[post].name}",
            *(f"unit-{piece_name(unit)}" for unit in units),
            "commit",
        ),
        tuple(map(piece_tag, units)),
        target_tags(table, post)[::-1],  # one points at the counter rather than at the position
        "8.1",
        note=percent(winning(table, post, units), "%"),
        hostile=True,
    )


def _attacking(post: int, units: Attackers) -> str:
    return f"Attack {equipment().posts[post].name} with {', '.join(map(piece_name, units))}"
