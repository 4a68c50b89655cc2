// What may be chosen: lit up on the map, brought into view, shown before it is chosen.

/** @import { Option, OrderInfo, Snapshot } from "./types.js" */

/** Below this scale counters cannot be read. */
const READABLE = 0.78;
/** Counters on a map of areas are larger: they can be read with the whole map in view. */
const READABLE_AREAS = 0.38;
/** So many lights are toned down. */
const MANY = 40;
export class Offers {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   */
  constructor(session, board) {
    this.session = session;
    this.board = board;
    /** Called with what is shown before it is chosen. @type {(option: Option | null) => void} */
    this.onpreview = () => {};
    /** Called when somebody asks why. @type {(figure: import("./types.js").FigureInfo) => void} */
    this.onwhy = () => {};
    /** @type {Map<string, Option[]>} */
    this.targets = new Map();
    /** @type {Map<string, Option[]>} */
    this.nearby = new Map();
    /**
     * The last decision that was no part of a bigger choice.
     * @type {{made: number, targets: Map<string, Option[]>}}
     */
    this.whole = { made: -1, targets: new Map() };
    /**
     * What the figures on the board say in full, by where they stand.
     * @type {Map<string, string>}
     */
    this.figures = new Map();
    /** What lights up. @type {string[]} */
    this.lit = [];
    /**
     * What those that the decision is about could attack instead of it, by what one clicks for it.
     * @type {Map<string, OrderInfo>}
     */
    this.attacks = new Map();
    /** Whether somebody has moved the map since the phase began. */
    this.userLooked = false;
    this.moment = "";
    this.first = true;
  }

  clear() {
    this.targets = new Map(); // `whole` keeps the old one
    this.nearby = new Map();
    this.attacks = new Map();
  }

  /**
   * Light up what may be chosen.
   * @param {Snapshot} snapshot
   */
  show(snapshot) {
    const options = snapshot.live ? (snapshot.view.decision?.options ?? []) : [];
    const { board } = this;
    const { targets, nearby, lit } = spread(options, snapshot.glow, (id) => !!board.place(id));
    this.targets = targets;
    this.nearby = nearby;
    this.figures = new Map();
    this.attacks = new Map();
    this.board.lights.option.classList.toggle("many", lit.length > MANY);
    this.lit = lit;
    this.glow(snapshot, lit);
    this.board.light("warn", snapshot.warnings?.flatMap((warning) => warning.touches) ?? []);
    const chosen = this.chosen(snapshot);
    this.board.light("chosen", chosen);
    this.board.labels.show(snapshot.live ? this.notes(snapshot) : []);
    this.board.strokes.route([]);
    if (snapshot.live && !snapshot.flipbook?.now.part) {
      this.whole = { made: snapshot.made, targets: this.targets };
    }
    if (snapshot.live && snapshot.figures) void this.work(snapshot);
    this.follow(snapshot, [...lit, ...chosen]);
  }

  /**
   * @param {Snapshot} snapshot
   * @param {string[]} lit
   */
  glow(snapshot, lit) {
    this.board.light("option", lit, (id) => {
      const [option] = this.targets.get(id) ?? [];
      if (!option) return this.attacks.has(id) ? "hostile" : "";
      return snapshot.risks?.[option.id] ? "costly" : (snapshot.looks[option.id] ?? "");
    });
  }

  /**
   * Bring what may be chosen into view, unless the player has moved the map since the phase began.
   * @param {Snapshot} snapshot
   * @param {string[]} lit
   */
  follow(snapshot, lit) {
    const { clock, decision } = snapshot.view;
    const moment = `${clock} ${decision?.seat} ${snapshot.flipbook?.budgets[0]?.name ?? ""}`;
    const fresh = moment !== this.moment;
    this.moment = moment;
    if (fresh) this.userLooked = false;
    const part = this.board.around(
      this.board.onMap(lit.length ? [...lit, ...snapshot.around] : lit),
    );
    if (!part || this.userLooked) return;
    const { camera } = this.board;
    const least = this.board.areas ? READABLE_AREAS : READABLE;
    // What can be seen and read already is not moved under the eyes that look at it.
    if (!this.first && camera.scale >= least && camera.sees(part)) return;
    if (fresh || camera.scale < least) {
      camera.show(part, {
        smooth: camera.laid > 0 && !this.first,
        most: this.board.areas ? 0.9 : 1.25,
        least,
        margin: 100,
      });
    } else camera.reveal(part);
    this.first = false;
  }

  /**
   * The pieces that the present decision is about.
   * @param {Snapshot} snapshot
   */
  chosen(snapshot) {
    return snapshot.subject.filter((id) => this.board.place(id));
  }

  /**
   * A few words where options lead.
   * @param {Snapshot} snapshot
   * @returns {[string, string, string?][]}
   */
  notes(snapshot) {
    return Object.entries(snapshot.notes).flatMap(([id, note]) => {
      const lights = snapshot.glow[id] ?? [];
      const at = lights.findLast((each) => !each.startsWith("unit-")) ?? lights[0];
      return at ? [[at, note, snapshot.looks[id] === "costly" ? "high" : "none"]] : [];
    });
  }

  /**
   * Figures that take their time: the page asks for them when the rest is shown.
   * @param {Snapshot} snapshot
   */
  async work(snapshot) {
    try {
      const { figures, instead } = /** @type {import("./types.js").Figures} */ (
        await this.session.table.ask("figures")
      );
      if (this.session.snapshot !== snapshot) return;
      this.attacks = new Map(instead.flatMap((order) => order.goal.map((id) => [id, order])));
      if (instead.length) {
        this.glow(snapshot, [...this.lit, ...instead.map(({ goal }) => goal[0])]);
      }
      this.board.labels.show([
        ...this.notes(snapshot),
        .../** @type {import("./labels.js").Label[]} */ (
          figures.map((each) => [
            each.at,
            each.text,
            each.look,
            each.reasons.length ? () => this.onwhy(each) : undefined,
          ])
        ),
        .../** @type {import("./labels.js").Label[]} */ (
          instead.map(({ goal, note }) => [goal[0], `attack\n${note}`, "high"])
        ),
      ]);
      this.figures = new Map(figures.map((each) => [each.at, each.words]));
    } catch {
      // Figures are a courtesy.
    }
  }

  /**
   * What may be chosen at a place.
   * @param {string[]} ids
   */
  at(ids) {
    for (const id of ids) {
      const found = this.targets.get(id);
      if (found) return found;
    }
    return [];
  }

  /** Look at what can act. */
  home() {
    const part = this.board.around([...this.targets.keys()]);
    if (part) this.board.camera.show(part, { smooth: true, most: 1.6, margin: 110 });
    else this.board.home();
  }

  /** What an option costs beyond what its label says. @param {Option} option */
  risks(option) {
    return (this.session.snapshot.risks?.[option.id] ?? []).join(" ");
  }

  /**
   * What could be chosen at a place instead of the choice that is unfinished.
   * @param {string} id
   */
  instead(id) {
    const { session, whole } = this;
    const before = whole.made === session.snapshot.made - 1 && session.unfinished();
    return before ? (whole.targets.get(id) ?? []) : [];
  }

  /** Whether a click on the map does not choose an option at once. @param {Option} option */
  commits(option) {
    return option.id in this.session.snapshot.commits;
  }

  /**
   * Show what an option is about.
   * @param {Option | null} option
   * @param {boolean} [look] bring it into view
   */
  preview(option, look = false) {
    const ids = option ? (this.session.snapshot.glow?.[option.id] ?? option.touches) : [];
    this.board.light(
      "hover",
      ids.some((id) => id.startsWith("hex-"))
        ? ids.filter((id) => !id.startsWith("position-"))
        : ids,
    );
    if (look && ids.length) this.board.reveal(ids);
    this.board.strokes.route((option && this.session.snapshot.routes?.[option.id]) ?? []);
    this.onpreview(option);
  }
}

/**
 * Where options are offered: the pieces and places that stand for them, the places near such
 * pieces, and what of it lights up.
 * @param {Option[]} options
 * @param {Record<string, string[]>} glow what stands for an option if not what it touches
 * @param {(id: string) => boolean} there whether something is on the board
 */
export function spread(options, glow, there) {
  /** @type {Map<string, Option[]>} */
  const targets = new Map();
  /** @type {Map<string, Option[]>} */
  const nearby = new Map();
  /** @type {string[]} */
  const lit = [];
  /** @param {Map<string, Option[]>} map @param {string} id @param {Option} option */
  const put = (map, id, option) => {
    const before = map.get(id);
    if (before) before.push(option);
    else map.set(id, [option]);
  };
  for (const option of options) {
    const ids = glow?.[option.id] ?? option.touches;
    const units = ids.filter((id) => id.startsWith("unit-") && there(id));
    if (units.length && !option.ends) {
      for (const id of units) put(targets, id, option);
      for (const id of ids) if (!id.startsWith("unit-")) put(nearby, id, option);
      lit.push(...units);
    } else {
      for (const id of ids) put(targets, id, option);
      const exact = ids.some((id) => id.startsWith("hex-"));
      lit.push(
        ...ids.filter((id) => !id.startsWith("post-") && !(exact && id.startsWith("position-"))),
      );
    }
  }
  return { targets, nearby, lit };
}
