// Small words on the map, such as chances and costs: each stands where it covers no numbers.

import { s } from "./dom.js";
import { clearest } from "./geometry.js";

/** @import { Rect } from "./geometry.js" */
/**
 * Where it stands, short lines, a class, what a click on it does.
 * @typedef {[string, string, string?, (() => void)?]} Label
 */

/** How much larger words are on a map of areas. */
const LARGE = 2;
/** The part of a counter, at its foot, where its numbers are. */
const FOOT = 0.45;

export class Labels {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.element = s("g.labels");
  }

  /** Put down labels; replaces those before. @param {Label[]} labels */
  show(labels) {
    const things = labels.length ? this.printed() : [];
    const size = this.board.areas ? LARGE : 1;
    this.element.replaceChildren(
      ...labels.flatMap(([id, text, look, open]) => {
        const lines = text.split("\n");
        const small = lines.length > 1 || text.length > 8;
        const [letter, high] = small ? [4, 8.2] : [5.6, 9.4];
        const wide = 6 + Math.max(...lines.map((line) => line.length)) * letter;
        const tall = high * lines.length + 3;
        const places = this.places(id, wide * size, tall * size);
        if (!places.length) return [];
        const rect = clearest(places, things);
        things.push({ rect, worth: 4 });
        return [
          s(
            "g",
            {
              class: `label-tag ${small ? "small" : ""} ${look ?? ""} ${open ? "opens" : ""}`,
              ...(open ? { "data-still": "", onclick: open } : {}),
              transform: `translate(${rect.x + rect.width / 2} ${rect.y}) scale(${size})`,
            },
            s("rect", { x: -wide / 2, y: 0, width: wide, height: tall, rx: 2 }),
            ...lines.map((line, n) => s("text", { x: 0, y: (n + 1) * high + 0.2 }, line)),
          ),
        ];
      }),
    );
  }

  /**
   * What labels should not cover: numbers at the foot of counters, plates, the rest of counters.
   * @returns {{rect: Rect, worth: number}[]}
   */
  printed() {
    const { board } = this;
    const counters = [...board.counters.known.keys()].filter((id) => /^(unit|post)-/.test(id));
    return [
      ...counters.flatMap((id) => {
        const rect = board.place(id);
        if (!rect) return [];
        const high = rect.height * FOOT;
        const foot = { ...rect, y: rect.y + rect.height - high, height: high };
        return [
          { rect: foot, worth: 6 },
          { rect, worth: 1 },
        ];
      }),
      ...[...board.places.querySelectorAll("#plates > [id]")].flatMap((plate) => {
        const rect = board.place(plate.id);
        return rect ? [{ rect, worth: 3 }] : [];
      }),
    ];
  }

  /**
   * Where a label of something may stand, the best place first.
   * @param {string} id
   * @param {number} wide
   * @param {number} tall
   * @returns {Rect[]}
   */
  places(id, wide, tall) {
    const { board } = this;
    const at = board.place(id);
    if (!at) return [];
    const middle = at.x + at.width / 2;
    const low = at.y + at.height;
    /** @param {number} top @param {number} [center] */
    const put = (top, center = middle) => ({
      x: center - wide / 2,
      y: top,
      width: wide,
      height: tall,
    });
    if (id.startsWith("area-")) {
      // An area has a plate with its name: there is room around it.
      const plate = board.place(id.replace("area-", "plate-")) ?? at;
      const center = plate.x + plate.width / 2;
      return [
        put(plate.y - tall - 1, center),
        put(plate.y + plate.height + 1, center),
        put(plate.y + plate.height / 2 - tall / 2, plate.x + plate.width + wide / 2 + 3),
        put(plate.y + plate.height / 2 - tall / 2, plate.x - wide / 2 - 3),
        put(low - tall - 8),
      ];
    }
    if (id.startsWith("box-")) return [put(at.y + (board.areas ? 48 : 5) - tall + 6)];
    if (id.startsWith("hex-")) {
      const stack = board.around(board.stackOf(id)) ?? at;
      return [
        put(low - tall - 8),
        put(low - tall + 1),
        put(stack.y - tall - 1),
        put(at.y + 2),
        put(stack.y - tall / 2),
      ];
    }
    return [
      ...(board.areas ? [put(at.y + 2)] : []),
      put(at.y - tall + 4),
      put(low - 2),
      put(at.y + 2),
      put(at.y - tall - 6),
    ];
  }
}
