"""Who implements and who checks each statement of a rulebook, and how much of it is checked.

Citations are found by reading the source, without running it: a docstring that starts with the
number of a rule, or the `rule` decorator.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beachhead.kernel.rulebook import Place, Rule, RulebookError, RuleIndex, chapter_of


@dataclass(frozen=True, slots=True)
class Citation:
    """Somebody says that a rule or statement is implemented or checked here."""

    game: str
    citation: str
    place: Place


# -- finding citations in source -----------------------------------------------------------------

_NUMBER_LIKE: Final = re.compile(r"\d+(\.\d+)+[a-z]*|[A-Z]{2,}\.[\w+-]+")
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def find_implementations(folder: Path, game: str, index: RuleIndex) -> list[Citation]:
    """What the functions and classes of a folder implement, by docstring or by decorator."""
    found: list[Citation] = []
    for path in sorted(folder.rglob("*.py")):
        tree = _parse(path)
        aliases = _aliases(tree)
        for name, node, _ in _definitions(tree, into_functions=True):
            place = Place(f"{_module(path, folder)}:{name}", str(path), node.lineno)
            cited = _docstring_citations(ast.get_docstring(node) or "", index)
            cited += [c for g, c in _decorator_citations(node, path, aliases) if g == game]
            found += [Citation(game, c, place) for c in dict.fromkeys(cited)]
    return found


def find_checks(folder: Path, game: str) -> list[Citation]:
    """What the tests of a folder check. Tests marked skip or xfail check nothing."""
    found: list[Citation] = []
    for path in sorted(folder.rglob("test_*.py")):
        tree = _parse(path)
        aliases = _aliases(tree)
        for name, node, idle in _definitions(tree, into_functions=False):
            cited = [c for g, c in _decorator_citations(node, path, aliases) if g == game]
            if cited and not _is_test(node):
                raise RulebookError(f"{path}:{node.lineno}: {name} cites a rule but is no test")
            if idle:
                continue
            place = Place(f"{_module(path, folder)}:{name}", str(path), node.lineno)
            found += [Citation(game, c, place) for c in dict.fromkeys(cited)]
    return found


def unknown_citations(citations: Iterable[Citation], index: RuleIndex) -> list[str]:
    """One line for each citation of something that the index does not hold."""
    lines: list[str] = []
    for c in citations:
        if not index.exists(c.citation):
            near = index.near(c.citation, 3)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            where = f"{c.place.file}:{c.place.line}: {c.place.name}"
            lines.append(f"{where} cites {c.game} {c.citation!r}, which is not in the index{hint}")
    return lines


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    except (SyntaxError, ValueError) as e:
        line = getattr(e, "lineno", None) or 1
        raise RulebookError(f"{path}:{line}: cannot be read as Python ({e})") from e
    except OSError as e:
        raise RulebookError(f"{path}: cannot be read ({e.strerror})") from e


def _module(path: Path, folder: Path) -> str:
    top = folder
    while (top / "__init__.py").exists() and (top.parent / "__init__.py").exists():
        top = top.parent
    return ".".join((top.name, *path.relative_to(top).with_suffix("").parts))


def _aliases(tree: ast.Module) -> set[str]:
    """The names under which a module knows the decorator."""
    return {"rule"} | {
        name.asname
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.name == "rule" and name.asname
    }


def _definitions(
    tree: ast.Module, *, into_functions: bool
) -> Iterator[tuple[str, _Definition, bool]]:
    """Each definition with its qualified name and whether it, or a class around it, is idle."""

    def inside(body: list[ast.stmt], prefix: str, idle: bool) -> Iterator[Any]:
        for node in body:
            if isinstance(node, ast.If | ast.With | ast.Try):
                yield from inside(node.body, prefix, idle)
            if not isinstance(node, _Definition):
                continue
            name, still = prefix + node.name, idle or _is_idle(node)
            yield name, node, still
            if isinstance(node, ast.ClassDef):
                yield from inside(node.body, f"{name}.", still)
            elif into_functions:
                yield from inside(node.body, f"{name}.<locals>.", still)

    yield from inside(tree.body, "", False)


def _is_test(node: _Definition) -> bool:
    return node.name.startswith("Test" if isinstance(node, ast.ClassDef) else "test")


def _is_idle(node: _Definition) -> bool:
    """Whether a test is marked as skipped or as expected to fail."""
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(target, ast.Attribute) and target.attr in ("skip", "xfail"):
            return True
    return False


def _decorator_citations(node: _Definition, path: Path, aliases: set[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    calls = (c for d in node.decorator_list for c in ast.walk(d) if isinstance(c, ast.Call))
    for call in calls:
        if not _is_rule(call.func, aliases):
            continue
        texts = [a.value for a in call.args if isinstance(a, ast.Constant)]
        literal = [t for t in texts if isinstance(t, str)]
        if len(literal) < len(call.args) or len(literal) < 2 or call.keywords:
            raise RulebookError(
                f"{path}:{call.lineno}: rule() on {node.name} should be given the game and rule"
                " numbers as plain texts, so that they can be found without running the file"
            )
        found += [(literal[0], citation) for citation in literal[1:]]
    return found


def _is_rule(name: ast.expr, aliases: set[str]) -> bool:
    if isinstance(name, ast.Name):
        return name.id in aliases
    if not (isinstance(name, ast.Attribute) and name.attr == "rule"):
        return False
    owner = name.value
    owned_by = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
    return owned_by in ("rulebook", "mark")


def _docstring_citations(docstring: str, index: RuleIndex) -> list[str]:
    """8.33, 8.34 at the start of a docstring; a number that looks like a rule counts if unknown."""
    cited: list[str] = []
    for word in docstring.split():
        token = word.rstrip(",;:.") if not index.exists(word) else word
        pieces = token.split("/") if "/" in token else [token]
        if all(index.exists(p) or _NUMBER_LIKE.fullmatch(p) for p in pieces):
            cited += pieces
        elif not (cited and token in ("and", "&")):
            break
    return cited


# -- coverage ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PartCoverage:
    """How much of a part is checked. Statements of headings are in it, but need no test."""

    statements: int
    headings: int
    checked: int
    unchecked: tuple[str, ...]

    @property
    def percent(self) -> float:
        """Checked statements in a hundred that can be checked, to a tenth, never rounded up."""
        testable = self.statements - self.headings
        return 1000 * self.checked // testable / 10 if testable else 100.0

    def as_json(self) -> dict[str, Any]:
        return {
            "statements": self.statements,
            "headings": self.headings,
            "checked": self.checked,
            "percent": self.percent,
            "unchecked": list(self.unchecked),
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a game is checked, by part and in all."""

    parts: Mapping[str, PartCoverage]
    total: PartCoverage


def coverage(index: RuleIndex, citations: Iterable[str]) -> Coverage:
    """Which statements these citations check."""
    checked = {s.label for c in citations for s in index.covers(c)}

    def of(rules: list[Rule]) -> PartCoverage:
        labels = [s.label for r in rules if r.normative for s in r.statements]
        unchecked = tuple(label for label in labels if label not in checked)
        statements = sum(len(r.statements) for r in rules)
        headings, done = statements - len(labels), len(labels) - len(unchecked)
        return PartCoverage(statements, headings, done, unchecked)

    rules = list(index.rules.values())
    parts = {part: of([r for r in rules if r.part == part]) for part in index.parts()}
    return Coverage(parts, of(rules))


def compact(index: RuleIndex, labels: Iterable[str]) -> list[str]:
    """Statement labels as a short list: whole rules, runs of whole rules, single statements."""
    wanted = set(labels)
    entries: list[str] = []
    run: list[str] = []

    def close_run() -> None:
        if run:
            entries.append(run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}")
            run.clear()

    for r in index.rules.values():
        missing = [s.label for s in r.statements if s.label in wanted]
        if not r.normative:
            continue
        if run and (len(missing) < len(r.statements) or r.chapter != chapter_of(run[0])):
            close_run()
        if len(missing) == len(r.statements):
            run.append(r.id)
        else:
            entries.extend(missing)
    close_run()
    return entries
