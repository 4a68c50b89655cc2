"""Games played on purpose, for what a hand does on the page: a landing in D-Day, assaults in Storm.

Nobody plays a card, everybody agrees with what is proposed, and the rest is what a player who knows
the game might do.
"""

from __future__ import annotations

import random
import re
from typing import Any

import beachhead
from beachhead.kernel.decision import Decision, Option
from beachhead.kernel.orders import planned, proposal
from beachhead.kernel.record import Record


def played(name: str, seed: int, choices: int) -> dict[str, Any]:
    """The record of a game played so far, as data."""
    game = beachhead.load(name)
    record = Record(game, seed=seed)
    rng = random.Random(seed)
    while not record.state.over and len(record.choices) < choices:
        order = proposal(record.state)
        if order is not None:
            for choice in planned(record.state, order).now:
                record.choose(choice)
        else:
            record.choose(PLAYERS[name](record, rng))
    return record.to_data()


# --- D-Day: the landing


BEACHHEADS, MOVERS = 7, 3
"""As many hexes are invaded at once, and as many corps move up in England."""


def invader(record: Record[Any], rng: random.Random) -> Option:
    """Lands with corps where it costs least, attacks with everybody, occupies what it wins."""
    decision = record.state.decision
    kind, options = decision.kind, decision.options
    if kind == "transfer_chosen":
        moved = sum(choice.startswith("transfer-") for choice in record.choices)
        return _ending(decision) if moved else rng.choice(_corps(options))
    if kind == "transferred":
        return options[-1]
    if kind == "invader_chosen":
        sent = sum(choice.startswith("invade-") for choice in record.choices)
        return _ending(decision) if sent >= BEACHHEADS else (_corps(options) or options)[0]
    if kind == "sent":
        taken = {choice.partition("-")[2] for choice in record.choices if choice.startswith("at-")}
        fresh = [each for each in options if each.id.partition("-")[2] not in taken]
        return min(fresh or options, key=lambda each: _number(each.label.partition(" for ")[2]))
    if kind == "mover_chosen":
        moved = sum(choice.startswith("move-") for choice in record.choices)
        return _ending(decision) if moved >= MOVERS or not _corps(options) else _corps(options)[-1]
    if kind == "leg_chosen":
        gone = record.choices[-1].startswith("go-")
        return _ending(decision) if gone else ([*_going(options)] or options)[0]
    if kind == "attacker_added":
        return options[0] if not options[0].id.startswith("also-") else options[-1]
    return next((each for each in options if not each.ends), options[0])


def _corps(options: list[Option]) -> list[Option]:
    return [each for each in options if "Corps" in each.label and "Army" not in each.label]


def _going(options: list[Option]) -> list[Option]:
    return [each for each in options if each.id.startswith("go-")]


def _number(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0


def _ending(decision: Decision) -> Option:
    return next((each for each in decision.options if each.ends), decision.options[0])


# --- Storm: assaults


def assaulter(record: Record[Any], rng: random.Random) -> Option:
    """Assaults where it can, with all it has; plays no card."""
    options = record.state.decision.options
    by_id = {each.id: each for each in options}
    for id_ in ("no-card", "add-all", "keep", "commit"):
        if id_ in by_id:
            return by_id[id_]
    assaults = [each for each in options if each.id.startswith("assault-")]
    cardless = [each for each in options if not each.id.startswith(("card-", "release", "pass"))]
    return rng.choice(assaults or cardless or options)


PLAYERS = {"dday91": invader, "storm": assaulter}
