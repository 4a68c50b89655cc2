// What a click or the pointer on the map means: a choice, a question, a reason why not.

import { Refused } from "./api.js";

/** @import { Option } from "./types.js" */

/** How long the pointer rests on a stack before it fans out, in milliseconds. */
const HOVER = 420;

export class Pointing {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./story.js").Story} story
   * @param {import("./offers.js").Offers} offers
   * @param {import("./spot.js").Spot} spot
   * @param {import("./orders.js").Orders} orders
   * @param {import("./overlays.js").Overlays} overlays
   * @param {import("./prompt.js").Prompt} prompt
   * @param {HTMLElement} info
   */
  constructor(session, board, story, offers, spot, orders, overlays, prompt, info) {
    this.session = session;
    this.board = board;
    this.story = story;
    this.offers = offers;
    this.spot = spot;
    this.orders = orders;
    this.overlays = overlays;
    this.prompt = prompt;
    this.info = info;
    /** Whether a counter is being carried. */
    this.carrying = () => false;
    this.hovering = 0;
  }

  /** The pointer no longer rests. */
  still() {
    clearTimeout(this.hovering);
  }

  /** @param {import("./board.js").Pick} pick */
  pick({ ids, touch, more = false }) {
    if (this.story.playing) {
      this.story.step();
      return;
    }
    this.still();
    if (ids.length && this.orders.pick(ids, more)) return;
    if (!ids.length) {
      this.orders.clear();
      this.spot.close();
      this.board.light("told", []);
      return;
    }
    this.choose(ids, touch);
  }

  /**
   * Choose what may be chosen at a place, or have it asked which; say why not if there is nothing.
   * @param {string[]} ids
   * @param {boolean} touch
   */
  choose(ids, touch) {
    const counter = ids.find((id) => /^(unit|post)-/.test(id)) ?? "";
    const stack = counter ? this.board.stackOf(counter) : this.board.stackOf(ids[0]);
    const direct = counter ? (this.offers.targets.get(counter) ?? []) : [];
    const here = direct.length ? direct : this.offers.at(ids);
    const among = stack.flatMap((id) => this.offers.targets.get(id) ?? []);
    if (direct.length === 1 && !(touch && stack.length > 1 && among.length > 1)) {
      void this.take(direct[0], ids);
      return;
    }
    if (here.length === 1 && !among.some((option) => option !== here[0])) {
      void this.take(here[0], ids);
      return;
    }
    const all = [...new Set([...here, ...among])];
    if (all.length) {
      this.spot.show(ids, stack, all, true);
      return;
    }
    const close = [...new Set(ids.flatMap((id) => this.offers.nearby.get(id) ?? []))];
    if (close.length > 1 && !counter) {
      this.spot.show(ids, stack, close, true);
      return;
    }
    if (close.length === 1 && !counter) {
      void this.take(close[0], ids);
      return;
    }
    if (touch && stack.length > 1) this.spot.show(ids, stack, [], true);
    void this.proposeOrExplain(ids);
  }

  /** Who could attack what was clicked, or why nothing can be done. @param {string[]} ids */
  async proposeOrExplain(ids) {
    const attack = ids.map((id) => this.offers.attacks.get(id)).find(Boolean);
    if (attack) {
      await this.orders.instead(attack, ids);
      return;
    }
    if (!(await this.orders.propose(ids))) await this.explain(ids);
  }

  /**
   * Choose what was clicked on the map; what draws, spends or ends something stops at a button
   * that says so.
   * @param {Option} option
   * @param {string[]} ids where it was clicked
   */
  take(option, ids) {
    const { board, offers, session } = this;
    if (!offers.commits(option)) return session.choose(option.id);
    const lit = session.snapshot.glow[option.id] ?? option.touches;
    const there = [...ids, ...lit].filter((id) => board.place(id));
    const stack = board.stackOf(there[0]);
    this.spot.show(there, stack.length > 1 ? stack : [], [option], true);
    offers.preview(option);
    return Promise.resolve();
  }

  /** @param {string[]} ids */
  point(ids) {
    this.still();
    if (this.story.playing || this.carrying()) return;
    this.orders.foresee(ids);
    const ordered = this.orders.selected.size ? this.orders.preview(ids) : "";
    const [option] = this.orders.selected.size ? [] : this.offers.at(ids);
    if (!this.orders.selected.size) this.offers.preview(option ?? null);
    const counter = ids.find((id) => /^(unit|post)-/.test(id));
    const hex = ids.find((id) => /^(hex|area|zone)-/.test(id));
    const box = ids.find((id) => id.startsWith("box-"));
    const said = ordered ? [ordered] : [];
    if (hex) said.push(this.overlays.words.get(hex) ?? this.board.words(hex));
    if (box) said.push(this.overlays.words.get(box) ?? this.board.words(box));
    if (counter) said.push(this.board.counters.title(counter));
    const figure = option && hex && this.offers.figures.get(hex);
    if (figure) said.push(figure);
    if (option && this.offers.risks(option)) said.push(`⚠ ${this.offers.risks(option)}`);
    this.info.textContent = said.join(" · ");
    if (!this.overlays.active) {
      const position = counter?.startsWith("post-") ? this.positionOf(counter.slice(5)) : "";
      this.board.showFire(new Set(position ? [position] : []));
    }
    if (this.spot.open && !this.spot.pinned && ids[0] !== this.spot.place) this.spot.close();
    if (!counter || this.spot.pinned) return;
    const stack = this.board.stackOf(counter).filter((id) => id.startsWith("unit-"));
    if (this.board.counters.fanned(stack).length > 1) {
      this.hovering = window.setTimeout(() => this.spot.show(ids, stack, [], false), HOVER);
    }
  }

  /**
   * Why nothing can be done at a place; or change to another unit.
   * @param {string[]} ids
   */
  async explain(ids) {
    const { snapshot } = this.session;
    const counter = ids.find((id) => /^(unit|post)-/.test(id)) ?? "";
    const hex = ids.find((id) => /^(hex|area|zone|box)-/.test(id))?.replace(/^(hex|area)-/, "");
    if (counter.startsWith("unit-")) this.overlays.focusOn(counter.slice(5));
    if (!snapshot.live || !snapshot.yours) {
      if (counter) this.prompt.tell(this.board.counters.title(counter), "", "yes");
      return;
    }
    const chosen = this.offers
      .chosen(snapshot)
      .find((id) => id.startsWith("unit-"))
      ?.slice(5);
    const others = this.offers.instead(counter);
    if (others.length === 1) {
      this.spot.close();
      if (counter.slice(5) === chosen) await this.session.undo();
      else if (await this.session.send("undo")) await this.take(others[0], ids);
      return;
    }
    const question = questionAbout(counter, chosen ?? "", hex ?? "");
    const words = counter ? this.board.counters.title(counter) : "";
    if (!question) {
      if (words) this.prompt.tell(words, "", "yes");
      else if (hex) {
        const { decision } = snapshot.view;
        const id = ids.find((each) => each.endsWith(hex)) ?? hex;
        const [place] = this.board.words(id).split(",");
        this.prompt.tell(
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
    const { prompt } = this;
    const { table, snapshot } = this.session;
    const { decision } = snapshot.view;
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
    if (this.board.find(`position-${post}`)) return post;
    const shorter = post.replace(/[A-Z]$/, "");
    return this.board.find(`position-${shorter}`) ? shorter : "";
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
