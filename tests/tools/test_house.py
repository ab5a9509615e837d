from __future__ import annotations

from pathlib import Path

import pytest
from reference import house

PAGE = "# House\n\n<!-- house: begin -->\n<!-- house: end -->\n\nEnd\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    files = {
        "layers.toml": '[modules]\ncore = []\nio = ["core"]\ntree = ["core", "io"]\nframe = ["tree"]\n',
        "src/ramet/core/error.hpp": "#include <string>\n",
        "src/ramet/io/source.hpp": '#include "ramet/core/error.hpp"\n#include "ramet/io/range.hpp"\n',
        "src/ramet/tree/tree.cpp": '#include "ramet/tree/tree.hpp"\n#include "ramet/io/source.hpp"\n',
        "src/ramet/tree/tree.hpp": '#include "ramet/io/source.hpp"\n',
        house.PAGE: PAGE,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_includes_of_other_modules_are_counted_and_modules_without_folder_left_out(repository: Path) -> None:
    uses = house.uses_of(repository)
    assert uses == {"core": {}, "io": {"core": 1}, "tree": {"io": 2}}
    assert house.levels_of(uses) == [["core"], ["io"], ["tree"]]
    assert house.matrix(uses) == ["core  core", "  io    1  io", "tree    ·    2  tree"]


def test_the_page_gets_the_picture_and_is_compared_with_it(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = repository / house.PAGE
    assert house.main(["--check", str(repository)]) == 1
    assert "make format draws it" in capsys.readouterr().err
    assert page.read_text() == PAGE
    assert house.main([str(repository)]) == 0
    assert house.main(["--check", str(repository)]) == 0
    assert "    2  tree\n    1  io\n    0  core\n" in page.read_text()
    assert page.read_text().endswith("```\n<!-- house: end -->\n\nEnd\n")
    (repository / "src/ramet/tree/more.hpp").write_text('#include "ramet/core/error.hpp"\n')
    assert house.main(["--check", str(repository)]) == 1


def test_a_page_without_the_place_is_an_error(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / house.PAGE).write_text("# House\n")
    assert house.main([str(repository)]) == 1
    assert "has 0 places" in capsys.readouterr().err


def test_steps_of_a_walk_have_to_be_in_their_files(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    walk = "<!-- walk: begin -->\na title\nTree::{}  tree/tree.cpp    what it does\n  {}\n<!-- walk: end -->\n"
    page = repository / house.PAGE
    source = repository / "src/ramet/tree/tree.cpp"
    source.write_text("int Tree::read(int entry) { return entry; }\n")
    page.write_text(PAGE + walk.format("read", "its second line"))
    assert house.main([str(repository)]) == 0
    page.write_text(PAGE + walk.format("rea", "gone  tree/gone.cpp  nothing"))
    assert house.main([str(repository)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "docs/architecture.md: there is no Tree::rea in tree/tree.cpp",
        "docs/architecture.md: there is no gone in tree/gone.cpp",
    ]
