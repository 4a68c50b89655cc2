"""Odds before you commit, in plain English: what an option risks, and what may come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from beachhead.kernel.figures import percent
from beachhead.kernel.play import Decision, Option
from beachhead.omaha.odds import fire_danger
from beachhead.omaha.odds.attack_odds import REINFORCEMENT, REVEALED, attack_preview, possible_units
from beachhead.omaha.odds.prospects import AttackProspect, Barrage, Going, Landing
from beachhead.omaha.table.board import board
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.deck import cards_to_come
from beachhead.omaha.table.occupancy import STACKING_LIMIT
from beachhead.omaha.table.state import (
    NO_DEPTH,
    OmahaTable,
    equipment,
    german_at,
    is_unit,
    piece_name,
    position_of,
    put_in_hex,
    unit_side,
    units_in,
)
from beachhead.omaha.us_actions.infiltration import fires_at_infiltrator, names_of
from beachhead.omaha.us_actions.routes import checks
from beachhead.omaha.us_combat.attack_reach import post_name
from beachhead.omaha.us_combat.barrages import barrage_odds
from beachhead.omaha.us_combat.resolution import COMPARISONS, RESULTS
from beachhead.omaha.us_combat.terrain_and_defense import Attackers, Defense, terrain_defense
from beachhead.omaha.victory.exits import RANGER_EXITS, letters


def odds_of(table: OmahaTable, decision: Decision, option: Option | None) -> list[str]:
    """What an option risks and promises; without one, what the decision is about so far."""
    match decision.built(option):
        case AttackProspect() as attack:
            everybody = ["With all who can join:"] if attack.by_all else []
            return [*everybody, *_attack(table, attack.post, attack.attackers, attack.naval)]
        case Barrage(post, int() as unit):
            return list(_barrage(table, unit, post))
        case Barrage(post):
            return list(_naval_barrage(table, post))
        case Going() as going:
            return list(_going(table, going))
        case Landing(_, box):
            return list(_landing(table, box))
    return []


# --- 6 what may happen in a hex


def _going(table: OmahaTable, going: Going) -> Iterator[str]:
    """7 What pieces risk on their way and where it ends."""
    begun, ended = table.copy(), table.copy()
    end = going.path[-1] if going.path else going.start
    for piece in going.pieces:
        put_in_hex(begun, piece, going.start)
        put_in_hex(ended, piece, end)
    for piece in going.pieces:
        yield from _on_the_way(begun, piece, going)
    ends = [line for piece in going.pieces for line in _at_the_end(ended, piece, going)]
    yield from dict.fromkeys(ends)


def _on_the_way(table: OmahaTable, piece: int, going: Going) -> Iterator[str]:
    """7.32 What a unit risks that slips past Germans."""
    if not is_unit(piece):
        return
    for past in checks(table, going.start, going.path, going.action):
        hit = _share(table, lambda number, past=past: _hits_infiltrator(table, piece, past, number))
        names = names_of(table, past)
        yield f"Slipping past {names}, {piece_name(piece)} loses a step with {hit}."


def _at_the_end(table: OmahaTable, piece: int, going: Going) -> Iterator[str]:
    if going.action == "exit":
        return _leaving(table, piece, table.hex[piece])
    return _standing(table, piece, table.hex[piece])


def _leaving(table: OmahaTable, unit: int, hex_: int) -> Iterator[str]:
    """20.3 What a unit is worth that leaves the map."""
    letter, held = letters()[hex_], table.steps_left[unit]
    name = piece_name(unit)
    points = f"{held} victory point{'' if held == 1 else 's'}"
    if equipment().units[unit].type == "ranger" and letter in RANGER_EXITS:
        yield f"{name} scores {points} at exit {letter}."
    else:
        yield (
            f"{name} scores {points} if US communication reaches exit {letter} at the end of play."
        )
    yield "It cannot come back."


def _hits_infiltrator(table: OmahaTable, unit: int, past: list[int], number: int) -> bool:
    return unit_side(table, unit).symbol == card(number).target and any(
        fires_at_infiltrator(table, position, card(number)) for position in past
    )


def _standing(table: OmahaTable, piece: int, hex_: int) -> Iterator[str]:
    """6.2 Which positions cover a hex, and what the next German fire may do to a unit there."""
    name = board().name(hex_)
    found = [each for each in fire_danger.fire_danger(table, hex_) if each["occupied"]]
    if found:
        yield f"{name} is covered by {'; '.join(_position(each) for each in found)}."
    else:
        yield f"No German unit covers {name}."
    if is_unit(piece):
        yield _next_fire(table, piece, hex_)
        yield from _crowd(table, name, {*units_in(table, hex_), piece})
    yield from _tide(table, hex_)


def _next_fire(table: OmahaTable, unit: int, hex_: int) -> str:
    """6 What the next German fire may do to a unit in a hex."""
    fire = fire_danger.next_fire(table)
    if fire is None:
        return "No German fire is to come."
    shuffled = fire.deck & ~(table.deck or table.discards)
    cards = f"all {fire.deck.bit_count()} cards, shuffled by then" if shuffled else _cards(table)
    chances = fire_danger.fire_odds(table, unit, hex_)
    return (
        f"{piece_name(unit)} in {board().name(hex_)}, next German fire, over {cards}: "
        f"loses a step {percent(chances['loss'])}, "
        f"is disrupted {percent(chances['disrupted'])}, if what is left to choose falls on it."
    )


def _position(danger: dict[str, Any]) -> str:
    """6.2 A position as a player names it: name, color, intensity, and what makes it fire."""
    name, color = danger["position"], danger["color"]
    if danger["smoke"]:
        fires = "in smoke"
    elif danger["disrupted"]:
        fires = "disrupted, cannot fire"
    else:
        fires = f"fires on a {danger['fires_on']} {color}, up to {_hits(danger['hits'])}"
    return f"{name} ({color}, {danger['dot']}; {fires})"


def _hits(count: int) -> str:
    return f"{count} hit{'' if count == 1 else 's'}"


def _crowd(table: OmahaTable, name: str, units: set[int]) -> Iterator[str]:
    """6.32, 7.6 What comes of many units in one hex."""
    held = sum(table.steps_left[unit] for unit in units)
    limit = charts().limit("concentrated_target_steps", table.turn)
    if len(units) > STACKING_LIMIT:
        yield (
            f"{len(units)} units would be in {name}: only {STACKING_LIMIT} may stay when the "
            "Action Phase ends."
        )
    if limit is not None and held >= limit:
        yield f"{held} steps in {name} are a concentrated target."


def _tide(table: OmahaTable, hex_: int) -> Iterator[str]:
    """5.21 Whether a hex will be under water."""
    the, name = board(), board().name(hex_)
    for turn in range(table.turn, table.last_turn + 1):
        if the.submerged[charts().turn(turn).tide] >> hex_ & 1:
            when = "this turn" if turn == table.turn else f"Turn {turn}"
            yield f"{name} is under water at the end of {when}: units there are lost."
            return


def _landing(table: OmahaTable, box: int) -> Iterator[str]:
    """5.2 Where a landing box leads next turn, 21.1 or in set-up on the first turn, and what covers
    the hex."""
    turn = table.turn if table.phase == "setup" else min(table.turn + 1, table.last_turn)
    there = board().box_row[box].lands_in(charts().turn(turn).tide)
    if there is None:
        return
    name = board().name(there)
    found = [each for each in fire_danger.fire_danger(table, there) if each["occupied"]]
    covered = f"covered by {'; '.join(map(_position, found))}" if found else "covered by nobody"
    yield f"If it stays on course it lands in {name} on Turn {turn}, {covered}."


# --- 8 what may come of an attack


def _attack(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> Iterator[str]:
    """8.3 Strength, weapons, terrain, and the results."""
    if not attackers:
        return
    preview = attack_preview(table, post, attackers, naval)
    names = " and ".join(piece_name(unit) for unit in attackers)
    fire = " with naval fire" if naval else ""
    yield f"{names}{fire} against {post_name(post)}: strength {preview['strength']}."
    yield f"Weapons: {_weapons(preview['weapons'])}{', flanking' * preview['flanking']}."
    if preview["hero"]:
        yield f"{preview['hero']} stands in for one missing weapon, or adds 1 strength."
    yield _terrain(terrain_defense(table, post, attackers))
    yield {
        "none": "There is no depth marker.",
        "revealed": "There is a revealed depth marker.",
        "unrevealed": "There is a depth marker nobody has seen: to win, its requirements too "
        "must be met once it is turned up.",
    }[preview["depth"]]
    if "german" in preview:
        yield from _known(preview["german"])
    else:
        yield from _rows(preview["rows"])
        yield _missing(table, post, preview)
    yield _chances(table, post, preview)


def _chances(table: OmahaTable, post: int, preview: dict[str, Any]) -> str:
    """8.3 How likely each outcome is, and over what."""
    unknown = ["which unit it is"] if table.unit[post] < 0 else []
    unknown += ["which depth marker"] if preview["depth"] == "unrevealed" else []
    over = f" over {' and '.join(unknown)}" if unknown else ""
    hero = f", {preview['hero']} helping where it is best" if preview["hero"] else ""
    told = "; ".join(
        f"{_results(each['results'])} {percent(each['chance'])}" for each in preview["chances"]
    )
    return f"Chances of the attack{over}{hero}: {told}."


def _weapons(codes: Iterable[str]) -> str:
    return ", ".join(f"{charts().weapons[code]} ({code})" for code in codes) or "none"


def _terrain(defense: Defense) -> str:
    if defense.depth > 1:
        return "Terrain doubles the strength of the German unit and of its depth marker."
    if defense.unit > 1:
        return "Terrain doubles the strength of the German unit."
    return "Terrain gives the German no benefit."


def _known(german: dict[str, Any]) -> Iterator[str]:
    """8.3 The comparison with a German who lies face up."""
    lacking = f"missing {_weapons(german['missing'])}" if german["missing"] else "all are there"
    yield (
        f"German strength {german['strength']}, requires {_weapons(german['requires'])}; {lacking}."
    )
    yield (
        f"The US strength is {COMPARISONS[german['comparison']]} the German's: "
        f"{_results(german['results'])}."
    )


def _rows(rows: list[dict[str, Any]]) -> Iterator[str]:
    """UAT The attack table, in the column for the depth that there is."""
    for ready, words in ((True, "With all the weapons it requires"), (False, "Without them")):
        told = [
            f"{COMPARISONS[row['comparison']].replace(',', '')}: {_results(row['results'])}"
            for row in rows
            if row["weapons"] is ready
        ]
        yield f"{words}, by strength: {'; '.join(told)}."


def _missing(table: OmahaTable, post: int, preview: dict[str, Any]) -> str:
    """8.2 What the units that may lie there ask for and the attackers do not have."""
    present = {*preview["weapons"], *(["FL"] if preview["flanking"] else [])}
    faces, weights = possible_units(table, post)
    asked: Counter[str] = Counter()
    for face, weight in zip(faces, weights, strict=True):
        for code in equipment().pieces.german_units[face].requirements - present:
            asked[code] += weight
    if not asked:
        return "No unit that it may be asks for a weapon that is missing."
    total = sum(weights)
    listed = ", ".join(
        f"{_weapons([code])} {percent(weight / total)}" for code, weight in asked.most_common()
    )
    return f"Chances that the unit, depth aside, asks for a weapon that is missing: {listed}."


def _results(results: Iterable[str]) -> str:
    return " and ".join(OUTCOMES[each] for each in results) or "no effect"


OUTCOMES = {
    **RESULTS,
    REVEALED: "the depth marker is revealed",
    REINFORCEMENT: "it is a Tactical Reinforcement",
}


# --- 8.4, 8.5 what may come of a barrage

BARRAGES = {
    "no_effect": "no effect",
    "disrupted": "the German is disrupted",
    "disrupted_and_depth_removed": "the German is disrupted and loses its depth marker",
}


def _barrage(table: OmahaTable, unit: int, post: int) -> Iterator[str]:
    """8.4 The barrage table over the cards that may come."""
    depth = "with" if table.depth[post] != NO_DEPTH else "without"
    yield (
        f"{piece_name(unit)}, strength {unit_side(table, unit).strength}, against "
        f"{post_name(post)} ({position_of(table, post).color}) {depth} depth, "
        f"over {_cards(table)}: "
        + "; ".join(
            f"{BARRAGES[result]} {percent(chance)}"
            for result, chance in barrage_odds(table, unit, post).items()
        )
        + "."
    )
    if table.german_disrupted >> post & 1:
        yield "It is disrupted already."
    yield f"{post_name(post)} cannot be attacked after a barrage in this phase."


def _naval_barrage(table: OmahaTable, post: int) -> Iterator[str]:
    depth = " and its depth marker is removed" if table.depth[post] != NO_DEPTH else ""
    yield f"The {german_at(post)} is disrupted{depth}: no card is drawn."
    yield f"Naval fire markers left afterwards: {table.naval_fire - 1}."
    yield f"{post_name(post)} cannot be attacked after a barrage in this phase."


# --- cards


def _cards(table: OmahaTable) -> str:
    count = len(cards_to_come(table))
    return f"the {count} cards left" if count > 1 else "the one card left"


def _share(table: OmahaTable, fits: Any) -> str:
    numbers = cards_to_come(table)
    fitting = sum(1 for number in numbers if fits(number))
    return f"{fitting} of {_cards(table)} ({percent(fitting / len(numbers))})"
