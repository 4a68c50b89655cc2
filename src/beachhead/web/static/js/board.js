// The board: the drawing from the server, where things are on it, what is lit, what is pointed at.
//
// The ground is painted by itself (ground.js); counters (counters.js), lights, words (labels.js)
// and lines (strokes.js) lie on sheets of their own above it, so a move never redraws the map.

import { request } from "./api.js";
import { Camera } from "./camera.js";
import { Counters, spot } from "./counters.js";
import { h, s } from "./dom.js";
import { around, within } from "./geometry.js";
import { Ground } from "./ground.js";
import { Labels } from "./labels.js";
import { MiniMap } from "./minimap.js";
import { Strokes } from "./strokes.js";

/** @import { Rect } from "./geometry.js" */
/** @typedef {"option" | "hover" | "chosen" | "told" | "warn" | "overlay" | "lesson"} Light */
/** @typedef {{ids: string[], touch: boolean, more?: boolean}} Pick */

/** @type {Map<string, Promise<string>>} */
const drawings = new Map();

/**
 * The part of a board that is not a picture, fetched once.
 * @param {string} address
 */
export function fetchDrawing(address) {
  let drawing = drawings.get(address);
  if (!drawing) {
    drawing = request(`${address}?sheet=live`, { text: true });
    drawing.catch(() => drawings.delete(address));
    drawings.set(address, drawing);
  }
  return drawing;
}

/** Boxes beside the map, the parts of one before the whole. */
const BOXES = "#boxes > g > [id], :is(#boxes, #exits, #zones) > g[id]";

export class Board {
  /**
   * @param {string} drawing the SVG document that is not a picture
   * @param {import("./ground.js").Pictures} pictures what is
   */
  constructor(drawing, pictures) {
    const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    const live = document.importNode(parsed, true);
    const [x, y, width, height] = (live.getAttribute("viewBox") ?? "0 0 100 100")
      .split(/[ ,]+/)
      .map(Number);
    /** @type {Rect} */
    this.world = { x, y, width, height };
    this.look = live.getAttribute("class") ?? "board";
    this.ground = new Ground(pictures, this.world);

    /** @param {string} name */
    const sheet = (name) =>
      s("svg", {
        class: `${this.look} sheet ${name}`,
        viewBox: `${x} ${y} ${width} ${height}`,
        "aria-hidden": "true",
      });
    /** What has a name and is painted in the pictures: here it is only measured. */
    this.places = s("svg", {
      class: `${this.look} places`,
      viewBox: `${x} ${y} ${width} ${height}`,
      width,
      height,
      "aria-hidden": "true",
    });
    this.places.append(...live.querySelectorAll(":scope > style, :scope > defs, #places"));
    this.glowing = sheet("glowing");
    this.lit = sheet("lit");
    this.pieces = sheet("pieces");
    this.effects = sheet("effects");

    this.hexes = live.querySelector("#hexes") ?? s("g", { id: "hexes" });
    /** A map of areas has no hexes. */
    this.areas = live.querySelector("#areas");
    const dots = live.querySelector("#dots");
    const counters = live.querySelector("#counters") ?? s("g", { id: "counters" });
    /** @type {Record<Light, SVGElement>} */
    this.lights = {
      overlay: s("g.overlay"),
      option: s("g.option"),
      warn: s("g.warn"),
      told: s("g.told"),
      chosen: s("g.chosen"),
      hover: s("g.hover"),
      lesson: s("g.lesson"),
    };
    this.lit.append(this.hexes, ...(this.areas ? [this.areas] : []), this.lights.overlay);
    this.glowing.append(this.lights.option);
    const upper = s("g");
    const { warn, told, chosen, hover, lesson } = this.lights;
    upper.append(warn, told, chosen, hover, lesson);
    this.lit.append(upper);
    if (dots) this.pieces.append(dots);
    this.pieces.append(counters);
    this.counters = new Counters(counters);
    this.labels = new Labels(this);
    this.strokes = new Strokes((id) => this.middle(id));
    const { arrowed, lines, way } = this.strokes;
    this.effects.append(arrowed, this.labels.element, lines, way);

    this.plane = h(
      "div.plane",
      null,
      this.places,
      this.ground.element,
      this.lit,
      this.glowing,
      this.pieces,
      this.effects,
    );
    this.element = h(
      "div.board-frame",
      {
        tabindex: "0",
        role: "application",
        "aria-roledescription": "map",
        "aria-label":
          "The map. Arrow keys move it, plus and minus zoom, N and Shift N go through what " +
          "you may choose, Enter chooses.",
      },
      this.plane,
    );
    this.camera = new Camera(this.element, this.plane, this.world);
    this.ground.watch(this.camera);
    this.minimap = new MiniMap(this);
    this.element.append(this.minimap.element);

    /** @type {(pick: Pick) => void} */
    this.onpick = () => {};
    /** @type {(ids: string[]) => void} */
    this.onpoint = () => {};
    /** Called when a finger comes down. @type {(ids: string[]) => void} */
    this.onpress = () => {};
    this.pointed = "";
    /** @type {Map<string, Rect>} */
    this.measured = new Map();
    /** @type {Rect | null} */
    this.hexagon = null;
    /** Where something may be chosen. @type {Rect[]} */
    this.acting = [];
    /** Where something is chosen or warned of. @type {Map<Light, Rect[]>} */
    this.noted = new Map();
    this.element.addEventListener("click", (event) => this.click(event));
    this.element.addEventListener("pointermove", (event) => this.point(event));
    this.element.addEventListener("pointerleave", () => this.pointAt([]));
    this.element.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
  }

  // --- where things are

  /**
   * The element with an id, on any sheet.
   * @param {string} id
   * @returns {SVGGraphicsElement | null}
   */
  find(id) {
    return id ? this.plane.querySelector(`#${CSS.escape(id)}`) : null;
  }

  /**
   * Where something is, in the world's coordinates; null if it is not on the board.
   * @param {string} id
   */
  place(id) {
    if (/^(unit|post|base|garrison)-/.test(id)) return this.counters.place(id);
    const kept = this.measured.get(id);
    if (kept) return kept;
    const element = this.find(id);
    if (!element) return null;
    const rect = id.startsWith("hex-") ? this.hexRect(element) : rectOf(element);
    if (!rect) return null;
    this.measured.set(id, rect);
    return rect;
  }

  /**
   * Hexes that are copies of one are alike: that is measured, the others are as far away as they
   * say.
   * @param {SVGGraphicsElement} hex
   */
  hexRect(hex) {
    if (!hex.hasAttribute("href")) return rectOf(hex);
    const x = Number(hex.getAttribute("x"));
    const y = Number(hex.getAttribute("y"));
    if (!this.hexagon) {
      const rect = rectOf(hex);
      if (!rect) return null;
      this.hexagon = { ...rect, x: rect.x - x, y: rect.y - y };
    }
    return { ...this.hexagon, x: this.hexagon.x + x, y: this.hexagon.y + y };
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
    return around([...ids].flatMap((id) => this.place(id) ?? []));
  }

  /** Measure where the game is played: hexes or areas, and the boxes they are entered from. */
  survey() {
    const spots = this.areas
      ? [...this.areas.children, ...this.places.querySelectorAll(":is(#boxes, #zones) > g[id]")]
      : [...this.hexes.children, ...this.places.querySelectorAll("#boxes > g[id]")];
    this.camera.field = this.around(spots.map((each) => each.id)) ?? this.world;
  }

  /**
   * The hex or area in which a point lies.
   * @param {number} x
   * @param {number} y
   */
  placeAt(x, y) {
    if (this.areas) {
      const shapes = /** @type {Iterable<SVGGeometryElement>} */ (
        /** @type {unknown} */ (this.areas.children)
      );
      for (const area of shapes) if (area.isPointInFill(new DOMPoint(x, y))) return area.id;
      return "";
    }
    let best = "";
    let least = Infinity;
    for (const hex of this.hexes.children) {
      const at = this.place(hex.id);
      if (!at) continue;
      const far = Math.hypot(at.x + at.width / 2 - x, at.y + at.height / 2 - y);
      if (far < least && far < Math.max(at.width, at.height) / 2) [best, least] = [hex.id, far];
    }
    return best;
  }

  /**
   * The box beside the map in which a point lies.
   * @param {number} x
   * @param {number} y
   */
  boxAt(x, y) {
    for (const box of this.places.querySelectorAll(BOXES)) {
      const rect = this.place(box.id);
      if (rect && within({ x, y }, rect)) return box.id;
    }
    return "";
  }

  /**
   * The pieces that lie together with one, from below.
   * @param {string} id
   */
  stackOf(id) {
    const at = this.middle(id);
    const room = this.place(id);
    if (!at || !room) return [];
    const wide = /^(area|zone|box)-/.test(id);
    const here = id.startsWith("hex-") ? 22 : this.areas ? 32 : 26;
    const found = [];
    for (const name of this.counters.known.keys()) {
      if (!name.startsWith("unit-") && !name.startsWith("post-")) continue;
      const there = this.counters.at(name);
      if (!there) continue;
      if (
        wide
          ? within(there, room) &&
            (!id.startsWith("area-") || this.placeAt(there.x, there.y) === id)
          : Math.hypot(there.x - at.x, there.y - at.y) < here
      ) {
        found.push(name);
      }
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

  /**
   * Look at what something touched.
   * @param {string[]} ids
   */
  lookAt(ids) {
    const there = ids.filter((id) => this.place(id));
    this.light("told", there);
    if (there.length) this.reveal(there);
  }

  /**
   * What of some things is not held in a box beside the map; all of them if all are.
   * @param {string[]} ids
   */
  onMap(ids) {
    const there = ids.filter((id) => !this.counters.isHeld(id));
    return there.length ? there : ids;
  }

  /** Frame everything that lies on the map. */
  home() {
    const part = this.around(
      this.onMap([...this.counters.known.keys()].filter((id) => /^(unit|post)-/.test(id))),
    );
    if (part) this.camera.show(part, { most: 1.6, margin: 90, smooth: this.camera.laid > 0 });
    else this.camera.fit();
  }

  // --- what lies on it

  /**
   * Put down what lies on the table; what went elsewhere slides there.
   * @param {string | null} fragment
   * @param {{slide?: number}} [how] milliseconds; 0 for at once
   */
  setCounters(fragment, how) {
    if (this.counters.put(fragment, how)) this.minimap.draw();
  }

  /** @param {string} flood the water on the board, by its name */
  setFlood(flood) {
    void this.ground.flood(flood);
  }

  /**
   * A place in words, as it is printed.
   * @param {string} id
   */
  words(id) {
    const element = this.find(id.replace(/^area-/, "plate-"));
    return (
      element?.querySelector("title")?.textContent ??
      id.replace(/^hex-/, "").replace(/^box-/, "box ")
    );
  }

  /** A counter as a picture of its own. @param {string} id */
  portrait(id) {
    return this.counters.portrait(id, this.look);
  }

  // --- lights

  /**
   * Light things up in one way; replaces what was lit so before.
   * @param {Light} how
   * @param {Iterable<string>} ids
   * @param {(id: string) => string} [look] a class for each
   */
  light(how, ids, look) {
    const all = new Set(ids);
    if (how === "option" || how === "chosen" || how === "hover") {
      this.counters.mark(`is-${how}`, all);
    }
    const shapes = [...all].flatMap((id) => this.outline(id, look?.(id) ?? "") ?? []);
    this.lights[how].replaceChildren(...shapes);
    if (how === "option" || how === "chosen" || how === "warn") {
      const places = [...all].flatMap((id) => this.place(id) ?? []);
      if (how === "option") this.acting = places;
      else this.noted.set(how, places);
      this.minimap.dodge();
    }
  }

  /**
   * The shape that lights something up.
   * @param {string} id
   * @param {string} look
   */
  outline(id, look) {
    if (id.startsWith("hex-")) {
      const shape = /** @type {SVGElement | undefined} */ (this.find(id)?.cloneNode(false));
      shape?.removeAttribute("id");
      shape?.setAttribute("class", `shape hexagon ${look}`);
      return shape ?? null;
    }
    if (id.startsWith("area-")) {
      const area = this.find(id);
      return area && s("path", { d: area.getAttribute("d"), class: `shape area-shape ${look}` });
    }
    const at = this.place(id);
    if (!at) return null;
    const grow = id.startsWith("unit-") || id.startsWith("post-") ? 2 : 3;
    return s("rect", {
      x: at.x - grow,
      y: at.y - grow,
      width: at.width + 2 * grow,
      height: at.height + 2 * grow,
      rx: 5,
      class: `shape ${id.split("-")[0]} ${look}`,
    });
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

  // --- pointing

  /**
   * @param {Event} event
   * @param {Element} [target] what lies there
   */
  idsAt(event, target = /** @type {Element} */ (event.target)) {
    const counter = target.closest(".counter");
    const mouse = /** @type {MouseEvent} */ (event);
    const box = this.element.getBoundingClientRect();
    const at = this.camera.toWorld(mouse.clientX - box.left, mouse.clientY - box.top);
    const ids = [];
    if (counter?.id) ids.push(counter.id);
    if (/^(hex|area)-/.test(target.id)) ids.push(target.id);
    else if (counter?.id) {
      const middle = this.middle(counter.id);
      const hex = middle && this.placeAt(middle.x, middle.y);
      if (hex) ids.push(hex);
    }
    const parts = this.places.querySelectorAll("#boxes > g > [id]");
    for (const boxElement of [
      ...parts,
      ...this.places.querySelectorAll(":is(#boxes, #exits, #zones) > g[id]"),
    ]) {
      const rect = this.place(boxElement.id);
      if (rect && within(at, rect)) ids.push(boxElement.id);
    }
    return ids;
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.camera.dragged || /** @type {Element} */ (event.target).closest("[data-still]")) {
      return;
    }
    // If the counter was put down anew while the button was down, the event is about the sheet.
    const ids = this.idsAt(
      event,
      document.elementFromPoint(event.clientX, event.clientY) ?? undefined,
    );
    const touch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    this.onpick({ ids, touch, more: event.shiftKey });
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (event.pointerType === "touch" || this.camera.fingers.size) return;
    if (/** @type {Element} */ (event.target).closest("[data-still]")) return;
    this.pointAt(this.idsAt(event));
  }

  /** A mouse has pointed before. @param {PointerEvent} event */
  press(event) {
    const still = /** @type {Element} */ (event.target).closest("[data-still]");
    if (event.pointerType === "touch" && !still) this.onpress(this.idsAt(event));
  }

  /** @param {string[]} ids */
  pointAt(ids) {
    const key = ids.join(" ");
    if (key === this.pointed) return;
    this.pointed = key;
    this.onpoint(ids);
  }
}

/**
 * @param {SVGGraphicsElement} element
 * @returns {Rect | null}
 */
function rectOf(element) {
  const { x, y, width, height } = element.getBBox();
  const at = spot(element) ?? { x: 0, y: 0 };
  return width ? { x: x + at.x, y: y + at.y, width, height } : null;
}
