// What lies on the board: counters as the server drew them, put down, moved, hit, taken away.
//
// What has not changed since the last time is left alone: what is read and put down anew is styled,
// laid out and painted anew, and a board may hold hundreds of counters.

import { arrange, calm, s } from "./dom.js";
import { placed } from "./geometry.js";

/** Half of the side of a counter. */
export const HALF = 24;

export class Counters {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
    /** @type {Map<string, {html: string, node: Element}>} */
    this.known = new Map();
    /** What was last put down, and what of it has moved since. */
    this.fragment = "";
    /** @type {Set<Element>} */
    this.stirred = new Set();
  }

  /**
   * Put down what lies on the table; what went elsewhere slides there.
   * @param {string | null} fragment
   * @param {{slide?: number}} [how] milliseconds; 0 for at once
   * @returns {boolean} whether anything has changed
   */
  put(fragment, how = {}) {
    if (fragment === null || (fragment === this.fragment && !this.stirred.size)) return false;
    this.fragment = fragment;
    for (const node of this.stirred) {
      for (const animation of node.getAnimations()) animation.cancel();
    }
    this.stirred.clear();
    const before = this.known;
    this.known = new Map();
    const layers = sliced(fragment).map(({ open, pieces }) => {
      const layer = this.layer(open);
      arrange(
        layer,
        pieces.map((html, n) => this.piece(html, nameOf(html) || `${layer.id}:${n}`, before)),
      );
      return layer;
    });
    arrange(this.element, layers);
    const slide = calm() ? 0 : (how.slide ?? 260);
    if (slide && before.size) this.slide(before, slide);
    return true;
  }

  /**
   * The layer that begins with a tag: the one that is there, if it has a name.
   * @param {string} open
   */
  layer(open) {
    const name = nameOf(open);
    const there = name && [...this.element.children].find((each) => each.id === name);
    return there || read(`${open}</g>`);
  }

  /**
   * A piece as it is drawn, the same as before if it is drawn the same.
   * @param {string} html
   * @param {string} id
   * @param {Map<string, {html: string, node: Element}>} before
   */
  piece(html, id, before) {
    let found = before.get(id);
    if (found?.html !== html) {
      found = { html, node: read(html) };
      entitle(found.node);
    }
    this.known.set(id, found);
    return found.node;
  }

  /**
   * What went elsewhere slides there, what is new appears.
   * @param {Map<string, {html: string, node: Element}>} before
   * @param {number} duration
   */
  slide(before, duration) {
    for (const [id, { node }] of this.known) {
      const last = before.get(id);
      const is = spot(node);
      if (!is || last?.node === node) continue;
      const was = last && spot(last.node);
      if (!last) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
      else if (was && Math.hypot(was.x - is.x, was.y - is.y) > 1) slideFrom(node, was, duration);
    }
  }

  // --- one of them

  /** Where one lies; null if it does not. @param {string} id */
  place(id) {
    const node = this.known.get(id)?.node;
    const at = node && spot(node);
    if (!node || !at) return null;
    const half = HALF * sizeOf(node);
    return { x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half };
  }

  /** The point where one lies. @param {string} id */
  at(id) {
    const node = this.known.get(id)?.node;
    return node ? spot(node) : null;
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
   * Counters, and those elsewhere that they stand for, such as the corps of an army.
   * @param {string[]} stack
   */
  fanned(stack) {
    const held = stack.flatMap(
      (id) => this.known.get(id)?.node.getAttribute("data-holds")?.split(" ") ?? [],
    );
    return [...new Set([...stack, ...held])];
  }

  /** Whether one is held in a box beside the map. @param {string} id */
  isHeld(id) {
    return this.known.get(id)?.node.parentElement?.id === "held";
  }

  /**
   * A counter as a picture of its own.
   * @param {string} id
   * @param {string} look the class of the board
   */
  portrait(id, look) {
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
        class: look,
        viewBox: [-25, -25, 51, 53].map((each) => each * size).join(" "),
        "aria-hidden": "true",
      },
      copy,
    );
  }

  /**
   * Mark some of them, and no others, with a class.
   * @param {string} mark
   * @param {Iterable<string>} ids
   */
  mark(mark, ids) {
    const marked = new Set([...ids].flatMap((id) => this.known.get(id)?.node ?? []));
    for (const node of this.element.querySelectorAll(`.${mark}`)) {
      if (!marked.delete(node)) node.classList.remove(mark);
    }
    for (const node of marked) node.classList.add(mark);
  }

  // --- what happens to them

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
   * @param {{x: number, y: number} | null} to
   * @param {number} duration
   * @param {number} [aside] by how many counters it stands aside
   */
  travel(id, to, duration, aside = 0) {
    const entry = this.known.get(id);
    const at = entry && spot(entry.node);
    if (!entry || !at || !to) return;
    const turn = at.turn ? `rotate(${at.turn})` : "";
    entry.node.setAttribute("transform", `translate(${to.x + aside * 2 * HALF} ${to.y})${turn}`);
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
}

/**
 * A drawing cut into its layers, each with the tag that opens it, and the pieces in them, without
 * reading what is in those. Pieces that are in no layer are in one of their own.
 * @param {string} fragment
 * @returns {{open: string, pieces: string[]}[]}
 */
export function sliced(fragment) {
  /** @type {{open: string, pieces: string[]}[]} */
  const layers = [];
  let depth = 0;
  let start = 0;
  for (const tag of fragment.matchAll(/<(\/?)[^<>]*?(\/?)>/g)) {
    const [text, closes, empty] = tag;
    const end = tag.index + text.length;
    if (closes) depth -= 1;
    else if (depth === 0 && !empty) layers.push({ open: text, pieces: [] });
    else if (depth === 1) start = tag.index;
    if (!closes && !empty) depth += 1;
    if (depth === 1 && (closes || empty)) layers.at(-1)?.pieces.push(fragment.slice(start, end));
  }
  const bare = layers.some(({ open }) => /^<\w+ [^>]*class="counter[ "]/.test(open));
  return bare ? [{ open: "<g>", pieces: outermost(fragment) }] : layers;
}

/** The elements of a drawing that has no layers. @param {string} fragment */
function outermost(fragment) {
  return sliced(`<g>${fragment}</g>`).flatMap(({ pieces }) => pieces);
}

/** The id in the first tag of a drawing, if there is one. @param {string} html */
function nameOf(html) {
  return /^<[^<>]*? id="([^"]*)"/.exec(html)?.[1] ?? "";
}

/** One element of a drawing. @param {string} html */
function read(html) {
  const drawn = s("g");
  drawn.innerHTML = html;
  return /** @type {Element} */ (drawn.firstElementChild);
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
 * Where a counter was put.
 * @param {Element} node
 */
export function spot(node) {
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
