"""How what happens in D-Day (1991) is told: in the log, on the map, in the report."""

from __future__ import annotations

from beachhead.kernel.telling import Kind

TURN = Kind("turn", "◷", weight="scene", begins="turn")
PORTION = Kind("portion", "▸", weight="scene", begins="deed")
WEATHER = Kind("weather", "☁", weight="scene", begins="deed")
MOVES = Kind("moves", "◷", begins="deed")
SPEND = Kind("spend", weight="silent")
END = Kind("end", "★", weight="scene", begins="deed")

# --- who comes and goes

SETUP = Kind("setup", weight="silent")
TAKEN_BACK = Kind("taken-back", weight="silent")
REINFORCEMENT = Kind("reinforcement", "＋", weight="beat", motion="travel", begins="deed")
RESTORED = Kind("restored", "↑", weight="beat", begins="deed")
BOUGHT_BACK = Kind("bought-back", "↑", weight="beat", begins="deed")
TRANSFER = Kind("transfer", "⇄", weight="aside", motion="travel", begins="deed")
INVASION = Kind("invasion", "⇥", weight="beat", motion="travel", begins="deed")
LANDING = Kind("landing", "⇥", weight="beat", motion="travel", begins="deed")
DROP = Kind("drop", "⇩", weight="scene", motion="travel", begins="deed")
MOVE = Kind("move", "→", weight="aside", motion="travel", begins="deed")
LEFT = Kind("left", "⇤", weight="aside")
HANDED_OVER = Kind("handed-over", "⇄", weight="aside")
PICKED_UP = Kind("picked-up", "＋", weight="aside")
DETACHED = Kind("detached", "↗", weight="aside")
RECOMBINED = Kind("recombined", "＋", weight="aside")
EXIT = Kind("exit", "⇱", weight="scene", motion="leave")
CONTROL = Kind("control", "⚑", weight="aside")

# --- combat

ANNOUNCED = Kind("announced", "⚔", weight="scene", motion="aim", begins="deed")
REACTION = Kind("reaction", "✈", weight="scene", motion="travel", begins="deed")
BOMBING = Kind("bombing", "✈", weight="scene", motion="travel", begins="deed")
RETURN = Kind("return", "←", motion="travel", begins="deed")
DIE = Kind("die", "⚄", weight="scene")
DICE = Kind("dice", "⚄", weight="scene", motion="aim", begins="deed")
INITIATIVE = Kind("initiative", "⚑", weight="scene")
COMBAT = Kind("combat", "⚔", weight="scene", motion="aim")
LOSS = Kind("loss", "−", weight="scene", motion="hit")
ELIMINATED = Kind("eliminated", "✝", weight="scene", motion="loss")
FIGHT_ON = Kind("fight-on", "⚔", weight="scene")
HELD = Kind("held", "⛨", weight="scene")
RETREAT = Kind("retreat", "←", weight="scene", motion="travel")
OCCUPIED = Kind("occupied", "⚑", weight="beat", motion="travel")
PURSUIT = Kind("pursuit", "⇛", weight="scene", motion="aim", begins="deed")
UNSUPPLIED = Kind("unsupplied", "◌", weight="scene", motion="hit", begins="deed")
