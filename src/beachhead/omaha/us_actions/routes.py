"""7.3, 17.1, 17.2 Where a piece may go in one action, and by which hexes.

Through Turn 16 a move is one hex. From Turn 17 infantry and leaders may move two hexes and tanks
farther along roads. A move is a path: the hexes entered, in order. To each hex the safest path is
taken, where an infiltration (7.32) is what makes one path more dangerous than another; where
neither of two paths is the safer, both can be chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations

from beachhead.kernel.answers import Answers
from beachhead.kernel.bits import Unions, members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.engineers.engineer_bases import engineers_at_work, traffic
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    FIXED_POSTS,
    UNITS,
    OmahaTable,
    equipment,
    is_extended,
    is_tank,
    occupied,
    plays_otherwise,
    position_of,
)
from beachhead.omaha.us_actions.allotment import free_pieces
from beachhead.omaha.us_actions.infiltration import infiltrated, past_germans
from beachhead.omaha.us_actions.terrain_effects import closed, every_way, havens, mover

Path = tuple[int, ...]
"""The hexes that a piece enters, in order."""

ON_FOOT = 2
"""17.1 How many hexes infantry and leaders may move from Turn 17."""

ROAD_MOVES = {"tank_2_hexes": 2, "tank_4_hexes": 4}
"""17.2a, 17.2b How far tanks move on a road, as the terrain effects chart words it."""


class Scene:
    """What does not change while options are listed: the ways of each kind of piece, the hexes
    closed to all, from each hex those behind a German position (7.32), the hexes in intense and in
    intense or steady fire, and from Turn 17 the hexes from which moves are free (19.3)."""

    __slots__ = ("closed", "extended", "past", "traffic", "under_fire", "ways")

    def __init__(self, table: OmahaTable) -> None:
        self.ways = every_way(table)
        self.closed = closed(table)
        self.past = past_germans(table)
        self.extended = is_extended(table)
        self.traffic = traffic(table) if self.extended else 0
        self.under_fire = under_fire(table) if self.extended else (0, 0)


def scene_of(table: OmahaTable) -> Scene:
    """The scene as it is: the last ones are kept, for few actions change it."""
    key = (
        table.posts,
        table.german_disrupted,
        table.turn,
        table.sectors[0] if len(table.sectors) == 1 else "",
        (*table.armor_hex, *table.armor_at_start) if table.armor_entered else (),
        engineers_at_work(table),
        (*table.variants,) if table.variants else (),
        (*table.house.items(),) if table.house else (),
    )
    return _scenes.to(key, Scene, table)


_scenes: Answers[Scene] = Answers(64)


# --- one hex


def by_move(table: OmahaTable, piece: int, scene: Scene) -> HexSet:
    """7.3a, 7.32h, 11.31a The hexes a piece may enter by a move of one hex, whatever it costs."""
    here = table.hex[piece]
    open_to = scene.ways[mover(piece)].walk[here] & ~scene.closed
    return open_to if piece < UNITS else open_to & ~scene.past[here]


def by_climb(table: OmahaTable, piece: int, scene: Scene) -> HexSet:
    """7.4a, TEC.bluff-a The hexes a piece may enter by climbing a bluff, whatever it costs."""
    here = table.hex[piece]
    open_to = scene.ways[mover(piece)].climb[here] & ~scene.closed
    if piece < UNITS or plays_otherwise(table, "infiltration-climbing"):
        return open_to
    return open_to & ~scene.past[here]


def by_scaling(table: OmahaTable, piece: int, scene: Scene) -> HexSet:
    """7.5a, 7.5c, TEC.scaleable-cliff-a The hexes a unit may enter across a scaleable cliff."""
    return scene.ways[mover(piece)].scale[table.hex[piece]] & ~scene.closed


# --- 7.1, 19.3 moves that cost nothing


def moves_free(table: OmahaTable, piece: int, action: str, path: Path, scene: Scene) -> bool:
    """7.1, 15.VI-c, 19.3i, 19.3j Whether going somewhere is free for any piece: infantry finds
    shelter on the beach in the next hex, or engineers direct the traffic where the move begins."""
    if action != "move":
        return False
    if scene.traffic >> table.hex[piece] & 1:
        return True
    return len(path) == 1 and bool(shelter(table, piece, scene) >> path[0] & 1)


def shelter(table: OmahaTable, piece: int, scene: Scene) -> HexSet:
    """7.1 Where a piece may move to preserve itself."""
    if mover(piece) != "infantry":
        return 0
    return havens(table, table.hex[piece]) & ~scene.closed


# --- 17.1, 17.2 farther


def paths(table: OmahaTable, piece: int, scene: Scene) -> list[Path]:
    """7.3, 17.1, 17.2 The moves open to a piece: to each hex the safest."""
    steps = by_move(table, piece, scene)
    near: list[Path] = [(there,) for there in members(steps)]
    if not scene.extended:
        return near
    if piece >= UNITS:
        # O-70 A leader by himself infiltrates nowhere, so all his paths are safe.
        taken = steps | by_climb(table, piece, scene)
        far: dict[int, Path] = {}
        for path in farther(table, piece, scene):
            if not taken >> path[-1] & 1:
                far[path[-1]] = path
        return near + list(far.values())
    if mover(piece) == "infantry":
        far_on_foot = _safe_on_foot(table, piece, steps, scene)
        if far_on_foot is not None:
            return near + far_on_foot
    return safest(table, piece, near + farther(table, piece, scene), scene)


def farther(
    table: OmahaTable, piece: int, scene: Scene, *, accompanied: bool = False
) -> list[Path]:
    """17a, 17.1, 17.2, 17.23, 14f The moves of more than one hex that a piece may make, the short
    ones first; a leader who is accompanied may infiltrate with a unit (7.32)."""
    match mover(piece):
        case "infantry":
            return list(_infantry_paths(table, piece, scene))
        case "leader":
            return list(_leader_paths(table, piece, scene, accompanied))
        case _:
            return list(_tank_paths(table, piece, scene)) if is_tank(piece) else []


def _safe_on_foot(table: OmahaTable, piece: int, near: HexSet, scene: Scene) -> list[Path] | None:
    """17.1, 7.32 The moves of two hexes to where infantry cannot move at once, as `safest` lists
    them if none slips past a German position; None if one does."""
    here, past = table.hex[piece], scene.past
    if past[here] & near:
        return None
    by_way_of: dict[int, int] = {}
    reached = near
    for first, onward in _infantry_steps(table, here, scene):
        if past[first] & onward:
            return None
        for second in members(onward & ~reached):
            by_way_of[second] = first
        reached |= onward
    return [(by_way_of[second], second) for second in sorted(by_way_of)]


def _infantry_paths(table: OmahaTable, piece: int, scene: Scene) -> Iterator[Path]:
    """17.1 Two hexes."""
    for first, onward in _infantry_steps(table, table.hex[piece], scene):
        for second in _by_road_first(onward, _roads()[first]):
            yield first, second


def _infantry_steps(table: OmahaTable, here: int, scene: Scene) -> Iterator[tuple[int, HexSet]]:
    """17.1a, 17.1b The hexes of a first step, and those of a second from each: neither of them
    bocage off the road nor in intense or steady fire.

    By the other reading of O-64 the second may be."""
    walk, halting = scene.ways["infantry"].walk, scene.closed | scene.under_fire[1]
    into_fire = table.house and plays_otherwise(table, "two-hex-move-into-fire")
    slow = slow_steps()
    for first in _by_road_first(walk[here] & ~halting & ~slow[here], _roads()[here]):
        onward = walk[first] & ~(1 << here)
        yield first, onward & (~scene.closed if into_fire else ~halting & ~slow[first])


def _by_road_first(steps: HexSet, roads: HexSet) -> Iterator[int]:
    """Of paths that are as good, the road is taken: tanks can go along on it."""
    yield from members(steps & roads)
    yield from members(steps & ~roads)


@cache
def _roads() -> tuple[HexSet, ...]:
    """From each hex, the neighbors that a road or trail leads to."""
    along = board().along.values()
    return tuple(sum(each[here] for each in along) for here in range(len(board().grid.adjacent)))


@cache
def slow_steps() -> tuple[HexSet, ...]:
    """17.1b, TEC.bocage-d From each hex, the bocage next to it that no road or trail leads into
    from there (O-49)."""
    the = board()
    slow = [
        hexes for name, hexes in the.features.items() if charts().terrain[name].from_turn_17 == SLOW
    ]
    return tuple(
        around & sum(slow) & ~_roads()[here] for here, around in enumerate(the.grid.adjacent)
    )


SLOW = "infantry_one_hex_unless_by_road_or_trail"


def _leader_paths(table: OmahaTable, piece: int, scene: Scene, accompanied: bool) -> Iterator[Path]:
    """17.1c, 17.11b, TEC.4b Two hexes, over bluffs as well."""
    here = table.hex[piece]
    for first in members(_leader_steps(table, here, scene, accompanied)):
        onward = _leader_steps(table, first, scene, accompanied) & ~(1 << here)
        for second in members(onward):
            yield first, second


def _leader_steps(table: OmahaTable, here: int, scene: Scene, accompanied: bool) -> HexSet:
    ways, past = scene.ways["leader"], 0 if accompanied else scene.past[here]
    bluffs = ways.climb[here]
    if not plays_otherwise(table, "infiltration-climbing"):
        bluffs &= ~past
    return (ways.walk[here] & ~past | bluffs) & ~scene.closed


def _tank_paths(table: OmahaTable, piece: int, scene: Scene) -> Iterator[Path]:
    """17.2a, 17.2b, 17.21 From a secondary road along roads, from a major road along major
    roads."""
    here = table.hex[piece]
    found = [
        path
        for road in roads_at(here, scene)
        for path in along_road(here, road, road_move(road), scene)
        if len(path) > 1
    ]
    yield from sorted(dict.fromkeys(found), key=len)


def roads_at(here: int, scene: Scene) -> list[str]:
    """17.2 The roads on which a tank in a hex begins its move; what the engineers have cleared
    of mines is a secondary road (19.3)."""
    along = board().along
    cleared = along["mined"][here] & scene.ways["other"].walk[here]
    found = ["secondary"] if along["secondary"][here] or cleared else []
    return [*found, "primary"] if along["primary"][here] else found


@cache
def road_move(road: str) -> int:
    """17.2a, 17.2b, TEC.roads-b How many hexes a tank may move that begins on such a road."""
    return ROAD_MOVES[charts().terrain[road].from_turn_17 or ""]


def along_road(here: int, road: str, hexes: int, scene: Scene) -> Iterator[Path]:
    """17.2c, 17.2d, 17.22 The paths of a tank that begins on a road, the short ones first: each
    ends in the first hex in intense fire. A mined road is open only where it is cleared."""
    intense = scene.under_fire[0]
    reached: list[Path] = [()]
    for _ in range(hexes):
        reached = [
            (*path, there)
            for path in reached
            if not path or not intense >> path[-1] & 1
            for there in members(_road_steps(path[-1] if path else here, road, scene))
            if there != here and there not in path
        ]
        yield from reached


def _road_steps(here: int, road: str, scene: Scene) -> HexSet:
    along = board().along
    roads = along["primary"][here]
    if road != "primary":
        roads |= along["secondary"][here] | along["mined"][here]
    return roads & scene.ways["other"].walk[here] & ~scene.closed


def under_fire(table: OmahaTable) -> tuple[HexSet, HexSet]:
    """17.1, 17.2 The hexes in the intense, and in the intense or steady field of fire of
    occupied positions; O-20 a disrupted one stops nobody."""
    posts = occupied(table) & ~table.german_disrupted
    intense, strong = (unions.of(posts & FIXED_POSTS) for unions in _printed_fire())
    for post in members(posts & ~FIXED_POSTS):
        position = position_of(table, post)
        intense |= position.intense
        strong |= position.intense | position.steady
    return intense, strong


@cache
def _printed_fire() -> tuple[Unions, Unions]:
    positions = [post.position for post in equipment().posts]
    strong = [position.intense | position.steady for position in positions]
    return Unions([position.intense for position in positions]), Unions(strong)


# --- 7.32 the safest path


def safest(table: OmahaTable, unit: int, ways: Sequence[Path], scene: Scene) -> list[Path]:
    """7.32, O-70 To each hex a path without infiltration, or all those of which none is safer
    than another. A free move of one hex stays open beside a safer one that costs an action."""
    here = table.hex[unit]
    safe: dict[int, Path] = {}
    risky: dict[int, list[Path]] = {}
    for path in ways:
        there = path[-1]
        if there not in safe:
            if is_safe(here, path, scene):
                safe[there] = path
            else:
                risky.setdefault(there, []).append(path)
    found = list(safe.values())
    for there, others in risky.items():
        if there not in safe:
            found += _undominated(table, here, others)
        elif _saves_an_action(table, unit, others[0], safe[there], scene):
            found.append(others[0])
    return sorted(found, key=lambda path: (len(path), path[-1]))


def is_safe(here: int, path: Path, scene: Scene) -> bool:
    """7.32 Whether no step of a path slips past a German position."""
    for there in path:
        if scene.past[here] >> there & 1:
            return False
        here = there
    return True


def checks(table: OmahaTable, here: int, path: Path, action: str = "move") -> list[list[int]]:
    """7.32, O-70 The positions that each infiltrating step of a path slips past."""
    found = []
    for there in path:
        past = infiltrated(table, here, there, "move" if action == "exit" else action)
        if past:
            found.append(past)
        here = there
    return found


def _undominated(table: OmahaTable, here: int, ways: Sequence[Path]) -> list[Path]:
    kept: list[tuple[Path, list[list[int]]]] = []
    dangers = [(path, checks(table, here, path)) for path in ways]
    for path, danger in sorted(dangers, key=lambda each: len(each[1])):
        if not any(_no_worse(less, danger) for _, less in kept):
            kept.append((path, danger))
    return [path for path, _ in kept]


def _no_worse(one: list[list[int]], other: list[list[int]]) -> bool:
    """Whether each check of one path is matched by one of the other that is as dangerous."""
    return any(
        all(set(less) <= set(more) for less, more in zip(one, chosen, strict=True))
        for chosen in permutations(other, len(one))
    )


def _saves_an_action(table: OmahaTable, unit: int, one: Path, other: Path, scene: Scene) -> bool:
    return (
        moves_free(table, unit, "move", one, scene)
        and not moves_free(table, unit, "move", other, scene)
        and not free_pieces(table) >> unit & 1
    )


def may_follow(table: OmahaTable, piece: int, path: Path, scene: Scene) -> bool:
    """7.21, 7.32 Whether a piece could make the same move together with a unit."""
    here = table.hex[piece]
    if len(path) == 1:
        return bool(scene.ways[mover(piece)].walk[here] & ~scene.closed & 1 << path[0])
    return path in farther(table, piece, scene, accompanied=True)
