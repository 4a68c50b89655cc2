// Where cards and dice come from: what is said about it, and the sheet that shows it all.

import { ask, copyButton, h } from "./dom.js";
import { notedDealing } from "./seats.js";
import { throwsTable } from "./throws.js";

/** @import { DealingInfo as Dealing, Note, Snapshot } from "./types.js" */

/** The dealer of games that version 0.1 began; whether their seeds were typed is not known. */
const OLD = "splitmix64";

// --- in words

/** What a game started from. @param {Snapshot} snapshot */
export function startedFrom({ origin, seating }) {
  if (origin.kind === "scenario") return "The game began from the scenario.";
  const what =
    origin.kind === "record"
      ? `a record, with ${origin.made} choice${origin.made === 1 ? "" : "s"} made`
      : "a situation";
  return seating === "link"
    ? `The game began from ${what}, which the founder chose: ` +
        "the founder knows everything that was hidden in it."
    : `The game began from ${what}.`;
}

/**
 * What one should know about the dealing before trusting it; empty if nothing.
 * @param {Snapshot} snapshot
 */
export function dealingWarning({ dealing, seating }) {
  if (dealing?.dealer === OLD) {
    return (
      "Version 0.1 began this game: a determined stranger could work out its cards and dice. " +
      "In new games nobody can."
    );
  }
  if (dealing?.typed && seating === "link") {
    return (
      "The founder typed the seed. That is only for people who trust each other: whoever " +
      "knows the seed can know every card and die to come."
    );
  }
  return "";
}

/**
 * What players of a game by link should know without asking.
 * @param {Snapshot} snapshot
 * @returns {string[]}
 */
export function trustWarnings(snapshot) {
  return [
    dealingWarning(snapshot),
    snapshot.origin.kind === "scenario" ? "" : startedFrom(snapshot),
  ].filter(Boolean);
}

/**
 * How what the server says now differs from what was noted when this browser sat down.
 * @param {Snapshot} snapshot
 * @param {Note | null} note
 * @param {(seat: string) => string} nameOf
 */
export function brokenPromises({ dealing }, note, nameOf) {
  if (!note?.commitment) return [];
  const broken = [];
  if (dealing?.commitment !== note.commitment) {
    broken.push("The commitment is not the one that this browser noted at the start.");
  }
  for (const [seat, nonce] of Object.entries(note.nonces)) {
    if (dealing?.nonces[seat] !== nonce) {
      broken.push(`The nonce of ${nameOf(seat)} is not the one that this browser added.`);
    }
  }
  return broken;
}

/**
 * The command that checks a record against what was noted, word by word.
 * @param {Snapshot} snapshot
 * @param {Note | null} note
 */
export function verifyCommand(snapshot, note) {
  const noted = note?.commitment
    ? [
        "--commitment",
        note.commitment,
        ...Object.entries(note.nonces).flatMap(([seat, nonce]) => ["--nonce", `${seat}=${nonce}`]),
      ]
    : [];
  return [
    "beachhead",
    "verify",
    `${snapshot.game}-${snapshot.scenario}-${snapshot.table}.json`,
    ...noted,
  ];
}

// --- shown

/** A long number: its beginning, all of it on demand. @param {string} name @param {string} value */
export function long(name, value) {
  return h(
    "details.long",
    null,
    h("summary", null, `${name} `, h("code", null, `${value.slice(0, 12)}…`)),
    whole(name, value),
  );
}

/** All of a long number, to be copied. @param {string} name @param {string} value */
function whole(name, value) {
  return h("div.whole", null, h("code", null, value), copyButton(value, `Copy: ${name}`));
}

/** @param {import("./session.js").Session} session */
export async function cardsAndDice(session) {
  const snapshot = session.live;
  const { dealing } = snapshot;
  const note = notedDealing(session.table.id);
  const broken = brokenPromises(snapshot, note, (seat) => session.nameOf(seat));
  const warning = dealingWarning(snapshot);
  const { choices } = await session.table.ask("history").catch(() => ({ choices: [] }));
  await ask(
    h(
      "div.dealing",
      null,
      h("h2", { tabindex: "-1", autofocus: true }, "Cards and dice"),
      broken.length
        ? h(
            "div.broken",
            { role: "alert" },
            h("strong", null, "This is not what was promised."),
            ...broken.map((text) => h("p", null, text)),
            h(
              "p",
              null,
              "Cards and dice can no longer be trusted. Ask whoever runs the server; until " +
                "that is clear, do not count this game.",
            ),
          )
        : null,
      warning ? h("p.warned", null, warning) : null,
      h("p", null, howDealt(dealing, snapshot)),
      h("p", null, startedFrom(snapshot)),
      dealing ? facts(session, dealing, note) : null,
      note?.commitment && !broken.length
        ? h(
            "p.kept",
            null,
            Object.keys(note.nonces).length
              ? "✓ The commitment and your nonce are as this browser noted them when you " +
                  "took the seat."
              : "✓ The commitment is as this browser noted it when the game was founded.",
          )
        : null,
      ...throwsTable(session.events, choices, snapshot.flipbook?.die ?? 6, (seat) =>
        session.nameOf(seat),
      ),
      ...checking(session, snapshot, note),
      h("div.actions", null, h("button.button.main", { "data-answer": "" }, "Close")),
    ),
    "Cards and dice",
  );
}

/** @param {Dealing | null} dealing @param {Snapshot} snapshot */
function howDealt(dealing, snapshot) {
  if (!dealing) return "The server deals nothing in this game.";
  if (!dealing.commitment) {
    return (
      "Every card and die follows from the seed: the same seed deals the same game, and " +
      "whoever knows it can know what comes."
    );
  }
  if (!Object.keys(dealing.nonces).length) {
    return (
      "Every card and die follows from a secret that the server drew. The commitment, a " +
      "fingerprint of it, was fixed before the first draw."
    );
  }
  const when = snapshot.awaited.length ? " Nothing is dealt until everybody has taken a seat." : "";
  return (
    "Every card and die follows from a secret that the server drew and a nonce, a random text, " +
    "that each player's browser added. The commitment, a fingerprint of the secret, was fixed " +
    `first; so nobody could choose what is dealt.${when}`
  );
}

/**
 * @param {import("./session.js").Session} session
 * @param {Dealing} dealing
 * @param {Note | null} note
 */
function facts(session, dealing, note) {
  /** @param {string} name @param {string | null} value @param {string} otherwise */
  const fact = (name, value, otherwise) => [
    h("dt", null, name),
    h("dd", null, value === null ? h("em", null, otherwise) : whole(name, value)),
  ];
  return h(
    "dl.facts-of-dealing",
    null,
    ...(dealing.seed === null ? [] : fact("Seed", String(dealing.seed), "")),
    ...(dealing.commitment ? fact("Commitment", dealing.commitment, "") : []),
    ...Object.entries(dealing.nonces).flatMap(([seat, nonce]) => {
      const mine = !!note?.nonces[seat] || session.snapshot.seats.includes(seat);
      return fact(
        `Nonce of ${session.nameOf(seat)}${mine ? " (yours)" : ""}`,
        nonce,
        "comes when the seat is taken",
      );
    }),
    ...(dealing.commitment ? fact("Secret", dealing.secret, "shown when the game is over") : []),
    h("dt", null, "Dealer"),
    h("dd", null, h("code", null, dealing.dealer)),
  );
}

/**
 * How everybody can check it.
 * @param {import("./session.js").Session} session
 * @param {Snapshot} snapshot
 * @param {Note | null} note
 */
function checking(session, snapshot, note) {
  if (!snapshot.dealing) return [];
  const command = verifyCommand(snapshot, note);
  const words = command
    .flatMap((word) => [word.startsWith("--") ? h("span.flag", null, word) : word, " "])
    .slice(0, -1);
  if (!snapshot.view.result) {
    return [
      h(
        "p",
        null,
        "When the game is over, its record holds everything, and ",
        h("code", null, "beachhead verify"),
        " checks every card and die.",
      ),
    ];
  }
  return [
    h("h3", null, "Check it"),
    h(
      "p",
      null,
      h("a", { href: session.table.link("/record"), download: "" }, "Save the record"),
      " and run:",
    ),
    h("div.whole", null, h("code", null, words), copyButton(command.join(" "), "Copy the command")),
    note?.commitment || !snapshot.dealing.commitment
      ? null
      : h(
          "p.fine-print",
          null,
          "This browser was not there when the game was founded, so it noted nothing. " +
            "Whoever sat at the table can also compare what they noted.",
        ),
  ];
}
