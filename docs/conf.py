"""How the documentation site is built (`make docs`): Sphinx, with MyST for Markdown and notebooks.

The documents are plain Markdown that GitHub shows too. What a site needs besides is made from them
while it is built: the sidebar from the lists of index.md, pages for the documents that lie outside
of this folder, and links to reports that open instead of being saved.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from pygments.lexer import inherit
from pygments.lexers.python import PythonLexer
from pygments.lexers.special import TextLexer
from pygments.token import Comment
from sphinx import addnodes
from sphinx.application import Sphinx

import beachhead

HERE = Path(__file__).parent

project = "Beachhead"
author = "The Beachhead authors"
version = release = beachhead.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["jupyter", "rulings.template.md", "studies"]
root_doc = "index"

myst_heading_anchors = 4
os.environ["JUPYTER_PATH"] = str(HERE / "jupyter")  # whose kernel keeps quiet about its transport
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

default_role = "code"
highlight_language = "none"
autodoc_member_order = "bysource"
autodoc_inherit_docstrings = False  # those of Gymnasium are written in another language
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True, "show-inheritance": True}
add_module_names = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 80

html_theme = "furo"
html_title = "Beachhead"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_logo = html_favicon = "../src/beachhead/web/static/icon.svg"
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#fffdf8",
        "color-background-secondary": "#f8f3e6",
        "color-background-hover": "#efe6cd",
        "color-background-border": "#e0d6bd",
        "color-code-background": "#f6f1e4",
        "color-brand-primary": "#46542a",
        "color-brand-content": "#24566f",
        "color-brand-visited": "#24566f",
    },
    "dark_css_variables": {
        "color-background-primary": "#191d1f",
        "color-foreground-muted": "#a8a18d",
        "color-background-secondary": "#1e2225",
        "color-background-hover": "#262b2e",
        "color-background-border": "#3b4245",
        "color-code-background": "#22272a",
        "color-brand-primary": "#b9c98c",
        "color-brand-content": "#8fc3dc",
        "color-brand-visited": "#8fc3dc",
    },
}
"""The colors of the page on which games are played."""

OUTSIDE = {
    "contributing": "CONTRIBUTING.md",
    "changes": "CHANGELOG.md",
    "dataset-card": "datasets/easy-fox-recruit/DATASET.md",
}
"""Pages that show documents from outside of this folder; what stands here only leads there."""
CHAPTER = re.compile(r"^## (.+)$", re.MULTILINE)
PAGE = re.compile(r"^- \[([^\]]*)\]\(([\w-]+)\.md\)", re.MULTILINE)


def setup(app: Sphinx) -> None:
    """What Sphinx is told beyond the settings."""
    app.connect("source-read", show_what_lies_outside)
    app.connect("source-read", list_the_pages)
    app.connect("doctree-read", open_reports)
    app.connect("build-finished", bring_reports)
    app.add_lexer("situation", TextLexer)
    app.add_lexer("python", Abridged)


class Abridged(PythonLexer):
    """Python in which `…` stands for lines that are left out."""

    tokens: ClassVar[dict[str, list[Any]]] = {"root": [("…", Comment), inherit]}


def show_what_lies_outside(_app: Sphinx, name: str, source: list[str]) -> None:
    """Put documents from outside on their pages, and let links to them lead there."""
    if name in OUTSIDE:
        source[0] = (HERE.parent / OUTSIDE[name]).read_text(encoding="utf-8")
        source[0] = source[0].replace("](docs/", "](")
    for page, document in OUTSIDE.items():
        for link in (f"](../{document}", f"]({document}"):
            source[0] = source[0].replace(link, f"]({page}.md")


def list_the_pages(_app: Sphinx, name: str, source: list[str]) -> None:
    """Make the sidebar of the lists in index.md, under their headings."""
    if name != root_doc:
        return
    _, *chapters = CHAPTER.split(source[0])
    for caption, text in zip(chapters[::2], chapters[1::2], strict=True):
        pages = "\n".join(f"{title} <{page}>" for title, page in PAGE.findall(text))
        source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```\n"


def open_reports(_app: Sphinx, tree: nodes.document) -> None:
    """Let links to the studies' reports open them; else Sphinx has them saved as files."""
    for link in list(tree.findall(addnodes.download_reference)):
        if link["reftarget"].endswith(".html"):
            link.replace_self(nodes.reference("", "", *link.children, refuri=link["reftarget"]))


def bring_reports(app: Sphinx, exception: Exception | None) -> None:
    """Lay the reports beside the pages."""
    if exception is None:
        shutil.copytree(HERE / "studies", Path(app.outdir) / "studies", dirs_exist_ok=True)
