"""What the numbers and symbols on counters and tracks are, for whoever points at them."""

from __future__ import annotations

from beachhead.page.reference import Hint

HINTS = {
    "name": Hint("{}", "The unit, as printed.", "1b1"),
    "type": Hint("Type: {}", "What the unit is.", "1b1"),
    "air": Hint("Air unit", "It flies over sea and land, and may not stay over the sea.", "3b3"),
    "combat": Hint(
        "Combat factor {}", "Added to the die of its side; * counts nothing by itself.", "4b1"
    ),
    "movement": Hint(
        "Movement factor {}",
        "What it may spend on hexes; twice as much away from the enemy if it does not attack.",
        "3b1",
    ),
    "mechanized": Hint("White factors: mechanized", "Extra effort (an option) is for it.", "1b1"),
    "leg": Hint("Black factors: on foot", "It has no extra effort (an option).", "1b1"),
    "reduced": Hint("White stripe: reduced", "It has taken a loss; the next removes it.", "4e1"),
    "canadian": Hint("Red edge", "The unit is Canadian.", "1b1"),
    "division": Hint("XX", "A division: it never moves, but may attack next to it.", "3b1"),
    "corps": Hint("XXX", "A corps: it controls the land hexes next to it.", "2c"),
    "army": Hint("XXXX", "An army: other units may stay in its hex, in its holding box.", "2d1"),
    "army_group": Hint("XXXXX", "An army group: a headquarters, it never attacks.", "4a2"),
    "supreme": Hint("XXXXXX", "A supreme headquarters: it never attacks.", "4a2"),
    "headquarters": Hint("Headquarters {}", "It has no zone of control and never attacks.", "4a2"),
    "holding-box": Hint("{} in its holding box", "They move with the army for one Move.", "3d2"),
    "unsupplied": Hint("Unsupplied", "No Moves may be spent on it; it defends as usual.", "3c"),
    "moved": Hint("Has moved", "A finished move may not be changed.", "3"),
    "invading": Hint(
        "Invading", "It may fight where its arrows point; who stays at sea is eliminated.", "3e2"
    ),
    "mulberry": Hint("Mulberry harbor", "An artificial port (an option).", "15a"),
    "control": Hint("{} control", "The last side whose ground unit was here holds the hex.", "2e"),
    "turn": Hint("{}", "A turn is a month; there are twelve.", "2b"),
    "moves": Hint("{}", "One pays for a unit to move and fight; 27 at most are kept.", "3d"),
    "initiative": Hint("{}", "The holder may have the dice of one combat rolled again.", "10a"),
}
"""By the keys that the drawings use."""
