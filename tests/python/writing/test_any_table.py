"""Any table, written with any options, is read back: random C++ types and classes, both formats, split or whole,
any compression, any number of contexts, any size of clusters and pages, any policy. A failure prints its seed."""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import ramet
from hypothesis import Phase, given, note, settings
from hypothesis import strategies as st

NUMBERS = {
    "bool": "bool",
    "short": "int16",
    "int": "int32",
    "std::int64_t": "int64",
    "std::uint8_t": "uint8",
    "std::uint16_t": "uint16",
    "std::uint64_t": "uint64",
    "float": "float32",
    "double": "float64",
}
LISTS = ["std::vector", "std::list", "std::deque", "ROOT::RVec"]
KEYS = ["int", "std::int64_t", "std::string"]

# A type: its name in C++, and a function that makes a value of it, as the readers give it.
Kind = tuple[str, Any]


@dataclass(frozen=True)
class Maybe:
    """Optional values; in a tree, they are read as lists of at most one value."""

    value: Any = None


class World:
    """Random types and classes, and values of them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.classes: dict[str, ramet.Class] = {}
        self.members: dict[str, dict[str, Kind]] = {}
        for _ in range(random.randrange(3)):
            self._add_class()

    def _add_class(self) -> None:
        name = f"C{len(self.classes)}"
        bases = [base for base in self.classes if self.random.random() < 0.4][:2]
        own = {f"m{k}{name}": self.kind(2) for k in range(self.random.randint(1, 4))}
        inherited = {member: kind for base in bases for member, kind in self.members[base].items()}
        if len(inherited) < sum(len(self.members[base]) for base in bases):
            bases, inherited = [], {}  # one base in two ways
        members = {member: kind[0] for member, kind in own.items()}
        self.members[name] = inherited | own
        self.classes[name] = ramet.Class(members, bases=bases, version=self.random.randint(1, 3))

    def number(self, name: str) -> Any:
        dtype = np.dtype(NUMBERS[name])
        if dtype.kind == "f":
            return float(dtype.type(self.random.choice([0.0, 1e-40, -1e30, self.random.gauss(0, 100)])))
        if dtype.kind == "b":
            return self.random.random() < 0.5
        limits = np.iinfo(dtype)
        return self.random.choice([int(limits.min), int(limits.max), self.random.randint(0, 100)])

    def text(self) -> str:
        return self.random.choice(["", "é", "x" * self.random.randint(1, 20), "y" * 300])

    def some(self, value: Any) -> list[Any]:
        return [value() for _ in range(self.random.choice([0, 1, 2, 3, 9]))]

    def keyed(self, name: str) -> list[Any]:
        """Keys, each once, in order."""
        key = self.text if name == "std::string" else lambda: self.number(name)
        return sorted(
            {key() for _ in range(self.random.randrange(4))}, key=lambda k: k.encode() if name == "std::string" else k
        )

    def kind(self, depth: int) -> Kind:
        choice = self.random.randrange(10 if depth else 2)
        if choice in (0, 5):
            name = self.random.choice(list(NUMBERS))
            return name, lambda: self.number(name)
        if choice == 1:
            return "std::string", self.text
        if choice == 9 and self.members:
            return self.object(self.random.choice(list(self.members)))
        inner, value = self.kind(depth - 1)
        if choice == 2:
            key = self.random.choice(KEYS)
            pairs = lambda: [{"first": one, "second": value()} for one in self.keyed(key)]  # noqa: E731
            return f"std::map<{key},{inner}>", pairs
        if choice == 3:
            other, second = self.kind(0)
            return f"std::pair<{inner},{other}>", lambda: {"first": value(), "second": second()}
        if choice == 4:
            key = self.random.choice(KEYS)
            return f"std::set<{key}>", lambda: self.keyed(key)
        if choice == 6 and "optional" not in inner:
            return f"std::optional<{inner}>", lambda: self.option(value)
        if choice == 7:
            return f"std::vector<std::array<{inner},2>>", lambda: self.some(lambda: [value(), value()])
        return f"{self.random.choice(LISTS)}<{inner}>", lambda: self.some(value)

    def option(self, value: Any) -> Maybe:
        return Maybe(value() if self.random.random() < 0.6 else None)

    def object(self, name: str) -> Kind:
        members = self.members[name]
        return name, lambda: {member: value() for member, (_, value) in members.items()}


def plain(value: Any, *, in_lists: bool) -> Any:
    """A value as it is given, and as it is read: with None for what is missing, or a list of what is there."""
    if isinstance(value, Maybe):
        there = None if value.value is None else plain(value.value, in_lists=in_lists)
        return ([] if there is None else [there]) if in_lists else there
    if isinstance(value, dict):
        return {name: plain(item, in_lists=in_lists) for name, item in value.items()}
    return [plain(item, in_lists=in_lists) for item in value] if isinstance(value, list) else value


def at(value: Any, path: list[str], bases: set[str]) -> Any:
    """What the branch of a member has of a value."""
    if not path:
        return value
    if isinstance(value, list):
        return [at(item, path, bases) for item in value]
    return at(value if path[0] in bases else value[path[0]], path[1:], bases)


def branches_below(tree: ramet.Tree, column: str) -> list[ramet.Branch]:
    """Those with the values of a column's members, or the column's own."""
    found = [one for one in tree.values() if one.path.split("/")[0].removesuffix(".") == column]
    groups = {one.path.rpartition("/")[0] for one in found}
    return [one for one in found if one.path not in groups]


# --- writing ---------------------------------------------------------------------------------------------------------


def options_of(random: Random) -> dict[str, Any]:
    """The options of a writer."""
    in_order = random.random() < 0.6
    return {
        "compression": random.choice([None, "zlib:1", "lz4", "zstd:1", "lzma:1"]),
        "order": "sequence" if in_order else "arrival",
        "reproducible": in_order and random.random() < 0.5,
        "cluster_entries": random.choice([0, 0, 1, 7, 30]),
        "cluster_size": random.choice([0, 200, 5000]),
        "basket_size": random.choice([64, 1000, 100_000]),
        "page_checksums": random.random() < 0.5,
        "hand_over": random.choice(["gathered", "exact"]),
        "when_full": random.choice(["write_smaller", "wait"]),
        "encoder_threads": random.choice([0, 0, 2]),
    }


def fill(writer: ramet.ParallelWriter, batches: dict[str, list[Any]], random: Random, contexts: int) -> None:
    """Contexts fill at the same time, each its part of the entries, with hand-overs and checkpoints between."""
    entries = len(batches["n"])
    ends = [entries * part // contexts for part in range(contexts + 1)]
    cuts = [
        sorted({ends[k], ends[k + 1], *(random.randint(ends[k], ends[k + 1]) for _ in range(3))})
        for k in range(contexts)
    ]
    hands_over = [random.random() < 0.3 for _ in range(contexts)]
    saved = random.randrange(-1, contexts)  # by the one that makes a checkpoint, if one does
    opened = [writer.context() for _ in range(contexts)]  # in order, as a reproducible file wants it

    def work(part: int) -> None:
        with opened[part] as context:
            for first, last in pairwise(cuts[part]):
                context.extend({name: values[first:last] for name, values in batches.items()})
                if hands_over[part]:
                    context.hand_over()
                if part == saved:
                    writer.checkpoint()

    with ThreadPoolExecutor(contexts) as threads:
        list(threads.map(work, range(contexts)))


@settings(max_examples=80, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])  # a seed has no smaller
@given(seed=st.integers(0, 2**32), is_ntuple=st.booleans(), split_level=st.sampled_from([0, 1, 2, 99]))
def test_any_table_is_read_as_it_was_written(seed: int, is_ntuple: bool, split_level: int) -> None:  # noqa: FBT001
    random = Random(seed)
    world = World(random)
    kinds = {f"c{k}": world.kind(3) for k in range(random.randint(1, 4))}
    entries = random.choice([0, 1, 20, 60])
    made = {name: [value() for _ in range(entries)] for name, (_, value) in kinds.items()}
    options = options_of(random)
    note(f"{options}, {world.classes}, { {name: kind for name, (kind, _) in kinds.items()} }")
    schema: dict[str, Any] = {"n": "int32"}
    for name, (kind, _) in kinds.items():
        schema[name] = kind if is_ntuple or kind in NUMBERS else ramet.Column(kind, split_level=split_level)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.root"
        form: Any = "rntuple" if is_ntuple else "ttree"
        with ramet.ParallelWriter(path, "t", schema, classes=world.classes, format=form, **options) as writer:
            given = {name: [plain(value, in_lists=False) for value in values] for name, values in made.items()}
            fill(writer, {"n": list(range(entries)), **given}, random, random.choice([1, 2, 5]))
        with ramet.open(path) as file:
            check(file["t"], made, world, in_order=options["order"] == "sequence")
        report = ramet.check(path)
        assert report.is_sound, report.damage


def check(table: Any, made: dict[str, list[Any]], world: World, *, in_order: bool) -> None:
    is_tree = isinstance(table, ramet.Tree)
    order = table["n"].array().to_list() if is_tree else table.arrays(["n"])["n"].to_list()
    assert sorted(order) == list(range(len(order)))
    assert not in_order or order == sorted(order)
    for name, values in made.items():
        wanted = [plain(values[number], in_lists=is_tree) for number in order]
        if not is_tree:
            assert table.arrays([name])[name].to_list() == wanted, name
            continue
        branches = branches_below(table, name)
        assert branches
        for branch in branches:
            path = branch.name.partition("[")[0].split(".")[1:]
            found = branch.array().to_list()
            assert found == [at(value, path, set(world.classes)) for value in wanted], branch.name
