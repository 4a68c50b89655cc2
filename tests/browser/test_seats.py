"""Games by link in a real browser: invitations, seats that are waited for, where cards and dice
come from, and what players are told without asking."""

from __future__ import annotations

import json
import random
import re
import shlex
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import beachhead
from beachhead.cli import main
from beachhead.kernel.record import Record, seal
from pages import (
    AT_ONCE,
    PATIENCE,
    Server,
    begin,
    by_link,
    in_step,
    made,
    moved_on,
    press_on,
    serving,
    settle,
    settled,
    sit_down,
)

Opened = Callable[..., Page]
SCENARIO = "storm-over-normandy"
SEATS = ["the Allied player", "the German player"]
OLD_GAMES = Path(__file__).parents[1] / "saves/0.1/games.sqlite"
SITUATION = """
turn 3
16 69/50, 151/50, 231/50, 22 Pz/21
hand allied armor-support-1, jabos-1
hand german e-boats, bocage-1
begin impulse
"""


@pytest.fixture
def stranger(browser: Browser, server: Server) -> Iterator[Page]:
    """A page in which something may go wrong."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.address)
    page.wait_for_selector(".start")
    yield page
    context.close()


def founded(page: Page, server: Server, **asked: Any) -> dict[str, Any]:
    """A table that somebody founded elsewhere."""
    body = {"game": "storm", "seating": "link", **asked}
    answer = page.request.post(f"{server.address}api/tables", data=body)
    assert answer.status == 201, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def invitation(server: Server, table: dict[str, Any], seat: str) -> str:
    return f"{server.address}#/table/{table['table']}?invitation={table['invitations'][seat]}"


def awaited(page: Page, server: Server, table: str) -> list[str]:
    seats: list[str] = page.request.get(f"{server.address}api/tables/{table}").json()["awaited"]
    return seats


def table_of(page: Page) -> str:
    found = re.search(r"#/table/([^/?]+)$", page.url)
    assert found, f"the address should be the table's and nothing more: {page.url}"
    return found[1]


def kept(page: Page, name: str) -> Any:
    """What the page remembers."""
    return page.evaluate("name => JSON.parse(localStorage.getItem(`beachhead.${name}`))", name)


def choose_from_menu(page: Page, entry: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name=entry).click()
    page.wait_for_selector("dialog[open]")


# --- sitting down


def test_cards_wait_until_both_friends_have_taken_their_seats(
    opened: Opened, server: Server
) -> None:
    allied, german, late = opened(), opened(), opened()
    begin(allied, SCENARIO, None, game="storm", seating="link")
    expect(allied.locator("dialog")).to_contain_text("A link works once")
    link = by_link(allied, SEATS)
    table = table_of(allied)
    waiting = allied.locator(".note.awaiting")
    expect(waiting).to_contain_text("Waiting for the German player to take the seat")
    expect(allied.locator(".chips")).to_contain_text("Cards and dice wait")
    assert kept(allied, f"invitations.{table}").keys() == {"german"}

    german.goto(link)
    card = german.locator(".invitation")
    expect(card).to_contain_text("Storm Over Normandy")
    expect(card).to_contain_text("The seat of the German player is free")
    expect(card).to_contain_text("began from the scenario")
    assert awaited(german, server, table) == ["german"], "looking takes nothing"
    german.get_by_role("button", name="Take the seat").click()
    german.wait_for_selector(".play[data-made]")
    assert table_of(german) == table

    expect(waiting).to_have_count(0)
    assert kept(allied, f"invitations.{table}") is None
    active = in_step([allied, german])
    assert active is allied
    before = made(german)
    press_on(allied, random.Random(1))
    german.wait_for_selector(moved_on(before))

    # Whoever comes with the same link is told, and may watch.
    late.goto(link)
    expect(late.locator(".invitation")).to_contain_text("This seat is taken")
    late.get_by_role("button", name="Only watch").click()
    late.wait_for_selector(".play[data-made]")
    assert table_of(late) == table
    expect(late.locator(".chips")).to_contain_text("You are watching")
    # Whoever holds a seat goes straight in, by whichever link.
    settle(german)
    german.goto("about:blank")
    german.goto(link)
    german.wait_for_selector(".play[data-made]")
    assert table_of(german) == table


def test_the_invitation_can_be_copied_again_where_the_game_was_founded(opened: Opened) -> None:
    page = opened()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin(page, SCENARIO, None, game="storm", seating="link")
    link = by_link(page, SEATS)
    settle(page)
    page.reload()
    page.get_by_role("button", name="Copy the invitation of the German player").click()
    expect(page.locator(".note .copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_whoever_closed_the_dialog_of_seats_can_still_take_one(opened: Opened) -> None:
    page = opened()
    begin(page, SCENARIO, None, game="storm", seating="link")
    page.keyboard.press("Escape")
    note = page.locator(".note.awaiting")
    expect(note).to_contain_text("the Allied player and the German player to take their seats")
    note.get_by_role("button", name="This is mine").nth(1).click()
    expect(note).to_contain_text("Waiting for the Allied player to take the seat")
    expect(note.get_by_role("button", name="This is mine")).to_have_count(0)
    assert kept(page, f"dealing.{table_of(page)}")["nonces"].keys() == {"german"}


def test_an_invitation_that_was_used_explains_itself(
    opened: Opened, stranger: Page, server: Server
) -> None:
    first = opened()
    table = founded(first, server)
    link = invitation(server, table, "german")
    sit_down(first, link)
    stranger.goto(link)  # another seat is free, so only asking shows that this one is not
    stranger.get_by_role("button", name="Take the seat").click()
    expect(stranger.locator(".invitation")).to_contain_text("This seat is taken")
    stranger.get_by_role("button", name="Only watch").click()
    expect(stranger.locator(".chips")).to_contain_text("Cards and dice wait")
    expect(stranger.locator(".note.awaiting")).to_contain_text("the Allied player")
    expect(stranger.locator(".note button")).to_have_count(0)


def test_a_link_that_lost_a_part_says_so(stranger: Page, server: Server) -> None:
    table = founded(stranger, server)
    stranger.goto(invitation(server, table, "german")[:-3])
    stranger.get_by_role("button", name="Take the seat").click()
    expect(stranger.locator(".trouble-line")).to_contain_text("no such invitation")
    expect(stranger.get_by_role("button", name="Only watch")).to_be_visible()


def test_a_seat_is_not_lost_with_the_answer(stranger: Page, server: Server) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    table = founded(stranger, server)
    stranger.route("**/claim", lose)
    stranger.goto(invitation(server, table, "german"))
    stranger.get_by_role("button", name="Take the seat").click()
    expect(stranger.locator("#offline")).to_be_visible()
    assert awaited(stranger, server, table["table"]) == ["allied"]
    stranger.unroute("**/claim")
    stranger.reload()
    stranger.get_by_role("button", name="Take the seat").click()
    expect(stranger.locator(".note.awaiting")).to_contain_text("the Allied player")
    choose_from_menu(stranger, "Cards and dice")
    expect(stranger.locator("dialog .kept")).to_be_visible()


def test_a_seat_goes_on_on_another_device(opened: Opened, server: Server) -> None:
    page, device = opened(), opened()
    table = founded(page, server, seed=5)
    sit_down(page, invitation(server, table, "allied"))
    choose_from_menu(page, "Open this seat on another device")
    expect(page.locator("dialog")).to_contain_text("Whoever has this link holds the seat")
    device.goto(page.locator("dialog input").input_value())
    expect(device.locator(".chips [data-option]").first).to_be_visible()
    assert table_of(device) == table["table"]


# --- cards and dice


def test_everybody_sees_what_cards_and_dice_come_from(opened: Opened) -> None:
    allied, german = opened(), opened()
    begin(allied, SCENARIO, None, game="storm", seating="link")
    sit_down(german, by_link(allied, SEATS))
    shown = []
    for page, mine in ((allied, "Allied"), (german, "German")):
        expect(page.locator(".note")).to_have_count(0)
        choose_from_menu(page, "Cards and dice")
        facts = page.locator("dialog .facts-of-dealing")
        shown.append(facts.locator(".whole code").all_inner_texts())
        expect(facts.locator("dt", has_text="(yours)")).to_have_text(
            f"Nonce of the {mine} player (yours)"
        )
        expect(facts).to_contain_text("shown when the game is over")
        expect(page.locator("dialog .kept")).to_contain_text("as this browser noted them")
        page.keyboard.press("Escape")
    assert shown[0] == shown[1]
    assert [len(value) for value in shown[0]] == [64, 64, 64]


def test_a_promise_that_is_not_kept_is_told_loudly(opened: Opened, server: Server) -> None:
    page = opened()
    table = founded(page, server)
    page.route(LOOKING, promise_something_else)
    page.goto(invitation(server, table, "german"))
    expect(page.locator(".invitation .long")).to_contain_text("abababababab")
    page.unroute(LOOKING)
    page.get_by_role("button", name="Take the seat").click()
    alarm = page.locator(".note.broken")
    expect(alarm).to_contain_text("not what was promised")
    alarm.get_by_role("button", name="Cards and dice").click()
    expect(page.locator("dialog .broken")).to_contain_text("commitment is not the one")
    expect(page.locator("dialog .kept")).to_have_count(0)


LOOKING = re.compile(r"/api/tables/[^/]+\?since")


def promise_something_else(route: Route) -> None:
    """A server that shows one commitment before it has heard the nonce, and another after."""
    answer = route.fetch()
    snapshot = answer.json()
    snapshot["dealing"]["commitment"] = "ab" * 32
    route.fulfill(response=answer, json=snapshot)


def test_whoever_did_not_type_the_seed_is_warned(opened: Opened) -> None:
    allied, german, watcher = opened(), opened(), opened()
    begin(allied, SCENARIO, 5, game="storm", seating="link")
    expect(allied.locator("dialog .warned")).to_contain_text("You typed the seed")
    link = by_link(allied, SEATS)
    german.goto(link)
    expect(german.locator(".invitation .warned")).to_contain_text("The founder typed the seed")
    german.get_by_role("button", name="Take the seat").click()
    watcher.goto(allied.url)
    for page in (allied, german, watcher):
        expect(page.locator(".note.trust")).to_contain_text("people who trust each other")
    german.get_by_role("button", name="Put this notice away").click()
    expect(german.locator(".note")).to_have_count(0)
    settle(german)
    german.reload()
    german.wait_for_selector(".play[data-made]")
    expect(german.locator(".note")).to_have_count(0)


def test_a_situation_that_the_founder_chose_is_named(opened: Opened, server: Server) -> None:
    page = opened()
    table = founded(page, server, notation=SITUATION, title="Bayeux")
    page.goto(invitation(server, table, "german"))
    warned = page.locator(".invitation .warned")
    expect(warned).to_contain_text("a situation, which the founder chose")
    page.get_by_role("button", name="Only watch").click()
    expect(page.locator(".note.trust")).to_contain_text("everything that was hidden in it")


def test_a_game_of_version_0_1_says_that_its_dice_can_be_worked_out(
    stranger: Page, tmp_path: Path
) -> None:
    database = Path(shutil.copy(OLD_GAMES, tmp_path))
    with sqlite3.connect(database) as games:
        ((table,),) = games.execute(
            "SELECT id FROM tables WHERE seating = 'link' AND game = 'storm' AND start IS NULL"
        )
    with serving(database) as old:
        stranger.goto(f"{old.address}#/table/{table}")
        note = stranger.locator(".note.trust")
        expect(note).to_contain_text("a determined stranger could work out its cards and dice")
        expect(note).not_to_contain_text("typed the seed")
        settled(stranger)
        stranger.goto("about:blank")


# --- the end, and other rules


def lost_by_two() -> dict[str, Any]:
    """A game of two that players without a plan played to its end."""
    record = Record(beachhead.load("omaha"), "first-waves", {"players": 2}, seed=7)
    dice = random.Random(3)
    while not record.state.over:
        record.choose(dice.choice(record.state.decision.options))
    return record.to_data()


def test_at_the_end_everything_can_be_checked_and_nothing_taken_back(
    opened: Opened, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, other = opened(), opened()
    table = founded(page, server, game="omaha", record=lost_by_two())
    for each, seat in ((page, "1st"), (other, "29th")):
        sit_down(each, invitation(server, table, seat))
        each.wait_for_selector('.play[data-over="true"]')
    before = made(page)
    expect(page.locator(".step").first).to_be_disabled()
    page.keyboard.press("u")
    page.keyboard.press("Control+z")
    page.keyboard.press("v")
    expect(page.locator(".replay")).to_be_visible()
    page.keyboard.press("Escape")
    assert made(page) == before
    settle(other)
    other.reload()
    choose_from_menu(other, "Cards and dice")
    dialog = other.locator("dialog")
    expect(dialog).not_to_contain_text("shown when the game is over")
    with other.expect_download() as saving:
        dialog.get_by_role("link", name="Save the record").click()
    command = shlex.split(dialog.locator(".whole code").last.inner_text())
    assert command[:2] == ["beachhead", "verify"]
    assert command[2] == saving.value.suggested_filename
    assert [word for word in command if word.startswith("--")] == ["--commitment", "--nonce"]
    saving.value.save_as(tmp_path / command[2])
    assert main(["verify", str(tmp_path / command[2]), *command[3:]]) == 0
    assert "what you noted is what it was dealt from" in capsys.readouterr().out


def test_a_game_that_goes_on_by_other_rules_says_so_once(opened: Opened) -> None:
    page = opened()
    record = Record(beachhead.load("omaha"), "first-waves", seed=7)
    dice = random.Random(3)
    for _ in range(6):
        record.choose(dice.choice(record.state.decision.options))
    data = record.to_data() | {"version": "0.0"}
    data["choices"][-1] = "something-else"
    data["marks"] = {}
    data["seal"] = seal(data)
    page.locator("summary", has_text="Open a record").click()
    document = json.dumps(data).encode()
    page.set_input_files(
        "#record", {"name": "old.json", "mimeType": "application/json", "buffer": document}
    )
    note = page.locator(".note.other-rules")
    expect(note).to_contain_text("Played by other rules")
    with page.expect_download() as saving:
        note.get_by_role("link", name="Save the original record").click()
    assert saving.value.suggested_filename.endswith("-original.json")
    note.get_by_role("button", name="Put this notice away").click()
    settle(page)
    page.reload()
    page.wait_for_selector(".play[data-made]")
    expect(note).to_have_count(0)


# --- held sideways


def test_the_menu_and_the_sheet_fit_on_a_phone_held_sideways(
    opened: Opened, server: Server
) -> None:
    page = opened(width=740, height=360, touch=True)
    table = founded(page, server, seed=5)
    sit_down(page, invitation(server, table, "german"))
    notices, tools = page.locator(".notices"), page.locator(".map-tools")
    left, right = tools.bounding_box(), notices.bounding_box()
    assert left
    assert right
    assert left["x"] + left["width"] <= right["x"]
    page.get_by_role("button", name="Menu").click()
    menu = page.locator(".menu").bounding_box()
    assert menu
    assert menu["y"] + menu["height"] <= 360
    page.get_by_role("menuitem", name="Cards and dice").click()
    expect(page.locator("dialog h2")).to_be_in_viewport()
