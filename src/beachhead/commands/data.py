"""`beachhead data`: list, validate, export, import and seal component packs."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.data import (
    MANIFEST,
    SEAL,
    Pack,
    PackError,
    TableData,
    active_path,
    export_pack,
    import_pack,
    imported_path,
    load,
    seal_pack,
)
from beachhead.kernel.schema import Schema

GAMES = {
    "omaha": "beachhead.omaha.pack",
    "storm": "beachhead.storm.pack",
    "dday91": "beachhead.dday91.pack",
}
"""The games that have a component pack, and the module with its SCHEMA and BUILTIN path."""


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `data` command and its parts."""
    summary = "list, validate, export, import and seal component packs"
    parser = subparsers.add_parser("data", help=summary)
    commands = parser.add_subparsers(dest="data_command", required=True, metavar="COMMAND")

    def add(
        name: str, run: Any, summary: str, game: str | None = "omaha"
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=summary, description=summary)
        command.add_argument(
            "--game", choices=GAMES, default=game, help=f"default: {game or 'all'}"
        )
        command.add_argument("--json", action="store_true", help="print JSON")
        command.set_defaults(run=run)
        return command

    command = add("list", list_packs, "Show packs, tables, and where the facts come from.", None)
    command.add_argument("-v", "--verbose", action="store_true", help="sources and doubts too")
    command = add(
        "validate",
        validate_pack,
        "Check a pack, field by field against its seal if it has one, and print its totals.",
    )
    command.add_argument(
        "path", nargs="?", type=Path, help="pack directory; default: the one in use"
    )
    command = add(
        "export",
        export,
        "Write the pack in use to a new directory, without a seal, to be corrected.",
    )
    command.add_argument("directory", type=Path)
    command = add("import", import_, "Check a pack and use it from now on.")
    source = command.add_mutually_exclusive_group(required=True)
    source.add_argument("directory", nargs="?", type=Path)
    source.add_argument(
        "--reset", action="store_true", help="go back to the pack that came with us"
    )
    command = add(
        "seal",
        seal,
        f"Write {SEAL} into a pack: from then on `validate` names every field that differs.",
    )
    command.add_argument("directory", type=Path, help="pack directory")


def list_packs(options: argparse.Namespace) -> int:
    """`beachhead data list`"""
    return _guarded(options, _list)


def validate_pack(options: argparse.Namespace) -> int:
    """`beachhead data validate`"""
    return _guarded(options, _validate)


def export(options: argparse.Namespace) -> int:
    """`beachhead data export`"""
    return _guarded(options, _export)


def import_(options: argparse.Namespace) -> int:
    """`beachhead data import`"""
    return _guarded(options, _import)


def seal(options: argparse.Namespace) -> int:
    """`beachhead data seal`"""
    return _guarded(options, _seal)


def _guarded(options: argparse.Namespace, run: Any) -> int:
    """Run a command; anything wrong is told, not thrown."""
    try:
        run(options)
    except PackError as error:
        if options.json:
            problems = [problem.as_json() for problem in error.problems]
            _print_json({"pack": str(error.path), "valid": False, "problems": problems})
        print(error, file=sys.stderr)
        return 2
    except (BeachheadError, OSError) as error:
        print(f"beachhead data: {error}", file=sys.stderr)
        return 2
    return 0


def _list(options: argparse.Namespace) -> None:
    games = [options.game] if options.game else list(GAMES)
    packs = {game: _load(game) for game in games}
    if options.json:
        _print_json([_summary(game, pack) for game, pack in packs.items()])
        return
    for game, pack in packs.items():
        print(f"{pack.game} {pack.version}: {pack.title} ({_origin(game, pack)})")
        width = max(len(name) for name in pack.tables)
        for table in pack.tables.values():
            doubts = f"  {len(table.doubts)} in doubt" if table.doubts else ""
            provenance = _provenance(table) + _known(table)
            print(f"  {table.name:<{width}} {len(table.rows):>4}  {provenance}{doubts}")
            if options.verbose:
                print(f"      {table.source}")
                for doubt in table.doubts:
                    print(f"      ? {doubt}")


def _provenance(table: TableData) -> str:
    """Where a table's rows come from, with what is reconstructed in capitals."""
    counts = table.provenances()
    return ", ".join(
        (name.upper() if name == "reconstructed" else name)
        + (f" ({count} {'row' if count == 1 else 'rows'})" if len(counts) > 1 else "")
        for name, count in counts.items()
    )


def _known(table: TableData) -> str:
    """How much of a table that mixes facts and reconstruction is fact."""
    known = table.known_fields()
    return f" ({known[0]} of {known[1]} fields known)" if known else ""


def _validate(options: argparse.Namespace) -> None:
    pack = _load(options.game, options.path, sealed=True)
    if options.json:
        found = {"pack": str(pack.path), "valid": True, "sealed": (pack.path / SEAL).exists()}
        _print_json({**found, **_summary(options.game, pack)})
        return
    width = max(len(total.label) for total in pack.totals)
    for total in pack.totals:
        print(f"{total.label:<{width}}  {total.actual:>4}")


def _export(options: argparse.Namespace) -> None:
    pack = _load(options.game)
    export_pack(pack, options.directory)
    if options.json:
        _print_json({"exported": str(options.directory), "version": pack.version})
        return
    print(f"{pack.title} {pack.version} written to {options.directory}")
    print(f"Correct it, then: beachhead data validate {options.directory}")
    print(f"and to play with it: beachhead data import {options.directory}")


def _import(options: argparse.Namespace) -> None:
    place = imported_path(options.game)
    if options.reset:
        if place.exists():
            shutil.rmtree(place)
        pack = _load(options.game)
    else:
        pack = import_pack(options.directory, _schema(options.game), place)
    if options.json:
        _print_json({"in_use": str(pack.path), "version": pack.version, "digest": pack.digest})
        return
    print(f"{pack.title} {pack.version} is in use ({_origin(options.game, pack)})")
    if not options.reset:
        print(f"To go back: beachhead data import --game {options.game} --reset")


def _seal(options: argparse.Namespace) -> None:
    pack = seal_pack(options.directory, _schema(options.game))
    if options.json:
        _print_json({"sealed": str(pack.path), "version": pack.version, "digest": pack.digest})
        return
    print(f"{pack.title} {pack.version} is sealed in {pack.path / SEAL}")


def _schema(game: str) -> Schema:
    schema: Schema = import_module(GAMES[game]).SCHEMA
    return schema


def _load(game: str, path: Path | None = None, *, sealed: bool = False) -> Pack:
    builtin: Path = import_module(GAMES[game]).BUILTIN
    return load(path or active_path(game, builtin), _schema(game), sealed=sealed)


def _origin(game: str, pack: Pack) -> str:
    imported = pack.path == imported_path(game)
    return f"imported, in {pack.path}" if imported else "as published with Beachhead"


def _summary(game: str, pack: Pack) -> dict[str, Any]:
    return {
        "game": pack.game,
        "title": pack.title,
        "version": pack.version,
        "digest": pack.digest,
        "imported": (imported_path(game) / MANIFEST).exists() and pack.path == imported_path(game),
        "totals": {total.label: total.actual for total in pack.totals},
        "tables": [
            {
                "table": table.name,
                "rows": len(table.rows),
                "provenance": table.provenance,
                "provenances": table.provenances(),
                "known_fields": table.known_fields(),
                "source": table.source,
                "doubts": list(table.doubts),
            }
            for table in pack.tables.values()
        ],
    }


def _print_json(content: Any) -> None:
    print(json.dumps(content, ensure_ascii=False, indent=1))
