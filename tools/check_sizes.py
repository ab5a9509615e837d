"""Fail when a file, a function or a folder exceeds its limit. tools/limits.toml may have a larger limit for one of
them, with the reason; a limit that is larger than necessary fails, too. The size of a folder is its number of ideas: a
header and its source are one. A folder inside a module of the library, except `detail` and `internal`, has at least
three."""

from __future__ import annotations

import pathlib
import sys
import tomllib
from collections.abc import Iterator

from checking import files_of, repository_from_arguments, verdict

CODE = {".hpp", ".cpp", ".py"}
CODE_OF_IDEAS = {".hpp", ".cpp"}
FILE_WISHED, FILE_REFUSED, TEST_FILE_REFUSED = 300, 500, 800
FUNCTION_WISHED, FUNCTION_REFUSED = 40, 60
FOLDER_REFUSED, ROOM_WISHED = 12, 3
DATA_FOLDERS = ("tests/golden", "tests/compat", "tests/fuzz/seeds", "changes")  # one file for each case


def file_lengths(repository: pathlib.Path) -> dict[str, int]:
    return {
        path.relative_to(repository).as_posix(): len(path.read_text().splitlines())
        for path in files_of(repository)
        if path.suffix in CODE
    }


def function_lengths(repository: pathlib.Path) -> dict[str, int]:
    import lizard  # imported here, because the limits of files and folders need no package

    lengths: dict[str, int] = {}
    for path in files_of(repository):
        place = path.relative_to(repository).as_posix()
        if path.suffix not in CODE or place.startswith("tests/"):  # a test case is a list of checks
            continue
        for function in lizard.analyze_file(str(path)).function_list:
            name = f"{place}:{function.name}"
            lengths[name] = max(lengths.get(name, 0), function.end_line - function.start_line + 1)
    return lengths


NO_IDEAS = {"CMakeLists.txt", "README.md", "__init__.py"}  # other files in a folder


def folder_sizes(repository: pathlib.Path) -> dict[str, int]:
    """The number of ideas in each folder."""
    ideas: dict[str, set[str]] = {}
    for path in files_of(repository):
        folder = path.relative_to(repository).parent.as_posix()
        if not path.name.startswith(".") and path.name not in NO_IDEAS and not folder.startswith(DATA_FOLDERS):
            idea = path.stem if path.suffix in CODE_OF_IDEAS else path.name
            ideas.setdefault(folder, set()).add(idea)
    return {folder: len(names) for folder, names in ideas.items()}


def narrow_rooms(repository: pathlib.Path) -> Iterator[str]:
    for folder, size in sorted(folder_sizes(repository).items()):
        inner = pathlib.PurePosixPath(folder).parts[3:]
        if folder.startswith("src/ramet/") and inner and inner[-1] not in ("detail", "internal") and size < ROOM_WISHED:
            yield f"{folder}: folder has {size}, {ROOM_WISHED} is the least"


def beyond(what: str, sizes: dict[str, int], limit_of: dict[str, int], allowed: dict[str, int]) -> Iterator[str]:
    for name, size in sorted(sizes.items()):
        limit = limit_of[name]
        if name in allowed:
            if allowed[name] <= limit or size < allowed[name]:
                yield f"tools/limits.toml: {what} '{name}' needs no {allowed[name]} any more: it has {size}"
            limit = max(limit, allowed[name])
        if size > limit:
            yield f"{name}: {what} has {size}, {limit} is the limit"
    yield from (f"tools/limits.toml: there is no {what} '{name}'" for name in sorted(allowed) if name not in sizes)


def allowances(repository: pathlib.Path, what: str) -> dict[str, int]:
    ratchet = repository / "tools" / "limits.toml"
    table = tomllib.loads(ratchet.read_text()) if ratchet.exists() else {}
    return {name: int(row["limit"]) for name, row in table.get(what, {}).items() if row["reason"].strip()}


def violations(repository: pathlib.Path) -> Iterator[str]:
    files = file_lengths(repository)
    file_limits = {name: TEST_FILE_REFUSED if name.startswith("tests/") else FILE_REFUSED for name in files}
    yield from beyond("file", files, file_limits, allowances(repository, "file"))
    functions = function_lengths(repository)
    yield from beyond(
        "function", functions, dict.fromkeys(functions, FUNCTION_REFUSED), allowances(repository, "function")
    )
    folders = folder_sizes(repository)
    yield from beyond("folder", folders, dict.fromkeys(folders, FOLDER_REFUSED), allowances(repository, "folder"))
    yield from narrow_rooms(repository)


def wishes(repository: pathlib.Path) -> Iterator[str]:
    """Files and functions within their limit, but larger than desired; shown with --wishes, without failing."""
    for name, size in file_lengths(repository).items():
        if size > FILE_WISHED and not name.startswith("tests/"):
            yield f"wish: {name} has {size} lines, {FILE_WISHED} would be better"
    for name, size in function_lengths(repository).items():
        if size > FUNCTION_WISHED:
            yield f"wish: {name} has {size} lines, {FUNCTION_WISHED} would be better"


if __name__ == "__main__":
    try:
        root = repository_from_arguments()
        if "--wishes" in sys.argv:
            print(*wishes(root), sep="\n")
        sys.exit(verdict("sizes", violations(root)))
    except ModuleNotFoundError as missing:
        sys.exit(f"sizes: {missing.name} is not installed for this Python (make checks has it)")
