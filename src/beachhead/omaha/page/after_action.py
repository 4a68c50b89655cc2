"""What the after-action report plots and tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from beachhead.kernel.play import Event
from beachhead.omaha.table.state import DIVISION_OF_SECTOR, UNITS, OmahaTable, tide
from beachhead.omaha.victory.catastrophic_loss import infantry_lost
from beachhead.omaha.victory.victory_points import victory_points
from beachhead.page.after_action import HowItStands, Plotted, listed, sentence, several

NAMES = {1: "1st Division", 29: "29th Division"}
BEATEN = ("german-eliminated", "german-removed", "withdrawal")


def standing(table: OmahaTable, _: str | None) -> HowItStands:
    """12, 13 The tide; the points, who is ashore, and the losses of each division."""
    losses = [
        Plotted("infantry units lost", infantry_lost(table, division), NAMES[division])
        for sector, division in DIVISION_OF_SECTOR.items()
        if sector in table.sectors
    ]
    return HowItStands(
        [
            Plotted("victory points", sum(victory_points(table).values())),
            *losses,
            Plotted(
                "US units on the map", sum(hex_ >= 0 for hex_ in table.hex[:UNITS]), decides=False
            ),
        ],
        f"--tide-{tide(table)}:inline",
    )


def chronicle(events: Sequence[Event]) -> list[str]:
    """Who came ashore, what fire cost, what was attacked and taken, and how it ended."""
    kinds = Counter(event.kind for event in events)
    steps, disrupted = kinds["step-loss"], kinds["disrupted"]
    lost = _names(events, "unit", "eliminated")
    attacked = _names(events, "post", "attack", "barrage", "naval-barrage")
    beaten = _names(events, "post", *BEATEN)
    heroes = _names(events, "hero", "hero")
    hits = [
        several(steps, "step") if steps else "",
        f"the order of {several(disrupted, 'unit')}" if disrupted else "",
    ]
    told = [
        sentence(
            f"{several(kinds['land'], 'unit')} came ashore" if kinds["land"] else "",
            f"{several(kinds['drift'], 'unit')} drifted off course" if kinds["drift"] else "",
            f"the sea put off {several(kinds['delay'], 'landing')}" if kinds["delay"] else "",
        ),
        sentence(f"German fire cost {listed(filter(None, hits))}" if any(hits) else ""),
        sentence(f"the divisions lost {listed(lost)}" if lost else ""),
        sentence(
            f"attacks and barrages went against {listed(attacked)}" if attacked else "",
            f"{listed(beaten)} fell" if beaten else "no position fell" if attacked else "",
        ),
        sentence(
            f"{listed(heroes)} became heroes" if len(heroes) > 1 else "",
            f"{heroes[0]} became a hero" if len(heroes) == 1 else "",
            f"engineers cleared {several(kinds['cleared'], 'hex', 'hexes')} of obstacles"
            if kinds["cleared"]
            else "",
            f"{several(kinds['exit'], 'unit')} left the map inland" if kinds["exit"] else "",
        ),
        sentence(
            f"{several(kinds['reinforcement'], 'German reinforcement')} appeared"
            if kinds["reinforcement"]
            else "",
            f"the Germans advanced {several(kinds['advance'], 'time')}" if kinds["advance"] else "",
        ),
        *(event.text for event in events if event.kind in ("check", "end")),
    ]
    return [each for each in told if each]


def _names(events: Iterable[Event], what: str, *kinds: str) -> list[str]:
    """What events of some kinds name, each once."""
    found = (str(event.detail.get(what, "")) for event in events if event.kind in kinds)
    return list(dict.fromkeys(filter(None, found)))
