// A shared screen, when it is somebody else's turn to see his own secrets.
//
// The map is open to everybody and stays in sight; what only one seat may know is hidden until
// the other has sat down.

import { h, say } from "./dom.js";

/** @import { Snapshot } from "./types.js" */

export class Cover {
  /**
   * @param {import("./session.js").Session} session
   * @param {HTMLElement} root
   */
  constructor(session, root) {
    this.session = session;
    this.root = root;
    this.element = h("div.cover", {
      role: "dialog",
      "aria-modal": "false",
      "aria-label": "Pass the device",
      "data-still": true,
      hidden: true,
    });
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * Ask for whoever decides next.
   * @param {Snapshot} snapshot
   */
  show(snapshot) {
    const seat = snapshot.view.decision?.seat ?? "";
    const who = this.session.nameOf(seat);
    const button = h(
      "button.button.main.big",
      { type: "button", onclick: () => this.session.sitDown(seat) },
      `I am ${who}`,
    );
    this.element.replaceChildren(
      h("p.cover-small", null, "Pass the device"),
      h("h2", null, `It is for ${who} to decide`),
      h("p", null, snapshot.view.decision?.prompt ?? ""),
      h("p.cover-small", null, "Cards and private notes are covered until then."),
      button,
    );
    this.element.hidden = false;
    this.root.classList.add("covered");
    say(`Pass the device: it is for ${who} to decide.`, true);
    button.focus({ preventScroll: true });
  }

  close() {
    this.element.hidden = true;
    this.root.classList.remove("covered");
  }
}
