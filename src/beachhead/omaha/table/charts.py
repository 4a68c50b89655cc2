"""The printed charts and tracks as lookups: landing, fire, attack, barrage, weapons, terrain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Row
from beachhead.omaha.table import pack
from beachhead.omaha.table.board import Intensity, Tide

Comparison = Literal["less", "equal", "greater", "double"]
DepthState = Literal["none", "unrevealed", "revealed"]


@dataclass(frozen=True, slots=True)
class LandingResult:
    """5.1 What a landing check does to a unit.

    `drift` is the change of the box's `order`: to the east negative, to the west positive.
    """

    result: str
    steps: int = 0
    drift: int = 0
    delay: int = 0


@dataclass(frozen=True, slots=True)
class FireResult:
    """6.3 Whom fire of one intensity hits, and how."""

    targets: str
    lose_step: bool
    disrupted: bool


@dataclass(frozen=True, slots=True)
class TerrainEffect:
    """What a terrain, feature, hexside or road does to movement and defense."""

    name: str
    category: str
    infantry: Literal["yes", "no", "climb", "climb_cliff"]
    leader: Literal["yes", "no"]
    other: Literal["yes", "no", "road_only"]
    defense: Literal["unit", "unit_and_depth", "prohibited", "prohibited_from_below"] | None
    from_turn_17: str | None


@dataclass(frozen=True, slots=True)
class GermanAction:
    """16 What a card's action makes a position do, by the position's situation."""

    action: str
    wn_with_targets: str | None
    wn_without_targets: str | None
    wn_empty: str | None
    reinforcement_with_targets: str | None
    reinforcement_without_targets: str | None
    reinforcement_empty: str | None
    armor_unit: str | None
    hits_armor: bool
    hits_leaders: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A space of the turn track."""

    number: int
    time: str
    tide: Tide  # 5.21e
    shuffle: bool
    minutes: int  # 1c
    printed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VictoryLevel:
    """13.2, 20 A result and the VP it takes, ends included; None is open."""

    least: int | None
    most: int | None
    result: str
    ends_game: bool


@dataclass(frozen=True, slots=True)
class OmahaCharts:
    """Every chart of the game."""

    landing_rows: tuple[Row, ...]  # LT.1-3, LT.4-14, LT.15+
    fire: Mapping[tuple[str, str], FireResult]  # GFC.intense, GFC.steady, GFC.sporadic, GFC.ambush
    attack_rows: Mapping[tuple[bool, str, str], tuple[Row, ...]]  # UAT.no, UAT.yes, UAT.extended
    attack_results: Mapping[str, str]
    barrage_rows: Mapping[tuple[bool, bool, bool], tuple[Row, ...]]  # UBT
    weapon_rows: Mapping[str, tuple[Row, ...]]  # UWC
    weapons: Mapping[str, str]
    terrain: Mapping[str, TerrainEffect]
    # 16e to 16i, GAS.F, GAS.armor, GAS.star, GAS.R, GAS.M, GAS.P, GAS.A, GAS.armor-unit
    german_actions: Mapping[str, GermanAction]
    german_action_details: Mapping[str, str]
    mortar_rows: tuple[Row, ...]
    turns: tuple[Turn, ...]
    hq_ranges: tuple[int, ...]  # 18b, 18.2a
    engineer_ranges: tuple[int, ...]
    limit_rows: Mapping[str, tuple[Row, ...]]
    artillery_targets: tuple[tuple[bool, str], ...]  # 6.5e to 6.5h, 16.7d to 16.7g
    phases: Mapping[str, tuple[Row, ...]]
    # 13.2e, 20.2b to 20.2d, 20.3k to 20.3p, 21.2c to 21.2h
    victory_rows: Mapping[tuple[str, int], tuple[VictoryLevel, ...]]
    victory_points: Mapping[str, Mapping[str, int]]
    notes: Mapping[str, tuple[str, ...]]

    def turn(self, number: int) -> Turn:
        return self.turns[number - 1]

    def landing(
        self, turn: int, unit_type: str, beach: str | None, letter: str
    ) -> LandingResult | None:
        """5.11 The result for a unit of a type in a box of a beach; None if it is not checked."""
        for row in self.landing_rows:
            if (
                row["turns"][0] <= turn <= row["turns"][1]
                and unit_type in row["types"]
                and (row["only_on"] is None or beach in row["only_on"])
                and beach not in row["not_on"]
            ):
                return _landing_result(row[letter]) if row["check"] else None
        return None

    def german_fire(self, intensity: Intensity, column: str) -> FireResult:
        """6.3 The German fire chart; columns wn_or_revealed, unrevealed, ambush."""
        return self.fire[intensity, column]

    def us_attack(
        self, turn: int, *, weapons: bool, comparison: Comparison, depth: DepthState
    ) -> tuple[str, ...]:
        """8.3 The results of an attack; none is no effect."""
        rows = self.attack_rows[weapons, comparison, depth]
        return next(tuple(row["results"]) for row in rows if _covers(row, turn))

    def us_barrage(self, strength: int, *, symbol: bool, color: bool, depth: bool) -> str:
        """8.4 The result of a barrage, by what the card shows and whether the target has depth."""
        for row in self.barrage_rows[symbol, color, depth]:
            least, most = row["strength"]
            if least <= strength and (most is None or strength <= most):
                return str(row["result"])
        return "no_effect"

    def us_weapons(
        self, user: str, distance: int = 1, *, restricted: bool = False
    ) -> frozenset[str]:
        """8.2, 8.26a, 8.26b The weapons of a full-strength unit, HQ or naval fire marker.

        `restricted`: heavy infantry that attacks across a bluff or cliff (8.26).
        """
        far = restricted or distance > 1
        kinds = {"always", "full_strength", "not_adjacent_or_across_bluff_or_cliff"}
        kinds = kinds if far else {"always", "full_strength", "adjacent"}
        return frozenset(
            weapon
            for row in self.weapon_rows[user]
            if row["when"] in kinds
            and (row["range"] is None or row["range"][0] <= distance <= row["range"][1])
            for weapon in row["weapons"]
        )

    def limit(self, name: str, turn: int) -> int | None:
        """A number that a rule sets for a turn; None where it sets none."""
        for row in self.limit_rows[name]:
            if _covers(row, turn):
                value: int | None = row["value"]
                return value
        return None

    def mortar_range(self, position_kind: str, terrain: str, *, next_to_beach: bool) -> int:
        """16.5b to 16.5d How far mortar fire reaches a hex of a terrain."""
        best = 0
        for row in self.mortar_rows:
            if row["position"] == position_kind and row["terrain"] in (terrain, None):
                if row["next_to_beach"] == next_to_beach:
                    return int(row["range"])
                if not row["next_to_beach"]:
                    best = row["range"]
        return best

    def victory(self, scenario: str, turn: int, points: int) -> VictoryLevel | None:
        """The result at the end of a turn, or None where the scenario has no check then."""
        for level in self.victory_rows.get((scenario, turn), ()):
            if (level.least is None or level.least <= points) and (
                level.most is None or points <= level.most
            ):
                return level
        return None


def compare(us_strength: int, german_strength: int) -> Comparison:
    """8.3 How the US strength compares with the German."""
    if us_strength >= 2 * german_strength:
        return "double"
    if us_strength > german_strength:
        return "greater"
    return "equal" if us_strength == german_strength else "less"


@cache
def charts() -> OmahaCharts:
    """The charts of the pack in use."""
    return build(pack.load())


def build(components: Pack) -> OmahaCharts:
    """The charts from a component pack."""
    rows = components.rows
    tracks = {row["track"]: tuple(row["ranges"]) for row in rows("range_tracks")}
    return OmahaCharts(
        landing_rows=tuple(rows("landing_table")),
        fire={
            (row["intensity"], row["column"]): FireResult(
                row["targets"], "lose_step" in row["effects"], "disrupted" in row["effects"]
            )
            for row in rows("german_fire_chart")
        },
        attack_rows=_grouped(rows("us_attack_table"), "weapons", "comparison", "depth"),
        attack_results={row["result"]: row["text"] for row in rows("us_attack_results")},
        barrage_rows=_grouped(rows("us_barrage_table"), "symbol", "color", "depth"),
        weapon_rows=_grouped(rows("us_weapons_chart"), "user"),
        weapons={row["weapon"]: row["name"] for row in rows("weapons")},
        terrain={
            row["terrain"]: TerrainEffect(
                row["terrain"],
                row["category"],
                row["infantry"],
                row["leader"],
                row["other"],
                row["defense"],
                row["from_turn_17"],
            )
            for row in rows("terrain_effects")
        },
        german_actions={
            row["action"]: GermanAction(**_plain(row)) for row in rows("german_actions")
        },
        german_action_details={row["action"]: row["text"] for row in rows("german_action_details")},
        mortar_rows=tuple(rows("mortar_ranges")),
        turns=tuple(
            Turn(
                row["turn"],
                row["time"],
                row["tide"],
                row["shuffle"],
                row["minutes"],
                tuple(row["printed"]),
            )
            for row in rows("turn_track")
        ),
        hq_ranges=tracks["hq"],
        engineer_ranges=tracks["engineer"],
        limit_rows=_grouped(rows("limits"), "limit"),
        artillery_targets=tuple(
            (row["infantry"], row["where"])
            for row in sorted(rows("artillery_targets"), key=lambda row: int(row["priority"]))
        ),
        phases=_grouped(rows("phases"), "sequence"),
        victory_rows={
            key: tuple(
                VictoryLevel(row["from"], row["to"], row["result"], row["ends"]) for row in levels
            )
            for key, levels in _grouped(rows("victory_levels"), "scenario", "end_of_turn").items()
        },
        victory_points={
            schedule: {row["item"]: row["points"] for row in items}
            for schedule, items in _grouped(rows("victory_points"), "schedule").items()
        },
        notes={
            table: tuple(row["text"] for row in texts)
            for table, texts in _grouped(rows("notes"), "table").items()
        },
    )


@cache
def limit(name: str, turn: int) -> int | None:
    """A number that a rule sets for a turn, which is asked for again and again."""
    return charts().limit(name, turn)


def _covers(row: Row, turn: int) -> bool:
    return bool(row["turns"][0] <= turn <= row["turns"][1])


def _landing_result(result: Row) -> LandingResult:
    boxes = result.get("boxes", 0)
    return LandingResult(
        result["result"],
        result.get("steps", 0),
        -boxes if result.get("direction") == "east" else boxes,
        result.get("turns", 0),
    )


def _grouped(rows: list[Row], *fields: str) -> dict[Any, tuple[Row, ...]]:
    """Rows by the value of a field, or by a tuple of values."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        key = row[fields[0]] if len(fields) == 1 else tuple(row[field] for field in fields)
        groups.setdefault(key, []).append(row)
    return {key: tuple(group) for key, group in groups.items()}


def _plain(row: Row) -> Row:
    """The row without what any row may carry besides its fields."""
    return {name: value for name, value in row.items() if name not in ("provenance", "note")}
