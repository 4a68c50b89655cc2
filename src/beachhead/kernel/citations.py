"""Who implements and who checks each statement of a rulebook, and how much of it is done.

Citations are found by reading the source, without running it. The number of a rule or the label of
a statement is one where it begins

- the docstring of a function, class, constant or field, or a clause of it ("8.1 …; 12.3 …");
- a comment (`# 8.33b Defeated WN units …`), which speaks for the function, constant or field that
  it stands in or above;

and where it is given to a call, as in `Refusal("8.41", …)`, or to the `rule` decorator.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beachhead.kernel.rulebook import CitedPlace, Rule, RulebookError, RuleIndex, chapter_of


@dataclass(frozen=True, slots=True)
class Citation:
    """Somebody says that a rule or statement is implemented or checked here."""

    game: str
    citation: str
    place: CitedPlace


# -- finding citations in source -----------------------------------------------------------------

_NUMBER_LIKE: Final = re.compile(r"\d+(\.\d+)+[a-z]*|[A-Z]{2,}\.[\w+-]+")
_CITING_CALLS: Final = ("Refusal", "Decision", "Chance", "Option", "Result", "tell")
"""Calls in which even a bare number, as the 7 of a chapter, is the number of a rule."""
SHOWING: Final = ("page", "drawing", "notation")
"""Packages of a game that show what a rule says and decide nothing."""
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def find_implementations(folder: Path, game: str, index: RuleIndex) -> list[Citation]:
    """What the functions, classes, constants and fields of a folder implement."""
    found: list[Citation] = []
    for path in sorted(folder.rglob("*.py")):
        tree = _parse(path)
        pieces = list(_pieces(tree, _aliases(tree), path, game, index))
        for line, citation in (*_comment_citations(path, index), *_live_citations(tree, index)):
            piece = _around(pieces, line)
            if piece is not None:
                piece.cited.append(citation)
        module = _module(path, folder)
        for piece in pieces:
            place = CitedPlace(f"{module}:{piece.name}", str(path), piece.first)
            found += [Citation(game, c, place) for c in dict.fromkeys(piece.cited)]
    return found


def implementing(citations: Iterable[Citation], rule: Rule, label: str) -> list[Citation]:
    """Who implements a statement: those that cite it, or if none does, those that cite its rule.

    A page or a drawing counts only where nothing else does: it shows what others decide.
    """
    found = [c for c in citations if c.citation in (label, rule.id)]
    for showing in (False, True):
        for cited in (label, rule.id):
            citing = [c for c in found if c.citation == cited and shows(c) == showing]
            if citing:
                return citing
    return []


def shows(citation: Citation) -> bool:
    """Whether a citation stands in a page or a drawing, which show what others decide."""
    return any(package in citation.place.name.partition(":")[0].split(".") for package in SHOWING)


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
            place = CitedPlace(f"{_module(path, folder)}:{name}", str(path), node.lineno)
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


@dataclass(frozen=True, slots=True)
class _Piece:
    """A function, class, constant or field: its qualified name, its lines and what it cites."""

    name: str
    first: int
    last: int
    cited: list[str]


def _pieces(
    tree: ast.Module, aliases: set[str], path: Path, game: str, index: RuleIndex
) -> Iterator[_Piece]:
    """The pieces of a module with what their docstrings and decorators cite."""
    yield from _constants(tree.body, "", index)
    for name, node, _ in _definitions(tree, into_functions=True):
        cited = _docstring_citations(ast.get_docstring(node) or "", index)
        cited += [c for g, c in _decorator_citations(node, path, aliases) if g == game]
        yield _Piece(name, node.lineno, node.end_lineno or node.lineno, cited)
        if isinstance(node, ast.ClassDef):
            yield from _constants(node.body, f"{name}.", index)


def _constants(body: list[ast.stmt], prefix: str, index: RuleIndex) -> Iterator[_Piece]:
    """The constants of a module or the fields of a class, each with the docstring below it."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if not isinstance(targets[0], ast.Name | ast.Tuple):
            continue
        last, cited = node.end_lineno or node.lineno, []
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            last = after.end_lineno or last
            cited = _docstring_citations(str(after.value.value), index)
        yield _Piece(prefix + ast.unparse(targets[0]).strip("()"), node.lineno, last, cited)


def _around(pieces: list[_Piece], line: int) -> _Piece | None:
    """The innermost piece that a line is in."""
    inside = [piece for piece in pieces if piece.first <= line <= piece.last]
    return min(inside, key=lambda piece: piece.last - piece.first, default=None)


def _docstring_citations(docstring: str, index: RuleIndex) -> list[str]:
    """The numbers that begin a docstring or a later clause of it."""
    first, *later = re.split(r"(?<=[;.]) ", " ".join(docstring.split()))
    cited = _leading_citations(first, index)
    for clause in later:
        cited += [c for c in _leading_citations(clause, index) if not c.isdecimal()]
    return cited


def _leading_citations(text: str, index: RuleIndex) -> list[str]:
    """8.33, 8.34a to 8.34c at the start of a text; what only looks like a rule counts as well."""
    cited: list[str] = []
    run = False
    for word in text.split():
        token = word.rstrip(",;:.") if not index.exists(word) else word
        pieces = token.split("/") if "/" in token else [token]
        if all(index.exists(p) or _NUMBER_LIKE.fullmatch(p) for p in pieces):
            cited += _between(index, cited[-1], token) if run else pieces
            run = False
        elif token == "to" and cited:
            run = True
        elif run or not (token in index.rulings or (cited and token in ("and", "&"))):
            break
    return cited


def _between(index: RuleIndex, first: str, last: str) -> list[str]:
    """What follows the first up to the last, among the rules or the statements of the rulebook."""
    for numbers in (list(index.rules), list(index.statements)):
        if first in numbers and last in numbers:
            return numbers[numbers.index(first) + 1 : numbers.index(last) + 1]
    return [last]


def _comment_citations(path: Path, index: RuleIndex) -> Iterator[tuple[int, str]]:
    """What comments cite, each with the line it speaks for: its own, or the one below it."""
    text = path.read_text(encoding="utf-8")
    if not any(_leading_citations(each, index) for each in re.findall(r"# (.+)", text)):
        return
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            while lines[line - 1].lstrip().startswith("#") and line < len(lines):
                line += 1
            for citation in _leading_citations(token.string.lstrip("# "), index):
                if not citation.isdecimal():
                    yield line, citation


def _live_citations(tree: ast.Module, index: RuleIndex) -> Iterator[tuple[int, str]]:
    """The rules that are given to calls, such as a refusal, a question or an event, that a table
    holds, or that are called `rule`."""
    marks: set[int] = set()
    for node in ast.walk(tree):  # a definition comes before its decorators
        values: list[ast.expr] = []
        called = ""
        if isinstance(node, _Definition):
            marks |= {id(each) for mark in node.decorator_list for each in ast.walk(mark)}
        elif isinstance(node, ast.Call) and id(node) not in marks:
            values = [*node.args, *(keyword.value for keyword in node.keywords)]
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        elif isinstance(node, ast.Dict):
            values = node.values
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("rule"):
            values = [node.value]
        for line, text in (found for value in values for found in _texts(value)):
            if index.exists(text) and (called in _CITING_CALLS or not text.isdecimal()):
                yield line, text


def _texts(value: ast.expr) -> Iterator[tuple[int, str]]:
    """The plain texts that an expression may be, or that it begins with, each with its line."""
    if isinstance(value, ast.IfExp):
        yield from _texts(value.body)
        yield from _texts(value.orelse)
    elif isinstance(value, ast.Tuple) and value.elts:
        yield from _texts(value.elts[0])
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.lineno, value.value


# -- coverage ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PartCoverage:
    """How much of a part is implemented and checked. Statements of headings are in it, but need
    neither."""

    statements: int
    headings: int
    unimplemented: tuple[str, ...]
    unchecked: tuple[str, ...]

    @property
    def implemented(self) -> int:
        return self.statements - self.headings - len(self.unimplemented)

    @property
    def checked(self) -> int:
        return self.statements - self.headings - len(self.unchecked)

    @property
    def implemented_percent(self) -> float:
        """Implemented statements in a hundred that can be."""
        return self._percent(self.implemented)

    @property
    def percent(self) -> float:
        """Checked statements in a hundred that can be checked."""
        return self._percent(self.checked)

    def _percent(self, done: int) -> float:
        """To a tenth, never rounded up."""
        testable = self.statements - self.headings
        return 1000 * done // testable / 10 if testable else 100.0

    def as_json(self) -> dict[str, Any]:
        return {
            "statements": self.statements,
            "headings": self.headings,
            "implemented": self.implemented,
            "implemented_percent": self.implemented_percent,
            "unimplemented": list(self.unimplemented),
            "checked": self.checked,
            "percent": self.percent,
            "unchecked": list(self.unchecked),
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a game is implemented and checked, by part and in all."""

    parts: Mapping[str, PartCoverage]
    total: PartCoverage


def coverage(
    index: RuleIndex, checking: Iterable[str], implementing: Iterable[str] = ()
) -> Coverage:
    """Which statements some citations check, and which others implement."""
    checked = {s.label for c in checking for s in index.covers(c)}
    implemented = {s.label for c in implementing for s in index.covers(c)}

    def of(rules: list[Rule]) -> PartCoverage:
        labels = [s.label for r in rules if r.normative for s in r.statements]
        statements = sum(len(r.statements) for r in rules)
        return PartCoverage(
            statements,
            statements - len(labels),
            tuple(label for label in labels if label not in implemented),
            tuple(label for label in labels if label not in checked),
        )

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
