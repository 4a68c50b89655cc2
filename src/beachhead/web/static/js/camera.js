// Where on the board one looks: pan and zoom by mouse, wheel, touch and keyboard.
//
// The drawing is laid out once, at its natural size, and only transformed: no element is touched
// when one looks elsewhere. While a gesture lasts the painted picture is moved and scaled as it is;
// when it rests, the browser paints it anew at its size, so that it is always sharp and never
// repainted sixty times a second.

import { calm } from "./dom.js";
import { around, framed, holds, keep } from "./geometry.js";

/** @import { Rect } from "./geometry.js" */

const LARGEST = 4;
/** One step of zoom: with one from the whole board counters can be read. */
const STEP = 1.6;
const REST = 140;
/**
 * So many pixels beside the field may be seen, unless somebody moves it by hand: room for the
 * tools on the left.
 */
const BESIDE = { left: 60, top: 14, right: 14, bottom: 24 };

export class Camera {
  /**
   * @param {HTMLElement} frame what one looks through
   * @param {HTMLElement} plane what lies behind it
   * @param {Rect} world the drawing's own coordinates
   */
  constructor(frame, plane, world) {
    this.frame = frame;
    this.plane = plane;
    this.world = world;
    /** Where the game is played, without title, tracks and legend. @type {Rect} */
    this.field = world;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** The scale at which the picture was last painted; 0: it was not yet. */
    this.laid = 0;
    /** @type {(() => void)[]} */
    this.watchers = [];
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    /** Called when somebody moves the map by hand. */
    this.byhand = () => {};
    this.resting = 0;
    this.flight = 0;
    this.size = { width: 1, height: 1 };
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      frame.addEventListener(name, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
    plane.style.width = `${world.width}px`;
    plane.style.height = `${world.height}px`;
    new ResizeObserver(() => this.resized()).observe(frame);
    this.measure();
  }

  measure() {
    const box = this.frame.getBoundingClientRect();
    this.left = box.left;
    this.top = box.top;
    this.size = { width: Math.max(1, box.width), height: Math.max(1, box.height) };
  }

  resized() {
    const middle = this.center();
    this.measure();
    this.centerOn(middle.x, middle.y);
  }

  get smallest() {
    return this.whole * 0.96;
  }

  /** The scale at which the whole board is in view, and what is played on beside the tools. */
  get whole() {
    const { field, world, size } = this;
    return Math.min(
      size.width / world.width,
      size.height / world.height,
      (size.width - BESIDE.left) / (world.x + world.width - field.x),
    );
  }

  center() {
    return this.toWorld(this.size.width / 2, this.size.height / 2);
  }

  /**
   * @param {number} x in the frame
   * @param {number} y
   */
  toWorld(x, y) {
    return {
      x: (x - this.x) / this.scale + this.world.x,
      y: (y - this.y) / this.scale + this.world.y,
    };
  }

  /**
   * @param {number} x in the world
   * @param {number} y
   */
  toFrame(x, y) {
    return {
      x: (x - this.world.x) * this.scale + this.x,
      y: (y - this.world.y) * this.scale + this.y,
    };
  }

  /** What can be seen, in the world's coordinates. */
  seen() {
    const a = this.toWorld(0, 0);
    return {
      x: a.x,
      y: a.y,
      width: this.size.width / this.scale,
      height: this.size.height / this.scale,
    };
  }

  // --- moving

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.set(this.x + dx, this.y + dy, this.scale);
  }

  /**
   * @param {number} factor
   * @param {number} [px] the point that stays where it is
   * @param {number} [py]
   */
  zoom(factor, px = this.size.width / 2, py = this.size.height / 2) {
    const scale = Math.min(LARGEST, Math.max(this.smallest, this.scale * factor));
    const real = scale / this.scale;
    this.set(px - (px - this.x) * real, py - (py - this.y) * real, scale);
  }

  /** A step closer, or with -1 farther away. @param {number} [steps] */
  step(steps = 1) {
    this.zoom(STEP ** steps);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} [scale]
   */
  centerOn(x, y, scale = this.scale) {
    const fit = Math.min(LARGEST, Math.max(this.smallest, scale));
    this.set(
      this.size.width / 2 - (x - this.world.x) * fit,
      this.size.height / 2 - (y - this.world.y) * fit,
      fit,
    );
  }

  /**
   * Show a part of the world, with room around it.
   * @param {Rect} part
   * @param {{smooth?: boolean, most?: number, least?: number, margin?: number}} [how]
   */
  show(part, how = {}) {
    const margin = how.margin ?? 60;
    const width = part.width + 2 * margin;
    const height = part.height + 2 * margin;
    const scale = Math.min(this.size.width / width, this.size.height / height, how.most ?? 2);
    const to = this.framed(part, Math.max(scale, how.least ?? 0, this.smallest));
    this.go(to, !!how.smooth);
  }

  /**
   * Look elsewhere, unless one does already.
   * @param {{x: number, y: number, scale: number}} to
   * @param {boolean} smooth
   */
  go(to, smooth) {
    const from = this.center();
    if (
      this.laid &&
      to.scale === this.scale &&
      Math.hypot(to.x - from.x, to.y - from.y) * to.scale < 1
    ) {
      return;
    }
    if (smooth && !calm()) this.fly(to);
    else this.centerOn(to.x, to.y, to.scale);
  }

  /**
   * Where to look for a part in the middle, or as near as it can be without showing what is beside
   * the field.
   * @param {Rect} part
   * @param {number} scale
   */
  framed(part, scale) {
    const shown = around([this.field, part]) ?? this.world;
    return framed(part, scale, shown, this.size, BESIDE);
  }

  /** Whether a part is seen whole. @param {Rect} part */
  sees(part) {
    return holds(this.seen(), part, 0);
  }

  /**
   * Bring a part into view if it is not, without changing the zoom more than needed.
   * @param {Rect} part
   */
  reveal(part) {
    const seen = this.seen();
    const room = Math.min(24, seen.width / 16);
    if (holds(seen, part, room)) return false;
    if (part.width + 2 * room > seen.width || part.height + 2 * room > seen.height) {
      this.show(part, { smooth: true, most: this.scale });
    } else this.go(this.framed(part, this.scale), true);
    return true;
  }

  /** @param {{x: number, y: number, scale: number}} to */
  fly(to) {
    this.land();
    const from = { ...this.center(), scale: this.scale };
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const t = Math.min(1, (now - start) / 320);
      const e = 1 - (1 - t) ** 3;
      this.centerOn(
        from.x + (to.x - from.x) * e,
        from.y + (to.y - from.y) * e,
        from.scale * (to.scale / from.scale) ** e,
      );
      if (t < 1) this.flight = requestAnimationFrame(step);
      else delete this.frame.dataset.flying;
    };
    this.frame.dataset.flying = "";
    this.flight = requestAnimationFrame(step);
  }

  /** Stop flying, wherever we are. */
  land() {
    cancelAnimationFrame(this.flight);
    delete this.frame.dataset.flying;
  }

  /** The whole board. */
  fit() {
    this.show(this.world, { smooth: true, margin: 0, most: this.whole });
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   */
  set(x, y, scale) {
    const wide = this.world.width * scale;
    const high = this.world.height * scale;
    this.scale = scale;
    this.x = keep(x, wide, this.size.width, BESIDE.left - (this.field.x - this.world.x) * scale);
    this.y = keep(y, high, this.size.height);
    if (this.laid) this.plane.classList.add("moving");
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.rest(), REST);
    this.place();
  }

  /** How much can be read from here. */
  get near() {
    return this.scale > 1.5 ? "very" : this.scale > 0.75 ? "yes" : "no";
  }

  rest() {
    clearTimeout(this.resting);
    this.resting = 0;
    this.laid = this.scale;
    this.x = Math.round(this.x * devicePixelRatio) / devicePixelRatio;
    this.y = Math.round(this.y * devicePixelRatio) / devicePixelRatio;
    this.place();
    this.plane.classList.remove("moving");
    this.frame.dataset.near = this.near;
  }

  place() {
    this.plane.style.transform = `translate3d(${this.x}px, ${this.y}px, 0) scale(${this.scale})`;
    for (const watcher of this.watchers) watcher();
  }

  // --- gestures

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.land();
    this.byhand();
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1;
    if (event.shiftKey || (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.ctrlKey)) {
      this.pan(-(event.deltaX || event.deltaY) * unit, event.shiftKey ? 0 : -event.deltaY * unit);
      return;
    }
    const box = this.frame.getBoundingClientRect();
    const speed = event.ctrlKey ? 0.01 : 0.0018;
    this.zoom(
      Math.exp(-event.deltaY * unit * speed),
      event.clientX - box.left,
      event.clientY - box.top,
    );
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 1 || /** @type {Element} */ (event.target).closest("[data-still]")) return;
    this.land();
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.dragged = false;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    if (this.fingers.size === 1) {
      if (!this.dragged && Math.hypot(dx, dy) < (event.pointerType === "touch" ? 9 : 4)) return;
      if (!this.dragged) {
        this.dragged = true;
        this.byhand();
        this.frame.setPointerCapture(event.pointerId);
        this.frame.classList.add("dragging");
      }
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.pan(dx, dy);
      return;
    }
    const [other] = [...this.fingers.entries()]
      .filter(([id]) => id !== event.pointerId)
      .map(([, at]) => at);
    const box = this.frame.getBoundingClientRect();
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const mid = {
      x: (event.clientX + other.x) / 2 - box.left,
      y: (event.clientY + other.y) / 2 - box.top,
    };
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = true;
    this.pan(dx / 2, dy / 2);
    if (was > 0) this.zoom(is / was, mid.x, mid.y);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.frame.classList.remove("dragging");
  }
}
