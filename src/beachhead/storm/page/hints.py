"""What the numbers and symbols on counters, cards and tracks are, for whoever points at them."""

from __future__ import annotations

from beachhead.page.reference import Hint

HINTS = {
    "name": Hint("{}", "The unit. Without a stripe it belongs to no division.", "2.1.1"),
    "division": Hint(
        "{}", "The stripe is its division: three of one in an attack add 1 point.", "9.3.2"
    ),
    "type": Hint("Type: {}", "What the unit is.", "2.1.1"),
    "airborne": Hint(
        "Airborne: {}",
        "It goes only where its parachute is printed, and is 1 point if lost.",
        "8.0",
    ),
    "firepower": Hint("Firepower {}", "Added up for all who attack.", "9.3.1"),
    "defense": Hint("Defense {}", "Only the best defense of an attacked side counts.", "9.3.4"),
    "movement": Hint(
        "Movement {}", "An area costs 1; entering or leaving enemy ground 1 more each.", "8.0"
    ),
    "spent": Hint("Spent", "It has acted or was hit: it cannot act until the turn ends.", "2.1.1"),
    "spent-defense": Hint("Defense {}", "A spent unit has no firepower and stays put.", "2.1.1"),
    "set-up": Hint("Set-up: {}", "The area or box where it begins or arrives.", "2.1.1"),
    "arrival": Hint("Turn {}", "It arrives at the end of this turn.", "12.1"),
    "strongpoint": Hint(
        "Strongpoint", "It never moves, and takes damage before other Germans do.", "10.0"
    ),
    "control": Hint(
        "{} control", "It changes as soon as only the other side has units here.", "13.0"
    ),
    "turn": Hint("{}", "There are eight; both sides passing in a row ends one.", "5.0"),
    "points-ones": Hint("{}", "The ones; a minus is below zero.", "15.0"),
    "points-tens": Hint("{}", "The tens; a minus is below zero.", "15.0"),
    "support-points": Hint(
        "{}", "Each adds 1 to an Allied attack: 2 at most where the name is red, else 1.", "9.3.3"
    ),
    "for-your-impulse": Hint(
        "For your impulse", "Playing it is all you do in that impulse.", "6.2"
    ),
    "when-it-happens": Hint(
        "When it happens", "It is played when what it says comes up, in either impulse.", "6.2"
    ),
    "impulse-or-reaction": Hint(
        "For your impulse, or when it happens", "It can be played in either way.", "6.2"
    ),
    "copies": Hint("{}", "So many are in the deck; some leave play for good.", "6.2"),
}
"""By the keys that the drawings use."""
