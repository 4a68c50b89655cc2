// Bots: choosing whom to play against, and handing one's seat over and taking it back.

import { ask, capital, h } from "./dom.js";

/** @import { BotSeat, GameInfo as GameEntry, LevelInfo as Level } from "./types.js" */

/** For how long a bot that thinks as long as one lets it may think: seconds. */
const PATIENCE = [1, 3, 10, 30];
const USUAL = 3;
/** Nobody but bots plays. */
const WATCH = "";

/**
 * What a bot is called.
 * @param {GameEntry} game
 * @param {BotSeat} bot
 */
export function titleOfLevel(game, bot) {
  return game.levels.find((level) => level.id === bot.level)?.title ?? capital(bot.level);
}

/** A level, and how long it may think if it is one that does. */
class LevelChoice {
  /** @param {Level[]} levels */
  constructor(levels) {
    this.levels = levels;
    this.text = h("p.fine-print");
    this.level = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        { onchange: () => this.draw() },
        levels.map((level) =>
          h("option", { value: level.id, selected: level.id === "veteran" }, level.title),
        ),
      )
    );
    this.seconds = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        null,
        PATIENCE.map((seconds) =>
          h("option", { value: String(seconds), selected: seconds === USUAL }, `${seconds} s`),
        ),
      )
    );
    this.time = h("label.field", null, h("span", null, "Thinks for"), this.seconds);
    this.parts = [
      h("label.field", null, h("span", null, "Level"), this.level),
      this.time,
      this.text,
    ];
    this.draw();
  }

  get chosen() {
    return this.levels.find((level) => level.id === this.level.value) ?? this.levels[0];
  }

  draw() {
    this.text.textContent = this.chosen?.text ?? "";
    this.time.hidden = !this.chosen?.patient;
  }

  /** @returns {BotSeat} */
  asked() {
    const { id, patient } = this.chosen;
    return { level: id, seconds: patient ? Number(this.seconds.value) : null };
  }
}

/** Whom to play against, on the start page. */
export class Opponents {
  constructor() {
    this.element = h("fieldset.choices.opponents", { hidden: true });
    /** The seat of who sits here. */
    this.mine = WATCH;
    /** @type {string[]} */
    this.seats = [];
    /** @type {string[]} */
    this.alone = [];
    /** @type {LevelChoice | null} */
    this.level = null;
  }

  /**
   * @param {GameEntry} game
   * @param {Record<string, string[]>} ways the seats of the scenario, by how many play
   * @param {boolean} shown
   */
  show(game, ways, shown) {
    this.element.hidden = !shown;
    if (!shown) return;
    this.alone = ways.default ?? [];
    this.seats = Object.values(ways).reduce(
      (most, seats) => (seats.length > most.length ? seats : most),
      [],
    );
    if (this.seats.length < 2) this.seats = [];
    if (!this.seats.includes(this.mine)) this.mine = this.seats[0] ?? WATCH;
    this.level = new LevelChoice(game.levels);
    const nobody =
      this.alone.length > 1 ? "Nobody: bots play, I watch" : "Nobody: a bot plays, I watch";
    this.element.replaceChildren(
      h("legend", null, "The bot"),
      h(
        "label.field",
        null,
        h("span", null, "I am"),
        h(
          "select",
          {
            id: "my-seat",
            onchange: (/** @type {Event} */ event) => {
              this.mine = /** @type {HTMLSelectElement} */ (event.target).value;
            },
          },
          [...this.seats, WATCH].map((seat) =>
            h(
              "option",
              { value: seat, selected: seat === this.mine },
              seat === WATCH ? nobody : capital(game.names[seat] ?? seat),
            ),
          ),
        ),
      ),
      ...this.level.parts,
    );
  }

  /** Whether somebody shares the table with bots. */
  get shared() {
    return this.mine !== WATCH;
  }

  /** Who plays which seat. @returns {Record<string, BotSeat>} */
  asked() {
    const { level, mine } = this;
    if (!level) return {};
    const seats = mine === WATCH ? this.alone : this.seats.filter((seat) => seat !== mine);
    return Object.fromEntries(seats.map((seat) => [seat, level.asked()]));
  }
}

/**
 * What is seen of a bot that takes its time, and of who has left: how long it may still think, and
 * what can be done about it.
 * @param {import("./session.js").Session} session
 * @param {import("./types.js").Snapshot} snapshot
 */
export function thinking(session, snapshot) {
  const seat = snapshot.view.decision?.seat ?? "";
  const bot = snapshot.bots[seat];
  if (snapshot.absent) return [standingIn(session, snapshot.absent)];
  if (!bot || !snapshot.seats.length) return [];
  const hurry = h(
    "button.button.small.hurry",
    {
      type: "button",
      title: "Let it choose what seems best to it by now",
      onclick: () => {
        /** @type {HTMLButtonElement} */ (hurry).disabled = true;
        void session.send("hurry");
      },
    },
    "Move now",
  );
  return bot.seconds === null
    ? []
    : [
        h(
          "span.thinking",
          {
            role: "progressbar",
            "aria-label": `Thinks for up to ${bot.seconds} seconds`,
            style: `--seconds: ${bot.seconds}s`,
          },
          h("i"),
        ),
        hurry,
      ];
}

/** @param {import("./session.js").Session} session @param {string} seat */
function standingIn(session, seat) {
  const name = session.game.names[seat] ?? seat;
  return h(
    "button.button.small",
    { type: "button", onclick: () => void handOver(session, seat, name) },
    `${capital(name)} has not decided for three days: let a bot stand in`,
  );
}

/**
 * What the menu offers: a bot for each seat that is one's own, and the seat back.
 * @param {import("./session.js").Session} session
 * @returns {{text: string, act: () => void}[]}
 */
export function relieving(session) {
  const { game, live } = session;
  if (!game.levels.length || live.view.result) return [];
  return live.seats.map((seat) => {
    const name = game.names[seat] ?? seat;
    return live.bots[seat]
      ? { text: `Take back the seat of ${name}`, act: () => void session.send("bots", { seat }) }
      : { text: `Let a bot play for ${name}`, act: () => void handOver(session, seat, name) };
  });
}

/**
 * @param {import("./session.js").Session} session
 * @param {string} seat
 * @param {string} name
 */
async function handOver(session, seat, name) {
  const level = new LevelChoice(session.game.levels);
  const answer = await ask(
    h(
      "div",
      null,
      h("h2", null, `A bot plays for ${name}`),
      h("p", null, "It begins at once. Take the seat back in the menu whenever you like."),
      ...level.parts,
      h(
        "div.actions",
        null,
        h("button.button.main", { "data-answer": "yes" }, "Let it play"),
        h("button.button", { "data-answer": "" }, "Cancel"),
      ),
    ),
    "A bot",
  );
  if (answer) await session.send("bots", { seat, bot: level.asked() });
}
