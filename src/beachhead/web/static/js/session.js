// One table as this page knows it: what it shows, what happened so far, and what is asked of the
// server. How things are told and shown is up to who listens.

import { Gone, Refused } from "./api.js";
import { titleOfLevel } from "./bots.js";

/** @import { GameInfo as GameEntry, Happened as GameEvent, Snapshot } from "./types.js" */
/** @typedef {{told?: boolean, elsewhere?: boolean}} How whether to tell it, and who did it */

export class Session {
  /**
   * @param {GameEntry} game
   * @param {import("./api.js").Table} table
   * @param {Snapshot} snapshot
   * @param {import("./story.js").Story} story what is told can be skipped by choosing
   */
  constructor(game, table, snapshot, story) {
    this.game = game;
    this.table = table;
    this.story = story;
    /** What is shown: the table as it stands, or another moment. */
    this.snapshot = snapshot;
    /** The table as it stands, whatever moment is shown. */
    this.live = snapshot;
    /** @type {GameEvent[]} */
    this.events = [...snapshot.events];
    /** How much had happened when this seat decided last. */
    this.decided = 0;
    this.busy = false;
    this.closed = false;
    /** The newest revision that the server told of. */
    this.newest = 0;
    /** The revision of what was last taken in: nothing older is shown after it. */
    this.received = snapshot.revision;
    /** What is being told: the next story waits for it. @type {Promise<void>} */
    this.telling = Promise.resolve();
    this.catching = false;
    /**
     * What each seat of a shared screen knows.
     * @type {Map<string, {events: GameEvent[], revision: number}>}
     */
    this.logs = new Map();

    /** Called when an answer is waited for, and when it came. @type {(busy: boolean) => void} */
    this.onbusy = () => {};
    /**
     * Called with why something was not done.
     * @type {(text: string, rule?: string, tone?: "no" | "warn") => void}
     */
    this.onrefused = () => {};
    /** Tells what is new and shows it. @type {(snapshot: Snapshot, how: How) => Promise<void>} */
    this.onnews = async () => {};
    /** Called when somebody else has sat down. @type {(snapshot: Snapshot) => void} */
    this.onseat = () => {};
    /** Whether what is new must wait, as another moment is looked at. @type {() => boolean} */
    this.away = () => false;
  }

  /** Hear of what is done elsewhere. */
  listen() {
    this.table.listen((news) => {
      this.newest = Math.max(this.newest, news.revision);
      void this.catchUp();
    });
  }

  close() {
    this.closed = true;
    this.table.close();
  }

  /** What to call who sits in a seat. @param {string} seat */
  nameOf(seat) {
    const bot = this.live.bots[seat];
    return (this.game.names?.[seat] ?? seat) + (bot ? ` (${titleOfLevel(this.game, bot)})` : "");
  }

  // --- what the server says

  /**
   * Take in what the server says, one thing after the other: two stories at once would be none.
   * @param {Snapshot} snapshot
   * @param {How} [how]
   */
  receive(snapshot, how = {}) {
    this.telling = this.telling.catch(() => {}).then(() => this.take(snapshot, how));
    return this.telling;
  }

  /**
   * @param {Snapshot} snapshot
   * @param {How} how
   */
  async take(snapshot, how) {
    if (this.closed || snapshot.revision < this.received) return;
    this.received = snapshot.revision;
    this.note(snapshot);
    await this.onnews(snapshot, how);
  }

  /** Note what happened, instead of what was taken back. @param {Snapshot} snapshot */
  note(snapshot) {
    this.events.length = Math.min(this.events.length, snapshot.events_from);
    this.events.push(...snapshot.events);
    this.decided = Math.min(this.decided, this.events.length);
  }

  /** What happened since this seat decided last. */
  sinceDecision() {
    return this.events.slice(this.decided);
  }

  /** Fetch what happened elsewhere, unless we are at it; news of our own choices may come late. */
  async catchUp() {
    if (this.catching) return;
    this.catching = true;
    const { table } = this;
    for (
      let before = -1;
      this.newest > table.revision && before < table.revision && !this.busy && !this.closed;
    ) {
      before = table.revision;
      await this.refresh();
    }
    this.catching = false;
  }

  /** Fetch how things stand. */
  async refresh() {
    try {
      const snapshot = await this.table.snapshot(this.events.length);
      if (!this.away() && snapshot.revision > this.received) {
        await this.receive(snapshot, { elsewhere: true });
      }
    } catch (error) {
      if (error instanceof Refused) this.onrefused(error.message, error.rule);
    }
  }

  // --- what is asked of it

  /** @param {string} id */
  async choose(id) {
    if (this.busy || this.story.playing) {
      this.story.skip();
      return;
    }
    const { snapshot } = this;
    if (!snapshot.live || !snapshot.yours) return;
    await this.send("choices", { choice: id, made: snapshot.made });
  }

  /** Agree with what is proposed. */
  async agree() {
    const { proposal, made } = this.snapshot;
    if (!proposal || this.busy || this.story.playing) return;
    const { now: choices, later, patient } = proposal;
    await this.send("orders", { choices, later, patient, made });
  }

  /**
   * @param {"choices" | "orders" | "undo" | "redo" | "preferences" | "bots" | "hurry"} what
   * @param {Record<string, any>} [body]
   * @returns {Promise<boolean>} whether it was done
   */
  async send(what, body = {}) {
    this.busy = true;
    this.onbusy(true);
    const start = performance.now();
    if (what === "choices") this.decided = this.events.length;
    try {
      const snapshot = await this.table.post(what, { ...body, since: this.events.length });
      performance.measure("beachhead: answered", { start });
      await this.receive(snapshot, { told: what === "choices" || what === "orders" });
      return true;
    } catch (error) {
      if (error instanceof Refused) {
        if (error.snapshot) {
          this.table.keep(error.snapshot);
          await this.refresh();
          this.onrefused("The game went on elsewhere; this is how it stands now.", "", "warn");
        } else this.onrefused(error.message, error.rule);
      } else if (error instanceof Gone) {
        this.onrefused(
          "The server does not answer. Your game is safe up to the last acknowledged choice.",
        );
      } else throw error;
      return false;
    } finally {
      this.busy = false;
      this.onbusy(false);
      void this.catchUp();
    }
  }

  async undo() {
    if (this.busy || !this.snapshot.undo.possible) return;
    this.story.skip();
    await this.send("undo");
  }

  async redo() {
    if (this.busy || !this.snapshot.redo.possible) return;
    await this.send("redo");
  }

  /** Whether the present decision is a part of a bigger choice that can still be taken back. */
  unfinished(snapshot = this.snapshot) {
    const part = !!snapshot.flipbook?.now.part;
    return snapshot.live && snapshot.yours && snapshot.undo.possible && part;
  }

  /** Take back the unfinished part of a choice. */
  async back() {
    if (this.unfinished()) await this.undo();
  }

  /**
   * Somebody else sits down at a shared screen.
   * @param {string} seat
   */
  async sitDown(seat) {
    const { table } = this;
    if (this.busy) return;
    this.busy = true; // news that come meanwhile are in the answer
    this.logs.set(table.seat, { events: this.events, revision: table.revision });
    const known = this.logs.get(seat) ?? { events: [], revision: 0 };
    table.seat = seat;
    table.revision = known.revision;
    this.events = known.events;
    this.decided = known.events.length;
    try {
      const snapshot = await table.snapshot(this.events.length);
      this.note(snapshot);
      this.received = snapshot.revision;
      this.onseat(snapshot);
    } finally {
      this.busy = false;
      void this.catchUp();
    }
  }
}
