"""Games of other packages: they install themselves by an entry point, and one that is broken harms
nobody else."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import beachhead
from beachhead.cli import main
from beachhead.errors import BeachheadError
from beachhead.kernel.record import Record
from beachhead.web.server import create_app
from beachhead.web.store import Store
from toy import PicketGame

DEMO = """
from toy import PicketGame


class Demo(PicketGame):
    name = "demo"
    title = "Picket, demonstrated"


GAME = Demo()
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a module with an entry point as pip would, where Python finds it."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    modules = []

    def write(source: str = DEMO, entry: str = "demo", module: str = "picket_demo") -> None:
        modules.append(module)
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
        info = folder / f"{module}-1.0.dist-info"
        info.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n"
        (info / "METADATA").write_text(metadata, encoding="utf-8")
        points = f"[beachhead.games]\n{entry} = {module}:GAME\n"
        (info / "entry_points.txt").write_text(points, encoding="utf-8")

    yield write
    for module in modules:
        sys.modules.pop(module, None)


def test_an_installed_game_comes_after_ours(install: Install) -> None:
    install()
    assert beachhead.games() == (*beachhead.OWN, "demo")
    game = beachhead.load("demo")
    assert isinstance(game, PicketGame)
    assert beachhead.load("picket_demo:GAME") is game
    assert list(beachhead.load_all()) == [*beachhead.OWN, "demo"]
    assert beachhead.load_all()["demo"] is game


def test_without_one_only_ours_are_there() -> None:
    assert beachhead.games() == beachhead.OWN
    with pytest.raises(BeachheadError, match="game: there is no 'demo'; choose one of omaha, "):
        beachhead.load("demo")
    with pytest.raises(BeachheadError, match="did you mean storm"):
        beachhead.load("strom")


@pytest.mark.parametrize("command", ["play", "show", "rules", "data list"])
def test_the_commands_offer_it(
    install: Install, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install()
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    assert "dday91, demo" in " ".join(capsys.readouterr().out.split())


def test_the_commands_play_it_and_say_what_it_lacks(
    install: Install,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install()
    monkeypatch.setattr("sys.stdin", StringIO("1\nquit\n"))
    kept = str(tmp_path / "game.json")
    assert main(["play", "demo", "--terminal", "--seed", "3", "--record", kept]) == 0
    assert main(["verify", kept]) == 0
    assert "This record holds." in capsys.readouterr().out
    assert main(["rules"]) == 0
    assert "\ndemo " in capsys.readouterr().out
    assert main(["rules", "demo", "2a"]) == 0
    assert capsys.readouterr().out.startswith("2 ")
    assert main(["data", "list"]) == 0
    assert "demo" not in capsys.readouterr().out
    for arguments, told in (
        (["data", "list", "--game", "demo"], "data: demo has no component pack"),
        (["data", "validate", "--game", "demo"], "data: demo has no component pack"),
        (["show", "demo", "--svg", "-"], "show: Picket, demonstrated has no board to draw"),
        (["show", kept, "--game", "demo", "--svg", "-"], "has no notation for situations"),
        (["show", "demo", "--svg", "-", "--hex", "0101"], "--hex: the board of demo has no hex"),
    ):
        assert main(arguments) == 2
        assert told in capsys.readouterr().err


def test_the_server_offers_it_and_opens_its_records(install: Install, tmp_path: Path) -> None:
    install()
    app = create_app(Store(tmp_path / "games.sqlite"))
    with TestClient(app, base_url="http://localhost") as client:
        games = client.get("/api/games").json()["games"]
        assert [game["id"] for game in games] == [*beachhead.OWN, "demo"]
        assert client.get("/api/reference/demo").json()["title"] == "Picket, demonstrated"
        record = json.loads(Record(beachhead.load("demo"), seed=3).dumps())
        founded = client.post("/api/tables", json={"game": "demo", "record": record})
        assert founded.status_code == 201, founded.text


# --- packages with mistakes in them

BROKEN = {
    "does not compile": ("GAME = = 1\n", "invalid syntax"),
    "lacks a module": ("import no_such_module\n", "No module named 'no_such_module'"),
    "stumbles": ("GAME = 1 / 0\n", "division by zero"),
    "lacks its game": ("", "has no attribute 'GAME'"),
    "is no game": ("GAME = 7\n", "is not a game, but 7"),
    "has another name": ("from toy import GAME\n", "calls itself 'picket'"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_game_is_named_and_left_out(
    install: Install, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install()
    source, told = BROKEN[kind]
    install(source, "broken", "picket_broken")
    with pytest.raises(BeachheadError) as error:
        beachhead.load("broken")
    assert str(error.value).startswith("game: 'broken' of the package picket_broken ")
    assert told in str(error.value)
    app = create_app(Store(tmp_path / "games.sqlite"))
    with TestClient(app, base_url="http://localhost") as client:
        games = client.get("/api/games").json()["games"]
    assert [game["id"] for game in games] == [*beachhead.OWN, "demo"]
    warning = capsys.readouterr().err
    assert warning == f"beachhead: left out: {error.value}\n"
    assert main(["play", "broken", "--terminal"]) == 2
    assert told in capsys.readouterr().err


def test_nobody_takes_the_name_of_one_of_ours(install: Install) -> None:
    install(DEMO.replace('"demo"', '"omaha"'), "omaha")
    assert beachhead.games() == beachhead.OWN
    assert beachhead.load("omaha").title == "D-Day at Omaha Beach"
