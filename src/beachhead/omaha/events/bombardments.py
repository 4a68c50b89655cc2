"""Bombardments: events of the German rocket unit and artillery and of US naval guns, and 22.1
before landing."""

from __future__ import annotations

from functools import cache

from beachhead.kernel.bits import set_of
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.german_fire import german_artillery, losses
from beachhead.omaha.german_fire.german_artillery import gun_at
from beachhead.omaha.germans import pools
from beachhead.omaha.table import deck, telling
from beachhead.omaha.table.cards import Effect, card
from beachhead.omaha.table.schema import SYMBOLS
from beachhead.omaha.table.state import (
    EMPTY,
    SECTORS,
    OmahaTable,
    counter_tag,
    equipment,
    in_play,
    is_extended,
    piece_name,
    piece_tag,
    post_in,
    post_tags,
    seat_among,
    steps,
    unit_side,
    units_in,
)
from beachhead.omaha.us_combat.barrages import disrupt_german, remove_depth


@cache
def _posts() -> dict[str, int]:
    return {post.name: post.index for post in equipment().posts}


# --- EV.screaming-meemies, EV.rocket-destroyed

RANGE = range(3, 8)
"""EV.screaming-meemies How many hexes from WN69 the rockets fall."""


def screaming_meemies(table: OmahaTable, effect: Effect) -> None:
    """EV.screaming-meemies-a, EV.screaming-meemies-d, 6.53b The rocket unit in WN69, if
    undisrupted, hits one unit on low ground."""
    post = _posts()[effect["position"]]
    if not _rocket_is_in(table, post) or table.german_disrupted >> post & 1:
        text = "The rocket unit is disrupted or gone: no effect."
        table.tell("EV.screaming-meemies", telling.NO_EFFECT, text)
        return
    table.meemies_fired = True
    targets = rocket_targets(table, post)
    if not targets:
        text = "No US unit is where the rockets fall: nobody is hit."
        table.tell("EV.screaming-meemies", telling.NO_EFFECT, text, post_tags(table, post))
    elif len(targets) == 1:
        hit_by_rockets(table, targets[0], post)
    else:
        table.then((choose_rocket_target, post))


def _rocket_is_in(table: OmahaTable, post: int) -> bool:
    """EV.screaming-meemies-d A WN that others have re-occupied (16.1) has no rockets."""
    return gun_at(table, post) == "rocket"


def rocket_targets(table: OmahaTable, post: int) -> list[int]:
    """EV.screaming-meemies-a, EV.screaming-meemies-b Units in beach, pavilion and draw hexes three
    to seven hexes away; of these, the ones with most steps."""
    the_board = equipment().board
    rocket = equipment().posts[post].hex
    reached = [
        unit
        for unit in in_play(table)
        if the_board.low_ground >> table.hex[unit] & 1
        and the_board.grid.distance(rocket, table.hex[unit]) in RANGE
    ]
    most = max((table.steps_left[unit] for unit in reached), default=0)
    return [unit for unit in reached if table.steps_left[unit] == most]


def _hits(units: list[int]) -> list[Option]:
    names = {unit: piece_name(unit) for unit in units}
    return [
        Option(f"unit-{name}", telling.said("Hit {}", name), unit, (piece_tag(unit),), commits=True)
        for unit, name in names.items()
    ]


def _rocket_unit(_: OmahaTable, post: int) -> list[str]:
    return [counter_tag(post)]


ROCKETS = Topic("hit_by_rockets", "Whom the rockets hit", about=_rocket_unit)


@steps.question("bombardments.choose_rocket_target")
def choose_rocket_target(table: OmahaTable, post: int) -> Decision:
    """EV.screaming-meemies-c Which of the units with most steps is hit."""
    units = rocket_targets(table, post)
    return Decision(
        seat_among(table, units, equipment().posts[post].position.sector),
        "Rockets scream down on the beach. Choose the unit that loses a step.",
        "EV.screaming-meemies",
        hit_by_rockets,
        _hits(units),
        (post,),
        topic=ROCKETS,
    )


def hit_by_rockets(table: OmahaTable, unit: int, _: int) -> None:
    """EV.screaming-meemies The rockets are German fire: a hero may save his unit (11.14); 19.33
    and artillery fire, which hinders the engineers of the sector."""
    table.shelled = replaced(
        table.shelled, SECTORS.index(equipment().board.sector_of(table.hex[unit])), True
    )
    table.then(
        (losses.lose_step_to_german_fire, unit, "EV.screaming-meemies", "under the rocket barrage")
    )


def rocket_destroyed(table: OmahaTable, effect: Effect) -> None:
    """EV.rocket-destroyed Once it has fired, naval guns destroy the rocket unit and its depth."""
    post = _posts()[effect["position"]]
    if not _rocket_is_in(table, post) or not table.meemies_fired:
        why = "has not fired yet" if _rocket_is_in(table, post) else "is gone"
        table.tell(
            "EV.rocket-destroyed", telling.NO_EFFECT, lambda: f"The rocket unit {why}: no effect."
        )
        return
    # There is only one rocket unit, so everybody knows what is taken off the map.
    seen, _ = pools.unit_chances(table, post) if table.unit[post] < 0 else ([], [])
    table.unseen_units &= ~set_of(seen)
    pools.clear_post(table, post)
    name = equipment().posts[post].name
    text = telling.said("Naval fire destroys the rocket unit in {}.", name)
    table.tell(
        "EV.rocket-destroyed", telling.GERMAN_REMOVED, text, post_tags(table, post), post=name
    )


# --- EV.unexpected-naval-fire


def unexpected_naval_fire(table: OmahaTable, effect: Effect) -> None:
    """EV.unexpected-naval-fire-a, EV.unexpected-naval-fire-b, EV.unexpected-naval-fire-h A fire
    card's symbol picks one of three positions. It costs no naval fire marker."""
    listed = tuple(_posts()[effect["targets"][symbol]] for symbol in SYMBOLS)
    table.then(deck.draw_for("fire", "EV.unexpected-naval-fire", naval_fire_falls, *listed))


@steps.step("bombardments.naval_fire_falls")
def naval_fire_falls(table: OmahaTable, number: int, *listed: int) -> None:
    """EV.unexpected-naval-fire-b, EV.unexpected-naval-fire-c, EV.unexpected-naval-fire-f A German
    unit there is disrupted and loses its depth; US units there wait for a second card."""
    post = listed[SYMBOLS.index(card(number).target)]
    here = equipment().posts[post]
    rule = "EV.unexpected-naval-fire"
    table.tell(
        rule,
        telling.NAVAL_FIRE,
        lambda: f"Stray naval fire falls on {here.name}.",
        post_tags(table, post),
    )
    german = post_in(table, here.hex)
    if german is not None and table.unit[german] != EMPTY:
        disrupt_german(table, german, rule)
        remove_depth(table, german, rule)
    elif units_in(table, here.hex):
        table.then(deck.draw_for("fire", rule, naval_fire_hits, post))
    else:
        table.tell(
            rule,
            telling.NO_EFFECT,
            lambda: f"Nobody is in {here.name}: no effect.",
            post_tags(table, post),
        )


@steps.step("bombardments.naval_fire_hits")
def naval_fire_hits(table: OmahaTable, number: int, post: int) -> None:
    """EV.unexpected-naval-fire-d, EV.unexpected-naval-fire-e One US unit there with the second
    card's symbol loses a step."""
    targets = _under_naval_fire(table, number, post)
    if not targets:
        text = "No unit there has the symbol of the card: no effect."
        table.tell("EV.unexpected-naval-fire", telling.NO_EFFECT, text, post_tags(table, post))
    elif len(targets) == 1:
        hit_by_naval_fire(table, targets[0])
    else:
        table.then((choose_naval_target, number, post))


def _under_naval_fire(table: OmahaTable, number: int, post: int) -> list[int]:
    # EV.unexpected-naval-fire-g Leaders are not touched.
    symbol = card(number).target
    units = units_in(table, equipment().posts[post].hex)
    return [unit for unit in units if unit_side(table, unit).symbol == symbol]


FRIENDS = Topic("hit_by_naval_fire", "Whom the fire of its own ships hits")


@steps.question("bombardments.choose_naval_target")
def choose_naval_target(table: OmahaTable, number: int, post: int) -> Decision:
    """EV.unexpected-naval-fire Which of the units with the symbol loses the step."""
    units = _under_naval_fire(table, number, post)
    return Decision(
        seat_among(table, units, equipment().posts[post].position.sector),
        f"Naval fire hits friends in {equipment().posts[post].name}. Choose who loses a step.",
        "EV.unexpected-naval-fire",
        hit_by_naval_fire,
        _hits(units),
        topic=FRIENDS,
    )


def hit_by_naval_fire(table: OmahaTable, unit: int) -> None:
    """EV.unexpected-naval-fire It is not German fire, so no hero can be sacrificed."""
    losses.lose_step(table, unit, "EV.unexpected-naval-fire", "under the fire of its own ships")


# --- 22.1 before the landings


@steps.step("bombardments.pre_invasion")
def pre_invasion(table: OmahaTable) -> None:
    """22.1e Two fire cards decide which WNs the bombardment before the landings has hit."""
    table.then(deck.draw_for("fire", "22.1", first_bombs))


@steps.step("bombardments.first_bombs")
def first_bombs(table: OmahaTable, number: int) -> None:
    """22.1e The second card."""
    table.then(deck.draw_for("fire", "22.1", bombs_fall, number))


@steps.step("bombardments.bombs_fall")
def bombs_fall(table: OmahaTable, second: int, first: int) -> None:
    """22.1f, 22.1g A WN of a color on one card is disrupted and loses its depth; on both, it is
    gone."""
    colors = [{square.color for square in card(number).squares} for number in (first, second)]
    for post in equipment().posts:
        if not post.is_wn or table.unit[post.index] == EMPTY:
            continue
        hits = sum(post.position.color in shown for shown in colors)
        if hits == len(colors):
            _knock_out(table, post.index)
        elif hits:
            disrupt_german(table, post.index, "22.1")
            remove_depth(table, post.index, "22.1")
    deck.discard_track(table)


def _knock_out(table: OmahaTable, post: int) -> None:
    """22.1g Unit and depth marker are out of play; nobody sees what they were."""
    name = equipment().posts[post].name
    if equipment().posts[post].gun == "rocket":
        table.unseen_units &= ~set_of(pools.unit_chances(table, post)[0])
    pools.clear_post(table, post)
    text = telling.said("The bombardment knocks out {}: unit and depth are out of play.", name)
    table.tell("22.1", telling.GERMAN_REMOVED, text, post_tags(table, post), post=name)


# --- EV.plunging-fire, EV.artillery-limits-engineers


def plunging_fire(table: OmahaTable, _effect: Effect) -> None:
    """EV.plunging-fire-a, EV.plunging-fire-b Sporadic fire is steady behind protective hexsides
    this turn; after German fire it is too late for that."""
    if table.second_event:
        text = "German fire is over for this turn: no effect."
        table.tell("EV.plunging-fire", telling.NO_EFFECT, text)
        return
    table.plunging_fire = True
    text = "Sporadic fire counts as steady in beach hexes with a protective hexside this turn."
    table.tell("EV.plunging-fire", telling.PLUNGING_FIRE, text)


def artillery_limits_engineers(table: OmahaTable, _effect: Effect) -> None:
    """EV.artillery-limits-engineers-a, EV.artillery-limits-engineers-b No new bases, no growth and
    no traffic management this turn, as long as the Germans have a gun left; before Turn 17 there is
    nothing to limit."""
    rule = "EV.artillery-limits-engineers"
    if not is_extended(table):
        text = "There are no engineer bases before Turn 17: no effect."
        table.tell(rule, telling.NO_EFFECT, text)
    elif not german_artillery.any_gun_left(table):
        table.tell(rule, telling.NO_EFFECT, "The Germans have no artillery left: no effect.")
    else:
        table.engineers_limited = True
        text = "Engineer bases can be neither set up nor extended this turn, and do not speed up "
        text += "traffic."
        table.tell(rule, telling.ENGINEERS, text)
