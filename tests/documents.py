"""The documents beside the code: their sections, links, examples and commands; and what earlier
versions saved.

An example that is not run says why in a comment above it, which no reader sees:
`<!-- shown only: it is a part of the toy game -->`; at the top of a document, `<!-- all shown only:
… -->` speaks for all of its examples.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SAVES = Path(__file__).parent / "saves"
"""Records and situations, in a folder for each version that wrote them."""

FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>```+)(?P<language>[^\n`]*)\n(?P<text>.*?)^(?P=indent)(?P=fence) *$",
    re.DOTALL | re.MULTILINE,
)
SHOWN_ONLY = re.compile(r"<!-- shown only: .+? -->\s*\Z", re.DOTALL)
ALL_SHOWN_ONLY = re.compile(r"<!-- all shown only: .+? -->", re.DOTALL)
INLINE = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
LINK = re.compile(r"\]\((?!\w+:)([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)


class Example(NamedTuple):
    """A fenced block of a document."""

    line: int
    language: str
    text: str
    runs: bool
    """Whether it is not only there to be shown."""


def saved(game: str) -> list[Path]:
    """The records and situations of a game."""
    return sorted(SAVES.glob(f"*/{game}-*"))


def documents() -> list[Path]:
    """All that is written for people to read."""
    found = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "datasets").rglob("*.md")]
    return sorted(path for path in found if path.name != "rulings.template.md")


@cache
def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def section(name: str, heading: str, until: str = "\n## ") -> str:
    """A document from a heading on, until another begins."""
    text = text_of(DOCS / name)
    begin = text.index(heading)
    end = text.find(until, begin + 1)
    return text[begin : end if end >= 0 else None]


# --- examples


def examples(document: Path, *languages: str) -> list[Example]:
    """The fenced blocks of a document in some languages, or in all."""
    text = text_of(document)
    all_shown = ALL_SHOWN_ONLY.search(text) is not None
    found = []
    for match in FENCE.finditer(text):
        language = match["language"].strip()
        if not languages or language in languages:
            line = text.count("\n", 0, match.start()) + 1
            shown = all_shown or SHOWN_ONLY.search(text, 0, match.start()) is not None
            code = re.sub(f"^{match['indent']}", "", match["text"], flags=re.MULTILINE)
            found.append(Example(line, language, code, not shown))
    return found


def python(document: Path) -> list[Example]:
    """What of a document is Python and runs, cells of a notebook too."""
    wanted = examples(document, "python", "{code-cell} ipython3")
    return [example for example in wanted if example.runs]


class Ran(NamedTuple):
    """A document whose examples have been run one after the other, as somebody types them."""

    names: dict[str, Any]
    printed: str


@cache
def ran(document: Path) -> Ran:
    """Run the examples of a document. Where the comment behind an expression is a literal, the
    expression must have that value."""
    names: dict[str, Any] = {"__name__": "__main__"}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        for example in python(document):
            where = f"{document.relative_to(ROOT)}:{example.line}"
            literals = dict(promised(example.text))
            for node in ast.parse(example.text, where).body:
                ast.increment_lineno(node, example.line)
                if isinstance(node, ast.Expr):
                    value = eval(compile(ast.Expression(node.value), where, "eval"), names)
                    line = (node.end_lineno or 0) - example.line
                    if line in literals:
                        told = f"{where}, line {line}: {value!r}"
                        assert value == literals[line], told
                else:
                    exec(compile(ast.Module([node], []), where, "exec"), names)
    return Ran(names, said.getvalue())


def promised(code: str) -> Iterator[tuple[int, Any]]:
    """The comments that are literals, by line."""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            with contextlib.suppress(ValueError, SyntaxError):
                yield token.start[0], ast.literal_eval(token.string.lstrip("# "))


# --- links


def links(document: Path) -> list[str]:
    """Where the relative links of a document lead."""
    prose = INLINE.sub("", FENCE.sub("", text_of(document)))
    return LINK.findall(prose)


@cache
def anchors(document: Path) -> frozenset[str]:
    """What can stand behind `#` in a link to a document, as GitHub makes it of the headings."""
    found: dict[str, int] = {}
    for heading in HEADING.findall(FENCE.sub("", text_of(document))):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found[slug] = found.get(slug, -1) + 1
    return frozenset(
        f"{slug}-{number}" if number else slug
        for slug, most in found.items()
        for number in range(most + 1)
    )


# --- commands


def commands(document: Path) -> list[str]:
    """What a document has one type in a shell: the lines of its plain blocks, and what it names
    within a sentence."""
    text = text_of(document)
    typed = [
        line
        for example in examples(document, "", "sh")
        for line in example.text.replace("\\\n", " ").splitlines()
    ]
    named = [" ".join(each.split()) for each in INLINE.findall(FENCE.sub("", text))]
    return [re.sub(r"\s+#.*", "", each).strip() for each in [*typed, *named]]
