"""What all tests share: rule citations, a home of their own, and the long runs left out."""

from __future__ import annotations

import os
import tempfile

import pytest

pytest_plugins = ["rule_marks"]

HOME = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the tests marked `soak` as well")


def pytest_configure(config: pytest.Config) -> None:
    """Nobody's own packs take part: a fixture would come too late for imports and doctests."""
    home = tempfile.TemporaryDirectory(prefix="beachhead-tests-")
    config.stash[HOME] = home
    os.environ["BEACHHEAD_HOME"] = home.name


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[HOME].cleanup()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--soak"):
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
