// Who has founded a game by link hands out the seats.

import { Gone } from "./api.js";
import { ask, capital, copyButton, h } from "./dom.js";
import { invitationLink, keepInvitations, takeSeat } from "./seats.js";

/**
 * Hand out the invitations, and take the seat that one keeps.
 * @param {import("./types.js").Founded} made
 * @param {Record<string, string>} names of the seats
 */
export async function invite(made, names) {
  keepInvitations(made.table, made.invitations);
  const mine = await ask(
    h(
      "div",
      null,
      h("h2", null, "Which seat is yours?"),
      h(
        "p",
        null,
        "Take one, and send the other link to your friend. A link works once: whoever " +
          "opens it first holds the seat.",
      ),
      made.commitment
        ? null
        : h(
            "p.warned",
            null,
            "You typed the seed, and your friend is told so: whoever knows a seed can " +
              "know every card and die to come.",
          ),
      h(
        "ul.links",
        null,
        Object.entries(made.invitations).map(([seat, code]) => {
          const link = invitationLink(made.table, code);
          const name = names[seat] ?? seat;
          return h(
            "li",
            null,
            h("strong", null, capital(name)),
            h("input", {
              readonly: true,
              value: link,
              "aria-label": `Invitation of ${name}`,
              onfocus: (/** @type {Event} */ event) =>
                /** @type {HTMLInputElement} */ (event.target).select(),
            }),
            copyButton(link, `Copy the invitation of ${name}`),
            h(
              "button.button.small.main",
              { type: "button", "data-answer": code, "aria-label": `This is mine: ${name}` },
              "This is mine",
            ),
          );
        }),
      ),
    ),
    "Seats",
  );
  try {
    if (mine) await takeSeat(made.table, mine, made.commitment);
  } catch (error) {
    if (!(error instanceof Gone)) throw error; // at the table the seat can still be taken
  }
}
