// A hand of cards: one's own, as pictures; what may be played or discarded now can be clicked.

import { h } from "./dom.js";
import { cardOf } from "./faces.js";

/** @import { HeldCard, Snapshot } from "./types.js" */

export class Hand {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./offers.js").Offers} offers
   * @param {import("./reference.js").Reference} reference
   */
  constructor(session, offers, reference) {
    this.session = session;
    this.offers = offers;
    this.reference = reference;
  }

  /**
   * The hand of whoever looks.
   * @param {Snapshot} snapshot
   */
  show(snapshot) {
    const hand = snapshot.flipbook?.hand;
    if (!hand) return h("p.empty", null, "Who watches sees no hands.");
    return h(
      "div.hand-holder",
      null,
      hand.cards.length
        ? this.strip(snapshot, hand.cards, hand.title)
        : h("p.empty", null, "Your hand is empty."),
      ...(hand.seen.length
        ? [h("h4", null, hand.seen_title), this.strip(snapshot, hand.seen, hand.seen_title)]
        : []),
    );
  }

  /**
   * @param {Snapshot} snapshot
   * @param {HeldCard[]} cards
   * @param {string} title
   */
  strip(snapshot, cards, title) {
    const options = snapshot.live && snapshot.yours ? (snapshot.view.decision?.options ?? []) : [];
    return h(
      "ul.hand",
      { "aria-label": title },
      cards.map((card) => {
        const uses = options.filter((option) => card.options.includes(option.id));
        const picture = cardOf(this.reference, card.face, { words: `${card.name}. ${card.text}` });
        if (!uses.length) return h("li", null, h("button.hand-card", { type: "button" }, picture));
        const named = uses.length > 1 || this.offers.commits(uses[0]);
        const choose = () => {
          if (!named) void this.session.choose(uses[0].id);
          else {
            const holder = picture.parentElement?.parentElement;
            const button = holder?.querySelector("button.hand-use");
            /** @type {HTMLElement | null | undefined} */ (button)?.focus();
          }
        };
        return h(
          "li",
          null,
          h(
            "button.hand-card.can",
            {
              type: "button",
              "aria-label": uses[0].label,
              onclick: choose,
              onpointerenter: () => this.offers.preview(uses[0]),
              onpointerleave: () => this.offers.preview(null),
            },
            picture,
          ),
          ...(named
            ? uses.map((option) =>
                h(
                  "button.hand-use",
                  {
                    type: "button",
                    onclick: () => this.session.choose(option.id),
                    onpointerenter: () => this.offers.preview(option),
                    onpointerleave: () => this.offers.preview(null),
                  },
                  h("span", { title: option.label }, option.label),
                ),
              )
            : []),
        );
      }),
    );
  }
}
