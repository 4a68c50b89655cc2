"""The tables of D-Day (1991)'s component pack and what each field may hold."""

from __future__ import annotations

from typing import Literal

from beachhead.kernel.schema import (
    TableSchema,
    flag,
    integer,
    list_of,
    mapping,
    matches,
    number,
    one_of,
    optional,
    record,
    ref,
    span,
    table,
    text,
)

ROWS = "ABCDEFGHIJKLMNOPQRST"
LENGTH = 20
"""Hexes of an odd row (A, C, ...); even rows have one less."""
LAST_TURN = 12  # 2b-e
MOST_MOVES = 27
SCENARIOS = (1943, 1944)
SIDES: tuple[Literal["allied"], Literal["german"]] = ("allied", "german")
KINDS = ("land", "sea", "out_of_play")
TERRAINS = ("clear", "city", "fortified_city", "forest", "marsh", "mountain")
CHART = (
    "city",  # 4b2, TC.city
    "clear",  # TC.clear
    "coastal",  # 4b3-a, TC.coastal
    "forest",  # 4b4, TC.forest
    "fortified",  # 4b5, TC.fortified
    "fortified_city",  # 4b6, TC.fortified-city
    "marsh",  # 4b7, TC.marsh
    "mountain",  # 4b8, TC.mountain
    "river",  # 4b9, TC.river
    "sea",  # TC.sea
)
"""The rows of the terrain chart, as printed."""
COUNTRIES = (
    "Great Britain",
    "France",
    "Belgium",
    "Netherlands",
    "Germany",
    "Austria",
    "Czechoslovakia",
    "Denmark",
    "Switzerland",
    "Italy",
    "Spain",
    "Hungary",
    "Yugoslavia",
    "Mediterranean Base",
)
SEAS = ("North Sea", "English Channel", "Bay of Biscay", "Mediterranean Sea", "Atlantic Ocean")
HEXSIDES = ("river", "all_sea", "border")
NATIONS = ("us", "british", "canadian", "french", "allied", "german")
TYPES = (
    "motorized",
    "panzer",
    "infantry",
    "airborne",
    "mountain",
    "luftwaffe",
    "division",
    "headquarters",
    "air",
    "strategic_air",
)
SIZES = ("division", "corps", "army", "army_group", "supreme")
WHERE = ("hex", "city", "port_city", "any_hex", "coastal_hex")
"""Where a group of an order of appearance may be placed: in its hex, or in any of its kind."""
OPTIONS = ("13b", "15a")
"""The options that a unit or marker of an order of appearance is only used with."""

hex_ = ref("hexes")
unit = ref("units")
piece = ref("units", "markers")
side = one_of(*SIDES)
scenario = one_of(*SCENARIOS)
turn = integer(1, LAST_TURN)
per_side = record({"allied": integer(0, 99), "german": integer(0, 99)})
unit_kinds = one_of("unit", "ground", "leg", "mechanized")
modifier = optional(record({"each": unit_kinds, "points": integer(-4, 4), "german_only": flag}))
point = list_of(number(-5, 30), low=2, high=2, repeats=True)

MAP = (
    table(
        "hexes",
        hex=matches(r"[A-T]([1-9]|1\d|20)", 'a hex; write it as "G13"'),
        kind=one_of(*KINDS),
        terrain=optional(one_of(*TERRAINS)),
        fortified=flag,
        coastal=flag,
        country=optional(one_of(*COUNTRIES)),
        sea=optional(one_of(*SEAS)),
        east_of_rhine=flag,
        feature=optional(text),
    ),
    table(
        "cities",
        hex=hex_,
        name=text,
        port=flag,
        circled=optional(integer(1, 9)),
        boxed=optional(integer(1, 9)),
        at=point,
    ),
    TableSchema(
        "hexsides",
        ("from", "to", "kind"),
        {"from": hex_, "to": hex_, "kind": one_of(*HEXSIDES), "name": optional(text)},
    ),
    table(
        "invasion_hexes",
        hex=hex_,
        number=integer(1, 9),
        targets=list_of(hex_, low=1),
        sea=one_of(*SEAS),
    ),
    table("coast", shape=text, outline=list_of(point, low=3, repeats=True)),
)

PIECES = (
    table(
        "units",
        unit=matches(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", 'a unit; write it as "5U"'),
        label=matches(r"[A-Za-z0-9]+( [A-Za-z]+)?", 'an identification; write it as "5U"'),
        name=text,
        side=side,
        nation=one_of(*NATIONS),
        type=one_of(*TYPES),
        size=optional(one_of(*SIZES)),
        mechanized=flag,
        combat=optional(integer(0, 9)),
        movement=integer(0, 15),
        elim=flag,
        reduced_combat=optional(integer(0, 9)),
        reduced_movement=optional(integer(0, 15)),
        drops=flag,
    ),
    table(
        "markers",
        marker=matches(r"[a-z]+(-[a-z0-9]+)*", 'a marker; write it as "mulberry-1"'),
        name=text,
        side=optional(side),
        option=optional(text),
    ),
)

CHARTS = (
    table(
        "terrain_chart",
        terrain=one_of(*CHART),
        cost=optional(integer(0, 3)),
        extra_cost=integer(0, 2),
        defender=modifier,
        attacker=modifier,
    ),
    table("time_track", turn=turn, month=text),
    table("weather_table", months=text, turns=list_of(turn, low=1), bad=span(1, 10)),
    table(
        "carpet_bombing",
        scenario=scenario,
        rolls=span(1, 10),
        losses=integer(0, 2),
        cancels_terrain=flag,
        key=("scenario", "rolls"),
    ),
)

SCENARIO_TABLES = (
    table(
        "scenarios",
        scenario=scenario,
        title=text,
        starting_moves=per_side,
        moves_each_turn=per_side,
        initiative=side,
        invasion_bonus=integer(1, 2),
        allied_cities=list_of(ref("cities"), low=1),
        allied_units_east=integer(1, 99),
        corps_eliminated=integer(1, 99),
    ),
    table(
        "appearance",
        scenario=scenario,
        side=side,
        group=integer(1, 99),
        turn=optional(turn),
        where=one_of(*WHERE),
        hex=optional(hex_),
        countries=list_of(one_of(*COUNTRIES)),
        units=list_of(piece, low=1),
        reduced=list_of(unit),
        options=mapping(piece, one_of(*OPTIONS)),
        key=("scenario", "side", "group"),
    ),
    table(
        "german_setups",
        setup=matches(r"[a-z0-9]+(-[a-z0-9]+)*", 'a set-up; write it as "forward-1944"'),
        scenario=scenario,
        title=text,
        about=text,
        places=mapping(hex_, list_of(unit, low=1), low=1),
    ),
)
