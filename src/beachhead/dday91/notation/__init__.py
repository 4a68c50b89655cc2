"""Situations as text: short, line-based, in any order; see docs/notation.md.

>>> table = read("turn 3 allied movement; moves 12 5; G13 1-US, 5U, 7U reduced; control allied C16")
>>> print(write(table), end="")
scenario 1944
turn 3 allied movement
moves 12 5
<BLANKLINE>
G13 1-US, 5U, 7U reduced
<BLANKLINE>
control allied C16
>>> read(write(table)) == table
True
"""

from beachhead.dday91.notation.reading import read
from beachhead.dday91.notation.writing import write
from beachhead.kernel.notation import SituationError

__all__ = ["SituationError", "read", "write"]
