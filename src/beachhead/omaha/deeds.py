"""7 What a single piece does with its action, and who goes along (7.21, 7.32)."""

from __future__ import annotations

from beachhead.kernel.grid import members
from beachhead.kernel.play import Decision, Option
from beachhead.omaha import combat
from beachhead.omaha.allotment import (
    UNITS_IN_A_STACK,
    actions_left,
    acts_with,
    free_pieces,
    is_free,
    spend,
)
from beachhead.omaha.board import board
from beachhead.omaha.climbing import finish_climb, start_up_cliff, stop_climb
from beachhead.omaha.ground import mover
from beachhead.omaha.infiltration import infiltrated
from beachhead.omaha.movement import (
    Scene,
    by_climb,
    by_move,
    by_scaling,
    full_hexes,
    go,
    preserves,
    shelter,
    warnings,
)
from beachhead.omaha.state import (
    LEADERS,
    Table,
    UnitSet,
    hex_tag,
    is_unit,
    lore,
    piece_name,
    piece_tag,
    pieces_in,
    post_tag,
    seat_of,
    steps,
)

Choice = tuple[str, int]
"""What is to be done, and with which piece, post or hex."""

NO_TARGET = -1


# --- what a piece does


@steps.step
def act(table: Table, piece: int) -> None:
    """7 A piece with only one thing to do does it; for others it is chosen."""
    choices = possible_deeds(table, piece, Scene(table))
    if len(choices) == 1:
        deed_chosen(table, choices[0], piece)
    else:
        table.then((choose_deed, piece))


@steps.question
def choose_deed(table: Table, piece: int) -> Decision:
    """7 What a piece does with its action."""
    cost = "a free action" if is_free(table, piece) else _price_in_words(table)
    return Decision(
        seat_of(table, table.acting),
        f"{piece_name(piece)} in {board().name(table.hex[piece])} ({cost}): what does it do?",
        "7",
        deed_chosen,
        lambda: deeds(table, piece),
        (piece,),
    )


def _price_in_words(table: Table) -> str:
    left = actions_left(table, table.acting)
    return f"one of {left} actions" if left > 1 else "the last action" if left else "no action left"


def can_do_something(table: Table, piece: int, scene: Scene, *, anything: bool) -> bool:
    """7 Whether a piece has anything to do; without `anything` only what is free to all."""
    bit = 1 << piece
    if table.disrupted & bit:
        return not table.disrupted_now & bit
    if (table.climbing | table.climbing_cliff) & bit:
        return True
    if not anything:
        return shelter(table, piece, scene) != 0
    return (
        by_move(table, piece, scene) != 0
        or by_climb(table, piece, scene) != 0
        or scene.ways[mover(piece)].scale[table.hex[piece]] != 0
        or bool(combat.barrage_targets(table, piece))
    )


def possible_deeds(table: Table, piece: int, scene: Scene) -> list[Choice]:
    """7 Everything a piece may do now, attacks apart."""
    bit = 1 << piece
    if table.disrupted & bit:
        return [("rally", NO_TARGET)]
    if table.climbing & bit:
        return [("finish-climb", NO_TARGET)]
    if table.climbing_cliff & bit:
        across = members(by_scaling(table, piece, scene))
        return [*(("scale", there) for there in across), ("stop-climb", NO_TARGET)]
    moves = by_move(table, piece, scene)
    if not (is_free(table, piece) or actions_left(table, table.acting)):
        return [("move", there) for there in members(moves & shelter(table, piece, scene))]
    choices = [("move", there) for there in members(moves)]
    choices += [("climb-bluff", there) for there in members(by_climb(table, piece, scene))]
    if scene.ways[mover(piece)].scale[table.hex[piece]]:
        choices.append(("climb-cliff", NO_TARGET))
    return choices + [("barrage", post) for post in combat.barrage_targets(table, piece)]


def deeds(table: Table, piece: int) -> list[Option]:
    """7 The options for what a piece does."""
    scene, full, free = Scene(table), full_hexes(table), is_free(table, piece)
    options = []
    for action, target in possible_deeds(table, piece, scene):
        rule, words = DEED_WORDS[action]
        if action == "barrage":
            id_, label = f"barrage-{lore().posts[target].name}", f"{words} {post_name(target)}"
            touches: tuple[str, ...] = (post_tag(target), hex_tag(lore().posts[target].hex))
        elif target == NO_TARGET:
            id_, label, touches = action, words, (piece_tag(piece),)
        else:
            notes = warnings(table, piece, action, target, scene, full)
            if not free and preserves(table, piece, action, target, scene):
                rule = "7.1"
                notes.insert(0, "free: self-preservation")
            name = board().name(target)
            remark = f" ({', '.join(notes)})" if notes else ""
            id_, label, touches = f"{action}-{name}", f"{words} {name}{remark}", (hex_tag(target),)
        options.append(Option(id_, label, (action, target), touches, rule))
    return options


DEED_WORDS = {
    "move": ("7.3", "Move to"),
    "climb-bluff": ("7.4", "Climb the bluff to"),
    "scale": ("7.5", "Climb the cliff to"),
    "climb-cliff": ("7.5", "Start to climb the cliff"),
    "finish-climb": ("7.4", "Finish its climb"),
    "stop-climb": ("7.51", "Give up the climb and stay"),
    "rally": ("7.7", "Remove its disruption"),
    "barrage": ("8.4", "Barrage"),
}
"""The rule of each thing a piece may do, and the words for it."""


def deed_chosen(table: Table, choice: Choice, piece: int) -> None:
    """7 Start what was chosen."""
    action, target = choice
    if action == "rally":
        table.then((rally, piece))
    elif action == "finish-climb":
        table.then((finish_climb, piece))
    elif action == "stop-climb":
        table.then((stop_climb, piece))
    elif action == "barrage":
        table.then((combat.barrage, piece, target))
    else:
        table.then((gather, action, target, piece))


@steps.step
def rally(table: Table, piece: int) -> None:
    """7.7 A free action removes a disrupted marker."""
    spend(table, (piece,), "7.2")
    table.disrupted &= ~(1 << piece)
    name = piece_name(piece)
    table.tell("7.7", "rally", f"{name} removes its disruption.", [piece_tag(piece)], unit=name)


# --- 7.21, 7.32 going together


@steps.step
def gather(table: Table, action: str, target: int, *pieces: int) -> None:
    """7.21 Ask who goes along, as long as somebody could; then set off."""
    if companions(table, action, target, pieces):
        table.then((who_goes_along, action, target, *pieces))
    elif action == "climb-cliff":
        table.then((start_up_cliff, *pieces))
    else:
        table.then((go, action, target, *pieces))


def companions(table: Table, action: str, target: int, pieces: tuple[int, ...]) -> list[int]:
    """7.21, 7.32 Who could go along: a second unit of the stack at no extra cost, and leaders
    with a unit that infiltrates, for they may not do so alone."""
    first, here = pieces[0], table.hex[pieces[0]]
    if table.hex.count(here) == len(pieces):
        return []
    stack = [piece for piece in pieces_in(table, here) if piece not in pieces]
    free, scene = free_pieces(table), Scene(table)
    stack = [
        piece
        for piece in stack
        if not table.acted >> piece & 1
        and acts_with(table, piece, table.acting)
        and _could_follow(table, piece, action, target, scene)
    ]
    found: list[int] = []
    units = [piece for piece in pieces if is_unit(piece)]
    if len(units) < UNITS_IN_A_STACK and _pays(table, first, action, target, free):
        found += [piece for piece in stack if _pays(table, piece, action, target, free)]
    if is_unit(first) and target >= 0 and infiltrated(table, table.hex[first], target, action):
        found += [piece for piece in stack if piece in LEADERS]
    return found


def _pays(table: Table, piece: int, action: str, target: int, free: UnitSet) -> bool:
    return not free >> piece & 1 and not preserves(table, piece, action, target)


def _could_follow(table: Table, piece: int, action: str, target: int, scene: Scene) -> bool:
    """7.21 Whether a piece in the same hex could do the same."""
    routes, here = scene.ways[mover(piece)], table.hex[piece]
    if action == "climb-cliff":
        return routes.scale[here] != 0
    way = {"move": routes.walk, "climb-bluff": routes.climb, "scale": routes.scale}[action]
    return bool(way[here] & ~scene.closed & 1 << target)


@steps.question
def who_goes_along(table: Table, action: str, target: int, *pieces: int) -> Decision:
    """7.21, 7.32 Who of the stack goes along."""
    names = " and ".join(piece_name(piece) for piece in pieces)
    to = f"to {board().name(target)}" if target >= 0 else "up the cliff"
    options = [
        Option(
            f"with-{piece_name(other)}",
            f"{piece_name(other)} goes along",
            other,
            (piece_tag(other),),
            "7.21" if is_unit(other) else "7.32",
        )
        for other in companions(table, action, target, pieces)
    ]
    alone = f"{names} goes alone" if len(pieces) == 1 else f"{names} go, nobody else"
    return Decision(
        seat_of(table, table.acting),
        f"{names} {'goes' if len(pieces) == 1 else 'go'} {to}. Who goes along?",
        "7.21",
        gathered,
        [*options, Option("go", alone, -1)],
        (action, target, *pieces),
    )


def gathered(table: Table, other: int, action: str, target: int, *pieces: int) -> None:
    """7.21 One more goes along, or they set off."""
    if other >= 0:
        table.then((gather, action, target, *pieces, other))
    elif action == "climb-cliff":
        table.then((start_up_cliff, *pieces))
    else:
        table.then((go, action, target, *pieces))


def post_name(post: int) -> str:
    here = lore().posts[post]
    if here.is_wn:
        return f"{here.name} ({board().name(here.hex)})"
    return (
        here.name
        if here.name == board().name(here.hex)
        else f"{here.name} ({board().name(here.hex)})"
    )
