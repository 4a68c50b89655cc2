"""What lies on the board, from one choice to the next."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page

from pages import begin, click_on, settled

Opened = Callable[..., Page]

SHOWN = """() => [...document.querySelectorAll('#counters > g > [id]')].map(each => {
    const kept = each.kept === true;
    each.kept = true;
    return [each.id, kept];
})"""
"""What lies there, and whether it did when somebody last looked."""
SENT = """async () => {
    const [, table] = location.hash.split("/").slice(1);
    const token = JSON.parse(localStorage.getItem("beachhead.tokens"))[table];
    const headers = {Authorization: `Bearer ${token}`};
    return (await (await fetch(`/api/tables/${table}`, {headers})).json()).counters;
}"""


def drawn(fragment: str) -> dict[str, str]:
    """The counters of a drawing, in their order."""
    lines = re.sub(r'(</g>)?<g id="[^"]*" class="layer[^"]*">', "", fragment).splitlines()
    return {found[1]: line for line in lines if (found := re.match(r'<\w+ id="([^"]*)"', line))}


def test_only_what_has_changed_is_put_down_anew(opened: Opened) -> None:
    page = opened()
    begin(page, "1944", 7, game="dday91")
    dice = random.Random(3)
    settled(page)
    before, kept = drawn(page.evaluate(SENT)), 0
    page.evaluate(SHOWN)
    for _ in range(12):
        click_on(page, dice)
        now, shown = drawn(page.evaluate(SENT)), dict(page.evaluate(SHOWN))
        assert [*shown] == [*now], "they lie in the order in which they are drawn"
        assert {id_ for id_ in now if shown[id_]} == {
            id_ for id_, line in now.items() if before.get(id_) == line
        }
        before, kept = now, kept + sum(shown.values())
    assert kept > 500
