"""What must hold at every decision, whatever was played. Used by tests and by long runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from beachhead.kernel.grid import members
from beachhead.kernel.play import Event
from beachhead.kernel.record import Record
from beachhead.omaha import pack
from beachhead.omaha.charts import charts
from beachhead.omaha.control import map_in_play
from beachhead.omaha.deck import ALL_CARDS
from beachhead.omaha.losses import OUT, infantry_lost
from beachhead.omaha.state import (
    DEPTH_KIND,
    DIVISIONS,
    EMPTY,
    NO_DEPTH,
    NOWHERE,
    PIECES,
    UNITS,
    UNSEEN_DIVISION,
    UNSEEN_TACTICAL,
    Table,
    german_hexes,
    is_unit,
    lore,
    piece_name,
    stacks,
)


def invariants(table: Table) -> list[str]:
    """Everything that is wrong with a table; an empty list if it is sound."""
    return [
        *_places(table),
        *_steps(table),
        *_stacking(table),
        *_losses(table),
        *_germans(table),
        *_pools(table),
        *_cards(table),
    ]


def _places(table: Table) -> list[str]:
    problems = []
    germans = german_hexes(table)
    for piece in range(PIECES):
        places = [table.hex[piece], table.box[piece], table.due[piece]]
        if sum(place != NOWHERE for place in places) > 1:
            problems.append(f"{piece_name(piece)} is in two places: {places}")
        if table.hex[piece] != NOWHERE and not map_in_play(table) >> table.hex[piece] & 1:
            problems.append(f"{piece_name(piece)} is off the map")
        if table.hex[piece] != NOWHERE and germans >> table.hex[piece] & 1:
            problems.append(f"{piece_name(piece)} is in a hex with a German unit")
        elsewhere = table.hex[piece] == NOWHERE
        for marker in ("disrupted", "climbing", "climbing_cliff"):
            if elsewhere and getattr(table, marker) >> piece & 1:
                problems.append(f"{piece_name(piece)} is {marker} but not on the map")
    for hero, unit in enumerate(table.heroes):
        if unit not in (NOWHERE, OUT) and not _is_there(table, unit):
            problems.append(f"hero {hero} is with {piece_name(unit)}, which is out of play")
    return problems


def _is_there(table: Table, piece: int) -> bool:
    return max(table.hex[piece], table.box[piece], table.due[piece]) != NOWHERE


def _steps(table: Table) -> list[str]:
    problems = []
    for unit in range(UNITS):
        left = table.steps_left[unit]
        if not 0 <= left <= lore().units[unit].full_steps:
            problems.append(f"{piece_name(unit)} has {left} steps")
        if _is_there(table, unit) != (left > 0):
            problems.append(f"{piece_name(unit)} has {left} steps but is in play or out")
    return problems


def _stacking(table: Table) -> list[str]:
    """7.6 At most two units in a hex once the Action Phase is over."""
    if table.phase != "end":
        return []
    return [
        f"{lore().board.name(hex_)} holds more than two units"
        for hex_, pieces in stacks(table).items()
        if sum(is_unit(piece) for piece in pieces) > 2
    ]


def _losses(table: Table) -> list[str]:
    """13.1 Nobody plays on after a catastrophic loss."""
    limit = charts().limit("catastrophic_loss", table.turn) or 0
    return [
        f"Division {division} has lost {infantry_lost(table, division)} infantry units"
        for division in DIVISIONS
        if table.result is None and infantry_lost(table, division) >= limit
    ]


def _germans(table: Table) -> list[str]:
    problems = []
    known = Counter(unit for unit in table.unit if unit >= 0)
    problems += [f"German unit {unit} is in two posts" for unit, n in known.items() if n > 1]
    for post in lore().posts:
        bit = 1 << post.index
        if table.unit[post.index] == EMPTY:
            if table.depth[post.index] != NO_DEPTH:
                problems.append(f"{post.name} has depth but no unit")
            if (table.face_down | table.german_disrupted) & bit:
                problems.append(f"{post.name} is empty but face down or disrupted")
        elif table.unit[post.index] < 0 and not table.face_down & bit:
            problems.append(f"{post.name} is face up but nobody has seen it")
        elif table.unit[post.index] >= 0 and table.unseen_units >> table.unit[post.index] & 1:
            problems.append(f"{post.name} holds a unit that was seen and was not")
    return problems


def _pools(table: Table) -> list[str]:
    """Counters are conserved: never more are in boxes and face down than nobody has seen."""
    problems = [f"box {name} holds {count}" for name, count in table.boxes.items() if count < 0]
    the = lore().pieces
    for kind in ("wn", "building", "mobile"):
        unseen = sum(
            1
            for marker in the.depth_markers
            if marker.kind == kind and table.unseen_depth >> marker.index & 1
        )
        face_down = sum(DEPTH_KIND.get(depth) == kind for depth in table.depth)
        boxed = table.boxes[f"{kind}_depth"]
        boxed += table.boxes["kg_meyer_depth"] if kind == "mobile" else 0
        if face_down + boxed > unseen:
            problems.append(f"{face_down} {kind} depth markers face down, {boxed} in the box")
    unseen_tactical = sum(
        1 for unit in the.german_units_of("tactical") if table.unseen_units >> unit.index & 1
    )
    tactical = table.boxes["tactical"] + table.unit.count(UNSEEN_TACTICAL)
    if tactical != unseen_tactical - _tactical_removed(table):
        problems.append(f"{tactical} tactical units unseen in play of {unseen_tactical}")
    entered = sum(count for _, _, count in table.arrivals)
    division = table.boxes["division"] + table.unit.count(UNSEEN_DIVISION)
    unseen_division = sum(
        1 for unit in the.german_units_of("division") if table.unseen_units >> unit.index & 1
    )
    if _starts_with(table, "division") and division != entered + unseen_division:
        problems.append(f"{division} division units in play, {entered + unseen_division} expected")
    return problems


def _tactical_removed(table: Table) -> int:
    return 9 - _starts_with(table, "tactical")


def _starts_with(table: Table, pool: str) -> int:
    rows = pack.load().rows("scenario_pools")
    return sum(
        row["count"] for row in rows if row["scenario"] == table.scenario and row["pool"] == pool
    )


def _cards(table: Table) -> list[str]:
    """2.3 Deck, discards and the cards drawn this turn are the 54 cards, each once."""
    track = 0
    for number in table.track:
        track |= 1 << number
    if len(set(table.track)) != len(table.track):
        return ["a card lies twice on the track"]
    if table.deck & table.discards or track & (table.deck | table.discards):
        return ["a card is in two places"]
    if table.deck | table.discards | track != ALL_CARDS:
        return ["a card is missing"]
    return []


# --- the events against the table


class Books:
    """What somebody who only hears the events would write down."""

    def __init__(self, start: Table) -> None:
        self.steps = start.steps_left[:UNITS]
        self.places = [_place(start, piece) for piece in range(PIECES)]
        self.disrupted = {piece_name(unit) for unit in members(start.disrupted)}
        self.deck = start.deck.bit_count()
        self.drawn: set[int] = set()
        self.number = {piece_name(piece): piece for piece in range(PIECES)}
        self.germans, self.deep, self.silent = _posts(start)

    def enter(self, event: Event) -> Iterator[str]:
        """Write an event down; what cannot be is a problem."""
        name, post = str(event.detail.get("unit", "")), str(event.detail.get("post", ""))
        match event.kind:
            case "turn":
                yield from self._crowds(event)
            case "step-loss" | "step-gain":
                unit = self.number[name]
                self.steps[unit] += 1 if event.kind == "step-gain" else -1
                if self.steps[unit] != event.detail["steps"]:
                    yield f"{event.text} But it should have {self.steps[unit]}."
            case "eliminated" | "removed" | "captured":
                piece = self.number[name]
                self.places[piece] = ""
                if piece < UNITS:
                    self.steps[piece] = 0
                self.disrupted.discard(name)
            case "place" | "drift":
                self.places[self.number[name]] = f"box {event.detail['box']}"
            case "land":
                self.places[self.number[name]] = f"hex {event.detail['hex']}"
            case "move":
                piece = self.number[name]
                if self.places[piece] != f"hex {event.detail['start']}":
                    yield f"{event.text} But it was in {self.places[piece] or 'no place'}."
                self.places[piece] = f"hex {event.detail['end']}"
            case "delay" | "leader" if "turn" in event.detail:
                self.places[self.number[name]] = f"turn {event.detail['turn']}"
            case "disrupted":
                self.disrupted.add(name)
            case "rally":
                self.disrupted.discard(name)
            case "reinforcement":
                self.germans.add(post)
            case "german-eliminated" | "german-removed" | "withdrawal":
                for marked in (self.germans, self.deep, self.silent):
                    marked.discard(post)
            case "depth":
                self.deep.add(post)
            case "depth-removed":
                self.deep.discard(post)
            case "german-disrupted":
                self.silent.add(post)
            case "recover":
                self.silent.discard(post)
            case "card":
                number = event.detail["card"]
                if number in self.drawn:
                    yield f"{event.text} But it was drawn before, and no shuffle since."
                self.drawn.add(number)
                self.deck -= 1
            case "shuffle":
                self.deck = event.detail["cards"]
                self.drawn.clear()

    def _crowds(self, event: Event) -> Iterator[str]:
        """7.6 When a turn begins, the Action Phase before it has left at most two units a hex."""
        units = Counter(place for place in self.places[:UNITS] if place.startswith("hex"))
        for place, count in units.items():
            if count > 2:
                yield f"{event.text} But {count} units are in {place}."

    def compare(self, table: Table) -> Iterator[str]:
        """Where the books and the table disagree."""
        for unit, steps in enumerate(self.steps):
            left = table.steps_left[unit]
            if steps != left:
                yield f"{piece_name(unit)} has {left} steps, by the events {steps}"
        for piece, place in enumerate(self.places):
            really = _place(table, piece)
            if place != really:
                yield f"{piece_name(piece)} is in {really or 'no place'}, by the events in {place}"
        disrupted = {piece_name(piece) for piece in members(table.disrupted)}
        if disrupted != self.disrupted:
            yield f"disrupted, or by the events: {', '.join(disrupted ^ self.disrupted)}"
        for what, told, real in zip(
            ("held by Germans", "with depth", "disrupted Germans"),
            (self.germans, self.deep, self.silent),
            _posts(table),
            strict=True,
        ):
            if told != real:
                yield f"{what}, or by the events: {', '.join(sorted(told ^ real))}"
        if self.deck != table.deck.bit_count():
            yield f"{table.deck.bit_count()} cards are in the deck, by the events {self.deck}"


def ledger_problems(record: Record[Table]) -> list[str]:
    """US losses equal the steps lost, every piece is where the events brought it, no event is
    without a rule: whoever only hears the events knows the table."""
    books = Books(record.at(0).position)
    problems = []
    for event in record.events:
        if not record.game.rules.exists(event.rule):
            problems.append(f"no rule {event.rule!r}: {event.text}")
        problems += books.enter(event)
    return [*problems, *books.compare(record.state.position)]


def _place(table: Table, piece: int) -> str:
    the = lore().board
    if table.hex[piece] != NOWHERE:
        return f"hex {the.name(table.hex[piece])}"
    if table.box[piece] != NOWHERE:
        return f"box {the.box_row[table.box[piece]].name}"
    return f"turn {table.due[piece]}" if table.due[piece] != NOWHERE else ""


def _posts(table: Table) -> tuple[set[str], set[str], set[str]]:
    """The posts that hold a unit, those with depth, and those whose unit is disrupted."""
    posts = lore().posts
    return (
        {post.name for post in posts if table.unit[post.index] != EMPTY},
        {post.name for post in posts if table.depth[post.index] != NO_DEPTH},
        {post.name for post in posts if table.german_disrupted >> post.index & 1},
    )
