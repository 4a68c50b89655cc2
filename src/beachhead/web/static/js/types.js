// What the server sends: docs/api.md says it in words.

/** @typedef {{id: string, label: string, touches: string[], rule: string}} Option */
/** @typedef {{seat: string, kind: string, prompt: string, rule: string, options?: Option[]}} Decision */
/** @typedef {{winners: string[], text: string, rule: string, score: Record<string, number>}} Result */
/** @typedef {{index: number, made: number, rule: string, kind: string, text: string, touches: string[], detail: Record<string, any>}} GameEvent */
/** @typedef {{clock: string, decision: Decision | null, result: Result | null, seat: string | null, seats: string[], table: any}} View */
/** @typedef {{possible: boolean, label: string | null, to?: number}} Step */
/** @typedef {{text: string, rule: string, touches: string[]}} Warning */
/** @typedef {{made: number, clock: string, turn: number | null, text: string | null}} TurningPoint */

/** @typedef {{dealer: string, typed: boolean, seed: number | string | null, commitment: string | null, secret: string | null, nonces: Record<string, string | null>}} Dealing */
/** @typedef {{table: string, tokens: Record<string, string>, invitations: Record<string, string>, seating: string, title: string, commitment: string | null}} Founded */
/** @typedef {{commitment: string | null, nonces: Record<string, string>}} Note what this browser noted of a dealing before the first draw */

/**
 * @typedef {object} Snapshot
 * @property {string} table
 * @property {string} game
 * @property {string} scenario
 * @property {string} title
 * @property {Record<string, any>} options
 * @property {Dealing | null} dealing what cards and dice come from
 * @property {{kind: "scenario" | "situation" | "record", made: number}} origin what the founder began from
 * @property {string[]} awaited the seats that nobody has taken yet
 * @property {string | null} resumed why the game goes on from where it does, if it was played by other rules
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
 * @property {Record<string, string[]>} [routes]
 * @property {Record<string, string[]>} [risks]
 * @property {Record<string, string>} commits options that a click on the board does not choose at once, with what their labels leave unsaid
 * @property {string[]} subject
 * @property {Warning[]} warnings
 * @property {TurningPoint[]} turning_points
 * @property {string | null} ask how this token wants to be asked; null where nothing may be declined
 */

/** @typedef {{unit: string, division?: number, where: string, delayed: boolean}} Arrival */
/** @typedef {{turn: number, when: string, tide?: string, shuffle?: boolean, state: string, arrivals: Arrival[], printed: string[], check?: boolean}} TrackTurn */
/** @typedef {{name: string, value: string, note: string, title: string, of?: [number, number], danger?: boolean}} Gauge a figure to keep in sight; `of` is drawn as so many of so many */
/** @typedef {{title: string, rule: string, sides: {name: string, who: string, terms: {name: string, value: number}[], total: number, roll?: number | null, limited?: string}[], dice: number[], result: string | null, chances: {results: string[], chance: number}[], notes: string[]}} Sum */
/** @typedef {{id: string, face: string, name: string, text: string, options: string[]}} HeldCard */
/** @typedef {{title: string, cards: HeldCard[], seen: HeldCard[], seen_title: string}} Hand */
/** @typedef {{title: string, side: string, hand: number | null, left: number | null, cards: string[]}} Pile */
/** @typedef {{head: string, cells: string[]}} ChartRow */
/** @typedef {{id: string, title: string, rule: string, needed?: boolean, columns: string[], rows: ChartRow[], lit?: [number, number | null][], notes: string[], keys?: {rows: string[], columns: string[]}, svg?: string, lively?: boolean}} Chart */
/** @typedef {{id: string, title: string, rule: string, spaces: number[], markers: {name: string, division: number, space: number, note: string, touches: string[]}[]}} RangeTrack */
/** @typedef {{id: string, title: string, rule: string, open: boolean, lines: {text: string, touches: string[]}[]}} Section */
/** @typedef {{from: number | null, to: number | null, result: string, now: boolean, head?: string}} Level */
/** @typedef {{name: string, points: number, touches: string[]}} PointLine */
/** @typedef {{id: string, title: string, note: string, rule: string, points: number, could: number, secured: number, lines: PointLine[], open: PointLine[]}} PointGroup */
/** @typedef {{points: number, items: {name: string, points: number}[], end_of_turn: number, level: string, levels: Level[], secured: number, groups: PointGroup[], checks: {turn: number, state: string, rule: string, levels: Level[]}[], title?: string, said?: string, conditions?: Condition[]}} Victory */
/** @typedef {{text: string, state: string, met: boolean, for: string, touches: string[]}} Condition */
/** @typedef {{id: string, name: string, reduced: boolean, chosen: boolean}} TrayUnit */

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
 * @property {{weapons: boolean, comparison: string, depth: string, chance: number}[]} cells
 * @property {{weapons: boolean, comparison: string, results: string[]}[]} rows
 */

/**
 * @typedef {object} Flipbook
 * @property {number} turn
 * @property {number} last_turn
 * @property {string} time
 * @property {string} [tide]
 * @property {string} phase
 * @property {{id: string, name: string, rule: string, text: string, state: string, short?: string}[]} phases
 * @property {{title: string, step: string, rule: string, must: string[], may: string[], part?: boolean, left?: string, drag?: boolean, hostile?: boolean}} now `drag`: counters can be dragged to where they go; `hostile`: places are attacked
 * @property {Chart[]} tables
 * @property {Attack | null} [attack]
 * @property {Sum | null} [sum]
 * @property {TrackTurn[]} track
 * @property {Gauge[]} gauges
 * @property {Arrival[]} [due]
 * @property {{turn: number, units: Arrival[]} | null} [next_due]
 * @property {{division: number, name: string, lost: number, limit: number}[]} [losses]
 * @property {Victory} victory
 * @property {{left: number, discards: number, track: number[], fire: {sector: string, card: number, text: string}[]}} [cards]
 * @property {Hand | null} [hand]
 * @property {Pile[]} [piles]
 * @property {{id: string, text: string, class: string}[]} [labels]
 * @property {{division: number, name: string, left: number, acting: boolean}[]} [actions]
 * @property {number} [naval_fire]
 * @property {RangeTrack[]} [ranges]
 * @property {Section[]} [sections]
 * @property {{title: string, rule: string, hint: string, groups: {title: string, units: TrayUnit[]}[]} | null} [tray] counters to be placed
 * @property {number} [die] how many sides dice have, if not six
 */

/** @typedef {{id: string, text: string, values: any[], default: any, rule: string, group: string, refused?: Record<string, string>}} Setting */
/** @typedef {{id: string, title: string, key: string, parameters: {id: string, values: string[]}[]}} OverlayKind */
/** @typedef {{name: string, title: string, rule: string, hexes: Record<string, {value: number, label: string, class: string}>, marks: {id: string, label: string, class: string, short?: string, value?: number, waiting?: string[], due?: string[]}[], legend: {class: string, text: string, mark: string}[], arrows?: {from: string, to: string, class: string, label?: string}[], listed?: string[], hint?: string}} Overlay */

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
 * @property {boolean} secrets
 * @property {Record<string, string>} names
 * @property {Record<string, string>} seatings
 */

/** @typedef {{table: string, game: string, scenario: string, title: string, seating: string, seats: string[], clock: string, made: number, over: boolean, created: string, changed: string}} TableEntry */

/** @typedef {{number: string, title: string, depth: number, phase: string | null, text: string[], statements: {id: string, text: string}[], rulings: string[], see: string[]}} Rule */
/** @typedef {{id: string, rules: string[], question: string, ruling: string, why: string, faq: boolean, switch?: {option: string, default: string, alternative: string} | null}} Ruling */
/** @typedef {{id: string, name: string, side: string, text: string, facts: Record<string, any>, svg: string, back?: string}} UnitEntry */
/** @typedef {{id: string, number: number | string, text: string[], svg?: string, facts: Record<string, any>}} CardEntry */
/** @typedef {{game: string, title: string, version: string, style?: string, rules: Rule[], rulings: Ruling[], charts: Chart[], units: UnitEntry[], cards: CardEntry[], notes: string[]}} Reference */

export {};
