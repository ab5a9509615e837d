"""Fail on state that threads could share by accident: writable variables of namespaces and static variables,
thread_local, `mutable` members that are not locks, atomics or once flags, and const_cast. With --objects FOLDER, also
fail on every writable data symbol in the library's compiled objects, which the text alone may not show.

Exceptions are marked for clang-tidy, too: NOLINT(<check>): <reason> on the line, or NOLINTNEXTLINE on the line before.
"""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

from checking import code_only, files_under, line_of, repository_from_arguments, verdict

STATIC = re.compile(r"\bstatic\b(?P<declaration>[^;{}()=]*)(?P<end>[;{(=])")
THREAD_LOCAL = re.compile(r"\bthread_local\b")
CONST_CAST = re.compile(r"\bconst_cast\b")
MUTABLE = re.compile(r"(?<!\))\s+\bmutable\b(?P<declaration>[^;{=]*)")
GUARDED = re.compile(
    r"\b(?:Mutex|mutex|shared_mutex|atomic|once_flag|ConditionVariable|RAMET_GUARDED_BY"
    r"|ObjectPool|MemoryBudget)\b"  # our own types that any thread may use
)
CONSTANT = re.compile(r"\b(const|constexpr|constinit const|consteval)\b")

# Sections of compiled objects that hold writable data. .data.rel.ro is not among them: the loader fills it in (vtables,
# tables of pointers) and makes it read-only before the program runs.
WRITABLE_SECTION = re.compile(r"^(\.bss|\.data|\.tbss|\.tdata|COM)(?!\.rel\.ro)")
NOT_STATE = {
    r"^DW\.ref\.": "the compiler's pointer to the exception unwinder; position-independent code needs one",
}


def is_excused(lines: list[str], number: int, check: str) -> bool:
    """Whether a line (from 1) carries NOLINT(check): reason, or the line before it NOLINTNEXTLINE(check): reason."""
    here = re.search(rf"NOLINT\([^)]*{check}[^)]*\):\s*\S+", lines[number - 1])
    before = number > 1 and re.search(rf"NOLINTNEXTLINE\([^)]*{check}[^)]*\):\s*\S+", lines[number - 2])
    return bool(here or before)


def text_faults(code: str) -> Iterator[tuple[int, str, str]]:
    """Yield position, name of the clang-tidy check for exceptions, and problem."""
    for match in STATIC.finditer(code):
        if match["end"] != "(" and not CONSTANT.search(match["declaration"]):
            variable = match["declaration"].strip()
            yield match.start(), "cppcoreguidelines-avoid-non-const-global-variables", f"writable static '{variable}'"
    for match in THREAD_LOCAL.finditer(code):
        yield match.start(), "cppcoreguidelines-avoid-non-const-global-variables", "thread_local"
    for match in MUTABLE.finditer(code):
        if not GUARDED.search(match["declaration"]):
            member = " ".join(match["declaration"].split())
            yield match.start("declaration"), "ramet-mutable", f"mutable '{member}' without lock, atomic or once flag"
    for match in CONST_CAST.finditer(code):
        yield match.start(), "cppcoreguidelines-pro-type-const-cast", "const_cast"


def in_text(repository: pathlib.Path) -> Iterator[str]:
    for path in files_under(repository, "src", "cli", "python/bindings", suffixes=(".hpp", ".cpp")):
        text = path.read_text()
        lines, code = text.splitlines(), code_only(text)
        for position, check, fault in text_faults(code):
            number = line_of(code, position)
            if not is_excused(lines, number, check):
                yield f"{path.relative_to(repository)}:{number}: {fault} (an exception needs NOLINT({check}): reason)"


def symbols_of(item: pathlib.Path) -> Iterator[tuple[str, str]]:
    """Name and section of every data symbol that an object defines."""
    listing = subprocess.run(
        ["nm", "--format=sysv", "--defined-only", "--demangle", str(item)], capture_output=True, text=True, check=True
    )
    for line in listing.stdout.splitlines():
        columns = [column.strip() for column in line.rsplit("|", maxsplit=6)]
        if len(columns) == 7 and columns[3] not in ("FUNC", "FILE", "SECTION"):
            yield columns[0], columns[6]


def in_objects(folder: pathlib.Path) -> Iterator[str]:
    objects = sorted(path for path in folder.rglob("*.o") if "/src/ramet/" in path.as_posix())
    if not objects:
        yield f"{folder}: holds no compiled object of the library; build it first"
    for item in objects:
        for name, section in symbols_of(item):
            if WRITABLE_SECTION.match(section) and not any(re.search(known, name) for known in NOT_STATE):
                yield f"{item.name}: writable data symbol '{name}' in {section}"


def violations(repository: pathlib.Path, objects: pathlib.Path | None = None) -> Iterator[str]:
    yield from in_text(repository)
    if objects is not None:
        yield from in_objects(objects)


if __name__ == "__main__":
    given = None
    if "--objects" in sys.argv:
        place = sys.argv.index("--objects")
        given = pathlib.Path(sys.argv.pop(place + 1)).resolve()
        sys.argv.pop(place)
    sys.exit(verdict("statics", violations(repository_from_arguments(), given)))
