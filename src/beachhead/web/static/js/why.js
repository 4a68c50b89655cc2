// Why a figure on the board is what it is: what it comes from, one by one, each shown on the map.

import { h } from "./dom.js";

/** @import { FigureInfo } from "./types.js" */

export class Why {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.element = h("div.why-figure", {
      "data-still": true,
      hidden: true,
      role: "dialog",
      "aria-label": "Why this figure",
    });
    this.at = "";
  }

  get open() {
    return !this.element.hidden;
  }

  close() {
    if (!this.open) return;
    this.element.hidden = true;
    this.point([]);
  }

  /** @param {FigureInfo} figure */
  show(figure) {
    if (this.open && this.at === figure.at) {
      this.close();
      return;
    }
    this.at = figure.at;
    this.element.replaceChildren(
      h("h3", null, `Why ${figure.text.replace(/\s+/g, " ")}?`),
      h("p", null, figure.words),
      h(
        "ul",
        null,
        figure.reasons.map(({ text, touches }) =>
          h(
            "li",
            null,
            h(
              "button.pointer",
              {
                type: "button",
                onclick: () => this.board.lookAt(touches),
                onpointerenter: () => this.point(touches),
                onpointerleave: () => this.point([]),
                onfocus: () => this.point(touches),
                onblur: () => this.point([]),
              },
              text,
            ),
          ),
        ),
      ),
      h(
        "button.legend-close",
        { type: "button", "aria-label": "Close", onclick: () => this.close() },
        "✕",
      ),
    );
    this.element.hidden = false;
    this.element.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Show on the map what a line is about. @param {string[]} touches */
  point(touches) {
    this.board.light("told", touches);
    const fields = touches.filter((id) => id.startsWith("fire-"));
    this.board.showFire(new Set(fields.map((id) => id.slice(5))));
  }
}
