// What happened, told step by step on the map.

import { painted } from "./cards.js";
import { dice } from "./sums.js";
import { calm, h, keyCap, remember, remembered, ruleLink, say } from "./dom.js";

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
 * Whether something is routine; what is not a scene is told briefly.
 * @param {GameEvent} event
 */
function isRoutine({ manner: { weight } }) {
  return weight === "aside" || weight === "beat";
}

/**
 * Whether something matters more than the rest: a loss, a turn, a result.
 * @param {GameEvent} event
 */
export function matters({ manner: { lasting, motion, begins, tone } }) {
  return lasting || motion === "loss" || begins === "turn" || LOUD.includes(tone);
}

/**
 * How long an event is shown: what is brief shorter, more of the same shorter still, what is long
 * to read longer.
 * @param {GameEvent} event
 * @param {number} pause in milliseconds
 * @param {GameEvent} [before] what was told before it
 */
export function pauseAfter(event, pause, before) {
  if (pause === Infinity) return pause;
  if (isRoutine(event)) return pause * (before && before.kind === event.kind ? 0.25 : 0.45);
  return pause * Math.min(1.7, 0.7 + event.text.length / 140) * (matters(event) ? 1.2 : 1);
}

/** Tones of what matters. @type {string[]} */
const LOUD = ["strong", "good", "bad"];

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
    this.paused = false;
    /** Whether what others do next is held as well: until one goes on, or is asked oneself. */
    this.held = false;
    /**
     * Goes on, or one back, when something is being shown.
     * @type {((back?: boolean) => void) | null}
     */
    this.next = null;
    this.skipped = false;
    /** Whether the next thing was asked for before it could be told. */
    this.hasty = false;
    /** From where somebody shoots or acts, until something else is told. */
    this.from = "";
    /** Called when the speed changes. @type {(speed: number) => void} */
    this.onspeed = () => {};
    this.text = h("p.story-text");
    this.count = h("span.story-count");
    this.pauser = h(
      "button.button.small",
      { type: "button", onclick: () => this.pause() },
      h("span"),
      " ",
      keyCap("P"),
    );
    this.element = h(
      "div.story",
      { hidden: true },
      this.text,
      h(
        "div.story-tools",
        { role: "toolbar", "aria-label": "Story" },
        this.count,
        tool("Back", "⌫", "Tell the thing before again", () => this.back()),
        this.pauser,
        tool("Next", "Space", "Tell the next thing", () => this.step()),
        tool("Skip", "⇧ Space", "Skip to your decision", () => this.skip()),
        tool("Slower", "<", "Tell it slower", () => this.setSpeed(this.speed - 1)),
        tool("Faster", ">", "Tell it faster", () => this.setSpeed(this.speed + 1)),
      ),
    );
    this.hold(false);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, speed));
    remember("speed", this.speed);
    this.onspeed(this.speed);
    if (SPEEDS[this.speed].pause !== Infinity && !this.paused) this.next?.();
  }

  step() {
    if (this.next) this.next();
    else this.hasty = this.playing;
  }

  skip() {
    this.skipped = true;
    this.next?.();
  }

  /** Stay with what is told, or go on. */
  pause() {
    this.hold(!this.paused);
    if (!this.paused) this.next?.();
  }

  /** @param {boolean} paused */
  hold(paused) {
    this.paused = paused;
    this.pauser.firstElementChild?.replaceChildren(paused ? "Go on" : "Pause");
    this.pauser.setAttribute("aria-pressed", String(paused));
    if (paused) clearTimeout(this.timer);
  }

  /** Tell what came before once more, and stay with it. */
  back() {
    if (!this.playing) return;
    this.hold(true);
    this.next?.(true);
  }

  /**
   * A key, while something is told.
   * @param {string} key
   * @param {boolean} shift
   * @returns {boolean} whether it meant something
   */
  press(key, shift) {
    switch (key) {
      case " ":
        if (shift) this.skip();
        else this.step();
        return true;
      case "Backspace":
        this.back();
        return true;
      case "p":
        this.pause();
        return true;
      case "<":
      case ">":
        this.setSpeed(this.speed + (key === "<" ? -1 : 1));
        return true;
      default:
        return false;
    }
  }

  /**
   * Tell some events; returns when all are told or skipped.
   * @param {GameEvent[]} events
   * @param {import("./moments.js").Moments} moments what the rest of the page shows meanwhile
   * @param {{all?: boolean, again?: boolean}} [how] whatever it is, as another player did it, or it
   *   was asked for; told before
   */
  async play(events, moments, { all = false, again = false } = {}) {
    this.skipped = false;
    /** @param {GameEvent} event */
    const tell = (event) => !again && this.tell(event);
    if (!events.length || !(all || isDrama(events)) || (!again && SPEEDS[this.speed].pause === 0)) {
      for (const event of events) tell(event);
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
    this.hold(this.held || (again && SPEEDS[this.speed].pause === 0));
    document.body.classList.add("telling");
    moments.look(events);
    for (let at = 0, told = 0; at < events.length; at += 1) {
      const event = events[at];
      if (!this.skipped) await moments.reach(event);
      if (at >= told) {
        tell(event);
        told = at + 1;
      }
      if (this.skipped || event.manner.weight === "silent") continue;
      this.show(event, moments, `${at + 1} of ${events.length}`);
      this.perform(event);
      const pause = this.paused ? Infinity : SPEEDS[this.speed].pause;
      const back = await this.shown(pauseAfter(event, pause, events[at - 1]));
      if (back && !this.skipped) at = (await this.rewind(events, at, moments)) - 1;
    }
    this.playing = false;
    this.held = this.paused && !this.skipped && !again;
    this.hold(false);
    this.next = null;
    this.element.hidden = true;
    document.body.classList.remove("telling");
    this.still();
  }

  /**
   * Say an event; what matters large.
   * @param {GameEvent} event
   * @param {import("./moments.js").Moments} moments
   * @param {string} count
   */
  show(event, moments, count) {
    this.text.classList.toggle("matters", matters(event));
    this.text.classList.toggle("routine", isRoutine(event));
    this.text.replaceChildren(
      ...(event.detail?.dice ? [dice(event.detail.dice, moments.last.flipbook?.die), " "] : []),
      painted(event.text, this.signs),
      " ",
      ruleLink(event.rule) ?? "",
    );
    this.count.textContent = count;
    this.element.hidden = false; // not before there is something to say
  }

  /**
   * Put the board back to where the thing before is told, and say which that is.
   * @param {GameEvent[]} events
   * @param {number} at
   * @param {import("./moments.js").Moments} moments
   */
  async rewind(events, at, moments) {
    const to = toldBefore(events, at);
    this.still();
    await moments.rewind(events[to].made);
    for (const event of events.slice(0, to)) {
      if (event.made !== events[to].made) continue;
      await moments.reach(event);
      this.perform(event, true);
    }
    return to;
  }

  /** Nothing of what was told is on the map any more. */
  still() {
    this.board.strokes.ceaseFire();
    this.board.strokes.route([]);
    this.from = "";
    this.board.light("told", []);
  }

  /**
   * Wait as long as something is shown.
   * @param {number} ms
   * @returns {Promise<boolean>} whether to go back
   */
  shown(ms) {
    return new Promise((done) => {
      this.timer = ms === Infinity ? 0 : window.setTimeout(() => this.next?.(), ms);
      this.next = (back = false) => {
        clearTimeout(this.timer);
        this.next = null;
        done(back);
      };
      if (this.hasty) this.next();
      this.hasty = false;
    });
  }

  /**
   * @param {GameEvent} event
   * @param {boolean} [hurried] it has been seen before: only where it leads
   */
  perform(event, hurried = false) {
    const { board } = this;
    const { motion, begins, hostile } = event.manner;
    const touched = this.touched(event);
    const way = event.way.map((id) => this.here(id)).filter((id) => board.place(id));
    const look = hostile ? "hostile" : "own";
    board.light("told", touched);
    if (begins) {
      board.strokes.ceaseFire();
      board.strokes.route([]);
      board.showFire(new Set());
      this.from =
        motion === "" && hostile
          ? (touched.find((id) => PIECE.test(id) || id.startsWith("position-")) ?? "")
          : "";
    }
    const fields = event.way.filter((id) => id.startsWith("fire-"));
    if (fields.length) board.showFire(new Set(fields.map((id) => id.slice(5))));
    if (touched.length && !hurried) board.reveal(board.onMap(touched));
    const pieces = touched.filter((id) => PIECE.test(id));
    const to = [...touched, ...way].filter((id) => !PIECE.test(id)).pop() ?? way[way.length - 1];
    switch (motion) {
      case "travel":
      case "leave": {
        if (!to) break;
        if (way.length > 2) board.strokes.route(way, look);
        const going = pieces.length ? pieces : way.slice(0, 1);
        for (const [n, piece] of going.entries()) {
          board.counters.travel(
            piece,
            board.middle(to),
            hurried ? 0 : Math.min(600, SPEEDS[this.speed].pause * 0.4),
            board.areas ? n - (going.length - 1) / 2 : 0,
          );
          if (motion === "leave") board.counters.vanish(piece);
        }
        break;
      }
      case "route":
        if (way.length > 1) board.strokes.route(way, look);
        break;
      case "aim": {
        const target = pieces.length && to ? to : touched[touched.length - 1];
        for (const piece of pieces) if (piece !== target) board.strokes.fire(piece, target, look);
        break;
      }
      case "shoot":
        this.from = way[0] ?? "";
        for (const hit of way.slice(1)) this.shoot(this.from, hit, look);
        break;
      case "hit":
      case "loss":
        for (const piece of pieces) {
          if (way.length > 1) board.strokes.fire(way[0], piece, "hostile");
          else if (this.from && this.from !== piece && !board.strokes.lines.childElementCount) {
            board.strokes.fire(this.from, piece, look);
          }
          if (!hurried) board.counters.flinch(piece);
          if (motion === "loss") board.counters.vanish(piece);
        }
        break;
      default:
        break;
    }
  }

  /** @param {string} from @param {string} unit @param {string} look */
  shoot(from, unit, look) {
    this.board.strokes.fire(from, unit, look);
    if (!calm()) setTimeout(() => this.board.counters.flinch(unit), 220);
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

/**
 * The thing told before one of them.
 * @param {GameEvent[]} events
 * @param {number} at
 */
export function toldBefore(events, at) {
  for (let n = at - 1; n >= 0; n -= 1) if (events[n].manner.weight !== "silent") return n;
  return at;
}

/** @param {string} text @param {string} key @param {string} title @param {() => void} act */
function tool(text, key, title, act) {
  return h("button.button.small", { type: "button", title, onclick: act }, `${text} `, keyCap(key));
}
