// "Now": where we are in the sequence of play, what must and may be done, the tables it needs.

import { chartTable } from "./charts.js";
import { h, ruleLink } from "./dom.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Flipbook} Book */
/** @typedef {import("./types.js").Arrival} Arrival */

const COMPARED = /** @type {Record<string, string>} */ ({ double: "at least double", greater: "greater", equal: "equal", less: "less" });

export class Flipbook {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.element = h("div.flipbook");
    /** @type {Set<string>} */
    this.opened = new Set();
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const book = snapshot.flipbook;
    if (!book) {
      this.element.replaceChildren(h("p.empty", null, "This game has no flipbook."));
      return;
    }
    this.element.replaceChildren(
      this.sequence(book),
      this.now(book, snapshot),
      ...(snapshot.view.result ? [this.ending(snapshot)] : []),
      ...(book.attack ? [this.attack(book.attack)] : []),
      ...this.options(snapshot),
      ...book.tables.map((chart) => this.fold(`chart-${chart.id}`, chart.title, () => chartTable(chart), !!chart.needed)),
      this.fold("due", dueTitle(book), () => this.due(book), false),
      this.fold("victory", `Victory: ${book.victory.points} points now`, () => this.victory(book), false));
  }

  /** @param {Book} book */
  sequence(book) {
    return h("ol.sequence", { "aria-label": "Sequence of play" }, book.phases.map((phase) => h("li", { class: phase.state, "aria-current": phase.state === "now" ? "step" : null },
      h("button.phase", { type: "button", "data-rule": phase.rule, title: phase.text }, shorter(phase.name)))));
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
      now.must.length ? h("ul.must", { "aria-label": "Must" }, now.must.map((text) => h("li", null, text))) : null,
      now.may.length ? h("ul.may", { "aria-label": "May" }, now.may.map((text) => h("li", null, text))) : null,
      ...(snapshot.view.result ? [] : snapshot.warnings ?? []).map((warning) => h("p.warned", null, h("span", { "aria-hidden": "true" }, "⚠ "), warning.text, " ", ruleLink(warning.rule))));
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

  /** @param {Snapshot} snapshot */
  options(snapshot) {
    const options = snapshot.live && snapshot.yours ? snapshot.view.decision?.options ?? [] : [];
    if (!options.length) return [];
    return [this.fold("options", `You may choose (${options.length})`, () => h("ul.option-list", null, options.map((option) => h("li", null,
      h("button.option-button", {
        type: "button", onclick: () => this.play.choose(option.id),
        onpointerenter: () => this.play.preview(option), onpointerleave: () => this.play.preview(null),
        onfocus: () => this.play.preview(option, true), onblur: () => this.play.preview(null),
      }, option.label), ruleLink(option.rule)))), options.length <= 14)];
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
        h("li", null, `Terrain: +${attack.terrain.unit}${attack.terrain.depth ? `, depth +${attack.terrain.depth}` : ""}`),
        attack.flanking ? h("li", null, "Flanked") : null,
        attack.naval ? h("li", null, "With naval fire") : null,
        attack.hero ? h("li", null, `${attack.hero} helps`) : null),
      attack.chances.length ? h("table.chances", null,
        h("caption", null, german ? "Against the unit alone" : "Against a lone unit, over all it may be"),
        h("tbody", null, attack.chances.map(({ results, chance }) => h("tr", null,
          h("td.chance", null, `${Math.round(chance * 100)}%`),
          h("td", null, h("span.bar", { style: `--share: ${chance}`, "aria-hidden": "true" })),
          h("td", null, results.map(words).join(", ") || "no effect"))))) : null);
  }

  /** @param {Book} book */
  due(book) {
    /** @param {Arrival[]} units */
    const list = (units) => h("ul.due", null, units.map((each) => h("li", null, each.unit, h("span.where", null, each.where ? ` ${each.where}` : ""), each.delayed ? h("em", null, " delayed") : null)));
    return h("div", null,
      book.due.length ? h("div", null, h("h4", null, "This turn"), list(book.due)) : h("p.empty", null, "Nobody is due this turn."),
      book.next_due ? h("div", null, h("h4", null, `Next: Turn ${book.next_due.turn}`), list(book.next_due.units)) : null);
  }

  /** @param {Book} book */
  victory(book) {
    const { victory } = book;
    return h("div", null,
      victory.items.length ? h("ul.due", null, victory.items.map((item) => h("li", null, `${item.name} ${item.points}`))) : h("p.empty", null, "Nothing is in US control yet."),
      h("table.chart", null, h("caption", null, `At the end of Turn ${victory.end_of_turn}`), h("tbody", null, victory.levels.map((level) => h("tr", { class: level.now ? "lit" : "" },
        h("th", { scope: "row" }, level.to === null || level.to > 998 ? `${level.from} or more` : `${level.from} to ${level.to}`), h("td", null, level.now ? "▸ " : "", level.result))))),
      h("p.chart-note", null, book.losses.map((loss) => `${loss.name}: ${loss.lost} of ${loss.limit} infantry units lost.`).join(" ")));
  }

  /**
   * @param {string} id
   * @param {string} title
   * @param {() => HTMLElement} content made when it is opened
   * @param {boolean} open
   */
  fold(id, title, content, open) {
    const details = /** @type {HTMLDetailsElement} */ (h("details.fold", null, h("summary", null, title)));
    const fill = () => details.children.length < 2 && details.append(content());
    if (this.opened.has(id) || (open && !this.opened.has(`-${id}`))) {
      details.open = true;
      fill();
    }
    details.addEventListener("toggle", () => {
      if (details.open) {
        fill();
        this.opened.add(id);
        this.opened.delete(`-${id}`);
      } else {
        this.opened.delete(id);
        this.opened.add(`-${id}`);
      }
    });
    return details;
  }
}

/** @param {Book} book */
function dueTitle(book) {
  const next = book.next_due ? `, Turn ${book.next_due.turn}: ${book.next_due.units.length}` : "";
  return `Landing: ${book.due.length} due now${next}`;
}

/** @param {string} name */
function shorter(name) {
  return name.replace(/^(US|German) /, "").replace(/ Phase$/, "");
}

/** @param {string} result */
function words(result) {
  return result.replace(/[_-]/g, " ");
}
