// What happened, told step by step on the map.

import { painted } from "./cards.js";
import { calm, h, remember, remembered, ruleLink, say } from "./dom.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./board.js").Board} Board */

export const SPEEDS = [
  { name: "one at a time", pause: Infinity },
  { name: "slow", pause: 2800 },
  { name: "reading", pause: 1600 },
  { name: "brisk", pause: 800 },
  { name: "fast", pause: 320 },
  { name: "at once", pause: 0 },
];

/** What is worth telling; the rest just happens. */
const DRAMA = new Set([
  "turn", "drift", "delay", "landing", "land", "event", "fire-card", "fire", "artillery", "disrupted", "eliminated",
  "step-loss", "reinforcement", "depth", "reveal", "attack", "barrage", "barrage-result", "comparison",
  "infiltration", "german-disrupted", "german-eliminated", "smoke", "shuffle", "end", "recover", "hero",
  "loss-box", "leader-lost", "advance", "retreat", "points", "bombardment", "mine",
]);
const BRIEF = new Set(["landing", "land", "drift", "delay", "place", "recover", "command", "spend", "card", "division", "move", "transfer", "rally", "climb", "cleared"]);

/** @param {GameEvent[]} events */
export function isDrama(events) {
  return events.some((event) => DRAMA.has(event.kind));
}

export class Story {
  /**
   * @param {Board} board
   * @param {(event: GameEvent) => void} tell called as each event is told
   */
  constructor(board, tell) {
    this.board = board;
    this.tell = tell;
    this.speed = Math.min(SPEEDS.length - 1, remembered("speed", 3));
    this.playing = false;
    /** @type {(() => void) | null} */
    this.next = null;
    this.skipped = false;
    this.text = h("p.story-text");
    this.count = h("span.story-count");
    this.element = h("div.story", { hidden: true },
      this.text,
      h("div.story-tools", null,
        this.count,
        h("button.button.small", { type: "button", onclick: () => this.step(), title: "Tell the next thing" }, "Next ", h("kbd", null, "Space")),
        h("button.button.small", { type: "button", onclick: () => this.skip(), title: "Skip to your decision" }, "Skip ", h("kbd", null, "⇧ Space"))));
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    remember("speed", speed);
    if (SPEEDS[speed].pause !== Infinity) this.next?.();
  }

  step() {
    this.next?.();
  }

  skip() {
    this.skipped = true;
    this.next?.();
  }

  /**
   * Tell some events; returns when all are told or skipped.
   * @param {GameEvent[]} events
   */
  async play(events) {
    this.skipped = false;
    if (!events.length || !isDrama(events) || SPEEDS[this.speed].pause === 0) {
      for (const event of events) this.tell(event);
      if (events.length && isDrama(events)) say(events.slice(-4).map((event) => event.text).join(" "));
      return;
    }
    this.playing = true;
    this.element.hidden = false;
    document.body.classList.add("telling");
    for (const [n, event] of events.entries()) {
      this.tell(event);
      if (this.skipped) continue;
      const brief = BRIEF.has(event.kind);
      if (event.kind === "spend" || event.kind === "division") continue;
      this.text.replaceChildren(painted(event.text), " ", ruleLink(event.rule) ?? "");
      this.count.textContent = `${n + 1} of ${events.length}`;
      this.perform(event);
      const { pause } = SPEEDS[this.speed];
      await this.pause(pause === Infinity ? pause : brief ? pause * 0.45 : pause * Math.min(1.7, 0.7 + event.text.length / 140));
    }
    this.playing = false;
    this.next = null;
    this.element.hidden = true;
    document.body.classList.remove("telling");
    this.board.clearLines();
    this.board.light("told", []);
  }

  /** @param {number} ms */
  pause(ms) {
    return /** @type {Promise<void>} */ (new Promise((done) => {
      const timer = ms === Infinity ? 0 : window.setTimeout(() => done(), ms);
      this.next = () => {
        clearTimeout(timer);
        done();
      };
    }));
  }

  /** @param {GameEvent} event */
  perform(event) {
    const { board } = this;
    const touched = this.touched(event);
    board.light("told", touched);
    if (event.kind === "fire" || event.kind === "artillery" || event.kind === "barrage" || event.kind === "attack" || event.kind === "fire-card" || event.kind === "turn") {
      board.clearLines();
    }
    if (touched.length) board.reveal(touched);
    const units = touched.filter((id) => id.startsWith("unit-"));
    switch (event.kind) {
      case "move": case "land": case "drift": case "place": {
        const to = touched.filter((id) => /^(hex|box)-/.test(id)).pop();
        if (units[0] && to) for (const unit of units) board.travel(unit, to, Math.min(500, SPEEDS[this.speed].pause * 0.4));
        break;
      }
      case "fire": {
        const from = touched.find((id) => id.startsWith("position-"));
        if (from) for (const unit of this.named(event)) this.shoot(from, unit);
        break;
      }
      case "attack": case "barrage": {
        const at = touched.find((id) => /^(post|position)-/.test(id));
        if (at) for (const unit of units) board.line(unit, at, "us");
        break;
      }
      case "step-loss": case "disrupted": case "eliminated": {
        const source = /under fire from (WN ?\d+\w?|\w+)/.exec(event.text)?.[1];
        const from = source && board.place(`position-${source}`) ? `position-${source}` : null;
        for (const unit of units) {
          if (from && !board.lines.childElementCount) board.line(from, unit, "german");
          board.flinch(unit);
          if (event.kind === "eliminated") board.vanish(unit);
        }
        break;
      }
      default:
        break;
    }
  }

  /** @param {string} from @param {string} unit */
  shoot(from, unit) {
    this.board.line(from, unit, "german");
    if (!calm()) setTimeout(() => this.board.flinch(unit), 220);
  }

  /**
   * What an event touches and is on the board.
   * @param {GameEvent} event
   */
  touched(event) {
    const ids = [...event.touches];
    if (event.detail?.post) ids.push(`post-${event.detail.post}`);
    return ids.filter((id) => this.board.place(id));
  }

  /**
   * The units on the board that an event names.
   * @param {GameEvent} event
   */
  named(event) {
    const found = [];
    for (const id of this.board.known.keys()) {
      if (!id.startsWith("unit-")) continue;
      const name = id.slice(5);
      const at = event.text.indexOf(name);
      if (at >= 0 && !/[\w/•]/.test(event.text[at + name.length] ?? " ") && !/[\w/•]/.test(event.text[at - 1] ?? " ")) found.push(id);
    }
    return found;
  }
}
