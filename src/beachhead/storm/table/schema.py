"""The tables of Storm Over Normandy's component pack and what each field may hold."""

from __future__ import annotations

from beachhead.kernel.schema import (
    Check,
    TableSchema,
    flag,
    integer,
    list_of,
    matches,
    number,
    one_of,
    optional,
    ref,
    table,
    tagged,
    text,
)

SIDES = ("allied", "german")
ALLIED_NATIONS = ("american", "commonwealth")
NATIONALITIES = (*ALLIED_NATIONS, "german")
BORDERS = ("open", "dividing_line", "impassable")
LANDING_LETTERS = ("S", "J", "G", "O", "U")
ZONES = ("A", "B", "C", "D", "E")
SIZES = ("regiment", "battalion")
UNIT_TYPES = (
    "infantry",
    "static",
    "ost",
    "mech_infantry",
    "armor",
    "heavy_armor",
    "stug",
    "recon",
    "engineer",
    "ranger",
    "commando",
    "airborne",
    "airlanding",
    "fallschirm",
)
AREA_COUNT = 34
LAST_TURN = 8  # 1.0b
STACKING_LIMIT = 6  # 8.1

area = ref("areas")
turn = integer(1, LAST_TURN)
side = one_of(*SIDES)
nationality = one_of(*NATIONALITIES)
point = list_of(number(-2, 50), low=2, high=2, repeats=True)
attacks = list_of(one_of("fire", "assault", "card"), low=1)
setup_place = one_of(
    *LANDING_LETTERS, *ZONES, *(str(number_) for number_ in range(1, AREA_COUNT + 1))
)

MOMENTS = (
    "impulse",
    "turn_start",
    "own_attack",
    "own_damage",
    "enemy_card",
    "enemy_moves",
    "enemy_leaves_bocage",
    "enemy_leaves_zone",
    "enemy_attacks_in_bocage",
    "enemy_armor_attacks",
    "enemy_assault_enters",
    "enemy_reinforcements",
)
"""When a card may be played."""
when = {"when": one_of(*MOMENTS)}

use: Check = tagged(
    "effect",
    {
        "fire_attack": {
            **when,
            "firepower": integer(1, 12),
            "target": one_of("enemy", "red_name", "no_own_units"),
            "support": flag,
        },
        "unit_fire_attack": when,
        "defensive_fire": when,
        "shock_assault": {**when, "areas": integer(2, 2)},
        "stop": when,
        "stop_in_first_area": when,
        "multiply_defensive_value": {**when, "factor": integer(2, 3)},
        "ignore_defensive_value": {**when, "attacks": attacks},
        "attack_bonus": {
            **when,
            "points": integer(1, 6),
            "attacks": attacks,
            "cards": list_of(ref("cards")),
            "red_name": flag,
        },
        "no_firepower": {**when, "types": list_of(one_of(*UNIT_TYPES), low=1)},
        "reduce_damage": {**when, "points": integer(1, 6)},
        "lose_support": {**when, "points": integer(1, 4)},
        "look_and_discard": {**when, "cards": integer(1, 3)},
        "refresh": {
            **when,
            "group": one_of("division", "nationality"),
            "units": optional(integer(1, 6)),
        },
        "hasten_reinforcements": {**when, "turns": integer(1, 2)},
        "delay_reinforcements": {**when, "zones": integer(1, 5), "turns": integer(1, 2)},
        "place_unit": {
            **when,
            "unit": ref("units"),
            "zones": list_of(ref("zones")),
            "anywhere": flag,
        },
        "first_impulse": when,
        "interdict": {**when, "units": list_of(integer(0, 6), low=6, high=6, repeats=True)},
        "cancel": {**when, "cards": list_of(ref("cards")), "timing": one_of("impulse", None)},
    },
)

MAP = (
    table(
        "areas",
        area=integer(1, AREA_COUNT),
        name=text,
        sector=one_of(*ALLIED_NATIONS),
        defensive_value=integer(0, 4),
        star=flag,
        bocage=flag,
        name_color=one_of("red", "black"),
        vp=integer(0, 9),
        bonus_card=flag,
        airborne=list_of(one_of(*ALLIED_NATIONS)),
        start_control=side,
    ),
    TableSchema("borders", ("from", "to"), {"from": area, "to": area, "kind": one_of(*BORDERS)}),
    table("area_shapes", area=area, center=point, outline=list_of(point, low=3)),
    table(
        "landing_boxes",
        box=text,
        area=area,
        nationality=one_of(*ALLIED_NATIONS),
        letter=one_of(*LANDING_LETTERS),
    ),
    table(
        "zones", zone=one_of(*ZONES), name=text, areas=list_of(area, low=1), half_vp=one_of(1, 2, 4)
    ),
)

PIECES = (
    table(
        "units",
        unit=matches(r"\w[\w /()]*", 'a unit; write it as "16/1"'),
        id=matches(r"(us|br|cd|ge)(-[a-z0-9]+)+", 'an id; write it as "us-1-16"'),
        nationality=nationality,
        division=optional(text),
        stripe=flag,
        type=one_of(*UNIT_TYPES),
        size=one_of(*SIZES),
        airborne=flag,
        firepower=integer(0, 9),
        defense=integer(1, 15),
        spent_defense=integer(1, 15),
        movement=integer(1, 9),
        setup=optional(setup_place),
        arrival=optional(turn),
        release_roll=flag,
    ),
    table(
        "strongpoints",
        strongpoint=matches(r"\d-\d", 'a strongpoint; write it as "2-9"'),
        firepower=integer(0, 9),
        defense=integer(7, 9),
        spent_defense=integer(1, 9),
        damage=integer(1, 3),
        count=integer(1, 20),
    ),
    table("markers", marker=text, count=integer(1, 99)),
)

CARDS = (
    table(
        "cards",
        card=matches(r"[a-z0-9]+(-[a-z0-9]+)*", 'a card; write it as "iron-cross"'),
        side=side,
        name=text,
        copies=integer(1, 27),
        removed=flag,
        text=text,
        uses=list_of(use, low=1, high=3),
    ),
)

TRACKS = (table("turn_track", turn=turn, date=text),)
