// What happened, told step by step on the map.

import { painted } from "./cards.js";
import { dice } from "./sums.js";
import { calm, h, remember, remembered, ruleLink, say } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @import { Happened as GameEvent } from "./types.js" */

export const SPEEDS = [
  { name: "one at a time", pause: Infinity },
  { name: "slow", pause: 2800 },
  { name: "reading", pause: 1600 },
  { name: "brisk", pause: 800 },
  { name: "fast", pause: 320 },
  { name: "at once", pause: 0 },
];

/**
 * Whether something is worth telling by itself; the rest just happens.
 * @param {GameEvent[]} events
 */
export function isDrama(events) {
  return events.some(({ manner }) => manner.weight === "beat" || manner.weight === "scene");
}

/**
 * How long an event is shown: what is brief shorter, what is long to read longer.
 * @param {GameEvent} event
 * @param {number} pause in milliseconds
 */
export function pauseAfter({ manner: { weight }, text }, pause) {
  if (pause === Infinity) return pause;
  if (weight === "aside" || weight === "beat") return pause * 0.45;
  return pause * Math.min(1.7, 0.7 + text.length / 140);
}

/** Places on a board, as opposed to what stands on them. */
const PIECE = /^(unit|post)-/;

export class Story {
  /**
   * @param {Board} board
   * @param {Record<string, string>} signs of the game's words
   * @param {(event: GameEvent) => void} tell called as each event is told
   */
  constructor(board, signs, tell) {
    this.board = board;
    this.signs = signs;
    this.tell = tell;
    this.speed = Math.min(SPEEDS.length - 1, remembered("speed", 3));
    this.playing = false;
    /** @type {(() => void) | null} */
    this.next = null;
    this.skipped = false;
    /** Whether the next thing was asked for before it could be told. */
    this.hasty = false;
    /** From where somebody shoots or acts, until something else is told. */
    this.from = "";
    this.text = h("p.story-text");
    this.count = h("span.story-count");
    this.element = h(
      "div.story",
      { hidden: true },
      this.text,
      h(
        "div.story-tools",
        null,
        this.count,
        h(
          "button.button.small",
          { type: "button", onclick: () => this.step(), title: "Tell the next thing" },
          "Next ",
          h("kbd", null, "Space"),
        ),
        h(
          "button.button.small",
          { type: "button", onclick: () => this.skip(), title: "Skip to your decision" },
          "Skip ",
          h("kbd", null, "⇧ Space"),
        ),
      ),
    );
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    remember("speed", speed);
    if (SPEEDS[speed].pause !== Infinity) this.next?.();
  }

  step() {
    if (this.next) this.next();
    else this.hasty = this.playing;
  }

  skip() {
    this.skipped = true;
    this.next?.();
  }

  /**
   * Tell some events; returns when all are told or skipped.
   * @param {GameEvent[]} events
   * @param {import("./moments.js").Moments} moments what the rest of the page shows meanwhile
   * @param {boolean} [all] whatever it is: another player did it
   */
  async play(events, moments, all = false) {
    this.skipped = false;
    if (!events.length || !(all || isDrama(events)) || SPEEDS[this.speed].pause === 0) {
      for (const event of events) this.tell(event);
      if (events.length && isDrama(events)) {
        say(
          events
            .slice(-4)
            .map((event) => event.text)
            .join(" "),
        );
      }
      return;
    }
    this.playing = true;
    this.hasty = false;
    this.text.replaceChildren();
    this.count.textContent = "";
    this.element.hidden = false;
    document.body.classList.add("telling");
    moments.look(events);
    for (const [n, event] of events.entries()) {
      if (!this.skipped) await moments.reach(event);
      this.tell(event);
      if (this.skipped) continue;
      const { weight } = event.manner;
      if (weight === "silent") continue;
      this.text.replaceChildren(
        ...(event.detail?.dice ? [dice(event.detail.dice, moments.last.flipbook?.die), " "] : []),
        painted(event.text, this.signs),
        " ",
        ruleLink(event.rule) ?? "",
      );
      this.count.textContent = `${n + 1} of ${events.length}`;
      this.perform(event);
      await this.pause(pauseAfter(event, SPEEDS[this.speed].pause));
    }
    this.playing = false;
    this.next = null;
    this.element.hidden = true;
    document.body.classList.remove("telling");
    this.board.clearLines();
    this.board.route([]);
    this.from = "";
    this.board.light("told", []);
  }

  /** @param {number} ms */
  pause(ms) {
    return /** @type {Promise<void>} */ (
      new Promise((done) => {
        const timer = ms === Infinity ? 0 : window.setTimeout(() => this.next?.(), ms);
        this.next = () => {
          clearTimeout(timer);
          this.next = null;
          done();
        };
        if (this.hasty) this.next();
        this.hasty = false;
      })
    );
  }

  /** @param {GameEvent} event */
  perform(event) {
    const { board } = this;
    const { motion, begins, hostile } = event.manner;
    const touched = this.touched(event);
    const way = event.way.map((id) => this.here(id)).filter((id) => board.place(id));
    const look = hostile ? "hostile" : "own";
    board.light("told", touched);
    if (begins) {
      board.clearLines();
      board.route([]);
      board.showFire(new Set());
      this.from =
        motion === "" && hostile
          ? (touched.find((id) => PIECE.test(id) || id.startsWith("position-")) ?? "")
          : "";
    }
    const fields = event.way.filter((id) => id.startsWith("fire-"));
    if (fields.length) board.showFire(new Set(fields.map((id) => id.slice(5))));
    if (touched.length) board.reveal(touched);
    const pieces = touched.filter((id) => PIECE.test(id));
    const to = [...touched, ...way].filter((id) => !PIECE.test(id)).pop() ?? way[way.length - 1];
    switch (motion) {
      case "travel":
      case "leave": {
        if (!to) break;
        if (way.length > 2) board.route(way, look);
        const going = pieces.length ? pieces : way.slice(0, 1);
        for (const [n, piece] of going.entries()) {
          board.travel(
            piece,
            to,
            Math.min(600, SPEEDS[this.speed].pause * 0.4),
            board.areas ? n - (going.length - 1) / 2 : 0,
          );
          if (motion === "leave") board.vanish(piece);
        }
        break;
      }
      case "route":
        if (way.length > 1) board.route(way, look);
        break;
      case "aim": {
        const target = pieces.length && to ? to : touched[touched.length - 1];
        for (const piece of pieces) if (piece !== target) board.line(piece, target, look);
        break;
      }
      case "shoot":
        this.from = way[0] ?? "";
        for (const hit of way.slice(1)) this.shoot(this.from, hit, look);
        break;
      case "hit":
      case "loss":
        for (const piece of pieces) {
          if (way.length > 1) board.line(way[0], piece, "hostile");
          else if (this.from && this.from !== piece && !board.lines.childElementCount) {
            board.line(this.from, piece, look);
          }
          board.flinch(piece);
          if (motion === "loss") board.vanish(piece);
        }
        break;
      default:
        break;
    }
  }

  /** @param {string} from @param {string} unit @param {string} look */
  shoot(from, unit, look) {
    this.board.line(from, unit, look);
    if (!calm()) setTimeout(() => this.board.flinch(unit), 220);
  }

  /**
   * What moves is a position of its own, wherever it is.
   * @param {string} id
   */
  here(id) {
    return id.startsWith("position-") && !this.board.place(id)
      ? id.replace("position-", "post-")
      : id;
  }

  /**
   * What an event touches and is on the board.
   * @param {GameEvent} event
   */
  touched(event) {
    return event.touches.map((id) => this.here(id)).filter((id) => this.board.place(id));
  }
}
