"""The page docs/reference/interoperability.md, from what readers made of the files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from columns import TREES, Case, dimensions_of
from cpp_types import section
from matrix import CLUSTER, COMPRESSIONS, CONTEXTS, ENTRIES
from readers.run import READERS, known_limits, limit_of, version_of
from writers import with_uproot

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "interoperability.md"

INTRODUCTION = """# Interoperability

ramet writes each type below with each compression ({compressions}) from {contexts} contexts at a time, {entries}
entries in clusters of {cluster} and fewer. The tables say what {readers} make of these files. Values are compared
to the last bit: both ends of the range of each type, infinities, signed zeros, NaN, empty and long lists and
strings.

The outcome is the same for all {files} files of a type: it does not depend on the compression or on the number of
contexts. ramet writes the same bytes for each entry, and the same descriptions of branches, as ROOT does for the
same table, so a reader that fails here also fails with ROOT's files.

*`make interop PAGE=--write-page` writes this page; CI fails if the outcomes differ from it.*
"""

OTHERS = """## What ramet reads

ramet reads all {branches} branches of the same table as ROOT writes them with each compression, after `hadd -ff`,
and as fast clones; and the {by_uproot} columns that uproot can write (numbers, fixed arrays, and lists with a
counter). It also reads parts of columns.

## Tools of ROOT with ramet's files

`TTree::Print`, `Scan` and `Draw`, `RDataFrame` with and without threads, `hadd -ff` also of ramet's files with
ROOT's, `CloneTree(-1, "fast")`, `TFile::Map` without gaps, `rootls -t`, update mode, and a `TChain` of ramet's
files and ROOT's work as with ROOT's own files.

Only empty C strings (`x/C`) are written differently by ROOT 6.40: as no byte at all, which ROOT and ramet read and
the other three do not. ramet writes the length, one zero byte, which all readers accept.
"""

WORDS = {"equal": "yes", "flat": "yes, flat", "differs": "**wrong**", "refuses": "no"}

# What a reader made of a branch or histogram of that name: Outcome.kind.
OutcomeOf = Callable[[str, str], str]


@dataclass
class Row:
    """Types of one shape that everybody treats alike."""

    in_ramet: str
    in_root: str
    cells: tuple[str, ...]
    types: list[str] = field(default_factory=list)

    def text(self) -> str:
        types = ", ".join(f"`{name}`" for name in self.types)
        return f"| `{self.in_ramet}` | `{self.in_root}` | {types} | {' | '.join(self.cells)} |"


def shape_of(case: Case) -> tuple[str, str, str]:
    """A column's shape in ramet's words and in ROOT's, and the type that stands for T in them."""
    dimensions, item = dimensions_of(case.type)
    in_ramet = "".join(f"{size} * " for size in dimensions) + "T"
    sizes = "".join("[n]" if size == "var" else f"[{size}]" for size in dimensions)
    if case.form == "vector":
        in_root = "std::vector<" * len(dimensions) + "T" + ">" * len(dimensions)
        return in_ramet, in_root, "std::string" if item == "string" else item
    if item == "string":
        return in_ramet, "x/C", item
    if item.startswith("{"):
        return in_ramet, "branches x_a[n], x_b[n], ..." if dimensions else "a leaf list", item
    if case.packed_range:
        packed = {"float32": "Float16_t", "float64": "Double32_t"}[item]
        kind = "[0,0,bits]" if case.packed_range.startswith("[0,0,") else "[low,high,bits]"
        return in_ramet, f"T x{sizes}, {'no range' if case.packed_range == '[]' else kind}", packed
    return in_ramet, f"T x{sizes}" + (", n counts several" if case.counter else ""), item


def rows_of(cell: OutcomeOf) -> Iterator[Row]:
    rows: dict[tuple[str, str, tuple[str, ...]], Row] = {}
    for case in (case for cases in TREES.values() for case in cases):
        in_ramet, in_root, name = shape_of(case)
        cells = tuple("; ".join(sorted({cell(reader, b.name) for b in case.branches()})) for reader in READERS)
        row = rows.setdefault((in_ramet, in_root, cells), Row(in_ramet, in_root, cells))
        if name not in row.types:
            row.types.append(name)
    yield from rows.values()


def page(branch: OutcomeOf, histogram: OutcomeOf, histograms: list[str], files: int, of_type: section.KindOf) -> str:
    reasons = list(dict.fromkeys([limit.reason for limit in known_limits()] + section.reasons()))

    def cell(reader: str, name: str) -> str:
        limit = limit_of(reader, name)
        return WORDS[branch(reader, name)] + (f" [({reasons.index(limit.reason) + 1})](#limits)" if limit else "")

    names = list(READERS.values())
    introduction = INTRODUCTION.format(
        compressions=", ".join(each.split(":")[0] for each in COMPRESSIONS),
        contexts=f"{', '.join(map(str, CONTEXTS[:-1]))} and {CONTEXTS[-1]}",
        entries=ENTRIES,
        cluster=CLUSTER,
        readers=f"{', '.join(names[:-1])} and {names[-1]}",
        files=files,
    )
    others = OTHERS.format(
        branches=sum(len(case.branches()) for cases in TREES.values() for case in cases),
        by_uproot=len(with_uproot.CASES),
    )
    heads = " | ".join(f"{name} {version_of(reader)}".strip() for reader, name in READERS.items())
    rules = "| --- " * len(READERS) + "|"
    lines = [
        introduction,
        "## Columns of trees\n",
        f"| in ramet | in ROOT | T | {heads} |",
        f"| --- | --- | --- {rules}",
        *(row.text() for row in rows_of(cell)),
        "",
        *section.section(of_type, lambda reason: reasons.index(reason) + 1),
        "## Histograms\n",
        f"| TH1D | {heads} |",
        f"| --- {rules}",
        *(
            f"| {name.replace('_', ', ')} | {' | '.join(WORDS[histogram(reader, name)] for reader in READERS)} |"
            for name in histograms
        ),
        "\n## Limits\n",
        *(f"{number}. {reason}" for number, reason in enumerate(reasons, start=1)),
        "",
        others,
    ]
    return "\n".join(lines)
