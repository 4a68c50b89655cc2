"""6 The German Fire Phase: a card a sector, position fire and artillery, recovery.

14.1 From Turn 17 positions have more hits (`hits.hit_limit`) and units no limit to their losses
(`steps_spared`). FB.fire The flipbook's notes are in `hits.fires` and `leader_fire.hit_leader`.
"""

from __future__ import annotations

from functools import partial

from beachhead.kernel.plain import replaced
from beachhead.omaha.german_fire import german_artillery
from beachhead.omaha.german_fire.disrupted_germans import recover
from beachhead.omaha.german_fire.fields_of_fire import posts_in
from beachhead.omaha.german_fire.position_fire import assign_hits
from beachhead.omaha.germans import advance, german_actions
from beachhead.omaha.table import telling
from beachhead.omaha.table.cards import OmahaCard, Square, card
from beachhead.omaha.table.deck import draw_for
from beachhead.omaha.table.state import (
    SECTORS,
    OmahaTable,
    german_actions_on,
    steps,
)
from beachhead.omaha.victory.control import fix_communication


@steps.step("fire.fire_phase")
def fire_phase(table: OmahaTable) -> None:
    """6a, 4.III-a, EF-a One fire card a sector: the east is fired upon before the west's card is
    drawn; 16.85 advances come last."""
    table.phase = "fire"
    table.silent_at_fire = 0
    table.fire_cards = (0, 0)
    table.inactive_guns = german_artillery.out_of_action(table)
    cards = [draw_for(f"{sector} fire", "6", read_card, sector) for sector in SECTORS]
    called = [each for sector, each in zip(SECTORS, cards, strict=True) if sector in table.sectors]
    if german_actions_on(table):
        fix_communication(table)
        called.append((advance.advances,))
    table.then(*called, cease_fire)


@steps.step("fire.read_card")
def read_card(table: OmahaTable, number: int, sector: str) -> None:
    """4.III-b, 6.1g, 6.4d, 6.5b, 15.III-a Position fire or German actions, then artillery, then
    recovery of disrupted Germans."""
    drawn = card(number)
    table.fire_cards = replaced(table.fire_cards, SECTORS.index(sector), number)
    table.silent_at_fire |= table.german_disrupted & posts_in(sector)
    acting = german_actions_on(table)
    table.tell(
        "6.1",
        telling.FIRE_CARD,
        partial(_in_words, drawn, sector, acting),
        card=number,
        sector=sector,
    )
    table.then(
        (german_actions.act if acting else assign_hits, number, sector),
        (german_artillery.artillery_fire, number, sector),
        (recover, number, sector),
    )


def _in_words(drawn: OmahaCard, sector: str, acting: bool) -> str:
    colors = ", ".join(
        f"{'double ' if square.double else ''}{square.color}{_symbol(square, acting)}"
        for square in drawn.squares
    )
    return f"Fire in the {sector} sector: {colors}; target {drawn.target}."


def _symbol(square: Square, acting: bool) -> str:
    """6.36, 11.4 The bonus of a color; 16 its action letter, once that means anything."""
    if acting and square.action in ("R", "M", "P", "A"):
        return f" {square.action}"
    return {"armor": " with armor bonus", "star": " with a star"}.get(square.action, "")


@steps.step("fire.cease_fire")
def cease_fire(table: OmahaTable) -> None:
    """6.34 The phase is over; units may lose a step again in the next."""
    table.lost_step = 0
    table.held_fire = 0
