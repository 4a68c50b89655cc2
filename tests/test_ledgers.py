"""The books of a game write down kinds of events that its rules tell: a slip in a name is found."""

from __future__ import annotations

from importlib import import_module

import pytest

import beachhead
from beachhead.kernel.ledger import Books
from beachhead.kernel.telling import Kind


@pytest.mark.parametrize("game", beachhead.OWN)
def test_what_the_books_hear_is_told(game: str) -> None:
    telling = vars(import_module(f"beachhead.{game}.table.telling"))
    told = {kind.id.replace("-", "_") for kind in telling.values() if isinstance(kind, Kind)}
    ledger = vars(import_module(f"beachhead.{game}.table.ledger"))
    books = [
        each
        for each in ledger.values()
        if isinstance(each, type) and issubclass(each, Books) and each is not Books
    ]
    assert books
    heard = {name.removeprefix("on_") for each in books for name in dir(each) if name[:3] == "on_"}
    assert heard <= told, sorted(heard - told)
