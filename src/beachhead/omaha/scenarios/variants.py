"""22 Optional historical variants: which there are, where they may be used, what they change.

Each is a setting of the game. What a variant changes is done where the rule it changes is; the
numbers are those of the component pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Setting
from beachhead.kernel.schema import Row
from beachhead.omaha.table import pack
from beachhead.omaha.table.state import OmahaTable, equipment, plays_variant

BOMBARDMENT = "effective-bombardment"
SAFE_TANKS = "first-wave-tanks-safe"
NO_RANGERS = "rangers-to-pointe-du-hoc"
IMPROVED_REACTION = "improved-reaction"
ARMOR = "german-armor"


@cache
def rows() -> Mapping[str, Row]:
    """14.2, 22, 23 The optional rules by their names."""
    return {row["variant"]: row for row in pack.load().rows("variants")}


def settings() -> dict[str, Setting]:
    """22a, 3e A setting for each optional rule, off unless chosen."""
    return {
        name: Setting(name, _one_line(row), (False, True), False, row["rule"])
        for name, row in rows().items()
    }


def _one_line(row: Row) -> str:
    points = f" Victory points {row['vp']:+d}." if row["vp"] else ""
    return f"{row['title']}: {row['text']}{points}"


def chosen_variants(options: Mapping[str, Any]) -> tuple[str, ...]:
    """22a The optional rules that some options turn on."""
    return tuple(name for name in rows() if options.get(name))


def check(scenario: str, options: Mapping[str, Any]) -> None:
    """14.2, 22c, 22d, 23.1b Refuse an optional rule that does not go with a scenario."""
    for name in chosen_variants(options):
        allowed = rows()[name]["scenarios"]
        if scenario not in allowed:
            raise BeachheadError(
                f"options.{name}: {rows()[name]['title']} cannot be used with {scenario} "
                f"(rule {rows()[name]['rule']}); leave it off, or play {_either(allowed)}"
            )


def _either(names: Iterable[str]) -> str:
    return " or ".join(names)


# --- 22.1 effective bombardment


def bombed(table: OmahaTable) -> bool:
    """22.1 Whether the bombardment before the landings was effective."""
    return plays_variant(table, BOMBARDMENT)


def number(name: str) -> int:
    """22.1 A number of the variant, by its name in the pack."""
    return int(rows()[BOMBARDMENT]["settings"][name])


def later(table: OmahaTable, arrival: int) -> int:
    """22.1b, 22.1c The turn on which a piece with a printed arrival turn comes."""
    if not bombed(table):
        return arrival
    early = arrival < FIRST_TURN_OF_SHORT_DELAY
    return arrival + number(
        "arrivals_before_turn_16_later_by" if early else "arrivals_from_turn_16_later_by"
    )


FIRST_TURN_OF_SHORT_DELAY = 16


def landing_turn(table: OmahaTable) -> int:
    """22.1i, 22.1j The turn whose landing table is used; 5.1 otherwise that of the turn."""
    if bombed(table) and table.turn <= number("landing_table_turns_2_3_until_turn"):
        return SECOND_TURN
    return table.turn


SECOND_TURN = 2


def before(table: OmahaTable, name: str) -> bool:
    """22.1 Whether something that the variant starts later has not started yet."""
    return bombed(table) and table.turn < number(name)


def no_recovery(table: OmahaTable) -> bool:
    """22.1k Whether German units stay disrupted on this turn, whatever happens."""
    return bombed(table) and table.turn == number("no_german_recovery_on_turn")


# --- 22.2 first wave tanks land safely


def landing_turn_of_tanks(table: OmahaTable) -> int:
    """22.2a Tanks that land on Turn 1 use the landing table of Turn 2."""
    turn = landing_turn(table)
    return max(turn, SECOND_TURN) if plays_variant(table, SAFE_TANKS) else turn


# --- 22.3 rangers reinforce Pointe du Hoc

FIRST_WAVE_RANGERS = "C/2R"


def stays_away(table: OmahaTable, unit: int) -> bool:
    """22.3a Whether a unit is not in the game: all rangers but those of the first wave."""
    counter = equipment().units[unit]
    return (
        plays_variant(table, NO_RANGERS)
        and counter.type == "ranger"
        and counter.name != FIRST_WAVE_RANGERS
    )


# --- 22.4 improved German reaction


def improved_reaction(table: OmahaTable) -> bool:
    """22.4 Whether the German reserves were alert."""
    return plays_variant(table, IMPROVED_REACTION)


def returned_mobile_depth() -> int:
    """22.4 How many eliminated mobile depth markers come back, once."""
    return int(rows()[IMPROVED_REACTION]["settings"]["returned_mobile_depth"])
