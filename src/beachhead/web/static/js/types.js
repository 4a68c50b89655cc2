// What the server sends: docs/api.md says it in words.

/** @typedef {{id: string, label: string, touches: string[], rule: string}} Option */
/** @typedef {{seat: string, kind: string, prompt: string, rule: string, options?: Option[]}} Decision */
/** @typedef {{winners: string[], text: string, rule: string, score: Record<string, number>}} Result */
/** @typedef {{index: number, made: number, rule: string, kind: string, text: string, touches: string[], detail: Record<string, any>}} GameEvent */
/** @typedef {{clock: string, decision: Decision | null, result: Result | null, seat: string | null, seats: string[], table: any}} View */
/** @typedef {{possible: boolean, label: string | null, to?: number}} Step */
/** @typedef {{text: string, rule: string, touches: string[]}} Warning */
/** @typedef {{made: number, clock: string, turn: number | null, text: string | null}} TurningPoint */

/**
 * @typedef {object} Snapshot
 * @property {string} table
 * @property {string} game
 * @property {string} scenario
 * @property {string} title
 * @property {Record<string, any>} options
 * @property {number | string | null} seed
 * @property {string} seating
 * @property {string | null} seat
 * @property {string[]} seats
 * @property {number} made
 * @property {number} revision
 * @property {boolean} live
 * @property {number} total
 * @property {View} view
 * @property {boolean} yours
 * @property {number} events_from
 * @property {number} events_total
 * @property {GameEvent[]} events
 * @property {Step} undo
 * @property {Step} redo
 * @property {string | null} counters
 * @property {Flipbook | null} flipbook
 * @property {Record<string, string[]>} glow
 * @property {Warning[]} warnings
 * @property {TurningPoint[]} turning_points
 */

/** @typedef {{unit: string, division: number, where: string, delayed: boolean}} Arrival */
/** @typedef {{turn: number, time: string, tide: string, shuffle: boolean, state: string, arrivals: Arrival[], printed: string[]}} TrackTurn */
/** @typedef {{head: string, cells: string[]}} ChartRow */
/** @typedef {{id: string, title: string, rule: string, needed?: boolean, columns: string[], rows: ChartRow[], lit?: [number, number | null][], notes: string[]}} Chart */

/**
 * @typedef {object} Attack
 * @property {string} post
 * @property {string[]} units
 * @property {number} strength
 * @property {boolean} naval
 * @property {string | null} hero
 * @property {string[]} weapons
 * @property {boolean} flanking
 * @property {{unit: number, depth: number}} terrain
 * @property {string} depth
 * @property {{strength: number, requires: string[], missing: string[], weapons: boolean, comparison: string, results: string[]}} [german]
 * @property {{results: string[], chance: number}[]} chances
 * @property {{weapons: boolean, comparison: string, results: string[]}[]} lone_unit
 */

/**
 * @typedef {object} Flipbook
 * @property {number} turn
 * @property {number} last_turn
 * @property {string} time
 * @property {string} tide
 * @property {string} phase
 * @property {{id: string, name: string, rule: string, text: string, state: string}[]} phases
 * @property {{title: string, step: string, rule: string, must: string[], may: string[]}} now
 * @property {Chart[]} tables
 * @property {Attack | null} attack
 * @property {TrackTurn[]} track
 * @property {Arrival[]} due
 * @property {{turn: number, units: Arrival[]} | null} next_due
 * @property {{division: number, name: string, lost: number, limit: number}[]} losses
 * @property {{points: number, items: {name: string, points: number}[], end_of_turn: number, level: string, levels: {from: number, to: number, result: string, now: boolean}[]}} victory
 * @property {{left: number, discards: number, track: number[], fire: {sector: string, card: number, text: string}[]}} cards
 * @property {{division: number, name: string, left: number, acting: boolean}[]} actions
 * @property {number} naval_fire
 */

/** @typedef {{id: string, text: string, values: any[], default: any, rule: string, group: string}} Setting */
/** @typedef {{id: string, title: string, key: string, parameters: {id: string, values: string[]}[]}} OverlayKind */
/** @typedef {{name: string, title: string, rule: string, hexes: Record<string, {value: number, label: string, class: string}>, marks: {id: string, label: string, class: string}[], legend: {class: string, text: string, mark: string}[]}} Overlay */

/**
 * @typedef {object} GameEntry
 * @property {string} id
 * @property {string} title
 * @property {string} version
 * @property {string | null} notice
 * @property {string | null} board
 * @property {string | null} reference
 * @property {{id: string, title: string, text: string, rule: string}[]} scenarios
 * @property {Setting[]} settings
 * @property {Record<string, Record<string, string[]>>} seats
 * @property {OverlayKind[]} overlays
 * @property {{scenario: string, options: Record<string, any>, seed: number} | null} guided
 */

/** @typedef {{table: string, game: string, scenario: string, title: string, seating: string, seats: string[], clock: string, made: number, over: boolean, created: string, changed: string}} TableEntry */

/** @typedef {{number: string, title: string, depth: number, text: string[], statements: {id: string, text: string}[], rulings: string[], see: string[]}} Rule */
/** @typedef {{id: string, rules: string[], question: string, ruling: string, why: string, faq: boolean, switch?: {option: string, default: string, alternative: string} | null}} Ruling */
/** @typedef {{id: string, name: string, side: string, text: string, facts: Record<string, any>, svg: string}} UnitEntry */
/** @typedef {{id: string, number: number, text: string[], facts: Record<string, any>}} CardEntry */
/** @typedef {{game: string, title: string, version: string, rules: Rule[], rulings: Ruling[], charts: Chart[], units: UnitEntry[], cards: CardEntry[], notes: string[]}} Reference */

export {};
