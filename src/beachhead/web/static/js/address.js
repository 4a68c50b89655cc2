// What the part of the address behind # says.

/**
 * A table, a moment of it, and what a link brings along.
 * @typedef {object} Address
 * @property {string} table
 * @property {string} plain the address without what a link brings along
 * @property {number | null} made the moment to look at
 * @property {string | null} token
 * @property {string | null} invitation
 */

/**
 * The table that an address names; null for the start page.
 * @param {string} hash
 * @returns {Address | null}
 */
export function readAddress(hash) {
  const found = /^#\/table\/([^/?]+)(?:\/at\/(\d+))?(?:\?(.*))?$/.exec(hash);
  if (!found) return null;
  const sent = new URLSearchParams(found[3] ?? "");
  return {
    table: decodeURIComponent(found[1]),
    plain: `#/table/${found[1]}${found[2] ? `/at/${found[2]}` : ""}`,
    made: found[2] ? Number(found[2]) : null,
    token: sent.get("token"),
    invitation: sent.get("invitation"),
  };
}
