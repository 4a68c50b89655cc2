// Cards: what was drawn this turn, what may still come.

import { h } from "./dom.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

export class Cards {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.element = h("div.cards");
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const cards = snapshot.flipbook?.cards;
    if (!cards) {
      this.element.replaceChildren(h("p.empty", null, "This game has no cards."));
      return;
    }
    const table = snapshot.view.table?.cards ?? {};
    const total = cards.left + cards.discards + cards.track.length;
    this.element.replaceChildren(
      h("section", null, h("h2", null, "German fire this turn"),
        cards.fire.length ? cards.fire.map((fire) => h("article.card", null,
          h("header", null, h("span.card-number", null, `Card ${fire.card}`), h("span", null, `${fire.sector} sector`)),
          h("p", null, painted(fire.text)))) : h("p.empty", null, "No fire card has been drawn this turn.")),
      h("section", null, h("h2", null, "The deck"),
        h("div.deck-bar", { role: "img", "aria-label": `${cards.left} cards left, ${cards.discards} discarded, ${cards.track.length} on the track` },
          h("span.left", { style: `flex-grow: ${cards.left}` }), h("span.track", { style: `flex-grow: ${cards.track.length}` }), h("span.gone", { style: `flex-grow: ${Math.max(0, total - cards.left - cards.track.length)}` })),
        h("p", null, `${cards.left} left to draw, ${cards.track.length} used this turn, ${cards.discards} discarded.`)),
      this.fold("Still in the deck", table.left ?? []),
      this.fold("Discarded", table.discards ?? []));
  }

  /**
   * @param {string} title
   * @param {number[]} numbers
   */
  fold(title, numbers) {
    const details = /** @type {HTMLDetailsElement} */ (h("details.fold", null, h("summary", null, `${title} (${numbers.length})`)));
    details.addEventListener("toggle", async () => {
      if (!details.open || details.children.length > 1) return;
      await this.play.reference.load();
      const known = this.play.reference.data?.cards ?? [];
      details.append(h("ul.card-list", null, numbers.map((number) => {
        const card = known.find((each) => each.number === number);
        return h("li", null, h("strong", null, number), " ", painted((card?.text ?? []).join(" ")));
      })));
    });
    return details;
  }
}

const GLYPHS = /** @type {Record<string, string>} */ ({ orange: "▲", red: "◆", purple: "■", blue: "●", green: "✚", brown: "⬢" });

/**
 * A text with the signs of the position colours before their names.
 * @param {string} text
 */
export function painted(text) {
  return h("span", null, text.split(/\b(orange|red|purple|blue|green|brown)\b/).map((part) => part in GLYPHS
    ? h("span.colour-name", null, h("span", { class: `glyph ${part}`, "aria-hidden": "true" }, GLYPHS[part]), part)
    : part));
}
