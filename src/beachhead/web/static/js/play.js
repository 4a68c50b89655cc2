// The play screen: one game, its board, its panels, and what the player does with them.

import { Gone, Refused, Table } from "./api.js";
import { Board, fetchDrawing } from "./board.js";
import { Cards } from "./cards.js";
import { Cover } from "./cover.js";
import { Drag } from "./drag.js";
import { $, h, icon, remember, remembered, rove, say } from "./dom.js";
import { Flipbook } from "./flipbook.js";
import { fetchFlood, fetchPictures } from "./ground.js";
import { Guide } from "./guide.js";
import { Keys } from "./keys.js";
import { Log } from "./log.js";
import { Moments } from "./moments.js";
import { Notices } from "./notices.js";
import { Offers } from "./offers.js";
import { Overlays } from "./overlays.js";
import { Pointing } from "./pointing.js";
import { Prompt } from "./prompt.js";
import { Reference } from "./reference.js";
import { Replay } from "./replay.js";
import { Spot } from "./spot.js";
import { Story } from "./story.js";
import { Track } from "./track.js";
import { Tray } from "./tray.js";

/** @import { GameInfo as GameEntry, Happened as GameEvent, Snapshot } from "./types.js" */

const TABS = /** @type {const} */ ([
  ["now", "Now", "I"],
  ["log", "Log", "L"],
  ["cards", "Cards", "C"],
  ["reference", "Reference", "/"],
]);

export class Play {
  /**
   * @param {HTMLElement} app
   * @param {GameEntry} game
   * @param {Table} table
   * @param {Snapshot} snapshot
   * @param {string} drawing
   * @param {import("./ground.js").Pictures} pictures
   */
  constructor(app, game, table, snapshot, drawing, pictures) {
    this.app = app;
    this.game = game;
    this.table = table;
    this.snapshot = snapshot;
    /** @type {GameEvent[]} */
    this.events = [];
    this.busy = false;
    this.closed = false;
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

    this.board = new Board(drawing, pictures);
    this.reference = new Reference(this);
    this.log = new Log(this);
    this.story = new Story(this.board, game.signs, (event) => this.log.add(event));
    this.prompt = new Prompt(this);
    this.track = new Track(this);
    this.flipbook = new Flipbook(this);
    this.cards = new Cards(this);
    this.cover = new Cover(this);
    this.spot = new Spot(this);
    this.overlays = new Overlays(this);
    this.replay = new Replay(this);
    this.guide = new Guide(this);
    this.notices = new Notices(this);
    this.tray = new Tray(this);
    this.offers = new Offers(this);
    this.pointing = new Pointing(this);
    this.side = h("aside.side", { "aria-label": "Flipbook, log, cards and reference" });
    this.info = h("p.map-info", { "aria-hidden": "true" });
    this.element = h("div.play");
    this.current = "now";
    this.build();
    this.keys = new Keys(this);
    this.drag = new Drag(this);
    this.board.ground.busy = () => this.busy && !this.story.playing;
    this.board.ground.onsmall = () => this.board.minimap.draw();
    this.board.onpick = (pick) => this.pointing.pick(pick);
    this.board.onpoint = (ids) => this.pointing.point(ids);
    // What has come to rest may be looked at.
    /** What the game adds to the style sheet. @type {HTMLElement | null} */
    this.style = null;
    this.board.camera.watchers.push(
      () => this.board.camera.resting && this.spot.open && this.spot.close(),
    );
  }

  /**
   * Open a table.
   * @param {HTMLElement} app
   * @param {GameEntry[]} games
   * @param {string} id
   * @param {string | null} token
   * @param {string} gameId the game if known, so that the drawing is fetched at once
   */
  static async open(app, games, id, token, gameId) {
    const table = new Table(id, token);
    const guess = games.find((game) => game.id === gameId) ?? games[0];
    /** @param {GameEntry} [game] */
    const board = (game) =>
      Promise.all([fetchDrawing(game?.board ?? ""), fetchPictures(game?.board ?? "")]);
    const guessed = board(guess);
    guessed.catch(() => {});
    let snapshot = await table.snapshot();
    const game = games.find((each) => each.id === snapshot.game) ?? guess;
    const [drawing, pictures] = await (game === guess ? guessed : board(game));
    await fetchFlood(pictures, snapshot.flipbook?.flood ?? "");
    if (game.secrets && snapshot.seating === "hotseat" && snapshot.seats.length > 1) {
      table.seat =
        snapshot.seats.find((seat) => seat !== snapshot.view.decision?.seat) ?? snapshot.seats[0];
      snapshot = await table.snapshot();
    }
    const play = new Play(app, game, table, snapshot, drawing, pictures);
    if (game.style)
      document.head.append((play.style = h("link", { rel: "stylesheet", href: game.style })));
    play.start();
    return play;
  }

  // --- the screen

  build() {
    const tools = h(
      "div.map-tools",
      { "data-still": true, role: "toolbar", "aria-label": "Map" },
      tool("plus", "Zoom in", () => this.board.camera.zoom(1.35), "+"),
      tool("minus", "Zoom out", () => this.board.camera.zoom(1 / 1.35), "-"),
      tool("fit", "Show the whole board", () => this.board.camera.fit(), "0"),
      tool("acting", "Go to what can act", () => this.home(), "H"),
      tool("happened", "Go to where something last happened", () => this.jump(), "J"),
      this.overlays.button,
    );
    const panels = h("div.panels");
    const tabs = h("div.tabs", { role: "tablist", "aria-label": "Side panel" });
    for (const [id, name, key] of TABS) {
      tabs.append(
        h(
          "button.tab",
          {
            type: "button",
            role: "tab",
            id: `tab-${id}`,
            "aria-controls": `panel-${id}`,
            title: `${name} (${key})`,
            onclick: () => this.tab(id, true),
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
              const next = rove(event, tabs.children);
              if (next) this.tab(next.id.replace("tab-", ""));
            },
          },
          name,
        ),
      );
      const panel = {
        now: this.flipbook.element,
        log: this.log.element,
        cards: this.cards.element,
        reference: this.reference.element,
      }[id];
      panels.append(
        h(
          "div.panel-body",
          {
            role: "tabpanel",
            id: `panel-${id}`,
            "aria-labelledby": `tab-${id}`,
            tabindex: "0",
            hidden: true,
          },
          panel,
        ),
      );
    }
    this.side.append(
      h(
        "button.side-handle",
        {
          type: "button",
          "aria-expanded": "false",
          "aria-label": "Side panel",
          onclick: () => this.toggleSide(),
        },
        h("span", { "aria-hidden": "true" }, "☰"),
      ),
      tabs,
      panels,
    );
    const map = h(
      "section.map",
      { "aria-label": "Board" },
      this.board.element,
      tools,
      this.notices.element,
      this.overlays.legend,
      this.info,
      this.tray.element,
    );
    this.board.element.append(this.spot.element);
    map.append(this.cover.element);
    this.element.append(
      this.track.element,
      h("main.middle", null, map, this.side),
      this.replay.element,
      this.prompt.element,
    );
    this.element.addEventListener("click", (event) => {
      const rule = /** @type {Element} */ (event.target)
        .closest("[data-rule]")
        ?.getAttribute("data-rule");
      if (rule) this.openRule(rule);
    });
    this.app.replaceChildren(this.element);
    this.app.removeAttribute("aria-busy");
    this.tab(remembered("tab", this.current));
  }

  start() {
    const { snapshot } = this;
    document.title = `${snapshot.title} · Beachhead`;
    this.events = [...snapshot.events];
    this.log.fill(this.events);
    this.board.camera.measure();
    this.board.setCounters(snapshot.counters, { slide: 0 });
    this.board.home();
    this.show(snapshot, 0);
    this.board.camera.rest();
    this.board.ground.now();
    this.board.camera.byhand = () => {
      this.offers.userLooked = true;
    };
    this.table.listen((news) => {
      this.newest = Math.max(this.newest, news.revision);
      void this.catchUp();
    });
    const later =
      window.requestIdleCallback ?? ((/** @type {() => void} */ go) => setTimeout(go, 300));
    later(() => {
      this.board.ground.renew();
      void this.reference.load();
    });
    this.guide.begin();
  }

  close() {
    this.style?.remove();
    this.closed = true;
    this.table.close();
    this.keys.close();
    this.guide.close();
    this.drag.close();
    this.story.skip();
  }

  /** @param {string} id @param {boolean} [open] */
  tab(id, open = false) {
    for (const [each] of TABS) {
      const chosen = each === id;
      const tab = $(`#tab-${each}`, this.side);
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      $(`#panel-${each}`, this.side).hidden = !chosen;
    }
    this.current = id;
    remember("tab", id);
    if (id === "log") this.log.bottom();
    if (open) this.toggleSide(true);
  }

  /** On small screens the side panel slides over the map. @param {boolean} [open] */
  toggleSide(open) {
    const now = open ?? !this.side.classList.contains("open");
    this.side.classList.toggle("open", now);
    $(".side-handle", this.side).setAttribute("aria-expanded", String(now));
  }

  /** @param {string} rule */
  openRule(rule) {
    this.tab("reference", true);
    void this.reference.open(rule);
  }

  // --- snapshots

  /**
   * Take in what the server says, one thing after the other: two stories at once would be none.
   * @param {Snapshot} snapshot
   * @param {{told?: boolean, elsewhere?: boolean}} [how]
   */
  receive(snapshot, how = {}) {
    this.telling = this.telling.catch(() => {}).then(() => this.take(snapshot, how));
    return this.telling;
  }

  /**
   * @param {Snapshot} snapshot
   * @param {{told?: boolean, elsewhere?: boolean}} how
   */
  async take(snapshot, how) {
    if (this.closed || snapshot.revision < this.received) return;
    this.received = snapshot.revision;
    const news = snapshot.events;
    this.log.cut(snapshot.events_from);
    this.events.length = Math.min(this.events.length, snapshot.events_from);
    this.events.push(...news);
    this.quiet();
    if (how.told === false) for (const event of news) this.log.add(event);
    else await this.story.play(news, new Moments(this, snapshot), how.elsewhere);
    if (this.closed) return;
    const start = performance.now();
    this.show(snapshot);
    performance.measure("beachhead: shown", { start });
  }

  /** What to call who sits in a seat. @param {string} seat */
  nameOf(seat) {
    return this.game.names?.[seat] ?? seat;
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
    try {
      const snapshot = await table.snapshot(this.events.length);
      this.events.length = Math.min(this.events.length, snapshot.events_from);
      this.events.push(...snapshot.events);
      this.received = snapshot.revision;
      this.log.fill(this.events);
      this.cover.close();
      this.show(snapshot);
    } finally {
      this.busy = false;
      void this.catchUp();
    }
  }

  /**
   * @param {Snapshot} snapshot
   * @param {number} [slide]
   */
  show(snapshot, slide) {
    this.snapshot = snapshot;
    clearTimeout(this.pointing.hovering);
    this.spot.close();
    this.board.setCounters(snapshot.counters, slide === undefined ? {} : { slide });
    this.board.setFlood(snapshot.flipbook?.flood ?? "");
    this.track.show(snapshot);
    this.prompt.show(snapshot);
    this.flipbook.show(snapshot);
    this.cards.show(snapshot);
    this.tray.show(snapshot);
    this.offers.show(snapshot);
    this.notices.show(snapshot);
    this.overlays.refresh();
    this.element.dataset.made = String(snapshot.made);
    this.element.dataset.over = String(!!snapshot.view.result);
    const decision = snapshot.view.decision;
    if (snapshot.view.result) say(snapshot.view.result.text, true);
    else if (decision && snapshot.live)
      say(`${decision.prompt} ${decision.options?.length ?? 0} choices.`);
    if (snapshot.live) this.guide.show(snapshot);
    const elsewhere =
      this.table.seat && snapshot.live && decision && decision.seat !== this.table.seat;
    if (elsewhere && snapshot.view.seats.includes(decision.seat)) this.cover.show(snapshot);
    else if (snapshot.live) this.cover.close();
  }

  /** The reference has come: what needs it can be shown. */
  informed() {
    if (this.closed || this.story.playing) return;
    this.flipbook.show(this.snapshot);
    this.cards.show(this.snapshot);
    this.tray.show(this.snapshot);
  }

  /** Put the lights out while something is told. */
  quiet() {
    this.spot.close();
    this.prompt.hush();
    this.board.light("option", []);
    this.board.light("hover", []);
    this.board.light("warn", []);
    this.board.label([]);
    this.board.route([]);
    this.offers.clear();
  }

  home() {
    const lit = [...this.offers.targets.keys()];
    const part = this.board.around(lit);
    if (part) this.board.camera.show(part, { smooth: true, most: 1.6, margin: 110 });
    else this.board.home();
  }

  // --- deciding

  /** @param {string} id */
  async choose(id) {
    if (this.busy || this.story.playing) {
      this.story.skip();
      return;
    }
    const { snapshot } = this;
    if (!snapshot.live || !snapshot.yours) return;
    await this.send("choices", { choice: id, made: snapshot.made, since: this.events.length });
  }

  /**
   * @param {"choices" | "undo" | "redo" | "preferences"} what
   * @param {Record<string, any>} body
   * @returns {Promise<boolean>} whether it was done
   */
  async send(what, body) {
    this.busy = true;
    this.prompt.busy(true);
    const start = performance.now();
    try {
      const snapshot = await this.table.post(what, body);
      performance.measure("beachhead: answered", { start });
      await this.receive(snapshot, { told: what === "choices" });
      return true;
    } catch (error) {
      if (error instanceof Refused) {
        if (error.snapshot) {
          this.table.keep(error.snapshot);
          await this.refresh();
          this.prompt.tell("The game went on elsewhere; this is how it stands now.", "", "warn");
        } else this.prompt.tell(error.message, error.rule);
      } else if (error instanceof Gone) {
        this.prompt.tell(
          "The server does not answer. Your game is safe up to the last acknowledged choice.",
        );
      } else throw error;
      return false;
    } finally {
      this.busy = false;
      this.prompt.busy(false);
      void this.catchUp();
    }
  }

  /** Fetch what happened elsewhere, unless we are at it; news of our own choices may come late. */
  async catchUp() {
    if (this.catching) return;
    this.catching = true;
    for (
      let before = -1;
      this.newest > this.table.revision &&
      before < this.table.revision &&
      !this.busy &&
      !this.closed;
    ) {
      before = this.table.revision;
      await this.refresh();
    }
    this.catching = false;
  }

  /** Fetch how things stand. */
  async refresh() {
    try {
      const snapshot = await this.table.snapshot(this.events.length);
      if (this.replay.on) this.replay.stale = true;
      else if (snapshot.revision > this.received) await this.receive(snapshot, { elsewhere: true });
    } catch (error) {
      if (error instanceof Refused) this.prompt.tell(error.message, error.rule);
    }
  }

  async undo() {
    if (this.busy || !this.snapshot.undo.possible) return;
    this.story.skip();
    await this.send("undo", { since: this.events.length });
  }

  async redo() {
    if (this.busy || !this.snapshot.redo.possible) return;
    await this.send("redo", { since: this.events.length });
  }

  /** End the phase, or whatever closes this decision; asks once more if something is left to do. */
  async end() {
    const option = this.prompt.closing;
    if (this.busy) return;
    if (!option) {
      await this.back();
      return;
    }
    const left = this.left();
    if (left && !this.prompt.end.classList.contains("sure")) {
      this.prompt.end.classList.add("sure");
      $(".end-text", this.prompt.end).textContent = `Sure? ${option.label}`;
      this.prompt.tell(`${left} Press E again to end all the same.`, "", "warn");
      say(left, true);
      return;
    }
    await this.choose(option.id);
  }

  /** What would be given up by ending now, in words; empty if nothing. */
  left() {
    const option = this.prompt.closing;
    return (option && this.prompt.risks(option)) || (this.snapshot.flipbook?.now.left ?? "");
  }

  /** Take back the unfinished part of a choice. */
  async back() {
    if (this.unfinished()) await this.undo();
  }

  /** Whether the present decision is a part of a bigger choice that can still be taken back. */
  unfinished(snapshot = this.snapshot) {
    return (
      snapshot.live && snapshot.yours && snapshot.undo.possible && !!snapshot.flipbook?.now.part
    );
  }

  /**
   * Look at what something touched.
   * @param {string[]} ids
   * @param {string} [rule]
   */
  look(ids, rule) {
    const there = ids.filter((id) => this.board.place(id));
    this.board.light("told", there);
    if (there.length) this.board.reveal(there);
    if (rule) this.prompt.tell(this.reference.words(rule) || `Rule ${rule}`, rule, "warn");
  }

  // --- the map

  /** Go to where something last happened. */
  jump() {
    for (let n = this.events.length - 1; n >= 0; n -= 1) {
      const ids = this.story.touched(this.events[n]);
      if (!ids.length) continue;
      this.board.light("told", ids);
      const part = this.board.around(ids);
      if (part)
        this.board.camera.show(part, {
          smooth: true,
          most: Math.max(1.4, this.board.camera.scale),
          margin: 160,
        });
      this.prompt.tell(this.events[n].text, this.events[n].rule, "yes");
      return;
    }
  }

  /** @param {number} [made] from which moment; the present one if none is named */
  openReplay(made) {
    if (this.cover.open) return;
    void this.replay.open(made);
  }
}

/**
 * @param {string} sign
 * @param {string} label
 * @param {() => void} act
 * @param {string} key
 */
function tool(sign, label, act, key) {
  return h(
    "button.tool",
    { type: "button", "aria-label": label, title: `${label} (${key})`, onclick: act },
    icon(sign),
  );
}
