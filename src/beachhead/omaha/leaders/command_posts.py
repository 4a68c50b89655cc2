"""18 Command posts, and the German fields of fire that hinder them and engineer bases alike.

`commanded_hexes` is where a leader's command reaches as the Action Phase begins; `revert` turns
a command post back into an HQ, whatever the reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    EXTENDED_FROM,
    FIXED_POSTS,
    HQS,
    NOWHERE,
    OmahaTable,
    division_of,
    equipment,
    german_hexes,
    hex_tag,
    is_extended,
    occupied,
    piece_name,
    piece_tag,
    plays_otherwise,
    position_of,
    posts_firing_into,
    projecting,
    seat_of,
    steps,
)
from beachhead.omaha.victory.control import german_reach, us_occupied

Choice = tuple[str, int]
"""What is to be done, and with which piece, base or hex."""

DONE: Choice = ("done", NOWHERE)


# --- 18.1, 19.1 German fire on command posts and engineer bases


def field_of_fire(table: OmahaTable) -> HexSet:
    """18.2, 18.32, 19.32 The hexes in the field of fire of a German-occupied position; by O-20
    the dots of a disrupted one count too."""
    return projecting(table, disrupted_too=not plays_otherwise(table, "disrupted-fields"))


def potential_fire(table: OmahaTable) -> HexSet:
    """18.1a, 18.1b, 19.1a, 19.1b The potential field of fire: of occupied positions, and of empty
    positions in German communication."""
    fire = field_of_fire(table)
    for position in _empty_in_communication(table, equipment().board.positions):
        fire |= position.fire
    return fire


def _empty_in_communication(
    table: OmahaTable, positions: Iterable[GermanPosition]
) -> list[GermanPosition]:
    """18.1b, 19.1b Those of some positions that German units could still come to: one with a US
    unit in any of its hexes is not empty (16.11), nor is one with a garrison (19.3)."""
    reach, taken = german_reach(table), us_occupied(table) | table.garrisons
    posts_of, germans = equipment().posts_of, occupied(table)
    return [
        position
        for position in positions
        if position.area & reach
        and not position.area & taken
        and not posts_of[position.index] & germans
    ]


def refuse_fire(table: OmahaTable, rule: str, hex_: int) -> Refusal | None:
    """18.2, 18.32, 19.32 A hex in the field of fire of a German-occupied position."""
    if not field_of_fire(table) >> hex_ & 1:
        return None
    posts = occupied(table) & (posts_firing_into()[hex_] | ~FIXED_POSTS)
    if plays_otherwise(table, "disrupted-fields"):
        posts &= ~table.german_disrupted
    firing = [
        each for post in members(posts) if (each := position_of(table, post)).fire >> hex_ & 1
    ]
    return Refusal(
        rule,
        lambda: (
            f"{equipment().board.name(hex_)} is in the field of fire of "
            f"{' and '.join(dict.fromkeys(each.name for each in firing))}"
        ),
    )


def refuse_potential_fire(table: OmahaTable, rule: str, hex_: int) -> Refusal | None:
    """18.1, 19.1 A hex in the potential field of fire of a German position."""
    refusal = refuse_fire(table, rule, hex_)
    if refusal is not None:
        return refusal
    threats = _empty_in_communication(table, _positions_firing_into(hex_))
    if not threats:
        return None
    return Refusal(
        rule,
        lambda: (
            f"{equipment().board.name(hex_)} is in the potential field of fire of "
            f"{' and '.join(each.name for each in threats)}, empty but in German communication"
        ),
    )


@cache
def _positions_firing_into(hex_: int) -> list[GermanPosition]:
    """2.1p The printed positions with a hex in their field of fire."""
    return [each for each in equipment().board.positions if each.fire >> hex_ & 1]


# --- 18.1, 18.2 in the Engineer & HQ Phase


HEADQUARTERS = Topic(
    "headquarters_chosen",
    "Command posts: a new one, or more range",
    "Each HQ may become a command post, or raise its range by a space.",
    charts=("range-tracks",),
)


@steps.question("command_posts.headquarters_work")
def headquarters_work(table: OmahaTable, division: int, worked: int) -> Decision | None:
    """18.1, 18.21, 14i Each HQ of a division may become a command post, and each of its command
    posts may raise its range; `worked` are those that have."""
    options = [
        option
        for hq in HQS
        if division_of(table, hq) == division
        for option in _headquarters_options(table, hq)
    ]
    if not options:
        return None
    name = "1st Division" if division == 1 else "29th Division"
    end = Option("done", lambda: f"End the work of the {name}'s HQs", DONE, rule="15.V", ends=True)
    return Decision(
        seat_of(table, division),
        f"{name}: set up command posts and raise their range, or go on.",
        "15.V",
        headquarters_chosen,
        [*options, end],
        (division, worked),
        topic=HEADQUARTERS,
    )


def _headquarters_options(table: OmahaTable, hq: int) -> list[Option]:
    name, touches = piece_name(hq), (piece_tag(hq),)
    if refuse_command_post(table, hq) is None:
        where = equipment().board.name(table.hex[hq])
        label = telling.said("Turn {} into a command post in {}", name, where)
        value = ("establish", hq)
        return [Option(f"establish-{name}", label, value, touches, "18.1", commits=True)]
    if refuse_raise(table, hq) is None:
        before, after = _range_at(table, hq, 0), _range_at(table, hq, 1)
        change = f"from {before} to {after}" if after > before else f"one space, still {before}"
        label = telling.said("Raise the command range of {}: {}", name, change)
        return [Option(f"raise-{name}", label, ("raise", hq), touches, "18.2", commits=True)]
    return []


def _range_at(table: OmahaTable, hq: int, ahead: int) -> int:
    return charts().hq_ranges[table.command_posts[hq - HQS.start] + ahead]


def headquarters_chosen(table: OmahaTable, choice: Choice, division: int, worked: int) -> None:
    """18.1, 18.2 Do it, then choose again; or go on."""
    what, hq = choice
    if choice == DONE:
        return
    if what == "establish":
        _establish(table, hq)
    else:
        _raise_range(table, hq)
    table.then((headquarters_work, division, worked | 1 << hq))


def _establish(table: OmahaTable, hq: int) -> None:
    """18.1c, 18.1d, 18.2a The HQ is flipped, its marker put on the first space; it is no action
    (O-41)."""
    table.command_posts = replaced(table.command_posts, hq - HQS.start, 0)
    name, where, reach = piece_name(hq), table.hex[hq], _range_at(table, hq, 0)
    table.tell(
        "18.1",
        telling.COMMAND_POST,
        lambda: f"{name} sets up a command post in {equipment().board.name(where)}: range {reach}.",
        [piece_tag(hq), hex_tag(where)],
        unit=name,
        range=reach,
    )


def _raise_range(table: OmahaTable, hq: int) -> None:
    """18.2b, 18.22 The marker goes on one space; the range may be the same there."""
    table.command_posts = replaced(
        table.command_posts, hq - HQS.start, table.command_posts[hq - HQS.start] + 1
    )
    name, reach = piece_name(hq), _range_at(table, hq, 0)
    space = table.command_posts[hq - HQS.start] + 1
    table.tell(
        "18.2",
        telling.COMMAND_POST,
        lambda: f"The range marker of {name} goes to space {space}: range {reach}.",
        [piece_tag(hq), hex_tag(table.hex[hq])],
        unit=name,
        range=reach,
    )


def refuse_command_post(table: OmahaTable, hq: int) -> Refusal | None:
    """18a, 18.1a, 11.2f Why a piece may not become a command post now."""
    name = piece_name(hq)
    if hq not in HQS:
        return Refusal("18", f"only an HQ becomes a command post, not {name}")
    refusal = _refuse_phase(table, hq, "18.1")
    if refusal is not None:
        return refusal
    if is_command_post(table, hq):
        return Refusal("18.1", f"{name} is a command post already")
    return refuse_potential_fire(table, "18.1", table.hex[hq])


def refuse_raise(table: OmahaTable, hq: int) -> Refusal | None:
    """18.2b, 18.32a Why the range of a command post may not be raised now."""
    name = piece_name(hq)
    if not is_command_post(table, hq):
        return Refusal("18.2", f"{name} is not a command post")
    refusal = _refuse_phase(table, hq, "18.2")
    if refusal is not None:
        return refusal
    if table.command_posts[hq - HQS.start] + 1 == len(charts().hq_ranges):
        return Refusal("18.22", f"{name} has reached the end of the command range track")
    return refuse_fire(table, "18.32", table.hex[hq])


def _refuse_phase(table: OmahaTable, hq: int, rule: str) -> Refusal | None:
    """15.V, 18a Whether an HQ's turn has come, and has not passed."""
    name = piece_name(hq)
    if not is_extended(table):
        return Refusal("18", f"there are no command posts before Turn {EXTENDED_FROM}")
    if table.hex[hq] < 0:
        return Refusal("18.1", f"{name} is not on the map")
    own = division_of(table, hq)
    work = [worked for division, worked in table.to_do(headquarters_work) if division == own]
    if not work:
        return Refusal("15.V", f"{name} can do this only in the US Engineer & HQ Phase")
    if work[0] >> hq & 1:
        return Refusal(rule, f"{name} has had its turn in this phase")
    return None


# --- 18.2, 18.3 command range


def is_command_post(table: OmahaTable, leader: int) -> bool:
    """18.1 Whether an HQ has been turned into a command post."""
    return leader in HQS and table.command_posts[leader - HQS.start] != NOWHERE


def command_range(table: OmahaTable, leader: int) -> int:
    """18.2 How far a leader commands: a command post by its marker on the track; any other
    leader, and a command post whose runners snipers shoot at (EV.snipers), one hex."""
    if not is_command_post(table, leader) or table.snipers >> leader & 1:
        return 1
    return _range_at(table, leader, 0)


def commanded_hexes(table: OmahaTable, leader: int) -> HexSet:
    """18.3a, 18.31, 18.32a, 18.32b, FAQ.6a The hexes within a leader's command range, counted
    around German units; 18.32 a command post in a German field of fire commands nobody."""
    here = table.hex[leader]
    grid = equipment().board.grid
    if not is_command_post(table, leader):
        return grid.adjacent[here] | 1 << here
    if field_of_fire(table) >> here & 1:
        return 0
    passable = grid.all & ~german_hexes(table)
    reached = 1 << here
    for _ in range(command_range(table, leader)):
        reached |= grid.neighbors(reached) & passable
    return reached


def revert(table: OmahaTable, leader: int, rule: str, why: str) -> None:
    """18.11b, 18.33b A command post is an HQ again and loses its range marker."""
    table.command_posts = replaced(table.command_posts, leader - HQS.start, NOWHERE)
    name = piece_name(leader)
    table.tell(
        rule,
        telling.COMMAND_POST,
        lambda: (
            f"The command post of {name} {why}: it is an HQ again, and its range marker is removed."
        ),
        [piece_tag(leader), hex_tag(table.hex[leader])],
        unit=name,
    )
