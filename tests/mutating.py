"""Mutants: the rules' code of a game with one small thing changed, and a seeded sample of them.

A mutant is an edit of the syntax tree of one function. Nothing is written to disk: the changed
function is compiled and put in place of the true one (see `mutant_runs`).
"""

from __future__ import annotations

import ast
import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

SOURCE: Final = Path(__file__).resolve().parents[1] / "src" / "beachhead"

LEFT_OUT: Final = {
    "__init__": "no rules",
    "game": "the game as the table speaks it: wiring",
    "house_rules": "names and words of settings",
    "schema": "what the component pack may hold",
    "chart_schema": "what the component pack may hold",
    "pack": "loads the component pack",
    "board": "the map of the component pack, as lookups",
    "pieces": "the counters of the component pack, as lookups",
    "cards": "the cards of the component pack, as lookups",
    "card_list": "the cards of the component pack, as lookups",
    "checks": "checks the component pack",
    "invariants": "checks the table",
    "ledger": "checks the events",
    "view": "shows the table",
    "senses": "says what that view is made of",
    "odds": "foretells; docs/odds.md says how it is checked",
    "action_odds": "foretells; docs/odds.md says how it is checked",
    "attack_odds": "foretells; docs/odds.md says how it is checked",
    "fire_danger": "foretells; docs/odds.md says how it is checked",
    "option_odds": "foretells; docs/odds.md says how it is checked",
    "why_not": "answers why not, by the rules' own refusals",
    "units_and_hexes": "answers why not, by the rules' own refusals",
    "optional_rules": "answers why not, by the rules' own refusals",
}
"""Modules that hold no rules, and why."""

NO_RULES: Final = {"drawing", "notation", "page"}
"""Rooms that hold none: they draw, write and show."""

WORDS: Final = {"tell", "Refusal", "BeachheadError", "Progress"}
"""What is given to these is told to people: it is left as it is."""

SWAPPED_OPERATORS: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
SWAPPED_NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change to one function. `nth` tells apart changes that read alike."""

    game: str
    module: str
    function: str
    kind: str
    before: str
    after: str
    nth: int
    line: int
    number: int
    """Which of the edits of its module it is."""

    @property
    def key(self) -> tuple[str, ...]:
        """What it is, wherever it stands in the file."""
        return (self.game, self.module, self.function, self.before, self.after, str(self.nth))

    @property
    def id(self) -> str:
        return hashlib.sha256("\0".join(self.key).encode()).hexdigest()[:8]

    def __str__(self) -> str:
        where = f"{self.game}/{self.module}.py:{self.line} {self.function}"
        return f"{self.id} {where}: {self.before}  ->  {self.after}"


# --- where something can be changed


@dataclass(slots=True)
class Edit:
    """A place in a tree, and what to put there. Done twice it undoes itself."""

    kind: str
    owner: ast.AST
    field: str
    index: int | None
    new: Any
    statement: ast.stmt

    def swap(self) -> None:
        if self.index is None:
            old = getattr(self.owner, self.field)
            setattr(self.owner, self.field, self.new)
        else:
            listed = getattr(self.owner, self.field)
            old, listed[self.index] = listed[self.index], self.new
        self.new = old

    def described(self) -> tuple[str, str]:
        """The statement, of a compound one the first line, before and after."""
        before = _first_line(self.statement)
        if self.kind in ("statement deleted", "body skipped"):
            return before, self.kind
        if isinstance(self.new, ast.stmt):
            return before, _first_line(self.new)
        self.swap()
        after = _first_line(self.statement)
        self.swap()
        return before, after


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).split("\n")[0]


def functions(tree: ast.Module) -> Iterator[tuple[str, Definition]]:
    """The functions of a module and the methods of its classes, by qualified name; those that
    only tell something are left out."""

    def inside(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, Definition]]:
        for node in body:
            if isinstance(node, Definition) and not node.name.lstrip("_").startswith("tell"):
                yield prefix + node.name, node
            elif isinstance(node, ast.ClassDef):
                yield from inside(node.body, f"{prefix}{node.name}.")

    yield from inside(tree.body, "")


def edits(function: Definition) -> Iterator[Edit]:
    """Everything that can be changed in a function, in the order of its text."""
    body = function.body
    documented = ast.get_docstring(function) is not None
    for index in range(1 if documented else 0, len(body)):
        for edit in _statement_edits(function, "body", index, body[index]):
            if edit.kind != "statement deleted" or not _names_first(function, edit.statement):
                yield edit


def _names_first(function: Definition, node: ast.stmt) -> bool:
    """Whether a statement gives a name its first value: without it there is no sense."""
    if not isinstance(node, ast.Assign):
        return False
    names = {each.id for target in node.targets for each in _stored(target)}
    known = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    for each in _stored(function):
        if each.lineno < node.lineno:
            known.add(each.id)
    return not names <= known


def _stored(node: ast.AST) -> list[ast.Name]:
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    return [each for each in names if isinstance(each.ctx, ast.Store)]


def _statement_edits(owner: ast.AST, field: str, index: int, node: ast.stmt) -> Iterator[Edit]:
    if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
        return
    if _tells(node):
        return
    yield from _whole_edits(owner, field, index, node)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "args", "decorator_list", "type_params"):
            continue
        for at, child in _children(value):
            if isinstance(child, ast.stmt):
                assert at is not None
                yield from _statement_edits(node, name, at, child)
            elif isinstance(child, ast.ExceptHandler | ast.match_case):
                for inner, statement in enumerate(child.body):
                    yield from _statement_edits(child, "body", inner, statement)
            elif isinstance(child, ast.AST):
                yield from _expression_edits(node, name, at, child, node)


def _tells(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and _name_of(node.value.func) in WORDS
    )


def _only_tells(node: ast.stmt) -> bool:
    return _tells(node) or (isinstance(node, ast.Assign) and _is_text(node.value))


def _whole_edits(owner: ast.AST, field: str, index: int, node: ast.stmt) -> Iterator[Edit]:
    """Changes to a statement as a whole."""

    def edit(kind: str, new: ast.stmt) -> Edit:
        return Edit(kind, owner, field, index, ast.copy_location(new, node), node)

    match node:
        case ast.Return(value=ast.Call(func=ast.Name(id="Refusal"))):
            yield edit("refusal dropped", ast.Return(ast.Constant(None)))
        case ast.Assign(value=value) | ast.AugAssign(value=value) if _is_text(value):
            return
        case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Delete():
            yield edit("statement deleted", ast.Pass())
        case ast.Break():
            yield edit("break and continue", ast.Continue())
        case ast.Continue():
            yield edit("break and continue", ast.Break())
        case ast.If(body=body, orelse=orelse) if all(map(_only_tells, body + orelse)):
            return
        case ast.If(test=test):
            negated = ast.UnaryOp(ast.Not(), test)
            yield Edit("condition negated", node, "test", None, negated, node)
            yield Edit("body skipped", node, "body", None, [ast.Pass()], node)


def _expression_edits(
    owner: ast.AST, field: str, index: int | None, node: ast.AST, statement: ast.stmt
) -> Iterator[Edit]:
    """Changes within an expression."""
    if _is_text(node):
        return
    match node:
        case ast.Call(func=func) if _name_of(func) in WORDS:
            return
        case ast.keyword(arg="strict"):
            return
        case ast.Constant(value=bool() as value):
            yield Edit("true and false", node, "value", None, not value, statement)
        case ast.Constant(value=int() as value):
            for other in (value + 1, value - 1):
                yield Edit("constant", node, "value", None, other, statement)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield Edit("not removed", owner, field, index, operand, statement)
        case ast.IfExp(test=test):
            negated = ast.UnaryOp(ast.Not(), test)
            yield Edit("condition negated", node, "test", None, negated, statement)
        case ast.Name(id=name) if name in SWAPPED_NAMES and isinstance(owner, ast.Call):
            yield Edit("name", node, "id", None, SWAPPED_NAMES[name], statement)
        case ast.Compare(ops=ops):
            for at, operator in enumerate(ops):
                new = SWAPPED_OPERATORS[type(operator)]()
                yield Edit("comparison", node, "ops", at, new, statement)
        case ast.BoolOp(op=operator) | ast.BinOp(op=operator):
            if type(operator) in SWAPPED_OPERATORS:
                new = SWAPPED_OPERATORS[type(operator)]()
                yield Edit("operator", node, "op", None, new, statement)
    for name, value in ast.iter_fields(node):
        for place, child in _children(value):
            if isinstance(child, ast.AST) and not isinstance(child, ast.arguments):
                yield from _expression_edits(node, name, place, child, statement)


def _is_text(node: ast.AST) -> bool:
    """Whether something is made of words for people."""
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return _is_text(body) and _is_text(orelse)
        case ast.Call(func=ast.Attribute(attr="join")):
            return True
    return False


def _children(value: Any) -> Iterator[tuple[int | None, Any]]:
    if isinstance(value, list):
        yield from enumerate(value)
    else:
        yield None, value


def _name_of(function: ast.AST) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


# --- all mutants of a game, and some of them


def rule_modules(game: str) -> list[Path]:
    """The files that hold the rules of a game."""
    return [
        path
        for path in sorted((SOURCE / game).rglob("*.py"))
        if path.stem not in LEFT_OUT and path.parent.name not in NO_RULES
    ]


def module_of(game: str, path: Path) -> str:
    """A module by its room and name, as `landing/arrivals`."""
    return str(path.relative_to(SOURCE / game).with_suffix(""))


def mutants_of(game: str, path: Path) -> Iterator[tuple[Mutant, float]]:
    """Every mutant of a module with its weight: a function counts by its lines."""
    number, module = 0, module_of(game, path)
    for name, function in functions(ast.parse(path.read_text(encoding="utf-8"))):
        alike: Counter[tuple[str, str]] = Counter()
        found: list[Mutant] = []
        for edit in edits(function):
            before, after = edit.described()
            nth = alike[before, after]
            alike[before, after] += 1
            line = edit.statement.lineno
            found.append(Mutant(game, module, name, edit.kind, before, after, nth, line, number))
            number += 1
        lines = (function.end_lineno or function.lineno) - function.lineno + 1
        yield from ((mutant, lines / len(found)) for mutant in found)


@cache
def all_mutants(game: str) -> list[tuple[Mutant, float]]:
    return [each for path in rule_modules(game) for each in mutants_of(game, path)]


def sample(game: str, count: int, seed: int) -> list[Mutant]:
    """Some mutants, a function as likely as it is long. Each mutant draws its own lot, so that a
    change elsewhere in the code leaves the others in the sample."""

    def lot(mutant: Mutant, weight: float) -> float:
        drawn: float = random.Random(f"{seed} {mutant.id}").random() ** (1 / weight)
        return drawn

    drawn = sorted(all_mutants(game), key=lambda each: lot(*each), reverse=True)
    chosen = [mutant for mutant, _ in drawn[:count]]
    return sorted(chosen, key=lambda mutant: (mutant.module, mutant.line, mutant.number))


def mutated(mutant: Mutant) -> tuple[ast.Module, Definition]:
    """The module with the change made, and the function in it."""
    tree = ast.parse((SOURCE / mutant.game / f"{mutant.module}.py").read_text(encoding="utf-8"))
    number = 0
    for _, function in functions(tree):
        for edit in edits(function):
            if number == mutant.number:
                edit.swap()
                return ast.fix_missing_locations(tree), function
            number += 1
    raise LookupError(f"there is no {mutant}")
