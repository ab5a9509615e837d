"""Functions that the check scripts share: the files to check, C++ without comments and strings, and the result."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator

SKIPPED_FOLDERS = {".git", ".venv", "build", "dist", "demo", "site", "__pycache__"}

Check = Callable[[pathlib.Path], Iterable[str]]


def files_of(repository: pathlib.Path) -> list[pathlib.Path]:
    """All files that git tracks or does not ignore, sorted; without git, all files."""
    listing = subprocess.run(
        ["git", "-C", str(repository), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        found = [repository / name for name in listing.stdout.decode().split("\0") if name]
    else:
        found = [
            path for path in repository.rglob("*") if SKIPPED_FOLDERS.isdisjoint(path.relative_to(repository).parts)
        ]
    return sorted(path for path in found if path.is_file())


def files_under(repository: pathlib.Path, *folders: str, suffixes: tuple[str, ...]) -> Iterator[pathlib.Path]:
    """The files in some folders of the repository that have one of the suffixes."""
    for path in files_of(repository):
        if path.suffix in suffixes and path.relative_to(repository).as_posix().startswith(
            tuple(f"{folder}/" for folder in folders)
        ):
            yield path


_NOT_CODE = re.compile(
    r'R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"'  # raw string
    r'|"(?:\\.|[^"\\\n])*"'  # string
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'"  # character, but not the ' within 1'000'000
    r"|//[^\n]*|/\*.*?\*/",
    re.DOTALL,
)


def code_only(text: str) -> str:
    """C++ with comments, strings and characters blanked; every line keeps its number."""

    def blank(match: re.Match[str]) -> str:
        first = match.group()[0]
        quotes = first if first in "\"'" else '"' if first == "R" else ""
        return quotes + "\n" * match.group().count("\n") + quotes

    return _NOT_CODE.sub(blank, text)


def line_of(text: str, position: int) -> int:
    """The number, from 1, of the line that holds a position of the text."""
    return text.count("\n", 0, position) + 1


def verdict(name: str, found: Iterable[str]) -> int:
    """Print the findings and a closing line; return the exit status."""
    lines = list(found)
    for line in lines:
        print(line)
    print(f"{name}: {len(lines)} violation{'' if len(lines) == 1 else 's'}")
    return 1 if lines else 0


def repository_from_arguments() -> pathlib.Path:
    """The first argument that is not an option, or the repository of this script."""
    named = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    return pathlib.Path(named[0] if named else pathlib.Path(__file__).parent.parent).resolve()
