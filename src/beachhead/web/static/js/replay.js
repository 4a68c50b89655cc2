// Replay: step through the game, jump to a turn, play at speed, share a moment.

import { keepToken, request } from "./api.js";
import { clockWords, h, keyCap, remember, say } from "./dom.js";
import { share } from "./menu.js";
import { noteDealing } from "./seats.js";

/** @import { Snapshot } from "./types.js" */

export class Replay {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./story.js").Story} story
   * @param {import("./log.js").Log} log
   * @param {import("./prompt.js").Prompt} prompt
   * @param {import("./cover.js").Cover} cover
   * @param {import("./layers.js").Layers} layers
   * @param {(snapshot: Snapshot) => void} show
   */
  constructor(session, board, story, log, prompt, cover, layers, show) {
    this.layers = layers;
    this.session = session;
    this.board = board;
    this.story = story;
    this.log = log;
    this.prompt = prompt;
    this.cover = cover;
    this.show = show;
    this.on = false;
    this.stale = false;
    this.at = 0;
    this.running = 0;
    this.asked = 0;
    /** Called when somebody wants to analyze this moment. */
    this.onanalyze = () => {};
    this.analyzing = h(
      "button.button.small.analyze",
      {
        type: "button",
        title: "Try lines from this moment on a board of its own; the game stays as it is",
        onclick: () => this.onanalyze(),
      },
      "Analyze from here",
    );
    this.slider = h("input.replay-slider", {
      type: "range",
      min: 0,
      step: 1,
      "aria-label": "Moment",
      oninput: () => this.go(Number(/** @type {HTMLInputElement} */ (this.slider).value)),
    });
    this.where = h("output.replay-where");
    this.marks = h("div.replay-marks", { "aria-hidden": "true" });
    this.track = h("div.replay-track", null, this.marks, this.slider);
    this.player = this.button("Play", "Play (Space)", () => this.toggle());
    this.jump = h("select", {
      "aria-label": "Jump to a turn",
      onchange: () => this.go(Number(/** @type {HTMLSelectElement} */ (this.jump).value)),
    });
    this.playingOn = h(
      "button.button.small",
      {
        type: "button",
        title: "Begin a copy of the game at this moment; this one stays as it is",
        onclick: () => this.playOn(),
      },
      "Play on from here",
    );
    this.element = h(
      "section.replay",
      { hidden: true, "aria-label": "Replay" },
      h("strong.replay-title", null, "Replay"),
      this.button("|◀", "To the start (Home)", () => this.go(0)),
      this.button("◀", "One choice back (←)", () => this.step(-1)),
      this.player,
      this.button("▶", "One choice on (→)", () => this.step(1)),
      this.button("▶|", "To the end (End)", () => this.go(this.session.live.total)),
      this.track,
      this.where,
      this.jump,
      h("button.button.small", { type: "button", onclick: () => share(this.session) }, "Share"),
      this.analyzing,
      this.playingOn,
      h(
        "button.button.small.main",
        { type: "button", onclick: () => this.close() },
        "Back to the game ",
        keyCap("Esc"),
      ),
    );
  }

  /** @param {string} sign @param {string} label @param {() => void} act */
  button(sign, label, act) {
    return h(
      "button.button.small.quiet",
      { type: "button", "aria-label": label, title: label, onclick: act },
      sign,
    );
  }

  /**
   * Open it, unless somebody else must sit down first.
   * @param {number} [made] from which moment; the present one if none is named
   */
  ask(made) {
    if (!this.cover.open) void this.open(made);
  }

  /** @param {number} [made] */
  async open(made) {
    if (this.session.busy || this.story.playing) return;
    if (!this.on) {
      this.on = true;
      this.element.hidden = false;
      this.layers.opened(this);
      // The record of a game that is shared with others is open only when it is over.
      this.playingOn.hidden =
        this.session.snapshot.seating === "link" && !this.session.snapshot.view.result;
      this.analyzing.hidden = this.session.snapshot.contested;
      document.body.classList.add("replaying");
      this.prompt.scrolls(true);
      const { total, turning_points: points } = this.session.snapshot;
      this.slider.setAttribute("max", String(total));
      const turns = points.filter((point) => point.turn !== null && point.text);
      this.jump.replaceChildren(
        ...turns.map((point) => h("option", { value: point.made }, point.text ?? "")),
      );
      this.marks.replaceChildren(
        ...turns.map((point) =>
          h("i", { style: `left: ${total ? (point.made / total) * 100 : 0}%` }),
        ),
      );
    }
    await this.go(made ?? this.session.live.made);
    this.slider.focus();
  }

  /** @param {number} made */
  async go(made) {
    const total = this.session.live.total;
    this.at = Math.max(0, Math.min(total, made));
    /** @type {HTMLInputElement} */ (this.slider).value = String(this.at);
    const asked = ++this.asked;
    let snapshot;
    try {
      snapshot = await this.session.table.at(this.at);
    } catch (error) {
      this.prompt.tell(
        error instanceof Error ? error.message : "That moment could not be fetched.",
      );
      return;
    }
    if (asked !== this.asked || !this.on) return;
    this.show(snapshot);
    this.log.until(this.at);
    this.where.textContent = `${clockWords(snapshot.view.clock)} · ${this.at} of ${total}`;
    const turn = [...(this.session.live.turning_points ?? [])]
      .reverse()
      .find((point) => point.turn !== null && point.text && point.made <= this.at);
    if (turn) /** @type {HTMLSelectElement} */ (this.jump).value = String(turn.made);
    this.board.lookAt(snapshot.events.flatMap((event) => this.story.touched(event)));
    const said = snapshot.events.map((event) => event.text).join(" ");
    this.prompt.sentence.textContent =
      said || snapshot.view.decision?.prompt || snapshot.view.result?.text || "";
    say(said || clockWords(snapshot.view.clock));
  }

  /** @param {number} by */
  step(by) {
    return this.go(this.at + by);
  }

  toggle() {
    if (this.running) {
      clearTimeout(this.running);
      this.running = 0;
    } else {
      const next = async () => {
        if (!this.on || this.at >= this.session.live.total) {
          this.running = 0;
          this.player.textContent = "Play";
          return;
        }
        await this.step(1);
        if (this.running) {
          this.running = window.setTimeout(
            next,
            [2400, 1600, 900, 500, 250, 120][this.story.speed],
          );
        }
      };
      this.running = window.setTimeout(next, 0);
    }
    this.player.textContent = this.running ? "Pause" : "Play";
  }

  /** Begin a copy of the game at this moment. */
  async playOn() {
    const { at } = this;
    const { live, table } = this.session;
    try {
      const record = await request(`/api/tables/${encodeURIComponent(table.id)}/record`, {
        token: table.token,
      });
      const made = await request("/api/tables", {
        body: {
          game: live.game,
          seating: live.seating === "solo" ? "solo" : "hotseat",
          title: `${live.title}, from ${this.where.textContent}`.slice(0, 80),
          record: cut(record, at),
        },
      });
      keepToken(made.table, String(Object.values(made.tokens)[0]));
      noteDealing(made.table, made.commitment);
      remember(`game.${made.table}`, live.game);
      this.leave();
      location.hash = `#/table/${made.table}`;
    } catch (error) {
      this.prompt.tell(error instanceof Error ? error.message : "The game could not be copied.");
    }
  }

  leave() {
    clearTimeout(this.running);
    this.running = 0;
    this.player.textContent = "Play";
    this.on = false;
    this.layers.closed(this);
    this.element.hidden = true;
    document.body.classList.remove("replaying");
    this.prompt.scrolls(false);
    this.board.light("told", []);
    this.log.until();
  }

  close() {
    this.leave();
    this.show(this.session.live);
    if (this.stale) void this.session.refresh();
    this.stale = false;
    this.board.element.focus({ preventScroll: true });
  }

  /**
   * @param {string} key
   * @param {KeyboardEvent} event
   */
  press(key, event) {
    switch (key) {
      case "ArrowLeft":
        void this.step(event.shiftKey ? -10 : -1);
        return true;
      case "ArrowRight":
        void this.step(event.shiftKey ? 10 : 1);
        return true;
      case "Home":
        void this.go(0);
        return true;
      case "End":
        void this.go(this.session.live.total);
        return true;
      case " ":
        this.toggle();
        return true;
      case "v":
        this.close();
        return true;
      case "e":
      case "u":
      case "r":
        return true;
      default:
        return false;
    }
  }
}

/**
 * A record up to a moment.
 * @param {{choices: string[], marks: Record<string, string>, seal?: string}} record
 * @param {number} made
 */
export function cut({ seal: _, ...record }, made) {
  const marks = Object.fromEntries(
    Object.entries(record.marks).filter(([number]) => Number(number) <= made),
  );
  return { ...record, choices: record.choices.slice(0, made), marks, result: null };
}
