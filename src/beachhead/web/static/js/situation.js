// The situation as text, for who does not see the map: the choices, and the units by place.

import { clockWords, h, keyCap, ruleLink } from "./dom.js";

/** @import { Snapshot } from "./types.js" */

/**
 * Things by where they are, in the order in which places are first met.
 * @param {Iterable<string>} ids
 * @param {(id: string) => string} placeOf
 * @returns {Map<string, string[]>}
 */
export function byPlace(ids, placeOf) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const id of ids) {
    const place = placeOf(id);
    const there = found.get(place) ?? [];
    there.push(id);
    found.set(place, there);
  }
  return found;
}

export class Situation {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./offers.js").Offers} offers
   */
  constructor(session, board, offers) {
    this.session = session;
    this.board = board;
    this.offers = offers;
    this.body = h("div.situation-body");
    this.summary = h("summary", null, h("h2", null, "The situation as text"), keyCap("⇧T"));
    this.fold = h("details", null, this.summary, this.body);
    this.element = h("section.situation", { "aria-label": "The situation as text" }, this.fold);
    /** Called with whether the choices are listed here. @type {(listed: boolean) => void} */
    this.onlisting = () => {};
    this.fold.addEventListener("toggle", () => {
      this.onlisting(this.fold.hasAttribute("open"));
      this.show();
    });
  }

  /** Open it, and go there. */
  open() {
    this.fold.setAttribute("open", "");
    this.show();
    this.element.scrollIntoView({ block: "start" });
    this.summary.focus({ preventScroll: true });
  }

  show() {
    if (!this.fold.hasAttribute("open")) {
      this.body.replaceChildren();
      return;
    }
    const { snapshot } = this.session;
    const focused = this.body.contains(document.activeElement);
    this.body.replaceChildren(
      h("p", null, `${clockWords(snapshot.view.clock)}. ${snapshot.view.result?.text ?? ""}`),
      ...this.choices(snapshot),
      this.units(),
    );
    if (focused) this.summary.focus({ preventScroll: true });
  }

  /** @param {Snapshot} snapshot */
  choices(snapshot) {
    const { decision } = snapshot.view;
    if (!decision) return [];
    const options = snapshot.live && snapshot.yours ? (decision.options ?? []) : [];
    if (!options.length) return [h("p", null, decision.prompt)];
    return [
      table(
        decision.prompt,
        ["Choice", "Risk", "Rule"],
        options.map((option) => [
          h(
            "button.button.small",
            { type: "button", onclick: () => void this.session.choose(option.id) },
            option.label,
          ),
          this.offers.risks(option) || snapshot.commits[option.id] || "",
          ruleLink(option.rule || decision.rule) ?? "",
        ]),
      ),
    ];
  }

  units() {
    const { board } = this;
    const ids = [...board.counters.known.keys()].filter(
      (id) => board.counters.title(id) && board.middle(id),
    );
    const places = byPlace(ids, (id) => this.placeOf(id));
    return table(
      "Units by place",
      ["Place", "Units"],
      [...places]
        .sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }))
        .map(([place, there]) => [
          place,
          h(
            "ul",
            null,
            there.map((id) => h("li", null, board.counters.title(id))),
          ),
        ]),
    );
  }

  /** Where a counter is, in words. @param {string} id */
  placeOf(id) {
    const { board } = this;
    const at = board.middle(id);
    if (!at) return "Beside the map";
    // What is named after a place, such as who controls it, may lie beside it.
    const [, name] = /^(?!unit-|post-)[a-z]+-(.+)$/.exec(id) ?? [];
    const named = [`area-${name}`, `hex-${name}`].find((each) => board.find(each));
    const place = named ?? (board.boxAt(at.x, at.y) || board.placeAt(at.x, at.y));
    return place ? board.words(place) : "Beside the map";
  }
}

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {import("./dom.js").Child[][]} rows the first cell heads its row
 */
function table(caption, heads, rows) {
  return h(
    "table.situation-table",
    null,
    h("caption", null, caption),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        heads.map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    h(
      "tbody",
      null,
      rows.map(([first, ...rest]) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, first),
          rest.map((cell) => h("td", null, cell)),
        ),
      ),
    ),
  );
}
