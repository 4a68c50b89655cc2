// The card that was drawn or played last, beside where it takes effect, while that is told and
// while somebody decides about it. What it says about this is lit.

import { h } from "./dom.js";
import { cardOf } from "./faces.js";
import { clearest } from "./geometry.js";

/** @import { Happened, Snapshot } from "./types.js" */

/** So many events back a card is still being dealt with, if it is of the same chapter. */
const LONG = 60;

/** The card that an event lays on the table. @param {Happened | undefined} event */
export function cardIn(event) {
  const { face, card } = event?.detail ?? {};
  return face ?? (typeof card === "number" ? card : undefined);
}

/**
 * The card that something is about: the last one laid on the table under the same chapter of the
 * rules.
 * @param {Happened[]} events until then
 * @param {string} rule
 */
export function cardFor(events, rule) {
  const late = events.slice(-LONG);
  const begun = late.findLastIndex((event) => event.manner.begins === "turn");
  const drawn = late.slice(begun + 1).filter((event) => cardIn(event) !== undefined);
  const last = drawn.at(-1);
  if (!last || chapter(last.rule) !== chapter(rule)) return null;
  const use = drawn.findLast((each) => cardIn(each) === cardIn(last) && each.detail.use);
  return { id: cardIn(last), used: use?.detail.use ?? "" };
}

/** @param {string} rule */
function chapter(rule) {
  return /^\w+/.exec(rule)?.[0] ?? "";
}

export class TableCard {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./reference.js").Reference} reference
   */
  constructor(session, board, reference) {
    this.session = session;
    this.board = board;
    this.reference = reference;
    this.element = h("div.table-card", { "data-still": true, hidden: true });
  }

  close() {
    this.element.hidden = true;
  }

  /**
   * Something is told: the card that it follows from lies beside it.
   * @param {Happened} event
   */
  tell(event) {
    const { events } = this.session;
    const until = events.filter((each) => each.index <= event.index);
    this.lay(cardFor([...until, event], event.rule), event);
  }

  /**
   * A decision: the card that it is about.
   * @param {Snapshot} snapshot
   */
  show(snapshot) {
    const { made, live, yours, view, subject } = snapshot;
    const events = this.session.events.filter((event) => event.made <= made);
    const last = events.at(-1);
    if (!live || !yours || !view.decision || !last) this.close();
    else this.lay(cardFor(events, view.decision.rule), last, subject);
  }

  /**
   * Lay a card beside what something is about.
   * @param {{id: string | number, used: string} | null} card
   * @param {Happened} event
   * @param {string[]} [subject]
   */
  lay(card, event, subject = []) {
    const { board } = this;
    if (!card || !this.reference.data) {
      this.close();
      return;
    }
    const words = Object.keys(this.session.game.signs).filter((word) =>
      new RegExp(`\\b${word}\\b`).test(event.text),
    );
    const picture = cardOf(this.reference, card.id, {
      used: card.used,
      turn: this.session.snapshot.flipbook?.turn ?? 0,
      lit: words,
    });
    this.element.replaceChildren(picture);
    this.element.hidden = false;
    const here = [...event.touches, ...event.way, ...subject].filter((id) => board.place(id));
    // When all else is in its place: before, everything would be laid out twice.
    requestAnimationFrame(() => this.stand(here));
  }

  /**
   * Stand beside some things, over as little as possible that matters.
   * @param {string[]} ids
   */
  stand(ids) {
    const { board } = this;
    const things = ids.flatMap((id) => this.onScreen(board.place(id)));
    const { width: wide, height: high } = board.camera.size;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const [first] = things;
    const room = { width, height };
    /** @param {number} x @param {number} y */
    const place = (x, y) => ({
      x: Math.max(58, Math.min(wide - width - 10, x)),
      y: Math.max(10, Math.min(high - height - 10, y)),
      ...room,
    });
    const { offsetLeft: x, offsetTop: y, offsetWidth, offsetHeight } = board.minimap.element;
    const small = { x, y, width: offsetWidth, height: offsetHeight };
    const at = clearest(
      first
        ? [
            place(first.x + first.width + 16, first.y - height / 2),
            place(first.x - width - 16, first.y - height / 2),
            place(first.x - width / 2, first.y - height - 16),
            place(58, high),
            place(wide, 10),
          ]
        : [place(58, high), place(wide, 10)],
      [
        ...things.map((rect) => ({ rect, worth: 5 })),
        { rect: small, worth: 3 },
        ...board.acting.flatMap((rect) => this.onScreen(rect)).map((rect) => ({ rect, worth: 4 })),
      ],
    );
    this.element.style.left = `${at.x}px`;
    this.element.style.top = `${at.y}px`;
  }

  /**
   * A part of the world as it lies in the frame; nothing if it does not.
   * @param {import("./geometry.js").Rect | null} rect
   */
  onScreen(rect) {
    if (!rect) return [];
    const { camera } = this.board;
    const { x, y } = camera.toFrame(rect.x, rect.y);
    return [{ x, y, width: rect.width * camera.scale, height: rect.height * camera.scale }];
  }
}
