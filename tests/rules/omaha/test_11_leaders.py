"""11 Heroes, headquarters and Generals, fire at leaders apart."""

from __future__ import annotations

from dataclasses import fields

from beachhead.kernel.plain import replaced
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase, losses
from beachhead.omaha.leaders import headquarters_and_generals, heroes
from beachhead.omaha.table import pack
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    EMPTY,
    LEADERS,
    UNITS,
    OmahaTable,
    equipment,
    heroes_with,
    in_command,
    is_inspired,
)
from beachhead.omaha.us_actions import action_phase, allotment, piece_actions
from beachhead.omaha.us_combat import attacks, resolution, weapons
from beachhead.omaha.victory import control
from situations import (
    draw,
    events,
    hex_,
    options,
    play,
    post,
    run,
    situation,
    table_of,
    texts,
    unit,
)


def begin(text: str) -> State[OmahaTable]:
    s = situation(text)
    run(s, action_phase.action_phase)
    return s


def where(s: State[OmahaTable], piece: str) -> str:
    return board().name(s.position.hex[unit(piece)])


def hero(name: str) -> int:
    return next(
        number for number, each in enumerate(equipment().pieces.heroes) if each.name == name
    )


@rule("omaha", "11a")
def test_leaders_have_no_steps():
    s = situation("turn 11; 0613 16HQ, Wyman")
    for leader in LEADERS:
        assert s.position.steps_left[leader] == 0
    assert len(LEADERS) == len(equipment().pieces.hqs) + len(equipment().pieces.generals)


# --- 11.1 heroes


@rule("omaha", "11.11a", "EV.hero-a")
def test_a_hero_joins_any_unit_of_the_named_division():
    s = situation("""
        turn 5; 0512 E/2/16; 0514 2/C/741; box ER3 F/2/16; 0424 A/1/116
        0423 B/1/116 transferred; track 9 G/2/16; 0613 16HQ
    """)
    run(s, heroes.place_hero, 1)
    # A unit that landed in the other sector belongs to the other division now (5.22).
    assert options(s) == ["unit-E/2/16", "unit-F/2/16", "unit-2/C/741", "unit-B/1/116"]
    play(s, "unit-2/C/741")
    assert heroes_with(s.position, unit("2/C/741")) == [hero("Barrett")]
    run(s, heroes.place_hero, 29)
    assert heroes_with(s.position, unit("A/1/116")) == [hero("Bingham")], "the only one there is"


@rule("omaha", "11.11a")
def test_without_a_unit_or_a_hero_left_none_appears():
    s = situation("turn 5; 0512 E/2/16")
    run(s, heroes.place_hero, 29)
    assert all(each == -1 for each in s.position.heroes)
    for _ in range(6):
        run(s, heroes.place_hero, 1)
    assert heroes_with(s.position, unit("E/2/16")) == [0, 1, 2, 3, 4]
    assert "No hero of the 1st Division appears: all its heroes have appeared." in texts(events(s))


@rule("omaha", "11.11a")
def test_with_two_players_the_divisions_player_places_the_hero():
    s = situation("players 2; turn 5; 0424 A/1/116; 0425 B/1/116")
    run(s, heroes.place_hero, 29)
    assert s.decision.seat == "29th"


@rule("omaha", "11.1a", "11.1b")
def test_all_heroes_are_alike():
    for number, each in enumerate(equipment().pieces.heroes):
        name = "E/2/16" if each.division == 1 else "A/1/116"
        table = table_of(f"turn 5 action; 0512 {name}")
        table.heroes = replaced(table.heroes, number, unit(name))
        assert allotment.is_free(table, unit(name))
        assert heroes_with(table, unit(name)) == [number]
        assert {field.name for field in fields(each)} == {"name", "division"}, "no other ability"


@rule("omaha", "11.11b")
def test_a_hero_goes_where_his_unit_goes():
    s = begin("turn 5; 0512 E/2/16 hero; 0512 F/2/16; 0515 G/2/16")
    before = s.position.heroes[:]
    play(s, "act-E/2/16", "move-0513")
    assert where(s, "E/2/16") == "0513"
    assert s.position.heroes == before
    # Heroes are no pieces of their own: nothing moves or places them but the unit.
    assert not any(
        name in equipment().names for name in (each.name for each in equipment().pieces.heroes)
    )


@rule("omaha", "11.11c")
def test_a_hero_or_inspired_marker_leaves_with_its_unit():
    for marker in ("hero", "inspired"):
        s = situation(f"turn 5; 0512 E/2/16:1 {marker}; 0513 F/2/16")
        losses.lose_step(s.position, unit("E/2/16"), "6.32", "in a test")
        assert s.position.heroes[hero("Barrett")] == losses.OUT
        run(s, heroes.place_hero, 1)
        assert s.position.heroes[hero("Barrett")] == losses.OUT, "he does not come back"
        assert len(heroes_with(s.position, unit("F/2/16"))) == 1, "another one does"


@rule("omaha", "11.14a", "11.15a")
def test_a_hero_may_die_for_a_one_step_unit_and_leaves_it_inspired():
    s = situation("turn 5; 0512 E/2/16:1 hero")
    run(s, losses.lose_step_to_german_fire, unit("E/2/16"), "6.32", "to fire")
    assert options(s) == ["sacrifice", "lose-unit"]
    lost = s.copy()
    play(s, "sacrifice")
    assert s.position.steps_left[unit("E/2/16")] == 1
    assert heroes_with(s.position, unit("E/2/16")) == []
    assert is_inspired(s.position, unit("E/2/16"))
    play(lost, "lose-unit")
    assert lost.position.hex[unit("E/2/16")] == -1
    two_steps = situation("turn 5; 0512 E/2/16:2 hero")
    run(two_steps, losses.lose_step_to_german_fire, unit("E/2/16"), "6.32", "to fire")
    assert two_steps.position.steps_left[unit("E/2/16")] == 1
    assert heroes_with(two_steps.position, unit("E/2/16")) == [0]


@rule("omaha", "11.15b")
def test_an_inspired_unit_acts_for_free_every_turn_but_has_no_hero():
    s = begin("turn 5; 0512 E/2/16 inspired; 0515 F/2/16")
    play(s, "act-E/2/16", "move-0513")
    assert s.position.paid_actions[0] == 2
    play(s, "done")
    s.position.turn = 6
    run(s, action_phase.action_phase)
    play(s, "act-E/2/16", "move-0512")
    assert s.position.paid_actions[0] == 2
    assert heroes_with(s.position, unit("E/2/16")) == [], "no wild card, no strength bonus (8.23)"


@rule("omaha", "11.13a", "11.15b")
def test_a_hero_stands_for_a_weapon_or_adds_strength_in_an_attack_from_an_adjacent_hex():
    def attack(marker: str, german: str) -> State[OmahaTable]:
        s = begin(f'turn 5; 0915 E/2/16:2 {marker}; 0515 F/2/16; WN64 "{german}"')
        play(s, "attack-WN64", "commit")
        return s

    # US Attack Example 1: BZ, BG and RD are there, BR is missing.
    helped = attack("hero", "2 BZ BR").position
    assert helped.unit[post("WN64")] == EMPTY
    assert attack("", "2 BZ BR").position.unit[post("WN64")] != EMPTY
    assert attack("inspired", "2 BZ BR").position.unit[post("WN64")] != EMPTY
    table = table_of('0915 E/2/16:2 hero; 0913 H/2/16 hero; WN64 "2 BZ BR"')
    near, far = (unit("E/2/16"),), (unit("H/2/16"),)
    assert weapons.hero_in_attack(table, post("WN64"), near, naval=False) == hero("Barrett")
    assert weapons.hero_in_attack(table, post("WN64"), far, naval=False) is None

    def choices(text: str) -> list[str]:
        table = table_of(f"turn 5 action; 1725 {text}")
        attackers = tuple(each for each in range(UNITS) if table.hex[each] >= 0)
        return resolution.hero_choices(table, post("E9"), attackers, naval=False)

    assert choices("C/1/16:2 hero; E9 4/1/915") == ["strength"], "4 to 4, nothing missing"
    assert choices("A/1/16:2 hero; E9 4/1/915") == ["weapon", "strength"], "BR is missing"
    assert choices("A/1/16 hero; E9 1R/352") == ["neither"], "flanking is missing"


# --- 11.2 headquarters


@rule("omaha", "11.2a", "11.3a")
def test_leaders_move_one_hex_for_free_within_terrain_limits():
    for piece in ("16 HQ", "Gen. Wyman"):
        s = begin(f'turn 11; 0613 "{piece}"; 0616 E/2/16')
        assert action_phase.refuse_move(s.position, unit(piece), hex_("0615")).rule == "7.3"
        assert action_phase.refuse_move(s.position, unit(piece), hex_("0513")).rule == "TEC.2"
        play(s, f"act-{piece}", "move-0614")
        assert where(s, piece) == "0614"
        assert s.position.paid_actions[0] == 2
        table = table_of(f'turn 11 action; acting = 1; 0607 "{piece}"')
        refusal = action_phase.refuse_move(table, unit(piece), hex_("0707"))
        assert refusal.rule == "TEC.scaleable-cliff"


@rule("omaha", "11.2b", "11.2c", "11.3b", "11.3c")
def test_leaders_command_all_units_in_their_own_and_adjacent_hexes():
    for piece, number in (("16 HQ", 0), ("Gen. Cota", 5)):
        s = situation(f"""
            turn 11; 0613 "{piece}"; 0613 E/2/16; 0612 A/1/116; 0714 2/C/743; 0614 L/3/18
            0615 F/2/16; 0611 G/2/16; 0613 116HQ
        """)
        run(s, action_phase.action_phase)
        commanded = {
            equipment().names[each]
            for each in range(UNITS)
            if s.position.commands[number] >> each & 1
        }
        assert commanded == {"E/2/16", "A/1/116", "2/C/743", "L/3/18"}
        for name in commanded:
            assert allotment.is_free(s.position, unit(name))
        for name in ("F/2/16", "G/2/16"):
            assert not in_command(s.position, unit(name))
            assert not allotment.is_free(s.position, unit(name))
        assert sum(1 for each in s.position.commands if each) == 2, "the other HQ commands too"


@rule("omaha", "11.2b")
def test_a_leader_off_the_map_commands_nobody():
    s = situation("turn 11; 0613 E/2/16; box ER3 16HQ; track 12 Wyman")
    s.position.commands = (1, 1, 1, 1, 1, 1)
    headquarters_and_generals.set_command(s.position)
    assert s.position.commands == (0,) * 6


@rule("omaha", "11.2d", "11.3f")
def test_an_hq_lends_its_radio_and_a_general_has_none():
    def radio(leader: str, unit_hex: str) -> bool:
        s = begin(f"turn 11; 0815 {leader}; {unit_hex} F/2/16:2; WN64 ?")
        return "RD" in weapons.weapons_of(s.position, unit("F/2/16"), post("WN64"))

    assert board().grid.adjacent[hex_("0815")] >> hex_("0915") & 1
    assert radio("16HQ", "0915")
    assert not radio("Wyman", "0915")
    assert not radio("16HQ", "0814"), "not next to the target"


@rule("omaha", "11.2e", "11.3d", "11.3e")
def test_leaders_enable_ranged_fire_but_only_hqs_that_of_artillery():
    def joins(piece: str, place: str, leader: str) -> bool:
        s = begin(f"turn 11; 0710 L/3/16; {place} {piece}; {leader}; WN61 ?")
        attackers = (unit("L/3/16"),)
        return attacks.refuse_attack(s.position, unit(piece), post("WN61"), attackers) is None

    for piece in ("2/C/741", "AT/16"):
        assert not joins(piece, "0612", "0717 16HQ")
        assert joins(piece, "0612", "0613 16HQ")
        assert joins(piece, "0612", "0613 Wyman")
    assert not joins("A-B/197", "0611", "0717 16HQ")
    assert joins("A-B/197", "0611", "0711 Wyman")
    assert joins("62AFA", "0611", "0711 16HQ")
    assert not joins("62AFA", "0611", "0711 Wyman")


@rule("omaha", "11.2f")
def test_no_command_posts_before_turn_17():
    s = begin("turn 16; 0714 16HQ; 0716 E/2/16")
    kinds = {option.value[0] for option in piece_actions.piece_options(s.position, unit("16HQ"))}
    assert kinds <= {"move", "climb-bluff"}
    for row in pack.load().rows("hqs"):
        assert [side["side"] for side in row["sides"]] == ["hq", "command_post"]


# --- 11.31 a General alone


@rule("omaha", "11.31a")
def test_a_general_may_be_alone_or_with_units():
    s = begin("turn 11; 0613 Wyman; 0613 E/2/16; 0616 F/2/16")
    play(s, "act-Gen. Wyman", "move-0614", "done")
    assert options(s) == []
    assert where(s, "Wyman") == "0614"


@rule("omaha", "11.31b")
def test_a_general_alone_does_not_hinder_german_communication():
    inland = "1316"
    with_general = table_of(f"turn 11; {inland} Wyman")
    empty = table_of("turn 11")
    with_hq = table_of(f"turn 11; {inland} 16HQ")
    assert control.us_control(with_general) == 0
    assert control.german_network(with_general) == control.german_network(empty)
    assert control.german_network(with_hq) != control.german_network(empty)


@rule("omaha", "11.31b")
def test_a_general_alone_does_not_draw_german_fire():
    s = situation("turn 3; 0427 Cota; 0527 F/2/116; WN70 ?")
    run(s, fire_phase.fire_phase)
    while options(s):
        play(s, draw(24) if draw(24) in options(s) else options(s)[0])
        if s.position.fire_cards[1] == 24:
            break
        s.position.deck |= 1 << 24
    assert s.position.steps_left[unit("F/2/116")] == 2
    assert where(s, "Cota") == "0427"
