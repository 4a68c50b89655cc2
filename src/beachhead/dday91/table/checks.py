"""What must hold between the tables of D-Day (1991)'s component pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from beachhead.dday91.table.schema import LAST_TURN, LENGTH, ROWS
from beachhead.kernel.grid import HexGrid
from beachhead.kernel.schema import Row, Tables

Finding = tuple[str, int | None, str, str]
CITY_TERRAINS = ("city", "fortified_city")


def hex_name(line: int, place: int) -> str:
    """The printed name: a letter for the row and a number along it."""
    return f"{ROWS[line]}{place + 1}"


def whole_grid() -> HexGrid:
    """Every hex of the board: odd rows (A, C, ...) have 20, even rows, half a hex in, 19."""
    present = [
        hex_name(line, place) for line in range(len(ROWS)) for place in range(LENGTH - line % 2)
    ]
    return HexGrid(len(ROWS), LENGTH, "odd", name=hex_name, present=present)


def hexes(tables: Tables) -> Iterator[Finding]:
    """Every hex once, in order; what a hex is fits what it has."""
    names = list(whole_grid().numbers)
    cities = {row["hex"] for row in tables["cities"]}
    for index, row in enumerate(tables["hexes"]):
        expected = names[index] if index < len(names) else None
        if row["hex"] != expected:
            yield "hexes", index, "hex", f"hexes stand in order; here is {expected}"
            return
        land = row["kind"] == "land"
        if land != (row["terrain"] is not None):
            yield "hexes", index, "terrain", "land in play has one, and only it; mend one"
        if (row["kind"] == "sea") != (row["sea"] is not None):
            yield "hexes", index, "sea", "a sea hex is part of a sea, and only it; mend one"
        if (row["kind"] == "sea") != (row["country"] is None):
            yield "hexes", index, "country", "land is in a country, sea is not; mend one"
        for field in ("coastal", "fortified", "east_of_rhine"):
            if row[field] and not land:
                yield "hexes", index, field, "only land in play can be that; write false"
        if row["fortified"] and row["terrain"] in CITY_TERRAINS:
            yield "hexes", index, "fortified", "write the terrain fortified_city instead"
        if (row["terrain"] in CITY_TERRAINS) != (row["hex"] in cities):
            yield "hexes", index, "terrain", "a city, and only it, is in cities; mend one"
    if len(tables["hexes"]) < len(names):
        yield "hexes", None, "hex", f"{names[len(tables['hexes'])]} is missing; add it"


def cities(tables: Tables) -> Iterator[Finding]:
    names = Counter(row["name"] for row in tables["cities"])
    for index, row in enumerate(tables["cities"]):
        if names[row["name"]] > 1:
            yield "cities", index, "name", "another city has that name; mend one"


def hexsides(tables: Tables) -> Iterator[Finding]:
    """A hexside joins neighbors, is written once, and what runs along it fits its hexes."""
    grid, rows = whole_grid(), {row["hex"]: row for row in tables["hexes"]}
    borders = set()
    for index, row in enumerate(tables["hexsides"]):
        one, other = rows[row["from"]], rows[row["to"]]
        here, there = grid.hex(row["from"]), grid.hex(row["to"])
        if here >= there:
            yield "hexsides", index, "from", "write the earlier hex first, so that none is twice"
        elif not grid.adjacent[here] >> there & 1:
            yield "hexsides", index, "to", f"{row['from']} and {row['to']} are no neighbors"
        if "sea" in (one["kind"], other["kind"]):
            yield "hexsides", index, "kind", "a hexside of a sea hex is sea anyway; remove it"
        if (row["kind"] == "river") != (row["name"] is not None):
            yield "hexsides", index, "name", "a river, and only it, has a name; mend one"
        if row["kind"] != "river":
            borders.add((row["from"], row["to"]))
        if row["kind"] == "border" and one["country"] == other["country"]:
            yield "hexsides", index, "kind", "both sides are one country; mend one"
    yield from _missing_borders(grid, rows, borders)


def _missing_borders(
    grid: HexGrid, rows: dict[str, Row], borders: set[tuple[str, str]]
) -> Iterator[Finding]:
    for here in grid.names:
        for name in grid.names_of(grid.adjacent[here] >> here << here):
            one, other = rows[grid.name(here)], rows[name]
            countries = {one["country"], other["country"]}
            across = None not in countries and len(countries) == 2
            if across and (one["hex"], other["hex"]) not in borders:
                yield "hexsides", None, "from", f"{one['hex']} to {name} needs a border; add it"


def invasions(tables: Tables) -> Iterator[Finding]:
    """Invasion hexes are sea hexes of their sea, and arrows point at coast not far away."""
    grid, rows = whole_grid(), {row["hex"]: row for row in tables["hexes"]}
    for index, row in enumerate(tables["invasion_hexes"]):
        if rows[row["hex"]]["kind"] != "sea":
            yield "invasion_hexes", index, "hex", "is not a sea hex; mend one"
        elif rows[row["hex"]]["sea"] != row["sea"]:
            yield "invasion_hexes", index, "sea", f"is {rows[row['hex']]['sea']}; mend one"
        for at, target in enumerate(row["targets"]):
            if not rows[target]["coastal"]:
                yield "invasion_hexes", index, f"targets[{at}]", f"{target} is not coastal"
            if grid.distance(grid.hex(row["hex"]), grid.hex(target)) > 2:
                yield "invasion_hexes", index, f"targets[{at}]", f"{target} is too far away"


def units(tables: Tables) -> Iterator[Finding]:
    """Factors, sizes and backs fit the type; mechanized ground units are as 1b1 says."""
    for index, row in enumerate(tables["units"]):
        air = row["type"] in ("air", "strategic_air")
        if air != (row["size"] is None):
            yield "units", index, "size", "ground units, and only they, have one (1b1); mend one"
        if (row["side"] == "german") != (row["nation"] == "german"):
            yield "units", index, "nation", "does not fit the side; mend one"
        if (row["combat"] is None) != (row["type"] == "strategic_air"):
            yield "units", index, "combat", "only strategic air units have an asterisk; mend one"
        headquarters = row["size"] in ("army", "army_group", "supreme")
        if headquarters != (row["type"] == "headquarters"):
            yield "units", index, "type", "does not fit the size; mend one"
        if (row["type"] == "division") != (row["size"] == "division"):
            yield "units", index, "type", "does not fit the size; mend one"
        if air and row["mechanized"]:
            yield "units", index, "mechanized", "air units are neither; write false"
        if row["elim"] and (row["reduced_combat"], row["reduced_movement"]) != (None, None):
            yield "units", index, "elim", "a back with Elim has no factors; write null"
        if not row["elim"] and row["reduced_movement"] is None:
            yield "units", index, "reduced_movement", "a back without Elim has factors; add it"
        if (row["reduced_combat"] or 0) > (row["combat"] or 0):
            yield "units", index, "reduced_combat", "is above the front; mend one"


def charts(tables: Tables) -> Iterator[Finding]:
    """Tracks run in order; tables cover every turn and every roll once."""
    for index, row in enumerate(tables["time_track"]):
        if row["turn"] != index + 1:
            yield "time_track", index, "turn", f"turns stand in order; write {index + 1}"
    turns = Counter(turn for row in tables["weather_table"] for turn in row["turns"])
    for turn in range(1, LAST_TURN + 1):
        if turns[turn] != 1:
            yield "weather_table", None, "turns", f"Turn {turn} is listed {turns[turn]} times"
    for index, row in enumerate(tables["weather_table"]):
        if row["bad"][1] != 10:
            yield "weather_table", index, "bad", "bad weather runs up to 10; mend it"
    rolls = Counter(
        (row["scenario"], roll)
        for row in tables["carpet_bombing"]
        for roll in range(row["rolls"][0], row["rolls"][1] + 1)
    )
    for year in (1943, 1944):
        for roll in range(1, 11):
            if rolls[year, roll] != 1:
                yield "carpet_bombing", None, "rolls", f"{year}: {roll} is there not once"


def appearance(tables: Tables) -> Iterator[Finding]:
    """A unit appears at most once in a scenario, on its own side, in a place that is told."""
    sides = {row["unit"]: row["side"] for row in tables["units"]}
    sides |= {row["marker"]: row["side"] for row in tables["markers"]}
    backs = {row["unit"]: not row["elim"] for row in tables["units"]}
    seen: set[tuple[int, str]] = set()
    number: Counter[tuple[int, str]] = Counter()
    for index, row in enumerate(tables["appearance"]):
        number[row["scenario"], row["side"]] += 1
        if row["group"] != number[row["scenario"], row["side"]]:
            yield "appearance", index, "group", "groups are numbered in order; mend it"
        if (row["where"] == "hex") != (row["hex"] is not None):
            yield "appearance", index, "hex", "a fixed place, and only it, has a hex; mend one"
        for unit in row["units"]:
            if sides[unit] != row["side"]:
                yield "appearance", index, "units", f"{unit} is not of that side; mend one"
            if (row["scenario"], unit) in seen:
                yield "appearance", index, "units", f"{unit} appears twice; keep one"
            seen.add((row["scenario"], unit))
        for unit in row["reduced"]:
            if unit not in row["units"] or not backs[unit]:
                yield "appearance", index, "reduced", f"{unit} cannot; mend one"
        for unit in row["options"]:
            if unit not in row["units"]:
                yield "appearance", index, "options", f"{unit} is not in the group; mend one"


def set_ups(tables: Tables) -> Iterator[Finding]:
    """A ready-made set-up places each German unit once, where its group may go, stacked legally."""
    for index, row in enumerate(tables["german_setups"]):
        for fault in set_up_faults(tables, row["scenario"], row["places"]):
            yield "german_setups", index, "places", fault


def set_up_faults(tables: Tables, scenario: int, places: dict[str, list[str]]) -> Iterator[str]:
    """6a4 What is wrong with a German set-up."""
    rows = {row["hex"]: row for row in tables["hexes"]}
    armies = {row["unit"] for row in tables["units"] if row["size"] == "army"}
    stands = {unit: name for name, units in places.items() for unit in units}
    counted = Counter(unit for units in places.values() for unit in units)
    on_board = [
        row
        for row in tables["appearance"]
        if (row["scenario"], row["side"], row["turn"]) == (scenario, "german", None)
    ]
    coastal: Counter[str] = Counter()
    for group in on_board:
        for unit in group["units"]:
            if counted.pop(unit, 0) != 1:
                yield f"{unit} is not placed exactly once; mend it"
                continue
            name = stands[unit]
            if not allowed(group, rows[name]):
                yield f"{unit} may not be set up in {name}; move it"
            if group["where"] == "coastal_hex":
                coastal[name] += 1
    for unit in counted:
        yield f"{unit} is not on board at the start; remove it"
    for name, units in places.items():
        if coastal[name] > 1:
            yield f"{name} has more than one coastal unit; move one"
        if len(units) > 1 and sum(unit in armies for unit in units) != 1:
            yield f"{name} has a stack without one army headquarters (2d1); move a unit"


def allowed(group: Row, row: Row) -> bool:
    """6a4 Whether a group of an order of appearance may be set up in a hex."""
    if group["where"] == "hex":
        return bool(group["hex"] == row["hex"])
    if row["kind"] != "land" or row["country"] not in group["countries"]:
        return False
    if group["where"] == "city":
        return row["terrain"] in CITY_TERRAINS
    return group["where"] == "any_hex" or bool(row["coastal"])


ALL = (hexes, cities, hexsides, invasions, units, charts, appearance, set_ups)
