// The strip at the top: clock, tide, the turns with their arrivals and shuffles, points, losses.

import { h } from "./dom.js";
import { menu } from "./menu.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

const TIDES = /** @type {Record<string, string>} */ ({ low: "▁", mid: "▃", high: "▆" });

export class Track {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.turn = h("span.clock-turn");
    this.time = h("span.clock-time");
    this.phase = h("span.clock-phase");
    this.turns = h("ol.turns", { "aria-label": "Turn track" });
    this.gauges = h("div.gauges");
    this.element = h("header.top", null,
      h("h1.visually-hidden", null, play.snapshot.title),
      h("a.home", { href: "#/", "aria-label": "To the start page", title: "To the start page" }, h("img", { src: "/static/icon.svg", alt: "", width: 26, height: 26 })),
      h("div.clock", { role: "group", "aria-label": "Clock" }, this.turn, this.time, this.phase),
      this.turns, this.gauges, menu(play));
    this.shown = "";
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const book = snapshot.flipbook;
    if (!book) {
      this.turn.textContent = snapshot.view.clock;
      return;
    }
    this.turn.textContent = `Turn ${book.turn}`;
    this.time.textContent = `${book.time.slice(0, 2)}:${book.time.slice(2)}`;
    this.phase.textContent = `${capital(book.now?.title ?? book.phase)} · ${book.tide} tide`;
    const key = JSON.stringify([book.track, book.losses, book.victory, book.actions, book.naval_fire]);
    if (key === this.shown) return;
    this.shown = key;
    this.turns.replaceChildren(...book.track.map((turn) => {
      const coming = turn.arrivals.length;
      const words = [`Turn ${turn.turn}, ${turn.time} hours, ${turn.tide} tide`];
      if (coming) words.push(`${coming} due: ${turn.arrivals.map((each) => each.unit).join(", ")}`);
      if (turn.shuffle) words.push("shuffle at its end");
      words.push(...turn.printed);
      return h("li.turn", { class: turn.state, title: words.join("\n"), "aria-current": turn.state === "now" ? "step" : null, "aria-label": words.join(". ") },
        h("span.turn-number", { "aria-hidden": "true" }, turn.turn),
        h("span.turn-tide", { class: turn.tide, "aria-hidden": "true" }, TIDES[turn.tide] ?? ""),
        h("span.turn-more", { "aria-hidden": "true" }, coming ? `${coming}` : "", turn.shuffle ? h("span.turn-shuffle", null, "⟳") : ""));
    }));
    const now = this.turns.querySelector(".now");
    if (now instanceof HTMLElement) this.turns.scrollLeft = now.offsetLeft - this.turns.clientWidth / 3;
    this.gauges.replaceChildren(
      h("div.gauge", { title: `${book.victory.points} victory points now: ${book.victory.level}\n${book.victory.items.map((item) => `${item.name} ${item.points}`).join(", ")}` },
        h("span.gauge-name", null, "VP"), h("strong", null, book.victory.points), h("span.gauge-note", null, book.victory.level)),
      ...book.losses.map((loss) => h("div.gauge", {
        class: loss.lost >= loss.limit - 2 ? "danger" : "",
        title: `${loss.name}: ${loss.lost} of ${loss.limit} infantry units lost; ${loss.limit} are a catastrophic loss`,
      },
        h("span.gauge-name", null, `${loss.name.replace(" Division", "")} losses`),
        h("strong", null, `${loss.lost}/${loss.limit}`),
        h("span.pips", { "aria-hidden": "true" }, Array.from({ length: loss.limit }, (_, n) => h("i", { class: n < loss.lost ? "full" : "" }))))));
  }
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
