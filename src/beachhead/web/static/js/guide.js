// A guided first game: call-outs that the game brings along. Always skippable.

import { calloutAt } from "./geometry.js";
import { h, remember, remembered } from "./dom.js";

/** @import { Moment, Snapshot } from "./types.js" */

/** Beside what may be chosen. */
const LIT = "lit";

/**
 * Whether it is a moment that a lesson waits for.
 * @param {Moment} moment
 * @param {Snapshot} snapshot
 */
export function reached(moment, snapshot) {
  const kind = snapshot.view.decision?.kind ?? "";
  return (
    (!moment.kind || kind === moment.kind) &&
    (!moment.other_than || kind !== moment.other_than) &&
    (snapshot.flipbook?.turn ?? 1) >= (moment.turn ?? 0) &&
    (!moment.undo || snapshot.undo.possible)
  );
}

export class Guide {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./offers.js").Offers} offers
   */
  constructor(session, board, offers) {
    this.session = session;
    this.board = board;
    this.offers = offers;
    this.lessons = this.session.game.guided?.lessons ?? [];
    this.step = remembered(`guide.${this.session.table.id}`, -1);
    this.element = h("aside.callout", { role: "note", "aria-live": "polite", hidden: true });
    this.place = () => this.put();
    this.shown = -1;
  }

  get on() {
    return this.step >= 0 && this.step < this.lessons.length;
  }

  begin() {
    document.body.append(this.element);
    this.board.camera.watchers.push(this.place);
    addEventListener("resize", this.place);
    this.show(this.session.snapshot);
  }

  restart() {
    this.go(0);
  }

  close() {
    this.element.remove();
    removeEventListener("resize", this.place);
  }

  skip() {
    this.go(this.lessons.length);
  }

  /** @param {number} step */
  go(step) {
    this.step = step;
    remember(`guide.${this.session.table.id}`, step);
    this.show(this.session.snapshot);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    if (!this.on) {
      this.element.hidden = true;
      return;
    }
    const lesson = this.lessons[this.step];
    if (this.shown === this.step && lesson.until && reached(lesson.until, snapshot)) {
      this.go(this.step + 1);
      return;
    }
    if (lesson.when && !reached(lesson.when, snapshot)) {
      // The player was faster: what belongs to a moment that is past is left out.
      const later = this.lessons.findIndex(
        (each, n) => n > this.step && !!each.when && reached(each.when, snapshot),
      );
      if (later > 0 && lesson.until && reached(lesson.until, snapshot)) this.go(later);
      else this.element.hidden = true;
      return;
    }
    this.shown = this.step;
    this.element.hidden = false;
    this.element.replaceChildren(
      h("p.callout-count", null, `Guided start, ${this.step + 1} of ${this.lessons.length}`),
      h("h2", null, lesson.title),
      h("p", null, lesson.text),
      h(
        "div.callout-actions",
        null,
        h(
          "button.button.small.quiet",
          { type: "button", onclick: () => this.skip() },
          "Skip the tour",
        ),
        lesson.until
          ? h(
              "button.button.small",
              { type: "button", "data-guide": "next", onclick: () => this.go(this.step + 1) },
              "Next",
            )
          : h(
              "button.button.small.main",
              { type: "button", "data-guide": "next", onclick: () => this.go(this.step + 1) },
              this.step === this.lessons.length - 1 ? "Done" : "Next",
            ),
      ),
    );
    this.put();
  }

  /** Beside what it is about, and within the window. */
  put() {
    if (this.element.hidden || !this.on) return;
    const { at } = this.lessons[this.step];
    let box;
    if (at !== LIT) box = document.querySelector(at)?.getBoundingClientRect();
    else {
      const part = this.board.around(
        [...this.offers.targets.keys()].filter((id) => this.board.place(id)).slice(0, 3),
      );
      const frame = this.board.element.getBoundingClientRect();
      if (part) {
        const { camera } = this.board;
        const from = camera.toFrame(part.x, part.y);
        const to = camera.toFrame(part.x + part.width, part.y + part.height);
        box = new DOMRect(frame.left + from.x, frame.top + from.y, to.x - from.x, to.y - from.y);
      }
    }
    box ??= new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    const { left, top, side, arrow } = calloutAt(box, this.element.getBoundingClientRect(), {
      width: innerWidth,
      height: innerHeight,
    });
    this.element.dataset.side = side;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
    this.element.style.setProperty("--arrow", `${arrow}px`);
  }
}
