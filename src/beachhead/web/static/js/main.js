// Which screen to show: the start page, an invitation or a table.

import { readAddress } from "./address.js";
import { Gone, Refused, Table, keepToken, request, tokens, watchServer } from "./api.js";
import { $, h, remembered } from "./dom.js";
import { Invitation } from "./invitation.js";
import { Play } from "./play.js";
import { noteTroubles, reportProblem } from "./problem.js";
import { Start } from "./start.js";

/** @type {{close: () => void} | null} */
let screen = null;
/** @type {import("./types.js").GameInfo[] | null} */
let games = null;
let turn = 0;

async function route() {
  const mine = ++turn;
  const app = $("#app");
  try {
    games ??= (await request("/api/games")).games;
    if (mine !== turn || !games) return;
    screen?.close();
    screen = null;
    const address = readAddress(location.hash);
    if (!address) {
      screen = new Start(app, games);
      return;
    }
    const { table, plain, made, token, invitation } = address;
    if (token) {
      // A link is a key: keep it, and do not leave it in the address bar.
      keepToken(table, token);
    } else if (invitation && !tokens()[table]) {
      const snapshot = await new Table(table, null).snapshot();
      if (mine === turn) screen = new Invitation(app, games, snapshot, invitation);
      return;
    }
    if (location.hash !== plain) history.replaceState(null, "", plain);
    app.replaceChildren(h("div.waiting", null, h("p", null, "Unfolding the map…")));
    app.setAttribute("aria-busy", "true");
    const play = await Play.open(
      app,
      games,
      table,
      tokens()[table] ?? null,
      remembered(`game.${table}`, games[0]?.id ?? ""),
    );
    if (mine !== turn) {
      play.close();
      return;
    }
    screen = play;
    if (made !== null) void play.replay.open(made);
  } catch (error) {
    if (mine !== turn) return;
    trouble(app, error);
  }
}

/**
 * @param {HTMLElement} app
 * @param {unknown} error
 */
function trouble(app, error) {
  app.removeAttribute("aria-busy");
  const gone = error instanceof Gone;
  const refused = error instanceof Refused;
  if (!gone && !refused) console.error(error);
  app.replaceChildren(
    h(
      "div.trouble",
      { role: "alert" },
      h(
        "h1",
        null,
        gone
          ? "The server does not answer"
          : refused && error.status === 404
            ? "There is no such table"
            : refused && error.status === 401
              ? "This key does not fit"
              : "Something went wrong",
      ),
      h(
        "p",
        null,
        gone
          ? "Start it again with “beachhead play”. This page goes on by itself as soon as it " +
              "is back; nothing is lost."
          : error instanceof Error
            ? error.message
            : String(error),
      ),
      h(
        "button.button.main",
        { type: "button", onclick: () => (gone ? route() : (location.hash = "#/")) },
        gone ? "Try again" : "To the start page",
      ),
      " ",
      h(
        "button.button",
        { type: "button", onclick: () => void reportProblem(null) },
        "Report a problem",
      ),
    ),
  );
}

watchServer((here) => {
  const bar = $("#offline");
  bar.hidden = here;
  bar.replaceChildren(
    ...(here
      ? []
      : [
          h(
            "span",
            null,
            "The server is gone. Your game is kept; this page goes on by itself when it is back.",
          ),
        ]),
  );
  document.body.classList.toggle("is-offline", !here);
  if (here) {
    if (screen instanceof Play) void screen.session.refresh();
    else void route();
  }
});

$("#skip").addEventListener("click", () => {
  const there = document.querySelector("#prompt button:not(:disabled), .start-main button");
  if (there instanceof HTMLElement) there.focus();
});

noteTroubles();
addEventListener("hashchange", () => void route());
void route();
