"""A server without a socket, on a store of its own; with Omaha, with Picket, which has secrets and
two seats, and with Picket without a page."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import beachhead
from beachhead.web.server import create_app
from beachhead.web.store import Store
from toy import GAME as PICKET
from toy.bare import GAME as BARE

GAMES = {"omaha": beachhead.load("omaha"), PICKET.name: PICKET, BARE.name: BARE}
STORM = {"storm": beachhead.load("beachhead.storm.game:GAME")}
DDAY = {"dday91": beachhead.load("dday91")}
NONCES: dict[str, str] = defaultdict(lambda: "0123456789abcdef" * 4)
"""What the seats of the tests add to a dealing; always the same, so that games can be compared."""


def page(app: Starlette, **how: Any) -> TestClient:
    """A browser on this computer."""
    return TestClient(app, base_url="http://localhost", **how)


class Seat:
    """One token at one table, as a page holds it."""

    def __init__(self, client: TestClient, table: str, token: str | None) -> None:
        self.client, self.table, self.token = client, table, token
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, rest: str = "", status: int = 200, **query: Any) -> Any:
        answer = self.client.get(
            f"/api/tables/{self.table}{rest}", headers=self.headers, params=query
        )
        assert answer.status_code == status, answer.text
        is_json = answer.headers["content-type"].startswith("application/json")
        return answer.json() if is_json else answer.text

    def post(self, rest: str, status: int = 200, **body: Any) -> Any:
        answer = self.client.post(
            f"/api/tables/{self.table}{rest}", headers=self.headers, json=body
        )
        assert answer.status_code == status, answer.text
        return answer.json()

    def choose(self, choice: str, snapshot: Any, status: int = 200) -> Any:
        return self.post(
            "/choices",
            status,
            choice=choice,
            made=snapshot["made"],
            revision=snapshot["revision"],
        )

    def play(self, count: int, seed: int = 1, snapshot: Any = None) -> Any:
        """Make random choices, as long as they are this seat's."""
        rng = random.Random(seed)
        snapshot = snapshot or self.get()
        for _ in range(count):
            if not snapshot["yours"]:
                break
            option = rng.choice(snapshot["view"]["decision"]["options"])
            snapshot = self.choose(option["id"], snapshot)
        return snapshot


class Server:
    """A server, and tables on it."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def found(self, **asked: Any) -> dict[str, Seat]:
        """A new table: who holds its seats, and a spectator as `None`'s seat under ""."""
        answer = self.client.post("/api/tables", json={"game": "omaha", **asked})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        watching = Seat(self.client, made["table"], None)
        tokens = made["tokens"] | {
            seat: watching.post("/claim", invitation=code, nonce=NONCES[seat])["token"]
            for seat, code in made["invitations"].items()
        }
        seats = {seat: Seat(self.client, made["table"], t) for seat, t in tokens.items()}
        return seats | {"": watching}

    def solo(self, **asked: Any) -> Seat:
        return next(iter(self.found(**asked).values()))

    def refused(self, status: int, **asked: Any) -> dict[str, Any]:
        answer = self.client.post("/api/tables", json={"game": "omaha", **asked})
        assert answer.status_code == status, answer.text
        error: dict[str, Any] = answer.json()["error"]
        return error


@pytest.fixture
def store_file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def client(store_file: Path) -> Iterator[TestClient]:
    with page(create_app(Store(store_file), GAMES), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def server(client: TestClient) -> Server:
    return Server(client)


@pytest.fixture
def storm(store_file: Path) -> Iterator[Server]:
    """A server with Storm Over Normandy: two sides, and hands that the other must not see."""
    with page(create_app(Store(store_file), STORM), raise_server_exceptions=False) as client:
        yield Server(client)


@pytest.fixture
def dday(store_file: Path) -> Iterator[Server]:
    """A server with D-Day (1991): two sides and no secrets."""
    with page(create_app(Store(store_file), DDAY), raise_server_exceptions=False) as client:
        yield Server(client)


@pytest.fixture
def storm_restarted(store_file: Path) -> Iterator[Server]:
    """Another server on the same store."""
    with page(create_app(Store(store_file), STORM)) as client:
        yield Server(client)


@pytest.fixture
def restarted(store_file: Path) -> Iterator[Server]:
    """Another server on the same store."""
    with page(create_app(Store(store_file), GAMES)) as client:
        yield Server(client)
