// Sharing out a number, such as points to bombard with: all places at once, each with what its
// number promises, and one button that does it.

import { h } from "./dom.js";

/** @import { PlanInfo, SharingInfo } from "./types.js" */

export class Sharing {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {SharingInfo} sharing
   */
  constructor(session, board, sharing) {
    this.session = session;
    this.board = board;
    this.sharing = sharing;
    this.numbers = evenly(
      sharing.total,
      sharing.shares.map((share) => share.promises.length - 1),
    );
    this.element = h("div.sharing", { role: "group", "aria-label": sharing.label });
    this.show();
  }

  get given() {
    return this.numbers.reduce((sum, each) => sum + each, 0);
  }

  show() {
    const { total, whole, label, shares } = this.sharing;
    const { given } = this;
    const fits = whole ? given === total : given <= total;
    this.element.replaceChildren(
      ...shares.map((share, n) => this.stepper(share, n)),
      h(
        "button.button.main.share-out",
        { type: "button", disabled: !fits, onclick: () => void this.send() },
        `${label}: ${given} of ${total}`,
      ),
    );
  }

  /**
   * @param {SharingInfo["shares"][number]} share
   * @param {number} n
   */
  stepper(share, n) {
    const number = this.numbers[n];
    const most = share.promises.length - 1;
    /** @param {number} by @param {string} sign */
    const step = (by, sign) =>
      h(
        "button.step-by",
        {
          type: "button",
          disabled: number + by < 0 || number + by > most,
          "aria-label": `${share.name}: ${number + by}`,
          onclick: () => this.change(n, by),
        },
        sign,
      );
    return h(
      "div.share",
      {
        onpointerenter: () => this.board.light("hover", [share.at]),
        onpointerleave: () => this.board.light("hover", []),
      },
      h("span.share-name", null, share.name),
      step(-1, "−"),
      h("output.share-number", null, number),
      step(1, "+"),
      h("span.share-promise", null, share.promises[number]),
    );
  }

  /**
   * @param {number} n
   * @param {number} by
   */
  change(n, by) {
    this.numbers[n] += by;
    this.show();
    const steppers = this.element.querySelectorAll(".share");
    const button = steppers[n].querySelectorAll("button")[by < 0 ? 0 : 1];
    button.focus();
  }

  async send() {
    const { session, sharing } = this;
    const choices = this.numbers.map((number) => `${sharing.id}${number}`).join(",");
    /** @type {PlanInfo} */
    const plan = await session.table.ask(`plan?choices=${encodeURIComponent(choices)}`);
    await session.send("orders", { choices: plan.now, later: [], made: session.snapshot.made });
  }
}

/**
 * A number shared out evenly, as far as each may get so much.
 * @param {number} total
 * @param {number[]} most
 */
export function evenly(total, most) {
  const numbers = most.map(() => 0);
  for (let left = total, before = -1; left > 0 && left !== before;) {
    before = left;
    for (let n = 0; n < most.length && left > 0; n += 1) {
      if (numbers[n] < most[n]) {
        numbers[n] += 1;
        left -= 1;
      }
    }
  }
  return numbers;
}
