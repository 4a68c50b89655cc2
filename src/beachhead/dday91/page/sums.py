"""4b The numbers of a combat, modifier by modifier; and where a unit can go."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.dday91.combat import modifiers
from beachhead.dday91.combat.separating_combats import whole_attack
from beachhead.dday91.movement.normal_movement import group_of
from beachhead.dday91.movement.ranges import reach
from beachhead.dday91.odds import OUTCOMES, chances, percent, winning
from beachhead.dday91.table import state
from beachhead.dday91.table.board import board
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import Combat, DDayTable, UnitSet
from beachhead.dday91.why_not.units_and_hexes import find_unit, place
from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Decision
from beachhead.page import Odds
from beachhead.page.book import Likelihood, Sum, SumSide, Term


def odds(table: DDayTable, _: Decision | None, asked: Mapping[str, str]) -> Odds:
    """`unit`: where it can go and for how much; `target`, with `units` or with everybody who
    could attack it: the combat with every modifier."""
    if "target" in asked:
        return Odds(attack=_attack(table, asked))
    if "unit" not in asked:
        raise BeachheadError("unit: say which unit, or which target; unit=5U")
    unit = find_unit(asked["unit"])
    if table.hex[unit] < 0:
        raise BeachheadError(f"unit: {state.unit_name(unit)} is not on the board")
    found = reach(table, group_of(table, unit))
    places = {board().name(hex_): found.cost[hex_] for hex_ in found}
    return Odds(unit=state.unit_name(unit), places=places)


def _attack(table: DDayTable, asked: Mapping[str, str]) -> Sum:
    target = place(asked["target"])
    listed = [find_unit(name) for name in asked.get("units", "").split(",") if name]
    if any(state.side_of(unit) != table.side for unit in listed):
        raise BeachheadError("units: only units of the side whose portion it is attack")
    units = set_of(listed) if listed else whole_attack(table, target)
    found = sum_of(table, Combat(target, units))
    if found is None:
        raise BeachheadError(
            f"target: there is nobody to attack in {state.hex_label(target)}, or nobody who could"
        )
    return found


def sum_of(table: DDayTable, combat: Combat) -> Sum | None:
    """4b, 4c Both totals with every modifier, the dice or the chances before them."""
    against = modifiers.defenders(table, combat)
    dice = table.dice if table.combat is combat else []
    if not combat.attackers or not against:
        return None
    terms = modifiers.attacker_terms(table, combat), modifiers.defender_terms(table, combat)
    totals = [modifiers.total(each) for each in terms]
    attack, defense = dice or (None, None)
    found = chances(table, combat)
    likely = [Likelihood([each.text], found[each]) for each in OUTCOMES if each in found]
    chance = f"The attacker wins in {percent(winning(found))} of all throws"
    own, other = map(state.side_name, (table.side, state.enemy(table.side)))
    return Sum(
        f"Combat for {state.hex_labels(combat.hexes)}",
        "4b",
        [
            _side(f"{own} attack", combat.attackers, terms[0], attack),
            _side(f"{other} defense", against, terms[1], defense),
        ],
        [
            *map(state.unit_tag, members(combat.attackers | against)),
            *map(state.hex_tag, members(combat.hexes)),
        ],
        dice=list(dice),
        thrown="each",
        result=_result(totals, dice) if dice else None,
        chances=[] if dice else likely,
        notes=[*_notes(table, combat), *([] if dice else [f"{chance}; the defender wins ties."])],
    )


def _side(name: str, units: UnitSet, terms: dict[str, int], face: int | None) -> SumSide:
    listed = [Term(modifiers.term_name(term), value) for term, value in terms.items()]
    points = modifiers.total(terms) + (face or 0)
    return SumSide(name, state.names(units), listed, points, face, _limited(terms))


def _limited(terms: dict[str, int]) -> str:
    """4b10 What the limits of a total change."""
    printed, counted = sum(terms.values()), modifiers.total(terms)
    return "" if counted == printed else f"{printed} counts as {counted}"


def _result(totals: list[int], dice: list[int]) -> str:
    attack, defense = (points + die for points, die in zip(totals, dice, strict=True))
    losses = modifiers.losses_by(abs(attack - defense))
    who = "the attacker wins" if attack > defense else "the defender wins"
    lost = f"; {losses} loss{'es' if losses > 1 else ''} for the loser" if losses else "; no losses"
    return f"{attack} against {defense}: {who}{lost}"


def _notes(table: DDayTable, combat: Combat) -> list[str]:
    found = []
    if combat.no_terrain:
        found.append("Carpet bombing: the terrain does not count.")
    if modifiers.versus_invasion(table, combat):
        found.append("All attackers invade: each defender in the coastal hex counts more.")
    if combat.pursuit:
        found.append("The second combat of a pursuit.")
    holder = SIDES[table.initiative].title()
    if "initiative" in table.options:
        found.append(f"{holder} holds the initiative marker and may have the dice rolled again.")
    return found
