// The board: the drawing from the server, what lies on it, what is lit up, what moves.
//
// The ground is painted by itself (ground.js); counters, lights and effects lie on sheets of their
// own above it, so a move never redraws the map.

import { request } from "./api.js";
import { Camera } from "./camera.js";
import { calm, h, s } from "./dom.js";
import { around, arrowThrough, clearest, placed, within } from "./geometry.js";
import { Ground } from "./ground.js";
import { MiniMap } from "./minimap.js";

/** @import { Rect } from "./geometry.js" */
/** @typedef {"option" | "hover" | "chosen" | "told" | "warn" | "overlay" | "lesson"} Light */
/** @typedef {{ids: string[], touch: boolean, more?: boolean}} Pick */
/**
 * Where it stands, short lines, a class, what a click on it does.
 * @typedef {[string, string, string?, (() => void)?]} Label
 */

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

const HALF = 24;
/** How much larger words are on a map of areas. */
const LARGE = 2;
/** The part of a counter, at its foot, where its numbers are. */
const FOOT = 0.45;

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
    this.labels = s("g.labels");
    this.lines = s("g.lines");
    this.arrowed = s("g.arrowed");
    this.way = s("g.way");
    this.effects.append(this.arrowed, this.labels, this.lines, this.way);
    this.counters = counters;

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

    /** @type {Map<string, {html: string, node: Element}>} */
    this.known = new Map();
    /** What was last put down, and what of it has moved since. */
    this.fragment = "";
    /** @type {Set<Element>} */
    this.stirred = new Set();
    /** @type {(pick: Pick) => void} */
    this.onpick = () => {};
    /** @type {(ids: string[]) => void} */
    this.onpoint = () => {};
    this.pointed = "";
    /** @type {Map<string, Rect>} */
    this.measured = new Map();
    /** @type {Rect | null} */
    this.hexagon = null;
    /** Where something may be chosen. @type {Rect[]} */
    this.acting = [];
    this.element.addEventListener("click", (event) => this.click(event));
    this.element.addEventListener("pointermove", (event) => this.point(event));
    this.element.addEventListener("pointerleave", () => this.pointAt([]));
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
    if (/^(unit|post|base|garrison)-/.test(id)) {
      const node = this.known.get(id)?.node;
      const at = node && spot(node);
      if (!node || !at) return null;
      const half = HALF * sizeOf(node);
      return { x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half };
    }
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
    for (const [name, { node }] of this.known) {
      if (!name.startsWith("unit-") && !name.startsWith("post-")) continue;
      const there = spot(node);
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

  /**
   * Counters, and those elsewhere that they stand for, such as the corps of an army.
   * @param {string[]} stack
   */
  fanned(stack) {
    const held = stack.flatMap(
      (id) => this.known.get(id)?.node.getAttribute("data-holds")?.split(" ") ?? [],
    );
    return [...new Set([...stack, ...held])];
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
    const there = ids.filter((id) => this.known.get(id)?.node.parentElement?.id !== "held");
    return there.length ? there : ids;
  }

  /** Frame everything that lies on the map. */
  home() {
    const part = this.around(
      this.onMap([...this.known.keys()].filter((id) => /^(unit|post)-/.test(id))),
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
  setCounters(fragment, how = {}) {
    if (fragment === null || (fragment === this.fragment && !this.stirred.size)) return;
    this.fragment = fragment;
    for (const node of this.stirred) {
      for (const animation of node.getAnimations()) animation.cancel();
    }
    this.stirred.clear();
    const drawn = s("g");
    drawn.innerHTML = fragment;
    const slide = calm() ? 0 : (how.slide ?? 260);
    /** @type {Map<string, {html: string, node: Element}>} */
    const known = new Map();
    /** @type {[Element, {x: number, y: number}][]} */
    const moved = [];
    /** @type {Element[]} */
    const fresh = [];
    const first = this.known.size === 0;
    const layers = [];
    if ([...drawn.children].some((node) => node.matches(".counter"))) {
      drawn.replaceChildren(s("g", null, ...drawn.children));
    }
    for (const layer of [...drawn.children]) {
      const old = layer.id
        ? [...this.counters.children].find((each) => each.id === layer.id)
        : null;
      const nodes = [];
      for (const [n, node] of [...layer.children].entries()) {
        const id = node.id || `${layer.id}:${n}`;
        const html = node.outerHTML;
        const before = this.known.get(id);
        if (before && before.html === html) {
          nodes.push(before.node);
          known.set(id, before);
          continue;
        }
        entitle(node);
        nodes.push(node);
        known.set(id, { html, node });
        const was = before && spot(before.node);
        const is = spot(node);
        if (was && is && Math.hypot(was.x - is.x, was.y - is.y) > 1) moved.push([node, was]);
        else if (!before && !first && is) fresh.push(node);
      }
      if (old) {
        const same =
          old.children.length === nodes.length &&
          nodes.every((node, n) => node === old.children[n]);
        if (!same) old.replaceChildren(...nodes);
        layers.push(old);
      } else {
        layer.replaceChildren(...nodes);
        layers.push(layer);
      }
    }
    const same =
      layers.length === this.counters.children.length &&
      layers.every((layer, n) => layer === this.counters.children[n]);
    if (!same) this.counters.replaceChildren(...layers);
    this.known = known;
    if (slide) {
      for (const [node, was] of moved) slideFrom(node, was, slide);
      for (const node of fresh) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: slide });
    }
    this.minimap.draw();
  }

  /** @param {string} flood the water on the board, by its name */
  setFlood(flood) {
    void this.ground.flood(flood);
  }

  /** @param {string} id */
  title(id) {
    return this.known.get(id)?.node.getAttribute("data-says") ?? "";
  }

  /** What each counter adds to its stack, of those that add something. @param {string[]} stack */
  added(stack) {
    const said = stack.map((id) => this.known.get(id)?.node.getAttribute("data-adds") ?? "");
    return said.filter(Boolean).map((each) => each.split(" "));
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

  /**
   * A counter as a picture of its own.
   * @param {string} id
   */
  portrait(id) {
    const node = this.known.get(id)?.node;
    if (!node) return null;
    const copy = /** @type {Element} */ (node.cloneNode(true));
    copy.removeAttribute("id");
    copy.removeAttribute("transform");
    copy.removeAttribute("data-says");
    const size = sizeOf(node);
    return s(
      "svg",
      {
        class: this.look,
        viewBox: [-25, -25, 51, 53].map((each) => each * size).join(" "),
        "aria-hidden": "true",
      },
      copy,
    );
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
    if (marked) {
      for (const node of this.counters.querySelectorAll(`.is-${how}`)) {
        node.classList.remove(`is-${how}`);
      }
    }
    for (const id of new Set(ids)) {
      const shape = this.outline(id, look?.(id) ?? "");
      if (shape) shapes.push(shape);
      if (marked) this.known.get(id)?.node.classList.add(`is-${how}`);
    }
    group.replaceChildren(...shapes);
    if (how === "option") {
      this.acting = [...new Set(ids)].flatMap((id) => this.place(id) ?? []);
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
   * Small words on hexes: chances, names. They stand where they cover no numbers of a counter.
   * @param {Label[]} labels
   */
  label(labels) {
    const things = labels.length ? this.printed() : [];
    const size = this.areas ? LARGE : 1;
    this.labels.replaceChildren(
      ...labels.flatMap(([id, text, look, open]) => {
        const lines = text.split("\n");
        const small = lines.length > 1 || text.length > 8;
        const [letter, high] = small ? [4, 8.2] : [5.6, 9.4];
        const wide = 6 + Math.max(...lines.map((line) => line.length)) * letter;
        const tall = high * lines.length + 3;
        const places = this.labelPlaces(id, wide * size, tall * size);
        if (!places.length) return [];
        const rect = clearest(places, things);
        things.push({ rect, worth: 4 });
        return [
          s(
            "g",
            {
              class: `label-tag ${small ? "small" : ""} ${look ?? ""} ${open ? "opens" : ""}`,
              ...(open ? { "data-still": "", onclick: open } : {}),
              transform: `translate(${rect.x + rect.width / 2} ${rect.y}) scale(${size})`,
            },
            s("rect", { x: -wide / 2, y: 0, width: wide, height: tall, rx: 2 }),
            ...lines.map((line, n) => s("text", { x: 0, y: (n + 1) * high + 0.2 }, line)),
          ),
        ];
      }),
    );
  }

  /**
   * What labels should not cover: numbers at the foot of counters, plates, the rest of counters.
   * @returns {{rect: Rect, worth: number}[]}
   */
  printed() {
    const counters = [...this.known.keys()].filter((id) => /^(unit|post)-/.test(id));
    return [
      ...counters.flatMap((id) => {
        const rect = this.place(id);
        if (!rect) return [];
        const high = rect.height * FOOT;
        const foot = { ...rect, y: rect.y + rect.height - high, height: high };
        return [
          { rect: foot, worth: 6 },
          { rect, worth: 1 },
        ];
      }),
      ...[...this.places.querySelectorAll("#plates > [id]")].flatMap((plate) => {
        const rect = this.place(plate.id);
        return rect ? [{ rect, worth: 3 }] : [];
      }),
    ];
  }

  /**
   * Where a label of something may stand, the best place first.
   * @param {string} id
   * @param {number} wide
   * @param {number} tall
   * @returns {Rect[]}
   */
  labelPlaces(id, wide, tall) {
    const at = this.place(id);
    if (!at) return [];
    const middle = at.x + at.width / 2;
    const low = at.y + at.height;
    /** @param {number} top @param {number} [center] */
    const put = (top, center = middle) => ({
      x: center - wide / 2,
      y: top,
      width: wide,
      height: tall,
    });
    if (id.startsWith("area-")) {
      // An area has a plate with its name: there is room around it.
      const plate = this.place(id.replace("area-", "plate-")) ?? at;
      const center = plate.x + plate.width / 2;
      return [
        put(plate.y - tall - 1, center),
        put(plate.y + plate.height + 1, center),
        put(plate.y + plate.height / 2 - tall / 2, plate.x + plate.width + wide / 2 + 3),
        put(plate.y + plate.height / 2 - tall / 2, plate.x - wide / 2 - 3),
        put(low - tall - 8),
      ];
    }
    if (id.startsWith("box-")) return [put(at.y + (this.areas ? 48 : 5) - tall + 6)];
    if (id.startsWith("hex-")) {
      const stack = this.around(this.stackOf(id)) ?? at;
      return [
        put(low - tall - 8),
        put(low - tall + 1),
        put(stack.y - tall - 1),
        put(at.y + 2),
        put(stack.y - tall / 2),
      ];
    }
    return [
      ...(this.areas ? [put(at.y + 2)] : []),
      put(at.y - tall + 4),
      put(low - 2),
      put(at.y + 2),
      put(at.y - tall - 6),
    ];
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

  /**
   * Arrows from place to place, such as movement orders; replaces those before.
   * @param {{from: string, to: string, class: string, label?: string}[]} arrows
   */
  arrows(arrows) {
    this.arrowed.replaceChildren(
      ...arrows.flatMap(({ from, to, class: look, label }) => {
        const a = this.middle(from);
        const b = this.middle(to);
        return a && b ? [arrow([a, b], look, label)] : [];
      }),
    );
  }

  /**
   * The way that something takes, place by place; none takes it away.
   * @param {string[]} ids
   * @param {string} [look]
   */
  route(ids, look = "") {
    const points = ids.flatMap((id) => this.middle(id) ?? []);
    this.way.replaceChildren(...(points.length > 1 ? [arrow(points, look)] : []));
  }

  // --- effects

  /**
   * A line of fire.
   * @param {string} from
   * @param {string} to
   * @param {string} [look]
   */
  line(from, to, look = "") {
    const a = this.middle(from);
    const b = this.middle(to);
    if (!a || !b) return null;
    const line = s("path", {
      class: `shot ${look}`,
      d: `M${a.x} ${a.y}L${b.x} ${b.y}`,
      pathLength: 1,
    });
    const bed = s("path", { class: "shot-bed", d: `M${a.x} ${a.y}L${b.x} ${b.y}`, pathLength: 1 });
    const burst = s("circle", { class: `burst ${look}`, cx: b.x, cy: b.y, r: 17 });
    const group = s("g", null, bed, line, burst);
    this.lines.append(group);
    if (!calm()) {
      for (const stroke of [bed, line]) {
        stroke.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
          duration: 220,
          easing: "ease-in",
        });
      }
      burst.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], {
        duration: 320,
      });
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
    const pose = (dx, turn) => ({
      transform: `translate(${at.x + dx}px, ${at.y}px) rotate(${turn + at.turn}deg)`,
    });
    this.stirred.add(node);
    node.animate([pose(0, 0), pose(-3, -5), pose(3, 4), pose(-2, -2), pose(0, 0)], {
      duration: 320,
    });
  }

  /**
   * A counter goes somewhere, before the new table is laid.
   * @param {string} id
   * @param {string} to
   * @param {number} duration
   * @param {number} [aside] by how many counters it stands aside
   */
  travel(id, to, duration, aside = 0) {
    const entry = this.known.get(id);
    const there = this.middle(to);
    const at = entry && spot(entry.node);
    if (!entry || !at || !there) return;
    const turn = at.turn ? `rotate(${at.turn})` : "";
    entry.node.setAttribute(
      "transform",
      `translate(${there.x + aside * 2 * HALF} ${there.y})${turn}`,
    );
    entry.html = ""; // it is no longer as the server drew it
    this.stirred.add(entry.node);
    if (!calm()) slideFrom(entry.node, at, duration);
  }

  /**
   * A counter leaves the board.
   * @param {string} id
   */
  vanish(id) {
    const node = this.known.get(id)?.node;
    if (!node) return;
    this.stirred.add(node);
    node.animate([{ opacity: 1 }, { opacity: 0.12 }], {
      duration: calm() ? 1 : 400,
      fill: "forwards",
    });
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

  /** @param {string[]} ids */
  pointAt(ids) {
    const key = ids.join(" ");
    if (key === this.pointed) return;
    this.pointed = key;
    this.onpoint(ids);
  }
}

/**
 * The words of a counter are said by the page's own hints (hints.js), not by the browser's.
 * @param {Element} node
 */
function entitle(node) {
  const title = node.querySelector(":scope > title");
  if (title) node.setAttribute("data-says", title.textContent ?? "");
  title?.remove();
}

/**
 * How much larger than usual a counter is drawn.
 * @param {Element} node
 */
function sizeOf(node) {
  const found = /^scale\(([\d.]+)\)/.exec(
    node.querySelector(":scope > g[transform]")?.getAttribute("transform") ?? "",
  );
  return found ? Number(found[1]) : 1;
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

/**
 * An arrow through some points, with a word beside it.
 * @param {{x: number, y: number}[]} points
 * @param {string} look
 * @param {string} [label]
 */
function arrow(points, look, label = "") {
  const { shaft, head, middle } = arrowThrough(points);
  return s(
    "g",
    { class: `arrow-line ${look}` },
    s("path", { class: "bed", d: shaft }),
    s("path", { class: "stroke", d: shaft }),
    s("path", { class: "head", d: head }),
    ...(label
      ? [
          s("circle", { class: "arrow-disc", cx: middle.x, cy: middle.y, r: 8.5 }),
          s("text", { class: "arrow-label", x: middle.x, y: middle.y + 3.6 }, label),
        ]
      : []),
  );
}

/**
 * Where a counter was put.
 * @param {Element} node
 */
function spot(node) {
  return placed(node.getAttribute("transform"));
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
    [
      { transform: `translate(${was.x}px, ${was.y}px) rotate(${is.turn}deg)` },
      { transform: `translate(${is.x}px, ${is.y}px) rotate(${is.turn}deg)` },
    ],
    { duration, easing: "ease-in-out" },
  );
}
