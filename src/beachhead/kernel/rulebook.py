"""A rulebook as an index of testable statements, with the rulings on them.

A rule has a number ("8.33"), its statements have labels ("8.33b"). Code cites them by starting a
docstring or a comment with them; tests cite with the `rule` decorator. `citations` finds both.
"""

import difflib
import functools
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from beachhead.errors import BeachheadError

KINDS: Final = ("conflict", "ambiguity", "misprint", "ocr-gap")
CONFIDENCES: Final = ("high", "medium", "low")

Marked = TypeVar("Marked", bound=Callable[..., Any])


class RulebookError(BeachheadError):
    """A rule index that does not hold together, or a citation of something it does not know."""


class UnknownRuleError(RulebookError):
    """A citation of a rule, statement, ruling or chapter that the index does not hold."""


class UnknownGameError(RulebookError):
    """No rule index of that game."""


# -- the index -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement:
    """One testable sentence of a rule."""

    label: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule. A rule that is not normative is a heading: nothing in it can be tested."""

    id: str
    title: str
    phase: str
    part: str
    normative: bool
    statements: tuple[Statement, ...]
    conflicts: tuple[str, ...]
    chapter: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A house-rule option: its name and both readings, one line each."""

    option: str
    default: str
    alternative: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a point that the rulebook leaves open, or answers twice, is played here."""

    id: str
    rules: tuple[str, ...]
    kind: str
    confidence: str
    what: str
    ruling: str
    why: str
    switch: Switch | None


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules that share the first part of their number."""

    id: str
    title: str
    rules: tuple[Rule, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(r.part for r in self.rules))

    @property
    def statements(self) -> int:
        return sum(len(r.statements) for r in self.rules)


class RuleIndex:
    """All rules of one game, with the rulings on them."""

    def __init__(
        self,
        rules: Iterable[Rule],
        rulings: Iterable[Ruling] = (),
        chapter_titles: Mapping[str, str] | None = None,
    ) -> None:
        self.rules: dict[str, Rule] = {r.id: r for r in rules}
        self.rulings: dict[str, Ruling] = {r.id: r for r in rulings}
        self.statements: dict[str, Statement] = {
            s.label: s for r in self.rules.values() for s in r.statements
        }
        self._chapter_titles = dict(chapter_titles or {})

    @classmethod
    def load(cls, path: Path | str, rulings: Path | str | None = None) -> "RuleIndex":
        """Read and validate a rule file, and the rulings in `rulings.json` beside it if any."""
        path = Path(path)
        rulings_path = path.with_name("rulings.json") if rulings is None else Path(rulings)
        titles, rules = _read_rules(path)
        found = _read_rulings(rulings_path) if rulings is not None or rulings_path.exists() else []
        index = cls(rules, found, titles)
        _check_references(index, path, rulings_path)
        return index

    def exists(self, citation: str) -> bool:
        """Whether this is the number of a rule or the label of a statement."""
        return citation in self.rules or citation in self.statements

    def rule(self, number: str) -> Rule:
        try:
            return self.rules[number]
        except KeyError:
            raise self._unknown("rule", number) from None

    def phase_of(self, number: str) -> str | None:
        """The phase that a rule belongs to; None for what is no rule."""
        return self.rules[number].phase if number in self.rules else None

    def statement(self, label: str) -> Statement:
        try:
            return self.statements[label]
        except KeyError:
            raise self._unknown("statement", label) from None

    def ruling(self, number: str) -> Ruling:
        try:
            return self.rulings[number]
        except KeyError:
            raise self._unknown("ruling", number) from None

    def rulings_on(self, number: str) -> tuple[Ruling, ...]:
        """The rulings that concern a rule."""
        return tuple(self.rulings[r] for r in self.rule(number).conflicts if r in self.rulings)

    def covers(self, citation: str) -> tuple[Statement, ...]:
        """The statements a citation stands for: all of a rule, or the one labeled so."""
        if citation in self.rules:
            return self.rules[citation].statements
        if citation in self.statements:
            return (self.statements[citation],)
        raise self._unknown("rule or statement", citation)

    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters in the order of the rulebook."""
        groups: dict[str, list[Rule]] = {}
        for r in self.rules.values():
            groups.setdefault(r.chapter, []).append(r)
        return tuple(
            Chapter(c, self._chapter_title(c, rules), tuple(rules)) for c, rules in groups.items()
        )

    def parts(self) -> tuple[str, ...]:
        """The parts of the game (basic, extended, …) in the order of the rulebook."""
        return tuple(dict.fromkeys(r.part for r in self.rules.values()))

    def under(self, number: str) -> tuple[Rule, ...]:
        """The rules below a number: 8 has 8.1, 8.11 …; 8.3 has 8.31 …; 4b has 4b1 … 4b10."""
        chapter = tuple(r for r in self.rules.values() if r.chapter == number and r.id != number)
        if chapter:
            return chapter
        return tuple(r for r in self.rules.values() if _is_below(r.id, number))

    def near(self, citation: str, count: int = 5) -> tuple[str, ...]:
        """Numbers and labels that look like this one."""
        known = {c.lower(): c for c in (*self.statements, *self.rulings, *self.rules)}
        known |= {c.id.lower(): c.id for c in self.chapters()}
        matches = difflib.get_close_matches(citation.lower(), known, n=count, cutoff=0.5)
        return tuple(known[m] for m in matches)

    def _chapter_title(self, chapter: str, rules: list[Rule]) -> str:
        if chapter in self._chapter_titles:
            return self._chapter_titles[chapter]
        heads = {chapter, f"{chapter}.0"}
        return next((r.title for r in rules if r.id in heads), rules[0].title)

    def _unknown(self, what: str, citation: str) -> UnknownRuleError:
        near = self.near(citation)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        return UnknownRuleError(f"no {what} {citation!r}{hint}")


def chapter_of(number: str) -> str:
    """The chapter a rule number belongs to: 8.33 is in 8, 3b1 in 3, EV.hero in EV."""
    found = re.match(r"\d+|[A-Za-z]+", number)
    if not found:
        raise RulebookError(f"{number!r} is no rule number: no digit or letter in front")
    return found.group()


def _is_below(number: str, head: str) -> bool:
    if not head or not number.startswith(head) or number == head:
        return False
    if not (head[-1].isdigit() and number[len(head)].isdigit()):
        return True
    return re.fullmatch(r"\d+\.\d+", head) is not None  # 8.3 has 8.31, but 4b1 has not 4b10


# -- the index of a game in this package ---------------------------------------------------------

PACKAGE: Final = Path(__file__).resolve().parents[1]


def games_with_rules() -> tuple[str, ...]:
    """The games whose rule index comes with the package."""
    return tuple(sorted(p.parent.parent.name for p in PACKAGE.glob("*/data/rules.json")))


@functools.cache
def rule_index(game: str) -> RuleIndex:
    """The rule index of a game."""
    games = games_with_rules()
    if game not in games:
        near = difflib.get_close_matches(game.lower(), games, n=3, cutoff=0.4)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise UnknownGameError(
            f"game: no rule index of {game!r}{hint} (there are {', '.join(games)})"
        )
    return RuleIndex.load(PACKAGE / game / "data" / "rules.json")


# -- reading and validating ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of a file, that can say where it is."""

    file: Path
    number: int
    cells: Mapping[str, Any]

    def wrong(self, field: str, why: str) -> RulebookError:
        name = self.cells.get("id")
        which = f"row {self.number} ({name})" if isinstance(name, str) else f"row {self.number}"
        return RulebookError(f"{self.file}: {which}, field {field}: {why}")

    def text(self, field: str, choices: tuple[str, ...] = ()) -> str:
        value = self.cells.get(field)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(field, f"should be a text, not {value!r}")
        if choices and value not in choices:
            raise self.wrong(field, f"{value!r} is none of {', '.join(choices)}")
        return value

    def texts(self, field: str) -> tuple[str, ...]:
        value = self.cells.get(field, [])
        if not isinstance(value, list) or not all(isinstance(v, str) and v for v in value):
            raise self.wrong(field, "should be a list of texts")
        if len(set(value)) < len(value):
            raise self.wrong(field, "names the same thing twice")
        return tuple(value)

    def only(self, *fields: str) -> None:
        for field in self.cells:
            if field not in fields:
                raise self.wrong(field, f"unknown field; known are {', '.join(fields)}")


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise RulebookError(f"{path}: cannot be read ({e.strerror})") from e
    except ValueError as e:
        raise RulebookError(f"{path}: is not JSON: {e}") from e


def _rows(path: Path, rows: Any) -> Iterator[_Row]:
    if not isinstance(rows, list):
        raise RulebookError(f"{path}: should hold a list of rows")
    seen: set[str] = set()
    for number, cells in enumerate(rows, 1):
        if not isinstance(cells, dict):
            raise RulebookError(f"{path}: row {number}: should be an object, not {cells!r}")
        row = _Row(path, number, cells)
        if row.text("id") in seen:
            raise row.wrong("id", "another row has the same id")
        seen.add(row.text("id"))
        yield row


def _read_rules(path: Path) -> tuple[dict[str, str], list[Rule]]:
    document = _read_json(path)
    titles: Any = {}
    if isinstance(document, dict):
        titles = document.get("chapters", {})
        if not isinstance(titles, dict) or not all(isinstance(t, str) for t in titles.values()):
            raise RulebookError(f"{path}: field chapters: should map chapters to their titles")
        if "rules" not in document:
            raise RulebookError(f"{path}: field rules: missing")
        document = document["rules"]
    rules: list[Rule] = []
    labels: set[str] = set()
    for row in _rows(path, document):
        rule = _read_rule(row)
        for statement in rule.statements:
            if statement.label in labels:
                raise row.wrong("statements", f"the label {statement.label!r} is used twice")
            labels.add(statement.label)
        rules.append(rule)
    for rule in rules:
        if rule.id in labels:
            raise RulebookError(f"{path}: {rule.id!r} is both a rule and a statement")
    return titles, rules


def _read_rule(row: _Row) -> Rule:
    row.only("id", "title", "phase", "part", "normative", "statements", "conflicts")
    number = row.text("id")
    normative = row.cells.get("normative", True)
    if not isinstance(normative, bool):
        raise row.wrong("normative", f"should be true or false, not {normative!r}")
    return Rule(
        id=number,
        title=row.text("title"),
        phase=row.text("phase"),
        part=row.text("part"),
        normative=normative,
        statements=_read_statements(row, number),
        conflicts=row.texts("conflicts"),
        chapter=chapter_of(number),
    )


def _read_statements(row: _Row, number: str) -> tuple[Statement, ...]:
    pairs = row.cells.get("statements")
    if not isinstance(pairs, list) or not pairs:
        raise row.wrong("statements", "should be a list of [label, text] pairs")
    statements: list[Statement] = []
    for pair in pairs:
        match pair:
            case [str(label), str(text)] | {"label": str(label), "text": str(text)} if text:
                pass
            case _:
                raise row.wrong("statements", f"should be a [label, text] pair, not {pair!r}")
        if not label.startswith(number) or not re.fullmatch(r"-?[a-z]+", label[len(number) :]):
            raise row.wrong("statements", f"label {label!r} should be {number} and a letter")
        statements.append(Statement(label, text, number))
    return tuple(statements)


def _read_rulings(path: Path) -> list[Ruling]:
    return [_read_ruling(row) for row in _rows(path, _read_json(path))]


def _read_ruling(row: _Row) -> Ruling:
    row.only("id", "rules", "kind", "confidence", "what", "ruling", "why", "switch")
    rules = row.texts("rules")
    if not rules:
        raise row.wrong("rules", "should name at least one rule")
    return Ruling(
        id=row.text("id"),
        rules=rules,
        kind=row.text("kind", KINDS),
        confidence=row.text("confidence", CONFIDENCES),
        what=row.text("what"),
        ruling=row.text("ruling"),
        why=row.text("why"),
        switch=_read_switch(row),
    )


def _read_switch(row: _Row) -> Switch | None:
    cells = row.cells.get("switch")
    if cells is None:
        return None
    match cells:
        case {"option": str(option), "default": str(default), "alternative": str(alternative)}:
            if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", option):
                raise row.wrong("switch", f"{option!r} should be lower-case words with hyphens")
            if default and alternative and "\n" not in default + alternative:
                return Switch(option, default, alternative)
    raise row.wrong("switch", "should have option, default and alternative, one line each")


def _check_references(index: RuleIndex, path: Path, rulings_path: Path) -> None:
    for number, rule in enumerate(index.rules.values(), 1):
        for name in rule.conflicts:
            if name not in index.rulings:
                row = _Row(path, number, {"id": rule.id})
                raise row.wrong("conflicts", f"no ruling {name!r} in {rulings_path.name}")
            if rule.id not in index.rulings[name].rules:
                row = _Row(path, number, {"id": rule.id})
                raise row.wrong("conflicts", f"ruling {name} does not name this rule")
    switches: dict[str, str] = {}
    for number, ruling in enumerate(index.rulings.values(), 1):
        row = _Row(rulings_path, number, {"id": ruling.id})
        for name in ruling.rules:
            if name not in index.rules:
                raise row.wrong("rules", f"no rule {name!r} in {path.name}")
            if ruling.id not in index.rules[name].conflicts:
                raise row.wrong("rules", f"rule {name} does not name this ruling")
        if ruling.switch:
            other = switches.setdefault(ruling.switch.option, ruling.id)
            if other != ruling.id and index.rulings[other].switch != ruling.switch:
                raise row.wrong("switch", f"differs from the same option in {other}")


# -- citing --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """Where a citation stands. The name is module:qualname."""

    name: str
    file: str
    line: int


_marked: dict[tuple[str, str], list[CitedPlace]] = {}


def rule(game: str, *citations: str) -> Callable[[Marked], Marked]:
    """Mark a function, test or test class with what it implements or checks.

    >>> @rule("toy", "8.33", "8.34b")
    ... def test_withdrawal(): ...
    >>> test_withdrawal.__rules__
    (('toy', '8.33'), ('toy', '8.34b'))
    """
    if not citations or not all(isinstance(c, str) and c for c in (game, *citations)):
        raise RulebookError("rule() wants a game and at least one rule number or statement label")

    def mark(marked: Marked) -> Marked:
        frame = sys._getframe(1)
        name = f"{marked.__module__}:{marked.__qualname__}"
        place = CitedPlace(name, frame.f_code.co_filename, frame.f_lineno)
        for citation in citations:
            _marked.setdefault((game, citation), []).append(place)
        earlier = vars(marked).get("__rules__", ()) if hasattr(marked, "__dict__") else ()
        with suppress(AttributeError, TypeError):  # compiled functions take no attributes
            marked.__rules__ = (*((game, c) for c in citations), *earlier)  # type: ignore[attr-defined]
        return marked

    return mark


def marked(game: str) -> dict[str, tuple[CitedPlace, ...]]:
    """What the decorators executed so far cite, for one game."""
    return {c: tuple(places) for (g, c), places in _marked.items() if g == game}


# -- the rulings as a document -------------------------------------------------------------------


def rulings_in_order(index: RuleIndex) -> list[Ruling]:
    """The rulings by the place of their first rule in the rulebook."""
    place = {number: i for i, number in enumerate(index.rules)}
    return sorted(index.rulings.values(), key=lambda r: (min(place[n] for n in r.rules), r.id))


def rulings_markdown(index: RuleIndex, level: Literal[2, 3, 4] = 3) -> str:
    """The rulings as Markdown, in the order of the rulebook."""
    sections: list[str] = []
    for r in rulings_in_order(index):
        lines = [
            f"{'#' * level} {r.id}: {', '.join(r.rules)}",
            "",
            f"*{r.kind}, confidence {r.confidence}*",
            "",
            f"- **Open:** {r.what}",
            f"- **Ruling:** {r.ruling}",
            f"- **Why:** {r.why}",
        ]
        if r.switch:
            lines += [
                f"- **House rule `{r.switch.option}`:** by default {r.switch.default};"
                f" otherwise {r.switch.alternative}."
            ]
        sections.append("\n".join(lines) + "\n")
    return "\n".join(sections)
