"""What must hold across the tables of Omaha's component pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from beachhead.kernel.grid import HexGrid
from beachhead.kernel.schema import Tables
from beachhead.omaha.table.schema import (
    COLORS,
    FEATURES,
    HEXSIDES,
    LAST_TURN,
    ROADS,
    SYMBOLS,
    TERRAINS,
    ZONES,
)

Finding = tuple[str, int | None, str, str]
"""Table, index of the row, field, what is wrong and what to do."""

ARMORED_TYPES = ("tank", "sp_artillery", "sp_anti_air")  # 2.23b, 2.23c


def grid(tables: Tables) -> HexGrid:
    """2.1c The map's grid: rows count inland from the sea, even rows begin half a hex in."""
    return HexGrid(20, 36, "odd", present=[row["hex"] for row in tables["hexes"]])


def tides(tables: Tables) -> Iterator[Finding]:
    """Tide lines and obstacles lie on the beach, and a line floods with the next tide."""
    floods = {"low": "mid", "mid": "high", "high": None}
    for index, row in enumerate(tables["hexes"]):
        if row["tide"] and row["terrain"] != "beach":
            yield "hexes", index, "tide", "a tide line off the beach; clear it or mend the terrain"
        elif row["tide"] and row["floods"] != floods[row["tide"]]:
            wanted = floods[row["tide"]] or "null"
            yield "hexes", index, "floods", f"a {row['tide']}-tide hex floods at {wanted}; write it"
        elif row["floods"] and row["terrain"] != "beach":
            yield "hexes", index, "floods", "only beach hexes flood; write null"
        elif row["terrain"] == "beach" and not row["tide"] and not row["floods"]:
            yield "hexes", index, "tide", "a beach hex needs its tide line, or a tide it floods at"
        if row["feature"] == "obstacle" and row["tide"] != "mid":
            yield (
                "hexes",
                index,
                "feature",
                "obstacles lie in mid-tide hexes; clear or mend the tide",
            )
        if row["village"] and row["feature"] != "buildings":
            yield "hexes", index, "village", "a village hex needs buildings; clear one or add them"


def lines(tables: Tables) -> Iterator[Finding]:
    """Hexsides and roads join neighbors, each written once with the lower hex first."""
    board = grid(tables)
    for name in ("hexsides", "roads"):
        for index, row in enumerate(tables[name]):
            if board.distance(board.hex(row["from"]), board.hex(row["to"])) != 1:
                yield name, index, "to", f"{row['to']} does not border {row['from']}; mend one"
            elif row["from"] > row["to"]:
                yield name, index, "from", "write the lower hex first"
    for letter in sorted(set(ZONES) - {row["exit"] for row in tables["exits"]}):
        yield "exits", None, "exit", f"exit {letter} is missing; write it in its row"
    letters = Counter(row["exit"] for row in tables["exits"] if row["exit"])
    for index, row in enumerate(tables["exits"]):
        if row["exit"] and letters[row["exit"]] > 1:
            yield "exits", index, "exit", f"exit {row['exit']} is there twice; keep one"
        if len(board.names_of(board.adjacent[board.hex(row["hex"])])) == 6:
            yield "exits", index, "hex", "is not at the edge of the map; a road cannot leave there"


def landing(tables: Tables) -> Iterator[Finding]:
    """Landing boxes stand in order and point at the tide line they name."""
    hexes = {row["hex"]: row for row in tables["hexes"]}
    for index, row in enumerate(tables["landing_boxes"]):
        if row["order"] != index + 1:
            yield (
                "landing_boxes",
                index,
                "order",
                f"boxes count from east to west; write {index + 1}",
            )
        if (row["beach"] or "X") != row["box"][:-1]:
            yield "landing_boxes", index, "beach", f"does not fit box {row['box']}; mend one"
        for tide in ("low", "mid", "high"):
            if row[tide] and hexes[row[tide]]["tide"] != tide:
                yield "landing_boxes", index, tide, f"{row[tide]} is no {tide}-tide hex; mend one"
        if hexes[row["low"]]["sector"] != row["sector"]:
            yield "landing_boxes", index, "sector", f"{row['low']} is in the other sector; mend one"
    boxes = {row["box"] for row in tables["landing_boxes"]}
    beaches = {row["beach"] for row in tables["landing_boxes"]} | {"1st", "29th"}
    for name in ("us_units", "hqs", "generals"):
        for index, row in enumerate(tables[name]):
            if row["landing"] not in boxes | beaches:
                yield name, index, "landing", f"there is no box {row['landing']}; mend one"


def positions(tables: Tables) -> Iterator[Finding]:
    """Positions agree with their names, hexes and WN hexes; arrows reach two hexes at most."""
    board = grid(tables)
    hexes = {row["hex"]: row for row in tables["hexes"]}
    places = {row["position"]: row["hexes"] for row in tables["positions"]}
    wn_hexes: dict[str, list[str]] = {}
    for index, row in enumerate(tables["wn_hexes"]):
        wn_hexes.setdefault(row["position"], []).append(row["hex"])
        if row["name"][:4] != row["position"]:
            yield "wn_hexes", index, "name", f"does not fit {row['position']}; mend one"
        elif row["hex"] not in places[row["position"]]:
            yield (
                "wn_hexes",
                index,
                "hex",
                f"{row['hex']} is not a hex of {row['position']}; mend one",
            )
    taken: dict[str, str] = {}
    for index, row in enumerate(tables["positions"]):
        name = row["position"]
        if row["kind"] == "wn":
            fits = name.startswith("WN") and row["zone"] is None and row["number"] is None
            if sorted(wn_hexes.get(name, [])) != sorted(row["hexes"]):
                yield "positions", index, "hexes", "do not agree with wn_hexes; mend one"
            if row["vp"]:
                yield "positions", index, "vp", "a WN has no VP mark; write false"
        elif row["zone"] is None or row["number"] is None:
            fits = row["zone"] is None and row["number"] is None and [name] == row["hexes"]
        else:
            fits = name == f"{row['zone']}{row['number']}"
        if not fits:
            yield "positions", index, "zone", f"kind, zone and number do not fit {name}; mend them"
        for hex_ in row["hexes"]:
            if hexes[hex_]["sector"] != row["sector"]:
                yield "positions", index, "sector", f"{hex_} is in the other sector; mend one"
            if taken.setdefault(hex_, name) != name:
                yield (
                    "positions",
                    index,
                    "hexes",
                    f"{hex_} is also a hex of {taken[hex_]}; mend one",
                )
        for arrow in row["advance"]:
            origin, target = board.hex(row["hexes"][0]), board.hex(places[arrow][0])
            if not 1 <= board.distance(origin, target) <= 2:
                yield "positions", index, "advance", f"{arrow} is not within two hexes; mend it"


def fields_of_fire(tables: Tables) -> Iterator[Finding]:
    """6.2, 6.23a, 6.23b A dot belongs to one position: fields of fire of one color never
    overlap."""
    owner: dict[tuple[str, str], str] = {}
    for index, row in enumerate(tables["positions"]):
        for hex_ in row["fire"]:
            first = owner.setdefault((row["color"], hex_), row["position"])
            if first != row["position"]:
                fault = f"{first} of the same color has a dot there too; keep one"
                yield "positions", index, f"fire.{hex_}", fault


def cards(tables: Tables) -> Iterator[Finding]:
    """Cards are numbered in order; squares differ in color; events cover Turns 2-31 once."""
    known = {row["kind"] for row in tables["event_kinds"]}
    for index, row in enumerate(tables["cards"]):
        if row["card"] != index + 1:
            yield "cards", index, "card", f"cards stand in order, none left out; write {index + 1}"
        if len({square["color"] for square in row["squares"]}) < 3:
            yield "cards", index, "squares", "the three squares need three colors; mend one"
        covered = Counter(
            turn
            for event in row["events"]
            for turn in range(event["turns"][0], event["turns"][1] + 1)
        )
        if covered != Counter(range(2, LAST_TURN)):
            yield "cards", index, "events", "must cover Turns 2 to 31, each once; mend the turns"
        for place, event in enumerate(row["events"]):
            for kind in {effect["kind"] for effect in event["effects"]} - known:
                yield "cards", index, f"events[{place}]", f"{kind} is not in event_kinds; add it"
    for kind in sorted(
        known - {e["kind"] for r in tables["cards"] for v in r["events"] for e in v["effects"]}
    ):
        index = [row["kind"] for row in tables["event_kinds"]].index(kind)
        yield "event_kinds", index, "kind", "no card has such an event; remove or mend it"


def us_pieces(tables: Tables) -> Iterator[Finding]:
    """Steps count down to one; armored types are armored; no two pieces share a name."""
    seen: dict[str, str] = {}
    for name, key in (
        ("us_units", "unit"),
        ("hqs", "hq"),
        ("generals", "general"),
        ("heroes", "hero"),
        ("engineer_bases", "base"),
    ):
        for index, row in enumerate(tables[name]):
            for called in (row[key], *row.get("aliases", [])):
                if seen.setdefault(called, row[key]) != row[key]:
                    fault = f"{called} also means {seen[called]}; choose another"
                    yield name, index, key if called == row[key] else "aliases", fault
    for index, row in enumerate(tables["generals"]):
        if row["general"] != f"Gen. {row['name']}":
            yield "generals", index, "name", f"does not fit {row['general']}; mend one"
    for index, row in enumerate(tables["engineer_bases"]):
        if row["base"].replace("•", "-") not in row["aliases"]:
            yield "engineer_bases", index, "aliases", "need the name with a hyphen; add it"
    for index, row in enumerate(tables["us_units"]):
        steps = [side["steps"] for side in row["sides"]]
        if steps != list(range(len(steps), 0, -1)):
            yield "us_units", index, "sides", "steps must count down to 1; mend them"
        strengths = [side["strength"] for side in row["sides"]]
        if any(before <= after for before, after in pairwise(strengths)):
            yield "us_units", index, "sides", "strength must fall with every step; mend it"
        if row["arrival_turn"] is None and row["type"] != "tank":
            yield "us_units", index, "arrival_turn", "only tanks start in their boxes; write a turn"
        if row["armored"] != (row["type"] in ARMORED_TYPES):
            yield "us_units", index, "armored", f"does not fit type {row['type']}; mend one"


def german_pieces(tables: Tables) -> Iterator[Finding]:
    """A unit's back and affiliation fit its kind; depth has strength unless it has an effect."""
    for index, row in enumerate(tables["german_units"]):
        kind = row["kind"]
        backs = {"wn": (row["gun"] or "crew",), "armor": ("vehicle 1", "vehicle 2")}
        if row["back"] not in backs.get(kind, ("infantry",)):
            yield "german_units", index, "back", f"does not fit a {kind} unit; mend one"
        if kind != "wn" and row["gun"] is not None:
            yield "german_units", index, "gun", "only WN units have guns; write null"
        if (row["division"] is None) != (kind == "wn"):
            yield "german_units", index, "division", f"does not fit a {kind} unit; mend one"
        if (row["regiment"] is None) != (kind in ("wn", "armor")):
            yield "german_units", index, "regiment", f"does not fit a {kind} unit; mend one"
        if (row["color"] is None) != (kind != "armor"):
            yield "german_units", index, "color", "armor units have a color, others none; mend it"
    for index, row in enumerate(tables["depth_markers"]):
        if (row["strength"] is None) != (row["effect"] is not None):
            yield (
                "depth_markers",
                index,
                "strength",
                "a marker has a strength or an effect; mend it",
            )
        if row["effect"] and (row["requirements"] or row["kind"] != "wn"):
            yield "depth_markers", index, "effect", "only WN depth without requirements has one"


def charts(tables: Tables) -> Iterator[Finding]:
    """Charts have every row they need, and ranges of turns do not overlap."""
    attack = Counter(
        (row["weapons"], row["comparison"], row["depth"], turn)
        for row in tables["us_attack_table"]
        for turn in range(row["turns"][0], row["turns"][1] + 1)
    )
    for index, row in enumerate(tables["us_attack_table"]):
        case = (row["weapons"], row["comparison"], row["depth"])
        if any(attack[*case, turn] != 1 for turn in range(1, LAST_TURN + 1)):
            yield "us_attack_table", index, "turns", "this case must cover each turn once; mend it"
    terrains = {row["terrain"] for row in tables["terrain_effects"]}
    for name in (*TERRAINS[1:], *FEATURES, *HEXSIDES, *ROADS, "water_line"):
        if name not in terrains:
            yield "terrain_effects", None, "terrain", f"{name} has no row; add it"
    categories = {"feature": FEATURES, "hexside": HEXSIDES, "road": ROADS, "terrain": TERRAINS}
    for index, row in enumerate(tables["terrain_effects"]):
        if row["terrain"] not in categories.get(row["category"], ("water_line",)):
            yield "terrain_effects", index, "category", f"does not fit {row['terrain']}; mend it"
    for index, row in enumerate(tables["landing_table"]):
        for letter in "ABCD":
            if (row[letter] is None) == row["check"]:
                fault = "a checked row needs a result, an unchecked one null; mend it"
                yield "landing_table", index, letter, fault
    ranges = ([1, 2], [3, 5], [6, None])
    for index, row in enumerate(tables["us_barrage_table"]):
        if row["strength"] not in ranges:
            yield "us_barrage_table", index, "strength", "write [1, 2], [3, 5] or [6, null]"
    targets = [(row["infantry"], row["where"]) for row in tables["artillery_targets"]]
    for index, target in enumerate(targets):
        if target in targets[:index]:
            yield "artillery_targets", index, "infantry", "such targets are listed twice; mend one"
    for index, row in enumerate(tables["german_actions"]):
        if row["wn_with_targets"] != "fire":
            yield "german_actions", index, "wn_with_targets", "a WN with targets fires; write fire"
        for field, action in (("hits_armor", "armor"), ("hits_leaders", "star")):
            if row[field] != (row["action"] == action):
                yield "german_actions", index, field, f"only the {action} symbol does; mend it"
    for index, row in enumerate(tables["turn_track"]):
        if row["turn"] != index + 1:
            yield "turn_track", index, "turn", f"turns stand in order; write {index + 1}"
    for index, (row, after) in enumerate(pairwise(tables["turn_track"])):
        if row["time"] >= after["time"]:
            yield "turn_track", index + 1, "time", f"is not after {row['time']}; mend it"
    for index, row in enumerate(tables["limits"]):
        for other in tables["limits"][:index]:
            first, last = row["turns"]
            if (
                other["limit"] == row["limit"]
                and first <= other["turns"][1]
                and (last >= other["turns"][0])
            ):
                yield "limits", index, "turns", f"overlap with {other['turns']}; mend one"
    for index, row in enumerate(tables["notes"]):
        if row["table"] not in tables:
            yield "notes", index, "table", f"there is no table {row['table']}; mend it"


def routes(tables: Tables) -> Iterator[Finding]:
    """16.82a to 16.82c Routes hold origin and destination; armor follows roads from hex to hex."""
    for index, row in enumerate(tables["advance_routes"]):
        along, across = row["destination"]
        if max(abs(along), abs(across), abs(along + across)) != row["distance"]:
            yield "advance_routes", index, "distance", "does not fit the destination; mend one"
        if [0, 0] not in row["route"] or row["destination"] not in row["route"]:
            yield "advance_routes", index, "route", "must hold origin and destination; add them"
        if len(row["route"]) != {1: 4, 2: 7, 3: 6}[row["diagram"]]:
            yield "advance_routes", index, "route", f"diagram {row['diagram']} has another length"
    roads = {(row["from"], row["to"]) for row in tables["roads"] if row["kind"] != "trail"}
    roads |= {(to, start) for start, to in roads}
    for name in ("armor_roads", "armor_entries"):
        for index, row in enumerate(tables[name]):
            for step, (start, to) in enumerate(pairwise(row["hexes"])):
                if (start, to) not in roads:
                    fault = f"no road joins {start} and {to}; mend the hexes or add the road"
                    yield name, index, f"hexes[{step + 1}]", fault
    for index, row in enumerate(tables["armor_junctions"]):
        for symbol in SYMBOLS:
            if (row["hex"], row[symbol]) not in roads:
                yield "armor_junctions", index, symbol, f"no road to {row[symbol]}; mend one"
    on_roads = {hex_ for row in tables["armor_roads"] for hex_ in row["hexes"]}
    for index, row in enumerate(tables["armor_ends"]):
        if row["hex"] not in on_roads:
            yield "armor_ends", index, "hex", "no armor road leads there; mend one"


def scenarios(tables: Tables) -> Iterator[Finding]:
    """Set-ups use what there is: units' steps, guns in their places, counters in the box."""
    guns = {row["name"]: row["gun"] or "plain" for row in tables["wn_hexes"]}
    for index, row in enumerate(tables["scenario_wn"]):
        if row["unit"] != guns[row["wn_hex"]]:
            yield (
                "scenario_wn",
                index,
                "unit",
                f"{row['wn_hex']} takes {guns[row['wn_hex']]}; mend it",
            )
    steps = {row["unit"]: len(row["sides"]) for row in tables["us_units"]}
    for index, row in enumerate(tables["scenario_us"]):
        if (row["steps"] or 0) > steps.get(row["unit"], 0):
            yield "scenario_us", index, "steps", f"{row['unit']} has fewer steps; mend it"
    obstacles = {row["hex"] for row in tables["hexes"] if row["feature"] == "obstacle"}
    for index, row in enumerate(tables["scenarios"]):
        for hex_ in row["cleared_obstacles"]:
            if hex_ not in obstacles:
                yield "scenarios", index, "cleared_obstacles", f"{hex_} has no obstacle; mend it"
    kinds = Counter(row["kind"] for row in tables["german_units"])
    kinds.update(f"{row['kind']}_depth" for row in tables["depth_markers"])
    kinds["kg_meyer_depth"] = kinds["mobile_depth"]
    for index, row in enumerate(tables["scenario_pools"]):
        if row["count"] + row["removed"] > kinds[row["pool"]]:
            yield "scenario_pools", index, "count", f"there are only {kinds[row['pool']]}; mend it"
    placed = Counter(row["scenario"] for row in tables["scenario_wn"] if row["depth"])
    whole = {row["scenario"] for row in tables["scenarios"] if len(row["sectors"]) == 2}
    for index, row in enumerate(tables["scenario_pools"]):
        if row["pool"] == "wn_depth" and row["scenario"] in whole:
            used = placed[row["scenario"]] + row["count"] + row["removed"]
            if used != kinds["wn_depth"]:
                fault = f"{used} WN depth markers placed, in the box or removed; mend scenario_wn"
                yield "scenario_pools", index, "count", fault
    checks: dict[tuple[str, int], list[tuple[int, int, int]]] = {}
    for index, row in enumerate(tables["victory_levels"]):
        low = -999 if row["from"] is None else row["from"]
        high = 999 if row["to"] is None else row["to"]
        checks.setdefault((row["scenario"], row["end_of_turn"]), []).append((low, high, index))
    for levels in checks.values():
        ladder = sorted(levels)
        for (_, high, below), (low, _, above) in pairwise(ladder):
            if high + 1 != low:
                fault = "a gap or overlap with the next level; mend one of them"
                yield "victory_levels", below, "to", fault
                yield "victory_levels", above, "from", fault
        if ladder[-1][1] != 999:
            yield "victory_levels", ladder[-1][2], "to", "is the highest level; write null"
        if ladder[0][0] != -999:
            yield "victory_levels", ladder[0][2], "from", "is the lowest level; write null"


def armor_colors(tables: Tables) -> Iterator[Finding]:
    """23.1 No two armor units share a color."""
    seen: set[str] = set()
    for index, row in enumerate(tables["german_units"]):
        if row["color"] in COLORS and row["color"] in seen:
            yield "german_units", index, "color", "another armor unit has that color; mend one"
        seen.add(row["color"])


ALL = (
    tides,
    lines,
    landing,
    positions,
    fields_of_fire,
    cards,
    us_pieces,
    german_pieces,
    armor_colors,
    charts,
    routes,
    scenarios,
)
