// A card held up: large enough to be read, beside where it lies small. The mouse or the keyboard on
// a card shows it, a click or a tap holds it until the next one.

import { h } from "./dom.js";

const CARD = ".card-picture[data-card]";

export class CloseUp {
  /** @param {HTMLElement} root where cards are looked at */
  constructor(root) {
    this.element = h("div.closeup", { hidden: true, role: "dialog", "aria-label": "Card" });
    this.held = false;
    /** The small picture of the card. @type {Element | null} */
    this.of = null;
    root.append(this.element);
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.look(event.target);
    });
    root.addEventListener("focusin", (event) => this.look(event.target));
    root.addEventListener("pointerout", (event) => this.leave(event.target));
    root.addEventListener("focusout", (event) => this.leave(event.target));
    root.addEventListener("click", (event) => this.click(event), true);
    root.addEventListener("keydown", (event) => this.key(event), true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || !this.open) return;
    event.stopPropagation();
    this.close();
  }

  get open() {
    return !this.element.hidden;
  }

  close() {
    this.element.hidden = true;
    this.held = false;
    this.of = null;
  }

  /** @param {EventTarget | null} target */
  leave(target) {
    if (!this.held && this.of && this.picture(target) === this.of) this.close();
  }

  /** The small picture that something belongs to. @param {EventTarget | null} target */
  picture(target) {
    const at = /** @type {Element} */ (target);
    return at.closest(CARD) ?? at.closest(".hand-card, .card-open")?.querySelector(CARD) ?? null;
  }

  /** @param {EventTarget | null} target */
  look(target) {
    const picture = this.picture(target);
    if (picture && !this.held) this.show(picture);
  }

  /**
   * A card that can be played is held up by a tap first; then its button plays it.
   * @param {MouseEvent} event
   */
  click(event) {
    if (this.element.contains(/** @type {Node} */ (event.target))) {
      this.close();
      return;
    }
    const picture = this.picture(event.target);
    if (!picture) {
      if (this.held) this.close();
      return;
    }
    const plays = picture.closest("button.can");
    const touch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (plays && !touch) return;
    const again = this.held && this.of === picture;
    if (again) this.close();
    else {
      if (plays) event.stopPropagation();
      this.show(picture);
      this.held = true;
    }
  }

  /** @param {Element} picture */
  show(picture) {
    if (!picture.firstElementChild) return;
    const copy = /** @type {HTMLElement} */ (picture.cloneNode(true));
    this.of = picture;
    this.element.replaceChildren(copy);
    this.element.hidden = false;
    const small = picture.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const left = small.left - width - 12;
    const right = small.right + 12;
    const beside = left >= 8 ? left : Math.min(right, innerWidth - width - 8);
    this.element.style.left = `${Math.max(8, beside)}px`;
    const middle = small.top + small.height / 2 - height / 2;
    this.element.style.top = `${Math.max(8, Math.min(innerHeight - height - 8, middle))}px`;
  }
}
