// The games that this browser holds a key to, to go on with or to forget.

import { forgetToken, request, tokens } from "./api.js";
import { ask, clockWords, h } from "./dom.js";

/** @import { GameInfo as GameEntry, TableInfo as TableEntry } from "./types.js" */

export class SavedGames {
  /** @param {GameEntry[]} games */
  constructor(games) {
    this.games = games;
    this.element = h("section.saved", { "aria-labelledby": "saved-title", hidden: true });
  }

  /** Show those that this browser holds a key to. */
  async list() {
    const kept = Object.values(tokens());
    if (!kept.length) return;
    /** @type {{tables: TableEntry[]}} */
    let found;
    try {
      found = await request("/api/tables", { token: kept.join(","), cache: "no-store" });
    } catch {
      return;
    }
    this.element.hidden = !found.tables.length;
    const shown = found.tables.slice(0, 4);
    const rest = found.tables.slice(4);
    this.element.replaceChildren(
      h("h2", { id: "saved-title" }, "Continue"),
      h(
        "ul",
        null,
        shown.map((table) => this.entry(table)),
      ),
      ...(rest.length
        ? [
            h(
              "details",
              null,
              h("summary", null, `${rest.length} more`),
              h(
                "ul",
                null,
                rest.map((table) => this.entry(table)),
              ),
            ),
          ]
        : []),
    );
  }

  /** @param {TableEntry} table */
  entry(table) {
    const line = h(
      "li.saved-game",
      null,
      h(
        "a.saved-link",
        { href: `#/table/${table.table}` },
        h("strong", null, titleOf(table, this.games)),
        h(
          "span.saved-clock",
          null,
          table.over ? `${clockWords(table.clock)} · finished` : clockWords(table.clock),
        ),
        h(
          "span.saved-when",
          null,
          `${seatingOf(table, this.games)} · begun ${dateOf(table.created)} · ` +
            `played ${when(table.changed)}`,
        ),
      ),
      h(
        "button.button.quiet.small",
        {
          type: "button",
          "aria-label": `Forget ${titleOf(table, this.games)}`,
          title: "Take it off this list (the server keeps it)",
          onclick: async () => {
            const answer = await ask(
              h(
                "div",
                null,
                h("h2", null, "Take it off the list?"),
                h(
                  "p",
                  null,
                  "The server keeps the game, but this browser forgets its key to it. Save " +
                    "its record first if you may want it back.",
                ),
                h(
                  "div.actions",
                  null,
                  h("button.button", { "data-answer": "" }, "Keep it"),
                  h("button.button.main", { "data-answer": "yes" }, "Forget it"),
                ),
              ),
              "Forget a game",
            );
            if (answer !== "yes") return;
            forgetToken(table.table);
            line.remove();
          },
        },
        "✕",
      ),
    );
    return line;
  }
}

/** How long ago something was. @param {string} iso @param {number} [now] */
export function when(iso, now = Date.now()) {
  const ago = (now - Date.parse(iso)) / 1000;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (!Number.isFinite(ago)) return "";
  if (ago < 90) return "just now";
  if (ago < 5400) return words.format(-Math.round(ago / 60), "minute");
  if (ago < 129600) return words.format(-Math.round(ago / 3600), "hour");
  return words.format(-Math.round(ago / 86400), "day");
}

/** The day of a date. @param {string} iso */
export function dateOf(iso) {
  const day = new Date(iso);
  if (Number.isNaN(day.getTime())) return "";
  return day.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
}

/**
 * What a table is: the game, the scenario, and its own title if it has one.
 * @param {TableEntry} table
 * @param {GameEntry[]} games
 */
export function titleOf({ game, scenario, title }, games) {
  const known = games.find((each) => each.id === game);
  const named = known?.scenarios.find((each) => each.id === scenario)?.title ?? scenario;
  const parts = [known?.title ?? game, named, title];
  return parts.filter((part, n) => part && parts.indexOf(part) === n).join(" · ");
}

/**
 * How a table is shared, in words.
 * @param {TableEntry} table
 * @param {GameEntry[]} games
 */
export function seatingOf({ game, seating, seats, bots }, games) {
  const names = games.find((each) => each.id === game)?.names ?? {};
  const sides = seats.map((seat) => names[seat] ?? seat).join(", ");
  /** @type {Record<string, string>} */
  const words = {
    solo: bots ? `with a bot, as ${sides}` : "by myself",
    hotseat: "two on this screen",
    link: `by link, as ${sides}`,
  };
  return words[seating] ?? seating;
}
