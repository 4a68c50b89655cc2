"""The charts, tracks and scenarios of Omaha's component pack and what each field may hold."""

from __future__ import annotations

from beachhead.kernel.schema import (
    Check,
    Table,
    either,
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
    tagged,
    text,
)
from beachhead.omaha.schema import (
    ACTIONS,
    BEACHES,
    FEATURES,
    GUNS,
    HEXSIDES,
    INTENSITIES,
    LETTERS,
    ROADS,
    SECTORS,
    SYMBOLS,
    TERRAINS,
    TIDES,
    UNIT_TYPES,
    ZONES,
    division,
    hex_,
    position,
    rule,
    sector,
    turn,
    turns,
    weapons,
)

LIMITS = (
    "catastrophic_loss",
    "actions_per_division",
    "obstacles_cleared_per_sector",
    "hits_per_marker",
    "ambush_hits",
    "step_losses_per_unit_per_fire_phase",
    "step_losses_per_unit_per_position",
    "concentrated_target_steps",
    "mines_at_mid_tide",
    "mines_at_high_tide",
    "hq_mine_delay",
    "hq_hit_delay",
    "drift_off_delay",
    "ranger_drift_option",
    "german_artillery",
    "mortar_hits_with_depth",
    "mortar_hits_without_depth",
    "patrol_range",
    "reinforce_within",
    "armor_movement",
    "armor_position_and_fire",
    "armor_notices_us_within",
)
PHASES = (
    "amphibious",
    "event",
    "german_fire",
    "engineer",
    "us_action",
    "end_of_turn",
    "first_event",
    "second_event",
    "engineer_and_hq",
)
VICTORY_ITEMS = (
    "wn_position_controlled",
    "two_hex_wn_both_hexes_controlled",
    "reinforcement_position_controlled",
    "draw_controlled",
    "vp_position_controlled",
    "draw_open_to_traffic",
    "non_infantry_non_hq_unit_on_high_ground",
    "armor_or_regular_infantry_step_exited_in_communication",
    "ranger_step_exited_by_f_or_g",
    "wn_hex_not_controlled",
    "unit_in_kg_meyer_box",
    "armor_unit_entered",
)
RESULTS = (
    "US victory",
    "US defeat",
    "decisive US victory",
    "play on",
    "decisive US defeat",
    "operational US defeat",
    "tactical US defeat",
    "tactical US victory",
    "operational US victory",
)
POOLS = (
    "wn_depth",
    "tactical",
    "division",
    "kg_meyer",
    "kg_meyer_depth",
    "mobile_depth",
    "building_depth",
    "armor",
    "armor_depth",
)
place = either(
    ref("hexes", "landing_boxes"), one_of(*(f"{side} high-tide beach" for side in SECTORS))
)
strength_range = list_of(optional(one_of(1, 2, 3, 5, 6)), low=2, high=2)
step_vector = list_of(integer(-2, 2), low=2, high=2, repeats=True)
landing_result: Check = tagged(
    "result",
    {
        "no_effect": {},
        "drift": {"boxes": integer(1, 9), "direction": one_of("east", "west")},
        "lose_steps": {"steps": integer(1, 4)},
        "lose_steps_and_drift": {
            "steps": integer(1, 4),
            "boxes": integer(1, 9),
            "direction": one_of("east", "west"),
        },
        "delayed": {"turns": integer(1, 9)},
        "eliminated": {},
        "removed": {},
    },
)

GERMAN_ACTIONS = (
    "fire",
    "re_occupy",
    "re_supply_and_fire",
    "redeploy",
    "reinforce",
    "mortar",
    "patrol",
    "artillery_fire",
    "advance_or_fire",
    "advance",
    "ambush",
    "fire_or_move",
    "move_or_fire",
    "overrun",
    "position_and_fire",
    "aimed_fire",
)
german_action = one_of(*GERMAN_ACTIONS, None)

CHARTS = (
    Table(
        "landing_table",
        "row",
        {
            "row": text,
            "turns": turns,
            "types": list_of(one_of(*UNIT_TYPES), low=1),
            "only_on": optional(list_of(one_of(*BEACHES), low=1)),
            "not_on": list_of(one_of(*BEACHES)),
            "check": flag,
            **dict.fromkeys(LETTERS, optional(landing_result)),
        },
    ),
    Table(
        "german_fire_chart",
        ("intensity", "column"),
        {
            "intensity": one_of(*INTENSITIES),
            "column": one_of("wn_or_revealed", "unrevealed", "ambush"),
            "targets": one_of(
                "any",
                "non_armored_with_symbol",
                "one_with_symbol",
                "one_with_symbol_if_no_intense_hit",
            ),
            "effects": list_of(one_of("lose_step", "disrupted"), low=1),
        },
    ),
    Table(
        "us_attack_table",
        ("weapons", "comparison", "depth", "turns"),
        {
            "weapons": flag,
            "comparison": one_of("less", "equal", "greater", "double"),
            "depth": one_of("none", "unrevealed", "revealed"),
            "turns": turns,
            "results": list_of(ref("us_attack_results")),
        },
    ),
    Table(
        "us_attack_results",
        "result",
        {"result": matches(r"[a-z_]{5,}", 'a result; write it as "us_disrupted"'), "text": text},
    ),
    Table(
        "us_barrage_table",
        ("symbol", "color", "depth", "strength"),
        {
            "symbol": flag,
            "color": flag,
            "depth": flag,
            "strength": strength_range,
            "result": one_of("no_effect", "disrupted", "disrupted_and_depth_removed"),
        },
    ),
    Table(
        "us_weapons_chart",
        ("user", "when", "range"),
        {
            "user": one_of(*UNIT_TYPES, "hq", "naval_fire_marker"),
            "when": one_of(
                "always", "full_strength", "adjacent", "not_adjacent_or_across_bluff_or_cliff"
            ),
            "range": optional(span(1, 5)),
            "weapons": weapons,
            "strength": optional(integer(1, 9)),
        },
    ),
    Table(
        "weapons",
        "weapon",
        {"weapon": matches(r"[A-Z]{2}", 'a weapon code; write two letters as "BZ"'), "name": text},
    ),
    Table(
        "terrain_effects",
        "terrain",
        {
            "terrain": one_of(*TERRAINS[1:], *FEATURES, *HEXSIDES, *ROADS, "water_line"),
            "category": one_of("tide", "terrain", "feature", "hexside", "road"),
            "infantry": one_of("yes", "no", "climb", "climb_cliff"),
            "leader": one_of("yes", "no"),
            "other": one_of("yes", "no", "road_only"),
            "defense": one_of(
                "unit", "unit_and_depth", "prohibited", "prohibited_from_below", None
            ),
            "from_turn_17": one_of(
                "infantry_one_hex_unless_by_road_or_trail",
                "infantry_one_hex_without_climb_marker",
                "climb_cliff_in_two_turns",
                "cleared_in_engineer_range",
                "tank_2_hexes",
                "tank_4_hexes",
                None,
            ),
        },
    ),
    Table(
        "german_actions",
        "action",
        {
            "action": one_of(*ACTIONS),
            "wn_with_targets": german_action,
            "wn_without_targets": german_action,
            "wn_empty": german_action,
            "reinforcement_with_targets": german_action,
            "reinforcement_without_targets": german_action,
            "reinforcement_empty": german_action,
            "armor_unit": german_action,
            "hits_armor": flag,
            "hits_leaders": flag,
        },
    ),
    Table("german_action_details", "action", {"action": one_of(*GERMAN_ACTIONS), "text": text}),
    Table(
        "mortar_ranges",
        ("position", "terrain", "next_to_beach"),
        {
            "position": one_of("wn", "reinforcement"),
            "terrain": one_of(*TERRAINS, None),
            "next_to_beach": flag,
            "range": integer(1, 9),
        },
    ),
    Table(
        "turn_track",
        "turn",
        {
            "turn": turn,
            "time": matches(r"([01]\d|2[0-3])[0-5]\d", 'a time of day; write it as "0630"'),
            "tide": one_of(*TIDES),
            "shuffle": flag,
            "minutes": one_of(15, 30),
            "printed": list_of(text),
        },
    ),
    Table(
        "range_tracks",
        "track",
        {
            "track": one_of("hq", "engineer"),
            "ranges": list_of(integer(0, 9), low=1, repeats=True),
        },
    ),
    Table(
        "limits",
        ("limit", "turns"),
        {"limit": one_of(*LIMITS), "turns": turns, "value": optional(integer(0, 99)), "rule": rule},
    ),
    Table(
        "artillery_targets",
        "priority",
        {"priority": integer(1, 4), "infantry": flag, "where": one_of("landing_box", "beach")},
    ),
    Table(
        "phases",
        ("sequence", "order"),
        {
            "sequence": one_of("basic", "extended"),
            "order": integer(1, 9),
            "phase": one_of(*PHASES),
            "turns": turns,
        },
    ),
    Table("notes", "note_id", {"note_id": text, "table": text, "text": text}),
    Table(
        "advance_routes",
        "destination",
        {
            "destination": step_vector,
            "distance": integer(1, 2),
            "diagram": integer(1, 3),
            "direction": text,
            "route": list_of(step_vector, low=4, high=7),
        },
    ),
    Table("armor_junctions", "hex", {"hex": hex_, "where": text, **dict.fromkeys(SYMBOLS, hex_)}),
    Table("armor_roads", "name", {"name": text, "hexes": list_of(hex_, low=2)}),
    Table("armor_ends", "hex", {"hex": hex_, "where": text}),
    Table("armor_entries", "exit", {"exit": one_of(*ZONES), "hexes": list_of(hex_, low=2)}),
)

scenario = ref("scenarios")

SCENARIOS = (
    Table(
        "scenarios",
        "scenario",
        {
            "scenario": matches(r"[a-z-]+", 'a scenario name; write it as "first-waves"'),
            "title": text,
            "turns": turns,
            "rules_sections": span(1, 23),
            "sectors": list_of(sector, low=1),
            "divisions": list_of(division, low=1),
            "track": record({"from_turn": turn, "to_turn": turn}),
            "boxes_from_turn": optional(turn),
            "special_arrivals": mapping(ref("us_units"), turn),
            "loss_box": list_of(ref("us_units")),
            "command_transfers": mapping(ref("us_units"), division),
            "reinforcements_drawn": mapping(one_of(*POOLS), integer(0, 12)),
            "cleared_obstacles": list_of(hex_),
            "screaming_meemies_occurred": flag,
            "off_map_artillery": list_of(ref("off_map_artillery")),
        },
    ),
    Table(
        "scenario_wn",
        ("scenario", "wn_hex"),
        {
            "scenario": scenario,
            "wn_hex": ref("wn_hexes"),
            "unit": one_of("plain", *GUNS),
            "depth": flag,
        },
    ),
    Table(
        "scenario_pools",
        ("scenario", "pool"),
        {
            "scenario": scenario,
            "pool": one_of(*POOLS),
            "count": integer(0, 24),
            "removed": integer(0, 24),
        },
    ),
    Table(
        "scenario_reinforcements",
        ("scenario", "position"),
        {
            "scenario": scenario,
            "position": position,
            "depth": one_of("mobile", "building", None),
        },
    ),
    Table(
        "scenario_us",
        ("scenario", "unit"),
        {
            "scenario": scenario,
            "unit": ref("us_units", "hqs", "generals"),
            "where": place,
            "steps": optional(integer(1, 4)),
            "hero": optional(ref("heroes")),
        },
    ),
    Table(
        "victory_levels",
        ("scenario", "end_of_turn", "from"),
        {
            "scenario": scenario,
            "end_of_turn": turn,
            "from": optional(integer(-99, 199)),
            "to": optional(integer(-99, 199)),
            "result": one_of(*RESULTS),
            "ends": flag,
        },
    ),
    Table(
        "victory_points",
        ("schedule", "item"),
        {
            "schedule": one_of("basic", "extended", "german_armor"),
            "item": one_of(*VICTORY_ITEMS),
            "points": integer(-9, 9),
            "rule": rule,
        },
    ),
    Table(
        "variants",
        "variant",
        {
            "variant": matches(r"[a-z-]+", 'a variant name; write it as "german-armor"'),
            "title": text,
            "rule": rule,
            "vp": integer(-20, 20),
            "scenarios": list_of(scenario, low=1),
            "settings": mapping(text, integer(0, 99)),
            "text": text,
        },
    ),
)
