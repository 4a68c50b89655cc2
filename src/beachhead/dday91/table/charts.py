"""The charts and cards: terrain, weather, carpet bombing, time track, scenarios, appearance.

>>> charts().terrain["forest"].cost
2
>>> charts().scenario[1944].starting_moves["allied"]
24
>>> charts().bad_weather(turn=5, roll=8)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from beachhead.dday91.table import pack
from beachhead.dday91.table.board import DDayBoard, Side, board
from beachhead.dday91.table.pieces import DDayPieces, DDayUnit, UnitSet, pieces
from beachhead.dday91.table.schema import LAST_TURN, MOST_MOVES
from beachhead.kernel.data import Pack
from beachhead.kernel.grid import HexGrid, HexSet
from beachhead.kernel.schema import Row

Each = Literal["unit", "ground", "leg", "mechanized"]
Where = Literal["hex", "city", "port_city", "any_hex", "coastal_hex"]

DIE = range(1, 11)
"""1d The ten-sided die: 0 reads as 10."""
MOVES_TRACK = range(MOST_MOVES + 1)
TURNS = range(1, LAST_TURN + 1)


@dataclass(frozen=True, slots=True)
class Modifier:
    """4b Points for each unit of a kind; some only for German units."""

    each: Each
    points: int
    german_only: bool

    def counts(self, unit: DDayUnit) -> bool:
        """8b2-c Whether a unit brings the points."""
        if self.german_only and unit.side != "german":
            return False
        return {
            "unit": True,
            "ground": unit.ground,
            "leg": unit.leg,
            "mechanized": unit.ground and unit.mechanized,
        }[self.each]


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """TC.city, TC.clear, TC.coastal, TC.forest, TC.fortified, TC.fortified-city, TC.marsh,
    TC.mountain, TC.river, TC.sea A row of the terrain chart; `cost` is None where other terrain
    decides or nobody enters.

    Its notes are where they apply: TC.a, the factor for a division, in `options.divisions`; TC.b,
    ports, and TC.e, invasion hexes, on the board; TC.c in the scenario's `invasion_bonus`.
    """

    name: str
    cost: int | None
    extra_cost: int  # TC.d-a
    defender: Modifier | None
    attacker: Modifier | None


@dataclass(frozen=True, slots=True)
class Bombing:
    """13b2 A result of carpet bombing."""

    losses: int
    cancels_terrain: bool


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """6b, 6c What a scenario begins with, brings each Turn, and asks for."""

    year: int
    title: str
    starting_moves: Mapping[Side, int]  # 6b1-a, 6c1-a
    moves_each_turn: Mapping[Side, int]  # 6b2, 6c2
    initiative: Side  # 6b1-b, 6c1-b
    invasion_bonus: int  # 4b3-b, 4b3-c, TC.c-a
    allied_cities: HexSet
    allied_units_east: int
    corps_eliminated: int


@dataclass(frozen=True, slots=True)
class Group:
    """1e A group of an order of appearance card: who, when (`turn` None: on board), and where.

    `hexes` are all hexes it may be placed in; reinforcements also need a hex they control. A
    `coastal_hex` group allows one of its units in a hex.
    """

    number: int
    side: Side
    turn: int | None
    where: Where
    hexes: HexSet
    countries: tuple[str, ...]
    units: tuple[int, ...]
    reduced: UnitSet
    options: Mapping[int, str]
    """The units that are only used with an option."""

    @property
    def fixed(self) -> bool:
        return self.where == "hex"

    @property
    def max_per_hex(self) -> int | None:
        # OOA.G43-b, OOA.G44-b Coastal units stand alone.
        return 1 if self.where == "coastal_hex" else None

    @property
    def label(self) -> str:
        """Where it may be placed, as the card says it."""
        if self.fixed:
            hex_ = self.hexes.bit_length() - 1
            return board().label(hex_)
        kind = {
            "city": "any city",
            "port_city": "any port city",
            "any_hex": "any hex",
            "coastal_hex": "any coastal hex (maximum one per hex)",
        }[self.where]
        return f"{kind} in {', '.join(self.countries)}" if self.countries else kind


@dataclass(frozen=True, slots=True)
class SetUp:
    """A ready-made German set-up: each unit's hex."""

    id: str
    year: int
    title: str
    about: str
    hex_of: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class DDayCharts:
    """All charts and cards."""

    terrain: Mapping[str, TerrainRow]
    months: tuple[str, ...]
    """TRT-a By Turn, counting from 0: `months[0]` is JUN."""
    bad_rolls: tuple[range, ...]  # WT
    bombing: Mapping[int, tuple[Bombing, ...]]
    """CBT.1943, CBT.1944 By year, then by roll, counting from 0."""
    scenario: Mapping[int, ScenarioCard]
    # 6a3-a, OOA.A43, OOA.G43, OOA.A44, OOA.G44
    appearance: Mapping[tuple[int, Side], tuple[Group, ...]]
    set_ups: Mapping[str, SetUp]  # 9b-a

    def month(self, turn: int) -> str:
        return self.months[turn - 1]

    def bad_weather(self, turn: int, roll: int) -> bool:
        """12 Whether a roll makes the weather of a Turn bad."""
        return roll in self.bad_rolls[turn - 1]

    def bomb(self, year: int, roll: int) -> Bombing:
        """13b2 The result of a roll for carpet bombing."""
        return self.bombing[year][roll - 1]

    def on_board(self, year: int, side: Side) -> tuple[Group, ...]:
        """6a4 The groups that are on board at the start."""
        return tuple(group for group in self.appearance[year, side] if group.turn is None)

    def reinforcements(self, year: int, side: Side) -> tuple[Group, ...]:
        """6a5 The groups that arrive later."""
        return tuple(group for group in self.appearance[year, side] if group.turn is not None)

    def group_of(self, year: int, unit: DDayUnit) -> Group | None:
        """The group a unit appears with; None where a scenario does without it."""
        groups = self.appearance[year, unit.side]
        return next((group for group in groups if unit.index in group.units), None)

    def set_ups_for(self, year: int) -> tuple[SetUp, ...]:
        return tuple(set_up for set_up in self.set_ups.values() if set_up.year == year)


@cache
def charts() -> DDayCharts:
    """The charts of the pack in use."""
    return build(pack.load(), board(), pieces())


def build(components: Pack, map_: DDayBoard, counters: DDayPieces) -> DDayCharts:
    """The charts from a component pack."""
    rows = components.rows
    bad = {turn: row["bad"] for row in rows("weather_table") for turn in row["turns"]}
    groups: dict[tuple[int, Side], list[Group]] = {}
    for row in rows("appearance"):
        key = (row["scenario"], row["side"])
        groups.setdefault(key, []).append(_group(map_, counters, row))
    return DDayCharts(
        terrain={row["terrain"]: _terrain(row) for row in rows("terrain_chart")},
        months=tuple(row["month"] for row in rows("time_track")),
        bad_rolls=tuple(range(bad[turn][0], bad[turn][1] + 1) for turn in TURNS),
        bombing={
            year: tuple(_bombing(rows("carpet_bombing"), year, roll) for roll in DIE)
            for year in (1943, 1944)
        },
        scenario={row["scenario"]: _scenario(map_.grid, row) for row in rows("scenarios")},
        appearance={key: tuple(listed) for key, listed in groups.items()},
        set_ups={row["setup"]: _set_up(map_, counters, row) for row in rows("german_setups")},
    )


def _modifier(value: Row | None) -> Modifier | None:
    if value is None:
        return None
    return Modifier(value["each"], value["points"], value["german_only"])


def _terrain(row: Row) -> TerrainRow:
    return TerrainRow(
        row["terrain"],
        row["cost"],
        row["extra_cost"],
        _modifier(row["defender"]),
        _modifier(row["attacker"]),
    )


def _bombing(rows: list[Row], year: int, roll: int) -> Bombing:
    return next(
        Bombing(row["losses"], row["cancels_terrain"])
        for row in rows
        if row["scenario"] == year and row["rolls"][0] <= roll <= row["rolls"][1]
    )


def _scenario(grid: HexGrid, row: Row) -> ScenarioCard:
    return ScenarioCard(
        year=row["scenario"],
        title=row["title"],
        starting_moves=row["starting_moves"],
        moves_each_turn=row["moves_each_turn"],
        initiative=row["initiative"],
        invasion_bonus=row["invasion_bonus"],
        allied_cities=grid.set(row["allied_cities"]),
        allied_units_east=row["allied_units_east"],
        corps_eliminated=row["corps_eliminated"],
    )


def _group(map_: DDayBoard, counters: DDayPieces, row: Row) -> Group:
    return Group(
        number=row["group"],
        side=row["side"],
        turn=row["turn"],
        where=row["where"],
        hexes=_hexes(map_, row),
        countries=tuple(row["countries"]),
        units=tuple(counters.unit[name].index for name in row["units"]),
        reduced=counters.set(*row["reduced"]),
        options={counters.unit[name].index: option for name, option in row["options"].items()},
    )


def _hexes(map_: DDayBoard, row: Row) -> HexSet:
    """Where a group may be placed, as far as the map decides it."""
    if row["where"] == "hex":
        return 1 << map_.hex(row["hex"])
    kind = {
        "city": map_.cities,
        "port_city": map_.ports,
        "any_hex": map_.land,
        "coastal_hex": map_.coastal,
    }[row["where"]]
    if not row["countries"]:
        return kind
    inside = 0
    for name in row["countries"]:
        inside |= map_.countries[name]
    return kind & inside


def _set_up(map_: DDayBoard, counters: DDayPieces, row: Row) -> SetUp:
    hex_of = {
        counters.unit[name].index: map_.hex(hex_)
        for hex_, names in row["places"].items()
        for name in names
    }
    return SetUp(row["setup"], row["scenario"], row["title"], row["about"], hex_of)
