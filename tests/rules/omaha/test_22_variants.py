"""22 Optional historical variants, alone and together."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.engineers import beach_obstacles
from beachhead.omaha.events import event_phase
from beachhead.omaha.german_fire import german_artillery
from beachhead.omaha.germans import reinforcements
from beachhead.omaha.germans.division_pool import KG_MEYER_UNITS
from beachhead.omaha.germans.pools import draw_depth, remove_depth, unit_chances
from beachhead.omaha.germans.revealing import turn_depth
from beachhead.omaha.landing import landing_checks
from beachhead.omaha.scenarios import variants
from beachhead.omaha.scenarios.setup import set_up
from beachhead.omaha.table.cards import card as card_of
from beachhead.omaha.table.invariants import invariants
from beachhead.omaha.table.state import EMPTY, NO_DEPTH, NOWHERE, OmahaTable, equipment, projecting
from beachhead.omaha.us_actions.allotment import preservation
from beachhead.omaha.victory import victory_points
from situations import card, decision, draw, options, play, post, run, table_of, texts, unit

GAME = beachhead.load("omaha")
BOMBARDMENT = "effective-bombardment"
SAFE_TANKS = "first-wave-tanks-safe"
NO_RANGERS = "rangers-to-pointe-du-hoc"
REACTION = "improved-reaction"
ARMOR = "german-armor"
EARLY = "early-german-actions"
SHORT = ("easy-fox", "first-waves")
LONG = ("d-day-at-omaha-beach", "beyond-the-beach")


def table(scenario: str, *chosen: str) -> OmahaTable:
    _, settings = GAME.check(scenario, dict.fromkeys(chosen, True))
    return set_up(scenario, settings)


# --- 22 which goes with which


@rule("omaha", "22c", "22d", "23.1b", "14.2a")
@pytest.mark.parametrize("scenario", [*SHORT, *LONG])
@pytest.mark.parametrize("variant", list(variants.rows()))
def test_where_each_variant_may_be_used(scenario: str, variant: str) -> None:
    anywhere = (BOMBARDMENT, SAFE_TANKS, NO_RANGERS)
    allowed = variant in anywhere or (variant in (REACTION, ARMOR) and scenario in LONG)
    allowed = allowed or (variant == EARLY and scenario == "d-day-at-omaha-beach")
    if allowed:
        assert GAME.setup(scenario, {variant: True}).position.variants == (variant,)
    else:
        with pytest.raises(BeachheadError, match=rf"options\.{variant}: .* \(rule .*\); leave it"):
            GAME.setup(scenario, {variant: True})


@rule("omaha", "22a")
@pytest.mark.parametrize("scenario", LONG)
def test_any_of_them_together(scenario: str) -> None:
    allowed = [name for name, row in variants.rows().items() if scenario in row["scenarios"]]
    for count in range(len(allowed) + 1):
        for chosen in itertools.combinations(allowed, count):
            state = GAME.setup(scenario, dict.fromkeys(chosen, True), seed=count)
            assert state.position.variants == chosen
            assert invariants(state.position) == []


@rule("omaha", "22a")
@pytest.mark.parametrize("scenario", LONG)
def test_games_with_all_of_them(scenario: str) -> None:
    allowed = [name for name, row in variants.rows().items() if scenario in row["scenarios"]]
    state = GAME.setup(scenario, dict.fromkeys(allowed, True), seed=5)
    rng = random.Random(5)
    while not state.over:
        assert invariants(state.position) == []
        state.apply(rng.choice(state.decision.options))


@rule("omaha", "22b", "22.1p", "22.2b", "22.3b", "22.4f")
@pytest.mark.parametrize(
    ("variant", "points"),
    [(BOMBARDMENT, -10), (SAFE_TANKS, -5), (NO_RANGERS, 5), (REACTION, 5)],
)
def test_the_final_total_changes(variant: str, points: int) -> None:
    for scenario, turn in (("d-day-at-omaha-beach", 32), ("beyond-the-beach", 32)):
        without = victory_points.victory_points(table_of(f"scenario {scenario}\nturn {turn}"))
        text = f"scenario {scenario}\nvariants {variant}\nturn {turn}"
        if variant == REACTION:
            text += "\nboxes kg_meyer 8"
        with_it = victory_points.victory_points(table_of(text))
        assert sum(with_it.values()) == sum(without.values()) + points
        assert with_it[variants.rows()[variant]["title"]] == points


@rule("omaha", "22b")
def test_not_at_the_check_that_only_says_whether_to_play_on() -> None:
    for scenario, counts in (("first-waves", True), ("d-day-at-omaha-beach", False)):
        at_16 = table_of(f"scenario {scenario}\nvariants {BOMBARDMENT}\nturn 16")
        assert ("Effective bombardment" in victory_points.victory_points(at_16)) == counts


@rule("omaha", "22b")
def test_adjustments_add_up() -> None:
    both = table_of(f"scenario first-waves\nturn 16\nvariants {SAFE_TANKS} {NO_RANGERS}")
    found = [entry for entry in victory_points.sheet(both) if entry.kind == "variant"]
    assert sorted(entry.points for entry in found) == [-5, 5]


# --- 22.1 effective bombardment


@rule("omaha", "22.1a", "22.1b", "22.1c", "22.1d", "22.1n")
@pytest.mark.parametrize(
    ("scenario", "last"), [("easy-fox", 16), ("first-waves", 16), ("d-day-at-omaha-beach", 32)]
)
def test_the_delayed_start(scenario: str, last: int) -> None:
    usual, late = table(scenario), table(scenario, BOMBARDMENT)
    assert (usual.turn, late.turn) == (1, 4)
    assert late.last_turn == last
    assert late.box == usual.box, "tanks without a turn start in their boxes"
    assert any(box >= 0 for box in late.box)
    for piece, due in enumerate(usual.due):
        expected = NOWHERE if due == NOWHERE else due + 3 if due < 16 else due + 1
        assert late.due[piece] == expected, equipment().names[piece]


@rule("omaha", "22.1e", "22.1f", "22.1g")
def test_two_cards_before_the_landings() -> None:
    state = GAME.setup("first-waves", {BOMBARDMENT: True})
    before = state.position.copy()
    first, second = 3, 17
    assert state.decision.prompt == "Draw a fire card."
    state.apply(draw(first))
    state.apply(draw(second))
    after = state.position
    colors = [{each.color for each in card_of(number).squares} for number in (first, second)]
    assert colors[0] & colors[1], "one color on both"
    for each in equipment().posts:
        if before.unit[each.index] == EMPTY:
            continue
        hits = sum(each.position.color in shown for shown in colors)
        assert (after.unit[each.index] == EMPTY) == (hits == 2), each.name
        assert bool(after.german_disrupted >> each.index & 1) == (hits == 1), each.name
        if hits:
            assert after.depth[each.index] == NO_DEPTH
        else:
            assert after.depth[each.index] == before.depth[each.index]
    assert after.discards == 1 << first | 1 << second
    assert after.track == ()
    assert after.unseen_units | 1 << 17 == before.unseen_units | 1 << 17, "nobody looks at them"
    assert invariants(after) == []


@rule("omaha", "22.1h", "22.1a")
def test_an_event_on_turn_4() -> None:
    late = table_of(f"variants {BOMBARDMENT}\nturn 4\n0613 A/1/16")
    run(late, event_phase.event_phase)
    assert options(late)[0].startswith("card-")
    state = GAME.setup("first-waves", {BOMBARDMENT: True}, seed=1)
    while state.position.phase in ("setup", "landing"):
        state.apply(state.decision.options[0])
    drawn = [event for event in state.news if event.kind == "card" and event.rule == "4.II"]
    assert drawn, "the first event is that of Turn 4"


@rule("omaha", "22.1i", "22.1j")
@pytest.mark.parametrize("turn", [4, 5, 6])
@pytest.mark.parametrize("letter", "ABCD")
def test_landings_on_turns_4_and_5_use_the_table_of_turns_2_and_3(turn: int, letter: str) -> None:
    text = "box ER3 1/C/741\nbox FG4 I/3/16\nbox DG3 A/1/116"
    late = table_of(f"variants {BOMBARDMENT}\nturn {turn}\n{text}")
    same = table_of(f"turn {2 if turn < 6 else turn}\n{text}")
    for name in ("1/C/741", "I/3/16", "A/1/116"):
        found = landing_checks.landing_result(late, unit(name), letter)
        assert found == landing_checks.landing_result(same, unit(name), letter)
    tank = landing_checks.landing_result(late, unit("1/C/741"), letter)
    assert (tank is None) == (turn == 6), "there is no row for tanks later"


@rule("omaha", "22.1k")
@pytest.mark.parametrize(("turn", "recovers"), [(4, False), (5, True)])
def test_no_german_recovers_on_turn_4(turn: int, recovers: bool) -> None:
    late = table_of(f"variants {BOMBARDMENT}\nturn {turn}\nWN62N ? disrupted\nbegin fire")
    color = equipment().posts[post("WN62N")].position.color
    play(late, card(lambda each: color in {square.color for square in each.squares}))
    play(late, options(late)[0])
    assert bool(late.german_disrupted >> post("WN62N") & 1) != recovers


@rule("omaha", "22.1l")
def test_engineers_begin_on_turn_5() -> None:
    for turn, hexes in ((4, 0), (5, 2), (6, 2), (7, 1)):
        late = table_of(f"variants {BOMBARDMENT}\nturn {turn}")
        assert beach_obstacles.hexes_to_clear(late) == hexes
    refusal = beach_obstacles.refuse_clearing(
        table_of(f"variants {BOMBARDMENT}\nturn 4"), equipment().board.hex("0612")
    )
    assert refusal is not None


@rule("omaha", "22.1m")
def test_german_artillery_begins_on_turn_5() -> None:
    for turn, active in ((4, False), (5, True), (6, True)):
        table = table_of(f"variants {BOMBARDMENT}\nturn {turn}")
        assert german_artillery.is_active(table) == active
    assert german_artillery.is_active(table_of("turn 4"))


@rule("omaha", "22.1o")
def test_preservation_into_low_ground_outside_all_fields_of_fire() -> None:
    """From a beach hex at the shingle, from which nothing nearer to shelter is left."""
    text = "turn 9\n0714 A/1/16\n0813 1/A/741\n{}"
    usual = table_of(text.format(""))
    assert preservation(usual, unit("A/1/16")) == 0
    late = table_of(f"variants {BOMBARDMENT}\n" + text.format(""))
    found = preservation(late, unit("A/1/16"))
    low = equipment().board.low_ground
    assert found
    assert found & ~low == 0
    assert found & ~equipment().board.grid.adjacent[equipment().board.hex("0714")] == 0, "one hex"
    assert preservation(late, unit("1/A/741")) == 0, "infantry only"
    for marker in ("", " disrupted"):
        watched = table_of(f"variants {BOMBARDMENT}\n" + text.format(f"WN62N ?{marker}"))
        fire = projecting(watched, disrupted_too=True)
        assert preservation(watched, unit("A/1/16")) == found & ~fire
        assert found & fire, "some of it is under fire"


@rule("omaha", "22.1o", "7.1")
def test_the_basic_preservation_move_stays() -> None:
    text = "turn 9\n0613 A/1/16\nWN62N ?"
    usual = preservation(table_of(text), unit("A/1/16"))
    late = preservation(table_of(f"variants {BOMBARDMENT}\n{text}"), unit("A/1/16"))
    assert usual
    assert usual & ~late == 0


@rule("omaha", "22.1c", "22.1e", "22c")
def test_the_bombardment_of_beyond_the_beach() -> None:
    """What is left of the variant at 1000 hours: later arrivals, bombed WNs, -10 VP."""
    state = GAME.setup("beyond-the-beach", {BOMBARDMENT: True})
    at_start = state.position
    assert at_start.turn == 17
    usual = GAME.setup("beyond-the-beach").position
    for each in equipment().units:
        if (each.arrival_turn or 0) >= 16:
            assert at_start.due[each.index] == (each.arrival_turn or 0) + 1
    assert at_start.due[unit("62AFA")] == 27
    assert usual.due[unit("62AFA")] == 26
    while state.decision.kind == "placed_on_beach":
        state.apply(state.decision.options[0])
    state.apply(draw(3))
    state.apply(draw(17))
    assert at_start.discards == 1 << 3 | 1 << 17
    assert at_start.german_disrupted
    assert all(equipment().posts[each].is_wn for each in members(at_start.german_disrupted))
    held = {each.name for each in equipment().posts if at_start.unit[each.index] != EMPTY}
    before = {each.name for each in equipment().posts if usual.unit[each.index] != EMPTY}
    assert held < before, "a color on both cards"


# --- 22.2 first wave tanks


@rule("omaha", "22.2a")
@pytest.mark.parametrize("letter", "ABCD")
def test_tanks_that_land_on_turn_1_use_turn_2(letter: str) -> None:
    text = "box ER3 1/C/741\nbox FG4 I/3/16"
    safe = table_of(f"variants {SAFE_TANKS}\nturn 1\n{text}")
    second = table_of(f"turn 2\n{text}")
    first = table_of(f"turn 1\n{text}")
    tank, infantry = unit("1/C/741"), unit("I/3/16")
    assert landing_checks.landing_result(safe, tank, letter) == landing_checks.landing_result(
        second, tank, letter
    )
    assert landing_checks.landing_result(safe, infantry, letter) == landing_checks.landing_result(
        first, infantry, letter
    )
    assert landing_checks.landing_result(first, tank, "B") != landing_checks.landing_result(
        second, tank, "B"
    )


@rule("omaha", "22.2a")
def test_later_turns_are_as_ever() -> None:
    for turn in (2, 3, 4):
        safe = table_of(f"variants {SAFE_TANKS}\nturn {turn}\nbox ER3 1/C/741")
        usual = table_of(f"turn {turn}\nbox ER3 1/C/741")
        tank = unit("1/C/741")
        assert landing_checks.landing_result(safe, tank, "A") == landing_checks.landing_result(
            usual, tank, "A"
        )


# --- 22.3 rangers


@rule("omaha", "22.3a")
@pytest.mark.parametrize("scenario", ["first-waves", *LONG])
def test_only_the_rangers_of_the_first_wave_come(scenario: str) -> None:
    at_start = table(scenario, NO_RANGERS)
    there = [
        each.name
        for each in equipment().units
        if each.type == "ranger"
        and max(at_start.hex[each.index], at_start.box[each.index], at_start.due[each.index]) >= 0
    ]
    assert there == ["C/2R"]
    gone = [
        each.index for each in equipment().units if each.type == "ranger" and each.name != "C/2R"
    ]
    assert [at_start.steps_left[piece] for piece in gone] == [0] * 4
    usual = table(scenario)
    others = [piece for piece in range(90) if piece not in gone]
    assert [at_start.hex[piece] for piece in others] == [usual.hex[piece] for piece in others]


# --- 22.4 improved German reaction


@rule("omaha", "22.4a")
@pytest.mark.parametrize("scenario", LONG)
def test_kampfgruppe_meyer_is_at_hand(scenario: str) -> None:
    at_start, usual = table(scenario, REACTION), table(scenario)
    assert (at_start.boxes["kg_meyer"], at_start.boxes["kg_meyer_depth"]) == (0, 0)
    assert at_start.boxes["division"] == usual.boxes["division"] + 8
    assert at_start.boxes["mobile_depth"] == usual.boxes["mobile_depth"] + 4
    where = post("C3")
    at_start.boxes["tactical"] = 0
    reinforcements._bring_up(at_start, where, "9.31")
    units, weights = unit_chances(at_start, where)
    kinds = [equipment().pieces.german_units[each].kind for each in units]
    assert (kinds.count("division"), kinds.count("kg_meyer")) == (11, 8)
    share = sum(w for w, kind in zip(weights, kinds, strict=True) if kind == "kg_meyer")
    assert share * at_start_size(usual) == 8 * sum(weights)


def at_start_size(usual: OmahaTable) -> int:
    """So many units are in the pool, those of Kampfgruppe Meyer included."""
    return usual.boxes["division"] + 8


@rule("omaha", "22.4b")
def test_events_of_kampfgruppe_meyer_do_nothing() -> None:
    alert = table_of(f"scenario d-day-at-omaha-beach\nvariants {REACTION}\nturn 22")
    before = dict(alert.boxes)
    told = run(alert, reinforcements.kampfgruppe_meyer)
    assert alert.boxes == before
    assert [event.rule for event in told] == ["22.4"]
    assert alert.arrivals == ((0, KG_MEYER_UNITS, 8),)


@rule("omaha", "22.4c")
def test_tactical_reinforcements_come_with_depth() -> None:
    for variant, deep in (("", False), (f"variants {REACTION}\n", True)):
        alert = table_of(f"scenario d-day-at-omaha-beach\n{variant}turn 9\n1013 A/1/16")
        told = texts(run(alert, reinforcements.reinforce, ("C",), "9.3"))
        posts = [each for each in range(91) if alert.unit[each] != EMPTY]
        assert [alert.depth[each] != NO_DEPTH for each in posts] == [deep]
        assert any("without depth" in text for text in told) != deep


@rule("omaha", "22.4c", "9.42")
def test_the_unit_of_a_wn_marker_comes_without_depth() -> None:
    alert = table_of(
        f"scenario d-day-at-omaha-beach\nvariants {REACTION}\nturn 9\nWN62N ? depth TR\n0613 A/1/16"
    )
    run(alert, reinforcements.tactical_reinforcement, post("WN62N"), False)
    new = [each for each in range(91) if alert.unit[each] != EMPTY and each != post("WN62N")]
    assert [alert.depth[each] for each in new] == [NO_DEPTH]


def exhausted(gone: int, in_box: int = 1) -> OmahaTable:
    """A table whose mobile box is about to be empty; so many markers were seen and eliminated."""
    names = [each.name for each in equipment().pieces.depth_markers_of("mobile")]
    seen = f"seen {' '.join(names[:gone])}" if gone else ""
    text = f"boxes mobile_depth {in_box}\n{seen}\nC3 T?\nC2 T?\nA3 T?\nF1 T?\nG1 T?\nD1 T?\nE5 T?"
    return table_of(f"scenario d-day-at-omaha-beach\nvariants {REACTION}\nturn 20\n{text}")


@rule("omaha", "22.4d")
def test_five_eliminated_markers_come_back() -> None:
    alert = exhausted(gone=23)
    draw_depth(alert, "mobile", post("C3"))
    assert alert.boxes["mobile_depth"] == 5
    draw_depth(alert, "mobile", post("C2"))
    assert alert.boxes["mobile_depth"] == 4
    run(alert, *reveal("C2"))
    seen = [f"depth-{each.name}" for each in equipment().pieces.depth_markers_of("mobile")[:23]]
    assert sorted(options(alert)) == sorted(seen), "any of those that were eliminated"
    run(alert, *reveal("C3"))
    assert options(alert) == [f"depth-{equipment().pieces.depth_markers_of('mobile')[23].name}"]


def reveal(name: str) -> tuple[Any, ...]:
    return turn_depth, post(name), "9.1", ""


@rule("omaha", "22.4d")
def test_a_marker_removed_unseen_may_come_back_too() -> None:
    """22 seen and one unseen are gone, one is on the map: the unseen ones may be either."""
    alert = exhausted(gone=22, in_box=2)
    draw_depth(alert, "mobile", post("C3"))
    remove_depth(alert, post("C3"))
    draw_depth(alert, "mobile", post("A3"))
    assert alert.boxes["mobile_depth"] == 5
    draw_depth(alert, "mobile", post("C2"))
    run(alert, *reveal("C2"))
    asked = decision(alert)
    assert asked is not None
    weights = dict(zip(asked.outcomes, asked.weights, strict=True))  # type: ignore[attr-defined]
    assert len(weights) == 24
    markers = [each.index for each in equipment().pieces.depth_markers_of("mobile")]
    assert {weights[each] for each in markers[:22]} == {2}
    assert {weights[each] for each in markers[22:]} == {1}


@rule("omaha", "22.4e")
def test_they_come_back_only_once() -> None:
    alert = exhausted(gone=23)
    for name in ("C3", "C2", "A3", "F1", "G1", "D1"):
        draw_depth(alert, "mobile", post(name))
    assert alert.boxes["mobile_depth"] == 0
    remove_depth(alert, post("C2"))
    assert alert.boxes["mobile_depth"] == 0
    assert invariants_of_depth(alert) == []


def invariants_of_depth(table: OmahaTable) -> list[str]:
    return [text for text in invariants(table) if "depth markers" in text]


@rule("omaha", "22.4d")
def test_fewer_than_five_come_back_if_there_are_fewer() -> None:
    alert = exhausted(gone=3, in_box=1)
    on_map = 24 - 3 - 1
    alert.boxes["kg_meyer_depth"] = on_map  # as if they lay elsewhere
    draw_depth(alert, "mobile", post("C3"))
    assert alert.boxes["mobile_depth"] == 3


@rule("omaha", "22.4d")
def test_nothing_comes_back_without_the_variant() -> None:
    usual = table_of("scenario d-day-at-omaha-beach\nturn 20\nboxes mobile_depth 1\nC3 T?")
    draw_depth(usual, "mobile", post("C3"))
    assert usual.boxes["mobile_depth"] == 0


# --- playing a whole game


@rule("omaha", "22.1n", "22b")
def test_the_first_waves_end_on_turn_16_and_count_the_variant() -> None:
    late = table_of(f"variants {BOMBARDMENT}\nturn 16\n0714 A/1/16")
    run(late, sequence.end_of_turn)
    assert late.result is not None
    assert any("Effective bombardment: -10 VP." in text for text in texts(late.news))
