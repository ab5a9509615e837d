"""The pictures of the gallery are drawn by its examples."""

from __future__ import annotations

import pathlib

from mock_file import Write
from reference.pictures import EXAMPLES, PICTURES, draw

REPOSITORY = pathlib.Path(__file__).parents[3]


def test_pictures_are_those_that_the_examples_draw(write: Write, tmp_path: pathlib.Path) -> None:
    write(f"{EXAMPLES}/peak.py", "import pathlib\npathlib.Path('mass.svg').write_text('<svg/>')\n")
    write(f"{EXAMPLES}/shared.py", "")
    write(f"{PICTURES}/peak/old.svg", "")
    drawn = draw(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in drawn] == [f"{PICTURES}/peak/mass.svg"]
    assert [path.name for path in (tmp_path / PICTURES).rglob("*.svg")] == ["mass.svg"]


def test_every_picture_is_shown_on_a_page() -> None:
    pages = "".join(page.read_text() for page in (REPOSITORY / "docs").rglob("*.md"))
    pictures = [path.relative_to(REPOSITORY / "docs").as_posix() for path in (REPOSITORY / PICTURES).rglob("*.svg")]
    assert pictures
    assert [picture for picture in pictures if f"../{picture}" not in pages] == []
