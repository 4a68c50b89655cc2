"""The documents are true: links lead somewhere, examples run, commands can be typed, tables hold,
and the site is built of them without a warning."""

from __future__ import annotations

import argparse
import itertools
import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

import beachhead
from beachhead import env
from beachhead.bots import ladder
from beachhead.bots.dataset import GameToRecord, recorded
from beachhead.bots.ladder import Pairing, Terms
from beachhead.cli import command_line
from beachhead.commands import choosing
from documents import (
    DOCS,
    ROOT,
    anchors,
    commands,
    documents,
    examples,
    links,
    python,
    ran,
    text_of,
)


def named(document: Path) -> str:
    return str(document.relative_to(ROOT))


every_document = pytest.mark.parametrize("document", documents(), ids=named)


# --- links


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    for link in links(document):
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), f"{link}: there is no such file"
        if anchor:
            assert anchor in anchors(target), f"{link}: there is no such heading"


def test_links_are_found() -> None:
    assert "docs/studies.md" in links(ROOT / "README.md")
    assert "writing-a-game.md#12-installing-it" in links(DOCS / "research.md")
    assert "12-installing-it" in anchors(DOCS / "writing-a-game.md")


# --- examples


@pytest.mark.parametrize("document", [each for each in documents() if python(each)], ids=named)
def test_examples_run(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran(document)


def test_examples_are_found() -> None:
    assert len(python(ROOT / "README.md")) == 1
    assert len(python(DOCS / "research.md")) > 6
    assert len(python(DOCS / "tutorial.md")) > 12
    assert not python(DOCS / "writing-a-game.md")
    shown = [each for each in examples(DOCS / "bots.md", "python") if not each.runs]
    assert len(shown) == 1


def test_what_the_environments_are_said_to_give() -> None:
    found = ran(DOCS / "research.md")
    assert "allied decides: " in found.printed
    assert found.names["picture"].shape[1:] == (1200, 3)
    assert found.names["steps"] == pytest.approx(3 / 4)
    terms = Terms("omaha", "easy-fox", {"players": 1})
    task = GameToRecord(terms, 0, Pairing(("random",), 3), False)
    assert found.names["replayed"](recorded(task).game).over


def test_the_ids_of_the_environments_are_all_there() -> None:
    listed = re.findall(r"^\| `(beachhead/.*)` \|$", text_of(DOCS / "research.md"), re.MULTILINE)
    assert listed == list(env.ids())


def test_the_shapes_of_observations_are_true() -> None:
    shape = r" ([\d ×]+) \|"
    row = re.compile(rf"^\| (\w+) \|{shape * 4}$", re.MULTILINE)
    rows = {game: shapes for game, *shapes in row.findall(text_of(DOCS / "research.md"))}
    assert list(rows) == list(beachhead.OWN)
    for game, shapes in rows.items():
        found = env.aec(game).encoder.shapes.values()
        assert [" × ".join(map(str, each)) for each in found] == shapes


# --- reports


@pytest.mark.parametrize("file", sorted((ROOT / "studies").glob("*.toml")), ids=named)
def test_a_ready_study_has_the_report_that_it_says(file: Path) -> None:
    study = tomllib.loads(file.read_text(encoding="utf-8"))
    assert f"studies/{file.stem}.html" in links(DOCS / "studies.md")
    report = (DOCS / "studies" / f"{file.stem}.html").read_text(encoding="utf-8")
    assert f"<h1>{study['title']}</h1>" in report
    played = re.findall(r"<tr><td>[^<]+</td><td>(\d+)</td>", report.split("How it was made")[1])
    assert set(played) == {str(study["games"])}


# --- commands


@every_document
def test_commands_can_be_typed(document: Path) -> None:
    for command in commands(document):
        words = command.split()
        program = words[0].rpartition("/")[2] if words else ""
        if program == "beachhead" and len(words) > 1:
            check_beachhead(command)
        elif program == "make" and len(words) > 1:
            check_make(words[1:])
        elif re.fullmatch(r"(?:python3? )?(?:scripts|examples)/\w+\.py.*", command):
            check_script(words[1:] if program.startswith("python") else words)


def check_beachhead(command: str) -> None:
    """A command of ours: it is there, and so are its flags, the game, the scenario and options."""
    parser, words = typed(), shlex.split(command.replace("…", ""))[1:]
    while (commands := subcommands(parser)) and words and re.fullmatch("[a-z]+", words[0]):
        assert words[0] in commands, f"{command}: there is no such command"
        parser = commands[words.pop(0)]
    takes_seats = parser.get_default("more") is not None
    seats = {f"--{seat}" for seat in seats_of_all_games()} | {"--SEAT"}
    known = set(parser._option_string_actions) | (seats if takes_seats else set())
    for word in words:
        flag = word.strip("[]").split("=")[0]
        assert not re.match("--[a-zA-Z]", flag) or flag in known, f"{command}: there is no {flag}"
    names = [word for word in words if word in beachhead.games()]
    if names:
        check_terms(command, names[0], words)


@cache
def typed() -> argparse.ArgumentParser:
    return command_line()


def check_terms(command: str, name: str, words: list[str]) -> None:
    game = beachhead.load(name)
    said = list(itertools.pairwise(words))
    scenarios = [value for flag, value in said if flag == "--scenario" and value.islower()]
    options = [value for flag, value in said if flag == "--option" and value != "NAME=VALUE"]
    game.check(scenarios[0] if scenarios else None, choosing.settings(game, options))
    for flag, value in said:
        if flag in ("--levels", "--level") or flag.removeprefix("--") in seats_of_all_games():
            for level in value.split(","):
                if not level.startswith("program:"):
                    ladder.check_level(game, level)


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    found: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found |= action.choices
    return found


@cache
def seats_of_all_games() -> set[str]:
    return {
        seat
        for game in beachhead.load_all().values()
        for scenario in game.scenarios
        for seat in game.seats(*game.check(scenario, None))
    }


def check_make(words: list[str]) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    settings = set(re.findall(r"^#   ([A-Z]+)=", makefile, re.MULTILINE))
    for word in words:
        name, equals, _ = word.partition("=")
        if name.isupper() or not equals:
            assert name.strip(",") in settings | targets or name == "TARGET", f"make {word}"
        if equals:
            return  # what is set may be several words


def check_script(words: list[str]) -> None:
    path = ROOT / words[0]
    assert path.exists(), f"{words[0]}: there is no such script"
    text = path.read_text(encoding="utf-8")
    for flag in re.findall(r"--[a-z][a-z-]*", " ".join(words[1:])):
        assert f'"{flag}"' in text, f"{words[0]} has no {flag}"


@pytest.mark.parametrize(
    "command",
    [
        "beachhead simulat omaha",
        "beachhead simulate omaha --game 200",
        "beachhead simulate omaha --scenario utah",
        "beachhead play storm --option bids=3",
        "beachhead watch storm --navy recruit",
        "beachhead ladder storm --levels general",
        "beachhead data exports DIR",
    ],
)
def test_a_command_that_is_not_there_is_noticed(command: str) -> None:
    with pytest.raises((AssertionError, beachhead.BeachheadError)):
        check_beachhead(command)


def test_the_extras_are_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known = set(project["optional-dependencies"])
    for document in documents():
        for extras in re.findall(r"(?:beachhead|\.)\[([a-z,]+)\]", text_of(document)):
            assert set(extras.split(",")) <= known, f"{named(document)}: {extras}"


# --- the site


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    built = subprocess.run(
        [*command, "-d", str(tmp_path / "trees"), str(DOCS), str(site)],
        check=False,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert built.returncode == 0, built.stderr
    pages = {path.stem for path in site.glob("*.html")}
    assert {path.stem for path in DOCS.glob("*.md")} - {"rulings.template"} <= pages
    tutorial = (site / "tutorial.html").read_text(encoding="utf-8")
    assert "US defeat: the 1st Division suffers catastrophic loss." in tutorial, "it was not run"
    for page in site.rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#:?]+)[^":]*"', page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
