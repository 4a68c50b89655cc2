// What never changes on a board, painted from pictures, tile by tile.
//
// A map of many thousand strokes takes a computer without a graphics card a quarter of a second to
// paint, and while a browser paints, it shows nothing else. So we paint it ourselves, a small piece
// at a time, in pauses; what was painted before stays until then, and an answer never waits for it.

import { Gone } from "./api.js";
import { dark, h } from "./dom.js";

/** @import { Camera } from "./camera.js" */
/** @import { Rect } from "./geometry.js" */
/** @typedef {Record<string, HTMLImageElement>} Pictures */
/**
 * @typedef {object} Coat one painting of the ground, at one scale
 * @property {string} key
 * @property {number} size
 * @property {HTMLElement} element
 * @property {Map<string, HTMLCanvasElement>} tiles
 */

/** From below. The numbers are for whoever looks from close by. */
const PICTURES = ["ground", "flood", "land", "numbers", "marks"];
/** Pixels of the screen along the side of a tile. */
const TILE = 384;
/** The whole board, small: shown where nothing better is painted yet, and on the mini-map. */
const SMALL = 0.4;
const STRIPS = 12;
const DARK = "brightness(.8) saturate(.92)";

/**
 * The pictures of a board, loaded.
 * @param {string} address
 */
export async function fetchPictures(address) {
  /** @type {Pictures} */
  const pictures = {};
  for (const name of PICTURES) {
    pictures[name] = new Image();
    pictures[name].dataset.address = address;
    if (name !== "flood") pictures[name].src = `${address}?sheet=${name}`;
  }
  try {
    await Promise.all(PICTURES.map((name) => pictures[name].src && pictures[name].decode()));
  } catch {
    throw new Gone("The board could not be fetched.");
  }
  return pictures;
}

/**
 * Fetch the water that covers a part of the ground, if there is any now.
 * @param {Pictures} pictures
 * @param {string} name
 */
export async function fetchFlood(pictures, name) {
  const { flood } = pictures;
  if ((flood.dataset.name ?? "") === name) return;
  flood.dataset.name = name;
  if (!name) flood.removeAttribute("src");
  else {
    flood.src = `${flood.dataset.address}?sheet=flood-${name}`;
    await flood.decode().catch(() => {});
  }
}

export class Ground {
  /**
   * @param {Pictures} pictures
   * @param {Rect} world
   */
  constructor(pictures, world) {
    this.pictures = pictures;
    this.world = world;
    this.small = /** @type {HTMLCanvasElement} */ (
      h("canvas.small", {
        width: Math.round(world.width * SMALL),
        height: Math.round(world.height * SMALL),
      })
    );
    this.element = h("div.sheet.ground", { "aria-hidden": "true" }, this.small);
    /** @type {Camera | null} */
    this.camera = null;
    /** @type {Coat | null} */
    this.coat = null;
    this.water = pictures.flood.dataset.name ?? "";
    this.waiting = 0;
    this.strip = STRIPS;
    /** Whether something more urgent is going on. */
    this.busy = () => false;
    /** Called when the small board is complete. */
    this.onsmall = () => {};
    new MutationObserver(() => this.renew()).observe(document.documentElement, {
      attributeFilter: ["data-theme"],
    });
  }

  /** @param {Camera} camera */
  watch(camera) {
    this.camera = camera;
    camera.watchers.push(() => this.soon());
  }

  /** @param {string} name */
  async flood(name) {
    if (this.water === name) return;
    await fetchFlood(this.pictures, name);
    this.water = name;
    this.renew();
  }

  /** Paint everything anew, what is seen first. */
  renew() {
    this.strip = 0;
    this.soon();
  }

  /**
   * Paint what is seen at once: in one go, and cut into tiles then, as every piece has its price.
   */
  now() {
    const { camera } = this;
    if (!camera) return;
    this.wet();
    const places = this.missing(camera.seen());
    if (!places.length) return;
    const left = Math.min(...places.map((each) => each.column));
    const top = Math.min(...places.map((each) => each.row));
    const wide = Math.max(...places.map((each) => each.column)) - left + 1;
    const high = Math.max(...places.map((each) => each.row)) - top + 1;
    const whole = /** @type {HTMLCanvasElement} */ (
      h("canvas", { width: wide * TILE, height: high * TILE })
    );
    this.paint(
      whole,
      camera.scale * devicePixelRatio,
      -left * TILE,
      -top * TILE,
      camera.near !== "no",
    );
    for (const place of places) {
      const brush = this.tile(place)?.getContext("2d");
      brush?.drawImage(whole, (left - place.column) * TILE, (top - place.row) * TILE);
    }
    this.dry();
  }

  /** Go on when there is time. */
  soon() {
    if (this.waiting) return;
    this.waiting = 1;
    const later =
      window.requestIdleCallback ?? ((/** @type {() => void} */ go) => window.setTimeout(go, 30));
    later(
      () => {
        this.waiting = 0;
        this.step();
      },
      { timeout: 250 },
    );
  }

  /** Paint one piece: of what is seen, of the small board, of what lies around. */
  step() {
    const { camera } = this;
    if (!camera || !this.element.isConnected) return;
    if (this.busy()) {
      window.setTimeout(() => this.soon(), 40);
      return;
    }
    // While the map moves, its scale does too: only what comes into view is painted.
    if (camera.resting === 0 || !this.coat) this.wet();
    const seen = camera.seen();
    const [first] = this.missing(seen);
    if (first) this.paintTile(first);
    else {
      this.dry();
      if (this.strip < STRIPS) this.paintStrip();
      else {
        const around = {
          x: seen.x - seen.width / 8,
          y: seen.y - seen.height / 8,
          width: seen.width * 1.25,
          height: seen.height * 1.25,
        };
        const [next] = camera.resting === 0 ? this.missing(around) : [];
        if (!next) return;
        this.paintTile(next);
      }
    }
    this.soon();
  }

  /** Begin a new coat if the scale or the look has changed. */
  wet() {
    const { camera, coat } = this;
    if (!camera) return;
    const key = [camera.scale, devicePixelRatio, this.water, camera.near, dark()].join(" ");
    if (coat?.key === key) return;
    const size = TILE / (camera.scale * devicePixelRatio);
    // A coat that was never finished goes; the last one that was stays beneath.
    if (coat && coat.element.previousElementSibling !== this.small) coat.element.remove();
    // Tiles lie on whole pixels of the coat, and the coat shows a pixel of theirs as one of the
    // screen.
    this.coat = {
      key,
      size,
      element: h("div.coat", { style: `transform: scale(${size / TILE})` }),
      tiles: new Map(),
    };
    this.element.append(this.coat.element);
  }

  /** All that is seen is painted: what was beneath can go, and what is far away. */
  dry() {
    const { camera, coat } = this;
    if (!camera || !coat) return;
    while (coat.element.previousElementSibling !== this.small) {
      coat.element.previousElementSibling?.remove();
    }
    const seen = camera.seen();
    for (const [name, canvas] of coat.tiles) {
      const [column, row] = name.split(" ").map(Number);
      const x = this.world.x + column * coat.size;
      const y = this.world.y + row * coat.size;
      if (
        x > seen.x + seen.width * 2 ||
        x + coat.size < seen.x - seen.width ||
        y > seen.y + seen.height * 2 ||
        y + coat.size < seen.y - seen.height
      ) {
        canvas.remove();
        coat.tiles.delete(name);
      }
    }
  }

  /**
   * The tiles of a part that are not painted, from its middle.
   * @param {Rect} part
   */
  missing(part) {
    const { coat, world } = this;
    if (!coat) return [];
    const { size, tiles } = coat;
    const left = Math.max(0, Math.floor((part.x - world.x) / size));
    const top = Math.max(0, Math.floor((part.y - world.y) / size));
    const right = Math.min(world.width, part.x + part.width - world.x);
    const bottom = Math.min(world.height, part.y + part.height - world.y);
    const found = [];
    for (let row = top; row * size < bottom; row += 1) {
      for (let column = left; column * size < right; column += 1) {
        if (!tiles.has(`${column} ${row}`)) found.push({ column, row });
      }
    }
    const x = (part.x + part.width / 2 - world.x) / size - 0.5;
    const y = (part.y + part.height / 2 - world.y) / size - 0.5;
    return found.sort(
      (a, b) => Math.hypot(a.column - x, a.row - y) - Math.hypot(b.column - x, b.row - y),
    );
  }

  /**
   * Put down an empty tile.
   * @param {{column: number, row: number}} place
   */
  tile({ column, row }) {
    const { coat } = this;
    if (!coat) return null;
    const canvas = /** @type {HTMLCanvasElement} */ (
      h("canvas", {
        width: TILE,
        height: TILE,
        style: `left: ${column * TILE}px; top: ${row * TILE}px`,
      })
    );
    coat.tiles.set(`${column} ${row}`, canvas);
    coat.element.append(canvas);
    return canvas;
  }

  /** @param {{column: number, row: number}} place */
  paintTile(place) {
    const { camera, coat } = this;
    const canvas = this.tile(place);
    if (camera && coat && canvas) {
      this.paint(
        canvas,
        TILE / coat.size,
        -place.column * TILE,
        -place.row * TILE,
        camera.near !== "no",
      );
    }
  }

  /** The next strip of the small board. */
  paintStrip() {
    const { width, height } = this.small;
    const top = Math.floor((this.strip * height) / STRIPS);
    const bottom = Math.floor(((this.strip + 1) * height) / STRIPS);
    const strip = /** @type {HTMLCanvasElement} */ (h("canvas", { width, height: bottom - top }));
    this.paint(strip, SMALL, 0, -top, false);
    const brush = this.small.getContext("2d");
    brush?.clearRect(0, top, width, bottom - top);
    brush?.drawImage(strip, 0, top);
    this.strip += 1;
    if (this.strip === STRIPS) this.onsmall();
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {number} scale
   * @param {number} x where the world begins
   * @param {number} y
   * @param {boolean} numbers
   */
  paint(canvas, scale, x, y, numbers) {
    const brush = canvas.getContext("2d", { alpha: true });
    if (!brush) return;
    if (dark()) brush.filter = DARK;
    brush.setTransform(scale, 0, 0, scale, x, y);
    for (const name of PICTURES) {
      const picture = this.pictures[name];
      if (picture.getAttribute("src") && picture.complete && (numbers || name !== "numbers")) {
        brush.drawImage(picture, 0, 0, this.world.width, this.world.height);
      }
    }
  }
}
