// A guided first game: lessons that the game brings along. They stand in a place of their own,
// never over the map; each goes on when its deed is done, waits while something else is done, and
// can be folded, left and taken up again.

import { h, remember, remembered, say } from "./dom.js";

/** @import { Happened, Lesson, Moment, Snapshot } from "./types.js" */

/**
 * Where somebody is: the lesson, how many events had been told when it began, and whether it is
 * folded. Whoever left keeps the place.
 * @typedef {{step: number, since: number, folded: boolean, left: boolean}} Place
 */

/** @type {Place} */
export const BEGINNING = { step: 0, since: 0, folded: false, left: false };

/**
 * Whether it is a moment, by how things stand and what was told since the lesson began.
 * @param {Moment} moment
 * @param {Snapshot} snapshot
 * @param {Happened[]} told
 */
export function reached(moment, snapshot, told) {
  const { decision } = snapshot.view;
  return (
    (!moment.asked?.length || moment.asked.includes(decision?.kind ?? "")) &&
    (!moment.told?.length || lastOf(moment, told) >= 0) &&
    (!moment.seat || decision?.seat === moment.seat) &&
    (snapshot.flipbook?.turn ?? 1) >= (moment.turn ?? 0) &&
    (!moment.undo || snapshot.undo.possible)
  );
}

/**
 * The event by which a moment is reached: the last of as many as it takes; -1 if there are too few.
 * @param {Moment} moment
 * @param {Happened[]} told
 */
function lastOf({ told: kinds, times = 1 }, told) {
  let left = times;
  return told.findIndex((event) => {
    if (kinds?.includes(event.kind)) left -= 1;
    return left === 0;
  });
}

/**
 * The place after what has been done: lessons whose deed is done are over, one after the other. The
 * event that ends one may end the next as well: who has moved has also chosen what to move.
 * @param {Lesson[]} lessons
 * @param {Place} place
 * @param {Snapshot} snapshot
 * @param {Happened[]} events
 * @returns {Place}
 */
export function goneOn(lessons, place, snapshot, events) {
  let { step, since } = place;
  since = Math.min(since, events.length); // what was taken back was not told
  for (; step < lessons.length - 1; step += 1) {
    const told = events.slice(since);
    const ending = lessons[step].done?.find((moment) => reached(moment, snapshot, told));
    if (!ending) break;
    if (ending.told?.length) since += lastOf(ending, told);
  }
  return { ...place, step, since };
}

export class Guide {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./offers.js").Offers} offers
   * @param {import("./hints.js").Hints} hints
   */
  constructor(session, board, offers, hints) {
    this.session = session;
    this.board = board;
    this.offers = offers;
    this.hints = hints;
    this.lessons = session.game.guided?.lessons ?? [];
    this.name = `guide.${session.table.id}`;
    /** @type {Place | null} */
    this.place = remembered(this.name, /** @type {Place | null} */ (null));
    this.element = h("section.guide", { "aria-label": "Guided game", hidden: true });
    /** The lesson that is looked at: the present one, or one before it. */
    this.shown = this.place?.step ?? 0;
    /** The lesson that was last seen at its moment. */
    this.seen = -1;
    /** The lesson whose subject was last brought into view. */
    this.looked = -1;
    /** What was last said. */
    this.said = "";
    /** What is framed. @type {Element[]} */
    this.framed = [];
  }

  get on() {
    return !!this.place && !this.place.left;
  }

  /** Take it up where it was left, or at what has not been done yet. */
  resume() {
    const { place, lessons } = this;
    const from = place && place.step < lessons.length - 1 ? place : BEGINNING;
    this.shown = from.step;
    this.go({ ...from, left: false, folded: false });
  }

  /** @param {Place} place */
  go(place) {
    this.place = place;
    this.shown = Math.min(this.shown, place.step);
    remember(this.name, place);
    this.show(this.session.snapshot);
  }

  /** Look back, or go on without the deed. @param {number} step */
  turnTo(step) {
    const { place } = this;
    if (!place) return;
    this.shown = step;
    const skipped = !!this.lessons[place.step].done?.length;
    const since = skipped ? this.session.events.length : place.since;
    if (step > place.step) this.go({ ...place, step, since });
    else this.show(this.session.snapshot);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const { place, lessons, session } = this;
    if (!place || place.left || !lessons.length) {
      this.element.hidden = true;
      this.frame(null);
      return;
    }
    const now = snapshot.view.result
      ? { ...place, step: lessons.length - 1 }
      : goneOn(lessons, place, snapshot, session.events);
    if (now.step !== place.step || now.since !== place.since) {
      if (now.step !== place.step) now.folded = false; // a new lesson shows itself
      if (now.step !== place.step) this.shown = now.step;
      this.place = now;
      remember(this.name, now);
    }
    const lesson = lessons[this.shown];
    const told = session.events.slice(now.since);
    const come =
      this.shown < now.step ||
      !lesson.when?.length ||
      lesson.when.some((moment) => reached(moment, snapshot, told));
    if (come) this.seen = this.shown;
    this.element.hidden = false;
    this.element.classList.toggle("folded", now.folded);
    this.element.replaceChildren(
      this.head(now, lesson),
      ...(now.folded ? [] : this.body(now, lesson, come)),
    );
    this.frame(come && !now.folded ? lesson : null);
    const said = come ? `${lesson.title}. ${lesson.text} ${lesson.task ?? ""}` : "";
    if (said && said !== this.said && !now.folded) say(said);
    this.said = said || this.said;
  }

  /**
   * @param {Place} place
   * @param {Lesson} lesson
   */
  head(place, lesson) {
    const count = `${this.shown + 1} of ${this.lessons.length}`;
    return h(
      "header.guide-head",
      null,
      h(
        "button.guide-fold",
        {
          type: "button",
          "aria-expanded": String(!place.folded),
          title: place.folded ? "Show the lesson" : "Fold the lesson",
          onclick: () => {
            this.go({ ...place, folded: !place.folded });
            /** @type {HTMLElement | null} */ (this.element.querySelector(".guide-fold"))?.focus();
          },
        },
        h("span.guide-sign", { "aria-hidden": "true" }, place.folded ? "▸" : "▾"),
        h("span.guide-count", null, `Lesson ${count}`),
        place.folded ? h("span.guide-folded", null, lesson.title) : null,
      ),
      h("progress.guide-progress", {
        max: this.lessons.length,
        value: this.shown + 1,
        "aria-label": `Lesson ${count}`,
      }),
      h(
        "button.guide-leave",
        {
          type: "button",
          title: "Leave the lessons; the menu brings them back",
          "aria-label": "Leave the lessons",
          onclick: () => this.go({ ...place, left: true }),
        },
        "✕",
      ),
    );
  }

  /**
   * @param {Place} place
   * @param {Lesson} lesson
   * @param {boolean} come whether it is its moment
   */
  body(place, lesson, come) {
    const { shown } = this;
    const last = shown === this.lessons.length - 1;
    const doing = !!lesson.done?.length && shown === place.step && !last;
    return [
      h(
        "div.guide-body",
        null,
        h("h2", null, lesson.title),
        come ? h("p.guide-text", null, lesson.text) : this.waiting(lesson),
        ...(come && lesson.explains ? [this.anatomy(lesson.explains)] : []),
        ...(come && lesson.task
          ? [h("p.guide-task", null, h("span", { "aria-hidden": "true" }, "➤ "), lesson.task)]
          : []),
      ),
      h(
        "div.guide-actions",
        null,
        h(
          "button.button.small.quiet",
          {
            type: "button",
            "data-guide": "back",
            disabled: shown === 0,
            onclick: () => this.turnTo(shown - 1),
          },
          "Back",
        ),
        come && (lesson.at?.length || doing)
          ? h(
              "button.button.small.quiet",
              { type: "button", "data-guide": "show", onclick: () => this.point(lesson) },
              "Show me",
            )
          : null,
        h(
          "button.button.small",
          {
            type: "button",
            class: doing || !come ? "quiet" : "main",
            "data-guide": last ? "end" : doing || !come ? "skip" : "next",
            onclick: () => (last ? this.go({ ...place, left: true }) : this.turnTo(shown + 1)),
          },
          last ? "Done" : doing || !come ? "Skip this" : "Next",
        ),
      ),
    ];
  }

  /**
   * What is said while it is not its moment: it was, and something else is being done; or it comes.
   * @param {Lesson} lesson
   */
  waiting(lesson) {
    const aside = this.seen === this.shown && this.session.snapshot.undo.possible;
    return h(
      "p.guide-text.guide-waits",
      null,
      aside
        ? "You are doing something else: fine. Finish it as the sentence below the map asks, or " +
            "take it back with U. The lesson goes on by itself. "
        : "",
      lesson.waits || "First comes what the sentence below the map asks; choose as you like.",
    );
  }

  /** A counter drawn large, with what is on it. @param {string} id */
  anatomy(id) {
    const picture = this.board.portrait(id);
    if (!picture) return h("p.guide-text", null, "It is not on the board now.");
    return h(
      "div.anatomy",
      null,
      h("div.anatomy-picture", null, picture),
      this.hints.list(picture),
    );
  }

  // --- what it is about

  /**
   * Frame what a lesson is about, and bring it into view once.
   * @param {Lesson | null} lesson
   */
  frame(lesson) {
    for (const element of this.framed) element.classList.remove("guide-framed");
    const parts = (lesson?.at ?? []).filter((at) => !isPlace(at));
    this.framed = parts.flatMap((at) => [...document.querySelectorAll(at)]);
    for (const element of this.framed) element.classList.add("guide-framed");
    const places = this.places(lesson);
    this.board.light("lesson", places);
    if (lesson && this.looked !== this.shown) {
      this.looked = this.shown;
      if (places.length) this.board.reveal(places);
    }
  }

  /** @param {Lesson | null} lesson */
  places(lesson) {
    return [...(lesson?.at ?? []).filter(isPlace), lesson?.explains ?? ""].filter(
      (id) => id && this.board.place(id),
    );
  }

  /** Bring what it is about into view again. @param {Lesson} lesson */
  point(lesson) {
    const places = this.places(lesson);
    if (places.length) this.board.reveal(places);
    else if (!this.framed.length) this.offers.home();
    for (const element of this.framed) {
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      element.classList.remove("guide-framed");
      requestAnimationFrame(() => element.classList.add("guide-framed"));
    }
  }
}

/** Whether something is on the board, rather than a part of the page. @param {string} at */
function isPlace(at) {
  return /^(hex|area|unit|post|box|zone|plate)-/.test(at);
}
