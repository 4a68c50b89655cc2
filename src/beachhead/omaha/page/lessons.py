"""The guided first game: call-outs for the first two turns of Easy Fox."""

from __future__ import annotations

from beachhead.page.lessons import LIT, Guided, Lesson, Moment

CHOOSING = Moment(kind="action_chosen")
SECOND_TURN = Moment(turn=2)

LESSONS = [
    Lesson(
        "Omaha, from the sea",
        "You look inland, as the landing craft did: sea below, bluffs above. Gray counters are "
        "German positions, face down until you fight them. Drag to move the map, roll to zoom; 0 "
        "shows all of it.",
        ".map",
    ),
    Lesson(
        "The clock",
        "Turn, time and tide. Each box is a turn of fifteen minutes; the small number says how "
        "many units are due. On the right: your victory points, and the losses that end the game "
        "at once.",
        ".top",
    ),
    Lesson(
        "One sentence",
        "Down here is always what is asked of you now, with every choice as a button. The small "
        "number is the rule: click it to read it.",
        "#prompt",
    ),
    Lesson(
        "What glows can act",
        "The tanks that waded ashore glow. Click one (or press N and Enter). Anything that does "
        "not glow tells you why when you click it.",
        LIT,
        CHOOSING,
        Moment(other_than="action_chosen"),
    ),
    Lesson(
        "Where it may go",
        "Lit hexes are where it may move; the figure is the chance that the next German fire hits "
        "it there. Red frames are targets it may barrage, with the chance that the barrage "
        "disrupts them. A click shows what it costs; the button there does it. Escape takes the "
        "choice of unit back.",
        LIT,
        Moment(kind="deed_chosen"),
        Moment(other_than="deed_chosen"),
    ),
    Lesson(
        "Nothing is final",
        "Undo says what it will take back, and goes back as far as you like in a game of your "
        "own: press U. The cards come again as they were.",
        ".steps",
        Moment(undo=True),
    ),
    Lesson(
        "Ending the phase",
        "Act with the other tanks as you like, then end the phase with E. If something free is "
        "left to do, you are asked once more.",
        ".end",
        CHOOSING,
        SECOND_TURN,
    ),
    Lesson(
        "The first wave",
        "You have just seen infantry drift and land, an event, and German fire: a card names "
        "colors, the positions of those colors fire at whoever shows the card's symbol, or "
        "stands too thick. The slider below sets how fast it is told; Space steps, Shift Space "
        "skips.",
        ".map",
        SECOND_TURN,
    ),
    Lesson(
        "It is all in the log",
        "Every line can be clicked: it shows the place on the map and the rule behind it.",
        "#tab-log",
        SECOND_TURN,
    ),
    Lesson(
        "See their fields of fire",
        "Rest on a German counter to see what it covers, or hold F for all of them; D shows how "
        "likely the next fire hits each hex. O lists all overlays.",
        ".map-tools",
        SECOND_TURN,
    ),
    Lesson(
        "Your move",
        "Get off the beach: the pavilion behind the shingle is safer than the sand, and units "
        "next to a position can attack it. Hold the draws and positions at the end to score.",
        "#prompt",
        Moment(kind="action_chosen", turn=2),
    ),
    Lesson(
        "You know enough",
        "Two turns done. This panel always shows the phase and its tables; ? lists the keys. Good "
        "luck on Easy Red and Fox Green.",
        "#panel-now",
        Moment(turn=3),
    ),
]

GUIDED = Guided(scenario="easy-fox", options={}, seed=8, lessons=LESSONS)
