"""What every component pack owes its users. The tests of a game with a pack inherit it:

    class TestMyPack(PackConformance):
        game = my_game
        corrections = [("units", 0, lambda row: row.update(strength=4), "strength")]

The pack is that which comes with the game, not the one in use. Every table is damaged in every
field, and the damage must be named; a seal must name what only somebody with the pieces can know.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from beachhead.kernel import data
from beachhead.kernel.data import SEAL, Components, Pack
from beachhead.kernel.play import Game

Edit = Callable[[list[Any]], object]
"""What is done to the rows of a table."""


class Mistake(NamedTuple):
    """What is done to a table, and what must be said about it: words, or the number of the row and
    the field."""

    table: str
    edit: Edit
    told: str | tuple[int, str]


def in_row(table: str, row: int, edit: Callable[[Any], object], field: str) -> Mistake:
    """A mistake in one row, numbered from 0, that is named with its field."""
    return Mistake(table, lambda rows: edit(rows[row]), (row + 1, field))


DAMAGES: dict[str, Callable[[dict[str, Any], str], object]] = {
    "wrong type": lambda row, field: row.update({field: 3.5}),
    "unknown value": lambda row, field: row.update({field: ["no such thing"]}),
    "missing": lambda row, field: row.pop(field),
    "extra": lambda row, field: row.update({f"{field}_too": row[field]}),
}


def change(pack: Path, table: str, edit: Edit) -> None:
    """Edit a table of a pack."""
    file = pack / f"{table}.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    edit(content["rows"])
    file.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


@cache
def _builtin(game: Game[Any]) -> Pack:
    components = game.components()
    return components.load(components.builtin)


class PackConformance:
    """The suite. See the module's description."""

    game: ClassVar[Game[Any]]
    corrections: ClassVar[Sequence[tuple[str, int, Callable[[Any], object], str]]]
    """Table, row, what an owner of the game might correct in it, and the field: only the seal can
    object."""
    totals: ClassVar[Mapping[str, int]] = {}
    """What a complete set of components comes to, of what the pack counts."""
    mistakes: ClassVar[Sequence[Mistake]]
    """What the game's own checks must find."""
    any_words: ClassVar[frozenset[str]] = frozenset()
    """Fields that may hold a list of any words."""
    sources: ClassVar[tuple[str, ...]] = ("rulebook ",)
    """How it begins, when a row says from where a field is known."""

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """A test for each table, for each correction and for each mistake."""
        if "table" in metafunc.fixturenames:
            metafunc.parametrize("table", [each.name for each in self.components.schema.tables])
        if "mistake" in metafunc.fixturenames:
            names = [f"{table}-{told}" for table, _, told in self.mistakes]
            metafunc.parametrize("mistake", self.mistakes, ids=names)
        if "correction" in metafunc.fixturenames:
            names = [f"{table}-{field}" for table, _, _, field in self.corrections]
            metafunc.parametrize("correction", self.corrections, ids=names)

    @property
    def components(self) -> Components:
        return self.game.components()

    @property
    def pack(self) -> Pack:
        return _builtin(self.game)

    def copy(self, folder: Path) -> Path:
        """The pack to be damaged, with its seal."""
        return Path(shutil.copytree(self.components.builtin, folder / "copy"))

    def faults(self, pack: Path) -> list[data.PackProblem]:
        return data.validate(pack, self.components.schema)

    # --- the pack itself

    def test_it_is_sound_and_its_seal_up_to_date(self) -> None:
        """After a correction: beachhead data seal …/data"""
        assert self.faults(self.components.builtin) == []
        sealed = (self.components.builtin / SEAL).read_text(encoding="utf-8")
        assert sealed == data.seal_text(self.components.schema, self.pack.tables)

    def test_its_files_are_in_canonical_form(self) -> None:
        for table in self.pack.tables.values():
            written = (self.components.builtin / table.file).read_text(encoding="utf-8")
            assert written == data.table_text(table), table.name

    def test_the_totals_are_those_of_a_complete_game(self) -> None:
        counted = {total.label: total.actual for total in self.pack.totals}
        assert self.totals.items() <= counted.items()

    def test_every_table_and_every_row_says_where_it_is_from(self) -> None:
        assert list(self.pack.tables) == [each.name for each in self.components.schema.tables]
        for table in self.pack.tables.values():
            assert table.source, table.name
            counts = table.provenances()
            assert sum(counts.values()) == len(table.rows)
            assert counts.keys() <= set(data.PROVENANCES), table.name

    def test_what_is_known_is_told_from_what_is_reconstructed(self) -> None:
        for table in self.pack.tables.values():
            for row in table.rows:
                assert not row.get("known", {}).keys() & row.get("fitted", {}).keys(), row
                for source in row.get("known", {}).values():
                    assert source.startswith(self.sources), row
                    assert "reconstructed" not in source, row
            known = table.known_fields()
            if known is not None and known[0] < known[1]:
                assert table.provenance == "reconstructed", table.name

    def test_no_table_names_a_page_of_others(self) -> None:
        for file in self.components.builtin.glob("*.json"):
            written = file.read_text(encoding="utf-8")
            assert "http" not in written, file.name
            assert "shared/" not in written, file.name

    # --- export and import

    def test_what_is_exported_and_imported_is_the_same(self, tmp_path: Path) -> None:
        """File by file, so that a correction is a readable diff."""
        mine = data.export_pack(self.pack, tmp_path / "mine")
        assert not (mine / SEAL).exists()
        for table in self.pack.tables.values():
            written = (self.components.builtin / table.file).read_bytes()
            assert (mine / table.file).read_bytes() == written, table.file
        manifest = (self.components.builtin / data.MANIFEST).read_bytes()
        assert (mine / data.MANIFEST).read_bytes() == manifest
        imported = data.import_pack(mine, self.components.schema, tmp_path / "imported")
        assert imported.tables == self.pack.tables
        assert imported.digest == self.pack.digest
        data.seal_pack(mine, self.components.schema)
        assert (mine / SEAL).read_bytes() == (self.components.builtin / SEAL).read_bytes()

    def test_a_correction_is_imported_and_only_the_seal_names_it(
        self, tmp_path: Path, correction: tuple[str, int, Callable[[Any], object], str]
    ) -> None:
        table, row, edit, field = correction
        mine = data.export_pack(self.pack, tmp_path / "mine")
        change(mine, table, lambda rows: edit(rows[row]))
        assert self.faults(mine) == []
        imported = data.import_pack(mine, self.components.schema, tmp_path / "imported")
        assert imported.rows(table)[row] != self.pack.rows(table)[row]
        copy = self.copy(tmp_path)
        change(copy, table, lambda rows: edit(rows[row]))
        self.components.load(copy)
        (problem,) = self.faults(copy)
        assert (problem.file, problem.row, problem.field) == (f"{table}.json", row + 1, field)
        assert "seal" in problem.text
        data.seal_pack(copy, self.components.schema)
        assert self.faults(copy) == []

    # --- mistakes

    def test_a_mistake_is_named(self, tmp_path: Path, mistake: Mistake) -> None:
        table, edit, told = mistake
        mine = data.export_pack(self.pack, tmp_path / "mine")
        change(mine, table, edit)
        found = self.faults(mine)
        if isinstance(told, str):
            assert any(told in str(each) for each in found), found
        else:
            assert told in {(each.row, _field(each)) for each in found if _of(each, table)}, found

    def test_damage_to_any_field_is_named(self, tmp_path: Path, table: str) -> None:
        copy = self.copy(tmp_path)
        file = copy / f"{table}.json"
        whole = file.read_text(encoding="utf-8")
        for damage, spoil in DAMAGES.items():
            dice = random.Random(f"{table} {damage}")
            content = json.loads(whole)
            rows = content["rows"]
            spoilt: set[tuple[int, str]] = set()
            for field in self.components.schema.table(table).fields:
                if damage == "unknown value" and field in self.any_words:
                    continue
                number = dice.randrange(len(rows))
                spoil(rows[number], field)
                spoilt.add((number + 1, f"{field}_too" if damage == "extra" else field))
            file.write_text(json.dumps(content), encoding="utf-8")
            named = {(each.row, _field(each)) for each in self.faults(copy) if _of(each, table)}
            assert spoilt <= named, (damage, spoilt - named)

    def test_a_lost_row_is_noticed(self, tmp_path: Path, table: str) -> None:
        copy = self.copy(tmp_path)
        row = random.Random(table).randrange(len(self.pack.rows(table)))
        change(copy, table, lambda rows: rows.pop(row))
        assert any(_of(each, table) and each.field == "rows" for each in self.faults(copy))

    def test_a_repeated_row_is_named(self, tmp_path: Path, table: str) -> None:
        copy = self.copy(tmp_path)
        count = len(self.pack.rows(table))
        change(copy, table, lambda rows: rows.append(rows[0]))
        assert any(_of(each, table) and each.row == count + 1 for each in self.faults(copy))

    # --- the seal

    def test_a_plausible_wrong_value_is_named(self, tmp_path: Path, table: str) -> None:
        """In every field, the value of another row: the seal names that field and no other."""
        copy, dice = self.copy(tmp_path), random.Random(table)
        file = copy / f"{table}.json"
        whole = file.read_text(encoding="utf-8")
        rows = self.pack.rows(table)
        for field in self.components.schema.table(table).fields:
            number = dice.randrange(len(rows))
            right = rows[number][field]
            wrong = [row[field] for row in rows if row[field] != right]
            alike = [value for value in wrong if type(value) is type(right)]
            if not wrong:
                continue
            content = json.loads(whole)
            content["rows"][number][field] = dice.choice(alike or wrong)
            file.write_text(json.dumps(content), encoding="utf-8")
            found = self.faults(copy)
            place = (file.name, number + 1, field)
            assert place in {(each.file, each.row, _field(each)) for each in found}
            sealed = [
                (each.file, each.row, each.field) for each in found if "sealed value" in each.text
            ]
            assert set(sealed) <= {place}
            assert len(sealed) <= 1
        file.write_text(whole, encoding="utf-8")
        assert self.faults(copy) == []

    def test_the_seal_names_lost_repeated_and_swapped_rows(
        self, tmp_path: Path, table: str
    ) -> None:
        copy = self.copy(tmp_path)
        file = copy / f"{table}.json"
        whole = file.read_text(encoding="utf-8")
        count = len(self.pack.rows(table))
        if count < 2:
            return
        one, two = sorted(random.Random(table).sample(range(count), 2))

        def named(edit: Edit) -> set[int | None]:
            change(copy, table, edit)
            found = self.faults(copy)
            file.write_text(whole, encoding="utf-8")
            told = [each for each in found if each.field == "(the whole row)"]
            assert all(each.file == file.name and "seal" in each.text for each in told)
            assert not any("sealed value" in each.text for each in found)
            return {each.row for each in told}

        def swap(rows: list[Any]) -> None:
            rows[one], rows[two] = rows[two], rows[one]

        assert named(lambda rows: rows.pop(two)) == {two + 1}
        assert named(lambda rows: rows.insert(two + 1, rows[one])) == {two + 2}
        swapped = named(swap)
        assert swapped
        assert swapped <= {one + 1, two + 1}

    def test_no_two_values_of_a_field_share_a_hash(self) -> None:
        """So that the seal tells any row's value from any other row's."""
        seal = json.loads((self.components.builtin / SEAL).read_text(encoding="utf-8"))["tables"]
        for name, table in self.pack.tables.items():
            for at, field in enumerate(seal[name]["fields"]):
                hashes = {hashes[6 * at : 6 * at + 6] for _, hashes in seal[name]["rows"]}
                values = {
                    json.dumps(row[field], sort_keys=True) if field in row else None
                    for row in table.rows
                }
                assert len(hashes) == len(values), (name, field)


def _of(problem: data.PackProblem, table: str) -> bool:
    return problem.file == f"{table}.json"


def _field(problem: data.PackProblem) -> str:
    """The field of a row that a problem is about, whatever in it."""
    return (problem.field or "").split(".")[0].split("[")[0]
