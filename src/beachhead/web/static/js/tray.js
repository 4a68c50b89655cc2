// The tray: counters beside the board that are still to be placed. They can be dragged to the map,
// or clicked and then a place; what may be taken back is dragged here.

import { h, rove, ruleLink } from "./dom.js";

/** @import { Snapshot, TrayUnit } from "./types.js" */

export class Tray {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./reference.js").Reference} reference
   * @param {import("./offers.js").Offers} offers
   * @param {import("./pointing.js").Pointing} pointing
   * @param {HTMLElement} root
   */
  constructor(session, board, reference, offers, pointing, root) {
    this.session = session;
    this.board = board;
    this.reference = reference;
    this.offers = offers;
    this.pointing = pointing;
    this.root = root;
    /** Whether the press that just ended was a drag, and so is no click. */
    this.carried = () => false;
    this.groups = h("div.tray-groups");
    this.title = h("h2.tray-title");
    this.element = h(
      "section.tray",
      { "data-still": true, hidden: true, "aria-label": "Counters to be placed" },
      this.title,
      this.groups,
    );
    this.shown = "";
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const tray = snapshot.live && snapshot.yours ? snapshot.flipbook?.tray : null;
    const fresh = tray && this.element.hidden;
    this.element.hidden = !tray;
    this.root.classList.toggle("has-tray", !!tray);
    if (fresh) {
      this.board.camera.measure(); // the tray lies beside the map, not on it
      this.board.home(); // they may go anywhere on the map
    }
    if (!tray) {
      this.shown = "";
      return;
    }
    const listed = tray.groups.map((group) => [group.title, group.units.map((unit) => unit.id)]);
    const key = JSON.stringify([tray.title, tray.hint, listed, !!this.reference.data]);
    if (key !== this.shown) this.lay(tray);
    this.shown = key;
    const back = snapshot.view.decision?.options?.some((option) => option.touches.includes("tray"));
    this.element.classList.toggle("takes", !!back);
    // Counters stay where they are while one is carried: a finger holds on to what it touched.
    for (const unit of tray.groups.flatMap((group) => group.units)) {
      const button = this.groups.querySelector(`[data-unit="${CSS.escape(unit.id)}"]`);
      button?.classList.toggle("chosen", unit.chosen);
      button?.setAttribute("aria-pressed", String(unit.chosen));
    }
  }

  /** @param {NonNullable<import("./types.js").Flipbook["tray"]>} tray */
  lay(tray) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.unit;
    this.title.replaceChildren(
      h("strong", null, tray.title),
      h("span.tray-hint", null, ` ${tray.hint} `),
      ruleLink(tray.rule) ?? "",
    );
    this.groups.replaceChildren(
      ...tray.groups.map((group) =>
        h(
          "div.tray-group",
          { role: "group", "aria-label": group.title },
          h("h3.tray-where", { title: group.title }, group.title),
          h(
            "div.tray-units",
            null,
            group.units.map((unit) => this.counter(unit)),
          ),
        ),
      ),
    );
    if (focused) {
      const again = this.groups.querySelector(`[data-unit="${CSS.escape(focused)}"]`);
      /** @type {HTMLElement | null} */ (again)?.focus({ preventScroll: true });
    }
  }

  /** @param {TrayUnit} unit */
  counter(unit) {
    const known = this.reference.data?.units.find((each) => each.id === unit.id);
    const picture = h("span.tray-picture");
    if (known) picture.innerHTML = (unit.reduced && known.back) || known.svg;
    else picture.textContent = unit.name;
    const words = `${unit.name}${unit.reduced ? ", reduced" : ""}`;
    return h(
      "button.tray-unit",
      {
        type: "button",
        "data-unit": unit.id,
        "data-says": known?.text ?? words,
        "aria-label": words,
        onclick: () => this.carried() || this.take(unit.id),
        onkeydown: (/** @type {KeyboardEvent} */ event) =>
          rove(event, this.groups.querySelectorAll(".tray-unit")),
      },
      picture,
    );
  }

  /**
   * Choose a counter, instead of another if need be.
   * @param {string} id
   */
  async take(id) {
    const [option] = this.offers.targets.get(id) ?? [];
    if (option) await this.session.choose(option.id);
    else await this.pointing.explain([id]);
  }
}
