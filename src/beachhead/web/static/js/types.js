// Names that the script uses for what the server sends (shapes.js), and what only a seat's view holds.

/** @typedef {import("./shapes.js").Snapshot} Snapshot */
/** @typedef {import("./shapes.js").Happened} GameEvent */
/** @typedef {import("./shapes.js").Step} Step */
/** @typedef {import("./shapes.js").Price} Warning */
/** @typedef {import("./shapes.js").TurningPoint} TurningPoint */
/** @typedef {import("./shapes.js").DealingInfo} Dealing */
/** @typedef {import("./shapes.js").Founded} Founded */
/** @typedef {import("./shapes.js").Flipbook} Flipbook */
/** @typedef {import("./shapes.js").Sum} Sum */
/** @typedef {import("./shapes.js").HeldCard} HeldCard */
/** @typedef {import("./shapes.js").Pile} Pile */
/** @typedef {import("./shapes.js").Deck} Deck */
/** @typedef {import("./shapes.js").Drawn} Drawn */
/** @typedef {import("./shapes.js").Chart & {lively?: boolean}} Chart one that is read from just now is lively */
/** @typedef {import("./shapes.js").SpaceTrack} SpaceTrack */
/** @typedef {import("./shapes.js").Section} Section */
/** @typedef {import("./shapes.js").Level} Level */
/** @typedef {import("./shapes.js").PointGroup} PointGroup */
/** @typedef {import("./shapes.js").Victory} Victory */
/** @typedef {import("./shapes.js").Tray} Tray */
/** @typedef {import("./shapes.js").TrayUnit} TrayUnit */
/** @typedef {import("./shapes.js").Moment} Moment */
/** @typedef {import("./shapes.js").Figures} Figures */
/** @typedef {import("./shapes.js").SettingInfo} Setting */
/** @typedef {import("./shapes.js").Offer} OverlayKind */
/** @typedef {import("./shapes.js").Shown} Overlay */
/** @typedef {import("./shapes.js").GameInfo} GameEntry */
/** @typedef {import("./shapes.js").TableInfo} TableEntry */
/** @typedef {import("./shapes.js").UnitEntry} UnitEntry */
/** @typedef {import("./shapes.js").CardEntry} CardEntry */

/** @typedef {{id: string, label: string, touches: string[], rule: string, ends: boolean}} Option */
/** @typedef {{seat: string, kind: string, prompt: string, rule: string, options?: Option[]}} Decision */
/** @typedef {{winners: string[], text: string, rule: string, score: Record<string, number>}} Result */
/** @typedef {{clock: string, decision: Decision | null, result: Result | null, seat: string | null, seats: string[], table: any}} View */
/** @typedef {{commitment: string | null, nonces: Record<string, string>}} Note what this browser noted of a dealing before the first draw */

/** @typedef {{number: string, title: string, depth: number, phase: string | null, text: string[], statements: {id: string, text: string}[], rulings: string[], see: string[]}} Rule */
/** @typedef {{id: string, rules: string[], question: string, ruling: string, why: string, faq: boolean, switch?: {option: string, default: string, alternative: string} | null}} Ruling */
/** @typedef {import("./shapes.js").Reference & {game: string, title: string, version: string, rules: Rule[], rulings: Ruling[]}} Reference */

export {};
