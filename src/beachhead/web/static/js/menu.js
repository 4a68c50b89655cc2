// The menu of a game: theme, keys, sharing, taking away.

import { cardsAndDice } from "./dealing.js";
import { ask, copyButton, dark, h, icon, remember, rove } from "./dom.js";
import { sheet } from "./keys.js";
import { tableLink } from "./seats.js";

const ASKING = {
  always: "Always ask me",
  "when-possible": "Ask me when I can answer",
  "not-this-turn": "Do not ask me this turn",
};

/** @param {import("./play.js").Play} play */
export function menu(play) {
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
  const list = h("div.menu", { id: "game-menu", popover: "auto", role: "menu" });
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
      key ? h("kbd", null, key) : null,
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
        href: play.table.link(rest),
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
    (play.snapshot.ask ? Object.entries(ASKING) : []).map(([id, text]) => {
      const chosen = play.snapshot.ask === id;
      const entry = item(
        `${chosen ? "●" : "○"} ${text}`,
        () => void play.send("preferences", { ask: id, since: play.events.length }),
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
      item("Replay", () => play.openReplay(), "V"),
      item("Share", () => share(play)),
      ...(play.table.token
        ? [
            item(
              play.snapshot.seating === "link"
                ? "Open this seat on another device"
                : "Open this game on another device",
              () => elsewhere(play),
            ),
          ]
        : []),
      item("Cards and dice", () => cardsAndDice(play)),
      take("Record (JSON)", "/record", true),
      take("Log (text)", "/log.txt", true),
      ...(play.game.notation ? [take("Position (notation)", "/notation.txt")] : []),
      take("After-action report", "/report.html"),
      ...asking(),
      item("Keys", () => sheet(play), "?"),
      item(dark() ? "Light" : "Dark", toggleTheme),
      ...(play.game.guided ? [item("Guided start again", () => play.guide.restart())] : []),
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

/** @param {import("./play.js").Play} play */
export async function share(play) {
  const { snapshot, table } = play;
  const watch = tableLink(table.id);
  const moment = tableLink(table.id, `/at/${snapshot.made}`);
  let notation = "";
  try {
    if (play.game.notation)
      notation = await (await fetch(table.link(`/notation.txt?at=${snapshot.made}`))).text();
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
 * @param {import("./play.js").Play} play
 */
async function elsewhere(play) {
  const what = play.snapshot.seating === "link" ? "seat" : "game";
  await ask(
    h(
      "div",
      null,
      h("h2", null, `Open this ${what} on another device`),
      h("p", null, `Open this link there. This browser keeps the ${what} too.`),
      field(`The key to this ${what}`, tableLink(play.table.id, `?token=${play.table.token}`)),
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
