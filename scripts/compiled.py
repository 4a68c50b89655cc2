"""Compile the kernel and the rules with mypyc, for those who want their games faster.

pyproject.toml lists which modules (`tool.beachhead.compiled`). They are compiled in a copy of the
package, where the extension modules lie beside the sources, which Python then passes over:

python scripts/compiled.py build/fast
PYTHONPATH=build/fast python -m beachhead --version

`make wheel FAST=1` makes a wheel of it: hatchling takes this as a build hook, if asked to.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import sys
import sysconfig
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))

FUTURE = "from __future__ import annotations"
MARK = "@mypyc_attr(allow_interpreted_subclasses=True)"
MARKING = "if _typing.TYPE_CHECKING: from mypy_extensions import mypyc_attr"
"""Only the compiler reads the mark: who plays need not have what it comes from."""

KEPT = "_KEPT_"
KEEPING = "beachhead/kernel/answers.py"
KEEPS = """

class Once:
    def __init__(self) -> None:
        self.made: Any = None

    def keep(self, made: Any) -> Any:
        self.made = made
        return made


def keep(known: dict[Any, Any], question: Any, answer: Any, most: int) -> Any:
    if 0 < most <= len(known):
        known.clear()
    known[question] = answer
    return answer
"""
"""What keeps answers in compiled code, as `functools` does for Python: written behind `KEEPING`."""

CONSTANT = re.compile(r"^([A-Z][A-Z0-9_]*) = (?![A-Z][A-Z0-9_]* = )", re.MULTILINE)
OPTIMIZE = "1"
"""What the C compiler makes of it: 2 takes half as long again."""


def main() -> int:
    if len(sys.argv) != 2:
        print("Name the folder for the compiled copy, such as build/fast.", file=sys.stderr)
        return 2
    compile_to(Path(sys.argv[1]).resolve())
    return 0


def settings() -> dict[str, Any]:
    """What pyproject.toml says about it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: dict[str, Any] = project["tool"]["beachhead"]["compiled"]
    return found


def modules() -> list[str]:
    """The files to compile, as seen from the folder that holds the package."""
    listed, package = settings(), SOURCE / "beachhead"
    found = {path for pattern in listed["modules"] for path in package.glob(pattern)}
    found -= {path for pattern in listed["interpreted"] for path in package.glob(pattern)}
    return sorted(str(path.relative_to(SOURCE)) for path in found if path.stem != "__init__")


def compile_to(folder: Path) -> None:
    """Make a copy of the package in a folder, with everything compiled that is to be."""
    sys.path.insert(0, str(SOURCE))
    ignored = shutil.ignore_patterns("__pycache__", f"*{SUFFIX}")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SOURCE, folder, ignore=ignored)
    with tempfile.TemporaryDirectory() as work:
        staged = Path(work) / "src"
        shutil.copytree(SOURCE, staged, ignore=ignored)
        for name in modules():
            path = staged / name
            text = for_compiler(path.read_text("utf-8"))
            path.write_text(f"{text}{copiers(name)}", "utf-8")
        with (staged / KEEPING).open("a", encoding="utf-8") as answers:
            answers.write(KEEPS)
        run_compiler(staged)
        for library in staged.rglob(f"*{SUFFIX}"):
            shutil.copy2(library, folder / library.relative_to(staged))


# --- what the compiler must be told, without moving a line of the source


def for_compiler(text: str) -> str:
    """The source of a module as mypyc needs it.

    Compiled dataclasses forget what their annotations say in brackets, by which they are copied,
    saved and read: they get them back. What they set without an annotation is not a field, but
    would become one, so it is set behind the class. Some classes are marked, and constants are
    said to be final, so that nobody looks them up. What functools keeps is kept by compiled code.
    """
    lines, behind = text.split("\n"), list[str]()
    subclassed = settings()["subclassed"]
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            keep_answers(lines, node)
        if not isinstance(node, ast.ClassDef):
            continue
        if node.name in subclassed:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            fill(lines, first - 2, MARK)
        if any("dataclass" in ast.unparse(each) for each in node.decorator_list):
            hints = {}
            for each in node.body:
                if isinstance(each, ast.AnnAssign):
                    hints[ast.unparse(each.target)] = ast.unparse(each.annotation)
                elif isinstance(each, ast.Assign):
                    behind.append(f"{node.name}.{ast.unparse(each)}")
                    lines[each.lineno - 1] = ""
            behind.append(f'setattr({node.name}, "__annotations__", {hints!r})')
            construct(lines, node)
    start = lines.index(FUTURE)
    lines[start] = f"{FUTURE}; import typing as _typing"
    if any(KEPT in line for line in lines):
        lines[start] += "; from beachhead.kernel.answers import Once as _Once, keep as _keep_it"
    fill(lines, start + 1, MARKING)
    return re.sub(CONSTANT, r"\1: _typing.Final = ", "\n".join([*lines, *behind, ""]))


def construct(lines: list[str], made: ast.ClassDef) -> None:
    """Write the constructor of a dataclass below its docstring, unless there is more to it than
    fields: dataclasses make theirs when they are imported, and so it would not be compiled."""
    fields = [each for each in made.body if isinstance(each, ast.AnnAssign)]
    plain = all(each.value is None or isinstance(each.value, ast.Constant) for each in fields)
    frozen = any("frozen" in ast.unparse(each) for each in made.decorator_list)
    below = made.body[0].end_lineno or 0
    if not plain or frozen or made.bases or not ast.get_docstring(made) or lines[below]:
        return
    given = [ast.unparse(each) for each in fields]
    sets = [f"self.{each} = {each}" for each in (ast.unparse(each.target) for each in fields)]
    lines[below] = f"    def __init__(self, {', '.join(given)}) -> None: {'; '.join(sets)}"


def copiers(name: str) -> str:
    """What copies the plain data of a module, with types: to be written behind it."""
    from beachhead.kernel.plain import Plain, copying  # noqa: PLC0415 - of the sources

    module, text = importlib.import_module(name.removesuffix(".py").replace("/", ".")), ""
    for cls in vars(module).values():
        plain = isinstance(cls, type) and issubclass(cls, Plain) and is_dataclass(cls)
        if plain and cls.__module__ == module.__name__:
            own = cls.__name__
            lines = [f" new = {own}.__new__({own})", *copying(cls), " return new"]
            text += f"\ndef _copy_of_{own}(self: {own}) -> {own}:\n" + "\n".join(lines) + "\n"
            text += f"_COPIERS[{own}] = _copy_of_{own}\n"
    return f"from beachhead.kernel.plain import COPIERS as _COPIERS\n{text}" if text else ""


def keep_answers(lines: list[str], function: ast.FunctionDef) -> None:
    """Let a function that functools would wrap keep its answers itself: others then call it
    without going through Python. It gets the line of its decorator, and where the answers are
    the one above; what works them out gets another name."""
    if len(function.decorator_list) != 1 or function.returns is None:
        return
    made, _, most = ast.unparse(function.decorator_list[0]).rstrip(")").partition("(")
    if made not in ("cache", "lru_cache"):
        return
    name, answer, line = function.name, ast.unparse(function.returns), function.lineno - 1
    known, worker, given = f"{KEPT}{name}", f"_work_out_{name}", function.args
    names = [each.arg for each in given.args]
    more = [f"*{given.vararg.arg}"] if given.vararg else []
    more += [f"{each.arg}={each.arg}" for each in given.kwonlyargs]
    work = f"{worker}({', '.join([*names, *more])})"
    names += [each.lstrip("*").partition("=")[0] for each in more]
    key = names[0] if len(names) == 1 else f"({', '.join(names)})"
    begin = f"def {name}({ast.unparse(given)}) -> {answer}: return"
    if not names:
        found, holds, first = f"{known}.made", "_Once", "_Once()"
        kept = f"{known}.keep({work})"
    else:
        found, holds, first = f"{known}.get({key})", "dict[_typing.Any, _typing.Any]", "{}"
        kept = f"_keep_it({known}, {key}, {work}, {most or 0})"
    fill(lines, line - 2, f"{known}: _typing.Final[{holds}] = {first}")
    if "None" in answer:
        lines[line - 1] = f"{begin} {known}[{key}] if {key} in {known} else {kept}"
    else:
        lines[line - 1] = f"{begin} found if (found := {found}) is not None else {kept}"
    lines[line] = lines[line].replace(f"def {name}(", f"def {worker}(")


def fill(lines: list[str], number: int, text: str) -> None:
    """Write on a line that must be blank, so that tracebacks name the lines of the source."""
    if lines[number]:
        raise ValueError(f"line {number + 1} should be blank: {lines[number]}")
    lines[number] = text


# --- running it


def run_compiler(folder: Path) -> None:
    """Put the extension modules beside the sources in a folder."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only who compiles needs it
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    class BuildAtOnce(build_ext):
        """Compiles the many files of one library on all processors."""

        def build_extensions(self) -> None:
            one_by_one = self.compiler.compile

            def compile_at_once(sources: list[str], **given: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    made = pool.map(lambda source: one_by_one([source], **given), sources)
                    return [each for objects in made for each in objects]

            self.compiler.compile = compile_at_once
            super().build_extensions()

    here, work = Path.cwd(), folder.parent
    os.chdir(folder)
    try:
        # All that is compiled counts as one cycle of imports, in which not every type can be
        # inferred in time. `make check` has seen to the types.
        extensions = mypycify(
            ["--disable-error-code=has-type", *modules()],
            group_name="beachhead",
            multi_file=True,
            opt_level=OPTIMIZE,
            debug_level="0",
            target_dir=str(work / "c"),
        )
        build = BuildAtOnce(Distribution({"name": "beachhead", "ext_modules": extensions}))
        build.inplace, build.build_temp, build.build_lib = True, str(work / "o"), str(work / "lib")
        build.parallel = os.cpu_count()
        build.ensure_finalized()
        build.run()
    finally:
        os.chdir(here)


if __name__ == "__main__":
    sys.exit(main())
