"""No game goes round in circles: what does nothing cannot be repeated for ever."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

import beachhead
from beachhead.kernel.agenda import Steps
from beachhead.kernel.plain import dataclass
from beachhead.kernel.play import Chance, Decision, Option, Position
from beachhead.kernel.topic import Topic
from cycles import all_variants, cycles
from toy import PicketGame

GAMES = [*beachhead.games(), "toy:GAME"]


@pytest.mark.parametrize("name", GAMES)
def test_no_choices_lead_back_to_where_they_began(name: str) -> None:
    assert found_in(name, seed=1, choices=400) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("name", GAMES)
def test_no_choices_lead_back_in_whole_games(name: str, seed: int) -> None:
    assert found_in(name, seed, choices=10_000) == []


def found_in(name: str, seed: int, choices: int) -> list[list[str]]:
    """The ways round in a game of each scenario."""
    game, found = beachhead.load(name), []
    for scenario in game.scenarios:
        rng = random.Random(seed)
        state = game.setup(scenario, all_variants(game, scenario, rng), seed=seed)
        found += cycles(state, rng, choices)
    return found


# --- the search itself: a door to go through, and perhaps a die to roll for it

steps = Steps()
IN_OR_OUT = Topic("gone", "In or out")


@dataclass(slots=True, eq=False)
class House(Position):
    steps = steps


@steps.question("test_cycles.stand_at_door")
def stand_at_door(_house: House, dice: int, inside: bool) -> Decision:
    options = [Option("through-door", "Go through"), Option("look-around", "Look around")]
    return Decision("blue", "In or out?", "2", gone, options, (dice, inside), topic=IN_OR_OUT)


def gone(house: House, _value: None, dice: int, inside: bool) -> None:
    house.then((stand_at_door, dice, not inside))
    if dice == 4:
        house.then(open_door)


@steps.question("test_cycles.open_door")
def open_door(_house: House) -> Chance[int]:
    return Chance("Roll.", "3a", lambda *_: None, [1], lambda face: Option(f"die-{face}", "", face))


class Doors(PicketGame):
    steps = steps

    def begin(self, scenario: str, options: Mapping[str, Any]) -> Any:
        house = House()
        house.then((stand_at_door, options["dice"], False))
        return house


@pytest.mark.parametrize(("dice", "found"), [(6, True), (4, False)])
def test_the_search_sees_a_way_round_unless_a_die_was_rolled(dice: int, found: bool) -> None:
    state = Doors().setup("short", {"dice": dice}, seed=1)
    ways = list(cycles(state, random.Random(1), 6))
    assert [len(way) for way in ways] == ([2, 2, 2] if found else [])
