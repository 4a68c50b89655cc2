// While events are told, the clock, the track, the flipbook and the counters show the moment told.
//
// The table is fetched as it was after each choice that the events tell of. Where several phases
// pass within one choice, the rule of an event says which of them it belongs to.

/** @import { Flipbook, Happened as GameEvent, Snapshot } from "./types.js" */

/** How long a story waits for the table of its moment, in milliseconds. */
const PATIENCE = 5000;

export class Moments {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./reference.js").Reference} reference
   * @param {(then: Snapshot) => void} tell shows the panels as they were then
   * @param {Snapshot} last the table when all is told
   * @param {Snapshot} [first] the table before anything is told; else as it is shown
   */
  constructor(session, board, reference, tell, last, first = session.snapshot) {
    this.session = session;
    this.board = board;
    this.reference = reference;
    this.tell = tell;
    this.last = last;
    this.first = first;
    /** The table before what is being told, and after. @type {Snapshot} */
    this.before = first;
    /** @type {Snapshot | null} */
    this.after = first;
    this.made = -1;
    this.turn = 0;
    this.phase = -1;
    /** Cards drawn by what is being told. @type {import("./types.js").Drawn[]} */
    this.drawn = [];
    /** @type {number[]} */
    this.steps = [];
    /** The table that is being read from. @type {import("./types.js").Chart | null} */
    this.chart = null;
    /** @type {Map<number, Promise<Snapshot | null>>} */
    this.fetched = new Map();
  }

  /**
   * What is going to be told.
   * @param {GameEvent[]} events
   */
  look(events) {
    this.steps = [...new Set(events.map((event) => event.made))];
    if (this.steps.length) void this.fetch(this.steps[0]);
  }

  /**
   * The table after a number of choices.
   * @param {number} made
   */
  fetch(made) {
    let found = this.fetched.get(made);
    if (!found) {
      found =
        made >= this.last.made
          ? Promise.resolve(this.last)
          : this.session.table.at(made).catch(() => null);
      this.fetched.set(made, found);
    }
    return found;
  }

  /**
   * An event is about to be told.
   * @param {GameEvent} event
   */
  async reach(event) {
    if (!this.last.flipbook || !this.before.flipbook) return;
    if (event.made !== this.made) await this.step(event.made);
    if (this.session.closed) return;
    const before = this.before.flipbook;
    const after = this.after?.flipbook ?? before;
    if (event.manner.begins === "turn") [this.turn, this.phase] = [after.turn, 0];
    else this.phase = this.phaseOf(event, before);
    const { card, use } = event.detail;
    if (card && before.deck && !this.drawn.some((each) => each.card === card)) {
      this.drawn.push({ card, note: use ?? "", text: "" });
    }
    const here = [this.before, this.after].find(
      (each) =>
        each?.flipbook &&
        each.flipbook.turn === this.turn &&
        phaseNow(each.flipbook) === this.phase,
    );
    const near = this.turn === after.turn && this.turn !== before.turn ? after : before;
    this.show(here ?? this.before, here?.flipbook ?? near, here !== undefined, event);
  }

  /**
   * Back to the table before a choice.
   * @param {number} made
   */
  async rewind(made) {
    const n = this.steps.indexOf(made);
    this.before = (n > 0 ? await this.fetch(this.steps[n - 1]) : null) ?? this.first;
    this.made = -1;
    this.board.setCounters(this.before.counters);
  }

  /** @param {number} made */
  async step(made) {
    if (this.made >= 0 && this.after) {
      this.before = this.after;
      this.board.setCounters(this.before.counters);
    }
    this.made = made;
    this.drawn = [];
    const coming = this.fetch(made);
    this.after = await Promise.race([
      coming,
      new Promise((done) => setTimeout(() => done(null), PATIENCE)),
    ]);
    if (!this.after) {
      void coming.then((late) => {
        if (this.made === made) this.after = late;
      });
    }
    const next = this.steps[this.steps.indexOf(made) + 1];
    if (next !== undefined) void this.fetch(next);
    const book = this.before.flipbook;
    if (book) [this.turn, this.phase] = [book.turn, phaseNow(book)];
  }

  /**
   * The phase that an event belongs to: never an earlier one than told before in the turn.
   * @param {GameEvent} event
   * @param {Flipbook} book
   */
  phaseOf(event, book) {
    const { reference } = this;
    const phase = reference.rule(event.rule)?.phase;
    const named = book.phases.findIndex((each) => each.rule === event.rule);
    const found =
      named >= 0 || !phase
        ? named
        : book.phases.findIndex((each) => reference.rule(each.rule)?.phase === phase);
    const after = this.after?.flipbook;
    const latest = after && after.turn === this.turn ? phaseNow(after) : book.phases.length;
    return found > this.phase && found <= latest ? found : this.phase;
  }

  /**
   * @param {Snapshot} snapshot
   * @param {Flipbook} book
   * @param {boolean} exact whether the book is of the very phase
   * @param {GameEvent} event
   */
  show(snapshot, book, exact, event) {
    const phase = book.phases[this.phase];
    /** @type {Flipbook} */
    const told = {
      ...book,
      phases: book.phases.map((each, n) => ({
        ...each,
        state: n === this.phase ? "now" : n < this.phase ? "past" : "next",
      })),
      now: phase
        ? { ...book.now, title: phase.name, step: phase.text, rule: phase.rule, must: [], may: [] }
        : book.now,
      tables: this.lively(exact ? book.tables : [], event),
      sum: null,
    };
    const drawn = book.deck?.drawn ?? [];
    if (book.deck) {
      told.deck = {
        ...book.deck,
        drawn: [
          ...drawn,
          ...this.drawn.filter(({ card }) => !drawn.some((each) => each.card === card)),
        ],
      };
    }
    const then = {
      ...snapshot,
      made: this.made,
      flipbook: told,
      live: false,
      yours: false,
      warnings: [],
      view: { ...snapshot.view, result: null },
    };
    this.tell(then);
    this.board.setFlood(told.flood);
  }

  /**
   * The tables, the one that an event is read from first and with its cell lit.
   * @param {import("./types.js").Chart[]} tables
   * @param {GameEvent} event
   */
  lively(tables, event) {
    if (event.manner.begins) this.chart = null;
    if (event.cell) {
      const [id, row, column] = event.cell;
      const chart = this.reference.data?.charts.find((each) => each.id === id);
      if (chart) this.chart = litChart(chart, row, column);
    }
    return this.chart
      ? [{ ...this.chart, lively: true }, ...tables.filter((each) => each.id !== this.chart?.id)]
      : tables;
  }
}

/**
 * A chart with the cell that was read lit; only the columns of its kind, where it has several.
 * @param {import("./types.js").Chart} chart
 * @param {string} row
 * @param {string} column
 * @returns {import("./types.js").Chart}
 */
export function litChart(chart, row, column) {
  const { rows, columns } = chart.keys ?? {
    rows: chart.rows.map((each) => each.head),
    columns: chart.columns,
  };
  const kind = `${column.split("_")[0]}_`;
  const shown = chart.keys ? columns.flatMap((key, n) => (key.startsWith(kind) ? [n] : [])) : [];
  const at = columns.indexOf(column);
  const [r, c] = [rows.indexOf(row), shown.length ? shown.indexOf(at) : at];
  const lit = {
    ...chart,
    needed: true,
    notes: column ? [] : chart.notes,
    lit: r >= 0 ? [/** @type {[number, number | null]} */ ([r, c >= 0 ? c : null])] : [],
  };
  if (!shown.length) return lit;
  return {
    ...lit,
    columns: shown.map((n) => chart.columns[n]),
    rows: chart.rows.map((each) => ({ ...each, cells: shown.map((n) => each.cells[n]) })),
  };
}

/** @param {Flipbook} book */
export function phaseNow(book) {
  return book.phases.findIndex((each) => each.state === "now");
}
