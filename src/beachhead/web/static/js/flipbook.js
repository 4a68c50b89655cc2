// "Now": where we are in the sequence of play, what must and may be done, the tables it needs.

import { chartTable } from "./charts.js";
import { h, percent, ruleLink } from "./dom.js";
import { handOf } from "./hand.js";
import { Parts } from "./parts.js";
import { sumOf } from "./sums.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Flipbook} Book */
/** @typedef {import("./types.js").Arrival} Arrival */

const COMPARED = /** @type {Record<string, string>} */ ({ double: "at least double", greater: "greater", equal: "equal", less: "less" });

const ASKS = [
  ["always", "always", "Ask at every moment at which a card could be played: nobody learns anything from a pause"],
  ["when-possible", "when I can", "Ask only when a card in the hand fits; the pause may give that away"],
  ["not-this-turn", "not this turn", "Play no cards in enemy impulses until the turn ends"],
];

/** The phases in which cards decide what happens. */
const DRAWING = new Set(["landing", "event", "fire"]);

export class Flipbook {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.element = h("div.flipbook");
    this.parts = new Parts(this.element);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const book = snapshot.flipbook;
    this.parts.show(book ? this.contents(book, snapshot) : [{ name: "none", says: null, make: () => h("p.empty", null, "This game has no flipbook.") }]);
  }

  /**
   * @param {Book} book
   * @param {Snapshot} snapshot
   * @returns {import("./parts.js").Part[]}
   */
  contents(book, snapshot) {
    const { parts, play } = this;
    const { live, warnings, ask, view: { result } } = snapshot;
    const { hand, cards, sum, attack, ranges, due, victory } = book;
    const options = live && snapshot.yours ? snapshot.view.decision?.options ?? [] : [];
    const checked = play.events.find((event) => event.kind === "check");
    return [
      { name: "sequence", says: book.phases, make: () => this.sequence(book) },
      { name: "now", says: [book.now, book.actions, book.naval_fire, result, warnings, ask, live], make: () => this.now(book, snapshot) },
      ...book.tables.filter((chart) => chart.lively).map((chart) => ({ name: `chart-${chart.id}`, says: chart, make: () => h("div.lively", null, chartTable(chart)) })),
      ...(result ? [{ name: "ending", says: result, make: () => this.ending(snapshot) }] : []),
      ...(attack ? [{ name: "attack", says: attack, make: () => this.attack(attack) }] : []),
      ...(sum ? [{ name: "sum", says: sum, make: () => sumOf(sum) }] : []),
      ...(hand?.cards.length || hand?.seen.length ? [parts.fold("hand", `${hand.title} (${hand.cards.length})`, [hand, options], () => handOf(play, snapshot), true)] : []),
      ...(cards?.track.length ? [parts.fold("cards", `Cards drawn this turn (${cards.track.length})`, play.cards.drawn(snapshot), () => play.cards.strip(snapshot), !live || DRAWING.has(book.phase))] : []),
      ...(options.length ? [parts.fold("options", `You may choose (${options.length})`, [options, snapshot.risks], () => this.options(options), options.length <= 14)] : []),
      ...(book.sections ?? []).map((section) => parts.fold(`section-${section.id}`, section.title, section, () => this.section(section), section.open)),
      ...(ranges?.length ? [parts.fold("ranges", "Command and engineer ranges", ranges, () => h("div", null, ranges.map((track) => this.range(track))), book.phase === "engineer")] : []),
      ...book.tables.filter((chart) => !chart.lively).map((chart) => parts.fold(`chart-${chart.id}`, chart.title, chart, () => chartTable(chart), !!chart.needed)),
      ...(due ? [parts.fold("due", dueTitle(book), [due, book.turn, book.track], () => this.due(book))] : []),
      parts.fold("victory", victory.title ?? `Victory: ${victory.points} points now, ${victory.level ?? ""}`, [victory, book.losses, checked], () => this.victory(book, checked), !!result),
    ];
  }

  /**
   * Lines that show on the map what they are about.
   * @param {import("./types.js").Section} section
   */
  section(section) {
    return h("div", null, h("ul.facts-list", null, section.lines.map((line) => h("li", null, this.pointer(line.text, line.touches)))), h("p.chart-note", null, "Rule ", ruleLink(section.rule)));
  }

  /**
   * A text that shows on the map what it is about.
   * @param {string} text
   * @param {string[]} touches
   * @param {string} [look]
   */
  pointer(text, touches, look = "") {
    if (!touches.length) return h("span", { class: look }, text);
    return h("button.pointer", {
      type: "button", class: look, onclick: () => this.play.look(touches),
      onpointerenter: () => this.play.board.light("told", touches), onpointerleave: () => this.play.board.light("told", []),
    }, text);
  }

  /**
   * A range track with its markers.
   * @param {import("./types.js").RangeTrack} track
   */
  range(track) {
    return h("section.range", null,
      h("h4", null, track.title, " ", ruleLink(track.rule)),
      h("ol.range-track", { "aria-label": track.title }, track.spaces.map((reach, space) => {
        const here = track.markers.filter((each) => each.space === space);
        return h("li", { class: here.length ? "held" : "" }, h("strong", null, reach), h("span.range-who", null, here.map((each) => h("span", { class: `of-${each.division}` }, each.name))));
      })),
      track.markers.length ? h("ul.facts-list", null, track.markers.map((each) => h("li", null, this.pointer(each.note, each.touches)))) : h("p.empty", null, "None yet."));
  }

  /** @param {Book} book */
  sequence(book) {
    return h("ol.sequence", { "aria-label": "Sequence of play" }, book.phases.map((phase) => h("li", { class: phase.state, "aria-current": phase.state === "now" ? "step" : null },
      h("button.phase", { type: "button", "data-rule": phase.rule, title: phase.text }, phase.short ?? shorter(phase.name)))));
  }

  /** @param {Book} book @param {Snapshot} snapshot */
  now(book, snapshot) {
    const { now } = book;
    const acting = book.actions?.filter((each) => each.acting) ?? [];
    return h("section.now", null,
      h("h2", null, now.title, " ", ruleLink(now.rule)),
      now.step ? h("p.now-step", null, now.step) : null,
      ...acting.map((each) => h("p.budget", null, h("strong", null, each.name), ` ${each.left} action${each.left === 1 ? "" : "s"} left `, h("span.pips", { "aria-hidden": "true" }, Array.from({ length: Math.max(0, each.left) }, () => h("i.full"))))),
      book.naval_fire ? h("p.budget", null, `Naval fire: ${book.naval_fire}`) : null,
      this.asking(snapshot),
      now.must.length ? h("ul.must", { "aria-label": "Must" }, now.must.map((text) => h("li", null, text))) : null,
      now.may.length ? h("ul.may", { "aria-label": "May" }, now.may.map((text) => h("li", null, text))) : null,
      ...(snapshot.view.result ? [] : snapshot.warnings ?? []).map((warning) => h("p.warned", null, h("span", { "aria-hidden": "true" }, "⚠ "), warning.text, " ", ruleLink(warning.rule))));
  }

  /**
   * How to be asked what may be declined, in a game where one is asked whether one can answer or not.
   * @param {Snapshot} snapshot
   */
  asking(snapshot) {
    if (!snapshot.ask || !snapshot.live || snapshot.view.result) return null;
    return h("div.asks", { role: "radiogroup", "aria-label": "Asked for a card in an enemy impulse" }, h("span.asks-name", null, "Ask me for cards"), ASKS.map(([id, text, words]) => h("button.asks-choice", {
      type: "button", role: "radio", title: words, "aria-checked": String(snapshot.ask === id),
      onclick: () => snapshot.ask !== id && this.play.send("preferences", { ask: id, since: this.play.events.length }),
    }, text)));
  }

  /** @param {Snapshot} snapshot */
  ending(snapshot) {
    const { result } = snapshot.view;
    return h("section.ending", null,
      h("h2", null, result?.text ?? ""),
      h("dl", null, Object.entries(result?.score ?? {}).flatMap(([name, value]) => [h("dt", null, name), h("dd", null, value)])),
      h("p", null, h("a.button", { href: this.play.table.link("/report.html"), target: "_blank" }, "After-action report"), " ",
        h("button.button", { type: "button", onclick: () => this.play.openReplay() }, "Replay")));
  }

  /** @param {import("./types.js").Option[]} options */
  options(options) {
    return h("ul.option-list", null, options.map((option) => h("li", null,
      h("button.option-button", {
        type: "button", onclick: () => this.play.choose(option.id),
        onpointerenter: () => this.play.offers.preview(option), onpointerleave: () => this.play.offers.preview(null),
        onfocus: () => this.play.offers.preview(option, true), onblur: () => this.play.offers.preview(null),
      }, option.label, this.play.prompt.riskOf(option)), ruleLink(option.rule))));
  }

  /** @param {import("./types.js").Attack} attack */
  attack(attack) {
    const { german } = attack;
    return h("section.attack", { "aria-label": "The attack being built" },
      h("h3", null, `Attack on ${attack.post}`),
      h("div.versus", null,
        h("div", null, h("span.versus-name", null, "US"), h("strong.versus-number", null, attack.strength), h("span", null, attack.units.join(", ") || "nobody yet")),
        h("span.versus-sign", null, german ? COMPARED[german.comparison] ?? german.comparison : "against"),
        h("div", null, h("span.versus-name", null, "German"), h("strong.versus-number", null, german ? german.strength : "?"),
          h("span", null, german ? (german.requires.length ? `needs ${german.requires.join(", ")}` : "needs nothing") : "face down"))),
      h("ul.facts", null,
        h("li", null, `Weapons: ${attack.weapons.join(", ") || "none"}`),
        german?.missing.length ? h("li.lacking", null, `Missing: ${german.missing.join(", ")}`) : null,
        h("li", null, attack.terrain.unit > 1 ? `Terrain doubles the unit${attack.terrain.depth > 1 ? " and its depth" : ""}` : "Terrain gives no benefit"),
        attack.flanking ? h("li", null, "Flanked") : null,
        attack.naval ? h("li", null, "With naval fire") : null,
        attack.hero ? h("li", null, `${attack.hero} helps`) : null),
      attack.chances.length ? h("table.chances", null,
        h("caption", null, `${german && attack.depth !== "unrevealed" ? "What comes of it" : "How likely each outcome is, over all that may lie there"}${attack.hero ? ", the hero helping where it is best" : ""}`),
        h("tbody", null, attack.chances.map(({ results, chance }) => h("tr", null,
          h("td.chance", null, percent(chance)),
          h("td", null, h("span.bar", { style: `--share: ${chance}`, "aria-hidden": "true" })),
          h("td", null, results.map(words).join(", ") || "no effect"))))) : null);
  }

  /** @param {Book} book */
  due(book) {
    /** @param {Arrival[]} units */
    const list = (units) => h("ul.due", null, units.map((each) => h("li", null, each.unit, h("span.where", null, each.where ? ` ${each.where}` : ""), each.delayed ? h("em", null, " delayed") : null)));
    return h("div", null,
      book.due?.length ? h("div", null, h("h4", null, "This turn"), list(book.due ?? [])) : h("p.empty", null, "Nobody is due this turn."),
      ...book.track.filter((turn) => turn.turn > book.turn && turn.arrivals.length).map((turn) => h("div", null, h("h4", null, `Turn ${turn.turn}`), list(turn.arrivals))));
  }

  /**
   * @param {Book} book
   * @param {import("./types.js").GameEvent} [checked] a victory check that was made
   */
  victory(book, checked) {
    const { victory } = book;
    if (victory.conditions) {
      return h("div.victory", null,
        h("ul.conditions", null, victory.conditions.map((each) => h("li", { class: `${each.met ? "met" : ""} for-${each.for}` },
          h("span.condition-sign", { "aria-hidden": "true" }, each.met ? "✓" : "○"), this.pointer(each.text, each.touches), h("strong", null, each.state)))),
        ...this.checks(victory));
    }
    return h("div.victory", null,
      h("p.victory-sum", null, h("strong", null, victory.points), victory.said ?? ` points if they were counted now; ${victory.secured} of them cannot be lost any more.`),
      checked ? h("p.chart-note", null, "★ ", checked.text, " ", ruleLink(checked.rule)) : null,
      victory.groups.length ? h("table.points", null, h("thead", null, h("tr", null, h("th", { scope: "col" }, "source"), h("th", { scope: "col" }, "now"), h("th", { scope: "col", title: "what it could still add" }, "could add"))),
        h("tbody", null, victory.groups.map((group) => this.points(group))),
        h("tfoot", null, h("tr", null, h("th", { scope: "row" }, "Total"), h("td", null, signed(victory.points)), h("td", null, "")))) : h("p.empty", null, "Nothing is in US control yet."),
      ...this.checks(victory),
      h("p.chart-note", null, (book.losses ?? []).map((loss) => `${loss.name}: ${loss.lost} of ${loss.limit} infantry units lost; ${loss.limit} are a catastrophic loss.`).join(" ")));
  }

  /**
   * When victory is checked, and what decides.
   * @param {import("./types.js").Victory} victory
   */
  checks(victory) {
    return victory.checks.map((check) => h("table.chart", { class: `check-${check.state}` }, h("caption", null, `★ At the end of Turn ${check.turn}`, check.state === "past" ? ", past" : "", " ", ruleLink(check.rule)),
      h("tbody", null, check.levels.map((level) => h("tr", { class: level.now ? "lit" : "" },
        h("th", { scope: "row" }, span(level)), h("td", null, level.now ? "▸ " : "", level.result))))));
  }

  /**
   * One source of points: what counts, and what does not yet.
   * @param {import("./types.js").PointGroup} group
   */
  points(group) {
    const some = group.open.slice(0, SHOWN), rest = group.open.length - some.length;
    return h("tr", null,
      h("th", { scope: "row" }, group.title, " ", ruleLink(group.rule), h("span.points-note", null, group.note),
        group.lines.length ? h("span.points-lines", null, group.lines.map((line) => this.pointer(group.lines.every((each) => each.points === group.lines[0].points) ? line.name : `${line.name} ${signed(line.points)}`, line.touches, "counted"))) : null,
        some.length ? h("span.points-lines", null, some.map((line) => this.pointer(line.name, line.touches, "open")), rest > 0 ? h("span.open", null, ` and ${rest} more`) : null) : null),
      h("td", null, h("strong", null, signed(group.points)), group.secured && group.secured === group.points ? h("span.secured", { title: "cannot be lost any more" }, " ✓") : null),
      h("td", null, group.could > 0 ? `+${group.could}` : ""));
  }
}

/** How many things that do not count yet are named. */
const SHOWN = 16;

/** @param {number} points */
function signed(points) {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** @param {import("./types.js").Level} level */
function span(level) {
  if (level.head) return level.head;
  if (level.from === null) return `${level.to ?? 0} or less`;
  return level.to === null || level.to > 998 ? `${level.from} or more` : `${level.from} to ${level.to}`;
}

/** @param {Book} book */
function dueTitle(book) {
  const next = book.next_due ? `, Turn ${book.next_due.turn}: ${book.next_due.units.length}` : "";
  return `Landing: ${book.due?.length ?? 0} due now${next}`;
}

/** @param {string} name */
function shorter(name) {
  return name.replace(/^(US|German) /, "").replace(/ Phase$/, "");
}

/** @param {string} result */
function words(result) {
  return result.replace(/[_-]/g, " ");
}
