"""9.3.3 Support Points: how many the Allies may add to an attack, and adding them."""

from __future__ import annotations

from functools import cache

from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.storm.attacks.attack_points import involved, under_way
from beachhead.storm.table import telling
from beachhead.storm.table.board import board
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import ALLIED, Attack, StormTable, place_name, steps, tags


def support_limit(table: StormTable, attack: Attack) -> int:
    """9.3.3a Two Support Points where the area's name is red, one where it is black."""
    if attack.side != ALLIED or not attack.support_allowed:
        return 0
    return min(table.support, board().areas[attack.area].support_limit - attack.support)


def _points_left(table: StormTable) -> list[str]:
    return [f"{table.support} Support Points are left this turn."]


def _with_support(table: StormTable, option: Option | None) -> Attack:
    """9.3.1 The attack with the points that an option adds."""
    attack = under_way(table).copy()
    attack.support += 0 if option is None else option.value
    return attack


SUPPORT = Topic(
    "support_chosen",
    "Support Points",
    may=_points_left,
    about=involved,
    charts=("attack",),
    builds=_with_support,
)


@steps.question("fire.choose_support")
def choose_support(table: StormTable) -> Decision | None:
    """9.3.3a, 9.3.3b How many Support Points the Allies add, before the dice are rolled."""
    attack = under_way(table)
    most = support_limit(table, attack)
    if most <= 0:
        return None
    return Decision(
        SIDES[ALLIED],
        _add_support,
        "9.3.3",
        support_chosen,
        [_support(points, table.support - points) for points in range(most + 1)],
        topic=SUPPORT,
    )


def _add_support(table: StormTable) -> str:
    return (
        f"Add Support Points to the attack in {place_name(under_way(table).area)}? "
        f"You have {table.support} this turn."
    )


@cache
def _support(points: int, left: int) -> Option:
    return Option(
        f"support-{points}", lambda: f"Add {points or 'none'}: {left} left", points, commits=True
    )


def support_chosen(table: StormTable, points: int) -> None:
    """9.3.1b, 9.3.3 The points are used up."""
    assert table.attack is not None
    if points:
        left = table.support = table.support - points
        table.attack.support += points
        plural = "s" if points > 1 else ""
        table.tell(
            "9.3.3",
            telling.SUPPORT,
            lambda: f"The Allies add {points} Support Point{plural}: {left} left.",
            tags(0, table.attack.area),
            points=points,
            left=left,
        )
