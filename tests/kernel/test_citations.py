"""Finding citations in source, and coverage; and that all citations in this tree exist."""

import re
from pathlib import Path

import pytest

from beachhead.kernel.citations import (
    compact,
    coverage,
    find_checks,
    find_implementations,
    implementing,
    shows,
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


def cites(folder: Path, index: RuleIndex, text: str) -> list[tuple[str, str]]:
    source(folder, "fight.py", text)
    found = find_implementations(folder, "toy", index)
    return [(c.place.name.partition(":")[2], c.citation) for c in found]


def test_comments_constants_and_fields_cite(tmp_path: Path, index: RuleIndex) -> None:
    text = """
        # --- 8.2 a heading cites nothing
        DICE = 2  # 8.1a, 8.1b two of them
        # 80a Above it.
        FACES = 6
        ODDS = {
            "even": 1,
            "bad": 2,  # 8.11a in a table
        }
        LOSSES = 1
        '8.2a How many.'
        class Unit:
            steps: int  # 8.2
            back: int
            '4b1 The other side.'
        def fight():
            # 8.2a Up to here.
            return DICE  # 8 of them are no citation
        """
    assert cites(tmp_path / "toy", index, text) == [
        ("DICE", "8.1a"),
        ("DICE", "8.1b"),
        ("FACES", "80a"),
        ("ODDS", "8.11a"),
        ("LOSSES", "8.2a"),
        ("Unit.steps", "8.2"),
        ("Unit.back", "4b1"),
        ("fight", "8.2a"),
    ]


def test_clauses_and_runs_of_a_docstring_cite(tmp_path: Path, index: RuleIndex) -> None:
    text = """
        def clauses():
            '8.1 Rolling; 8.11a one of them loses. 80 men go to 8.2. EV.hero A hero may come.'
        def runs():
            '8.1a to 8.11a All of them, and 8.2 only by the way.'
        def stray():
            '8.1 to 8.99 What is not there.'
        """
    assert cites(tmp_path / "toy", index, text) == [
        ("clauses", "8.1"),
        ("clauses", "8.11a"),
        ("clauses", "EV.hero"),
        ("runs", "8.1a"),
        ("runs", "8.1b"),
        ("runs", "8.11a"),
        ("stray", "8.1"),
        ("stray", "8.99"),
    ]


def test_what_the_code_says_cites(tmp_path: Path, index: RuleIndex) -> None:
    text = """
        RULES = {"roll": "8.1", "flee": ("8.2", "it flees")}
        def refuse():
            return Refusal("8", "no")
        def lose(unit, extended):
            eliminate(unit, "8.11", "in the fight")
            table.tell("8.2a" if extended else "8.1b", "text")
            move("8", rule="4b1")
        """
    assert cites(tmp_path / "toy", index, text) == [
        ("RULES", "8.1"),
        ("RULES", "8.2"),
        ("refuse", "8"),
        ("lose", "8.11"),
        ("lose", "8.2a"),
        ("lose", "8.1b"),
        ("lose", "4b1"),
    ]


def test_the_statement_comes_before_its_rule_and_the_page_last(
    tmp_path: Path, index: RuleIndex
) -> None:
    folder = tmp_path / "toy"
    source(folder, "fight.py", "def one():\n  '8.1a One.'\ndef all():\n  '8.1 All.'\n")
    source(folder, "page/fight.py", "def show():\n  '8.1b Shown.'\n")
    source(folder, "drawing.py", "def draw():\n  '8.2a Drawn.'\n")
    found = find_implementations(folder, "toy", index)

    def of(label: str) -> list[str]:
        rule = index.rule(index.statement(label).rule)
        return [c.place.name.partition(":")[2] for c in implementing(found, rule, label)]

    assert (of("8.1a"), of("8.1b"), of("8.2a"), of("8.11a")) == (["one"], ["all"], ["draw"], [])
    assert [c.citation for c in found if shows(c)] == ["8.2a", "8.1b"]


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
    done = coverage(index, [], ["8.1", "8.2a"]).parts["basic"]
    assert (done.implemented, done.implemented_percent) == (3, 42.8)
    assert done.unimplemented == ("8a", "8.11a", "4b1a", "4b10a")
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


MOST = 8
"""More functions than that do not implement one statement; somebody cites what he only touches."""


@pytest.mark.parametrize("game", games_with_rules())
def test_every_statement_is_implemented_and_by_few(game: str) -> None:
    index = rule_index(game)
    found = find_implementations(PACKAGE / game, game, index)
    by = {
        statement.label: implementing(found, rule, statement.label)
        for rule in index.rules.values()
        if rule.normative
        for statement in rule.statements
    }
    assert [label for label, citing in by.items() if not citing] == []
    assert {label: len(citing) for label, citing in by.items() if len(citing) > MOST} == {}


@pytest.mark.parametrize("game", games_with_rules())
def test_all_rulings_named_in_the_code_exist(game: str) -> None:
    rulings = rule_index(game).rulings
    initials = "".join({name[0] for name in rulings})
    named = {
        (path.name, name)
        for path in (PACKAGE / game).rglob("*.py")
        for name in re.findall(rf"\b[{initials}]-\d\d\b", path.read_text(encoding="utf-8"))
    }
    assert {name for _, name in named} & rulings.keys()
    assert [each for each in sorted(named) if each[1] not in rulings] == []
