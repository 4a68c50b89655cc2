"""7 US actions: the order of divisions, choosing actions, and the end of the phase.

17 What the extended game adds is with what it changes: paid actions in `allotment`, longer moves in
`routes` and `climbing`, artillery barrages in `us_combat.barrages`.
"""

from __future__ import annotations

from functools import lru_cache, partial

from beachhead.kernel.bits import members, unpacked
from beachhead.kernel.chance import Pick, any_of
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Proposal, Shows, Topic
from beachhead.omaha.landing import landing_and_tides
from beachhead.omaha.leaders.headquarters_and_generals import set_command
from beachhead.omaha.odds.costs import costs
from beachhead.omaha.odds.prospects import AttackProspect, Barrage, Going, Prospect
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    DIVISIONS,
    LEADERS,
    NOWHERE,
    UNITS,
    OmahaTable,
    UnitSet,
    division_name,
    equipment,
    hex_tag,
    piece_name,
    piece_tag,
    place_of_post,
    post_hex,
    post_place,
    seat_of,
    steps,
    tags_of_target,
    target_tags,
    undisrupted_armor,
)
from beachhead.omaha.us_actions.allotment import (
    actions_left,
    allot,
    free_pieces,
    is_free,
    ready,
    ready_pieces,
    refuse_action,
    spend,
)
from beachhead.omaha.us_actions.movement_refusals import refuse_exit, refuse_move
from beachhead.omaha.us_actions.piece_actions import Choice, act, can_do_something, only_deed
from beachhead.omaha.us_actions.routes import scene_of
from beachhead.omaha.us_actions.stacking import meet_stacking_limits
from beachhead.omaha.us_actions.terrain_effects import haven_ground, kinds_of_units
from beachhead.omaha.us_combat import attacks
from beachhead.omaha.us_combat.barrages import marker_in_words

__all__ = ["action_phase", "is_free", "refuse_action", "refuse_exit", "refuse_move", "spend"]


# --- 7.2 the phase


@steps.step("actions.action_phase")
def action_phase(table: OmahaTable) -> None:
    """4.V, 7.2 Command and allotments are fixed, then each division acts, one after the other."""
    table.phase = "action"
    table.acted = table.disrupted_now = table.attacked = table.barraged = 0
    table.armor_at_start = undisrupted_armor(table)
    set_command(table)
    allot(table)
    divisions = [division for division in DIVISIONS if ready_pieces(table, division)]
    if len(divisions) == len(DIVISIONS):
        table.then(order_of_divisions, end_of_action_phase)
    else:
        table.then(*[(act_as_division, each) for each in divisions], end_of_action_phase)


def _division_shown(table: OmahaTable, option: Option) -> Shows:
    """7.2 A division goes first if a piece does that can act with it alone."""
    other = ready_pieces(table, sum(DIVISIONS) - option.value)
    own = [piece for piece in ready_pieces(table, option.value) if piece not in other]
    return Shows([piece_tag(piece) for piece in own])


ORDER = Topic("order_chosen", "Order of divisions", drag=True, shows=_division_shown)


@steps.question("actions.order_of_divisions")
def order_of_divisions(table: OmahaTable) -> Decision:
    """7.2a Which division performs all its actions first."""
    return Decision(
        seat_of(table, 1),
        "Which division acts first? It completes all its actions before the other begins.",
        "7.2",
        order_chosen,
        [
            Option(
                f"{_short(each)}-first",
                telling.said("The {} acts first", division_name(each)),
                each,
            )
            for each in DIVISIONS
        ],
        topic=ORDER,
    )


def order_chosen(table: OmahaTable, first: int) -> None:
    """7.2 One division after the other."""
    second = 29 if first == 1 else 1
    table.then((act_as_division, first), (act_as_division, second))


def _short(division: int) -> str:
    return "1st" if division == 1 else "29th"


@steps.step("actions.act_as_division")
def act_as_division(table: OmahaTable, division: int) -> None:
    """7.2a A division performs its actions, paid and free in any order."""
    table.acting = division
    left = actions_left(table, division)
    table.tell(
        "7",
        telling.DIVISION,
        lambda: f"The {division_name(division)} acts: {_count(left)} besides free ones.",
        division=division,
        actions=left,
    )
    if can_act(table):
        table.then(choose_action)


def _count(actions: int) -> str:
    return f"{actions or 'no'} action{'' if actions == 1 else 's'}"


# --- 7 choosing actions


def _may(table: OmahaTable) -> list[str]:
    left = actions_left(table, table.acting)
    paid = f"{left} paid action{'' if left == 1 else 's'}" if left else "no paid action"
    said = [
        f"{division_name(table.acting)}: {paid} left, besides free ones (7.1).",
        "Free: rangers, HQs and Generals, units with a hero or in command, units that climb "
        "or are disrupted, infantry that seeks shelter.",
    ]
    if table.naval_fire:
        said.append(f"Spend one of {table.naval_fire} naval fire markers (8.5).")
    return said


def _unspent(table: OmahaTable) -> str:
    """7.1, 7.2 The actions, free and paid, that would be lost, and what would cost."""
    possible = possible_actions(table)
    if not possible:
        return ""
    free, left = sum(map(_is_free, possible)), actions_left(table, table.acting)
    said = []
    if free:
        said.append(f"{free} free action{' is' if free == 1 else 's are'} left.")
    if left and any(option.value[0] == "piece" for option in possible):
        said.append(f"{division_name(table.acting)}: {_count(left)} left.")
    return " ".join([*said, *(cost.text for cost in costs(table))])


def _prospect(table: OmahaTable, option: Option | None) -> Prospect | None:
    what, which = (DONE, 0) if option is None else option.value
    if what == "piece":
        return Going((which,), "act", table.hex[which])
    if what == "attack":
        return AttackProspect(which, attacks.all_who_can_join(table, which), by_all=True)
    return Barrage(which) if what == "naval" else None


def _shown(table: OmahaTable, option: Option) -> Shows:
    """7.2 Who has nothing left to do makes way if the same player moves a piece of the other
    division."""
    following = next((entry[0] for entry in table.to_do(act_as_division)), 0)
    if option.id == NOTHING_LEFT and following:
        same = seat_of(table, following) == seat_of(table, table.acting)
        return Shows([piece_tag(piece) for piece in ready_pieces(table, following)] * same)
    return Shows(hostile=option.value[0] in ("attack", "naval"), free=_is_free(option))


def _unsaid(_: OmahaTable, option: Option) -> str | None:
    """7.2 A click on the map that may only be a look ends nothing."""
    return "" if option.commits or option.id == NOTHING_LEFT else None


def _markers_removed(table: OmahaTable) -> Proposal | None:
    """7.1, 7.4, 7.7 Whoever can do nothing but remove his marker, for nothing, does."""
    options = [each for each in _pieces_that_can_act(table) if each.commits]
    if len(options) < 2:
        return None
    names = ", ".join(piece_name(each.value[1]) for each in options)
    return Proposal(
        f"Rally or finish the climb: {names} (free)", tuple(each.id for each in options)
    )


def _is_free(option: Option) -> bool:
    """7.1, 19.3 Whether something costs no action, or may cost none."""
    return option.value[0] == "piece" and option.rule in ("7.1", "19.3")


ACTIONS = Topic(
    "action_chosen",
    "Choosing actions",
    "Choose units and targets one after the other, or end the division's actions.",
    _may,
    _unspent,
    drag=True,
    builds=_prospect,
    shows=_shown,
    unsaid=_unsaid,
    proposes=_markers_removed,
)


@steps.question("actions.choose_action")
def choose_action(table: OmahaTable) -> Decision:
    """7, 7.1h, 7.2a The next action of the acting division, or the end of them; who has acted ends
    them himself even if nothing is left to do."""
    seat = seat_of(table, table.acting)
    return Decision(seat, _asked, "7", action_chosen, _options, topic=ACTIONS, sample=_any_action)


def _asked(table: OmahaTable) -> str:
    left = f"{division_name(table.acting)}: {_count(actions_left(table, table.acting))} left"
    if possible_actions(table):
        return f"{left}. Choose a unit or a target, or end its actions."
    return f"{left}. Nothing is left to do."


def _options(table: OmahaTable) -> list[Option]:
    options = possible_actions(table)
    return [*options, _end(table, DONE if options else NOTHING_LEFT)]


def _any_action(table: OmahaTable, pick: Pick) -> Choice:
    """7 Any of the options, without looking what else there is."""
    scene, free = scene_of(table), free_pieces(table)
    if actions_left(table, table.acting):
        free = ~0
    things: list[Choice] = [("piece", piece) for piece in ready_pieces(table, table.acting)]
    things += [("attack", post) for post in attacks.targets(table)]
    if table.naval_fire:
        things += [("naval", post) for post in members(attacks.observed(table))]
    things.append((DONE, 0))

    def fits(thing: Choice) -> bool:
        what, which = thing
        if what == "piece":
            return can_do_something(table, which, scene, anything=bool(free >> which & 1))
        return what != "naval" or attacks.refuse_naval_barrage(table, which) is None

    return any_of(things, fits, pick) or things[-1]


def possible_actions(table: OmahaTable) -> list[Option]:
    """7 Everything the acting division can do now."""
    return [*_pieces_that_can_act(table), *_attacks(table), *_naval_barrages(table)]


def can_act(table: OmahaTable) -> bool:
    """7 Whether the acting division can do anything now."""
    scene, free = scene_of(table), free_pieces(table)
    if actions_left(table, table.acting):
        free = ~0
    return (
        any(
            can_do_something(table, piece, scene, anything=bool(free >> piece & 1))
            for piece in ready_pieces(table, table.acting)
        )
        or bool(attacks.targets(table))
        or bool(_naval_barrages(table))
    )


DONE, NOTHING_LEFT = "done", "end"
"""How a division ends its actions: before all that it could do is done, or after. Up to rules 0.2
only the first was asked, so that in their records it never means the second."""


def _end(table: OmahaTable, id_: str) -> Option:
    """7.2 The end of a division's actions: what ends, and what is lost."""
    last = not any(table.to_do(act_as_division))
    return _end_option(id_, table.acting, last, actions_left(table, table.acting))


@lru_cache(64)
def _end_option(id_: str, division: int, last: bool, left: int) -> Option:
    label = partial(_end_in_words, division, last, left)
    return Option(id_, label, (DONE, 0), rule="7.2", ends=True)


def _end_in_words(division: int, last: bool, left: int) -> str:
    phase = " and the US Action Phase" if last else ""
    lost = f": {left} unspent {'action is' if left == 1 else 'actions are'} lost" if left else ""
    return f"End the {division_name(division)}'s actions{phase}{lost}"


def action_chosen(table: OmahaTable, choice: Choice) -> None:
    """7.2 Do it, then choose again; or end the division's actions."""
    what, which = choice
    if what == "piece":
        table.then((act, which), choose_action)
    elif what == "attack":
        table.then((attacks.begin_attack, which), choose_action)
    elif what == "naval":
        table.then((attacks.naval_barrage, which), choose_action)


def _pieces_that_can_act(table: OmahaTable) -> list[Option]:
    """7.2 The pieces of the acting division that can still do something: those with a marker what
    it leaves them (7.4, 7.7), by a command or an action anything, without either go to shelter or
    with traffic (7.1, 19.3)."""
    scene, free, hexes = scene_of(table), free_pieces(table), table.hex
    payable, movers = actions_left(table, table.acting) > 0, _movers(table)
    pieces = ready(table, table.acting) & ~(table.disrupted & table.disrupted_now)
    unbound = ~0 if payable else free
    shelters_near = 0 if payable else scene.traffic | haven_ground(table)
    ways, open_to, kinds = scene.ways, ~scene.closed, kinds_of_units()
    paid, directed = (PAID, DIRECTED_OR_PAID) if payable else (SHELTER, DIRECTED)
    options = []
    for piece in unpacked(pieces):
        hex_ = hexes[piece]
        if not movers >> piece & 1:
            how = only_deed(table, piece) or FREE
        elif unbound >> piece & 1:
            if not (
                piece < UNITS and ways[kinds[piece]].walk[hex_] & open_to
            ) and not can_do_something(table, piece, scene, anything=True):
                continue
            how = FREE if free >> piece & 1 else directed if scene.traffic >> hex_ & 1 else paid
        elif shelters_near >> hex_ & 1 and can_do_something(table, piece, scene, anything=False):
            how = directed if scene.traffic >> hex_ & 1 else paid
        else:
            continue
        options.append(_act_option(piece, hex_, how))
    return options


def _movers(table: OmahaTable) -> UnitSet:
    """The pieces whose markers let them move."""
    return ~(table.disrupted | table.climbing | table.climbing_cliff)


@lru_cache(2048)
def _act_option(piece: int, hex_: int, how: str) -> Option:
    # Whoever has not acted is offered again after every action.
    name, value, (what, rule) = piece_name(piece), ("piece", piece), HOW[how]
    label = telling.said("{} in {}: {}", name, board().name(hex_), what)
    touches = (piece_tag(piece), hex_tag(hex_))
    return Option(f"act-{name}", label, value, touches, rule, commits=how in ONLY_DEEDS)


FREE, PAID, SHELTER = "free", "paid", "shelter"
DIRECTED, DIRECTED_OR_PAID = "directed", "directed or paid"
ONLY_DEEDS = {
    "rally": ("remove its disruption (free)", "7.1"),
    "finish-climb": ("finish its climb (free)", "7.1"),
}
"""7.4, 7.7 What a marker leaves as the only thing to do."""
HOW = {
    **ONLY_DEEDS,
    FREE: ("act with it (free)", "7.1"),
    PAID: ("act with it (1 action)", "7"),
    SHELTER: ("act with it (free to find shelter)", "7.1"),
    DIRECTED: ("move it for free", "19.3"),
    DIRECTED_OR_PAID: ("act with it (1 action, a move is free)", "19.3"),
}
"""7.1, 19.3 What a piece that is chosen may do, and by which rule."""


def _attacks(table: OmahaTable) -> list[Option]:
    """8 The German-occupied hexes that can be attacked now."""
    return [_attack_option(post, post_hex(table, post)) for post in attacks.targets(table)]


@lru_cache(256)
def _attack_option(post: int, hex_: int) -> Option:
    label, tags = telling.said("Attack {}", place_of_post(post, hex_)), tags_of_target(post, hex_)
    return Option(f"attack-{equipment().posts[post].name}", label, ("attack", post), tags, "8.1")


def _naval_barrages(table: OmahaTable) -> list[Option]:
    """8.52, 8.53a The German-occupied hexes that naval fire can barrage now."""
    posts = attacks.naval_targets(table)
    if not posts:
        return []
    marker = marker_in_words(table)
    return [
        Option(
            f"naval-{equipment().posts[post].name}",
            telling.said("Naval barrage of {}: {}", post_place(table, post), marker),
            ("naval", post),
            target_tags(table, post),
            "8.52",
            commits=True,
        )
        for post in members(posts)
    ]


# --- the end of the phase


@steps.step("actions.end_of_action_phase")
def end_of_action_phase(table: OmahaTable) -> None:
    """TEC.2b, 5.21g, 7.63, FB.end-of-turn-a Units under water are lost, stacking limits are met,
    markers are removed."""
    table.acting = 0
    table.then(landing_and_tides.drown, meet_stacking_limits, close_action_phase)


@steps.step("actions.close_action_phase")
def close_action_phase(table: OmahaTable) -> None:
    """7.2 Action markers are removed; command and what is left of the allotments lapse."""
    table.acted = table.disrupted_now = table.attacked = table.barraged = 0
    table.commands = (0,) * len(LEADERS)
    table.paid_actions = (0,) * len(DIVISIONS)
    table.armor_at_start = (NOWHERE,) * len(table.armor_hex)
