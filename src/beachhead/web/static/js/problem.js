// A report of a problem: one file with the record, the place, the rule and the version.

import { readAddress } from "./address.js";
import { request } from "./api.js";
import { ask, dark, h, say } from "./dom.js";

/** What went wrong in the script, the last few. @type {string[]} */
const troubles = [];

/** Note what goes wrong from now on. */
export function noteTroubles() {
  addEventListener("error", (event) => note(event.message));
  addEventListener("unhandledrejection", (event) => note(String(event.reason)));
}

/** @param {string} text */
function note(text) {
  troubles.push(text);
  troubles.splice(0, troubles.length - 10);
}

/** What the page can say about itself. */
function aboutPage() {
  return {
    address: readAddress(location.hash)?.plain ?? "#/",
    browser: navigator.userAgent,
    language: navigator.language,
    window: `${innerWidth}×${innerHeight} at ${devicePixelRatio}`,
    theme: dark() ? "dark" : "light",
    touch: matchMedia("(pointer: coarse)").matches,
    errors: troubles,
  };
}

/**
 * Ask what went wrong, and save the file.
 * @param {import("./session.js").Session | null} session the table, if one is open
 * @param {() => Record<string, any>} [place] what is looked at
 */
export async function reportProblem(session, place = () => ({})) {
  const words = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { rows: 5, id: "problem-words", autofocus: true })
  );
  const looked = place();
  const answer = await ask(
    h(
      "div.problem",
      null,
      h("h2", null, "Report a problem"),
      h(
        "p",
        null,
        session
          ? "This saves one file: what you write here, the moment, the rule, the version, and " +
              "the record of the game. Where your seat may not know everything, it holds only " +
              "what your seat may know."
          : "This saves one file: what you write here, the version and your browser.",
      ),
      h(
        "label.field.stacked",
        null,
        h("span", null, "What went wrong, and what did you expect?"),
        words,
      ),
      h(
        "div.actions",
        null,
        h("button.button", { type: "button", "data-answer": "" }, "Cancel"),
        h("button.button.main", { type: "button", "data-answer": "save" }, "Save the file"),
      ),
    ),
    "Report a problem",
  );
  if (answer !== "save") return;
  const told = { words: words.value, ...(await known(session)), looked, page: aboutPage() };
  const link = /** @type {HTMLAnchorElement} */ (
    h("a", {
      href: URL.createObjectURL(
        new Blob([JSON.stringify(told, null, 2)], { type: "application/json" }),
      ),
      download: `beachhead-problem-${new Date().toISOString().slice(0, 10)}.json`,
    })
  );
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  say("The file is saved. Send it to who keeps this server, or with an issue.");
}

/**
 * What the server says; if it does not answer, that.
 * @param {import("./session.js").Session | null} session
 */
async function known(session) {
  try {
    if (session) return await session.table.ask(`problem.json?at=${session.snapshot.made}`);
    return { beachhead: (await request("/openapi.json")).info.version };
  } catch (error) {
    return { server: error instanceof Error ? error.message : String(error) };
  }
}
