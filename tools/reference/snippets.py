"""The code on pages: parts of files in examples/, which the tests run.

A page names the part in a comment, and the fenced block below it has the text, so that every viewer of Markdown shows
the code. `python tools/reference/snippets.py` updates the blocks; with `--check` it fails if they differ from the
examples:

    <!-- code: examples/python/reading/columns.py#look -->

Without `#name` the whole file is shown. Comments `docs: begin name` and `docs: end name` in the example mark a part;
the part `says` is what the example prints, which its first lines say.
"""

from __future__ import annotations

import pathlib
import re
import sys
import textwrap
from collections.abc import Iterator

REPOSITORY = pathlib.Path(__file__).parents[2]
NAMED = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")  # in addition to all pages of docs/
LANGUAGES = {".cpp": "cpp", ".py": "python", ".sh": "sh", ".txt": "text"}

SAYS = re.compile(r"^# Says: (.*\n)", re.MULTILINE)
MARK = re.compile(r"^[ \t]*(?:#|//) docs: (begin|end) ([\w-]+)$")
COMMENT = re.compile(r"<!-- code: (?P<path>[^\s#]+)(?:#(?P<part>[\w-]+))? -->")
SHOWN = re.compile(rf"^{COMMENT.pattern}\n(?:```\w*\n(?P<code>.*?)^```$)?", re.MULTILINE | re.DOTALL)
TAB = re.compile(
    rf"^\*\*(?P<title>[^*\n]+)\*\*\n\n(?P<blocks>(?:{COMMENT.pattern.replace('?P<path>', '').replace('?P<part>', '')}"
    r"\n```\w*\n(?:.*?\n)?```\n(?:\n(?=<!-- code: ))?)+)",
    re.MULTILINE | re.DOTALL,
)


def pages_of(repository: pathlib.Path) -> list[pathlib.Path]:
    """All pages that may show code."""
    named = [repository / name for name in NAMED]
    return [*(page for page in named if page.exists()), *sorted((repository / "docs").rglob("*.md"))]


def part_of(example: str, name: str | None) -> str:
    """A part of an example's text without its indent, or with an empty name all of it. Raises LookupError when it is
    missing."""
    lines: list[str] = []
    is_inside, found = name is None, name is None
    for line in example.splitlines():
        mark = MARK.match(line)
        if mark is None:
            if is_inside:
                lines.append(line)
        elif mark[2] == name:
            is_inside = mark[1] == "begin"
            found = True
    if not found or (name is not None and is_inside):
        raise LookupError(f"has no part '{name}' that begins and ends")
    return textwrap.dedent("\n".join(lines)).strip("\n") + "\n"


def block_of(repository: pathlib.Path, path: str, part: str | None) -> str:
    """The fenced block that shows a part of an example. Raises LookupError when there is no such part."""
    example = repository / path
    if not path.startswith("examples/") or not example.is_file():
        raise LookupError(f"'{path}' is no file below examples/")
    language = "cmake" if example.name == "CMakeLists.txt" else LANGUAGES.get(example.suffix)
    if language is None:
        raise LookupError(f"'{path}' ends in none of {', '.join(LANGUAGES)}")
    if part == "says":
        return f"```text\n{''.join(SAYS.findall(example.read_text()))}```"
    try:
        return f"```{language}\n{part_of(example.read_text(), part)}```"
    except LookupError as error:
        raise LookupError(f"'{path}' {error}") from None


def updated(page: str, repository: pathlib.Path) -> str:
    """The page with the current code. Raises LookupError when a part is missing."""

    def shown(match: re.Match[str]) -> str:
        end = "" if match["code"] is not None else "\n"
        comment = match[0].partition("\n")[0]
        return f"{comment}\n{block_of(repository, match['path'], match['part'])}{end}"

    return SHOWN.sub(shown, page)


def with_tabs(page: str) -> str:
    """The page for the site: blocks after lines with a bold title become tabs, and comments are removed."""

    def tab(match: re.Match[str]) -> str:
        blocks = COMMENT.sub("", match["blocks"])
        return f'=== "{match["title"]}"\n\n{textwrap.indent(blocks, "    ")}'

    return re.sub(rf"^{COMMENT.pattern}\n", "", TAB.sub(tab, page), flags=re.MULTILINE)


def faults_of(repository: pathlib.Path) -> Iterator[str]:
    """Pages whose code differs from the examples, or names missing parts."""
    for page in pages_of(repository):
        place = page.relative_to(repository).as_posix()
        text = page.read_text()
        try:
            if updated(text, repository) != text:
                yield f"{place}: its code is not that of examples/ (tools/reference/snippets.py writes it)"
        except LookupError as error:
            yield f"{place}: {error}"


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        faults = list(faults_of(REPOSITORY))
        print(*faults, f"snippets: {len(faults)} violation{'' if len(faults) == 1 else 's'}", sep="\n")
        return 1 if faults else 0
    for page in pages_of(REPOSITORY):
        page.write_text(updated(page.read_text(), REPOSITORY))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
