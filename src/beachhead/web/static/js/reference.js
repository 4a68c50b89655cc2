// The reference: rules in our words, rulings, charts, units and cards; searched on the page itself.

import { request } from "./api.js";
import { painted } from "./cards.js";
import { chartTable } from "./charts.js";
import { h, ruleLink } from "./dom.js";

/** @import { Reference as Data } from "./types.js" */

const MOST = 60;

export class Reference {
  /**
   * @param {import("./types.js").GameInfo} game
   */
  constructor(game) {
    this.game = game;
    /** Called when it has come. */
    this.onload = () => {};
    /** @type {Data | null} */
    this.data = null;
    /** @type {Promise<void> | null} */
    this.loading = null;
    this.input = h("input", {
      type: "search",
      placeholder: "A rule number or words",
      "aria-label": "Search the reference",
      oninput: () => this.search(),
    });
    this.results = h("div.results", { "aria-live": "off" });
    this.element = h("div.reference", null, h("div.search", null, this.input), this.results);
    this.results.append(h("p.empty", null, "The reference is being fetched…"));
  }

  load() {
    if (this.data) return Promise.resolve();
    const address = this.game.reference;
    if (!address) return Promise.resolve();
    this.loading ??= request(address)
      .then((data) => {
        this.data = data;
        if (data.style) document.head.append(h("style", null, data.style));
        this.onload();
        /** @type {{kind: string, words: string, make: () => HTMLElement}[]} */
        this.entries = index(data, this.game.signs);
        if (this.value) this.search();
        else this.contents();
      })
      .catch(() => {
        this.loading = null;
        this.results.replaceChildren(
          h("p.empty", null, "The reference could not be fetched. It comes with the server."),
        );
      });
    return this.loading;
  }

  get value() {
    return /** @type {HTMLInputElement} */ (this.input).value.trim();
  }

  focus() {
    void this.load();
    this.input.focus();
    /** @type {HTMLInputElement} */ (this.input).select();
  }

  /** @param {string} number */
  rule(number) {
    return ruleNamed(this.data?.rules ?? [], number);
  }

  /** The words of a rule, in short. @param {string} number */
  words(number) {
    return this.rule(number)?.text?.[0] ?? "";
  }

  /**
   * Open a rule, with its rulings.
   * @param {string} number
   */
  async open(number) {
    await this.load();
    const rule = this.rule(number);
    /** @type {HTMLInputElement} */ (this.input).value = "";
    if (!rule || !this.data) {
      this.results.replaceChildren(
        h("p.empty", null, `There is no rule ${number} in the reference.`),
      );
      return;
    }
    const at = this.data.rules.indexOf(rule);
    const below = this.data.rules
      .filter(
        (each, n) => n > at && each.number.startsWith(rule.number) && each.number !== rule.number,
      )
      .slice(0, 20);
    const charts = this.data.charts.filter((chart) => chart.rule === rule.number);
    this.results.replaceChildren(
      h(
        "button.button.small.quiet",
        { type: "button", onclick: () => this.contents() },
        "← Contents",
      ),
      ruleCard(rule, true),
      ...rulingsOf(this.data, rule).map(rulingCard),
      ...charts.map(chartTable),
      ...below.map((each) => ruleCard(each)),
    );
    this.results.scrollIntoView({ block: "start" });
  }

  contents() {
    if (!this.data) return;
    const { data } = this;
    /** @param {string} title @param {number} count @param {() => HTMLElement[]} make */
    const part = (title, count, make) => {
      if (!count) return null;
      const details = /** @type {HTMLDetailsElement} */ (
        h("details.fold", null, h("summary", null, `${title} (${count})`))
      );
      details.addEventListener(
        "toggle",
        () => details.open && details.children.length < 2 && details.append(...make()),
      );
      return details;
    };
    const chapters = data.rules.filter((rule) => rule.depth <= 1);
    this.results.replaceChildren(
      h(
        "ul.chapters",
        null,
        chapters.map((rule) =>
          h(
            "li",
            null,
            h(
              "button.chapter",
              { type: "button", "data-rule": rule.number },
              h("span.chapter-number", null, rule.number),
              ` ${rule.title}`,
            ),
          ),
        ),
      ),
      ...[
        part("Numbers and symbols", Object.keys(data.hints).length, () => [
          h("ul.hint-list", null, Object.values(data.hints).map(hintLine)),
        ]),
        part("Charts", data.charts.length, () => data.charts.map(chartTable)),
        part("Rulings and answers", data.rulings.length, () => data.rulings.map(rulingCard)),
        part("Units", data.units.length, () => [
          h("div.unit-grid", null, data.units.map(unitCard)),
        ]),
        part("Cards", data.cards.length, () =>
          data.cards.map((card) => cardCard(card, this.game.signs)),
        ),
      ].flatMap((each) => each ?? []),
      ...data.notes.map((note) => h("p.chart-note", null, note)),
    );
  }

  search() {
    void this.load();
    const wanted = this.value.toLowerCase();
    if (!wanted) {
      this.contents();
      return;
    }
    if (!this.data || !this.entries) return;
    const exact = rulesUnder(this.data.rules, wanted);
    const terms = wanted.split(/\s+/);
    const found = this.entries.filter((entry) => terms.every((term) => entry.words.includes(term)));
    const shown = found.slice(0, MOST);
    this.results.replaceChildren(
      h(
        "p.found",
        { role: "status" },
        found.length + exact.length
          ? `${found.length} found${found.length > MOST ? `, the first ${MOST} shown` : ""}`
          : `Nothing says “${this.value}”.`,
      ),
      ...exact.slice(0, 20).map((rule) => ruleCard(rule)),
      ...shown.map((entry) => entry.make()),
    );
  }
}

/**
 * The rule with a number, or that says the statement with it, or the next above it that there is.
 * @param {import("./types.js").Rule[]} rules
 * @param {string} number
 */
export function ruleNamed(rules, number) {
  const said =
    rules.find((rule) => rule.number === number) ??
    rules.find((rule) => rule.statements.some((each) => each.id === number));
  if (said) return said;
  for (let wanted = number; wanted; wanted = above(wanted)) {
    const found = rules.find((rule) => rule.number === wanted);
    if (found) return found;
  }
  return undefined;
}

/** @param {string} number */
function above(number) {
  return number.includes(".") ? number.replace(/\.[^.]*$/, "") : "";
}

/**
 * The rules that somebody means who types a number: it, and those below it.
 * @param {import("./types.js").Rule[]} rules
 * @param {string} wanted in small letters
 */
export function rulesUnder(rules, wanted) {
  if (!/^[\w]*\d[\w.]*$/.test(wanted)) return [];
  return rules.filter(({ number }) => `${number.toLowerCase()}.`.startsWith(`${wanted}.`));
}

/** @param {Data} data @param {Record<string, string>} signs */
function index(data, signs) {
  /** @param {string} kind @param {unknown[]} words @param {() => HTMLElement} make */
  const entry = (kind, words, make) => ({ kind, words: words.join(" ").toLowerCase(), make });
  return [
    ...data.rules.map((rule) =>
      entry("rule", [rule.number, rule.title, ...rule.text], () => ruleCard(rule)),
    ),
    ...data.rulings.map((ruling) =>
      entry("ruling", [ruling.id, ruling.question, ruling.ruling, ...ruling.rules], () =>
        rulingCard(ruling),
      ),
    ),
    ...Object.values(data.hints).map((hint) =>
      entry("hint", [hint.name, hint.text, hint.rule], () =>
        h("article.rule", null, h("ul.hint-list", null, hintLine(hint))),
      ),
    ),
    ...data.charts.map((chart) =>
      entry("chart", [chart.title, ...chart.columns, ...chart.rows.map((row) => row.head)], () =>
        chartTable(chart),
      ),
    ),
    ...data.units.map((unit) =>
      entry("unit", [unit.name, unit.text, unit.side], () => unitCard(unit)),
    ),
    ...data.cards.map((card) =>
      entry("card", [`card ${card.number}`, ...card.text], () => cardCard(card, signs)),
    ),
  ];
}

/** @param {Data} data @param {import("./types.js").Rule} rule */
function rulingsOf(data, rule) {
  return data.rulings.filter(
    (ruling) => rule.rulings.includes(ruling.id) || ruling.rules.includes(rule.number),
  );
}

/** @param {import("./types.js").Rule} rule @param {boolean} [main] */
function ruleCard(rule, main = false) {
  return h(
    "article.rule",
    { class: main ? "main" : "" },
    h(
      "h2",
      null,
      h("button.rule-link", { type: "button", "data-rule": rule.number }, rule.number),
      ` ${rule.title}`,
    ),
    ...rule.text.map((text) => h("p", null, text)),
  );
}

/** @param {import("./types.js").Ruling} ruling */
function rulingCard(ruling) {
  return h(
    "article.ruling",
    null,
    h(
      "h2",
      null,
      ruling.faq ? "Answer " : "Ruling ",
      ruling.id,
      " ",
      ...ruling.rules.map((rule) => ruleLink(rule)).filter(Boolean),
    ),
    h("p.question", null, ruling.question),
    h("p", null, ruling.ruling),
    ruling.why ? h("p.why", null, ruling.why) : null,
  );
}

/** What a number or a symbol is. @param {import("./types.js").Hint} hint */
export function hintLine({ name, text, rule }) {
  return h(
    "li",
    null,
    h("strong", null, name.replace("{}", "…")),
    ` ${text} `,
    ruleLink(rule ?? "") ?? "",
  );
}

/** @param {import("./types.js").UnitEntry} unit */
function unitCard(unit) {
  const picture = h("span.unit-picture", { "aria-hidden": "true", innerHTML: unit.svg });
  return h(
    "article.unit",
    null,
    picture,
    h("div", null, h("strong", null, unit.name), h("p", null, unit.text)),
  );
}

/** @param {import("./types.js").CardEntry} card @param {Record<string, string>} signs */
function cardCard(card, signs) {
  const name = typeof card.number === "number" ? `Card ${card.number}` : card.number;
  const picture = h("span.card-picture", {
    role: "img",
    "aria-label": name,
    "data-card": card.id,
    innerHTML: card.svg,
  });
  return h(
    "article.card",
    null,
    h("button.card-open", { type: "button" }, picture),
    h(
      "div",
      null,
      h("strong", null, name),
      ...card.text.map((text) => h("p", null, painted(text, signs))),
    ),
  );
}
