// A printed table, with the cells that matter now lit.

import { h, ruleLink } from "./dom.js";

/** @param {import("./types.js").Chart} chart */
export function chartTable(chart) {
  const lit = new Set((chart.lit ?? []).map(([row, column]) => `${row}:${column}`));
  return h(
    "div.chart-holder",
    { tabindex: "0", role: "group", "aria-label": chart.title },
    h(
      "table.chart",
      null,
      h("caption", null, chart.title, " ", ruleLink(chart.rule)),
      chart.columns.length
        ? h(
            "thead",
            null,
            h(
              "tr",
              null,
              ...(chart.columns.length === (chart.rows[0]?.cells.length ?? 0)
                ? [h("td", null)]
                : []),
              chart.columns.map((name) => h("th", { scope: "col" }, name)),
            ),
          )
        : null,
      h(
        "tbody",
        null,
        chart.rows.map((row, r) =>
          h(
            "tr",
            { class: lit.has(`${r}:null`) ? "lit" : "" },
            h("th", { scope: "row" }, row.head),
            row.cells.map((cell, c) =>
              h(
                "td",
                { class: lit.has(`${r}:${c}`) ? "lit" : "" },
                lit.has(`${r}:${c}`) ? h("strong", null, "▸ ", cell) : cell,
              ),
            ),
          ),
        ),
      ),
    ),
    ...(chart.svg ? [h("div.chart-picture", { innerHTML: chart.svg })] : []),
    ...(chart.notes ?? []).map((note) => h("p.chart-note", null, note)),
  );
}
