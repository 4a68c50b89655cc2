"""A study as a file: what is asked, what is played, and what differs between the arms."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.play import Game
from beachhead.studies.arms import Arm
from beachhead.studies.packs import Amendment
from beachhead.studies.playing import figures_of

AS_PRINTED = "as printed"
"""The changes that are none."""
MOST_ARMS = 200
MOST_GAMES = 1_000_000

FIELDS = (
    "title",
    "question",
    "game",
    "games",
    "seed",
    "baseline",
    "scenario",
    "bots",
    "options",
    "changes",
    "setups",
    "packs",
    "milestones",
    "grid",
    "arms",
)
ARM = ("name", "scenario", "bots", "options", "changes", "setup", "pack")
GRID = ("scenario", "bots", "options", "changes", "setup", "pack")
MILESTONE = ("figure", "at_least")
AMENDMENT = ("table", "row", "where", "put", "add", "remove")


class Milestone(NamedTuple):
    """Something that happens in a game sooner, later or never: a figure reaches a value."""

    name: str
    figure: str
    at_least: float


@dataclass(slots=True, frozen=True)
class Study:
    """What is asked, and the arms that answer it, each played from the same seeds."""

    title: str
    question: str
    arms: tuple[Arm, ...]
    games: int
    seed: int = 0
    baseline: str = ""
    """The arm that the others are compared with."""
    milestones: tuple[Milestone, ...] = ()

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    @property
    def game(self) -> Game[Any]:
        return beachhead.load(self.arms[0].game)


def read_study(path: Path) -> Study:
    """The study in a file; what is wrong is told with its field and what to do."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise BeachheadError(
            f"{path}: cannot be read ({reason}); name a study, FILE.toml"
        ) from error
    except UnicodeDecodeError as error:
        raise BeachheadError(f"{path}: not UTF-8 text; save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise BeachheadError(f"{path}: not TOML: {error}; mend it there") from error
    try:
        return _study(given, path)
    except BeachheadError as error:
        raise BeachheadError(f"{path}: {error}") from error


def _study(given: Mapping[str, Any], path: Path) -> Study:
    _only(given, FIELDS, "")
    if "game" not in given:
        raise BeachheadError(f"game: is missing; write one of {', '.join(beachhead.games())}")
    game = beachhead.load(given["game"])
    games = _number(given, "games", 100, 1, MOST_GAMES)
    seed = _number(given, "seed", 0, 0, 10**9)
    reader = _Arms(game, given, path.parent)
    arms = list(reader.arms())
    if len(arms) > MOST_ARMS:
        raise BeachheadError(
            f"grid: makes {len(arms)} arms; at most {MOST_ARMS} are possible, leave some out"
        )
    names = [arm.name for arm in arms]
    for name in names:
        if names.count(name) > 1:
            raise BeachheadError(f"arms: {name!r} is there twice; give each arm a name of its own")
    baseline = _word(given, "baseline", names[0])
    if baseline not in names:
        raise BeachheadError(
            f"baseline: there is no arm {baseline!r}; choose one of {', '.join(names)}"
        )
    return Study(
        _word(given, "title", path.stem),
        _word(given, "question", ""),
        tuple(arms),
        games,
        seed,
        baseline,
        tuple(_milestones(_table(given, "milestones"), game, arms)),
    )


def _milestones(
    given: Mapping[str, Any], game: Game[Any], arms: Sequence[Arm]
) -> Iterator[Milestone]:
    """Milestones by their names; the figures are those that the game itself follows."""
    known: list[str] = []
    for arm in arms if given else ():
        opened = game.setup(arm.scenario, arm.options, 0)
        known += figures_of(game.page().standing(opened.position, None))
    for name, told in given.items():
        where = f"milestones.{name}"
        _only(checks.mapping(told, where, "a table"), MILESTONE, f"{where}.")
        figure, value = told.get("figure"), told.get("at_least")
        if figure not in known:
            listed = ", ".join(map(repr, dict.fromkeys(known))) or "none"
            raise BeachheadError(
                f"{where}.figure: {checks.brief(figure)} is not followed; choose one of {listed}"
            )
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise checks.wrong(f"{where}.at_least", "a number", value)
        yield Milestone(name, figure, float(value))


class _Arms:
    """The arms of a file: those of its grid, then those that it lists."""

    def __init__(self, game: Game[Any], given: Mapping[str, Any], folder: Path) -> None:
        self.game, self.given, self.folder = game, given, folder
        self.changes = {
            name: _amendments(rows, f"changes.{name}")
            for name, rows in _table(given, "changes").items()
        }
        self.setups = {
            name: _script(script, f"setups.{name}")
            for name, script in _table(given, "setups").items()
        }
        self.packs = _table(given, "packs")
        self.base = {name: given[name] for name in ("scenario", "bots") if name in given}
        self.options = dict(_table(given, "options"))

    def arms(self) -> Iterator[Arm]:
        grid = _table(self.given, "grid")
        listed = self.given.get("arms", [])
        if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
            raise BeachheadError("arms: should be a list of tables; write each as [[arms]]")
        if grid or not listed:
            yield from self._grid(grid)
        for number, each in enumerate(listed):
            where = f"arms[{number}]"
            _only(each, ARM, f"{where}.")
            if not isinstance(each.get("name"), str) or not each["name"].strip():
                raise BeachheadError(f"{where}.name: is missing; give the arm a name")
            yield self._arm(each["name"], each, where, {"arm": each["name"]})

    def _grid(self, grid: Mapping[str, Any]) -> Iterator[Arm]:
        _only(grid, GRID, "grid.")
        axes: list[tuple[str, Sequence[Any]]] = []
        for name, values in grid.items():
            if name == "options":
                for option, several in _table(grid, "options", "grid.options").items():
                    axes.append((f"options.{option}", _several(several, f"grid.options.{option}")))
            else:
                axes.append((name, _several(values, f"grid.{name}")))
        for combination in itertools.product(*(values for _, values in axes)):
            given: dict[str, Any] = {"options": {}}
            factors = {}
            for (axis, _), value in zip(axes, combination, strict=True):
                if axis.startswith("options."):
                    given["options"][axis.removeprefix("options.")] = value
                else:
                    given[axis] = value
                factors[axis.removeprefix("options.")] = _said(value)
            name = ", ".join(
                value if axis in GRID else f"{axis.removeprefix('options.')} {value}"
                for (axis, _), value in zip(axes, factors.values(), strict=True)
            )
            yield self._arm(name or self.game.title, given, "grid", factors)

    def _arm(
        self, name: str, given: Mapping[str, Any], where: str, factors: Mapping[str, str]
    ) -> Arm:
        chosen = self.base | {key: given[key] for key in ("scenario", "bots") if key in given}
        script = None
        if "setup" in given:
            script = _known(self.setups, given["setup"], f"{where}.setup", "setups")
        try:
            return Arm.checked(
                name,
                self.game if self.given["game"] == self.game.name else self.given["game"],
                scenario=chosen.get("scenario"),
                options=self.options | dict(_table(given, "options", f"{where}.options")),
                bots=_bots(chosen.get("bots", "recruit"), f"{where}.bots"),
                script=script,
                amendments=list(self._changed(given.get("changes", []), where)),
                pack=self._pack(given, where),
                factors=factors,
            )
        except BeachheadError as error:
            raise BeachheadError(f"{where} ({name}): {error}") from error

    def _changed(self, given: Any, where: str) -> Iterator[Amendment]:
        """The amendments of one or several changes."""
        for name in [given] if isinstance(given, str) else _several(given, f"{where}.changes", 0):
            if name != AS_PRINTED:
                yield from _known(self.changes, name, f"{where}.changes", "changes")

    def _pack(self, given: Mapping[str, Any], where: str) -> Path | None:
        if "pack" not in given or given["pack"] == AS_PRINTED:
            return None
        named = _known(self.packs, given["pack"], f"{where}.pack", "packs")
        return self.folder / checks.word(named, f"packs.{given['pack']}", "a directory")


def _only(given: Mapping[str, Any], known: Sequence[str], prefix: str) -> None:
    for name in given:
        if name not in known:
            raise BeachheadError(
                f"{prefix}{name}: is unknown; remove it (known: {', '.join(known)})"
            )


def _table(given: Mapping[str, Any], name: str, said: str = "") -> Mapping[str, Any]:
    found = given.get(name, {})
    return checks.mapping(found, said or name, "a table")


def _several(given: Any, name: str, least: int = 1) -> list[Any]:
    if not isinstance(given, list) or len(given) < least:
        raise checks.wrong(name, "a list with something in it", given)
    return given


def _number(given: Mapping[str, Any], name: str, default: int, low: int, high: int) -> int:
    found = checks.whole_number(given.get(name, default), name)
    if not low <= found <= high:
        raise BeachheadError(f"{name}: {found} is out of range; write {low} to {high}")
    return found


def _word(given: Mapping[str, Any], name: str, default: str) -> str:
    return checks.text(given.get(name, default), name, "a text").strip()


def _known(table: Mapping[str, Any], name: Any, where: str, what: str) -> Any:
    if not isinstance(name, str) or name not in table:
        listed = ", ".join(map(repr, table)) or "none"
        raise BeachheadError(
            f"{where}: there is no {checks.brief(name)} under [{what}]; there are {listed}"
        )
    return table[name]


def _bots(given: Any, name: str) -> str | Mapping[str, str]:
    if isinstance(given, str):
        return given
    for seat, level in checks.mapping(given, name, "a level, or a table of seats").items():
        checks.word(level, f"{name}.{seat}", "a level, such as recruit")
    return dict(given)


def _script(given: Any, name: str) -> dict[str, list[str]]:
    found = {}
    for seat, ids in checks.mapping(given, name, "a table of seats").items():
        listed = _several(ids, f"{name}.{seat}")
        found[seat] = [
            checks.word(each, f"{name}.{seat}", "the id of an option") for each in listed
        ]
    return found


def _amendments(given: Any, name: str) -> list[Amendment]:
    found = []
    for number, row in enumerate(_several(given, name)):
        where = f"{name}[{number}]"
        fields = checks.mapping(row, where, f"a table; write it as [[{name}]]")
        _only(fields, AMENDMENT, f"{where}.")
        parts = {part: dict(_table(fields, part, f"{where}.{part}")) for part in AMENDMENT[2:5]}
        if "row" in fields:
            checks.word(fields["row"], f"{where}.row", "the key of a row")
        table = checks.word(fields.get("table"), f"{where}.table", "the name of a table")
        for column, more in parts["add"].items():
            if isinstance(more, bool) or not isinstance(more, int | float):
                raise checks.wrong(f"{where}.add.{column}", "a number", more)
        remove = checks.of_kind(
            fields.get("remove", False), bool, f"{where}.remove", "true or false"
        )
        found.append(Amendment(table, fields.get("row"), **parts, remove=remove))
    return found


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {level}" for name, level in value.items())
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)
