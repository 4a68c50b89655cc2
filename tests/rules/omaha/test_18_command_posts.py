"""18 Command posts: setting them up, their range, whom they command, how they end."""

from __future__ import annotations

import pytest

from beachhead.kernel.plain import replaced
from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.engineers import beach_obstacles
from beachhead.omaha.events import event_phase
from beachhead.omaha.german_fire import fire_phase, losses
from beachhead.omaha.leaders import command_posts, headquarters_and_generals, leader_fire
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import HQS, NOWHERE, OmahaTable, equipment, in_command, put_in_hex
from beachhead.omaha.us_actions import action_phase, allotment
from beachhead.omaha.us_combat import attacks, weapons
from beachhead.omaha.why_not import why_not
from situations import decision, hex_, options, play, post, run, table_of, texts, unit

STAR = 2
"""Double orange, single red with a star, single purple; circle."""


def space(table: OmahaTable, hq: str) -> int:
    return table.command_posts[unit(hq) - HQS.start]


def with_post(text: str, hq: str = "16HQ", space: int = 0) -> OmahaTable:
    """A situation in which an HQ is a command post, its marker on a space of the track."""
    table = table_of(text)
    table.command_posts = replaced(table.command_posts, unit(hq) - HQS.start, space)
    return table


def phase(table: OmahaTable) -> OmahaTable:
    """The Engineer & HQ Phase, up to the first decision about HQs."""
    run(table, beach_obstacles.engineer_and_hq_phase)
    while table.agenda and not any(
        each.startswith(("establish-", "raise-")) for each in options(table)
    ):
        play(table, "done")
    return table


def commanded(table: OmahaTable, *names: str, leader: str = "16HQ") -> list[str]:
    headquarters_and_generals.set_command(table)
    units = table.commands[unit(leader) - unit("16HQ")]
    return [name for name in names if units >> unit(name) & 1]


# --- 18.1


@rule("omaha", "18a", "18.1c", "18.1d", "18.2a", "15.V-b")
def test_an_hq_becomes_a_command_post_without_an_action():
    table = phase(table_of("turn 17; 1014 16HQ; 1015 A/1/16; 0913 B/1/16; 1016 C/1/16"))
    assert options(table) == ["establish-16 HQ", "done"]
    assert decision(table).seat == "us"
    told = play(table, "establish-16 HQ")
    assert [event.rule for event in told] == ["18.1"]
    assert space(table, "16HQ") == 0, "the first space of the track"
    assert command_posts.command_range(table, unit("16HQ")) == 1
    assert table.hex[unit("16HQ")] == hex_("1014")
    assert not table.acted
    assert table.agenda == []
    assert commanded(table, "A/1/16", "B/1/16", "C/1/16") == ["A/1/16"]
    run(table, action_phase.action_phase)
    assert table.paid_actions == (3, 3)


@rule("omaha", "18a")
def test_no_command_posts_before_turn_17():
    table = table_of("turn 16; 1014 16HQ")
    run(table, beach_obstacles.engineer_phase)
    assert options(table) == []
    assert why_not(table, unit="16HQ", action="command-post").rule == "18"


@rule("omaha", "18.1a")
@pytest.mark.parametrize("disrupted", ["", " disrupted"])
def test_dots_of_an_occupied_position_bar_a_command_post(disrupted: str):
    # O-20 A disrupted unit's dots count too, unless the house rule says otherwise.
    text = f"turn 17; 0915 16HQ; 1014 T?{disrupted}"
    table = table_of(text)
    table.then((command_posts.headquarters_work, 1, 0))
    refusal = command_posts.refuse_command_post(table, unit("16HQ"))
    assert refusal is not None
    assert refusal.rule == "18.1"
    assert "1014" in refusal.text
    assert options(table) == []
    table = table_of(text + "; house disrupted-fields alternative")
    run(table, command_posts.headquarters_work, 1, 0)
    assert options(table) == (["establish-16 HQ", "done"] if disrupted else [])


@rule("omaha", "18.1b")
def test_dots_of_an_empty_position_in_communication_bar_a_command_post():
    table = table_of("turn 17; 0915 16HQ")
    table.then((command_posts.headquarters_work, 1, 0))
    refusal = command_posts.refuse_command_post(table, unit("16HQ"))
    assert refusal is not None
    assert refusal.rule == "18.1"
    assert "in German communication" in refusal.text
    # cut off: all hexes around 1014 are in US control
    table = phase(table_of("turn 17; 0915 16HQ; 1114 A/1/16; 1015 B/1/16; 0914 C/1/16"))
    assert options(table) == ["establish-16 HQ", "done"]
    # not empty: a US unit stands there
    table = phase(table_of("turn 17; 0915 16HQ; 1014 A/1/16:1"))
    assert options(table) == ["establish-16 HQ", "done"]


@rule("omaha", "18.1b")
def test_a_two_hex_wn_with_a_us_unit_in_it_is_not_empty():
    table = table_of("turn 17; 0713 16HQ; 0912 A/1/16:1")
    table.then((command_posts.headquarters_work, 1, 0))
    assert command_posts.refuse_command_post(table, unit("16HQ")) is None
    put_in_hex(table, unit("A/1/16"), NOWHERE)
    assert command_posts.refuse_command_post(table, unit("16HQ")).rule == "18.1"


@rule("omaha", "18a", "18.1c")
def test_only_an_hq_on_the_map_becomes_a_command_post():
    table = phase(table_of("turn 17; 1014 16HQ; 1226 Cota; box ER3 18HQ"))

    def why(name: str, action: str = "command-post") -> str | None:
        refusal = why_not(table, unit=name, action=action)
        return refusal.rule if refusal else None

    assert why("16HQ") is None
    assert why("Cota") == "18"
    assert why("A/1/16") == "18"
    assert why("18HQ") == "18.1"
    assert why("116HQ") == "18.1"
    assert why("16HQ", "raise") == "18.2"
    play(table, "done")
    assert why("16HQ") == "15.V"


@rule("omaha", "18.21a", "15.V-b")
def test_with_two_players_each_division_sets_up_its_own():
    table = phase(table_of("players 2; turn 17; 1014 16HQ; 1226 116HQ; 1225 A/1/116; 1227 B/1/116"))
    assert decision(table).seat == "1st"
    play(table, "establish-16 HQ")
    assert decision(table).seat == "29th"
    assert options(table) == ["establish-116 HQ", "done"]
    play(table, "done")
    assert (space(table, "16HQ"), space(table, "116HQ")) == (0, NOWHERE)


# --- 18.2


@rule("omaha", "18.2b", "18.22a", "18b")
def test_the_range_grows_one_space_a_turn_along_the_track():
    table = phase(table_of("turn 17; 1014 16HQ"))
    play(table, "establish-16 HQ")
    ranges = [command_posts.command_range(table, unit("16HQ"))]
    for turn in range(18, 25):
        table.turn = turn
        phase(table)
        assert options(table) == ["raise-16 HQ", "done"]
        play(table, "raise-16 HQ")
        assert options(table) == [], "one space in a phase"
        ranges.append(command_posts.command_range(table, unit("16HQ")))
    assert ranges == [1, 1, 2, 2, 3, 3, 3, 4]
    assert ranges == list(charts().hq_ranges)
    phase(table)
    assert options(table) == []
    table.then((command_posts.headquarters_work, 1, 0))
    assert why_not(table, unit="16HQ", action="raise").rule == "18.22"


@rule("omaha", "18.2b")
def test_the_range_is_not_raised_in_the_phase_of_the_setting_up():
    table = phase(table_of("turn 17; 1014 16HQ; 1810 18HQ"))
    play(table, "establish-16 HQ")
    assert "raise-16 HQ" not in options(table)
    assert why_not(table, unit="16HQ", action="raise").rule == "18.2"


@rule("omaha", "18.2b")
def test_only_occupied_positions_keep_the_range_from_growing():
    # 1014 is empty and in communication: no command post could be set up in 0915.
    table = phase(with_post("turn 18; 0915 16HQ"))
    assert options(table) == ["raise-16 HQ", "done"]
    table = with_post("turn 18; 0915 16HQ; 1014 T?")
    table.then((command_posts.headquarters_work, 1, 0))
    assert options(table) == []


@rule("omaha", "18.21a")
def test_every_command_post_may_raise_its_range_in_the_same_phase():
    table = table_of("turn 24; 1014 16HQ; 1810 18HQ; 1226 116HQ; 1425 115HQ")
    table.command_posts = (0, 1, 2, 3)
    phase(table)
    assert options(table) == ["raise-16 HQ", "raise-18 HQ", "done"]
    play(table, "raise-18 HQ", "raise-16 HQ")
    assert options(table) == ["raise-115 HQ", "raise-116 HQ", "done"]
    play(table, "raise-115 HQ", "raise-116 HQ")
    assert table.command_posts == (1, 2, 3, 4)
    assert table.agenda == []


# --- 18.3


NAMES = ("A/1/16", "B/1/16", "C/1/16", "D/1/16", "E/2/16")
"""In 1015 to 1019: one to five hexes from 1014."""
ROW = "1015 A/1/16; 1016 B/1/16; 1017 C/1/16; 1018 D/1/16; 1019 E/2/16"


@rule("omaha", "18.3a", "18b", "15.VI-b")
@pytest.mark.parametrize(("on", "reach"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (6, 3), (7, 4)])
def test_a_command_post_commands_all_units_in_range(on: int, reach: int):
    table = with_post(f"turn 24; 1014 16HQ, F/2/16; {ROW}", space=on)
    assert commanded(table, *NAMES, "F/2/16") == [*NAMES[:reach], "F/2/16"]
    run(table, action_phase.action_phase)
    free = [name for name in NAMES if allotment.is_free(table, unit(name))]
    assert free == list(NAMES[:reach])


@rule("omaha", "18.3a")
def test_other_leaders_command_as_before():
    table = table_of(f"turn 24; 1014 16HQ, Cota; {ROW}")
    assert commanded(table, *NAMES) == ["A/1/16"]
    assert commanded(table, *NAMES, leader="Cota") == ["A/1/16"]


@rule("omaha", "18.3b")
def test_units_in_range_have_the_benefits_of_an_hq():
    # F/2/16 with two steps has no radio of its own, and the guns of Can/16 join an attack only if
    # the HQ that commands them also commands the infantry. Both are two hexes from the HQ.
    text, target = "turn 24; 1014 16HQ; 1116 F/2/16:2; 1012 Can/16; C2 T? disrupted", "C2"
    table, hq_only = with_post(text, space=2), table_of(text)
    for each, helped in ((table, True), (hq_only, False)):
        run(each, action_phase.action_phase)
        each.acting = 1
        f = unit("F/2/16")
        assert in_command(each, f, of_hq=True) == helped
        assert ("RD" in weapons.weapons_of(each, f, post(target))) == helped
        refusal = attacks.refuse_attack(each, unit("Can/16"), post(target), (f,))
        assert (refusal is None) == helped, refusal


@rule("omaha", "18.31a", "FAQ.6a")
def test_range_is_counted_through_fire_but_not_through_germans():
    # 1014, 1115, 1215 (C2), 1316 are in line. C2 fires into 1115 and 1316.
    text = "turn 24; 1014 16HQ; 1316 A/1/16; 1115 B/1/16; C2 T?"
    assert commanded(with_post(text, space=4), "A/1/16", "B/1/16") == ["B/1/16"]
    assert commanded(with_post(text, space=7), "A/1/16", "B/1/16") == ["A/1/16", "B/1/16"]
    text = "turn 24; 1014 16HQ; 1316 A/1/16; 1115 B/1/16"
    assert commanded(with_post(text, space=4), "A/1/16", "B/1/16") == ["A/1/16", "B/1/16"]


@rule("omaha", "18.32a", "18.32b")
def test_a_command_post_under_fire_commands_nobody_and_keeps_its_marker():
    text = "turn 24; 0915 16HQ, A/1/16; 0914 B/1/16"
    table = with_post(text + "; 1014 T?", space=4)
    assert commanded(table, "A/1/16", "B/1/16") == []
    run(table, command_posts.headquarters_work, 1, 0)
    assert options(table) == []
    table.then((command_posts.headquarters_work, 1, 0))
    assert why_not(table, unit="16HQ", action="raise").rule == "18.32"
    assert space(table, "16HQ") == 4
    # O-20 A disrupted position has its field of fire here, by the default reading.
    assert commanded(with_post(text + "; 1014 T? disrupted", space=4), "A/1/16") == []
    otherwise = "; 1014 T? disrupted; house disrupted-fields alternative"
    assert commanded(with_post(text + otherwise, space=4), "A/1/16") == ["A/1/16"]
    # An HQ commands under fire, and an empty position fires at nobody.
    assert commanded(table_of(text + "; 1014 T?"), "A/1/16", "B/1/16") == ["A/1/16", "B/1/16"]
    assert commanded(with_post(text, space=4), "A/1/16", "B/1/16") == ["A/1/16", "B/1/16"]


# --- 18.11, 18.33 the end of a command post


@rule("omaha", "18.11a", "18.11b", "18b")
def test_a_command_post_that_moves_is_abandoned():
    table = with_post(f"turn 24; 1014 16HQ; {ROW}", space=4)
    run(table, action_phase.action_phase)
    play(table, "1st-first", "act-16 HQ")
    assert any("abandon" in option.label for option in decision(table).options)
    told = play(table, "move-1015")
    assert "18.11" in [event.rule for event in told]
    assert space(table, "16HQ") == NOWHERE
    assert table.hex[unit("16HQ")] == hex_("1015")
    # 7.33 It has moved: nobody is in its command in this phase, and next turn it is an HQ.
    assert not allotment.is_free(table, unit("B/1/16"))
    assert commanded(table, *NAMES) == ["A/1/16", "B/1/16"]


@rule("omaha", "18.33a", "18.33b")
def test_a_command_post_that_is_hit_becomes_an_hq_and_stays():
    table = with_post("turn 20; WN70 ?; 0527 116HQ", "116HQ", space=4)
    hq = unit("116HQ")
    assert leader_fire.leaders_at_risk(table, equipment().board.position["WN70"].index) == [hq]
    leader_fire.take_leader_hit(table, hq, "by a test")
    assert space(table, "116HQ") == NOWHERE
    assert table.hex[hq] == hex_("0527")
    assert table.due[hq] == NOWHERE
    # the next hit is one on an HQ
    leader_fire.take_leader_hit(table, hq, "by a test")
    assert table.hex[hq] == NOWHERE
    assert table.due[hq] == 22


@rule("omaha", "18.33a", "18.33b")
def test_german_fire_hits_a_command_post_as_a_leader():
    table = with_post("turn 20; WN70 ?; 0527 116HQ", "116HQ", space=2)
    run(table, fire_phase.read_card, STAR, "west")
    assert space(table, "116HQ") == NOWHERE
    assert table.hex[unit("116HQ")] == hex_("0527")
    assert any(event.rule == "18.33" for event in table.news)


@rule("omaha", "18.33b")
def test_an_hq_that_leaves_the_map_leaves_no_marker():
    table = with_post("turn 20; 0527 116HQ", "116HQ", space=4)
    losses.remove(table, unit("116HQ"))
    assert space(table, "116HQ") == NOWHERE


# --- EV.snipers


@rule("omaha", "EV.snipers-a")
def test_snipers_cut_a_command_post_down_to_one_hex_for_the_turn():
    table = with_post(f"turn 24; 1014 16HQ; {ROW}", space=7)
    run(table, event_phase.carry_out, 6)
    assert command_posts.command_range(table, unit("16HQ")) == 1
    assert commanded(table, *NAMES) == ["A/1/16"]
    phase(table)
    assert space(table, "16HQ") == 7, "the marker stays"
    run(table, sequence.end_of_turn)
    assert command_posts.command_range(table, unit("16HQ")) == 4


@rule("omaha", "EV.snipers-a")
def test_snipers_mean_the_command_post_that_is_named():
    table = with_post(f"turn 24; 1014 16HQ; {ROW}", space=7)
    told = run(table, event_phase.carry_out, 15)
    assert texts(told)[-1] == "116 HQ is not a command post: no effect."
    assert commanded(table, *NAMES) == list(NAMES[:4])
