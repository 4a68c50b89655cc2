"""Connections that must hurry: a request must arrive, and its answer be taken, in time."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0
"""Seconds in which the head of a request must have come."""
BODY = 40.0
"""Seconds in which its body must have come."""
TAKEN = 60.0
"""Seconds in which somebody who is sent more than the buffers hold must have taken some of it."""


class Punctual(H11Protocol):
    """Drops half-open connections: who connects and says nothing, who never ends a request, who
    never takes the answer."""

    _state: Any = None
    _due: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._state = h11.CLOSED
        for timer in (self._due, self._stuck):
            if timer is not None:
                timer.cancel()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._state = None  # what comes next is another request

    def _expect(self) -> None:
        """Set the time for what must come next, each time that is something else."""
        state = self.conn.their_state
        if state is self._state:
            return
        self._state = state
        if self._due is not None:
            self._due.cancel()
            self._due = None
        limit = {h11.IDLE: HEAD, h11.SEND_BODY: BODY}.get(state)
        if limit is not None:
            self._due = self.loop.call_later(limit, self.transport.close)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(TAKEN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
