// The strip at the top: clock, the turns with their arrivals and shuffles, points, losses.

import { capital, h } from "./dom.js";

/** @import { Snapshot } from "./types.js" */

/** From so many turns on they stand in two lines. */
const MANY = 20;
/** More gauges leave no room for the turns unless each stands in two lines. */
const FEW_GAUGES = 3;
const WATER = { low: "▁", mid: "▃", high: "▆" };

export class Track {
  /**
   * @param {string} title
   * @param {HTMLElement} menu
   */
  constructor(title, menu) {
    this.turn = h("span.clock-turn");
    this.time = h("span.clock-time");
    this.phase = h("span.clock-phase");
    this.turns = h("ol.turns", { "aria-label": "Turn track" });
    this.gauges = h("div.gauges", { role: "group", "aria-label": "How it stands" });
    this.element = h(
      "header.top",
      null,
      h("h1.visually-hidden", null, title),
      h(
        "a.home",
        { href: "#/", "aria-label": "To the start page", title: "To the start page" },
        h("img", { src: "/static/icon.svg", alt: "", width: 26, height: 26 }),
      ),
      h("div.clock", { role: "group", "aria-label": "Clock" }, this.turn, this.time, this.phase),
      this.turns,
      this.gauges,
      menu,
    );
    this.shown = "";
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const book = snapshot.flipbook;
    if (!book) {
      this.turn.textContent = snapshot.view.clock;
      return;
    }
    // Before the first turn there is none.
    this.turn.textContent = book.turn ? `Turn ${book.turn}` : snapshot.view.clock;
    this.time.textContent = book.time.replace(/^(\d\d)(\d\d)$/, "$1:$2");
    const phase = capital(book.now?.title ?? book.phase);
    this.phase.textContent = book.weather ? `${phase} · ${book.weather}` : phase;
    const key = JSON.stringify([book.track, book.gauges]);
    if (key === this.shown) return;
    this.shown = key;
    this.turns.classList.toggle("many", book.track.length > MANY);
    this.turns.style.setProperty("--half", String(Math.ceil(book.track.length / 2)));
    this.turns.replaceChildren(
      ...book.track.map((turn) => {
        const coming = turn.arrivals.length;
        const words = [`Turn ${turn.turn}, ${turn.when}`];
        if (coming) {
          words.push(`${coming} due: ${turn.arrivals.map((each) => each.unit).join(", ")}`);
        }
        if (turn.shuffle) words.push("shuffle at its end");
        if (turn.check) words.push("victory points are counted at its end");
        words.push(...turn.printed);
        return h(
          "li.turn",
          {
            class: `${turn.state}${turn.check ? " check" : ""}`,
            "data-says": words.join("\n"),
            "aria-current": turn.state === "now" ? "step" : null,
            "aria-label": words.join(". "),
          },
          h("span.turn-number", { "aria-hidden": "true" }, turn.turn),
          ...(turn.water
            ? [
                h(
                  "span.turn-water",
                  { class: turn.water, "aria-hidden": "true" },
                  WATER[turn.water],
                ),
              ]
            : []),
          h(
            "span.turn-more",
            { "aria-hidden": "true" },
            coming ? `${coming}` : "",
            turn.shuffle ? h("span.turn-shuffle", null, "⟳") : "",
            turn.check ? h("span.turn-check", null, "★") : "",
          ),
        );
      }),
    );
    const now = this.turns.querySelector(".now");
    if (now instanceof HTMLElement) {
      requestAnimationFrame(() => {
        this.turns.scrollLeft = now.offsetLeft - this.turns.offsetLeft - this.turns.clientWidth / 3;
      });
    }
    this.gauges.classList.toggle("many", book.gauges.length > FEW_GAUGES);
    this.gauges.replaceChildren(
      ...book.gauges.map(({ name, value, note, title, of, danger }) =>
        h(
          "div.gauge",
          { class: danger ? "danger" : "", "data-says": title },
          h("span.gauge-name", null, name),
          h("strong", null, value.replace(/^-/, "−")),
          of
            ? h(
                "span.pips",
                { "aria-hidden": "true" },
                Array.from({ length: of[1] }, (_, n) => h("i", { class: n < of[0] ? "full" : "" })),
              )
            : h("span.gauge-note", null, note),
        ),
      ),
    );
  }
}
