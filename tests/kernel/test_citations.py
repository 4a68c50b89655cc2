"""Finding citations in source, and coverage; and that all citations in this tree exist."""

from pathlib import Path

import pytest

from beachhead.kernel.citations import (
    compact,
    coverage,
    find_checks,
    find_implementations,
    unknown_citations,
)
from beachhead.kernel.rulebook import (
    PACKAGE,
    RulebookError,
    RuleIndex,
    UnknownRuleError,
    games_with_rules,
    rule_index,
)
from small_rulebook import source, write

TESTS = Path(__file__).resolve().parents[1]


@pytest.fixture
def index(tmp_path: Path) -> RuleIndex:
    return RuleIndex.load(write(tmp_path))


def test_docstrings_and_decorators_cite(tmp_path: Path, index: RuleIndex) -> None:
    folder = tmp_path / "toy"
    source(
        folder,
        "fight.py",
        '''
        """8 Fighting: a module cites nothing."""
        def roll():
            """8.1, 8.11 Rolling the dice."""
            def lose():
                """8.11. One loses."""
        class Retreat:
            """8.2a and 8 Retreat."""
            @rule("toy", "4b1")
            def first(self): ...
            @rule("other", "4b10")
            def second(self):
                """Also 8.1 is mentioned."""
        def stray():
            """8.99 A rule that is not there."""
        ''',
    )
    found = find_implementations(folder, "toy", index)
    assert [(c.place.name, c.citation) for c in found] == [
        ("toy.fight:roll", "8.1"),
        ("toy.fight:roll", "8.11"),
        ("toy.fight:roll.<locals>.lose", "8.11"),
        ("toy.fight:Retreat", "8.2a"),
        ("toy.fight:Retreat", "8"),
        ("toy.fight:Retreat.first", "4b1"),
        ("toy.fight:stray", "8.99"),
    ]
    assert found[0].place.line == 3
    (line,) = unknown_citations(found, index)
    assert "stray cites toy '8.99'" in line


def test_tests_are_found_without_running_them(tmp_path: Path, index: RuleIndex) -> None:
    source(
        tmp_path,
        "rules/test_fight.py",
        """
        from beachhead.kernel.rulebook import rule as checks
        from beachhead.kernel import rulebook
        raise SystemExit("never run")

        @checks("toy", "8.1", "8.2a")
        @pytest.mark.parametrize("x", [1, 2])
        def test_roll(x): ...

        @rulebook.rule("toy", "8")
        class TestFight:
            @rule("toy", "8.11")
            def test_one(self): ...

        @rule("other", "1")
        def test_other(): ...

        @pytest.mark.skip(reason="later")
        @rule("toy", "4b1")
        def test_skipped(): ...

        @pytest.mark.xfail
        class TestFailing:
            @rule("toy", "4b10")
            def test_fails(self): ...
        """,
    )
    source(tmp_path, "situations.py", '@rule("toy", "EV.hero")\ndef test_no_file_of_tests(): ...\n')
    found = find_checks(tmp_path, "toy")
    assert [(c.place.name.partition(":")[2], c.citation) for c in found] == [
        ("test_roll", "8.1"),
        ("test_roll", "8.2a"),
        ("TestFight", "8"),
        ("TestFight.test_one", "8.11"),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('@rule("toy", *NUMBERS)\ndef test_x(): ...', r"test_x\.py:1: .*plain texts"),
        ('@rule("toy")\ndef test_x(): ...', r"plain texts"),
        ('@rule("toy", "8")\ndef situation(): ...', r"situation cites a rule but is no test"),
        ("def test_x(:", r"test_x\.py:1: cannot be read as Python"),
    ],
)
def test_marks_that_cannot_count(tmp_path: Path, text: str, complaint: str) -> None:
    source(tmp_path, "test_x.py", text)
    with pytest.raises(RulebookError, match=complaint):
        find_checks(tmp_path, "toy")


# -- coverage ------------------------------------------------------------------------------------


def test_a_rule_covers_its_statements_and_a_label_one(index: RuleIndex) -> None:
    found = coverage(index, ["8.1", "8.2a", "1"])
    basic = found.parts["basic"]
    assert (basic.statements, basic.headings, basic.checked) == (8, 1, 3)
    assert basic.unchecked == ("8a", "8.11a", "4b1a", "4b10a")
    assert basic.percent == 42.8
    assert found.total.statements == 10
    assert coverage(index, ["8.1a"]).parts["basic"].checked == 1
    with pytest.raises(UnknownRuleError):
        coverage(index, ["9"])


def test_only_all_is_a_hundred_percent(index: RuleIndex) -> None:
    assert coverage(index, index.rules).total.percent == 100.0
    assert coverage(index, []).total.percent == 0.0


def test_compact_lists(index: RuleIndex) -> None:
    everything = [s for s in index.statements if s != "1a"]
    assert compact(index, everything) == ["8 to 8.2", "80", "4b1 to 4b10", "EV.hero"]
    assert compact(index, ["8.1b", "8.11a", "8.2a"]) == ["8.1b", "8.11 to 8.2"]
    assert compact(index, []) == []


# -- the games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games_with_rules())
def test_all_citations_in_this_tree_exist(game: str) -> None:
    index = rule_index(game)
    cited = find_implementations(PACKAGE / game, game, index) + find_checks(TESTS, game)
    assert unknown_citations(cited, index) == []
