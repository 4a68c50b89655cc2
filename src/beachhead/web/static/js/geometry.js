// Rectangles, points and arrows on a board: only numbers, nothing of the page.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Rect */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Edges */

/**
 * As near to a place as limits allow; in the middle of limits that leave no room.
 * @param {number} at
 * @param {number} low
 * @param {number} high
 */
export function between(at, low, high) {
  return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, at));
}

/**
 * Keep at least the middle of the frame on the board; a board with room to spare lies in the
 * middle, or so far from the edge as it has to.
 * @param {number} at
 * @param {number} long of the board
 * @param {number} room of the frame
 * @param {number} [least] from the edge
 */
export function keep(at, long, room, least = 0) {
  if (long <= room) return Math.min(room - long, Math.max(least, (room - long) / 2));
  const slack = room * 0.35;
  return Math.min(slack, Math.max(room - long - slack, at));
}

/** @param {Point} point @param {Rect} rect */
export function within(point, rect) {
  return (
    point.x >= rect.x &&
    point.x <= rect.x + rect.width &&
    point.y >= rect.y &&
    point.y <= rect.y + rect.height
  );
}

/**
 * Whether a part is seen with some room around it.
 * @param {Rect} seen
 * @param {Rect} part
 * @param {number} room
 */
export function holds(seen, part, room) {
  return (
    part.x - room >= seen.x &&
    part.y - room >= seen.y &&
    part.x + part.width + room <= seen.x + seen.width &&
    part.y + part.height + room <= seen.y + seen.height
  );
}

/**
 * What holds some rectangles together; null if there are none.
 * @param {Iterable<Rect>} rects
 * @returns {Rect | null}
 */
export function around(rects) {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** How much of two rectangles is common. @param {Rect} one @param {Rect} other */
export function overlap(one, other) {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/**
 * Of some places for something the one where it covers the least, the first of equals.
 * @param {Rect[]} places
 * @param {{rect: Rect, worth: number}[]} things that it might cover, and how bad that is
 */
export function clearest(places, things) {
  let [best] = places;
  let least = Infinity;
  for (const place of places) {
    const cost = things.reduce((sum, each) => sum + each.worth * overlap(place, each.rect), 0);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/**
 * Where to look for a part in the middle, or as near as it can be without showing more of what is
 * beside the world than allowed.
 * @param {Rect} part
 * @param {number} scale
 * @param {Rect} world
 * @param {Size} size of the frame
 * @param {Edges} beside in pixels of the frame
 */
export function framed(part, scale, world, size, beside) {
  const wide = size.width / scale / 2;
  const high = size.height / scale / 2;
  return {
    x: between(
      part.x + part.width / 2,
      world.x - beside.left / scale + wide,
      world.x + world.width + beside.right / scale - wide,
    ),
    y: between(
      part.y + part.height / 2,
      world.y - beside.top / scale + high,
      world.y + world.height + beside.bottom / scale - high,
    ),
    scale,
  };
}

/**
 * Where something was put, and how it is turned, by its transform; null if that does not say.
 * @param {string | null} transform
 */
export function placed(transform) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)(?:rotate\(([-\d.]+)\))?/.exec(
    transform ?? "",
  );
  return found ? { x: Number(found[1]), y: Number(found[2]), turn: Number(found[3] ?? 0) } : null;
}

/**
 * The outlines of an arrow through some points, and where a word stands beside it.
 * @param {Point[]} points
 */
export function arrowThrough(points) {
  const end = points[points.length - 1];
  const near = points[points.length - 2];
  const far = Math.hypot(end.x - near.x, end.y - near.y) || 1;
  const ux = (end.x - near.x) / far;
  const uy = (end.y - near.y) / far;
  const tip = { x: end.x - ux * 6, y: end.y - uy * 6 };
  const neck = { x: tip.x - ux * 10, y: tip.y - uy * 10 };
  const head = [
    tip,
    { x: neck.x - uy * 7, y: neck.y + ux * 7 },
    { x: neck.x + uy * 7, y: neck.y - ux * 7 },
  ];
  return {
    shaft: path([...points.slice(0, -1), neck]),
    head: `${path(head)}z`,
    middle: { x: (near.x + end.x) / 2, y: (near.y + end.y) / 2 },
  };
}

/** @param {Point[]} points */
function path(points) {
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

/**
 * Where words stand beside what they are about: above it, or below, or left or right of it; always
 * within the window.
 * @param {{left: number, right: number, top: number, bottom: number}} box
 * @param {Size} size of the words
 * @param {Size} window
 */
export function wordsAt(box, { width, height }, window) {
  const gap = 10;
  const most = { left: window.width - width - gap, top: window.height - height - gap };
  let left = (box.left + box.right - width) / 2;
  let top = box.top - height - gap;
  if (top < gap) {
    top = box.bottom + gap;
    if (top > most.top) {
      top = (box.top + box.bottom - height) / 2;
      left = box.left - width - gap;
      if (left < gap) left = box.right + gap;
    }
  }
  return { left: between(left, gap, most.left), top: between(top, gap, most.top) };
}
