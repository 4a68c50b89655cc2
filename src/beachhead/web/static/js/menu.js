// The menu of a game: theme, keys, sharing, taking away.

import { relieving } from "./bots.js";
import { cardsAndDice } from "./dealing.js";
import { ask, copyButton, dark, h, icon, keyCap, remember, rove } from "./dom.js";
import { sheet } from "./keys.js";
import { tableLink } from "./seats.js";

const ASKING = {
  always: "Always ask me",
  "when-possible": "Ask me when I can answer",
  "not-this-turn": "Do not ask me this turn",
};

/**
 * @param {import("./session.js").Session} session
 * @param {() => void} replay
 * @param {() => void} lessons goes on with the lessons of the guided game
 * @param {() => void} problem reports one
 */
export function menu(session, replay, lessons, problem) {
  const button = h(
    "button.button.quiet.menu-button",
    {
      type: "button",
      "aria-haspopup": "true",
      "aria-expanded": "false",
      "aria-label": "Menu",
      title: "Menu",
      popovertarget: "game-menu",
    },
    icon("menu"),
  );
  const list = h("div.menu", {
    id: "game-menu",
    popover: "auto",
    role: "menu",
    "aria-label": "Menu",
  });
  /** @param {string} text @param {() => void} act @param {string} [key] */
  const item = (text, act, key) =>
    h(
      "button.menu-item",
      {
        type: "button",
        role: "menuitem",
        onclick: () => {
          /** @type {any} */ (list).hidePopover();
          act();
        },
      },
      h("span", null, text),
      key ? keyCap(key) : null,
    );
  /**
   * @param {string} text
   * @param {string} rest
   * @param {boolean} [file] kept as a file rather than looked at
   */
  const take = (text, rest, file = false) =>
    h(
      "a.menu-item",
      {
        role: "menuitem",
        href: session.table.link(rest),
        onclick: () => /** @type {any} */ (list).hidePopover(),
        ...(file ? { download: "" } : { target: "_blank" }),
      },
      h("span", null, text),
    );
  /**
   * How to be asked what may be declined, in a game where one is asked whether one can answer or
   * not.
   */
  const asking = () =>
    (session.snapshot.ask ? Object.entries(ASKING) : []).map(([id, text]) => {
      const chosen = session.snapshot.ask === id;
      const entry = item(
        `${chosen ? "●" : "○"} ${text}`,
        () => void session.send("preferences", { ask: id }),
      );
      entry.setAttribute("role", "menuitemradio");
      entry.setAttribute("aria-checked", String(chosen));
      return entry;
    });
  list.addEventListener("toggle", (event) => {
    const open = /** @type {any} */ (event).newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    list.replaceChildren(
      item("Replay", () => replay(), "V"),
      item("Share", () => share(session)),
      ...(session.table.token
        ? [
            item(
              session.snapshot.seating === "link"
                ? "Open this seat on another device"
                : "Open this game on another device",
              () => elsewhere(session),
            ),
          ]
        : []),
      item("Cards and dice", () => cardsAndDice(session)),
      take("Record (JSON)", "/record", true),
      take("Log (text)", "/log.txt", true),
      ...(session.game.notation ? [take("Position (notation)", "/notation.txt")] : []),
      take("After-action report", "/report.html"),
      take("Save the report (file)", "/report.html", true),
      item("Report a problem", () => problem(), "!"),
      ...asking(),
      ...relieving(session).map(({ text, act }) => item(text, act)),
      item("Keys", () => sheet(session.game.overlays), "?"),
      item(dark() ? "Light" : "Dark", toggleTheme),
      ...(session.game.guided ? [item("Lessons", () => lessons())] : []),
      h("a.menu-item", { role: "menuitem", href: "#/" }, h("span", null, "To the start page")),
    );
    /** @type {HTMLElement | null} */ (list.querySelector(".menu-item"))?.focus();
  });
  list.addEventListener("keydown", (event) =>
    rove(event, list.querySelectorAll(".menu-item"), "ArrowUp", "ArrowDown"),
  );
  return h("div.menu-holder", null, button, list);
}

export function toggleTheme() {
  const theme = dark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("beachhead.theme", theme);
  } catch {
    remember("theme", theme);
  }
}

/** @param {import("./session.js").Session} session */
export async function share(session) {
  const { snapshot, table } = session;
  const watch = tableLink(table.id);
  const moment = tableLink(table.id, `/at/${snapshot.made}`);
  let notation = "";
  try {
    if (session.game.notation) {
      notation = await (await fetch(table.link(`/notation.txt?at=${snapshot.made}`))).text();
    }
  } catch {
    notation = "";
  }
  await ask(
    h(
      "div",
      null,
      h("h2", null, "Share"),
      field("Anybody may watch here", watch),
      field("This moment", moment),
      notation
        ? field("This position as text; paste it on the start page to play on", notation, true)
        : null,
      h("div.actions", null, h("button.button.main", { "data-answer": "" }, "Done")),
    ),
    "Share",
  );
}

/**
 * The key to one's own seat, to go on with it elsewhere.
 * @param {import("./session.js").Session} session
 */
async function elsewhere(session) {
  const what = session.snapshot.seating === "link" ? "seat" : "game";
  await ask(
    h(
      "div",
      null,
      h("h2", null, `Open this ${what} on another device`),
      h("p", null, `Open this link there. This browser keeps the ${what} too.`),
      field(
        `The key to this ${what}`,
        tableLink(session.table.id, `?token=${session.table.token}`),
      ),
      h(
        "p.warned",
        null,
        `Whoever has this link holds the ${what}: send it to nobody but yourself.`,
      ),
      h("div.actions", null, h("button.button.main", { "data-answer": "" }, "Done")),
    ),
    "Another device",
  );
}

/**
 * A text to be copied.
 * @param {string} label
 * @param {string} text
 * @param {boolean} [long]
 */
function field(label, text, long) {
  const shown = long
    ? h("textarea", { readonly: true, rows: 7 }, text)
    : h("input", {
        readonly: true,
        value: text,
        onfocus: (/** @type {Event} */ event) =>
          /** @type {HTMLInputElement} */ (event.target).select(),
      });
  return h(
    "div.share-field",
    null,
    h("label", null, h("span", null, label), shown),
    copyButton(text, `Copy: ${label}`),
  );
}
