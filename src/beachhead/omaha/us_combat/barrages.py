"""8.4 Tank barrages, 17.3 artillery barrages, 8.52 naval barrages."""

from __future__ import annotations

from collections import Counter
from functools import cache

from beachhead.kernel.bits import listed, members, set_of, unpacked
from beachhead.kernel.play import Refusal
from beachhead.omaha.germans import pools
from beachhead.omaha.table import deck, state, telling
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    EMPTY,
    FIXED_POSTS,
    HQS,
    NO_DEPTH,
    UNITS,
    OmahaTable,
    PostSet,
    UnitSet,
    depth_at,
    equipment,
    german_at,
    in_command,
    occupied,
    piece_name,
    piece_tag,
    plays_otherwise,
    position_of,
    post_tags,
    posts_firing_into,
    projecting,
    steps,
    unit_side,
)
from beachhead.omaha.us_actions import allotment
from beachhead.omaha.us_combat.attack_reach import (
    all_infantry,
    is_adjacent,
    post_name,
    refuse_high_ground,
    refuse_range,
    targets_within,
)
from beachhead.omaha.us_combat.weapons import has_radio

# --- 8.4, 17.3 barrages by tanks and artillery


def barrage_targets(table: OmahaTable, unit: int) -> list[int]:
    """8.4, 17.3 The German-occupied hexes that a piece can barrage now."""
    if (
        not _has_guns(table, unit)
        or _refuse_to_barrage(table, unit)
        or allotment.refuse_price(table, (unit,))
    ):
        return []
    in_range = targets_within(table, table.hex[unit], unit_side(table, unit).range)
    posts = occupied(table) & in_range & ~table.attacked & ~(table.face_down & ~wn_posts())
    unseen = _refuse_unobserved if barrage_rule(unit) == "8.4" else _refuse_artillery
    return [
        post
        for post in members(posts)
        if not is_adjacent(table, unit, post)
        and refuse_high_ground(table, unit, post) is None
        and unseen(table, unit, post) is None
    ]


@cache
def wn_posts() -> PostSet:
    return set_of(post.index for post in equipment().posts if post.is_wn)


def _has_guns(table: OmahaTable, piece: int) -> bool:
    """8.4, 14i, 17.3c, 17.3d Tanks barrage, and artillery under an HQ."""
    return state.is_tank(piece) or (
        state.is_artillery(piece) and in_command(table, piece, of_hq=True)
    )


def refuse_barrage(table: OmahaTable, unit: int, post: int) -> Refusal | None:
    """8.4, 17.3 Whether a tank or artillery unit may barrage a German-occupied hex now."""
    return (
        refuse_barrage_target(table, post, _face_down_rule(unit))
        or _refuse_to_barrage(table, unit)
        or _refuse_reach(table, unit, post)
        or allotment.refuse_price(table, (unit,))
    )


def _face_down_rule(unit: int) -> str:
    return "8.42" if barrage_rule(unit) == "8.4" else "17.3"


def _refuse_to_barrage(table: OmahaTable, unit: int) -> Refusal | None:
    """8.4 Why a piece can barrage nothing at all now, the price apart."""
    return (
        allotment.refuse_to_act(table, unit)
        or allotment.refuse_by_kind(table, unit, "barrage")
        or allotment.refuse_by_marker(table, unit, "barrage")
    )


def _refuse_reach(table: OmahaTable, unit: int, post: int) -> Refusal | None:
    """8.4, 17.3 A barrage is ranged fire, and somebody must observe it."""
    # 8c, 8.12b, 8.4a, 8.42a, 17.3a, 17.3h
    rule = barrage_rule(unit)
    if is_adjacent(table, unit, post):
        return Refusal(rule, f"{piece_name(unit)} is next to {post_name(post)}")
    return (
        refuse_range(table, unit, post)
        or refuse_high_ground(table, unit, post)
        or (_refuse_unobserved if rule == "8.4" else _refuse_artillery)(table, unit, post)
    )


def barrage_rule(unit: int) -> str:
    """8.4, 17.3 The rule by which a unit barrages."""
    return "8.4" if state.is_tank(unit) else "17.3"


def _refuse_artillery(table: OmahaTable, unit: int, post: int) -> Refusal | None:
    """17.3c to 17.3g, 11.3e Artillery fires under an HQ or command post; it sees the target itself,
    or infantry under the same one observes for it. Unless armored, it stays out of German fields of
    fire."""
    name, target = piece_name(unit), post_name(post)
    if not in_command(table, unit, of_hq=True):
        return Refusal("17.3", f"{name} is not in command of an HQ or command post")
    if not equipment().units[unit].armored and projecting(table) >> table.hex[unit] & 1:
        return Refusal("17.3", f"{name} is not armored and in a German field of fire")
    if field_of_fire(table, post) >> table.hex[unit] & 1:
        return None
    watching = observers(table, post)
    commands = [table.commands[headquarters - UNITS] for headquarters in HQS]
    if any(units >> unit & 1 and any(units >> each & 1 for each in watching) for units in commands):
        return None
    if not watching:
        return Refusal(
            "17.3", f"no undisrupted infantry is in the field of fire of {target} to observe"
        )
    return Refusal(
        "17.3", f"no infantry that observes {target} is in command of the same HQ as {name}"
    )


def refuse_barrage_target(table: OmahaTable, post: int, rule: str) -> Refusal | None:
    """8.41, 8.42, 8.52, 17.3, FAQ.3 No barrage on a hex attacked in this phase, nor on a
    reinforcement unit that lies face down."""
    # 8.41c, 8.42b, 8.42c, 8.52e, 8.53b, 17.3b, 17.3j, FAQ.1a
    name, bit = post_name(post), 1 << post
    if table.unit[post] == EMPTY:
        return Refusal("8", f"there is no German unit in {name}")
    if table.attacked & bit:
        return Refusal("8.41", f"{name} has been attacked in this phase")
    if table.face_down & bit and not equipment().posts[post].is_wn:
        return Refusal(rule, f"the reinforcement unit in {name} is unrevealed")
    return None


def _refuse_unobserved(table: OmahaTable, unit: int, post: int) -> Refusal | None:
    """8.4a, 8.4b The tank sees the target itself, or infantry observes for it under a leader."""
    if field_of_fire(table, post) >> table.hex[unit] & 1:
        return None
    watching = observers(table, post)
    if not watching:
        return Refusal(
            "8.4",
            f"neither {piece_name(unit)} nor undisrupted infantry is in the field of fire "
            f"of {post_name(post)}",
        )
    if in_command(table, unit) or any(in_command(table, each) for each in watching):
        return None
    return Refusal(
        "8.4",
        f"neither {piece_name(unit)} nor an infantry unit that observes for it is in command",
    )


def field_of_fire(table: OmahaTable, post: int) -> int:
    """8.4 The hexes from which a target can be observed. P-16: none if it is disrupted."""
    if table.german_disrupted >> post & 1 and not plays_otherwise(table, "disrupted-observed"):
        return 0
    return position_of(table, post).fire


def observers(table: OmahaTable, post: int) -> list[int]:
    """8.4c The undisrupted infantry units in a target's field of fire; observing is no action."""
    found, at = 0, table.at
    for hex_ in listed(field_of_fire(table, post) & table.ground):
        found |= at[hex_]
    return unpacked(found & all_infantry() & ~table.disrupted)


def observed(table: OmahaTable, by: UnitSet = ~0) -> PostSet:
    """8.4 The German-occupied posts that have US infantry, or some of it, in their field of
    fire."""
    infantry, under_fire_of = all_infantry() & by, posts_firing_into()
    found = 0
    for hex_, pieces in table.at.items():
        if pieces & infantry:
            found |= under_fire_of[hex_]
            for post in members(table.posts & ~FIXED_POSTS):
                found |= (position_of(table, post).fire >> hex_ & 1) << post
    return found & table.posts


@steps.step("barrage.barrage")
def barrage(table: OmahaTable, unit: int, post: int) -> None:
    """8.4d, 8.41a, 8.41b, 17.3i, FAQ.2a One unit makes one barrage, with a card of its own."""
    rule = barrage_rule(unit)
    table.tell(
        rule,
        telling.BARRAGE,
        lambda: f"{piece_name(unit)} barrages {post_name(post)}.",
        [piece_tag(unit), *post_tags(table, post)],
        unit=piece_name(unit),
        post=post_name(post),
    )
    allotment.spend(table, (unit,), rule)
    table.barraged |= 1 << post
    purpose = f"barrage: {piece_name(unit)} at {post_name(post)}"
    table.then(deck.draw_for(purpose, rule, resolve_barrage, unit, post))


@steps.step("barrage.resolve_barrage")
def resolve_barrage(table: OmahaTable, number: int, unit: int, post: int) -> None:
    """8.4d, 8.41d, 2.3e, 17.3 Read the barrage table by the card's color squares and target
    symbol."""
    result, strength = result_of(table, number, unit, post), unit_side(table, unit).strength
    symbol, color = _shown(table, number, unit, post)
    seen = SHOWN[symbol, color]
    depth = "depth" if table.depth[post] != NO_DEPTH else "no depth"
    effect = "there is no effect" if result == "no_effect" else "the barrage takes effect"
    table.tell(
        "UBT",
        telling.BARRAGE_RESULT,
        lambda: f"The card shows {seen}: with strength {strength} against {depth} {effect}.",
        post_tags(table, post),
        post=post_name(post),
        result=result,
        cell=("us-barrage", SHOWN[symbol, color], f"{depth}-{band(strength)}"),
    )
    if result != "no_effect":
        disrupt_german(table, post, "UBT")
    if result == "disrupted_and_depth_removed":
        remove_depth(table, post, "UBT")


SHOWN = {
    (True, True): "color and symbol",
    (False, True): "the color only",
    (True, False): "the symbol only",
    (False, False): "neither the color nor the symbol",
}
"""UBT What a card may show of the symbol and the color."""


BANDS = ((1, 2), (3, 5), (6, None))
"""UBT The strengths that a column is for."""


def band(strength: int) -> int:
    """UBT Which column a strength is read in; no strength at all in the first."""
    return sum(strength >= least for least, _ in BANDS[1:])


def barrage_odds(table: OmahaTable, unit: int, post: int) -> dict[str, float]:
    """8.4 How likely each result of a barrage is, over the cards that may come."""
    cards = deck.cards_to_come(table)
    results = Counter(result_of(table, number, unit, post) for number in cards)
    return {result: count / len(cards) for result, count in results.most_common()}


def result_of(table: OmahaTable, number: int, unit: int, post: int) -> str:
    """UBT, 8.4e, 8.41b What a card makes of a barrage."""
    symbol, color = _shown(table, number, unit, post)
    return charts().us_barrage(
        unit_side(table, unit).strength,
        symbol=symbol,
        color=color,
        depth=table.depth[post] != NO_DEPTH,
    )


def _shown(table: OmahaTable, number: int, unit: int, post: int) -> tuple[bool, bool]:
    """8.4 Whether a card shows the unit's symbol, and the position's color."""
    symbol = card(number).target == unit_side(table, unit).symbol
    return symbol, card(number).square(position_of(table, post).color) is not None


# --- 8.5 naval fire markers


def refuse_naval_barrage(table: OmahaTable, post: int) -> Refusal | None:
    """8.52a, 8.52b, 8.53a Whether a naval fire marker may be spent to barrage a German-occupied
    hex."""
    if table.phase != "action":
        return Refusal("8.53", "naval barrages are made in the US Action Phase")
    if table.naval_fire < 1:
        return Refusal("8.5", "there is no naval fire marker to spend")
    refusal = refuse_barrage_target(table, post, "8.52")
    if refusal is not None:
        return refusal
    if any(has_radio(table, unit) for unit in observers(table, post)):
        return None
    return Refusal(
        "8.52",
        f"no undisrupted infantry with a radio or in command of an HQ is in the field of fire "
        f"of {post_name(post)}",
    )


def naval_targets(table: OmahaTable) -> PostSet:
    """8.52a, 8.52b, 8.53a The posts that naval fire can barrage now."""
    if table.phase != "action" or table.naval_fire < 1:
        return 0
    infantry = members(table.on_map & all_infantry() & ~table.disrupted)
    posts = observed(table, set_of(unit for unit in infantry if has_radio(table, unit)))
    if not plays_otherwise(table, "disrupted-observed"):
        posts &= ~table.german_disrupted
    return posts & ~table.attacked & ~(table.face_down & ~wn_posts())


def marker_in_words(table: OmahaTable) -> str:
    """8.54 What naval fire costs."""
    left = table.naval_fire
    return f"1 of {left} naval fire markers" if left > 1 else "the last naval fire marker"


@steps.step("barrage.naval_barrage")
def naval_barrage(table: OmahaTable, post: int) -> None:
    """8.52c, 8.52d, 8.54b A naval barrage disrupts the unit and removes its depth marker."""
    table.naval_fire -= 1
    table.barraged |= 1 << post
    left = table.naval_fire
    table.tell(
        "8.52",
        telling.NAVAL_BARRAGE,
        lambda: f"Naval fire barrages {post_name(post)}; markers left: {left}.",
        post_tags(table, post),
        post=post_name(post),
        left=left,
    )
    disrupt_german(table, post, "8.52")
    remove_depth(table, post, "8.52")


# --- what attacks and barrages do to German units


def disrupt_german(table: OmahaTable, post: int, rule: str) -> None:
    """6.4, 23.6a Place a disrupted marker on a German unit."""
    table.german_disrupted |= 1 << post
    text = telling.said("The {} is disrupted.", german_at(post))
    table.tell(rule, telling.GERMAN_DISRUPTED, text, post_tags(table, post), post=post_name(post))


def remove_depth(table: OmahaTable, post: int, rule: str) -> None:
    """8.3, 8.52, UAT.results-f A depth marker, if there is one, leaves play for good."""
    if table.depth[post] == NO_DEPTH:
        return
    pools.remove_depth(table, post)
    text = telling.said("The {} is removed from play.", depth_at(post))
    table.tell(rule, telling.DEPTH_REMOVED, text, post_tags(table, post), post=post_name(post))
