// Everything by keyboard, and the sheet that says how.

import { ask, h } from "./dom.js";
import { nativeOpen } from "./layers.js";
import { keyOf } from "./overlays.js";

/**
 * @typedef {object} Keyed what keys act upon
 * @property {import("./session.js").Session} session
 * @property {import("./board.js").Board} board
 * @property {import("./story.js").Story} story
 * @property {import("./prompt.js").Prompt} prompt
 * @property {import("./offers.js").Offers} offers
 * @property {import("./overlays.js").Overlays} overlays
 * @property {import("./side.js").Side} side
 * @property {import("./reference.js").Reference} reference
 * @property {import("./cover.js").Cover} cover
 * @property {import("./replay.js").Replay} replay
 * @property {import("./recap.js").Recap} recap
 * @property {import("./situation.js").Situation} situation
 * @property {import("./advice.js").Advice} advice
 * @property {import("./layers.js").Layers} layers what lies open
 * @property {() => void} jump goes to where something last happened
 * @property {() => void} problem reports one
 */

export class Keys {
  /** @param {Keyed} keyed */
  constructor(keyed) {
    this.keyed = keyed;
    this.down = (/** @type {KeyboardEvent} */ event) => this.press(event);
    this.up = (/** @type {KeyboardEvent} */ event) => this.release(event);
    addEventListener("keydown", this.down);
    addEventListener("keyup", this.up);
  }

  close() {
    removeEventListener("keydown", this.down);
    removeEventListener("keyup", this.up);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      target.matches("input:not([type=range]):not([type=checkbox]), textarea, select") ||
      document.querySelector("dialog[open]")
    ) {
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      void (event.shiftKey ? this.keyed.session.redo() : this.keyed.session.undo());
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.act(event, target)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLElement} target
   * @returns {boolean} whether the key meant something
   */
  act(event, target) {
    const { session, board, story, prompt, offers, overlays, side } = this.keyed;
    const { reference, cover, replay, recap, situation, advice, layers } = this.keyed;
    const { jump, problem } = this.keyed;
    const { camera } = board;
    const onButton = target.matches("button, a, [role=tab], input, summary");
    const inPanel = !!target.closest(".side, .menu");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const overlay = session.game.overlays.find(
      (each) => each.key === (event.shiftKey ? event.key.toUpperCase() : key),
    );
    // Under the cover only the map is for everybody.
    if (cover.open && !/^(Arrow|[-+=_0hm]$)/.test(key)) return false;
    const pressing = key === " " && !event.shiftKey && !!target.closest(".story");
    if (story.playing && !pressing && story.press(key, event.shiftKey)) return true;
    if (overlay) {
      this.kept = event.repeat;
      if (event.repeat) return true;
      this.held = key;
      void overlays.toggle(overlay.id);
      return true;
    }
    if (replay.on && replay.press(key, event)) return true;
    if (event.shiftKey && key === "t") {
      side.show("now", true);
      situation.open();
      return true;
    }
    if (event.shiftKey && key === "h") {
      side.show("now", true);
      void advice.hint();
      return true;
    }
    switch (key) {
      case "Enter": {
        if (onButton && target !== board.element) return false;
        if (story.playing) story.step();
        else if (prompt.at) void session.choose(prompt.at.id);
        return true;
      }
      case "Escape":
        if (nativeOpen()) return false;
        if (!layers.close()) void session.back();
        return true;
      case "ArrowLeft":
      case "ArrowRight":
      case "ArrowUp":
      case "ArrowDown": {
        if (inPanel || target.matches("input")) return false;
        const step = event.shiftKey ? 260 : 90;
        camera.pan(
          key === "ArrowLeft" ? step : key === "ArrowRight" ? -step : 0,
          key === "ArrowUp" ? step : key === "ArrowDown" ? -step : 0,
        );
        return true;
      }
      case "+":
      case "=":
        camera.step();
        return true;
      case "-":
      case "_":
        camera.step(-1);
        return true;
      case "0":
        camera.fit();
        return true;
      case "n":
      case ".":
        prompt.cycle(event.shiftKey ? -1 : 1);
        return true;
      case "p":
      case ",":
        prompt.cycle(-1);
        return true;
      case ";":
        void session.agree();
        return true;
      case "e":
        void prompt.finish();
        return true;
      case "u":
        void session.undo();
        return true;
      case "r":
        void session.redo();
        return true;
      case "h":
        offers.home();
        return true;
      case "m":
        board.minimap.toggle();
        return true;
      case "i":
        side.show("now", true);
        return true;
      case "y":
        side.show("now", true);
        recap.element.setAttribute("open", "");
        recap.element.scrollIntoView({ block: "nearest" });
        return true;
      case "l":
        side.show("log", true);
        return true;
      case "c":
        side.show("cards", true);
        return true;
      case "/":
        side.show("reference", true);
        reference.focus();
        return true;
      case "'":
        prompt.find();
        return true;
      case "v":
        replay.ask();
        return true;
      case "o":
        overlays.choose();
        return true;
      case "j":
        jump();
        return true;
      case "!":
        problem();
        return true;
      case "?":
        void sheet(session.game.overlays);
        return true;
      default:
        break;
    }
    if (/^[1-9]$/.test(key) && !event.shiftKey) {
      const option = prompt.options[Number(key) - 1];
      if (option) void session.choose(option.id);
      return true;
    }
    return false;
  }

  /**
   * An overlay's key may be held: it goes when the key is let go. That it is held the keyboard
   * says, by repeating it: on a busy computer a short press can seem long.
   * @param {KeyboardEvent} event
   */
  release(event) {
    if (event.key.toLowerCase() !== this.held) return;
    if (this.kept) this.keyed.overlays.clear();
    this.held = "";
  }
}

/**
 * The sheet of keys.
 * @param {import("./types.js").GameInfo["overlays"]} overlays of the game
 */
export async function sheet(overlays) {
  /** @type {[string, [string, string][]][]} */
  const parts = [
    [
      "Deciding",
      [
        ["N  ⇧N", "next and previous choice, lit on the map"],
        ["Enter", "make the lit choice"],
        ["1 … 9", "make the first, second … choice"],
        [";", "agree with what is proposed"],
        ["'", "find a choice by typing"],
        ["⇧H", "a hint: the best orders, and why"],
        ["E", "end the phase, or close this choice"],
        ["Esc", "close what was opened last; else take back the unfinished part"],
        ["U  Ctrl Z", "undo"],
        ["R  Ctrl ⇧ Z", "redo"],
      ],
    ],
    [
      "What happened",
      [
        ["Space", "tell the next thing"],
        ["⇧ Space", "skip to your decision"],
        ["⌫", "tell the thing before again"],
        ["P", "pause, and go on"],
        ["<  >", "tell it slower, faster"],
        ["Y", "since your last decision"],
        ["J", "jump to where something last happened"],
        ["V", "replay"],
      ],
    ],
    [
      "The map",
      [
        ["← ↑ ↓ →", "move; with ⇧ further"],
        ["+  −", "zoom"],
        ["0", "the whole board"],
        ["H", "what can act"],
        ["M", "mini-map"],
      ],
    ],
    [
      "Panels",
      [
        ["I", "now: the flipbook"],
        ["L", "log"],
        ["⇧T", "the situation as text: choices, and units by place"],
        ["C", "cards"],
        ["/", "search the reference"],
        ["?", "this sheet"],
        ["!", "report a problem"],
      ],
    ],
    ...(overlays.length
      ? [
          /** @type {[string, [string, string][]]} */ ([
            "Overlays: press, or hold",
            [
              ["O", "choose one"],
              ...overlays.map(
                (each) => /** @type {[string, string]} */ ([keyOf(each), each.title]),
              ),
            ],
          ]),
        ]
      : []),
    [
      "Mouse and touch",
      [
        [
          "click",
          "select a piece, and what it can do lights up; choose what glows; " +
            "what rolls, spends or ends is offered as a button first; " +
            "anything else says why not",
        ],
        ["⇧ click, ⇧ drag", "select several; a frame around them"],
        ["rest on a stack", "fans it out; on touch, tap it"],
        ["rest on a figure", "says what a number or a symbol is; on touch, hold it"],
        ["wheel, pinch", "zoom"],
        ["drag", "move the map; a counter that glows, to where it goes"],
      ],
    ],
  ];
  await ask(
    h(
      "div",
      null,
      h("h2", null, "Keys"),
      h(
        "div.sheet-columns",
        null,
        parts.map(([title, keys]) =>
          h(
            "section",
            null,
            h("h3", null, title),
            h(
              "dl",
              null,
              keys.flatMap(([key, what]) => [
                h("dt", null, h("kbd", null, key)),
                h("dd", null, what),
              ]),
            ),
          ),
        ),
      ),
      h(
        "div.actions",
        null,
        h("button.button.main", { "data-answer": "", autofocus: true }, "Close"),
      ),
    ),
    "Keys",
  );
}
