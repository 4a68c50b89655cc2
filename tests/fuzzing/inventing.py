"""Fuzzed requests, invented from valid ones and from nothing."""

from __future__ import annotations

import copy
import json
import random
import string
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import quote

from fuzzing.tables import Seated, Tables

LARGEST_BODY = 5_000_000
LARGEST_HEAD = 60_000
"""What is larger may be refused before it has been read, and the answer lost on the way."""


class Sent(NamedTuple):
    """A request as it goes over the wire.

    `whole`: the server has all it needs to answer, so that it must. `valid`: it must also grant
    it. `last`: nothing can follow on the same connection.
    """

    what: str
    raw: bytes
    whole: bool = True
    valid: bool = False
    last: bool = False

    @property
    def method(self) -> str:
        return self.raw.partition(b" ")[0].decode("latin-1")

    @property
    def line(self) -> str:
        return self.raw.partition(b"\r\n")[0].decode("latin-1")


@dataclass
class Draft:
    """A request that is being made up."""

    method: str
    path: str
    query: list[tuple[str, str]] = field(default_factory=list)
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: Any = None
    text: bytes | None = None
    """The body as it is sent, if not `body` as JSON."""
    rest: str | None = None
    """The query as it is sent, if not `query` encoded."""

    def sent(self, host: str, what: str, valid: bool = False) -> Sent:
        """With the headers that HTTP needs."""
        body = self.text
        if body is None:
            body = b"" if self.body is None else json.dumps(self.body).encode()
        given = {name.lower() for name, _ in self.headers}
        headers = list(self.headers)
        if "host" not in given:
            headers.insert(0, ("Host", host))
        if self.method not in ("GET", "HEAD") and "content-type" not in given:
            headers.append(("Content-Type", "application/json"))
        if body and not given & {"content-length", "transfer-encoding"}:
            headers.append(("Content-Length", str(len(body))))
        query = self.rest
        if query is None:
            query = "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in self.query)
        target = self.path + ("?" + query if query else "")
        lines = [f"{self.method} {target} HTTP/1.1", *(f"{n}: {v}" for n, v in headers)]
        head = "\r\n".join(lines).encode("utf-8", "surrogatepass") + b"\r\n\r\n"
        whole = len(head) <= LARGEST_HEAD and len(body) <= LARGEST_BODY
        return Sent(what, head + body, whole, valid)


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


class Inventor:
    """Makes requests up; the same ones for the same generator and tables."""

    def __init__(self, rng: random.Random, tables: Tables, host: str) -> None:
        self.rng, self.tables, self.host = rng, tables, host
        self.kinds: dict[Callable[[], Sent], int] = {
            self.mutated: 30,
            self.wrong_path: 12,
            self.wrong_headers: 12,
            self.wrong_query: 14,
            self.wrong_fields: 18,
            self.wrong_bytes: 8,
            self.founding: 4,
            self.wrong_framing: 4,
            self.noise: 1,
        }

    def next(self) -> Sent:
        return self.rng.choices(list(self.kinds), list(self.kinds.values()))[0]()

    # --- valid requests

    def draft(self) -> Draft:
        """A request that a page could send, about one of the tables."""
        rng = self.rng
        table = rng.choice(self.tables.open)
        game = table.asked["game"]
        here = f"/api/tables/{table.id}"
        drafts = [
            Draft("GET", rng.choice(["/", "/openapi.json", "/docs/data.md", "/api/games"])),
            Draft("GET", "/static/" + rng.choice(["js/main.js", "css/page.css", "icon.svg"])),
            Draft("GET", f"/api/boards/{game}.svg", [("sheet", rng.choice(SHEETS))]),
            Draft("GET", f"/api/reference/{game}"),
            Draft("GET", "/api/tables"),
            Draft("GET", here, [("since", "0"), ("revision", str(rng.randrange(60)))]),
            Draft("GET", f"{here}/at/{rng.randrange(60)}"),
            Draft("GET", f"{here}/history"),
            Draft("GET", f"{here}/stream"),
            Draft("GET", f"{here}/why", self.question()),
            Draft("GET", f"{here}/odds", self.question()),
            Draft("GET", f"{here}/overlays/{rng.choice(OVERLAYS)}", [("at", "3")]),
            Draft("GET", f"{here}/" + rng.choice(["record", "log.txt", "report.html"])),
            Draft("GET", f"{here}/notation.txt", [("at", str(rng.randrange(60)))]),
            *(Draft("POST", here + rest, body=body) for rest, body in self.bodies()),
        ]
        found = rng.choice(drafts)
        self.sit_down(found, table)
        return found

    def bodies(self) -> list[tuple[str, dict[str, Any]]]:
        """Every message that a page sends to a table."""
        rng = self.rng
        now = {"made": rng.randrange(80), "revision": rng.randrange(80), "since": 0}
        codes = ["x", *(code for table in self.tables.open for code in table.invitations)]
        return [
            ("/choices", {"choice": rng.choice(self.tables.words), **now}),
            ("/undo", {"to": rng.randrange(40), **now}),
            ("/undo", {}),
            ("/redo", {}),
            ("/redo", now),
            ("/preferences", {"ask": rng.choice(["always", "when-possible", "not-this-turn"])}),
            ("/claim", {"invitation": rng.choice(codes), "nonce": "0a" * 16}),
        ]

    def question(self) -> list[tuple[str, str]]:
        rng = self.rng
        names = rng.sample(PARAMETERS, rng.randrange(4))
        return [(name, rng.choice(self.tables.words)) for name in names]

    def sit_down(self, draft: Draft, table: Seated) -> None:
        """With a token of the table, mostly; sometimes as a spectator, or with another's."""
        roll = self.rng.random()
        token = self.rng.choice(list(table.tokens.values()))
        if roll < 0.1:
            return
        if roll < 0.2:
            token = self.rng.choice(self.others())
        if roll < 0.3 and draft.rest is None:
            draft.query.append(("token", token))
        else:
            draft.headers.append(("Authorization", f"Bearer {token}"))

    def others(self) -> list[str]:
        """Tokens of other tables, and what is none; those of the tables to be kept are unknown."""
        known = [token for table in self.tables.open for token in table.tokens.values()]
        return known + [table.id for table in self.tables.kept]

    # --- and what becomes of them

    def mutated(self) -> Sent:
        """One that a page could send, with some bytes changed."""
        draft = self.draft()
        sent = draft.sent(self.host, "mutated")
        head, _, body = sent.raw.partition(b"\r\n\r\n")
        if body and self.rng.random() < 0.7:
            draft.text = self.bitten(body)
            return draft.sent(self.host, "mutated body")
        if self.rng.random() < 0.5:
            line, _, rest = head.partition(b"\r\n")
            raw = self.bitten(line).replace(b"\n", b"") + b"\r\n" + rest
        else:
            raw = self.bitten(head)
        return sent._replace(raw=raw + b"\r\n\r\n" + body, whole=False, last=True)

    def wrong_path(self) -> Sent:
        """Somewhere that is not."""
        rng = self.rng
        draft = self.draft()
        parts = draft.path.split("/")
        for _ in range(rng.randint(1, 2)):
            parts[rng.randrange(1, len(parts))] = self.segment()
        if rng.random() < 0.2:
            parts.insert(rng.randint(1, len(parts)), self.segment())
        draft.path = "/".join(parts)
        if rng.random() < 0.25:
            draft.path = "/static/" + "/".join(self.segment() for _ in range(rng.randint(1, 3)))
        if rng.random() < 0.1:
            draft.path = rng.choice(TARGETS)
        if rng.random() < 0.2:
            draft.method = rng.choice(METHODS)
        return draft.sent(self.host, "path")

    def segment(self) -> str:
        rng = self.rng
        roll = rng.random()
        if roll < 0.5:
            return rng.choice(SEGMENTS)
        if roll < 0.7:
            return "".join(f"%{rng.randrange(256):02X}" for _ in range(rng.randint(1, 6)))
        if roll < 0.8:
            return _quoted(self.text())
        if roll < 0.9:
            return quote(rng.choice(self.tables.words), safe=rng.choice(["", "/"]))
        return rng.choice(self.tables.kept).id

    def wrong_headers(self) -> Sent:
        """Headers that are wrong, many, or twice."""
        rng = self.rng
        draft = self.draft()
        for _ in range(rng.randint(1, 3)):
            name, values = rng.choice(HEADERS)
            value = rng.choice(values) if rng.random() < 0.8 else self.header_text()
            if rng.random() < 0.5:
                draft.headers = [each for each in draft.headers if each[0].lower() != name.lower()]
            draft.headers.append((name, value))
        if rng.random() < 0.05:
            draft.headers += [(f"X-{number}", "x" * 50) for number in range(rng.choice([90, 900]))]
        if rng.random() < 0.1:
            draft.method = rng.choice(METHODS)
        return draft.sent(self.host, "headers")

    def header_text(self) -> str:
        letters = string.printable[:95] + "\téß€"
        return "".join(self.rng.choices(letters, k=self.rng.choice([1, 8, 300])))

    def wrong_query(self) -> Sent:
        """Parameters that mean nothing."""
        rng = self.rng
        draft = self.draft()
        while draft.method != "GET":
            draft = self.draft()
        names = [*PARAMETERS, "since", "revision", "at", "seat", "token", "sheet", "option"]
        for _ in range(rng.randint(1, 4)):
            name = rng.choice(names) if rng.random() < 0.9 else self.text()
            value = self.text() if rng.random() < 0.7 else rng.choice(self.tables.words)
            draft.query.append((name, value))
        if rng.random() < 0.15:
            draft.rest = rng.choice(QUERIES)
        return draft.sent(self.host, "query")

    def posted(self) -> Draft:
        """Any message of a page, with its body."""
        rng = self.rng
        table = rng.choice(self.tables.open)
        rest, body = rng.choice([("", FOUNDING), *self.bodies()])
        draft = Draft("POST", f"/api/tables/{table.id}{rest}" if rest else "/api/tables")
        draft.body = copy.deepcopy(body)
        self.sit_down(draft, table)
        return draft

    def wrong_fields(self) -> Sent:
        """A message with fields that are missing, unknown or of another type."""
        rng = self.rng
        draft = self.posted()
        for _ in range(rng.randint(1, 3)):
            name = rng.choice([*draft.body, *FOUNDING] if rng.random() < 0.8 else ["", "x", "é\0"])
            if rng.random() < 0.15:
                draft.body.pop(name, None)
            else:
                draft.body[name] = self.value()
        if rng.random() < 0.05:
            draft.body = self.value()
        return draft.sent(self.host, "fields")

    def wrong_bytes(self) -> Sent:
        """A message that is not JSON, not UTF-8, too deep or too large."""
        rng = self.rng
        draft = self.posted()
        text = json.dumps(draft.body, ensure_ascii=rng.random() < 0.5).encode()
        roll = rng.random()
        if roll < 0.3:  # invalid UTF-8 within a string, or anywhere
            at = text.rfind(b'"') if rng.random() < 0.5 else rng.randint(0, len(text))
            draft.text = text[:at] + rng.choice(NOT_UTF8) + text[at:]
        elif roll < 0.5:
            draft.text = text[: rng.randint(0, len(text))]
        elif roll < 0.7:
            draft.text = rng.choice(BODIES)()
        elif roll < 0.8:
            draft.text = text.decode().encode(rng.choice(["utf-16", "utf-32", "utf-8-sig"]))
        elif roll < 0.805:
            draft.text = b" " * (LARGEST_BODY + rng.choice([-2, 1, 1_000_000])) + text
        else:
            draft.text = self.bitten(text)
        return draft.sent(self.host, "bytes")

    def founding(self) -> Sent:
        """A new table from a record or a situation that was tampered with, or a valid one."""
        rng = self.rng
        body: dict[str, Any] = {"seating": rng.choice(["solo", "hotseat", "link"])}
        roll = rng.random()
        if roll < 0.45:
            record = copy.deepcopy(rng.choice(self.tables.records))
            for _ in range(rng.randint(0, 2)):
                self.tamper(record)
            body |= {"game": record.get("game", "omaha"), "record": record}
        elif roll < 0.9:
            game, text = rng.choice(self.tables.notations)
            body |= {"game": game, "notation": self.tampered_lines(text)}
        else:
            table = rng.choice(self.tables.open)
            body |= {**table.asked, "options": {rng.choice(self.tables.words): self.value()}}
        return Draft("POST", "/api/tables", body=body).sent(self.host, "founding")

    def tamper(self, data: Any) -> None:
        """Change one thing somewhere in a document."""
        rng = self.rng
        while True:
            keys: list[Any] = list(data) if isinstance(data, dict) else list(range(len(data)))
            if not keys:
                return
            key = rng.choice(keys)
            if not isinstance(data[key], (dict, list)) or not data[key] or rng.random() < 0.3:
                break
            data = data[key]
        roll = rng.random()
        if roll < 0.3:
            del data[key]
        elif roll < 0.5:
            data[key] = rng.choice(self.tables.words)
        elif roll < 0.8 or not isinstance(data, list):
            data[key] = self.value()
        else:
            data.insert(key, data[rng.randrange(len(data))])

    def tampered_lines(self, text: str) -> str:
        rng = self.rng
        lines = text.splitlines()
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(lines))
            roll = rng.random()
            if roll < 0.2:
                lines.insert(at, rng.choice(lines))
            elif roll < 0.4 and len(lines) > 1:
                del lines[at]
            elif roll < 0.7 and lines[at]:
                words = lines[at].split(" ")
                word = self.text() if rng.random() < 0.5 else rng.choice(self.tables.words)
                words[rng.randrange(len(words))] = word
                lines[at] = " ".join(words)
            else:
                lines[at] = self.bitten(lines[at].encode()).decode("utf-8", "replace")
        return "\n".join(lines) + "\n" * (rng.random() < 0.9)

    def wrong_framing(self) -> Sent:
        """A message whose length is not what it says."""
        rng = self.rng
        draft = self.posted()
        body = json.dumps(draft.body).encode()
        length = str(len(body))
        draft.text = body
        framing, whole = rng.choice(
            [
                ([("Content-Length", str(len(body) + 50))], False),
                ([("Content-Length", str(max(0, len(body) - 5)))], False),
                ([("Content-Length", "-1")], False),
                ([("Content-Length", "9" * 30)], False),
                ([("Content-Length", "abc")], False),
                ([("Content-Length", length), ("Content-Length", "3")], False),
                ([("Content-Length", length), ("Transfer-Encoding", "chunked")], False),
                ([("Transfer-Encoding", "chunked")], False),
                ([("Transfer-Encoding", "gzip, chunked")], False),
                ([("Transfer-Encoding", "identity")], False),
                ([("Expect", "100-continue"), ("Content-Length", length)], True),
                ([("Transfer-Encoding", "chunked")], True),
            ]
        )
        draft.headers += framing
        if whole and framing[0][0] == "Transfer-Encoding":
            cut = rng.randint(1, max(1, len(body) - 1))
            parts = [part for part in (body[:cut], body[cut:]) if part]
            draft.text = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
            draft.text += b"0\r\n\r\n"
        return draft.sent(self.host, "framing")._replace(whole=whole, last=True)

    def noise(self) -> Sent:
        """Nothing like HTTP."""
        rng = self.rng
        raw = rng.choice(
            [
                rng.randbytes(rng.choice([1, 20, 3000])),
                b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
                b"GET /\r\n\r\n",
                b"GET / HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\nHost: 127.0.0.1\n\n",
                b"\r\n" * 200,
                b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + rng.randbytes(64),
            ]
        )
        return Sent("noise", raw, whole=False, last=True)

    # --- pieces

    def bitten(self, text: bytes) -> bytes:
        """Some bytes changed, gone, doubled or new."""
        rng = self.rng
        found = bytearray(text)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(found) + 1)
            roll = rng.random()
            if roll < 0.3:
                found[at:at] = bytes([rng.randrange(256)])
            elif roll < 0.6:
                found[at : at + 1] = bytes([rng.randrange(256)])
            elif roll < 0.8:
                del found[at : at + rng.randint(1, 5)]
            else:
                found[at:at] = found[at : at + rng.randint(1, 20)]
        return bytes(found)

    def text(self) -> str:
        rng = self.rng
        if rng.random() < 0.6:
            return rng.choice(TEXTS)
        return "".join(rng.choices(LETTERS, k=rng.choice([1, 3, 12, 90])))

    def value(self, depth: int = 0) -> Any:
        """Anything that JSON can say."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.35:
            return self.text()
        if roll < 0.8 or depth > 3:
            return rng.choice(VALUES)
        if roll < 0.9:
            return [self.value(depth + 1) for _ in range(rng.randrange(4))]
        return {self.text(): self.value(depth + 1) for _ in range(rng.randrange(4))}


FOUNDING = {
    "game": "omaha",
    "scenario": "easy-fox",
    "options": {"players": 1},
    "seed": 7,
    "seating": "solo",
    "title": "A title",
    "notation": None,
    "record": None,
}
PARAMETERS = ["unit", "to", "target", "action", "hexes", "units", "naval", "option", "card"]
PARAMETERS += ["color", "position", "sector", "area", "hex", "from", "side", "kind", "space"]
SHEETS = ["ground", "land", "numbers", "marks", "live", "flood-mid", "none"]
OVERLAYS = ["danger", "fields-of-fire", "us-control", "boxes", "supply", "control", "stacking"]
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get"]
METHODS += ["BREW", "X" * 300, "M-SEARCH", "PROPFIND"]
SEGMENTS = [
    *("..", ".", "%2e%2e", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%5c..%5cwindows", "%00", "a%00b"),
    *("%", "%zz", "%C0%AE", "%FF%FE", "%E2%82", "%ED%A0%80", "%F0%9F%92%A9", "%u0041", "%250a"),
    *("a" * 256, "b" * 5000, "%41" * 300, "é", "~", "-1", "0", "1e9", "9" * 40, "%D9%A3", "+", " "),
    *("%0d%0aX: y", "%09", "%7F", ";x=1", "*", "null", "NaN", "con", "main.js", "js", "%2F", ""),
]
TARGETS = ["*", "http://127.0.0.1/api/games", "//x/y", "///", "", "/?", "/#x", "a", "/%", "/\\x"]
TARGETS += ["http://[::1", "http://[bad]/", "/" + "a/" * 3000, "/api/tables/%2e%2e", "/:80"]
QUERIES = ["&" * 500, "=", "a=%FF", "since=%00", "%", "since=1&since=2", "token=%ED%A0%80", "?"]
QUERIES += ["at=%FF", "a=1;b=2", "unit=" + "x" * 30_000, "since=1e3", "&".join(["a=b"] * 3000)]
HEADERS: list[tuple[str, list[str]]] = [
    ("Host", ["evil.example", "", "127.0.0.1:99999", "[::1]", "a b", "localhost", "@", "[", "é"]),
    ("Origin", ["null", "http://evil.example", "", "file://", "http://127.0.0.1", "é", "http://["]),
    (
        "Content-Type",
        ["text/plain", "", "application/json; charset=utf-16", "multipart/form-data", "é", ";;"],
    ),
    (
        "Authorization",
        ["", "Bearer", "Bearer ", "Basic eDp5", "Bearer é", "bearer x,y,,", "Bearer \tx"],
    ),
    (
        "Authorization",
        ["Negotiate", "Bearer " + "x" * 5000, "Bearer " + "x," * 500, "Bearer " + "," * 9000],
    ),
    ("Range", ["bytes=0-1", "bytes=-1", "bytes=9-1", "bytes=0-0,1-1", "x", "bytes=99999999999-"]),
    ("If-None-Match", ["*", '"', 'W/"x"', "é", '"' + "a" * 3000 + '"']),
    ("If-Modified-Since", ["x", "Thu, 01 Jan 1970 00:00:00 GMT"]),
    ("Accept-Encoding", ["gzip", "identity;q=0", "br", "*"]),
    ("Accept", ["text/html", "é", "*/*;q=x"]),
    ("Cookie", ["a=b", "=;=", "é" * 50]),
    ("Connection", ["close", "upgrade", "keep-alive, x"]),
    ("Upgrade", ["websocket", "h2c"]),
    ("Content-Encoding", ["gzip", "x"]),
    ("X-Forwarded-For", ["1.2.3.4", "x"]),
    ("X-Forwarded-Host", ["evil.example"]),
    ("Forwarded", ["for=x;host=y"]),
    ("X-Long", ["x" * 60_000, "x" * 70_000]),
    ("Bad name", ["x"]),
    ("X-Bad", ["\x00", "\x01", "a\rb"]),
]
NOT_UTF8 = [b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xc0\xae", b"\xf5\x80\x80\x80", b"\0"]
BODIES: list[Callable[[], bytes]] = [
    lambda: b"[" * 100_000,
    lambda: b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    lambda: b'{"game":"omaha","record":' + b'{"a":' * 900 + b"1" + b"}" * 901,
    lambda: b'{"game":"omaha","options":{"players":' + b"[" * 900 + b"]" * 900 + b"}}",
    lambda: b'{"game":"omaha","seed":' + b"9" * 5000 + b"}",
    lambda: b'{"game":"omaha","seed":1e999}',
    lambda: b'{"game":"omaha","seed":-0}',
    lambda: b'{"game":"omaha","options":{"players":1e400}}',
    lambda: b'{"game":"omaha","options":{"players":' + b"9" * 5000 + b"}}",
    lambda: b'{"game":"omaha","title":"\\ud800"}',
    lambda: b'{"game":"\\ud800\\udc00\\u0000"}',
    lambda: b'{"game":"omaha","game":"storm"}',
    lambda: b'{"made":NaN,"choice":"x"}',
    lambda: b'{"made":1.0,"choice":"x"}',
    lambda: b'{"made":1e0,"choice":"x"}',
    lambda: b'"' + b"x" * 300_000 + b'"',
    lambda: b"null",
    lambda: b"{}",
    lambda: b"{} {}",
    lambda: b"\0",
]
TEXTS = [
    *("", " ", "\0", "a\0b", "\n", "é", "💩", "\ud800", "\u202e", "'", '"', "`", "\\", "%s", "{0}"),
    *("../../etc/passwd", "<script>", "-1", "0", "1", "1e9", "٣", "9" * 30, "9" * 5000, "NaN"),
    *("null", "true", "__class__", "a" * 201, "b" * 5000, "0427", "0512,0513", "0512," * 60, ","),
    *("omaha", "storm", "dday91", "us", "german", "allied", "toy:GAME", "os:system", "beachhead"),
    *("done", "players", "solo", "link", "easy-fox", "1944", "begin", "chance", "A/1/16", "WN62"),
]
LETTERS = string.ascii_letters + string.digits + "-/.,:;_ \t\n\0é€💩[]{}()'\"\\%&=+#?@"
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, 7, 40, 80, 10**9, 10**9 + 1, 2**31, 2**63, 2**64, 10**40),
    *(-(10**40), 0.5, 1.0, -0.0, 1e308, 5e-324, [], {}, [[]], [None], {"": None}, [1, "a"]),
]
