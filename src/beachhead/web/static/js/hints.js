// What a number or a symbol is, where it stands: on counters, cards and tracks. The drawing marks
// its parts (`data-hint`: a key and what stands there), the game's reference has the words for each
// key. Other things say their words themselves (`data-says`).

import { h } from "./dom.js";
import { wordsAt } from "./geometry.js";
import { hintLine } from "./reference.js";

/** @import { Hint } from "./types.js" */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Edges */

/** How long the pointer rests, or a finger holds, in milliseconds. */
const REST = 480;
/** How far a resting pointer may tremble, in pixels. */
const TREMBLE = 5;
/** So far beside a small figure still means it, in pixels. */
const NEAR = 2;
/** Beside so small a drawing the words stand, else beside the part of it; in pixels. */
const SMALL = 120;

/**
 * A mark in words: its name with what stands there, and what it means.
 * @param {Record<string, Hint>} hints
 * @param {string | null} mark a key, and after a space what stands there
 */
export function hintOf(hints, mark) {
  const [, key, value] = /^(\S+) ?(.*)$/.exec(mark ?? "") ?? [];
  const hint = hints[key ?? ""];
  return hint ? { ...hint, name: hint.name.replace("{}", value).trim() } : null;
}

/**
 * The smallest of some boxes that a point is in; one beside it that is much smaller is meant, too.
 * @template {{box: Edges}} Boxed
 * @param {Boxed[]} boxed
 * @param {number} x
 * @param {number} y
 * @returns {Boxed | null}
 */
export function smallestAt(boxed, x, y) {
  const size = (/** @type {Boxed} */ { box }) => (box.right - box.left) * (box.bottom - box.top);
  const smallest = (/** @type {number} */ near) =>
    boxed
      .filter(
        ({ box }) =>
          x >= box.left - near &&
          x <= box.right + near &&
          y >= box.top - near &&
          y <= box.bottom + near,
      )
      .reduce(
        (/** @type {Boxed | null} */ best, each) =>
          best && size(best) <= size(each) ? best : each,
        null,
      );
  const within = smallest(0);
  const beside = smallest(NEAR);
  return beside && (!within || size(beside) * 4 < size(within)) ? beside : within;
}

export class Hints {
  /**
   * @param {import("./reference.js").Reference} reference
   * @param {import("./board.js").Board} board
   */
  constructor(reference, board) {
    this.reference = reference;
    this.board = board;
    this.element = h("div.hint", { role: "tooltip", id: "hint", hidden: true });
    this.timer = 0;
    this.at = { x: 0, y: 0 };
    /** What is explained. @type {Element | null} */
    this.about = null;
    /** Whether a finger held on, and what follows is no tap. */
    this.held = false;
    document.body.append(this.element);
    this.listening = new AbortController();
    const { signal } = this.listening;
    addEventListener("pointermove", (event) => this.move(event), { signal, passive: true });
    addEventListener("pointerdown", (event) => this.press(event), { signal, capture: true });
    addEventListener("pointerup", () => clearTimeout(this.timer), { signal });
    addEventListener("wheel", () => this.hide(), { signal, passive: true });
    addEventListener("keydown", () => this.hide(), { signal, capture: true });
    addEventListener("click", (event) => this.click(event), { signal, capture: true });
    addEventListener("focusin", (event) => this.focus(event), { signal });
    addEventListener("focusout", () => this.hide(), { signal });
    document.addEventListener("pointerleave", () => this.hide(), { signal });
  }

  close() {
    this.listening.abort();
    clearTimeout(this.timer);
    this.element.remove();
  }

  // --- when

  /** @param {PointerEvent} event */
  move(event) {
    const far = Math.hypot(event.clientX - this.at.x, event.clientY - this.at.y);
    if (far < TREMBLE) return;
    this.hide();
    if (event.pointerType === "touch" || event.buttons) return;
    this.wait(event);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.hide();
    this.held = false;
    if (event.pointerType === "touch") this.wait(event);
  }

  /** @param {PointerEvent} event */
  wait(event) {
    this.at = { x: event.clientX, y: event.clientY };
    const touch = event.pointerType === "touch";
    this.timer = window.setTimeout(() => {
      this.held = this.explain(this.at.x, this.at.y) && touch;
    }, REST);
  }

  /** What follows a long press is no tap. @param {Event} event */
  click(event) {
    if (!this.held) return;
    this.held = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** By keyboard all that is on a drawing is told at once. @param {FocusEvent} event */
  focus(event) {
    const target = /** @type {Element} */ (event.target);
    if (!target.matches(":focus-visible") || target.closest(".guide")) return;
    const list = this.list(target);
    if (!list.children.length) return;
    this.show(list, target, target);
    target.setAttribute("aria-describedby", "hint");
  }

  hide() {
    clearTimeout(this.timer);
    this.about?.removeAttribute("aria-describedby");
    this.about = null;
    this.element.hidden = true;
  }

  // --- what

  /**
   * Explain what is at a point of the window; whether there is something to say.
   * @param {number} x
   * @param {number} y
   */
  explain(x, y) {
    const target = document.elementFromPoint(x, y);
    if (!target) return false;
    const drawn =
      target.closest(".counter") ??
      target.closest("svg:not(.sheet)") ??
      target.closest("button")?.querySelector("svg");
    const root =
      drawn ?? (this.board.element.contains(target) ? this.board.counters.element : null);
    const marks = [...(root?.querySelectorAll("[data-hint]") ?? [])];
    const part = smallestAt(
      marks
        .filter((mark) => drawn || !mark.closest(".counter")) // markers let the pointer through
        .map((mark) => ({ mark, box: mark.getBoundingClientRect() })),
      x,
      y,
    );
    const hint = part && hintOf(this.hints, part.mark.getAttribute("data-hint"));
    if (part && hint) {
      const small = drawn && drawn.getBoundingClientRect().width < SMALL;
      return this.show(told(hint), small ? drawn : part.mark, part.mark);
    }
    const says = target.closest("[data-says]");
    const words = says?.getAttribute("data-says");
    return !!says && !!words && this.show(h("p", null, words), says, says);
  }

  get hints() {
    return this.reference.data?.hints ?? {};
  }

  /**
   * All that is marked on a drawing, each once.
   * @param {Element} drawing
   */
  list(drawing) {
    const marks = [...drawing.querySelectorAll("[data-hint]")];
    const found = new Map();
    for (const mark of marks) {
      const hint = hintOf(this.hints, mark.getAttribute("data-hint"));
      if (hint) found.set(hint.name, hint);
    }
    return h("ul.hint-list", null, [...found.values()].map(hintLine));
  }

  // --- where

  /**
   * @param {Node} words
   * @param {Element} uncovered what it must not lie over
   * @param {Element} about
   */
  show(words, uncovered, about) {
    this.about = about;
    this.element.replaceChildren(words);
    this.element.hidden = false;
    const { left, top } = wordsAt(
      this.kept(uncovered.getBoundingClientRect(), about),
      this.element.getBoundingClientRect(),
      { width: innerWidth, height: innerHeight },
    );
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
    return true;
  }

  /**
   * Where the words must not lie: what they are about, and a stack that fans out above it.
   * @param {Edges} box
   * @param {Element} about
   * @returns {Edges}
   */
  kept(box, about) {
    const fan = this.board.element.querySelector(".spot:not([hidden])");
    if (!fan || fan.contains(about)) return box;
    const { left, right, bottom } = box;
    return { left, right, top: 0, bottom: Math.max(bottom, fan.getBoundingClientRect().bottom) };
  }
}

/** @param {Hint} hint */
function told({ name, text, rule }) {
  return h(
    "p",
    null,
    h("strong", null, name),
    ` ${text} `,
    rule && h("small", null, `rule ${rule}`),
  );
}
