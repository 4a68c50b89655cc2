// A hand of cards: one's own, as pictures; what may be played or discarded now can be clicked.

import { h } from "./dom.js";

/** @import { HeldCard, Snapshot } from "./types.js" */

/**
 * The hand of whoever looks.
 * @param {import("./play.js").Play} play
 * @param {Snapshot} snapshot
 */
export function handOf(play, snapshot) {
  const hand = snapshot.flipbook?.hand;
  if (!hand) return h("p.empty", null, "Who watches sees no hands.");
  return h(
    "div.hand-holder",
    null,
    hand.cards.length
      ? strip(play, snapshot, hand.cards, hand.title)
      : h("p.empty", null, "Your hand is empty."),
    ...(hand.seen.length
      ? [h("h4", null, hand.seen_title), strip(play, snapshot, hand.seen, hand.seen_title)]
      : []),
  );
}

/**
 * @param {import("./play.js").Play} play
 * @param {Snapshot} snapshot
 * @param {HeldCard[]} cards
 * @param {string} title
 */
function strip(play, snapshot, cards, title) {
  const options = snapshot.live && snapshot.yours ? (snapshot.view.decision?.options ?? []) : [];
  return h(
    "ul.hand",
    { "aria-label": title },
    cards.map((card) => {
      const uses = options.filter((option) => card.options.includes(option.id));
      const picture = play.cards.face(card.face, `${card.name}. ${card.text}`);
      if (!uses.length) return h("li", null, h("span.hand-card", { title: card.text }, picture));
      const named = uses.length > 1 || play.offers.commits(uses[0]);
      const choose = () => {
        if (!named) void play.choose(uses[0].id);
        else
          /** @type {HTMLElement | null} */ (
            picture.parentElement?.parentElement?.querySelector("button.hand-use")
          )?.focus();
      };
      return h(
        "li",
        null,
        h(
          "button.hand-card.can",
          {
            type: "button",
            title: uses.map((option) => option.label).join("\n"),
            "aria-label": uses[0].label,
            onclick: choose,
            onpointerenter: () => play.offers.preview(uses[0]),
            onpointerleave: () => play.offers.preview(null),
          },
          picture,
        ),
        ...(named
          ? uses.map((option) =>
              h(
                "button.hand-use",
                {
                  type: "button",
                  onclick: () => play.choose(option.id),
                  onpointerenter: () => play.offers.preview(option),
                  onpointerleave: () => play.offers.preview(null),
                },
                option.label,
              ),
            )
          : []),
      );
    }),
  );
}
