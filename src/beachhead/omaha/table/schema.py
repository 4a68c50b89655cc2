"""The map, cards and counters of Omaha's component pack and what each field may hold."""

from __future__ import annotations

from beachhead.kernel.schema import (
    Check,
    TableSchema,
    flag,
    integer,
    list_of,
    mapping,
    matches,
    one_of,
    optional,
    record,
    ref,
    span,
    table,
    tagged,
    text,
)

COLORS = ("red", "orange", "brown", "green", "blue", "purple")
SYMBOLS = ("circle", "diamond", "triangle")
SECTORS = ("east", "west")
TIDES = ("low", "mid", "high")
INTENSITIES = ("intense", "steady", "sporadic")
BEACHES = ("FG", "ER", "EG", "DR", "DW", "DG", "CH")
ZONES = ("A", "B", "C", "D", "E", "F", "G")
LETTERS = ("A", "B", "C", "D")
ACTIONS = ("F", "armor", "star", "R", "M", "P", "A")
TERRAINS = ("water", "beach", "pavilion", "draw", "high_ground")
FEATURES = ("obstacle", "rough", "buildings", "bocage", "woods")
HEXSIDES = (
    "hedge",
    "seawall",
    "shingle",
    "anti_tank_ditch",
    "anti_tank_wall",
    "slope",
    "bluff",
    "scaleable_cliff",
    "sheer_cliff",
)
ROADS = ("primary", "secondary", "trail", "mined")
# 2.23a Engineer bases and HQs are in tables of their own.
UNIT_TYPES = (
    "infantry",
    "heavy_infantry",
    "ranger",
    "tank",
    "artillery",
    "sp_artillery",
    "dukw_artillery",
    "anti_air",
    "sp_anti_air",
    "anti_tank",
)
GUNS = ("75", "88", "rocket")
CALIBERS = ("75", "88", "105")
GERMAN_KINDS = ("wn", "tactical", "division", "kg_meyer", "armor")
DEPTH_KINDS = ("wn", "mobile", "building", "armor")
LAST_TURN = 32

hex_ = ref("hexes")
position = ref("positions")
box = ref("landing_boxes")
turn = integer(1, LAST_TURN)
turns = span(1, LAST_TURN)
color = one_of(*COLORS)
symbol = one_of(*SYMBOLS)
sector = one_of(*SECTORS)
division = one_of(1, 29)
weapons = list_of(ref("weapons"))
rule = matches(r"\d{1,2}(\.\w+)?|EV\.[a-z-]+", 'a rule number; write it as "8.33"')
surname = matches(r"[A-Z][a-z]+", 'a name; write it as "Cota"')
landing = one_of(
    "1st", "29th", *BEACHES, *(f"{beach}{number}" for beach in BEACHES for number in range(1, 7))
)
alias = matches(r"[\w-]+(/\w+)?", 'another way to write the name, as "A-B/197"')
us_unit_name = matches(
    r"(?:[A-M](?:•[A-M])?|\d(?:•\d)?|AT|Can)(?:/[\dA-C])?/\d+[RC]?|[A-M](?:•[A-M])?/\d[RC]|\d+A?FA",
    'a US unit; write it as "A/1/16", "1•2/397" or "62AFA"',
)
german_unit_name = matches(
    r"wn-\d\d|\d+/(?:\d|Fus)/\d+(?:PzJ)?|\d[PR]/352",
    'a German unit; write it as "7/2/916" or "wn-01"',
)


effect: Check = tagged(
    "kind",
    {
        "reinforce": {"zones": list_of(one_of(*ZONES), low=1), "per_zone": integer(1, 3)},
        "depth": {"where": one_of("anywhere", "each_sector"), "count": integer(1, 3)},
        "hero": {"division": division, "count": integer(1, 3)},
        "naval_fire": {"count": integer(1, 3)},
        "remove_german_disruption": {"where": one_of("all")},
        "plunging_fire": {
            "treat": one_of(*INTENSITIES),
            "as": one_of(*INTENSITIES),
            "where": one_of("beach_bordering_protective_hexside"),
        },
        "smoke": {"positions": list_of(position, low=1)},
        "add_step": {
            "division": division,
            "steps": integer(1, 3),
            "unit_steps": integer(1, 3),
            "source": one_of("lost_boat_teams", "support_unit"),
            "printed_scope": one_of("division", "division_sector"),
            "printed_units": one_of("any", "infantry"),
        },
        "screaming_meemies": {"position": position, "units": integer(1, 3)},
        "rocket_destroyed": {"position": position},
        "snipers": {"hq": ref("hqs"), "command_radius": integer(0, 9)},
        "unexpected_naval_fire": {
            "targets": record(dict.fromkeys(SYMBOLS, ref("positions", "wn_hexes")))
        },
        "extra_action": {"divisions": list_of(division, low=1), "count": integer(1, 3)},
        "reduced_actions": {
            "divisions": list_of(division, low=1),
            "from": integer(1, 3),
            "to": integer(0, 3),
        },
        "concealed": {"symbols": list_of(symbol, low=2, high=2)},
        "artillery_limits_engineers": {},
        "kg_meyer": {"units": integer(1, 8)},
        "patrol_report": {"division": division, "reveal": integer(1, 3)},
        "prisoner": {"sector": sector, "reveal": integer(1, 3)},
    },
)

MAP = (
    table(
        "hexes",
        hex=matches(r"(0[1-9]|1\d|20)(0[1-9]|[12]\d|3[0-6])", 'a hex; write it as "0728"'),
        terrain=one_of(*TERRAINS),
        feature=one_of(*FEATURES, None),
        tide=one_of(*TIDES, None),
        floods=one_of("mid", "high", None),
        sector=sector,
        village=optional(text),
    ),
    TableSchema(
        "hexsides",
        ("from", "to", "kind"),
        {"from": hex_, "to": hex_, "kind": one_of(*HEXSIDES)},
    ),
    TableSchema("roads", ("from", "to"), {"from": hex_, "to": hex_, "kind": one_of(*ROADS)}),
    table("exits", hex=hex_, exit=one_of(*ZONES, None), road=one_of(*ROADS)),
    table(
        "draws", draw=matches(r"[DE]-[13]", 'a draw; write it as "E-3"'), hexes=list_of(hex_, low=1)
    ),
    table(
        "landing_boxes",
        box=matches(r"[A-Z]{1,2}[1-9]", 'a landing box; write it as "ER1"'),
        order=integer(1, 31),
        beach=one_of(*BEACHES, None),
        sector=sector,
        low=hex_,
        mid=hex_,
        high=optional(hex_),
    ),
    table(
        "positions",
        position=matches(
            r"WN\d\d|[A-G]\d{1,2}|\d{4}", 'a position; write it as "WN62", "A4" or its hex'
        ),
        kind=one_of("wn", "reinforcement"),
        color=color,
        hexes=list_of(hex_, low=1, high=2),
        sector=sector,
        zone=one_of(*ZONES, None),
        number=optional(integer(1, 11)),
        vp=flag,
        advance=list_of(position, high=2),
        fire=mapping(hex_, one_of(*INTENSITIES), low=1),
    ),
    table(
        "wn_hexes",
        name=matches(r"WN\d\d[NS]?", 'a hex of a WN; write it as "WN62N"'),
        position=position,
        hex=hex_,
        gun=one_of(*GUNS, None),
    ),
)

CARDS = (
    table(
        "cards",
        card=integer(1, 54),
        landing=record(dict.fromkeys(SYMBOLS, one_of(*LETTERS))),
        mine=flag,
        squares=list_of(
            record({"color": color, "double": flag, "action": one_of(*ACTIONS)}), low=3, high=3
        ),
        target=symbol,
        artillery=optional(
            record({"value": integer(1, 9), "calibers": list_of(one_of(*CALIBERS), low=1)})
        ),
        events=list_of(record({"turns": span(2, 31), "effects": list_of(effect, low=1)}), low=1),
    ),
    table(
        "event_kinds",
        kind=text,
        rule=rule,
        title=text,
        lasts=one_of("turn", "german_fire_phase", None),
    ),
)

PIECES = (
    table(
        "us_units",
        unit=us_unit_name,
        aliases=list_of(alias),
        division=division,
        type=one_of(*UNIT_TYPES),
        armored=flag,
        arrival_turn=optional(turn),
        landing=landing,
        sides=list_of(
            record(
                {
                    "steps": integer(1, 4),
                    "strength": integer(1, 9),
                    "range": one_of(2, 3, 5, "unlimited", None),
                    "symbol": symbol,
                    "control": one_of("adjacent", "own"),
                    "weapons": optional(weapons),
                }
            ),
            low=1,
            high=4,
        ),
    ),
    table(
        "hqs",
        hq=matches(r"\d+ HQ", 'an HQ; write it as "16 HQ"'),
        regiment=one_of(16, 18, 115, 116),
        division=division,
        arrival_turn=turn,
        landing=landing,
        sides=list_of(
            record({"side": one_of("hq", "command_post"), "weapons": weapons}), low=2, high=2
        ),
    ),
    table(
        "generals",
        general=matches(r"Gen\. [A-Z][a-z]+", 'a general; write it as "Gen. Cota"'),
        name=surname,
        division=division,
        arrival_turn=turn,
        landing=landing,
        sides=list_of(one_of("healthy", "lightly_wounded"), low=2, high=2),
    ),
    table(
        "heroes",
        hero=surname,
        division=division,
        sides=list_of(one_of("hero", "inspired"), low=2, high=2),
    ),
    table(
        "engineer_bases",
        base=matches(r"\d+•\d+", 'an engineer base; write it as "1•37"'),
        aliases=list_of(alias),
        division=division,
    ),
    table(
        "german_units",
        unit=german_unit_name,
        kind=one_of(*GERMAN_KINDS),
        back=one_of("crew", *GUNS, "infantry", "vehicle 1", "vehicle 2"),
        gun=one_of(*GUNS, None),
        strength=integer(1, 7),
        requirements=weapons,
        division=one_of(716, 352, None),
        regiment=one_of(726, 916, 915, 352, None),
        color=one_of(*COLORS, None),
    ),
    table(
        "off_map_artillery",
        unit=matches(r"1[/ ]\w+ (east|west)", 'a unit; write it as "1/1352 east"'),
        designation=matches(r"1[/ ]\w+", 'a designation; write it as "1/1352"'),
        caliber=one_of(*CALIBERS),
        sector=sector,
        observers=list_of(position, low=1),
    ),
    table(
        "depth_markers",
        marker=matches(r"[a-z]+-depth-\d\d", 'a depth marker; write it as "wn-depth-01"'),
        kind=one_of(*DEPTH_KINDS),
        effect=one_of("tactical_reinforcement", None),
        strength=optional(integer(1, 3)),
        requirements=weapons,
        sheet=matches(r"(left|right) \d+\.\d", 'a place on the sheet; write "left 9.1"'),
    ),
)
