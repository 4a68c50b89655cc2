"""7.3, 17 Moving along a path, and slipping past a German position (7.32) on the way."""

from __future__ import annotations

from typing import Any

from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.leaders.command_posts import is_command_post
from beachhead.omaha.leaders.headquarters_and_generals import leader_moved
from beachhead.omaha.odds.prospects import Going
from beachhead.omaha.table import cards, telling
from beachhead.omaha.table.board import board
from beachhead.omaha.table.deck import draw_for
from beachhead.omaha.table.state import (
    SECTOR_OF_DIVISION,
    UNITS,
    OmahaTable,
    division_of,
    hex_tag,
    is_extended,
    is_unit,
    piece_name,
    piece_tag,
    put_in_hex,
    seat_of,
    steps,
    unit_side,
)
from beachhead.omaha.us_actions.allotment import mark_acted, spend
from beachhead.omaha.us_actions.climbing import mark_climb
from beachhead.omaha.us_actions.infiltration import (
    fires_at_infiltrator,
    infiltrated,
    infiltrator_hit,
    names_of,
)
from beachhead.omaha.us_actions.routes import Path, Scene, checks, is_safe, moves_free, scene_of
from beachhead.omaha.us_actions.terrain_effects import mover, ways
from beachhead.omaha.victory.exits import leave

Pieces = tuple[int, ...]


# --- going


@steps.step("movement.go")
def go(table: OmahaTable, action: str, path: Path, *pieces: int) -> None:
    """7.3, 7.32f, 7.4, 7.5 Pieces that stand together go to a hex together, if no German prevents
    it."""
    scene = scene_of(table)
    paying = [piece for piece in pieces if not moves_free(table, piece, action, path, scene)]
    spend(table, paying, "7.21" if len(paying) > 1 else "7.2")
    mark_acted(table, pieces)
    travel(table, action, path, *pieces)


@steps.step("movement.travel")
def travel(table: OmahaTable, action: str, path: Path, *pieces: int) -> None:
    """7.3, 17.1 Pieces go on along a path until it ends or a German may fire: each hex entered
    is checked by itself (O-70)."""
    here, entered, past = table.hex[pieces[0]], 0, scene_of(table).past
    for there in path:
        if past[here] >> there & 1:
            how = _way(table, pieces[0], action, here, there)
            if infiltrated(table, here, there, how):
                break
        here, entered = there, entered + 1
    for piece in pieces:
        if entered:
            arrive(table, piece, action, path[:entered])
        if entered == len(path):
            end_move(table, piece, action)
    if entered < len(path):
        infiltrate(table, action, path[entered:], *pieces)


def _way(table: OmahaTable, piece: int, action: str, here: int, there: int) -> str:
    """17.11 What a step of a path is; leaders cross bluffs in the course of a move."""
    if action == "move" and not is_unit(piece) and is_extended(table):
        return "climb-bluff" if ways(table, mover(piece)).climb[here] >> there & 1 else "move"
    return "move" if action == "exit" else action


DEEDS = {
    "move": ("7.3", "moves"),
    "exit": ("7.3", "moves"),
    "climb-bluff": ("7.4", "climbs the bluff"),
    "scale": ("7.5", "climbs the cliff"),
}
"""The rule of each way to go, and the word for it."""

EXTENDED_RULES = {"climb-bluff": "17.11", "scale": "17.12"}


def arrive(table: OmahaTable, piece: int, action: str, path: Path) -> None:
    """7.3, 7.4, 7.5 A piece enters the hexes of a path; infantry that climbed may get a marker, and
    7.33 a leader no longer commands."""
    here, there = table.hex[piece], path[-1]
    put_in_hex(table, piece, there)
    mark_climb(table, piece, action)
    rule, how = _deed(table, piece, action, path)
    name, start, end = piece_name(piece), board().name(here), board().name(there)
    by = tuple([board().name(hex_) for hex_ in path[:-1]])
    detail: dict[str, Any] = {"by": list(by)} if by else {}
    table.tell(
        rule,
        telling.MOVE,
        lambda: f"{name} {how} from {start} to {end}{' by ' if by else ''}{' and '.join(by)}.",
        [piece_tag(piece), hex_tag(here), *map(hex_tag, path)],
        way=map(hex_tag, (here, *path)),
        unit=name,
        start=start,
        end=end,
        **detail,
    )
    if not is_unit(piece):
        leader_moved(table, piece)


def _deed(table: OmahaTable, piece: int, action: str, path: Path) -> tuple[str, str]:
    rule, how = DEEDS[action]
    if action == "climb-bluff" and not is_unit(piece):
        return "7.41", "crosses the bluff"
    if is_extended(table):
        rule = EXTENDED_RULES.get(action, rule)
    if len(path) > 1:
        rule = "17.1" if mover(piece) != "other" else "17.2"
    return rule, how


def end_move(table: OmahaTable, piece: int, action: str) -> None:
    """7.22, 20.3 At its end a move may take a piece into other hands, or off the map."""
    if action == "exit":
        leave(table, piece)
    else:
        hand_over(table, piece)


def hand_over(table: OmahaTable, piece: int) -> None:
    """7.22b, 7.22c With two players, a piece more than one hex beyond the boundary changes
    hands."""
    if table.players == 1:
        return
    the, commanding = board(), division_of(table, piece)
    home = the.sectors[SECTOR_OF_DIVISION[commanding]]
    if not (home | the.grid.neighbors(home)) >> table.hex[piece] & 1:
        table.transferred ^= 1 << piece
        table.tell(
            "7.22",
            telling.TRANSFER,
            lambda: (
                f"{piece_name(piece)} is more than one hex beyond the boundary and passes to the "
                f"{'29th' if commanding == 1 else '1st'} Division."
            ),
            [piece_tag(piece)],
        )


# --- 7.32 infiltration


def infiltrate(table: OmahaTable, action: str, path: Path, *pieces: int) -> None:
    """7.32b The next hex lies behind a German position: a fire card is drawn at once."""
    there = path[0]
    past = _slipped_past(table, action, there, pieces[0])
    names, germans = " and ".join(map(piece_name, pieces)), names_of(table, past)
    tries = "try" if len(pieces) > 1 else "tries"
    table.tell(
        "7.32",
        telling.INFILTRATION,
        lambda: f"{names} {tries} to slip past {germans} to {board().name(there)}.",
        [*map(piece_tag, pieces), hex_tag(there)],
        way=[hex_tag(table.hex[pieces[0]]), hex_tag(there)],
    )
    purpose = f"fire: {names} to {board().name(there)} past {germans}"
    table.then(draw_for(purpose, "7.32", infiltration_fire, action, path, *pieces))


def _slipped_past(table: OmahaTable, action: str, there: int, piece: int) -> list[int]:
    here = table.hex[piece]
    return infiltrated(table, here, there, _way(table, piece, action, here, there))


@steps.step("movement.infiltration_fire")
def infiltration_fire(
    table: OmahaTable, number: int, action: str, path: Path, *pieces: int
) -> None:
    """7.32 A unit whose symbol the card shows loses a step, if the card shows the color of a
    position it slips past; without depth a position needs a single symbol. One step is all a
    unit can lose, and five steps in the hex make no concentrated target."""
    # 7.32c, 7.32g, 7.32j, 7.32k, 2.3e, FAQ.9a, FAQ.9b
    card = cards.card(number)
    past = _slipped_past(table, action, path[0], pieces[0])
    firing = [position for position in past if fires_at_infiltrator(table, position, card)]
    units = [piece for piece in pieces if is_unit(piece)]
    hit = [unit for unit in units if firing and unit_side(table, unit).symbol == card.target]
    if not hit:
        text = telling.said("The card does not hit: {} is passed unharmed.", names_of(table, past))
        table.tell("7.32", telling.INFILTRATION, text, map(piece_tag, pieces))
    unhurt = [unit for unit in units if unit not in hit]
    for unit in unhurt:
        arrive(table, unit, action, path[:1])
    leaders = tuple(piece for piece in pieces if not is_unit(piece))
    why = f"under fire from {names_of(table, firing)}"
    table.then(
        *[(infiltrator_hit, unit, why) for unit in hit],
        (after_the_fire, action, path, tuple(hit), tuple(unhurt), (), leaders),
    )


@steps.step("movement.after_the_fire")
def after_the_fire(
    table: OmahaTable,
    action: str,
    path: Path,
    hit: Pieces,
    going: Pieces,
    halting: Pieces,
    leaders: Pieces,
) -> None:
    """7.32 Each unit that was hit decides for itself; then those who go on do so. Leaders go as
    far as a unit they went with (M-02)."""
    alive = [unit for unit in hit if table.hex[unit] >= 0]
    if alive:
        unit, *rest = alive
        table.then((stay_or_go, unit, action, path, tuple(rest), going, halting, leaders))
        return
    if going or halting:
        for leader in leaders:
            arrive(table, leader, action, path[:1])
        going, halting = ((*going, *leaders), halting) if going else (going, (*halting, *leaders))
    for piece in halting:
        hand_over(table, piece)
    if going:
        table.then((travel, action, path[1:], *going))


GO, HALT, STAY = "go", "halt", "stay"


def _infiltrator(_: OmahaTable, unit: int, *__: object) -> list[str]:
    return [piece_tag(unit)]


def _prospect(
    table: OmahaTable, option: Option | None, unit: int, action: str, path: Path, *_: Pieces
) -> Going | None:
    """7.32 The next hex is behind the Germans who fired."""
    if option is None:
        return None
    if option.value == STAY:
        return Going((unit,), STAY, table.hex[unit])
    if option.value == HALT:
        return Going((unit,), HALT, path[0])
    return Going((unit,), action, path[0], path[1:])


INFILTRATORS = Topic("infiltrator_decided", "Infiltration", about=_infiltrator, builds=_prospect)


@steps.question("movement.stay_or_go")
def stay_or_go(table: OmahaTable, unit: int, action: str, path: Path, *others: Pieces) -> Decision:
    """7.32e A unit that was hit may finish its move or stay where it is; 17.1 with more than one
    hex before it, it may also go no farther than the next."""
    name, here = piece_name(unit), board().name(table.hex[unit])
    end = board().name(path[-1])
    off = " and off the map" if action == "exit" else ""
    options = [
        Option(GO, lambda: f"Go on to {end}{off}", GO, (hex_tag(path[-1]),), commits=True),
        Option(
            STAY,
            lambda: f"Stay in {here}",
            STAY,
            (hex_tag(table.hex[unit]),),
            commits=True,
            ends=True,
        ),
    ]
    if len(path) > 1 or action == "exit":
        halt = telling.said("Go only to {}", board().name(path[0]))
        options.insert(1, Option(HALT, halt, HALT, (hex_tag(path[0]),), commits=True))
    return Decision(
        seat_of(table, table.acting),
        f"{name} was hit on its way to {end}. Does it go on?",
        "7.32",
        infiltrator_decided,
        options,
        (unit, action, path, *others),
        topic=INFILTRATORS,
    )


def infiltrator_decided(
    table: OmahaTable,
    choice: str,
    unit: int,
    action: str,
    path: Path,
    hit: Pieces,
    going: Pieces,
    halting: Pieces,
    leaders: Pieces,
) -> None:
    """7.32e, 7.32f Either way the unit has acted."""
    if choice == STAY:
        table.tell(
            "7.32", telling.INFILTRATION, lambda: f"{piece_name(unit)} stays.", [piece_tag(unit)]
        )
        hand_over(table, unit)
    else:
        arrive(table, unit, action, path[:1])
        going, halting = ((*going, unit), halting) if choice == GO else (going, (*halting, unit))
    table.then((after_the_fire, action, path, hit, going, halting, leaders))


# --- what to know


def warnings(table: OmahaTable, piece: int, action: str, path: Path, scene: Scene) -> list[str]:
    """What to know before going somewhere; in a hex that is full, a unit more is one too many."""
    if piece >= UNITS:
        return ["abandons its command post"] if is_command_post(table, piece) else []
    here, notes = table.hex[piece], []
    if not is_safe(here, path, scene):
        slipped = checks(table, here, path, action)
        notes += [f"infiltration past {names_of(table, past)}" for past in slipped]
        if slipped:
            notes.append(
                "draws a card" if len(slipped) == 1 else f"draws up to {len(slipped)} cards"
            )
    if table.full >> path[-1] & 1 and action != "exit":
        notes.append("overstacks")
    return notes


def is_full(table: OmahaTable, hex_: int) -> bool:
    """7.6 Whether a hex holds as many units as may stay there."""
    return bool(table.full >> hex_ & 1)
