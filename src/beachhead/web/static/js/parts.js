// A panel in parts: one that says the same as before stays as it is, open or closed, in its place.

import { h } from "./dom.js";

/**
 * @typedef {object} Part
 * @property {string} name what it is called
 * @property {any} says all that it shows
 * @property {() => HTMLElement} make how to make it
 */

export class Parts {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** What was opened or, with a minus, closed by hand. @type {Set<string>} */
    this.opened = new Set();
    /** @type {Map<string, {says: string, node: HTMLElement}>} */
    this.kept = new Map();
  }

  /** @param {Part[]} parts */
  show(parts) {
    /** @type {Map<string, {says: string, node: HTMLElement}>} */
    const kept = new Map();
    for (const { name, says: what, make } of parts) {
      const says = JSON.stringify(what);
      const before = this.kept.get(name);
      kept.set(name, before?.says === says ? before : { says, node: make() });
    }
    for (const [name, { node }] of this.kept) if (kept.get(name)?.node !== node) node.remove();
    let at = this.element.firstChild;
    for (const { node } of kept.values()) {
      if (node === at) at = at.nextSibling;
      else this.element.insertBefore(node, at);
    }
    this.kept = kept;
  }

  /**
   * A part under a title, to be opened and closed.
   * @param {string} name
   * @param {string} title
   * @param {any} says
   * @param {() => HTMLElement} content made when it is opened
   * @param {boolean} [open] unless somebody wants it otherwise
   * @returns {Part}
   */
  fold(name, title, says, content, open = false) {
    return {
      name,
      says: [title, says, open],
      make: () => {
        const details = /** @type {HTMLDetailsElement} */ (
          h("details.fold", null, h("summary", null, title))
        );
        const fill = () => details.children.length < 2 && details.append(content());
        if (this.opened.has(name) || (open && !this.opened.has(`-${name}`))) {
          details.open = true;
          fill();
        }
        details.addEventListener("toggle", () => {
          const [now, otherwise] = details.open ? [name, `-${name}`] : [`-${name}`, name];
          if (details.open) fill();
          this.opened.add(now);
          this.opened.delete(otherwise);
        });
        return details;
      },
    };
  }
}
