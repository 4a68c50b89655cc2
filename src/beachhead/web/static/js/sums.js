// The sum of an attack: every term of both sides, the chances before the dice, the dice after.

import { h, percent, ruleLink } from "./dom.js";

/** @import { Sum } from "./types.js" */

/** @param {Sum} sum @param {number} die how many sides dice have */
export function sumOf(sum, die) {
  return h(
    "section.attack.sum",
    { "aria-label": sum.title },
    h("h3", null, sum.title, " ", ruleLink(sum.rule)),
    h(
      "div.sum-sides",
      null,
      sum.sides.map((side, n) =>
        h(
          "div.sum-side",
          null,
          h("span.versus-name", null, side.name),
          h(
            "ul.sum-terms",
            null,
            ...(sum.thrown === "each"
              ? [
                  h(
                    "li",
                    null,
                    h("span", null, "die"),
                    side.roll ? dice([side.roll], die) : h("span.sum-value", null, "?"),
                  ),
                ]
              : n === 0 && sum.thrown === "first"
                ? [
                    h(
                      "li",
                      null,
                      h("span", null, "two dice"),
                      sum.dice.length ? dice(sum.dice) : h("span.sum-value", null, "?"),
                    ),
                  ]
                : []),
            side.terms.map((term) =>
              h("li", null, h("span", null, term.name), h("span.sum-value", null, term.value)),
            ),
            side.limited ? h("li.sum-limited", null, side.limited) : null,
          ),
          h(
            "strong.versus-number",
            null,
            side.total === null
              ? "?"
              : (sum.thrown === "each" || (n === 0 && sum.thrown)) && !sum.dice.length
                ? `${side.total}+`
                : side.total,
          ),
          side.who ? h("span.sum-who", { title: side.who }, side.who) : null,
        ),
      ),
    ),
    sum.versus ? h("p.versus-sign", null, sum.versus) : null,
    sum.facts.length
      ? h(
          "ul.facts",
          null,
          sum.facts.map((fact) => h("li", { class: fact.lacking ? "lacking" : "" }, fact.text)),
        )
      : null,
    sum.result ? h("p.sum-result", null, h("strong", null, sum.result)) : null,
    ...sum.notes.map((note) => h("p.chart-note", null, note)),
    sum.chances.length
      ? h(
          "table.chances",
          null,
          sum.caption ? h("caption", null, sum.caption) : null,
          h(
            "tbody",
            null,
            sum.chances.map(({ results, chance }) =>
              h(
                "tr",
                null,
                h("td.chance", null, percent(chance)),
                h(
                  "td",
                  null,
                  h("span.bar", { style: `--share: ${chance}`, "aria-hidden": "true" }),
                ),
                h("td", null, results.join(", ") || "no effect"),
              ),
            ),
          ),
        )
      : null,
  );
}

const FACES = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/**
 * Dice as they lie.
 * @param {number[]} rolled
 * @param {number} [sides]
 */
export function dice(rolled, sides = 6) {
  return h(
    "span.dice",
    { role: "img", "aria-label": `dice: ${rolled.join(" and ")}` },
    rolled.map((face) =>
      sides === 6
        ? h("span.die", { "aria-hidden": "true" }, FACES[face] ?? face)
        : h("span.die.many", { "aria-hidden": "true" }, face),
    ),
  );
}
