"""8.3 What the card of an attack foretells, against attacks that are played out."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members
from beachhead.kernel.figures import percent
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.odds.attack_odds import attack_preview, best_help
from beachhead.omaha.page import OmahaPage
from beachhead.omaha.page.charts import ATTACK_ROWS, DEPTHS
from beachhead.omaha.page.sums import in_words
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import ARMOR_POSTS, DEPTH_KIND, OmahaTable, equipment, piece_name
from beachhead.omaha.us_combat.attacks import all_who_can_join
from beachhead.omaha.us_combat.weapons import is_flanked, weapons_present
from playing_out import Figures, Played, every_way, play_out
from situations import post, situation

PAGE = OmahaPage()

# --- situations


def building(text: str, target: str, *names: str, naval: bool = False) -> State[OmahaTable]:
    """An attack as it stands before it is committed: by these units, or by all who can join."""
    state = situation(text)
    first = "1st-first" if state.position.acting == 1 else "29th-first"
    state.advance()
    if state.decision.kind == "order_chosen":
        state.apply(first)
    wanted = [f"unit-{name}" for name in names] or [
        f"unit-{piece_name(unit)}" for unit in all_who_can_join(state.position, post(target))
    ]
    wanted += ["naval-fire"] * naval
    state.apply(f"attack-{target}")
    while True:
        offered = [option.id for option in state.decision.options]
        choice = next((each for each in wanted if each in offered), None)
        if choice is None:
            assert state.decision.arguments[1], "nobody attacks"
            return state
        state.apply(choice)


@cache
def random_attack(number: int) -> State[OmahaTable]:
    """A random attack: any turn and target, with depth or without, seen or not, by anybody."""
    rng = random.Random(f"attack {number}")
    while True:
        try:
            return _random_attack(rng)
        except (BeachheadError, AssertionError):
            continue  # not an attack: try another


def _random_attack(rng: random.Random) -> State[OmahaTable]:
    the = equipment()
    where = rng.choice(the.posts[: ARMOR_POSTS.start])
    turn = rng.randint(3, 32)
    scenario = "beyond-the-beach" if turn > 16 else "first-waves"
    division = 1 if where.position.sector == "east" else 29
    around = list(members(the.board.grid.adjacent[where.hex]))
    infantry = [each.name for each in the.units if each.infantry and each.division == division]
    others = [each.name for each in the.units if not each.infantry and each.division == division]
    lines = [f"scenario {scenario}", f"turn {turn} action", f"acting = {division}", "actions 2 2"]
    lines.append(f"naval {rng.randint(1, 3)}")
    if rng.random() < 0.3:
        lines.append(f"house {rng.choice(HOUSES)} alternative")
    back = "?" if where.is_wn else rng.choice(("T?", "D?"))
    if rng.random() < 0.3:
        kind = "wn" if where.is_wn else "tactical"
        units = [each.name for each in the.pieces.german_units if each.kind == kind]
        back = rng.choice(units)
    lines.append(f"{where.name} {back}{rng.choice(('', ' depth?', ' depth?'))}")
    lines.append("0709 16HQ" if division == 1 else "0727 116HQ")  # who has something left to do
    for name in rng.sample(infantry, rng.randint(2, 4)):
        hero = rng.choice(("", "", " hero"))
        lines.append(f"{the.board.name(rng.choice(around))} {name}:{rng.randint(1, 3)}{hero}")
    if rng.random() < 0.5:
        near = list(members(the.board.grid.within(1 << where.hex, 3) & ~(1 << where.hex)))
        lines.append(f"{the.board.name(rng.choice(near))} {rng.choice(others)}")
    state = situation("\n".join([*lines, "begin action"]))
    state.advance()
    everybody = all_who_can_join(state.position, where.index)
    some = [piece_name(unit) for unit in everybody]
    assert some, "nobody can attack"
    rng.shuffle(some)
    naval = rng.random() < 0.3
    text = "\n".join([*lines, "begin action"])
    return building(text, where.name, *some[: rng.randint(1, len(some))], naval=naval)


HOUSES = (
    "depth-gain-priority",
    "hero-calls-naval-fire",
    "woods-behind-slope",
    "ranged-across-bluff-flanks",
)


# --- what happens


KINDS = {
    "withdrawal": "german_defeated",
    "german-eliminated": "german_defeated",
    "german-disrupted": "german_disrupted",
    "disrupted": "us_disrupted",
    "depth": "german_gains_depth",
    "unrevealed": "german_unit_unrevealed",
}


def came_of(played: Played) -> frozenset[str]:
    """What came of an attack, by what was told."""
    found = {KINDS[event.kind] for event in played.events if event.kind in KINDS}
    for event in played.events:
        if event.kind == "reveal" and "depth" in event.detail:
            found.add("depth_revealed")
        if event.kind == "depth-removed":
            found.add("tactical_reinforcement" if event.rule == "9.4" else "depth_eliminated")
    asked = played.state.decision.kind
    assert asked in ("action_chosen", "attrition_decided"), "the attack is not all that happened"
    if asked == "attrition_decided":
        found.add("optional_attrition")
    return frozenset(found)


def as_foretold(state: State[Any]) -> str | None:
    """The hero helps as the figures take it; they end where the table has been read."""
    if state.decision.kind == "consult_table":
        return f"hero-{best_help(state.position, *state.decision.arguments)}"
    return None


def foretold(state: State[OmahaTable]) -> dict[frozenset[str], float]:
    """The bars of the card."""
    target, attackers, naval = state.decision.arguments
    preview = attack_preview(state.position, target, attackers, naval)
    return {frozenset(each["results"]): each["chance"] for each in preview["chances"]}


def exactly(state: State[OmahaTable]) -> dict[frozenset[str], Fraction]:
    """What comes of an attack over every way that chance can go."""
    found: dict[frozenset[str], Fraction] = {}
    for chance, played in every_way(state, ("commit",), as_foretold):
        what = came_of(played)
        found[what] = found.get(what, Fraction(0)) + chance
    return found


def check(numbers: range, times: int) -> None:
    figures = Figures()
    for number in numbers:
        state = random_attack(number)
        games = play_out(
            state, ("commit",), times, answer=as_foretold, seat="us", seed=f"attack {number}"
        )
        figures.count(f"attack {number}", foretold(state), games, came_of)
    figures.check()


# --- the tests


@rule("omaha", "8.3f")
def test_attacks_come_out_as_often_as_foretold() -> None:
    check(range(20), 250)


@pytest.mark.soak
@rule("omaha", "8.3f")
def test_many_attacks_come_out_as_often_as_foretold() -> None:
    check(range(200), 1000)


@rule("omaha", "8.3f")
def test_the_chances_of_an_attack_are_exact() -> None:
    for number in range(40):
        state = random_attack(number)
        assert foretold(state) == pytest.approx(exactly(state)), number


@rule("omaha", "8.3f")
def test_depth_that_nobody_has_seen_is_reckoned_with() -> None:
    state = building(
        "turn 7 action; acting = 1; actions 2 2; WN62N wn-04 depth?\n"
        "0713 A/1/16; 0712 H/2/16; 0709 16HQ; begin action",
        "WN62N",
        "A/1/16",
    )
    bars = foretold(state)
    assert bars[frozenset({"german_defeated", "depth_revealed", "tactical_reinforcement"})] < 1
    assert bars == pytest.approx(exactly(state))


def test_the_marked_cells_are_those_that_the_bars_come_from() -> None:
    for number in range(40):
        state = random_attack(number)
        target, attackers, naval = state.decision.arguments
        preview = attack_preview(state.position, target, attackers, naval)
        chart = next(
            each
            for each in PAGE.flipbook(state.position, "us", state.decision).tables
            if each.id == "us-attack"
        )
        told = {
            (
                ATTACK_ROWS.index((cell["weapons"], cell["comparison"])),
                [*DEPTHS].index(cell["depth"]),
            )
            for cell in preview["cells"]
        }
        assert {tuple(cell) for cell in chart.lit} == told
        assert sum(cell["chance"] for cell in preview["cells"]) == pytest.approx(1)
        read = set()
        for cell in preview["cells"]:
            read |= set(
                charts().us_attack(
                    state.position.turn,
                    weapons=cell["weapons"],
                    comparison=cell["comparison"],
                    depth=cell["depth"],
                )
            )
        bars = {result for each in preview["chances"] for result in each["results"]}
        surprise = {"depth_revealed", "tactical_reinforcement", "german_defeated"}
        assert bars <= read | surprise
        assert ("german_defeated" in bars) <= (
            "german_defeated" in read or "tactical_reinforcement" in bars
        )


def test_a_hero_is_taken_to_help_where_it_defeats_the_german_most_often() -> None:
    for number in range(30):
        state = random_attack(number)
        won = _defeats(exactly(state))
        for help_ in ("weapon", "strength", "neither"):
            other: dict[frozenset[str], Fraction] = {}
            for chance, played in every_way(state, ("commit",), _always(help_)):
                what = came_of(played)
                other[what] = other.get(what, Fraction(0)) + chance
            assert _defeats(other) <= won, (number, help_)


def _always(help_: str) -> Any:
    def answer(state: State[Any]) -> str | None:
        if state.decision.kind != "consult_table":
            return None
        offered = [option.id for option in state.decision.options]
        return f"hero-{help_}" if f"hero-{help_}" in offered else offered[0]

    return answer


def _defeats(chances: dict[frozenset[str], Fraction]) -> Fraction:
    return sum((each for what, each in chances.items() if "german_defeated" in what), Fraction(0))


# --- the sentences of the terminal


def test_the_terminal_says_what_the_card_shows() -> None:
    for number in range(40):
        state = random_attack(number)
        line = state.odds("commit")[-1]
        assert line.startswith("Chances of the attack"), number
        chances = sorted(foretold(state).values(), reverse=True)
        said = re.findall(r"(over 99|under 1|\d+) %[;.]", line)
        assert said == [percent(each, "") for each in chances]
        target, _, naval = state.decision.arguments
        assert ("which unit" in line) == (state.position.unit[target] < 0)
        assert ("which depth marker" in line) == (state.position.depth[target] in DEPTH_KIND)
        assert (" with naval fire " in state.odds("commit")[0]) == naval


@rule("omaha", "8.2a")
def test_weapons_are_missing_as_often_as_foretold() -> None:
    told = 0
    for number in range(60):
        state = random_attack(number)
        target, attackers, naval = state.decision.arguments
        line = next((line for line in state.odds("commit") if "depth aside, asks" in line), "")
        if not line:
            continue
        told += 1
        present = {*weapons_present(state.position, target, attackers, naval)}
        if is_flanked(state.position, target, attackers, twice=False):
            present.add("FL")
        asked: dict[str, Fraction] = {}
        for chance, played in every_way(state, ("commit",), as_foretold):
            for code in _requirements(played) - present:
                asked[code] = asked.get(code, Fraction(0)) + chance
        said = dict(re.findall(r"\((\w\w)\) (over 99|under 1|\d+) %", line))
        assert said == {code: percent(float(chance), "") for code, chance in asked.items()}
    assert told > 10


def _requirements(played: Played) -> frozenset[str]:
    name = next(
        e.detail["unit"] for e in played.events if e.kind == "reveal" and "unit" in e.detail
    )
    return next(each.requirements for each in equipment().pieces.german_units if each.name == name)


@rule("omaha", "8.3f")
def test_choosing_a_target_foretells_the_attack_of_all_who_can_join() -> None:
    text = (
        "turn 7 action; acting = 1; actions 2 2; WN62N ? depth?; naval 1\n"
        "0713 A/1/16; 0712 H/2/16:1; 0709 16HQ; begin action"
    )
    state = situation(text)
    state.advance()
    told = PAGE.odds(state.position, state.decision, {"target": "WN62N"}).attack
    assert told is not None
    bars = {frozenset(each.results): each.chance for each in told.chances}
    came = exactly(building(text, "WN62N")).items()
    assert bars == pytest.approx({frozenset(map(in_words, what)): chance for what, chance in came})
    first, *_, last = state.odds("attack-WN62N")
    assert first == "With all who can join:"
    assert all(percent(each.chance) in last for each in told.chances)


# --- results that do nothing

EAST = "turn 7 action; acting = 1"
GREEN = "1/1/352PzJ"
LONE = "1725 L/3/16:1; 1726 A/1/16"
RING = f"{LONE}; 1824 B/1/16; 1826 C/1/16; 1925 E/2/16; 1926 F/2/16"
ARMOR = "scenario d-day-at-omaha-beach; variants german-armor; turn 20 action; acting = 29"


@rule("omaha", "9.2a")
@pytest.mark.parametrize(
    ("text", "target", "attacker", "outcome"),
    [
        (f"{EAST}; {LONE}; E9 3R/352", "E9", "L/3/16", "german_gains_depth"),
        (f"{EAST}; {LONE}; E9 3R/352; boxes mobile_depth 0", "E9", "L/3/16", ""),
        (f"{EAST}; {RING}; E9 3R/352", "E9", "L/3/16", ""),
        (
            f"{ARMOR}; 1223 {GREEN} depth?; 1224 A/1/116:1, B/1/116",
            GREEN,
            "A/1/116",
            "us_disrupted",
        ),
    ],
    ids=["depth is gained", "no marker is left", "out of communication", "armor stays face up"],
)
def test_results_that_do_nothing_are_left_out(
    text: str, target: str, attacker: str, outcome: str
) -> None:
    leader = "0709 16HQ" if text.startswith(EAST) else "0727 116HQ"
    state = building(f"{text}; actions 2 2; {leader}; begin action", target, attacker)
    assert foretold(state) == exactly(state) == {frozenset(filter(None, [outcome])): 1}
