"""13b Carpet bombing: 13b2 it is resolved before the combats, by the bombers that
`strategic_bombers` has sent out."""

from __future__ import annotations

from functools import partial

from beachhead.dday91.air.strategic_bombers import bombers_out, return_home
from beachhead.dday91.combat import resolution_and_tempting_fate
from beachhead.dday91.combat.losses import mark_loss
from beachhead.dday91.combat.modifiers import defenders
from beachhead.dday91.table import telling
from beachhead.dday91.table.charts import DIE, Bombing, charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    DDayTable,
    UnitSet,
    hex_label,
    hex_tag,
    row,
    steps,
    tags_of_unit,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import members
from beachhead.kernel.dice import die
from beachhead.kernel.play import Chance, Decision, Option
from beachhead.kernel.topic import Shows, Topic


@steps.step("bombing.bomb")
def bomb(table: DDayTable) -> None:
    """13b2, N-11 The bombers over a hex that is attacked pick their targets; 13b4 each of them
    gives the Germans a Move."""
    bombers = tuple(bombers_out(table))
    if not bombers:
        return
    hex_ = table.hex[bombers[0]]
    if any(combat.hexes >> hex_ & 1 for combat in table.combats):
        table.bombed = len(bombers)
        table.then((aim, hex_, bombers), (return_home, bombers), (vacated, hex_))
    else:
        table.tell(
            "13b1",
            telling.BOMBING,
            lambda: f"Nobody attacks {hex_label(hex_)}: it is not bombed.",
            [hex_tag(hex_)],
        )
        table.then((return_home, bombers))


def corps_in(table: DDayTable, hex_: int) -> UnitSet:
    return units_in(table, hex_, GERMAN) & pieces().corps


@steps.step("bombing.aim")
def aim(table: DDayTable, hex_: int, bombers: tuple[int, ...], *aims: int) -> None:
    """13b2-a Each bomber aims at a German corps, the same or another; all are announced before any
    die is rolled."""
    corps = corps_in(table, hex_)
    if len(aims) == len(bombers):
        table.then(*((roll, unit, hex_) for unit in aims))
    elif corps.bit_count() == 1:
        table.then((aim, hex_, bombers, *aims, *members(corps)))
    else:
        table.then((choose_corps, hex_, bombers, *aims))


def _over(_table: DDayTable, hex_: int, bombers: tuple[int, ...], *aims: int) -> list[str]:
    return [unit_tag(bombers[len(aims)]), hex_tag(hex_)]


def _corps_shown(table: DDayTable, option: Option, *_: object) -> Shows:
    return Shows(tags_of_unit(table, option.value), hostile=True)


def _which_corps(_table: DDayTable, hex_: int, bombers: tuple[int, ...], *aims: int) -> str:
    return f"Which corps in {hex_label(hex_)} does {unit_name(bombers[len(aims)])} bomb?"


CORPS = Topic(
    "corps_chosen",
    "Carpet bombing",
    about=_over,
    charts=("bombing-1943", "bombing-1944"),
    shows=_corps_shown,
)


@steps.question("bombing.choose_corps")
def choose_corps(table: DDayTable, hex_: int, bombers: tuple[int, ...], *aims: int) -> Decision:
    """13b2-a The German corps a bomber aims at."""
    return Decision(
        SIDES[ALLIED],
        _which_corps,
        "13b2",
        corps_chosen,
        [
            Option(f"bomb-{row(unit).id}", partial(unit_name, unit), unit, (unit_tag(unit),))
            for unit in members(corps_in(table, hex_))
        ],
        (hex_, bombers, *aims),
        topic=CORPS,
    )


def corps_chosen(
    table: DDayTable, corps: int, hex_: int, bombers: tuple[int, ...], *aims: int
) -> None:
    table.then((aim, hex_, bombers, *aims, corps))


def _bombed(table: DDayTable, corps: int, hex_: int) -> list[str]:
    return [*tags_of_unit(table, corps), hex_tag(hex_)]


def _roll_for_corps(_table: DDayTable, corps: int, _hex: int) -> str:
    return f"Roll for the carpet bombing of {unit_name(corps)}."


BOMBS = Topic("die", "Carpet bombing", about=_bombed, charts=CORPS.charts)


@steps.question("bombing.roll")
def roll(_table: DDayTable, corps: int, hex_: int) -> Chance[int]:
    """13b2-a One die for each bomber."""
    return Chance(
        _roll_for_corps,
        "13b2",
        bombs_rolled,
        DIE,
        die,
        arguments=(corps, hex_),
        topic=BOMBS,
    )


def bombs_rolled(table: DDayTable, face: int, corps: int, hex_: int) -> None:
    """13b2-b, 13b2-c, CBT.1943, CBT.1944 Nothing, a loss, no terrain modifiers, or both."""
    result = charts().bomb(table.year, face)
    table.tell(
        "13b2",
        telling.DIE,
        lambda: f"Carpet bombing, die {face}: {_effects(result)}.",
        [unit_tag(corps), hex_tag(hex_)],
        cell=(f"bombing-{table.year}", str(face), "effect"),
        dice=[face],
    )
    for combat in table.combats:
        if combat.hexes >> hex_ & 1 and result.cancels_terrain:
            combat.no_terrain = True
    if result.losses and table.hex[corps] == hex_:
        mark_loss(table, corps, "13b2", "under carpet bombing")


def _effects(result: Bombing) -> str:
    losses = ["a German loss"] if result.losses else []
    terrain = ["no terrain modifiers in the combat"] if result.cancels_terrain else []
    return " and ".join(losses + terrain) or "no results"


@steps.step("bombing.vacated")
def vacated(table: DDayTable, hex_: int) -> None:
    """13b2-d If nobody is left in the hex, those who would have attacked occupy it or pursue at
    once."""
    for number, combat in enumerate(table.combats):
        if combat.hexes >> hex_ & 1 and not defenders(table, combat):
            table.then((resolution_and_tempting_fate.resolve, number))
            return
