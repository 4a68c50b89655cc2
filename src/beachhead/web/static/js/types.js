// What the server sends (shapes.js), and what only a seat's view and the reference hold.

/**
 * @typedef {import("./shapes.js").Chart & {lively?: boolean}} Chart one that is read from just now
 *   is lively
 */

/**
 * @typedef {object} Option
 * @property {string} id
 * @property {string} label
 * @property {string[]} touches
 * @property {string} rule
 * @property {boolean} ends
 */

/**
 * @typedef {object} Decision
 * @property {string} seat
 * @property {string} kind
 * @property {string} prompt
 * @property {string} rule
 * @property {Option[]} [options]
 */

/**
 * @typedef {object} Result
 * @property {string[]} winners
 * @property {string} text
 * @property {string} rule
 * @property {Record<string, number>} score
 */

/**
 * @typedef {object} View
 * @property {string} clock
 * @property {Decision | null} decision
 * @property {Result | null} result
 * @property {string | null} seat
 * @property {string[]} seats
 * @property {any} table
 */

/**
 * @typedef {object} Note what this browser noted of a dealing before the first draw
 * @property {string | null} commitment
 * @property {Record<string, string>} nonces
 */

/**
 * @typedef {object} Rule
 * @property {string} number
 * @property {string} title
 * @property {number} depth
 * @property {string | null} phase
 * @property {string[]} text
 * @property {{id: string, text: string}[]} statements
 * @property {string[]} rulings
 * @property {string[]} see
 */

/**
 * @typedef {object} Ruling
 * @property {string} id
 * @property {string[]} rules
 * @property {string} question
 * @property {string} ruling
 * @property {string} why
 * @property {boolean} faq
 * @property {{option: string, default: string, alternative: string} | null} [switch]
 */

/**
 * @typedef {object} Rulebook
 * @property {string} game
 * @property {string} title
 * @property {string} version
 * @property {Rule[]} rules
 * @property {Ruling[]} rulings
 */

/** @typedef {import("./shapes.js").Reference & Rulebook} Reference */

export * from "./shapes.js";
