"""Reading situations."""

from __future__ import annotations

from beachhead.dday91.notation.words import BEGINNINGS, MARKERS, OFF_BOARD, STEPS, beginning, units
from beachhead.dday91.setup.placing_units import unused_units
from beachhead.dday91.table import state
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.house_rules import HOUSE_RULES
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import LAST_TURN, SIDES
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable
from beachhead.kernel import notation
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.notation import NotationLine, lines, statements
from beachhead.kernel.reconstructions import reconstruction


def read(text: str) -> DDayTable:
    """The table that a text describes."""
    return DDayReader().read(statements(text), LINES)


class DDayReader(notation.Reader[DDayTable, NotationLine]):
    """Lays out a table, statement by statement."""

    def __init__(self) -> None:
        super().__init__(DDayTable(step="movement"))
        self.begin: str | None = None
        self.together: list[list[int]] = []
        self.taken: HexSet = 0
        self.given: HexSet = 0
        self.moves_told = self.initiative_told = False

    def place(self, statement: NotationLine) -> None:
        """A line that begins with a hex, a city, or a place off the board."""
        hex_ = OFF_BOARD.get(statement.keyword, find_hex(statement.keyword))
        if hex_ is None:
            if statement.keyword.casefold() in units():
                raise statement.wrong(statement.keyword, "where is it? Begin with a hex")
            known = [*LINES, *OFF_BOARD, *board().grid.numbers, *board().city]
            raise statement.unknown(statement.keyword, "hex or keyword", known)
        self.units(statement, hex_)

    def units(self, statement: NotationLine, place: int) -> None:
        """The units in a place, each followed by its markers."""
        if not statement.rest:
            raise statement.wrong(statement.keyword, "say what is there")
        latest = -1
        self.together.append([])
        for word in statement.rest:
            unit = units().get(word.casefold())
            if unit is not None:
                latest = unit
                self.once(statement, unit, state.row(unit).id)
                self.table.hex[unit] = place
                self.together[-1].append(unit)
            elif word in MARKERS and latest >= 0:
                self.mark(MARKERS[word], latest)
            elif word in MARKERS:
                raise statement.wrong(word, "this marker must follow a unit")
            else:
                known = [*(unit.id for unit in pieces().units), *MARKERS]
                raise statement.unknown(word, "unit or marker", known)

    def finish(self) -> None:
        """Units that are not in use, Moves, the initiative, control, and what begins."""
        table = self.table
        scenario = charts().scenario[table.year]
        for unit in members(unused_units(table)):
            if unit not in self.placed:
                table.hex[unit] = state.UNUSED
        for together in self.together:
            give_boxes(table, together)
        if not self.moves_told:
            table.moves = [scenario.starting_moves[side] for side in SIDES]
        if not self.initiative_told:
            table.initiative = SIDES.index(scenario.initiative)
        table.allied_control = (usual_control(table) | self.taken) & ~self.given
        if self.begin is not None:
            self.agenda += beginning(self.begin, table.side)


def give_boxes(table: DDayTable, together: list[int]) -> None:
    """2d1, N-20 In a hex with several armies, those told together with one are in its box."""
    armies = [unit for unit in together if state.row(unit).army]
    for unit in together:
        state.join_box(table, unit)
        if unit in table.boxes and len(armies) == 1:
            table.boxes[unit] = armies[0]


def usual_control(table: DDayTable) -> HexSet:
    """2e Who controls what if nothing else is said: as at the start, but for hexes with ground
    units."""
    land, ground = board().land, pieces().ground
    start = board().start_allied | (state.occupied(table, ALLIED, ground) & land)
    return start & ~state.occupied(table, GERMAN, ground)


def find_hex(name: str) -> int | None:
    """A hex by its number, its tag or the name of its city."""
    plain = name.removeprefix("hex-")
    if plain in board().grid.numbers:
        return board().hex(plain)
    city = board().city.get(name)
    return None if city is None else city.hex


# --- the lines that begin with a keyword


def scenario(reader: DDayReader, line: NotationLine) -> None:
    reader.table.year = int(line.choice("1943 or 1944", "scenario", ["1943", "1944"]))


def turn(reader: DDayReader, line: NotationLine) -> None:
    reader.table.turn = line.number(line.argument("which one"), 1, LAST_TURN, "the Turn")
    for word in line.rest[1:]:
        if word in SIDES:
            reader.table.side = SIDES.index(word)
        elif word in STEPS:
            reader.table.step = word
        else:
            raise line.unknown(word, "side or step", [*SIDES, *STEPS])


def moves(reader: DDayReader, line: NotationLine) -> None:
    line.argument("how many Allied and German ones")
    if len(line.rest) != 2:
        raise line.wrong(line.rest[0], "say how many Allied and how many German Moves")
    reader.table.moves = [line.number(word, 0, state.MOST_MOVES, "Moves") for word in line.rest]
    reader.moves_told = True


def options(reader: DDayReader, line: NotationLine) -> None:
    line.argument("which ones")
    for word in line.rest:
        line.among(word, "option", state.OPTIONS)
    chosen = {*reader.table.options, *line.rest}
    reader.table.options = [name for name in state.OPTIONS if name in chosen]


def house(reader: DDayReader, line: NotationLine) -> None:
    switch = line.choice("which house rule", "house rule", HOUSE_RULES)
    reader.table.house[switch] = "alternative"


def control(reader: DDayReader, line: NotationLine) -> None:
    side = line.choice("allied or german", "side", SIDES)
    for word in line.rest[1:]:
        hex_ = find_hex(word)
        if hex_ is None or not board().is_land(hex_):
            raise line.unknown(word, "land hex", [*board().grid.numbers, *board().city])
        if side == SIDES[ALLIED]:
            reader.taken |= 1 << hex_
        else:
            reader.given |= 1 << hex_


def initiative(reader: DDayReader, line: NotationLine) -> None:
    side = line.choice("allied or german", "side", SIDES)
    reader.table.initiative = SIDES.index(side)
    reader.initiative_told = True


def weather(reader: DDayReader, line: NotationLine) -> None:
    reader.table.bad_weather = line.choice("good or bad", "weather", ["good", "bad"]) == "bad"


def begin(reader: DDayReader, line: NotationLine) -> None:
    reader.begin = line.choice("what", "beginning", BEGINNINGS)


LINES = lines(
    scenario,
    turn,
    moves,
    options,
    house,
    reconstruction,
    control,
    initiative,
    weather,
    begin,
)
