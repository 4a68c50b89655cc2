"""Whatever is typed after `beachhead`, or stands in the files it names: exit status 2, what to put
right on stderr, and never a traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import beachhead
import toy
from beachhead.cli import main
from beachhead.kernel import data
from beachhead.kernel.record import Record
from beachhead.omaha.table import pack as omaha_pack
from beachhead.web import serve

BYTE = "\udcff"
"""What Python makes of an argument with a byte that is not UTF-8."""
HALF = "\\ud800"
"""A lone surrogate, as JSON writes it."""
LONG = "x" * 5000
NAMES = ["", ".", "/", "x\0y", BYTE, LONG, "x" * 300, "~nosuchuser/x", "/dev/null/x", "x\ny", "-"]
DEEP = "[" * 100_000


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is served, nothing is typed, and what is written is written here."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BEACHHEAD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))

    def run(*_: Any, **__: Any) -> None:
        raise AssertionError("the page was served")

    monkeypatch.setattr(serve._Server, "run", run)


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """A command that is told what is wrong; returns what it was told."""
    status: Any
    try:
        status = main(arguments)
    except SystemExit as left:  # argparse leaves by itself
        status = left.code
    said = capsys.readouterr()
    assert status == 2, f"{arguments} ended with {status}: {said.out[:500]}"
    assert "Traceback" not in said.out + said.err
    assert said.err.strip(), f"{arguments} ended without a word"
    return said.err


def one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The same, in one line that says which command."""
    told = refused(arguments, capsys)
    assert told.startswith(f"beachhead {arguments[0]}: ")
    assert told.count("\n") == 1
    return told


# --- names


def terminal(*more: str) -> list[str]:
    return ["play", "toy:GAME", "--terminal", "--seed", "3", *more]


HOSTILE: list[list[str]] = [
    *(["play", name, "--terminal"] for name in NAMES),
    *(["play", f"{name}:GAME", "--terminal"] for name in NAMES if name != "-"),
    *(["play", f"toy:{name}", "--terminal"] for name in NAMES),
    *(terminal("--scenario", name) for name in NAMES if name != "-"),
    *(terminal("--option", name) for name in NAMES if name != "-"),
    *(terminal("--option", f"dice={name}") for name in NAMES),
    *(terminal("--option", f"{name}=6") for name in NAMES if name != "-"),
    ["play", "toy:GAME", "--terminal", "--seed", "9" * 101],
    ["play", "toy:GAME", "--terminal", f"--seed=-{'9' * 101}"],
    ["play", "toy:GAME", "--seed", "9" * 101],
    ["play", "toy:GAME", "--port", "70000"],
    ["play", "toy:GAME", "--port", "9" * 4000],
    *(["play", "toy:GAME", "--host", name] for name in ("a..b", LONG, BYTE, "x" * 64, "x\0y")),
    *(["rules", name] for name in NAMES),
    *(["rules", "omaha", name] for name in NAMES),
    *(["rules", "omaha", "--coverage", "--tests", name] for name in NAMES if name not in "./"),
    *(["show", name, "--svg", "x.svg"] for name in NAMES if name != "-"),
    *(["show", "x", "--game", name, "--svg", "x.svg"] for name in NAMES if name != "-"),
    *(["show", "omaha", f"--{option}", name, "--svg", "x.svg"]
      for option in ("hex", "radius", "area", "scale") for name in NAMES if name not in ("", "-")),
    *(["show", "omaha", "--hex", "0613", "--radius", "1", "--dots", name, "--svg", "x.svg"]
      for name in (LONG, BYTE)),
]  # fmt: skip


@pytest.mark.parametrize("arguments", HOSTILE, ids=lambda a: ascii(" ".join(a))[1:60])
def test_a_hostile_name_is_refused_in_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one_line(arguments, capsys)
    assert not list(tmp_path.iterdir())


NO_FILES = [name for name in NAMES if name not in (BYTE, "x\ny", "-")]
"""BYTE and a line break are good names for a file."""
UNWRITABLE: list[list[str]] = [
    *(terminal("--record", name) for name in NO_FILES),
    *(
        ["show", "omaha", "--hex", "0613", "--radius", "1", "--svg", name]
        for name in NO_FILES
        if name
    ),
]


@pytest.mark.parametrize("arguments", UNWRITABLE, ids=lambda a: ascii(" ".join(a))[1:60])
def test_a_file_that_cannot_be_written_is_refused_and_leaves_nothing(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one_line(arguments, capsys)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "url", ["~nosuchuser/x", "sqlite:///~nosuchuser/x", "x\0y", LONG, "/", "/dev/null/x", "ab://c"]
)
def test_a_store_that_cannot_be_opened_is_refused(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "--db" in one_line(["play", "toy:GAME", "--no-browser", "--db", url], capsys)


@pytest.mark.parametrize("command", ["validate", "export", "import", "seal"])
@pytest.mark.parametrize("name", ["/", "x\0y", LONG, "x" * 300, "/dev/null/x"], ids=ascii)
def test_a_hostile_pack_directory_is_refused(
    command: str, name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    told = refused(["data", command, name], capsys)
    assert told.count("\n") <= 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["validate", "import", "seal"])
def test_a_pack_that_is_not_there_is_refused(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("~nosuchuser/x", BYTE, ".", "nowhere"):
        for form in ([], ["--json"]):
            refused(["data", command, *form, name], capsys)
    for game in NAMES:
        refused(["data", command, f"--game={game}", "nowhere"], capsys)


def test_a_name_that_is_not_text_can_be_used_all_the_same() -> None:
    """The bytes of an argument are the bytes of a file's name, and what is printed is readable."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    name = b"x\xff"
    for arguments in (
        [b"data", b"export", name],
        [b"data", b"validate", b"--json", name],
        [b"show", b"omaha", b"--hex", b"0613", b"--radius", b"1", b"--svg", name + b".svg"],
    ):
        command = [os.fsencode(sys.executable), b"-m", b"beachhead", *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr
    assert {os.fsencode(each) for each in os.listdir()} == {name, name + b".svg"}


def test_bytes_that_name_nothing_are_refused() -> None:
    for arguments in ([b"play", b"\xff"], [b"rules", b"\xff"], [b"show", b"\xff", b"--svg", b"-"]):
        command = [os.fsencode(sys.executable), b"-m", b"beachhead", *arguments]
        done = subprocess.run(command, capture_output=True, check=False)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr
        assert b"\\udcff" in done.stderr


# --- files


def records() -> Iterator[tuple[str, bytes]]:
    """What may stand in a file instead of a record."""
    whole = json.loads(Record(toy.GAME, seed=3).dumps())
    dumped, nest = json.dumps({**whole, "options": {"x": 1}}).encode(), b"[" * 900 + b"]" * 900
    yield "empty", b""
    yield "not UTF-8", b'{"format": 1, "game": "\xff"}'
    yield "NUL", b"\0" * 100
    yield "deep", DEEP.encode()
    yield "deep options", dumped.replace(b'"options": {', b'"options": {"dice": ' + nest + b",", 1)
    yield "deep seed", b'{"format": 1, "seed": ' + nest + b"}"
    yield "huge format", b'{"format": ' + b"9" * 4000 + b"}"
    yield "huger format", b'{"format": ' + b"9" * 5000 + b"}"
    wrong = [None, True, 1.5, float("nan"), 10**300, -1, "", "x", "\ud800", [], [[]], [None], {}]
    wrong += [{"": 1}, {"\ud800": "x"}, {"x": {}}, ["\ud800"], LONG, [LONG], "x\0y"]
    for field in whole:
        if field in ("version", "seats", "result", "seal"):
            continue  # told to people, or to `verify`
        for value in wrong:
            if whole[field] != value and not _fits(field, value):
                yield f"{field} {value!r:.20}", json.dumps({**whole, field: value}).encode()


def _fits(field: str, value: Any) -> bool:
    """Whether a game can be played from it."""
    if field == "dealing":
        return value is None
    return value == {} if field in ("options", "marks") else field == "choices" and value == []


@pytest.mark.parametrize(
    "content", [pytest.param(text, id=ascii(name)) for name, text in records()]
)
def test_a_file_that_is_no_record_is_refused_and_kept(
    content: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    one_line(["play", "toy:GAME", "--terminal", "--record", str(file)], capsys)
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]
    assert file.read_bytes() == content


SITUATIONS = {
    "not UTF-8": b"turn \xff",
    "NUL": b"turn 3\0",
    "a long word": LONG.encode(),
    "deep": b"x = " + DEEP.encode(),
    "deep agenda": b"agenda actions.action_phase " + DEEP.encode(),
    "deep result": b"result " + DEEP.encode(),
    "a quote": b'"' + LONG.encode(),
    "half a character": f'result "{HALF}"'.encode(),
    "a huge number": b"turn " + b"9" * 5000,
    "a huge field": b"turn = " + b"9" * 5000,
    "a record": b'{"format": 1}',
}


@pytest.mark.parametrize("game", beachhead.games())
@pytest.mark.parametrize("kind", SITUATIONS)
def test_a_file_that_is_no_situation_is_refused(
    kind: str, game: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "x").write_bytes(SITUATIONS[kind])
    told = one_line(["show", "x", "--game", game, "--svg", "x.svg"], capsys)
    assert len(told) < 1500
    assert [each.name for each in tmp_path.iterdir()] == ["x"]


PACKS = {
    "not UTF-8": ("pack.json", b'{"game": "\xff"}'),
    "deep manifest": ("pack.json", DEEP.encode()),
    "half a character": ("pack.json", f'{{"game": "omaha", "title": "{HALF}"}}'.encode()),
    "half a key": ("pack.json", f'{{"game": "omaha", "{HALF}": 1}}'.encode()),
    "deep table": ("units.json", DEEP.encode()),
    "a list": ("pack.json", b"[]"),
    "a number": ("pack.json", b"9" * 5000),
}


@pytest.mark.parametrize("kind", PACKS)
@pytest.mark.parametrize("command", ["validate", "import", "seal"])
def test_a_hostile_pack_is_refused(
    command: str, kind: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data.export_pack(omaha_pack.load(), tmp_path / "pack")
    name, content = PACKS[kind]
    if name != "pack.json":
        name = json.loads((tmp_path / "pack" / "pack.json").read_text())["tables"]["us_units"][
            "file"
        ]
    (tmp_path / "pack" / name).write_bytes(content)
    assert name in refused(["data", command, "pack"], capsys)
    assert [each.name for each in tmp_path.iterdir()] == ["pack"]


def test_half_a_character_in_a_row_of_a_pack_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It would pass every check and then could not be written."""
    data.export_pack(omaha_pack.load(), tmp_path / "pack")
    manifest = tmp_path / "pack" / "pack.json"
    manifest.write_text(manifest.read_text().replace('"title": "', f'"title": "{HALF}'))
    told = refused(["data", "import", "pack"], capsys)
    assert "pack.json, field title: half a character" in told
    assert [each.name for each in tmp_path.iterdir()] == ["pack"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    (closed / "in").mkdir(parents=True)
    closed.chmod(0)
    try:
        for arguments in (
            terminal("--record", "closed/game.json"),
            ["show", "closed/x", "--svg", "x.svg"],
            ["show", "omaha", "--hex", "0613", "--svg", "closed/x.svg"],
            ["rules", "omaha", "--coverage", "--tests", "closed/in"],
            ["play", "toy:GAME", "--db", "closed/x"],
        ):
            one_line(arguments, capsys)
        for command in ("validate", "import", "export", "seal"):
            refused(["data", command, "closed/in"], capsys)
    finally:
        closed.chmod(0o700)


def test_a_game_with_a_mistake_in_it_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mistaken.py").write_text("GAME = = 1\n")
    told = one_line(["play", "mistaken:GAME", "--terminal"], capsys)
    assert "'mistaken:GAME' cannot be loaded: invalid syntax" in told
