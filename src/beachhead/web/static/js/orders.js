// Giving orders: pieces are selected, all that they can do together lights up, and a click on a
// goal or a drop there does it. Nothing is chosen by looking.

import { Ahead } from "./ahead.js";
import { Refused } from "./api.js";
import { h } from "./dom.js";

/** @import { OrderInfo, Orders as Answer, PlanInfo, Snapshot } from "./types.js" */

export class Orders {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./offers.js").Offers} offers
   * @param {import("./spot.js").Spot} spot
   * @param {import("./prompt.js").Prompt} prompt
   * @param {import("./layers.js").Layers} layers
   */
  constructor(session, board, offers, spot, prompt, layers) {
    this.session = session;
    this.board = board;
    this.offers = offers;
    this.spot = spot;
    this.prompt = prompt;
    this.layers = layers;
    this.ahead = new Ahead(session);
    /** @type {Set<string>} */
    this.selected = new Set();
    /** What can be done, by what one clicks for it. @type {Map<string, OrderInfo>} */
    this.goals = new Map();
    /** What is offered as a button, and not done yet. @type {OrderInfo | null} */
    this.considering = null;
    /** Answers to questions before this one are too late. */
    this.asked = 0;
    /** What the selected pieces can do is known. @type {Promise<void>} */
    this.known = Promise.resolve();
    /** Called with a piece that has no goals: what can be done with it is no order. */
    this.onnone = (/** @type {string[]} */ _ids) => {};
    /** Called with a piece and a place where nothing can be done. */
    this.onrefused = (/** @type {string} */ _unit, /** @type {string} */ _place) => {};
    this.frame = h("div.select-frame", { "aria-hidden": "true", hidden: true });
    board.element.append(this.frame);
    board.element.addEventListener("pointerdown", (event) => this.stretch(event), {
      capture: true,
    });
  }

  /** Whether pieces can be given orders now. */
  get possible() {
    const { snapshot } = this.session;
    const now = snapshot.flipbook?.now;
    return snapshot.live && snapshot.yours && !!now && (now.orders || now.drag);
  }

  /** Whether a piece can be selected. @param {string} id */
  can(id) {
    return this.possible && id.startsWith("unit-") && this.offers.targets.has(id);
  }

  /** The game has gone on: what was selected no longer is. */
  forget() {
    this.asked += 1;
    this.considering = null;
    this.selected.clear();
    this.goals.clear();
    this.layers.closed(this);
    delete this.board.element.dataset.selected;
  }

  /** Nothing is selected any more. @returns {boolean} whether anything was */
  clear() {
    if (!this.selected.size) return false;
    this.forget();
    this.spot.close();
    this.offers.show(this.session.snapshot);
    return true;
  }

  /** What Escape does. */
  close() {
    this.clear();
  }

  // --- selecting

  /**
   * @param {Iterable<string>} ids
   * @param {boolean} [fanned] whether they are picked out of a stack that stays open
   * @returns {Promise<void>} until it is known what they can do
   */
  select(ids, fanned = false) {
    this.selected = new Set(ids);
    if (!this.selected.size) {
      this.selected.add("");
      this.clear();
      return Promise.resolve();
    }
    if (!fanned) this.spot.close();
    this.layers.opened(this);
    this.board.light("chosen", this.selected);
    this.known = this.ask(about(this.selected)).then(() => {});
    return this.known;
  }

  /**
   * Ask what can be done and light it up.
   * @param {string} question
   * @returns {Promise<OrderInfo[]>}
   */
  async ask(question) {
    const mine = ++this.asked;
    const start = performance.now();
    /** @type {Answer} */
    let answer;
    try {
      answer = await this.ahead.ask(question);
    } catch (error) {
      if (error instanceof Refused) this.prompt.tell(error.message, error.rule);
      return [];
    }
    if (mine !== this.asked) return [];
    performance.measure("beachhead: asked", { start });
    if (answer.refusal) this.prompt.tell(answer.refusal.text, answer.refusal.rule);
    this.show(answer.orders);
    return answer.orders;
  }

  /** @param {OrderInfo[]} orders */
  show(orders) {
    const { board } = this;
    // Where one can go and attack as well, the place is gone to, and those who are there attacked.
    const inOrder = [...orders].sort((one, other) => Number(other.hostile) - Number(one.hostile));
    this.goals = new Map(inOrder.flatMap((order) => order.goal.map((id) => [id, order])));
    if (this.selected.size) board.element.dataset.selected = String(this.selected.size);
    board.light("chosen", this.selected);
    board.light("option", this.goals.keys(), (id) => {
      const order = this.goals.get(id);
      return order?.hostile ? "hostile" : order?.risks.length ? "costly" : "";
    });
    board.labels.show(
      orders.flatMap(({ goal, note, hostile }) =>
        note ? [[goal[0], note, hostile ? "high" : "none"]] : [],
      ),
    );
    board.strokes.route([]);
  }

  /**
   * A click on the map.
   * @param {string[]} ids
   * @param {boolean} more whether to select it besides what is
   * @returns {boolean} whether it was about orders
   */
  pick(ids, more) {
    const { now } = this.session.snapshot.flipbook ?? {};
    // Where the next choice is where to, a single piece is chosen at once.
    if (!this.possible || (!now?.orders && !more && !this.selected.size)) return false;
    const piece = ids.find((id) => this.can(id));
    const order = this.at(ids);
    if (order && !(piece && more)) {
      void this.give(order, ids);
      return true;
    }
    if (piece) {
      void this.select(changed(this.selected, piece, more)).then(() => {
        if (this.selected.size === 1 && this.selected.has(piece) && !this.goals.size) {
          this.clear();
          this.onnone(ids);
        }
      });
      return true;
    }
    if (this.attackable(ids)) {
      void this.propose(ids);
      return true;
    }
    const there = this.selectableAt(ids);
    if (there.length) {
      void this.select(more ? [...this.selected, ...there] : there);
      return true;
    }
    if (!this.selected.size) return false;
    const [first] = this.selected;
    const place = ids.find((id) => /^(hex|area|zone|box)-/.test(id));
    if (place) this.onrefused(first, place);
    else this.clear();
    return true;
  }

  /**
   * Ask ahead what a click on the map would ask.
   * @param {string[]} ids
   */
  foresee(ids) {
    if (!this.possible || this.session.busy) return;
    const order = this.at(ids);
    if (order) this.ahead.foresee(planOf(order));
    if (order || !this.session.snapshot.flipbook?.now.orders) return;
    const piece = ids.find((id) => this.can(id));
    const goal = goalOf(ids);
    if (piece) {
      const pieces = changed(this.selected, piece, false);
      if (pieces.length) this.ahead.foresee(about(pieces));
    } else if (goal && this.attackable(ids)) this.ahead.foresee(against(goal));
  }

  /**
   * A click on a counter of a stack that is fanned out.
   * @param {string} id
   * @param {boolean} more
   * @returns {Set<string> | null} what is selected then; null if it is no matter of orders
   */
  fan(id, more) {
    const { now } = this.session.snapshot.flipbook ?? {};
    if (!this.can(id) || (!now?.orders && !more && !this.selected.size)) return null;
    void this.select(changed(this.selected, id, more), true);
    return this.selected;
  }

  /**
   * All pieces of a place that can act together.
   * @param {string[]} ids
   */
  selectableAt(ids) {
    const options = [...new Set(ids.flatMap((id) => this.offers.nearby.get(id) ?? []))];
    if (options.length !== 1) return [];
    const { glow } = this.session.snapshot;
    return (glow[options[0].id] ?? []).filter((id) => this.can(id));
  }

  /** Whether one clicks there to attack. @param {string[]} ids */
  attackable(ids) {
    const { looks, flipbook } = this.session.snapshot;
    if (!flipbook?.now.orders) return false;
    return this.offers.at(ids).some((option) => ["hostile", "costly"].includes(looks[option.id]));
  }

  /**
   * How something that was clicked could be attacked, with the strongest proposal selected.
   * @param {string[]} ids
   * @returns {Promise<boolean>} whether it can be
   */
  async propose(ids) {
    const goal = goalOf(ids);
    if (!this.possible || !goal) return false;
    const { snapshot } = this.session;
    const [best] = await this.ask(against(goal));
    if (this.session.snapshot !== snapshot) return true; // the game has gone on
    if (!best) {
      this.offers.show(snapshot);
      return false;
    }
    const selected = this.select(best.pieces);
    this.ahead.ask(planOf(best)).catch(() => {}); // together with what else they can do
    await selected;
    if (this.session.snapshot !== snapshot) return true;
    // With nobody to add or take out there is nothing to propose.
    await this.give(best, best.goal, false, best.pieces.length > 1);
    return true;
  }

  // --- a frame around pieces

  /** @param {PointerEvent} event */
  stretch(event) {
    const target = /** @type {Element} */ (event.target);
    if (!event.shiftKey || event.button !== 0 || !this.possible) return;
    if (target.closest("[data-still], .counter")) return;
    event.stopPropagation();
    event.preventDefault();
    const { board, frame } = this;
    const box = board.element.getBoundingClientRect();
    const from = { x: event.clientX - box.left, y: event.clientY - box.top };
    /** @param {PointerEvent} now */
    const rect = (now) => ({
      x: Math.min(from.x, now.clientX - box.left),
      y: Math.min(from.y, now.clientY - box.top),
      width: Math.abs(now.clientX - box.left - from.x),
      height: Math.abs(now.clientY - box.top - from.y),
    });
    const stretching = new AbortController();
    const { signal } = stretching;
    addEventListener(
      "pointermove",
      (now) => {
        const { x, y, width, height } = rect(now);
        Object.assign(frame.style, {
          left: `${x}px`,
          top: `${y}px`,
          width: `${width}px`,
          height: `${height}px`,
        });
        frame.hidden = false;
      },
      { signal },
    );
    addEventListener(
      "pointerup",
      (now) => {
        stretching.abort();
        frame.hidden = true;
        const { x, y, width, height } = rect(now);
        if (width < 6 && height < 6) return;
        board.camera.dragged = true; // the click that follows is none
        const inside = [...this.offers.targets.keys()].filter((id) => {
          const at = this.can(id) && board.middle(id);
          const seen = at && board.camera.toFrame(at.x, at.y);
          return seen && seen.x > x && seen.y > y && seen.x < x + width && seen.y < y + height;
        });
        if (inside.length) void this.select(inside);
      },
      { signal },
    );
  }

  // --- giving

  /** What can be done at a place. @param {string[]} ids */
  at(ids) {
    for (const id of ids) {
      const order = this.goals.get(id);
      if (order) return order;
    }
    return null;
  }

  /** Show what an order would do. @param {string[]} ids @returns {string} what it is */
  preview(ids) {
    const order = this.at(ids);
    this.board.strokes.route(order?.way ?? []);
    this.board.light("hover", order ? [order.goal[0]] : []);
    return order ? [order.label, order.note, ...warned(order)].filter(Boolean).join(" · ") : "";
  }

  /**
   * Give an order. What commits is offered as a button with its sum first; a drop says it already,
   * unless it leads to a draw or a roll.
   * @param {OrderInfo} order
   * @param {string[]} ids where it was given
   * @param {boolean} [dropped]
   * @param {boolean} [proposed] that others may be added or taken out
   */
  async give(order, ids, dropped = false, proposed = false) {
    const { session } = this;
    const { snapshot } = session;
    /** @type {PlanInfo} */
    let plan;
    this.prompt.busy(true);
    try {
      plan = await this.ahead.ask(planOf(order));
    } catch (error) {
      if (error instanceof Refused) this.prompt.tell(error.message, error.rule);
      return;
    } finally {
      this.prompt.busy(session.busy);
    }
    if (session.snapshot !== snapshot) return; // the game has gone on
    const places = ids.filter((id) => this.board.place(id));
    // What is nowhere on the board has been read where it was asked for.
    if (!proposed && (!plan.commits || !places.length || (dropped && !plan.draws))) {
      await this.send(plan);
      return;
    }
    this.board.strokes.route(order.way);
    this.considering = order;
    this.spot.offer(
      places,
      order.label,
      [...plan.odds, ...warned(order)],
      () => void this.send(plan),
    );
  }

  /**
   * Give an order instead of the choice that is unfinished.
   * @param {OrderInfo} order
   * @param {string[]} ids where it was given
   */
  async instead(order, ids) {
    if (await this.session.send("undo")) await this.give(order, ids);
  }

  /** @param {PlanInfo} plan */
  async send(plan) {
    const { session } = this;
    if (session.busy || session.story.playing) return;
    const { made } = session.snapshot;
    await session.send("orders", { choices: plan.now, later: plan.later, made });
  }

  /** @param {Snapshot} snapshot */
  renew(snapshot) {
    this.forget();
    if (!snapshot.flipbook?.now.orders || !this.possible) return;
    // Who is under way goes on from where he is.
    const pieces = snapshot.subject.filter((id) => id.startsWith("unit-"));
    if (pieces.length) void this.select(pieces);
  }
}

/** What an order costs beyond what it says. @param {OrderInfo} order */
function warned(order) {
  return order.risks.map((risk) => `⚠ ${risk}`);
}

/** What may be attacked of what was clicked. @param {string[]} ids */
function goalOf(ids) {
  return ids.find((id) => /^(unit|post|area|hex)-/.test(id));
}

/** Asks what some pieces can do together. @param {Iterable<string>} pieces */
function about(pieces) {
  return `orders?pieces=${list(pieces)}`;
}

/** Asks what can be done to a goal. @param {string} goal */
function against(goal) {
  return `orders?goal=${encodeURIComponent(goal)}`;
}

/** Asks what an order would do. @param {OrderInfo} order */
function planOf(order) {
  return `plan?choices=${list(order.choices)}`;
}

/** @param {Iterable<string>} ids */
function list(ids) {
  return [...ids].map(encodeURIComponent).join(",");
}

/**
 * What is selected after a click on a piece: that alone; with `more`, it besides the others; what
 * was chosen is taken out.
 * @param {Set<string>} selected
 * @param {string} piece
 * @param {boolean} more
 */
export function changed(selected, piece, more) {
  if (selected.has(piece)) return [...selected].filter((id) => id !== piece);
  return more ? [...selected, piece] : [piece];
}
