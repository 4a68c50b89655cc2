"""Count lines: what is rules in each game, what is around them, and what all games share.

python scripts/lines.py                     this tree
python scripts/lines.py --against 6b4a7de   the same for a commit, and what has changed

Script and styles of the page are counted as prettier writes them, so that a change of format is no
change of length; styles of drawings, which have a rule in a line then as now, as they are. The last
block sets what Storm and D-Day have saved outside their rules against what the rooms that all
games share have grown.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = "src/beachhead/"
GAMES = ("omaha", "storm", "dday91")
SHARED = ("kernel", "page", "web", "art", "commands", "suites")
PARTS = ("page", "drawing", "notation")
"""Folders of a game that are not rules."""
SUPPORT = frozenset(
    {
        "action_odds",
        "attack_odds",
        "chart_schema",
        "checks",
        "fire_danger",
        "foresight",
        "game",
        "invariants",
        "ledger",
        "odds",
        "option_odds",
        "option_questions",
        "optional_rules",
        "pack",
        "preview",
        "questions",
        "schema",
        "secrets",
        "telling",
        "units_and_hexes",
        "view",
        "why_not",
    }
)
"""Modules of a game that are not rules: they check, tell, look ahead or keep what the rules do."""
WEIGHED = ("storm", "dday91")
"""Games whose savings are weighed against the growth of the rooms below."""
GROWTH, BESIDE = ("kernel", "page", "web"), "art"
FORMATTED = (".js", ".css")
COUNTED = (".py", *FORMATTED, ".html")
GENERATED = frozenset({"shapes.js"})


def place_of(path: str) -> tuple[str, str] | None:
    """Whose lines a file's are, and of which sort; None for what is not counted."""
    if not path.startswith(PACKAGE) or not path.endswith(COUNTED):
        return None
    owner, *rest = path.removeprefix(PACKAGE).split("/")
    if not rest or rest[-1] in GENERATED:
        return None
    if owner in SHARED:
        return owner, "shared"
    if owner not in GAMES:
        return None
    if rest[0] in PARTS:
        return owner, rest[0]
    return owner, "support" if rest[-1].removesuffix(".py") in SUPPORT else "rules"


def _room(path: str) -> str:
    owner, sort = place_of(path) or ("", "")
    return owner if sort == "shared" else sort


def here() -> dict[str, str]:
    """The files of this tree."""
    found = (ROOT / PACKAGE).rglob("*")
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in found
        if path.suffix in COUNTED
    }


def at(commit: str) -> dict[str, str]:
    """The files of a commit."""
    listed = _git("ls-tree", "-r", "--name-only", commit, PACKAGE).split("\n")
    return {path: _git("show", f"{commit}:{path}") for path in listed if place_of(path) is not None}


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, encoding="utf-8"
    )
    return done.stdout


def formatted(files: dict[str, str]) -> dict[str, str]:
    """The files, script and styles as prettier writes them."""
    ours = [path for path in files if path.endswith(FORMATTED) and _room(path) in ("web", "page")]
    if shutil.which("npx") is None:
        print("lines: there is no npx, so script and styles are counted as they are")
        return files
    with tempfile.TemporaryDirectory() as folder:
        for path in ours:
            target = Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(files[path], encoding="utf-8")
        prettier = ["npx", "-y", "-p", "prettier@3", "--", "prettier", "--log-level", "warn"]
        config = ["--config", str(ROOT / ".prettierrc"), "--no-editorconfig"]
        subprocess.run([*prettier, *config, "--write", folder], check=True)
        return files | {path: Path(folder, path).read_text(encoding="utf-8") for path in ours}


def counted(files: dict[str, str]) -> Counter[tuple[str, str]]:
    """Lines that are not blank, by owner and sort."""
    lines: Counter[tuple[str, str]] = Counter()
    for path, text in formatted(files).items():
        place = place_of(path)
        if place is not None:
            lines[place] += sum(1 for line in text.split("\n") if line.strip())
    return lines


def table(now: Counter[tuple[str, str]], then: Counter[tuple[str, str]] | None) -> list[str]:
    """The figures, line by line."""
    found = []
    for game in GAMES:
        sorts = ["rules", *PARTS, "support"]
        found += [_row(f"{game} {sort}", [(game, sort)], now, then) for sort in sorts]
        found.append(_row(f"{game} outside the rules", around(game), now, then))
    found += [_row(owner, [(owner, "shared")], now, then) for owner in SHARED]
    return found


def around(*games: str) -> list[tuple[str, str]]:
    """What these games have outside their rules."""
    return [(game, sort) for game in games for sort in (*PARTS, "support")]


def weighed(now: Counter[tuple[str, str]], then: Counter[tuple[str, str]]) -> list[str]:
    """What the games have saved, with the growth of what they share counted against it."""
    before, lines = (sum(count[place] for place in around(*WEIGHED)) for count in (then, now))
    grown = {owner: now[owner, "shared"] - then[owner, "shared"] for owner in GROWTH}
    growth = sum(grown.values())
    beside = now[BESIDE, "shared"] - then[BESIDE, "shared"]
    told = ", ".join(f"{owner} {lines:+}" for owner, lines in grown.items())
    return [
        "",
        *(_row(f"{game} outside the rules", around(game), now, then) for game in WEIGHED),
        _figures(f"{' + '.join(WEIGHED)}", before, lines),
        f"growth of what is shared: {told}: {growth:+}",
        _figures(f"{' + '.join(WEIGHED)} + growth", before, lines + growth),
        _figures(f"and that of {BESIDE}", before, lines + growth + beside),
    ]


def _row(
    name: str,
    places: list[tuple[str, str]],
    now: Counter[tuple[str, str]],
    then: Counter[tuple[str, str]] | None,
) -> str:
    lines = sum(now[place] for place in places)
    if then is None:
        return f"{name:28} {lines:6}"
    return _figures(name, sum(then[place] for place in places), lines)


def _figures(name: str, before: int, lines: int) -> str:
    share = f"{100 * (lines - before) / before:+.1f} %" if before else ""
    return f"{name:28} {before:6} {lines:6} {lines - before:+6} {share:>8}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--against", metavar="COMMIT", help="compare with this commit")
    given = parser.parse_args()
    now = counted(here())
    then = None if given.against is None else counted(at(given.against))
    print("\n".join(table(now, then)))
    if then is not None:
        print("\n".join(weighed(now, then)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
