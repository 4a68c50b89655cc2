"""The printed charts as tables that the page can show, light up and search."""

from __future__ import annotations

from functools import cache

from msgspec import structs

from beachhead.kernel.schema import Row
from beachhead.omaha.drawing.diagrams import advance_diagrams
from beachhead.omaha.table import pack
from beachhead.omaha.table.charts import Comparison, DepthState, charts
from beachhead.omaha.us_combat.barrages import BANDS, SHOWN, band
from beachhead.omaha.us_combat.resolution import RESULTS
from beachhead.page.book import Chart, ChartKeys, chart

LETTERS = ("A", "B", "C", "D")
TYPES = {
    "tank": "tanks",
    "infantry": "infantry",
    "heavy_infantry": "heavy infantry",
    "ranger": "rangers",
    "dukw_artillery": "amphibious artillery",
    "artillery": "artillery",
    "sp_artillery": "self-propelled artillery",
    "anti_air": "anti-air",
    "sp_anti_air": "self-propelled anti-air",
    "anti_tank": "anti-tank",
    "hq": "headquarters",
    "naval_fire_marker": "naval fire",
}
INTENSITIES = ("intense", "steady", "sporadic")
FIRE_COLUMNS = {
    "wn_or_revealed": "WN, or revealed unit",
    "unrevealed": "unrevealed reinforcement",
    "ambush": "ambush (from Turn 17)",
}
TARGETS = {
    "any": "any unit",
    "non_armored_with_symbol": "unarmored unit with the card's symbol",
    "one_with_symbol": "one unit with the card's symbol",
    "one_with_symbol_if_no_intense_hit": "one unit with the card's symbol, if none was intense",
}
EFFECTS = {"lose_step": "loses a step", "disrupted": "is disrupted"}
COMPARISONS: dict[Comparison, str] = {
    "double": "US strength at least double",
    "greater": "US strength greater",
    "equal": "equal",
    "less": "US strength less",
}
DEPTHS: dict[DepthState, str] = {
    "none": "no depth",
    "unrevealed": "depth, unrevealed",
    "revealed": "depth, revealed",
}
ATTACK_ROWS = [(weapons, row) for weapons in (True, False) for row in COMPARISONS]
BARRAGE = {
    "no_effect": "no effect",
    "disrupted": "disrupted",
    "disrupted_and_depth_removed": "disrupted, depth removed",
}
MOVES = {
    "yes": "yes",
    "no": "no",
    "climb": "climb",
    "climb_cliff": "climb cliff",
    "road_only": "only by road",
}
DEFENSES = {
    None: "none",
    "unit": "unit doubled",
    "unit_and_depth": "unit and depth doubled",
    "prohibited": "no attack across",
    "prohibited_from_below": "no attack from below",
}
WHEN = {
    "full_strength": "full strength",
    "adjacent": "adjacent",
    "not_adjacent_or_across_bluff_or_cliff": "from afar, or across a bluff or cliff",
    "always": "",
}


# --- 5.1 landing


@cache
def landing(turn: int | None = None) -> Chart:
    """LT The landing table: of one turn, or all."""
    rows = landing_rows(turn)
    return chart(
        "landing",
        "Landing table" if turn is None else f"Landing table, Turn {turn}",
        "LT",
        [f"letter {letter}" for letter in LETTERS],
        [(_who(row, turn), [_landing(row[letter]) for letter in LETTERS]) for row in rows],
        *charts().notes.get("landing_table", ()),
    )


@cache
def landing_rows(turn: int | None) -> tuple[Row, ...]:
    """LT The rows that hold on a turn."""
    return tuple(
        row
        for row in charts().landing_rows
        if turn is None or row["turns"][0] <= turn <= row["turns"][1]
    )


def _who(row: Row, turn: int | None) -> str:
    who = ", ".join(TYPES[kind] for kind in row["types"])
    if row["only_on"]:
        who += f" on {' and '.join(row['only_on'])}"
    if row["not_on"]:
        who += f", not on {' and '.join(row['not_on'])}"
    if turn is None:
        first, last = row["turns"]
        who = f"Turn{'' if first == last else 's'} {_span(first, last)}: {who}"
    return who


def _span(first: int, last: int | None) -> str:
    if last is None:
        return f"{first} or more"
    return str(first) if first == last else f"{first}–{last}"


def _landing(result: Row | None) -> str:
    if result is None:
        return "no check"
    steps, boxes, turns = (result.get(name, 0) for name in ("steps", "boxes", "turns"))
    drifts = f"drifts {boxes} box{'' if boxes == 1 else 'es'} {result.get('direction')}"
    loses = f"loses {steps} step{'' if steps == 1 else 's'}"
    return {
        "no_effect": "on course",
        "eliminated": "eliminated",
        "removed": "does not land today",
        "delayed": f"delayed {turns} turn{'' if turns == 1 else 's'}",
        "lose_steps": loses,
        "drift": drifts,
        "lose_steps_and_drift": f"{loses}, {drifts}",
    }[result["result"]]


# --- 6.3 German fire


@cache
def german_fire(*, extended: bool = True) -> Chart:
    """GFC The German fire chart."""
    columns = [name for name in FIRE_COLUMNS if extended or name != "ambush"]
    rows = []
    for dot in INTENSITIES:
        cells = []
        for column in columns:
            result = charts().fire[dot, column]
            effects = [
                EFFECTS[name]
                for name, happens in (
                    ("lose_step", result.lose_step),
                    ("disrupted", result.disrupted),
                )
                if happens
            ]
            cells.append(f"{TARGETS[result.targets]} {' and '.join(effects)}")
        rows.append((dot, cells))
    return chart(
        "german-fire",
        "German fire chart",
        "GFC",
        [FIRE_COLUMNS[name] for name in columns],
        rows,
        *charts().notes.get("german_fire_chart", ()),
    )


# --- 8 combat


@cache
def us_attack(turn: int = 1) -> Chart:
    """UAT The US attack table."""
    found = chart(
        "us-attack",
        "US attack table",
        "UAT",
        list(DEPTHS.values()),
        [
            (
                f"{'all weapons' if weapons else 'weapons missing'}: {COMPARISONS[row]}",
                [_results(turn, weapons, row, depth) for depth in DEPTHS],
            )
            for weapons, row in ATTACK_ROWS
        ],
        *charts().notes.get("us_attack_table", ()),
    )
    rows = [f"{'all' if weapons else 'missing'}-{row}" for weapons, row in ATTACK_ROWS]
    return structs.replace(found, keys=ChartKeys(rows, list(DEPTHS)))


def _results(turn: int, weapons: bool, row: Comparison, depth: DepthState) -> str:
    results = charts().us_attack(turn, weapons=weapons, comparison=row, depth=depth)
    return "; ".join(RESULTS[each] for each in results) or "no effect"


def attack_cell(weapons: bool, comparison: Comparison, depth: DepthState) -> tuple[int, int]:
    """Where the attack table has a result."""
    return ATTACK_ROWS.index((weapons, comparison)), list(DEPTHS).index(depth)


@cache
def us_barrage() -> Chart:
    """UBT The US barrage table."""
    columns = [(depth, number) for depth in ("depth", "no depth") for number in range(len(BANDS))]
    found = chart(
        "us-barrage",
        "US barrage table",
        "UBT",
        [f"{depth}, strength {_span(*BANDS[number])}" for depth, number in columns],
        [
            (
                f"card shows {seen}",
                [
                    BARRAGE[
                        charts().us_barrage(
                            BANDS[number][0], symbol=symbol, color=color, depth=depth == "depth"
                        )
                    ]
                    for depth, number in columns
                ],
            )
            for (symbol, color), seen in SHOWN.items()
        ],
        *charts().notes.get("us_barrage_table", ()),
    )
    keys = ChartKeys(list(SHOWN.values()), [f"{d}-{number}" for d, number in columns])
    return structs.replace(found, keys=keys)


def barrage_columns(strength: int) -> list[int]:
    """The columns of the barrage table for a strength, with depth and without."""
    return [band(strength), band(strength) + len(BANDS)]


@cache
def us_weapons() -> Chart:
    """UWC The US weapons chart."""
    rows = []
    for user, entries in charts().weapon_rows.items():
        for entry in entries:
            when = [WHEN[entry["when"]]] if WHEN[entry["when"]] else []
            if entry["range"]:
                when.append(f"range {_span(*entry['range'])}")
            names = [f"{weapon} {charts().weapons[weapon]}" for weapon in entry["weapons"]]
            rows.append((TYPES.get(user, user), [", ".join(when) or "always", ", ".join(names)]))
    return chart(
        "us-weapons",
        "US weapons chart",
        "UWC",
        ["when", "weapons"],
        rows,
        *charts().notes.get("us_weapons_chart", ()),
    )


# --- terrain


@cache
def terrain() -> Chart:
    """TEC The terrain effects chart."""
    return chart(
        "terrain",
        "Terrain effects chart",
        "TEC",
        ["infantry", "leaders", "other units", "German defense"],
        [
            (
                effect.name.replace("_", " "),
                [
                    MOVES[effect.infantry],
                    MOVES[effect.leader],
                    MOVES[effect.other],
                    DEFENSES[effect.defense],
                ],
            )
            for effect in charts().terrain.values()
        ],
        *charts().notes.get("terrain_effects", ()),
    )


# --- the rest, for the reference


@cache
def turn_track() -> Chart:
    """The turn track."""
    return chart(
        "turn-track",
        "Turn track",
        "4",
        ["time", "tide", "shuffle", "printed"],
        [
            (
                f"Turn {turn.number}",
                [turn.time, turn.tide, "yes" if turn.shuffle else "", "; ".join(turn.printed)],
            )
            for turn in charts().turns
        ],
    )


@cache
def victory() -> Chart:
    """13.2 Victory points and levels."""
    rows = [
        (row["item"].replace("_", " "), [row["schedule"].replace("_", " "), str(row["points"])])
        for row in pack.load().rows("victory_points")
    ]
    for (scenario, turn), levels in charts().victory_rows.items():
        rows += [
            (
                f"{scenario}, end of Turn {turn}",
                [level.result, f"{_range(level.least, level.most)} VP"],
            )
            for level in levels
        ]
    return chart("victory", "Victory", "13.2", ["schedule or result", "points"], rows)


def _range(least: int | None, most: int | None) -> str:
    if least is None:
        return f"up to {most}"
    return f"{least} or more" if most is None else f"{least} to {most}"


@cache
def limits() -> Chart:
    """Numbers that a rule sets."""
    rows = pack.load().rows("limits")
    return chart(
        "limits",
        "Limits by turn",
        "4",
        ["turns", "limit", "rule"],
        [
            (
                row["limit"].replace("_", " "),
                [
                    _span(*row["turns"]),
                    "none" if row["value"] is None else str(row["value"]),
                    row["rule"],
                ],
            )
            for row in rows
        ],
    )


@cache
def artillery() -> Chart:
    """6.5 Whom German artillery hits first."""
    return chart(
        "artillery-targets",
        "Targets of German artillery",
        "6.5",
        ["unit", "where"],
        [
            (
                f"{number}.",
                ["infantry" if infantry else "other units", place.replace("_", " ")],
            )
            for number, (infantry, place) in enumerate(charts().artillery_targets, 1)
        ],
    )


SITUATIONS = {
    "wn_with_targets": "WN with targets",
    "wn_without_targets": "WN without",
    "wn_empty": "WN empty",
    "reinforcement_with_targets": "reinforcement with targets",
    "reinforcement_without_targets": "reinforcement without",
    "reinforcement_empty": "reinforcement empty",
    "armor_unit": "armor",
}
"""GAS The columns of the summary."""
ARMOR = ("fire_or_move", "move_or_fire", "overrun", "aimed_fire", "position_and_fire")
"""23.4 The actions of armor."""


@cache
def german_actions() -> Chart:
    """GAS The German action summary of the extended game."""
    found = chart(
        "german-actions",
        "German action summary (from Turn 17)",
        "GAS",
        list(SITUATIONS.values()),
        [
            (
                action,
                [(getattr(row, name) or "–").replace("_", " ") for name in SITUATIONS],
            )
            for action, row in charts().german_actions.items()
        ],
        *(
            f"{name.replace('_', ' ')}: {text}"
            for name, text in charts().german_action_details.items()
            if name not in ARMOR
        ),
    )
    keys = ChartKeys(list(charts().german_actions), list(SITUATIONS))
    return structs.replace(found, keys=keys)


def action_row(letter: str) -> int:
    """Which row of the summary an action of a card's square is."""
    return list(charts().german_actions).index(letter)


def action_cell(letter: str, situation: str) -> tuple[int, int]:
    """The cell of the summary for a square's action and a position's situation."""
    return action_row(letter), list(SITUATIONS).index(situation)


@cache
def armor_actions() -> Chart:
    """23.4 What armor does on each action of a card."""
    rows = charts().german_actions.items()
    details = charts().german_action_details
    return chart(
        "armor-actions",
        "Actions of German armor",
        "23.4",
        ["action", "what it does"],
        [
            (
                letter,
                [(row.armor_unit or "–").replace("_", " "), details.get(row.armor_unit or "", "")],
            )
            for letter, row in rows
        ],
    )


@cache
def mortars() -> Chart:
    """16.5 How far mortars reach."""
    return chart(
        "mortar-ranges",
        "Reach of German mortars",
        "16.5",
        ["target hex", "hexes"],
        [
            (
                "WN" if row["position"] == "wn" else "reinforcement position",
                [_mortar_target(row), str(row["range"])],
            )
            for row in pack.load().rows("mortar_ranges")
        ],
        "Two hits with depth, one without; most steps first.",
    )


def _mortar_target(row: Row) -> str:
    where = (row["terrain"] or "any").replace("_", " ")
    if row["terrain"] != "pavilion":
        return where
    return f"{where} {'next to the beach' if row['next_to_beach'] else 'inland'}"


@cache
def advances() -> Chart:
    """16.82 The routes of advance."""
    found = chart(
        "advance",
        "Routes of advance",
        "16.82",
        ["what happens"],
        [
            (
                "1",
                [
                    "US units in the route: all but infantry and tanks are disrupted, and of these"
                    " those with the card's symbol"
                ],
            ),
            (
                "2",
                [
                    "the strength of the others is added; doubled in buildings and bocage, one more"
                    " for each hero"
                ],
            ),
            (
                "3",
                [
                    "7 or more: repulsed; less: a unit in the route loses a step, those in the"
                    " destination give way, the Germans move in"
                ],
            ),
        ],
    )
    keys = ChartKeys(["1", "2", "3"], ["what happens"])
    return structs.replace(found, keys=keys, svg=str(advance_diagrams()))


@cache
def range_tracks() -> Chart:
    """18.2, 19.2 How far command posts and engineer bases reach, space by space."""
    tracks = (("command posts", charts().hq_ranges), ("engineer bases", charts().engineer_ranges))
    most = max(len(ranges) for _, ranges in tracks)
    return chart(
        "range-tracks",
        "Range tracks (from Turn 17)",
        "18.2",
        [f"space {n + 1}" for n in range(most)],
        [
            (name, [str(reach) for reach in ranges] + [""] * (most - len(ranges)))
            for name, ranges in tracks
        ],
    )


def every_chart() -> list[Chart]:
    """All charts, for the reference."""
    return [
        landing(),
        german_fire(),
        us_attack(),
        us_barrage(),
        us_weapons(),
        terrain(),
        turn_track(),
        victory(),
        artillery(),
        limits(),
        german_actions(),
        armor_actions(),
        mortars(),
        advances(),
        range_tracks(),
    ]
