"""Fail when an #include violates layers.toml: it names a module above, internals of another module, or an outside
library that only another module may include. Also fail when a row allows a module that is not used, and when a header
is not in the folder that its users require: public, `detail` or `internal`."""

from __future__ import annotations

import pathlib
import re
import sys
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from checking import files_under, repository_from_arguments, verdict

INCLUDE = re.compile(r'^\s*#\s*include\s+(?P<open>["<])(?P<header>[^">]+)[">]')
CODE = (".hpp", ".cpp")
RANKS = ("facade", "public", "detail", "internal")  # each may include the modules listed before it
FACES = ("cli", "python", "benchmarks")  # they use public and detail headers


class Layers(NamedTuple):
    modules: dict[str, list[str]]
    outside: dict[str, list[str]]


class Include(NamedTuple):
    place: str  # "file:line"
    header: str
    quoted: bool
    excused: bool  # the line ends in NOLINT(ramet-public-header): reason


def includes_of(path: pathlib.Path, repository: pathlib.Path) -> Iterator[Include]:
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if match := INCLUDE.match(line):
            place = f"{path.relative_to(repository)}:{number}"
            excused = re.search(r"NOLINT\(ramet-public-header\): \S+", line) is not None
            yield Include(place, match["header"], match["open"] == '"', excused)


def cycles_in(layers: Layers) -> Iterator[str]:
    """A row may name only rows above it, so that a cycle cannot be written down."""
    listed: list[str] = []
    for module, below in layers.modules.items():
        yield from (f"layers.toml: {module} names {name}, not listed above it" for name in below if name not in listed)
        listed.append(module)
    for prefix, users in layers.outside.items():
        yield from (f'layers.toml: "{prefix}" names the unknown module {name}' for name in users if name not in listed)


def outside_faults(include: Include, layers: Layers, module: str, *, public: bool) -> Iterator[str]:
    for prefix, users in layers.outside.items():
        if not include.header.startswith(prefix):
            continue
        if module not in users:
            owner = ", ".join(users) or "no module"
            yield f"{include.place}: {module} may not include <{include.header}> ({owner} may)"
        elif public and not include.excused:
            yield (
                f"{include.place}: a public header includes <{include.header}>, which users would need too "
                f"(an exception needs NOLINT(ramet-public-header): reason)"
            )


def rank_of(header: str) -> str:
    """The kind of a header of the library: "facade", "public", "detail" or "internal"."""
    _, *inner = header.split("/")
    if len(inner) == 1:
        return "facade"
    return next((rank for rank in ("internal", "detail") if rank in inner[1:-1]), "public")


def inside_faults(include: Include, layers: Layers, module: str, rank: str) -> Iterator[str]:
    """Check the includes of one file of a module; `rank` is the kind of the file, "internal" for a source."""
    parts = include.header.split("/")
    if parts[0] != "ramet" or len(parts) < 3:
        if include.quoted:
            yield f'{include.place}: "{include.header}" is not a full path (ramet/<module>/...)'
        return
    target, wanted = parts[1], rank_of(include.header)
    if target != module and target not in layers.modules.get(module, ()):
        yield f"{include.place}: {module} may not include {target}"
    if target != module and wanted == "internal":
        yield f"{include.place}: {include.header} is internal to {target}"
    if RANKS.index(wanted) > RANKS.index(rank):
        kind = "an internal" if wanted == "internal" else "a detail"
        yield f"{include.place}: a {rank} header includes {kind} one"


def module_faults(path: pathlib.Path, repository: pathlib.Path, layers: Layers) -> Iterator[str]:
    source_root = repository / "src" / "ramet"
    module, *_ = path.relative_to(source_root).parts
    if module not in layers.modules:
        yield f"{path.relative_to(repository)}: module {module} has no row in layers.toml"
    rank = rank_of(path.relative_to(source_root.parent).as_posix()) if path.suffix == ".hpp" else "internal"
    found = list(includes_of(path, repository))
    for include in found:
        yield from outside_faults(include, layers, module, public=rank == "public")
        yield from inside_faults(include, layers, module, rank)
    own_header = path.with_suffix(".hpp")
    if path.suffix == ".cpp" and own_header.exists():
        wanted = f"ramet/{own_header.relative_to(source_root).as_posix()}"
        if not found or found[0].header != wanted:
            yield f'{path.relative_to(repository)}: "{wanted}" is not the first include'


def unused_names(repository: pathlib.Path, layers: Layers) -> Iterator[str]:
    """Check that a module includes each module that its row allows."""
    used: dict[str, set[str]] = {}
    for path in files_under(repository, "src/ramet", suffixes=CODE):
        module = path.relative_to(repository / "src" / "ramet").parts[0]
        if module not in layers.modules:  # a facade
            continue
        headers = (include.header.split("/") for include in includes_of(path, repository))
        used.setdefault(module, set()).update(parts[1] for parts in headers if parts[0] == "ramet" and len(parts) > 2)
    for module, allowed in layers.modules.items():
        if module in used:  # others are planned
            yield from (
                f"layers.toml: {module} includes nothing of {name}" for name in allowed if name not in used[module]
            )


def facade_faults(path: pathlib.Path, repository: pathlib.Path) -> Iterator[str]:
    """A facade includes public headers only."""
    for include in includes_of(path, repository):
        if rank_of(include.header) != "public" or not include.header.startswith("ramet/"):
            yield f"{include.place}: a facade includes public headers of modules only"
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if line and not line.startswith(("//", "#")):
            yield f"{path.relative_to(repository)}:{number}: a facade declares nothing"


def face_faults(path: pathlib.Path, repository: pathlib.Path) -> Iterator[str]:
    """The program and the bindings include public and detail headers; the examples include facades."""
    example = path.relative_to(repository).parts[0] == "examples"
    for include in includes_of(path, repository):
        if not include.header.startswith("ramet/"):
            continue
        rank = rank_of(include.header)
        if rank == "internal":
            yield f"{include.place}: {include.header} is internal to the library"
        elif example and rank != "facade":
            yield f"{include.place}: {include.header} is no facade (ramet/<topic>.hpp)"


def reached(start: set[str], included: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = list(start)
    while waiting:
        header = waiting.pop()
        if header not in seen:
            seen.add(header)
            waiting.extend(included.get(header, ()))
    return seen


def misplaced(repository: pathlib.Path) -> Iterator[str]:
    """A header is public if facades include it, directly or not, and detail if other modules, the program or the
    bindings do."""
    source = repository / "src"
    included: dict[str, set[str]] = {}
    across: set[str] = set()
    for path in files_under(repository, "src/ramet", *FACES, suffixes=CODE):
        inside = path.is_relative_to(source)
        name = path.relative_to(source).as_posix() if inside else ""
        module = name.split("/")[1] if inside else ""
        headers = {include.header for include in includes_of(path, repository) if include.header.startswith("ramet/")}
        included[name] = headers
        across.update(header for header in headers if header.split("/")[1] != module)
    ranks = {name: rank_of(name) for name in included if name.endswith(".hpp")}
    facades = {name for name, rank in ranks.items() if rank == "facade"}
    public = reached(facades, included)
    detail = reached(across, included)
    for name, rank in sorted(ranks.items()):
        if facades and rank == "public" and name not in public:
            yield f"src/{name}: no facade reaches it, so it belongs in detail/ or internal/"
        elif rank == "detail" and name not in detail:
            yield f"src/{name}: no other module uses it, so it belongs in internal/"


def violations(repository: pathlib.Path) -> Iterator[str]:
    table = tomllib.loads((repository / "layers.toml").read_text())
    layers = Layers(table["modules"], table.get("outside", {}))
    yield from cycles_in(layers)
    for path in files_under(repository, "src/ramet", suffixes=CODE):
        if path.parent == repository / "src" / "ramet":
            yield from facade_faults(path, repository)
        else:
            yield from module_faults(path, repository, layers)
    yield from unused_names(repository, layers)
    yield from misplaced(repository)
    for path in files_under(repository, "examples", *FACES, suffixes=CODE):
        yield from face_faults(path, repository)


if __name__ == "__main__":
    sys.exit(verdict("layers", violations(repository_from_arguments())))
