"""The sequence of play of a game, as data: what the flipbook, the report and the clock all read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from beachhead.kernel.rulebook import RuleIndex


class Phase(NamedTuple):
    """A phase of a turn, under the rule that tells what is done in it. `heads` are other headings
    in the report than its name, by the phases of the rule index that belong to it."""

    id: str
    name: str
    rule: str
    heads: Mapping[str, str] = MappingProxyType({})


def heading(phases: Iterable[Phase], rules: RuleIndex, rule: str) -> str | None:
    """The heading under which a rule's events are told; None where it belongs to none."""
    told = rules.phase_of(rule) or ""
    heads = ({phase.id: phase.name, **phase.heads} for phase in phases)
    return next((each[told] for each in heads if told in each), None)
