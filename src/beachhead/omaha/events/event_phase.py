"""4.II The Event Phase, with one function for each kind of event on the cards.

Events that change the rest of the turn only leave a note on the table (smoke, plunging fire,
extra actions); the chapters they concern read it.
"""

from __future__ import annotations

from collections.abc import Callable

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.events import bombardments, reports
from beachhead.omaha.events.bombardments import artillery_limits_engineers, plunging_fire
from beachhead.omaha.events.reports import germans_concealed
from beachhead.omaha.germans import depth, reinforcements
from beachhead.omaha.leaders import heroes
from beachhead.omaha.leaders.command_posts import is_command_post
from beachhead.omaha.table import deck, telling
from beachhead.omaha.table.cards import Effect, card
from beachhead.omaha.table.schema import LAST_TURN
from beachhead.omaha.table.state import (
    NOWHERE,
    OmahaTable,
    division_of,
    equipment,
    german_at,
    piece_name,
    piece_tag,
    position_tag,
    post_tags,
    seat_of,
    steps,
)


@steps.step("events.event_phase")
def event_phase(table: OmahaTable) -> None:
    """4.II-a, 4.II-b, 22.1h Draw an event card, except on Turn 1."""
    table.phase = "event"
    if table.turn > 1:
        table.then(deck.draw_for("event", "4.II", carry_out))


@steps.step("events.first_event_phase")
def first_event_phase(table: OmahaTable) -> None:
    """15.II-a The first event of an extended turn; none on the last turn of the day."""
    table.phase = "event"
    table.second_event = False
    _draw_event(table, "15.II")


@steps.step("events.second_event_phase")
def second_event_phase(table: OmahaTable) -> None:
    """15.IV-a The second event, after German fire; none on the last turn of the day."""
    table.phase = "second-event"
    table.second_event = True
    _draw_event(table, "15.IV")


def _draw_event(table: OmahaTable, rule: str) -> None:
    # 15.II-b, 15.IV-b None on Turn 32.
    if table.turn < LAST_TURN:
        table.then(deck.draw_for("event", rule, carry_out))


@steps.step("events.carry_out")
def carry_out(table: OmahaTable, number: int) -> None:
    """4.II-a Carry out the card's entry for the current turn, effect by effect."""
    effects = card(number).effects(table.turn)
    heroes = set_of(hero for hero, unit in enumerate(table.heroes) if unit != NOWHERE)
    with_hero = any(effect.kind.name == "hero" for effect in effects)
    for index in reversed(range(len(effects))):
        if with_hero and effects[index].kind.name == "depth":
            table.then((depth_beside_hero, heroes))
        else:
            table.then((take_effect, number, index))


@steps.step("events.take_effect")
def take_effect(table: OmahaTable, number: int, index: int) -> None:
    """4.II One effect of the card drawn."""
    effect = card(number).effects(table.turn)[index]
    kind = effect.kind
    table.tell(
        kind.rule, telling.EVENT, lambda: f"Event: {kind.title}.", event=kind.name, card=number
    )
    EVENTS[kind.name](table, effect)


# --- depth, reinforcements, heroes


def more_reinforcements(table: OmahaTable, effect: Effect) -> None:
    """9.3 Reinforcements in the zones named."""
    zones = tuple(zone for zone in effect["zones"] for _ in range(effect["per_zone"]))
    table.then((reinforcements.reinforce, zones, "9.3"))


def more_depth(table: OmahaTable, effect: Effect) -> None:
    """9.2 A depth marker anywhere, or one in each sector."""
    if effect["where"] == "each_sector":
        table.then((depth.place_depth_in_each_sector, "9.2"))
    else:
        table.then((depth.place_depth, depth.WHOLE_MAP, "9.2"))


def kampfgruppe_meyer(table: OmahaTable, _effect: Effect) -> None:
    """9.5 Kampfgruppe Meyer is released."""
    table.then(reinforcements.kampfgruppe_meyer)


def hero(table: OmahaTable, effect: Effect) -> None:
    """EV.hero-a A hero on a unit of the division named."""
    table.then((heroes.place_hero, effect["division"]))


@steps.step("events.depth_beside_hero")
def depth_beside_hero(table: OmahaTable, heroes_before: int) -> None:
    """EV.hero-b, 9.23 The depth marker of a hero event goes to the sector of the hero."""
    table.tell(
        "9.23", telling.EVENT, "Event: Depth, in the hero's sector if possible.", event="depth"
    )
    sector = depth.WHOLE_MAP
    for number, unit in enumerate(table.heroes):
        if unit >= 0 and not heroes_before >> number & 1:
            sector = _sector_of_piece(table, unit)
    depth.add_depth(table, sector, "9.23")


def _sector_of_piece(table: OmahaTable, piece: int) -> str:
    """The sector a piece is in, or is to land in."""
    the_board = equipment().board
    if table.hex[piece] >= 0:
        return the_board.sector_of(table.hex[piece])
    return the_board.box_row[table.box[piece]].sector


# --- what lasts for the turn, or is kept


def naval_fire(table: OmahaTable, effect: Effect) -> None:
    """8.5 A naval fire marker to use or to keep."""
    table.naval_fire += effect["count"]
    have = table.naval_fire
    table.tell(
        "8.5",
        telling.NAVAL_FIRE,
        lambda: f"You now have {have} naval fire marker{'s' if have > 1 else ''}.",
        count=have,
    )


def extra_action(table: OmahaTable, effect: Effect) -> None:
    """7 Each division has one more action this turn."""
    _change_actions(table, effect["count"])


def reduced_actions(table: OmahaTable, effect: Effect) -> None:
    """7 Each division has fewer actions this turn."""
    _change_actions(table, effect["to"] - effect["from"])


def _change_actions(table: OmahaTable, change: int) -> None:
    table.action_change += change
    more = "more" if change > 0 else "fewer"
    plural = "" if abs(change) == 1 else "s"
    text = telling.said("Each division has {} {} action{} this turn.", abs(change), more, plural)
    table.tell("7", telling.ACTIONS, text, change=change)


def smoke(table: OmahaTable, effect: Effect) -> None:
    """EV.smoke-a The WNs named do not fire this turn."""
    for name in effect["positions"]:
        position = equipment().board.position[name]
        if position.sector in table.sectors:
            table.smoke |= 1 << position.index
            text = telling.said("Smoke keeps {} from firing this turn.", name)
            table.tell("EV.smoke", telling.SMOKE, text, [position_tag(position)], position=name)


def remove_german_disruption(table: OmahaTable, _effect: Effect) -> None:
    """6.4 All German units recover from disruption."""
    for post in members(table.german_disrupted):
        name = equipment().posts[post].name
        text = telling.said("The {} is no longer disrupted.", german_at(post))
        table.tell("6.4", telling.RECOVER, text, post_tags(table, post), post=name)
    if not table.german_disrupted:
        table.tell("6.4", telling.NO_EFFECT, "No German unit is disrupted: no effect.")
    table.german_disrupted = 0


def snipers(table: OmahaTable, effect: Effect) -> None:
    """EV.snipers The command post named reaches one hex only this turn."""
    leader = equipment().names.index(effect["hq"])
    if not is_command_post(table, leader):
        text = telling.said("{} is not a command post: no effect.", piece_name(leader))
        table.tell("EV.snipers", telling.NO_EFFECT, text, [piece_tag(leader)])
        return
    table.snipers |= 1 << leader
    text = telling.said("The command range of {} is one hex this turn.", piece_name(leader))
    table.tell("EV.snipers", telling.SNIPERS, text, [piece_tag(leader)], unit=piece_name(leader))


# --- EV.add-step


def add_step(table: OmahaTable, effect: Effect) -> None:
    """EV.add-step-a to EV.add-step-c A one-step regular infantry unit of the division, or else of
    the other, is replaced by its two-step counter from the loss box."""
    division = effect["division"]
    own = one_step_infantry(table, division)
    if len(own) == 1:
        step_added(table, own[0])
    elif own or one_step_infantry(table, _other(division)):
        table.then((choose_to_strengthen, division))
    else:
        text = "No regular infantry unit is down to one step: no effect."
        table.tell("EV.add-step", telling.NO_EFFECT, text)


def one_step_infantry(table: OmahaTable, division: int) -> list[int]:
    """EV.add-step The regular infantry units in play in a division that have one step left."""
    return [
        unit.index
        for unit in equipment().units
        if unit.regular_infantry
        and table.steps_left[unit.index] == 1
        and max(table.hex[unit.index], table.box[unit.index], table.due[unit.index]) >= 0
        and division_of(table, unit.index) == division
    ]


def _other(division: int) -> int:
    return 29 if division == 1 else 1


STRAGGLERS = Topic("step_added", "A replacement step")


@steps.question("events.choose_to_strengthen")
def choose_to_strengthen(table: OmahaTable, division: int) -> Decision:
    """EV.add-step-b Which unit gains the step; one of the other division only if you wish."""
    units = one_step_infantry(table, division)
    declining = []
    if not units:
        division = _other(division)
        units = one_step_infantry(table, division)
        declining = [Option("none", "Strengthen nobody", -1, ends=True)]
    options = [
        Option(
            f"unit-{piece_name(unit)}",
            telling.said("Strengthen {}", piece_name(unit)),
            unit,
            (piece_tag(unit),),
            commits=True,
        )
        for unit in units
    ]
    return Decision(
        seat_of(table, division),
        "Stragglers join a one-step infantry unit. Choose which.",
        "EV.add-step",
        step_added,
        options + declining,
        topic=STRAGGLERS,
    )


def step_added(table: OmahaTable, unit: int) -> None:
    """EV.add-step-a The unit has two steps again and leaves the loss box (13.1)."""
    if unit < 0:
        table.tell(
            "EV.add-step", telling.DECLINED, "No unit of the other division is strengthened."
        )
        return
    table.steps_left = replaced(table.steps_left, unit, 2)
    text = telling.said("{} gains a step: 2 left.", piece_name(unit))
    table.tell(
        "EV.add-step", telling.STEP_GAIN, text, [piece_tag(unit)], unit=piece_name(unit), steps=2
    )


EVENTS: dict[str, Callable[[OmahaTable, Effect], None]] = {
    "reinforce": more_reinforcements,
    "depth": more_depth,
    "kg_meyer": kampfgruppe_meyer,
    "hero": hero,
    "naval_fire": naval_fire,
    "extra_action": extra_action,
    "reduced_actions": reduced_actions,
    "smoke": smoke,
    "plunging_fire": plunging_fire,
    "remove_german_disruption": remove_german_disruption,
    "artillery_limits_engineers": artillery_limits_engineers,
    "snipers": snipers,
    "add_step": add_step,
    "screaming_meemies": bombardments.screaming_meemies,
    "rocket_destroyed": bombardments.rocket_destroyed,
    "concealed": germans_concealed,
    "unexpected_naval_fire": bombardments.unexpected_naval_fire,
    "prisoner": reports.prisoner_talks,
    "patrol_report": reports.patrol_report,
}
"""4.II What each kind of event does."""
