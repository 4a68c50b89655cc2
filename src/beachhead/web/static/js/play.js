// The play screen: one game, its board, its panels, and what the player does with them.

import { Advice } from "./advice.js";
import { Analysis } from "./analysis.js";
import { Table } from "./api.js";
import { Board, fetchDrawing } from "./board.js";
import { Cards } from "./cards.js";
import { CloseUp } from "./closeup.js";
import { Cover } from "./cover.js";
import { h, icon, remember, remembered, say } from "./dom.js";
import { Drag } from "./drag.js";
import { Flipbook } from "./flipbook.js";
import { fetchFlood, fetchPictures } from "./ground.js";
import { Guide } from "./guide.js";
import { Hand } from "./hand.js";
import { Hints } from "./hints.js";
import { Keys } from "./keys.js";
import { Layers } from "./layers.js";
import { Log } from "./log.js";
import { menu } from "./menu.js";
import { Moments } from "./moments.js";
import { Notices } from "./notices.js";
import { Offers } from "./offers.js";
import { Orders } from "./orders.js";
import { Overlays } from "./overlays.js";
import { Pointing } from "./pointing.js";
import { reportProblem } from "./problem.js";
import { Prompt } from "./prompt.js";
import { Recap } from "./recap.js";
import { Reckoning } from "./reckoning.js";
import { Reference } from "./reference.js";
import { Replay } from "./replay.js";
import { Session } from "./session.js";
import { Side } from "./side.js";
import { Situation } from "./situation.js";
import { Spot } from "./spot.js";
import { SPEEDS, Story, isDrama } from "./story.js";
import { TableCard } from "./table_card.js";
import { Track } from "./track.js";
import { Tray } from "./tray.js";
import { Why } from "./why.js";

/** @import { GameInfo as GameEntry, Snapshot } from "./types.js" */

/** What is longer than that is not told to who comes back: it is in the log. */
const LONGEST = 250;

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
    this.element = h("div.play");
    this.info = h("p.map-info", { "aria-hidden": "true" });
    /** What the game adds to the style sheet. @type {HTMLElement | null} */
    this.style = null;
    /** @param {number} [made] */
    const replay = (made) => this.replay.ask(made);

    this.board = new Board(drawing, pictures);
    this.story = new Story(this.board, game.signs, (event) => {
      this.log.add(event);
      if (this.story.playing) this.tableCard.tell(event);
    });
    this.session = new Session(game, table, snapshot, this.story);
    this.reference = new Reference(game);
    this.tableCard = new TableCard(this.session, this.board, this.reference);
    this.closeUp = new CloseUp(this.element);
    const { board, story, session, reference } = this;
    this.log = new Log(board, story, reference, game.signs, (made) => void this.replay.open(made));
    this.offers = new Offers(session, board);
    this.why = new Why(board);
    this.prompt = new Prompt(session, board, this.offers, story, reference, replay);
    const { log, offers, prompt } = this;
    this.hints = new Hints(reference, board);
    this.guide = new Guide(session, board, offers, this.hints);
    this.track = new Track(
      snapshot.title,
      menu(
        session,
        replay,
        () => this.guide.resume(),
        () => this.problem(),
      ),
    );
    const hand = new Hand(session, offers, reference);
    this.cards = new Cards(session, reference, hand, board);
    this.flipbook = new Flipbook(session, board, offers, this.cards, hand, replay);
    this.recap = new Recap(board, story, game.signs, (events) => this.again(events));
    this.situation = new Situation(session, board, offers);
    this.layers = new Layers();
    const { layers } = this;
    this.now = h("div");
    this.side = new Side(
      {
        now: this.now,
        log: log.element,
        cards: this.cards.element,
        reference: reference.element,
      },
      layers,
    );
    this.cover = new Cover(session, this.element);
    this.replay = new Replay(session, board, story, log, prompt, this.cover, layers, (then) =>
      this.show(then),
    );
    this.spot = new Spot(session, board, offers, layers);
    this.orders = new Orders(session, board, offers, this.spot, prompt, layers);
    this.advice = new Advice(session, board, this.orders, layers);
    this.analysis = new Analysis(session, this.replay, (text) => prompt.tell(text));
    this.reckoning = new Reckoning(session, this.replay);
    this.replay.track.prepend(this.reckoning.curve);
    this.advice.then = (made) => this.reckoning.found?.curve[made];
    this.now.append(
      this.analysis.element,
      this.advice.element,
      this.reckoning.element,
      this.recap.element,
      this.flipbook.element,
      this.situation.element,
    );
    this.overlays = new Overlays(session, board, offers, prompt, layers);
    this.notices = new Notices(session, board, prompt);
    const { spot, orders, overlays, info } = this;
    this.pointing = new Pointing(
      session,
      board,
      story,
      offers,
      spot,
      orders,
      overlays,
      prompt,
      info,
    );
    this.tray = new Tray(session, board, reference, offers, this.pointing, this.element);
    this.connect();
    this.build();
    this.keys = new Keys({
      session,
      board,
      story,
      prompt,
      offers,
      overlays,
      side: this.side,
      reference,
      cover: this.cover,
      replay: this.replay,
      recap: this.recap,
      situation: this.situation,
      advice: this.advice,
      layers,
      jump: () => this.jump(),
      problem: () => this.problem(),
    });
    this.drag = new Drag(
      session,
      board,
      this.tray,
      offers,
      spot,
      orders,
      this.pointing,
      info,
      this.element,
    );
  }

  /** What the parts tell each other. */
  connect() {
    const { board, session, story, prompt, pointing, replay, spot } = this;
    session.onbusy = (busy) => prompt.busy(busy);
    session.onrefused = (text, rule, tone) => prompt.tell(text, rule, tone);
    session.onnews = (snapshot, how) => this.tell(snapshot, how);
    session.onseat = (snapshot) => {
      this.log.fill(session.events);
      this.cover.close();
      this.show(snapshot);
    };
    session.away = () => {
      replay.stale ||= replay.on;
      return replay.on;
    };
    replay.onanalyze = () => void this.analysis.attempt(() => this.analysis.branchOff());
    this.reference.onload = () => this.informed();
    this.offers.onpreview = (option) => prompt.mark(option);
    this.offers.onwhy = (figure) => this.why.show(figure);
    prompt.onwarnings = () => this.side.show("now", true);
    this.side.onshow = (id) => {
      this.element.dataset.tab = id;
      if (id === "log") this.log.bottom();
    };
    // Selectors that look for what is inside (`:has`) would be tried at every change of the page.
    this.side.onopen = (open) => this.element.toggleAttribute("data-side", open);
    this.situation.onlisting = (listed) => this.element.toggleAttribute("data-listed", listed);
    spot.onasking = (asked) => prompt.elsewhere(asked);
    pointing.carrying = () => this.drag.lifted;
    this.tray.carried = () => this.drag.done;
    this.orders.onrefused = (unit, place) =>
      void pointing.refuse({
        unit: unit.replace(/^unit-/, ""),
        to: place.replace(/^(hex|area)-/, ""),
      });
    this.orders.onnone = (ids) => pointing.choose(ids, false);
    spot.onselect = (id, more) => this.orders.fan(id, more);
    spot.onbeside = (ids) => pointing.pick({ ids, touch: false });
    spot.onexplain = (id) => void pointing.explain([id]);
    board.ground.busy = () => session.busy && !story.playing;
    board.ground.onsmall = () => {
      board.minimap.draw();
      this.recap.draw();
    };
    board.onpick = (pick) => pointing.pick(pick);
    board.onpoint = (ids) => pointing.point(ids);
    board.onpress = (ids) => this.orders.foresee(ids);
    // What has come to rest may be looked at.
    board.camera.watchers.push(() => board.camera.resting && spot.open && spot.close());
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
    if (game.style) {
      document.head.append((play.style = h("link", { rel: "stylesheet", href: game.style })));
    }
    play.start();
    return play;
  }

  // --- the screen

  build() {
    const tools = h(
      "div.map-tools",
      { "data-still": true, role: "toolbar", "aria-label": "Map" },
      tool("plus", "Zoom in", () => this.board.camera.step(), "+"),
      tool("minus", "Zoom out", () => this.board.camera.step(-1), "-"),
      tool("fit", "Show the whole board", () => this.board.camera.fit(), "0"),
      tool("acting", "Go to what can act", () => this.offers.home(), "H"),
      tool("happened", "Go to where something last happened", () => this.jump(), "J"),
      this.overlays.button,
    );
    const map = h(
      "section.map",
      { "aria-label": "Board" },
      this.board.element,
      tools,
      this.notices.element,
      this.overlays.legend,
      this.why.element,
      this.info,
      this.tray.element,
    );
    this.board.element.append(this.spot.element, this.tableCard.element);
    map.append(this.cover.element);
    this.element.append(
      this.track.element,
      this.analysis.banner,
      h("main.middle", null, this.guide.element, map, this.side.element),
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
    this.side.restore();
    if (this.session.live.analysis) this.side.show("now"); // what can be done there stands there
    this.overlays.restore();
  }

  start() {
    const { snapshot, events } = this.session;
    document.title = `${snapshot.title} · Beachhead`;
    const unheard = this.unheard();
    this.log.fill(events.slice(0, events.length - unheard.length));
    this.board.camera.measure();
    this.board.survey();
    this.board.setCounters(snapshot.counters, { slide: 0 });
    this.board.home();
    if (unheard.length) this.again(unheard, false);
    else this.show(snapshot, 0);
    this.board.camera.rest();
    this.board.ground.now();
    this.board.camera.byhand = () => {
      this.offers.userLooked = true;
    };
    this.session.listen();
    const later =
      window.requestIdleCallback ?? ((/** @type {() => void} */ go) => setTimeout(go, 300));
    later(() => {
      this.board.ground.renew();
      void this.reference.load();
    });
  }

  close() {
    this.style?.remove();
    this.session.close();
    this.analysis.close();
    this.keys.close();
    this.hints.close();
    this.drag.close();
    this.story.skip();
  }

  /** Report a problem, with what is looked at. */
  problem() {
    const { spot, side, replay, overlays, board } = this;
    void reportProblem(this.session, () => ({
      place: spot.ids,
      side: side.shown,
      replay: replay.on,
      overlay: overlays.active,
      seen: board.camera.seen(),
    }));
  }

  /** @param {string} rule */
  openRule(rule) {
    this.side.show("reference", true);
    void this.reference.open(rule);
  }

  // --- snapshots

  /**
   * Tell what is new, then show how things stand.
   * @param {Snapshot} snapshot
   * @param {import("./session.js").How} how
   */
  async tell(snapshot, how) {
    const { session, board, reference, log } = this;
    const news = snapshot.events;
    log.cut(snapshot.events_from);
    this.recap.cut(snapshot.events_from);
    this.quiet();
    if (how.told === false) for (const event of news) log.add(event);
    else {
      const panels = (/** @type {Snapshot} */ then) => this.panels(then);
      const moments = new Moments(session, board, reference, panels, snapshot);
      await this.story.play(news, moments, { all: how.elsewhere });
    }
    if (session.closed) return;
    const start = performance.now();
    this.show(snapshot);
    performance.measure("beachhead: shown", { start });
  }

  /**
   * Tell what has been told once more, or what nobody has heard yet; then show how things stand.
   * @param {import("./types.js").Happened[]} events
   * @param {boolean} [again]
   */
  again(events, again = true) {
    const { session, story } = this;
    if (!events.length || story.playing || this.replay.on || session.busy) return;
    session.telling = session.telling
      .catch(() => {})
      .then(async () => {
        const first = await session.table.at(Math.max(0, events[0].made - 1)).catch(() => null);
        if (!first || session.closed) return;
        this.quiet();
        this.board.setCounters(first.counters, { slide: 0 });
        this.prompt.show(first);
        const panels = (/** @type {Snapshot} */ then) => this.panels(then);
        const moments = new Moments(
          session,
          this.board,
          this.reference,
          panels,
          session.live,
          first,
        );
        await story.play(events, moments, { all: true, again });
      })
      .then(() => {
        if (!session.closed) this.show(session.live);
      });
  }

  /**
   * What happened since this computer last showed the table; for a game that is new here, all that
   * the scenario did before anybody was asked.
   */
  unheard() {
    const { events, snapshot, table } = this.session;
    const told = remembered(`told.${table.id}`, -1);
    if (SPEEDS[this.story.speed].pause === 0 || table.seat) return [];
    if (told < 0 && (snapshot.origin.kind !== "scenario" || snapshot.undo.possible)) return [];
    const fresh = events.slice(Math.max(0, told)).filter((event) => event.made > 0);
    return fresh.length <= LONGEST && isDrama(fresh) ? fresh : [];
  }

  /** Show a moment on the track and in the side panel. @param {Snapshot} then */
  panels(then) {
    this.track.show(then);
    this.flipbook.show(then);
    this.cards.show(then);
  }

  /**
   * @param {Snapshot} snapshot
   * @param {number} [slide]
   */
  show(snapshot, slide) {
    const { session } = this;
    session.snapshot = snapshot;
    if (!this.replay.on) session.live = snapshot;
    this.pointing.still();
    this.spot.close();
    this.board.setCounters(snapshot.counters, slide === undefined ? {} : { slide });
    this.board.setFlood(snapshot.flipbook?.flood ?? "");
    this.track.show(snapshot);
    this.prompt.show(snapshot);
    this.flipbook.show(snapshot);
    this.cards.show(snapshot);
    this.side.rename("cards", snapshot.flipbook?.roster?.title ?? "Cards");
    this.tray.show(snapshot);
    this.offers.show(snapshot);
    this.orders.renew(snapshot);
    this.advice.show(snapshot);
    this.analysis.show(snapshot);
    this.reckoning.show();
    this.closeUp.close();
    this.why.close();
    this.tableCard.show(snapshot);
    this.notices.show(snapshot);
    this.overlays.refresh();
    this.situation.show();
    this.element.dataset.made = String(snapshot.made);
    this.element.dataset.over = String(!!snapshot.view.result);
    const decision = snapshot.view.decision;
    if (snapshot.view.result) say(snapshot.view.result.text, true);
    else if (decision && snapshot.live) {
      say(`${decision.prompt} ${decision.options?.length ?? 0} choices.`);
    }
    if (snapshot.yours || snapshot.view.result) this.story.held = false;
    if (snapshot.live) {
      this.guide.show(snapshot);
      remember(`told.${session.table.id}`, session.events.length);
      const asked = snapshot.yours || !!snapshot.view.result;
      const watching = snapshot.view.seats.every((seat) => snapshot.bots[seat]);
      if (asked) this.recap.show(session.sinceDecision(), session.decided === 0);
      else if (watching) this.recap.hide();
    }
    const elsewhere =
      session.table.seat && snapshot.live && decision && decision.seat !== session.table.seat;
    if (elsewhere && snapshot.view.seats.includes(decision.seat)) this.cover.show(snapshot);
    else if (snapshot.live) this.cover.close();
  }

  /** The reference has come: what needs it can be shown. */
  informed() {
    const { snapshot, closed } = this.session;
    if (closed || this.story.playing) return;
    this.guide.show(snapshot);
    this.flipbook.show(snapshot);
    this.cards.show(snapshot);
    this.tray.show(snapshot);
    this.tableCard.show(snapshot);
  }

  /** Put the lights out while something is told. */
  quiet() {
    this.spot.close();
    this.closeUp.close();
    this.why.close();
    this.tableCard.close();
    this.prompt.hush();
    this.board.light("option", []);
    this.board.light("hover", []);
    this.board.light("warn", []);
    this.board.labels.show([]);
    this.board.strokes.route([]);
    this.offers.clear();
    this.orders.forget();
    this.advice.forget();
  }

  // --- the map

  /** Go to where something last happened. */
  jump() {
    const { events } = this.session;
    for (let n = events.length - 1; n >= 0; n -= 1) {
      const ids = this.story.touched(events[n]);
      if (!ids.length) continue;
      this.board.light("told", ids);
      const part = this.board.around(ids);
      if (part) {
        this.board.camera.show(part, {
          smooth: true,
          most: Math.max(1.4, this.board.camera.scale),
          margin: 160,
        });
      }
      this.prompt.tell(events[n].text, events[n].rule, "yes");
      return;
    }
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
