"""The after-action report: one file with the end, turning points, plots, a story and the log."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import beachhead
from beachhead.kernel.play import Event
from beachhead.page import Page
from beachhead.page.after_action import HowItStands, Plotted
from beachhead.storm.page import after_action as storm
from beachhead.storm.table import telling
from beachhead.web import report
from beachhead.web.report import PlayedTurn
from beachhead.web.server import create_app
from beachhead.web.store import Store
from beachhead.web.story import StoryTurn

PLAYED = Path(__file__).parents[1] / "playthroughs"
WHOLE = ("omaha-first-waves", "storm-bold", "dday91-1944")
PARTS = ("Turning points", "In figures", "The story")


@pytest.fixture(scope="module", params=WHOLE)
def written(request, tmp_path_factory) -> str:
    record = json.loads((PLAYED / f"{request.param}.json").read_text(encoding="utf-8"))
    games = {record["game"]: beachhead.load(record["game"])}
    store = Store(tmp_path_factory.mktemp("report") / "games.sqlite")
    with TestClient(create_app(store, games), base_url="http://localhost") as client:
        made = client.post("/api/tables", json={"game": record["game"], "record": record}).json()
        headers = {"Authorization": f"Bearer {next(iter(made['tokens'].values()))}"}
        return client.get(f"/api/tables/{made['table']}/report.html", headers=headers).text


def words(html: str) -> str:
    return re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL))


def test_it_tells_the_end_first_and_the_log_last_and_folded(written) -> None:
    parts = [written.index(f"<h2>{part}</h2>") for part in PARTS]
    assert written.index("The final map.") < parts[0]
    assert parts == sorted(parts)
    log = written.index('<details class="log">')
    assert parts[-1] < log
    assert "The situation at the end of" in written[log:]
    assert "The situation at the end of" not in written[:log]


def test_the_story_is_about_a_page(written) -> None:
    story = written[written.index("<h2>The story</h2>") : written.index('<details class="log">')]
    assert 150 < len(words(story).split()) < 700
    assert 2 < story.count("<h3>") <= report.CHAPTERS


def test_it_has_three_turning_points_with_a_map_each(written) -> None:
    points = written[written.index('<ol class="points">') : written.index("<h2>In figures</h2>")]
    assert points.count("<li>") == report.TURNING_POINTS == points.count('href="#the-board"')
    assert points.count(" → ") >= report.TURNING_POINTS


def test_nothing_in_it_comes_from_elsewhere(written) -> None:
    assert not re.findall(r"""(?:src|href)=["'](?!#|data:)[^"']*""", written)
    assert "url(http" not in written
    assert "<script" not in written


# --- plots


def turns(*values: float) -> list[PlayedTurn]:
    return [
        PlayedTurn(StoryTurn(f"Turn {n}", n, []), None, HowItStands([Plotted("points", value)]))  # type: ignore[arg-type]
        for n, value in enumerate(values, 1)
    ]


def heights(plot: str) -> list[float]:
    found = re.search(r'points="([^"]+)"', plot)
    assert found
    return [float(point.split(",")[1]) for point in found[1].split()]


def test_a_plot_keeps_what_is_below_zero_inside() -> None:
    plot = report._plots(turns(3, -12, -47))
    wide, high = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', plot)[0])
    assert wide > high > max(heights(plot))
    assert heights(plot) == sorted(heights(plot))
    assert ">−47<" in plot
    assert ">0<" in plot
    assert "Points, turn by turn: 3, −12, −47" in plot


def test_names_at_the_ends_of_lines_do_not_lie_on_each_other() -> None:
    assert report._apart([50, 20, 51]) == [50, 20, 63]


def test_a_turning_point_is_where_the_figures_change_most() -> None:
    found = report._turning_points(
        Page(), HowItStands(), turns(0, 1, 9, 9, 9), lambda _: report.Markup()
    )
    assert re.findall(r"<h3>(.*?)</h3>", found) == ["Turn 2", "Turn 3"]
    assert "Points 1 → 9" in found


# --- what games say


def test_a_game_that_sums_nothing_up_tells_its_first_scenes() -> None:
    events = [
        Event("1", "turn", f"Thing {n}.", manner=manner)
        for n, manner in enumerate([telling.SETUP, telling.TURN, telling.ASSAULT])
    ]
    assert Page().chronicle(events) == ["Thing 1.", "Thing 2."]


def test_storm_says_who_took_what_last() -> None:
    there_and_back = [
        Event("13.0", "control", "", detail={"area": area, "side": side})
        for area, side in (("Caen", "allied"), ("Caen", "german"), ("Bayeux", "allied"))
    ]
    assert storm.chronicle(there_and_back) == ["Bayeux fell to the Allies; the Germans took Caen."]
