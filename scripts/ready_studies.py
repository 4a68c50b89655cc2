"""Play the studies in studies/ with the bots as they are and write their reports to docs/studies/.

python scripts/ready_studies.py              all of them
python scripts/ready_studies.py wn62         one of them
python scripts/ready_studies.py --workers 1

The picture of heat maps in docs/gallery/ is taken from the report on WN 62, with Chromium.

What is played is kept in build/studies, apart for each state of the code: the same command goes on
after it was stopped, and begins anew when a rule or a bot has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
from pathlib import Path

from beachhead import OWN
from beachhead.cli import main as beachhead

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "beachhead"
DOCS = ROOT / "docs"
PICTURED = "wn62"
PLAYED_BY = ("bots", "kernel", *OWN, "studies/playing.py")
"""The code that makes a difference to games and to what is kept of them."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Play the ready studies and report.")
    known = sorted(path.stem for path in (ROOT / "studies").glob("*.toml"))
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(known)}")
    parser.add_argument("--workers", type=int, metavar="N", help="default: one for each processor")
    given = parser.parse_args()
    for name in given.names:
        if name not in known:
            parser.error(f"NAME: there is no {name!r}; choose of {', '.join(known)}")
    more = [] if given.workers is None else ["--workers", str(given.workers)]
    for name in given.names or known:
        folder = ROOT / "build" / "studies" / f"{name}-{state_of_the_code()}"
        print(f"== {name}", flush=True)
        study = str(ROOT / "studies" / f"{name}.toml")
        if status := beachhead(["study", study, "--out", str(folder), *more]):
            return status
        report = DOCS / "studies" / f"{name}.html"
        shutil.copy(folder / "report.html", report)
        if name == PICTURED:
            take_picture(report)
    return 0


def take_picture(report: Path) -> None:
    """The first two maps of a report, one above the other."""
    sys.path.insert(0, str(ROOT / "tests"))
    from pages import browsing  # noqa: PLC0415

    with browsing() as browser:
        page = browser.new_page(viewport={"width": 1010, "height": 1000})
        page.goto(report.as_uri())
        first, second = (page.locator("figure.map").nth(number).bounding_box() for number in (0, 1))
        assert first is not None
        assert second is not None
        page.screenshot(
            path=DOCS / "gallery" / "study-maps.jpg",
            full_page=True,
            quality=76,
            clip={**first, "height": second["y"] + second["height"] - first["y"]},
        )


def state_of_the_code() -> str:
    """A few letters that change with what plays the games."""
    digest = hashlib.blake2b(digest_size=4)
    for room in PLAYED_BY:
        place = SOURCES / room
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.suffix in (".py", ".json"):
                digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main())
