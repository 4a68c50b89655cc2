"""Reading situations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NoReturn

from beachhead.kernel import notation
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.notation import NotationLine, lines, statements
from beachhead.kernel.reconstructions import reconstruction
from beachhead.storm.cards import hands
from beachhead.storm.cards.card_list import cards, deck
from beachhead.storm.notation import words as lexicon
from beachhead.storm.notation.words import FLAGS, MARKERS, PHASES, STEPS
from beachhead.storm.table import state
from beachhead.storm.table.board import AREAS, board
from beachhead.storm.table.house_rules import HOUSE_RULES
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import LAST_TURN, SIDES
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from beachhead.storm.victory.control import occupied
from beachhead.storm.victory.victory_points import BID, BIDS, POINTS_TO_BEAT


def read(text: str) -> StormTable:
    """The table that a text describes."""
    return StormReader().read(statements(text), LINES)


class StormReader(notation.Reader[StormTable, NotationLine]):
    """Lays out a table, statement by statement."""

    def __init__(self) -> None:
        super().__init__(StormTable(phase="impulses"))
        self.draws: list[int] = []
        self.dealt: dict[int, int] = {}
        self.any_copy: list[tuple[NotationLine, str, Callable[[int], None]]] = []
        self.control_told = False

    # --- units

    def place(self, statement: NotationLine) -> None:
        """A line that begins with a place."""
        for length in (1, 2):  # Gold, Gold box
            name = " ".join(word.text for word in statement.words[:length])
            longer = [word.text for word in statement.words[length : length + 1]] == ["box"]
            if lexicon.plain(name) in lexicon.places() and not longer:
                self.units(statement, length, lexicon.places()[lexicon.plain(name)])
                return
        self.nowhere(statement)

    def nowhere(self, statement: NotationLine) -> NoReturn:
        name = statement.keyword
        if isinstance(next(self.read_units(statement, 0)), int):
            raise statement.wrong(name, "where is it? Begin with an area, a box, a zone or out")
        raise statement.unknown(name, "place or keyword", [*LINES, *board().numbers])

    def units(self, statement: NotationLine, first: int, place: int) -> None:
        """The units in a place, each followed by its markers."""
        if len(statement.words) <= first:
            raise statement.wrong(statement.text, "say what is there")
        latest = state.NOWHERE
        for found in self.read_units(statement, first):
            if isinstance(found, int):
                latest = found
                self.once(statement, latest, pieces().units[latest].name)
                state.put(self.table, 1 << latest, place)
            elif found in MARKERS and latest >= 0:
                self.mark(found, latest)
            elif found in MARKERS:
                raise statement.wrong(found, "this marker must follow a unit")
            else:
                known = [*map(lexicon.short, pieces().units), *MARKERS]
                raise statement.unknown(found, "unit or marker", known)

    def read_units(self, statement: NotationLine, first: int) -> Iterator[int | str]:
        """Units by the longest name that fits, and whatever else there is as words."""
        words = [word.text for word in statement.words[first:]]
        while words:
            for length in range(min(len(words), lexicon.longest_name()), 0, -1):
                unit = self.find(" ".join(words[:length]))
                if unit is not None:
                    yield unit
                    del words[:length]
                    break
            else:
                yield words.pop(0)

    def find(self, name: str) -> int | None:
        """A unit by its name; for the face of a strongpoint the first one that is free."""
        if name in lexicon.strongpoint_kinds():
            free = [unit for unit in lexicon.strongpoint_kinds()[name] if unit not in self.placed]
            return free[0] if free else lexicon.strongpoint_kinds()[name][0]
        return lexicon.units().get(lexicon.plain(name))

    # --- cards

    def cards(
        self,
        statement: NotationLine,
        words: list[str],
        side: int | None,
        add: Callable[[int], None],
    ) -> None:
        """Cards by their ids; a kind of card stands for a copy that is not named elsewhere."""
        for word in words:
            if word in lexicon.card_ids():
                self.deal(statement, lexicon.card_ids()[word], side, add)
            elif word in lexicon.card_kinds():
                self.check_side(statement, lexicon.card_kinds()[word][0], side)
                self.any_copy.append((statement, word, add))
            else:
                raise statement.unknown(word, "card", [*lexicon.card_kinds(), *lexicon.card_ids()])

    def deal(
        self, statement: NotationLine, card: int, side: int | None, add: Callable[[int], None]
    ) -> None:
        name = cards()[card].id
        self.check_side(statement, card, side)
        if card in self.dealt:
            raise statement.wrong(name, f"is already somewhere else, in line {self.dealt[card]}")
        self.dealt[card] = statement.line
        add(card)

    def check_side(self, statement: NotationLine, card: int, side: int | None) -> None:
        if side is not None and cards()[card].side != SIDES[side]:
            raise statement.wrong(cards()[card].name, f"is no {SIDES[side]} card")

    # --- putting it together

    def finish(self) -> None:
        """Any copies of cards, strongpoints, control, and the cards still to be drawn."""
        table = self.table
        for statement, kind, add in self.any_copy:
            free = [card for card in lexicon.card_kinds()[kind] if card not in self.dealt]
            if not free:
                raise statement.wrong(kind, "all copies are somewhere else")
            self.deal(statement, free[0], None, add)
        if table.phase != "setup":
            left = (unit for unit in members(state.strongpoints()) if unit not in self.placed)
            state.put(table, set_of(left), state.UNUSED)
        if not self.control_told:
            table.allied_control = usual_control(table)
        for side in (ALLIED, GERMAN):
            gone = table.hands[side] | table.discards[side] | table.removed
            table.stock[side] = deck(SIDES[side]) & ~gone
        self.agenda[:0] = [(state.steps.id_of(hands.draw), side) for side in self.draws]


def usual_control(table: StormTable) -> int:
    """13.0 Who controls what if nothing else is said: as at the start, but for areas that only
    one side occupies."""
    allied, german = occupied(table, ALLIED), occupied(table, GERMAN)
    return (board().start_allied | allied & ~german) & ~(german & ~allied)


def _side(line: NotationLine) -> int:
    return SIDES.index(line.choice("allied or german", "side", SIDES))


# --- the lines that begin with a keyword


def turn(reader: StormReader, line: NotationLine) -> None:
    reader.table.turn = line.number(line.argument("which one"), 1, LAST_TURN, "the turn")
    for phase in line.rest[1:]:
        reader.table.phase = line.among(phase, "phase", PHASES)


def impulse(reader: StormReader, line: NotationLine) -> None:
    reader.table.impulse = _side(line)
    for word in line.rest[1:]:
        line.among(word, "word about an impulse", ["passed"])
        reader.table.passed = True


def first(reader: StormReader, line: NotationLine) -> None:
    reader.table.first = _side(line)


def house(reader: StormReader, line: NotationLine) -> None:
    switch = line.choice("which house rule", "house rule", HOUSE_RULES)
    reader.table.house[switch] = "alternative"


def bid(reader: StormReader, line: NotationLine) -> None:
    """15.0g The points that the Allies must have more of; 30 goes without saying."""
    bid = int(line.choice("how many points", "bid", [str(each) for each in BIDS]))
    if bid != POINTS_TO_BEAT:
        reader.table.house[BID] = str(bid)


def allied(reader: StormReader, line: NotationLine) -> None:
    reader.control_told = True
    for name in line.rest:
        place = lexicon.places().get(lexicon.plain(name), state.NOWHERE)
        if place not in AREAS:
            raise line.unknown(name, "area", [board().name(area) for area in AREAS])
        reader.table.allied_control |= 1 << place


def out(reader: StormReader, line: NotationLine) -> None:
    reader.units(line, 1, state.ELIMINATED)


def lost(reader: StormReader, line: NotationLine) -> None:
    reader.units(line, 1, state.ELIMINATED)
    for unit in reader.read_units(line, 1):
        if isinstance(unit, int):
            if state.side_of(unit) != ALLIED:
                raise line.wrong(pieces().units[unit].name, "only Allied losses count; write out")
            reader.table.lost |= 1 << unit


def due(reader: StormReader, line: NotationLine) -> None:
    reader.units(line, 1, state.NOWHERE)


def hand(reader: StormReader, line: NotationLine) -> None:
    side = _side(line)
    words = line.rest[1:]
    if words[-1:] == ["unknown"]:
        count = words[-2] if len(words) > 1 else ""
        number = line.number(count, 1, deck(SIDES[side]).bit_count(), "how many cards")
        reader.draws += [side] * number
        words = words[:-2]

    def hold(card: int) -> None:
        reader.table.hands[side] |= 1 << card

    def hold_known(card: int) -> None:
        hold(card)
        reader.table.known[side] |= 1 << card

    for word, following in zip(words, [*words, ""][1:], strict=True):
        if word != "known":
            reader.cards(line, [word], side, hold_known if following == "known" else hold)


def discards(reader: StormReader, line: NotationLine) -> None:
    side = _side(line)

    def put(card: int) -> None:
        reader.table.discards[side] |= 1 << card

    reader.cards(line, line.rest[1:], side, put)


def removed(reader: StormReader, line: NotationLine) -> None:
    def put(card: int) -> None:
        reader.table.removed |= 1 << card

    reader.cards(line, line.rest, None, put)


def played(reader: StormReader, line: NotationLine) -> None:
    reader.table.played = lexicon.card_ids()[line.choice("which card", "card", lexicon.card_ids())]
    for word in line.rest[1:]:
        line.among(word, "word about a card", ["impulse", "cancelled"])
    reader.table.played_for_impulse = "impulse" in line.rest[1:]
    reader.table.cancelled = "cancelled" in line.rest[1:]


def support(reader: StormReader, line: NotationLine) -> None:
    reader.table.support = line.number(line.argument("how many"), 0, 24, "Support Points")


def points(reader: StormReader, line: NotationLine) -> None:
    reader.table.victory = line.number(line.argument("how many"), -999, 999, "victory points")


def flag(reader: StormReader, line: NotationLine) -> None:
    if line.rest:
        raise line.wrong(line.rest[0], f"{line.keyword} stands alone")
    setattr(reader.table, line.keyword.replace("-", "_"), True)


def begin(reader: StormReader, line: NotationLine) -> None:
    what = line.choice("what", "beginning", STEPS)
    reader.agenda += [(state.steps.id_of(step),) for step in STEPS[what]]


LINES = {
    **lines(turn, impulse, first, house, bid, reconstruction, allied, out, lost, due),
    **lines(support, points, begin),
    **lines(hand, discards, removed, played),
    **dict.fromkeys(FLAGS, flag),
}
