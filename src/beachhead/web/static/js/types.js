// What the server sends (shapes.js), and what only a seat's view and the reference hold.

/** @typedef {import("./shapes.js").Chart & {lively?: boolean}} Chart one that is read from just now is lively */

/** @typedef {{id: string, label: string, touches: string[], rule: string, ends: boolean}} Option */
/** @typedef {{seat: string, kind: string, prompt: string, rule: string, options?: Option[]}} Decision */
/** @typedef {{winners: string[], text: string, rule: string, score: Record<string, number>}} Result */
/** @typedef {{clock: string, decision: Decision | null, result: Result | null, seat: string | null, seats: string[], table: any}} View */
/** @typedef {{commitment: string | null, nonces: Record<string, string>}} Note what this browser noted of a dealing before the first draw */

/** @typedef {{number: string, title: string, depth: number, phase: string | null, text: string[], statements: {id: string, text: string}[], rulings: string[], see: string[]}} Rule */
/** @typedef {{id: string, rules: string[], question: string, ruling: string, why: string, faq: boolean, switch?: {option: string, default: string, alternative: string} | null}} Ruling */
/** @typedef {import("./shapes.js").Reference & {game: string, title: string, version: string, rules: Rule[], rulings: Ruling[]}} Reference */

export * from "./shapes.js";
