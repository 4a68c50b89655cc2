"""What every drawing of a board owes its users. The tests of a game with a board inherit it:

class TestMyBoard(DrawingConformance):
    game = my_game
    part = {"around": "0812", "radius": 3}
    nowhere = "9999"
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from beachhead.errors import BeachheadError
from beachhead.kernel.chance import Dealer
from beachhead.kernel.play import Game, State
from beachhead.page.reference import Reference
from beachhead.suites.conformance import RandomGames

SVG = "{http://www.w3.org/2000/svg}svg"
MARK = re.compile(r'data-hint="([^"]*)"')
"""A part of a drawing that the reference explains."""


@cache
def _board(game: Game[Any]) -> str:
    return game.svg(None)


@cache
def _reference(game: Game[Any]) -> Reference:
    return game.page().reference()


class DrawingConformance(RandomGames):
    """The suite. See the module's description."""

    thinking: ClassVar[float] = 0.005
    part: ClassVar[Mapping[str, Any]]
    """What cuts out a part of the board: less than half of its width."""
    nowhere: ClassVar[str]
    """No place of the board."""
    everything: ClassVar[Mapping[str, Any]] = {}
    """What shows all that can be printed on the board."""
    largest: ClassVar[int] = 2_000_000
    """As many bytes a page can bear."""

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """A test for each game."""
        if "number" in metafunc.fixturenames:
            metafunc.parametrize("number", range(self.games))

    def beside(self, state: State[Any], tag: str) -> bool:  # noqa: ARG002
        """Whether something that an option touches is not on the board but beside it."""
        return False

    # --- the board

    def test_it_is_one_well_formed_document_light_enough_for_a_page(self) -> None:
        drawn = _board(self.game)
        assert ElementTree.fromstring(drawn).tag == SVG
        assert len(drawn.encode()) < self.largest

    def test_what_is_named_is_named_once_and_what_is_used_is_there(self) -> None:
        is_whole(self.game.svg(None, **self.everything))

    def test_it_is_the_same_in_every_process(self) -> None:
        """Also in one whose hashes are seeded differently."""
        program = (
            f"import sys; sys.path[:] = {sys.path!r}\n"
            f"from {type(self).__module__} import {type(self).__qualname__} as Suite\n"
            "sys.stdout.buffer.write(Suite.game.svg(None).encode())\n"
        )
        seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, check=False
        )
        assert ran.returncode == 0, ran.stderr.decode()
        assert ran.stdout.decode() == _board(self.game)

    def test_a_part_can_be_cut_out(self) -> None:
        whole, part = _box(_board(self.game)), _box(self.game.svg(None, **self.part))
        assert part[2] < whole[2] / 2
        assert part[3] < whole[3]
        assert self.refusal(around=self.nowhere), "something was drawn of nowhere"

    def test_what_is_not_wanted_is_left_out(self) -> None:
        layers = ["legend", *(self.game.board_options & {"grid", "numbers"})]
        without: dict[str, Any] = dict.fromkeys(layers, False)
        assert names_of(_board(self.game)).keys() >= set(layers)
        assert not names_of(self.game.svg(None, **without)).keys() & set(layers)

    def refusal(self, **wanted: Any) -> str:
        """Why something is not drawn; empty if it is."""
        try:
            self.game.svg(None, **wanted)
        except BeachheadError as error:
            return str(error)
        return ""

    # --- what is marked in drawings

    def test_what_is_marked_is_explained_under_a_rule(self) -> None:
        reference = _reference(self.game)
        for unit in reference.units:
            self.explained(unit.svg + unit.back)
        for card in reference.cards:
            self.explained(card.svg)
        for key, hint in reference.hints.items():
            assert self.game.rules.exists(hint.rule), f"the hint {key} names no rule: {hint.rule}"

    def test_every_number_on_a_counter_or_card_is_explained(self) -> None:
        """In a game that explains any."""
        reference = _reference(self.game)
        pictures = {unit.id: unit.svg for unit in reference.units}
        pictures |= {card.id: card.svg for card in reference.cards}
        for id_, drawn in pictures.items() if reference.hints else ():
            unmarked = [words for words in unmarked_in(drawn) if words.strip("-").isdigit()]
            assert not unmarked, f"{id_}: nothing says what {unmarked} is"

    def explained(self, drawn: str) -> None:
        """Every mark in a drawing has words."""
        unknown = {mark.split(" ")[0] for mark in MARK.findall(drawn)} - _reference(
            self.game
        ).hints.keys()
        assert not unknown, f"marked, but not explained: {sorted(unknown)}"

    # --- positions

    def test_positions_of_random_games_are_drawn(self, number: int) -> None:
        self.look(self.start(number), random.Random(number))
        for state, rng, look in self.walk_one(number):
            if look:
                self.look(state, rng)

    def look(self, state: State[Any], rng: random.Random) -> None:
        """The same position gives the same drawing, in which all that an option touches can be
        found; and what a seat cannot know is not drawn for it."""
        seat = rng.choice((*state.seats, None))
        drawn = self.game.svg(state.position, seat)
        twin = self.game.position.from_data(state.position.to_data())
        assert self.game.svg(twin, seat) == drawn
        other = state.determinize(seat, Dealer(rng.random().hex())).position
        if other != state.position:
            assert self.game.svg(other, seat) == drawn, f"the drawing tells {seat!r} too much"
        names = is_whole(drawn)
        self.explained(drawn)
        for option in state.decision.options:
            lost = [
                tag for tag in option.touches if tag not in names and not self.beside(state, tag)
            ]
            assert not lost, f"{option.id} touches {lost}, which is not drawn"


def names_of(drawn: str) -> Counter[str]:
    """The ids in a drawing, and how often each is given."""
    return Counter(id_ for each in ElementTree.fromstring(drawn).iter() if (id_ := each.get("id")))


def is_whole(drawn: str) -> Counter[str]:
    """Every id is given once, and what is used or clipped with is there; returns the ids."""
    names = names_of(drawn)
    twice = sorted(name for name, times in names.items() if times > 1)
    assert not twice, f"named more than once: {twice}"
    used = set(re.findall(r'href="#([^"]+)"', drawn)) | set(re.findall(r"url\(#([^)]+)\)", drawn))
    assert used <= names.keys(), f"used but not there: {sorted(used - names.keys())}"
    return names


def unmarked_in(drawn: str) -> list[str]:
    """The words in a drawing that are not in a marked part."""

    def said(element: Element) -> Iterator[str]:
        if element.get("data-hint") or element.tag.endswith("title"):
            return
        yield from filter(None, ((element.text or "").strip(),))
        for child in element:
            yield from said(child)
            yield from filter(None, ((child.tail or "").strip(),))

    return list(said(ElementTree.fromstring(drawn))) if drawn else []


def _box(drawn: str) -> tuple[float, ...]:
    root: Element = ElementTree.fromstring(drawn)
    return tuple(float(number) for number in root.attrib["viewBox"].split())
