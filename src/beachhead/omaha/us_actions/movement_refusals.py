"""7.3, 17 Why a piece may not go to a hex, or off the map."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.play import Refusal
from beachhead.omaha.engineers.engineer_bases import operations
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    EXTENDED_FROM,
    OmahaTable,
    is_extended,
    is_tank,
    is_unit,
    occupied,
    piece_name,
    position_of,
)
from beachhead.omaha.us_actions.allotment import refuse_action, refuse_price
from beachhead.omaha.us_actions.infiltration import infiltrated, names_of
from beachhead.omaha.us_actions.routes import (
    ON_FOOT,
    Path,
    Scene,
    by_climb,
    by_move,
    by_scaling,
    farther,
    moves_free,
    paths,
    road_move,
    roads_at,
    scene_of,
    slow_steps,
    under_fire,
)
from beachhead.omaha.us_actions.terrain_effects import mover, refuse_entry, refuse_terrain, ways
from beachhead.omaha.victory.exits import exit_paths, letters, refuse_exit_by


def refuse_move(table: OmahaTable, piece: int, there: int) -> Refusal | None:
    """7.3a Why a piece may not go to a hex now, be it by a move or by a climb."""
    if table.hex[piece] < 0:
        return refuse_action(table, piece, "move")
    scene = scene_of(table)
    refusal = refuse_route(table, piece, there, scene)
    if refusal is not None:
        return refusal
    action = way_to(table, piece, there)
    refusal = _refuse_way(table, piece, there, action, scene)
    if refusal is None or action == "move":
        return refusal
    # 17.1 What may be climbed may also be walked around, and that can be free (19.3).
    walks = any(path[-1] == there for path in paths(table, piece, scene))
    if walks and _refuse_way(table, piece, there, "move", scene) is None:
        return None
    return refusal


def _refuse_way(
    table: OmahaTable, piece: int, there: int, action: str, scene: Scene
) -> Refusal | None:
    """7, 7.5 Why a piece may not go to a hex by an action, the ground apart."""
    if action == "scale" and not is_extended(table) and not table.climbing_cliff >> piece & 1:
        return refuse_action(table, piece, "climb-cliff") or Refusal(
            "7.5", f"{piece_name(piece)} has to spend a turn with a climb cliff marker first"
        )
    refusal = refuse_action(table, piece, action)
    if refusal is not None:
        return refusal
    routes = [path for path in paths(table, piece, scene) if path[-1] == there]
    if any(moves_free(table, piece, action, path, scene) for path in routes):
        return None
    return refuse_price(table, (piece,))


def way_to(table: OmahaTable, piece: int, there: int) -> str:
    """7.3, 7.4, 7.5 By which action a piece would go to a hex."""
    here, routes = table.hex[piece], ways(table, mover(piece))
    if routes.climb[here] >> there & 1:
        return "climb-bluff"
    return "scale" if routes.scale[here] >> there & 1 else "move"


def refuse_route(table: OmahaTable, piece: int, there: int, scene: Scene) -> Refusal | None:
    """7.3, 7.31, 17, TEC Why no action takes a piece to a hex."""
    the, here, name = board(), table.hex[piece], piece_name(piece)
    open_to = (
        by_move(table, piece, scene)
        | by_climb(table, piece, scene)
        | by_scaling(table, piece, scene)
    )
    if open_to >> there & 1:
        return None
    if there == here:
        return Refusal("7.3", f"{name} is in {the.name(there)} already")
    if any(path[-1] == there for path in _longer(table, piece, scene)):
        return None
    if the.grid.adjacent[here] >> there & 1:
        return _refuse_step(table, piece, here, there)
    if not scene.extended:
        return Refusal("7.3", f"{the.name(there)} is not adjacent to {the.name(here)}")
    if not is_unit(piece) or mover(piece) == "infantry":
        return _refuse_on_foot(table, piece, there)
    if is_tank(piece):
        return _refuse_by_road(table, piece, there, scene)
    return Refusal("17.23", f"{name} is no tank and moves only one hex")


def _longer(table: OmahaTable, piece: int, scene: Scene) -> list[Path]:
    return farther(table, piece, scene) if scene.extended else []


def _refuse_step(table: OmahaTable, piece: int, here: int, there: int) -> Refusal | None:
    """7.3, 7.31, 7.32h Why a piece may not go from a hex to its neighbor."""
    refusal = refuse_terrain(mover(piece), here, there, operations(table)) or refuse_entry(
        table, there
    )
    if refusal is not None or is_unit(piece):
        return refusal
    past = infiltrated(table, here, there, "move")
    if not past:
        return None
    return Refusal(
        "7.32",
        f"{piece_name(piece)} may slip past {names_of(table, past)} only together with a unit",
    )


# --- 17.1 on foot


def _refuse_on_foot(table: OmahaTable, piece: int, there: int) -> Refusal:
    """17.1 Why infantry or a leader may not move to a hex two hexes away: what stops it on the
    way that gets farthest."""
    the, here = board(), table.hex[piece]
    distance = the.grid.distance(here, there)
    if distance > ON_FOOT:
        text = f"{the.name(there)} is {distance} hexes from {the.name(here)}, and {ON_FOOT} is all"
        return Refusal("17.1", f"{text} that {piece_name(piece)} may move")
    refusal = refuse_entry(table, there)
    if refusal is not None:
        return refusal
    farthest, why = -1, Refusal("17.1", f"no hex leads from {the.name(here)} to {the.name(there)}")
    for first in members(the.grid.adjacent[here] & the.grid.adjacent[there]):
        stages = (
            _refuse_step(table, piece, here, first),
            _refuse_two_hexes(table, piece, here, first),
            _refuse_step(table, piece, first, there),
            _refuse_two_hexes(table, piece, first, there),
        )
        for stage, refusal in enumerate(stages):
            if refusal is not None:
                farthest, why = max((farthest, why), (stage, refusal), key=lambda each: each[0])
                break
    return why


def _refuse_two_hexes(table: OmahaTable, piece: int, here: int, there: int) -> Refusal | None:
    """17.1b, 17.11a, 17.12 Why a step of infantry is no part of a two-hex move."""
    if not is_unit(piece):
        return None
    name, routes = board().name(there), ways(table, "infantry")
    if routes.climb[here] >> there & 1:
        return Refusal("17.11", f"infantry that climbs the bluff to {name} moves only that hex")
    if routes.scale[here] >> there & 1:
        return Refusal("17.12", f"infantry that climbs the cliff to {name} moves only that hex")
    if slow_steps()[here] >> there & 1:
        return Refusal(
            "17.1", f"infantry that enters the bocage in {name} off the road moves only one hex"
        )
    if under_fire(table)[1] >> there & 1:
        text = f"{name} is in the intense or steady field of fire of {_firing(table, there)}"
        return Refusal("17.1", f"{text}: infantry that enters it moves only one hex")
    return None


def _firing(table: OmahaTable, hex_: int, *, steady: bool = True) -> str:
    """The positions whose fire stops a move in a hex."""
    positions = {
        position.index: position.name
        for position in (
            position_of(table, post) for post in members(occupied(table) & ~table.german_disrupted)
        )
        if (position.intense | (position.steady if steady else 0)) >> hex_ & 1
    }
    return " and ".join(positions.values())


# --- 17.2 along roads


def _refuse_by_road(table: OmahaTable, tank: int, there: int, scene: Scene) -> Refusal:
    """17.2, 17.21, 17.22 Why no road takes a tank to a hex that is not adjacent."""
    the, here, name = board(), table.hex[tank], piece_name(tank)
    roads = roads_at(here, scene)
    if not roads:
        return Refusal("17.21", f"{name} is on no road and moves only one hex")
    stretch = _road_to(here, there, scene, mined=False)
    if not stretch:
        if _road_to(here, there, scene, mined=True):
            return Refusal("17.22", f"the road to {the.name(there)} is mined and not cleared")
        return Refusal("17.21", f"no road leads from {the.name(here)} to {the.name(there)}")
    moves = [road_move(road) for road in roads if road == "secondary" or _all_major(here, stretch)]
    if not moves:
        text = f"{name} begins on a major road and goes farther than one hex only along major roads"
        return Refusal("17.2", text)
    if len(stretch) > max(moves):
        text = f"{the.name(there)} is {len(stretch)} hexes away by road, and {name} may move"
        return Refusal("17.2", f"{text} {max(moves)}")
    for hex_ in stretch:
        refusal = refuse_entry(table, hex_)
        if refusal is not None:
            return refusal
        if under_fire(table)[0] >> hex_ & 1:
            firing = _firing(table, hex_, steady=False)
            text = f"{name} must stop in {the.name(hex_)}, in the intense field of fire of {firing}"
            return Refusal("17.2", text)
    return Refusal("17.2", f"no open road leads from {the.name(here)} to {the.name(there)}")


def _all_major(here: int, stretch: Path) -> bool:
    primary = board().along["primary"]
    for there in stretch:
        if not primary[here] >> there & 1:
            return False
        here = there
    return True


def _road_to(here: int, there: int, scene: Scene, *, mined: bool) -> Path:
    """The shortest way by road between two hexes, whoever is on it; nothing if there is none."""
    along, walk = board().along, scene.ways["other"].walk
    reached: dict[int, Path] = {here: ()}
    frontier = [here]
    while frontier and there not in reached:
        onward = []
        for hex_ in frontier:
            roads = along["primary"][hex_] | along["secondary"][hex_]
            roads |= along["mined"][hex_] & (-1 if mined else walk[hex_])
            for neighbor in members(roads):
                if neighbor not in reached:
                    reached[neighbor] = (*reached[hex_], neighbor)
                    onward.append(neighbor)
        frontier = onward
    return reached.get(there, ())


# --- 20.3 off the map


def refuse_exit(table: OmahaTable, piece: int) -> Refusal | None:
    """20.3 Why a piece may not leave the map now."""
    name = piece_name(piece)
    if not is_extended(table):
        return Refusal("14", f"units leave the map only from Turn {EXTENDED_FROM} on")
    if not is_unit(piece):
        return Refusal("20.3", f"{name} is a leader and stays on the map")
    refusal = refuse_action(table, piece, "move")
    if refusal is not None:
        return refusal
    if exit_paths(table, piece, scene_of(table)):
        return refuse_price(table, (piece,))
    here = table.hex[piece]
    if here in letters():
        return refuse_exit_by(table, piece, here)
    for there in letters():
        if board().grid.adjacent[here] >> there & 1:
            refusal = refuse_exit_by(table, piece, there)
            if refusal is None and mover(piece) == "infantry":
                refusal = _refuse_step(table, piece, here, there) or _refuse_two_hexes(
                    table, piece, here, there
                )
            if refusal is not None:
                return refusal
    where = board().name(here)
    return Refusal("20.3", f"{where} is no lettered exit hex, and none is near enough")
