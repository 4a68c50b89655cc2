"""5.0, 7 Impulses: a unit action, a card action, a release roll, or a pass."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, partial

from beachhead.kernel.bits import members
from beachhead.kernel.chance import Pick, any_of
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import AS_TOUCHED, Shows, Topic
from beachhead.storm.cards import card_actions, hands
from beachhead.storm.cards.card_list import cards
from beachhead.storm.impulses import release_rolls
from beachhead.storm.impulses.unit_actions import (
    able,
    acting,
    anybody_can_act,
    can_act,
    choose_action,
    ready,
    stacks_that_can_act,
)
from beachhead.storm.table import telling
from beachhead.storm.table.board import board
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    StormTable,
    card_name,
    card_tag,
    enemy,
    names,
    place_name,
    place_tag,
    steps,
    tags,
)

# --- 5.0 whose impulse it is, and passing


@steps.step("impulses.impulse")
def impulse(table: StormTable) -> None:
    """5.0i, 5.0j After an Allied pass the Germans pay a card to go on, and without one they pass
    too."""
    side = table.impulse
    table.tell("7.0", telling.IMPULSE, lambda: f"{SIDES[side].title()} impulse.", side=SIDES[side])
    if not (table.passed and side == GERMAN):
        table.then(act_or_pass)
    elif table.hands[GERMAN]:
        table.then(choose_to_continue)
    else:
        pass_impulse(table, "has no card to go on with")


@steps.step("impulses.act_or_pass")
def act_or_pass(table: StormTable) -> None:
    """5.0h A side with nothing left to act and no cards passes by itself."""
    side = table.impulse
    if table.hands[side] or anybody_can_act(table, side) or release_rolls.may_roll(table, side):
        table.then(choose_impulse)
    else:
        pass_impulse(table, "has nothing left to act with")


def pass_impulse(table: StormTable, why: str = "") -> None:
    """5.0g, 5.0l Two passes in a row end the impulses (S-07)."""
    side = table.impulse
    table.tell(
        "5.0",
        telling.PASS,
        lambda: f"{SIDES[side].title()} {f'{why} and ' if why else ''}passes.",
        side=SIDES[side],
    )
    if not table.passed:
        table.passed = True
        table.impulse = enemy(side)
        table.then(impulse)


CONTINUE = Topic("continued", "Going on after an Allied pass", shows=hands.as_card)


@steps.question("impulses.choose_to_continue")
def choose_to_continue(table: StormTable) -> Decision:
    """5.0i, 5.0j After an Allied pass the German player discards a card for an impulse, or
    passes."""
    return Decision(
        SIDES[GERMAN],
        "The Allies pass. Discard a card to take another impulse, or pass and end the turn.",
        "5.0",
        continued,
        [
            *(hands.discard_option(card, " to go on") for card in members(table.hands[GERMAN])),
            _pass(table.passed, -1),
        ],
        topic=CONTINUE,
    )


@cache
def _pass(passed: bool, value: Hashable) -> Option:
    """5.0 Two passes in a row end the impulses (S-07)."""
    if passed:
        text = "Pass, the second in a row: the impulses of the turn end"
    else:
        text = "Pass: a second pass in a row would end the impulses of the turn"
    return Option("pass", text, value, rule="5.0", commits=True, ends=True)


def continued(table: StormTable, card: int) -> None:
    """5.0i, 5.0j The price of another impulse."""
    if card < 0:
        pass_impulse(table)
        return
    hands.discard(table, GERMAN, card, "5.0", "to take another impulse")
    table.then(act_or_pass)


@steps.step("impulses.end_impulse")
def end_impulse(table: StormTable) -> None:
    """5.0e, 5.0k The other side's impulse."""
    table.passed = False
    table.impulse = enemy(table.impulse)
    table.then(impulse)


# --- 7.0 choosing


def _ways_to_use_it(table: StormTable) -> list[str]:
    """7.0 What can be done, and what a pass would mean."""
    side = table.impulse
    stacks, playable = (
        len(stacks_that_can_act(table, side)),
        len(card_actions.playable(table, side)),
    )
    said = [f"Activate units: {stacks} {'places' if stacks != 1 else 'place'} can act (7.1)."]
    if playable:
        said.append(f"Play a card: {playable} can be the impulse (7.2).")
    if release_rolls.may_roll(table, side):
        said.append(f"Roll to release {names(release_rolls.held_back(table))} (14.1).")
    return [*said, PASSED if table.passed else PASSING[side]]


PASSED = "Pass: the other side has passed, so the impulses of this turn end (5.0)."
PASSING = {
    ALLIED: "Pass: the Germans pay a card for another impulse, or the turn ends (5.0).",
    GERMAN: "Pass: if the Allies pass too, the turn ends (5.0).",
}


def _given_up(table: StormTable) -> str:
    """5.0 Who could still act when a side passes."""
    stacks = len(stacks_that_can_act(table, table.impulse))
    if not stacks:
        return ""
    places = f"Units in {stacks} places" if stacks > 1 else "Units in one place"
    return f"{places} could still act{'; the turn would end' if table.passed else ''}."


def _impulse_shown(table: StormTable, option: Option) -> Shows:
    what, which, nation = option.value
    if what == "activate":
        return Shows(tags(acting(table, table.impulse, which, nation), which))
    return Shows(card=card_tag(which)) if what == "card" else AS_TOUCHED


IMPULSE = Topic(
    "impulse_chosen",
    "What to do with the impulse",
    must="One action is the whole impulse.",
    may=_ways_to_use_it,
    left=_given_up,
    orders=True,
    shows=_impulse_shown,
)


@steps.question("impulses.choose_impulse")
def choose_impulse(table: StormTable) -> Decision:
    """7.0, 5.0g What to do with the impulse."""
    return Decision(
        SIDES[table.impulse],
        _prompt,
        "7.0",
        impulse_chosen,
        _actions,
        topic=IMPULSE,
        sample=_any_action,
    )


def _prompt(table: StormTable) -> str:
    return f"{SIDES[table.impulse].title()} impulse: activate units, play a card, or pass."


def _actions(table: StormTable) -> list[Option]:
    side = table.impulse
    return [
        *[_activation(place, nation) for place, nation in stacks_that_can_act(table, side)],
        *map(_card_action, card_actions.playable(table, side)),
        *release_rolls.release_options(table, side),
        _pass(table.passed, PASS),
    ]


PASS = "pass", 0, ""


def _any_action(table: StormTable, pick: Pick) -> tuple[str, int, str]:
    side = table.impulse
    ways = [("activate", place, nation) for place, nation, _ in ready(table, side)]
    ways += [("card", card, "") for card in members(table.hands[side])]
    if release_rolls.may_roll(table, side):
        ways.append(("release", 0, ""))
    return any_of([*ways, PASS], partial(_is_possible, table, side), pick) or PASS


def _is_possible(table: StormTable, side: int, way: tuple[str, int, str]) -> bool:
    what, which, nation = way
    if what == "activate":
        return can_act(table, side, which, able(table, which, nation))
    return what != "card" or card_actions.refuse_card(table, side, which) is None


@cache
def _card_action(card: int) -> Option:
    return Option(
        card_tag(card),
        lambda: f"Play {card_name(card)}: {cards()[card].text}",
        ("card", card, ""),
        rule="7.2",
        commits=True,
    )


def impulse_chosen(table: StormTable, choice: tuple[str, int, str]) -> None:
    """7.0a, 7.2a, 6.2d One action is the whole impulse."""
    what, which, nation = choice
    if what == "pass":
        pass_impulse(table)
    elif what == "card":
        table.then((card_actions.play_for_impulse, table.impulse, which), end_impulse)
    elif what == "release":
        table.then(release_rolls.roll_for_release, end_impulse)
    else:
        table.then((choose_action, which, nation), end_impulse)


@cache
def _activation(place: int, nation: str) -> Option:
    german = nation == "german"
    return Option(
        activation_id(place, nation),
        lambda: f"Activate units in {place_name(place)}{'' if german else f' ({nation.title()})'}",
        ("activate", place, nation),
        (place_tag(place),),
        "7.1",
    )


def activation_id(place: int, nation: str) -> str:
    """The choice that activates units of one nationality in a place."""
    return f"activate-{board().id(place)}-{nation}"
