// Cards: what was drawn this turn, what may still come.

import { h } from "./dom.js";
import { handOf } from "./hand.js";

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
    if (snapshot.flipbook?.piles) {
      this.element.replaceChildren(...this.piles(snapshot, snapshot.flipbook.piles));
      return;
    }
    if (!cards) {
      this.element.replaceChildren(h("p.empty", null, "This game has no cards."));
      return;
    }
    const table = snapshot.view.table?.cards ?? {};
    const total = cards.left + cards.discards + cards.track.length;
    this.element.replaceChildren(
      h("section", null, h("h2", null, "Drawn this turn"),
        cards.track.length ? this.strip(snapshot) : h("p.empty", null, "No card has been drawn this turn."),
        cards.fire.map((fire) => h("p", null, h("strong", null, `Fire in the ${fire.sector} sector, card ${fire.card}: `), painted(fire.text)))),
      h("section", null, h("h2", null, "The deck"),
        h("div.deck-bar", { role: "img", "aria-label": `${cards.left} cards left, ${cards.discards} discarded, ${cards.track.length} on the track` },
          h("span.left", { style: `flex-grow: ${cards.left}` }), h("span.track", { style: `flex-grow: ${cards.track.length}` }), h("span.gone", { style: `flex-grow: ${Math.max(0, total - cards.left - cards.track.length)}` })),
        h("p", null, `${cards.left} left to draw, ${cards.track.length} used this turn, ${cards.discards} discarded.`)),
      this.fold("Still in the deck", table.left ?? []),
      this.fold("Discarded", table.discards ?? []));
  }

  /**
   * Hands and piles: one's own hand, and what everybody may see.
   * @param {Snapshot} snapshot
   * @param {import("./types.js").Pile[]} piles
   */
  piles(snapshot, piles) {
    return [
      h("section", null, h("h2", null, snapshot.flipbook?.hand?.title ?? "Hands"), handOf(this.play, snapshot)),
      ...piles.filter((pile) => pile.hand !== null).map((pile) => h("p.pile-line", null, h("strong", null, `${pile.side}: `), `${pile.hand} in the hand, ${pile.left} to draw, ${pile.cards.length} discarded.`)),
      ...piles.filter((pile) => pile.cards.length).map((pile) => {
        const details = /** @type {HTMLDetailsElement} */ (h("details.fold", null, h("summary", null, `${pile.title} (${pile.cards.length})`)));
        details.addEventListener("toggle", () => details.open && details.children.length < 2 && details.append(h("ul.card-grid", null, pile.cards.map((id) => h("li", null, this.face(id, ""))))));
        return details;
      })];
  }

  /**
   * A card's face, by its name in the reference.
   * @param {string} id
   * @param {string} words
   */
  face(id, words) {
    const { reference } = this.play;
    const picture = h("span.card-picture", { role: "img", "aria-label": words });
    const fill = () => {
      const card = reference.data?.cards.find((each) => each.id === id);
      picture.innerHTML = card?.svg ?? "";
      if (card && !words) picture.setAttribute("aria-label", `${card.number}. ${card.text.join(" ")}`);
    };
    if (reference.data) fill();
    else void reference.load().then(fill);
    return picture;
  }

  /**
   * The cards of this turn as pictures, the latest first.
   * @param {Snapshot} snapshot
   */
  strip(snapshot) {
    const { track = [], fire = [] } = snapshot.flipbook?.cards ?? {};
    const used = this.used(snapshot);
    return h("ol.card-strip", { "aria-label": "Cards drawn this turn, the latest first", tabindex: "0" }, [...track].reverse().map((number) => {
      const sector = fire.find((each) => each.card === number)?.sector;
      return h("li", null, this.picture(number, used.get(number), snapshot.flipbook?.turn), h("span.card-use", null, [sector, used.get(number)].filter(Boolean).join(" ")));
    }));
  }

  /**
   * Which section of each card was used.
   * @param {Snapshot} snapshot
   * @returns {Map<number, string>}
   */
  used(snapshot) {
    const found = new Map();
    if (!this.play.reference.data) return found;
    for (const event of this.play.events) {
      if (event.made > snapshot.made) break;
      if (event.kind === "turn") found.clear();
      if (event.kind !== "card") continue;
      const phase = this.play.reference.rule(event.rule)?.phase ?? "";
      found.set(event.detail.card, SECTIONS.get(phase) ?? "fire");
    }
    return found;
  }

  /**
   * A card as a small picture; what its draw does not use is dimmed.
   * @param {number} number
   * @param {string} [used] landing, event or fire
   * @param {number} [turn] whose event is marked
   */
  picture(number, used = "", turn = 0) {
    const { reference } = this.play;
    const picture = h("span.card-picture", { role: "img", "aria-label": `Card ${number}`, "data-used": used });
    const fill = () => {
      const card = reference.data?.cards.find((each) => each.number === number);
      if (!card) return;
      picture.innerHTML = card.svg ?? "";
      picture.setAttribute("aria-label", `Card ${number}. ${card.text.join(" ")}`);
      for (const entry of picture.querySelectorAll(".entry")) entry.classList.toggle("lit", Number(entry.getAttribute("data-from")) <= turn && turn <= Number(entry.getAttribute("data-to")));
    };
    if (reference.data) fill();
    else void reference.load().then(fill);
    return picture;
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
      details.append(h("ul.card-grid", null, numbers.map((number) => h("li", null, this.picture(number)))));
    });
    return details;
  }
}

/** The section that a draw uses, by the phase it is made in; all others use the fire section. */
const SECTIONS = new Map([["us-amphib", "landing"], ["event", "event"]]);

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
