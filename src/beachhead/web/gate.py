"""Who is let in: requests meant for this server, from its own pages; and what every answer says.

A page of another site must not reach a server on this computer, neither by a name that it has
pointed here (DNS rebinding) nor by posting from afar. So the Host header must name this server, and
an Origin, where a browser sends one, must be this server's too.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beachhead.web.messages import Problem

EVERYWHERE = ("0.0.0.0", "", "::")
"""What it means to listen at all addresses of this computer."""

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox"
)
"""What a browser may do with an answer that says nothing else: show it, and run nothing."""

ALWAYS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Hosts:
    """The names by which a server is reached.

    >>> hosts = Hosts("127.0.0.1", ["beach.example"])
    >>> [hosts.serve(name) for name in ("localhost", "[::1]", "beach.example", "evil.example")]
    [True, True, True, False]
    """

    def __init__(self, bound: str = "127.0.0.1", also: Iterable[str] = ()) -> None:
        self.anywhere = bound in EVERYWHERE
        names = ["localhost", bound.strip("[]"), *also]
        if self.anywhere:
            names += [socket.gethostname(), socket.getfqdn(), f"{socket.gethostname()}.local"]
        self.names = {name.casefold().rstrip(".") for name in names}

    def serve(self, name: str) -> bool:
        """Whether this server is meant. An address cannot be pointed elsewhere as a name can."""
        bare = name.strip("[]").casefold().rstrip(".")
        try:
            address = ipaddress.ip_address(bare)
        except ValueError:
            return bare in self.names
        return address.is_loopback or self.anywhere or bare in self.names


class Gate:
    """Refuses what is not meant for this server, and sends the usual headers with every answer."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in ALWAYS.items():
                    headers.setdefault(name, value)
            await send(message)

        problem = self._refuse(Headers(scope=scope))
        if problem is None:
            await self.app(scope, receive, answer)
        else:
            body = msgspec.json.encode(problem.body)
            refused = Response(body, problem.status, media_type="application/json")
            await refused(scope, receive, answer)

    def _refuse(self, headers: Headers) -> Problem | None:
        host = headers.get("host", "")
        if not self.hosts.serve(_name(f"//{host}")):
            return Problem(
                421,
                "Host",
                f"{host[:100]!r} is not a name of this server; "
                "whoever runs it can add one with --allow-host NAME",
            )
        origin = headers.get("origin")
        if origin is not None and not self.hosts.serve(_name(origin)):
            return Problem(403, "Origin", f"{origin[:100]!r} is another site's page")
        return None


def _name(url: str) -> str:
    """The host in an address; empty where there is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
