"""6.32 Step losses and 6.33 disruption by German fire, 11.14 the hero's sacrifice."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.leaders.heroes import kill_hero
from beachhead.omaha.table import telling
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    HQS,
    LEADERS,
    NOWHERE,
    UNITS,
    OmahaTable,
    box_tag,
    counter_tag,
    division_of,
    equipment,
    heroes_with,
    hex_tag,
    piece_name,
    piece_tag,
    position_tag,
    put_in_hex,
    seat_of,
    steps,
)
from beachhead.omaha.victory.catastrophic_loss import count_loss


def lose_step(table: OmahaTable, unit: int, rule: str, why: str) -> None:
    """6.32a, 6.32b A unit loses a step; with its last step it leaves play."""
    if table.steps_left[unit] <= 1:
        eliminate(table, unit, rule, why)
        return
    table.steps_left = replaced(table.steps_left, unit, table.steps_left[unit] - 1)
    left, name = table.steps_left[unit], name_and_place(table, unit)
    table.tell(
        rule,
        telling.STEP_LOSS,
        lambda: f"{name} loses a step {why}: {left} left.",
        [piece_tag(unit), *_where(table, unit)],
        way=line_of_fire(unit, why),
        unit=piece_name(unit),
        steps=left,
    )
    if left == 1:
        count_loss(table, unit)


@steps.step("losses.lose_step_to_german_fire")
def lose_step_to_german_fire(table: OmahaTable, unit: int, rule: str, why: str) -> None:
    """11.14 A hero with a one-step unit may be sacrificed in its place."""
    if table.steps_left[unit] == 1 and heroes_with(table, unit):
        table.then((offer_sacrifice, unit, rule, why))
    else:
        lose_step(table, unit, rule, why)


def _unit(_: OmahaTable, unit: int, *__: object) -> list[str]:
    return [piece_tag(unit)]


SACRIFICES = Topic("sacrifice_decided", "A hero's sacrifice", about=_unit)


@steps.question("losses.offer_sacrifice")
def offer_sacrifice(table: OmahaTable, unit: int, rule: str, why: str) -> Decision:
    """11.14 Sacrifice the hero, or lose the unit."""
    hero = heroes_with(table, unit)[0]
    name = equipment().pieces.heroes[hero].name
    return Decision(
        seat_of(table, division_of(table, unit)),
        f"{piece_name(unit)} must lose its last step {why}. Sacrifice {name} instead?",
        "11.14",
        sacrifice_decided,
        [
            Option("sacrifice", lambda: f"Sacrifice {name} and keep {piece_name(unit)}", True),
            Option("lose-unit", lambda: f"Lose {piece_name(unit)}", False),
        ],
        (unit, hero, rule, why),
        topic=SACRIFICES,
    )


def sacrifice_decided(
    table: OmahaTable, sacrificed: bool, unit: int, hero: int, rule: str, why: str
) -> None:
    """11.14 The hero dies for his unit, or the unit is lost."""
    if sacrificed:
        name = equipment().pieces.heroes[hero].name
        kill_hero(table, hero, "11.14", f"{name} is sacrificed to save {piece_name(unit)}")
    else:
        lose_step(table, unit, rule, why)


def eliminate(table: OmahaTable, piece: int, rule: str, why: str) -> None:
    """6.32b A piece leaves play, and its hero or inspired marker with it (11.11)."""
    name, where = name_and_place(table, piece), _where(table, piece)
    remove(table, piece)
    newly_lost = table.steps_left[piece] > 1
    table.steps_left = replaced(table.steps_left, piece, 0)
    table.tell(
        rule,
        telling.ELIMINATED,
        lambda: f"{name} is eliminated {why}.",
        [piece_tag(piece), *where],
        way=line_of_fire(piece, why),
        unit=piece_name(piece),
    )
    if newly_lost:
        count_loss(table, piece)


def name_and_place(table: OmahaTable, piece: int) -> str:
    """A piece as a person would name it to somebody who does not see the board."""
    return _placed(piece, table.hex[piece], table.box[piece])


@lru_cache(512)
def _placed(piece: int, hex_: int, box: int) -> str:
    if hex_ != NOWHERE:
        return f"{piece_name(piece)} in {equipment().board.name(hex_)}"
    if box != NOWHERE:
        return f"{piece_name(piece)} in box {equipment().board.box_row[box].name}"
    return piece_name(piece)


def _where(table: OmahaTable, piece: int) -> list[str]:
    if table.hex[piece] != NOWHERE:
        return [hex_tag(table.hex[piece])]
    return [box_tag(table.box[piece])] if table.box[piece] != NOWHERE else []


def line_of_fire(piece: int, why: str) -> tuple[str, ...]:
    """From a position to the piece that it hits, if the words for it name one."""
    firing = _positions().get(why.partition(" from ")[2].partition(" and ")[0])
    return () if firing is None else (firing, piece_tag(piece))


@cache
def _positions() -> dict[str, str]:
    """German positions and armor as they are marked on the map, by their names."""
    printed = {each.name: position_tag(each) for each in equipment().board.positions}
    return printed | {equipment().posts[post].name: counter_tag(post) for post in ARMOR_POSTS}


def remove(table: OmahaTable, piece: int) -> None:
    """11.11c Take a piece out of play, with its markers."""
    bit = 1 << piece
    put_in_hex(table, piece, NOWHERE)
    table.box, table.due = replaced(table.box, piece, NOWHERE), replaced(table.due, piece, NOWHERE)
    table.disrupted &= ~bit
    table.disrupted_now &= ~bit
    table.climbing &= ~bit
    table.climbing_cliff &= ~bit
    if piece in LEADERS:
        table.commands = replaced(table.commands, piece - UNITS, 0)
    if piece in HQS:
        table.command_posts = replaced(table.command_posts, piece - UNITS, NOWHERE)
    for hero, unit in enumerate(table.heroes):
        if unit == piece:
            table.heroes = replaced(table.heroes, hero, OUT)
            table.inspired &= ~(1 << hero)


OUT = -2
"""A hero who has left play."""


@steps.step("position_fire.step_lost")
def step_lost(table: OmahaTable, unit: int, rule: str, why: str) -> None:
    """6.34a, 14.12a A step is lost; it counts as taken even if a hero gives his life for it
    (11.14). Who is spared another in this phase, `steps_spared` says: from Turn 17 nobody."""
    if table.steps_left[unit]:
        table.lost_step |= 1 << unit
        lose_step_to_german_fire(table, unit, rule, why)


@steps.step("position_fire.disrupt")
def disrupt(table: OmahaTable, unit: int, why: str, rule: str = "6.33") -> None:
    """6.33b, 6.33c, 16.6, FAQ.10a A disrupted marker; a second one changes nothing."""
    if table.hex[unit] < 0 or table.disrupted >> unit & 1:
        return
    table.disrupted |= 1 << unit
    name = name_and_place(table, unit)
    table.tell(
        rule,
        telling.DISRUPTED,
        lambda: f"{name} is disrupted {why}.",
        [piece_tag(unit), hex_tag(table.hex[unit])],
        way=line_of_fire(unit, why),
        unit=piece_name(unit),
    )
