"""Pytest side of rule citations: bad ones stop the run, and `--rule omaha:8.33` picks its tests.

Switched on by `pytest_plugins = ["rule_marks"]` in the top conftest.
"""

from collections.abc import Iterator

import pytest

from beachhead.kernel.rulebook import games_with_rules, rule_index


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="GAME:NUMBER", help="run only the tests that check a rule")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    games = games_with_rules()
    bad = [
        f"{item.nodeid} cites {game} {citation!r}, which is not in the rule index"
        for item in items
        for game, citation in cited(item)
        if game in games and not rule_index(game).exists(citation)
    ]
    if bad:
        raise pytest.UsageError("\n".join(dict.fromkeys(bad)))
    wanted = config.getoption("--rule")
    if wanted:
        items[:] = [item for item in items if checks(item, *wanted.split(":", 1))]


def cited(item: pytest.Item) -> Iterator[tuple[str, str]]:
    """What a test and the class it is in cite."""
    for owner in (getattr(item, "cls", None), getattr(item, "function", None)):
        yield from getattr(owner, "__rules__", ())


def checks(item: pytest.Item, game: str, number: str) -> bool:
    """Whether a test cites a rule, one of its statements, or the rule of a statement."""
    index = rule_index(game)
    wanted = {s.label for s in index.covers(number)}
    return any(
        g == game and wanted & {s.label for s in index.covers(citation)}
        for g, citation in cited(item)
    )
