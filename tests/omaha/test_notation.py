"""Situations as text: read, written, and read again."""

from __future__ import annotations

import re
from random import Random

import pytest

import beachhead
from beachhead.kernel.plain import replaced
from beachhead.omaha.german_fire.losses import OUT
from beachhead.omaha.germans import revealing
from beachhead.omaha.notation import SituationError, read, write
from beachhead.omaha.table.state import (
    EMPTY,
    NO_DEPTH,
    UNSEEN_DEPTH,
    UNSEEN_TACTICAL,
    UNSEEN_WN,
    OmahaTable,
    equipment,
    put_in_hex,
    put_in_post,
)
from beachhead.suites.notation import NotationConformance, example
from documents import DOCS, section
from situations import decision, events, options, play, post, run, situation, table_of, unit


class TestOmahaNotation(NotationConformance):
    game = beachhead.load("omaha")
    games = 12
    thinking = 0.1
    tables = 60
    document = section("notation.md", "# ", until="## Places and pieces") + section(
        "notation.md", "## The rest of the table", until="## In tests"
    )
    lines = 21
    mistakes = (
        ("turn 7\n0427 A/1/117", "line 2: 'A/1/117': there is no such piece or marker; did you"),
        ("0427 A/1/116 disruptd", "did you mean disrupted"),
        ("9927 A/1/116", "'9927': there is no such hex on the map"),
        ("0427", "say what is there"),
        ("0427 A/1/116:4", "the steps left of A/1/116 must be a number from 1 to 3"),
        ("0427 Cota:1", "leaders have no steps"),
        ("0427 A/1/116\n0428 A/1/116", "line 2: 'A/1/116': is already placed in line 1"),
        ("0427 disrupted", "must follow a piece"),
        ("0427 A/1/116 wounded", "must follow a piece that it can lie on"),
        ("0427 T?", "no German unit can stand there"),
        ("0427 A/1/116 hero=Spaldin", "there is no such hero; did you mean Spalding"),
        ("0427 A/1/116 hero=Barrett, B/1/116 hero=Barrett", "already somewhere else"),
        ("A/1/116 0427", "where is it? Begin with a hex"),
        ("ER3 A/1/16", "this is a landing box; write box ER3"),
        ("box ER9 A/1/16", "there is no such landing box; did you mean ER"),
        ("box", "say which one after it"),
        ("WN62 ?", "it has two posts; write WN62N or WN62S"),
        ("WN62N ?; WN62N ?", "already holds the unit of line 1"),
        ("C3 ?", "write T? for a tactical unit"),
        ("C3 depth?", "write the unit first"),
        ("C3 T? depth", "say which"),
        ('C3 "BG"', "a face is a strength and requirements"),
        ('C3 "9 BG"', "no unit with this face is left for C3"),
        ('C3 T? depth "9 BG"', "depth marker with this face is left"),
        ("C3 9/3/726; C4 9/3/726", "is already somewhere else"),
        ('C3 "9 BG', "a quote is not closed"),
        ("turn", "say which one after it"),
        ("turn seven", "the turn must be a number from 1 to 32"),
        ("tunr 7", "there is no such place or keyword; did you mean turn"),
        ("scenario first-wave", "there is no such scenario; did you mean first-waves"),
        ("sectors north", "there is no such sector"),
        ("boxes tactical", "the counters in tactical must be a number"),
        ("boxes tactics 3", "there is no such box of counters; did you mean tactical"),
        ("seen wn-99", "there is no such German counter"),
        ("discards 55", "a card must be a number from 1 to 54"),
        ("fire-cards 24", "write the east and the west card"),
        ("actions 2", "write how many the 1st and the 29th Division have left"),
        ("acting 30", "there is no such division"),
        ("turn 7 lunch", "there is no such phase"),
        ("command A/1/16 B/1/16", "only leaders command"),
        ("command 16HQ B/1/61", "there is no such US piece; did you mean B/1/1"),
        ("smoke WN63", "there is no such German position"),
        ("begin lunch", "there is no such phase"),
        ("variants armour", "there is no such variant; did you mean german-armor"),
        ("exit H A/1/16", "there is no such exit"),
        ("exit C Cota", "only units leave by an exit"),
        ("exit C A/1/16:4", "the steps of A/1/16 must be a number from 1 to 3"),
        ("base 1-38 0711", "there is no such engineer base; did you mean"),
        ("base 1-37", "say in which hex it is"),
        ("base 1-37 0711 99", "the space on the range track must be a number from 0"),
        ("0814 16HQ cp=99", "the space on the range track must be a number from 0"),
        ("0814 A/1/16 cp", "must follow a piece that it can lie on"),
        ("shelled north", "there is no such sector"),
        ("either 3", "write how many tactical, then how many division units"),
        ("agenda fire.fire_phase [1", "this is not JSON"),
        ("agenda fire.fire_phase 1", "as a JSON list"),
        ('result {"winners": []}', "this is no result"),
        ("weather = 1", "there is no such field of the table"),
        ("arrivals = 7", "its value does not fit"),
    )

    def random_table(self, rng: Random) -> OmahaTable:
        table = table_of(f"scenario {rng.choice(['first-waves', 'easy-fox'])}")
        hexes = list(equipment().board.grid.names)
        for piece in range(len(equipment().names)):
            place = rng.choice(["hex", "box", "due", ""])
            if place == "hex":
                put_in_hex(table, piece, rng.choice(hexes))
            elif place:
                row = replaced(getattr(table, place), piece, rng.randrange(1, 16))
                setattr(table, place, row)
            if piece < 84:
                table.steps_left = replaced(
                    table.steps_left, piece, rng.randint(0, equipment().units[piece].full_steps)
                )
        for name in ("disrupted", "climbing", "acted", "transferred", "lost_step", "delayed"):
            setattr(table, name, rng.getrandbits(90))
        table.heroes = tuple(rng.randrange(-2, 84) for _ in table.heroes)
        table.inspired, table.wounded = rng.getrandbits(10), rng.getrandbits(2)
        for each in equipment().posts:
            if rng.random() < 0.6:
                put_in_post(table, each.index, rng.choice([EMPTY, -2, -3, -4, rng.randrange(50)]))
                table.depth = replaced(
                    table.depth, each.index, rng.choice([NO_DEPTH, -2, -3, -4, rng.randrange(54)])
                )
        table.face_down = rng.getrandbits(len(equipment().posts))
        table.german_disrupted = rng.getrandbits(len(equipment().posts))
        table.unseen_units, table.unseen_depth = rng.getrandbits(50), rng.getrandbits(54)
        table.deck, table.discards = rng.getrandbits(54) << 1, rng.getrandbits(54) << 1
        table.commands = tuple(rng.getrandbits(84) for _ in table.commands)
        table.turn, table.naval_fire = rng.randint(1, 16), rng.randint(0, 3)
        return table


again = TestOmahaNotation().again


# --- what is read


def test_a_unit_stands_in_a_hex_with_its_steps_and_markers():
    table = table_of("0527 B/1/116:2 disrupted climb acted")
    b = unit("B/1/116")
    assert equipment().board.name(table.hex[b]) == "0527"
    assert table.steps_left[b] == 2
    assert table.disrupted == table.climbing == table.acted == 1 << b
    assert not table.climbing_cliff


def test_a_unit_has_all_its_steps_unless_told_otherwise():
    table = table_of("0427 A/1/116, 1/A/741")
    for name in ("A/1/116", "1/A/741"):
        assert table.steps_left[unit(name)] == equipment().units[unit(name)].full_steps


def test_pieces_not_mentioned_are_neither_there_nor_lost():
    table = table_of("turn 7")
    a = unit("A/1/116")
    assert table.hex[a] == table.box[a] == table.due[a] == -1
    assert table.steps_left[a] == equipment().units[a].full_steps


def test_easy_fox_leaves_the_29th_division_at_home():
    table = table_of("scenario easy-fox")
    assert table.steps_left[unit("A/1/16")] == 3
    assert table.steps_left[unit("A/1/116")] == 0
    assert table.sectors == ("east",)


def test_places_off_the_map():
    table = table_of("box ER3 D/1/16; track 9 E/2/16 delayed; out F/2/16, Spalding inspired")
    assert equipment().board.box_row[table.box[unit("D/1/16")]].name == "ER3"
    assert table.due[unit("E/2/16")] == 9
    assert table.delayed == 1 << unit("E/2/16")
    assert table.steps_left[unit("F/2/16")] == 0
    assert OUT in table.heroes
    assert table.inspired


@pytest.mark.parametrize(
    "names",
    [
        ("A•B/197", "A-B/197", "AB/197", "ab/197"),
        ('"16 HQ"', "16HQ", "HQ/16", "16 HQ"),
        ('"Gen. Cota"', "Cota", "Gen/Cota", "Gen. Cota"),
    ],
)
def test_a_piece_may_be_written_in_several_ways(names: tuple[str, ...]):
    first, *others = (table_of(f"0613 {name}") for name in names)
    assert any(hex_ >= 0 for hex_ in first.hex)
    assert all(other == first for other in others)


def test_every_piece_is_known_by_its_own_name():
    for piece, name in enumerate(equipment().names):
        assert unit(name) == piece


def test_heroes_are_those_named_or_the_first_of_the_division():
    table = table_of("0613 A/1/16 hero; 0614 B/1/16 hero=Barrett; 0427 A/1/116 inspired")
    heroes = {
        equipment().pieces.heroes[hero].name: piece
        for hero, piece in enumerate(table.heroes)
        if piece >= 0
    }
    assert heroes == {
        "Barrett": unit("B/1/16"),
        "Monteith": unit("A/1/16"),
        "Bingham": unit("A/1/116"),
    }
    assert table.inspired.bit_count() == 1


def test_face_down_units_and_depth_are_of_the_kind_that_belongs_there():
    table = table_of("WN62N ? depth?; C3 T? depth?; WN70 T? mobile-depth?")
    assert table.unit[post("WN62N")] == UNSEEN_WN
    assert table.depth[post("WN62N")] == UNSEEN_DEPTH["wn"]
    assert table.unit[post("C3")] == UNSEEN_TACTICAL
    kind = "building" if equipment().posts[post("C3")].building else "mobile"
    assert table.depth[post("C3")] == UNSEEN_DEPTH[kind]
    assert table.depth[post("WN70")] == UNSEEN_DEPTH["mobile"]
    assert table.face_down == 1 << post("WN62N") | 1 << post("C3") | 1 << post("WN70")


def test_a_revealed_unit_by_its_face():
    table = table_of('WN70 "BG 2 BZ" depth "1 AR" disrupted')
    there = equipment().pieces.german_units[table.unit[post("WN70")]]
    assert (there.kind, there.gun) == ("wn", equipment().posts[post("WN70")].gun)
    assert (there.strength, there.requirements) == (2, {"BG", "BZ"})
    marker = equipment().pieces.depth_markers[table.depth[post("WN70")]]
    assert (marker.strength, marker.requirements) == (1, {"AR"})
    assert not table.unseen_units >> there.index & 1
    assert not table.unseen_depth >> marker.index & 1
    assert not table.face_down
    assert table.german_disrupted == 1 << post("WN70")


def test_faces_leave_the_counters_that_are_named():
    gunless = [each.name for each in equipment().posts if each.is_wn and each.gun is None]
    two = table_of(f'{gunless[0]} "1 BG"; {gunless[1]} wn-01')
    assert two.unit[post(gunless[0])] == equipment().pieces.german_unit["wn-02"].index


def test_a_tactical_reinforcement_marker():
    table = table_of("WN62N ? depth TR")
    marker = equipment().pieces.depth_markers[table.depth[post("WN62N")]]
    assert marker.tactical_reinforcement


def test_seen_units_are_not_drawn_again():
    table = table_of("WN70 ?; seen wn-10 wn-11")
    run(table, revealing.reveal, post("WN70"), "9.1", "")
    assert "german-wn-12" in options(table)
    assert "german-wn-10" not in options(table)


def test_us_pieces_and_germans_may_be_told_for_the_same_hex():
    name = next(each.name for each in equipment().posts if re.fullmatch(r"\d{4}", each.name))
    table = table_of(f"{name} T? disrupted, A/1/16 disrupted")
    assert table.unit[post(name)] == UNSEEN_TACTICAL
    assert table.disrupted == 1 << unit("A/1/16")
    assert table.german_disrupted == 1 << post(name)


def test_cards_and_boxes():
    table = table_of("discards 3 17; card-track 24; fire-cards 24 -; boxes tactical 7")
    assert table.discards == 1 << 3 | 1 << 17
    assert table.track == (24,)
    assert table.deck.bit_count() == 54 - 3
    assert table.fire_cards == (24, 0)
    assert table.boxes["tactical"] == 7
    assert table.boxes["division"] == 11


def test_the_rest_of_the_turn_goes_on_the_agenda():
    table = table_of("turn 7 fire; begin engineer")
    assert [entry[0] for entry in reversed(table.agenda)] == [
        "engineers.engineer_phase",
        "actions.action_phase",
        "sequence.end_of_turn",
    ]


def test_lines_come_in_any_order():
    lines = example(TestOmahaNotation.document).splitlines()
    table = table_of("\n".join(lines))
    shuffled = Random(6).sample(lines, len(lines))
    assert table_of("\n".join(shuffled)) == table


def test_the_rest_of_an_extended_turn_goes_on_the_agenda():
    for text in ("turn 17; begin fire", "begin fire; turn 17"):
        table = table_of(text)
        assert [entry[0] for entry in reversed(table.agenda)] == [
            "fire.fire_phase",
            "events.second_event_phase",
            "engineers.engineer_and_hq_phase",
            "actions.action_phase",
            "armor.end_of_turn",
            "sequence.end_of_turn",
        ]


def test_command_posts_bases_garrisons_and_exits():
    table = table_of("""
        scenario d-day-at-omaha-beach; turn 20
        0814 16HQ cp=2, Wyman; 0926 116HQ cp
        base 1-37 0711 3; garrison 0812 0910
        exit C A/1/16:2, 1/A/741; snipers 16HQ; shelled west
    """)
    assert table.command_posts == (2, -1, -1, 0)
    assert table.bases[0] == equipment().board.hex("0711")
    assert table.base_spaces == (3, 0, 0, 0)
    assert equipment().board.grid.names_of(table.garrisons) == ["0812", "0910"]
    assert table.exited == ((unit("A/1/16"), "C", 2), (unit("1/A/741"), "C", 2))
    assert table.hex[unit("A/1/16")] == -1
    assert table.snipers == 1 << unit("16HQ")
    assert table.shelled == (False, True)


def test_variants_fill_the_boxes():
    usual = table_of("scenario d-day-at-omaha-beach")
    alert = table_of("variants german-armor improved-reaction; scenario d-day-at-omaha-beach")
    assert (usual.boxes["armor"], alert.boxes["armor"]) == (0, 4)
    assert alert.boxes["division"] == usual.boxes["division"] + 8
    assert alert.variants == ("improved-reaction", "german-armor"), "in the order of the rules"


def test_the_mixed_units_of_beyond_the_beach():
    assert table_of("scenario beyond-the-beach; A3 TD?; A4 TD?; C2 TD?").either == (2, 1)
    assert table_of("scenario beyond-the-beach; A3 TD?; A4 TD?; either 0 2").either == (0, 2)


# --- round trips


def test_everything_at_once_comes_back():
    table = table_of("""
        scenario first-waves; players 2; turn 9 action; last-turn 15; sectors west
        house hero-calls-naval-fire; house two-hex-trace alternative
        0427 A/1/116:2 disrupted disrupted-now hero, B/1/116:1 inspired transferred lost-step
        0613 16HQ acted, Cota wounded
        box ER3 D/1/16; track 9 E/2/16 delayed; out F/2/16 acted, G/2/16:1, Smith
        WN62N ? depth? silent; WN62S ? disrupted attacked; WN70 "2 BG BZ" depth "1 AR" barraged
        C3 T? depth?; C4 D? drawn=2; C5 9/3/726 face-down; 1014 D? armor-depth?
        boxes tactical 7 division 9; seen 1/1/726 mobile-depth-01
        discards 1 2 3; card-track 9 4; deck 5 6 7; fire-cards 9 4
        actions 2 1; acting 29; command 16HQ A/1/16 B/1/16; command Cota A/1/116
        naval 2; cleared 0612 0613; smoke WN62 C3; plunging-fire; meemies-fired; action-change -1
        arrivals = [[0,-2,4],[1,20,1]]
        agenda deck.draw ["fire","6","fire.resolve",[1,[2,3]],true]
        agenda sequence.end_of_turn
    """)
    assert again(table).agenda[-1] == ("deck.draw", "fire", "6", "fire.resolve", (1, (2, 3)), True)


def test_everything_of_the_extended_game_comes_back():
    table = table_of("""
        scenario beyond-the-beach; turn 22 second-event; variants german-armor improved-reaction
        0814 16HQ cp=2 disrupted; 0926 116HQ cp, Cota
        A3 TD? depth? held-fire; A4 TD?; WN69 wn-03 held-fire; either 0 2
        1321 1/1/352PzJ depth? disrupted; armor-entered 3; armor-this-turn
        base 1•37 0711 3; base 20-121 0626; garrison 0812 0910
        exit C A/1/16:2; exit F A•B/5R:1; track 33 A/1/18
        second-event; snipers 16HQ 116HQ; engineers-limited; shelled east west
        strays = [20,-1]; hypotheses = [[2,-1,4],[1,7,-1]]; eliminated = [5,2]
        advances = [[3,17]]; network_at_fire = 12; armor_at_start = [-1,300,-1,-1]
    """)
    text = write(table)
    assert again(table).command_posts[0] == 2
    for line in ("exit C A/1/16:2", "base 1•37 0711 3", "garrison 0812 0910", "either 0 2"):
        assert line in text.splitlines()


def test_what_no_line_can_tell_is_written_as_whole_fields():
    table = table_of("0427 A/1/116")
    table.box = replaced(table.box, unit("A/1/116"), 3)
    put_in_post(table, post("WN62N"), UNSEEN_WN)  # face up, yet unseen
    table.depth = replaced(table.depth, post("WN60"), 4)  # depth without a unit
    table.acted = 1 << unit("F/2/116")
    table.boxes = {"tactical": 1}
    assert "box = " in write(table)
    again(table)


def test_the_middle_of_a_decision_comes_back():
    state = situation("turn 7; WN70 ? depth?")
    run(state, revealing.reveal, post("WN70"), "9.1", "")
    twin = again(state.position)
    assert options(twin) == options(state)
    play(twin, "german-wn-12")
    play(state, "german-wn-12")
    assert twin == state.position


# --- the drivers of the tests


def test_drivers_run_a_step_and_answer_for_chance():
    state = situation("WN70 ?")
    run(state, revealing.reveal, post("WN70"), "9.1", "")
    assert decision(state).seat == "chance"
    with pytest.raises(AssertionError, match="german-wn-01"):
        play(state, "german-wn-01")
    told = play(state, "german-wn-10")
    assert [event.kind for event in told] == ["reveal"]
    assert events(state, "reveal") == told
    assert options(state) == []
    assert state.history == ["german-wn-10"]


# --- the document


def test_the_example_of_the_document_is_as_it_says():
    table = again(table_of(example(TestOmahaNotation.document)))
    assert table.turn == 7
    assert table.steps_left[unit("B/1/116")] == 2
    assert table.naval_fire == 2
    assert table.wounded


def test_the_situation_in_the_gallery_can_be_read_and_opened():
    text = (DOCS / "gallery" / "omaha-situation.txt").read_text()
    again(table_of(text))
    assert beachhead.load("omaha").situation(text, seed=1).decision.kind == "action_chosen"


def test_every_word_in_the_tables_of_the_document_can_be_read():
    places = section("notation.md", "## Places and pieces", until="## The rest of the table")
    rows = [line.split("|")[1] for line in places.splitlines() if line.startswith("| `")]
    words = [code for row in rows for code in re.findall(r"`([^`]+)`", row)]
    assert len(words) > 35
    for word in words:
        lines = [
            f"0427 {word}",
            f"0427 A/1/16 {word}",
            f"0427 Cota {word}",
            f"0427 16HQ {word}",
            f"WN70 {word}",
            f"C3 {word}",
            f"WN60 ? {word}",
        ]
        assert any(_reads(line) for line in lines), word


def _reads(line: str) -> bool:
    try:
        read(line)
    except SituationError:
        return False
    return True
