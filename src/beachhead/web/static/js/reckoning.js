// Luck and play: what cards and dice gave against expectation, what choices cost, and where the
// game turned; in the replay, when nothing is hidden any more.

import { Refused } from "./api.js";
import { capital, clockWords, h, s } from "./dom.js";

/** @import { MistakeInfo, Reckoned, StrokeInfo } from "./types.js" */

const HEIGHT = 30;

export class Reckoning {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./replay.js").Replay} replay
   */
  constructor(session, replay) {
    this.session = session;
    this.replay = replay;
    /** As of which revision it is known, or asked for. */
    this.revision = -1;
    /** @type {Reckoned | null} */
    this.found = null;
    this.element = h("section.reckoning", { "aria-label": "Luck and play", hidden: true });
    /** On the replay's track. */
    this.curve = h("div.replay-curve", { "aria-hidden": "true" });
  }

  /** Whether everything is open to who looks. */
  get possible() {
    const { live, game } = this.session;
    const open = !!live.view.result || !!live.analysis || holdsAll(live);
    return game.levels.length > 0 && !live.contested && open;
  }

  show() {
    const { session, replay } = this;
    const wanted = this.possible && (replay.on || !!session.live.view.result);
    this.element.hidden = !wanted;
    this.curve.hidden = !wanted || !this.found;
    if (!wanted) return;
    if (this.revision !== session.live.revision) void this.fetch();
    else this.mark();
  }

  async fetch() {
    const { session } = this;
    const { revision } = session.live;
    this.revision = revision;
    this.found = null;
    this.element.replaceChildren(
      h("h2", null, "Luck and play"),
      h("p.fine-print", { role: "status" }, "A veteran goes through the game…"),
    );
    try {
      const found = await session.table.ask("reckoning");
      if (session.closed || this.revision !== revision) return;
      this.found = found;
      this.draw(found);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.element.replaceChildren(h("p.fine-print", null, error.message));
    }
  }

  /** @param {Reckoned} found */
  draw(found) {
    const { session } = this;
    const name = session.game.names[found.seat] ?? found.seat;
    const together = Object.keys(found.play).length < 2;
    const turning = turningPoints(found);
    const { start, rest, end } = balance(found);
    this.element.replaceChildren(
      h("h2", null, "Luck and play"),
      h(
        "table.reckoned",
        null,
        h(
          "tbody",
          null,
          row("Expected at the beginning", start, figure),
          row("Cards and dice, against expectation", found.luck),
          Object.entries(found.play).map(([seat, points]) =>
            row(`Choices of ${session.game.names[seat] ?? seat}`, points),
          ),
          row("What chance was expected to bring", rest),
          row(session.live.view.result ? "At the end" : "As it stands", end, figure),
        ),
      ),
      h("p.fine-print", null, `In points for ${name}, by our estimate.`),
      ...(turning.length
        ? [
            h("h3", null, "Where the game turned"),
            h(
              "ol.turning",
              null,
              turning.map((each) => this.line(each, together)),
            ),
          ]
        : []),
    );
    this.plot(found, turning);
    this.curve.hidden = false;
    this.mark();
  }

  /**
   * A turning point, which leads to its moment.
   * @param {Turning} turning
   * @param {boolean} together whether there is one side only
   */
  line({ made, clock, text, points, mistake }, together) {
    const { names } = this.session.game;
    const who = mistake && !together ? `${capital(names[mistake.seat] ?? mistake.seat)}: ` : "";
    return h(
      "li",
      { "data-made": made },
      h(
        "button.turning-point",
        { type: "button", onclick: () => void this.replay.open(made) },
        h(
          "span.turning-kind",
          { class: mistake ? "by-choice" : "by-chance" },
          mistake ? "Play" : "Luck",
        ),
        h(
          "span",
          null,
          h("span.fine-print", null, `${clockWords(clock)} · `),
          `${who}${text}`,
          mistake
            ? h(
                "span.fine-print",
                null,
                ` cost ${mistake.cost.toFixed(1)}; better: ${mistake.better}`,
              )
            : h("span.fine-print", null, ` ${signed(points)}`),
        ),
      ),
    );
  }

  /**
   * The course of the game on the replay's track.
   * @param {Reckoned} found
   * @param {Turning[]} turning
   */
  plot({ curve }, turning) {
    const low = Math.min(0, ...curve);
    const high = Math.max(1, ...curve);
    const y = (/** @type {number} */ points) => (1 - (points - low) / (high - low)) * HEIGHT;
    const last = Math.max(1, curve.length - 1);
    const drawn = s(
      "svg",
      { viewBox: `0 0 ${last} ${HEIGHT}`, preserveAspectRatio: "none" },
      s("line", { x1: 0, x2: last, y1: y(0), y2: y(0) }),
      s("polyline", { points: curve.map((points, n) => `${n},${y(points)}`).join(" ") }),
    );
    this.curve.replaceChildren(
      drawn,
      ...turning.map(({ made, mistake }) =>
        h("i", {
          class: mistake ? "by-choice" : "by-chance",
          style: `left: ${(made / last) * 100}%; top: ${(y(curve[made] ?? 0) / HEIGHT) * 100}%`,
        }),
      ),
    );
  }

  /** Which turning point is looked at. */
  mark() {
    const made = String(this.session.snapshot.made);
    for (const line of this.element.querySelectorAll("[data-made]")) {
      line.classList.toggle("here", line.getAttribute("data-made") === made);
    }
  }
}

/**
 * @typedef {object} Turning a moment at which the game turned
 * @property {number} made
 * @property {string} clock
 * @property {string} text
 * @property {number} points how much it changed
 * @property {MistakeInfo | null} mistake null: it was a card or die
 */

/**
 * Where a game turned, in the order of the game.
 * @param {Pick<Reckoned, "strokes" | "mistakes">} found
 * @returns {Turning[]}
 */
export function turningPoints({ strokes, mistakes }) {
  return [
    ...strokes.map(({ made, clock, text, points }) => ({
      ...{ made, clock, text, points },
      mistake: null,
    })),
    ...mistakes.map((mistake) => ({
      made: mistake.made,
      clock: mistake.clock,
      text: mistake.text,
      points: -mistake.cost,
      mistake,
    })),
  ].sort((one, other) => one.made - other.made);
}

/**
 * How it stood first and last, and what neither luck nor choices account for: what cards and dice,
 * and whoever plays by them, were expected to bring.
 * @param {Pick<Reckoned, "luck" | "play" | "curve">} found
 */
export function balance({ luck, play, curve }) {
  const start = curve[0] ?? 0;
  const end = curve[curve.length - 1] ?? 0;
  const chosen = Object.values(play).reduce((sum, points) => sum + points, 0);
  return { start, rest: end - start - luck - chosen, end };
}

/** @param {string} text @param {number} points @param {(points: number) => string} [said] */
function row(text, points, said = signed) {
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, text),
    h("td", { class: said !== signed ? "" : points < 0 ? "less" : "more" }, said(points)),
  );
}

/** Points that are no change. @param {number} points */
function figure(points) {
  return String(Math.round(10 * points) / 10).replace("-", "−");
}

/**
 * Points with their sign.
 * @param {number} points
 */
export function signed(points) {
  const rounded = Math.round(10 * points) / 10;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "±0";
}

/** @param {import("./types.js").Snapshot} live */
function holdsAll(live) {
  return live.view.seats.every((/** @type {string} */ seat) => live.seats.includes(seat));
}
