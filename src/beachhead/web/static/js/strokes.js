// Lines on the map: arrows of orders, the way that a piece takes, fire.

import { calm, s } from "./dom.js";
import { arrowThrough } from "./geometry.js";

export class Strokes {
  /** @param {(id: string) => {x: number, y: number} | null} middle where something is */
  constructor(middle) {
    this.middle = middle;
    this.lines = s("g.lines");
    this.arrowed = s("g.arrowed");
    this.way = s("g.way");
  }

  /**
   * Arrows from place to place, such as movement orders; replaces those before.
   * @param {{from: string, to: string, class: string, label?: string}[]} arrows
   */
  arrows(arrows) {
    this.arrowed.replaceChildren(
      ...arrows.flatMap(({ from, to, class: look, label }) => {
        const a = this.middle(from);
        const b = this.middle(to);
        return a && b ? [arrow([a, b], look, label)] : [];
      }),
    );
  }

  /**
   * The way that something takes, place by place; none takes it away.
   * @param {string[]} ids
   * @param {string} [look]
   */
  route(ids, look = "") {
    const points = ids.flatMap((id) => this.middle(id) ?? []);
    this.way.replaceChildren(...(points.length > 1 ? [arrow(points, look)] : []));
  }

  /**
   * A line of fire.
   * @param {string} from
   * @param {string} to
   * @param {string} [look]
   */
  fire(from, to, look = "") {
    const a = this.middle(from);
    const b = this.middle(to);
    if (!a || !b) return null;
    const line = s("path", {
      class: `shot ${look}`,
      d: `M${a.x} ${a.y}L${b.x} ${b.y}`,
      pathLength: 1,
    });
    const bed = s("path", { class: "shot-bed", d: `M${a.x} ${a.y}L${b.x} ${b.y}`, pathLength: 1 });
    const burst = s("circle", { class: `burst ${look}`, cx: b.x, cy: b.y, r: 17 });
    const group = s("g", null, bed, line, burst);
    this.lines.append(group);
    if (!calm()) {
      for (const stroke of [bed, line]) {
        stroke.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
          duration: 220,
          easing: "ease-in",
        });
      }
      burst.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], {
        duration: 320,
      });
    }
    return group;
  }

  /** Nobody fires any more. */
  ceaseFire() {
    this.lines.replaceChildren();
  }
}

/**
 * An arrow through some points, with a word beside it.
 * @param {{x: number, y: number}[]} points
 * @param {string} look
 * @param {string} [label]
 */
function arrow(points, look, label = "") {
  const { shaft, head, middle } = arrowThrough(points);
  return s(
    "g",
    { class: `arrow-line ${look}` },
    s("path", { class: "bed", d: shaft }),
    s("path", { class: "stroke", d: shaft }),
    s("path", { class: "head", d: head }),
    ...(label
      ? [
          s("circle", { class: "arrow-disc", cx: middle.x, cy: middle.y, r: 8.5 }),
          s("text", { class: "arrow-label", x: middle.x, y: middle.y + 3.6 }, label),
        ]
      : []),
  );
}
