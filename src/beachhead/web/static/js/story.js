// What happened, told step by step on the map.

import { painted } from "./cards.js";
import { dice } from "./sums.js";
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
  "german-action", "german-moved", "no-action", "no-reinforcement", "armor-move", "armor-end", "overrun", "exit", "check",
  "garrison", "garrison-removed", "engineer-base", "command-post", "captured", "depth-exchanged", "depth-removed", "naval-fire", "kg-meyer", "step-gain",
  "assault", "die", "spent", "stays", "discard", "release", "looks", "early", "fresh", "total", "refresh",
]);
const BRIEF = new Set(["landing", "land", "drift", "delay", "place", "recover", "command", "spend", "card", "division", "move", "transfer", "rally", "climb", "cleared", "points", "no-action", "no-reinforcement", "depth-exchanged", "draw", "control", "support", "pass"]);
/** What is in the log and need not be told. */
const SILENT = new Set(["spend", "division", "draws", "setup", "impulse"]);
/** With these something new is told, and the lines of what was told before go. */
const FRESH = new Set(["fire", "artillery", "barrage", "attack", "fire-card", "turn", "german-action", "advance", "armor-move", "event"]);

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
    /** Whether the next thing was asked for before it could be told. */
    this.hasty = false;
    /** Who fires, and at whom. @type {{from: string, hits: Set<string>}} */
    this.firing = { from: "", hits: new Set() };
    /** The German position whose action is being told. */
    this.acting = "";
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
      if (events.length && isDrama(events)) say(events.slice(-4).map((event) => event.text).join(" "));
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
      const brief = BRIEF.has(event.kind);
      if (SILENT.has(event.kind)) continue;
      this.text.replaceChildren(...(event.detail?.dice ? [dice(event.detail.dice, moments.last.flipbook?.die), " "] : []), painted(event.text), " ", ruleLink(event.rule) ?? "");
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
    this.board.route([]);
    this.acting = "";
    this.board.light("told", []);
  }

  /** @param {number} ms */
  pause(ms) {
    return /** @type {Promise<void>} */ (new Promise((done) => {
      const timer = ms === Infinity ? 0 : window.setTimeout(() => this.next?.(), ms);
      this.next = () => {
        clearTimeout(timer);
        this.next = null;
        done();
      };
      if (this.hasty) this.next();
      this.hasty = false;
    }));
  }

  /** @param {GameEvent} event */
  perform(event) {
    const { board } = this;
    const touched = this.touched(event);
    board.light("told", touched);
    if (FRESH.has(event.kind)) {
      board.clearLines();
      board.route([]);
      board.showFire(new Set());
      this.firing.hits.clear();
      this.acting = event.kind === "german-action" ? touched.find((id) => /^(position|post)-/.test(id)) ?? "" : "";
    }
    if (touched.length) board.reveal(touched);
    const units = touched.filter((id) => id.startsWith("unit-"));
    switch (event.kind) {
      case "move": case "land": case "drift": case "place": case "landing": case "retreat": case "transfer": case "invasion": case "occupied": {
        const to = touched.filter((id) => /^(hex|box|area|zone)-/.test(id)).pop();
        if (units[0] && to) for (const [n, unit] of units.entries()) board.travel(unit, to, Math.min(500, SPEEDS[this.speed].pause * 0.4), board.areas ? n - (units.length - 1) / 2 : 0);
        break;
      }
      case "assault": case "announced": {
        const to = touched.filter((id) => /^(area|hex)-/.test(id)).pop();
        if (to) for (const unit of units) board.line(unit, to, "us");
        break;
      }
      case "fire": {
        if (!event.detail?.hits) break;
        this.firing = { from: this.here(`position-${event.detail.position}`), hits: new Set(event.detail.hits.map((/** @type {string} */ name) => `unit-${name}`)) };
        for (const unit of this.firing.hits) this.shoot(this.firing.from, unit);
        break;
      }
      case "german-action":
        if (this.acting && /fire|mortar|ambush|patrol/.test(event.detail.action)) board.showFire(new Set([String(event.detail.position)]));
        break;
      case "advance": {
        const [from, to] = touched.filter((id) => /^(position|post)-/.test(id));
        if (from && to) board.route([from, to], event.detail.repulsed ? "german repulsed" : "german");
        break;
      }
      case "german-moved": {
        const to = touched.filter((id) => /^(position|post)-/.test(id)).pop();
        if (to) board.travel(`post-${event.detail.start}`, to, Math.min(600, SPEEDS[this.speed].pause * 0.5));
        break;
      }
      case "armor-move": {
        /** @type {string[]} */
        const path = [event.detail.start, ...event.detail.path].map((name) => `hex-${name}`);
        board.route(path, "german");
        board.travel(`post-${event.detail.post}`, path[path.length - 1], Math.min(900, SPEEDS[this.speed].pause * 0.7));
        break;
      }
      case "exit":
        for (const unit of units) {
          board.travel(unit, `exit-${event.detail.exit}`, Math.min(600, SPEEDS[this.speed].pause * 0.5));
          board.vanish(unit);
        }
        break;
      case "attack": case "barrage": {
        const at = touched.find((id) => /^(post|position)-/.test(id));
        if (at) for (const unit of units) board.line(unit, at, "us");
        break;
      }
      case "step-loss": case "disrupted": case "eliminated": case "spent": case "loss": {
        for (const unit of units) {
          if (this.firing.hits.has(unit) && !board.lines.childElementCount) board.line(this.firing.from, unit, "german");
          else if (this.acting && !this.firing.hits.has(unit)) board.line(this.acting, unit, "german");
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
   * What moves is a position of its own, wherever it is.
   * @param {string} id
   */
  here(id) {
    return id.startsWith("position-") && !this.board.place(id) ? id.replace("position-", "post-") : id;
  }

  /**
   * What an event touches and is on the board.
   * @param {GameEvent} event
   */
  touched(event) {
    const ids = event.touches.map((id) => this.here(id));
    const post = event.detail?.post ? `post-${event.detail.post}` : "";
    const exact = post !== "" && this.board.place(post) !== null;
    if (exact) ids.push(post);
    // Of a position with two hexes only the one that is meant.
    return ids.filter((id) => this.board.place(id) && !(exact && id.startsWith("position-")));
  }
}
