// Analysis: branches of a game, each at a table of its own, kept beside the game. What is tried
// there never touches the game, and says so in its color and its title.

import { Refused, keepToken, request } from "./api.js";
import { ask, clockWords, copyButton, h, remember, say } from "./dom.js";

/** @import { AnalysisInfo, BranchInfo, CommentInfo, Snapshot } from "./types.js" */

export class Analysis {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./replay.js").Replay} replay
   * @param {(text: string) => void} tell says what went wrong
   */
  constructor(session, replay, tell) {
    this.session = session;
    this.replay = replay;
    this.tell = tell;
    /** The branches of the game. @type {BranchInfo[]} */
    this.branches = [];
    /** Answers to questions before this one are too late. */
    this.asked = 0;
    this.name = h("strong.analysis-name");
    this.where = h("span.analysis-where");
    this.back = h("a.button.small.main", null, "Back to the game");
    this.banner = h(
      "section.analysis-banner",
      { "aria-label": "What is analyzed", hidden: true },
      h("span.analysis-word", null, "Analysis"),
      this.name,
      this.where,
      this.back,
    );
    this.moment = h("span");
    this.text = /** @type {HTMLTextAreaElement} */ (
      h("textarea", {
        rows: 2,
        maxlength: 2000,
        placeholder: "What do you think of this moment?",
        onchange: () => void this.comment(),
      })
    );
    this.writing = h("label.analysis-writing", null, this.moment, this.text);
    this.comments = h("ol.analysis-comments", { "aria-label": "Comments along this line" });
    this.list = h("ul.branches");
    this.actions = h("div.analysis-actions");
    this.element = h(
      "section.analysis",
      { "aria-label": "Analysis", hidden: true },
      h("h2", null, "Analysis"),
      this.writing,
      this.comments,
      this.list,
      this.actions,
    );
  }

  /** Whether a branch can be made here. */
  get possible() {
    const { live } = this.session;
    return !live.contested && (!!live.analysis || !!live.view.result || live.seats.length > 0);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const { analysis } = snapshot;
    document.body.classList.toggle("analyzing", !!analysis);
    this.banner.hidden = !analysis;
    if (analysis) this.head(analysis);
    this.draw(snapshot);
    if (snapshot.live && this.asked === 0) void this.fetch();
  }

  close() {
    this.asked += 1;
    document.body.classList.remove("analyzing");
  }

  /** What this is, above the map. @param {AnalysisInfo} analysis */
  head({ title, game, made, clock, supposed }) {
    document.title = `Analysis: ${title} · Beachhead`;
    this.name.textContent = title;
    const then = game
      ? h("a", { href: `#/table/${encodeURIComponent(game)}/at/${made}` }, clockWords(clock))
      : clockWords(clock);
    this.where.replaceChildren(
      "leaves the game at ",
      then,
      supposed ? ". What you could not see there is dealt anew." : "",
      this.session.table.token ? "" : " You are reading it; branch off to try lines of your own.",
    );
    this.back.hidden = !game;
    if (game) this.back.setAttribute("href", `#/table/${encodeURIComponent(game)}`);
  }

  /** @param {Snapshot} snapshot */
  draw(snapshot) {
    const { analysis } = snapshot;
    const own = !!analysis && !!this.session.table.token;
    const over = !!this.session.live.view.result;
    this.element.hidden =
      !this.possible || !(analysis || this.branches.length || this.replay.on || over);
    const said = analysis?.comments.find((each) => each.made === snapshot.made)?.text ?? "";
    this.writing.hidden = !own;
    const clock = clockWords(snapshot.view.clock);
    this.moment.textContent = `Comment on ${clock}, choice ${snapshot.made}`;
    if (document.activeElement !== this.text) this.text.value = said;
    this.comments.replaceChildren(
      ...(analysis?.comments ?? []).map((each) => this.line(each, each.made === snapshot.made)),
    );
    this.comments.hidden = !analysis?.comments.length;
    this.list.replaceChildren(...this.branches.map((branch) => this.entry(branch)));
    this.list.hidden = !this.branches.length;
    this.actions.replaceChildren(
      ...[
        this.action(analysis ? "New branch here" : "Analyze from here", () => this.branchOff()),
        own && this.action("Rename", () => this.rename(analysis.title)),
        analysis && this.action("Take away as text", () => this.takeAway()),
        this.action("Bring back from text", () => this.bringBack()),
      ].filter((each) => each !== false && each !== null),
    );
  }

  /** @param {string} text @param {() => Promise<void>} act */
  action(text, act) {
    return h(
      "button.button.small",
      { type: "button", onclick: () => void this.attempt(act) },
      text,
    );
  }

  /** A comment, which leads to its moment. @param {CommentInfo} comment @param {boolean} here */
  line({ made, text }, here) {
    return h(
      "li",
      { class: here ? "here" : "" },
      h(
        "button.analysis-comment",
        { type: "button", "aria-current": here ? "true" : null, onclick: () => this.go(made) },
        h("span.analysis-when", null, `${made}`),
        h("span", null, text),
      ),
    );
  }

  /** Look at a moment; the last one is where one plays on. @param {number} made */
  go(made) {
    if (made === this.session.live.made && this.replay.on) this.replay.close();
    else if (made !== this.session.live.made) void this.replay.open(made);
  }

  /** @param {BranchInfo} branch */
  entry({ table, name, clock, made, total, since, comments, yours }) {
    const here = table === this.session.table.id;
    const choices = total - since;
    const words = [
      `leaves at ${clockWords(clock)}, choice ${made}`,
      ["no choice yet", "1 choice on"][choices] ?? `${choices} choices on`,
      ...(comments ? [comments === 1 ? "1 comment" : `${comments} comments`] : []),
    ];
    const { token } = this.session.table;
    return h(
      "li.branch",
      { class: here ? "here" : "" },
      h(
        "a.branch-name",
        {
          href: `#/table/${encodeURIComponent(table)}`,
          "aria-current": here ? "page" : null,
          onclick: () => yours && token && this.know(table, token),
        },
        name,
      ),
      h("span.fine-print", null, words.join(" · ")),
      yours ? this.removing(table, name) : null,
    );
  }

  /** A button that asks once more. @param {string} table @param {string} name */
  removing(table, name) {
    const button = h(
      "button.button.small.quiet.branch-remove",
      {
        type: "button",
        "aria-label": `Remove ${name}`,
        onclick: () => {
          if (button.classList.contains("sure")) void this.attempt(() => this.remove(table));
          button.classList.add("sure");
          button.textContent = "Remove for good?";
        },
        onblur: () => {
          button.classList.remove("sure");
          button.textContent = "Remove";
        },
      },
      "Remove",
    );
    return button;
  }

  // --- what is asked of the server

  /** @param {() => Promise<void>} act */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.tell(error.message);
    }
  }

  /** Which branches there are. */
  async fetch() {
    const mine = ++this.asked;
    if (!this.possible || !this.session.table.token) return;
    try {
      const { branches } = await this.session.table.ask("branches");
      if (mine !== this.asked || this.session.closed) return;
      this.branches = branches;
      this.draw(this.session.snapshot);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** Branch off at the moment that is looked at, and go there. */
  async branchOff() {
    const { snapshot } = this.session;
    await this.found({ at: snapshot.made });
  }

  /** @param {Record<string, any>} body */
  async found(body) {
    const { table, live } = this.session;
    const made = await request(table.path("/branches"), { token: table.token, body });
    this.know(made.table, String(Object.values(made.tokens)[0]));
    if (this.replay.on) this.replay.leave();
    say(`A branch: ${made.title}.`);
    remember(`game.${made.table}`, live.game);
    location.hash = `#/table/${made.table}`;
  }

  /** @param {string} table @param {string} token */
  know(table, token) {
    keepToken(table, token);
    remember(`game.${table}`, this.session.live.game);
  }

  /** @param {string} what @param {Record<string, any>} body @param {string} [table] */
  async post(what, body, table = this.session.table.id) {
    const { token } = this.session.table;
    return request(`/api/tables/${encodeURIComponent(table)}/${what}`, { token, body });
  }

  /** Keep what is written at the moment that is looked at. */
  async comment() {
    const { snapshot } = this.session;
    await this.attempt(async () => {
      this.told(await this.post("comments", { made: snapshot.made, text: this.text.value }));
      say("Comment kept.");
    });
  }

  /** @param {AnalysisInfo} analysis */
  told(analysis) {
    const { session } = this;
    session.live.analysis = session.snapshot.analysis = analysis;
    this.head(analysis);
    this.draw(session.snapshot);
    void this.fetch();
  }

  /** @param {string} before */
  async rename(before) {
    const input = /** @type {HTMLInputElement} */ (
      h("input", { type: "text", value: before, maxlength: 80, "aria-label": "Name" })
    );
    const answer = await ask(
      h(
        "form",
        { method: "dialog" },
        h("h2", null, "What is this branch called?"),
        input,
        h(
          "div.actions",
          null,
          h("button.button.main", { value: "yes" }, "Call it that"),
          h("button.button", { type: "button", "data-answer": "" }, "Cancel"),
        ),
      ),
      "Rename",
    );
    if (answer && input.value.trim()) this.told(await this.post("name", { name: input.value }));
  }

  /** @param {string} table */
  async remove(table) {
    const { analysis } = this.session.live;
    await this.post("remove", {}, table);
    say("Removed.");
    if (table === this.session.table.id) {
      location.hash = analysis?.game ? `#/table/${analysis.game}` : "#/";
    } else await this.fetch();
  }

  async takeAway() {
    const { table } = this.session;
    const text = await request(table.path("/record"), { token: table.token, text: true });
    await ask(
      h(
        "div",
        null,
        h("h2", null, "This branch as text"),
        h(
          "p",
          null,
          "The game up to where it leaves it, its own line, and what is written on it. Bring it " +
            "back beside the game, or open it as a record on any start page.",
        ),
        h("textarea.analysis-text", { readonly: true, rows: 9, "aria-label": "The branch" }, text),
        h(
          "div.actions",
          null,
          copyButton(text, "Copy the branch"),
          h("a.button", { href: table.link("/record"), download: "" }, "Save as a file"),
          h("button.button.main", { "data-answer": "" }, "Done"),
        ),
      ),
      "Take away",
    );
  }

  async bringBack() {
    const text = /** @type {HTMLTextAreaElement} */ (
      h("textarea.analysis-text", { rows: 9, "aria-label": "The text of a branch" })
    );
    const answer = await ask(
      h(
        "div",
        null,
        h("h2", null, "Bring a branch back"),
        h("p", null, "Paste the text of a branch of this game."),
        text,
        h(
          "div.actions",
          null,
          h("button.button.main", { "data-answer": "yes" }, "Bring it back"),
          h("button.button", { "data-answer": "" }, "Cancel"),
        ),
      ),
      "Bring back",
    );
    if (answer) await this.found({ record: branchText(text.value) });
  }
}

/**
 * The record in a text that somebody pasted.
 * @param {string} text
 * @returns {Record<string, any>}
 */
export function branchText(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error("This is not the text of a branch: copy all of it, from { to }.");
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) {
    throw new Error("This is not the text of a branch: copy all of it, from { to }.");
  }
  return found;
}
