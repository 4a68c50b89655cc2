"""A data set of bots' games: a row for each game and one for each decision, as Parquet, with a card
that says how it was made.

Rows are the same, in the same order, however many processes play.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import beachhead
from beachhead.bots import ladder
from beachhead.bots.ladder import Pairing, Terms
from beachhead.bots.mind import mind_of
from beachhead.bots.sight import Sight
from beachhead.errors import BeachheadError
from beachhead.kernel.play import MissingError, State
from beachhead.kernel.whole_files import write_whole

TOGETHER = 50
"""How many games are written at once: the file is smaller for it."""
GAMES, DECISIONS, CARD = "games.parquet", "decisions.parquet", "DATASET.md"
COLUMNS = {
    GAMES: {
        "match": "the number of the game in this data set, from 0 on",
        "game": "the game's name",
        "rules": "the version of its rules",
        "scenario": "the scenario",
        "options": "the settings that are not the default, as JSON",
        "seed": "what cards and dice were dealt from",
        "levels": "who sat in each seat, in the order of `seats`",
        "seats": "the seats",
        "winners": "who won",
        "points": "what the result is worth to each seat",
        "score": "the figures of the result, as JSON",
        "result": "the result in a sentence",
        "history": "every choice by the id of its option, chance included",
        "digest": "the fingerprint of the last position",
    },
    DECISIONS: {
        "match": "of which game",
        "number": "the how manieth decision of the game, from 0 on",
        "made": "how many choices of the history came before, chance included",
        "seat": "who decides",
        "level": "who that is",
        "clock": "turn and phase",
        "kind": "what kind of decision it is",
        "rule": "the rule that asks",
        "options": "the ids of all options, in their order",
        "choice": "the number of the one that was chosen",
        "situation": "all that the seat may know, in the game's notation; "
        "empty unless it was asked for",
    },
}
"""The columns of each file, and what they hold."""


def all_recorded(tasks: Sequence[GameToRecord], workers: int) -> Iterator[Recorded]:
    """All games, in order, each as soon as it and those before it are played."""
    if workers <= 1:
        yield from map(recorded, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(recorded, tasks)


@dataclass(slots=True, frozen=True)
class Recorded:
    """The rows of a game."""

    game: dict[str, Any]
    decisions: list[dict[str, Any]]


@dataclass(slots=True, frozen=True)
class GameToRecord:
    """A game to be played, and how much of it is noted."""

    terms: Terms
    match: int
    pairing: Pairing
    situations: bool


def recorded(task: GameToRecord) -> Recorded:
    """Play a game and note every decision."""
    terms, pairing = task.terms, task.pairing
    game = beachhead.load(terms.game)
    state = game.setup(terms.scenario, terms.options, pairing.seed)
    levels = dict(zip(state.seats, pairing.levels, strict=True))
    players = {
        seat: ladder.player(game, level, f"{pairing.seed} {seat}") for seat, level in levels.items()
    }
    rows: list[dict[str, Any]] = []
    try:
        while not state.over:
            asked = state.decision
            seat, ids = asked.seat, [option.id for option in asked.options]
            row = {
                "match": task.match,
                "number": len(rows),
                "made": len(state.history),
                "seat": seat,
                "level": levels[seat],
                "clock": game.clock(state.position),
                "kind": asked.kind,
                "rule": asked.rule,
                "options": ids,
                "situation": _situation(state, seat) if task.situations else "",
            }
            chosen = players[seat].choose(Sight(state, seat)).id
            rows.append({**row, "choice": ids.index(chosen)})
            state.apply(chosen)
    finally:
        for bot in players.values():
            bot.close()
    return Recorded({"match": task.match, **_game_row(state, pairing)}, rows)


def _situation(state: State[Any], seat: str) -> str:
    try:
        return state.game.write_for(state.position, seat)
    except MissingError:
        return json.dumps(state.game.see(state.position, seat), ensure_ascii=False)


def _game_row(state: State[Any], pairing: Pairing) -> dict[str, Any]:
    result, game = state.result, state.game
    assert result is not None, "the game is over"
    usual = game.check(state.scenario, None)[1]
    changed = {name: value for name, value in state.options.items() if value != usual.get(name)}
    mind = mind_of(game)
    return {
        "game": game.name,
        "rules": game.version,
        "scenario": state.scenario,
        "options": json.dumps(changed, sort_keys=True),
        "seed": pairing.seed,
        "levels": list(pairing.levels),
        "seats": list(state.seats),
        "winners": result.winners,
        "points": [mind.outcome(result, seat).points for seat in state.seats],
        "score": json.dumps(result.score, sort_keys=True),
        "result": result.text,
        "history": state.history,
        "digest": state.digest(),
    }


class Writer:
    """The two files of a data set, filled game by game. What is there when it is closed, even by
    somebody who has had enough, is whole."""

    def __init__(self, folder: Path) -> None:
        try:
            import pyarrow  # noqa: PLC0415 - only who writes data sets needs it
            from pyarrow import parquet  # noqa: PLC0415
        except ImportError as error:
            raise BeachheadError(
                "dataset: pyarrow is missing; install it with `pip install beachhead[research]`"
            ) from error
        self._arrow: Any = pyarrow
        self.folder = folder
        self.games = self.decisions = 0
        self._waiting: list[Recorded] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._files = {
                name: parquet.ParquetWriter(folder / name, self._schema(name), compression="zstd")
                for name in COLUMNS
            }
        except OSError as error:
            raise BeachheadError(
                f"--out: {folder} cannot be written to ({error.strerror}); choose another folder"
            ) from error

    def _schema(self, name: str) -> Any:
        arrow = self._arrow
        texts, numbers = arrow.list_(arrow.string()), arrow.int64()
        special = {
            "match": numbers,
            "seed": numbers,
            "number": numbers,
            "made": numbers,
            "choice": numbers,
            "points": arrow.list_(arrow.float64()),
            **dict.fromkeys(("levels", "seats", "winners", "history"), texts),
        }
        if name == DECISIONS:
            special["options"] = texts
        return arrow.schema([(each, special.get(each, arrow.string())) for each in COLUMNS[name]])

    def add(self, rows: Recorded) -> None:
        """The rows of one more game; some games are written together."""
        self._waiting.append(rows)
        self.games += 1
        self.decisions += len(rows.decisions)
        if len(self._waiting) == TOGETHER:
            self._write()

    def _write(self) -> None:
        games = [rows.game for rows in self._waiting]
        decisions = [each for rows in self._waiting for each in rows.decisions]
        self._waiting.clear()
        for name, written in ((GAMES, games), (DECISIONS, decisions)):
            schema = self._schema(name)
            self._files[name].write_table(self._arrow.Table.from_pylist(written, schema=schema))

    def close(self, card: str) -> None:
        """End the files, and write the card beside them."""
        if self._waiting:
            self._write()
        for file in self._files.values():
            file.close()
        write_whole(self.folder / CARD, card)


def card(task: GameToRecord, command: str, games: int, decisions: int) -> str:
    """What a data set is, and how it was made."""
    terms, game = task.terms, beachhead.load(task.terms.game)
    told = [
        f"# Games of {game.title}, played by bots",
        "",
        f"{games} games and {decisions} decisions of the scenario `{terms.scenario}`, by the rules "
        f"{game.version} of Beachhead {beachhead.__version__}. Nobody's play is in it but that of "
        "bots, which see what their seat may know and no more.",
        "",
        "Made by",
        "",
        f"    {command}",
        "",
        "which gives the same rows again, whatever the number of processes, as long as rules and "
        "bots are the same; a level that is given seconds instead of positions does not.",
        "",
    ]
    for name, columns in COLUMNS.items():
        told += [f"## {name}", "", "| column | what it holds |", "| --- | --- |"]
        told += [f"| {column} | {holds} |" for column, holds in columns.items()]
        told.append("")
    told += [
        "## Reading it",
        "",
        "`history` is all that a game needs: `state = game.setup(scenario, options)` without a "
        "seed, then `state.apply(choice)` for each, leads through every position to the one with "
        "the `digest`. The columns of `decisions.parquet` save that work.",
        "",
        "## What it is not",
        "",
        "Bots of one level play alike, and weakly where docs/bots.md says so: this is neither how "
        "people play nor how the games ought to be played. Components of some games are in part "
        "reconstructed (docs/data.md).",
        "",
        "License: MIT, as Beachhead. To cite it, see CITATION.cff.",
        "",
    ]
    return "\n".join(told)
