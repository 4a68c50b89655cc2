"""`beachhead data`: list, validate, export, import and seal component packs."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.data import (
    MANIFEST,
    SEAL,
    Components,
    Pack,
    PackError,
    TableData,
    export_pack,
    import_pack,
    imported_path,
    seal_pack,
)
from beachhead.kernel.play import MissingError


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `data` command and its parts."""
    summary = "list, validate, export, import and seal component packs"
    games = beachhead.games()
    parser = subparsers.add_parser("data", help=summary)
    commands = parser.add_subparsers(dest="data_command", required=True, metavar="COMMAND")

    def add(
        name: str, run: Any, summary: str, game: str | None = games[0]
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=summary, description=summary)
        command.add_argument(
            "--game",
            metavar="GAME",
            default=game,
            help=f"{', '.join(games)} (default: {game or 'all'})",
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
    games = [beachhead.load(options.game)] if options.game else beachhead.load_all().values()
    packs = []
    for game in games:
        try:
            packs.append(game.components().load())
        except MissingError:
            if options.game:
                raise
    if options.json:
        _print_json([_summary(pack) for pack in packs])
        return
    for pack in packs:
        print(f"{pack.game} {pack.version}: {pack.title} ({_origin(pack)})")
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
    pack = _components(options).load(options.path, sealed=True)
    if options.json:
        found = {"pack": str(pack.path), "valid": True, "sealed": (pack.path / SEAL).exists()}
        _print_json({**found, **_summary(pack)})
        return
    width = max(len(total.label) for total in pack.totals)
    for total in pack.totals:
        print(f"{total.label:<{width}}  {total.actual:>4}")


def _export(options: argparse.Namespace) -> None:
    pack = _components(options).load()
    export_pack(pack, options.directory)
    if options.json:
        _print_json({"exported": str(options.directory), "version": pack.version})
        return
    print(f"{pack.title} {pack.version} written to {options.directory}")
    print(f"Correct it, then: beachhead data validate {options.directory}")
    print(f"and to play with it: beachhead data import {options.directory}")


def _import(options: argparse.Namespace) -> None:
    components = _components(options)
    place = imported_path(components.schema.game)
    if options.reset:
        if place.exists():
            shutil.rmtree(place)
        pack = components.load()
    else:
        pack = import_pack(options.directory, components.schema, place)
    if options.json:
        _print_json({"in_use": str(pack.path), "version": pack.version, "digest": pack.digest})
        return
    print(f"{pack.title} {pack.version} is in use ({_origin(pack)})")
    if not options.reset:
        print(f"To go back: beachhead data import --game {options.game} --reset")


def _seal(options: argparse.Namespace) -> None:
    pack = seal_pack(options.directory, _components(options).schema)
    if options.json:
        _print_json({"sealed": str(pack.path), "version": pack.version, "digest": pack.digest})
        return
    print(f"{pack.title} {pack.version} is sealed in {pack.path / SEAL}")


def _components(options: argparse.Namespace) -> Components:
    return beachhead.load(options.game).components()


def _origin(pack: Pack) -> str:
    imported = pack.path == imported_path(pack.game)
    return f"imported, in {pack.path}" if imported else "as published with Beachhead"


def _summary(pack: Pack) -> dict[str, Any]:
    imported = imported_path(pack.game)
    return {
        "game": pack.game,
        "title": pack.title,
        "version": pack.version,
        "digest": pack.digest,
        "imported": (imported / MANIFEST).exists() and pack.path == imported,
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
