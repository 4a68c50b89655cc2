// What lies open over the page. Escape closes what was opened last, and nothing else; dialogs and
// menus of the browser lie above all of it and close by themselves.

/** @typedef {{close: () => void}} Layer */

export class Layers {
  constructor() {
    /** The last opened is the last. @type {Layer[]} */
    this.open = [];
  }

  /** @param {Layer} layer */
  opened(layer) {
    this.closed(layer);
    this.open.push(layer);
  }

  /** @param {Layer} layer */
  closed(layer) {
    this.open = this.open.filter((each) => each !== layer);
  }

  /** Close what was opened last. @returns {boolean} whether there was something */
  close() {
    const last = this.open.pop();
    last?.close();
    return last !== undefined;
  }
}

/** Whether the browser shows something of its own that Escape will close. */
export function nativeOpen() {
  return !!document.querySelector("dialog[open], :popover-open");
}
