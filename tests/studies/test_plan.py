"""A study as a file: what it may say, and how it is told what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from beachhead.cli import main
from beachhead.errors import BeachheadError
from beachhead.kernel import data
from beachhead.studies import Amendment, Arm, read_study
from beachhead.studies.packs import amended, write
from documents import DOCS, examples


def read(tmp_path: Path, text: str) -> object:
    file = tmp_path / "study.toml"
    file.write_text(text)
    return read_study(file)


def test_a_grid_and_arms_of_their_own(tmp_path: Path) -> None:
    study = read_study_of(
        tmp_path,
        """
        title = "Two dice"
        game = "toy:GAME"
        games = 7
        seed = 100
        baseline = "dice 6, random"
        [grid]
        options.dice = [4, 6]
        bots = ["random", { blue = "recruit" }]
        [[arms]]
        name = "another"
        scenario = "long"
        """,
    )
    assert [arm.name for arm in study.arms] == [
        "dice 4, random",
        "dice 4, blue recruit",
        "dice 6, random",
        "dice 6, blue recruit",
        "another",
    ]
    assert study.seeds == range(100, 107)
    assert study.arms[0].options["dice"] == 4
    assert study.arms[1].bots == {"blue": "recruit", "red": "recruit"}
    assert study.arms[0].factors == {"dice": "4", "bots": "random"}
    assert len({arm.key for arm in study.arms}) == 5


def read_study_of(tmp_path: Path, text: str):  # type: ignore[no-untyped-def]
    file = tmp_path / "study.toml"
    file.write_text(text)
    return read_study(file)


def test_the_example_in_the_documents_is_a_study(tmp_path: Path) -> None:
    (example,) = examples(DOCS / "studies.md", "toml")
    study = read_study_of(tmp_path, example.text)
    assert [arm.name for arm in study.arms] == ["as printed", "no WN 64"]
    assert [each.name for each in study.milestones] == ["the first ground is taken"]


OMAHA = 'game = "omaha"\nscenario = "easy-fox"\n[grid]\nchanges = ["it"]\n[[changes.it]]\n'
NESTS = f'{OMAHA}table = "positions"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = ", "not TOML: "),
        ("", "game: is missing; write one of omaha"),
        ('game = "chess"', "game: there is no 'chess'"),
        ('game = "toy:GAME"\nspeed = 3', "speed: is unknown; remove it (known: title"),
        ('game = "toy:GAME"\ngames = 0', "games: 0 is out of range; write 1 to"),
        ('game = "toy:GAME"\ngames = "many"', "games: should be a whole number, not 'many'"),
        ('game = "toy:GAME"\nseed = -1', "seed: -1 is out of range"),
        ('game = "toy:GAME"\nbots = "genius"', "bots.blue: level: there is no 'genius'"),
        ('game = "toy:GAME"\nbots = { green = "random" }', "bots.green: there is no such seat"),
        ('game = "toy:GAME"\nbots = 7', "grid.bots: should be a level, or a table of seats"),
        ('game = "toy:GAME"\nscenario = "siege"', "scenario: Picket has no 'siege'"),
        ('game = "toy:GAME"\n[options]\ndice = 5', "options.dice: 5 is not possible; choose one"),
        ('game = "toy:GAME"\n[grid]\ndice = [4]', "grid.dice: is unknown; remove it"),
        ('game = "toy:GAME"\n[grid]\noptions.dice = 4', "grid.options.dice: should be a list"),
        ('game = "toy:GAME"\nbaseline = "best"', "baseline: there is no arm 'best'; choose one"),
        ('game = "toy:GAME"\n[[arms]]\nbots = "random"', "arms[0].name: is missing; give the arm"),
        (
            'game = "toy:GAME"\n[[arms]]\nname = "a"\n[[arms]]\nname = "a"',
            "arms: 'a' is there twice",
        ),
        ('game = "toy:GAME"\n[grid]\nsetup = ["a"]', "grid.setup: there is no 'a' under [setups]"),
        (
            'game = "toy:GAME"\n[setups.a]\nred = []\n[grid]\nsetup = ["a"]',
            "setups.a.red: should be a list with something in it",
        ),
        ('game = "toy:GAME"\n[milestones.a]\nfigure = "x"', "milestones.a.figure: 'x' is not"),
        (OMAHA, "changes.it[0].table: should be the name of a table"),
        (OMAHA + 'table = "hexen"\nput = {a = 1}', "did you mean hexes"),
        (OMAHA + 'table = "positions"', "[0].put: say which fields get which values"),
        (
            NESTS + 'row = "WN6"\nput = {vp = true}',
            '[0].row: there is no "WN6"',
        ),
        (NESTS + "put = {points = 1}", "put.points: there is no"),
        (
            NESTS + 'row = "WN62"\nadd = {color = 1}',
            '"green" in WN62 is no number',
        ),
        (NESTS + 'where = {color = "pink"}\nput = {vp = true}', "no row of"),
        (
            NESTS + 'row = "WN62"\nput = {fire = {}}',
            "field fire: has 0 entries",
        ),
        (
            NESTS + "put = {vp = 1}\nremove = true",
            "or else that rows are removed",
        ),
    ],
)
def test_a_bad_study_says_what_to_mend(
    tmp_path: Path, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "study.toml"
    file.write_text(text)
    assert main(["study", str(file), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert str(file) in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["missing.toml"], "missing.toml: cannot be read"),
        (["{}", "--workers", "0"], "--workers: must be at least 1"),
        (["{}", "--out", "{}"], "cannot be written"),
    ],
)
def test_bad_arguments(
    tmp_path: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / "study.toml"
    file.write_text('game = "toy:GAME"\ngames = 1\nbots = "random"')
    assert main(["study", *(each.replace("{}", str(file)) for each in arguments)]) == 2
    assert told in capsys.readouterr().err


def test_amendments_change_what_they_say_and_nothing_else() -> None:
    import beachhead

    game = beachhead.load("omaha")
    same, digest = amended(game, [])
    assert same is None
    changes = [
        Amendment("german_units", "wn-01", add={"strength": 2}),
        Amendment("positions", where={"color": "green", "vp": True}, put={"vp": True}),
    ]
    files, other = amended(game, changes)
    assert files is not None
    assert other != digest
    before = game.components().load().tables
    units = {row["unit"]: row for row in before["german_units"].rows}
    assert units["wn-01"]["strength"] + 2 == _strength(files, "wn-01")
    assert units["wn-02"]["strength"] == _strength(files, "wn-02")
    assert str(changes[0]) == "german_units, wn-01: strength +2"


def _strength(files: object, unit: str) -> int:
    import json

    rows = json.loads(files["german_units.json"])["rows"]  # type: ignore[index]
    return next(int(row["strength"]) for row in rows if row["unit"] == unit)


def test_a_pack_of_ones_own(tmp_path: Path) -> None:
    import beachhead

    game = beachhead.load("storm")
    files, digest = amended(game, [Amendment("units", "16/1", add={"movement": 1})])
    assert files is not None
    write(files, tmp_path / "mine")
    study = read_study_of(
        tmp_path,
        'game = "storm"\n[packs]\nmine = "mine"\n[grid]\npack = ["as printed", "mine"]\n',
    )
    assert [arm.pack == digest for arm in study.arms] == [False, True]
    assert data.MANIFEST in (study.arms[1].files or {})
    with pytest.raises(BeachheadError, match=r"pack: there is no 'theirs' under \[packs\]"):
        read(tmp_path, 'game = "storm"\n[grid]\npack = ["theirs"]\n')


def test_arms_with_the_same_games_have_the_same_key() -> None:
    one = Arm.checked("one", "toy:GAME")
    assert one.key == one.named("other").key
    assert one.key != Arm.checked("one", "toy:GAME", options={"dice": 4}).key
