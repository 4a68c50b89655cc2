// Overlays: what a game can lay over its board.

import { h, icon, keyCap, remember, remembered, say } from "./dom.js";

/** @import { Shown as Overlay } from "./types.js" */

export class Overlays {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./offers.js").Offers} offers
   * @param {import("./prompt.js").Prompt} prompt
   * @param {import("./layers.js").Layers} layers
   */
  constructor(session, board, offers, prompt, layers) {
    this.layers = layers;
    this.session = session;
    this.board = board;
    this.offers = offers;
    this.prompt = prompt;
    /** The unit that was last looked at. */
    this.focus = "";
    this.active = "";
    this.asked = 0;
    /** @type {Record<string, string>} */
    this.parameters = {};
    this.button = h(
      "button.tool.wide",
      {
        type: "button",
        title: "Overlays (O)",
        "aria-label": "Overlays",
        "aria-haspopup": "true",
        "aria-expanded": "false",
        hidden: !this.session.game.overlays.length,
        onclick: () => this.choose(),
      },
      icon("layers"),
    );
    /** What the overlay says of a thing on the board. @type {Map<string, string>} */
    this.words = new Map();
    this.legend = h("div.legend", {
      "data-still": true,
      hidden: true,
      role: "group",
      "aria-label": "Overlay",
    });
  }

  /** Offer all overlays. */
  choose() {
    if (!this.session.game.overlays.length) return;
    if (!this.legend.hidden && !this.active) {
      this.clear();
      return;
    }
    this.legend.hidden = false;
    this.layers.opened(this);
    this.button.setAttribute("aria-expanded", "true");
    this.legend.replaceChildren(
      h("h2", null, "Show on the map"),
      h(
        "ul",
        null,
        this.session.game.overlays.map((kind) =>
          h(
            "li",
            null,
            h(
              "button.legend-choice",
              {
                type: "button",
                "aria-pressed": String(kind.id === this.active),
                onclick: () => this.toggle(kind.id),
              },
              kind.title,
              keyCap(keyOf(kind)),
            ),
          ),
        ),
      ),
      this.closer(),
    );
    /** @type {HTMLElement | null} */ (this.legend.querySelector("button"))?.focus({
      preventScroll: true,
    });
  }

  closer() {
    return h(
      "button.legend-close",
      { type: "button", "aria-label": "Close the overlay", onclick: () => this.clear() },
      "✕",
    );
  }

  /** @param {string} id */
  async toggle(id) {
    if (this.active === id) {
      this.clear();
      return;
    }
    this.active = id;
    this.layers.opened(this);
    this.parameters = {};
    this.keep();
    await this.draw(true);
  }

  close() {
    this.clear();
  }

  /** What is shown is shown again next time. */
  keep() {
    remember(`overlay-${this.session.game.id}`, this.active);
  }

  /** Show what was shown last time. */
  restore() {
    const id = remembered(`overlay-${this.session.game.id}`, "");
    if (!this.session.game.overlays.some((each) => each.id === id)) return;
    this.active = id;
    void this.draw();
  }

  clear() {
    this.layers.closed(this);
    this.active = "";
    this.keep();
    this.words.clear();
    this.legend.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    this.board.light("overlay", []);
    this.board.showFire(new Set());
    this.board.labels.show([]);
    this.board.strokes.arrows([]);
  }

  /** A unit to which overlays may refer. @param {string} unit */
  focusOn(unit) {
    this.focus = unit;
    this.refresh();
  }

  /** The table has changed. */
  refresh() {
    if (this.active) void this.draw();
  }

  /** @param {boolean} [announce] */
  async draw(announce = false) {
    const { active, board } = this;
    const kind = this.session.game.overlays.find((each) => each.id === active);
    if (!kind) return;
    // What is asked about a unit is about the one that the player looks at.
    const unit =
      this.focus ||
      this.offers
        .chosen(this.session.snapshot)
        .find((id) => id.startsWith("unit-"))
        ?.slice(5);
    if (unit && kind.parameters.some((each) => each.id === "unit")) this.parameters.unit = unit;
    /** @type {Overlay} */
    let overlay;
    const asked = ++this.asked;
    try {
      overlay = await this.session.table.ask(
        `overlays/${active}?${new URLSearchParams(this.parameters)}`,
      );
    } catch (error) {
      this.prompt.tell(error instanceof Error ? error.message : "The overlay could not be drawn.");
      return;
    }
    if (this.active !== active || this.asked !== asked) return;
    /** @param {string} id */
    const look = (id) => {
      const hex = id.startsWith("hex-") ? overlay.hexes[id.slice(4)] : undefined;
      const own = hex?.class ?? overlay.marks.find((mark) => mark.id === id)?.class ?? "";
      return `${active} ${own} v${Math.round((hex?.value ?? 1) * 10)}`;
    };
    board.light(
      "overlay",
      [
        ...Object.keys(overlay.hexes).map((hex) => `hex-${hex}`),
        ...overlay.marks.map((mark) => mark.id),
      ],
      look,
    );
    board.showFire(
      new Set(overlay.marks.flatMap((mark) => (mark.fire ? [mark.fire.replace("fire-", "")] : []))),
    );
    this.words = new Map(overlay.marks.map((mark) => [mark.id, mark.label]));
    board.labels.show(labelsOf(overlay));
    board.strokes.arrows(overlay.arrows ?? []);
    this.legend.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.legend.replaceChildren(
      h("h2", null, overlay.title, " ", keyCap(keyOf(kind))),
      h(
        "ul.legend-keys",
        null,
        overlay.legend.map((line) =>
          h(
            "li",
            null,
            h(
              "span.legend-swatch",
              { class: `${active} ${line.class}`, "aria-hidden": "true" },
              line.mark && line.mark !== "…" ? line.mark : "",
            ),
            line.text,
          ),
        ),
      ),
      ...(overlay.hint ? [h("p.legend-hint", null, overlay.hint)] : []),
      ...kind.parameters
        .filter((parameter) => parameter.id !== "unit")
        .map((parameter) =>
          h(
            "label.legend-choose",
            null,
            `${parameter.id} `,
            h(
              "select",
              {
                onchange: (/** @type {Event} */ event) => {
                  const { value } = /** @type {HTMLSelectElement} */ (event.target);
                  if (value) this.parameters = { [parameter.id]: value };
                  else delete this.parameters[parameter.id];
                  void this.draw();
                },
              },
              h("option", { value: "" }, "all"),
              parameter.values.map((value) =>
                h(
                  "option",
                  { value, ...(this.parameters[parameter.id] === value ? { selected: true } : {}) },
                  value,
                ),
              ),
            ),
          ),
        ),
      ...(overlay.listed?.length
        ? [
            h(
              "ul.legend-list",
              null,
              overlay.listed.map((text) => h("li", null, text)),
            ),
          ]
        : []),
      this.closer(),
    );
    if (announce) {
      const count = Object.keys(overlay.hexes).length || overlay.marks.length;
      say(`Overlay: ${overlay.title}. ${count} places.`);
    }
  }
}

/**
 * The key of an overlay as one presses it.
 * @param {{key: string}} kind
 */
export function keyOf(kind) {
  return /[A-Z]/.test(kind.key) ? `⇧ ${kind.key}` : kind.key.toUpperCase();
}

/**
 * The words that an overlay puts on the board: place, text, look.
 * @param {Overlay} overlay
 * @returns {[string, string, string?][]}
 */
export function labelsOf({ hexes, marks, labeled }) {
  /** @type {[string, string, string?][]} */
  const labels = Object.entries(hexes)
    .filter(([, hex]) => hex.label && hex.label.length < 9 && labeled)
    .map(([name, hex]) => [`hex-${name}`, hex.label, `overlay-label ${hex.class ?? ""}`]);
  for (const mark of marks) {
    if (mark.short) labels.push([mark.id, mark.short, `overlay-label ${mark.class}`]);
  }
  for (const { id, waiting = [], due = [] } of marks) {
    if (waiting.length || due.length) labels.push([id, few([...waiting, ...due]), "overlay-label"]);
  }
  return labels;
}

const LISTED = 4;

/**
 * As many names as fit under each other in a box.
 * @param {string[]} names
 */
export function few(names) {
  const shown =
    names.length > LISTED
      ? [...names.slice(0, LISTED - 1), `+${names.length - LISTED + 1} more`]
      : names;
  return shown.join("\n");
}
