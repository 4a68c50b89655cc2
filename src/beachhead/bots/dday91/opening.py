"""6a4 How practiced Germans are set up in 1944: toward the German coast.

The ready-made set-ups watch the Channel. But in the first reconstruction the shortest way to what
the Allies need is over the beaches beside Hamburg, which nobody may be set up to hold: a landing
there has a city and a port on its second Turn, and through it comes the whole army on the third. So
the panzer corps wait in the Netherlands, two marches from Hamburg, infantry holds the coast from
there to the Seine, and the south gets an army that can be in Munich in time.

In the refitted reconstruction the landings that cost least are between Calais and Cherbourg, seven
beaches for five armies, three panzer corps and one good infantry corps. Whoever fails there
drowns, so every beach gets as much as counts, or nearly: a landing has even chances at best but at
Dieppe, and the sea before Dieppe leads to Le Havre too, where a panzer corps waits.
"""

from __future__ import annotations

from functools import cache

from beachhead.dday91.table.board import DDayBoard, board
from beachhead.dday91.table.pieces import pieces
from beachhead.kernel.bits import members

YEAR = 1944

NORTH = {
    "E7": ("5-Panzer", "1SS", "47"),
    "D6": ("15-Infantry", "58"),
    "D5": ("84",),
    "C6": ("85",),
    "C7": ("86",),
    "C8": ("82",),
    "D8": ("2P",),
    "D9": ("7-Infantry", "80"),
    "D10": ("88",),
    "D12": ("1-Infantry", "81"),
    "D13": ("74",),
    "D14": ("89",),
    "D15": ("66",),
    "E15": ("67",),
    "D16": ("62",),
    "B19": ("64",),
    "F18": ("25",),
    "S16": ("4L",),
    "L9": ("19-Infantry",),
    "G7": ("div-G2",),
    "O6": ("div-G3",),
}


CHANNEL = {
    "C16": ("19-Infantry",),
    "D11": ("15-Infantry",),
    "D10": ("1-Infantry", "80", "58"),
    "D13": ("84",),
    "D14": ("47",),
    "D15": ("7-Infantry", "2P"),
    "E15": ("5-Panzer", "85", "1SS"),
    "D8": ("88",),
    "D9": ("82",),
    "D12": ("81",),
    "D16": ("67",),
    "D17": ("74",),
    "C18": ("4L",),
    "E19": ("25",),
    "F18": ("62",),
    "G19": ("64",),
    "H19": ("66",),
    "S16": ("86",),
    "Q17": ("89",),
    "G7": ("div-G2",),
    "O6": ("div-G3",),
}


def is_open(the: DDayBoard) -> bool:
    """3e2 Whether the board has landings beside Hamburg."""
    german = the.countries["Germany"]
    return any(invasion.targets & german for invasion in the.invasions.values())


@cache
def places(north: bool) -> dict[int, int]:
    """The hex of each unit that has a choice, toward the German coast or at the Channel."""
    index = {unit.id: unit.index for unit in pieces().units}
    hexes = {board().name(hex_): hex_ for hex_ in members(board().land)}
    chosen = NORTH if north else CHANNEL
    return {index[unit]: hexes[name] for name, units in chosen.items() for unit in units}
