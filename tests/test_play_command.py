"""`beachhead play`, scripted through a pipe with the toy game."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import beachhead
import toy
from beachhead.cli import main
from beachhead.commands import terminal
from beachhead.kernel import record as records
from beachhead.kernel.agenda import Steps
from beachhead.kernel.play import Decision, Option, Position, Result
from beachhead.kernel.topic import Topic


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Type lines at a table: `table("1", "quit", flags=…)` -> status, output, errors."""

    def typed(*lines: str, flags: tuple[str, ...] = ("--seed", "3"), game: str = "toy:GAME"):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["play", game, "--terminal", *flags])
        said = capsys.readouterr()
        return status, said.out, said.err

    return typed


def answer_to(line: str, output: str) -> str:
    """What was said after a line was typed."""
    return output.split(f"> {line}\n", 1)[1].split("\n> ", 1)[0]


# --- playing


def test_shows_clock_events_prompt_and_numbered_options(table) -> None:
    status, out, err = table()
    assert (status, err) == (0, "")
    assert "Set-up" in out
    assert re.search(r"^- You are dealt card \d\. \(rule 1a\)$", out, re.MULTILINE)
    assert "blue: Lay your mine in the middle row. (rule 1)" in out
    assert "  2. Mine 0202  [mine-0202]" in out


def test_number_and_id_choose_the_same(table, tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    table("2", "1", flags=("--seed", "3", "--record", str(one)))
    table("mine-0202", "mine-0201", flags=("--seed", "3", "--record", str(other)))
    assert one.read_text() == other.read_text()


def test_a_whole_game_ends_with_its_result(table) -> None:
    _, out, _ = table("mine-0201", "mine-0203", *["1"] * 40)
    assert "The game is over:" in out
    assert "Won by" in out or "Nobody won." in out
    assert "The game is over; type undo to take back, save FILE, or quit." in out


def test_the_same_seed_deals_the_same(table) -> None:
    assert table("1", "1") == table("1", "1")


def test_without_a_seed_a_secret_is_committed_to(table) -> None:
    _, out, _ = table(flags=())
    assert re.search(r"Dealt from a secret; its commitment is [0-9a-f]{64}\.", out)


def test_no_color_codes(table) -> None:
    assert "\x1b" not in table("1", "help", "view")[1]


def test_without_terminal_the_page_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    served = []
    monkeypatch.setattr("beachhead.web.serve.serve", lambda *given, **how: served.append(given))
    assert main(["play", "toy:GAME"]) == 0
    assert main(["play", "toy:GAME", "--option", "dice=4", "--seed", "7"]) == 0
    (game, none), (_, table) = served
    assert (game.name, none) == ("picket", None)
    assert (table.game, table.options, table.seed) == ("picket", {"dice": 4}, 7)


# --- secrets


def test_each_seat_is_told_only_its_own(table) -> None:
    _, out, _ = table("mine-0202", "view")
    blue, red = out.split("> mine-0202\n", 1)
    assert blue.count("You are dealt") == 3
    assert "Your mine is in" not in red
    hands = re.search(r"^hands: 3, (\d \d \d)$", red, re.MULTILINE)
    assert hands, "red sees its own hand and only the number of blue's cards"
    assert len(re.findall(r"You are dealt card", red)) == 3


def test_the_log_is_the_seats_own(table) -> None:
    _, out, _ = table("mine-0202", "log 50")
    log = answer_to("log 50", out)
    assert "Your mine is in" not in log
    assert "blue lays a mine." in log


# --- taking back


def test_undo_and_redo(table) -> None:
    _, out, _ = table("1", "undo", "redo")
    assert "blue: Lay your mine" in answer_to("undo", out)
    assert "red: Lay your mine" in answer_to("redo", out)


def test_undo_does_not_tell_whoever_is_next_what_was_undone(table) -> None:
    _, out, _ = table("mine-0203", "mine-0201", "undo 2", "view")
    assert "mine-0203" not in answer_to("undo 2", out).split("\n")[0]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("undo", "Undo: 0 choices can be taken back, not 1."),
        ("undo 5", "Undo: 0 choices can be taken back, not 5."),
        ("undo x", "Undo: 'x' is not a number; type undo 1, say."),
        ("undo -1", "Undo: '-1' is not a number"),
        ("redo", "Redo: nothing has been taken back."),
        ("log 0", "Log: '0' is not a number; type log 20, say."),
        ("save", "Save: say which file, such as save game.json."),
        ("load", "Load: say which file"),
        ("load no/such/file", "No/such/file: cannot be read: No such file or directory."),
        ("save no/such/file", "No/such/file: cannot be written"),
        ("why", "Why: say what you want to do as KEY=VALUE"),
        ("why here", "Why: 'here' should be KEY=VALUE"),
        ("why unit=green to=0101", "Unit: there is no 'green'; choose one of blue, red."),
        ("why unit=blue", "Why_not: say whose scout, and where to"),
        ("why self=blue position=0101", "Why_not: say whose scout, and where to"),
        ("rule", "Rule: say which, such as rule 1."),
        ("rule 99", "99"),
        ("view all", "View: stands alone; leave out 'all'."),
        ("0", "'0' is neither an option nor a command here."),
        ("4", "Type a number from 1 to 3, an id, or help."),
        ("mine-0102", "Did you mean mine-0202"),
        ("undp", "Did you mean undo?"),
        ("/xyz", "No option contains 'xyz'"),
        ("load \0", "cannot be the name of a file"),
        ("load ~nosuchuser/x", "Load: '~nosuchuser/x' is in a home that does not exist"),
        ("save ~nosuchuser/x", "Save: '~nosuchuser/x' is in a home that does not exist"),
        (f"save {'x' * 300}", "cannot be written"),
        ("save /", "names no file"),
        ("٣", "is neither an option nor a command here"),
    ],
)
def test_bad_input_is_answered_and_the_game_goes_on(table, line: str, answer: str) -> None:
    status, out, err = table(line, "1")
    assert (status, err) == (0, "")
    assert answer in answer_to(line, out)
    assert "red: Lay your mine" in out


def test_a_game_that_breaks_at_a_question_does_not_end_the_evening(
    table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def why_not(*_: object, **question: str) -> None:
        raise KeyError("scout")

    monkeypatch.setattr(toy.PicketGame, "why_not", why_not)
    status, out, _ = table("why to=0101", "1")
    assert status == 0
    assert "Why: the game cannot answer this question" in answer_to("why to=0101", out)


# --- keeping


def test_save_and_load(table, tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    _, out, _ = table("1", f"save {file}", "1", f"load {file}", f"load {file}", "quit")
    assert f"Saved to {file}." in out
    assert "This game is not saved" in out
    assert out.rstrip().endswith("> quit")
    assert out.count("Loaded") == 1
    saved = records.replay(toy.GAME, records.read(file))
    assert saved.choices[-1] == "mine-0201"


def test_record_keeps_every_choice_and_goes_on(table, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    table("1", flags=("--record", str(file), "--seed", "3"))
    _, out, _ = table("2", "quit", flags=("--record", str(file)))
    assert "red: Lay your mine" in out
    assert json.loads(file.read_text())["choices"][-2:] == ["mine-0201", "mine-0202"]


def test_a_game_that_began_from_a_situation_goes_on(table, tmp_path: Path) -> None:
    file, start = tmp_path / "game.json", "turn 7 action; begin action; 0711 A/1/16; WN62N ?"
    records.Record(beachhead.load("omaha"), start=start, seed=3).save(file)
    _, out, _ = table(
        "act-A/1/16", "undo", "done", "quit", flags=("--record", str(file)), game="omaha"
    )
    assert "Turn 7, action" in out
    assert "A/1/16 in 0711" in answer_to("act-A/1/16", out)
    kept = records.read(file)
    assert kept["start"] == start
    assert "1 choice taken back" in answer_to("undo", out)
    assert records.replay(beachhead.load("omaha"), kept).choices[0] == "done"


def test_record_does_not_overwrite_a_game(table, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    table(flags=("--record", str(file), "--seed", "3"))
    before = file.read_text()
    status, _, err = table(flags=("--record", str(file), "--seed", "4"))
    assert status == 2
    assert "holds a game already" in err
    assert file.read_text() == before


def test_loading_leaves_the_recorded_game_alone(table, tmp_path: Path) -> None:
    recorded, other = tmp_path / "recorded.json", tmp_path / "other.json"
    table(f"save {other}")
    table("1", f"load {other}", "3", flags=("--record", str(recorded), "--seed", "5"))
    assert json.loads(recorded.read_text())["choices"][-1] == "mine-0201"
    assert json.loads(other.read_text())["choices"][-1] == "mine-0203"


def test_quit_warns_once_when_something_would_be_lost(table) -> None:
    assert "not saved" not in table("quit", "1")[1]
    _, out, _ = table("1", "quit", "quit", "1")
    assert out.count("This game is not saved") == 1
    assert out.rstrip().endswith("> quit")


def test_a_damaged_record_is_refused(table, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("{")
    status, out, err = table(flags=("--record", str(file)))
    assert (status, out) == (2, "")
    assert "is not JSON" in err
    assert "is not JSON" in table(f"load {file}")[1]


# --- looking


def test_help_tells_the_rule_and_the_commands(table) -> None:
    help_ = answer_to("help", table("help")[1])
    assert "1b Each side lays one mine face down in the middle row." in help_
    for command in terminal.COMMANDS:
        assert f"  {command}" in help_


def test_why_and_rule(table) -> None:
    _, out, _ = table("why unit=blue to=0303", "why unit=blue to=0102", "rule 2b", "rule 2")
    assert "The other scout is in 0303. (rule 2b)" in out
    assert "Nothing forbids that." in out
    assert "2b Two scouts are never in one hex." in answer_to("rule 2b", out)
    assert "2 Moving" in answer_to("rule 2", out)


# --- many options

steps = Steps()


class Crowd(Position):
    steps = steps


@steps.question("test_play_command.pick")
def pick(position: Position) -> Decision:
    options = [Option(f"unit-{n:03}", f"Unit {n}", n, (f"{n:04}",)) for n in range(1, 71)]
    return Decision("blue", "Pick a unit.", "1", picked, options, topic=Topic("picked", "A unit"))


def picked(position: Position, number: int) -> None:
    position.finish(Result(["blue"], f"Unit {number} it is.", "1"))


class CrowdGame(toy.PicketGame):
    name = "crowd"
    steps = steps
    position = Crowd
    settings = {}  # noqa: RUF012

    def begin(self, scenario, options):
        position = Crowd()
        position.then(pick)
        return position

    def see(self, position, seat):
        return {"long": list(range(60)), "units": {"A": {"hex": "0101", "in": [1, 2]}}, "none": []}

    def clock(self, position):
        return "Now"


CROWD = CrowdGame()


def test_many_options_are_paged_and_filtered(table) -> None:
    _, out, _ = table("more", "more", "/69", "unit-069", game=f"{__name__}:CROWD")
    assert "30 of 70 options are listed" in out
    assert " 31. Unit 31" not in out.split("> more", 1)[0]
    assert " 31. Unit 31" in answer_to("more", out)
    assert answer_to("/69", out).strip() == "69. Unit 69  [unit-069]"
    assert "Unit 69 it is." in out


def test_the_view_is_plain_lines(table) -> None:
    view = answer_to("view", table("view", game=f"{__name__}:CROWD")[1])
    assert "  A: hex=0101, in=1 2" in view
    assert "none: none" in view
    assert max(map(len, view.splitlines())) <= 100


# --- flags


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--scenario", "endless"), "scenario: Picket has no 'endless'; choose one of short, long"),
        (("--option", "dice"), "--option: 'dice' should be NAME=VALUE; Picket has dice=4|6"),
        (("--option", "dice=5"), "options.dice: '5' is not possible; choose one of 4, 6"),
        (("--option", "cards=5"), "options.cards: Picket has no such option"),
        (("--record", "no/such/place"), "no/such/place: cannot be written"),
    ],
)
def test_bad_flags_exit_2(table, flags: tuple[str, ...], told: str) -> None:
    status, _, err = table(flags=flags)
    assert status == 2
    assert told in err


@pytest.mark.parametrize("game", ["chess", "no_such_module:GAME", "toy:SEATS", "toy:none", ":x"])
def test_a_game_that_is_none_exits_2(table, game: str) -> None:
    status, out, err = table(game=game)
    assert (status, out) == (2, "")
    assert err.startswith("beachhead play: ")
    assert "Traceback" not in err


def test_options_are_read_as_the_game_knows_them(table, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    table(flags=("--option", "dice=4", "--scenario", "long", "--record", str(file)))
    assert json.loads(file.read_text())["options"] == {"dice": 4}


def test_a_pipe_with_odd_bytes(tmp_path: Path) -> None:
    """A module beside us is found; bytes that are no text are answered, not thrown."""
    (tmp_path / "mine.py").write_text(
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\nfrom toy import GAME\n"
    )
    ran = subprocess.run(
        [sys.executable, "-m", "beachhead", "play", "mine:GAME", "--terminal", "--seed", "1"],
        input=b"\xff\xfe\n1\n",
        capture_output=True,
        cwd=tmp_path,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"red: Lay your mine" in ran.stdout
