"""Tests run on mutants: which tests reach a statement, and which of them fails when it is changed.

Everything is imported and collected once. For each mutant a copy of the process (fork) puts the
changed function in place of the true one and runs the tests that reach the changed statement,
those of the function's own rules first, the fastest first, up to the first that fails.
"""

from __future__ import annotations

import ast
import builtins
import functools
import gc
import hashlib
import inspect
import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any, Final

import pytest

import mutating
from beachhead.kernel.citations import find_implementations
from beachhead.kernel.rulebook import rule_index
from mutating import Mutant

TESTS: Final = Path(__file__).parent
REACHED: Final = "__reached__"
NO_RULES: Final = ("test_pack.py", "test_*_drawing.py", "test_drawing.py")
"""Long tests that know no rules: they damage component packs, and draw."""
PATIENCE: Final = 4
"""A test that takes so many times as long as it should, and so many seconds more, is stopped."""
EXCUSED: Final = 2.0
"""A mutant that nobody should be able to notice is given so many seconds of tests."""
MOST_MEMORY: Final = 4 << 30


@dataclass(slots=True)
class Result:
    """What became of a mutant: the test that caught it, if one did, and whether it cites a
    statement that the function implements."""

    id: str
    tests: int
    """How many reach the changed statement, as far as they were to be run."""
    caught_by: str = ""
    own: bool = False
    cites: bool = True
    by_time: bool = False
    source: str = ""
    """Which text of the module it was made from."""


def paths_of(game: str) -> list[str]:
    """Where the tests are that may notice."""
    folders = [f"rules/{game}", game, "test_playthroughs.py"]
    return [str(TESTS / each) for each in folders if (TESTS / each).exists()]


# --- changed code in place of the true one


def compiled(tree: ast.Module, file: Path) -> dict[tuple[str, int], CodeType]:
    """The compiled code of the functions of a module, by name and line."""

    def inside(code: CodeType) -> Iterator[CodeType]:
        for each in code.co_consts:
            if isinstance(each, CodeType):
                yield each
                yield from inside(each)

    whole = compile(tree, str(file), "exec", dont_inherit=True)
    return {(code.co_qualname, code.co_firstlineno): code for code in inside(whole)}


def functions_in(package: str) -> dict[tuple[str, int], list[FunctionType]]:
    """The functions of a package that are in memory, by file and line."""
    found: dict[tuple[str, int], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and (each.__module__ or "").startswith(package):
            code = each.__code__
            found.setdefault((code.co_filename, code.co_firstlineno), []).append(each)
    return found


def caches_in(package: str) -> list[Any]:
    """The caches of a package, which may remember what another code has computed."""
    kind = type(functools.lru_cache(lambda: None))
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, kind) and (each.__module__ or "").startswith(package)
    ]


def put_in_place(mutant: Mutant, package: str) -> None:
    """Change a function in memory, wherever it is known."""
    tree, function = mutating.mutated(mutant)
    file, line = file_of(mutant), _first_line(function)
    code = compiled(tree, file)[mutant.function, line]
    there = functions_in(package).get((str(file), line), [])
    for each in there:
        if each.__code__.co_qualname == mutant.function:
            each.__code__ = code
    if not there:
        raise LookupError(f"{mutant}: the function is not in memory")


def forget(package: str, *, made_once: bool) -> None:
    """Empty the caches; those of what is made once (they take no arguments) only if asked."""
    for each in caches_in(package):
        if made_once or inspect.signature(each).parameters:
            each.cache_clear()


def file_of(mutant: Mutant) -> Path:
    return mutating.SOURCE / mutant.game / f"{mutant.module}.py"


def _first_line(function: mutating.Definition) -> int:
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


# --- which tests reach a statement


class Statements:
    """The statements of the rules of a game, numbered, and a mark before each of them."""

    def __init__(self, game: str) -> None:
        self.package = f"beachhead.{game}"
        self.number: dict[tuple[str, int], int] = {}
        self.trees: list[tuple[Path, ast.Module]] = []
        for path in mutating.rule_modules(game):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for _, function in mutating.functions(tree):
                self._mark(mutating.module_of(game, path), function, function.body)
            self.trees.append((path, ast.fix_missing_locations(tree)))

    def _mark(self, module: str, owner: ast.AST, body: list[ast.stmt]) -> None:
        documented = isinstance(owner, mutating.Definition) and ast.get_docstring(owner) is not None
        marked: list[ast.stmt] = body[:1] if documented else []
        for statement in body[len(marked) :]:
            number = self.number.setdefault((module, statement.lineno), len(self.number))
            call = ast.Call(ast.Name(REACHED, ast.Load()), [ast.Constant(number)], [])
            marked += [ast.copy_location(ast.Expr(call), statement), statement]
            for each in _bodies(statement):
                self._mark(module, statement, each)
        body[:] = marked

    def install(self, reached: set[int]) -> None:
        """Let every statement tell that it is reached."""
        setattr(builtins, REACHED, reached.add)
        there = functions_in(self.package)
        for path, tree in self.trees:
            for (name, line), code in compiled(tree, path).items():
                for each in there.get((str(path), line), ()):
                    if each.__code__.co_qualname == name:
                        each.__code__ = code


def _bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        body = getattr(statement, name, None)
        if body:
            yield body
    for each in [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]:
        yield each.body


def digest(files: Iterable[Path]) -> str:
    together = hashlib.sha256()
    for file in files:
        together.update(file.read_bytes())
    return together.hexdigest()[:16]


class Reach:
    """Which tests reach which statements, and how long they take; kept in a file and recorded
    anew only for the test files that changed, unless the rules did."""

    def __init__(self, game: str, file: Path) -> None:
        self.game, self.file = game, file
        self.statements = Statements(game)
        own = ("test_*.py", "mutating.py", "mutant_runs.py")
        helpers = [path for path in TESTS.glob("*.py") if not any(map(path.match, own))]
        source = mutating.SOURCE
        rules = [*(source / game).rglob("*.py"), *(source / "kernel").glob("*.py")]
        numbered = hashlib.sha256(repr(self.statements.number).encode()).hexdigest()[:16]
        known = digest(sorted(rules + helpers)) + numbered
        self.kept: dict[str, Any] = {"source": known, "files": {}}
        if file.exists():
            kept = json.loads(file.read_text(encoding="utf-8"))
            if kept["source"] == self.kept["source"]:
                self.kept = kept
        self.seconds: dict[str, float] = {}
        self.reached: dict[str, int] = {}
        self.at_start = 0

    def record(self, items: list[pytest.Item], told: Callable[[int, str], None]) -> None:
        by_file: dict[Path, list[pytest.Item]] = {}
        for item in items:
            by_file.setdefault(item.path, []).append(item)
        if "start" not in self.kept:
            self.kept["start"] = in_a_copy(self._start)
        for done, (path, some) in enumerate(by_file.items(), 1):
            self._record_file(str(path.relative_to(TESTS)), digest([path]), some)
            told(done, f"{done} of {len(by_file)} files of tests: what they reach")
        self.at_start = int(self.kept["start"], 16)
        for kept in self.kept["files"].values():
            for test, (seconds, reached) in kept["tests"].items():
                if reached is not None:
                    self.seconds[test], self.reached[test] = seconds, int(reached, 16)

    def _record_file(self, name: str, now: str, items: list[pytest.Item]) -> None:
        kept = self.kept["files"].get(name, {})
        if kept.get("digest") != now:
            kept = self.kept["files"][name] = {"digest": now, "tests": {}}
        new = [item for item in items if item.nodeid not in kept["tests"]]
        if new:
            kept["tests"] |= in_a_copy(functools.partial(self._record, new))
            self.file.parent.mkdir(exist_ok=True)
            self.file.write_text(json.dumps(self.kept), encoding="utf-8")

    def _start(self) -> str:
        """What is reached when caches without arguments are filled: all that is made once."""
        reached: set[int] = set()
        self.statements.install(reached)
        caches = caches_in(f"beachhead.{self.game}")
        for each in caches:
            each.cache_clear()
        for each in caches:
            if not inspect.signature(each).parameters:
                each()
        return _bits(reached)

    def _record(self, items: list[pytest.Item]) -> dict[str, tuple[float, str | None]]:
        """The seconds and statements of each test; a test that fails anyway is of no use."""
        reached: set[int] = set()
        self.statements.install(reached)
        caches = [
            each
            for each in caches_in(f"beachhead.{self.game}")
            if inspect.signature(each).parameters
        ]
        found: dict[str, tuple[float, str | None]] = {}
        for item, after in zip(items, [*items[1:], None], strict=True):
            for each in caches:
                each.cache_clear()
            reached.clear()
            start = time.process_time()
            failed = fails(item, after)
            seconds = round(time.process_time() - start, 4)
            found[item.nodeid] = (seconds, None if failed else _bits(reached))
        return found

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant's statement."""
        bit = 1 << self.statements.number[mutant.module, mutant.line]
        if bit & self.at_start:
            return list(self.reached)
        return [test for test, reached in self.reached.items() if reached & bit]

    def is_made_once(self, mutant: Mutant) -> bool:
        return bool(self.at_start >> self.statements.number[mutant.module, mutant.line] & 1)


def _bits(numbers: Iterable[int]) -> str:
    return f"{sum(1 << number for number in numbers):x}"


def in_a_copy(work: Callable[[], Any]) -> Any:
    """What a function returns in a copy of this process, which then ends."""
    reading, pid = start_copy(work)
    with reading:
        answer = reading.read()
    os.waitpid(pid, 0)
    if not answer:
        raise RuntimeError("a copy of the process ended without an answer")
    return json.loads(answer)


def start_copy(work: Callable[[], Any]) -> tuple[IO[str], int]:
    """A pipe from which the answer of a copy of this process can be read, and its number."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            answer = json.dumps(work())
            with os.fdopen(writing, "w") as pipe:
                pipe.write(answer)
            os._exit(0)
        except BaseException as error:
            print(f"mutants: {error!r}", file=sys.stderr, flush=True)
            os._exit(1)
    os.close(writing)
    return os.fdopen(reading), pid


# --- one test, and one mutant


class Reports:
    """Hears how a test went."""

    failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        Reports.failed = Reports.failed or report.failed


def fails(item: pytest.Item, after: pytest.Item | None) -> bool:
    Reports.failed = False
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
    return Reports.failed


def citations_of(mutant: Mutant) -> set[str]:
    """The statements that a mutant's function cites, in its docstring or in its comments."""
    index = rule_index(mutant.game)
    cites = [
        each.citation
        for each in _implementations(mutant.game)
        if each.place.file.endswith(f"/{mutant.game}/{mutant.module}.py")
        and each.place.name.partition(":")[2].split(".<locals>.")[0] == mutant.function
    ]
    text = file_of(mutant).read_text(encoding="utf-8")
    for name, function in mutating.functions(ast.parse(text)):
        if name == mutant.function:
            lines = text.splitlines()[function.lineno - 1 : function.end_lineno]
            for comment in re.findall(r"# ([^\n]*)", "\n".join(lines)):
                words = comment.replace(",", " ").split()
                cites += [word for word in words[:3] if index.exists(word)]
    return {each.label for citation in cites for each in index.covers(citation)}


@functools.cache
def _implementations(game: str) -> list[Any]:
    return find_implementations(mutating.SOURCE / game, game, rule_index(game))


def statements_of(item: pytest.Item, game: str) -> set[str]:
    """The statements that a test checks."""
    from rule_marks import cited  # pytest wants to import it first

    index = rule_index(game)
    return {
        each.label
        for owner, citation in cited(item)
        if owner == game and index.exists(citation)
        for each in index.covers(citation)
    }


@dataclass(slots=True)
class Running:
    """A copy of the process at work on a mutant."""

    mutant: Mutant
    tests: list[str]
    own: int
    pipe: IO[str]
    result: Result


class Runner:
    """Runs tests on mutants, instead of pytest's own loop."""

    def __init__(
        self,
        game: str,
        mutants: list[Mutant],
        reach: Path,
        *,
        jobs: int = 1,
        seconds: float = 10,
        excused: Collection[tuple[str, ...]] = (),
        known: dict[str, Result] | None = None,
        told: Callable[[str, int, int, str], None] = lambda *_: None,
        keep: Callable[[Result], None] = lambda _: None,
    ) -> None:
        self.game, self.mutants = game, mutants
        self.reach_file, self.jobs, self.budget = reach, jobs, seconds
        self.excused = excused
        self.known, self.told, self.keep = known or {}, told, keep
        self.results: dict[str, Result] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        manager = session.config.pluginmanager
        manager.unregister(name="terminalreporter")
        manager.register(Reports())
        self.items = {item.nodeid: item for item in session.items}
        self.reach = Reach(self.game, self.reach_file)
        files = len({item.path for item in session.items})
        self.reach.record(session.items, lambda done, text: self.told("reach", done, files, text))
        self.checked = {name: statements_of(each, self.game) for name, each in self.items.items()}
        self.run_all()
        return True

    def run_all(self) -> None:
        waiting = list(reversed(self.mutants))
        running: dict[int, Running] = {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                self._begin(waiting.pop(), running)
            if running:
                pid, status = os.wait()
                if pid in running:
                    self._ended(running.pop(pid), status)

    def _begin(self, mutant: Mutant, running: dict[int, Running]) -> None:
        cites = citations_of(mutant)
        tests, own = self.order(mutant, cites)
        source = digest([file_of(mutant)])
        fresh = Result(mutant.id, len(tests), cites=bool(cites), source=source)
        known = self.known.get(mutant.id)
        if known is not None and known.source == source and self._holds(known, fresh):
            self._finish(mutant, known)
        elif not tests:
            self._finish(mutant, fresh)
        else:
            pipe, pid = start_copy(lambda: self._try(mutant, tests))
            running[pid] = Running(mutant, tests, own, pipe, fresh)

    def _holds(self, known: Result, fresh: Result) -> bool:
        """Whether a result of another run needs no other: the test that caught it is still
        there, or no test has been added."""
        if known.caught_by:
            return known.caught_by in self.reach.seconds
        return known.tests == fresh.tests

    def order(self, mutant: Mutant, cites: set[str]) -> tuple[list[str], int]:
        """The tests for a mutant, in order, and how many of them are its statement's own; of the
        others only as many as can be run in the seconds that it is given."""
        seconds = self.reach.seconds
        tests = [test for test in self.reach.tests_of(mutant) if test in self.items]
        tests.sort(key=lambda test: (not cites & self.checked[test], seconds[test]))
        own = sum(bool(cites & self.checked[test]) for test in tests)
        taken = accumulate(seconds[test] for test in tests)
        budget = min(self.budget, EXCUSED) if mutant.key in self.excused else self.budget
        return [
            test
            for number, (test, so_far) in enumerate(zip(tests, taken, strict=True))
            if number < own or so_far <= budget
        ], own

    def _ended(self, run: Running, status: int) -> None:
        answer = run.pipe.read()
        run.pipe.close()
        if os.WIFSIGNALED(status):  # the test under way took too long
            run.result.by_time = True
            number = self._stopped_at(run.mutant)
        elif not answer:
            raise RuntimeError(f"{run.mutant}: the copy of the process failed; see above")
        else:
            number = json.loads(answer)
        if number is not None:
            run.result.caught_by, run.result.own = run.tests[number], number < run.own
        self._finish(run.mutant, run.result)

    def _finish(self, mutant: Mutant, result: Result) -> None:
        self.results[mutant.id] = result
        self.keep(result)
        done, total = len(self.results), len(self.mutants)
        alive = sum(not each.caught_by for each in self.results.values())
        self.told("mutants", done, total, f"{done} of {total} mutants, {alive} not caught")

    def _mark(self, mutant: Mutant) -> Path:
        return self.reach_file.with_name(f"{self.reach_file.stem}-{mutant.id}.at")

    def _stopped_at(self, mutant: Mutant) -> int:
        mark = self._mark(mutant)
        number = int(mark.read_text())
        mark.unlink()
        return number

    def _try(self, mutant: Mutant, tests: list[str]) -> int | None:
        """In the copy: the number of the first test that fails, if one does."""
        limits = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, limits[1]))
        package = f"beachhead.{self.game}"
        put_in_place(mutant, package)
        forget(package, made_once=self.reach.is_made_once(mutant))
        mark = self._mark(mutant)
        for number, test in enumerate(tests):
            mark.write_text(str(number))
            patience = PATIENCE * (1 + self.reach.seconds[test])
            signal.setitimer(signal.ITIMER_VIRTUAL, patience)
            signal.alarm(int(20 * patience))
            after = self.items[tests[number + 1]] if number + 1 < len(tests) else None
            if fails(self.items[test], after):
                mark.unlink()
                return number
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        mark.unlink()
        return None


def run(game: str, runner: Runner) -> int:
    """Collect the tests of a game once, and run them on mutants."""
    quiet = ["-q", "-q", "--tb=no", "--assert=plain", "-p", "no:cacheprovider"]
    ignored = [f"--ignore-glob=*/{name}" for name in NO_RULES]
    return int(pytest.main([*quiet, *ignored, *paths_of(game)], plugins=[runner]))
