"""The guided first game: the landing of June 1944, by doing."""

from __future__ import annotations

from beachhead.page.lessons import Guided, Lesson, Moment

GERMANS = Moment(asked=["mover_chosen", "leg_chosen"], seat="german")
"""The Allied portion is over."""
SECOND_TURN = Moment(turn=2)
COMBAT = ["target_chosen", "attacker_added", "combat_chosen"]

LESSONS = [
    Lesson(
        "The West, 1944 to 1945",
        "A map from Brest to Berlin; a turn is a month, and there are twelve. You play both sides "
        "in turn, to learn; the prompt says whose decision it is.",
        at=[".map"],
    ),
    Lesson(
        "The Germans wait",
        "The Germans set up first. Every unit can be placed by hand, or all by a ready set-up.",
        "Take the opening of section 9b.",
        when=[Moment(asked=["set_up_chosen"])],
        done=[Moment(told=["turn"])],
        waits="Place the units from the tray; the lesson goes on when Turn 1 begins.",
    ),
    Lesson(
        "What a counter says",
        "An American corps. Rest the pointer on any number or symbol, here or on the map, and it "
        "tells you what it is.",
        explains="unit-5U",
    ),
    Lesson(
        "Moves are your fuel",
        "A side gets Moves at the start of its portion: 13 for the Allies, 7 for the Germans, "
        "never more than 27 in stock. One Move pays for one unit to move and fight, or for a "
        "whole army with all its corps; an invasion costs more.",
        at=[".gauges"],
    ),
    Lesson(
        "Step by step",
        "A portion is a row of steps: new Moves, reinforcements, ports, invasions, movement, "
        "combat, supply. First come transfers from port to port. You need none.",
        "End the port transfers with E.",
        at=[".end"],
        when=[Moment(asked=["transfer_chosen"])],
        done=[Moment(asked=["invader_chosen", "sent"]), Moment(told=["invasion"]), GERMANS],
        waits="Finish the transfer; then they can be ended.",
    ),
    Lesson(
        "Across the Channel",
        "A sea hex with a number and arrows is an invasion hex: the arrows point at the hexes that "
        "can be attacked from it. A unit pays 2 Moves times the number. Several units can only "
        "stay together with an army headquarters.",
        "In the stack at Southampton choose the 1st U.S. Army (1U), then the invasion hex C15.",
        at=["unit-1-US", "hex-C15"],
        when=[Moment(asked=["invader_chosen", "sent"])],
        done=[Moment(told=["invasion"]), GERMANS],
        waits="It goes on in the invasion step.",
    ),
    Lesson(
        "The corps do the fighting",
        "A headquarters has no combat factor: it only holds units together. The corps of an army "
        "stand in its box beside the map. Two corps of 5 make a landing that can win.",
        "Send the U.S. 5 and 7 Corps to C15 as well.",
        at=["unit-5U", "unit-7U", "hex-C15"],
        when=[Moment(asked=["invader_chosen", "sent"])],
        done=[Moment(told=["invasion"], times=3), Moment(asked=["mover_chosen"]), GERMANS],
        waits="It goes on in the invasion step.",
    ),
    Lesson(
        "On to movement",
        "More units could invade elsewhere, but whoever cannot get ashore this turn is lost. Keep "
        "the other Moves.",
        "End the invasions with E.",
        at=[".end"],
        when=[Moment(asked=["invader_chosen", "sent"])],
        done=[Moment(asked=["mover_chosen", "leg_chosen"]), GERMANS],
        waits="It goes on in the invasion step.",
    ),
    Lesson(
        "An army on the march",
        "When the step ends, units may share a hex only with an army headquarters, and two armies "
        "may not. Two stand in Dover, and London has units but no army: one march puts both right. "
        "An army takes along what is in its holding box. It can go on, or stop.",
        "Move the 1st Canadian Army from Dover to London, and stop there.",
        at=["unit-1-Canadian", "hex-B12"],
        when=[Moment(asked=["mover_chosen", "leg_chosen"])],
        done=[Moment(told=["move"]), Moment(asked=COMBAT), GERMANS],
        waits="It goes on in the movement step.",
    ),
    Lesson(
        "To combat",
        "Whoever neither attacks nor comes next to an enemy may go twice as far as printed. When "
        "nothing must be put right any more, the step can be ended.",
        "Stop, and end the movement step with E.",
        at=[".end"],
        when=[Moment(asked=["mover_chosen", "leg_chosen"])],
        done=[Moment(asked=COMBAT), Moment(told=["announced"]), GERMANS],
        waits="It goes on in the movement step.",
    ),
    Lesson(
        "An attack",
        "Click the enemy, then add who attacks. The Now panel adds up both sides as you go: "
        "factors, the ground, and 2 for each defender while all attackers come from the sea.",
        "Attack D15 with both corps.",
        at=["hex-D15"],
        when=[Moment(asked=COMBAT)],
        done=[Moment(told=["announced"]), Moment(told=["combat"]), GERMANS],
        waits="It goes on in the combat step.",
    ),
    Lesson(
        "One die each",
        "Each side adds a ten-sided die to its sum. If the attacker's number is higher, the "
        "defenders retreat; the loser by 4 to 6 takes a loss, by 7 or more two. A loss turns a "
        "unit to its back, or removes it.",
        "Announce no more attacks (E), and roll.",
        when=[Moment(asked=COMBAT)],
        done=[Moment(told=["combat"]), GERMANS],
        waits="It goes on in the combat step.",
    ),
    Lesson(
        "Ashore",
        "After a win the attackers may occupy the hex for nothing. Here all should: units that "
        "stay at sea are eliminated.",
        "Let the army and both corps occupy D15.",
        at=["hex-D15"],
        when=[Moment(asked=["advanced"])],
        done=[Moment(told=["occupied"], times=3), GERMANS],
        waits="It goes on when an attack has been won; other combats are rolled first.",
    ),
    Lesson(
        "The German answer",
        "Now the Germans have their portion: the same steps, without the sea. Send a panzer corps "
        "toward the landing, fight, or just end the steps.",
        "Play the German portion.",
        when=[Moment(asked=["mover_chosen", "leg_chosen", *COMBAT, "advanced"], seat="german")],
        done=[SECOND_TURN],
        waits="The Allied portion ends first.",
    ),
    Lesson(
        "How the game is won",
        "After Turn 12 the Allies win with 20 ground units east of the Rhine and with Essen, "
        "Hamburg and Munich in their control. If not, the Germans win once five Allied corps are "
        "gone; else it is a draw.",
        at=[".gauges", "#tab-now"],
    ),
    Lesson(
        "You know enough",
        "Watch your supply: a unit needs a path to a supply source of its side. The Now panel "
        "shows each step, ? lists the keys, and the menu brings these lessons back.",
        at=["#tab-now"],
    ),
]

GUIDED = Guided(
    scenario="1944",
    options={},
    seed=3,
    text="June 1944: a landing, an attack and the German answer, both sides in your hands.",
    lessons=LESSONS,
)
