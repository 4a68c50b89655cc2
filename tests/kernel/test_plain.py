"""Plain data: copies are independent, what is written reads back, equal data equal digests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.kernel.plain import Plain, canonical, dataclass, digest, field


class Counted(list[int]):
    """A list that keeps its sum."""

    __slots__ = ("total",)

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        super().__init__(numbers)
        self.total = sum(self)

    def copy(self) -> Counted:
        made = Counted(self)
        made.total = self.total
        return made


@dataclass(slots=True, eq=False)
class Purse(Plain):
    coins: Counted = field(default_factory=Counted)


@dataclass(slots=True, eq=False)
class Unit(Plain):
    name: str = ""
    steps: int = 0
    marks: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Table(Plain):
    turn: int = 0
    fog: bool = False
    odds: float = 0.5
    note: str | None = None
    either: int | str | None = None
    agenda: list[tuple[Any, ...]] = field(default_factory=list)
    place: tuple[int, tuple[str, ...]] = (0, ())
    control: int = 0
    rows: list[list[int]] = field(default_factory=list)
    leader: Unit | None = None
    units: list[Unit] = field(default_factory=list)
    reserves: list[Unit | None] = field(default_factory=list)
    holding: list[int] | None = None
    boxes: dict[int, list[int]] = field(default_factory=dict)
    stacks: dict[str, dict[int, Unit]] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    seen: list[int] = field(default_factory=list, metadata={"transient": True})
    cache: int = field(default=-1, metadata={"transient": True})
    by_name: dict[str, int] = field(default_factory=dict, metadata={"index": True})


SMALL = st.integers(-5, 100)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
FROZEN: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | SMALL | WORDS, lambda inner: st.lists(inner, max_size=3).map(tuple)
)
UNITS = st.builds(Unit, WORDS, SMALL, st.lists(WORDS, max_size=3))
TABLES = st.builds(
    Table,
    turn=SMALL,
    fog=st.booleans(),
    odds=st.floats(allow_nan=False, allow_infinity=False),
    note=st.none() | WORDS,
    either=st.none() | WORDS | SMALL,
    agenda=st.lists(st.lists(FROZEN, max_size=3).map(tuple), max_size=3),
    place=st.tuples(SMALL, st.lists(WORDS, max_size=2).map(tuple)),
    control=st.integers(0, (1 << 800) - 1),
    rows=st.lists(st.lists(SMALL, max_size=3), max_size=3),
    leader=st.none() | UNITS,
    units=st.lists(UNITS, max_size=3),
    reserves=st.lists(st.none() | UNITS, max_size=3),
    holding=st.none() | st.lists(SMALL, max_size=3),
    boxes=st.dictionaries(SMALL, st.lists(SMALL, max_size=2), max_size=4),
    stacks=st.dictionaries(WORDS, st.dictionaries(SMALL, UNITS, max_size=2), max_size=3),
    scores=st.dictionaries(WORDS, SMALL, max_size=3),
)


def full() -> Table:
    """A table with something in every corner."""
    return Table(
        agenda=[("step", (1, "a"))],
        rows=[[1], [2]],
        leader=Unit("A", 1, ["x"]),
        units=[Unit("B", 1, ["x"])],
        reserves=[None, Unit("C", 1, ["x"])],
        holding=[1],
        boxes={1: [1]},
        stacks={"0101": {2: Unit("D", 1, ["x"])}},
        scores={"east": 1},
        seen=[1],
        cache=5,
    )


# --- copying


@given(TABLES)
def test_a_copy_is_equal(table: Table) -> None:
    assert table.copy() == table
    assert table.copy().to_data() == table.to_data()


CHANGES: dict[str, Callable[[Any], Any]] = {
    "a list": lambda table: table.agenda.append(("other",)),
    "a list of lists": lambda table: table.rows.append([]),
    "a list in a list": lambda table: table.rows[0].append(9),
    "in an optional": lambda table: table.leader.marks.append("y"),
    "an optional list": lambda table: table.holding.append(2),
    "a list of objects": lambda table: table.units.clear(),
    "in an object in a list": lambda table: table.units[0].marks.append("y"),
    "in an optional in a list": lambda table: table.reserves[1].marks.append("y"),
    "a dict": lambda table: table.scores.update(east=2),
    "a dict of lists": lambda table: table.boxes.update({3: []}),
    "a list in a dict": lambda table: table.boxes[1].append(2),
    "a dict in a dict": lambda table: table.stacks["0101"].clear(),
    "in an object in a dict": lambda table: table.stacks["0101"][2].marks.append("y"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nothing_that_can_change_is_shared(change: Callable[[Any], Any]) -> None:
    table = full()
    before, clone = table.digest(), table.copy()
    change(clone)
    assert clone.digest() != before
    assert table.digest() == before


def test_a_copy_keeps_the_class() -> None:
    @dataclass(slots=True, eq=False)
    class Heavy(Unit):
        guns: int = 2

    clone = Heavy("A", 1, [], 3).copy()
    assert type(clone) is Heavy
    assert clone.guns == 3


# --- writing and reading


@given(TABLES)
def test_what_is_written_reads_back(table: Table) -> None:
    again = Table.from_data(json.loads(canonical(table.to_data())))
    assert again == table
    assert again.digest() == table.digest()
    assert type(again.control) is int


def test_what_is_written_shares_nothing() -> None:
    table = full()
    before, data = table.digest(), table.to_data()
    again = Table.from_data(data)
    for rows in (data["rows"], data["holding"], data["boxes"]["1"], again.rows, again.boxes[1]):
        rows.clear()
    assert table.digest() == before


def test_keys_that_are_numbers_are_written_and_read_in_their_order() -> None:
    table = Table(boxes={10: [], 9: [], 2: []})
    assert list(table.to_data()["boxes"]) == ["2", "9", "10"]
    again = Table.from_data(json.loads(canonical(table.to_data())))
    assert list(again.boxes) == [2, 9, 10]


def test_the_order_of_a_dict_does_not_matter() -> None:
    one, other = Table(scores={"a": 1, "b": 2}), Table(scores={"b": 2, "a": 1})
    assert one == other
    assert one.digest() == other.digest()


def test_big_sets_survive() -> None:
    control = (1 << 800) - 3
    again = Table.from_data(json.loads(canonical(Table(control=control).to_data())))
    assert again.control == control


def test_transient_fields_start_anew_and_do_not_count() -> None:
    table = full()
    assert table == Table.from_data(table.to_data())
    assert not {"seen", "cache"} & table.to_data().keys()
    for again in (table.copy(), Table.from_data(table.to_data())):
        assert (again.seen, again.cache) == ([], -1)
        assert again.seen is not table.seen
        assert again.digest() == table.digest()
    assert table.seen == [1]


def test_a_list_of_a_class_of_its_own_stays_one() -> None:
    purse = Purse(Counted([3, 1]))
    assert purse.to_data() == {"coins": [3, 1]}
    assert purse == Purse.from_data(purse.to_data())
    purse.coins.total = 5
    for made, total in ((purse.copy(), 5), (Purse.from_data(purse.to_data()), 4)):
        assert (type(made.coins), made.coins.total) == (Counted, total)
        made.coins.append(7)
    assert purse.coins == [3, 1]


def test_an_index_goes_along_with_a_copy_and_does_not_count() -> None:
    table, other = full(), full()
    table.by_name["A"] = 1
    assert "by_name" not in table.to_data()
    assert (table == other, table.digest()) == (True, other.digest())
    copied = table.copy()
    assert copied.by_name == {"A": 1}
    copied.by_name["B"] = 2
    assert table.by_name == {"A": 1}
    assert Table.from_data(table.to_data()).by_name == {}


@pytest.mark.parametrize(
    ("data", "field_name"),
    [
        ({"name": "A", "steps": 1}, "marks"),
        ({"name": "A", "steps": 1, "marks": [], "color": "red"}, "color"),
    ],
)
def test_missing_and_unknown_fields_are_named(data: dict[str, Any], field_name: str) -> None:
    with pytest.raises(ValueError, match=rf"Unit: missing or unknown fields \['{field_name}'\]"):
        Unit.from_data(data)


# --- comparing


@given(TABLES, TABLES)
def test_equal_tables_have_equal_digests(one: Table, other: Table) -> None:
    assert (one == other) == (one.digest() == other.digest() and one.to_data() == other.to_data())


def test_other_classes_are_never_equal_and_nothing_is_hashed() -> None:
    assert Unit() != Table()
    assert Unit() != "unit"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Unit())


def test_canonical_text_is_one_and_the_same() -> None:
    assert canonical({"b": [1, {"d": None, "c": True}], "a": "é"}) == (
        '{"a":"é","b":[1,{"c":true,"d":null}]}'
    )


def test_digests_are_the_same_in_every_process() -> None:
    assert digest({"b": 1, "a": [None, "é"]}) == "cf94c7a4ba527dc53e60"
    program = (
        "from beachhead.kernel.plain import digest; print(digest({k: k for k in {'a', 'b', 'c'}}))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**environment, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {digest({"a": "a", "b": "b", "c": "c"}) + "\n"}


# --- what is not plain data


@pytest.mark.parametrize(
    "hint",
    [
        set[int],
        list[set[int]],
        list,
        dict[tuple[int, int], int],
        dict[str, object],
        Unit | list[int],
        tuple[Unit, ...],
        tuple[list[int], ...],
        tuple[int, dict[str, int] | None],
        bytes,
    ],
)
@pytest.mark.parametrize("use", ["copy", "to_data"])
def test_an_annotation_that_is_not_plain_is_named(hint: Any, use: str) -> None:
    @dataclass(slots=True, eq=False)
    class Odd(Plain):
        thing: hint = None

    Odd.__annotations__["thing"] = hint
    with pytest.raises(TypeError, match=r"Odd\.thing: .* is not plain data"):
        getattr(Odd(), use)()
