"""Events: a prisoner talks, a patrol reports, Germans are concealed."""

from __future__ import annotations

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.germans import depth, reinforcements, revealing
from beachhead.omaha.table import telling
from beachhead.omaha.table.cards import Effect
from beachhead.omaha.table.state import (
    SECTOR_OF_DIVISION,
    OmahaTable,
    equipment,
    in_play,
    occupied,
    piece_name,
    piece_tag,
    position_of,
    seat_of_sector,
    steps,
    target_tags,
    unit_side,
)
from beachhead.omaha.victory.control import us_occupied

# --- EV.prisoner-talks


def prisoner_talks(table: OmahaTable, effect: Effect) -> None:
    """EV.prisoner-talks-a, EV.prisoner-talks-b A face-down unit of your choice in the sector is
    revealed with its depth; if there is none, you may choose in the other sector."""
    sector = effect["sector"]
    posts = _face_down(table, sector)
    if len(posts) == 1:
        betrayed(table, posts[0])
    elif posts or _face_down(table, "east") or _face_down(table, "west"):
        table.then((choose_betrayed, sector))
    else:
        table.tell(
            "EV.prisoner-talks", telling.NO_EFFECT, "No German unit is face down: no effect."
        )


def _face_down(table: OmahaTable, sector: str) -> list[int]:
    return [
        post.index
        for post in equipment().posts
        if table.face_down >> post.index & 1 and position_of(table, post.index).sector == sector
    ]


PRISONERS = Topic("betrayed", "A prisoner talks")


@steps.question("reports.choose_betrayed")
def choose_betrayed(table: OmahaTable, sector: str) -> Decision:
    """EV.prisoner-talks-a, EV.prisoner-talks-b Which unit the prisoner betrays."""
    posts = _face_down(table, sector)
    declining = []
    if not posts:
        posts = _face_down(table, "west" if sector == "east" else "east")
        declining = [Option("none", "Reveal nobody", -1, ends=True)]
    return Decision(
        seat_of_sector(table, sector),
        "A prisoner talks. Choose a German unit to reveal, with its depth.",
        "EV.prisoner-talks",
        betrayed,
        _reveal_options(table, posts) + declining,
        topic=PRISONERS,
    )


def _reveal_options(table: OmahaTable, posts: list[int]) -> list[Option]:
    names = [equipment().posts[post].name for post in posts]
    return [
        Option(
            f"reveal-{name}",
            telling.said("Reveal the unit in {}", name),
            post,
            target_tags(table, post),
            commits=True,
        )
        for post, name in zip(posts, names, strict=True)
    ]


def betrayed(table: OmahaTable, post: int) -> None:
    """EV.prisoner-talks The unit and its depth are revealed."""
    if post < 0:
        table.tell("EV.prisoner-talks", telling.DECLINED, "Nobody is revealed.")
    else:
        _reveal(table, post, "EV.prisoner-talks", face_up=True)


def _reveal(table: OmahaTable, post: int, rule: str, *, face_up: bool) -> None:
    """9.1 A unit and its depth are revealed; a Tactical Reinforcement marker acts (9.4)."""
    table.then(
        revealing.reveal_unit(post, rule),
        revealing.reveal_depth(post, rule, depth_turned_up, post, face_up),
    )


@steps.step("reports.depth_turned_up")
def depth_turned_up(table: OmahaTable, post: int, face_up: bool) -> None:
    """9.4, EV.prisoner-talks-c A Tactical Reinforcement marker brings its unit, face up if a
    prisoner betrayed it."""
    marker = table.depth[post]
    if marker >= 0 and equipment().pieces.depth_markers[marker].tactical_reinforcement:
        table.then((reinforcements.tactical_reinforcement, post, face_up))


# --- EV.patrol-report


def patrol_report(table: OmahaTable, effect: Effect) -> None:
    """EV.patrol-report The face-down unit closest to a US unit of the sector is revealed."""
    sector = SECTOR_OF_DIVISION[effect["division"]]
    posts = found_by_patrol(table, sector)
    if not posts:
        text = telling.said(
            "There is nobody to report on in front of the {} sector: no effect.", sector
        )
        table.tell("EV.patrol-report", telling.NO_EFFECT, text)
    elif len(posts) == 1:
        reported(table, posts[0])
    else:
        table.then((choose_reported, sector))


def found_by_patrol(table: OmahaTable, sector: str) -> list[int]:
    """EV.patrol-report-a The face-down units closest to US units in a sector, on either side of the
    boundary."""
    patrols = us_occupied(table) & equipment().board.sectors[sector]
    hidden = _face_down(table, "east") + _face_down(table, "west")
    return depth.closest(table, hidden, patrols) if patrols else []


PATROLS = Topic("reported", "A patrol reports")


@steps.question("reports.choose_reported")
def choose_reported(table: OmahaTable, sector: str) -> Decision:
    """EV.patrol-report-b Which of the equally close units is revealed."""
    return Decision(
        seat_of_sector(table, sector),
        "A patrol reports. Choose which of the closest German units is revealed.",
        "EV.patrol-report",
        reported,
        _reveal_options(table, found_by_patrol(table, sector)),
        topic=PATROLS,
    )


def reported(table: OmahaTable, post: int) -> None:
    """EV.patrol-report The unit and its depth are revealed."""
    _reveal(table, post, "EV.patrol-report", face_up=False)


# --- EV.germans-concealed


def germans_concealed(table: OmahaTable, effect: Effect) -> None:
    """EV.germans-concealed Units with the symbols next to a face-down reinforcement unit are
    disrupted; WN units and revealed units do not count."""
    posts = equipment().posts
    hidden = set_of(
        posts[post].hex
        for post in members(occupied(table) & table.face_down)
        if not posts[post].is_wn
    )
    ambushed = equipment().board.grid.neighbors(hidden)
    for unit in in_play(table):
        if ambushed >> table.hex[unit] & 1 and unit_side(table, unit).symbol in effect["symbols"]:
            table.disrupted |= 1 << unit
            name = piece_name(unit)
            text = telling.said("{} is disrupted by concealed Germans.", name)
            table.tell(
                "EV.germans-concealed", telling.DISRUPTED, text, [piece_tag(unit)], unit=name
            )
