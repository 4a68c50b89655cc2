"""The command line as a whole."""

from __future__ import annotations

import subprocess
import sys

import pytest

import beachhead
from beachhead.cli import main

COMMANDS = [
    [],
    ["play"],
    ["simulate"],
    ["study"],
    ["show"],
    ["rules"],
    ["data"],
    ["data", "list"],
    ["data", "validate"],
    ["data", "export"],
    ["data", "import"],
    ["data", "seal"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    assert " ".join(["usage: beachhead", *command]) in capsys.readouterr().out


def test_every_command_is_in_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    for command in ("play", "simulate", "study", "show", "rules", "data"):
        assert f"\n    {command} " in told


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    how = "compiled" if beachhead.COMPILED else "pure Python"
    assert capsys.readouterr().out == f"beachhead {beachhead.__version__} ({how})\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "COMMAND"),
        (["fly"], "invalid choice: 'fly'"),
        (["play", "--seed", "x"], "--seed: invalid int value: 'x'"),
        (["play", "--nonsense"], "unrecognized arguments: --nonsense"),
    ],
)
def test_a_wrong_command_exits_2(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play", "show", "rules"])
def test_an_unknown_game_exits_2(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [command, "chess"]
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"beachhead {command}: ")
    assert "'chess'" in told
    assert "omaha" in told


@pytest.mark.parametrize(
    "arguments", [["rules", "omaha", "--search", "a"], ["show", "omaha", "--svg", "-"]]
)
def test_a_closed_pipe_is_no_trouble(arguments: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "beachhead", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.readline()
        command.stdout.close()
        errors = command.stderr.read()
        assert command.wait() == 0
    assert errors == b""
