"""16.8 The Advance action: to the position an arrow points at, over US units in the way."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.german_fire import losses
from beachhead.omaha.german_fire.losses import disrupt
from beachhead.omaha.german_fire.position_fire import assign_hits
from beachhead.omaha.germans.redeployment import relocate
from beachhead.omaha.leaders import command_posts
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.state import (
    GENERALS,
    NO_DEPTH,
    UNITS,
    OmahaTable,
    counter_tag,
    equipment,
    german_hexes,
    heroes_with,
    hex_tag,
    is_revealed,
    piece_name,
    piece_tag,
    pieces_in,
    position_tag,
    post_tags,
    put_in_hex,
    seat_among,
    steps,
    unit_side,
)
from beachhead.omaha.us_actions import terrain_effects
from beachhead.omaha.us_actions.movement import hand_over
from beachhead.omaha.victory.control import us_occupied

REPULSED_BY = 7
"""16.82h The US strength that repulses an advance."""

MOVES_IN = ("advance", "3", "what happens")
"""16.82 Where the chart says whether an advance succeeds."""

Pieces = tuple[int, ...]

# --- 16.8, 16.81 who attempts it


def destination(table: OmahaTable, position: GermanPosition) -> int | None:
    """16.8a, 16.8c, 16.86b, 16.86c The post an advance leads to: the one an arrow points at, if no
    German unit is there; 16.86 of B1's two arrows the first that is free."""
    the = equipment()
    for name in position.advance:
        hex_ = the.board.position[name].hexes[0]
        if not german_hexes(table) >> hex_ & 1:
            return the.post_at[hex_]
    return None


def attempts(table: OmahaTable, post: int, *, targets: bool) -> bool:
    """16.81a to 16.81e Whether a unit attempts to advance: if no US units are in its field of fire,
    or if it has depth and is of the 352nd Division, or is unrevealed (O-42)."""
    if not targets:
        return True
    if table.depth[post] == NO_DEPTH:
        return False
    revealed = is_revealed(table, post)
    return not revealed or equipment().pieces.german_units[table.unit[post]].division == 352


# --- 16.85 when it happens


@steps.step("advance.advances")
def advances(table: OmahaTable) -> None:
    """16.85 After all other German actions of the phase, in the order of 16."""
    if table.advances:
        (post, number), *later = table.advances
        table.advances = (*later,)
        table.then((attempt, post, number), advances)


@steps.step("advance.attempt")
def attempt(table: OmahaTable, post: int, number: int) -> None:
    """16.82d, 16.82h, 16.82i Steps 1 to 4: the route, the units in it, their disruption and their
    strength."""
    here = equipment().posts[post]
    goal = destination(table, here.position)
    if goal is None:
        _overtaken(table, post, number)
        return
    there = equipment().posts[goal]
    way = (position_tag(here.position), position_tag(there.position))
    route = equipment().board.advance_route(here.hex, there.hex)
    if not route & us_occupied(table):
        text = telling.said(
            "No US unit is in the way of the advance from {} to {}.", here.name, there.name
        )
        table.tell("16.82", telling.ADVANCE, text, way, way=way, cell=MOVES_IN)
        table.then((move_in, post, goal))
        return
    disrupt_defenders(table, route, number, f"by the advance from {here.name}")
    strength = defense(table, route)
    repulsed = strength >= REPULSED_BY
    table.tell(
        "16.82",
        telling.ADVANCE,
        lambda: (
            f"{here.name} advances on {there.name} against US strength {strength}: "
            + (f"{REPULSED_BY} or more, it is repulsed." if repulsed else "it succeeds.")
        ),
        [*way, *(hex_tag(hex_) for hex_ in members(route))],
        way=(*way, way[0]) if repulsed else way,
        cell=MOVES_IN,
        start=here.name,
        end=there.name,
        strength=strength,
        repulsed=repulsed,
    )
    if not repulsed:
        table.then((lose_defender, post, goal), (give_way, post, goal), (move_in, post, goal))


def _overtaken(table: OmahaTable, post: int, number: int) -> None:
    """16.8b If a German unit has come to the destination meanwhile, the position fires normally, or
    does nothing."""
    position = equipment().posts[post].position
    text = telling.said(
        "{} cannot advance: German units hold where its arrow points.", position.name
    )
    table.tell("16.8", telling.NO_ACTION, text, post_tags(table, post), position=position.name)
    if position.fire & us_occupied(table):
        table.then((assign_hits, number, position.sector, (position.index,)))


# --- 16.82 the defenders


def in_route(table: OmahaTable, route: HexSet) -> list[int]:
    """16.82, 19.3e, FAQ.4a The US units in a route of advance."""
    return [unit for unit in range(UNITS) if table.hex[unit] >= 0 and route >> table.hex[unit] & 1]


def disrupt_defenders(table: OmahaTable, route: HexSet, number: int, why: str) -> None:
    """16.82 Step 3: place disrupted markers on US units in the route."""
    for unit in disrupted_by_advance(table, route, number):
        disrupt(table, unit, why, "16.82")


def disrupted_by_advance(table: OmahaTable, route: HexSet, number: int) -> list[int]:
    """16.82e, 16.82f All but infantry and tanks, and of these those with the card's symbol."""
    symbol = card(number).target
    return [
        unit
        for unit in in_route(table, route)
        if not (equipment().units[unit].infantry or equipment().units[unit].type == "tank")
        or unit_side(table, unit).symbol == symbol
    ]


def defense(table: OmahaTable, route: HexSet) -> int:
    """16.82g, 16.84a Step 4: the strength of the undisrupted units, doubled in buildings and
    bocage; 16.84 one more for a hero, after that."""
    features = equipment().board.features
    cover = features["buildings"] | features["bocage"]
    total = 0
    for unit in in_route(table, route):
        if not table.disrupted >> unit & 1:
            doubled = 2 if cover >> table.hex[unit] & 1 else 1
            total += unit_side(table, unit).strength * doubled + bool(heroes_with(table, unit))
    return total


@steps.step("advance.lose_defender")
def lose_defender(table: OmahaTable, post: int, goal: int) -> None:
    """16.82j A successful advance costs one US unit in the route a step."""
    units = in_route(table, _route(post, goal))
    if len(units) == 1:
        loss_chosen(table, units[0], post)
    elif units:
        table.then((choose_loss, post, goal))


def _route(post: int, goal: int) -> HexSet:
    posts = equipment().posts
    return equipment().board.advance_route(posts[post].hex, posts[goal].hex)


def _advancing(_: OmahaTable, post: int) -> list[str]:
    return [counter_tag(post)]


LOSSES = Topic(
    "loss_chosen", "Who loses a step to the advance", about=_advancing, charts=("advance",)
)


@steps.question("advance.choose_loss")
def choose_loss(table: OmahaTable, post: int, goal: int) -> Decision:
    """16.82j Which unit in the route loses a step is your choice."""
    units = in_route(table, _route(post, goal))
    here = equipment().posts[post]
    return Decision(
        seat_among(table, units, here.position.sector),
        f"The German advance from {here.name} succeeds: choose the unit that loses a step.",
        "16.82",
        loss_chosen,
        [
            Option(
                f"hit-{piece_name(unit)}",
                telling.said("{} loses a step", losses.name_and_place(table, unit)),
                unit,
                (piece_tag(unit), hex_tag(table.hex[unit])),
                commits=True,
            )
            for unit in units
        ],
        (post,),
        topic=LOSSES,
    )


def loss_chosen(table: OmahaTable, unit: int, post: int) -> None:
    """16.82j The unit loses a step; this is no fire, so no hero can be sacrificed (11.14)."""
    losses.lose_step(table, unit, "16.82", f"to the advance from {equipment().posts[post].name}")


# --- 16.82 US units in the destination


@steps.step("advance.give_way")
def give_way(table: OmahaTable, post: int, goal: int) -> None:
    """16.82k, 16.82l US units in the destination move to an adjacent hex outside the route. A
    General who is alone there is captured instead (11.31)."""
    pieces = tuple(pieces_in(table, equipment().posts[goal].hex))
    if not any(piece < GENERALS.start for piece in pieces):
        return
    if refuges(table, pieces, post, goal):
        table.then((retreat, post, goal, pieces))
    else:
        table.then(*((retreat, post, goal, (piece,)) for piece in pieces))


def refuges(table: OmahaTable, pieces: Pieces, post: int, goal: int) -> HexSet:
    """16.82k The hexes to which all of some pieces can move: adjacent, outside the route, without a
    German unit, and passable for them."""
    here = equipment().posts[goal].hex
    found = _beyond(table, post, goal)
    for piece in pieces:
        ways = terrain_effects.ways(table, terrain_effects.mover(piece))
        found &= ways.walk[here] | ways.climb[here] | ways.scale[here]
    return found


def _beyond(table: OmahaTable, post: int, goal: int) -> HexSet:
    """The adjacent hexes outside the route that a piece can be in at all."""
    around = equipment().board.grid.adjacent[equipment().posts[goal].hex]
    return (
        around
        & ~_route(post, goal)
        & ~terrain_effects.closed(table)
        & ~equipment().board.terrain["water"]
    )


def _open_to(table: OmahaTable, pieces: Pieces, post: int, goal: int) -> list[int]:
    """Where pieces may go; if no terrain lets them pass, they go all the same."""
    return list(members(refuges(table, pieces, post, goal) or _beyond(table, post, goal)))


@steps.step("advance.retreat")
def retreat(table: OmahaTable, post: int, goal: int, pieces: Pieces) -> None:
    """16.82 Move some pieces out of the destination; if there is nowhere to go they are lost."""
    hexes = _open_to(table, pieces, post, goal)
    if len(hexes) > 1:
        table.then((choose_refuge, post, goal, pieces))
    elif hexes:
        retreated(table, hexes[0], goal, pieces)
    else:
        where = equipment().posts[goal].name
        for piece in pieces:
            losses.eliminate(table, piece, "16.82", f"cut off in {where} by a German advance")


def _driven_out(_: OmahaTable, __: int, pieces: Pieces) -> list[str]:
    return [*map(piece_tag, pieces)]


REFUGES = Topic(
    "retreated",
    "Where those go whom the advance drives out",
    "Choose an adjacent hex outside the route of the advance.",
    about=_driven_out,
    charts=("advance",),
)


@steps.question("advance.choose_refuge")
def choose_refuge(table: OmahaTable, post: int, goal: int, pieces: Pieces) -> Decision:
    """16.82k Which hex they move to is your choice."""
    the_board, there = equipment().board, equipment().posts[goal]
    return Decision(
        seat_among(table, list(pieces), there.position.sector),
        _asked_refuge,
        "16.82",
        retreated,
        [
            Option(
                f"move-{the_board.name(hex_)}",
                telling.said("Move to {}", the_board.name(hex_)),
                hex_,
                (hex_tag(hex_), *map(piece_tag, pieces)),
                commits=True,
            )
            for hex_ in _open_to(table, pieces, post, goal)
        ],
        (goal, pieces),
        topic=REFUGES,
    )


def _asked_refuge(_: OmahaTable, goal: int, pieces: Pieces) -> str:
    names = " and ".join(map(piece_name, pieces))
    return (
        f"The German advance drives {names} out of {equipment().posts[goal].name}: choose where to."
    )


def retreated(table: OmahaTable, hex_: int, goal: int, pieces: Pieces) -> None:
    """16.82 The pieces are moved; 18.11 a command post that moves is an HQ again."""
    the_board, start = equipment().board, equipment().posts[goal].hex
    away, to = the_board.name(start), the_board.name(hex_)
    for piece in pieces:
        if command_posts.is_command_post(table, piece):
            command_posts.revert(table, piece, "18.11", "is driven out")
        put_in_hex(table, piece, hex_)
        table.climbing &= ~(1 << piece)
        table.climbing_cliff &= ~(1 << piece)
        name = piece_name(piece)
        table.tell(
            "16.82",
            telling.MOVE,
            telling.said("{} is driven from {} to {}.", name, away, to),
            [piece_tag(piece), hex_tag(start), hex_tag(hex_)],
            unit=name,
            start=away,
            end=to,
        )
        hand_over(table, piece)


@steps.step("advance.move_in")
def move_in(table: OmahaTable, post: int, goal: int) -> None:
    """16.82d, 16.82i, 16.83 The German unit and its depth marker move to the destination, and the
    marker is exchanged where it must be."""
    relocate(table, post, goal, "16.82", "advances to")
