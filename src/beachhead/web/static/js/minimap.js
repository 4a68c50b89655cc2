// The whole board, small: where one looks, where the pieces are; press or drag to go there.

import { h, remember, remembered } from "./dom.js";
import { overlap } from "./geometry.js";

const WIDE = 210;
/** How far it stands from the edges of the map. */
const EDGE = 10;

export class MiniMap {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    const { width, height } = board.world;
    this.high = Math.round((WIDE * height) / width);
    this.canvas = /** @type {HTMLCanvasElement} */ (
      h("canvas", { width: WIDE * 2, height: this.high * 2, "aria-hidden": "true" })
    );
    this.window = h("div.minimap-window");
    this.element = h(
      "div.minimap",
      { "data-still": true, style: `aspect-ratio: ${width} / ${height}` },
      this.canvas,
      this.window,
    );
    this.element.hidden = !remembered("minimap", true);
    this.queued = false;
    // Told by the browser: to ask would have everything laid out in the middle of a change.
    this.size = { width: 0, height: 0 };
    new ResizeObserver(() => {
      this.size = { width: this.element.offsetWidth, height: this.element.offsetHeight };
      this.dodge();
    }).observe(this.element);
    let down = false;
    /** @param {PointerEvent} event */
    const go = (event) => {
      const box = this.element.getBoundingClientRect();
      const { world, camera } = board;
      camera.centerOn(
        world.x + ((event.clientX - box.left) / box.width) * world.width,
        world.y + ((event.clientY - box.top) / box.height) * world.height,
      );
    };
    this.element.addEventListener("pointerdown", (event) => {
      down = true;
      this.element.setPointerCapture(event.pointerId);
      go(event);
      event.stopPropagation();
    });
    this.element.addEventListener("pointermove", (event) => down && go(event));
    this.element.addEventListener("pointerup", () => {
      down = false;
    });
    board.camera.watchers.push(() => this.frame());
  }

  toggle() {
    this.element.hidden = !this.element.hidden;
    remember("minimap", !this.element.hidden);
    this.draw();
  }

  frame() {
    const { world, camera } = this.board;
    const seen = camera.seen();
    /** @param {number} value */
    const percent = (value) => `${Math.min(100, Math.max(0, value * 100))}%`;
    const left = (seen.x - world.x) / world.width;
    const top = (seen.y - world.y) / world.height;
    // Who sees everything needs no mini-map.
    this.element.classList.toggle(
      "idle",
      seen.width >= world.width * 0.97 && seen.height >= world.height * 0.9,
    );
    this.window.style.left = percent(left);
    this.window.style.top = percent(top);
    this.window.style.right = percent(1 - left - seen.width / world.width);
    this.window.style.bottom = percent(1 - top - seen.height / world.height);
    if (!camera.resting) this.dodge();
  }

  /**
   * Stand in a corner where nothing may be chosen, or go if there is none; if possible, where
   * nothing is chosen or warned of either.
   */
  dodge() {
    const { camera, acting, noted } = this.board;
    const { width, height } = this.size;
    if (!width) return;
    const { width: wide, height: high } = camera.size;
    const scale = camera.scale;
    /** @param {import("./geometry.js").Rect[]} places */
    const framed = (places) =>
      places.map((rect) => {
        const { x, y } = camera.toFrame(rect.x, rect.y);
        return { x, y, width: rect.width * scale, height: rect.height * scale };
      });
    const corners = Object.entries({
      "bottom right": { x: wide - width - EDGE, y: high - height - EDGE },
      "bottom left": { x: EDGE, y: high - height - EDGE },
      "top right": { x: wide - width - EDGE, y: EDGE },
    });
    const lit = framed(acting);
    const free = corners.filter(
      ([, at]) => !lit.some((rect) => overlap(rect, { ...at, width, height }) > 0),
    );
    const marked = framed([...noted.values()].flat());
    const clear = free.find(
      ([, at]) => !marked.some((rect) => overlap(rect, { ...at, width, height }) > 0),
    );
    this.element.dataset.corner = (clear ?? free[0])?.[0] ?? "none";
  }

  draw() {
    if (this.queued || this.element.hidden) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      const brush = this.canvas.getContext("2d");
      if (!brush) return;
      const { world } = this.board;
      const scale = this.canvas.width / world.width;
      brush.clearRect(0, 0, this.canvas.width, this.canvas.height);
      brush.drawImage(this.board.ground.small, 0, 0, this.canvas.width, this.canvas.height);
      for (const id of this.board.counters.known.keys()) {
        const us = id.startsWith("unit-");
        if (!us && !id.startsWith("post-")) continue;
        const at = this.board.middle(id);
        if (!at) continue;
        const x = (at.x - world.x) * scale;
        const y = (at.y - world.y) * scale;
        brush.fillStyle = us ? "#35451a" : "#2c302d";
        brush.strokeStyle = "#fffaf0";
        brush.lineWidth = 1.2;
        brush.beginPath();
        if (us) brush.rect(x - 3.2, y - 3.2, 6.4, 6.4);
        else brush.arc(x, y, 3.4, 0, 7);
        brush.fill();
        brush.stroke();
      }
      this.frame();
    });
  }
}
