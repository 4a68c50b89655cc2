"""What the flipbook adds in the extended game: ranges, garrisons, exits, advances, armor."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.engineers.engineer_bases import (
    base_name,
    base_range,
    division_of_base,
    shelled,
)
from beachhead.omaha.engineers.garrisons import garrison_ground
from beachhead.omaha.germans import advance
from beachhead.omaha.germans.armor_movement import directions, orders
from beachhead.omaha.leaders.command_posts import (
    command_range,
    commanded_hexes,
    is_command_post,
    potential_fire,
)
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    EMPTY,
    HQS,
    NO_DEPTH,
    NOWHERE,
    OmahaTable,
    division_of,
    equipment,
    hex_tag,
    is_extended,
    piece_name,
    piece_tag,
    position_of,
)
from beachhead.page.book import Line, Marker, Section, SpaceTrack

SYMBOLS = ("circle", "diamond", "triangle")


def tracks(table: OmahaTable) -> list[SpaceTrack]:
    """18.2, 19.2 The two range tracks with their markers."""
    if not is_extended(table):
        return []
    feared, needed = potential_fire(table), table.phase == "engineer"
    posts = [
        Marker(
            piece_name(hq).removesuffix(" HQ"),
            f"of-{division_of(table, hq)}",
            table.command_posts[hq - HQS.start],
            _post_note(table, hq, feared),
            [piece_tag(hq)],
        )
        for hq in HQS
        if table.hex[hq] >= 0
    ]
    bases = [
        Marker(
            base_name(base),
            f"of-{division_of_base(base)}",
            table.base_spaces[base],
            _base_note(table, base, feared),
            [hex_tag(table.bases[base])],
        )
        for base, hex_ in enumerate(table.bases)
        if hex_ != NOWHERE
    ]
    reach = charts()
    return [
        SpaceTrack("command", "Command range", "18.2", list(reach.hq_ranges), posts, needed),
        SpaceTrack(
            "engineers", "Engineer range", "19.2", list(reach.engineer_ranges), bases, needed
        ),
    ]


def _post_note(table: OmahaTable, hq: int, feared: HexSet) -> str:
    name, where = piece_name(hq), equipment().board.name(table.hex[hq])
    if not is_command_post(table, hq):
        said = f"{name} in {where}: an HQ, commands one hex around it"
        return f"{said}; no command post there, {FEARED}" if feared >> table.hex[hq] & 1 else said
    if not commanded_hexes(table, hq):
        return f"{name} in {where}: commands nobody, for it is in a German field of fire"
    snipers = ", held down by snipers" if table.snipers >> hq & 1 else ""
    return f"{name} in {where}: command post, range {command_range(table, hq)}{snipers}"


FEARED = "for it is in a potential German field of fire"


def _base_note(table: OmahaTable, base: int, feared: HexSet) -> str:
    where = equipment().board.name(table.bases[base])
    said = f"{base_name(base)} in {where}: range {base_range(table, base)}"
    if table.engineers_limited:
        return f"{said}; artillery hampers the engineers this turn"
    if shelled(table, base):
        return f"{said}; its sector has been shelled: no growth, no traffic this turn"
    return f"{said}; no growth, {FEARED}" if feared >> table.bases[base] & 1 else said


def sections(table: OmahaTable) -> list[Section]:
    """16.85, 19.3, 20.3, 23 Advances to come, garrisons, exits and armor."""
    found = [_advances(table), _armor(table), _garrisons(table), _exits(table)]
    return [section for section in found if section.lines]


def _advances(table: OmahaTable) -> Section:
    """16.85 The advances that wait for the end of the phase."""
    lines = []
    for post, _ in table.advances:
        here = equipment().posts[post]
        goal = advance.destination(table, here.position)
        if goal is None:
            continue
        there = equipment().posts[goal]
        strength = advance.defense(table, equipment().board.advance_route(here.hex, there.hex))
        lines.append(
            Line(
                f"{here.name} to {there.name}: US strength {strength} in its route now; "
                f"{advance.REPULSED_BY} repulse it",
                [f"post-{here.name}", hex_tag(there.hex)],
            )
        )
    return Section("advances", "Advances to come", "16.8", lines, open=True)


def _armor(table: OmahaTable) -> Section:
    """23 The German armor on the map, and where it goes next."""
    lines = []
    for post in ARMOR_POSTS:
        if table.unit[post] == EMPTY:
            continue
        hex_, name = table.armor_hex[post - ARMOR_POSTS.start], equipment().posts[post].name
        said = f"{name} ({position_of(table, post).color}) in {equipment().board.name(hex_)}"
        said += ", with depth" if table.depth[post] != NO_DEPTH else ", alone"
        said += ", disrupted" if table.german_disrupted >> post & 1 else ""
        lines.append(Line(f"{said}; {armor_orders(table, hex_)}", [f"post-{name}"]))
    left = table.boxes.get("armor", 0)
    if lines and left:
        lines.append(Line(f"{left} more may enter (23.2)"))
    return Section("armor", "German armor", "23", lines, open=True)


def armor_orders(table: OmahaTable, hex_: int) -> str:
    """23.5 Where armor in a hex moves next, in words."""
    name = equipment().board.name
    if equipment().board.armor.ends >> hex_ & 1:
        return "at the end of its road: not disrupted at the end of a turn, it wins the game"
    toward = list(members(directions(table, hex_)))
    if len(toward) == 1:
        return f"next toward US units in sight, to {name(toward[0])}"
    ways: dict[int | None, list[str]] = {}
    for symbol in SYMBOLS:
        ways.setdefault(orders(table, hex_, symbol), []).append(symbol)
    if len(ways) == 1:
        (there,) = ways
        return "no orders" if there is None else f"next to {name(there)}"
    return "next " + ", ".join(
        f"on a {' or '.join(symbols)} to {name(there)}"
        for there, symbols in ways.items()
        if there is not None
    )


def _garrisons(table: OmahaTable) -> Section:
    """19.3 Positions that are kept, and those that could be."""
    lines = []
    for title, hexes in (
        ("Kept", table.garrisons),
        ("Could be kept", garrison_ground(table) if any(h >= 0 for h in table.bases) else 0),
    ):
        posts = [equipment().posts[equipment().post_at[hex_]] for hex_ in members(hexes)]
        if posts:
            names = ", ".join(post.name for post in posts)
            lines.append(Line(f"{title}: {names}", [hex_tag(post.hex) for post in posts]))
    return Section("garrisons", "Garrisons", "19.3", lines)


def _exits(table: OmahaTable) -> Section:
    """20.3 Who has left by which exit."""
    gone: dict[str, list[tuple[int, int]]] = {}
    for unit, letter, left in table.exited:
        gone.setdefault(letter, []).append((unit, left))
    lines = [
        Line(
            f"Exit {letter}: {sum(each for _, each in units)} steps ("
            + ", ".join(f"{piece_name(unit)} {each}" for unit, each in units)
            + ")",
            [hex_tag(equipment().board.exits[letter])],
        )
        for letter, units in sorted(gone.items())
    ]
    return Section("exits", "Off the map", "20.3", lines)
