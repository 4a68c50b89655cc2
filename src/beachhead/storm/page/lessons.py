"""The guided first game: the invasion and the first impulses, by doing."""

from __future__ import annotations

from beachhead.page.lessons import Guided, Lesson, Moment

IMPULSES = Moment(asked=["impulse_chosen"])
TURN = Moment(told=["turn"])
SECOND_TURN = Moment(turn=2)

LESSONS = [
    Lesson(
        "Normandy, 6 June",
        "A map of areas. The beaches lie along the sea, each with a landing box; German "
        "reinforcements come from the zones at the far edges. You play both sides in turn, to "
        "learn; the prompt says whose decision it is.",
        at=[".map"],
    ),
    Lesson(
        "How the Allies land",
        "Every Allied unit can be placed by hand, or all by a ready plan. Placing ends with "
        "dice for the American paratroopers: some land scattered and are spent.",
        "Take the ready plan.",
        when=[Moment(asked=["plan_chosen"])],
        done=[Moment(told=["phase", "landing"]), IMPULSES],
        waits="Place the units as you like; the lesson goes on when the invasion begins.",
    ),
    Lesson(
        "What a counter says",
        "A regiment of the 1st Division. Rest the pointer on any number or symbol, here or on "
        "the map, and it tells you what it is.",
        explains="unit-us-1-16",
    ),
    Lesson(
        "The bombardment",
        "24 Support Points go to the beaches: at least two beaches, at most 12 to one. Each "
        "beach is then attacked: two dice plus the points, less the best German defense there and "
        "the area's own value. What is left over is damage.",
        "Assign Support Points to the beaches.",
        when=[Moment(asked=["support_assigned"])],
        done=[Moment(told=["landing"]), IMPULSES],
        waits="The owner of the units that are hit chooses who suffers: give out the damage first.",
    ),
    Lesson(
        "The strongpoints answer",
        "The first wave is ashore. Every strongpoint that is left fires once at whoever landed on "
        "its beach. You choose in which order.",
        "Choose a beach whose strongpoints fire.",
        when=[Moment(asked=["strongpoints_chosen"])],
        done=[Moment(told=["fire"]), TURN, IMPULSES],
        waits="Damage is given out first.",
    ),
    Lesson(
        "Damage",
        "The owner divides it. One point turns a fresh unit to its spent side; one more makes a "
        "battalion retreat, two a regiment; as many again eliminate it. Strongpoints go before "
        "all other Germans. Take less than the damage and you are asked on.",
        when=[
            Moment(asked=["stage_chosen", "strongpoints_chosen", "attackers_chosen"]),
            IMPULSES,
        ],
    ),
    Lesson(
        "The landed units attack",
        "Whoever landed and is still fresh may attack now. Firepower counts for all who join, "
        "defense only for the best. Three units of one division add 1. Whoever attacks is spent.",
        "Attack on a beach, or decline.",
        when=[Moment(asked=["attackers_chosen"])],
        done=[TURN, IMPULSES],
        waits="Damage is given out first.",
    ),
    Lesson(
        "Your hand",
        "Cards are secret. Those for your impulse are your whole impulse; others answer what the "
        "enemy does, so you are often asked whether you play one. A card is also the price of an "
        "assault.",
        at=["#tab-cards"],
        when=[Moment(asked=["impulse_chosen", "card_chosen"])],
        waits="It goes on when the first turn begins.",
    ),
    Lesson(
        "An impulse",
        "A turn is impulse and counter-impulse. In yours, some or all fresh units of one area do "
        "one thing together: move, fire or assault; then they are spent. What glows can act.",
        "Choose an area that glows, and move units out of it.",
        when=[Moment(asked=["impulse_chosen", "action_chosen", "unit_chosen"], seat="allied")],
        done=[Moment(told=["move", "assault", "fire", "pass"]), SECOND_TURN],
        waits="The Allied impulse comes first; a side that can play a card is asked before it.",
    ),
    Lesson(
        "The other side",
        "Now the Germans act in the same way. Entering an area costs one movement point, one more "
        "if it is enemy ground, and one more to leave enemy ground.",
        "Make a German impulse: move, attack, or pass.",
        when=[Moment(asked=["impulse_chosen", "action_chosen", "unit_chosen"], seat="german")],
        done=[Moment(asked=["impulse_chosen"], seat="allied"), SECOND_TURN],
        waits="The Allied impulse ends first.",
    ),
    Lesson(
        "An attack",
        "Fire at enemies in the area where your units stand; or assault an area next to theirs, "
        "for a card. Tanks in a landing box assault their beach without one. The sum stands in "
        "the Now panel, with the chances, before you commit.",
        "Attack: fire with units that share an area with the enemy, or assault.",
        at=["#tab-now"],
        when=[IMPULSES, Moment(asked=["action_chosen", "unit_chosen", "support_added"])],
        done=[Moment(told=["attack"]), SECOND_TURN],
        waits="It goes on with the next impulse.",
    ),
    Lesson(
        "How points are won",
        "At the end of each turn the Allies add the value of every area they hold that is linked "
        "to a beach; what the Germans hold and link to their zones is subtracted, and so are "
        "Allied losses. After Turn 8 the Allies need more than 30 points and five beaches.",
        at=[".gauges"],
    ),
    Lesson(
        "You know enough",
        "When both sides pass one after the other the turn ends, all units are fresh again, and "
        "reinforcements come. The Now panel shows the tables, ? lists the keys, and the menu "
        "brings these lessons back.",
        at=["#tab-now"],
    ),
]

GUIDED = Guided(
    scenario="storm-over-normandy",
    options={},
    seed=1,
    text="The invasion and the first impulses, both sides in your hands.",
    lessons=LESSONS,
)
