// What happened so far, in sentences; a line shows where, and the rule.

import { painted } from "./cards.js";
import { h, ruleLink } from "./dom.js";

/** @import { Happened as GameEvent } from "./types.js" */

export class Log {
  /**
   * @param {import("./board.js").Board} board
   * @param {import("./story.js").Story} story
   * @param {import("./reference.js").Reference} reference
   * @param {Record<string, string>} signs
   * @param {(made?: number) => void} replay
   */
  constructor(board, story, reference, signs, replay) {
    this.board = board;
    this.story = story;
    this.reference = reference;
    this.signs = signs;
    this.replay = replay;
    this.list = h("ol.log", { "aria-label": "What happened" });
    this.empty = h("p.empty", null, "Nothing has happened yet.");
    this.element = h("div.log-panel", null, this.empty, this.list);
    /** @type {HTMLElement[]} */
    this.lines = [];
  }

  /** @param {GameEvent[]} events */
  fill(events) {
    this.lines = [];
    this.list.replaceChildren();
    const all = document.createDocumentFragment();
    for (const event of events) all.append(this.line(event));
    this.list.append(all);
    this.empty.hidden = events.length > 0;
    this.bottom();
  }

  /** @param {GameEvent} event */
  add(event) {
    const panel = this.element.parentElement;
    const near =
      panel && !panel.hidden && panel.scrollHeight - panel.scrollTop - panel.clientHeight < 120;
    this.list.append(this.line(event));
    this.empty.hidden = true;
    if (near) this.bottom();
  }

  /**
   * Drop lines that were taken back.
   * @param {number} from
   */
  cut(from) {
    while (this.lines.length > from) this.lines.pop()?.remove();
    this.empty.hidden = this.lines.length > 0;
  }

  /**
   * Show the log as it was after a number of choices; all of it without.
   * @param {number} [made]
   */
  until(made = Infinity) {
    for (const line of this.lines) {
      line.hidden = Number(line.dataset.made) > made;
      line.classList.toggle("fresh", Number(line.dataset.made) === made);
    }
    this.bottom();
  }

  bottom() {
    const panel = this.element.parentElement;
    if (panel && !panel.hidden) panel.scrollTop = panel.scrollHeight;
  }

  /** @param {GameEvent} event */
  line(event) {
    const line = h(
      "li.line",
      { class: `kind-${event.kind} begins-${event.manner.begins} ${event.manner.tone}` },
      h(
        "button.line-button",
        {
          type: "button",
          onclick: () => this.open(line, event),
          onpointerenter: () => this.board.light("told", event.touches),
          onpointerleave: () => !line.classList.contains("open") && this.board.light("told", []),
        },
        h("span.line-sign", { "aria-hidden": "true" }, event.manner.sign),
        h("span.line-text", null, painted(event.text, this.signs)),
      ),
      ruleLink(event.rule),
    );
    line.dataset.made = String(event.made);
    this.lines.push(line);
    return line;
  }

  /**
   * @param {HTMLElement} line
   * @param {GameEvent} event
   */
  async open(line, event) {
    const was = line.classList.contains("open");
    for (const other of this.list.querySelectorAll(".line.open")) {
      other.classList.remove("open");
      other.querySelector(".line-more")?.remove();
    }
    if (was) {
      this.board.light("told", []);
      return;
    }
    line.classList.add("open");
    this.board.lookAt(this.story.touched(event));
    await this.reference.load();
    if (!line.classList.contains("open")) return;
    const rule = this.reference.rule(event.rule);
    line.append(
      h(
        "div.line-more",
        null,
        rule ? h("p.rule-title", null, `${rule.number} ${rule.title}`) : null,
        ...(rule?.text ?? []).map((text) => h("p", null, text)),
        h(
          "button.button.small",
          { type: "button", onclick: () => this.replay(event.made) },
          "Go back to this moment",
        ),
      ),
    );
  }
}
