// The side panel: one of its tabs is shown; on small screens it slides over the map.

import { $, h, remember, remembered, rove } from "./dom.js";

const TABS = /** @type {const} */ ([
  ["now", "Now", "I"],
  ["log", "Log", "L"],
  ["cards", "Cards", "C"],
  ["reference", "Reference", "/"],
]);

export class Side {
  /**
   * @param {Record<typeof TABS[number][0], HTMLElement>} contents of each tab
   * @param {import("./layers.js").Layers} layers
   */
  constructor(contents, layers) {
    this.layers = layers;
    this.shown = "";
    const panels = h("div.panels");
    const tabs = h("div.tabs", { role: "tablist", "aria-label": "Side panel" });
    for (const [id, name, key] of TABS) {
      tabs.append(
        h(
          "button.tab",
          {
            type: "button",
            role: "tab",
            id: `tab-${id}`,
            "aria-controls": `panel-${id}`,
            title: `${name} (${key})`,
            onclick: () => this.show(id, true),
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
              const next = rove(event, tabs.children);
              if (next) this.show(next.id.replace("tab-", ""));
            },
          },
          name,
        ),
      );
      panels.append(
        h(
          "div.panel-body",
          {
            role: "tabpanel",
            id: `panel-${id}`,
            "aria-labelledby": `tab-${id}`,
            tabindex: "0",
            hidden: true,
          },
          contents[id],
        ),
      );
    }
    this.handle = h(
      "button.side-handle",
      {
        type: "button",
        "aria-expanded": "false",
        "aria-label": "Side panel",
        onclick: () => this.toggle(),
      },
      h("span", { "aria-hidden": "true" }, "☰"),
    );
    this.element = h(
      "aside.side",
      { "aria-label": "Flipbook, log, cards and reference" },
      this.handle,
      tabs,
      panels,
    );
    /** Called with the tab that is shown. @type {(id: string) => void} */
    this.onshow = () => {};
    /** Called with whether it is open over the map. @type {(open: boolean) => void} */
    this.onopen = () => {};
  }

  /** Show what was shown last time. */
  restore() {
    this.show(remembered("tab", "now"));
  }

  /** @param {string} id @param {boolean} [open] */
  show(id, open = false) {
    for (const [each] of TABS) {
      const chosen = each === id;
      const tab = $(`#tab-${each}`, this.element);
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      $(`#panel-${each}`, this.element).hidden = !chosen;
    }
    this.shown = id;
    remember("tab", id);
    this.onshow(id);
    if (open) this.toggle(true);
  }

  /** @param {string} id @param {string} name */
  rename(id, name) {
    $(`#tab-${id}`, this.element).textContent = name;
  }

  /** @param {boolean} [open] */
  toggle(open) {
    const now = open ?? !this.element.classList.contains("open");
    this.element.classList.toggle("open", now);
    this.handle.setAttribute("aria-expanded", String(now));
    this.onopen(now);
    if (this.over) this.layers.opened(this);
    else this.layers.closed(this);
  }

  close() {
    this.toggle(false);
  }

  /** Whether it lies over the map. */
  get over() {
    return (
      this.element.classList.contains("open") && getComputedStyle(this.element).position === "fixed"
    );
  }
}
