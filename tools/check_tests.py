"""Fail when a source has no unit test of the same name, a test has no source, or a test is not in the build."""

from __future__ import annotations

import pathlib
import re
import sys
import tomllib
from collections.abc import Iterator

from checking import code_only, files_under, repository_from_arguments, verdict

LOGIC = re.compile(r"\breturn\b|\bthrow\b|\bif \(|\bfor \(|\bwhile \(")
EXEMPTIONS = "tests/unit/exempt.toml"


def exemptions(repository: pathlib.Path) -> dict[str, str]:
    table = repository / EXEMPTIONS
    return tomllib.loads(table.read_text()).get("exempt", {}) if table.exists() else {}


def mirrors_of(source: pathlib.Path, repository: pathlib.Path) -> list[pathlib.Path]:
    """The possible paths of a source's test: like the source's, or for internal ones, in the module's folder."""
    inner = source.relative_to(repository / "src" / "ramet").with_suffix("")
    unit = repository / "tests" / "unit"
    return [unit / f"{inner.as_posix()}.test.cpp", unit / inner.parts[0] / f"{inner.name}.test.cpp"]


def sources_of(repository: pathlib.Path) -> Iterator[pathlib.Path]:
    """Every .cpp of the library, and every header without a .cpp that contains code."""
    for path in files_under(repository, "src/ramet", suffixes=(".cpp", ".hpp")):
        has_twin = path.with_suffix(".cpp").exists()
        if path.suffix == ".cpp" or (not has_twin and LOGIC.search(code_only(path.read_text()))):
            yield path


def untested(repository: pathlib.Path) -> Iterator[str]:
    reasons = exemptions(repository)
    for source in sources_of(repository):
        place = source.relative_to(repository).as_posix()
        has_test = any(mirror.exists() for mirror in mirrors_of(source, repository))
        if place in reasons:
            reason = reasons.pop(place)
            if has_test:
                yield f"{EXEMPTIONS}: {place} has a test and needs no exemption"
            elif len(reason.split()) < 3:
                yield f"{EXEMPTIONS}: {place} is exempt without a reason"
        elif not has_test:
            wanted = mirrors_of(source, repository)[0].relative_to(repository)
            yield f"{place}: has no unit test ({wanted})"
    yield from (f"{EXEMPTIONS}: {place} is no source of the library" for place in sorted(reasons))


def mirrored_nothing(repository: pathlib.Path) -> Iterator[str]:
    known = {mirror for source in sources_of(repository) for mirror in mirrors_of(source, repository)}
    for source in files_under(repository, "src/ramet", suffixes=(".hpp",)):
        known.update(mirrors_of(source, repository))
    for test in files_under(repository, "tests/unit", suffixes=(".cpp",)):
        if test.name.endswith(".test.cpp") and test not in known:
            yield f"{test.relative_to(repository)}: mirrors no source (tests of several files: tests/integration)"


def is_listed(test: pathlib.Path, tests_root: pathlib.Path) -> bool:
    """Whether the nearest CMakeLists.txt at or above the test names it, and its folder is added from above."""
    folder = test.parent
    while not (folder / "CMakeLists.txt").exists():
        if folder == tests_root:
            return False
        folder = folder.parent
    name = re.escape(test.relative_to(folder).as_posix())
    listed = re.search(rf"(?<![\w/.-]){name}(?![\w/.-])", (folder / "CMakeLists.txt").read_text())
    return bool(listed) and is_added(folder, tests_root)


def is_added(folder: pathlib.Path, tests_root: pathlib.Path) -> bool:
    if folder == tests_root:
        return True
    above = [place for place in folder.parents if place.is_relative_to(tests_root)]
    texts = [(place / "CMakeLists.txt").read_text() for place in above if (place / "CMakeLists.txt").exists()]
    return any(re.search(rf"\b{re.escape(folder.name)}\b", text) for text in texts)


def not_in_build(repository: pathlib.Path) -> Iterator[str]:
    tests_root = repository / "tests"
    for test in files_under(repository, "tests", suffixes=(".cpp",)):
        if "TEST_CASE(" in test.read_text() and not is_listed(test, tests_root):
            yield f"{test.relative_to(repository)}: is in no CMakeLists.txt, or its folder is not added"
    for test in files_under(repository, "tests", suffixes=(".py",)):
        if re.search(r"^\s*(async )?def test_", test.read_text(), re.MULTILINE) and not test.name.startswith("test_"):
            yield f"{test.relative_to(repository)}: pytest collects test_*.py only"


def violations(repository: pathlib.Path) -> Iterator[str]:
    yield from untested(repository)
    yield from mirrored_nothing(repository)
    yield from not_in_build(repository)


if __name__ == "__main__":
    sys.exit(verdict("tests", violations(repository_from_arguments())))
