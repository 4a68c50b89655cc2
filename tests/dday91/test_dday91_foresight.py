"""What a choice costs is said before it is taken."""

from __future__ import annotations

import random

from beachhead.dday91.table.state import DDayTable
from dday91_situations import GAME, assault, decision, moving, options, play

SEEDS, LATER, ENOUGH = 3, 4, 2
"""So many games, to this Turn, and at least so many cases in them."""


def told(table: DDayTable, choice: str | None = None) -> str:
    """What is said beside a choice, or beside the question."""
    asked = decision(table)
    assert asked is not None
    option = None if choice is None else asked.find(choice)
    assert choice is None or option is not None, options(table)
    return " ".join(asked.risks(option))


def landing(places: str) -> DDayTable:
    text = f"turn 3 allied combat; moves 20 20; {places}"
    table = assault(text, "D14", "5U", "7U")
    play(table, "dice-10-1")
    while not any(each.startswith("advance") for each in options(table)):
        play(table, options(table)[0])
    return table


def test_who_stays_at_sea_is_named() -> None:
    table = landing("C14 1-US invading, 5U invading, 7U invading; D14 66 reduced")
    for text in (told(table), told(table, "stay")):
        assert "lost" in text.lower()
        assert "U.S. 5 " in text
        assert "U.S. 7 " in text


def test_who_takes_the_place_of_others_lets_them_drown() -> None:
    table = landing("C14 1-US invading, 5U invading, 7U invading; D14 66 reduced")
    assert "There is then no place" not in told(table, "advance-1-US")
    assert "U.S. 7 Motorized Corps" in told(table, "advance-5U")


def test_a_move_that_cuts_a_corps_off_says_so() -> None:
    """5U keeps the way to the coast open through zones of control."""
    table = moving("moves 9 9; G14 7U; F14 5U; G15 66; H13 67; F12 81", "move-5U")
    goals = [each for each in options(table) if each.startswith("to-")]
    assert goals
    for each in goals:
        assert told(table, each).endswith("out of supply: U.S. 7 Motorized Corps.")
    assert told(table) == ""


def test_a_loss_that_eliminates_a_unit_is_said_before_it_is_taken() -> None:
    """There is no way out of Cherbourg."""
    around = "D15 12U; D16 5U, 7U, 1-US"
    for state, end in (("", "reduced"), (" reduced", "eliminated")):
        table = beaten_without_loss(f"{around}; C16 7-Infantry, 81{state}, 82")
        assert told(table, "loss-81").endswith(f"Corps is {end}.")


def beaten_without_loss(text: str) -> DDayTable:
    """The defender of Cherbourg has lost by less than four, and cannot retreat."""
    for die in range(10, 0, -1):
        table = assault(text, "C16", "12U", "5U", "7U")
        play(table, f"dice-5-{die}")
        asked = decision(table)
        if asked is not None and asked.kind == "stayed":
            return table
    raise AssertionError


def test_whom_the_landings_leave_at_sea_is_who_is_lost() -> None:
    """In random games: with no more landings, exactly those drown who were named."""
    seen, lost = 0, 0
    for seed in range(SEEDS):
        state, chance = GAME.setup("1944", seed=seed), random.Random(seed)
        while not state.over and state.position.turn < LATER:
            asked = state.decision
            if asked.kind == "landed":
                foretold = " ".join(state.risks().get("done", []))
                after = state.copy()
                drowned = [each.text for each in after.apply("done") if each.rule == "3e2"]
                seen, lost = seen + 1, lost + len(drowned)
                assert bool(foretold) == bool(drowned)
                assert all(text.split(" in ")[0] in foretold for text in drowned)
            state.apply(chance.choice(asked.options))
    assert min(seen, lost) >= ENOUGH
