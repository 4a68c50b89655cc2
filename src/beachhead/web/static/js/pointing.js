// What a click or the pointer on the map means: a choice, a question, a reason why not.

import { Refused } from "./api.js";

/** How long the pointer rests on a stack before it fans out, in milliseconds. */
const HOVER = 420;

export class Pointing {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** The unit that was last looked at. */
    this.focus = "";
    this.hovering = 0;
  }

  /** @param {import("./board.js").Pick} pick */
  pick({ ids, touch }) {
    if (this.play.story.playing) {
      this.play.story.step();
      return;
    }
    clearTimeout(this.hovering);
    if (!ids.length) {
      this.play.spot.close();
      this.play.board.light("told", []);
      return;
    }
    const counter = ids.find((id) => /^(unit|post)-/.test(id)) ?? "";
    const stack = counter ? this.play.board.stackOf(counter) : this.play.board.stackOf(ids[0]);
    const direct = counter ? (this.play.offers.targets.get(counter) ?? []) : [];
    const here = direct.length ? direct : this.play.offers.at(ids);
    const among = stack.flatMap((id) => this.play.offers.targets.get(id) ?? []);
    if (direct.length === 1 && !(touch && stack.length > 1 && among.length > 1)) {
      void this.play.offers.take(direct[0], ids);
      return;
    }
    if (here.length === 1 && !among.some((option) => option !== here[0])) {
      void this.play.offers.take(here[0], ids);
      return;
    }
    const all = [...new Set([...here, ...among])];
    if (all.length) {
      this.play.spot.show(ids, stack, all, true);
      return;
    }
    const close = [...new Set(ids.flatMap((id) => this.play.offers.nearby.get(id) ?? []))];
    if (close.length > 1 && !counter) {
      this.play.spot.show(ids, stack, close, true);
      return;
    }
    if (close.length === 1 && !counter) {
      void this.play.offers.take(close[0], ids);
      return;
    }
    if (touch && stack.length > 1) this.play.spot.show(ids, stack, [], true);
    void this.explain(ids);
  }

  /** @param {string[]} ids */
  point(ids) {
    clearTimeout(this.hovering);
    if (this.play.story.playing || this.play.drag.lifted) return;
    const [option] = this.play.offers.at(ids);
    this.play.offers.preview(option ?? null);
    const counter = ids.find((id) => /^(unit|post)-/.test(id));
    const hex = ids.find((id) => /^(hex|area|zone)-/.test(id));
    const box = ids.find((id) => id.startsWith("box-"));
    const said = [];
    if (hex) said.push(this.play.overlays.words.get(hex) ?? this.play.board.words(hex));
    if (box) said.push(this.play.overlays.words.get(box) ?? this.play.board.words(box));
    if (counter) said.push(this.play.board.title(counter));
    const figure = option && hex && this.play.offers.figures.get(hex);
    if (figure) said.push(figure);
    if (option && this.play.prompt.risks(option)) said.push(`⚠ ${this.play.prompt.risks(option)}`);
    this.play.info.textContent = said.join(" · ");
    if (!this.play.overlays.active) {
      const position = counter?.startsWith("post-") ? this.positionOf(counter.slice(5)) : "";
      this.play.board.showFire(new Set(position ? [position] : []));
    }
    if (this.play.spot.open && !this.play.spot.pinned && ids[0] !== this.play.spot.place)
      this.play.spot.close();
    if (!counter || this.play.spot.pinned) return;
    const stack = this.play.board.stackOf(counter).filter((id) => id.startsWith("unit-"));
    if (stack.length > 1)
      this.hovering = window.setTimeout(() => this.play.spot.show(ids, stack, [], false), HOVER);
  }

  /** A unit to which overlays may refer. @param {string} unit */
  focusOn(unit) {
    this.focus = unit;
    this.play.overlays.refresh();
  }

  /**
   * Why nothing can be done at a place; or change to another unit.
   * @param {string[]} ids
   */
  async explain(ids) {
    const { snapshot } = this.play;
    const counter = ids.find((id) => /^(unit|post)-/.test(id)) ?? "";
    const hex = ids.find((id) => /^(hex|area|zone|box)-/.test(id))?.replace(/^(hex|area)-/, "");
    if (counter.startsWith("unit-")) this.focusOn(counter.slice(5));
    if (!snapshot.live || !snapshot.yours) {
      if (counter) this.play.prompt.tell(this.play.board.title(counter), "", "yes");
      return;
    }
    const chosen = this.play.offers
      .chosen(snapshot)
      .find((id) => id.startsWith("unit-"))
      ?.slice(5);
    const others =
      this.play.offers.whole.made === snapshot.made - 1 && this.play.unfinished()
        ? (this.play.offers.whole.targets.get(counter) ?? [])
        : [];
    if (others.length === 1) {
      this.play.spot.close();
      if (counter.slice(5) === chosen) await this.play.undo();
      else if (await this.play.send("undo", { since: this.play.events.length }))
        await this.play.offers.take(others[0], ids);
      return;
    }
    const question = questionAbout(counter, chosen ?? "", hex ?? "");
    const words = counter ? this.play.board.title(counter) : "";
    if (!question) {
      if (words) this.play.prompt.tell(words, "", "yes");
      else if (hex) {
        const { decision } = snapshot.view;
        const id = ids.find((each) => each.endsWith(hex)) ?? hex;
        const [place] = this.play.board.words(id).split(",");
        this.play.prompt.tell(
          `Nothing can be done in ${place} now: ${decision?.prompt ?? ""}`,
          decision?.rule,
        );
      }
      return;
    }
    await this.refuse(question, words);
  }

  /**
   * Say why something may not be done.
   * @param {Record<string, string>} question
   * @param {string} [words] what else there is to say
   */
  async refuse(question, words = "") {
    const {
      prompt,
      table,
      snapshot: {
        view: { decision },
      },
    } = this.play;
    try {
      const { refusal } = await table.ask(`why?${new URLSearchParams(question)}`);
      if (refusal) prompt.tell(words ? `${words}. ${refusal.text}` : refusal.text, refusal.rule);
      else if (words) prompt.tell(words, "", "yes");
      else prompt.tell(`Not now: ${decision?.prompt ?? ""}`, decision?.rule);
    } catch (error) {
      if (words) prompt.tell(words, "", "yes");
      else if (error instanceof Refused) prompt.tell(error.message, error.rule);
    }
  }

  /** @param {string} post such as WN62N */
  positionOf(post) {
    if (this.play.board.find(`position-${post}`)) return post;
    const shorter = post.replace(/[A-Z]$/, "");
    return this.play.board.find(`position-${shorter}`) ? shorter : "";
  }
}

/**
 * What to ask the server about a click where nothing can be chosen; null if nothing.
 * @param {string} counter what was clicked
 * @param {string} chosen the unit that the decision is about
 * @param {string} hex where it was clicked
 * @returns {Record<string, string> | null}
 */
export function questionAbout(counter, chosen, hex) {
  if (counter.startsWith("unit-")) return { unit: counter.slice(5), action: "move" };
  if (chosen && counter.startsWith("post-")) return { unit: chosen, target: counter.slice(5) };
  return chosen && hex ? { unit: chosen, to: hex } : null;
}
