"""What a game shows beyond its view: board, counters, flipbook, overlays, reference, lessons, the
report.

A game overrides what it has; the rest has a default, so that a game is playable in the browser from
the first day on. Positions are the game's own; `seat` is who looks, None a spectator.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal

from msgspec import Struct

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Decision, Event, P
from beachhead.kernel.rulebook import RuleIndex
from beachhead.kernel.sequence import Phase, heading
from beachhead.page.after_action import HowItStands
from beachhead.page.book import Flipbook, Sum
from beachhead.page.lessons import Guided
from beachhead.page.overlays import Overlay, Parameters, Shown
from beachhead.page.reference import Reference

VARIANTS = "variants"
BARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 1200 800">'
    '<g id="ground"><rect width="1200" height="800" fill="#efe6cf"/></g>'
    '<g id="hexes"></g><g id="counters"></g></svg>'
)


class Price(Struct):
    """Something allowed for now that will cost later."""

    text: str
    rule: str
    touches: list[str]


class Odds(Struct, omit_defaults=True):
    """What was asked: an attack with all its terms, or where a unit can go and for how much. A game
    may add its own."""

    attack: Sum | None = None
    unit: str = ""
    places: dict[str, int] = {}


class StackTerm(Struct):
    """Something that the counters of a stack have together.

    It stands in `words` for `{}`, and is made of what each counter adds (`data-adds`): the total,
    the best of it, or each once. From `enough` of it on there is a warning."""

    words: str
    how: Literal["total", "best", "each"]
    enough: int | None = None
    warning: str = ""


def seated(solo: str, hotseat: str, *, a_link_for_each: str) -> Mapping[str, str]:
    """What one screen for all, one that changes hands, and links mean in a game for two."""
    link = f"One link for each {a_link_for_each}; play from anywhere that reaches this server."
    return {"solo": solo, "hotseat": hotseat, "link": link}


class Page(Generic[P]):
    """What a game shows."""

    overlays: ClassVar[Sequence[Overlay[Any]]] = ()
    secrets: ClassVar[bool] = False
    """Whether a seat knows what another may not see: a shared screen is covered in between."""
    seatings: ClassVar[Mapping[str, str]] = {}
    """What `solo`, `hotseat` and `link` mean here, in a line each."""
    guided: ClassVar[Guided | None] = None
    """The guided first game."""
    style: ClassVar[str] = ""
    """Rules for the style sheet, such as the looks of its overlays."""
    house_rules: ClassVar[Collection[str]] = ()
    """The settings that stand apart from variants on the start page."""
    phases: ClassVar[Sequence[Phase]] = ()
    """The sequence of play, for the headings of the report."""
    signs: ClassVar[Mapping[str, str]] = {}
    """Words that stand with a sign before them in what is told, such as colors: a color that is
    only seen, or only named, is missed."""

    colors: ClassVar[Mapping[str, str]] = {}
    """The color of each seat, which stands with its name where it decides."""

    def notice(self) -> str | None:
        """What a player should know about the components, such as that some are reconstructed."""
        return None

    def stack(self) -> Sequence[StackTerm]:
        """What to say of the counters of a stack together."""
        return ()

    def group_of(self, setting: str) -> str:
        """Where a setting stands on the start page."""
        return "house rules" if setting in self.house_rules else VARIANTS

    def board(self) -> str:
        """The board with an empty `<g id="counters">`; bare paper for a game that draws none."""
        return BARE

    def counters(self, position: P, seat: str | None, /) -> str:
        """What lies on the board: the inside of that group."""
        return ""

    def flipbook(
        self, position: P, seat: str | None, decision: Decision | None, /
    ) -> Flipbook | None:
        """Where we are, what must and may be done, and the tables for it."""
        return None

    def warnings(self, position: P, seat: str | None, /) -> list[Price]:
        """What is allowed for now but will cost."""
        return []

    def overlay(self, position: P, name: str, parameters: Parameters) -> Shown:
        """One overlay by its name; errors name the parameter."""
        found = next((each for each in self.overlays if each.id == name), None)
        if found is None:
            known = ", ".join(each.id for each in self.overlays) or "none"
            raise BeachheadError(f"overlay: there is no {name!r}; there are {known}")
        return found.show(position, parameters)

    def odds(self, position: P, decision: Decision | None, asked: Mapping[str, str], /) -> Odds:
        """Chances before one commits; errors name the parameter."""
        raise BeachheadError("odds: this game has none to ask for; ask for those of an option")

    def reference(self) -> Reference:
        """Charts, units, cards and notes for the reference panel."""
        return Reference()

    def heading(self, rules: RuleIndex, rule: str) -> str | None:
        """The phase that a rule belongs to; None where it belongs to none, or to several."""
        return heading(self.phases, rules, rule)

    def standing(self, position: P, seat: str | None, /) -> HowItStands:
        """How it stands, in figures that the report plots."""
        return HowItStands()

    def chronicle(self, events: Sequence[Event], /) -> list[str]:
        """What happened in one or more turns, in a few sentences, from the events that who reads
        it may know. A game that does not sum up tells the first things that it makes much of."""
        return [each.text for each in events if each.manner.weight == "scene"][:3]
