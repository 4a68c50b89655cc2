// Everything by keyboard, and the sheet that says how.

import { ask, h } from "./dom.js";
import { keyOf } from "./overlays.js";

/** @import { Play } from "./play.js" */

export class Keys {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
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
    )
      return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      void (event.shiftKey ? this.play.redo() : this.play.undo());
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
    const { play } = this;
    const { board, prompt, story, replay } = play;
    const { camera } = board;
    const onButton = target.matches("button, a, [role=tab], input, summary");
    const inPanel = !!target.closest(".side, .menu");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const overlay = play.game.overlays.find(
      (each) => each.key === (event.shiftKey ? event.key.toUpperCase() : key),
    );
    // Under the cover only the map is for everybody.
    if (play.cover.open && !/^(Arrow|[-+=_0hm]$)/.test(key)) return false;
    if (overlay) {
      this.kept = event.repeat;
      if (event.repeat) return true;
      this.held = key;
      void play.overlays.toggle(overlay.id);
      return true;
    }
    if (replay.on && replay.press(key, event)) return true;
    switch (key) {
      case " ":
        if (story.playing) {
          if (event.shiftKey) story.skip();
          else story.step();
          return true;
        }
        return false;
      case "Enter": {
        if (onButton && target !== board.element) return false;
        if (story.playing) story.step();
        else if (prompt.at) void play.choose(prompt.at.id);
        return true;
      }
      case "Escape":
        if (play.spot.open) play.spot.close();
        else if (play.guide.on) play.guide.skip();
        else if (
          play.side.classList.contains("open") &&
          getComputedStyle(play.side).position === "fixed"
        )
          play.toggleSide(false);
        else if (play.overlays.active) play.overlays.clear();
        else void play.back();
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
        camera.zoom(1.25);
        return true;
      case "-":
      case "_":
        camera.zoom(0.8);
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
      case "e":
        void play.end();
        return true;
      case "u":
        void play.undo();
        return true;
      case "r":
        void play.redo();
        return true;
      case "h":
        play.home();
        return true;
      case "m":
        board.minimap.toggle();
        return true;
      case "i":
        play.tab("now", true);
        return true;
      case "l":
        play.tab("log", true);
        return true;
      case "c":
        play.tab("cards", true);
        return true;
      case "/":
        play.tab("reference", true);
        play.reference.focus();
        return true;
      case "v":
        play.openReplay();
        return true;
      case "o":
        play.overlays.choose();
        return true;
      case "j":
        play.jump();
        return true;
      case "?":
        void sheet(play);
        return true;
      default:
        break;
    }
    if (/^[1-9]$/.test(key) && !event.shiftKey) {
      const option = prompt.options[Number(key) - 1];
      if (option) void play.choose(option.id);
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
    if (this.kept) this.play.overlays.clear();
    this.held = "";
  }
}

/**
 * The sheet of keys.
 * @param {Play} play
 */
export async function sheet(play) {
  /** @type {[string, [string, string][]][]} */
  const parts = [
    [
      "Deciding",
      [
        ["N  ⇧N", "next and previous choice, lit on the map"],
        ["Enter", "make the lit choice"],
        ["1 … 9", "make the first, second … choice"],
        ["E", "end the phase, or close this choice"],
        ["Esc", "take back the unfinished part; close"],
        ["U  Ctrl Z", "undo"],
        ["R  Ctrl ⇧ Z", "redo"],
      ],
    ],
    [
      "What happened",
      [
        ["Space", "tell the next thing"],
        ["⇧ Space", "skip to your decision"],
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
        ["C", "cards"],
        ["/", "search the reference"],
        ["?", "this sheet"],
      ],
    ],
    ...(play.game.overlays.length
      ? [
          /** @type {[string, [string, string][]]} */ ([
            "Overlays: press, or hold",
            [
              ["O", "choose one"],
              ...play.game.overlays.map(
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
          "choose what glows; what rolls, spends or ends is offered as a button first; " +
            "anything else says why not",
        ],
        ["rest on a stack", "fans it out; on touch, tap it"],
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
