"""6a4 How practiced Germans are set up in 1944: toward the German coast.

The ready-made set-ups watch the Channel. But in the first reconstruction the shortest way to what
the Allies need is over the beaches beside Hamburg, which nobody may be set up to hold: a landing
there has a city and a port on its second Turn, and through it comes the whole army on the third. So
the panzer corps wait in the Netherlands, two marches from Hamburg, infantry holds the coast from
there to the Seine, and the south gets an army that can be in Munich in time.
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


def is_open(the: DDayBoard) -> bool:
    """3e2 Whether the board has landings beside Hamburg."""
    german = the.countries["Germany"]
    return any(invasion.targets & german for invasion in the.invasions.values())


@cache
def places() -> dict[int, int]:
    """The hex of each unit that has a choice."""
    index = {unit.id: unit.index for unit in pieces().units}
    hexes = {board().name(hex_): hex_ for hex_ in members(board().land)}
    return {index[unit]: hexes[name] for name, units in NORTH.items() for unit in units}
