// Asking ahead: what a click would ask the server is asked when the pointer comes to the place, so
// that the answer is there when the button is. One question is under way at a time, and of those
// that wait only the last; an answer holds until the game goes on.

/** @import { Snapshot } from "./types.js" */

export class Ahead {
  /** @param {{snapshot: Snapshot, busy: boolean, table: import("./api.js").Table}} session */
  constructor(session) {
    this.session = session;
    /** What the answers are about. @type {Snapshot | null} */
    this.snapshot = null;
    /** @type {Map<string, Promise<any>>} */
    this.answers = new Map();
    /** Whether something is being asked ahead. */
    this.asking = false;
    /** What is asked ahead next. */
    this.next = "";
  }

  /**
   * The answer to a question, which may have been asked ahead.
   * @param {string} question path and query
   * @returns {Promise<any>}
   */
  ask(question) {
    const { snapshot, table } = this.session;
    if (this.snapshot !== snapshot) {
      this.snapshot = snapshot;
      this.answers.clear();
    }
    const known = this.answers.get(question);
    if (known) return known;
    const { answers } = this;
    const answer = table.ask(question);
    answers.set(question, answer);
    answer.catch(() => answers.get(question) === answer && answers.delete(question));
    return answer;
  }

  /**
   * Ask what may be asked soon.
   * @param {string} question
   */
  foresee(question) {
    this.next = question;
    if (!this.asking) void this.work();
  }

  async work() {
    this.asking = true;
    const { snapshot } = this.session;
    while (this.next && !this.session.busy && this.session.snapshot === snapshot) {
      const question = this.next;
      this.next = "";
      // Whoever asks it in earnest hears what is wrong.
      await this.ask(question).catch(() => {});
    }
    this.next = "";
    this.asking = false;
  }
}
