"""Requests that are invented from the description of the interface, valid and not."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fuzzing.inventing import OVERLAYS, Sent
from fuzzing.run import PATIENCE, Answer, Fuzzing

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
WITHOUT_TROUBLE = list(HealthCheck)
"""Slow or large data is no fault here."""


def by_schema(fuzzing: Fuzzing, count: int, seed: int, patience: float = PATIENCE) -> None:
    """Send so many requests, shared among all operations; half of them follow the schema."""
    where = f"http://127.0.0.1:{fuzzing.server.port}"
    schema = schemathesis.openapi.from_url(f"{where}/openapi.json")
    operations = [
        each.ok() for each in schema.exclude(path_regex="/stream$").get_all_operations()
    ]  # a stream does not end
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    share, more = divmod(count, len(operations) * len(modes))
    number = 0
    with requests.Session() as session:
        for operation in operations:
            for mode in modes:
                number += 1
                examples = share + (number <= more)
                if not examples:
                    continue

                @seeded(seed)
                @settings(
                    max_examples=examples,
                    deadline=None,
                    database=None,
                    phases=[Phase.generate],
                    suppress_health_check=WITHOUT_TROUBLE,
                )
                @given(case=operation.as_strategy(generation_mode=mode), roll=st.integers(0, 999))
                def send(case: schemathesis.Case, roll: int) -> None:
                    if not fuzzing.is_late():
                        _send(fuzzing, case, roll, session, where, patience)

                with suppress(Unsatisfiable):  # nothing can be wrong where nothing is asked for
                    send()


def _send(
    fuzzing: Fuzzing,
    case: schemathesis.Case,
    roll: int,
    session: requests.Session,
    where: str,
    patience: float,
) -> None:
    headers = _at_a_table(fuzzing, case, random.Random(roll))
    try:
        response = case.call(where, session, headers=headers, timeout=patience)
    except requests.Timeout:
        fuzzing.complain(f"no answer within {patience:g} s", _sent(case, None))
        return
    except (requests.RequestException, ValueError):
        return  # it cannot be said in HTTP
    sent = _sent(case, response.request)
    kind = response.headers.get("content-type", [""])[0]
    fuzzing.judge(
        sent, Answer(response.status_code, kind, response.content, response.elapsed), roll
    )
    try:
        case.validate_response(response, checks=CHECKS)
    except FailureGroup as group:
        for failure in group.exceptions:
            fuzzing.complain(f"against the description: {failure}"[:1000], sent, roll)


def _at_a_table(fuzzing: Fuzzing, case: schemathesis.Case, rng: random.Random) -> dict[str, str]:
    """Mostly, have a request name what there is; the headers of a seat at the table."""
    tables = fuzzing.result.tables
    table = rng.choice(tables.open)
    there: dict[str, Any] = {
        "table": table.id,
        "game": table.asked["game"],
        "name": rng.choice(OVERLAYS),
        "n": rng.randrange(30),
    }
    for name in case.path_parameters:
        if name in there and rng.random() < 0.8:
            case.path_parameters[name] = there[name]
    if rng.random() < 0.2:
        return {}
    return {"Authorization": f"Bearer {rng.choice(list(table.tokens.values()))}"}


def _sent(case: schemathesis.Case, request: requests.PreparedRequest | None) -> Sent:
    """A request as it went over the wire, so that it can be sent again."""
    if request is None:
        return Sent("schema", f"{case.method} {case.formatted_path} HTTP/1.1\r\n\r\n".encode())
    body = request.body or b""
    if isinstance(body, str):
        body = body.encode()
    target = request.path_url
    lines = [f"{request.method} {target} HTTP/1.1", "Host: 127.0.0.1:0"]
    lines += [f"{name}: {_text(value)}" for name, value in request.headers.items()]
    return Sent("schema", "\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def _text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("latin-1")
