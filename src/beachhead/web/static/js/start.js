// The start page: continue, be guided, found a new game, open a record or a situation.

import { Refused, keepToken, request } from "./api.js";
import { Opponents } from "./bots.js";
import { $, dark, h, remember } from "./dom.js";
import { BEGINNING } from "./guide.js";
import { invite } from "./inviting.js";
import { toggleTheme } from "./menu.js";
import { reportProblem } from "./problem.js";
import { SavedGames } from "./saved.js";
import { noteDealing } from "./seats.js";

/** @import { GameInfo as GameEntry, SettingInfo as Setting } from "./types.js" */

/** Where it is told what of the components is known, and how. */
const SOURCES = "docs/data.md";

export class Start {
  /**
   * @param {HTMLElement} app
   * @param {GameEntry[]} games
   */
  constructor(app, games) {
    this.app = app;
    this.games = games;
    this.game = games[0];
    this.scenario = this.game?.scenarios[0]?.id ?? "";
    this.seating = "solo";
    this.bots = new Opponents();
    /** @type {Record<string, any>} */
    this.options = suggested(this.game);
    this.trouble = h("p.trouble-line", { role: "alert", hidden: true });
    this.form = h("div.new-game");
    this.saved = new SavedGames(games);
    document.title = "Beachhead";
    this.theme = h(
      "button.button.quiet.small",
      {
        type: "button",
        onclick: () => {
          toggleTheme();
          this.theme.textContent = dark() ? "Light" : "Dark";
        },
      },
      dark() ? "Light" : "Dark",
    );
    /** The boards, each fetched when its game is looked at. @type {Map<string, HTMLElement>} */
    this.pictures = new Map();
    this.map = h("div.start-map", { "aria-hidden": "true" });
    this.notice = h("p", { hidden: true });
    /** For games whose situations can be written. */
    this.situation = this.notation();
    this.opened = this.opening();
    this.element = h(
      "div.start",
      null,
      h(
        "main.start-main",
        null,
        h(
          "header.start-head",
          null,
          h("h1", null, "Beachhead"),
          h("p", null, "D-Day on the table, by the complete rules."),
          this.theme,
        ),
        this.saved.element,
        this.guided(),
        this.form,
        this.trouble,
        this.opened,
        h(
          "footer.start-foot",
          null,
          this.notice,
          h(
            "p",
            null,
            "An unofficial implementation by people who love these games. To play well you " +
              "want the printed ones; their rulebooks are the authority.",
          ),
          h(
            "button.button.quiet.small",
            { type: "button", onclick: () => void reportProblem(null) },
            "Report a problem",
          ),
        ),
      ),
      games.some((game) => game.board) ? this.map : null,
    );
    app.replaceChildren(this.element);
    app.removeAttribute("aria-busy");
    this.draw();
    void this.saved.list();
  }

  close() {}

  // --- a guided first game

  guided() {
    const guided = this.games.filter((each) => each.guided);
    if (!guided.length) return null;
    return h(
      "section.guided",
      { "aria-labelledby": "guided-title" },
      h(
        "div",
        null,
        h("h2", { id: "guided-title" }, "New here?"),
        h("p", null, "A guided first game: about ten minutes, learned by playing."),
      ),
      h(
        "div.guided-games",
        null,
        guided.map((game) =>
          h(
            "button.button.main",
            {
              type: "button",
              "data-guided": game.id,
              title: game.guided?.text,
              onclick: () => this.beGuided(game),
            },
            game.title,
          ),
        ),
      ),
    );
  }

  /** @param {GameEntry} game */
  beGuided({ id, title, guided }) {
    const { scenario, options, seed } = guided ?? {};
    return this.found({ game: id, scenario, options, seed, title: `First game: ${title}` }, true);
  }

  // --- a new game

  /** Draw the form anew; who is at one of its controls stays there. */
  draw() {
    const at = /** @type {HTMLInputElement | null} */ (document.activeElement);
    const where = this.form.contains(at)
      ? at?.type === "radio"
        ? `input[name="${at.name}"]:checked`
        : (at?.tagName.toLowerCase() ?? "")
      : "";
    this.fill();
    const again = where ? this.form.querySelector(where) : null;
    if (again instanceof HTMLElement) again.focus();
  }

  fill() {
    const { game } = this;
    if (!game) {
      this.form.replaceChildren(h("p.empty", null, "This server has no games."));
      return;
    }
    const can = this.linkable();
    if (!can && !["solo", "bot"].includes(this.seating)) this.seating = "solo";
    if (this.seating === "bot" && !game.levels.length) this.seating = "solo";
    this.bots.show(game, game.seats?.[this.scenario] ?? {}, this.seating === "bot");
    this.notice.hidden = !game.notice;
    const [before, ...after] = (game.notice ?? "").split(SOURCES);
    this.notice.replaceChildren(
      before,
      ...after.flatMap((text) => [
        h("a", { href: `/${SOURCES}`, target: "_blank", rel: "noopener" }, SOURCES),
        text,
      ]),
    );
    if (game.board) {
      const picture =
        this.pictures.get(game.id) ?? h("img", { alt: "", decoding: "async", src: game.board });
      this.pictures.set(game.id, picture);
      if (this.map.firstChild !== picture) this.map.replaceChildren(picture);
    }
    this.situation.hidden = !game.notation;
    $("summary", this.opened).textContent = game.notation
      ? "Open a record or a situation"
      : "Open a record";
    const variants = game.settings.filter((setting) => setting.group === "variants");
    const house = game.settings.filter((setting) => setting.group === "house rules");
    this.form.replaceChildren(
      h("h2", null, "A new game"),
      ...(this.games.length > 1
        ? [
            h(
              "label.field",
              null,
              h("span", null, "Game"),
              h(
                "select",
                {
                  onchange: (/** @type {Event} */ event) => {
                    this.game =
                      this.games.find(
                        (each) => each.id === /** @type {HTMLSelectElement} */ (event.target).value,
                      ) ?? this.game;
                    this.scenario = this.game.scenarios[0].id;
                    this.options = suggested(this.game);
                    this.draw();
                  },
                },
                this.games.map((each) =>
                  h("option", { value: each.id, selected: each === game }, each.title),
                ),
              ),
            ),
          ]
        : [h("p.game-title", null, game.title)]),
      this.choose(
        "scenario",
        "Scenario",
        game.scenarios.map((each) => ({ id: each.id, title: each.title, text: each.text })),
        this.scenario,
        (id) => {
          this.scenario = id;
          this.draw();
        },
      ),
      this.choose(
        "seating",
        "Who plays",
        [
          { id: "solo", title: "I do", text: game.seatings.solo ?? "" },
          {
            id: "hotseat",
            title: "A friend and I, on this screen",
            text: game.seatings.hotseat ?? "",
            no: can ? "" : "This scenario has one seat.",
          },
          {
            id: "link",
            title: "A friend by link",
            text:
              game.seatings.link ??
              "One link for each seat; play from anywhere that reaches this server.",
            no: can ? "" : "This scenario has one seat.",
          },
          {
            id: "bot",
            title: can ? "A bot and I" : "A bot",
            text: can
              ? "Choose your seat and how well it plays; or watch bots play."
              : "It plays, and you watch; the menu hands the seat to you.",
            no: game.levels.length ? "" : "Bots do not know this game.",
          },
        ],
        this.seating,
        (id) => {
          this.seating = id;
          this.bots.show(game, game.seats?.[this.scenario] ?? {}, id === "bot");
        },
      ),
      this.bots.element,
      ...(variants.length
        ? [
            h(
              "fieldset.choices",
              null,
              h("legend", null, "Variants and optional rules"),
              ...variants.map((setting) => this.setting(setting)),
            ),
          ]
        : []),
      ...(house.length
        ? [
            h(
              "details.fold",
              null,
              h("summary", null, `House rules (${house.length})`),
              h(
                "p.fine-print",
                null,
                "Where the rulebook can be read in two ways we rule one way. Tick a line " +
                  "to play it the other way.",
              ),
              ...house.map((setting) => this.setting(setting)),
            ),
          ]
        : []),
      h(
        "div.launch",
        null,
        h(
          "label.field.seed",
          null,
          h("span", null, "Seed"),
          h("input", {
            id: "seed",
            placeholder: "random",
            inputmode: "numeric",
            autocomplete: "off",
            title: "The same seed deals the same cards",
          }),
        ),
        h(
          "button.button.main.big",
          { type: "button", id: "begin", onclick: () => this.begin() },
          "Start",
        ),
      ),
    );
  }

  /** Whether two may play. */
  linkable() {
    return Object.values(this.game.seats?.[this.scenario] ?? {}).some((seats) => seats.length > 1);
  }

  /**
   * @param {string} name
   * @param {string} legend
   * @param {{id: string, title: string, text: string, no?: string}[]} values
   * @param {string} chosen
   * @param {(id: string) => void} set
   */
  choose(name, legend, values, chosen, set) {
    return h(
      "fieldset.choices",
      null,
      h("legend", null, legend),
      h(
        "div.cards-of-choice",
        null,
        values.map((value) =>
          h(
            "label.choice",
            { class: value.no ? "cannot" : "" },
            h("input", {
              type: "radio",
              name,
              value: value.id,
              checked: value.id === chosen,
              disabled: !!value.no,
              onchange: () => set(value.id),
            }),
            h("span.choice-title", null, value.title),
            h("span.choice-text", null, value.no || value.text),
          ),
        ),
      ),
    );
  }

  /** @param {Setting} setting */
  setting(setting) {
    if (setting.values.length === 2 && setting.values.includes(true)) return this.variant(setting);
    if (setting.values.length === 2 && setting.values.includes("alternative")) {
      const [usual, other] = setting.text.split("; or: ");
      return h(
        "label.switch",
        null,
        h("input", {
          type: "checkbox",
          checked: this.options[setting.id] === "alternative",
          onchange: (/** @type {Event} */ event) => {
            this.options[setting.id] = /** @type {HTMLInputElement} */ (event.target).checked
              ? "alternative"
              : "default";
          },
        }),
        h(
          "span",
          null,
          h("strong", null, other ?? setting.id),
          h("span.instead", null, ` instead of: ${usual} `),
          h("span.rule-number", null, setting.rule),
        ),
      );
    }
    return h(
      "label.field",
      null,
      h("span", null, setting.text, " ", h("span.rule-number", null, setting.rule)),
      h(
        "select",
        {
          onchange: (/** @type {Event} */ event) => {
            this.options[setting.id] =
              setting.values[/** @type {HTMLSelectElement} */ (event.target).selectedIndex];
          },
        },
        setting.values.map((value) =>
          h(
            "option",
            { selected: value === (this.options[setting.id] ?? setting.default) },
            value === true ? "yes" : value === false ? "no" : String(value),
          ),
        ),
      ),
    );
  }

  /**
   * An optional rule: a switch with its name and a line, or why it does not go with the scenario.
   * @param {Setting} setting
   */
  variant(setting) {
    const [name, ...rest] = setting.text.split(": ");
    const no = setting.refused?.[this.scenario];
    const why = this.game.scenarios.reduce(
      (text, each) => text.replaceAll(each.id, each.title),
      no ?? "",
    );
    return h(
      "label.switch",
      { class: no ? "cannot" : "" },
      h("input", {
        type: "checkbox",
        name: setting.id,
        checked: !no && this.options[setting.id] === true,
        disabled: !!no,
        onchange: (/** @type {Event} */ event) => {
          this.options[setting.id] = /** @type {HTMLInputElement} */ (event.target).checked;
        },
      }),
      h(
        "span",
        null,
        h("strong", null, name),
        " ",
        h("span.rule-number", null, setting.rule),
        h("span.instead", null, ` ${no ? why : rest.join(": ")}`),
      ),
    );
  }

  begin() {
    const seed = /** @type {HTMLInputElement} */ (document.querySelector("#seed")).value.trim();
    const options = Object.fromEntries(
      Object.entries(this.options).filter(
        ([id]) => !this.game.settings.find((each) => each.id === id)?.refused?.[this.scenario],
      ),
    );
    const bots = this.seating === "bot" ? this.bots.asked() : {};
    const shared = this.seating === "bot" ? this.bots.shared : this.seating !== "solo";
    if (shared && this.game.settings.some((setting) => setting.id === "players")) {
      options.players = 2;
    }
    return this.found({
      game: this.game.id,
      scenario: this.scenario,
      options,
      seating: this.seating === "bot" ? "solo" : this.seating,
      ...(Object.keys(bots).length ? { bots } : {}),
      ...(seed ? { seed: /^\d+$/.test(seed) ? Number(seed) : seed } : {}),
    });
  }

  /**
   * @param {Record<string, any>} body
   * @param {boolean} [guided]
   */
  async found(body, guided = false) {
    this.trouble.hidden = true;
    try {
      const made = await request("/api/tables", { body });
      if (made.seating === "link") await invite(made, this.game.names);
      else {
        keepToken(made.table, String(Object.values(made.tokens)[0]));
        noteDealing(made.table, made.commitment);
      }
      if (guided) remember(`guide.${made.table}`, BEGINNING);
      remember(`game.${made.table}`, body.game);
      location.hash = `#/table/${made.table}`;
    } catch (error) {
      this.trouble.hidden = false;
      this.trouble.textContent =
        error instanceof Refused && error.field
          ? `${error.field}: ${error.message}`
          : error instanceof Error
            ? error.message
            : String(error);
    }
  }

  // --- opening

  opening() {
    const file = h("input", {
      type: "file",
      accept: ".json,application/json",
      id: "record",
      onchange: async () => {
        const [chosen] = /** @type {HTMLInputElement} */ (file).files ?? [];
        if (!chosen) return;
        try {
          const record = JSON.parse(await chosen.text());
          await this.found({
            game: record.game ?? this.game.id,
            record,
            title: chosen.name.replace(/\.json$/, "").slice(0, 80),
          });
        } catch (error) {
          this.trouble.hidden = false;
          this.trouble.textContent =
            error instanceof SyntaxError
              ? `${chosen.name} is not a record: it is not JSON.`
              : String(error);
        }
      },
    });
    return h(
      "details.fold.opening",
      null,
      h("summary"),
      h("label.field", null, h("span", null, "A record (JSON file)"), file),
      this.situation,
    );
  }

  notation() {
    const text = h("textarea", {
      rows: 6,
      "aria-label": "A situation in notation",
      spellcheck: "false",
    });
    return h(
      "div",
      null,
      h("label.field.stacked", null, h("span", null, "A situation as text, in our notation"), text),
      h(
        "button.button",
        {
          type: "button",
          onclick: () =>
            this.found({
              game: this.game.id,
              notation: /** @type {HTMLTextAreaElement} */ (text).value,
              title: "A situation",
            }),
        },
        "Set it up",
      ),
    );
  }
}

/**
 * What is proposed for a new game where that is not the default.
 * @param {GameEntry | undefined} game
 * @returns {Record<string, any>}
 */
function suggested(game) {
  const proposed = game?.settings.filter((setting) => (setting.suggested ?? null) !== null) ?? [];
  return Object.fromEntries(proposed.map((setting) => [setting.id, setting.suggested]));
}
