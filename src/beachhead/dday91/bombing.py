"""13b2 Carpet bombing, resolved before the combats."""

from __future__ import annotations

from beachhead.dday91 import resolution, telling
from beachhead.dday91.board import board
from beachhead.dday91.bombers import bombers_out, london
from beachhead.dday91.charts import DIE, charts
from beachhead.dday91.losses import mark_loss
from beachhead.dday91.modifiers import defenders
from beachhead.dday91.pieces import pieces
from beachhead.dday91.state import (
    ALLIED,
    GERMAN,
    SIDES,
    Table,
    UnitSet,
    hex_label,
    hex_tag,
    put,
    row,
    steps,
    tags_of_unit,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.grid import members
from beachhead.kernel.play import Chance, Decision, Option
from beachhead.kernel.topic import Shows, Topic


@steps.step("bombing.bomb")
def bomb(table: Table) -> None:
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
        text = f"Nobody attacks {hex_label(hex_)}: it is not bombed."
        table.tell("13b1", telling.BOMBING, text, [hex_tag(hex_)])
        table.then((return_home, bombers))


def corps_in(table: Table, hex_: int) -> UnitSet:
    return units_in(table, hex_, GERMAN) & pieces().corps


@steps.step("bombing.aim")
def aim(table: Table, hex_: int, bombers: tuple[int, ...], *aims: int) -> None:
    """13b2-a Each bomber aims at a German corps, the same or another; all are announced before any
    die is rolled."""
    corps = corps_in(table, hex_)
    if len(aims) == len(bombers):
        table.then(*((roll, unit, hex_) for unit in aims))
    elif corps.bit_count() == 1:
        table.then((aim, hex_, bombers, *aims, *members(corps)))
    else:
        table.then((choose_corps, hex_, bombers, *aims))


def _over(_table: Table, hex_: int, bombers: tuple[int, ...], *aims: int) -> list[str]:
    return [unit_tag(bombers[len(aims)]), hex_tag(hex_)]


def _corps_shown(table: Table, option: Option, *_: object) -> Shows:
    return Shows(tags_of_unit(table, option.value), hostile=True)


CORPS = Topic(
    "corps_chosen",
    "Carpet bombing",
    about=_over,
    charts=("bombing-1943", "bombing-1944"),
    shows=_corps_shown,
)


@steps.question("bombing.choose_corps")
def choose_corps(table: Table, hex_: int, bombers: tuple[int, ...], *aims: int) -> Decision:
    """13b2-a The German corps a bomber aims at."""
    return Decision(
        SIDES[ALLIED],
        f"Which corps in {hex_label(hex_)} does {unit_name(bombers[len(aims)])} bomb?",
        "13b2",
        corps_chosen,
        [
            Option(f"bomb-{row(unit).id}", unit_name(unit), unit, (unit_tag(unit),))
            for unit in members(corps_in(table, hex_))
        ],
        (hex_, bombers, *aims),
        topic=CORPS,
    )


def corps_chosen(table: Table, corps: int, hex_: int, bombers: tuple[int, ...], *aims: int) -> None:
    table.then((aim, hex_, bombers, *aims, corps))


def _bombed(table: Table, corps: int, hex_: int) -> list[str]:
    return [*tags_of_unit(table, corps), hex_tag(hex_)]


BOMBS = Topic("die", "Carpet bombing", about=_bombed, charts=CORPS.charts)


@steps.question("bombing.roll")
def roll(_table: Table, corps: int, hex_: int) -> Chance[int]:
    """13b2-a One die for each bomber."""
    return Chance(
        f"Roll for the carpet bombing of {unit_name(corps)}.",
        "13b2",
        rolled,
        DIE,
        lambda face: Option(f"die-{face}", f"a {face}", face),
        arguments=(corps, hex_),
        topic=BOMBS,
    )


def rolled(table: Table, face: int, corps: int, hex_: int) -> None:
    """13b2-b, 13b2-c Nothing, a loss, no terrain modifiers, or both."""
    result = charts().bomb(table.year, face)
    words = []
    if result.losses:
        words.append("a German loss")
    if result.cancels_terrain:
        words.append("no terrain modifiers in the combat")
    text = f"Carpet bombing, die {face}: {' and '.join(words) or 'no results'}."
    cell = (f"bombing-{table.year}", str(face), "effect")
    touches = [unit_tag(corps), hex_tag(hex_)]
    table.tell("13b2", telling.DIE, text, touches, cell=cell, dice=[face])
    for combat in table.combats:
        if combat.hexes >> hex_ & 1 and result.cancels_terrain:
            combat.no_terrain = True
    if result.losses and table.hex[corps] == hex_:
        mark_loss(table, corps, "13b2", "under carpet bombing")


@steps.step("bombing.return_home")
def return_home(table: Table, bombers: tuple[int, ...]) -> None:
    """13b3 Back to London."""
    for unit in bombers:
        put(table, unit, london())
        text = f"{unit_name(unit)} returns to London."
        touches, end = [unit_tag(unit), hex_tag(london())], board().name(london())
        table.tell("13b3", telling.RETURN, text, touches, unit=row(unit).id, end=end)


@steps.step("bombing.vacated")
def vacated(table: Table, hex_: int) -> None:
    """13b2-d If nobody is left in the hex, those who would have attacked occupy it or pursue at
    once."""
    for number, combat in enumerate(table.combats):
        if combat.hexes >> hex_ & 1 and not defenders(table, combat):
            table.then((resolution.resolve, number))
            return
