"""The rule index, the rulings and the decorator that cites."""

from pathlib import Path
from typing import Any

import pytest

from beachhead.errors import BeachheadError
from beachhead.kernel.citations import coverage
from beachhead.kernel.rulebook import (
    PACKAGE,
    RulebookError,
    RuleIndex,
    UnknownGameError,
    UnknownRuleError,
    games_with_rules,
    marked,
    rule,
    rule_index,
    rulings_in_order,
    rulings_markdown,
)
from small_rulebook import RULES, RULING, row, source, write

GAMES = games_with_rules()


@pytest.fixture
def index(tmp_path: Path) -> RuleIndex:
    return RuleIndex.load(write(tmp_path))


# -- looking up ----------------------------------------------------------------------------------


def test_rules_and_statements_are_found(index: RuleIndex) -> None:
    assert index.rule("8.1").title == "Rule 8.1"
    assert index.statement("8.1b").text == "Six wins."
    assert index.statement("8.1b").rule == "8.1"
    assert index.exists("8.1")
    assert index.exists("8.1b")
    assert not index.exists("8.1c")


def test_an_unknown_rule_names_near_ones(index: RuleIndex) -> None:
    with pytest.raises(UnknownRuleError, match=r"no rule '8\.12'; did you mean .*8\.1"):
        index.rule("8.12")
    with pytest.raises(UnknownRuleError, match="no statement"):
        index.statement("8.1z")
    assert "EV.hero" in index.near("ev.heros")


def test_chapters_in_the_order_of_the_rulebook(index: RuleIndex) -> None:
    chapters = index.chapters()
    assert [c.id for c in chapters] == ["1", "8", "80", "4", "EV"]
    assert [c.title for c in chapters][1::3] == ["Rule 8", "Events"]
    assert chapters[1].statements == 5
    assert index.parts() == ("basic", "extended")


def test_what_lies_under_a_number(index: RuleIndex) -> None:
    assert [r.id for r in index.under("8")] == ["8.1", "8.11", "8.2"]
    assert [r.id for r in index.under("8.1")] == ["8.11"]
    assert [r.id for r in index.under("4b")] == ["4b1", "4b10"]
    assert index.under("4b1") == ()
    assert [r.id for r in index.under("EV")] == ["EV.hero"]
    assert index.under("9") == ()


def test_rulings_on_a_rule(index: RuleIndex) -> None:
    (ruling,) = index.rulings_on("8.2")
    assert ruling.switch is not None
    assert ruling.switch.option == "long-retreat"
    assert index.rulings_on("8.1") == ()
    assert index.ruling("T-1") is ruling


# -- damage --------------------------------------------------------------------------------------


def without(cells: dict[str, Any], field: str) -> dict[str, Any]:
    return {k: v for k, v in cells.items() if k != field}


@pytest.mark.parametrize(
    ("damaged", "complaint"),
    [
        ([without(row("8", "x"), "title")], r"row 1 \(8\), field title"),
        ([row("8", "x"), row("8", "y")], r"row 2 \(8\), field id: another row"),
        ([row("8", "x", statements=[["9a", "x"]])], r"row 1 \(8\), field statements: label '9a'"),
        ([row("8", "x", statements=[["8a", ""]])], r"field statements: should be a \[label, text"),
        ([row("8", "x", statements=[["8a", "x"], ["8a", "y"]])], r"'8a' is used twice"),
        ([row("8", "x", statements=[])], r"field statements"),
        ([row("8", "x", normative="no")], r"field normative"),
        ([row("8", "x", conflicts=["T-9"])], r"row 1 \(8\), field conflicts: no ruling 'T-9'"),
        ([row("8", "x", color="red")], r"row 1 \(8\), field color: unknown"),
        ([row("8", "x"), row("8a", "y", statements=[["8a-a", "y"]])], r"both a rule and a state"),
        (["8"], r"row 1: should be an object"),
        ({"8": 1}, r"should hold a list of rows"),
    ],
)
def test_a_damaged_rule_file_is_named(tmp_path: Path, damaged: Any, complaint: str) -> None:
    path = write(tmp_path, damaged, [])
    with pytest.raises(RulebookError, match=complaint) as caught:
        RuleIndex.load(path)
    assert str(path) in str(caught.value)
    assert isinstance(caught.value, BeachheadError)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"rules": []}, r"row 1 \(T-1\), field rules"),
        ({"rules": ["8.2", "9.9"]}, r"field rules: no rule '9\.9'"),
        ({"rules": ["8.2", "8"]}, r"field rules: rule 8 does not name"),
        ({"kind": "guess"}, r"field kind: 'guess' is none of conflict"),
        ({"confidence": "some"}, r"field confidence"),
        ({"why": ""}, r"field why"),
        ({"switch": {"option": "x"}}, r"field switch"),
        ({"switch": {"option": "X Y", "default": "a", "alternative": "b"}}, r"field switch: 'X Y'"),
    ],
)
def test_a_damaged_ruling_is_named(tmp_path: Path, change: dict[str, Any], complaint: str) -> None:
    path = write(tmp_path, rulings=[{**RULING, **change}])
    with pytest.raises(RulebookError, match=complaint) as caught:
        RuleIndex.load(path)
    assert "rulings.json" in str(caught.value)


def test_one_option_has_one_meaning(tmp_path: Path) -> None:
    other = {**RULING, "id": "T-2", "switch": {**RULING["switch"], "default": "three"}}  # type: ignore[dict-item]
    rules = [{**r, "conflicts": ["T-1", "T-2"]} if r["id"] == "8.2" else r for r in RULES]
    with pytest.raises(RulebookError, match=r"row 2 \(T-2\), field switch: differs .* T-1"):
        RuleIndex.load(write(tmp_path, rules, [RULING, other]))


def test_files_that_are_no_index(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="cannot be read"):
        RuleIndex.load(tmp_path / "none.json")
    broken = source(tmp_path, "rules.json", "{")
    with pytest.raises(RulebookError, match="is not JSON"):
        RuleIndex.load(broken)


# -- citing --------------------------------------------------------------------------------------


def test_the_decorator_only_registers() -> None:
    def fight() -> str:
        return "fought"

    cited = rule("toy", "8.1", "8.2a")(rule("toy", "8")(fight))
    assert cited is fight
    assert cited() == "fought"
    assert vars(cited)["__rules__"] == (("toy", "8.1"), ("toy", "8.2a"), ("toy", "8"))
    (place,) = (p for p in marked("toy")["8.2a"] if p.name.endswith("fight"))
    assert Path(place.file) == Path(__file__)
    assert place.line > 0


def test_the_decorator_on_classes_is_not_inherited_twice() -> None:
    @rule("toy", "8")
    class TestOne: ...

    @rule("toy", "8.1")
    class TestTwo(TestOne): ...

    assert vars(TestTwo)["__rules__"] == (("toy", "8.1"),)


@pytest.mark.parametrize("arguments", [("toy",), ("toy", ""), ("", "8")])
def test_the_decorator_wants_something_to_cite(arguments: tuple[str, ...]) -> None:
    with pytest.raises(RulebookError):
        rule(*arguments)


# -- the games -----------------------------------------------------------------------------------

STATEMENTS = {
    "omaha": {
        "basic": (194, 644),
        "extended": (84, 250),
        "beyond": (3, 42),
        "variant": (5, 30),
        "armor": (17, 69),
        "events": (12, 34),
    },
    "storm": {"core": (49, 234)},
    "dday91": {"basic": (90, 187), "scenario": (32, 54), "option": (58, 123)},
}
RULINGS = {"omaha": 70 + 34, "storm": 20, "dday91": 25}
LATER = ("L-", "M-", "N-")
"""Rulings that came up while the rules were written and refereed."""


@pytest.mark.parametrize("game", STATEMENTS)
def test_nothing_was_lost_on_the_way_into_the_index(game: str) -> None:
    index = rule_index(game)
    counted = {
        part: (sum(r.part == part for r in index.rules.values()), p.statements)
        for part, p in coverage(index, []).parts.items()
    }
    assert counted == STATEMENTS[game]
    assert sum(not name.startswith(LATER) for name in index.rulings) == RULINGS[game]


def test_unknown_games_are_refused() -> None:
    with pytest.raises(UnknownGameError, match="did you mean omaha"):
        rule_index("omaha-beach")


@pytest.mark.parametrize("game", GAMES)
def test_one_rule_and_one_ruling_a_line(game: str) -> None:
    data = PACKAGE / game / "data"
    rules = (data / "rules.json").read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith('{"id": ') for line in rules) == len(rule_index(game).rules)
    rulings = (data / "rulings.json").read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith('{"id": ') for line in rulings) == len(rule_index(game).rulings)


@pytest.mark.parametrize("game", GAMES)
def test_doubtful_rulings_offer_the_other_reading(game: str) -> None:
    # Rulings that fill a silence of the rules (N) have no second reading to offer.
    doubtful = [
        r
        for r in rule_index(game).rulings.values()
        if r.confidence != "high" and not r.id.startswith("N-")
    ]
    assert sum(r.switch is not None for r in doubtful) >= 0.6 * len(doubtful)


@pytest.mark.parametrize("game", GAMES)
def test_rulings_come_in_the_order_of_the_rulebook(game: str) -> None:
    index = rule_index(game)
    numbers = list(index.rules)
    firsts = [min(map(numbers.index, r.rules)) for r in rulings_in_order(index)]
    assert firsts == sorted(firsts)
    assert rulings_markdown(index).count("\n- **Ruling:** ") == len(index.rulings)
