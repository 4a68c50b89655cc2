"""What lies on the Omaha board: US stacks, German units with their depth, markers, the tide.

Every US piece is a group with the id `unit-<name>`, every German unit one with `post-<name>`.
"""

from __future__ import annotations

from beachhead.art import counters as art
from beachhead.art.palette import glyph
from beachhead.art.paths import Point, num
from beachhead.art.style_sheets import sheet_of
from beachhead.art.svg import (
    Markup,
    circle,
    element,
    group,
    hint,
    hinted,
    joined,
    layer,
    path,
    rect,
    shape,
    stacked,
    text,
    titled,
)
from beachhead.art.symbols import framed
from beachhead.kernel.bits import members
from beachhead.omaha.drawing import markers
from beachhead.omaha.drawing.layout import box_place, center
from beachhead.omaha.leaders.command_posts import command_range, commanded_hexes, is_command_post
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.pieces import UNLIMITED, DepthMarker, GermanUnit
from beachhead.omaha.table.state import (
    DEPTH_KIND,
    EMPTY,
    GENERALS,
    HQS,
    LEADERS,
    NO_DEPTH,
    UNITS,
    UNSEEN_DIVISION,
    UNSEEN_EITHER,
    UNSEEN_TACTICAL,
    OmahaTable,
    Post,
    equipment,
    in_command,
    own_division,
    piece_tag,
    position_of,
    post_hex,
    tide,
    unit_side,
)

LIVERY = {"us-1": "#46542a", "us-29": "#97a35c", "german": "#5c655d"}
"""1st Division dark olive, 29th light olive, field gray."""

SYMBOLS = {
    "infantry": "infantry",
    "heavy_infantry": "heavy infantry",
    "ranger": "ranger",
    "tank": "tank",
    "artillery": "artillery",
    "sp_artillery": "self-propelled artillery",
    "dukw_artillery": "amphibious artillery",
    "anti_air": "anti-air",
    "sp_anti_air": "self-propelled anti-air",
    "anti_tank": "anti-tank",
}


def style() -> str:
    """The style sheet for everything that lies on the board."""
    own = sheet_of(__file__, "counters.css")
    return art.style_sheet() + art.livery(LIVERY) + own


def layers(table: OmahaTable) -> Markup:
    """What lies on the table, from the water up."""
    return stacked(
        (
            layer("cleared", *(_cleared(hex_) for hex_ in members(table.cleared))),
            markers.on_the_ground(table),
            layer("germans", *(_post(table, post) for post in equipment().posts)),
            layer("us", *_stacks(table)),
            layer("smoke", *(_smoke(position) for position in members(table.smoke))),
            markers.on_top(table),
            layer("status", _status(table)),
        )
    )


# --- US pieces


def _stacks(table: OmahaTable) -> list[Markup]:
    """The stacks, those further inland first so that nothing hides a name."""
    the = equipment()
    places: dict[Point, list[int]] = {}
    afloat: set[Point] = set()
    for piece in (*LEADERS, *range(UNITS)):  # leaders beneath, units in view
        if table.hex[piece] >= 0:
            places.setdefault(center(the.board.name(table.hex[piece])), []).append(piece)
        elif table.box[piece] >= 0:
            x, y = box_place(the.board.box_row[table.box[piece]].order)
            afloat.add((x, y - 7))
            places.setdefault((x, y - 7), []).append(piece)
    return [
        drawn
        for at, stack in sorted(places.items(), key=lambda place: place[0][1])
        for drawn in _stack(table, stack, at, most=3.4 if at in afloat else 8.0)
    ]


def _stack(table: OmahaTable, stack: list[int], at: Point, most: float) -> list[Markup]:
    """A stack, each counter up and to the right of the one beneath, by at most so much."""
    lean = min(most, 16 / max(1, len(stack) - 1))
    left = at[0] - (len(stack) - 1) * lean / 2
    low = at[1] + (len(stack) - 1) * lean / 2
    return [
        us_counter(table, piece, (left + n * lean, low - n * lean)) for n, piece in enumerate(stack)
    ]


def us_counter(table: OmahaTable, piece: int, at: Point = (0.0, 0.0)) -> Markup:
    """One US piece with its markers."""
    disrupted = bool(table.disrupted >> piece & 1)
    classes = [f"us-{own_division(piece)}"]
    classes += ["disrupted"] if disrupted else []
    classes += ["acted"] if table.acted >> piece & 1 else []
    face = _unit(table, piece) if piece < UNITS else _leader(table, piece)
    commanded = piece < UNITS and in_command(table, piece)
    return art.counter(
        piece_tag(piece),
        at,
        art.halo() if commanded else "",
        art.square(),
        hinted("disrupted", art.zigzag()) if disrupted else "",
        face,
        hinted("acted", art.folded_corner()) if table.acted >> piece & 1 else "",
        *_markers(table, piece),
        title=_words(table, piece),
        classes=classes,
        tilt=art.TILT if disrupted else 0.0,
        adds=_adds(table, piece) if piece < UNITS else (),
    )


def _adds(table: OmahaTable, piece: int) -> tuple[int, int, str]:
    """What a unit adds to its stack: steps, strength and symbol."""
    side = unit_side(table, piece)
    return table.steps_left[piece], side.strength, side.symbol


def _unit(table: OmahaTable, piece: int) -> Markup:
    unit, side = equipment().units[piece], unit_side(table, piece)
    weapons = sorted(side.weapons or ()) if unit.infantry else []
    aside = 3.2 if weapons else -1.6
    wide = 18.0 if weapons else 22.0
    reach = "" if side.range == 1 else "∞" if side.range == UNLIMITED else str(side.range)
    strength = hint("strength", side.strength)
    shown = element("tspan", str(side.strength), class_="strength", data_hint=strength)
    if reach:
        shown += element("tspan", reach, class_="range", dx=1.2, data_hint=hint("range", reach))
    steps, target = table.steps_left[piece], "target" if side.controls_adjacent else "open-target"
    symbol = framed(SYMBOLS[unit.type], (aside, -3.8), wide, 11.6)
    pips = art.pips(steps, unit.full_steps, (17, -3.8))
    aimed = art.target(side.symbol, (-14, 14.4), 4.3, filled=side.controls_adjacent)
    return joined(
        (
            text(unit.name, 0, -12.6, class_="name", data_hint=hint("name", unit.name)),
            hinted("type", symbol, value=SYMBOLS[unit.type]),
            art.chips(weapons, (-14.8, -7.6), "weapon"),
            hinted("steps", pips, value=f"{steps} of {unit.full_steps}"),
            hinted(target, aimed, value=side.symbol),
            element("text", shown, x=4, y=18.4),
        )
    )


def _leader(table: OmahaTable, piece: int) -> Markup:
    name = equipment().names[piece]
    if piece in HQS:
        regiment = name.removesuffix(" HQ")
        weapons = sorted(equipment().pieces.hqs[piece - HQS.start].weapons)
        post = is_command_post(table, piece)
        return joined(
            (
                text("III", 0, -13, class_="name", data_hint="regiment-size"),
                hinted(
                    "command-post" if post else "headquarters",
                    framed("command post" if post else "headquarters", (0, -4), 22, 13),
                ),
                text(
                    regiment,
                    6 if weapons else 0,
                    17,
                    class_="strength",
                    data_hint=hint("regiment", regiment),
                ),
                art.chips(weapons, (-13, 5.4 if post else 14), "weapon"),
                _command_range(table, piece) if post else "",
            )
        )
    wounded = table.wounded >> piece - GENERALS.start & 1
    surname = equipment().pieces.generals[piece - GENERALS.start].surname
    cross = path("M-12.5 9.4h4v-4h3.4v4h4v3.4h-4v4h-3.4v-4h-4z", class_="ink") if wounded else ""
    return joined(
        (
            text(surname, 0, -12, class_="name", data_hint=hint("name", surname)),
            hinted("general", art.star((0, 0.8), 10.4)),
            hinted("wounded", cross) if cross else "",
            text("GEN", 9 if wounded else 0, 18, class_="kind", data_hint="general"),
        )
    )


def _command_range(table: OmahaTable, piece: int) -> Markup:
    """18.2 The range of a command post, where a stack above does not hide it."""
    idle = table.hex[piece] >= 0 and not commanded_hexes(table, piece)
    reach = command_range(table, piece)
    disc = markers.range_disc(reach, (-15.6, 15.6), idle=idle)
    return hinted("command-range", disc, value=reach)


def _markers(table: OmahaTable, piece: int) -> list[Markup]:
    found = []
    if table.climbing >> piece & 1:
        found.append(hinted("climbing", art.chevrons((18.6, 13.6), 1)))
    if table.climbing_cliff >> piece & 1:
        found.append(hinted("climbing-cliff", art.chevrons((18.6, 13.6), 2)))
    for hero, unit in enumerate(table.heroes):
        if unit == piece:
            fallen = bool(table.inspired >> hero & 1)
            medal = art.medal((-17, -17), fallen=fallen)
            found.append(hinted("inspired" if fallen else "hero", medal))
    return found


def _words(table: OmahaTable, piece: int) -> str:
    """A piece in words, for whoever points at it or cannot see it."""
    said = [equipment().names[piece]]
    if piece < UNITS:
        unit, side = equipment().units[piece], unit_side(table, piece)
        said += [SYMBOLS[unit.type], f"{table.steps_left[piece]} of {unit.full_steps} steps"]
        said.append(f"strength {side.strength}")
        if side.range > 1:
            said.append("unlimited range" if side.range == UNLIMITED else f"range {side.range}")
        said.append(side.symbol)
        said += [" ".join(sorted(side.weapons))] if side.weapons else []
    if is_command_post(table, piece):
        said.append(f"command post, range {command_range(table, piece)}")
        if table.hex[piece] >= 0 and not commanded_hexes(table, piece):
            said.append("commands nobody: it is in a German field of fire")
    for field, word in (
        ("disrupted", "disrupted"),
        ("climbing", "climbing"),
        ("climbing_cliff", "climbing the cliff"),
        ("acted", "has acted"),
        ("transferred", "under the other division"),
    ):
        if getattr(table, field) >> piece & 1:
            said.append(word)
    for hero, with_unit in enumerate(table.heroes):
        if with_unit == piece:
            name = equipment().pieces.heroes[hero].name
            said.append(f"inspired by {name}" if table.inspired >> hero & 1 else f"with {name}")
    return ", ".join(said)


# --- German units


def _post(table: OmahaTable, post: Post) -> Markup:
    if table.unit[post.index] == EMPTY:
        return Markup()
    return german_counter(table, post, center(equipment().board.name(post_hex(table, post.index))))


def german_counter(table: OmahaTable, post: Post, at: Point = (0.0, 0.0)) -> Markup:
    """A German unit on its post: its face, or only its kind; depth shows beneath."""
    number = post.index
    disrupted = bool(table.german_disrupted >> number & 1)
    unit, depth = table.unit[number], table.depth[number]
    seen = unit >= 0 and not table.face_down >> number & 1
    color = position_of(table, number).color
    mark = shape(glyph(color, (-15, -14.6), 4.2), f"badge {color}")
    shift = 0.0 if depth == NO_DEPTH else -2.0
    face = _face(equipment().pieces.german_units[unit]) if seen else _back(table, post)
    return art.counter(
        f"post-{post.name}",
        (at[0] + shift, at[1] + shift),
        _depth(depth),
        art.square(),
        hinted("german-disrupted", art.zigzag()) if disrupted else "",
        hinted("position-color", mark, value=color),
        text(_label(post), 4.6, -11.6, class_="name", data_hint=hint("position", _label(post))),
        face,
        title=_german_words(table, post, seen=seen, disrupted=disrupted),
        classes=["german", "face-up" if seen else "face-down", *["disrupted"] * disrupted],
        tilt=art.TILT if disrupted else 0.0,
    )


def _label(post: Post) -> str:
    """The name of a post; 23 of armor short enough for the counter."""
    return post.name.replace("/352PzJ", " PzJ")


def _symbol(gun: str | None) -> str:
    return {None: "infantry", "rocket": "rockets"}.get(gun, gun or "")


def _face(unit: GermanUnit) -> Markup:
    requirements = sorted(unit.requirements)
    named = unit.kind not in ("wn", "armor")
    name = text(unit.name, 3, 8.4, class_="small", data_hint=hint("german-name", unit.name))
    strength, needs = unit.strength, (3.4 if len(requirements) > 1 else 8, 14.2)
    symbol = "tank" if unit.kind == "armor" else _symbol(unit.gun)
    return joined(
        (
            _german_type(symbol, framed(symbol, (0, -3.6), 20, 11.6)),
            name if named else "",
            text(str(strength), -13, 19, class_="strength", data_hint=hint("defense", strength)),
            art.chips(requirements, needs, "requires", across=True),
        )
    )


def _german_type(symbol: str, drawn: Markup) -> Markup:
    artillery = symbol not in ("infantry", "tank")
    return hinted("gun" if artillery else "german-type", drawn, value=symbol)


BACKS = {UNSEEN_TACTICAL: "TACTICAL", UNSEEN_DIVISION: "DIVISION", UNSEEN_EITHER: "TAC / DIV"}
"""What stands on a unit that nobody has seen; all others are of a WN."""


def _back(table: OmahaTable, post: Post) -> Markup:
    """A face-down unit shows its kind."""
    unit = table.unit[post.index]
    kind = BACKS.get(unit, "WN")
    if unit >= 0:
        its_kind = equipment().pieces.german_units[unit].kind
        kind = "WN" if its_kind == "wn" else "TACTICAL" if its_kind == "tactical" else "DIVISION"
    gun = post.gun if kind == "WN" else None
    symbol = _symbol(gun)
    drawn = _german_type(symbol, framed(symbol, (0, -2), 22, 12.6))
    return drawn + text(kind, 0, 17, class_="kind", data_hint=hint("face-down", kind))


def _depth(depth: int) -> Markup:
    """The second edge beneath a unit; a revealed marker shows its face on a tab."""
    if depth == NO_DEPTH:
        return Markup()
    if depth < 0:
        return hinted("depth-down", art.beneath())
    marker: DepthMarker = equipment().pieces.depth_markers[depth]
    tab = rect((-17, art.HALF - 3, art.SIDE - 3, 12), "depth-tab", 1.2)
    printed = _depth_face(marker)
    face = text(printed, 2.5, art.HALF + 7, class_="depth-text on-dark")
    return art.beneath() + hinted("depth", tab, face, value=printed)


def _depth_face(marker: DepthMarker) -> str:
    if marker.tactical_reinforcement:
        return "TR"
    return " ".join([f"+{marker.strength}", *sorted(marker.requirements)])


def _german_words(table: OmahaTable, post: Post, *, seen: bool, disrupted: bool) -> str:
    unit, depth = table.unit[post.index], table.depth[post.index]
    if seen:
        face = equipment().pieces.german_units[unit]
        needs = " ".join(sorted(face.requirements)) or "nothing"
        said = f"{post.name}: {face.spoken}, strength {face.strength}, requires {needs}"
    else:
        kind = BACKS.get(unit, "WN").replace(" / DIV", "TICAL OR DIVISION")
        said = f"{post.name}: a face-down {kind if kind == 'WN' else kind.lower()} unit"
    if depth >= 0:
        said += f", depth {_depth_face(equipment().pieces.depth_markers[depth])}"
    elif depth != NO_DEPTH:
        said += f", face-down {DEPTH_KIND[depth].replace('wn', 'WN')} depth"
    return said + (", disrupted" if disrupted else "")


# --- markers on the ground


def _cleared(hex_: int) -> Markup:
    name = equipment().board.name(hex_)
    x, y = center(name)
    iron = f"M{num(x - 5)} {num(y + 4)}l10-8m-10 0l10 8m-5-10v12"
    return titled(
        f"cleared-{name}",
        f"{name}: obstacles cleared",
        circle((x, y), 12, "cleared-disc"),
        path(iron, class_="cleared-iron"),
        path(f"M{num(x - 6)} {num(y + 1)}l5 6 9-14", class_="cleared-tick"),
    )


def _smoke(position: int) -> Markup:
    there = equipment().board.positions[position]
    puffs = []
    for hex_ in there.hexes:
        x, y = center(equipment().board.name(hex_))
        for dx, dy, r, looks in (
            (-13, 12, 9, "puff back"),
            (13, 11, 10, "puff back"),
            (-3, 16, 10, "puff"),
            (-15, 18, 7, "puff"),
            (9, 19, 8, "puff"),
        ):
            puffs.append(circle((x + dx, y + dy), r, looks))
    title = element("title", f"{there.name}: smoke, no fire this turn")
    return group(f"smoke-{there.name}", title, *puffs)


# --- where the game stands


def _status(table: OmahaTable) -> Markup:
    """Turn, time, tide, phase and naval fire, in the sea."""
    turn = charts().turn(table.turn)
    left, top, wide, high = 392.0, 1058.0, 214.0, 100.0
    clock = f"{turn.time[:2]}:{turn.time[2:]}" if len(turn.time) == 4 else turn.time
    naval = "Naval fire" if table.naval_fire else "No naval fire"
    parts = [
        rect((left, top, wide, high), "panel", 2),
        rect((left + 4, top + 4, wide - 8, high - 8), "panel inner"),
        text(f"Turn {table.turn}", left + 18, top + 40, class_="board-turn"),
        text(clock, left + wide - 18, top + 40, class_="board-turn", text_anchor="end"),
        text(
            f"{tide(table).capitalize()} tide, {table.phase} phase",
            left + 18,
            top + 62,
            class_="board-note",
        ),
        text(naval, left + 18, top + 84, class_="board-note"),
    ]
    for n in range(table.naval_fire):
        parts.append(_shell((left + 96 + n * 23, top + 79)))
    return joined(parts)


def _shell(at: Point) -> Markup:
    x, y = at
    return circle((x, y), 10, "shell-ring") + path(
        f"M{num(x - 3)} {num(y + 6)}v-7c0-3 1.4-5 3-6.4 1.6 1.4 3 3.4 3 6.4v7z", class_="shell"
    )
