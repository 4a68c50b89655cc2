"""The report stands alone, is well formed, and says what the games say."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import beachhead
from beachhead.cli import main
from beachhead.studies import Amendment, Arm, Study, play_arms, read_study, report
from beachhead.studies.figures import Findings
from beachhead.studies.maps import Ground, middle
from beachhead.studies.plan import Milestone
from beachhead.studies.store import Done

ROOT = Path(__file__).parents[2]
READY = sorted((ROOT / "studies").glob("*.toml"))


def done(*arms: Arm, games: int) -> tuple[Study, Done]:
    study = Study("Who <wins>?", "A & B", arms, games, 0, arms[0].name)
    return study, {
        (each["arm"], each["seed"]): each for each in play_arms(arms, range(games), workers=0)
    }


@pytest.fixture(scope="module")
def beach() -> tuple[Study, Done]:
    return done(
        Arm.checked("as printed", "omaha", scenario="easy-fox", bots="random"),
        Arm.checked(
            "tanks",
            "omaha",
            scenario="easy-fox",
            bots="random",
            options={"first-wave-tanks-safe": True},
        ),
        games=6,
    )


def test_it_is_well_formed_and_asks_nobody(beach: tuple[Study, Done]) -> None:
    told = report.report(*beach)
    root = ElementTree.fromstring(told.replace("<!doctype html>\n", ""))
    assert root.tag == "html"
    assert [each.text for each in root.iter("h1")] == ["Who <wins>?"]
    assert not re.search(r'(?:href|src)="(?!#|data:)', told)
    assert "url(" not in told
    assert "<script" not in told
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    used = {each.get("href", "#")[1:] for each in root.iter("{http://www.w3.org/2000/svg}use")}
    assert used == {"ground"}
    for drawn in root.iter("{http://www.w3.org/2000/svg}svg"):
        assert drawn.get("aria-label") or drawn.get("aria-hidden")
    assert "prefers-color-scheme:dark" in told
    assert len(told) < 600_000


def test_the_same_games_give_the_same_report(beach: tuple[Study, Done]) -> None:
    assert report.report(*beach) == report.report(*beach)


def test_the_figures_are_those_of_the_games(beach: tuple[Study, Done]) -> None:
    study, games = beach
    found = Findings.of(study, games)
    base = found.baseline
    assert [arm.name for arm in found.arms] == ["as printed", "tanks"]
    assert len(base.games) == 6
    lost = [
        whose
        for each in base.played
        for turn in each["turns"]
        for whose, place in zip(turn["lost_by"], turn["lost_at"], strict=True)
        if place
    ]
    assert sum(base.deaths("US").values()) * 6 == pytest.approx(lost.count("US"))
    assert all(0 <= each.corrected <= 1 for each in found.compared)
    assert {each.arm for each in found.compared} <= {"tanks"}
    assert "In 6 games of “as printed” the US player took" in report.summary(study, games)


def test_milestones_are_reached_or_not(beach: tuple[Study, Done]) -> None:
    study, games = beach
    arm = Findings.of(study, games).baseline
    always = arm.reached(Milestone("a", "US units on the map", 0), 16)
    never = arm.reached(Milestone("b", "US units on the map", 1000), 16)
    assert (set(always), set(never)) == ({1}, {17})


@pytest.mark.parametrize(
    ("id_", "called"),
    [
        ("hex-0430", "0430 (Dog Green)"),
        ("hex-0812", "0812 (WN62N)"),
        ("hex-1014", "1014"),
        ("position-WN62", "WN62"),
        ("unit-A/1/16", "A/1/16"),
    ],
)
def test_places_on_omaha_are_called_as_on_the_map(id_: str, called: str) -> None:
    assert beachhead.load("omaha").called(id_) == called


def test_a_position_lies_where_the_board_has_it() -> None:
    game = beachhead.load("omaha")
    ground = Ground.of(game, {"hex-0812", "position-WN62", "hex-none"})
    assert ground is not None
    assert set(ground.shapes) == {"hex-0812", "position-WN62"}
    (x, y), (a, b) = (middle(ground.shapes[each]) for each in ("hex-0812", "position-WN62"))
    assert abs(x - a) < 60
    assert abs(y - b) < 60


def bids(*values: int) -> tuple[Study, Done]:
    return done(
        *(
            Arm.checked(f"bid {value}", "storm", bots="random", options={"bid": value})
            for value in values
        ),
        games=8,
    )


def test_arms_that_are_the_same_games_are_compared_game_by_game() -> None:
    study, games = bids(30, -50, 150)
    found = Findings.of(study, games)
    assert found.all_the_same_games
    won = {arm.name: sum(arm.won) for arm in found.arms}
    told = report.report(study, games)
    assert "All arms are the same games" in told
    assert "by no more than chance" not in told
    assert told.count(">all arms</text>") > 3  # one hill, and one line a plot
    assert "Points are Allied victory points." in told
    for each in found.compared:
        assert each.measure.name == "chance to win"
        differ = abs(won[each.arm] - won["bid 30"])
        assert each.difference.p == pytest.approx(min(1, 2 * 0.5**differ))


def test_arms_that_are_other_games_are_not(beach: tuple[Study, Done]) -> None:
    study, games = beach
    found = Findings.of(study, games)
    assert not found.all_the_same_games
    assert "victory points; a catastrophic loss counts none" in report.report(study, games)


def test_the_headline_is_the_biggest_difference_or_says_that_there_is_none(
    beach: tuple[Study, Done],
) -> None:
    study, games = beach
    assert report.summary(study, games).count("Nothing differs from “as printed”") == 1
    assert "or 0.0 points" not in report.summary(study, games)
    alone = Study("Alone", "", study.arms[:1], 6, 0, "as printed")
    assert "Nothing differs" not in report.summary(alone, games)
    printed, tanks = (arm.key for arm in study.arms)
    turned = {
        key: {**each, "game": {**each["game"], "won": {"us": float(key[0] == tanks)}}}
        for key, each in games.items()
    }
    assert printed != tanks
    told = report.summary(study, turned)
    assert "In “tanks” the chance to win is 100 percentage points higher" in told


def test_a_game_without_a_board_or_attacks_has_a_report() -> None:
    study, games = done(
        Arm.checked("anybody", "toy:GAME", bots="random"),
        Arm.checked("recruits", "toy:GAME"),
        games=5,
    )
    told = report.report(study, games)
    ElementTree.fromstring(told.replace("<!doctype html>\n", ""))
    assert "The arms compared" in told
    assert "On the map" not in told


def test_nothing_played_is_said() -> None:
    study, _ = done(Arm.checked("anybody", "toy:GAME", bots="random"), games=0)
    assert "Nothing has been played yet." in report.report(study, {})
    assert report.summary(study, {}) == "Nothing has been played yet."


def test_the_same_games_twice_make_nothing_surer(beach: tuple[Study, Done]) -> None:
    study, games = beach
    arm = study.arms[0]
    twice = Study("", "", (arm, arm.named("the same")), study.games, 0, arm.name)
    once = Study("", "", (arm,), study.games, 0, arm.name)
    assert Findings.of(twice, games).compared == []
    assert Findings.of(twice, games).decisive == Findings.of(once, games).decisive


def test_ground_that_goes_with_points_is_told() -> None:
    arm = Arm.checked("anybody", "toy:GAME", bots="random")
    study, games = done(arm, games=40)
    for seed in range(40):
        game = games[arm.key, seed]
        game["game"]["points"] = float(seed % 2 * 10 + seed % 5)
        game["turns"][0]["taken"] = ["hex-1", "hex-2"] if seed % 2 else ["hex-2"]
        game["turns"][0]["taken_by"] = ["blue", "red"] if seed % 2 else ["red"]
    (found,) = Findings.of(study, games).decisive
    assert (found.place, found.games) == ("hex-1", 20)
    assert found.difference.by.value == pytest.approx(10, abs=1)
    assert found.corrected < 0.001


def test_where_a_game_is_even() -> None:
    arms = [
        Arm.checked(str(dice), "toy:GAME", options={"dice": dice}, factors={"dice": str(dice)})
        for dice in (4, 6)
    ]
    study, games = done(*arms, games=2)
    for number, arm in enumerate(arms):
        for seed in range(2):
            games[arm.key, seed]["game"]["won"] = {"blue": float(number), "red": 1.0 - number}
    assert Findings.of(study, games).even() == ("dice", 5.0)


@pytest.mark.parametrize("path", READY, ids=lambda path: path.stem)
def test_ready_studies_can_be_played_and_have_their_report(path: Path) -> None:
    study = read_study(path)
    assert study.question
    told = (ROOT / "docs" / "studies" / f"{path.stem}.html").read_text(encoding="utf-8")
    assert len(told.encode()) < 600_000
    ElementTree.fromstring(told.replace("<!doctype html>\n", ""))
    for arm in study.arms:
        assert arm.name in told.replace("&#x27;", "'")


def test_the_command_plays_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / "dice.toml"
    file.write_text('game = "toy:GAME"\ngames = 3\n[grid]\noptions.dice = [4, 6]\n')
    assert main(["study", str(file), "--workers", "1"]) == 0
    folder = tmp_path / "dice-results"
    assert "| dice 4 | 3 |" in capsys.readouterr().out
    assert {each.name for each in folder.iterdir()} == {
        "parts",
        "report.html",
        "games.parquet",
        "turns.parquet",
        "attacks.parquet",
    }
    (folder / "report.html").unlink()
    assert main(["study", str(file), "--report-only"]) == 0
    assert (folder / "report.html").exists()


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "toy:GAME", "--blue", "random", "--games", "4", "--workers", "1"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "| blue | random |" in told
    assert "| red | recruit |" in told
    assert main([*command, "--json"]) == 0
    import json

    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 4
    assert found["won"]["blue"]["value"] + found["won"]["red"]["value"] == 1
    assert main(["simulate", "toy:GAME", "--green", "random"]) == 2
    assert "--green: there is no such seat" in capsys.readouterr().err
    assert main(["simulate", "toy:GAME", "--games", "0"]) == 2
    assert "--games: must be at least 1" in capsys.readouterr().err


def test_amendments_are_told_in_the_report() -> None:
    arm = Arm.checked("as printed", "omaha", scenario="easy-fox", bots="random")
    _, games = done(arm, games=1)
    amended = Arm.checked(
        "weaker",
        "omaha",
        scenario="easy-fox",
        bots="random",
        amendments=[Amendment("german_units", "wn-01", add={"strength": 1})],
    )
    both = Study("", "", (arm, amended), 1, 0, "as printed")
    games[amended.key, 0] = {**games[arm.key, 0], "arm": amended.key}
    assert "german_units, wn-01: strength +1" in report.report(both, games)
