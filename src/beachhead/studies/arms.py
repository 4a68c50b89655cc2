"""Arms: the ways to play a game that a study compares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import beachhead
from beachhead.bots import ladder
from beachhead.errors import BeachheadError
from beachhead.kernel.plain import digest
from beachhead.kernel.play import Game
from beachhead.studies.packs import Amendment, Files, amended

Script = Mapping[str, Sequence[str]]
"""For seats the ids of options that they choose one after the other, each as soon as it is offered;
for all else a seat decides by itself."""


@dataclass(slots=True, frozen=True)
class Arm:
    """One way to play: what is played, by whom, with which components and which set-up."""

    name: str
    game: str
    scenario: str
    options: Mapping[str, Any]
    bots: Mapping[str, str]
    """The level in each seat."""
    script: Script = field(default_factory=dict)
    amendments: tuple[Amendment, ...] = ()
    pack: str = ""
    """The digest of its components."""
    files: Files | None = None
    factors: Mapping[str, str] = field(default_factory=dict)
    """What tells it from other arms of a grid, in words."""

    @classmethod
    def checked(
        cls,
        name: str,
        game: str | Game[Any],
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        bots: str | Mapping[str, str] = "recruit",
        script: Script | None = None,
        amendments: Sequence[Amendment] = (),
        pack: Path | None = None,
        factors: Mapping[str, str] | None = None,
    ) -> Arm:
        """An arm that can be played; errors name the field. A level stands for all seats; a seat
        that is not named is a recruit."""
        known = beachhead.load(game) if isinstance(game, str) else game
        chosen, settings = known.check(scenario, options)
        seats = known.seats(chosen, settings)
        levels = dict.fromkeys(seats, bots) if isinstance(bots, str) else dict(bots)
        for part, named in (("bots", levels), ("script", script or {})):
            for seat in named:
                if seat not in seats:
                    raise BeachheadError(
                        f"{part}.{seat}: there is no such seat; choose one of {', '.join(seats)}"
                    )
        for seat, level in levels.items():
            try:
                ladder.check_level(known, level)
            except BeachheadError as error:
                raise BeachheadError(f"bots.{seat}: {error}") from error
        files, found = _components(known, amendments, pack)
        return cls(
            name,
            game if isinstance(game, str) else known.name,
            chosen,
            settings,
            {seat: levels.get(seat, "recruit") for seat in seats},
            {seat: tuple(ids) for seat, ids in (script or {}).items()},
            tuple(amendments),
            found,
            files,
            dict(factors or {}),
        )

    @property
    def rules(self) -> str:
        """The name of its game, wherever that comes from."""
        return beachhead.load(self.game).name

    @property
    def key(self) -> str:
        """What its games depend on, as a short fingerprint: whatever it is called, the same arm
        plays the same games."""
        version = beachhead.load(self.game).version
        return digest(
            [
                self.game,
                version,
                self.scenario,
                dict(self.options),
                dict(self.bots),
                {seat: list(ids) for seat, ids in self.script.items()},
                self.pack,
            ]
        )[:16]

    def named(self, name: str) -> Arm:
        return replace(self, name=name)

    def to_data(self) -> dict[str, Any]:
        """What a worker needs, besides the components."""
        return {
            "name": self.name,
            "game": self.game,
            "scenario": self.scenario,
            "options": dict(self.options),
            "bots": dict(self.bots),
            "script": {seat: list(ids) for seat, ids in self.script.items()},
        }


def _components(
    game: Game[Any], amendments: Sequence[Amendment], pack: Path | None
) -> tuple[Files | None, str]:
    from beachhead.kernel.play import MissingError  # noqa: PLC0415

    try:
        return amended(game, amendments, pack)
    except MissingError:
        if amendments or pack:
            raise
        return None, ""
