// A guided first game: call-outs for the first two turns of Easy Fox. Always skippable.

import { h, remember, remembered } from "./dom.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {{title: string, text: string, at: string | ((play: import("./play.js").Play) => string[]), when?: (snapshot: Snapshot) => boolean, until?: (snapshot: Snapshot) => boolean}} Lesson */

/** @param {Snapshot} snapshot */
const kind = (snapshot) => snapshot.view.decision?.kind ?? "";
/** @param {Snapshot} snapshot */
const turn = (snapshot) => snapshot.flipbook?.turn ?? 1;
/** @param {import("./play.js").Play} play */
const lit = (play) => [...play.offers.targets.keys()].filter((id) => play.board.place(id)).slice(0, 3);

/** @type {Lesson[]} */
const LESSONS = [
  { title: "Omaha, from the sea", at: ".map", text: "You look inland, as the landing craft did: sea below, bluffs above. Grey counters are German positions, face down until you fight them. Drag to move the map, roll to zoom; 0 shows all of it." },
  { title: "The clock", at: ".top", text: "Turn, time and tide. Each box is a turn of fifteen minutes; the small number says how many units are due. On the right: your victory points, and the losses that end the game at once." },
  { title: "One sentence", at: "#prompt", text: "Down here is always what is asked of you now, with every choice as a button. The small number is the rule: click it to read it." },
  { title: "What glows can act", at: lit, when: (s) => kind(s) === "action_chosen", until: (s) => kind(s) !== "action_chosen", text: "The tanks that waded ashore glow. Click one (or press N and Enter). Anything that does not glow tells you why when you click it." },
  { title: "Where it may go", at: lit, when: (s) => kind(s) === "deed_chosen", until: (s) => kind(s) !== "deed_chosen", text: "Lit hexes are where it may move; the figure is the chance that the next German fire hits it there. Red frames are targets it may barrage, with the chance that the barrage disrupts them. A click shows what it costs; the button there does it. Escape takes the choice of unit back." },
  { title: "Nothing is final", at: ".steps", when: (s) => s.undo.possible, text: "Undo says what it will take back, and goes back as far as you like in a game of your own: press U. The cards come again as they were." },
  { title: "Ending the phase", at: ".end", when: (s) => kind(s) === "action_chosen", until: (s) => turn(s) >= 2, text: "Act with the other tanks as you like, then end the phase with E. If something free is left to do, you are asked once more." },
  { title: "The first wave", at: ".map", when: (s) => turn(s) >= 2, text: "You have just seen infantry drift and land, an event, and German fire: a card names colours, the positions of those colours fire at whoever shows the card's symbol, or stands too thick. The slider below sets how fast it is told; Space steps, Shift Space skips." },
  { title: "It is all in the log", at: "#tab-log", when: (s) => turn(s) >= 2, text: "Every line can be clicked: it shows the place on the map and the rule behind it." },
  { title: "See their fields of fire", at: ".map-tools", when: (s) => turn(s) >= 2, text: "Rest on a German counter to see what it covers, or hold F for all of them; D shows how likely the next fire hits each hex. O lists all overlays." },
  { title: "Your move", at: "#prompt", when: (s) => turn(s) >= 2 && kind(s) === "action_chosen", text: "Get off the beach: the pavilion behind the shingle is safer than the sand, and units next to a position can attack it. Hold the draws and positions at the end to score." },
  { title: "You know enough", at: "#panel-now", when: (s) => turn(s) >= 3, text: "Two turns done. This panel always shows the phase and its tables; ? lists the keys. Good luck on Easy Red and Fox Green." },
];

export class Guide {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.step = remembered(`guide.${play.table.id}`, -1);
    this.element = h("aside.callout", { role: "note", "aria-live": "polite", hidden: true });
    this.place = () => this.put();
    this.shown = -1;
  }

  get on() {
    return this.step >= 0 && this.step < LESSONS.length;
  }

  begin() {
    document.body.append(this.element);
    this.play.board.camera.watchers.push(this.place);
    addEventListener("resize", this.place);
    this.show(this.play.snapshot);
  }

  restart() {
    this.go(0);
  }

  close() {
    this.element.remove();
    removeEventListener("resize", this.place);
  }

  skip() {
    this.go(LESSONS.length);
  }

  /** @param {number} step */
  go(step) {
    this.step = step;
    remember(`guide.${this.play.table.id}`, step);
    this.show(this.play.snapshot);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    if (!this.on) {
      this.element.hidden = true;
      return;
    }
    const lesson = LESSONS[this.step];
    if (this.shown === this.step && lesson.until?.(snapshot)) {
      this.go(this.step + 1);
      return;
    }
    if (lesson.when && !lesson.when(snapshot)) {
      // The player was faster: what belongs to a moment that is past is left out.
      const later = LESSONS.findIndex((each, n) => n > this.step && (each.when?.(snapshot) ?? false));
      if (later > 0 && lesson.until?.(snapshot)) this.go(later);
      else this.element.hidden = true;
      return;
    }
    this.shown = this.step;
    this.element.hidden = false;
    this.element.replaceChildren(
      h("p.callout-count", null, `Guided start, ${this.step + 1} of ${LESSONS.length}`),
      h("h2", null, lesson.title), h("p", null, lesson.text),
      h("div.callout-actions", null,
        h("button.button.small.quiet", { type: "button", onclick: () => this.skip() }, "Skip the tour"),
        lesson.until ? h("button.button.small", { type: "button", "data-guide": "next", onclick: () => this.go(this.step + 1) }, "Next")
          : h("button.button.small.main", { type: "button", "data-guide": "next", onclick: () => this.go(this.step + 1) }, this.step === LESSONS.length - 1 ? "Done" : "Next")));
    this.put();
  }

  /** Beside what it is about, and within the window. */
  put() {
    if (this.element.hidden || !this.on) return;
    const { at } = LESSONS[this.step];
    let box;
    if (typeof at === "string") box = document.querySelector(at)?.getBoundingClientRect();
    else {
      const part = this.play.board.around(at(this.play));
      const frame = this.play.board.element.getBoundingClientRect();
      if (part) {
        const { camera } = this.play.board;
        const from = camera.toFrame(part.x, part.y), to = camera.toFrame(part.x + part.width, part.y + part.height);
        box = new DOMRect(frame.left + from.x, frame.top + from.y, to.x - from.x, to.y - from.y);
      }
    }
    box ??= new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    const { width, height } = this.element.getBoundingClientRect();
    const gap = 14;
    const big = box.width > innerWidth * 0.5 && box.height > innerHeight * 0.4;
    let left = box.left + box.width / 2 - width / 2, top = box.top - height - gap, side = "above";
    if (big) [left, top, side] = [box.left + 70, box.top + 24, "inside"];
    else if (top < 8) {
      top = box.bottom + gap;
      side = "below";
      if (top + height > innerHeight - 8) [left, top, side] = [box.left - width - gap, box.top + box.height / 2 - height / 2, "left"];
    }
    left = Math.max(8, Math.min(innerWidth - width - 8, left));
    top = Math.max(8, Math.min(innerHeight - height - 8, top));
    this.element.dataset.side = side;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
    this.element.style.setProperty("--arrow", `${Math.max(18, Math.min(width - 18, box.left + box.width / 2 - left))}px`);
  }
}
