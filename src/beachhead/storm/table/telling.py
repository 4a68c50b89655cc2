"""How what happens in Storm Over Normandy is told: in the log, on the map, in the report."""

from __future__ import annotations

from beachhead.kernel.telling import Kind

# --- attacks

FIRE = Kind("fire", "✹", weight="scene", motion="aim", begins="deed")
ASSAULT = Kind("assault", "⚔", weight="scene", motion="aim", begins="deed")
ATTACK = Kind("attack", "⚔", weight="scene", motion="aim", begins="deed")
SHELLING = Kind("attack", "⚔", weight="scene", begins="deed")
"""9.2 By a card or by Support Points: nobody on the map fires."""
DIE = Kind("die", "⚄", weight="scene")
SUPPORT = Kind("support", "✸", weight="aside")
DAMAGE = Kind("damage", "✸")
NO_DAMAGE = Kind("no-damage", "·")
SPENT = Kind("spent", "◌", weight="scene", motion="hit")
ELIMINATED = Kind("eliminated", "✝", weight="scene", motion="loss")
RETREAT = Kind("retreat", "←", weight="scene", motion="travel")
NO_ROOM = Kind("no-room", "■")
STAYS = Kind("stays", "■", weight="scene")
BACK = Kind("back", "←", motion="travel")

# --- units on the map

SETUP = Kind("setup", weight="silent")
LANDING = Kind("landing", "⇥", weight="beat", motion="travel")
MOVE = Kind("move", "→", weight="aside", motion="travel")
SLOWED = Kind("slowed", "◷")
FRESH = Kind("fresh", "●", weight="scene")
CONTROL = Kind("control", "⚑", weight="aside")
RELEASE = Kind("release", "↑", weight="scene")
REINFORCEMENT = Kind("reinforcement", "＋", weight="scene")
DELAYED = Kind("delayed", "◷")
EARLY = Kind("early", "＋", weight="scene")

# --- cards

CARD = Kind("card", "▤", weight="aside")
CANCELLED = Kind("cancelled", "✗")
DISCARD = Kind("discard", "▤", weight="scene")
DRAW = Kind("draw", "▯", weight="aside")
DRAWS = Kind("draws", "▯", weight="silent")
LOOK = Kind("look", "◉")
LOOKS = Kind("looks", "◉", weight="scene")
SHUFFLE = Kind("shuffle", "▯", weight="scene")

# --- the course of the game

TURN = Kind("turn", weight="scene", begins="turn")
PHASE = Kind("phase", begins="deed")
IMPULSE = Kind("impulse", weight="silent", begins="deed")
FIRST = Kind("first", "▸")
PASS = Kind("pass", "–", weight="aside")
REFRESH = Kind("refresh", "●", weight="scene")
POINTS = Kind("points", "★", weight="beat")
LOSSES = Kind("losses", "✝")
TOTAL = Kind("total", "★", weight="scene")
END = Kind("end", "★", weight="scene")
