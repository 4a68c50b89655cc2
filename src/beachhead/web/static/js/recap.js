// What happened since one's last decision: a few lines, each with a small map.

import { painted } from "./cards.js";
import { h, keyCap, remember, remembered, ruleLink } from "./dom.js";
import { isDrama, matters } from "./story.js";

/** @import { Happened as GameEvent } from "./types.js" */

const MOST = 6;
/** In a low window what may be done now matters more: a line less for so many pixels. */
const LINE = 90;
const LEAST = 2;
/** The height of all else beside the map that should be in view. */
const REST = 600;
const WIDE = 132;
const HIGH = 84;

/**
 * What is worth a line, in its order: losses and results, what else matters, then scenes, then the
 * rest that was told.
 * @param {GameEvent[]} events
 * @param {number} [most]
 */
export function highlights(events, most = MOST) {
  /** @param {GameEvent} event */
  const worth = (event) => {
    const { weight, motion, begins } = event.manner;
    if (weight === "silent") return 0;
    if (motion === "loss" || event.manner.lasting) return 5;
    if (matters(event)) return 4;
    if (weight === "scene") return motion === "hit" || begins !== "" ? 3 : 2;
    return weight === "beat" ? 1 : 0;
  };
  const found = events.map((event, n) => ({ event, n, worth: worth(event) }));
  return found
    .filter((each) => each.worth)
    .sort((one, other) => other.worth - one.worth || one.n - other.n)
    .slice(0, most)
    .sort((one, other) => one.n - other.n)
    .map(({ event }) => event);
}

/** How many lines there is room for in a window so high. @param {number} high */
export function room(high) {
  return Math.max(LEAST, Math.min(MOST, Math.floor((high - REST) / LINE)));
}

/**
 * The turn under way of all that happened, or the one before if nothing has happened in it yet.
 * @param {GameEvent[]} events
 */
export function lately(events) {
  for (let n = events.length - 1; n > 0; n -= 1) {
    if (events[n].manner.begins === "turn" && isDrama(events.slice(n + 1))) return events.slice(n);
  }
  return events;
}

export class Recap {
  /**
   * @param {import("./board.js").Board} board
   * @param {import("./story.js").Story} story
   * @param {Record<string, string>} signs
   * @param {(events: GameEvent[]) => void} again tells it once more
   */
  constructor(board, story, signs, again) {
    this.board = board;
    this.story = story;
    this.signs = signs;
    /** @type {GameEvent[]} */
    this.events = [];
    this.title = h("h2");
    this.list = h("ol.recap-lines");
    this.more = h("span.recap-more");
    this.element = h(
      "details.recap",
      { hidden: true },
      h("summary", null, this.title, keyCap("Y")),
      this.list,
      h(
        "div.recap-tools",
        null,
        h(
          "button.button.small",
          { type: "button", onclick: () => again(this.events) },
          "Tell it again",
        ),
        this.more,
      ),
    );
    this.element.toggleAttribute("open", remembered("recap", true));
    this.element.addEventListener("toggle", () => {
      remember("recap", this.element.hasAttribute("open"));
      this.draw();
    });
  }

  /** Nobody is asked who could have missed anything. */
  hide() {
    this.events = [];
    this.element.hidden = true;
  }

  /**
   * It is one's turn to decide. What is not worth telling does not replace what was.
   * @param {GameEvent[]} events since one decided last
   * @param {boolean} first whether one has not decided yet
   */
  show(events, first) {
    if (!isDrama(events) || events.at(-1) === this.events.at(-1)) return;
    this.events = first ? lately(events) : events;
    this.element.hidden = false;
    this.title.textContent = first ? "What happened so far" : "Since your last decision";
    const chosen = highlights(this.events, room(window.innerHeight));
    const told = this.events.filter((each) => each.manner.weight !== "silent");
    const left = told.length - chosen.length;
    this.more.textContent = left ? `and ${left} more in the log` : "";
    this.list.replaceChildren(...chosen.map((event) => this.line(event)));
    this.draw();
  }

  /** What was taken back did not happen. @param {number} total how many events there are */
  cut(total) {
    if ((this.events.at(-1)?.index ?? -1) < total) return;
    this.events = [];
    this.element.hidden = true;
  }

  /** @param {GameEvent} event */
  line(event) {
    const ids = this.story.touched(event);
    return h(
      "li.recap-line",
      { class: matters(event) ? "matters" : "" },
      ids.length
        ? h(
            "button.recap-map",
            {
              type: "button",
              "aria-label": `Show on the map: ${event.text}`,
              onclick: () => this.board.lookAt(ids),
            },
            h("canvas", { width: WIDE * 2, height: HIGH * 2, "data-ids": ids.join(" ") }),
          )
        : null,
      h("p", null, painted(event.text, this.signs), " ", ruleLink(event.rule)),
    );
  }

  /** The small maps, when they are seen. */
  draw() {
    if (!this.element.hasAttribute("open") || this.element.hidden) return;
    requestAnimationFrame(() => {
      for (const canvas of this.list.querySelectorAll("canvas")) this.picture(canvas);
    });
  }

  /** Where it was, with the pieces as they stand now. @param {HTMLCanvasElement} canvas */
  picture(canvas) {
    const { board } = this;
    const { world } = board;
    const ids = (canvas.dataset.ids ?? "").split(" ");
    const part = board.around(ids.filter((id) => board.place(id)));
    const brush = canvas.getContext("2d");
    if (!part || !brush) return;
    const width = Math.max(part.width * 1.6, world.width / 4);
    const height = (width * HIGH) / WIDE;
    const x = part.x + part.width / 2 - width / 2;
    const y = part.y + part.height / 2 - height / 2;
    const scale = canvas.width / width;
    const { small } = board.ground;
    const grain = small.width / world.width;
    brush.fillStyle = "#8f9c97";
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(
      small,
      (x - world.x) * grain,
      (y - world.y) * grain,
      width * grain,
      height * grain,
      0,
      0,
      canvas.width,
      canvas.height,
    );
    for (const id of board.counters.known.keys()) {
      const own = id.startsWith("unit-");
      const at = own || id.startsWith("post-") ? board.middle(id) : null;
      if (!at) continue;
      brush.fillStyle = own ? "#35451a" : "#2c302d";
      brush.strokeStyle = "#fffaf0";
      brush.lineWidth = 1.5;
      brush.beginPath();
      brush.arc((at.x - x) * scale, (at.y - y) * scale, 5, 0, 7);
      brush.fill();
      brush.stroke();
    }
    for (const id of ids) {
      const at = board.middle(id);
      if (!at) continue;
      for (const [style, wide] of /** @type {const} */ ([
        ["#fffaf0", 7],
        ["#b3261e", 4],
      ])) {
        brush.strokeStyle = style;
        brush.lineWidth = wide;
        brush.beginPath();
        brush.arc((at.x - x) * scale, (at.y - y) * scale, 15, 0, 7);
        brush.stroke();
      }
    }
  }
}
