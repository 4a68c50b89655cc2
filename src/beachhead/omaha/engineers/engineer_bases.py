"""19 Engineer bases: where they are set up, how their range grows, and what it does.

For the other chapters: `operations` is the ground on which the engineers work (19.2, 19.32),
`traffic` the part of it from which a move is free this turn (19.3, 19.33). Shingle lanes and
cleared roads are ways like any other: `ground` reads them off `operations`, and `cleared_roads`
names the stretches of mined road that are normal roads now. `clears_draw` says whether no German
obstruction is left in a draw (20.3). Garrisons are in `garrisons`, 19.4 the end of all obstacles in
`beach_obstacles`.
"""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic
from beachhead.omaha.leaders.command_posts import (
    DONE,
    Choice,
    field_of_fire,
    potential_fire,
    refuse_potential_fire,
)
from beachhead.omaha.table import telling
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    BASES,
    DIVISION_OF_SECTOR,
    EXTENDED_FROM,
    NOWHERE,
    SECTOR_OF_DIVISION,
    SECTORS,
    OmahaTable,
    division_name,
    equipment,
    hex_tag,
    is_extended,
    seat_of,
    steps,
    submerged,
)

HEXSIDES_CLEARED = ("shingle", "anti_tank_ditch", "anti_tank_wall")
"""19.3g, 19.3h, TEC.obstacle-hexsides-d The hexsides that do not hinder movement in range; 19.34
seawalls do."""


# --- 19.21 the work of a turn


ENGINEERS = Topic(
    "engineers_chosen",
    "Engineers: a new base, or more range",
    "Set up one base or extend the range of one; not both in a turn.",
    charts=("range-tracks",),
)


@steps.question("engineer_bases.engineer_work")
def engineer_work(table: OmahaTable, division: int) -> Decision | None:
    """19.21, 14i A division sets up one base or lets the range of one grow, or neither."""
    options = [*_new_bases(table, division), *_growing_bases(table, division)]
    if not options:
        return None
    return Decision(
        seat_of(table, division),
        f"Engineers of the {division_name(division)}: set up a base, or extend the range of one?",
        "19.21",
        engineers_chosen,
        [*options, Option("done", "Do neither this turn", DONE, rule="19.21", ends=True)],
        topic=ENGINEERS,
    )


def _new_bases(table: OmahaTable, division: int) -> list[Option]:
    name, base = equipment().board.name, next_base(table, division)
    if base is None or _refuse_work(table, division) is not None:
        return []
    return [
        Option(
            f"base-{name(hex_)}",
            telling.said("Set up base {} in {}", base_name(base), name(hex_)),
            ("base", hex_),
            (hex_tag(hex_),),
            "19.1",
            commits=True,
        )
        for hex_ in members(base_ground(table, division))
    ]


def _growing_bases(table: OmahaTable, division: int) -> list[Option]:
    options = []
    for base in bases_of(division):
        if refuse_growth(table, base) is None:
            before, after = base_range(table, base), base_range(table, base, 1)
            change = f"from {before} to {after}" if after > before else f"one space, still {before}"
            options.append(
                Option(
                    f"extend-{base_name(base)}",
                    telling.said("Extend the range of base {}: {}", base_name(base), change),
                    ("extend", base),
                    (hex_tag(table.bases[base]), f"base-{base_name(base)}"),
                    "19.2",
                    commits=True,
                )
            )
    return options


def engineers_chosen(table: OmahaTable, choice: Choice) -> None:
    """19.1c, 19.2 The base is set up, or its marker goes on."""
    what, which = choice
    the_board = equipment().board
    if what == "base":
        base = next_base(table, DIVISION_OF_SECTOR[the_board.sector_of(which)])
        assert base is not None, "engineer_work has checked that a base is left"
        table.bases = replaced(table.bases, base, which)
        table.base_spaces = replaced(table.base_spaces, base, 0)
        rule, deed = "19.1", f"is set up in {the_board.name(which)}"
    elif what == "extend":
        base = which
        table.base_spaces = replaced(table.base_spaces, base, table.base_spaces[base] + 1)
        rule, deed = "19.2", f"goes to space {table.base_spaces[base] + 1} of the track"
    else:
        return
    reach = base_range(table, base)
    table.tell(
        rule,
        telling.ENGINEER_BASE,
        telling.said("Engineer base {} {}: range {}.", base_name(base), deed, reach),
        [hex_tag(table.bases[base])],
        base=base_name(base),
        hex=the_board.name(table.bases[base]),
        range=reach,
    )


# --- 19.1 where a base may be set up


def base_ground(table: OmahaTable, division: int) -> HexSet:
    """19b, 19.1a The beach hexes of a division's sector, above water and in no potential field of
    fire."""
    the_board = equipment().board
    ground = the_board.beach & the_board.sectors[SECTOR_OF_DIVISION[division]]
    return ground & ~submerged(table) & ~potential_fire(table)


def refuse_base(table: OmahaTable, hex_: int, division: int | None = None) -> Refusal | None:
    """19.1a Why no base, or none of a division, may be set up in a hex now."""
    the_board = equipment().board
    name, sector = the_board.name(hex_), the_board.sector_of(hex_)
    if division is None:
        division = DIVISION_OF_SECTOR[sector]
    refusal = _refuse_work(table, division)
    if refusal is not None:
        return refusal
    if next_base(table, division) is None:
        return Refusal("19", f"the {division_name(division)} has set up all its engineer bases")
    if not the_board.beach >> hex_ & 1:
        return Refusal("19.1", f"{name} is not a beach hex")
    if sector != SECTOR_OF_DIVISION[division]:
        own = SECTOR_OF_DIVISION[division]
        text = f"{name} is not in the {own} sector, that of the {division_name(division)}"
        return Refusal("19.1", text)
    if submerged(table) >> hex_ & 1:
        return Refusal("19.1", f"{name} is under water")
    return refuse_potential_fire(table, "19.1", hex_)


def refuse_growth(table: OmahaTable, base: int) -> Refusal | None:
    """19.2b, 19.33 Why the range of a base may not be extended now."""
    name, sector = base_name(base), SECTOR_OF_DIVISION[division_of_base(base)]
    refusal = _refuse_work(table, division_of_base(base))
    if refusal is not None:
        return refusal
    if table.bases[base] < 0:
        return Refusal("19.2", f"base {name} has not been set up yet")
    if table.base_spaces[base] + 1 == len(charts().engineer_ranges):
        return Refusal("19.2", f"base {name} has reached the end of the engineer range track")
    if shelled(table, base):
        return Refusal("19.33", f"German artillery has fired into the {sector} sector this turn")
    return refuse_potential_fire(table, "19.2", table.bases[base])


def _refuse_work(table: OmahaTable, division: int) -> Refusal | None:
    """15.V, 19.21 Whether the turn of a division's engineers has come, and has not passed."""
    if not is_extended(table):
        return Refusal("19", f"there are no engineer bases before Turn {EXTENDED_FROM}")
    if table.phase != "engineer":
        return Refusal("15.V", "engineer bases work only in the US Engineer & HQ Phase")
    if table.engineers_limited:
        return Refusal("EV.artillery-limits-engineers", "artillery hampers the engineers this turn")
    if (division,) not in table.to_do(engineer_work):
        text = f"the engineers of the {division_name(division)} have had their turn"
        return Refusal("19.21", text)
    return None


# --- the bases


@cache
def bases_of(division: int) -> tuple[int, ...]:
    """19a The two bases of a division."""
    return tuple(base for base in range(BASES) if division_of_base(base) == division)


def next_base(table: OmahaTable, division: int) -> int | None:
    """19 The base of a division that is set up next: they are all alike."""
    return next((base for base in bases_of(division) if table.bases[base] < 0), None)


def division_of_base(base: int) -> int:
    return equipment().pieces.engineer_bases[base].division


def base_name(base: int) -> str:
    return equipment().pieces.engineer_bases[base].name


def base_range(table: OmahaTable, base: int, ahead: int = 0) -> int:
    """19.2 How far a base reaches, by its marker on the engineer range track."""
    return charts().engineer_ranges[table.base_spaces[base] + ahead]


def shelled(table: OmahaTable, base: int) -> bool:
    """19.33 Whether German artillery has fired into the base's sector this turn."""
    return table.shelled[SECTORS.index(SECTOR_OF_DIVISION[division_of_base(base)])]


# --- 19.2, 19.3 the range of operations


def operations(table: OmahaTable) -> HexSet:
    """19.2, 19.32a The hexes in which the engineers operate: in range of a base, and not in the
    field of fire of a German-occupied position."""
    if max(table.bases) < 0:
        return 0
    reach = _reach(tuple(table.bases), tuple(table.base_spaces))
    return reach & ~field_of_fire(table) if reach else 0


def traffic(table: OmahaTable) -> HexSet:
    """19.3i, 19.3j, 19.33 The beach, pavilion and draw hexes from which a move is free this turn:
    not by a base whose sector German artillery has fired into, nor in the turn of the event."""
    if table.engineers_limited or max(table.bases) < 0:
        return 0
    bases = tuple(table.bases)
    if any(table.shelled):
        bases = tuple(NOWHERE if shelled(table, base) else bases[base] for base in range(BASES))
    reach = _reach(bases, tuple(table.base_spaces)) & equipment().board.low_ground
    return reach & ~field_of_fire(table) if reach else 0


def engineers_at_work(table: OmahaTable) -> tuple[object, ...]:
    """19.2, 19.3 All that operations and traffic depend on besides the Germans."""
    if max(table.bases) < 0:
        return ()
    return *table.bases, *table.base_spaces, *table.shelled, table.engineers_limited


@lru_cache(64)
def _reach(bases: tuple[int, ...], spaces: tuple[int, ...]) -> HexSet:
    """19.2a The hexes within range of some bases."""
    reach = 0
    for hex_, space in zip(bases, spaces, strict=True):
        if hex_ >= 0:
            distance = charts().engineer_ranges[space]
            reach |= equipment().board.grid.within(1 << hex_, distance)
    return reach


# --- 19.3 cleared roads


def cleared_roads(table: OmahaTable) -> tuple[HexSet, ...]:
    """19.3h For each hex, the neighbors to which a mined road leads that is cleared: a stretch
    with one of its two hexes in range, for the range takes in the hexsides (19.31)."""
    return roads_cleared_in(operations(table) & mined_hexes())


@lru_cache(16)
def roads_cleared_in(hexes: HexSet) -> tuple[HexSet, ...]:
    """19.3h, 19.31, TEC.mined-road-b The mined roads that are cleared when the engineers operate in
    some hexes."""
    return tuple(
        stretches if hexes >> hex_ & 1 else stretches & hexes
        for hex_, stretches in enumerate(equipment().board.along["mined"])
    )


@cache
def mined_hexes() -> HexSet:
    """The hexes with a stretch of mined road."""
    mined = equipment().board.along["mined"]
    return sum(1 << hex_ for hex_, stretches in enumerate(mined) if stretches)


@cache
def barred_by_mines() -> HexSet:
    """TEC.mined-road The hexes whose only roads are mined (M-06)."""
    along = equipment().board.along
    return sum(
        1 << hex_
        for hex_ in members(mined_hexes())
        if not any(along[road][hex_] for road in ("primary", "secondary", "trail"))
    )


def clears_draw(table: OmahaTable, draw: str) -> bool:
    """20.3c, 19.3 Whether the engineers have cleared all mined road of a draw, and every anti-tank
    wall and ditch around it."""
    the_board = equipment().board
    working = operations(table)
    if the_board.draws[draw] & barred_by_mines() & ~working:
        return False
    for hex_ in members(the_board.draws[draw] & ~working):
        beyond = the_board.along["mined"][hex_]
        for kind in ("anti_tank_ditch", "anti_tank_wall"):
            beyond |= the_board.across[kind][hex_]
        if beyond & ~working:
            return False
    return True
