"""The plots of a study's report: plain SVG, with a text for those who do not see it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from beachhead.art.paths import num
from beachhead.art.svg import Markup, element, html, image, path, text
from beachhead.bots.intervals import Interval
from beachhead.bots.mind import mind_of
from beachhead.studies import statistics
from beachhead.studies.figures import ArmGames, Compared, Findings, sure_mean

WIDE, LEFT, RIGHT = 760, 190, 700
ROW = 34
LONGEST = 27
"""So many letters of a name are written."""
HUES = 8
"""So many colors there are; then they begin again, with other dashes."""


def hue(number: int) -> str:
    """The class of an arm by its number: its color, and its dashes."""
    return f"hue-{number % HUES} dash-{number % 4}"


def percent(value: float, digits: int = 0) -> str:
    """A share as people write it.

    >>> percent(0.256), percent(-0.02)
    ('26 %', '−2 %')
    """
    return f"{100 * value:.{digits}f} %".replace("-", "−")


def figure(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".replace("-", "−")


def framed(
    drawn: Sequence[str],
    high: float,
    said: str,
    caption: str,
    wide: float = WIDE,
    names: Sequence[str] = (),
) -> Markup:
    """A plot with its caption; at its left, as much room as the longest of some names takes."""
    left = max(0.0, LEFT - 22 - 7.4 * min(LONGEST, max(map(len, names)))) if names else 0.0
    shown = image(
        *drawn,
        viewBox=f"{num(left)} 0 {num(wide - left)} {num(high)}",
        role="img",
        aria_label=said,
        style=f"max-width:{num(1.25 * (wide - left))}px",
    )
    return html("figure", shown, html("figcaption", caption), class_="plot")


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round values between two, at most so many.

    >>> ticks(0, 1), ticks(-12, 31)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [-10.0, 0.0, 10.0, 20.0, 30.0])
    """
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * power for unit in (1, 2, 5, 10) if unit * power >= rough)
    first = math.ceil(low / step - 1e-9)
    return [round(n * step, 10) for n in range(first, math.floor(high / step + 1e-9) + 1)]


class Axis:
    """Where values lie between left and right."""

    def __init__(self, low: float, high: float, left: float = LEFT, right: float = RIGHT) -> None:
        self.low, self.high = (low, high) if high > low else (low - 1, high + 1)
        self.left, self.right = left, right

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.left + share * (self.right - self.left)

    def drawn(self, top: float, bottom: float, *, shares: bool = False) -> Iterator[Markup]:
        for value in ticks(self.low, self.high):
            x = self.at(value)
            yield path(f"M{num(x)} {num(top)}V{num(bottom)}", class_="grid")
            said = percent(value) if shares else f"{value:g}".replace("-", "−")
            yield text(said, x, bottom + 17, text_anchor="middle")


def chances(found: Findings) -> Markup:
    """The chance to win of every arm with its interval; the band is the baseline's."""
    bottom = 20 + ROW * len(found.arms)
    highest = max(arm.chance.high for arm in found.arms)
    axis = Axis(0, 1 if highest > 0.5 else min(1.0, highest * 1.15))
    base = found.baseline.chance
    band = element(
        "rect",
        x=axis.at(base.low),
        y=12,
        width=axis.at(base.high) - axis.at(base.low),
        height=bottom - 12,
        class_="band",
    )
    drawn = [band, *axis.drawn(12, bottom, shares=True)]
    for number, arm in enumerate(found.arms):
        y = 20 + ROW * (number + 0.5)
        drawn += _row(axis, y, arm, number, arm.chance, percent(arm.chance.value))
    said = "; ".join(f"{arm.name}: {_share_said(arm.chance)}" for arm in found.arms)
    caption = (
        f"How often {found.hero} wins, with 95 % intervals (Wilson); the band is that of "
        f"“{found.baseline.name}”." + _draws(found)
    )
    return framed(drawn, bottom + 28, said, caption, names=[arm.name for arm in found.arms])


def _draws(found: Findings) -> str:
    drawn = sum(0.5 in arm.won for arm in found.arms)
    return " A draw counts half." if drawn else ""


def _share_said(share: Interval) -> str:
    return f"{percent(share.value)} ({percent(share.low)} to {percent(share.high)})"


def _row(
    axis: Axis, y: float, arm: ArmGames, number: int, value: Interval, said: str
) -> Iterator[Markup]:
    """An arm's name, its interval as a line, its value as a dot."""
    low, high = axis.at(max(value.low, axis.low)), axis.at(min(value.high, axis.high))
    yield _name(arm.name, y)
    yield element(
        "g",
        path(f"M{num(low)} {num(y)}H{num(high)}", class_="whisker"),
        element("circle", cx=axis.at(value.value), cy=y, r=5.5),
        text(said, high + 9, y + 4.5, class_="value"),
        class_=hue(number),
    )


def _name(name: str, y: float) -> Markup:
    shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    return text(shown, LEFT - 12, y + 4.5, text_anchor="end", class_="name")


def merged(lines: Mapping[str, Sequence[float]]) -> list[tuple[int, str, Sequence[float]]]:
    """Lines that are the same drawn once: the number of the first, a name for all, the values.

    >>> merged({"a": [1, 2], "b": [3, 4], "c": [1, 2]})
    [(0, 'a, c', [1, 2]), (1, 'b', [3, 4])]
    >>> merged({"a": [1, 2], "b": [1, 2]})
    [(0, 'all arms', [1, 2])]
    """
    same: dict[tuple[float, ...], list[tuple[int, str]]] = {}
    for number, (name, line) in enumerate(lines.items()):
        same.setdefault(tuple(line), []).append((number, name))
    return [
        (
            group[0][0],
            "all arms" if len(group) == len(lines) > 1 else ", ".join(name for _, name in group),
            list(line),
        )
        for line, group in same.items()
    ]


def ridges(found: Findings) -> Markup:
    """How the points of each arm are spread: a hill for each, with its mean."""
    every = [value for arm in found.arms for value in arm.points]
    width, _ = statistics.histogram(every)
    low = math.floor(min(every) / width) * width
    high = (math.floor(max(every) / width) + 1) * width
    axis = Axis(low, high)
    tall = 46
    hills = merged({arm.name: arm.points for arm in found.arms})
    bottom = 24 + tall * len(hills)
    drawn = list(axis.drawn(12, bottom))
    base = axis.at(found.baseline.mean_points.value)
    drawn.append(path(f"M{num(base)} 12V{num(bottom)}", class_="base"))
    counts = [statistics.histogram([*points, low, high - width])[1] for _, _, points in hills]
    shares = [
        {
            number: (count - (number * width in (low, high - width))) / len(points)
            for number, count in each.items()
        }
        for (_, _, points), each in zip(hills, counts, strict=True)
    ]
    most = max(max(each.values()) for each in shares)
    for row, ((number, name, points), each) in enumerate(zip(hills, shares, strict=True)):
        y = 24 + tall * (row + 1) - 6
        d = f"M{num(axis.at(low))} {num(y)}"
        for place in range(round(low / width), round(high / width)):
            top = y - (tall + 4) * each.get(place, 0.0) / most
            d += f"V{num(top)}H{num(axis.at((place + 1) * width))}"
        mean = sure_mean(points)
        drawn += [
            _name(name, y - 12),
            element(
                "g",
                path(d + f"V{num(y)}z", class_="hill"),
                path(
                    f"M{num(axis.at(mean.low))} {num(y + 4)}H{num(axis.at(mean.high))}",
                    class_="whisker",
                ),
                element("circle", cx=axis.at(mean.value), cy=y + 4, r=4),
                text(figure(mean.value), RIGHT + 8, y - 4, class_="value"),
                class_=hue(number),
            ),
        ]
    said = "; ".join(
        f"{arm.name}: mean {figure(arm.mean_points.value)}, half below "
        f"{figure(statistics.quantile(arm.points, 0.5))}"
        for arm in found.arms
    )
    caption = (
        f"The points of {found.hero}, game by game: how often so many (hills, all to one scale), "
        f"and the mean with its 95 % interval (dot). The dashed line is the mean of "
        f"“{found.baseline.name}”. Points are {mind_of(found.game).points_are}."
    )
    return framed(drawn, bottom + 30, said, caption, names=[name for _, name, _ in hills])


def survivals(found: Findings) -> Iterator[Markup]:
    """The share of games that are still going on after each turn, and in which a milestone has not
    been reached yet."""
    last = found.last
    if len({length for arm in found.arms for length in arm.lengths}) > 1:
        caption = (
            f"Survival: the share of games that are still going on after each turn before Turn "
            f"{last}. Where a line falls, games end before their time."
        )
        yield _survival({arm.name: arm.lengths for arm in found.arms}, last - 1, caption)
    for milestone in found.study.milestones:
        reached = {arm.name: arm.reached(milestone, last) for arm in found.arms}
        if len({turn for turns in reached.values() for turn in turns}) == 1:
            continue
        caption = (
            f"Until {milestone.name}: the share of games in which, after each turn, it has not "
            f"come to that ({milestone.figure}: {milestone.at_least:g} or more)."
        )
        yield _survival(reached, last, caption)


def _survival(lengths: Mapping[str, Sequence[int]], last: int, caption: str) -> Markup:
    lines = {
        name: [each.value for each in statistics.survival(each_length, last)]
        for name, each_length in lengths.items()
    }
    return _lines(lines, list(range(last + 1)), caption, shares=True, steps=True)


def courses(found: Findings) -> Iterator[Markup]:
    """What the game's own figures are on average, turn by turn, one line an arm."""
    turns = list(range(1, found.last + 1))
    for name in found.figures:
        lines = {arm.name: arm.course(name, found.last) for arm in found.arms}
        if len({value for line in lines.values() for value in line}) > 1:
            caption = f"{name[:1].upper()}{name[1:]}, on average, after each turn."
            yield _lines(lines, turns, caption, small=True)


def _lines(
    lines: Mapping[str, Sequence[float]],
    turns: Sequence[int],
    caption: str,
    *,
    shares: bool = False,
    steps: bool = False,
    small: bool = False,
) -> Markup:
    wide, left, right, bottom = (460, 44, 290, 190) if small else (WIDE, 60, 560, 300)
    values = [value for line in lines.values() for value in line]
    low, high = min(0.0, *values), max(values)
    if shares:
        low, high = math.floor(5 * min(values)) / 5, 1.0
    axis = Axis(turns[0], turns[-1], left, right)

    def height(value: float) -> float:
        return bottom - (value - low) / ((high - low) or 1) * (bottom - 16)

    drawn = []
    for value in ticks(low, high, 5):
        y = height(value)
        drawn.append(path(f"M{left} {num(y)}H{right}", class_="grid"))
        said = percent(value) if shares else f"{value:g}".replace("-", "−")
        drawn.append(text(said, left - 7, y + 4, text_anchor="end"))
    for turn in ticks(turns[0], turns[-1], 6 if small else 12):
        if turn == round(turn):
            drawn.append(text(f"{turn:g}", axis.at(turn), bottom + 17, text_anchor="middle"))
    drawn.append(text("turn", right, bottom + 32, text_anchor="end"))
    different = merged(lines)
    ends = _apart([height(line[-1]) for _, _, line in different], 13 if small else 17, bottom)
    for (number, name, line), end in zip(different, ends, strict=True):
        points = [(axis.at(turn), height(value)) for turn, value in zip(turns, line, strict=True)]
        d = f"M{num(points[0][0])} {num(points[0][1])}"
        for x, y in points[1:]:
            d += f"H{num(x)}V{num(y)}" if steps else f"L{num(x)} {num(y)}"
        shown = name if len(name) <= (24 if small else 26) else f"{name[: 23 if small else 25]}…"
        drawn.append(
            element(
                "g",
                path(d, class_="line"),
                path(
                    f"M{num(right)} {num(points[-1][1])}L{num(right + 10)} {num(end)}", class_="to"
                ),
                text(shown, right + 13, end + 4),
                class_=hue(number),
            )
        )
    told = "; ".join(
        f"{name}: {', '.join(percent(v) if shares else figure(v) for v in line)}"
        for name, line in lines.items()
    )
    return framed(drawn, bottom + 40, told, caption, wide)


def _apart(heights: Sequence[float], gap: float, bottom: float) -> list[float]:
    """Where to write names beside line ends, so that none lies on another or below the plot."""
    found = list(heights)
    order = sorted(range(len(found)), key=lambda number: found[number])
    for before, number in pairwise(order):
        found[number] = max(found[number], found[before] + gap)
    limit = bottom + 4
    for number in reversed(order):
        found[number] = min(found[number], limit)
        limit = found[number] - gap
    return found


def endings(found: Findings) -> Markup:
    """How games end: a bar an arm, in parts."""
    kinds = list(dict.fromkeys(kind for arm in found.arms for kind, _ in arm.endings.most_common()))
    total = {kind: sum(arm.endings[kind] for arm in found.arms) for kind in kinds}
    kinds = sorted(kinds, key=lambda kind: -total[kind])[:6]
    bottom = 16 + ROW * len(found.arms)
    axis = Axis(0, 1)
    drawn = []
    for number, arm in enumerate(found.arms):
        y, before = 16 + ROW * number, 0.0
        drawn.append(_name(arm.name, y + 12))
        for part, kind in enumerate(kinds):
            share = arm.endings[kind] / len(arm.games)
            x, wide = axis.at(before), axis.at(before + share) - axis.at(before)
            before += share
            if share:
                drawn.append(
                    element(
                        "rect",
                        element("title", f"{kind} {percent(share)}"),
                        x=x,
                        y=y,
                        height=22,
                        width=max(0.0, wide - 1.5),
                        class_=f"part-{part}",
                    )
                )
            if share > 0.08:
                drawn.append(
                    text(percent(share), x + wide / 2, y + 15.5, text_anchor="middle", class_="in")
                )
    for part, kind in enumerate(kinds):
        y = bottom + 14 + 20 * part
        drawn.append(element("rect", x=LEFT, y=y - 11, width=14, height=14, class_=f"part-{part}"))
        drawn.append(text(kind, LEFT + 22, y + 1))
    said = "; ".join(
        f"{arm.name}: " + ", ".join(f"{kind} {arm.endings[kind]}" for kind in kinds)
        for arm in found.arms
    )
    names = [arm.name for arm in found.arms]
    return framed(drawn, bottom + 14 + 20 * len(kinds), said, "How games end.", names=names)


def differences(found: Findings) -> Markup:
    """How each arm differs from the baseline: by how much, how big that is, how sure."""
    head = ("arm", "measure", "differs by (95 %)", "effect", "", "p", "p, corrected")
    rows = [html("tr", *(html("th", each) for each in head))]
    for each in found.compared:
        rows.append(html("tr", *_compared(each), class_="sure" if each.is_sure else None))
    return html("div", html("table", *rows), class_="wide")


def _compared(each: Compared) -> Iterator[Markup]:
    by, write = each.difference.by, percent if each.measure.percent else figure
    effect = each.difference.effect
    yield html("td", each.arm)
    yield html("td", each.measure.name)
    yield html("td", f"{signed(by.value, write)} ({write(by.low)} to {write(by.high)})")
    yield html("td", _bar(effect))
    yield html("td", f"{effect:+.2f} {statistics.in_words(effect)}".replace("-", "−"))
    yield html("td", probability(each.difference.p))
    yield html(
        "td",
        html("b", probability(each.corrected)) if each.is_sure else probability(each.corrected),
    )


def signed(value: float, write: object) -> str:
    """A difference with its sign."""
    assert callable(write)
    return f"+{write(value)}" if value > 0 else str(write(value))


def probability(p: float) -> str:
    """A p-value as it is printed.

    >>> probability(0.00002), probability(0.0312), probability(0.4)
    ('< 0.001', '0.031', '0.40')
    """
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def _bar(effect: float) -> Markup:
    """An effect between -1 and 1 as a bar from the middle."""
    x = 40 + 38 * effect
    return image(
        path("M40 1V15", class_="grid"),
        element(
            "rect",
            x=min(x, 40),
            y=4,
            width=max(1.0, abs(x - 40)),
            height=8,
            class_="hot" if effect > 0 else "cold",
        ),
        viewBox="0 0 80 16",
        width=80,
        height=16,
        aria_hidden="true",
    )
