// What may be chosen, in groups: attacks, what is free, what is paid for, what ends.

/** @import { Happened, Option, Snapshot } from "./types.js" */

/** How options look on the board says what they are. @type {[string, string][]} */
const GROUPS = [
  ["hostile", "Attacks"],
  ["free", "Free"],
  ["", "Actions"],
  ["costly", "At a price"],
];

/**
 * Options in their groups, what ends last; a single group needs no name.
 * @param {Option[]} options
 * @param {Record<string, string>} looks
 * @returns {{name: string, options: Option[]}[]}
 */
export function grouped(options, looks) {
  const open = options.filter((option) => !option.ends);
  const groups = [
    ...GROUPS.map(([look, name]) => ({
      name,
      options: open.filter((option) => (looks[option.id] ?? "") === look),
    })),
    { name: "Ends", options: options.filter((option) => option.ends) },
  ].filter((group) => group.options.length);
  const named = groups.filter((group) => group.name !== "Ends").length > 1;
  return groups.map((group) => ({ ...group, name: named ? group.name : "" }));
}

/**
 * Whether a label says all the words that somebody typed.
 * @param {string} label
 * @param {string} typed
 */
export function says(label, typed) {
  const text = label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * What would be left undone, unless the label of what ends it says how much that is.
 * @param {string} label
 * @param {string} left
 */
export function unsaid(label, left) {
  const numbers = left.match(/\b\d+\b/g) ?? [];
  const said = new Set(label.match(/\b\d+\b/g));
  return numbers.length && numbers.every((number) => said.has(number)) ? "" : left;
}

/** So many choices back something is still what just happened. */
const JUST = 3;

/**
 * What just happened, before a decision: the last thing that was worth telling by itself.
 * @param {Happened[]} events
 * @param {Snapshot} snapshot
 */
export function lately(events, { made }) {
  return events.findLast(
    (event) =>
      event.made <= made &&
      event.made > made - JUST &&
      ["beat", "scene"].includes(event.manner.weight),
  );
}
