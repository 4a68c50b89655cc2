"""What the numbers and symbols on counters and cards are, for whoever points at them."""

from __future__ import annotations

from beachhead.omaha.table.charts import charts
from beachhead.page.reference import Hint

COUNTERS = {
    "name": Hint("{}", "The unit, as printed.", "2.21"),
    "type": Hint(
        "Type: {}", "What the unit is; tanks and self-propelled units are armored.", "2.23"
    ),
    "steps": Hint(
        "Steps: {}",
        "A step lost to fire is an empty square; with the last the unit is gone.",
        "6.32",
    ),
    "strength": Hint("Strength {}", "Added up with all other attackers.", "8.3"),
    "range": Hint("Range {}", "How many hexes away a target may be; ∞ is any number.", "8.11"),
    "target": Hint(
        "Target symbol: {}, filled",
        "German fire with this symbol on the card can hit it. It controls the hexes next to it.",
        "2.21",
    ),
    "open-target": Hint(
        "Target symbol: {}, open",
        "German fire with this symbol on the card can hit it. It controls its own hex only.",
        "2.21",
    ),
    "disrupted": Hint("Disrupted", "It can do nothing but recover, which is free.", "7.7"),
    "acted": Hint("Has acted", "A unit takes one action a turn.", "7.2"),
    "climbing": Hint(
        "Climbing", "It has crossed a bluff; its next, free, action ends that.", "7.4"
    ),
    "climbing-cliff": Hint(
        "At the foot of a cliff", "Its next, free, action takes it up, or it stays.", "7.5"
    ),
    "hero": Hint(
        "Hero", "Its unit acts for free; in an attack he is a weapon or one more strength.", "11.1"
    ),
    "inspired": Hint("Inspired", "Its hero has fallen: the unit still acts for free.", "11.15"),
    "headquarters": Hint(
        "Headquarters", "Units in its hex and next to it act for free and have a radio.", "11.2"
    ),
    "command-post": Hint(
        "Command post", "It stays where it is and commands all units within its range.", "18.3"
    ),
    "command-range": Hint("Command range {}", "It commands units so many hexes away.", "18.2"),
    "regiment": Hint("Regiment {}", "It commands units of any regiment.", "11.2"),
    "regiment-size": Hint("III", "The sign of a regiment.", "11.2"),
    "general": Hint("General", "Units in his hex and next to it act for free.", "11.3"),
    "wounded": Hint("Lightly wounded", "He commands as before; the next hit kills him.", "11.4"),
}
GERMANS = {
    "position-color": Hint(
        "Color: {}",
        "The position may fire when its sector's fire card shows this color.",
        "6.1",
    ),
    "position": Hint("Position {}", "Its field of fire are the dots that come from it.", "6.2"),
    "german-type": Hint("Type: {}", "What the unit is.", "2.22"),
    "gun": Hint(
        "Gun: {}", "An artillery unit: it counts where a fire card asks for its caliber.", "6.5"
    ),
    "german-name": Hint("{}", "The unit, as printed.", "2.22"),
    "defense": Hint("Strength {}", "What attackers are compared with.", "8.3"),
    "face-down": Hint(
        "Face down: {}", "What it is shows when it is attacked. It fires all the same.", "9.1"
    ),
    "german-disrupted": Hint(
        "Disrupted", "It does not fire until a fire card shows its color.", "6.4"
    ),
    "depth": Hint("Depth {}", "Added to the strength and the weapons its unit requires.", "2.24"),
    "depth-down": Hint(
        "Depth marker", "A second edge: face down; the position hits one unit more.", "6.31"
    ),
}
CARDS = {
    "card-number": Hint("The card's number", "It has no other meaning.", "2.3"),
    "landing": Hint(
        "Landing: {}", "Units with this symbol are looked up under this letter.", "5.1"
    ),
    "mine": Hint("Mine", "A unit that lands among uncleared obstacles may lose a step.", "5.14"),
    "single-color": Hint(
        "{}, single", "Every occupied position of this color may fire, unless disrupted.", "6.1"
    ),
    "double-color": Hint(
        "{}, double", "Only positions of this color that have a depth marker may fire.", "6.1"
    ),
    "action-star": Hint("Star", "Fire of this color may also hit a leader.", "11.4"),
    "action-armor": Hint("Tank", "Against this color armored units count as unarmored.", "6.36"),
    "action-letter": Hint(
        "Action letter {}", "From Turn 17 on it says what positions do besides firing.", "16"
    ),
    "fire-target": Hint(
        "Target: {}", "Units with this symbol are hit, and all in a concentrated target.", "6.3"
    ),
    "artillery": Hint(
        "Artillery {}",
        "So many guns of these calibers cost one unit a step, from Turn 4 on.",
        "6.5",
    ),
    "event": Hint("Event of Turns {}", "What happens if the card is drawn for the event.", "4.II"),
}


def hints() -> dict[str, Hint]:
    """Every hint by its key; those of weapons by their code."""
    weapons = {}
    for code, name in charts().weapons.items():
        weapons[f"weapon-{code}"] = Hint(
            f"{code}: {name}", "A weapon that it brings into an attack.", "8.2"
        )
        weapons[f"requires-{code}"] = Hint(
            f"{code}: {name}", "Attackers should have it; without, the attack goes worse.", "8.2"
        )
    return COUNTERS | GERMANS | CARDS | weapons
