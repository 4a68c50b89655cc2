"""Situations as text: short, line-based, in any order; see docs/notation.md.

>>> table = read("turn 7; 0427 A/1/116:2 disrupted; WN70 ? depth?")
>>> print(write(table), end="")
scenario first-waves
turn 7
<BLANKLINE>
0427 A/1/116:2 disrupted
<BLANKLINE>
WN70 ? depth?
>>> read(write(table)) == table
True
"""

from beachhead.kernel.notation import SituationError
from beachhead.omaha.notation.places import empty_map
from beachhead.omaha.notation.reading import read
from beachhead.omaha.notation.writing import write

__all__ = ["SituationError", "empty_map", "read", "write"]
