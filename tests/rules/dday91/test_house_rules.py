"""The rulings a table may play otherwise; the others are tested with their rules."""

from __future__ import annotations

import pytest
from dday_tables import GAME, table

from beachhead.dday91 import victory
from beachhead.dday91.house_rules import HOUSE_RULES
from beachhead.dday91.state import OPTIONS, plays, plays_otherwise
from beachhead.kernel.rulebook import rule


def test_each_option_and_each_house_rule_is_a_setting_of_its_own() -> None:
    assert set(GAME.settings) == {*OPTIONS, *HOUSE_RULES}
    for name in OPTIONS:
        position = GAME.begin("1944", GAME.check("1944", {name: True})[1])
        assert [option for option in OPTIONS if plays(position, option)] == [name]
    for name in HOUSE_RULES:
        position = GAME.begin("1944", GAME.check("1944", {name: "alternative"})[1])
        assert [switch for switch in HOUSE_RULES if plays_otherwise(position, switch)] == [name]


@rule("dday91", "6b3-a", "6c3-a", "1b1-b")
@pytest.mark.parametrize(("house", "count"), [("", 4), ("rhine-count", 2)])
def test_what_counts_beyond_the_rhine(house: str, count: int) -> None:
    """D-18: all ground units, headquarters included; or corps and divisions only."""
    there = table("G5 1-US 5U SHAEF air-9U\nG6 div-A1\nG13 7U", house=house)
    assert victory.beyond_the_rhine(there).bit_count() == count
