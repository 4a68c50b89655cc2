"""The parts of a flipbook, and what a reference says about a pack."""

from __future__ import annotations

from pathlib import Path

import pytest

from beachhead.kernel.data import Pack, TableData
from beachhead.kernel.play import Result
from beachhead.kernel.sequence import Phase, heading
from beachhead.page.book import ChartRow, Now, capital, chart, game_over, lit, now, phases, tense
from beachhead.page.reference import notes, reconstructed
from toy import GAME, Picket


def test_the_phases_of_a_turn() -> None:
    rules = GAME.rules
    first, second, third = list(rules.rules)[:3]
    listed = [
        Phase("move", "Move", first),
        Phase("card", "Card", second),
        Phase("end", "End", third),
    ]
    told = phases(rules, listed, 1)
    assert [phase.state for phase in told] == ["past", "now", "next"]
    assert [(phase.id, phase.name, phase.rule) for phase in told] == [
        ("move", "Move", first),
        ("card", "Card", second),
        ("end", "End", third),
    ]
    assert told[0].text == " ".join(each.text for each in rules.rule(first).statements)


@pytest.mark.parametrize(("turn", "state"), [(1, "past"), (2, "now"), (3, "next")])
def test_the_tense_of_a_turn(turn: int, state: str) -> None:
    assert tense(turn, 2) == state


def test_when_the_game_is_over_nothing_is_to_be_done() -> None:
    position = Picket(result=Result(["north"], "North wins.", "6"))
    assert game_over(position, "6") == Now("The game is over", "North wins.", "6")
    assert game_over(Picket(), "6").step == ""


def test_what_must_and_may_be_done_is_for_whoever_decides() -> None:
    state = GAME.setup(seed=1)
    decision = state.decision
    told = now("Set-up", decision, decision.seat)
    assert (told.step, told.rule, told.must) == (
        decision.topic.step,
        decision.rule,
        [decision.topic.must or decision.prompt],
    )
    for seat in ({*state.seats, None}) - {decision.seat}:
        assert now("Set-up", decision, seat) == Now("Set-up", told.step, told.rule)


def test_the_heading_of_a_rule_is_its_phase() -> None:
    class Rules:
        def phase_of(self, rule: str) -> str | None:
            return {"3.1": "move", "3.2": "draw"}.get(rule)

    listed = [Phase("move", "Movement", "3", heads={"draw": "Cards"}), Phase("end", "End", "4")]
    found = [heading(listed, Rules(), each) for each in ("3.1", "3.2", "9")]  # type: ignore[arg-type]
    assert found == ["Movement", "Cards", None]


def test_a_chart_and_what_of_it_lights_up() -> None:
    table = chart("costs", "Costs", "2", ["points"], [("hill", ("2",))], "Roads cost 1.")
    assert table.rows == [ChartRow("hill", ["2"])]
    assert table.notes == ["Roads cost 1."]
    assert lit(table, None).needed is False
    shown = lit(table, None, [(0, None)])
    assert (shown.needed, shown.lit, shown.rows) == (True, [(0, None)], table.rows)
    assert (table.needed, table.lit) == (False, [])


def test_a_capital_changes_nothing_else() -> None:
    assert (capital("east of the Rhine"), capital("")) == ("East of the Rhine", "")


def pack(**provenances: str) -> Pack:
    tables = {
        name: TableData(name, f"{name}.json", provenance, "printed", ("faint",), [{}])
        for name, provenance in provenances.items()
    }
    return Pack(Path(), "town", "Town", "1", tables)


def test_a_reference_says_what_is_reconstructed_and_where_facts_are_from() -> None:
    half = pack(road_signs="reconstructed", towers="components")
    assert reconstructed(half, "Ours: {}.") == "Ours: road signs."
    assert "reconstruction (road signs)" in str(reconstructed(half))
    assert reconstructed(pack(towers="components")) is None
    assert notes(half)[:2] == ["road signs: printed", "road signs: faint"]
