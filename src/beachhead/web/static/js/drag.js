// Dragging a counter to its place, by mouse or touch: the counter is chosen when it is lifted, so
// that the places it may go to light up; where it is let go decides. With Shift those that lie with
// it go too. What is refused says why and goes back.

import { h } from "./dom.js";

/** @import { Option } from "./types.js" */

/** How far a pointer moves before a press becomes a drag, in pixels. */
const FAR = 6;
/** So near to the edge of the map, the map moves on. */
const EDGE = 34;
const PACE = 11;
/** What the option touches that takes a counter back. */
const TRAY = "tray";

export class Drag {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./tray.js").Tray} tray
   * @param {import("./offers.js").Offers} offers
   * @param {import("./spot.js").Spot} spot
   * @param {import("./orders.js").Orders} orders
   * @param {import("./pointing.js").Pointing} pointing
   * @param {HTMLElement} info
   * @param {HTMLElement} root
   */
  constructor(session, board, tray, offers, spot, orders, pointing, info, root) {
    this.session = session;
    this.board = board;
    this.tray = tray;
    this.offers = offers;
    this.spot = spot;
    this.orders = orders;
    this.pointing = pointing;
    this.info = info;
    this.root = root;
    this.ghost = h("div.drag-ghost", { "aria-hidden": "true", hidden: true });
    /**
     * What may become a drag.
     * @type {{id: string, x: number, y: number, pointer: number, source: Element, all: boolean} |
     *   null}
     */
    this.held = null;
    this.lifted = false;
    /** Whether what is carried are selected pieces, to be given an order. */
    this.ordered = false;
    /** Whether the press that just ended was a drag, and so is no click. */
    this.done = false;
    /** Whether the counter was chosen by lifting it. @type {Promise<boolean>} */
    this.taken = Promise.resolve(false);
    this.at = { x: 0, y: 0 };
    this.timer = 0;
    document.body.append(this.ghost);
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.board.element.addEventListener("pointerdown", (event) => this.down(event), {
      capture: true,
      signal,
    });
    this.tray.element.addEventListener("pointerdown", (event) => this.down(event), { signal });
    addEventListener("pointermove", (event) => this.move(event), { signal });
    addEventListener("pointerup", (event) => void this.up(event), { signal });
    addEventListener("pointercancel", () => void this.cancel(), { signal });
    addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || !this.lifted) return;
        event.stopPropagation();
        void this.cancel();
      },
      { capture: true, signal },
    );
  }

  close() {
    this.listening.abort();
    clearInterval(this.timer);
    this.ghost.remove();
  }

  /**
   * How a counter could be lifted now: it is the one to be placed, or its choice leads to a place.
   * @param {string} id
   * @returns {{option: Option | null, instead: boolean, ordered?: boolean} | null}
   */
  way(id) {
    const { snapshot } = this.session;
    // What is set up from a tray, and back, is chosen when it is lifted.
    const chosen = snapshot.flipbook?.now.part || !this.tray.element.hidden;
    if (this.orders.selected.has(id) || (!chosen && this.orders.can(id))) {
      return { option: null, instead: false, ordered: true };
    }
    if (!snapshot.live || !snapshot.yours || !snapshot.flipbook?.now.drag) return null;
    if (snapshot.subject.includes(id)) return { option: null, instead: false };
    const own = this.offers.targets.get(id) ?? [];
    if (own.length === 1) return { option: own[0], instead: false };
    const others = this.offers.instead(id);
    return others.length === 1 ? { option: others[0], instead: true } : null;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.done = false;
    if (event.button !== 0 || this.held || this.session.busy || this.session.story.playing) return;
    const target = /** @type {Element} */ (event.target);
    const source = target.closest(".tray-unit, .fan-counter") ?? target.closest(".counter");
    const id = source?.getAttribute("data-unit") ?? source?.id ?? "";
    if (!source || !id || !this.way(id)) return;
    const { clientX: x, clientY: y, pointerId: pointer, shiftKey: all } = event;
    this.held = { id, x, y, pointer, source, all };
    if (source.id) {
      // The map does not move with it; a press without a drag is still a click.
      this.board.camera.dragged = false;
      event.stopPropagation();
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.held || event.pointerId !== this.held.pointer) return;
    this.at = { x: event.clientX, y: event.clientY };
    if (!this.lifted) {
      if (Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) < FAR) return;
      this.lift();
    }
    this.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    const places = this.here();
    if (this.ordered) {
      this.info.textContent = this.orders.preview([...this.piece(), ...places]);
      return;
    }
    const [option] = this.offers.at(places);
    if (places[0] === TRAY) this.info.textContent = option?.label ?? "";
    else this.info.textContent = places.length ? this.board.words(places[0]) : "";
    this.offers.preview(option ?? null);
  }

  lift() {
    const held = this.held;
    const way = held && this.way(held.id);
    if (!held || !way) {
      this.held = null;
      return;
    }
    this.lifted = true;
    this.ordered = !!way.ordered;
    if (this.ordered && !this.orders.selected.has(held.id)) {
      const stack = held.all ? this.board.stackOf(held.id) : [];
      // Who is held leads the others.
      void this.orders.select([held.id, ...stack.filter((id) => this.orders.can(id))]);
    }
    this.spot.close();
    this.pointing.still();
    this.offers.userLooked = true; // the map stays where it is
    const drawn = this.board.portrait(held.id) ?? held.source.querySelector("svg")?.cloneNode(true);
    const scale = Math.max(0.6, Math.min(1.6, this.board.camera.scale));
    this.ghost.style.setProperty("--size", `${52 * scale}px`);
    this.ghost.replaceChildren(...(drawn ? [drawn] : []));
    this.ghost.hidden = false;
    document.body.classList.add("carrying");
    try {
      this.root.setPointerCapture(held.pointer);
    } catch {
      // It was let go already.
    }
    this.timer = window.setInterval(() => this.pan(), 24);
    this.taken = this.take(way);
  }

  /** @param {{option: Option | null, instead: boolean}} way */
  async take({ option, instead }) {
    if (!option) return false;
    if (instead && !(await this.session.send("undo"))) return false;
    const before = this.session.snapshot.made;
    await this.session.choose(option.id);
    this.look();
    return this.session.snapshot.made > before;
  }

  /** If none of the places it may go to is in view, the map shows them. */
  look() {
    const {
      board,
      offers: { targets },
    } = this;
    const places = [...targets.keys()].filter((id) => /^(hex|area|zone|box)-/.test(id));
    const seen = board.camera.seen();
    const inside = places.some((id) => {
      const at = board.middle(id);
      return (
        at &&
        at.x > seen.x &&
        at.y > seen.y &&
        at.x < seen.x + seen.width &&
        at.y < seen.y + seen.height * 0.8
      );
    });
    const part = inside ? null : board.around(places);
    if (part) board.camera.show(part, { smooth: true, most: board.camera.scale, margin: 60 });
  }

  /** Near its edge the map moves on. */
  pan() {
    const box = this.board.element.getBoundingClientRect();
    const { x, y } = this.at;
    if (
      x < box.left ||
      x > box.right ||
      y < box.top ||
      y > box.bottom ||
      this.over()?.closest("[data-still]")
    ) {
      return;
    }
    const dx = x < box.left + EDGE ? PACE : x > box.right - EDGE ? -PACE : 0;
    const dy = y < box.top + EDGE ? PACE : y > box.bottom - EDGE ? -PACE : 0;
    if (dx || dy) this.board.camera.pan(dx, dy);
  }

  over() {
    return document.elementFromPoint(this.at.x, this.at.y);
  }

  /** The piece under the pointer, if there is one: who drops on an enemy means him. */
  piece() {
    const id = this.over()?.closest(".board-frame .counter")?.id;
    return id ? [id] : [];
  }

  /** The places under the pointer, the nearest first. */
  here() {
    const { board } = this;
    const target = this.over();
    if (target?.closest(".tray")) return [TRAY];
    if (!target || !board.element.contains(target) || target.closest("[data-still]")) return [];
    const point = new MouseEvent("pointermove", { clientX: this.at.x, clientY: this.at.y });
    const box = board.element.getBoundingClientRect();
    const at = board.camera.toWorld(this.at.x - box.left, this.at.y - box.top);
    // A counter may jut out of its place: what lies under the pointer comes first.
    const places = [board.placeAt(at.x, at.y), ...board.idsAt(point, target)];
    return [...new Set(places)].filter((id) => /^(hex|area|zone|box)-/.test(id));
  }

  /** @param {PointerEvent} event */
  async up(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    if (!this.lifted) {
      this.held = null;
      return;
    }
    this.done = true;
    setTimeout(() => {
      this.done = false;
    }, 0); // the click that may follow is none
    this.at = { x: event.clientX, y: event.clientY };
    const places = this.here();
    const under = [...this.piece(), ...places];
    this.drop();
    if (this.ordered) {
      await this.orders.known;
      const order = this.orders.at(under);
      if (order) await this.orders.give(order, places, true);
      else if (places.length) this.orders.onrefused(held.id, places[0]);
      return;
    }
    const taken = await this.taken;
    const options = this.offers.at(places);
    if (options.length === 1) {
      await this.pointing.take(options[0], places);
      return;
    }
    if (options.length) {
      this.spot.show(places, [], options, true);
      return;
    }
    // It had one place to go to, and is there.
    if (taken && !this.session.snapshot.subject.includes(held.id)) return;
    if (taken) await this.session.back();
    if (places.length && places[0] !== TRAY) {
      await this.pointing.refuse({
        unit: held.id.replace(/^unit-/, ""),
        to: places[0].replace(/^(hex|area)-/, ""),
      });
    }
  }

  async cancel() {
    if (!this.held) return;
    const { lifted } = this;
    this.drop();
    if (lifted && (await this.taken)) await this.session.back();
  }

  /** Nothing is carried any more. */
  drop() {
    clearInterval(this.timer);
    this.held = null;
    this.lifted = false;
    this.ghost.hidden = true;
    document.body.classList.remove("carrying");
    this.offers.preview(null);
  }
}
