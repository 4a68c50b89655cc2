// Advice: who is winning, the best orders with their reasons, and what comes of what one has in
// mind. It is given when asked for, and nothing is chosen by asking.

import { Refused } from "./api.js";
import { capital, h, keyCap, percent, remember, remembered, s, say } from "./dom.js";

/** @import { AdviceInfo, CounselInfo, Reading, Snapshot } from "./types.js" */
/** @import { StandingInfo as Standing } from "./types.js" */

const YOURS = "Yours";
const AHEAD =
  "Orders are judged by what a veteran expects after them, who is winning by what is on the map " +
  "once what has begun is done.";
const WIDTH = 240;
const HEIGHT = 44;

export class Advice {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./orders.js").Orders} orders
   * @param {import("./layers.js").Layers} layers
   */
  constructor(session, board, orders, layers) {
    this.session = session;
    this.board = board;
    this.orders = orders;
    this.layers = layers;
    /** Answers to questions before this one are too late. */
    this.asked = 0;
    /** How it stood, turn by turn, and as of which revision. @type {Reading[]} */
    this.readings = [];
    this.revision = -1;
    /** In analysis, in the replay and where bots play the bar is on unless somebody put it out. */
    this.remembers = "bar";
    this.on = false;
    /** How the first seat stood at a moment of the past, where all of it is open. */
    this.then = (/** @type {number} */ _made) => /** @type {number | undefined} */ (undefined);
    this.bar = h("div.winning");
    this.list = h("ol.advice-list");
    this.note = h("p.fine-print", { role: "status" });
    this.switch = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "checkbox",
        checked: this.on,
        onchange: () => {
          this.on = this.switch.checked;
          remember(this.remembers, this.on);
          void this.read();
        },
      })
    );
    this.button = h(
      "button.button.small",
      { type: "button", onclick: () => void this.hint() },
      "Hint ",
      keyCap("⇧H"),
    );
    this.element = h(
      "section.advice",
      { "aria-label": "Advice" },
      h(
        "div.advice-head",
        null,
        h("label.bar-switch", null, this.switch, " Who is winning"),
        this.button,
      ),
      this.bar,
      this.list,
      this.note,
    );
  }

  /** Whether there is any: not in a game against others, and not in one that nobody knows. */
  get possible() {
    const { game, live } = this.session;
    return game.levels.length > 0 && !live.contested;
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    this.forget();
    const watching = snapshot.view.seats.every((seat) => snapshot.bots[seat]);
    const looking = !!snapshot.analysis || !snapshot.live || watching;
    this.remembers = looking ? "bar-in-analysis" : "bar";
    this.on = this.switch.checked = remembered(this.remembers, looking);
    this.element.hidden = !this.possible;
    this.button.hidden = !snapshot.live || !snapshot.yours || !!snapshot.view.result;
    if (this.possible) void this.read();
  }

  /** The game has gone on. */
  forget() {
    this.asked += 1;
    this.list.replaceChildren();
    this.note.textContent = "";
    this.layers.closed(this);
    this.board.strokes.arrows([]);
  }

  /** What Escape does. */
  close() {
    this.forget();
    this.board.light("chosen", []);
  }

  // --- who is winning

  /** Ask who is winning, if one wants to know. */
  async read() {
    this.bar.hidden = !this.on;
    if (!this.on || !this.possible) return;
    const { revision } = this.session.live;
    try {
      if (this.revision !== revision) {
        const { readings } = await this.session.table.ask("readings");
        if (revision !== this.session.live.revision) return;
        this.readings = readings;
        this.revision = revision;
      }
      this.draw(this.session.snapshot.made);
    } catch (error) {
      if (error instanceof Refused) this.note.textContent = error.message;
    }
  }

  /** How it stood at a moment, and how it came to that. @param {number} made */
  draw(made) {
    const { game, live } = this.session;
    const [first, other] = live.view.seats;
    const second = against(this.readings, first, other) ? other : undefined;
    const at = this.readings.findLastIndex((each) => each.made <= made);
    if (at < 0) {
      this.bar.replaceChildren(h("p.winning-words", null, "It is too early to say."));
      return;
    }
    const { standings, exact } = this.standing(this.readings[at], made, first);
    const { clock } = this.readings[at];
    const together = second ? [first] : live.view.seats; // all win or lose
    const name = capital(together.map((seat) => game.names[seat] ?? seat).join(" and "));
    const words = `${name}: ${worth(standings[first])}, by our estimate`;
    this.bar.replaceChildren(
      ...this.halves(standings, first, second, words),
      h(
        "p.winning-words",
        null,
        words,
        exact || at === this.readings.length - 1 ? "" : ` (as of ${clock.split(",")[0]})`,
      ),
      ...curve(this.readings, first, at),
    );
  }

  /**
   * How all stood at a moment: as read when the turn began, or just then if that is known.
   * @param {Reading} reading
   * @param {number} made
   * @param {string} first
   */
  standing({ standings, made: read }, made, first) {
    const points = made === read ? undefined : this.then(made);
    if (points === undefined || standings[first].chance !== null) {
      return { standings, exact: made === read };
    }
    return { standings: { ...standings, [first]: { ...standings[first], points } }, exact: true };
  }

  /**
   * The expected points on a scale, toward the side that they are good for: to the right what is
   * good for the second, or bad for all who play.
   * @param {number} points
   * @param {string} first
   * @param {string | undefined} second
   * @param {string} words
   */
  scale(points, first, second, words) {
    const { game } = this.session;
    const known = this.readings.map((each) => Math.abs(each.standings[first].points));
    const most = Math.max(10, Math.abs(points), ...known);
    const two = points < 0 || this.readings.some((each) => each.standings[first].points < 0);
    const share = (50 * Math.abs(points)) / most;
    const color = points < 0 ? (second ? game.colors[second] : "var(--bad)") : game.colors[first];
    const from = two ? (points < 0 ? 50 : 50 - share) : 0;
    return [
      h(
        "div.winning-bar.in-points",
        { role: "img", "aria-label": words, class: two ? "two" : "" },
        h("span", {
          style:
            `margin-left: ${from}%; width: ${two ? share : Math.max(0, 2 * share)}%; ` +
            `background: ${color ?? "var(--olive)"}`,
        }),
      ),
    ];
  }

  /**
   * The chances of both sides, where they are known; between them what is drawn.
   * @param {Record<string, Standing>} standings
   * @param {string} first
   * @param {string | undefined} second
   * @param {string} words
   */
  halves(standings, first, second, words) {
    const { game } = this.session;
    const { chance } = standings[first];
    if (chance === null) return this.scale(standings[first].points, first, second, words);
    const other = second ? (standings[second].chance ?? 0) : 0;
    const part = (/** @type {number} */ share, /** @type {string} */ seat) =>
      h("span", {
        style: `width: ${100 * share}%; background: ${game.colors[seat] ?? "var(--olive)"}`,
      });
    return [
      h(
        "div.winning-bar",
        { role: "img", "aria-label": words },
        part(chance, first),
        h("span.winning-gap"),
        second && other !== chance ? part(other, second) : null,
      ),
    ];
  }

  // --- what to do

  /** Ask for the best orders, and for what comes of the one that is being considered. */
  async hint() {
    const { session } = this;
    const { snapshot } = session;
    if (!this.possible || !snapshot.live || !snapshot.yours || session.busy) return;
    this.forget();
    const mine = this.asked;
    this.note.textContent = "A veteran looks at the map…";
    const considered = this.orders.considering?.choices ?? [];
    try {
      const query = considered.length
        ? `?choices=${considered.map(encodeURIComponent).join(",")}`
        : "";
      /** @type {CounselInfo} */
      const counsel = await session.table.ask(`advice${query}`);
      if (mine === this.asked) this.tell(counsel);
    } catch (error) {
      if (mine !== this.asked) return;
      this.note.textContent = error instanceof Refused ? error.message : "No answer came.";
    }
  }

  /** @param {CounselInfo} counsel */
  tell(counsel) {
    const { best, considered } = counsel;
    this.layers.opened(this);
    this.note.textContent = best[0]?.standing && this.on ? AHEAD : "";
    this.list.replaceChildren(
      ...best.map((advice, n) => this.line(advice, best[0], n === 0 ? "Best" : "Second")),
      ...(considered ? [this.line(considered, best[0], YOURS)] : []),
    );
    if (best[0]) {
      this.board.reveal(this.point(best[0]));
      this.list.scrollIntoView({ block: "nearest" });
      say(`${best[0].text}. ${best[0].causes.map((cause) => cause.text).join(", ")}`, true);
    }
  }

  /**
   * @param {AdviceInfo} advice
   * @param {AdviceInfo} best what it is compared with
   * @param {string} rank
   */
  line(advice, best, rank) {
    return h(
      "li.advice-line",
      { onpointerenter: () => this.point(advice) },
      h("strong", null, `${rank}: `),
      advice.text,
      advice.standing && best.standing
        ? h("span.advice-worth", null, ` ${worth(advice.standing, best.standing)}`)
        : null,
      advice.causes.length
        ? h(
            "ul.advice-causes",
            null,
            rank === YOURS ? h("li", null, "Compared with the best:") : null,
            advice.causes.map((cause) =>
              h("li.cause", { class: cause.good ? "good" : "bad" }, cause.text),
            ),
          )
        : null,
      advice.odds.map((line) => h("p.advice-odds", null, line)),
      " ",
      h(
        "button.button.small",
        { type: "button", onclick: () => void this.follow(advice) },
        "Do it",
      ),
    );
  }

  /**
   * Show an order on the map.
   * @param {AdviceInfo} advice
   * @returns {string[]} what of it is there
   */
  point({ pieces, goal }) {
    const { board } = this;
    const { subject } = this.session.snapshot; // who is under way stays chosen
    board.light("chosen", [...subject, ...pieces, ...goal.slice(0, 1)]);
    const to = goal.find((id) => board.place(id));
    const acting = pieces.length ? pieces : subject.filter((id) => id.startsWith("unit-"));
    // Who is held in a box beside the map goes with who holds him there.
    const going = board.onMap(acting.filter((id) => board.place(id) && id !== to));
    board.strokes.arrows(to ? going.map((from) => ({ from, to, class: "planned" })) : []);
    return to ? [...going, to] : going;
  }

  /** Do what is advised: what commits still waits for its button. @param {AdviceInfo} advice */
  async follow({ text, choices, pieces, goal }) {
    this.forget();
    await this.orders.give(
      {
        label: text,
        choices,
        pieces,
        goal,
        rule: "",
        way: [],
        note: "",
        hostile: false,
        risks: [],
      },
      goal.length ? goal : pieces,
    );
  }
}

/**
 * Whether two seats play against each other: those who win and lose together stand alike.
 * @param {Reading[]} readings
 * @param {string} first
 * @param {string | undefined} second
 */
export function against(readings, first, second) {
  if (second === undefined) return false;
  const alike = readings.every(({ standings }) => {
    const { chance, points } = standings[first];
    const other = standings[second];
    return chance === other.chance && points === other.points;
  });
  return !alike || readings.every(({ standings }) => standings[first].points === 0);
}

/**
 * What something is worth, and how much less than the best.
 * @param {Standing} standing
 * @param {Standing} [best]
 */
function worth(standing, best = standing) {
  const { chance, chance_is, points } = standing;
  const less = standing === best ? "" : ` (${signed(Number(round(points - best.points)))})`;
  const shown = round(points).replace("-", "−");
  return `${chance === null ? "" : `${percent(chance)} ${chance_is}; `}${shown} points${less}`;
}

/** @param {number} x */
function signed(x) {
  return x > 0 ? `+${x}` : x < 0 ? `−${-x}` : "±0";
}

/** @param {number} x */
function round(x) {
  return String(Math.round(10 * x) / 10);
}

/**
 * How it went, by the chance to win or else by points: where it changed most, and the moment that
 * is looked at.
 * @param {Reading[]} readings
 * @param {string} seat
 * @param {number} at
 */
function curve(readings, seat, at) {
  if (readings.length < 2) return [];
  const standings = readings.map((each) => each.standings[seat]);
  const known = standings[0].chance !== null;
  const values = standings.map(({ chance, points }) => (known ? (chance ?? 0) : points));
  const low = known ? 0 : Math.min(0, ...values);
  const high = known ? 1 : Math.max(1, ...values);
  const step = WIDTH / (values.length - 1);
  const y = (/** @type {number} */ value) => (1 - (value - low) / (high - low)) * HEIGHT;
  const middle = y(known ? 0.5 : 0);
  const drawn = s(
    "svg",
    {
      class: "winning-curve",
      viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`,
      role: "img",
      "aria-label": `Turn by turn: ${standings.map((each) => worth(each)).join("; ")}`,
    },
    s("line", { x1: 0, x2: WIDTH, y1: middle, y2: middle }),
    s("polyline", { points: values.map((value, n) => `${n * step},${y(value)}`).join(" ") }),
    s("circle", { cx: at * step, cy: y(values[at]), r: 3.5 }),
  );
  const most = turningPoint(values.map((value) => (value - low) / (high - low)));
  if (!most) return [drawn];
  const changed = values[most] - values[most - 1];
  const words = known ? `${signed(Math.round(100 * changed))} %` : signed(Number(round(changed)));
  const when = readings[most - 1].clock.split(",")[0];
  return [drawn, h("p.fine-print", null, `Turning point: ${when} (${words}).`)];
}

/**
 * Where a share changed most, if it changed by a tenth at least; 0 if it did not.
 * @param {number[]} chances
 */
export function turningPoint(chances) {
  let most = 0;
  let by = 0.1;
  for (let n = 1; n < chances.length; n += 1) {
    const change = Math.abs(chances[n] - chances[n - 1]);
    if (change >= by) [most, by] = [n, change];
  }
  return most;
}
