"""Reading situations: what is in which place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple, NoReturn

from beachhead.kernel import notation
from beachhead.kernel.bits import set_of
from beachhead.kernel.notation import Word
from beachhead.kernel.plain import replaced
from beachhead.omaha.german_fire.losses import OUT
from beachhead.omaha.germans.pools import fill_boxes
from beachhead.omaha.notation.words import (
    GERMAN_MARKERS,
    UNSEEN,
    US_MARKERS,
    OmahaLine,
    armor_units,
    depth_kind,
    full_strength,
    heroes,
    landing_boxes,
    posts,
    scenarios,
)
from beachhead.omaha.sequence import rest_of_turn
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.deck import ALL_CARDS
from beachhead.omaha.table.names import plain, us_pieces
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    GENERALS,
    HQS,
    NOWHERE,
    UNITS,
    UNSEEN_DEPTH,
    UNSEEN_EITHER,
    UNSEEN_WN,
    OmahaTable,
    equipment,
    own_division,
    put_in_hex,
    put_in_post,
    steps,
)


def empty_map(scenario: str, variants: Iterable[str] = ()) -> OmahaTable:
    """The table of a scenario with nothing on the map and everybody set aside."""
    row = scenarios()[scenario]
    table = OmahaTable(
        scenario=scenario,
        variants=tuple(variants),
        turn=row["turns"][0],
        last_turn=row["turns"][1],
        sectors=tuple(row["sectors"]),
        steps_left=full_strength(scenario),
        unseen_units=(1 << len(equipment().pieces.german_units)) - 1,
        unseen_depth=(1 << len(equipment().pieces.depth_markers)) - 1,
        deck=ALL_CARDS,
    )
    fill_boxes(table)
    return table


class Place(NamedTuple):
    """Where pieces are; nowhere at all is out of play."""

    hex: int = NOWHERE
    box: int = NOWHERE
    due: int = NOWHERE
    post: int | None = None

    @property
    def out(self) -> bool:
        return self.hex == self.box == self.due == NOWHERE


class Face(NamedTuple):
    """A counter told by its face: which one it is shows when all named ones are known."""

    statement: OmahaLine
    word: str
    post: int


class OmahaReader(notation.Reader[OmahaTable, OmahaLine]):
    """Lays out a table, statement by statement."""

    def __init__(
        self, scenario: str, variants: Iterable[str] = (), keywords: Iterable[str] = ()
    ) -> None:
        super().__init__(empty_map(scenario, variants))
        self.keywords = keywords
        self.deck_told = False
        self.manned: dict[int, int] = {}
        self.seen_units = 0
        self.seen_depth = 0
        self.unit_faces: list[Face] = []
        self.depth_faces: list[Face] = []
        self.usual_depth: list[int] = []
        self.any_hero: list[tuple[OmahaLine, int, bool]] = []
        self.begin = ""
        self.armor_told: int | None = None
        self.either_told: tuple[int, ...] | None = None

    # --- places

    def place(self, statement: OmahaLine) -> None:
        """A line that begins with a hex or a German post."""
        name = statement.keyword
        if name in posts():
            post = posts()[name]
            self.items(statement, 1, Place(hex=equipment().posts[post].hex, post=post))
        elif re.fullmatch(r"\d{4}", name):
            hex_ = statement.hex(name)
            self.items(statement, 1, Place(hex=hex_, post=equipment().post_at.get(hex_)))
        else:
            self.nowhere(statement, name)

    def nowhere(self, statement: OmahaLine, name: str) -> NoReturn:
        if name in equipment().board.position:
            two = [post.name for post in equipment().posts if post.position.name == name]
            raise statement.wrong(name, f"it has two posts; write {' or '.join(two)}")
        if name in landing_boxes():
            raise statement.wrong(name, f"this is a landing box; write box {name}")
        if plain(name.partition(":")[0]) in us_pieces():
            raise statement.wrong(name, "where is it? Begin with a hex, or with box, track or out")
        raise statement.unknown(name, "place or keyword", [*self.keywords, *posts()])

    def items(self, statement: OmahaLine, first: int, place: Place) -> None:
        """The pieces in a place, each followed by its markers."""
        words = statement.words[first:]
        if not words:
            raise statement.wrong(statement.text, "say what is there")
        latest: tuple[str, int] | None = None
        while words:
            word = words.pop(0)
            name, _, steps = word.text.partition(":")
            if words and plain(name) not in us_pieces():
                both = name + words[0].text  # 16 HQ, Gen. Cota
                if plain(both) in us_pieces():
                    name = both
                    words.pop(0)
            if plain(name) in us_pieces():
                latest = "us", us_pieces()[plain(name)]
                self.us_piece(statement, latest[1], place, steps)
            elif place.out and name.lower() in heroes():
                latest = "hero", heroes()[name.lower()]
                self.table.heroes = replaced(self.table.heroes, latest[1], OUT)
            elif place.hex != NOWHERE and name in armor_units():
                place = place._replace(post=self.armor(statement, name, place.hex))
                latest = "german", armor_units()[name]
            elif place.post is not None and self.german(statement, word, words, place.post):
                latest = "german", place.post
            elif latest is None:
                self.no_piece(statement, word, place)
            else:
                self.marker(statement, word, place, *latest)

    def marker(self, statement: OmahaLine, word: Word, place: Place, side: str, on: int) -> None:
        """A marker on the latest piece."""
        name, _, value = word.text.partition("=")
        if side == "us" and name in US_MARKERS:
            self.mark(US_MARKERS[name], on)
        elif side == "us" and name == "wounded" and on in GENERALS:
            self.mark("wounded", on - GENERALS.start)
        elif side == "us" and name == "cp" and on in HQS:
            last = len(charts().hq_ranges) - 1
            space = statement.number(value or "0", 0, last, "the space on the range track")
            self.table.command_posts = replaced(self.table.command_posts, on - HQS.start, space)
        elif side == "us" and name in ("hero", "inspired"):
            self.hero_marker(statement, on, value, inspired=name == "inspired")
        elif side == "german" and name in GERMAN_MARKERS:
            self.mark(GERMAN_MARKERS[name], on)
        elif side == "german" and name == "drawn":
            self.table.drawn_at = replaced(
                self.table.drawn_at, on, statement.number(value, 0, 99, "additions to the pool")
            )
        elif side == "hero" and name == "inspired":
            self.mark("inspired", on)
        else:
            self.no_piece(statement, word, place)

    def no_piece(self, statement: OmahaLine, word: Word, place: Place) -> NoReturn:
        """Say what could have been meant by a word that is no piece or marker."""
        us_words, pieces = [*US_MARKERS, "hero", "inspired", "wounded", "cp"], equipment().pieces
        text = word.text
        if text in us_words or text in GERMAN_MARKERS:
            raise statement.wrong(text, "this marker must follow a piece that it can lie on")
        german = word.quoted or "?" in text or text in pieces.german_unit
        if german or text.startswith("depth") or text in pieces.depth_marker:
            raise statement.wrong(text, "no German unit can stand there: it is no German post")
        known = [*equipment().names, *us_words]
        if place.post is not None:
            known += [*pieces.german_unit, *GERMAN_MARKERS, *UNSEEN, "depth?"]
        raise statement.unknown(text, "piece or marker", known)

    # --- US pieces

    def us_piece(self, statement: OmahaLine, piece: int, place: Place, steps: str) -> None:
        table, name = self.table, equipment().names[piece]
        self.once(statement, piece, name)
        put_in_hex(table, piece, place.hex)
        table.box = replaced(table.box, piece, place.box)
        table.due = replaced(table.due, piece, place.due)
        if piece < UNITS:
            full = equipment().units[piece].full_steps
            table.steps_left = replaced(table.steps_left, piece, 0 if place.out else full)
            if steps:
                told = statement.number(steps, 1, full, f"the steps left of {name}")
                table.steps_left = replaced(table.steps_left, piece, told)
        elif steps:
            raise statement.wrong(f"{name}:{steps}", "leaders have no steps")

    def hero_marker(self, statement: OmahaLine, piece: int, name: str, *, inspired: bool) -> None:
        if not name:
            self.any_hero.append((statement, piece, inspired))
        elif name.lower() not in heroes():
            raise statement.unknown(name, "hero", [hero.name for hero in equipment().pieces.heroes])
        else:
            self.join(statement, heroes()[name.lower()], piece, inspired)

    def join(self, statement: OmahaLine, hero: int, piece: int, inspired: bool) -> None:
        """A hero, or his inspired marker, joins a unit."""
        if self.table.heroes[hero] != NOWHERE:
            raise statement.wrong(equipment().pieces.heroes[hero].name, "is already somewhere else")
        self.table.heroes = replaced(self.table.heroes, hero, piece)
        if inspired:
            self.mark("inspired", hero)

    def free_hero(self, statement: OmahaLine, piece: int) -> int:
        for hero, counter in enumerate(equipment().pieces.heroes):
            if counter.division == own_division(piece) and self.table.heroes[hero] == NOWHERE:
                return hero
        raise statement.wrong("hero", f"the division of {equipment().names[piece]} has none left")

    # --- German units and depth markers

    def german(self, statement: OmahaLine, word: Word, words: list[Word], post: int) -> bool:
        """Whether a word, with what it needs after it, is a German unit or a depth marker."""
        if self.german_unit(statement, word, post):
            return True
        table, text, markers = self.table, word.text, equipment().pieces.depth_marker
        kind = text.removesuffix("-depth?")
        if not (text in ("depth", "depth?") or text in markers or kind in UNSEEN_DEPTH):
            return False
        if post not in self.manned:
            raise statement.wrong(text, "a depth marker lies beneath a unit: write the unit first")
        if text in markers:
            self.seen_depth = self.turn_up(statement, text, markers[text].index, self.seen_depth)
            table.depth = replaced(table.depth, post, markers[text].index)
        elif text == "depth?":
            self.usual_depth.append(post)
        elif text == "depth":
            if not words:
                raise statement.wrong(text, 'say which: depth?, depth "1 AR" or depth TR')
            self.depth_faces.append(Face(statement, words.pop(0).text, post))
        else:
            table.depth = replaced(table.depth, post, UNSEEN_DEPTH[kind])
        return True

    def armor(self, statement: OmahaLine, name: str, hex_: int) -> int:
        """23 A German armor unit may be in any hex; it is always face up."""
        post = armor_units()[name]
        unit = equipment().pieces.german_unit[name].index
        self.seen_units = self.turn_up(statement, name, unit, self.seen_units)
        self.man(statement, post, unit)
        self.table.armor_hex = replaced(self.table.armor_hex, post - ARMOR_POSTS.start, hex_)
        self.table.armor_entered += 1
        return post

    def german_unit(self, statement: OmahaLine, word: Word, post: int) -> bool:
        text, named = word.text, equipment().pieces.german_unit
        if text == "?" and not equipment().posts[post].is_wn:
            raise statement.wrong(
                text, "write T? for a tactical unit, D? for one of the division pool"
            )
        if text == "?" or text in UNSEEN:
            self.man(statement, post, UNSEEN.get(text, UNSEEN_WN))
            self.mark("face_down", post)
        elif text in named:
            self.seen_units = self.turn_up(statement, text, named[text].index, self.seen_units)
            self.man(statement, post, named[text].index)
        elif word.quoted:
            self.man(statement, post, UNSEEN_WN)
            self.unit_faces.append(Face(statement, text, post))
        else:
            return False
        return True

    def turn_up(self, statement: OmahaLine, name: str, counter: int, seen: int) -> int:
        if seen >> counter & 1:
            raise statement.wrong(name, "is already somewhere else")
        return seen | 1 << counter

    def man(self, statement: OmahaLine, post: int, unit: int) -> None:
        if post in self.manned:
            name = equipment().posts[post].name
            raise statement.wrong(name, f"already holds the unit of line {self.manned[post]}")
        self.manned[post] = statement.line
        put_in_post(self.table, post, unit)

    def find_unit(self, statement: OmahaLine, word: str, post: int) -> int:
        """A unit not seen elsewhere with a face, of the kind that belongs in a post."""
        place = equipment().posts[post]
        strength, requirements = _face(statement, word)
        kinds = ("wn",) if place.is_wn else ("tactical", "division", "kg_meyer")
        for unit in equipment().pieces.german_units:
            if (
                unit.kind in kinds
                and (not place.is_wn or unit.gun == place.gun)
                and (unit.strength, unit.requirements) == (strength, requirements)
                and not self.seen_units >> unit.index & 1
            ):
                return unit.index
        raise statement.wrong(word, f"no unit with this face is left for {place.name}")

    def find_depth(self, statement: OmahaLine, word: str, post: int) -> int:
        """A depth marker not seen elsewhere with a face, of the kind drawn for a post."""
        kind = depth_kind(equipment().posts[post], self.table.unit[post])
        tactical = word == "TR"
        face = (0, frozenset[str]()) if tactical else _face(statement, word)
        for marker in equipment().pieces.depth_markers_of(kind):
            if (
                marker.tactical_reinforcement == tactical
                and (marker.strength, marker.requirements) == face
                and not self.seen_depth >> marker.index & 1
            ):
                return marker.index
        raise statement.wrong(word, f"no {kind} depth marker with this face is left")

    # --- putting it together

    def finish(self) -> None:
        """Which counters show the faces, the cards still in the deck, and what begins."""
        table = self.table
        for statement, word, post in self.unit_faces:
            put_in_post(table, post, self.find_unit(statement, word, post))
            self.seen_units |= 1 << table.unit[post]
        for statement, word, post in self.depth_faces:
            table.depth = replaced(table.depth, post, self.find_depth(statement, word, post))
            self.seen_depth |= 1 << table.depth[post]
        for post in self.usual_depth:
            table.depth = replaced(
                table.depth,
                post,
                UNSEEN_DEPTH[depth_kind(equipment().posts[post], table.unit[post])],
            )
        for statement, piece, inspired in self.any_hero:
            self.join(statement, self.free_hero(statement, piece), piece, inspired)
        table.unseen_units &= ~self.seen_units
        table.unseen_depth &= ~self.seen_depth
        unknown = table.unit.count(UNSEEN_EITHER)
        table.either = self.either_told or (unknown - unknown // 2, unknown // 2)
        if self.armor_told is not None:
            table.armor_entered = self.armor_told
        if self.begin:
            self.agenda += [(steps.id_of(step),) for step in rest_of_turn(table, self.begin)]
        if not self.deck_told:
            table.deck &= ~(table.discards | set_of(table.track))


def _face(statement: OmahaLine, word: str) -> tuple[int, frozenset[str]]:
    """A strength and requirements, in any order: "2 BG BZ"."""
    parts = word.split()
    strength = [part for part in parts if part.isdigit()]
    requirements = [part for part in parts if not part.isdigit()]
    if len(strength) != 1 or not all(re.fullmatch(r"[A-Z]{2}", part) for part in requirements):
        raise statement.wrong(word, 'a face is a strength and requirements, such as "2 BG BZ"')
    return int(strength[0]), frozenset(requirements)
