// The board: the drawing from the server, what lies on it, what is lit up, what moves.
//
// The ground is drawn once and never touched again; counters, lights and effects lie on sheets of
// their own above it, so a move never redraws the map.

import { request } from "./api.js";
import { Camera } from "./camera.js";
import { calm, h, s } from "./dom.js";
import { MiniMap } from "./minimap.js";

/** @typedef {import("./camera.js").Rect} Rect */
/** @typedef {"option" | "hover" | "chosen" | "told" | "warn" | "overlay"} Light */
/** @typedef {{ids: string[], x: number, y: number, touch: boolean, double: boolean}} Pick */

/** @type {Map<string, Promise<string>>} */
const drawings = new Map();

/**
 * The drawing of a board, fetched once.
 * @param {string} address
 */
export function fetchDrawing(address) {
  let drawing = drawings.get(address);
  if (!drawing) {
    drawing = request(address, { text: true });
    drawing.catch(() => drawings.delete(address));
    drawings.set(address, drawing);
  }
  return drawing;
}

/** @type {Map<string, Promise<string>>} */
const pictures = new Map();

/**
 * The same drawing as the address of a picture.
 * @param {string} address
 */
export function fetchPicture(address) {
  let picture = pictures.get(address);
  if (!picture) {
    picture = fetchDrawing(address).then((drawing) => URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" })));
    picture.catch(() => pictures.delete(address));
    pictures.set(address, picture);
  }
  return picture;
}

const HALF = 24;

export class Board {
  /** @param {string} drawing the SVG document */
  constructor(drawing) {
    const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    this.ground = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    const [x, y, width, height] = (this.ground.getAttribute("viewBox") ?? "0 0 100 100").split(/[ ,]+/).map(Number);
    /** @type {Rect} */
    this.world = { x, y, width, height };
    const look = this.ground.getAttribute("class") ?? "board";
    for (const name of ["width", "height", "role"]) this.ground.removeAttribute(name);
    this.ground.querySelector("title")?.remove();
    this.ground.setAttribute("aria-hidden", "true");
    this.ground.classList.add("sheet", "ground");

    /** @param {string} name */
    const sheet = (name) => s("svg", { class: `${look} sheet ${name}`, viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" });
    this.glowing = sheet("glowing");
    this.lit = sheet("lit");
    this.pieces = sheet("pieces");
    this.effects = sheet("effects");

    this.hexes = this.ground.querySelector("#hexes") ?? s("g", { id: "hexes" });
    const dots = this.ground.querySelector("#dots");
    const counters = this.ground.querySelector("#counters") ?? s("g", { id: "counters" });
    /** @type {Record<Light, SVGElement>} */
    this.lights = {
      overlay: s("g.overlay"), option: s("g.option"), warn: s("g.warn"), told: s("g.told"),
      chosen: s("g.chosen"), hover: s("g.hover"),
    };
    this.lit.append(this.hexes, this.lights.overlay);
    this.glowing.append(this.lights.option);
    const upper = s("g");
    upper.append(this.lights.warn, this.lights.told, this.lights.chosen, this.lights.hover);
    this.lit.append(upper);
    if (dots) this.pieces.append(dots);
    this.pieces.append(counters);
    this.labels = s("g.labels");
    this.lines = s("g.lines");
    this.effects.append(this.labels, this.lines);
    this.counters = counters;

    this.plane = h("div.plane", null, this.ground, this.lit, this.glowing, this.pieces, this.effects);
    this.element = h("div.board-frame", {
      tabindex: "0", role: "application", "aria-roledescription": "map",
      "aria-label": "The map. Arrow keys move it, plus and minus zoom, N and Shift N go through what you may choose, Enter chooses.",
    }, this.plane);
    this.camera = new Camera(this.element, this.plane, this.world);
    this.minimap = new MiniMap(this);
    this.element.append(this.minimap.element);

    /** @type {Map<string, {html: string, node: Element}>} */
    this.known = new Map();
    /** @type {(pick: Pick) => void} */
    this.onpick = () => {};
    /** @type {(ids: string[], at: {x: number, y: number}) => void} */
    this.onpoint = () => {};
    /** @type {string} */
    this.pointed = "";
    this.last = { time: 0, id: "" };
    /** @type {Map<string, Rect>} */
    this.measured = new Map();
    this.element.addEventListener("click", (event) => this.click(event));
    this.element.addEventListener("pointermove", (event) => this.point(event));
    this.element.addEventListener("pointerleave", () => this.pointAt([], { x: 0, y: 0 }));
  }

  // --- where things are

  /**
   * The element with an id, on any sheet.
   * @param {string} id
   * @returns {SVGGraphicsElement | null}
   */
  find(id) {
    return /** @type {SVGGraphicsElement | null} */ (this.plane.querySelector(`[id="${CSS.escape(id)}"]`));
  }

  /**
   * Where something is, in the world's coordinates; null if it is not on the board.
   * @param {string} id
   * @returns {Rect | null}
   */
  place(id) {
    if (id.startsWith("unit-") || id.startsWith("post-")) {
      const node = this.known.get(id)?.node;
      const at = node && spot(node);
      return at ? { x: at.x - HALF, y: at.y - HALF, width: 2 * HALF, height: 2 * HALF } : null;
    }
    const kept = this.measured.get(id);
    if (kept) return kept;
    const element = this.find(id);
    if (!element) return null;
    const box = element.getBBox();
    if (!box.width) return null;
    const rect = { x: box.x, y: box.y, width: box.width, height: box.height };
    this.measured.set(id, rect);
    return rect;
  }

  /** @param {string} id */
  middle(id) {
    const at = this.place(id);
    return at && { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  }

  /**
   * What holds some things together.
   * @param {Iterable<string>} ids
   * @returns {Rect | null}
   */
  around(ids) {
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    for (const id of ids) {
      const at = this.place(id);
      if (!at) continue;
      left = Math.min(left, at.x);
      top = Math.min(top, at.y);
      right = Math.max(right, at.x + at.width);
      bottom = Math.max(bottom, at.y + at.height);
    }
    return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
  }

  /**
   * The hex in which a point lies.
   * @param {number} x
   * @param {number} y
   */
  hexAt(x, y) {
    let best = "", least = Infinity;
    for (const hex of this.hexes.children) {
      const at = this.middle(hex.id);
      if (!at) continue;
      const far = (at.x - x) ** 2 + (at.y - y) ** 2;
      if (far < least) [best, least] = [hex.id, far];
    }
    return least < 36 * 36 ? best : "";
  }

  /**
   * The pieces that lie together with one, from below.
   * @param {string} id
   * @returns {string[]}
   */
  stackOf(id) {
    const at = this.middle(id);
    if (!at) return [];
    const here = id.startsWith("hex-") ? 22 : 26;
    const found = [];
    for (const [name, { node }] of this.known) {
      if (!name.startsWith("unit-") && !name.startsWith("post-")) continue;
      const there = spot(node);
      if (there && Math.hypot(there.x - at.x, there.y - at.y) < here) found.push(name);
    }
    return found;
  }

  // --- looking

  /**
   * Bring things into view.
   * @param {Iterable<string>} ids
   */
  reveal(ids) {
    const part = this.around(ids);
    return part ? this.camera.reveal(part) : false;
  }

  /** Frame everything that lies on the board. */
  home() {
    const part = this.around([...this.known.keys()].filter((id) => /^(unit|post)-/.test(id)));
    if (part) this.camera.show(part, { most: 1.6, margin: 90, smooth: this.camera.laid > 0 });
    else this.camera.fit();
  }

  // --- what lies on it

  /**
   * Put down what lies on the table; what went elsewhere slides there.
   * @param {string | null} fragment
   * @param {{slide?: number}} [how] milliseconds; 0 for at once
   */
  setCounters(fragment, how = {}) {
    if (fragment === null) return;
    const drawn = s("g");
    drawn.innerHTML = fragment;
    const slide = calm() ? 0 : how.slide ?? 260;
    /** @type {Map<string, {html: string, node: Element}>} */
    const known = new Map();
    /** @type {[Element, {x: number, y: number}][]} */
    const moved = [];
    /** @type {Element[]} */
    const fresh = [];
    const first = this.known.size === 0;
    const layers = [];
    for (const layer of [...drawn.children]) {
      const old = layer.id ? [...this.counters.children].find((each) => each.id === layer.id) : null;
      const nodes = [];
      for (const [n, node] of [...layer.children].entries()) {
        const id = node.id || `${layer.id}:${n}`;
        const html = node.outerHTML;
        const before = this.known.get(id);
        if (before && before.html === html) {
          for (const animation of before.node.getAnimations()) animation.cancel();
          nodes.push(before.node);
          known.set(id, before);
          continue;
        }
        nodes.push(node);
        known.set(id, { html, node });
        const was = before && spot(before.node), is = spot(node);
        if (was && is && Math.hypot(was.x - is.x, was.y - is.y) > 1) moved.push([node, was]);
        else if (!before && !first && is) fresh.push(node);
      }
      if (old) {
        const same = old.children.length === nodes.length && nodes.every((node, n) => node === old.children[n]);
        if (!same) old.replaceChildren(...nodes);
        layers.push(old);
      } else {
        layer.replaceChildren(...nodes);
        layers.push(layer);
      }
    }
    const same = layers.length === this.counters.children.length && layers.every((layer, n) => layer === this.counters.children[n]);
    if (!same) this.counters.replaceChildren(...layers);
    this.known = known;
    if (slide) {
      for (const [node, was] of moved) slideFrom(node, was, slide);
      for (const node of fresh) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: slide });
    }
    this.minimap.draw();
  }

  /** @param {string} tide */
  setTide(tide) {
    if (this.ground.dataset.tide !== tide) this.ground.dataset.tide = tide;
  }

  /** @param {string} id */
  title(id) {
    return this.known.get(id)?.node.querySelector("title")?.textContent ?? "";
  }

  /**
   * A counter as a picture of its own.
   * @param {string} id
   * @returns {SVGElement | null}
   */
  portrait(id) {
    const node = this.known.get(id)?.node;
    if (!node) return null;
    const copy = /** @type {Element} */ (node.cloneNode(true));
    copy.removeAttribute("id");
    copy.removeAttribute("transform");
    copy.querySelector("title")?.remove();
    return s("svg", { class: this.ground.getAttribute("class")?.replace(/sheet|ground/g, ""), viewBox: "-25 -25 51 53", "aria-hidden": "true" }, copy);
  }

  // --- lights

  /**
   * Light things up in one way; replaces what was lit so before.
   * @param {Light} how
   * @param {Iterable<string>} ids
   * @param {(id: string) => string} [look] a class for each
   */
  light(how, ids, look) {
    const group = this.lights[how];
    const shapes = [];
    const marked = how === "option" || how === "chosen" || how === "hover";
    if (marked) for (const node of this.counters.querySelectorAll(`.is-${how}`)) node.classList.remove(`is-${how}`);
    for (const id of new Set(ids)) {
      const shape = this.outline(id, look?.(id) ?? "");
      if (shape) shapes.push(shape);
      if (marked) this.known.get(id)?.node.classList.add(`is-${how}`);
    }
    group.replaceChildren(...shapes);
  }

  /**
   * The shape that lights something up.
   * @param {string} id
   * @param {string} look
   */
  outline(id, look) {
    if (id.startsWith("hex-")) {
      const hex = [...this.hexes.children].length ? this.find(id) : null;
      if (!hex) return null;
      return s("use", { href: "#hexagon", x: hex.getAttribute("x"), y: hex.getAttribute("y"), class: `shape hexagon ${look}` });
    }
    const at = this.place(id);
    if (!at) return null;
    const grow = id.startsWith("unit-") || id.startsWith("post-") ? 2 : 3;
    return s("rect", {
      x: at.x - grow, y: at.y - grow, width: at.width + 2 * grow, height: at.height + 2 * grow, rx: 5,
      class: `shape ${id.split("-")[0]} ${look}`,
    });
  }

  /**
   * Small words on hexes: chances, names.
   * @param {[string, string, string?][]} labels id, text, class
   */
  label(labels) {
    this.labels.replaceChildren(...labels.flatMap(([id, text, look]) => {
      const at = this.place(id);
      if (!at) return [];
      const x = at.x + at.width / 2, y = at.y + at.height - (id.startsWith("hex-") ? 12 : 2);
      const wide = 6 + text.length * 5.6;
      return [s("g", { class: `label-tag ${look ?? ""}` },
        s("rect", { x: x - wide / 2, y: y - 9, width: wide, height: 12.4, rx: 2 }),
        s("text", { x, y: y + 0.6 }, text))];
    }));
  }

  /**
   * Show the fields of fire of some positions, and of no others.
   * @param {Set<string>} names
   */
  showFire(names) {
    for (const field of this.pieces.querySelectorAll("#dots > g")) {
      const shown = names.has(field.id.replace(/^fire-/, ""));
      /** @type {SVGElement} */ (field).style.display = shown ? "inline" : "";
      field.classList.toggle("shown", shown);
    }
  }

  // --- effects

  /**
   * A line of fire.
   * @param {string} from
   * @param {string} to
   * @param {string} [look]
   */
  line(from, to, look = "") {
    const a = this.middle(from), b = this.middle(to);
    if (!a || !b) return null;
    const line = s("path", { class: `shot ${look}`, d: `M${a.x} ${a.y}L${b.x} ${b.y}`, pathLength: 1 });
    const bed = s("path", { class: "shot-bed", d: `M${a.x} ${a.y}L${b.x} ${b.y}`, pathLength: 1 });
    const burst = s("circle", { class: `burst ${look}`, cx: b.x, cy: b.y, r: 17 });
    const group = s("g", null, bed, line, burst);
    this.lines.append(group);
    if (!calm()) {
      for (const stroke of [bed, line]) {
        stroke.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: 220, easing: "ease-in" });
      }
      burst.animate([{ opacity: 0 }, { opacity: 0, offset: .6 }, { opacity: 1 }], { duration: 320 });
    }
    return group;
  }

  clearLines() {
    this.lines.replaceChildren();
  }

  /**
   * A counter that is hit flinches.
   * @param {string} id
   */
  flinch(id) {
    const node = this.known.get(id)?.node;
    const at = node && spot(node);
    if (!node || !at || calm()) return;
    /** @param {number} dx @param {number} turn */
    const pose = (dx, turn) => ({ transform: `translate(${at.x + dx}px, ${at.y}px) rotate(${turn + at.turn}deg)` });
    node.animate([pose(0, 0), pose(-3, -5), pose(3, 4), pose(-2, -2), pose(0, 0)], { duration: 320 });
  }

  /**
   * A counter goes somewhere, before the new table is laid.
   * @param {string} id
   * @param {string} to
   * @param {number} duration
   */
  travel(id, to, duration) {
    const entry = this.known.get(id), there = this.middle(to);
    const at = entry && spot(entry.node);
    if (!entry || !at || !there) return;
    const turn = at.turn ? `rotate(${at.turn})` : "";
    entry.node.setAttribute("transform", `translate(${there.x} ${there.y})${turn}`);
    entry.html = ""; // it is no longer as the server drew it
    if (!calm()) slideFrom(entry.node, at, duration);
  }

  /**
   * A counter leaves the board.
   * @param {string} id
   */
  vanish(id) {
    this.known.get(id)?.node.animate([{ opacity: 1 }, { opacity: 0.12 }], { duration: calm() ? 1 : 400, fill: "forwards" });
  }

  // --- pointing

  /** @param {Event} event */
  idsAt(event) {
    const target = /** @type {Element} */ (event.target);
    const counter = target.closest(".counter");
    const mouse = /** @type {MouseEvent} */ (event);
    const box = this.element.getBoundingClientRect();
    const at = this.camera.toWorld(mouse.clientX - box.left, mouse.clientY - box.top);
    const ids = [];
    if (counter?.id) ids.push(counter.id);
    if (target.id.startsWith("hex-")) ids.push(target.id);
    else if (counter?.id) {
      const middle = this.middle(counter.id);
      const hex = middle && this.hexAt(middle.x, middle.y);
      if (hex) ids.push(hex);
    }
    for (const boxElement of this.ground.querySelectorAll("#boxes > g[id]")) {
      const rect = this.place(boxElement.id);
      if (rect && at.x >= rect.x && at.x <= rect.x + rect.width && at.y >= rect.y && at.y <= rect.y + rect.height) ids.push(boxElement.id);
    }
    return ids;
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.camera.dragged || /** @type {Element} */ (event.target).closest("[data-still]")) return;
    const ids = this.idsAt(event);
    const touch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    const box = this.element.getBoundingClientRect();
    const double = ids[0] === this.last.id && event.timeStamp - this.last.time < 350;
    this.last = { time: event.timeStamp, id: ids[0] ?? "" };
    this.onpick({ ids, x: event.clientX - box.left, y: event.clientY - box.top, touch, double });
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (event.pointerType === "touch" || this.camera.fingers.size) return;
    if (/** @type {Element} */ (event.target).closest("[data-still]")) return;
    const box = this.element.getBoundingClientRect();
    this.pointAt(this.idsAt(event), { x: event.clientX - box.left, y: event.clientY - box.top });
  }

  /**
   * @param {string[]} ids
   * @param {{x: number, y: number}} at
   */
  pointAt(ids, at) {
    const key = ids.join(" ");
    if (key === this.pointed) return;
    this.pointed = key;
    this.onpoint(ids, at);
  }
}

/**
 * Where a counter was put.
 * @param {Element} node
 */
function spot(node) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)(?:rotate\(([-\d.]+)\))?/.exec(node.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]), turn: Number(found[3] ?? 0) } : null;
}

/**
 * @param {Element} node
 * @param {{x: number, y: number}} was
 * @param {number} duration
 */
function slideFrom(node, was, duration) {
  const is = spot(node);
  if (!is) return;
  node.animate(
    [{ transform: `translate(${was.x}px, ${was.y}px) rotate(${is.turn}deg)` }, { transform: `translate(${is.x}px, ${is.y}px) rotate(${is.turn}deg)` }],
    { duration, easing: "ease-in-out" },
  );
}
