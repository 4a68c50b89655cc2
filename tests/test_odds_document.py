"""docs/odds.md names tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

from documents import DOCS, text_of

TESTS = Path(__file__).parent


def test_every_figure_has_a_test_that_there_is() -> None:
    text = text_of(DOCS / "odds.md")
    written = "\n".join(path.read_text() for path in TESTS.rglob("test_*.py"))
    files = {path.stem for path in TESTS.rglob("test_*.py")}
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    rows = [row for row in rows if "checked by" not in row]
    assert len(rows) > 15
    for row in rows:
        checked = row.rstrip(" |").rpartition(" | ")[2]
        names = re.findall(r"`(\w+)`", checked)
        assert names or "the same" in checked, row
        for name in names:
            assert name in files or re.search(rf"def test_\w*{name}\(", written), name
