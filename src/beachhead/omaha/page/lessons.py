"""The guided first game: the first two turns of Easy Fox, by doing."""

from __future__ import annotations

from beachhead.page.lessons import Guided, Lesson, Moment

ACTING = Moment(asked=["action_chosen"])
DEED = ["move", "barrage", "attack", "climb", "naval-barrage"]
SECOND_TURN = Moment(turn=2)
THIRD_TURN = Moment(turn=3)

LESSONS = [
    Lesson(
        "Omaha, from the sea",
        "You look inland, as the landing craft did: sea below, bluffs above. You command the 1st "
        "Division; cards run the Germans. Drag the map to move it, roll to zoom; 0 shows all.",
        at=[".map"],
    ),
    Lesson(
        "What a counter says",
        "This tank waits in the surf. Rest the pointer on any number or symbol, here or on the "
        "map, and it tells you what it is.",
        explains="unit-1/B/741",
    ),
    Lesson(
        "What a German shows",
        "A position you have not fought yet is face down: you know its color and where it is, not "
        "how strong it is. A second edge beneath it is a depth marker.",
        explains="post-WN62N",
    ),
    Lesson(
        "The clock",
        "Each box is a turn of fifteen minutes; a small number says how many units are due. At "
        "the right are your victory points, and the losses: eight infantry units lost end the "
        "game at once.",
        at=[".turns", ".gauges"],
    ),
    Lesson(
        "What glows can act",
        "The sentence below the map is what is asked of you now. Click a piece that glows, and "
        "what it can do lights up: hexes to go to, with the chance that the next German fire hits "
        "it there, and red positions to barrage. Anything else says why not.",
        "Click a tank that glows, then a red position to barrage it.",
        when=[Moment(asked=["action_chosen", "deed_chosen"])],
        done=[Moment(told=DEED), SECOND_TURN],
        waits="The lesson goes on in the action phase.",
    ),
    Lesson(
        "An attack from afar",
        "A barrage is settled by a card: if it shows the position's color or the tank's symbol, "
        "the position may be disrupted, and then does not fire. To take a position, infantry "
        "attacks it from the next hex, with strength and the right weapons.",
    ),
    Lesson(
        "Nothing is final",
        "Undo says what it takes back, and goes back as far as you like: press U. The cards come "
        "again as they were. Escape gives up a choice that is half made.",
        at=[".steps"],
    ),
    Lesson(
        "Ending the phase",
        "Act with the other tank as you like. When a division has no actions left, or wants no "
        "more, it ends its actions; then the next turn begins.",
        "End the actions with E.",
        at=[".end"],
        when=[ACTING],
        done=[Moment(told=["turn"], turn=2)],
        waits="Finish what the unit does; then the actions can be ended.",
    ),
    Lesson(
        "The rhythm of a turn",
        "You have just seen it: boats drift and land, an event card is drawn, then a fire card. It "
        "names colors, and the positions of those colors fire into the hexes they see. Who shows "
        "the card's symbol is hit, and everybody where five or more steps stand together.",
        at=["#tab-cards"],
        when=[SECOND_TURN],
        waits="The lesson goes on with Turn 2.",
    ),
    Lesson(
        "It is all in the log",
        "Every line can be clicked: it shows the place on the map and the rule behind it.",
        at=["#tab-log"],
        when=[SECOND_TURN],
    ),
    Lesson(
        "Their fields of fire",
        "Rest on a German position to see which hexes it covers. D shows how likely the next fire "
        "hits each hex; O lists all there is to lay over the map.",
        at=[".map-tools"],
        when=[SECOND_TURN],
    ),
    Lesson(
        "Get off the beach",
        "Two units to a hex at most when the phase ends. A unit under fire on the open beach may "
        "run for the shelter of the shingle for free. From a hex next to a position, infantry "
        "can attack it.",
        "Move an infantry company inland.",
        when=[Moment(asked=["action_chosen", "deed_chosen"], turn=2)],
        done=[Moment(told=["move", "climb", "attack"]), THIRD_TURN],
        waits="First the engineers may clear obstacles: choose a lit hex, or stop.",
    ),
    Lesson(
        "How points are won",
        "At the end of Turn 16 every position you control counts 1 point, one of two hexes 2 if "
        "you hold both, and a draw 5. You need 10. The panel below lists them all.",
        at=[".gauges", "#tab-now"],
        when=[SECOND_TURN],
    ),
    Lesson(
        "You know enough",
        "The Now panel always shows the phase and its tables, ? lists the keys, and the menu "
        "brings these lessons back. Good luck on Easy Red and Fox Green.",
        at=["#tab-now"],
    ),
]

GUIDED = Guided(
    scenario="easy-fox",
    options={},
    seed=8,
    text="Easy Fox, solitaire: the first two turns of the 1st Division on the beach.",
    lessons=LESSONS,
)
