"""Refit what is ours of a reconstructed pack, so that it plays as reports of the real game say.

refit.py storm search [NAME]    plays candidates against the targets, by successive halving
refit.py storm measure [NAME]   how packs play between equal bots: the tables of docs/balance.md
refit.py storm write NAME       writes a candidate as the refitted reconstruction of the game
refit.py storm export NAME DIR  writes a candidate as a pack, for `beachhead data import`

The same for dday91, of which both scenarios are measured and the one of 1944 is searched for.

A candidate is called by the level of each knob; `first` is the pack as it first was, `refitted` the
one that was written. Targets and knobs are in scripts/refit_data. Every game is kept in --folder as
it ends, so a run that was stopped goes on where it was; the same seed gives the same games and the
same candidates.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from progress import Progress

import beachhead
from beachhead.bots import intervals, ladder, matches
from beachhead.errors import BeachheadError
from beachhead.kernel import data
from beachhead.kernel.data import Pack
from beachhead.kernel.play import Event, State
from beachhead.kernel.reconstructions import FIRST, GONE, REFITTED, Refit

FOLDER = Path(__file__).resolve().parents[1] / "build/refit"
FILES = Path(__file__).resolve().parent / "refit_data"
Game = dict[str, Any]
"""What is kept of a game."""
Changes = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""New values by table, row and field."""


@dataclass(frozen=True, slots=True)
class Arm:
    """What is played: a pack, a level, a scenario."""

    game: str
    name: str
    level: str
    changes: Changes = field(default_factory=dict)
    scenario: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return "-".join(filter(None, (self.game, self.scenario, self.name, self.level)))


def main() -> int:
    given = arguments()
    try:
        if given.do == "search":
            search(given)
        elif given.do == "measure":
            measure(given)
        elif given.do == "write":
            write(given)
        else:
            export(given)
    except BeachheadError as error:
        print(f"refit.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; what was played is kept, the same command goes on", file=sys.stderr)
        return 130
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Refit what is ours of a reconstructed pack.")
    parser.add_argument("game", choices=("storm", "dday91"))
    parser.add_argument("do", choices=("search", "measure", "write", "export"))
    parser.add_argument(
        "names",
        nargs="*",
        help="candidates, to search among others as well; to export, one and a directory",
    )
    parser.add_argument("--seed", type=int, default=1000, help="of the first game (default: 1000)")
    parser.add_argument("--games", type=int, default=30, help="an arm, or in the first round")
    parser.add_argument("--level", default="recruit", help="of both sides (default: recruit)")
    parser.add_argument("--candidates", type=int, default=18, help="in the first round")
    parser.add_argument("--keep", type=float, default=0.34, help="share that goes on to the next")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where games are kept")
    given = parser.parse_args()
    for name in ("games", "candidates", "rounds"):
        if getattr(given, name) < 1:
            parser.error(f"--{name}: must be at least 1")
    if not 0 < given.keep < 1:
        parser.error("--keep: must be between 0 and 1")
    if given.do == "write" and len(given.names) != 1:
        parser.error("write: name one candidate")
    if given.do == "export" and len(given.names) != 2:
        parser.error("export: name one candidate and a new directory")
    return given


# --- playing


def played(arm: Arm, seeds: Sequence[int], folder: Path, bar: Progress, before: int) -> list[Game]:
    """The games of an arm, kept or played now; `before` of what the bar counts are done."""
    file = folder / f"{arm.label}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    found = _kept(file, arm)
    missing = [seed for seed in seeds if seed not in found]
    if missing:
        home = _home(arm, folder)
        with (
            ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=_settle, initargs=(str(home),)
            ) as pool,
            file.open("a", encoding="utf-8") as kept,
        ):
            try:
                for row in pool.map(partial(play, arm), missing):
                    found[row["seed"]] = row
                    kept.write(json.dumps(row, ensure_ascii=False) + "\n")
                    kept.flush()
                    done = before + sum(seed in found for seed in seeds)
                    bar.show(done, f"{done} of {bar.total} games, {arm.label}")
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    return [found[seed] for seed in seeds]


def _kept(file: Path, arm: Arm) -> dict[int, Game]:
    """The games of a file by their seeds, without a line that was cut off."""
    if not file.exists():
        return {}
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if row["changes"] != json.loads(json.dumps(arm.changes)):
            raise BeachheadError(f"--folder: {file} holds games of another pack; move it away")
        found[row["seed"]] = row
    return found


def _home(arm: Arm, folder: Path) -> Path:
    """A user's directory whose pack is the candidate, so that a fresh process plays with it."""
    home = folder / "homes" / arm.name
    if arm.changes and not (home / "packs" / arm.game).exists():
        data.export_pack(changed(pack_of(arm.game), arm.changes), home / "packs" / arm.game)
    return home


def pack_of(game: str) -> Pack:
    """The pack that comes with a game."""
    components = beachhead.load(game).components()
    return components.load(components.builtin)


def changed(pack: Pack, changes: Changes) -> Pack:
    """A pack in which rows have other values, or are gone. What is known is never changed."""
    schema = beachhead.load(pack.game).components().schema
    tables = dict(pack.tables)
    for name, rows in changes.items():
        found = {schema.table(name).key_text(row): row for row in pack.rows(name)}
        for key, values in rows.items():
            if key not in found:
                raise BeachheadError(f"{key}: is in no row of {name}; mend the knob that names it")
            for field_ in values:
                if field_ in found[key].get("known", ()):
                    raise BeachheadError(f"{key}, {field_}: is known, so it stays; mend that knob")
            found[key] = found[key] | values
        left = [row for row in found.values() if row[next(iter(row))] != GONE]
        tables[name] = replace(tables[name], rows=left)
    return replace(pack, tables=tables)


def _settle(home: str) -> None:
    os.environ["BEACHHEAD_HOME"] = home


def play(arm: Arm, seed: int) -> Game:
    """One game between equal bots, and what the targets ask of it."""
    game = beachhead.load(arm.game)
    scenario, options = game.check(arm.scenario, arm.options)
    watcher = WATCHERS[arm.game]()
    bots = {
        seat: ladder.player(game, arm.level, f"{seed} {seat}")
        for seat in game.seats(scenario, options)
    }
    match = matches.play(
        game, bots, seed, scenario=scenario, options=options, watcher=watcher.watch
    )
    row = {"seed": seed, "changes": arm.changes, "winners": list(match.result.winners)}
    return row | watcher.found(match.state)


class StormWatcher:
    """Notes when beaches fall, who is beyond the map, and how the points go."""

    def __init__(self) -> None:
        self.fell: dict[str, list[Any]] = {}
        self.turns: list[dict[str, int]] = []

    def watch(self, state: State[Any], _seat: str, happened: Sequence[Event]) -> None:
        from beachhead.storm.table.board import ZONES  # noqa: PLC0415 - after the pack is chosen
        from beachhead.storm.table.state import ALLIED, units_at  # noqa: PLC0415
        from beachhead.storm.victory.victory_points import beaches_held  # noqa: PLC0415

        table = state.position
        for event in happened:
            if event.kind == "control" and event.detail["side"] == "allied":
                self.fell.setdefault(event.detail["area"], [table.turn, table.phase])
            elif event.kind == "total":
                beyond = sum(units_at(table, zone, ALLIED).bit_count() for zone in ZONES)
                now = {"points": event.detail["points"], "beaches": beaches_held(table)}
                self.turns.append(now | {"beyond": beyond})

    def found(self, state: State[Any]) -> Game:
        from beachhead.kernel.bits import members  # noqa: PLC0415
        from beachhead.storm.table.board import board  # noqa: PLC0415

        names = board().names_of(sum(1 << beach for beach in members(board().beaches)))
        return {
            **state.result.score,
            "fell": {name: self.fell.get(name) for name in names},
            "turns": self.turns,
        }


class DDayWatcher:
    """Notes in which turn cities and the far bank of the Rhine are first Allied."""

    cities = ("Cherbourg", "Paris", "Antwerp")

    def __init__(self) -> None:
        self.turn = 0
        self.since: dict[str, int] = {}

    def watch(self, state: State[Any], _seat: str, _happened: Sequence[Event]) -> None:
        from beachhead.dday91.setup.how_to_win import beyond_the_rhine  # noqa: PLC0415
        from beachhead.dday91.table.board import board  # noqa: PLC0415
        from beachhead.dday91.table.state import ALLIED, controls  # noqa: PLC0415

        table = state.position
        if table.turn == self.turn and not state.over:
            return
        # What is so as a turn begins became so in the one before.
        for city in self.cities:
            if controls(table, ALLIED, board().city[city].hex):
                self.since.setdefault(city, self.turn)
        if beyond_the_rhine(table):
            self.since.setdefault("east", self.turn)
        self.turn = table.turn

    def found(self, state: State[Any]) -> Game:
        score = state.result.score
        last, lost = score["east of the Rhine"], score["corps lost"]
        return {"text": state.result.text, "since": self.since, "last": last, "lost": lost}


WATCHERS = {"storm": StormWatcher, "dday91": DDayWatcher}


# --- targets


def storm_measures(game: Game) -> dict[str, float]:
    """What a game of Storm says of each target."""
    turns = game["turns"]
    beyond = next((n for n, turn in enumerate(turns, start=1) if turn["beyond"]), len(turns) + 1)
    return {
        "won": float("allied" in game["winners"]),
        "points": game["points"],
        "invasion": sum(
            when is not None and when[1] == "invasion" for when in game["fell"].values()
        ),
        "beaches_1": turns[0]["beaches"],
        "beaches_3": turns[2]["beaches"],
        "beaches": game["beaches"],
        "beyond": beyond,
    }


def dday_measures(game: Game) -> dict[str, float]:
    """What a game of D-Day says of each target; what never came is put after the last Turn."""
    since = {name: game["since"].get(name, NEVER) for name in (*DDayWatcher.cities, "east")}
    won = 0.5 if not game["winners"] else float("allied" in game["winners"])
    return {"won": won, **since, "last": game["last"], "lost": game["lost"]}


NEVER = 13
MEASURES = {"storm": storm_measures, "dday91": dday_measures}


def settings(game: str) -> dict[str, Any]:
    """Targets and knobs."""
    return tomllib.loads((FILES / f"{game}.toml").read_text(encoding="utf-8"))


STEPS = {
    "won": 0.1,
    "points": 20.0,
    "last": 5.0,
    "Cherbourg": 1,
    "Paris": 1,
    "Antwerp": 1,
    "east": 1,
}
"""How far from its target a measure is one step; a third of a beach or turn for all others."""
POINTS_TO_BEAT = 30


def loss(game: str, games: Sequence[Game], targets: Sequence[Mapping[str, Any]]) -> float:
    """How far the means of some games are from the targets, in steps, squared. In few games the
    share of wins is coarse, so where there are points, what they say of it counts as well."""
    rows = [MEASURES[game](each) for each in games]
    found = 0.0
    for target in targets:
        values = [row[target["measure"]] for row in rows]
        if target["measure"] == "won":
            middle = (target["low"] + target["high"]) / 2
            found += ((statistics.fmean(values) - middle) / STEPS["won"]) ** 2
            if "points" in rows[0]:
                points = statistics.median(row["points"] for row in rows)
                found += ((points - POINTS_TO_BEAT) / STEPS["points"]) ** 2
            continue
        mean = statistics.fmean(values)
        outside = max(target["low"] - mean, mean - target["high"], 0.0)
        found += (outside / STEPS.get(target["measure"], 1 / 3)) ** 2
    return found


# --- searching


def candidates(knobs: Sequence[Mapping[str, Any]], count: int, seed: int) -> dict[str, Changes]:
    """The first pack, the one with every knob at its end, and others at random, with a knob at its
    end half the time; called by their levels."""
    chance = random.Random(seed)
    ends = tuple(len(knob["levels"]) - 1 for knob in knobs)
    drawn = [(0,) * len(knobs), ends]
    while len(drawn) < min(count, math.prod(end + 1 for end in ends)):
        levels = tuple(end if chance.random() < 0.5 else chance.randrange(end + 1) for end in ends)
        if levels not in drawn:
            drawn.append(levels)
    return {name_of(levels): changes_of(knobs, levels) for levels in drawn}


def name_of(levels: Sequence[int]) -> str:
    return "".join(map(str, levels)) if any(levels) else FIRST


def changes_of(knobs: Sequence[Mapping[str, Any]], levels: Sequence[int]) -> Changes:
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for knob, level in zip(knobs, levels, strict=True):
        for key, values in knob["levels"][level].items():
            rows = found.setdefault(knob["table"], {})
            rows[key] = rows.get(key, {}) | values
    return found


def named(game: str, name: str) -> Changes:
    """The changes of a candidate by its name."""
    if name == FIRST:
        return {}
    knobs = settings(game)["knobs"]
    if len(name) != len(knobs) or not name.isdecimal():
        raise BeachheadError(
            f"names: {name!r} is no candidate; write a level for each of {len(knobs)} knobs"
        )
    for knob, level in zip(knobs, name, strict=True):
        if int(level) >= len(knob["levels"]):
            raise BeachheadError(f"names: {name!r}: {knob['name']} has no level {level}")
    return changes_of(knobs, [int(level) for level in name])


def search(given: argparse.Namespace) -> None:
    """Successive halving: all play a few games, the best play on."""
    read = settings(given.game)
    field_ = candidates(read["knobs"], given.candidates, given.seed)
    field_ |= {name: named(given.game, name) for name in given.names}
    left, games = list(field_), given.games
    for number in range(1, given.rounds + 1):
        seeds = range(given.seed, given.seed + games)
        bar = Progress(len(left) * games)
        scored = []
        for n, name in enumerate(left):
            arm = Arm(given.game, name, given.level, field_[name])
            ended = played(arm, seeds, given.folder, bar, n * games)
            scored.append((loss(given.game, ended, read["targets"]), name, ended))
        bar.end()
        scored.sort(key=lambda each: (each[0], each[1]))
        print(f"\nround {number}: {len(left)} candidates, {games} games each, loss")
        for lost, name, ended in scored:
            print(f"  {lost:7.2f} {name} {brief(given.game, ended)}")
        left = [name for _, name, _ in scored[: max(1, math.ceil(len(left) * given.keep))]]
        games *= 2
    print(f"\nthe best: {', '.join(left)}")


def brief(game: str, games: Sequence[Game]) -> str:
    rows = [MEASURES[game](each) for each in games]
    means = {key: statistics.fmean(row[key] for row in rows) for key in rows[0]}
    return " ".join(f"{key} {mean:.2f}" for key, mean in means.items())


# --- measuring


def measure(given: argparse.Namespace) -> None:
    """A table of how packs play between equal bots."""
    names = given.names or [FIRST]
    scenarios: list[str | None] = [None]
    if given.game == "dday91":
        scenarios = [*beachhead.load(given.game).scenarios]
    seeds = range(given.seed, given.seed + given.games)
    arms = [arm_of(given, name, scenario) for scenario in scenarios for name in names]
    bar = Progress(len(arms) * given.games)
    ended = {
        " ".join(filter(None, (arm.name, arm.scenario))): played(
            arm, seeds, given.folder, bar, n * given.games
        )
        for n, arm in enumerate(arms)
    }
    bar.end()
    print(f"{given.level}, deals {seeds.start} to {seeds.stop - 1}")
    tables = {"storm": table, "dday91": dday_table}
    for line in tables[given.game](ended, settings(given.game)["targets"]):
        print(line)


def arm_of(given: argparse.Namespace, name: str, scenario: str | None = None) -> Arm:
    """A pack by its name; the refitted one is played as people play it."""
    if name == REFITTED:
        options = {"reconstruction": REFITTED}
        return Arm(given.game, name, given.level, scenario=scenario, options=options)
    return Arm(given.game, name, given.level, named(given.game, name), scenario)


WHEN = "invasion, rest of Turn 1, Turn 2, 3, later, never"


def table(
    ended: Mapping[str, Sequence[Game]], targets: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    """Every target, and what each pack does."""
    yield f"| | target | {' | '.join(ended)} |"
    yield f"| --- | --- |{' --- |' * len(ended)}"
    rows = {name: [storm_measures(game) for game in games] for name, games in ended.items()}
    listed = [(each["name"], each["measure"], _range(each)) for each in targets]
    listed += [("points at the end", "points", ""), ("beaches at the end", "beaches", "")]
    for title, measure_, target in listed:
        cells = [_cell(measure_, [row[measure_] for row in of]) for of in rows.values()]
        yield f"| {title} | {target} | {' | '.join(cells)} |"
    for beach in next(iter(ended.values()))[0]["fell"]:
        cells = [_turns_of(beach, games) for games in ended.values()]
        yield f"| {beach} falls ({WHEN}) | | {' | '.join(cells)} |"


def _cell(measure_: str, values: Sequence[float]) -> str:
    if measure_ == "won":
        found = intervals.share(sum(values), len(values)).times(100)
        return f"{found.value:.0f} % ({found.low:.0f} to {found.high:.0f})"
    mean = intervals.mean(values)
    return f"{mean.value:.1f} ({mean.low:.1f} to {mean.high:.1f})"


def _turns_of(beach: str, games: Sequence[Game]) -> str:
    counts = [0] * 6
    for game in games:
        when = game["fell"][beach]
        if when is None:
            counts[5] += 1
        elif when[1] == "invasion":
            counts[0] += 1
        else:
            counts[min(when[0], 4)] += 1
    return ", ".join(f"{100 * count / len(games):.0f}" for count in counts) + " %"


def dday_table(
    ended: Mapping[str, Sequence[Game]], targets: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    """Every target, and where equal bots stand in both scenarios."""
    yield f"| | target for 1944 | {' | '.join(ended)} |"
    yield f"| --- | --- |{' --- |' * len(ended)}"
    for title, side in (("Allied wins", "allied"), ("German wins", "german")):
        cells = [_cell("won", [side in game["winners"] for game in of]) for of in ended.values()]
        yield f"| {title} | | {' | '.join(cells)} |"
    for target in targets:
        cells = [_since(target["measure"], of) for of in ended.values()]
        yield f"| {target['name']} | {_range(target)} | {' | '.join(cells)} |"
    cells = [_cell("lost", [game["lost"] for game in of]) for of in ended.values()]
    yield f"| Allied corps lost | | {' | '.join(cells)} |"


def _range(target: Mapping[str, Any]) -> str:
    low, high = target["low"], target["high"]
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _since(measure_: str, games: Sequence[Game]) -> str:
    """The mean of a measure; of a turn, over the games in which it came, and in how many."""
    if measure_ in ("won", "last"):
        return _cell(measure_, [dday_measures(game)[measure_] for game in games])
    turns = [game["since"][measure_] for game in games if measure_ in game["since"]]
    if not turns:
        return "never"
    said = _cell(measure_, turns) if len(turns) > 1 else f"{turns[0]:.1f}"
    return f"{said} in {len(turns)} of {len(games)}"


# --- writing


def write(given: argparse.Namespace) -> None:
    """The changes of a candidate, with what each was and why, where the game reads them."""
    (name,) = given.names
    knobs, pack = settings(given.game)["knobs"], pack_of(given.game)
    changed(pack, named(given.game, name))
    schema = beachhead.load(given.game).components().schema
    rows = []
    for knob, level in zip(knobs, name, strict=True):
        of = knob["table"]
        found = {schema.table(of).key_text(row): row for row in pack.rows(of)}
        rows += [
            {
                "table": of,
                "row": key,
                "field": field_,
                "was": found[key][field_],
                "value": value,
                "fitted": knob["why"],
            }
            for key, values in knob["levels"][int(level)].items()
            for field_, value in values.items()
        ]
    head = {
        "reconstruction": REFITTED,
        "provenance": "reconstructed",
        "source": f"Candidate {name} of scripts/refit.py: {', '.join(_turned(knobs, name))}. "
        f"Targets, knobs and sources are in scripts/refit_data/{given.game}.toml, tables in "
        "docs/balance.md.",
    }
    lines = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in head.items()]
    listed = ",\n".join(" " + json.dumps(row, ensure_ascii=False) for row in rows)
    file = refit_of(given.game).file
    file.write_text(
        "{\n" + ",\n".join(lines) + f',\n"rows": [\n{listed}\n]\n}}\n', encoding="utf-8"
    )
    print(f"{file}: {len(rows)} fields of {len({(row['table'], row['row']) for row in rows})} rows")


def refit_of(game: str) -> Refit:
    """What is written of a game."""
    components = beachhead.load(game).components()
    return Refit(components.builtin / "refitted.json", components.schema)


def _turned(knobs: Sequence[Mapping[str, Any]], name: str) -> Iterator[str]:
    for knob, level in zip(knobs, name, strict=True):
        if level != "0":
            yield knob["name"]


def export(given: argparse.Namespace) -> None:
    """A candidate as a pack of its own."""
    name, directory = given.names
    if name == REFITTED:
        pack = refit_of(given.game).applied(pack_of(given.game))
    else:
        pack = changed(pack_of(given.game), named(given.game, name))
    print(data.export_pack(pack, directory))


if __name__ == "__main__":
    sys.exit(main())
