"""7 What a single piece does with its action, and who goes along (7.21, 7.32)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from beachhead.kernel.bits import members
from beachhead.kernel.chance import Pick
from beachhead.kernel.figures import percent
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Figure, Shows, Topic
from beachhead.omaha.leaders.command_posts import is_command_post
from beachhead.omaha.odds.fire_danger import fire_odds, fire_reasons
from beachhead.omaha.odds.prospects import Barrage, Going, Prospect
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    LEADERS,
    UNITS,
    OmahaTable,
    UnitSet,
    equipment,
    hex_tag,
    is_tank,
    is_unit,
    piece_name,
    piece_tag,
    post_hex,
    post_place,
    seat_of,
    steps,
    target_tags,
)
from beachhead.omaha.us_actions.allotment import (
    UNITS_IN_A_STACK,
    actions_left,
    acts_with,
    free_pieces,
    is_free,
    price_in_words,
    spend,
)
from beachhead.omaha.us_actions.climbing import finish_climb, start_up_cliff, stop_climb
from beachhead.omaha.us_actions.movement import EXTENDED_RULES, go, is_full, warnings
from beachhead.omaha.us_actions.routes import (
    Path,
    Scene,
    by_climb,
    by_move,
    by_scaling,
    checks,
    is_safe,
    may_follow,
    moves_free,
    paths,
    scene_of,
    shelter,
)
from beachhead.omaha.us_actions.terrain_effects import mover
from beachhead.omaha.us_combat import attacks
from beachhead.omaha.us_combat.barrages import barrage_odds
from beachhead.omaha.victory.exits import exit_paths, letters

Choice = tuple[str, int]
"""What is to be done, and with which piece or post."""

Deed = tuple[str, int, Path]
"""What a piece does, at which post or in which hex, and the hexes it enters on its way."""

NO_TARGET = NOBODY = -1

MOST_HEXES = 40
"""For so many hexes the danger is worked out at once."""


# --- what a piece does


@steps.step("deeds.act")
def act(table: OmahaTable, piece: int) -> None:
    """7 A piece whose marker leaves one thing to do, which was named when it was chosen, does it;
    for others it is chosen."""
    if only := only_deed(table, piece):
        deed_chosen(table, (only, NO_TARGET, ()), piece)
    else:
        table.then((choose_deed, piece))


def only_deed(table: OmahaTable, piece: int) -> str:
    """7.4, 7.7 What a marker leaves as the only thing to do."""
    if table.disrupted >> piece & 1:
        return "rally"
    return "finish-climb" if table.climbing >> piece & 1 else ""


def _may(table: OmahaTable, piece: int) -> list[str]:
    """What the figures on the map are the chances of."""
    if not is_unit(piece):
        return []
    return [FIRE_FIGURE, BARRAGE_FIGURE] if attacks.barrage_targets(table, piece) else [FIRE_FIGURE]


FIRE_FIGURE = (
    "The figure on a hex is the chance that the next German fire hits the unit there, if what is "
    "left to choose falls on it; 0% says nothing of mines, tides and events."
)
BARRAGE_FIGURE = "The figure on a target is the chance that the barrage disrupts the German."


def _piece(_: OmahaTable, piece: int) -> list[str]:
    return [piece_tag(piece)]


def _prospect(table: OmahaTable, option: Option | None, piece: int) -> Prospect:
    action, target, path = ("act", NO_TARGET, ()) if option is None else option.value
    if action == "barrage":
        return Barrage(target, piece)
    return Going((piece,), action, table.hex[piece], path)


def _figures(table: OmahaTable, piece: int) -> list[Figure]:
    """6, 8.4 The danger where a unit is and where it may go, and the chance of each barrage."""
    prospects = [_prospect(table, option, piece) for option in piece_options(table, piece)]
    if not is_unit(piece) or not any(map(_has_figure, prospects)):
        return []
    return [
        *(_danger(table, piece, hex_) for hex_ in hexes_reached(table, piece, prospects)),
        *(_barrage(table, piece, each.post) for each in prospects if isinstance(each, Barrage)),
    ]


def _has_figure(prospect: Prospect) -> bool:
    return isinstance(prospect, Barrage) or (
        isinstance(prospect, Going) and prospect.action == "move"
    )


def hexes_reached(table: OmahaTable, piece: int, prospects: Iterable[Prospect | None]) -> list[int]:
    """7 Where a piece is, and where it may go; not where it leaves the map."""
    found = [table.hex[piece]] if table.hex[piece] >= 0 else []
    for each in prospects:
        if isinstance(each, Going) and piece in each.pieces and each.action != "exit":
            found.append(each.path[-1] if each.path else each.start)
    return list(dict.fromkeys(found))[:MOST_HEXES]


def _danger(table: OmahaTable, unit: int, hex_: int) -> Figure:
    chances = fire_odds(table, unit, hex_)
    hit, loss, disrupted = (_figure(chances[each]) for each in ("hit", "loss", "disrupted"))
    words = f"next German fire there: {loss} to lose a step, {disrupted} to be disrupted"
    return Figure(
        hex_tag(hex_),
        hit,
        words,
        "high" if chances["loss"] >= GRAVE else "some" if chances["hit"] else "none",
        fire_reasons(table, hex_),
    )


def _barrage(table: OmahaTable, unit: int, post: int) -> Figure:
    chances = barrage_odds(table, unit, post)
    hit, depth = 1 - chances.get("no_effect", 0.0), chances.get(DEPTH_REMOVED, 0.0)
    words = f"barrage: {_figure(hit)} to disrupt the German"
    if depth:
        words += f", {_figure(depth)} to remove his depth marker too"
    return Figure(
        hex_tag(post_hex(table, post)),
        f"barrage\n{_figure(hit)}",
        words,
        "none" if hit >= EVEN else "some",
    )


def _figure(chance: float) -> str:
    """A chance with signs instead of words, for there is little room on the map."""
    return percent(chance, "%").replace("under ", "<").replace("over ", ">")


GRAVE, EVEN = 0.25, 0.5
"""From which chances on a loss stands out, and a barrage is a good one."""
DEPTH_REMOVED = "disrupted_and_depth_removed"


def _shown(table: OmahaTable, option: Option, piece: int) -> Shows:
    """The way where it is more than a step: hex by hex, and off the map."""
    action, target, path = option.value
    way = [hex_tag(hex_) for hex_ in (table.hex[piece], *path)]
    if action == "exit":
        way.append(_exit_tag(target))
    cliffs = members(by_scaling(table, piece, scene_of(table))) if action == "climb-cliff" else ()
    return Shows(
        [hex_tag(hex_) for hex_ in cliffs] or None,  # 7.5 One points at the top to begin the climb
        way=way if len(way) > 2 or action == "exit" else (),
        hostile=action == "barrage",
        costly=_overstacks(table, piece, action, path),
        free=is_free(table, piece) or option.rule in dict(FREE_MOVES.values()),
    )


def _overstacks(table: OmahaTable, piece: int, action: str, path: Path) -> bool:
    """7.6 Whether a unit would be one too many where it goes."""
    if action == "exit" or not path or not is_unit(piece):
        return False
    return is_full(table, path[-1])


def _unsaid(table: OmahaTable, option: Option, piece: int) -> str | None:
    """7.1, 7.21 A free move past nobody, or one that others may join and that is asked about, can
    be taken back; all else commits."""
    action, target, path = option.value
    if target == NO_TARGET or action in ("barrage", "exit"):
        return ""
    if companions(table, action, path, (piece,)):
        return None
    free = is_free(table, piece) or moves_free(table, piece, action, path, scene_of(table))
    draws = checks(table, table.hex[piece], path, action)
    return None if free and not draws and not is_command_post(table, piece) else ""


DEEDS = Topic(
    "deed_chosen",
    "What the unit does",
    may=_may,
    about=_piece,
    part=True,
    charts=("terrain",),
    builds=_prospect,
    shows=_shown,
    figures=_figures,
    unsaid=_unsaid,
)


@steps.question("deeds.choose_deed")
def choose_deed(table: OmahaTable, piece: int) -> Decision:
    """7 What a piece does with its action."""
    seat = seat_of(table, table.acting)
    return Decision(
        seat, _asked, "7", deed_chosen, piece_options, (piece,), topic=DEEDS, sample=_any_deed
    )


def _any_deed(table: OmahaTable, pick: Pick, piece: int) -> Deed:
    deeds = possible_deeds(table, piece, scene_of(table))
    return deeds[pick(len(deeds))]


def _asked(table: OmahaTable, piece: int) -> str:
    cost = "a free action" if is_free(table, piece) else _price_in_words(table)
    return f"{piece_name(piece)} in {board().name(table.hex[piece])} ({cost}): what does it do?"


def _price_in_words(table: OmahaTable) -> str:
    left = actions_left(table, table.acting)
    return f"one of {left} actions" if left > 1 else "the last action" if left else "no action left"


def can_do_something(table: OmahaTable, piece: int, scene: Scene, *, anything: bool) -> bool:
    """7 Whether a piece has anything to do; without `anything` only what is free to all."""
    bit = 1 << piece
    if table.disrupted & bit:
        return not table.disrupted_now & bit
    if (table.climbing | table.climbing_cliff) & bit:
        return True
    if not anything:
        traffic = scene.traffic >> table.hex[piece] & 1
        return (by_move if traffic else shelter)(table, piece, scene) != 0
    return (
        by_move(table, piece, scene) != 0
        or by_climb(table, piece, scene) != 0
        or _at_cliff(table, piece, scene)
        or bool(attacks.barrage_targets(table, piece))
        or bool(exit_paths(table, piece, scene))
    )


def _at_cliff(table: OmahaTable, piece: int, scene: Scene) -> bool:
    """7.5, 17.12 Whether a unit can begin to climb a cliff: from Turn 17 it crosses at once."""
    if scene.extended:
        return by_scaling(table, piece, scene) != 0
    return scene.ways[mover(piece)].scale[table.hex[piece]] != 0


def possible_deeds(table: OmahaTable, piece: int, scene: Scene) -> list[Deed]:
    """7 Everything a piece may do now, attacks apart."""
    if only := only_deed(table, piece):
        return [(only, NO_TARGET, ())]
    if table.climbing_cliff >> piece & 1:
        return [*_scaling(table, piece, scene), ("stop-climb", NO_TARGET, ())]
    moves: list[Deed] = [("move", path[-1], path) for path in paths(table, piece, scene)]
    if not (actions_left(table, table.acting) or is_free(table, piece)):
        return [move for move in moves if moves_free(table, piece, "move", move[2], scene)]
    climbs = by_climb(table, piece, scene)
    if climbs:
        moves += [("climb-bluff", there, (there,)) for there in members(climbs)]
    if scene.extended:
        moves += _scaling(table, piece, scene)
        here = table.hex[piece]
        ways_out = exit_paths(table, piece, scene)
        moves += [("exit", path[-1] if path else here, path) for path in ways_out]
    elif _at_cliff(table, piece, scene):
        moves.append(("climb-cliff", NO_TARGET, ()))
    targets = attacks.barrage_targets(table, piece)
    return moves + [("barrage", post, ()) for post in targets] if targets else moves


def _scaling(table: OmahaTable, piece: int, scene: Scene) -> list[Deed]:
    return [("scale", there, (there,)) for there in members(by_scaling(table, piece, scene))]


def piece_options(table: OmahaTable, piece: int) -> list[Option]:
    """7 The options for what a piece does."""
    scene, here, full = scene_of(table), table.hex[piece], table.full
    choices = possible_deeds(table, piece, scene)
    one_way_each = not scene.extended or len({deed[:2] for deed in choices}) == len(choices)
    free = is_free(table, piece)
    price = "free" if free else price_in_words(table, (piece,))
    directed = bool(scene.traffic >> here & 1)
    near = 0 if free or directed else shelter(table, piece, scene)
    doer = _doer(piece, scene.extended)
    options = []
    for deed in choices:
        action, target, path = deed
        if action == "barrage":
            options.append(_barrage_option(table, deed, _rule(doer, deed), price))
        elif target == NO_TARGET:
            label = partial(_words, deed, price)
            options.append(Option(action, label, deed, (piece_tag(piece),), _rule(doer, deed)))
        else:
            notes: Sequence[str] = ()
            if path and (full >> path[-1] & 1 or piece >= UNITS or not is_safe(here, path, scene)):
                notes = warnings(table, piece, action, path, scene)
            several = not one_way_each and [each[:2] for each in choices].count(deed[:2]) > 1
            near_enough = directed or (len(path) == 1 and near >> target & 1)
            if free:
                why = ""
            else:
                why = FREE_MOVES[directed][1] if action == "move" and near_enough else price
            options.append(_going_option(doer, deed, several, why, *notes))
    return options


def _barrage_option(table: OmahaTable, deed: Deed, rule: str, price: str) -> Option:
    post = deed[1]
    label = telling.said("Barrage {}: {}, draws a card", post_place(table, post), price)
    name = equipment().posts[post].name
    return Option(f"barrage-{name}", label, deed, target_tags(table, post), rule)


@lru_cache(4096)
def _going_option(doer: Doer, deed: Deed, several: bool, why: str, *notes: str) -> Option:
    # Many go the same way in a game.
    action, target, _ = deed
    touches = (hex_tag(target), _exit_tag(target)) if action == "exit" else (hex_tag(target),)
    rule = next((rule for rule, words in FREE_MOVES.values() if words == why), "")
    label = partial(_words, deed, *((why, *notes) if why else notes))
    return Option(_id(deed, several), label, deed, touches, rule or _rule(doer, deed))


FREE_MOVES = {
    False: ("7.1", "free: self-preservation"),
    True: ("19.3", "free: traffic management"),
}
"""7.1, 19.3 Why a move is free, by whether engineers direct the traffic."""


def _exit_tag(hex_: int) -> str:
    """20.3 The tab of an exit."""
    return f"exit-{letters()[hex_]}"


def _id(deed: Deed, several: bool) -> str:
    """The name of an option that leads somewhere; if several do, with the hexes on the way."""
    action, target, path = deed
    if action == "exit":
        via = f"-via-{_names(path, '-')}" if path and several else ""
        return f"exit-{letters()[target]}{via}"
    via = f"-via-{_names(path[:-1], '-')}" if several and len(path) > 1 else ""
    return f"{action}-{board().name(target)}{via}"


class Doer(NamedTuple):
    """What the rule of a deed depends on: who does it, and whether from Turn 17 on."""

    unit: bool
    tank: bool
    extended: bool


@cache
def _doer(piece: int, extended: bool) -> Doer:
    return Doer(is_unit(piece), is_tank(piece), extended)


def _rule(doer: Doer, deed: Deed) -> str:
    """The rule of a deed."""
    action, _, path = deed
    if action == "barrage":
        return "8.4" if doer.tank else "17.3"
    if len(path) > 1 and action != "exit":
        return "17.2" if doer.tank else "17.1"
    if doer.extended and doer.unit and action in EXTENDED_RULES:
        return EXTENDED_RULES[action]
    return DEED_WORDS[action][0]


def _words(deed: Deed, *notes: str) -> str:
    """The words for a deed, and what to know before."""
    action, target, path = deed
    _, words = DEED_WORDS[action]
    if action == "exit":
        words += f" {letters()[target]}"
        if path:
            words += f" by way of {_names(path)}"
    elif target != NO_TARGET:
        words += f" {board().name(target)}"
        if len(path) > 1:
            words += f" by {_names(path[:-1])}"
    return f"{words} ({', '.join(notes)})" if notes else words


def _names(path: Path, between: str = " and ") -> str:
    return between.join(board().name(hex_) for hex_ in path)


DEED_WORDS = {
    "move": ("7.3", "Move to"),
    "climb-bluff": ("7.4", "Climb the bluff to"),
    "scale": ("7.5", "Climb the cliff to"),
    "climb-cliff": ("7.5", "Start to climb the cliff"),
    "finish-climb": ("7.4", "Finish its climb"),
    "stop-climb": ("7.51", "Give up the climb and stay"),
    "rally": ("7.7", "Remove its disruption"),
    "barrage": ("8.4", "Barrage"),
    "exit": ("20.3", "Leave the map by exit"),
}
"""The rule of each thing a piece may do, and the words for it."""


def deed_chosen(table: OmahaTable, choice: Deed, piece: int) -> None:
    """7 Start what was chosen."""
    action, target, path = choice
    if action == "rally":
        table.then((rally, piece))
    elif action == "finish-climb":
        table.then((finish_climb, piece))
    elif action == "stop-climb":
        table.then((stop_climb, piece))
    elif action == "barrage":
        table.then((attacks.barrage, piece, target))
    else:
        table.then((gather, action, path, piece))


@steps.step("deeds.rally")
def rally(table: OmahaTable, piece: int) -> None:
    """7.7a A free action removes a disrupted marker."""
    spend(table, (piece,), "7.2")
    table.disrupted &= ~(1 << piece)
    name = piece_name(piece)
    table.tell(
        "7.7",
        telling.RALLY,
        lambda: f"{name} removes its disruption.",
        [piece_tag(piece)],
        unit=name,
    )


# --- 7.21, 7.32 going together


@steps.step("deeds.gather")
def gather(table: OmahaTable, action: str, path: Path, *pieces: int) -> None:
    """7.21 Ask who goes along, as long as somebody could; then set off."""
    if companions(table, action, path, pieces):
        table.then((who_goes_along, action, path, *pieces))
    else:
        _set_off(table, action, path, pieces)


def _set_off(table: OmahaTable, action: str, path: Path, pieces: tuple[int, ...]) -> None:
    if action == "climb-cliff":
        table.then((start_up_cliff, *pieces))
    else:
        table.then((go, action, path, *pieces))


def companions(table: OmahaTable, action: str, path: Path, pieces: tuple[int, ...]) -> list[int]:
    """7.21a, 7.32i Who could go along: a second unit of the stack at no extra cost, and leaders
    with a unit that infiltrates, for they may not do so alone."""
    first, here = pieces[0], table.hex[pieces[0]]
    others = table.at[here] & ~table.acted
    for piece in pieces:
        others &= ~(1 << piece)
    if not others:
        return []
    free, scene = free_pieces(table), scene_of(table)
    stack = [
        piece
        for piece in members(others)
        if acts_with(table, piece, table.acting)
        and _could_follow(table, piece, action, path, scene)
    ]
    found: list[int] = []
    units = [piece for piece in pieces if is_unit(piece)]
    if len(units) < UNITS_IN_A_STACK and _pays(table, first, action, path, free, scene):
        found += [piece for piece in stack if _pays(table, piece, action, path, free, scene)]
    if is_unit(first) and checks(table, here, path, action):
        found += [piece for piece in stack if piece in LEADERS]
    return found


def _pays(
    table: OmahaTable, piece: int, action: str, path: Path, free: UnitSet, scene: Scene
) -> bool:
    return not free >> piece & 1 and not moves_free(table, piece, action, path, scene)


def _could_follow(table: OmahaTable, piece: int, action: str, path: Path, scene: Scene) -> bool:
    """7.21 Whether a piece in the same hex could do the same."""
    routes, here = scene.ways[mover(piece)], table.hex[piece]
    if action == "climb-cliff":
        return routes.scale[here] != 0
    if action == "exit":
        return path in exit_paths(table, piece, scene)
    if action == "move":
        return may_follow(table, piece, path, scene)
    way = routes.climb if action == "climb-bluff" else routes.scale
    return bool(way[here] & ~scene.closed & 1 << path[0])


def _goers(_: OmahaTable, __: str, ___: Path, *pieces: int) -> list[str]:
    return [*map(piece_tag, pieces)]


def _together(
    table: OmahaTable, option: Option | None, action: str, path: Path, *pieces: int
) -> Going | None:
    if option is None:
        return None
    others = () if option.value < 0 else (option.value,)
    return Going((*pieces, *others), action, table.hex[pieces[0]], path)


COMPANY = Topic(
    "gathered", "Who goes along", about=_goers, part=True, charts=("terrain",), builds=_together
)


@steps.question("deeds.who_goes_along")
def who_goes_along(table: OmahaTable, action: str, path: Path, *pieces: int) -> Decision:
    """7.21, 7.32 Who of the stack goes along."""
    return Decision(
        seat_of(table, table.acting),
        _asked_along,
        "7.21",
        gathered,
        _along,
        (action, path, *pieces),
        topic=COMPANY,
        sample=_anybody_else,
    )


def _anybody_else(table: OmahaTable, pick: Pick, action: str, path: Path, *pieces: int) -> int:
    others = [*companions(table, action, path, pieces), NOBODY]
    return others[pick(len(others))]


def _asked_along(_: OmahaTable, action: str, path: Path, *pieces: int) -> str:
    to = f"to {board().name(path[-1])}" if path else "up the cliff"
    if action == "exit":
        to = "off the map"
    go = "goes" if len(pieces) == 1 else "go"
    return f"{' and '.join(map(piece_name, pieces))} {go} {to}. Who goes along?"


def _along(table: OmahaTable, action: str, path: Path, *pieces: int) -> list[Option]:
    options = [
        Option(
            f"with-{piece_name(other)}",
            telling.said(
                "{} goes along ({})",
                piece_name(other),
                _price(table, action, path, (*pieces, other)),
            ),
            other,
            (piece_tag(other),),
            "7.21" if is_unit(other) else "7.32",
            commits=True,
        )
        for other in companions(table, action, path, pieces)
    ]
    names, price = " and ".join(map(piece_name, pieces)), _price(table, action, path, pieces)
    alone = "goes alone" if len(pieces) == 1 else "go, nobody else"
    label = telling.said("{} {} ({})", names, alone, price)
    return [*options, Option("go", label, NOBODY, ends=True)]


def _price(table: OmahaTable, action: str, path: Path, pieces: tuple[int, ...]) -> str:
    """7.2, 7.21 What it costs when pieces go somewhere together, and whether a card is drawn."""
    scene = scene_of(table)
    paying = [piece for piece in pieces if not moves_free(table, piece, action, path, scene)]
    draws = bool(checks(table, table.hex[pieces[0]], path, action))
    return price_in_words(table, paying) + ", draws a card" * draws


def gathered(table: OmahaTable, other: int, action: str, path: Path, *pieces: int) -> None:
    """7.21 One more goes along, or they set off."""
    if other >= 0:
        table.then((gather, action, path, *pieces, other))
    else:
        _set_off(table, action, path, pieces)
