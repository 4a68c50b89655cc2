"""The sum of an attack, term by term: while it is built, with its dice, and for whoever asks."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.errors import BeachheadError
from beachhead.kernel.bits import set_of
from beachhead.kernel.play import Decision
from beachhead.page import Odds
from beachhead.page.book import Likelihood, Sum, SumSide, Term
from beachhead.storm.attacks.attack_points import kind_of_attack, targets
from beachhead.storm.movement import reachable
from beachhead.storm.odds import THROWS, forecast
from beachhead.storm.table import state
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import Attack, StormTable
from beachhead.storm.why_not import find_place, find_unit

BARS = 6
"""How many damages are told one by one."""
WORDS = {
    "firepower": "firepower",
    "division integrity": "division integrity",
    "support": "Support Points",
    "cards": "cards",
    "best unit": "best defender",
    "area": "Defensive Value",
}


def sum_of(table: StormTable, attack: Attack) -> Sum:
    """9.3.1, 9.3.4, 9.3.5 Both sums with every term, the dice or the chances, the damage."""
    told = forecast(table, attack)
    who = SIDES[attack.side].title()
    what = {"assault": "assault", "card": "card attack", "support": "bombardment"}
    fires, under_fire = state.names(attack.units), state.names(targets(table, attack))
    points = sum(told["attack"].values()) + sum(attack.dice)
    return Sum(
        f"{who} {what.get(kind_of_attack(attack), 'fire')}: {state.place_name(attack.area)}",
        "9.3",
        [
            SumSide("Attack", fires, _terms(told["attack"]), points),
            SumSide(
                "Defense",
                under_fire or "nobody",
                _terms(told["defense"]),
                sum(told["defense"].values()),
            ),
        ],
        state.tags(attack.units),
        dice=list(attack.dice),
        thrown="first",
        result=_result(attack) if attack.dice else None,
        chances=[] if attack.dice else _chances(told["damage"]),
        notes=_notes(attack),
    )


def _terms(terms: dict[str, int]) -> list[Term]:
    return [Term(WORDS[name], value) for name, value in terms.items()]


def _result(attack: Attack) -> str:
    if not attack.damage:
        return "no damage"
    return f"{attack.damage} damage point{'s' if attack.damage > 1 else ''}"


def _chances(throws: dict[int, int]) -> list[Likelihood]:
    """9.3.5 How likely each damage is; the long tail together."""
    tail = min(throws) + BARS
    bars: dict[str, int] = {}
    for damage, number in throws.items():
        said = f"{damage} damage" if damage else "no damage"
        bar = said if damage < tail else f"{tail} or more damage"
        bars[bar] = bars.get(bar, 0) + number
    return [Likelihood([bar], number / THROWS) for bar, number in bars.items()]


def _notes(attack: Attack) -> list[str]:
    found = []
    if attack.terrain == 0:
        found.append("Engineers: the area gives no Defensive Value.")
    if attack.terrain > 1:
        found.append("Bocage: the Defensive Value counts double.")
    if attack.silenced:
        found.append(f"88s: {state.names(attack.silenced)} add no firepower.")
    if attack.cannot_eliminate:
        found.append("This attack cannot eliminate a unit.")
    return found


# --- for whoever asks


def odds(table: StormTable, _: Decision | None, asked: Mapping[str, str]) -> Odds:
    """`unit`: where it can go; `target` with `units`: what an attack may bring."""
    if "target" in asked:
        return Odds(attack=_attack(table, asked))
    if "unit" not in asked:
        raise BeachheadError("unit: say which unit, or which target; unit=16/1")
    unit = find_unit(asked["unit"])
    if table.where[unit] < 0:
        raise BeachheadError(f"unit: {state.unit_name(unit)} is not on the map")
    places = {state.place_name(place): left for place, left in reachable(table, unit).items()}
    return Odds(unit=state.unit_name(unit), places=places)


def _attack(table: StormTable, asked: Mapping[str, str]) -> Sum:
    area = find_place(asked["target"])
    if not state.is_area(area):
        raise BeachheadError(f"target: {state.place_name(area)} is not an area")
    units = [find_unit(name) for name in asked.get("units", "").split(",") if name]
    if not units:
        raise BeachheadError("units: name the units that attack, such as units=16/1,18/1")
    if len({state.side_of(unit) for unit in units}) > 1:
        raise BeachheadError("units: they are of both sides")
    return sum_of(table, Attack(state.side_of(units[0]), area, set_of(units)))
