"""The events of a game held against its table: whoever only hears them knows the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from beachhead.kernel import ledger
from beachhead.kernel.bits import members
from beachhead.kernel.play import Event
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    EMPTY,
    HQS,
    NO_DEPTH,
    NOWHERE,
    PIECES,
    UNITS,
    OmahaTable,
    equipment,
    piece_name,
)


class OmahaBooks(ledger.Books[OmahaTable]):
    """Every piece and its steps, who holds which post, and the deck."""

    kept = {  # noqa: RUF012
        "steps": "{} has {} steps, by the events {}",
        "places": "{} is in {}, by the events in {}",
        "disrupted": "disrupted",
        "germans": "held by Germans",
        "deep": "with depth",
        "silent": "disrupted Germans",
        "garrisons": "garrisons",
        "bases": "engineer base {} is in {}, by the events in {}",
        "command_posts": "command post {} has a range of {}, by the events {}",
        "deck": "cards are in the deck",
    }

    def __init__(self, start: OmahaTable) -> None:
        self.steps = {piece_name(unit): start.steps_left[unit] for unit in range(UNITS)}
        self.places = {piece_name(piece): _place(start, piece) for piece in range(PIECES)}
        self.disrupted = {piece_name(unit) for unit in members(start.disrupted)}
        self.deck = start.deck.bit_count()
        self.drawn: set[int] = set()
        self.germans, self.deep, self.silent = _posts(start)
        self.garrisons, self.bases, self.command_posts = _markers(start)

    def enter(self, event: Event) -> Iterator[str]:
        name, post = str(event.detail.get("unit", "")), str(event.detail.get("post", ""))
        match event.kind:
            case "turn":
                yield from self._crowds(event)
            case "step-loss" | "step-gain":
                self.steps[name] += 1 if event.kind == "step-gain" else -1
                if self.steps[name] != event.detail["steps"]:
                    yield f"{event.text} But it should have {self.steps[name]}."
            case "eliminated" | "removed" | "captured":
                self.places[name] = ""
                if name in self.steps:
                    self.steps[name] = 0
                self.disrupted.discard(name)
                self.command_posts.pop(name, None)
            case "exit":
                self.places[name] = ""
                self.disrupted.discard(name)
            case "place" | "drift":
                self.places[name] = f"box {event.detail['box']}"
            case "land":
                self.places[name] = f"hex {event.detail['hex']}"
            case "move":
                if self.places[name] != f"hex {event.detail['start']}":
                    yield f"{event.text} But it was in {self.places[name] or 'no place'}."
                self.places[name] = f"hex {event.detail['end']}"
            case "delay" | "leader" if "turn" in event.detail:
                self.places[name] = f"turn {event.detail['turn']}"
            case "disrupted":
                self.disrupted.add(name)
            case "rally":
                self.disrupted.discard(name)
            case "reinforcement":
                self.germans.add(post)
            case "german-moved":
                for marked in (self.germans, self.deep):
                    if event.detail["start"] in marked:
                        marked.discard(str(event.detail["start"]))
                        marked.add(str(event.detail["end"]))
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
            case "garrison":
                self.garrisons.add(post)
            case "garrison-removed":
                self.garrisons.discard(post)
            case "engineer-base":
                place = f"{event.detail['hex']} range {event.detail['range']}"
                self.bases[str(event.detail["base"])] = place
            case "command-post":
                self.command_posts.pop(name, None)
                if "range" in event.detail:
                    self.command_posts[name] = int(event.detail["range"])
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
        places = (self.places[name] for name in self.steps)
        units = Counter(place for place in places if place.startswith("hex"))
        for place, count in units.items():
            if count > 2:
                yield f"{event.text} But {count} units are in {place}."


ledger_problems = OmahaBooks.problems


def _place(table: OmahaTable, piece: int) -> str:
    the = equipment().board
    if table.hex[piece] != NOWHERE:
        return f"hex {the.name(table.hex[piece])}"
    if table.box[piece] != NOWHERE:
        return f"box {the.box_row[table.box[piece]].name}"
    return f"turn {table.due[piece]}" if table.due[piece] != NOWHERE else ""


def _posts(table: OmahaTable) -> tuple[set[str], set[str], set[str]]:
    """The posts that hold a unit, those with depth, and those whose unit is disrupted."""
    posts = equipment().posts
    return (
        {post.name for post in posts if table.unit[post.index] != EMPTY},
        {post.name for post in posts if table.depth[post.index] != NO_DEPTH},
        {post.name for post in posts if table.german_disrupted >> post.index & 1},
    )


def _markers(table: OmahaTable) -> tuple[set[str], dict[str, str], dict[str, int]]:
    """18, 19 The garrisons by their posts, the engineer bases and the command posts with their
    ranges."""
    the = equipment()
    bases = {
        base.name: f"{the.board.name(hex_)} range {charts().engineer_ranges[space]}"
        for base, hex_, space in zip(
            the.pieces.engineer_bases, table.bases, table.base_spaces, strict=True
        )
        if hex_ >= 0
    }
    command_posts = {
        piece_name(hq): charts().hq_ranges[space]
        for hq, space in zip(HQS, table.command_posts, strict=True)
        if space >= 0
    }
    return (
        {the.posts[the.post_at[hex_]].name for hex_ in members(table.garrisons)},
        bases,
        command_posts,
    )
