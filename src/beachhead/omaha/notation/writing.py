"""Writing situations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.notation import write_agenda, written
from beachhead.omaha.german_fire.losses import OUT
from beachhead.omaha.notation.places import empty_map
from beachhead.omaha.notation.reading import read
from beachhead.omaha.notation.words import GERMAN_MARKERS, UNSEEN, US_MARKERS, depth_kind
from beachhead.omaha.sequence import EXTENDED_PHASES
from beachhead.omaha.table.deck import ALL_CARDS
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    DEPTH_KIND,
    EMPTY,
    GENERALS,
    HQS,
    NO_DEPTH,
    SECTORS,
    UNITS,
    UNSEEN_WN,
    OmahaTable,
    Post,
    equipment,
    post_hex,
)


def write(table: OmahaTable) -> str:
    """A table as text: `read` makes the same table of it."""
    plain = empty_map(table.scenario, table.variants)
    return written(
        table,
        read,
        _write_heading(table, plain),
        _write_us(table, plain),
        _write_germans(table),
        _write_rest(table, plain),
        write_agenda(table),
    )


def _write_heading(table: OmahaTable, plain: OmahaTable) -> list[str]:
    phase = f" {table.phase}" if table.phase in EXTENDED_PHASES else ""
    lines = [f"scenario {table.scenario}", f"turn {table.turn}{phase}"]
    if table.last_turn != plain.last_turn:
        lines.append(f"last-turn {table.last_turn}")
    if table.sectors != plain.sectors:
        lines.append("sectors " + " ".join(table.sectors))
    if table.players != plain.players:
        lines.append(f"players {table.players}")
    if table.variants:
        lines.append("variants " + " ".join(table.variants))
    lines += [f"house {switch} {reading}" for switch, reading in sorted(table.house.items())]
    return lines


def _write_us(table: OmahaTable, plain: OmahaTable) -> Iterator[str]:
    the = equipment()
    places: dict[tuple[int, int], list[str]] = {}
    gone = {unit for unit, _, _ in table.exited}
    for piece in range(len(the.names)):
        if piece in gone:
            continue
        if table.hex[piece] >= 0:
            place = (0, table.hex[piece])
        elif table.box[piece] >= 0:
            place = (1, table.box[piece])
        elif table.due[piece] >= 0:
            place = (2, table.due[piece])
        elif table.steps_left[piece] != plain.steps_left[piece]:
            place = (3, 0)
        else:
            continue
        places.setdefault(place, []).append(_write_piece(table, piece))
    for hero, unit in enumerate(table.heroes):
        if unit == OUT:
            dead = " inspired" if table.inspired >> hero & 1 else ""
            places.setdefault((3, 0), []).append(the.pieces.heroes[hero].name + dead)
    for (kind, where), here in sorted(places.items()):
        name = (
            the.board.name(where)
            if kind == 0
            else f"box {the.board.box_row[where].name}"
            if kind == 1
            else f"track {where}"
            if kind == 2
            else "out"
        )
        yield f"{name} {', '.join(here)}"
    for unit, letter, steps in table.exited:
        yield f"exit {letter} {the.names[unit]}:{steps}"


def _write_piece(table: OmahaTable, piece: int) -> str:
    name = equipment().names[piece].replace(" HQ", "HQ").replace("Gen. ", "")
    if piece < UNITS and 0 < table.steps_left[piece] < equipment().units[piece].full_steps:
        name += f":{table.steps_left[piece]}"
    words = [name]
    words += [word for word, field in US_MARKERS.items() if getattr(table, field) >> piece & 1]
    if piece in GENERALS and table.wounded >> piece - GENERALS.start & 1:
        words.append("wounded")
    if piece in HQS and table.command_posts[piece - HQS.start] >= 0:
        words.append(f"cp={table.command_posts[piece - HQS.start]}")
    for hero, unit in enumerate(table.heroes):
        if unit == piece:
            marker = "inspired" if table.inspired >> hero & 1 else "hero"
            words.append(f"{marker}={equipment().pieces.heroes[hero].name}")
    return " ".join(words)


def _write_germans(table: OmahaTable) -> Iterator[str]:
    names = {code: word for word, code in UNSEEN.items()}
    for post in equipment().posts:
        unit, depth = table.unit[post.index], table.depth[post.index]
        if unit == EMPTY or (unit >= 0 and table.unit.index(unit) < post.index):
            continue
        place, faces = _place(table, post), list[str]()
        if not place:
            continue
        words = [place]
        down = table.face_down >> post.index & 1
        if unit >= 0:
            counter = equipment().pieces.german_units[unit]
            words.append(counter.name)
            faces.append(" ".join([str(counter.strength), *sorted(counter.requirements)]))
        else:
            words.append("?" if unit == UNSEEN_WN and post.is_wn else names[unit])
        for word, field in GERMAN_MARKERS.items():
            implied = word == "face-down" and unit < 0
            if getattr(table, field) >> post.index & 1 and not implied:
                words.append(word)
        if table.drawn_at[post.index]:
            words.append(f"drawn={table.drawn_at[post.index]}")
        if depth >= 0 and table.depth.index(depth) == post.index:
            marker = equipment().pieces.depth_markers[depth]
            face = " ".join([str(marker.strength), *sorted(marker.requirements)])
            words.append(marker.name)
            faces.append("depth " + ("TR" if marker.tactical_reinforcement else face))
        elif depth < NO_DEPTH:
            kind = DEPTH_KIND[depth]
            words.append("depth?" if kind == depth_kind(post, unit) else f"{kind}-depth?")
        line = " ".join(words)
        yield f"{line:<40}# {', '.join(faces)}" if faces and not down else line


def _place(table: OmahaTable, post: Post) -> str:
    """Where a German unit is; 23 of armor the hex, but nothing if another's counter is there."""
    if post.index not in ARMOR_POSTS:
        return post.name
    hex_, unit = post_hex(table, post.index), table.unit[post.index]
    known = hex_ >= 0 and unit >= 0 and equipment().pieces.german_units[unit].name == post.name
    return equipment().board.name(hex_) if known else ""


def _write_rest(table: OmahaTable, plain: OmahaTable) -> Iterator[str]:
    the = equipment()
    boxes = [
        f"{pool} {count}"
        for pool, count in sorted(table.boxes.items())
        if count != plain.boxes.get(pool)
    ]
    if boxes:
        yield f"boxes {' '.join(boxes)}"
    gone = [
        unit.name
        for unit in the.pieces.german_units
        if not table.unseen_units >> unit.index & 1 and unit.index not in table.unit
    ] + [
        marker.name
        for marker in the.pieces.depth_markers
        if not table.unseen_depth >> marker.index & 1 and marker.index not in table.depth
    ]
    if gone:
        yield f"seen {' '.join(gone)}"
    if table.discards:
        yield f"discards {_numbers(members(table.discards))}"
    if table.track:
        yield f"card-track {_numbers(table.track)}"
    if table.deck != ALL_CARDS & ~(table.discards | set_of(table.track)):
        yield f"deck {_numbers(members(table.deck))}"
    if any(table.fire_cards):
        yield "fire-cards " + " ".join(str(card) if card else "-" for card in table.fire_cards)
    if any(table.paid_actions):
        yield f"actions {_numbers(table.paid_actions)}"
    if table.acting:
        yield f"acting {table.acting}"
    for leader, commanded in enumerate(table.commands):
        if commanded:
            names = [the.names[piece] for piece in (UNITS + leader, *members(commanded))]
            yield "command " + " ".join(name.replace(" ", "") for name in names)
    if table.naval_fire:
        yield f"naval {table.naval_fire}"
    if table.cleared:
        yield "cleared " + " ".join(the.board.name(hex_) for hex_ in members(table.cleared))
    yield from _write_engineers(table)
    if table.smoke:
        names = [the.board.positions[position].name for position in members(table.smoke)]
        yield f"smoke {' '.join(names)}"
    if table.plunging_fire:
        yield "plunging-fire"
    if table.meemies_fired:
        yield "meemies-fired"
    if table.action_change:
        yield f"action-change {table.action_change}"
    yield from _write_extended_events(table)


def _write_engineers(table: OmahaTable) -> Iterator[str]:
    the = equipment()
    if table.garrisons:
        yield "garrison " + " ".join(the.board.name(hex_) for hex_ in members(table.garrisons))
    for base, hex_, space in zip(
        the.pieces.engineer_bases, table.bases, table.base_spaces, strict=True
    ):
        if hex_ >= 0:
            yield f"base {base.name} {the.board.name(hex_)} {space}"


def _write_extended_events(table: OmahaTable) -> Iterator[str]:
    if table.second_event:
        yield "second-event"
    if table.snipers:
        names = [equipment().names[piece].replace(" ", "") for piece in members(table.snipers)]
        yield f"snipers {' '.join(names)}"
    if table.engineers_limited:
        yield "engineers-limited"
    if any(table.shelled):
        hit = [sector for sector, yes in zip(SECTORS, table.shelled, strict=True) if yes]
        yield f"shelled {' '.join(hit)}"
    if table.armor_entered != sum(hex_ >= 0 for hex_ in table.armor_hex):
        yield f"armor-entered {table.armor_entered}"
    if table.armor_this_turn:
        yield "armor-this-turn"
    if any(table.either):
        yield f"either {_numbers(table.either)}"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
