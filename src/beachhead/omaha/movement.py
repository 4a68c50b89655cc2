"""7.3 Moving one hex, and slipping past a German position (7.32)."""

from __future__ import annotations

from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.omaha import cards
from beachhead.omaha.allotment import mark_acted, preservation, refuse_action, refuse_price, spend
from beachhead.omaha.board import board
from beachhead.omaha.climbing import mark_climb
from beachhead.omaha.deck import draw_for
from beachhead.omaha.ground import (
    closed,
    every_way,
    mover,
    preservation_moves,
    refuse_entry,
    refuse_terrain,
    ways,
)
from beachhead.omaha.infiltration import (
    fires_at_infiltrator,
    infiltrated,
    names_of,
    past_germans,
)
from beachhead.omaha.leaders import leader_moved
from beachhead.omaha.losses import lose_step, lose_step_to_german_fire
from beachhead.omaha.state import (
    SECTOR_OF_DIVISION,
    UNITS,
    Table,
    division_of,
    hex_tag,
    is_unit,
    piece_name,
    piece_tag,
    plays_otherwise,
    seat_of,
    steps,
    unit_side,
)

STACKING_LIMIT = 2
"""7.6 How many units may be in a hex when the US Action Phase ends."""


# --- 7.3 where a piece may go


class Scene:
    """What does not change while options are listed: the ways of each kind of piece, the hexes
    closed to all, and from each hex those behind a German position (7.32)."""

    __slots__ = ("closed", "past", "ways")

    def __init__(self, table: Table) -> None:
        self.ways = every_way(table)
        self.closed = closed(table)
        self.past = past_germans(table)


def by_move(table: Table, piece: int, scene: Scene) -> HexSet:
    """7.3 The hexes a piece may enter by a move, whatever it costs."""
    here = table.hex[piece]
    open_to = scene.ways[mover(piece)].walk[here] & ~scene.closed
    return open_to if is_unit(piece) else open_to & ~scene.past[here]


def by_climb(table: Table, piece: int, scene: Scene) -> HexSet:
    """7.4 The hexes a piece may enter by climbing a bluff, whatever it costs."""
    here = table.hex[piece]
    open_to = scene.ways[mover(piece)].climb[here] & ~scene.closed
    if is_unit(piece) or plays_otherwise(table, "infiltration-climbing"):
        return open_to
    return open_to & ~scene.past[here]


def by_scaling(table: Table, piece: int, scene: Scene) -> HexSet:
    """7.5 The hexes a unit may enter across a scaleable cliff."""
    return scene.ways[mover(piece)].scale[table.hex[piece]] & ~scene.closed


def way_to(table: Table, piece: int, there: int) -> str:
    """7.3, 7.4, 7.5 By which action a piece would go to a neighbouring hex."""
    here, routes = table.hex[piece], ways(table, mover(piece))
    if routes.climb[here] >> there & 1:
        return "climb-bluff"
    return "scale" if routes.scale[here] >> there & 1 else "move"


def refuse_move(table: Table, piece: int, there: int) -> Refusal | None:
    """7.3 Why a piece may not go to a hex now, be it by a move or by a climb."""
    refusal = refuse_route(table, piece, there) if table.hex[piece] >= 0 else None
    if refusal is not None:
        return refusal
    action = way_to(table, piece, there) if table.hex[piece] >= 0 else "move"
    if action == "scale" and not table.climbing_cliff >> piece & 1:
        return refuse_action(table, piece, "climb-cliff") or Refusal(
            "7.5", f"{piece_name(piece)} has to spend a turn with a climb cliff marker first"
        )
    refusal = refuse_action(table, piece, action)
    if refusal is not None:
        return refusal
    if preserves(table, piece, action, there):
        return None
    return refuse_price(table, (piece,))


def preserves(
    table: Table, piece: int, action: str, there: int, scene: Scene | None = None
) -> bool:
    """7.1 Whether going to a hex is a self-preservation move, and so free."""
    if action != "move":
        return False
    return bool(
        (shelter(table, piece, scene) if scene else preservation(table, piece)) >> there & 1
    )


def shelter(table: Table, piece: int, scene: Scene) -> HexSet:
    """7.1 Where a piece may move to preserve itself."""
    if mover(piece) != "infantry":
        return 0
    return preservation_moves()[table.hex[piece]] & ~scene.closed


def refuse_route(table: Table, piece: int, there: int) -> Refusal | None:
    """7.3, 7.31, TEC Why no action takes a piece to a hex."""
    the, here, name = board(), table.hex[piece], piece_name(piece)
    scene = Scene(table)
    open_to = (
        by_move(table, piece, scene)
        | by_climb(table, piece, scene)
        | by_scaling(table, piece, scene)
    )
    if open_to >> there & 1:
        return None
    if there == here:
        return Refusal("7.3", f"{name} is in {the.name(there)} already")
    if not the.grid.adjacent[here] >> there & 1:
        return Refusal("7.3", f"{the.name(there)} is not adjacent to {the.name(here)}")
    return (
        refuse_terrain(mover(piece), here, there)
        or refuse_entry(table, there)
        or Refusal(
            "7.32",
            f"{name} may slip past {names_of(infiltrated(table, here, there, 'move'))} "
            f"only together with a unit",
        )
    )


# --- going


@steps.step
def go(table: Table, action: str, there: int, *pieces: int) -> None:
    """7.3, 7.4, 7.5 Pieces that stand together go to a hex together, if no German prevents it."""
    here = table.hex[pieces[0]]
    paying = [piece for piece in pieces if not preserves(table, piece, action, there)]
    spend(table, paying, "7.21" if len(paying) > 1 else "7.2")
    mark_acted(table, pieces)
    past = infiltrated(table, here, there, action)
    if past:
        names = " and ".join(piece_name(piece) for piece in pieces)
        table.tell(
            "7.32",
            "infiltration",
            f"{names} {'try' if len(pieces) > 1 else 'tries'} to slip past {names_of(past)} "
            f"to {board().name(there)}.",
            [*map(piece_tag, pieces), hex_tag(there)],
        )
        purpose = f"fire: {names} to {board().name(there)} past {names_of(past)}"
        table.then(draw_for(purpose, "7.32", infiltration_fire, action, there, *pieces))
        return
    for piece in pieces:
        arrive(table, piece, action, there)


DEEDS = {
    "move": ("7.3", "moves"),
    "climb-bluff": ("7.4", "climbs the bluff"),
    "scale": ("7.5", "climbs the cliff"),
}
"""The rule of each way to go, and the word for it."""


def arrive(table: Table, piece: int, action: str, there: int) -> None:
    """7.3, 7.4, 7.5 A piece enters a hex; infantry that climbed gets a climb marker."""
    here = table.hex[piece]
    table.hex[piece] = there
    mark_climb(table, piece, action)
    rule, how = DEEDS[action]
    if action == "climb-bluff" and not is_unit(piece):
        rule, how = "7.41", "crosses the bluff"
    name = piece_name(piece)
    table.tell(
        rule,
        "move",
        f"{name} {how} from {board().name(here)} to {board().name(there)}.",
        [piece_tag(piece), hex_tag(here), hex_tag(there)],
        unit=name,
        start=board().name(here),
        end=board().name(there),
    )
    if not is_unit(piece):
        leader_moved(table, piece)
    hand_over(table, piece)


def hand_over(table: Table, piece: int) -> None:
    """7.22 With two players, a piece more than one hex beyond the boundary changes hands."""
    if table.players == 1:
        return
    the, commanding = board(), division_of(table, piece)
    home = the.sectors[SECTOR_OF_DIVISION[commanding]]
    if not (home | the.grid.neighbours(home)) >> table.hex[piece] & 1:
        table.transferred ^= 1 << piece
        table.tell(
            "7.22",
            "transfer",
            f"{piece_name(piece)} is more than one hex beyond the boundary and passes to the "
            f"{'29th' if commanding == 1 else '1st'} Division.",
            [piece_tag(piece)],
        )


# --- 7.32 infiltration


@steps.step
def infiltration_fire(table: Table, number: int, action: str, there: int, *pieces: int) -> None:
    """7.32 A unit whose symbol the card shows loses a step, if the card shows the color of a
    position it slips past; without depth a position needs a single symbol. One step is all a
    unit can lose, and five steps in the hex make no concentrated target."""
    card = cards.card(number)
    past = infiltrated(table, table.hex[pieces[0]], there, action)
    firing = [position for position in past if fires_at_infiltrator(table, position, card)]
    units = [piece for piece in pieces if is_unit(piece)]
    hit = [unit for unit in units if firing and unit_side(table, unit).symbol == card.target]
    if not hit:
        table.tell(
            "7.32", "infiltration", f"The card does not hit: {names_of(past)} is passed unharmed."
        )
    leaders = [piece for piece in pieces if not is_unit(piece)]
    for unit in units:
        if unit not in hit:
            arrive(table, unit, action, there)
    why = f"under fire from {names_of(firing)}"
    table.then(
        *[(infiltrator_hit, unit, why) for unit in hit],
        *[(stay_or_go, unit, action, there) for unit in hit],
        (leaders_follow, action, there, len(units), *units, *leaders),
    )


@steps.step
def infiltrator_hit(table: Table, unit: int, why: str) -> None:
    """7.32 The unit loses a step; O-10 a hero may be sacrificed for it, as to any German fire."""
    if plays_otherwise(table, "hero-saves-infiltrator"):
        lose_step(table, unit, "7.32", why)
    else:
        table.then((lose_step_to_german_fire, unit, "7.32", why))


@steps.question
def stay_or_go(table: Table, unit: int, action: str, there: int) -> Decision | None:
    """7.32 A unit that was hit may finish its move or stay where it is."""
    if table.hex[unit] < 0:
        return None
    name, here = piece_name(unit), board().name(table.hex[unit])
    return Decision(
        seat_of(table, table.acting),
        f"{name} was hit on its way to {board().name(there)}. Does it go on?",
        "7.32",
        infiltrator_decided,
        [
            Option("go", f"Go on to {board().name(there)}", True, (hex_tag(there),)),
            Option("stay", f"Stay in {here}", False, (hex_tag(table.hex[unit]),)),
        ],
        (unit, action, there),
    )


def infiltrator_decided(table: Table, goes: bool, unit: int, action: str, there: int) -> None:
    """7.32 Either way the unit has acted."""
    if goes:
        arrive(table, unit, action, there)
    else:
        table.tell("7.32", "infiltration", f"{piece_name(unit)} stays.", [piece_tag(unit)])


@steps.step
def leaders_follow(table: Table, action: str, there: int, count: int, *pieces: int) -> None:
    """7.32 Leaders go along if a unit they went with gets through."""
    units, leaders = pieces[:count], pieces[count:]
    if any(table.hex[unit] == there for unit in units):
        for leader in leaders:
            arrive(table, leader, action, there)


def warnings(
    table: Table, piece: int, action: str, there: int, scene: Scene, full: HexSet
) -> list[str]:
    """What to know before going to a hex; in a hex that is full, a unit more is one too many."""
    notes = []
    here = table.hex[piece]
    past = infiltrated(table, here, there, action) if scene.past[here] >> there & 1 else []
    if past:
        notes.append(f"infiltration past {names_of(past)}")
    if full >> there & 1 and is_unit(piece):
        notes.append("overstacks")
    return notes


def full_hexes(table: Table) -> HexSet:
    """7.6 The hexes with as many units as may stay there."""
    once, found = 0, 0
    for hex_ in table.hex[:UNITS]:
        if hex_ >= 0:
            bit = 1 << hex_
            found |= once & bit
            once |= bit
    return found
