"""`beachhead rules`: the rule index, who implements each rule, and which tests check it."""

import argparse
import json
import os
import re
import sys
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.checks import brief
from beachhead.kernel.citations import (
    Citation,
    Coverage,
    PartCoverage,
    compact,
    coverage,
    find_checks,
    find_implementations,
    implementing,
    shows,
    unknown_citations,
)
from beachhead.kernel.play import Game
from beachhead.kernel.rulebook import (
    PACKAGE,
    Rule,
    RulebookError,
    RuleIndex,
    Ruling,
    rule_index,
    rulings_markdown,
)

WIDTH = 100


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "rules",
        help="show the rules, who implements them and which tests check them",
        description="Show the rule index of a game: its chapters, a rule, or what is checked.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help=", ".join(beachhead.games()))
    parser.add_argument(
        "number",
        nargs="?",
        metavar="NUMBER",
        help="a rule (8.33), a statement (8.33b), a chapter (8) or a ruling (O-20)",
    )
    parser.add_argument(
        "--coverage", action="store_true", help="say what is implemented, and checked"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--search", metavar="WORD", help="find rules and rulings that speak of it")
    parser.add_argument("--tests", metavar="DIR", type=Path, help="where the tests are")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; 0 is well, 1 nothing found, 2 a wrong argument or a damaged index."""
    try:
        text = _answer(arguments)
    except BeachheadError as e:
        print(f"beachhead rules: {e}", file=sys.stderr)
        return 2
    _print(text)
    return 0 if text else 1


def _answer(arguments: argparse.Namespace) -> str:
    as_json: bool = arguments.json
    if arguments.game is None:
        if arguments.coverage or arguments.search:
            raise RulebookError(f"game: missing; one of {', '.join(beachhead.games())}")
        return _games(as_json)
    game = beachhead.load(arguments.game)
    if arguments.coverage:
        if arguments.number is not None:
            raise RulebookError("number: --coverage is of a whole game, so give no rule number")
        return _coverage(game, _tests_folder(arguments.tests, needed=True), as_json)
    if arguments.search is not None:
        return _search(game.name, game.rules, arguments.search, as_json)
    if arguments.number is None:
        return _chapters(game.name, game.rules, as_json)
    return _look_up(game, arguments.number, arguments.tests, as_json)


# -- lists ---------------------------------------------------------------------------------------


def _games(as_json: bool) -> str:
    counts = {
        name: {
            "rules": len(game.rules.rules),
            "statements": len(game.rules.statements),
            "rulings": len(game.rules.rulings),
        }
        for name, game in beachhead.load_all().items()
    }
    if as_json:
        return _json(counts)
    width = max(map(len, counts), default=0)
    return "\n".join(
        f"{game:{width}}  {n['rules']:4} rules {n['statements']:5} statements"
        f" {n['rulings']:4} rulings"
        for game, n in counts.items()
    )


def _chapters(game: str, index: RuleIndex, as_json: bool) -> str:
    chapters = index.chapters()
    if as_json:
        rows = [
            {
                "chapter": c.id,
                "title": c.title,
                "rules": len(c.rules),
                "statements": c.statements,
                "parts": list(c.parts),
            }
            for c in chapters
        ]
        return _json({"game": game, "chapters": rows})
    number = max(len(c.id) for c in chapters)
    title = max(len(c.title) for c in chapters)
    lines = [
        f"{c.id:>{number}}  {c.title:{title}}  {len(c.rules):4} {_plural(len(c.rules), 'rule'):5}"
        f" {c.statements:4} {_plural(c.statements, 'statement'):10}  {', '.join(c.parts)}"
        for c in chapters
    ]
    total = f"{game}: {len(index.rules)} rules, {len(index.statements)} statements,"
    return "\n".join([f"{total} {len(index.rulings)} rulings", "", *lines])


def _search(game: str, index: RuleIndex, word: str, as_json: bool) -> str:
    sought = word.casefold()
    hits: dict[str, str] = {}
    for r in index.rules.values():
        if sought in r.title.casefold():
            hits[r.id] = r.title
        hits |= {s.label: s.text for s in r.statements if sought in s.text.casefold()}
    for x in index.rulings.values():
        if sought in f"{x.what} {x.ruling} {x.why}".casefold():
            hits[x.id] = f"{x.what} Ruling: {x.ruling}"
    if as_json:
        return _json({"game": game, "word": word, "found": hits})
    if not hits:
        print(f"beachhead rules: nothing in {game} speaks of {word!r}", file=sys.stderr)
    return "\n".join(_item(label, text) for label, text in hits.items())


# -- one rule ------------------------------------------------------------------------------------


class _Cited(NamedTuple):
    """Who implements, shows and checks what was asked for; None if there are no tests to read."""

    implementing: list[Citation]
    showing: list[Citation]
    checking: list[Citation] | None

    def by_the_rule(self, rule: Rule, only: str | None) -> bool:
        """Whether nobody cites the statement asked for, but its rule is cited as a whole."""
        return only is not None and any(c.citation == rule.id for c in self.implementing)


def _look_up(game: Game[Any], number: str, tests: Path | None, as_json: bool) -> str:
    name, index = game.name, game.rules
    if number in index.rulings:
        ruling = index.ruling(number)
        return _json(_ruling_json(ruling)) if as_json else _ruling(ruling)
    only = number if number in index.statements else None
    below = index.under(number) if only is None else ()
    if not index.exists(number):
        if not below:
            near = index.near(number)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            raise RulebookError(f"number: {name} has no rule or statement {number!r}{hint}")
        if as_json:
            return _json({"game": name, "number": number, "below": [r.id for r in below]})
        return "\n".join(_below(below))
    rule = index.rule(index.statement(only).rule if only else number)
    folder = _tests_folder(tests, needed=False)
    by_code = find_implementations(game.sources(), name, index)
    citing = _concerning(rule, only, by_code)
    doing = implementing(by_code, rule, only) if only else [c for c in citing if not shows(c)]
    cited = _Cited(
        implementing=doing,
        showing=[c for c in citing if shows(c) and c not in doing and only in (None, c.citation)],
        checking=_concerning(rule, only, find_checks(folder, name)) if folder else None,
    )
    if as_json:
        return _json({"game": name, **_rule_json(index, rule, only, cited)})
    lines = _rule(index, rule, only, cited)
    if below:
        lines += ["", f"Below {rule.id}", *(f"  {line}" for line in _below(below))]
    return "\n".join(lines)


def _below(rules: tuple[Rule, ...]) -> list[str]:
    number = max(len(r.id) for r in rules)
    title = max(len(r.title) for r in rules)
    return [
        f"{r.id:{number}}  {r.title:{title}}  {len(r.statements):3}"
        f" {_plural(len(r.statements), 'statement'):10}  {r.part}"
        for r in rules
    ]


def _concerning(rule: Rule, only: str | None, citations: list[Citation]) -> list[Citation]:
    """The citations of a rule, or of the one statement of it that was asked for."""
    labels = {s.label for s in rule.statements} if only is None else {only}
    return [c for c in citations if c.citation == rule.id or c.citation in labels]


def _rule(index: RuleIndex, rule: Rule, only: str | None, cited: _Cited) -> list[str]:
    shown = [s for s in rule.statements if only in (None, s.label)]
    lines = [f"{rule.id} {rule.title}  ({rule.part}, {rule.phase})", ""]
    lines += [_item(s.label, s.text, "  ") for s in shown]
    if not rule.normative:
        lines += ["", "A heading only: nothing to implement or to check."]
    rulings = index.rulings_on(rule.id)
    if rulings:
        lines += ["", "Rulings", *(_ruling(r, "  ") for r in rulings)]
    lines += ["", "Implemented by"]
    lines += ["  the rule as a whole:"] if cited.by_the_rule(rule, only) else []
    lines += _places(rule, cited.implementing) or ["  nothing yet"]
    if cited.showing:
        lines += ["", "Shown by", *_places(rule, cited.showing)]
    if cited.checking is None:
        return [*lines, "", f"Checked by: {NO_TESTS}"]
    lines += ["", "Checked by", *(_places(rule, cited.checking) or ["  no test yet"])]
    if rule.normative and cited.checking:
        checked = {s.label for c in cited.checking for s in index.covers(c.citation)}
        missing = [s.label for s in shown if s.label not in checked]
        if missing:
            lines += [f"  not checked yet: {', '.join(missing)}"]
    return lines


def _places(rule: Rule, citations: list[Citation]) -> list[str]:
    """Each function once, with the statements it cites and where it stands."""
    cites: dict[tuple[str, str], list[str]] = {}
    for citation in citations:
        name = citation.place.name.partition(":")[2]
        cited = cites.setdefault((name, _path(citation)), [])
        if citation.citation != rule.id:
            cited.append(citation.citation)
    lines = []
    for (name, path), labels in cites.items():
        lines += [f"  {name}" + (f"  ({', '.join(labels)})" if labels else ""), f"    {path}"]
    return lines


def _path(citation: Citation) -> str:
    path = Path(citation.place.file)
    here = Path.cwd()
    shown = path.relative_to(here) if path.is_relative_to(here) else path
    return f"{shown}:{citation.place.line}"


def _ruling(ruling: Ruling, indent: str = "") -> str:
    facts = f"{', '.join(ruling.rules)}; {ruling.kind}, confidence {ruling.confidence}"
    items = {"Open:": ruling.what, "Ruling:": ruling.ruling, "Why:": ruling.why}
    if ruling.switch:
        s = ruling.switch
        items[f"House rule {s.option}:"] = f"{s.default}; or {s.alternative}."
    lines = [_item(ruling.id, f"({facts})", indent)]
    return "\n".join(lines + [_item(name, text, f"{indent}  ") for name, text in items.items()])


def _rule_json(index: RuleIndex, rule: Rule, only: str | None, cited: _Cited) -> dict[str, Any]:
    checking = cited.checking
    return {
        "rule": rule.id,
        "title": rule.title,
        "part": rule.part,
        "phase": rule.phase,
        "normative": rule.normative,
        "statements": {s.label: s.text for s in rule.statements if only in (None, s.label)},
        "rulings": [_ruling_json(r) for r in index.rulings_on(rule.id)],
        "implemented_by": [_citation_json(c) for c in cited.implementing],
        "shown_by": [_citation_json(c) for c in cited.showing],
        "checked_by": None if checking is None else [_citation_json(c) for c in checking],
        "below": [r.id for r in index.under(rule.id)] if only is None else [],
    }


def _citation_json(citation: Citation) -> dict[str, Any]:
    place = citation.place
    return {
        "cites": citation.citation,
        "name": place.name,
        "file": place.file,
        "line": place.line,
    }


def _ruling_json(ruling: Ruling) -> dict[str, Any]:
    s = ruling.switch
    return {
        "id": ruling.id,
        "rules": list(ruling.rules),
        "kind": ruling.kind,
        "confidence": ruling.confidence,
        "what": ruling.what,
        "ruling": ruling.ruling,
        "why": ruling.why,
        "switch": s and {"option": s.option, "default": s.default, "alternative": s.alternative},
    }


# -- coverage ------------------------------------------------------------------------------------

NO_TESTS = "no tests found (an installed package has none); say where with --tests DIR"


def _tests_folder(given: Path | None, *, needed: bool) -> Path | None:
    """The tests of the checkout this package, or the working directory, belongs to."""
    if given is not None:
        if not os.path.isdir(given):
            raise RulebookError(f"--tests: {brief(str(given))} is not a directory")
        return given.resolve()
    for folder in (*PACKAGE.parents, Path.cwd(), *Path.cwd().parents):
        project = folder / "pyproject.toml"
        if (folder / "tests").is_dir() and project.is_file():
            text = project.read_text(encoding="utf-8", errors="replace")
            if re.search(rf'^name = "{PACKAGE.name}"$', text, re.MULTILINE):
                return folder / "tests"
    if needed:
        raise RulebookError(NO_TESTS)
    return None


def _coverage(game: Game[Any], folder: Path | None, as_json: bool) -> str:
    name, index = game.name, game.rules
    checking = find_checks(folder, name) if folder else []
    doing = find_implementations(game.sources(), name, index)
    unknown = unknown_citations([*checking, *doing], index)
    if unknown:
        raise RulebookError("\n  ".join(["cited, but not in the rule index:", *unknown]))
    found = coverage(index, (c.citation for c in checking), (c.citation for c in doing))
    if as_json:
        parts = {part: p.as_json() for part, p in found.parts.items()}
        return _json({"game": name, "parts": parts, "total": found.total.as_json()})
    return "\n".join(_coverage_table(name, index, found))


def _coverage_table(game: str, index: RuleIndex, found: Coverage) -> list[str]:
    rows = {**found.parts, "total": found.total}
    width = max(map(len, rows))
    lines = [
        f"{game}: statements implemented, and checked by a test (headings need neither)",
        "",
        f"{'part':{width}}  statements  headings  implemented  percent  checked  percent",
    ]
    lines += [_coverage_row(part, width, p) for part, p in rows.items()]
    for part, p in found.parts.items():
        for what, left in (("Not implemented", p.unimplemented), ("Unchecked", p.unchecked)):
            if left:
                lines += ["", f"{what} in {part}", _wrap(", ".join(compact(index, left)), "  ")]
    return lines


def _coverage_row(part: str, width: int, p: PartCoverage) -> str:
    return (
        f"{part:{width}}  {p.statements:10}  {p.headings:8}  {p.implemented:11}"
        f"  {p.implemented_percent:7.1f}  {p.checked:7}  {p.percent:7.1f}"
    )


# -- the rulings document ------------------------------------------------------------------------


def rulings_document(template: str) -> str:
    """Fill a template's `<!-- rulings: GAME -->` lines with the rulings of that game."""
    return re.sub(
        r"^<!-- rulings: (\S+) -->$",
        lambda found: rulings_markdown(rule_index(found.group(1))).rstrip(),
        template,
        flags=re.MULTILINE,
    )


# -- printing ------------------------------------------------------------------------------------


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"


def _wrap(text: str, indent: str, first: str | None = None) -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _item(label: str, text: str, indent: str = "") -> str:
    return _wrap(text, f"{indent}    ", f"{indent}{label} ")


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _print(text: str) -> None:
    """Print, and be content when the reader of a pipe has seen enough."""
    if not text:
        return
    encoding = sys.stdout.encoding or "utf-8"
    try:
        print(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
