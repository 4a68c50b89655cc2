"""6.4 Disrupted German units: when they recover.

6.41 That they neither fire nor count for the hit limit is in `hits.fires` and `hits.hit_limit`.
"""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import telling
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.state import (
    OmahaTable,
    equipment,
    german_at,
    position_of,
    post_tags,
    steps,
)


@steps.step("fire.recover")
def recover(table: OmahaTable, number: int, sector: str) -> None:
    """6.4b, 6.4c, 16m, 22.1k After the fire and all actions, disrupted units in positions of the
    card's colors recover, single or double symbol, with or without depth; 22.1 none does on Turn
    4."""
    if variants.no_recovery(table):
        return
    colors = {square.color for square in card(number).squares}
    for post in members(table.german_disrupted):
        position = position_of(table, post)
        if position.sector == sector and position.color in colors:
            table.german_disrupted &= ~(1 << post)
            name = equipment().posts[post].name
            text = telling.said("The {} is no longer disrupted.", german_at(post))
            table.tell("6.4", telling.RECOVER, text, post_tags(table, post), post=name)
