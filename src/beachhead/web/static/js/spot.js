// A closer look at one place: its counters fanned out, what they add up to, what may be done there.

import { h } from "./dom.js";

/** @import { Option } from "./types.js" */

export class Spot {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./offers.js").Offers} offers
   * @param {import("./layers.js").Layers} layers
   */
  constructor(session, board, offers, layers) {
    this.session = session;
    this.board = board;
    this.offers = offers;
    this.layers = layers;
    /** Called with a click beside its counters. @type {(ids: string[]) => void} */
    this.onbeside = () => {};
    /** Called when a counter cannot be chosen. @type {(id: string) => void} */
    this.onexplain = () => {};
    /**
     * Called with a click on a counter; answers what is selected then, if that was selecting.
     * @type {(id: string, more: boolean) => Set<string> | null}
     */
    this.onselect = () => null;
    /** Called with whether a choice is asked here. @type {(asked: boolean) => void} */
    this.onasking = () => {};
    this.element = h("div.spot", {
      "data-still": true,
      hidden: true,
      role: "dialog",
      "aria-label": "What is here",
    });
    this.pinned = false;
    this.place = "";
    /** What it is about, the nearest first. @type {string[]} */
    this.ids = [];
    this.element.addEventListener("pointerleave", () => !this.pinned && this.close());
    this.element.addEventListener("click", (event) => this.beside(event));
  }

  get open() {
    return !this.element.hidden;
  }

  close() {
    if (this.pinned && this.element.contains(document.activeElement)) {
      this.board.element.focus({ preventScroll: true });
    }
    this.element.hidden = true;
    this.layers.closed(this);
    this.pinned = false;
    this.place = "";
    this.onasking(false);
  }

  /**
   * A stack that fans out under a click is in its way: beside its counters, the click is about the
   * place.
   * @param {MouseEvent} event
   */
  beside(event) {
    if (this.pinned || /** @type {Element} */ (event.target).closest("button")) return;
    const { ids } = this;
    this.close();
    this.onbeside(ids);
  }

  /**
   * @param {string[]} ids what it is about: counter, hex, box
   * @param {string[]} stack counters there
   * @param {Option[]} options what may be done there, besides choosing a counter
   * @param {boolean} pinned stays until answered or closed
   */
  show(ids, stack, options, pinned) {
    const [place] = ids;
    const { board } = this;
    if (this.open && (this.place === place ? this.pinned >= pinned : this.pinned && !pinned)) {
      return;
    }
    const offered = new Set(options);
    const inside = [
      h(
        "div.fan",
        null,
        board.counters.fanned(stack).map((id) => this.counter(id, offered)),
      ),
      ...(stack.length > 1
        ? [sumLine(stackSum(this.session.game.stack, board.counters.added(stack)))]
        : []),
      ...(offered.size
        ? [
            h(
              "div.spot-options",
              null,
              [...offered].map((option) =>
                h(
                  "button.button.small",
                  {
                    type: "button",
                    "data-option": option.id,
                    onclick: () => {
                      this.close();
                      this.session.choose(option.id);
                    },
                    onpointerenter: () => this.offers.preview(option),
                  },
                  option.label,
                ),
              ),
              ...this.unsaid(offered),
            ),
          ]
        : []),
    ];
    this.lay(ids, inside, pinned, stack);
  }

  /**
   * Open beside a place.
   * @param {string[]} ids
   * @param {HTMLElement[]} inside
   * @param {boolean} pinned
   * @param {string[]} [stack]
   */
  lay(ids, inside, pinned, stack = []) {
    const [place] = ids;
    const { board } = this;
    const at = board.around(stack.length ? stack : [place]);
    if (!at) return;
    if (pinned) board.camera.land();
    this.ids = ids;
    this.place = place;
    this.pinned = pinned;
    this.element.classList.toggle("pinned", pinned);
    this.element.replaceChildren(...inside);
    this.element.hidden = false;
    this.asks();
    this.layers.opened(this);
    const top = board.camera.toFrame(at.x + at.width / 2, at.y);
    const low = board.camera.toFrame(at.x + at.width / 2, at.y + at.height);
    const { width, height } = this.element.getBoundingClientRect();
    const frame = board.camera.size;
    const left = Math.min(frame.width - width - 6, Math.max(6, top.x - width / 2));
    const above = top.y - height + 4;
    this.element.style.left = `${left}px`;
    const below = Math.min(frame.height - height - 6, low.y - 4);
    this.element.style.top = `${above > 4 ? above : below}px`;
    if (pinned) {
      const button = this.element.querySelector("button:not(:disabled)");
      /** @type {HTMLElement | null} */ (button)?.focus({ preventScroll: true });
    }
  }

  /** Tell whether a choice is asked here. */
  asks() {
    this.onasking(this.pinned && !!this.element.querySelector(".spot-options"));
  }

  /**
   * Offer one thing to do at a place, with what it adds up to.
   * @param {string[]} ids
   * @param {string} label
   * @param {string[]} lines
   * @param {() => void} act
   */
  offer(ids, label, lines, act) {
    this.close();
    const button = h(
      "button.button.small.main",
      {
        type: "button",
        onclick: () => {
          this.close();
          act();
        },
      },
      label,
    );
    const sums = lines.map((line) => h("p.spot-sum", null, line));
    this.lay(ids, [h("div.spot-options", null, button, ...sums)], true);
  }

  /** What the labels leave unsaid. @param {Set<Option>} offered */
  unsaid(offered) {
    const said = new Set([...offered].map((option) => this.session.snapshot.commits[option.id]));
    return [...said].filter(Boolean).map((text) => h("p.spot-sum", null, text));
  }

  /** Show which counters are selected; they stay fanned out. @param {Set<string>} selected */
  mark(selected) {
    this.pinned = true;
    this.element.classList.add("pinned");
    this.asks();
    for (const each of this.element.querySelectorAll(".fan-counter")) {
      each.setAttribute("aria-pressed", String(selected.has(each.getAttribute("data-unit") ?? "")));
    }
  }

  /**
   * @param {string} id
   * @param {Set<Option>} offered options left over for the list below
   */
  counter(id, offered) {
    const own = this.offers.targets.get(id) ?? [];
    const single = own.length === 1 && !this.offers.commits(own[0]) ? own[0] : null;
    if (single) offered.delete(single);
    const words = this.board.counters.title(id);
    return h(
      "button.fan-counter",
      {
        type: "button",
        "data-unit": id,
        class: single ? "can" : own.length ? "several" : "",
        "data-says": words,
        "aria-label": single ? single.label : words,
        onclick: (/** @type {MouseEvent} */ event) => {
          const selected = this.onselect(id, event.shiftKey);
          if (selected) this.mark(selected);
          else if (single) {
            this.close();
            this.session.choose(single.id);
          } else if (own.length) {
            // Which of them is asked below.
            /** @type {HTMLElement | null} */ (
              this.element.querySelector(`[data-option="${CSS.escape(own[0].id)}"]`)
            )?.focus();
          } else this.onexplain(id);
        },
        onpointerenter: () => single && this.offers.preview(single),
      },
      this.board.portrait(id),
    );
  }
}

/**
 * What counters have together, as their game says it, and what to be warned of.
 * @param {import("./shapes.js").StackTerm[]} terms
 * @param {string[][]} added what each counter adds to each term
 */
export function stackSum(terms, added) {
  if (!added.length) return { text: "", warnings: [] };
  const made = terms.map(({ how }, n) => {
    const each = added.map((values) => values[n]);
    if (how === "each") return [...new Set(each)].join(" and ");
    return how === "best"
      ? Math.max(...each.map(Number))
      : each.reduce((total, value) => total + Number(value), 0);
  });
  return {
    text: terms.map(({ words }, n) => words.replace("{}", String(made[n]))).join(", "),
    warnings: terms
      .filter(({ enough }, n) => enough !== null && Number(made[n]) >= enough)
      .map(({ warning }) => warning),
  };
}

/** @param {{text: string, warnings: string[]}} sum */
function sumLine({ text, warnings }) {
  return h(
    "p.spot-sum",
    null,
    text,
    ...warnings.flatMap((warning) => [" ", h("strong.spot-warning", null, `⚠ ${warning}`)]),
  );
}
