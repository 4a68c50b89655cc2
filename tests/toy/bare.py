"""Picket without its page: what the browser shows of a game that says nothing about it yet."""

from __future__ import annotations

from beachhead.page import Page
from toy import Picket, PicketGame


class BareGame(PicketGame):
    name = "bare"
    title = "Picket without a page"

    def page(self) -> Page[Picket]:
        return Page()


GAME = BareGame()
