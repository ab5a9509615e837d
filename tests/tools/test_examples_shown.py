"""The code that README.md and the pages show is code that runs: parts of files below examples/."""

from __future__ import annotations

import json
import pathlib
import re
import textwrap
import tomllib
from collections.abc import Iterator

import pytest

REPOSITORY = pathlib.Path(__file__).parents[2]
PAGES = sorted((REPOSITORY / "docs").rglob("*.md"))
READ_AS_THEY_ARE = [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")]

FENCE = re.compile(r"^( *)(`{3,}|~{3,})([^\n]*)\n(.*?)^\1\2 *$", re.MULTILINE | re.DOTALL)
INCLUDE = re.compile(r'^-{1,}8<-{1,} "(examples/[^":]+)(?::([\w-]+))?"$')
SECTION = re.compile(r"--8<-- \[(start|end):([\w-]+)\]")
LANGUAGES = {"cpp": ".cpp", "python": ".py", "cmake": ".txt", "sh": ".sh", "text": None}


def blocks_of(page: str) -> list[tuple[str, str]]:
    """Language and content of each fenced block; a block that no rule here sees is no block to Markdown either."""
    return [(match[3].strip(), textwrap.dedent(match[4])) for match in FENCE.finditer(page)]


def faults_of_include(language: str, line: str) -> Iterator[str]:
    include = INCLUDE.match(line)
    if include is None:
        yield f"{line!r} is no part of an example"
        return
    path, section = REPOSITORY / include[1], include[2]
    wanted = LANGUAGES[language]
    if not path.is_file():
        yield f"there is no {include[1]}"
    elif wanted is not None and path.suffix != wanted:
        yield f"{include[1]} is shown as {language}"
    elif section is not None and SECTION.findall(path.read_text()).count(("start", section)) != 1:
        yield f"{include[1]} has no section {section!r}"


def faults_of_command(line: str) -> Iterator[str]:
    """A command of the repository itself: a make target, a preset, or pip."""
    targets = re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(), re.MULTILINE)
    presets = json.loads((REPOSITORY / "CMakePresets.json").read_text())["workflowPresets"]
    extras = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    command = line.partition("#")[0].strip()
    known = [rf"make( ({'|'.join(targets)}|[A-Z]+=\S+))+", rf'pip install ("?\.(\[({"|".join(extras)})\])?"?)']
    known += [
        rf"cmake --workflow --preset ({'|'.join(preset['name'] for preset in presets)})",
        r"",
        r"build/dev/tests/.*",
    ]
    if not any(re.fullmatch(pattern, command) for pattern in known):
        yield f"nobody checks the command {command!r}"


def faults_of_page(text: str) -> Iterator[str]:
    for language, content in blocks_of(text):
        lines = content.splitlines()
        if language not in LANGUAGES:
            yield f"a block of language {language!r}; it is one of {sorted(LANGUAGES)}"
        elif language == "sh" and not any("8<" in line for line in lines):
            for line in lines:
                yield from faults_of_command(line)
        elif language != "text" or any("8<" in line for line in lines):
            for line in lines:
                yield from faults_of_include(language, line)


def is_part_of(code: str, example: str) -> bool:
    """Whether lines of the example are the code, as they stand or moved to the left."""
    lines = [line for line in example.splitlines() if not SECTION.search(line)]
    wanted = code.splitlines()
    return any(
        textwrap.dedent("\n".join(lines[first : first + len(wanted)])).splitlines() == wanted
        for first in range(len(lines))
    )


def examples_with(suffix: str) -> list[str]:
    return [path.read_text() for path in (REPOSITORY / "examples").rglob(f"*{suffix}")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_every_block_of_a_page_is_cut_from_an_example(page: pathlib.Path) -> None:
    assert list(faults_of_page(page.read_text())) == []
    assert "<pre" not in page.read_text(), "a block that is not fenced"


@pytest.mark.parametrize("page", [page for page in READ_AS_THEY_ARE if page.exists()], ids=lambda page: page.name)
def test_every_block_of_a_page_that_is_read_without_the_site_is_part_of_an_example(page: pathlib.Path) -> None:
    for language, code in blocks_of(page.read_text()):
        if language == "sh":
            assert [fault for line in code.splitlines() for fault in faults_of_command(line)] == []
        else:
            assert language in LANGUAGES, f"a block of language {language!r}"
            suffix = LANGUAGES[language]
            assert suffix is None or any(is_part_of(code, example) for example in examples_with(suffix)), code


def test_every_section_of_an_example_ends() -> None:
    for path in (REPOSITORY / "examples").rglob("*.*"):
        marks = SECTION.findall(path.read_text()) if path.suffix in (".py", ".cpp", ".txt", ".sh") else []
        assert sorted(name for what, name in marks if what == "start") == sorted(
            name for what, name in marks if what == "end"
        ), path


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("```python\nprint(1)\n```\n", "'print(1)' is no part of an example"),
        ('```python\n--8<-- "examples/nowhere.py"\n```\n', "there is no examples/nowhere.py"),
        ('```cpp\n--8<-- "examples/python/first_file.py"\n```\n', "examples/python/first_file.py is shown as cpp"),
        (
            '```python\n--8<-- "examples/python/first_file.py:nothing"\n```\n',
            "examples/python/first_file.py has no section 'nothing'",
        ),
        ("```\nwhat is this\n```\n", "a block of language ''; it is one of ['cmake', 'cpp', 'python', 'sh', 'text']"),
        ("~~~ bash\nls\n~~~\n", "a block of language 'bash'; it is one of ['cmake', 'cpp', 'python', 'sh', 'text']"),
        ("* item\n\n    ```python\n    print(1)\n    ```\n", "'print(1)' is no part of an example"),
        ("```sh\nmake coffee\n```\n", "nobody checks the command 'make coffee'"),
        ("```sh\nrm -rf build\n```\n", "nobody checks the command 'rm -rf build'"),
    ],
)
def test_code_of_no_example_is_a_fault(page: str, fault: str) -> None:
    assert list(faults_of_page(page)) == [fault]


def test_code_of_an_example_is_none() -> None:
    included = '```python\n--8<-- "examples/python/first_file.py"\n```\n'
    assert list(faults_of_page(included + "\n```text\na drawing\n```\n\n```sh\nmake test  # all\n```\n")) == []
    assert is_part_of("b = 1\nc = 2\n", "def a():\n    b = 1\n    c = 2\n")
    assert not is_part_of("b = 1\nc = 3\n", "def a():\n    b = 1\n    c = 2\n")
