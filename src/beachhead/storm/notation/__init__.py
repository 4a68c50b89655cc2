"""Situations as text: short, line-based, in any order; see docs/notation.md.

>>> table = read("turn 3; 16 56 Ind Bde, 8 Armd Bde spent; 11 192 PzG/21; hand german 2 unknown")
>>> print(write(table), end="")
turn 3 impulses
impulse allied
<BLANKLINE>
11 192 PzG/21
16 56 Ind Bde, 8 Armd Bde spent
<BLANKLINE>
hand german 2 unknown
>>> read(write(table)) == table
True
"""

from beachhead.kernel.notation import SituationError
from beachhead.storm.notation.reading import read
from beachhead.storm.notation.writing import write, write_for

__all__ = ["SituationError", "read", "write", "write_for"]
