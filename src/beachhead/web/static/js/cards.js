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
   * @param {import("./board.js").Board} board
   */
  constructor(session, reference, hand, board) {
    this.session = session;
    this.board = board;
    this.reference = reference;
    this.hand = hand;
    this.element = h("div.cards");
    this.parts = new Parts(this.element);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const { deck, hand, piles = [], roster } = snapshot.flipbook ?? {};
    this.parts.show(
      piles.length || hand
        ? this.piles(snapshot, piles)
        : deck
          ? this.deck(snapshot, deck)
          : roster
            ? this.roster(roster)
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
   * Who is where, in a game without cards.
   * @param {import("./types.js").Roster} roster
   */
  roster(roster) {
    const known = this.reference.data?.units ?? [];
    /** @param {string[]} touches */
    const shown = (touches) => ({
      type: "button",
      onclick: () => this.board.lookAt(touches),
      onpointerenter: () => this.board.light("told", touches),
      onpointerleave: () => this.board.light("told", []),
    });
    /** @param {import("./types.js").TrayUnit} unit */
    const picture = (unit) => {
      const entry = known.find((each) => each.id === unit.id);
      const words = `${unit.name}${unit.reduced ? ", reduced" : ""}`;
      return h(
        "button.roster-unit",
        { ...shown([unit.id]), title: words, "aria-label": words },
        entry ? h("span", { innerHTML: (unit.reduced && entry.back) || entry.svg }) : unit.name,
      );
    };
    return roster.groups.map((group) => ({
      name: group.title,
      says: [group, known.length],
      make: () =>
        h(
          "section.roster",
          null,
          h("h2", null, h("button.pointer", shown(group.touches), group.title)),
          h("p.roster-note", null, group.note),
          h("div.roster-units", null, group.units.map(picture)),
        ),
    }));
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
          h("span.card-use", null, [...new Set([each.note, used])].filter(Boolean).join(" ")),
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
