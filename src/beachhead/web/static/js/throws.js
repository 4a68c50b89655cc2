// What dice and cards gave each seat, so that nobody has to suspect anybody. It is counted from
// what the seat was told, so it tells nothing that is hidden.

import { capital, h } from "./dom.js";

/** @import { Chosen, Happened } from "./types.js" */

/** So many throws of each face make it worth asking whether they are even. */
const ENOUGH = 5;
const RARE = 0.05;

/**
 * The faces that each seat threw: by who threw them where that is told, else by who acted: after
 * its choice, before anybody else's.
 * @param {Happened[]} events
 * @param {Chosen[]} choices
 * @returns {Map<string, number[]>}
 */
export function throwsOf(events, choices) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  /** @param {string} seat @param {number} face */
  const add = (seat, face) => found.set(seat, [...(found.get(seat) ?? []), face]);
  let last = "";
  for (const { made, detail } of events) {
    const dice = /** @type {number[] | undefined} */ (detail.dice);
    const thrown = `${made} ${dice}`;
    if (!dice?.length || thrown === last) continue; // what is told twice was thrown once
    last = thrown;
    const acted = detail.side ?? decider(choices, made);
    dice.forEach((face, n) => {
      const seat = detail.throwers?.[n] ?? acted;
      if (seat) add(seat, face);
    });
  }
  return found;
}

/** Who decided last before chance did. @param {Chosen[]} choices @param {number} made */
function decider(choices, made) {
  let n = made - 1;
  while (n >= 0 && choices[n]?.seat === "chance") n -= 1;
  return choices[n]?.seat;
}

/**
 * How many cards each seat drew.
 * @param {Happened[]} events
 * @returns {Map<string, number>}
 */
export function drawsOf(events) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { detail } of events) {
    if (!detail.drawn || !detail.side) continue;
    found.set(detail.side, (found.get(detail.side) ?? 0) + detail.drawn);
  }
  return found;
}

/**
 * What was drawn from a deck that everybody sees: how many cards, for what, how often it was
 * shuffled, and whether a card came twice without that.
 * @param {Happened[]} events
 */
export function deckOf(events) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  /** @type {Set<number>} */
  let out = new Set();
  let [cards, shuffles, twice] = [0, 0, 0];
  for (const { detail } of events) {
    if (typeof detail.cards === "number") {
      shuffles += 1;
      out = new Set();
    }
    if (!detail.card || !detail.use) continue;
    cards += 1;
    uses.set(detail.use, (uses.get(detail.use) ?? 0) + 1);
    if (out.has(detail.card)) twice += 1;
    out.add(detail.card);
  }
  return { cards, uses, shuffles, twice };
}

/**
 * How often even dice would be at least as uneven as these: Pearson's chi-square.
 * @param {number[]} dice
 * @param {number} faces
 */
export function evenness(dice, faces) {
  const expected = dice.length / faces;
  let sum = 0;
  for (let face = 1; face <= faces; face += 1) {
    const count = dice.filter((each) => each === face).length;
    sum += (count - expected) ** 2 / expected;
  }
  return upperGamma((faces - 1) / 2, sum / 2);
}

/**
 * The regularized upper incomplete gamma function, by its series or its continued fraction.
 * @param {number} a a half of a whole number
 * @param {number} x
 */
export function upperGamma(a, x) {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let n = 1; n < 500 && term > sum * 1e-14; n += 1) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - front * sum;
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < 500; n += 1) {
    const step = -n * (n - a);
    b += 2;
    d = 1 / (step * d + b);
    c = b + step / c;
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return front * value;
}

/** The logarithm of the gamma function of a half of a whole number. @param {number} a */
function logGamma(a) {
  let [sum, x] = [0, a];
  for (; x > 1; x -= 1) sum += Math.log(x - 1);
  return sum + (x === 0.5 ? Math.log(Math.PI) / 2 : 0);
}

/**
 * Whether dice are even, in a sentence.
 * @param {number[]} dice
 * @param {number} faces
 */
export function verdict(dice, faces) {
  if (dice.length < ENOUGH * faces) return `too few to judge; ${ENOUGH * faces} would tell`;
  const chance = evenness(dice, faces);
  const share = chance < 0.01 ? "fewer than 1" : `${Math.round(100 * chance)}`;
  return chance < RARE
    ? `uneven for fair dice, which are so in ${share} of 100 games`
    : `as fair dice fall, which are at least so uneven in ${share} of 100 games`;
}

/**
 * What dice and cards gave each seat.
 * @param {Happened[]} events
 * @param {Chosen[]} choices
 * @param {number} faces
 * @param {(seat: string) => string} nameOf
 */
export function throwsTable(events, choices, faces, nameOf) {
  return [
    ...diceTable(throwsOf(events, choices), faces, nameOf),
    ...cardLines(drawsOf(events), deckOf(events), nameOf),
  ];
}

/**
 * @param {Map<string, number[]>} found
 * @param {number} die
 * @param {(seat: string) => string} nameOf
 */
function diceTable(found, die, nameOf) {
  if (!found.size) return [];
  const most = Math.max(die, ...[...found.values()].flat());
  const faces = Array.from({ length: most }, (_, n) => n + 1);
  return [
    h("h3", null, "Thrown so far"),
    h(
      "table.throws",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["By", "Dice", "Average", ...faces.map(String)].map((text) =>
            h("th", { scope: "col" }, text),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        [...found].map(([seat, dice]) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, capital(nameOf(seat))),
            h("td", null, String(dice.length)),
            h("td", null, (dice.reduce((sum, face) => sum + face, 0) / dice.length).toFixed(2)),
            faces.map((face) => h("td", null, String(dice.filter((each) => each === face).length))),
          ),
        ),
      ),
    ),
    h(
      "p.fine-print",
      null,
      `Even dice of ${most} faces show ${((most + 1) / 2).toFixed(1)} on average. `,
      [...found]
        .map(([seat, dice]) => `${capital(nameOf(seat))}: ${verdict(dice, most)}.`)
        .join(" "),
    ),
  ];
}

/**
 * @param {Map<string, number>} draws
 * @param {ReturnType<typeof deckOf>} deck
 * @param {(seat: string) => string} nameOf
 */
function cardLines(draws, deck, nameOf) {
  const lines = [...draws].map(([seat, count]) => `${capital(nameOf(seat))} drew ${count}.`);
  if (deck.cards) {
    const uses = [...deck.uses].map(([use, count]) => `${count} for ${use}`).join(", ");
    const shuffled = ["never", "once", "twice"][deck.shuffles] ?? `${deck.shuffles} times`;
    lines.push(
      `${deck.cards} were drawn: ${uses}. The deck was shuffled ${shuffled}; ` +
        (deck.twice
          ? `${deck.twice} cards came again without that, which should not be.`
          : "in between no card came twice."),
    );
  }
  return lines.length
    ? [h("h3", null, "Cards so far"), ...lines.map((line) => h("p", null, line))]
    : [];
}
