"""The mutants that `make mutants` tries: what they change, which are drawn, and that they work."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import beachhead
import mutant_runs
import mutating
from mutating import Mutant

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "mutants.py"

TOY = '''
"""A toy."""
from functools import cache


def fits(stack, more):
    """2.1 At most six."""
    return len(stack) + more <= 6


@cache
def limit():
    return 6


def told(table):
    """Nothing here is a rule but the last line."""
    table.tell("1", f"{1 + 1} units")
    table.spent = True
'''


def changes(text: str) -> set[tuple[str, str]]:
    """What becomes of the body of a function, before and after."""
    tree = ast.parse(f"def f(a, b):\n{text}")
    (_, function), *_ = mutating.functions(tree)
    return {edit.described() for edit in mutating.edits(function)}


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (" return a < b", {"return a <= b"}),
        (" return a is b", {"return a is not b"}),
        (" return a in b", {"return a not in b"}),
        (" return a and b", {"return a or b"}),
        (" return not a", {"return a"}),
        (" return a + 1", {"return a - 1", "return a + 2", "return a + 0"}),
        (" return a & ~b", {"return a | ~b"}),
        (" return min(a, b)", {"return max(a, b)"}),
        (" return any(a)", {"return all(a)"}),
        (" return a(True)", {"return a(False)"}),
        (" return a if b else f", {"return a if not b else f"}),
        (" return Refusal('7.2', 'it has acted')", {"return None"}),
        (" if a:\n  return b", {"if not a:", "body skipped"}),
        (" a.spend(b)", {"statement deleted"}),
        (" for each in a:\n  break", {"continue"}),
    ],
)
def test_one_small_thing_is_changed(text: str, after: set[str]) -> None:
    assert {new for _, new in changes(text)} == after


@pytest.mark.parametrize(
    "text",
    [
        ' """Says 1 + 1."""',
        " a.tell('7.2', f'{1 + 1} units', [a])",
        " raise BeachheadError(a + b)",
        " c = a",
        " return f'{a + 1}'",
        " return zip(a, b, strict=True)",
        " c: Literal[1]",
        " c = 'Allied' if a > 1 else 'German'",
        " if a:\n  a.tell('7.2', 'it has acted')",
    ],
)
def test_words_and_first_values_are_left_as_they_are(text: str) -> None:
    assert changes(text) == set()


def test_functions_that_only_tell_are_left_out() -> None:
    tree = ast.parse("def tell_all(a): a.x = 1\ndef all(a): a.x = 1")
    assert [name for name, _ in mutating.functions(tree)] == ["all"]


def test_a_second_value_may_stay_away() -> None:
    assert changes(" a = b") == {("a = b", "statement deleted")}


def test_what_holds_no_rules_is_left_out() -> None:
    for game in beachhead.OWN:
        modules = {mutating.module_of(game, path) for path in mutating.rule_modules(game)}
        assert "sequence" in modules
        assert {"victory", "setup"} & {module.split("/")[0] for module in modules}
        assert not any(module.startswith(tuple(mutating.NO_RULES)) for module in modules)
        assert not {module.rpartition("/")[2] for module in modules} & set(mutating.LEFT_OUT)


def test_the_sample_is_the_same_for_a_seed_and_spread_over_functions() -> None:
    first = mutating.sample("storm", 50, 1)
    mutating.all_mutants.cache_clear()
    assert mutating.sample("storm", 50, 1) == first
    assert mutating.sample("storm", 50, 2) != first
    assert len({mutant.id for mutant in first}) == 50
    assert len({(mutant.module, mutant.function) for mutant in first}) > 30


@pytest.fixture(scope="module")
def script() -> ModuleType:
    sys.path.insert(0, str(SCRIPT.parent))
    import mutants

    return mutants


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of rules that nobody else knows."""
    (tmp_path / "toy").mkdir()
    file = tmp_path / "toy" / "rules.py"
    file.write_text(TOY)
    monkeypatch.setattr(mutating, "SOURCE", tmp_path)
    spec = importlib.util.spec_from_file_location("toy_of_mutants.rules", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def toy_mutant(before: str, after: str) -> Mutant:
    file = mutating.SOURCE / "toy" / "rules.py"
    found = [mutant for mutant, _ in mutating.mutants_of("toy", file)]
    (wanted,) = [each for each in found if (each.before, each.after) == (before, after)]
    return wanted


def test_a_broken_function_is_noticed_and_the_true_one_is_as_before(toy: Any) -> None:
    mutant = toy_mutant("return len(stack) + more <= 6", "return len(stack) + more < 6")

    def broken() -> bool:
        mutant_runs.put_in_place(mutant, "toy_of_mutants")
        held: bool = toy.fits("12345", 1)
        return held

    assert toy.fits("12345", 1)
    assert mutant_runs.in_a_copy(broken) is False
    assert toy.fits("12345", 1)


def test_what_was_made_once_is_made_again(toy: Any) -> None:
    mutant = toy_mutant("return 6", "return 7")
    assert toy.limit() == 6

    def broken(*, made_once: bool) -> int:
        mutant_runs.put_in_place(mutant, "toy_of_mutants")
        mutant_runs.forget("toy_of_mutants", made_once=made_once)
        limit: int = toy.limit()
        return limit

    assert mutant_runs.in_a_copy(lambda: broken(made_once=False)) == 6
    assert mutant_runs.in_a_copy(lambda: broken(made_once=True)) == 7


def test_every_statement_tells_that_it_is_reached(toy: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(mutating, "rule_modules", lambda game: [mutating.SOURCE / "toy/rules.py"])
    statements = mutant_runs.Statements("toy")
    monkeypatch.setattr(statements, "package", "toy_of_mutants")

    def reached() -> list[int]:
        found: set[int] = set()
        statements.install(found)
        toy.fits("1", 1)
        return sorted(found)

    assert mutant_runs.in_a_copy(reached) == [statements.number["rules", 8]]


def test_functions_cite_their_statements() -> None:
    mutants = [each for each, _ in mutating.all_mutants("storm") if each.function == "refuse_step"]
    assert "8.0a" in mutant_runs.citations_of(mutants[0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "chess"], "chess"),
        (["--mutants", "0"], "at least 1"),
        (["--game", "storm", "--only", "nothing"], "no mutant 'nothing'"),
        (["--game", "storm", "--json", str(SCRIPT)], "does not hold results"),
    ],
)
def test_a_wrong_argument_exits_with_2(
    script: Any, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    try:
        status = script.main(words)
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    assert said in capsys.readouterr().err


def test_of_a_long_statement_only_the_change_is_shown(script: Any) -> None:
    assert script.shortened("a < b", "a <= b") == ("a < b", "a <= b")
    before, after = (f"{'x' * 99} {sign} {'y' * 99}" for sign in ("<", "<="))
    shown, then = script.shortened(before, after)
    assert (shown[0], shown[-1], "x < y" in shown, "x <= y" in then) == ("…", "…", True, True)
    assert len(shown) < 90


def test_every_reason_is_that_of_a_mutant(script: Any) -> None:
    for game in beachhead.OWN:
        there = {mutant.key for mutant, _ in mutating.all_mutants(game)}
        reasons = script.read_reasons(script.EQUIVALENT, game)
        assert [key for key in reasons if key not in there] == []
