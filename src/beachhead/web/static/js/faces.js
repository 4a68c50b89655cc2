// Cards as pictures, which come with the reference.

import { h } from "./dom.js";

/** @import { Reference } from "./reference.js" */

/**
 * A card by its id, as a small picture.
 * @param {Reference} reference
 * @param {string} id
 * @param {string} words for those who cannot see it; if empty, its own
 */
export function cardFace(reference, id, words) {
  const picture = h("span.card-picture", { role: "img", "aria-label": words });
  const fill = () => {
    const card = reference.data?.cards.find((each) => each.id === id);
    picture.innerHTML = card?.svg ?? "";
    if (card && !words) {
      picture.setAttribute("aria-label", `${card.number}. ${card.text.join(" ")}`);
    }
  };
  if (reference.data) fill();
  else void reference.load().then(fill);
  return picture;
}

/**
 * A card by its number, as a small picture; what its draw does not use is dimmed.
 * @param {Reference} reference
 * @param {number} number
 * @param {string} [used] which part of it
 * @param {number} [turn] whose event is marked
 */
export function cardPicture(reference, number, used = "", turn = 0) {
  const picture = h("span.card-picture", {
    role: "img",
    "aria-label": `Card ${number}`,
    "data-used": used,
  });
  const fill = () => {
    const card = reference.data?.cards.find((each) => each.number === number);
    if (!card) return;
    picture.innerHTML = card.svg ?? "";
    picture.setAttribute("aria-label", `Card ${number}. ${card.text.join(" ")}`);
    for (const entry of picture.querySelectorAll(".entry")) {
      entry.classList.toggle(
        "lit",
        Number(entry.getAttribute("data-from")) <= turn &&
          turn <= Number(entry.getAttribute("data-to")),
      );
    }
  };
  if (reference.data) fill();
  else void reference.load().then(fill);
  return picture;
}
