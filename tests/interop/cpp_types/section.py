"""What the page docs/reference/interoperability.md says of C++ types: a table for each form, a type a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpp_types.cases import DESCRIBED, FORMS, Case, cases_of
from cpp_types.files import CELLS, CLUSTER
from cpp_types.outcomes import known_limits, limit_of
from cpp_types.readers import READERS
from readers.run import version_of

# What a reader made of a column of a form: Outcome.kind.
KindOf = Callable[[str, str, str], str]

INTRODUCTION = """## C++ types

Two trees, an ntuple, an ntuple with late columns, and objects are written into one file; the tables from
{contexts} contexts, with compression {compressions}, in clusters of {cluster} entries and fewer, with and without
page checksums. A checkpoint is made half-way, where late columns are added and begin another cluster group. Every
reader runs in its own process, ROOT with dictionaries of the classes. groot fails for a whole tree if it fails for
one of its branches, so it gets a file for each column. The outcome is the worst in all files. ramet reads all of
it.

"In part": some members are read, others are not. "Dies": the process of the reader crashes, or does not end. A
reader that fails here also fails with ROOT's own files of the same types and values, except where a limit says
otherwise.

| class | |
| --- | --- |
{classes}
"""

WORDS = {
    "equal": "yes",
    "flat": "yes, flat",
    "partly": "in part",
    "differs": "**wrong**",
    "refuses": "no",
    "dies": "**dies**",
    "varies": "no or **wrong**",
}


def reasons() -> list[str]:
    return list(dict.fromkeys(limit.reason for limit in known_limits()))


def section(kind_of: KindOf, number_of: Callable[[str], int]) -> Iterator[str]:
    """Lines of the page. `number_of` is that of a reason in the page's list of limits."""
    contexts = sorted({cell.contexts for cell in CELLS})
    compressions = [cell.compression.split(":")[0] for cell in CELLS]
    yield INTRODUCTION.format(
        contexts=f"{', '.join(map(str, contexts[:-1]))} and {contexts[-1]}",
        compressions=f"{', '.join(compressions[:-1])} or {compressions[-1]}",
        cluster=CLUSTER,
        classes="\n".join(class_text(name) for name in DESCRIBED.described),
    )
    for form, title in FORMS.items():
        yield f"### {title}\n"
        heads = [f"{name} {version_of(reader)}".strip() for reader, name in READERS.items()]
        yield f"| C++ type | T | {' | '.join(heads)} |"
        yield "| --- " * (2 + len(heads)) + "|"
        yield from rows_of(form, kind_of, number_of)
        yield ""


def class_text(name: str) -> str:
    described = DESCRIBED.described[name]
    bases = f" : {', '.join(described.bases)}" if described.bases else ""
    members = []
    for member, said in described.members.items():
        kind, comment = (said, "") if isinstance(said, str) else said
        members.append(f"`{kind} {member}`{f' {comment}' if comment else ''}")
    return f"| `{name}{bases}` | {', '.join(members)} |"


def rows_of(form: str, kind_of: KindOf, number_of: Callable[[str], int]) -> Iterator[str]:
    rows: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for case in cases_of(form):
        cells = tuple(cell(form, case, reader, kind_of, number_of) for reader in READERS)
        kinds = rows.setdefault((case.shape or shown(case), cells), [])
        if case.kind:
            kinds.append(f"`{case.kind}`")
    for (shape, cells), kinds in rows.items():
        yield f"| `{shape}` | {', '.join(kinds)} | {' | '.join(cells)} |"


def shown(case: Case) -> str:
    """The type, and what is special about the column."""
    if case.of_half:
        return f"{case.cpp}, late"
    if case.given is not None and not isinstance(case.given, str):
        return f"{case.cpp}, of `{case.given.source}`".replace("`", "")
    return case.cpp


def cell(form: str, case: Case, reader: str, kind_of: KindOf, number_of: Callable[[str], int]) -> str:
    limit = limit_of(reader, form, case.name)
    if limit is None:
        return WORDS[kind_of(reader, form, case.name)]
    return f"{WORDS[limit.outcome]} [({number_of(limit.reason)})](#limits)"
