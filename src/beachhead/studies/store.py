"""What a study has played, kept as it goes: parts that are written whole or not at all.

A part holds some games of any arms, each under the arm's key and its seed; whoever goes on with a
study reads them and plays what is missing. In the end all become three tables in Parquet, sorted by
arm and seed, so that they are the same whoever played what and when.
"""

from __future__ import annotations

import importlib
import json
import shutil
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.whole_files import write_whole
from beachhead.studies.arms import Arm
from beachhead.studies.crew import PlayedGame

PARTS, POISONED = "parts", "poisoned"
TABLES = ("games", "turns", "attacks")

Done = dict[tuple[str, int], PlayedGame]
"""What was played, by the key of its arm and its seed."""

WORDS, WHOLE, NUMBER, LIST = "string", "int64", "double", "list"
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "games": {
        "arm": WORDS,
        "seed": WHOLE,
        "scenario": WORDS,
        "options": WORDS,
        "bots": WORDS,
        "components": WORDS,
        "result": WORDS,
        "rule": WORDS,
        "ending": WORDS,
        "winners": LIST,
        "points": NUMBER,
        "turns": WHOLE,
        "last_turn": WORDS,
        "attacks": WHOLE,
        "lost": WHOLE,
        "digest": WORDS,
    },
    "turns": {
        "arm": WORDS,
        "seed": WHOLE,
        "number": WHOLE,
        "turn": WORDS,
        "attacks": WHOLE,
        "hit": WHOLE,
        "lost": LIST,
        "lost_at": LIST,
        "lost_kind": LIST,
        "lost_by": LIST,
        "taken": LIST,
        "taken_by": LIST,
    },
    "attacks": {
        "arm": WORDS,
        "seed": WHOLE,
        "number": WHOLE,
        "turn_number": WHOLE,
        "turn": WORDS,
        "kind": WORDS,
        "rule": WORDS,
        "by": WORDS,
        "source": WORDS,
        "place": WORDS,
        "pieces": LIST,
        "hits": WHOLE,
        "losses": WHOLE,
        "detail": WORDS,
    },
}
"""The columns that every game has; what a game has of its own comes after them, as numbers."""

OWN: Mapping[str, Mapping[str, str]] = {
    "games": {"won": "won ", "choices": "choices ", "score": "score "},
    "turns": {"figures": ""},
}
"""Fields that hold a number for each of some names: a column for each name, after these words."""


class StudyStore:
    """The folder of a study."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            (folder / PARTS).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BeachheadError(
                f"--out: {folder} cannot be written ({error.strerror}); choose another place"
            ) from error

    def read(self) -> Done:
        """What was played so far; a part that cannot be read is as if it had not been played."""
        done: Done = {}
        for path in sorted((self.folder / PARTS).glob("*.part")):
            try:
                games = msgspec.json.decode(zlib.decompress(path.read_bytes()))
            except (OSError, ValueError, zlib.error):
                path.unlink(missing_ok=True)
                continue
            for game in games:
                if "game" in game or (game["arm"], game["seed"]) not in done:
                    done[game["arm"], game["seed"]] = game
        return done

    def keep(self, games: Sequence[PlayedGame]) -> None:
        """Keep some games, whole or not at all."""
        if not games:
            return
        first = min((game["arm"], game["seed"]) for game in games)
        name = f"{first[0]}-{first[1]}"
        paths = (self.folder / PARTS / f"{name}-{number}.part" for number in count())
        path = next(path for path in paths if not path.exists())
        write_whole(path, zlib.compress(msgspec.json.encode(games), 3))

    def forget_poisoned(self) -> None:
        """Clear away what was put down of games that could not be played."""
        shutil.rmtree(self.folder / POISONED, ignore_errors=True)

    def report_poisoned(self, arm: Arm, game: PlayedGame) -> Path:
        """Put down what went wrong with a game, and its record, which can be opened."""
        folder = self.folder / POISONED
        folder.mkdir(exist_ok=True)
        name = f"{game['arm']}-{game['seed']}"
        told = {"arm": arm.to_data(), "seed": game["seed"], **game["poisoned"]}
        record = told.pop("record")
        if record is not None:
            write_whole(folder / f"{name}.record.json", json.dumps(record, indent=1) + "\n")
        write_whole(folder / f"{name}.json", json.dumps(told, indent=1) + "\n")
        return folder / f"{name}.json"

    def write_tables(self, arms: Sequence[Arm], done: Done, seeds: Iterable[int]) -> None:
        """The games of some arms and seeds as tables, one row a game, a turn and an attack."""
        listed = list(seeds)
        rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
        for arm in arms:
            key, described = arm.key, _described(arm)
            for seed in listed:
                played = done.get((key, seed))
                if played is not None and "game" in played:
                    rows["games"].append({**described, **played["game"]})
                    rows["turns"] += ({"arm": arm.name, **each} for each in played["turns"])
                    rows["attacks"] += ({"arm": arm.name, **each} for each in played["attacks"])
        for name in TABLES:
            _write_parquet(self.folder / f"{name}.parquet", name, rows[name])


def _described(arm: Arm) -> dict[str, Any]:
    """What an arm is, of its options those that are not what they are by default."""
    settings = beachhead.load(arm.game).settings
    chosen = {name: value for name, value in arm.options.items() if value != settings[name].default}
    return {
        "arm": arm.name,
        "scenario": arm.scenario,
        "options": json.dumps(chosen, sort_keys=True),
        "bots": json.dumps(dict(arm.bots), sort_keys=True),
        "components": arm.pack,
    }


def arrow() -> Any:
    """pyarrow, or what to install."""
    try:
        importlib.import_module("pyarrow.parquet")
        return importlib.import_module("pyarrow")
    except ImportError as error:
        raise BeachheadError(
            'studies write Parquet, which needs pyarrow: pip install "beachhead[studies]"'
        ) from error


def _write_parquet(path: Path, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """A table in Parquet, written whole."""
    pa = arrow()
    kinds = {
        WORDS: pa.string(),
        WHOLE: pa.int64(),
        NUMBER: pa.float64(),
        LIST: pa.list_(pa.string()),
    }
    columns = {column: kinds[kind] for column, kind in COLUMNS[name].items()}
    own = sorted({each for row in rows for each, _ in _own(name, row)})
    columns |= dict.fromkeys(own, pa.float64())
    flat = [dict(_own(name, row)) | dict(row) for row in rows]
    arrays = [pa.array([row.get(column) for row in flat], kind) for column, kind in columns.items()]
    table = pa.Table.from_arrays(arrays, schema=pa.schema(list(columns.items())))
    part = path.with_name(f".{path.name}.part")
    pa.parquet.write_table(table, part, compression="zstd")
    part.replace(path)


def _own(name: str, row: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """What a game has of its own, each figure with its column."""
    for field, words in OWN.get(name, {}).items():
        for each, value in row[field].items():
            yield f"{words}{each}", float(value)
