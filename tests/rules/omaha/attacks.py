"""What the tests of chapter 8 share: an Action Phase under way, and attacks built by name."""

from __future__ import annotations

from beachhead.kernel.play import Event
from beachhead.omaha.table.state import OmahaTable, piece_name
from beachhead.omaha.us_combat import attacks
from situations import decision, events, play, post, run, table_of, unit


def in_action(text: str, division: int = 1) -> OmahaTable:
    """A situation in the Action Phase of a division with both its actions left."""
    return table_of(f"turn 7 action; acting = {division}; actions 2 2\n{text}")


def refused(table: OmahaTable, name: str, target: str, *others: str) -> str | None:
    """The rule that keeps a unit out of an attack on a post with some others; None if nothing."""
    attackers = tuple(unit(each) for each in others)
    refusal = attacks.refuse_attack(table, unit(name), post(target), attackers)
    return None if refusal is None else refusal.rule


def why_not(table: OmahaTable, name: str, target: str, *others: str) -> str:
    """Why a unit is kept out of an attack."""
    attackers = tuple(unit(each) for each in others)
    refusal = attacks.refuse_attack(table, unit(name), post(target), attackers)
    return "" if refusal is None else refusal.text


def attack(table: OmahaTable, target: str, *names: str, naval: bool = False) -> list[Event]:
    """Attack a post with exactly these units, up to the first decision after the commitment."""
    wanted = [f"unit-{piece_name(unit(name))}" for name in names]
    wanted += ["naval-fire"] * naval + ["commit"]
    happened = run(table, attacks.begin_attack, post(target))
    while (asked := decision(table)) is not None and asked.kind == "attack_built":
        offered = [option.id for option in asked.options]
        happened += play(table, next(choice for choice in wanted if choice in offered))
    (declared,) = [event for event in happened if event.kind == "attack"]
    assert set(declared.detail["units"]) == {piece_name(unit(name)) for name in names}
    assert declared.detail["naval"] == naval
    return happened


def comparison(table: OmahaTable) -> dict:
    """What the last look at the attack table compared, and what it gave."""
    return events(table, "comparison")[-1].detail


def has(bits: int, *names: str) -> bool:
    """Whether all of some US pieces are in a set."""
    return all(bits >> unit(name) & 1 for name in names)


def at(bits: int, name: str) -> bool:
    """Whether a post is in a set."""
    return bool(bits >> post(name) & 1)
