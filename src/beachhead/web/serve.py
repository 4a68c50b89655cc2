"""Serving the page: a socket, the server on it, and a browser that opens it."""

from __future__ import annotations

import asyncio
import errno
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import uvicorn

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.play import Game
from beachhead.web.gate import EVERYWHERE, Hosts
from beachhead.web.messages import NewTable
from beachhead.web.punctual import Punctual
from beachhead.web.server import create_app, warm
from beachhead.web.store import open_store
from beachhead.web.tables import Tables

PORT = 1944
LOCAL = "127.0.0.1"
CONNECTIONS = 600
"""As many connections at once; whoever comes then is told to try again."""


def serve(
    game: Game[Any] | None = None,
    table: NewTable | None = None,
    *,
    host: str = LOCAL,
    port: int | None = None,
    database: str | None = None,
    browser: bool = True,
    allowed: Iterable[str] = (),
) -> None:
    """Serve until interrupted. With `table`, found it and open it instead of the start page.

    A game from elsewhere is served beside ours, under its own name.
    """
    store = open_store(database)
    listening = listen(host, port)
    app = create_app(store, _games(game), Hosts(host, allowed))
    tables: Tables = app.state.tables
    where = f"http://{_shown(host)}:{listening.getsockname()[1]}/"
    address = where
    try:
        if table is not None:
            founded = asyncio.run(tables.found(table))
            token = next(iter(founded.tokens.values()))
            address = f"{where}#/table/{founded.table}?token={token}"
        config = uvicorn.Config(
            app,
            http=Punctual,
            log_level="warning",
            limit_concurrency=CONNECTIONS,
            proxy_headers=False,
            server_header=False,
        )
        _Server(config, tables, where, address, browser).run(sockets=[listening])
    except KeyboardInterrupt:
        print("\nThe server has stopped; every game is kept.")
    finally:
        listening.close()


def _games(game: Game[Any] | None) -> Mapping[str, Game[Any]] | None:
    if game is None:
        return None
    return {game.name: game, **beachhead.load_all()}


class _Server(uvicorn.Server):
    """Says where it is once it is there, and sends listeners home when it goes."""

    def __init__(
        self, config: uvicorn.Config, tables: Tables, where: str, address: str, browser: bool
    ) -> None:
        super().__init__(config)
        self.tables, self.where, self.address, self.browser = tables, where, address, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(f"Beachhead is at {self.address}")
        print(f"Games are kept in {self.tables.store.path}. Press Ctrl-C to stop.")
        sys.stdout.flush()
        threading.Thread(target=warm, args=(self.config.app,), daemon=True).start()
        if self.browser:
            with suppress(webbrowser.Error):
                await asyncio.to_thread(webbrowser.open, self.address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.tables.send_home()
        await super().shutdown(sockets)


def listen(host: str, port: int | None) -> socket.socket:
    """A socket to listen at: the port that was asked for, else ours, else any that is free."""
    for wanted in (PORT, 0) if port is None else (port,):
        # Naming TCP lets asyncio turn off Nagle's algorithm, which costs up to 40 ms an answer.
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
            listening.listen(128)
        except OSError as error:
            listening.close()
            if port is None and wanted and error.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            raise BeachheadError(
                f"--port: cannot listen at {host} port {wanted} ({error.strerror}); "
                "choose another port or host"
            ) from error
        return listening
    raise AssertionError("port 0 is always free")


def _shown(host: str) -> str:
    """A host as a browser on this machine reaches it."""
    if host in EVERYWHERE:
        return LOCAL
    return f"[{host}]" if ":" in host else host
