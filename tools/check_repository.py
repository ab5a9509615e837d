"""Fail on contents that do not belong in a public repository: paths of one machine, hosts of package registries, large
or unexplained binaries, markers of unfinished work, notes about who or what typed the code, and untidy text."""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Iterator

from checking import files_of, repository_from_arguments, verdict

LARGEST_FILE = 512 * 1024
BINARY_HOMES = ("tests/golden/", "tests/compat/", "docs/", "examples/")  # known bytes for tests, pictures for pages
BINARY_SUFFIXES = {".root", ".png", ".svg", ".bin"}

# Each pattern is written so that it does not match its own text.
FORBIDDEN = {
    "a path of one machine": r"(?<![A-Za-z0-9_.$}>-])/(?:work|farm|root|home|Users)/[A-Za-z.]",
    "a package registry's host": (
        r"\b(?:registry\.npmjs|pypi|pythonhosted|proxy\.golang|static\.crates|maven\.apache|deb\.debian)\.(?:org|io)\b"
    ),
    "an unfinished word": r"\b(?:TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b",
    "a conflict mark": r"^(?:<{7}|>{7}) ",
    "a word about the typist": r"(?i)\b(?:anth[r]opic|clau[d]e|chat[g]pt|copi[l]ot|language mo[d]el|AI assis[t]ant)\b",
}


def text_faults(place: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.split("\n"), start=1):
        for what, pattern in FORBIDDEN.items():
            if match := re.search(pattern, line):
                yield f"{place}:{number}: {what}: '{match.group().strip()}'"
        if line.rstrip() != line and not place.endswith(".md"):
            yield f"{place}:{number}: space at the end of the line"
    if text and not text.endswith("\n"):
        yield f"{place}: no line feed at the end"


def file_faults(path: pathlib.Path, place: str) -> Iterator[str]:
    if path.is_symlink():
        yield f"{place}: a symbolic link (archives and other systems break them)"
        return
    content = path.read_bytes()
    if len(content) > LARGEST_FILE:
        yield f"{place}: has {len(content)} bytes, {LARGEST_FILE} is the limit (generate it, or keep it outside)"
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = None
    if text is not None and "\0" not in text:
        yield from text_faults(place, text)
    elif not place.startswith(BINARY_HOMES) or path.suffix not in BINARY_SUFFIXES:
        yield f"{place}: a binary file outside of {', '.join(BINARY_HOMES)}"


def violations(repository: pathlib.Path) -> Iterator[str]:
    for path in files_of(repository):
        yield from file_faults(path, path.relative_to(repository).as_posix())


if __name__ == "__main__":
    sys.exit(verdict("repository", violations(repository_from_arguments())))
