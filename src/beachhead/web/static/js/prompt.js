// The bar at the bottom: one sentence, the choices, undo and redo, and the end of the phase.

import { thinking } from "./bots.js";
import { grouped, lately, says, unsaid } from "./choices.js";
import { $, capital, clockWords, h, keyCap, ruleLink, say } from "./dom.js";
import { Sharing } from "./sharing.js";
import { SPEEDS } from "./story.js";

/** @import { Option, Snapshot } from "./types.js" */

/** From so many choices on they can be filtered. */
const MANY = 10;
/** Up to so many have room for all they say. */
const FEW = 3;
/** What has more letters than that is cut short where there are more of them. */
const LONG = 40;
/** What has more letters than that is written smaller on the button that ends something. */
const LONG_END = 64;
/** An answer that takes longer than so many milliseconds is seen to be waited for. */
const SLOW = 150;

export class Prompt {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./offers.js").Offers} offers
   * @param {import("./story.js").Story} story
   * @param {import("./reference.js").Reference} reference
   * @param {(made?: number) => void} replay
   */
  constructor(session, board, offers, story, reference, replay) {
    this.session = session;
    this.board = board;
    this.offers = offers;
    this.story = story;
    this.reference = reference;
    this.replay = replay;
    /** Called when all warnings are asked for. */
    this.onwarnings = () => {};
    /** Who decides, and what just happened. */
    this.who = h("p.who");
    this.sentence = h("p.sentence", { id: "sentence" });
    this.notice = h("p.notice", { role: "status", hidden: true });
    this.chips = h("div.chips", { role: "group", "aria-labelledby": "sentence" });
    this.filter = /** @type {HTMLInputElement} */ (
      h("input.choice-filter", {
        type: "search",
        placeholder: "Type to find",
        "aria-label": "Find a choice",
        oninput: () => this.sift(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.typed(event),
      })
    );
    this.wider = h(
      "button.choice-all",
      { type: "button", "aria-expanded": "false", onclick: () => this.widen() },
      h("span"),
    );
    this.tools = h("div.choice-tools", { hidden: true }, this.filter, this.wider);
    this.undo = h(
      "button.button.quiet.step",
      { type: "button", onclick: () => this.session.undo() },
      h("span.sign", { "aria-hidden": "true" }, "↶"),
      h("span.step-text"),
      keyCap("U"),
    );
    this.redo = h(
      "button.button.quiet.step",
      { type: "button", onclick: () => this.session.redo() },
      h("span.sign", { "aria-hidden": "true" }, "↷"),
      h("span.step-text"),
      keyCap("R"),
    );
    this.end = h(
      "button.button.main.end",
      { type: "button", onclick: () => this.finish() },
      h("span.end-words", null, h("span.end-text"), h("small.end-left")),
      keyCap("E"),
    );
    const slider = h("input", {
      type: "range",
      min: 0,
      max: SPEEDS.length - 1,
      step: 1,
      value: this.story.speed,
      id: "speed",
      "aria-label": "How fast events are told",
      oninput: (/** @type {Event} */ event) => {
        const speed = Number(/** @type {HTMLInputElement} */ (event.target).value);
        this.story.setSpeed(speed);
      },
    });
    this.slider = slider;
    this.story.onspeed = (speed) => this.pace(speed);
    this.paceText = h("output.pace-text", { for: "speed" });
    this.choices = h("div.choices", null, this.tools, this.chips);
    this.asking = h(
      "div.asking",
      null,
      h("div.lines-of-text", null, this.who, this.sentence, this.notice, this.story.element),
      this.choices,
    );
    this.element = h(
      "section.prompt",
      { id: "prompt", "aria-label": "What you may do", tabindex: "-1" },
      this.asking,
      h(
        "div.closing",
        null,
        h(
          "div.steps",
          null,
          this.undo,
          this.redo,
          h(
            "label.pace",
            { title: "How fast events are told" },
            h("span", { "aria-hidden": "true" }, "Story"),
            slider,
            this.paceText,
          ),
        ),
        this.end,
      ),
    );
    this.pace(this.story.speed);
    /** @type {Option[]} */
    this.options = [];
  }

  /** What is told as a whole can be scrolled, with the keyboard too. @param {boolean} whole */
  scrolls(whole) {
    if (whole) this.asking.setAttribute("tabindex", "0");
    else this.asking.removeAttribute("tabindex");
  }

  /** @param {number} speed */
  pace(speed) {
    /** @type {HTMLInputElement} */ (this.slider).value = String(speed);
    this.paceText.textContent = SPEEDS[speed].name;
    this.slider.setAttribute("aria-valuetext", SPEEDS[speed].name);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const { decision, result } = snapshot.view;
    const groups = grouped(decision?.options ?? [], snapshot.looks);
    this.options = groups.flatMap((group) => group.options);
    this.hush();
    this.showWho(snapshot);
    this.tools.hidden = true;
    this.widen(false);
    this.step(this.undo, snapshot.undo, "Nothing to take back");
    this.step(this.redo, snapshot.redo, "Nothing to do again");
    const asked = snapshot.live && snapshot.yours && !result;
    const closing = asked ? (this.options.find((option) => option.ends) ?? null) : null;
    this.endLabel(closing, snapshot);
    if (result) {
      this.sentence.replaceChildren(
        h("strong", null, result.text),
        " ",
        ruleLink(result.rule) ?? "",
      );
      this.chips.replaceChildren(
        h(
          "button.button.main",
          { type: "button", onclick: () => this.replay(0) },
          "Watch it again ",
          keyCap("V"),
        ),
        h(
          "a.button",
          { href: this.session.table.link("/report.html"), target: "_blank" },
          "After-action report",
        ),
        h(
          "a.button",
          { href: this.session.table.link("/report.html"), download: "" },
          "Save the report",
        ),
        h("a.button", { href: "#/" }, "Another game"),
      );
      return;
    }
    if (!snapshot.live) {
      this.sentence.replaceChildren(
        `${clockWords(snapshot.view.clock)}: ${decision?.prompt ?? ""}`,
      );
      this.chips.replaceChildren();
      return;
    }
    this.sentence.replaceChildren(
      decision?.prompt ?? "",
      " ",
      ruleLink(decision?.rule ?? "") ?? "",
    );
    if (!snapshot.yours) {
      const who = this.waitingFor(snapshot);
      this.chips.replaceChildren(
        h("p.waiting-for", null, who),
        ...thinking(this.session, snapshot),
      );
      return;
    }
    let n = 0;
    const chips = groups.flatMap(({ name, options }) => {
      const shown = options
        .map((option) => ({ option, chip: this.chip(option, n++) }))
        .filter(({ option }) => option !== closing)
        .map(({ chip }) => chip);
      return name && shown.length ? [h("span.chip-group", null, name), ...shown] : shown;
    });
    this.chips.replaceChildren(
      ...this.warning(snapshot.warnings),
      ...this.agreeing(snapshot.proposal),
      ...(snapshot.sharing
        ? [new Sharing(this.session, this.board, snapshot.sharing).element]
        : []),
      ...chips,
    );
    this.chips.classList.toggle("few", this.chips.childElementCount <= FEW);
    this.tools.hidden = this.options.length < MANY || !!snapshot.sharing;
    this.filter.hidden = this.tools.hidden;
    this.filter.value = "";
    $("span", this.wider).textContent = `All ${this.options.length - (closing ? 1 : 0)}`;
    requestAnimationFrame(() => {
      this.chips.scrollLeft = 0;
      if (!snapshot.sharing && this.chips.scrollWidth > this.chips.clientWidth) {
        this.tools.hidden = false; // the way to those that have no room
      }
    }); // not before the page is laid out anyway
  }

  /** Who decides, for those who do not. @param {Snapshot} snapshot */
  waitingFor(snapshot) {
    const seat = snapshot.view.decision?.seat ?? "";
    const name = this.session.nameOf(seat);
    if (seat === "chance") {
      return snapshot.awaited.length
        ? "Cards and dice wait until everybody has taken a seat."
        : "Chance decides.";
    }
    if (snapshot.bots[seat]) return `${capital(name)} is thinking…`;
    return snapshot.seat
      ? `Waiting for ${name}…`
      : `You are watching. It is for ${name} to decide.`;
  }

  /**
   * Who decides, in its color and by its name, and what just happened.
   * @param {Snapshot} snapshot
   */
  showWho(snapshot) {
    const { decision, result, seats } = snapshot.view;
    const { game } = this.session;
    const link = snapshot.seating === "link" && snapshot.seat;
    const seat = link ? snapshot.seat : (decision?.seat ?? "");
    const named = !result && seat && seat !== "chance" && (link || seats.length > 1);
    const words = !named
      ? ""
      : link
        ? `You are ${this.session.nameOf(seat)}`
        : capital(this.session.nameOf(seat));
    const event = snapshot.live && !result ? lately(this.session.events, snapshot) : undefined;
    this.who.replaceChildren(
      ...(named
        ? [
            h(
              "strong.seat-tag",
              { style: `--seat: ${game.colors[seat] ?? "var(--ink-2)"}`, "data-seat": seat },
              words,
            ),
          ]
        : []),
      ...(event ? [h("span.lately", { title: event.text }, event.text)] : []),
    );
    this.element.style.setProperty(
      "--seat",
      named ? (game.colors[seat] ?? "transparent") : "transparent",
    );
  }

  /** Show all choices in lines, or one line of them. @param {boolean} [wide] */
  widen(wide = !this.chips.classList.contains("wide")) {
    this.chips.classList.toggle("wide", wide);
    this.choices.classList.toggle("wide", wide);
    this.wider.setAttribute("aria-expanded", String(wide));
  }

  /** What is asked at a place on the map is not asked below as well. @param {boolean} asked */
  elsewhere(asked) {
    this.choices.classList.toggle("elsewhere", asked);
  }

  /** Leave only the choices that say what was typed. */
  sift() {
    const typed = this.filter.value.trim();
    this.widen(!!typed);
    let shown = 0;
    for (const chip of this.chips.querySelectorAll("[data-option]")) {
      const fits = says(chip.textContent ?? "", typed);
      chip.toggleAttribute("hidden", !fits);
      if (fits) shown += 1;
    }
    for (const name of this.chips.querySelectorAll(".chip-group")) {
      name.toggleAttribute("hidden", !!typed);
    }
    if (typed) say(`${shown} choices.`);
  }

  /** Enter makes the choice that is left; Escape shows all again. @param {KeyboardEvent} event */
  typed(event) {
    if (event.key === "Escape") {
      this.filter.value = "";
      this.sift();
      this.board.element.focus({ preventScroll: true });
    } else if (event.key === "Enter") {
      const left = this.chips.querySelectorAll("[data-option]:not([hidden])");
      /** @type {HTMLElement} */ (left[0])?.[left.length === 1 ? "click" : "focus"]();
    }
  }

  /** Begin to type what is wanted. */
  find() {
    if (!this.tools.hidden && !this.filter.hidden) this.filter.focus();
  }

  /**
   * What will cost something: one in words, more of them as a number, so that the choices are seen;
   * all are in the flipbook.
   * @param {import("./types.js").Price[]} warnings
   */
  warning(warnings) {
    if (!warnings.length) return [];
    const [first] = warnings;
    const single = warnings.length === 1;
    return [
      h(
        "button.chip.warning",
        {
          type: "button",
          title: warnings.map((each) => `${each.text} (rule ${each.rule})`).join("\n"),
          onclick: () => {
            this.board.lookAt(warnings.flatMap((each) => each.touches));
            if (!single) this.onwarnings();
            else if (first.rule) this.quote(first.rule);
          },
        },
        h("span", { "aria-hidden": "true" }, "⚠ "),
        single ? first.text : `${warnings.length} warnings`,
      ),
    ];
  }

  /**
   * What most players would choose, to agree with.
   * @param {import("./types.js").ProposalInfo | null} proposal
   */
  agreeing(proposal) {
    if (!proposal) return [];
    return [
      h(
        "button.chip.proposal",
        { type: "button", title: `${proposal.label} (;)`, onclick: () => this.session.agree() },
        keyCap(";"),
        ` ${proposal.label}`,
      ),
    ];
  }

  /**
   * @param {Option} option
   * @param {number} n
   */
  chip(option, n) {
    const risks = this.offers.risks(option);
    const chip = h(
      "button.chip",
      {
        type: "button",
        "data-option": option.id,
        title: [`${option.label}${option.rule ? ` (rule ${option.rule})` : ""}`, risks]
          .filter(Boolean)
          .join("\n"),
        onclick: () => this.session.choose(option.id),
        onpointerenter: () => this.offers.preview(option),
        onpointerleave: () => this.offers.preview(null),
        onfocus: () => this.offers.preview(option),
        onblur: () => this.offers.preview(null),
      },
      n < 9 ? keyCap(n + 1) : null,
      ` ${option.label}`,
      riskMark(risks),
    );
    chip.classList.toggle("long", option.label.length > LONG);
    if (risks) chip.classList.add("costly");
    if (this.session.snapshot.looks[option.id]) {
      chip.classList.add(this.session.snapshot.looks[option.id]);
    }
    return chip;
  }

  /**
   * @param {Option | null} option
   * @param {Snapshot} snapshot
   */
  endLabel(option, snapshot) {
    this.closing = option;
    this.end.classList.remove("sure");
    const button = /** @type {HTMLButtonElement} */ (this.end);
    const back = !option && this.session.unfinished(snapshot);
    button.disabled = !option && !back;
    button.classList.toggle("main", !back);
    button.toggleAttribute("data-option", !!option);
    if (option) button.setAttribute("data-option", option.id);
    $(".end-text", this.end).textContent =
      option?.label ?? (back ? "Back: choose again" : "Nothing to end");
    this.end.classList.toggle("long", (option?.label.length ?? 0) > LONG_END);
    $("kbd", this.end).textContent = back ? "Esc" : "E";
    const left = option ? (snapshot.flipbook?.now.left ?? "") : "";
    const more = unsaid(option?.label ?? "", left);
    $(".end-left", this.end).textContent = more;
    this.end.classList.toggle("alone", !more);
    button.title = option
      ? [`${option.label} (E)`, this.offers.risks(option), left].filter(Boolean).join("\n")
      : "";
  }

  /**
   * @param {HTMLElement} button
   * @param {import("./types.js").Step} step
   * @param {string} otherwise
   */
  step(button, step, otherwise) {
    const word = button === this.undo ? "Undo" : "Redo";
    const label = step.possible
      ? `${word}: ${step.label ?? "the last choice"}`.replace(/: (Take back|Do again): /i, ": ")
      : otherwise;
    /** @type {HTMLButtonElement} */ (button).disabled = !step.possible;
    $(".step-text", button).textContent = label;
    button.title = label;
  }

  /**
   * Say something about the last click.
   * @param {string} text
   * @param {string} [rule]
   * @param {"no" | "yes" | "warn"} [tone]
   */
  tell(text, rule = "", tone = "no") {
    this.notice.hidden = false;
    this.notice.className = `notice ${tone}`;
    this.notice.replaceChildren(
      h(
        "span.notice-sign",
        { "aria-hidden": "true" },
        tone === "no" ? "✕" : tone === "warn" ? "⚠" : "✓",
      ),
      ` ${text} `,
      ruleLink(rule) ?? "",
    );
    clearTimeout(this.fading);
    this.fading = window.setTimeout(() => this.hush(), 9000);
  }

  /** Say what a rule says. @param {string} rule */
  quote(rule) {
    this.tell(this.reference.words(rule) || `Rule ${rule}`, rule, "warn");
  }

  hush() {
    this.notice.hidden = true;
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.element.toggleAttribute("aria-busy", busy);
    clearTimeout(this.slow);
    this.element.classList.remove("slow");
    if (busy) this.slow = window.setTimeout(() => this.element.classList.add("slow"), SLOW);
  }

  /**
   * End the phase, or whatever closes this decision; asks once more if something is left to do and
   * the end is not lightly taken back.
   */
  async finish() {
    const option = this.closing;
    if (this.session.busy) return;
    if (!option) {
      await this.session.back();
      return;
    }
    const left = this.left(option);
    if (left && !this.end.classList.contains("sure")) {
      this.end.classList.add("sure");
      $(".end-text", this.end).textContent = `Sure? ${option.label}`;
      this.tell(`${left} Press E again to end all the same.`, "", "warn");
      say(left, true);
      return;
    }
    await this.session.choose(option.id);
  }

  /**
   * What would be given up by ending now for good, in words; empty if nothing.
   * @param {Option} option
   */
  left(option) {
    const { final, flipbook } = this.session.snapshot;
    return this.offers.risks(option) || (final && flipbook?.now.left) || "";
  }

  /** Light up the choice that is shown on the map. @param {Option | null} option */
  mark(option) {
    for (const chip of this.chips.querySelectorAll(".chip.lit")) chip.classList.remove("lit");
    if (!option) return;
    this.chips.querySelector(`[data-option="${CSS.escape(option.id)}"]`)?.classList.add("lit");
  }

  // --- by keyboard

  /** @param {number} step */
  cycle(step) {
    const chips = /** @type {HTMLElement[]} */ ([
      ...this.chips.querySelectorAll("[data-option]:not([hidden])"),
    ]);
    if (!chips.length) return;
    const at = chips.findIndex((chip) => chip.classList.contains("current"));
    const next =
      at < 0 ? (step > 0 ? 0 : chips.length - 1) : (at + step + chips.length) % chips.length;
    chips[at]?.classList.remove("current");
    const chip = chips[next];
    chip.classList.add("current");
    chip.scrollIntoView({ block: "nearest", inline: "nearest" });
    const option = this.options.find((each) => each.id === chip.dataset.option);
    if (!option) return;
    this.offers.preview(option, true);
    say(`${next + 1} of ${chips.length}: ${option.label}`);
  }

  /** The option that the keyboard is at. */
  get at() {
    const chip = /** @type {HTMLElement | null} */ (this.chips.querySelector(".current"));
    return this.options.find((option) => option.id === chip?.dataset.option) ?? null;
  }
}

/** What an option costs, to stand behind its label. @param {string} risks */
export function riskMark(risks) {
  return risks
    ? h("span.risk", null, " ", h("span", { "aria-hidden": "true" }, "⚠ "), risks)
    : null;
}
