// An invitation: what the game is, and a seat to take. Only a click takes it, for programs that
// preview links open them too.

import { Gone, Refused } from "./api.js";
import { dealingWarning, long, startedFrom } from "./dealing.js";
import { h, remember } from "./dom.js";
import { pendingClaim, takeSeat } from "./seats.js";

/** @import { GameInfo as GameEntry, Snapshot } from "./types.js" */

export class Invitation {
  /**
   * @param {HTMLElement} app
   * @param {GameEntry[]} games
   * @param {Snapshot} snapshot as a spectator sees it
   * @param {string} code
   */
  constructor(app, games, snapshot, code) {
    this.game = games.find((game) => game.id === snapshot.game);
    this.snapshot = snapshot;
    this.code = code;
    this.trouble = h("p.trouble-line", { role: "alert", hidden: true });
    this.card = h("main.invitation");
    app.replaceChildren(h("div.invited", null, this.card));
    app.removeAttribute("aria-busy");
    document.title = `${snapshot.title} · Beachhead`;
    remember(`game.${snapshot.table}`, snapshot.game);
    const open = snapshot.awaited.length || pendingClaim(snapshot.table)?.invitation === code;
    if (open) this.offer();
    else this.used();
  }

  close() {}

  // --- what it says

  /** @param {...import("./dom.js").Child} lines */
  write(...lines) {
    this.card.replaceChildren(h("div", null, lines));
  }

  /** The seat is to be had. */
  offer() {
    const { snapshot } = this;
    const { dealing } = snapshot;
    const warning = dealingWarning(snapshot);
    const free = snapshot.awaited.map((seat) => this.game?.names[seat] ?? seat);
    this.taking = h(
      "button.button.main.big",
      { type: "button", onclick: () => this.take() },
      "Take the seat",
    );
    this.write(
      h("p.invitation-small", null, "You are invited to a game"),
      h("h1", null, this.game?.title ?? snapshot.game),
      this.scenario(),
      h(
        "p",
        null,
        free.length === 1
          ? `The seat of ${free[0]} is free.`
          : free.length
            ? `The seats of ${free.join(" and ")} are free; ` +
              "you learn which one is yours when you take it."
            : "You were about to take this seat.",
        " This link works once: whoever opens it first and takes the seat holds it.",
      ),
      warning ? h("p.warned", null, warning) : null,
      h("p", { class: snapshot.origin.kind === "scenario" ? "" : "warned" }, startedFrom(snapshot)),
      dealing?.commitment
        ? h(
            "div.invitation-promise",
            null,
            long("Commitment", dealing.commitment),
            h(
              "p.fine-print",
              null,
              "It binds the server to cards and dice that nobody chose. This browser notes " +
                "it, adds a random number of its own, and can check both when the game is " +
                "over.",
            ),
          )
        : null,
      this.trouble,
      h("div.actions", null, this.watching(), this.taking),
    );
  }

  /** Somebody has taken it. */
  used() {
    this.write(
      h("p.invitation-small", null, this.game?.title ?? this.snapshot.game),
      h("h1", null, "This seat is taken"),
      h(
        "p",
        null,
        "An invitation works once, and this one has been used: whoever did holds the seat.",
      ),
      h(
        "ul.invitation-ways",
        null,
        h(
          "li",
          null,
          "Was it you, in another browser or on another device? Go on there; or choose " +
            "“Open this seat on another device” in its menu, and open that link here.",
        ),
        h(
          "li",
          null,
          "Was it not you? Tell whoever invited you. A seat cannot be given away twice, " +
            "but a new game has new links.",
        ),
      ),
      h(
        "div.actions",
        null,
        h("a.button", { href: "#/" }, "To the start page"),
        this.watching(true),
      ),
    );
  }

  scenario() {
    const { snapshot } = this;
    const scenario =
      this.game?.scenarios.find((each) => each.id === snapshot.scenario)?.title ??
      snapshot.scenario;
    const names = new Set([snapshot.title, scenario]);
    names.delete(this.game?.title ?? "");
    return names.size ? h("p.invitation-scenario", null, [...names].join(" · ")) : null;
  }

  /** @param {boolean} [main] */
  watching(main = false) {
    return h(
      "button.button.big",
      { class: main ? "main" : "", type: "button", onclick: () => this.leave() },
      "Only watch",
    );
  }

  // --- what it does

  async take() {
    const button = /** @type {HTMLButtonElement} */ (this.taking);
    button.disabled = true;
    this.trouble.hidden = true;
    try {
      await takeSeat(this.snapshot.table, this.code, this.snapshot.dealing?.commitment ?? null);
      this.leave();
    } catch (error) {
      button.disabled = false;
      if (error instanceof Refused && error.status === 409 && error.field === "invitation") {
        this.used();
      } else this.complain(error);
    }
  }

  /** @param {unknown} error */
  complain(error) {
    this.trouble.hidden = false;
    this.trouble.textContent =
      error instanceof Gone
        ? "The server does not answer. Take the seat again when it is back; it is still " +
          "yours if it was."
        : error instanceof Refused && error.status === 401
          ? "This table knows no such invitation. Perhaps a part of the link was lost: ask " +
            "for it again. You can watch without it."
          : error instanceof Error
            ? error.message
            : String(error);
  }

  /** Go to the table. A link is a key: it does not stay in the address bar. */
  leave() {
    history.replaceState(null, "", `#/table/${encodeURIComponent(this.snapshot.table)}`);
    dispatchEvent(new Event("hashchange"));
  }
}
