// The server: requests, errors that people can read, and the stream of changes.

import { remember, remembered } from "./dom.js";

/** @import { Snapshot } from "./types.js" */

export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{field?: string, text: string, rule?: string}} error
   * @param {Snapshot} [snapshot]
   */
  constructor(status, error, snapshot) {
    super(error.text);
    this.status = status;
    this.field = error.field ?? "";
    this.rule = error.rule ?? "";
    this.snapshot = snapshot;
  }
}

/** The server could not be reached. */
export class Gone extends Error {}

/** @type {Set<(here: boolean) => void>} */
const watchers = new Set();
let here = true;

/** @param {(here: boolean) => void} watcher called when the server goes or comes back */
export function watchServer(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** @param {boolean} now */
function heard(now) {
  if (now === here) return;
  here = now;
  for (const watcher of watchers) watcher(now);
  if (!now) void lookForServer();
}

let looking = false;

async function lookForServer() {
  if (looking) return;
  looking = true;
  for (let pause = 500; !here; pause = Math.min(pause * 1.6, 8000)) {
    await new Promise((done) => setTimeout(done, pause));
    try {
      const answer = await fetch("/api/games", { cache: "no-store" });
      await answer.text(); // an answer that nobody reads keeps its connection
      if (answer.ok) heard(true);
    } catch {
      // Not yet.
    }
  }
  looking = false;
}

/**
 * @param {string} path
 * @param {{token?: string | null, body?: any, text?: boolean, cache?: RequestCache}} [how]
 */
export async function request(path, how = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (how.token) headers.Authorization = `Bearer ${how.token}`;
  if (how.body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method: how.body === undefined ? "GET" : "POST",
      headers,
      body: how.body === undefined ? undefined : JSON.stringify(how.body),
      cache: how.cache ?? "default",
    });
  } catch {
    heard(false);
    throw new Gone("The server does not answer.");
  }
  heard(true);
  if (answer.ok) return how.text ? answer.text() : answer.json();
  let said;
  try {
    said = await answer.json();
  } catch {
    said = { error: { text: `The server answered ${answer.status}.` } };
  }
  throw new Refused(
    answer.status,
    said.error ?? { text: `The server answered ${answer.status}.` },
    said.snapshot,
  );
}

// --- tokens: kept on this computer, one for each table

/** @returns {Record<string, string>} */
export function tokens() {
  return remembered("tokens", {});
}

/**
 * @param {string} table
 * @param {string} token
 */
export function keepToken(table, token) {
  remember("tokens", { ...tokens(), [table]: token });
}

/** @param {string} table */
export function forgetToken(table) {
  const kept = tokens();
  delete kept[table];
  remember("tokens", kept);
}

// --- one table

export class Table {
  /**
   * @param {string} id
   * @param {string | null} token
   */
  constructor(id, token) {
    this.id = id;
    this.token = token;
    /** Who sits at a shared screen: of the seats that the token holds, only this one looks. */
    this.seat = "";
    this.revision = 0;
    /** @type {EventSource | null} */
    this.source = null;
  }

  /** @param {string} rest */
  path(rest) {
    const seat = this.seat
      ? `${rest.includes("?") ? "&" : "?"}seat=${encodeURIComponent(this.seat)}`
      : "";
    return `/api/tables/${encodeURIComponent(this.id)}${rest}${seat}`;
  }

  /**
   * An address that works without a header.
   * @param {string} rest
   */
  link(rest) {
    if (!this.token) return this.path(rest);
    // The record tells everything, so it is for all seats.
    const path = rest.startsWith("/record")
      ? `/api/tables/${encodeURIComponent(this.id)}${rest}`
      : this.path(rest);
    return `${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(this.token)}`;
  }

  /** @param {number} [since] */
  async snapshot(since = 0) {
    return this.keep(
      await request(this.path(`?since=${since}&revision=${this.revision}`), {
        token: this.token,
        cache: "no-store",
      }),
    );
  }

  /**
   * @param {number} made
   * @returns {Promise<Snapshot>}
   */
  async at(made) {
    const snapshot = await request(this.path(`/at/${made}`), { token: this.token });
    if (!snapshot.flipbook?.track) snapshot.flipbook = null;
    return snapshot;
  }

  /**
   * @param {"choices" | "orders" | "undo" | "redo" | "preferences" | "bots" | "hurry"} what
   * @param {Record<string, any>} body
   */
  async post(what, body) {
    return this.keep(
      await request(this.path(`/${what}`), {
        token: this.token,
        body: { ...body, revision: this.revision },
      }),
    );
  }

  /** @param {string} question path and query */
  ask(question) {
    return request(this.path(`/${question}`), { token: this.token, cache: "no-store" });
  }

  /** @param {Snapshot} snapshot */
  keep(snapshot) {
    if (!snapshot.flipbook?.track) snapshot.flipbook = null;
    this.revision = Math.max(this.revision, snapshot.revision); // answers may overtake each other
    return snapshot;
  }

  /**
   * Listen for changes made elsewhere.
   * @param {(news: {revision: number}) => void} changed
   */
  listen(changed) {
    let pause = 1000;
    const open = () => {
      this.close();
      const source = new EventSource(this.link("/stream"));
      this.source = source;
      /** @param {Event} event */
      const tell = (event) => {
        heard(true);
        pause = 1000;
        changed(JSON.parse(/** @type {MessageEvent} */ (event).data));
      };
      source.addEventListener("hello", tell);
      source.addEventListener("changed", tell);
      source.addEventListener("error", () => {
        if (this.source !== source) return;
        heard(false);
        source.close();
        setTimeout(() => this.source === source && open(), pause);
        pause = Math.min(pause * 1.6, 8000);
      });
    };
    open();
  }

  close() {
    this.source?.close();
    this.source = null;
  }
}
