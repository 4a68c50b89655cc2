"""`beachhead rules`, from the outside."""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import beachhead
from beachhead.commands import rules
from beachhead.kernel.rulebook import rule_index

CHECKOUT = Path(__file__).resolve().parents[1]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    parser = argparse.ArgumentParser()
    rules.register(parser.add_subparsers())

    def call(*words: str) -> tuple[int, str, str]:
        arguments = parser.parse_args(["rules", *words])
        status: int = arguments.run(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture
def tests_folder(tmp_path: Path) -> Path:
    (tmp_path / "test_05_landing.py").write_text(
        '@rule("omaha", "8.33")\ndef test_withdrawal(): ...\n\n'
        '@rule("omaha", "5.1a")\ndef test_sectors_with_boats(): ...\n\n'
        '@rule("storm", "8.0")\ndef test_of_another_game(): ...\n'
    )
    return tmp_path


def test_games(run: Run) -> None:
    status, out, _ = run()
    assert status == 0
    assert re.search(r"omaha +315 rules +1069 statements", out)


def test_chapters(run: Run) -> None:
    status, out, _ = run("omaha")
    assert status == 0
    assert re.search(r"^ +8  US combat actions +29 rules +82 statements  +basic$", out, re.M)
    assert re.search(r"^ +EV  Events +12 rules +34 statements +events$", out, re.M)
    chapters = json.loads(run("omaha", "--json")[1])["chapters"]
    assert sum(c["statements"] for c in chapters) == 1069


def test_a_rule_with_its_tests(run: Run, tests_folder: Path) -> None:
    status, out, _ = run("omaha", "8.33", "--tests", str(tests_folder))
    assert status == 0
    assert out.startswith("8.33 German withdrawal")
    assert "8.33a A defeated reinforcement unit of the 352nd" in out
    assert "8.33b Defeated WN units" in out
    assert "Implemented by" in out
    assert re.search(r"^  test_withdrawal\n    .*test_05_landing\.py:2$", out, re.M)
    shown = json.loads(run("omaha", "8.33", "--json", "--tests", str(tests_folder))[1])
    assert [c["cites"] for c in shown["checked_by"]] == ["8.33"]


def test_a_rule_says_what_is_not_checked_yet(run: Run, tests_folder: Path) -> None:
    _, out, _ = run("omaha", "5.1", "--tests", str(tests_folder))
    assert "test_sectors_with_boats  (5.1a)" in out
    assert "not checked yet: 5.1b, 5.1c, 5.1d" in out
    assert "O-68" in out


def test_a_statement(run: Run, tests_folder: Path) -> None:
    _, out, _ = run("omaha", "8.33b", "--tests", str(tests_folder))
    assert "8.33b Defeated" in out
    assert "8.33a" not in out
    assert "test_withdrawal" in out


def implemented_by(out: str) -> list[str]:
    """The lines under "Implemented by", without where each function stands."""
    lines = out.partition("Implemented by\n")[2].partition("\n\n")[0].splitlines()
    return [line.strip() for line in lines if not line.startswith("    ")]


def test_a_statement_names_only_those_who_implement_it(run: Run) -> None:
    _, out, _ = run("omaha", "20.3i")
    assert implemented_by(out) == ["_extended_sheet  (20.3i)"]
    shown = json.loads(run("omaha", "20.3i", "--json")[1])
    assert [c["name"] for c in shown["implemented_by"]] == [
        "beachhead.omaha.victory.victory_points:_extended_sheet"
    ]


def test_a_statement_that_only_its_rule_is_cited_for(run: Run) -> None:
    _, out, _ = run("omaha", "12.23b")
    assert implemented_by(out) == ["the rule as a whole:", "_by_bocage"]


def test_a_rule_names_its_functions_and_apart_from_them_what_shows_it(run: Run) -> None:
    _, out, _ = run("omaha", "20.3")
    code = implemented_by(out)
    assert "_vp_positions  (20.3b)" in code
    assert "_exit_award  (20.3e, 20.3g)" in code
    assert not any(line.startswith(("routes", "sections")) for line in code)
    shown = out.partition("Shown by\n")[2].partition("\n\n")[0]
    assert re.search(r"^  sections\n    .*omaha/page/extended\.py:\d+$", shown, re.M)
    assert "victory.py" not in shown


def test_a_chapter_or_prefix_shows_what_is_below(run: Run) -> None:
    _, out, _ = run("omaha", "8")
    assert "8c A barrage is made only from" in out
    assert re.search(r"^  8\.33 +German withdrawal", out, re.M)
    assert re.search(r"^9\.3\.1 +Attack points", run("storm", "9")[1], re.M)
    assert re.search(r"^  4b10 +Limits", run("dday91", "4b")[1], re.M)
    assert "EV.hero" in run("omaha", "EV")[1]


def test_a_ruling_with_its_house_rule(run: Run) -> None:
    status, out, _ = run("omaha", "O-26")
    assert status == 0
    assert "House rule attack-per-position" in out
    assert max(map(len, run("omaha", "8.12")[1].splitlines())) <= rules.WIDTH
    assert json.loads(run("omaha", "O-26", "--json")[1])["rules"] == ["8.16", "8.32"]


def test_search(run: Run) -> None:
    status, out, _ = run("omaha", "--search", "PRESERVATION")
    assert status == 0
    assert "7.1i Self-preservation" in out
    assert run("omaha", "--search", "elephants") == (
        1,
        "",
        "beachhead rules: nothing in omaha speaks of 'elephants'\n",
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("omah",), "game: there is no 'omah'; did you mean omaha"),
        (("omaha", "8.333"), "number: omaha has no rule or statement '8.333'; did you mean 8.33"),
        (("omaha", "xyz"), "number: omaha has no rule or statement 'xyz'"),
        (("--coverage",), "game: missing"),
        (("omaha", "8.33", "--coverage"), "number: --coverage is of a whole game"),
        (("omaha", "--coverage", "--tests", "/nowhere"), "--tests: '/nowhere' is not a directory"),
    ],
)
def test_wrong_arguments_exit_2(run: Run, words: tuple[str, ...], complaint: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert complaint in err


# -- coverage ------------------------------------------------------------------------------------


def test_coverage_as_json(run: Run, tests_folder: Path) -> None:
    status, out, _ = run("omaha", "--coverage", "--json", "--tests", str(tests_folder))
    assert status == 0
    found = json.loads(out)
    assert found["game"] == "omaha"
    assert {part: p["statements"] for part, p in found["parts"].items()} == {
        "basic": 644,
        "extended": 250,
        "beyond": 42,
        "variant": 30,
        "armor": 69,
        "events": 34,
    }
    basic = found["parts"]["basic"]
    assert basic["checked"] == 3
    assert basic["percent"] == 0.4
    assert basic["implemented"] == 642
    assert basic["implemented_percent"] == 100.0
    assert basic["unimplemented"] == []
    assert basic["headings"] == 2
    assert len(basic["unchecked"]) == 644 - 2 - 3
    assert "8.33a" not in basic["unchecked"]
    assert "2.4a" not in basic["unchecked"]
    assert found["total"]["statements"] == 1069


def test_coverage_for_people(run: Run, tests_folder: Path) -> None:
    _, out, _ = run("omaha", "--coverage", "--tests", str(tests_folder))
    assert re.search(r"^basic +644 +2 +642 +100\.0 +3 +0\.4$", out, re.M)
    assert "Not implemented" not in out
    assert "8 to 8.32, 8.34 to 8.54" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= rules.WIDTH


def test_a_test_citing_an_unknown_rule_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text('@rule("omaha", "8.333")\ndef test_x(): ...\n')
    status, _, err = run("omaha", "--coverage", "--tests", str(tmp_path))
    assert status == 2
    assert "test_x cites omaha '8.333', which is not in the index; did you mean 8.33" in err


def test_the_tests_of_this_checkout_are_found(run: Run) -> None:
    status, out, err = run("omaha", "--coverage")
    assert (status, err) == (0, "")
    assert "total" in out


def test_without_tests_it_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "site-packages" / "beachhead"
    monkeypatch.setattr(rules, "PACKAGE", installed)
    monkeypatch.chdir(tmp_path)
    status, _, err = run("omaha", "--coverage")
    assert status == 2
    assert "no tests found" in err
    status, out, _ = run("omaha", "8.33")
    assert status == 0
    assert "Checked by: no tests found" in out


def test_a_pipe_closed_early(tmp_path: Path) -> None:
    program = (
        "import argparse, sys\n"
        "from beachhead.commands import rules\n"
        "parser = argparse.ArgumentParser()\n"
        "rules.register(parser.add_subparsers())\n"
        "arguments = parser.parse_args()\n"
        "sys.exit(arguments.run(arguments))\n"
    )
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-c", program, "rules", "omaha", "--search", "e"],
            stdout=writing,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(CHECKOUT / "src")},
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 0


# -- the rulings document ------------------------------------------------------------------------


def test_the_rulings_document_is_up_to_date() -> None:
    template = (CHECKOUT / "docs" / "rulings.template.md").read_text(encoding="utf-8")
    written = (CHECKOUT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert written == rules.rulings_document(template), "run scripts/rulings_doc.py"
    for game in beachhead.OWN:
        for number in rule_index(game).rulings:
            assert f"\n### {number}: " in written
