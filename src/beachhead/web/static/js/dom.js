// Small things for building and finding elements.

const SVG = "http://www.w3.org/2000/svg";

/** What is set on an element itself; `innerHTML` is for what the server has drawn. */
const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "innerHTML"]);

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element: h("button.main", {onclick}, "Go").
 * @param {string} what tag with .classes
 * @param {Record<string, any> | null} [props] attributes; on… are listeners; class adds
 * @param {...(Child | Child[])} children
 */
export function h(what, props, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  return /** @type {HTMLElement} */ (fill(element, props, children));
}

/**
 * An SVG element.
 * @param {string} what
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 */
export function s(what, props, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElementNS(SVG, tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return /** @type {SVGElement} */ (fill(element, props, children));
}

/**
 * @param {Element} element
 * @param {Record<string, any> | null | undefined} props
 * @param {(Child | Child[])[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") {
      element.setAttribute("class", `${element.getAttribute("class") ?? ""} ${value}`.trim());
    } else if (PROPERTIES.has(name)) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * Have an element hold some others in their order. Those that are there already are not touched:
 * what is taken out and put back is styled, laid out and painted anew.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function arrange(parent, children) {
  const kept = new Set(children);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}

/**
 * A chance in whole percent; 0 and 100 only for what cannot and what must happen.
 * @param {number} chance
 */
export function percent(chance) {
  const rounded = Math.round(chance * 100);
  if (rounded === 100 && chance < 1) return ">99%";
  return rounded === 0 && chance > 0 ? "<1%" : `${rounded}%`;
}

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export function $(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Tell those who cannot see the page.
 * @param {string} text
 * @param {boolean} [now] interrupt what is being read
 */
export function say(text, now = false) {
  const region = $(now ? "#say-now" : "#say");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Whether the page is dark. */
export function dark() {
  return document.documentElement.dataset.theme === "dark";
}

/** Whether the reader wants less motion. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * What the page remembers between visits, on this computer only.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function remembered(name, otherwise) {
  try {
    const text = localStorage.getItem(`beachhead.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {any} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`beachhead.${name}`, JSON.stringify(value));
  } catch {
    // Storage is full or switched off: the page works without.
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`beachhead.${name}`);
  } catch {
    // Then nothing was remembered.
  }
}

/**
 * When something was, as one says it: behind the turn stands the rules' own word for a phase, which
 * has hyphens.
 * @param {string} clock
 */
export function clockWords(clock) {
  return clock.replace(/,.*$/, (phase) => phase.replaceAll("-", " "));
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A button that copies a text, and says so.
 * @param {string} text
 * @param {string} label for those who cannot see what stands next to it
 * @param {string} [word]
 */
export function copyButton(text, label, word = "Copy") {
  const button = h(
    "button.button.small.copy",
    {
      type: "button",
      "aria-label": label,
      onclick: async () => {
        const done = await copy(text, button);
        button.textContent = done ? "Copied" : "Not copied";
        say(
          done
            ? "Copied."
            : "This browser does not let the page copy. Select the text and copy it yourself.",
          !done,
        );
        setTimeout(() => {
          button.textContent = word;
        }, 2000);
      },
    },
    word,
  );
  return button;
}

/**
 * Where a page comes by plain http there is no clipboard, but the old way works.
 * @param {string} text
 * @param {HTMLElement} near within the same dialog, which has the focus
 */
async function copy(text, near) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = /** @type {HTMLTextAreaElement} */ (
      h("textarea.visually-hidden", { readonly: true, value: text })
    );
    near.after(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    near.focus();
    return done;
  }
}

/**
 * The key for something, beside its name: for the eye, and no part of the name. The sheet of keys
 * tells all of them.
 * @param {string | number} key
 */
export function keyCap(key) {
  return h("kbd", { "aria-hidden": "true" }, key);
}

/**
 * A button that opens a rule in the reference.
 * @param {string} rule
 */
export function ruleLink(rule) {
  if (!rule) return null;
  return h(
    "button.rule-link",
    {
      type: "button",
      "data-rule": rule,
      title: `Rule ${rule} in the reference`,
      "aria-label": `Rule ${rule}`,
    },
    shortRule(rule),
  );
}

/** The number of a rule, without the name of a card or a chart in it. @param {string} rule */
export function shortRule(rule) {
  return rule.replace(/^([A-Z]+)\.[a-z].*/, "$1");
}

/** @type {Record<string, string>} */
const ICONS = {
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  fit: "M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4",
  acting:
    "M10 6.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6M10 1.8v2M10 16.2v2M1.8 10h2M16.2 " +
    "10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M4.2 15.8l1.4-1.4M14.4 5.6l1.4-1.4",
  happened:
    "M10 2v4.5M10 13.500v4.500M2 10h4.500M13.500 10h4.500M10 4.500a5.500 5.500 0 1 0 0 " +
    "11a5.500 5.500 0 1 0 0-11",
  layers:
    "M10 3l7.500 4L10 11L2.500 7zM2.500 10.200L10 14.200l7.500-4M2.500 13.400L10 17.400l7.500-4",
  menu: "M3 5.500h14M3 10h14M3 14.500h14",
};

/**
 * A small sign, drawn.
 * @param {string} name
 */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" },
    s("path", { d: ICONS[name] ?? "" }),
  );
}

/**
 * Arrow keys go around a row of elements, or up and down a column.
 * @param {KeyboardEvent} event
 * @param {ArrayLike<Element>} row
 * @param {string} [back] the key that goes back
 * @param {string} [on] the key that goes on
 * @returns {HTMLElement | null} where they lead, which has the focus then
 */
export function rove(event, row, back = "ArrowLeft", on = "ArrowRight") {
  if (event.key !== back && event.key !== on) return null;
  event.preventDefault();
  event.stopPropagation();
  const all = /** @type {HTMLElement[]} */ (Array.from(row));
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = all[(at + (event.key === on ? 1 : -1) + all.length) % all.length];
  next.focus();
  return next;
}

/**
 * A modal sheet; returns when it is closed, with the value of the button.
 * @param {HTMLElement} content
 * @param {string} label
 * @returns {Promise<string>}
 */
export function ask(content, label) {
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": label }, content));
  document.body.append(dialog);
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close("");
      const button = /** @type {Element} */ (event.target).closest("[data-answer]");
      if (button) dialog.close(button.getAttribute("data-answer") ?? "");
    });
    dialog.showModal();
    dialog.scrollTop = 0; // what has the focus may stand at the end of much to read
  });
}
