"""4f Attacker hex occupation, 3e2 landings, and 14b2 pursuit."""

from __future__ import annotations

from beachhead.dday91.combat.losses import eliminate
from beachhead.dday91.combat.modifiers import defenders_in
from beachhead.dday91.movement.move_legs import enter
from beachhead.dday91.movement.ranges import entry_cost
from beachhead.dday91.sea.mulberries import landing_from, refuse_harbor
from beachhead.dday91.stacking import no_forced_stacks
from beachhead.dday91.stacking.stacking_limits import nation, refuse_stack
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import board_of
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    Combat,
    DDayTable,
    UnitSet,
    hex_label,
    hex_tag,
    names,
    plays,
    plays_otherwise,
    put,
    row,
    steps,
    tags_of_unit,
    tags_on_map,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import AS_TOUCHED, Proposal, Shows, Topic


@steps.step("occupation.begin")
def begin(table: DDayTable) -> None:
    """4f-a, 3e2-h The winners, and others in their hexes that did not attack, may move in."""
    combat = _combat(table)
    sources = {table.hex[unit] for unit in members(combat.attackers) if table.hex[unit] >= 0}
    won = [hex_ for hex_ in members(combat.hexes) if not defenders_in(table, hex_)]
    table.then(*((choose_advance, hex_, *sorted(sources)) for hex_ in won))


def _combat(table: DDayTable) -> Combat:
    assert table.combat is not None
    return table.combat


def candidates(table: DDayTable, target: int, *sources: int) -> UnitSet:
    """4f-a, 8b2-b The winning units and those in their hexes that did not attack; a unit still to
    fight elsewhere does not go. 15a1 Mulberry Harbors go ashore with invaders."""
    combat = _combat(table)
    waiting = still_to_fight(table)
    there = 0
    for hex_ in sources:
        there |= units_in(table, hex_, table.side)
    idle = there & ~table.fought & ~pieces().strategic_air & ~pieces().divisions
    found = (combat.attackers | idle) & ~waiting & ~pieces().divisions
    return set_of(unit for unit in members(found) if table.hex[unit] in sources) | landing_from(
        table, target, *sources
    )


def still_to_fight(table: DDayTable) -> UnitSet:
    """4a1 The attackers of the combats that have not been resolved."""
    found = 0
    for combat in table.combats:
        found |= combat.attackers
    return found


def _won(table: DDayTable, target: int, *_sources: int) -> list[str]:
    return [*tags_on_map(table, _combat(table).attackers), hex_tag(target)]


def _advance_shown(table: DDayTable, option: Option, target: int, *_sources: int) -> Shows:
    if option.value < 0:
        return AS_TOUCHED
    return Shows([*tags_of_unit(table, option.value), hex_tag(target)])


def _advance_risks(
    table: DDayTable, option: Option | None, target: int, *sources: int
) -> list[str]:
    """4f, 3e2 Who stays at sea is lost; and who would have to, if somebody takes his place."""
    if option is None:
        return _drown(at_sea(table, *sources), "Whoever stays at sea is lost")
    if option.value < 0:
        return _drown(at_sea(table, *sources), "Lost at sea")
    after = table.copy()
    land(after, option.value, target)
    stranded = set_of(
        unit
        for unit in members(at_sea(after, *sources))
        if refuse_advance(table, unit, target, *sources) is None
        and refuse_advance(after, unit, target, *sources) is not None
    )
    return _drown(stranded, "There is then no place for these, and they are lost at sea")


def at_sea(table: DDayTable, *sources: int) -> UnitSet:
    """3e2, N-04 Those in some invasion hexes that land now or nowhere."""
    return set_of(
        unit
        for unit in members(table.invaders)
        if table.hex[unit] in sources
        and all(
            refuse_landing(table, unit, hex_) is not None for hex_ in members(arrows(table, unit))
        )
    )


def _drown(units: UnitSet, text: str) -> list[str]:
    return [f"{text}: {names(units)}."] if units else []


def _who_occupies(_table: DDayTable, target: int, *_sources: int) -> str:
    return f"{hex_label(target)} is won. Who occupies it?"


def _all_occupy(table: DDayTable, target: int, *sources: int) -> Proposal | None:
    """4f As many as may."""
    able = [f"advance-{row(unit).id}" for unit in members(candidates(table, target, *sources))]
    if len(able) < 2:
        return None
    return Proposal(f"All who may occupy {hex_label(target)}", (*able, "stay"))


ADVANCE = Topic(
    "advanced",
    "Occupying the hex",
    about=_won,
    shows=_advance_shown,
    risks=_advance_risks,
    proposes=_all_occupy,
)


@steps.question("occupation.choose_advance")
def choose_advance(table: DDayTable, target: int, *sources: int) -> Decision | None:
    """4f Who moves into the hex; the stacks must be legal in the end."""
    options = [
        _advance(unit, target)
        for unit in members(candidates(table, target, *sources))
        if refuse_advance(table, unit, target, *sources) is None
    ]
    if not options:
        return None
    if all(_may_stay(table, hex_) for hex_ in sources):
        text = "The others stay where they are"
        options.append(Option("stay", text, -1, commits=True, ends=True))
    return Decision(
        SIDES[table.side],
        _who_occupies,
        "4f",
        advanced,
        options,
        (target, *sources),
        topic=ADVANCE,
        forced=True,
    )


def _advance(unit: int, target: int) -> Option:
    return Option(
        f"advance-{row(unit).id}",
        lambda: f"{unit_name(unit)} occupies {hex_label(target)}",
        unit,
        (unit_tag(unit), hex_tag(target)),
    )


def _may_stay(table: DDayTable, hex_: int) -> bool:
    """2d1 Whether those who are left in a hex may stay; at sea nobody can."""
    stack = units_in(table, hex_, table.side)
    return board().is_sea(hex_) or refuse_stack(table, stack, hex_) is None


def refuse_advance(table: DDayTable, unit: int, target: int, *sources: int) -> Refusal | None:
    """2d1, 2d4 Why a unit may not occupy the hex now: the stack there, or the one it leaves, which
    the others that may come along must be able to make legal (8b2, N-01)."""
    if row(unit).is_marker:
        return None
    there = units_in(table, target, table.side) | 1 << unit
    refused = refuse_gathering(table, there, target)
    here = table.hex[unit]
    if refused is not None or board().is_sea(here):
        return refused
    left = units_in(table, here, table.side) & ~(1 << unit)
    if plays_otherwise(table, "army-leaves-fighters"):
        left &= ~still_to_fight(table)
    movers = candidates(table, target, *sources) & left
    for other in sorted(members(movers), key=lambda other: nation(other) != nation(unit)):
        if refuse_stack(table, left, here) is None:
            break
        if refuse_gathering(table, there | 1 << other, target) is None:
            there, left = there | 1 << other, left & ~(1 << other)
    refused = refuse_stack(table, left, here)
    return None if refused is None else Refusal("2d4", refused.text)


def refuse_gathering(table: DDayTable, units: UnitSet, target: int) -> Refusal | None:
    """2d1, 2d2 Why units may not be together in the hex; 14b2, N-28 they may if some of them can go
    on from there in pursuit, so that a legal stack is left."""
    refused = refuse_stack(table, units, target)
    if refused is None or not plays(table, "pursuit") or _combat(table).pursuit:
        return refused
    after = table.copy()
    for unit in members(units & ~units_in(table, target, table.side)):
        here = table.hex[unit]
        put(after, unit, target)
        if board().is_land(here):
            start_pursuit(after, unit, here, target)
    return None if no_forced_stacks.can_be_left(after, target) else refused


def advanced(table: DDayTable, unit: int, target: int, *sources: int) -> None:
    """4f-a, 4f-b, 14b-a Occupation costs neither Moves nor movement factors."""
    if unit < 0:
        return
    here = table.hex[unit]
    land(table, unit, target)
    table.tell(
        "4f",
        telling.OCCUPIED,
        lambda: f"{unit_name(unit)} occupies {hex_label(target)}.",
        [unit_tag(unit), hex_tag(here), hex_tag(target)],
        unit=row(unit).id,
        start=board().name(here),
        end=board().name(target),
    )
    if board().is_land(here):
        start_pursuit(table, unit, here, target)
    table.then((choose_advance, target, *sources))


def start_pursuit(table: DDayTable, unit: int, here: int, target: int) -> None:
    """14b2-a, D-24 The hex occupied is paid from a fresh allowance of the printed factors, or from
    what is left of it. 3e2, N-07 Invaders go no farther."""
    _combat(table).occupiers |= 1 << unit
    spent = table.expended.get(unit, 0) if plays_otherwise(table, "pursuit-allowance") else 0
    table.expended[unit] = spent + entry_cost(table, unit, here, target)


def land(table: DDayTable, unit: int, hex_: int) -> None:
    table.invaders &= ~(1 << unit)
    if row(unit).is_marker:
        put(table, unit, hex_)
    else:
        enter(table, [unit], hex_)


# --- 3e2 landings without a fight


def _lost_by_staying(_table: DDayTable) -> str:
    return "Whoever does not land now is lost."


def _landing_risks(table: DDayTable, option: Option | None) -> list[str]:
    """3e2 With no more landings, everybody who is still at sea is lost."""
    if option is None or option.value[0] >= 0:
        return []
    return _drown(set_of(afloat(table)), "Lost at sea")


def _all_land(table: DDayTable) -> Proposal | None:
    """3e2 Everybody lands, each in the first hex that will have it."""
    possible = landings(table)
    if len({unit for unit, _ in possible}) < 2:
        return None
    return Proposal("All land where they can", tuple(_land(*each).id for each in possible))


LANDING = Topic(
    "landed",
    "Landing where nobody defends",
    left=_lost_by_staying,
    risks=_landing_risks,
    proposes=_all_land,
)


NO_MORE = "No more landings: what is at sea is lost"


@steps.question("occupation.land_unopposed")
def land_unopposed(table: DDayTable) -> Decision | None:
    """3e2-i Invaders that have not fought may occupy an empty hex their arrows point to."""
    if table.side != ALLIED:
        return None
    options = [_land(unit, hex_) for unit, hex_ in landings(table)]
    if not options:
        return None
    return Decision(
        SIDES[ALLIED],
        "Invaders may land where nobody defends. What stays at sea is lost.",
        "3e2",
        invader_landed,
        [*options, Option("done", NO_MORE, (-1, -1), commits=True, ends=True)],
        topic=LANDING,
    )


def _land(unit: int, hex_: int) -> Option:
    return Option(
        f"land-{row(unit).id}-{board().name(hex_)}",
        lambda: f"{unit_name(unit)} lands in {hex_label(hex_)}",
        (unit, hex_),
        (unit_tag(unit), hex_tag(hex_)),
    )


def landings(table: DDayTable) -> list[tuple[int, int]]:
    """3e2 Who may land where without a fight."""
    return [
        (unit, hex_)
        for unit in members(table.invaders)
        for hex_ in members(arrows(table, unit))
        if refuse_landing(table, unit, hex_) is None
    ]


def arrows(table: DDayTable, unit: int) -> HexSet:
    """3e2 The hexes the arrows of an invader point to."""
    invasion = board_of(table).invasions.get(table.hex[unit])
    return 0 if invasion is None or not table.invaders >> unit & 1 else invasion.targets


def refuse_landing(table: DDayTable, unit: int, hex_: int) -> Refusal | None:
    """3e2-i, 2d1, 15a1-a, 15a2-a, N-04 Why an invader may not land in a hex without a fight."""
    name, label = unit_name(unit), hex_label(hex_)
    if not arrows(table, unit) >> hex_ & 1:
        return Refusal("3e2", f"{name} does not invade {label}")
    if table.fought >> unit & 1 and not plays_otherwise(table, "land-after-combat"):
        return Refusal("3e2", f"{name} has fought and lands only by winning")
    if units_in(table, hex_, GERMAN):
        return Refusal("3e2", f"{label} is defended")
    if row(unit).is_marker:
        return refuse_harbor(table, unit, hex_)
    return refuse_stack(table, units_in(table, hex_, ALLIED) | 1 << unit, hex_)


def invader_landed(table: DDayTable, choice: tuple[int, int]) -> None:
    unit, hex_ = choice
    if unit < 0:
        return
    here = table.hex[unit]
    land(table, unit, hex_)
    table.tell(
        "3e2",
        telling.LANDING,
        lambda: f"{unit_name(unit)} lands in {hex_label(hex_)} without a fight.",
        [unit_tag(unit), hex_tag(hex_)],
        unit=row(unit).id,
        start=board().name(here),
        end=board().name(hex_),
    )
    table.then(land_unopposed)


@steps.step("occupation.lost_at_sea")
def lost_at_sea(table: DDayTable) -> None:
    """3b3-c, 3e2-j Whatever is still at sea is eliminated."""
    for unit in afloat(table):
        eliminate(table, unit, "3e2", "because it could not land")
    table.invaders = 0


def afloat(table: DDayTable) -> list[int]:
    """3b3, 3e2 Those that are still at sea."""
    return [unit for unit, hex_ in enumerate(table.hex) if hex_ >= 0 and board().is_sea(hex_)]
