"""Picket in a real browser: a game of which the page knows nothing but what its `Page` tells, one
that tells nothing, and one that another package installs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from pages import (
    Server,
    begin,
    by_link,
    in_step,
    made,
    serving,
    settle,
    settled,
    sit_down,
    told,
)

Opened = Callable[..., Page]
TESTS = Path(__file__).parents[1]
SEATS = ["The blue player", "The red player"]
DEMO = """
from toy import PicketGame


class Demo(PicketGame):
    name = "demo"
    title = "Picket, demonstrated"


GAME = Demo()
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package that was installed there: its module, and its entry points."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "picket_demo.py").write_text(DEMO, encoding="utf-8")
    info = folder / "picket_demo-1.0.dist-info"
    info.mkdir()
    metadata = "Metadata-Version: 2.1\nName: picket-demo\nVersion: 1.0\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    points = "[beachhead.games]\nbare = toy.bare:GAME\ndemo = picket_demo:GAME\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, installed: Path) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("picket") / "games.db"
    with serving(database, "toy:GAME", [installed, TESTS]) as server:
        yield server


def start(page: Page, *, game: str = "picket", seating: str = "solo", seed: int = 3) -> None:
    """With seed 3, blue holds 6, 8 and 9, and red 3, 4 and 5."""
    begin(page, "short", seed, game=game, seating=seating)
    if seating != "link":
        settled(page)


def middle(page: Page, id_: str) -> tuple[float, float]:
    page.wait_for_selector(".board-frame:not([data-flying])")
    box = page.locator(f"#{id_}").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, id_: str) -> None:
    """Choose what is clicked on the board."""
    before = made(page)
    page.mouse.click(*middle(page, id_))
    told(page, before)


def press(page: Page, text: str) -> None:
    """Choose an option by its button below the map."""
    before = made(page)
    page.locator(".chips [data-option]", has_text=text).click()
    told(page, before)


def end(page: Page) -> None:
    before = made(page)
    page.locator(".end[data-option]").click()
    told(page, before)


def play_card(page: Page, number: int) -> None:
    """A card rolls the die, so a click on it leads to the button that says so."""
    page.get_by_role("button", name=f"Play card {number} and roll").first.click()
    use = page.locator("#panel-now .hand-use", has_text=f"Play card {number}")
    expect(use).to_be_focused()
    before = made(page)
    use.click()
    told(page, before)


def held(page: Page) -> list[str]:
    """The cards in the hand, as they are drawn."""
    expect(page.locator("#panel-now .hand svg").first).to_be_visible()
    return page.locator("#panel-now .hand svg").all_text_contents()


def log(page: Page) -> list[str]:
    return page.locator(".log .line-text").all_text_contents()


def where(page: Page, unit: str) -> str:
    """The hex in which a counter lies."""
    found: str = page.evaluate(
        """id => {
            const {x, y, width, height} = document.getElementById(id).getBoundingClientRect();
            return document.elementsFromPoint(x + width / 2, y + height / 2)
                .find(each => each.matches(".hex")).id;
        }""",
        unit,
    )
    return found


# --- with a page


def test_a_whole_game_by_clicking(opened: Opened) -> None:
    page = opened()
    start(page)
    expect(page.locator(".clock-turn")).to_have_text("Set-up")
    assert held(page) == ["6", "8", "9"]
    click(page, "hex-0203")
    expect(page.locator("#mine-blue")).to_have_count(0)
    click(page, "hex-0201")
    expect(page.locator(".clock-turn")).to_have_text("Turn 1")
    expect(page.locator("#mine-blue")).to_be_visible()
    expect(page.locator(".glowing .hexagon")).to_have_count(3)
    click(page, "hex-0102")
    assert where(page, "unit-blue") == "hex-0102"
    play_card(page, 9)
    expect(page.locator(".gauge").first).to_contain_text("9")
    press(page, "Move to 0302")
    assert where(page, "unit-red") == "hex-0302"
    assert held(page) == ["3", "4", "5"]
    end(page)
    click(page, "unit-blue")
    assert where(page, "unit-blue") == "hex-0102"
    end(page)
    click(page, "hex-0303")
    end(page)
    expect(page.locator(".play")).to_have_attribute("data-over", "true")
    expect(page.locator(".sentence")).to_contain_text("9 to 0.")
    expect(page.locator(".conditions .met")).to_contain_text("Blue has the higher score")
    said = log(page)
    assert "blue plays card 9." in said
    assert said[-1] == "The score is 9 to 0."
    page.keyboard.press("c")
    page.locator("summary", has_text="Played cards (1)").click()
    expect(page.locator(".card-grid svg")).to_have_text("9")


def test_the_die_and_the_move_are_told(opened: Opened) -> None:
    page = opened()
    start(page)
    for id_ in ("hex-0203", "hex-0201", "hex-0102"):
        click(page, id_)
    page.locator("#speed").fill("0")  # one at a time
    page.locator("#panel-now .hand-use").last.click()
    story = page.locator(".story-text")
    expect(story).to_contain_text("blue plays card 9.")
    page.keyboard.press("Space")
    expect(story).to_contain_text("The die shows")
    expect(story.locator(".dice")).to_be_visible()
    page.keyboard.press("Shift+Space")
    settled(page)


def test_what_was_taken_back_is_as_before(opened: Opened) -> None:
    page = opened()
    start(page)
    click(page, "hex-0202")
    click(page, "hex-0202")
    lines = log(page)
    click(page, "hex-0102")
    assert log(page) == [*lines, "blue moves to 0102."]
    before = made(page)
    page.keyboard.press("u")
    told(page, before)
    assert where(page, "unit-blue") == "hex-0101"
    assert log(page) == lines
    before = made(page)
    page.keyboard.press("r")
    told(page, before)
    assert where(page, "unit-blue") == "hex-0102"


def test_a_scout_can_be_dragged(opened: Opened) -> None:
    page = opened()
    start(page)
    click(page, "hex-0202")
    click(page, "hex-0202")
    before = made(page)
    page.mouse.move(*middle(page, "unit-blue"))
    page.mouse.down()
    page.mouse.move(*middle(page, "hex-0201"), steps=6)
    page.mouse.up()
    told(page, before)
    assert where(page, "unit-blue") == "hex-0201"


def test_a_click_on_what_cannot_be_done_says_why(opened: Opened) -> None:
    page = opened()
    start(page)
    click(page, "hex-0202")
    click(page, "hex-0202")
    before = made(page)
    page.mouse.click(*middle(page, "hex-0103"))
    expect(page.locator(".notice")).to_contain_text("0103 is not adjacent to 0101")
    page.mouse.click(*middle(page, "unit-red"))
    expect(page.locator(".notice")).to_contain_text("it is not for red to move now")
    assert made(page) == before


def test_what_the_game_does_not_have_is_not_offered(opened: Opened) -> None:
    page = opened()
    page.locator("summary", has_text="Open a record").click()
    expect(page.get_by_label("A situation in notation")).to_be_hidden()
    start(page)
    expect(page.get_by_role("button", name="Overlays")).to_be_hidden()
    page.keyboard.press("o")
    expect(page.locator(".legend")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("menuitem", name="Log (text)")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Position (notation)")).to_have_count(0)
    page.get_by_role("menuitem", name="Share").click()
    expect(page.locator("dialog .share-field")).to_have_count(2)
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    listed = ["Numbers and symbols (2)", "Charts (1)", "Cards (9)"]
    expect(page.locator(".results summary")).to_have_text(listed)
    page.locator('.log [data-rule="1a"]').first.dispatch_event("click")
    expect(page.locator(".results")).to_contain_text("is dealt three of the nine cards")


def test_two_seats_by_link(opened: Opened) -> None:
    blue, red = opened(), opened()
    start(blue, seating="link")
    sit_down(red, by_link(blue, SEATS))
    assert in_step([blue, red]) is blue
    mine = {page: held(page) for page in (blue, red)}
    assert not set(mine[blue]) & set(mine[red])
    for page, hex_ in ((blue, "hex-0203"), (red, "hex-0201")):
        assert in_step([blue, red]) is page
        click(page, hex_)
    assert in_step([blue, red]) is blue
    for page, own, other in ((blue, "blue", "red"), (red, "red", "blue")):
        expect(page.locator(f"#mine-{own}")).to_be_visible()
        expect(page.locator(f"#mine-{other}")).to_have_count(0)
        dealt = [line for line in log(page) if line.startswith("You are dealt")]
        assert sorted(dealt) == [f"You are dealt card {number}." for number in mine[page]]
        assert f"{other} lays a mine." in log(page)
    expect(red.locator(".waiting-for")).to_have_text("Waiting for the blue player…")
    click(blue, "hex-0102")
    in_step([blue, red])
    assert where(red, "unit-blue") == "hex-0102"
    # Who only watches sees neither hand, nor a mine.
    watcher = opened()
    watcher.goto(blue.url)
    watcher.wait_for_selector(".play[data-made]")
    watcher.keyboard.press("c")
    expect(watcher.locator("#panel-cards")).to_contain_text("Who watches sees no hands")
    expect(watcher.locator("#panel-cards")).to_contain_text("3 in the hand")
    expect(watcher.locator("[id^=mine-]")).to_have_count(0)


def test_a_shared_screen_is_covered_for_the_other_seat(opened: Opened) -> None:
    page = opened()
    start(page, seating="hotseat")
    page.get_by_role("button", name="I am the blue player").click()
    settled(page)
    assert held(page) == ["6", "8", "9"]
    click(page, "hex-0203")
    expect(page.locator(".cover")).to_be_visible()
    page.get_by_role("button", name="I am the red player").click()
    settled(page)
    assert held(page) == ["3", "4", "5"]
    expect(page.locator("#mine-blue")).to_have_count(0)


# --- without one


def test_a_game_without_a_page_is_played_by_its_options(opened: Opened) -> None:
    page = opened()
    start(page, game="bare")
    for option in ("Mine 0203", "Mine 0201", "Move to 0102", "Play card 9", "Move to 0302"):
        press(page, option)
    expect(page.locator("#panel-now")).to_contain_text("Play a card, or pass.")
    expect(page.locator("#panel-now")).to_contain_text("2: 3, 4, 5")
    end(page)
    press(page, "Move to 0103")
    end(page)
    press(page, "Move to 0303")
    end(page)
    expect(page.locator(".sentence")).to_contain_text("9 to 0.")
    expect(page.locator(".ending")).to_be_visible()
    assert log(page)[-1] == "The score is 9 to 0."
    expect(page.locator(".clock-turn")).to_have_text("Turn 2")
    page.keyboard.press("v")
    expect(page.locator(".replay")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".replay-where")).to_contain_text("Set-up")
    settled(page)


# --- on the start page


def test_a_game_of_another_package_is_on_the_start_page(opened: Opened) -> None:
    page = opened()
    offered = page.locator(".new-game select").first.locator("option").all_text_contents()
    assert offered[0] == "Picket"
    assert offered[-2:] == ["Picket without a page", "Picket, demonstrated"]
    start(page, game="demo")
    click(page, "hex-0201")
    settle(page)
    page.goto("about:blank")
    page.go_back()
    page.get_by_role("link", name="To the start page").click()
    expect(page.locator(".saved-game")).to_contain_text("Short")


def test_a_server_with_a_single_game(opened: Opened) -> None:
    def alone(route: Route) -> None:
        answer = route.fetch()
        games = [each for each in answer.json()["games"] if each["id"] == "picket"]
        route.fulfill(response=answer, body=json.dumps({"games": games}))

    page = opened()
    page.route("**/api/games", alone)
    settle(page)
    page.reload()
    expect(page.locator(".game-title")).to_have_text("Picket")
    page.click("#begin")
    page.wait_for_selector(".play[data-made]")
    settled(page)
    assert len(held(page)) == 3
