"""The description of the interface in OpenAPI 3.1, made from the message types."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec

import beachhead
from beachhead.web import messages


class Address(NamedTuple):
    """One address: how it is used, what it is for, what it takes and answers."""

    method: str
    path: str
    text: str
    answer: type | str
    body: type | None = None
    query: tuple[str, ...] = ()
    status: int = 200


TABLE = "/api/tables/{table}"
SVG, TEXT, HTML, JSON = "image/svg+xml", "text/plain", "text/html", "application/json"
ADDRESSES = (
    Address("get", "/api/games", "The games that can be played.", messages.Catalogue),
    Address("get", "/api/boards/{game}.svg", "The board of a game.", SVG, None, ("sheet",)),
    Address("get", "/api/reference/{game}", "Rules, rulings, charts, units, cards.", JSON),
    Address("get", "/api/tables", "The tables of the tokens sent.", messages.TableList),
    Address("post", "/api/tables", "Found a table.", messages.Founded, messages.NewTable, (), 201),
    Address("get", TABLE, "The table now.", messages.Snapshot, None, ("since", "revision")),
    Address("post", f"{TABLE}/choices", "Make a choice.", messages.Snapshot, messages.Choose),
    Address(
        "get",
        f"{TABLE}/orders",
        "What pieces can do together.",
        messages.Orders,
        None,
        ("pieces", "goal"),
    ),
    Address("post", f"{TABLE}/orders", "Carry out an order.", messages.Snapshot, messages.Carry),
    Address(
        "get", f"{TABLE}/plan", "What an order would do.", messages.PlanInfo, None, ("choices",)
    ),
    Address("post", f"{TABLE}/undo", "Take back.", messages.Snapshot, messages.Undo),
    Address("post", f"{TABLE}/redo", "Make again.", messages.Snapshot, messages.Redo),
    Address(
        "post",
        f"{TABLE}/preferences",
        "How to be asked what may be declined.",
        messages.Snapshot,
        messages.Preferences,
    ),
    Address(
        "post",
        f"{TABLE}/bots",
        "Hand a seat to a bot, or take it back.",
        messages.Snapshot,
        messages.Relief,
    ),
    Address(
        "post",
        f"{TABLE}/hurry",
        "Let the bot that thinks choose now.",
        messages.Snapshot,
        messages.Hurry,
    ),
    Address(
        "get",
        f"{TABLE}/advice",
        "What a veteran would do.",
        messages.CounselInfo,
        None,
        ("choices",),
    ),
    Address("get", f"{TABLE}/branches", "The branches of a game.", messages.Branches),
    Address(
        "post",
        f"{TABLE}/branches",
        "Branch off to analyze.",
        messages.Founded,
        messages.NewBranch,
        (),
        201,
    ),
    Address(
        "post",
        f"{TABLE}/comments",
        "Write at a moment of a branch.",
        messages.AnalysisInfo,
        messages.Comment,
    ),
    Address("post", f"{TABLE}/name", "Rename a branch.", messages.AnalysisInfo, messages.Rename),
    Address("post", f"{TABLE}/remove", "Remove a branch.", messages.AnalysisInfo, messages.Removal),
    Address("get", f"{TABLE}/readings", "Who is winning, turn by turn.", messages.Readings),
    Address("get", f"{TABLE}/reckoning", "Luck told from play.", messages.Reckoned),
    Address("get", f"{TABLE}/at/{{n}}", "The table then.", messages.Snapshot, None, ("since",)),
    Address("get", f"{TABLE}/history", "The choices so far.", messages.History),
    Address("get", f"{TABLE}/stream", "Changes, as they happen.", "text/event-stream"),
    Address(
        "get",
        f"{TABLE}/why",
        "Why something may not be done.",
        messages.Answer,
        None,
        ("unit", "to", "target", "action", "card"),
    ),
    Address(
        "get",
        f"{TABLE}/odds",
        "Chances before one commits.",
        JSON,
        None,
        ("unit", "hexes", "target", "units", "naval", "option"),
    ),
    Address("get", f"{TABLE}/figures", "Figures on the board for whoever decides.", JSON),
    Address("get", f"{TABLE}/overlays/{{name}}", "An overlay of the board.", JSON, None, ("at",)),
    Address("get", f"{TABLE}/record", "The record of the game.", JSON),
    Address("get", f"{TABLE}/log.txt", "The log.", TEXT),
    Address(
        "get",
        f"{TABLE}/problem.json",
        "What helps to find a problem.",
        messages.ProblemFile,
        None,
        ("at",),
    ),
    Address("get", f"{TABLE}/report.html", "The after-action report.", HTML),
    Address("get", f"{TABLE}/notation.txt", "The situation as text.", TEXT, None, ("at",)),
)
NUMBERS = frozenset({"n", "since", "revision", "at"})
"""The parameters that count something."""
WHO = ("token", "seat")
"""What every address of a table takes."""


@cache
def description() -> bytes:
    """The whole description as JSON."""
    types: list[type] = [messages.Error]
    for address in ADDRESSES:
        types += [each for each in (address.answer, address.body) if isinstance(each, type)]
    _, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    paths: dict[str, dict[str, Any]] = {}
    for address in ADDRESSES:
        paths.setdefault(address.path, {})[address.method] = _operation(address)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Beachhead", "version": beachhead.__version__},
            "security": [{}, {"token": []}],
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def _operation(address: Address) -> dict[str, Any]:
    if isinstance(address.answer, str):
        content: dict[str, Any] = {address.answer: {}}
    else:
        content = {JSON: {"schema": _reference(address.answer)}}
    names = [part[1:-1] for part in address.path.removesuffix(".svg").split("/") if "{" in part]
    query = address.query + (WHO if address.path.startswith(TABLE) else ())
    operation: dict[str, Any] = {
        "summary": address.text,
        "parameters": [
            *(_parameter(name, "path") | {"required": True} for name in names),
            *(_parameter(name, "query") for name in query),
        ],
        "responses": {
            str(address.status): {"description": address.text, "content": content},
            "default": {
                "description": "Refused, with the field and the reason.",
                "content": {JSON: {"schema": _reference(messages.Error)}},
            },
        },
    }
    if address.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": _reference(address.body)}},
        }
    return operation


def _parameter(name: str, where: str) -> dict[str, Any]:
    number = {"type": "integer", "minimum": 0, "maximum": 10**9 - 1}
    return {"name": name, "in": where, "schema": number if name in NUMBERS else {"type": "string"}}


def _reference(kind: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}
