"""11 Leaders: 11.4 German fire against them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.german_fire import losses
from beachhead.omaha.german_fire.fields_of_fire import GRADES, distance, intensity, reaches
from beachhead.omaha.german_fire.hits import LOSE_STEP
from beachhead.omaha.leaders import heroes
from beachhead.omaha.leaders.command_posts import is_command_post, revert
from beachhead.omaha.table import telling
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    GENERALS,
    HQS,
    LEADERS,
    PIECES,
    OmahaTable,
    equipment,
    hex_tag,
    piece_name,
    piece_tag,
    plays_otherwise,
    position_by_index,
    seat_among,
    steps,
)

HEROES = range(PIECES, PIECES + 10)
"""Heroes as targets: they follow the pieces."""


def target_name(target: int) -> str:
    """The name of whatever fire can hit."""
    if target in HEROES:
        return equipment().pieces.heroes[target - PIECES].name
    return piece_name(target)


def tags_of(table: OmahaTable, names: Iterable[str]) -> list[str]:
    """The counters of those with some names whom fire can hit: a hero is with his unit."""
    targets = [_targets()[name] for name in names]
    pieces = [target if target < PIECES else table.heroes[target - PIECES] for target in targets]
    return [piece_tag(piece) for piece in pieces if piece >= 0]


@cache
def _targets() -> dict[str, int]:
    """Whatever fire can hit, by name."""
    heroes = {hero.name: PIECES + each for each, hero in enumerate(equipment().pieces.heroes)}
    return {name: each for each, name in reversed([*enumerate(equipment().names)])} | heroes


def target_hex(table: OmahaTable, target: int) -> int:
    """Where whatever fire can hit is: a hero is with his unit."""
    return table.hex[_piece(table, target)]


# --- who is hit


@steps.step("leader_fire.hit_leader")
def hit_leader(table: OmahaTable, position: int) -> None:
    """11.41, FB.fire-a A position of a starred color with hits left after all other eligible units
    hits one leader (O-39). Who it is is settled with the other hits of the card, before any of them
    takes effect: the hero of a dying unit can be the one (P-27)."""
    candidates = leaders_at_risk(table, position)
    if len(candidates) > 1:
        table.then((choose_leader, position))
    elif candidates:
        leader_chosen(table, candidates[0], position)


def leaders_at_risk(table: OmahaTable, position: int) -> list[int]:
    """11.4a The leaders in a position's intense and steady field of fire who come first in the
    order of 6.31, or by house rule all of them.

    A card stars one color, and fields of fire of one color do not overlap (6.23), so no other
    position can have hit them on this card.
    """
    firing = position_by_index(table, position)
    ranks: dict[tuple[int, int], list[int]] = {}
    for leader, hex_ in _leaders(table):
        if not reaches(firing) >> hex_ & 1:
            continue
        dot = intensity(table, firing, hex_)
        if dot in ("intense", "steady"):
            rank = GRADES.index(dot), distance(table, position, hex_)
            if plays_otherwise(table, "leader-choice"):
                rank = 0, 0
            ranks.setdefault(rank, []).append(leader)
    return ranks[min(ranks)] if ranks else []


def _leaders(table: OmahaTable) -> list[tuple[int, int]]:
    """18.33a The leaders on the map, and their hexes."""
    found = [(leader, table.hex[leader]) for leader in LEADERS if table.hex[leader] >= 0]
    for hero, unit in enumerate(table.heroes):
        if unit >= 0 and table.hex[unit] >= 0 and not table.inspired >> hero & 1:
            found.append((PIECES + hero, table.hex[unit]))
    return found


LEADERS_HIT = Topic("leader_chosen", "Which leader is hit", charts=("german-fire",))


@steps.question("leader_fire.choose_leader")
def choose_leader(table: OmahaTable, position: int) -> Decision | None:
    """11.41 Among leaders equal in the order of 6.31 the player chooses (P-27)."""
    candidates = leaders_at_risk(table, position)
    if len(candidates) < 2:
        return None
    pieces = [_piece(table, leader) for leader in candidates]
    firing, name = position_by_index(table, position), equipment().board.name
    return Decision(
        seat_among(table, pieces, firing.sector),
        f"{firing.name} hits a leader: choose who it is.",
        "11.4",
        leader_chosen,
        [
            Option(
                f"hit-{target_name(leader)}",
                telling.said("{} in {} is hit", target_name(leader), name(table.hex[piece])),
                leader,
                (piece_tag(piece), hex_tag(table.hex[piece])),
                commits=True,
            )
            for leader, piece in zip(candidates, pieces, strict=True)
        ],
        (position,),
        topic=LEADERS_HIT,
    )


def _piece(table: OmahaTable, leader: int) -> int:
    """The piece a leader moves with: himself, or a hero's unit."""
    return table.heroes[leader - PIECES] if leader in HEROES else leader


def leader_chosen(table: OmahaTable, leader: int, position: int) -> None:
    """11.41 The leader's hit is assigned."""
    table.fire_hits += ((position, leader, LOSE_STEP),)


# --- what the hit does


def take_leader_hit(table: OmahaTable, leader: int, why: str) -> None:
    """11.4 A hero is killed, an HQ disorganized, a General wounded, then killed; 11.42 none of
    them is ever disrupted."""
    if leader in HEROES:
        _hit_hero(table, leader - PIECES, why)
    elif leader in HQS:
        _hit_headquarters(table, leader, why)
    else:
        _hit_general(table, leader, why)


def _hit_hero(table: OmahaTable, hero: int, why: str) -> None:
    """11.4b A hit hero is killed and inspires his unit; one who died for it, or with it, is gone
    already."""
    if table.heroes[hero] >= 0 and not table.inspired >> hero & 1:
        heroes.kill_hero(table, hero, "11.4", f"{target_name(PIECES + hero)} is killed {why}")


def _hit_headquarters(table: OmahaTable, headquarters: int, why: str) -> None:
    """11.4c, 18.33b A hit HQ goes on the turn track two turns later, to land again as a delayed
    unit (O-12); 18.33 a command post only becomes an HQ again."""
    if is_command_post(table, headquarters):
        revert(table, headquarters, "18.33", f"is hit {why}")
        return
    losses.remove(table, headquarters)
    again = table.turn + (charts().limit("hq_hit_delay", table.turn) or 0)
    table.due = replaced(table.due, headquarters, again)
    table.delayed |= 1 << headquarters
    table.tell(
        "11.4",
        telling.LEADER,
        lambda: (
            f"{piece_name(headquarters)} is disorganized {why}: it will land again on Turn {again}."
        ),
        [piece_tag(headquarters)],
        way=losses.line_of_fire(headquarters, why),
        unit=piece_name(headquarters),
        turn=again,
    )


def _hit_general(table: OmahaTable, general: int, why: str) -> None:
    """11.4d, 11.4e A General is lightly wounded, without loss of ability; the next hit kills
    him."""
    bit = 1 << general - GENERALS.start
    if table.wounded & bit:
        losses.eliminate(table, general, "11.4", why)
        return
    table.wounded |= bit
    table.tell(
        "11.4",
        telling.LEADER,
        lambda: f"{piece_name(general)} is lightly wounded {why}.",
        [piece_tag(general)],
        way=losses.line_of_fire(general, why),
        unit=piece_name(general),
    )
