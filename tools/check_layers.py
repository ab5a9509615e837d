"""Fail when an #include points up the layers of layers.toml, into another module's internals, or at an outside
library that belongs behind another module, and when a row allows what its module does not use."""

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


def inside_faults(include: Include, layers: Layers, module: str, *, public: bool) -> Iterator[str]:
    parts = include.header.split("/")
    if parts[0] != "ramet" or len(parts) < 3:
        if include.quoted:
            yield f'{include.place}: "{include.header}" is not a full path (ramet/<module>/...)'
        return
    target, is_internal = parts[1], "internal" in parts[2:]
    if target != module and target not in layers.modules.get(module, ()):
        yield f"{include.place}: {module} may not include {target}"
    if target != module and is_internal:
        yield f"{include.place}: {include.header} is internal to {target}"
    if public and is_internal:
        yield f"{include.place}: a public header includes an internal one"


def module_faults(path: pathlib.Path, repository: pathlib.Path, layers: Layers) -> Iterator[str]:
    source_root = repository / "src" / "ramet"
    module, *inner = path.relative_to(source_root).parts
    if module not in layers.modules:
        yield f"{path.relative_to(repository)}: module {module} has no row in layers.toml"
    public = path.suffix == ".hpp" and "internal" not in inner
    found = list(includes_of(path, repository))
    for include in found:
        yield from outside_faults(include, layers, module, public=public)
        yield from inside_faults(include, layers, module, public=public)
    own_header = path.with_suffix(".hpp")
    if path.suffix == ".cpp" and own_header.exists():
        wanted = f"ramet/{own_header.relative_to(source_root).as_posix()}"
        if not found or found[0].header != wanted:
            yield f'{path.relative_to(repository)}: "{wanted}" is not the first include'


def unused_names(repository: pathlib.Path, layers: Layers) -> Iterator[str]:
    """What a row allows is what the module includes: the picture of the house is as narrow as the house."""
    used: dict[str, set[str]] = {}
    for path in files_under(repository, "src/ramet", suffixes=CODE):
        module = path.relative_to(repository / "src" / "ramet").parts[0]
        headers = (include.header.split("/") for include in includes_of(path, repository))
        used.setdefault(module, set()).update(parts[1] for parts in headers if parts[0] == "ramet" and len(parts) > 2)
    for module, allowed in layers.modules.items():
        if module in used:  # others are planned
            yield from (
                f"layers.toml: {module} includes nothing of {name}" for name in allowed if name not in used[module]
            )


def face_faults(path: pathlib.Path, repository: pathlib.Path) -> Iterator[str]:
    """The program, the bindings and the examples use what everybody may use."""
    for include in includes_of(path, repository):
        if include.header.startswith("ramet/") and "/internal/" in include.header:
            yield f"{include.place}: {include.header} is internal to the library"


def violations(repository: pathlib.Path) -> Iterator[str]:
    table = tomllib.loads((repository / "layers.toml").read_text())
    layers = Layers(table["modules"], table.get("outside", {}))
    yield from cycles_in(layers)
    for path in files_under(repository, "src/ramet", suffixes=CODE):
        yield from module_faults(path, repository, layers)
    yield from unused_names(repository, layers)
    for path in files_under(repository, "cli", "python", "examples", "benchmarks", suffixes=CODE):
        yield from face_faults(path, repository)


if __name__ == "__main__":
    sys.exit(verdict("layers", violations(repository_from_arguments())))
