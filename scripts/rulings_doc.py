"""Write docs/rulings.md from its template and the rulings in the package; --check only compares."""

import sys
from pathlib import Path

from beachhead.commands.rules import rulings_document

DOCS = Path(__file__).resolve().parents[1] / "docs"


def main() -> int:
    written = rulings_document((DOCS / "rulings.template.md").read_text(encoding="utf-8"))
    target = DOCS / "rulings.md"
    if "--check" in sys.argv[1:]:
        if target.exists() and target.read_text(encoding="utf-8") == written:
            return 0
        print(f"{target} is out of date: run scripts/rulings_doc.py", file=sys.stderr)
        return 1
    target.write_text(written, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
