"""The page's modules in one script."""

from __future__ import annotations

from pathlib import Path

import pytest

from beachhead.web import script, server


def written(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder


def test_a_module_comes_after_those_that_it_imports(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        main='import { b, a as first } from "./other.js";\nfirst(b);\n',
        other='import { deep } from "./deep.js";\nexport const b = deep;\nexport function a() {}\n',
        deep="export class deep {}\n",
        unused="export const never = 1;\n",
    )
    assert script.in_one(folder) == (
        '"use strict";\n'
        "const module_deep = (() => {\nclass deep {}\nreturn { deep };\n})();\n"
        "const module_other = (() => {\nconst { deep } = module_deep;\nconst b = deep;\n"
        "function a() {}\nreturn { b, a };\n})();\n"
        "const module_main = (() => {\nconst { b, a: first } = module_other;\nfirst(b);\n"
        "return {  };\n})();\n"
    )


@pytest.mark.parametrize(
    "form",
    [
        'import all from "./other.js";\n',
        'import * as all from "./other.js";\n',
        "export let changing = 1;\n",
        "export default 1;\n",
        'export * from "./other.js";\n',
    ],
)
def test_other_forms_are_refused(tmp_path: Path, form: str) -> None:
    with pytest.raises(ValueError, match=r"main\.js: .* is a form that cannot be put"):
        script.in_one(written(tmp_path, main=form, other=""))


def test_a_circle_is_refused(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        main='import { a } from "./other.js";\n',
        other='import { b } from "./main.js";\nexport const a = 1;\n',
    )
    with pytest.raises(ValueError, match="main imports other imports main: modules go around"):
        script.in_one(folder)


def test_every_module_of_the_page_is_in_it_and_no_other_script_is_asked_for() -> None:
    text = script.in_one(server.STATIC / "js")
    there = {path.stem for path in (server.STATIC / "js").glob("*.js")}
    assert {name for name in there if f"const module_{name} = " not in text} == {
        "shapes",  # types alone
        "theme",  # runs before the page is there
        "types",
    }
    assert text.count("const module_") == len(there) - 3
    page = (server.STATIC / "index.html").read_text(encoding="utf-8")
    assert page.count("<script") == 2


def test_the_script_is_sent_once(client) -> None:
    sent = client.get("/page.js")
    assert sent.headers["content-type"].startswith("text/javascript")
    assert sent.text == script.in_one(server.STATIC / "js")
    known = {"If-None-Match": sent.headers["etag"]}
    assert client.get("/page.js", headers=known).status_code == 304
