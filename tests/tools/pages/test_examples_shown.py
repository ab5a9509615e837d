"""The code that README.md and the pages show is code that runs: parts of files below examples/."""

from __future__ import annotations

import json
import pathlib
import re
import textwrap
import tomllib
from collections.abc import Iterator

import pytest
from mock_file import Write
from reference.snippets import MARK, block_of, faults_of, main, pages_of, part_of, updated, with_tabs

REPOSITORY = pathlib.Path(__file__).parents[3]

FENCE = re.compile(r"^( *)(`{3,}|~{3,})([^\n]*)\n(.*?)^\1\2 *$", re.MULTILINE | re.DOTALL)
COMMENT_BEFORE = re.compile(r"<!-- code: [^\n]* -->\n\Z")
LANGUAGES = ["cmake", "cpp", "python", "sh", "text"]


def blocks_of(page: str) -> list[tuple[str, str, bool]]:
    """Language, content, and whether it is cut from an example, of each fenced block; a block that no rule here sees is
    no block to Markdown either."""
    return [
        (match[3].strip(), textwrap.dedent(match[4]), bool(COMMENT_BEFORE.search(page[: match.start()])))
        for match in FENCE.finditer(page)
    ]


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
    for language, content, is_cut in blocks_of(text):
        if language not in LANGUAGES:
            yield f"a block of language {language!r}; it is one of {LANGUAGES}"
        elif is_cut or language == "text":
            continue
        elif language == "sh":
            for line in content.splitlines():
                yield from faults_of_command(line)
        else:
            yield f"{content.splitlines()[0]!r} is no part of an example"


@pytest.mark.parametrize("page", pages_of(REPOSITORY), ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_every_block_of_a_page_is_cut_from_an_example(page: pathlib.Path) -> None:
    assert list(faults_of_page(page.read_text())) == []
    assert "<pre" not in page.read_text(), "a block that is not fenced"


def test_pages_show_the_examples_as_they_are() -> None:
    assert list(faults_of(REPOSITORY)) == []
    assert main(["--check"]) == 0


def test_every_part_of_an_example_ends() -> None:
    for path in (REPOSITORY / "examples").rglob("*.*"):
        if path.suffix in (".py", ".cpp", ".txt", ".sh"):
            text = path.read_text()
            for name in {mark[2] for line in text.splitlines() if (mark := MARK.match(line))}:
                assert part_of(text, name), path


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("```python\nprint(1)\n```\n", "'print(1)' is no part of an example"),
        ("```\nwhat is this\n```\n", "a block of language ''; it is one of ['cmake', 'cpp', 'python', 'sh', 'text']"),
        ("~~~ bash\nls\n~~~\n", "a block of language 'bash'; it is one of ['cmake', 'cpp', 'python', 'sh', 'text']"),
        ("* item\n\n    ```python\n    print(1)\n    ```\n", "'print(1)' is no part of an example"),
        ("```sh\nmake coffee\n```\n", "nobody checks the command 'make coffee'"),
        ("```sh\nrm -rf build\n```\n", "nobody checks the command 'rm -rf build'"),
    ],
)
def test_code_of_no_example_is_a_fault(page: str, fault: str) -> None:
    assert list(faults_of_page(page)) == [fault]


def test_a_drawing_and_a_make_target_are_none() -> None:
    assert list(faults_of_page("```text\na drawing\n```\n\n```sh\nmake test  # all\n```\n")) == []


EXAMPLE = """import ramet
# docs: begin use
def f():
    # docs: begin inner
    return 1
    # docs: end inner
# docs: end use
"""


def test_a_part_is_shown_without_marks_and_moved_to_the_left() -> None:
    assert part_of(EXAMPLE, "use") == "def f():\n    return 1\n"
    assert part_of(EXAMPLE, "inner") == "return 1\n"
    assert part_of(EXAMPLE, None) == "import ramet\ndef f():\n    return 1\n"
    with pytest.raises(LookupError, match="has no part 'other'"):
        part_of(EXAMPLE, "other")
    with pytest.raises(LookupError, match="has no part 'open'"):
        part_of("# docs: begin open\nx = 1\n", "open")


def test_a_page_is_given_the_code_that_it_names(repository: pathlib.Path, write: Write) -> None:
    write("examples/one.py", EXAMPLE)
    block = "<!-- code: examples/one.py#inner -->\n```python\nreturn 1\n```\n"
    assert updated("<!-- code: examples/one.py#inner -->\n\nmore\n", repository) == f"{block}\nmore\n"
    assert updated(block.replace("return 1", "return 2"), repository) == block
    write("docs/page.md", block)
    assert list(faults_of(repository)) == []
    write("docs/page.md", block.replace("return 1", "return 2"))
    assert list(faults_of(repository)) == [
        "docs/page.md: its code is not that of examples/ (tools/reference/snippets.py writes it)"
    ]


@pytest.mark.parametrize(
    ("path", "part", "fault"),
    [
        ("examples/nowhere.py", None, "'examples/nowhere.py' is no file below examples/"),
        ("README.md", None, "'README.md' is no file below examples/"),
        ("examples/one.py", "other", "'examples/one.py' has no part 'other'"),
        ("examples/one.json", None, "'examples/one.json' ends in none of .cpp, .py"),
    ],
)
def test_a_page_that_names_a_missing_file_is_a_fault(
    path: str, part: str | None, fault: str, repository: pathlib.Path, write: Write
) -> None:
    write("examples/one.py", EXAMPLE)
    write("examples/one.json", "{}")
    write("README.md", "")
    with pytest.raises(LookupError, match=f"^{re.escape(fault)}"):
        block_of(repository, path, part)


def test_blocks_below_bold_titles_are_tabs_on_the_site() -> None:
    code = "<!-- code: examples/a.py -->\n```python\nx = 1\n\ny = 2\n```\n"
    page = f"Text.\n\n**Python**\n\n{code}\n{code}\n**C++**\n\n{code}\n**Bold** text.\n\n{code}"
    block = "```python\nx = 1\n\ny = 2\n```\n"
    inside = textwrap.indent(block, "    ")
    shown = re.sub(r"\n{3,}", "\n\n", with_tabs(page))
    assert shown == (f'Text.\n\n=== "Python"\n\n{inside}\n{inside}\n=== "C++"\n\n{inside}\n**Bold** text.\n\n{block}')


def test_what_an_example_says_is_a_part(write: Write, tmp_path: pathlib.Path) -> None:
    write("examples/say.py", '"""Says."""\n\n# Says: 1 of 2\n# Says:  -> 3\n\nprint(\'# Says: no\')\n')
    assert block_of(tmp_path, "examples/say.py", "says") == "```text\n1 of 2\n -> 3\n```"
