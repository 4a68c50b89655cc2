"""The printed charts and tracks."""

from __future__ import annotations

import pytest

from beachhead.omaha.table.charts import (
    Comparison,
    DepthState,
    LandingResult,
    OmahaCharts,
    charts,
    compare,
)


@pytest.fixture(scope="module")
def aid() -> OmahaCharts:
    return charts()


@pytest.mark.parametrize(
    ("turn", "unit_type", "beach", "letter", "result"),
    [
        (1, "tank", "ER", "A", LandingResult("delayed", delay=1)),
        (1, "tank", "ER", "D", LandingResult("lose_steps_and_drift", steps=1, drift=-2)),
        (2, "infantry", "ER", "A", LandingResult("drift", drift=-4)),
        (2, "infantry", "DG", "A", LandingResult("no_effect")),
        (3, "infantry", "CH", "D", LandingResult("drift", drift=1)),
        (3, "infantry", None, "D", LandingResult("no_effect")),
        (4, "tank", "ER", "A", None),
        (14, "ranger", "DG", "C", LandingResult("drift", drift=-4)),
        (15, "heavy_infantry", "DG", "C", None),
        (15, "anti_tank", "DG", "B", LandingResult("removed")),
        (15, "dukw_artillery", "DG", "C", LandingResult("lose_steps", steps=2)),
    ],
)
def test_landing_table(
    turn: int, unit_type: str, beach: str | None, letter: str, result: LandingResult | None
) -> None:
    assert charts().landing(turn, unit_type, beach, letter) == result


def test_german_fire_chart(aid: OmahaCharts) -> None:
    assert aid.german_fire("intense", "unrevealed").lose_step
    assert aid.german_fire("intense", "unrevealed").disrupted
    assert not aid.german_fire("sporadic", "wn_or_revealed").lose_step
    assert aid.german_fire("steady", "wn_or_revealed").targets == "non_armored_with_symbol"
    assert aid.german_fire("intense", "wn_or_revealed").targets == "any"


@pytest.mark.parametrize(
    ("us", "german", "comparison"),
    [(8, 4, "double"), (8, 5, "greater"), (5, 5, "equal"), (4, 5, "less"), (12, 6, "double")],
)
def test_comparison(us: int, german: int, comparison: str) -> None:
    assert compare(us, german) == comparison


@pytest.mark.parametrize(
    ("turn", "weapons", "comparison", "depth", "results"),
    [
        (1, True, "double", "none", ("german_defeated",)),
        (1, True, "double", "unrevealed", ("reveal_depth_and_recheck",)),
        (1, True, "greater", "revealed", ("depth_eliminated", "german_disrupted")),
        (16, True, "double", "revealed", ("depth_eliminated", "german_disrupted")),
        (17, True, "double", "revealed", ("depth_eliminated", "german_defeated")),
        (1, False, "double", "revealed", ("german_disrupted", "optional_attrition")),
        (1, False, "equal", "none", ("us_disrupted", "german_gains_depth")),
        (1, False, "greater", "revealed", ()),
    ],
)
def test_us_attack_table(
    turn: int,
    weapons: bool,
    comparison: Comparison,
    depth: DepthState,
    results: tuple[str, ...],
) -> None:
    aid = charts()
    assert aid.us_attack(turn, weapons=weapons, comparison=comparison, depth=depth) == results
    assert all(result in aid.attack_results for result in results)


@pytest.mark.parametrize(
    ("strength", "symbol", "color", "depth", "result"),
    [
        (9, False, False, False, "no_effect"),
        (6, True, False, True, "disrupted"),
        (5, True, False, True, "no_effect"),
        (2, False, True, False, "disrupted"),
        (2, False, True, True, "no_effect"),
        (6, True, True, True, "disrupted_and_depth_removed"),
        (5, True, True, True, "disrupted"),
    ],
)
def test_us_barrage_table(
    strength: int, symbol: bool, color: bool, depth: bool, result: str
) -> None:
    assert charts().us_barrage(strength, symbol=symbol, color=color, depth=depth) == result


def test_us_weapons_chart(aid: OmahaCharts) -> None:
    assert aid.us_weapons("infantry") == {"BZ", "BG", "BR", "DE", "MO", "RD"}
    assert aid.us_weapons("tank", 4) == {"AR", "BZ"}
    assert aid.us_weapons("tank", 3) == {"AR", "BZ", "BR", "MG"}
    assert "DE" in aid.us_weapons("heavy_infantry")
    assert "DE" not in aid.us_weapons("heavy_infantry", 2)
    assert aid.us_weapons("heavy_infantry", restricted=True) == aid.us_weapons("heavy_infantry", 2)
    assert aid.us_weapons("naval_fire_marker") == {"NA", "AR", "DE"}
    assert len(aid.weapons) == 10


def test_terrain_effects(aid: OmahaCharts) -> None:
    assert aid.terrain["woods"].defense == "unit"
    assert aid.terrain["bocage"].defense == "unit_and_depth"
    assert aid.terrain["bluff"].infantry == "climb"
    assert aid.terrain["bluff"].defense == "prohibited_from_below"
    assert aid.terrain["sheer_cliff"].infantry == "no"
    assert aid.terrain["shingle"].from_turn_17 == "cleared_in_engineer_range"
    assert aid.terrain["seawall"].from_turn_17 is None


def test_german_actions(aid: OmahaCharts) -> None:
    assert aid.german_actions["R"].reinforcement_without_targets == "redeploy"
    assert aid.german_actions["A"].reinforcement_empty == "ambush"
    assert aid.german_actions["F"].wn_without_targets is None
    assert aid.german_actions["star"].hits_leaders
    assert not aid.german_actions["star"].hits_armor
    named = {
        getattr(action, field)
        for action in aid.german_actions.values()
        for field in ("wn_with_targets", "wn_without_targets", "wn_empty", "armor_unit")
    }
    assert named - {None} <= set(aid.german_action_details)


@pytest.mark.parametrize(
    ("kind", "terrain", "next_to_beach", "reach"),
    [
        ("wn", "beach", True, 5),
        ("wn", "beach", False, 5),
        ("wn", "pavilion", True, 5),
        ("wn", "pavilion", False, 2),
        ("wn", "draw", True, 2),
        ("wn", "high_ground", False, 2),
        ("reinforcement", "beach", True, 3),
    ],
)
def test_mortar_range(
    aid: OmahaCharts, kind: str, terrain: str, next_to_beach: bool, reach: int
) -> None:
    assert aid.mortar_range(kind, terrain, next_to_beach=next_to_beach) == reach


def test_turn_track(aid: OmahaCharts) -> None:
    tides = [turn.tide for turn in aid.turns]
    assert tides == ["low"] * 6 + ["mid"] * 9 + ["high"] * 7 + ["mid"] * 5 + ["low"] * 5
    assert [turn.number for turn in aid.turns if turn.shuffle] == [6, 13, 20, 27]
    assert aid.turn(17).time == "1030"
    assert [turn.minutes for turn in aid.turns] == [15] * 16 + [30] * 16


def test_tracks_and_limits(aid: OmahaCharts) -> None:
    assert aid.hq_ranges == (1, 1, 2, 2, 3, 3, 3, 4)
    assert aid.engineer_ranges == (0, 1, 2, 2, 3, 3, 4, 4, 5)
    limits = [aid.limit("catastrophic_loss", turn) for turn in (1, 16, 17, 32)]
    assert limits == [8, 8, 14, 14]
    assert [aid.limit("actions_per_division", turn) for turn in (16, 17)] == [2, 3]
    cleared = [aid.limit("obstacles_cleared_per_sector", turn) for turn in (1, 2, 7, 16, 23)]
    assert cleared == [None, 2, 1, 0, None]
    assert aid.artillery_targets[0] == (True, "landing_box")


@pytest.mark.parametrize(
    ("scenario", "turn", "points", "result"),
    [
        ("first-waves", 16, 19, "US victory"),
        ("first-waves", 16, 18, "US defeat"),
        ("easy-fox", 16, 10, "US victory"),
        ("d-day-at-omaha-beach", 16, 24, "play on"),
        ("d-day-at-omaha-beach", 16, 25, "decisive US victory"),
        ("d-day-at-omaha-beach", 32, 39, "tactical US defeat"),
        ("beyond-the-beach", 32, 65, "decisive US victory"),
        ("beyond-the-beach", 32, -5, "decisive US defeat"),
    ],
)
def test_victory_levels(
    aid: OmahaCharts, scenario: str, turn: int, points: int, result: str
) -> None:
    level = aid.victory(scenario, turn, points)
    assert level is not None
    assert level.result == result
    assert level.ends_game == (result != "play on")


def test_no_victory_check_between(aid: OmahaCharts) -> None:
    assert aid.victory("first-waves", 15, 50) is None
