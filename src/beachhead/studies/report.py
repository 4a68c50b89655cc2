"""The report of a study: one HTML file that stands alone, with plots, maps and a paragraph."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.art.svg import Markup, html, joined
from beachhead.studies import plots, words
from beachhead.studies.figures import ArmGames, Findings
from beachhead.studies.maps import Ground
from beachhead.studies.plan import Study
from beachhead.studies.store import Done

STYLE = """
:root{color-scheme:light dark;--paper:#f4efe3;--ink:#2b2a26;--soft:#5f5a4f;--line:#d8d0be;
--card:#fbf8f0;--accent:#8a3b2a;--hot:#b02318;--cold:#1f5f9e;--band:#e6dcc4;
--h0:#8a3b2a;--h1:#2f5d8a;--h2:#5d6b2f;--h3:#8a6a12;--h4:#6b3f7a;--h5:#1f7a78;--h6:#a0466e;--h7:#555}
@media (prefers-color-scheme:dark){:root{--paper:#1b1d1c;--ink:#ece7d9;--soft:#b9b4a5;
--line:#414441;--card:#242726;--accent:#e8a08c;--hot:#ff6a55;--cold:#6fb4f5;--band:#343833;
--h0:#e8937c;--h1:#8fbcec;--h2:#b9ca7c;--h3:#e0c067;--h4:#c79fd6;--h5:#74cfcb;--h6:#ea9cbf;--h7:#bbb}
.ground{filter:brightness(.62) saturate(.85)}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 Georgia,'Times New Roman',
serif;overflow-wrap:break-word}
main{max-width:62rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:2.5rem;line-height:1.1;margin:0 0 .5rem}h2{margin:3rem 0 .6rem;font-size:1.55rem;
border-top:3px double var(--line);padding-top:1.2rem}
.question{font-size:1.2rem;color:var(--soft);font-style:italic;max-width:46rem;margin:0 0 1rem}
.facts{color:var(--soft);font-size:.9rem;margin:0 0 2rem}
.headline{font-size:1.6rem;line-height:1.3;color:var(--accent);max-width:46rem;margin:0 0 1.2rem}
.found{font-size:1.15rem;border-left:5px solid var(--accent);padding:.3rem 0 .3rem 1.2rem;
max-width:52rem}
.note{color:var(--soft);font-size:.92rem;max-width:52rem}
figure{margin:1.2rem 0;border:1px solid var(--line);background:var(--card);border-radius:3px}
figure svg{display:block;width:100%;height:auto;margin:0 auto}
figcaption{padding:.5rem .9rem .6rem;color:var(--soft);font-size:.88rem;
border-top:1px solid var(--line)}.most{margin:.3rem 0 0}
.plot{padding-top:.6rem}
.plot text{font:13px Georgia,serif;fill:var(--soft)}.plot .name,.plot .value{fill:var(--ink)}
.plot .value{font-weight:bold}.plot .in{fill:#fff;font-size:12px}
.grid{stroke:var(--line);fill:none}.base{stroke:var(--soft);stroke-dasharray:3 4;fill:none}
.band{fill:var(--band)}
.hue-0{--hue:var(--h0)}.hue-1{--hue:var(--h1)}.hue-2{--hue:var(--h2)}.hue-3{--hue:var(--h3)}
.hue-4{--hue:var(--h4)}.hue-5{--hue:var(--h5)}.hue-6{--hue:var(--h6)}.hue-7{--hue:var(--h7)}
.plot g circle{fill:var(--hue)}.plot g text{fill:var(--hue)}
.whisker{stroke:var(--hue);stroke-width:3;stroke-linecap:round}
.line{stroke:var(--hue);stroke-width:2.4;fill:none;stroke-linejoin:round}
.to{stroke:var(--hue);stroke-width:1;fill:none;opacity:.6}
.dash-1 .line{stroke-dasharray:8 3}.dash-2 .line{stroke-dasharray:2 3}
.dash-3 .line{stroke-dasharray:9 3 2 3}
.hill{fill:var(--hue);fill-opacity:.28;stroke:var(--hue);stroke-width:1.2}
.part-0{fill:#8a3b2a}.part-1{fill:#2f5d8a}.part-2{fill:#5d6b2f}.part-3{fill:#8a6a12}
.part-4{fill:#6b3f7a}.part-5{fill:#1f6a68}
.small{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1rem}
.small figure{margin:0}
.maps{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(27rem,100%),1fr));gap:1rem;
align-items:start}.maps figure{margin:0}.maps>p{grid-column:1/-1;margin:0}
.broad{grid-template-columns:1fr}
.map polygon{stroke-width:1}
.hot{fill:var(--hot);stroke:var(--hot)}.cold{fill:var(--cold);stroke:var(--cold)}
.map .figure{font-family:'Gill Sans','Noto Sans','Liberation Sans',sans-serif;font-weight:bold;
text-anchor:middle;fill:#fff;stroke:#221a12;stroke-width:.28em;paint-order:stroke;
stroke-linejoin:round}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;width:100%}
th,td{text-align:left;padding:.35rem .7rem .35rem 0;border-bottom:1px solid var(--line);
vertical-align:middle}th{color:var(--soft);font-weight:normal}.sure td{background:var(--band)}
td svg{vertical-align:middle}
td:first-child,th:first-child{padding-left:.5rem}
.sheet{position:absolute;width:0;height:0;overflow:hidden}
@media (max-width:40rem){main>.plot{overflow-x:auto}main>.plot svg{min-width:28rem}
.plot figcaption{position:sticky;left:0}h1{font-size:2rem}.headline{font-size:1.35rem}}
@media print{body{background:#fff;color:#000}figure{break-inside:avoid}}
"""


def report(study: Study, done: Done) -> str:
    """The whole report."""
    found = Findings.of(study, done)
    parts = [html("h1", study.title)]
    if study.question:
        parts.append(html("p", study.question, class_="question"))
    if not found.arms:
        parts.append(html("p", "Nothing has been played yet.", class_="found"))
        return _page(study.title, parts, Markup())
    parts.append(html("p", " · ".join(_facts(found)), class_="facts"))
    if told := words.headline(found):
        parts.append(html("p", told, class_="headline"))
    parts.append(html("p", words.paragraph(found), class_="found"))
    parts += [html("h2", "Chances"), plots.chances(found), plots.endings(found)]
    parts += [html("h2", "Points"), plots.ridges(found)]
    parts += [html("h2", "Turn by turn"), *plots.survivals(found)]
    parts.append(html("div", *plots.courses(found), class_="small"))
    ground = Ground.of(found.game, _shown(found))
    if ground is not None:
        parts += [
            html("h2", "On the map"),
            html("div", *_maps(found, ground), class_=ground.layout),
        ]
    if found.compared:
        parts += [html("h2", "The arms compared"), *_comparison(found)]
    parts += [html("h2", "How it was made"), *_made(found)]
    return _page(study.title, parts, Markup() if ground is None else ground.sheet())


def summary(study: Study, done: Done) -> str:
    """The arms in a table, as Markdown, and the paragraph."""
    found = Findings.of(study, done)
    if not found.arms:
        return "Nothing has been played yet."
    lines = ["| arm | games | chance to win | points | turns |", "| --- | --- | --- | --- | --- |"]
    for arm in found.arms:
        chance, points = arm.chance, arm.mean_points
        lines.append(
            f"| {arm.name} | {len(arm.games)} | {plots.percent(chance.value)} "
            f"({plots.percent(chance.low)} to {plots.percent(chance.high)}) | "
            f"{plots.figure(points.value)} ({plots.figure(points.low)} to "
            f"{plots.figure(points.high)}) | {found.median_length(arm)} |"
        )
    said = " ".join(filter(None, [words.headline(found), words.paragraph(found)]))
    return "\n".join([*lines, "", said, ""])


def _page(title: str, parts: list[Markup], sheet: Markup) -> str:
    head = Markup(
        '<meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<style>{STYLE}</style>"
    )
    hidden = html("div", sheet, class_="sheet", aria_hidden="true")
    body = html("body", hidden, html("main", *parts))
    written = html("html", html("head", head, html("title", title)), body, lang="en")
    return str(Markup("<!doctype html>\n") + written + "\n")


def _facts(found: Findings) -> Iterator[str]:
    study, first = found.study, found.arms[0].arm
    yield found.game.title
    scenarios = {arm.arm.scenario for arm in found.arms}
    title = found.game.scenarios[first.scenario].title
    if len(scenarios) == 1 and title != found.game.title:
        yield title
    count = sum(len(arm.games) for arm in found.arms)
    yield f"{count} games in {len(found.arms)} arms"
    levels = sorted({level for arm in found.arms for level in arm.arm.bots.values()})
    yield f"played by {' and '.join(levels)}"
    yield f"seeds {study.seeds[0]} to {study.seeds[-1]}"


def _shown(found: Findings) -> set[str]:
    """All that a map may shade."""
    places = {each.place for each in found.decisive}
    for arm in (found.baseline, *_moved(found)):
        places |= arm.attacks_by("source").keys() | arm.attacks_by("place").keys()
        for owner in arm.owners():
            places |= arm.deaths(owner).keys()
    return places


def _moved(found: Findings) -> list[ArmGames]:
    """The arm that differs most surely from the baseline, if one does."""
    sure = sorted(
        (each for each in found.compared if each.is_sure), key=lambda each: each.corrected
    )
    return [arm for arm in found.others if sure and arm.name == sure[0].arm]


def _maps(found: Findings, ground: Ground) -> Iterator[Markup]:
    base = found.baseline
    yield html(
        "p",
        f"Unless they say otherwise these are of “{base.name}”, a game on average.",
        class_="note",
    )
    for owner in base.owners()[:2]:
        told = f"Where {owner} units die."
        yield ground.heat(base.deaths(owner), told, "lost a game", digits=2)
    fixed = {
        source: value
        for source, value in base.attacks_by("source").items()
        if source in ground.shapes
    }
    if fixed:
        yield ground.heat(fixed, "Which positions fire most.", "attacks a game")
        harm = {
            source: value for source, value in base.harm_by("source").items() if source in fixed
        }
        yield ground.heat(harm, "Whose fire hurts most.", "hits and losses a game")
    else:
        told = "Where attacks strike."
        yield ground.heat(base.attacks_by("place"), told, "attacks a game", digits=2)
    for arm in _moved(found):
        for owner in base.owners()[:1]:
            before, after = base.deaths(owner), arm.deaths(owner)
            moved = {
                place: after.get(place, 0.0) - before.get(place, 0.0)
                for place in before.keys() | after.keys()
            }
            told = (
                f"How “{arm.name}” moves the dying: more {owner} losses than in “{base.name}” "
                "(red), fewer (blue)."
            )
            yield ground.heat(moved, told, "a game more or less", digits=2)
    decisive = {
        each.place: each.difference.by.value for each in found.decisive if each.corrected < 0.05
    }
    yield ground.heat(
        decisive,
        f"Which ground decides: by how many points {found.hero} ends higher (red) or lower (blue) "
        "in games in which it is taken, over all arms; where that is more than chance. What is "
        "taken in games that go well anyway looks decisive, too.",
        "points",
    )


def _comparison(found: Findings) -> Iterator[Markup]:
    yield plots.differences(found)
    yield html(
        "p",
        f"Against “{found.baseline.name}”, which plays the same seeds. Chances: Newcombe's "
        "interval, Fisher's exact test (where there are draws, Mann and Whitney's); of arms that "
        "are the same games, Bonett and Price's, and McNemar's. Points and "
        "turns: Welch's interval, Mann and Whitney's test. The effect is Cliff's delta, from −1 "
        "to 1: the chance that a game of the arm has more, less the chance that it has less. "
        f"P-values are corrected for {len(found.compared)} questions by Holm's method; shaded "
        "rows hold at 5 %. Arms are compared as if they had not played the same seeds, which errs "
        "on the safe side; what is the same in every game is left out.",
        class_="note",
    )


def _made(found: Findings) -> Iterator[Markup]:
    rows = [html("tr", *(html("th", each) for each in ("arm", "games", "bots", "what differs")))]
    for arm in found.arms:
        rows.append(html("tr", *(html("td", each) for each in _described(found, arm))))
    yield html("div", html("table", *rows), class_="wide")
    yield html(
        "p",
        "Bots are no people: what is an edge for them may be none for you, and the other way "
        "round. The same study, played again with the same version, gives the same games.",
        class_="note",
    )


def _described(found: Findings, games: ArmGames) -> Iterator[str]:
    arm, settings = games.arm, found.game.settings
    told = [
        f"{name}: {value}" for name, value in arm.options.items() if value != settings[name].default
    ]
    told += [f"{seat} chooses {', '.join(ids)}" for seat, ids in arm.script.items()]
    told += map(str, arm.amendments)
    yield arm.name
    yield str(len(games.games))
    yield ", ".join(f"{seat} {level}" for seat, level in arm.bots.items())
    yield joined(["; ".join(told) or "nothing"])
