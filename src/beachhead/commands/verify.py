"""`beachhead verify`: was this game played by the rules, and dealt as was promised?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel import record as records
from beachhead.kernel.record import RecordError


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `verify` command."""
    parser = subparsers.add_parser(
        "verify",
        help="check a record: the rules, and every card and die",
        description="Check the record of a game: its choices are legal and lead where it says, its "
        "secret is the one that was committed to before the first draw, and every card and die is "
        "the one that this secret deals. Exits with 0 if all holds, with 1 if something does not.",
    )
    parser.add_argument(
        "record", type=Path, metavar="RECORD", help="a record, as the page saves it"
    )
    parser.add_argument(
        "--commitment",
        metavar="HEX",
        help="the commitment that you were shown when you sat down, to be sure that it is this one",
    )
    parser.add_argument(
        "--nonce",
        action="append",
        default=[],
        metavar="SEAT=NONCE",
        help="the nonce that your seat added, to be sure that it was used; may be given again",
    )
    parser.add_argument(
        "--game",
        metavar="MODULE:ATTRIBUTE",
        help="where the game is, if it is not one of ours",
    )
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """`beachhead verify`"""
    document = records.read(given.record)
    nonces = [_nonce(text) for text in given.nonce]
    game = beachhead.load(given.game or document["game"])
    try:
        checked = records.verify(game, document)
        checked += _as_shown(document["dealing"] or {}, given.commitment, nonces)
    except RecordError as error:
        print(f"This record does not hold: {error}.")
        return 1
    for line in checked:
        print(f"- {line}")
    print("This record holds.")
    return 0


def _nonce(text: str) -> tuple[str, str]:
    seat, equals, nonce = text.partition("=")
    if not (seat and equals and nonce):
        raise BeachheadError(f"--nonce: {text!r} should be SEAT=NONCE, such as german=5f0c…")
    return seat, nonce


def _as_shown(
    dealing: dict[str, Any], commitment: str | None, nonces: list[tuple[str, str]]
) -> list[str]:
    """What a player noted against what the record says."""
    if commitment is not None and commitment != dealing.get("commitment"):
        raise RecordError(f"dealing.commitment: is not {commitment}, which you were shown")
    for seat, nonce in nonces:
        if dealing.get("nonces", {}).get(seat) != nonce:
            raise RecordError(f"dealing.nonces.{seat}: is not {nonce}, which this seat added")
    noted = len(nonces) + (commitment is not None)
    return ["what you noted is what it was dealt from"] if noted else []
