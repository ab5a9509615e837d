"""Read every tree of an acceptance corpus with ramet and compare with its manifest.

    python tests/interop/corpus.py CORPUS [--only NAME] [-v]

CORPUS has check.py, which compares, and public/manifest.json. What ramet says it does not read yet is counted; a value
that differs, and any other error, is a failure, and so is reading fewer columns than before.
"""

from __future__ import annotations

import argparse
import collections
import fnmatch
import functools
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import awkward as ak
import numpy as np
import ramet

# What differs, and why that is right or known: file and column patterns (fnmatch) -> reason.
KNOWN = Path(__file__).with_name("corpus_known.json")

# The page that says so.
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "unread.md"

# Columns of the public corpus that agreed when this was last raised: what is read stays read.
FEWEST_COLUMNS = 39_100


class _Members(dict[str, Any]):
    """The members of an object, each read when it is asked for, and what GetName() says."""

    def __init__(self, found: Any) -> None:
        super().__init__()
        self._found = found

    def __contains__(self, name: object) -> bool:
        return name == "name" or name in self._found.members

    def __getitem__(self, name: str) -> Any:
        if name == "name" and "name" not in self._found.members:
            return self._found.members["fName"] or self._found.classname
        return self._found.members[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if self.__contains__(name) else default


def _one_record(members: dict[str, Any]) -> ak.Array:
    """Members as an array of one record. Member by member: ak.from_iter takes no integer from 2^63 on."""

    def column(value: Any) -> ak.Array:
        is_large = isinstance(value, int) and value >= 1 << 63
        return ak.Array(np.array([value], np.uint64)) if is_large else ak.from_iter([value])

    layouts = [ak.to_layout(column(value)) for value in members.values()]
    return ak.Array(ak.contents.RecordArray(layouts, list(members), length=1))


def _plain(value: Any) -> Any:
    """An object as the manifest has it: members by name; a collection of objects as its name and what it holds."""
    if isinstance(value, ak.Array | ak.Record):
        return value.to_list()
    if not isinstance(value, ramet.Object):
        return [_plain(one) for one in value] if isinstance(value, list) else value
    if value.classname == "TClonesArray":
        return {"name": value["fName"] or value.classname, "arr": [_plain(one) for one in value]}
    left_out = {"fUniqueID", "fBits"}
    return {name: _plain(member) for name, member in value.members.items() if name not in left_out}


def _without_nothing(array: ak.Array) -> ak.Array:
    """Pointers none of which is null as the manifest has them: what they point to."""

    def plain(layout: Any, **_: Any) -> Any:
        return layout.project() if layout.is_option and layout.mask_as_bool(valid_when=True).all() else None

    return ak.transform(plain, array)


class Adapter:
    """What check.py asks of a reader."""

    def __init__(self, check: ModuleType, manifest: dict[str, Any]) -> None:
        self._check = check
        # The manifest has the number of objects of some collections, of others their members.
        self._shown_as_numbers = {
            (name, tree["name"], column["name"])
            for name, file in manifest["files"].items()
            for tree in file.get("trees", [])
            for column in tree["columns"]
            if list(column.get("rows", {})) == [""]
        }
        # Where ROOT was asked for a split object, the manifest has the object, not its branches as uproot has them.
        self._shown_as_objects = {
            (name, tree["name"], column["name"])
            for name, file in manifest["files"].items()
            for tree in file.get("trees", [])
            for column in tree["columns"]
            if column.get("how") == "TBufferJSON"
        }
        self._name = ""
        self._file: Any = None
        self._trees: dict[str, Any] = {}
        self._branches: dict[str, dict[str, Any]] = {}

    def _open(self, file: str) -> Any:
        if self._name != file:
            self._name, self._file = file, ramet.open(file)
            self._trees, self._branches = {}, {}
        return self._file

    def _tree(self, file: str, path: str) -> Any:
        opened = self._open(file)
        if path not in self._trees:
            self._trees[path] = opened[path]
            self._branches[path] = self._named_columns(self._trees[path])
        return self._trees[path]

    def keys(self, file: str) -> list[list[str]]:
        return [[name, class_name] for name, class_name in self._open(file).classnames(recursive=True).items()]

    def entries(self, file: str, tree: str) -> int:
        return int(self._tree(file, tree).num_entries)

    def read(self, file: str, tree: str, branch: str) -> Any:
        self._tree(file, tree)
        column = self._branches[tree][branch]
        if isinstance(column, ramet.Branch) and column.core.is_group:
            if column.core.is_collection and (Path(file).name, tree, branch) in self._shown_as_numbers:
                return ak.Array(column.counts())
            if (Path(file).name, tree, branch) in self._shown_as_objects:
                return _without_nothing(column.objects(library="ak"))
        return _without_nothing(column.array(library="ak"))

    def value(self, file: str, key: str) -> Any:
        opened = self._open(file)
        found = opened.object_of(key)
        return _one_record(_plain(found)) if isinstance(found, ramet.Object) else opened.array_of(key)

    def members(self, file: str, key: str) -> Any:
        return _Members(self._open(file).object_of(key))

    def hist(self, file: str, key: str) -> Any:
        histogram = self._open(file)[key]
        values = histogram.contents(flow=True)
        variances = None if histogram.kind == "MEAN" else histogram.variances(flow=True)
        edges = [axis.edges() for axis in histogram.axes]
        return self._check.hist_summary(edges, values, variances, histogram.num_entries)

    @classmethod
    def _named_columns(cls, tree: Any) -> dict[str, Any]:
        if isinstance(tree, ramet.NTuple):
            return {field.path.replace("/", "%2F"): field for field in tree._all}
        return cls._named(tree._all)  # also those that share a name

    @staticmethod
    def _named(branches: list[Any]) -> dict[str, Any]:
        """Branches by their path as the manifest spells it: a '/' inside of a name is %2F, the k-th sibling of one name
        is name#k."""
        spelled: dict[str, str] = {}
        named: dict[str, Any] = {}
        siblings: dict[str, int] = collections.defaultdict(int)
        for branch in branches:  # parents come right before their children
            own = branch.name.replace("/", "%2F")
            parent = branch.path.removesuffix(branch.name).rstrip("/")
            path = f"{spelled[parent]}/{own}" if parent in spelled else own
            siblings[path] += 1
            if siblings[path] > 1:
                path += f"#{siblings[path]}"
            spelled[branch.path] = path
            named[path] = branch
        return named


def page_of(known: dict[str, str]) -> str:
    """The page that lists what differs, by reason."""
    by_reason: dict[str, list[str]] = collections.defaultdict(list)
    reason = ""
    for pattern, why in known.items():
        reason = reason if why.startswith("as above") else why
        by_reason[reason].append(pattern.replace("[[]", "[").replace("[]]", "]").replace("|", "\\|"))
    lines = [
        "# What is not read, or read differently",
        "",
        "Columns of the acceptance corpus for which ramet does not agree with ROOT and uproot: file, tree and",
        "branch (`*` matches anything), and the reason. Most of them are read, and differ because one of the two",
        "shows something that is not in the file. `tests/interop/corpus.py --write-page` writes this page; a run",
        "of it fails if a line is not true any more.",
        "",
        "| reason | where |",
        "| --- | --- |",
    ]
    for why, patterns in by_reason.items():
        where = "<br>".join(f"`{pattern}`" for pattern in patterns)
        lines.append(f"| {why} | {where} |")
    return "\n".join(lines) + "\n"


def load_check(corpus: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("corpus_check", corpus / "check.py")
    if spec is None or spec.loader is None:
        raise SystemExit(f"no check.py in {corpus}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    compare: Any = module.compare_per_entry
    vars(module)["compare_per_entry"] = functools.partial(compare_with_formula, compare)
    return module


def strings_in(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    else:
        for item in entry:
            yield from strings_in(item)


def as_formula_shows(array: Any) -> Iterator[Any]:
    """The arrays that TTreeFormula, which made the rows known from ROOT alone, may have shown of an array: of strings
    in a list the first of each entry, an empty one if there is none, of characters strings, of whole numbers doubles.
    """
    outer, leaf = array, array
    while leaf.ndim > 1 and leaf.layout.purelist_depth > 1:
        outer, leaf = leaf, ak.flatten(leaf, axis=1)
    if leaf.layout.is_list:
        yield ak.Array([next(strings_in(entry), "") for entry in array.to_list()])
    elif leaf.layout.is_numpy and leaf.layout.dtype.kind in "iu":
        if leaf.layout.dtype.itemsize == 1 and outer is not leaf:
            characters = [bytes(np.asarray(text, np.int8)) for text in outer]
            yield ak.Array([text.partition(b"\0")[0].decode("latin1") for text in characters])
        yield ak.values_astype(leaf, np.float64)


def compare_with_formula(compare: Callable[..., str], want: dict[str, Any], array: Any) -> str:
    """check.py's comparison of what only ROOT could read; also with what its formulas show of our values. A member
    that the formula found in a number is not compared: it is another branch's."""
    if want["path"] and not ak.fields(array):
        return ""
    why = compare(want, array)
    if why and any(not compare(want, shown) for shown in as_formula_shows(array)):
        return ""
    return why


def known_as(label: str, known: dict[str, str]) -> str | None:
    return next((pattern for pattern in known if fnmatch.fnmatchcase(label, pattern)), None)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare what ramet reads of a corpus with its manifest.")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--only", help="files whose name contains this")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what is not read, too")
    parser.add_argument("--write-page", action="store_true", help=f"write {PAGE.name} from {KNOWN.name}, and end")
    options = parser.parse_args()
    if options.write_page:
        PAGE.write_text(page_of(json.loads(KNOWN.read_text())))
        return 0
    check = load_check(options.corpus)
    manifest = json.loads((options.corpus / "public" / "manifest.json").read_text())
    known = json.loads(KNOWN.read_text())
    table: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0, 0])
    failed = []
    unused: set[str | None] = set(known)
    for kind, label, why in check.checks(options.corpus / "public", manifest, Adapter(check, manifest), options.only):
        pattern = known_as(label, known) if why else None
        unused.discard(pattern)
        outcome = 0 if not why else 1 if why.startswith("UnsupportedError") or pattern else 2
        table[kind][outcome] += 1
        if outcome == 2:
            failed.append(f"{kind} {label}: {why}")
        if outcome == 1 and options.verbose:
            print(f"not read: {kind} {label}: {why}")
    width = max(map(len, table), default=0)
    print(f"{'':{width}}  {'agree':>7} {'not yet':>7} {'failed':>7}")
    for kind, counts in sorted(table.items()):
        print(f"{kind:{width}}  " + " ".join(f"{count:7}" for count in counts))
    if not options.only:
        failed += [f"nothing differs any more of '{pattern}' in {KNOWN.name}" for pattern in unused]
    if PAGE.read_text() != page_of(known):
        failed.append(f"{PAGE.name} does not say what {KNOWN.name} does: run with --write-page")
    for line in failed:
        print(f"FAILED {line}")
    agreed = sum(counts[0] for counts in table.values())
    print(f"{agreed} passed, {len(failed)} failed")
    if not options.only and agreed < FEWEST_COLUMNS:
        print(f"FAILED: {agreed} agree, {FEWEST_COLUMNS} did before")
        return 1
    return len(failed) > 0


if __name__ == "__main__":
    sys.exit(main())
