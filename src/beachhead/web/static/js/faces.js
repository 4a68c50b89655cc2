// Cards as pictures, which come with the reference.

import { h } from "./dom.js";

/** @import { Reference } from "./reference.js" */

/**
 * A card by its id or number, as a picture; what its draw does not use is dimmed.
 * @param {Reference} reference
 * @param {string | number} id
 * @param {{words?: string, used?: string, turn?: number, lit?: string[]}} [how] `words` for those
 *   who cannot see it, if not its own; which part of it is `used`; the `turn` whose event is
 *   marked; the signs that matter
 */
export function cardOf(reference, id, { words = "", used = "", turn = 0, lit = [] } = {}) {
  const picture = h("span.card-picture", {
    role: "img",
    "aria-label": words || `Card ${id}`,
    "data-used": used,
    "data-card": id,
  });
  const fill = () => {
    const card = reference.data?.cards.find((each) => each.id === id || each.number === id);
    if (!card) return;
    picture.innerHTML = card.svg ?? "";
    if (!words) {
      const name = typeof card.number === "number" ? `Card ${card.number}` : card.number;
      picture.setAttribute("aria-label", `${name}. ${card.text.join(" ")}`);
    }
    for (const entry of picture.querySelectorAll(".entry")) {
      entry.classList.toggle(
        "lit",
        Number(entry.getAttribute("data-from")) <= turn &&
          turn <= Number(entry.getAttribute("data-to")),
      );
    }
    const badges = [...picture.querySelectorAll(".badge")];
    const chosen = badges.filter((badge) => lit.some((word) => badge.classList.contains(word)));
    picture.classList.toggle("choosy", chosen.length > 0);
    for (const badge of chosen) badge.classList.add("lit");
  };
  if (reference.data) fill();
  else void reference.load().then(fill);
  return picture;
}

/**
 * The same as something that can be opened: pointed at, tapped or reached by keyboard it is held
 * up large.
 * @param {Parameters<typeof cardOf>} card
 */
export function cardButton(...card) {
  return h("button.card-open", { type: "button" }, cardOf(...card));
}
