// What players should see without asking: who has yet to sit down, what to know about the dealing,
// and that a game goes on by other rules. On the map, at its top.

import { Refused } from "./api.js";
import { brokenPromises, cardsAndDice, trustWarnings } from "./dealing.js";
import { capital, copyButton, h, remember, remembered, say } from "./dom.js";
import { invitationLink, notedDealing, openInvitations, takeSeat } from "./seats.js";

/** @import { Snapshot } from "./types.js" */

export class Notices {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./board.js").Board} board
   * @param {import("./prompt.js").Prompt} prompt
   */
  constructor(session, board, prompt) {
    this.session = session;
    this.board = board;
    this.prompt = prompt;
    this.element = h("div.notices", {
      "data-still": true,
      role: "region",
      "aria-label": "Notices",
      "aria-live": "polite",
      hidden: true,
    });
    this.shown = "";
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    if (!snapshot.live) return;
    const links = openInvitations(snapshot.table, snapshot.awaited);
    const key = JSON.stringify([
      snapshot.awaited,
      links,
      snapshot.resumed,
      snapshot.origin,
      snapshot.dealing,
      snapshot.seats,
    ]);
    if (key === this.shown) return;
    this.shown = key;
    const notices = [
      ...this.broken(snapshot),
      ...this.waiting(snapshot, links),
      ...this.resumed(snapshot),
      ...this.trust(snapshot),
    ];
    this.element.replaceChildren(...notices);
    this.element.hidden = !notices.length;
  }

  /** What the server promised and does not keep. @param {Snapshot} snapshot */
  broken(snapshot) {
    const broken = brokenPromises(snapshot, notedDealing(snapshot.table), (seat) =>
      this.session.nameOf(seat),
    );
    if (!broken.length) return [];
    say(broken.join(" "), true);
    return [
      h(
        "div.note.broken",
        { role: "alert" },
        h(
          "div",
          null,
          h("strong", null, "Cards and dice are not what was promised. "),
          broken.join(" "),
        ),
        this.more(),
      ),
    ];
  }

  /**
   * Who has yet to sit down, and the link to send, where this browser founded the game.
   * @param {Snapshot} snapshot
   * @param {Record<string, string>} links
   */
  waiting(snapshot, links) {
    const { awaited } = snapshot;
    if (!awaited.length) return [];
    const names = awaited.map((seat) => this.session.nameOf(seat));
    const what = awaited.length > 1 ? "their seats" : "the seat";
    const text = `Waiting for ${names.join(" and ")} to take ${what}`;
    return [
      h(
        "div.note.awaiting",
        null,
        h("span", null, text),
        ...Object.entries(links).map(([seat, code]) =>
          h(
            "span.note-tools",
            null,
            awaited.length > 1 ? h("span", null, `${capital(this.session.nameOf(seat))}:`) : null,
            copyButton(
              invitationLink(snapshot.table, code),
              `Copy the invitation of ${this.session.nameOf(seat)}`,
              "Copy invitation",
            ),
            this.session.table.token
              ? null
              : h(
                  "button.button.small.main",
                  { type: "button", onclick: () => this.sitDown(code) },
                  "This is mine",
                ),
          ),
        ),
      ),
    ];
  }

  /** @param {string} code */
  async sitDown(code) {
    try {
      await takeSeat(
        this.session.table.id,
        code,
        this.session.snapshot.dealing?.commitment ?? null,
      );
      dispatchEvent(new Event("hashchange"));
    } catch (error) {
      this.prompt.tell(error instanceof Error ? error.message : String(error));
      if (error instanceof Refused) void this.session.refresh();
    }
  }

  /** The game goes on by other rules than it was played by. @param {Snapshot} snapshot */
  resumed(snapshot) {
    const { resumed } = snapshot;
    if (!resumed) return [];
    const all = this.session.table.token && snapshot.seating !== "link";
    return this.dismissible(
      "resumed",
      resumed,
      "other-rules",
      h("strong", null, "Played by other rules. "),
      resumed,
      " ",
      all
        ? h(
            "a",
            { href: this.session.table.link("/record?original=1"), download: "" },
            "Save the original record",
          )
        : null,
    );
  }

  /**
   * What one should know before trusting the dealing of a game by link.
   * @param {Snapshot} snapshot
   */
  trust(snapshot) {
    const warnings = snapshot.seating === "link" ? trustWarnings(snapshot) : [];
    return warnings.length
      ? this.dismissible("trust", warnings.join(" "), "trust", warnings.join(" "), " ", this.more())
      : [];
  }

  more() {
    return h(
      "button.rule-link",
      { type: "button", onclick: () => void cardsAndDice(this.session) },
      "Cards and dice",
    );
  }

  /**
   * A notice that is put away for good, until it says something else.
   * @param {string} name
   * @param {string} text
   * @param {string} kind
   * @param {...import("./dom.js").Child} content
   */
  dismissible(name, text, kind, ...content) {
    const key = `${name}.${this.session.table.id}`;
    if (remembered(key, "") === text) return [];
    const note = h(
      `div.note.${kind}`,
      { role: "note" },
      h("div", null, ...content),
      h(
        "button.note-close",
        {
          type: "button",
          "aria-label": "Put this notice away",
          title: "Put this notice away",
          onclick: () => {
            remember(key, text);
            note.remove();
            this.element.hidden = !this.element.children.length;
            this.board.element.focus({ preventScroll: true });
          },
        },
        "✕",
      ),
    );
    return [note];
  }
}
