"""What a game may add to the page: its board, counters, flipbook, overlays, reference.

The server names no game. If the package of a game has a module `page` with these functions, they
are used; a game without one is played by its view, options and log.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol, cast

from beachhead.kernel.play import Decision, Game, Option


class Page(Protocol):
    """The functions of such a module. Positions are the game's own; `seat` is who looks."""

    OVERLAYS: Sequence[Mapping[str, Any]]
    """`{"id", "title", "key", "parameters": [{"id", "values"}]}` each."""

    SECRETS: bool
    """Whether a seat knows what another may not see."""

    SEATS: Mapping[str, str]
    """What to call who sits in a seat, such as `the German player`."""

    def seatings(self) -> dict[str, str]:
        """What `solo`, `hotseat` and `link` mean here, in a line each."""

    def notice(self) -> str | None:
        """What a player should know about the components, such as that some are reconstructed."""

    def guided(self) -> dict[str, Any] | None:
        """Scenario, options and seed of the guided first game."""

    def group_of(self, setting: str) -> str:
        """Where a setting stands on the start page."""

    def board_svg(self) -> str:
        """The board with an empty `<g id="counters">`."""

    def counters(self, position: Any, seat: str | None) -> str:
        """What lies on the board: the inside of that group."""

    def flipbook(
        self, position: Any, seat: str | None, decision: Decision | None
    ) -> dict[str, Any]:
        """Where we are, what must and may be done, and the tables for it."""

    def glow(
        self, position: Any, decision: Decision | None, options: Sequence[Option]
    ) -> dict[str, list[str]]:
        """What lights up on the board for each option."""

    def routes(
        self, position: Any, decision: Decision | None, options: Sequence[Option]
    ) -> dict[str, list[str]]:
        """The way an option leads, as ids on the board, for those that lead farther than a step."""

    def subject(self, position: Any, decision: Decision | None) -> list[str]:
        """What the decision is about, as ids on the board: the unit that acts, an attack."""

    def warnings(self, position: Any, seat: str | None) -> list[dict[str, Any]]:
        """What is allowed for now but will cost: `{"text", "rule", "touches"}` each."""

    def overlay(
        self, position: Any, seat: str | None, name: str, parameters: Mapping[str, str]
    ) -> dict[str, Any]:
        """One overlay; errors name the parameter."""

    def odds(
        self,
        position: Any,
        seat: str | None,
        decision: Decision | None,
        parameters: Mapping[str, str],
    ) -> dict[str, Any]:
        """Chances before one commits."""

    def reference(self) -> dict[str, Any]:
        """`charts`, `units`, `cards` and `notes` for the reference panel."""

    def write_position(self, position: Any, seat: str | None) -> str:
        """A position in the game's notation, as far as the seat may know it."""

    def heading(self, rule: str) -> str | None:
        """The phase that a rule belongs to; None where it belongs to none, or to several."""

    def report(self, position: Any, seat: str | None) -> dict[str, Any]:
        """For the after-action report: `{"style": css for the board, "figures": {…}}`."""


@cache
def page_of(game: Game[Any]) -> Page | None:
    """The page module of a game, if it has one."""
    module = type(game).__module__
    name = f"{module.rpartition('.')[0] or module}.page"
    try:
        if importlib.util.find_spec(name) is None:
            return None
    except ImportError:
        return None
    return cast("Page", importlib.import_module(name))
