// Cards: what was drawn this turn, what may still come.

import { h } from "./dom.js";
import { cardButton } from "./faces.js";
import { Parts } from "./parts.js";

/** @import { Snapshot } from "./types.js" */

export class Cards {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./reference.js").Reference} reference
   * @param {import("./hand.js").Hand} hand
   */
  constructor(session, reference, hand) {
    this.session = session;
    this.reference = reference;
    this.hand = hand;
    this.element = h("div.cards");
    this.parts = new Parts(this.element);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const { deck, hand, piles = [] } = snapshot.flipbook ?? {};
    this.parts.show(
      piles.length || hand
        ? this.piles(snapshot, piles)
        : deck
          ? this.deck(snapshot, deck)
          : [
              {
                name: "none",
                says: null,
                make: () => h("p.empty", null, "This game has no cards."),
              },
            ],
    );
  }

  /**
   * A deck from which everybody draws.
   * @param {Snapshot} snapshot
   * @param {import("./types.js").Deck} deck
   */
  deck(snapshot, deck) {
    const { left, discards, drawn } = deck;
    /** @param {number[]} numbers */
    const grid = (numbers) => () =>
      h(
        "ul.card-grid",
        null,
        numbers.map((number) => h("li", null, cardButton(this.reference, number))),
      );
    return [
      {
        name: "drawn",
        says: [drawn, snapshot.flipbook?.turn],
        make: () =>
          h(
            "section",
            null,
            h("h2", null, "Drawn this turn"),
            drawn.length
              ? this.strip(snapshot)
              : h("p.empty", null, "No card has been drawn this turn."),
            drawn
              .filter((each) => each.text)
              .map((each) => h("p", null, painted(each.text, this.session.game.signs))),
          ),
      },
      {
        name: "deck",
        says: [left.length, discards.length, drawn.length],
        make: () =>
          h(
            "section",
            null,
            h("h2", null, "The deck"),
            h(
              "div.deck-bar",
              {
                role: "img",
                "aria-label":
                  `${left.length} cards left, ` +
                  `${discards.length} discarded, ${drawn.length} on the track`,
              },
              h("span.left", { style: `flex-grow: ${left.length}` }),
              h("span.track", { style: `flex-grow: ${drawn.length}` }),
              h("span.gone", { style: `flex-grow: ${discards.length}` }),
            ),
            h(
              "p",
              null,
              `${left.length} left to draw, ${drawn.length} used this turn, ` +
                `${discards.length} discarded.`,
            ),
          ),
      },
      this.parts.fold("left", `Still in the deck (${left.length})`, left, grid(left)),
      this.parts.fold("discards", `Discarded (${discards.length})`, discards, grid(discards)),
    ];
  }

  /**
   * Hands and piles: one's own hand, and what everybody may see.
   * @param {Snapshot} snapshot
   * @param {import("./types.js").Pile[]} piles
   */
  piles(snapshot, piles) {
    const { hand } = snapshot.flipbook ?? {};
    return [
      {
        name: "hand",
        says: [hand, snapshot.live, snapshot.yours, snapshot.view.decision?.options],
        make: () =>
          h("section", null, h("h2", null, hand?.title ?? "Hands"), this.hand.show(snapshot)),
      },
      ...piles
        .filter((pile) => pile.hand !== null)
        .map((pile) => ({
          name: `line-${pile.title}`,
          says: pile,
          make: () => h("p.pile-line", null, h("strong", null, `${pile.side}: `), countOf(pile)),
        })),
      ...piles
        .filter((pile) => pile.cards.length)
        .map((pile) =>
          this.parts.fold(pile.title, `${pile.title} (${pile.cards.length})`, pile.cards, () =>
            h(
              "ul.card-grid",
              null,
              pile.cards.map((id) => h("li", null, cardButton(this.reference, id))),
            ),
          ),
        ),
    ];
  }

  /**
   * The cards of this turn as pictures, the latest first.
   * @param {Snapshot} snapshot
   */
  strip(snapshot) {
    const { deck, turn } = snapshot.flipbook ?? {};
    return h(
      "ol.card-strip",
      { "aria-label": "Cards drawn this turn, the latest first", tabindex: "0" },
      [...(deck?.drawn ?? [])].reverse().map((each) => {
        const used = this.used(each.card, snapshot.made);
        return h(
          "li",
          null,
          cardButton(this.reference, each.card, { used, turn }),
          h("span.card-use", null, [each.note, used].filter(Boolean).join(" ")),
        );
      }),
    );
  }

  /**
   * What a card was used for when it was last drawn.
   * @param {number} card
   * @param {number} made
   * @returns {string}
   */
  used(card, made) {
    return (
      this.session.events.findLast(
        (event) => event.made <= made && event.detail.card === card && event.detail.use,
      )?.detail.use ?? ""
    );
  }
}

/** What of somebody's cards can be counted. @param {import("./types.js").Pile} pile */
export function countOf({ hand, left, cards }) {
  const rest = left === null ? [] : [`${left} to draw`, `${cards.length} discarded`];
  return `${[`${hand} in the hand`, ...rest].join(", ")}.`;
}

/**
 * A text with the game's signs before the words that have one.
 * @param {string} text
 * @param {Record<string, string>} signs by word
 */
export function painted(text, signs) {
  const words = Object.keys(signs);
  if (!words.length) return h("span", null, text);
  return h(
    "span",
    null,
    text
      .split(new RegExp(`\\b(${words.join("|")})\\b`))
      .map((part) =>
        part in signs
          ? h(
              "span.color-name",
              null,
              h("span", { class: `glyph ${part}`, "aria-hidden": "true" }, signs[part]),
              part,
            )
          : part,
      ),
  );
}
