"""4b The numbers of a combat, modifier by modifier: while it is announced, and with its dice."""

from __future__ import annotations

from typing import Any

from beachhead.dday91.modifiers import (
    attacker_terms,
    defender_terms,
    defenders,
    total,
    versus_invasion,
)
from beachhead.dday91.page.chances import OUTCOMES, chances, winning
from beachhead.dday91.resolution import losses_by
from beachhead.dday91.state import (
    SIDES,
    Combat,
    Table,
    enemy,
    hex_labels,
    hex_tag,
    names,
    side_name,
    unit_tag,
)
from beachhead.kernel.grid import members
from beachhead.kernel.play import Decision


def combat_of(table: Table, decision: Decision | None) -> Combat | None:
    """4a The combat under way, or the one that is being put together."""
    if decision is not None and decision.kind == "striker_chosen":
        (quarry,) = decision.arguments
        return Combat(quarry, table.building, pursuit=True)
    if table.combat is not None:
        return table.combat
    if decision is not None and decision.kind == "attacker_added" and table.building:
        target, also = decision.arguments
        return Combat(target, table.building, also=also)
    return None


def sum_of(table: Table, combat: Combat) -> dict[str, Any] | None:
    """4b, 4c Both totals with every modifier, the dice or the chances before them."""
    against = defenders(table, combat)
    dice = table.dice if table.combat is combat else []
    if not combat.attackers or not against:
        return None
    terms = attacker_terms(table, combat), defender_terms(table, combat)
    totals = [total(each) for each in terms]
    faces: list[int | None] = [*dice] or [None, None]
    sides = [
        {
            "name": f"{side_name(side)} {what}",
            "who": names(units),
            "terms": [
                {"name": name.replace("_", " "), "value": value} for name, value in each.items()
            ],
            "roll": face,
            "total": points + (face or 0),
            "limited": _limited(each),
        }
        for side, what, units, each, points, face in zip(
            (table.side, enemy(table.side)),
            ("attack", "defense"),
            (combat.attackers, against),
            terms,
            totals,
            faces,
            strict=True,
        )
    ]
    found = chances(table, combat)
    return {
        "title": f"Combat for {hex_labels(combat.hexes)}",
        "rule": "4b",
        "touches": [
            *map(unit_tag, members(combat.attackers | against)),
            *map(hex_tag, members(combat.hexes)),
        ],
        "sides": sides,
        "dice": list(dice),
        "result": _result(totals, dice) if dice else None,
        "chances": []
        if dice
        else [
            {"results": [outcome.text], "chance": found[outcome]}
            for outcome in OUTCOMES
            if outcome in found
        ],
        "notes": [*_notes(table, combat), *([] if dice else [_odds(winning(found))])],
    }


def _limited(terms: dict[str, int]) -> str:
    """4b10 What the limits of a total change."""
    printed = sum(terms.values())
    return "" if total(terms) == printed else f"{printed} counts as {total(terms)}"


def _result(totals: list[int], dice: list[int]) -> str:
    attack, defense = (points + die for points, die in zip(totals, dice, strict=True))
    losses = losses_by(abs(attack - defense))
    who = "the attacker wins" if attack > defense else "the defender wins"
    lost = f"; {losses} loss{'es' if losses > 1 else ''} for the loser" if losses else "; no losses"
    return f"{attack} against {defense}: {who}{lost}"


def _odds(chance: float) -> str:
    return f"The attacker wins in {round(100 * chance)}% of all throws; the defender wins ties."


def _notes(table: Table, combat: Combat) -> list[str]:
    found = []
    if combat.no_terrain:
        found.append("Carpet bombing: the terrain does not count.")
    if versus_invasion(table, combat):
        found.append("All attackers invade: each defender in the coastal hex counts more.")
    if combat.pursuit:
        found.append("The second combat of a pursuit.")
    holder = SIDES[table.initiative].title()
    if "initiative" in table.options:
        found.append(f"{holder} holds the initiative marker and may have the dice rolled again.")
    return found
