// "Now": where we are in the sequence of play, what must and may be done, the tables it needs.

import { chartTable } from "./charts.js";
import { h, ruleLink } from "./dom.js";
import { Parts } from "./parts.js";
import { sumOf } from "./sums.js";

/** @import { Flipbook as Book, Snapshot } from "./types.js" */

const ASKS = [
  [
    "always",
    "always",
    "Ask at every moment at which a card could be played: nobody learns anything from a pause",
  ],
  [
    "when-possible",
    "when I can",
    "Ask only when a card in the hand fits; the pause may give that away",
  ],
  ["not-this-turn", "not this turn", "Decline whatever may be declined until the turn ends"],
];

export class Flipbook {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./offers.js").Offers} offers
   * @param {import("./cards.js").Cards} cards
   * @param {import("./hand.js").Hand} hand
   * @param {(made?: number) => void} replay
   */
  constructor(session, board, offers, cards, hand, replay) {
    this.session = session;
    this.board = board;
    this.offers = offers;
    this.cards = cards;
    this.hand = hand;
    this.replay = replay;
    this.element = h("div.flipbook");
    this.parts = new Parts(this.element);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const book = snapshot.flipbook;
    this.parts.show(book ? this.contents(book, snapshot) : this.bare(snapshot));
  }

  /**
   * What there is to say where a game has no flipbook.
   * @param {Snapshot} snapshot
   */
  bare(snapshot) {
    const { clock, decision, result } = snapshot.view;
    const title = result ? "The game is over" : clock;
    return [
      {
        name: "now",
        says: [title, decision, snapshot.warnings],
        make: () =>
          h(
            "section.now",
            null,
            h("h2", null, title, " ", ruleLink((result ?? decision)?.rule ?? "")),
            decision ? h("p.now-step", null, decision.prompt) : null,
            ...this.warnings(snapshot),
          ),
      },
      ...(result ? [{ name: "ending", says: result, make: () => this.ending(snapshot) }] : []),
      this.parts.fold(
        "table",
        "The table",
        snapshot.view.table,
        () => listed(snapshot.view.table),
        true,
      ),
    ];
  }

  /** What will cost something. @param {Snapshot} snapshot */
  warnings(snapshot) {
    return (snapshot.view.result ? [] : (snapshot.warnings ?? [])).map((warning) =>
      h(
        "p.warned",
        null,
        h("span", { "aria-hidden": "true" }, "⚠ "),
        warning.text,
        " ",
        ruleLink(warning.rule),
      ),
    );
  }

  /**
   * @param {Book} book
   * @param {Snapshot} snapshot
   */
  contents(book, snapshot) {
    const { parts } = this;
    const {
      live,
      warnings,
      ask,
      view: { result },
    } = snapshot;
    const { hand, deck, sum, spaces, victory } = book;
    const tables = /** @type {import("./types.js").Chart[]} */ (book.tables);
    const options = live && snapshot.yours ? (snapshot.view.decision?.options ?? []) : [];
    const checked = this.session.events.find((event) => event.manner.lasting);
    return [
      { name: "sequence", says: book.phases, make: () => this.sequence(book) },
      {
        name: "now",
        says: [book.now, book.budgets, result, warnings, ask, live],
        make: () => this.now(book, snapshot),
      },
      ...tables
        .filter((chart) => chart.lively)
        .map((chart) => ({
          name: `chart-${chart.id}`,
          says: chart,
          make: () => h("div.lively", null, chartTable(chart)),
        })),
      ...(result ? [{ name: "ending", says: result, make: () => this.ending(snapshot) }] : []),
      ...(sum ? [{ name: "sum", says: sum, make: () => sumOf(sum, book.die) }] : []),
      ...(hand?.cards.length || hand?.seen.length
        ? [
            parts.fold(
              "hand",
              `${hand.title} (${hand.cards.length})`,
              [hand, options],
              () => this.hand.show(snapshot),
              true,
            ),
          ]
        : []),
      ...(deck?.drawn.length
        ? [
            parts.fold(
              "cards",
              `Cards drawn this turn (${deck.drawn.length})`,
              [deck.drawn, book.turn],
              () => this.cards.strip(snapshot),
              !live || deck.needed,
            ),
          ]
        : []),
      ...book.sections.map((section) =>
        parts.fold(
          `section-${section.id}`,
          section.title,
          section,
          () => this.section(section),
          section.open,
        ),
      ),
      ...(spaces.length
        ? [
            parts.fold(
              "spaces",
              spaces.map((track) => track.title).join(", "),
              spaces,
              () =>
                h(
                  "div",
                  null,
                  spaces.map((track) => this.spaces(track)),
                ),
              spaces.some((track) => track.needed),
            ),
          ]
        : []),
      ...tables
        .filter((chart) => !chart.lively)
        .map((chart) =>
          parts.fold(
            `chart-${chart.id}`,
            chart.title,
            chart,
            () => chartTable(chart),
            !!chart.needed,
          ),
        ),
      parts.fold(
        "victory",
        victory.title,
        [victory, checked],
        () => this.victory(book, checked),
        !!result,
      ),
    ];
  }

  /**
   * Lines that show on the map what they are about.
   * @param {import("./types.js").Section} section
   */
  section(section) {
    return h(
      "div",
      null,
      h(
        "ul.facts-list",
        null,
        section.lines.map((line) => h("li", null, this.pointer(line.text, line.touches))),
      ),
      h("p.chart-note", null, "Rule ", ruleLink(section.rule)),
    );
  }

  /**
   * A text that shows on the map what it is about.
   * @param {string} text
   * @param {string[]} touches
   * @param {string} [look]
   */
  pointer(text, touches, look = "") {
    if (!touches.length) return h("span", { class: look }, text);
    return h(
      "button.pointer",
      {
        type: "button",
        class: look,
        onclick: () => this.board.lookAt(touches),
        onpointerenter: () => this.board.light("told", touches),
        onpointerleave: () => this.board.light("told", []),
      },
      text,
    );
  }

  /**
   * A track of spaces with its markers.
   * @param {import("./types.js").SpaceTrack} track
   */
  spaces(track) {
    return h(
      "section.range",
      null,
      h("h4", null, track.title, " ", ruleLink(track.rule)),
      h(
        "ol.range-track",
        { "aria-label": track.title },
        track.spaces.map((reach, space) => {
          const here = track.markers.filter((each) => each.space === space);
          return h(
            "li",
            { class: here.length ? "held" : "" },
            h("strong", null, reach),
            h(
              "span.range-who",
              null,
              here.map((each) => h("span", { class: each.look }, each.name)),
            ),
          );
        }),
      ),
      track.markers.length
        ? h(
            "ul.facts-list",
            null,
            track.markers.map((each) => h("li", null, this.pointer(each.note, each.touches))),
          )
        : h("p.empty", null, "None yet."),
    );
  }

  /** @param {Book} book */
  sequence(book) {
    return h(
      "ol.sequence",
      { "aria-label": "Sequence of play" },
      book.phases.map((phase) =>
        h(
          "li",
          { class: phase.state, "aria-current": phase.state === "now" ? "step" : null },
          h(
            "button.phase",
            { type: "button", "data-rule": phase.rule, title: phase.text },
            phase.name,
          ),
        ),
      ),
    );
  }

  /** @param {Book} book @param {Snapshot} snapshot */
  now(book, snapshot) {
    const { now } = book;
    return h(
      "section.now",
      null,
      h("h2", null, now.title, " ", ruleLink(now.rule)),
      now.step && !snapshot.view.result // else it stands below, in its box
        ? h("p.now-step", { class: now.step.length > LONG ? "long" : "" }, now.step)
        : null,
      ...book.budgets.map((each) =>
        h(
          "p.budget",
          null,
          h("strong", null, each.name),
          ` ${each.text} `,
          h(
            "span.pips",
            { "aria-hidden": "true" },
            Array.from({ length: Math.max(0, each.pips) }, () => h("i.full")),
          ),
        ),
      ),
      this.asking(snapshot),
      now.must.length
        ? h(
            "ul.must",
            { "aria-label": "Must" },
            now.must.map((text) => h("li", null, text)),
          )
        : null,
      now.may.length
        ? h(
            "ul.may",
            { "aria-label": "May" },
            now.may.map((text) => h("li", null, text)),
          )
        : null,
      ...this.warnings(snapshot),
    );
  }

  /**
   * How to be asked what may be declined, in a game where one is asked whether one can answer or
   * not.
   * @param {Snapshot} snapshot
   */
  asking(snapshot) {
    if (!snapshot.ask || !snapshot.live || snapshot.view.result) return null;
    return h(
      "div.asks",
      { role: "radiogroup", "aria-label": "When to be asked for a card" },
      h("span.asks-name", null, "Ask me for cards"),
      ASKS.map(([id, text, words]) =>
        h(
          "button.asks-choice",
          {
            type: "button",
            role: "radio",
            title: words,
            "aria-checked": String(snapshot.ask === id),
            onclick: () => snapshot.ask !== id && this.session.send("preferences", { ask: id }),
          },
          text,
        ),
      ),
    );
  }

  /** @param {Snapshot} snapshot */
  ending(snapshot) {
    const { result } = snapshot.view;
    return h(
      "section.ending",
      null,
      h("h2", null, result?.text ?? ""),
      h(
        "dl",
        null,
        Object.entries(result?.score ?? {}).flatMap(([name, value]) => [
          h("dt", null, name),
          h("dd", null, value),
        ]),
      ),
      h(
        "p",
        null,
        h(
          "a.button",
          { href: this.session.table.link("/report.html"), target: "_blank" },
          "After-action report",
        ),
        " ",
        h("button.button", { type: "button", onclick: () => this.replay() }, "Replay"),
      ),
    );
  }

  /**
   * @param {Book} book
   * @param {import("./types.js").Happened} [checked] a victory check that was made
   */
  victory(book, checked) {
    const { victory } = book;
    if (victory.conditions.length) {
      return h(
        "div.victory",
        null,
        h(
          "ul.conditions",
          null,
          victory.conditions.map((each) =>
            h(
              "li",
              { class: `${each.met ? "met" : ""} ${each.hostile ? "hostile" : ""}` },
              h("span.condition-sign", { "aria-hidden": "true" }, each.met ? "✓" : "○"),
              this.pointer(each.text, each.touches),
              h("strong", null, each.state),
            ),
          ),
        ),
        ...this.checks(victory),
      );
    }
    return h(
      "div.victory",
      null,
      h("p.victory-sum", null, h("strong", null, victory.points), victory.said),
      checked ? h("p.chart-note", null, "★ ", checked.text, " ", ruleLink(checked.rule)) : null,
      victory.groups.length
        ? h(
            "table.points",
            null,
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                h("th", { scope: "col" }, "source"),
                h("th", { scope: "col" }, "now"),
                h("th", { scope: "col", title: "what it could still add" }, "could add"),
              ),
            ),
            h(
              "tbody",
              null,
              victory.groups.map((group) => this.points(group)),
            ),
            h(
              "tfoot",
              null,
              h(
                "tr",
                null,
                h("th", { scope: "row" }, "Total"),
                h("td", null, signed(victory.points)),
                h("td", null, ""),
              ),
            ),
          )
        : h("p.empty", null, victory.empty),
      ...this.checks(victory),
      ...victory.notes.map((note) => h("p.chart-note", null, note)),
    );
  }

  /**
   * When victory is checked, and what decides.
   * @param {import("./types.js").Victory} victory
   */
  checks(victory) {
    return victory.checks.map((check) =>
      h(
        "table.chart",
        { class: `check-${check.state}` },
        h(
          "caption",
          null,
          `★ At the end of Turn ${check.turn}`,
          check.state === "past" ? ", past" : "",
          " ",
          ruleLink(check.rule),
        ),
        h(
          "tbody",
          null,
          check.levels.map((level) =>
            h(
              "tr",
              { class: level.now ? "lit" : "" },
              h("th", { scope: "row" }, span(level)),
              h("td", null, level.now ? "▸ " : "", level.result),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * One source of points: what counts, and what does not yet.
   * @param {import("./types.js").PointGroup} group
   */
  points(group) {
    const some = group.open.slice(0, SHOWN);
    const rest = group.open.length - some.length;
    return h(
      "tr",
      null,
      h(
        "th",
        { scope: "row" },
        group.title,
        " ",
        ruleLink(group.rule),
        h("span.points-note", null, group.note),
        group.lines.length
          ? h(
              "span.points-lines",
              null,
              group.lines.map((line) =>
                this.pointer(
                  group.lines.every((each) => each.points === group.lines[0].points)
                    ? line.name
                    : `${line.name} ${signed(line.points)}`,
                  line.touches,
                  "counted",
                ),
              ),
            )
          : null,
        some.length
          ? h(
              "span.points-lines",
              null,
              some.map((line) => this.pointer(line.name, line.touches, "open")),
              rest > 0 ? h("span.open", null, ` and ${rest} more`) : null,
            )
          : null,
      ),
      h(
        "td",
        null,
        h("strong", null, signed(group.points)),
        group.secured && group.secured === group.points
          ? h("span.secured", { title: "cannot be lost any more" }, " ✓")
          : null,
      ),
      h("td", null, group.could > 0 ? `+${group.could}` : ""),
    );
  }
}

/**
 * Whatever a game shows, line by line.
 * @param {any} data
 * @returns {HTMLElement}
 */
function listed(data) {
  return h(
    "ul.facts-list",
    null,
    Object.entries(data ?? {}).map(([name, value]) =>
      h(
        "li",
        null,
        `${Array.isArray(data) ? Number(name) + 1 : name}: `,
        value === null || typeof value !== "object"
          ? String(value ?? "none")
          : Object.values(value).some((each) => each && typeof each === "object")
            ? listed(value)
            : Object.values(value).join(", ") || "none",
      ),
    ),
  );
}

/** How many things that do not count yet are named. */
const SHOWN = 16;
/** What has more letters is told by a rule, and cut short. */
const LONG = 320;

/** @param {number} points */
export function signed(points) {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** @param {import("./types.js").Level} level */
export function span(level) {
  if (level.head) return level.head;
  if (level.least === null) return `${level.most ?? 0} or less`;
  return level.most === null || level.most > 998
    ? `${level.least} or more`
    : `${level.least} to ${level.most}`;
}
