"""Chances as people read them."""

from __future__ import annotations


def percent(chance: float, sign: str = " %") -> str:
    """A chance in whole percent; 0 and 100 only for what cannot and what must happen.

    >>> percent(0.125), percent(0.999), percent(0.001), percent(1, "%")
    ('12 %', 'over 99 %', 'under 1 %', '100%')
    """
    rounded = f"{100 * chance:.0f}"
    if rounded == "100" and chance < 1:
        return f"over 99{sign}"
    if rounded == "0" and chance > 0:
        return f"under 1{sign}"
    return f"{rounded}{sign}"
