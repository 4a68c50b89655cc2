// Cards: what was drawn this turn, what may still come.

import { h } from "./dom.js";
import { handOf } from "./hand.js";
import { Parts } from "./parts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

export class Cards {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.element = h("div.cards");
    this.parts = new Parts(this.element);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const { cards, piles } = snapshot.flipbook ?? {};
    this.parts.show(piles ? this.piles(snapshot, piles)
      : cards ? this.deck(snapshot, cards)
      : [{ name: "none", says: null, make: () => h("p.empty", null, "This game has no cards.") }]);
  }

  /**
   * A deck from which everybody draws.
   * @param {Snapshot} snapshot
   * @param {NonNullable<import("./types.js").Flipbook["cards"]>} cards
   * @returns {import("./parts.js").Part[]}
   */
  deck(snapshot, cards) {
    const { left = [], discards = [] } = snapshot.view.table?.cards ?? {};
    const { track, fire } = cards;
    /** @param {number[]} numbers */
    const grid = (numbers) => () => h("ul.card-grid", null, numbers.map((number) => h("li", null, this.picture(number))));
    return [
      { name: "drawn", says: this.drawn(snapshot), make: () => h("section", null, h("h2", null, "Drawn this turn"),
        track.length ? this.strip(snapshot) : h("p.empty", null, "No card has been drawn this turn."),
        fire.map((each) => h("p", null, h("strong", null, `Fire in the ${each.sector} sector, card ${each.card}: `), painted(each.text)))) },
      { name: "deck", says: [cards.left, cards.discards, track.length], make: () => h("section", null, h("h2", null, "The deck"),
        h("div.deck-bar", { role: "img", "aria-label": `${cards.left} cards left, ${cards.discards} discarded, ${track.length} on the track` },
          h("span.left", { style: `flex-grow: ${cards.left}` }), h("span.track", { style: `flex-grow: ${track.length}` }), h("span.gone", { style: `flex-grow: ${cards.discards}` })),
        h("p", null, `${cards.left} left to draw, ${track.length} used this turn, ${cards.discards} discarded.`)) },
      this.parts.fold("left", `Still in the deck (${left.length})`, left, grid(left)),
      this.parts.fold("discards", `Discarded (${discards.length})`, discards, grid(discards)),
    ];
  }

  /**
   * Hands and piles: one's own hand, and what everybody may see.
   * @param {Snapshot} snapshot
   * @param {import("./types.js").Pile[]} piles
   * @returns {import("./parts.js").Part[]}
   */
  piles(snapshot, piles) {
    const { hand } = snapshot.flipbook ?? {};
    return [
      { name: "hand", says: [hand, snapshot.live, snapshot.yours, snapshot.view.decision?.options], make: () => h("section", null, h("h2", null, hand?.title ?? "Hands"), handOf(this.play, snapshot)) },
      ...piles.filter((pile) => pile.hand !== null).map((pile) => ({ name: `line-${pile.title}`, says: pile, make: () => h("p.pile-line", null, h("strong", null, `${pile.side}: `), `${pile.hand} in the hand, ${pile.left} to draw, ${pile.cards.length} discarded.`) })),
      ...piles.filter((pile) => pile.cards.length).map((pile) => this.parts.fold(pile.title, `${pile.title} (${pile.cards.length})`, pile.cards, () => h("ul.card-grid", null, pile.cards.map((id) => h("li", null, this.face(id, "")))))),
    ];
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
   * All that is shown of the cards of this turn.
   * @param {Snapshot} snapshot
   */
  drawn(snapshot) {
    const { cards, turn } = snapshot.flipbook ?? {};
    return [cards?.track, cards?.fire, turn, [...this.used(snapshot)]];
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
