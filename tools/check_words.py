"""Fail when an identifier uses a word that docs/concepts/glossary.md bans: one idea has one word.

The glossary's tables have the columns idea | word | never | where. `never` lists banned words in `code marks`; `where`
names the modules (or cli, python) in which they are banned, or after "not" those in which they are allowed; if it is
empty, they are banned everywhere. A banned word is a whole word of an identifier in any spelling, singular or plural:
`chunk` bans chunk_size, ChunkIndex and chunks, not chunky. Only names declared in this project are checked, where they
are declared: not those of other libraries, nor names after `::`, `.` or `->`.
"""

from __future__ import annotations

import ast
import pathlib
import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from checking import code_only, files_under, line_of, repository_from_arguments, verdict

GLOSSARY = "docs/concepts/glossary.md"
FOREIGN_PREFIX = re.compile(r"^(?:ZSTD|LZMA|lzma|LZ4|XXH|libdeflate|Sleef|Py|NB|DOCTEST)")
INCLUDE = re.compile(r"^\s*#\s*include\b.*$", re.MULTILINE)
IDENTIFIER = re.compile(r"(?<![\w.])(?<!->)(?<!::)[A-Za-z_]\w*")
WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


class Ban(NamedTuple):
    banned: tuple[str, ...]  # the words of one name, in order
    word: str
    where: frozenset[str]
    is_exception: bool  # `where` names the places in which the words are allowed

    def holds_in(self, place: str) -> bool:
        return (place in self.where) != self.is_exception


def words_of(identifier: str) -> list[str]:
    """An identifier's words, lower case, singular: `BasketIndexes` and `basket_index` are alike."""
    return [singular(word.lower()) for word in WORDS.findall(identifier)]


def singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def bans_of(glossary: str) -> Iterator[Ban]:
    for line in glossary.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 4 or set(cells[0]) <= set("- "):
            continue
        where = frozenset(re.findall(r"`([^`]+)`", cells[3]))
        is_exception = not where or cells[3].startswith("not ")
        for banned in re.findall(r"`([^`]+)`", cells[2]):
            yield Ban(tuple(words_of(banned)), cells[1].strip("`* "), where, is_exception)


def cpp_names(text: str) -> Iterator[tuple[int, str]]:
    code = INCLUDE.sub("", code_only(text))
    for match in IDENTIFIER.finditer(code):
        if not FOREIGN_PREFIX.match(match.group()):
            yield line_of(code, match.start()), match.group()


def python_names(text: str) -> Iterator[tuple[int, str]]:
    """The names declared in a Python file: functions, classes, arguments, variables, own attributes."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr


def place_of(path: pathlib.Path, repository: pathlib.Path) -> str:
    parts = path.relative_to(repository).parts
    return parts[2] if parts[:2] == ("src", "ramet") else parts[0]


def faults_of(names: Iterable[tuple[int, str]], bans: list[Ban]) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for line, name in names:
        if name in seen:
            continue
        seen.add(name)
        words = words_of(name)
        for ban in bans:
            size = len(ban.banned)
            if any(tuple(words[first : first + size]) == ban.banned for first in range(len(words) - size + 1)):
                yield line, f"'{name}' says '{' '.join(ban.banned)}'; the glossary's word is '{ban.word}'"


def violations(repository: pathlib.Path) -> Iterator[str]:
    bans = list(bans_of((repository / GLOSSARY).read_text()))
    if not bans:
        yield f"{GLOSSARY}: bans no word"
    for path in files_under(repository, "src", "cli", "python", suffixes=(".hpp", ".cpp", ".py")):
        here = [ban for ban in bans if ban.holds_in(place_of(path, repository))]
        names = python_names(path.read_text()) if path.suffix == ".py" else cpp_names(path.read_text())
        for line, fault in faults_of(names, here):
            yield f"{path.relative_to(repository)}:{line}: {fault}"


if __name__ == "__main__":
    sys.exit(verdict("words", violations(repository_from_arguments())))
