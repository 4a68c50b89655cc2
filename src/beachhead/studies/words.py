"""What a study found, in a paragraph."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.page.after_action import listed
from beachhead.studies.figures import LAST_TURN, Compared, Findings, Measure
from beachhead.studies.plots import figure, percent, signed
from beachhead.studies.statistics import unseen_mean, unseen_share

MOST_ARMS = 5
"""Of so many arms the paragraph tells."""


def paragraph(found: Findings) -> str:
    """The study in so many sentences that somebody may quote it."""
    return " ".join(_sentences(found))


def headline(found: Findings) -> str:
    """What to begin an argument with: where the game is even, or else the biggest difference in the
    first measure in which there is one."""
    even = found.even()
    if even is not None:
        return f"It would be an even game near a {even[0]} of {figure(even[1], 0)}."
    sure = [each for each in found.compared if each.is_sure]
    if sure:
        first = min(sure, key=lambda each: (_rank(each.measure), -abs(each.difference.effect)))
        return f"In “{first.arm}” {_told(first)}."
    if found.others and not found.all_the_same_games:
        return f"Nothing differs from “{found.baseline.name}” by more than chance."
    return ""


def _rank(measure: Measure) -> int:
    """What players care for: to win, then points, then milestones, and last how long it took."""
    if measure.name == LAST_TURN:
        return 3
    return 0 if measure.percent else 2 if measure.milestone else 1


def _sentences(found: Findings) -> Iterator[str]:
    base = found.baseline
    chance, points = base.chance, base.mean_points
    drawn = base.won.count(0.5) / len(base.won)
    draws = f", draws counted half ({percent(drawn)} are draws)," if drawn else ","
    yield (
        f"In {len(base.games)} games of “{base.name}” {found.hero} took {percent(chance.value)} "
        f"({percent(chance.low)} to {percent(chance.high)}){draws} with {figure(points.value)} "
        f"points on average ({figure(points.low)} to {figure(points.high)})."
    )
    if found.all_the_same_games:
        yield "All arms are the same games, and differ in nothing but what counts as winning."
    if found.others:
        yield from _compared(found)
    yield from _ending(found)
    yield from _ground(found)
    if found.poisoned:
        yield f"{found.poisoned} games could not be played and are left out."


def _compared(found: Findings) -> Iterator[str]:
    sure = [each for each in found.compared if each.is_sure]
    names = list(dict.fromkeys(each.arm for each in sure))
    if names:
        told = [
            f"in “{name}” {listed([_told(each) for each in sure if each.arm == name])}"
            for name in names[:MOST_ARMS]
        ]
        more = f" (and {len(names) - MOST_ARMS} arms more)" if len(names) > MOST_ARMS else ""
        yield f"Against that, more than chance: {'; '.join(told)}{more}."
    silent = [arm.name for arm in found.others if arm.name not in names]
    if silent:
        named = listed([f"“{name}”" for name in silent], most=8)
        verb = "differs" if len(silent) == 1 else "differ"
        if found.all_the_same_games:
            yield f"{named} {verb} in too few of these games to say by how much."
        else:
            yield f"{named} {verb} by no more than chance may bring about; {_unseen(found)}."


def _unseen(found: Findings) -> str:
    """How small a difference so many games would mostly have missed."""
    base = found.baseline
    share = percent(unseen_share(base.chance.value, len(base.games)))
    told = f"in so many games less than {share.replace(' %', ' percentage points')}"
    if points := unseen_mean(base.points):
        told += f" or {figure(points)} points"
    return f"{told} would mostly go unseen"


def _told(each: Compared) -> str:
    """A difference that is sure, as a clause."""
    by, measure = each.difference.by, each.measure
    write = percent if measure.percent else figure
    size = write(abs(by.value)).replace(" %", " percentage points")
    low, high = by.low, by.high
    if low * high > 0:
        low, high = sorted((abs(low), abs(high)))
    sure = f"({write(low)} to {write(high)})"
    if measure.milestone:
        return f"{measure.milestone} {size} turns {'later' if by.value > 0 else 'earlier'} {sure}"
    if measure.name == LAST_TURN:
        return f"games last {size} turns {'longer' if by.value > 0 else 'less'} {sure}"
    verb = "is" if measure.percent else "are"
    return f"the {measure.name} {verb} {size} {'higher' if by.value > 0 else 'lower'} {sure}"


def _ending(found: Findings) -> Iterator[str]:
    base = found.baseline
    if len(set(base.lengths)) > 1:
        early = sum(length < found.last for length in base.lengths) / len(base.lengths)
        half = found.median_length(base)
        by = f", half of all by Turn {half}" if half < found.last else ""
        yield f"{percent(early)} of these games end before Turn {found.last}{by}."


def _ground(found: Findings) -> Iterator[str]:
    base, called = found.baseline, found.game.called
    for owner in base.owners()[:2]:
        places = list(base.deaths(owner).items())[:3]
        if places:
            named = listed(
                [f"{called(place)} ({figure(value, 2)} a game)" for place, value in places]
            )
            yield f"Most {owner} losses are in {named}."
    told = [each for each in found.decisive if each.corrected < 0.05][:3]
    if told:
        named = listed(
            [f"{called(each.place)} ({signed(each.difference.by.value, figure)})" for each in told]
        )
        yield (
            f"The ground whose capture goes with the biggest difference in points is {named}: "
            "cause or mark of a game that goes well, which the figures do not tell."
        )
