// Sitting down in a game by link: invitations, claims, and what this browser noted then.

import { Refused, keepToken, request } from "./api.js";
import { forget, remember, remembered } from "./dom.js";

/** @import { Note } from "./types.js" */

/** @param {string} table @param {string} [more] what follows the table, such as a token */
export function tableLink(table, more = "") {
  return `${location.origin}/#/table/${table}${more}`;
}

// --- invitations of tables that were founded here

/** @param {string} table @param {Record<string, string>} codes the invitation of each seat */
export function keepInvitations(table, codes) {
  remember(`invitations.${table}`, codes);
}

/**
 * The links of the seats that nobody has taken yet; the others are forgotten.
 * @param {string} table
 * @param {string[]} awaited
 * @returns {Record<string, string>} by seat
 */
export function openInvitations(table, awaited) {
  /** @type {Record<string, string>} */
  const kept = remembered(`invitations.${table}`, {});
  const open = Object.fromEntries(Object.entries(kept).filter(([seat]) => awaited.includes(seat)));
  if (!Object.keys(open).length) forget(`invitations.${table}`);
  else if (Object.keys(open).length < Object.keys(kept).length) keepInvitations(table, open);
  return open;
}

/** @param {string} table @param {string} code */
export function invitationLink(table, code) {
  return tableLink(table, `?invitation=${code}`);
}

// --- taking a seat

/**
 * @typedef {{invitation: string, nonce: string, token: string, commitment: string | null}} Claim
 */

/**
 * A claim whose answer has not come yet, if there is one.
 * @param {string} table
 * @returns {Claim | null}
 */
export function pendingClaim(table) {
  return remembered(`claim.${table}`, null);
}

/**
 * Take the seat that an invitation is for. What holds the seat is kept before it is asked for: if
 * the answer is lost, the same can be asked again. What counts is the commitment that was shown
 * before: one that comes after the nonce binds nobody.
 * @param {string} table
 * @param {string} invitation
 * @param {string | null} commitment
 */
export async function takeSeat(table, invitation, commitment) {
  const before = pendingClaim(table);
  /** @type {Claim} */
  const claim =
    before?.invitation === invitation
      ? before
      : { invitation, nonce: random(), token: random(), commitment };
  remember(`claim.${table}`, claim);
  if (pendingClaim(table)?.token !== claim.token) {
    throw new Error(
      "This browser keeps nothing, so it could not hold a seat. Allow it to store data for " +
        "this site, then try again.",
    );
  }
  let taken;
  try {
    const { nonce, token } = claim;
    taken = await request(`/api/tables/${encodeURIComponent(table)}/claim`, {
      body: { invitation, nonce, token },
    });
  } catch (error) {
    if (error instanceof Refused && error.field === "invitation") forget(`claim.${table}`);
    throw error;
  }
  keepToken(table, taken.token);
  noteDealing(table, claim.commitment, { [taken.seat]: claim.nonce });
  forget(`claim.${table}`);
}

/** 256 random bits. `crypto.subtle` is not there where a page comes by plain http; this is. */
function random() {
  return [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

// --- what was promised

/**
 * Note what a game is dealt from, as it was shown before the first draw.
 * @param {string} table
 * @param {string | null} commitment
 * @param {Record<string, string>} [nonces] what was added from here, by seat
 */
export function noteDealing(table, commitment, nonces = {}) {
  remember(`dealing.${table}`, { commitment, nonces });
}

/** @param {string} table @returns {Note | null} */
export function notedDealing(table) {
  return remembered(`dealing.${table}`, null);
}
