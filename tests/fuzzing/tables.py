"""The tables that fuzzed requests are about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import beachhead
from beachhead.kernel import record as records
from real_server import Page

KINDS: tuple[dict[str, Any], ...] = (
    {"game": "omaha", "scenario": "easy-fox"},
    {"game": "omaha", "scenario": "first-waves", "options": {"players": 2}, "seating": "link"},
    {"game": "storm", "seating": "hotseat"},
    {"game": "storm", "seating": "link"},
    {"game": "dday91", "scenario": "1944"},
    {"game": "dday91", "scenario": "1943", "options": {"weather": True}, "seating": "link"},
)
CHOICES = 20
"""As many are made at each table before it begins, unless said otherwise."""


@dataclass
class Seated:
    """A table and who sits there."""

    id: str
    asked: dict[str, Any]
    tokens: dict[str, str]
    invitations: list[str] = field(default_factory=list)
    """Those that its seats were taken with."""

    def pages(self, port: int) -> Iterator[Page]:
        """One page for each token."""
        for token in dict.fromkeys(self.tokens.values()):
            yield from _page(port, self.id, token)


def _page(port: int, table: str, token: str) -> Iterator[Page]:
    """A page, as long as it is looked at."""
    with closing(Page(port, table, token)) as page:
        yield page


@dataclass
class Tables:
    """What fuzzed requests may name, and what they must not harm.

    The tokens of `open` are known to those requests, so they may change these tables by the
    rules. Of `kept` only the ids are: they must stay like their `twins`, which nobody names.
    """

    open: list[Seated] = field(default_factory=list)
    kept: list[Seated] = field(default_factory=list)
    twins: list[Seated] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    """Names of options, units, places and seats."""
    records: list[dict[str, Any]] = field(default_factory=list)
    notations: list[tuple[str, str]] = field(default_factory=list)

    def names(self) -> list[str]:
        """The ids and tokens that differ from run to run, in an order that does not."""
        found = []
        for table in self.open + self.kept:
            found += [table.id, *dict.fromkeys(table.tokens.values()), *table.invitations]
        return found


def founded(
    port: int, seed: int, choices: int = CHOICES, kinds: Sequence[dict[str, Any]] = KINDS
) -> Tables:
    """Tables of all games, played a bit; they follow from the seed."""
    tables = Tables()
    words: dict[str, None] = {}
    for kind in kinds:
        for where in (tables.open, tables.kept, tables.twins):
            where.append(_played(port, kind, seed, choices, words))
    tables.words = list(words)
    for table in tables.open:
        page = Page(port, table.id, next(iter(table.tokens.values())))
        if table.asked.get("seating") != "link":
            tables.records.append(page.get("/record"))
        page.connection.request("GET", f"/api/tables/{table.id}/notation.txt")
        text = page.connection.getresponse().read().decode()
        tables.notations.append((table.asked["game"], text))
        page.close()
    return tables


def _played(
    port: int, kind: dict[str, Any], seed: int, choices: int, words: dict[str, None]
) -> Seated:
    page = Page(port)
    table = Seated("", kind, page.found(**kind, seed=seed))
    table.id, table.invitations = page.table, page.invitations
    rng = random.Random(f"{kind} {seed}")
    page.close()
    pages = [Page(port, table.id, token) for token in dict.fromkeys(table.tokens.values())]
    now = decided(pages, None)
    for _ in range(choices):
        if now is None:
            break
        page, snapshot = now
        options = snapshot["view"]["decision"]["options"]
        for option in options:
            words[option["id"]] = None
            words.update((each.partition("-")[2], None) for each in option["touches"])
        now = decided(pages, (page, page.choose(snapshot, rng.choice(options)["id"])))
    words.update(dict.fromkeys(table.tokens))
    for page in pages:
        page.close()
    return table


Turn = tuple[Page, Any]
"""Who decides, and what he sees."""


def decided(pages: list[Page], last: Turn | None) -> Turn | None:
    """Who decides now, if `last` was who did and what he was answered; None: the game is over."""
    if last is not None and last[1]["yours"]:
        return last
    for page in pages:
        now = page.look()
        if now["yours"]:
            return page, now
    return None


def seen(port: int, table: Seated) -> list[Any]:
    """All that can be seen of a table, by spectators and by each seat, but for its name."""
    found = []
    for page in chain(_page(port, table.id, ""), table.pages(port)):
        now = page.look()
        del now["table"]
        found += [now, page.get("/history")]
    return found


def harmed(port: int, tables: Tables) -> list[str]:
    """What is wrong with the tables: those kept are as their twins, the others still replay."""
    trouble = []
    for kept, twin in zip(tables.kept, tables.twins, strict=True):
        try:
            if seen(port, kept) != seen(port, twin):
                trouble.append(f"a table of {kept.asked} is not like its twin any more")
        except AssertionError as error:
            trouble.append(f"a table of {kept.asked} cannot be looked at: {error}")
    for table in tables.open:
        for page in table.pages(port):
            try:
                wrong = _wrong(page, table)
            except (AssertionError, records.RecordError) as error:
                wrong = str(error)
            if wrong:
                trouble.append(f"a table of {table.asked}: {wrong}")
    return trouble


def _wrong(page: Page, table: Seated) -> str:
    """Whether a table that was changed is still a game by the rules."""
    now, history = page.look(), page.get("/history")["choices"]
    if len(history) != now["made"]:
        return f"{len(history)} of {now['made']} choices are told"
    if table.asked.get("seating") != "link":
        replayed = records.replay(beachhead.load(now["game"]), page.get("/record"))
        if len(replayed.choices) != now["made"]:
            return "the record is not the game"
    return ""
